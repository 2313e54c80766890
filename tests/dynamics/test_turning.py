"""Compiled turns are those of NumPy and SciPy to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pirqa.dynamics.trajectory import quaternions, seen_from_base, turn_by
from pirqa.dynamics.turning import find_uprights

RNG = np.random.default_rng(11)


def turns(count: int, size: float):
    return Rotation.from_rotvec(size * RNG.normal(size=(count, 3)))


@pytest.mark.parametrize("size", [0.0, 1e-9, 1e-3, 1.0, 10.0])
def test_quaternions(size):
    given = turns(600, size).as_matrix()
    expected = np.roll(Rotation.from_matrix(given).as_quat(canonical=True), 1, axis=-1)
    assert np.array_equal(quaternions(given.reshape(20, 30, 3, 3)), expected.reshape(20, 30, 4))
    # a view that is not in line
    assert np.array_equal(quaternions(given.reshape(20, 30, 3, 3)[:, ::3]), expected.reshape(20, 30, 4)[:, ::3])


def test_half_turns_have_no_negative_w():
    given = np.array([np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]), np.diag([-1.0, -1.0, 1.0])])
    assert np.array_equal(quaternions(given), np.eye(4)[1:])


def test_no_states():
    assert quaternions(np.zeros((0, 5, 3, 3))).shape == (0, 5, 4)
    assert seen_from_base(np.zeros((0, 5, 3)), np.zeros((0, 3)), np.zeros((0, 4))).shape == (0, 5, 3)


def test_places_and_uprights_seen_from_the_base():
    count, stones = 50, 7
    base = quaternions(turns(count, 0.3).as_matrix())
    stone = quaternions(turns(count * stones, 0.5).as_matrix()).reshape(count, stones, 4)
    position, shift = RNG.normal(size=(count, stones, 3)), RNG.normal(size=(count, 3))
    back = base * np.array([1.0, -1.0, -1.0, -1.0])
    expected = turn_by(back[:, None, :], position - shift[:, None, :])
    assert np.array_equal(seen_from_base(position, shift, base), expected)
    found = np.empty((count, stones, 3))
    find_uprights(stone, base, found)
    up = np.array([0.0, 0.0, 1.0])
    for number in range(stones):
        assert np.array_equal(found[:, number], turn_by(back, turn_by(stone[:, number], up)))
