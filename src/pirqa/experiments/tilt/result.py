"""Result of a tilt test: angles at which events happen, with their uncertainty, and the checks that follow.

A check is of the tangent of the angle that the wall held, as acceleration over gravity.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.dynamics.drive import drive_of
from pirqa.dynamics.options import TiltOptions
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.checks import mortar_effect, slug_of
from pirqa.experiments.damage import Outcome, out_of_place
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.tilt.options import Towards
from pirqa.model.check import Basis, Bound, Check, MethodDeclaration, Place
from pirqa.model.masonry import Contact, JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

EventName = Literal["slip", "opening", "detached", "fall", "partial", "total"]
"""``slip``, ``opening``: of a joint by a millimetre; ``detached``: a stone bears on no joint; ``fall``: of the first
stone; ``partial``, ``total``: as many have fallen as make the collapse such."""


@dataclass(frozen=True, kw_only=True)
class AngleRange:
    """An angle that lies between two others."""

    low: float
    """The wall held it, or did not yet go, at this angle [rad]."""
    high: float
    """And was seen to have gone at this one [rad]."""

    @property
    def width(self) -> float:
        """How well it is known [rad]."""
        return self.high - self.low

    def __str__(self) -> str:
        return f"{math.degrees(self.high):.2f} deg ({math.degrees(self.low):.2f}-{math.degrees(self.high):.2f})"


@dataclass(frozen=True, kw_only=True)
class TiltEvent:
    """Something that happened for the first time as the tilt grew."""

    name: EventName
    time: float
    """Since the tilt began [s]."""
    angle: AngleRange
    place: str
    """The stone, or the joint."""


def tilt_events(
    run: Trajectory, outcome: Outcome, action: TiltOptions, definition: CollapseDefinition
) -> Iterator[TiltEvent]:
    """What happened first to joints and stones, in the order in which a wall comes down."""
    for name in ("slip", "opening"):
        first = next((event for event in run.events if event.kind == name), None)
        if first is not None:
            # a joint is watched, not a fall: it had moved less at the state before
            before = max(0, int(np.searchsorted(run.times, first.time)) - 1)
            angle = AngleRange(low=float(run.tilt[before]), high=_angle_at(run, first.time))
            yield TiltEvent(name=name, time=first.time, angle=angle, place=first.place)
    if outcome.first is not None:
        loose = outcome.first
        yield _of_stone(run, action, "detached", loose.time, loose.stone, definition.outward)
    counts: dict[EventName, int] = {
        "fall": 1,
        "partial": math.ceil(definition.partial * outcome.count),
        "total": math.floor(definition.total * outcome.count) + 1,
    }
    for kind, count in counts.items():
        if len(outcome.falls) >= max(count, 1):
            fall = outcome.falls[max(count, 1) - 1]
            yield _of_stone(run, action, kind, fall.time, fall.stone, definition.outward)


def _of_stone(
    run: Trajectory, action: TiltOptions, name: EventName, time: float, stone: str, outward: float
) -> TiltEvent:
    high = _angle_at(run, time)
    held = None if action.by is None else last_hold(action, high)
    low = begins_to_go(run, stone, time, outward) if held is None else held
    return TiltEvent(name=name, time=time, angle=AngleRange(low=min(low, high), high=high), place=stone)


def _angle_at(run: Trajectory, time: float) -> float:
    return float(np.interp(time, run.times, run.tilt))


def last_hold(action: TiltOptions, angle: float) -> float:
    """The angle of the hold before the one on the way to which, or in which, ``angle`` was met [rad]."""
    assert action.by is not None
    step = math.ceil(angle / action.by - 1e-6)
    return max(0.0, (step - 1) * action.by)


def begins_to_go(run: Trajectory, stone: str, time: float, outward: float) -> float:
    """Tilt at which a stone that had gone at ``time`` last moved slower than ``outward`` on the base [rad].

    A wall that falls from a base that goes on turning takes its time: meanwhile the angle grows by rate × time. This
    is where it was last seen to follow the base; a wall that creeps over its limit was past it even earlier.
    """
    moved = run.displacement[:, run.stones.index(stone)]
    until = int(np.searchsorted(run.times, time, side="right"))
    if until < 2:
        return 0.0
    speed = np.linalg.norm(np.diff(moved[:until], axis=0), axis=1) / np.diff(run.times[:until])
    slow = np.flatnonzero(speed <= outward)
    return float(run.tilt[slow[-1]]) if len(slow) else 0.0


def reaction(run: Trajectory, action: TiltOptions, wall: Wall) -> FloatArray:
    """Time [s], tilt [rad] and what the base bears along gravity [N], shape (k, 3).

    That is the weight of the stones that are not fixed while they rest.
    """
    down = drive_of(action, wall, free=0.0).gravity(run.times) / STANDARD_GRAVITY
    return np.column_stack([run.times, run.tilt, (run.push * down).sum(axis=1)])


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A wall that was turned to one angle and held there."""

    angle: float
    """[rad]"""
    stands: bool
    """Whether no stone fell."""
    at_rest: bool
    """Whether it had come to rest when the hold was over, or fell."""
    swings: bool = False
    """Whether it still swung then, no farther than before and about a place that did not move."""

    @property
    def held(self) -> bool:
        """Whether the wall held the angle: at rest, or swinging about an equilibrium."""
        return self.stands and (self.at_rest or self.swings)


