"""Shaking: a wall on a bed of rounded stones, with soil behind it, and with infill between two leaves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.dynamics import Hold, SimulationOptions, TiltOptions, Trajectory, simulate
from pirqa.dynamics.drive import Ramp
from pirqa.dynamics.springs import SoilPressure
from pirqa.errors import ComputationError
from pirqa.experiments.isolation.bed import (
    Bed,
    Measures,
    joints_on,
    measure,
    recentring_springs,
    rocking_coefficient,
    wall_on,
)
from pirqa.experiments.leaves import infill_springs
from pirqa.experiments.options import InfillOptions
from pirqa.experiments.soil.options import SoilOptions, SoilThrust
from pirqa.experiments.soil.pressure import rest_coefficient, soil_behind
from pirqa.experiments.soil.result import onset_of
from pirqa.experiments.soil.stage import statics_beside
from pirqa.model import Backfill, Direction, GroundMotion, Leaf, Material, Support, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.record import ReadAs, record_path
from pirqa.motion.sliding_block import slide
from pirqa.motion.synthetic.options import RickerOptions
from pirqa.motion.synthetic.signals import ricker
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.options import LeafBond
from pirqa.units import STANDARD_GRAVITY, WATER_UNIT_WEIGHT
from pirqa.verification.case import Case
from pirqa.verification.walls import block_on_base, sine_motion, stiff_joints

_case = partial(Case, group="shaking")
_PLACE = 91
_RECORD, _USED = "pirqa:elcentro_NS_full.dat", 32.0
"""El Centro 1940, and how much of it [s]."""
_SLIP, _LIMIT = 0.1, 0.05
"""Coefficients of beds [-]."""
_RADIUS, _SMOOTH, _THROW = 1.0, 0.005, 0.1
"""Radius of a hollow [m], its friction [-], and the throw of the ground under it [m]."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _newmark()
    yield from _force_limit()
    yield from _recentring()
    yield from _hatunrumiyoc()
    yield from _soil()
    yield from _leaf_cases()


@cache
def _el_centro(peak: float) -> GroundMotion:
    """Its strong part, scaled to ``peak`` [m/s2]."""
    channel = read_record(record_path(_RECORD, Path()), ReadAs(unit="g")).accelerations[0]
    samples = channel.values[: round(_USED / channel.step) + 1]
    return GroundMotion(
        name="El Centro",
        step=channel.step,
        acceleration=(samples * (peak / np.abs(samples).max()))[:, None],
        directions=(Direction(name="across"),),
    )


def _on_bed(
    wall: Wall, bed: Bed, motion: GroundMotion, options: SimulationOptions, *, radius: float | None = None
) -> Trajectory:
    assert wall.joints is not None
    free = wall_on(bed, wall)
    joints = joints_on(bed, free, wall.joints, joined=False)
    struts = () if radius is None else recentring_springs(free, radius)
    return simulate(free, motion, options, joints=joints, struts=struts)


def _slab(stiffness: float) -> Wall:
    """Too flat to rock: 1 × 1 × 0.2 m."""
    return block_on_base(1.0, 1.0, 0.2, 2400.0, stiff_joints(stiffness))


@cache
def _slid() -> FloatArray:
    """Drift of the slab on a bed [m], shape (k,)."""
    wall, bed = _slab(1e12), Bed(kind="sliding", coefficient=_SLIP)
    run = _on_bed(wall, bed, _el_centro(0.35 * STANDARD_GRAVITY), SimulationOptions(free=3.0))
    return measure(run, wall).drift[:, 1]


def _newmark() -> Iterator[Case]:
    motion, resistance = _el_centro(0.35 * STANDARD_GRAVITY), _SLIP * STANDARD_GRAVITY
    block = slide(motion.acceleration[:, 0], motion.step, yield_acceleration=resistance, yield_backward=resistance)
    why = (
        "the slab swings on its joint, at 5 kHz with Kt 5e11 N/m3, where Newmark's block stops at once; the difference "
        "falls as 1/√Kt (0.7 % at 5e10)"
    )
    source = "Newmark (1965), integrated exactly by pirqa.motion.sliding_block, both ways; another room of pirqa"
    yield _case("newmark.sliding_block", "lasting drift of a slab on a bed of μ 0.1 under El Centro at 0.35 g", "m",
        source, -block.final, {"rel": 0.01}, why, lambda: float(_slid()[-1]))  # fmt: skip
    yield _case("newmark.sliding_block.peak", "largest drift of the same", "m", source, block.largest, {"rel": 0.01},
        why, lambda: float(np.abs(_slid()).max()))  # fmt: skip


