"""Blocks: from a wall to contact points."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.limit.blocks.assembly import HELD, assemble_blocks, corner_points, settling, smoothed, stretched
from pirqa.model import BASE, Contact, Support
from pirqa.model.masonry import JointException
from pirqa.verification.walls import block_on_base, coursed_wall, polygonal_wall, running_bond_wall, stiff_joints

UP = np.array([0.0, 0.0, 1.0])


def block(friction=0.6, **more):
    return block_on_base(1.0, 0.2, 1.0, 2300.0, stiff_joints(1e9, friction=friction), **more)


def with_faces(wall, change):
    contacts = tuple(replace(item, faces=tuple(change(face) for face in item.faces)) for item in wall.contacts)
    return replace(wall, contacts=contacts)


@settings(deadline=None, max_examples=50)
@given(
    angles=st.lists(st.floats(0.0, 6.2), min_size=3, max_size=9, unique_by=lambda value: round(value, 1)),
    cuts=st.lists(st.floats(0.1, 0.9), min_size=9, max_size=9),
    turn=st.floats(0.0, 3.0),
)
def test_corners_in_the_middle_of_an_edge_are_none(angles, cuts, turn):
    angles = sorted(angles)
    if max(np.diff([*angles, angles[0] + 2 * math.pi])) > 3.0:  # its hull would not be the whole ring of corners
        return
    corners = np.array([[math.cos(a), math.sin(a), 0.0] for a in angles])
    ring = []
    for one, two, cut in zip(corners, np.roll(corners, -1, axis=0), cuts, strict=False):
        ring += [one, one + cut * (two - one)]
    axes = np.array([[math.cos(turn), 0, -math.sin(turn)], [0, 1, 0], [math.sin(turn), 0, math.cos(turn)]])
    found = corner_points(np.array(ring) @ axes, UP @ axes) @ axes.T
    assert len(found) == len(corners)
    assert all(np.min(np.linalg.norm(found - corner, axis=1)) < 1e-9 for corner in corners)


def test_a_corner_that_points_inwards_is_none():
    ell = np.array([[0, 0, 0], [2, 0, 0], [2, 1, 0], [1, 1, 0], [1, 2, 0], [0, 2, 0]], dtype=float)
    assert len(corner_points(ell, UP)) == 5


def test_a_joint_without_area_is_dropped_and_told():
    wall = coursed_wall(1.0, 0.5, 0.5, 3, 2300.0, stiff_joints(1e9))
    thin = replace(wall.contacts[1].faces[0], area=0.0)
    line = replace(wall.contacts[1].faces[0], polygon=wall.contacts[1].faces[0].polygon * [1.0, 0.0, 1.0])
    bed = wall.contacts[1]
    more = (*wall.contacts, replace(bed, faces=(thin,)), replace(bed, faces=(line,)))
    made = assemble_blocks(replace(wall, contacts=more))
    assert len(made.point) == len(assemble_blocks(wall).point)
    (remark,) = made.remarks
    assert remark.key == "blocks_joints_dropped"
    assert remark.count == 2
    assert remark.stones == ("1", "2")


def test_the_base_has_the_friction_of_the_support_unless_an_exception_says_otherwise():
    wall = replace(block(0.6), support=Support(kind="rock", friction_angle=math.atan(0.3)))
    assert assemble_blocks(wall).friction == pytest.approx(0.3)
    other = JointException(between=("block", "base"), friction_angle=math.atan(0.9))
    joints = replace(wall.joints, exceptions=(other,))
    assert assemble_blocks(replace(wall, joints=joints)).friction == pytest.approx(0.9)
    zone = JointException(between=("wall", "base"), friction_angle=math.atan(0.8))
    assert assemble_blocks(wall, replace(wall.joints, exceptions=(zone,))).friction == pytest.approx(0.8)


def test_fixed_stones_are_not_bodies_and_guided_ones_stay_in_their_plane():
    wall = running_bond_wall()
    made = assemble_blocks(replace(wall, guided=(wall.stones[-1].name,)))
    assert set(made.names) == {stone.name for stone in wall.stones} - set(wall.fixed)
    assert made.free[-1].tolist() == [False, True, True, True, False, False]
    assert made.free[:-1].all()
    assert (made.first[made.second == HELD] != HELD).all()


def test_mortar_is_left_out_and_told():
    wall = block()
    keys = [item.key for item in assemble_blocks(wall, replace(wall.joints, cohesion=1e5)).remarks]
    assert keys == ["blocks_mortar_left_out"]
    law = JointException(between=("block", "base"), tension=1e5)
    keys = [item.key for item in assemble_blocks(wall, replace(wall.joints, exceptions=(law,))).remarks]
    assert keys == ["blocks_mortar_left_out"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda wall: replace(wall, stones=(), contacts=()), "no stones"),
        (lambda wall: replace(wall, joints=None), "friction_angle"),
        (lambda wall: replace(wall, fixed=("block",)), "every stone is fixed"),
    ],
)
def test_walls_that_cannot_be_analysed(change, said):
    with pytest.raises(OptionsError, match=said):
        assemble_blocks(change(block()))


def test_an_exception_between_unknown_names():
    wall = block()
    odd = JointException(between=("blok", "base"), friction_angle=0.3)
    with pytest.raises(ModelError, match="blok"):
        assemble_blocks(wall, replace(wall.joints, exceptions=(odd,)))


def test_a_stone_both_fixed_and_guided():
    with pytest.raises(ModelError, match="both fixed and guided"):
        assemble_blocks(replace(coursed_wall(1, 1, 1, 3, 2300, stiff_joints(1e9)), guided=("1",)))


def test_settling_takes_the_ground_or_a_fixed_stone():
    free = replace(running_bond_wall(), fixed=())
    made = settling(assemble_blocks(free), free, (free.base_stones[0],))
    ground = len(made.names) - 1
    assert made.names[-1] == BASE
    assert (made.second == ground).sum() == 4
    fixed = running_bond_wall()
    made = settling(assemble_blocks(fixed), fixed, (fixed.fixed[1],))
    assert (made.first == len(made.names) - 1).sum() + (made.second == len(made.names) - 1).sum() == 8
    with pytest.raises(OptionsError, match="no stone is called"):
        settling(assemble_blocks(free), free, ("nobody",))
    with pytest.raises(OptionsError, match="neither stands on the ground nor is fixed"):
        settling(assemble_blocks(free), free, (free.stones[-1].name,))


def test_every_settling_stone_must_stand_on_something():
    free = replace(running_bond_wall(), fixed=())
    with pytest.raises(OptionsError, match="neither stands"):
        settling(assemble_blocks(free), free, (free.base_stones[0], free.stones[-1].name))


def test_smooth_head_joints_keep_their_beds():
    made = assemble_blocks(running_bond_wall(mu=0.4))
    smooth = smoothed(made)
    beds = np.abs(made.normal[:, 2]) > 0.9
    assert smooth.friction[beds] == pytest.approx(0.4)
    assert (smooth.friction[~beds] == 0.0).all()


def test_a_stretched_wall_is_the_wall_drawn_thicker():
    thin, thick = (assemble_blocks(block_on_base(1, depth, 1, 2300.0, stiff_joints(1e9))) for depth in (0.2, 0.5))
    made = stretched(thin, 2.5)
    for name in ("centre", "weight", "point", "normal", "size"):
        assert getattr(made, name) == pytest.approx(getattr(thick, name))


def test_polygonal_stones_have_no_more_points_than_corners():
    wall = polygonal_wall()
    free = [item for item in wall.contacts if not {item.first, item.second} <= {BASE, *wall.fixed}]
    corners = sum(len(face.polygon) for item in free for face in item.faces)
    made = assemble_blocks(wall)
    assert 0 < len(made.point) <= corners
    assert np.allclose(np.linalg.norm(made.normal, axis=1), 1.0)
    assert isinstance(wall.contacts[0], Contact)
