"""Modes out of poles: stable poles, clusters of them in most orders, one pole of each with its uncertainty.

A pole is stable if it stays where it is when the order of the model changes and if its shape is that of a structure,
whose points move in one phase or against it. Stable poles of the same mode are gathered by average linkage. The
distance of two poles is |Δf|/f + 1 − MAC. Clusters are cut where the data say: at twice the step that 95 % of the
stable poles stay within from one order to the next, but never above what the soft criteria let a pole move in one step.
Pieces of a mode that are left, of different orders, are then joined.

Machines are among the doubtful modes. Of the signal in a narrow band around a frequency the kurtosis is 1.5 if it is a
sine and 3 if it is a random vibration (Jacobsen, Andersen and Brincker 2007). In a narrow band it follows from the
envelope a alone: 1.5 E[a⁴] / E[a²]².
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import AutomaticOptions, Subspace, SubspaceOptions
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.subspace.uncertainty import deviations
from pirqa.progress import SILENT, Observer


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


_WIDTH = 0.005
"""Half of the band over its frequency: much narrower than a mode of a wall, wide enough for some tens of cycles of the
envelope in ten minutes."""
_LEAST_BINS = 8
"""Half of the band in lines of the transform, for short records."""
_FINE = 4
"""Points of the envelope for each line in the band."""


def narrow_kurtosis(measurement: Measurement, frequency: FloatArray) -> FloatArray:
    """Kurtosis around each ``frequency`` [Hz]: the mean over channels, the median over setups; shape (n,).

    The band is laid around the highest line near the frequency, since that of a pole is not as sharp as a sine.
    """
    found = np.empty((len(measurement.recordings), len(frequency)))
    for row, recording in enumerate(measurement.recordings):
        samples = len(recording.signals)
        spectrum = np.fft.rfft(recording.signals - recording.signals.mean(axis=0), axis=0)
        power = np.sum(np.abs(spectrum) ** 2 / np.sum(np.abs(spectrum) ** 2, axis=0), axis=1)
        for column, centre in enumerate(frequency):
            middle = centre * samples / recording.rate
            half = max(_LEAST_BINS, round(_WIDTH * middle))
            low = int(np.clip(round(middle) - half, 0, len(power) - 1))
            high = int(np.clip(round(middle) + half + 1, low + 1, len(power)))
            peak = low + int(power[low:high].argmax())
            band = spectrum[max(peak - half, 1) : peak + half + 1]
            envelope = np.abs(np.fft.ifft(band, _FINE * len(band), axis=0)) ** 2
            found[row, column] = np.mean(1.5 * np.mean(envelope**2, axis=0) / np.mean(envelope, axis=0) ** 2)
    return np.asarray(np.median(found, axis=0))


Doubt = Literal["few_orders", "shadow", "harmonic", "uncertain"]
"""``few_orders``: in less than the least share of the orders; ``shadow``: beside a larger cluster with the same shape;
``harmonic``: hardly damped and of steady amplitude, a machine; ``uncertain``: the pieces of the record do not agree
that it is damped (told once standard deviations are known)."""
_MAD = 1.4826
"""Standard deviation of a normal distribution over its median absolute deviation."""
_UNDAMPED = 0.2
"""Of the damping of harmonics, below which nothing is a mode."""
_PICKED = 0.05
"""Relative distance within which a frequency set by hand must find a cluster."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Cluster:
    """Poles of different orders that belong together."""

    rows: IntArray
    """Numbers of its poles, one an order, by growing order."""
    pole: int
    """Number of the pole that stands for all: nearest to their medians."""
    share: float
    """Orders with a pole in it over all orders."""
    frequency: float
    """Of that pole [Hz]."""
    damping: float
    """Of that pole, fraction of critical."""
    frequency_scatter: float
    """Over the orders: what the choice of the order is worth [Hz]. Not the uncertainty of the measurement."""
    damping_scatter: float
    """Over the orders, fraction of critical."""
    collinearity: float
    """MPC of that pole."""
    phase_deviation: float
    """MPD of that pole [rad]."""
    kurtosis: float = np.nan
    """Of the signals around it: 3 random, 1.5 a sine; nan where no signals were given."""
    doubt: Doubt | None = None
    """Why it is not among the modes."""
    beside: float = np.nan
    """Of a shadow: frequency of the cluster whose shadow it is [Hz]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Selection:
    """What was made of the poles."""

    stabilisation: Stabilisation
    label: IntArray
    """Number of the mode a pole belongs to, −1 of others, shape (n,)."""
    modes: tuple[Cluster, ...]
    """By growing frequency."""
    doubtful: tuple[Cluster, ...]
    """Clusters that might be modes, each with its doubt."""
    cut: float
    """Distance |Δf|/f + 1 − MAC at which clusters were cut."""
    picked: bool = False
    """Whether the modes were set by hand."""

    @property
    def stable(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Stable poles, shape (n,)."""
        return self.stabilisation.stable

    @property
    def rows(self) -> IntArray:
        """Numbers of the poles that stand for the modes."""
        return np.array([cluster.pole for cluster in self.modes], dtype=np.int64)

    def __str__(self) -> str:
        lines = [f"{'mode':>4}{'Hz':>10}{'damping %':>11}{'orders %':>10}{'MPC':>7}"]
        for number, cluster in enumerate((*self.modes, *self.doubtful), start=1):
            name = str(number) if cluster.doubt is None else "?"
            lines.append(
                f"{name:>4}{cluster.frequency:>10.4g}{100.0 * cluster.damping:>11.3g}"
                f"{100.0 * cluster.share:>10.0f}{cluster.collinearity:>7.3f}  {cluster.doubt or ''}".rstrip()
            )
        return "\n".join(lines)