def _share(found: Measures, coefficient: float) -> float:
    return float(found.transmitted.max()) / (coefficient * STANDARD_GRAVITY)


def _force_limit() -> Iterator[Case]:
    strong = _el_centro(STANDARD_GRAVITY)
    often = SimulationOptions(output_step=0.002, free=3.0)
    source = "Coulomb: the level force on the ground is at most μ times the vertical one, μ·W under a level motion"
    why = (
        "it slides, so it meets the limit; looked at every 2 ms; what swings up and down on its joints presses by a "
        "little more than its weight"
    )

    def slab() -> float:
        wall, bed = _slab(1e9), Bed(kind="rolling", coefficient=_SLIP)
        return _share(measure(_on_bed(wall, bed, strong, often), wall), _SLIP)

    def bond() -> float:
        laid = GenerateOptions(pattern="running_bond", length=2.0, height=0.9, courses=3, unit_length=1.0)
        made = survey(
            SurveyOptions(generate=laid, thickness=0.8),
            around=Surroundings(materials={"stone": Material(unit_weight=23e3)}),
        ).wall
        wall = replace(made, joints=stiff_joints(1e9, friction=0.6, damping_ratio=0.1))
        bed = Bed(kind="rolling", coefficient=_LIMIT)
        return _share(measure(_on_bed(wall, bed, strong, often), wall), _LIMIT)

    yield _case("isolation.force_limit", "acceleration that comes through a bed of μ 0.1 under El Centro at 1 g, over "
        "μg", "", source, 1.0, {"rel": 0.01}, why, slab)  # fmt: skip
    yield _case("isolation.force_limit.wall", "the same of a wall of nine boxes, 0.9 m high and 0.8 m thick, μ 0.05",
        "", source, 1.0, {"rel": 0.01}, why, bond,
        note="A slender wall passes it: where it rocks, it presses on the bed by more than its weight.")  # fmt: skip


@cache
def _swings() -> tuple[FloatArray, FloatArray]:
    """Times [s] and places [m] at which the slab turns back in its hollow, after the ground was thrown under it."""
    step, throw = 0.005, 0.2
    times = step * np.arange(round(8.0 / step) + 1)
    # a whole sine of acceleration: the ground goes by A T²/2π and stops
    size = _THROW * 2.0 * math.pi / throw**2
    samples = np.where(times <= throw, size * np.sin(2.0 * math.pi * times / throw), 0.0)
    motion = GroundMotion(
        name="throw", step=step, acceleration=samples[:, None], directions=(Direction(name="across"),)
    )
    wall, bed = _slab(1e9), Bed(kind="rolling", coefficient=_SMOOTH)
    run = _on_bed(wall, bed, motion, SimulationOptions(free=30.0), radius=_RADIUS)
    drift = measure(run, wall).drift[:, 1]
    found = [(float(run.times[-1]), float(drift[-1]))]
    for k in range(1, len(drift) - 1):
        before, here, after = drift[k - 1 : k + 2]
        curve = before - 2.0 * here + after
        if (
            run.times[k] > 2.0 * throw
            and (here - before) * (after - here) < 0.0
            and abs(here) > 2.0 * _SMOOTH * _RADIUS
        ):
            shift = 0.5 * (before - after) / curve
            spacing = float(run.times[k] - run.times[k - 1])
            found.append((float(run.times[k]) + shift * spacing, here - 0.125 * (before - after) ** 2 / curve))
    table = np.array([*found[1:], found[0]])
    return table[:, 0], table[:, 1]


