"""Search for the set whose scaled spectra fit a target: greedy addition, exchanges, random restarts.

Each motion is scaled by the least squares of the logarithms of its spectrum over the range of periods; a factor common
to all then lifts the mean of the set to the target wherever it lies below. With a variance (a conditional spectrum)
each motion is scaled to the target at its conditioning period, and mean and variance are both fitted (Jayaram, Lin
and Baker 2011, Earthquake Spectra 27:797).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pirqa.model.polyhedron import FloatArray
from pirqa.motion.sets.options import Search

_WEIGHT_SINGLE = 0.25
"""Of the misfit of single motions: shapes near the target are better than ones that cancel in the mean."""
_WEIGHT_FACTOR = 0.05
"""Of the mean distance of the factors from 1."""
_WEIGHT_PREFERENCE = 0.15
"""Of what else is known of a motion: velocity, duration, site class."""
_PENALTY = 10.0
"""Of each motion or event that a rule asks for and the set lacks: more than any misfit."""
_INFEASIBLE = 1e6
"""Of a factor beyond the greatest, and of a third motion of one event."""

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Pool:
    """Candidates as arrays; rows are motions."""

    spectra: FloatArray
    """Combined spectra [m/s2], shape (motions, periods), at the target's periods."""
    events: IntArray
    """Number of the event of each motion, -1 for one that is not known, shape (motions,)."""
    kinds: IntArray
    """Number of the type of earthquake of each motion, -1 where it is not known, shape (motions,)."""
    near: npt.NDArray[np.bool_]
    """Whether a motion is near-fault or pulse-like, shape (motions,)."""
    preference: FloatArray
    """How far velocity, duration and site class are from those wanted, 0 or more, shape (motions,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Goal:
    """What the set is to be."""

    target: FloatArray
    """Target spectrum [m/s2], shape (periods,)."""
    deviation: FloatArray | None = None
    """Standard deviation of the logarithm of the spectra, shape (periods,); none where only the mean counts."""
    anchor: int | None = None
    """Place of the period to which each motion is scaled; none for the least squares over all."""
    count: int = 7
    least_events: int = 6
    most_of_event: int = 2
    least_factor: float = 0.25
    greatest_factor: float = 4.0
    kinds: dict[int, int] = field(default_factory=dict)
    """Least number of motions of each type, by its number."""
    near: int = 0
    """Least number of near-fault motions."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Selection:
    """A set: which candidates, scaled by how much."""

    members: tuple[int, ...]
    """Rows of the pool."""
    factors: tuple[float, ...]
    """Scale factor of each member."""
    common: float
    """Factor common to all, part of the factors."""
    cost: float
    """What the search made least; above 1e5 no set within the factors exists."""
    feasible: bool
    lacking: int = 0
    """Number of events, motions of a type and near-fault motions that the set should have and lacks."""


def scale_factors(pool: Pool, goal: Goal) -> FloatArray:
    """Return the factor that brings each candidate to the target, shape (motions,)."""
    if goal.anchor is not None:
        return np.asarray(goal.target[goal.anchor] / pool.spectra[:, goal.anchor])
    return np.asarray(np.exp((np.log(goal.target) - np.log(pool.spectra)).mean(axis=1)))


def search_set(
    pool: Pool,
    goal: Goal,
    *,
    search: Search = "restarts",
    restarts: int = 20,
    seed: int = 1,
    fixed: Sequence[int] = (),
) -> Selection:
    """Return the best set that the search finds; the rows ``fixed`` are in it."""
    state = _State(pool, goal)
    best = state.improve(state.greedy(list(fixed)), len(fixed))
    if search == "restarts":
        generator = np.random.default_rng(seed)
        for _ in range(restarts):
            drawn = state.improve(state.random(list(fixed), generator), len(fixed))
            if state.cost(drawn) < state.cost(best) - 1e-12:
                best = drawn
    return state.selection(best)


