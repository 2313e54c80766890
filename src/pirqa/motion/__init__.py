"""Ground motion: records of any format made fit to drive a wall, spectra, measures, signals."""

from pirqa.motion.formats import read_record
from pirqa.motion.options import (
    MotionOptions,
    RecordOptions,
    SignalOptions,
    SlidingOptions,
    SpectrumOptions,
)
from pirqa.motion.process import ProcessingOptions, process
from pirqa.motion.record import ReadAs
from pirqa.motion.response_spectrum import response_spectrum
from pirqa.motion.result import MotionResult
from pirqa.motion.scaling import ScaleTarget
from pirqa.motion.stage import prepare_motions

__all__ = [
    "MotionOptions",
    "MotionResult",
    "ProcessingOptions",
    "ReadAs",
    "RecordOptions",
    "ScaleTarget",
    "SignalOptions",
    "SlidingOptions",
    "SpectrumOptions",
    "prepare_motions",
    "process",
    "read_record",
    "response_spectrum",
]
