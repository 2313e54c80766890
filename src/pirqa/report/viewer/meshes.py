"""Viewers of meshes and of what is measured at points: finite-element, measured and calibrated modes, a pushover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pirqa.fem.mesh import Mesh as Bricks
from pirqa.fem.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.fem.result import FeModelResult
from pirqa.fem.updating.result import UpdatingResult
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.oma.result import OmaResult, WallBox
from pirqa.oma.stage import wall_boxes
from pirqa.report.figures.updating import paired_shapes
from pirqa.report.section import Viewer
from pirqa.report.viewer.scene import Clip, Field, Mesh, Scene, Solid
from pirqa.report.words import Words

_MOST_MODES = 8
_MOST_VIEWERS = 3
_MOST_TRIANGLES = 20_000
"""Of one mesh: more make the page heavy and show nothing more."""
_FROM_THE_SIDE = (-0.75, -0.9, 0.42)
_AMPLITUDE = 0.1
"""Of the largest motion in the picture, of the wall's height."""
_MOST_MEASURED_MODES = 12
_ALONG, _UP = 24, 12
"""Blocks along the whole wall and over its height."""
_FROM_THE_FRONT = (-0.25, -1.0, 0.38)
"""So that neither wall is much nearer than the other."""
_APART = 0.15
"""Between the two walls, of their length."""
_FRAMES = 61
_MOST_PUSHED_TRIANGLES = 12_000
_FROM_BEHIND = (-0.75, 0.9, 0.42)
_EXAGGERATIONS = (1.0, 2.0, 5.0, 10.0, 20.0)


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
        surface = _ModalSurface(models[group[0]])
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
    """The outer faces of a mesh, coarser where they are more than ``most`` triangles."""

    def __init__(self, mesh: Bricks, most: int) -> None:
        faces, _ = mesh.outer_faces
        self._nodes, place = np.unique(faces, return_inverse=True)
        faces = place.reshape(faces.shape)
        points = mesh.nodes[self._nodes]
        triangles = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
        lines = np.unique(np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1), axis=0)
        self._cell = np.arange(len(points))
        if len(triangles) > most:
            self._cell, triangles = coarsened(points, triangles, most)
            lines = np.zeros((0, 2), dtype=np.int64)  # the edges of bricks would be those of no brick
            points = self._means(points)
        self.mesh = Mesh(points=points, triangles=triangles, lines=lines)
        self.height = float(np.ptp(mesh.nodes[:, 2]))

    def at_nodes(self, values: FloatArray) -> FloatArray:
        """Return values of the mesh's nodes at the points."""
        return self._means(values[self._nodes])

    def _means(self, values: FloatArray) -> FloatArray:
        count = np.bincount(self._cell)
        return np.column_stack([np.bincount(self._cell, weights=column) / count for column in values.T])


class _ModalSurface(_Surface):
    """The outer faces of a mesh with struts as lines."""

    def __init__(self, model: FeModelResult) -> None:
        super().__init__(model.mesh, _MOST_TRIANGLES)
        ends = model.struts.reshape(-1, 3)
        # the end of a strut is drawn where it is, and moves as the node beside it does
        self._beside = np.array([_nearest(model.mesh, end) for end in ends], dtype=np.int64)
        bars = len(self.mesh.points) + np.arange(len(ends)).reshape(-1, 2)
        points, lines = np.concatenate([self.mesh.points, ends]), np.concatenate([self.mesh.lines, bars])
        self.mesh = replace(self.mesh, points=points, lines=lines)

    def clip(self, model: FeModelResult, mode: int, prefix: str, words: Words) -> Clip:
        shape = model.shape(mode)
        moved = np.concatenate([self.at_nodes(shape), shape[self._beside]])
        moved = moved / (float(np.linalg.norm(moved, axis=1).max()) or 1.0)
        frequency = float(model.frequency[mode])
        label = words("fe.shape", number=mode + 1, frequency=words.number(frequency, 3))
        return Clip(
            id=f"{model.key}-mode{mode + 1}",
            title=f"{prefix}{label}",
            kind="swing",
            points=moved,
            amplitude=_AMPLITUDE * self.height,
            frequency=frequency,
            fields=(replace(_size(moved, words), on="points"),),
        )


def _size(moved: FloatArray, words: Words) -> Field:
    """Return the size of motions whose largest is 1."""
    return Field(id="size", label=words("viewer.of_largest"), unit="", values=np.linalg.norm(moved, axis=1))


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


