from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import OptionsError, ThrustError
from pirqa.model import Backfill, Envelope, JointProperties, Material, Site, Support, Wall, Zone, judge
from pirqa.model.check import EFFECTS, Circumstance, Circumstances
from pirqa.statics import Required, StaticsOptions, analyse
from pirqa.statics.checks import DECLARATIONS
from pirqa.statics.critical import critical_coefficient
from pirqa.statics.earth_pressure import Force
from pirqa.statics.pseudo_static import Equilibrium, cases_for, joint_states
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT

G = STANDARD_GRAVITY


def test_the_weakest_joint_governs(base, site):
    """A narrow top course on a wide wall overturns first, about its own joint."""
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=2.0, thickness=2.0),
        Zone(name="high", material="stone", bottom=2.0, top=4.0, thickness=0.4, flush="centre"),
    )
    wall = Wall(
        envelope=Envelope(zones=zones),
        materials={"stone": Material(unit_weight=2e4)},
        support=base,
        joints=JointProperties(friction_angle=0.5),
    )
    result = analyse(wall, site=site)
    assert result.factor("pseudo_static", "overturning") == pytest.approx(0.4 / 2.0 / 0.15)
    check = next(item for item in result.checks if item.id == "statics.pseudo_static.overturning")
    assert str(check.place).startswith("joint at 2 m")
    assert result.critical_for("pseudo_static", "overturning").coefficient == pytest.approx(0.2)


def test_a_battered_wall_by_hand(base):
    """Trapezium 1.2 → 0.6 m, front leaning: W, centroid and factors from first principles."""
    wall = Wall(
        envelope=Envelope(
            zones=(Zone(name="a", material="stone", bottom=0.0, top=3.0, thickness=1.2, thickness_top=0.6),)
        ),
        materials={"stone": Material(unit_weight=2e4)},
        support=base,
        backfill=Backfill(
            unit_weight=1.8e4, friction_angle=math.radians(34), wall_friction=math.radians(20), surcharge=5e3
        ),
    )
    weight = 2e4 * 3.0 * 0.9
    # rectangle 0.6 behind the triangle 0.6 wide in front of it
    centroid_y = (0.6 * 3.0 * 0.9 + 0.5 * 0.6 * 3.0 * 0.4) / (3.0 * 0.9)
    centroid_z = (0.6 * 3.0 * 1.5 + 0.5 * 0.6 * 3.0 * 1.0) / (3.0 * 0.9)
    kh, phi, delta = 0.1, math.radians(34), math.radians(20)
    root = math.sqrt(math.sin(phi + delta) * math.sin(phi) / math.cos(delta))
    active = math.cos(phi) ** 2 / (math.cos(delta) * (1 + root) ** 2)
    soil, load = active * 0.5 * 1.8e4 * 9.0, active * 5e3 * 3.0
    increment = 0.75 * kh * (0.5 * 1.8e4 * 9.0 + 5e3 * 3.0)
    horizontal = (soil + load + increment) * math.cos(delta)
    vertical = (soil + load + increment) * math.sin(delta)
    driving = kh * weight + horizontal
    overturning = kh * weight * centroid_z + math.cos(delta) * (soil * 1.0 + load * 1.5 + increment * 1.8)
    result = analyse(wall, StaticsOptions(methods=("pseudo_static",), thrusts=("seed_whitman",)), site=Site(kh=kh))
    assert result.factor("pseudo_static.seed_whitman", "sliding") == pytest.approx(
        (weight + vertical) * math.tan(math.radians(30)) / driving
    )
    assert result.factor("pseudo_static.seed_whitman", "overturning") == pytest.approx(
        (weight * centroid_y + vertical * 1.2) / overturning
    )


