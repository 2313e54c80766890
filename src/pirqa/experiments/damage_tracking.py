"""Damage of a run, tracked over its states batch by batch, so that no history need be kept.

A compiled kernel goes over the states once, without Python's lock. What depends on rounding (roots and angles have last
digits of their own in every library) it only marks; NumPy decides on the few marked states, so that the numbers depend
neither on how a run is cut into stretches nor on who computes it.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pirqa.compiled import kernel
from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.rigid_body import product_sum
from pirqa.dynamics.trajectory import States, displacements, turn_by, uprights
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

UPRIGHT = 0.01
"""Lean below which no stone tips [rad]."""
LARGEST, TIPPED, LEFT = 1, 2, 4
"""Marks of a state of a stone that NumPy must look at."""
_LOOSE = 1e-9
"""Share by which a number that NumPy is to find may be another in the kernel."""


@kernel(threads=True)
def _steepness(least: float, best: float, tipping: float, tipped: float) -> float:
    """Tangent squared of a lean below which a stone neither leans as it never did nor may tip."""
    angle = best * least
    if tipped == math.inf:
        angle = min(angle, tipping * least)
    angle = (1.0 - _LOOSE) * max(angle, UPRIGHT)
    return math.tan(angle) ** 2 if angle < 0.5 * math.pi else 1e300


@kernel(threads=True)
def _side(turn: FloatArray, base: FloatArray) -> tuple[float, float]:
    """Towards which side of itself a stone leans: a unit vector along and across it."""
    w, x, y, z = base[0], base[1], base[2], base[3]
    a, b, c = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z
    w, x, y, z = turn[0], -turn[1], -turn[2], -turn[3]
    p, q, r = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
    u, v = -(a + w * p + y * r - z * q), -(b + w * q + z * p - x * r)
    size = max(math.sqrt(u * u + v * v), 1e-12)
    return u / size, v / size


@kernel(threads=True)
def watch_stones(
    seen: int,
    ended: float,
    times: FloatArray,
    moved: FloatArray,
    before: FloatArray,
    upright: FloatArray,
    turn: FloatArray,
    base: FloatArray,
    arm: FloatArray,
    first_arm: IntArray,
    depth: FloatArray,
    least: FloatArray,
    free: npt.NDArray[np.bool_],
    held: IntArray,
    drops: FloatArray,
    beyond: float,
    tipping: float,
    outward: float,
    dropped: FloatArray,
    left: FloatArray,
    tipped: FloatArray,
    across: FloatArray,
    best: FloatArray,
    ratio: FloatArray,
    marks: npt.NDArray[np.uint8],
) -> bool:
    """Go over states: who sank and when, how far across; mark states in which a stone may lean most, tip or be out.

    ``seen``: states before these, of which the last was at ``ended`` [s] with the stones moved by ``before`` [m];
    ``ratio``: zeros, room for leans. The rest is the watch's own. Whether any state is marked.
    """
    stones = len(free)
    steep = np.empty(stones)  # tangent squared of the lean from which on a state must be looked at
    for n in range(stones):
        steep[n] = _steepness(least[n], best[n], tipping, tipped[n])
    any_marked = False
    for k in range(len(times)):
        sunk = 0.0
        for n in held:
            sunk = max(sunk, -moved[k, n, 2])
        for n in range(stones):
            x, y = moved[k, n, 0], moved[k, n, 1]
            across[n] = max(across[n], abs(y))
            if free[n]:
                if -moved[k, n, 2] - sunk > drops[n]:
                    dropped[n] = min(dropped[n], times[k])
                if left[n] == math.inf and x * x + y * y > (1.0 - _LOOSE) * beyond * beyond:
                    marks[k, n] |= LEFT
                    any_marked = True
            a, b, c = upright[k, n, 0], upright[k, n, 1], upright[k, n, 2]
            level = a * a + b * b
            if (c > 0.0 and level <= steep[n] * c * c) or seen + k == 0:
                continue
            if not (abs(a) > 0.5 * UPRIGHT or abs(b) > 0.5 * UPRIGHT or c < 0.0):
                continue
            size = math.sqrt(level)
            lean = math.atan2(size, c)
            if lean <= (1.0 - _LOOSE) * UPRIGHT:
                continue
            u, v = _side(turn[k, n], base[k])
            reach = -math.inf
            for i in range(first_arm[n], first_arm[n + 1]):
                reach = max(reach, u * arm[i, 0] + v * arm[i, 1])
            share = lean / max(math.atan2(reach, depth[n]), least[n])  # upside down, it leans to no side
            ratio[k, n] = share
            if share > best[n] and lean > (1.0 + _LOOSE) * UPRIGHT:
                best[n] = share
                steep[n] = _steepness(least[n], best[n], tipping, tipped[n])
            if free[n] and tipped[n] == math.inf and share >= (1.0 - _LOOSE) * tipping:
                if k:
                    go = a * (x - moved[k - 1, n, 0]) + b * (y - moved[k - 1, n, 1])
                    since = times[k] - times[k - 1]
                else:
                    go, since = a * (x - before[n, 0]) + b * (y - before[n, 1]), times[k] - ended
                if go >= (outward - _LOOSE) * size * since * (1.0 - _LOOSE):
                    marks[k, n] |= TIPPED
                    any_marked = True
    for k in range(len(times)):
        for n in range(stones):
            if ratio[k, n] > 0.0 and ratio[k, n] >= (1.0 - _LOOSE) * best[n]:
                marks[k, n] |= LARGEST
                any_marked = True
    return any_marked


@kernel(threads=True)
def find_reach(
    way: FloatArray, stones: npt.NDArray[np.intp], arm: FloatArray, first_arm: IntArray, reach: FloatArray
) -> None:
    """How far stones reach in some directions, shape (m, 2) [m], as BLAS sums it."""
    for m in range(len(stones)):
        reach[m] = -math.inf
        for i in range(first_arm[stones[m]], first_arm[stones[m] + 1]):
            reach[m] = max(reach[m], product_sum(way[m, 1], arm[i, 1], way[m, 0] * arm[i, 0]))


@kernel(threads=True)
def watch_joints(
    times: FloatArray,
    force: FloatArray,
    opening: FloatArray,
    apart: float,
    joint: IntArray,
    first_joint: IntArray,
    bearing: npt.NDArray[np.bool_],
    detached: FloatArray,
) -> None:
    """When each stone first bore on none of its joints, each of them open by more than ``apart`` [m]."""
    for k in range(len(times)):
        for n in range(len(bearing)):
            if not bearing[n] or detached[n] < math.inf:
                continue
            away = True
            for i in range(first_joint[n], first_joint[n + 1]):
                if not (force[k, joint[i]] == 0.0 and opening[k, joint[i]] > apart):
                    away = False
                    break
            if away:
                detached[n] = times[k]


_LATE = 1.0
"""Of whose states the mean is where a stone stays in the end [s]."""
_WAYS = 256
"""Directions in which the reach of stones is tried."""
_FOUND = ("dropped", "left", "tipped", "detached", "across", "leans", "_best")
"""Arrays of a watch that are written into."""
_LAST_SHAPES: list[tuple[tuple[Stone, ...], Shapes]] = []


@dataclass(frozen=True, kw_only=True, eq=False)
class Shapes:
    """What judging takes from the stones as surveyed."""

    stones: tuple[Stone, ...]
    height: FloatArray
    """From the lowest to the highest corner [m], shape (stones,)."""
    top: FloatArray
    """Level of the highest corner [m], shape (stones,)."""
    front: FloatArray
    """Extent along the wall by height [m2], shape (stones,)."""
    arm: FloatArray
    """Corners of all stones from their mass centres, along and across [m], shape (corners, 2)."""
    first_arm: IntArray
    """Where a stone's corners begin, shape (stones + 1,)."""
    depth: FloatArray
    """From the mass centre down to the lowest corner [m], shape (stones,)."""
    least: FloatArray
    """Tipping angle that a stone has at least, whichever way it leans [rad], shape (stones,)."""

    @property
    def top_course(self) -> npt.NDArray[np.bool_]:
        """Stones that reach the wall's top within half of their own height, shape (stones,)."""
        return np.asarray(self.top > self.top.max() - 0.5 * self.height)

    def footprint(self, numbers: Sequence[int]) -> Any:
        """Plan of these stones together, as a shape."""
        import shapely

        plans = [shapely.MultiPoint(self.stones[index].solid.vertices[:, :2]).convex_hull for index in numbers]
        footprint = shapely.union_all(plans)
        shapely.prepare(footprint)
        return footprint


