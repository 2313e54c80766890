"""The verdict in words: its first sentence, the reasons of what is not shown, the motions that bring a wall down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pirqa.model.check import FAVOURABLE, LIMIT_STATES, Check, Effect, GoverningDemand, LimitState
from pirqa.model.verdict import Evidence, LimitStateVerdict, Verdict
from pirqa.project import Assessment
from pirqa.report.names import case_name, drive_name
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

TONES = {
    "satisfied": "good",
    "not_satisfied": "bad",
    "undetermined": "unsure",
    "not_shown": "unsure",
    "no_demand": "none",
    "not_assessed": "none",
}
_THIN = 1.3
"""Factor of safety below which a margin is thin where no code asks for one."""
MOTIONS_OF_A_SET = 7
"""Least number of motions of a set."""
OF_SHAKING: tuple[Effect, ...] = ("vertical_motion", "both_components", "duration", "amplification")
"""Effects of the earthquake, which nobody finds by looking at the wall."""
_FELL_AT_DEMAND = "ida_reached_at_demand"
"""Note of a set of motions of which one brings the wall to the limit state at the demand."""
_REASONS = ("ida_", "single_motion_", "displaced_")
"""Beginnings of notes that state why motions show no safety."""
_NO_REASONS = (
    "ida_lower",
    "ida_upper",
    "ida_upper_admissible",
    "single_motion_admissible",
    "displaced_above_onset",
    "displaced_wall",
)
_ALREADY_SAID = (_FELL_AT_DEMAND, "ida_corners_up_to_demand", *_NO_REASONS)
"""Notes that an owner reads in other words, or that do not concern him."""
_DIRECTED = ("sliding", "overturning")
"""Modes of a part that goes to the front or to the back."""
_FALLS: tuple[LimitState, ...] = ("wall_falls", "stones_fall")
_SAME = 0.01
"""Relative difference below which two intensities are printed as one."""


# -- first sentence ----------------------------------------------------------------------------------------------------


def first_sentence(verdict: Verdict, words: Words, ladders: Ladders | None = None) -> str:
    """Return the verdict in one to four plain sentences; made-up input is named first.

    ``ladders``: by limit state, the motions of a set, where one was run.
    """
    parts = [demonstration(verdict, words), *_lead(verdict, words, ladders or {})]
    return " ".join(part for part in parts if part)


def governing_check(verdict: Verdict) -> Check | None:
    """Return the check of what goes first: at rest, dry or wet, where the wall fails there, else in the earthquake."""
    order = ("wall_falls", "stones_fall", "damage", "onset")
    heavy = [verdict.of("gravity"), verdict.wet, *(verdict.of(state) for state in order)]  # type: ignore[arg-type]
    for item in heavy:
        if item.state == "not_satisfied" and (check := governs(item)) is not None:
            return check
    return verdict.governing


def governs(item: LimitStateVerdict) -> Check | None:
    """Return the check that governs a limit state: where it fails, the one that fails with the least capacity."""
    failing = [row for row in item.evidence if row.shows == "failure"]
    if item.state != "not_satisfied" or not failing:
        return item.governing
    return min(failing, key=lambda row: (round(against(row), 9), row.check.id)).check


def against(row: Evidence) -> float:
    """Return capacity over demand without allowances for what the method leaves out."""
    return row.check.ratio if row.against_demand is None else row.against_demand


def stone_place(stone: str, level: float | None, distance: float | None, words: Words) -> str:
    """Return a stone with its height and its distance from the left end [m], as far as they are known."""
    height = "" if level is None else words.number(level, 2)
    if distance is not None and height:
        return words("part_of.stone", stone=stone, level=height, distance=words.number(distance, 2))
    if height:
        return words("part_of.stone_level", stone=stone, level=height)
    return words("part_of.stone_name", stone=stone)


def part_sentence(check: Check, words: Words, *, left: float | None = None) -> str:
    """Return which part of the wall does what, as one would point at it; ``left``: station of its left end [m]."""
    place = check.place
    level = "" if place.level is None else words.typeset(f"{place.level:.3g}")
    if place.stone:
        distance = None if place.station is None or left is None else place.station - left
        part = stone_place(place.stone, place.level, distance, words)
    elif place.level is None or place.level <= 0.0:
        part = words("part_of.whole")
    else:
        part = words("part_of.above", level=level)
    table = "part_starts" if check.limit_state == "onset" else "part_does"
    does = words.get(f"{table}.{check.mode}", words(f"{table}.other"))
    if place.stone and check.limit_state == "onset":
        does = words("part_starts.stone")
    if check.mode in _DIRECTED and not place.stone:
        does += f", {words('part_of.to_back' if place.inward else 'part_of.to_front')}"
    return words("part_of.sentence", part=part, does=does)


def sentence_tone(verdict: Verdict) -> str:
    """Return the tone of the first sentence: ``good`` only where nothing falls and the wall is safe at rest.

    A fall in a computation at the demand is ``bad``, also where it proves nothing.
    """
    wet = (verdict.wet,) if has_fill(verdict) else ()
    heavy = (verdict.of("gravity"), *wet, verdict.of("stones_fall"), verdict.of("wall_falls"))
    if any(item.state == "not_satisfied" for item in heavy) or _fell_at_demand(verdict):
        return "bad"
    if all(item.state == "not_assessed" for item in (*verdict.limit_states, verdict.wet)):
        return "unsure" if _computed_falls(verdict) else "none"
    moves = "not_satisfied" in (verdict.of("onset").state, verdict.of("damage").state)
    safe = all(item.state == "satisfied" and not is_thin(item) for item in heavy) and not moves
    return "good" if safe and not verdict.circumstances.demonstration else "unsure"


def demonstration(verdict: Verdict, words: Words) -> str:
    """Return the statement that input is made up; empty where none is."""
    made_up = verdict.circumstances.demonstration
    if not made_up:
        return ""
    what = ", ".join(words.get(f"made_up.{name}", name) for name in made_up)
    return words("lead.demonstration", what=what)


def _lead(verdict: Verdict, words: Words, ladders: Ladders) -> Iterator[str]:
    gravity, stones, wall = (verdict.of(state) for state in ("gravity", "stones_fall", "wall_falls"))
    demand = _demand_phrase(verdict.circumstances.demand, words)
    everything = (*verdict.limit_states, verdict.wet)
    if all(item.state == "not_assessed" for item in everything):
        fell = list(_fell(verdict, words, ladders))
        if fell:
            yield words("lead.nothing_but_fell")
            yield from fell
        else:
            yield words("lead.nothing" if not any(item.evidence for item in everything) else "lead.nothing_counts")
    elif gravity.state == "not_satisfied":
        yield _failing_at_rest(gravity, "gravity", words)
        yield from _falls_too(verdict, demand, words)
    elif "not_satisfied" in (wall.state, stones.state):
        heavy = wall if wall.state == "not_satisfied" else stones
        yield words(f"lead.{heavy.limit_state}", demand=demand)
        if heavy is stones:
            yield words("lead.wall_stands" if wall.state == "satisfied" else "lead.wall_open")
        if verdict.wet.state == "not_satisfied":
            yield words("lead.wet_too")
    elif verdict.wet.state == "not_satisfied":
        yield _failing_at_rest(verdict.wet, "wet", words)
        yield from _falls_too(verdict, demand, words)
        if verdict.of("wall_falls").state == "satisfied":
            yield words("lead.dry_only")
    elif verdict.circumstances.demand is None:
        yield words("lead.no_demand")
        yield from _fell(verdict, words, ladders)
        yield from _capacities(verdict, words)
    else:
        yield from _standing(verdict, demand, words, ladders)


def _standing(verdict: Verdict, demand: str, words: Words, ladders: Ladders) -> Iterator[str]:
    """Yield the sentences where nothing is shown to fall."""
    gravity, onset, damage = (verdict.of(state) for state in ("gravity", "onset", "damage"))
    falls = [verdict.of("stones_fall"), verdict.of("wall_falls")]
    shown = all(item.state == "satisfied" for item in falls)
    at_rest = gravity.state == "satisfied" and (verdict.wet.state == "satisfied" or not has_fill(verdict))
    moves = onset.state == "not_satisfied" or damage.state == "not_satisfied"
    if shown and at_rest:
        yield words("lead.stands_but_moves" if moves else "lead.safe", demand=demand)
        if any(is_thin(item) for item in (gravity, verdict.wet, onset, *falls)):
            yield words("lead.thin")
        return
    if shown:
        key = "rest_open" if gravity.state != "satisfied" else "rain_open"
        yield words(f"lead.{key}", demand=demand)
    elif moves:
        worst = onset if onset.state == "not_satisfied" else damage
        yield words("lead.moves", demand=demand, moves=moving(worst, words))
        yield _may_fall(verdict, words)
    else:
        yield words("lead.not_shown", demand=demand)
    yield from _fell(verdict, words, ladders)
    if standing_contradiction(gravity) is not None:
        yield words("lead.contradiction")


def _may_fall(verdict: Verdict, words: Words) -> str:
    """Return what may fall, where nothing is shown to fall."""
    stones, wall = (verdict.of(state).state == "satisfied" for state in ("stones_fall", "wall_falls"))
    return words("lead.may_fall_stones" if wall else "lead.may_fall_wall" if stones else "lead.may_fall")


def _fell(verdict: Verdict, words: Words, ladders: Ladders) -> Iterator[str]:
    """Yield the runs in which the wall or stones fell, where these alone show no failure."""
    demand = verdict.circumstances.demand
    for state, rows in _computed_falls(verdict).items():
        sets = [check for check in rows if _FELL_AT_DEMAND in check.notes]
        if sets:
            ladder = ladders.get(state)
            count = 0 if ladder is None or demand is None else ladder.reached(demand.intensity)
            if ladder is not None and count:
                yield words(f"lead.fell_count_{state}", count=count, total=ladder.total)
            else:
                yield words(f"lead.fell_set_{state}", count=sets[0].motions or 1)
            return
        mildest = min(rows, key=lambda check: (_peak(check), check.id))
        yield words(f"lead.fell_{state}", drive=_drive(mildest, demand, words))
        return


def _computed_falls(verdict: Verdict) -> dict[LimitState, list[Check]]:
    """Return the runs in which the wall or stones fell and that show no failure, the fall of the wall first."""
    found: dict[LimitState, list[Check]] = {}
    for state in _FALLS:
        rows = [row.check for row in verdict.of(state).evidence if row.check.ratio < 1.0 and row.shows != "failure"]
        if rows := [check for check in rows if _FELL_AT_DEMAND in check.notes or _is_run(check)]:
            found[state] = rows
    return found


def _fell_at_demand(verdict: Verdict) -> bool:
    """Return whether the wall or a stone fell in a computation at the demand, or below it."""
    demand = verdict.circumstances.demand
    limit = 0.0 if demand is None else demand.intensity * (1.0 + _SAME)
    falls = [check for checks in _computed_falls(verdict).values() for check in checks]
    return any(_FELL_AT_DEMAND in check.notes or _peak(check) <= limit for check in falls) and demand is not None


def _peak(check: Check) -> float:
    """Return the peak ground acceleration of a run [g]; infinite where it is not known."""
    own = check.demand_intensity
    if own is None and check.basis is not None:
        own = check.basis.acceleration
    return math.inf if own is None else own


def compared(peak: float, demand: GoverningDemand, words: Words) -> str:
    """Return whether an earthquake is weaker or stronger than the design earthquake."""
    if abs(peak - demand.intensity) <= _SAME * demand.intensity:
        return words("answer.as_strong", demand=intensity(demand, words))
    return words("answer.stronger" if peak > demand.intensity else "answer.weaker", demand=intensity(demand, words))


def _drive(check: Check, demand: GoverningDemand | None, words: Words) -> str:
    """Return the strength of a run's earthquake, against that of the design earthquake; its name where unknown."""
    peak = _peak(check)
    if not math.isfinite(peak):
        assert check.basis is not None
        return drive_name(check.basis, words)
    text = f"{intensity(peak, words)} g"
    return text if demand is None else f"{text}, {compared(peak, demand, words)}"


