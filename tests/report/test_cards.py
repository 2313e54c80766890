"""Lower values by methods that decide nothing stand beside those that count."""

from __future__ import annotations

from dataclasses import replace

from pirqa.report.first_page import cards, lower_intensities, lower_ratio
from tests.report.test_first_page import BOTH, EN, ROW, answer, judged

REST = replace(ROW, limit_state="gravity", intensity=None, demand_intensity=None)
BESIDE = replace(REST, id="v", method="whitman", capacity=0.31, votes=False)
FALLS = replace(ROW, id="f", limit_state="wall_falls", family="stones", capacity=0.2, intensity=0.2)


@BOTH
def test_a_lower_factor_that_does_not_count_is_named(words):
    verdict = judged(REST, replace(REST, id="s", mode="sliding"), BESIDE)
    ratio = lower_ratio(verdict.of("gravity"))
    assert ratio == BESIDE.ratio
    variant = words("answer.variant", factor=words.number(ratio, 2))
    assert variant in answer(verdict, "today", words=words).lines[0]
    card = next(card for card in cards(verdict, words) if card.name == words("card.gravity"))
    assert words("card.factor_variant", factor=words.factor(ratio)) in card.lines
    assert lower_ratio(judged(REST).of("gravity")) is None
    assert lower_ratio(judged(REST, replace(BESIDE, capacity=0.5)).of("gravity")) is None
    assert lower_ratio(judged().of("gravity")) is None


@BOTH
def test_lower_strengths_that_do_not_count_are_named(words):
    low = replace(FALLS, id="a", method="n2", votes=False, capacity=0.08, intensity=0.08)
    lower = replace(low, id="b", method="capacity_spectrum", capacity=0.06, intensity=0.06)
    one, two = judged(FALLS, low), judged(FALLS, low, lower)
    assert lower_intensities(one.of("wall_falls"), words) == words("answer.lower_one", low="0.080")
    text = lower_intensities(two.of("wall_falls"), words)
    assert text == words("answer.lower_some", low="0.060", high="0.080")
    assert text in answer(two, "strength", words=words).lines
    card = next(card for card in cards(two, words) if card.name == words("card.wall_falls"))
    assert text in card.lines
    onset = judged(replace(FALLS, limit_state="onset"), replace(low, limit_state="onset"))
    assert words("answer.lower_one", low="0.080") in answer(onset, "moves", words=words).lines


def test_what_is_no_lower_estimate_is_not_named():
    for other in (
        replace(FALLS, id="h", votes=False, capacity=0.25, intensity=0.25),
        replace(FALLS, id="l", bound="lower", votes=False, capacity=0.1, intensity=0.1),
        replace(FALLS, id="r", motions=1, votes=False, capacity=0.1, intensity=0.1),
    ):
        assert lower_intensities(judged(FALLS, other).of("wall_falls"), EN) == ""
    assert lower_intensities(judged(replace(FALLS, votes=False)).of("wall_falls"), EN) == ""
