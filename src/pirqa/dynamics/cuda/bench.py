"""Places on the card for walls of one layout, and the kernels that make their steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from pirqa.dynamics.cuda.busy import advance_busy
from pirqa.dynamics.cuda.calm import advance_calm, bytes_beside
from pirqa.dynamics.cuda.ground import knots_of
from pirqa.dynamics.cuda.layout import Layout
from pirqa.dynamics.cuda.loose import DESK_ROOMS, DESKS
from pirqa.dynamics.cuda.parts import BUSY, CALM, DONE
from pirqa.dynamics.cuda.stack import Stack
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.engine import FASTEST, SPARED, Engine, Record
from pirqa.dynamics.shared_volume import SUMS
from pirqa.model.polyhedron import FloatArray

THREADS = 64
"""Of a wall: two warps. With more, most wait for the slowest; with fewer, a wall takes longer and more are under way
than the card's cache holds."""
_BESIDE, _ROUNDED = 48 << 10, 32
"""What the quick kernels hold of a wall next to a processor of the card at most [bytes]; those of any layout are
compiled for multiples of so many joints and bodies."""
_CALM_STEPS, _LOOSE_STEPS, _BUSY_STEPS, _ROUNDS = 4000, 500, 64, 4
"""Steps of a wall in one launch of each kernel, and launches of all before somebody looks."""
_WORDS = ("state", "number", "since", "ends", "stride", "span", "kept")
_NUMBERS = ("step", "tolerance", "interval", "ramp")


