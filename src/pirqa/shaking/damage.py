"""What a run did to the wall: which stones fell and when, what that makes of the wall, and where it began.

One definition serves every later stage; all of it can be changed under ``[dynamics.damage]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt

from pirqa.dynamics.trajectory import Trajectory, turn_by
from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.units import Length, Ratio, Velocity

__all__ = [
    "DAMAGE_STATES",
    "CollapseClass",
    "CollapseDefinition",
    "DamageState",
    "Detachment",
    "Fall",
    "FallKind",
    "Outcome",
    "check_states",
    "half_thickness",
    "largest_leans",
    "outcome_of",
    "states_reached",
]

CollapseClass = Literal["none", "local", "partial", "total", "failed"]
"""How much of the wall fell; ``failed``: the computation went wrong, which says nothing about the wall."""
FallKind = Literal["dropped", "left", "tipped"]
"""``dropped``: it sank too far; ``left``: it is out of the wall's footprint; ``tipped``: it goes on turning over."""

_MOST_LINES = 12
"""Falls that are printed one by one."""
_CLASSES = {"local": 1, "partial": 2, "total": 3}
"""Of collapse, the lightest first."""
_UPRIGHT = 0.01
"""Lean below which no stone tips [rad]."""


@dataclass(frozen=True, kw_only=True)
class CollapseDefinition:
    """When a stone counts as fallen, and from which share of fallen stones a collapse is partial or total.

    A stone has fallen as soon as one of ``drop``, ``beyond`` and ``tipping`` is passed; stones that are held never
    fall. The numbers are conventions, not measured: change them and every later stage follows.
    """

    drop: Annotated[Ratio, Gt(0)] = 0.5
    """Drop of a stone's mass centre, of the stone's own height as surveyed [-]."""
    beyond: Annotated[Ratio, Gt(0)] = 0.5
    """Distance of a stone's mass centre from the wall's footprint, of the wall's thickness [-]."""
    tipping: Annotated[Ratio, Gt(0)] = 1.0
    """Lean of a stone that still moves the way it leans, of its own tipping angle [-]."""
    outward: Annotated[Velocity, Ge(0)] = 1e-3
    """Speed the way it leans from which a leaning stone is on its way over [m/s]."""
    partial: Annotated[Ratio, Gt(0), Le(1)] = 0.1
    """Share of fallen stones from which a collapse is no longer local [-]."""
    total: Annotated[Ratio, Gt(0), Lt(1)] = 0.5
    """Share of fallen stones above which it is total [-]."""
    apart: Annotated[Length, Gt(0)] = 0.01
    """Opening of all joints of a stone at which it is detached [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.damage")
        if self.partial > self.total:
            raise ModelError(
                f"dynamics.damage.partial ({self.partial:g}) must not be more than its total ({self.total:g})"
            )

    def class_of(self, share: float) -> CollapseClass:
        """The collapse in which ``share`` of the stones fell [-]."""
        if share <= 0.0:
            return "none"
        if share < self.partial:
            return "local"
        return "partial" if share <= self.total else "total"


@dataclass(frozen=True, kw_only=True)
class DamageState:
    """What a wall has come to: one of the conditions that are given is enough."""

    residual: Annotated[Length, Gt(0)] | None = None
    """Lasting displacement of a stone above which the state is reached [m]."""
    lean: Annotated[Ratio, Gt(0)] | None = None
    """Largest lean of a stone, of its own tipping angle (θ/α), above which the state is reached [-]."""
    collapse: Literal["local", "partial", "total"] | None = None
    """Class of collapse from which the state is reached: ``local`` is any stone lost; the shares of the others are
    those of the collapse definition."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.damage_states")
        if self.residual is None and self.lean is None and self.collapse is None:
            raise ModelError(
                "dynamics.damage_states: a state without residual, lean or collapse is never reached: "
                'give it one, residual = "3 mm", say'
            )


DAMAGE_STATES: Mapping[str, DamageState] = {
    "DS1": DamageState(residual=3e-3),
    "DS2": DamageState(residual=20e-3),
    "DS3": DamageState(residual=0.1, lean=0.4, collapse="local"),
    "DS4": DamageState(collapse="partial"),
    "DS5": DamageState(collapse="total"),
}
"""From the lightest to the heaviest. 3 and 20 mm are what the Sacsayhuaman paper calls noticeable and what it finds at
its strongest levels; 0.4 of the tipping angle is the share of d0 that NTC 2008 allows (Chokepukio paper); the others
are conventions."""


