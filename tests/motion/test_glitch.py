"""Glitches are found where they were put, and real motion is left alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.motion.processing import find_glitches, repair_glitches

STEP = 0.01


def shaking(seed=1, count=3000):
    """Noise under an envelope, smooth at the scale of some samples."""
    rng = np.random.default_rng(seed)
    noise = np.convolve(rng.normal(size=count + 8), np.hanning(9), "valid")
    time = np.arange(count) / count
    return noise * (0.02 + (time * 6) ** 2 * np.exp(-time * 8))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(3, 2990), st.sampled_from([1, 2]), st.sampled_from([-1.0, 1.0]))
def test_a_planted_spike_is_found_and_bridged(seed, at, count, sign):
    clean = shaking(seed)
    values = clean.copy()
    values[at : at + count] = sign * 3.0 * np.abs(clean).max()
    (glitch,) = find_glitches(values, STEP)
    assert (glitch.kind, glitch.first, glitch.count) == ("spike", at, count)
    assert glitch.time == pytest.approx(at * STEP)
    assert glitch.value == pytest.approx(values[at])
    repaired, (remark,) = repair_glitches(values, (glitch,), channel="NS")
    line = clean[at - 1] + (clean[at + count] - clean[at - 1]) * np.arange(1, count + 1) / (count + 1)
    assert repaired[at : at + count] == pytest.approx(line)
    assert np.array_equal(np.delete(repaired, range(at, at + count)), np.delete(clean, range(at, at + count)))
    assert (remark.kind, remark.key, remark.count) == ("repair", "record_glitch_repaired", 1)
    assert remark.text.startswith("NS")


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_motion_has_no_glitches(seed):
    assert find_glitches(shaking(seed), STEP) == ()
    assert find_glitches(np.random.default_rng(seed).normal(size=2000), STEP) == ()


def test_onsets_steps_and_kinks_are_no_spikes():
    quiet = np.zeros(1000)
    rng = np.random.default_rng(2)
    time = STEP * np.arange(1000)
    sine = np.sin(2 * np.pi * 2.0 * time)
    for late in (
        np.r_[quiet, sine],
        np.r_[quiet, np.ones(1000)],
        np.r_[quiet, time],
        np.r_[quiet, rng.normal(size=1000)],
    ):
        assert [glitch for glitch in find_glitches(late, STEP) if glitch.kind == "spike"] == []


@pytest.mark.parametrize(("place", "count"), [(0, 1), (0, 2), (-1, 1), (-2, 2)])
def test_a_stray_end_takes_its_neighbours_value(place, count):
    values = shaking()
    first = place % len(values)
    values[first : first + count] = 2.0
    (glitch,) = find_glitches(values, STEP)
    assert (glitch.kind, glitch.first, glitch.count) == ("end", first, count)
    repaired, _ = repair_glitches(values, (glitch,), channel="UD")
    assert repaired[first] == repaired[first + count if place == 0 else first - 1]


def saw(count=500):
    """1, −1, 1 …: every sample lies 2 off the middle of its neighbours and off the sample before it."""
    return 1.0 - 2.0 * (np.arange(count) % 2)


SAW_DEVIATION = 1.4826 * 2.0
"""Of normal values whose median size is 2."""


@pytest.mark.parametrize(
    ("deviations", "found"), [(5.0, False), (9.9, False), (10.1, True), (15.0, True), (-15.0, True)]
)
def test_ten_deviations_make_a_spike(deviations, found):
    values = saw()
    values[250] = values[249] + deviations * SAW_DEVIATION
    glitches = find_glitches(values, STEP)
    assert [(glitch.kind, glitch.first, glitch.count) for glitch in glitches] == [("spike", 250, 1)] * found
    for glitch in glitches:
        assert glitch.jump == pytest.approx(deviations * SAW_DEVIATION)


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize(("deviations", "found"), [(5.0, False), (9.9, False), (10.1, True), (15.0, True)])
def test_ten_deviations_make_a_stray_end(deviations, found, at_end):
    values = saw()
    place, neighbour = (499, 498) if at_end else (0, 1)
    values[place] = values[neighbour] + deviations * SAW_DEVIATION
    glitches = find_glitches(values, STEP)
    assert [(glitch.kind, glitch.first, glitch.count) for glitch in glitches] == [("end", place, 1)] * found


@pytest.mark.parametrize(("deviations", "found"), [(5.0, False), (15.0, True)])
def test_deviations_are_those_of_noise(deviations, found):
    # v − (v₋ + v₊)/2 of independent normal values has the variance 1 + 2/4
    for number in range(20):
        values = np.random.default_rng(number).normal(size=1000)
        values[400] = 0.5 * (values[399] + values[401]) + deviations * np.sqrt(1.5)
        assert [(glitch.kind, glitch.first) for glitch in find_glitches(values, STEP)] == [("spike", 400)] * found


@pytest.mark.parametrize(("count", "found"), [(3, False), (4, True), (5, True)])
def test_four_equal_samples_at_the_limit_are_clipped(count, found):
    values = shaking()
    top = int(values.argmax())
    values[top : top + count] = 1.01 * np.abs(values).max()
    glitches = find_glitches(values, STEP)
    assert [(glitch.kind, glitch.first, glitch.count) for glitch in glitches] == [("clipped", top, count)] * found


@pytest.mark.parametrize(
    ("step", "count", "found"), [(0.05, 7, False), (0.05, 8, True), (0.005, 19, False), (0.005, 20, True)]
)
def test_eight_equal_samples_and_a_tenth_of_a_second_stand_still(step, count, found):
    values = shaking()
    values[700 : 700 + count] = values[700]
    glitches = find_glitches(values, step)
    assert [(glitch.kind, glitch.first, glitch.count) for glitch in glitches] == [("flat", 700, count)] * found


def test_two_spikes_near_each_other_are_both_found():
    values = shaking()
    values[1500], values[1520] = 50.0, -8.0
    assert [glitch.first for glitch in find_glitches(values, STEP)] == [1500, 1520]


def test_what_was_clipped_is_reported_and_not_bridged():
    values = shaking()
    limit = 0.4 * np.abs(values).max()
    clipped = np.clip(values, -limit, limit)
    found = find_glitches(clipped, STEP)
    assert found
    assert {glitch.kind for glitch in found} == {"clipped"}
    for glitch in found:
        assert np.all(np.abs(clipped[glitch.first : glitch.first + glitch.count]) == limit)
    same, (remark,) = repair_glitches(clipped, found, channel="EW")
    assert np.array_equal(same, clipped)
    assert (remark.kind, remark.key) == ("warning", "record_stands_still")


def test_a_line_that_went_dead_is_reported_but_pads_are_not():
    values = shaking()
    values[1200:1260] = values[1200]
    values[-300:] = 0.0
    (glitch,) = find_glitches(values, STEP)
    assert (glitch.kind, glitch.first, glitch.count) == ("flat", 1200, 60)


@pytest.mark.parametrize("values", [np.zeros(0), np.zeros(5), np.zeros(500), np.ones(20), np.arange(13.0)])
def test_little_or_nothing_has_no_glitches(values):
    assert find_glitches(values, STEP) == ()


def test_one_spike_is_listed_once():
    random = np.random.default_rng(11)
    for at in (3, 250, 400):
        values = random.normal(size=500) * 0.01
        values[at : at + 2] += 5.0
        values[at + 1] += 3.0
        places = [(glitch.first, glitch.count) for glitch in find_glitches(values, 0.01)]
        ends = [first + count for first, count in places]
        assert all(first >= end for (first, _), end in zip(places[1:], ends, strict=False)), places