def test_fill_on_a_ledge_rides_on_the_wall(base):
    """A back that steps in carries soil: Rankine's plane stands at the heel and the soil before it is weight."""
    zones = (
        Zone(name="low", material="stone", bottom=0.0, top=1.0, thickness=1.5),
        Zone(name="high", material="stone", bottom=1.0, top=3.0, thickness=0.9, flush="front"),
    )
    wall = Wall(
        envelope=Envelope(zones=zones),
        materials={"stone": Material(unit_weight=2.4e4)},
        support=base,
        joints=JointProperties(friction_angle=math.radians(30)),
        backfill=Backfill(unit_weight=1.7e4, friction_angle=math.radians(36)),
    )
    options = StaticsOptions(methods=("static",), thrusts=("rankine",))
    (case,) = cases_for(wall, Site(), options)
    base_joint = next(state for state in joint_states(wall, case, options) if state.joint == 0).equilibrium
    stone, soil = 2.4e4 * (1.5 + 2 * 0.9), 1.7e4 * 0.6 * 2.0
    assert base_joint.normal == pytest.approx(stone + soil)
    active = math.tan(math.radians(45 - 18)) ** 2
    assert base_joint.sliding_force == pytest.approx(active * 0.5 * 1.7e4 * 9.0)
    assert base_joint.resisting_moment == pytest.approx(2.4e4 * (1.5 * 0.75 + 1.8 * 0.45) + soil * (0.9 + 0.3))


def test_undrained_water_by_hand(terrace_wall, site):
    fill = replace(terrace_wall.backfill, water_level=1.0, saturated_unit_weight=19.5e3)
    wall = replace(terrace_wall, backfill=fill)
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("rankine",))
    (case,) = cases_for(wall, site, options)
    state = next(item for item in joint_states(wall, case, options) if item.joint == 0).equilibrium
    forces = {force.name: force for force in state.forces}
    dry, wet = 0.68, 1.0
    stress = 15.7e3 * dry**2 / 2 + 15.7e3 * dry * wet + (19.5e3 - WATER_UNIT_WEIGHT) * wet**2 / 2
    assert forces["soil_thrust"].outward == pytest.approx(math.tan(math.radians(25)) ** 2 * stress)
    assert forces["water_thrust"].outward == pytest.approx(WATER_UNIT_WEIGHT / 2)
    assert forces["water_thrust"].z == pytest.approx(1 / 3)
    assert forces["water_thrust_increment"].outward == pytest.approx(7 / 12 * 0.15 * WATER_UNIT_WEIGHT)
    assert forces["uplift"].down == pytest.approx(-WATER_UNIT_WEIGHT * 0.762 / 2)
    assert forces["uplift"].y == pytest.approx(0.508)
    still = replace(options, water="impervious", uplift=False)
    names = {f.name for f in next(joint_states(wall, case, still)).equilibrium.forces}
    assert names == {"weight", "weight_inertia", "soil_thrust", "water_thrust"}


def test_buoyed_fill_shakes_harder(terrace_wall):
    """Fully submerged: EN 1998-5 puts γ_d/γ' (pervious) or γ_sat/γ' (impervious) times kh into ψ."""
    fill = replace(terrace_wall.backfill, water_level=1.68, saturated_unit_weight=19.5e3)
    wall = replace(terrace_wall, backfill=fill)
    buoyant = 19.5e3 - WATER_UNIT_WEIGHT
    for behaviour, shaking in (("pervious", 15.7e3), ("impervious", 19.5e3)):
        options = StaticsOptions(methods=("pseudo_static",), thrusts=("mononobe_okabe",), water=behaviour)
        (case,) = cases_for(wall, Site(kh=0.1), options)
        state = next(joint_states(wall, case, options)).equilibrium
        thrust = sum(force.outward for force in state.forces if force.name.startswith("soil_thrust"))
        psi = math.atan(0.1 * shaking / buoyant)
        phi = math.radians(40)
        root = math.sqrt(math.sin(phi) * math.sin(phi - psi) / math.cos(psi))
        coefficient = math.cos(phi - psi) ** 2 / (math.cos(psi) ** 2 * (1 + root) ** 2)
        assert thrust == pytest.approx(coefficient * 0.5 * buoyant * 1.68**2)


