"""Incremental dynamic analysis of the stones under a set of ground motions: evidence on safety and on failure."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.experiments.campaign.incremental.capacity import StateCapacity
    from pirqa.experiments.campaign.incremental.result import DECLARATION, IdaResult, LadderRun, MotionLadder
    from pirqa.experiments.campaign.incremental.stage import run_ida
    from pirqa.experiments.campaign.options import CornerRanges, IdaOptions

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

export_late(__name__)
