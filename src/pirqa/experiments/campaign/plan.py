"""The plan of many runs: scenes (a wall under its motions), curves of one motion at rising level, and one task a run.

The key of a task is the digest of all that its outcome depends on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pirqa.code_key import code_key
from pirqa.dynamics.options import SimulationOptions
from pirqa.errors import OptionsError
from pirqa.experiments.campaign.uncertainty import varied_wall
from pirqa.experiments.damage import half_thickness
from pirqa.experiments.damage_states import WORST, CollapseClass, CollapseDefinition, nothing_worse
from pirqa.experiments.early_stop import EarlyStop
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.run_monitor import Witness
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.plain import canonical_json, to_plain
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.provenance import digest

if TYPE_CHECKING:
    from pirqa.experiments.campaign.campaign_options import HistoryChoice

_WORKERS = tuple(f"pirqa.experiments.campaign.{name}" for name in ("card", "work", "worker"))
"""Modules that make runs, in a process of their own or on a graphics card."""
_DIGITS = 10
"""Digits by which factors are distinguished: those behind are rounding."""


def code_of_runs() -> str:
    """Return the digest of the code that makes runs; another fit or another page is no reason to repeat them."""
    return code_key(*_WORKERS)


@dataclass(frozen=True, kw_only=True, eq=False)
class Job:
    """How the runs of one wall are computed."""

    wall: Wall
    simulation: SimulationOptions
    damage: CollapseDefinition
    struts: tuple[Strut, ...] = ()
    end_at_collapse: bool = False
    """Whether runs end a second after the wall has collapsed as it worst can."""
    worst: CollapseClass = WORST
    """Class of collapse at which they end then."""
    stop: EarlyStop | None = None
    """Rule by which runs of walls that stand end before their motion does."""
    residual_limit: float = math.inf
    """Residual displacement that is damage, for that rule [m]."""

    def witness(self, wall: Wall, motion: GroundMotion | None = None) -> Witness:
        """Return the witness that judges a run of ``wall``, or of a sample of it, under ``motion``, and may end it."""
        return Witness(
            wall,
            self.damage,
            end_at_collapse=self.end_at_collapse,
            worst=self.worst,
            stop=self.stop,
            motion=motion,
            residual_limit=self.residual_limit,
        )

    def digest(self) -> str:
        """Return the digest of all of it, and of the code that computes."""
        content = {
            "code": code_of_runs(),
            "numpy": np.__version__,
            **{item.name: to_plain(getattr(self, item.name)) for item in fields(self)},
        }
        return digest(canonical_json(content, indent=None).encode())


def job_of(wall: Wall, dynamics: DynamicsOptions, *, end_at_collapse: bool) -> Job:
    """Return how runs of ``wall`` are computed; they end at collapse if no damage state can be missed by it."""
    return Job(
        wall=wall,
        simulation=dynamics.simulation,
        damage=dynamics.damage,
        struts=dynamics.struts_on(wall),
        end_at_collapse=end_at_collapse and nothing_worse(dynamics.damage_states),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class CampaignMotion:
    """One component of a record, or a signal, that drives a wall across."""

    name: str
    """Its own name: that of the record, with the component where each is a motion."""
    record: str
    component: str
    motion: GroundMotion
    """Processed, not yet scaled to a level."""
    digest: str
    """Digest of its content."""
    noise: float
    """Peak of the noise in its record as filed [m/s2]; 0 for a signal, and for a record that is confirmed."""
    measures: Mapping[str, float]
    """Columns of the table of outcomes for factor 1; of those that the factor does not change the same [SI]."""

    def measured(self, factor: float) -> dict[str, float]:
        """Intensity measures of the motion times ``factor`` [SI]."""
        powers = {"arias": 2, "d5_95": 0, "tm": 0}
        return {name: value * factor ** powers.get(name, 1) for name, value in self.measures.items()}


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """One wall and all motions that its runs are made with; it is pickled once for each worker."""

    name: str = ""
    """Name of the wall, where there are several."""
    job: Job
    dynamics: DynamicsOptions
    motions: Mapping[str, CampaignMotion]
    """Motions by name, not yet scaled."""
    level_im: str = "pga"
    """Column of the measure that levels are of; ``demand`` for a set, ``factor`` for a cloud."""
    digest: str
    """Digest of the job."""

    @property
    def wall(self) -> Wall:
        """The wall as surveyed."""
        return self.job.wall

    @cached_property
    def thickness(self) -> float:
        """Thickness of the wall as surveyed, where it is thinnest [m]."""
        return 2.0 * half_thickness(self.wall)

    def base(self, motion: str) -> float:
        """Return the level of a motion as it is [m/s2 or m/s]."""
        measures = self.motions[motion].measures
        if self.level_im == "sa":
            return measures["level_sa"]
        return measures["pga" if self.level_im == "factor" else self.level_im]


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One motion on one sample of one wall with one set of joint properties: its runs differ in the level alone."""

    wall: str
    motion: str
    sample: int
    case: str
    """Which end of each pair of joint properties is used; empty where there is no pair."""
    parameters: Mapping[str, float] = field(hash=False)
    """The sample [SI]."""
    joints: JointProperties
    key: str
    """Digest of all that its runs share."""


