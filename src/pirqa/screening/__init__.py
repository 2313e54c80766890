"""Screening: a table of walls in, a class of urgency for each wall out."""

from pirqa.screening.options import ScreeningOptions
from pirqa.screening.reading import WallsRead, read_walls
from pirqa.screening.result import URGENCIES, ScreeningResult, Urgency
from pirqa.screening.stage import screen
from pirqa.screening.walls import BadCell, Walls

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
