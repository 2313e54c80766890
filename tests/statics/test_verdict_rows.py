"""What the rows of statics mean for the verdict: consistent defaults, named variants, intensities, the wet season."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, ProjectError
from pirqa.model import Backfill, Site, Support, Wall
from pirqa.project import parse_project
from pirqa.statics import Required, StaticsOptions, analyse
from pirqa.statics.pseudo_static import weakest_factors
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT
from tests.project.test_load import GOOD

G = STANDARD_GRAVITY
PAPER = StaticsOptions(
    methods=("static", "pseudo_static", "inertia", "inertia_kh"),
    thrusts=("seed_whitman", "seed_whitman_half", "whitman"),
)


def row(result, identity):
    return next(check for check in result.checks if check.id == f"statics.{identity}")


def test_the_terrace_wall_by_hand(terrace_wall, site):
    """kh = a/g = 0.3 on wall and fill; the static thrust at H/3, the increment at 0.6 H (variant H/2)."""
    weight, half = 23.6e3 * 0.762 * 1.68, 0.5 * 15.7e3 * 1.68**2
    still, moving = half * math.tan(math.radians(25)) ** 2, 0.75 * 0.3 * half
    inertia = 0.3 * weight
    sliding = weight * math.tan(math.radians(30)) / (inertia + still + moving)

    def overturning(static_arm: float, arm: float) -> float:
        return weight * 0.381 / (inertia * 0.84 + 1.68 * (static_arm * still + arm * moving))

    result = analyse(terrace_wall, PAPER, site=site)
    assert result.factor("inertia.seed_whitman", "sliding") == pytest.approx(sliding)
    assert sliding == pytest.approx(0.925, abs=5e-4)
    for case, arms, printed in (
        ("inertia.seed_whitman", (1 / 3, 0.6), 0.751),
        ("inertia.seed_whitman_half", (1 / 3, 0.5), 0.794),
        ("inertia.whitman", (0.6, 0.6), 0.658),
    ):
        assert result.factor(case, "overturning") == pytest.approx(overturning(*arms))
        assert overturning(*arms) == pytest.approx(printed, abs=5e-4)
    assert result.factor("inertia_kh.whitman", "sliding") == pytest.approx(1.065, abs=5e-4)
    assert result.factor("inertia_kh.whitman", "overturning") == pytest.approx(0.768, abs=5e-4)


def test_thrust_at_the_centroid_gives_a_wall_at_rest_nine_fifths_of_what_06_gives():
    """A thrust at H/3 in place of 0.6 H: 0.254 becomes 0.458."""
    phi, height, gamma = math.radians(33), 4.0, 18e3
    thrust = math.tan(math.pi / 4 - phi / 2) ** 2 * 0.5 * gamma * height**2
    thickness = math.sqrt(0.254 * 2 * thrust * 0.6 * height / (24e3 * height))
    wall = Wall.prismatic(
        height=height,
        thickness=thickness,
        unit_weight=24e3,
        support=Support(kind="rock", friction_angle=math.radians(35)),
        backfill=Backfill(unit_weight=gamma, friction_angle=phi),
    )
    result = analyse(wall, StaticsOptions(thrusts=("whitman",)), site=Site())
    assert result.factor("static.whitman", "overturning") == pytest.approx(0.254)
    assert not row(result, "static.whitman.overturning").votes
    assert result.factor("static.coulomb", "overturning") == pytest.approx(0.254 * 1.8)
    assert row(result, "static.coulomb.overturning").votes
    assert analyse(wall, site=Site()).factor("static.coulomb", "overturning") == pytest.approx(0.4572)


def test_surcharge_presses_at_half_the_height(terrace_wall):
    loaded = replace(terrace_wall, backfill=replace(terrace_wall.backfill, surcharge=10e3))
    forces = analyse(loaded, StaticsOptions(methods=("static",)), site=Site()).governing[1].forces
    push = next(force for force in forces if force.name == "soil_thrust")
    triangle, block = 0.5 * 15.7e3 * 1.68**2, 10e3 * 1.68
    assert push.z == pytest.approx((triangle * 1.68 / 3 + block * 1.68 / 2) / (triangle + block))


def test_what_votes_on_onset(terrace_wall, site):
    result = analyse(terrace_wall, PAPER, site=site)
    voting = {check.id for check in result.checks if check.votes}
    assert voting == {
        f"statics.{case}.{mode}"
        for case in ("static.coulomb", "inertia.seed_whitman")
        for mode in ("sliding", "overturning")
    }
    for check in result.checks:
        reduced = check.method.startswith("pseudo_static")
        assert check.limit_state == (
            "gravity" if "static." in check.id and not reduced else "damage" if reduced else "onset"
        )
        assert ("named_variant" in check.notes) == (
            check.method.startswith("inertia_kh") or check.method.endswith(("whitman_half", ".whitman"))
        )


def test_a_kh_without_acceleration_is_the_peak(terrace_wall):
    result = analyse(terrace_wall, site=Site(kh=0.3))
    check = row(result, "pseudo_static.seed_whitman.overturning")
    assert check.votes
    assert check.limit_state == "onset"
    assert check.demand_intensity == 0.3
    assert "kh_as_peak" in check.notes
    assert check.factor == pytest.approx(0.7506, abs=5e-4)
    half = row(analyse(terrace_wall, site=Site(acceleration=0.3 * G)), "pseudo_static.seed_whitman.sliding")
    assert (half.votes, half.limit_state, half.intensity) == (False, "damage", None)
    assert "kh_assumed" in half.notes
    whole = row(analyse(terrace_wall, site=Site(kh=0.3, acceleration=0.3 * G)), "pseudo_static.seed_whitman.sliding")
    assert (whole.votes, whole.limit_state) == (True, "onset")


@pytest.mark.parametrize("required", [1.0, 1.5])
@pytest.mark.parametrize("kv", [0.0, 0.05])
def test_the_intensity_is_where_the_factor_is_the_required_one(terrace_wall, required, kv):
    strong = replace(terrace_wall, support=replace(terrace_wall.support, bearing_capacity=200e3))
    asked = Required(sliding=required, overturning=required, bearing=required, source="made up, art. 1, 2020")
    options = StaticsOptions(methods=("inertia",), thrusts=("seed_whitman", "mononobe_okabe"), required=asked)
    found = analyse(strong, options, site=Site(acceleration=0.3 * G, kv=kv)).checks
    assert len(found) == 6
    for check in found:
        assert check.intensity is not None
        there = analyse(strong, options, site=Site(acceleration=check.intensity * G, kv=kv))
        same = next(item for item in there.checks if item.id == check.id)
        assert same.ratio == pytest.approx(1.0, rel=1e-6)
        assert check.family == "statics_onset"
        assert ("vertical_motion" in check.omits) == (kv == 0.0)


def test_intensities_at_the_ends(base, terrace_wall):
    thick = Wall.prismatic(height=1.0, thickness=50.0, unit_weight=2e4, support=base)
    found = analyse(thick, site=Site(acceleration=0.1 * G))
    assert row(found, "inertia.overturning").intensity is None, "beyond 3 g"
    slippery = replace(terrace_wall, support=Support(kind="rock", friction_angle=math.radians(5)))
    assert row(analyse(slippery, site=Site(acceleration=0.1 * G)), "inertia.seed_whitman.sliding").intensity == 0.0
    assert all(c.intensity is None for c in analyse(terrace_wall, site=Site()).checks), "gravity has none"
    steep = Wall.prismatic(
        height=1.0, thickness=30.0, unit_weight=2.6e4, support=Support(kind="rock", friction_angle=math.radians(60)),
        backfill=Backfill(unit_weight=1.6e4, friction_angle=math.radians(32)),
    )  # fmt: skip
    ends = analyse(
        steep, StaticsOptions(methods=("inertia",), thrusts=("mononobe_okabe",)), site=Site(acceleration=G / 10)
    )
    assert row(ends, "inertia.mononobe_okabe.sliding").intensity == pytest.approx(math.tan(math.radians(32)))


def test_an_increment_that_is_too_low_is_an_upper_bound(terrace_wall):
    """A steep, weak fill in a strong earthquake: Mononobe and Okabe's thrust is larger than ¾kh says."""
    weak = replace(terrace_wall.backfill, friction_angle=math.radians(32), slope=math.radians(15))
    options = StaticsOptions(methods=("inertia",))
    hard = analyse(replace(terrace_wall, backfill=weak), options, site=Site(acceleration=0.25 * G))
    assert {check.bound for check in hard.checks} == {"upper"}
    assert all("increment_falls_short" in check.notes for check in hard.checks)
    mild = analyse(terrace_wall, options, site=Site(acceleration=0.25 * G))
    assert {check.bound for check in mild.checks} == {"estimate"}


