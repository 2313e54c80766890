"""What would close a question is named first, and only with what the verdict's own rules make of it."""

from __future__ import annotations

from dataclasses import replace

from pirqa.codes.result import Retrofit
from pirqa.model.check import LIMIT_STATES, Basis
from pirqa.model.effects import Circumstance
from pirqa.model.verdict import judge
from pirqa.report.facts import Facts
from pirqa.report.inspection import inspection_effects
from pirqa.report.ladder import Ladder
from pirqa.report.open_questions import closing_steps
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
