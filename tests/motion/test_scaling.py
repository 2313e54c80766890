"""Scaling reaches its target, and says when it goes far."""

import math

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, Origin
from pirqa.motion.intensity import check_band, scale
from pirqa.motion.options import ScaleTarget
from pirqa.motion.orientation import reversed_polarity

STEP = 0.005
TIMES = STEP * np.arange(4001)


def sine(amplitude=2.0, frequency=1.0, **given):
    wave = amplitude * np.sin(2 * np.pi * frequency * TIMES)
    return GroundMotion(
        name="sine",
        step=STEP,
        acceleration=np.column_stack((wave, 0.5 * wave)),
        directions=(Direction(name="across"), Direction(name="along")),
        **given,
    )


@pytest.mark.parametrize(("component", "factor"), [("across", 1.5), ("along", 3.0)])
def test_peak_acceleration(component, factor):
    scaled, remarks = scale(sine(), ScaleTarget(pga=3.0), component=component)
    assert scaled.factor == pytest.approx(factor)
    assert scaled.peak_acceleration == pytest.approx([2.0 * factor, factor])
    assert remarks == ()
    assert [(step.key, step.amounts["pga"]) for step in scaled.treatments] == [("scale", 3.0)]


def test_peak_velocity():
    # v = A (1 − cos ωt)/ω: peak 2A/ω
    scaled, _ = scale(sine(), ScaleTarget(pgv=0.4), component="across")
    assert scaled.factor == pytest.approx(0.4 / (2 * 2.0 / (2 * math.pi)), rel=1e-4)
    assert scaled.peak_velocity[0] == pytest.approx(0.4)


def test_spectral_acceleration_of_a_steady_sine():
    # long after the start ω²|u| = A/√((1 − r²)² + (2ζr)²), r = 0.5/1; heavy damping: no transient
    damping, ratio = 0.6, 0.5
    transmitted = 1.0 / math.hypot(1 - ratio**2, 2 * damping * ratio)
    scaled, _ = scale(sine(), ScaleTarget(sa=4.0, period=0.5, damping=damping), component="across")
    assert scaled.factor == pytest.approx(4.0 / (2.0 * transmitted), rel=0.02)


@pytest.mark.parametrize(
    ("factor", "keys"),
    [(4.0, []), (4.1, ["motion_scaled_up"]), (40.0, ["motion_scaled_up"]), (0.25, []), (0.2, ["motion_scaled_down"])],
)
def test_far_scaling_is_told(factor, keys):
    scaled, remarks = scale(sine(), ScaleTarget(factor=factor), component="across")
    assert [remark.key for remark in remarks] == keys
    assert scaled.peak_acceleration[0] == pytest.approx(2.0 * factor)


def test_scaling_twice_counts_together():
    once, none = scale(sine(), ScaleTarget(factor=3.0), component="across")
    _, twice = scale(once, ScaleTarget(factor=3.0), component="across")
    assert none == ()
    assert twice[0].amount == pytest.approx(9.0)


def test_the_band_must_hold_the_walls_period():
    filed = sine(band=(0.125, 20.0), origin=Origin(file="a.txt"))
    assert check_band(filed, 1.0) == ()
    (short,) = check_band(filed, 9.0)
    assert (short.key, short.amount, short.stated) == ("motion_band_too_short", 9.0, 8.0)
    (long,) = check_band(filed, 0.04)
    assert (long.key, long.stated) == ("motion_band_too_long", 0.05)
    assert [remark.key for remark in check_band(sine(origin=Origin(file="a.txt")), 1.0)] == ["motion_band_unknown"]
    assert check_band(sine(), 1.0) == ()
    _, remarks = scale(filed, ScaleTarget(sa=1.0, period=9.0), component="across")
    assert "motion_band_too_short" in [remark.key for remark in remarks]


def test_the_other_way_round():
    turned = reversed_polarity(sine(initial_velocity=np.array([1.0, 2.0])))
    assert np.array_equal(turned.acceleration, -sine().acceleration)
    assert turned.initial_velocity.tolist() == [-1.0, -2.0]
    assert turned.factor == 1.0
    assert turned.treatments[-1].key == "reverse"


@pytest.mark.parametrize("given", [{}, {"pga": 1.0, "pgv": 1.0}, {"sa": 1.0}, {"pga": 1.0, "period": 1.0}])
def test_exactly_one_target(given):
    with pytest.raises(ModelError, match=r"exactly one of|belong together"):
        ScaleTarget(**given)


def test_targets_have_bounds():
    with pytest.raises(ModelError, match=r"scale\.pga"):
        ScaleTarget(pga=-1.0)
    assert ScaleTarget(pga=1.0).surface
    assert not ScaleTarget(factor=1.0).surface


def test_what_cannot_be_scaled():
    with pytest.raises(OptionsError, match="does not move"):
        scale(sine(0.0), ScaleTarget(pga=1.0), component="across")
    with pytest.raises(OptionsError, match='no component "NS"'):
        scale(sine(), ScaleTarget(pga=1.0), component="NS")
