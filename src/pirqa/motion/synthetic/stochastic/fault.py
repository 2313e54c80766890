"""A finite fault as many point sources: geometry, rupture, dynamic corner frequency, scaling of the subfaults."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.motion.synthetic.stochastic.spectrum import (
    SeismologicalModel,
    acceleration_spectrum,
    corner_frequency,
    diminution,
    seismic_moment,
)

__all__ = [
    "Rupture",
    "Subsources",
    "active_subfaults",
    "closest_distance",
    "expected_spectrum",
    "place_site",
    "point_source",
    "rupture_subsources",
]

_GRID = np.arange(0.05, 50.0, 0.05)
"""Frequencies at which the energy of a subfault is compared with that of the whole [Hz]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rupture:
    """A rectangular fault divided into equal subfaults; along the strike first, then down the dip."""

    length: float
    """[m]"""
    width: float
    """Down the dip [m]."""
    dip: float
    """[rad]"""
    depth: float
    """Of the upper edge [m]."""
    columns: int
    """Subfaults along the strike."""
    rows: int
    """Subfaults down the dip."""
    hypocentre: tuple[float, float]
    """Along the strike and down the dip from the first upper corner [m]."""
    weights: FloatArray
    """Share of the moment of each subfault, shape (columns, rows)."""
    velocity: float
    """Of the rupture [m/s]."""
    pulsing: float
    """Share of the fault that slips at one time."""

    @property
    def places(self) -> FloatArray:
        """Centres of the subfaults in the plane, along and down [m], shape (columns, rows, 2)."""
        along = (np.arange(self.columns) + 0.5) * self.length / self.columns
        down = (np.arange(self.rows) + 0.5) * self.width / self.rows
        return np.stack(np.meshgrid(along, down, indexing="ij"), axis=-1)

    @property
    def centres(self) -> FloatArray:
        """Centres of the subfaults, along the strike, to its right and down [m], shape (columns · rows, 3)."""
        along, down = self.places.reshape(-1, 2).T
        return np.stack([along, down * math.cos(self.dip), self.depth + down * math.sin(self.dip)], axis=1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Subsources:
    """Point sources that together are an earthquake; arrays of shape (sources,)."""

    moments: FloatArray
    """Share of the seismic moment [N m]; the sum is that of the earthquake."""
    corners: FloatArray
    """Corner frequency of the spectrum that each radiates [Hz]."""
    rises: FloatArray
    """Duration of the source of each [s]."""
    distances: FloatArray
    """From the site [m]."""
    delays: FloatArray
    """Arrival after the first arrival [s]."""

    @property
    def radiated(self) -> FloatArray:
        """Moment of the spectrum of each, so that incoherent sums have that of the earthquake at low frequency [N m].

        m_i M0/√Σm² is √N m_i for equal subfaults (Boore 2009, the low-frequency correction of EXSIM).
        """
        return np.asarray(self.moments * self.moments.sum() / math.sqrt(float((self.moments**2).sum())))


def point_source(magnitude: float, distance: float, model: SeismologicalModel) -> Subsources:
    """Return a point source; its distance is √(R² + h²) with the pseudo-depth h of the model."""
    moment = seismic_moment(magnitude)
    corner = corner_frequency(moment, model.stress_drop, model.shear_velocity)
    return Subsources(
        moments=np.array([moment]),
        corners=np.array([corner]),
        rises=np.array([1.0 / corner]),
        distances=np.array([math.hypot(distance, model.pseudo_depth)]),
        delays=np.zeros(1),
    )


def active_subfaults(columns: int, rows: int, start: tuple[int, int], pulsing: float) -> FloatArray:
    """Return how many subfaults slip when each is triggered, shape (columns, rows).

    Rings of subfaults about the hypocentre's, ``start``, slip one after the other; of these the last
    ``pulsing``/2 · columns, at least one, slip at one time, because the rupture spreads to both sides (EXSIM, function
    NumberOfPulsingSubs, after Motazedian and Atkinson 2005).
    """
    along, down = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    rings = np.maximum(np.abs(along - start[0]), np.abs(down - start[1])) + 1
    sizes = np.concatenate([[0.0], np.cumsum(np.bincount(rings.reshape(-1), minlength=1)[1:])])
    band = max(0.5 * pulsing * columns, 1.0)
    first = np.clip(np.floor(rings - band + 1e-9), 0, None).astype(np.intp)
    return np.asarray(sizes[rings] - sizes[first])


def rupture_subsources(
    magnitude: float, rupture: Rupture, site: FloatArray, model: SeismologicalModel, *, energy: bool = False
) -> Subsources:
    """Return the subfaults of a rupture as seen from ``site``, shape (3,), in the frame of ``Rupture.centres`` [m].

    The dynamic corner frequency of a subfault is f_i = N_R^(−1/3) f_c(M0/N), N_R the number of those that slip when it
    starts. Its spectrum m_i ω² H_i/(1 + (f/f_i)²) is raised by H_i (Motazedian and Atkinson 2005). The filter
    c (1 + (f/f_i)²)/(1 + (f/f_eq)²) with c = √N/H_i and f_eq = f_i/√c makes it √N m_i at low frequency (Boore 2009):
    together √N m_i ω²/(1 + (f/f_eq)²), f_eq = f_i √(H_i/√N).

    With H_i = √N (f_c(M0)/f_i)², which conserves the level at high frequency (Boore 2009), f_eq is the corner of the
    whole. With ``energy`` H_i makes the energy of the acceleration of N subfaults that of the whole, after kappa:
    √(Σ A0²/N/Σ A_i²) (Motazedian and Atkinson 2005). The dynamic corner also sets the duration 1/f_i of each. The
    formulas were compared with the source text of EXSIM (functions sourceSpectra and computeStochasticWave).
    """
    moment = seismic_moment(magnitude)
    count = rupture.columns * rupture.rows
    whole = corner_frequency(moment, model.stress_drop, model.shear_velocity)
    start = (
        min(int(rupture.hypocentre[0] / rupture.length * rupture.columns), rupture.columns - 1),
        min(int(rupture.hypocentre[1] / rupture.width * rupture.rows), rupture.rows - 1),
    )
    active = active_subfaults(rupture.columns, rupture.rows, start, rupture.pulsing).reshape(-1)
    single = corner_frequency(moment / count, model.stress_drop, model.shear_velocity)
    dynamic = single * active ** (-1.0 / 3.0)
    corners = np.full(count, whole)
    if energy:
        shape = _GRID**2 * diminution(_GRID, model.kappa)
        all_energy = float(((moment * shape / (1.0 + (_GRID / whole) ** 2)) ** 2).sum()) / count
        own = (moment / count * shape / (1.0 + (_GRID / dynamic[:, None]) ** 2)) ** 2
        scaling = np.sqrt(all_energy / own.sum(axis=1))
        corners = dynamic * np.sqrt(scaling / math.sqrt(count))
    run = np.linalg.norm(rupture.places - np.array(rupture.hypocentre), axis=-1).reshape(-1)
    distances = np.linalg.norm(rupture.centres - site, axis=1)
    arrivals = run / rupture.velocity + distances / model.shear_velocity
    return Subsources(
        moments=moment * rupture.weights.reshape(-1) / rupture.weights.sum(),
        corners=corners,
        rises=1.0 / dynamic,
        distances=distances,
        delays=arrivals - arrivals.min(),
    )


def expected_spectrum(frequencies: FloatArray, sources: Subsources, model: SeismologicalModel) -> FloatArray:
    """Return the root-mean-square spectrum of all sources together [m/s]: their phases are independent."""
    total = np.zeros_like(frequencies)
    for moment, corner, distance in zip(sources.radiated, sources.corners, sources.distances, strict=True):
        total += acceleration_spectrum(frequencies, moment, corner, distance, model) ** 2
    return np.asarray(np.sqrt(total))


def closest_distance(site: FloatArray, length: float, width: float, dip: float, depth: float) -> FloatArray:
    """Return the distance of places at the surface, shape (n, 3), from a rectangular fault [m]."""
    cosine, sine = math.cos(dip), math.sin(dip)
    right, down = site[:, 1], site[:, 2] - depth
    in_plane = np.clip(right * cosine + down * sine, 0.0, width)
    along = site[:, 0] - np.clip(site[:, 0], 0.0, length)
    return np.asarray(np.sqrt(along**2 + (right - in_plane * cosine) ** 2 + (down - in_plane * sine) ** 2))


def place_site(
    distance: float, azimuth: float, length: float, width: float, dip: float, depth: float
) -> tuple[FloatArray | None, float]:
    """Return the place at the surface that is ``distance`` [m] from the fault, shape (3,), and the least distance.

    It lies in the direction ``azimuth``, clockwise from the strike, from the point above the fault's centre. None where
    the surface in that direction is everywhere further from the fault.
    """
    centre = np.array([0.5 * length, 0.5 * width * math.cos(dip), 0.0])
    direction = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])

    def away(reach: FloatArray) -> FloatArray:
        return closest_distance(centre + reach[:, None] * direction, length, width, dip, depth)

    far = distance + length + width
    reach = np.linspace(0.0, far, 4001)
    found = away(reach)
    lowest = int(found.argmin())
    if found[lowest] > distance:
        return None, float(found[lowest])
    low, high = reach[lowest], far  # the distance from a convex set is convex along a line: one root beyond the least
    for _ in range(80):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if away(np.array([middle]))[0] <= distance else (low, middle)
    return centre + low * direction, float(found[lowest])