def shapes_of(wall: Wall) -> Shapes:
    """Of the stones of ``wall``; remembered for the last stones, of which many runs may be made."""
    for stones, known in tuple(_LAST_SHAPES):
        if stones is wall.stones:
            return known
    found = _shapes(wall.stones)
    _LAST_SHAPES[:] = [(wall.stones, found)]
    return found


def _shapes(stones: tuple[Stone, ...]) -> Shapes:
    corners = [stone.solid.vertices for stone in stones]
    arms = [stone.solid.vertices - stone.centroid for stone in stones]
    plan = np.ascontiguousarray(np.concatenate(arms)[:, :2])
    first = np.cumsum([0, *map(len, arms)], dtype=np.int64)
    depth = np.array([-arm[:, 2].min() for arm in arms])
    turns = 2.0 * math.pi / _WAYS * np.arange(_WAYS)
    reach = np.maximum.reduceat(plan @ np.array([np.cos(turns), np.sin(turns)]), first[:-1], axis=0).min(axis=1)
    # between two of the directions it is less by no more than what the farthest corner turns
    farthest = np.maximum.reduceat(np.hypot(plan[:, 0], plan[:, 1]), first[:-1])
    return Shapes(
        stones=stones,
        height=np.array([np.ptp(corner[:, 2]) for corner in corners]),
        top=np.array([corner[:, 2].max() for corner in corners]),
        front=np.array([np.ptp(corner[:, 0]) * np.ptp(corner[:, 2]) for corner in corners]),
        arm=plan,
        first_arm=first,
        depth=depth,
        least=np.arctan2(np.maximum(reach - math.pi / _WAYS * farthest, 0.0), np.maximum(depth, 1e-12)),
    )


