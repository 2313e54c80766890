"""Verification of mechanisms by codes: one file each, every formula with its clause."""

from pirqa.codes.options import CodesOptions
from pirqa.codes.result import CodesResult, DemandCurve, Retrofit, Verification
from pirqa.codes.stage import verify_mechanisms

__all__ = ["CodesOptions", "CodesResult", "DemandCurve", "Retrofit", "Verification", "verify_mechanisms"]
