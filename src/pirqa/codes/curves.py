"""Demand in spectral displacement and acceleration, to be drawn beside capacity."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from pirqa.codes import ntc2008, ntc2018
from pirqa.codes.demand import Floor, damped, floor_of
from pirqa.codes.options import CodesOptions
from pirqa.codes.result import DemandCurve, Verification
from pirqa.model.mechanism import Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum

__all__ = ["demand_curves"]

_POINTS = 160
_ELASTIC = 0.05


def demand_curves(
    mechanisms: Sequence[Mechanism], rows: Sequence[Verification], options: CodesOptions
) -> tuple[DemandCurve, ...]:
    """The ground's demand for each spectrum and damping, and the floor's for each local mechanism."""
    longest = max((row.period for row in rows if row.period is not None), default=2.0)
    periods = np.linspace(0.02, max(1.25 * longest, 2.0), _POINTS)
    floors = [(item.name, floor) for item in mechanisms if (floor := floor_of(item, options)) is not None]
    curves = []
    for spectrum, damping in _asked(options):
        curves.append(_curve(spectrum, damping, periods, damped(spectrum, damping).acceleration(periods)))
        for name, floor in floors:
            curves.append(_curve(spectrum, damping, periods, _at_height(spectrum, damping, periods, floor), name))
    return tuple(curves)


def _asked(options: CodesOptions) -> list[tuple[DesignSpectrum, float]]:
    """Spectra and dampings of the displacement checks."""
    found: list[tuple[DesignSpectrum, float]] = []
    if "ntc2008" in options.rules:
        found += [(item, _ELASTIC) for item in options.elastic_spectra("SLV").values()]
    if "ntc2018" in options.rules:
        states: tuple[ntc2018.UltimateState, ...] = ("SLV", "SLC")
        for state in (item for item in states if item in options.limit_states):
            found += [(item, ntc2018.DAMPING[state]) for item in options.elastic_spectra(state).values()]
    return found


def _at_height(spectrum: DesignSpectrum, damping: float, periods: FloatArray, floor: Floor) -> FloatArray:
    """The older rule's demand (eq. 15) at 5 %, the newer rule's (eq. C8.7.1.12) at more."""
    if damping == _ELASTIC:
        own = float(spectrum.displacement(floor.period))
        at_height = ntc2008.floor_displacement(own, periods, floor.period, floor=floor.shape)
        displacement = np.maximum(at_height, spectrum.displacement(periods))
    else:
        displacement = floor.displacement(spectrum, damping, periods)
    return displacement * (2.0 * math.pi / periods) ** 2


def _curve(
    spectrum: DesignSpectrum, damping: float, periods: FloatArray, acceleration: FloatArray, mechanism: str = ""
) -> DemandCurve:
    return DemandCurve(
        name=spectrum.name,
        mechanism=mechanism,
        damping=damping,
        period=periods,
        displacement=(periods / (2.0 * math.pi)) ** 2 * acceleration,
        acceleration=acceleration,
    )
