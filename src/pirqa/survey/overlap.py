"""Stones in space that run into each other: how deep, by the largest sphere that fits into both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from pirqa.model.polyhedron import FloatArray, Polyhedron

__all__ = ["deepest_overlap", "overlapping_stones"]


def overlapping_stones(parts: Sequence[Sequence[Polyhedron]], *, tolerance: float) -> list[tuple[int, int, float]]:
    """Pairs of stones, given by their convex parts, that overlap by more than ``tolerance``, and how deep [m]."""
    owner = np.array([stone for stone, own in enumerate(parts) for _ in own])
    solids = [part for own in parts for part in own]
    low = np.array([solid.vertices.min(axis=0) for solid in solids]) + 0.5 * tolerance
    high = np.array([solid.vertices.max(axis=0) for solid in solids]) - 0.5 * tolerance
    order = np.argsort(low[:, 0], kind="stable")
    sorted_low = low[order, 0]
    deepest: dict[tuple[int, int], float] = {}
    for place, one in enumerate(order.tolist()):
        last = int(np.searchsorted(sorted_low, high[one, 0], side="left"))
        others = order[place + 1 : last]
        meet = np.all((low[others] < high[one]) & (high[others] > low[one]), axis=1) & (owner[others] != owner[one])
        for other in others[meet].tolist():
            depth = deepest_overlap(solids[one], solids[other], tolerance=tolerance)
            if depth > tolerance:
                pair = (min(int(owner[one]), int(owner[other])), max(int(owner[one]), int(owner[other])))
                deepest[pair] = max(depth, deepest.get(pair, 0.0))
    return [(one, other, depth) for (one, other), depth in sorted(deepest.items())]


def deepest_overlap(one: Polyhedron, other: Polyhedron, *, tolerance: float = 0.0) -> float:
    """Diameter of the largest sphere inside both convex solids [m]; 0 where a face parts them within ``tolerance``."""
    first, second = _half_spaces(one), _half_spaces(other)
    for (normals, offsets), solid in ((first, other), (second, one)):
        # the whole other solid lies beyond one face: nothing to solve, and nearly always so
        if (offsets - (solid.vertices @ normals.T).min(axis=0)).min() <= tolerance:
            return 0.0
    normals = np.vstack([first[0], second[0]])
    offsets = np.concatenate([first[1], second[1]])
    rows = np.column_stack([normals, np.ones(len(normals))])
    found = linprog([0.0, 0.0, 0.0, -1.0], A_ub=rows, b_ub=offsets, bounds=[(None, None)] * 3 + [(0.0, None)])
    return 0.0 if found.x is None else 2.0 * float(found.x[3])


def _half_spaces(solid: Polyhedron) -> tuple[FloatArray, FloatArray]:
    """Outward normals and offsets of the faces: a point is inside where normal · point ≤ offset."""
    areas = solid.face_areas
    sizes = np.linalg.norm(areas, axis=1)
    good = sizes > 1e-14
    normals = areas[good] / sizes[good, None]
    on_face = solid.vertices[[face[0] for face, keep in zip(solid.faces, good, strict=True) if keep]]
    return normals, np.einsum("ij,ij->i", normals, on_face)
