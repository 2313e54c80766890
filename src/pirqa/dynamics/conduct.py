"""A run as a course of stretches: gravity, rest, the action, swinging out.

All of it again with half the time step where the energy does not close. What is done next is decided here; the steps
themselves are made by whoever drives the course (:mod:`pirqa.dynamics.course`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from pirqa.dynamics.arrays import DEAD
from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.checkpoint import Checkpoint, Progress, restore_engine
from pirqa.dynamics.course import Course, Stretch
from pirqa.dynamics.drive import Action, Drive, drive_of, initial_velocity, name_of, tilts_of
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import LOOK, Engine, Record
from pirqa.dynamics.events import dropped_share, find_events
from pirqa.dynamics.keeper import Head, Keeper
from pirqa.dynamics.options import SimulationOptions, TiltOptions
from pirqa.dynamics.rest import Start, come_to_rest
from pirqa.dynamics.soil_pressure import SoilPressure
from pirqa.dynamics.trajectory import Settled, States, Trajectory, states_of
from pirqa.errors import ComputationError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["conduct"]

_REST = 1e-6
"""Kinetic over elastic energy at which a shaken wall has swung out."""
_LEAST_FREE = 3.0
"""At least this long it swings out [s], where there is time for it."""
_AT_ONCE = 1.0
"""Simulated time in one stretch while it may come to rest at any look, where stretches may be long [s]: what is made
after it has is in vain, but each stretch costs those who look at the wall."""
_GONE = 1.0
"""Gap of a joint whose faces have left each other, in what is kept of it [m]."""


def conduct(
    wall: Wall,
    action: Action,
    options: SimulationOptions,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    keep: Keeper,
    left: Checkpoint | None = None,
    rested: Start | None = None,
    observer: Observer = SILENT,
    longest: float = 0.0,
) -> Course[Trajectory]:
    """The course of :func:`pirqa.dynamics.simulate.simulate`.

    ``keep`` takes the states, ``left`` is where an earlier run was stopped, ``rested`` the same wall with the same
    joints and options at rest, or why it is not, where somebody knows it already. Where nothing has to be looked at,
    stretches may be ``longest`` [s] instead of a quarter of a second; nothing that is decided depends on it.
    """
    if isinstance(rested, ComputationError):
        raise ComputationError(str(rested))
    first = 0 if left is None else left.progress.halvings
    for halvings in range(first, options.refine + 1):
        finer = replace(options, safety=options.safety / 2**halvings)
        if halvings > first:  # what the longer step gave is of no use any more
            keep.save(None, Progress(phase="start", halvings=halvings))
        known = rested if halvings == 0 and left is None else None
        # the engine, which may be large, is gone when its history is read back
        ended = yield from _once(
            Engine.of(wall, finer, joints=joints, struts=struts, soil=soil) if known is None else known.start(),
            action,
            case,
            keep,
            left,
            None if known is None else known.settled,
            halvings,
            observer,
            longest,
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
    settled: Settled | None,
    halvings: int,
    observer: Observer,
    longest: float,
) -> Course[_Ended]:
    wall = engine.assembly.wall
    drive = drive_of(action, wall, free=engine.options.free)
    total = math.ceil(drive.duration / engine.step - 1e-9)
    if left is not None:
        _tell_resumed(left, engine, action, observer)
    if left is not None and left.progress.settled is not None:
        restore_engine(engine, left.engine)
        progress = left.progress
    else:
        if settled is None:
            settled = yield from come_to_rest(engine, keep=keep, left=left, halvings=halvings, observer=observer)
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
    sound = yield from run.through(keep, observer, longest)
    return _Ended(
        joints=engine.assembly.names,
        progress=run.progress,
        failed=not sound,
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

    def through(self, keep: Keeper, observer: Observer, longest: float) -> Course[bool]:
        """All the rest of it; whether the computation is sound to the end."""
        engine = self.engine
        while (first := self.progress.first) < self.total:
            if keep.due():
                keep.save(engine, self.progress)
            looks = self._looks_at_once(longest)
            chunk = looks * engine.stretch
            count = min(chunk, self.total - first)
            record, sound = yield Stretch(
                engine=engine, drive=self.drive, first=first, count=count, sparing=keep.sparing
            )
            record = record if sound else record.finite()
            over = False
            if sound and looks > 1 and self._may_end(first + chunk):
                over, record = self._until_rest(record, first, looks)
            keep.take(states := self._states(record, sparing=keep.sparing))
            parted = self.progress.parted
            if not over:
                parted = np.maximum(parted, engine.assembly.motion.state == DEAD)
            if looks > 1:
                parted = np.maximum(parted, self._parted_between(record, first))
            self.progress = replace(self.progress, first=first + chunk, parted=parted)
            observer.advance(looks)
            if not sound or over:
                return sound
            limit = self.action.until_fallen if isinstance(self.action, TiltOptions) else None
            if limit is not None and dropped_share(states, self.progress.reference[:-1], engine.assembly.wall) > limit:
                break
            if self._may_end(first + chunk) and _at_rest(
                record.energy[(looks - 1) * engine.stretch // engine.stride :]
            ):
                break
        return True

    def _may_end(self, steps: int) -> bool:
        """Whether a wall that is at rest after so many ``steps`` has swung out."""
        options = self.engine.options
        return steps * self.engine.step - self.action_ends >= min(_LEAST_FREE, options.free)

    def _until_rest(self, record: Record, first: int, looks: int) -> tuple[bool, Record]:
        """Whether one of several looks found the wall swung out, and the record until then: nobody asks for more."""
        stretch, stride = self.engine.stretch, self.engine.stride
        for look in range(looks - 1):
            ends = (look + 1) * stretch // stride
            rows = slice(look * stretch // stride, ends)
            if self._may_end(first + (look + 1) * stretch) and _at_rest(record.energy[rows]):
                return True, record.until(ends)
        return False, record

    def _looks_at_once(self, longest: float) -> int:
        """Looks at the wall that one stretch may hold: few from where it may be found at rest, and may end, on."""
        engine = self.engine
        each = engine.stretch * engine.step
        if isinstance(self.action, TiltOptions) and self.action.until_fallen is not None:
            return 1
        decided = self.action_ends + min(_LEAST_FREE, engine.options.free)
        ahead = math.floor(decided / each) - 1 - self.progress.first // engine.stretch
        if ahead < 1 and engine.stretch % engine.stride == 0:  # what is kept tells what each look would have seen
            left = math.ceil((self.total - self.progress.first) / engine.stretch)
            ahead = min(math.floor(_AT_ONCE / each), left)
        return max(1, min(math.floor(longest / each), ahead))

    def _parted_between(self, record: Record, first: int) -> FloatArray:
        """1 for each joint whose faces had left each other where a shorter stretch would have been looked at."""
        engine = self.engine
        numbers = np.rint(record.times / engine.step).astype(np.int64) - first
        rows = np.flatnonzero(np.diff(numbers // engine.stretch, prepend=0) > 0)
        return np.asarray((record.opening[rows] == _GONE).any(axis=0), dtype=np.float64)

    def _states(self, record: Record, *, sparing: bool) -> States:
        return states_of(
            record,
            attitude=self.engine.assembly.bodies.attitude,
            reference=self.progress.reference,
            path=self.progress.path,
            tilt=tilts_of(self.action, record.times),
            sparing=sparing,
        )


def _at_rest(energy: FloatArray) -> bool:
    """Whether a wall with these energies since the last look has swung out."""
    return bool(len(energy) and energy[:, 0].max() < _REST * energy[-1, 1])


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
