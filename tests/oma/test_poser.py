"""Setups merged afterwards: scale and phase at the references, and what a setup lost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.model.modes import modal_assurance
from pirqa.oma.automatic.poser import SetupModes, identify_setups, merge
from pirqa.oma.automatic.selection import modes_of, select
from pirqa.oma.options import AutomaticOptions, SubspaceOptions
from pirqa.oma.poles import Poles, joined, scale_to
from pirqa.oma.simulated import chokepukio_wall
from tests.oma.made import BAND, poles_of, prepared_wall


def setups_of(measurement, *, without=(), phase=True, deviation=0.01):
    """What each setup would show of the true shapes, in any phase and size; ``without`` are (setup, mode)."""
    wall = chokepukio_wall()
    rng = np.random.default_rng(4)
    names = list(wall.points)
    nothing = select(poles_of([([10], 2.0, 0.02, np.ones(4))]), AutomaticOptions(), BAND)
    found = []
    for number, recording in enumerate(measurement.recordings):
        kept = [mode for mode in range(7) if (number, mode) not in without]
        columns = [names.index(degree.point) for degree in recording.degrees]
        shape = wall.shape[kept][:, columns].astype(complex)
        if phase:
            shape *= np.exp(2.0j * np.pi * rng.random((len(kept), 1)))
        shape /= np.linalg.norm(shape, axis=1, keepdims=True)
        poles = Poles(
            order=np.full(len(kept), 30),
            frequency=wall.frequency[kept] * (1.0 + 1e-4 * rng.standard_normal(len(kept))),
            damping=wall.damping[kept],
            shape=shape,
            frequency_sd=np.full(len(kept), 0.01),
            damping_sd=np.full(len(kept), 0.002),
        )
        parts = rng.standard_normal((2, len(kept), 4, 200)) * deviation / np.sqrt(200.0)
        found.append(
            SetupModes(
                setup=recording.setup,
                selection=nothing,
                poles=poles,
                spare=poles.take(np.arange(0)),
                changes=parts[0] + 1.0j * parts[1],
                spare_changes=np.zeros((0, 4, 200), dtype=complex),
            )
        )
    return found


def test_parts_of_any_phase_give_the_whole_shape():
    measurement, truth = prepared_wall()
    merged = merge(measurement, setups_of(measurement))
    modes = modes_of(measurement, merged.poles)
    assert len(modes) == 7
    assert np.diag(modal_assurance(modes.complex_shape, truth.point_shape)) == pytest.approx(np.ones(7), abs=1e-9)
    assert merged.seen.all()
    assert merged.doubtful == ()
    # seven setups of the same standard deviation
    assert modes.frequency_sd == pytest.approx(np.full(7, 0.01 / np.sqrt(7.0)))


def test_a_mode_lost_in_a_setup_is_told_and_not_guessed():
    measurement, _ = prepared_wall()
    merged = merge(measurement, setups_of(measurement, without={(2, 4)}))
    assert merged.lost(4) == (measurement.recordings[2].setup,)
    assert merged.lost(3) == ()
    missing = [
        str(degree) for degree, value in zip(measurement.degrees, merged.poles.shape[4], strict=True) if np.isnan(value)
    ]
    assert missing == [str(degree) for degree in measurement.recordings[2].degrees[2:]]


def test_what_few_setups_show_is_doubtful():
    measurement, _ = prepared_wall()
    merged = merge(measurement, setups_of(measurement, without={(setup, 6) for setup in range(1, 7)}))
    assert len(merged.poles) == 6
    ((frequency, where),) = merged.doubtful
    assert frequency == pytest.approx(9.19, rel=1e-3)
    assert where == (measurement.recordings[0].setup,)


def test_the_spare_pole_of_a_setup_fills_the_gap():
    measurement, _ = prepared_wall()
    whole = setups_of(measurement)
    full = whole[2].poles
    whole[2] = replace(whole[2], poles=full.take(np.array([0, 1, 2, 3, 5, 6])), spare=full.take(np.array([4])),
        changes=whole[2].changes[[0, 1, 2, 3, 5, 6]], spare_changes=whole[2].changes[[4]])  # fmt: skip
    merged = merge(measurement, whole)
    assert merged.seen.all()
    assert merged.filled.sum() == 1
    assert merged.filled[4, 2]


def test_uncertain_parts_make_an_uncertain_whole():
    measurement, _ = prepared_wall()
    sure, unsure = (merge(measurement, setups_of(measurement, deviation=size)) for size in (0.001, 0.01))
    # real parts: the phase is held at either of two equally large numbers
    assert unsure.poles.shape_sd[..., 0] == pytest.approx(10.0 * sure.poles.shape_sd[..., 0], rel=1e-6)
    # references are means of seven setups
    references = [measurement.degrees.index(degree) for degree in measurement.references]
    others = [at for at in range(16) if at not in references]
    assert unsure.poles.shape_sd[:, references, 0].mean() < 0.6 * unsure.poles.shape_sd[:, others, 0].mean()


def _held(shape, at):
    """Shapes in the phase in which the largest number of ``at`` is real: of two equally large ones either may be it."""
    largest = np.abs(at).argmax(axis=1)
    held = shape[np.arange(len(shape)), largest]
    return shape * (held.conj() / np.abs(held))[:, None]


def test_the_uncertainty_of_the_merge_is_that_of_many_trials():
    """First order beside shapes that are moved at random and merged again."""
    measurement, _ = prepared_wall()
    setups = setups_of(measurement, deviation=0.01)
    merged = merge(measurement, setups)
    rng = np.random.default_rng(8)
    trials = []
    for _ in range(300):
        moved = []
        for item in setups:
            change = item.changes @ rng.standard_normal(item.changes.shape[2])
            moved.append(replace(item, poles=replace(item.poles, shape=item.poles.shape + change)))
        trials.append(_held(merge(measurement, moved).poles.shape, merged.poles.shape))
    spread = np.std(np.array(trials).real, axis=0)
    # the weights of the trials differ a little, and 300 trials tell a deviation to 4 %
    ratio = spread / merged.poles.shape_sd[:, :, 0]
    assert np.median(ratio) == pytest.approx(1.0, abs=0.05)
    assert np.all((ratio > 0.7) & (ratio < 1.4))


def test_what_references_and_rovers_share_cancels():
    measurement, _ = prepared_wall()
    setups = setups_of(measurement)
    common = [
        replace(item, changes=item.poles.shape[:, :, None] * np.array([0.1, 0.1j])[None, None, :]) for item in setups
    ]
    assert np.abs(merge(measurement, common).poles.shape_sd).max() < 1e-12


def test_scatter_beyond_the_uncertainties_widens_them():
    measurement, _ = prepared_wall()
    drifting = [
        replace(item, poles=replace(item.poles, frequency=item.poles.frequency * (1.0 + 0.02 * (number / 6.0 - 0.5))))
        for number, item in enumerate(setups_of(measurement))
    ]
    merged = merge(measurement, drifting)
    assert np.all(merged.poles.frequency_sd > 0.01 / np.sqrt(7.0))
    assert merged.frequency_spread[6] == pytest.approx(9.19 * 0.02 / 6.0 * np.sqrt(28.0 / 6.0), rel=0.05)


def test_the_scale_is_that_of_least_squares_with_the_conjugate():
    own = np.array([1.0 + 2.0j, -0.5j])
    assert scale_to(3.0 * np.exp(0.5j) * own, own) == pytest.approx(3.0 * np.exp(0.5j))


def test_one_setup_needs_no_references():
    measurement, _ = prepared_wall()
    alone = replace(measurement, recordings=measurement.recordings[:1], references=())
    part = np.array([1.0, 2.0j, -1.0, 0.5])
    found = joined(alone, {0: part})
    assert modal_assurance(found[None], part[None])[0, 0] == pytest.approx(1.0)


def test_setups_that_are_missing_are_refused():
    measurement, _ = prepared_wall()
    with pytest.raises(RecordError, match="7 setups"):
        merge(measurement, setups_of(measurement)[:3])


def test_the_simulated_wall_setup_by_setup():
    measurement, truth = prepared_wall()
    setups = identify_setups(measurement, SubspaceOptions(), AutomaticOptions(), BAND, lowest=BAND[0])
    merged = merge(measurement, setups)
    modes = modes_of(measurement, merged.poles)
    assert len(modes) == 7
    assert modes.frequency == pytest.approx(truth.frequency, rel=0.01)
    assert np.diag(modal_assurance(modes.complex_shape, truth.point_shape)).min() > 0.95
