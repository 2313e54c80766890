from __future__ import annotations

import io
import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pytest
from ezdxf.acis import api as acis
from ezdxf.layouts import Modelspace
from ezdxf.render import forms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import Polyhedron
from pirqa.survey.formats import dxf
from pirqa.survey.formats.sat import format_sat
from pirqa.survey.raw import Bodies, Drawing, ReadAs
from pirqa.survey.solids import build_stone, front_outline, signed_area
from tests.survey.test_sat import as_wall, box, jittered_rings, leaning, stone_wall

SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]

Draw = Callable[[Modelspace], object]


def save(path: Path, draw: Draw, *, version: str = "R2010", units: int = 6) -> Path:
    document = ezdxf.new(version, units=units)
    document.appids.add("PIRQA")
    draw(document.modelspace())
    document.saveas(path)
    return path


def read_drawing(tmp_path: Path, draw: Draw, read_as: ReadAs | None = None, **options) -> Drawing:
    units = options.pop("units", 6)
    version = options.pop("version", "R2010")
    path = save(tmp_path / "wall.dxf", draw, units=units, version=version)
    found = dxf.read(path, read_as or ReadAs(), **options)
    assert isinstance(found, Drawing)
    return found


def keys(found: Drawing | Bodies) -> list[str]:
    return [remark.key for remark in found.remarks]


def squares(space: Modelspace, count: int = 3, **attributes) -> None:
    for i in range(count):
        space.add_lwpolyline([(x + 2.0 * i, y) for x, y in SQUARE], close=True, dxfattribs=attributes)


def test_outlines_round_trip(tmp_path):
    wall = stone_wall()
    path = tmp_path / "wall.dxf"
    path.write_bytes(dxf.write_outlines(wall))
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Drawing)
    assert (found.file, found.format, found.traced, found.remarks) == ("wall.dxf", "dxf", False, ())
    assert len(found.outlines) == 42
    for stone, outline, ring in zip(wall.stones, found.outlines, jittered_rings(), strict=True):
        assert (outline.name, outline.layer) == (stone.name, stone.zone)
        assert outline.ring == pytest.approx(ring, abs=1e-12)
        assert signed_area(outline.ring) == pytest.approx(signed_area(ring), abs=1e-12)


def test_names_survive_without_extended_data(tmp_path):
    path = tmp_path / "wall.dxf"
    path.write_bytes(dxf.write_outlines(stone_wall()))
    document = ezdxf.readfile(path)
    for entity in document.modelspace():
        entity.discard_xdata("PIRQA")
    document.saveas(path)
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Drawing)
    assert [outline.name for outline in found.outlines] == [stone.name for stone in stone_wall().stones]
    assert found.remarks == ()


def test_solids_round_trip(tmp_path):
    wall = stone_wall()
    path = tmp_path / "wall.dxf"
    path.write_bytes(dxf.write_solids(wall))
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Bodies)
    assert found.remarks == ()
    assert len(found.bodies) == 42
    for stone, body in zip(wall.stones, found.bodies, strict=True):
        assert (body.name, body.layer) == (stone.name, stone.zone)
        assert body.solid.properties.volume == pytest.approx(stone.volume, rel=1e-12)
        assert body.solid.properties.centroid == pytest.approx(stone.centroid, abs=1e-12)


@pytest.mark.parametrize("write", [dxf.write_outlines, dxf.write_solids])
def test_writing_is_repeatable_and_clean(tmp_path, write):
    before = ezdxf.options.write_fixed_meta_data_for_testing
    data = write(stone_wall())
    assert data == write(stone_wall())
    assert ezdxf.options.write_fixed_meta_data_for_testing == before
    path = tmp_path / "wall.dxf"
    path.write_bytes(data)
    document = ezdxf.readfile(path)
    auditor = document.audit()
    assert not auditor.errors
    assert not auditor.fixes
    assert document.header["$INSUNITS"] == 6


def test_written_solids_are_solids_for_another_reader(tmp_path):
    path = tmp_path / "wall.dxf"
    path.write_bytes(dxf.write_solids(stone_wall()))
    solids = ezdxf.readfile(path).modelspace().query("3DSOLID")
    for entity, stone in zip(solids, stone_wall().stones, strict=True):
        (body,) = acis.load_dxf(entity)
        (mesh,) = acis.mesh_from_body(body)
        assert mesh.diagnose().volume() == pytest.approx(stone.volume, rel=1e-9)