def check_states(states: Mapping[str, DamageState]) -> None:
    """Raise :class:`ModelError` where there is none, or a heavier one asks for less of the same than a lighter one."""
    if not states:
        raise ModelError('dynamics.damage_states is empty: leave it out, or give DS1 = { residual = "3 mm" }, say')
    for field in ("residual", "lean", "collapse"):
        before: tuple[str, float] | None = None
        for name, state in states.items():
            value = getattr(state, field)
            if value is None:
                continue
            size = float(_CLASSES[value]) if field == "collapse" else float(value)
            if before is not None and size < before[1]:
                raise ModelError(
                    f"dynamics.damage_states.{name}.{field} is less than that of {before[0]}, which comes before it: "
                    "put states in order from the lightest to the heaviest"
                )
            before = (name, size)


def states_reached(
    states: Mapping[str, DamageState],
    *,
    residual: npt.ArrayLike,
    lean: npt.ArrayLike,
    collapse: npt.ArrayLike,
) -> npt.NDArray[np.bool_]:
    """Whether runs reached each of ``states``, shape (runs, states); whoever reached a heavier one reached the lighter.

    ``residual`` [m] and ``lean`` [-] of the worst stone, and the class of ``collapse``, shape (runs,).
    """
    lasting, leaning = (np.atleast_1d(np.asarray(values, dtype=float)) for values in (residual, lean))
    classes = np.atleast_1d(np.asarray(collapse))
    fell = np.zeros(len(classes), dtype=int)
    for name, size in _CLASSES.items():
        fell[classes == name] = size
    found = np.zeros((len(lasting), len(states)), dtype=bool)
    for column, state in enumerate(states.values()):
        if state.residual is not None:
            found[:, column] |= lasting > state.residual
        if state.lean is not None:
            found[:, column] |= leaning > state.lean
        if state.collapse is not None:
            found[:, column] |= fell >= _CLASSES[state.collapse]
    return np.asarray(np.maximum.accumulate(found[:, ::-1], axis=1)[:, ::-1])


@dataclass(frozen=True, kw_only=True)
class Fall:
    """A stone that fell."""

    stone: str
    time: float
    """Since the action began [s]; to the step of the states that are kept."""
    kind: FallKind
    """What it passed first."""


@dataclass(frozen=True, kw_only=True)
class Detachment:
    """The first stone that left the wall."""

    stone: str
    time: float
    """Since the action began [s]."""
    station: float
    """Where its mass centre was along the wall before [m]."""
    level: float
    """And above the wall's zero [m]."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a run did to the wall."""

    collapse: CollapseClass
    falls: tuple[Fall, ...]
    """In the order of time."""
    count: int
    """Stones that could fall: those that are not held."""
    first: Detachment | None
    """None where every stone kept a joint and none fell."""

    @property
    def fallen(self) -> tuple[str, ...]:
        """Names of the stones that fell, the first one first."""
        return tuple(fall.stone for fall in self.falls)

    @property
    def share(self) -> float:
        """Of the stones that could fall, how many did [-]."""
        return len(self.falls) / self.count if self.count else 0.0

    @property
    def stands(self) -> bool:
        """Whether no stone fell in a run that did not fail."""
        return self.collapse == "none"

    def __str__(self) -> str:
        if self.collapse == "failed":
            return "the computation failed, which says nothing about the wall"
        if self.stands:
            lines = [f"no collapse: none of {self.count} stones fell"]
        else:
            lines = [f"{self.collapse} collapse: {len(self.falls)} of {self.count} stones fell ({self.share:.0%})"]
        if self.first is not None:
            place = f"x = {self.first.station:.2f} m, {self.first.level:.2f} m up"
            lines.append(f"  first detached: stone {self.first.stone} after {self.first.time:.2f} s, at {place}")
        lines += [f"  {fall.time:8.2f} s  stone {fall.stone} {fall.kind}" for fall in self.falls[:_MOST_LINES]]
        more = len(self.falls) - _MOST_LINES
        return "\n".join([*lines, f"  and {more} more"] if more > 0 else lines)


