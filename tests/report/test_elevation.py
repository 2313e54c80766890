from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.model import Wall
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import BASE, Contact, ContactFace, ControlPoint, Stone
from pirqa.report.figures.elevation import draw_elevation, draw_flaws, elevation_figure, flaws_svg, preview_svg
from pirqa.report.figures.facade import look_at, safe_name
from pirqa.report.words import LANGUAGES, load_words
from pirqa.survey import GenerateOptions, SurveyOptions, survey
from pirqa.survey.outlines import Flaw, coverage_flaws, refuse_flaws
from pirqa.survey.result import Source, SurveyResult, joint_table, stone_table
from pirqa.survey.solids import build_stone, extrude

EN = load_words("en")


def box_stone(name: str, low, high, *, zone: str = "wall", irregular: bool = False) -> Stone:
    (x0, y0, z0), (x1, y1, z1) = low, high
    ring = np.array([[x0, z0], [x1, z0], [x1, z1], [x0, z1]], dtype=float)
    solid = extrude(ring, lambda places: np.full(len(places), y0), lambda places: np.full(len(places), y1))
    return build_stone(solid, name=name, zone=zone, material="stone", parts=(solid,), irregular=irregular)


def touch(first: str, second: str, corners, normal, kind="joint") -> Contact:
    polygon = np.array(corners, dtype=float)
    sides = np.linalg.norm(np.diff(polygon[:3], axis=0), axis=1)
    area = float(sides.prod())
    return Contact(
        first=first,
        second=second,
        kind=kind,
        faces=(ContactFace(polygon=polygon, normal=np.array(normal, dtype=float), area=area, gap=0.0),),
    )


def result_of(stones, contacts, *, like: str = "", **wall) -> SurveyResult:
    height = max(float(stone.solid.vertices[:, 2].max()) for stone in stones)
    zone = Zone(name="wall", material="stone", bottom=0.0, top=height, thickness=0.5)
    made = Wall(envelope=Envelope(zones=(zone,)), materials={}, stones=tuple(stones), contacts=tuple(contacts), **wall)
    return SurveyResult(
        source=Source(file="" if like else "wall.dxf", format="dxf", like=like),
        wall=made,
        remarks=(),
        tolerance=0.005,
        area=1.0,
        stones=stone_table(made, {}),
        joints=joint_table(made.contacts),
    )


def grid_wall(across: int, up: int, *, irregular: bool = False, name=str, **wall) -> SurveyResult:
    """Boxes of 1 × 0.5 × 0.5 m in a grid."""
    kind = "patch" if irregular else "joint"
    stones, contacts = [], []
    for row in range(up):
        for column in range(across):
            number = row * across + column + 1
            low, high = (column, 0.0, 0.5 * row), (column + 1.0, 0.5, 0.5 * row + 0.5)
            stones.append(box_stone(name(number), low, high, irregular=irregular))
            x, z = float(column), 0.5 * row
            bed = [(x, 0, z), (x, 0.5, z), (x + 1, 0.5, z), (x + 1, 0, z)]
            below = BASE if row == 0 else name(number - across)
            contacts.append(touch(name(number), below, bed, (0, 0, -1), kind))
            if column:
                head = [(x, 0, z), (x, 0.5, z), (x, 0.5, z + 0.5), (x, 0, z + 0.5)]
                contacts.append(touch(name(number), name(number - 1), head, (-1, 0, 0), kind))
    return result_of(stones, contacts, **wall)


