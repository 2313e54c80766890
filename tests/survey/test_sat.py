from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ezdxf.acis import api as acis
from ezdxf.render import forms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import Material, Stone
from pirqa.model.polyhedron import Polyhedron
from pirqa.model.wall import Wall
from pirqa.survey.formats import sat
from pirqa.survey.formats.acis import AcisError, find_bodies, parse_sab, parse_sat
from pirqa.survey.formats.sat import FlawedSolidError, format_sat, settle_solids
from pirqa.survey.raw import Bodies, ReadAs
from pirqa.survey.solids import build_stone, extrude

METRES = ReadAs(unit="m")
CHANGES = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=6)


def jittered_rings(columns: int = 7, rows: int = 6) -> list[np.ndarray]:
    """Four-sided stones that share their corners; none of the coordinates is round."""
    places = np.stack(np.meshgrid(np.arange(columns + 1) * 0.7, np.arange(rows + 1) * 0.4, indexing="ij"), axis=-1)
    places = places + np.random.default_rng(3).uniform(-0.1, 0.1, places.shape) + 1.0 / 3.0
    return [
        np.array([places[i, j], places[i + 1, j], places[i + 1, j + 1], places[i, j + 1]])
        for j in range(rows)
        for i in range(columns)
    ]


def as_wall(stones: list[Stone]) -> Wall:
    zone = Zone(name="all", material="stone", bottom=0.0, top=9.0, thickness=1.0)
    return Wall(envelope=Envelope(zones=(zone,)), materials={}, stones=tuple(stones))


def leaning(ring: np.ndarray) -> Polyhedron:
    return extrude(ring, lambda points: 0.05 * points[:, 1], lambda points: 0.8 + 0.0 * points[:, 1])


def stone_wall() -> Wall:
    """42 stones with a leaning front, in two zones whose names are not ASCII."""
    stones = [
        build_stone(leaning(ring), name=f"piedra·{number}", zone="Niño" if number < 20 else "muro·2")
        for number, ring in enumerate(jittered_rings(), start=1)
    ]
    return as_wall(stones)


def box(size: float = 1.0) -> Polyhedron:
    ring = np.array([[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]])
    return extrude(ring, lambda points: 0.0 * points[:, 0], lambda points: size + 0.0 * points[:, 0])


def box_lines(millimetres: float = 1000.0) -> list[str]:
    return format_sat([("box", box())], millimetres=millimetres)


def read_lines(tmp_path: Path, lines: list[str], read_as: ReadAs | None = None) -> Bodies:
    path = tmp_path / "wall.sat"
    path.write_text("\n".join(lines) + "\n", encoding="latin-1")
    return sat.read(path, read_as or ReadAs())


def test_round_trip_keeps_every_digit(tmp_path):
    wall = stone_wall()
    path = tmp_path / "wall.sat"
    path.write_bytes(sat.write(wall))
    found = sat.read(path, ReadAs())
    assert (found.format, found.file, found.remarks) == ("sat", "wall.sat", ())
    assert len(found.bodies) == 42
    for stone, body in zip(wall.stones, found.bodies, strict=True):
        assert body.solid.properties.volume == pytest.approx(stone.volume, rel=1e-12)
        assert set(map(tuple, body.solid.vertices)) == set(map(tuple, stone.solid.vertices))
        assert len(body.solid.faces) == len(stone.solid.faces)


def test_writing_is_repeatable():
    assert sat.write(stone_wall()) == sat.write(stone_wall())


def test_another_reader_finds_the_same_bodies():
    lines = sat.write(stone_wall()).decode("ascii").splitlines()
    bodies = acis.load(lines)
    assert len(bodies) == 42
    for body, stone in zip(bodies, stone_wall().stones, strict=True):
        debugger = acis.AcisDebugger(body)
        assert debugger.is_manifold()
        (mesh,) = acis.mesh_from_body(body)
        diagnose = mesh.diagnose()
        assert diagnose.is_manifold
        assert not diagnose.is_edge_balance_broken
        assert diagnose.estimate_face_normals_direction() > 0.0
        assert diagnose.volume() == pytest.approx(stone.volume, rel=1e-9)


@pytest.mark.parametrize("version", [700, 20800])
def test_text_of_another_writer(version):
    body = acis.body_from_mesh(forms.cube().translate(3.0, 0.0, 0.0))
    found = find_bodies(parse_sat("\n".join(acis.export_sat([body], version))))
    (solid,) = settle_solids(found[0].pieces[0].vertices, found[0].pieces[0].faces)
    assert solid.solid.properties.volume == pytest.approx(1.0)
    assert solid.solid.properties.centroid == pytest.approx([3.0, 0.0, 0.0])
    assert not solid.turned


