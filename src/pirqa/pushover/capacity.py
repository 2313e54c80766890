"""Stages of a capacity curve, the points that count, its bilinear idealisation, and what other paths make of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.reading import Band, Bilinear, CurvePoint, CurveReading
from pirqa.pushover.result import PushoverPath

__all__ = ["DROP", "PLATEAU", "band_of", "bilinear", "multiplier_at", "onward", "read_curve"]

PLATEAU = 0.95
"""Of the peak, above which the curve is on its plateau; of the first slope, above which it is elastic."""
DROP = 0.2
"""Loss of load, over the peak, at which masonry walls are taken to have reached their ultimate displacement
(Chokepukio paper, section 5.2; Circolare 7/2019, C8.7.1.3.1)."""
_SECANT = 0.6
"""Of the peak: the bilinear curve goes up through the point there (Circolare 7/2019, C7.3.4.2)."""


def onward(displacement: FloatArray) -> NDArray[np.int64]:
    """Steps that go farther than all before: where a path snaps back, what it does there is not a capacity."""
    farthest = np.concatenate([[-np.inf], np.maximum.accumulate(displacement)[:-1]])
    return np.flatnonzero(displacement > farthest)


def read_curve(path: PushoverPath) -> CurveReading:
    """The stages of ``path``: a elastic until here, b hardening ends, c descent starts, d end."""
    kept = onward(path.displacement)
    d, load = path.displacement[kept], path.multiplier[kept]
    peak = int(np.argmax(load))
    most = float(load[peak])

    def point(index: int) -> CurvePoint:
        return CurvePoint(displacement=float(d[index]), multiplier=float(load[index]), step=int(kept[index]))

    slope = _first_slope(d, load)
    follows = load >= PLATEAU * slope * (d - d[0]) - 1e-12
    hardened = int(np.argmax(load >= PLATEAU * most))
    # a curve with a sharp bend is on its plateau before it has left its slope by so much
    elastic = min(int(np.argmin(follows)) - 1 if not follows.all() else len(d) - 1, hardened)
    cracked = np.flatnonzero(path.cracked[kept] > 0.0)
    below = np.flatnonzero(load[peak:] < PLATEAU * most)
    dropped = _crossing(d[peak:], load[peak:], (1.0 - DROP) * most, kept[peak:]) if most > 0.0 else None
    end = point(len(d) - 1)
    until = end.displacement if dropped is None else dropped.displacement
    return CurveReading(
        control=path.control,
        viscosity=path.viscosity,
        stiffness=slope,
        first_crack=point(int(cracked[0])) if len(cracked) else None,
        elastic_end=point(max(elastic, 0)),
        plateau_start=point(hardened),
        peak=point(peak),
        descent_start=point(peak + int(below[0]) - 1) if len(below) else None,
        end=end,
        drop=dropped,
        bilinear=bilinear(d, load, until),
        ended=path.ended,
    )


def _first_slope(d: FloatArray, load: FloatArray) -> float:
    """Of the first step that carries load [1/m]; later ones may have cracked already."""
    rising = np.flatnonzero((load > 0.0) & (d > d[0]))
    if not len(rising):
        return 0.0
    first = int(rising[0])
    return float(load[first] / (d[first] - d[0]))


def _crossing(d: FloatArray, load: FloatArray, level: float, steps: NDArray[np.int64]) -> CurvePoint | None:
    """Where a falling curve first comes to ``level``."""
    under = np.flatnonzero(load <= level)
    if not len(under):
        return None
    after = int(under[0])
    if after == 0:
        return CurvePoint(displacement=float(d[0]), multiplier=float(load[0]), step=int(steps[0]))
    share = (load[after - 1] - level) / (load[after - 1] - load[after])
    there = float(d[after - 1] + share * (d[after] - d[after - 1]))
    return CurvePoint(displacement=there, multiplier=level, step=int(steps[after - 1]))


def multiplier_at(displacement: FloatArray, multiplier: FloatArray, there: float | FloatArray) -> FloatArray:
    """λ where the control point is first ``there`` [m]; the last beyond the end."""
    kept = onward(displacement)
    return np.asarray(np.interp(there, displacement[kept], multiplier[kept]))


def bilinear(displacement: FloatArray, multiplier: FloatArray, until: float) -> Bilinear | None:
    """Elastic and perfectly plastic, of the same energy up to ``until`` [m] (Circolare 7/2019, C7.3.4.2).

    It goes up through the point where the curve has 0.6 of its peak. None where the curve carries nothing.
    """
    inside = displacement < until
    d = np.concatenate([displacement[inside], [until]])
    load = np.concatenate([multiplier[inside], [float(np.interp(until, displacement, multiplier))]])
    d = d - d[0]
    most = float(load.max())
    if most <= 0.0 or len(d) < 2 or d[-1] <= 0.0:
        return None
    rising = int(np.argmax(load >= _SECANT * most))
    before = max(rising - 1, 0)
    low, high = float(load[before]), float(load[rising])
    share = 1.0 if high <= low else (_SECANT * most - low) / (high - low)
    there = float(d[before] + share * (d[rising] - d[before]))
    if there <= 0.0:
        return None
    stiffness = _SECANT * most / there
    energy = float(np.trapezoid(load, d))
    reach = float(d[-1])
    # energy = F (reach − F/2k): the smaller root; a curve that is straight to its end has none, and yields there
    inner = reach**2 - 2.0 * energy / stiffness
    force = stiffness * (reach - sqrt(inner)) if inner > 0.0 else stiffness * reach
    return Bilinear(
        stiffness=stiffness,
        yield_displacement=force / stiffness,
        yield_multiplier=force,
        ultimate_displacement=reach,
    )


def band_of(paths: Sequence[PushoverPath]) -> Band:
    """All paths of one direction together, along the displacements of the first."""
    first = paths[0]
    grid = first.displacement[onward(first.displacement)]
    loads = np.full((len(paths), len(grid)), np.nan)
    for row, path in enumerate(paths):
        reached = grid <= path.displacement.max() + 1e-12
        loads[row, reached] = multiplier_at(path.displacement, path.multiplier, grid[reached])
    peaks = [float(path.multiplier.max()) for path in paths]
    return Band(
        displacement=grid,
        low=np.nanmin(loads, axis=0),
        high=np.nanmax(loads, axis=0),
        paths=len(paths),
        least_peak=min(peaks),
        greatest_peak=max(peaks),
    )