def test_drainage_is_worth_as_much_as_the_paper_says(terrace_wall, site):
    """Without drainage the terrace wall slides and overturns even before the earthquake."""
    wet = replace(terrace_wall, backfill=replace(terrace_wall.backfill, water_level=1.68, saturated_unit_weight=19.5e3))
    dry_result, wet_result = (
        analyse(wall, StaticsOptions(methods=("static",)), site=site) for wall in (terrace_wall, wet)
    )
    assert dry_result.factor("static.coulomb", "sliding") > 3
    assert wet_result.factor("static.coulomb", "sliding") < 1
    assert wet_result.factor("static.coulomb", "overturning") < 1


def test_vertical_shaking_is_tried_both_ways(free_wall):
    light = analyse(free_wall, StaticsOptions(methods=("pseudo_static",)), site=Site(kh=0.2, kv=0.1))
    assert light.factor("pseudo_static", "sliding") == pytest.approx(0.9 * math.tan(math.radians(30)) / 0.2)
    assert set(light.joints["normal"].round(3)) == {round(23.6e3 * 2.4 * 0.9, 3), round(23.6e3 * 2.4 * 1.1, 3)}


def test_fill_below_the_top_leaves_the_crest_alone(terrace_wall, site):
    low = replace(terrace_wall, backfill=replace(terrace_wall.backfill, height=1.0))
    options = StaticsOptions(methods=("static",), thrusts=("coulomb",))
    (case,) = cases_for(low, site, options)
    pushes = [float(state.equilibrium.sliding_force) for state in joint_states(low, case, options)]
    assert pushes[-1] == pytest.approx(0.0, abs=1e-9)
    assert pushes[0] == pytest.approx(math.tan(math.radians(25)) ** 2 * 0.5 * 15.7e3)


def test_no_thrust_is_said_clearly(terrace_wall):
    steep = replace(terrace_wall, backfill=replace(terrace_wall.backfill, slope=math.radians(30)))
    with pytest.raises(ThrustError) as caught:
        analyse(steep, StaticsOptions(thrusts=("mononobe_okabe",)), site=Site(kh=0.3))
    for word in ("backfill.friction_angle", "40°", "30°", "kh = 0.3", "seed_whitman"):
        assert word in str(caught.value)


def test_the_papers_thrust_refuses_a_sloping_fill(terrace_wall, site):
    sloping = replace(terrace_wall, backfill=replace(terrace_wall.backfill, slope=0.1))
    with pytest.raises(OptionsError, match="level fill"):
        analyse(sloping, StaticsOptions(thrusts=("whitman",)), site=site)


def test_methods_need_their_coefficients(free_wall):
    with pytest.raises(OptionsError, match="acceleration"):
        analyse(free_wall, StaticsOptions(methods=("inertia",)), site=Site(kh=0.1))
    with pytest.raises(OptionsError, match=r"site\.kh"):
        analyse(free_wall, StaticsOptions(methods=("pseudo_static",)), site=Site())
    assert [case.name for case in analyse(free_wall, site=Site()).cases] == ["static"]


def test_a_wall_that_cannot_stand_by_itself_is_caught(base, site):
    """Leaning 25° forward, it falls before any earthquake: nobody has to ask for the static check."""
    leaning = Wall(
        envelope=Envelope(
            zones=(
                Zone(
                    name="a",
                    material="stone",
                    bottom=0.0,
                    top=2.4,
                    thickness=1.0,
                    front_batter=math.radians(-25),
                    back_batter=math.radians(25),
                ),
            )
        ),
        materials={"stone": Material(unit_weight=2e4)},
        support=base,
    )
    result = analyse(leaning, site=site)
    verdict = judge(result.checks)
    assert verdict.of("gravity").state == "not_satisfied"
    assert verdict.of("gravity").governing.factor == 0.0
    assert result.critical_for("pseudo_static", "overturning").outcome == "fails_at_rest"


def test_an_upright_free_wall_stands_before_any_earthquake(free_wall, site):
    known = Circumstances(effects={effect: Circumstance(presence="absent") for effect in EFFECTS})
    declared = {item.family: item for item in DECLARATIONS}
    verdict = judge(analyse(free_wall, site=site).checks, circumstances=known, declarations=declared)
    assert verdict.of("gravity").state == "satisfied"
    assert verdict.of("gravity").governing.ratio == math.inf