def half_thickness(wall: Wall) -> float:
    """Half of the thickness of the wall's thinnest section at its foot [m]; of its thinner outer leaf, if it has some.

    Leaves with nothing but infill between them rock one by one.
    """
    widths = [float(back) - float(front) for front, back in (section.contact(0) for section in wall.sections())]
    leaves = [leaf.thickness for leaf in wall.envelope.leaves if leaf.stones]
    return 0.5 * min(*widths, *leaves[:1], *leaves[-1:]) if leaves else 0.5 * min(widths)


def outcome_of(trajectory: Trajectory, wall: Wall, definition: CollapseDefinition | None = None) -> Outcome:
    """Which stones of ``wall`` fell in a run and when, and where it began, all as seen from the moving base."""
    definition = CollapseDefinition() if definition is None else definition
    free = [index for index, name in enumerate(trajectory.stones) if name not in trajectory.held]
    if trajectory.failed:
        return Outcome(collapse="failed", falls=(), count=len(free), first=None)
    times, names = trajectory.times, trajectory.stones
    passed: dict[FallKind, npt.NDArray[np.bool_]] = {
        "dropped": _dropped(trajectory, wall, free, definition),
        "left": _left(trajectory, wall, free, definition),
        "tipped": _tipped(trajectory, wall, free, definition),
    }
    falls: list[Fall] = []
    for column, index in enumerate(free):
        firsts = {kind: int(np.argmax(values[:, column])) for kind, values in passed.items() if values[:, column].any()}
        if firsts:
            kind = min(firsts, key=lambda key: firsts[key])
            falls.append(Fall(stone=names[index], time=float(times[firsts[kind]]), kind=kind))
    falls.sort(key=lambda fall: fall.time)
    share = len(falls) / len(free) if free else 0.0
    first = _first_detached(trajectory, free, falls, definition.apart)
    return Outcome(collapse=definition.class_of(share), falls=tuple(falls), count=len(free), first=first)


def _dropped(run: Trajectory, wall: Wall, free: Sequence[int], definition: CollapseDefinition) -> npt.NDArray[np.bool_]:
    """Mass centres below where they were, shape (k, free); stones may follow a base that is let down."""
    held = [index for index, name in enumerate(run.stones) if name in run.held]
    down = -run.displacement[:, :, 2]
    sunk = np.maximum(down[:, held].max(axis=1), 0.0) if held else np.zeros(len(run.times))
    heights = np.array([np.ptp(wall.stones[index].solid.vertices[:, 2]) for index in free])
    return np.asarray(down[:, free] - sunk[:, None] > definition.drop * heights)


def _left(run: Trajectory, wall: Wall, free: Sequence[int], definition: CollapseDefinition) -> npt.NDArray[np.bool_]:
    """Mass centres away from the plan of all stones that can fall, shape (k, free)."""
    import shapely

    limit = definition.beyond * 2.0 * half_thickness(wall)
    found, footprint = np.zeros((len(run.times), len(free)), dtype=bool), None  # which most runs do not need
    for column, index in enumerate(free):
        moved = run.displacement[:, index, :2]
        # within the limit of where it was, it cannot be farther from the footprint
        far = np.flatnonzero(np.hypot(moved[:, 0], moved[:, 1]) > limit)
        if len(far):
            if footprint is None:
                footprint = _footprint(wall, free)
            places = run.reference[index, :2] + moved[far]
            found[far, column] = shapely.distance(shapely.points(places), footprint) > limit
    return found


def _footprint(wall: Wall, stones: Sequence[int]) -> Any:
    """Plan of these stones together, as a shape."""
    import shapely

    plans = [shapely.MultiPoint(wall.stones[index].solid.vertices[:, :2]).convex_hull for index in stones]
    footprint = shapely.union_all(plans)
    shapely.prepare(footprint)
    return footprint


