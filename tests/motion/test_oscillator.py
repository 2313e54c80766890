from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import linalg, signal

from pirqa.motion.oscillator import (
    extreme_between,
    extreme_free,
    oscillator_extremes,
    oscillator_history,
    oscillator_peaks,
    step_matrices,
)

NOISE = np.random.default_rng(7).normal(size=800)


def system(period, damping):
    omega = 2 * math.pi / period
    return np.array([[0.0, 1.0], [-(omega**2), -2 * damping * omega]])


def brute(ground, step, period, damping, *, refine, tail=1.5):
    """u, v and absolute acceleration on a much finer grid by scipy's matrix exponential, free vibration included."""
    parts = int(refine)
    fine = np.interp(
        np.arange((len(ground) - 1) * parts + 1) / parts, np.arange(len(ground)), np.asarray(ground, dtype=float)
    )
    short = step / parts
    matrix = system(period, damping)
    _, out, _ = signal.lsim((matrix, [[0.0], [-1.0]], np.eye(2), np.zeros((2, 1))), fine, short * np.arange(len(fine)))
    turn = linalg.expm(matrix * period / 1000)
    free = [out[-1]]
    for _ in range(int(1000 * tail)):
        free.append(turn @ free[-1])
    states = np.concatenate([out, np.array(free)])
    force = -matrix[1] @ states.T
    return np.abs([states[:, 0], states[:, 1], force]).max(axis=1)


@pytest.mark.parametrize("damping", [0.0, 0.05, 0.3, 0.99])
@pytest.mark.parametrize("period", [0.01, 0.1, 1.0])
def test_one_step_is_nigam_and_jennings(period, damping):
    h, w = 0.01, 2 * math.pi / period
    wd = w * math.sqrt(1 - damping**2)
    fade, c, s = math.exp(-damping * w * h), math.cos(wd * h), math.sin(wd * h)
    root = damping / math.sqrt(1 - damping**2)
    matrix = step_matrices(period, damping, h)
    # their matrix A, as printed in every textbook
    assert matrix[0, 0] == pytest.approx(fade * (root * s + c), rel=1e-11, abs=1e-13)
    assert matrix[0, 1] == pytest.approx(fade * s / wd, rel=1e-11, abs=1e-14)
    assert matrix[1, 0] == pytest.approx(-w / math.sqrt(1 - damping**2) * fade * s, rel=1e-11, abs=1e-10)
    assert matrix[1, 1] == pytest.approx(fade * (c - root * s), rel=1e-11, abs=1e-13)
    # statics: under a constant acceleration, u = −a/ω² stays
    assert matrix[0, 0] * -1 / w**2 + matrix[0, 2] + matrix[0, 3] == pytest.approx(-1 / w**2, rel=1e-12)
    assert matrix[1, 0] * -1 / w**2 + matrix[1, 2] + matrix[1, 3] == pytest.approx(0.0, abs=1e-12)


@given(period=st.floats(1e-3, 1e3), damping=st.floats(0, 5), step=st.floats(1e-3, 0.1))
@settings(max_examples=60, deadline=None)
def test_one_step_is_the_matrix_exponential(period, damping, step):
    whole = np.zeros((4, 4))
    whole[:2, :2] = system(period, damping)
    whole[1, 2], whole[2, 3] = -1.0, 1.0 / step
    scale = np.array([1.0, 2 * math.pi / period])  # u in m, v in ω m
    expected = linalg.expm(whole * step)[:2]
    expected[:, 2] -= expected[:, 3]
    found = step_matrices(period, damping, step)
    size = np.abs(expected / scale[:, None]).max(axis=0)
    assert np.all(np.abs(found - expected) / scale[:, None] <= 1e-9 * size)


@pytest.mark.parametrize("damping", [0.0, 0.05, 1.0, 2.0])
@pytest.mark.parametrize("period", [0.05, 0.4, 3.0, 10.0])
def test_history_and_sample_peaks_are_those_of_lsim(period, damping):
    step = 0.005
    model = (system(period, damping), [[0.0], [-1.0]], np.eye(2), np.zeros((2, 1)))
    _, theirs, _ = signal.lsim(model, NOISE, step * np.arange(len(NOISE)))
    size = np.abs(theirs).max(axis=0)
    assert np.abs((oscillator_history(NOISE, step, period, damping) - theirs) / size).max() < 1e-9
    found = oscillator_peaks(NOISE, step, np.array([period]), damping)[0]
    force = np.abs(system(period, damping)[1] @ theirs.T).max()
    assert found == pytest.approx([*size, force], rel=1e-9)


