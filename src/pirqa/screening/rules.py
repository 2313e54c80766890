"""The codes' rules on many walls at once; the formulas are those of :mod:`pirqa.codes`, on arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.codes import ntc2008, ntc2018
from pirqa.codes.demand import damped
from pirqa.codes.options import CodesOptions, LimitStateName
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum
from pirqa.motion.design_spectrum.shape import damping_correction
from pirqa.screening.mechanics import Overturning
from pirqa.screening.walls import Walls
from pirqa.units import STANDARD_GRAVITY

__all__ = ["ACTIVATION", "Judgement", "verify_overturning", "verify_sliding"]

ACTIVATION, SLIDING = "activation", "sliding"
"""Rules that no code divides by q: whether anything starts to move."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Judgement:
    """One rule, spectrum, limit state and measure; arrays of shape (mechanisms, walls), ``nan`` where not judged."""

    rule: str
    spectrum: str
    measure: str
    """``acceleration`` or ``displacement``."""
    limit_state: str
    """As the code calls it."""
    demand: FloatArray
    """[m/s2] or [m]"""
    capacity: FloatArray
    """[m/s2] or [m], FC included"""

    @property
    def method(self) -> str:
        """Whose opinion it is part of."""
        return f"{self.rule}.{self.spectrum}"

    @property
    def state(self) -> Literal["onset", "damage", "collapse"] | None:
        """The column that it decides; None for the linear form of a verification beside its displacement form."""
        if self.rule in (ACTIVATION, SLIDING):
            return "onset"
        if self.limit_state == "SLD":
            return "damage"
        return None if self.measure == "acceleration" else "collapse"

    @property
    def ratio(self) -> FloatArray:
        """Capacity over demand."""
        return self.capacity / self.demand