@dataclass(frozen=True, kw_only=True, eq=False)
class TiltTest:
    """The test of one set of joint properties."""

    case: str
    """Which end of each pair of joint properties; empty where there is no pair."""
    towards: Towards = "front"
    """Which way the wall was tipped."""
    run: Trajectory
    outcome: Outcome
    events: tuple[TiltEvent, ...]
    """What happened first, in the order in which a wall comes down."""
    trials: tuple[Trial, ...]
    """Of the refinement, in the order in which they were made."""
    falls: AngleRange | None
    """Of the first stone, after the refinement where there is one; none where all stand."""
    reaction: FloatArray
    """Time [s], tilt [rad] and what the base bears along gravity [N], shape (k, 3)."""

    def event(self, name: EventName) -> TiltEvent | None:
        """What is called ``name``, where it happened."""
        return next((event for event in self.events if event.name == name), None)

    @property
    def leaves(self) -> AngleRange | None:
        """Of the first stone that leaves the wall: not later than one falls; none where all stay."""
        found = self.event("detached")
        if found is None or self.falls is None or not self.trials or found.angle.high <= self.falls.high:
            return None if found is None else found.angle
        return self.falls

    @property
    def collapse(self) -> AngleRange | None:
        """Of the collapse of a part of the wall at least; none where that did not happen."""
        found = self.event("partial")
        if found is None or self.falls is None or not self.trials:
            return None if found is None else found.angle
        # a wall that goes down as one falls with its first stone, whose angle is known better
        first = self.event("fall")
        at_once = first is not None and found.angle.low <= first.angle.high
        return self.falls if at_once else found.angle

    def __str__(self) -> str:
        name = f"tilt to the {self.towards}" if self.towards in ("front", "back") else f"tilt to its {self.towards}"
        name += f" ({self.case})" if self.case else ""
        if self.outcome.collapse == "failed":
            return f"{name}: the computation failed, which says nothing about the wall"
        lines = []
        if self.falls is None:
            lines.append(f"{name}: all {self.outcome.count} stones stand at {math.degrees(self.run.tilt[-1]):.2f} deg")
        else:
            first, whole = self.leaves, self.collapse
            leaves = "" if first is None else f"first stone leaves at {math.degrees(first.high):.1f} deg, "
            told = "first stone falls" if whole is None else "wall falls"
            lines.append(f"{name}: {leaves}{told} at {math.degrees((whole or self.falls).high):.1f} deg")
        lines += [f"  {event.name:<10}{event.angle!s:<28}{event.time:8.2f} s  {event.place}" for event in self.events]
        if self.trials and self.falls is not None:
            lines.append(f"  first fall after {len(self.trials)} trials: {self.falls}")
        collapse = "no" if self.outcome.stands else self.outcome.collapse
        lines.append(f"  {collapse} collapse, {len(self.outcome.falls)} of {self.outcome.count} stones fell")
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True, eq=False)
class TiltTestResult:
    """A tilt test: at which angle the first stone leaves, at which the wall falls."""

    tests: tuple[TiltTest, ...]
    """One for each set of joint properties."""
    action: TiltOptions
    """What was done to the wall."""
    resolution: float | None
    """That was asked for [rad]."""
    damage: CollapseDefinition
    """When stones counted as fallen, and the wall as collapsed."""
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        return "\n".join(str(test) for test in self.tests)


