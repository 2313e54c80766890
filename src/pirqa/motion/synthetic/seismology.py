"""Source, path and site of an earthquake: Fourier amplitude spectrum of the ground's acceleration, regions.

Equations and constants of Boore (2003), "Simulation of ground motion using the stochastic method", Pure and Applied
Geophysics 160:635-676, in SI units. Amplitudes were compared with the output of Boore's program SMSIM (``pirqa verify
motion``, cases ``stochastic.*``).

No set of parameters for Cusco, and none for Peru, could be compared with its publication. Every region here borrows
from elsewhere and is **not calibrated** for its place; a remark on each motion says so. All numbers can be overridden.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from math import radians
from typing import Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray

Curve = tuple[tuple[float, float], ...]
"""Pairs of an abscissa, rising, and a value."""

_REFERENCE_DISTANCE = 1000.0
"""R0 at which the source spectrum is stated [m] (Boore 2003, eq. 5)."""


@dataclass(frozen=True, kw_only=True)
class SeismologicalModel:
    """Source, path and site of a stochastic motion, but for magnitude and distance."""

    stress_drop: float
    """Stress parameter Δσ [Pa]."""
    shear_velocity: float
    """β at the source [m/s]."""
    density: float
    """ρ at the source [kg/m3]."""
    kappa: float
    """κ0 of the site [s]."""
    quality: float
    """Q at 1 Hz."""
    quality_exponent: float
    """Exponent n of Q = Q0 f^n."""
    least_quality: float = 0.0
    """Lower bound of Q."""
    spreading: Curve = ((1000.0, -1.0),)
    """Distance [m] from which each exponent of the geometrical spreading applies."""
    path_duration: Curve = ((0.0, 0.0), (1e6, 50.0))
    """Distance [m] and duration [s] added by the path, linear between and beyond; 0.05 s/km where absent."""
    amplification: Curve = ()
    """Frequency [Hz] and amplification by the crust and the site; 1 where absent."""
    pseudo_depth: float = 0.0
    """h of the effective distance √(R² + h²) of a point source [m]."""
    radiation: float = 0.55
    """Average radiation coefficient of shear waves (Boore 2003, eq. 5)."""
    partition: float = 1.0 / math.sqrt(2.0)
    """Share of the vector in one horizontal component (Boore 2003, eq. 5)."""
    free_surface: float = 2.0
    """Amplification by the free surface (Boore 2003, eq. 5)."""
    window_peak: float = 0.2
    """ε: share of the window's duration at which it peaks (Boore 2003, after eq. 17)."""
    window_tail: float = 0.05
    """η: share of the peak that is left at the end of the window's duration."""
    window_factor: float = 2.0
    """Duration of the window over that of the motion (Boore 2003: 2; 2.12 with the durations of 2014 in SMSIM 6.0)."""


def seismic_moment(magnitude: float) -> float:
    """Return M0 [N m] of a moment magnitude: log M0 = 1.5 M + 9.05 (Hanks and Kanamori 1979; 16.05 in dyn cm)."""
    return float(10.0 ** (1.5 * magnitude + 9.05))


def corner_frequency(moment: float, stress_drop: float, shear_velocity: float) -> float:
    """Return the corner frequency of Brune's (1970, 1971) spectrum [Hz].

    f_c = 2.34 β/(2π r) with the radius r = (7 M0/(16 Δσ))^(1/3). In km/s, bar and dyn cm that is
    4.906e6 β (Δσ/M0)^(1/3) (Boore 2003, eq. 4).

    >>> round(corner_frequency(seismic_moment(6.0), 8e6, 3600.0), 4)
    0.3399
    """
    radius = (7.0 * moment / (16.0 * stress_drop)) ** (1.0 / 3.0)
    return float(2.34 * shear_velocity / (2.0 * math.pi * radius))


def geometrical_spreading(distance: float, segments: Curve) -> float:
    """Return the piecewise power law of the distance [m], 1 at 1 km (Boore 2003, eq. 9)."""
    factor, start = 1.0, _REFERENCE_DISTANCE
    for at, (_, exponent) in enumerate(segments):
        end = segments[at + 1][0] if at + 1 < len(segments) else math.inf
        if distance <= end:
            return float(factor * (distance / start) ** exponent)
        factor *= float((end / start) ** exponent)
        start = end
    return factor


def path_duration(distance: float, nodes: Curve) -> float:
    """Return the duration that a path of ``distance`` [m] adds [s]; beyond the nodes the last slope goes on."""
    distances, durations = np.array(nodes).T
    last = float(distances[-1])
    if distance <= last or len(nodes) < 2:
        return float(np.interp(distance, distances, durations))
    slope = (durations[-1] - durations[-2]) / (distances[-1] - distances[-2])
    return float(durations[-1] + slope * (distance - last))


