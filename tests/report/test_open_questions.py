"""What would close an open question, and what a judgement without an inspection takes for granted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.codes.result import Retrofit
from pirqa.model.check import LIMIT_STATES, Allowance, Basis, Circumstance, Effect
from pirqa.model.verdict import Verdict, judge
from pirqa.project import parse_project, run_project
from pirqa.report.engineer import engineer_rows
from pirqa.report.facts import Facts, engineer_keys, facts_of, inspection_effects, lacking, presumed, unanswered
from pirqa.report.open_questions import closing_steps
from pirqa.report.verdict import Ladder
from pirqa.report.words import load_words
from tests.project.test_load import GOOD
from tests.report.test_first_page import BOTH, EN, FULL, ROW, SECTION, answer, known, made

REST = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
SLIDES = replace(REST, mode="sliding", id="s")
RUN = replace(ROW, id="ida.l", limit_state="wall_falls", mode="falling", family="stones", bound="lower", motions=7,
              intensity=None, basis=Basis(driving="record", acceleration=0.3, body="stones", way="motion"))  # fmt: skip
DECLARED = {"stones": FULL, "section": SECTION}


def steps(verdict, facts: Facts | None = None, words=EN) -> list[str]:
    return list(closing_steps(verdict, facts or Facts(), words))


def at_rest(**effects: str):
    stated = {name: Circumstance(presence=presence) for name, presence in effects.items()}  # type: ignore[arg-type]
    return judge([REST, SLIDES], circumstances=known(**stated), declarations=DECLARED)


def test_an_inspection_goes_first_with_the_answer_that_it_gives():
    waiting, clean = at_rest(decay="unknown"), at_rest()
    assert waiting.of("gravity").state == "not_shown"
    assert clean.of("gravity").state == "satisfied"
    first = steps(waiting, Facts(inspected=clean))[0]
    assert first.startswith("Answer 1: have the wall looked at and reported, yes or no: missing or decayed stones.")
    assert "If none is there: 1 becomes “Yes”." in first
    assert first.endswith("If any is there, the wall is weaker than computed.")
    assert answer(waiting, "change", Facts(inspected=clean)).lines[0] == first
    assert EN("answer.have_inspected") in answer(waiting, "do").lines
    assert EN("answer.have_inspected") not in answer(clean, "do").lines


def test_no_answer_is_promised_that_the_rules_do_not_give():
    declared = {"section": replace(SECTION, effects={**SECTION.effects, "foundation": "unsafe"})}
    effects = {"decay": Circumstance(presence="unknown"), "foundation": Circumstance(presence="present")}
    waiting = judge([REST, SLIDES], circumstances=known(**effects), declarations=declared)
    clean = judge([REST, SLIDES], circumstances=known(foundation=effects["foundation"]), declarations=declared)
    assert clean.of("gravity").state == "not_shown"
    first, second, *_ = steps(waiting, Facts(inspected=clean))
    assert "becomes" not in first
    assert EN("closing.not_enough") in first
    assert second.startswith("Answer 1: only a computation that also includes this can show safety: a foundation")
    assert inspection_effects(waiting) == ["decay"]


@BOTH
def test_what_was_not_computed_is_named_once_for_all_its_answers(words):
    nothing = made(stones_fall="not_assessed", wall_falls="not_assessed")
    facts = Facts(stones=40, analyses=("ida", "codes", "dynamics"))
    (line,) = steps(nothing, facts, words)
    assert line.startswith(words("closing.answers", numbers=words("closing.and", first="4", last="5")))
    assert words("step.ida") in line
    assert len(steps(nothing, replace(facts, stones=0), words)) == 2, "stones that nobody has drawn cannot be shaken"


def test_missing_earthquakes_are_counted_and_promise_nothing():
    verdict = judge([replace(RUN, motions=1, bound="upper")], circumstances=known(), declarations=DECLARED)
    (line,) = (line for line in steps(verdict, Facts(analyses=())) if "earthquakes" in line and "(so far" in line)
    assert line.startswith("Answer 5: 7 earthquakes as strong as the design earthquake must be computed (so far: 1).")
    assert "“No” takes that nothing falls in any of them" in line
    without = judge([replace(RUN, motions=1)], circumstances=known(None), declarations=DECLARED)
    assert EN("answer.no_demand") in steps(without)
    assert not any("(so far" in line for line in steps(without))


def test_a_fall_in_a_complete_set_is_closed_by_no_inspection():
    low = replace(RUN, capacity=0.0, notes=("ida_lower", "ida_reached_at_demand"))
    verdict = judge([low], circumstances=known(), declarations=DECLARED)
    ladder = Ladder(count=3, total=7, median=None, first=0.2, levels=(0.2, 0.5, 0.6))
    facts = Facts(ladders={"wall_falls": ladder})
    (line,) = (line for line in steps(verdict, facts) if "Answer 5" in line)
    assert "an inspection cannot turn this into “No”, because something fell in 1 of 7 earthquakes" in line
    assert "In 4 of 7 it would be “Yes”." in line
    assert EN("closing.strengthen_only") in line
    guessed = replace(verdict, circumstances=replace(known(), grades={"joints": "assumed"}))
    assert any(EN("closing.better_values") in line for line in steps(guessed, facts))


def test_what_a_complete_set_lacks_is_named():
    for note in ("ida_run_failed", "ida_corner", "ida_corners_not_run"):
        low = replace(RUN, capacity=0.31, notes=("ida_lower", note))
        verdict = judge([low], circumstances=known(), declarations=DECLARED)
        item = replace(verdict.of("wall_falls"), state="not_shown")
        verdict = replace(verdict, limit_states=(*verdict.limit_states[:-1], item))
        assert EN(f"closing.{note}", answers="Answer 5") in steps(verdict)


def test_strengthening_is_named_where_the_wall_falls_and_a_retrofit_was_computed():
    row = Retrofit(mechanism="m", rule="r", measure="acceleration", kind="force", target=1.0, present=0.5, needed=5e4,
                   level=7.5)  # fmt: skip
    bad = made(wall_falls="not_satisfied")
    assert steps(bad, Facts(retrofits=(row,))) == [EN("closing.strengthen", answers="Answer 5")]
    assert steps(bad) == []
    assert steps(made(), Facts(retrofits=(row,))) == []


@BOTH
def test_a_wall_that_is_answered_leaves_nothing_to_close(words):
    assert steps(made(), words=words) == []
    assert answer(made(), "change", words=words).short == words("short.not_known")
    everything = made(**dict.fromkeys(LIMIT_STATES, "not_assessed"))
    assert all("{" not in line for line in steps(everything, words=words))


SHOCK = replace(ROW, id="d", limit_state="wall_falls", family="stones", votes=False, capacity=0.1, motions=1)


def bounded(effect: Effect, *, assumed: bool = True, presence: str = "unknown") -> dict[str, Circumstance]:
    allowance = Allowance(effect=effect, factor=0.95, source="closed form", assumed=assumed)
    return {effect: Circumstance(presence=presence, allowance=allowance)}  # type: ignore[arg-type]


def judged_at_rest(*checks, **effects: Circumstance) -> Verdict:
    unsafe = dict.fromkeys(effects, "unsafe")
    section = replace(SECTION, effects={**SECTION.effects, **unsafe})  # type: ignore[dict-item]
    stones = replace(FULL, effects={**FULL.effects, **unsafe})  # type: ignore[dict-item]
    declared = {"section": section, "stones": stones}
    return judge(checks or [REST, SLIDES], circumstances=known(**effects), declarations=declared)


@BOTH
def test_a_safety_that_allows_for_what_nobody_measured_names_it(words):
    verdict = judged_at_rest(**bounded("lean"), **bounded("crushing"), **bounded("joint_compliance"))
    assert verdict.of("gravity").state == "satisfied"
    told = " ".join(presumed(verdict, ["gravity"], words))
    assert words("presumed.lean", degrees="1") in told
    assert words("presumed.crushing", strength="0.74") in told
    assert words("presumed.joint_compliance") in told
    decay = presumed(judged_at_rest(**bounded("decay")), ["gravity"], words)
    assert decay == [words("presumed.other", effect=words("effect.decay"))]
    stated = presumed(judged_at_rest(**bounded("lean", presence="present")), ["gravity"], words)
    assert stated == [words("presumed.lean_stated")]


def test_what_is_measured_or_is_the_shaking_is_not_presumed():
    assert presumed(judged_at_rest(**bounded("lean", assumed=False)), ["gravity"], EN) == []
    assert presumed(judged_at_rest(**bounded("vertical_motion")), ["gravity"], EN) == []
    assert presumed(judged_at_rest(), ["gravity"], EN) == []


def test_drains_that_a_wet_season_counts_on_are_presumed():
    wet = [replace(row, season="wet", notes=("wet_drained",)) for row in (REST, SLIDES)]
    fill = {"fill_at_rest": Circumstance(presence="present")}
    verdict = judge(wet, circumstances=known(**fill), declarations={"section": SECTION})
    assert verdict.wet.state == "satisfied"
    assert presumed(verdict, ["wet"], EN) == [EN("presumed.drains")]


def test_safety_that_follows_presumes_what_its_cause_presumes():
    verdict = judged_at_rest(ROW, replace(ROW, mode="sliding", id="s"), **bounded("lean"))
    assert verdict.of("wall_falls").follows_from == "onset"
    assert presumed(verdict, ["wall_falls"], EN) == [EN("presumed.lean", degrees="1")]


@BOTH
def test_no_yes_is_promised_without_all_that_it_presumes(words):
    unknown = {"decay": Circumstance(presence="unknown"), **bounded("lean")}
    waiting = judged_at_rest(**unknown)
    waiting = replace(waiting, circumstances=replace(waiting.circumstances, grades={"joints": "assumed"}))
    clean = judged_at_rest(**bounded("lean"))
    first = next(iter(closing_steps(waiting, Facts(inspected=clean), words)))
    assert words("presumed.lean", degrees="1") in first
    assert words("presumed.values", groups=words("grade_group.joints")) in first
    assert words("closing.becomes", number=1, short=words("short.yes")) in first


def test_every_effect_that_the_second_judgement_takes_as_absent_is_in_the_list(tmp_path):
    assessment = run_project(parse_project(GOOD), tmp_path / "results")
    facts, before = facts_of(assessment), assessment.circumstances
    assert facts.inspected is not None
    after = facts.inspected.circumstances
    changed = [effect for effect in before.effects if before.of(effect) != after.of(effect)]
    (line,) = (line for line in closing_steps(assessment.verdict, facts, EN) if "looked at and reported" in line)
    assert changed
    assert all(EN(f"effect.{effect}") in line for effect in changed)
    rows = dict(engineer_rows(assessment, EN, facts))
    assert rows[EN("engineer.keys")] == ", ".join(engineer_keys(assessment.verdict))


def test_what_a_single_motion_leaves_out_a_set_leaves_out_too():
    verdict = judged_at_rest(SHOCK, decay=Circumstance(presence="unknown"), foundation=Circumstance(presence="present"))
    item = verdict.of("wall_falls")
    assert item.omissions == ()
    assert set(lacking(item)) == {"decay", "foundation"}
    lines = list(closing_steps(verdict, Facts(), EN))
    assert any(line.startswith("Answer 5: have the wall looked at") and "decayed" in line for line in lines)
    assert any(line.startswith("Answer 5: only a computation that also includes") for line in lines)


def test_damage_is_no_question_of_page_one():
    assert [name for name, _ in unanswered(made(damage="not_shown", wall_falls="not_shown"))] == ["wall_falls"]


@BOTH
@pytest.mark.parametrize("state", ["not_satisfied", "not_shown", "undetermined", "not_assessed"])
def test_the_engineer_always_has_a_next_step(words, state):
    start = words("answer.engineer_steps", steps="|").partition("|")[0]
    for name in ("gravity", "stones_fall", "wall_falls"):
        lines = answer(made(**{name: state}), "do", words=words).lines  # type: ignore[arg-type]
        (line,) = (line for line in lines if line.startswith(start))
        assert words("todo.secure" if state == "not_satisfied" else "todo.judge") in line
        assert words("answer.secured") in lines
    safe = answer(made(), "do", words=words).lines
    assert not any(line.startswith(start) for line in safe)
    assert words("answer.secured") not in safe


@BOTH
def test_made_up_input_is_told_with_what_rests_on_it(words):
    verdict = made(replace(known(), demonstration=("measurements",)), wall_falls="not_satisfied")
    what = words("made_up.measurements")
    beside = answer(verdict, "sure", Facts(rests_on_made_up=False), words).lines
    decides = answer(verdict, "sure", words=words).lines
    assert words("answer.made_up_beside", what=what) in beside
    assert words("answer.made_up_decides", what=what) in decides
    assert words("answer.given_owner") in beside
    assert words("answer.made_up_owner") not in beside
    assert words("answer.made_up_owner") in decides
    assert words("answer.made_up_owner") not in answer(made(), "sure", words=words).lines


@BOTH
def test_the_length_that_was_computed_is_told(words):
    verdict = made(wall_falls="not_satisfied")
    text = words("answer.part_length", length="20")
    assert text in answer(verdict, "part", Facts(length=20.0), words).lines
    assert text not in answer(verdict, "part", words=words).lines


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_answers_name_no_key_and_no_analysis(language):
    words = load_words(language)
    verdict = judged_at_rest(SHOCK, decay=Circumstance(presence="unknown", remedy="condition.decay"))
    facts = Facts(analyses=("statics", "codes", "ida", "dynamics"), stones=40)
    for key in ("today", "rain", "moves", "stones", "wall", "part", "strength", "sure", "change", "do"):
        text = " ".join(answer(verdict, key, facts, words).lines)
        assert "condition." not in text
        assert "(analysis" not in text
        assert "(análisis" not in text