@dataclass(frozen=True, kw_only=True)
class RunTask:
    """One run to be made: small, since it is sent to workers."""

    key: str
    """Digest of all that its outcome depends on."""
    curve: Curve
    level: float
    """[m/s2 or m/s]"""
    factor: float
    """Factor on the motion of the scene [-]."""
    time_limit: float | None = None
    """Longest time that it may take [s]; None where it has no limit."""
    histories: HistoryChoice = "none"
    """Whether its history is kept."""
    detailed: bool = False
    """Whether its page has a summary, which is made of the whole history."""
    again: bool = False
    """Whether it is made again if its page states that it failed or was stopped."""

    @property
    def sparing(self) -> bool:
        """Whether its page needs no history."""
        return self.histories == "none" and not self.detailed

    @property
    def name(self) -> str:
        """Its name in messages."""
        case = f", {self.curve.case}" if self.curve.case else ""
        run = f"{self.curve.motion} × {self.factor:.4g}"
        return f"{self.curve.wall}, {run}, sample {self.curve.sample}{case}" if self.curve.wall else f"{run}{case}"


def scene_of_motions(job: Job, dynamics: DynamicsOptions, motions: Mapping[str, GroundMotion]) -> Scene:
    """Return the scene of a single wall under ``motions``; their levels are peak ground accelerations."""
    return Scene(
        job=job,
        dynamics=dynamics,
        motions={name: _as_given(name, motion) for name, motion in motions.items()},
        digest=job.digest(),
    )


def _as_given(name: str, motion: GroundMotion) -> CampaignMotion:
    component = pushing_component(motion)
    motion = replace(motion, treatments=())
    return CampaignMotion(
        name=name,
        record=motion.name,
        component=component,
        motion=motion,
        digest=digest(canonical_json(to_plain(motion), indent=None).encode()),
        noise=0.0,
        measures={"pga": float(motion.peak_acceleration[motion.column(component)])},
    )


def curve_of(
    scene: Scene,
    motion: str,
    case: str,
    joints: JointProperties,
    *,
    sample: int = 0,
    parameters: Mapping[str, float] | None = None,
) -> Curve:
    """Return the curve of ``motion`` with ``joints``, which are named by their ``case``, and a sample."""
    chosen = {} if parameters is None else parameters
    content = {
        "scene": scene.digest,
        "motion": scene.motions[motion].digest,
        "case": case,
        "parameters": chosen,
        "joints": to_plain(joints),
    }
    return Curve(
        wall=scene.name,
        motion=motion,
        sample=sample,
        case=case,
        parameters=chosen,
        joints=joints,
        key=digest(canonical_json(content, indent=None).encode()),
    )


def run_task(
    scene: Scene,
    curve: Curve,
    *,
    level: float | None = None,
    factor: float = 1.0,
    time_limit: float | None = None,
    histories: HistoryChoice = "none",
    detailed: bool = False,
) -> RunTask:
    """Return the run of ``curve`` at ``level`` [m/s2 or m/s], or with ``factor`` on its motion where there is none."""
    base = scene.base(curve.motion)
    factor = factor if level is None else float(level) / base
    content = {"curve": curve.key, "measure": scene.level_im, "factor": f"{factor:.{_DIGITS}g}"}
    if detailed:
        content["page"] = "detailed"
    return RunTask(
        key=digest(canonical_json(content, indent=None).encode()),
        curve=curve,
        level=base * factor if level is None else float(level),
        factor=factor,
        time_limit=time_limit,
        histories=histories,
        detailed=detailed,
    )


def scaled_motion(scene: Scene, task: RunTask) -> GroundMotion:
    """Return the motion of a run."""
    return replace(scene.motions[task.curve.motion].motion.scaled(task.factor), treatments=())


def sampled_wall(scene: Scene, curve: Curve) -> tuple[Wall, tuple[Strut, ...]]:
    """Return the wall of a sample, and the struts that hold it."""
    wall = varied_wall(scene.wall, curve.parameters)
    return wall, scene.job.struts if wall is scene.wall else scene.dynamics.struts_on(wall)


def pushing_component(motion: GroundMotion) -> str:
    """Return the component whose peak is the level: across the wall, else along it."""
    names = [direction.name for direction in motion.directions]
    for name in ("across", "along"):
        if name in names:
            return name
    raise OptionsError(
        f'motion "{motion.name}" has no component across or along the wall, only {", ".join(names)}: turn it to the '
        "wall with motion.facing, or name its components"
    )