def _is_run(check: Check) -> bool:
    """Return whether a check rests on one run under a named motion."""
    basis = check.basis
    return basis is not None and basis.driving == "record" and bool(basis.name) and (check.motions or 0) <= 1


def _failing_at_rest(item: LimitStateVerdict, season: str, words: Words) -> str:
    """Return the sentence of a wall that fails at rest, or only lacks the margin that is required."""
    check = governs(item)
    if check is None:
        return words(f"lead.{season}_fails", fails=words("fails_by.other"))
    if check.factor < 1.0:
        return words(f"lead.{season}_fails", fails=_failing(item, words))
    return words(f"lead.{season}_margin", factor=words.factor(check.factor), required=words.plain(check.required))


def _falls_too(verdict: Verdict, demand: str, words: Words) -> Iterator[str]:
    wall, stones = verdict.of("wall_falls"), verdict.of("stones_fall")
    if verdict.circumstances.demand is None:
        return
    if wall.state == "not_satisfied":
        yield words("lead.also_wall_falls", demand=demand)
    elif stones.state == "not_satisfied":
        yield words("lead.also_stones_fall", demand=demand)
    elif wall.state != "satisfied":
        yield words("lead.also_open", demand=demand)


def _capacities(verdict: Verdict, words: Words) -> Iterator[str]:
    for state in ("wall_falls", "stones_fall", "onset"):
        item = verdict.of(state)
        if item.lower is not None or item.upper is not None:
            yield f"{words(f'limit_state.{state}')}: {capacity_text(item, words)}"
            return