class TestWetSeason:
    def test_by_hand(self, terrace_wall):
        """Saturated to its top: buoyant soil and water push, and water lifts the base."""
        fill = replace(terrace_wall.backfill, saturated_unit_weight=19.5e3)
        result = analyse(replace(terrace_wall, backfill=fill), site=Site())
        weight, h = 23.6e3 * 0.762 * 1.68, 1.68
        soil = math.tan(math.radians(25)) ** 2 * 0.5 * (19.5e3 - WATER_UNIT_WEIGHT) * h**2
        water, lift = 0.5 * WATER_UNIT_WEIGHT * h**2, 0.5 * WATER_UNIT_WEIGHT * h * 0.762
        check = row(result, "wet.coulomb.sliding")
        assert check.factor == pytest.approx((weight - lift) * math.tan(math.radians(30)) / (soil + water))
        turning = (soil + water) * h / 3 + lift * 0.762 * 2 / 3
        assert row(result, "wet.coulomb.overturning").factor == pytest.approx(weight * 0.381 / turning)
        assert (check.limit_state, check.season, check.votes, check.family) == (
            "gravity",
            "wet",
            True,
            "statics_gravity",
        )
        assert "wet_level_assumed" in check.notes
        assert "wet_weight_assumed" not in check.notes

    def test_the_saturated_weight_is_estimated_where_it_is_absent(self, terrace_wall):
        fill = terrace_wall.backfill
        assert float(fill.wet_unit_weight) == pytest.approx(15.7e3 * (1 - 1 / 2.65) + WATER_UNIT_WEIGHT)
        assert "wet_weight_assumed" in row(analyse(terrace_wall, site=Site()), "wet.coulomb.sliding").notes
        assert float(replace(fill, unit_weight=30e3).wet_unit_weight) == 30e3, "water takes no weight away"

    def test_the_level_is_a_key_and_drainage_keeps_the_water_out(self, terrace_wall, free_wall):
        def factor(**more: object) -> float:
            fill = replace(terrace_wall.backfill, **more)
            return analyse(replace(terrace_wall, backfill=fill), site=Site()).factor("wet.coulomb", "sliding")

        levels = [factor(wet_level=level) for level in (0.0, 0.6, 1.2, 1.68)]
        assert levels == sorted(levels, reverse=True)
        assert levels[-1] == factor()
        assert levels[0] < analyse(terrace_wall, site=Site()).factor("static.coulomb", "sliding"), "it is heavier wet"
        drained = replace(terrace_wall, backfill=replace(terrace_wall.backfill, drained=True))
        result = analyse(drained, site=Site())
        soaked = terrace_wall.backfill.wet_unit_weight / terrace_wall.backfill.unit_weight
        for mode in ("sliding", "overturning"):
            check = row(result, f"wet.coulomb.{mode}")
            assert check.factor == pytest.approx(result.factor("static.coulomb", mode) / soaked)
            assert "wet_drained" in check.notes
            assert "wet_level_assumed" not in check.notes
        assert not [check for check in analyse(free_wall, site=Site()).checks if check.season]
        with pytest.raises(ModelError, match="exclude each other"):
            replace(terrace_wall.backfill, drained=True, wet_level=0.5)

    def test_drainage_needs_a_source(self):
        fill = "drained = true"
        text = GOOD.replace("[backfill]", f"[backfill]\n{fill}")
        assert text != GOOD
        with pytest.raises(ProjectError, match=r"backfill\.drained: name what shows"):
            parse_project(text)
        parse_project(text.replace(fill, 'drained = { value = true, source = "section 3.4" }'))

    def test_a_lower_stretch_is_wet_to_its_own_top(self, terrace_wall):
        zone = terrace_wall.envelope.zones[0]
        zones = (replace(zone, name="a", end=4.0), replace(zone, name="b", start=4.0, top=1.0))
        wall = replace(terrace_wall, envelope=replace(terrace_wall.envelope, zones=zones, length=8.0, courses=1))
        rows = analyse(wall, StaticsOptions(methods=("wet",)), site=Site()).joints
        lower = rows.where(station=6.0)["shear"].max()
        alone = replace(wall, envelope=replace(wall.envelope, zones=(replace(zone, top=1.0),), length=None))
        assert lower == pytest.approx(
            analyse(alone, StaticsOptions(methods=("wet",)), site=Site()).joints["shear"].max()
        )


