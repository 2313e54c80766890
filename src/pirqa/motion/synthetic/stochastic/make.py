"""From options to a stochastic motion of two horizontal components."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.synthetic.signal import SIGNAL, Signal
from pirqa.motion.synthetic.stochastic.fault import (
    Rupture,
    Subsources,
    place_site,
    point_source,
    rupture_subsources,
)
from pirqa.motion.synthetic.stochastic.generate import noise_pair, phase_pair
from pirqa.motion.synthetic.stochastic.options import FaultOptions, StochasticOptions
from pirqa.motion.synthetic.stochastic.regions import AMPLIFICATIONS, REGIONS, rupture_size
from pirqa.motion.synthetic.stochastic.spectrum import SeismologicalModel, seismic_moment

__all__ = ["model_of", "rupture_of", "sources_of", "stochastic_motion"]

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
