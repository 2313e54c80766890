"""Monte-Carlo reliability: how often a factor of safety falls below 1 when inputs are uncertain, and which matter.

Distributions of the uncertain inputs are those of scipy.stats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.model.ground_motion import Site
from pirqa.model.remark import Table
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.statics.inputs import Input, find_input, inputs_of, vary
from pirqa.statics.options import Reliability, StaticsOptions, Variable
from pirqa.statics.pseudo_static import MODES, Mode, cases_for, weakest_factors

_FRIENDLY = ("normal", "lognormal", "uniform", "triangular")

_CHUNK = 1 << 14
"""Samples evaluated at once: the arrays of one chunk stay in the processor's cache."""
_BINS, _TOP = 80, 4.0
"""Bins of the histogram of factors up to the last, open one."""
_TORNADO = (0.05, 0.5, 0.95)
_CONFIDENCE = 0.95


def frozen_distribution(variable: Variable, target: Input) -> Any:
    """The scipy.stats distribution of ``variable``, in SI units of the input it is put on."""
    from scipy import stats

    def number(name: str) -> float:
        value = getattr(variable, name)
        if value is None:
            raise OptionsError(f'"{variable.input}": a {variable.distribution} distribution needs {name}')
        return target.accept(value)

    def optional(name: str, otherwise: float) -> float:
        return otherwise if getattr(variable, name) is None else number(name)

    def spread(mean: float) -> float:
        if variable.cov is not None and variable.sd is not None:
            raise OptionsError(f'"{variable.input}": give sd or cov, not both')
        sd = abs(mean) * variable.cov if variable.cov is not None else number("sd")
        if sd <= 0:
            raise OptionsError(f'"{variable.input}": sd must be greater than 0')
        return sd

    if variable.distribution in ("normal", "lognormal"):
        _refuse(variable, ("mode", "shape", "loc", "scale"))
        mean = number("mean")
        sd = spread(mean)
        low, high = optional("low", -math.inf), optional("high", math.inf)
        _ordered(variable, low, high)
        if variable.distribution == "normal":
            if low == -math.inf and high == math.inf:
                return stats.norm(mean, sd)
            return stats.truncnorm((low - mean) / sd, (high - mean) / sd, loc=mean, scale=sd)
        if mean <= 0:
            raise OptionsError(f'"{variable.input}": the mean of a lognormal distribution must be positive')
        if (low, high) != (-math.inf, math.inf):
            raise OptionsError(f'"{variable.input}": a lognormal distribution is not cut off: drop low, high')
        sigma = math.sqrt(math.log1p((sd / mean) ** 2))
        return stats.lognorm(sigma, scale=mean * math.exp(-0.5 * sigma**2))
    if variable.distribution in ("uniform", "triangular"):
        _refuse(variable, ("mean", "sd", "cov", "shape", "loc", "scale"))
        low, high = number("low"), number("high")
        _ordered(variable, low, high)
        if variable.distribution == "uniform":
            return stats.uniform(low, high - low)
        mode = number("mode")
        if not low <= mode <= high:
            raise OptionsError(f'"{variable.input}": mode must lie between low and high')
        return stats.triang((mode - low) / (high - low), loc=low, scale=high - low)
    return _from_scipy(variable, number, optional)


def _from_scipy(variable: Variable, number: Any, optional: Any) -> Any:
    from scipy import stats

    family: Any = getattr(stats, variable.distribution, None)
    known: Any = stats.rv_continuous
    if not isinstance(family, known):
        names = [name for name in dir(stats) if isinstance(getattr(stats, name), stats.rv_continuous)]
        hint = did_you_mean(variable.distribution, [*_FRIENDLY, *names])
        hint = hint if hint.startswith("did") else f"use {', '.join(_FRIENDLY)} or a continuous scipy.stats name"
        raise OptionsError(f'"{variable.input}": no distribution is called "{variable.distribution}": {hint}')
    _refuse(variable, ("mean", "sd", "cov", "low", "high", "mode"))
    if len(variable.shape) != family.numargs:
        raise OptionsError(
            f'"{variable.input}": scipy.stats.{variable.distribution} takes {family.numargs} shape '
            f"parameter(s) ({family.shapes or 'none'}), got {len(variable.shape)}"
        )
    return family(*variable.shape, loc=optional("loc", 0.0), scale=number("scale"))


def _ordered(variable: Variable, low: float, high: float) -> None:
    if low >= high:
        raise OptionsError(f'"{variable.input}": low must be less than high')


def _refuse(variable: Variable, names: tuple[str, ...]) -> None:
    """Refuse parameters that the distribution would silently ignore."""
    for name in names:
        if getattr(variable, name) not in (None, ()):
            raise OptionsError(f'"{variable.input}": a {variable.distribution} distribution has no "{name}": remove it')


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
        from scipy import stats

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
