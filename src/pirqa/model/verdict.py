"""From evidence to a verdict for each limit state.

A check is evidence on one question: limit state, mode and part of the wall. Effects that its method leaves out decide
what it may show: safety needs every unsafe omission bounded, failure needs every favourable omission to be absent.
Within one question safety and failure together are a contradiction; across questions the worst governs. See
``docs/theory/verdict.md``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pirqa.model.check import (
    EFFECTS,
    FAVOURABLE,
    LIMIT_STATES,
    Check,
    Circumstances,
    Effect,
    LimitState,
    MethodDeclaration,
)

State = Literal["satisfied", "not_satisfied", "undetermined", "not_shown", "no_demand", "not_assessed"]
"""``satisfied``: shown safe; ``not_satisfied``: shown to fail; ``undetermined``: methods contradict each other, or the
demand lies between their bounds; ``not_shown``: there is evidence, and it shows neither; ``no_demand``: capacities are
known and the project gives no demand; ``not_assessed``: there is no evidence."""
Silence = Literal[
    "no_vote", "omission", "favourable_omission", "assumed_hold", "bound", "between", "weaker_demand",
    "stronger_demand", "contradicts_standing", "contradicts_survival", "refuted_at_rest", "set_decides",
    "not_finite", "unknown_demand", "no_demand",
]  # fmt: skip
"""Reason why evidence shows nothing: ``no_vote`` its method's own reason; ``assumed_hold`` its capacity counts struts,
returns or mortar of assumed strength; ``bound`` a lower bound below the demand or
an upper bound above it; ``between`` the demand lies within the allowance; ``weaker_demand`` it was computed for less
than the governing earthquake; ``unknown_demand`` nothing states what
earthquake it was computed for; ``refuted_at_rest`` its method denies that the standing wall stands; ``set_decides`` it
rests on single motions and a complete set has run."""

_SAME_DEMAND = 1e-6
"""Relative difference within which two demands are the same."""
_SET = 7
"""Least number of motions of a set."""
_MODES = ("sliding", "overturning")
"""Modes that methods with drawn mechanisms must cover together before they show that nothing moves."""
_OF_EARTHQUAKES: tuple[Effect, ...] = (
    "fill_dynamic",
    "vertical_motion",
    "both_components",
    "duration",
    "amplification",
)
"""Effects that a wall feels in an earthquake alone."""
_OF_LEVERS: tuple[Effect, ...] = ("lean", "crushing", "joint_compliance")
"""Effects that take from the lever arm of the weight."""
_OF_DEMANDS: tuple[Effect, ...] = ("amplification",)
"""Effects that raise the acceleration and leave the capacity."""
_OF_SECTIONS: tuple[Effect, ...] = ("both_components", "shape")
"""Effects that a cross-section lacks where the wall is shorter than thick, has openings, or stones of other depths."""
_SEISMIC: tuple[LimitState, ...] = ("onset", "damage", "stones_fall", "wall_falls")


@dataclass(frozen=True, kw_only=True)
class Omission:
    """An effect that is present, or not known to be absent, and that a method leaves out."""

    effect: Effect
    side: Literal["unsafe", "safe"]
    factor: float | None
    """Bound on its influence on the capacity; None where it is not known."""
    known: bool
    """Whether the project states that the effect is present; otherwise nothing states that it is absent."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One check and what it may show."""

    check: Check
    shows: Literal["safety", "failure", "nothing"]
    silent: tuple[Silence, ...] = ()
    """Reasons why it shows no more."""
    omissions: tuple[Omission, ...] = ()
    against_demand: float | None = None
    """Capacity over the governing demand with the required factor, without allowances; None without a demand."""
    is_lower: bool = False
    """Whether the capacity, times its allowances, is a lower end."""
    is_upper: bool = False
    """Whether the capacity is an upper end."""
    full_freedom: bool = False

    @property
    def factor(self) -> float:
        """Allowances for all omitted effects together.

        What several of them take from one lever arm adds up; what they take from different quantities multiplies.
        """
        return self._on_capacity * self._on_demand

    @property
    def _on_capacity(self) -> float:
        given = [item for item in self.omissions if item.side == "unsafe" and item.factor is not None]
        levers = sum(1.0 - (item.factor or 0.0) for item in given if item.effect in _OF_LEVERS)
        others = (item.factor or 0.0 for item in given if item.effect not in (*_OF_LEVERS, *_OF_DEMANDS))
        return max(0.0, 1.0 - levers) * math.prod(others)

    @property
    def _on_demand(self) -> float:
        return math.prod(
            item.factor
            for item in self.omissions
            if item.side == "unsafe" and item.factor is not None and item.effect in _OF_DEMANDS
        )

    @property
    def kept(self) -> float:
        """Ratio of the intensity with all allowances to the one without them.

        They take from the whole capacity R: of f R the loads at rest take s R as before, and the earthquake has
        (f − s)/(1 − s) of what it had. Its load grows with the intensity at least in proportion.
        """
        resting, left = self.check.at_rest, self._on_capacity
        if self.check.intensity is None or left >= 1.0:
            return self.factor
        return max(0.0, (left - resting) / (1.0 - resting)) * self._on_demand if resting < 1.0 else 0.0

    @property
    def ratio(self) -> float:
        """Capacity over demand with the required factor and all allowances."""
        return (self.check.ratio if self.against_demand is None else self.against_demand) * self.kept

    @property
    def low(self) -> float | None:
        """Lower end of capacity over demand; None where the check gives none."""
        return self.ratio if self.is_lower and self.against_demand is not None else None

    @property
    def high(self) -> float | None:
        """Upper end of capacity over demand; None where the check gives none."""
        return self.against_demand if self.is_upper else None

    @property
    def intensities(self) -> tuple[float | None, float | None]:
        """Capacity as peak ground acceleration [g]: the lower and the upper end."""
        value = self.check.intensity
        if value is None:
            return None, None
        return (value * self.kept if self.is_lower else None), (value if self.is_upper else None)


