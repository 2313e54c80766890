"""Properties of the judge over random evidence: nothing that makes a wall worse makes its verdict better."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pirqa.model.check import EFFECTS, LIMIT_STATES, Check, Circumstance, Circumstances
from pirqa.model.verdict import Verdict
from tests.verdict.evidence import DECLARED, allowance, check, known, whole

RANK = {"satisfied": 2, "not_satisfied": 0}
"""Rank of a state: what shows neither lies between."""
LEVELS = [0.0, 0.1, 0.2, 0.29, 0.3, 0.31, 0.5, 1.0]

levels = st.sampled_from(LEVELS)
names = st.sampled_from("abcd")


@st.composite
def checks(draw: st.DrawFn) -> Check:
    state = draw(st.sampled_from(LIMIT_STATES))
    family = draw(st.sampled_from(sorted(DECLARED)))
    full = DECLARED[family].full_freedom
    at = draw(st.sampled_from([0.1, 0.3, 0.6]))
    made = check(
        draw(st.sampled_from(LEVELS[1:])),
        state=state,
        family=family,
        mode="mechanism" if full else draw(st.sampled_from(["sliding", "overturning", "bearing"])),
        name=draw(names),
        at=at,
        level=draw(st.sampled_from([None, 1.0])),
        bound=draw(st.sampled_from(["lower", "upper", "estimate"])),
        votes=draw(st.booleans()) or draw(st.booleans()),
        motions=draw(st.sampled_from([None, 1, 7])) if full else None,
    )
    return replace(made, intensity=None) if draw(st.integers(0, 4)) == 0 else made


some = st.lists(checks(), min_size=1, max_size=7)
presences = st.sampled_from(["present", "absent", "unknown"])
effects = st.dictionaries(st.sampled_from(EFFECTS), presences, max_size=3)


def circumstances(given_effects: dict[str, str], demand: float | None = 0.3) -> Circumstances:
    return known(demand, **{name: Circumstance(presence=what) for name, what in given_effects.items()})  # type: ignore[arg-type]


def ranks(verdict: Verdict) -> dict[str, int]:
    return {item.limit_state: RANK.get(item.state, 1) for item in verdict.limit_states}


def assert_no_better(worse: Verdict, better: Verdict, *states: str) -> None:
    """No limit state of ``worse`` is safe that is not safe in ``better``, nor open where ``better`` fails."""
    low, high = ranks(worse), ranks(better)
    assert all(low[state] <= high[state] for state in states or LIMIT_STATES), (low, high)


def assert_not_safer(worse: Verdict, better: Verdict) -> None:
    low, high = ranks(worse), ranks(better)
    assert all(high[state] == 2 for state in LIMIT_STATES if low[state] == 2), (low, high)


@given(some, effects, levels, levels)
def test_a_larger_demand_never_improves_a_state(rows, present, one, other):
    small, large = sorted((one, other))
    if small == 0.0:
        return
    assert_no_better(
        whole(*rows, circumstances=circumstances(present, large)),
        whole(*rows, circumstances=circumstances(present, small)),
    )


@given(some, effects, st.randoms(use_true_random=False))
def test_order_and_duplicates_change_nothing(rows, present, random):
    facts = circumstances(present)
    shuffled = [*rows, *random.choices(rows, k=2)]
    random.shuffle(shuffled)
    assert whole(*shuffled, circumstances=facts) == whole(*rows, circumstances=facts)


@given(some, checks(), effects)
def test_more_evidence_of_failure_never_makes_a_wall_safe(rows, more, present):
    facts = circumstances(present)
    bad = replace(more, bound="upper", capacity=0.01, intensity=0.01, votes=True, motions=None, id="more")
    assert_not_safer(whole(*rows, bad, circumstances=facts), whole(*rows, circumstances=facts))


@given(some, effects, st.sampled_from(EFFECTS))
def test_an_effect_that_turns_out_present_never_makes_a_wall_safe(rows, given_effects, effect):
    # a favourable effect that is present may silence a method that fails: it takes failure away, and gives no safety
    # but to walls that another method shows safe
    if any(DECLARED[row.family].treatment(effect) == "safe" for row in rows):
        return
    unknown = circumstances({**given_effects, effect: "unknown"})
    present = circumstances({**given_effects, effect: "present"})
    assert_no_better(whole(*rows, circumstances=present), whole(*rows, circumstances=unknown))


@given(some, effects, st.sampled_from(EFFECTS))
def test_an_effect_that_is_unknown_is_never_better_than_absent(rows, given_effects, effect):
    unknown = circumstances({**given_effects, effect: "unknown"})
    gone = circumstances({**given_effects, effect: "absent"})
    assert_no_better(whole(*rows, circumstances=unknown), whole(*rows, circumstances=gone))


@given(some, st.sampled_from(EFFECTS), st.sampled_from([0.5, 0.8, 0.95]), st.sampled_from([0.5, 0.8, 1.0]))
def test_a_larger_allowance_never_makes_a_wall_safe(rows, effect, one, other):
    small, large = sorted((one, other))
    assert_not_safer(
        whole(*rows, circumstances=known(**{effect: allowance(effect, small)})),
        whole(*rows, circumstances=known(**{effect: allowance(effect, large)})),
    )


@given(some, effects, st.integers(0, 6), st.sampled_from([0.3, 0.7, 0.99]))
def test_a_smaller_capacity_never_improves_a_state(rows, present, index, factor):
    facts = circumstances(present)
    row = rows[index % len(rows)]
    weak = replace(
        row, capacity=factor * row.capacity, intensity=None if row.intensity is None else factor * row.intensity
    )
    assert_not_safer(
        whole(*[weak if item is row else item for item in rows], circumstances=facts), whole(*rows, circumstances=facts)
    )


@given(some, effects, st.sampled_from([0.05, 0.15, 0.3]))
def test_a_survived_earthquake_gives_no_safety_above_it(rows, present, survived):
    facts = circumstances(present, 0.5)
    after = replace(facts, survived=survived)
    plain, later = whole(*rows, circumstances=facts), whole(*rows, circumstances=after)
    undetermined = {item.limit_state for item in plain.limit_states if item.state == "undetermined"}
    gained = {s for s in LIMIT_STATES if ranks(later)[s] == 2 and ranks(plain)[s] != 2} - undetermined
    assert not gained


@given(some, effects)
def test_no_limit_state_is_safe_without_a_demand(rows, present):
    found = whole(*rows, circumstances=circumstances(present, None))
    assert all(found.of(state).state in ("no_demand", "not_assessed") for state in LIMIT_STATES[1:])


@given(some, effects)
def test_heavier_states_fail_only_where_lighter_ones_fail(rows, present):
    found = ranks(whole(*rows, circumstances=circumstances(present)))
    for light, heavy in (("onset", "damage"), ("damage", "stones_fall"), ("stones_fall", "wall_falls")):
        assert found[heavy] > 0 or found[light] == 0


@given(some, effects)
def test_safety_rests_on_evidence_that_shows_it(rows, present):
    found = whole(*rows, circumstances=circumstances(present))
    for item in found.limit_states:
        if item.state == "satisfied":
            source = found.of(item.follows_from) if item.follows_from else item
            assert any(row.shows == "safety" for row in source.evidence)
            assert not any(row.shows == "failure" for row in item.evidence)
