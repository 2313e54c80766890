"""Shaking: joint properties from tilt tests and measured frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.dynamics.linear import linear_modes
from pirqa.dynamics.options import SimulationOptions
from pirqa.model import Wall
from pirqa.model.modes import Modes
from pirqa.shaking.joint_calibration import JointCalibrationOptions, JointCalibrationResult, run_joint_calibration
from pirqa.shaking.joint_calibration.forward import joints_with, settled_wall
from pirqa.shaking.options import DynamicsOptions
from pirqa.shaking.tilt import TiltTestOptions
from pirqa.verification.blocks import block_on_base, coursed_wall, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_case = partial(case_of, "shaking")

_TRUE, _START, _RATIO, _DAMPING = 3e8, 1e8, 0.5, 1e5
"""Kn of the wall that is measured and of the one that is calibrated [N/m3], Kt/Kn, damping [Pa s/m]."""
_NOISE = 0.01
"""Standard deviation of the measured frequencies, as part of them."""
_DYNAMICS = DynamicsOptions(simulation=SimulationOptions(output_step=0.02))


def cases() -> Iterator[Case]:
    """All cases of the part."""
    noise = "Frequencies of the first four modes of the wall on Kn 3e8 N/m3, with noise of 1 % and a fixed seed."
    yield _case(
        "calibration.recovers", "distance of the Kn found from the true one, over half of its 95 % interval, in ln Kn",
        "", "the wall whose frequencies were simulated has Kn 3e8 N/m3", 0.0, {"max": 1.0},
        "the true value lies within the interval", _missed, f"{noise} The calibration starts from Kn 1e8 N/m3.",
    )  # fmt: skip
    yield _case(
        "calibration.interval", "half of that interval in ln Kn", "",
        "f ∝ √Kn, four frequencies known within 1 %: 1.96 · 2 · 0.01/√4", 1.96 * 2.0 * _NOISE / 2.0, {"rel": 0.1},
        "sway under the weight of the stones makes f grow a little faster than √Kn", _half_width,
    )  # fmt: skip
    yield _case(
        "calibration.exact", "Kn from frequencies without noise", "N/m3", "the Kn they were computed with", _TRUE,
        {"rel": 2e-3}, "the wall is settled anew until ln Kn changes by less than 0.002",
        lambda: _calibrated(0.0, False).stiffness,
    )  # fmt: skip
    yield _case(
        "calibration.scaling", "first frequency on Kn 4e12 over that on Kn 1e12 N/m3, Kt/Kn kept", "",
        "f ∝ √Kn where the weight is nothing beside the stiffness", 2.0, {"rel": 1e-4},
        "sway under the weight takes 1e-5 of the stiffness", _scaling,
    )  # fmt: skip
    yield _case(
        "calibration.damping", "damping of the joints from that of two modes", "Pa s/m",
        "the damping with which those were computed", _DAMPING, {"rel": 0.02},
        "ζ = cω/(2Kn) leaves out that the weight changes frequencies, 1 % in the first mode",
        lambda: _calibrated(0.0, True).parameter("damping").best,
    )  # fmt: skip
    yield _case(
        "calibration.friction_from_frequencies", "whether friction is called unknown from frequencies alone (1: yes)",
        "", "vibrations in which no joint slides do not depend on friction", 1.0, {"abs": 0.0}, "a word",
        lambda: float(_calibrated(_NOISE, False).parameter("friction").known == "unknown"),
    )  # fmt: skip
    yield _case(
        "calibration.friction_from_tilt", "least friction that a tilt test of a tipping block leaves possible", "",
        "a block that tips at φ did not slide: atan μ is no less than φ less 1.96 standard deviations, of the "
        "measurement (0.3 deg) and of the trials (0.4 deg/√12); all above fits alike",
        math.tan(math.radians(8.46 - 1.96 * math.hypot(0.3, 0.4 / math.sqrt(12.0)))),
        {"abs": 0.01}, "half of the distance between the frictions at which the tilt was computed",
        _least_friction, "One end only: the tilt angle does not identify μ, as the Sacsayhuaman paper's two "
        "calibrations, 0.4 and 0.7, show.",
    )  # fmt: skip


def _wall(stiffness: float) -> Wall:
    joints = stiff_joints(stiffness, tangential_stiffness=_RATIO * stiffness, friction=0.6, damping=_DAMPING)
    return coursed_wall(1.0, 0.4, 0.3, 5, 2300.0, joints)


@cache
def _modes(stiffness: float) -> Modes:
    wall = _wall(stiffness)
    assert wall.joints is not None
    return linear_modes(settled_wall(wall, joints_with(wall.joints, stiffness), _DYNAMICS), 4)


@cache
def _calibrated(noise: float, damped: bool) -> JointCalibrationResult:
    true = _modes(_TRUE)
    drawn = np.random.default_rng(11).standard_normal(4)
    measured = true.frequency * (1.0 + noise * drawn)
    options = JointCalibrationOptions(
        frequencies=tuple(measured.tolist()),
        frequency_sd=tuple((_NOISE * measured).tolist()),
        damping_ratios=tuple(true.damping.tolist()) if damped else (),
        damping_ratio_sd=1e-3 if damped else None,
    )
    return run_joint_calibration(_wall(_START), options, _DYNAMICS)


def _half_width() -> float:
    found = _calibrated(_NOISE, False).parameter("normal_stiffness")
    return 0.5 * math.log((found.high or math.nan) / (found.low or math.nan))


def _missed() -> float:
    found = _calibrated(_NOISE, False).parameter("normal_stiffness")
    low, high = math.log(found.low or math.nan), math.log(found.high or math.nan)
    return abs(math.log(_TRUE) - 0.5 * (low + high)) / (0.5 * (high - low))


def _scaling() -> float:
    wall = _wall(1e12)
    assert wall.joints is not None
    made = settled_wall(wall, joints_with(wall.joints, 1e12), _DYNAMICS)
    stiffer = made.joints._replace(
        normal_stiffness=4.0 * made.joints.normal_stiffness, shear_stiffness=4.0 * made.joints.shear_stiffness
    )
    return float(linear_modes(replace(made, joints=stiffer), 1).frequency[0] / linear_modes(made, 1).frequency[0])


def _least_friction() -> float:
    """Of the block 0.8 × 4 m on Kn 2e8 N/m3, which tips at 8.46 deg where it cannot slide."""
    wall = block_on_base(1.0, 0.8, 4.0, 2300.0, stiff_joints(2e8, friction=0.5, damping_ratio=0.5))
    options = JointCalibrationOptions(
        tilt_angle=math.radians(8.46),
        tilt_sd=math.radians(0.3),
        free=("friction",),
        friction_low=0.11,
        friction_high=0.19,
        friction_points=5,
        tilt=TiltTestOptions(to=math.radians(14.0), resolution=math.radians(0.4)),
    )
    return run_joint_calibration(wall, options, _DYNAMICS).parameter("friction").low or math.nan
