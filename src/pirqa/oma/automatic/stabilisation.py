"""Which poles stay where they are when the order of the model changes: what a stabilisation diagram marks."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.indicators import phase_collinearity, phase_deviation
from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.poles import ComplexArray, Poles

__all__ = ["BoolArray", "Stabilisation", "distance", "stabilise"]

BoolArray = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stabilisation:
    """Poles judged one by one, all of shape (n,)."""

    collinearity: FloatArray
    """Modal phase collinearity (MPC)."""
    phase_deviation: FloatArray
    """Mean phase deviation (MPD) [rad]."""
    possible: BoolArray
    """In the band, damped as a wall can be, all points near one phase: the hard criteria."""
    stable: BoolArray
    """Possible, and near a possible pole of the order before or after in frequency, damping and shape."""
    step: FloatArray
    """Distance to the nearest possible pole of the order before; nan where there is none."""


def distance(frequency: FloatArray, shape: ComplexArray, other: FloatArray, other_shape: ComplexArray) -> FloatArray:
    """|Δf|/f + 1 − MAC of poles (n,) with others (m,), shapes of length 1; f is the larger one, shape (n, m)."""
    likeness = np.abs(shape.conj() @ other_shape.T) ** 2
    apart = np.abs(frequency[:, None] - other) / np.maximum(frequency[:, None], other)
    return np.asarray(apart + np.clip(1.0 - likeness, 0.0, 1.0))


def stabilise(poles: Poles, options: AutomaticOptions, band: tuple[float, float]) -> Stabilisation:
    """Judge ``poles`` by the hard criteria one by one, and by the soft ones beside those of the neighbouring orders."""
    collinearity, deviation = phase_collinearity(poles.shape), phase_deviation(poles.shape)
    possible = (
        (poles.frequency >= band[0])
        & (poles.frequency <= band[1])
        & (poles.damping > 0.0)
        & (poles.damping <= options.largest_damping)
        & (collinearity >= options.least_collinearity)
        & (deviation <= options.largest_phase_deviation)
    )
    stable = np.zeros(len(poles), dtype=bool)
    step = np.full(len(poles), np.nan)
    rows = np.flatnonzero(possible)
    groups = np.split(rows, np.flatnonzero(np.diff(poles.order[rows])) + 1) if len(rows) else []
    for before, after in itertools.pairwise(groups):
        apart = distance(poles.frequency[after], poles.shape[after], poles.frequency[before], poles.shape[before])
        nearest = apart.argmin(axis=1)
        step[after] = apart[np.arange(len(after)), nearest]
        found = before[nearest]
        frequency, damping = poles.frequency[after], poles.damping[after]
        likeness = np.abs(np.sum(poles.shape[after].conj() * poles.shape[found], axis=1)) ** 2
        kept = (
            (np.abs(frequency - poles.frequency[found]) <= options.frequency_change * frequency)
            & (np.abs(damping - poles.damping[found]) <= options.damping_change * damping)
            & (likeness >= options.least_mac)
        )
        stable[after[kept]] = True
        # the first of a row of poles has nobody before it, and belongs to the row as much as the others
        stable[found[kept]] = True
    return Stabilisation(
        collinearity=collinearity, phase_deviation=deviation, possible=possible, stable=stable, step=step
    )