@dataclass(frozen=True, kw_only=True)
class LimitStateVerdict:
    """The answer to one limit state, with its evidence."""

    limit_state: LimitState
    state: State
    governing: Check | None = None
    """The check that decides, or the one with the lowest ratio where none does."""
    evidence: tuple[Evidence, ...] = ()
    """All checks of the limit state, the lowest ratio first."""
    follows_from: LimitState | None = None
    """The limit state whose verdict decides this one: what does not move does not fall; a wall that falls moves."""
    lower: float | None = None
    """Greatest intensity [g] up to which safety is shown, for the question that governs."""
    upper: float | None = None
    """Least intensity [g] from which failure is shown."""
    missing_modes: tuple[str, ...] = ()
    """Modes that no method covers."""
    partial: bool = False
    """Whether a part of the wall could not be judged, so that safe checks are not enough."""

    @property
    def above(self) -> tuple[str, ...]:
        """Methods that show safety."""
        return tuple(dict.fromkeys(item.check.method for item in self.evidence if item.shows == "safety"))

    @property
    def below(self) -> tuple[str, ...]:
        """Methods that show failure."""
        return tuple(dict.fromkeys(item.check.method for item in self.evidence if item.shows == "failure"))

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes that all checks with a vote carry: what none of the methods considers."""
        mine = [item.check for item in self.evidence if item.check.votes]
        first = mine[0].notes if mine else ()
        return tuple(note for note in first if all(note in check.notes for check in mine))

    @property
    def omissions(self) -> tuple[Effect, ...]:
        """Unsafe omissions of unknown size that keep a method from showing safety."""
        return tuple(
            dict.fromkeys(
                omission.effect
                for item in self.evidence
                if "omission" in item.silent
                for omission in item.omissions
                if omission.side == "unsafe" and omission.factor is None
            )
        )


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One verdict for each limit state, in the order of their severity."""

    limit_states: tuple[LimitStateVerdict, ...]
    wet: LimitStateVerdict
    """Gravity with the water of a wet season."""
    circumstances: Circumstances = field(default_factory=Circumstances)

    def of(self, limit_state: LimitState) -> LimitStateVerdict:
        """Return the verdict of one limit state."""
        return next(item for item in self.limit_states if item.limit_state == limit_state)

    @property
    def governing(self) -> Check | None:
        """The check that decides the most severe limit state that fails; else the one with the least margin."""
        for state in ("gravity", "wall_falls", "stones_fall", "damage", "onset"):
            item = self.of(state)
            if item.state == "not_satisfied" and item.governing is not None:
                return item.governing
        rows = [item for item in self.limit_states if item.governing is not None]
        known = [item.governing for item in rows if item.governing is not None]
        return min(known, key=lambda check: (round(check.ratio, 9), check.id), default=None)

    @property
    def evidence(self) -> tuple[dict[str, object], ...]:
        """One row a check: a table for :class:`polars.DataFrame`."""
        return tuple(
            {
                "limit_state": item.check.limit_state,
                "id": item.check.id,
                "method": item.check.method,
                "mode": item.check.mode,
                "part": item.check.part,
                "season": item.check.season,
                "bound": item.check.bound,
                "shows": item.shows,
                "ratio": item.ratio,
                "intensity_low": item.intensities[0],
                "intensity_high": item.intensities[1],
                "silent": ", ".join(item.silent),
                "omitted": ", ".join(omission.effect for omission in item.omissions),
            }
            for verdict in (*self.limit_states, self.wet)
            for item in verdict.evidence
        )

    def intensity(self, limit_state: LimitState) -> tuple[float | None, float | None]:
        """Return the intensities [g] up to which safety, and from which failure, is shown."""
        item = self.of(limit_state)
        return item.lower, item.upper

    def __str__(self) -> str:
        demand = self.circumstances.demand
        lines = ["no demand given" if demand is None else f"demand {demand.intensity:.3g} g ({demand.name})"]
        if self.circumstances.demonstration:
            lines.insert(0, f"demonstration with made-up {', '.join(self.circumstances.demonstration)}")
        rows: list[tuple[str, LimitStateVerdict]] = [(item.limit_state, item) for item in self.limit_states]
        rows.insert(1, ("gravity, wet", self.wet))
        for name, item in rows:
            if item is self.wet and not item.evidence:
                continue
            lines.append(f"{name:<13}{item.state.replace('_', ' '):<15}{self._told(item)}".rstrip())
        return "\n".join(lines)

    @staticmethod
    def _told(item: LimitStateVerdict) -> str:
        """Return the capacity, the check that governs and what is left out, on one line."""
        parts = []
        if item.follows_from is not None:
            return f"follows from {item.follows_from}"
        if item.lower is not None:
            parts.append(f"safe up to {item.lower:.3g} g")
        if item.upper is not None:
            parts.append(f"fails from {item.upper:.3g} g")
        check = item.governing
        if check is not None:
            ratio = "" if parts else f" {check.ratio:.3g}"
            parts.append(f"{check.method}, {check.mode}, {check.place}{ratio}")
        if item.omissions and item.state not in ("satisfied", "not_satisfied"):
            parts.append(f"leaves out {len(item.omissions)} effects")
        return "; ".join(parts)