def test_binary_of_another_writer():
    body = acis.body_from_mesh(forms.cube().translate(3.0, 0.0, 0.0))
    data = parse_sab(acis.export_sab([body]))
    (found,) = find_bodies(data)
    (solid,) = settle_solids(found.pieces[0].vertices, found.pieces[0].faces)
    assert data.complete
    assert solid.solid.properties.centroid == pytest.approx([3.0, 0.0, 0.0])


def test_old_version_without_pattern_and_number(tmp_path):
    lines = box_lines()
    old = ["400 0 1 0 ", "5 pirqa 12 ACIS 4.00 NT 24 Thu Jan  1 00:00:00 1970 ", lines[2]]
    for number, line in enumerate(lines[3:-1]):
        kind, attribute, _, _, *rest = line.split()
        rest = [word for word in rest if word not in ("@7", "unknown")]
        if kind == "edge":
            rest = [rest[0], rest[2], *rest[4:]]
        old.append(" ".join([f"-{number}", kind, attribute, *rest]))
    found = read_lines(tmp_path, [*old, lines[-1]])
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("millimetres", "metres"), [(1000.0, 1.0), (10.0, 0.01), (25.4, 0.0254), (304.8, 0.3048), (1e6, 1000.0)]
)
def test_unit_of_the_header(tmp_path, millimetres, metres):
    found = read_lines(tmp_path, box_lines(millimetres))
    assert found.bodies[0].solid.properties.volume == pytest.approx(metres**3, rel=1e-12)


@pytest.mark.parametrize("millimetres", [1.0, -1.0])
def test_unit_that_nobody_said(tmp_path, millimetres):
    with pytest.raises(SurveyError, match="does not say its unit"):
        read_lines(tmp_path, box_lines(millimetres))
    found = read_lines(tmp_path, box_lines(millimetres), ReadAs(unit="cm"))
    assert found.bodies[0].solid.properties.volume == pytest.approx(1e-6)
    assert found.remarks == ()


def test_strange_unit(tmp_path):
    with pytest.raises(SurveyError, match=r"914\.4 mm.*give the unit"):
        read_lines(tmp_path, box_lines(914.4))
    found = read_lines(tmp_path, box_lines(914.4), METRES)
    assert [remark.key for remark in found.remarks] == ["unit_overruled"]


def test_y_up_is_turned(tmp_path):
    found = read_lines(tmp_path, box_lines(), ReadAs(up="y"))
    assert found.bodies[0].solid.vertices.min(axis=0) == pytest.approx([0.0, -1.0, 0.0])
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0)
    assert found.remarks == ()


def test_body_that_looks_inwards_is_turned(tmp_path):
    solid = box()
    inverted = Polyhedron(vertices=solid.vertices, faces=tuple(face[::-1] for face in solid.faces))
    found = read_lines(tmp_path, format_sat([("box", inverted)], millimetres=1000.0))
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0)
    assert [(remark.kind, remark.key) for remark in found.remarks] == [("repair", "solid_turned")]


def with_transform(lines: list[str], values: str) -> list[str]:
    number = len(lines) - 4
    changed = [line.replace("$-1 $-1 #", f"$-1 ${number} #") if line.startswith("body") else line for line in lines]
    return [*changed[:-1], f"transform $-1 -1 {values} no_rotate no_reflect no_shear #", changed[-1]]


@pytest.mark.parametrize(
    ("values", "volume", "low"),
    [
        ("1 0 0 0 1 0 0 0 1 5 6 7 1", 1.0, [5.0, 6.0, 7.0]),
        ("1 0 0 0 1 0 0 0 1 5 6 7 2", 8.0, [5.0, 6.0, 7.0]),
        ("2 0 0 0 2 0 0 0 2 5 6 7 2", 8.0, [5.0, 6.0, 7.0]),
        ("0 1 0 -1 0 0 0 0 1 0 0 0 1", 1.0, [-1.0, 0.0, 0.0]),
        ("-1 0 0 0 1 0 0 0 1 0 0 0 1", 1.0, [-1.0, 0.0, 0.0]),
    ],
)
def test_transform_of_a_body(tmp_path, values, volume, low):
    found = read_lines(tmp_path, with_transform(box_lines(), values))
    assert found.bodies[0].solid.properties.volume == pytest.approx(volume)
    assert found.bodies[0].solid.vertices.min(axis=0) == pytest.approx(low, abs=1e-12)
    assert found.remarks == ()