class TestStandingNeeds:
    @pytest.fixture
    def wet(self, terrace_wall):
        return analyse(terrace_wall, StaticsOptions(methods=("static", "wet")), site=Site())

    def test_nothing_is_needed_by_what_stands(self, terrace_wall):
        assert analyse(terrace_wall, StaticsOptions(methods=("static",)), site=Site()).needs == ()

    @pytest.mark.parametrize("mode", ["sliding", "overturning"])
    def test_each_value_makes_the_factor_one(self, wet, terrace_wall, mode):
        (need,) = [item for item in wet.needs if item.mode == mode]
        case = next(case for case in wet.cases if case.name == need.case)
        zone, fill = terrace_wall.envelope.zones[0], terrace_wall.backfill
        trials = {
            "thickness": replace(terrace_wall, envelope=replace(
                terrace_wall.envelope, zones=(replace(zone, thickness=need.thickness),))),
            "water_level": replace(terrace_wall, backfill=replace(fill, wet_level=need.water_level)),
        }  # fmt: skip
        if need.joint_friction is not None:
            joints = replace(terrace_wall.joints, friction_angle=need.joint_friction)
            support = replace(terrace_wall.support, friction_angle=need.joint_friction)
            trials["joint_friction"] = replace(terrace_wall, joints=joints, support=support)
        for name, changed in trials.items():
            assert float(weakest_factors(changed, case, StaticsOptions())[mode]) == pytest.approx(1.0), name
        assert (need.joint_friction is None) == (mode == "overturning")
        assert need.factor < 1.0

    def test_the_share_of_the_pressure_by_hand(self, wet):
        need = next(item for item in wet.needs if item.mode == "sliding")
        assert need.pressure_share == pytest.approx(need.factor), "resistance and uplift do not change"

    def test_what_no_value_can_mend_is_none(self, base):
        leaning = Wall.prismatic(height=4.0, thickness=0.3, unit_weight=2e4, support=base,
                                 backfill=Backfill(unit_weight=1.9e4, friction_angle=math.radians(30)))  # fmt: skip
        need = next(n for n in analyse(leaning, StaticsOptions(methods=("static",)), site=Site()).needs)
        assert need.fill_friction is None
        assert need.water_level is None
        assert need.joint_friction is None or need.joint_friction > math.radians(40)


