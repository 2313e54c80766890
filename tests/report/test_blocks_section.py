"""The blocks stage on the page: from results made by hand on a generated wall, in both languages."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from pirqa.limit.blocks import BlockRange, BlockSolution, BlocksResult
from pirqa.model.remark import Remark
from pirqa.project import parse_project, run_project
from pirqa.report.figures.dynamics import _starting_motions
from pirqa.report.page import render
from pirqa.report.remarks import remark_text
from pirqa.report.sections.blocks import build
from pirqa.report.words import LANGUAGES, load_words
from tests.cli.test_simulate import PROJECT
from tests.report.test_limit_section import texts
from tests.report.test_report import _Balanced


def turning(wall, level):
    """All stones above ``level`` turn outwards about the front edge there."""
    free = [stone for stone in wall.stones if stone.name not in wall.fixed]
    motion = np.zeros((len(free), 6))
    top = max(stone.solid.vertices[:, 2].max() for stone in free)
    for row, stone in zip(motion, free, strict=True):
        if stone.centroid[2] > level:
            # ω = (1, 0, 0): what is above the hinge goes to −y
            arm = stone.centroid - [0.0, 0.0, level]
            row[:] = [*np.cross([1.0, 0.0, 0.0], arm), 1.0, 0.0, 0.0]
    motion /= top - level
    moving = tuple(stone.name for stone, row in zip(free, motion, strict=True) if row.any())
    return tuple(stone.name for stone in free), motion, moving


@pytest.fixture(scope="module")
def assessment(tmp_path_factory):
    text = PROJECT.replace('analyses = ["survey", "motion", "dynamics"]', 'analyses = ["survey"]')
    done = run_project(parse_project(text), tmp_path_factory.mktemp("blocks") / "out")
    wall = done.stages["survey"].wall
    stones, motion, moving = turning(wall, 0.3)
    outward = BlockSolution(
        name="outward",
        friction="associative",
        direction=np.array([0.0, -1.0, 0.0]),
        outcome="found",
        lower=0.21,
        upper=0.2100001,
        stones=stones,
        motion=motion,
        moving=moving,
    )
    others = (
        replace(outward, friction="non_associative", lower=0.2, upper=None),
        replace(outward, name="inward", outcome="never_moves", lower=None, upper=None, motion=None, moving=()),
        replace(outward, name="odd", outcome="not_converged", lower=None, upper=None, motion=None, moving=()),
    )
    smooth = replace(outward, friction="smooth", lower=0.14, upper=0.14, bounds_below=True, compliance=0.8)
    values = BlockRange(
        name="outward",
        kind="mass",
        smooth=0.14,
        non_associative=0.2,
        associative=0.21,
        compliance=0.8,
        governing=smooth,
    )
    result = BlocksResult(solutions=(outward, smooth, *others), ranges=(values,))
    return replace(done, stages={**done.stages, "blocks": result})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_section_is_whole(assessment, language):
    words = load_words(language)
    page = unescape(render(assessment, words))
    _Balanced().feed(page)
    part = page.split('id="blocks"')[1]
    for key in ("title", "outcome_never_moves", "outcome_not_converged", "friction_non_associative", "limits"):
        assert words(f"blocks.{key}") in part
    assert 'id="blocks-1-figure_1"' in part
    assert "0.21000" in part
    assert words("blocks.smooth_name", name=words("blocks.pattern_outward")) in part
    assert words("blocks.together_bounds", lower="0.1400", upper="0.2100") in part


def test_the_sentence_has_the_safe_multiplier(assessment):
    said = build(assessment.stages["blocks"], assessment, load_words("en")).blocks[0].text
    assert said.startswith("Pushed outwards: the stones do not move below a push of 0.1400 of their weight;")


def test_multipliers_that_agree_are_an_estimate(assessment):
    result = assessment.stages["blocks"]
    (values,) = result.ranges
    agreed = replace(values, smooth=0.2, governing=result.solutions[2])
    told = build(replace(result, ranges=(agreed,)), assessment, load_words("en"))
    assert told.blocks[0].text.startswith("Pushed outwards: the stones start to move at a push of 0.2000")
    assert "estimate 0.2000" in texts(told)


def test_a_stone_held_by_friction_alone_is_named(assessment):
    result = assessment.stages["blocks"]
    held = replace(result.solutions[1], outcome="held_by_friction", lower=None, upper=None, culprits=("7",), moving=())
    said = build(BlocksResult(solutions=(held,)), assessment, load_words("en")).blocks[0].text
    assert said.startswith("Limit analysis does not show that this wall stands under its own weight: 7 ")


def test_a_wall_that_does_not_stand_names_its_stones_and_no_number(assessment):
    wall = assessment.stages["survey"].wall
    stones, motion, moving = turning(wall, 0.3)
    fallen = BlockSolution(
        name="outward",
        friction="associative",
        direction=np.array([0.0, -1.0, 0.0]),
        outcome="unstable_at_rest",
        stones=stones,
        motion=motion,
        culprits=moving[:2],
    )
    said = texts(build(BlocksResult(solutions=(fallen,)), assessment, load_words("en")))
    assert f"{moving[0]}, {moving[1]} would move" in said
    assert "λ" not in said.split("limits")[0].replace("Multiplier λ of the load pattern", "")


def test_motions_are_those_of_rigid_stones(assessment):
    wall = assessment.stages["survey"].wall
    shifts, turns = _starting_motions(assessment.stages["blocks"].solutions[0], wall)
    for index, stone in enumerate(wall.stones):
        if stone.centroid[2] > 0.3 and stone.name not in wall.fixed:
            moved = shifts[index] + (stone.solid.vertices - stone.centroid) @ (turns[index] - np.eye(3)).T
            top = max(one.solid.vertices[:, 2].max() for one in wall.stones)
            expected = np.cross([1.0, 0.0, 0.0], stone.solid.vertices - [0.0, 0.0, 0.3]) / (top - 0.3)
            assert moved == pytest.approx(expected, abs=1e-12)
        else:
            assert not shifts[index].any()


ES = load_words("es")


@pytest.mark.parametrize(
    ("text", "told"), [("outward", "Empujado hacia afuera"), ("mine (μ low)", "mine (μ"), ("push", "push")]
)
def test_remarks_of_blocks_name_patterns_in_the_readers_language(text, told):
    remark = Remark(kind="assumption", key="blocks_wedged", text=text)
    said = remark_text(remark, ES)
    assert told in said
    assert "low" not in said
    assert "outward" not in said
