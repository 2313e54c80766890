"""The codes stage: every requested rule on every mechanism, with demand curves and retrofits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from pirqa.codes.checks import activation_checks, check_of, floor_of
from pirqa.codes.floor import Floor, damped
from pirqa.codes.ntc2018 import free_standing_period
from pirqa.codes.options import CodesOptions
from pirqa.codes.result import CodesResult, DemandCurve, Retrofit, Verification
from pirqa.codes.retrofit import Rebuild, retrofits
from pirqa.codes.rule import LEAST_KNOWLEDGE, Capacity, CodeRule, LimitStateName, RuleRow, Situation
from pirqa.codes.rules import RULES
from pirqa.errors import OptionsError
from pirqa.model.check import Check
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.progress import SILENT, Observer
from pirqa.units import STANDARD_GRAVITY

_POINTS = 160
"""Points of a demand curve."""


def verify_mechanisms(
    mechanisms: Sequence[Mechanism],
    options: CodesOptions,
    *,
    rebuild: Rebuild | None = None,
    governing: str | None = None,
    observer: Observer = SILENT,
) -> CodesResult:
    """Verify every mechanism by every rule that ``options`` request.

    ``rebuild`` gives the mechanisms again with more force or thickness; ``options.retrofit`` needs it. ``governing`` is
    the key of the spectrum that governs at the site; where absent every spectrum of a code in force counts.
    """
    if options.retrofit is not None and rebuild is None:
        raise OptionsError("codes.retrofit needs mechanisms that can be built again: add limit to the analyses")
    judged = [item for item in mechanisms if not item.local or options.structure_period is not None]
    observer.begin("Verification by codes", len(judged))
    rows: list[Verification] = []
    for item in judged:
        rows += verifications_of(item, options)
        observer.advance()
    observer.end()
    by_name = {item.name: item for item in judged}
    return CodesResult(
        verifications=tuple(rows),
        demands=demand_curves(judged, rows, options),
        retrofits=_retrofits(rows, judged, options, rebuild),
        checks=(*activation_checks(judged, options, governing), *_checks(rows, by_name, options, governing)),
        remarks=_remarks(mechanisms, options),
    )


def _checks(
    rows: Sequence[Verification], mechanisms: Mapping[str, Mechanism], options: CodesOptions, governing: str | None
) -> Iterator[Check]:
    states = dict.fromkeys(row.limit_state for row in rows)
    spectra = {
        (state, spectrum.name): spectrum
        for state in states
        for spectrum in options.elastic_spectra(state).values()  # type: ignore[arg-type]  # as its rows say it
    }
    for row in rows:
        yield check_of(row, mechanisms[row.mechanism], spectra[row.limit_state, row.spectrum], governing)


def verifications_of(mechanism: Mechanism, options: CodesOptions) -> list[Verification]:
    """Verify one mechanism by every rule, with the confidence factor that governs and those shown with it."""
    floor = floor_of(mechanism, options)
    rows: list[Verification] = []
    for rule in (RULES[key] for key in options.rules):
        factors = _confidence_factors(rule, mechanism, options)
        for limit_state in rule.states(options.limit_states):
            for spectrum in options.elastic_spectra(limit_state).values():
                for factor in factors:
                    case = _situation(mechanism, spectrum, floor, factor, options)
                    rows += [
                        _verification(rule, limit_state, mechanism, case, row, governs=factor == factors[0])
                        for row in rule.verify(case, limit_state)
                    ]
    return rows


def _confidence_factors(rule: CodeRule, mechanism: Mechanism, options: CodesOptions) -> list[float]:
    """Return the FC that governs, then those that are always shown with it: 1 and that of the least knowledge."""
    governing = rule.confidence_factor(options.knowledge, crushing=mechanism.crushing)
    return [governing, *sorted({1.0, LEAST_KNOWLEDGE} - {governing})]


def _situation(
    mechanism: Mechanism, spectrum: DesignSpectrum, floor: Floor | None, factor: float, options: CodesOptions
) -> Situation:
    curve, free = mechanism.curve, options.free_standing
    return Situation(
        spectrum=spectrum,
        floor=floor,
        local=floor is not None,
        # of NumPy, so that a division by zero is its own and not an exception
        start=np.float64(max(mechanism.spectral_acceleration, 0.0) / factor),
        capacity=None if curve is None else capacity_of(curve),
        confidence_factor=factor,
        behaviour_factor=options.behaviour_factor,
        sway_period=None
        if free is None
        else free_standing_period(
            length=mechanism.height - mechanism.level,
            thickness=free.thickness,
            unit_weight=free.unit_weight,
            elastic_modulus=free.elastic_modulus,
            gravity=STANDARD_GRAVITY,
            held=mechanism.kind == "bending",
        ),
    )


def capacity_of(curve: CapacityCurve) -> Capacity:
    """Return what a capacity curve says to the rules."""
    lost = [event.displacement for event in curve.events if event.name == "support_lost"]
    return Capacity(
        # as NumPy numbers: the rules divide by what may be zero, where a plain number would raise
        ultimate=np.float64(curve.ultimate_spectral_displacement),
        acceleration_at=lambda displacement: np.float64(curve.acceleration_at(float(displacement))),
        links_broken=tuple(_breaks(curve)),
        support_lost=tuple(float(np.interp(at, curve.displacement, curve.spectral_displacement)) for at in lost),
    )


def _breaks(curve: CapacityCurve) -> list[float]:
    """Return spectral displacements at which the acceleration falls at once by more than half of its maximum."""
    displacement, acceleration = curve.spectral_displacement, curve.spectral_acceleration
    at_once = np.diff(displacement) <= 1e-12 * max(displacement[-1], 1e-12)
    drops = at_once & (-np.diff(acceleration) > 0.5 * acceleration.max())
    return [float(value) for value in displacement[1:][drops]]


def _verification(
    rule: CodeRule, limit_state: LimitStateName, mechanism: Mechanism, case: Situation, row: RuleRow, *, governs: bool
) -> Verification:
    falls = ("falls_by_itself",) if mechanism.multiplier <= 0.0 else ()
    unverified = () if case.spectrum.verified else ("spectrum_unverified",)
    notes = (key for key, holds in row.notes if bool(holds))
    return Verification(
        mechanism=mechanism.name,
        rule=rule.key,
        spectrum=case.spectrum.name,
        measure=row.measure,
        limit_state=limit_state,
        local=case.floor is not None,
        sways=row.sways,
        confidence_factor=case.confidence_factor,
        governs=governs,
        period=None if math.isnan(float(row.period)) else float(row.period),
        demand=float(row.demand),
        capacity=float(row.capacity),
        pga=case.spectrum.pga,
        superseded=rule.superseded or case.spectrum.superseded,
        clause=rule.clause(limit_state, row.measure, local=case.floor is not None),
        official=rule.official,
        notes=(*falls, *notes, *unverified),
    )


def demand_curves(
    mechanisms: Sequence[Mechanism], rows: Sequence[Verification], options: CodesOptions
) -> tuple[DemandCurve, ...]:
    """Return the ground's demand for each spectrum and damping, and the floor's for each local mechanism."""
    longest = max((row.period for row in rows if row.period is not None), default=2.0)
    periods = np.linspace(0.02, max(1.25 * longest, 2.0), _POINTS)
    floors = [(item.name, floor) for item in mechanisms if (floor := floor_of(item, options)) is not None]
    curves = []
    for rule in (rule for key, rule in RULES.items() if key in options.rules):
        states = [state for state in rule.dampings if state in rule.states(options.limit_states)]
        for damping, spectrum in (
            (rule.dampings[state], item) for state in states for item in options.elastic_spectra(state).values()
        ):
            curves.append(_curve(spectrum, damping, periods, damped(spectrum, damping).acceleration(periods)))
            for name, floor in floors:
                at_height = rule.floor_demand(spectrum, floor, damping, periods) * (2.0 * math.pi / periods) ** 2
                curves.append(_curve(spectrum, damping, periods, at_height, name))
    return tuple(curves)


def _curve(
    spectrum: DesignSpectrum, damping: float, periods: FloatArray, acceleration: FloatArray, mechanism: str = ""
) -> DemandCurve:
    return DemandCurve(
        name=spectrum.name,
        mechanism=mechanism,
        damping=damping,
        period=periods,
        displacement=(periods / (2.0 * math.pi)) ** 2 * acceleration,
        acceleration=acceleration,
    )


def _retrofits(
    rows: Sequence[Verification], mechanisms: Sequence[Mechanism], options: CodesOptions, rebuild: Rebuild | None
) -> tuple[Retrofit, ...]:
    if options.retrofit is None or rebuild is None:
        return ()
    bodies = [item for item in mechanisms if item.kind != "blocks"]  # those on the stones are not built again
    return retrofits(rows, bodies, options, rebuild, verifications_of)


def _remarks(mechanisms: Sequence[Mechanism], options: CodesOptions) -> tuple[Remark, ...]:
    if not mechanisms:
        return (Remark(kind="warning", key="codes_nothing_to_verify"),)
    found: list[Remark] = []
    local = [item.name for item in mechanisms if item.local]
    if local and options.structure_period is None:
        found.append(Remark(kind="warning", key="local_without_period", count=len(local), text=", ".join(local)))
    if local and options.structure_period is not None and not options.mode_levels:
        found.append(Remark(kind="assumption", key="mode_is_straight"))
    if any(item.kind == "bending" and not item.local for item in mechanisms):
        found.append(Remark(kind="assumption", key="bending_at_ground"))
    startless = [item.name for item in mechanisms if item.curve is None]
    if startless:
        found.append(Remark(kind="warning", key="no_capacity_curve", count=len(startless), text=", ".join(startless)))
    graded = any(RULES[rule].confidence_factors is not None for rule in options.rules)
    if graded and options.knowledge != "LC1" and not all(item.crushing for item in mechanisms):
        found.append(Remark(kind="warning", key="knowledge_overruled", text=options.knowledge))
    return tuple(found)
