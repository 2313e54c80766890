"""Incremental dynamic analysis of the stones under a set of ground motions: evidence on safety and on failure."""

from pirqa.campaign.incremental.capacity import StateCapacity
from pirqa.campaign.incremental.checks import DECLARATION
from pirqa.campaign.incremental.options import CornerRanges, IdaOptions
from pirqa.campaign.incremental.result import IdaResult, LadderRun, MotionLadder
from pirqa.campaign.incremental.stage import run_ida

__all__ = [
    "DECLARATION",
    "CornerRanges",
    "IdaOptions",
    "IdaResult",
    "LadderRun",
    "MotionLadder",
    "StateCapacity",
    "run_ida",
]
