"""Corners on a straight edge between two faces, which neither of them needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray

__all__ = ["drop_straight"]

Face = tuple[int, ...]


def drop_straight(vertices: FloatArray, faces: Sequence[Face], *, tolerance: float) -> list[Face]:
    """``faces`` without the corners that lie within ``tolerance`` [m] of a straight edge between just two faces."""
    visits = np.bincount([corner for face in faces for corner in face], minlength=len(vertices))
    between = visits == 2
    if not between.any():
        return list(faces)
    dropped: set[int] = set()
    for face in faces:
        for chain in _chains(face, between[list(face)].tolist()):
            # both faces see the chain, in opposite senses: the first to come decides for both
            if not dropped.intersection(chain):
                kept = _needed(vertices[chain], tolerance)
                dropped.update(corner for corner, keep in zip(chain, kept, strict=True) if not keep)
    spared = {
        corner for face in faces if sum(corner not in dropped for corner in face) < 3 for corner in face
    }  # a face of two corners would be no face
    dropped -= spared
    return [tuple(corner for corner in face if corner not in dropped) for face in faces]


def _chains(face: Face, between: Sequence[bool]) -> list[list[int]]:
    """Runs of corners between two faces, each with the corner before and after it."""
    ends = [i for i, inner in enumerate(between) if not inner]
    chains: list[list[int]] = []
    for place, start in enumerate(ends):
        stop = ends[(place + 1) % len(ends)]
        length = (stop - start) % len(face)
        if length > 1:
            chains.append([face[(start + step) % len(face)] for step in range(length + 1)])
    return chains


def _needed(points: FloatArray, tolerance: float) -> list[bool]:
    """Which points of a line, shape (n, 3), it needs to stay within ``tolerance`` of all (Douglas and Peucker)."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    spans = [(0, len(points) - 1)]
    while spans:
        start, stop = spans.pop()
        if stop - start < 2:
            continue
        inner = points[start + 1 : stop]
        along = points[stop] - points[start]
        length = float(along @ along)
        share = (inner - points[start]) @ along / length if length > 0.0 else np.zeros(len(inner))
        foot = points[start] + np.clip(share, 0.0, 1.0)[:, None] * along
        distance = np.linalg.norm(inner - foot, axis=1)
        backward = np.any(np.diff(share) <= 0.0)
        far = int(np.argmax(distance))
        if distance[far] > tolerance or backward:
            middle = start + 1 + far
            keep[middle] = True
            spans += [(start, middle), (middle, stop)]
    return keep
