"""Limit analysis: mechanisms by virtual work on bodies, and the cone program on the stones."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.limit.forces import EarthThrust, SoilForce
    from pirqa.limit.options import LimitOptions
    from pirqa.limit.stage import LimitResult, analyse

__all__ = ["EarthThrust", "LimitOptions", "LimitResult", "SoilForce", "analyse"]

export_late(__name__)
