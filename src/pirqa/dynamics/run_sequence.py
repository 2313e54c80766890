"""One run as a sequence of stretches: gravity, rest, the action, free vibration.

A *course* is a generator: it yields the next :class:`Stretch` of steps and receives what was recorded. Its caller
computes the steps, on a processor (:func:`perform`) or on a graphics card with thousands of others
(:mod:`pirqa.dynamics.batch`); the decisions are made by the same lines. A wall at rest (:class:`Rested`) is the start
of any number of runs. A :class:`Follower` sees all states of a run and may end it early. If the energy ledger does not
close, the run is repeated with half the time step.
"""

from __future__ import annotations

import copy
import math
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pirqa.dynamics.arrays import DEAD, HELD
from pirqa.dynamics.assembly import Assembly, JointName
from pirqa.dynamics.checkpoint import Checkpoint, Progress, restore_engine
from pirqa.dynamics.drive import Action, Drive, drive_of, initial_velocity, name_of, settling, tilts_of
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.engine import LOOK, Engine, Record
from pirqa.dynamics.options import SimulationOptions, TiltOptions
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.state_recorder import Head, Keeper
from pirqa.dynamics.trajectory import (
    PARTED_OPENING,
    Settled,
    States,
    Trajectory,
    displacements,
    dropped_stones,
    find_events,
    states_of,
    stone_heights,
)
from pirqa.errors import ComputationError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer


@dataclass(frozen=True, kw_only=True, eq=False)
class Stretch:
    """Steps to be made of one run, after which somebody looks at it."""

    engine: Engine
    drive: Drive
    first: int
    """Number of the first of them in the drive."""
    count: int
    sparing: bool = False
    """Whether of the joints only normal force and opening are asked for; more does no harm."""

    def run(self) -> tuple[Record, bool]:
        """Make them on this processor: what was kept, and whether the run is still sound."""
        return self.engine.run(self.drive, self.first, self.count)


_Result = TypeVar("_Result")
Course = Generator[Stretch, tuple[Record, bool], _Result]
"""Gives stretches, takes what :meth:`Engine.run` returns for them, and ends with its result."""


def perform(course: Course[_Result]) -> _Result:
    """Make all stretches of ``course`` on this processor."""
    try:
        # nobody but the course holds the engine, which may be large, when the history is read back
        waiting = [next(course)]
        while True:
            waiting.append(course.send(waiting.pop().run()))
    except StopIteration as ended:
        result: _Result = ended.value
        return result
    finally:
        course.close()  # stopped in the middle of a stretch, it lets go of what it holds


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


class Follower(Protocol):
    """Sees all states of one run in their order, many or few at once: what it says must not depend on how many."""

    @property
    def close(self) -> bool:
        """Whether an end may be near, so that no long stretch should be begun."""

    def open(self, head: Head) -> None:
        """A run begins, or begins again with half the time step."""

    def look(self, states: States) -> float:
        """These follow. When the run may end [s]; infinite as long as nobody knows."""

    def cut(self, states: States) -> None:
        """Of those that were seen last only these, the first of them, are of the run: it has ended among them."""


class DropLimit:
    """Ends a run when more than ``limit`` of the stones that are not fixed sank by more than half their height [-]."""

    def __init__(self, wall: Wall, limit: float) -> None:
        self._limit = limit
        self._free = [index for index, stone in enumerate(wall.stones) if stone.name not in wall.fixed]
        self._far = 0.5 * stone_heights(wall)[self._free]
        self._head: Head | None = None

    @property
    def close(self) -> bool:
        """Always: what is tilted slowly falls at once."""
        return True

    def open(self, head: Head) -> None:
        """A run begins."""
        self._head = head

    def look(self, states: States) -> float:
        """When there were so many."""
        assert self._head is not None
        if not self._free:
            return math.inf
        down = -displacements(states, self._head.reference)[:, self._free, 2]
        passed = (down > self._far).mean(axis=1) > self._limit
        return float(states.times[np.argmax(passed)]) if passed.any() else math.inf

    def cut(self, states: States) -> None:
        """Nothing is kept of what was seen."""


