"""A small wall and motions that take no time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.dynamics import SimulationOptions
from pirqa.experiments.campaign.plan import Job, RunTask, Scene, scene_of_motions
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import make_runs, stripes
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import Direction, GroundMotion, Wall
from pirqa.verification.walls import coursed_wall, stiff_joints

G = 9.80665
QUICK = SimulationOptions(free=1.0, output_step=0.02)


def column() -> Wall:
    """Four slender blocks on each other, the lowest fixed."""
    return coursed_wall(0.6, 0.25, 0.3, 4, 2300.0, stiff_joints(2e8, friction=0.6, damping_ratio=0.1))


def pulse(name: str = "pulse", duration: float = 1.5) -> GroundMotion:
    """One cycle of a slow sine, then rest; the ground comes back."""
    times = np.arange(0.0, duration + 1e-9, 0.01)
    acceleration = np.where(times <= 1.0, np.sin(2.0 * np.pi * times), 0.0)
    motion = GroundMotion(
        name=name, step=0.01, acceleration=acceleration[:, None], directions=(Direction(name="across"),)
    )
    return replace(motion, initial_velocity=np.array([-1.0 / (2.0 * np.pi)]))


@dataclass(frozen=True, kw_only=True, eq=False)
class SmallPlan:
    """Runs of a small sweep."""

    scene: Scene
    tasks: tuple[RunTask, ...]

    def run(self, folder: Path, **given) -> tuple[RunSummary, ...]:
        """Make those that are not in ``folder``."""
        return make_runs(self.scene, self.tasks, Store(folder), **given)


def small_plan(levels: tuple[float, ...] = (0.05, 0.2), wall: Wall | None = None, **job) -> SmallPlan:
    """Two levels [g] of the pulse on the column."""
    wall = column() if wall is None else wall
    made = Job(**{"wall": wall, "simulation": QUICK, "damage": CollapseDefinition()} | job)
    scene = scene_of_motions(made, DynamicsOptions(simulation=made.simulation), {"pulse": pulse()})
    return SmallPlan(
        scene=scene, tasks=stripes(scene, ["pulse"], [level * G for level in levels], wall.joints.corners())
    )