def test_a_thrust_without_earthquake_has_no_say_about_one(terrace_wall, site):
    result = analyse(terrace_wall, StaticsOptions(thrusts=("rankine",)), site=site)
    verdict = judge(result.checks)
    assert verdict.of("onset").state == "not_assessed"
    rows = [check for check in result.checks if check.limit_state == "onset"]
    assert rows
    for check in rows:
        assert "static_thrust_only" in check.notes
        assert "fill_dynamic" in check.omits
        assert not check.votes


def test_kh_is_half_the_peak_where_absent_and_says_so(free_wall):
    result = analyse(free_wall, site=Site(acceleration=0.3 * G))
    assert result.factor("pseudo_static", "overturning") == pytest.approx(2.7777778)
    check = next(item for item in result.checks if item.id == "statics.pseudo_static.sliding")
    assert "kh_assumed" in check.notes


def test_every_pseudo_static_row_says_that_sliding_is_tolerated(terrace_wall, site):
    rows = [check for check in analyse(terrace_wall, site=site).checks if check.method.startswith("pseudo_static")]
    assert rows
    assert all("kh_tolerates_sliding" in check.notes for check in rows)


def test_bearing_is_checked_where_the_base_has_a_capacity(free_wall, site):
    strong = replace(free_wall, support=replace(free_wall.support, bearing_capacity=200e3))
    result = analyse(strong, StaticsOptions(required=Required(bearing=2.0)), site=site)
    check = next(item for item in result.checks if item.id == "statics.pseudo_static.bearing")
    # e = kh·H/2 = 0.18 m is outside the kern of a 1 m base
    assert check.demand == pytest.approx(2 * 23.6e3 * 2.4 / (3 * (0.5 - 0.18)))
    assert not check.satisfied
    fallen = analyse(strong, StaticsOptions(methods=("inertia",)), site=Site(kh=0.3, acceleration=0.9 * G))
    assert next(item for item in fallen.checks if item.mode == "bearing").factor == 0.0


class TestCriticalCoefficient:
    def outcome(self, wall: Wall, theory: str, mode: str = "sliding", **site: float):
        options = StaticsOptions(methods=("pseudo_static",), thrusts=(theory,))
        (case,) = cases_for(wall, Site(**{"kh": 0.1, **site}), options)
        return critical_coefficient(wall, case, mode, options)

    def test_fails_at_rest(self, terrace_wall):
        thin = replace(terrace_wall, support=Support(kind="rock", friction_angle=math.radians(5)))
        found = self.outcome(thin, "rankine")
        assert (found.coefficient, found.outcome) == (None, "fails_at_rest")

    def test_fails_by_the_kept_thrust_alone(self, terrace_wall):
        """Inertia with kh in the thrust: below 1 at a/g = 0 though the wall stands without an earthquake."""
        thin = replace(terrace_wall, envelope=replace(terrace_wall.envelope, zones=(replace(
            terrace_wall.envelope.zones[0], thickness=0.55),)))  # fmt: skip
        options = StaticsOptions(methods=("static", "inertia_kh"), thrusts=("whitman",))
        result = analyse(thin, options, site=Site(kh=0.15, acceleration=0.3 * G))
        assert result.factor("static.whitman", "overturning") > 1
        assert result.critical_for("inertia_kh.whitman", "overturning").outcome == "fails_without_inertia"

    def test_thrust_theory_ends_first(self, base):
        """A very thick wall outlives its fill: M–O ends at kh = tan(φ − i)."""
        wall = Wall.prismatic(
            height=1.0,
            thickness=30.0,
            unit_weight=2.6e4,
            support=Support(kind="rock", friction_angle=math.radians(60)),
            backfill=Backfill(unit_weight=1.6e4, friction_angle=math.radians(32)),
        )
        found = self.outcome(wall, "mononobe_okabe")
        assert (found.coefficient, found.outcome) == (None, "no_thrust")

    def test_mononobe_okabe_root(self, terrace_wall):
        found = self.outcome(terrace_wall, "mononobe_okabe", "overturning")
        result = analyse(
            terrace_wall,
            StaticsOptions(methods=("pseudo_static",), thrusts=("mononobe_okabe",)),
            site=Site(kh=found.coefficient),
        )
        assert result.factor("pseudo_static.mononobe_okabe", "overturning") == pytest.approx(1.0, abs=1e-9)

    def test_never_reached(self, base):
        wall = Wall.prismatic(height=1.0, thickness=50.0, unit_weight=2e4, support=base)
        assert self.outcome(wall, "whitman", "overturning").outcome == "beyond_search"


