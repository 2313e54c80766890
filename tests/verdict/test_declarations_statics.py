"""Trials of what statics, limit and the sliding block declare: an effect that is included moves the capacity, an effect
that is left out changes not one bit."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pirqa.limit import LimitOptions
from pirqa.limit import analyse as analyse_mechanisms
from pirqa.limit.options import LimitStrut, SideWall
from pirqa.limit.stage import DECLARATIONS as LIMIT
from pirqa.model import Backfill, Site, Wall
from pirqa.model.check import Check, MethodDeclaration
from pirqa.motion import MotionOptions, SignalOptions, SlidingOptions
from pirqa.motion.options import SequenceOptions
from pirqa.motion.stage import DECLARATION as SLIDING_BLOCK
from pirqa.motion.stage import YieldCase, Yields, prepare_motions
from pirqa.motion.synthetic.options import RickerOptions
from pirqa.project.stages.limit import FillThrust
from pirqa.statics import StaticsOptions, analyse
from pirqa.statics.checks import DECLARATIONS as STATICS
from pirqa.statics.options import ThrustTheory
from pirqa.units import STANDARD_GRAVITY
from tests.limit.walls import of_zones

G = STANDARD_GRAVITY
PEAK = Site(acceleration=0.2 * G)
TOLERANCE = 1e-6
"""Least relative change of a capacity that counts as one."""
FILL = Backfill(unit_weight=17e3, friction_angle=math.radians(36), saturated_unit_weight=20e3)


def wall(*, fill: Backfill | None = FILL, weight: float = 1.0, friction: float = 35.0, **shape: float) -> Wall:
    from pirqa.model import Zone

    zone = Zone(name="wall", material="stone", bottom=0.0, top=2.4, thickness=1.3, **shape)
    made = of_zones(zone, length=6.0, backfill=fill)
    stone = made.materials["stone"]
    return replace(
        made,
        materials={"stone": replace(stone, unit_weight=weight * stone.unit_weight)},
        support=replace(made.support, friction_angle=math.radians(friction)),
    )


def leaning() -> Wall:
    return wall(front_batter=math.radians(-6), back_batter=math.radians(6))


# statics: a capacity is a factor at rest, and an intensity in an earthquake


def statics(mode: str, state: str, subject: Wall, *, site: Site = PEAK, **options: Any) -> float:
    found = analyse(subject, StaticsOptions(**options), site=site).checks
    check = next(c for c in found if c.votes and c.mode == mode and c.limit_state == state and not c.season)
    return capacity_of(check)


def capacity_of(check: Check) -> float:
    value = check.factor if check.limit_state == "gravity" else check.intensity
    assert value is not None
    return value


Trial = tuple[Callable[[], float], Callable[[], float], str]
"""Capacity without and with the effect, and where it goes: ``down``, ``up`` or ``same``."""


def statics_trials(state: str) -> dict[str, list[Trial]]:
    def trial(there: Wall, mode: str, where: str, without: Wall | None = None, **site: float) -> Trial:
        plain = wall() if without is None else without
        with_it = replace(PEAK, **site)
        return (lambda: statics(mode, state, plain), lambda: statics(mode, state, there, site=with_it), where)

    both = ("sliding", "overturning")
    water = replace(FILL, water_level=0.8)
    trials = {
        "self_weight": [trial(wall(weight=1.1), mode, "up") for mode in both],
        "fill_at_rest": [trial(wall(), mode, "down", wall(fill=None)) for mode in both] if state == "onset" else
                        [trial(wall(fill=replace(FILL, unit_weight=18e3)), mode, "down") for mode in both],
        "water": [trial(wall(fill=water), mode, "down") for mode in both],
        "surcharge": [trial(wall(fill=replace(FILL, surcharge=8e3)), mode, "down") for mode in both],
        "sliding": [trial(wall(friction=30.0), "sliding", "down"), trial(wall(friction=30.0), "overturning", "same")],
        "shape": [trial(leaning(), "overturning", "down")],
    }  # fmt: skip
    if state == "onset":
        # kv works both ways: the worse of the two counts
        trials["vertical_motion"] = [trial(wall(), mode, "down", kv=0.1) for mode in both]
        still = lambda mode: next(  # noqa: E731
            c for c in analyse(wall(), StaticsOptions(thrusts=("coulomb",)), site=PEAK).checks
            if c.limit_state == "onset" and c.mode == mode and c.method.startswith("inertia")
        ).intensity  # fmt: skip
        trials["fill_dynamic"] = [
            (lambda mode=mode: still(mode), lambda mode=mode: statics(mode, state, wall()), "down") for mode in both
        ]
    return trials


def unmoved_statics(state: str) -> dict[str, list[Trial]]:
    """Inputs of effects that are left out, or cannot matter to the question."""
    tight = wall()
    tight = replace(tight, joints=replace(tight.joints, cohesion=5e4, tension=5e4))
    stiff = replace(tight, joints=replace(tight.joints, normal_stiffness=1e7))
    base = lambda mode: statics(mode, state, wall())  # noqa: E731
    both = ("sliding", "overturning")
    trials = {
        "mortar": [(lambda m=m: base(m), lambda m=m: statics(m, state, tight), "same") for m in both],
        "joint_compliance": [(lambda m=m: base(m), lambda m=m: statics(m, state, stiff), "same") for m in both],
        "returns": [
            (lambda m=m: base(m),
             lambda m=m: statics(m, state, replace(wall(), envelope=replace(wall().envelope, length=2.0))), "same")
            for m in both
        ],
    }  # fmt: skip
    if state == "gravity":
        shaken = Site(acceleration=0.9 * G, kv=0.3)
        trials["vertical_motion"] = trials["fill_dynamic"] = [
            (lambda m=m: base(m), lambda m=m: statics(m, state, wall(), site=shaken), "same") for m in both
        ]
    return trials


# limit: the mechanism that starts first, or work over work at rest


def mechanisms(state: str, subject: Wall, options: LimitOptions | None = None, *, inward: bool = False) -> float:
    thrust = None if subject.backfill is None else FillThrust(wall=subject, statics=StaticsOptions())
    found = analyse_mechanisms(subject, options or LimitOptions(), site=PEAK, thrust=thrust).checks
    rows = [c for c in found if c.limit_state == state and c.place.inward is inward]
    return capacity_of(rows[0])


def limit_trials(state: str) -> dict[str, list[Trial]]:
    def trial(there: Wall, where: str, options: LimitOptions | None = None, without: Wall | None = None) -> Trial:
        plain = wall() if without is None else without
        return (lambda: mechanisms(state, plain), lambda: mechanisms(state, there, options), where)

    strut = LimitStrut(level=2.0, side="front", kind="wedged", capacity=20e3, count=3)
    trials = {
        "self_weight": [trial(wall(weight=1.1), "up")],
        "fill_at_rest": [trial(wall(fill=replace(FILL, unit_weight=18e3)), "down")],
        "water": [trial(wall(fill=replace(FILL, water_level=0.8)), "down")],
        "surcharge": [trial(wall(fill=replace(FILL, surcharge=8e3)), "down")],
        "struts": [trial(wall(), "up", LimitOptions(struts={"a": strut}))],
        "crushing": [trial(wall(), "down", LimitOptions(compressive_strength=0.4e6))],
        "shape": [trial(leaning(), "down")],
    }
    if state == "onset":
        static = LimitOptions(backfill="static")
        trials["fill_dynamic"] = [
            (lambda: mechanisms(state, wall(), static), lambda: mechanisms(state, wall()), "down"),
        ]
    return trials


def unmoved_limit(state: str) -> dict[str, list[Trial]]:
    tight = wall()
    tight = replace(tight, joints=replace(tight.joints, cohesion=5e4, tension=5e4))
    slippery = wall(friction=5.0)
    base = lambda: mechanisms(state, wall())  # noqa: E731
    return {
        "mortar": [(base, lambda: mechanisms(state, tight), "same")],
        "sliding": [(base, lambda: mechanisms(state, slippery), "same")],
    }


# sliding block: through statics' yield coefficient


def slid(
    subject: Wall | None,
    *,
    coefficient: float = 0.15,
    shocks: int = 1,
    kv: float = 0.0,
    allowable: float = 0.05,
    theory: ThrustTheory = "seed_whitman",
) -> float:
    if subject is not None:
        found = analyse(subject, StaticsOptions(thrusts=(theory,)), site=replace(PEAK, kv=kv))
        critical = found.critical_for(f"inertia.{theory}", "sliding").coefficient
        assert critical is not None
        coefficient = critical
    pulse = RickerOptions(amplitude=0.6 * G, frequency=1.0)
    options = MotionOptions(
        signals={"pulse": SignalOptions(ricker=pulse)},
        sequences={"two": SequenceOptions(shocks=("pulse",) * shocks, rest=5.0)} if shocks > 1 else {},
        sliding=SlidingOptions(allowable=allowable),
    )
    yields = Yields(cases=(YieldCase(name="seed_whitman", coefficient=coefficient),))
    (check,) = prepare_motions(options, folder=Path(), yields=yields).checks
    assert check.intensity is not None
    return check.intensity


def block_trials() -> dict[str, list[Trial]]:
    def trial(there: Wall, where: str, without: Wall | None = None) -> Trial:
        return (lambda: slid(wall() if without is None else without), lambda: slid(there), where)

    fluid = replace(FILL, friction_angle=math.radians(30))
    return {
        "self_weight": [trial(wall(weight=1.1), "up")],
        "fill_at_rest": [trial(wall(fill=fluid), "down")],
        "fill_dynamic": [(lambda: slid(wall(), theory="coulomb"), lambda: slid(wall()), "down")],
        "water": [trial(wall(fill=replace(FILL, water_level=0.8)), "down")],
        "surcharge": [trial(wall(fill=replace(FILL, surcharge=8e3)), "down")],
        "sliding": [trial(wall(friction=30.0), "down")],
        "shape": [trial(wall(thickness_top=0.9), "down")],  # less of it above
        "vertical_motion": [(lambda: slid(wall()), lambda: slid(wall(), kv=0.1), "down")],
        "duration": [(lambda: slid(None), lambda: slid(None, shocks=2), "down")],
    }


DECLARED: dict[str, tuple[MethodDeclaration, dict[str, list[Trial]], dict[str, list[Trial]]]] = {
    "statics_gravity": (STATICS[0], statics_trials("gravity"), unmoved_statics("gravity")),
    "statics_onset": (STATICS[1], statics_trials("onset"), unmoved_statics("onset")),
    "limit_gravity": (LIMIT[0], limit_trials("gravity"), unmoved_limit("gravity")),
    "limit_onset": (LIMIT[1], limit_trials("onset"), unmoved_limit("onset")),
    "sliding_block": (SLIDING_BLOCK, block_trials(), {}),
}


@pytest.mark.parametrize("family", DECLARED)
def test_every_included_effect_has_a_trial(family):
    declared, trials, unmoved = DECLARED[family]
    assert declared.family == family
    included = {effect for effect, how in declared.effects.items() if how == "included"}
    assert set(trials) == included
    assert not set(unmoved) & included, "those are left out"


@pytest.mark.parametrize(("family", "effect"), [(name, effect) for name in DECLARED for effect in DECLARED[name][1]])
def test_an_included_effect_moves_the_capacity(family, effect):
    for without, there, where in DECLARED[family][1][effect]:
        before, after = without(), there()
        if where == "same":
            assert before == after
        elif where == "up":
            assert after > before * (1.0 + TOLERANCE)
        else:
            assert after < before * (1.0 - TOLERANCE)


@pytest.mark.parametrize(("family", "effect"), [(name, effect) for name in DECLARED for effect in DECLARED[name][2]])
def test_an_effect_that_is_left_out_changes_not_one_bit(family, effect):
    for without, there, where in DECLARED[family][2][effect]:
        assert where == "same"
        assert without() == there()


def test_side_walls_raise_both_capacities_of_a_mechanism_and_its_checks_name_them():
    side = SideWall(height=2.4, course_height=0.4, overlap=0.3, thickness=0.5, unit_weight=20e3)
    held = LimitOptions(side_walls={"side": side})
    for state in ("gravity", "onset"):
        assert mechanisms(state, wall(), held) > (1.0 + TOLERANCE) * mechanisms(state, wall())
    thrust = FillThrust(wall=wall(), statics=StaticsOptions())
    for options, named in ((LimitOptions(), ()), (held, ("returns",))):
        found = analyse_mechanisms(wall(), options, site=PEAK, thrust=thrust).checks
        assert {check.includes for check in found if not check.place.inward} == {named}


def test_a_mechanism_that_leaves_the_fill_out_omits_it():
    for options, thrust, missing in (
        (LimitOptions(), True, set()),
        (LimitOptions(backfill="static"), True, {"fill_dynamic"}),
        (LimitOptions(backfill="none"), True, {"fill_at_rest", "fill_dynamic", "water", "surcharge"}),
        (LimitOptions(), False, {"fill_at_rest", "fill_dynamic", "water", "surcharge"}),
    ):
        subject = wall()
        push = FillThrust(wall=subject, statics=StaticsOptions()) if thrust else None
        found = analyse_mechanisms(subject, options, site=PEAK, thrust=push).checks
        (onset,) = [check for check in found if check.limit_state == "onset" and not check.place.inward]
        assert set(onset.omits) - {"crushing"} == missing
    free = analyse_mechanisms(wall(fill=None), LimitOptions(), site=PEAK).checks
    assert all(set(check.omits) == {"crushing"} for check in free)


@pytest.mark.parametrize("direction", ["outward", "inward"])
def test_limit_starts_where_statics_is_in_balance(direction):
    """Virtual work of weight, thrust and its increment at 0.6 H gives the equilibrium of statics: two formulations."""
    fill = replace(FILL, height=1.0, wall_friction=math.radians(12), surcharge=4e3, water_level=0.5)
    subject = wall(fill=fill if direction == "outward" else None, thickness_top=0.9)
    options = StaticsOptions(methods=("inertia",), thrusts=("mononobe_okabe",))
    result = analyse(subject, options, site=PEAK)
    states = [c for c in result.checks if c.mode == "overturning"]
    thrust = None if subject.backfill is None else FillThrust(wall=subject, statics=options)
    found = analyse_mechanisms(subject, LimitOptions(directions=(direction,)), site=PEAK, thrust=thrust)
    base = next(item for item in found.mechanisms if item.name == f"overturning.{direction}.base")
    from pirqa.statics.pseudo_static import cases_for, joint_states

    (case,) = cases_for(subject, PEAK, options)
    at_start = [
        state.equilibrium
        for state in joint_states(subject, case.with_coefficient(base.multiplier), options)
        if state.direction == direction and state.joint == 0
    ]
    (balanced,) = at_start
    assert float(balanced.overturning_moment) == pytest.approx(float(balanced.resisting_moment), rel=1e-9)
    if direction == "outward":
        assert states[0].intensity == pytest.approx(base.multiplier, rel=1e-6) or not states[0].place.inward
