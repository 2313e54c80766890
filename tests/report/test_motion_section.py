"""The motion stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from string import Formatter
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from pirqa.model import Treatment
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.motion.options import FormatName, MotionOptions
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.origins import _is_choice
from pirqa.report import LANGUAGES, load_words, render
from pirqa.report.figures.motion import thinned
from pirqa.report.names import field_name, group_name
from pirqa.report.sections.motion import _treatment
from tests.conftest import EXAMPLES, ROOT
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
