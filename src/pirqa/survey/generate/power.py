"""The power diagram of a rectangle, and the steps that make fitted masonry of it."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import ConvexHull, cKDTree

from pirqa.model.polyhedron import FloatArray
from pirqa.survey.generate.cells import Partition, Point

__all__ = ["power_diagram"]


def power_diagram(
    sites: FloatArray, weights: FloatArray, *, length: float, height: float, stretch: float = 1.0
) -> Partition | None:
    """Cells of the points nearest to each site by |p − site|² − weight, within length × height [m].

    Heights count ``stretch`` times in the distance. Nothing where a site has no cell: its weight is too small beside
    its neighbours'. The diagram is the lower hull of the sites lifted to a paraboloid; mirror images of the sites in
    the four borders make these borders edges of it.
    """
    scale = np.array([1.0, stretch])
    middle = 0.5 * np.array([length, height]) * scale
    own = sites * scale - middle
    mirrored = [own]
    for axis in (0, 1):
        for side in (-1.0, 1.0):
            image = own.copy()
            image[:, axis] = 2.0 * side * middle[axis] - image[:, axis]
            mirrored.append(image)
    around = np.concatenate(mirrored)
    lifted = np.column_stack([around, np.sum(around**2, axis=1) - np.tile(weights, 5)])
    hull = ConvexHull(lifted)
    lower = hull.equations[:, 2] < -1e-12
    normals = hull.equations[lower]
    corners = -0.5 * normals[:, :2] / normals[:, 2:3]
    facets = hull.simplices[lower]
    count = len(sites)
    used = np.any(facets < count, axis=1)
    corners, facets = corners[used], facets[used]
    tolerance = 1e-9 * float(np.max(middle))
    numbers = _cluster(corners, tolerance)
    around_site: list[set[int]] = [set() for _ in range(count)]
    for facet, number in zip(facets.tolist(), numbers.tolist(), strict=True):
        for site in facet:
            if site < count:
                around_site[site].add(number)
    if min(len(around) for around in around_site) < 3:
        return None
    first = np.unique(numbers, return_index=True)[1]
    table = (corners[first] + middle) / scale
    for axis, end in ((0, length), (1, height)):
        table[np.abs(table[:, axis]) < 10.0 * tolerance, axis] = 0.0
        table[np.abs(table[:, axis] - end) < 10.0 * tolerance, axis] = end
    cells = []
    for mine in around_site:
        indices = np.array(sorted(mine))
        spokes = table[indices] - np.mean(table[indices], axis=0)
        cells.append(tuple(indices[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]), kind="stable")].tolist()))
    points: list[Point] = [(x, z) for x, z in table.tolist()]
    return Partition(points=tuple(points), cells=tuple(cells), courses=(0,) * count)


def _cluster(points: FloatArray, tolerance: float) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Number of the group of each point: those within ``tolerance`` of each other are one."""
    pairs = cKDTree(points).query_pairs(tolerance, output_type="ndarray")
    links = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    return np.asarray(connected_components(links, directed=False)[1], dtype=np.int64)
