"""What a run did to the wall: which stones fell and when, the class of collapse, and where it began."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage_states import CollapseClass, CollapseDefinition
from pirqa.experiments.damage_tracking import Watch
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

FallKind = Literal["dropped", "left", "tipped"]
"""``dropped``: it sank too far; ``left``: it is out of the wall's footprint; ``tipped``: it goes on turning over."""

_PLACE = 0.25
"""Displacement from which a stone is no longer where it was surveyed, as a fraction of its least extent [-]."""
_MOST_LINES = 12
"""Falls that are printed one by one."""


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
