"""White noise: peak, band, rest, seeds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError
from pirqa.motion.synthetic import NoiseOptions, white_noise
from pirqa.motion.synthetic.noise import envelope, half_cosine_window


def amplitudes(values, step):
    return np.fft.rfftfreq(len(values), step), np.abs(np.fft.rfft(values))


def test_noise_of_the_paper():
    motion = white_noise(NoiseOptions()).motion
    assert motion.step == pytest.approx(0.001)
    assert motion.duration == pytest.approx(30.0)
    assert motion.peak_displacement[0] == pytest.approx(0.001, rel=1e-12)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0]) < 1e-9
    assert motion.band == (0.1, 20.0)
    assert motion.treatments[0].amounts["seed"] == 7.0


@pytest.mark.parametrize(("flat", "power"), [("displacement", 0), ("velocity", 1), ("acceleration", 2)])
def test_spectrum_is_flat_in_its_band_and_empty_beyond(flat, power):
    motion = white_noise(NoiseOptions(low=1.0, high=20.0, flat=flat, duration=60.0)).motion
    frequencies, sizes = amplitudes(motion.displacement[:, 0], motion.step)
    inside = (frequencies > 1.0) & (frequencies < 20.0)
    # tapers blur by 1/3 s; half a hertz beyond the band nothing is left
    beyond = (frequencies < 0.5) | (frequencies > 20.5)
    weighted = sizes * frequencies**power
    assert np.sum(weighted[beyond & (frequencies < 100.0)] ** 2) < 1e-3 * np.sum(weighted**2)
    thirds = [weighted[inside & (frequencies >= low) & (frequencies < low + 6.0)] for low in (1.5, 7.5, 13.5)]
    levels = [np.sqrt(np.mean(third**2)) for third in thirds]
    assert max(levels) / min(levels) < 1.1


def test_same_seed_same_noise():
    one = white_noise(NoiseOptions(seed=3, duration=5.0)).motion.acceleration
    assert np.array_equal(one, white_noise(NoiseOptions(seed=3, duration=5.0)).motion.acceleration)
    assert not np.allclose(one, white_noise(NoiseOptions(seed=4, duration=5.0)).motion.acceleration)


@settings(max_examples=25, deadline=None)
@given(
    peak=st.floats(1e-5, 0.5),
    low=st.floats(0.05, 5.0),
    width=st.floats(2.0, 40.0),
    duration=st.floats(8.0, 40.0),
    seed=st.integers(0, 2**40),
)
def test_every_noise_rests_and_reaches_its_peak(peak, low, width, duration, seed):
    step = 0.05 / (low + width)
    options = NoiseOptions(peak_displacement=peak, low=low, high=low + width, duration=duration, step=step, seed=seed)
    motion = white_noise(options).motion
    assert motion.peak_displacement[0] == pytest.approx(peak, rel=1e-10)
    assert abs(motion.velocity[-1, 0]) < 1e-9
    assert abs(motion.displacement[-1, 0]) < 1e-9
    assert abs(motion.displacement[0, 0]) < 1e-12


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"low": 20.0}, "low must be less than high"),
        ({"low": 0.0}, "noise.low must be greater"),
        ({"step": 0.01}, "1/10 of the period of high"),
        ({"duration": 0.1}, "too short for this band"),
        ({"seed": -1}, "noise.seed must be at least"),
        ({"seed": 1.5}, "whole number"),
        ({"flat": "speed"}, "not known"),
        ({"peak_displacement": np.inf}, "must be finite"),
    ],
)
def test_bad_options_are_named(given, says):
    with pytest.raises(ModelError, match=says):
        NoiseOptions(**given)


def test_window_and_envelopes():
    times = np.linspace(0.0, 10.0, 101)
    window = half_cosine_window(times, 2.0)
    assert window[[0, 10, 20, 50, 90, 100]] == pytest.approx([0.0, 0.5, 1.0, 1.0, 0.5, 0.0])
    for shape, top in (("saragoni_hart", 2.0), ("jennings", 1.5)):
        values = envelope(times, 10.0, shape)
        assert values[0] == 0.0
        assert values.max() == pytest.approx(1.0)
        assert values[-1] == pytest.approx(0.05)
        assert times[values.argmax()] == pytest.approx(top)


def test_jennings_rises_as_a_parabola_stays_and_falls_exponentially():
    at = {
        0.0: 0.0,
        0.075: 0.25,
        0.12: 0.64,
        0.15: 1.0,
        0.3: 1.0,
        0.5: 1.0,
        0.75: 20.0**-0.5,
        0.9: 20.0**-0.8,
        1.0: 0.05,
    }
    for duration in (1.0, 25.0):
        values = envelope(duration * np.array(list(at)), duration, "jennings")
        assert values == pytest.approx(list(at.values()), abs=1e-12)
    beside = envelope(np.array([0.14999, 0.15001, 0.49999, 0.50001]), 1.0, "jennings")
    assert beside == pytest.approx([(0.14999 / 0.15) ** 2, 1.0, 1.0, 20.0 ** (-0.00001 / 0.5)], abs=1e-12)
    assert beside[0] < 1.0 > beside[3]


def test_saragoni_and_hart_by_hand():
    # β from the twentieth at the end: β (ln 5 + 1 − 5) = −ln 20
    beta = np.log(20.0) / (4.0 - np.log(5.0))
    values = envelope(30.0 * np.array([0.0, 0.1, 0.2, 0.5, 1.0]), 30.0, "saragoni_hart")
    wanted = [0.0, (0.5 * np.exp(0.5)) ** beta, 1.0, (2.5 * np.exp(-1.5)) ** beta, 0.05]
    assert values == pytest.approx(wanted, abs=1e-12)
