"""A small wall and motions that take no time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.campaign.plan import Job, Plan, plan_runs
from pirqa.dynamics import SimulationOptions
from pirqa.model import Direction, GroundMotion, Wall
from pirqa.shaking.damage import CollapseDefinition
from pirqa.verification.blocks import coursed_wall, stiff_joints

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


def small_plan(levels: tuple[float, ...] = (0.05, 0.2), wall: Wall | None = None) -> Plan:
    """Two levels [g] of the pulse on the column."""
    wall = column() if wall is None else wall
    job = Job(wall=wall, simulation=QUICK, damage=CollapseDefinition())
    return plan_runs(job, [pulse()], [level * G for level in levels], wall.joints.corners())
