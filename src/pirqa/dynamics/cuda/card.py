"""Stretches of many runs on a graphics card."""

from __future__ import annotations

import math
import weakref
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pirqa.dynamics.assembly import Assembly, with_room
from pirqa.dynamics.cuda.bench import THREADS, Bench
from pirqa.dynamics.cuda.device import Device, longest_launch, room_for, with_free_memory
from pirqa.dynamics.cuda.layout import Layout
from pirqa.dynamics.cuda.loose import DESK_ROOMS, DESKS
from pirqa.dynamics.cuda.parts import DONE, FULL
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import LOOK, SPARED, Engine, Record
from pirqa.dynamics.run_sequence import Stretch
from pirqa.dynamics.shared_volume import SUMS
from pirqa.model.polyhedron import FloatArray

_LONGEST = 5.0
"""Simulated time of a stretch at most [s]: its states wait in the card's memory."""
_WALLS = 16
"""Walls for each processor of the card: eight are at work at once, and others take the place of those that pause."""
_BLOCKS = 4
"""Walls for each processor of the card in which rare things happen at once."""
_WORTH = 32
"""Walls of one layout that wait for a place from which on kernels of their own are worth the minute that they take to
compile, once: those of any layout are compiled already, or will serve many."""


@dataclass(kw_only=True, eq=False)
class _Resident:
    """A wall that has a place on the card."""

    bench: Bench
    place: int
    row: FloatArray
    made: Assembly
    """Whose arrays are windows into ``row``."""


@dataclass(kw_only=True, eq=False)
class _Going:
    """A stretch on its way."""

    stretch: Stretch
    first: int
    count: int
    """Steps that are left of it, where it had to stop for want of room."""
    wall: _Resident | None = None
    records: list[Record] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """States that may be kept of it."""
        return self.count // self.stretch.engine.stride + 2


