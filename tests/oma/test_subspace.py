"""Correlations, subspace matrices, models of all orders, and what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement, Recording
from pirqa.oma.options import Subspace, SubspaceOptions
from pirqa.oma.subspace import identify
from pirqa.oma.subspace.matrices import (
    arrange,
    block_correlations,
    block_rows_of,
    correlations,
    data_matrix,
    hankel,
    lagged_sums,
)
from pirqa.verification.oma_subspace import degrees, three_modes
from tests.oma.made_signals import toeplitz

METHODS: tuple[Subspace, ...] = ("covariance", "data")


def noise(samples: int, channels: int, seed: int = 0) -> FloatArray:
    white = np.random.default_rng(seed).standard_normal((samples, channels))
    return white[1:] + 0.7 * white[:-1]


@settings(max_examples=25, deadline=None)
@given(samples=st.integers(40, 400), lags=st.integers(1, 30), pieces=st.integers(1, 4), seed=st.integers(0, 99))
def test_lagged_sums_are_plain_sums(samples: int, lags: int, pieces: int, seed: int) -> None:
    late, early = noise(samples, 3, seed), noise(samples, 2, seed + 1)
    found = lagged_sums(early, late, lags, pieces)
    length = len(early) // pieces
    padded = np.concatenate([late, np.zeros((lags, 3))])
    for piece in range(pieces):
        start, stop = piece * length, len(early) if piece == pieces - 1 else (piece + 1) * length
        for lag in range(lags):
            plain = padded[start + lag : stop + lag].T @ early[start:stop]
            np.testing.assert_allclose(found[piece, lag], plain, atol=1e-10)


def test_blocks_make_the_whole() -> None:
    signals = noise(2001, 3)
    blocks = block_correlations(signals, signals[:, :2], 20, 10)
    whole = correlations(signals, signals[:, :2], 20)
    assert np.abs(blocks.mean(axis=0) - whole).max() < 0.05
    np.testing.assert_allclose(whole[3], signals[3:].T @ signals[:-3, :2] / 1997, atol=1e-12)


def test_data_matrix_is_the_projection_of_the_data() -> None:
    """Against the Hankel matrix of the data itself; the fallback gives the same."""
    signals, rows = noise(801, 3), 6
    references = signals[:, :2]
    count = len(signals) - 2 * rows + 1
    past = np.vstack([references[rows - 1 - lag :][:count].T for lag in range(rows)])
    future = np.vstack([signals[rows + lag :][:count].T for lag in range(rows)])
    cross, gram = future @ past.T / count, past @ past.T / count
    found = data_matrix(signals, references, rows)
    assert not found.by_decomposition
    np.testing.assert_allclose(found.matrix @ found.matrix.T, cross @ np.linalg.solve(gram, cross.T), atol=1e-12)
    again = data_matrix(signals, references, rows, least_condition=2.0)
    assert again.by_decomposition
    np.testing.assert_allclose(again.matrix, found.matrix, atol=1e-12)
    assert again.past_factor is not None
    np.testing.assert_allclose(again.past_factor @ again.past_factor.T, gram, atol=1e-12)


def test_dependent_pasts_are_decomposed_by_themselves() -> None:
    """A signal without anything above a tenth of the rate: its pasts are nearly dependent."""
    white = np.random.default_rng(1).standard_normal((4000, 3))
    spectrum = np.fft.rfft(white, axis=0)
    spectrum[400:] = 0.0
    smooth = np.fft.irfft(spectrum, axis=0) + 1e-9 * white
    found = data_matrix(smooth, smooth[:, :2], 12)
    assert found.by_decomposition
    count = len(smooth) - 23
    past = np.vstack([smooth[11 - lag :, :2][:count].T for lag in range(12)])
    future = np.vstack([smooth[12 + lag :][:count].T for lag in range(12)])
    basis = np.linalg.qr(past.T)[0]
    expected = np.linalg.svd(future @ basis, compute_uv=False) / np.sqrt(count)
    np.testing.assert_allclose(np.linalg.svd(found.matrix, compute_uv=False), expected, atol=1e-9 * expected[0])


def test_hankel_and_toeplitz_of_lags() -> None:
    lags = np.arange(8.0)[:, None, None] + np.array([[0.0, 0.1], [0.2, 0.3]])
    matrix = hankel(lags, 4)
    np.testing.assert_allclose(matrix[2:4, 4:6], lags[4])  # block (1, 2) is R(1 + 2 + 1)
    square = toeplitz(lags, 4)
    np.testing.assert_allclose(square[0:2, 4:6], lags[2])
    np.testing.assert_allclose(square[4:6, 0:2], lags[2].T)


@pytest.mark.parametrize("method", METHODS)
def test_modes_of_one_setup(method: Subspace) -> None:
    system = three_modes()
    poles = identify(
        system.measurement(900.0, 1), SubspaceOptions(block_rows=20, order=30), method=method, uncertainty=False
    )
    assert list(np.unique(poles.order)) == list(range(2, 31))
    np.testing.assert_allclose(np.linalg.norm(poles.shape, axis=1), 1.0)
    largest = poles.shape[np.arange(len(poles)), np.abs(poles.shape).argmax(axis=1)]
    np.testing.assert_allclose(largest.imag, 0.0, atol=1e-12)
    assert (largest.real > 0.0).all()
    for order in (6, 12, 20):
        some = poles.take(poles.order == order)
        for frequency, damping, shape in zip(system.frequency, system.damping, system.shape, strict=True):
            at = int((np.abs(some.frequency / frequency - 1) + np.abs(some.damping - damping)).argmin())
            assert some.frequency[at] == pytest.approx(frequency, rel=0.015)
            assert some.damping[at] == pytest.approx(damping, abs=0.015)
            assert abs(some.shape[at].conj() @ shape) / np.linalg.norm(shape) > 0.98


def campaign(duration: float = 600.0, levels: tuple[float, ...] = (1.0, 5.0, 0.2)) -> Measurement:
    """Three setups of two references and two others; each under an excitation of another size."""
    shape = np.random.default_rng(3).standard_normal((3, 8))
    system, places, recordings = dataclasses.replace(three_modes(), shape=shape), degrees(8), []
    for setup, level in enumerate(levels):
        own = [2 + 2 * setup, 0, 1, 3 + 2 * setup]
        signals = level * system.signals(duration, setup)[:, own]
        some = tuple(places[column] for column in own)
        recordings.append(Recording(setup=str(setup + 1), rate=system.rate, degrees=some, signals=signals))
    return Measurement(name="three setups", points={}, recordings=tuple(recordings), references=places[:2])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("order", [6, 16])
def test_modes_of_merged_setups(method: Subspace, order: int) -> None:
    """Shapes come out whole although every setup was shaken more or less than the others."""
    system = dataclasses.replace(three_modes(), shape=np.random.default_rng(3).standard_normal((3, 8)))
    measurement = campaign()
    poles = identify(measurement, SubspaceOptions(block_rows=20, order=order), method=method, uncertainty=False)
    some = poles.take(poles.order == order)
    places = [degrees(8).index(degree) for degree in measurement.degrees]
    for frequency, damping, shape in zip(system.frequency, system.damping, system.shape, strict=True):
        at = int((np.abs(some.frequency / frequency - 1) + np.abs(some.damping - damping)).argmin())
        assert some.frequency[at] == pytest.approx(frequency, rel=0.015)
        assert (
            abs(some.shape[at].conj() @ shape[places]) / np.linalg.norm(shape) > 0.95
        )  # the references see this mode least


def test_size_of_a_setup_does_not_matter() -> None:
    options = SubspaceOptions(block_rows=20, order=10)
    first = identify(campaign(), options, uncertainty=False)
    second = identify(campaign(levels=(3.0, 1.0, 1.0)), options, uncertainty=False)
    np.testing.assert_allclose(second.frequency, first.frequency, rtol=1e-9)


def test_a_degree_of_two_setups_is_their_mean() -> None:
    measurement = campaign()
    first, second, third = measurement.recordings
    twice = dataclasses.replace(second, degrees=(first.degrees[0], *second.degrees[1:]))
    changed = dataclasses.replace(measurement, recordings=(first, twice, third))
    layout = arrange(changed, SubspaceOptions(block_rows=20, order=10))
    assert layout.place.shape == (7, 8)
    np.testing.assert_allclose(layout.place.sum(axis=1), 1.0)
    assert (layout.place == 0.5).sum() == 2


def test_step_gives_every_second_order() -> None:
    poles = identify(campaign(), SubspaceOptions(block_rows=20, order=10, step=2), uncertainty=False)
    assert list(np.unique(poles.order)) == [2, 4, 6, 8, 10]


def test_default_block_rows() -> None:
    assert block_rows_of(SubspaceOptions(), 40.0, 2, 0.5) == 45  # one and a half times the order over two references
    assert block_rows_of(SubspaceOptions(order=20), 40.0, 2, 0.5) == 40  # half a period of 0.5 Hz
    assert block_rows_of(SubspaceOptions(order=4), 40.0, 4, 10.0) == 10
    assert block_rows_of(SubspaceOptions(block_rows=33), 40.0, 2, 0.5) == 33


def changed(index: int, **items: object) -> Measurement:
    measurement = campaign(60.0)
    recordings = list(measurement.recordings)
    recordings[index] = dataclasses.replace(recordings[index], **items)  # type: ignore[arg-type]
    return dataclasses.replace(measurement, recordings=tuple(recordings))


def test_bad_measurements_are_named() -> None:
    options = SubspaceOptions(block_rows=10, order=8)
    with pytest.raises(RecordError, match="without common references"):
        identify(dataclasses.replace(campaign(60.0), references=()), options)
    bad = (*degrees(8)[4:5], *degrees(8)[6:7], *degrees(8)[1:2], *degrees(8)[5:6])
    with pytest.raises(RecordError, match="setup 2: the reference 1 across was not measured"):
        identify(changed(1, degrees=bad), options)
    with pytest.raises(RecordError, match="setup 3: sampled at 50 Hz, setup 1 at 20 Hz"):
        identify(changed(2, rate=50.0), options)
    short = campaign(60.0).recordings[1].signals[:100]
    with pytest.raises(RecordError, match=r"setup 2: 5 s are too short .* 1,000 to 2,000 periods"):
        identify(changed(1, signals=short), options)
    signals = campaign(60.0).recordings[0].signals.copy()
    signals[5, 3] = np.nan
    with pytest.raises(RecordError, match="setup 1, channel 4 across: there are samples without a number"):
        identify(changed(0, signals=signals), options)
    signals = campaign(60.0).recordings[0].signals.copy()
    signals[:, 0] = 0.1
    with pytest.raises(RecordError, match="setup 1, channel 3 across: the signal is constant"):
        identify(changed(0, signals=signals), options)
    with pytest.raises(OptionsError, match="order 30 need at least 16 block_rows with 2 references, not 10"):
        identify(campaign(60.0), SubspaceOptions(block_rows=10, order=30))
    with pytest.raises(RecordError, match="no recording"):
        identify(dataclasses.replace(campaign(60.0), recordings=()), options)


def test_one_sensor_gives_frequencies() -> None:
    measurement = three_modes().measurement(300.0, 1)
    (recording,) = measurement.recordings
    one = dataclasses.replace(recording, degrees=recording.degrees[:1], signals=recording.signals[:, :1])
    poles = identify(
        dataclasses.replace(measurement, recordings=(one,), references=()), SubspaceOptions(block_rows=30, order=12)
    )
    assert poles.shape.shape[1] == 1
    assert np.abs(poles.take(poles.order == 12).frequency - 1.98).min() < 0.04
