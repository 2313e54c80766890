"""The wall with soil behind it."""

from pirqa.shaking.soil.options import SoilOptions
from pirqa.shaking.soil.result import SoilResult
from pirqa.shaking.soil.stage import run_soil

__all__ = ["SoilOptions", "SoilResult", "run_soil"]