def test_result_reads_on_one_screen(terrace_wall, site):
    text = str(analyse(terrace_wall, site=site))
    assert "1.473" in text
    assert "0.2092" in text
    assert len(text.splitlines()) < 25


def test_curves_pass_through_the_answers(terrace_wall, site):
    result = analyse(terrace_wall, StaticsOptions(thrusts=("whitman",)), site=site)
    curve = result.curves.where(case="pseudo_static.whitman", mode="overturning")
    assert np.interp(0.15, curve["coefficient"], curve["factor"]) == pytest.approx(1.030, abs=2e-3)


@pytest.mark.parametrize(
    ("place", "closed", "pressure"),
    [
        (1.0, 2.0, 10e3),
        (1.2, 2.0, 16e3),
        (0.8, 2.0, 16e3),
        (0.4, 1.2, 2.0 * 20e3 / 1.2),
        (1.6, 1.2, 2.0 * 20e3 / 1.2),
        (-0.1, 0.0, math.inf),
        (2.1, 0.0, math.inf),
    ],
)
def test_pressure_below_a_weight_anywhere_on_the_joint(place, closed, pressure):
    """Navier's formula in the kern, a triangle of three times the distance to the nearer edge beyond it."""
    weight = Force(name="weight", outward=0.0, down=20e3, y=0.5 + place, z=1.0)
    state = Equilibrium(level=0.0, front=0.5, back=2.5, friction_angle=0.5, forces=(weight,))
    assert float(state.resultant) == pytest.approx(place)
    assert float(state.contact_length) == pytest.approx(closed)
    assert float(state.edge_pressure) == pytest.approx(pressure)


def test_cases_name_the_vertical_acceleration_and_take_the_thrust_theories_asked_for():
    wall = Wall(
        envelope=Envelope(zones=(Zone(name="w", material="s", bottom=0.0, top=3.0, thickness=1.0),)),
        materials={"s": Material(unit_weight=22e3)},
        support=Support(kind="rock", friction_angle=0.6),
        joints=JointProperties(friction_angle=0.5),
        backfill=Backfill(unit_weight=18e3, friction_angle=0.6),
    )
    options = StaticsOptions(methods=("pseudo_static",), thrusts=("mononobe_okabe",))
    for kv, expected in ((0.1, {"up", "down"}), (0.0, {""})):
        (case,) = cases_for(wall, Site(kh=0.1, kv=kv), options)
        assert {state.vertical for state in joint_states(wall, case, options)} == expected

    def wet(thrust: str) -> str | None:
        (case,) = cases_for(wall, Site(), StaticsOptions(methods=("wet",), thrusts=(thrust,)))
        return case.thrust

    assert [wet(name) for name in ("rankine", "coulomb", "whitman", "mononobe_okabe")] == [
        "rankine",
        "coulomb",
        "coulomb",
        "coulomb",
    ]
    both = StaticsOptions(methods=("pseudo_static", "inertia_kh"), thrusts=("coulomb", "whitman"))
    assert [(case.method, case.thrust) for case in cases_for(wall, Site(kh=0.1, acceleration=2.0), both)] == [
        ("pseudo_static", "coulomb"),
        ("pseudo_static", "whitman"),
        ("inertia_kh", "whitman"),
    ]
    other = replace(both, methods=("inertia_kh",), thrusts=("coulomb",))
    assert [case.thrust for case in cases_for(wall, Site(kh=0.1, acceleration=2.0), other)] == ["coulomb"]