def _tipped(run: Trajectory, wall: Wall, free: Sequence[int], definition: CollapseDefinition) -> npt.NDArray[np.bool_]:
    """Stones that lean by more than their tipping angle and still move that way, shape (k, free).

    A stone leans by the angle between its own upright and the base's, towards where its upright points. Its tipping
    angle that way is atan(b/h) (slenderness angle, Housner 1963): h is the height of its mass centre above its lowest
    corner, b how far the stone reaches from its mass centre to that side, both as surveyed.
    """
    found = np.zeros((len(run.times), len(free)), dtype=bool)
    may = _may_lean(run)
    for column, index in enumerate(free):
        rows, lean, tipping, towards = _leaning(run, wall, index, may[:, index])
        if len(rows):
            steps = (run.displacement[rows, index] - run.displacement[rows - 1, index])[:, :2]
            speed = (steps * towards).sum(axis=1) / (run.times[rows] - run.times[rows - 1])
            found[rows, column] = (lean > definition.tipping * tipping) & (speed > definition.outward)
    return found


def largest_leans(run: Trajectory, wall: Wall) -> FloatArray:
    """Largest lean of each stone of ``wall`` in a run, of its tipping angle that way (θ/α) [-], shape (stones,).

    Leans of less than 0.01 rad count as none.
    """
    found = np.zeros(len(run.stones))
    may = _may_lean(run)
    for index in np.flatnonzero(may.any(axis=0)).tolist():
        _, lean, tipping, _ = _leaning(run, wall, index, may[:, index])
        found[index] = (lean / tipping).max(initial=0.0)
    return found


def _may_lean(run: Trajectory) -> npt.NDArray[np.bool_]:
    """Whether stones may lean, shape (k, stones): of the many states in which they hardly do no angle need be found."""
    x, y, z = (run.upright[:, :, axis] for axis in range(3))
    return np.asarray((np.abs(x) > 0.5 * _UPRIGHT) | (np.abs(y) > 0.5 * _UPRIGHT) | (z < 0.0))


def _leaning(
    run: Trajectory, wall: Wall, index: int, may: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.intp], FloatArray, FloatArray, FloatArray]:
    """States in which a stone leans, by how much [rad], its tipping angle that way [rad], and which way, (k, 2).

    It ``may`` do so in some states, shape (k,).
    """
    upright = np.array([0.0, 0.0, 1.0])
    turn = run.quaternion[:, index]
    axis = run.upright[:, index]
    rows = np.flatnonzero(may)
    lean = np.arctan2(np.hypot(axis[rows, 0], axis[rows, 1]), axis[rows, 2])
    leaning = (lean > _UPRIGHT) & (rows > 0)
    rows, lean = rows[leaning], lean[leaning]
    if not len(rows):
        return rows, np.zeros(0), np.zeros(0), np.zeros((0, 2))
    stone = wall.stones[index]
    arms = stone.solid.vertices - stone.centroid
    # towards which side of the stone itself it leans: a stone may also have turned about its upright
    above = turn_by(run.platform_turn[rows], upright)
    side = -turn_by(turn[rows] * np.array([1.0, -1.0, -1.0, -1.0]), above)[:, :2]
    reach = (_unit(side) @ arms[:, :2].T).max(axis=1)
    tipping = np.arctan2(reach, -arms[:, 2].min())
    return rows, lean, tipping, _unit(axis[rows, :2])


def _unit(vectors: FloatArray) -> FloatArray:
    """Vectors of length 1, shape (k, 2); one without a length stays none."""
    return np.asarray(vectors / np.maximum(np.hypot(vectors[:, 0], vectors[:, 1]), 1e-12)[:, None])


def _first_detached(run: Trajectory, free: Sequence[int], falls: Sequence[Fall], apart: float) -> Detachment | None:
    """The stone that first bore on none of its joints, each of them open by more than ``apart``, or fell."""
    open_wide = (run.normal_force == 0.0) & (run.opening > apart)
    touching: dict[str, list[int]] = {}
    for number, joint in enumerate(run.joints):
        touching.setdefault(joint.first, []).append(number)
        touching.setdefault(joint.second, []).append(number)
    found = [(fall.time, run.stones.index(fall.stone)) for fall in falls]
    for index in free:
        joints = touching.get(run.stones[index], [])
        # a stone that lies in the wall without a joint cannot leave one: only its fall counts
        if not joints or not np.any(run.normal_force[0, joints] != 0.0):
            continue
        away = open_wide[:, joints].all(axis=1)
        if away.any():
            found.append((float(run.times[int(np.argmax(away))]), index))
    if not found:
        return None
    time, index = min(found)
    x, _, z = run.reference[index].tolist()
    return Detachment(stone=run.stones[index], time=time, station=x, level=z)
