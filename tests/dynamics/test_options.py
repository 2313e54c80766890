from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.dynamics import SettlementOptions, SimulationOptions, TiltOptions
from pirqa.dynamics.drive import tilt_angle
from pirqa.errors import ModelError
from pirqa.experiments.options import DynamicsOptions


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: SimulationOptions(step=0.0), "dynamics.simulation.step must be greater than 0"),
        (lambda: SimulationOptions(step=math.nan), "dynamics.simulation.step must be finite"),
        (lambda: SimulationOptions(safety=1.0), "dynamics.simulation.safety must be less than 1"),
        (lambda: SimulationOptions(points=0), "dynamics.simulation.points must be at least 1"),
        (lambda: SimulationOptions(renew_after=-1e-3), "dynamics.simulation.renew_after must be greater than 0"),
        (lambda: SimulationOptions(output_step=0.0), "dynamics.simulation.output_step must be greater than 0"),
        (lambda: SimulationOptions(quiet=0.0), "dynamics.simulation.quiet must be greater than 0"),
        (lambda: TiltOptions(to=0.0), "dynamics.tilt.to must be greater than 0"),
        (lambda: TiltOptions(to=2.0), "dynamics.tilt.to must be less than"),
        (lambda: TiltOptions(to=0.3, rate=0.0), "dynamics.tilt.rate must be greater than 0"),
        (lambda: TiltOptions(to=0.3, slow_from=0.3), "slow_from must be less than to"),
        (lambda: SettlementOptions(stones=(), by=0.01), "dynamics.settlement.stones is empty"),
        (lambda: SettlementOptions(stones=("1",), by=math.inf), "dynamics.settlement.by must be finite"),
        (lambda: SettlementOptions(stones=("1",), by=0.01, duration=0.0), "duration must be greater than 0"),
    ],
)
def test_impossible_values_are_refused_by_key(make, says):
    with pytest.raises(ModelError) as refusal:
        make()
    assert says in str(refusal.value)


def test_defaults_run_exact_joints_at_a_safe_step():
    simulation = DynamicsOptions().simulation
    assert simulation.contact == "exact"
    assert simulation.step is None
    assert not simulation.allow_unstable
    assert 0.0 < simulation.safety < 1.0


DEGREE = math.pi / 180.0


def sampled(tilt: TiltOptions) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times [s], angles and rates between them [°, °/s]."""
    duration, angle = tilt_angle(tilt)
    times = np.linspace(0.0, duration, 20_001)
    angles = angle(times) / DEGREE
    return times, angles, np.diff(angles) / np.diff(times)


def test_a_steady_tilt_slows_down_where_it_is_told():
    tilt = TiltOptions(to=6.0 * DEGREE, rate=2.0 * DEGREE, slow_from=4.0 * DEGREE, slow_rate=0.5 * DEGREE)
    times, angles, rates = sampled(tilt)
    assert angles[0] == 0.0
    assert angles[-1] == pytest.approx(6.0, rel=1e-9)
    assert times[-1] >= 4.0 / 2.0 + 2.0 / 0.5
    assert rates.min() >= -1e-9
    assert rates.max() == pytest.approx(2.0, rel=1e-3)
    assert rates[angles[:-1] >= 4.0].max() == pytest.approx(0.5, rel=1e-3)


def test_a_tilt_starts_and_stops_gently():
    """The rate never jumps: a wall of 4 m would feel 1°/s as 7 cm/s."""
    _, _, rates = sampled(TiltOptions(to=6.0 * DEGREE, rate=1.0 * DEGREE))
    assert rates[0] < 0.01
    assert rates[-1] < 0.01
    assert np.abs(np.diff(rates)).max() < 0.01


def test_a_stepped_tilt_holds_at_each_step():
    times, angles, _ = sampled(TiltOptions(to=2.5 * DEGREE, by=1.0 * DEGREE, held=3.0, rate=1.0 * DEGREE))
    for step in (1.0, 2.0, 2.5):  # the last is the rest
        there = times[np.abs(angles - step) < 1e-9]
        assert np.ptp(there) == pytest.approx(3.0, abs=0.01)
    assert angles.max() == pytest.approx(2.5, rel=1e-9)