_REST = 1e-4
"""Kinetic over elastic energy at which a wall that is held is at rest."""
_FEWEST = 20
"""States of a hold from which swinging is told."""
_DRIFT = 5e-4
"""Largest drift of a stone between the halves of a hold [m]: a stone that slides at 2 % beyond its limit goes 1 m."""

SOURCE = "rigid stones on compliant joints under turned gravity: tan φ is the sideways force over the weight"
_ACROSS, _ALONG = ("front", "back"), ("left", "right")
_LONG = 3.0
"""Length over thickness from which a wall with bond is not tested along itself."""

_SLENDER = 1.5
"""Slenderness of a part along the wall over that of the wall across, up to which it may fall along it first."""
_BED = 0.5
"""Vertical component of the normal above which a face carries weight."""
_SAME_LEVEL = 0.02
"""Levels that differ by less are one [m]."""

DECLARATION = MethodDeclaration(
    family="tilt",
    limit_states=("onset",),
    full_freedom=True,
    effects={
        "self_weight": "included",
        "sliding": "included",
        "head_joint_friction": "included",
        "joint_compliance": "included",
        "returns": "included",
        "shape": "included",
        "lean": "included",
        "leaves": "included",
        "struts": "included",
        "mortar": "safe",
        # a force that stays: when the motion starts, not how long it lasts
        "duration": "none",
    },
)


def tilt_checks(
    wall: Wall, tests: Sequence[TiltTest], joints: JointProperties, demand: float | None
) -> Iterator[Check]:
    """Yield one check of the onset for each test that came to an end.

    The test answers for every mode and part, but for its own direction only: unless the wall was tipped both ways
    (and both ways along itself, if it may fall so) with every set of joint properties, a test is an upper bound; so is
    a fall at an angle that was not held. A test that failed or is not reliable counts as not made. A wall that stands
    at the last angle gives a lower bound. ``demand`` is the peak ground acceleration over gravity; None without one.
    """
    corners = joints.corners()
    sound = [test for test in tests if test.outcome.collapse != "failed" and test.run.reliable]
    covered = all(_covers({test.towards for test in sound if test.case == case}, wall) for case in corners)
    for test in sound:
        angle = float(test.run.tilt.max()) if test.falls is None else test.falls.low
        capacity = math.tan(angle)
        held = _is_held(test, wall)
        bound: Bound = "lower" if test.falls is None else "estimate"
        if not covered or (not held and test.falls is not None):
            # a fall while the angle still grows: the wall falls at that angle at the latest
            bound = "upper"
        notes = ("tilt_capacity", *(() if held else ("tilt_not_held",)))
        if not _covers({other.towards for other in tests if other.case == test.case}, wall):
            notes = (*notes, "tilt_one_way")
        corner = corners.get(test.case, joints)
        fallen = test.outcome.falls[0].stone if test.outcome.falls else ""
        found = Check(
            id=".".join(part for part in ("tilt", test.towards, slug_of(test.case)) if part),
            mode="mechanism",
            limit_state="onset",
            method=f"tilt.{test.case}" if test.case else "tilt",
            scenario=test.towards,
            place=_place(fallen, wall),
            demand=0.0 if demand is None else demand,
            capacity=capacity,
            unit="",
            source=SOURCE,
            # a wall that stands at the last angle of a test in one direction, or that was not held there, shows nothing
            votes=test.falls is not None or (held and bound != "upper"),
            basis=Basis(
                driving="weight" if demand is None else "peak",
                acceleration=demand,
                proportional=demand is not None,
                body="stones",
                way="force",
                friction=corner.friction,
                stiffness=corner.normal_stiffness,
            ),
            family=DECLARATION.family,
            bound=bound,
            intensity=capacity,
            demand_intensity=0.0 if demand is None else demand,
            includes=mortar_effect(corner),
            notes=notes,
        )
        # what falls shows the least angle at which it did; what is held shows the greatest
        yield found if bound != "upper" or test.falls is None else _at(found, math.tan(test.falls.high))


def _place(stone: str, wall: Wall) -> Place:
    if not stone:
        return Place(name="whole_wall")
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)


