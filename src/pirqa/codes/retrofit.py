"""The retrofit question: which force in struts or ties, or which thickness, brings a mechanism to a target factor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from pirqa.codes.options import CodesOptions
from pirqa.codes.result import Retrofit, Verification
from pirqa.codes.rule import Measure
from pirqa.model.mechanism import Mechanism

Kind = Literal["force", "thickness"]

Rebuild = Callable[[Kind, float, str], Sequence[Mechanism]]
"""The mechanism of a name again, or none: with ``force``, another strut or tie of so many newtons at the level that is
asked about; with ``thickness``, the wall so many times as thick."""

Verify = Callable[[Mechanism, CodesOptions], list[Verification]]

_NOTHING: dict[Kind, float] = {"force": 0.0, "thickness": 1.0}
_FIRST: dict[Kind, float] = {"force": 1e3, "thickness": 1.02}
_GREATEST: dict[Kind, float] = {"force": 1e9, "thickness": 50.0}
"""Where the search gives up: 1 GN, fifty times as thick."""
_GROWTH: dict[Kind, float] = {"force": 2.0, "thickness": 1.25}
_PRECISION = 1e-5


def retrofits(
    rows: Sequence[Verification],
    mechanisms: Sequence[Mechanism],
    options: CodesOptions,
    rebuild: Rebuild,
    verify: Verify,
) -> tuple[Retrofit, ...]:
    """What each mechanism below the target needs to come to it, by each rule and measure for life safety."""
    asked = options.retrofit
    assert asked is not None
    trials = _Trials(rebuild, verify, options)
    found = []
    for mechanism in mechanisms:
        kinds: list[Kind] = []
        if asked.level is not None:
            kinds.append("force")
        if asked.thickness and section_thickness(mechanism) is not None:
            kinds.append("thickness")
        wanting = {key: factor for key, factor in _worst(mechanism.name, rows).items() if factor < asked.target}
        for (rule, measure), factor in wanting.items():
            for kind in kinds:
                amount = least_amount(trials.factor(kind, mechanism.name, rule, measure), asked.target, kind)
                found.append(
                    Retrofit(
                        mechanism=mechanism.name,
                        rule=rule,
                        measure=measure,
                        kind=kind,
                        target=asked.target,
                        present=factor,
                        needed=amount if kind == "force" else trials.thickness(mechanism, amount),
                        level=asked.level if kind == "force" else None,
                    )
                )
    return tuple(found)


class _Trials:
    """Strengthened walls, each built once."""

    def __init__(self, rebuild: Rebuild, verify: Verify, options: CodesOptions) -> None:
        self._rebuild, self._verify, self._options = rebuild, verify, options
        self._built: dict[tuple[Kind, float, str], Mechanism | None] = {}

    def mechanism(self, kind: Kind, amount: float, name: str) -> Mechanism | None:
        key = (kind, amount, name)
        if key not in self._built:
            found = self._rebuild(kind, amount, name)
            self._built[key] = next((item for item in found if item.name == name), None)
        return self._built[key]

    def factor(self, kind: Kind, name: str, rule: str, measure: Measure) -> Callable[[float], float]:
        """The mechanism's factor against the amount; 0 where the wall has no such mechanism any more."""

        def factor_with(amount: float) -> float:
            built = self.mechanism(kind, amount, name)
            rows = [] if built is None else self._verify(built, self._options)
            return _worst(name, rows).get((rule, measure), 0.0)

        return factor_with

    def thickness(self, mechanism: Mechanism, amount: float | None) -> float | None:
        """What a multiple of the thickness comes to [m]."""
        built = None if amount is None else self.mechanism("thickness", amount, mechanism.name)
        return None if built is None else section_thickness(built)


def least_amount(factor_with: Callable[[float], float], target: float, kind: Kind) -> float | None:
    """Where ``factor_with`` first reaches ``target``, to 1e-5 of the amount; None where no amount does.

    Amounts are tried upwards until one is enough: a curve that jumps (a strut that fails) may come back below.
    """
    from scipy.optimize import brentq

    below, above = _NOTHING[kind], _FIRST[kind]
    while factor_with(above) < target:
        if above >= _GREATEST[kind]:
            return None
        below, above = above, min(above * _GROWTH[kind], _GREATEST[kind])
    root = float(brentq(lambda amount: factor_with(amount) - target, below, above, rtol=_PRECISION))
    while factor_with(root) < target:  # the solver may stop just below
        root += _PRECISION * above
    return min(root, above)


def section_thickness(mechanism: Mechanism) -> float | None:
    """Thickness at the foot of the lowest body [m]; None where no cross-section is known."""
    outlines = [body.outline for body in mechanism.bodies if len(body.outline)]
    if not outlines:
        return None
    lowest = min(outlines, key=lambda outline: float(outline[:, 1].min()))
    foot = lowest[:, 1] <= lowest[:, 1].min() + 1e-6
    return float(np.ptp(lowest[foot, 0]))


def _worst(name: str, rows: Sequence[Verification]) -> dict[tuple[str, Measure], float]:
    """The least factor over the spectra, by rule and measure, of the rows that govern for life safety."""
    factors: dict[tuple[str, Measure], float] = {}
    for row in rows:
        if row.mechanism == name and row.governs and row.limit_state == "SLV":
            key = (row.rule, row.measure)
            factors[key] = min(row.factor, factors.get(key, row.factor))
    return factors
