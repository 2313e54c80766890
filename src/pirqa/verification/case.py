"""A verification case: a number that pirqa computes, compared with one that can be defended."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import KW_ONLY, asdict, dataclass, field, fields
from typing import Any

from pirqa.errors import MissingExtraError, MissingProgramError


@dataclass(frozen=True)
class _Statement:
    """The part of a case that is known before anything is computed."""

    id: str
    group: str = field(kw_only=True)
    quantity: str
    unit: str
    """SI unit; empty if dimensionless."""
    source: str
    expected: float
    tolerance: dict[str, float]
    """``{"abs": x}``, ``{"rel": x}``, ``{"max": x}`` or ``{"min": x}``."""


@dataclass(frozen=True)
class Case(_Statement):
    """A quantity with its expected value, its tolerance and the function that computes it.

    A module binds its group, ``_case = partial(Case, group="dynamics")``, and writes each case as one row:
    ``_case(id, quantity, unit, source, expected, tolerance, why, compute, note)``.
    """

    why: str
    """Reason for the tolerance."""
    compute: Callable[[], float]
    note: str = ""
    _: KW_ONLY
    full: bool = False
    """True if the case runs only with ``--full``."""
    thorough: Callable[[], float] | None = None
    """Function called instead with ``--full``: the same quantity over more samples."""
    compare_only: bool = False
    """True if the case is shown and not judged."""


CLOSED_FORM = ({"rel": 1e-12}, "closed form in double precision")
"""Tolerance of a number that must agree with its closed form to rounding, and its reason."""


@dataclass(frozen=True, kw_only=True)
class Outcome(_Statement):
    """A case that was run."""

    computed: float | None
    ok: bool | None
    note: str


def judge_case(case: Case, *, full: bool = False) -> Outcome:
    """Run ``case``, by its thorough function if ``full``, and return its outcome.

    A case that raises an error has failed and states it. A case whose program or package is missing is skipped.
    """
    note = case.note
    computed: float | None = None
    ok: bool | None = False
    try:
        computed = float((case.thorough if full and case.thorough is not None else case.compute)())
        if not math.isfinite(computed):
            note, computed = f"{note} The computed value is not finite.".strip(), None
        else:
            ok = None if case.compare_only else bool(_within(computed, case.expected, case.tolerance))
    except (MissingExtraError, MissingProgramError) as error:
        note, ok = f"{note} Skipped: {error}.".strip(), None
    except Exception as error:  # the run must go on to the other cases
        note = f"{note} Failed with {type(error).__name__}: {error}".strip()
    tolerance_note = f"Tolerance: {case.why}."
    said = {item.name: getattr(case, item.name) for item in fields(_Statement)}
    return Outcome(**said, computed=computed, ok=ok, note=f"{note} {tolerance_note}".strip())


def _within(computed: float, expected: float, tolerance: dict[str, float]) -> bool:
    ((kind, size),) = tolerance.items()
    if kind == "abs":
        return abs(computed - expected) <= size
    if kind == "rel":
        return abs(computed - expected) <= size * abs(expected)
    if kind == "max":
        return computed <= size
    if kind == "min":
        return computed >= size
    raise ValueError(f"unknown tolerance {kind}")


def to_json(outcomes: list[Outcome]) -> str:
    """Return the outcomes as a JSON list."""
    rows: list[dict[str, Any]] = [asdict(outcome) for outcome in outcomes]
    return json.dumps(rows, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def manual(outcomes: list[Outcome]) -> str:
    """Return the outcomes as a page of the verification manual."""
    lines = [
        "# Verification manual",
        "",
        "Made by `make verification` from the outcomes of `pirqa verify --full`; do not edit. SI units.",
        "",
    ]
    words = {True: "ok", False: "**failed**", None: "not judged"}
    for group in dict.fromkeys(outcome.group for outcome in outcomes):
        lines += [f"## {group}", "", "| case | quantity | expected | computed | tolerance | | source, note |"]
        lines.append("|---|---|---:|---:|---:|---|---|")
        for outcome in (item for item in outcomes if item.group == group):
            kind, size = next(iter(outcome.tolerance.items()))
            computed = "–" if outcome.computed is None else f"{outcome.computed:.6g}"
            unit = f" [{outcome.unit}]" if outcome.unit else ""
            lines.append(
                f"| `{outcome.id}` | {outcome.quantity}{unit} | {outcome.expected:.6g} | {computed} | {kind} {size:g} "
                f"| {words[outcome.ok]} | {outcome.source}. {outcome.note} |"
            )
        lines.append("")
    return "\n".join(lines)
