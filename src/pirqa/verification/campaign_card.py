"""Walls on a graphics card beside the same on this processor; skipped where there is no card."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from pirqa.dynamics import Engine, SimulationOptions
from pirqa.dynamics.arrays import DEAD
from pirqa.dynamics.course import Stretch
from pirqa.dynamics.cuda.device import Device, find_device
from pirqa.dynamics.drive import drive_of, initial_velocity
from pirqa.dynamics.simulate import settle
from pirqa.errors import MissingProgramError, OptionsError
from pirqa.model.ground_motion import GroundMotion
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import polygonal_wall, running_bond_wall, sine_motion
from pirqa.verification.case import Case, case_of

__all__ = ["at_rest", "cases", "lost_on_both", "parity"]

_case = partial(case_of, "campaign")
_STEP = 1e-4
_LEVEL, _FREQUENCY = 0.4, 0.976
"""[g], [Hz]"""
_RUNS = 200


def cases() -> Iterator[Case]:
    """Cases of this part of the group."""
    yield _case(
        "cuda.parity",
        "farthest that a stone is from where the processor has it, after 1 s",
        unit="m",
        source="the processor's own run",
        expected=0.0,
        tolerance={"abs": 1e-9},
        why="only rounding differs; a millionth of a millimetre leaves room for its growth",
        compute=_farthest,
        note="44 boxes in running bond and 40 polygonal stones under a sine of 0.4 g and 0.976 Hz, steps of 0.1 ms.",
    )
    yield Case(
        id="cuda.classes",
        group="campaign",
        quantity="share of walls in which as many joints are lost as on the processor",
        unit="",
        source="the processor's own runs",
        expected=1.0,
        tolerance={"min": 0.98},
        why="walls that rock on the verge of falling part by rounding alone",
        compute=_alike,
        note=f"{_RUNS} walls of 44 boxes, sines of 0.1 to 1 g for 2 s; alike: none, some, or more than half of joints "
        "lost.",
        full=True,
    )


def _device() -> Device:
    try:
        return find_device("cuda.parity")
    except OptionsError as error:
        raise MissingProgramError(str(error)) from error


def at_rest(name: str) -> Engine:
    """A wall under its weight: ``boxes`` or ``stones``."""
    wall = {"boxes": running_bond_wall, "stones": polygonal_wall}[name]()
    engine = Engine.of(wall, SimulationOptions(step=_STEP))
    settle(engine)
    engine.restart_clock()
    engine.assembly.loads.spent[:] = 0.0
    return engine


def parity(engine: Engine, device: Device, *, seconds: float = 1.0) -> float:
    """Farthest that a stone of a wall at rest is from where the processor has it [m], after ``seconds`` of shaking."""
    motion = sine_motion(_LEVEL * STANDARD_GRAVITY, _FREQUENCY, 3.0)
    ours, theirs = (_shaken(copy.deepcopy(engine), [motion], seconds, where)[0] for where in (None, device))
    return float(np.abs(ours.assembly.bodies.position - theirs.assembly.bodies.position).max())


def lost_on_both(engine: Engine, device: Device, levels: Sequence[float], seconds: float) -> list[tuple[int, int]]:
    """How many joints are lost under sines of some ``levels`` [g]: on this processor, and on the card."""
    motions = [sine_motion(level * STANDARD_GRAVITY, _FREQUENCY, seconds) for level in levels]
    both = [_shaken(engine, motions, seconds, where) for where in (None, device)]
    counts = [[int((one.assembly.motion.state == DEAD).sum()) for one in walls] for walls in both]
    return list(zip(*counts, strict=True))


def _farthest() -> float:
    device = _device()
    return max(parity(at_rest(name), device) for name in ("boxes", "stones"))


def _alike() -> float:
    device = _device()
    engine = at_rest("boxes")
    joints = len(engine.assembly.names)
    pairs = lost_on_both(engine, device, np.linspace(0.1, 1.0, _RUNS).tolist(), 2.0)
    return sum(_class(ours, joints) == _class(theirs, joints) for ours, theirs in pairs) / len(pairs)


def _class(lost: int, joints: int) -> int:
    return 0 if lost == 0 else 1 if lost <= joints // 2 else 2


def _shaken(engine: Engine, motions: Sequence[GroundMotion], seconds: float, device: Device | None) -> list[Engine]:
    """Copies of a wall, each after its motion."""
    count = round(seconds / engine.step)
    stretches = []
    for motion in motions:
        own = copy.deepcopy(engine)
        own.start_with(initial_velocity(motion))
        drive = drive_of(motion, own.assembly.wall, free=1.0)
        stretches.append(Stretch(engine=own, drive=drive, first=0, count=count))
    if device is None:
        for stretch in stretches:
            stretch.run()
    else:
        from pirqa.dynamics.cuda.card import Card

        card = Card(device, longest=seconds)
        for stretch in stretches:
            card.begin(stretch)
        left = len(stretches)
        while left:
            left -= len(card.finished())
    return [stretch.engine for stretch in stretches]
