"""What a run did to the wall: which stones fell and when, what that makes of the wall, and where it began.

One definition serves every later stage; all of it can be changed under ``[dynamics.damage]``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import Stone
from pirqa.model.wall import Wall
from pirqa.shaking.watch import Watch
from pirqa.units import Length, Ratio, Velocity

__all__ = [
    "DAMAGE_STATES",
    "WORST",
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
    "nothing_worse",
    "out_of_place",
    "outcome_of",
    "outcome_seen",
    "states_reached",
    "watch_over",
    "watched",
]

CollapseClass = Literal["none", "local", "partial", "total", "failed"]
"""How much of the wall fell; ``failed``: the computation went wrong, or stones moved away
before the action under their own weight, which says nothing about the wall."""
FallKind = Literal["dropped", "left", "tipped"]
"""``dropped``: it sank too far; ``left``: it is out of the wall's footprint; ``tipped``: it goes on turning over."""

_PLACE = 0.25
"""Displacement from which a stone is no longer where it was surveyed, as a fraction of its least extent [-]."""
_MOST_LINES = 12
"""Falls that are printed one by one."""
_CLASSES: Mapping[CollapseClass, int] = {"local": 1, "partial": 2, "total": 3}
"""Of collapse, the lightest first."""
WORST: CollapseClass = max(_CLASSES, key=lambda name: _CLASSES[name])
"""Class of collapse that no other is worse than."""


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


def nothing_worse(states: Mapping[str, DamageState]) -> bool:
    """Whether a wall that has collapsed as it worst can has reached all of ``states``, wherever its stones lie.

    It has not where the heaviest asks for more of a displacement or a lean, and not for a class of collapse.
    """
    return bool(states_reached(states, residual=0.0, lean=0.0, collapse=WORST).all())


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


def out_of_place(moved: FloatArray, stones: Sequence[Stone]) -> bool:
    """Whether one of ``stones`` moved by more than a quarter of its own least extent; ``moved``: [m], shape (n, 3)."""
    least = [float(np.ptp(stone.solid.vertices, axis=0).min()) for stone in stones]
    return bool(np.any(np.linalg.norm(moved, axis=1) > _PLACE * np.array(least)))


def outcome_of(trajectory: Trajectory, wall: Wall, definition: CollapseDefinition | None = None) -> Outcome:
    """Which stones of ``wall`` fell in a run and when, and where it began, all as seen from the moving base."""
    return outcome_seen(watched(trajectory, wall, definition), trajectory, definition)


def largest_leans(run: Trajectory, wall: Wall) -> FloatArray:
    """Largest lean of each stone of ``wall`` in a run, of its tipping angle that way (θ/α) [-], shape (stones,).

    Leans of less than 0.01 rad count as none.
    """
    return watched(run, wall).leans


def watched(run: Trajectory, wall: Wall, definition: CollapseDefinition | None = None) -> Watch:
    """A run that was kept, as a watch would have seen it."""
    watch = watch_over(wall, definition, held=run.held, joints=run.joints, reference=run.reference)
    watch.take(run, run.displacement)
    return watch


def watch_over(
    wall: Wall,
    definition: CollapseDefinition | None = None,
    *,
    held: Sequence[str],
    joints: Sequence[JointName],
    reference: FloatArray,
) -> Watch:
    """Who looks at a run of ``wall`` as it goes on; ``reference``: mass centres at rest [m], shape (stones, 3)."""
    definition = CollapseDefinition() if definition is None else definition
    return Watch(
        wall,
        held=held,
        joints=joints,
        reference=reference,
        drop=definition.drop,
        beyond=definition.beyond * 2.0 * half_thickness(wall),
        tipping=definition.tipping,
        outward=definition.outward,
        apart=definition.apart,
    )


def outcome_seen(watch: Watch, run: Trajectory, definition: CollapseDefinition | None = None) -> Outcome:
    """The same of a run that was watched all through."""
    definition = CollapseDefinition() if definition is None else definition
    free = np.flatnonzero(watch.free).tolist()
    # the wall that is surveyed is not the one that an action finds after stones moved away under their own weight
    if run.failed or out_of_place(run.settled.displacement[free], [watch.shapes.stones[index] for index in free]):
        return Outcome(collapse="failed", falls=(), count=len(free), first=None)
    passed: dict[FallKind, list[float]] = {
        "dropped": watch.dropped.tolist(),
        "left": watch.left.tolist(),
        "tipped": watch.tipped.tolist(),
    }
    falls: list[Fall] = []
    for index in free:
        kind = min(passed, key=lambda kind: passed[kind][index])
        if passed[kind][index] < math.inf:
            falls.append(Fall(stone=run.stones[index], time=passed[kind][index], kind=kind))
    falls.sort(key=lambda fall: fall.time)
    share = len(falls) / len(free) if free else 0.0
    first = _first_detached(watch, run, falls)
    return Outcome(collapse=definition.class_of(share), falls=tuple(falls), count=len(free), first=first)


def _first_detached(watch: Watch, run: Trajectory, falls: Sequence[Fall]) -> Detachment | None:
    """The stone that first bore on none of its joints, each of them open, or fell."""
    found = [(fall.time, run.stones.index(fall.stone)) for fall in falls]
    found += [(time, index) for index, time in enumerate(watch.detached.tolist()) if time < math.inf]
    if not found:
        return None
    time, index = min(found)
    x, _, z = run.reference[index].tolist()
    return Detachment(stone=run.stones[index], time=time, station=x, level=z)