class Watch:
    """What a run does to the stones of ``wall``; give it all states with :meth:`take`, in their order.

    ``drop``: of its own height, below which a stone has fallen [-]; ``beyond``: its distance from the footprint [m];
    ``tipping``: its lean, of its tipping angle [-], while it moves that way at ``outward`` [m/s]; ``apart``: opening
    of its joints at which it is detached [m].
    """

    def __init__(
        self,
        wall: Wall,
        *,
        held: Sequence[str],
        joints: Sequence[JointName],
        reference: FloatArray,
        drop: float,
        beyond: float,
        tipping: float,
        outward: float,
        apart: float,
    ) -> None:
        names = [stone.name for stone in wall.stones]
        count = len(names)
        self.shapes = shapes_of(wall)
        self.free = np.array([name not in held for name in names])
        self._held = np.flatnonzero(~self.free)
        self._reference, self._beyond, self._apart = reference, beyond, apart
        self._tipping, self._outward = tipping, outward
        self._drops = drop * self.shapes.height
        self._joint, self._first_joint = _joints_of(wall, joints)
        self._bearing: npt.NDArray[np.bool_] | None = None
        self.dropped, self.left, self.tipped, self.detached = np.full((4, count), math.inf)
        """When each stone first sank too far, was out of the footprint, went on tipping, bore on no joint [s]."""
        self.across = np.zeros(count)
        """Largest displacement of each stone across the wall [m]."""
        self.leans = np.zeros(count)
        """Largest lean of each stone, of its tipping angle that way (θ/α) [-]; less than 0.01 rad counts as none."""
        self._best = np.zeros(count)
        """The same as the kernel has it."""
        self._late: list[tuple[FloatArray, FloatArray]] = []
        self.first = self.last = self.base = np.zeros((count, 4))
        """Attitudes of the stones in the first state and the last, and of the base in the last (w, x, y, z)."""
        self.ends = 0.0
        """Time of the last state [s]."""
        self._before = np.zeros((count, 3))
        self._seen = 0

    def take(self, states: States, moved: FloatArray | None = None) -> None:
        """These follow; the stones ``moved`` in them [m], shape (k, stones, 3), where somebody knows it already."""
        count = len(states.times)
        if not count:
            return
        if self._bearing is None:
            self.first = states.quaternion[0].copy()
            self._bearing = self._bear(states.normal_force[0])
        moved = displacements(states, self._reference) if moved is None else moved
        upright = uprights(states)
        marks = np.zeros(moved.shape[:2], dtype=np.uint8)
        any_marked = watch_stones(
            self._seen, self.ends, states.times, moved, self._before, upright, states.quaternion,
            states.platform_turn, self.shapes.arm, self.shapes.first_arm, self.shapes.depth, self.shapes.least,
            self.free, self._held, self._drops, self._beyond, self._tipping, self._outward, self.dropped, self.left,
            self.tipped, self.across, self._best, np.zeros(moved.shape[:2]), marks,
        )  # fmt: skip
        if any_marked:
            self._decide(states, moved, upright, marks)
        watch_joints(
            states.times, states.normal_force, states.opening, self._apart, self._joint, self._first_joint,
            self._bearing, self.detached,
        )  # fmt: skip
        self.last, self.base = states.quaternion[-1].copy(), states.platform_turn[-1].copy()
        self._before = moved[-1].copy()
        self.ends, self._seen = float(states.times[-1]), self._seen + count
        late = states.times >= self.ends - _LATE
        self._late = [piece for piece in self._late if piece[0][-1] >= self.ends - _LATE]
        self._late.append((states.times[late], moved[late]))

    def copy(self) -> Watch:
        """The same, which may see other states from here on."""
        other = copy.copy(self)
        for name in _FOUND:
            setattr(other, name, getattr(self, name).copy())
        return other

    @property
    def fell(self) -> FloatArray:
        """When each stone first was beyond one of the bounds of a fall [s], shape (stones,); infinite: never."""
        return np.asarray(np.minimum(np.minimum(self.dropped, self.left), self.tipped))

    @property
    def residual(self) -> FloatArray:
        """Displacement of each stone at the end [m], shape (stones, 3): the mean of the last second."""
        times = np.concatenate([times for times, _ in self._late])
        moved = np.concatenate([moved for _, moved in self._late])
        return np.asarray(moved[times >= self.ends - _LATE].mean(axis=0))

    @property
    def place(self) -> FloatArray:
        """Displacement of each stone in the last state [m], shape (stones, 3)."""
        return self._before

    def _bear(self, force: FloatArray) -> npt.NDArray[np.bool_]:
        """Stones that can leave a joint: one that lies in the wall without any cannot."""
        pressed = np.concatenate([[0], np.cumsum(force[self._joint] != 0.0)])
        return np.asarray((pressed[self._first_joint[1:]] > pressed[self._first_joint[:-1]]) & self.free)

    @cached_property
    def _footprint(self) -> Any:
        return self.shapes.footprint(np.flatnonzero(self.free).tolist())

    def _decide(self, states: States, moved: FloatArray, upright: FloatArray, marks: npt.NDArray[np.uint8]) -> None:
        """What NumPy finds in states that are marked."""
        rows, stones = np.nonzero(marks & (LARGEST | TIPPED))
        if len(rows):
            over = self._lean(states, upright, rows, stones)
            over &= (marks[rows, stones] & TIPPED) > 0
            self._tip(states.times, moved, _unit(upright[rows, stones, :2]), rows, stones, over)
        rows, stones = np.nonzero(marks & LEFT)
        level = moved[rows, stones, :2]
        far = np.hypot(level[:, 0], level[:, 1]) > self._beyond
        if far.any():
            import shapely

            rows, stones = rows[far], stones[far]
            places = self._reference[stones, :2] + level[far]
            out = shapely.distance(shapely.points(places), self._footprint) > self._beyond
            np.minimum.at(self.left, stones[out], states.times[rows[out]])

    def _lean(
        self, states: States, upright: FloatArray, rows: npt.NDArray[np.intp], stones: npt.NDArray[np.intp]
    ) -> npt.NDArray[np.bool_]:
        """How far stones lean, of their tipping angles; whether that is far enough to be on their way over.

        A stone leans by the angle between its own upright and the base's, towards where its upright points. Its
        tipping angle that way is atan(b/h) (slenderness angle, Housner 1963): h is the height of its mass centre above
        its lowest corner, b how far the stone reaches from its mass centre to that side, both as surveyed.
        """
        axis, turn = upright[rows, stones], states.quaternion[rows, stones]
        lean = np.arctan2(np.hypot(axis[:, 0], axis[:, 1]), axis[:, 2])
        # towards which side of the stone itself it leans: a stone may also have turned about its upright
        above = turn_by(states.platform_turn[rows], np.array([0.0, 0.0, 1.0]))
        side = -turn_by(turn * np.array([1.0, -1.0, -1.0, -1.0]), above)[:, :2]
        reach = np.empty(len(rows))
        find_reach(_unit(side), stones, self.shapes.arm, self.shapes.first_arm, reach)
        # a stone that is upside down leans to no side of itself
        tipping = np.maximum(np.arctan2(reach, self.shapes.depth[stones]), self.shapes.least[stones])
        leaning = lean > UPRIGHT
        np.maximum.at(self.leans, stones[leaning], (lean / tipping)[leaning])
        return np.asarray(leaning & (lean > self._tipping * tipping))

    def _tip(
        self,
        times: FloatArray,
        moved: FloatArray,
        towards: FloatArray,
        rows: npt.NDArray[np.intp],
        stones: npt.NDArray[np.intp],
        over: npt.NDArray[np.bool_],
    ) -> None:
        """When stones that lean so far still moved the way they lean."""
        rows, stones, towards = rows[over], stones[over], towards[over]
        first = rows == 0
        before = np.where(first[:, None], self._before[stones], moved[rows - 1, stones])
        since = times[rows] - np.where(first, self.ends, times[rows - 1])
        steps = (moved[rows, stones] - before)[:, :2]
        out = (steps * towards).sum(axis=1) / since > self._outward
        np.minimum.at(self.tipped, stones[out], times[rows[out]])


def _joints_of(wall: Wall, joints: Sequence[JointName]) -> tuple[IntArray, IntArray]:
    """Numbers of the joints of each stone, and where they begin, shape (stones + 1,)."""
    touching: dict[str, list[int]] = {stone.name: [] for stone in wall.stones}
    for number, joint in enumerate(joints):
        for name in (joint.first, joint.second):
            if name in touching:
                touching[name].append(number)
    numbers = [number for own in touching.values() for number in own]
    return np.array(numbers, dtype=np.int64), np.cumsum([0, *map(len, touching.values())], dtype=np.int64)


def _unit(vectors: FloatArray) -> FloatArray:
    """Vectors of length 1, shape (k, 2); one without a length stays none."""
    return np.asarray(vectors / np.maximum(np.hypot(vectors[:, 0], vectors[:, 1]), 1e-12)[:, None])
