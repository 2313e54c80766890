"""What the viewer is given: packed small, unpacked the same, meshes and forces, and a drawing for paper."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.limit.blocks import run_blocks
from pirqa.model import Material, Polyhedron
from pirqa.model.masonry import BASE, JointProperties
from pirqa.report.page import still_svg, with_still
from pirqa.report.section import Figure, Section, Text, Viewer
from pirqa.report.viewer import Clip, Field, Mesh, Scene, Signal, Solid, pack
from pirqa.report.viewer.scene import SCENE_FORMAT, _cut, _drawn, quantised_history
from pirqa.report.viewer.views import block_arrows, block_force, mechanism_clip, points_clip, run_force, state_clip
from pirqa.report.words import load_words
from pirqa.verification.walls import box, running_bond
from tests.report.browser import EN, small_scene

RNG = np.random.default_rng(7)
DTYPES = {"f32": "<f4", "i16": "<i2", "u8": "u1", "u32": "<u4"}


def unpacked(file, name):
    """As ``web/src/scene.ts`` does it."""
    data = zlib.decompress(base64.b64decode(file["data"]))
    place = file["arrays"][name]
    count = int(np.prod(place["shape"]))
    dtype = np.dtype(DTYPES[place["kind"]])
    if place.get("coding") != "time":
        raw = data[place["offset"] : place["offset"] + count * dtype.itemsize]
        return np.frombuffer(raw, dtype).reshape(place["shape"])
    raw = np.frombuffer(data, "u1", count * dtype.itemsize, place["offset"]).astype(np.uint32)
    steps = raw if dtype.itemsize == 1 else raw[:count] | (raw[count:] << 8)
    rows = np.cumsum(steps.reshape(place["shape"]), axis=-1) % (1 << 8 * dtype.itemsize)
    return rows.astype(f"u{dtype.itemsize}").view(dtype)


def solids(count=3):
    return tuple(
        Solid(
            name=str(k), zone="wall", shape=box(1.0, 0.5, 0.4, at=(0.0, 0.0, 0.4 * k)), centre=np.array([0.5, 0.25, k])
        )
        for k in range(count)
    )


def history(frames=200, count=3, **more):
    shift = np.cumsum(RNG.normal(size=(frames, count, 3)), axis=0) * 1e-3
    vector = np.cumsum(RNG.normal(size=(frames, count, 3)), axis=0) * 1e-3
    turn = np.concatenate([np.sqrt(1.0 - (vector**2).sum(-1, keepdims=True)), vector], axis=-1)
    times = np.arange(frames) / 30.0
    return Clip(id="run", title="run", kind="history", values=times, shift=shift, turn=turn, **more)


def test_a_history_comes_back_within_a_step_of_its_own_range():
    clip = history()
    file = pack(Scene(title="wall", solids=solids(), clips=(clip,)), {})
    assert file["format"] == SCENE_FORMAT
    told = file["clips"][0]
    for name, values in (("shift", clip.shift), ("turn", clip.turn[..., 1:])):
        scale = unpacked(file, told[f"{name}Scale"])
        again = unpacked(file, told[name]) / 32767.0 * scale[..., None]
        apart = np.abs(again - np.moveaxis(values, 0, -1))
        assert np.all(apart <= 0.51 / 32767.0 * scale[..., None] + 1e-9)
    assert told["frames"] == 200
    assert told["step"] == pytest.approx(1.0 / 30.0)


def test_forty_stones_for_a_minute_stay_small():
    clip = history(frames=1800, count=40)
    text = json.dumps(pack(Scene(title="wall", solids=solids(40), clips=(clip,)), {}))
    assert len(text) < 3_000_000


def test_a_wall_that_does_not_move_has_no_range():
    still = quantised_history(np.zeros((5, 2, 3)))
    assert not still[0].any()
    assert not still[1].any()


def test_fields_and_signals_come_back():
    amounts = np.abs(RNG.normal(size=(3, 200)))
    force = Field(id="force", label="force", unit="kN", values=amounts)
    signal = Signal(label="ground", unit="g", times=np.arange(9.0), values=np.sin(np.arange(9.0)))
    file = pack(Scene(title="", solids=solids(), clips=(history(fields=(force,), signal=signal),)), {})
    told = file["clips"][0]
    field = told["fields"][0]
    again = field["low"] + unpacked(file, field["array"]) / 255.0 * (field["high"] - field["low"])
    assert again == pytest.approx(amounts, abs=0.51 / 255.0 * float(np.ptp(amounts)))
    assert unpacked(file, told["signal"]["values"]) == pytest.approx(np.sin(np.arange(9.0)), abs=1e-6)


def test_faces_that_are_not_convex_are_covered_once():
    ring = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]])
    count = len(ring)
    vertices = np.concatenate([np.column_stack([np.full(count, x), ring]) for x in (0.0, 1.0)])
    sides = [(k, (k + 1) % count, (k + 1) % count + count, k + count) for k in range(count)]
    shape = Polyhedron(
        vertices=vertices, faces=(tuple(range(count - 1, -1, -1)), tuple(range(count, 2 * count)), *sides)
    )
    area = 0.0
    for a, b, c in _cut(shape, shape.faces[1]):
        area += 0.5 * float(np.cross(vertices[b] - vertices[a], vertices[c] - vertices[a])[0])
    assert area == pytest.approx(2.5)


def test_a_state_is_reached_by_the_shorter_turn():
    turn = np.array([[-np.cos(0.2), 0.0, 0.0, -np.sin(0.2)]])
    clip = state_clip(np.array([[0.1, 0.0, 0.0]]), turn, id="a", title="a", words=load_words("en"))
    assert clip.turn[-1, 0] == pytest.approx([np.cos(0.2), 0.0, 0.0, np.sin(0.2)])
    assert clip.turn[0, 0] == pytest.approx([1.0, 0.0, 0.0, 0.0])
    assert np.all(clip.turn[..., 0] > 0.0)


def test_a_mechanism_is_drawn_where_its_poses_put_it():
    from pirqa.limit import analyse
    from pirqa.model import Support, Wall

    wall = Wall.prismatic(
        height=4.0, thickness=0.8, unit_weight=20e3, support=Support(kind="rock", friction_angle=0.5)
    )  # fmt: skip
    found = analyse(wall).mechanisms[0]
    clip = mechanism_clip(found, title="", words=load_words("en"), first=1, solids=2)
    assert clip is not None
    assert not clip.shift[:, 0].any()
    # the centroid stands above the edge where it falls
    assert clip.shift[-1, 1, 1] == pytest.approx(-0.4, abs=1e-6)
    assert clip.values[-1] == pytest.approx(found.curve.ultimate_displacement)


MESH_RNG = np.random.default_rng(11)


def plate(columns: int = 4, rows: int = 3) -> Mesh:
    """A surface of quadrilaterals in the plane of a wall, 10 m by 4 m."""
    x, z = np.meshgrid(np.linspace(0.0, 10.0, columns), np.linspace(0.0, 4.0, rows))
    points = np.column_stack([x.ravel(), np.zeros(x.size), z.ravel()])
    faces = [
        (r * columns + c, r * columns + c + 1, (r + 1) * columns + c + 1, (r + 1) * columns + c)
        for r in range(rows - 1)
        for c in range(columns - 1)
    ]
    return Mesh.of_faces(points, faces)


def test_faces_become_triangles_and_keep_their_own_edges():
    mesh = plate()
    assert len(mesh.triangles) == 2 * 6
    assert len(mesh.lines) == 17, "the diagonals that cut quadrilaterals are not edges"
    first, second, third = np.moveaxis(mesh.points[mesh.triangles], 1, 0)
    assert np.linalg.norm(np.cross(second - first, third - first), axis=1).sum() / 2 == pytest.approx(40.0)


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"points": np.zeros((3, 2))}, "three coordinates"),
        ({"points": np.full((3, 3), np.nan)}, "finite"),
        ({"lines": np.array([[0, 3]])}, "lines of a mesh name a point"),
        ({"triangles": np.array([[0, 1, -1]])}, "triangles of a mesh name a point"),
        ({"marked": (0, 7)}, "marked of a mesh name a point"),
        ({"marked": (0, 1), "names": ("a",)}, "2 marked points and 1 names"),
    ],
)
def test_a_mesh_that_does_not_hold_together_is_refused(more, word):
    with pytest.raises(ModelError, match=word):
        Mesh(**{"points": np.zeros((3, 3)), **more})


def test_a_scene_may_have_points_and_no_solid():
    mesh = plate()
    file = pack(Scene(title="", mesh=mesh), {})
    assert file["stones"] == []
    assert unpacked(file, "mesh.points") == pytest.approx(mesh.points)
    assert unpacked(file, "mesh.lines").tolist() == mesh.lines.tolist()
    assert file["mesh"] == {"marked": [], "names": []}


def test_a_mode_shape_that_is_not_in_step_keeps_both_parts():
    mesh = plate()
    shape = MESH_RNG.normal(size=mesh.points.shape) + 1j * MESH_RNG.normal(size=mesh.points.shape)
    clip = points_clip(shape, mesh, id="m", title="m", words=EN, frequency=3.0)
    told = pack(Scene(title="", mesh=mesh, clips=(clip,)), {})["clips"][0]
    file = pack(Scene(title="", mesh=mesh, clips=(clip,)), {})
    again = unpacked(file, told["points"]) + 1j * unpacked(file, told["pointsLate"])
    assert again == pytest.approx(shape, abs=1e-6)
    assert told["amplitude"] * np.linalg.norm(np.abs(shape), axis=1).max() == pytest.approx(10.0 / 15.0)
    assert told["fields"][0]["on"] == "points"
    assert "pointsLate" not in pack(
        Scene(title="", mesh=mesh, clips=(points_clip(shape.real, mesh, id="m", title="m", words=EN),)), {}
    )["clips"][0]  # fmt: skip


def test_a_mode_shape_of_other_points_is_refused():
    with pytest.raises(ModelError, match="16 points does not fit a mesh of 12"):
        points_clip(np.zeros((16, 3)), plate(), id="m", title="m", words=EN)


def test_a_path_of_points_comes_back_within_a_step_of_its_own_range():
    mesh = plate()
    path = np.cumsum(MESH_RNG.normal(size=(30, 12, 3)), axis=0) * 1e-3
    field = Field(id="d", label="damage", unit="", values=np.abs(MESH_RNG.normal(size=(12, 30))), on="points")
    clip = Clip(id="p", title="p", kind="path", values=np.linspace(0.0, 1.0, 30), points=path, fields=(field,))
    file = pack(Scene(title="", mesh=mesh, clips=(clip,)), {})
    told = file["clips"][0]
    scale = unpacked(file, told["pointsScale"])
    again = unpacked(file, told["points"]) / 32767.0 * scale[..., None]
    assert np.all(np.abs(again - np.moveaxis(path, 0, -1)) <= 0.51 / 32767.0 * scale[..., None] + 1e-9)
    assert told["fields"][0]["on"] == "points"


def test_five_thousand_points_in_forty_states_stay_small():
    mesh = plate(100, 50)
    height = (mesh.points[:, 2] / 4.0) ** 2
    path = np.linspace(0.0, 0.05, 40)[:, None, None] * np.column_stack([0 * height, -height, 0 * height])
    clip = Clip(id="p", title="p", kind="path", values=np.linspace(0.0, 0.05, 40), points=path)
    assert len(json.dumps(pack(Scene(title="", mesh=mesh, clips=(clip,)), {}))) < 1_500_000


def test_solids_and_points_may_move_in_one_clip():
    mesh = plate()
    solid = Solid(name="a", zone="w", shape=box(1.0, 1.0, 1.0), centre=np.zeros(3))
    clip = Clip(id="m", title="m", kind="swing", points=np.ones((12, 3)))
    file = pack(Scene(title="", solids=(solid,), mesh=mesh, clips=(clip,)), {})
    assert unpacked(file, file["clips"][0]["motion"]).tolist() == [[0.0] * 6]


@pytest.fixture(scope="module")
def pushed():
    wall = replace(
        running_bond().wall,
        materials={"stone": Material(unit_weight=24e3)},
        joints=JointProperties(friction_angle=float(np.arctan(0.6))),
    )
    return wall, run_blocks(wall).solutions[0]


def test_arrows_of_a_limit_analysis_balance_weight_and_push(pushed):
    wall, solution = pushed
    arrows = block_arrows(solution, EN)
    ground = {k for k, item in enumerate(wall.contacts) if BASE in (item.first, item.second)}
    numbers = sorted(set(solution.contacts))
    total = np.zeros((len(wall.contacts), 3))
    for number, force in zip(solution.contacts, solution.forces[:, 3:], strict=True):
        total[number] += force
    pressed = [k for k in numbers if np.linalg.norm(total[k]) > 1e-3]
    assert len(arrows.start) == pytest.approx(len(pressed), abs=0.1 * len(pressed))
    assert (arrows.vector[:, 2] >= 0.0).all()
    weight = sum(wall.mass(stone) for stone in wall.stones if stone.name in solution.stones) * 9.80665
    base = [total[k] if total[k][2] > 0.0 else -total[k] for k in ground]
    onto = np.sum(base, axis=0)
    assert onto[2] == pytest.approx(weight, rel=1e-4)
    assert np.linalg.norm(onto[:2]) == pytest.approx(solution.lower * weight, rel=1e-3)


def test_each_stone_has_what_its_contacts_carry(pushed):
    wall, solution = pushed
    field = block_force(solution, wall, EN)
    total: dict[int, np.ndarray] = {}
    for number, force in zip(solution.contacts, solution.forces[:, 3:], strict=True):
        total[number] = total.get(number, 0.0) + force
    name = wall.stones[5].name
    mine = sum(
        np.linalg.norm(force)
        for number, force in total.items()
        if name in (wall.contacts[number].first, wall.contacts[number].second)
    )
    assert field.values[5] == pytest.approx(mine / 1e3, rel=1e-3)
    assert field.unit == "kN"


def test_results_of_earlier_versions_have_no_arrows(pushed):
    wall, solution = pushed
    old = SimpleNamespace(forces=solution.forces, contacts=None)
    assert block_arrows(old, EN) is None
    assert block_force(old, wall, EN) is None


def test_a_run_sums_normal_and_shear_force_over_the_joints_of_a_stone():
    joints = (SimpleNamespace(first="a", second="b"), SimpleNamespace(first="a", second=BASE))
    run = SimpleNamespace(
        stones=("a", "b"),
        joints=joints,
        normal_force=np.array([[3e3, 6e3], [np.nan, 1e3]]),
        shear_force=np.array([[4e3, 8e3], [np.nan, 0.0]]),
    )
    values = run_force(run, slice(None), EN).values
    assert values == pytest.approx(np.array([[15.0, 1.0], [5.0, 0.0]]))


def scanned(bumps: float, *, boxed: bool) -> Polyhedron:
    """A closed surface with far more triangles than are drawn: a rough ball, or a rough box."""
    count = 90
    u, v = np.meshgrid(np.linspace(0.0, np.pi, count), np.linspace(0.0, 2.0 * np.pi, 2 * count, endpoint=False))
    way = np.column_stack([(np.sin(u) * np.cos(v)).ravel(), (np.sin(u) * np.sin(v)).ravel(), np.cos(u).ravel()])
    size = 1.0 / np.abs(way).max(axis=1) if boxed else np.ones(len(way))
    rough = size * (1.0 + bumps * MESH_RNG.normal(size=len(way)))
    place = lambda a, b: (a % (2 * count)) * count + b  # noqa: E731
    faces = [
        corners
        for a in range(2 * count)
        for b in range(count - 1)
        for corners in (
            (place(a, b), place(a, b + 1), place(a + 1, b + 1)),
            (place(a, b), place(a + 1, b + 1), place(a + 1, b)),
        )
    ]
    return Polyhedron(vertices=way * rough[:, None], faces=tuple(faces))


def test_a_rough_round_scan_has_no_stray_edges():
    _, triangles, edges = _drawn(scanned(0.004, boxed=False))
    assert 500 < len(triangles) <= 4000
    assert len(edges) == 0


def test_edges_of_a_scanned_box_are_those_of_the_box():
    vertices, _, edges = _drawn(scanned(0.0, boxed=True))
    assert len(edges) > 50
    middle = np.sort(np.abs(vertices[edges].mean(axis=1)), axis=1)
    assert np.mean(middle[:, 1] > 0.9) > 0.9, "two coordinates of a point on an edge of the box are those of its faces"


def section(*blocks) -> Section:
    return Section(id="a", title="a", blocks=blocks)


def test_a_section_with_nothing_but_a_viewer_gets_a_drawing_for_paper():
    viewer = Viewer(id="v", scene=small_scene(), caption="c")
    made = with_still(section(Text(text="before"), viewer, Text(text="after")), EN)
    assert [type(item).__name__ for item in made.blocks] == ["Text", "Viewer", "Figure", "Text"]
    assert made.blocks[2].paper


def test_other_sections_stay_as_they_are():
    viewer = Viewer(id="v", scene=small_scene(), caption="c")
    for blocks in ((viewer, Figure(svg="<svg/>", caption="", alt="")), (Text(text="t"),)):
        assert with_still(section(*blocks), EN) == section(*blocks)
    empty = section(Viewer(id="v", scene=Scene(title="t"), caption="c"))
    assert with_still(empty, EN) == empty


def test_faces_that_look_away_are_not_drawn_and_nearer_ones_come_last():
    svg = still_svg(small_scene(eye=(0.0, -1.0, 0.0)))
    rings = [
        np.array([[float(value) for value in point.split(",")] for point in found.split()])
        for found in re.findall(r'points="([^"]+)"', svg)
    ]
    assert len(rings) == 3, "of each box its front"
    spans = [np.ptp(ring, axis=0) for ring in rings]
    # the fronts are 1.0 by 0.4
    assert all(abs(span[0] / span[1] - 2.5) < 0.01 for span in spans)
    assert svg.count("<polygon") < still_svg(small_scene()).count("<polygon")


def test_only_the_solids_of_the_first_clip_are_drawn():
    from tests.report.test_browser import still

    one = still_svg(small_scene(clips=(still("one", (2,)),), eye=(0.0, -1.0, 0.0)))
    assert one.count("<polygon") == 1


def test_a_scanned_stone_is_drawn_by_its_outline():
    from scipy.spatial import ConvexHull

    from pirqa.model.polyhedron import Polyhedron

    points = np.random.default_rng(1).normal(size=(400, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    faces = ConvexHull(points).simplices
    ball = Polyhedron(vertices=points, faces=tuple(map(tuple, faces.tolist())))
    scene = small_scene()
    scene = replace(scene, solids=(replace(scene.solids[0], shape=ball),))
    assert still_svg(scene).count("<polygon") == 1
