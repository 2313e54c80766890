"""Welch's spectra and the averaged normalised one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import signal

from pirqa.errors import ModelError, OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.frequency_domain import Spectra, averaged_normalised, spectra_of, welch
from pirqa.oma.measurement import Recording
from pirqa.oma.options import SpectrumOptions
from tests.oma.made_signals import RATE, across, measurement


def coherence(spectra: Spectra) -> FloatArray:
    """Squared coherence of each pair of channels, from 0 to 1, shape (f, degrees, degrees); 0 where one is silent."""
    power = spectra.power
    product = power[:, :, None] * power[:, None, :]
    shared: FloatArray = np.zeros(product.shape)
    np.divide(np.abs(spectra.density) ** 2, product, out=shared, where=product > 0.0)
    return shared


def _recording(signals: np.ndarray) -> Recording:
    degrees = tuple(across(i + 1) for i in range(signals.shape[1]))
    return Recording(setup="S1", rate=RATE, degrees=degrees, signals=signals)


@pytest.mark.parametrize(("segment", "overlap"), [(1024, 0.5), (255, 0.0), (512, 0.75)])
def test_densities_are_those_of_scipy(segment, overlap):
    signals = np.random.default_rng(2).normal(size=(9000, 3)) @ np.array([[1, 0.4, 0], [0, 1, 0.3], [0, 0, 1.0]])
    ours = welch(_recording(signals), SpectrumOptions(segment=segment, overlap=overlap))
    kept = segment - max(segment - round(segment * overlap), 1)
    for i in range(3):
        for j in range(3):
            frequency, density = signal.csd(
                signals[:, j], signals[:, i], fs=RATE, nperseg=segment, noverlap=kept, window="hann"
            )
            np.testing.assert_allclose(ours.density[:, i, j], density, rtol=1e-10, atol=1e-16)
    np.testing.assert_allclose(ours.frequency, frequency)
    assert ours.resolution == pytest.approx(RATE / segment)
    assert ours.averages == (9000 - kept) // (segment - kept)


def test_long_records_are_averaged_in_pieces(monkeypatch):
    recording = _recording(np.random.default_rng(4).normal(size=(20000, 2)))
    whole = welch(recording)
    monkeypatch.setattr("pirqa.oma.frequency_domain._CHUNK", 5000)
    np.testing.assert_allclose(welch(recording).density, whole.density, rtol=1e-10, atol=1e-18)


def test_the_scatter_of_white_noise_is_as_told():
    rng = np.random.default_rng(3)
    spectra = welch(_recording(rng.normal(size=(1024 * 20, 40))), SpectrumOptions(segment=256))
    inner = spectra.power[5:-5]
    assert inner.std() / inner.mean() == pytest.approx(spectra.scatter, rel=0.05)
    assert spectra.independent < spectra.averages


def test_shares_are_averaged_over_channels_and_setups():
    made = measurement()
    spectra = spectra_of(made)
    mean = averaged_normalised(spectra)
    assert mean.channels == 9
    assert mean.value[1:].sum() == pytest.approx(1.0)
    assert abs(mean.frequency[np.argmax(mean.value)] - 2.0) < 0.1
    louder = [replace(one, density=one.density * (10.0 ** (3 * i))) for i, one in enumerate(spectra)]
    np.testing.assert_allclose(averaged_normalised(louder).value, mean.value, rtol=1e-10)


def test_silent_channels_have_no_share():
    signals = np.random.default_rng(3).normal(size=(5000, 3))
    signals[:, 1] = 0.0
    spectra = welch(_recording(signals))
    assert averaged_normalised([spectra]).channels == 2
    assert np.all(coherence(spectra)[:, 0, 1] == 0.0)
    with pytest.raises(ModelError, match="no channel moves"):
        averaged_normalised([welch(_recording(np.zeros((5000, 2))))])


def test_what_cannot_be_averaged_is_refused():
    made = measurement(seconds=60.0)
    with pytest.raises(OptionsError, match=r"oma\.spectrum\.segment: 8192 samples are more than the 6000"):
        welch(made.recordings[0], SpectrumOptions(segment=8192))
    one, other = welch(made.recordings[0]), welch(made.recordings[1], SpectrumOptions(segment=512))
    with pytest.raises(ModelError, match="other frequencies"):
        averaged_normalised([one, other])
    with pytest.raises(ModelError, match="no spectra"):
        averaged_normalised([])