def test_name_attribute_is_read(tmp_path):
    lines = box_lines()
    number = len(lines) - 4
    lines[3] = lines[3].replace("body $-1", f"body ${number}")
    text = "dintel # 3"
    name = f"string_attrib-name_attrib-gen-attrib $-1 -1 $-1 $-1 $-1 $0 1 1 @4 name @{len(text)} {text} #"
    found = read_lines(tmp_path, [*lines[:-1], name, lines[-1]])
    assert found.bodies[0].name == "dintel # 3"
    assert found.bodies[0].where == 'body 1 "dintel # 3"'


def test_bent_face_is_written_as_triangles(tmp_path):
    solid = box()
    vertices = solid.vertices.copy()
    vertices[2, 1] = -0.1
    bent = Polyhedron(vertices=vertices, faces=solid.faces)
    found = read_lines(tmp_path, format_sat([("bent", bent)], millimetres=1000.0))
    assert found.bodies[0].solid.properties.volume == pytest.approx(bent.properties.volume, rel=1e-12)
    assert len(found.bodies[0].solid.faces) > 6


def tampered(old: str, new: str, count: int = 1) -> list[str]:
    text = "\n".join(box_lines())
    assert old in text
    return text.replace(old, new, count).split("\n")


def hollow() -> list[str]:
    lines = box_lines()
    # the shell points to a second one
    return [line.replace("$-1 $-1 $3", "$2 $-1 $3") if line.startswith("shell") else line for line in lines]


def holed() -> list[str]:
    lines = box_lines()
    loops = [number for number, line in enumerate(lines) if line.startswith("loop")]
    words = lines[loops[0]].split()
    words[4] = f"${loops[1] - 3}"
    lines[loops[0]] = " ".join(words)
    return lines


BAD = {
    "empty": ([""], ["not ACIS text", "export"]),
    "words": (["a", "b", "c", "d"], ["version number"]),
    "no unit": (tampered("1000 9.99", "x 9.99"), ["unit"]),
    "cut off": (box_lines()[:-1], ["cut off", "end mark"]),
    "cut in a record": ([*box_lines()[:-3], "point $-1 -1 $-1 1"], ["cut off"]),
    "no bodies": (box_lines()[:3] + box_lines()[-1:], ["holds no body", "export"]),
    "curved face": (tampered("plane-surface", "cone-surface"), ["body 1", "curved face", "cone-surface", "mesh"]),
    "curved edge": (tampered("straight-curve", "ellipse-curve"), ["curved edge", "mesh"]),
    "hole": (holed(), ["hole", "cut the body"]),
    "hollow": (hollow(), ["shell"]),
    "link out of range": (tampered("body $-1 -1 $-1 $1", "body $-1 -1 $-1 $9999"), ["lacks a lump"]),
    "negative link": (tampered("body $-1 -1 $-1 $1", "body $-1 -1 $-1 $-7"), ["lacks a lump"]),
    "no lump": (tampered("body $-1 -1 $-1 $1", "body $-1 -1 $-1 $-1"), ["no solid inside"]),
    "wrong kind": (tampered("body $-1 -1 $-1 $1", "body $-1 -1 $-1 $2"), ["shell", "where a lump should be"]),
    "lumps in a circle": (tampered("lump $-1 -1 $-1 $-1", "lump $-1 -1 $-1 $1"), ["two places"]),
    "not a number": (tampered("point $-1 -1 $-1 0.0", "point $-1 -1 $-1 nan"), ["no number"]),
    "far away": (tampered("point $-1 -1 $-1 0.0", "point $-1 -1 $-1 1e300"), ["away", "unit"]),
    "shear": (with_transform(box_lines(), "1 0 0 0 3 0 0 0 1 0 0 0 1"), ["uneven scale"]),
    "flat": (with_transform(box_lines(), "1 0 0 0 1 0 0 0 1 0 0 0 0"), ["body 1", "no volume"]),
    "sequence": (tampered("body", "-5 body"), ["record -5"]),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_says_what_and_what_to_do(tmp_path, case):
    lines, words = BAD[case]
    with pytest.raises(SurveyError) as caught:
        read_lines(tmp_path, lines)
    for word in ["wall.sat", *words, ";"]:
        assert word in str(caught.value)


def test_missing_file_and_folder(tmp_path):
    for path, word in ((tmp_path / "no.sat", "check the path"), (tmp_path, "folder")):
        with pytest.raises(SurveyError, match=word):
            sat.read(path, METRES)


def test_writing_nothing_is_refused():
    zone = Zone(name="all", material="stone", bottom=0.0, top=9.0, thickness=1.0)
    wall = stone_wall()
    open_box = Polyhedron(vertices=box().vertices, faces=box().faces[1:])
    with pytest.raises(SurveyError, match="no stones"):
        sat.write(Wall(envelope=Envelope(zones=(zone,)), materials={"stone": Material(unit_weight=23e3)}))
    stone = wall.stones[0]
    broken = Stone(**{**vars(stone), "solid": open_box, "parts": (open_box,)})
    with pytest.raises(SurveyError, match=r"piedra·1.*not closed"):
        sat.write(as_wall([broken]))


def test_faces_are_settled():
    solid = box()
    mixed = [face[::-1] if number % 2 else face for number, face in enumerate(solid.faces)]
    (settled,) = settle_solids(solid.vertices, mixed)
    assert settled.turned
    assert settled.solid.properties.volume == pytest.approx(1.0)
    # every face with its own corners, a hair apart
    loose = np.concatenate([solid.vertices[list(face)] for face in solid.faces])
    loose = loose + np.random.default_rng(0).uniform(-2e-7, 2e-7, loose.shape)
    (settled,) = settle_solids(loose, [tuple(range(4 * i, 4 * i + 4)) for i in range(6)])
    assert 0.0 < settled.moved < 1e-6
    assert len(settled.solid.vertices) == 8
    both = np.concatenate([solid.vertices, solid.vertices + 5.0])
    faces = [*solid.faces, *(tuple(number + 8 for number in face) for face in solid.faces)]
    assert len(settle_solids(both, faces)) == 2
    inner = np.concatenate([solid.vertices, 0.5 * solid.vertices + 0.25])
    with pytest.raises(FlawedSolidError, match="hollow"):
        settle_solids(inner, [*solid.faces, *(tuple(number + 8 for number in face[::-1]) for face in solid.faces)])
    with pytest.raises(FlawedSolidError, match="belongs to 1 face, not 2"):
        settle_solids(solid.vertices, solid.faces[1:])


def test_bent_face_that_is_not_convex_is_cut_along_its_inside():
    ring = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.4], [0.0, 2.0]])
    turned = np.roll(ring, 1, axis=0)
    flat = extrude(turned, lambda points: 0.0 * points[:, 0], lambda points: 1.0 + 0.0 * points[:, 0])
    vertices = flat.vertices.copy()
    vertices[4, 1] -= 0.01
    (settled,) = settle_solids(vertices, flat.faces)
    assert settled.bent >= 1
    front = settled.solid.face_areas[settled.solid.face_areas[:, 1] < -1e-9]
    # triangles outside the face would add area that others take away again
    assert -front[:, 1].sum() == pytest.approx(2.4, rel=1e-9)
    assert settled.solid.properties.volume == pytest.approx(flat.properties.volume, rel=0.02)


