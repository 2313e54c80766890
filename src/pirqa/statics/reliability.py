"""Monte-Carlo reliability: how often a factor of safety falls below 1 when inputs are uncertain, and which matter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from pirqa.model.site import Site
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.statics.distribution import frozen_distribution
from pirqa.statics.equilibrium import MODES, Mode
from pirqa.statics.inputs import Input, find_input, inputs_of, vary
from pirqa.statics.options import Reliability, StaticsOptions
from pirqa.statics.pseudo_static import cases_for, weakest_factors

__all__ = ["FailureProbability", "ReliabilityResult", "simulate"]

_CHUNK = 1 << 14
"""Samples evaluated at once: the arrays of one chunk stay in the processor's cache."""
_BINS, _TOP = 80, 4.0
"""Bins of the histogram of factors up to the last, open one."""
_TORNADO = (0.05, 0.5, 0.95)
_CONFIDENCE = 0.95


@dataclass(frozen=True, kw_only=True)
class FailureProbability:
    """P(F < 1) with its two-sided confidence interval (Clopper–Pearson, exact for counts)."""

    mode: str
    """``sliding``, ``overturning``, or ``any`` of them."""
    failures: int
    samples: int
    probability: float
    low: float
    high: float

    @classmethod
    def counted(cls, mode: str, failures: int, samples: int) -> FailureProbability:
        """From ``failures`` among ``samples``."""
        tail = 0.5 * (1.0 - _CONFIDENCE)
        low = 0.0 if failures == 0 else float(stats.beta.ppf(tail, failures, samples - failures + 1))
        high = 1.0 if failures == samples else float(stats.beta.ppf(1.0 - tail, failures + 1, samples - failures))
        return cls(mode=mode, failures=failures, samples=samples, probability=failures / samples, low=low, high=high)


@dataclass(frozen=True, kw_only=True)
class ReliabilityResult:
    """What the simulation gave."""

    case: str
    samples: int
    seed: int
    inputs: Table
    """Columns input, unit, distribution, mean, sd, low, high (5 % and 95 % values), SI."""
    no_thrust: int
    """Samples in which the thrust theory has no solution; they count as failures."""
    probabilities: tuple[FailureProbability, ...]
    histogram: Table
    """Columns mode, low, high, count of the factors of safety; the last bin is open."""
    tornado: Table
    """Columns input, unit, mode, low, high (5 % and 95 % of the input), factor_low, factor_median, factor_high."""

    def probability(self, mode: str = "any") -> FailureProbability:
        """The probability of one mode, or of any."""
        return next(item for item in self.probabilities if item.mode == mode)


def simulate(
    wall: Wall, site: Site, options: StaticsOptions, asked: Reliability, *, observer: Observer = SILENT
) -> ReliabilityResult:
    """Sample the uncertain inputs and count; same seed, same numbers."""
    options = replace(options, methods=(asked.method,), thrusts=(asked.thrust or options.thrusts[0],))
    (case,) = cases_for(wall, site, options)
    known = inputs_of(wall, site)
    spread: list[tuple[Input, Any]] = []
    for variable in asked.variables:
        target = find_input(variable.input, known)
        spread.append((target, frozen_distribution(variable, target)))
    edges = np.append(np.linspace(0.0, _TOP, _BINS + 1), np.inf)
    counts: dict[Mode, Any] = {mode: np.zeros(_BINS + 1, dtype=np.int64) for mode in MODES}
    failures = dict.fromkeys((*MODES, "any"), 0)
    no_thrust = 0
    generator = np.random.default_rng(asked.seed)
    observer.begin("Monte Carlo", asked.samples)
    for start in range(0, asked.samples, _CHUNK):
        size = min(_CHUNK, asked.samples - start)
        values = {target.key: law.rvs(size=size, random_state=generator) for target, law in spread}
        factors = _factors(wall, site, options, values, size)
        lost = np.isnan(factors["sliding"])
        no_thrust += int(lost.sum())
        failed = {mode: ~(factors[mode] >= 1.0) for mode in MODES}
        for mode in MODES:
            failures[mode] += int(failed[mode].sum())
            bins = np.minimum(np.nan_to_num(factors[mode], nan=0.0) * (_BINS / _TOP), _BINS).astype(np.int64)
            counts[mode] += np.bincount(bins, minlength=_BINS + 1)
        failures["any"] += int(np.logical_or(*failed.values()).sum())
        observer.advance(size)
    observer.end()
    histogram = [
        {"mode": mode, "low": edges[i], "high": edges[i + 1], "count": int(counts[mode][i])}
        for mode in MODES
        for i in range(_BINS + 1)
    ]
    return ReliabilityResult(
        case=case.name,
        samples=asked.samples,
        seed=asked.seed,
        inputs=_input_table(asked, spread),
        no_thrust=no_thrust,
        probabilities=tuple(FailureProbability.counted(mode, n, asked.samples) for mode, n in failures.items()),
        histogram=Table.of(histogram),
        tornado=_tornado(wall, site, options, spread),
    )


def _input_table(asked: Reliability, spread: list[tuple[Input, Any]]) -> Table:
    """What was sampled, for the report."""
    return Table.of(
        [
            {
                "input": target.key,
                "unit": target.dimension.si,
                "distribution": variable.distribution,
                "mean": float(law.mean()),
                "sd": float(law.std()),
                "low": float(law.ppf(_TORNADO[0])),
                "high": float(law.ppf(_TORNADO[-1])),
            }
            for variable, (target, law) in zip(asked.variables, spread, strict=True)
        ]
    )


def _factors(wall: Wall, site: Site, options: StaticsOptions, values: dict[str, Any], size: int) -> dict[Mode, Any]:
    """Factors of all samples of a chunk."""
    varied_wall, varied_site = vary(wall, site, values)
    (case,) = cases_for(varied_wall, varied_site, options)
    factors = weakest_factors(varied_wall, case, options)
    return {mode: np.broadcast_to(factors[mode], (size,)) for mode in MODES}


def _tornado(wall: Wall, site: Site, options: StaticsOptions, spread: list[tuple[Input, Any]]) -> Table:
    """Each input at its 5 % and 95 % value, the others at their medians; widest bar first."""
    medians = {target.key: float(law.ppf(0.5)) for target, law in spread}
    rows: list[dict[str, Any]] = []
    for target, law in spread:
        ends = np.array([float(law.ppf(share)) for share in _TORNADO])
        values = {key: np.full(3, median) for key, median in medians.items()} | {target.key: ends}
        factors = _factors(wall, site, options, values, 3)
        rows.extend(
            {
                "input": target.key,
                "unit": target.dimension.si,
                "mode": mode,
                "low": ends[0],
                "high": ends[2],
                "factor_low": float(factors[mode][0]),
                "factor_median": float(factors[mode][1]),
                "factor_high": float(factors[mode][2]),
            }
            for mode in MODES
        )
    rows.sort(key=lambda row: -abs(np.nan_to_num(row["factor_high"] - row["factor_low"], nan=np.inf)))
    return Table.of(rows)
