"""Derivatives of poles against differences, and deviations against scatter."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy import linalg

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement, Recording
from pirqa.oma.options import Subspace, SubspaceOptions
from pirqa.oma.poles import Poles
from pirqa.oma.subspace import identify
from pirqa.oma.subspace.matrices import (
    Layout,
    SubspaceMatrix,
    arrange,
    hankel,
    lagged_sums,
    merge,
    modal,
    normalised,
    poles_of,
)
from pirqa.oma.subspace.uncertainty import _modal_changes, _normalised_changes, changes, deviations
from pirqa.verification.oma_subspace import KnownSystem, degrees, three_modes
from tests.oma.made_signals import toeplitz

ROWS = 8


def wide_system() -> KnownSystem:
    shape = np.random.default_rng(3).standard_normal((3, 8))
    return dataclasses.replace(three_modes(), shape=shape)


def setups(system: KnownSystem, number: int) -> tuple[Layout, list[FloatArray]]:
    """Layout and exact correlations with the references of ``number`` setups, each otherwise excited."""
    count = system.shape.shape[1]
    own = [list(range(count))] if number == 1 else [[0, 1, 2 + 2 * k, 3 + 2 * k] for k in range(number)]
    places = degrees(count)
    noise = np.random.default_rng(0).standard_normal((2000, count))
    recordings = tuple(
        Recording(setup=str(k), rate=system.rate, degrees=tuple(places[c] for c in some), signals=noise[:, some])
        for k, some in enumerate(own)
    )
    measurement = Measurement(name="exact", points={}, recordings=recordings, references=places[:2])
    layout = arrange(measurement, SubspaceOptions(block_rows=ROWS, order=2 * len(system.frequency)))
    exact = [
        np.ascontiguousarray(system.correlations(2 * ROWS, seed=k)[:, some][:, :, :2]) for k, some in enumerate(own)
    ]
    return layout, exact


def matrices(correlations: list[FloatArray], method: Subspace) -> list[SubspaceMatrix]:
    found = []
    for item in correlations:
        cross = hankel(item, ROWS)
        if method == "covariance":
            found.append(SubspaceMatrix(matrix=cross))
            continue
        factor = np.linalg.cholesky(toeplitz(item[:, :2], ROWS))
        found.append(SubspaceMatrix(matrix=linalg.solve_triangular(factor, cross.T, lower=True).T, past_factor=factor))
    return found


def largest_order(
    layout: Layout, correlations: list[FloatArray], method: Subspace, weights: FloatArray | None
) -> Poles:
    poles = poles_of(merge([item.matrix for item in matrices(correlations, method)], layout, weights=weights), layout)
    return poles.take(poles.order == layout.order)


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("method", ["covariance", "data"])
@pytest.mark.parametrize("weighting", ["fixed", "own"])
def test_derivatives_are_those_of_small_differences(number: int, method: Subspace, weighting: str) -> None:
    """Through every step at once: decomposition, merge, state matrix, eigenvalues, damping and normalised shapes.

    At the exact correlations of a system of that order; scales of the setups change nothing to first order.
    """
    layout, exact = setups(wide_system(), number)
    parts = matrices(exact, method)
    system = merge([item.matrix for item in parts], layout)
    poles = largest_order(layout, exact, method, None)
    np.testing.assert_allclose(poles.frequency, wide_system().frequency, rtol=1e-9)
    np.testing.assert_allclose(poles.damping, wide_system().damping, rtol=1e-8)
    generator = np.random.default_rng(5)
    directions = [0.01 * np.abs(item).max() * generator.standard_normal((2, *item.shape)) for item in exact]
    for direction in directions:  # the references' own correlation at lag 0 is symmetric
        direction[:, 0, :2] = 0.5 * (direction[:, 0, :2] + direction[:, 0, :2].transpose(0, 2, 1))
    found = changes(poles, parts, directions, layout)
    assert found.shape is not None
    weights = system.weights if weighting == "fixed" else None
    size, column = 1e-5, 0
    for setup, several in enumerate(directions):
        for direction in several:
            both = []
            for sign in (1.0, -1.0):
                moved = list(exact)
                moved[setup] = exact[setup] + sign * size * direction
                both.append(largest_order(layout, moved, method, weights))
            up, down = both
            for name in ("frequency", "damping", "shape"):
                expected = (getattr(up, name) - getattr(down, name)) / (2.0 * size)
                computed = getattr(found, name)[..., column]
                np.testing.assert_allclose(computed, expected, rtol=0, atol=1e-5 * np.abs(expected).max(), err_msg=name)
            column += 1


def test_derivatives_of_the_last_steps() -> None:
    """From eigenvalue to frequency and damping, and from shape to normalised shape, each by itself."""
    generator = np.random.default_rng(1)
    value = np.exp(-0.05 + 1j * generator.uniform(0.2, 2.5, 4))
    change = generator.standard_normal((4, 1)) + 1j * generator.standard_normal((4, 1))
    size = 1e-6
    up, down = modal(value + size * change[:, 0], 20.0), modal(value - size * change[:, 0], 20.0)
    for computed, high, low in zip(_modal_changes(value, change, 20.0), up, down, strict=True):
        np.testing.assert_allclose(computed[:, 0], (high - low) / (2.0 * size), rtol=1e-6)
    shape = generator.standard_normal((4, 5)) + 1j * generator.standard_normal((4, 5))
    moved = generator.standard_normal((4, 5)) + 1j * generator.standard_normal((4, 5))
    expected = (normalised(shape + size * moved)[0] - normalised(shape - size * moved)[0]) / (2.0 * size)
    np.testing.assert_allclose(_normalised_changes(shape, moved[:, :, None])[:, :, 0], expected, atol=1e-7)


def test_a_long_record_is_summed_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = np.random.default_rng(0).standard_normal((3000, 3))
    whole = lagged_sums(signals[:, :2], signals, 20, 3)
    monkeypatch.setattr("pirqa.oma.subspace.matrices._CHUNK", 1000)
    np.testing.assert_allclose(lagged_sums(signals[:, :2], signals, 20, 3), whole, atol=1e-10)


def test_deviations_are_the_scatter_of_many_records() -> None:
    """At the order of the system: the mean of the estimated deviations against what 60 records scatter."""
    system, options = three_modes(), SubspaceOptions(block_rows=15, order=6, blocks=20)
    found = []
    for seed in range(60):
        poles = deviations(
            measured := system.measurement(300.0, seed), _last(identify(measured, options, uncertainty=False)), options
        )
        found.append(poles)
    assert all(len(poles) == 3 for poles in found)
    for name, wide in (("frequency", 0.25), ("damping", 0.3)):
        seen = np.std([getattr(poles, name) for poles in found], axis=0)
        told = np.sqrt(np.mean([getattr(poles, f"{name}_sd") ** 2 for poles in found], axis=0))
        np.testing.assert_allclose(told / seen, 1.0, atol=wide, err_msg=name)
    shapes = np.array([poles.shape for poles in found])
    told = np.sqrt(np.mean([poles.shape_sd**2 for poles in found if poles.shape_sd is not None], axis=0))
    ratio = told[..., 0] / shapes.real.std(axis=0)
    assert np.median(ratio) == pytest.approx(1.0, abs=0.3)


def _last(poles: Poles) -> Poles:
    return poles.take(poles.order == poles.order.max())


def test_chosen_poles_have_the_deviations_of_all() -> None:
    measurement, options = three_modes().measurement(200.0, 1), SubspaceOptions(block_rows=15, order=12, blocks=20)
    every = identify(measurement, options)
    assert every.frequency_sd is not None
    assert every.shape_sd is None
    rows = np.flatnonzero(every.order == 8)
    chosen = deviations(measurement, every.take(rows), options)
    np.testing.assert_allclose(chosen.frequency_sd, every.frequency_sd[rows], rtol=1e-9)
    assert chosen.shape_sd is not None
    assert chosen.shape_sd.shape == (len(rows), 4, 2)
    largest = np.abs(chosen.shape).argmax(axis=1)
    assert np.abs(chosen.shape_sd[np.arange(len(rows)), largest, 1]).max() < 1e-12  # it is real by definition


def test_poles_of_other_options_are_refused() -> None:
    measurement = three_modes().measurement(200.0, 1)
    poles = identify(measurement, SubspaceOptions(block_rows=15, order=12), uncertainty=False)
    with pytest.raises(OptionsError, match="not of this measurement"):
        deviations(measurement, poles, SubspaceOptions(block_rows=14, order=12, blocks=20))


def test_too_many_blocks_are_refused() -> None:
    measurement = three_modes().measurement(60.0, 1)
    with pytest.raises(RecordError, match="blocks"):
        identify(measurement, SubspaceOptions(block_rows=15, order=12, blocks=200))
