"""The rules on one mechanism and one spectrum: capacities beside demands, for one confidence factor."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.codes import ntc2008, ntc2018
from pirqa.codes.capacity import ultimate_displacement
from pirqa.codes.demand import Floor, damped
from pirqa.codes.options import CodesOptions, FreeStanding, Rule
from pirqa.codes.result import Measure, Verification
from pirqa.codes.rules import RULES
from pirqa.model.mechanism import Mechanism
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Situation", "verify_2008", "verify_2018"]

_PERUVIAN = ("e030_2018", "e030_2003")


@dataclass(frozen=True, kw_only=True)
class Situation:
    """One mechanism under one spectrum, with one confidence factor."""

    mechanism: Mechanism
    spectrum: DesignSpectrum
    floor: Floor | None
    """None at the ground."""
    confidence_factor: float
    governs: bool

    @property
    def start(self) -> float:
        """a0*/FC, at which the motion starts [m/s2]; 0 where it falls by itself."""
        return max(self.mechanism.spectral_acceleration, 0.0) / self.confidence_factor

    def row(
        self,
        rule: Rule,
        measure: Measure,
        limit_state: str,
        clause: str,
        *,
        demand: float,
        capacity: float,
        period: float | None = None,
        sways: bool = False,
        notes: tuple[str, ...] = (),
    ) -> Verification:
        """A verification of this situation."""
        falls = ("falls_by_itself",) if self.mechanism.multiplier <= 0.0 else ()
        unverified = () if self.spectrum.verified else ("spectrum_unverified",)
        return Verification(
            mechanism=self.mechanism.name,
            rule=rule,
            spectrum=self.spectrum.name,
            measure=measure,
            limit_state=limit_state,
            local=self.floor is not None,
            sways=sways,
            confidence_factor=self.confidence_factor,
            governs=self.governs,
            period=period,
            demand=demand,
            capacity=capacity,
            pga=self.spectrum.pga,
            superseded=RULES[rule].superseded or self.spectrum.superseded,
            clause=clause,
            official=False,
            notes=(*falls, *notes, *unverified),
        )


def verify_2008(case: Situation, options: CodesOptions) -> list[Verification]:
    """Acceleration and, where there is a curve, displacement, for life safety (Chokepukio paper, eqs 12–15)."""
    spectrum, floor, local = case.spectrum, case.floor, case.floor is not None
    notes = ("rule_from_paper",)
    demand = float(ntc2008.acceleration_demand(spectrum.pga, options.behaviour_factor))
    if floor is not None:
        elastic = float(spectrum.acceleration(floor.period))
        at_height = ntc2008.acceleration_demand(elastic, options.behaviour_factor, floor=floor.shape)
        demand = max(float(at_height), demand)
    clause = ntc2008.clause("acceleration", local=local)
    tolerates = ("behaviour_factor_tolerates", *notes)
    rows = [
        case.row("ntc2008", "acceleration", "SLV", clause, demand=demand, capacity=case.start, notes=tolerates),
    ]
    if case.mechanism.curve is None:
        return rows
    ultimate = ntc2008.ULTIMATE_SHARE * case.mechanism.curve.ultimate_spectral_displacement
    secant = ntc2008.SECANT_SHARE * ultimate
    acceleration = case.mechanism.curve.acceleration_at(secant) / case.confidence_factor
    clause = ntc2008.clause("displacement", local=local)
    if not (secant > 0.0 and acceleration > 0.0):
        return [*rows, _no_travel(case, "ntc2008", "SLV", clause, notes)]
    period = float(ntc2008.secant_period(secant, acceleration))
    demand = float(spectrum.displacement(period))
    if floor is not None:
        own = float(spectrum.displacement(floor.period))
        demand = max(float(ntc2008.floor_displacement(own, period, floor.period, floor=floor.shape)), demand)
    rows.append(
        case.row("ntc2008", "displacement", "SLV", clause, demand=demand, capacity=ultimate, period=period, notes=notes)
    )
    return rows


def verify_2018(case: Situation, options: CodesOptions, limit_state: str) -> list[Verification]:
    """What Circolare 7/2019 asks for ``limit_state`` under the spectrum of its earthquake."""
    local = case.floor is not None
    notes = ("rule_transcribed", *(("floor_spectrum_reading",) if local else ()))
    activation = _activation_demand(case, options.free_standing)
    rigid = () if options.free_standing is not None else ("rigid_until_start",)
    rows = []
    if limit_state != "SLC":
        q = 1.0 if limit_state == "SLD" else options.behaviour_factor
        tolerates = () if limit_state == "SLD" else ("behaviour_factor_tolerates",)
        rows.append(
            case.row(
                "ntc2018",
                "acceleration",
                limit_state,
                ntc2018.clause(limit_state, "acceleration", local=local),
                demand=activation / q,
                capacity=case.start,
                sways=options.free_standing is not None,
                notes=(*tolerates, *rigid, *notes),
            )
        )
    if limit_state != "SLD" and case.mechanism.curve is not None:
        rows.append(_displacement_2018(case, "SLC" if limit_state == "SLC" else "SLV", activation, notes))
    return rows


def _displacement_2018(
    case: Situation, limit_state: ntc2018.UltimateState, activation: float, notes: tuple[str, ...]
) -> Verification:
    curve, spectrum = case.mechanism.curve, case.spectrum
    assert curve is not None
    capacity, reason = ultimate_displacement(curve, limit_state)
    acceleration = curve.acceleration_at(capacity) / case.confidence_factor
    clause = ntc2018.clause(limit_state, "displacement", local=case.floor is not None)
    if not (capacity > 0.0 and acceleration > 0.0):
        # the limit state comes with the start of the motion
        return _no_travel(
            case, "ntc2018", limit_state, clause, ("start_governs", *notes), factor=case.start / activation
        )
    period = float(ntc2018.equivalent_period(limit_state, capacity, acceleration))
    damping = ntc2018.DAMPING[limit_state]
    if case.floor is None:
        demand = float(damped(spectrum, damping).displacement(period))
    else:
        demand = float(case.floor.displacement(spectrum, damping, period))
    told = list(notes) if reason == "share" else [reason, *notes]
    if spectrum.name in _PERUVIAN:
        told.append("damping_correction_assumed")
    # C8.7.1.2.1.8: the earthquake that brings the limit state is not below the one that starts the motion
    if case.start / activation > capacity / demand:
        demand = capacity * activation / case.start
        told.insert(0, "start_governs")
    return case.row(
        "ntc2018",
        "displacement",
        limit_state,
        clause,
        demand=demand,
        capacity=capacity,
        period=period,
        notes=tuple(told),
    )


def _activation_demand(case: Situation, free_standing: FreeStanding | None) -> float:
    """Acceleration that meets the mechanism before it moves [m/s2] (eqs C8.7.1.8 and C8.7.1.9)."""
    if free_standing is None:
        return case.spectrum.pga if case.floor is None else case.floor.acceleration(case.spectrum)
    period = float(
        ntc2018.free_standing_period(
            length=case.mechanism.height - case.mechanism.level,
            thickness=free_standing.thickness,
            unit_weight=free_standing.unit_weight,
            elastic_modulus=free_standing.elastic_modulus,
            gravity=STANDARD_GRAVITY,
            held=case.mechanism.kind == "bending",
        )
    )
    if case.floor is None:
        return float(case.spectrum.acceleration(period))
    return float(case.floor.spectrum(case.spectrum, 0.05, period))


def _no_travel(
    case: Situation, rule: Rule, limit_state: str, clause: str, notes: tuple[str, ...], *, factor: float = 0.0
) -> Verification:
    """A mechanism that cannot move without falling: no period, and no displacement that a demand could be held against.

    ``factor`` stands for the ratio of the two.
    """
    demand = float(case.spectrum.displacement(case.spectrum.plateau_end))
    told = ("no_travel", *notes)
    return case.row(rule, "displacement", limit_state, clause, demand=demand, capacity=factor * demand, notes=told)
