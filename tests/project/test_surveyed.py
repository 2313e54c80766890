"""Projects whose wall comes from a survey."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import pirqa
from pirqa.errors import ProjectError
from pirqa.project import parse_project, read_project, read_results
from tests.conftest import EXAMPLES


@pytest.fixture
def project(tmp_path):
    shutil.copytree(EXAMPLES / "from_dxf", tmp_path / "p")
    return tmp_path / "p" / "project.toml"


class Watcher:
    def __init__(self):
        self.ends = []

    def begin(self, task, total):
        self.task = task

    def advance(self, steps=1):
        pass

    def end(self, outcome=""):
        self.ends.append((self.task, outcome))


def test_later_stages_see_the_surveyed_wall(project, tmp_path):
    result = pirqa.assess(project, tmp_path / "out")
    surveyed = result.stages["survey"].wall
    assert len(surveyed.stones) == 34
    section = result.stages["statics"].sections[0]
    assert section.height == pytest.approx(2.6, abs=0.005)
    assert section.layers[0].back_bottom - section.layers[0].front_bottom == pytest.approx(0.85)
    assert {stone.zone for stone in surveyed.stones} == {"foundation", "facing"}


def test_results_come_back_as_they_were(project, tmp_path):
    before = pirqa.assess(project, tmp_path / "out").stages["survey"]
    after = read_results(tmp_path / "out").stages["survey"]
    assert after.remarks == before.remarks
    assert after.source == before.source
    for one, other in zip(before.wall.stones, after.wall.stones, strict=True):
        assert one.name == other.name
        assert np.array_equal(one.solid.vertices, other.solid.vertices)
        assert one.solid.faces == other.solid.faces
        assert np.array_equal(one.inertia, other.inertia)
    assert [contact.area for contact in before.wall.contacts] == [contact.area for contact in after.wall.contacts]
    assert before.wall.materials == after.wall.materials


def test_an_unchanged_survey_is_kept_and_a_changed_drawing_is_not(project, tmp_path):
    pirqa.assess(project, tmp_path / "out")
    again = Watcher()
    pirqa.assess(project, tmp_path / "out", observer=again)
    assert again.ends == [
        ("survey", "unchanged, kept from the last run"),
        ("statics", "unchanged, kept from the last run"),
        ("blocks", "unchanged, kept from the last run"),  # it runs by itself: the start of motion is open
    ]
    drawing = project.with_name("wall.dxf")
    drawing.write_bytes(drawing.read_bytes() + b"\n")
    changed = Watcher()
    pirqa.assess(project, tmp_path / "out", observer=changed)
    assert "unchanged, kept from the last run" not in dict(changed.ends).values()


def test_a_broken_drawing_leaves_the_earlier_results(project, tmp_path):
    pirqa.assess(project, tmp_path / "out")
    kept = (tmp_path / "out" / "result.json").read_bytes()
    project.with_name("wall.dxf").write_bytes(b"not a drawing")
    with pytest.raises(ProjectError, match=r"project\.toml: survey: .*wall\.dxf"):
        pirqa.assess(project, tmp_path / "out")
    assert (tmp_path / "out" / "result.json").read_bytes() == kept


def test_same_input_same_bytes(project, tmp_path):
    for name in ("a", "b"):
        pirqa.assess(project, tmp_path / name)
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a" / "stages").rglob("*.*"))
    assert len(files) > 4
    for path in files:
        if path.is_file():
            assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes(), path


SURVEY_ONLY = """
format = 1
analyses = ["survey"]
[project]
name = "w"
[materials.stone]
unit_weight = "23 kN/m3"
[survey]
thickness = "0.8 m"
[survey.generate]
pattern = "running_bond"
length = "4 m"
height = "2 m"
courses = 4
unit_length = "1 m"
"""


def test_a_survey_by_itself_needs_no_base(tmp_path):
    path = tmp_path / "p.toml"
    path.write_text(SURVEY_ONLY, encoding="utf-8")
    result = pirqa.assess(path)
    assert result.checks == ()
    assert {item.state for item in result.verdict.limit_states} == {"not_assessed"}
    assert result.provenance.seed is not None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('analyses = ["survey"]', 'analyses = ["statics"]', r"base: missing; add the table \[base\]"),
        ("[survey]\n", "[survey]\nfile = 'a.dxf'\n", "survey: give either file"),
        ('thickness = "0.8 m"', "thickness = 0.8", "survey.thickness: a length needs a unit"),
        ('thickness = "0.8 m"', 'thicknes = "0.8 m"', 'survey.thicknes: unknown key; did you mean "thickness"'),
        ('pattern = "running_bond"', 'pattern = "runing_bond"', 'did you mean "running_bond"'),
        ("courses = 4", 'courses = "four"', "survey.generate.courses: must be a whole number"),
        ('length = "4 m"\n', "", "generate.length is missing"),
        ("[survey]\n", "[survey]\ntolerance = '1 m'\n", "survey.tolerance: must be at most 0.1 m"),
        ("[survey]\n", "[survey]\nfixed = 'all'\n", r'survey.fixed: "all" is not accepted'),
        ("[survey]\n", "[survey]\nstones.3.thickness = '-1 m'\n", "survey.stones.3.thickness: must be greater"),
    ],
)  # fmt: skip
def test_bad_survey_tables(old, new, message):
    assert old in SURVEY_ONLY
    with pytest.raises(ProjectError, match=message):
        parse_project(SURVEY_ONLY.replace(old, new))


def test_no_wall_and_no_survey():
    text = SURVEY_ONLY[: SURVEY_ONLY.index("[survey]")]
    with pytest.raises(ProjectError, match=r"wall: missing; add the table \[wall\], or \[survey\] with a drawing"):
        parse_project(text)
    with pytest.raises(ProjectError, match=r"survey: missing"):
        parse_project(
            f"""{text}
            [wall]
            height = "1 m"
            thickness = "1 m"
            material = "stone"
            [base]
            kind = "rock"
            friction_angle = "30 deg"
            """
        )


def test_inputs_of_the_survey_are_listed():
    rows = {row.key: row for row in read_project(EXAMPLES / "sacsayhuaman" / "project.toml").inputs}
    assert rows["survey.thickness"].status == "assumed"
    assert rows["survey.generate.like"].text == "sacsayhuaman"
    assert "survey.generate.length" not in rows, "it follows from like"


def test_a_generated_wall_takes_its_size_from_the_wall():
    text = SURVEY_ONLY.replace('length = "4 m"\nheight = "2 m"\n', "").replace(
        "[survey]\n", '[wall]\nlength = "4 m"\nheight = "2 m"\nthickness = "0.8 m"\nmaterial = "stone"\n[survey]\n'
    )
    generate = parse_project(text).options["survey"].generate
    assert (generate.length, generate.height) == (4.0, 2.0)
