"""Stones and walls for the tests of meshes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import trimesh
from scipy.spatial import ConvexHull

from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.model.masonry import BASE, Contact, ContactFace, Stone
from pirqa.model.polyhedron import Polyhedron
from pirqa.survey.facets import merge_facets
from pirqa.survey.solids import build_stone, extrude


def mesh_volume(vertices, triangles) -> float:
    corners = np.asarray(vertices)[triangles] - np.mean(vertices, axis=0)
    return float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))) / 6.0


def hull_mesh(seed: int, points: int = 20, centre: Sequence[float] = (0.0, 0.0, 0.0)):
    hull = ConvexHull(np.random.default_rng(seed).normal(size=(points, 3)) * 0.4)
    mesh = trimesh.Trimesh(hull.points, hull.simplices, process=False)
    mesh.remove_unreferenced_vertices()
    mesh.fix_normals()
    return np.array(mesh.vertices) + centre, np.array(mesh.faces)


def rough_mesh(seed: int, centre: Sequence[float] = (0.0, 0.0, 0.0), subdivisions: int = 2):
    ball = trimesh.creation.icosphere(subdivisions=subdivisions)
    noise = 1.0 + 0.1 * np.random.default_rng(seed).uniform(-1, 1, size=(len(ball.vertices), 1))
    return np.array(ball.vertices) * noise * [0.5, 0.3, 0.4] + centre, np.array(ball.faces)


def box(x: float, z: float, width: float = 1.0, height: float = 1.0, depth: float = 0.5) -> Polyhedron:
    ring = np.array([[x, z], [x + width, z], [x + width, z + height], [x, z + height]])
    return extrude(ring, lambda r: 0.0 * r[:, 0], lambda r: 0.0 * r[:, 0] + depth)


def wall_of(stones: Sequence[Stone], *, contacts: Sequence[Contact] = (), weighed: bool = False) -> Wall:
    zones = (Zone(name="wall", material="stone", bottom=0.0, top=2.0, thickness=0.5),)
    materials = {"stone": Material(unit_weight=20e3)} if weighed else {}
    return Wall(envelope=Envelope(zones=zones), materials=materials, stones=tuple(stones), contacts=tuple(contacts))


def mixed_wall() -> Wall:
    """Random hulls, rough balls, and three boxes and an L that touch."""
    stones = [
        build_stone(merge_facets(*hull_mesh(seed, centre=(3.0 * seed, 0, 0)), tolerance=1e-9), name=f"hull {seed}")
        for seed in range(4)
    ]
    stones += [
        build_stone(merge_facets(*rough_mesh(seed, (3.0 * seed, 5, 0)), tolerance=1e-9), name=f"rough_{seed}")
        for seed in range(3)
    ]
    return wall_of([*stones, *block_wall().stones])


def block_wall(*, weighed: bool = False) -> Wall:
    """Two boxes and an L, all touching, the L and one box on the base."""
    ring = np.array([[1.0, 0], [3, 0], [3, 1], [2, 1], [2, 2], [1, 2], [1, 1]])
    bent = extrude(ring, lambda r: 0.0 * r[:, 0], lambda r: 0.0 * r[:, 0] + 0.5)
    stones = [
        build_stone(box(0, 0), name="ñ <1> & co", zone="low"),
        build_stone(bent, name="L", zone="low"),
        build_stone(box(0, 1), name="3", zone="high"),
    ]

    def contact(first, second, polygon, normal):
        points = np.array(polygon, dtype=float)
        area = 0.5 * np.linalg.norm(np.cross(points[1:-1] - points[0], points[2:] - points[0]).sum(axis=0))
        face = ContactFace(polygon=points, normal=np.array(normal, dtype=float), area=float(area), gap=0.0)
        return Contact(first=first, second=second, faces=(face,))

    one = "ñ <1> & co"
    contacts = [
        contact(one, BASE, [[0, 0, 0], [0, 0.5, 0], [1, 0.5, 0], [1, 0, 0]], [0, 0, -1]),
        contact("L", BASE, [[1, 0, 0], [1, 0.5, 0], [3, 0.5, 0], [3, 0, 0]], [0, 0, -1]),
        contact(one, "3", [[0, 0, 1], [1, 0, 1], [1, 0.5, 1], [0, 0.5, 1]], [0, 0, 1]),
        contact(one, "L", [[1, 0, 0], [1, 0.5, 0], [1, 0.5, 1], [1, 0, 1]], [1, 0, 0]),
        contact("3", "L", [[1, 0, 1], [1, 0.5, 1], [1, 0.5, 2], [1, 0, 2]], [1, 0, 0]),
    ]
    return wall_of(stones, contacts=contacts, weighed=weighed)
