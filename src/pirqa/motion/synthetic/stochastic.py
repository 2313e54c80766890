"""Motions by the stochastic method: the spectrum of an earthquake, at a point or on a fault, with random phases.

Boore (2003) for the point source, Motazedian and Atkinson (2005) and Boore (2009) for the finite fault: geometry,
rupture, dynamic corner frequency and scaling of the subfaults. Windowed noise or the phases of a record give two
horizontal components, at rest at both ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.signal_processing import butterworth_gain
from pirqa.motion.synthetic.options import (
    FaultOptions,
    StochasticOptions,
)
from pirqa.motion.synthetic.seismology import (
    AMPLIFICATIONS,
    REGIONS,
    SeismologicalModel,
    acceleration_spectrum,
    corner_frequency,
    diminution,
    path_duration,
    rupture_size,
    seismic_moment,
)
from pirqa.motion.synthetic.signals import MOST_SAMPLES, SIGNAL, Signal, rested

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


_ComplexArray = np.ndarray[Any, np.dtype[np.complex128]]

_ORDER = 4
"""Of one pass of the low-cut filter: (f/f_c)^8 for both, as in SMSIM and EXSIM."""
_FADE = 0.05
"""Share of the window that fades to zero at its end (SMSIM's parameter tapr)."""


def saragoni_hart(share: FloatArray, peak: float, tail: float) -> FloatArray:
    """Return the window of Saragoni and Hart (1974) at a ``share`` 0 to 1 of its duration.

    w = (e/ε)^b s^b e^(−c s) with b = −ε ln η/(1 + ε(ln ε − 1)) and c = b/ε: 1 at s = ε, η at s = 1 (Boore 2003,
    eqs. 26-29). Zero outside.
    """
    power = -peak * math.log(tail) / (1.0 + peak * (math.log(peak) - 1.0))
    inside = (share >= 0.0) & (share <= 1.0)
    part = np.where(inside, share, 0.0) / peak
    return np.asarray(np.where(inside, (part * np.exp(1.0 - part)) ** power, 0.0))


def ramp_time(low_corner: float) -> float:
    """Return the quiet time before and after the motion [s], in which the base starts and comes to rest."""
    return 0.25 / low_corner


def noise_pair(
    sources: Subsources, model: SeismologicalModel, rng: np.random.Generator, *, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return two independent components [m/s2], shape (samples, 2), and the largest change that brought them to rest.

    White Gaussian noise under a window has a flat mean-square spectrum. Each source's is brought to a mean square of 1
    and multiplied by its amplitudes (Boore 2003, section 3.1); the sources arrive one after the other, each shifted at
    random within its duration (EXSIM).
    """
    durations = sources.rises + [path_duration(distance, model.path_duration) for distance in sources.distances]
    windows = model.window_factor * durations
    delays = sources.delays + rng.uniform(0.0, sources.rises) * (len(sources.delays) > 1)
    ramp = ramp_time(low_corner)
    total = float((delays + windows).max())
    kept = math.ceil((total + 2.0 * ramp) / step) + 1
    count = _grid(kept, step, low_corner)
    frequencies = rfftfreq(count, step)
    spectrum = np.zeros((2, len(frequencies)), dtype=np.complex128)
    for at, moment in enumerate(sources.radiated):
        samples = max(math.ceil(windows[at] / step), 8)
        share = np.arange(samples) / samples
        shape = saragoni_hart(share, model.window_peak, model.window_tail) * np.clip((1.0 - share) / _FADE, 0.0, 1.0)
        first = round((ramp + delays[at]) / step)
        noise = np.zeros((2, count))
        noise[:, first : first + samples] = shape * rng.normal(size=(2, samples))
        noise /= np.sqrt((noise**2).sum(axis=1, keepdims=True))
        amplitude = acceleration_spectrum(frequencies, moment, sources.corners[at], sources.distances[at], model)
        spectrum += amplitude * rfft(noise, axis=1)
    return _at_rest(spectrum, count, kept, step, low_corner)


def phase_pair(
    sources: Subsources, model: SeismologicalModel, record: FloatArray, *, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return two components with the phases of ``record``, shape (samples, 2), and the largest change for rest.

    The amplitudes are the expected spectrum of the sources, the same for both; when the motion grows and dies away is
    in the phases.
    """
    ramp = ramp_time(low_corner)
    first = math.ceil(ramp / step)
    kept = len(record) + 2 * first
    count = _grid(kept, step, low_corner)
    padded = np.zeros((2, count))
    padded[:, first : first + len(record)] = record.T
    found = rfft(padded, axis=1)
    size = np.abs(found)
    phases: _ComplexArray = np.where(size > 0.0, found / np.where(size > 0.0, size, 1.0), 1.0 + 0.0j)
    amplitude = expected_spectrum(rfftfreq(count, step), sources, model)
    return _at_rest(phases * amplitude, count, kept, step, low_corner)


def _grid(kept: int, step: float, low_corner: float) -> int:
    """Return the number of samples of the transform: room for what the low-cut filter spreads round the ends."""
    count = kept + math.ceil(2.0 / (low_corner * step))
    if count > MOST_SAMPLES:
        raise OptionsError(
            f"the motion lasts {kept * step:.4g} s, {count} samples with its filter, more than {MOST_SAMPLES}: give a "
            "greater step, a nearer source or a shorter path_duration"
        )
    return int(next_fast_len(count, real=True))


def _at_rest(
    spectrum: _ComplexArray, count: int, kept: int, step: float, low_corner: float
) -> tuple[FloatArray, float]:
    """Return acceleration that starts and ends at rest from a Fourier spectrum [m/s], shape (2, frequencies).

    Below the low corner the spectrum is filtered out. The displacement is led to zero by half cosines w over the quiet
    time at both ends, a w + 2 v w' + d w''; what sampling leaves of velocity and displacement is taken away with the
    least change.
    """
    frequencies = rfftfreq(count, step)
    spectrum = spectrum * butterworth_gain(frequencies, low=low_corner, order=_ORDER) / step
    spectrum[:, 0] = 0.0
    omega = 2.0 * math.pi * frequencies
    omega[0] = 1.0
    acceleration = irfft(spectrum, count, axis=1)[:, :kept]
    velocity = irfft(spectrum / (1j * omega), count, axis=1)[:, :kept]
    displacement = irfft(-spectrum / omega**2, count, axis=1)[:, :kept]
    samples = np.arange(kept)
    extent = max(round(ramp_time(low_corner) / step), 1)
    share = np.clip(np.minimum(samples, kept - 1 - samples) / extent, 0.0, 1.0)
    side = np.where(samples < kept / 2, 1.0, -1.0) / (extent * step)
    window = 0.5 - 0.5 * np.cos(math.pi * share)
    slope = 0.5 * math.pi * side * np.sin(math.pi * share)
    bend = np.where(share < 1.0, 0.5 * (math.pi * side) ** 2 * np.cos(math.pi * share), 0.0)
    shaped = acceleration * window + 2.0 * velocity * slope + displacement * bend
    pairs = [rested(values, step, window) for values in shaped]
    return np.stack([values for values, _ in pairs], axis=1), max(change for _, change in pairs)


_ALONG = Direction(name="along")
_MOST_SUBFAULTS = 1000
_LEAST_SLIP, _MOST_SLIP = 0.01, 30.0
"""Mean slip that a rupture may have [m]: from that of M 3 on a short fault to Tohoku 2011 in its largest patches."""
_QUIET = 1e-4
"""Share of the energy of a record that is left out before and after it: pads of zeros and noise."""
_BAND_ABOVE = 1.25
"""Least usable frequency over the low corner, as for records (Chiou et al. 2008)."""


def stochastic_motion(
    options: StochasticOptions, *, name: str = "stochastic", record: GroundMotion | None = None
) -> Signal:
    """Return two horizontal components of one earthquake with the spectrum of ``options``, at rest at both ends.

    Their phases are independent, random by the seed, or those of the two components of ``record``. The component of the
    larger peak acceleration drives the wall across.

    >>> made = stochastic_motion(StochasticOptions(region="cusco_crustal", magnitude=6.0, distance=15e3))
    >>> [direction.name for direction in made.motion.directions]
    ['across', 'along']
    """
    model = model_of(options)
    rng = np.random.default_rng(options.seed)
    sources = sources_of(options, model, rng)
    if options.phases is not None:
        if record is None:
            raise OptionsError(f'stochastic.phases: "{options.phases}" was not read; use [motion.signals.{name}]')
        samples = _level_pair(record)
        step = record.step
        pair, change = phase_pair(sources, model, samples, step=step, low_corner=options.low_corner)
    else:
        step = options.step
        pair, change = noise_pair(sources, model, rng, step=step, low_corner=options.low_corner)
    if float(np.abs(pair[:, 1]).max()) > float(np.abs(pair[:, 0]).max()):
        pair = pair[:, ::-1]
    amounts = {
        "magnitude": options.magnitude,
        "distance": options.distance / 1000.0,
        "stress": model.stress_drop / 1e6,
        "corner": options.low_corner,
        "seed": float(options.seed),
    }
    if options.fault is None:
        made = Treatment(key="stochastic_point", amounts=amounts)
    else:
        made = Treatment(key="stochastic_fault", amounts=amounts | {"subfaults": float(len(sources.moments))})
    treatments = [made]
    if options.phases is not None:
        treatments.append(Treatment(key="stochastic_phases"))
    treatments.append(Treatment(key="signal_rest", amounts={"largest_change": change}))
    motion = GroundMotion(
        name=name,
        step=step,
        acceleration=np.ascontiguousarray(pair),
        directions=(SIGNAL, _ALONG),
        origin=Origin(format="stochastic", event=f"M {options.magnitude:g}, {options.distance / 1000.0:g} km"),
        treatments=tuple(treatments),
        band=(_BAND_ABOVE * options.low_corner, 0.4 / step),
    )
    return Signal(motion=motion, remarks=_remarks(options, model, motion))


def model_of(options: StochasticOptions) -> SeismologicalModel:
    """Return the parameters of the region with what the options override."""
    region = REGIONS[options.region]
    low, slope = region.pseudo_depth
    given: dict[str, Any] = {
        "pseudo_depth": 1000.0 * 10.0 ** (low + slope * options.magnitude),
    }
    for key in (
        "stress_drop",
        "kappa",
        "quality",
        "quality_exponent",
        "pseudo_depth",
        "shear_velocity",
        "density",
        "radiation",
        "partition",
        "window_peak",
        "window_tail",
        "window_factor",
    ):
        value = getattr(options, key)
        if value is not None:
            given[key] = value
    if options.spreading is not None:
        given["spreading"] = tuple(zip(options.spreading.distances, options.spreading.exponents, strict=True))
    if options.path_duration is not None:
        nodes = options.path_duration
        given["path_duration"] = tuple(zip(nodes.distances, nodes.durations, strict=True))
    if options.amplification is not None:
        curve = options.amplification
        given["amplification"] = tuple(zip(curve.frequencies, curve.factors, strict=True))
    elif options.site is not None:
        given["amplification"] = AMPLIFICATIONS[options.site]
    return replace(region.model, **given)


def sources_of(options: StochasticOptions, model: SeismologicalModel, rng: np.random.Generator) -> Subsources:
    """Return the point source, or the subfaults of the fault, of the options."""
    if options.fault is None:
        return point_source(options.magnitude, options.distance, model)
    rupture = rupture_of(options, options.fault, model, rng)
    site, least = place_site(
        options.distance, options.fault.azimuth, rupture.length, rupture.width, rupture.dip, rupture.depth
    )
    if site is None:
        raise OptionsError(
            f"stochastic.distance: no place at the surface is {options.distance / 1000:g} km from the fault in that "
            f"direction, the nearest is {least / 1000:.3g} km away; give a greater distance, or a fault of less depth"
        )
    return rupture_subsources(options.magnitude, rupture, site, model, energy=options.fault.conservation == "energy")


def rupture_of(
    options: StochasticOptions, fault: FaultOptions, model: SeismologicalModel, rng: np.random.Generator
) -> Rupture:
    """Return the rupture of a fault: its size where not given, its subfaults, its hypocentre."""
    region = REGIONS[options.region]
    length, width = rupture_size(options.magnitude, region.scaling)
    length = length if fault.length is None else fault.length
    width = width if fault.width is None else fault.width
    slip = seismic_moment(options.magnitude) / (model.density * model.shear_velocity**2 * length * width)
    if not _LEAST_SLIP <= slip <= _MOST_SLIP:
        raise OptionsError(
            f"stochastic.fault: {length / 1000:.4g} km by {width / 1000:.4g} km slips {slip:.3g} m on average in an "
            f"earthquake of magnitude {options.magnitude:g}, not between {_LEAST_SLIP:g} and {_MOST_SLIP:g} m; the "
            f"fault is too {'large' if slip < _LEAST_SLIP else 'small'} for that magnitude"
        )
    # log Δl = −2 + 0.4 M in km (Beresnev and Atkinson 2002, BSSA 92:695-710, abstract)
    size = fault.subfault if fault.subfault is not None else 1000.0 * 10.0 ** (0.4 * options.magnitude - 2.0)
    if fault.subfault is not None and size > max(length, width):
        raise OptionsError(
            f"stochastic.fault.subfault: {size / 1000:g} km is larger than the fault of {length / 1000:.4g} km by "
            f"{width / 1000:.4g} km; give less"
        )
    columns, rows = max(round(length / size), 1), max(round(width / size), 1)
    if columns * rows > _MOST_SUBFAULTS:
        raise OptionsError(
            f"stochastic.fault.subfault: {size / 1000:g} km makes {columns * rows} subfaults, more than "
            f"{_MOST_SUBFAULTS}; give more"
        )
    drawn = rng.uniform(size=2)  # drawn also where it is given, so that a seed means the same noise
    hypocentre = (float(drawn[0]) * length, float(drawn[1]) * width) if fault.hypocentre is None else fault.hypocentre
    if hypocentre[0] > length or hypocentre[1] > width:
        raise OptionsError(
            f"stochastic.fault.hypocentre: {hypocentre[0] / 1000:g} km along and {hypocentre[1] / 1000:g} km down is "
            f"outside the fault of {length / 1000:.4g} km by {width / 1000:.4g} km; give a place within it"
        )
    weights = np.ones((columns, rows)) if fault.slip == "uniform" else rng.uniform(0.001, 1.0, (columns, rows))
    return Rupture(
        length=length,
        width=width,
        dip=region.dip if fault.dip is None else fault.dip,
        depth=region.depth if fault.depth is None else fault.depth,
        columns=columns,
        rows=rows,
        hypocentre=hypocentre,
        weights=weights,
        velocity=fault.rupture_velocity * model.shear_velocity,
        pulsing=fault.pulsing,
    )


def _level_pair(record: GroundMotion) -> FloatArray:
    """Return the two horizontal components of a record without its quiet ends, shape (samples, 2)."""
    level = [at for at, direction in enumerate(record.directions) if not direction.vertical]
    if len(level) != 2:
        names = ", ".join(record.directions[at].name for at in level) or "none"
        raise OptionsError(
            f'stochastic.phases: "{record.name}" has {len(level)} horizontal components ({names}), the phases of two '
            "are needed; give another record"
        )
    samples = record.acceleration[:, level]
    energy = np.cumsum((samples**2).sum(axis=1))
    first, last = np.searchsorted(energy, energy[-1] * np.array([_QUIET, 1.0 - _QUIET]))
    return np.asarray(samples[first : last + 1])


def _remarks(options: StochasticOptions, model: SeismologicalModel, motion: GroundMotion) -> tuple[Remark, ...]:
    """Return what must be known: whose parameters these are, and what such a motion lacks."""
    borrowed = (
        f"{motion.name} ({REGIONS[options.region].borrowed}: Δσ {model.stress_drop / 1e6:.3g} MPa, "
        f"Q {model.quality:g} f^{model.quality_exponent:g}, κ {model.kappa:g} s)"
    )
    remarks = [Remark(kind="assumption", key="motion_stochastic_borrowed", text=borrowed)]
    closest = 0.5 * math.sqrt(math.prod(rupture_size(options.magnitude, REGIONS[options.region].scaling)))
    if options.fault is None and options.distance < closest:
        remarks.append(
            Remark(
                kind="warning",
                key="motion_stochastic_near",
                text=motion.name,
                amount=options.distance,
                stated=closest,
                unit="m",
            )
        )
    remarks.append(Remark(kind="warning", key="motion_stochastic_no_pulses", text=motion.name))
    return tuple(remarks)
