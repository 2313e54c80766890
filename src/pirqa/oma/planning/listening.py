"""How long to listen, how often to sample, and what is louder than the sensors' own noise: pure numerics."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["DurationRule", "duration_needed", "sampling_rate", "signal_to_noise"]

DurationRule = Literal["damping", "periods", "least"]
_USUAL_RATES = (20.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0, 2000.0, 5000.0)
_OVERSAMPLED = 10.0
"""Samples in a period of the highest wanted mode."""


def duration_needed(
    frequency: FloatArray, damping: FloatArray, *, periods: float, least: float
) -> tuple[float, DurationRule]:
    """Length of a record in whole minutes [s], and the rule that asks for it.

    The longest of 20/(2ζf) = 10/(ζf) over the modes, so that random errors stay small (Brincker and Ventura 2015,
    section on the length of records; the Chokepukio paper, section 3, names the rule), ``periods`` periods of the first
    mode (1,000 to 2,000: Ramos 2007), and ``least`` [s].
    """
    rules: dict[DurationRule, float] = {
        "damping": float(np.max(10.0 / (damping * frequency))),
        "periods": periods / float(np.min(frequency)),
        "least": least,
    }
    rule = max(rules, key=lambda name: rules[name])
    return 60.0 * math.ceil(rules[rule] / 60.0 - 1e-9), rule


def sampling_rate(highest: float) -> float:
    """The least usual rate with ten samples in a period of ``highest`` [Hz]."""
    needed = _OVERSAMPLED * highest
    return next((rate for rate in _USUAL_RATES if rate >= needed), math.ceil(needed / 1000.0) * 1000.0)


def signal_to_noise(
    frequency: FloatArray, damping: FloatArray, shapes: FloatArray, *, ambient: float, noise_density: float
) -> FloatArray:
    """Power density of each mode at its peak over that of the sensors, shape (modes, degrees).

    White force, the same in all modes of unit mass, all candidates of ``shapes`` (modes, degrees) with the same mass.
    A mode's acceleration has the density φ²G/(4ζ²) at its peak, where |H| = 1/(2ζ), and the variance φ²G·πf/(4ζ) in
    the resonance (Crandall and Mark 1963). G is such that the root mean square over all modes is ``ambient`` [m/s2]
    where the wall moves most; ``noise_density`` [(m/s2)²/Hz].
    """
    unit = shapes / np.sqrt((shapes**2).mean(axis=1, keepdims=True))
    squared = unit**2
    variance = (squared * (math.pi * frequency / (4.0 * damping))[:, None]).sum(axis=0)
    strength = ambient**2 / float(variance.max())
    return np.asarray(squared * strength / (4.0 * damping**2)[:, None] / noise_density)
