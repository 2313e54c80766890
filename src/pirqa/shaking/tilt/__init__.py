"""A tilt test: at which angle the first stone leaves, at which the wall falls."""

from pirqa.shaking.tilt.angles import AngleRange, EventName, TiltEvent
from pirqa.shaking.tilt.options import TiltTestOptions
from pirqa.shaking.tilt.result import TiltTest, TiltTestResult, Trial
from pirqa.shaking.tilt.stage import run_tilt

__all__ = ["AngleRange", "EventName", "TiltEvent", "TiltTest", "TiltTestOptions", "TiltTestResult", "Trial", "run_tilt"]