def _recentring() -> Iterator[Case]:
    why = "springs 1 km long and joints of 1e9 N/m3: parts in ten thousand; turning points from states 10 ms apart"
    hollow = "a slab in a hollow of radius 1 m, μ 0.005, after the ground was thrown by 0.1 m"

    def period() -> float:
        times, _ = _swings()
        return float(times[4] - times[0]) / 2.0

    def lost() -> float:
        _, places = _swings()
        return float(np.abs(places[0]) - np.abs(places[4])) / 4.0

    yield _case("isolation.recentring", f"period of {hollow}", "s", "sliding pendulum: 2π√(R/g), which dry friction "
        "does not change", 2.0 * math.pi * math.sqrt(_RADIUS / 9.80665), {"rel": 2e-3}, why, period)  # fmt: skip
    yield _case("isolation.recentring.decay", f"swing lost each half period by {hollow}", "m",
        "dry friction: 2μR for each half swing", 2.0 * _SMOOTH * _RADIUS, {"rel": 0.01},
        "the same, of a difference of swings a tenth of their size", lost)  # fmt: skip
    yield _case("isolation.recentring.residual", f"lasting drift of {hollow}", "m",
        "where friction holds what the hollow pulls: at most μR", _SMOOTH * _RADIUS, {"max": 1.01 * _SMOOTH * _RADIUS},
        "a hundredth for the joint's own give", lambda: abs(float(_swings()[1][-1])))  # fmt: skip


@cache
def _hatunrumiyoc_wall() -> Wall:
    """20 generated stones with the size of the Inka walls paper's Fig. 6 and the joints of the Sacsayhuaman paper."""
    laid = GenerateOptions(pattern="inca", length=4.8, height=2.4, stones=20, courses=4, seed=7)
    made = survey(
        SurveyOptions(generate=laid, thickness=1.0),
        around=Surroundings(materials={"granite": Material(unit_weight=23.6e3)}),
    ).wall
    return replace(made, joints=stiff_joints(2e8, tangential_stiffness=1e8, friction=0.4, damping=2e5))


@cache
def _pulsed(coefficient: float) -> Measures:
    wall = _hatunrumiyoc_wall()
    run = _on_bed(wall, Bed(kind="sliding", coefficient=coefficient), _pulse(), SimulationOptions())
    return measure(run, wall)


@cache
def _pulse() -> GroundMotion:
    return ricker(RickerOptions(amplitude=0.6 * STANDARD_GRAVITY, frequency=1.0)).motion


def _hatunrumiyoc() -> Iterator[Case]:
    yield _case("isolation.hatunrumiyoc.rocking", "acceleration over g at which the Hatunrumiyoc wall rocks as one "
        "block", "", "Inka walls paper, eqs 4–6: t/H of its Fig. 6, below the 0.577 at which its bed slides", 1.0 / 2.4,
        {"rel": 1e-9}, "geometry in double precision", lambda: rocking_coefficient(_hatunrumiyoc_wall()))  # fmt: skip
    friction = math.tan(math.radians(30.0))
    shown = "shown, not judged: a wall of stones is no rigid block"
    for name, coefficient in (("sliding", friction), ("rolling", _SLIP)):
        resistance = coefficient * STANDARD_GRAVITY
        yield _case(f"isolation.hatunrumiyoc.through.{name}", f"comes through a bed of {coefficient:.3f} under 0.6 g "
            "at 1 Hz", "m/s2", "μg of a rigid block that does not rock", resistance, {"rel": 0.1}, shown,
            partial(lambda coefficient: float(_pulsed(coefficient).transmitted.max()), coefficient),
            note="The wall rocks before this bed slides, and its impacts come through." if name == "sliding" else "",
            compare_only=True)  # fmt: skip
        pulse = _pulse()
        block = slide(pulse.acceleration[:, 0], pulse.step, yield_acceleration=resistance, yield_backward=resistance)
        yield _case(f"isolation.hatunrumiyoc.drift.{name}", "largest drift on the same bed", "m",
            "Newmark's block, both ways", block.largest, {"rel": 0.1}, shown,
            partial(lambda coefficient: float(np.hypot(*_pulsed(coefficient).drift.T).max()), coefficient),
            compare_only=True)  # fmt: skip


# ---- soil behind the wall ----

_WIDTH, _DEPTH, _HEIGHT = 1.0, 0.762, 1.68
_UNIT_WEIGHT, _FILL_WEIGHT, _SATURATED = 23.6e3, 15.7e3, 19.5e3
_FILL_ANGLE = math.radians(40.0)
_RIGID, _COMPLIANT = 1e12, 1e10
"""Normal stiffness of the base joint [N/m3]."""
_SLIPPERY, _ROUGH = math.tan(math.radians(20.0)), 2.0
"""Friction with which the block slides, or tips, first."""
_SLOW = 20.0
"""Time in which the pull grows [s]."""
_STRIPS = 24
_GROWS, _HELD = 5.0, 10.0
"""Times of a trial in which the pull grows and in which it is held at most [s]."""
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


