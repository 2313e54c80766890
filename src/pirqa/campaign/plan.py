"""What is to be run: tasks with keys made of all that their outcome depends on."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from pirqa.dynamics.options import SimulationOptions
from pirqa.errors import OptionsError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.plain import canonical_json, to_plain
from pirqa.model.strut import Strut
from pirqa.model.wall import Wall
from pirqa.motion.scaling import ScaleTarget, scale
from pirqa.provenance import code_digest, digest
from pirqa.shaking.damage import WORST, CollapseClass, CollapseDefinition, nothing_worse
from pirqa.shaking.early_stop import EarlyStop
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.witness import Witness
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Job", "Plan", "Task", "code_of_runs", "job_of", "plan_runs", "pushing_component", "task_of"]

_OTHER_ROOMS = (
    "assessment.py", "campaign", "cli", "codes", "fe", "limit", "oma", "project", "report", "screening", "statics",
    "updating", "verification",
)  # fmt: skip
"""Rooms that have no say in what a run gives; of this one only some files have."""
_OWN_FILES = ("execute.py", "plan.py", "scene.py", "summary.py", "vary.py", "work.py")
_STEADY = 10
"""Digits of a level that tell it from others: those behind are rounding."""


@functools.cache
def code_of_runs() -> str:
    """Digest of the code that runs are computed by; another fit or another page is no reason to make them again."""
    total = code_digest(leave_out=_OTHER_ROOMS)
    own = (Path(__file__).with_name(name).read_bytes() for name in _OWN_FILES)
    return digest(b"".join((total.encode(), *own)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Job:
    """What all runs of a plan share."""

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
        """Who judges a run of ``wall``, or of a sample of it, under ``motion``, and may end it."""
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
        """Of all of it, and of the code that computes."""
        content = {
            "code": code_of_runs(),
            "numpy": np.__version__,
            **{item.name: to_plain(getattr(self, item.name)) for item in fields(self)},
        }
        return digest(canonical_json(content, indent=None).encode())


def job_of(wall: Wall, dynamics: DynamicsOptions, *, end_at_collapse: bool) -> Job:
    """Runs of ``wall`` as ``dynamics`` says; they end at collapse where a damage state cannot be missed by it."""
    return Job(
        wall=wall,
        simulation=dynamics.simulation,
        damage=dynamics.damage,
        struts=dynamics.struts_on(wall),
        end_at_collapse=end_at_collapse and nothing_worse(dynamics.damage_states),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """One run to be made."""

    key: str
    """Digest of all that its outcome depends on."""
    motion: GroundMotion
    """As it drives the wall, scaled."""
    level: float
    """Its peak acceleration across the wall [m/s2]."""
    case: str
    """Which end of each pair of joint properties is used; empty where there is no pair."""
    joints: JointProperties

    @property
    def name(self) -> str:
        """What it is called in messages."""
        case = f" ({self.case})" if self.case else ""
        return f"{self.motion.name} at {self.level / STANDARD_GRAVITY:.3g} g{case}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """All runs of a sweep."""

    job: Job
    tasks: tuple[Task, ...]


def plan_runs(
    job: Job,
    motions: Sequence[GroundMotion],
    levels: Sequence[float],
    joints: Mapping[str, JointProperties],
) -> Plan:
    """Each motion at each level [m/s2] with each of the ``joints``, which are named by their case."""
    shared = job.digest()
    tasks = []
    for case, properties in joints.items():
        for motion in motions:
            component = pushing_component(motion)
            for level in levels:
                scaled, _ = scale(motion, ScaleTarget(pga=float(level)), component=component)
                tasks.append(task_of(shared, replace(scaled, treatments=()), float(level), case, properties))
    return Plan(job=job, tasks=tuple(tasks))


def task_of(shared: str, motion: GroundMotion, level: float, case: str, joints: JointProperties) -> Task:
    """The run of a scaled ``motion`` whose peak is ``level`` [m/s2]; ``shared`` is the digest of its job."""
    content = {
        "job": shared,
        "motion": to_plain(motion),
        "level": f"{level:.{_STEADY}g}",
        "case": case,
        "joints": to_plain(joints),
    }
    key = digest(canonical_json(content, indent=None).encode())
    return Task(key=key, motion=motion, level=level, case=case, joints=joints)


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
