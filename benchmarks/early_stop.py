"""Early end of runs against full runs: how many change their class of collapse, and what it saves.

None of the walls and motions had a part in the choice of the rule: slender and soft piles, joints with a tenth of the
damping, boxes in running bond, a portal, rough and soft polygonal stones like those of the Sacsayhuaman paper, under
records that come with pirqa, with their vertical components.

For each wall and motion the ladder of the incremental dynamic analysis finds the level at which stones fall first; all
its runs are full runs. Each is followed by the rule that ends runs, which only notes when it would have ended this one:
class and damage then are compared with those at the very end. A class that changes keeps the rule off.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from benchmarks.harness import Row
from pirqa.dynamics import SimulationOptions
from pirqa.dynamics.run_sequence import perform
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.trajectory import States
from pirqa.experiments.campaign.incremental.capacity import Ladder, next_rungs
from pirqa.experiments.campaign.incremental.hunt import early_stop_rule
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.damage_tracking import Watch
from pirqa.experiments.early_stop import EarlyStop, without_lead
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.run_monitor import Witness
from pirqa.model import (
    BASE,
    Contact,
    ContactFace,
    Envelope,
    GroundMotion,
    JointProperties,
    Material,
    Polyhedron,
    Wall,
    Zone,
)
from pirqa.motion import E030, DesignSpectra, SetOptions, choose_set
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.survey.solids import build_stone
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box, coursed_wall, polygonal_wall, stiff_joints

CHOSEN_WITH = (
    "kaikoura_wtmc", "darfield_dfhs", "christchurch_apr_pars", "ridgecrest_ccc", "ridgecrest_lrl", "lima_1966_prq",
    "coalinga_parkfield14",
)  # fmt: skip
"""Motions with which the rule was chosen; they are left out here."""
DYNAMICS = DynamicsOptions(simulation=SimulationOptions(output_step=0.02))
LONGEST = 120.0
"""Time after which records are cut off, their quiet beginning not counted [s]."""
SHORT = 75.0
"""Longest record under which polygonal stones are run [s]: a run of 40 stones takes its time."""
FADE = 0.5
"""Time over which a record that is cut off fades [s]."""


class Shadow(Witness):
    """Follows a run as without the rule, and notes when the rule would have ended it."""

    def __init__(self, wall: Wall, rule: EarlyStop, motion: GroundMotion) -> None:
        super().__init__(wall, CollapseDefinition(), end_at_collapse=True, worst="partial")
        self._shadow = Witness(
            wall, CollapseDefinition(), stop=rule, motion=motion, residual_limit=DYNAMICS.residual_limit
        )
        self.stopped_at = math.inf
        self.early: Watch | None = None
        """What was seen until then."""

    def open(self, head: Any) -> None:
        """A run begins."""
        super().open(head)
        self._shadow.open(head)
        self.stopped_at, self.early = math.inf, None

    def look(self, states: States) -> float:
        """Only the collapse ends the run."""
        if self.early is None:
            self.stopped_at = self._shadow.look(states)
            if math.isfinite(self.stopped_at):
                self._shadow.cut(states.until(int(np.searchsorted(states.times, self.stopped_at, side="right"))))
                self.early = self._shadow.watch
        return super().look(states)


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A full run, and the same as far as the rule would have let it go."""

    wall: str
    motion: str
    rung: int
    stopped_at: float
    """Infinite where the rule never ended it [s]."""
    ends: float
    """[s]"""
    classes: tuple[str, str]
    """At the early end and at the very end."""
    damaged: tuple[bool, bool]
    residuals: tuple[float, float]
    """Greatest residual displacement [m]."""
    reliable: bool


