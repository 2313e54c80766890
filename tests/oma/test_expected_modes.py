""""""

from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.oma.measurement import Point
from pirqa.oma.planning import plate_modes

POINTS = (Point(name="corner", place=(0.0, 0.0, 10.0)), Point(name="middle", place=(5.0, 0.0, 10.0)))


def wall(length=10.0, height=10.0, thickness=0.1, **zone):
    made = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=thickness, **zone)
    return Wall(envelope=Envelope(zones=(made,), length=length), materials={"stone": Material(unit_weight=20e3)})


def guess(given, points=POINTS, **changed):
    options = {"elastic_modulus": 1e9, "poisson": 0.3, "damping": 0.03, "count": 6} | changed
    return plate_modes(given, points, **options)


def test_a_square_plate_has_the_known_frequencies():
    found = guess(wall()).modes.frequency
    rigidity, area_mass = 1e9 * 0.1**3 / 12.0 / (1.0 - 0.09), 0.1 * 20e3 / 9.80665
    # Leissa 1973, Table C8 lists 3.4917, 8.5246, 21.429, 27.331, 31.111, 54.443 with fewer terms: upper bounds
    known = [3.4917, 8.5246, 21.429, 27.331, 31.111, 54.443]
    ours = 2.0 * math.pi * found * 10.0**2 * math.sqrt(area_mass / rigidity)
    assert ours == pytest.approx(known, rel=0.01)
    assert np.all(ours <= np.array(known))


def test_a_narrow_strip_is_a_cantilever():
    strip = wall(length=0.2, height=10.0)
    found = guess(strip, (Point(name="top", place=(0.1, 0.0, 10.0)),), poisson=0.0, count=2).modes.frequency
    beam = (
        np.array([1.8751, 4.6941]) ** 2 / (2.0 * math.pi * 10.0**2) * math.sqrt(1e9 * 0.1**2 / 12.0 / (20e3 / 9.80665))
    )
    assert found == pytest.approx(beam, rel=1e-3)


def test_shapes_are_symmetric_across_the_wall_and_scaled():
    modes = guess(wall()).modes
    assert np.all(modes.point_shape[:, :, [0, 2]] == 0.0)
    assert np.abs(modes.point_shape).max(axis=(1, 2)) == pytest.approx(1.0)
    assert modes.point_shape[0, 0, 1] == pytest.approx(modes.point_shape[0, 1, 1], rel=0.1)  # bending
    assert abs(modes.point_shape[1, 1, 1]) < 1e-9  # twisting has its node in the middle


def test_a_known_first_frequency_scales_all():
    plain, scaled = guess(wall()).modes, guess(wall(), first_frequency=2.0).modes
    assert scaled.frequency[0] == pytest.approx(2.0)
    assert scaled.frequency / plain.frequency == pytest.approx(2.0 / plain.frequency[0])


def test_a_thin_top_is_looser_and_thickness_scales():
    assert guess(wall(thickness=0.2)).modes.frequency == pytest.approx(2.0 * guess(wall()).modes.frequency, rel=1e-7)
    tapered = guess(wall(thickness=0.1, thickness_top=0.05)).modes
    assert tapered.frequency[0] > guess(wall(thickness=0.05)).modes.frequency[0]


def test_a_section_has_no_modes():
    with pytest.raises(ModelError, match=r"wall\.length"):
        guess(wall(length=None))
