"""Joints from measurements: what is known comes back with its interval, what is not is never given."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions
from pirqa.dynamics.linear import linear_modes
from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.joint_calibration.fit import Box, TiltSurface, joints_with, lowest, profile_of
from pirqa.experiments.joint_calibration.options import JointCalibrationOptions
from pirqa.experiments.joint_calibration.result import JointCalibrationResult
from pirqa.experiments.joint_calibration.stage import run_joint_calibration
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.runs import settled_wall
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.model import Material, Modes, Wall
from pirqa.model.wall import Surroundings
from pirqa.project.codec import read_value, write_value
from pirqa.report import load_words
from pirqa.report.remarks import remark_text
from pirqa.survey.generate import GenerateOptions
from pirqa.survey.options import SurveyOptions
from pirqa.survey.stage import survey
from pirqa.verification.walls import coursed_wall, stiff_joints

DYNAMICS = DynamicsOptions(simulation=SimulationOptions(output_step=0.02))
TRUE = 5e8


def made_of(stiffness: float) -> Wall:
    joints = stiff_joints(stiffness, tangential_stiffness=0.4 * stiffness, friction=0.6, damping=5e4)
    return coursed_wall(1.0, 0.4, 0.3, 4, 2300.0, joints)


@pytest.fixture(scope="module")
def modes():
    wall = made_of(TRUE)
    return linear_modes(settled_wall(wall, DYNAMICS, joints=joints_with(wall.joints, TRUE)), 4)


def calibrated(modes, wall=None, **changes) -> JointCalibrationResult:
    measured = {"frequencies": tuple(modes.frequency.tolist()), "frequency_sd": (0.1,)}
    return run_joint_calibration(wall or made_of(1e8), JointCalibrationOptions(**(measured | changes)), DYNAMICS)


@pytest.fixture(scope="module")
def found(modes) -> JointCalibrationResult:
    return calibrated(modes, damping_ratios=tuple(modes.damping.tolist()), damping_ratio_sd=2e-3)


def test_the_stiffness_comes_back(found):
    stiffness = found.parameter("normal_stiffness")
    assert stiffness.best == pytest.approx(TRUE, rel=3e-3)
    assert stiffness.low < TRUE < stiffness.high
    assert stiffness.given == 1e8
    assert found.parameter("damping").best == pytest.approx(5e4, rel=0.02)
    assert found.misfit < 0.1


def test_friction_is_not_made_up(found):
    friction = found.parameter("friction")
    assert (friction.known, friction.low, friction.high) == ("unknown", None, None)
    assert "the data cannot tell" in str(found)
    assert ("calibration_unknown", "friction") in {(remark.key, remark.text) for remark in found.remarks}
    lines = tomllib.loads(found.snippet)["joints"]
    assert set(lines) == {"normal_stiffness", "tangential_stiffness", "damping"}
    assert float(lines["normal_stiffness"]["value"].split()[0]) == pytest.approx(TRUE, rel=3e-3)


def test_the_ratio_of_stiffnesses_where_it_is_free(modes):
    wall = made_of(1e8)
    wall = replace(wall, joints=replace(wall.joints, tangential_stiffness=None))
    result = calibrated(modes, wall, free=("normal_stiffness", "stiffness_ratio"))
    ratio = result.parameter("stiffness_ratio")
    assert ratio.low < 0.4 < ratio.high
    assert ratio.best == pytest.approx(0.4, rel=0.02)
    assert tomllib.loads(result.snippet)["joints"]["tangential_stiffness"]["value"].endswith("N/m3")
    wrong = calibrated(modes, wall)
    assert wrong.misfit > 5.0 * result.misfit, "with Kt/Kn 0.5 assumed the modes do not fit"


def test_data_that_disagree_are_called_so(modes):
    shifted = tuple((modes.frequency * np.array([1.0, 1.0, 1.3, 1.3])).tolist())
    result = calibrated(modes, frequencies=shifted)
    assert {remark.key for remark in result.remarks} >= {"calibration_poor"}


def test_a_frequency_beyond_the_range_leaves_one_end(modes):
    result = calibrated(modes, stiffness_high=2e8, stiffness_low=1e7)
    assert result.parameter("normal_stiffness").known in ("above", "unknown")


def test_a_result_comes_back_from_its_folder(found, tmp_path):
    write_value(found, tmp_path)
    again = read_value(JointCalibrationResult, tmp_path)
    assert str(again) == str(found)
    assert np.array_equal(again.profiles[0], found.profiles[0])


def test_a_tilt_alone_does_not_tell_friction():
    options = JointCalibrationOptions(
        tilt_angle=math.radians(16.0),
        tilt_sd=math.radians(1.0),
        free=("friction",),
        friction_low=0.5,
        friction_high=0.8,
        friction_points=2,
        tilt=TiltTestOptions(rate=math.radians(3.0), resolution=math.radians(1.0), held=2.0),
    )
    result = run_joint_calibration(made_of(TRUE), options, DYNAMICS)
    assert len(result.points) == 2
    assert result.points[0].angle == pytest.approx(result.points[1].angle, abs=math.radians(0.5))
    assert result.parameter("friction").known == "unknown", "it tips before it slides, whatever the friction"


def test_intervals_cover_as_often_as_they_say():
    """Of a straight line with known noise the interval is 1.96 standard deviations each way."""
    draw = np.random.default_rng(5)
    covered = 0
    for _ in range(60):
        measured = 3.0 + 0.2 * draw.standard_normal(4)

        def misfit(points, measured=measured):
            return (((measured - points[:, :1]) / 0.2) ** 2).sum(axis=1)

        box = Box(low=(0.0,), high=(10.0,))
        best, least = lowest(misfit, box)
        found = profile_of(misfit, box, 0, best, least, 3.841)
        assert found.high - found.low == pytest.approx(2.0 * 1.96 * 0.1, rel=1e-3)
        covered += found.low <= 3.0 <= found.high
    assert 52 <= covered <= 60


def test_what_nothing_depends_on_has_no_end():
    def misfit(points):
        return (points[:, 0] - 3.0) ** 2

    box = Box(low=(0.0, 0.0), high=(10.0, 1.0))
    best, least = lowest(misfit, box)
    found = profile_of(misfit, box, 1, best, least, 3.841)
    assert (found.low, found.high) == (None, None)
    assert found.misfit == pytest.approx(0.0, abs=1e-6)


def test_two_valleys_are_one_interval():
    def misfit(points):
        return 10.0 * (points[:, 0] ** 2 - 1.0) ** 2

    box = Box(low=(-3.0,), high=(3.0,))
    best, least = lowest(misfit, box)
    found = profile_of(misfit, box, 0, best, least, 3.84)
    assert found.low == pytest.approx(-found.high, rel=1e-3)
    assert found.high == pytest.approx(math.sqrt(1.0 + math.sqrt(0.384)), rel=1e-3)


def test_the_surface_is_linear_between_its_points():
    surface = TiltSurface(
        stiffness=np.log([1e8, 1e10]),
        friction=np.array([0.2, 0.6]),
        angle=np.array([[0.1, 0.2], [0.3, 0.4]]),
        width=np.zeros((2, 2)),
        standing=0,
        fallen=0,
    )
    angle, _ = surface.at(np.log(np.array([1e8, 1e9, 1e10, 1e12])), np.array([0.2, 0.4, 0.6, 0.9]))
    assert angle == pytest.approx([0.1, 0.25, 0.4, 0.4])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"frequencies": (2.0,)}, "frequency_sd is missing"),
        ({"tilt_angle": 0.2}, "tilt_sd is missing"),
        ({"frequencies": (2.0,), "frequency_sd": (0.1,), "damping_ratios": (0.02,)}, "damping_ratio_sd is missing"),
        ({"frequencies": (2.0, 1.0), "frequency_sd": (0.1,)}, "must rise"),
        ({"frequencies": (1.0, 2.0, 3.0), "frequency_sd": (0.1, 0.2)}, "frequency_sd has 2 entries"),
        ({"frequencies": (1.0, 2.0), "frequency_sd": (0.1,), "modes": (1,)}, "modes has 1 entries"),
        ({"frequencies": (1.0, 2.0), "frequency_sd": (0.1,), "modes": (1, 1)}, "names a mode twice"),
        ({"free": ("friction", "friction")}, "names a property twice"),
        ({"free": ("damping",)}, "needs damping_ratios"),
        ({"stiffness_low": 2e9, "stiffness_high": 1e9}, "stiffness_low"),
        ({"frequencies": (-1.0,), "frequency_sd": (0.1,)}, "joint_calibration.frequencies"),
        ({"confidence": 1.0}, "joint_calibration.confidence"),
    ],
)
def test_bad_options(changes, says):
    with pytest.raises(ModelError, match=says):
        JointCalibrationOptions(**changes)


def test_what_is_missing_is_named(modes):
    with pytest.raises(OptionsError, match="nothing was measured"):
        run_joint_calibration(made_of(1e8), JointCalibrationOptions(), DYNAMICS)
    wall = made_of(1e8)
    bare = replace(wall, joints=replace(wall.joints, normal_stiffness=None, tangential_stiffness=None))
    with pytest.raises(OptionsError, match=r"joints\.normal_stiffness: missing"):
        calibrated(modes, bare)


def test_measured_modes_are_taken_by_shape():
    shapes = np.zeros((2, 2, 3))
    shapes[0, :, 1] = (1.0, 1.0)
    shapes[1, :, 1] = (1.0, -1.0)
    model = Modes(frequency=np.array([2.0, 3.0]), damping=np.zeros(2), points=("A", "B"), point_shape=shapes)
    measured = replace(
        model,
        frequency=np.array([3.1, 2.1]),
        damping=np.array([0.02, 0.01]),
        point_shape=shapes,
        frequency_sd=np.array([0.2, 0.1]),
        damping_sd=np.array([0.005, 0.004]),
    )
    options = JointCalibrationOptions().measured_as(measured, model=model)
    # the lower of the measured ones has the shape of the wall's second
    assert options.frequencies == (2.1, 3.1)
    assert options.deviations == (0.1, 0.2)
    assert options.modes == (2, 1)
    assert (options.damping_ratios, options.damping_ratio_sd) == ((0.01, 0.02), 0.005)
    with pytest.raises(ModelError, match="how well"):
        JointCalibrationOptions().measured_as(model)


def test_joints_that_merely_touch_are_told(found):
    """Upright joints of a bond bear nothing at rest: whether they resist moves frequencies beyond their deviation."""
    bond = GenerateOptions(pattern="running_bond", length=1.6, height=0.9, courses=3, unit_length=0.8)
    made = survey(
        SurveyOptions(generate=bond, thickness=0.4, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=22e3)}, joints=made_of(TRUE).joints),
    ).wall
    modes = linear_modes(settled_wall(made, DYNAMICS, joints=joints_with(made.joints, TRUE)), 3)
    remarks = calibrated(modes, made, frequency_sd=(0.01,), free=("normal_stiffness",)).remarks
    (told,) = [remark for remark in remarks if remark.key == "calibration_idle_joints"]
    assert told.count >= 2
    assert told.amount > 0.01
    for language in ("en", "es"):
        assert f"{100.0 * told.amount:.2g}" in remark_text(told, load_words(language))
    assert "calibration_idle_joints" not in {remark.key for remark in found.remarks}, "one stone a course has none"
