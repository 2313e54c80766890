"""The ladder of intensities, and the numbers that follow from the levels at which walls fall."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.experiments.campaign.campaign_options import FragilityOptions
from pirqa.experiments.campaign.incremental.capacity import (
    UNKNOWN_DISPERSION,
    Ladder,
    MotionCapacity,
    bracket_of,
    capacity_of,
    dispersion_of,
    median_of,
    next_rungs,
)
from pirqa.experiments.campaign.options import IdaOptions

LADDER = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)


def climb(falls, failed=()):
    """Run the hunt on a wall that falls at the rungs ``falls``; the outcomes by rung, in the order of the runs."""
    tried = {}
    while rungs := next_rungs(tried, LADDER):
        assert not set(rungs) & set(tried)
        assert all(LADDER.lowest <= rung <= LADDER.highest for rung in rungs)
        for rung in rungs:
            tried[rung] = None if rung in failed else rung in falls
        assert len(tried) < 50
    return tried


def test_steps_are_at_most_fifteen_per_cent_and_the_ends_are_reached():
    for most, ratio in itertools.product((1.2, 2.0, 3.0, 7.5), (1.05, 1.1, 1.15)):
        ladder = Ladder.of(2.0, ratio=ratio, least=0.1, most=most)
        assert ladder.ratio <= ratio + 1e-12
        assert ladder.intensity(0) == 2.0
        assert ladder.intensity(ladder.highest) == pytest.approx(2.0 * most)
        assert ladder.intensity(ladder.lowest) >= 0.2 * (1 - 1e-9)


@pytest.mark.parametrize("threshold", range(LADDER.lowest, LADDER.highest + 2))
def test_the_bracket_of_a_wall_that_falls_from_a_rung_on_is_found(threshold):
    falls = set(range(threshold, LADDER.highest + 1))
    tried = climb(falls)
    found = bracket_of(tried)
    assert 0 in tried
    if not falls:
        assert found.fell is None
        assert found.stood == LADDER.highest
        return
    assert found.fell == threshold
    assert found.stood == (threshold - 1 if threshold > LADDER.lowest else None)
    for above in (1, 2):
        assert threshold + above in tried or threshold + above > LADDER.highest
    assert len(tried) <= 10


def test_a_wall_that_stands_again_is_found_to():
    # every third rung is tried first: one that stands hides a fall below it, and the lowest that was tried counts
    found = bracket_of(climb({1, 2, 4, 5, 6, 7, 8}))
    assert (found.stood, found.fell) == (3, 4)
    found = bracket_of(climb({2, 3, 5, 6, 7, 8}))
    assert (found.stood, found.fell, found.again) == (1, 2, (4,))
    found = bracket_of(climb({0, 2, 3, 4, 5, 6, 7, 8}))
    assert found.fell == 0
    assert found.again == (1,)


def test_failed_runs_end_the_hunt_and_bracket_nothing():
    tried = climb({3, 4, 5, 6, 7, 8}, failed={1, 2})
    found = bracket_of(tried)
    assert (found.stood, found.fell) == (0, 3)
    assert bracket_of(climb(set(), failed={0})).stood == LADDER.highest
    assert bracket_of({0: None}).fell is None


def capacities(values, ratio=1.02, recorded=True):
    half = math.sqrt(ratio)
    return [
        MotionCapacity(motion=str(number), stood=value / half, fell=value * half, recorded=recorded)
        for number, value in enumerate(values)
    ]


def test_median_and_dispersion_of_known_capacities():
    values = [0.4, 0.5, 0.6, 0.8, 0.9, 1.1, 1.3]
    assert median_of(values) == 0.8
    assert median_of(values[:-1]) == pytest.approx(math.sqrt(0.6 * 0.8))
    assert dispersion_of(capacities(values)) == pytest.approx(np.std(np.log(values), ddof=1), rel=1e-12)


def test_censored_capacities_give_the_dispersion_of_their_distribution():
    rng = np.random.default_rng(4)
    values = 0.8 * np.exp(0.45 * rng.standard_normal(400))
    cut = 1.0
    mixed = [
        item if value < cut else MotionCapacity(motion=item.motion, stood=cut, fell=None)
        for item, value in zip(capacities(values), values, strict=True)
    ]
    assert dispersion_of(mixed) == pytest.approx(0.45, rel=0.12)  # five standard errors of 400 values, 2/3 known
    assert dispersion_of(capacities([0.5, 0.6])) == UNKNOWN_DISPERSION
    assert dispersion_of(capacities([0.5, 0.6, 0.9, 2.0], recorded=False)) == UNKNOWN_DISPERSION


def state(items, **limits):
    return capacity_of(
        "wall_falls", items, quantile=1.2815515655, model_dispersion=0.3, least_dispersion=0.5,
        limits=list(limits.items()),
    )  # fmt: skip


def test_the_lower_bound_is_the_median_over_the_required_ratio():
    found = state(capacities([0.8] * 7))
    assert found.dispersion == 0.5
    assert found.required == pytest.approx(math.exp(1.2815515655 * 0.5))
    assert found.shown == pytest.approx(0.8 / math.sqrt(1.02) / found.required)
    wide = state(capacities([0.2, 0.3, 0.5, 0.8, 1.2, 1.9, 3.0]))
    assert wide.dispersion == pytest.approx(math.hypot(wide.motion_dispersion, 0.3))
    # one early fall: never above the intensity that is known to be withstood by all
    early = state(capacities([0.1] + [4.0] * 6))
    assert early.shown == pytest.approx(0.1 / math.sqrt(1.02))


def test_capacities_above_the_ceiling_count_as_the_ceiling_below_and_not_at_all_above():
    beyond = [MotionCapacity(motion=str(n), stood=3.0, fell=None) for n in range(4)]
    found = state([*beyond, *capacities([1.0, 1.5, 2.0])])
    assert found.median is None
    assert found.censored == 3.0
    assert found.count == 3
    reached = state([*beyond[:3], *capacities([1.0, 1.2, 1.5, 2.0])])
    assert reached.median == pytest.approx(2.0)


def test_limits_only_reduce():
    free = state(capacities([0.8] * 7))
    assert state(capacities([0.8] * 7), set_lacks=0.0).shown == 0.0
    assert state(capacities([0.8] * 7), corner=0.2).shown == pytest.approx(min(0.2, free.shown))
    assert state(capacities([0.8] * 7), corners_up_to_demand=5.0).shown == free.shown


def test_a_state_without_a_lower_end_is_below_the_rung_that_reaches_it():
    item = MotionCapacity(motion="a", stood=0.0, fell=1.0)
    assert 0.9 < item.estimate < 1.0
    assert state([item] * 7).shown == 0.0
    assert state([item] * 7).median < 1.0


def test_the_least_dispersion_cannot_be_lowered():
    with pytest.raises(ModelError, match="least_dispersion"):
        IdaOptions(least_dispersion=0.2)


def test_the_accepted_probability_cannot_be_raised():
    assert IdaOptions(acceptable_probability=0.05).normal_quantile > IdaOptions().normal_quantile
    for options in (IdaOptions, FragilityOptions):
        with pytest.raises(ModelError, match="acceptable_probability"):
            options(acceptable_probability=0.11)
