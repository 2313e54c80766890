"""Shaking: the wall on a bed of rounded stones beside the same wall fixed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.simulate import simulate
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model import Direction, GroundMotion, Material, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.library import record_path
from pirqa.motion.record import ReadAs
from pirqa.motion.sliding_block import slide
from pirqa.motion.synthetic import RickerOptions, ricker
from pirqa.shaking.isolation.bed import Bed, joints_on, recentring_springs, rocking_coefficient, wall_on
from pirqa.shaking.isolation.measures import Measures, measure
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import block_on_base, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_RECORD, _USED = "pirqa:elcentro_NS_full.dat", 32.0
"""El Centro 1940, and how much of it [s]."""
_SLIP, _LIMIT = 0.1, 0.05
"""Coefficients of beds [-]."""
_RADIUS, _SMOOTH, _THROW = 1.0, 0.005, 0.1
"""Of a hollow [m], its friction [-], and how far the ground is thrown under it [m]."""

_case = partial(case_of, "shaking")


def cases() -> Iterator[Case]:
    """All cases of the part."""
    yield from _newmark()
    yield from _force_limit()
    yield from _recentring()
    yield from _hatunrumiyoc()


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
    yield _case(
        "newmark.sliding_block", "lasting drift of a slab on a bed of μ 0.1 under El Centro at 0.35 g", "m", source,
        -block.final, {"rel": 0.01}, why, lambda: float(_slid()[-1]),
    )  # fmt: skip
    yield _case(
        "newmark.sliding_block.peak", "largest drift of the same", "m", source, block.largest, {"rel": 0.01}, why,
        lambda: float(np.abs(_slid()).max()),
    )  # fmt: skip


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

    yield _case(
        "isolation.force_limit", "acceleration that comes through a bed of μ 0.1 under El Centro at 1 g, over μg", "",
        source, 1.0, {"rel": 0.01}, why, slab,
    )  # fmt: skip
    yield _case(
        "isolation.force_limit.wall", "the same of a wall of nine boxes, 0.9 m high and 0.8 m thick, μ 0.05", "",
        source, 1.0, {"rel": 0.01}, why, bond,
        note="A slender wall passes it: where it rocks, it presses on the bed by more than its weight.",
    )  # fmt: skip


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

    yield _case(
        "isolation.recentring", f"period of {hollow}", "s",
        "sliding pendulum: 2π√(R/g), which dry friction does not change", 2.0 * math.pi * math.sqrt(_RADIUS / 9.80665),
        {"rel": 2e-3}, why, period,
    )  # fmt: skip
    yield _case(
        "isolation.recentring.decay", f"swing lost each half period by {hollow}", "m",
        "dry friction: 2μR for each half swing", 2.0 * _SMOOTH * _RADIUS, {"rel": 0.01},
        "the same, of a difference of swings a tenth of their size", lost,
    )  # fmt: skip
    yield _case(
        "isolation.recentring.residual", f"lasting drift of {hollow}", "m",
        "where friction holds what the hollow pulls: at most μR", _SMOOTH * _RADIUS, {"max": 1.01 * _SMOOTH * _RADIUS},
        "a hundredth for the joint's own give", lambda: abs(float(_swings()[1][-1])),
    )  # fmt: skip


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
    yield _case(
        "isolation.hatunrumiyoc.rocking", "acceleration over g at which the Hatunrumiyoc wall rocks as one block", "",
        "Inka walls paper, eqs 4–6: t/H of its Fig. 6, below the 0.577 at which its bed slides", 1.0 / 2.4,
        {"rel": 1e-9}, "geometry in double precision", lambda: rocking_coefficient(_hatunrumiyoc_wall()),
    )  # fmt: skip
    friction = math.tan(math.radians(30.0))
    shown = "shown, not judged: a wall of stones is no rigid block"
    for name, coefficient in (("sliding", friction), ("rolling", _SLIP)):
        resistance = coefficient * STANDARD_GRAVITY
        yield _case(
            f"isolation.hatunrumiyoc.through.{name}", f"comes through a bed of {coefficient:.3f} under 0.6 g at 1 Hz",
            "m/s2", "μg of a rigid block that does not rock", resistance, {"rel": 0.1}, shown,
            lambda coefficient=coefficient: float(_pulsed(coefficient).transmitted.max()),  # type: ignore[misc]
            note="The wall rocks before this bed slides, and its impacts come through." if name == "sliding" else "",
            compare_only=True,
        )  # fmt: skip
        pulse = _pulse()
        block = slide(pulse.acceleration[:, 0], pulse.step, yield_acceleration=resistance, yield_backward=resistance)
        yield _case(
            f"isolation.hatunrumiyoc.drift.{name}", "largest drift on the same bed", "m",
            "Newmark's block, both ways", block.largest, {"rel": 0.1}, shown,
            lambda coefficient=coefficient: float(np.hypot(*_pulsed(coefficient).drift.T).max()),  # type: ignore[misc]
            compare_only=True,
        )  # fmt: skip
