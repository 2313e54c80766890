"""Joint properties from tilt tests and measured frequencies."""

from pirqa.shaking.joint_calibration.options import JointCalibrationOptions, ParameterName
from pirqa.shaking.joint_calibration.result import Datum, JointCalibrationResult, Parameter, TiltPoint
from pirqa.shaking.joint_calibration.stage import run_joint_calibration

__all__ = [
    "Datum",
    "JointCalibrationOptions",
    "JointCalibrationResult",
    "Parameter",
    "ParameterName",
    "TiltPoint",
    "run_joint_calibration",
]