def quality_factor(frequencies: FloatArray, model: SeismologicalModel) -> FloatArray:
    """Return Q = max(Q_min, Q0 f^n) at ``frequencies`` [Hz]."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.maximum(model.least_quality, model.quality * frequencies**model.quality_exponent))


def amplification(frequencies: FloatArray, nodes: Curve) -> FloatArray:
    """Return the amplification at ``frequencies`` [Hz], linear in logarithms between nodes (SMSIM), constant beyond."""
    if not nodes:
        return np.ones_like(frequencies)
    known, factors = np.log(np.array(nodes)).T
    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(np.interp(np.log(frequencies), known, factors)))


def diminution(frequencies: FloatArray, kappa: float) -> FloatArray:
    """Return e^(−π κ f) (Anderson and Hough 1984; Boore 2003, eq. 20)."""
    return np.asarray(np.exp(-math.pi * kappa * frequencies))


def path_spectrum(frequencies: FloatArray, distance: float, model: SeismologicalModel) -> FloatArray:
    """Return what path and site make of a source of 1 N m without corner, [m/s] over ω² M0, shape (frequencies,).

    C G(R) e^(−π f R/(Q β)) A(f) e^(−π κ f) with C = R_θφ V F/(4π ρ β³ R0) (Boore 2003, eqs. 5, 8, 9 and 20).
    """
    constant = model.radiation * model.partition * model.free_surface
    constant /= 4.0 * math.pi * model.density * model.shear_velocity**3 * _REFERENCE_DISTANCE
    lost = np.zeros_like(frequencies)
    moving = frequencies > 0.0
    waves = math.pi * frequencies[moving] * distance / model.shear_velocity
    lost[moving] = waves / quality_factor(frequencies[moving], model)
    factor = constant * geometrical_spreading(distance, model.spreading)
    site = amplification(frequencies, model.amplification) * diminution(frequencies, model.kappa)
    return np.asarray(factor * np.exp(-lost) * site)


def acceleration_spectrum(
    frequencies: FloatArray, moment: float, corner: float, distance: float, model: SeismologicalModel
) -> FloatArray:
    """Return |∫ a e^(−2πi f t) dt| of one horizontal component [m/s], shape (frequencies,).

    ω² M0/(1 + (f/f_c)²) (Brune 1970) times path and site; ``distance`` [m] from the source, ``corner`` f_c [Hz].
    """
    source = moment * (2.0 * math.pi * frequencies) ** 2 / (1.0 + (frequencies / corner) ** 2)
    return np.asarray(source * path_spectrum(frequencies, distance, model))


Scaling = Literal["normal", "interface", "intraslab"]

AMPLIFICATIONS: dict[str, Curve] = {
    "generic_rock": (
        (0.01, 1.00),
        (0.09, 1.10),
        (0.16, 1.18),
        (0.51, 1.42),
        (0.84, 1.58),
        (1.25, 1.74),
        (2.26, 2.06),
        (3.17, 2.25),
        (6.05, 2.58),
        (16.6, 3.13),
        (61.2, 4.00),
    ),
    "rock_760": (
        (0.010, 1.00),
        (0.015, 1.01),
        (0.021, 1.02),
        (0.031, 1.02),
        (0.045, 1.04),
        (0.065, 1.06),
        (0.095, 1.09),
        (0.138, 1.13),
        (0.200, 1.18),
        (0.291, 1.25),
        (0.423, 1.32),
        (0.615, 1.41),
        (0.894, 1.51),
        (1.301, 1.64),
        (1.892, 1.80),
        (2.751, 1.99),
        (4.000, 2.18),
        (5.817, 2.38),
        (8.459, 2.56),
        (12.301, 2.75),
        (17.889, 2.95),
        (26.014, 3.17),
        (37.830, 3.42),
        (55.012, 3.68),
        (80.000, 3.96),
    ),
    "none": (),
}
"""Quarter-wavelength amplification from the source to the site, frequency [Hz] and factor.