def measured_viewer(result: OmaResult, boxes: tuple[WallBox, ...], words: Words) -> list[Viewer]:
    """The modes, swinging; nothing where there are none."""
    if not len(result.modes):
        return []
    low, high = np.min([box.low for box in boxes], axis=0), np.max([box.high for box in boxes], axis=0)
    side = max(float(high[0] - low[0]) / _ALONG, float(high[2] - low[2]) / _UP)
    zones = words("oma.view_wall"), words("oma.view_sensor")
    solids = _instrumented(boxes, result.modes.points, result.places, side, 0.22 * side, zones)
    centres = np.array([solid.centre for solid in solids[: -len(result.places)]])
    height = float(high[2] - low[2])
    clips = tuple(
        _clip(result, index, centres, float(low[2]), height, words)
        for index in range(min(len(result.modes), _MOST_MEASURED_MODES))
    )
    scene = Scene(title=result.name, solids=tuple(solids), clips=clips, eye=_FROM_THE_SIDE)
    return [Viewer(id="view-oma", scene=scene, caption=words("oma.view"))]


def _instrumented(
    boxes: Sequence[WallBox],
    names: Sequence[str],
    places: FloatArray,
    side: float,
    half: float,
    zones: tuple[str, str],
) -> list[Solid]:
    """Return a wall in blocks of about ``side`` [m], then its sensors of twice ``half``; ``zones``: of either."""
    solids = [block for box in boxes for block in blocks_of(box, side, zones[0])]
    for name, place in zip(names, places, strict=True):
        spot = front_of(place, boxes) - np.array([0.0, half, 0.0])
        solids.append(Solid(name=name, zone=zones[1], shape=cuboid(spot - half, spot + half), centre=spot))
    return solids


def _clip(result: OmaResult, index: int, centres: FloatArray, base: float, height: float, words: Words) -> Clip:
    known = np.isfinite(result.modes.point_shape[index]).any(axis=1)
    shape = np.nan_to_num(result.modes.point_shape[index])
    largest = float(np.linalg.norm(shape, axis=1).max()) or 1.0
    moved = np.concatenate([between(result.places[known], shape[known], centres, base), shape]) / largest
    motion = np.hstack([moved, np.zeros_like(moved)])
    frequency = float(result.modes.frequency[index])
    return Clip(
        id=f"mode{index + 1}",
        title=words("oma.shape", number=index + 1, frequency=words.number(frequency, 3)),
        kind="swing",
        motion=motion,
        amplitude=_AMPLITUDE * height,
        frequency=frequency,
        fields=(_size(moved, words),),
    )


def between(places: FloatArray, shape: FloatArray, centres: FloatArray, base: float) -> FloatArray:
    """Motion at ``centres``: linear between the points and a base at rest; beyond them, what it is at their edge."""
    from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator

    along = np.concatenate([places[:, 0], centres[:, 0]])
    foot = np.array([[along.min() - 1.0, base - 1e-3], [along.max() + 1.0, base - 1e-3]])
    spots = np.concatenate([places[:, [0, 2]], foot])
    values = np.concatenate([shape, np.zeros((2, 3))])
    known = places[:, [0, 2]]
    wanted = np.clip(centres[:, [0, 2]], [known[:, 0].min(), base], known.max(axis=0))
    found = np.asarray(LinearNDInterpolator(spots, values)(wanted))
    beyond = np.isnan(found).any(axis=1)
    if beyond.any():
        found[beyond] = NearestNDInterpolator(known, shape)(wanted[beyond])
    return found


def blocks_of(box: WallBox, side: float, zone: str) -> list[Solid]:
    """The box in blocks of about ``side`` along and up [m]."""
    extent = box.high - box.low
    along = np.linspace(box.low[0], box.high[0], max(1, round(float(extent[0]) / side)) + 1)
    up = np.linspace(box.low[2], box.high[2], max(1, round(float(extent[2]) / side)) + 1)
    found = []
    for left, right in pairwise(along.tolist()):
        for bottom, top in pairwise(up.tolist()):
            low = np.array([left, box.low[1], bottom])
            high = np.array([right, box.high[1], top])
            found.append(Solid(name=zone, zone=zone, shape=cuboid(low, high), centre=0.5 * (low + high)))
    return found


def front_of(place: FloatArray, boxes: Sequence[WallBox]) -> FloatArray:
    """Where a sensor is seen: on the front face of the part of the wall that it stands on."""
    there = [
        box
        for box in boxes
        if box.low[0] - 1e-6 <= place[0] <= box.high[0] + 1e-6 and box.low[2] - 1e-6 <= place[2] <= box.high[2] + 1e-6
    ]
    return np.array([place[0], min(float(box.low[1]) for box in there), place[2]]) if there else place


def cuboid(low: FloatArray, high: FloatArray) -> Polyhedron:
    """The box between two corners."""
    x, y, z = np.stack([low, high]).T
    vertices = np.array([[x[i], y[j], z[k]] for k in (0, 1) for j in (0, 1) for i in (0, 1)])
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return Polyhedron(vertices=vertices, faces=faces)


