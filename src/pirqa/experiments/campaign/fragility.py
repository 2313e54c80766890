"""Fragility: the probability of a damage state as a function of an intensity measure.

P(state | x) = Φ(ln(x/θ)/β), fitted by maximum likelihood (Baker 2015). Intervals come from a bootstrap over records:
runs of one record are not independent of each other, records are. The regressions of yes and no on one variable, many
at a time, also serve the comparisons of measures and of parameters. Demand on the wall against intensity is a curve for
each record with fractiles of all, and the line of a cloud.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

_STEPS = 60
"""Of Newton's method; 6 to 10 are the rule."""
_CLOSE = 1e-10
"""Change of the parameters at which it has arrived."""
_LARGEST = 6.0
"""Most that a parameter changes in one step, the variable having been brought to unit spread."""
_LOG_ROOT = 0.5 * np.log(2.0 * np.pi)
LEAST_RECORDS = 7
"""Below which no curve is given: with 7 records β is biased low by 6 % and known to a quarter of itself, with
fewer it is a number without a meaning (simulated: θ 0.45 g, β 0.4, 8 levels)."""
FEW_RECORDS = 20
"""Below which the reader is told that there are few: 20 records know θ to 6 % and β to 15 %."""
MOST_FAILED = 0.02
"""Share of runs that say nothing above which nothing is fitted: they gather where it is strong, so leaving them out
would flatter the wall, and counting them either way would decide the answer."""
_LEAST_SIDE = 3
"""Records that must have reached the state at least once, and that must have stood at least once: the spread between
records is not known from fewer."""
_UNSTABLE = 0.1
"""Share of replicates without a fit, or that one level parts into yes and no, above which the data carry no curve."""
_WIDEST = 10.0
"""Upper over lower end of the interval of β above which the data do not say how steep the curve is."""
_GAP = 2.0 * 1.96
"""Standard deviations between two levels of which one has next to none and the other nearly all: a steeper curve cannot
be told from it, so that this bounds β of a replicate from below."""
_BINS = 128
"""Values of the measure that replicates are fitted to, where there are more of them."""
_GROUPS = 1000
"""Of records, where there are more of them: drawn together."""
_POINTS = 161
"""Of curves."""
_FARTHEST = 8.0
"""Standard deviations behind which a replicate is as good as certain."""


Treatment = Literal["none", "as_collapse", "as_survival"]
"""How runs that say nothing were counted: there are none; all as if the state was reached; none of them."""


Boolean = npt.NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class FragilityFit:
    """One damage state on one measure: its curve where the runs carry one, else why they do not."""

    state: str
    measure: str
    """Column of the table."""
    treatment: Treatment
    theta: float
    """Median [unit of the measure]; nan where there is none."""
    beta: float
    """Dispersion, standard deviation of ln [-]; nan where there is none."""
    confidence: float
    theta_interval: tuple[float, float]
    """Of separable data: the highest value that all stood, and the lowest that none did; nan where none was run."""
    beta_interval: tuple[float, float]
    flaws: tuple[str, ...]
    """Why there is no curve to rely on: keys, none where there is one."""
    cautions: tuple[str, ...]
    """What to keep in mind of a curve that is given."""
    records: int
    runs: int
    exceeded: int
    """Runs that reached the state."""
    values: FloatArray
    """Of the measure, where shares are told: stripes, or parts with equally many runs, shape (k,)."""
    trials: FloatArray
    """Runs there, shape (k,)."""
    shares: FloatArray
    """Share of them that reached the state, shape (k,)."""
    grid: FloatArray
    """Values of the measure, within what was run, shape (m,)."""
    probability: FloatArray
    """There; empty where nothing was fitted."""
    low: FloatArray
    """Lower end of the band, point by point; empty where there is no curve to rely on."""
    high: FloatArray

    @property
    def identified(self) -> bool:
        """Whether there is a curve to rely on."""
        return not self.flaws

    def at(self, value: npt.ArrayLike) -> FloatArray:
        """Probability of the state at a ``value`` of the measure; nan where nothing was fitted."""
        return lognormal(value, self.theta, self.beta)

    def band_at(self, value: float) -> tuple[float, float]:
        """Ends of the band at a ``value`` of the measure; outside of what was run, those at its ends."""
        if not len(self.low):
            return math.nan, math.nan
        place = math.log(value)
        return float(np.interp(place, np.log(self.grid), self.low)), float(
            np.interp(place, np.log(self.grid), self.high)
        )

    def __str__(self) -> str:
        count = f"{self.exceeded} of {self.runs} runs, {self.records} records"
        if not self.identified:
            return f"{self.state}: not identified ({', '.join(self.flaws)}); {count}"
        (low, high), (least, most) = self.theta_interval, self.beta_interval
        return (
            f"{self.state}: {self.measure} θ {self.theta:.4g} [{low:.4g}, {high:.4g}], "
            f"β {self.beta:.3f} [{least:.3f}, {most:.3f}]; {count}"
        )


