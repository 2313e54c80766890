"""Page one: the first sentence, the ten answers and the cards say what the verdict says and never its opposite."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import get_args

import pytest

from pirqa.codes.result import Retrofit
from pirqa.model.check import (
    EFFECTS,
    LIMIT_STATES,
    Allowance,
    Basis,
    Check,
    Circumstance,
    Circumstances,
    GoverningDemand,
    MethodDeclaration,
    Place,
)
from pirqa.model.verdict import LimitStateVerdict, State, Verdict, judge
from pirqa.project.sensitivity import Sensitivity
from pirqa.report.facts import Facts, FirstFall, Residual, TurningPart
from pirqa.report.first_page import answers, cards
from pirqa.report.verdict import (
    Ladder,
    capacity_text,
    chance_in_50_years,
    demand_text,
    first_sentence,
    governing_check,
    part_sentence,
    reasons,
    sentence_tone,
)
from pirqa.report.words import load_words

EN, ES = load_words("en"), load_words("es")
BOTH = pytest.mark.parametrize("words", [EN, ES], ids=["en", "es"])
STATES = get_args(State)
FULL = MethodDeclaration(
    family="stones", limit_states=LIMIT_STATES, full_freedom=True, effects=dict.fromkeys(EFFECTS, "included")
)
SECTION = MethodDeclaration(
    family="section",
    limit_states=("gravity", "onset"),
    modes=("sliding", "overturning"),
    effects={**dict.fromkeys(EFFECTS, "included"), "decay": "unsafe", "fill_dynamic": "unsafe"},
)
ROW = Check(
    id="statics.inertia.overturning", mode="overturning", limit_state="onset", method="inertia", demand=0.3,
    place=Place(name="base"), capacity=0.36, unit="", source="eq. 1", family="section", intensity=0.36,
    demand_intensity=0.3,
)  # fmt: skip
SITE = GoverningDemand(name="site", origin="site", intensity=0.3)
UNSAFE = {"en": "NOT SAFE", "es": "NO ES"}
SAFE = {"en": "SHOWN SAFE", "es": "SEGURIDAD DEMOSTRADA"}


def known(demand: GoverningDemand | None = SITE, **effects: Circumstance) -> Circumstances:
    given = {effect: Circumstance(presence="absent", origin="test") for effect in EFFECTS}
    return Circumstances(effects=given | effects, demand=demand)  # type: ignore[operator]


def made(circumstances: Circumstances | None = None, *, wet: State = "not_assessed", **states: State) -> Verdict:
    """A verdict with the given states, the others shown safe, each with a governing check."""
    items = []
    for name in LIMIT_STATES:
        state = states.get(name, "satisfied")
        ratio = {"satisfied": 1.5, "not_satisfied": 0.5}.get(state, 1.0)
        check = replace(ROW, limit_state=name, capacity=0.3 * ratio, intensity=0.3 * ratio)
        governing = None if state == "not_assessed" else check
        items.append(LimitStateVerdict(limit_state=name, state=state, governing=governing))
    rain = LimitStateVerdict(
        limit_state="gravity", state=wet, governing=None if wet == "not_assessed" else replace(ROW, capacity=0.45)
    )
    return Verdict(limit_states=tuple(items), wet=rain, circumstances=circumstances or known())


def judged(*checks: Check, circumstances: Circumstances | None = None) -> Verdict:
    return judge(checks, circumstances=circumstances or known(), declarations={"stones": FULL, "section": SECTION})


def answer(verdict: Verdict, key: str, facts: Facts | None = None, words=EN):
    return next(item for item in answers(verdict, facts or Facts(), words) if item.key == key)


@BOTH
def test_no_combination_of_states_reads_as_its_opposite(words):
    fill = {"fill_at_rest": Circumstance(presence="present"), "water": Circumstance(presence="present")}
    for gravity, wet, onset, stones, wall in itertools.product(STATES, STATES, STATES[:2], STATES, STATES):
        states = {"gravity": gravity, "onset": onset, "stones_fall": stones, "wall_falls": wall}
        verdict = made(known(**fill), wet=wet, **states)  # type: ignore[arg-type]
        said, tone = first_sentence(verdict, words), sentence_tone(verdict)
        heavy = {gravity, wet, stones, wall}
        assert (UNSAFE[words.language] in said) == ("not_satisfied" in heavy), (states, wet, said)
        assert (tone == "bad") == ("not_satisfied" in heavy)
        safe = heavy == {"satisfied"} and onset == "satisfied"
        assert (tone == "good") == safe
        assert said.startswith(SAFE[words.language]) == safe, (states, wet, said)
        assert not re.search(r"[_{}]", said)


@BOTH
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", LIMIT_STATES)
def test_only_what_is_shown_is_green(words, name, state):
    verdict = made(**{name: state})
    card = next(card for card in cards(verdict, words) if card.name == words(f"card.{name}"))
    assert (card.tone == "good") == (state == "satisfied")
    assert (card.tone == "bad") == (state == "not_satisfied")
    assert card.state == words(f"state.{state}")
    key = {"gravity": "today", "onset": "moves", "stones_fall": "stones", "wall_falls": "wall"}.get(name)
    if key is None:
        return
    found = answer(verdict, key, words=words)
    good, bad = ("yes", "no") if name == "gravity" else ("no", "yes")
    assert (found.short == words(f"short.{good}")) == (state == "satisfied")
    assert (found.short == words(f"short.{bad}")) == (state == "not_satisfied")
    assert found.tone == card.tone
    assert "satisfied" not in " ".join((card.state, found.short, *found.lines))


@pytest.mark.parametrize(
    ("states", "starts"),
    [
        ({}, "SHOWN SAFE: in the design earthquake (0.30 g) neither this wall nor a stone of it falls"),
        ({"wall_falls": "not_satisfied"}, "NOT SAFE: in the design earthquake (0.30 g) this wall, or a part"),
        ({"stones_fall": "not_satisfied"}, "NOT SAFE: in the design earthquake (0.30 g) single stones fall"),
        ({"gravity": "not_satisfied"}, "NOT SAFE, even without an earthquake: by the calculation the wall overturns"),
        ({"onset": "not_satisfied"}, "SHOWN NOT TO FALL, BUT IT MOVES"),
        ({"wall_falls": "not_shown"}, "SAFETY NOT SHOWN: it is not known whether this wall withstands"),
        ({"wall_falls": "undetermined"}, "SAFETY NOT SHOWN"),
        ({"gravity": "not_assessed"}, "SAFETY NOT SHOWN: in the design earthquake (0.30 g) nothing falls by what"),
        (dict.fromkeys(LIMIT_STATES, "not_assessed"), "NO VERDICT: no assessment method was run"),
    ],
)  # fmt: skip
def test_the_first_sentence_of_each_state(states, starts):
    assert first_sentence(made(**states), EN).startswith(starts)


def test_without_a_demand_there_is_no_verdict_and_no_green_card():
    verdict = judged(ROW, replace(ROW, mode="sliding", id="s"), circumstances=known(None))
    said = first_sentence(verdict, EN)
    assert said.startswith("NO VERDICT ON EARTHQUAKES: the project names no design earthquake.")
    assert "0.36 g" in said
    assert all(card.tone != "good" for card in cards(verdict, EN))
    assert answer(verdict, "moves").short == "No demand given"
    assert EN("answer.no_demand") in answer(verdict, "change").lines
    assert "site.acceleration" in " ".join(line for card in cards(verdict, EN) for line in card.lines)


@BOTH
def test_made_up_input_is_named_first(words):
    verdict = made(replace(known(), demonstration=("bond", "measurements")))
    said = first_sentence(verdict, words)
    assert said.startswith(
        words("lead.demonstration", what=", ".join(words(f"made_up.{n}") for n in ("bond", "measurements")))
    )
    assert sentence_tone(verdict) != "good"
    assert words("answer.no_distance") not in answer(verdict, "do", words=words).lines


def test_a_margin_that_lacks_is_not_called_failure():
    verdict = made(gravity="not_satisfied")
    first = verdict.limit_states[0]
    thin = replace(first, governing=replace(ROW, limit_state="gravity", capacity=0.36, required=1.5))
    verdict = replace(verdict, limit_states=(thin, *verdict.limit_states[1:]))
    assert "stands, with a factor of safety of 1.200 where 1.5 is required" in first_sentence(verdict, EN)
    assert "1.200 times" in answer(verdict, "today").lines[0]


def test_a_thin_margin_is_no_plain_green():
    verdict = judged(replace(ROW, capacity=0.33, intensity=0.33), replace(ROW, mode="sliding", id="s"))
    card = next(card for card in cards(verdict, EN) if card.name == EN("card.onset"))
    assert (card.tone, card.state) == ("unsure", "shown, with a thin margin")
    asked = replace(ROW, capacity=0.36, required=1.1, required_source="a code, article 3, 2018")
    verdict = judged(asked, replace(asked, mode="sliding", id="s"))
    assert next(card for card in cards(verdict, EN) if card.name == EN("card.onset")).tone == "good"


@BOTH
def test_what_methods_leave_out_is_named_with_the_key_that_closes_it(words):
    decay = Circumstance(presence="unknown", remedy="condition.decay")
    fill = Circumstance(presence="present", origin="backfill")
    verdict = judged(ROW, replace(ROW, mode="sliding", id="s"), circumstances=known(decay=decay, fill_dynamic=fill))
    told = " ".join(reasons(verdict.of("onset"), verdict, words))
    assert words("effect.decay") in told
    assert words("effect.fill_dynamic") in told
    assert "condition.decay" in told
    change = " ".join(answer(verdict, "change", words=words).lines)
    assert words("effect.decay") in change
    assert words("effect.fill_dynamic") in change
    everything = " ".join(line for item in answers(verdict, Facts(), words) for line in item.lines)
    assert "condition.decay" not in everything, "an owner knows no keys"


@BOTH
def test_all_that_nobody_stated_is_named_in_the_same_words(words):
    effects = ("cracking", "decay", "leaves", "foundation", "ground_compliance", "earlier_damage", "joint_compliance")
    unknown = {effect: Circumstance(presence="unknown") for effect in effects}
    method = replace(SECTION, effects={**SECTION.effects, **dict.fromkeys(effects, "unsafe")})
    rest = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
    verdict = judge([rest], circumstances=known(**unknown), declarations={"section": method})
    card = " ".join(line for card in cards(verdict, words) for line in card.lines)
    for text in (card, *(" ".join(answer(verdict, key, words=words).lines) for key in ("today", "change"))):
        assert all(words(f"effect.{effect}") in text for effect in effects), text
    assert answer(verdict, "today", words=words).short == words("short.not_shown")
    assert "1.2" in answer(verdict, "today", words=words).lines[0]


@BOTH
def test_a_wall_that_stands_contradicts_the_calculation(words):
    rest = replace(ROW, limit_state="gravity", capacity=0.138, intensity=None, demand_intensity=None)
    verdict = judged(rest, circumstances=replace(known(), stands=True))
    assert "0.460" in " ".join(answer(verdict, "today", words=words).lines)
    assert words("lead.contradiction") in first_sentence(verdict, words)
    assert UNSAFE[words.language] not in first_sentence(verdict, words)


def test_reasons_of_each_kind():
    one = replace(ROW, id="o", limit_state="wall_falls", family="stones", bound="upper", motions=1)
    verdict = judged(one)
    assert "Earthquakes computed: 1 of the 7 that safety needs." in reasons(verdict.of("wall_falls"), verdict, EN)
    assert any("1 of 7" in line for line in answer(verdict, "do").lines)
    verdict = judged(ROW)
    assert "No method covers: sliding." in reasons(verdict.of("onset"), verdict, EN)
    weak = replace(ROW, family="stones", demand=0.15, demand_intensity=0.15, intensity=None)
    verdict = judged(weak)
    assert any("0.15 g, less than the 0.30 g" in line for line in reasons(verdict.of("onset"), verdict, EN))
    verdict = judged(replace(ROW, id="x", votes=False))
    assert reasons(verdict.of("onset"), verdict, EN) == [EN("reason.no_vote")]
    low, high = (replace(ROW, id=side, family="stones", bound=side) for side in ("lower", "upper"))
    verdict = judged(replace(low, capacity=0.2, intensity=0.2), high)
    assert any("between 0.20 g" in line and "0.36 g" in line for line in reasons(verdict.of("onset"), verdict, EN))
    falls = replace(ROW, limit_state="wall_falls", family="stones", capacity=0.1, intensity=0.1)
    verdict = judged(falls)
    assert reasons(verdict.of("onset"), verdict, EN) == [EN("reason.because_wall_falls")], "the first cause"


def test_contradicting_methods_are_named():
    verdict = judged(
        ROW, replace(ROW, mode="sliding", id="s"), replace(ROW, id="l", method="limit", capacity=0.2, intensity=0.2)
    )
    assert verdict.of("onset").state == "undetermined"
    assert answer(verdict, "moves").short == "Contradictory"
    (told, *_) = reasons(verdict.of("onset"), verdict, EN)
    assert EN("method.inertia") in told
    assert EN("method.limit") in told


def test_a_computed_fall_is_told_even_where_it_shows_nothing():
    basis = Basis(driving="record", name="lima", acceleration=0.9, body="stones", way="motion")
    fell = replace(ROW, id="d", limit_state="wall_falls", mode="falling", family="stones", votes=False, capacity=0.1,
                   intensity=None, demand_intensity=0.9, basis=basis)  # fmt: skip
    for circumstances in (known(), known(None)):
        verdict = judged(fell, circumstances=circumstances)
        said = first_sentence(verdict, EN)
        assert "(0.90 g" in said
        assert said.endswith("the wall, or a part of it, fell.")
        assert ("stronger than the design earthquake of 0.30 g" in said) == (circumstances.demand is not None)
        assert sentence_tone(verdict) == "unsure"


def test_a_fall_at_the_demand_is_red_and_no_verdict_is_not_the_first_thing_said():
    basis = Basis(driving="record", name="lima", acceleration=0.3, body="stones", way="motion")
    fell = replace(ROW, id="d", limit_state="wall_falls", mode="falling", family="stones", votes=False, capacity=0.1,
                   intensity=None, demand_intensity=0.3, basis=basis)  # fmt: skip
    for motions in (None, 1):
        verdict = judged(replace(fell, motions=motions))
        assert sentence_tone(verdict) == "bad"
        assert sentence_tone(judged(replace(fell, motions=motions, demand_intensity=0.31))) == "unsure"
        assert "as strong as the design earthquake" in first_sentence(verdict, EN)
    alone = judged(fell)
    assert all(item.state == "not_assessed" for item in alone.limit_states)
    assert first_sentence(alone, EN).startswith(EN("lead.nothing_but_fell"))
    stood = judged(replace(fell, capacity=0.9))
    assert sentence_tone(stood) != "bad"


def test_the_rain_is_asked_only_where_there_is_fill():
    assert answer(made(), "rain").lines == (EN("answer.no_fill"),)
    fill = {"fill_at_rest": Circumstance(presence="present")}
    drained = made(known(**fill, water=Circumstance(presence="absent", origin="backfill.drained", source="test pit")))
    assert "test pit" in answer(drained, "rain").lines[0]
    assert EN("answer.keep_drains") in answer(drained, "do").lines
    wet = made(known(**fill, water=Circumstance(presence="unknown")))
    assert answer(wet, "rain").short == "Not known"
    assert len(cards(wet, EN)) == 6
    assert "heavy rain" in first_sentence(wet, EN)


def test_how_far_to_stay_away():
    bad = made(wall_falls="not_satisfied")
    first, secured, *_ = answer(bad, "do", Facts(height=4.0)).lines
    assert "more than 4 m away on both sides, at all times, until it has been secured" in first
    assert "That is the wall's height" in first
    assert secured == EN("answer.secured")
    fallen = answer(bad, "do", Facts(height=4.0, reach=5.2)).lines
    assert "at least 7 m" in fallen[0], "a fifth more, in whole metres"
    assert "5.2 m" in fallen[0]
    assert fallen[1] == EN("answer.distance_one_run")
    several = answer(bad, "do", Facts(height=4.0, reach=5.2, reach_runs=3)).lines
    assert EN("answer.distance_one_run") not in several
    assert "at least 4 m" in answer(bad, "do", Facts(height=4.0, reach=1.0)).lines[0], "never less than its height"
    assert answer(bad, "do").lines[0] == EN("answer.distance_unknown")
    assert answer(made(), "do", Facts(height=4.0)).lines[0] == EN("answer.no_distance")
    unknown = made(stones_fall="not_shown")
    assert "4 m" in answer(unknown, "do", Facts(height=4.0)).lines[0]


def test_retrofit_is_told_where_it_was_computed():
    row = Retrofit(
        mechanism="m",
        rule="ntc2018",
        measure="acceleration",
        kind="force",
        target=1.0,
        present=0.5,
        needed=5e4,
        level=7.5,
    )
    thick = replace(row, kind="thickness", needed=1.2, level=None)
    facts = Facts(retrofits=(row, thick), turning={"m": TurningPart(level=6.1, thickness=0.8)})
    lines = " ".join(answer(made(wall_falls="not_satisfied"), "do", facts).lines)
    assert "For your engineer, do not build from this: ties or struts of 50.0 kN in all at +7.50 m" in lines
    assert "thicker: the part above 6.1 m 1.20 m at its foot (now 0.800 m)." in lines
    for turning in ({}, {"m": TurningPart(level=6.1, thickness=0.5)}):
        absurd = answer(made(wall_falls="not_satisfied"), "do", replace(facts, turning=turning)).lines
        assert "at its foot" not in " ".join(absurd), "more than twice as thick is no way to strengthen it"
    assert "kN" not in " ".join(answer(made(), "do", Facts(retrofits=(replace(row, present=1.2),))).lines)


@BOTH
def test_the_part_that_goes_first_can_be_pointed_at(words):
    stone = replace(ROW, mode="falling", place=Place(name="stone", stone="36", level=3.69, station=2.99))
    assert "36" in part_sentence(stone, words)
    assert "3.7 m" in part_sentence(stone, words)
    assert "3.0" not in part_sentence(stone, words), "without its left end a station is no distance"
    assert "0.99 m" in part_sentence(stone, words, left=2.0)
    bare = part_sentence(replace(stone, place=Place(name="stone", stone="36")), words)
    assert "–" not in bare
    upper = part_sentence(replace(ROW, place=Place(name="joint", level=6.1, inward=True)), words)
    assert "6.1" in upper
    assert words("part_of.to_back") in upper
    whole = part_sentence(ROW, words)
    assert words("part_of.whole") in whole
    assert words("part_of.to_front") in whole
    facts = Facts(stones=40, first_fall=FirstFall(stone="36", time=6.22, count=31, total=33))
    verdict = made(wall_falls="not_satisfied", stones_fall="not_satisfied")
    assert any("36" in line for line in answer(verdict, "part", facts, words).lines)
    assert any("31" in line and "33" in line and "40" in line for line in answer(verdict, "stones", facts, words).lines)
    assert any("94 %" in line for line in answer(verdict, "wall", facts, words).lines)
    assert not any("31" in line for line in answer(verdict, "wall", facts, words).lines)


def test_what_fails_at_rest_goes_first():
    wet = replace(
        ROW,
        limit_state="gravity",
        season="wet",
        mode="sliding",
        id="w",
        capacity=0.2,
        intensity=None,
        demand_intensity=None,
    )
    verdict = judged(wet, replace(ROW, capacity=0.1, intensity=0.1))
    assert governing_check(verdict) == wet
    assert first_sentence(verdict, EN).startswith("NOT SAFE AFTER HEAVY RAIN")


def test_demand_and_capacity_are_given_in_g():
    demand = GoverningDemand(
        name="e030_2018", origin="code", intensity=0.78, rock=0.5, factor=1.56, return_period=475.0
    )
    assert demand_text(demand, EN) == (
        "0.78 g at the surface (E.030 (Peru, 2018)); 0.50 g on rock, multiplied by 1.56 for the soil; "
        "return period 475 years, a chance of 10 % in 50 years"
    )
    assert chance_in_50_years(475.0) == pytest.approx(0.1, abs=1e-3)
    assert demand_text(None, ES) == ES("demand.none")
    item = made().of("wall_falls")
    assert (
        capacity_text(replace(item, lower=0.21, upper=0.45), EN)
        == "Shown safe up to 0.21 g; shown to fail from 0.45 g."
    )
    assert capacity_text(replace(item, lower=0.3, upper=0.3), EN) == "Capacity 0.30 g."
    assert "Contradictory" in capacity_text(replace(item, lower=0.5, upper=0.3), EN)
    assert "not known" in capacity_text(replace(item, lower=0.5), EN)
    assert "or less; up to where it is safe is not known" in capacity_text(replace(item, upper=0.5), EN)
    assert capacity_text(item, EN) == EN("capacity.unknown")
    onset = replace(item, limit_state="onset")
    assert capacity_text(replace(onset, upper=0.417), EN).startswith("Starts at 0.417 g or less")
    assert capacity_text(replace(onset, lower=0.2, upper=0.2), EN) == "Starts at 0.20 g."


def test_a_wall_without_a_measured_lean_is_taken_as_plumb():
    lean = Circumstance(presence="unknown", allowance=Allowance(effect="lean", factor=0.95, source="closed form"))
    verdict = judged(ROW, replace(ROW, mode="sliding", id="s"), circumstances=known(lean=lean))
    told = " ".join(answer(verdict, "change").lines)
    assert "taken as upright" in told
    assert "each degree of lean takes about 0.018 g (5.0 %)" in told
    assert "upright" not in " ".join(answer(judged(ROW), "change").lines)


@BOTH
def test_ten_questions_are_answered_for_every_wall(words):
    for verdict in (
        made(),
        made(known(None)),
        judged(),
        judged(ROW),
        made(**dict.fromkeys(LIMIT_STATES, "not_assessed")),
    ):
        found = answers(verdict, Facts(), words)
        assert len(found) == 10
        assert all(item.lines or item.short for item in found[:7] + found[8:])
        text = " ".join(line for item in found for line in (item.question, item.short, *item.lines))
        assert not re.search(r"[{}]|None|nan", text)


def test_a_set_that_falls_at_the_demand_is_told_with_its_intensities():
    basis = Basis(driving="record", acceleration=0.3, body="stones", way="motion")
    low = replace(ROW, id="ida.l", limit_state="wall_falls", mode="falling", family="stones", bound="lower", motions=7,
                  capacity=0.0, intensity=None, basis=basis, notes=("ida_lower", "ida_reached_at_demand"))  # fmt: skip
    verdict = judged(low)
    said = first_sentence(verdict, EN)
    assert "SAFETY NOT SHOWN" in said
    assert "fell in at least one of 7 earthquakes of this strength" in said
    assert sentence_tone(verdict) == "bad"
    assert EN("note.ida_reached_at_demand") in reasons(verdict.of("wall_falls"), verdict, EN)
    facts = Facts(ladders={"wall_falls": Ladder(count=5, total=7, median=0.835, first=0.593)})
    told = "The first of 7 earthquakes brings it down at 0.593 g, half of them by 0.835 g."
    assert told in answer(verdict, "wall", facts).lines
    strength = answer(verdict, "strength", facts).lines
    assert "0.593 g (198 % of the design earthquake)" in strength[0], "the first fall goes before the median"
    assert "0.835 g" in strength[1]
    few = Facts(ladders={"wall_falls": Ladder(count=2, total=7, median=None, first=0.593)})
    assert "2 of 7 earthquakes bring it down, the first at 0.593 g." in answer(verdict, "wall", few).lines
    levels = Facts(ladders={"wall_falls": Ladder(count=2, total=7, median=None, first=0.2, levels=(0.2, 0.5))})
    found = answer(verdict, "wall", levels)
    assert found.short == EN("short.possible")
    assert "fell in 1 of 7 earthquakes as strong as the design earthquake (0.30 g)" in found.lines[0]
    counted = first_sentence(verdict, EN, levels.ladders)
    assert "the wall, or a part of it, fell in 1 of 7 earthquakes of this strength." in counted


def test_the_verdict_is_printed_on_one_screen():
    text = str(judged(ROW, replace(ROW, mode="sliding", id="s")))
    assert text.splitlines()[0] == "demand 0.3 g (site)"
    assert "onset        satisfied      safe up to 0.36 g; fails from 0.36 g; inertia, " in text
    assert "wall_falls   satisfied      follows from onset" in text
    assert len(text.splitlines()) <= 8
    assert "no demand given" in str(judged(ROW, circumstances=known(None)))
    made_up = replace(known(), demonstration=("bond",))
    assert str(judged(ROW, circumstances=made_up)).startswith("demonstration with made-up bond")


def test_the_next_step_is_one_that_the_wall_allows():
    nothing = made(**dict.fromkeys(LIMIT_STATES, "not_assessed"))
    known_analyses = ("statics", "codes", "ida", "dynamics")
    plain, stony = (Facts(analyses=known_analyses, stones=stones) for stones in (0, 40))

    def step(name: str, key: str = "next_step") -> str:
        return EN(f"answer.{key}", step=EN(f"step.{name}"), analysis=name)

    assert answer(nothing, "wall", plain).lines[1] == step("codes")
    assert answer(nothing, "stones", plain).lines[1] == step("ida", "next_survey")
    assert answer(nothing, "wall", stony).lines[1] == step("ida")
    assert answer(nothing, "today", plain).lines[1] == step("statics")


@BOTH
def test_what_starts_to_move_is_not_said_to_fall(words):
    assert words("part_starts.overturning") in part_sentence(ROW, words)
    assert words("part_does.overturning") in part_sentence(replace(ROW, limit_state="wall_falls"), words)


def test_one_earthquake_is_compared_with_the_design_earthquake():
    basis = Basis(driving="record", name="lima", acceleration=0.9, body="stones", way="motion")
    fell = replace(ROW, id="d", limit_state="stones_fall", mode="stones_falling", family="stones", votes=False,
                   capacity=0.0, intensity=None, demand_intensity=0.9, basis=basis, motions=1)  # fmt: skip
    verdict = judged(fell, replace(fell, id="w", limit_state="wall_falls", mode="falling"))
    facts = Facts(stones=40, first_fall=FirstFall(stone="36", time=6.2, count=31, total=33, whole=True))
    stones, wall = (answer(verdict, key, facts) for key in ("stones", "wall"))
    assert stones.lines[0].startswith("Stones fell in one computed earthquake (0.90 g, stronger than the design")
    assert wall.lines[0].startswith("The wall, or a part of it, fell in one computed earthquake")
    assert stones.lines[1] == "31 of the 33 stones that are free to fall fell (the wall has 40)."
    assert wall.lines[1] == "94 % of the stones that are free to fall fell."
    assert EN("answer.one_only") in stones.lines
    moves = answer(verdict, "moves", facts)
    assert moves.short == EN("short.possible"), "what falls has moved"
    assert moves.lines[0] == stones.lines[0]
    assert "decides nothing" not in " ".join(stones.lines + wall.lines)


@BOTH
def test_stones_that_fall_with_the_wall_are_no_finding_of_their_own(words):
    fell = replace(ROW, id="w", limit_state="wall_falls", capacity=0.1, intensity=0.1, family="stones")
    verdict = judged(fell)
    assert verdict.of("stones_fall").follows_from == "wall_falls"
    found = answer(verdict, "stones", words=words)
    assert found.short == words("short.yes")
    assert found.lines == (words("answer.stones_with_wall"), words("answer.stones_not_examined"))


def test_what_stays_displaced_is_given_with_its_tolerance():
    verdict = made(onset="not_satisfied", damage="not_satisfied")
    lines = answer(verdict, "moves", Facts(residual=Residual(largest=0.095, tolerance=0.003))).lines
    assert any("95 mm" in line and "3 mm" in line for line in lines)
    lines = answer(verdict, "moves", Facts(residual=Residual(largest=0.001, tolerance=0.003))).lines
    assert not any("mm" in line for line in lines)


@pytest.mark.parametrize(
    ("grades", "expected"),
    [
        ({"front": "measured", "depth": "assumed"}, "low"),
        ({"front": "made_up", "depth": "made_up"}, "low_made_up"),
        ({"front": "measured", "depth": "documented", "joints": "assumed"}, "moderate"),
        ({"front": "measured", "depth": "documented"}, "good"),
    ],
)
def test_how_sure_follows_from_the_grades(grades, expected):
    assert EN(f"sure.{expected}") in answer(made(replace(known(), grades=grades)), "sure").lines
    open_one = made(replace(known(), grades=grades), wall_falls="not_shown")
    assert EN("sure.good") not in answer(open_one, "sure").lines


def test_only_inputs_that_change_an_answer_are_listed():
    row = Sensitivity(
        key="backfill.friction_angle", low=0.6, high=0.8, low_text="36 deg", high_text="44 deg", source="a range",
        limit_state="onset", state="satisfied", state_low="not_satisfied", state_high="satisfied", intensity=0.3,
        intensity_low=0.2, intensity_high=0.4, ratio=1.0,
    )  # fmt: skip
    still = replace(row, state_low="satisfied", key="backfill.unit_weight")
    lines = answer(made(), "change", Facts(sensitivities=(row, still))).lines
    assert len(lines) == 1
    assert "fails with 36°, shown safe with 44°" in lines[0]
    (line,) = answer(made(), "change", Facts(sensitivities=(still,))).lines
    assert line.startswith("No single one of the assumed inputs")


@BOTH
def test_struts_that_are_counted_are_named(words):
    row = Retrofit(mechanism="m", rule="r", measure="acceleration", kind="force", target=1.0, present=0.5, needed=5e4,
                   level=7.5)  # fmt: skip
    for presence, key in (("present", "struts_counted"), ("absent", "struts_not_counted")):
        verdict = made(known(struts=Circumstance(presence=presence)), wall_falls="not_satisfied")
        assert words(f"answer.{key}") in " ".join(answer(verdict, "do", Facts(retrofits=(row,)), words).lines)


@BOTH
def test_safety_in_earthquakes_is_never_bare_where_the_wet_wall_fails_or_is_open(words):
    only = words("card.dry_only")
    filled = known(fill_at_rest=Circumstance(presence="present"), water=Circumstance(presence="unknown"))
    for wet in ("not_satisfied", "not_shown", "undetermined"):
        verdict = made(filled, wet=wet)
        seismic = cards(verdict, words)[-4:]
        assert all(only in card.lines and card.tone != "good" for card in seismic), wet
        for key in ("moves", "stones", "wall"):
            found = answer(verdict, key, words=words)
            assert only in found.lines
            assert found.tone != "good"
        assert sentence_tone(verdict) != "good"
        assert SAFE[words.language] not in first_sentence(verdict, words)
    assert words("lead.dry_only") in first_sentence(made(filled, wet="not_satisfied"), words)
    assert words("lead.dry_only") not in first_sentence(
        made(filled, wet="not_satisfied", wall_falls="not_satisfied"), words
    )
    dry = made(filled, wet="satisfied")
    assert not any(only in card.lines for card in cards(dry, words))
