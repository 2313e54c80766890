"""The motion of the ground between samples is what its linear acceleration makes it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from pirqa.errors import ModelError
from pirqa.model.ground_motion import Direction, GroundMotion


def motion(acceleration, step=0.02, **given):
    samples = np.asarray(acceleration, dtype=float).reshape(len(acceleration), -1)
    names = tuple(Direction(name=str(at)) for at in range(samples.shape[1]))
    return GroundMotion(name="test", step=step, acceleration=samples, directions=names, **given)


def test_linear_acceleration_makes_a_cubic_displacement():
    step, start, slope, speed, place = 0.05, 0.7, -1.3, 0.4, -0.2
    times = step * np.arange(41)
    ground = motion(
        start + slope * times,
        step,
        initial_velocity=np.array([speed]),
        initial_displacement=np.array([place]),
    )
    at = np.linspace(0.0, 2.0, 333)
    state = ground.at(at)
    assert state.acceleration[:, 0] == pytest.approx(start + slope * at, abs=1e-13)
    assert state.velocity[:, 0] == pytest.approx(speed + start * at + slope * at**2 / 2, abs=1e-13)
    assert state.displacement[:, 0] == pytest.approx(
        place + speed * at + start * at**2 / 2 + slope * at**3 / 6, abs=1e-13
    )
    assert ground.velocity[-1, 0] == pytest.approx(speed + 2 * start + 2 * slope, abs=1e-13)


def test_at_agrees_with_quadrature():
    rng = np.random.default_rng(3)
    samples = rng.normal(size=26)
    step = 0.1
    ground = motion(samples, step)
    grid = step * np.arange(26)
    for time in (0.033, 0.77, 1.0, 2.4999):
        knots = [t for t in grid if 0 < t < time]
        speed = quad(lambda t: np.interp(t, grid, samples), 0, time, points=knots, limit=200)[0]
        place = quad(lambda t, end=time: (end - t) * np.interp(t, grid, samples), 0, time, points=knots, limit=200)[0]
        state = ground.at(time)
        assert state.velocity[0] == pytest.approx(speed, abs=1e-12)
        assert state.displacement[0] == pytest.approx(place, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(-5, 5, allow_subnormal=False), min_size=2, max_size=30), st.floats(0.001, 0.5))
def test_peaks_are_found_between_samples(samples, step):
    ground = motion(samples, step, initial_velocity=np.array([0.3]), initial_displacement=np.array([-0.1]))
    dense = ground.at(np.linspace(0.0, ground.duration, 80 * (len(samples) - 1) + 1))
    speed, place = np.abs(dense.velocity).max(), np.abs(dense.displacement).max()
    # the dense grid misses a crest by at most a h²/8 (v) or v h²/8
    grid = step / 80
    assert speed - 1e-12 <= ground.peak_velocity[0] <= speed + 10.0 / step * grid**2 + 1e-12
    assert place - 1e-12 <= ground.peak_displacement[0] <= place + 5.0 * grid**2 + 1e-9


def test_known_crests_between_samples():
    # v = 0.5 t − t²/2 · (1/1) on one step of 1 s from a = 0.5 to −0.5: crest at 0.5 s, 0.125 m/s
    assert motion([0.5, -0.5], 1.0).peak_velocity[0] == pytest.approx(0.125)
    # with v₀ = −1 and constant a = 2 over 1 s, d is least at 0.5 s: −0.25 m
    ground = motion([2.0, 2.0], 1.0, initial_velocity=np.array([-1.0]))
    assert ground.peak_displacement[0] == pytest.approx(0.25)


def test_before_and_after_the_record_nothing_accelerates():
    ground = motion([1.0, 1.0], 1.0)
    state = ground.at(np.array([-2.0, 3.0]))
    assert state.acceleration[:, 0].tolist() == [0.0, 0.0]
    assert state.velocity[:, 0].tolist() == [0.0, 1.0]
    assert state.displacement[:, 0].tolist() == [0.0, 0.5 + 2.0]


def test_scaling_takes_the_start_along():
    start = {"initial_velocity": np.array([0.3, -0.1]), "initial_displacement": np.array([-0.2, 0.05])}
    ground = motion(np.random.default_rng(8).normal(size=(50, 2)), 0.1, **start)
    twice = ground.scaled(-2.5)
    at = np.linspace(-0.5, 6.0, 77)
    before, after = ground.at(at), twice.at(at)
    assert after.acceleration == pytest.approx(-2.5 * before.acceleration, abs=1e-13)
    assert after.velocity == pytest.approx(-2.5 * before.velocity, abs=1e-13)
    assert after.displacement == pytest.approx(-2.5 * before.displacement, abs=1e-12)
    assert twice.displacement[0].tolist() == [0.5, -0.125]
    assert twice.scaled(4.0).factor == -10.0
    assert [step.amounts["factor"] for step in twice.scaled(4.0).treatments] == [-2.5, 4.0]


def test_linear_displacement_is_the_trap():
    step, fine = 0.02, 0.001
    times = step * np.arange(501)
    ground = motion(2.0 * np.sin(2 * np.pi * 4.0 * times), step)
    dense = fine * np.arange(10001)
    trapped = np.interp(dense, times, ground.displacement[:, 0])
    exact = ground.at(dense).displacement[:, 0]
    assert np.abs(np.diff(exact, 2)).max() / fine**2 == pytest.approx(2.0, rel=0.03)
    assert np.abs(np.diff(trapped, 2)).max() / fine**2 > 15 * 2.0


@pytest.mark.parametrize(
    "wrong", [{"step": 0.0}, {"step": np.nan}, {"acceleration": [1.0, np.inf]}, {"acceleration": [1.0]}]
)
def test_what_is_no_motion_is_refused(wrong):
    with pytest.raises(ModelError):
        motion(**{"acceleration": [1.0, 2.0], **wrong})