@pytest.fixture(scope="module")
def like() -> SurveyResult:
    return survey(SurveyOptions(generate=GenerateOptions.like_sacsayhuaman(), thickness=0.8))


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return ["".join(item.itertext()) for item in root.iter() if item.tag.endswith("text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_elevation_shows_every_stone_and_what_holds_it(like, language):
    words = load_words(language)
    shown = texts(preview_svg(like, words))
    for stone in like.wall.stones:
        assert shown.count(stone.name) >= 1, stone.name
    for letter in "ABCD":
        assert letter in shown
    for key in ("bar", "fixed", "guided", "watched"):
        assert words(f"elevation.{key}") in shown, key
    assert words("elevation.like", wall="Sacsayhuamán") in shown, "the picture itself says that it is only like it"
    assert "8.64 m" in shown
    assert "4.00 m" in shown
    assert "2 m" in shown, "scale bar"


def test_same_wall_same_bytes_and_ids_of_its_own(like):
    one = draw_elevation(like, EN, name="elevation")
    assert one == draw_elevation(like, EN, name="elevation")
    other = draw_elevation(like, EN, name="other")
    ids = [set(re.findall(r'\sid="([^"]+)"', svg)) for svg in (one, other)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_wall_of_nobody_is_called_like_nothing():
    result = grid_wall(3, 2)
    shown = texts(preview_svg(result, EN))
    assert not any("not its drawing" in text for text in shown)
    for key in ("fixed", "guided", "watched", "niche"):
        assert EN(f"elevation.{key}") not in shown, "no sign, no legend"


def test_stones_are_drawn_to_scale_and_joints_where_they_are():
    svg = draw_elevation(grid_wall(4, 3), EN, name="grid")
    fill = re.search(r'd="([^"]+)"[^>]*style="fill: #e6dfd1', svg)
    assert fill is not None
    places = np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", fill[1]), dtype=float)
    spread = np.ptp(places, axis=0)
    assert spread[0] / spread[1] == pytest.approx(4.0 / 1.5, rel=1e-3)
    strokes = [
        np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", path), dtype=float)
        for path, width in re.findall(r'd="([^"]+)"[^>]*style="fill: none; stroke: #[^"]*stroke-width: ([\d.]+)', svg)
        if float(width) > 1.45 and path.count("M") == 17 - 9
    ]
    assert len(strokes) == 1, "eight bed joints of the same area in one path"
    ends = strokes[0].reshape(-1, 2, 2)
    assert np.ptp(ends[:, :, 1], axis=1).max() < 0.02, "bed joints are level"
    assert np.ptp(ends[:, :, 0], axis=1) == pytest.approx(spread[0] / 4.0, abs=0.03)


def test_colours_follow_the_area_of_contact():
    wide = touch("1", "2", [(1, 0, 0), (1, 0.5, 0), (1, 0.5, 0.5), (1, 0, 0.5)], (1, 0, 0))
    stones = [box_stone("1", (0, 0, 0), (1, 0.5, 0.5)), box_stone("2", (1, 0, 0), (2, 0.5, 0.5))]
    small = replace(wide, faces=(replace(wide.faces[0], area=0.01),))
    third = box_stone("3", (2, 0, 0), (3, 0.5, 0.5))
    other = touch("2", "3", [(2, 0, 0), (2, 0.5, 0), (2, 0.5, 0.5), (2, 0, 0.5)], (1, 0, 0))
    svgs = [draw_elevation(result_of([*stones, third], [item, other]), EN, name="x") for item in (wide, small)]
    joint = r"fill: none; stroke: (#\w+); stroke-width: [^;]*; stroke-linejoin: miter; stroke-linecap: round"
    colours = [set(re.findall(joint, svg)) for svg in svgs]
    assert len(colours[0]) == 1, "equal areas, one colour"
    assert len(colours[1]) == 2


def test_zones_have_colours_and_a_legend():
    stones = [
        box_stone("1", (0, 0, 0), (1, 0.5, 0.5), zone="old"),
        box_stone("2", (1, 0, 0), (2, 0.5, 0.5), zone="<b>new</b>"),
    ]
    svg = preview_svg(result_of(stones, []), EN)
    assert {"old", "<b>new</b>"} <= set(texts(svg))
    assert "<b>" not in svg
    assert svg.count("#cddbe2") >= 2, "stone and legend"
    many = [box_stone(str(n), (n, 0, 0), (n + 1, 0.5, 0.5), zone=f"zone {n}") for n in range(20)]
    assert EN("elevation.other_zones") in texts(preview_svg(result_of(many, []), EN))


def test_what_lies_behind_is_not_numbered_but_told():
    front, back = box_stone("1", (0, 0, 0), (1, 0.4, 0.5)), box_stone("1/inner", (0, 0.9, 0), (1, 1.2, 0.5))
    figure = elevation_figure(result_of([front, back], []), EN, name="x")
    assert "1" in texts(figure.svg)
    assert "1/inner" not in texts(figure.svg)
    assert EN("elevation.hidden", count=1) in figure.caption
    beside = box_stone("2", (1, 0.9, 0), (2, 1.2, 0.5))
    assert "behind" not in elevation_figure(result_of([front, beside], []), EN, name="x").caption


def test_scanned_stones_are_silhouettes_with_dots():
    result = grid_wall(3, 2, irregular=True)
    view = look_at(result.wall.stones)
    assert [shapely.Polygon(ring).area for ring in view.rings] == pytest.approx([0.5] * 6, rel=1e-3)
    figure = elevation_figure(result, EN, name="scan")
    assert "A dot lies in the middle" in figure.caption
    assert figure.svg.count("<use") >= 7, "a dot for each of the seven pairs"


def test_signs_of_fixed_and_guided_stones_and_control_points():
    watched = ControlPoint(name="A$x_1$", stone="5", position=np.array([1.5, 0.0, 1.0]))
    held = grid_wall(3, 2, fixed=("1", "2", "3"), guided=("4", "6"), control_points=(watched,))
    shown = texts(preview_svg(held, EN))
    assert "A$x_1$" in shown, "a dollar is no formula"
    assert EN("elevation.fixed") in shown
    assert EN("elevation.guided") in shown


def test_many_stones_are_drawn_in_seconds_and_small_numbers_are_left_out():
    big = grid_wall(50, 40)
    start = time.perf_counter()
    figure = elevation_figure(big, EN, name="big")
    assert time.perf_counter() - start < 15.0
    assert len(figure.svg) < 1_500_000
    assert EN("elevation.no_numbers") in figure.caption
    middling = elevation_figure(grid_wall(16, 10), EN, name="x")
    assert set(map(str, range(1, 161))) <= set(texts(middling.svg)), "where they fit, they are there"
    assert "go without" not in middling.caption
    named = elevation_figure(grid_wall(8, 4, name=lambda n: f"a long name of stone {n}"), EN, name="x")
    assert EN("elevation.no_numbers") in named.caption


@pytest.mark.parametrize("size", [(1e-3, 2e-3), (0.5, 80.0), (900.0, 2.0)], ids=["speck", "tower", "long"])
def test_odd_sizes_have_a_picture(size):
    length, height = size
    stone = box_stone("1", (0, 0, 0), (length, 0.5, height))
    base = touch("1", BASE, [(0, 0, 0), (0, 0.5, 0), (length, 0.5, 0), (length, 0, 0)], (0, 0, -1))
    svg = preview_svg(result_of([stone], [base]), EN)
    assert "1" in texts(svg)
    assert "nan" not in svg


def test_file_of_its_own():
    svg = preview_svg(grid_wall(2, 2), EN)
    assert svg.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg')
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg
    assert 'fill="#ffffff"' in svg
    ElementTree.fromstring(svg)


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=40).filter(lambda name: name != BASE))
def test_any_name_gives_a_well_formed_file(name):
    svg = preview_svg(result_of([box_stone(name, (0, 0, 0), (1, 0.5, 0.5), zone=name)], []), EN)
    ElementTree.fromstring(svg.encode("utf-8"))
    assert "<script" not in svg


def test_names_are_made_safe():
    assert safe_name("a\x00b\n c") == "a\ufffdb c"
    assert len(safe_name("x" * 100)) == 28
    svg = preview_svg(result_of([box_stone("<script>alert(1)</script>", (0, 0, 0), (9, 0.5, 5))], []), EN)
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg


SQUARES = [
    np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]),
    np.array([[1.002, 0.0], [2.0, 0.0], [2.0, 1.0], [1.002, 1.0]]),
    np.array([[1.95, 0.0], [3.0, 0.0], [3.0, 1.0], [1.95, 1.0]]),
]


