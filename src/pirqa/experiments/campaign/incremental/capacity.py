"""The intensities at which motions bring the wall to a state: the ladder that is run, and the capacity that follows.

Rung 0 is the demand. Every third rung is run first, upwards while the wall stands at the demand and downwards where it
falls there; the bracket of the first fall is halved to neighbouring rungs, and two rungs above the first fall are run
too, since rocking walls may stand again. The answer depends on the tried rungs alone, so that a stopped analysis goes
on where it was. Capacities are brackets on the ladder; their median and dispersion give the bounds that they support.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.model.check import LimitState
from pirqa.model.polyhedron import FloatArray

ABOVE = 2
"""Rungs above the first fall that are run too."""
_COARSE = 3
"""Rungs of a coarse step."""
UNKNOWN_DISPERSION = 0.4
"""Dispersion by motions where too few of them reach the state: record-to-record of FEMA P695 §7.3.4 (not compared with
the text)."""
_LEAST_FALLS = 3
"""Motions that must reach a state before their spread says anything."""
_MOST_DISPERSION = 1.5
_HALF_STEP = 1.15**-0.5
"""Middle of a step of the ladder, relative to its upper end, where nothing below was run."""


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Intensities with a constant ratio through the demand."""

    demand: float
    """Intensity of rung 0 [m/s2]."""
    ratio: float
    lowest: int
    """Number of the lowest rung, at most 0."""
    highest: int

    @classmethod
    def of(cls, demand: float, *, ratio: float, least: float, most: float) -> Ladder:
        """Return the ladder whose highest rung is ``most`` times the demand and whose steps are at most ``ratio``.

        >>> ladder = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)
        >>> ladder.highest, round(ladder.ratio, 4), round(ladder.intensity(8), 6)
        (8, 1.1472, 3.0)
        """
        highest = math.ceil(math.log(most) / math.log(ratio) - 1e-9)
        exact = most ** (1.0 / highest)
        return cls(demand=demand, ratio=exact, lowest=math.ceil(math.log(least) / math.log(exact)), highest=highest)

    def intensity(self, rung: int) -> float:
        """Return the intensity of ``rung`` [m/s2]."""
        return float(self.demand * self.ratio**rung)


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """Neighbouring rungs between which a state is reached first."""

    stood: int | None
    """Highest rung below the first one that reaches the state at which it is not reached; None where there is none."""
    fell: int | None
    """Lowest rung that reaches it; None where none does."""
    again: tuple[int, ...] = ()
    """Rungs above that one at which the state is not reached."""


@dataclass(frozen=True, kw_only=True)
class MotionCapacity:
    """Intensities between which one motion brings the wall to a state."""

    motion: str
    stood: float
    """Greatest intensity below the first that reaches it at which the state is not reached [m/s2]; 0 where unknown."""
    fell: float | None
    """Least intensity that reaches it [m/s2]; None where none does, so that the capacity is above ``stood``."""
    again: tuple[float, ...] = ()
    """Greater intensities at which the state is not reached [m/s2]."""
    recorded: bool = True
    """Whether the motion was recorded: synthetic ones give no spread."""

    @property
    def estimate(self) -> float:
        """Middle of the bracket [m/s2]: infinite where the state is not reached."""
        if self.fell is None:
            return math.inf
        return math.sqrt(self.stood * self.fell) if self.stood > 0.0 else _HALF_STEP * self.fell


@dataclass(frozen=True, kw_only=True)
class StateCapacity:
    """Capacity of the wall for one limit state under all motions."""

    limit_state: LimitState
    capacities: tuple[MotionCapacity, ...]
    median: float | None
    """Median at the best estimates of the inputs [m/s2]; None where fewer than half of the motions reach the state."""
    censored: float
    """Median of the intensities that are known to be withstood [m/s2]: a lower end of the median."""
    motion_dispersion: float
    """Standard deviation of ln capacity by motions."""
    dispersion: float
    """With that of the model, and not below the least."""
    quantile: float
    """Standard normal quantile of the accepted probability."""
    shown: float
    """Intensity up to which safety is shown [m/s2]; 0 where it is not."""
    reasons: tuple[str, ...] = ()
    """Keys of what keeps safety from being shown at the demand, or limits it."""
    corner: str = ""
    """Corner of the joints that reaches the state at the demand; empty where none does."""

    @property
    def required(self) -> float:
        """Least ratio of the median to the demand."""
        return math.exp(self.quantile * self.dispersion)

    @property
    def count(self) -> int:
        """Number of motions that reach the state."""
        return sum(item.fell is not None for item in self.capacities)

    @property
    def first(self) -> MotionCapacity | None:
        """The motion that reaches it at the least intensity."""
        reached = [item for item in self.capacities if item.fell is not None]
        return min(reached, key=lambda item: (item.fell, item.motion), default=None)