def survives(path: Path, data: bytes) -> None:
    """A damaged file gives bodies or an error that names it, nothing else."""
    path.write_bytes(data)
    try:
        found = sat.read(path, METRES)
    except SurveyError as error:
        message = str(error)
        if str(path) not in message:
            raise
    else:
        assert all(body.solid.properties.volume > 0.0 for body in found.bodies)


def test_truncated_anywhere(tmp_path):
    data = "\n".join(box_lines()).encode("ascii")
    for length in range(0, len(data), 47):
        path = tmp_path / "cut.sat"
        path.write_bytes(data[:length])
        with pytest.raises(SurveyError, match=r"cut\.sat"):
            sat.read(path, METRES)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_flipped_bytes(tmp_path, changes):
    data = bytearray("\n".join(box_lines()).encode("ascii"))
    for place, value in changes:
        data[place % len(data)] = value
    survives(tmp_path / "flipped.sat", bytes(data))


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(range(-1, 90))), min_size=1, max_size=4))
def test_links_that_lead_elsewhere(tmp_path, changes):
    words = "\n".join(box_lines()).split(" ")
    links = [number for number, word in enumerate(words) if word.startswith("$")]
    for place, target in changes:
        words[links[place % len(links)]] = f"${target}"
    survives(tmp_path / "links.sat", " ".join(words).encode("ascii"))


@settings(max_examples=300, deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=6), cut=st.floats(0, 1)
)
def test_damaged_binary(changes, cut):
    data = bytearray(acis.export_sab([acis.body_from_mesh(forms.cube())]))
    for place, value in changes:
        data[place % len(data)] = value
    kept = bytes(data[: int(len(data) * cut)]) if cut < 0.5 else bytes(data)
    try:
        find_bodies(parse_sab(kept))
    except AcisError:
        return
