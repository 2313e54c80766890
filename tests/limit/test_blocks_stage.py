"""Blocks: the stage, its outcomes, its options and its checks."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, ModelError, OptionsError
from pirqa.limit.blocks import (
    DECLARATION,
    BlocksOptions,
    BlocksResult,
    LiveLoad,
    LoadPattern,
    ThicknessOptions,
    run_blocks,
)
from pirqa.limit.blocks import solve as solving
from pirqa.limit.blocks.assembly import assemble_blocks
from pirqa.limit.blocks.motion import AGREEMENT, single_joint_multiplier
from pirqa.limit.blocks.program import BlockProgram, Solved
from pirqa.limit.blocks.result import BlockRange
from pirqa.limit.blocks.solve import least_that_bears, unpressed_faces
from pirqa.model import Site
from pirqa.model.check import EFFECTS, Circumstance, Circumstances, GoverningDemand
from pirqa.model.verdict import judge
from pirqa.project import parse_project, run_project
from pirqa.project.codec import read_value, write_value
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.dynamics_collapse import drawn_wall, scanned_wall
from pirqa.verification.limit_blocks import courses_wall, held_block, interlocked_bar, u_corner
from pirqa.verification.walls import block_on_base, box, coursed_wall, polygonal_wall, running_bond_wall, stiff_joints
from tests.conftest import EXAMPLES
from tests.limit.walls import wedge_in_a_notch
from tests.verdict.walls import STIFF, base, condition, joints, material, project, site, survey

JOINTS = stiff_joints(1e9, friction=0.6)
ABSENT = Circumstance(presence="absent")


def block(depth=0.2, height=1.0, width=1.0, **more):
    return block_on_base(width, depth, height, 2300.0, JOINTS, **more)


def overhanging():
    """Three stones in a row of steps; the upper two hang out so far that they fall."""
    wall = courses_wall([[1, 1], [1]], width=1.0, height=0.5, thickness=0.5, joints=JOINTS)
    return replace(wall, contacts=tuple(item for item in wall.contacts if {item.first, item.second} != {"1", "3"}))


def only(wall, **options):
    """The associative solution of the only pattern."""
    return kinds(run_blocks(wall, BlocksOptions(**options)))["associative"]


def kinds(result, name=None):
    return {item.friction: item for item in result.solutions if name in (None, item.name)}


def plain(result):
    return [item for item in result.solutions if item.friction == "associative"]


def pattern(*direction, **more):
    return {"it": LoadPattern(direction=direction, **more)}


def test_a_wall_is_pushed_all_four_ways_where_nothing_is_asked():
    found = run_blocks(block())
    assert [item.name for item in plain(found)] == ["outward", "inward", "left", "right"]
    assert [item.lower for item in found.solutions] == pytest.approx([0.2] * 6 + [JOINTS.friction] * 6, rel=1e-6)
    assert {item.friction for item in found.solutions} == {"associative", "non_associative", "smooth"}
    assert found.solutions[0].gap < 1e-6
    assert found.solutions[0].tilt == pytest.approx(math.atan(0.2), rel=1e-6)
    assert "λ 0.20000 … 0.20000" in str(found)
    assert found.remarks == ()


def test_the_mechanism_of_a_block_is_that_of_one_body():
    found = run_blocks(block()).mechanisms
    outward, inward, *_ = found
    assert outward.kind == "blocks"
    assert outward.multiplier == pytest.approx(0.2, rel=1e-6)
    assert outward.mass_fraction == pytest.approx(1.0)
    assert outward.participating_mass == pytest.approx(460.0)
    assert outward.level == 0.0
    assert outward.height == pytest.approx(1.0)
    assert not outward.place.inward
    assert inward.place.inward
    # the top, 1 m above the toe, moves by 1: the centre by a half, and up by half of the thickness
    assert outward.bodies[0].virtual == pytest.approx([0.0, -0.5, 0.1], abs=1e-4)
    assert outward.curve is None
    assert outward.spectral_acceleration == pytest.approx(0.2 * STANDARD_GRAVITY, rel=1e-6)


def test_of_a_wall_on_a_fixed_course_the_part_above_overturns():
    found = run_blocks(coursed_wall(1.0, 0.8, 0.5, 8, 2300.0, JOINTS)).solutions[0]
    assert found.lower == pytest.approx(0.8 / 3.5, rel=1e-6)
    assert found.mechanism.level == pytest.approx(0.5)
    assert found.mechanism.place.level == pytest.approx(0.5)
    assert found.mechanism.height == pytest.approx(4.0)
    assert len(found.moving) == len(found.stones) == 7


def test_only_what_moves_is_in_the_mechanism():
    """A small stone on a big one: it slides along first."""
    wall = courses_wall([[3], [1]], width=1.0, height=0.5, thickness=0.5, joints=stiff_joints(1e9, friction=0.3))
    found = only(replace(wall, fixed=("1",)), patterns=pattern(1, 0, 0))
    assert found.moving == ("2",)
    assert [body.name for body in found.mechanism.bodies] == ["2"]


def test_which_stones_fall_by_themselves():
    wall = overhanging()
    result = run_blocks(wall, site=Site(acceleration=2.0))
    for found in result.solutions:
        assert found.outcome == "unstable_at_rest"
        assert found.culprits == ("3",)
        assert found.lower is found.upper is found.mechanism is found.tilt is None
    (check,) = result.checks
    assert (check.id, check.limit_state, check.satisfied, check.place.stone) == ("blocks.rest", "gravity", False, "3")
    assert "blocks_unstable" in {item.key for item in result.remarks}
    assert "unstable at rest: 3" in str(result)


def test_a_stone_that_touches_nothing_falls():
    wall = block()
    other = replace(wall.stones[0], name="loose", solid=box(1, 1, 1, at=(0, 0, 5)), centroid=np.array([0.5, 0.5, 5.5]))
    found = run_blocks(replace(wall, stones=(*wall.stones, other))).solutions[0]
    assert found.outcome == "unstable_at_rest"
    assert found.culprits == ("loose",)


def test_pushed_down_nothing_moves():
    found = run_blocks(block(), BlocksOptions(patterns=pattern(0, 0, -1), non_associative=True))
    assert {item.outcome for item in found.solutions} == {"never_moves"}
    assert all(item.lower is None for item in found.solutions)
    assert [item.key for item in found.remarks] == ["blocks_never_moves"]


def test_a_guided_stone_that_is_pushed_along_does_not_move():
    wall = block()
    wall = replace(wall, guided=(wall.stones[0].name,))
    found = run_blocks(wall, BlocksOptions(patterns=pattern(1, 0, 0)))
    assert {item.outcome for item in found.solutions} == {"never_moves"}
    assert [item.key for item in found.remarks] == ["blocks_never_moves"]
    made = assemble_blocks(wall)
    along = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]])
    assert BlockProgram(made=made, dead=made.gravity).kinematic(along).status == "infeasible"


@pytest.mark.parametrize("direction", [(0, 0, 1), (0, -1, 1)])
def test_what_a_push_that_is_not_level_starts_is_not_compared_with_an_earthquake(direction):
    found = run_blocks(block(), BlocksOptions(patterns=pattern(*direction)), site=Site(acceleration=2.0))
    assert found.solutions[0].lower > 0.0
    assert found.checks == found.mechanisms == ()


def test_wedged_stones_are_bounded_below_without_friction_in_steep_joints():
    result = run_blocks(polygonal_wall(mu=0.4))
    for name in ("outward", "inward"):
        found = kinds(result, name)
        assert found["associative"].outcome == found["non_associative"].outcome == "wedged"
        assert found["smooth"].outcome == "found"
        assert found["smooth"].bounds_below
        assert 0.2 < found["smooth"].lower < 0.35
    assert {item.key for item in result.remarks} == {"blocks_wedged", "blocks_range"}
    assert all(item.associative is None and item.smooth is not None for item in result.ranges)
    rough = run_blocks(polygonal_wall(mu=0.4), BlocksOptions(head_joints="rough"))
    assert {item.outcome for item in rough.solutions} == {"wedged"}
    assert rough.ranges == rough.mechanisms == ()


@pytest.mark.long
def test_scanned_stones_come_near_the_drawn_ones():
    drawn, scanned = run_blocks(drawn_wall()), run_blocks(scanned_wall())
    for name in ("outward", "inward"):
        one, other = kinds(drawn, name)["smooth"], kinds(scanned, name)["smooth"]
        assert other.outcome == "found"
        assert other.lower == pytest.approx(one.lower, rel=0.1)
    assert "blocks_scanned_patches" in {item.key for item in scanned.remarks}


def test_smooth_head_joints_are_on_the_safe_side():
    wall = replace(running_bond_wall(mu=0.6), fixed=())
    rough, smooth = (only(wall, patterns=pattern(1, 0, 0), head_joints=way).lower for way in ("rough", "smooth"))
    assert smooth <= rough * (1 + 1e-6)


@pytest.mark.parametrize("which", ["static", "kinematic", "rest"])
def test_a_solver_that_gives_up_leaves_no_number(monkeypatch, which):
    monkeypatch.setattr(BlockProgram, which, lambda *given, **more: Solved(status="failed"))
    result = run_blocks(block(), BlocksOptions(non_associative=True), site=Site(acceleration=1.0))
    associative = [item for item in result.solutions if item.friction == "associative"]
    assert {item.outcome for item in associative} == {"not_converged"}
    assert all(item.lower is item.upper is item.mechanism is None for item in associative)
    assert "blocks_not_converged" in {item.key for item in result.remarks}


def test_forms_that_do_not_meet_are_not_believed(monkeypatch):
    honest = BlockProgram.kinematic
    monkeypatch.setattr(
        BlockProgram, "kinematic", lambda self, load: replace(honest(self, load), value=honest(self, load).value * 1.01)
    )
    assert run_blocks(block()).solutions[0].outcome == "not_converged"


def test_the_tilt_is_exact():
    """Gravity turned by a little less than the tilt: it stands; by a little more: it falls."""
    wall = replace(running_bond_wall(mu=0.6), fixed=())
    found = only(wall, patterns=pattern(0.6, -0.8, 0))
    made = assemble_blocks(wall)
    for share, stands in ((0.999, True), (1.001, False)):
        tilt = share * found.tilt
        dead = np.zeros((len(made.weight), 6))
        dead[:, :3] = made.weight[:, None] * (
            math.sin(tilt) * np.array([0.6, -0.8, 0]) + math.cos(tilt) * np.array([0, 0, -1])
        )
        assert (BlockProgram(made=made, dead=dead).rest().value < 1e-6) is stands


def test_a_triangular_load_acts_higher():
    """Of a block in n courses: λ Σ W z² / Σ W z = Σ W t/2 per course height."""
    wall = courses_wall([[1]] * 5, width=1.0, height=0.2, thickness=0.2, joints=stiff_joints(1e9, friction=2.0))
    z = 0.1 + 0.2 * np.arange(5)
    found = only(wall, patterns=pattern(0, -1, 0, kind="triangular"))
    assert found.lower == pytest.approx(0.1 * z.sum() / (z**2).sum(), rel=1e-6)
    assert found.tilt is None


def test_a_live_load_that_is_always_there():
    weight = 0.2 * 2300.0 * STANDARD_GRAVITY
    load = LiveLoad(stone="block", point=(0.5, 0.1, 1.0), force=(0.0, 0.0, -weight))
    found = only(block(), patterns=pattern(0, -1, 0), live_loads={"roof": load})
    assert found.lower == pytest.approx(0.4, rel=1e-6)
    assert found.tilt is None


def test_a_live_load_that_grows():
    load = LiveLoad(stone="block", point=(0.5, 0.0, 1.0), force=(0.0, -100.0, 0.0), role="multiplied")
    found = only(block(), patterns=pattern(0, -1, 0, kind="live"), live_loads={"rope": load})
    weight = 0.2 * 2300.0 * STANDARD_GRAVITY
    assert found.lower == pytest.approx(0.1 * weight / 100.0, rel=1e-6)
    assert found.mechanism is None
    idle = only(block(), patterns=pattern(0, -1, 0), live_loads={"rope": load})
    assert idle.lower == pytest.approx(0.2, rel=1e-6)


def test_settlement_of_one_of_two_supports():
    """A beam on two stones: each must bear half of it, however it sinks; and the stone under it."""
    joints = stiff_joints(1e9, friction=0.6)
    wall = courses_wall([[1, -1, 1], [3]], width=1.0, height=0.5, thickness=0.5, joints=joints)
    found = only(wall, patterns={"sink": LoadPattern(kind="settlement", stones=("1",))})
    # it turns about the inner edge of the other support: 1.5 of 3 units lie within 2 of its lever
    weights = np.array([1.0, 1.0, 3.0])
    at_rest = (3.0 * (2.0 - 1.5) / (2.0 - 0.0) + 1.0) / weights.sum()
    assert found.reaction == pytest.approx((at_rest, at_rest), rel=1e-5)
    assert found.lower is found.upper is found.mechanism is None
    assert set(found.moving) == {"1", "3"}


def test_a_fixed_support_that_sinks():
    joints = stiff_joints(1e9, friction=0.6)
    wall = courses_wall([[1, -1, 1], [3]], width=1.0, height=0.5, thickness=0.5, joints=joints)
    found = only(replace(wall, fixed=("1", "2")), patterns={"sink": LoadPattern(kind="settlement", stones=("1",))})
    assert found.reaction == pytest.approx((0.25, 0.25), rel=1e-5)


def test_what_is_arched_over_needs_no_support():
    wall = replace(running_bond_wall(mu=0.6), fixed=())
    found = only(wall, patterns={"sink": LoadPattern(kind="settlement", stones=(wall.base_stones[2],))})
    assert found.reaction[0] < 0.03


def test_least_thickness_for_a_multiplier():
    options = BlocksOptions(patterns=pattern(0, -1, 0), thickness=ThicknessOptions(pattern="it", multiplier=0.1))
    (search,) = run_blocks(block(), options).thickness
    assert search.factor == pytest.approx(0.5, abs=1e-4)
    assert search.thickness == pytest.approx(0.1, abs=2e-5)
    wider = replace(options, thickness=ThicknessOptions(pattern="it", multiplier=0.5))
    assert run_blocks(block(), wider).thickness[0].thickness == pytest.approx(0.5, abs=1e-4)


def test_a_live_load_goes_with_the_face_of_a_wall_that_is_made_thicker():
    """Half of the stone's weight on its back edge; it stays as it is while the stone grows.

    At f times the thickness t moments about the toe are λ f W h/2 = f W (f t/2) + (W/2) f t.
    """
    wall = block(depth=0.2, height=1.0)
    name = wall.stones[0].name
    weight = wall.mass(wall.stones[0]) * STANDARD_GRAVITY
    load = LiveLoad(stone=name, point=(0.5, 0.2, 1.0), force=(0.0, 0.0, -0.5 * weight))
    (search,) = run_blocks(
        wall,
        BlocksOptions(live_loads={"beam": load}, thickness=ThicknessOptions(multiplier=0.5)),
    ).thickness
    assert search.factor == pytest.approx(1.5, rel=1e-4)


def test_no_thickness_is_enough_where_it_slides():
    options = BlocksOptions(patterns=pattern(0, -1, 0), thickness=ThicknessOptions(pattern="it", multiplier=0.7))
    (search,) = run_blocks(block(), options).thickness
    assert search.factor is search.thickness is None
    assert "none is enough" in str(run_blocks(block(), options))


def test_the_thickness_of_wedged_stones_is_searched_with_smooth_head_joints():
    search = ThicknessOptions(multiplier=0.3)
    (found,) = run_blocks(polygonal_wall(mu=0.4), BlocksOptions(thickness=search)).thickness
    assert 0.8 < found.thickness < 1.0


@pytest.mark.parametrize(
    ("direction", "multiplier", "said"),
    [((0, 0, -1), 0.1, "blocks_never_moves"), ((0, -1, 0), 0.0, "blocks_any_thickness")],
)
def test_where_thickness_does_not_matter_there_is_none(direction, multiplier, said):
    search = ThicknessOptions(pattern="it", multiplier=multiplier)
    result = run_blocks(block(), BlocksOptions(patterns=pattern(*direction), thickness=search))
    assert result.thickness == ()
    assert said in {item.key for item in result.remarks}


def test_a_search_in_which_the_solver_gives_up_leaves_the_rest(monkeypatch):
    def gives_up(program):
        raise ComputationError("the solver could not tell")

    monkeypatch.setattr(solving, "rest_margin", gives_up)
    result = run_blocks(block(), BlocksOptions(thickness=ThicknessOptions(multiplier=0.1)))
    assert result.thickness == ()
    assert "blocks_thickness_failed" in {item.key for item in result.remarks}
    assert result.solutions[0].outcome == "found"


def test_a_search_with_a_kink():
    found = least_that_bears(lambda x: min(x - 1.3, 0.1 * (x - 1.0), 0.0) if x < 1.3 else 1.0,
                             low=0.0, high=4.0, tolerance=1e-6)  # fmt: skip
    assert found.value == pytest.approx(1.3, abs=2e-6)
    assert len(found.tried) < 60


def test_both_ends_of_friction_and_no_case_for_stiffness():
    joints = replace(stiff_joints(1e9, friction=0.1), friction_angle_high=math.atan(0.15), normal_stiffness_high=2e9)
    result = run_blocks(replace(block(), joints=joints), BlocksOptions(patterns=pattern(0, -1, 0)))
    assert [item.case for item in plain(result)] == ["μ low", "μ high"]
    assert [item.lower for item in plain(result)] == pytest.approx([0.1, 0.15], rel=1e-6)


def test_multipliers_that_agree_give_one_estimate_with_an_allowance_for_elastic_joints():
    checks = run_blocks(block(), site=Site(acceleration=0.25 * STANDARD_GRAVITY)).checks
    *checks, rest = checks
    assert (rest.id, rest.limit_state, rest.bound, rest.satisfied) == ("blocks.rest", "gravity", "lower", True)
    assert [item.id for item in checks] == [
        f"blocks.{name}.estimate" for name in ("outward", "inward", "left", "right")
    ]
    assert [item.scenario for item in checks] == ["front", "back", "left", "right"]
    assert {(item.limit_state, item.bound, item.family) for item in checks} == {("onset", "estimate", "blocks")}
    assert checks[0].ratio == pytest.approx(0.8, rel=1e-6)
    assert checks[0].intensity == pytest.approx(0.2, rel=1e-6)
    assert checks[0].demand_intensity == pytest.approx(0.25)
    (allowance,) = checks[0].allowances
    assert allowance.effect == "joint_compliance"
    weight = 2300.0 * STANDARD_GRAVITY * 0.2
    closed = single_joint_multiplier(0.2, weight, 1e9, 1.0) / 0.2
    assert allowance.factor == pytest.approx(AGREEMENT * closed, rel=1e-3)


def test_without_stiffness_nothing_bounds_the_compliance_of_joints():
    wall = replace(block(), joints=replace(JOINTS, normal_stiffness=None))
    assert all(item.allowances == () for item in run_blocks(wall, site=Site(acceleration=1.0)).checks)


def test_a_site_without_acceleration_gets_capacities():
    for place in (None, Site(kh=0.1)):
        check, *_ = run_blocks(block(), site=place).checks
        assert check.demand_intensity == 0.0
        assert check.intensity == pytest.approx(0.2, rel=1e-6)
        demand = GoverningDemand(name="code", origin="code", intensity=0.3)
        circumstances = Circumstances(demand=demand, effects={key: ABSENT for key in EFFECTS})
        verdict = judge([check], circumstances=circumstances, declarations={"blocks": DECLARATION}).of("onset")
        assert verdict.state == "not_satisfied"


def test_straight_head_joints_of_a_corner_are_unpressed():
    wall = u_corner(stiff_joints(2e9, friction=0.7))
    made = assemble_blocks(wall)
    bare = unpressed_faces(BlockProgram(made=made, dead=made.gravity))
    _, first = np.unique(made.face, return_index=True)
    upright = np.abs(made.normal[first, 2]) < 1e-9
    assert np.array_equal(bare, upright)
    assert upright.sum() == 40


def test_a_loose_strip_of_a_corner_is_the_lower_bound():
    """A strip 0.5 m thick and 3 m high turns about its toe: t/h."""
    wall = u_corner(stiff_joints(2e9, friction=0.7))
    ways = {"it": (0, -1, 0), "back": (0, 1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}
    asked = BlocksOptions(patterns={name: LoadPattern(direction=way) for name, way in ways.items()})
    result = run_blocks(wall, asked, site=Site(acceleration=2.0))
    values = result.ranges[0]
    assert values.smooth == pytest.approx(0.5 / 3.0, rel=1e-5)
    assert values.associative > 1.2 * values.smooth
    assert not values.agree
    assert values.governing.friction == "smooth"
    lower, upper = result.checks[:2]
    assert (lower.bound, upper.bound) == ("lower", "upper")
    assert lower.capacity == pytest.approx(values.smooth)
    assert upper.capacity == pytest.approx(values.associative)
    assert result.mechanisms[0].multiplier == pytest.approx(values.smooth)
    assert [item.name for item in result.mechanisms] == [f"blocks.{name}" for name in ways]
    assert "blocks_range" in {item.key for item in result.remarks}


def test_a_push_one_way_shows_no_safety():
    checks = run_blocks(block(), BlocksOptions(patterns=pattern(0, -1, 0)), site=Site(acceleration=1.0)).checks
    assert [(item.bound, item.notes) for item in checks] == [("upper", ("blocks_associative_bound", "blocks_one_way"))]
    across = BlocksOptions(patterns={"outward": LoadPattern(), "inward": LoadPattern(direction=(0.0, 1.0, 0.0))})
    assert {item.bound for item in run_blocks(block(), across, site=Site(acceleration=1.0)).checks} == {"upper"}


def test_a_bonded_corner_agrees_within_a_tenth():
    wall = u_corner(stiff_joints(2e9, friction=0.7), bonded=True)
    (values,) = run_blocks(wall, BlocksOptions(patterns=pattern(0, -1, 0))).ranges
    assert values.agree
    assert values.smooth == pytest.approx(values.associative, rel=0.08)
    assert values.smooth > 1.5 * 0.5 / 3.0


def test_a_steep_joint_that_weight_presses_is_no_unpressed_joint():
    """A stone on a slope of 50° that leans on a fixed stone: its resultant is its weight, whatever the slope."""
    wall = wedge_in_a_notch(60.0, stiff_joints(1e9, friction=0.6))
    made = assemble_blocks(wall)
    assert not unpressed_faces(BlockProgram(made=made, dead=made.gravity)).any()


@pytest.mark.parametrize("push", [(0, -1, 0), (1, 0, 0), (0, 0, 1)])
def test_a_block_held_between_posts_never_counts_as_immovable(push):
    result = run_blocks(held_block(), BlocksOptions(patterns=pattern(*push)), site=Site(acceleration=2.0))
    outcomes = {item.friction: item.outcome for item in result.solutions}
    assert "never_moves" not in outcomes.values()
    assert outcomes["smooth"] == "held_by_friction"
    assert kinds(result)["smooth"].culprits == ("2",)
    check = result.checks[0]
    assert (check.id, check.limit_state, check.bound, check.satisfied) == ("blocks.rest", "gravity", "lower", False)
    assert not any(item.bound != "upper" for item in result.checks[1:])
    assert "blocks_held_by_friction" in {item.key for item in result.remarks}
    assert "blocks_never_moves" not in {item.key for item in result.remarks}


def test_friction_in_two_beds_does_not_lock_a_stone():
    """A stone clamped between a fixed stone below and one above slides; friction that lifts would lock it."""
    wall = courses_wall([[1], [1], [1]], width=1.0, height=0.5, thickness=0.5, joints=JOINTS)
    result = run_blocks(replace(wall, fixed=("1", "3")), BlocksOptions(patterns=pattern(0, -1, 0)))
    assert {item.outcome for item in result.solutions} == {"wedged"}
    assert result.checks == result.mechanisms == ()


@pytest.mark.parametrize("flare", [0.0, 30.0])
def test_the_models_h_and_a_of_compas_cra_are_not_shown_to_stand(flare):
    """The block of A (posts that lean over it by 30°) would fall free; friction alone, μ 0.84, could carry it."""
    result = run_blocks(held_block(flare=flare), BlocksOptions(patterns=pattern(1, 0, 0)), site=Site(acceleration=1.0))
    assert kinds(result)["smooth"].outcome == "held_by_friction"
    assert [item.id for item in result.checks] == ["blocks.rest"]
    assert not any(item.satisfied for item in result.checks)


def test_without_friction_the_block_of_a_falls():
    result = run_blocks(held_block(flare=30.0, friction=0.5), BlocksOptions(patterns=pattern(1, 0, 0)))
    assert {item.outcome for item in result.solutions} == {"unstable_at_rest"}


@pytest.mark.parametrize("length", [0.9, 1.9])
def test_the_concave_models_of_compas_cra_stand_by_their_shape(length):
    """A bar hooked under a lintel: only along, away from the lintel, can it come out."""
    ways = {"out": LoadPattern(direction=(1, 0, 0)), "side": LoadPattern(direction=(0, -1, 0))}
    result = run_blocks(interlocked_bar(length, stiff_joints(1e8, friction=0.84)), BlocksOptions(patterns=ways))
    outcomes = {name: {item.outcome for item in result.solutions if item.name == name} for name in ways}
    assert outcomes == {"out": {"wedged"}, "side": {"never_moves"}}
    assert {item.key for item in result.remarks} == {"blocks_wedged", "blocks_never_moves"}


def test_a_result_comes_back_from_its_folder(tmp_path):
    wall = replace(running_bond_wall(mu=0.6), fixed=())
    options = BlocksOptions(
        patterns={"out": LoadPattern(), "sink": LoadPattern(kind="settlement", stones=(wall.base_stones[0],))},
        thickness=ThicknessOptions(pattern="out", multiplier=0.3),
    )
    result = run_blocks(wall, options, site=Site(acceleration=1.0))
    write_value(result, tmp_path)
    back = read_value(BlocksResult, tmp_path)
    assert str(back) == str(result)
    assert back.solutions[0].motion == pytest.approx(result.solutions[0].motion)
    assert back.solutions[0].forces == pytest.approx(result.solutions[0].forces)
    assert back.checks == result.checks


def test_the_contact_forces_carry_the_weight():
    found = run_blocks(block()).solutions[0]
    weight = 0.2 * 2300.0 * STANDARD_GRAVITY
    assert found.forces[:, 3:].sum(axis=0) == pytest.approx([0.0, 0.2 * weight, weight], rel=1e-5, abs=1e-3)
    # all at the toe
    assert found.forces[found.forces[:, 1] > 0.1, 5] == pytest.approx([0.0, 0.0], abs=1e-2 * weight)


def test_the_largest_shift_of_a_corner_is_one():
    found = kinds(run_blocks(polygonal_wall(mu=0.4)), "outward")["smooth"]
    wall = polygonal_wall()
    largest = 0.0
    for name, motion in zip(found.stones, found.motion, strict=True):
        stone = wall.stone(name)
        shifts = motion[:3] + np.cross(motion[3:], stone.solid.vertices - stone.centroid)
        largest = max(largest, float(np.linalg.norm(shifts, axis=1).max()))
    assert largest == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LoadPattern(direction=(0.0, 0.0, 0.0)), "must not be zero"),
        (lambda: LoadPattern(direction=(0.0, 1.0)), "three numbers"),
        (lambda: LoadPattern(direction=(0.0, math.nan, 1.0)), "three numbers"),
        (lambda: LoadPattern(kind="settlement"), "go together"),
        (lambda: LoadPattern(stones=("1",)), "go together"),
        (lambda: LiveLoad(stone="a", point=(0.0, 0.0), force=(0.0, 0.0, 1.0)), "point needs three"),
        (lambda: LiveLoad(stone="a", point=(0.0, 0.0, 0.0), force=(0.0, 0.0, 0.0)), "force is zero"),
        (lambda: BlocksOptions(patterns={}), "patterns is empty"),
        (lambda: BlocksOptions(patterns={"a": LoadPattern(kind="live")}), "no live load grows"),
        (lambda: BlocksOptions(thickness=ThicknessOptions(pattern="up")), "no pattern is called"),
        (
            lambda: BlocksOptions(
                patterns={"s": LoadPattern(kind="settlement", stones=("1",))}, thickness=ThicknessOptions(pattern="s")
            ),
            "no multiplier",
        ),
        (lambda: ThicknessOptions(multiplier=-0.1), "at least"),
    ],
)
def test_options_that_make_no_sense(make, said):
    with pytest.raises(ModelError, match=said):
        make()


def test_live_loads_must_be_on_their_stone():
    far = LiveLoad(stone="block", point=(5.0, 0.0, 0.0), force=(0.0, 0.0, -1.0))
    with pytest.raises(ModelError, match=r"live_loads\.far\.point is 4 m away"):
        run_blocks(block(), BlocksOptions(live_loads={"far": far}))
    lost = replace(far, stone="blokc")
    with pytest.raises(OptionsError, match='no free stone is called "blokc"'):
        run_blocks(block(), BlocksOptions(live_loads={"lost": lost}))


def test_walls_without_joints_are_refused():
    with pytest.raises(OptionsError, match="friction_angle"):
        run_blocks(replace(block(), joints=None))


def test_at_rest_the_margin_is_a_number():
    made = assemble_blocks(block())
    assert solving.rest_margin(BlockProgram(made=made, dead=made.gravity)) > 0.0


def test_a_wall_pushed_one_way_is_not_shown_to_stand():
    asked = BlocksOptions(patterns={"out": LoadPattern(direction=(0, -1, 0))})
    assert all(item.limit_state == "onset" for item in run_blocks(block(), asked).checks)


@pytest.mark.parametrize(
    ("smooth", "non_associative", "least"),
    [(0.248, 0.224, 0.224), (0.2, 0.25, 0.2), (0.2, None, 0.2), (None, 0.25, None)],
)
def test_the_lower_end_is_the_least_of_what_is_known_to_hold(smooth, non_associative, least):
    values = BlockRange(
        name="outward",
        kind="mass",
        smooth=smooth,
        non_associative=non_associative,
        associative=0.4,
        governing=None,
    )
    assert values.least == least


def test_a_lower_bound_is_never_above_sliding_that_does_not_lift(tmp_path):
    """Stones of the generated wall of Hatunrumiyoc slide along it at its free end: 0.224, smooth joints give 0.248."""
    text = (EXAMPLES / "hatunrumiyoc" / "project.toml").read_text(encoding="utf-8")
    wall = text.partition("[[published]]")[0].replace('"statics", "motion", "isolation"', '"survey", "blocks"')
    found = run_project(parse_project(wall), tmp_path / "out").stages["blocks"]
    less = {item.name: item for item in found.ranges if (item.non_associative or math.inf) < (item.smooth or 0.0)}
    assert less
    for name, item in less.items():
        (low,) = (check for check in found.checks if check.id.startswith(f"blocks.{name}.") and check.bound != "upper")
        assert low.capacity == item.non_associative


def test_a_case_that_does_not_stand_takes_the_safety_of_the_others(tmp_path):
    """On a bed of 16.7° the stone slides off by itself with the low friction of the pair, and not with the high one."""
    sloping = {
        "pirqa_wall": 1,
        "unit": "m",
        "thickness": 0.6,
        "stones": [
            {"name": "a", "outline": [[0, 0], [1, 0], [1, 0.5], [0, 0.2]]},
            {"name": "b", "outline": [[0, 0.2], [1, 0.5], [1, 0.8], [0, 0.8]]},
        ],
    }
    (tmp_path / "wall.json").write_text(json.dumps(sloping))

    def assessed(low):
        pair = 'friction_angle_high = { value = "40 deg", source = "sheared" }\n'
        tables = (material(), base(), joints(low, pair + STIFF), survey(thickness=0.6), site(0.05), condition())
        text = project(*tables, "[verdict]\ncomplete = false", analyses=("survey", "blocks"))
        return run_project(parse_project(text, file=str(tmp_path / "wall.toml")), tmp_path / f"out{low}").verdict

    assert assessed(30.0).of("onset").state == "satisfied"
    slides = assessed(12.0)
    assert slides.of("gravity").state == "not_shown"
    assert all(slides.of(state).state != "satisfied" for state in ("onset", "damage", "stones_fall", "wall_falls"))
