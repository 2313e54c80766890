"""Modes out of poles: what is kept, what is doubted, and why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.model.modes import modal_assurance
from pirqa.oma.automatic.selection import (
    clustered,
    cut_distance,
    modes_of,
    narrow_kurtosis,
    phase_collinearity,
    phase_deviation,
    select,
    stabilise,
    with_least_uncertainty,
)
from pirqa.oma.options import AutomaticOptions, SubspaceOptions
from pirqa.oma.simulated import Disturbances
from pirqa.oma.subspace import identify
from tests.oma.made import BAND, SHAPES, poles_of, prepared_wall

OPTIONS = AutomaticOptions()
ALL = range(10, 40)


def test_a_shape_in_one_phase_is_collinear_and_a_circling_one_is_not():
    straight = np.exp(0.4j) * np.array([[1.0, -2.0, 0.5]])
    circling = np.array([[1.0, 1.0j]])
    assert phase_collinearity(straight) == pytest.approx(1.0)
    assert phase_deviation(straight) == pytest.approx(0.0, abs=1e-7)
    assert phase_collinearity(circling) == pytest.approx(0.0)
    # one point on the line, one across it
    assert phase_deviation(np.array([[1.0, 0.999j]]))[0] == pytest.approx(0.5 * np.pi * 0.999 / 1.999, rel=1e-6)


def test_indicators_of_a_shape_at_45_degrees():
    shape = np.array([[1.0, np.exp(0.25j * np.pi)]])
    # φᵀφ = 1 + i: |1 + i|² / 4; the line is halfway, both are π/8 off it
    assert phase_collinearity(shape)[0] == pytest.approx(0.5)
    assert phase_deviation(shape)[0] == pytest.approx(np.pi / 8.0)


def test_nothing_moves_nothing_is_told():
    assert phase_collinearity(np.zeros((1, 3), dtype=complex))[0] == 0.0
    assert phase_deviation(np.zeros((1, 3), dtype=complex))[0] == 0.0


def test_poles_that_stay_are_stable_and_others_are_not():
    rng = np.random.default_rng(1)
    wandering = [([order], 5.0 + rng.uniform(-1.0, 1.0), 0.05, rng.standard_normal(6)) for order in ALL]
    poles = poles_of([(ALL, 2.0, 0.02, SHAPES[0]), *wandering])
    found = stabilise(poles, OPTIONS, BAND)
    steady = np.abs(poles.frequency - 2.0) < 0.1
    assert found.stable[steady].mean() > 0.9
    assert not found.stable[~steady].any()


def test_hard_criteria_leave_out_what_no_wall_does():
    complex_shape = np.array([1.0, 1.0j, -1.0, -1.0j, 1.0, 1.0j])
    poles = poles_of(
        [
            (ALL, 2.0, 0.02, SHAPES[0]),
            (ALL, 4.0, 0.3, SHAPES[1]),
            (ALL, 6.0, -0.01, SHAPES[2]),
            (ALL, 8.0, 0.02, complex_shape),
            (ALL, 12.0, 0.02, SHAPES[3]),
        ]
    )
    found = stabilise(poles, OPTIONS, BAND)
    assert np.array_equal(found.possible, np.abs(poles.frequency - 2.0) < 0.1)


def test_clusters_hold_one_pole_an_order_whatever_the_phase_of_the_shapes():
    poles = poles_of([(ALL, 2.0, 0.02, SHAPES[0]), (ALL, 2.01, 0.02, SHAPES[1]), (ALL, 5.0, 0.02, SHAPES[2])])
    found = stabilise(poles, OPTIONS, BAND)
    clusters = clustered(poles, np.flatnonzero(found.stable), cut_distance(found, OPTIONS))
    sizes = sorted(len(rows) for rows in clusters if len(rows) > 5)
    assert len(sizes) == 3
    for rows in clusters:
        assert len(set(poles.order[rows])) == len(rows)


def test_modes_are_told_and_what_is_in_few_orders_is_doubtful():
    poles = poles_of(
        [(ALL, 2.0, 0.02, SHAPES[0]), (ALL, 5.0, 0.03, SHAPES[1]), (range(10, 22), 7.0, 0.02, SHAPES[2]),
         (range(10, 14), 9.0, 0.02, SHAPES[3])]
    )  # fmt: skip
    found = select(poles, OPTIONS, BAND)
    assert [round(mode.frequency, 2) for mode in found.modes] == [2.0, 5.0]
    assert [(round(item.frequency, 1), item.doubt) for item in found.doubtful] == [(7.0, "few_orders")]
    assert set(found.label) == {-1, 0, 1}
    assert "few_orders" in str(found)


def test_pieces_of_one_mode_of_different_orders_are_joined():
    other = SHAPES[0] + 0.36 * SHAPES[1]
    assert 0.9 < modal_assurance(SHAPES[:1], other[None])[0, 0] < 0.94
    poles = poles_of(
        [(ALL, 5.0, 0.02, SHAPES[2]), (range(10, 25), 2.0, 0.02, SHAPES[0]), (range(25, 40), 2.01, 0.02, other)]
    )
    found = select(poles, OPTIONS, BAND)
    assert [round(mode.frequency, 1) for mode in found.modes] == [2.0, 5.0]
    assert found.modes[0].share > 0.9


def test_a_pole_beside_a_mode_with_its_shape_is_its_shadow():
    poles = poles_of([(ALL, 5.0, 0.02, SHAPES[0]), (range(18, 40), 5.15, 0.06, SHAPES[0]), (ALL, 5.1, 0.02, SHAPES[1])])
    found = select(poles, OPTIONS, BAND)
    assert sorted(round(mode.frequency, 1) for mode in found.modes) == [5.0, 5.1]
    (shadow,) = found.doubtful
    assert shadow.doubt == "shadow"
    assert shadow.beside == pytest.approx(5.0, rel=1e-3)


def test_what_is_hardly_damped_is_no_mode():
    found = select(poles_of([(ALL, 5.0, 0.02, SHAPES[0]), (ALL, 4.0, 0.0005, SHAPES[1])]), OPTIONS, BAND)
    assert [item.doubt for item in found.doubtful] == ["harmonic"]
    assert len(found.modes) == 1


def test_picks_take_the_nearest_clusters_doubtful_or_not():
    poles = poles_of([(ALL, 2.0, 0.02, SHAPES[0]), (ALL, 5.0, 0.03, SHAPES[1]), (range(10, 20), 7.0, 0.02, SHAPES[2])])
    found = select(poles, OPTIONS, BAND, picks=(7.1, 2.0))
    assert [round(mode.frequency, 1) for mode in found.modes] == [2.0, 7.0]
    assert found.picked
    with pytest.raises(OptionsError, match=r"oma\.picks.*9 Hz.*2, 5, "):
        select(poles, OPTIONS, BAND, picks=(9.0,))
    with pytest.raises(OptionsError, match="same poles"):
        select(poles, OPTIONS, BAND, picks=(5.0, 5.05))


def test_without_poles_there_are_no_modes():
    nothing = poles_of([([10], 2.0, 0.02, SHAPES[0])])
    found = select(nothing, OPTIONS, BAND)
    assert found.modes == ()
    assert found.doubtful == ()


def test_limits_out_of_range_are_refused():
    with pytest.raises(ModelError, match=r"oma\.automatic\.least_share"):
        AutomaticOptions(least_share=1.5)


def test_a_sine_has_the_kurtosis_of_a_sine():
    measurement, _ = prepared_wall(disturbances=Disturbances(harmonic=4.0))
    sine, random = narrow_kurtosis(measurement, np.array([4.0, 5.08]))
    assert sine == pytest.approx(1.5, abs=0.2)
    assert random == pytest.approx(3.0, abs=0.5)


def test_all_modes_of_the_simulated_wall_are_found_with_uncertainty_and_no_other():
    measurement, truth = prepared_wall()
    poles = identify(measurement, SubspaceOptions(), uncertainty=False, lowest=BAND[0])
    selection = select(poles, OPTIONS, BAND, measurement=measurement)
    refined, chosen = with_least_uncertainty(measurement, poles, selection, SubspaceOptions(), lowest=BAND[0])
    modes = modes_of(measurement, chosen)
    assert len(modes) == 7
    assert modes.frequency == pytest.approx(truth.frequency, rel=0.01)
    assert np.diag(modal_assurance(modes.complex_shape, truth.point_shape)).min() > 0.95
    assert np.nanmax(np.abs(modes.complex_shape), axis=(1, 2)) == pytest.approx(np.ones(7))
    assert modes.frequency_sd is not None
    assert modes.point_shape_sd is not None
    # the pole taken is less uncertain than the medoid, and within what its cluster spans
    assert np.all(np.abs(modes.frequency - truth.frequency) < 5.0 * modes.frequency_sd)
    for before, after in zip(selection.modes, refined.modes, strict=True):
        assert abs(before.frequency - after.frequency) <= 4.0 * before.frequency_scatter + 1e-9
    assert modes.collinearity.min() > 0.8


def test_models_that_do_not_hold_all_modes_stand_for_none():
    """Their standard deviations are the least, but the modes that they miss are in the shapes of those they have."""
    poles = poles_of([(range(4, 41), 2.0, 0.02, SHAPES[0]), (range(13, 41), 5.0, 0.03, SHAPES[1])])
    growing = 1e-4 * poles.order.astype(float)
    poles = replace(poles, frequency_sd=growing, damping_sd=growing)
    selection = select(poles, OPTIONS, BAND)
    measurement, _ = prepared_wall()
    _, chosen = with_least_uncertainty(measurement, poles, selection, shapes=False)
    assert chosen.order.tolist() == [16, 16]
    # one that is seen late does not drive all others to the largest orders
    late = replace(selection, modes=tuple(replace(item, rows=item.rows[poles.order[item.rows] > 30]) for item in
                                          selection.modes[1:]))  # fmt: skip
    late = replace(late, modes=(selection.modes[0], *late.modes))
    _, chosen = with_least_uncertainty(measurement, poles, late, shapes=False)
    assert chosen.order.tolist() == [20, 32]


def test_a_machine_is_flagged_and_the_modes_are_still_there():
    measurement, _ = prepared_wall(disturbances=Disturbances(harmonic=4.0))
    poles = identify(measurement, SubspaceOptions(), uncertainty=False, lowest=BAND[0])
    selection = select(poles, OPTIONS, BAND, measurement=measurement)
    assert len(selection.modes) == 7
    assert [item.frequency for item in selection.doubtful if item.doubt == "harmonic"] == [pytest.approx(4.0, rel=1e-3)]


def test_modes_of_nothing():
    measurement, _ = prepared_wall()
    poles = identify(measurement, SubspaceOptions(order=4), uncertainty=False)
    none = replace(select(poles, OPTIONS, (0.01, 0.02)), modes=())
    selection, chosen = with_least_uncertainty(measurement, poles, none)
    assert len(modes_of(measurement, chosen)) == 0
    assert selection.modes == ()


def test_noise_alone_has_no_modes():
    """Seeds of which one has a cluster in most orders: nothing but the scatter of its damping tells it from a mode."""
    measurement, _ = prepared_wall()
    recording = measurement.recordings[0]
    for seed in (305, 306, 307):
        signals = np.random.default_rng(seed).standard_normal(recording.signals.shape)
        noise = replace(measurement, recordings=(replace(recording, signals=signals),))
        poles = identify(noise, SubspaceOptions(), uncertainty=False, lowest=BAND[0])
        selection = select(poles, OPTIONS, BAND, measurement=noise)
        selection, chosen = with_least_uncertainty(noise, poles, selection, SubspaceOptions(), lowest=BAND[0])
        assert selection.modes == ()
        assert len(chosen) == 0


def test_bursts_without_a_wall_have_no_modes():
    """Knocks leave a spectrum of their own; of these seeds each had a mode while only damping's scatter was asked."""
    measurement, _ = prepared_wall()
    recording = measurement.recordings[0]
    for seed in (501, 505):
        signals = _bursts(np.random.default_rng(seed), 24_000, 6)
        degrees = tuple(replace(recording.degrees[0], point=str(number)) for number in range(1, 7))
        noise = replace(
            measurement,
            recordings=(replace(recording, signals=signals, degrees=degrees),),
            references=degrees[:2],
        )
        poles = identify(noise, SubspaceOptions(), uncertainty=False, lowest=BAND[0])
        selection = select(poles, OPTIONS, BAND, measurement=noise)
        judged, _ = with_least_uncertainty(noise, poles, selection, SubspaceOptions(), lowest=BAND[0], shapes=False)
        assert judged.modes == ()
        assert any(item.doubt == "uncertain" and item.kurtosis > 3.5 for item in judged.doubtful)


def _bursts(rng, count, channels):
    """White noise, and sixty knocks of 5 s that all channels hear, each differently; shape (count, channels)."""
    signals = 0.3 * rng.standard_normal((count, channels))
    for start in rng.integers(0, count - 200, 60):
        knock = 3.0 * np.hanning(200)[:, None] * rng.standard_normal((200, 1))
        signals[start : start + 200] += knock * rng.standard_normal(channels)
    return signals
