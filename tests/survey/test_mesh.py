"""Meshes in and out: PLY, STL, OBJ, GLB."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import numpy as np
import pytest
import trimesh
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pirqa.errors import SurveyError
from pirqa.survey.facets import merge_facets, triangulate
from pirqa.survey.formats import mesh
from pirqa.survey.formats.glb import write_glb
from pirqa.survey.formats.obj_stl import write_obj, write_stl
from pirqa.survey.formats.ply import write_ply
from pirqa.survey.raw import ReadAs
from pirqa.survey.solids import build_stone
from tests.survey.mesh_walls import block_wall, box, hull_mesh, mesh_volume, mixed_wall, rough_mesh, wall_of

METRES = ReadAs(unit="m", up="z")
WRITERS = {"ply": write_ply, "obj": write_obj, "stl": write_stl, "glb": write_glb}
AS_GIVEN = {"glb": ReadAs()}


def read(path: Path, data: bytes | str | None = None, read_as: ReadAs = METRES):
    if data is not None:
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return mesh.read(path, read_as)


def keys(bodies):
    return {remark.key: remark for remark in bodies.remarks}


def obj_of(*meshes, start=1):
    """Text of an OBJ; each mesh is (name, vertices, triangles)."""
    lines = []
    for name, vertices, triangles in meshes:
        lines += [f"o {name}"] if name else []
        lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(vertices, dtype=float).tolist()]
        lines += [f"f {a} {b} {c}" for a, b, c in (np.asarray(triangles) + start).tolist()]
        start += len(vertices)
    return "\n".join(lines) + "\n"


def binary_stl(corners):
    rows = np.zeros(len(corners), dtype=[("n", "<f4", 3), ("c", "<f4", (3, 3)), ("x", "<u2")])
    rows["c"] = corners
    return b"solid of some program".ljust(80) + struct.pack("<I", len(corners)) + rows.tobytes()


def cube(shift=(0.0, 0.0, 0.0)):
    solid = box(0, 0)
    return solid.vertices + shift, triangulate(solid)


# --- round trips -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", WRITERS)
def test_wall_comes_back(tmp_path, suffix):
    wall = mixed_wall()
    data = WRITERS[suffix](wall)
    assert data == WRITERS[suffix](wall)
    found = read(tmp_path / f"wall.{suffix}", data, AS_GIVEN.get(suffix, METRES))
    assert found.remarks == ()
    assert not found.scanned
    names = [stone.name for stone in wall.stones]
    if suffix in ("obj", "stl"):
        names = [name.replace(" ", "_") for name in names]
    assert [body.name for body in found.bodies] == names
    precise = 1e-12 if suffix != "glb" else 1e-6
    for body, stone in zip(found.bodies, wall.stones, strict=True):
        assert body.solid.properties.volume == pytest.approx(stone.volume, rel=precise)
        assert body.solid.properties.centroid == pytest.approx(stone.centroid, abs=1e-6)
        # the L was drawn with a corner between two of its faces that lie in one plane
        assert len(body.solid.faces) == len(stone.solid.faces) - (stone.name == "L")


@pytest.mark.parametrize("suffix", WRITERS)
def test_others_read_what_is_written(tmp_path, suffix):
    wall = mixed_wall()
    path = tmp_path / f"wall.{suffix}"
    path.write_bytes(WRITERS[suffix](wall))
    scene = trimesh.load_scene(path, process=False)
    total = sum(part.volume for part in scene.dump())
    assert total == pytest.approx(sum(stone.volume for stone in wall.stones), rel=1e-6)
    if suffix in ("stl", "glb"):
        assert len(scene.geometry) == len(wall.stones)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), scale=st.sampled_from([0.01, 1.0, 30.0]), away=st.sampled_from([0.0, 1e3, 5e5]))
def test_random_stones_round_trip(tmp_path, seed, scale, away):
    stones = []
    for name, (vertices, triangles) in (("a", hull_mesh(seed)), ("b", rough_mesh(seed))):
        placed = vertices * scale + [away, -away, 0.3 * away]
        stones.append(build_stone(merge_facets(placed, triangles, tolerance=0.0), name=name))
    wall = wall_of(stones)
    for suffix, write in WRITERS.items():
        found = read(tmp_path / f"w.{suffix}", write(wall), AS_GIVEN.get(suffix, METRES))
        for body, stone in zip(found.bodies, stones, strict=True):
            # a float at 500 km has its last digit at 6e-11 m: of a stone of 1 cm that is 1e-8
            precise = (1e-6 if suffix == "glb" else 1e-9) + 1e-15 * away / scale * 10
            assert body.solid.properties.volume == pytest.approx(stone.volume, rel=precise), suffix


def test_scan_is_told_from_cut_stones(tmp_path):
    assert read(tmp_path / "a.obj", obj_of(("", *rough_mesh(1)))).scanned
    fine = trimesh.creation.box().subdivide().subdivide().subdivide()
    assert not read(tmp_path / "b.obj", obj_of(("", fine.vertices, fine.faces))).scanned


@pytest.mark.parametrize("digits", [4, 6, 8])
def test_flat_faces_survive_rounded_text(tmp_path, digits):
    solid = trimesh.creation.box((1.0, 2.0, 0.7)).subdivide()
    turn = trimesh.transformations.rotation_matrix(0.3, [1, 2, 3])[:3, :3]
    lines = [f"v {x:.{digits}f} {y:.{digits}f} {z:.{digits}f}" for x, y, z in (1000 * solid.vertices @ turn.T)]
    lines += [f"f {a} {b} {c}" for a, b, c in solid.faces + 1]
    found = read(tmp_path / "a.obj", "\n".join(lines), ReadAs(unit="mm", up="z"))
    assert sorted(map(len, (body := found.bodies[0]).solid.faces)) == [4] * 6
    assert body.solid.properties.volume == pytest.approx(1.4, rel=1e-5)


# --- names, units, axes, folders -------------------------------------------------------------------------------------


def test_unit_and_up(tmp_path):
    path = tmp_path / "stone.obj"
    vertices, triangles = hull_mesh(5)
    path.write_text(obj_of(("", vertices * 1000.0, triangles)))
    with pytest.raises(SurveyError, match="unit"):
        mesh.read(path, ReadAs())
    found = mesh.read(path, ReadAs(unit="mm"))
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles))
    assert found.bodies[0].name == "stone"
    assert [(remark.kind, remark.key) for remark in found.remarks] == [("assumption", "mesh_up_assumed")]
    turned = mesh.read(path, ReadAs(unit="mm", up="y"))
    assert turned.remarks == ()
    x, y, z = found.bodies[0].solid.properties.centroid
    assert turned.bodies[0].solid.properties.centroid == pytest.approx([x, -z, y])


def test_glb_says_unit_and_up_itself(tmp_path):
    data = write_glb(block_wall())
    found = read(tmp_path / "w.glb", data, ReadAs(unit="cm", up="z"))
    assert set(keys(found)) == {"unit_overruled", "mesh_up_overruled"}
    assert found.bodies[0].solid.properties.volume == pytest.approx(0.5e-6)


def test_folder_of_stones(tmp_path):
    for name in ("stone10.ply", "stone2.stl", "Stone1.OBJ", "pair.glb"):
        stones = block_wall().stones[:2] if name == "pair.glb" else block_wall().stones[:1]
        (tmp_path / name).write_bytes(WRITERS[name[-3:].lower()](wall_of(stones)))
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "photos").mkdir()
    (tmp_path / ".hidden").write_text("x")
    found = mesh.read(tmp_path, ReadAs(unit="m"))
    assert [body.name for body in found.bodies] == ["pair-ñ <1> & co", "pair-L", "Stone1", "stone2", "stone10"]
    assert keys(found)["mesh_files_ignored"].count == 2
    assert "notes.txt" in keys(found)["mesh_files_ignored"].text
    assert len([remark for remark in found.remarks if remark.key == "mesh_up_assumed"]) == 1
    (tmp_path / "stone3.ply").write_bytes(b"ply\nrubbish")
    with pytest.raises(SurveyError, match=r"stone3\.ply"):
        mesh.read(tmp_path, METRES)


def test_empty_folder(tmp_path):
    with pytest.raises(SurveyError, match="holds no mesh"):
        mesh.read(tmp_path, METRES)
    with pytest.raises(SurveyError, match="cannot be read"):
        mesh.read(tmp_path / "missing.ply", METRES)


def test_repeated_names_are_made_different(tmp_path):
    for folder, shift in (("a", 0.0), ("b", 3.0)):
        (tmp_path / f"{folder}.obj").write_text(obj_of(("x", *cube((shift, 0, 0)))))
    (tmp_path / "a.ply").write_bytes(write_ply(wall_of(block_wall().stones[:1])))
    found = mesh.read(tmp_path, METRES)
    assert [body.name for body in found.bodies] == ["a", "a-2", "b"]
    assert keys(found)["mesh_names_repeated"].stones == ("a-2",)


# --- what belongs together -------------------------------------------------------------------------------------------


def test_touching_stones_of_one_unnamed_mesh_stay_apart(tmp_path):
    first, second = cube(), cube((1.0, 0, 0))
    text = obj_of(("", *first), ("", *second))
    found = read(tmp_path / "a.obj", text)
    assert [body.name for body in found.bodies] == ["1", "2"]
    assert [body.solid.properties.volume for body in found.bodies] == pytest.approx([0.5, 0.5])


def test_stones_that_share_numbers_of_an_edge_stay_apart(tmp_path):
    vertices, triangles = cube()
    joined = trimesh.util.concatenate(
        [trimesh.Trimesh(vertices + shift, triangles, process=False) for shift in ([0, 0, 0], [1.0, 0, 1.0])]
    )
    joined.merge_vertices()
    assert len(joined.vertices) == 14
    found = read(tmp_path / "a.obj", obj_of(("", joined.vertices, joined.faces)))
    assert len(found.bodies) == 2
    corners = joined.vertices[joined.faces]
    assert len(read(tmp_path / "a.stl", binary_stl(corners)).bodies) == 2


def test_objects_that_share_numbers_of_a_face_stay_apart(tmp_path):
    vertices, triangles = cube()
    moved = cube((1.0, 0, 0))[0]
    joined = trimesh.Trimesh(np.vstack([vertices, moved]), np.vstack([triangles, triangles + 8]))
    assert len(joined.vertices) == 12
    faces = [f"f {a} {b} {c}" for a, b, c in joined.faces + 1]
    points = [f"v {x!r} {y!r} {z!r}" for x, y, z in joined.vertices.tolist()]
    for word in ("o", "g"):
        text = "\n".join([*points, f"{word} one", *faces[:12], f"{word} two", *faces[12:]])
        assert [body.name for body in read(tmp_path / "a.obj", text).bodies] == ["one", "two"]
    with pytest.raises(SurveyError, match="more than two triangles"):
        read(tmp_path / "a.obj", "\n".join([*points, *faces]))


def test_groups_that_are_sides_of_a_stone_are_one_stone(tmp_path):
    vertices, triangles = cube()
    text = obj_of(("", vertices, triangles[:5])) + "g back\n" + obj_of(("", np.zeros((0, 3)), triangles[5:]))
    found = read(tmp_path / "a.obj", text)
    assert len(found.bodies) == 1
    assert keys(found)["mesh_groups_joined"].count == 1


def test_faces_without_shared_vertices_are_joined(tmp_path):
    corners = np.vstack([cube()[0][cube()[1]], cube((3.0, 0, 0))[0][cube()[1]]])
    soup = obj_of(("", corners.reshape(-1, 3), np.arange(72).reshape(-1, 3)))
    found = read(tmp_path / "a.obj", soup)
    assert len(found.bodies) == 2
    assert keys(found)["mesh_vertices_merged"].count == 28
    noisy = corners + np.random.default_rng(0).uniform(-2e-7, 2e-7, corners.shape)
    found = read(tmp_path / "b.obj", obj_of(("", noisy.reshape(-1, 3), np.arange(72).reshape(-1, 3))))
    assert len(found.bodies) == 2
    assert 0 < keys(found)["mesh_vertices_merged"].amount < 1e-6


def test_crowd_of_points_does_not_fill_the_memory(tmp_path):
    corners = np.random.default_rng(0).uniform(0, 1e-9, size=(20_000, 3, 3))
    corners[0] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    with pytest.raises(SurveyError, match=r"not closed|more than two"):
        read(tmp_path / "a.stl", binary_stl(corners))


def test_touching_stones_in_stl_need_names(tmp_path):
    corners = np.vstack([cube()[0][cube()[1]], cube((1.0, 0, 0))[0][cube()[1]]])
    with pytest.raises(SurveyError, match=r"more than two triangles.*one file a stone") as caught:
        read(tmp_path / "wall.stl", binary_stl(corners))
    assert "wall.stl" in str(caught.value)
    assert "(1, " in str(caught.value)
    assert len(read(tmp_path / "b.stl", write_stl(block_wall())).bodies) == 3
    # long stones that touch end to end: the end face is small enough to be taken for a hole
    corners = corners * [5.0, 1.0, 1.0]
    with pytest.raises(SurveyError, match=r"more than two triangles.*one file a stone"):
        read(tmp_path / "c.stl", binary_stl(corners))
    corners[12:] = corners[12:] * [-1.0, 1.0, 1.0] + [15.0, 0, 0]  # mirrored: the end face cut along the other diagonal
    with pytest.raises(SurveyError, match=r"more than two triangles.*one file a stone"):
        read(tmp_path / "d.stl", binary_stl(corners))


# --- repairs ---------------------------------------------------------------------------------------------------------


def test_inverted_stone_is_turned(tmp_path):
    vertices, triangles = hull_mesh(1)
    found = read(tmp_path / "a.obj", obj_of(("s", vertices, triangles[:, ::-1])))
    assert keys(found)["mesh_inverted"].stones == ("s",)
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), share=st.floats(0.02, 0.5))
def test_turned_triangles_are_turned_back(tmp_path, seed, share):
    vertices, triangles = rough_mesh(seed)
    wrong = np.random.default_rng(seed).uniform(size=len(triangles)) < share
    mixed = np.where(wrong[:, None], triangles[:, ::-1], triangles)
    found = read(tmp_path / "a.obj", obj_of(("s", vertices, mixed)))
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles), rel=1e-12)
    count = min(int(wrong.sum()), len(wrong) - int(wrong.sum()))
    assert not count or keys(found)["mesh_triangles_turned"].count == count


def test_surplus_triangles_are_dropped(tmp_path):
    vertices, triangles = hull_mesh(2)
    a, b, c = triangles[0]
    more = np.vstack([triangles, [[b, c, a], [a, a, b], triangles[3, ::-1]]])
    found = read(tmp_path / "a.obj", obj_of(("s", vertices, more)))
    assert keys(found)["mesh_triangles_dropped"].count == 3
    assert set(keys(found)) == {"mesh_triangles_dropped"}
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles), rel=1e-12)


def test_small_holes_are_filled(tmp_path):
    vertices, triangles = rough_mesh(4)
    found = read(tmp_path / "a.obj", obj_of(("s", vertices, np.delete(triangles, [5, 200], axis=0))))
    remark = keys(found)["mesh_holes_filled"]
    assert remark.count == 2
    assert 0.0 < remark.amount < 0.02
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles), rel=1e-12)
    around = np.flatnonzero(np.any(triangles == triangles[0, 0], axis=1))
    found = read(tmp_path / "b.obj", obj_of(("s", vertices, np.delete(triangles, around, axis=0))))
    assert keys(found)["mesh_holes_filled"].count == 1
    assert found.bodies[0].solid.properties.volume == pytest.approx(mesh_volume(vertices, triangles), rel=0.02)


def test_touching_stones_with_holes_are_filled_each_by_itself(tmp_path):
    meshes = [cube(), cube((1.0, 0, 0))]
    text = obj_of(*(("", vertices, triangles[:-1]) for vertices, triangles in meshes))
    found = read(tmp_path / "a.obj", text)
    assert [body.solid.properties.volume for body in found.bodies] == pytest.approx([0.5, 0.5])
    assert [remark.key for remark in found.remarks] == ["mesh_holes_filled"] * 2


def bad_meshes():
    vertices, triangles = rough_mesh(4)
    flat = vertices * [1, 0, 1]
    fin = np.vstack([triangles, [[*triangles[0][:2], len(vertices)]]])
    beyond = np.vstack([vertices, [[3.0, 3, 3]]])
    # a band with half a turn: seven corners, each triangle of three in a row
    strip = [[i, (i + 1) % 7, (i + 2) % 7] for i in range(7)]
    angle = np.arange(7) * 2 * np.pi / 7
    band = np.column_stack([np.cos(angle), np.sin(angle), 0.3 * np.cos(angle * 3)])
    return {
        "half": (vertices, triangles[vertices[triangles][:, :, 2].max(axis=1) < 0.1], ["not closed", "open edges"]),
        "flat": (flat, triangles, ["no volume", "delete"]),
        "fin": (beyond, fin, ["more than two triangles", "delete"]),
        "band": (band, strip, ["inside and an outside", "repair"]),
        "one triangle": (vertices, triangles[:1], ["not closed"]),
        "nothing left": (vertices, [[0, 0, 1], [2, 2, 2]], ["no volume"]),
    }


@pytest.mark.parametrize("name", bad_meshes())
def test_what_cannot_be_mended_says_where(tmp_path, name):
    vertices, triangles, words = bad_meshes()[name]
    with pytest.raises(SurveyError) as caught:
        read(tmp_path / "bad.obj", obj_of(("stone 7", vertices, triangles)))
    message = str(caught.value)
    assert "bad.obj" in message
    assert 'stone "stone 7"' in message
    assert all(any(part in message for part in word.split("|")) for word in words), message
    assert " m" in message or name == "nothing left"


# --- the formats themselves ------------------------------------------------------------------------------------------

CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
QUAD_FACES = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
MIXED_FACES = [*QUAD_FACES[:5], (3, 0, 4), (3, 4, 7)]


def ply(form, faces, *, kind="float", extra=()):
    order = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}[form]
    head = ["ply", f"format {form} 1.0", "comment made by hand", "obj_info x"]
    head += [f"element vertex {len(CORNERS)}", *(f"property {kind} {axis}" for axis in "xyz"), "property uchar red"]
    head += ["element note 1", "property list uchar short data", f"element face {len(faces)}"]
    head += ["property uchar flag", "property list uchar uint vertex_index", *extra, "end_header", ""]
    data = "\n".join(head).encode()
    letter = {"float": "f", "double": "d", "int": "i"}[kind]
    if not order:
        rows = [" ".join(map(str, (*corner, 7))) for corner in CORNERS] + ["3 5 6 7"]
        rows += [" ".join(map(str, (1, len(face), *face))) for face in faces]
        return data + "\n".join(rows).encode()
    data += b"".join(struct.pack(f"{order}3{letter}B", *corner, 7) for corner in CORNERS)
    data += struct.pack(f"{order}B3h", 3, 5, 6, 7)
    return data + b"".join(struct.pack(f"{order}BB{len(face)}I", 1, len(face), *face) for face in faces)


@pytest.mark.parametrize("faces", [QUAD_FACES, MIXED_FACES])
@pytest.mark.parametrize("kind", ["float", "double", "int"])
@pytest.mark.parametrize("form", ["ascii", "binary_little_endian", "binary_big_endian"])
def test_every_kind_of_ply(tmp_path, form, kind, faces):
    found = read(tmp_path / "a.ply", ply(form, faces, kind=kind))
    assert found.bodies[0].solid.properties.volume == pytest.approx(1.0, rel=1e-15)
    assert len(found.bodies[0].solid.faces) == 6


def test_obj_dialects(tmp_path):
    lines = ["# a box", "mtllib x.mtl", "vt 0 0", "vn 0 0 1"]
    lines += [f"v {x} {y} {z} 0.5 0.5 0.5" for x, y, z in CORNERS]
    lines += ["o the box  ", "g side", "usemtl m", "s off"]
    lines += ["f " + " ".join(f"{i - 8}/1/1" for i in face) for face in QUAD_FACES[:3]]
    lines += ["f " + " ".join(f"{i + 1}//1" for i in face) for face in QUAD_FACES[3:5]]
    lines += ["f 4 1 \\", " 5 8 # the last"]
    for end in ("\n", "\r\n"):
        found = read(tmp_path / "a.obj", end.join(lines))
        (body,) = found.bodies
        assert (body.name, body.layer, len(body.solid.faces)) == ("the box", "side", 6)


def test_concave_polygon_of_obj(tmp_path):
    ring = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    lines = [f"v {x} {y} {z}" for y in (0, 1) for x, z in ring]
    lines += ["f 1 2 3 4 5 6", "f 12 11 10 9 8 7"]
    lines += [f"f {i + 1} {i + 7} {(i + 1) % 6 + 7} {(i + 1) % 6 + 1}" for i in range(6)]
    found = read(tmp_path / "a.obj", "\n".join(lines))
    assert found.bodies[0].solid.properties.volume == pytest.approx(3.0)
    assert len(found.bodies[0].solid.faces) == 8


def gltf(nodes, *, mode=4, indices=True, **changes):
    """A box in a glTF with its buffer inside."""
    vertices, triangles = cube()
    points = vertices if indices else vertices[triangles].reshape(-1, 3)
    if mode == 5:
        vertices, triangles = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]), np.array([[0, 1, 2, 3, 0, 1]])
        points = vertices
    body = points.astype("<f4").tobytes() + triangles.astype("<u2").tobytes()
    primitive = {"attributes": {"POSITION": 0}, "mode": mode} | ({"indices": 1} if indices else {})
    size = points.size * 4
    scene = {
        "asset": {"version": "2.0"},
        "nodes": nodes,
        "scenes": [{"nodes": [0]}],
        "meshes": [{"name": "m", "primitives": [primitive]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": triangles.size, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": size},
            {"buffer": 0, "byteOffset": size, "byteLength": len(body) - size},
        ],
        "buffers": [{"byteLength": len(body), "uri": "data:x;base64," + base64.b64encode(body).decode()}],
    }
    return json.dumps(scene | changes)


def test_transforms_of_nodes(tmp_path):
    nodes = [
        {"children": [1, 2], "translation": [10, 0, 0], "scale": [2, 2, 2]},
        {"name": "turned", "mesh": 0, "rotation": [0, 0, np.sin(np.pi / 4), np.cos(np.pi / 4)]},
        {"children": [3], "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]},
        {"mesh": 0},
    ]
    found = read(tmp_path / "a.gltf", gltf(nodes), ReadAs())
    assert [body.name for body in found.bodies] == ["turned", "m"]
    assert found.remarks == ()
    centre = box(0, 0).properties.centroid  # in the file's axes: (0.5, 0.25, 0.5)
    x, y, z = 10 + 2 * -centre[1], 2 * centre[0], 2 * centre[2]
    assert found.bodies[0].solid.properties.centroid == pytest.approx([x, -z, y])
    x, y, z = 10 + 2 * (5 - centre[0]), 2 * (6 + centre[1]), 2 * (7 + centre[2])
    assert found.bodies[1].solid.properties.centroid == pytest.approx([x, -z, y])
    assert [body.solid.properties.volume for body in found.bodies] == pytest.approx([4.0, 4.0])


def test_other_gltf(tmp_path):
    assert read(tmp_path / "a.gltf", gltf([{"mesh": 0}], indices=False)).bodies[0].solid.properties.volume > 0.4
    (body,) = read(tmp_path / "b.gltf", gltf([{"mesh": 0}], mode=5)).bodies
    assert body.solid.properties.volume == pytest.approx(1 / 6)
    assert len(body.solid.faces) == 4


GLTF = [{"mesh": 0, "name": "n"}]
BAD = {
    "empty.ply": (b"", "empty"),
    "word.ply": (b"hello", "no PLY"),
    "noformat.ply": (b"ply\nelement vertex 3\nend_header\n", "format"),
    "type.ply": (b"ply\nformat ascii 1.0\nelement vertex 3\nproperty what x\nend_header\n", "property what x"),
    "cloud.ply": (b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                  b"end_header\n1 2 3\n", "no faces"),
    "novertex.ply": (b"ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                     b"3 0 1 2\n", "no vertices"),
    "huge.ply": (b"ply\nformat binary_little_endian 1.0\nelement vertex 999999999999\nproperty double x\n"
                 b"property double y\nproperty double z\nend_header\n" + bytes(100), "ends before"),
    "hugelist.ply": (b"ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
                     b"property double z\nelement face 900000000000000\nproperty list uint int vertex_indices\n"
                     b"end_header\n" + bytes(100), "ends before"),
    "longlist.ply": (b"ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
                     b"property double z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n"
                     + bytes(24) + b"\xff\xff\xff\xff" + bytes(40), "ends before"),
    "index.ply": (ply("ascii", [*QUAD_FACES[:5], (3, 0, 4, 9)]), "not there"),
    "line.ply": (ply("ascii", QUAD_FACES).replace(b"0 0 1 7", b"0 0 up 7"), "as the header says"),
    "nan.ply": (ply("ascii", QUAD_FACES).replace(b"0 0 1 7", b"0 0 nan 7"), "vertex 5"),
    "inf.obj": (b"v 0 0 0\nv 1 0 0\nv 0 inf 0\nf 1 2 3\n", "vertex 3"),
    "far.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1e9 0\nf 1 2 3\n", "check the unit"),
    "words.obj": (b"v 0 0 0\nv 1 a 0\n", 'line 2, "v 1 a 0"'),
    "zero.obj": (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "line 4"),
    "back.obj": (b"v 0 0 0\nf -2 1 1\n", "line 2"),
    "beyond.obj": (b"v 0 0 0\nv 1 0 0\nf 1 2 3\n", "vertex 3 of 2"),
    "nofaces.obj": (b"v 0 0 0\n", "no faces"),
    "short.stl": (b"\0" * 83, "cut off"),
    "count.stl": (bytes(80) + b"\xff\xff\xff\xff" + bytes(50), "cut off"),
    "none.stl": (bytes(84), "no triangles"),
    "solid.stl": (b"solid a\nendsolid a\n", "no triangles"),
    "number.stl": (b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\nvertex 0 0 0\nvertex 0 0 0\nendloop\n"
                   b"endfacet\nendsolid", "not a number"),
    "cut.stl": (write_stl(block_wall())[:1000], "cut off"),
    "nan.stl": (binary_stl(np.full((1, 3, 3), np.nan)), "vertex 1 of 3"),
    "signal.stl": (bytes(80) + struct.pack("<I", 1) + b"\x01\0\x80\x7f" * 12 + b"\0\0", "vertex 1 of 3"),
    "word.glb": (b"hello", "no GLB"),
    "cut.glb": (write_glb(block_wall())[:-9], "cut off"),
    "head.glb": (b"glTF\x02\0\0\0\0\0\0\0", "cut off"),
    "deep.gltf": (b"[" * 100_000, "not glTF"),
    "list.gltf": (b"[]", "not glTF"),
    "nothing.gltf": (gltf([{"name": "n"}]), "no triangles"),
    "loop.gltf": (gltf([{"children": [0]}]), "twice"),
    "packed.gltf": (gltf(GLTF, extensionsRequired=["KHR_draco_mesh_compression"]), "packed"),
    "view.gltf": (gltf(GLTF, bufferViews=[{"buffer": 0, "byteLength": 20}] * 2), "runs out"),
    "count.gltf": (gltf(GLTF, accessors=[{"bufferView": 0, "componentType": 5126, "count": 10**11, "type": "VEC3"}]),
                   "runs out"),
    "negative.gltf": (gltf(GLTF, scenes=[{"nodes": [-1]}]), "not glTF"),
    "elsewhere.gltf": (gltf(GLTF, buffers=[{"byteLength": 9, "uri": "../secret.bin"}]), "outside its folder"),
    "missing.gltf": (gltf(GLTF, buffers=[{"byteLength": 9, "uri": "a.bin"}]), "cannot be read"),
    "endless.gltf": (gltf([{"mesh": 0, "scale": [1e300, 1, 1]}]), "not glTF"),
    "many.gltf": (gltf([{"children": list(range(1, 2_000_001))}, *([{"mesh": 0}] * 5)]), "not glTF"),
    "mesh.xyz": (b"1 2 3", "not among"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_say_why(tmp_path, name):
    data, word = BAD[name]
    with pytest.raises(SurveyError) as caught:
        read(tmp_path / name, data, METRES)
    assert word in str(caught.value)
    assert name in str(caught.value)
    assert ";" in str(caught.value), "no remedy"


def test_extra_bytes_of_an_stl_are_told(tmp_path):
    found = read(tmp_path / "a.stl", binary_stl(cube()[0][cube()[1]]) + b"abcde")
    assert keys(found)["mesh_bytes_ignored"].count == 5


SEEDS = {
    "a.ply": write_ply(block_wall()),
    "b.ply": ply("ascii", MIXED_FACES),
    "c.ply": ply("binary_big_endian", MIXED_FACES),
    "a.obj": write_obj(block_wall()),
    "a.stl": write_stl(wall_of(block_wall().stones[:1])),
    "b.stl": binary_stl(cube()[0][cube()[1]]),
    "a.glb": write_glb(block_wall()),
    "a.gltf": gltf([{"mesh": 0, "children": [1]}, {"mesh": 0, "scale": [1, 2, 3]}]).encode(),
}


def read_or_refuse(path, data):
    """What is read, or None where it is refused with the file's name."""
    try:
        return read(path, data)
    except SurveyError as error:
        if path.name not in str(error):
            raise
        return None