def judge(
    checks: Iterable[Check],
    *,
    circumstances: Circumstances | None = None,
    declarations: Mapping[str, MethodDeclaration] | None = None,
    partial: Collection[LimitState] = (),
) -> Verdict:
    """Return the verdict that ``checks`` support together.

    Parameters
    ----------
    checks
        All checks of a project; order and duplicates do not matter.
    circumstances
        Facts of the project; without them every effect is unknown and there is no demand.
    declarations
        Declarations of the methods by family; a check of an undeclared family shows no safety.
    partial
        Limit states for which a part of the wall could not be judged.
    """
    known = Circumstances() if circumstances is None else circumstances
    declared = {} if declarations is None else declarations
    unique = sorted(dict.fromkeys(checks), key=repr)
    refuted = {(check.family, check.mode) for check in unique if _contradicts_standing(check, known)}
    rows = [_weigh(check, known, declared.get(check.family), refuted) for check in unique]
    sets = {item.check.limit_state for item in rows if _is_set(item) and (item.is_lower or item.is_upper)}
    rows = [
        _silenced(item, "set_decides")
        if item.check.limit_state in sets and item.check.motions is not None and not _is_set(item)
        else item
        for item in rows
    ]
    rows.sort(key=lambda item: (_order(item.ratio), item.check.id, item.check.action))
    still = _modes_at_rest([item for item in rows if item.check.limit_state == "onset"])
    found = {
        state: _decide(
            state,
            [item for item in rows if item.check.limit_state == state and not item.check.season],
            known,
            declared,
            partial=state in partial,
            still=still if state in _SEISMIC[1:] else frozenset(),
        )
        for state in LIMIT_STATES
    }
    wet = _decide("gravity", [item for item in rows if item.check.season == "wet"], known, declared)
    _follow(found, known)
    return Verdict(limit_states=tuple(found.values()), wet=wet, circumstances=known)


