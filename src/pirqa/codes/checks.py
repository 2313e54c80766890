"""Verifications as rows of the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pirqa.codes.floor import Floor, mode_shape, participation
from pirqa.codes.options import CodesOptions
from pirqa.codes.result import Verification
from pirqa.codes.rules import ACTIVATION, RULES
from pirqa.model.bounds import Real
from pirqa.model.check import Basis, Check, Effect, Way
from pirqa.model.mechanism import FillForces, Mechanism
from pirqa.motion.design_spectrum import DesignSpectrum, decides, edition_notes
from pirqa.units import STANDARD_GRAVITY

_FILL: Mapping[FillForces, tuple[Effect, ...]] = {
    "seismic": (),
    "static": ("fill_dynamic",),
    "none": ("fill_at_rest", "fill_dynamic", "water", "surcharge"),
}
"""Effects of a fill that a mechanism leaves out."""


def floor_of(mechanism: Mechanism, options: CodesOptions) -> Floor | None:
    """Return the structure below ``mechanism``; None where it turns at the ground, or where T1 is not known."""
    if not mechanism.local or options.structure_period is None:
        return None
    return floor_under(options, options.structure_period, mechanism.level, mechanism.height)


def floor_under(options: CodesOptions, period: Real, level: Real, height: Real) -> Floor:
    """Return the structure of first period ``period`` [s] below parts at ``level`` of walls of ``height`` [m]."""
    gamma = participation(options.levels) if options.participation is None else options.participation
    psi = mode_shape(level, height)
    if options.mode_levels:
        psi = np.interp(level, options.mode_levels, options.mode_values)
    return Floor(
        period=period,
        elongation=options.period_elongation,
        damping=options.structure_damping,
        shape=np.asarray(psi, dtype=np.float64) * gamma,
    )


def life_safety_requested(options: CodesOptions) -> bool:
    """Return whether a rule verifies life safety, so that its spectra say whether anything starts to move."""
    return any("SLV" in RULES[rule].states(options.limit_states) for rule in options.rules)


def activation_checks(
    mechanisms: Sequence[Mechanism], options: CodesOptions, governing: str | None = None
) -> Iterator[Check]:
    """Whether anything moves at all: of each spectrum the mechanism that starts first, without q and FC.

    Demand and capacity are accelerations of the ground: where a part starts at a floor, its own multiplier is divided
    by what the structure below amplifies.

    The codes' own checks in acceleration divide the demand by q, which presumes that rocking is tolerated: they say
    nothing about its onset.
    """
    if not life_safety_requested(options):
        return
    # bodies turn; of all mechanisms only those on the stones may slide
    slides = () if any(item.kind == "blocks" for item in mechanisms) else ("sliding_not_judged",)
    for spectrum in options.elastic_spectra("SLV").values():
        # those that leave something out have rows of their own: they hide behind no other, and none behind them
        worst: dict[tuple[Effect, ...], tuple[Check, Mechanism]] = {}
        for item in mechanisms:
            check = _activation(item, floor_of(item, options), spectrum, governing, slides)
            other = worst.get(check.omits)
            # rounding must not choose between a wall and its stretches
            if other is None or check.ratio < other[0].ratio * (1.0 - 1e-9):
                worst[check.omits] = (check, item)
        ordered = sorted(worst.values(), key=lambda pair: (len(pair[0].omits), pair[0].omits))
        for number, (check, item) in enumerate(ordered):
            yield replace(check, id=f"{check.id}.{item.name}") if number else check


def _activation(
    mechanism: Mechanism,
    floor: Floor | None,
    spectrum: DesignSpectrum,
    governing: str | None,
    notes: tuple[str, ...],
) -> Check:
    # not a0* = α0 g/e*: until it starts all of it goes with what carries it, whatever share moves then
    start = max(mechanism.multiplier, 0.0)
    # the floor's acceleration goes with the ground's, the shape of the spectrum being that of the code
    amplification = 1.0 if floor is None else float(floor.acceleration(spectrum)) / spectrum.pga
    return Check(
        id=f"codes.activation.{spectrum.name}",
        mode=_mode(mechanism),
        limit_state="onset",
        method=f"activation.{spectrum.name}",
        place=mechanism.place,
        demand=spectrum.pga,
        capacity=start * STANDARD_GRAVITY / amplification,
        unit="m/s2",
        intensity=start / amplification,
        demand_intensity=spectrum.pga / STANDARD_GRAVITY,
        at_rest=mechanism.at_rest,
        at_foot=None if floor is None else start,
        family=ACTIVATION.family,
        includes=mechanism.includes,
        omits=_omitted(mechanism, amplified=floor is not None),
        votes=decides(spectrum, governing),
        source="α0 g (Chokepukio paper, eq. 8) against that of ground or floor (Circolare 7/2019, eq. C7.2.7)",
        basis=_basis(mechanism, spectrum.name, spectrum.pga, "force", proportional=True),
        notes=(
            *notes,
            *(() if floor is None else ("activation_at_floor",)),
            *edition_notes(spectrum, governing),
            *(() if spectrum.verified else ("spectrum_unverified",)),
        ),
    )


def _basis(mechanism: Mechanism, spectrum: str, pga: float, way: Way, *, proportional: bool = False) -> Basis:
    return Basis(
        driving="spectrum",
        name=spectrum,
        acceleration=float(pga) / STANDARD_GRAVITY,
        proportional=proportional,
        body="stones" if mechanism.kind == "blocks" else "bodies",
        way=way,
    )


def _omitted(mechanism: Mechanism, *, amplified: bool) -> tuple[Effect, ...]:
    """Return what the forces of this mechanism leave out although the declaration includes it."""
    found: list[Effect] = list(_FILL[mechanism.fill])
    if mechanism.kind == "blocks":
        found.append("struts")
    if not mechanism.crushing:
        found.append("crushing")
    if not amplified:
        found.append("amplification")
    return tuple(found)


def _mode(mechanism: Mechanism) -> str:
    return "overturning" if mechanism.kind == "overturning" else "mechanism"


def check_of(row: Verification, mechanism: Mechanism, spectrum: DesignSpectrum, governing: str | None = None) -> Check:
    """Return the row of the verdict; ``spectrum`` is the row's, ``governing`` the key of the code that governs.

    One with a confidence factor that only stands beside another does not decide, nor does the linear form of a
    verification where the displacement form, which is an alternative to it, was computed too, nor a rule or a spectrum
    that a later edition has replaced, nor a spectrum where the project names another.
    """
    rule = RULES[row.rule]
    linear = row.limit_state != "SLD" and row.measure == "acceleration"
    beaten = linear and mechanism.curve is not None
    state = "" if row.limit_state == "SLV" else f".{row.limit_state}"
    beside = "" if row.governs else f".fc{row.confidence_factor:g}"
    return Check(
        id=f"codes.{row.rule}.{row.spectrum}.{row.mechanism}.{row.measure}{state}{beside}",
        mode=_mode(mechanism),
        limit_state="damage" if row.limit_state == "SLD" else "wall_falls",
        method=f"{row.rule}.{row.spectrum}",
        place=mechanism.place,
        demand=row.demand,
        capacity=row.capacity,
        unit="m/s2" if row.measure == "acceleration" else "m",
        source=row.clause,
        intensity=row.intensity,
        at_rest=mechanism.at_rest,
        demand_intensity=row.pga / STANDARD_GRAVITY,
        family=rule.declaration.family,
        includes=mechanism.includes,
        # the displacement form is met by the spectrum at the period of the rocking part
        omits=_omitted(mechanism, amplified=row.local or row.sways or row.measure == "displacement"),
        allowances=() if mechanism.crushing or rule.crushing is None else (rule.crushing,),
        votes=row.governs and not beaten and not rule.superseded and decides(spectrum, governing),
        basis=_basis(mechanism, row.spectrum, row.pga, "force" if row.measure == "acceleration" else "displacement"),
        notes=(
            *(("rule_superseded",) if rule.superseded else ()),
            *edition_notes(spectrum, governing),
            *(("linear_form_beside",) if beaten else ()),
            *(() if row.governs else ("confidence_factor_beside",)),
            *row.notes,
        ),
    )
