"""The capacity curve: its stages, the points that count, its bilinear idealisation, and the equivalent oscillator.

The oscillator is the pushed wall as one mass on one spring: Γ, m* and e* from the shape it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pirqa.fem.mesh import Mesh
from pirqa.fem.pushover.options import LoadPattern
from pirqa.fem.pushover.result import (
    Band,
    Bilinear,
    CurvePoint,
    CurveReading,
    Demand,
    Oscillator,
    PushoverPath,
    Snapshots,
    SpectrumCurve,
)
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum, damping_correction
from pirqa.units import STANDARD_GRAVITY

PLATEAU = 0.95
"""Of the peak, above which the curve is on its plateau; of the first slope, above which it is elastic."""

DROP = 0.2
"""Loss of load, over the peak, at which masonry walls are taken to have reached their ultimate displacement
(Chokepukio paper, section 5.2; Circolare 7/2019, C8.7.1.3.1)."""

_SECANT = 0.6
"""Of the peak: the bilinear curve goes up through the point there (Circolare 7/2019, C7.3.4.2)."""

WAYS = {
    "outward": np.array([0.0, -1.0, 0.0]),
    "inward": np.array([0.0, 1.0, 0.0]),
    "forward": np.array([1.0, 0.0, 0.0]),
    "backward": np.array([-1.0, 0.0, 0.0]),
}
"""Unit vector of each direction of the load."""

# a hexahedron as six tetrahedra about its diagonal from corner 0 to corner 6
_TETRAHEDRA = np.array([[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]])


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


def oscillator_of(
    mass: FloatArray,
    levels: FloatArray,
    pattern: LoadPattern,
    snapshots: Snapshots,
    path: PushoverPath,
    elastic_step: int,
    peak_step: int,
) -> Oscillator:
    """From the shape of the last snapshot that is still elastic, φ being 1 at the control point.

    ``mass`` [kg] and ``levels`` above the base [m] are of the nodes, shape (n,). The shape is the first mode where the
    load follows it; where it goes with the masses it comes close (a rigid wall that turns about its base has Γ = 1.5
    at its top). Γ, m*: Fajfar (2000), EN 1998-1:2004 Annex B, eqs B.2 and B.3. Its eq. B.4 for the force holds for a
    load of masses times shape; for others the work of the load on the shape takes its place.
    """
    elastic = _snapshot(snapshots, path, elastic_step)
    shape = _shape(snapshots, path, elastic)
    later = _shape(snapshots, path, max(_snapshot(snapshots, path, peak_step), elastic))
    total, first, second = mass.sum(), float(mass @ shape), float(mass @ shape**2)
    spread = {"mass": np.ones_like(shape), "mode": shape, "triangular": levels}[pattern]
    load = STANDARD_GRAVITY * total * mass * spread / float(mass @ spread)
    return Oscillator(
        participation=first / second,
        mass=first,
        mass_fraction=float(first**2 / (total * second)),
        acceleration=float(load @ shape) / first,
        participation_at_peak=float(mass @ later) / float(mass @ later**2),
    )


def _snapshot(snapshots: Snapshots, path: PushoverPath, step: int) -> int:
    """The last one up to ``step`` in which the wall has moved; the first of these where all come later."""
    moved = [k for k, at in enumerate(snapshots.step.tolist()) if path.displacement[at] > path.displacement[0]]
    until = [k for k in moved if snapshots.step[k] <= step]
    return until[-1] if until else moved[0]


def _shape(snapshots: Snapshots, path: PushoverPath, k: int) -> FloatArray:
    moved = (snapshots.shift[k] - snapshots.shift[0]).astype(np.float64) @ WAYS[path.direction]
    at = path.displacement[snapshots.step[k]] - path.displacement[0]
    return np.asarray(moved / at)


def brick_volumes(mesh: Mesh) -> FloatArray:
    """Of the bricks with straight edges between their corners [m3], shape (e,)."""
    corners = mesh.places[:, :8][:, _TETRAHEDRA]
    sides = corners[:, :, 1:] - corners[:, :, :1]
    return np.asarray(np.linalg.det(sides).sum(axis=1) / 6.0)


def volume_masses(mesh: Mesh, weight: float) -> FloatArray:
    """Masses of the nodes [kg], the weight [N] spread evenly over the volume; shape (n,)."""
    volumes = brick_volumes(mesh)
    corners = mesh.bricks[:, :8]
    share = np.bincount(corners.ravel(), weights=np.repeat(volumes / 8.0, 8), minlength=len(mesh.nodes))
    return np.asarray(weight / STANDARD_GRAVITY * share / share.sum())


HYSTERESIS = 0.33
"""k of the equivalent damping: a structure that dissipates little, as one that rocks (Circolare 7/2019 C7.3.4.2,
method B; ATC-40 type C)."""
_ELASTIC = 0.05
_POINTS = 240
_LEAST_INTENSITY, _GREATEST_INTENSITY, _GROWTH = 1e-3, 3.0, 1.15
"""Peak ground accelerations, over gravity, between which the demand is followed upwards, and by which factor."""


def n2(curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Target displacement after Fajfar (2000): EN 1998-1:2004 Annex B, eqs B.7–B.13; Circolare 7/2019 C7.3.4.2."""
    strength = curve.yield_multiplier * oscillator.acceleration
    d_yield = curve.yield_displacement / oscillator.participation
    period = 2.0 * math.pi * math.sqrt(d_yield / strength)
    elastic = float(spectrum.displacement(period))
    reduction = float(spectrum.acceleration(period)) / strength
    target = elastic
    if period < spectrum.plateau_end and reduction > 1.0:
        target = max(elastic / reduction * (1.0 + (reduction - 1.0) * spectrum.plateau_end / period), elastic)
    return Demand(
        spectrum=spectrum.name,
        method="n2",
        period=period,
        elastic_displacement=elastic,
        reduction=reduction,
        damping=_ELASTIC,
        spectral_displacement=target,
        displacement=target * oscillator.participation,
    )


