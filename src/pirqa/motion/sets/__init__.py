"""Sets of ground motions: from a target spectrum and candidates to motions that fit it, with every rule checked."""

from pirqa.motion.sets.build import Choice, choose_motions, finish_set
from pirqa.motion.sets.candidates import Candidate, library_candidates, read_flatfile
from pirqa.motion.sets.options import ConditionalTarget, ScenarioOptions, SetOptions, SpectrumTarget
from pirqa.motion.sets.result import Lack, MotionSet, SetMember, SetRule

__all__ = [
    "Candidate",
    "Choice",
    "ConditionalTarget",
    "Lack",
    "MotionSet",
    "ScenarioOptions",
    "SetMember",
    "SetOptions",
    "SetRule",
    "SpectrumTarget",
    "choose_motions",
    "finish_set",
    "library_candidates",
    "read_flatfile",
]
