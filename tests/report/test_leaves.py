"""A wall of leaves on the page: each leaf in a picture of its own, its infill in one row of the struts."""

from __future__ import annotations

import re

import pytest

from pirqa.errors import PirqaError
from pirqa.project import parse_project, run_project
from pirqa.report.page import render
from pirqa.report.words import LANGUAGES, load_words
from tests.conftest import EXAMPLES

LEAVES = (EXAMPLES / "sacsayhuaman_leaves" / "project.toml").read_text(encoding="utf-8")
SURVEY = LEAVES.replace('analyses = ["survey", "motion", "dynamics"]', 'analyses = ["survey"]')
STONES = 'material = "rubble"\nstones = true\n'
SPRINGS = '\n[dynamics.infill]\nmodulus = "20 MPa"\n'


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory):
    return run_project(parse_project(SURVEY), tmp_path_factory.mktemp("leaves") / "out")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_leaf_has_its_picture(surveyed, language):
    words = load_words(language)
    page = render(surveyed, words)
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
