"""Stones and walls with known answers, for the survey's cases."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from pirqa.model import Material, Polyhedron, Stone, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, SurveyResult, survey
from pirqa.survey.contacts import Pairs, face_contacts
from pirqa.survey.facets import triangulate
from pirqa.survey.formats import write_stones

__all__ = [
    "box",
    "clean_pairs",
    "ell",
    "like_sacsayhuaman",
    "noisy_rings",
    "read_back",
    "right_tetrahedron",
    "running_bond",
    "weathered",
]


def box(width: float, depth: float, height: float, *, at: Sequence[float] = (0.0, 0.0, 0.0)) -> Polyhedron:
    """A box with one corner at ``at`` [m]."""
    x, y, z = at
    ring = np.array([[x, z], [x + width, z], [x + width, z + height], [x, z + height]])
    return _extruded(ring, y, y + depth)


def _extruded(ring: FloatArray, front: float, back: float) -> Polyhedron:
    from pirqa.survey.solids import extrude

    return extrude(ring, lambda places: np.full(len(places), front), lambda places: np.full(len(places), back))


def ell(depth: float = 0.8) -> tuple[FloatArray, Polyhedron]:
    """An L of two boxes, 1.2 × 0.4 m and 0.5 × 0.6 m upon its left end: its outline and its solid."""
    ring = np.array([[0.0, 0.0], [1.2, 0.0], [1.2, 0.4], [0.5, 0.4], [0.5, 1.0], [0.0, 1.0]])
    return ring, _extruded(ring, 0.0, depth)


def right_tetrahedron(a: float, b: float, c: float) -> Polyhedron:
    """Three edges of lengths a, b, c along the axes from the origin [m]."""
    vertices = np.array([[0.0, 0.0, 0.0], [a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]])
    return Polyhedron(vertices=vertices, faces=((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))


@cache
def like_sacsayhuaman() -> SurveyResult:
    """The generated wall like that of the Sacsayhuaman paper, 0.8 m thick, 23 kN/m3."""
    return survey(
        SurveyOptions(generate=GenerateOptions.like_sacsayhuaman(), thickness=0.8),
        around=Surroundings(materials={"stone": Material(unit_weight=23e3)}),
    )


@cache
def running_bond() -> SurveyResult:
    """8.64 × 4.0 × 0.8 m, 8 courses, 5 units of 1.728 m or half, four and half: 44 boxes."""
    bond = GenerateOptions(pattern="running_bond", length=8.64, height=4.0, courses=8, unit_length=1.728)
    return survey(SurveyOptions(generate=bond, thickness=0.8))


def read_back(wall: Wall, suffix: str, *, format: str | None = None, **options: object) -> tuple[Stone, ...]:
    """The stones after a journey through a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"wall{suffix}"
        path.write_bytes(write_stones(wall, path, format=format))
        return survey(SurveyOptions(file=path.name, **options), folder=Path(folder)).wall.stones  # type: ignore[arg-type]


def noisy_rings(noise: float, seed: int) -> list[FloatArray]:
    """The 40 outlines of the generated wall, every corner of every stone moved by up to ``noise`` [m] on its own.

    Corners of neighbours in the middle of an edge are left out, as a draughtsman leaves them out.
    """
    from pirqa.survey.convex import convex_rings
    from pirqa.survey.generate import generate

    draw = np.random.default_rng(seed)
    rings = []
    for ring in generate(GenerateOptions.like_sacsayhuaman()).rings:
        whole = convex_rings(ring)
        kept = whole[0] if len(whole) == 1 else ring
        rings.append(kept + draw.uniform(-noise, noise, kept.shape))
    return rings


def weathered(seed: int, *, depth: float = 0.004) -> tuple[list[Polyhedron], set[tuple[int, int]]]:
    """Scanned-looking stones whose contact graph is known: a generated wall, every face cut small and worn unevenly.

    Corners of the small triangles move inwards by up to ``depth`` [m], so that no two faces match any more, and
    surfaces that touched are now up to twice that apart.
    """
    made = GenerateOptions(pattern="inca", length=4.0, height=2.2, stones=14, courses=3, seed=seed)
    clean = [stone.solid for stone in survey(SurveyOptions(generate=made, thickness=0.6)).wall.stones]
    draw = np.random.default_rng(seed)
    return [_worn(solid, depth, draw) for solid in clean], clean_pairs(face_contacts(clean, tolerance=0.001))


def clean_pairs(pairs: Pairs) -> set[tuple[int, int]]:
    """The pairs alone."""
    return set(pairs)


def _worn(solid: Polyhedron, depth: float, draw: np.random.Generator) -> Polyhedron:
    vertices, triangles = solid.vertices, triangulate(solid)
    for _ in range(3):
        vertices, triangles = _halved(vertices, triangles)
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    normals = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(normals, triangles[:, corner], np.cross(b - a, c - a))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    worn = vertices - normals * draw.uniform(0.0, depth, (len(vertices), 1))
    return Polyhedron(vertices=worn, faces=tuple(map(tuple, triangles.tolist())))


def _halved(
    vertices: FloatArray, triangles: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
) -> tuple[FloatArray, np.ndarray[tuple[int, ...], np.dtype[np.intp]]]:
    """Every triangle in four, by the middles of its edges."""
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    used, number = np.unique(edges, axis=0, return_inverse=True)
    middles = 0.5 * (vertices[used[:, 0]] + vertices[used[:, 1]])
    ab, bc, ca = (number.reshape(3, -1) + len(vertices)).astype(np.intp)
    a, b, c = triangles.T
    pieces = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.vstack([vertices, middles]), np.concatenate([np.column_stack(piece) for piece in pieces])
