"""Soil over rock: the closed form at and off resonance, and rest at the end."""

import math

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.site_effect import SiteEffect, amplify, impedance_of, layer_transfer

STEP = 0.01


def pulse(*, vertical=True):
    """Ricker's pulse of 1.5 Hz, at rest before and after."""
    time = STEP * np.arange(-400, 401)
    power = (math.pi * 1.5 * time) ** 2
    wave = (1 - 2 * power) * np.exp(-power)
    directions = (Direction(name="NS", azimuth=0.0), Direction(name="UD", vertical=True))
    return GroundMotion(
        name="pulse",
        step=STEP,
        acceleration=np.column_stack((wave, 0.5 * wave))[:, : 1 + vertical],
        directions=directions[: 1 + vertical],
    )


def test_a_factor_on_the_horizontal_components():
    shaken, remarks = amplify(pulse(), SiteEffect(amplification=1.56), surface=False)
    assert shaken.peak_acceleration == pytest.approx([1.56, 0.5])
    assert [remark.key for remark in remarks] == ["motion_vertical_not_amplified"]
    assert shaken.treatments[-1].amounts["factor"] == 1.56
    assert shaken.factor == 1.0


def test_counting_the_soil_twice_is_told():
    _, remarks = amplify(pulse(vertical=False), SiteEffect(amplification=1.56), surface=True)
    assert [(remark.kind, remark.key, remark.amount) for remark in remarks] == [
        ("warning", "motion_site_counted_twice", 1.56)
    ]


@pytest.mark.parametrize(("damping", "impedance"), [(0.05, None), (0.02, 0.3), (0.10, 0.6)])
def test_transfer_function_in_kramers_form(damping, impedance):
    effect = SiteEffect(frequency=2.3, damping=damping, impedance=impedance)
    frequencies = np.linspace(0.0, 12.0, 50)
    stiffness = np.sqrt(1 + 2j * damping)
    depth = np.pi / 2 * frequencies / 2.3 / stiffness
    wanted = 1 / (np.cos(depth) + 1j * (impedance or 0.0) * stiffness * np.sin(depth))
    assert layer_transfer(frequencies, effect) == pytest.approx(wanted, rel=1e-12)


def test_amplification_at_resonance():
    # rigid rock: about 2/(πξ) (Kramer 1996); light damping on elastic rock: 1/α
    rigid = abs(layer_transfer(np.array([2.0]), SiteEffect(frequency=2.0, damping=0.01))[0])
    assert rigid == pytest.approx(2 / (math.pi * 0.01), rel=1e-3)
    elastic = abs(layer_transfer(np.array([2.0]), SiteEffect(frequency=2.0, damping=1e-6, impedance=0.4))[0])
    assert elastic == pytest.approx(1 / 0.4, rel=1e-5)
    far = abs(layer_transfer(np.array([1e5]), SiteEffect(frequency=2.0))[0])
    assert far == pytest.approx(0.0, abs=1e-12)


def test_the_peak_sets_the_impedance():
    effect = SiteEffect(frequency=2.3, peak=1.56, damping=0.05)
    assert abs(layer_transfer(np.array([2.3]), effect)[0]) == pytest.approx(1.56, rel=1e-12)
    assert 0.0 < impedance_of(effect) < 1 / 1.56


def test_a_sine_through_the_layer():
    effect = SiteEffect(frequency=2.0, damping=0.1, impedance=0.2)
    time = STEP * np.arange(6000)
    wave = np.sin(2 * np.pi * 2.5 * time) * np.minimum(1, time / 5)
    motion = GroundMotion(name="s", step=STEP, acceleration=wave[:, None], directions=(Direction(name="NS"),))
    shaken, _ = amplify(motion, effect, surface=False)
    depth = np.pi / 2 * 1.25 / np.sqrt(1 + 0.2j)
    factor = 1 / (np.cos(depth) + 0.2j * np.sqrt(1 + 0.2j) * np.sin(depth))
    wanted = abs(factor) * np.sin(2 * np.pi * 2.5 * time + np.angle(factor))
    middle = slice(3000, 5000)
    assert shaken.acceleration[middle, 0] == pytest.approx(wanted[middle], abs=1e-6)


def test_ringing_dies_in_the_pad_and_ends_at_rest():
    before = pulse()
    shaken, _ = amplify(before, SiteEffect(frequency=1.5, damping=0.05), surface=False)
    assert len(shaken.acceleration) > len(before.acceleration)
    assert np.abs(shaken.velocity[-1]).max() < 1e-9
    assert np.abs(shaken.displacement[-1]).max() < 1e-9
    assert shaken.peak_acceleration[0] > 2 * before.peak_acceleration[0]
    assert np.array_equal(shaken.acceleration[: len(before.acceleration), 1], before.acceleration[:, 1])
    # nothing arrives before the wave has crossed the layer, a quarter of its period
    late = round(0.25 / 1.5 / STEP)
    assert np.argmax(np.abs(shaken.acceleration[:, 0]) > 1e-3) >= np.argmax(np.abs(before.acceleration[:, 0]) > 1e-3)
    assert np.argmax(shaken.acceleration[:420, 0]) >= 400 - late // 2


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"amplification": 1.5, "frequency": 2.0},
        {"amplification": 1.5, "peak": 2.0},
        {"frequency": 2.0, "impedance": 0.5, "peak": 2.0},
        {"frequency": 2.0, "peak": 30.0},
    ],
)
def test_a_factor_or_a_layer(given):
    with pytest.raises(ModelError, match=r"amplification|layer|one of them"):
        SiteEffect(**given)


def test_a_layer_too_stiff_for_the_record_changes_nothing():
    before = pulse()
    shaken, _ = amplify(before, SiteEffect(frequency=1e6, damping=0.4), surface=False)
    count = len(before.acceleration)
    assert shaken.acceleration[:count] == pytest.approx(before.acceleration, abs=1e-3)
    assert np.abs(shaken.displacement[-1]).max() < 1e-9


def test_bounds_and_absurd_ringing():
    with pytest.raises(ModelError, match=r"site_effect\.damping"):
        SiteEffect(frequency=2.0, damping=0.0)
    with pytest.raises(OptionsError, match="too long"):
        amplify(pulse(), SiteEffect(frequency=1e-9, damping=1e-9), surface=False)
    with pytest.raises(OptionsError, match="frequency"):
        layer_transfer(np.ones(1), SiteEffect(amplification=2.0))
