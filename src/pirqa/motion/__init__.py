"""Ground motion: records of any format made fit to drive a wall, spectra, measures, signals."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.motion.design_spectrum import E030, E0302003, NTC2018, DesignSpectra, EC8Type1
    from pirqa.motion.formats import read_record
    from pirqa.motion.options import (
        MotionOptions,
        ProcessingOptions,
        RecordOptions,
        ScaleTarget,
        SignalOptions,
        SlidingOptions,
        SpectrumOptions,
    )
    from pirqa.motion.prepare import choose_set
    from pirqa.motion.processing import process
    from pirqa.motion.record import ReadAs
    from pirqa.motion.result import MotionResult
    from pirqa.motion.sets.options import SetOptions
    from pirqa.motion.sets.result import MotionSet
    from pirqa.motion.spectra import response_spectrum
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

export_late(__name__)