def fit_fragility(
    values: FloatArray,
    exceeded: Boolean,
    records: npt.NDArray[np.generic],
    *,
    state: str = "",
    measure: str = "",
    treatment: Treatment = "none",
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 1,
) -> FragilityFit:
    """The curve of runs at ``values`` of a measure that ``exceeded`` a state or did not; all of shape (runs,).

    ``records`` say which runs belong together. Intervals of θ and β are those of a Student distribution about their
    logarithms, with the bootstrap's standard error; the band is the same of the argument of Φ at each value.
    """
    values = np.asarray(values, dtype=float)
    exceeded = np.asarray(exceeded, dtype=bool)
    if len(values) == 0:
        raise OptionsError(f"fragility of {state or 'a state'}: there is no run")
    if not np.all(np.isfinite(values) & (values > 0.0)):
        raise OptionsError(f"fragility on {measure or 'a measure'}: its values must be above 0 in all runs")
    place = np.log(values)
    _, codes = np.unique(records, return_inverse=True)
    count = int(codes.max()) + 1
    flaws, cautions = _flaws(place, exceeded, codes, count)
    points = _data_points(values, exceeded)
    unique, number = np.unique(place, return_inverse=True)
    yes, trials = np.bincount(number, exceeded).astype(float), np.bincount(number).astype(float)
    intercept, slope = (float(part[0]) for part in fit_probit(unique, yes[None], trials[None]))
    theta, beta = (math.exp(-intercept / slope), 1.0 / slope) if slope and math.isfinite(slope) else (math.nan,) * 2
    if math.isfinite(slope) and slope <= 0.0:
        flaws.append("not_rising")
        theta = beta = math.nan
    interval: tuple[float, float] = (math.nan, math.nan)
    spread = interval
    grid = np.exp(np.linspace(place.min(), place.max(), _POINTS))
    curve = lognormal(grid, theta, beta) if math.isfinite(beta) else np.zeros(0)
    low = high = np.zeros(0)
    if not flaws:
        drawn = _bootstrap(place, exceeded, codes, count, replicates, seed)
        reach = _reach(count, confidence)
        if drawn.lost > _UNSTABLE or math.exp(min(2.0 * reach * drawn.beta_error, 50.0)) > _WIDEST:
            flaws.append("unstable")
        else:
            wide, steep = reach * drawn.theta_error, reach * drawn.beta_error
            interval = (theta * math.exp(-wide), theta * math.exp(wide))
            spread = (beta * math.exp(-steep), beta * math.exp(steep))
            low, high = _band(grid, theta, beta, drawn, reach)
            if not values.min() <= theta <= values.max():
                cautions.append("extrapolated")
    if "separable" in flaws:
        interval = _bracket(values, exceeded)
    return FragilityFit(
        state=state,
        measure=measure,
        treatment=treatment,
        theta=theta,
        beta=beta,
        confidence=confidence,
        theta_interval=interval,
        beta_interval=spread,
        flaws=tuple(flaws),
        cautions=tuple(cautions),
        records=count,
        runs=len(values),
        exceeded=int(exceeded.sum()),
        values=points[0],
        trials=points[1],
        shares=points[2],
        grid=grid,
        probability=curve,
        low=low,
        high=high,
    )


