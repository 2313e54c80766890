"""The identify stage: noise and sines (Sacsayhuaman paper, 4.2 and 4.3), compared with the modes of the wall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from pirqa.dynamics.linear import BEARING, linear_modes
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.identify.options import IdentifyOptions, SineTests
from pirqa.experiments.identify.result import (
    IdentifyResult,
    NoiseReading,
    SineReading,
    Vibration,
    amplification,
    top_between,
)
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import check_movable, damping_remark, joint_remarks, run_remarks
from pirqa.experiments.runs import RunSetup, compile_engine, settled_wall
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.modes import AXES, Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.motion.synthetic.options import NoiseOptions, SineOptions
from pirqa.motion.synthetic.signals import sine, white_noise
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_SLIPPED = 0.01
"""Slip of a joint, as part of the largest motion of the points, from which it has slipped."""
_OPENED = 0.01
"""Part of its bearing area that an opening joint loses, at least."""
_TOPMOST = 3
"""Stones watched where the wall has no control points."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Response:
    """What is read out of one run."""

    base: FloatArray
    """Displacement of the base in the direction of shaking [m], shape (k,)."""
    relative: FloatArray
    """Of the watched points relative to the base and to rest [m], shape (k, points)."""
    acceleration: float
    """Largest of the base [m/s2]."""
    displacement: float
    """Largest of the base, also between what is kept [m]."""
    slipped: float
    """Share of the joints that bore pressure at rest and slipped by more than a hundredth of the wall's motion."""
    opened: float
    """Share of them that at some time lost more than a hundredth of their bearing area."""
    reliable: bool
    remarks: tuple[Remark, ...]

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened: the wall then is a linear system, and has frequencies."""
        return self.reliable and self.slipped == 0.0 and self.opened == 0.0


def watched_points(wall: Wall) -> tuple[str, ...]:
    """Names of the control points, or of the topmost stones that can move where there are none."""
    if wall.control_points:
        return tuple(point.name for point in wall.control_points)
    free = [stone for stone in wall.stones if stone.name not in wall.fixed]
    return tuple(stone.name for stone in sorted(free, key=lambda stone: -float(stone.centroid[2]))[:_TOPMOST])


def shake(
    setup: RunSetup,
    motion: GroundMotion,
    *,
    direction: str,
    sampling: float,
    joints: JointProperties | None = None,
    case: str = "",
) -> Response:
    """Shake the wall by ``motion`` turned into ``direction``, as it is kept ``sampling`` times a second [Hz].

    The run ends with the motion: nothing waits for the wall to swing out.
    """
    wall = setup.wall
    turned = replace(motion, directions=(Direction(name=direction),))
    simulation = replace(setup.dynamics.simulation, output_step=1.0 / sampling, free=0.0)
    run = setup.run(turned, joints, case, simulation=simulation)
    axis = AXES.index(direction)
    if wall.control_points:
        moved = [run.point(point.name)[:, axis] for point in wall.control_points]
    else:
        moved = [run.displacement[:, run.stones.index(name), axis] for name in watched_points(wall)]
    relative = np.column_stack(moved)
    slipped, opened = _disturbed(run, float(np.abs(relative).max()))
    told = run_remarks(run, setup.outcome(run), run.title)
    return Response(
        base=run.platform[:, axis].copy(),
        relative=relative,
        acceleration=float(turned.peak_acceleration[0]),
        displacement=float(turned.peak_displacement[0]),
        slipped=slipped,
        opened=opened,
        reliable=run.reliable,
        remarks=tuple(remark for remark in told if remark.key != "run_not_at_rest"),
    )


def _disturbed(run: Trajectory, moved: float) -> tuple[float, float]:
    """Share of the joints bearing at rest that slipped, and that opened; ``moved``: how far the points did [m]."""
    bearing = run.normal_force[0] > BEARING * float(run.normal_force[0].max(initial=0.0))
    if not bearing.any() or moved == 0.0:
        return 0.0, 0.0
    slipped = run.slip[:, bearing].max(axis=0) > _SLIPPED * moved
    area = run.closed_area[:, bearing]
    return float(slipped.mean()), float((area.min(axis=0) < (1.0 - _OPENED) * area[0]).mean())


PAPER_WINDOW = 4.096
"""Of the Sacsayhuaman paper's spectra [s]: all its peaks are multiples of 1000/4096 Hz."""
_NOT_SMALL = 0.1 * STANDARD_GRAVITY
"""Peak acceleration from which a noise that is to find frequencies is no longer small [m/s2]."""

_IN_A_CYCLE, _LEAST_SAMPLING = 20.0, 50.0
"""States of a run on a sine that are kept: in a cycle, and in a second at least."""

Shake = Callable[..., Response]
"""From a motion and ``sampling`` [Hz] to what it did."""


