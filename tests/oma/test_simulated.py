"""The simulated wall: what it must be, so that what is identified from it can be judged."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.model.modes import modal_assurance
from pirqa.motion.site_effect import SiteEffect, layer_transfer
from pirqa.oma.simulated import (
    Disturbances,
    SoilLayer,
    _oscillator,
    chokepukio_wall,
    ground_noise,
    resonance,
    seven_mode_wall,
    simulate,
    transfer,
)


def test_the_plan_is_that_of_the_paper():
    measurement, truth = seven_mode_wall(1, duration=10.0)
    assert len(measurement.points) == 16
    assert len(measurement.recordings) == 7
    assert all(len(recording.degrees) == 4 for recording in measurement.recordings)
    assert all(recording.degrees[:2] == measurement.references for recording in measurement.recordings)
    assert len(measurement.degrees) == 16
    assert truth.frequency.tolist() == [1.98, 3.19, 4.39, 5.08, 6.29, 6.70, 9.19]
    assert {round(point.place[2], 3) for point in measurement.points.values()} == {2.5, 6.1, 7.55}


def test_shapes_are_alike_as_far_as_the_specification_says():
    shape = chokepukio_wall().shape
    off = modal_assurance(shape, shape) - np.eye(7)
    assert 0.3 < off.max() < 0.6


def test_no_reference_stands_on_a_node():
    wall = chokepukio_wall()
    columns = [list(wall.points).index(name) for name in wall.references]
    assert np.abs(wall.shape[:, columns] / np.abs(wall.shape).max(axis=1)[:, None]).max(axis=1).min() > 0.5


def test_the_recursion_has_the_poles_of_the_oscillator():
    omega, damping, rate = 2.0 * np.pi * 5.0, 0.03, 200.0
    _, below = _oscillator(omega, damping, rate)
    pole = np.log(np.roots(below)[0]) * rate
    assert abs(pole) == pytest.approx(omega, rel=1e-10)
    assert -pole.real / abs(pole) == pytest.approx(damping, rel=1e-10)


def test_the_recursion_is_exact_for_a_step_of_force():
    from scipy.signal import lfilter

    omega, damping, rate = 2.0 * np.pi * 3.0, 0.05, 50.0
    found = lfilter(*_oscillator(omega, damping, rate), np.ones(200))
    time = np.arange(200) / rate
    turning = omega * np.sqrt(1.0 - damping**2)
    decay = np.exp(-damping * omega * time)
    expected = decay * (np.cos(turning * time) - damping * omega / turning * np.sin(turning * time))
    assert np.allclose(found, expected, atol=1e-10)


def test_variance_at_the_points_is_that_of_the_theory():
    """Discrete Lyapunov equation of all modes together: the modal forces are correlated."""
    from scipy.linalg import expm, solve_discrete_lyapunov

    wall, rate = chokepukio_wall(), 200.0
    n = len(wall.frequency)
    omega = 2.0 * np.pi * wall.frequency
    system = np.block([[np.zeros((n, n)), np.eye(n)], [-np.diag(omega**2), -2.0 * np.diag(wall.damping * omega)]])
    step = expm(system / rate)
    entry = np.linalg.solve(system, (step - np.eye(2 * n)) @ np.vstack([np.zeros((n, n)), np.eye(n)]))
    force = wall.shape @ wall.shape.T
    state = solve_discrete_lyapunov(step, entry @ force @ entry.T)
    modal = system[n:] @ state @ system[n:].T + force
    expected = np.diag(wall.shape.T @ modal @ wall.shape)
    measurement, _ = seven_mode_wall(3, noise=0.0)
    for recording in measurement.recordings:
        at = [list(wall.points).index(degree.point) for degree in recording.degrees]
        assert np.allclose(recording.signals.var(axis=0), expected[at], rtol=0.08)


def test_the_same_seed_gives_the_same_and_each_setup_is_anew():
    one, other = (seven_mode_wall(5, duration=20.0)[0] for _ in range(2))
    assert np.array_equal(one.recordings[2].signals, other.recordings[2].signals)
    first, second = (recording.signals[:, 0] for recording in one.recordings[:2])
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.3


def test_disturbances_do_what_they_say():
    calm, _ = seven_mode_wall(7, duration=60.0)
    dead, _ = seven_mode_wall(7, duration=60.0, disturbances=Disturbances(dead=(3, 2)))
    assert dead.recordings[3].signals[:, 2].std() < 0.1 * calm.recordings[3].signals[:, 2].std()
    hummed, _ = seven_mode_wall(7, duration=60.0, noise=0.0, disturbances=Disturbances(harmonic=4.0))
    plain, _ = seven_mode_wall(7, duration=60.0, noise=0.0)
    added = hummed.recordings[0].signals[:, 0] - plain.recordings[0].signals[:, 0]
    assert added.std() == pytest.approx(0.5 * plain.recordings[0].signals[:, 0].std(), rel=1e-6)
    spectrum = np.abs(np.fft.rfft(added))
    assert np.fft.rfftfreq(len(added), 1.0 / 200.0)[np.argmax(spectrum)] == pytest.approx(4.0)


def test_close_modes():
    _, truth = seven_mode_wall(1, duration=10.0, close=0.02)
    assert truth.frequency[5] == pytest.approx(1.02 * truth.frequency[4])


def test_a_rate_that_cannot_hold_the_modes_is_refused():
    with pytest.raises(ModelError, match="cannot hold 9"):
        simulate(chokepukio_wall(), 1, rate=15.0)


ROCK = SoilLayer(velocity=800.0, density=2200.0)
SOIL = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0, damping=0.03)


def test_one_undamped_layer_is_the_closed_form():
    soil = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0)
    frequency = np.linspace(0.05, 15.0, 400)
    turn, contrast = 2.0 * np.pi * frequency / 180.0 * 20.0, 1800.0 * 180.0 / (2200.0 * 800.0)
    expected = 1.0 / np.hypot(np.cos(turn), contrast * np.sin(turn))
    assert np.abs(transfer(frequency, (soil, ROCK))) == pytest.approx(expected, rel=1e-10)
    assert resonance(soil) == 2.25
    assert abs(transfer(np.array([2.25]), (soil, ROCK))[0]) == pytest.approx(1.0 / contrast, rel=1e-12)


def test_one_damped_layer_is_that_of_the_motions():
    effect = SiteEffect(frequency=2.25, damping=0.03, impedance=1800.0 * 180.0 / (2200.0 * 800.0))
    frequency = np.linspace(0.05, 15.0, 400)
    assert np.abs(transfer(frequency, (SOIL, ROCK))) == pytest.approx(
        np.abs(layer_transfer(frequency, effect)), rel=1e-9
    )


def test_a_layer_cut_in_two_is_one_layer_and_no_contrast_is_no_layer():
    upper = SoilLayer(velocity=180.0, density=1800.0, thickness=7.0, damping=0.03)
    lower = SoilLayer(velocity=180.0, density=1800.0, thickness=13.0, damping=0.03)
    frequency = np.linspace(0.05, 15.0, 100)
    assert transfer(frequency, (upper, lower, ROCK)) == pytest.approx(transfer(frequency, (SOIL, ROCK)), rel=1e-10)
    same = SoilLayer(velocity=800.0, density=2200.0, thickness=20.0)
    assert np.abs(transfer(frequency, (same, ROCK))) == pytest.approx(1.0, rel=1e-12)


def test_noise_has_the_spectrum_of_its_ground():
    noise = ground_noise((SOIL, ROCK), duration=2000.0, seed=4)
    power = np.abs(np.fft.rfft(noise.signals, axis=0)) ** 2
    frequency = np.fft.rfftfreq(len(noise.signals), 0.01)
    near = (frequency > 2.1) & (frequency < 2.3)
    ratio = power[near, 0].mean() / power[near, 2].mean()
    expected = float((np.abs(transfer(frequency[near], (SOIL, ROCK))) ** 2).mean())
    assert ratio == pytest.approx(expected, rel=4.0 * math.sqrt(2.0 / near.sum()))


def test_ground_needs_a_half_space():
    with pytest.raises(ModelError, match="half-space"):
        transfer(np.ones(1), (SOIL,))
    with pytest.raises(ModelError, match="half-space"):
        transfer(np.ones(1), (ROCK, ROCK))
    with pytest.raises(ModelError, match="thickness"):
        resonance(ROCK)
