"""Horizontal over vertical spectra of ground noise: the period of the site."""

from pirqa.oma.hvsr.analyse import horizontal_to_vertical
from pirqa.oma.hvsr.layered_site import SoilLayer, ground_noise
from pirqa.oma.hvsr.options import HvsrOptions
from pirqa.oma.hvsr.result import HvsrResult
from pirqa.oma.hvsr.sesame import Criterion

__all__ = ["Criterion", "HvsrOptions", "HvsrResult", "SoilLayer", "ground_noise", "horizontal_to_vertical"]
