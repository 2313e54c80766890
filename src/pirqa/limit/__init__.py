"""Limit analysis: mechanisms by virtual work on bodies, and the cone program on the stones."""

from pirqa.limit.options import LimitOptions
from pirqa.limit.result import LimitResult
from pirqa.limit.soil import EarthThrust, SoilForce
from pirqa.limit.stage import analyse

__all__ = ["EarthThrust", "LimitOptions", "LimitResult", "SoilForce", "analyse"]
