"""The sliding block against closed forms, brute force and the identities that any slip obeys."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.sliding_block import slide
from pirqa.units import STANDARD_GRAVITY

accelerations = st.lists(st.floats(-5.0, 5.0), min_size=2, max_size=12)
yields = st.floats(0.05, 4.0)


def brute(samples, step, forward, backward, parts):
    """Final displacement by tiny steps of the same law, without any root."""
    fine = np.interp(
        np.linspace(0.0, len(samples) - 1, (len(samples) - 1) * parts + 1), np.arange(len(samples)), samples
    )
    small = step / parts
    velocity = moved = 0.0
    middle = 0.5 * (fine[1:] + fine[:-1])
    rest = list(middle) + [0.0] * (400 * parts)
    for index, push in enumerate(rest):
        if index >= len(middle) and velocity == 0.0:
            break
        if velocity > 0.0 or (velocity == 0.0 and push > forward):
            new = max(velocity + (push - forward) * small, 0.0)
        elif velocity < 0.0 or (velocity == 0.0 and push < -backward):
            new = min(velocity + (push + backward) * small, 0.0)
        else:
            new = 0.0
        moved += 0.5 * (velocity + new) * small
        velocity = new
    return moved


def test_square_pulse_is_newmarks():
    strength, resistance, duration, step = 0.4 * STANDARD_GRAVITY, 0.1 * STANDARD_GRAVITY, 0.5, 1e-4
    samples = np.zeros(5202)
    samples[1:5001] = (
        strength  # its edges are centred on the pulse's, so that its area is exact; it starts within the first
    )
    run = slide(samples, step, yield_acceleration=resistance)
    assert run.final == pytest.approx(strength * duration**2 / 2 * (strength / resistance - 1), rel=1e-4)
    assert run.peak_velocity == pytest.approx((strength - resistance) * duration, rel=1e-3)
    assert run.slips == 1
    assert run.stops[0] > step * (len(samples) - 1)  # it slides on when the record has ended


@pytest.mark.parametrize(("share", "steps"), [(0.7, 1), (0.7, 7), (0.3, 1), (0.3, 5)])
def test_triangular_pulse_is_exact(share, steps):
    strength, rise = 3.0, 0.2
    resistance, slope = share * strength, strength / rise
    peak = (strength - resistance) ** 2 / slope
    if share > math.sqrt(2.0) / (1.0 + math.sqrt(2.0)):  # it rests before the pulse is over
        expected = (1.0 + 2.0 * math.sqrt(2.0) / 3.0) * (strength - resistance) ** 3 / slope**2
        rest = 2.0 * rise - resistance / slope + math.sqrt(2.0) * (strength - resistance) / slope
    else:
        left = peak - resistance**2 / (2.0 * slope)
        falling = peak * resistance / slope - resistance**3 / (6.0 * slope**2)
        expected = (strength - resistance) ** 3 / slope**2 + falling + left**2 / (2.0 * resistance)
        rest = 2.0 * rise + left / resistance
    samples = np.interp(np.linspace(0.0, 2.0, 2 * steps + 1), [0.0, 1.0, 2.0], [0.0, strength, 0.0])
    run = slide(samples, rise / steps, yield_acceleration=resistance)
    assert run.final == pytest.approx(expected, rel=1e-12)
    assert run.peak_velocity == pytest.approx(peak, rel=1e-12)
    assert run.starts == pytest.approx([resistance / slope], rel=1e-12)
    assert run.stops == pytest.approx([rest], rel=1e-12)
    assert run.slip_time == pytest.approx(rest - resistance / slope, rel=1e-12)


def test_half_sine_pulse():
    strength, resistance, omega = 2.0, 0.8, 2.0 * math.pi
    begins = math.asin(resistance / strength) / omega
    ends = math.pi / omega
    speed = strength / omega * (math.cos(omega * begins) + 1.0) - resistance * (ends - begins)
    moved = (
        strength / omega * math.cos(omega * begins) * (ends - begins)
        - strength / omega**2 * (0.0 - math.sin(omega * begins))
        - resistance * (ends - begins) ** 2 / 2.0
    )
    times = np.linspace(0.0, ends, 5001)
    run = slide(strength * np.sin(omega * times), times[1], yield_acceleration=resistance)
    assert speed > 0.0
    assert run.final == pytest.approx(moved + speed**2 / (2.0 * resistance), rel=2e-7)
    assert run.starts[0] == pytest.approx(begins, rel=1e-6)


def test_two_way_sine_reaches_its_steady_state():
    strength, resistance, omega = 3.0, 1.0, 4.0
    swing = 2.0 * strength / omega**2 * math.sqrt(1.0 - (math.pi * resistance / (2.0 * strength)) ** 2)
    times = np.linspace(0.0, 40 * 2 * math.pi / omega, 40 * 800 + 1)
    run = slide(strength * np.sin(omega * times), times[1], yield_acceleration=resistance, yield_backward=resistance)
    last = run.displacement[-1600:]
    assert last.max() - last.min() == pytest.approx(swing, rel=2e-5)


def test_backward_resistance_that_is_never_reached_is_one_way():
    samples = 3.0 * np.sin(np.linspace(0.0, 60.0, 2000))
    one = slide(samples, 0.01, yield_acceleration=0.7)
    same = slide(samples, 0.01, yield_acceleration=0.7, yield_backward=3.1)
    two = slide(samples, 0.01, yield_acceleration=0.7, yield_backward=0.7)
    assert same.final == one.final > two.final
    assert np.all(np.diff(one.displacement) >= 0.0)
    assert two.slips > one.slips


def test_several_events_within_one_step():
    # from far back to far forward in one step: slides back, rests, slides forwards, and on after the record
    run = slide(np.array([-4.0, -4.0, 4.0]), 1.0, yield_acceleration=1.0, yield_backward=3.5)
    slope = 8.0
    first = 0.5  # speed backwards after the first step of excess 0.5
    rest = (0.5 + math.sqrt(0.25 + 2.0 * slope * first)) / slope
    start = (1.0 + 4.0) / slope
    assert run.slips == 2
    assert run.starts == pytest.approx([0.0, 1.0 + start], rel=1e-14)
    assert run.stops[0] == pytest.approx(1.0 + rest, rel=1e-14)
    back = -0.25 - (first * rest + 0.5 * rest**2 / 2.0 - slope * rest**3 / 6.0)
    speed = slope * (1.0 - start) ** 2 / 2.0
    ahead = slope * (1.0 - start) ** 3 / 6.0 + speed**2 / 2.0
    assert run.final == pytest.approx(back + ahead, rel=1e-13)
    assert run.largest == pytest.approx(max(abs(back), abs(back + ahead)), rel=1e-13)
    assert run.stops[1] == pytest.approx(2.0 + speed, rel=1e-14)


def test_touching_the_yield_moves_nothing():
    for samples in ([0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]):
        run = slide(np.array(samples), 0.1, yield_acceleration=1.0)
        assert (run.final, run.slips, run.slip_time, run.peak_velocity) == (0.0, 0, 0.0, 0.0)
        assert len(run.starts) == len(run.stops) == 0


def test_a_slip_that_begins_at_the_first_sample():
    run = slide(np.array([2.0, 2.0]), 1.0, yield_acceleration=1.0)
    assert run.starts[0] == 0.0
    assert run.displacement.tolist() == [0.0, 0.5]
    assert run.final == pytest.approx(1.0)  # 1/2 under the push, 1/2 after it
    assert run.stops[0] == pytest.approx(2.0)


def test_without_resistance_it_moves_as_the_ground_does():
    samples = np.concatenate([np.sin(np.linspace(0.0, 2 * math.pi, 201)), [0.0]])
    run = slide(samples, 0.01, yield_acceleration=0.0, yield_backward=0.0)
    ground = GroundMotion(name="g", step=0.01, acceleration=samples[:, None], directions=(Direction(name="x"),))
    assert run.displacement == pytest.approx(ground.displacement[:, 0], abs=1e-12)
    with pytest.raises(OptionsError, match="nothing slows it"):
        slide(np.array([1.0, 1.0]), 1.0, yield_acceleration=0.0)


def test_more_slips_than_are_made_room_for():
    samples = np.tile([2.0, -2.0], 2000)
    run = slide(samples, 0.01, yield_acceleration=1.0)
    assert run.slips == len(run.starts) == 2000
    assert np.all(run.starts < run.stops)
    assert np.all(run.stops[:-1] <= run.starts[1:])


@pytest.mark.parametrize(
    ("samples", "step", "forward", "backward"),
    [
        ([1.0], 0.1, 1.0, None),
        ([[1.0, 2.0]], 0.1, 1.0, None),
        ([1.0, math.nan], 0.1, 1.0, None),
        ([1.0, 2.0], 0.0, 1.0, None),
        ([1.0, 2.0], math.inf, 1.0, None),
        ([1.0, 2.0], 0.1, -1.0, None),
        ([1.0, 2.0], 0.1, math.nan, None),
        ([1.0, 2.0], 0.1, 1.0, -0.1),
        ([1e308, -1e308, 1e308], 0.1, 1.0, 1.0),
    ],
)
def test_bad_input_is_refused(samples, step, forward, backward):
    with pytest.raises(OptionsError, match="sliding block"):
        slide(np.array(samples), step, yield_acceleration=forward, yield_backward=backward)


@settings(max_examples=25, deadline=None)
@given(samples=accelerations, forward=yields, backward=yields)
def test_brute_force_agrees(samples, forward, backward):
    run = slide(np.array(samples), 0.1, yield_acceleration=forward, yield_backward=backward)
    assert run.final == pytest.approx(brute(samples, 0.1, forward, backward, 400), abs=2e-3)


@settings(max_examples=200, deadline=None)
@given(samples=accelerations, forward=yields, parts=st.integers(2, 9))
def test_splitting_steps_changes_nothing(samples, forward, parts):
    count = len(samples) - 1
    fine = np.interp(np.linspace(0, count, count * parts + 1), np.arange(count + 1), samples)
    whole = slide(np.array(samples), 0.1, yield_acceleration=forward, yield_backward=1.0)
    split = slide(fine, 0.1 / parts, yield_acceleration=forward, yield_backward=1.0)
    assert split.final == pytest.approx(whole.final, abs=1e-9)
    assert split.peak_velocity == pytest.approx(whole.peak_velocity, abs=1e-9)
    assert split.largest == pytest.approx(whole.largest, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(samples=accelerations, forward=yields, backward=yields, factor=st.floats(0.1, 10.0))
def test_scaling_and_mirroring(samples, forward, backward, factor):
    record = np.array(samples)
    run = slide(record, 0.1, yield_acceleration=forward, yield_backward=backward)
    stronger = slide(factor * record, 0.1, yield_acceleration=factor * forward, yield_backward=factor * backward)
    slower = slide(record, 0.1 * factor, yield_acceleration=forward, yield_backward=backward)
    mirrored = slide(-record, 0.1, yield_acceleration=backward, yield_backward=forward)
    assert stronger.final == pytest.approx(factor * run.final, rel=1e-9, abs=1e-9)
    assert slower.final == pytest.approx(factor**2 * run.final, rel=1e-9, abs=1e-9)
    assert mirrored.final == pytest.approx(-run.final, rel=1e-12, abs=1e-15)


@settings(max_examples=200, deadline=None)
@given(samples=accelerations, forward=yields)
def test_every_slip_keeps_momentum_and_energy(samples, forward):
    """Over a slip the ground gains the velocity a_y·t; what it moves beyond V t + a_y t²/2 is the slip."""
    ground = GroundMotion(
        name="g", step=0.1, acceleration=np.array(samples)[:, None], directions=(Direction(name="x"),)
    )
    run = slide(np.array(samples), 0.1, yield_acceleration=forward)
    before, after = ground.at(run.starts), ground.at(run.stops)
    span = run.stops - run.starts
    gained = (after.velocity - before.velocity)[:, 0]
    slipped = (after.displacement - before.displacement)[:, 0] - before.velocity[:, 0] * span - forward * span**2 / 2
    assert gained == pytest.approx(forward * span, abs=1e-9)
    assert slipped.sum() == pytest.approx(run.final, abs=1e-9)
    assert run.slip_time == pytest.approx(span.sum(), abs=1e-12)
    assert np.all(span >= 0.0)
    assert run.final >= 0.0
