"""Walls of stones that came out wrong: limit analysis against tilts and runs of the same stones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.errors import ComputationError
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import DECLARATION as TILT
from pirqa.experiments.tilt.stage import run_tilt
from pirqa.limit.blocks import DECLARATION, BlocksOptions, LoadPattern, run_blocks
from pirqa.limit.blocks.motion import column_multiplier, single_joint_multiplier
from pirqa.model import Polyhedron, Site, Wall
from pirqa.model.check import EFFECTS, Circumstance, Circumstances, GoverningDemand
from pirqa.model.verdict import judge
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.limit_blocks import boxes_wall, held_block, solids_wall, u_corner
from pirqa.verification.walls import block_on_base, coursed_wall, sine_motion, stiff_joints

FOUR = {
    name: LoadPattern(direction=way)
    for name, way in {"front": (0, -1, 0), "back": (0, 1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}.items()
}
ASKED = BlocksOptions(patterns=FOUR, non_associative=False)
"""Smooth and associative alone decide here: they are far apart, or near each other."""
SIMULATION = SimulationOptions(output_step=0.02)
DECLARATIONS = {"blocks": DECLARATION, "tilt": TILT}
NOTHING_ELSE = {effect: Circumstance(presence="absent") for effect in EFFECTS}
"""Circumstances of a test body: no fill, no water, nothing but its stones on rigid ground."""
STONES_ONLY = NOTHING_ELSE | {
    effect: Circumstance(presence="present")
    for effect in ("self_weight", "sliding", "head_joint_friction", "joint_compliance", "shape", "returns")
}


def site(level: float) -> Site:
    return Site(acceleration=level * STANDARD_GRAVITY)


def verdict(checks, level):
    demand = GoverningDemand(name="site", origin="site", intensity=level)
    return judge(checks, circumstances=Circumstances(effects=STONES_ONLY, demand=demand), declarations=DECLARATIONS)


def tilted(wall, *, towards="front", resolution=0.1, to=30.0, opposite=False, level=None):
    options = TiltTestOptions(
        to=math.radians(to),
        towards=towards,
        rate=math.radians(2.0),
        resolution=math.radians(resolution),
        held=4.0,
        opposite=opposite,
    )
    return run_tilt(wall, options, DynamicsOptions(simulation=SIMULATION), demand=level)


def lower_bound(wall, name="front"):
    """Lower bound of the multiplier with its allowance for elastic joints."""
    checks = run_blocks(wall, ASKED, site=site(0.25)).checks
    return {
        check.id: check.capacity * math.prod(item.factor for item in check.allowances)
        for check in checks
        if check.bound != "upper"
    }[f"blocks.{name}.smooth"]


@pytest.mark.long
@pytest.mark.parametrize("stiffness", [2e8, 2e9])
def test_the_lower_bound_of_a_corner_with_straight_joints_does_not_pass_its_tilt(stiffness):
    """48 boxes; the loose strip of the front, 0.5 × 3 m, falls; the associative multiplier is far above."""
    wall = u_corner(stiff_joints(stiffness, tangential_stiffness=stiffness / 2, friction=0.6, damping_ratio=0.3))
    (test,) = tilted(wall).tests
    fell = math.tan(test.falls.low)
    low = lower_bound(wall)
    assert 0.9 * fell < low <= fell
    values = run_blocks(wall, ASKED).ranges[0]
    assert values.smooth == pytest.approx(0.5 / 3.0, rel=1e-4)
    assert values.associative > 1.2 * fell


def test_a_corner_with_straight_joints_is_not_shown_safe_at_a_quarter_g():
    wall = u_corner(stiff_joints(2e9, friction=0.7, damping_ratio=0.3))
    found = verdict(run_blocks(wall, ASKED, site=site(0.25)).checks, 0.25).of("onset")
    assert found.state in ("not_shown", "undetermined", "not_satisfied")
    weak = verdict(run_blocks(wall, ASKED, site=site(0.1)).checks, 0.1).of("onset")
    assert weak.state == "satisfied"
    assert weak.lower < 0.5 / 3.0


@pytest.mark.long
def test_a_held_tilt_shows_that_the_corner_fails():
    wall = u_corner(stiff_joints(2e9, tangential_stiffness=1e9, friction=0.7, damping_ratio=0.3))
    limits = run_blocks(wall, ASKED, site=site(0.25)).checks
    tests = tilted(wall, resolution=0.2, opposite=True, level=0.25)
    found = verdict([*limits, *tests.checks], 0.25).of("onset")
    assert found.state == "not_satisfied"
    assert found.governing.family == "tilt"


def test_a_bonded_corner_is_an_estimate_near_its_tilt():
    wall = u_corner(stiff_joints(2e8, tangential_stiffness=1e8, friction=0.6, damping_ratio=0.3), bonded=True)
    values = run_blocks(wall, ASKED).ranges[0]
    assert values.agree
    (test,) = tilted(wall, resolution=0.2).tests
    assert values.estimate * values.compliance == pytest.approx(math.tan(test.falls.low), rel=0.08)


def test_a_block_held_by_friction_alone_falls_in_a_run_and_is_not_shown_safe():
    wall = held_block(friction=0.6)
    with pytest.raises(ComputationError, match='does not stand under its own weight: stone "2" falls'):
        simulate(wall, sine_motion(0.1, 1.0, 1.0), SIMULATION)
    result = run_blocks(wall, ASKED, site=site(0.2))
    assert "never_moves" not in {item.outcome for item in result.solutions}
    found = verdict(result.checks, 0.2)
    assert found.of("gravity").state in ("not_shown", "not_satisfied", "undetermined")
    assert found.of("onset").state in ("not_assessed", "not_shown")
    assert "blocks_held_by_friction" in {remark.key for remark in result.remarks}


def test_a_cube_at_a_twentieth_of_g_comes_out_safe():
    wall = boxes_wall([(1.0, 1.0, 1.0, (0.0, 0.0, 0.0))], stiff_joints(1e9, friction=0.7, damping_ratio=0.3))
    found = verdict(run_blocks(wall, ASKED, site=site(0.05)).checks, 0.05).of("onset")
    assert found.state == "satisfied"
    assert 0.5 < found.lower <= 0.7


def drums(stiffness: float) -> Wall:
    """A column of four eight-sided drums, 1.0 m across corners, 2.4 m high."""
    angles = math.radians(22.5) + math.pi / 4.0 * np.arange(8)
    ring = 0.5 * np.column_stack([np.cos(angles), np.sin(angles)])
    sides = [(i, (i + 1) % 8, (i + 1) % 8 + 8, i + 8) for i in range(8)]
    faces = (tuple(range(7, -1, -1)), tuple(range(8, 16)), *sides)
    solids = []
    for number in range(4):
        levels = (0.6 * number, 0.6 * number + 0.6)
        places = np.concatenate([np.column_stack([ring, np.full(8, level)]) for level in levels])
        solids.append(Polyhedron(vertices=places, faces=faces))
    joints = stiff_joints(stiffness, tangential_stiffness=stiffness / 2, friction=0.8, damping_ratio=0.3)
    wall = solids_wall(solids, joints)
    # the seat of a drum is its eight-sided foot
    seat = next(item for item in wall.contacts if item.second == "base")
    foot = solids[0].vertices[:8][::-1]
    face = replace(seat.faces[0], polygon=foot, area=float(2.0 * math.sqrt(2.0) * 0.25))
    others = tuple(item for item in wall.contacts if item is not seat)
    return replace(wall, contacts=(*others, replace(seat, faces=(face,))))


@pytest.mark.long
def test_the_tilt_of_a_drum_column_on_stiff_joints_is_the_rigid_limit():
    """Kn × 1000: within 3 %."""
    wall = drums(2e8 * 1000.0)
    (values,) = run_blocks(wall, BlocksOptions(patterns={"front": FOUR["front"]})).ranges
    rigid = math.cos(math.radians(22.5)) / 2.4
    assert values.smooth == pytest.approx(rigid, rel=1e-4)
    (test,) = tilted(wall, resolution=0.2).tests
    assert math.tan(test.falls.low) == pytest.approx(rigid, rel=0.03)


@pytest.mark.long
def test_the_tilt_of_a_block_on_stiff_joints_is_the_rigid_limit():
    wall = block_on_base(1.0, 0.6, 1.8, 2300.0, stiff_joints(2e11, friction=0.8, damping_ratio=0.3))
    (test,) = tilted(wall, resolution=0.2).tests
    assert math.tan(test.falls.low) == pytest.approx(0.6 / 1.8, rel=0.03)


@pytest.mark.parametrize(("courses", "stiffness"), [(1, 2e8), (4, 2e8), (4, 5e7)])
def test_the_column_on_elastic_beds_falls_where_its_tilt_does(courses, stiffness):
    joints = stiff_joints(stiffness, tangential_stiffness=stiffness / 2, friction=0.8, damping_ratio=0.3)
    wall = replace(coursed_wall(1.0, 0.6, 2.4 / courses, courses, 2300.0, joints), fixed=())
    (test,) = tilted(wall).tests
    weight = 2300.0 * STANDARD_GRAVITY * 0.6 * 2.4
    expected = column_multiplier(0.25, weight, stiffness, 2.4, courses)
    assert math.tan(0.5 * (test.falls.low + test.falls.high)) == pytest.approx(expected, rel=0.03)
    if courses == 1:
        assert expected == pytest.approx(single_joint_multiplier(0.25, weight, stiffness, 2.4), rel=1e-4)
