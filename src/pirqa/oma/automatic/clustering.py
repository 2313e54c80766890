"""Stable poles, and those of the same mode gathered by average linkage.

A pole is stable if it stays where it is when the order of the model changes and if its shape is that of a structure,
whose points move in one phase or against it. The distance of two poles is |Δf|/f + 1 − MAC. Clusters are cut where the
data say: at twice the step that 95 % of the stable poles stay within from one order to the next, but never above what
the soft criteria let a pole move in one step. Pieces of a mode that are left, of different orders, are then joined.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.options import AutomaticOptions
from pirqa.oma.poles import ComplexArray, Poles


def phase_collinearity(shape: ComplexArray) -> FloatArray:
    """MPC of shapes (n, degrees): 1 where all points move in one phase or against it, 0 where they circle; shape (n,).

    ((Sxx − Syy)² + 4Sxy²) / (Sxx + Syy)² of real and imaginary parts (Vacher, Jacquier and Bucharles 2010), which is
    |φᵀφ|² / (φᴴφ)².
    """
    size = np.sum(np.abs(shape) ** 2, axis=-1)
    straight = np.abs(np.sum(shape**2, axis=-1))
    return np.asarray(np.divide(straight, size, out=np.zeros_like(size), where=size > 0.0) ** 2)


def phase_deviation(shape: ComplexArray) -> FloatArray:
    """MPD of shapes (n, degrees): mean angle of the points to the line that fits them best [rad], shape (n,).

    Weighted by amplitude (Reynders, Houbrechts and De Roeck 2012, eq. 8); the line of total least squares has the phase
    ½ arg φᵀφ. 0 where all are on it, at most π/2; π/4 where points have any phase.
    """
    weight = np.abs(shape)
    line = np.exp(-0.5j * np.angle(np.sum(shape**2, axis=-1)))[..., None]
    cosine = np.divide(np.abs((shape * line).real), weight, out=np.ones_like(weight), where=weight > 0.0)
    total = weight.sum(axis=-1)
    turned = np.sum(weight * np.arccos(np.minimum(cosine, 1.0)), axis=-1)
    return np.asarray(np.divide(turned, total, out=np.zeros_like(total), where=total > 0.0))


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


IntArray = np.ndarray[Any, np.dtype[np.int64]]
_LEAST_CUT = 0.01
"""Below it, records without noise would be torn apart by rounding."""
_QUANTILE = 0.95
LINE_WIDTH = 0.005
"""Relative difference of frequency within which hardly damped poles are of one line."""
_SHARED = 0.1
"""Of the orders of a piece, that the rest of its mode may have too."""


def cut_distance(found: Stabilisation, options: AutomaticOptions) -> float:
    """Where clusters are cut."""
    most = options.frequency_change + 1.0 - options.least_mac
    steps = found.step[found.stable & np.isfinite(found.step)]
    if not len(steps):
        return most
    return float(np.clip(2.0 * np.quantile(steps, _QUANTILE), min(_LEAST_CUT, most), most))


def clustered(poles: Poles, rows: IntArray, cut: float) -> list[IntArray]:
    """Rows of ``poles`` in clusters by growing frequency, one row an order.

    Where an order has two poles in a cluster, the one nearer to the cluster's medoid stays.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if not len(rows):
        return []
    rows = rows[np.argsort(poles.frequency[rows], kind="stable")]
    frequency = poles.frequency[rows]
    # across a gap in frequency wider than the cut no two poles are near enough, nor any mean of such distances: each
    # side is clustered by itself, so that matrices stay small
    gaps = np.diff(frequency) / frequency[1:] > cut
    clusters = []
    for part in np.split(rows, np.flatnonzero(gaps) + 1):
        labels: np.ndarray[Any, Any] = np.ones(len(part), dtype=np.int64)
        if len(part) > 1:
            apart = distance(poles.frequency[part], poles.shape[part], poles.frequency[part], poles.shape[part])
            np.fill_diagonal(apart, 0.0)
            tree = linkage(squareform(0.5 * (apart + apart.T), checks=False), method="average")
            labels = fcluster(tree, cut, criterion="distance")
        clusters += [_one_an_order(poles, part[labels == label]) for label in np.unique(labels)]
    return sorted(clusters, key=lambda cluster: float(np.median(poles.frequency[cluster])))


def pieced_together(poles: Poles, clusters: list[IntArray], options: AutomaticOptions) -> list[IntArray]:
    """The clusters, with the pieces of a mode joined.

    A model of one order has one pole for a mode. Two clusters near each other whose orders are not the same are one
    mode that low and high orders see a little differently; two that stand side by side in the same orders are not.
    The greatest are joined first.
    """
    pieces = sorted(clusters, key=len, reverse=True)
    number = 0
    while number < len(pieces):
        rows = pieces[number]
        centre = medoid(poles, rows)
        for other in pieces[number + 1 :]:
            shared = np.isin(poles.order[other], poles.order[rows]).sum()
            if shared > _SHARED * len(other):
                continue
            near = medoid(poles, other)
            likeness = abs(np.vdot(poles.shape[centre], poles.shape[near])) ** 2
            apart = abs(poles.frequency[centre] - poles.frequency[near]) / poles.frequency[centre]
            if likeness >= options.shadow_mac and apart <= options.frequency_change:
                joined = _one_an_order(poles, np.concatenate([rows, other]))
                pieces = [joined, *(item for item in pieces if item is not rows and item is not other)]
                pieces.sort(key=len, reverse=True)
                number = -1
                break
        number += 1
    return sorted(pieces, key=lambda cluster: float(np.median(poles.frequency[cluster])))


def undamped(poles: Poles, options: AutomaticOptions, band: tuple[float, float]) -> list[IntArray]:
    """Rows of poles that are hardly damped, of either sign, by frequency alone and one an order: lines of the spectrum.

    A machine's line has no damping to be stable in and often no steady shape, so the soft criteria miss it.
    """
    inside = (poles.frequency >= band[0]) & (poles.frequency <= band[1])
    rows = np.flatnonzero(inside & (np.abs(poles.damping) < options.harmonic_damping))
    if not len(rows):
        return []
    rows = rows[np.argsort(poles.frequency[rows], kind="stable")]
    frequency = poles.frequency[rows]
    gaps = np.flatnonzero(np.diff(frequency) / frequency[1:] > LINE_WIDTH) + 1
    return [_one_an_order(poles, part) for part in np.split(rows, gaps) if len(part) > 1]


def medoid(poles: Poles, rows: IntArray) -> int:
    """The row that is nearest to all others."""
    apart = distance(poles.frequency[rows], poles.shape[rows], poles.frequency[rows], poles.shape[rows])
    return int(rows[apart.sum(axis=1).argmin()])


def _one_an_order(poles: Poles, rows: IntArray) -> IntArray:
    centre = medoid(poles, rows)
    apart = distance(poles.frequency[rows], poles.shape[rows], poles.frequency[[centre]], poles.shape[[centre]]).ravel()
    ranked = rows[np.lexsort((apart, poles.order[rows]))]
    _, first = np.unique(poles.order[ranked], return_index=True)
    return np.asarray(ranked[first])