class _State:
    """Arrays that the search reuses."""

    def __init__(self, pool: Pool, goal: Goal) -> None:
        self.pool, self.goal = pool, goal
        self.single = scale_factors(pool, goal)
        self.scaled = pool.spectra * self.single[:, None]
        self.logs = np.log(self.scaled)
        self.misfit = np.sqrt(((self.logs - np.log(goal.target)) ** 2).mean(axis=1))
        self.size = min(goal.count, len(pool.spectra))

    def greedy(self, members: list[int]) -> list[int]:
        """Add the best candidate until the set is full."""
        while len(members) < self.size:
            costs = self._costs_with(members)
            costs[members] = np.inf
            members = [*members, int(np.argmin(costs))]
        return members

    def random(self, members: list[int], generator: np.random.Generator) -> list[int]:
        """Fill the set at random, two motions of an event at most where that is possible."""
        order = [row for row in generator.permutation(len(self.pool.spectra)).tolist() if row not in members]
        for strict in (True, False):
            for row in order:
                if len(members) == self.size:
                    return members
                used = int((self.pool.events[members] == self.pool.events[row]).sum()) if members else 0
                if row not in members and (not strict or used < self.goal.most_of_event):
                    members = [*members, row]
        return members

    def improve(self, members: list[int], fixed: int) -> list[int]:
        """Exchange one motion for another as long as that lowers the cost; the first ``fixed`` stay."""
        cost = self.cost(members)
        changed = True
        while changed:
            changed = False
            for place in range(fixed, len(members)):
                others = members[:place] + members[place + 1 :]
                costs = self._costs_with(others)
                costs[others] = np.inf
                row = int(np.argmin(costs))
                if costs[row] < cost - 1e-12:
                    members = [*members[:place], row, *members[place + 1 :]]
                    cost = float(costs[row])
                    changed = True
        return members

    def cost(self, members: list[int]) -> float:
        """Return the cost of a set."""
        return float(self._costs_with(members[:-1], only=members[-1])[0])

    def selection(self, members: list[int]) -> Selection:
        """Return the set with its factors."""
        common = self._common(self.scaled[members].mean(axis=0)[None, :])[0]
        factors = self.single[members] * common
        order = np.argsort(members, kind="stable")
        inside = (factors >= self.goal.least_factor * (1 - 1e-9)) & (factors <= self.goal.greatest_factor * (1 + 1e-9))
        _, counts = np.unique(self.pool.events[members], return_counts=True)
        return Selection(
            members=tuple(int(members[at]) for at in order),
            factors=tuple(float(factors[at]) for at in order),
            common=float(common),
            cost=self.cost(members),
            feasible=bool(np.all(inside)) and int(counts.max()) <= self.goal.most_of_event,
            lacking=self._lacking(members),
        )

    def _lacking(self, members: list[int]) -> int:
        """Return how many events, motions of a type and near-fault motions a set lacks."""
        goal, pool = self.goal, self.pool
        events, kinds = pool.events[members], pool.kinds[members]
        short = max(min(goal.least_events, self.size) - len(np.unique(events[events >= 0])), 0)
        short += sum(max(least - int((kinds == kind).sum()), 0) for kind, least in goal.kinds.items())
        return short + max(goal.near - int(pool.near[members].sum()), 0)

    def _common(self, means: FloatArray) -> FloatArray:
        """Return the factor that lifts each mean (rows) to the target; 1 where a conditional spectrum is fitted."""
        if self.goal.anchor is not None:
            return np.ones(len(means))
        return np.asarray((self.goal.target / means).max(axis=1))

    def _costs_with(self, others: list[int], only: int | None = None) -> FloatArray:
        """Return the cost of ``others`` with each candidate added, or with ``only`` that one."""
        rows = slice(None) if only is None else slice(only, only + 1)
        goal, pool, count = self.goal, self.pool, len(others) + 1
        total = self.scaled[others].sum(axis=0) if others else 0.0
        means = (total + self.scaled[rows]) / count
        common = self._common(means)
        target = np.log(goal.target)
        if goal.deviation is not None:
            logs = self.logs[others].sum(axis=0) if others else 0.0
            squares = (self.logs[others] ** 2).sum(axis=0) if others else 0.0
            mean = (logs + self.logs[rows]) / count
            variance = np.maximum((squares + self.logs[rows] ** 2) / count - mean**2, 0.0)
            if count > 1:
                variance = variance * count / (count - 1)
            wanted = goal.deviation if count > 1 else 0.0 * goal.deviation
            cost = np.sqrt(((mean - target) ** 2).mean(axis=1) + ((np.sqrt(variance) - wanted) ** 2).mean(axis=1))
        else:
            cost = np.sqrt((np.log(means * common[:, None] / goal.target) ** 2).mean(axis=1))
            single = self.misfit[others].sum() if others else 0.0
            cost = cost + _WEIGHT_SINGLE * (single + self.misfit[rows]) / count
        preference = pool.preference[others].sum() if others else 0.0
        cost = cost + _WEIGHT_PREFERENCE * (preference + pool.preference[rows]) / count
        cost = cost + self._factor_cost(others, rows, common, count)
        return np.asarray(cost + self._rule_cost(others, rows, count))

    def _factor_cost(self, others: list[int], rows: slice, common: FloatArray, count: int) -> FloatArray:
        goal = self.goal
        own = self.single[rows] * common
        far = np.abs(np.log(own))
        beyond = np.maximum(own / goal.greatest_factor, goal.least_factor / own)
        if others:
            rest = self.single[others][None, :] * common[:, None]
            far = far + np.abs(np.log(rest)).sum(axis=1)
            beyond = np.maximum(beyond, np.maximum(rest / goal.greatest_factor, goal.least_factor / rest).max(axis=1))
        # by how much, too, so that exchanges find their way back to what is allowed
        excess = np.maximum(beyond - 1.0 - 1e-9, 0.0)
        return np.asarray(_WEIGHT_FACTOR * far / count + np.where(excess > 0.0, _INFEASIBLE * (1.0 + excess), 0.0))

    def _rule_cost(self, others: list[int], rows: slice, count: int) -> FloatArray:
        """Return the penalty for events and types that the set would lack when it is full."""
        goal, pool = self.goal, self.pool
        events, kinds, near = pool.events[rows], pool.kinds[rows], pool.near[rows]
        known = pool.events[others]
        same = (known[None, :] == events[:, None]).sum(axis=1) if others else np.zeros(len(events), dtype=int)
        cost = np.where(same >= goal.most_of_event, _INFEASIBLE, 0.0)
        if others:  # a set that holds three of an event already is no better
            cost = cost + _INFEASIBLE * max(int(np.unique(known, return_counts=True)[1].max()) - goal.most_of_event, 0)
        room = self.size - count
        distinct = len(np.unique(known[known >= 0])) + ((same == 0) & (events >= 0))  # an unknown event adds none
        cost = cost + _PENALTY * np.maximum(min(goal.least_events, self.size) - distinct - room, 0)
        short = np.zeros(len(events))
        for kind, least in goal.kinds.items():
            held = int((pool.kinds[others] == kind).sum()) + (kinds == kind)
            short = short + np.maximum(least - held, 0)
        cost = cost + _PENALTY * np.maximum(short - room, 0)
        if goal.near:
            held = int(pool.near[others].sum()) + near
            cost = cost + _PENALTY * np.maximum(goal.near - held - room, 0)
        return np.asarray(cost)