def _soil() -> Iterator[Case]:
    rest = rest_coefficient(Backfill(unit_weight=_FILL_WEIGHT, friction_angle=_FILL_ANGLE), _options())
    statics = "statics: critical coefficient of the same section and thrust"
    late = "the speed at which the block counts as going is reached a little late"
    theories: tuple[SoilThrust, ...] = ("seed_whitman", "mononobe_okabe")
    for thrust in theories:
        suffix = "" if thrust == "seed_whitman" else f".{thrust}"
        yield _case(f"soil.sliding{suffix}", f"pull at which a retaining block slides, {thrust}", "", statics,
            _statics(_SLIPPERY, "sliding", thrust), {"rel": 0.02}, late,
            partial(_coefficient, _RIGID, _SLIPPERY, "sliding", thrust, duration=0.5 * _SLOW),
            "Kn 1e12 N/m3.")  # fmt: skip
    held = f"trials are {100 * _RESOLUTION:g} % apart; the closed form leaves out the springs of the soil"
    yield _case("soil.overturning", "greatest pull that a retaining block stands, Kn 1e12 N/m3", "", statics,
        _statics(_ROUGH, "overturning"), {"rel": 0.02}, held, partial(_greatest_held, _RIGID),
        "The closed form of the compliant bed has 1.2 % less than statics here. Held trials either stay "
        "within millimetres or tip over: no speed has to be chosen.")  # fmt: skip
    bed = "greatest pull in equilibrium on a bed without tension"
    yield _case("soil.overturning.compliant", "the same, Kn 1e10 N/m3", "", bed, _compliant_tipping(_COMPLIANT),
        {"rel": 0.02}, held, partial(_greatest_held, _COMPLIANT))  # fmt: skip
    for suffix, stiffness in (("", _RIGID), (".compliant", _COMPLIANT)):
        yield _case(f"soil.overturning{suffix}.ramp", f"the same, read off one slow pull, Kn {stiffness:g} N/m3", "",
            bed, _compliant_tipping(stiffness), {"rel": 0.02}, "shown: the reading hangs on soil.onset_speed",
            partial(_coefficient, stiffness, _ROUGH, "overturning"), compare_only=True)  # fmt: skip
    half = 0.5 * _FILL_WEIGHT * _HEIGHT**2 * _WIDTH
    exact = "a linear pressure on level strips adds up to its own integral; the rest is rounding"
    yield _case("soil.at_rest", "thrust of fill at rest, ½ K0 γ H²", "N", "Jaky's K0, triangle of pressure",
        rest * half, {"rel": 1e-9}, exact, _rest_thrust)  # fmt: skip
    yield _case("soil.at_rest.height", "height of that thrust, H/3", "m", "triangle of pressure", _HEIGHT / 3.0,
        {"rel": 1e-3}, f"strips are pressed at their middle: 1/(2n²) too high, 0.09 % with {_STRIPS} of them",
        _rest_height)  # fmt: skip
    yield _case("soil.water", "thrust of still water, ½ γw h²", "N", "hydrostatics",
        0.5 * WATER_UNIT_WEIGHT * _HEIGHT**2 * _WIDTH, {"rel": 1e-9}, exact, _water_thrust)  # fmt: skip
    yield _case("soil.energy", "energy that the ledger misses, over what was brought", "", "conservation of energy",
        0.0, {"max": 1e-4}, "a tenth of what counts as reliable", _ledger_error,
        "A sine of 0.3 g with water and wall friction: the block goes outwards, the soil follows.")  # fmt: skip


# ---- two leaves with infill ----

_DENSITY = 2300.0
_LENGTH, _LEAF_HEIGHT, _LEAF_DEPTH, _GAP = 1.0, 0.6, 0.5, 0.4
"""Length, height and thickness of the leaf that leans on the infill, and the infill's thickness [m]."""
_KN, _KT = 2e8, 1e8
_MODULUS = 1e7
_TILT = math.radians(3.0)


