"""Rigid-block limit analysis on the stones: the mechanism is found, not guessed."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.limit.blocks.options import BlocksOptions, LiveLoad, LoadPattern, ThicknessOptions
    from pirqa.limit.blocks.result import BlockRange, BlockSolution, BlocksResult, ThicknessSearch
    from pirqa.limit.blocks.stage import DECLARATION, run_blocks

__all__ = [
    "DECLARATION",
    "BlockRange",
    "BlockSolution",
    "BlocksOptions",
    "BlocksResult",
    "LiveLoad",
    "LoadPattern",
    "ThicknessOptions",
    "ThicknessSearch",
    "run_blocks",
]

export_late(__name__)
