"""The codes' rules on many walls at once: the rules of :mod:`pirqa.codes.rules` on arrays."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pirqa.codes.checks import floor_under, life_safety_requested
from pirqa.codes.options import CodesOptions
from pirqa.codes.rule import Capacity, RuleRow, Situation
from pirqa.codes.rules import RULES
from pirqa.codes.screening.mechanics import Overturning
from pirqa.codes.screening.walls import Walls
from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

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


def verify_overturning(moving: Overturning, walls: Walls, options: CodesOptions) -> list[Judgement]:
    """Verify by every rule that ``options`` request, with the confidence factor that governs."""
    for key in ("free_standing", "retrofit"):
        if getattr(options, key) is not None:
            raise OptionsError(f"codes.{key} is about one wall: leave it out for a table of walls")
    if options.measured:
        raise OptionsError("codes.measured is about one wall: give fundamental_period in the table, or leave it out")
    site = math.nan if options.structure_period is None else options.structure_period
    period = np.where(np.isfinite(walls.fundamental_period), walls.fundamental_period, site)
    floor = floor_under(options, period, moving.level, walls.height)
    capacity = Capacity(
        ultimate=moving.ultimate_displacement,
        acceleration_at=lambda displacement: moving.multiplier_at(np.asarray(displacement)) * STANDARD_GRAVITY,
    )
    start = np.maximum(moving.multiplier, 0.0) * STANDARD_GRAVITY
    found: list[Judgement] = []
    for rule in (RULES[key] for key in options.rules):
        factor = rule.confidence_factor(options.knowledge, crushing=False)
        for limit_state in rule.states(options.limit_states):
            for spectrum in options.elastic_spectra(limit_state).values():
                case = Situation(
                    spectrum=spectrum,
                    floor=floor,
                    local=np.asarray(moving.level > 1e-9),
                    start=start / factor,
                    capacity=capacity,
                    confidence_factor=factor,
                    behaviour_factor=options.behaviour_factor,
                )
                rows = rule.verify(case, limit_state)
                found += [_judgement(rule.key, moving, case, row, limit_state) for row in rows]
                if limit_state == "SLV" and all(item.method != f"{ACTIVATION}.{spectrum.name}" for item in found):
                    found.append(_activation(moving, replace(case, start=start)))
    return found


def _activation(moving: Overturning, case: Situation) -> Judgement:
    """Return whether anything moves, without q and FC."""
    demand = case.at_floor(case.spectrum.pga, lambda floor: floor.acceleration(case.spectrum))
    row = RuleRow(measure="acceleration", demand=demand, capacity=case.start)
    return _judgement(ACTIVATION, moving, case, row, "SLV")


def verify_sliding(multiplier: FloatArray, options: CodesOptions) -> dict[str, Judgement]:
    """Verify sliding on the base against the ground's own acceleration, for each spectrum.

    q is not used: it is the codes' allowance for rocking that comes back, and what has slid stays where it is.
    """
    spectra = options.elastic_spectra("SLV") if life_safety_requested(options) else {}
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


def _judgement(rule: str, moving: Overturning, case: Situation, row: RuleRow, limit_state: str) -> Judgement:
    """Return the row with ``nan`` for what is not there, and for displacements of what falls by itself."""
    shape = moving.multiplier.shape
    demand = np.broadcast_to(np.asarray(row.demand, dtype=np.float64), shape)
    there = np.isfinite(moving.multiplier) & np.isfinite(demand)
    if row.measure == "displacement":
        there &= moving.multiplier > 0.0
    return Judgement(
        rule=rule,
        spectrum=case.spectrum.name,
        measure=row.measure,
        limit_state=limit_state,
        demand=np.where(there, demand, np.nan),
        capacity=np.where(there, row.capacity, np.nan),
    )
