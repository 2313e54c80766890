"""What was assumed stands in a list of its own: by whom, and what would change it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import pirqa
from pirqa.model.remark import Remark
from pirqa.report.engineer import assumptions_grid
from pirqa.report.page import render_pages
from pirqa.report.words import load_words
from tests.project.test_load import GOOD

EN = load_words("en")


@pytest.fixture(scope="module")
def assessment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("assumed")
    (folder / "wall.toml").write_text(GOOD.replace("kh = 0.15\n", ""), encoding="utf-8")
    return pirqa.assess(folder / "wall.toml")


def texts(grid):
    return [[cell.text for cell in row] for row in grid.rows]


def test_every_input_that_was_not_given_is_there_and_no_other(assessment):
    rows = texts(assumptions_grid(assessment, EN))
    keys = {row.key: row.status for row in assessment.inputs}
    for key, status in keys.items():
        told = status in ("assumed", "default") and any(
            EN(f"assumption.change_{status}", key=key) == row[4] for row in rows
        )
        assert told == (status in ("assumed", "default")), key
    assert keys["backfill.friction_angle"] == "assumed"
    assert any(row[2] == "40°" and row[3] == EN("assumption.by_assumed") for row in rows)


def test_a_coefficient_that_was_not_given_names_its_key(assessment):
    rows = texts(assumptions_grid(assessment, EN))
    assert [row[4] for row in rows if row[1] == EN("note.kh_assumed")] == [
        EN("assumption.change_default", key="site.kh")
    ]


def test_what_a_stage_took_on_its_own_is_told_with_its_section(assessment):
    class Result:
        remarks = (
            Remark(kind="assumption", key="damping_assumed", amount=0.05),
            Remark(kind="assumption", key="mode_is_straight"),
            Remark(kind="warning", key="blocks_never_moves", text="x"),
        )

    changed = replace(assessment, inputs=(), checks=(), stages={"dynamics": Result()})
    first, second = texts(assumptions_grid(changed, EN))
    assert first[0] == EN("dynamics.title")
    assert first[4] == EN("assumption.change_default", key="joints.damping_ratio")
    assert second[4] == EN("assumption.change_none")


def test_nothing_assumed_is_no_list(assessment):
    assert assumptions_grid(replace(assessment, inputs=(), checks=(), stages={}), EN) is None


def test_they_come_after_the_inputs_and_before_the_origin_in_both_languages(assessment):
    for page in render_pages(assessment, "en", "es").values():
        places = re.findall(r'<section id="(\w+)">', page)
        assert places[-1] == "provenance"
        assert places.index("inputs") < places.index("assumptions") < places.index("provenance")
