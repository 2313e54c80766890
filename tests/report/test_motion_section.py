"""The motion stage and sets of motions on the page: from the folder alone, in both languages."""

from __future__ import annotations

import base64
import csv
import re
from dataclasses import fields, is_dataclass, replace
from string import Formatter
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from pirqa.model import Treatment
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.motion.formats import FormatName
from pirqa.motion.options import MotionOptions
from pirqa.motion.sets.characteristics import Refused
from pirqa.motion.sets.options import Combination, Mechanism
from pirqa.motion.sets.result import Lack, MotionSet, SetRule
from pirqa.motion.sets.rules import rule_remarks
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.origins import _is_choice
from pirqa.report.figures.motion import draw_set, has_deviation, thinned
from pirqa.report.names import field_name, group_name
from pirqa.report.page import render
from pirqa.report.remarks import remark_text
from pirqa.report.section import Figure, Grid, Heading, Note, Text
from pirqa.report.sections.motion import _treatment, refused_text, set_blocks, set_sentence
from pirqa.report.words import LANGUAGES, load_words
from tests.conftest import EXAMPLES, ROOT
from tests.motion.test_sets import write_records
from tests.report.pages import without_pictures
from tests.report.test_report import _Balanced

EN = load_words("en")
EXAMPLE = (EXAMPLES / "terrace_shaken" / "project.toml").read_text(encoding="utf-8")
TREATMENTS = {
    (path.name, key)
    for path in (ROOT / "src" / "pirqa" / "motion").rglob("*.py")
    for key in re.findall(r'Treatment\(\s*key="(\w+)"', path.read_text(encoding="utf-8"))
}


