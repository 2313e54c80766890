"""Verifications as rows of the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pirqa.codes.demand import floor_of
from pirqa.codes.options import CodesOptions
from pirqa.codes.result import Verification
from pirqa.model.check import Basis, Check, Way
from pirqa.model.mechanism import Mechanism
from pirqa.units import STANDARD_GRAVITY

__all__ = ["activation_checks", "check_of"]


def activation_checks(mechanisms: Sequence[Mechanism], options: CodesOptions) -> Iterator[Check]:
    """Whether anything moves at all: of each spectrum the mechanism that starts first, without q and FC.

    The codes' own checks in acceleration divide the demand by q, which presumes that rocking is tolerated: they say
    nothing about its onset.
    """
    if "ntc2008" not in options.rules and "SLV" not in options.limit_states:
        return
    # bodies turn; of all mechanisms only those on the stones may slide
    slides = () if any(item.kind == "blocks" for item in mechanisms) else ("sliding_not_judged",)
    for spectrum in options.elastic_spectra("SLV").values():
        worst: Check | None = None
        for item in mechanisms:
            floor = floor_of(item, options)
            check = Check(
                id=f"codes.activation.{spectrum.name}",
                mode=_mode(item),
                limit_state="onset",
                method=f"activation.{spectrum.name}",
                place=item.place,
                demand=spectrum.pga if floor is None else floor.acceleration(spectrum),
                # not a0* = α0 g/e*: until it starts all of it goes with what carries it, whatever share moves then
                capacity=max(item.multiplier, 0.0) * STANDARD_GRAVITY,
                unit="m/s2",
                source="α0 g (Chokepukio paper, eq. 8) against that of ground or floor (Circolare 7/2019, eq. C7.2.7)",
                basis=_basis(item, spectrum.name, spectrum.pga, "force", proportional=True),
                notes=(*slides, *(() if spectrum.verified else ("spectrum_unverified",))),
            )
            # rounding must not choose between a wall and its stretches
            worst = check if worst is None or check.ratio < worst.ratio * (1.0 - 1e-9) else worst
        if worst is not None:
            yield worst


def _basis(mechanism: Mechanism, spectrum: str, pga: float | None, way: Way, *, proportional: bool = False) -> Basis:
    return Basis(
        driving="spectrum",
        name=spectrum,
        acceleration=None if pga is None else float(pga) / STANDARD_GRAVITY,
        proportional=proportional,
        body="stones" if mechanism.kind == "blocks" else "bodies",
        way=way,
    )


def _mode(mechanism: Mechanism) -> str:
    return "overturning" if mechanism.kind == "overturning" else "mechanism"


def check_of(row: Verification, mechanism: Mechanism, pga: float | None = None) -> Check:
    """The row of the verdict; ``pga``: of the row's spectrum [m/s2].

    One with a confidence factor that only stands beside another has no vote, nor has the linear form of a verification
    where the displacement form, which is an alternative to it, was computed too.
    """
    linear = row.limit_state != "SLD" and row.measure == "acceleration"
    beaten = linear and mechanism.curve is not None
    state = "" if row.limit_state == "SLV" else f".{row.limit_state}"
    beside = "" if row.governs else f".fc{row.confidence_factor:g}"
    return Check(
        id=f"codes.{row.rule}.{row.spectrum}.{row.mechanism}.{row.measure}{state}{beside}",
        mode=_mode(mechanism),
        limit_state="damage" if row.limit_state == "SLD" else "collapse",
        method=f"{row.rule}.{row.spectrum}",
        place=mechanism.place,
        demand=row.demand,
        capacity=row.capacity,
        unit="m/s2" if row.measure == "acceleration" else "m",
        source=row.clause,
        votes=row.governs and not beaten,
        basis=_basis(mechanism, row.spectrum, pga, "force" if row.measure == "acceleration" else "displacement"),
        notes=(
            *(("linear_form_beside",) if beaten else ()),
            *(() if row.governs else ("confidence_factor_beside",)),
            *row.notes,
        ),
    )