def run_identify(
    wall: Wall,
    options: IdentifyOptions,
    dynamics: DynamicsOptions,
    *,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> IdentifyResult:
    """Modes of the wall under each corner of its joint properties, and all tests that ``options`` ask for.

    ``dynamics`` says how runs are computed; ``folder`` is where runs are kept while the stage is on its way.
    """
    joints = check_movable(wall)
    compile_engine(wall, observer)
    remarks = [*joint_remarks(wall, joints), *infill_remarks(wall, dynamics.infill)]
    setup = RunSetup(wall=wall, dynamics=dynamics, folder=folder, observer=observer)
    vibrations = []
    for case, corner in joints.corners().items():
        joints = damping_for_restitution(wall, corner)
        if corner.restitution is not None:
            remarks.append(damping_remark(joints, corner.restitution))
        vibration, told = _vibration(setup, options, joints, case)
        vibrations.append(vibration)
        remarks += told
    return IdentifyResult(
        direction=options.direction,
        points=watched_points(wall),
        vibrations=tuple(vibrations),
        checks=(),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def settled_modes(
    wall: Wall,
    dynamics: DynamicsOptions | None = None,
    *,
    joints: JointProperties | None = None,
    count: int = 10,
    observer: Observer = SILENT,
) -> Modes:
    """Modes of small motions of ``wall`` at rest under its weight, with ``joints`` instead of its own."""
    dynamics = DynamicsOptions() if dynamics is None else dynamics
    return linear_modes(settled_wall(wall, dynamics, joints=joints, observer=observer), count)


def read_noise(response: Response, noise: NoiseOptions, *, sampling: float, window: float) -> NoiseReading:
    """Spectra of the wall's ``response`` to ``noise``; ``sampling`` [Hz] and ``window`` [s]."""
    low, high = noise.low, noise.high
    spectrum, coarse = (
        amplification(response.base, response.relative, sampling, window=length, low=low, high=high)
        for length in (window, min(PAPER_WINDOW, window))
    )
    return NoiseReading(
        acceleration=response.acceleration,
        displacement=response.displacement,
        moved=float(np.abs(response.relative).max()),
        spectrum=spectrum,
        coarse=coarse,
        slipped=response.slipped,
        opened=response.opened,
        reliable=response.reliable,
    )


def try_sines(tests: SineTests, run: Shake) -> tuple[SineReading, tuple[Remark, ...]]:
    """The response to each sine, and to more of them on both sides of the strongest."""
    found: dict[float, Response] = {}
    remarks: list[Remark] = []

    def go(frequency: float) -> None:
        least = (2 * tests.ramp_cycles + 1) / frequency
        asked = SineOptions(
            amplitude=tests.amplitude,
            frequency=frequency,
            duration=max(tests.duration, least),
            ramp_cycles=tests.ramp_cycles,
            raw=tests.raw,
        )
        made = sine(asked, name=f"sine {frequency:.4g} Hz")
        found[frequency] = run(made.motion, sampling=max(_IN_A_CYCLE * frequency, _LEAST_SAMPLING))
        remarks.extend(found[frequency].remarks)
        remarks.extend(remark for remark in made.remarks if remark.key != "motion_whole_cycles")

    for frequency in sorted(set(tests.frequencies)):
        go(frequency)
    for _ in range(tests.refine):
        order = sorted(found)
        best = max(range(len(order)), key=lambda index: np.abs(found[order[index]].relative).max())
        for one, other in ((best - 1, best), (best, best + 1)):
            if one >= 0 and other < len(order):
                go(float(np.sqrt(order[one] * order[other])))
    order = sorted(found)
    tried = np.array(order)
    moved = np.array([np.abs(found[item].relative).max(axis=0) for item in order])
    largest = moved.max(axis=1)
    best = int(np.argmax(largest))
    beside = tried[max(best - 1, 0) : best + 2]
    reading = SineReading(
        amplitude=tests.amplitude,
        frequency=tried,
        moved=moved,
        slipped=np.array([found[item].slipped for item in order]),
        opened=np.array([found[item].opened for item in order]),
        reliable=all(item.reliable for item in found.values()),
        most_amplified=float(np.exp(top_between(np.log(tried), largest, best))),
        resolution=float(np.abs(beside - tried[best]).max()),
        at_the_end=best in (0, len(order) - 1),
    )
    return reading, tuple(remarks)


def _vibration(
    setup: RunSetup, options: IdentifyOptions, joints: JointProperties, case: str
) -> tuple[Vibration, list[Remark]]:
    run = partial(shake, setup, direction=options.direction, joints=joints, case=case)
    remarks: list[Remark] = []
    modes = settled_modes(setup.wall, setup.dynamics, joints=joints, count=options.modes, observer=setup.observer)
    noise = sines = None
    readings: list[NoiseReading] = []

    def listen(motion: GroundMotion) -> NoiseReading:
        response = run(motion, sampling=options.sampling)
        remarks.extend(response.remarks)
        return read_noise(response, options.noise, sampling=options.sampling, window=options.window)

    made = white_noise(options.noise).motion
    if "noise" in options.tests:
        noise = listen(made)
        if noise.acceleration > _NOT_SMALL:
            amount = noise.acceleration / STANDARD_GRAVITY
            remarks.append(Remark(kind="warning", key="noise_not_small", amount=amount, unit="g"))
    if "softening" in options.tests:
        peak = float(made.peak_acceleration[0])
        for level in options.levels:
            scaled = replace(made.scaled(level / peak), name=f"noise {level / STANDARD_GRAVITY:.3g} g")
            readings.append(listen(scaled))
        readings = sorted([*readings, *([] if noise is None else [noise])], key=lambda item: item.acceleration)
    if "sines" in options.tests:
        sines, told = try_sines(options.sines, run)
        remarks += told
        if sines.at_the_end:
            remarks.append(Remark(kind="warning", key="sine_at_the_end", amount=sines.most_amplified, unit="Hz"))
    vibration = Vibration(
        case=case,
        modes=modes,
        main=modes.main(options.direction),
        noise=noise,
        sines=sines,
        softening=tuple(readings),
    )
    return vibration, remarks