def select(
    poles: Poles,
    options: AutomaticOptions,
    band: tuple[float, float],
    *,
    measurement: Measurement | None = None,
    picks: Sequence[float] = (),
) -> Selection:
    """Modes among ``poles`` in the ``band`` [Hz].

    Args:
        poles: of models of all orders.
        options: criteria and limits.
        band: where modes are looked for [Hz].
        measurement: the signals, by which harmonics are told from modes; without them only damping tells.
        picks: frequencies set by hand [Hz]: then the modes are the clusters nearest to them, doubtful or not.
    """
    found = stabilise(poles, options, band)
    cut = cut_distance(found, options)
    groups = [rows for rows in clustered(poles, np.flatnonzero(found.stable), cut) if len(rows) > 1]
    groups = pieced_together(poles, groups, options)
    orders = len(np.unique(poles.order))
    clusters = [_describe(poles, found, rows, len(rows) / orders) for rows in groups]
    listed = 0.5 * options.least_share
    lines = [_describe(poles, found, rows, len(rows) / orders) for rows in undamped(poles, options, band)]
    lines = _heard([line for line in lines if line.share >= listed], measurement, 0.0)
    machines = [replace(line, doubt="harmonic") for line in lines if _is_machine(line, options)]
    # the poles of a machine that happen to be stable are the same machine
    clusters = [item for item in clusters if not any(_same_line(item, line, options) for line in machines)]
    clusters = _doubted(poles, _heard(clusters, measurement, listed), options)
    clusters = sorted([*clusters, *machines], key=lambda item: item.frequency)
    if len(picks):
        modes = _nearest(clusters, picks)
        doubtful: tuple[Cluster, ...] = ()
    else:
        modes = tuple(item for item in clusters if item.doubt is None)
        doubtful = tuple(item for item in clusters if item.doubt is not None and item.share >= listed)
    return Selection(
        stabilisation=found,
        label=labelled(len(poles), modes),
        modes=modes,
        doubtful=doubtful,
        cut=cut,
        picked=bool(len(picks)),
    )


def labelled(count: int, modes: Sequence[Cluster]) -> IntArray:
    """Number of the mode that each of ``count`` poles belongs to, −1 of others."""
    label = np.full(count, -1, dtype=np.int64)
    for number, cluster in enumerate(modes):
        label[cluster.rows] = number
    return label


def _heard(clusters: list[Cluster], measurement: Measurement | None, least: float) -> list[Cluster]:
    """The clusters with the kurtosis of the signals around those of at least the ``least`` share."""
    tested = [number for number, cluster in enumerate(clusters) if cluster.share >= least]
    if measurement is None or not tested:
        return clusters
    values = narrow_kurtosis(measurement, np.array([clusters[number].frequency for number in tested]))
    known = dict(zip(tested, values, strict=True))
    return [replace(item, kurtosis=float(known.get(number, np.nan))) for number, item in enumerate(clusters)]


