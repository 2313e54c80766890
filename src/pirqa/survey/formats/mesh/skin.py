"""A surface as a mesh file holds it, before it is known to be a stone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray, triangulate

__all__ = [
    "Skin",
    "check_coordinates",
    "cut_polygons",
    "plain_names",
    "single_precision",
    "text_precision",
    "triangle_meshes",
]


_FARTHEST = 1e12


@dataclass(frozen=True, kw_only=True, eq=False)
class Skin:
    """One mesh, object or solid of a file, in the file's own unit and axes."""

    vertices: FloatArray
    """Shape (n, 3)."""
    triangles: IntArray
    """Numbers of vertices, shape (m, 3)."""
    name: str = ""
    layer: str = ""
    joined: bool = True
    """Whether triangles share vertices by number, so that the file says which of them belong together."""
    precision: float = 0.0
    """By how much a coordinate may be wrong because of how it is stored."""


def check_coordinates(vertices: FloatArray, where: str) -> None:
    """Refuse vertices, shape (n, 3), that are no numbers or beyond all measure."""
    # the negation catches what is not a number too
    bad = np.flatnonzero(~np.all(np.abs(vertices) < _FARTHEST, axis=1))
    if len(bad):
        x, y, z = vertices[bad[0]].tolist()
        raise SurveyError(
            f"{where}: vertex {bad[0] + 1} of {len(vertices)} lies at ({x:g}, {y:g}, {z:g}), "
            f"which cannot be ({len(bad)} such in all); delete it or export the mesh again"
        )


def text_precision(values: FloatArray) -> float:
    """The last decimal of numbers written as text, 0 where they have more than nine."""
    for decimals in range(10):
        if np.all(np.abs(np.round(values, decimals) - values) <= 4.0 * np.finfo(float).eps * np.abs(values)):
            return float(10.0**-decimals)
    return 0.0


def single_precision(values: FloatArray) -> float:
    """What single precision leaves open in the largest of ``values``."""
    return float(np.finfo(np.float32).eps * np.abs(values).max(initial=0.0))


def cut_polygons(vertices: FloatArray, corners: IntArray, sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Triangles of polygons given by ``sizes`` and the numbers of all their corners in a row, and their polygon."""
    if len(sizes) and np.all(sizes == 3):
        return corners.reshape(-1, 3), np.arange(len(sizes))
    starts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    every = corners.tolist()
    faces = tuple(tuple(every[a:b]) for a, b in pairwise(starts))
    triangles = triangulate(Polyhedron(vertices=vertices, faces=faces))
    return triangles, np.repeat(np.arange(len(sizes)), np.maximum(sizes - 2, 0))


def triangle_meshes(wall: Wall) -> list[tuple[FloatArray, IntArray]]:
    """Vertices [m] and triangles of each stone of ``wall``."""
    if not wall.stones:
        raise SurveyError("the wall has no stones to write as a mesh; give a survey of its stones")
    return [(stone.solid.vertices, triangulate(stone.solid)) for stone in wall.stones]


def plain_names(wall: Wall) -> list[str]:
    """Names of the stones for formats that read a name up to the first blank: blanks become ``_``, none twice."""
    given: set[str] = set()
    names: list[str] = []
    for stone in wall.stones:
        plain = "_".join("".join(c if c.isprintable() else " " for c in stone.name).split()) or "stone"
        name, count = plain, 1
        while name in given:
            count += 1
            name = f"{plain}-{count}"
        given.add(name)
        names.append(name)
    return names
