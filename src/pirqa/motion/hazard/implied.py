"""Peak ground velocity and duration that an earthquake implies at a site."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.errors import OptionsError
from pirqa.motion.hazard.library import evaluate
from pirqa.motion.hazard.models import MODELS, predict
from pirqa.motion.hazard.scenario import Scenario

__all__ = ["ImpliedMeasures", "implied_measures"]

_MECHANISMS = {"strike_slip": "SS", "normal": "NS", "reverse": "RS", "unspecified": "U"}
_MAGNITUDES, _DISTANCES, _VELOCITIES = (3.0, 7.9), (0.0, 200e3), (200.0, 1000.0)
"""Range of Afshari and Stewart (2016), as pygmm states it: magnitude, distance [m], Vs30 [m/s]."""


@dataclass(frozen=True, kw_only=True)
class ImpliedMeasures:
    """Medians of measures that spectra do not hold."""

    pgv: float | None
    """Peak ground velocity [m/s]; none where no model here covers the earthquake."""
    duration: float | None
    """Time from 5 % to 95 % of the Arias intensity [s]; none where no model here covers the earthquake."""
    sources: tuple[str, ...] = ()


def implied_measures(scenario: Scenario) -> ImpliedMeasures:
    """Return peak ground velocity and significant duration of ``scenario``.

    Velocity by Boore and others (2014), duration by Afshari and Stewart (2016), Earthquake Spectra 32(4), 2057, both
    for crustal earthquakes: of subduction earthquakes, and outside the ranges of the models, neither is known here.
    The coefficients of the second were compared with those of another public program, not with the paper.
    """
    if not scenario.crustal:
        return ImpliedMeasures(pgv=None, duration=None)
    sources: list[str] = []
    pgv = _velocity(scenario)
    if pgv is not None:
        sources.append(MODELS["bssa14"].source)
    duration = _duration(scenario)
    if duration is not None:
        sources.append("Afshari and Stewart (2016), Earthquake Spectra 32(4), 2057")
    return ImpliedMeasures(pgv=pgv, duration=duration, sources=tuple(sources))


def _velocity(scenario: Scenario) -> float | None:
    try:
        return predict(MODELS["bssa14"], scenario, np.array([1.0])).pgv
    except OptionsError:  # outside the range of the model
        return None


def _duration(scenario: Scenario) -> float | None:
    ranges = (
        (scenario.magnitude, _MAGNITUDES),
        (scenario.distance, _DISTANCES),
        (scenario.vs30, _VELOCITIES),
    )
    if not all(low <= value <= high for value, (low, high) in ranges):
        return None
    inputs = {
        "mag": scenario.magnitude,
        "dist_rup": scenario.distance / 1000.0,
        "v_s30": scenario.vs30,
        "mechanism": _MECHANISMS[scenario.mechanism],  # pygmm takes "U" for the unspecified one, after a warning
    }
    found = evaluate("AfshariStewart2016", inputs, what="the duration that the earthquake implies")
    return float(found.duration["D_5t95"])
