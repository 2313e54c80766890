from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.motion.site_effect import SiteEffect, layer_transfer
from pirqa.oma.hvsr.layered_site import SoilLayer, ground_noise, resonance, transfer

ROCK = SoilLayer(velocity=800.0, density=2200.0)
SOIL = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0, damping=0.03)


def test_one_undamped_layer_is_the_closed_form():
    soil = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0)
    frequency = np.linspace(0.05, 15.0, 400)
    turn, contrast = 2.0 * np.pi * frequency / 180.0 * 20.0, 1800.0 * 180.0 / (2200.0 * 800.0)
    expected = 1.0 / np.hypot(np.cos(turn), contrast * np.sin(turn))
    assert np.abs(transfer(frequency, (soil, ROCK))) == pytest.approx(expected, rel=1e-10)
    assert resonance(soil) == 2.25
    assert abs(transfer(np.array([2.25]), (soil, ROCK))[0]) == pytest.approx(1.0 / contrast, rel=1e-12)


def test_one_damped_layer_is_that_of_the_motions():
    effect = SiteEffect(frequency=2.25, damping=0.03, impedance=1800.0 * 180.0 / (2200.0 * 800.0))
    frequency = np.linspace(0.05, 15.0, 400)
    assert np.abs(transfer(frequency, (SOIL, ROCK))) == pytest.approx(
        np.abs(layer_transfer(frequency, effect)), rel=1e-9
    )


def test_a_layer_cut_in_two_is_one_layer_and_no_contrast_is_no_layer():
    upper = SoilLayer(velocity=180.0, density=1800.0, thickness=7.0, damping=0.03)
    lower = SoilLayer(velocity=180.0, density=1800.0, thickness=13.0, damping=0.03)
    frequency = np.linspace(0.05, 15.0, 100)
    assert transfer(frequency, (upper, lower, ROCK)) == pytest.approx(transfer(frequency, (SOIL, ROCK)), rel=1e-10)
    same = SoilLayer(velocity=800.0, density=2200.0, thickness=20.0)
    assert np.abs(transfer(frequency, (same, ROCK))) == pytest.approx(1.0, rel=1e-12)


def test_noise_has_the_spectrum_of_its_ground():
    noise = ground_noise((SOIL, ROCK), duration=2000.0, seed=4)
    power = np.abs(np.fft.rfft(noise.signals, axis=0)) ** 2
    frequency = np.fft.rfftfreq(len(noise.signals), 0.01)
    near = (frequency > 2.1) & (frequency < 2.3)
    ratio = power[near, 0].mean() / power[near, 2].mean()
    expected = float((np.abs(transfer(frequency[near], (SOIL, ROCK))) ** 2).mean())
    assert ratio == pytest.approx(expected, rel=4.0 * math.sqrt(2.0 / near.sum()))


def test_ground_needs_a_half_space():
    with pytest.raises(ModelError, match="half-space"):
        transfer(np.ones(1), (SOIL,))
    with pytest.raises(ModelError, match="half-space"):
        transfer(np.ones(1), (ROCK, ROCK))
    with pytest.raises(ModelError, match="thickness"):
        resonance(ROCK)
