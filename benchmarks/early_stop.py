"""Early end of runs against full runs: how many change their class of collapse, and what it saves.

Walls: five stacks of 3 to 6 blocks, two short walls of boxes in running bond, and 40 polygonal stones like those of
the Sacsayhuaman paper, with joints of different stiffness, friction and damping. Motions: a set chosen from the records
that come with pirqa for E.030 (both horizontal components). For each wall and motion the ladder of the incremental
dynamic analysis finds the level at which stones fall first; full runs are made at that rung, two below and two above.

A full run is followed by the same rule that ends runs, which only notes when it would have ended this one: the class
then is compared with the class at the very end. A class that changes keeps the rule off.
"""

from __future__ import annotations

import math
import multiprocessing
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row
from pirqa.campaign.incremental import IdaOptions, run_ida
from pirqa.campaign.incremental.ladder import Ladder
from pirqa.dynamics import SimulationOptions
from pirqa.dynamics.course import perform
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.trajectory import States
from pirqa.model import GroundMotion, Material, Wall
from pirqa.motion import E030, DesignSpectra, SetOptions, choose_set
from pirqa.shaking import DynamicsOptions
from pirqa.shaking.damage import CollapseDefinition
from pirqa.shaking.early_stop import EarlyStop, without_lead
from pirqa.shaking.watch import Watch
from pirqa.shaking.witness import Witness
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import coursed_wall, polygonal_wall, stiff_joints

RULE = EarlyStop()
DYNAMICS = DynamicsOptions(simulation=SimulationOptions(output_step=0.02, free=10.0))
RUNGS = (-2, -1, 0, 1, 2)
"""Relative to the first that falls."""
LONGEST = 130.0
"""Longest record under which the largest wall is run [s]."""
PROCESSES = 2