@pytest.mark.parametrize("zone", ["a/b", "pirqa-joints", "Ñandú", "0", "x" * 200])
def test_any_zone_comes_back(tmp_path, zone):
    wall = as_wall([build_stone(leaning(jittered_rings()[0]), name="á <1>", zone=zone)])
    path = tmp_path / "wall.dxf"
    for write in (dxf.write_outlines, dxf.write_solids):
        path.write_bytes(write(wall))
        found = dxf.read(path, ReadAs())
        (stone,) = found.outlines if isinstance(found, Drawing) else found.bodies
        assert (stone.name, stone.layer) == ("á <1>", zone)


@pytest.mark.parametrize("name", ["x" * 300, "two\nlines"])
def test_names_that_no_drawing_can_hold_are_refused(name):
    wall = as_wall([build_stone(leaning(jittered_rings()[0]), name=name)])
    with pytest.raises(SurveyError, match="shorten"):
        dxf.write_outlines(wall)


def test_front_of_a_stone_without_one_front_face():
    mesh = forms.cube().rotate_z(math.pi / 4.0)
    solid = Polyhedron(
        vertices=np.array([tuple(vertex) for vertex in mesh.vertices]), faces=tuple(tuple(face) for face in mesh.faces)
    )
    ring = front_outline(build_stone(solid, name="edge on"))
    assert signed_area(ring) == pytest.approx(math.sqrt(2.0), rel=1e-12)
    assert np.ptp(ring, axis=0) == pytest.approx([math.sqrt(2.0), 1.0])


@pytest.mark.parametrize(("units", "scale"), [(6, 1.0), (4, 1e-3), (5, 1e-2), (7, 1e3), (2, 0.3048), (1, 0.0254)])
def test_unit_of_the_drawing(tmp_path, units, scale):
    found = read_drawing(tmp_path, squares, units=units)
    assert [signed_area(outline.ring) for outline in found.outlines] == pytest.approx([scale**2] * 3)


def test_unitless_needs_a_unit(tmp_path):
    with pytest.raises(SurveyError, match="does not say its unit"):
        read_drawing(tmp_path, squares, units=0)
    found = read_drawing(tmp_path, squares, ReadAs(unit="mm"), units=0)
    assert signed_area(found.outlines[0].ring) == pytest.approx(1e-6)
    assert found.remarks == ()


def test_drawing_without_header_is_unitless(tmp_path):
    path = tmp_path / "old.dxf"
    tags = "0 SECTION 2 ENTITIES 0 POLYLINE 8 stones 66 1 70 1 " + "".join(
        f"0 VERTEX 8 stones 10 {x} 20 {y} " for x, y in SQUARE
    )
    path.write_text("\n".join((tags + "0 SEQEND 0 ENDSEC 0 EOF").split()) + "\n")
    with pytest.raises(SurveyError, match="does not say its unit"):
        dxf.read(path, ReadAs())
    found = dxf.read(path, ReadAs(unit="m"))
    assert isinstance(found, Drawing)
    assert signed_area(found.outlines[0].ring) == pytest.approx(1.0)


def test_other_units_are_asked_for(tmp_path):
    with pytest.raises(SurveyError, match=r"yards.*unit"):
        read_drawing(tmp_path, squares, units=10)
    found = read_drawing(tmp_path, squares, ReadAs(unit="m"), units=10)
    assert keys(found) == ["unit_overruled"]
    assert keys(read_drawing(tmp_path, squares, ReadAs(unit="cm"), units=4)) == ["unit_overruled"]


@pytest.mark.parametrize("version", ["R12", "R2000", "R2018"])
def test_old_and_new_versions(tmp_path, version):
    found = read_drawing(
        tmp_path,
        lambda space: space.add_polyline2d(SQUARE, close=True, dxfattribs={"layer": "A"}),
        ReadAs(unit="m"),
        version=version,
    )
    assert found.outlines[0].layer == "A"
    assert signed_area(found.outlines[0].ring) == pytest.approx(1.0)


def test_binary_drawing(tmp_path):
    document = ezdxf.new("R2010", units=4)
    squares(document.modelspace())
    path = tmp_path / "binary.dxf"
    document.saveas(path, fmt="bin")
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Drawing)
    assert signed_area(found.outlines[0].ring) == pytest.approx(1e-6)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(SurveyError, match="cut off"):
        dxf.read(path, ReadAs())


