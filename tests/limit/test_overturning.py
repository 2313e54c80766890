"""Overturning about levels of walls: what is tried, what governs, and what bad input gives."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.limit import LimitOptions, analyse
from pirqa.limit.forces import comb_friction, holds
from pirqa.limit.options import Bending, LimitStrut, LineThrust, Masonry, Roof, SideWall
from pirqa.model.envelope import Zone
from pirqa.model.ground_motion import Site
from pirqa.model.support import Backfill
from pirqa.project.stages.limit import FillThrust
from pirqa.statics.options import StaticsOptions
from tests.limit.walls import curve_of, named, of_zones, prism

LOW = Zone(name="low", material="stone", bottom=0.0, top=3.0, thickness=1.2)
UP = Zone(name="up", material="stone", bottom=3.0, top=5.0, thickness=0.5)


@settings(max_examples=30, deadline=None)
@given(height=st.floats(0.5, 20.0), thickness=st.floats(0.05, 3.0))
def test_a_prism_starts_at_b_over_h_and_falls_at_half_its_thickness(height, thickness):
    result = analyse(prism(height, thickness))
    assert {item.name for item in result.mechanisms} == {"overturning.outward.base", "overturning.inward.base"}
    for item in result.mechanisms:
        assert item.multiplier == pytest.approx(thickness / height, rel=1e-12)
        assert item.mass_fraction == pytest.approx(1.0)
        assert curve_of(item).ultimate_spectral_displacement == pytest.approx(0.5 * thickness, rel=1e-9)
        assert curve_of(item).multiplier[-1] == 0.0
        assert np.all(np.diff(curve_of(item).displacement) > 0.0)


def test_every_change_of_section_is_tried_and_the_weakest_comes_first():
    result = analyse(of_zones(LOW, UP))
    names = [item.name for item in result.mechanisms]
    assert sorted(names) == [
        "overturning.inward.3.00m",
        "overturning.inward.base",
        "overturning.outward.3.00m",
        "overturning.outward.base",
    ]
    starts = [item.multiplier for item in result.mechanisms]
    assert starts == pytest.approx(sorted(starts))
    upper = named(result, "overturning.outward.3.00m")
    assert upper.multiplier == pytest.approx(0.5 / 2.0)
    assert upper.local
    assert upper.hinges[0] == pytest.approx([0.5, 0.7, 3.0])


def test_every_bed_joint_is_tried_where_asked():
    result = analyse(of_zones(LOW, UP, courses=10), LimitOptions(levels="joints", directions=("outward",)))
    assert sorted(item.level for item in result.mechanisms) == pytest.approx([0.5 * n for n in range(10)])


def test_a_wall_of_several_stretches_is_tried_whole_and_piece_by_piece():
    thick = Zone(name="thick", material="stone", bottom=0.0, top=3.0, thickness=1.5, end=4.0)
    thin = Zone(name="thin", material="stone", bottom=0.0, top=3.0, thickness=1.0, start=4.0)
    result = analyse(of_zones(thick, thin, length=10.0))
    names = {item.name for item in result.mechanisms}
    assert names == {
        f"overturning.{way}.base{at}" for way in ("outward", "inward") for at in ("", ".x2.00m", ".x7.00m")
    }
    whole = named(result, "overturning.outward.base")
    weights = np.array([4.0 * 1.5, 6.0 * 1.0])
    assert whole.multiplier == pytest.approx(weights @ [0.75, 0.5] / (weights.sum() * 1.5))
    # inwards it turns about the outermost edge, that of the thick stretch
    inward = named(result, "overturning.inward.base")
    assert inward.multiplier == pytest.approx(weights @ [0.75, 1.0] / (weights.sum() * 1.5))
    assert whole.weight == pytest.approx(20e3 * 3.0 * weights.sum())


def test_top_of_the_wall_may_be_the_control_point():
    free, top = (
        named(analyse(prism(), LimitOptions(control=at)), "overturning.outward.base") for at in ("centroid", "top")
    )
    assert curve_of(top).ultimate_displacement > 1.9 * curve_of(free).ultimate_displacement
    assert curve_of(top).ultimate_spectral_displacement == pytest.approx(0.4, rel=0.03)


@pytest.mark.parametrize(
    ("kind", "side", "direction", "expected"),
    [
        ("wedged", "back", "inward", True),
        ("wedged", "back", "outward", False),
        ("wedged", "front", "outward", True),
        ("tie", "back", "outward", True),
        ("tie", "back", "inward", False),
        ("strut", "back", "inward", True),
        ("strut", "back", "outward", True),
    ],
)
def test_struts_hold_on_their_side(kind, side, direction, expected):
    assert holds(kind, side, direction) is expected
    struts = {"rear": LimitStrut(level=3.0, capacity=5e3, kind=kind, side=side)}
    found = named(analyse(prism(length=1.0), LimitOptions(struts=struts)), f"overturning.{direction}.base")
    gain = 5e3 * 3.0 / (64e3 * 2.0) if expected else 0.0
    assert found.multiplier == pytest.approx(0.2 + gain)
    assert len(found.forces) == expected


def test_a_strut_with_a_stiffness_does_not_hold_at_rest():
    struts = {"rear": LimitStrut(level=3.0, capacity=5e3, kind="tie", stiffness=50e3)}
    found = named(analyse(prism(length=1.0), LimitOptions(struts=struts)), "overturning.outward.base")
    assert found.multiplier == pytest.approx(0.2)
    curve = curve_of(found)
    plain = curve_of(named(analyse(prism(length=1.0)), "overturning.outward.base"))
    assert curve.multiplier.max() > 0.2
    assert curve.ultimate_displacement > plain.ultimate_displacement


def test_ties_that_fail_leave_a_jump_and_an_event():
    struts = {"ties": LimitStrut(level=3.0, capacity=5e3, kind="tie", failure=0.1)}
    curve = curve_of(named(analyse(prism(length=1.0), LimitOptions(struts=struts)), "overturning.outward.base"))
    (event,) = curve.events
    assert (event.name, event.what) == ("strut_fails", "ties")
    (twice,) = np.flatnonzero(np.diff(curve.displacement) == 0.0)
    assert curve.displacement[twice] == pytest.approx(event.displacement)
    assert curve.multiplier[twice + 1] < curve.multiplier[twice] - 0.05
    assert curve.ultimate_displacement == pytest.approx(0.4)
    assert curve.acceleration_at(event.displacement) == pytest.approx(curve.multiplier[twice + 1] * 9.80665)


def test_two_sets_that_fail_at_the_same_displacement_fail_together():
    one = LimitStrut(level=3.0, capacity=2e3, kind="tie", failure=0.1)
    curve = curve_of(
        named(analyse(prism(length=1.0), LimitOptions(struts={"a": one, "b": one})), "overturning.outward.base")
    )
    assert [event.what for event in curve.events] == ["a", "b"]
    assert np.count_nonzero(np.diff(curve.displacement) == 0.0) == 1


def test_a_wall_that_only_ties_hold_falls_when_they_fail():
    push = {"vault": LineThrust(outward=20e3, level=4.0)}
    struts = {"ties": LimitStrut(level=4.0, capacity=25e3, kind="tie", failure=0.05)}
    found = named(analyse(prism(length=1.0), LimitOptions(struts=struts, thrusts=push)), "overturning.outward.base")
    curve = curve_of(found)
    assert curve.multiplier[-1] == 0.0
    assert curve.displacement[-1] == curve.displacement[-2]
    assert "falls_when_strut_fails" in found.notes


def test_a_fading_force_is_gone_where_the_wall_would_fall():
    struts = {"rear": LimitStrut(level=3.0, capacity=5e3, kind="wedged")}
    result = analyse(prism(length=1.0), LimitOptions(struts=struts))
    held, free = (named(result, f"overturning.{way}.base") for way in ("inward", "outward"))
    assert held.multiplier > free.multiplier
    assert curve_of(held).ultimate_displacement == pytest.approx(curve_of(free).ultimate_displacement, rel=1e-9)


def test_a_force_that_holds_for_ever_has_no_curve():
    struts = {"crane": LimitStrut(level=4.0, capacity=1e6, kind="tie", lasts=True)}
    result = analyse(prism(length=1.0), LimitOptions(struts=struts))
    held = named(result, "overturning.outward.base")
    assert held.curve is None
    assert "never_falls" in held.notes
    assert any(remark.key == "limit_never_falls" for remark in result.remarks)


def test_a_wall_that_falls_by_itself_has_no_curve_and_fails_gravity():
    result = analyse(prism(), LimitOptions(thrusts={"vault": LineThrust(outward=30e3, level=4.0)}))
    fallen = named(result, "overturning.outward.base")
    assert fallen.multiplier < 0.0
    assert fallen.curve is None
    checks = {check.id: check for check in result.checks}
    assert not checks["limit.gravity.outward"].satisfied
    assert checks["limit.gravity.inward"].satisfied
    assert any(remark.key == "limit_falls_by_itself" for remark in result.remarks)


def test_a_wall_that_leans_too_far_falls_by_its_own_weight():
    leaning = Zone(
        name="wall", material="stone", bottom=0.0, top=4.0, thickness=0.5, front_batter=-0.2, back_batter=0.2
    )
    result = analyse(of_zones(leaning))
    fallen = named(result, "overturning.outward.base")
    assert fallen.multiplier < 0.0
    assert fallen.curve is None
    check = next(check for check in result.checks if check.id == "limit.gravity.outward")
    assert not check.satisfied
    assert check.factor == 0.0


def test_roof_with_and_without_inertia():
    def start(**changes):
        roofs = {"roof": Roof(weight=16e3, **changes)}
        return named(analyse(prism(), LimitOptions(roofs=roofs)), "overturning.outward.base").multiplier

    assert start() == pytest.approx((64e3 * 0.4 + 16e3 * 0.4) / (64e3 * 2.0 + 16e3 * 4.0))
    assert start(inertia=False) == pytest.approx((64e3 * 0.4 + 16e3 * 0.4) / (64e3 * 2.0))
    assert start(distance=0.1) < start()
    assert start(resting_elsewhere=16e3) == pytest.approx((64e3 * 0.4 + 16e3 * 0.4) / (64e3 * 2.0 + 32e3 * 4.0))


def test_a_vertical_thrust_presses_the_wall_on_its_edge():
    thrusts = {"beam": LineThrust(down=10e3, level=4.0, distance=0.6)}
    found = named(analyse(prism(), LimitOptions(thrusts=thrusts)), "overturning.outward.base")
    assert found.multiplier == pytest.approx((64e3 * 0.4 + 10e3 * 0.6) / (64e3 * 2.0))


def test_what_rests_at_the_level_of_the_hinge_stays_behind():
    roofs = {"ledge": Roof(weight=16e3, level=3.0, distance=0.2)}
    result = analyse(of_zones(LOW, UP), LimitOptions(roofs=roofs, directions=("outward",)))
    assert named(result, "overturning.outward.3.00m").forces == ()
    assert len(named(result, "overturning.outward.base").forces) == 1


def test_long_work_is_told_and_may_be_stopped():
    class Watching:
        def __init__(self):
            self.told = []

        def begin(self, task, total):
            self.told.append(total)

        def advance(self, steps=1):
            self.told[-1] -= steps

        def end(self, outcome=""):
            self.told.append("end")

    observer = Watching()
    analyse(of_zones(LOW, UP), LimitOptions(bending={"held": Bending(hinge=2.0)}), observer=observer)
    assert observer.told == [0, "end"]


def test_comb_friction_of_a_side_wall():
    side = SideWall(height=4.0, course_height=0.25, overlap=0.5, thickness=0.6, unit_weight=20e3)
    expected = 0.4 * 16 * 17 * 0.5 * 0.577 * 0.25 * 0.6 * 20e3
    assert comb_friction(side, 4.0) == pytest.approx(expected)
    result = analyse(prism(length=5.0), LimitOptions(side_walls={"cross": side}))
    held = named(result, "overturning.outward.base")
    assert held.multiplier == pytest.approx((320e3 * 0.4 + expected * 4.0 / 3.0) / (320e3 * 2.0))
    assert named(result, "overturning.inward.base").multiplier == pytest.approx(0.2)
    assert any(remark.key == "limit_comb_friction" for remark in result.remarks)


def test_crushing_sets_hinges_back_and_says_so():
    free = named(analyse(prism()), "overturning.outward.base")
    weak = named(analyse(prism(), LimitOptions(compressive_strength=1e6)), "overturning.outward.base")
    zoned = named(
        analyse(prism(), LimitOptions(masonry={"wall": Masonry(compressive_strength=1e6)})), "overturning.outward.base"
    )
    assert (free.crushing, weak.crushing) == (False, True)
    assert weak.multiplier == pytest.approx((0.4 - 0.032) / 2.0)
    assert zoned.multiplier == weak.multiplier
    assert weak.hinges[0][1] == pytest.approx(0.032)


def test_masonry_too_weak_for_its_own_weight_is_refused():
    with pytest.raises(OptionsError, match=r"crushed before anything turns.*limit\.compressive_strength"):
        analyse(prism(), LimitOptions(compressive_strength=79e3))
    with pytest.raises(OptionsError, match='crushing_rule = "exact"'):
        analyse(prism(), LimitOptions(compressive_strength=159e3, crushing_rule="simplified"))


def test_strengths_must_name_zones_and_cover_them():
    with pytest.raises(OptionsError, match='no zone is called "wal"; did you mean "wall"'):
        analyse(prism(), LimitOptions(masonry={"wal": Masonry(compressive_strength=1e6)}))
    with pytest.raises(OptionsError, match='zone "up" has no compressive_strength'):
        analyse(of_zones(LOW, UP), LimitOptions(masonry={"low": Masonry(compressive_strength=1e6)}))


def _retained(**changes: float):
    fill = Backfill(unit_weight=18e3, friction_angle=radians(35.0), wall_friction=radians(10.0), **changes)
    wall = prism(4.0, 1.6, backfill=fill)
    return wall, FillThrust(wall=wall, statics=StaticsOptions())


def test_fill_drives_outwards_and_bars_the_way_in():
    wall, thrust = _retained()
    results = {
        kind: analyse(wall, LimitOptions(backfill=kind), thrust=thrust) for kind in ("none", "static", "seismic")
    }
    starts = {kind: named(result, "overturning.outward.base").multiplier for kind, result in results.items()}
    assert pytest.approx(starts["none"]) == 0.4
    assert starts["none"] > starts["static"] > starts["seismic"] > 0.0
    assert len(results["static"].mechanisms) == 1
    assert {remark.key for remark in results["static"].remarks} == {"limit_inward_held", "limit_fill_static"}
    assert "limit_fill_left_out" in {remark.key for remark in results["none"].remarks}
    assert all(remark.key != "limit_inward_held" for remark in results["none"].remarks)


def test_the_part_above_the_fill_may_fall_in():
    fill = Backfill(unit_weight=18e3, friction_angle=radians(35.0), height=3.0)
    wall = of_zones(LOW, UP, backfill=fill)
    result = analyse(wall, thrust=FillThrust(wall=wall, statics=StaticsOptions()))
    assert {item.name for item in result.mechanisms} == {
        "overturning.outward.base",
        "overturning.outward.3.00m",
        "overturning.inward.3.00m",
    }
    assert named(result, "overturning.outward.3.00m").multiplier == pytest.approx(0.25)


def test_a_fill_that_fails_first_limits_the_multiplier():
    wall, thrust = _retained(slope=radians(30.0))
    thick = prism(4.0, 12.0, backfill=wall.backfill)
    result = analyse(thick, LimitOptions(backfill="seismic"), thrust=FillThrust(wall=thick, statics=thrust.statics))
    found = named(result, "overturning.outward.base")
    assert found.multiplier == pytest.approx(np.tan(radians(5.0)), rel=1e-6)
    assert "fill_fails_first" in found.notes


def test_onset_needs_the_peak_acceleration_of_the_site():
    assert [check.id for check in analyse(prism()).checks] == ["limit.gravity.outward", "limit.gravity.inward"]
    check = analyse(prism(), site=Site(acceleration=0.25 * 9.80665)).checks[-1]
    assert (check.id, check.limit_state) == ("limit.onset", "onset")
    assert check.factor == pytest.approx(0.2 / 0.25)


def test_a_wall_that_falls_without_its_struts_has_no_travel_with_fading_ones():
    """As one that just stands without them: how far it goes must not jump up where it leans a little more."""
    reach = {}
    for lean in (0.0999, 0.1001):  # its centroid is above the toe at tan⁻¹ 0.1
        zone = Zone(
            name="wall",
            material="stone",
            bottom=0.0,
            top=5.0,
            thickness=0.5,
            front_batter=-np.arctan(lean),
            back_batter=np.arctan(lean),
        )
        struts = {"prop": LimitStrut(level=4.0, kind="strut", capacity=30e3)}
        options = LimitOptions(directions=("outward",), struts=struts)
        (found,) = analyse(of_zones(zone, length=4.0), options).mechanisms
        assert found.multiplier > 0.1
        reach[lean] = curve_of(found).ultimate_spectral_displacement, found.notes
    assert reach[0.0999][0] == pytest.approx(0.0, abs=1e-3)
    assert reach[0.1001] == (0.0, ("falls_without_struts",))
    lasting = {"prop": replace(struts["prop"], lasts=True)}
    (found,) = analyse(of_zones(zone, length=4.0), replace(options, struts=lasting)).mechanisms
    assert curve_of(found).ultimate_spectral_displacement > 0.1


@pytest.mark.parametrize(("level", "told"), [(4.0, []), (5.5, ["limit_force_idle", "limit_strut_above_top"])])
def test_a_strut_above_a_lower_stretch_is_not_above_the_wall(level, told):
    high = Zone(name="high", material="stone", bottom=0.0, top=5.0, thickness=1.0, end=4.0)
    low = Zone(name="low", material="stone", bottom=0.0, top=3.0, thickness=1.0, start=4.0)
    struts = {"prop": LimitStrut(level=level, kind="strut", capacity=1e4, position=2.0)}
    result = analyse(of_zones(high, low, length=8.0), LimitOptions(struts=struts))
    assert sorted(item.key for item in result.remarks) == told


@pytest.mark.parametrize(("failure", "reach"), [(None, 0.4), (0.3, 0.432)])
def test_friction_of_a_side_wall_does_not_make_the_fall_longer_than_its_stones(failure, reach):
    side = SideWall(
        height=4.0, course_height=0.25, overlap=0.3, thickness=0.6, unit_weight=20e3, count=2, failure=failure
    )
    found = named(analyse(prism(length=6.0), LimitOptions(side_walls={"cross": side})), "overturning.outward.base")
    assert found.multiplier > 0.35
    assert curve_of(found).ultimate_spectral_displacement == pytest.approx(reach, abs=1e-3)


def test_onset_is_alpha_zero_however_little_of_the_mass_takes_part():
    """Until it starts all goes with the ground: an acceleration of α0 g is enough, less e* or not."""
    options = LimitOptions(roofs={"roof": Roof(weight=20e3)})
    result = analyse(prism(), options, site=Site(acceleration=2.0))
    first = result.mechanisms[0]
    assert first.mass_fraction < 0.95
    # weight 64 kN/m at 2 m, roof 20 kN/m at 4 m, both 0.4 m behind the toe
    assert result.checks[-1].capacity == pytest.approx(0.4 * 84.0 / (64.0 * 2.0 + 20.0 * 4.0))


@pytest.mark.parametrize(
    ("wall", "options", "message"),
    [
        (
            prism(),
            LimitOptions(struts={"a": LimitStrut(level=2.0, capacity=1e3)}),
            r"limit\.struts\.a: wall\.length is missing",
        ),
        (
            prism(length=2.0),
            LimitOptions(struts={"a": LimitStrut(level=2.0)}),
            r"limit\.struts\.a\.capacity is missing",
        ),
        (
            prism(length=2.0),
            LimitOptions(struts={"a": LimitStrut(level=2.0, capacity=1e3, position=3.0)}),
            r"limit\.struts\.a\.position is beyond",
        ),
        (
            prism(),
            LimitOptions(
                side_walls={"s": SideWall(height=4.0, course_height=0.25, overlap=0.5, thickness=0.6, unit_weight=2e4)}
            ),
            r"limit\.side_walls\.s: wall\.length is missing",
        ),
    ],
)
def test_bad_input_names_its_key(wall, options, message):
    with pytest.raises((OptionsError, ModelError), match=message):
        analyse(wall, options)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LimitOptions(directions=()), "nothing to look at"),
        (lambda: LimitStrut(level=-1.0), "level must be greater than 0"),
        (lambda: LimitStrut(level=1.0, lasts=True, failure=0.1), "lasts and failure"),
        (lambda: LineThrust(level=1.0), "a thrust of nothing"),
        (lambda: SideWall(height=1.0, course_height=2.0, overlap=0.5, thickness=0.6, unit_weight=2e4), "course_height"),
        (lambda: LimitOptions(compressive_strength=float("nan")), "must be finite"),
    ],
)
def test_options_that_cannot_be(make, message):
    with pytest.raises((OptionsError, ModelError), match=message):
        make()


def test_struts_out_of_reach_are_told():
    struts = {"high": LimitStrut(level=9.0, capacity=1e3), "front": LimitStrut(level=2.0, capacity=1e3, side="front")}
    result = analyse(prism(length=2.0), LimitOptions(struts=struts, directions=("inward",)))
    told = {(remark.key, remark.text) for remark in result.remarks}
    assert ("limit_strut_above_top", "high") in told
    assert ("limit_force_idle", "front") in told
    assert result.mechanisms[0].multiplier == pytest.approx(0.2)


def test_a_strut_acts_on_the_stretch_it_stands_at():
    thick = Zone(name="thick", material="stone", bottom=0.0, top=3.0, thickness=1.0, end=4.0)
    thin = Zone(name="thin", material="stone", bottom=0.0, top=3.0, thickness=1.0, start=4.0)
    struts = {"one": LimitStrut(level=2.0, capacity=6e3, kind="tie", position=7.0)}
    result = analyse(of_zones(thick, thin, length=10.0), LimitOptions(struts=struts, directions=("outward",)))
    plain = 1.0 / 3.0
    assert named(result, "overturning.outward.base.x2.00m").multiplier == pytest.approx(plain)
    assert named(result, "overturning.outward.base.x7.00m").multiplier == pytest.approx(
        plain + 6e3 * 2.0 / (360e3 * 1.5)
    )
    assert named(result, "overturning.outward.base").multiplier == pytest.approx(plain + 6e3 * 2.0 / (600e3 * 1.5))
