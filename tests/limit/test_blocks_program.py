"""Blocks: the cone programs beside closed forms, each other and a linear program."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.limit.blocks import program as programs
from pirqa.limit.blocks.assembly import assemble_blocks
from pirqa.limit.blocks.program import BlockProgram, solve_sliding
from pirqa.verification.limit_blocks import FERRIS_TIN_LOI, courses_wall
from pirqa.verification.walls import block_on_base, polygonal_wall, running_bond_wall, stiff_joints


def block(depth=0.2, height=1.0, friction=0.6):
    return assemble_blocks(block_on_base(1.0, depth, height, 2300.0, stiff_joints(1e9, friction=friction)))


def program_of(made):
    return BlockProgram(made=made, dead=made.gravity)


def push(made, *direction):
    load = np.zeros((len(made.weight), 6))
    load[:, :3] = made.weight[:, None] * np.array(direction, dtype=float)
    return load


@settings(deadline=None, max_examples=25)
@given(
    depth=st.floats(0.05, 3.0), height=st.floats(0.1, 5.0), friction=st.floats(0.05, 2.0), angle=st.floats(0.0, 6.28)
)
def test_a_block_slides_or_overturns(depth, height, friction, angle):
    """Exact in any direction: the least of μ and of the two edges' b/h over the load's part across them."""
    made = block(depth, height, friction)
    found = program_of(made)
    x, y = math.cos(angle), math.sin(angle)
    edges = min(1.0 / max(abs(x), 1e-9), depth / max(abs(y), 1e-9)) / height
    load = push(made, x, y, 0)
    assert found.static(load).value == pytest.approx(min(friction, edges), rel=1e-5)
    assert found.kinematic(load).value == pytest.approx(min(friction, edges), rel=1e-5)


def linear_multiplier(made, direction, sides, *, outside):
    """The static form with pyramids instead of cones, by HiGHS: generators inside the cone, or around it."""
    import highspy

    program = program_of(made)
    E = program.equilibrium
    L, D = program.scaled(push(made, *direction)), program.scaled(made.gravity)
    angles = 2 * np.pi * np.arange(sides) / sides
    reach = made.friction / (np.cos(np.pi / sides) if outside else 1.0)
    columns = []
    for point in range(len(made.friction)):
        n, one, two = (E[:, [3 * point + i]].toarray()[:, 0] for i in range(3))
        columns += [n + reach[point] * (math.cos(a) * one + math.sin(a) * two) for a in angles]
    A = np.column_stack([*columns, L])
    model = highspy.Highs()
    model.silent()
    count = A.shape[1]
    low = np.zeros(count)
    low[-1] = -highspy.kHighsInf
    variables = [model.addVariable(lb=float(low[j])) for j in range(count)]
    for row, right in zip(A, -D, strict=True):
        terms = [float(row[j]) * variables[j] for j in np.flatnonzero(np.abs(row) > 1e-12)]
        model.addConstr(model.qsum(terms) == float(right))
    model.maximize(variables[-1] * 1.0)
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(model.getSolution().col_value[-1])


@pytest.mark.parametrize("direction", [(1, 0, 0), (0.6, -0.8, 0)])
def test_between_two_linear_programs(direction):
    courses = [[1, 1], [0.5, 1, 0.5], [1, 1], [0.5, 1, 0.5]]
    made = assemble_blocks(
        courses_wall(courses, width=0.8, height=0.3, thickness=0.5, joints=stiff_joints(1e9, friction=0.55))
    )
    found = program_of(made).static(push(made, *direction)).value
    inside, outside = (linear_multiplier(made, direction, 16, outside=way) for way in (False, True))
    assert inside - 1e-6 <= found <= outside + 1e-6
    assert outside - inside < 0.03 * outside


@settings(deadline=None, max_examples=15)
@given(
    widths=st.lists(st.sampled_from([[1, 1, 1], [0.5, 1, 1, 0.5], [1.5, 1.5], [3]]), min_size=2, max_size=4),
    friction=st.floats(0.1, 1.0),
    angle=st.floats(0.0, 6.28),
)
def test_static_and_kinematic_form_meet_and_mirror(widths, friction, angle):
    joints = stiff_joints(1e9, friction=friction)
    made = assemble_blocks(courses_wall(widths, width=0.5, height=0.3, thickness=0.4, joints=joints))
    program = program_of(made)
    load = push(made, math.cos(angle), math.sin(angle), 0)
    static, kinematic = program.static(load), program.kinematic(load)
    assert static.status == kinematic.status == "solved"
    assert kinematic.value == pytest.approx(static.value, rel=1e-6)
    assert static.value <= kinematic.value * (1 + 1e-8)
    back = push(made, math.cos(angle), -math.sin(angle), 0)
    assert program.static(back).value == pytest.approx(static.value, rel=1e-5)


def test_forces_balance_and_stay_in_their_cones():
    made = assemble_blocks(replace(running_bond_wall(mu=0.5), fixed=()))
    program = program_of(made)
    load = push(made, 1, 0, 0)
    found = program.static(load)
    left = (
        program.equilibrium @ found.forces.ravel() + found.value * program.scaled(load) + program.scaled(made.gravity)
    )
    assert np.abs(left).max() < 1e-6
    n, shear = found.forces[:, 0], np.hypot(found.forces[:, 1], found.forces[:, 2])
    assert n.min() > -1e-6
    assert (shear - 0.5 * n).max() < 1e-6


def test_the_motion_of_both_forms_obeys_the_joints():
    made = assemble_blocks(replace(running_bond_wall(mu=0.5), fixed=()))
    program = program_of(made)
    load = push(made, 0, -1, 0)
    for found in (program.kinematic(load), program.static(load)):
        gaps = (program.equilibrium.T @ found.motion.ravel()[program._rows]).reshape(-1, 3)
        scale = np.abs(found.motion).max()
        assert (0.5 * np.hypot(gaps[:, 1], gaps[:, 2]) - gaps[:, 0]).max() < 1e-5 * scale


def test_without_friction_nothing_is_held():
    made = replace(block(), friction=np.zeros(4))
    program = program_of(made)
    assert program.rest().value < 1e-7
    assert program.static(push(made, 0, -1, 0)).value == pytest.approx(0.0, abs=1e-7)
    assert program.kinematic(push(made, 0, -1, 0)).value == pytest.approx(0.0, abs=1e-7)


def test_some_joints_without_friction():
    joints = stiff_joints(1e9, friction=0.6)
    made = assemble_blocks(courses_wall([[1], [1]], width=1.0, height=0.3, thickness=0.9, joints=joints))
    upper = replace(made, friction=np.where(made.second == -1, 0.6, 0.0))
    assert program_of(upper).static(push(made, 0, -1, 0)).value == pytest.approx(0.0, abs=1e-7)
    lower = replace(made, friction=np.where(made.second == -1, 0.2, 0.6))
    assert program_of(lower).static(push(made, 0, -1, 0)).value == pytest.approx(0.2, rel=1e-6)


def test_down_is_unbounded_and_a_floating_stone_infeasible():
    made = block()
    assert program_of(made).static(push(made, 0, 0, -1)).status == "unbounded"
    assert program_of(made).kinematic(push(made, 0, 0, -1)).status == "infeasible"
    floating = replace(made, point=made.point[:0], normal=made.normal[:0], friction=made.friction[:0],
                       first=made.first[:0], second=made.second[:0], contact=made.contact[:0])  # fmt: skip
    assert program_of(floating).rest().value == pytest.approx(1.0, rel=1e-6)
    assert program_of(floating).static(push(made, 0, -1, 0)).status == "infeasible"


def test_wedged_stones_are_not_moved_by_any_load():
    made = assemble_blocks(polygonal_wall(mu=0.4))
    assert program_of(made).static(push(made, 0, -1, 0)).status == "unbounded"


def test_what_the_solver_does_not_call_solved_is_no_number(monkeypatch):
    made = block()
    honest = programs.solve_cones
    monkeypatch.setattr(programs, "solve_cones", lambda *given: replace(honest(*given), status="failed"))
    for found in (program_of(made).static(push(made, 0, -1, 0)), program_of(made).kinematic(push(made, 0, -1, 0))):
        assert found.status == "failed"
        assert math.isnan(found.value)
        assert found.forces is None


def test_forces_that_do_not_balance_are_no_solution(monkeypatch):
    made = block()
    honest = programs.solve_cones

    def careless(*given):
        found = honest(*given)
        return replace(found, x=found.x * 1.001)

    monkeypatch.setattr(programs, "solve_cones", careless)
    assert program_of(made).static(push(made, 0, -1, 0)).status == "failed"


def test_units_of_force_and_length_do_not_matter():
    made = block()
    big = replace(made, weight=made.weight * 1e6)
    assert program_of(big).static(push(big, 0, -1, 0)).value == pytest.approx(0.2, rel=1e-6)


def test_sliding_that_does_not_lift_is_not_stronger():
    joints = stiff_joints(1e9, friction=0.65)
    made = assemble_blocks(courses_wall(FERRIS_TIN_LOI[3], width=0.4, height=0.175, thickness=1.0, joints=joints))
    program = program_of(made)
    load = push(made, 1, 0, 0)
    start = program.static(load)
    found = solve_sliding(program, load, start)
    assert found.status == "solved"
    assert 0.95 * start.value < found.value < start.value
    shear = np.hypot(found.forces[:, 1], found.forces[:, 2])
    beyond = np.maximum(shear - 0.65 * np.maximum(found.forces[:, 0], 0.0), 0.0)
    assert beyond.sum() < 0.01 * shear.sum()