def _leaf_cases() -> Iterator[Case]:
    yield _case("leaves.faces_meet", "area by which infill of 36 stones touches a leaf of 24 with other joints, of the "
        "face", "", "both fill the same face of 4.2 × 2.1 m", 1.0, {"rel": 1e-6},
        "corners are kept to 1e-9 m; overlaps under a tenth of the tolerance wide are left out",
        _area_that_meets)  # fmt: skip
    yield _case("leaves.infill_stiffness", "stiffness of all springs of an infill of 1e7 Pa between two such leaves",
        "N/m", "E·A/t", _MODULUS * 4.2 * 2.1 / 0.5, {"rel": 1e-9}, "rounding alone", _stiffness)  # fmt: skip
    yield _case("leaves.leaning", "how far the middle of a leaf moves that leans on infill springs, tilted by 3 deg",
        "m", "rigid block on a bed Kt·A, Kn·I and on a wall of springs E/t: two linear equations, shift and rotation",
        _leaning(), {"rel": 0.01}, "small angles; the weight's own moment is left out, 0.1 %", _leans,
        "The same without infill is 22 µm.")  # fmt: skip


@cache
def _leaves(*, infill: bool) -> Wall:
    """Two leaves of 24 fitted stones, 0.45 m each, each with its own joints, and 0.5 m of infill between them."""
    bonds = {"infill": LeafBond(stones=36, seed=11)} if infill else {}
    made = survey(
        SurveyOptions(
            generate=GenerateOptions(length=4.2, height=2.1, stones=24, seed=5),
            leaves=(
                Leaf(name="front", thickness=0.45, stones=True),
                Leaf(name="infill", thickness=0.5, stones=infill),
                Leaf(name="back", thickness=0.45, stones=True),
            ),
            bonds={**bonds, "back": LeafBond(pattern="inca", stones=24, seed=8)},
        )
    )
    return made.wall


def _area_that_meets() -> float:
    wall = _leaves(infill=True)
    zone = {stone.name: stone.zone for stone in wall.stones}
    met = [one.area for one in wall.contacts if {zone[one.first], zone.get(one.second)} == {"front", "infill"}]
    return sum(met) / (4.2 * 2.1)


def _stiffness() -> float:
    (springs,) = infill_springs(_leaves(infill=False), InfillOptions(modulus=_MODULUS))
    return sum(strut.stiffness for strut in springs.struts)


def _leaning() -> float:
    """Shift u of the foot and rotation φ of a block on its bed, pushed at mid-height by the weight's share W·sin θ.

    The springs behind it, k = E/t for an area, are squeezed by u + φ·z.
    """
    weight = _DENSITY * STANDARD_GRAVITY * _LENGTH * _LEAF_HEIGHT * _LEAF_DEPTH
    bed = _LENGTH * _LEAF_DEPTH
    springs = _MODULUS / _GAP * _LENGTH * _LEAF_HEIGHT
    matrix = np.array(
        [
            [_KT * bed + springs, springs * _LEAF_HEIGHT / 2.0],
            [
                springs * _LEAF_HEIGHT / 2.0,
                _KN * bed * _LEAF_DEPTH**2 / 12.0 + springs * _LEAF_HEIGHT**2 / 3.0,
            ],
        ]
    )
    push = weight * math.sin(_TILT)
    shift, turn = np.linalg.solve(matrix, [push, push * _LEAF_HEIGHT / 2.0])
    return float(shift + turn * _LEAF_HEIGHT / 2.0)


def _leans() -> float:
    """Return the lean in the engine: gravity turns towards the back, where the other leaf is fixed."""
    made = survey(
        SurveyOptions(
            generate=GenerateOptions(pattern="running_bond", length=_LENGTH, height=_LEAF_HEIGHT, courses=1, stones=1),
            leaves=(
                Leaf(name="front", thickness=_LEAF_DEPTH, stones=True),
                Leaf(name="infill", thickness=_GAP),
                Leaf(name="back", thickness=_LEAF_DEPTH, stones=True),
            ),
        ),
        around=Surroundings(materials={"stone": Material(unit_weight=_DENSITY * STANDARD_GRAVITY)}),
    )
    joints = stiff_joints(_KN, tangential_stiffness=_KT, friction=0.6, damping_ratio=0.5)
    wall = replace(made.wall, joints=joints, fixed=("1/back",))
    (springs,) = infill_springs(wall, InfillOptions(modulus=_MODULUS))
    tilt = TiltOptions(to=_TILT, rate=_TILT, towards="back", turning="gravity")
    run = simulate(wall, tilt, SimulationOptions(free=3.0), struts=springs.struts)
    return float(run.displacement[-1, run.stones.index("1"), 1])
