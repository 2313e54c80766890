"""Points that move by themselves, contact forces, and edges of coarse scans: what the viewer is given."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from pirqa.errors import ModelError
from pirqa.limit.blocks import run_blocks
from pirqa.model import Material, Polyhedron
from pirqa.model.joint import JointProperties
from pirqa.model.stone import BASE
from pirqa.report.viewer import Clip, Field, Mesh, Scene, Solid, pack
from pirqa.report.viewer.clips import points_clip
from pirqa.report.viewer.forces import block_arrows, block_force, run_force
from pirqa.report.viewer.scene import _drawn
from pirqa.report.words import load_words
from pirqa.verification.stones import box, running_bond
from tests.report.test_viewer import unpacked

EN = load_words("en")
RNG = np.random.default_rng(11)


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
    shape = RNG.normal(size=mesh.points.shape) + 1j * RNG.normal(size=mesh.points.shape)
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
    path = np.cumsum(RNG.normal(size=(30, 12, 3)), axis=0) * 1e-3
    field = Field(id="d", label="damage", unit="", values=np.abs(RNG.normal(size=(12, 30))), on="points")
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
    rough = size * (1.0 + bumps * RNG.normal(size=len(way)))
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