@cache
def walls() -> dict[str, Wall]:
    """Return all walls by name."""
    return {
        "pinnacle": _stack(0.5, 0.3, 1.2, 2, 3e8, 0.7, damping_ratio=0.05),
        "pile 8 × 0.25 m": _stack(0.5, 0.35, 0.25, 8, 2e8, 0.6, damping_ratio=0.02),
        "soft pile 5 × 0.30 m": _stack(0.7, 0.3, 0.3, 5, 2e7, 0.6, damping_ratio=0.05),
        "undamped pile 6 × 0.25 m": _stack(0.6, 0.3, 0.25, 6, 2e8, 0.7, damping_ratio=0.005),
        "boxes 6 courses": _boxes(3.456, 3.0, 6, 0.6, stiff_joints(2e8, friction=0.5, damping_ratio=0.03)),
        "undamped boxes": _boxes(2.592, 2.0, 4, 0.4, stiff_joints(3e8, friction=0.7, damping_ratio=0.005)),
        "portal": _portal(stiff_joints(2e8, friction=0.6, damping_ratio=0.05)),
        "rough polygons": polygonal_wall(mu=0.7, damping=2e4),
        "soft polygons": polygonal_wall(kn=5e7, kt=2.5e7, mu=0.3, damping=1e5),
    }


def _stack(
    length: float, thickness: float, course: float, courses: int, stiffness: float, friction: float, **damping: float
) -> Wall:
    return coursed_wall(
        length, thickness, course, courses, 2300.0, stiff_joints(stiffness, friction=friction, **damping)
    )


def _boxes(length: float, height: float, courses: int, thickness: float, joints: JointProperties) -> Wall:
    bond = GenerateOptions(pattern="running_bond", length=length, height=height, courses=courses, unit_length=1.0)
    made = survey(
        SurveyOptions(generate=bond, thickness=thickness, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=2300.0 * STANDARD_GRAVITY)}),
    )
    return replace(made.wall, joints=joints)


def _portal(joints: JointProperties) -> Wall:
    """Two pillars of three blocks under a lintel, 2.0 × 2.2 × 0.5 m; the lowest blocks are fixed."""
    pillar, gap, thickness, course, lintel = 0.45, 1.1, 0.5, 0.6, 0.4
    length, top = 2.0 * pillar + gap, 3 * course
    stones = [build_stone(_block(0.0, top, length, thickness, lintel), name="lintel")]
    contacts = []
    for side, start in (("left", 0.0), ("right", pillar + gap)):
        names = [f"{side} {number}" for number in (1, 2, 3)]
        stones += [
            build_stone(_block(start, index * course, pillar, thickness, course), name=name)
            for index, name in enumerate(names)
        ]
        seat = _bed(start, pillar, thickness, 0.0)
        down = replace(seat, polygon=seat.polygon[::-1], normal=-seat.normal)
        contacts.append(Contact(first=names[0], second=BASE, faces=(down,)))
        for index, pair in enumerate(((names[0], names[1]), (names[1], names[2]), (names[2], "lintel")), start=1):
            bed = _bed(start, pillar, thickness, index * course)
            contacts.append(Contact(first=pair[0], second=pair[1], faces=(bed,)))
    zone = Zone(name="wall", material="stone", bottom=0.0, top=top + lintel, thickness=thickness)
    return Wall(
        envelope=Envelope(zones=(zone,), length=length),
        materials={"stone": Material(unit_weight=2300.0 * STANDARD_GRAVITY)},
        joints=joints,
        stones=tuple(stones),
        contacts=tuple(contacts),
        fixed=("left 1", "right 1"),
    )


def _block(start: float, bottom: float, length: float, thickness: float, height: float) -> Polyhedron:
    return box(length, thickness, height, at=(start, 0.0, bottom))


def _bed(start: float, length: float, thickness: float, level: float) -> ContactFace:
    """Return the upper face of a block that begins at ``start``."""
    end = start + length
    corners = np.array([[start, 0.0], [end, 0.0], [end, thickness], [start, thickness]])
    return ContactFace(
        polygon=np.column_stack([corners, np.full(4, level)]),
        normal=np.array([0.0, 0.0, 1.0]),
        area=length * thickness,
        gap=0.0,
    )


@cache
def motions() -> dict[str, GroundMotion]:
    """Return the motions, scaled to a demand, without their quiet beginning, and cut off where they are very long."""
    options = SetOptions(period=0.5, exclude=CHOSEN_WITH, vertical=True)
    _, found = choose_set(options, design=DesignSpectra(e030_2018=E030(zone=4, soil="S1")))
    return {name: _shortened(without_lead(motion)[0]) for name, motion in found.items()}