def _is_machine(line: Cluster, options: AutomaticOptions) -> bool:
    """Whether hardly damped poles are a sine; where no signals were given, by damping alone."""
    if np.isnan(line.kurtosis):
        return abs(line.damping) < _UNDAMPED * options.harmonic_damping
    return line.kurtosis < options.harmonic_kurtosis


def _same_line(cluster: Cluster, line: Cluster, options: AutomaticOptions) -> bool:
    return (
        cluster.damping < options.harmonic_damping
        and abs(cluster.frequency - line.frequency) <= LINE_WIDTH * line.frequency
    )


def _describe(poles: Poles, found: Stabilisation, rows: IntArray, share: float) -> Cluster:
    frequency, damping = poles.frequency[rows], poles.damping[rows]
    middle = np.median(frequency), np.median(damping)
    spread = [
        _MAD * float(np.median(np.abs(values - at))) for values, at in zip((frequency, damping), middle, strict=True)
    ]
    unlike = distance(frequency, poles.shape[rows], frequency, poles.shape[rows]).mean(axis=1)
    # one pole for all numbers of a mode, since its uncertainty is known for each pole by itself
    off = _relative(unlike) + _relative(np.abs(damping - middle[1]))
    pole = int(rows[off.argmin()])
    return Cluster(
        rows=rows,
        pole=pole,
        share=share,
        frequency=float(poles.frequency[pole]),
        damping=float(poles.damping[pole]),
        frequency_scatter=spread[0],
        damping_scatter=spread[1],
        collinearity=float(found.collinearity[pole]),
        phase_deviation=float(found.phase_deviation[pole]),
    )


def _relative(values: FloatArray) -> FloatArray:
    middle = float(np.median(values))
    return values / middle if middle > 0.0 else values


def _doubted(poles: Poles, clusters: list[Cluster], options: AutomaticOptions) -> list[Cluster]:
    """The clusters, each with its doubt."""
    ranked = sorted(range(len(clusters)), key=lambda number: -clusters[number].share)
    judged: dict[int, Cluster] = {}
    sound: list[int] = []
    for number in ranked:
        cluster = clusters[number]
        lowest = _UNDAMPED * options.harmonic_damping
        if cluster.damping < lowest or (
            cluster.damping < options.harmonic_damping and cluster.kurtosis < options.harmonic_kurtosis
        ):
            judged[number] = replace(cluster, doubt="harmonic")
            continue
        near = [
            larger
            for larger in sound
            if abs(clusters[larger].frequency - cluster.frequency) <= options.shadow_width * cluster.frequency
            and abs(np.vdot(poles.shape[clusters[larger].pole], poles.shape[cluster.pole])) ** 2 >= options.shadow_mac
        ]
        if near:
            judged[number] = replace(cluster, doubt="shadow", beside=clusters[near[0]].frequency)
        elif cluster.share < options.least_share:
            judged[number] = replace(cluster, doubt="few_orders")
        else:
            judged[number] = cluster
            sound.append(number)
    return [judged[number] for number in range(len(clusters))]


def _nearest(clusters: list[Cluster], picks: Sequence[float]) -> tuple[Cluster, ...]:
    """For each pick the nearest cluster; of two equally near ones rather that of more orders."""
    chosen: dict[int, float] = {}
    for pick in picks:
        off = [abs(cluster.frequency - pick) / pick for cluster in clusters]
        within = [number for number, value in enumerate(off) if value <= _PICKED]
        if not within:
            seen = ", ".join(f"{cluster.frequency:.4g}" for cluster in clusters) or "none"
            raise OptionsError(f"oma.picks: no stable poles are near {pick:g} Hz; there are some at {seen} Hz")
        best = min(within, key=lambda number: off[number] + 0.01 * (1.0 - clusters[number].share))
        if best in chosen:
            raise OptionsError(
                f"oma.picks: {chosen[best]:g} and {pick:g} Hz are nearest to the same poles; leave one out"
            )
        chosen[best] = pick
    return tuple(clusters[number] for number in sorted(chosen))


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
