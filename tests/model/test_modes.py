"""Modes: what they must look like, and how shapes are compared."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.model.modes import Modes, coordinate_assurance, frequency_assurance, modal_assurance, paired


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


def test_a_complex_shape_is_like_itself_in_any_phase_and_not_like_its_conjugate():
    shape = np.array([[1.0, 1.0j]])
    assert modal_assurance(shape, np.exp(0.7j) * shape)[0, 0] == pytest.approx(1.0)
    assert modal_assurance(shape, shape.conj())[0, 0] == pytest.approx(0.0, abs=1e-15)


def test_a_coordinate_that_moves_otherwise_has_a_low_comac_and_the_others_do_not():
    rng = np.random.default_rng(5)
    shape = rng.standard_normal((4, 6))
    assert coordinate_assurance(shape, -3.0 * shape) == pytest.approx(np.ones(6))
    other = shape.copy()
    other[:, 2] *= np.array([1.0, -1.0, 1.0, -1.0])
    found = coordinate_assurance(shape, other)
    assert found.argmin() == 2
    assert np.delete(found, 2).min() > 0.8


def test_comac_does_not_depend_on_sign_scale_or_phase_of_single_shapes():
    rng = np.random.default_rng(6)
    shape = rng.standard_normal((3, 2, 3)) + 1.0j * rng.standard_normal((3, 2, 3))
    other = shape + 0.3 * rng.standard_normal((3, 2, 3))
    turned = other * np.array([2.0, -1.0, 5.0 * np.exp(1.0j)])[:, None, None]
    assert coordinate_assurance(shape, turned) == pytest.approx(coordinate_assurance(shape, other))


def test_comac_of_what_was_not_measured_is_no_number():
    shape = np.array([[1.0, np.nan], [2.0, np.nan]])
    found = coordinate_assurance(shape, np.ones((2, 2)))
    assert np.isnan(found[1])
    assert np.isfinite(found[0])


def test_pairs_are_formed_by_shape_where_frequencies_cross():
    shape = np.eye(3)
    pairs = paired(np.array([1.0, 2.0, 3.0]), shape, np.array([1.1, 1.95, 2.05]), shape[[0, 2, 1]], farthest=0.5)
    assert pairs == ((0, 0), (1, 2), (2, 1))
    assert paired(np.array([1.0]), np.eye(1), np.array([1.3]), np.eye(1), farthest=0.1) == ()


def test_two_poor_pairs_do_not_break_up_a_good_one():
    first = np.array([[1.0, 0.0], [1.0, 1.0]])
    second = np.array([[1.0, 0.05], [1.0, -1.0]])
    frequency = np.array([1.0, 1.0])
    assert (0, 0) in paired(frequency, first, frequency, second, least=0.4)


def test_of_pairs_that_are_alike_the_first_modes_go_first():
    """What differs in rounding only, or by less than is known, does not decide."""
    frequency, shape = np.array([1.0, 2.0]), np.array([[1.0, 1.0], [1.0, 1.0]])
    rounded = shape * (1.0 + 1e-13 * np.array([[0.0, 1.0], [1.0, 1.0]]))
    for other in (shape, rounded, rounded[::-1]):
        assert paired(frequency, shape, frequency, other, weight=0.0) == ((0, 0), (1, 1))
    nearly = np.array([[1.0, 1.1], [1.0, 1.0]])
    assert paired(frequency[:1], shape[:1], frequency, nearly, weight=0.0, farthest=2.0) == ((0, 1),)
    assert paired(frequency[:1], shape[:1], frequency, nearly, weight=0.0, farthest=2.0, alike=0.01) == ((0, 0),)


def test_frequency_assurance_holds_what_the_graph_shows():
    modes = measured(point_shape=np.array([[[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]]]))
    graph = frequency_assurance(modes, modes, least=0.5)
    assert graph.pairs == ((0, 0), (1, 1))
    assert graph.assurance == pytest.approx(np.eye(2))
    with pytest.raises(ModelError, match="other points"):
        frequency_assurance(modes, measured(points=("B",)))
