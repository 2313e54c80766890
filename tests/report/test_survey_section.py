"""A wall of leaves on the page: each leaf in a picture of its own, its infill in one row of the struts."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from pirqa.errors import PirqaError
from pirqa.model.bounds import bare_type, field_dimensions
from pirqa.model.envelope import Leaf
from pirqa.model.remark import Remark
from pirqa.project import parse_project, read_results, run_project
from pirqa.project.origins import InputRow
from pirqa.report.names import field_name, group_name, input_name
from pirqa.report.page import render
from pirqa.report.remarks import amount_text, remark_text
from pirqa.report.verdict import first_sentence
from pirqa.report.words import LANGUAGES, load_words
from pirqa.survey.options import GenerateOptions, LayerRule, LeafBond, Niche, StoneRule, SurveyOptions
from tests.conftest import EXAMPLES
from tests.report.pages import without_pictures
from tests.report.test_elevation import grid_wall
from tests.report.test_report import _Balanced

EN = load_words("en")
LIKE = """
format = 1
analyses = ["survey"]
[project]
name = "A wall like another"
[materials.andesite]
unit_weight = "24 kN/m3"
[survey]
thickness = "0.8 m"
fixed = "base"
[survey.generate]
like = "sacsayhuaman"
[[survey.generate.niches]]
x = "4 m"
z = "1 m"
width = "0.5 m"
height = "0.8 m"
depth = "0.3 m"
"""
KEYS = (
    "no_area",
    "fewer_corners",
    "loop_cut",
    "drawn_twice",
    "frame",
    "origin",
    "unit_overruled",
    "snapped",
    "t_vertices",
    "straightened",
    "slivers",
    "area_changed",
    "opening",
    "joints_closed",
    "back_from_neighbours",
    "back_not_flat",
    "convex_error",
    "runs_along_y",
    "floating",
    "held_by_nothing",
    "sliver_stones",
    "small_contacts",
    "envelope_differs",
    "mean_thickness",
    "main_material",
    "uneven_top",
    "generated_like",
    "generated_convex",
    "generated_count",
    "generated_niches",
    "generated_short_edges",
    "generated_unit_length",
    "generated_unit_height",
)


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("surveyed")
    return run_project(parse_project(LIKE), folder / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_survey_alone_has_a_page_that_judges_nothing(surveyed, language):
    words = load_words(language)
    page = render(surveyed, words)
    assert surveyed.checks == ()
    assert first_sentence(surveyed.verdict, words).endswith(words("lead.nothing"))
    assert words("lead.nothing") in page
    assert 'id="checks"' not in page, "no empty table"
    assert 'class="states"' not in page
    assert words("survey.like", wall="Sacsayhuamán") in page
    assert words("survey.stones_title") in page
    assert "<tbody>\n</tbody>" not in page
    assert page.count("<svg") == 1
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    assert "nan" not in without_pictures(page).lower().split()


def test_page_of_a_survey_comes_from_the_folder_alone(surveyed):
    assert render(read_results(surveyed.folder), EN) == render(surveyed, EN)


def test_page_tells_numbers_of_the_wall(surveyed):
    page = without_pictures(render(surveyed, EN))
    result = surveyed.stages["survey"]
    wall = result.wall
    assert f"Stones: {len(wall.stones)}, of which {len(wall.base_stones)} sit on the base" in page
    mass = sum(wall.mass(stone) for stone in wall.stones) / 1e3
    assert f"Their mass is {EN.number(mass, 4)} t." in page
    assert f"seed {result.source.seed}" in page
    table = page[page.index("Every stone") : page.index("Where stones touch")]
    assert table.count("<tr>") == 1 + len(wall.stones)
    assert "andesite" in table
    joints = page[page.index("Where stones touch") : page.index('id="inputs"')]
    assert f"of {len(wall.contacts)} joints" in joints
    areas = [float(text) for text in re.findall(r'<td class="number "[^>]*><span>(\d\.\d{3,})</span></td>', joints)]
    assert areas == sorted(areas, reverse=True)
    assert len(areas) == 30
    assert not re.search(r"\de-\d", joints), "rounding is no gap"
    assert "Niche 1" in page
    assert "From sill to lintel" in page


def test_mass_is_not_made_up(surveyed):
    page = without_pictures(render(replace(surveyed, stages={"survey": grid_wall(3, 2)}), EN))
    assert "no unit weight was given" in page
    assert re.search(r'<td class="number [^"]*"[^>]*><span>–</span></td>', page)
    assert "Read from wall.dxf (DXF)" in page
    assert "Nothing had to be repaired or assumed" in page


def test_long_tables_are_cut_and_say_so(surveyed):
    page = without_pictures(render(replace(surveyed, stages={"survey": grid_wall(10, 8)}), EN))
    assert "… and 20 more in stages/survey/…/stones.parquet" in page
    home = next((surveyed.folder / "stages" / "survey").iterdir())
    assert (home / "stones.parquet").exists(), "the file that the page names"
    loops = tuple(Remark(kind="repair", key="loop_cut", stones=(str(n),), amount=1e-4, unit="m2") for n in range(50))
    many = replace(grid_wall(2, 2), remarks=loops)
    page = without_pictures(render(replace(surveyed, stages={"survey": many}), EN))
    assert page.count("a loop of 1 cm² was cut off") == 8
    assert "… and 42 more of this kind" in page


def remark(key: str, kind: str = "warning") -> Remark:
    return Remark(
        kind=kind, key=key, stones=("17", "B-4"), count=23, amount=0.0371, unit="m", place=(1.25, -0.5), text="height"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_has_words(surveyed, language):
    words = load_words(language)
    remarks = tuple(remark(key, kind) for key in KEYS for kind in ("repair", "assumption", "warning"))
    for key in KEYS:
        assert f"remark.{key}" in words, key
        said = remark_text(remark(key), words)
        assert not re.search(r"[{}_]", said), said
    page = render(replace(surveyed, stages={"survey": replace(grid_wall(2, 2), remarks=remarks)}), words)
    for kind in ("repair", "assumption", "warning"):
        assert words(f"survey.{kind}") in page
        assert f"remark_kind.{kind}" in words
    assert page.count("x 1.250 m, z −0.500 m") >= 3 * len(KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_remark_without_words_is_told_all_the_same(language):
    said = remark_text(remark("never_heard_of"), load_words(language))
    for part in ("never_heard_of", "17, B-4", "23", "37.1 mm", "height"):
        assert part in said


@pytest.mark.parametrize(
    ("amount", "unit", "key", "said"),
    [
        (0.0042, "m", "snapped", "4.2 mm"),
        (0.1, "m", "snapped", "0.100 m"),
        (1e-14, "m", "snapped", "< 0.001 mm"),
        (-1e-12, "", "area_changed", "< 0.0001 %"),
        (0.0, "", "area_changed", "0 %"),
        (-1.5, "m", "envelope_differs", "−1.500 m"),
        (11994.2, "m", "motion_stochastic_near", "12 km"),
        (0.0003, "m2", "slivers", "3 cm²"),
        (0.25, "m2", "opening", "0.250 m²"),
        (-0.0012, "", "area_changed", "−0.12 %"),
        (2.5, "", "runs_along_y", "2.5"),
        (40.0, "", "generated_count", "40"),
    ],
)
def test_amounts_have_the_unit_that_fits(amount, unit, key, said):
    assert amount_text(Remark(kind="repair", key=key, amount=amount, unit=unit), EN) == said


def test_remarks_speak_the_language_and_keep_names():
    spanish = load_words("es")
    assert "Sacsayhuamán" in remark_text(Remark(kind="assumption", key="generated_like", text="sacsayhuaman"), spanish)
    assert "la altura" in remark_text(Remark(kind="warning", key="envelope_differs", text="height"), spanish)
    many = Remark(kind="warning", key="floating", stones=tuple(map(str, range(100, 140))), count=40)
    assert "111 … and 28 more" in remark_text(many, EN)
    braces = Remark(kind="warning", key="floating", stones=("{0.__class__}", "A-1"))
    assert "{0.__class__}, A-1" in remark_text(braces, EN)


def test_names_from_files_cannot_break_the_page(surveyed):
    evil = "<script>alert(1)</script>"
    result = grid_wall(3, 2, name=lambda number: f"{evil}{number}")
    said = Remark(kind="warning", key="floating", stones=(evil,), text=evil)
    result = replace(
        result, remarks=(said, replace(said, key=evil)), source=replace(result.source, file=evil, format=evil)
    )
    for language in LANGUAGES:
        page = render(replace(surveyed, stages={"survey": result}), load_words(language))
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert page.count("<script") == 2, "the viewer's data and its program"


GROUPS: dict[str, type] = {
    "survey": SurveyOptions,
    "survey.generate": GenerateOptions,
    "survey.layers.a.dotted layer": LayerRule,
    "survey.stones.12": StoneRule,
    "survey.leaves.facing": Leaf,
    "survey.bonds.infill": LeafBond,
    "survey.generate.niches.0": Niche,
}


def choices(hint: Any) -> list[str]:
    kind = bare_type(hint)
    if get_origin(kind) is tuple:
        kind = bare_type(get_args(kind)[0])
    if kind is bool:
        return ["true", "false"]
    return [str(word) for word in get_args(kind)] if "Literal" in str(get_origin(kind)) else ["7"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", GROUPS)
def test_every_input_of_the_survey_has_words(surveyed, group, language):
    words = load_words(language)
    kind = GROUPS[group]
    hints, dimensions = get_type_hints(kind, include_extras=True), field_dimensions(kind)
    rows = []
    for item in fields(kind):
        bare = bare_type(hints[item.name])
        if get_origin(bare) is dict or is_dataclass(bare) or bare is str or get_origin(bare) is tuple:
            continue
        key = f"{group}.{item.name}"
        number = dimensions.get(item.name) is not None
        texts = ["0.5 m"] if number else choices(hints[item.name])
        rows += [InputRow(key=key, text=text, value=0.5 if number else None, unit="", status="given") for text in texts]
        for text in texts:
            known = number or text == "7" or f"value.{text}" in words or key.endswith((".unit", ".up"))
            assert known, f"{key} = {text} has no words"
    assert rows
    page = render(replace(surveyed, inputs=tuple(rows)), words)
    for row in rows:
        assert f"<small>{row.key}</small>" in page


def test_one_word_does_not_serve_two_groups():
    assert group_name("survey.layers.a.b", EN) == "Layer a.b"
    assert group_name("survey.generate.niches.1", EN) == "Niche 2"
    assert field_name("survey.leaves.facing.stones", EN) != field_name("survey.generate.stones", EN)
    assert field_name("survey.generate.niches.0.height", EN) != field_name("wall.height", EN)
    assert field_name("survey.base", EN) != group_name("base", EN)
    assert input_name("survey.generate.seed", EN) == "Generated wall: seed"
    assert input_name("backfill.friction_angle", EN) == "Backfill: friction angle"


def test_statics_after_a_survey_has_both_sections(tmp_path):
    text = LIKE.replace('["survey"]', '["statics"]').split("[[survey.generate.niches]]")[0]
    text += '[base]\nkind = "rock"\nfriction_angle = "30 deg"\n[site]\nkh = 0.15\n'
    text += '[joints]\nfriction_angle = "30 deg"\n'
    page = render(run_project(parse_project(text), tmp_path), EN)
    places = [page.index(f'id="{name}"') for name in ("verdict", "checks", "survey", "statics", "inputs")]
    assert places == sorted(places)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


LEAVES = (EXAMPLES / "sacsayhuaman_leaves" / "project.toml").read_text(encoding="utf-8")
SURVEY = LEAVES.replace('analyses = ["survey", "motion", "dynamics"]', 'analyses = ["survey"]')
STONES = 'material = "rubble"\nstones = true\n'
SPRINGS = '\n[dynamics.infill]\nmodulus = "20 MPa"\n'


@pytest.fixture(scope="module")
def leaves(tmp_path_factory):
    return run_project(parse_project(SURVEY), tmp_path_factory.mktemp("leaves") / "out")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_leaf_has_its_picture(leaves, language):
    words = load_words(language)
    page = render(leaves, words)
    for leaf, count in (("infill", 36), ("back", 24)):
        assert words("survey.leaf", leaf=leaf, count=count) in page
        assert words("remark.generated_leaf", text=leaf, count=count) in page
        assert words("group.bond", name=leaf) in page
    assert page.count(words("elevation.caption")) == 3
    # from the front the other two leaves are out of sight
    assert page.count(words("elevation.hidden", count=60)) == 1
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('thickness = "1.4 m"', 'thickness = "1.5 m"', r"add up to 1\.4 m, not to the thickness of 1\.5 m"),
        ("[survey.bonds.back]", "[survey.bonds.bakc]", 'no leaf is called "bakc"; did you mean "back"'),
        (STONES, 'material = "rubble"\n', r'bonds\.infill: leaf "infill" has no stones'),
        ("stones = 36", "", r"survey\.bonds\.infill\.stones"),
        ("stones = 36", "stones = 36\nbricks = 1", r"survey\.bonds\.infill\.bricks"),
        ("[dynamics]", '[dynamics]\ninfill = { modulus = "20" }', r"dynamics\.infill\.modulus"),
        ("[dynamics]", '[dynamics]\ninfill = { strength = "1 MPa" }', r"dynamics\.infill\.modulus"),
    ],
)
def test_what_a_project_file_may_not_say(old, new, message):
    assert old in LEAVES
    with pytest.raises(PirqaError, match=message):
        parse_project(LEAVES.replace(old, new, 1))


def test_springs_beside_an_infill_of_stones_are_refused(tmp_path):
    with pytest.raises(PirqaError, match="no two leaves of stones with a leaf without stones between them"):
        run_project(parse_project(LEAVES + SPRINGS), tmp_path / "out")
