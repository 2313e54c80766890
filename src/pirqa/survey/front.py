"""A stone as it is seen from the front."""

from __future__ import annotations

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import Stone

__all__ = ["front_outline"]


def front_outline(stone: Stone) -> FloatArray:
    """Corners (x, z) [m] of the stone seen from the front, counter-clockwise, shape (n, 2).

    The one face that looks to the front, where there is one; else the silhouette.
    """
    solid = stone.solid
    areas = solid.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    toward = np.divide(-areas[:, 1], sizes, out=np.zeros(len(sizes)), where=sizes > 0.0)
    flat = solid.vertices[:, [0, 2]]
    front = np.flatnonzero(toward > np.sqrt(0.5))
    if len(front) == 1:
        return flat[list(solid.faces[int(front[0])])]
    shadows = [shapely.Polygon(flat[list(solid.faces[i])]) for i in np.flatnonzero(toward > 1e-9)]
    joined = shapely.unary_union([shapely.make_valid(shadow) for shadow in shadows])
    if joined.geom_type != "Polygon":
        # parts that meet in a point, or slivers between faces: a hair of width makes them one
        joined = joined.buffer(1e-7, join_style="mitre")
    if joined.geom_type != "Polygon" or joined.is_empty:
        raise SurveyError(f'stone "{stone.name}" has no outline from the front; repair it')
    ring = shapely.get_coordinates(shapely.get_exterior_ring(shapely.orient_polygons(joined)))
    return ring[:-1]
