"""The limit stage on the page: from results made by hand, in both languages."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from pirqa.limit import LimitResult
from pirqa.model.remark import Remark
from pirqa.project import parse_project, run_project
from pirqa.report.names import leading, mechanism_name
from pirqa.report.page import render
from pirqa.report.sections.limit import build, draw_mechanism, pose_on_the_way
from pirqa.report.words import LANGUAGES, load_words
from tests.project.test_load import GOOD
from tests.report.mechanisms import block, tall_wall
from tests.report.test_report import _Balanced


@pytest.fixture(scope="module")
def assessment(tmp_path_factory):
    done = run_project(parse_project(GOOD), tmp_path_factory.mktemp("limit") / "out")
    result = LimitResult(
        mechanisms=tall_wall(), remarks=(Remark(kind="warning", key="not_a_key_of_ours", text="strut"),)
    )
    return replace(done, stages={"limit": result})


def texts(section):
    return " ".join(
        getattr(item, "text", "")
        + getattr(item, "caption", "")
        + " ".join(f"{cell.text} {cell.small}" for row in getattr(item, "rows", ()) for cell in row)
        for item in section.blocks
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_section_is_whole(assessment, language):
    words = load_words(language)
    page = unescape(render(assessment, words))
    _Balanced().feed(page)
    for key in ("title", "drawings_title", "capacity_title", "table_title", "limits"):
        assert words(f"limit.{key}") in page
    for name in ("mechanism-1", "mechanism-2", "mechanism-3", "mechanism-4", "limit-capacity"):
        assert f'id="{name}-figure_1"' in page
    assert words("limit.force_strut") in page
    assert f"{words('limit.event_strut_fails')}: props" in page
    assert "nan" not in page.split('id="limit"')[1].split("<svg")[0]


def test_the_same_result_gives_the_same_page(assessment):
    words = load_words("en")
    assert render(assessment, words) == render(assessment, words)


def test_the_first_sentence_has_the_one_that_starts_first(assessment):
    section = build(assessment.stages["limit"], assessment, load_words("en"))
    # 1.4/9: by hand
    assert section.blocks[0].text.startswith("Overturning outwards about the base starts first: at 0.156 g")
    d0 = 1e3 * 9.0 * np.sin(np.arctan(1.4 / 9.0))
    assert f"{d0:.0f} mm away" in section.blocks[0].text


def test_a_part_that_falls_by_itself_gets_no_acceleration(assessment):
    falling = replace(block(thickness=0.5, bottom=6.1, top=9.0), multiplier=-0.02, curve=None, poses=None)
    result = LimitResult(mechanisms=(falling, *tall_wall()))
    said = texts(build(result, assessment, load_words("en")))
    assert "falls under the loads that are always there" in said
    assert "Falls by itself, without any earthquake: Overturning outwards about +6.10 m." in said
    assert texts(build(LimitResult(mechanisms=()), assessment, load_words("en"))).startswith("No mechanism")


def test_the_pose_is_a_true_one():
    found = block(thickness=1.4, top=9.0)
    pose = pose_on_the_way(found)
    assert found.pose_displacement[pose] == pytest.approx(0.4 * found.pose_displacement[-1], rel=0.1)
    # the hinge stays, and at the end the weight stands above it
    motion = found.poses[-1, 0]
    assert motion[:, :3] @ found.hinges[0] + motion[:, 3] == pytest.approx(found.hinges[0], abs=1e-12)
    centre = motion[:, :3] @ found.bodies[0].centroid + motion[:, 3]
    assert centre[1] == pytest.approx(found.hinges[0][1], abs=1e-9)
    svg = draw_mechanism(found, load_words("en"), name="one")
    assert "α·W" in svg


def test_the_few_that_lead_are_of_different_sorts():
    many = [*tall_wall(), block(thickness=1.3, top=9.0, station=4.0, name="overturning.outward.base.x4.00m")]
    few = leading(many)
    assert [item.name for item in few][:1] == ["overturning.outward.base.x4.00m"]
    assert len({(item.local, item.place.inward) for item in few}) == len(few) == 4
    words = load_words("es")
    assert mechanism_name(few[0], words) == "Volteo hacia afuera alrededor de la base, x = 4 m"
    assert mechanism_name(many[-2], words).startswith("Volteo hacia adentro")
