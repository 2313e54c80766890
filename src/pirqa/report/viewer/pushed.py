"""The pushed wall in three dimensions: the surface of its mesh, leaning, with its cracks as colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.report.section import Viewer
from pirqa.report.viewer.finite import coarsened
from pirqa.report.viewer.mesh import Mesh
from pirqa.report.viewer.scene import Clip, Field, Scene
from pirqa.report.words import Words

__all__ = ["pushover_viewer"]

_FRAMES = 61
_MOST_TRIANGLES = 12_000
_FROM_THE_SIDE = (-0.75, -0.9, 0.42)
_FROM_BEHIND = (-0.75, 0.9, 0.42)
_EXAGGERATIONS = (1.0, 2.0, 5.0, 10.0, 20.0)


def pushover_viewer(result: PushoverResult, names: Sequence[str], title: str, words: Words) -> Viewer | None:
    """One clip for each direction; None where a path has no two snapshots."""
    surface = _Surface(result)
    clips = []
    for direction, snapshots, name in zip(result.directions, result.snapshots, names, strict=True):
        path = result.of(direction)[0]
        if len(snapshots.step) > 1 and float(np.ptp(path.displacement)) > 0.0:
            clips.append(surface.clip(path, snapshots, name, words))
    if not clips:
        return None
    # cracks open on the side that the wall turns away from
    eye = _FROM_BEHIND if result.directions[0] == "outward" else _FROM_THE_SIDE
    scene = Scene(title=title, mesh=surface.mesh, clips=tuple(clips), eye=eye)
    return Viewer(id="view-pushover", scene=scene, caption=words("pushover.view"))


class _Surface:
    """The outer faces of the mesh, coarser where they are too many."""

    def __init__(self, result: PushoverResult) -> None:
        mesh = result.mesh
        faces, _ = mesh.outer_faces
        self._nodes, place = np.unique(faces, return_inverse=True)
        faces = place.reshape(faces.shape)
        points = mesh.nodes[self._nodes]
        triangles = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
        lines = np.unique(np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1), axis=0)
        self._cell = np.arange(len(points))
        if len(triangles) > _MOST_TRIANGLES:
            self._cell, triangles = coarsened(points, triangles, _MOST_TRIANGLES)
            lines = np.zeros((0, 2), dtype=np.int64)
            points = self._means(points)
        self.mesh = Mesh(points=points, triangles=triangles, lines=lines)
        self._corners = mesh.bricks[:, :8]
        self._count = len(mesh.nodes)
        self._height = float(np.ptp(mesh.nodes[:, 2]))

    def clip(self, path: PushoverPath, snapshots: Snapshots, name: str, words: Words) -> Clip:
        at = path.displacement[snapshots.step].astype(np.float64)
        even = np.linspace(float(at[0]), float(at.max()), _FRAMES)
        order = np.argsort(at, kind="stable")
        moved = np.stack(
            [self._means((shift - snapshots.shift[0]).astype(np.float64)[self._nodes]) for shift in snapshots.shift]
        )
        opening = np.stack([self._widest(1e3 * row.astype(np.float64)) for row in snapshots.opening])
        strain = np.stack([self._mean_of_bricks(1e3 * row[:, 2].astype(np.float64)) for row in snapshots.strain])
        largest = float(np.linalg.norm(moved, axis=2).max()) or 1.0
        fitting = [factor for factor in _EXAGGERATIONS if factor * largest <= 0.12 * self._height]
        return Clip(
            id=f"push-{path.direction}",
            title=name,
            kind="path",
            axis=words("pushover.axis_displacement"),
            axis_unit="mm",
            values=1e3 * even,
            points=_resampled(moved[order], at[order], even),
            exaggeration=max(fitting, default=1.0),
            fields=(
                Field(
                    id="opening",
                    label=words("pushover.field_opening"),
                    unit="mm",
                    values=_resampled(opening[order], at[order], even).T,
                    on="points",
                ),
                Field(
                    id="strain",
                    label=words("pushover.field_strain"),
                    unit="‰",
                    values=_resampled(strain[order], at[order], even).T,
                    on="points",
                ),
            ),
        )

    def _means(self, values: FloatArray) -> FloatArray:
        count = np.bincount(self._cell)
        return np.column_stack([np.bincount(self._cell, weights=column) / count for column in values.T])

    def _widest(self, of_bricks: FloatArray) -> FloatArray:
        """At each point the largest of the bricks about it."""
        nodes = np.zeros(self._count)
        np.maximum.at(nodes, self._corners.ravel(), np.repeat(of_bricks, 8))
        cells = np.zeros(int(self._cell.max()) + 1)
        np.maximum.at(cells, self._cell, nodes[self._nodes])
        return cells

    def _mean_of_bricks(self, of_bricks: FloatArray) -> FloatArray:
        """At each point the mean of the bricks about it."""
        total = np.bincount(self._corners.ravel(), weights=np.repeat(of_bricks, 8), minlength=self._count)
        count = np.maximum(np.bincount(self._corners.ravel(), minlength=self._count), 1)
        return self._means((total / count)[self._nodes][:, None])[:, 0]


def _resampled(values: FloatArray, at: FloatArray, even: FloatArray) -> FloatArray:
    """Between snapshots on a line; ``values`` have a row for each of them."""
    after = np.clip(np.searchsorted(at, even), 1, len(at) - 1)
    width = np.maximum(at[after] - at[after - 1], 1e-300)
    share = np.clip((even - at[after - 1]) / width, 0.0, 1.0).reshape(-1, *([1] * (values.ndim - 1)))
    return np.asarray((1.0 - share) * values[after - 1] + share * values[after])
