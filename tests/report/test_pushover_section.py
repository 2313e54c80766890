"""The pushover stage on the page: in both languages, with every word it needs, from made-up paths."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.fem.pushover.options import PushoverOptions
from pirqa.fem.pushover.result import PushoverVariant
from pirqa.fem.pushover.stage import read_result
from pirqa.limit import LimitOptions, analyse
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.project.published import PublishedPushover
from pirqa.report.engineer import assumptions_grid
from pirqa.report.names import case_name, field_name, group_name
from pirqa.report.notebook import _bare, show
from pirqa.report.remarks import remark_text
from pirqa.report.section import Figure, Grid, Note, Text, Viewer
from pirqa.report.sections.pushover import build
from pirqa.report.words import LANGUAGES, load_words
from tests.fem.pushover.made import pushed_wall, stepped_wall
from tests.report.test_motion_section import options as options_of

SPECTRA = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))
PRINTED = PublishedPushover(
    source="Chokepukio paper, Fig. 12",
    peak=0.25,
    yield_displacement=0.04,
    plateau_end=0.09,
    end_displacement=0.14,
    end_multiplier=0.2,
    note="The drawings are not published.",
)


def pushed(direction="outward", hinge=0.0, **more):
    return read_result(pushed_wall(direction, hinge, **more), PushoverOptions(spectra=SPECTRA))


def assessment_of(result, language="en", *, limit=True):
    earlier = {"limit": analyse(stepped_wall(), LimitOptions(hinge_levels=(3.25,)))} if limit else {}
    made = _bare(result, None, earlier, language)
    return replace(made, published={"published_pushover": (PRINTED,)})


def texts(section):
    return " ".join(block.text for block in section.blocks if isinstance(block, (Text, Note)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_section_has_its_pictures_tables_and_numbers(language):
    words = load_words(language)
    result = pushed()
    section = build(result, assessment_of(result, language), words)
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    names = [figure.svg.name for figure in figures]
    drawn = ("capacity", "cracks", "levels", "energy", "kinematic", "demand")
    assert names == [f"pushover-outward-{key}" for key in drawn]
    for figure in figures:
        assert figure.svg.data.count("\n") > 3, f"{figure.svg.name} hands out its numbers"
        assert figure.caption
        assert figure.alt
    grids = [block for block in section.blocks if isinstance(block, Grid)]
    assert len(grids[0].rows) == 7, "a, b, c, d, first crack, peak, drop"
    assert len(grids[1].rows) == 3, "three paths"
    assert any(isinstance(block, Viewer) for block in section.blocks)
    said = texts(section)
    assert "0.200" in said or "0,200" in said
    assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_stopped_is_told_as_stopped(language):
    words = load_words(language)
    result = pushed()
    section = build(result, assessment_of(result, language), words)
    notes = [block.text for block in section.blocks if isinstance(block, Note)]
    assert len(notes) == 1
    assert "100" in notes[0]
    assert ("stopped" if language == "en" else "detenido") in notes[0]


def test_printed_numbers_stand_beside_ours():
    words = load_words("en")
    result = pushed()
    section = build(result, assessment_of(result), words)
    grid = next(b for b in section.blocks if isinstance(b, Grid) and b.caption == words("pushover.printed"))
    rows = [[cell.text for cell in row] for row in grid.rows]
    assert rows[0] == ["greatest λ", "0.200", "0.25"]
    assert rows[1][2] == "40"
    assert rows[3][0] == "λ at 140 mm"
    assert rows[3][1] == "0.147 … 0.150", "two paths come so far"


def test_the_curve_of_rigid_bodies_about_the_same_hinge():
    words = load_words("en")
    result = pushed(hinge=3.0)
    section = build(result, assessment_of(result), words)
    said = texts(section)
    assert "overturning outwards about +3.25 m" in said
    assert "a hinge 3.25 m above its base" in said
    other = replace(result, pattern="triangular")
    section = build(other, assessment_of(other), words)
    assert not any(isinstance(b, Figure) and b.svg.name.endswith("kinematic") for b in section.blocks)
    assert words("pushover.kinematic_other_load") in [b.text for b in section.blocks if isinstance(b, Note)]
    alone = build(result, assessment_of(result, limit=False), words)
    assert not any(isinstance(b, Figure) and b.svg.name.endswith("kinematic") for b in alone.blocks)


def test_two_directions_have_headings_and_clips_of_their_own():
    one, other = pushed(), pushed("inward")
    both = replace(one, paths=(*one.paths, *other.paths), snapshots=(*one.snapshots, *other.snapshots))
    result = read_result(both, PushoverOptions(spectra=SPECTRA, directions=("outward", "inward")))
    section = build(result, assessment_of(result), load_words("en"))
    viewer = next(block for block in section.blocks if isinstance(block, Viewer))
    assert [clip.title for clip in viewer.scene.clips] == ["Pushed outwards", "Pushed inwards"]
    assert len([check for check in result.checks if "inward" in check.id]) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_have_a_table(language):
    words = load_words(language)
    plain = pushed()
    other = pushed(others=False)
    kinds = (("mesh", "mass"), ("pattern", "triangular"), ("wall", "mass"))
    variants = tuple(
        PushoverVariant(kind=kind, pattern=pattern, bricks=7, readings=other.readings) for kind, pattern in kinds
    )
    result = read_result(replace(plain, variants=variants), PushoverOptions(spectra=SPECTRA))
    section = build(result, assessment_of(result, language), words)
    grid = next(b for b in section.blocks if isinstance(b, Grid) and b.caption == words("pushover.variants"))
    assert [row[0].text for row in grid.rows] == [
        words(f"pushover.variant_{key}") for key in ("main", "mesh", "pattern", "wall")
    ]
    assert grid.rows[1][2].text == "7"
    assert len(grid.head) == len(grid.rows[0]) == 8
    for check in result.checks:
        assert all(f"note.{note}" in words for note in check.notes)
    bare = build(plain, assessment_of(plain, language), words)
    assert not any(isinstance(b, Grid) and b.caption == words("pushover.variants") for b in bare.blocks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_check_and_remark_has_words(language):
    words = load_words(language)
    for group, key in options_of(PushoverOptions, "pushover"):
        assert group_name(group, words)
        assert field_name(key, words), key
    for check in pushed().checks:
        assert words(f"mode.{check.mode}")
        assert words(f"why.body_{check.basis.body}")
        assert case_name(check.method, words) != check.method
        for note in check.notes:
            assert words(f"note.{note}")
    assert "note.pushover_meshes_differ" in words
    keys = ("pushover_strength_assumed", "pushover_crushing_assumed", "pushover_cracked_at_rest", "pushover_stopped")
    keys += ("pushover_step_long", "pushover_crushed")
    for key in (*keys, "limit_hinge_from_pushover"):
        told = remark_text(Remark(kind="warning", key=key, amount=0.25, text="stone"), words)
        assert f"remark.{key}" in words
        assert "{" not in told


def test_assumed_strengths_are_in_the_list_of_assumptions():
    remark = Remark(kind="assumption", key="pushover_strength_assumed", amount=1.16e6, unit="Pa", text="stone")
    result = replace(pushed(), remarks=(remark,))
    grid = assumptions_grid(assessment_of(result), load_words("en"))
    told = [cell.text for row in grid.rows for cell in row]
    assert any("1.16 MPa" in text for text in told)
    assert any("pushover.masonry.compressive_strength" in text for text in told)


def test_a_notebook_shows_the_section():
    shown = show(pushed())
    assert "iframe" in shown.html
    assert "hinge at 0.00 m" in repr(shown)


def test_paths_without_a_load_and_without_cracks_are_shown_too():
    made = pushed_wall(others=False)
    bare = replace(made.paths[0], multiplier=0.0 * made.paths[0].multiplier)
    shots = replace(made.snapshots[0], opening=0.0 * made.snapshots[0].opening)
    result = read_result(replace(made, paths=(bare,), snapshots=(shots,)), PushoverOptions(spectra=SPECTRA))
    assert result.checks == ()
    section = build(result, assessment_of(result), load_words("en"))
    assert "no hinge" in texts(section)
