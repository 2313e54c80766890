"""The clock of a run starts again after the wall has come to rest; nobody may sleep by the old one."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.model import Direction, GroundMotion
from pirqa.model.wall import Wall
from pirqa.survey.solids import build_stone
from pirqa.verification.walls import block_on_base, box, stiff_joints


def _two_cubes(apart: float) -> Wall:
    """A fixed cube and, behind it, a free one on a slippery base, which do not touch."""
    wall = block_on_base(0.5, 0.5, 0.5, 2300.0, stiff_joints(2e8, friction=0.05, damping_ratio=0.1))
    post = build_stone(box(0.5, 0.5, 0.5, at=(0.0, -0.5 - apart, 0.0)), name="post")
    return replace(wall, stones=(*wall.stones, post), fixed=("post",))


def test_stones_that_were_apart_at_rest_meet_when_the_base_pushes():
    wall = _two_cubes(0.05)
    times = np.arange(0.0, 1.001, 0.005)
    push = np.where(times < 0.5, 4.0, 0.0)
    motion = GroundMotion(name="push", step=0.005, acceleration=push[:, None], directions=(Direction(name="across"),))
    run = simulate(wall, motion, SimulationOptions(free=0.5))
    gap = 0.05 + run.displacement[:, 0, 1]
    assert gap.min() < 1e-3  # the base carries the post to it
    assert gap.min() > -5e-3
    assert run.reliable
    assert math.isfinite(float(run.peak.max()))
