"""Bounds on what a method leaves out, on walls where a second calculation knows the truth."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pirqa.report import load_words
from pirqa.report.verdict import is_thin
from tests.verdict.compare import assert_page_is_true_of, assert_true_of
from tests.verdict.conftest import page_one
from tests.verdict.own_walls import DRY, NONE_SAFE, UNLOADED
from tests.verdict.traps import STRONGER_STUDY
from tests.verdict.walls import (
    FAILS,
    NOT_SAFE,
    OPEN,
    STIFF,
    Trial,
    base,
    boxes,
    condition,
    fill,
    joints,
    material,
    prism,
    project,
    site,
    survey,
)

_SOUND = (material(), base(), joints(extra=STIFF))


def _guessed(table: str) -> str:
    """Return [condition] with every statement marked as assumed and without a source."""
    return re.sub(r'^(?!source)(\w+) = (".*")$', r"\1 = { value = \2, assumed = true }", table, flags=re.M).replace(
        'source = "inspection"\n', ""
    )


def _filled(name: str, *, lean: str, drawn: str = "") -> Trial:
    return Trial(
        name=name,
        text=project(
            *_SOUND,
            prism(2.4, 0.4, extra=drawn),
            fill(1.2, extra=f"{UNLOADED}\n{DRY}"),
            site(0.05),
            condition(lean=f'{{ value = "{lean} deg", source = "plumb line" }}'),
        ),
        states=NONE_SAFE,
    )


# Plumb it starts at 0.083 g, drawn with 3° at 0.041 g: the fill at rest takes 0.37 of what the weight holds.
LEANS_ON_FILL = _filled("wall with fill that leans, stated", lean="3")
DRAWN_ON_FILL = _filled(
    "wall with fill that leans, drawn", lean="0", drawn='front_batter = "-3 deg"\nback_batter = "3 deg"'
)
# t/h = 0.45 against 0.3, one bed joint, Kn = 1e8 N/m3: T = 2π √(98.7e3/48.6e6) = 0.28 s, on the plateau of every
# spectrum: 2.5 · 0.3 = 0.75 on the whole wall.
RESONANT = Trial(
    name="one block on a base that gives",
    text=project(
        material(),
        base(40.0),
        joints(40.0, 'normal_stiffness = { value = "1e8 N/m3", source = "loaded" }\ndamping_ratio = 0.05'),
        prism(4.0, 1.8),
        site(0.3),
        condition(amplification="", first_period="", joint_compliance=""),
    ),
    states=NONE_SAFE,
)
# Courses of 0.4 m that step out by 30 mm each: the centroid is 75 mm nearer to the toe: 0.225/1.2 = 0.1875 < 0.2.
STEPPED = Trial(
    name="courses that step outwards",
    text=project(*_SOUND, survey(), site(0.2), condition(), analyses=("survey", "statics", "limit")),
    files=boxes(**{f"s{i}": (0.0, 4.0, -0.03 * i, 0.6 - 0.03 * i, 0.4 * i, 0.4 * (i + 1)) for i in range(6)}),
    states=NONE_SAFE,
)
# The upper stone overhangs by 0.3 of 0.8 m: 0.1/0.5 = 0.2 < 0.25; the section of its depth has 0.4.
OVERHANG = Trial(
    name="stone that overhangs the front",
    text=STEPPED.text.replace('"0.2 g"', '"0.25 g"'),
    files=boxes(low=(0.0, 4.0, 0.0, 0.8, 0.0, 1.0), top=(0.0, 4.0, -0.3, 0.5, 1.0, 2.0)),
    states=NONE_SAFE,
)
# t/h = 0.4; the site's study asks for 0.6 g, the code for 0.10 g (zone 1, S1).
SITE_ABOVE_CODE = Trial(
    name="site stronger than the code",
    text=project(
        *_SOUND,
        prism(3.0, 1.2),
        site(0.6),
        '[codes]\nrules = ["ntc2018"]\n[codes.spectra.e030_2018]\nzone = 1\nsoil = "S1"',
        condition(),
        analyses=("statics", "limit", "codes"),
    ),
    states={"onset": FAILS, "damage": NOT_SAFE, "stones_fall": NOT_SAFE, "wall_falls": NOT_SAFE},
    says=("0.60 g",),
)
# The inspection of nobody: t/h = 1 against 0.3, and every statement is a guess.
GUESSED = Trial(
    name="inspection that is assumed",
    text=project(*_SOUND, prism(1.0, 1.0), site(0.3), _guessed(condition())),
    states=NONE_SAFE,
)
# kh = 0.3 beside a/g = 0.05: the greater counts, and t/h = 0.2.
KH_ABOVE_PEAK = Trial(
    name="coefficient above the peak acceleration",
    text=project(*_SOUND, prism(2.0, 0.4), site(0.05, kh=0.3), condition()),
    states={"onset": FAILS, **{state: NOT_SAFE for state in ("damage", "stones_fall", "wall_falls")}},
)
# An upright slab of 0.4 by 2.0 m carries a stone of 0.4 m; it is fixed, so that only the upper stone moves (0.7). The
# whole turns at 0.4/2.4 = 0.17 < 0.3.
FIXED_SLAB = Trial(
    name="slender foot that is fixed",
    text=project(*_SOUND, survey(fixed="base"), site(0.3), condition(), analyses=("survey", "blocks")),
    files=boxes(low=(0.0, 4.0, 0.0, 0.4, 0.0, 2.0), top=(0.0, 4.0, 0.0, 0.4, 2.0, 2.4)),
    states=NONE_SAFE,
)
WALLS = (FIXED_SLAB, KH_ABOVE_PEAK, GUESSED, LEANS_ON_FILL, DRAWN_ON_FILL, RESONANT, STEPPED, OVERHANG, SITE_ABOVE_CODE)


@pytest.mark.parametrize("trial", [pytest.param(trial, id=trial.name.replace(" ", "_")) for trial in WALLS])
def test_the_wall_is_not_called_safe(result_of, trial):
    assert_true_of(trial, result_of(trial))
    assert_page_is_true_of(trial, result_of(trial))


def test_a_stated_lean_takes_as_much_as_a_drawn_one_beside_a_fill(result_of):
    stated, drawn = (result_of(trial).verdict.intensity("onset")[0] for trial in (LEANS_ON_FILL, DRAWN_ON_FILL))
    assert stated == pytest.approx(drawn, rel=0.02)


@pytest.mark.parametrize("trial", [STRONGER_STUDY, SITE_ABOVE_CODE], ids=["study", "site"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_factor_under_a_weaker_demand_is_no_margin(result_of, trial, language):
    # the checks hold under 0.05 g, or under 0.10 g, and the wall moves at the demand
    done = result_of(trial)
    words = load_words(language)
    margin = words("answer.onset_margin", demand="0", starts="").split("0", 1)[-1].strip(" ,.").lower()
    assert done.verdict.of("onset").state == "not_satisfied"
    page = page_one(done, language)
    assert margin not in page
    assert words("short.margin").lower() not in page


def test_a_margin_is_thin_under_the_demand_that_governs(result_of):
    # t/h = 1/3 against 0.3 of the study; against 0.05 g of the site it is 6.7
    near = replace(
        STRONGER_STUDY, name="study a little below the capacity", text=STRONGER_STUDY.text.replace("0.4 g", "0.3 g")
    )
    onset = result_of(near).verdict.of("onset")
    assert onset.state == "satisfied"
    assert is_thin(onset)


def test_the_name_of_a_pattern_does_not_answer_for_a_tilt(result_of):
    # inwards the upper stone turns at 0.1/0.5 = 0.2; the pattern that pushes it inwards is called front, as the tilt
    # towards the front, which has 0.55
    ways = {"front": (0, 1, 0), "back": (0, -1, 0), "left": (-1, 0, 0), "right": (1, 0, 0)}
    patterns = "\n".join(f"{name} = {{ direction = {list(way)} }}" for name, way in ways.items())
    trial = Trial(
        name="patterns named against their directions",
        text=project(
            *_SOUND, survey(), site(0.25), f"[blocks.patterns]\n{patterns}", condition(), analyses=("survey", "blocks")
        ),
        files=boxes(low=(0.0, 5.0, 0.0, 1.2, 0.0, 0.5), top=(0.0, 5.0, 0.8, 1.4, 0.5, 1.5)),
        states=NONE_SAFE,
    )
    done = result_of(trial)
    assert_true_of(trial, done)
    scenarios = {check.id.split(".")[1]: check.scenario for check in done.checks if check.limit_state == "onset"}
    assert scenarios == {"front": "back", "back": "front", "left": "left", "right": "right"}


def test_a_method_that_denies_a_standing_wall_starts_nothing_in_the_earthquake(result_of):
    # overturning 0.458 at rest, and the wall stands: the same calculation at 0.3 g says no more
    standing = Trial(
        name="standing wall whose statics deny it",
        text=project(
            *_SOUND,
            prism(2.4, 0.469, courses=4, extra='stands = { value = true, source = "seen" }\nstands_date = 2026-05-01'),
            fill(extra=f"{UNLOADED}\n{DRY}"),
            site(0.02),
            condition(),
            analyses=("statics", "limit"),
        ),
        states={"gravity": NOT_SAFE, **NONE_SAFE},
    )
    done = result_of(standing)
    assert_true_of(standing, done)
    rows = [row for row in done.verdict.of("onset").evidence if row.check.mode == "overturning"]
    assert {row.check.family for row in rows} == {"statics_onset", "limit_onset"}
    assert all("refuted_at_rest" in row.silent for row in rows)
    assert done.verdict.of("onset").state in OPEN


def test_an_assumed_statement_closes_no_question(result_of):
    onset = result_of(GUESSED).verdict.of("onset")
    assert {"lean", "decay", "cracking", "leaves", "earlier_damage"} <= set(onset.omissions) | {
        item.effect for row in onset.evidence for item in row.omissions
    }
