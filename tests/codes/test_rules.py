"""Formulas of the codes, by hand and by their properties."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirqa.codes import e010, ntc2008, ntc2018
from pirqa.codes.floor import Floor, damped, floor_amplification, participation
from pirqa.codes.rule import LimitStateName
from pirqa.codes.stage import capacity_of
from pirqa.errors import OptionsError
from pirqa.model.mechanism import CapacityCurve, CurveEvent
from pirqa.motion.design_spectrum import E030, NTC2018, design_spectrum
from tests.codes.mechanisms import curve_of, straight

CUSCO = design_spectrum(E030(zone=2, soil="S2"))
ITALY = design_spectrum(NTC2018(ground_acceleration=2.5, amplification=2.4, rock_corner=0.35, soil="C"))
ratios = st.floats(0.01, 0.3)
periods = st.floats(0.0, 6.0)


def test_older_rule_takes_arrays_and_numbers_alike():
    displacement, acceleration = np.array([0.12, 0.10]), np.array([1.98, 2.22])
    both = ntc2008.secant_period(displacement, acceleration)
    assert both.shape == (2,)
    assert both[1] == pytest.approx(float(ntc2008.secant_period(0.10, 2.22)))
    assert participation(np.array([1, 2, 5])) == pytest.approx([1.0, 1.2, 15.0 / 11.0])
    assert ntc2008.acceleration_demand(3.6, 2.0, floor=np.array([0.5, 1.0])) == pytest.approx([0.9, 1.8])


def test_floor_displacement_of_the_older_rule_peaks_near_the_structures_period():
    tuned = np.linspace(0.2, 2.0, 400)
    demand = ntc2008.floor_displacement(1.0, tuned, 1.0, floor=1.0)
    assert tuned[np.argmax(demand)] == pytest.approx(1.0, abs=0.05)
    assert float(ntc2008.floor_displacement(1.0, 1.0, 1.0, floor=1.0)) == pytest.approx(1.0 / math.sqrt(0.02))


def test_confidence_factor_is_that_of_least_knowledge_without_crushing():
    assert ntc2018.RULE.confidence_factor("LC3", crushing=False) == 1.35
    assert [ntc2018.RULE.confidence_factor(level, crushing=True) for level in ("LC1", "LC2", "LC3")] == [
        1.35,
        1.20,
        1.00,
    ]


@given(own=ratios, damping=st.floats(0.05, 0.10), period=st.floats(0.1, 1.5), shape=st.floats(0.1, 1.5))
def test_floor_spectrum_peaks_above_the_floors_acceleration(own, damping, period, shape):
    floor = Floor(period=period, elongation=1.0, damping=own, shape=shape)
    at_floor = floor.acceleration(ITALY)
    ordinates = floor.spectrum(ITALY, damping, np.linspace(0.0, 4.0, 500))
    assert ordinates.max() > at_floor
    assert ordinates[0] == pytest.approx(at_floor)
    assert float(floor.spectrum(ITALY, damping, period)) == pytest.approx(ordinates.max(), rel=0.2)


@given(period=periods, own=ratios)
def test_floor_spectrum_is_not_below_the_grounds_beyond_the_structures_period(period, own):
    floor = Floor(period=0.4, elongation=1.0, damping=own, shape=0.01)
    if period > 0.4:
        assert float(floor.spectrum(CUSCO, 0.08, period)) >= float(damped(CUSCO, 0.08).acceleration(period))


@given(first=st.floats(0.45, 5.0), second=st.floats(0.45, 5.0))
def test_floor_displacement_beyond_the_plateau_is_not_below_its_peak(first, second):
    floor = Floor(period=0.4, elongation=1.0, damping=0.05, shape=1.0)
    peak = (1.1 * 0.4 / (2 * math.pi)) ** 2 * float(floor.spectrum(CUSCO, 0.08, 0.4))
    assert float(floor.displacement(CUSCO, 0.08, max(first, second))) >= peak * (1 - 1e-12)


def test_a_hinge_near_the_ground_feels_at_least_the_ground():
    assert Floor(period=0.4, elongation=1.0, damping=0.05, shape=1e-6).acceleration(CUSCO) == CUSCO.pga


def test_elongation_moves_the_peak():
    floor = Floor(period=0.4, elongation=1.5, damping=0.05, shape=1.0)
    stretched = np.linspace(0.1, 2.0, 400)
    top = stretched[np.argmax(floor.spectrum(CUSCO, 0.08, stretched, elongated=True))]
    assert 0.8 * 0.6 - 0.01 <= top <= 1.1 * 0.6


def test_damping_leaves_the_ground_alone():
    calmer = damped(ITALY, 0.08)
    assert calmer.acceleration(0.0) == pytest.approx(float(ITALY.acceleration(0.0)))
    assert calmer.acceleration(1.0) == pytest.approx(float(ITALY.acceleration(1.0)) * math.sqrt(10.0 / 13.0))
    assert damped(CUSCO, 0.08).acceleration(0.0) == pytest.approx(float(CUSCO.plateau) * math.sqrt(10.0 / 13.0))


def test_free_standing_period_of_a_cantilever():
    # the first mode of a slender beam: 2π/3.516 L² √(12 ρ/(E t²)) = 6.19 L²/t √(ρ/E)
    length, thickness, weight, modulus = 4.0, 0.5, 20e3, 1e9
    beam = 2 * math.pi / 1.8751**2 * length**2 * math.sqrt(12 * weight / 9.81 / (modulus * thickness**2))
    told = ntc2018.free_standing_period(
        length=length, thickness=thickness, unit_weight=weight, elastic_modulus=modulus, gravity=9.81
    )
    assert float(told) == pytest.approx(beam, rel=0.01)
    held = 2 * math.pi / math.pi**2 * length**2 * math.sqrt(12 * weight / 9.81 / (modulus * thickness**2))
    told = ntc2018.free_standing_period(
        length=length, thickness=thickness, unit_weight=weight, elastic_modulus=modulus, gravity=9.81, held=True
    )
    assert float(told) == pytest.approx(held, rel=0.01)


def limit_of(curve: CapacityCurve, limit_state: LimitStateName) -> tuple[float, str]:
    """Ultimate displacement of a capacity curve and what sets it."""
    displacement, (reason, sets_it) = ntc2018.ultimate_displacement(capacity_of(curve), limit_state)
    return float(displacement), reason if sets_it else "share"


def test_ultimate_displacement_is_a_share_of_where_it_falls():
    curve = straight(0.2, 1.0)
    assert limit_of(curve, "SLV") == (0.4, "share")
    assert limit_of(curve, "SLC") == (0.6, "share")


def test_links_that_break_end_life_safety_where_more_than_half_is_lost():
    much = curve_of([0.0, 0.1, 0.1, 1.0], [0.5, 0.45, 0.15, 0.0])
    assert limit_of(much, "SLV") == (pytest.approx(0.1), "links_broken")
    assert limit_of(much, "SLC") == (0.6, "share")
    little = curve_of([0.0, 0.1, 0.1, 1.0], [0.5, 0.45, 0.25, 0.0])
    assert limit_of(little, "SLV") == (0.4, "share")
    late = curve_of([0.0, 0.5, 0.5, 1.0], [0.5, 0.45, 0.15, 0.0])
    assert limit_of(late, "SLV") == (0.4, "share")


def test_lost_support_ends_near_collapse():
    curve = curve_of([0.0, 1.0], [0.2, 0.0], (CurveEvent(name="support_lost", what="beam", displacement=0.3),))
    assert limit_of(curve, "SLC") == (pytest.approx(0.3), "support_lost")
    assert limit_of(curve, "SLV") == (0.4, "share")


def test_three_struts_of_the_paper():
    one = e010.strut_capacity(diameter=0.1, effective_length=0.9, compressive_strength=7.8e6)
    assert 3 * one == pytest.approx(184e3, rel=2e-3)
    assert e010.strut_capacity(diameter=0.1, effective_length=1.0, compressive_strength=7.8e6) == one


def test_longer_struts_are_refused():
    with pytest.raises(OptionsError, match=r"slenderness 11 .* capacity itself"):
        e010.strut_capacity(diameter=0.1, effective_length=1.1, compressive_strength=7.8e6)


@pytest.mark.parametrize("name", ["diameter", "effective_length", "compressive_strength"])
@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_a_strut_of_nothing_is_refused(name, value):
    given = {"diameter": 0.1, "effective_length": 0.9, "compressive_strength": 7.8e6, name: value}
    with pytest.raises(OptionsError, match=name):
        e010.strut_capacity(**given)


def test_floor_amplification_is_never_below_one():
    assert float(floor_amplification(0.05, 1.0)) == pytest.approx(4.92, abs=0.005)
    assert float(floor_amplification(0.95, 0.7)) == 1.0
    assert floor_amplification(np.array([0.05, 0.95]), 0.7) == pytest.approx([0.7 * 4.919, 1.0], abs=1e-3)
