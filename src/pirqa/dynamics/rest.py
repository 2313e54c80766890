"""A wall that comes to rest under its weight, and stands there as the start of any number of runs."""

from __future__ import annotations

import copy
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from pirqa.dynamics.arrays import DEAD, HELD
from pirqa.dynamics.assembly import Assembly
from pirqa.dynamics.checkpoint import Checkpoint, Progress, restore_engine
from pirqa.dynamics.course import Course, Stretch, perform
from pirqa.dynamics.drive import settling
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import LOOK, Engine
from pirqa.dynamics.events import dropped_stones, stone_heights
from pirqa.dynamics.keeper import Keeper
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.soil_pressure import SoilPressure
from pirqa.dynamics.trajectory import Settled
from pirqa.errors import ComputationError
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["Rested", "SharedRest", "Start", "come_to_rest", "rest_of"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Rested:
    """A wall at rest under its weight. How it came there depends on no action: runs of many actions start here."""

    engine: Engine
    """As it stands; nobody runs it."""
    settled: Settled

    @property
    def size(self) -> int:
        """Of its arrays in memory [bytes]."""
        return sum(column.nbytes for arrays in self._arrays().values() for column in arrays)

    def _arrays(self) -> dict[str, Any]:
        made = self.engine.assembly
        # solids never change, nor does what is no array
        values = {item.name: getattr(made, item.name) for item in fields(Assembly) if item.name != "solids"}
        return {name: value for name, value in values.items() if hasattr(value, "_fields")}

    def start(self) -> Engine:
        """An engine of its own for one run."""
        made = self.engine.assembly
        copies = {name: type(value)(*(column.copy() for column in value)) for name, value in self._arrays().items()}
        engine = copy.copy(self.engine)
        engine.assembly = replace(made, scratch=made.scratch.copy(), **copies)
        return engine


Start = Rested | ComputationError
"""Where several runs start from, or why their wall does not come to rest."""


class SharedRest:
    """Walls at rest that runs of one process share, the last ones used; no process hands them to another."""

    def __init__(self, most: int = 1) -> None:
        self._most = most
        self._known: OrderedDict[Hashable, Start] = OrderedDict()

    def start(self, key: Hashable, course: Callable[[], Course[Rested]]) -> Start:
        """Return where runs of ``key`` start from; ``course`` is made for the first of them."""
        if key not in self._known:
            try:
                found: Start = perform(course())
            except ComputationError as error:
                found = error
            self._known[key] = found
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def __getstate__(self) -> dict[str, Any]:
        return {"_most": self._most, "_known": OrderedDict()}


def rest_of(
    wall: Wall,
    options: SimulationOptions,
    *,
    joints: JointProperties | None = None,
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    observer: Observer = SILENT,
) -> Course[Rested]:
    """The course by which a wall comes to rest, for runs that share it."""
    engine = Engine.of(wall, options, joints=joints, struts=struts, soil=soil)
    settled = yield from come_to_rest(engine, observer=observer)
    return Rested(engine=engine, settled=settled)


def come_to_rest(
    engine: Engine,
    *,
    keep: Keeper | None = None,
    left: Checkpoint | None = None,
    halvings: int = 0,
    observer: Observer = SILENT,
) -> Course[Settled]:
    """The course of :func:`pirqa.dynamics.simulate.settle`."""
    options, made = engine.options, engine.assembly
    drive = settling(options.ramp, options.ramp + options.hold)
    start = made.bodies.position.copy()
    heights = stone_heights(made.wall)
    chunk = engine.stretch
    energies: list[FloatArray] = []
    first, quiet, push = 0, math.inf, np.zeros(3)
    observer.begin("gravity", math.ceil(drive.duration / LOOK))
    if left is None or left.progress.phase == "start":
        engine.damp_at_least(options.settling_damping)
    else:
        restore_engine(engine, left.engine)
        energies.append(left.progress.settling)
        first, quiet = left.progress.first, left.progress.quiet
        observer.advance(first // chunk)
    while quiet > options.quiet:
        if keep is not None and first and keep.due():
            rows = np.concatenate(energies)
            keep.save(engine, Progress(phase="gravity", halvings=halvings, first=first, quiet=quiet, settling=rows))
        if first * engine.step >= drive.duration:
            _refuse_restless(engine, start, quiet)
        record, sound = yield Stretch(engine=engine, drive=drive, first=first, count=chunk, sparing=True)
        made = engine.assembly
        first += chunk
        if not sound:
            raise ComputationError(
                f"the wall flew apart under its own weight{_with_fill(engine)} after {engine.time:.2f} s; check for "
                "stones that overlap, and the time step"
            )
        energies.append(record.energy)
        push = record.push[-1].copy()
        down = dropped_stones(made.bodies.position[:-1] - start[:-1], heights, made.wall)
        if down and engine.soil is not None:
            raise ComputationError(_pushed_over(engine, down[0]))
        if down:
            raise ComputationError(
                f'the wall does not stand under its own weight: stone "{down[0]}" falls after {engine.time:.2f} s of '
                "growing gravity; check what it rests on, the joints' friction, and joints.normal_stiffness: stones "
                "sink into soft joints"
            )
        energy = record.energy[-1]
        if first * engine.step > options.ramp and energy[1] > 0.0:
            quiet = float(record.energy[:, 0].max() / energy[1])
        elif first * engine.step > options.ramp and not np.any(made.bodies.role != HELD):
            quiet = 0.0
        observer.advance()
    made = engine.assembly
    observer.end(f"at rest after {engine.time:.1f} s")
    engine.damp_as_given()
    made.bodies.velocity[:] = 0.0
    made.bodies.momentum[:] = 0.0
    moving = made.bodies.role != HELD
    return Settled(
        duration=engine.time,
        displacement=(made.bodies.position - start)[:-1],
        quiet=quiet,
        ledger=ledger_of(np.concatenate(energies), parted=bool(np.any(made.motion.state == DEAD))),
        weight=float(-made.loads.gravity[2] * made.bodies.mass[moving].sum()),
        push=push,
    )


def _with_fill(engine: Engine) -> str:
    return "" if engine.soil is None else " and the pressure of the fill ([backfill])"


def _pushed_over(engine: Engine, stone: str) -> str:
    """Of a wall that does not stand with its fill: what is there, and what to change."""
    assert engine.soil is not None
    water = " and of the water in it (backfill.water_level)" if np.any(engine.soil.water > 0.0) else ""
    return (
        f'the wall does not stand with the fill behind it: stone "{stone}" falls after {engine.time:.2f} s of growing '
        f"gravity under its weight and the pressure at rest of the fill{water} ([backfill]). If the real wall stands, "
        "the pressure is less or the friction more than given: check backfill.unit_weight, friction_angle, surcharge "
        "and water_level, joints.friction_angle, and soil.rest_coefficient"
    )


def _refuse_restless(engine: Engine, start: FloatArray, quiet: float) -> None:
    bodies, wall = engine.assembly.bodies, engine.assembly.wall
    speeds = np.linalg.norm(bodies.velocity, axis=1)
    worst = int(np.argmax(speeds))
    moved = float(np.linalg.norm(bodies.position[worst] - start[worst]))
    raise ComputationError(
        f"the wall has not come to rest under its own weight{_with_fill(engine)} after {engine.time:.1f} s: stone "
        f'"{wall.stones[worst].name}" still moves at {1e3 * speeds[worst]:.3g} mm/s and has moved by {1e3 * moved:.3g} '
        f"mm (kinetic over elastic energy {quiet:.2g}); if it slides, raise the friction or fix what holds it, else "
        "raise dynamics.simulation.hold"
    )