def _demand_phrase(demand: GoverningDemand | None, words: Words) -> str:
    return (
        words("lead.no_demand_phrase") if demand is None else words("lead.demand", intensity=intensity(demand, words))
    )


def _failing(item: LimitStateVerdict, words: Words) -> str:
    check = governs(item)
    mode = "" if check is None else check.mode
    return words.get(f"fails_by.{mode}", words("fails_by.other"))


def moving(item: LimitStateVerdict, words: Words) -> str:
    """Return what moves in the earthquake, and how."""
    check = governs(item)
    failing = {row.check.mode for row in item.evidence if row.shows == "failure"}
    mode = "rock_or_slide" if failing >= {"sliding", "overturning"} else "" if check is None else check.mode
    return words.get(f"moves_by.{mode}", words("moves_by.other"))


# -- demand and capacity -----------------------------------------------------------------------------------------------


def intensity(value: float | GoverningDemand, words: Words) -> str:
    """Return a peak ground acceleration over gravity to two or three digits."""
    number = value.intensity if isinstance(value, GoverningDemand) else value
    return words.number(number, 3 if 0.1 <= number < 1.0 and round(number, 2) != round(number, 4) else 2)


def chance_in_50_years(return_period: float) -> float:
    """Return the probability of exceedance in 50 years of an event with ``return_period`` [years] (Poisson)."""
    return -math.expm1(-50.0 / return_period)


