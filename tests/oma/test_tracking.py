from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.model.modes import Modes
from pirqa.oma.options import TrackingOptions
from pirqa.oma.tracking import Epoch, TrackingResult, pair_modes, track
from pirqa.project.codec import read_value, write_value

FREQUENCY = np.array([1.98, 3.19, 4.39, 5.08, 6.29, 6.70, 9.19])
X = np.linspace(0.0, 1.0, 12)
SHAPES = np.stack([np.sin((k + 1) * np.pi * X) + 0.1 for k in range(7)])
SD = 0.002
"""Of an identified frequency, as a share."""


def modes(frequency=FREQUENCY, *, rows=slice(None), sd=SD, noise=0.0, rng=None, points=None):
    frequency = np.asarray(frequency, dtype=float)[rows]
    shape = np.full((len(frequency), 12, 3), np.nan)
    shape[:, :, 1] = SHAPES[rows]
    if noise:
        shape[:, :, 1] += noise * rng.standard_normal(shape.shape[:2])
    return Modes(
        frequency=frequency,
        damping=np.full(len(frequency), 0.03),
        points=tuple(points or (f"P{k}" for k in range(12))),
        point_shape=shape,
        frequency_sd=None if sd is None else sd * frequency,
    )


def visit(name, rng, *, factor=1.0, scatter=0.0, temperature=None, slope=0.0):
    warm = math.exp(slope * ((temperature or 15.0) - 15.0))
    drawn = FREQUENCY * factor * warm * np.exp((SD + 0.0) * rng.standard_normal(7) + scatter * rng.standard_normal(7))
    return Epoch(name=name, modes=modes(drawn, noise=0.03, rng=rng), temperature=temperature)


def test_pairs_are_found_whatever_the_order():
    order = [3, 0, 6, 2, 1, 5, 4]
    assert pair_modes(modes(), modes(rows=order)) == tuple(order.index(k) for k in range(7))
    assert pair_modes(modes(), modes(rows=[0, 2, 3])) == (0, None, 1, 2, None, None, None)


def test_a_mode_far_off_in_frequency_or_shape_is_none_of_ours():
    moved = FREQUENCY.copy()
    moved[0] *= 1.5
    assert pair_modes(modes(), modes(moved))[0] is None
    swapped = modes(rows=[1, 0, 2, 3, 4, 5, 6])
    crossed = Modes(
        frequency=FREQUENCY, damping=swapped.damping, points=swapped.points, point_shape=swapped.point_shape
    )
    assert pair_modes(modes(), crossed)[:2] == (None, None)  # each has the shape of the other


def test_two_modes_that_cross_are_told_by_their_shapes():
    # the fifth and sixth, 6.3 % apart, change places
    moved = FREQUENCY.copy()
    moved[4], moved[5] = 6.75, 6.60
    assert pair_modes(modes(), modes(moved)) == tuple(range(7))


def test_a_drop_of_three_percent_is_found():
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(50):
        result = track([visit("2015", rng), visit("2025", rng, factor=0.97)])
        assert not any(change.judgement == "lost" for change in result.changes)
        found += sum(change.judgement == "changed" for change in result.on("2025"))
    # the limit is 2.69 deviations of √(2·0.002² + 2·0.005²) = 2.05 %; identification alone scatters by 0.28 %
    assert found >= 0.99 * 50 * 7


def test_steady_pairs_are_flagged_no_more_often_than_said():
    rng = np.random.default_rng(2)
    trials = 1000
    alarms = sum(
        any(
            change.judgement != "steady"
            for change in track([visit("a", rng, scatter=0.005), visit("b", rng, scatter=0.005)]).on("b")
        )
        for _ in range(trials)
    )
    # nominal 5 % of the dates (Bonferroni over seven modes is 4.9 %), three binomial deviations
    assert alarms / trials < 0.05 + 3.0 * math.sqrt(0.05 * 0.95 / trials)
    assert alarms / trials > 0.02  # nor is it blind


def test_steady_dates_with_temperature_are_flagged_no_more_often_than_said():
    rng = np.random.default_rng(3)
    alarms, trials = 0, 300
    for _ in range(trials):
        epochs = [
            visit(f"{k}", rng, temperature=5.0 + 25.0 * rng.random(), slope=0.001, scatter=0.003) for k in range(7)
        ]
        last = track(epochs).on("6")
        assert {change.model for change in last} <= {"temperature", "scatter"}
        alarms += any(change.judgement != "steady" for change in last)
    assert alarms / trials < 0.05 + 3.0 * math.sqrt(0.05 * 0.95 / trials)


