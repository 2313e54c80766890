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
from pirqa.motion.sliding_regressions import predict_displacements
from pirqa.units import STANDARD_GRAVITY
from pirqa.units import STANDARD_GRAVITY as G

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


def named(name, *arguments, **options):
    return next(item for item in predict_displacements(*arguments, **options) if item.name == name)


@pytest.mark.parametrize(
    ("name", "centimetres", "sigma"),
    [
        # at k_y = 0.1, PGA = 0.2 g: the ratio is ½ and its powers are powers of 2
        ("ambraseys_menu_1988", 10**0.90 * 2.0 ** (1.09 - 2.53), 0.30 * math.log(10)),
        ("jibson_2007_ratio", 10**0.215 * 2.0 ** (1.438 - 2.341), 0.510 * math.log(10)),
        ("jibson_2007_magnitude", 10 ** (0.424 * 7.0 - 2.710) * 2.0 ** (1.478 - 2.335), 0.454 * math.log(10)),
        ("jibson_2007_arias", 10 ** (3.481 - 3.230), 0.656 * math.log(10)),
        ("jibson_2007_arias_ratio", 10**-1.474 * 2.0**3.833, 0.616 * math.log(10)),
        ("saygili_rathje_2008_pga", math.exp(5.52 - 2.215 - 5.0975 + 5.32625 - 1.79625) * 0.2**0.72, 1.13),
        (
            "rathje_saygili_2009_magnitude",
            math.exp(4.89 - 2.425 - 4.91 + 5.31125 - 1.81625 + 0.89) * 0.2**0.72,
            0.73 + 0.3945 - 0.13475,
        ),
        (
            "saygili_rathje_2008_pgv",
            math.exp(-1.56 - 2.29 - 5.21 + 5.59375 - 1.90625) * 0.2**-0.64 * 20.0**1.55,
            0.405 + 0.262,
        ),
        ("saygili_rathje_2008_arias", math.exp(2.39 - 2.62 - 4.695 + 5.25125 - 1.821875) * 0.2**-1.56, 0.74),
        (
            "saygili_rathje_2008_pgv_arias",
            math.exp(-0.74 - 2.465 - 4.9775 + 5.46875 - 1.8825) * 0.2**-1.30 * 20.0**1.04,
            0.20 + 0.395,
        ),
        ("whitman_liao_1985", 100.0 * 37.0 * 0.2**2 / (0.2 * G) * math.exp(-4.7), 1.05),
        ("newmark_1965_pulse", 100.0 * 0.2**2 / (0.2 * G) * 0.5, 0.0),
        ("newmark_1965_bound", 100.0 * 0.2**2 / (0.2 * G) * 2.0, 0.0),
    ],
)
def test_values_by_hand(name, centimetres, sigma):
    found = named(name, 0.1, 0.2 * G, pgv=0.2, arias=1.0, magnitude=7.0)
    assert found.median == pytest.approx(centimetres / 100.0, rel=1e-12)
    assert found.sigma_ln == pytest.approx(sigma, rel=1e-12)
    assert found.low == pytest.approx(found.median / math.exp(sigma))
    assert found.high == pytest.approx(found.median * math.exp(sigma))
    assert found.valid


@pytest.mark.parametrize(
    ("name", "pga", "pgv", "magnitude", "printed"),
    [
        ("rathje_saygili_2009_magnitude", 0.54, None, 6.75, 0.43),
        ("rathje_saygili_2009_magnitude", 0.88, None, 6.75, 1.13),
        ("saygili_rathje_2008_pgv", 0.88, 0.71, None, 0.81),
        ("saygili_rathje_2008_pgv", 0.54, 0.42, None, 0.29),  # 0.275 from the printed, rounded inputs
    ],
)
def test_examples_of_rathje_and_others_2014(name, pga, pgv, magnitude, printed):
    found = named(name, 0.1, pga * G, pgv=pgv, magnitude=magnitude)
    assert found.median == pytest.approx(printed, rel=0.06)


def test_only_what_the_inputs_allow():
    assert [item.name for item in predict_displacements(0.1, 3.0)] == [
        "ambraseys_menu_1988",
        "jibson_2007_ratio",
        "saygili_rathje_2008_pga",
    ]
    assert len(predict_displacements(0.1, 3.0, pgv=0.3, arias=1.0, magnitude=7.0)) == 13
    names = {item.name for item in predict_displacements(0.1, 3.0, arias=1.0)}
    assert "jibson_2007_arias" in names
    assert not any("pgv" in name or "magnitude" in name or "newmark" in name for name in names)


def test_ground_below_the_yield_moves_nothing():
    for found in predict_displacements(0.3, 0.3 * G, pgv=0.3, arias=1.0, magnitude=7.0):
        assert (found.median, found.low, found.high, found.valid) == (0.0, 0.0, 0.0, True)