def demand_name(demand: GoverningDemand, words: Words) -> str:
    """Return the name of the governing demand."""
    return words.get(f"code.{demand.name}", words.get(f"demand_name.{demand.name}", demand.name))


def demand_text(demand: GoverningDemand | None, words: Words) -> str:
    """Return the governing demand with its name, return period and rock value, as far as they are known."""
    if demand is None:
        return words("demand.none")
    parts = [words("demand.intensity", intensity=intensity(demand, words), name=demand_name(demand, words))]
    if demand.rock is not None and demand.factor is not None:
        parts.append(words("demand.rock", rock=intensity(demand.rock, words), factor=words.number(demand.factor, 3)))
    if demand.return_period is not None:
        years = words.typeset(f"{demand.return_period:.0f}")
        chance = words.typeset(f"{100.0 * chance_in_50_years(demand.return_period):.2g}")
        parts.append(words("demand.period", years=years, chance=chance))
    else:
        parts.append(words("demand.no_period"))
    return "; ".join(parts)


def capacity_text(item: LimitStateVerdict, words: Words) -> str:
    """Return the intensities up to which safety, and from which failure, is shown."""
    low, high = item.lower, item.upper
    start = "capacity.onset_" if item.limit_state == "onset" else "capacity."
    if low is not None and high is not None:
        if abs(low - high) <= _SAME * high:
            return words(f"{start}one", value=intensity(high, words))
        key = f"{start}both" if low < high else "capacity.crossed"
        return words(key, low=intensity(low, words), high=intensity(high, words))
    if low is not None:
        return words(f"{start}low", low=intensity(low, words))
    if high is not None:
        return words(f"{start}high", high=intensity(high, words))
    return words("capacity.unknown")


