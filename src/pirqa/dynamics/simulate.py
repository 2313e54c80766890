"""One run from beginning to end: gravity, rest, the action, swinging out; from where it was left, if it was stopped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from pirqa.dynamics.arrays import DEAD, HELD
from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.checkpoint import Checkpoint, Progress, digest_of_inputs, restore_engine
from pirqa.dynamics.drive import Action, Drive, drive_of, initial_velocity, name_of, settling, tilts_of
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import LOOK, Engine, Record
from pirqa.dynamics.events import dropped_share, dropped_stones, find_events, stone_heights
from pirqa.dynamics.history import inputs_of, read_trajectory
from pirqa.dynamics.keeper import Head, InMemory, Keeper
from pirqa.dynamics.options import SimulationOptions, TiltOptions
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.soil_pressure import SoilPressure
from pirqa.dynamics.trajectory import Settled, States, Trajectory, states_of
from pirqa.errors import ComputationError, InputError, ResultsError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["kept_run", "name_of", "settle", "simulate", "simulate_into"]

_REST = 1e-6
"""Kinetic over elastic energy at which a shaken wall has swung out."""
_LEAST_FREE = 3.0
"""At least this long it swings out [s], where there is time for it."""


def simulate(
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    keep: HistoryWriter | None = None,
    observer: Observer = SILENT,
) -> Trajectory:
    """Let ``wall`` come to rest under its weight, do ``action`` to it, and let it swing out.

    ``joints`` replaces the wall's own joint properties, ``case`` names them; ``soil`` leans on its back. ``keep`` has
    the run on disk while it goes and takes up the same run where it was stopped: what comes out is the same, byte for
    byte. A run whose energy does not close is made again with half the time step, from its start, unless the step is
    given.
    """
    options = SimulationOptions() if options is None else options
    if keep is None:
        return _all_halvings(wall, action, options, joints, case, struts, soil, InMemory(), None, observer)
    try:
        inputs = keep.known or digest_of_inputs(
            wall, action, options, joints=joints, case=case, struts=struts, soil=soil
        )
        return _all_halvings(
            wall, action, options, joints, case, struts, soil, keep, keep.begin(inputs, observer), observer
        )
    except ResultsError:  # a full disk, say: no fault of the run
        raise
    except (InputError, ComputationError):  # which would come again
        keep.discard()
        raise
    finally:
        keep.close()


def simulate_into(
    path: str | Path,
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    observer: Observer = SILENT,
) -> Trajectory:
    """The same with its history in the directory ``path``; where just this run is there already, it is only read."""
    options = SimulationOptions() if options is None else options
    writer = HistoryWriter(path)
    inputs = digest_of_inputs(wall, action, options, joints=joints, case=case, struts=struts, soil=soil)
    if inputs_of(path) == inputs:
        try:
            found = read_trajectory(path)
        except ResultsError as error:
            observer.begin(name_of(action), 1)
            observer.end(f"what is there cannot be read and is made again ({error})")
        else:
            observer.begin(name_of(action), 1)
            observer.end("unchanged, kept from the last run")
            writer.discard_of(inputs)
            return found
    run = simulate(
        wall, action, options, joints=joints, case=case, struts=struts, soil=soil, keep=writer, observer=observer
    )
    writer.finish(run)
    return run


def kept_run(
    folder: Path | None,
    wall: Wall,
    action: Action,
    options: SimulationOptions,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    observer: Observer = SILENT,
) -> Trajectory:
    """One of several runs whose histories are in ``folder``, so that a killed one and those before it are not lost."""
    if folder is None:
        return simulate(wall, action, options, joints=joints, case=case, struts=struts, soil=soil, observer=observer)
    inputs = digest_of_inputs(wall, action, options, joints=joints, case=case, struts=struts, soil=soil)
    path = folder / f"{inputs[:16]}.zarr"
    return simulate_into(
        path, wall, action, options, joints=joints, case=case, struts=struts, soil=soil, observer=observer
    )


def _all_halvings(
    wall: Wall,
    action: Action,
    options: SimulationOptions,
    joints: JointProperties | None,
    case: str,
    struts: Sequence[Strut],
    soil: SoilPressure | None,
    keep: Keeper,
    left: Checkpoint | None,
    observer: Observer,
) -> Trajectory:
    first = 0 if left is None else left.progress.halvings
    for halvings in range(first, options.refine + 1):
        finer = replace(options, safety=options.safety / 2**halvings)
        if halvings > first:  # what the longer step gave is of no use any more
            keep.save(None, Progress(phase="start", halvings=halvings))
        # the engine, which may be large, is gone when its history is read back
        ended = _once(
            Engine.of(wall, finer, joints=joints, struts=struts, soil=soil),
            action,
            case,
            keep,
            left,
            halvings,
            observer,
        )
        left = None
        trajectory = _gather(ended, wall, action, case, keep.states())
        closes = "" if trajectory.reliable else f", energy closes within {trajectory.ledger.error:.1g} only"
        observer.end(f"{'FAILED, ' if ended.failed else ''}{trajectory.times[-1]:.1f} s{closes}")
        if trajectory.reliable or options.step is not None or halvings == options.refine:
            return replace(trajectory, halvings=halvings)
        del trajectory  # two histories at once may not fit into memory
    raise AssertionError("the last halving returns")


def _once(
    engine: Engine,
    action: Action,
    case: str,
    keep: Keeper,
    left: Checkpoint | None,
    halvings: int,
    observer: Observer,
) -> _Ended:
    wall = engine.assembly.wall
    drive = drive_of(action, wall, free=engine.options.free)
    total = math.ceil(drive.duration / engine.step - 1e-9)
    if left is not None:
        _tell_resumed(left, engine, action, observer)
    if left is not None and left.progress.settled is not None:
        restore_engine(engine, left.engine)
        progress = left.progress
    else:
        settled = settle(engine, keep=keep, left=left, halvings=halvings, observer=observer)
        made = engine.assembly
        reference = made.bodies.position.copy()
        engine.restart_clock()
        if isinstance(action, GroundMotion):
            engine.start_with(initial_velocity(action))
        made.loads.spent[:] = 0.0
        progress = Progress(
            phase="action", halvings=halvings, settled=settled, reference=reference, path=made.memory.path.copy(),
            parted=np.zeros(len(made.names)),
        )  # fmt: skip
        head = Head(
            action=name_of(action),
            case=case,
            stones=tuple(stone.name for stone in wall.stones),
            held=wall.fixed,
            joints=made.names,
            reference=reference[:-1],
        )
        keep.open(head, total // engine.stride + 2)
    run = _Run(engine=engine, action=action, drive=drive, progress=progress, total=total)
    observer.begin(name_of(action), math.ceil(drive.duration / LOOK))
    observer.advance(progress.first // engine.stretch)
    failed = not run.through(keep, observer)
    return _Ended(
        joints=engine.assembly.names,
        progress=run.progress,
        failed=failed,
        step=engine.step,
        stable_step=engine.limit,
        action_ends=run.action_ends,
    )


def _tell_resumed(left: Checkpoint, engine: Engine, action: Action, observer: Observer) -> None:
    progress = left.progress
    times = "once" if progress.halvings == 1 else f"{progress.halvings} times"
    finer = f", time step halved {times}" if progress.halvings else ""
    phase = name_of(action) if progress.phase == "action" else "gravity"
    observer.begin("resumed", 1)
    observer.end(f"at {progress.first * engine.step:.2f} s of {phase}{finer}, where an earlier run was stopped")


def settle(
    engine: Engine,
    *,
    keep: Keeper | None = None,
    left: Checkpoint | None = None,
    halvings: int = 0,
    observer: Observer = SILENT,
) -> Settled:
    """Gravity grows and the wall comes to rest; joints are damped well meanwhile, which changes no resting place.

    ``keep`` takes checkpoints of it, ``left`` is the one to go on from, ``halvings`` those of the time step so far.
    """
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
        made = engine.assembly
        energies.append(left.progress.settling)
        first, quiet = left.progress.first, left.progress.quiet
        observer.advance(first // chunk)
    while quiet > options.quiet:
        if keep is not None and first and keep.due():
            rows = np.concatenate(energies)
            keep.save(engine, Progress(phase="gravity", halvings=halvings, first=first, quiet=quiet, settling=rows))
        if first * engine.step >= drive.duration:
            _refuse_restless(engine, start, quiet)
        record, sound = engine.run(drive, first, chunk)
        first += chunk
        if not sound:
            raise ComputationError(
                f"the wall flew apart under its own weight after {engine.time:.2f} s; check for stones that overlap, "
                "and the time step"
            )
        energies.append(record.energy)
        push = record.push[-1].copy()
        down = dropped_stones(made.bodies.position[:-1] - start[:-1], heights, made.wall)
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


def _refuse_restless(engine: Engine, start: FloatArray, quiet: float) -> None:
    bodies, wall = engine.assembly.bodies, engine.assembly.wall
    speeds = np.linalg.norm(bodies.velocity, axis=1)
    worst = int(np.argmax(speeds))
    moved = float(np.linalg.norm(bodies.position[worst] - start[worst]))
    raise ComputationError(
        f"the wall has not come to rest under its own weight after {engine.time:.1f} s: stone "
        f'"{wall.stones[worst].name}" still moves at {1e3 * speeds[worst]:.3g} mm/s and has moved by {1e3 * moved:.3g} '
        f"mm (kinetic over elastic energy {quiet:.2g}); if it slides, raise the friction or fix what holds it, else "
        "raise dynamics.simulation.hold"
    )


@dataclass(kw_only=True, eq=False)
class _Run:
    """The action on its way."""

    engine: Engine
    action: Action
    drive: Drive
    progress: Progress
    total: int
    """Steps of the action and of swinging out."""

    @property
    def action_ends(self) -> float:
        """When the wall begins to swing out [s]."""
        return self.drive.duration - self.engine.options.free

    def through(self, keep: Keeper, observer: Observer) -> bool:
        """All the rest of it; whether the computation is sound to the end."""
        engine, chunk = self.engine, self.engine.stretch
        while (first := self.progress.first) < self.total:
            if keep.due():
                keep.save(engine, self.progress)
            record, sound = engine.run(self.drive, first, min(chunk, self.total - first))
            record = record if sound else record.finite()
            keep.take(states := self._states(record))
            parted = np.maximum(self.progress.parted, engine.assembly.motion.state == DEAD)
            self.progress = replace(self.progress, first=first + chunk, parted=parted)
            observer.advance()
            if not sound:
                return False
            limit = self.action.until_fallen if isinstance(self.action, TiltOptions) else None
            if limit is not None and dropped_share(states, self.progress.reference[:-1], engine.assembly.wall) > limit:
                break
            late = (first + chunk) * engine.step - self.action_ends
            if late >= min(_LEAST_FREE, engine.options.free) and len(record.energy):
                kinetic, elastic = record.energy[:, 0].max(), record.energy[-1, 1]
                if kinetic < _REST * elastic:
                    break
        return True

    def _states(self, record: Record) -> States:
        return states_of(
            record,
            attitude=self.engine.assembly.bodies.attitude,
            reference=self.progress.reference,
            path=self.progress.path,
            tilt=tilts_of(self.action, record.times),
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Ended:
    """What is left of a run beside its states."""

    joints: tuple[JointName, ...]
    progress: Progress
    failed: bool
    step: float
    stable_step: float
    action_ends: float


def _gather(ended: _Ended, wall: Wall, action: Action, case: str, states: States) -> Trajectory:
    progress = ended.progress
    assert progress.settled is not None
    parted = tuple(str(name) for name, lost in zip(ended.joints, progress.parted, strict=True) if lost)
    return Trajectory(
        **{item.name: getattr(states, item.name) for item in fields(states)},
        action=name_of(action),
        case=case,
        stones=tuple(stone.name for stone in wall.stones),
        held=wall.fixed,
        joints=ended.joints,
        control_points=wall.control_points,
        settled=progress.settled,
        ledger=ledger_of(states.energy, parted=bool(parted)),
        failed=ended.failed,
        parted=parted,
        events=find_events(states.times, states.opening, states.slip, ended.joints),
        reference=progress.reference[:-1].copy(),
        step=ended.step,
        stable_step=ended.stable_step,
        action_ends=ended.action_ends,
    )
