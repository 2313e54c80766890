"""Ground motion: records of any format made fit to drive a wall, spectra, measures, signals."""

from pirqa.motion.design_spectrum import E030, E0302003, NTC2018, DesignSpectra, EC8Type1
from pirqa.motion.formats import read_record
from pirqa.motion.options import (
    MotionOptions,
    RecordOptions,
    SignalOptions,
    SlidingOptions,
    SpectrumOptions,
)
from pirqa.motion.prepare_set import choose_set
from pirqa.motion.process import ProcessingOptions, process
from pirqa.motion.record import ReadAs
from pirqa.motion.response_spectrum import response_spectrum
from pirqa.motion.result import MotionResult
from pirqa.motion.scaling import ScaleTarget
from pirqa.motion.sets import MotionSet, SetOptions
from pirqa.motion.stage import prepare_motions

__all__ = [
    "E030",
    "E0302003",
    "NTC2018",
    "DesignSpectra",
    "EC8Type1",
    "MotionOptions",
    "MotionResult",
    "MotionSet",
    "ProcessingOptions",
    "ReadAs",
    "RecordOptions",
    "ScaleTarget",
    "SetOptions",
    "SignalOptions",
    "SlidingOptions",
    "SpectrumOptions",
    "choose_set",
    "prepare_motions",
    "process",
    "read_record",
    "response_spectrum",
]