class Card:
    """Runs stretches on a graphics card, as :class:`pirqa.dynamics.batch.StretchRunner` wants them run."""

    def __init__(self, device: Device, *, longest: float = _LONGEST) -> None:
        self.device, self.longest = device, longest
        self.room = _WALLS * device.multiprocessors
        self.notes: list[str] = []
        self._launch = longest_launch(device)
        self._benches: dict[tuple[Layout, int], Bench] = {}
        """By layout, and corners of the largest polygon: walls of one layout may differ in those."""
        self._residents: dict[int, _Resident] = {}
        """By the engine's identity; one that is gone takes its wall from the card."""
        self._waiting: deque[_Going] = deque()
        self._asked: deque[_Going] = deque()
        """Those that wait while places are given, and their layouts, counted when somebody asks."""
        self._wanted: Counter[Layout] = Counter()
        self._going: dict[tuple[int, int], _Going] = {}

    def refusal(self, engine: Engine, drive: Drive) -> str:
        """What of this wall or of what is done to it only a processor can compute; empty where there is nothing."""
        made = engine.assembly
        if len(made.ties.first):
            return "it has struts or ties"
        if len(made.soil.body) or engine.soil is not None:
            return "soil leans on it"
        if made.frames.points.shape[1]:
            return "its contact is by points"
        if not drive.plain:
            return "its base does other things than shake"
        _, told = room_for(bytes_of(engine, self.longest), 1, self.device)
        return told

    def begin(self, stretch: Stretch) -> None:
        """Put it under way at the next look."""
        stretch.engine.assembly.bodies.share[:] = 0.0
        self._waiting.append(_Going(stretch=stretch, first=stretch.first, count=stretch.count))

    def finished(self) -> list[tuple[Stretch, Record, bool]]:
        """Those that are finished; waits for one."""
        while self._waiting or self._going:
            self._admit()
            found: list[tuple[Stretch, Record, bool]] = []
            for bench in self._benches.values():
                found += self._collect(bench)
            if found:
                return found
        return []

    def close(self) -> None:
        """Forget all."""
        self._waiting.clear()
        self._going.clear()
        self._residents.clear()
        self._benches.clear()

    def _admit(self) -> None:
        """Put walls that wait onto the card, as far as there is room."""
        groups: dict[int, list[tuple[_Going, _Resident]]] = {}
        self._asked, self._waiting = self._waiting, deque()
        self._wanted.clear()
        for going in self._asked:
            wall = self._resident(going)
            if wall is None:
                self._waiting.append(going)
            else:
                going.wall = wall
                groups.setdefault(id(wall.bench), []).append((going, wall))
        self._asked.clear()  # an engine that is held here would hold its place
        for group in groups.values():
            bench = group[0][1].bench
            bench.put([(wall.place, wall.row) for _, wall in group])
            for going, wall in group:
                bench.start(wall.place, going.stretch.engine, going.stretch.drive, going.first, going.count)
                self._going[id(bench), wall.place] = going

    def _resident(self, going: _Going) -> _Resident | None:
        """The wall with its place, which it keeps from stretch to stretch until its run is over; none where all are
        taken, or where others' states must be read first."""
        engine = going.stretch.engine
        known = self._residents.get(id(engine))
        if known is not None and known.made is engine.assembly:
            return known if known.bench.has_rows(going.rows) else None
        layout = Layout.of(engine.assembly)
        bench = self._benches.get((layout, _corners(engine))) or self._lay_bench(layout, engine)
        place = bench.reserve() if bench.has_rows(going.rows) else None
        if place is None:
            return None
        if known is None:
            weakref.finalize(engine, _leave, self._residents, id(engine))
        else:
            known.bench.free(known.place)
        row, engine.assembly = layout.pack(engine.assembly)
        wall = self._residents[id(engine)] = _Resident(bench=bench, place=place, row=row, made=engine.assembly)
        return wall

    def _lay_bench(self, layout: Layout, engine: Engine) -> Bench:
        """Room for walls that are like this one."""
        fit, told = room_for(bytes_of(engine, self.longest), self.room, with_free_memory(self.device))
        if told:
            self.notes.append(told)
        bench = self._benches[layout, _corners(engine)] = Bench(
            layout,
            max(1, fit),
            corners=_corners(engine),
            rows=math.ceil(max(self.longest, LOOK) / (engine.step * engine.stride)) + 3,
            blocks=_BLOCKS * self.device.multiprocessors,
            launch=self._launch,
            own=self._waiting_for(layout) >= _WORTH,
        )
        return bench

    def _waiting_for(self, layout: Layout) -> int:
        """How many walls wait that are laid out like this."""
        if not self._wanted:
            self._wanted = Counter(Layout.of(going.stretch.engine.assembly) for going in self._asked)
        return self._wanted[layout]

    def _collect(self, bench: Bench) -> list[tuple[Stretch, Record, bool]]:
        ended = bench.advance()
        if not ended:
            return []
        items = [self._going.pop((id(bench), place)) for place in ended]
        walls = [item.wall for item in items if item.wall is not None]
        bench.take([(wall.place, wall.row) for wall in walls])
        found = []
        for item, (place, (state, steps)) in zip(items, ended.items(), strict=True):
            engine = item.stretch.engine
            item.records.append(bench.record(place, engine, sparing=item.stretch.sparing))
            engine.done += steps
            if state == FULL:  # more pairs are near than fit: the same wall with more room goes on from here
                engine.assembly = with_room(engine.assembly)
                item.first, item.count = item.first + steps, item.count - steps
                self._waiting.append(item)
                continue
            found.append((item.stretch, _joined(item.records), state == DONE))
        return found


def _corners(engine: Engine) -> int:
    """Of the largest polygon that may come up."""
    return int(engine.assembly.scratch.shape[1])


def _leave(residents: dict[int, _Resident], engine: int) -> None:
    """The engine of a wall is gone, and so is its run."""
    wall = residents.pop(engine, None)
    if wall is not None:
        wall.bench.free(wall.place)


def bytes_of(engine: Engine, longest: float = _LONGEST) -> int:
    """Memory of the card that a wall takes [bytes]."""
    made = engine.assembly
    states = longest / (engine.step * engine.stride) + 3
    each = 12 * len(made.bodies.mass) + (7 + len(SPARED)) * len(made.joints.first) + 12
    desks = DESKS * sum(getattr(made.near, name).size for name in DESK_ROOMS) + THREADS * SUMS
    return int(8 * (Layout.of(made).width + states * each + desks))


def _joined(records: Sequence[Record]) -> Record:
    if len(records) == 1:
        return records[0]
    names = ("times", "pose", "joint", "energy", "push", "tie", "soil")
    parts: dict[str, Any] = {name: np.concatenate([getattr(one, name) for one in records]) for name in names}
    return Record(**parts)
