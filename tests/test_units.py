from __future__ import annotations

import contextlib
import copy
import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pirqa.errors
import pirqa.units
from pirqa.errors import UnitsError
from pirqa.units import ACCELERATION, ANGLE, DIMENSIONS, LENGTH, RATIO, UNIT_WEIGHT, parse_quantity, quantity


@pytest.mark.parametrize(
    ("dimension", "text", "value"),
    [
        (LENGTH, "0.8 m", 0.8),
        (LENGTH, "80cm", 0.8),
        (LENGTH, " 2.5 ft ", 0.762),
        (UNIT_WEIGHT, "23.6 kN/m3", 23600.0),
        (UNIT_WEIGHT, "23.6 kN/m³", 23600.0),
        (UNIT_WEIGHT, "100 pcf", 15708.746),
        (ANGLE, "30 deg", math.pi / 6),
        (ANGLE, "30°", math.pi / 6),
        (ACCELERATION, "0.2 g", 1.96133),
        (ACCELERATION, "250 gal", 2.5),
        (RATIO, "15 %", 0.15),
        (RATIO, 0.15, 0.15),
    ],
)
def test_reads_quantities(dimension, text, value):
    assert dimension.parse(text) == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(
    ("dimension", "text", "says"),
    [
        (LENGTH, "0.8", "no unit"),
        (LENGTH, 0.8, "needs a unit"),
        (LENGTH, "0.8 kg", "kg measures a mass"),
        (LENGTH, "0.8 deg", "deg measures an angle"),
        (LENGTH, "0.8 furlong", 'the unit "furlong" is not known'),
        (LENGTH, "thick", "is not a length"),
        (LENGTH, "nan m", "is not a length"),
        (LENGTH, "1e999 m", "not a finite"),
        (LENGTH, True, "expected a length"),
        (LENGTH, None, "expected a length"),
        (RATIO, math.nan, "not a finite"),
        (RATIO, math.inf, "not a finite"),
    ],
)
def test_refuses_with_a_reason_and_an_example(dimension, text, says):
    with pytest.raises(UnitsError) as caught:
        dimension.parse(text)
    assert says in str(caught.value)


@given(st.floats(1e-6, 1e6), st.sampled_from(DIMENSIONS), st.data())
def test_a_written_quantity_is_read_back(value, dimension, data):
    unit = data.draw(st.sampled_from(sorted(dimension.units)))
    assert dimension.parse(f"{value!r} {unit}") == pytest.approx(value * dimension.units[unit], rel=1e-12)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(UnitsError):
        assert math.isfinite(LENGTH.parse(text))


def test_a_quantity_of_any_dimension_remembers_it():
    angle = parse_quantity("30 deg")
    assert angle.dimension is ANGLE
    assert copy.deepcopy(angle).dimension is ANGLE
    assert parse_quantity(0.3).dimension is RATIO
    assert quantity("23.6 kN/m3") == 23600.0
    with pytest.raises(UnitsError, match="furlong"):
        quantity("3 furlong")


@pytest.mark.parametrize("module", [pirqa.units, pirqa.errors])
def test_docstring_examples_run(module):
    assert doctest.testmod(module).failed == 0
