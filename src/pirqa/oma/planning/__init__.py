"""Planning a vibration test: where sensors go, how long they record, and what they will hear."""

from pirqa.oma.planning.design import design_test
from pirqa.oma.planning.expected import ExpectedModes, read_expected_modes, write_expected_modes
from pirqa.oma.planning.options import PlanningOptions
from pirqa.oma.planning.plate import plate_modes
from pirqa.oma.planning.result import TestDesign

__all__ = [
    "ExpectedModes",
    "PlanningOptions",
    "TestDesign",
    "design_test",
    "plate_modes",
    "read_expected_modes",
    "write_expected_modes",
]
