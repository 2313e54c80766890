"""Seismic hazard: ground-motion models, conditional spectra, target spectra out of files (models: extra ``hazard``)."""

from pirqa.motion.hazard.conditional import ConditionalSpectrum, conditional_spectrum
from pirqa.motion.hazard.implied import ImpliedMeasures, implied_measures
from pirqa.motion.hazard.models import ModelName, find_model
from pirqa.motion.hazard.scenario import Scenario, ScenarioMechanism
from pirqa.motion.hazard.spectrum_file import TargetSpectrum, read_spectrum

__all__ = [
    "ConditionalSpectrum",
    "ImpliedMeasures",
    "ModelName",
    "Scenario",
    "ScenarioMechanism",
    "TargetSpectrum",
    "conditional_spectrum",
    "find_model",
    "implied_measures",
    "read_spectrum",
]