def _order(ratio: float) -> float:
    return -math.inf if math.isnan(ratio) else round(ratio, 9)


def _is_set(item: Evidence) -> bool:
    return (item.check.motions or 0) >= _SET


def _silenced(item: Evidence, *reasons: Silence, low: bool = True, high: bool = True) -> Evidence:
    """Return the evidence without its lower end (``low``) or upper end (``high``)."""
    is_lower, is_upper = item.is_lower and not low, item.is_upper and not high
    if (is_lower, is_upper) == (item.is_lower, item.is_upper):
        return item
    return _shown(replace(item, is_lower=is_lower, is_upper=is_upper, silent=(*item.silent, *reasons)))


def _shown(item: Evidence) -> Evidence:
    """Return the evidence with what its ends show, and the reason where they show nothing."""
    silent = tuple(reason for reason in item.silent if reason not in ("bound", "between", "no_demand"))
    low, high = item.low, item.high
    if item.against_demand is None:
        silent = (*silent, "no_demand")
    elif low is not None and low >= 1.0:
        return replace(item, shows="safety", silent=silent)
    elif high is not None and high < 1.0:
        return replace(item, shows="failure", silent=silent)
    elif low is not None and high is not None:
        silent = (*silent, "between")
    elif low is not None or high is not None:
        silent = (*silent, "bound")
    return replace(item, shows="nothing", silent=silent)


def _weigh(
    check: Check, known: Circumstances, declared: MethodDeclaration | None, refuted: Collection[tuple[str, str]]
) -> Evidence:
    """Return what ``check`` may show under the circumstances of the project."""
    seismic = check.limit_state != "gravity"
    ratio, note = _against_demand(check, known) if seismic else (check.ratio, None)
    item = Evidence(
        check=check,
        shows="nothing",
        omissions=tuple(_omissions(check, known, declared)),
        against_demand=ratio,
        is_lower=check.bound != "upper",
        is_upper=check.bound != "lower",
        full_freedom=declared is not None and declared.full_freedom,
    )
    if not check.votes:
        item = _silenced(item, "no_vote")
    if any(omission.side == "unsafe" and omission.factor is None for omission in item.omissions):
        item = _silenced(item, "omission", high=False)
    if any(omission.side == "safe" for omission in item.omissions):
        item = _silenced(item, "favourable_omission", low=False)
    if any(_holds_as_assumed(check, effect, known, declared) for effect in FAVOURABLE):
        item = _silenced(item, "assumed_hold", high=False)
    if ratio is not None and math.isnan(ratio):
        item = _silenced(item, "not_finite")
    if _contradicts_standing(check, known):
        item = _silenced(item, "contradicts_standing")
    elif seismic and check.bound != "lower" and (_family_at_rest(check, declared), check.mode) in refuted:
        item = _silenced(item, "refuted_at_rest")
    if seismic and item.is_upper and _contradicts_survival(check, known):
        item = _silenced(item, "contradicts_survival")
    if note == "unknown_demand":
        item = _silenced(item, note)
    if note == "weaker_demand" and item.low is not None and item.low >= 1.0:
        item = _silenced(item, note, high=False)
    if note == "stronger_demand" and item.high is not None and item.high < 1.0:
        item = _silenced(item, note, low=False)
    return _shown(item)