def test_three_dimensional_polyline_drawn_standing(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_polyline3d([(x, 7.0, 2.0 * y) for x, y in SQUARE], close=True)
        # in the plane of x and z by its own coordinate system, seen from the front
        space.add_lwpolyline(SQUARE, close=True, dxfattribs={"extrusion": (0.0, -1.0, 0.0), "elevation": -7.0})

    found = read_drawing(tmp_path, draw)
    assert [abs(signed_area(outline.ring)) for outline in found.outlines] == pytest.approx([2.0, 1.0])
    assert found.outlines[0].ring[:, 1].max() == pytest.approx(2.0)


def test_outline_that_leaves_the_plane(tmp_path):
    with pytest.raises(SurveyError, match=r'wall\.dxf: polyline \w+ on layer "0" does not lie in the plane.*flat'):
        read_drawing(tmp_path, lambda space: space.add_polyline3d([(x, y, y) for x, y in SQUARE], close=True))
    found = read_drawing(
        tmp_path, lambda space: space.add_polyline3d([(x, y, 0.001 * x) for x, y in SQUARE], close=True)
    )
    assert keys(found) == ["outline_flattened"]
    assert found.remarks[0].amount == pytest.approx(0.001)


def test_closed_by_its_ends(tmp_path):
    found = read_drawing(tmp_path, lambda space: space.add_lwpolyline([*SQUARE, (0.0, 0.0)]))
    assert found.outlines[0].ring.tolist() == [list(point) for point in SQUARE]
    assert found.remarks == ()
    found = read_drawing(tmp_path, lambda space: space.add_lwpolyline([*SQUARE, (0.003, 0.0)]))
    assert len(found.outlines[0].ring) == 4
    assert [(remark.kind, remark.key) for remark in found.remarks] == [("repair", "outline_closed")]
    assert found.remarks[0].amount == pytest.approx(0.003)


def test_open_polyline_is_named(tmp_path):
    def draw(space: Modelspace) -> None:
        squares(space)
        space.add_lwpolyline([(10.0, 0.0), (11.0, 0.0), (11.0, 1.0), (10.0, 0.4)], dxfattribs={"layer": "bad"})

    with pytest.raises(SurveyError, match=r'polyline \w+ on layer "bad" is not closed: its ends are 0\.400 m apart'):
        read_drawing(tmp_path, draw)


def test_bulges_become_chords(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_lwpolyline([(0.0, 0.0, 1.0), (2.0, 0.0, 1.0)], format="xyb", close=True)
        space.add_circle((10.0, 0.0), radius=1.0)
        space.add_polyline2d([(20.0, 0.0, 1.0), (22.0, 0.0, 1.0)], format="xyb", close=True)
        space.add_ellipse((30.0, 0.0), major_axis=(1.0, 0.0), ratio=1.0)

    found = read_drawing(tmp_path, draw)
    assert keys(found) == ["arcs_flattened"]
    assert found.remarks[0].count == 6
    for number, outline in enumerate(found.outlines):
        centre = [10.0 * number + (0.0 if number % 2 or number == 3 else 1.0), 0.0]
        radius = np.linalg.norm(outline.ring - centre, axis=1)
        middles = np.linalg.norm(0.5 * (outline.ring + np.roll(outline.ring, 1, axis=0)) - centre, axis=1)
        assert radius == pytest.approx(np.ones(len(radius)), abs=1e-9)
        assert middles.min() > 0.999
        assert len(outline.ring) < 150


def test_spline_that_closes(tmp_path):
    def draw(space: Modelspace) -> None:
        points = [(math.cos(t), math.sin(t)) for t in np.linspace(0.0, 2.0 * math.pi, 9)]
        space.add_spline(fit_points=points)

    found = read_drawing(tmp_path, draw)
    assert abs(signed_area(found.outlines[0].ring)) == pytest.approx(math.pi, rel=0.05)


def mesh_lines(rings: list[np.ndarray], jitter: float = 0.0) -> list[np.ndarray]:
    """Each joint between rings once."""
    seen: dict[tuple, np.ndarray] = {}
    for ring in rings:
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            seen.setdefault(tuple(sorted([tuple(a), tuple(b)])), np.array([a, b]))
    noise = np.random.default_rng(5)
    return [line + noise.uniform(-jitter, jitter, (2, 2)) for line in seen.values()]


@pytest.mark.parametrize("place", [(0.0, 0.0), (177_000.0, 8_504_000.0)])
@pytest.mark.parametrize("jitter", [0.0, 0.001])
def test_lines_only(tmp_path, jitter, place):
    rings = [ring + place for ring in jittered_rings()]
    lines = mesh_lines(rings, jitter)

    def draw(space: Modelspace) -> None:
        for a, b in lines:
            space.add_line(tuple(a), tuple(b), dxfattribs={"layer": "joints"})

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 42
    areas = sorted(abs(signed_area(outline.ring)) for outline in found.outlines)
    assert areas == pytest.approx(
        sorted(signed_area(ring) for ring in rings), abs=(5e-3 if jitter else 1e-9 if place == (0.0, 0.0) else 1e-7)
    )
    assert {outline.layer for outline in found.outlines} == {"joints"}
    assert keys(found) == (["ends_snapped"] if jitter else [])
    if jitter:
        assert 0.0 < found.remarks[0].amount <= 0.005


def test_lines_that_stop_short_and_run_over(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_lwpolyline([(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (0.0, 1.0), (0.0, 0.0)][:4])
        space.add_line((0.0, 1.0), (0.0, 0.0))
        space.add_line((1.0, 0.003), (1.0, 0.997))
        space.add_line((2.0, -0.004), (2.0, 1.004))
        # two that meet near a third line without touching it
        space.add_line((3.0, 0.998), (2.8, 0.0))
        space.add_line((3.001, 0.998), (3.2, 0.0))

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 5
    assert sum(abs(signed_area(outline.ring)) for outline in found.outlines) == pytest.approx(4.0, abs=1e-6)
    assert keys(found) == ["polylines_open", "ends_snapped"]


def test_snap_can_be_chosen(tmp_path):
    def draw(space: Modelspace) -> None:
        for a, b in zip(SQUARE, [*SQUARE[1:], SQUARE[0]], strict=True):
            space.add_line(a, (0.98 * b[0], b[1]))

    with pytest.raises(SurveyError, match="enclose no stone"):
        read_drawing(tmp_path, draw)
    found = read_drawing(tmp_path, draw, snap=0.03)
    assert len(found.outlines) == 1
    assert found.remarks[0].amount == pytest.approx(0.01)


def test_short_lines_do_not_run_together(tmp_path):
    def draw(space: Modelspace) -> None:
        turns = np.linspace(0.0, 2.0 * math.pi, 401)
        points = np.column_stack([np.cos(turns), np.sin(turns)]) * 0.1
        for a, b in pairwise(points):
            space.add_line(tuple(a), tuple(b))

    found = read_drawing(tmp_path, draw)
    assert abs(signed_area(found.outlines[0].ring)) == pytest.approx(math.pi * 0.01, rel=1e-3)
    assert len(found.outlines[0].ring) == 400


def test_dangling_end_is_a_warning_with_its_place(tmp_path):
    def draw(space: Modelspace) -> None:
        for a, b in zip(SQUARE, [*SQUARE[1:], SQUARE[0]], strict=True):
            space.add_line(a, b)
        space.add_line((0.5, 0.0), (0.5, 0.6), dxfattribs={"layer": "crack"})

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 1
    (remark,) = found.remarks
    assert (remark.kind, remark.key, remark.count) == ("warning", "ends_dangling", 1)
    assert remark.place == pytest.approx((0.5, 0.6))
    assert 'on layer "crack"' in remark.text


def test_lines_that_enclose_nothing(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_line((0.0, 0.0), (1.0, 0.0), dxfattribs={"layer": "loose"})
        space.add_line((1.0, 0.0), (1.0, 1.0))

    with pytest.raises(SurveyError, match=r'line \w+ on layer "loose" at \(0\.000, 0\.000\) m.*join the ends'):
        read_drawing(tmp_path, draw)


def test_arcs_bound_faces(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_line((-1.0, 0.0), (1.0, 0.0))
        space.add_arc((0.0, 0.0), radius=1.0, start_angle=0.0, end_angle=180.0)

    found = read_drawing(tmp_path, draw)
    assert abs(signed_area(found.outlines[0].ring)) == pytest.approx(math.pi / 2.0, abs=4e-3)
    assert keys(found) == ["arcs_flattened"]


def test_closed_outlines_and_lines_together(tmp_path):
    def draw(space: Modelspace) -> None:
        squares(space, 2)
        # the stone between two closed ones
        space.add_line((1.0, 0.0), (2.0, 0.0))
        space.add_line((1.0, 1.0), (2.0, 1.0))

    found = read_drawing(tmp_path, draw)
    assert sorted(float(outline.ring[:, 0].min()) for outline in found.outlines) == [0.0, 1.0, 2.0]
    assert found.remarks == ()


def test_frame_divided_by_lines(tmp_path):
    def draw(space: Modelspace) -> None:
        space.add_lwpolyline(SQUARE, close=True)
        space.add_line((0.5, 0.0), (0.5, 1.0))

    found = read_drawing(tmp_path, draw)
    assert [abs(signed_area(outline.ring)) for outline in found.outlines] == pytest.approx([0.5, 0.5])
    assert keys(found) == ["outline_divided"]


def test_gap_between_closed_outlines_is_no_stone(tmp_path):
    def draw(space: Modelspace) -> None:
        for low, high in (((0, 0), (3, 1)), ((0, 2), (3, 3)), ((0, 1), (1, 2)), ((2, 1), (3, 2))):
            space.add_lwpolyline([low, (high[0], low[1]), high, (low[0], high[1])], close=True)
        space.add_line((5.0, 0.0), (6.0, 0.0))
        space.add_line((6.0, 0.0), (5.5, 1.0))
        space.add_line((5.5, 1.0), (5.0, 0.0))

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 5


def test_face_with_a_hole_is_a_warning(tmp_path):
    def draw(space: Modelspace) -> None:
        for scale, offset in ((1.0, 0.0), (0.2, 0.4)):
            points = [(scale * x + offset, scale * y + offset) for x, y in SQUARE]
            for a, b in zip(points, [*points[1:], points[0]], strict=True):
                space.add_line(a, b)

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 2
    assert keys(found) == ["face_with_hole"]


def block_of(space: Modelspace) -> None:
    block = space.doc.blocks.new("stone")
    line = block.add_lwpolyline(SQUARE, close=True)
    line.set_xdata("PIRQA", [(1000, "inside")])
    outer = space.doc.blocks.new("pair")
    outer.add_blockref("stone", (0.0, 0.0))
    outer.add_blockref("stone", (2.0, 0.0), dxfattribs={"layer": "right"})


def test_blocks_are_taken_apart(tmp_path):
    def draw(space: Modelspace) -> None:
        block_of(space)
        space.add_blockref("pair", (10.0, 5.0), dxfattribs={"layer": "left", "xscale": 2.0, "yscale": 2.0})
        space.add_blockref("stone", (0.0, 20.0), dxfattribs={"row_count": 2, "row_spacing": 3.0})
        space.add_blockref("stone", (0.0, 40.0), dxfattribs={"xscale": -1.0, "rotation": 90.0})
        space.add_blockref("none", (0.0, 0.0))

    found = read_drawing(tmp_path, draw)
    lows = np.array([outline.ring.min(axis=0) for outline in found.outlines])
    assert lows == pytest.approx(np.array([[10.0, 5.0], [14.0, 5.0], [0.0, 20.0], [0.0, 23.0], [-1.0, 39.0]]))
    assert [abs(signed_area(outline.ring)) for outline in found.outlines] == pytest.approx([4.0, 4.0, 1.0, 1.0, 1.0])
    assert [outline.layer for outline in found.outlines[:2]] == ["left", "right"]
    assert 'in block "stone"' in found.outlines[0].where
    assert found.outlines[0].name == "inside"
    assert [(remark.key, remark.text) for remark in found.remarks] == [("block_missing", "none")]


def test_block_that_holds_itself(tmp_path):
    def draw(space: Modelspace) -> None:
        block = space.doc.blocks.new("snake")
        block.add_blockref("snake", (1.0, 0.0))
        block.add_blockref("snake", (2.0, 0.0))
        space.add_blockref("snake", (0.0, 0.0))

    with pytest.raises(SurveyError, match=r"snake.*explode"):
        read_drawing(tmp_path, draw)


def test_blocks_that_multiply_without_end(tmp_path):
    def draw(space: Modelspace) -> None:
        for level in range(9):
            block = space.doc.blocks.new(f"b{level}")
            for i in range(40):
                block.add_blockref(f"b{level + 1}", (i, 0.0))
        space.add_blockref("b0", (0.0, 0.0), dxfattribs={"row_count": 30000, "column_count": 30000, "row_spacing": 1.0})

    with pytest.raises(SurveyError, match="explode"):
        read_drawing(tmp_path, draw)


def test_texts_name_stones(tmp_path):
    def draw(space: Modelspace) -> None:
        squares(space, 5)
        space.add_text("A-1", height=0.1).set_placement((0.2, 0.5))
        space.add_text("B", height=0.1).set_placement((2.5, 0.5), align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)
        space.add_mtext(r"{\fArial;C} 3", dxfattribs={"insert": (4.5, 0.5)})
        space.add_text("first", height=0.1).set_placement((6.2, 0.5))
        space.add_text("second", height=0.1).set_placement((6.2, 0.2))
        space.add_text("outside", height=0.1).set_placement((1.5, 0.5))
        space.add_lwpolyline([(8.1, 0.1), (8.9, 0.1), (8.9, 0.9)], close=True)
        space.add_text("both", height=0.1).set_placement((8.8, 0.5))

    found = read_drawing(tmp_path, draw)
    assert [outline.name for outline in found.outlines] == ["A-1", "B", "C 3", "first", "", ""]
    assert [(remark.key, remark.stones, remark.text) for remark in found.remarks] == [
        ("second_text", ("first",), "second"),
        ("text_in_several", (), "both"),
        ("texts_outside", (), "outside"),
    ]


def test_extended_data_wins_over_text(tmp_path):
    def draw(space: Modelspace) -> None:
        line = space.add_lwpolyline(SQUARE, close=True)
        line.set_xdata("PIRQA", [(1000, "real")])
        space.add_text("other", height=0.1).set_placement((0.5, 0.5))

    found = read_drawing(tmp_path, draw)
    assert found.outlines[0].name == "real"
    assert keys(found) == ["second_text"]


def test_hidden_layers_are_skipped_and_named(tmp_path):
    def draw(space: Modelspace) -> None:
        layers = space.doc.layers
        layers.add("Off").off()
        layers.add("Frozen").freeze()
        squares(space, 1)
        squares(space, 2, layer="Off")
        squares(space, 3, layer="Frozen")
        squares(space, 4, layer="pirqa-joints")
        space.add_hatch().paths.add_polyline_path(SQUARE)

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 1
    assert [(remark.key, remark.text, remark.count) for remark in found.remarks] == [
        ("layer_hidden", "Frozen", 3),
        ("layer_hidden", "Off", 2),
        ("entities_ignored", "HATCH 1", 1),
    ]


def test_outline_without_area_is_a_warning(tmp_path):
    def draw(space: Modelspace) -> None:
        squares(space, 1)
        space.add_lwpolyline([(5.0, 0.0), (6.0, 0.0)], close=True)

    found = read_drawing(tmp_path, draw)
    assert len(found.outlines) == 1
    assert keys(found) == ["outline_without_area"]


def solid_of(space: Modelspace, lines: list[str], **attributes):
    entity = space.add_3dsolid(dxfattribs=attributes)
    entity.sat = lines
    return entity


BOX = format_sat([("box", box())], millimetres=1.0)


def read_bodies(tmp_path: Path, draw: Draw, **options) -> Bodies:
    found = dxf.read(save(tmp_path / "wall.dxf", draw, **options), ReadAs())
    assert isinstance(found, Bodies)
    return found


def test_solids_beside_outlines_and_in_blocks(tmp_path):
    def draw(space: Modelspace) -> None:
        squares(space)
        solid_of(space, BOX, layer="A")
        solid_of(space.doc.blocks.new("solid"), BOX)
        space.add_blockref("solid", (5.0, 6.0, 7.0), dxfattribs={"xscale": 2.0, "yscale": 2.0, "zscale": -2.0})

    found = read_bodies(tmp_path, draw, units=5)
    assert [body.solid.properties.volume for body in found.bodies] == pytest.approx([1e-6, 8e-6])
    assert found.bodies[1].solid.vertices.min(axis=0) == pytest.approx([0.05, 0.06, 0.05])
    assert "outlines_beside_solids" in keys(found)


def test_binary_solid_of_a_new_version(tmp_path):
    def draw(space: Modelspace) -> None:
        entity = space.add_3dsolid(dxfattribs={"layer": "A"})
        acis.export_dxf(entity, [acis.body_from_mesh(forms.cube(center=False))])

    found = read_bodies(tmp_path, draw, version="R2018")
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0)
    assert found.remarks == ()


def test_inverted_solid_is_turned(tmp_path):
    solid = box()
    inverted = Polyhedron(vertices=solid.vertices, faces=tuple(face[::-1] for face in solid.faces))
    found = read_bodies(tmp_path, lambda space: solid_of(space, format_sat([("x", inverted)], millimetres=1.0)))
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0)
    assert keys(found) == ["solid_turned"]


def test_meshes_are_bodies(tmp_path):
    def draw(space: Modelspace) -> None:
        cube = forms.cube(center=False)
        cube.render_mesh(space, dxfattribs={"layer": "mesh"})
        cube.translate(3.0, 0.0, 0.0).render_polyface(space)
        pair = forms.cube(center=False)
        pair.add_mesh(mesh=forms.cube(center=False).translate(0.0, 5.0, 0.0))
        pair.render_mesh(space).set_xdata("PIRQA", [(1000, "two")])

    found = read_bodies(tmp_path, draw)
    assert [body.solid.properties.volume for body in found.bodies] == pytest.approx([1.0] * 4)
    assert [body.name for body in found.bodies] == ["", "", "two.1", "two.2"]
    assert "body_of_pieces" in keys(found)


def damaged_solid(old: str, new: str) -> Draw:
    return lambda space: solid_of(space, [line.replace(old, new) for line in BOX], layer="L")


def open_mesh(space: Modelspace) -> None:
    cube = forms.cube()
    cube.faces.pop()
    cube.render_mesh(space)


def smooth_mesh(space: Modelspace) -> None:
    forms.cube().render_mesh(space).dxf.subdivision_levels = 2


def region(space: Modelspace) -> None:
    space.add_region().sat = BOX


BAD: dict[str, tuple[Draw, list[str]]] = {
    "nothing": (lambda space: None, ["no polylines", "closed polyline"]),
    "texts only": (lambda space: space.add_text("a"), ["no polylines"]),
    "region": (region, ["REGION 1", "closed polyline"]),
    "one point": (lambda space: space.add_lwpolyline([(0.0, 0.0)], close=True), ["no polylines"]),
    "no area": (
        lambda space: space.add_lwpolyline([(0.0, 0.0), (1.0, 0.0)], close=True),
        ["encloses no stone", "no area"],
    ),
    "far away": (
        lambda space: space.add_lwpolyline([*SQUARE, (0, 1e300)], close=True),
        ["polyline", "unit"],
    ),
    "huge arc": (lambda space: space.add_arc((0, 0), 1e200, 0.0, 90.0), ["arc", "away"]),
    "curved solid": (
        damaged_solid("plane-surface", "sphere-surface"),
        ["3D solid", '"L"', "curved face", "mesh"],
    ),
    "broken solid": (damaged_solid("shell $-1", "lump $-1"), ["3D solid", "where a shell should be", "again"]),
    "empty solid": (lambda space: solid_of(space, ["700 0 0 0", "x", "1 1 1", "End-of-ACIS-data"]), ["holds no body"]),
    "open mesh": (open_mesh, ["mesh", "not a closed solid", "edge from"]),
    "smooth mesh": (smooth_mesh, ["mesh", "smoothness"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_drawing_says_what_and_what_to_do(tmp_path, case):
    draw, words = BAD[case]
    path = save(tmp_path / "wall.dxf", draw)
    with pytest.raises(SurveyError) as caught:
        dxf.read(path, ReadAs())
    for word in ["wall.dxf", *words, ";"]:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "not a DXF drawing"),
        (b"\x00" * 1000, "not a DXF drawing"),
        (b"%PDF-1.4 nothing", "not a DXF drawing"),
        (b"0\nSECTION\n2\nENTITIES\n", "cut off"),
        (b"0\nSECTION\nnonsense\n0\nEOF\n", "wall.dxf"),
    ],
)
def test_garbage(tmp_path, data, word):
    path = tmp_path / "wall.dxf"
    path.write_bytes(data)
    with pytest.raises(SurveyError, match=word):
        dxf.read(path, ReadAs(unit="m"))


def test_slightly_damaged_file_is_recovered(tmp_path):
    path = save(tmp_path / "wall.dxf", squares)
    data = path.read_bytes()
    place = data.index(b"  0\nTABLE\n")
    path.write_bytes(data[:place] + b"  0\nENDTAB\n" + data[place:])
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Drawing)
    assert len(found.outlines) == 3
    assert [(remark.kind, remark.key) for remark in found.remarks] == [("repair", "file_recovered")]


def test_numbers_are_not_guessed(tmp_path):
    path = save(tmp_path / "wall.dxf", lambda space: space.add_lwpolyline([*SQUARE, (0.25, 0.625)], close=True))
    path.write_bytes(path.read_bytes().replace(b"0.625", b"0.6Z5"))
    with pytest.raises(SurveyError, match=r"no number.*0\.6Z5.*save it"):
        dxf.read(path, ReadAs())


def small_drawing() -> bytes:
    """A short drawing with a bit of everything."""
    tags = "0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 9 $INSUNITS 70 6 0 ENDSEC 0 SECTION 2 BLOCKS "
    tags += "0 BLOCK 2 b 70 0 10 0 20 0 0 LINE 8 0 10 7 20 0 11 8 21 0 0 LINE 8 0 10 8 20 0 11 7.5 21 1 "
    tags += "0 LINE 8 0 10 7.5 20 1 11 7 21 0 0 ENDBLK 0 ENDSEC 0 SECTION 2 ENTITIES "
    for i in range(2):
        tags += "0 POLYLINE 8 stones 66 1 70 1 "
        tags += "".join(f"0 VERTEX 8 stones 10 {x + 2.5 * i} 20 {y} 42 0.1 " for x, y in SQUARE) + "0 SEQEND "
        tags += f"0 TEXT 8 names 10 {2.5 * i + 0.5} 20 0.5 40 0.1 1 S{i} "
    tags += "0 INSERT 8 0 2 b 10 0 20 0 41 1 42 1 0 ARC 8 0 10 7.5 20 0 40 0.5 50 180 51 0 0 ENDSEC 0 EOF"
    return ("\n".join(tags.split()) + "\n").encode("ascii")


def survives(path: Path, data: bytes) -> None:
    """A damaged file gives stones or an error that names it, nothing else."""
    path.write_bytes(data)
    try:
        found = dxf.read(path, ReadAs(unit="m"))
    except SurveyError as error:
        message = str(error)
        if str(path) not in message:
            raise
    else:
        rings = [outline.ring for outline in found.outlines] if isinstance(found, Drawing) else []
        assert all(len(ring) >= 3 and np.all(np.isfinite(ring)) for ring in rings)


def test_small_drawing_is_good(tmp_path):
    path = tmp_path / "small.dxf"
    path.write_bytes(small_drawing())
    found = dxf.read(path, ReadAs())
    assert isinstance(found, Drawing)
    assert [outline.name for outline in found.outlines] == ["S0", "S1", "", ""]


def test_truncated_anywhere(tmp_path):
    for data in (small_drawing(), dxf.write_outlines(as_wall(list(stone_wall().stones[:1])))):
        step = 50 if len(data) < 5000 else 400
        for length in range(0, len(data) - 4, step):
            path = tmp_path / "cut.dxf"
            path.write_bytes(data[:length])
            with pytest.raises(SurveyError, match=r"cut\.dxf"):
                dxf.read(path, ReadAs())


CHANGES = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=5)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_flipped_bytes(tmp_path, changes):
    data = bytearray(small_drawing())
    for place, value in changes:
        data[place % len(data)] = value
    survives(tmp_path / "flipped.dxf", bytes(data))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=4))
def test_exchanged_values(tmp_path, changes):
    lines = small_drawing().split(b"\n")
    values = [*lines[1::2], b"1e308", b"-1e308", b"nan", b"inf", b"32767", b"-1", b"", b"\xff\xfe", b"999999999999"]
    for place, source in changes:
        lines[place % (len(lines) - 5)] = values[source % len(values)]
    survives(tmp_path / "exchanged.dxf", b"\n".join(lines))


@pytest.fixture(scope="module")
def solid_drawing() -> bytes:
    document = ezdxf.new("R2000", units=6)
    solid_of(document.modelspace(), BOX)
    forms.cube().render_mesh(document.modelspace())
    stream = io.StringIO()
    document.write(stream)
    return document.encode(stream.getvalue())


@settings(max_examples=60, deadline=None)
@given(changes=CHANGES)
def test_flipped_bytes_in_solids(tmp_path_factory, solid_drawing, changes):
    data = bytearray(solid_drawing)
    start, end = data.index(b"3DSOLID"), data.index(b"ENDSEC", data.index(b"3DSOLID"))
    for place, value in changes:
        data[start + place % (end - start)] = value
    survives(tmp_path_factory.getbasetemp() / "solids.dxf", bytes(data))
