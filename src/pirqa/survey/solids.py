"""From outline and thickness to a solid, from a solid to a stone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.stone import Stone

__all__ = ["Surface", "build_stone", "extrude", "signed_area"]

Surface = Callable[[FloatArray], FloatArray]
"""Depth y [m] of a face of the wall at points (x, z), shape (n, 2)."""


def signed_area(ring: FloatArray) -> float:
    """Area of a ring of (x, z), positive counter-clockwise [m2]."""
    # from its own first corner: far from the origin the products would lose digits
    x, z = (ring - ring[0]).T
    return float(0.5 * np.sum(x * np.roll(z, -1) - np.roll(x, -1) * z))


def extrude(ring: FloatArray, front: Surface, back: Surface) -> Polyhedron:
    """The solid between two faces of the wall that ``ring`` (x, z), counter-clockwise, cuts out along y.

    Sides are flat whatever the faces do, because they run along y; front and back are flat where their surface is.
    """
    count = len(ring)
    near, far = front(ring), back(ring)
    vertices = np.empty((2 * count, 3))
    vertices[:count] = np.column_stack([ring[:, 0], near, ring[:, 1]])
    vertices[count:] = np.column_stack([ring[:, 0], far, ring[:, 1]])
    # seen from the front (towards +y) x goes right and z up: a counter-clockwise ring faces the viewer
    faces: list[tuple[int, ...]] = [tuple(range(count)), tuple(range(2 * count - 1, count - 1, -1))]
    for i in range(count):
        j = (i + 1) % count
        faces.append((i, i + count, j + count, j))
    return Polyhedron(vertices=vertices, faces=tuple(faces))


def build_stone(
    solid: Polyhedron,
    *,
    name: str,
    zone: str = "wall",
    material: str = "stone",
    parts: Sequence[Polyhedron] = (),
    irregular: bool = False,
) -> Stone:
    """A stone with its volume, centroid and inertia; ``parts`` only where the solid is not convex."""
    try:
        found = solid.properties
    except ValueError as error:
        raise SurveyError(f'stone "{name}" has no volume; delete it or draw it again') from error
    if not found.volume > 0.0:
        raise SurveyError(f'stone "{name}" is inside out: its faces point inwards; turn them')
    return Stone(
        name=name,
        zone=zone,
        material=material,
        solid=solid,
        parts=tuple(parts) or (solid,),
        volume=found.volume,
        centroid=found.centroid,
        inertia=found.inertia,
        irregular=irregular,
    )
