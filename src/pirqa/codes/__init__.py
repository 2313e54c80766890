"""Verification of mechanisms by codes: one file each, every formula with its clause."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.codes.options import CodesOptions
    from pirqa.codes.result import CodesResult, DemandCurve, Retrofit, Verification
    from pirqa.codes.stage import verify_mechanisms

__all__ = ["CodesOptions", "CodesResult", "DemandCurve", "Retrofit", "Verification", "verify_mechanisms"]

export_late(__name__)
