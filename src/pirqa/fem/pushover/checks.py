"""Demand beside what the pushed wall can do, as rows of the verdict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pirqa.fem.pushover.capacity import intensity_of
from pirqa.fem.pushover.result import Bilinear, CurveReading, Demand, PushoverReading, PushoverVariant
from pirqa.model.check import Basis, Bound, Check, Effect, LimitState, MethodDeclaration, Place, Treatment
from pirqa.motion.design_spectrum import DesignSpectrum, decides, edition_notes
from pirqa.units import STANDARD_GRAVITY

LIFE_SAFETY = 0.75
"""Of the displacement at the 20 % drop: what may be used under the design earthquake (Circolare 7/2019
C8.7.1.3.1: life safety at three quarters of near collapse)."""
MESH_AGREEMENT = 0.1
"""Relative difference of the factors on two meshes up to which they agree."""
_PAST_YIELD = 2.0
"""Times the yield displacement, beyond which a curve that still rises has yielded."""
_SOURCES = {
    "n2": "N2 (Fajfar 2000; EN 1998-1:2004 Annex B)",
    "capacity_spectrum": "capacity spectrum (Freeman; ATC-40; Circolare 7/2019 C7.3.4.2)",
}

_NEVER: dict[Effect, Treatment] = {
    "returns": "safe",
    "struts": "safe",
    "both_components": "none",  # motion along the wall does no work on a fall across it
}
_YIELD: dict[Effect, Treatment] = {
    **_NEVER,
    # each has its trial in tests/verdict/test_declarations_pushover.py
    "self_weight": "included",
    "cracking": "included",
    "mortar": "included",
    "joint_compliance": "included",
    "shape": "included",
}
_YIELD_FAMILIES = {"n2": "n2_yield", "capacity_spectrum": "capacity_spectrum_yield"}
DECLARATIONS = (
    *(
        MethodDeclaration(family=family, limit_states=("wall_falls",), modes=("overturning",), effects=_NEVER)
        for family in _SOURCES
    ),
    *(
        MethodDeclaration(family=family, limit_states=("damage",), modes=("overturning",), effects=_YIELD)
        for family in _YIELD_FAMILIES.values()
    ),
)
"""The masonry is one solid: its stones neither slide nor part. The displacement at which 20 % of the greatest load is
lost follows the tension that the wall loses rather than how far it can lean: in trials thinner, heavier and weaker
walls got more. So the rows for collapse include no effect: they can show that the wall falls, never that it stands."""

_LIMIT_STATES: tuple[LimitState, ...] = ("wall_falls", "damage")
_CAPACITY_NOTES: Mapping[LimitState, str] = {"wall_falls": "pushover_three_quarters", "damage": "pushover_yield"}


@dataclass(frozen=True, kw_only=True)
class _Run:
    """Demand and capacity of one limit state, by one method and spectrum, in one run."""

    demand: float
    capacity: float
    intensity: float | None
    open_ended: bool
    """Whether the run ended before the capacity was reached, so that the capacity is at least this."""

    @property
    def ratio(self) -> float:
        return self.capacity / self.demand


@dataclass(frozen=True, kw_only=True)
class _Repeat:
    """One direction of a variant."""

    kind: str
    reading: PushoverReading


def checks_of(
    reading: PushoverReading,
    spectra: Mapping[str, DesignSpectrum],
    variants: Sequence[PushoverVariant] = (),
    *,
    governing: str | None = None,
) -> Iterator[Check]:
    """Of each method and spectrum: collapse against three quarters of the 20 % drop, damage against the yield.

    With ``variants`` each has two rows, the least and the greatest of all runs in which the wall turns about the same
    level; another level is another question. They decide where two meshes agree within 10 % and two patterns of the
    load were run.
    """
    if reading.main.bilinear is None:
        return
    repeated = [
        _Repeat(kind=variant.kind, reading=other)
        for variant in variants
        for other in variant.readings
        if other.direction == reading.direction and other.main.bilinear is not None
    ]
    for demand in reading.demands:
        for limit_state in _LIMIT_STATES:
            yield from _rows(reading, repeated, demand, spectra[demand.spectrum], limit_state, governing)


def _same_demand(reading: PushoverReading, demand: Demand) -> Demand | None:
    return next(
        (item for item in reading.demands if (item.method, item.spectrum) == (demand.method, demand.spectrum)), None
    )


def _run(reading: PushoverReading, demand: Demand, spectrum: DesignSpectrum, limit_state: LimitState) -> _Run:
    main = reading.main
    assert main.bilinear is not None  # others are left out
    if limit_state == "wall_falls":
        capacity, open_ended = LIFE_SAFETY * main.ultimate.displacement, main.drop is None
    else:
        capacity, open_ended = main.bilinear.yield_displacement, _still_rising(main, main.bilinear)
    return _Run(
        demand=demand.displacement,
        capacity=capacity,
        intensity=intensity_of(demand.method, main.bilinear, reading.oscillator, spectrum, capacity),
        open_ended=open_ended,
    )


def _rows(
    reading: PushoverReading,
    repeated: Sequence[_Repeat],
    demand: Demand,
    spectrum: DesignSpectrum,
    limit_state: LimitState,
    governing: str | None,
) -> Iterator[Check]:
    """Rows of the question that the main run answers, then those of runs in which the wall turns about another level.

    One row where there is one run; else the least and the greatest.
    """
    groups: list[tuple[PushoverReading, dict[str, _Run]]] = [
        (reading, {"main": _run(reading, demand, spectrum, limit_state)})
    ]
    for item in repeated:
        match = _same_demand(item.reading, demand)
        if match is None:
            continue
        run = _run(item.reading, match, spectrum, limit_state)
        home = next((runs for first, runs in groups if _same_hinge(first, item.reading)), None)
        if home is None:
            groups.append((item.reading, {item.kind: run}))
        else:
            home[item.kind] = run
    patterns_run = any(item.kind == "pattern" for item in repeated)
    for first, runs in groups:
        doubts = (*_mesh_doubts(runs), *(() if patterns_run else ("pushover_one_pattern",)))
        place = _place(first)
        where = "" if first is reading else f".{place.name}" + (f"_{place.level:.2f}m" if place.level else "")
        common = (*doubts, *edition_notes(spectrum, governing), *(("pushover_other_hinge",) if where else ()))
        for run, bound, suffix in _ends(list(runs.values())):
            early = run.open_ended and run.capacity < run.demand
            notes = [_CAPACITY_NOTES[limit_state]]
            if run.open_ended:
                # the wall goes farther than it was followed: how far is not known, so that it cannot be called too
                # little
                notes.append("pushover_ended_early" if early else "pushover_capacity_at_least")
            if suffix:
                notes.append("pushover_interval")
            # a wall that was not followed to its end has no upper bound
            open_upper = bound == "upper" and run.open_ended
            yield _check(
                demand,
                spectrum,
                limit_state,
                run,
                place=place,
                direction=reading.direction,
                suffix=f"{where}{suffix}",
                bound="lower" if run.open_ended and not suffix else bound,
                notes=(*notes, *common),
                votes=not (early or doubts or open_upper) and decides(spectrum, governing),
            )


def _ends(runs: list[_Run]) -> list[tuple[_Run, Bound, str]]:
    """Return the only run, or the two ends of the interval, in ratio and in intensity."""
    if len(runs) == 1:
        return [(runs[0], "estimate", "")]
    ordered = sorted(runs, key=lambda run: run.ratio)
    intensities = [math.inf if run.intensity is None else run.intensity for run in runs]
    least, greatest = (None if math.isinf(value) else value for value in (min(intensities), max(intensities)))
    return [
        (replace(ordered[0], intensity=least), "lower", ".least"),
        (replace(ordered[-1], intensity=greatest), "upper", ".greatest"),
    ]


def _mesh_doubts(runs: Mapping[str, _Run]) -> Iterator[str]:
    """Why the meshes do not decide: notes, none where two agree."""
    if not {"main", "mesh"} <= set(runs):
        yield "pushover_one_mesh"
        return
    first, second = runs["main"].ratio, runs["mesh"].ratio
    if max(first, second) > (1.0 + MESH_AGREEMENT) * min(first, second):
        yield "pushover_meshes_differ"


def _same_hinge(one: PushoverReading, other: PushoverReading) -> bool:
    """Whether both walls turn about the same level, as closely as their rows of bricks know it."""
    first, second = one.cracks.main, other.cracks.main
    if first is None or second is None:
        hinge = second if first is None else first
        return hinge is None or hinge.level <= 1e-9
    if (first.level <= 1e-9) != (second.level <= 1e-9):
        return False
    return first.bottom < second.top and second.bottom < first.top


def _still_rising(curve: CurveReading, shape: Bilinear) -> bool:
    """Whether the path ended on its way up, so that the wall yields later than its bilinear curve has it."""
    on_its_way = curve.peak.step == curve.end.step and curve.end.displacement < _PAST_YIELD * shape.yield_displacement
    return curve.drop is None and on_its_way


def _check(
    demand: Demand,
    spectrum: DesignSpectrum,
    limit_state: LimitState,
    run: _Run,
    *,
    place: Place,
    direction: str,
    suffix: str,
    bound: Bound,
    notes: tuple[str, ...],
    votes: bool,
) -> Check:
    damped = demand.method == "capacity_spectrum" and demand.spectrum.startswith("e030")
    ground = float(spectrum.pga) / STANDARD_GRAVITY
    return Check(
        id=f"pushover.{demand.method}.{demand.spectrum}.{direction}.{limit_state}{suffix}",
        mode="pushover",
        limit_state=limit_state,
        method=f"{demand.method}.{demand.spectrum}",
        place=place,
        demand=run.demand,
        capacity=run.capacity,
        unit="m",
        source=_SOURCES[demand.method],
        votes=votes,
        basis=Basis(driving="spectrum", name=spectrum.name, acceleration=ground, body="solid", way="displacement"),
        family=demand.method if limit_state == "wall_falls" else _YIELD_FAMILIES[demand.method],
        bound=bound,
        intensity=run.intensity,
        demand_intensity=ground,
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