_REST = 1e-6
"""Kinetic over elastic energy at which a shaken wall has swung out."""
_LEAST_FREE = 3.0
"""At least this long it swings out [s], where there is time for it."""
_AT_ONCE = 1.0
"""Simulated time in one stretch while the run may end at any look, where stretches may be long [s]: what is made after
it has is in vain, but each stretch costs those who look at the wall."""


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
    follower: Follower | None = None,
) -> Course[Trajectory]:
    """The course of :func:`pirqa.dynamics.simulate.simulate`.

    ``keep`` takes the states, ``left`` is where an earlier run was stopped, ``rested`` the same wall with the same
    joints and options at rest, or why it is not, where somebody knows it already. Where nothing has to be looked at,
    stretches may be ``longest`` [s] instead of a quarter of a second; nothing that is decided depends on it. The
    ``follower`` sees all states; the run is over at the first look after the time that it names, a quarter of a second
    at the most.
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
            keep=keep,
            left=left,
            settled=None if known is None else known.settled,
            halvings=halvings,
            observer=observer,
            longest=longest,
            follower=_follower_of(action, wall) if follower is None else follower,
        )
        left = None
        trajectory = _gather(ended, wall, action, case, keep.states())
        closes = "" if trajectory.reliable else f", energy closes within {trajectory.ledger.error:.1g} only"
        observer.end(f"{'FAILED, ' if ended.failed else ''}{trajectory.times[-1]:.1f} s{closes}")
        if trajectory.reliable or options.step is not None or halvings == options.refine:
            return replace(trajectory, halvings=halvings)
        del trajectory  # two histories at once may not fit into memory
    raise AssertionError("the last halving returns")


def _follower_of(action: Action, wall: Wall) -> Follower | None:
    """By whom the action itself asks to be ended before its time."""
    if not isinstance(action, TiltOptions) or action.until_fallen is None:
        return None
    return DropLimit(wall, action.until_fallen)


def _once(
    engine: Engine,
    action: Action,
    case: str,
    *,
    keep: Keeper,
    left: Checkpoint | None,
    settled: Settled | None,
    halvings: int,
    observer: Observer,
    longest: float,
    follower: Follower | None,
) -> Course[_Ended]:
    wall = engine.assembly.wall
    drive = drive_of(action, wall, free=engine.options.free)
    total = math.ceil(drive.duration / engine.step - 1e-9)
    if left is not None:
        _tell_resumed(left, engine, action, observer)
    resumed = left is not None and left.progress.settled is not None
    if left is not None and resumed:
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
        joints=engine.assembly.names,
        reference=progress.reference[:-1],
    )
    if not resumed:
        keep.open(head, total // engine.stride + 2)
    run = _Run(engine=engine, action=action, drive=drive, progress=progress, total=total, follower=follower)
    if follower is not None:
        follower.open(head)
        if progress.first:  # it has seen nothing of what was kept before
            run.look(keep.states())
    observer.begin(name_of(action), math.ceil(drive.duration / LOOK))
    observer.advance(progress.first // engine.stretch)
    sound = yield from run.through(keep, observer, longest)
    return _Ended(
        joints=engine.assembly.names,
        progress=run.progress,
        failed=not sound,
        early=run.early,
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
    follower: Follower | None
    until: int | None = None
    """Steps after which it ends before its time; none as long as nobody has said so."""
    early: bool = False
    """Whether it has ended so."""

    @property
    def action_ends(self) -> float:
        """When the wall begins to swing out [s]."""
        return self.drive.duration - self.engine.options.free

    def through(self, keep: Keeper, observer: Observer, longest: float) -> Course[bool]:
        """All the rest of it; whether the computation is sound to the end."""
        engine = self.engine
        sound = True
        while sound and (first := self.progress.first) < self.total:
            if keep.due():
                keep.save(engine, self.progress)
            last = first + self._looks_at_once(longest) * engine.stretch
            record, sound = yield Stretch(
                engine=engine, drive=self.drive, first=first, count=min(last, self.total) - first, sparing=keep.sparing
            )
            record = record if sound else record.finite()
            states = self._states(record, sparing=keep.sparing)
            self.look(states)
            over = self._over(record, first)
            if over is not None:
                # steps beyond are forgotten, and so is what went wrong in them: shorter stretches never make them
                last = over
                count = int(np.searchsorted(self._numbers(record), over))
                if count < len(states.times):
                    record, states = record.until(count), states.until(count)
                    if self.follower is not None:
                        self.follower.cut(states)
            keep.take(states)
            parted = np.maximum(self.progress.parted, self._parted_at_looks(record, first, ended=over is not None))
            self.progress = replace(self.progress, first=last, parted=parted)
            observer.advance((last - first) // engine.stretch)
            if over is not None:
                self.early = over == self.until
                return True
        parted = np.maximum(self.progress.parted, engine.assembly.motion.state == DEAD)
        self.progress = replace(self.progress, parted=parted)
        return sound

    def look(self, states: States) -> None:
        """Let whoever follows see these; the run ends at the first look after the time that is named."""
        if self.follower is None or not len(states.times):
            return
        time = self.follower.look(states)
        if self.until is None and math.isfinite(time):
            until = (round(time / self.engine.step) // self.engine.stretch + 1) * self.engine.stretch
            until = max(until, self.progress.first + self.engine.stretch)  # what is over cannot end any more
            self.until = until if until < self.total else None

    def _over(self, record: Record, first: int) -> int | None:
        """Steps after which the run is over before its time, as the first look decides that asks for it; else none.

        What each look decides is told by the states until it, so that it does not matter how many a stretch holds.
        """
        stretch = self.engine.stretch
        looks = range(first + stretch, min(self.engine.done, self.total - 1) + 1, stretch)
        rows = np.searchsorted(self._numbers(record), [first, *looks]).tolist()
        for look, start, stop in zip(looks, rows[:-1], rows[1:], strict=True):
            if look == self.until or (self._may_rest(look) and _at_rest(record.energy[start:stop])):
                return look
        return None

    def _may_rest(self, steps: int) -> bool:
        """Whether a wall that is at rest after so many ``steps`` has swung out."""
        return steps * self.engine.step - self.action_ends >= min(_LEAST_FREE, self.engine.options.free)

    def _looks_at_once(self, longest: float) -> int:
        """Looks at the wall that one stretch may hold: few from where it may end at any of them on."""
        engine = self.engine
        each = engine.stretch * engine.step
        done = self.progress.first // engine.stretch
        few = math.floor(_AT_ONCE / each)
        decided = self.action_ends + min(_LEAST_FREE, engine.options.free)
        ahead = math.floor(decided / each) - 1 - done
        if ahead < 1:
            ahead = min(few, math.ceil(self.total / engine.stretch) - done)
        if self.until is not None:
            ahead = min(ahead, self.until // engine.stretch - done)
        elif self.follower is not None and self.follower.close:
            ahead = min(ahead, few)
        return max(1, min(math.floor(longest / each), ahead))

    def _numbers(self, record: Record) -> NDArray[np.int64]:
        """Of the steps at which states were kept."""
        return np.rint(record.times / self.engine.step).astype(np.int64)

    def _parted_at_looks(self, record: Record, first: int, *, ended: bool) -> FloatArray:
        """1 for each joint whose faces had left each other in the first state after a look, whoever looked then.

        Where the run has ``ended`` before its time, also in its last state: nobody knows of the one after it.
        """
        looks = self._numbers(record) // self.engine.stretch
        rows = np.flatnonzero(looks > np.r_[max(first // self.engine.stretch - 1, 0), looks[:-1]]).tolist()
        rows += [len(looks) - 1] if ended and len(looks) else []
        return np.asarray((record.opening[rows] == PARTED_OPENING).any(axis=0), dtype=np.float64)

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
    early: bool
    """Whether it was ended before its time."""
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
        ended_at=float(states.times[-1]) if ended.early else None,
    )
