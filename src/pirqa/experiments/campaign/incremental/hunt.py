"""The runs of the analysis: the hunt of each motion on its ladder, and the corners of the joints at the demand.

Runs are made in processes that stay for the whole hunt; each finished one is in the store at once. What is run next
depends on the finished runs of one motion alone, so that their order does not matter. Corners are joint properties at
the ends of their ranges, the others at their best estimates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.errors import PirqaError
from pirqa.experiments.campaign.backends import default_workers, local_backend
from pirqa.experiments.campaign.incremental.capacity import Ladder, next_rungs
from pirqa.experiments.campaign.incremental.result import STATES, LadderRun
from pirqa.experiments.campaign.options import IdaOptions
from pirqa.experiments.campaign.plan import RunTask, Scene, curve_of, run_task
from pirqa.experiments.campaign.run import Runner
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import RunSummary, summary_of
from pirqa.experiments.early_stop import EarlyStop
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import corners_of
from pirqa.limit.blocks import BlocksOptions, run_blocks
from pirqa.model.check import LimitState
from pirqa.model.masonry import DAMPING_RATIO, JointProperties
from pirqa.model.wall import Wall
from pirqa.progress import Observer

_SAME = 1e-6


@dataclass(frozen=True, kw_only=True)
class RunPlace:
    """Where a run belongs."""

    motion: str
    corner: str
    reversed: bool
    rung: int


@dataclass(kw_only=True, eq=False)
class Analysis:
    """All that the hunt needs, and its runs so far."""

    scene: Scene
    """The wall under the motions at the demand with each of the ``signs``; see :func:`signed`."""
    ladder: Ladder
    motions: tuple[str, ...]
    """Names of the motions."""
    joints: Mapping[str, JointProperties]
    """By corner; the best estimates under the empty name."""
    signs: tuple[bool, ...]
    residual_limit: float
    runs: dict[RunPlace, LadderRun] = field(default_factory=dict)

    def task(self, place: RunPlace) -> RunTask:
        """Return the run at ``place``."""
        motion = signed(place.motion, reverse=place.reversed)
        curve = curve_of(self.scene, motion, place.corner, self.joints[place.corner])
        factor = self.ladder.intensity(place.rung) / self.ladder.demand
        return run_task(self.scene, curve, factor=factor, detailed=True)

    def add(self, place: RunPlace, summary: RunSummary) -> None:
        """Take the run at ``place``."""
        failed = summary.failed or not summary.reliable
        residual = float(summary.residual_size.max(initial=0.0))
        self.runs[place] = LadderRun(
            rung=place.rung,
            intensity=self.ladder.intensity(place.rung),
            corner=place.corner,
            reversed=place.reversed,
            failed=failed,
            damaged=bool(summary.falls) or residual > self.residual_limit,
            summary=summary,
        )

    def tried(self, motion: str, state: LimitState, corner: str = "") -> dict[int, bool | None]:
        """Return the rungs of ``motion`` that were run with every sign, and whether the wall comes to ``state``."""
        found: dict[int, list[bool | None]] = {}
        for place, run in self.runs.items():
            if (place.motion, place.corner) == (motion, corner):
                found.setdefault(place.rung, []).append(run.reaches(state))
        return {
            rung: True if any(values) else None if None in values else False
            for rung, values in found.items()
            if len(values) == len(self.signs)
        }

    def in_order(self) -> list[tuple[RunPlace, LadderRun]]:
        """Return the runs in an order that does not depend on which was finished first."""
        order = {name: number for number, name in enumerate(self.motions)}
        return sorted(
            self.runs.items(), key=lambda item: (order[item[0].motion], item[0].corner, item[0].rung, item[0].reversed)
        )

    def at_demand(self, state: LimitState, *, corner: str = "") -> list[bool | None]:
        """Return whether the wall comes to ``state`` at the demand, by motion."""
        return [self.tried(name, state, corner).get(0) for name in self.motions]

    def places(self, motion: str, rungs: Iterable[int], corner: str = "") -> list[RunPlace]:
        """Return the runs of ``motion`` at ``rungs`` with every sign that are not there yet."""
        wanted = [
            RunPlace(motion=motion, corner=corner, reversed=sign, rung=rung) for rung in rungs for sign in self.signs
        ]
        return [place for place in wanted if place not in self.runs]


def hunt(analysis: Analysis, store: Store, workers: int | None, observer: Observer) -> tuple[str, ...]:
    """Make all runs; return the corners that were run."""
    runs = _Runs(analysis, store, workers, observer)
    try:
        runs.go(
            [place for name in analysis.motions for place in analysis.places(name, (0,))],
            lambda place: _next(analysis, place.motion),
        )
        return _corners(analysis, runs)
    finally:
        runs.close()


def signed(motion: str, *, reverse: bool) -> str:
    """Return the name under which a scene has ``motion`` with its own or the opposite sign."""
    return f"{motion} (reversed)" if reverse else motion


def early_stop_rule(wall: Wall, dynamics: DynamicsOptions, joints: Sequence[JointProperties]) -> EarlyStop | None:
    """Return the rule by which runs of standing walls end, for the least friction and stiffness of ``joints``.

    None where the static onset is unknown: walls with struts or infill, with single joints that are softer than the
    others, and walls for which limit analysis proves no lower bound in all four directions.
    """
    soft = min(joints, key=lambda item: item.normal_stiffness or 0.0)
    stiffness = soft.normal_stiffness or 0.0
    softer = any(item.normal_stiffness is not None and item.normal_stiffness < stiffness for item in soft.exceptions)
    if softer or dynamics.struts_on(wall):
        return None
    smooth = min(joints, key=lambda item: item.friction_angle)
    weakest = merged_ends(soft, smooth, "μ")
    try:
        found = run_blocks(replace(wall, joints=weakest), BlocksOptions())
    except PirqaError:
        return None
    least = {item.name: item.least * min(item.compliance or 0.0, 1.0) for item in found.ranges if item.least}
    pairs = (("outward", "inward"), ("left", "right"))
    # three digits: the last ones of the solver are not the same everywhere
    across, along = (math.floor(1e3 * min(least.get(name, 0.0) for name in pair)) / 1e3 for pair in pairs)
    return EarlyStop(across=across, along=along) if min(across, along) > 0.0 else None


def best_estimates(wall: Wall, joints: JointProperties) -> JointProperties:
    """Return the joints with the middle of each pair: geometric for stiffness and damping, arithmetic for friction."""
    changes: dict[str, Any] = {}
    if joints.normal_stiffness_high is not None and joints.normal_stiffness is not None:
        middle = math.sqrt(joints.normal_stiffness * joints.normal_stiffness_high)
        changes |= {"normal_stiffness": middle, "normal_stiffness_high": None}
        if joints.tangential_stiffness is not None:
            changes["tangential_stiffness"] = joints.tangential_stiffness * middle / joints.normal_stiffness
    if joints.friction_angle_high is not None:
        middle = 0.5 * (math.tan(joints.friction_angle) + math.tan(joints.friction_angle_high))
        changes |= {"friction_angle": math.atan(middle), "friction_angle_high": None}
    for key in ("damping", "damping_ratio"):
        low, high = getattr(joints, key), getattr(joints, f"{key}_high")
        if low is not None and high is not None:
            changes |= {key: math.sqrt(low * high), f"{key}_high": None}
    if joints.restitution is not None and joints.restitution_high is not None:
        middle = math.sqrt(joints.restitution * joints.restitution_high)
        changes |= {"restitution": middle, "restitution_high": None}
    one = replace(joints, **changes)
    return next(iter(corners_of(replace(wall, joints=one)).values()))


def corner_joints(
    wall: Wall, best: JointProperties, joints: JointProperties, options: IdaOptions
) -> dict[str, JointProperties]:
    """Return the joints at each end of each uncertain input, by the name of the corner: ``Kn low`` …"""
    found: dict[str, JointProperties] = {}
    for symbol, ends in corner_factors(wall, best, joints, options).items():
        for end, value in zip(("low", "high"), ends, strict=True):
            if value is not None:
                found[f"{symbol} {end}"] = _with(best, symbol, value)
    return found


def corner_factors(
    wall: Wall, best: JointProperties, joints: JointProperties, options: IdaOptions
) -> dict[str, tuple[float | None, float | None]]:
    """Return low and high factor of each input, relative to its best estimate; None where it is known."""
    ranges = options.corners
    stiffness, friction, damping = ranges.normal_stiffness, ranges.friction, ranges.damping
    assert best.normal_stiffness is not None
    if joints.normal_stiffness_high is not None and joints.normal_stiffness is not None:
        stiffness = tuple(
            value / best.normal_stiffness for value in (joints.normal_stiffness, joints.normal_stiffness_high)
        )
    if joints.friction_angle_high is not None:
        friction = tuple(
            math.tan(value) / best.friction for value in (joints.friction_angle, joints.friction_angle_high)
        )
    for key in ("damping", "damping_ratio"):
        low, high, middle = getattr(joints, key), getattr(joints, f"{key}_high"), getattr(best, key)
        if low is not None and high is not None and middle:
            damping = (low / middle, high / middle)
    if joints.restitution is not None and joints.restitution_high is not None and best.damping:
        soft, hard = (
            damping_for_restitution(wall, replace(joints, restitution=value, restitution_high=None)).damping or 0.0
            for value in (joints.restitution_high, joints.restitution)
        )
        damping = (soft / best.damping, hard / best.damping)
    return {
        symbol: tuple(None if abs(value - 1.0) <= _SAME else float(value) for value in ends)  # type: ignore[misc]
        for symbol, ends in (("Kn", stiffness), ("μ", friction), ("ζ", damping))
    }


def merged_ends(joints: JointProperties, end: JointProperties, symbol: str) -> JointProperties:
    """Return ``joints`` with the input ``symbol`` of ``end``."""
    keys = {
        "Kn": ("normal_stiffness", "tangential_stiffness"),
        "μ": ("friction_angle",),
        "ζ": ("damping", "damping_ratio"),
    }[symbol]
    return replace(joints, **{key: getattr(end, key) for key in keys})


def is_symmetric(wall: Wall, dynamics: DynamicsOptions) -> bool:
    """Return whether each stone of ``wall`` is its own mirror image about one vertical plane along the wall.

    Struts, ties and infill act on one side, so that a wall with them is not symmetric.
    """
    if dynamics.struts_on(wall) or not wall.stones:
        return False
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones])
    middle = 0.5 * float(corners[:, 1].min() + corners[:, 1].max())
    size = float(np.ptp(corners, axis=0).max())
    for stone in wall.stones:
        own = stone.solid.vertices
        mirrored = own * np.array([1.0, -1.0, 1.0]) + np.array([0.0, 2.0 * middle, 0.0])
        apart = np.linalg.norm(own[:, None] - mirrored[None], axis=2)
        if float(apart.min(axis=1).max()) > _SAME * size:
            return False
    return True


def open_states(analysis: Analysis) -> list[LimitState]:
    """Return the states that no run at the best estimates reaches at the demand."""
    return [state for state in STATES if not any(analysis.at_demand(state))]


def _next(analysis: Analysis, motion: str) -> list[RunPlace]:
    rungs = {
        rung
        for state in ("stones_fall", "wall_falls")
        for rung in next_rungs(analysis.tried(motion, state), analysis.ladder)
    }
    return analysis.places(motion, sorted(rungs))


def _corners(analysis: Analysis, runs: _Runs) -> tuple[str, ...]:
    """Run the corners at the demand while a state is open, then the worst pair of two inputs."""
    names = [name for name in analysis.joints if name]
    if not names or not open_states(analysis):
        return ()
    runs.go(
        [place for corner in names for name in analysis.motions for place in analysis.places(name, (0,), corner)],
        lambda _: [],
    )
    worst = _worst_ends(analysis, names)
    if len(worst) >= 2 and not _reached_in(analysis, names):
        pair = ", ".join(worst[:2])
        joints = analysis.joints[""]
        for corner in worst[:2]:
            symbol = corner.split()[0]
            joints = merged_ends(joints, analysis.joints[corner], symbol)
        analysis.joints = {**analysis.joints, pair: joints}
        runs.go([place for name in analysis.motions for place in analysis.places(name, (0,), pair)], lambda _: [])
        names.append(pair)
    _descend(analysis, runs, names)
    return tuple(names)


def _reached_in(analysis: Analysis, corners: Sequence[str]) -> bool:
    """Return whether every open state is reached at the demand in some corner already."""
    return all(
        any(any(analysis.at_demand(state, corner=corner)) for corner in corners) for state in open_states(analysis)
    )


def _worst_ends(analysis: Analysis, corners: Sequence[str]) -> list[str]:
    """Return the worse end of each input, the input that matters most first."""

    def harm(corner: str) -> tuple[int, int, float]:
        mine = [run for place, run in analysis.in_order() if place.corner == corner and not run.failed]
        sizes = [math.log(max(float(run.summary.peak.max(initial=0.0)), 1e-9)) for run in mine]
        return (
            sum(bool(run.reaches("wall_falls")) for run in mine),
            sum(bool(run.summary.falls) for run in mine),
            sum(sizes) / max(len(sizes), 1),
        )

    ends: dict[str, str] = {}
    for corner in corners:
        symbol = corner.split()[0]
        if symbol not in ends or harm(corner) > harm(ends[symbol]):
            ends[symbol] = corner
    return sorted(ends.values(), key=harm, reverse=True)


def _descend(analysis: Analysis, runs: _Runs, corners: Sequence[str]) -> None:
    """Go down from the demand, two rungs at a time, with motions and corners in which stones fall there."""
    falling = [
        (name, corner)
        for corner in corners
        for name in analysis.motions
        if analysis.tried(name, "stones_fall", corner).get(0) and "stones_fall" in open_states(analysis)
    ]

    def lower(place: RunPlace) -> list[RunPlace]:
        tried = analysis.tried(place.motion, "stones_fall", place.corner)
        lowest = min(tried, default=0)
        if not tried or not tried[lowest] or lowest <= analysis.ladder.lowest:
            return []
        return analysis.places(place.motion, (max(lowest - 2, analysis.ladder.lowest),), place.corner)

    first = [
        place
        for name, corner in falling
        for place in lower(RunPlace(motion=name, corner=corner, reversed=False, rung=0))
    ]
    runs.go(first, lower)


class _Runs:
    """Makes the runs of an analysis that are not in the store."""

    def __init__(self, analysis: Analysis, store: Store, workers: int | None, observer: Observer) -> None:
        self._analysis, self._observer = analysis, observer
        self._backend = local_backend(default_workers() if workers is None else workers)
        self._runner = Runner(analysis.scene, store, self._backend, self._take, keep_lost=False)
        self._places: dict[str, RunPlace] = {}
        self._more: Callable[[RunPlace], list[RunPlace]] = lambda _: []
        self._done = self._kept = 0

    def go(self, places: Sequence[RunPlace], more: Callable[[RunPlace], list[RunPlace]]) -> None:
        """Make the runs of ``places``, and after each one those that ``more`` asks for."""
        self._places.clear()
        self._more, self._kept = more, 0
        self._observer.begin("ida", len(places))
        self._runner.go(self._tasks(places))
        kept = f", {self._kept} kept from earlier" if self._kept else ""
        self._observer.end(f"{self._done} runs{kept}")

    def _tasks(self, places: Sequence[RunPlace]) -> list[RunTask]:
        """Return the runs of those ``places`` that are not asked for yet."""
        tasks = []
        for place in places:
            task = self._analysis.task(place)
            if task.key not in self._places:
                self._places[task.key] = place
                tasks.append(task)
        return tasks

    def _take(self, task: RunTask, page: Mapping[str, Any], *, kept: bool) -> list[RunTask]:
        place = self._places[task.key]
        self._analysis.add(place, summary_of(page, self._analysis.scene, task))
        self._done += 1
        self._kept += kept
        self._observer.advance()
        return self._tasks(self._more(place))

    def close(self) -> None:
        """Stop the workers."""
        self._backend.close()


def _with(joints: JointProperties, symbol: str, factor: float) -> JointProperties:
    if symbol == "Kn":
        assert joints.normal_stiffness is not None
        stiffness = joints.tangential_stiffness
        return replace(
            joints,
            normal_stiffness=factor * joints.normal_stiffness,
            tangential_stiffness=None if stiffness is None else factor * stiffness,
        )
    if symbol == "μ":
        angle = max(math.atan(factor * joints.friction), 1.01 * joints.dilation_angle)
        return replace(joints, friction_angle=angle)
    if joints.damping is not None:
        return replace(joints, damping=factor * joints.damping)
    ratio = DAMPING_RATIO if joints.damping_ratio is None else joints.damping_ratio
    return replace(joints, damping_ratio=min(factor * ratio, 1.99))