class Bench:
    """Walls of one layout that are under way.

    ``corners`` of the polygons in a wall's scratch; ``rows``: kept states of a stretch; ``blocks`` of the busy kernel
    at most; ``launch``: simulated time that one launch may make [s]. ``own``: with kernels for this layout alone, which
    are compiled when they are first wanted and kept; else with those for all layouts, which are slower.
    """

    def __init__(
        self,
        layout: Layout,
        places: int,
        *,
        corners: int,
        rows: int,
        blocks: int,
        launch: float = 1.0,
        own: bool = True,
    ) -> None:
        shapes = {(item.kind, item.name): item.shape for item in layout.fields}
        self._joints, self._bodies = shapes["joints", "first"][0], shapes["bodies", "mass"][0]
        self.own = own
        """Whether its kernels know this layout alone."""
        self._stack = Stack(layout, places)
        self._unused = list(range(places - 1, -1, -1))
        self._fresh: set[int] = set()
        """Places whose walls have not been put there yet."""
        self._now = {name: np.zeros(places, dtype=np.int64) for name in _WORDS}
        self._now["state"][:] = DONE
        self._given = {name: np.ones(places) for name in _NUMBERS}
        self._drives: dict[int, Drive] = {}
        self._began = np.zeros(places, dtype=np.int64)
        self._launch = launch
        self._under_way = np.zeros(places, dtype=bool)
        self._knots: Any = cuda.device_array((places, 1, 12))
        self._axis = cuda.to_device(np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]))
        self._make_rows(rows)
        self._blocks = max(1, min(places, blocks))
        desk = sum(math.prod(shapes["near", name]) for name in DESK_ROOMS)
        self._rooms = (cuda.device_array(places * DESKS * desk), cuda.device_array((places, THREADS, SUMS)))
        # a wall that does not fit into the quick kernels makes all its steps in the other
        fixed = layout.table if own else None
        each = 1 if own else _ROUNDED
        lines, stones = (max(1, -(-count // each)) * each for count in (self._joints, self._bodies))
        self._quick = bytes_beside(lines, stones) <= _BESIDE
        self._calm, self._loose = (
            advance_calm(THREADS, lines, stones, corners, fixed, loose=loose) if self._quick else None
            for loose in (False, True)
        )
        self._busy = advance_busy(THREADS, corners, fixed)

    def reserve(self) -> int | None:
        """A place for a wall; none where all are taken."""
        if not self._unused:
            return None
        place = self._unused.pop()
        self._fresh.add(place)
        return place

    def free(self, place: int) -> None:
        """Its wall is gone."""
        self._under_way[place] = False
        self._unused.append(place)

    def has_rows(self, rows: int) -> bool:
        """Room for so many kept states of each wall, which is made where nobody is under way."""
        if rows > self._rows and not self._under_way.any():
            self._make_rows(rows)
        return rows <= self._rows

    def _make_rows(self, rows: int) -> None:
        places = self._stack.places
        self._rows = rows
        self._log = (
            cuda.device_array((places, rows), np.int64),
            cuda.device_array((places, rows, self._bodies, 12)),
            cuda.device_array((places, rows, self._joints, 7)),
            cuda.device_array((places, rows, len(ENERGIES))),
            cuda.device_array((places, rows, 3)),
        )
        self._spared = cuda.device_array((places, rows, self._joints, len(SPARED)))
        """Of the joints, of walls whose stretches have ended."""

    def put(self, walls: Sequence[tuple[int, FloatArray]]) -> None:
        """Rows of walls to their places: all of a wall that is new there, of others what changes."""
        for whole in (True, False):
            chosen = [(place, row) for place, row in walls if (place in self._fresh) == whole]
            places = np.array([place for place, _ in chosen], dtype=np.int64)
            self._stack.put(places, [row for _, row in chosen], whole=whole)
        self._fresh -= {place for place, _ in walls}

    def take(self, walls: Sequence[tuple[int, FloatArray]]) -> None:
        """What changed, back into the rows."""
        self._stack.take(np.array([place for place, _ in walls], dtype=np.int64), [row for _, row in walls])

    def start(self, place: int, engine: Engine, drive: Drive, first: int, count: int) -> None:
        """``count`` steps of ``drive`` for the wall that is there, from the drive's step ``first``."""
        if self._drives.get(place) is not drive:
            self._put_knots(place, drive)
            self._drives[place] = drive
        now, given = self._now, self._given
        now["state"][place] = CALM if self._quick else BUSY
        now["number"][place], now["ends"][place] = engine.done, engine.done + count
        now["since"][place], now["stride"][place] = first, engine.stride
        now["kept"][place] = 0
        given["step"][place], given["tolerance"][place] = engine.step, engine.options.renew_after
        given["ramp"][place] = drive.ramp
        self._began[place], self._under_way[place] = engine.done, True

    def advance(self) -> dict[int, tuple[int, int]]:
        """Go on with all that are under way for a while: by their places, who came to an end, how, after what steps."""
        active = np.flatnonzero(self._under_way)
        if not len(active):
            return {}
        now = {name: cuda.to_device(column) for name, column in self._now.items()}
        given = {name: cuda.to_device(column) for name, column in self._given.items()}
        which = cuda.to_device(active)
        walls = (
            self._stack.rows, self._stack.table, which, now["state"], now["number"], now["since"], now["ends"],
            given["step"], now["stride"], given["tolerance"], FASTEST, self._knots, now["span"], given["interval"],
            given["ramp"], self._axis,
        )  # fmt: skip
        most = max(1, round(self._launch / float(self._given["step"][active].min())))
        busy = min(_BUSY_STEPS, most)
        for _ in range(_ROUNDS):
            for kernel, steps in ((self._calm, _CALM_STEPS), (self._loose, _LOOSE_STEPS)):
                if kernel is not None:
                    kernel[len(active), THREADS](*walls, min(steps, most), *self._rooms, *self._log, now["kept"])
            blocks = min(len(active), self._blocks)
            self._busy[blocks, THREADS](*walls, busy, self._quick, *self._rooms, *self._log, now["kept"])
        for name in ("state", "number", "since", "kept"):
            now[name].copy_to_host(self._now[name])
        ended = active[self._now["state"][active] >= DONE]
        self._under_way[ended] = False
        if len(ended) and self._joints:
            grid = (len(ended), min(64, -(-self._rows * self._joints // THREADS)))
            _picker()[grid, THREADS](self._log[2], self._spared, cuda.to_device(ended), now["kept"])
        return {
            int(place): (int(self._now["state"][place]), int(self._now["number"][place] - self._began[place]))
            for place in ended
        }

    def record(self, place: int, engine: Engine, *, sparing: bool = False) -> Record:
        """What was kept of the stretch that ended there; ``sparing``: of its joints :data:`SPARED` alone."""
        kept = int(self._now["kept"][place])
        # room for a whole stretch is there, but of the many short ones at a run's end only what was kept travels
        steps, pose, joint, energy, push = (
            column[place, :kept].copy_to_host() if kept else np.empty((0, *column.shape[2:]), column.dtype)
            for column in (*self._log[:2], self._spared if sparing else self._log[2], *self._log[3:])
        )
        return Record(
            times=np.asarray(steps * engine.step, dtype=np.float64),
            pose=pose,
            joint=joint,
            energy=energy,
            push=push,
            tie=np.zeros((kept, 0)),
            soil=np.zeros((kept, 0)),
        )

    def _put_knots(self, place: int, drive: Drive) -> None:
        knots, self._given["interval"][place] = knots_of(drive)
        self._now["span"][place] = len(knots)
        if len(knots) > self._knots.shape[1]:
            wider = cuda.device_array((self._stack.places, 2 ** math.ceil(math.log2(len(knots))), 12))
            wider[:, : self._knots.shape[1]] = self._knots
            self._knots = wider
        if len(knots):
            self._knots[place, : len(knots)] = knots


@cache
def _picker() -> Any:
    force, opening = SPARED

    def pick(joint: Any, spared: Any, which: Any, kept: Any) -> None:
        place, joints = which[cuda.blockIdx.x], joint.shape[2]
        for i in range(
            cuda.blockIdx.y * cuda.blockDim.x + cuda.threadIdx.x,
            kept[place] * joints,
            cuda.gridDim.y * cuda.blockDim.x,
        ):
            row, j = i // joints, i % joints
            spared[place, row, j, 0] = joint[place, row, j, force]
            spared[place, row, j, 1] = joint[place, row, j, opening]

    return cuda.jit(pick)
