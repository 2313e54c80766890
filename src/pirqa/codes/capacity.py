"""How far a mechanism may go until each limit state, read off its capacity curve."""

from __future__ import annotations

import numpy as np

from pirqa.codes.ntc2018 import ULTIMATE_SHARES, UltimateState
from pirqa.model.mechanism import CapacityCurve

__all__ = ["ultimate_displacement"]


def ultimate_displacement(curve: CapacityCurve, limit_state: UltimateState) -> tuple[float, str]:
    """d_SLV or d_SLC [m], and what sets it: ``share`` of d0, ``links_broken`` or ``support_lost``.

    (Circolare 7/2019 C8.7.1.2.1.6.)
    """
    found = [(ULTIMATE_SHARES[limit_state] * curve.ultimate_spectral_displacement, "share")]
    if limit_state == "SLV":
        found += [(displacement, "links_broken") for displacement in _breaks(curve)]
    else:
        lost = [event.displacement for event in curve.events if event.name == "support_lost"]
        found += [(_spectral(curve, displacement), "support_lost") for displacement in lost]
    return min(found)


def _breaks(curve: CapacityCurve) -> list[float]:
    """Spectral displacements at which the acceleration falls at once by more than half of its maximum."""
    displacement, acceleration = curve.spectral_displacement, curve.spectral_acceleration
    at_once = np.diff(displacement) <= 1e-12 * max(displacement[-1], 1e-12)
    drops = at_once & (-np.diff(acceleration) > 0.5 * acceleration.max())
    return [float(value) for value in displacement[1:][drops]]


def _spectral(curve: CapacityCurve, displacement: float) -> float:
    return float(np.interp(displacement, curve.displacement, curve.spectral_displacement))
