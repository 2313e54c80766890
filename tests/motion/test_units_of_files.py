"""Every unit that a file may be in, by hand from its definition."""

from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.motion.formats import columns, cosmos
from pirqa.motion.formats.header import named_unit
from pirqa.motion.record import UNITS, FiledUnit, ReadAs, unit_value
from pirqa.units import STANDARD_GRAVITY
from tests.motion.test_cosmos import channel as cosmos_channel

# the inch is 25.4 mm and the foot 12 inches (1959); 1 Gal is 1 cm/s2; g is 9.80665 m/s2 (3rd CGPM, 1901)
ACCELERATIONS = {
    "m/s2": 1.0,
    "cm/s2": 0.01,
    "gal": 0.01,
    "mm/s2": 0.001,
    "g": 9.80665,
    "g/10": 0.980665,
    "mg": 0.00980665,
    "in/s2": 0.0254,
    "ft/s2": 0.3048,
}
OTHERS = {
    "m/s": ("velocity", 1.0),
    "cm/s": ("velocity", 0.01),
    "mm/s": ("velocity", 0.001),
    "in/s": ("velocity", 0.0254),
    "m": ("displacement", 1.0),
    "cm": ("displacement", 0.01),
    "mm": ("displacement", 0.001),
    "in": ("displacement", 0.0254),
}


def test_gravity_is_the_standard_one():
    assert STANDARD_GRAVITY == 9.80665


def test_every_unit_is_in_the_table_with_its_value():
    assert UNITS.keys() == ACCELERATIONS.keys() == set(get_args(FiledUnit))
    for name, value in ACCELERATIONS.items():
        assert UNITS[name] == pytest.approx(value, rel=1e-15), name


@pytest.mark.parametrize(("name", "value"), ACCELERATIONS.items())
def test_a_unit_of_acceleration_may_be_asked_for_or_named(name, value):
    assert unit_value(Path("a"), name, None)[:2] == (pytest.approx(value, rel=1e-15), name)
    assert unit_value(Path("a"), None, name)[:2] == (pytest.approx(value, rel=1e-15), name)
    assert named_unit(name) == ("acceleration", name, pytest.approx(value, rel=1e-15))


@pytest.mark.parametrize(("name", "meaning"), OTHERS.items())
def test_units_of_velocity_and_displacement(name, meaning):
    assert named_unit(name) == (meaning[0], None, pytest.approx(meaning[1], rel=1e-15))


def test_the_users_word_is_above_the_files():
    value, name, (said,) = unit_value(Path("a"), "g", "gal")
    assert (value, name) == (9.80665, "g")
    assert (said.key, said.text) == ("record_unit_overruled", "gal → g")
    assert unit_value(Path("a"), "gal", "cm/s2") == (0.01, "gal", ()), "two names of one unit"
    with pytest.raises(RecordError, match="does not say the unit"):
        unit_value(Path("a"), None, None)


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("cm/sec/sec", "cm/s2", 0.01),
        ("CM/SEC**2", "cm/s2", 0.01),
        ("cm/s^2", "cm/s2", 0.01),
        ("cm/seg2", "cm/s2", 0.01),
        ("[cm/s²]", "cm/s2", 0.01),
        ("Gal", "gal", 0.01),
        ("gals", "gal", 0.01),
        ("GAL (cm/s/s)", "gal", 0.01),
        ("m/s/s", "m/s2", 1.0),
        ("mps2", "m/s2", 1.0),
        ("M/S**2", "m/s2", 1.0),
        ("mm/sec/sec", "mm/s2", 0.001),
        ("G", "g", 9.80665),
        ("G/10", "g/10", 0.980665),
        ("mg", "mg", 0.00980665),
        ("in/sec/sec", "in/s2", 0.0254),
        ("ft/sec2", "ft/s2", 0.3048),
    ],
)
def test_units_as_headings_write_them(written, name, value):
    assert named_unit(written) == ("acceleration", name, pytest.approx(value, rel=1e-15))


@pytest.mark.parametrize("written", ["", "furlong", "km/s2", "s", "counts", "m/s3", "gg", "m2/s", "1/s2", "kg"])
def test_what_is_no_unit_of_motion_is_not_known(written):
    assert named_unit(written) is None


@pytest.mark.parametrize(("name", "value"), ACCELERATIONS.items())
def test_columns_are_read_in_the_unit_of_their_heading(name, value):
    text = f"time (s),NS ({name})\n0.00,1\n0.01,-2\n0.02,3\n"
    (found,) = columns.read(Path("own.csv"), text.encode(), ReadAs()).accelerations
    assert found.values == pytest.approx(value * np.array([1.0, -2.0, 3.0]), rel=1e-14)
    assert found.unit == name


@pytest.mark.parametrize(("name", "meaning"), OTHERS.items())
def test_columns_of_velocity_and_displacement_are_read_too(name, meaning):
    text = f"time (s),NS (gal),other ({name})\n0.00,1,1\n0.01,-2,-2\n0.02,3,3\n"
    _, found = columns.read(Path("own.csv"), text.encode(), ReadAs()).channels
    assert found.measured == meaning[0]
    assert found.values == pytest.approx(meaning[1] * np.array([1.0, -2.0, 3.0]), rel=1e-14)


@pytest.mark.parametrize(("unit", "seconds"), [("s", 0.5), ("sec", 0.5), ("seg", 0.5), ("ms", 0.0005)])
def test_times_may_be_in_seconds_or_milliseconds(unit, seconds):
    text = f"time ({unit}),NS (gal)\n0.0,1\n0.5,-2\n1.0,3\n"
    assert columns.read(Path("own.csv"), text.encode(), ReadAs()).channels[0].step == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("code", "measured", "value"),
    [
        # COSMOS strong-motion data format 1.20, codes of the units of data
        (2, "acceleration", 9.80665),
        (4, "acceleration", 0.01),
        (5, "velocity", 0.01),
        (6, "displacement", 0.01),
        (7, "acceleration", 0.0254),
        (8, "velocity", 0.0254),
        (9, "displacement", 0.0254),
        (10, "acceleration", 0.01),
        (11, "acceleration", 0.00980665),
    ],
)
def test_codes_of_cosmos(code, measured, value):
    line = f"     83 {measured} pts, approx    1 secs, units=whatever ({code:02d}), Format=(8F10.3)"
    text = cosmos_channel() + cosmos_channel(70, line=line).replace("Corrected acceleration", f"Corrected {measured}")
    found = cosmos.read(Path("own.v2"), text.encode(), ReadAs()).channels[1]
    written = 50.0 * np.sin(2.0 * np.pi * 0.01 * np.arange(83) / 0.4)
    assert found.measured == measured
    assert found.values == pytest.approx(value * written, abs=value * 5.1e-4)


@pytest.mark.parametrize("text", ["gal/1000", "gal*10", "galaxy", "Galileo"])
def test_what_only_begins_like_gal_is_not_gal(text):
    assert named_unit(text) is None
