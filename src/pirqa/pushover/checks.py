"""Demand beside what the pushed wall can do, as rows of the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pirqa.model.check import Basis, Check, LimitState, Place
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.pushover.reading import Bilinear, CurveReading, Demand, PushoverReading
from pirqa.units import STANDARD_GRAVITY

__all__ = ["LIFE_SAFETY", "checks_of"]

LIFE_SAFETY = 0.75
"""Of the displacement at the 20 % drop: what may be used under the design earthquake (Circolare 7/2019
C8.7.1.3.1: life safety at three quarters of near collapse)."""
_PAST_YIELD = 2.0
"""Times the yield displacement, beyond which a curve that still rises has yielded."""
_SOURCES = {
    "n2": "N2 (Fajfar 2000; EN 1998-1:2004 Annex B)",
    "capacity_spectrum": "capacity spectrum (Freeman; ATC-40; Circolare 7/2019 C7.3.4.2)",
}


def checks_of(reading: PushoverReading, spectra: Mapping[str, DesignSpectrum]) -> Iterator[Check]:
    """Of each method and spectrum: collapse against three quarters of the 20 % drop, damage against the yield."""
    main = reading.main
    if main.bilinear is None:
        return
    reached = LIFE_SAFETY * main.ultimate.displacement
    for demand in reading.demands:
        spectrum = spectra[demand.spectrum]
        early = main.drop is None and reached < demand.displacement
        notes = [] if main.drop is not None else ["pushover_ended_early" if early else "pushover_capacity_at_least"]
        yield _check(
            reading,
            demand,
            spectrum,
            "collapse",
            reached,
            ("pushover_three_quarters", *notes),
            # the wall goes farther than it was followed: how far is not known, so that it cannot be called too little
            votes=not early,
        )
        limit = main.bilinear.yield_displacement
        early = _still_rising(main, main.bilinear) and limit < demand.displacement
        notes = ["pushover_ended_early"] if early else []
        yield _check(reading, demand, spectrum, "damage", limit, ("pushover_yield", *notes), votes=not early)


def _still_rising(curve: CurveReading, shape: Bilinear) -> bool:
    """Whether the path ended on its way up, so that the wall yields later than its bilinear curve has it."""
    on_its_way = curve.peak.step == curve.end.step and curve.end.displacement < _PAST_YIELD * shape.yield_displacement
    return curve.drop is None and on_its_way


def _check(
    reading: PushoverReading,
    demand: Demand,
    spectrum: DesignSpectrum,
    limit_state: LimitState,
    capacity: float,
    notes: tuple[str, ...],
    *,
    votes: bool,
) -> Check:
    damped = demand.method == "capacity_spectrum" and demand.spectrum.startswith("e030")
    return Check(
        id=f"pushover.{demand.method}.{demand.spectrum}.{reading.direction}.{limit_state}",
        mode="pushover",
        limit_state=limit_state,
        method=f"{demand.method}.{demand.spectrum}",
        place=_place(reading),
        demand=demand.displacement,
        capacity=capacity,
        unit="m",
        source=_SOURCES[demand.method],
        votes=votes,
        basis=Basis(
            driving="spectrum",
            name=spectrum.name,
            acceleration=float(spectrum.pga) / STANDARD_GRAVITY,
            body="solid",
            way="displacement",
        ),
        notes=(
            *notes,
            *(("damping_correction_assumed",) if damped else ()),
            *(() if spectrum.verified else ("spectrum_unverified",)),
        ),
    )


def _place(reading: PushoverReading) -> Place:
    hinge = reading.cracks.main
    local = hinge is not None and hinge.level > 1e-9
    return Place(
        name="joint" if local else "base",
        level=hinge.level if local and hinge is not None else None,
        inward=reading.direction == "inward",
    )