def lognormal(value: npt.ArrayLike, theta: float, beta: float) -> FloatArray:
    """Φ(ln(value/θ)/β) (Baker 2015, equation 1)."""
    from scipy.special import ndtr

    return np.asarray(ndtr(np.log(np.asarray(value, dtype=float) / theta) / beta))


def separable(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> Boolean:
    """Whether one value parts all that exceeded from all that did not, shape (fits,): then no slope is too steep.

    ``variable`` of shape (values,); ``exceeded`` of ``trials`` at each value, shape (fits, values).
    """
    low = np.where(exceeded > 0.0, variable, np.inf).min(axis=1)
    high = np.where(trials - exceeded > 0.0, variable, -np.inf).max(axis=1)
    return np.asarray(high <= low)


def fit_probit(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Intercept a and slope b of P = Φ(a + b·variable) of largest likelihood, both of shape (fits,).

    ``exceeded`` of ``trials`` at each value of ``variable``, shapes (fits, values) and (values,). The log-likelihood is
    concave, so Newton's method finds its one peak (Baker 2015, equations 8 to 10, with a = -ln θ/β and b = 1/β). What
    has no peak, because it is separable or all alike, comes back as nan.
    """
    from scipy.special import log_ndtr

    def slopes(eta: FloatArray, yes: FloatArray, no: FloatArray) -> tuple[FloatArray, FloatArray]:
        density = -0.5 * eta * eta - _LOG_ROOT
        up, down = np.exp(density - log_ndtr(eta)), np.exp(density - log_ndtr(-eta))
        return yes * up - no * down, yes * up * (up + eta) + no * down * (down - eta)

    return _newton(variable, exceeded, trials, slopes)


def fit_logit(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same of P = 1/(1 + exp(-a - b·variable))."""
    from scipy.special import expit

    def slopes(eta: FloatArray, yes: FloatArray, no: FloatArray) -> tuple[FloatArray, FloatArray]:
        share = expit(eta)
        return yes * (1.0 - share) - no * share, (yes + no) * share * (1.0 - share)

    return _newton(variable, exceeded, trials, slopes)


def _newton(
    variable: FloatArray,
    exceeded: FloatArray,
    trials: FloatArray,
    slopes: Callable[[FloatArray, FloatArray, FloatArray], tuple[FloatArray, FloatArray]],
) -> tuple[FloatArray, FloatArray]:
    """``slopes`` are the first and minus the second derivative of the log-likelihood by a + b·variable."""
    yes, count = np.atleast_2d(exceeded).astype(float), np.atleast_2d(trials).astype(float)
    no = count - yes
    middle = float(np.mean(variable))
    spread = float(np.std(variable)) or 1.0
    place = (np.asarray(variable, dtype=float) - middle) / spread
    alike = (yes.sum(axis=1) == 0.0) | (no.sum(axis=1) == 0.0) | separable(place, yes, count)
    # turned round, what falls with the variable is as separable as what rises
    alike |= separable(-place[::-1], yes[:, ::-1], count[:, ::-1])
    intercept, slope = np.zeros(len(yes)), np.ones(len(yes))
    left = np.flatnonzero(~alike)
    for _ in range(_STEPS):
        if not len(left):
            break
        eta = intercept[left, None] + slope[left, None] * place
        gradient, weight = slopes(eta, yes[left], no[left])
        first, second = gradient.sum(axis=1), gradient @ place
        m00, m01, m11 = weight.sum(axis=1), weight @ place, weight @ place**2
        size = np.maximum(m00 * m11 - m01 * m01, 1e-300)
        steps = np.array([(m11 * first - m01 * second) / size, (m00 * second - m01 * first) / size])
        largest = np.abs(steps).max(axis=0)
        steps *= np.minimum(1.0, _LARGEST / np.maximum(largest, 1e-300))
        intercept[left] += steps[0]
        slope[left] += steps[1]
        left = left[largest > _CLOSE * (1.0 + np.abs(slope[left]))]
    bad = alike.copy()
    bad[left] = True
    b = slope / spread
    a = intercept - b * middle
    return np.where(bad, np.nan, a), np.where(bad, np.nan, b)


def _flaws(
    place: FloatArray, exceeded: Boolean, codes: npt.NDArray[np.intp], count: int
) -> tuple[list[str], list[str]]:
    """What speaks against a curve before one is fitted, and what only warns."""
    flaws = []
    if not exceeded.any():
        flaws.append("none_exceeded")
    elif exceeded.all():
        flaws.append("all_exceeded")
    elif separable(place, exceeded[None].astype(float), np.ones((1, len(place))))[0]:
        flaws.append("separable")
    if count < LEAST_RECORDS:
        flaws.append("few_records")
    if not flaws:
        reached, stood = (len(np.unique(codes[side])) for side in (exceeded, ~exceeded))
        if min(reached, stood) < _LEAST_SIDE:
            flaws.append("one_sided")
    return flaws, ["few_records"] if count < FEW_RECORDS else []


def _bracket(values: FloatArray, exceeded: Boolean) -> tuple[float, float]:
    """Between which the median of separable data lies: where some stood the very value that others did not, neither."""
    least, most = values[exceeded].min(), values[~exceeded].max()
    stood, fell = values[values < least], values[values > most]
    return float(stood.max()) if len(stood) else math.nan, float(fell.min()) if len(fell) else math.nan


def _data_points(values: FloatArray, exceeded: Boolean, most: int = 24) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Values at which a share is told, runs there, and the share: stripes as they are, else ten parts of the runs."""
    unique, number = np.unique(np.round(np.log(values), 9), return_inverse=True)
    if len(unique) <= most:
        trials = np.bincount(number).astype(float)
        return np.exp(unique), trials, np.bincount(number, exceeded) / trials
    parts = np.array_split(np.argsort(values, kind="stable"), 10)
    return (
        np.array([math.exp(float(np.log(values[part]).mean())) for part in parts]),
        np.array([float(len(part)) for part in parts]),
        np.array([float(exceeded[part].mean()) for part in parts]),
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Drawn:
    """Fits of replicates: standard errors and the fits themselves."""

    intercept: FloatArray
    slope: FloatArray
    theta_error: float
    """Of ln θ."""
    beta_error: float
    """Of ln β."""
    lost: float
    """Share of replicates without a fit, or that are separable."""
    inflation: float
    """Of a spread about a mean of as many as there are records, to that of a sample."""


def _bootstrap(
    place: FloatArray, exceeded: Boolean, codes: npt.NDArray[np.intp], count: int, replicates: int, seed: int
) -> _Drawn:
    """Fits of as many records as there are, drawn with replacement, ``replicates`` times."""
    chance = np.random.default_rng(seed)
    if count > _GROUPS:
        codes, count = chance.permutation(count)[codes] % _GROUPS, _GROUPS
    middles, number = _binned(place)
    index = codes * len(middles) + number
    size = count * len(middles)
    yes = np.bincount(index, exceeded, minlength=size).astype(float).reshape(count, -1)
    trials = np.bincount(index, minlength=size).astype(float).reshape(count, -1)
    drawn = chance.multinomial(count, np.full(count, 1.0 / count), size=replicates).astype(float)
    reached, tried = np.asarray(drawn @ yes, dtype=float), np.asarray(drawn @ trials, dtype=float)
    intercept, slope = fit_probit(middles, reached, tried)
    # one level that parts them all is an answer too, that of a very steep curve
    none, every = reached.sum(axis=1) == 0.0, (tried - reached).sum(axis=1) == 0.0
    steep = separable(middles, reached, tried) & ~none & ~every
    least = np.where(reached > 0.0, middles, np.inf).min(axis=1)
    most = np.where(tried - reached > 0.0, middles, -np.inf).max(axis=1)
    gap = float(np.ptp(middles)) / max(len(middles) - 1, 1)
    steepest = _GAP / gap if gap > 0.0 else math.inf
    centre = np.where(steep, 0.5 * np.where(steep, least + most, 0.0), -intercept / np.where(slope == 0.0, 1.0, slope))
    slope = np.where(steep, steepest, np.minimum(slope, steepest))
    intercept = -centre * slope
    sound = np.isfinite(slope) & (slope > 0.0)
    intercept, slope = intercept[sound], slope[sound]
    inflation = math.sqrt(count / (count - 1.0))
    return _Drawn(
        intercept=intercept,
        slope=slope,
        theta_error=inflation * float(np.std(-intercept / slope)) if sound.any() else math.inf,
        beta_error=inflation * float(np.std(np.log(slope))) if sound.any() else math.inf,
        lost=1.0 - float((sound & ~steep).mean()),
        inflation=inflation,
    )


def _binned(place: FloatArray) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """Values and the number of each run's: as they are, or middles of parts with equally many of them."""
    unique, number = np.unique(place, return_inverse=True)
    if len(unique) <= _BINS:
        return unique, number
    part = np.arange(len(unique)) * _BINS // len(unique)
    bins = part[number]
    return np.bincount(bins, place) / np.bincount(bins), bins


def _reach(count: int, confidence: float) -> float:
    """Standard errors from the middle of an interval to its end."""
    from scipy.special import stdtrit

    return float(stdtrit(count - 1, 0.5 + 0.5 * confidence))


def _band(grid: FloatArray, theta: float, beta: float, drawn: _Drawn, reach: float) -> tuple[FloatArray, FloatArray]:
    from scipy.special import ndtr

    middle = np.log(grid / theta) / beta
    fits = np.clip(drawn.intercept[:, None] + drawn.slope[:, None] * np.log(grid), -_FARTHEST, _FARTHEST)
    error = reach * drawn.inflation * fits.std(axis=0)
    return np.asarray(ndtr(middle - error)), np.asarray(ndtr(middle + error))


FRACTILES = (0.16, 0.5, 0.84)
"""Of the runs at one level (Vamvatsikos and Cornell 2002)."""
_MOST_LEVELS = 24
"""Levels that are taken as they are; more are put into twelve parts of equally many runs."""
_LEAST_STANDING = 5
"""Runs without collapse that a line needs."""
_LEAST_DEMAND = 1e-5
"""Lasting displacements below it count as this [m]: their logarithm would be that of rounding."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DemandCurves:
    """A demand against a measure."""

    measure: str
    demand: str
    """Column of the table."""
    levels: FloatArray
    """Of the fractiles, shape (k,)."""
    fractiles: FloatArray
    """16, 50 and 84 % of the runs have at most so much; infinite where they collapsed, shape (k, 3)."""
    collapsed: FloatArray
    """Share of the runs that collapsed, shape (k,)."""
    curve: npt.NDArray[np.intp]
    """Number of the curve of each run, shape (runs,); runs are sorted by curve and strength."""
    values: FloatArray
    """Of the measure, shape (runs,)."""
    demands: FloatArray
    """Infinite where the wall collapsed, shape (runs,)."""


@dataclass(frozen=True, kw_only=True)
class CloudFit:
    """ln(demand) = a + b ln(x) ± σ where the wall stands, and a logistic chance of collapse."""

    measure: str
    intercept: float
    slope: float
    scatter: float
    """Standard deviation of ln(demand) about the line [-]."""
    collapse_intercept: float
    """Of the logit; nan where collapse cannot be fitted."""
    collapse_slope: float
    runs: int
    collapsed: int
    floored: int
    """Runs whose demand was below the floor."""
    flaws: tuple[str, ...]

    def demand(self, values: FloatArray) -> FloatArray:
        """Median demand at ``values`` of the measure, where the wall stands."""
        return np.asarray(np.exp(self.intercept + self.slope * np.log(values)))

    def collapse(self, values: FloatArray) -> FloatArray:
        """Chance of collapse at ``values`` of the measure."""
        from scipy.special import expit

        if math.isnan(self.collapse_slope):
            return np.zeros(np.shape(values)) if self.collapsed == 0 else np.full(np.shape(values), math.nan)
        return np.asarray(expit(self.collapse_intercept + self.collapse_slope * np.log(values)))


def demand_curves(
    values: FloatArray,
    demands: FloatArray,
    collapsed: Boolean,
    curves: npt.NDArray[np.generic],
    *,
    measure: str,
    demand: str,
) -> DemandCurves:
    """Of runs at ``values`` of a measure; ``curves`` say which belong to one curve; all of shape (runs,).

    A collapse at a weaker motion and none at a stronger one stay as they are: rocking is not monotonic.
    """
    _, codes = np.unique(curves, return_inverse=True)
    order = np.lexsort((values, codes))
    sizes = np.where(collapsed, np.inf, demands)
    unique, number = np.unique(np.round(np.log(values), 9), return_inverse=True)
    if len(unique) > _MOST_LEVELS:
        number = np.argsort(np.argsort(values, kind="stable")) * 12 // len(values)
    count = int(number.max()) + 1
    by = np.argsort(number, kind="stable")
    parts = np.split(by, np.cumsum(np.bincount(number, minlength=count))[:-1])
    return DemandCurves(
        measure=measure,
        demand=demand,
        levels=np.array([float(np.exp(np.log(values[part]).mean())) for part in parts]),
        fractiles=np.array([np.quantile(sizes[part], FRACTILES, method="inverted_cdf") for part in parts]),
        collapsed=np.array([float(collapsed[part].mean()) for part in parts]),
        curve=codes[order],
        values=values[order],
        demands=sizes[order],
    )


def reversals(values: FloatArray, exceeded: Boolean, curves: npt.NDArray[np.generic]) -> int:
    """Curves that reach a state at one strength and not at a greater one."""
    _, codes = np.unique(curves, return_inverse=True)
    order = np.lexsort((values, codes))
    codes, reached = codes[order], exceeded[order]
    place = np.arange(len(codes))
    starts = np.searchsorted(codes, codes)
    last = np.maximum.accumulate(np.where(reached, place, -1))
    return len(np.unique(codes[~reached & (last >= starts)]))


def fit_cloud(values: FloatArray, demand: FloatArray, collapsed: Boolean, *, measure: str = "") -> CloudFit:
    """Line and logit of runs at ``values`` of a measure whose ``demand`` [m] counts where they stand, shape (runs,)."""
    place, stands = np.log(np.asarray(values, dtype=float)), ~np.asarray(collapsed, dtype=bool)
    if int(stands.sum()) < _LEAST_STANDING:
        raise OptionsError(
            f"cloud on {measure}: {int(stands.sum())} runs without collapse do not make a line; "
            f"{_LEAST_STANDING} are needed: add weaker records"
        )
    floored = np.maximum(demand[stands], _LEAST_DEMAND)
    x, y = place[stands], np.log(floored)
    middle = float(x.mean())
    along = float(((x - middle) ** 2).sum())
    if along < 1e-12:
        raise OptionsError(f"cloud on {measure}: all records are equally strong; take records that differ")
    slope = float(((x - middle) * (y - y.mean())).sum()) / along
    intercept = float(y.mean()) - slope * middle
    scatter = math.sqrt(float(((y - intercept - slope * x) ** 2).sum()) / max(len(x) - 2, 1))
    flaws = []
    fell = np.asarray(collapsed, dtype=float)[None]
    ones = np.ones_like(fell)
    logit = (math.nan, math.nan)
    if not fell.any():
        flaws.append("none_exceeded")
    elif separable(place, fell, ones)[0]:
        flaws.append("separable")
    else:
        first, second = fit_logit(place, fell, ones)
        logit = (float(first[0]), float(second[0]))
        if not logit[1] > 0.0:
            flaws.append("not_rising")
    return CloudFit(
        measure=measure,
        intercept=intercept,
        slope=slope,
        scatter=max(scatter, 1e-6),
        collapse_intercept=logit[0],
        collapse_slope=logit[1],
        runs=len(place),
        collapsed=int(fell.sum()),
        floored=int((demand[stands] < _LEAST_DEMAND).sum()),
        flaws=tuple(flaws),
    )