# -- states ------------------------------------------------------------------------------------------------------------


def seasons(verdict: Verdict) -> tuple[tuple[str, LimitStateVerdict], ...]:
    """Return the limit states with their keys, gravity in the wet season after gravity where there is fill."""
    wet = (("wet", verdict.wet),) if has_fill(verdict) else ()
    first, *rest = ((state, verdict.of(state)) for state in LIMIT_STATES)
    return (first, *wet, *rest)


def has_fill(verdict: Verdict) -> bool:
    """Return whether fill that may hold water is, or is not known to be absent, behind the wall."""
    known = verdict.circumstances
    if verdict.wet.evidence:
        return True
    return known.of("fill_at_rest").presence != "absent" and not is_drained(verdict)


def is_drained(verdict: Verdict) -> bool:
    """Return whether the project states that there is no water in the fill, so that no wet season was computed."""
    known = verdict.circumstances
    fill = known.of("fill_at_rest").presence == "present"
    return fill and not verdict.wet.evidence and known.of("water").presence == "absent"


def holds_dry_only(item: LimitStateVerdict, verdict: Verdict) -> bool:
    """Return whether safety in an earthquake is shown for a fill that is dry, and not at rest for a wet one."""
    wet = verdict.wet
    return (
        item.limit_state != "gravity" and item.state == "satisfied" and wet.state not in ("satisfied", "not_assessed")
    )


def is_thin(item: LimitStateVerdict) -> bool:
    """Return whether safety is shown with less than 1.3 and no code asks for the factor."""
    check = item.governing
    if (
        item.state != "satisfied"
        or check is None
        or item.follows_from is not None
        or (check.motions or 0) >= MOTIONS_OF_A_SET
    ):
        return False
    # a check knows its factor under its own demand, the evidence that under the one that governs
    ratios = [against(row) for row in item.evidence if row.check is check]
    factor = min([check.ratio, *ratios]) * check.required
    return factor < _THIN and (not check.required_source or check.required <= 1.0)


def state_words(item: LimitStateVerdict, words: Words) -> str:
    """Return the state in words; a thin margin is named."""
    return words("state.thin") if is_thin(item) else words(f"state.{item.state}")


def method_of(check: Check, words: Words) -> str:
    """Return the short name of a check's method."""
    return case_name(check.method, words, short=True)


# -- reasons -----------------------------------------------------------------------------------------------------------


def reasons(item: LimitStateVerdict, verdict: Verdict, words: Words, *, keys: bool = True) -> list[str]:
    """Return why a limit state has its state; ``keys``: with the keys of the project file that would close it."""
    if item.follows_from is not None:
        return [words(f"reason.because_{_root(item, verdict)}")]
    if item.state in ("satisfied", "not_satisfied"):
        return []
    if item.state == "no_demand":
        return [words("reason.no_demand")]
    found = [*_disagreeing(item, words, keys=keys), *_silent(item, verdict, words, keys=keys)]
    return found or [words("reason.not_known")]


def _root(item: LimitStateVerdict, verdict: Verdict) -> LimitState:
    """Return the limit state that decides another one by itself."""
    while item.follows_from is not None:
        item = verdict.of(item.follows_from)
    return item.limit_state