def equivalent_damping(ductility: float) -> float:
    """ξ of an elastic and perfectly plastic curve at ``ductility``: 5 % + k · 0.637 (1 − 1/μ) (C7.3.4.2, method B)."""
    return _ELASTIC + HYSTERESIS * (2.0 / math.pi) * max(1.0 - 1.0 / ductility, 0.0)


def capacity_spectrum(curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Performance point: where the damped demand at the secant period is the displacement itself (Freeman; ATC-40).

    The bilinear curve goes on at its height, so that a demand beyond what the wall can do is told too.
    """
    strength = curve.yield_multiplier * oscillator.acceleration
    d_yield = curve.yield_displacement / oscillator.participation

    def asked(d: float) -> tuple[float, float, float]:
        ductility = max(d / d_yield, 1.0)
        damping = equivalent_damping(ductility)
        period = 2.0 * math.pi * math.sqrt(max(d, d_yield) / strength)
        return float(_damped(spectrum, damping).displacement(period)), period, damping

    low, high = 0.0, d_yield
    while asked(high)[0] > high:
        low, high = high, 1.5 * high
        if high > 1e6 * d_yield:  # a spectrum whose displacements grow for ever
            break
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if asked(middle)[0] > middle else (low, middle)
    found = 0.5 * (low + high)
    _, period, damping = asked(found)
    elastic = float(spectrum.displacement(period))
    return Demand(
        spectrum=spectrum.name,
        method="capacity_spectrum",
        period=period,
        elastic_displacement=elastic,
        reduction=float(spectrum.acceleration(2.0 * math.pi * math.sqrt(d_yield / strength))) / strength,
        damping=damping,
        spectral_displacement=found,
        displacement=found * oscillator.participation,
    )


_METHODS: Mapping[str, Callable[[Bilinear, Oscillator, DesignSpectrum], Demand]] = {
    "n2": n2,
    "capacity_spectrum": capacity_spectrum,
}


def demand_by(method: str, curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum) -> Demand:
    """Return the demand by ``method``: ``n2`` or ``capacity_spectrum``."""
    return _METHODS[method](curve, oscillator, spectrum)


def intensity_of(
    method: str, curve: Bilinear, oscillator: Oscillator, spectrum: DesignSpectrum, capacity: float
) -> float | None:
    """Return the peak ground acceleration, over gravity, at which the demand first reaches ``capacity`` [m].

    The spectrum keeps its shape. None where the demand stays below ``capacity`` up to 3 g.
    """
    from scipy.optimize import brentq

    def excess(intensity: float) -> float:
        scaled = spectrum.scaled(intensity * STANDARD_GRAVITY / spectrum.pga)
        return demand_by(method, curve, oscillator, scaled).displacement - capacity

    if capacity <= 0.0:
        return 0.0
    low, high = 0.0, _LEAST_INTENSITY
    while excess(high) < 0.0:
        if high >= _GREATEST_INTENSITY:
            return None
        low, high = high, min(_GROWTH * high, _GREATEST_INTENSITY)
    return high if low == 0.0 else float(brentq(excess, low, high, rtol=1e-10))


def _damped(spectrum: DesignSpectrum, damping: float) -> DesignSpectrum:
    """Made for 5 %: its plateau and what follows times η (NTC 2018 eqs 3.2.2–3.2.4), also that of E.030: assumed."""
    plateau = spectrum.plateau * damping_correction(damping)
    start = spectrum.start if spectrum.plateau_start > 0.0 else plateau
    return replace(spectrum, plateau=plateau, start=start)


def spectrum_curve(spectrum: DesignSpectrum, damping: float, farthest: float) -> SpectrumCurve:
    """S_e against S_De for drawing, to spectral displacements of about ``farthest`` [m]."""
    damped = _damped(spectrum, damping)
    longest = 1.0
    while float(damped.displacement(longest)) < farthest and longest < 10.0:
        longest *= 1.2
    periods: FloatArray = np.linspace(0.02, longest, _POINTS)
    return SpectrumCurve(
        name=spectrum.name,
        damping=damping,
        displacement=damped.displacement(periods),
        acceleration=damped.acceleration(periods),
    )
