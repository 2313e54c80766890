"""The outcome of a run: which stones fell and when, from closed forms on hand-made paths, and from the engine."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.dynamics.assembly import JointName
from pirqa.dynamics.energy import ledger_of
from pirqa.dynamics.trajectory import Settled, Trajectory
from pirqa.errors import ModelError
from pirqa.experiments.campaign.outcomes import COLUMNS
from pirqa.experiments.damage import out_of_place, outcome_of, watched
from pirqa.experiments.damage_states import (
    DAMAGE_MEASURES,
    DAMAGE_STATES,
    CollapseDefinition,
    DamageState,
    states_reached,
)
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import BASE
from pirqa.verification.walls import block_on_base, box, sine_motion, stiff_joints, stones_on_base

STEP = 0.1
WIDE, DEEP, HIGH = 0.4, 0.3, 0.6
"""Each stone along x, y and z [m]."""
JOINTS = stiff_joints(2e8, friction=0.6, damping_ratio=0.3)


def stack(count, *, fixed=()):
    """Stones "a", "b" … on each other; the wall is as thick as one stone, 0.3 m."""
    names = "abcdefghijklmnopqrstuvwxyz"[:count]
    solids = {name: box(WIDE, DEEP, HIGH, at=(0.0, 0.0, HIGH * level)) for level, name in enumerate(names)}
    return stones_on_base(solids, 2300.0, JOINTS, fixed=fixed)


def about(axis, angle):
    """The quaternion of a turn by ``angle`` [rad]."""
    return np.array([math.cos(angle / 2.0), *(math.sin(angle / 2.0) * np.asarray(axis, dtype=float))])


def after(first, then):
    """The quaternion of one turn after another."""
    w, v, s, u = then[0], then[1:], first[0], first[1:]
    return np.array([w * s - v @ u, *(w * u + s * v + np.cross(v, u))])


def run_of(wall, *, moved=None, turn=None, base=None, base_turn=None, force=None, opening=None, failed=False):
    """A run in which stones follow paths [m], shape (k, stones, 3), in axes of a base that goes its own way."""
    stones = tuple(stone.name for stone in wall.stones)
    given = next(values for values in (moved, turn, base, force) if values is not None)
    count, n = len(given), len(stones)
    reference = np.array([stone.centroid for stone in wall.stones])
    joints = tuple(
        JointName(first=c.first, second=c.second, face=0, area=0.12, centre=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0))
        for c in wall.contacts
    )
    moved = np.zeros((count, n, 3)) if moved is None else np.asarray(moved, dtype=float)
    base = np.zeros((count, 3)) if base is None else np.asarray(base, dtype=float)
    still = np.array([1.0, 0.0, 0.0, 0.0])
    base_turn = np.tile(still, (count, 1)) if base_turn is None else np.asarray(base_turn)
    turn = np.tile(still, (count, n, 1)) if turn is None else np.asarray(turn)
    in_space = np.array([[after(turn[k, b], base_turn[k]) for b in range(n)] for k in range(count)])
    position = np.empty((count, n, 3))
    for k in range(count):
        w, (x, y, z) = base_turn[k, 0], base_turn[k, 1:]
        rotation = np.array(
            [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
             [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
             [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
        )  # fmt: skip
        position[k] = (reference + moved[k]) @ rotation.T + base[k]
    energy = np.zeros((count, 8))
    zero = np.zeros((count, len(joints)))
    rest = Settled(
        duration=1.0,
        displacement=np.zeros((n, 3)),
        quiet=0.0,
        ledger=ledger_of(energy),
        weight=1.0,
        push=np.zeros(3),
    )
    return Trajectory(
        action="path", case="", stones=stones, held=wall.fixed, joints=joints, times=STEP * np.arange(count),
        position=position, quaternion=in_space, platform=base, platform_turn=base_turn, tilt=np.zeros(count),
        normal_force=zero + 1.0 if force is None else np.asarray(force, dtype=float), shear_force=zero,
        closed_area=zero, opening=zero if opening is None else np.asarray(opening, dtype=float), slip=zero,
        push=np.zeros((count, 3)), strut_force=np.zeros((count, 0)), energy=energy, control_points=(), settled=rest,
        ledger=ledger_of(energy), failed=failed, parted=(), events=(), reference=reference, step=1e-3,
        stable_step=1e-2, action_ends=1.0,
    )  # fmt: skip


def path(wall, stone, places):
    """Displacements of one stone [m], the others at rest."""
    moved = np.zeros((len(places), len(wall.stones), 3))
    moved[:, wall.stone_numbers[stone]] = places
    return moved


@pytest.mark.parametrize(("down", "falls"), [(0.5 * HIGH - 1e-3, False), (0.5 * HIGH + 1e-3, True)])
def test_a_stone_falls_by_half_its_height(down, falls):
    wall = stack(3)
    found = outcome_of(
        run_of(wall, moved=path(wall, "c", [(0, 0, 0), (0, 0, -0.1), (0, 0, -down), (0, 0, -down)])), wall
    )
    assert [(fall.stone, fall.kind) for fall in found.falls] == ([("c", "dropped")] if falls else [])
    if falls:
        assert found.falls[0].time == pytest.approx(2 * STEP)
        assert found.share == pytest.approx(1 / 3)


@pytest.mark.parametrize("side", [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)])
def test_a_stone_leaves_the_footprint(side):
    wall = stack(3)
    # from the middle to the face, and half of the thickness of 0.3 m more
    reach = abs(side[0]) * WIDE / 2 + abs(side[1]) * DEEP / 2 + 0.5 * DEEP
    for more, falls in ((-1e-3, False), (1e-3, True)):
        place = (side[0] * (reach + more), side[1] * (reach + more), -0.1)
        found = outcome_of(run_of(wall, moved=path(wall, "b", [(0, 0, 0), place])), wall)
        assert [(fall.stone, fall.kind) for fall in found.falls] == ([("b", "left")] if falls else [])


@pytest.mark.parametrize("twist", [0.0, math.pi / 2])
@pytest.mark.parametrize("about_y", [False, True])
def test_a_stone_tips_beyond_its_own_angle_while_it_goes_that_way(twist, about_y):
    wall = stack(2)
    # a stone that has turned by a quarter about its upright leans over its other side
    half = WIDE / 2 if about_y != (twist > 0.0) else DEEP / 2
    tipping = math.atan(half / (HIGH / 2))
    axis, way = ((0, 1, 0), np.array([1, 0, 0])) if about_y else ((-1, 0, 0), np.array([0, 1, 0]))
    for share, speed, falls in ((0.99, 0.1, False), (1.01, 0.1, True), (1.01, -0.1, False), (1.01, 0.0, False)):
        turned = after(about((0, 0, 1), twist), about(axis, share * tipping))
        still = np.array([1.0, 0.0, 0.0, 0.0])
        turn = np.array([[still, still], [still, turned]])
        moved = path(wall, "b", [(0, 0, 0), speed * STEP * way])
        found = outcome_of(run_of(wall, moved=moved, turn=turn), wall)
        assert [(fall.stone, fall.kind) for fall in found.falls] == ([("b", "tipped")] if falls else []), (share, speed)


def test_the_base_may_go_anywhere():
    wall = stack(2)
    base = np.array([[0, 0, 0], [3.0, -2.0, -1.0], [9.0, 5.0, -4.0]])
    turns = [about((1, 0, 0), angle) for angle in (0.0, 0.4, 1.2)]
    found = outcome_of(run_of(wall, base=base, base_turn=turns), wall)
    assert (found.collapse, found.falls, found.first) == ("none", (), None)
    moved = path(wall, "b", [(0, 0, 0), (0, -0.1, -0.1), (0, -0.1, -0.31)])
    found = outcome_of(run_of(wall, base=base, base_turn=turns, moved=moved), wall)
    assert [(fall.stone, fall.time, fall.kind) for fall in found.falls] == [("b", pytest.approx(2 * STEP), "dropped")]


def test_held_stones_cannot_fall_and_do_not_count():
    wall = stack(3, fixed=("a",))
    moved = np.zeros((2, 3, 3))
    moved[1] = (0.0, 0.0, -0.4)
    found = outcome_of(run_of(wall, moved=moved), wall)
    assert (found.fallen, found.count) == ((), 2), "the others follow the stone that was let down"
    moved[1, 2, 2] = -0.71
    found = outcome_of(run_of(wall, moved=moved), wall)
    assert (found.fallen, found.share, found.collapse) == (("c",), 0.5, "partial")


def test_a_failed_run_is_no_collapse():
    wall = stack(2)
    moved = path(wall, "b", [(0, 0, 0), (0, 0, -99.0)])
    found = outcome_of(run_of(wall, moved=moved, failed=True), wall)
    assert (found.collapse, found.falls, found.stands) == ("failed", (), False)
    assert "says nothing" in str(found)


@pytest.mark.parametrize(
    ("fallen", "expected"), [(0, "none"), (1, "local"), (2, "partial"), (10, "partial"), (11, "total"), (20, "total")]
)
def test_the_class_follows_the_share(fallen, expected):
    wall = stack(20)
    moved = np.zeros((2, 20, 3))
    moved[1, :fallen, 2] = -0.5
    found = outcome_of(run_of(wall, moved=moved), wall)
    assert (len(found.falls), found.collapse) == (fallen, expected)
    assert str(found).count("\n") < 20
    strict = CollapseDefinition(partial=0.02, total=0.05)
    assert outcome_of(run_of(wall, moved=moved), wall, strict).collapse == (
        "none" if fallen == 0 else "partial" if fallen == 1 else "total"
    )


def test_every_threshold_can_be_changed():
    wall = stack(2)
    run = run_of(wall, moved=path(wall, "b", [(0, 0, 0), (0, -0.2, -0.1)]))
    assert outcome_of(run, wall).stands
    assert outcome_of(run, wall, CollapseDefinition(drop=0.1)).falls[0].kind == "dropped"
    assert outcome_of(run, wall, CollapseDefinition(beyond=0.1)).falls[0].kind == "left"
    with pytest.raises(ModelError, match=r"partial \(0.6\) must not be more than its total \(0.5\)"):
        CollapseDefinition(partial=0.6)
    with pytest.raises(ModelError, match=r"dynamics\.damage\.drop"):
        CollapseDefinition(drop=-1.0)


def test_the_first_detached_stone_bears_on_no_joint_and_is_away():
    wall = stack(3)
    order = [(contact.first, contact.second) for contact in wall.contacts]
    below = {pair: number for number, pair in enumerate(order)}
    force = np.ones((5, len(order)))
    opening = np.zeros((5, len(order)))
    top = below["b", "c"]
    force[1:, top] = 0.0
    opening[1:, top] = (0.005, 0.009, 0.011, 1.0)
    found = outcome_of(run_of(wall, force=force, opening=opening), wall)
    assert (found.first.stone, found.first.time) == ("c", pytest.approx(3 * STEP))
    assert (found.first.station, found.first.level) == (pytest.approx(WIDE / 2), pytest.approx(2.5 * HIGH))
    assert found.stands, "it is loose, but it has not fallen"
    force[3:, top] = 1.0
    assert outcome_of(run_of(wall, force=force, opening=opening), wall).first is None, "it rocks on an edge"
    force[:, below["a", BASE]] = 0.0
    opening[:, below["a", BASE]] = 1.0
    assert outcome_of(run_of(wall, force=force, opening=opening), wall).first is None, "the stone above holds it"


def test_what_falls_together_is_detached_when_it_falls():
    wall = stack(2)
    moved = np.zeros((4, 2, 3))
    moved[2:, :, 1] = -0.5
    found = outcome_of(run_of(wall, moved=moved), wall)
    assert (found.first.stone, found.first.time) == ("a", pytest.approx(2 * STEP))


def test_a_block_that_overturns_falls_and_one_that_rocks_does_not():
    wall = block_on_base(1.0, 0.3, 1.2, 2300.0, stiff_joints(2e8, damping_ratio=0.3))
    quick = SimulationOptions(free=2.0, output_step=0.01)
    alpha = math.atan(0.25)
    rocks = simulate(wall, sine_motion(3.0, 2.0, 0.5), quick)
    assert 1e-3 < rocks.rotation.max() < alpha
    assert outcome_of(rocks, wall).collapse == "none"
    # a cycle that takes far longer than the block, 1.5 times what lifts it: it overturns (Housner 1963)
    run = simulate(wall, sine_motion(1.5 * 9.80665 * 0.25, 0.4, 2.5), quick)
    found = outcome_of(run, wall)
    assert (found.collapse, found.fallen, found.falls[0].kind) == ("total", ("block",), "tipped")
    at = int(np.searchsorted(run.times, found.falls[0].time))
    assert run.rotation[at - 1, 0] <= alpha < run.rotation[at, 0]
    assert found.first.time <= found.falls[0].time + 0.5
    assert run.rotation[-1, 0] > 1.0, "and it is followed to the ground"
    assert replace(found, falls=()).share == 0.0


def test_damage_states_default_thresholds():
    """Each condition by itself, on both sides of its number; heavier states bring the lighter ones with them."""
    reached = states_reached(
        DAMAGE_STATES,
        residual=[0.003, 0.0031, 0.0201, 0.1001, 0.0, 0.0, 0.0, 0.0, 0.0],
        lean=[0.0, 0.0, 0.0, 0.0, 0.41, 0.4, 0.0, 0.0, 0.0],
        collapse=["none"] * 6 + ["local", "partial", "total"],
    )
    assert reached.sum(axis=1).tolist() == [0, 1, 2, 3, 3, 0, 3, 4, 5]
    # states stand in order, so that whoever reaches one reaches all before it
    assert (reached[:, :-1] >= reached[:, 1:]).all()


def test_damage_states_of_shares_are_those_of_the_collapse_definition():
    """DS4 is 10 % or more of the stones lost, DS5 more than half of them."""
    classes = [CollapseDefinition().class_of(share) for share in (0.0, 0.05, 0.1, 0.5, 0.51)]
    reached = states_reached(DAMAGE_STATES, residual=np.zeros(5), lean=np.zeros(5), collapse=classes)
    assert reached.sum(axis=1).tolist() == [0, 3, 4, 4, 5]
    edited = {"light": DamageState(residual=1e-3), "lost": DamageState(collapse="partial")}
    strict = CollapseDefinition(partial=0.2)
    assert states_reached(edited, residual=0.0, lean=0.0, collapse=strict.class_of(0.15)).tolist() == [[False, False]]
    assert states_reached(edited, residual=0.0, lean=0.0, collapse=strict.class_of(0.25)).tolist() == [[True, True]]


def test_each_damage_measure_is_a_key_of_states_and_a_column():
    """A measure that is declared can be limited in the project file, and stands in the table of outcomes."""
    assert {field.name for field in fields(DamageState)} == {*DAMAGE_MEASURES, "collapse"}
    assert set(DAMAGE_MEASURES) <= set(COLUMNS)
    for key in DAMAGE_MEASURES:
        state = DamageState(**{key: 0.5})
        assert state.limits == {key: 0.5}
        values = dict.fromkeys(DAMAGE_MEASURES, 0.0) | {key: [0.5, 0.6]}
        reached = states_reached({"DS": state}, collapse=["none", "none"], **values)
        assert reached.tolist() == [[False], [True]]


def test_damage_states_out_of_order_are_refused():
    with pytest.raises(ModelError, match=r"damage_states\.B\.residual is less than that of A"):
        DynamicsOptions(damage_states={"A": DamageState(residual=0.02), "B": DamageState(residual=0.01)})
    with pytest.raises(ModelError, match="is empty"):
        DynamicsOptions(damage_states={})
    with pytest.raises(ModelError, match="never reached"):
        DamageState()


def test_largest_lean_of_a_stone():
    """A stone that leans across the wall by half its tipping angle, atan(0.15/0.3)."""
    wall = stack(1)
    tipping = math.atan2(DEEP / 2.0, HIGH / 2.0)
    turns = np.array([[about((1.0, 0.0, 0.0), part * tipping)] for part in (0.0, 0.2, -0.5, 0.1)])
    run = run_of(wall, turn=turns)
    assert watched(run, wall).leans == pytest.approx([0.5], rel=1e-9)


def test_stones_that_moved_away_at_rest_leave_nothing_to_judge():
    """A quarter of the least extent of a stone, 0.4 × 0.3 × 0.2 m."""
    (stone,) = block_on_base(0.4, 0.3, 0.2, 2300.0, stiff_joints(1e9)).stones
    assert not out_of_place(np.array([[0.03, 0.0, -0.03]]), [stone])
    assert out_of_place(np.array([[0.0, 0.0, -0.051]]), [stone])
    assert not out_of_place(np.zeros((0, 3)), [])
