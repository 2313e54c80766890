"""One wall under all motions of a campaign, and one run of it: from a task to a row of the table of outcomes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pirqa.campaign.campaign_options import CampaignOptions
from pirqa.campaign.motions import CampaignMotion
from pirqa.campaign.plan import Job, job_of
from pirqa.campaign.summary import turned
from pirqa.campaign.uncertain import draw_samples
from pirqa.campaign.vary import settled_joints, varied_joints, varied_wall
from pirqa.dynamics.course import Course, perform
from pirqa.dynamics.keeper import Keeper
from pirqa.dynamics.partial import HistoryWriter
from pirqa.dynamics.rest import Start
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError
from pirqa.model.joint import JointProperties
from pirqa.model.plain import canonical_json, to_plain
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.motion.intensity import rocking_acceleration, rocking_velocity
from pirqa.provenance import digest
from pirqa.shaking.damage import Outcome, half_thickness
from pirqa.shaking.movable import check_movable, check_whole, corners_of
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.remarks import is_at_rest
from pirqa.shaking.witness import Witness

__all__ = [
    "Curve",
    "RunTask",
    "Scene",
    "curves_of",
    "run_row",
    "sampled_wall",
    "scene_of",
    "shake",
    "shaken",
    "task_at",
    "told_before",
]

_DIGITS = 10
"""Of a factor that tell it from others: those behind are rounding."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """What all runs of one wall share; it is pickled once for each worker."""

    name: str
    """Of the wall."""
    job: Job
    dynamics: DynamicsOptions
    motions: Mapping[str, CampaignMotion]
    """By name."""
    level_im: str
    """Column of the measure that levels are of; ``demand`` for a set, ``factor`` for a cloud."""
    digest: str
    """Of the wall, how it is computed, and the code that computes."""

    @property
    def wall(self) -> Wall:
        """The wall as surveyed."""
        return self.job.wall

    @cached_property
    def thickness(self) -> float:
        """Of the wall as surveyed, where it is thinnest [m]."""
        return 2.0 * half_thickness(self.wall)

    def base(self, motion: str) -> float:
        """Level of a motion as it is [m/s2 or m/s]."""
        told = self.motions[motion].measures
        return (
            told["level_sa"] if self.level_im == "sa" else told["pga" if self.level_im == "factor" else self.level_im]
        )


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One motion on one sample of one wall: what levels are tried on."""

    wall: str
    motion: str
    sample: int
    case: str
    parameters: Mapping[str, float] = field(hash=False)
    """The sample [SI]."""
    joints: JointProperties
    key: str
    """Digest of all that its runs share."""


@dataclass(frozen=True, kw_only=True)
class RunTask:
    """One run to be made: small, for it travels."""

    key: str
    """Digest of all that its outcome depends on."""
    curve: Curve
    level: float
    """[m/s2 or m/s]"""
    factor: float
    """On the motion as prepared [-]."""
    time_limit: float
    """[s]"""
    histories: str
    """Whether its history is kept: none, fallen, all."""
    again: bool = False
    """Whether it is made though it is there, failed or stopped."""

    @property
    def name(self) -> str:
        """What it is called in messages."""
        case = f", {self.curve.case}" if self.curve.case else ""
        return f"{self.curve.wall}, {self.curve.motion} × {self.factor:.4g}, sample {self.curve.sample}{case}"


def scene_of(
    name: str, wall: Wall, dynamics: DynamicsOptions, motions: Sequence[CampaignMotion], options: CampaignOptions
) -> Scene:
    """The scene of one wall; what cannot be run is told here."""
    check_movable(wall)
    for item in motions:
        check_whole(item.motion, dynamics.simulation.ramp, f"walls.{name}")
    if "thickness" in options.uncertain and dynamics.struts:
        raise OptionsError(
            f"uncertain.thickness: wall {name} has struts, whose ends would leave its faces: take out one of both"
        )
    job = job_of(wall, dynamics, end_at_collapse=options.end_at_collapse)
    return Scene(
        name=name,
        job=job,
        dynamics=dynamics,
        motions={item.name: item for item in motions},
        level_im="factor" if options.strategy == "cloud" else options.levels.measure,
        digest=job.digest(),
    )


def curves_of(scene: Scene, options: CampaignOptions) -> Iterator[Curve]:
    """Every motion with its samples: a Latin hypercube over all of them, so that records and samples are paired."""
    count = options.samples if options.uncertain else 1
    drawn = draw_samples(options.uncertain, count * len(scene.motions), options.seed)
    wall = scene.wall
    assert wall.joints is not None
    wall = replace(wall, joints=settled_joints(wall.joints, options.uncertain))
    damped = {"damping", "damping_ratio"} & set(options.uncertain)
    assert wall.joints is not None
    corners = wall.joints.corners() if damped else corners_of(wall)
    for number, (name, motion) in enumerate(scene.motions.items()):
        for sample in range(number * count, (number + 1) * count):
            parameters = {key: float(values[sample]) for key, values in drawn.items()}
            for case, joints in corners.items():
                varied = varied_joints(joints, parameters)
                content = {
                    "scene": scene.digest,
                    "motion": motion.digest,
                    "case": case,
                    "parameters": parameters,
                    "joints": to_plain(varied),
                }
                yield Curve(
                    wall=scene.name,
                    motion=name,
                    sample=sample,
                    case=case,
                    parameters=parameters,
                    joints=varied,
                    key=digest(canonical_json(content, indent=None).encode()),
                )


