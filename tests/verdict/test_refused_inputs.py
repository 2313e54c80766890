"""Inputs that would give safety without evidence are refused, with the key and what to do."""

from __future__ import annotations

import pytest

from pirqa.errors import ProjectError
from pirqa.project import parse_project
from tests.verdict.own_walls import BLOCK, HALF_FILL


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HALF_FILL.text.replace("[backfill]", "[backfill]\ndrained = true"), "backfill.drained"),
        (BLOCK.text + '\n[statics]\ninertia_thrust = "kh"', "inertia_thrust"),
        (BLOCK.text + "\n[statics.required]\noverturning = 0.5", "statics.required.overturning"),
        (BLOCK.text.replace("lean =", "leen ="), 'did you mean "lean"'),
        (BLOCK.text.replace('source = "inspection"\n', ""), "source"),
        (BLOCK.text.replace("date = 2026-05-01", "date = 2126-05-01"), "condition.date"),
        (BLOCK.text + '\n[[survived]]\ndate = 2014-09-27\nintensity = "0.2 g"', "source"),
        (BLOCK.text + '\n[[survived]]\ndate = 2014-09-27\nintensity = "-0.2 g"\nsource = "map"', "intensity"),
        (BLOCK.text.replace("[site]", '[site]\ngoverning = "e030_2081"'), "governing"),
        (BLOCK.text.replace("2026-05-01", '"1/5/2026"'), "condition.date: must be a day, such as 2026-05-31"),
        (BLOCK.text + "\n[ida.corners]\nfriction = [0.5, 1, 2]", "ida.corners.friction: must have at most 2 values"),
    ],
)
def test_the_key_is_named(text, words):
    with pytest.raises(ProjectError) as caught:
        parse_project(text)
    assert words in str(caught.value)