def _at(check: Check, capacity: float) -> Check:
    return replace(check, capacity=capacity, intensity=capacity)


def _is_held(test: TiltTest, wall: Wall) -> bool:
    """Whether the angle was held until the wall was at rest, with its stones in place."""
    if test.falls is None:
        return (is_at_rest(test.run) or swings(test.run)) and stays(test.run, wall)
    standing = [trial for trial in test.trials if trial.stands]
    return bool(standing) and all(trial.held for trial in standing)


def is_at_rest(run: Trajectory) -> bool:
    """Whether the wall had come to rest when ``run`` ended."""
    return bool(run.energy[-1, 0] <= _REST * run.energy[-1, 1])


def stays(run: Trajectory, wall: Wall) -> bool:
    """Whether all stones of ``wall`` are in place when ``run`` ends: what slid away and lies still is not held."""
    return not out_of_place(run.displacement[-1, run.free], [wall.stone(run.stones[index]) for index in run.free])


def swings(run: Trajectory) -> bool:
    """Whether the wall swung about an equilibrium while the tilt was held.

    The kinetic energy of the second half of the hold does not pass that of the first, and no stone drifts.
    """
    held = np.flatnonzero(run.times > run.action_ends)
    if len(held) < _FEWEST:
        return False
    one, two = held[: len(held) // 2], held[len(held) // 2 :]
    calm = run.energy[two, 0].max() <= run.energy[one, 0].max() * (1.0 + 1e-6)
    drift = np.linalg.norm(run.displacement[two].mean(axis=0) - run.displacement[one].mean(axis=0), axis=1)
    return bool(calm and drift.max() <= _DRIFT)


def _covers(ways: Collection[str], wall: Wall) -> bool:
    """Whether tests in ``ways`` answer for every horizontal direction of the wall."""
    return set(_ACROSS) <= set(ways) and (not is_short(wall) or set(_ALONG) <= set(ways))


def is_short(wall: Wall) -> bool:
    """Whether the wall, or a part of it that no bond holds, may fall along itself.

    A wall may that is less than three times as long as thick. So may a column whose joints run through, where it is
    about as slender along the wall as the wall is across.
    """
    places = np.concatenate([stone.solid.vertices for stone in wall.stones])
    length, thickness, _ = np.ptp(places, axis=0).tolist()
    levels = [stone.solid.vertices[:, 2] for stone in wall.stones if stone.name not in wall.fixed]
    if not levels:
        return False
    across = thickness / np.ptp(np.concatenate(levels))  # of what may turn: a fixed row is no part of its height
    if wall.joints is not None:  # a wall slides where friction is less
        across = min(across, math.tan(wall.joints.friction_angle_high or wall.joints.friction_angle))
    return length < _LONG * thickness or any(part < _SLENDER * across for part in _unbonded(wall))


def _unbonded(wall: Wall) -> Iterator[float]:
    """Yield length over height of the parts into which upright joints cut the stones above each bed."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    free = [stone for stone in wall.stones if stone.name not in wall.fixed]
    ends = {stone.name: (stone.solid.vertices.min(axis=0), stone.solid.vertices.max(axis=0)) for stone in free}
    beds = [item for item in wall.contacts if _bears(item)]
    pairs = [(item.first, item.second) for item in beds if item.first in ends and item.second in ends]
    for level in sorted({round(float(low[2]), 2) for low, _ in ends.values()}):
        above = [name for name, (low, _) in ends.items() if low[2] >= level - _SAME_LEVEL]
        number = {name: index for index, name in enumerate(above)}
        joined = [(number[one], number[other]) for one, other in pairs if one in number and other in number]
        rows, columns = zip(*joined, strict=True) if joined else ((), ())
        graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(above), len(above)))
        labels = connected_components(graph, directed=False)[1]
        for label in range(int(labels.max(initial=-1)) + 1):
            mine = [ends[name] for name, found in zip(above, labels.tolist(), strict=True) if found == label]
            size = np.max([high for _, high in mine], axis=0) - np.min([low for low, _ in mine], axis=0)
            yield float(size[0] / size[2])


def _bears(contact: Contact) -> bool:
    """Whether a face of the contact carries weight: it is no upright joint."""
    return any(abs(float(face.normal[2])) > _BED for face in contact.faces)
