"""Newmark's block under every motion: the part of the stage that judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.check import Check, Place
from pirqa.model.polyhedron import FloatArray
from pirqa.model.table import Table
from pirqa.motion.options import SlidingOptions
from pirqa.motion.result import PreparedMotion, SlidingCase
from pirqa.motion.sliding_block import Prediction, Sliding, predict_displacements, slide
from pirqa.progress import Observer
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Slid", "YieldCase", "slide_all"]

_CURVE = np.geomspace(0.01, 1.0, 41)
"""Yield coefficients of the curves."""


@dataclass(frozen=True, kw_only=True)
class YieldCase:
    """Acceleration at which a wall starts to slide, and why."""

    name: str
    """Thrust theory, ``free`` without fill, ``given`` where the user said it."""
    coefficient: float
    """Of gravity."""
    both_ways: bool
    """Whether the wall may slide back: not where fill is behind it."""
    rocking: float | None = None
    """Coefficient at which the wall would start to rock, of gravity, where it is known."""

    @property
    def rocks_first(self) -> bool:
        """Whether the wall rocks before it slides: then a sliding block is not what it does."""
        return self.rocking is not None and self.rocking < self.coefficient


@dataclass(frozen=True, kw_only=True, eq=False)
class Slid:
    """What sliding blocks did under the motions."""

    cases: tuple[SlidingCase, ...] = ()
    runs: Table
    curve: Table
    history: Table
    checks: tuple[Check, ...] = ()


def slide_all(
    motions: Sequence[PreparedMotion],
    options: SlidingOptions | None,
    yields: Sequence[YieldCase],
    observer: Observer,
) -> Slid:
    """Every yield coefficient under every motion, component and sense; the worst of each is judged."""
    if options is None:
        return Slid(runs=Table({}), curve=Table({}), history=Table({}))
    cases = _cases(options, yields)
    observer.begin("Sliding blocks", len(cases))
    found: list[SlidingCase] = []
    rows: list[dict[str, Any]] = []
    histories: list[Table] = []
    for case in cases:
        worst: tuple[dict[str, Any], Sliding, PreparedMotion] | None = None
        for item in motions:
            for row, run in _runs(item, case):
                rows.append(row)
                if worst is None or row["displacement"] > worst[0]["displacement"]:
                    worst = row, run, item
        assert worst is not None
        found.append(_worst(case, *worst, options))
        histories.append(_history(case.name, worst[1], worst[2].motion.step))
        observer.advance()
    observer.end()
    names = list(histories[0].columns)
    return Slid(
        cases=tuple(found),
        runs=Table.of(rows),
        curve=_curve(motions, both_ways=all(case.both_ways for case in cases)),
        history=Table({name: np.concatenate([table[name] for table in histories]) for name in names}),
        checks=tuple(_check(case, options) for case in found) if options.allowable is not None else (),
    )


def _cases(options: SlidingOptions, yields: Sequence[YieldCase]) -> tuple[YieldCase, ...]:
    cases = tuple(yields)
    if options.yield_coefficient is not None:
        free = all(case.both_ways for case in cases)
        cases = (YieldCase(name="given", coefficient=options.yield_coefficient, both_ways=free),)
    if not cases:
        raise OptionsError(
            "sliding.yield_coefficient: nothing says when the wall starts to slide: give it, or add statics to the "
            "analyses with site.kh or site.acceleration (its critical coefficient of sliding is taken)"
        )
    for case in cases:
        if case.coefficient <= 0.0:
            raise OptionsError(f"sliding: the wall slides without any earthquake ({case.name})")
    if options.ways == "auto":
        return cases
    both = options.ways == "both"
    return tuple(replace(case, both_ways=both) for case in cases)


def _runs(item: PreparedMotion, case: YieldCase) -> list[tuple[dict[str, Any], Sliding]]:
    """Each component that may push the wall, both ways round: nobody knows which way the next earthquake starts."""
    limit = case.coefficient * STANDARD_GRAVITY
    back = limit if case.both_ways else None
    runs = []
    for name in item.horizontal:
        samples = item.motion.acceleration[:, item.motion.column(name)]
        for sign in (1.0, -1.0):
            run = slide(sign * samples, item.motion.step, yield_acceleration=limit, yield_backward=back)
            row = {
                "case": case.name,
                "motion": item.name,
                "component": name,
                "reversed": sign < 0.0,
                "displacement": abs(run.final),
                "largest": run.largest,
                "slips": run.slips,
            }
            runs.append((row, run))
    return runs


def _worst(
    case: YieldCase, row: dict[str, Any], run: Sliding, item: PreparedMotion, options: SlidingOptions
) -> SlidingCase:
    found = item.measures[item.motion.column(row["component"])]
    predictions: tuple[Prediction, ...] = ()
    if found.pga > 0.0:
        predictions = predict_displacements(
            case.coefficient, found.pga, pgv=found.pgv, arias=found.arias, magnitude=options.magnitude
        )
    return SlidingCase(
        name=case.name,
        yield_coefficient=case.coefficient,
        both_ways=case.both_ways,
        motion=item.name,
        component=row["component"],
        reversed=row["reversed"],
        displacement=row["displacement"],
        slips=run.slips,
        rocks_first=case.rocks_first,
        predictions=predictions,
    )


def _history(case: str, run: Sliding, step: float) -> Table:
    count = len(run.displacement)
    times: FloatArray = step * np.arange(count, dtype=np.float64)
    return Table({"case": np.array([case] * count), "time": times, "displacement": run.displacement})


def _curve(motions: Sequence[PreparedMotion], *, both_ways: bool) -> Table:
    rows = []
    for item in motions:
        for coefficient in _CURVE.tolist():
            case = YieldCase(name="", coefficient=coefficient, both_ways=both_ways)
            worst = max(row["displacement"] for row, _ in _runs(item, case))
            rows.append({"motion": item.name, "yield_coefficient": coefficient, "displacement": worst})
    return Table.of(rows)


def _check(case: SlidingCase, options: SlidingOptions) -> Check:
    assert options.allowable is not None
    return Check(
        id=f"motion.sliding_block.{case.name}",
        mode="sliding",
        limit_state="damage",
        method=f"sliding_block.{case.name}",
        place=Place(name="base"),
        demand=case.displacement,
        capacity=options.allowable,
        unit="m",
        required_source=options.source,
        source="Newmark 1965; exact integration of a rigid block",
        votes=not case.rocks_first,
        notes=(
            "sliding_worst_motion",
            *(() if options.source else ("allowable_unsourced",)),
            *(("rocks_before_sliding",) if case.rocks_first else ()),
        ),
    )