``generic_rock``: Boore and Joyner (1997, BSSA 87:327-341), generic rock, Vs30 of 618 m/s; compared with one independent
program that uses it, not with the paper. ``rock_760``: Boore (2016, BSSA 106:316-320), Vs30 of 760 m/s, for a source at
3.5 km/s and 2.72 g/cm3; compared with the parameter files of SMSIM 6.0.
"""


@dataclass(frozen=True, kw_only=True)
class Region:
    """A named set of parameters."""

    name: str
    model: SeismologicalModel
    borrowed: str
    """Where the parameters come from, for the remark."""
    scaling: Scaling
    """Relation between magnitude and the size of the rupture."""
    dip: float
    """Of a fault whose dip is not given [rad]."""
    depth: float
    """Of the upper edge of a fault whose depth is not given [m]."""
    pseudo_depth: tuple[float, float]
    """c1 and c2 of the pseudo-depth of a point source, log h = c1 + c2 M [km]."""


REGIONS: dict[str, Region] = {}
"""All regions by name."""


def register_region(region: Region) -> Region:
    """Add a region to those that options can name."""
    REGIONS[region.name] = region
    return region


_SIZES: Mapping[Scaling, tuple[tuple[float, float], tuple[float, float]]] = {
    "normal": ((-1.88, 0.50), (-1.14, 0.35)),
    "interface": ((-2.477, 0.585), (-0.882, 0.351)),
    "intraslab": ((-2.350, 0.562), (-1.058, 0.356)),
}


def rupture_size(magnitude: float, scaling: Scaling) -> tuple[float, float]:
    """Return length and width of a rupture [m], log L = a + b M in km.

    ``normal``: Wells and Coppersmith (1994, BSSA 84:974-1002), subsurface length and width of normal faults.
    ``interface`` and ``intraslab``: Strasser et al. (2010, SRL 81:941-950). The coefficients were compared with those
    in independent programs (EXSIM; extensions of OpenQuake), not with the papers.
    """
    (a, b), (c, d) = _SIZES[scaling]
    return 1000.0 * 10.0 ** (a + b * magnitude), 1000.0 * 10.0 ** (c + d * magnitude)


register_region(
    Region(
        name="cusco_crustal",
        borrowed="Boore & Thompson 2015, SMSIM 6.0",
        # Western North America as in the parameter file of SMSIM 6.0 for Boore and Thompson (2015, BSSA 105:1029-1041):
        # stress 100 bar, Q = 180 f^0.45, 1/R to 40 km, path durations of 2014 whose last slope is 0.156 s/km. The
        # stress is one for all mechanisms; normal faults may have less.
        model=SeismologicalModel(
            stress_drop=10e6,
            shear_velocity=3500.0,
            density=2720.0,
            kappa=0.035,
            quality=180.0,
            quality_exponent=0.45,
            spreading=((1000.0, -1.0), (40_000.0, -0.5)),
            path_duration=(
                (0.0, 0.0),
                (7e3, 2.4),
                (45e3, 8.4),
                (125e3, 10.9),
                (175e3, 17.4),
                (270e3, 34.2),
                (1270e3, 190.2),
            ),
            amplification=AMPLIFICATIONS["rock_760"],
            window_factor=2.12,
        ),
        scaling="normal",
        dip=radians(60.0),  # of an Andersonian normal fault, no measurement of a fault at Cusco
        depth=1000.0,  # assumed
        pseudo_depth=(-0.405, 0.235),  # Yenier and Atkinson (2015), as listed in SMSIM 6.0
    )
)

register_region(
    Region(
        name="peru_interface",
        borrowed="Ordaz & Singh 1992, Guerrero",
        # Interface earthquakes of Guerrero, Mexico: Q = 273 f^0.66, 1/R to 100 km and R^-0.5 beyond, stress 100 bar
        # (Ordaz and Singh 1992, BSSA 82:24-43). These are quoted from memory. Garcia et al. (2004, BSSA 94:789-802,
        # abstract) put the stress of such events below a quarter of 304 bar; 100 bar is on the strong side of it.
        # Kappa of soft rock and the path's 0.05 s/km (Herrmann 1985) are generic.
        model=SeismologicalModel(
            stress_drop=10e6,
            shear_velocity=3500.0,
            density=2800.0,
            kappa=0.035,
            quality=273.0,
            quality_exponent=0.66,
            spreading=((1000.0, -1.0), (100_000.0, -0.5)),
            amplification=AMPLIFICATIONS["generic_rock"],
        ),
        scaling="interface",
        dip=radians(20.0),  # generic
        depth=15_000.0,  # generic
        pseudo_depth=(-2.1403, 0.507),  # Atkinson and Boore (2003), as listed in SMSIM 6.0
    )
)

register_region(
    Region(
        name="peru_intraslab",
        borrowed="García et al. 2004, central Mexico",
        # Seventeen normal-faulting inslab events of central Mexico, 35 to 118 km deep, at hard sites: Q = 251 f^0.58,
        # 1/R, median Brune stress 304 bar (Garcia et al. 2004, BSSA 94:789-802, abstract). Velocity and density of the
        # slab, kappa of hard rock and the path's 0.05 s/km (Herrmann 1985) are generic, not from that paper. Its
        # spectra are of hard sites, so nothing is amplified: softer rock shakes more (site = "generic_rock").
        model=SeismologicalModel(
            stress_drop=30.4e6,
            shear_velocity=4500.0,
            density=3200.0,
            kappa=0.02,
            quality=251.0,
            quality_exponent=0.58,
            spreading=((1000.0, -1.0),),
            amplification=AMPLIFICATIONS["none"],
        ),
        scaling="intraslab",
        dip=radians(60.0),  # generic
        depth=80_000.0,  # generic
        pseudo_depth=(-2.1403, 0.507),  # Atkinson and Boore (2003), as listed in SMSIM 6.0
    )
)
