"""Screening: a table of walls in, a class of urgency for each wall out."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.codes.screening.reading import WallsRead, read_walls
    from pirqa.codes.screening.result import URGENCIES, ScreeningOptions, ScreeningResult, Urgency
    from pirqa.codes.screening.stage import screen
    from pirqa.codes.screening.walls import BadCell, Walls

__all__ = [
    "URGENCIES",
    "BadCell",
    "ScreeningOptions",
    "ScreeningResult",
    "Urgency",
    "Walls",
    "WallsRead",
    "read_walls",
    "screen",
]

export_late(__name__)