def _omissions(check: Check, known: Circumstances, declared: MethodDeclaration | None) -> Iterable[Omission]:
    given = {item.effect: item.factor for item in check.allowances if check.limit_state in item.limit_states}
    for effect in EFFECTS:
        circumstance = known.of(effect)
        full = declared is not None and declared.full_freedom
        modelled = circumstance.modelled or (full and effect in _OF_SECTIONS)
        wet = effect == "water" and bool(check.season)  # there is water in a wet season, also where it is dry today
        if (circumstance.presence == "absent" and not wet) or (effect in check.includes and modelled):
            continue
        if check.limit_state == "gravity" and effect in _OF_EARTHQUAKES:
            continue
        if effect == "water" and check.limit_state == "gravity":
            if check.season:  # judged with water, whatever the model of the dry wall has
                modelled = True
            elif circumstance.presence == "unknown" and not modelled:
                continue  # the dry wall: the wet season is judged by itself
        treatment = "unsafe" if declared is None or effect in check.omits else declared.treatment(effect)
        if not modelled and (treatment == "included" or effect in _OF_SECTIONS):
            treatment = "safe" if effect in FAVOURABLE else "unsafe"
        stated = circumstance.presence == "present"
        if treatment == "unsafe":
            bound = given.get(effect)
            allowance = circumstance.allowance
            if bound is None and allowance is not None and check.limit_state in allowance.limit_states:
                bound = allowance.factor
            yield Omission(effect=effect, side="unsafe", factor=bound, known=stated)
        elif treatment == "safe" and stated:
            yield Omission(effect=effect, side="safe", factor=None, known=True)


def _holds_as_assumed(check: Check, effect: Effect, known: Circumstances, declared: MethodDeclaration | None) -> bool:
    """Return whether the capacity counts a favourable effect whose values are assumed."""
    circumstance = known.of(effect)
    if circumstance.presence != "present" or not circumstance.assumed or effect in check.omits:
        return False
    if math.isinf(check.factor):  # nothing drives the wall, and nothing needs to hold it
        return False
    included = declared is not None and declared.treatment(effect) == "included"
    return effect in check.includes or (included and circumstance.modelled)


def _against_demand(check: Check, known: Circumstances) -> tuple[float | None, Silence | None]:
    """Return capacity over the governing demand, and whether the check was computed for another one."""
    if known.demand is None:
        return None, None
    wanted = known.demand.intensity
    if check.intensity is not None and not math.isnan(check.ratio):
        return (check.intensity / wanted if wanted > 0.0 else math.inf), None
    own = check.demand_intensity
    if own is None and check.basis is not None:
        own = check.basis.acceleration
    if own is None:
        return check.ratio, "unknown_demand"
    if abs(own - wanted) <= _SAME_DEMAND * wanted:
        return check.ratio, None
    return check.ratio, "weaker_demand" if own < wanted else "stronger_demand"


def _contradicts_standing(check: Check, known: Circumstances) -> bool:
    """Whether a method that is no lower bound denies that a standing wall stands."""
    dry_rest = check.limit_state == "gravity" and not check.season
    return known.stands is True and dry_rest and check.bound != "lower" and check.votes and check.factor < 1.0


def _family_at_rest(check: Check, declared: MethodDeclaration | None) -> str:
    return check.family if declared is None or not declared.at_rest else declared.at_rest


def _contradicts_survival(check: Check, known: Circumstances) -> bool:
    """Whether the wall survived more than the capacity that the check gives it."""
    return (
        known.survived is not None
        and check.limit_state in ("stones_fall", "wall_falls")
        and check.intensity is not None
        and check.intensity < known.survived
    )


Ends = tuple[float | None, float | None]
"""Lower and upper end of a capacity; None where there is none."""


