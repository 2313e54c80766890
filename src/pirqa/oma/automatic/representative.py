"""Of a cluster's poles the one whose numbers are the mode's, with their uncertainty; and modes made of such poles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.indicators import phase_collinearity, phase_deviation
from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.automatic.selection import Cluster, Selection, labelled
from pirqa.oma.measurement import Measurement
from pirqa.oma.poles import Poles
from pirqa.oma.subspace import Subspace, SubspaceOptions, deviations
from pirqa.progress import SILENT, Observer

__all__ = ["modes_of", "with_least_uncertainty"]

_WITHIN = 2.0
"""Scatters over the orders from a cluster's median, within which its pole is chosen: the first orders that see a mode
are biased by those they do not see yet, and their standard deviation does not know it."""
_EVERY = 4
"""Orders whose poles are looked at, for time: neighbouring orders say nearly the same."""
_RANDOM = 3.0
"""Kurtosis of a steady random vibration."""
_LATEST = 0.5
"""Of the largest order, from which on poles are looked at even where some mode is seen later only."""


def with_least_uncertainty(
    measurement: Measurement,
    poles: Poles,
    selection: Selection,
    options: SubspaceOptions | None = None,
    *,
    method: Subspace | None = None,
    lowest: float | None = None,
    automatic: AutomaticOptions | None = None,
    shapes: bool = True,
    observer: Observer = SILENT,
) -> tuple[Selection, Poles]:
    """The selection with the least uncertain pole of each mode's cluster, and these poles with standard deviations.

    Models of high order follow the noise too, so that their poles scatter more; models that do not hold all modes yet
    mix the ones they miss into the shapes of the others, which no standard deviation knows. Among the poles near the
    cluster's medians, of models that hold all modes, the one with the least standard deviations of frequency and
    damping (each over the cluster's median) stands for the mode. Where the damping is not known even of the least
    uncertain one of any order, the cluster is doubtful, unless it was picked by hand. The other arguments are those
    with which ``poles`` were identified and selected.
    """
    if not selection.modes:
        return selection, poles.take(selection.rows)
    least = _whole_order(poles, selection)
    shortlists = [_shortlist(poles, cluster, least) for cluster in selection.modes]
    all_orders = [_shortlist(poles, cluster, 0) for cluster in selection.modes]
    rows = np.unique(np.concatenate([*shortlists, *all_orders]))
    judged = poles.take(rows)
    if judged.frequency_sd is None or judged.damping_sd is None:
        judged = deviations(measurement, judged, options, method=method, shapes=False, lowest=lowest, observer=observer)
    assert judged.frequency_sd is not None
    assert judged.damping_sd is not None
    limit = (AutomaticOptions() if automatic is None else automatic).largest_damping_deviation
    clusters, doubtful = [], list(selection.doubtful)
    for cluster, shortlist, every in zip(selection.modes, shortlists, all_orders, strict=True):
        best, surest = (
            at[_least(judged.frequency_sd[at], judged.damping_sd[at])]
            for at in (np.searchsorted(rows, listed) for listed in (shortlist, every))
        )
        standing = _standing_for(poles, cluster, int(rows[best]), selection)
        # whether anything resonates is asked of all orders: a bias of the shape does not matter there
        unknown = judged.damping_sd[surest] > limit * _steadiness(cluster) * judged.damping[surest]
        if unknown and cluster.doubt is None and not selection.picked:
            doubtful.append(replace(standing, doubt="uncertain"))
        else:
            clusters.append(standing)
    doubtful.sort(key=lambda cluster: cluster.frequency)
    chosen = replace(selection, modes=tuple(clusters), doubtful=tuple(doubtful), label=labelled(len(poles), clusters))
    found = poles.take(chosen.rows)
    if shapes and clusters:
        return chosen, deviations(measurement, found, options, method=method, lowest=lowest, observer=observer)
    return chosen, judged.take(np.searchsorted(rows, chosen.rows))


def _steadiness(cluster: Cluster) -> float:
    """Of the signals around a cluster: 1 of a steady vibration, less where it comes in bursts.

    Knocks, steps, or a machine whose speed wanders leave a spectrum of their own, which the few of them that are strong
    repeat through the record; the kurtosis, 3 of a steady random vibration, tells by how much fewer they are.
    """
    return 1.0 if np.isnan(cluster.kurtosis) else min(1.0, _RANDOM / cluster.kurtosis)


def _least(frequency_sd: FloatArray, damping_sd: FloatArray) -> int:
    """Number of the pole with the least standard deviations, each over the median."""
    return int(np.argmin(frequency_sd / np.median(frequency_sd) + damping_sd / np.median(damping_sd)))


def _whole_order(poles: Poles, selection: Selection) -> int:
    """The least order of a model that holds all modes: two for each of them, and each has a pole there."""
    sound = [cluster for cluster in selection.modes if cluster.doubt is None]
    firsts = [int(poles.order[cluster.rows].min()) for cluster in sound]
    latest = int(_LATEST * poles.order.max())
    return min(max([2 * len(sound), *firsts]), latest)


def _shortlist(poles: Poles, cluster: Cluster, least: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Rows among which the least uncertain one is chosen; of orders from ``least`` on where the cluster has some."""
    whole = poles.order[cluster.rows] >= least
    rows = cluster.rows[whole] if whole.any() else cluster.rows
    near = np.ones(len(rows), dtype=bool)
    for values, scatter in (
        (poles.frequency[rows], cluster.frequency_scatter),
        (poles.damping[rows], cluster.damping_scatter),
    ):
        near &= np.abs(values - np.median(values)) <= _WITHIN * scatter
    some = near & (poles.order[rows] % _EVERY == 0)
    for mask in (some, near):
        if mask.any():
            return rows[mask]
    return np.array([cluster.pole], dtype=np.int64)


def _standing_for(poles: Poles, cluster: Cluster, pole: int, selection: Selection) -> Cluster:
    return replace(
        cluster,
        pole=pole,
        frequency=float(poles.frequency[pole]),
        damping=float(poles.damping[pole]),
        collinearity=float(selection.stabilisation.collinearity[pole]),
        phase_deviation=float(selection.stabilisation.phase_deviation[pole]),
    )


def modes_of(measurement: Measurement, poles: Poles) -> Modes:
    """Modes of one pole each, at the measurement's points; the largest number of a shape is 1.

    Standard deviations of shapes are those of the poles over the length of the largest number; a number that was not
    measured or not found is nan.
    """
    rows = np.argsort(poles.frequency, kind="stable")
    poles = poles.take(rows)
    known = np.where(np.isfinite(poles.shape), poles.shape, 0.0)
    every = np.arange(len(poles))
    largest = known[every, np.abs(known).argmax(axis=1)] if len(poles) else np.ones(0, dtype=np.complex128)
    shape = poles.shape / largest[:, None]
    deviation: FloatArray | None = None
    if poles.shape_sd is not None:
        deviation = measurement.point_shape(poles.shape_sd[:, :, 0] / np.abs(largest)[:, None])
    return Modes(
        frequency=poles.frequency,
        damping=poles.damping,
        points=tuple(measurement.points),
        point_shape=measurement.point_shape(shape.real),
        point_shape_imaginary=measurement.point_shape(shape.imag),
        point_shape_sd=deviation,
        frequency_sd=poles.frequency_sd,
        damping_sd=poles.damping_sd,
        collinearity=phase_collinearity(known),
        phase_deviation=phase_deviation(known),
    )
