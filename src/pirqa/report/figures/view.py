"""The stones as seen from the front: outlines, what hides what, where a number has room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely

from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import Stone
from pirqa.survey.front import front_outline

__all__ = ["View", "look_at"]


@dataclass(frozen=True, kw_only=True)
class View:
    """The stones as seen from the front."""

    names: tuple[str, ...]
    rings: tuple[FloatArray, ...]
    """(x, z) [m]"""
    near: FloatArray
    """How far behind the front each begins, at its nearest [m], shape (n,)."""

    @cached_property
    def _polygons(self) -> Any:
        return np.array([shapely.make_valid(shapely.Polygon(ring)) for ring in self.rings], dtype=object)

    @cached_property
    def overlapping(self) -> bool:
        """Whether some stones lie before others."""
        return bool(shapely.area(self._polygons).sum() > 1.001 * shapely.union_all(self._polygons).area)

    @cached_property
    def spots(self) -> list[tuple[float, float, float] | None]:
        """Where a number has most room on each stone, and the radius of that room (x, z, r) [m]; None: out of sight."""
        polygons = self._polygons
        spots: list[tuple[float, float, float] | None] = [_roomiest(polygon) for polygon in polygons]
        points = shapely.points([spot[:2] if spot else (np.nan, np.nan) for spot in spots])
        tree = shapely.STRtree(polygons)
        covers: dict[int, list[Any]] = {}
        for stone, other in zip(*tree.query(points, predicate="within"), strict=True):
            if self.near[other] < self.near[stone] - 1e-6:
                covers.setdefault(int(stone), []).append(polygons[other])
        for stone in covers:
            before = tree.query(polygons[stone], predicate="intersects")
            nearer = [polygons[other] for other in before if self.near[other] < self.near[stone] - 1e-6]
            left = shapely.difference(polygons[stone], shapely.union_all(nearer))
            spots[stone] = _roomiest(left) if left.area > 0.05 * polygons[stone].area else None
        return spots


def look_at(stones: Sequence[Stone]) -> View:
    """The stones from the front."""
    return View(
        names=tuple(stone.name for stone in stones),
        rings=tuple(_silhouette(stone) if stone.irregular else front_outline(stone) for stone in stones),
        near=np.array([stone.solid.vertices[:, 1].min() for stone in stones]),
    )


def _silhouette(stone: Stone) -> FloatArray:
    """The outline of a scanned stone as seen from the front (x, z) [m], from the edges where its surface turns away.

    Those are few even where a scan has thousands of triangles, so that this is quick.
    """
    solid = stone.solid
    facing = solid.face_areas[:, 1] < 0.0
    sides: dict[tuple[int, int], int] = {}
    for face, towards in zip(solid.faces, facing.tolist(), strict=True):
        for one, other in zip(face, (*face[1:], face[0]), strict=True):
            edge = (min(one, other), max(one, other))
            sides[edge] = sides.get(edge, 0) + (1 if towards else -1)
    turning = np.array([edge for edge, balance in sides.items() if balance == 0], dtype=np.intp).reshape(-1, 2)
    lines = shapely.linestrings(solid.vertices[turning][:, :, [0, 2]])
    patches = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
    whole = shapely.get_parts(shapely.union_all(patches))
    if not len(whole) or whole[0].is_empty:
        return front_outline(stone)
    largest = max(whole, key=lambda part: float(part.area))
    fine = shapely.simplify(largest, 5e-4 * float(np.sqrt(largest.area)))
    return np.asarray(fine.exterior.coords)[:-1]


def _roomiest(shape: Any) -> tuple[float, float, float] | None:
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0.0]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.02 * float(np.sqrt(largest.area)))
    x, z = circle.coords[0]
    centroid = largest.centroid
    room = float(centroid.distance(largest.boundary)) if largest.contains(centroid) else 0.0
    # the eye looks for a number in the middle: it goes elsewhere only where that gives it more room
    if room >= 0.8 * circle.length:
        return float(centroid.x), float(centroid.y), room
    return float(x), float(z), float(circle.length)
