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

    Models of high order follow the noise too, so that their poles scatter more. Among the poles near the cluster's
    medians, the one with the least standard deviations of frequency and damping (each over the cluster's median)
    stands for the mode. Where even that one's damping is not known, the cluster is doubtful, unless it was picked by
    hand. The other arguments are those with which ``poles`` were identified and selected.
    """
    if not selection.modes:
        return selection, poles.take(selection.rows)
    shortlists = [_shortlist(poles, cluster) for cluster in selection.modes]
    rows = np.unique(np.concatenate(shortlists))
    judged = poles.take(rows)
    if judged.frequency_sd is None or judged.damping_sd is None:
        judged = deviations(measurement, judged, options, method=method, shapes=False, lowest=lowest, observer=observer)
    assert judged.frequency_sd is not None
    assert judged.damping_sd is not None
    limit = (AutomaticOptions() if automatic is None else automatic).largest_damping_deviation
    clusters, doubtful = [], list(selection.doubtful)
    for cluster, shortlist in zip(selection.modes, shortlists, strict=True):
        at = np.searchsorted(rows, shortlist)
        score = sum(values[at] / np.median(values[at]) for values in (judged.frequency_sd, judged.damping_sd))
        best = int(np.argmin(score))
        standing = _standing_for(poles, cluster, int(shortlist[best]), selection)
        unknown = judged.damping_sd[at[best]] > limit * standing.damping
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


def _shortlist(poles: Poles, cluster: Cluster) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    rows = cluster.rows
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
