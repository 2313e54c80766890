"""Design spectra: the codes' own numbers, continuity, bounds, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pirqa.errors import ModelError, OptionsError
from pirqa.motion.design_spectrum import (
    E030,
    E0302003,
    NTC2018,
    DesignSpectra,
    EC8Type1,
    design_spectra,
    design_spectrum,
)
from pirqa.units import STANDARD_GRAVITY as G

ALL = [
    E030(zone=2, soil="S2"),
    E030(zone=4, soil="S3", reduction=3.0, rise=True),
    E030(zone=1, soil="S0", vertical=True),
    E0302003(zone=2, soil="S1"),
    NTC2018(ground_acceleration=2.5, amplification=2.4, rock_corner=0.35, soil="D", topography="T3"),
    EC8Type1(ground_acceleration=3.0, ground="C", damping=0.02),
]


@pytest.mark.parametrize(
    ("zone", "soil", "factor", "plateau_end", "long_start"),
    [
        (1, "S0", 0.10 * 0.80, 0.3, 3.0),
        (1, "S2", 0.10 * 1.60, 0.6, 2.0),
        (1, "S3", 0.10 * 2.00, 1.0, 1.6),
        (2, "S1", 0.25 * 1.00, 0.4, 2.5),
        (2, "S3", 0.25 * 1.40, 1.0, 1.6),
        (3, "S2", 0.35 * 1.15, 0.6, 2.0),
        (4, "S2", 0.45 * 1.05, 0.6, 2.0),
        (4, "S3", 0.45 * 1.10, 1.0, 1.6),
    ],
)
def test_e030_tables(zone, soil, factor, plateau_end, long_start):
    spectrum = design_spectrum(E030(zone=zone, soil=soil))
    assert spectrum.pga == pytest.approx(factor * G, rel=1e-14)
    assert spectrum.corners == (plateau_end, long_start)
    at = spectrum.acceleration(np.array([0.0, plateau_end, 0.5 * (plateau_end + long_start), 2.0 * long_start]))
    middle = 2.5 * plateau_end / (0.5 * (plateau_end + long_start))
    far = 2.5 * plateau_end * long_start / (2.0 * long_start) ** 2
    assert at == pytest.approx(factor * G * np.array([2.5, 2.5, middle, far]), rel=1e-13)


def test_e030_factors_and_rise():
    plain, used = E030(zone=3, soil="S1"), E030(zone=3, soil="S1", use_factor=1.5, reduction=6.0)
    periods = np.array([0.0, 0.2, 1.0, 4.0])
    ratio = design_spectrum(used).acceleration(periods) / design_spectrum(plain).acceleration(periods)
    assert ratio == pytest.approx(np.full(4, 0.25))
    assert design_spectrum(used).pga == pytest.approx(1.5 * design_spectrum(plain).pga)
    rising = design_spectrum(E030(zone=3, soil="S1", rise=True))
    # C = 1 + 7.5 T/TP below 0.2 TP
    assert rising.acceleration(0.04) == pytest.approx(0.35 * G * (1.0 + 7.5 * 0.04 / 0.4))
    assert rising.acceleration(0.08) == pytest.approx(0.35 * G * 2.5)
    vertical = design_spectrum(E030(zone=3, soil="S1", vertical=True))
    assert vertical.name == "e030_2018_vertical"
    assert vertical.acceleration(periods) == pytest.approx(rising.acceleration(periods) * 2.0 / 3.0)


def test_e030_2003_tables_and_overrides():
    for zone, z in ((1, 0.15), (2, 0.30), (3, 0.40)):
        for soil, s, tp in (("S1", 1.0, 0.4), ("S2", 1.2, 0.6), ("S3", 1.4, 0.9)):
            spectrum = design_spectrum(E0302003(zone=zone, soil=soil))
            assert spectrum.acceleration(np.array([0.1, 3.0 * tp, 30.0])) == pytest.approx(
                z * s * G * np.array([2.5, 2.5 / 3.0, 2.5 * tp / 30.0])
            )
            assert spectrum.corners == (tp,)
    site = design_spectrum(E0302003(zone=2, soil="S2", plateau_end=0.45))
    assert site.acceleration(0.53) == pytest.approx(0.3 * 1.2 * 2.5 * 0.45 / 0.53 * G)
    assert "TP = 0.45 s" in site.source
    bare = design_spectrum(E0302003(zone_factor=0.3, soil_factor=1.2, plateau_end=0.45))
    assert bare.acceleration(1.0) == site.acceleration(1.0)
    assert not site.verified


@pytest.mark.parametrize(
    ("soil", "strength", "soil_factor", "corner"),
    [
        # S_S = 1.40 − 0.40·2.5·0.3 = 1.10; C_C TC* = 1.10·0.3^0.8
        ("A", 0.30, 1.00, 0.3),
        ("B", 0.30, 1.10, 1.10 * 0.3**0.80),
        ("B", 0.05, 1.20, 1.10 * 0.3**0.80),
        ("C", 0.10, 1.50, 1.05 * 0.3**0.67),
        ("C", 0.30, 1.25, 1.05 * 0.3**0.67),
        ("D", 0.05, 1.80, 1.25 * 0.3**0.50),
        ("D", 0.30, 1.275, 1.25 * 0.3**0.50),
        ("D", 0.90, 0.90, 1.25 * 0.3**0.50),
        ("E", 0.10, 1.60, 1.15 * 0.3**0.60),
        ("E", 0.90, 1.00, 1.15 * 0.3**0.60),
    ],
)
def test_ntc2018_tables(soil, strength, soil_factor, corner):
    spectrum = design_spectrum(
        NTC2018(ground_acceleration=strength * G, amplification=2.5, rock_corner=0.3, soil=soil, topography="T2")
    )
    long_start = 4.0 * strength + 1.6
    assert spectrum.corners == pytest.approx((corner / 3.0, corner, long_start))
    ground = strength * G * soil_factor * 1.2
    assert spectrum.acceleration(np.array([0.0, corner / 6.0, corner, 2.0 * long_start])) == pytest.approx(
        ground * np.array([1.0, 1.75, 2.5, 2.5 * corner * long_start / (2.0 * long_start) ** 2])
    )


@pytest.mark.parametrize(
    ("ground", "factor", "first", "second"),
    [("A", 1.0, 0.15, 0.4), ("B", 1.2, 0.15, 0.5), ("C", 1.15, 0.2, 0.6), ("D", 1.35, 0.2, 0.8), ("E", 1.4, 0.15, 0.5)],
)
def test_ec8_tables(ground, factor, first, second):
    spectrum = design_spectrum(EC8Type1(ground_acceleration=2.0, ground=ground, importance=1.4))
    assert spectrum.corners == (first, second, 2.0)
    assert spectrum.acceleration(np.array([0.0, first, second, 2.0, 4.0])) == pytest.approx(
        2.0 * 1.4 * factor * 2.5 * np.array([0.4, 1.0, 1.0, second / 2.0, second * 2.0 / 16.0])
    )


def test_damping_and_national_corner():
    # η = √(10/7) at 2 %; it is 0.55 at least
    light = design_spectrum(EC8Type1(ground_acceleration=1.0, ground="A", damping=0.02))
    assert light.acceleration(0.3) == pytest.approx(2.5 * math.sqrt(10.0 / 7.0))
    assert light.acceleration(0.0) == pytest.approx(1.0)
    heavy = design_spectrum(EC8Type1(ground_acceleration=1.0, ground="A", damping=0.5))
    assert heavy.plateau == pytest.approx(2.5 * 0.55)
    greek = design_spectrum(EC8Type1(ground_acceleration=1.0, ground="A", long_start=2.5))
    assert greek.acceleration(2.5) == pytest.approx(2.5 * 0.4 / 2.5)


@pytest.mark.parametrize("options", ALL, ids=lambda options: type(options).__name__)
@settings(max_examples=50, deadline=None)
@given(period=st.floats(0.0, 12.0))
def test_spectra_are_continuous_and_below_their_plateau(options, period):
    spectrum = design_spectrum(options)
    here, near = spectrum.acceleration(np.array([period, period + 1e-7]))
    assert abs(here - near) < 1e-4
    assert 0.0 < here <= spectrum.plateau * (1.0 + 1e-12)
    assert spectrum.displacement(period) == pytest.approx(here * (period / (2.0 * math.pi)) ** 2)


def test_shape_of_the_result_is_that_of_the_periods():
    spectrum = design_spectrum(ALL[0])
    assert spectrum.acceleration(0.5).shape == ()
    assert spectrum.acceleration(np.ones((2, 3))).shape == (2, 3)
    for bad in (-0.1, math.nan, math.inf):
        with pytest.raises(OptionsError, match="e030_2018"):
            spectrum.acceleration(bad)


def test_several_spectra_in_the_order_of_the_keys():
    asked = DesignSpectra(ec8_type1=ALL[5], e030_2018=ALL[0])
    assert list(design_spectra(asked)) == ["e030_2018", "ec8_type1"]
    with pytest.raises(ModelError, match="at least one code"):
        DesignSpectra()
    with pytest.raises(OptionsError, match="DesignSpectra"):
        design_spectrum(asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "make",
    [
        lambda: E030(zone=5, soil="S1"),
        lambda: E030(zone=2, soil="S4"),
        lambda: E030(zone=2, soil="S1", reduction=0.5),
        lambda: E030(zone=2, soil="S1", use_factor=math.nan),
        lambda: E0302003(zone=4, soil="S1"),
        lambda: E0302003(soil="S1"),
        lambda: E0302003(zone=1, soil_factor=1.2),
        lambda: E0302003(zone=1, plateau_end=0.4),
        lambda: NTC2018(ground_acceleration=1.0, amplification=2.0, rock_corner=0.3, soil="A"),
        lambda: NTC2018(ground_acceleration=1.0, amplification=2.4, rock_corner=0.3, soil="F"),
        lambda: NTC2018(ground_acceleration=1.0, amplification=2.4, rock_corner=0.3, soil="A", topography="T5"),
        lambda: EC8Type1(ground_acceleration=-1.0, ground="A"),
        lambda: EC8Type1(ground_acceleration=1.0, ground="S1"),
        lambda: EC8Type1(ground_acceleration=1.0, ground="A", damping=1.0),
    ],
)
def test_bad_options_are_refused(make):
    with pytest.raises(ModelError, match=r"must be|give (zone|soil)"):
        make()


def test_a_project_file_can_write_them():
    read = TypeAdapter(DesignSpectra).validate_python(
        {
            "e030_2003": {"zone": 2, "soil": "S2", "plateau_end": "0.45 s"},
            "ntc2018": {"ground_acceleration": "0.25 g", "amplification": 2.4, "rock_corner": "0.35 s", "soil": "C"},
        }
    )
    first, second = design_spectra(read).values()
    assert first.plateau_end == 0.45
    assert second.pga == pytest.approx(0.25 * G * (1.70 - 0.60 * 2.4 * 0.25))