def task_at(scene: Scene, curve: Curve, level: float | None, options: CampaignOptions) -> RunTask:
    """The run of ``curve`` at ``level`` [m/s2 or m/s]; none: as strong as the motion is."""
    base = scene.base(curve.motion)
    factor = 1.0 if level is None else float(level) / base
    content = {"curve": curve.key, "measure": scene.level_im, "factor": f"{factor:.{_DIGITS}g}"}
    wanted = not options.history_records or scene.motions[curve.motion].record in options.history_records
    return RunTask(
        key=digest(canonical_json(content, indent=None).encode()),
        curve=curve,
        level=base if level is None else float(level),
        factor=factor,
        time_limit=options.time_limit,
        histories=options.histories if wanted else "none",
    )


def told_before(scene: Scene, task: RunTask) -> dict[str, Any]:
    """What the plan says of a run: what it is called, how strong its motion is, its sample."""
    curve, item = task.curve, scene.motions[task.curve.motion]
    told = item.measured(task.factor)
    told.pop("level_sa", None)
    thickness = scene.thickness * curve.parameters.get("thickness", 1.0)
    height = float(scene.wall.envelope.height)
    return {
        "key": task.key,
        "curve": curve.key,
        "wall": scene.name,
        "record": item.record,
        "component": item.component,
        "case": curve.case,
        "sample": curve.sample,
        "level_im": scene.level_im,
        "level": task.level,
        "factor": task.factor * item.motion.factor,
        **told,
        "pga_star": rocking_acceleration(told["pga"], height=height, thickness=thickness),
        "pgv_star": rocking_velocity(told["pgv"], height=height, thickness=thickness),
        **curve.parameters,
    }


def row_head(scene: Scene, task: RunTask) -> dict[str, Any]:
    """What is known of a run before it is made."""
    return told_before(scene, task) | {
        "time_limit": task.time_limit,
        "status": "failed",
        "reason": "",
        "collapse": "",
        "history": "",
    }


def sampled_wall(scene: Scene, curve: Curve) -> tuple[Wall, tuple[Strut, ...]]:
    """The wall of a sample, and what holds it."""
    wall = varied_wall(scene.wall, curve.parameters)
    return wall, scene.job.struts if wall is scene.wall else scene.dynamics.struts_on(wall)


def shaken(
    scene: Scene,
    task: RunTask,
    keep: HistoryWriter | None = None,
    *,
    longest: float = 0.0,
    rested: Start | Callable[[], Start] | None = None,
    memory: Keeper | None = None,
) -> Course[tuple[Trajectory, Witness]]:
    """The course of the run, and who judged it; see :func:`pirqa.dynamics.simulate.simulation`."""
    curve = task.curve
    motion = scene.motions[curve.motion].motion
    scaled = replace(motion.scaled(task.factor), treatments=())
    wall, struts = sampled_wall(scene, curve)
    witness = scene.job.witness(wall)
    run = yield from simulation(
        wall,
        scaled,
        scene.job.simulation,
        joints=curve.joints,
        case=curve.case,
        struts=struts,
        keep=keep,
        longest=longest,
        follower=witness,
        rested=rested,
        memory=memory,
    )
    return run, witness


def shake(scene: Scene, task: RunTask) -> tuple[Trajectory, Witness]:
    """Make the run."""
    return perform(shaken(scene, task))


def run_row(
    scene: Scene, task: RunTask, run: Trajectory, witness: Witness, began: tuple[float, float]
) -> dict[str, Any]:
    """The row of a run, which ``witness`` followed; ``began``: when, by the clock and by the processor [s]."""
    outcome = witness.outcome(run)
    row = row_head(scene, task)
    row["wall_seconds"], row["cpu_seconds"] = time.perf_counter() - began[0], time.process_time() - began[1]
    row["simulated"], row["ended_at"] = float(run.times[-1]), run.ended_at
    if outcome.collapse == "failed":
        moved = "stones moved away before the motion, under their own weight"
        return row | {"reason": "the computation went wrong: numbers without bounds" if run.failed else moved}
    return row | {"status": "done"} | _demands(run, witness, outcome)


def _demands(run: Trajectory, witness: Witness, outcome: Outcome) -> dict[str, Any]:
    """What the run did to the wall."""
    wall, watch = witness.wall, witness.watch
    numbers = wall.stone_numbers
    fell = [numbers[name] for name in outcome.fallen]
    free, shapes = watch.free, watch.shapes
    stands = free.copy()
    stands[fell] = False
    sizes = np.linalg.norm(watch.residual, axis=1)
    standing = np.where(stands, sizes, -1.0)
    worst = int(standing.argmax())
    peak = float(watch.across[stands].max(initial=0.0))
    # those that reach the wall's top within half of their own height
    top = np.flatnonzero(free & (shapes.top > shapes.top.max() - 0.5 * shapes.height)).tolist()
    any_stands = bool(stands.any())
    return {
        "reliable": run.reliable,
        "at_rest": is_at_rest(run),
        "collapse": outcome.collapse,
        "residual": float(sizes[worst]) if any_stands else 0.0,
        "residual_stone": run.stones[worst] if any_stands else "",
        "peak": peak,
        "lean": float(watch.leans[free].max(initial=0.0)),
        "drift": peak / (2.0 * half_thickness(wall)),
        "lost": len(fell),
        "lost_share": outcome.share,
        "lost_area": float(shapes.front[fell].sum() / shapes.front[free].sum()) if free.any() else 0.0,
        "top_lost": bool(len(top)) and set(top) <= set(fell),
        "first_stone": outcome.first.stone if outcome.first else "",
        "first_time": outcome.first.time if outcome.first else math.nan,
        "fell": fell,
        "stone_residual": sizes.tolist(),
        "ledger_error": float(run.ledger.error),
        # not in the table: where every stone is in the end, for the pictures
        "pose": np.round(np.hstack([watch.place, turned(watch.first, watch.last, watch.base)]), 4).tolist(),
    }