@pytest.mark.parametrize("name", SEEDS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=4))
def test_flipped_bytes_never_escape(tmp_path, name, flips):
    data = bytearray(SEEDS[name])
    for place, value in flips:
        data[int(place * len(data))] = value
    found = read_or_refuse(tmp_path / name, bytes(data))
    assert found is None or all(body.solid.properties.volume > 0 for body in found.bodies)


@pytest.mark.parametrize("name", SEEDS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(keep=st.floats(0, 0.98))
def test_cut_off_files_are_refused(tmp_path, name, keep):
    data = SEEDS[name][: int(keep * len(SEEDS[name]))]
    found = read_or_refuse(tmp_path / name, data)
    # text may end between two stones, or lose a triangle that is filled: never without a word or with a bad stone
    if found is not None:
        assert name == "a.obj" or found.remarks
        assert all(body.solid.properties.volume > 0 for body in found.bodies)


@pytest.mark.parametrize("write", WRITERS.values())
def test_wall_without_stones_is_not_written(free_wall, write):
    with pytest.raises(SurveyError, match="no stones"):
        write(free_wall)


def test_large_scan_in_reasonable_time(tmp_path):
    vertices, triangles = rough_mesh(0, subdivisions=6)
    (tmp_path / "a.stl").write_bytes(binary_stl(vertices[triangles]))
    found = read(tmp_path / "a.stl")
    assert 0.999 * len(triangles) < len(found.bodies[0].solid.faces) <= len(triangles) == 81920
    assert found.scanned