def _decide(
    limit_state: LimitState,
    rows: list[Evidence],
    known: Circumstances,
    declared: Mapping[str, MethodDeclaration],
    *,
    partial: bool = False,
    still: frozenset[str] = frozenset(),
) -> LimitStateVerdict:
    """Return the verdict of one limit state; ``still``: modes that are shown not to start."""
    voting = [item for item in rows if item.check.votes]
    if not voting:
        # motions that decide nothing are evidence all the same: too few, not admissible, or no set
        moved = known.demand is not None and any(item.check.motions is not None for item in rows)
        return LimitStateVerdict(
            limit_state=limit_state,
            state="not_shown" if moved else "not_assessed",
            evidence=tuple(rows),
            partial=partial,
        )
    ratios = _questions(voting, lambda item: (item.low, item.high))
    answers = [_answer(ends) for ends in ratios]
    missing = tuple(mode for mode in _missing_modes(voting, declared) if mode not in still)
    if limit_state != "gravity" and known.demand is None:
        state: State = "no_demand"
    elif "not_satisfied" in answers:
        state = "not_satisfied"
    elif "undetermined" in answers:
        state = "undetermined"
    elif set(answers) == {"satisfied"} and not missing:
        refuted = any("contradicts_survival" in item.silent for item in voting)
        broken = any("not_finite" in item.silent for item in voting)
        state = "undetermined" if partial or refuted else "not_shown" if broken else "satisfied"
    else:
        state = "not_shown"
    intensities = _questions(voting, lambda item: item.intensities)
    lowers = [low for low, _ in intensities]
    return LimitStateVerdict(
        limit_state=limit_state,
        state=state,
        governing=_governing(voting, state),
        evidence=tuple(rows),
        lower=None if missing or None in lowers else _least(lowers),
        upper=_least(high for _, high in intensities),
        missing_modes=missing,
        partial=partial,
    )


def _questions(voting: list[Evidence], ends_of: Callable[[Evidence], Ends]) -> list[Ends]:
    """Return the ends of the capacity on each question: each drawn mode and part, and the wall with all stones free.

    A method in which every stone may move answers the drawn questions too. Where it knows upper ends alone, and these
    show nothing, it adds no question.
    """
    drawn: dict[tuple[str, str], list[Ends]] = {}
    full: dict[str, dict[str, dict[str, list[Ends]]]] = {}
    for item in voting:
        check = item.check
        if item.full_freedom:
            scenario = check.scenario or f"{check.action}|{'inward' if check.place.inward else 'outward'}"
            corner = check.corner or check.method.partition(".")[2]
            families = full.setdefault(scenario, {}).setdefault(check.family, {})
            families.setdefault(corner, []).append(ends_of(item))
        else:
            drawn.setdefault((check.mode, check.part), []).append(ends_of(item))
    scenarios = [_meet(_worst_corner(corners) for corners in families.values()) for _, families in sorted(full.items())]
    free = _worst(scenarios) if scenarios else (None, None)
    found = [_meet([_meet(mine), (free[0], None)]) for _, mine in sorted(drawn.items())]
    speaks = any(low is not None or (high is not None and high < 1.0) for low, high in scenarios)
    return [*found, free] if full and (speaks or not found) else found


def _meet(ends: Iterable[Ends]) -> Ends:
    """Return the narrowest ends that methods give for one question together."""
    pairs = list(ends)
    return _greatest(low for low, _ in pairs), _least(high for _, high in pairs)


def _worst_corner(corners: Mapping[str, list[Ends]]) -> Ends:
    """Return the ends over all corners of the inputs: safety needs every corner, and so does failure."""
    pairs = [_meet(mine) for mine in corners.values()]
    lows, highs = [low for low, _ in pairs], [high for _, high in pairs]
    return (None if None in lows else _least(lows), None if None in highs else _greatest(highs))


def _worst(pairs: list[Ends]) -> Ends:
    """Return the ends over all directions and motions: safety needs each of them, failure needs one."""
    lows = [low for low, _ in pairs]
    return (None if None in lows else _least(lows), _least(high for _, high in pairs))