def _shortened(motion: GroundMotion) -> GroundMotion:
    count = round(LONGEST / motion.step)
    if len(motion.acceleration) <= count:
        return motion
    acceleration = motion.acceleration[:count].copy()
    fade = round(FADE / motion.step)
    acceleration[-fade:] *= np.linspace(1.0, 0.0, fade)[:, None]
    return replace(motion, acceleration=acceleration, initial_displacement=None)


def run() -> list[Row]:
    """Compare all."""
    return rows_of(list(compare()))


def compare() -> Iterator[Compared]:
    """Make the full runs."""
    for name, wall in walls().items():
        # the joints as they are run: with the corners of an analysis the onset is less, and runs go on for longer
        rule = early_stop_rule(wall, DYNAMICS, [wall.joints])
        assert rule is not None, name
        for motion in motions().values():
            if motion.duration <= SHORT or "polygons" not in name:
                yield from _hunt(name, wall, rule, motion)


def _hunt(name: str, wall: Wall, rule: EarlyStop, motion: GroundMotion) -> Iterator[Compared]:
    ladder = Ladder.of(float(motion.peak_acceleration.max()), ratio=1.15, least=0.05, most=8.0)
    tried: dict[int, bool | None] = {}
    while rungs := next_rungs(tried, ladder):
        for rung in rungs:
            found = _one(name, wall, rule, motion.scaled(ladder.ratio**rung), rung)
            tried[rung] = found.classes[1] != "none"
            yield found


def _one(name: str, wall: Wall, rule: EarlyStop, motion: GroundMotion, rung: int) -> Compared:
    shadow = Shadow(wall, rule, motion)
    run = perform(simulation(wall, motion, DYNAMICS.simulation, follower=shadow))
    watches = (shadow.watch if shadow.early is None else shadow.early, shadow.watch)
    free = shadow.watch.free
    fallen = [int(np.isfinite(watch.fell[free]).sum()) for watch in watches]
    residuals = [float(np.linalg.norm(watch.residual[free], axis=1).max()) for watch in watches]
    damaged = [fell > 0 or size > DYNAMICS.residual_limit for fell, size in zip(fallen, residuals, strict=True)]
    classes = [CollapseDefinition().class_of(fell / int(free.sum())) for fell in fallen]
    return Compared(
        wall=name,
        motion=motion.name,
        rung=rung,
        stopped_at=shadow.stopped_at,
        ends=float(run.times[-1]),
        classes=(classes[0], classes[1]),
        damaged=(damaged[0], damaged[1]),
        residuals=(residuals[0], residuals[1]),
        reliable=run.reliable,
    )


def rows_of(runs: Sequence[Compared]) -> list[Row]:
    """Count what changed."""
    found = [item for item in runs if item.reliable]
    stopped = [item for item in found if item.stopped_at < item.ends]
    standing = [item for item in found if item.classes[1] == "none"]
    changed = [item for item in stopped if item.classes[0] != item.classes[1]]
    damage = [item for item in stopped if item.damaged[0] != item.damaged[1]]
    saved = sum(item.ends - item.stopped_at for item in stopped) / sum(item.ends for item in standing)
    moved = max((abs(item.residuals[1] - item.residuals[0]) for item in stopped), default=0.0)
    count = f"{len({item.wall for item in found})} walls, {len({item.motion for item in found})} motions"
    count += f"; {len(standing)} runs stand to the end"
    return [
        Row(id="early_stop.runs", value=len(found), unit="runs", note=count),
        Row(id="early_stop.stopped", value=len(stopped), unit="runs", note="ended by the rule"),
        Row(id="early_stop.class_changed", value=len(changed), unit="runs", target=0.5, note=_names(changed)),
        Row(id="early_stop.damage_changed", value=len(damage), unit="runs", target=0.5, note=_names(damage)),
        Row(id="early_stop.residual", value=1e3 * moved, unit="mm", note="greatest change of a residual"),
        Row(id="early_stop.saved", value=100.0 * saved, unit="%", note="simulated time of standing runs"),
    ]


def _names(found: Sequence[Compared]) -> str:
    return "; ".join(f"{item.wall}, {item.motion}, rung {item.rung}: {item.classes}" for item in found)
