"""Modes: what they must look like, and how shapes are compared."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.model.modes import Modes, modal_assurance


def measured(**changes) -> Modes:
    given = {
        "frequency": np.array([2.0, 5.0]),
        "damping": np.array([0.01, 0.02]),
        "points": ("A",),
        "point_shape": np.zeros((2, 1, 3)),
    }
    return Modes(**{**given, **changes})


def test_a_shape_is_like_itself_whatever_its_scale_and_sign():
    rng = np.random.default_rng(3)
    shapes = rng.standard_normal((3, 4, 3))
    found = modal_assurance(shapes, -2.5 * shapes)
    assert np.allclose(np.diag(found), 1.0)
    assert np.all(found <= 1.0 + 1e-12)
    assert np.allclose(found, found.T)


def test_shapes_at_right_angles_are_not_alike():
    assert modal_assurance(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0], [1.0, 1.0]])).tolist() == [
        [0.0, pytest.approx(0.5)]
    ]


def test_what_was_not_measured_is_left_out():
    whole, partial = np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 2.0, np.nan]])
    assert modal_assurance(whole, partial)[0, 0] == pytest.approx(1.0)
    assert modal_assurance(whole, np.full((1, 3), np.nan))[0, 0] == 0.0


def test_shapes_of_other_points_are_refused():
    with pytest.raises(ModelError, match="other points"):
        modal_assurance(np.zeros((1, 2)), np.zeros((1, 3)))


def test_arrays_of_another_number_of_modes_are_refused():
    with pytest.raises(ModelError, match="damping of 2 modes"):
        measured(damping=np.array([0.01]))
    with pytest.raises(ModelError, match="frequency_sd"):
        measured(frequency_sd=np.array([0.1, 0.1, 0.1]))


def test_measured_modes_do_not_tell_the_main_one():
    with pytest.raises(ModelError, match="measured"):
        measured().main("across")
    assert "mass" not in str(measured())


def test_the_main_mode_moves_most_mass():
    modes = measured(effective_mass=np.array([[0.0, 0.2, 0.0], [0.6, 0.7, 0.0]]))
    assert modes.main("across") == 1
    assert "70.0" in str(modes)
