"""Peaks of spectra, and the decay of their bells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.model.modes import modal_assurance
from pirqa.oma.frequency_domain import _fitted, decompose, find_peaks, pick_peaks, spectra_of
from pirqa.oma.options import SpectrumOptions
from tests.oma.made import BAND, prepared_wall


def test_a_peak_lies_between_lines():
    frequency = np.arange(0.0, 10.0, 0.05)
    value = np.exp(-(((frequency - 3.21) / 0.2) ** 2)) + 1e-3
    lines, found = find_peaks(frequency, value, BAND, 0.1)
    assert found == pytest.approx([3.21], abs=2e-3)
    assert lines.tolist() == [64]


def test_scatter_makes_no_peaks():
    rng = np.random.default_rng(2)
    frequency = np.arange(0.0, 20.0, 0.04)
    value = np.exp(0.1 * rng.standard_normal(len(frequency)))
    lines, _ = find_peaks(frequency, value, BAND, 0.1)
    assert len(lines) < 0.02 * len(frequency)


def test_peaks_of_the_simulated_wall():
    measurement, truth = prepared_wall()
    found = pick_peaks(measurement, spectra_of(measurement), BAND)
    assert len(found.modes) == 7
    assert found.modes.frequency == pytest.approx(truth.frequency, rel=0.015)
    assert np.diag(modal_assurance(found.modes.complex_shape, truth.point_shape)).min() > 0.85
    # an upper bound: the window widens every peak
    known = np.isfinite(found.modes.damping)
    assert np.all(found.modes.damping[known] > 0.8 * truth.damping[known])
    assert np.all(found.window_damping > 0.0)


def test_singular_values_of_the_simulated_wall():
    measurement, truth = prepared_wall()
    found = decompose(measurement, spectra_of(measurement), BAND)
    assert found.peaks.frequency == pytest.approx(truth.frequency, rel=0.015)
    assert np.diag(modal_assurance(found.peaks.complex_shape, truth.point_shape)).min() > 0.95
    assert np.isnan(found.peaks.damping).all()
    assert found.decays.frequency == pytest.approx(truth.frequency, rel=0.02)
    assert found.decays.damping == pytest.approx(truth.damping, rel=0.35)
    assert np.all(found.singular[:, 0] >= found.singular[:, 1])


def test_the_window_is_not_read_as_damping():
    measurement, truth = prepared_wall()
    short = decompose(measurement, spectra_of(measurement, SpectrumOptions(segment=512)), BAND)
    first = int(np.abs(short.decays.frequency - 1.98).argmin())
    assert short.raw_damping[first] > 1.3 * truth.damping[0]
    assert short.decays.damping[first] == pytest.approx(truth.damping[0], rel=0.2)


def test_a_decay_is_read_off_its_envelope():
    time = np.arange(0.0, 20.0, 0.025)
    omega, damping = 2.0 * np.pi * 3.0, 0.02
    turning = omega * np.sqrt(1.0 - damping**2)
    frequency, found = _fitted(np.exp((-damping * omega + 1.0j * turning) * time), 40.0)
    assert frequency == pytest.approx(3.0, rel=1e-9)
    assert found == pytest.approx(damping, rel=1e-9)
    assert _fitted(np.exp((0.1 + 1.0j * turning) * time), 40.0) is None


def test_one_setup_alone():
    measurement, _ = prepared_wall()
    alone = replace(measurement, recordings=measurement.recordings[:1], references=())
    spectra = spectra_of(alone)
    assert len(decompose(alone, spectra, BAND).peaks) >= 5
    assert len(pick_peaks(alone, spectra, BAND).modes) >= 5


def test_a_band_without_peaks_gives_no_modes():
    measurement, _ = prepared_wall()
    spectra = spectra_of(measurement)
    assert len(pick_peaks(measurement, spectra, (0.1, 0.2)).modes) == 0
    assert len(decompose(measurement, spectra, (0.1, 0.2)).peaks) == 0