def test_temperature_is_not_taken_for_damage_and_damage_not_for_temperature():
    rng = np.random.default_rng(4)
    warmth = [5.0, 12.0, 20.0, 27.0, 9.0, 16.0, 23.0, 30.0]
    slope = 0.002  # 0.2 % for each kelvin: 5 % from winter to summer
    epochs = [visit(f"{k}", rng, temperature=t, slope=slope) for k, t in enumerate(warmth)]
    result = track(epochs)
    assert {change.model for change in result.on("7")} == {"temperature"}
    assert result.on("7") == tuple(change for change in result.changes if change.epoch == "7")
    assert sum(change.judgement == "changed" for change in result.on("7")) == 0
    assert abs(epochs[7].modes.frequency[0] / epochs[0].modes.frequency[0] - 1.0) > 0.03  # which would be an alarm
    broken = visit("later", rng, factor=0.97, temperature=18.0, slope=slope)
    assert all(change.judgement == "changed" for change in track([*epochs, broken]).on("later"))


def test_changed_dates_do_not_teach_the_line():
    rng = np.random.default_rng(5)
    epochs = [visit(f"{k}", rng, temperature=10.0 + 3.0 * k) for k in range(6)]
    after = [visit(f"after {k}", rng, factor=0.96, temperature=12.0 + 3.0 * k) for k in range(4)]
    result = track([*epochs, *after])
    for epoch in after:
        assert all(change.judgement == "changed" for change in result.on(epoch.name))


def test_one_temperature_tells_no_slope():
    rng = np.random.default_rng(6)
    epochs = [visit(f"{k}", rng, temperature=15.0 + 0.1 * k) for k in range(6)]
    assert {change.model for change in track(epochs).on("5")} == {"scatter"}


def test_an_assumed_effect_of_temperature_widens_the_limits():
    rng = np.random.default_rng(7)
    cold, warm = visit("cold", rng, temperature=5.0), visit("warm", rng, temperature=30.0)
    wide, narrow = (
        track([cold, warm]).on("warm")[0],
        track([cold, warm], TrackingOptions(temperature_effect=0.0)).on("warm")[0],
    )
    expected = math.sqrt(narrow.change_sd**2 + (0.001 * 25.0) ** 2)
    assert wide.change_sd == pytest.approx(expected)


def test_changes_carry_both_deviations():
    result = track(
        [Epoch(name="a", modes=modes()), Epoch(name="b", modes=modes(1.01 * FREQUENCY, sd=0.004))],
        TrackingOptions(scatter=0.0),
    )
    change = result.on("b")[0]
    assert change.change == pytest.approx(0.01)
    assert change.change_sd == pytest.approx(math.hypot(0.002, 0.004), rel=1e-12)
    assert change.limit == pytest.approx(2.6901 * change.change_sd, rel=1e-4)  # two-sided 5 % over seven modes


def test_lost_and_new_modes_are_told():
    gone = Epoch(name="b", modes=modes(rows=[0, 1, 3, 4, 5, 6]))
    result = track([Epoch(name="a", modes=modes(rows=[0, 1, 2, 3, 4, 5])), gone])
    assert [change.mode for change in result.changes if change.judgement == "lost"] == [2]
    assert result.new == ((), ("9.19",))
    assert [change.mode for change in result.flagged] == [2]
    assert "new at 9.19 Hz" in str(result)
    lost = result.table.where(judgement="lost").rows()
    assert [(row["epoch"], row["mode"]) for row in lost] == [("b", 3)]
    assert len(result.table) == 12
    assert "lost" in str(result)


def test_a_date_on_which_nothing_was_found_has_lost_all():
    result = track([Epoch(name="a", modes=modes()), Epoch(name="b", modes=modes(rows=[]))])
    assert [change.judgement for change in result.on("b")] == ["lost"] * 7


def test_phases_of_complex_shapes_do_not_matter():
    turned = modes()
    shape = turned.point_shape * np.exp(0.7j)
    turned = replace(turned, point_shape=shape.real, point_shape_imaginary=shape.imag)
    result = track([Epoch(name="a", modes=modes()), Epoch(name="b", modes=turned)])
    assert [change.mac for change in result.on("b")] == pytest.approx([1.0] * 7)


def test_without_deviations_nothing_is_judged():
    result = track([Epoch(name="a", modes=modes(sd=None)), Epoch(name="b", modes=modes(0.9 * FREQUENCY, sd=None))])
    assert {change.judgement for change in result.on("b")} == {"unsure"}


def test_what_cannot_be_tracked_is_refused():
    with pytest.raises(OptionsError, match="at least two dates"):
        track([Epoch(name="a", modes=modes())])
    with pytest.raises(OptionsError, match='called "a"'):
        track([Epoch(name="a", modes=modes()), Epoch(name="a", modes=modes())])
    with pytest.raises(OptionsError, match="same plan"):
        track([Epoch(name="a", modes=modes()), Epoch(name="b", modes=modes(points=[f"Q{k}" for k in range(12)]))])


def test_it_goes_to_files_and_back(tmp_path):
    rng = np.random.default_rng(8)
    result = track([visit("a", rng), visit("b", rng), Epoch(name="c", modes=modes(rows=[0, 1]))])
    write_value(result, tmp_path)
    assert str(read_value(TrackingResult, tmp_path)) == str(result)