def bracket_of(tried: Mapping[int, bool | None]) -> Bracket:
    """Return the bracket of the first fall; ``tried`` has None for a run that failed and shows nothing."""
    fell = min((rung for rung, outcome in tried.items() if outcome), default=None)
    stood = [rung for rung, outcome in tried.items() if outcome is False and (fell is None or rung < fell)]
    again = () if fell is None else tuple(sorted(k for k, outcome in tried.items() if outcome is False and k > fell))
    return Bracket(stood=max(stood, default=None), fell=fell, again=again)


def next_rungs(tried: Mapping[int, bool | None], ladder: Ladder) -> tuple[int, ...]:
    """Return the rungs to run next, which do not depend on each other; none where the hunt is over.

    >>> ladder = Ladder.of(1.0, ratio=1.15, least=0.1, most=3.0)
    >>> next_rungs({}, ladder), next_rungs({0: False}, ladder), next_rungs({0: False, 3: True}, ladder)
    ((0,), (3,), (1,))
    """
    if 0 not in tried:
        return (0,)
    found = bracket_of(tried)
    if found.fell is None:
        rung = max(tried)
        return (min(rung + _COARSE, ladder.highest),) if rung < ladder.highest else ()
    if found.stood is None and min(tried) > ladder.lowest:
        return (max(min(tried) - _COARSE, ladder.lowest),)
    below = ladder.lowest if found.stood is None else found.stood + 1
    between = [rung for rung in range(below, found.fell) if rung not in tried]
    if between:
        return (between[(len(between) - 1) // 2],)
    above = range(found.fell + 1, min(found.fell + ABOVE, ladder.highest) + 1)
    return tuple(rung for rung in above if rung not in tried)


def capacity_of(
    limit_state: LimitState,
    capacities: Sequence[MotionCapacity],
    *,
    quantile: float,
    model_dispersion: float,
    least_dispersion: float,
    limits: Sequence[tuple[str, float]] = (),
    corner: str = "",
) -> StateCapacity:
    """Return the capacity for one limit state.

    ``limits`` are keys of reasons, each with the intensity up to which safety may be shown all the same [m/s2].
    """
    middle = median_of([item.estimate for item in capacities])
    censored = median_of([item.stood for item in capacities])
    motions = dispersion_of(capacities)
    total = max(math.hypot(motions, model_dispersion), least_dispersion)
    shown = censored / math.exp(quantile * total)
    falls = [item.stood for item in capacities if item.fell is not None]
    if falls:
        shown = min(shown, *falls)
    return StateCapacity(
        limit_state=limit_state,
        capacities=tuple(capacities),
        median=None if math.isinf(middle) else middle,
        censored=censored,
        motion_dispersion=motions,
        dispersion=total,
        quantile=quantile,
        shown=min([shown, *(value for _, value in limits)]),
        reasons=tuple(dict.fromkeys(key for key, _ in limits)),
        corner=corner,
    )


def median_of(values: Sequence[float]) -> float:
    """Return the median: the geometric mean of the middle two of an even number.

    >>> median_of([2.0, 8.0]), median_of([3.0, 1.0, 2.0])
    (4.0, 2.0)
    """
    ordered = sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return low if low == high else math.inf if math.isinf(high) else math.sqrt(low * high)


def dispersion_of(capacities: Sequence[MotionCapacity]) -> float:
    """Return the standard deviation of ln capacity by recorded motions, those that did not fall counted as censored.

    Maximum likelihood of a lognormal distribution; the sample's n − 1 where all fell. At least three falls are needed.
    """
    recorded = [item for item in capacities if item.recorded and item.stood > 0.0]  # without a lower end: no spread
    known = [math.log(item.estimate) for item in recorded if item.fell is not None]
    beyond = [math.log(item.stood) for item in recorded if item.fell is None]
    if len(known) < _LEAST_FALLS:
        return UNKNOWN_DISPERSION
    mean = sum(known) / len(known)
    if not beyond:
        return math.sqrt(sum((value - mean) ** 2 for value in known) / (len(known) - 1))
    from scipy.optimize import minimize
    from scipy.special import log_ndtr

    def unlikely(x: FloatArray) -> float:
        centre, spread = float(x[0]), math.exp(float(x[1]))
        hit = sum(0.5 * ((value - centre) / spread) ** 2 + float(x[1]) for value in known)
        return float(hit - sum(float(log_ndtr((centre - value) / spread)) for value in beyond))

    start = np.array([max(mean, *beyond), math.log(UNKNOWN_DISPERSION)])
    fit = minimize(unlikely, start, method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-9, "maxiter": 2000})
    count = len(known) + len(beyond)
    return min(math.exp(float(fit.x[1])) * math.sqrt(count / (count - 1)), _MOST_DISPERSION)