@pytest.mark.parametrize("damping", [0.0, 0.05, 1.0, 3.0])
@pytest.mark.parametrize("period", [0.004, 0.01, 0.03, 0.2, 20.0])
def test_extremes_are_those_of_a_fine_grid(period, damping):
    ground, step = NOISE[:50], 0.01
    refine = max(60, round(120 * step / period * (1 + damping)))
    theirs = brute(ground, step, period, damping, refine=refine, tail=0.6)
    found = oscillator_extremes(ground, step, np.array([period]), damping)[0]
    assert np.all(found >= theirs * (1 - 1e-6))
    # the grid itself misses a peak by up to (ω h/refine)²/8, and kinks of noise by more
    assert np.all(found <= theirs * (1 + 2e-3))
    coarse = oscillator_peaks(ground, step, np.array([period]), damping)[0]
    assert np.all(found >= coarse * (1 - 1e-12))


def test_peaks_at_samples_alone_miss_a_fast_oscillator():
    """A period of one step: within each straight line u' = −s/ω² (1 − cos ωt), which is zero at all samples."""
    step = period = 0.01
    ground = np.zeros(50)
    ground[1] = 1.0
    at_samples = oscillator_peaks(ground, step, np.array([period]), 0.0)[0]
    everywhere = oscillator_extremes(ground, step, np.array([period]), 0.0)[0]
    assert at_samples[1] < 1e-12
    assert everywhere[1] == pytest.approx(2 / step / (2 * math.pi / period) ** 2, rel=1e-6)


@given(
    coefficients=st.lists(st.floats(-3, 3), min_size=6, max_size=6), start=st.floats(-2, 2), step=st.floats(0.01, 1.0)
)
@settings(max_examples=100, deadline=None)
def test_extreme_between_is_exact_for_a_polynomial_with_one_extreme(coefficients, start, step):
    x = np.polynomial.Polynomial(coefficients)
    d, c = x.deriv(), x.deriv(2)
    end = start + step
    grid = np.linspace(start, end, 2001)
    slopes = d(grid)
    found = extreme_between(x(start), d(start), c(start), x(end), d(end), c(end), step)
    changes = np.count_nonzero(np.diff(np.sign(slopes)))
    if changes <= 1 and not (d(start) * d(end) >= 0 and changes):
        assert found == pytest.approx(np.abs(x(grid)).max(), rel=1e-4, abs=1e-4)
    assert found >= max(abs(x(start)), abs(x(end))) - 1e-12


@given(
    x=st.floats(-2, 2),
    d=st.floats(-20, 20),
    omega=st.floats(0.1, 20),
    damping=st.one_of(st.floats(0, 3), st.just(1.0)),
)
@settings(max_examples=100, deadline=None)
def test_free_vibration_has_the_peak_of_its_history(x, d, omega, damping):
    matrix = np.array([[0.0, 1.0], [-(omega**2), -2 * damping * omega]])
    turn = linalg.expm(matrix * (2 * math.pi / omega / 400))
    state, most = np.array([x, d]), abs(x)
    for _ in range(600):
        state = turn @ state
        most = max(most, abs(state[0]))
    found = extreme_free(x, d, omega, damping)
    assert found == pytest.approx(most, rel=2e-4, abs=1e-4 * (abs(x) + abs(d) / omega) + 1e-12)
    assert found >= abs(x)


def test_silence_before_a_long_record_changes_nothing():
    """Stretches of time are longer in a long record."""
    periods = np.array([0.02, 0.3, 4.0])
    alone = oscillator_extremes(NOISE, 0.01, periods, 0.05)
    late = oscillator_extremes(np.concatenate([np.zeros(200_001), [0.0], NOISE]), 0.01, periods, 0.05)
    early = oscillator_extremes(np.concatenate([[0.0], NOISE]), 0.01, periods, 0.05)
    assert late == pytest.approx(early, rel=1e-9)
    assert not np.allclose(alone, early, rtol=1e-9)  # a record that starts with a jump is another one


def test_periods_may_come_in_any_order_and_number():
    periods = np.geomspace(0.01, 10.0, 75)
    shuffled = np.random.default_rng(1).permutation(75)
    one = oscillator_extremes(NOISE, 0.01, periods, 0.05)
    other = oscillator_extremes(NOISE, 0.01, periods[shuffled], 0.05)
    assert other == pytest.approx(one[shuffled], rel=1e-6)
    assert oscillator_extremes(NOISE, 0.01, np.empty(0), 0.05).shape == (0, 3)