def test_ranges_are_told():
    assert named("jibson_2007_ratio", 0.5, G).outside == ("yield_coefficient",)
    assert named("ambraseys_menu_1988", 0.04, G, magnitude=8.0).outside == ("ratio", "magnitude")
    assert named("ambraseys_menu_1988", 0.3, G).valid
    assert named("saygili_rathje_2008_pga", 0.35, G).outside == ("yield_coefficient",)


JIBSON = {"yield_coefficient": (0.05, 0.40), "magnitude": (5.3, 7.6)}
SAYGILI = {"yield_coefficient": (0.05, 0.30), "magnitude": (5.0, 7.9)}
RANGES = {
    "ambraseys_menu_1988": {"ratio": (0.1, 0.9), "magnitude": (6.6, 7.2)},
    "jibson_2007_ratio": JIBSON,
    "jibson_2007_magnitude": JIBSON,
    "jibson_2007_arias": JIBSON,
    "jibson_2007_arias_ratio": JIBSON,
    "saygili_rathje_2008_pga": SAYGILI,
    "rathje_saygili_2009_magnitude": SAYGILI,
    "saygili_rathje_2008_pgv": SAYGILI,
    "saygili_rathje_2008_arias": SAYGILI,
    "saygili_rathje_2008_pgv_arias": SAYGILI,
    "whitman_liao_1985": {},
    "newmark_1965_pulse": {},
    "newmark_1965_bound": {},
}
"""Data of the papers: yield coefficients [g] and magnitudes of the records, or yield over peak acceleration."""


def predicted(ratio=0.5, magnitude=7.0, yield_coefficient=0.1):
    pga = yield_coefficient / ratio * G
    found = predict_displacements(yield_coefficient, pga, pgv=0.3, arias=1.0, magnitude=magnitude)
    return {item.name: item.outside for item in found}


@pytest.mark.parametrize("what", ["yield_coefficient", "ratio", "magnitude"])
def test_both_ends_of_every_range(what):
    assert predicted().keys() == RANGES.keys()
    for name, ranges in RANGES.items():
        least, greatest = ranges.get(what, (0.02, 0.95))
        beyond = (what,) if what in ranges else ()
        for inside in (least * (1 + 1e-9), greatest * (1 - 1e-9)):
            assert predicted(**{what: inside})[name] == (), (name, inside)
        for outside in (least * (1 - 1e-9), greatest * (1 + 1e-9)):
            assert predicted(**{what: outside})[name] == beyond, (name, outside)


def test_ends_of_ranges_belong_to_them():
    for name, ranges in RANGES.items():
        for what in ranges.keys() - {"ratio"}:  # the ratio is computed, and rounded
            for end in ranges[what]:
                assert predicted(**{what: end})[name] == (), (name, end)


@pytest.mark.parametrize(("ratio", "times"), [(0.25, 4.0), (0.2, 5.0), (1 / 5.9, 5.9), (1 / 6.1, 6.0), (0.05, 6.0)])
def test_newmarks_bound_is_six_times_at_most(ratio, times):
    # V²/(2 g N)·A/N, A/N up to 6 (Newmark 1965)
    found = named("newmark_1965_bound", 0.1, 0.1 / ratio * G, pgv=0.4)
    assert found.median == pytest.approx(times * 0.4**2 / (2 * 0.1 * G), rel=1e-12)


def test_what_is_from_memory_says_so():
    found = predict_displacements(0.1, 3.0, pgv=0.3, arias=1.0, magnitude=7.0)
    assert {item.name for item in found if not item.verified} == {"whitman_liao_1985", "newmark_1965_bound"}
    assert all("memory" in item.source for item in found if not item.verified)


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf, 1e300, 1e-300])
def test_bad_numbers_are_refused(bad):
    with pytest.raises(OptionsError, match="yield_coefficient"):
        predict_displacements(bad, 1.0)
    with pytest.raises(OptionsError, match="pga"):
        predict_displacements(0.1, bad)
    for key in ("pgv", "arias", "magnitude"):
        with pytest.raises(OptionsError, match=key):
            predict_displacements(0.1, 1.0, **{key: bad})


@settings(max_examples=100, deadline=None)
@given(weak=st.floats(0.02, 0.5), ratio=st.floats(0.05, 0.9), pgv=st.floats(0.01, 3.0), arias=st.floats(0.01, 30.0))
def test_a_stronger_joint_slides_less(weak, ratio, pgv, arias):
    pga = weak / ratio * G
    before = predict_displacements(weak, pga, pgv=pgv, arias=arias, magnitude=7.0)
    after = predict_displacements(1.05 * weak, pga, pgv=pgv, arias=arias, magnitude=7.0)
    for first, second in zip(before, after, strict=True):
        assert 0.0 < second.median <= first.median * (1.0 + 1e-12)


def test_newmarks_pulse_is_what_the_block_does():
    import numpy as np

    samples = np.zeros(10001)
    samples[1:4001] = 3.0
    run = slide(samples, 1e-4, yield_acceleration=1.0)
    assert named("newmark_1965_pulse", 1.0 / G, 3.0, pgv=1.2).median == pytest.approx(run.final, rel=1e-3)