class Shadow(Witness):
    """Follows a run to its end, and notes when the rule would have ended it."""

    def __init__(self, wall: Wall, motion: GroundMotion) -> None:
        super().__init__(wall, CollapseDefinition(), stop=RULE, motion=motion, residual_limit=DYNAMICS.residual_limit)
        self.stopped_at = math.inf
        self.seen: Watch | None = None

    def look(self, states: States) -> float:
        """Never ends the run."""
        time = super().look(states)
        if self.seen is None and math.isfinite(time):
            self.stopped_at, self.seen = float(states.times[-1]), self.watch.copy()
        return math.inf


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A full run, and the same as far as the rule would have let it go."""

    wall: str
    motion: str
    rung: int
    stopped_at: float
    """Infinite where the rule never ended it."""
    ends: float
    classes: tuple[str, str]
    damaged: tuple[bool, bool]
    stones: tuple[tuple[str, ...], tuple[str, ...]]
    reliable: bool


@cache
def walls() -> dict[str, Wall]:
    """All walls by name."""
    found = {
        "stack 4 × 0.25 m": coursed_wall(0.6, 0.25, 0.3, 4, 2300.0, stiff_joints(2e8, friction=0.6, damping_ratio=0.1)),
        "stack 3 × 0.40 m": coursed_wall(0.8, 0.4, 0.5, 3, 2300.0, stiff_joints(5e8, friction=0.4, damping_ratio=0.05)),
        "stack 6 × 0.30 m": coursed_wall(0.6, 0.3, 0.25, 6, 2300.0, stiff_joints(2e8, friction=0.7, damping=2e4)),
        "stack 5 × 0.50 m": coursed_wall(1.0, 0.5, 0.4, 5, 2000.0, stiff_joints(1e8, friction=0.5, damping=2e5)),
        "stack 4 × 0.60 m": coursed_wall(
            1.0, 0.6, 0.6, 4, 2600.0, stiff_joints(2e8, friction=0.35, damping_ratio=0.02)
        ),
        "boxes 4 courses": _boxes(3.456, 2.0, 4, 0.5, stiff_joints(2e8, friction=0.4, damping=2e5)),
        "boxes 5 courses": _boxes(2.592, 2.5, 5, 0.45, stiff_joints(1e8, friction=0.6, damping_ratio=0.05)),
        "polygons": polygonal_wall(),
    }
    return found


def _boxes(length: float, height: float, courses: int, thickness: float, joints: Any) -> Wall:
    bond = GenerateOptions(pattern="running_bond", length=length, height=height, courses=courses, unit_length=1.0)
    made = survey(
        SurveyOptions(generate=bond, thickness=thickness, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=2300.0 * STANDARD_GRAVITY)}),
    )
    return replace(made.wall, joints=joints)


@cache
def motions() -> dict[str, GroundMotion]:
    """The set, scaled to its demand."""
    options = SetOptions(period=0.5, types={"interface": 1})
    _, found = choose_set(options, design=DesignSpectra(e030_2018=E030(zone=4, soil="S1")))
    return found


def run() -> list[Row]:
    """Compare all."""
    jobs = [(wall, motion) for wall in walls() for motion in motions() if _runs(wall, motion)]
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        parts = pool.map(_compare, jobs, chunksize=1)
    found = [item for part in parts for item in part if item.reliable]
    return rows_of(found)


def _runs(wall: str, motion: str) -> bool:
    return wall != "polygons" or motions()[motion].duration < LONGEST


def _compare(job: tuple[str, str]) -> list[Compared]:
    wall, motion = walls()[job[0]], motions()[job[1]]
    demand = float(motion.peak_acceleration.max())
    options = IdaOptions(most=8.0, least=0.05, film=False, demand=demand)
    options = replace(
        options, corners=replace(options.corners, normal_stiffness=(1, 1), friction=(1, 1), damping=(1, 1))
    )
    with tempfile.TemporaryDirectory() as folder:
        found = run_ida(wall, options, DYNAMICS, {motion.name: motion}, folder=Path(folder), workers=1)
    ladder = Ladder.of(found.demand, ratio=options.ratio, least=options.least, most=options.most)
    first = min((item.rung for item in found.runs if item.summary.falls), default=ladder.highest)
    cut, _ = without_lead(found_motion(motion, found.demand), RULE)
    return [_one(job, wall, cut.scaled(ladder.ratio ** (first + rung)), rung) for rung in RUNGS]


def found_motion(motion: GroundMotion, demand: float) -> GroundMotion:
    """Return ``motion`` as the analysis scales it to its demand."""
    return motion.scaled(demand / float(motion.peak_acceleration[motion.column("across")]))


def _one(job: tuple[str, str], wall: Wall, motion: GroundMotion, rung: int) -> Compared:
    shadow = Shadow(wall, motion)
    run = perform(simulation(wall, motion, DYNAMICS.simulation, follower=shadow))
    early = shadow.watch if shadow.seen is None else shadow.seen
    watches = (early, shadow.watch)
    falls = [np.flatnonzero(np.isfinite(watch.fell) & watch.free) for watch in watches]
    free = int(shadow.watch.free.sum())
    damaged = [
        bool(len(fell)) or float(np.linalg.norm(watch.residual, axis=1).max()) > DYNAMICS.residual_limit
        for watch, fell in zip(watches, falls, strict=True)
    ]
    names = [tuple(run.stones[index] for index in fell.tolist()) for fell in falls]
    classes = [CollapseDefinition().class_of(len(fell) / free) for fell in falls]
    return Compared(
        wall=job[0],
        motion=job[1],
        rung=rung,
        stopped_at=shadow.stopped_at,
        ends=float(run.times[-1]),
        classes=(classes[0], classes[1]),
        damaged=(damaged[0], damaged[1]),
        stones=(names[0], names[1]),
        reliable=run.reliable,
    )


def rows_of(found: Sequence[Compared]) -> list[Row]:
    """Count what changed."""
    stopped = [item for item in found if math.isfinite(item.stopped_at)]
    changed = [item for item in found if item.classes[0] != item.classes[1]]
    fell = [item for item in found if bool(item.stones[0]) != bool(item.stones[1])]
    damage = [item for item in stopped if item.damaged[0] != item.damaged[1]]
    saved = sum(item.ends - min(item.stopped_at, item.ends) for item in stopped) / sum(item.ends for item in stopped)
    standing = sum(item.classes[1] == "none" for item in found)
    told = f"{len(found)} full runs of {len(walls())} walls, {standing} of which stand; the rule ends {len(stopped)}"
    names = "; ".join(f"{item.wall}, {item.motion}, rung {item.rung}: {item.classes}" for item in changed)
    worst = "; ".join(f"{item.wall}, {item.motion}, rung {item.rung}" for item in damage)
    return [
        Row(id="early_stop.runs", value=len(found), unit="runs", note=told),
        Row(id="early_stop.stopped", value=len(stopped), unit="runs"),
        Row(id="early_stop.class_changed", value=len(changed), unit="runs", target=0.5, note=names),
        Row(id="early_stop.fall_changed", value=len(fell), unit="runs", target=0.5),
        Row(id="early_stop.damage_changed", value=len(damage), unit="runs", target=0.5, note=worst),
        Row(id="early_stop.saved", value=100.0 * saved, unit="%", note="simulated time of the runs that the rule ends"),
    ]