def _disagreeing(item: LimitStateVerdict, words: Words, *, keys: bool) -> Iterator[str]:
    if item.state == "undetermined" and item.above and item.below:
        sides = ["; ".join(case_name(name, words, short=True) for name in side) for side in (item.above, item.below)]
        yield words("reason.contradiction", above=sides[0], below=sides[1])
    elif item.state == "undetermined" and item.lower is not None and item.upper is not None and item.lower < item.upper:
        yield words("reason.inside", low=intensity(item.lower, words), high=intensity(item.upper, words))
    if item.partial:
        yield words("reason.partial" if keys else "reason.partial_plain")


def _silent(item: LimitStateVerdict, verdict: Verdict, words: Words, *, keys: bool) -> Iterator[str]:
    """Yield the reasons for which the evidence shows neither safety nor failure."""
    limit_state = item.limit_state
    if not item.evidence:
        yield words("reason.no_method")
        return
    silent = {reason for row in item.evidence for reason in row.silent}
    check = standing_contradiction(item)
    if check is not None:
        yield words("reason.standing", factor=words.factor(check.factor), method=method_of(check, words))
    if "contradicts_survival" in silent and verdict.circumstances.survived is not None:
        yield words("reason.survival", intensity=intensity(verdict.circumstances.survived, words))
    free = any(row.full_freedom and row.check.votes for row in item.evidence)
    if item.missing_modes and not free:
        modes = ", ".join(words(f"mode.{mode}").lower() for mode in item.missing_modes)
        yield words("reason.missing_modes", modes=modes)
    notes = dict.fromkeys(note for row in item.evidence for note in row.check.notes if note.startswith(_REASONS))
    if keys:
        yield from _displaced(item, words)
        yield from (words(f"note.{note}") for note in notes if note not in _NO_REASONS)
    elif any(note not in _ALREADY_SAID for note in notes):
        yield words("reason.set_open")
    if "assumed_hold" in silent:
        held = [effect for effect in FAVOURABLE if verdict.circumstances.of(effect).assumed]
        yield words("reason.assumed_hold", effects=effects_text(held, words))
    yield from _left_out(item, verdict, words, keys=keys)
    yield from _too_few_motions(item, words)
    demand = verdict.circumstances.demand
    if demand is not None and limit_state != "gravity":
        yield from _other_demand(item, demand, words)
    if all("no_vote" in row.silent for row in item.evidence):
        fell = any(row.check.motions is not None and row.check.ratio < 1.0 for row in item.evidence)
        yield words(("reason.no_vote_fell" if fell else "reason.no_vote") if keys else "reason.no_vote_plain")
    elif "bound" in silent and item.state == "not_shown" and not item.missing_modes and not item.omissions:
        yield words("reason.bound" if limit_state != "gravity" else "reason.bound_rest")


def standing_contradiction(item: LimitStateVerdict) -> Check | None:
    """Return the worst check that denies that a standing wall stands."""
    return next((row.check for row in item.evidence if "contradicts_standing" in row.silent), None)


def _displaced(item: LimitStateVerdict, words: Words) -> Iterator[str]:
    """Yield the residual displacement that only soft joints leave, against the limit."""
    rows = [row.check for row in item.evidence if "displaced_joints" in row.check.notes]
    if rows:
        worst = max(rows, key=lambda check: (check.demand, check.id))
        yield words(
            "reason.displaced_joints",
            displacement=words.number(1e3 * worst.demand, 2),
            limit=words.typeset(f"{1e3 * worst.capacity:.3g}"),
        )


def _left_out(item: LimitStateVerdict, verdict: Verdict, words: Words, *, keys: bool) -> Iterator[str]:
    """Yield which effects the methods leave out: those that are there, and those that nothing states."""
    if not item.omissions:
        return
    known = verdict.circumstances
    present, unstated, shaking = omitted(item.omissions, verdict)
    if present:
        yield words("reason.left_out", effects=effects_text(present, words))
    if unstated:
        yield words("reason.unstated", effects=effects_text(unstated, words))
    if shaking:
        yield words("reason.shaking", effects=effects_text(shaking, words))
    effects = [*unstated, *shaking]
    remedies = dict.fromkeys(known.of(effect).remedy for effect in effects if known.of(effect).remedy)
    if keys and remedies:
        yield words("reason.state_keys", keys=", ".join(remedies))


