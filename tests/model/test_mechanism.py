"""The nouns of a mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.model.mechanism import CapacityCurve


def curve(displacement, multiplier):
    d, a = np.array(displacement), np.array(multiplier)
    return CapacityCurve(displacement=d, multiplier=a, spectral_displacement=0.5 * d, spectral_acceleration=9.8 * a)


def test_ends_of_a_curve():
    item = curve([0.0, 0.2, 0.4], [0.2, 0.1, 0.0])
    assert (item.ultimate_displacement, item.ultimate_spectral_displacement) == (0.4, 0.2)
    assert item.acceleration_at(0.05) == pytest.approx(9.8 * 0.15)
    assert item.acceleration_at(1.0) == 0.0


def test_at_a_jump_what_comes_after_counts():
    item = curve([0.0, 0.2, 0.2, 0.4], [0.3, 0.25, 0.1, 0.0])
    assert item.acceleration_at(0.1) == pytest.approx(9.8 * 0.1)
    assert item.acceleration_at(0.1 - 1e-9) == pytest.approx(9.8 * 0.25, rel=1e-6)


@pytest.mark.parametrize(("displacement", "multiplier"), [([0.0], [0.1]), ([0.0, 0.1], [0.1])])
def test_columns_must_match(displacement, multiplier):
    with pytest.raises(ModelError, match="same number of points"):
        curve(displacement, multiplier)