@pytest.fixture(scope="module")
def shaken(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shaken")
    return run_project(parse_project(EXAMPLE), folder / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole(shaken, language):
    words = load_words(language)
    page = render(shaken, words)
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    plain = without_pictures(page)
    for key in ("title", "spectra_title", "histories_title", "processing_title", "sliding_title"):
        assert words(f"motion.{key}").replace("'", "&#39;") in plain
    assert "nan" not in plain.lower().split()
    assert "<tbody>\n</tbody>" not in page
    assert not re.search(r"(record|motion|treatment)_\w+ –", plain), "a remark without words"
    # two of the first page; four drawings and the curves of statics; spectra, four motions, sliding, regressions
    assert page.count("<svg") == 2 + 5 + 1 + 4 + 1 + 1


def test_page_comes_from_the_folder_alone(shaken):
    assert render(read_results(shaken.folder), EN) == render(shaken, EN)


def test_motions_survive_the_folder_bit_for_bit(shaken):
    again = read_results(shaken.folder).stages["motion"]
    for before, after in zip(shaken.stages["motion"].motions, again.motions, strict=True):
        assert np.array_equal(before.motion.acceleration, after.motion.acceleration)
        assert np.array_equal(before.motion.displacement, after.motion.displacement)
        assert before.motion.treatments == after.motion.treatments
        assert before.measures == after.measures
        assert before.remarks == after.remarks
    assert again.sliding == shaken.stages["motion"].sliding


def test_a_wall_that_rocks_first_is_not_judged_by_sliding(shaken):
    checks = [check for check in shaken.checks if check.id.startswith("motion.sliding_block")]
    assert [check.votes for check in checks] == [False, False]
    assert shaken.verdict.of("damage").state == "not_shown"
    page = without_pictures(render(shaken, EN))
    assert EN("note.rocks_before_sliding") in page
    assert page.count(EN("motion.rocks_first")) == 2


def test_sliding_uses_the_critical_coefficients_of_statics(shaken):
    statics, motion = shaken.stages["statics"], shaken.stages["motion"]
    for case in motion.sliding:
        found = statics.critical_for(f"pseudo_static.{case.name}", "sliding")
        assert case.yield_coefficient == found.coefficient
        assert not case.both_ways, "fill keeps the wall from sliding back"


def test_unverified_codes_are_marked(shaken):
    page = without_pictures(render(shaken, EN))
    assert page.count(EN("motion.code_unverified")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_motions_and_none_that_slide(shaken, language):
    words = load_words(language)
    result = shaken.stages["motion"]
    many = replace(result, motions=result.motions * 3, sliding=(), design=())
    page = render(replace(shaken, stages={"motion": many}), words)
    assert words("motion.more_motions", count=4) in page
    assert words("motion.sliding_intro") not in page


def options(kind: type, prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    hints, dimensions = get_type_hints(kind), field_dimensions(kind)
    for item in fields(kind):
        inner: Any = bare_type(hints[item.name])
        key = f"{prefix}.{item.name}"
        if get_origin(inner) is dict:
            inner, key = get_args(inner)[1], f"{key}.lima"
        if is_dataclass(inner):
            found += options(inner, key)
        elif item.name in dimensions or _is_choice(hints[item.name]):
            found.append((prefix, key))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_input_of_the_motions_has_words(language):
    words = load_words(language)
    keys = options(MotionOptions, "motion")
    assert len(keys) > 80
    for group, key in keys:
        assert group_name(group, words)
        assert field_name(key, words), key
    assert "lima" in group_name("motion.records.lima.scale", words)
    assert all(f"value.{name}" in words for name in get_args(FormatName))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_treatment_has_words(language):
    words = load_words(language)
    assert len(TREATMENTS) > 20
    assert [key for _, key in sorted(TREATMENTS) if f"treatment.{key}" not in words] == []


def test_treatments_say_their_numbers(shaken):
    for item in shaken.stages["motion"].motions:
        for step in item.motion.treatments:
            wanted = {name for _, name, _, _ in Formatter().parse(EN(f"treatment.{step.key}")) if name}
            assert wanted <= set(step.amounts), step.key
    assert _treatment(Treatment(key="taper", amounts={"share": 0.02}), EN).startswith("cosine taper over 2 %")
    assert _treatment(Treatment(key="not known", amounts={"corner": 0.1}), EN) == "not known corner 0.1"


def test_thinned_curves_keep_their_peaks():
    times = np.arange(50_000, dtype=float)
    values = np.random.default_rng(3).normal(size=50_000)
    values[31_337], values[4_242] = 9.0, -8.0
    x, y = thinned(times, values, most=300)
    assert len(x) <= 602
    assert (y.max(), x[y.argmax()]) == (9.0, 31_337.0)
    assert (y.min(), x[y.argmin()]) == (-8.0, 4_242.0)
    assert np.all(np.diff(x) > 0.0)
    short = thinned(times[:500], values[:500], most=300)
    assert np.array_equal(short[1], values[:500])


ES = load_words("es")
PROJECT = """
format = 1
analyses = ["motion"]

[project]
name = "A set"

[motion.design.e030_2018]
zone = 3
soil = "S1"

[motion.signals.fault.stochastic]
region = "peru_intraslab"
magnitude = 7
distance = "60 km"

[motion.sliding]
yield_coefficient = 0.5
allowable = "10 m"

[motion.set]
period = "0.25 s"
library = false
folder = "records"

[motion.set.types]
normal = 2
intraslab = 2

[motion.set.synthetic]
intraslab = ["fault"]
"""
RULES = sorted(
    {
        key
        for text in [(ROOT / "src/pirqa/motion/sets/rules.py").read_text(encoding="utf-8")]
        for key in re.findall(r'_rule\(\s*"(\w+)"', text)
    }
    | {"velocity", "duration"}
)
REFUSED = sorted(
    {
        key
        for path in (ROOT / "src/pirqa/motion/sets").glob("*.py")
        for key in re.findall(r'Refused\([^)]*key="(\w+)"', path.read_text(encoding="utf-8"))
    }
)


@pytest.fixture(scope="module")
def assessed(tmp_path_factory):
    place = tmp_path_factory.mktemp("project")
    write_records(place / "records")
    (place / "records" / "broken.v1").write_text("nothing\n", encoding="utf-8")
    return run_project(parse_project(PROJECT, file=str(place / "wall.toml")), place / "results")


@pytest.fixture(scope="module")
def found(assessed) -> MotionSet:
    return assessed.stages["motion"].set


@pytest.fixture(scope="module")
def complete(found) -> MotionSet:
    rules = tuple(replace(rule, satisfied=True) for rule in found.rules)
    return replace(found, lacks=(), rules=rules)


@pytest.fixture(scope="module")
def pages(assessed) -> dict[str, str]:
    return {language: render(assessed, load_words(language)) for language in LANGUAGES}


def test_a_set_survives_the_results_folder(assessed, found, pages):
    again = read_results(assessed.folder).stages["motion"].set
    for name in ("rules", "lacks", "refused", "remarks", "members", "source", "demand", "candidates", "combination"):
        assert getattr(again, name) == getattr(found, name), name
    assert again.complete == found.complete
    for table in ("spectra", "curve"):
        before, after = getattr(found, table).columns, getattr(again, table).columns
        assert list(before) == list(after)
        assert all(np.array_equal(before[name], after[name]) for name in before)
    assert render(read_results(assessed.folder), ES) == pages["es"]


def test_the_table_of_members_stands_in_the_folder(assessed, found):
    (path,) = assessed.folder.glob("stages/motion/*/set.csv")
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows] == [member.name for member in found.members]
    (refused,) = assessed.folder.glob("stages/motion/*/refused.csv")
    assert "records/broken.v1" in refused.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_sentence_says_what_the_set_lacks(pages, language):
    words = load_words(language)
    page = without_pictures(pages[language])
    start = page.index(f"<h3>{words('set.title')}</h3>")
    first = re.sub(r"<[^>]+>", " ", page[start:])[: 400 + len(words("set.title"))]
    expected = {
        "en": "The set of 7 motions is not complete: 1 of 2 motions of the type “subduction, intraslab”. Failure can",
        "es": "El conjunto de 7 movimientos no está completo: 1 de 2 movimientos del tipo «subducción, intraplaca».",
    }
    assert expected[language] in " ".join(first.split())


def test_satisfied_checks_of_a_set_that_lacks_something_do_not_vote(assessed, pages):
    (check,) = [check for check in assessed.checks if check.id.startswith("motion.sliding_block")]
    assert check.satisfied
    assert not check.votes
    assert assessed.verdict.of("damage").state == "not_shown"
    page = without_pictures(pages["en"])
    assert EN("note.set_incomplete") in page
    sliding = page[page.rindex(EN("motion.sliding_intro")) :]
    assert EN("set.shows_failure") in sliding


@pytest.mark.parametrize("words", [EN, ES], ids=["en", "es"])
def test_blocks_of_a_complete_set(complete, words):
    heading, first, *others = set_blocks(complete, words)
    assert heading == Heading(text=words("set.title"))
    assert isinstance(first, Text)
    assert "7" in first.text
    assert not any(isinstance(block, Note) for block in others)
    (figure,) = [block for block in others if isinstance(block, Figure)]
    assert figure.svg.startswith("<svg")
    members, rules, *_ = [block for block in others if isinstance(block, Grid)]
    assert [row[0].text for row in members.rows] == [member.name for member in complete.members]
    assert len(rules.rows) == len(complete.rules)
    synthetic = [row for row in members.rows if row[0].small]
    assert [(row[0].text, row[0].small) for row in synthetic] == [("fault", words("set.made_up"))]


def test_numbers_of_the_picture_are_those_of_the_set(complete):
    drawn = draw_set(complete, EN, name="set")
    rows = list(csv.reader(drawn.data.splitlines()))
    assert rows[0] == ["panel", "curve", "period [s]", "pseudo-acceleration [g]"]
    mean = np.array([[float(x), float(y)] for _, curve, x, y in rows[1:] if curve == EN("set.line_mean")])
    assert mean[:, 0] == pytest.approx(complete.curve["period"], rel=1e-6)
    assert mean[:, 1] * 9.80665 == pytest.approx(complete.curve["mean"], rel=1e-6)
    assert {member.name for member in complete.members} <= {row[1] for row in rows}


def test_a_target_with_a_variance_is_drawn_with_it(complete):
    assert not has_deviation(complete)
    columns = dict(complete.curve.columns)
    columns["high"], columns["low"] = 1.5 * columns["target"], columns["target"] / 1.5
    spread = replace(complete, curve=type(complete.curve)(columns))
    assert EN("set.line_deviation") in draw_set(spread, EN, name="set").data
    assert any(EN("set.picture_deviation") in getattr(block, "caption", "") for block in set_blocks(spread, EN))


@pytest.mark.parametrize("words", [EN, ES], ids=["en", "es"])
def test_every_lack_rule_and_refusal_has_words(found, words):
    assert len(RULES) == 16
    assert [key for key in RULES if f"set_rule.{key}" not in words] == []
    assert len(REFUSED) == 11
    assert [key for key in REFUSED if f"set_refused.{key}" not in words] == []
    assert [key for key in get_args(Mechanism) if f"value.mechanism_{key}" not in words] == []
    assert [key for key in get_args(Combination) if f"value.combination_{key}" not in words] == []
    broken = [
        SetRule(key=key, found=9.0, least=1.0, most=2.0, satisfied=False, text="0.2 s" if key == "mean" else "")
        for key in RULES
    ]
    for remark in rule_remarks(broken):
        assert f"remark.{remark.key}" in words
        text = remark_text(remark, words)
        assert "9" in text
        assert "{" not in text
    lacks = [Lack(kind="too_few", key=key, found=3, needed=7) for key in ("motions", "events")]
    lacks += [Lack(kind="type_missing", key=key, found=0, needed=2) for key in ("near_fault", *get_args(Mechanism))]
    sentence = set_sentence(replace(found, lacks=tuple(lacks)), words)
    assert sentence.count(";") >= len(lacks) - 1
    assert not re.search(r"\b(set|lack|normal_|strike_slip)\b\.", sentence)


@pytest.mark.parametrize("words", [EN, ES], ids=["en", "es"])
def test_a_broken_rule_is_named_first(complete, words):
    rules = tuple(replace(rule, satisfied=rule.key != "pga_low", found=0.612) for rule in complete.rules)
    sentence = set_sentence(replace(complete, rules=rules), words)
    assert "0.612" in sentence
    assert "≥ 0.8" in sentence
    assert "PGA" in sentence


def test_a_set_of_synthetic_motions_only(complete):
    alone = replace(complete, members=tuple(member for member in complete.members if member.synthetic))
    texts = [block.text for block in set_blocks(alone, EN) if isinstance(block, Text)]
    assert any("Synthetic, made by signals of the project file: 1 motion." in text for text in texts)
    assert EN("set.event_none") in texts[0]


def test_many_refused_candidates_are_counted_and_few_are_listed(complete):
    refused = tuple(Refused(name=f"c{k}", reason="is the same motion as r0", key="twin", text="r0") for k in range(99))
    grids = [block for block in set_blocks(replace(complete, refused=refused), ES) if isinstance(block, Grid)]
    (grid,) = [grid for grid in grids if grid.head[0] == ES("set.column_candidate")]
    assert len(grid.rows) == 8
    assert "99" in grid.caption
    assert "91" in grid.caption
    assert grid.rows[0][1].text == "es el mismo movimiento que r0"


def test_names_of_files_cannot_break_the_page(assessed, complete):
    bad = "<script>alert(1)</script>"
    members = tuple(replace(member, name=bad, event=bad, station=bad, citation=bad) for member in complete.members[:1])
    spoiled = replace(complete, members=(*members, *complete.members[1:]), refused=(Refused(name=bad, reason=bad),))
    spectra = {name: values.copy() for name, values in spoiled.spectra.columns.items()}
    spoiled = replace(spoiled, spectra=type(spoiled.spectra)(spectra))
    stages = {"motion": replace(assessed.stages["motion"], set=spoiled, motions=assessed.stages["motion"].motions[:1])}
    assert bad not in render(replace(assessed, stages=stages), EN)
    assert refused_text(Refused(name="a", reason="line 1: bad"), ES) == "no se puede leer: line 1: bad"


def test_spanish_page_of_a_set_has_no_english(pages):
    page = without_pictures(pages["es"])
    start = page.index(f"<h3>{ES('set.title')}</h3>")
    part = page[start : page.index(f"<h3>{ES('set.all_motions')}</h3>")]
    part = re.sub(r"no se puede leer: .*", "", part)
    told = re.sub(r"<[^>]+>", " ", part)
    english = re.findall(r"\b(the|of|with|motions?|target|mean|earthquake|below|records?|synthetic|yes)\b", told)
    assert english == []
    data = re.search(r'href="data:text/csv;charset=utf-8;base64,([^"]+)"', pages["es"])
    assert base64.b64decode(data[1]).decode("utf-8-sig").startswith("panel,curva,")
