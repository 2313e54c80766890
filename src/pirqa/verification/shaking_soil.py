"""Shaking: the wall with soil behind it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics import SimulationOptions, Trajectory, simulate
from pirqa.dynamics.drive import Hold, Ramp
from pirqa.dynamics.soil_pressure import SoilPressure
from pirqa.errors import ComputationError
from pirqa.model import Backfill, Support, Wall
from pirqa.shaking.soil.onset import onset_of
from pirqa.shaking.soil.options import SoilOptions, SoilThrust
from pirqa.shaking.soil.pressure import rest_coefficient, soil_behind
from pirqa.shaking.soil.stage import statics_beside
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT
from pirqa.verification.blocks import block_on_base, sine_motion, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_case = partial(case_of, "shaking")

_WIDTH, _DEPTH, _HEIGHT = 1.0, 0.762, 1.68
_UNIT_WEIGHT, _FILL_WEIGHT, _SATURATED = 23.6e3, 15.7e3, 19.5e3
_FILL_ANGLE = math.radians(40.0)
_RIGID, _COMPLIANT = 1e12, 1e10
"""Normal stiffness of the base joint [N/m3]."""
_SLIPPERY, _ROUGH = math.tan(math.radians(20.0)), 2.0
"""Friction with which the block slides, or tips, first."""
_SLOW = 20.0
"""In which the pull grows [s]."""
_STRIPS = 24
_GROWS, _HELD = 5.0, 10.0
"""Of a held trial: in which the pull grows, and for which it is held at most [s]."""
_RESOLUTION = 0.005
"""Between the last trial that stands and the first that tips, of the coefficient of statics."""


def _block(stiffness: float, friction: float, *, water: float = 0.0) -> Wall:
    """The section of the Machu Picchu wall as one block of a metre's length."""
    joints = stiff_joints(stiffness, friction=friction, damping_ratio=0.5)
    block = block_on_base(_WIDTH, _DEPTH, _HEIGHT, _UNIT_WEIGHT / STANDARD_GRAVITY, joints)
    fill = Backfill(
        unit_weight=_FILL_WEIGHT, friction_angle=_FILL_ANGLE, water_level=water, saturated_unit_weight=_SATURATED
    )
    return replace(block, support=Support(kind="rock", friction_angle=math.atan(friction)), backfill=fill)


def _options(thrust: SoilThrust = "seed_whitman") -> SoilOptions:
    return SoilOptions(thrust=thrust, strips=_STRIPS)


def _statics(friction: float, mode: str, thrust: SoilThrust = "seed_whitman") -> float:
    found = next(item for item in statics_beside(_block(_RIGID, friction), _options(thrust)) if item.mode == mode)
    if found.coefficient is None:
        raise ComputationError(f"statics has no critical coefficient: {found.outcome}")
    return found.coefficient


def _coefficient(
    stiffness: float, friction: float, mode: str, thrust: SoilThrust = "seed_whitman", *, duration: float = _SLOW
) -> float:
    """Where the block gives way under a slow pull, its soil being active from the start."""
    wall = _block(stiffness, friction)
    soil = soil_behind(wall, _options(thrust))
    ramp = Ramp(to=1.2 * _statics(friction, mode, thrust), duration=duration)
    run = simulate(wall, ramp, SimulationOptions(free=0.0), soil=replace(soil, rest=soil.active))
    found = onset_of(run, ramp, speed=SoilOptions().onset_speed)
    if found is None or found.mode != mode:
        raise ComputationError(f"the block does not give way by {mode}")
    return found.coefficient


def _compliant_tipping(stiffness: float) -> float:
    """Coefficient at which a block on a bed of springs without tension tips, by the greatest pull in equilibrium.

    A resultant at a from the toe presses the bed over 3a and turns the block by θ = 2W/(9 Kn B a²); the pull balances
    W(b/2 − a) − Whθ less the moment of the still thrust. The forces of the soil keep their place.
    """
    weight = _UNIT_WEIGHT * _WIDTH * _DEPTH * _HEIGHT
    sine = math.sin(_FILL_ANGLE)
    stress = 0.5 * _FILL_WEIGHT * _HEIGHT**2 * _WIDTH
    still = (1.0 - sine) / (1.0 + sine) * stress * _HEIGHT / 3.0
    per_pull = weight * 0.5 * _HEIGHT + 0.75 * stress * 0.6 * _HEIGHT
    arms = np.linspace(1e-4, _DEPTH / 6.0, 100_001)
    turns = 2.0 * weight / (9.0 * stiffness * _WIDTH * arms**2)
    held = weight * (0.5 * _DEPTH - arms) - weight * 0.5 * _HEIGHT * turns
    return float(((held - still) / per_pull).max())


def _greatest_held(stiffness: float) -> float:
    """Greatest coefficient of a pull that the block stands when it is held, by trials; its soil is active."""
    wall = _block(stiffness, _ROUGH)
    soil = soil_behind(wall, _options())
    statics = _statics(_ROUGH, "overturning")
    low, high = 0.85 * statics, 1.1 * statics
    while high - low > _RESOLUTION * statics:
        pull = Ramp(to=0.5 * (low + high), duration=_GROWS)
        run = simulate(wall, pull, SimulationOptions(free=_HELD, refine=0), soil=replace(soil, rest=soil.active))
        tips = -float(run.displacement[-1, 0, 1]) > 0.1 * _DEPTH
        low, high = (low, pull.to) if tips else (pull.to, high)
    return 0.5 * (low + high)