def omitted(effects: Iterable[Effect], verdict: Verdict) -> tuple[list[Effect], list[Effect], list[Effect]]:
    """Return effects that are there, those of the wall that nobody has stated, and those of the shaking."""
    known, effects = verdict.circumstances, tuple(effects)
    present = [effect for effect in effects if known.of(effect).presence == "present"]
    shaking = [effect for effect in effects if effect in OF_SHAKING and effect not in present]
    return present, [effect for effect in effects if effect not in (*present, *shaking)], shaking


def effects_text(effects: Sequence[Effect], words: Words) -> str:
    """Return the names of all effects."""
    return ", ".join(words(f"effect.{effect}") for effect in effects)


def _too_few_motions(item: LimitStateVerdict, words: Words) -> Iterator[str]:
    counts = [row.check.motions for row in item.evidence if row.check.motions is not None]
    if counts and max(counts) < MOTIONS_OF_A_SET:
        yield words("reason.motions", count=max(counts), needed=MOTIONS_OF_A_SET)


def _other_demand(item: LimitStateVerdict, demand: GoverningDemand, words: Words) -> Iterator[str]:
    for silence in ("weaker_demand", "stronger_demand"):
        values = [
            row.check.demand_intensity
            for row in item.evidence
            if silence in row.silent and row.check.demand_intensity is not None
        ]
        if values:
            value = max(values) if silence == "weaker_demand" else min(values)
            yield words(f"reason.{silence}", own=intensity(value, words), demand=intensity(demand, words))


# -- checks ------------------------------------------------------------------------------------------------------------


def worst_of_many(checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """Return the checks with only the worst verification of each code rule and limit state."""
    worst: dict[tuple[str, str], Check] = {}
    for check in checks:
        if _is_verification(check) and check.votes:
            key = (check.method, check.limit_state)
            worst[key] = min(worst.get(key, check), check, key=lambda one: one.ratio)
    return tuple(check for check in checks if not _is_verification(check) or check in worst.values())


def _is_verification(check: Check) -> bool:
    return check.id.startswith("codes.")


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Motions of a set that bring the wall to a limit state at rising intensity."""

    count: int
    """Motions that reach it."""
    total: int
    median: float | None
    """Intensity at which half of the motions have reached it [g]; None where fewer do."""
    first: float | None
    """Least intensity at which one does [g]."""
    levels: tuple[float, ...] = ()
    """Intensity at which each of them does [g]."""
    most_fallen: int = 0
    """Greatest number of stones that fall in one run at the demand."""
    free: int = 0
    """Stones that can fall."""

    def reached(self, demand: float) -> int:
        """Return the number of motions that bring it about at ``demand`` [g] or below."""
        return sum(level <= demand * (1.0 + 1e-6) for level in self.levels)


Ladders = Mapping[LimitState, Ladder]


def ladders_of(assessment: Assessment) -> dict[LimitState, Ladder]:
    """Return the ladder of each limit state; empty where no set of motions was run."""
    result = assessment.stages.get("ida")
    if result is None:
        return {}
    at_demand = [run.summary for run in result.runs if run.rung == 0 and not run.corner and not run.failed]
    return {
        state.limit_state: Ladder(
            count=state.count,
            total=len(state.capacities),
            median=None if state.median is None else state.median / STANDARD_GRAVITY,
            first=None if state.first is None or state.first.fell is None else state.first.fell / STANDARD_GRAVITY,
            levels=tuple(item.fell / STANDARD_GRAVITY for item in state.capacities if item.fell is not None),
            most_fallen=max((len(summary.falls) for summary in at_demand), default=0),
            free=max((summary.count for summary in at_demand), default=0),
        )
        for state in result.states
    }