@dataclass(frozen=True, kw_only=True, eq=False)
class _Case:
    """All mechanisms under one spectrum."""

    moving: Overturning
    spectrum: DesignSpectrum
    options: CodesOptions
    structure_period: FloatArray
    """T1 of each wall [s], shape (walls,); ``nan`` where unknown."""
    shape: FloatArray
    """ψ(z) γ, shape (mechanisms, walls)."""

    @property
    def local(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return np.asarray(self.moving.level > 1e-9)

    def start(self, confidence_factor: float) -> FloatArray:
        """a0*/FC [m/s2]; 0 where it falls by itself."""
        return np.maximum(self.moving.multiplier, 0.0) * STANDARD_GRAVITY / confidence_factor

    def at_height(self, ground: FloatArray | float, height: FloatArray) -> FloatArray:
        """``height`` above the ground, ``nan`` there where T1 is unknown; elsewhere ``ground``."""
        return np.where(self.local, height, ground)

    def no_travel(
        self, capacity: FloatArray, demand: FloatArray, factor: FloatArray | float = 0.0
    ) -> tuple[FloatArray, FloatArray]:
        """What cannot move without falling has no displacement to compare: ``factor`` stands for the ratio."""
        stuck = capacity <= 0.0
        some = float(self.spectrum.displacement(self.spectrum.plateau_end))
        judged = self.local & np.isnan(self.structure_period)
        return np.where(stuck, factor * some, capacity), np.where(stuck & ~judged, some, demand)


def verify_overturning(moving: Overturning, walls: Walls, options: CodesOptions) -> list[Judgement]:
    """Every rule that ``options`` ask for, with the confidence factor that governs."""
    for key in ("free_standing", "retrofit"):
        if getattr(options, key) is not None:
            raise OptionsError(f"codes.{key} is about one wall: leave it out for a table of walls")
    if options.measured:
        raise OptionsError("codes.measured is about one wall: give fundamental_period in the table, or leave it out")
    site = math.nan if options.structure_period is None else options.structure_period
    period = np.where(np.isfinite(walls.fundamental_period), walls.fundamental_period, site)
    gamma = ntc2008.participation(options.levels) if options.participation is None else options.participation
    if options.mode_levels:
        shape = np.interp(moving.level, options.mode_levels, options.mode_values)
    else:
        shape = np.asarray(ntc2008.mode_shape(moving.level, walls.height))
    found: list[Judgement] = []
    for rule in options.rules:
        states: tuple[LimitStateName, ...] = ("SLV",) if rule == "ntc2008" else options.limit_states
        for limit_state in states:
            for spectrum in options.elastic_spectra(limit_state).values():
                case = _Case(
                    moving=moving, spectrum=spectrum, options=options, structure_period=period, shape=shape * gamma
                )
                found += _by_2008(case) if rule == "ntc2008" else _by_2018(case, limit_state)
                if limit_state == "SLV" and all(item.method != f"{ACTIVATION}.{spectrum.name}" for item in found):
                    found.append(_activation(case))
    return found


def _activation(case: _Case) -> Judgement:
    """Whether anything moves, without q and FC."""
    demand = case.at_height(case.spectrum.pga, _floor_acceleration(case, case.structure_period))
    return _judgement(ACTIVATION, case, "acceleration", "SLV", demand=demand, capacity=case.start(1.0))


def verify_sliding(multiplier: FloatArray, options: CodesOptions) -> dict[str, Judgement]:
    """Sliding on the base against the ground's own acceleration, for each spectrum.

    q is not used: it is the codes' allowance for rocking that comes back, and what has slid stays where it is.
    """
    asked = "ntc2008" in options.rules or "SLV" in options.limit_states
    spectra = options.elastic_spectra("SLV") if asked else {}
    return {
        name: Judgement(
            rule=SLIDING,
            spectrum=spectrum.name,
            measure="acceleration",
            limit_state="SLV",
            demand=np.full_like(multiplier, spectrum.pga),
            capacity=np.maximum(multiplier, 0.0) * STANDARD_GRAVITY,
        )
        for name, spectrum in spectra.items()
    }


def _by_2008(case: _Case) -> list[Judgement]:
    """Chokepukio paper, eqs 12–15."""
    spectrum, q = case.spectrum, case.options.behaviour_factor
    ground = ntc2008.acceleration_demand(spectrum.pga, q)
    high = ntc2008.acceleration_demand(_at(spectrum.acceleration, case.structure_period), q, floor=case.shape)
    pushed = case.at_height(float(ground), np.maximum(high, ground))
    capacity = ntc2008.ULTIMATE_SHARE * case.moving.ultimate_displacement
    secant = ntc2008.SECANT_SHARE * capacity
    with np.errstate(divide="ignore", invalid="ignore"):
        period = ntc2008.secant_period(secant, case.moving.multiplier_at(secant) * STANDARD_GRAVITY)
        demand = _at(spectrum.displacement, np.asarray(period))
        own = _at(spectrum.displacement, case.structure_period)
        floor = np.asarray(ntc2008.floor_displacement(own, period, case.structure_period, floor=case.shape))
    demand = case.at_height(demand, np.maximum(floor, demand))
    capacity, demand = case.no_travel(capacity, demand)
    return [
        _judgement("ntc2008", case, "acceleration", "SLV", demand=pushed, capacity=case.start(1.0)),
        _judgement("ntc2008", case, "displacement", "SLV", demand=demand, capacity=capacity),
    ]


def _by_2018(case: _Case, limit_state: LimitStateName) -> list[Judgement]:
    """Circolare 7/2019 C8.7.1.2.1.5–8 and C7.2.3."""
    spectrum, options = case.spectrum, case.options
    start = case.start(ntc2018.confidence_factor(options.knowledge, crushing=False))
    activation = case.at_height(spectrum.pga, _floor_acceleration(case, case.structure_period))
    found = []
    if limit_state != "SLC":
        q = 1.0 if limit_state == "SLD" else options.behaviour_factor
        found.append(_judgement("ntc2018", case, "acceleration", limit_state, demand=activation / q, capacity=start))
    if limit_state == "SLD":
        return found
    factor = ntc2018.confidence_factor(options.knowledge, crushing=False)
    capacity = ntc2018.ULTIMATE_SHARES[limit_state] * case.moving.ultimate_displacement
    damping = ntc2018.DAMPING[limit_state]
    with np.errstate(divide="ignore", invalid="ignore"):
        acceleration = case.moving.multiplier_at(capacity) * STANDARD_GRAVITY / factor
        period = np.asarray(ntc2018.equivalent_period(limit_state, capacity, acceleration))
        ground = _at(damped(spectrum, damping).displacement, period)
        demand = case.at_height(ground, _floor_displacement(case, damping, period))
        # C8.7.1.2.1.8: the earthquake that brings the limit state is not below the one that starts the motion
        demand = np.where(start / activation > capacity / demand, capacity * activation / start, demand)
    capacity, demand = case.no_travel(capacity, demand, start / activation)
    found.append(_judgement("ntc2018", case, "displacement", limit_state, demand=demand, capacity=capacity))
    return found


def _floor_acceleration(case: _Case, period: FloatArray) -> FloatArray:
    """a_Z of one mode [m/s2] (eqs C7.2.7–8); the ground's where that is more."""
    damping = case.options.structure_damping
    elastic = _at(damped(case.spectrum, damping).acceleration, period)
    found = np.asarray(ntc2018.floor_acceleration(elastic, case.shape, damping))
    return np.asarray(np.maximum(found, case.spectrum.pga), dtype=np.float64)


def _floor_displacement(case: _Case, damping: float, period: FloatArray) -> FloatArray:
    """Displacement demand at a height [m] (eq. C8.7.1.12), with the structure's period elongated."""
    own = np.broadcast_to(case.structure_period * case.options.period_elongation, period.shape)
    end = ntc2018.PLATEAU[1] * own
    acceleration = _floor_acceleration(case, own)
    amplification = ntc2018.floor_amplification(case.options.structure_damping, damping_correction(damping))
    ordinates = [
        ntc2018.floor_spectrum(
            periods,
            floor_acceleration=acceleration,
            amplification=amplification,
            structure_period=own,
            ground=_at(damped(case.spectrum, damping).acceleration, periods),
        )
        for periods in (period, own)
    ]
    demand, peak = ((at / (2.0 * math.pi)) ** 2 * ordinates[index] for index, at in enumerate((period, end)))
    return np.asarray(np.where(period > end, np.maximum(demand, peak), demand), dtype=np.float64)


def _at(spectrum: Callable[[FloatArray], FloatArray], periods: FloatArray) -> FloatArray:
    """Ordinates of a spectrum; ``nan`` where the period is unknown."""
    known = np.isfinite(periods)
    return np.where(known, spectrum(np.where(known, periods, 0.0)), np.nan)


def _judgement(
    rule: str, case: _Case, measure: str, limit_state: str, *, demand: FloatArray, capacity: FloatArray
) -> Judgement:
    """``nan`` for what is not there, and for displacements of what falls by itself."""
    there = np.isfinite(case.moving.multiplier) & np.isfinite(demand)
    if measure == "displacement":
        there &= case.moving.multiplier > 0.0
    return Judgement(
        rule=rule,
        spectrum=case.spectrum.name,
        measure=measure,
        limit_state=limit_state,
        demand=np.where(there, demand, np.nan),
        capacity=np.where(there, capacity, np.nan),
    )
