"""Hundreds of walls at once: a table in, a verdict for each out."""

from pirqa.screening.options import ScreeningOptions
from pirqa.screening.reading import WallsRead, read_walls
from pirqa.screening.result import VERDICTS, ScreeningResult, WallVerdict
from pirqa.screening.stage import screen
from pirqa.screening.walls import BadCell, Walls

__all__ = [
    "VERDICTS",
    "BadCell",
    "ScreeningOptions",
    "ScreeningResult",
    "WallVerdict",
    "Walls",
    "WallsRead",
    "read_walls",
    "screen",
]