def flaws_of(rings) -> list[Flaw]:
    labels = [f"stone {number}" for number in range(1, len(rings) + 1)]
    return coverage_flaws([shapely.Polygon(ring) for ring in rings], labels, reach=0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_flaws_are_marked_numbered_and_listed(language):
    words = load_words(language)
    bow = np.array([[3.0, 0.0], [4.0, 1.0], [4.0, 0.0], [3.0, 1.0]])
    crossing = Flaw(kind="crossing", stones=("stone 4",), place=(3.5, 0.5), area=0.25, width=0.0, ring=bow)
    flaws = [*flaws_of(SQUARES), crossing]
    assert [flaw.kind for flaw in flaws] == ["overlap", "gap", "crossing"]
    svg = flaws_svg([*SQUARES, bow], flaws, words)
    shown = texts(svg)
    assert words("flaws.title", count=3) in shown
    for number in ("1", "2", "3"):
        assert shown.count(number) == 2, "on the drawing and in the list"
    lines = [text for text in shown if " · " in text]
    assert len(lines) == 3
    assert any(words("flaws.gap") in line and "stone 1, stone 2" in line and "2 mm" in line for line in lines)
    assert any(words("flaws.overlap") in line and "50 mm" in line for line in lines)
    assert words("flaws.crossing") in lines[0], "what must be mended first comes first"
    assert "x 3.500 m, z 0.500 m" in lines[0]
    patterns = set(re.findall(r'<pattern id="([^"]+)"', svg))
    assert len(patterns) == 3, "told apart without colours too"


def test_a_gap_of_two_millimetres_is_seen():
    svg = draw_flaws(SQUARES, [flaw for flaw in flaws_of(SQUARES) if flaw.kind == "gap"], EN, name="x")
    halos = re.findall(r'd="(M [^"]*C[^"]*)"[^>]*style="fill: none; stroke: #d55e00', svg)
    assert len(halos) == 1
    places = np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", halos[0]), dtype=float)
    assert np.ptp(places, axis=0).min() > 10.0, "a circle of at least 10 pt"


def test_flaws_have_the_same_bytes_each_time():
    assert flaws_svg(SQUARES, flaws_of(SQUARES), EN) == flaws_svg(SQUARES, flaws_of(SQUARES), EN)


def test_hundreds_of_flaws_are_cut_in_the_list_only():
    flaws = [
        Flaw(
            kind="gap",
            stones=(f"<script>{number}", "b"),
            place=(0.01 * number, 0.5),
            area=1e-4,
            width=0.002,
            ring=np.array([[0.01 * number, 0.4], [0.01 * number + 0.002, 0.4], [0.01 * number, 0.6]]),
        )
        for number in range(300)
    ]
    svg = flaws_svg(SQUARES, flaws, EN)
    assert EN("flaws.more", count=260) in texts(svg)
    assert "<script" not in svg
    assert len(re.findall(r'd="M [^"]*C[^"]*"[^>]*style="fill: none; stroke: #d55e00', svg)) == 300


def test_an_error_carries_what_its_picture_needs():
    with pytest.raises(SurveyError) as caught:
        refuse_flaws("wall.dxf", flaws_of(SQUARES), SQUARES, "mend it")
    ElementTree.fromstring(flaws_svg(caught.value.rings, caught.value.flaws, EN))


@pytest.mark.parametrize("rings", [[], [np.zeros((0, 2))], [np.array([[np.nan, 0.0], [1.0, 1.0], [2.0, 0.0]])]])
def test_a_picture_of_nothing_is_still_a_picture(rings):
    ElementTree.fromstring(flaws_svg(rings, [], EN))
