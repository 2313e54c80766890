"""Modes of finite-element models in three dimensions: the surface of the mesh, swinging."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pirqa.fe.mesh.mesh import Mesh as Bricks
from pirqa.fe.result import FeModelResult
from pirqa.model.polyhedron import FloatArray
from pirqa.report.section import Viewer
from pirqa.report.viewer.mesh import Mesh
from pirqa.report.viewer.scene import Clip, Field, Scene
from pirqa.report.words import Words

__all__ = ["fe_viewers"]

_MOST_MODES = 8
_MOST_VIEWERS = 3
_MOST_TRIANGLES = 20_000
"""Of one mesh: more make the page heavy and show nothing more."""
_FROM_THE_SIDE = (-0.75, -0.9, 0.42)
_AMPLITUDE = 0.1
"""Of the largest motion in the picture, of the wall's height."""


def fe_viewers(models: Sequence[FeModelResult], names: Sequence[str], title: str, words: Words) -> list[Viewer]:
    """A viewer for each mesh: models that share one are clips of the same picture."""
    groups: list[list[int]] = []
    for index, model in enumerate(models):
        same = next((group for group in groups if _alike(models[group[0]], model)), None)
        if same is None:
            groups.append([index])
        else:
            same.append(index)
    found = []
    for number, group in enumerate(groups[:_MOST_VIEWERS], 1):
        surface = _Surface(models[group[0]])
        modes = max(2, _MOST_MODES // len(group)) if len(group) > 1 else _MOST_MODES
        several = len(models) > 1
        clips = tuple(
            surface.clip(models[index], mode, f"{names[index]}: " if several else "", words)
            for index in group
            for mode in range(min(len(models[index].frequency), modes))
        )
        scene = Scene(title=title, mesh=surface.mesh, clips=clips, eye=_FROM_THE_SIDE)
        told = ", ".join(names[index] for index in group)
        caption = words("fe.view_models", models=told) if several else words("fe.view")
        found.append(Viewer(id=f"view-fe-{number}", scene=scene, caption=caption))
    return found


def _alike(first: FeModelResult, second: FeModelResult) -> bool:
    one, other = first.mesh, second.mesh
    return (
        one.bricks.shape == other.bricks.shape
        and np.array_equal(one.bricks, other.bricks)
        and np.array_equal(one.nodes, other.nodes)
        and np.array_equal(first.struts, second.struts)
    )


class _Surface:
    """The outer faces of a mesh, coarser where they are too many, with struts as lines."""

    def __init__(self, model: FeModelResult) -> None:
        faces, _ = model.mesh.outer_faces
        self._nodes, place = np.unique(faces, return_inverse=True)
        faces = place.reshape(faces.shape)
        points = model.mesh.nodes[self._nodes]
        triangles = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
        lines = np.unique(np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1), axis=0)
        self._cell = np.arange(len(points))
        if len(triangles) > _MOST_TRIANGLES:
            self._cell, triangles = coarsened(points, triangles, _MOST_TRIANGLES)
            lines = np.zeros((0, 2), dtype=np.int64)  # the edges of bricks would be those of no brick
            points = self._means(points)
        ends = model.struts.reshape(-1, 3)
        # the end of a strut is drawn where it is, and moves as the node beside it does
        self._beside = np.array([_nearest(model.mesh, end) for end in ends], dtype=np.int64)
        bars = len(points) + np.arange(len(ends)).reshape(-1, 2)
        self.mesh = Mesh(
            points=np.concatenate([points, ends]), triangles=triangles, lines=np.concatenate([lines, bars])
        )
        self._height = float(np.ptp(model.mesh.nodes[:, 2]))

    def clip(self, model: FeModelResult, mode: int, prefix: str, words: Words) -> Clip:
        shape = model.shape(mode)
        moved = np.concatenate([self._means(shape[self._nodes]), shape[self._beside]])
        moved = moved / (float(np.linalg.norm(moved, axis=1).max()) or 1.0)
        frequency = float(model.frequency[mode])
        label = words("fe.shape", number=mode + 1, frequency=words.number(frequency, 3))
        sizes = np.linalg.norm(moved, axis=1)
        return Clip(
            id=f"{model.key}-mode{mode + 1}",
            title=f"{prefix}{label}",
            kind="swing",
            points=moved,
            amplitude=_AMPLITUDE * self._height,
            frequency=frequency,
            fields=(Field(id="size", label=words("viewer.of_largest"), unit="", values=sizes, on="points"),),
        )

    def _means(self, values: FloatArray) -> FloatArray:
        count = np.bincount(self._cell)
        return np.column_stack([np.bincount(self._cell, weights=column) / count for column in values.T])


def _nearest(mesh: Bricks, place: FloatArray) -> int:
    return int(((mesh.nodes - place) ** 2).sum(axis=1).argmin())


def coarsened(
    points: FloatArray, triangles: NDArray[np.int64], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The cell of each point and the triangles between cells, so large that no more than ``most`` are left.

    Clustering of vertices (Rossignac and Borrel 1993): points in one cell of a grid become one, and triangles that
    shrink to a line go.
    """
    low = points.min(axis=0)
    corners = points[triangles]
    area = 0.5 * np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum()
    side = float(np.sqrt(2.0 * area / most))
    while True:
        places = np.floor((points - low) / side).astype(np.int64)
        _, cell = np.unique(places, axis=0, return_inverse=True)
        cell = cell.reshape(-1)
        kept = cell[triangles]
        kept = kept[(kept[:, 0] != kept[:, 1]) & (kept[:, 1] != kept[:, 2]) & (kept[:, 2] != kept[:, 0])]
        kept = kept[np.unique(np.sort(kept, axis=1), axis=0, return_index=True)[1]]
        if len(kept) <= most:
            return cell, kept
        side *= 1.15
