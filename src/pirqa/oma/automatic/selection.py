"""Modes out of poles: clusters that are there in most orders, one pole of each, and why others are doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.clustering import LINE_WIDTH, IntArray, clustered, cut_distance, pieced_together, undamped
from pirqa.oma.automatic.harmonics import narrow_kurtosis
from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.automatic.stabilisation import Stabilisation, distance, stabilise
from pirqa.oma.measurement import Measurement
from pirqa.oma.poles import Poles

__all__ = ["Cluster", "Doubt", "Selection", "labelled", "select"]

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
