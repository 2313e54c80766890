""""""

from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.oma.hvsr.curves import REACH, smoothing, weights


def test_weights_are_the_closed_form():
    frequency = np.array([0.0, 0.5, 1.0, 2.0, 2.2])
    expected = [(math.sin(40.0 * math.log10(f / 2.0)) / (40.0 * math.log10(f / 2.0))) ** 4 for f in (0.5, 1.0, 2.2)]
    assert weights(frequency, 2.0, 40.0) == pytest.approx([0.0, expected[0], expected[1], 1.0, expected[2]], rel=1e-12)


def test_a_row_is_the_whole_window_but_for_its_far_tails():
    bins, resolution = 6001, 1.0 / 120.0
    matrix = smoothing(bins, resolution, 0.5, 20.0, 50, 40.0).toarray()
    frequency = resolution * np.arange(bins)
    whole = np.stack([weights(frequency, centre, 40.0) for centre in np.geomspace(0.5, 20.0, 50)])
    whole /= whole.sum(axis=1, keepdims=True)
    assert matrix.sum(axis=1) == pytest.approx(1.0, rel=1e-12)
    # what is cut is 1.5e-4 of the window on a logarithmic axis; on an even one there are more bins above than below
    assert np.abs(matrix - whole).sum(axis=1).max() < 1e-3
    kept = matrix > 0.0
    assert (
        np.abs(40.0 * np.log10(np.where(kept, frequency, 1.0) / np.geomspace(0.5, 20.0, 50)[:, None])[kept]).max()
        <= REACH
    )
    assert kept.mean() < 0.25


def test_a_constant_stays_and_a_line_becomes_the_window():
    matrix = smoothing(3001, 1.0 / 60.0, 1.0, 20.0, 64, 40.0)
    assert matrix @ np.full(3001, 3.0) == pytest.approx(np.full(64, 3.0), rel=1e-12)
    line = np.zeros(3001)
    line[300] = 1.0  # 5 Hz
    centres = np.geomspace(1.0, 20.0, 64)
    top = centres[int(np.argmax(matrix @ line))]
    assert abs(math.log(top / 5.0)) < 0.5 * math.log(centres[1] / centres[0]) + 1e-9


def test_the_matrix_is_made_once():
    assert smoothing(1001, 0.05, 0.5, 10.0, 32, 40.0) is smoothing(1001, 0.05, 0.5, 10.0, 32, 40.0)


def test_bins_too_far_apart_are_told():
    with pytest.raises(OptionsError, match="longer windows"):
        smoothing(11, 1.0, 0.3, 4.0, 32, 200.0)