def test_thin_and_unnamed_factors(terrace_wall, free_wall):
    result = analyse(free_wall, site=Site(acceleration=0.4 * G))
    check = row(result, "inertia.overturning")
    assert 1.0 <= check.factor < 1.3
    assert "thin" in check.notes
    assert "thin" not in row(result, "static.overturning").notes
    assert "thin" not in row(analyse(free_wall, site=Site(acceleration=0.2 * G)), "inertia.overturning").notes
    named = Required(static_sliding=1.5, source="NTE CE.020-2012, art. 6.4.3")
    unnamed = Required(static_sliding=1.5, source="the usual one")
    for asked, missing in ((named, False), (unnamed, True)):
        found = row(analyse(terrace_wall, StaticsOptions(required=asked), site=Site()), "static.coulomb.sliding")
        assert ("required_without_year" in found.notes) is missing


def test_arrays_of_wet_walls_are_many_single_ones(terrace_wall):
    from pirqa.statics.inputs import vary
    from pirqa.statics.pseudo_static import cases_for

    heights = np.array([0.8, 1.2, 1.68])
    low = replace(terrace_wall, backfill=replace(terrace_wall.backfill, height=1.0))
    many, site = vary(low, Site(), {"backfill.height": heights})
    options = StaticsOptions(methods=("wet",))
    (case,) = cases_for(many, site, options)
    together = weakest_factors(many, case, options)
    for index, height in enumerate(heights):
        alone = replace(low, backfill=replace(low.backfill, height=float(height)))
        for mode, factor in weakest_factors(alone, case, options).items():
            assert together[mode][index] == pytest.approx(float(factor), rel=1e-12)