def _answer(ends: Ends) -> State:
    """Return the answer to one question from the ends of capacity over demand."""
    low, high = ends
    if low is not None and low >= 1.0:
        return "undetermined" if high is not None and high < 1.0 else "satisfied"
    if high is not None and high < 1.0:
        return "not_satisfied"
    return "not_shown" if low is None or high is None else "undetermined"


def _missing_modes(voting: list[Evidence], declared: Mapping[str, MethodDeclaration]) -> tuple[str, ...]:
    covered: set[str] = set()
    for item in voting:
        method = declared.get(item.check.family)
        if item.full_freedom:
            covered |= set(_MODES) if item.is_lower else set()
        elif item.check.mode in _MODES:
            covered.add(item.check.mode)
        elif method is not None:
            covered |= set(method.modes)
    return tuple(mode for mode in _MODES if mode not in covered)


def _modes_at_rest(rows: list[Evidence]) -> frozenset[str]:
    """Return the modes of which every check with a vote shows that nothing starts."""
    voting = [item for item in rows if item.check.votes and not item.full_freedom]
    return frozenset(
        mode
        for mode in _MODES
        if any(item.check.mode == mode for item in voting)
        and all(item.shows == "safety" for item in voting if item.check.mode == mode)
    )


def _greatest(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _least(values: Iterable[float | None]) -> float | None:
    return min((value for value in values if value is not None), default=None)


def _governing(voting: list[Evidence], state: State) -> Check:
    wanted = {"satisfied": "safety", "not_satisfied": "failure"}.get(state)
    rows = [item for item in voting if item.shows == wanted] or voting
    # failure is shown without allowances
    failing = wanted == "failure"

    def order(item: Evidence) -> tuple[float, str]:
        given = item.against_demand if failing and item.against_demand is not None else item.ratio
        return _order(given), item.check.id

    return min(rows, key=order).check


def _follow(found: dict[LimitState, LimitStateVerdict], known: Circumstances) -> None:
    """Carry failure to the lighter limit states, and safety from the onset to the heavier ones.

    A wall that does not stand fails in every earthquake. Safety is not carried to a limit state with evidence of its
    own that raises a doubt.
    """
    rest = found["gravity"]
    if rest.state == "not_satisfied" and rest.governing is not None and rest.governing.factor < 1.0:
        for state in _SEISMIC if known.demand is not None else ():
            found[state] = _following(found[state], rest, "gravity")
        return
    chain: tuple[tuple[LimitState, LimitState], ...] = (
        ("wall_falls", "stones_fall"),
        ("stones_fall", "damage"),
        ("damage", "onset"),
    )
    for heavy, light in chain:
        if found[heavy].state == "not_satisfied" and found[light].state != "not_satisfied":
            found[light] = _following(found[light], found[heavy], heavy)
    onset = found["onset"]
    if onset.state != "satisfied":
        return
    for state in _SEISMIC[1:]:
        mine = found[state]
        if mine.state in ("not_assessed", "not_shown") and not any(_doubts(item, known) for item in mine.evidence):
            found[state] = _following(mine, onset, "onset")


def _doubts(item: Evidence, known: Circumstances) -> bool:
    """Whether the evidence forbids to conclude from the onset that nothing happens later."""
    check = item.check
    if math.isnan(check.ratio) or "contradicts_survival" in item.silent:
        return True
    if item.low is not None and item.low < 1.0:
        return True
    weaker = check.demand_intensity is None or (
        known.demand is not None and check.demand_intensity <= known.demand.intensity * (1.0 + _SAME_DEMAND)
    )
    return check.motions is not None and check.ratio < 1.0 and weaker


def _following(mine: LimitStateVerdict, other: LimitStateVerdict, name: LimitState) -> LimitStateVerdict:
    return LimitStateVerdict(
        limit_state=mine.limit_state,
        state=other.state,
        governing=other.governing,
        evidence=mine.evidence,
        follows_from=name,
        lower=mine.lower if other.state == "not_satisfied" else other.lower,
        upper=other.upper if other.state == "not_satisfied" else mine.upper,
        partial=mine.partial,
    )