def calibrated_viewer(result: UpdatingResult, title: str, words: Words) -> Viewer:
    """The left wall moves as was measured, the right one as the calibrated model does at the same sensors."""
    boxes = wall_boxes(result.wall, result.places)
    low, high = np.min([box.low for box in boxes], axis=0), np.max([box.high for box in boxes], axis=0)
    # half as many blocks as of one measured wall: there are two
    side = 1.4 * max(float(high[0] - low[0]) / _ALONG, float(high[2] - low[2]) / _UP)
    aside = np.array([(1.0 + _APART) * float(high[0] - low[0]), 0.0, 0.0])
    solids: list[Solid] = []
    for number, key in enumerate(("measured", "calibrated")):
        label = words(f"updating.view_{key}")
        wall = _instrumented(boxes, result.measured.points, result.places, side, 0.18 * side, (label, label))
        solids += [_moved(solid, number * aside) for solid in wall]
    one = len(solids) // 2
    centres = np.array([solid.centre for solid in solids[: one - len(result.places)]])
    shapes = paired_shapes(result)
    clips = tuple(
        _calibrated_clip(result, shapes, index, centres, float(low[2]), float(high[2] - low[2]), words)
        for index in range(min(len(result.measured), _MOST_MODES))
    )
    scene = Scene(title=title, solids=tuple(solids), clips=clips, eye=_FROM_THE_FRONT)
    return Viewer(id="view-updating", scene=scene, caption=words("updating.view"))


def _moved(solid: Solid, by: FloatArray) -> Solid:
    shape = replace(solid.shape, vertices=solid.shape.vertices + by)
    return replace(solid, shape=shape, centre=solid.centre + by)


def _calibrated_clip(
    result: UpdatingResult,
    shapes: tuple[FloatArray, FloatArray],
    index: int,
    centres: FloatArray,
    base: float,
    height: float,
    words: Words,
) -> Clip:
    known = np.isfinite(shapes[0][index]).any(axis=1)
    parts = []
    for shape in shapes:
        there = np.nan_to_num(shape[index])
        parts += [between(result.places[known], there[known], centres, base), there]
    moved = np.concatenate(parts)
    moved = moved / (float(np.linalg.norm(moved, axis=1).max()) or 1.0)
    frequency = float(result.measured.frequency[index])
    return Clip(
        id=f"pair{index + 1}",
        title=words(
            "updating.view_clip",
            number=result.numbers[index],
            measured=words.number(frequency, 3),
            calibrated=words.number(float(result.after.frequency[index]), 3),
        ),
        kind="swing",
        motion=np.hstack([moved, np.zeros_like(moved)]),
        amplitude=_AMPLITUDE * height,
        frequency=frequency,
        fields=(_size(moved, words),),
    )


def pushover_viewer(result: PushoverResult, names: Sequence[str], title: str, words: Words) -> Viewer | None:
    """One clip for each direction; None where a path has no two snapshots."""
    surface = _PushedSurface(result)
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


class _PushedSurface(_Surface):
    """The outer faces of a mesh that is pushed over."""

    def __init__(self, result: PushoverResult) -> None:
        super().__init__(result.mesh, _MOST_PUSHED_TRIANGLES)
        self._corners = result.mesh.bricks[:, :8]
        self._count = len(result.mesh.nodes)

    def clip(self, path: PushoverPath, snapshots: Snapshots, name: str, words: Words) -> Clip:
        at = path.displacement[snapshots.step].astype(np.float64)
        even = np.linspace(float(at[0]), float(at.max()), _FRAMES)
        order = np.argsort(at, kind="stable")
        moved = np.stack([self.at_nodes((shift - snapshots.shift[0]).astype(np.float64)) for shift in snapshots.shift])
        opening = np.stack([self._widest(1e3 * row.astype(np.float64)) for row in snapshots.opening])
        strain = np.stack([self._mean_of_bricks(1e3 * row[:, 2].astype(np.float64)) for row in snapshots.strain])
        largest = float(np.linalg.norm(moved, axis=2).max()) or 1.0
        fitting = [factor for factor in _EXAGGERATIONS if factor * largest <= 0.12 * self.height]
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
        return self.at_nodes((total / count)[:, None])[:, 0]


def _resampled(values: FloatArray, at: FloatArray, even: FloatArray) -> FloatArray:
    """Between snapshots on a line; ``values`` have a row for each of them."""
    after = np.clip(np.searchsorted(at, even), 1, len(at) - 1)
    width = np.maximum(at[after] - at[after - 1], 1e-300)
    share = np.clip((even - at[after - 1]) / width, 0.0, 1.0).reshape(-1, *([1] * (values.ndim - 1)))
    return np.asarray((1.0 - share) * values[after - 1] + share * values[after])