@cache
def _resting(water: float) -> tuple[SoilPressure, Trajectory]:
    """The block, fixed, with soil that is at rest."""
    wall = replace(_block(1e9, 0.7, water=water), fixed=("block",))
    soil = soil_behind(wall, _options())
    return soil, simulate(wall, Hold(duration=0.2), SimulationOptions(free=0.0), soil=soil)


def _rest_thrust() -> float:
    soil, run = _resting(0.0)
    return float(soil.thrust(run.soil_pressure)[0][-1])


def _rest_height() -> float:
    soil, run = _resting(0.0)
    return float(soil.thrust(run.soil_pressure)[1][-1])


def _water_thrust() -> float:
    soil, run = _resting(_HEIGHT)
    wet, _ = soil.thrust(run.soil_pressure)
    grains = soil.thrust(soil.rest[None, :])[0]
    return float(wet[-1] - grains[0])


def _ledger_error() -> float:
    """Under a sine that drives the block out step by step, with wall friction and water."""
    wall = _block(1e9, 0.5, water=0.5 * _HEIGHT)
    assert wall.backfill is not None
    wall = replace(wall, backfill=replace(wall.backfill, wall_friction=math.radians(15.0)))
    motion = sine_motion(0.3 * STANDARD_GRAVITY, 2.0, 3.0)
    run = simulate(wall, motion, SimulationOptions(free=0.5, refine=0), soil=soil_behind(wall, _options()))
    if run.residual[0, 1] > -1e-3:
        raise ComputationError("the block was to go outwards")
    return run.ledger.error


def cases() -> Iterator[Case]:
    """All cases of the part."""
    rest = rest_coefficient(Backfill(unit_weight=_FILL_WEIGHT, friction_angle=_FILL_ANGLE), _options())
    statics = "statics: critical coefficient of the same section and thrust"
    late = "the speed at which the block counts as going is reached a little late"
    theories: tuple[SoilThrust, ...] = ("seed_whitman", "mononobe_okabe")
    for thrust in theories:
        suffix = "" if thrust == "seed_whitman" else f".{thrust}"
        yield _case(
            f"soil.sliding{suffix}", f"pull at which a retaining block slides, {thrust}", "", statics,
            _statics(_SLIPPERY, "sliding", thrust), {"rel": 0.02}, late,
            partial(_coefficient, _RIGID, _SLIPPERY, "sliding", thrust, duration=0.5 * _SLOW),
            "Kn 1e12 N/m3.",
        )  # fmt: skip
    held = f"trials are {100 * _RESOLUTION:g} % apart; the closed form leaves out the springs of the soil"
    yield _case(
        "soil.overturning", "greatest pull that a retaining block stands, Kn 1e12 N/m3", "", statics,
        _statics(_ROUGH, "overturning"), {"rel": 0.02}, held, partial(_greatest_held, _RIGID),
        "The closed form of the compliant bed has 1.2 % less than statics here. Held trials either stay within "
        "millimetres or tip over: no speed has to be chosen.",
    )  # fmt: skip
    bed = "greatest pull in equilibrium on a bed without tension"
    yield _case(
        "soil.overturning.compliant", "the same, Kn 1e10 N/m3", "", bed, _compliant_tipping(_COMPLIANT), {"rel": 0.02},
        held, partial(_greatest_held, _COMPLIANT),
    )  # fmt: skip
    for suffix, stiffness in (("", _RIGID), (".compliant", _COMPLIANT)):
        shown = _case(
            f"soil.overturning{suffix}.ramp", f"the same, read off one slow pull, Kn {stiffness:g} N/m3", "",
            bed, _compliant_tipping(stiffness), {"rel": 0.02}, "shown: the reading hangs on soil.onset_speed",
            partial(_coefficient, stiffness, _ROUGH, "overturning"),
        )  # fmt: skip
        yield replace(shown, compare_only=True)
    half = 0.5 * _FILL_WEIGHT * _HEIGHT**2 * _WIDTH
    exact = "a linear pressure on level strips adds up to its own integral; the rest is rounding"
    yield _case(
        "soil.at_rest", "thrust of fill at rest, ½ K0 γ H²", "N", "Jaky's K0, triangle of pressure",
        rest * half, {"rel": 1e-9}, exact, _rest_thrust,
    )  # fmt: skip
    yield _case(
        "soil.at_rest.height", "height of that thrust, H/3", "m", "triangle of pressure", _HEIGHT / 3.0, {"rel": 1e-3},
        f"strips are pressed at their middle: 1/(2n²) too high, 0.09 % with {_STRIPS} of them", _rest_height,
    )  # fmt: skip
    yield _case(
        "soil.water", "thrust of still water, ½ γw h²", "N", "hydrostatics",
        0.5 * WATER_UNIT_WEIGHT * _HEIGHT**2 * _WIDTH,
        {"rel": 1e-9}, exact, _water_thrust,
    )  # fmt: skip
    yield _case(
        "soil.energy", "energy that the ledger misses, over what was brought", "", "conservation of energy", 0.0,
        {"max": 1e-4}, "a tenth of what counts as reliable", _ledger_error,
        "A sine of 0.3 g with water and wall friction: the block goes outwards, the soil follows.",
    )  # fmt: skip
