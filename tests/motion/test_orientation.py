"""Turning a motion: closed forms of a ground that moves to the north-east."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.orientation import rotate, to_wall

NORTH = np.array([0.0, 1.0, -2.0, 0.5])
EAST = np.array([0.3, -1.0, 1.0, 2.0])
UP = np.array([0.1, 0.2, 0.3, 0.4])


def seen_from(azimuths, *, vertical=False, names=None):
    columns = [NORTH * math.cos(angle) + EAST * math.sin(angle) for angle in azimuths]
    names = names or [f"H{at}" for at in range(len(azimuths))]
    directions = [Direction(name=name, azimuth=angle) for name, angle in zip(names, azimuths, strict=True)]
    if vertical:
        columns.append(UP)
        directions.append(Direction(name="UD", vertical=True))
    return GroundMotion(
        name="test",
        step=0.02,
        acceleration=np.column_stack(columns),
        directions=tuple(directions),
        initial_velocity=np.column_stack(columns)[1],
    )


@settings(max_examples=50, deadline=None)
@given(st.floats(-7, 7), st.floats(0.2, 2.9), st.floats(-7, 7))
def test_any_two_components_give_any_azimuth(first, between, azimuth):
    turned = rotate(seen_from([first, first + between], vertical=True), azimuth)
    for column, angle in ((0, azimuth), (1, azimuth + math.pi / 2)):
        wanted = NORTH * math.cos(angle) + EAST * math.sin(angle)
        assert turned.acceleration[:, column] == pytest.approx(wanted, abs=1e-12)
        assert turned.initial_velocity[column] == pytest.approx(wanted[1], abs=1e-12)
    assert np.array_equal(turned.acceleration[:, 2], UP)
    assert turned.directions[2].vertical


def test_names_and_treatment_of_a_turn():
    turned = rotate(seen_from([0.0, math.pi / 2]), math.radians(300.0))
    assert [direction.name for direction in turned.directions] == ["300", "30"]
    assert turned.treatments[-1].key == "rotate"


@pytest.mark.parametrize(
    ("facing", "across", "along"),
    [
        (180.0, NORTH, EAST),  # the front looks south: who looks at it looks north, with the east at the right
        (0.0, -NORTH, -EAST),
        (90.0, -EAST, NORTH),  # the front looks east: who looks at it looks west, with the north at the right
        (270.0, EAST, -NORTH),
    ],
)
def test_a_wall_that_faces_the_quarters(facing, across, along):
    wall = to_wall(seen_from([0.0, math.pi / 2], vertical=True), facing=math.radians(facing), up=True)
    assert [direction.name for direction in wall.directions] == ["along", "across", "up"]
    assert wall.acceleration[:, wall.column("across")] == pytest.approx(across, abs=1e-12)
    assert wall.acceleration[:, wall.column("along")] == pytest.approx(along, abs=1e-12)
    assert wall.acceleration[:, wall.column("up")] == pytest.approx(UP)


@settings(max_examples=25, deadline=None)
@given(st.floats(-6, 6))
def test_the_walls_axes_are_right_handed(facing):
    wall = to_wall(seen_from([0.0, math.pi / 2]), facing=facing)
    along, across = (direction.azimuth for direction in wall.directions)
    x, y = (np.array([math.sin(angle), math.cos(angle), 0.0]) for angle in (along, across))  # east, north, up
    assert np.cross(x, y) == pytest.approx([0.0, 0.0, 1.0], abs=1e-12)


def test_named_components_are_taken_as_they_are():
    motion = seen_from([0.0, math.pi / 2], vertical=True, names=["NS", "EW"])
    wall = to_wall(motion, across="NS")
    assert [direction.name for direction in wall.directions] == ["across"]
    assert np.array_equal(wall.acceleration[:, 0], NORTH)
    wall = to_wall(motion, across="EW", along="NS", up="UD")
    assert [direction.name for direction in wall.directions] == ["along", "across", "up"]
    assert wall.acceleration == pytest.approx(np.column_stack((NORTH, EAST, UP)), abs=1e-15)


def test_a_single_component_drives_across():
    wall = to_wall(seen_from([1.0], vertical=True))
    assert [direction.name for direction in wall.directions] == ["across"]
    assert to_wall(wall).directions[0].name == "across"


@pytest.mark.parametrize(
    ("motion", "asked", "said"),
    [
        (seen_from([0.0, 1.5]), {}, "which component"),
        (seen_from([0.0, 1.5]), {"across": "NS"}, 'no component "NS"'),
        (seen_from([0.0, 1.5]), {"across": "H0", "along": "H0"}, "for two of"),
        (seen_from([0.0, 1.5]), {"facing": 1.0, "across": "H0"}, "both say"),
        (seen_from([0.0, 1.5]), {"facing": 1.0, "up": True}, "0 vertical"),
        (seen_from([0.0, 1.5], vertical=True), {"across": "UD"}, "is vertical"),
        (seen_from([0.0]), {"facing": 1.0}, "two horizontal"),
        (seen_from([0.0, math.pi]), {"facing": 1.0}, "same way"),
        (seen_from([], vertical=True), {}, "which component"),
    ],
)
def test_what_cannot_be_turned(motion, asked, said):
    with pytest.raises(OptionsError, match=said):
        to_wall(motion, **asked)
