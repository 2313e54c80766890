"""Measured modes in three dimensions: the wall in small blocks that move as the sensors about them did."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.oma.result import OmaResult, WallBox
from pirqa.report.section import Viewer
from pirqa.report.viewer.scene import Clip, Field, Scene, Solid
from pirqa.report.words import Words

__all__ = ["ALONG", "AMPLITUDE", "FROM_THE_SIDE", "UP", "between", "blocks_of", "cuboid", "front_of", "measured_viewer"]

_MOST_MODES = 12
ALONG, UP = 24, 12
"""Blocks along the whole wall and over its height."""
FROM_THE_SIDE = (-0.75, -0.9, 0.42)
AMPLITUDE = 0.1
"""Of the largest motion in the picture, of the wall's height."""


def measured_viewer(result: OmaResult, boxes: tuple[WallBox, ...], words: Words) -> list[Viewer]:
    """The modes, swinging; nothing where there are none."""
    if not len(result.modes):
        return []
    low, high = np.min([box.low for box in boxes], axis=0), np.max([box.high for box in boxes], axis=0)
    side = max(float(high[0] - low[0]) / ALONG, float(high[2] - low[2]) / UP)
    solids = [block for box in boxes for block in blocks_of(box, side, words("oma.view_wall"))]
    centres = np.array([block.centre for block in solids])
    half = 0.22 * side
    front = np.array([front_of(place, boxes) for place in result.places])
    for name, place in zip(result.modes.points, front, strict=True):
        spot = place - np.array([0.0, half, 0.0])
        solids.append(
            Solid(name=name, zone=words("oma.view_sensor"), shape=cuboid(spot - half, spot + half), centre=spot)
        )
    height = float(high[2] - low[2])
    clips = tuple(
        _clip(result, index, centres, float(low[2]), height, words)
        for index in range(min(len(result.modes), _MOST_MODES))
    )
    scene = Scene(title=result.name, solids=tuple(solids), clips=clips, eye=FROM_THE_SIDE)
    return [Viewer(id="view-oma", scene=scene, caption=words("oma.view"))]


def _clip(result: OmaResult, index: int, centres: FloatArray, base: float, height: float, words: Words) -> Clip:
    known = np.isfinite(result.modes.point_shape[index]).any(axis=1)
    shape = np.nan_to_num(result.modes.point_shape[index])
    largest = float(np.linalg.norm(shape, axis=1).max()) or 1.0
    moved = np.concatenate([between(result.places[known], shape[known], centres, base), shape]) / largest
    motion = np.hstack([moved, np.zeros_like(moved)])
    sizes = np.linalg.norm(moved, axis=1)
    frequency = float(result.modes.frequency[index])
    return Clip(
        id=f"mode{index + 1}",
        title=words("oma.shape", number=index + 1, frequency=words.number(frequency, 3)),
        kind="swing",
        motion=motion,
        amplitude=AMPLITUDE * height,
        frequency=frequency,
        fields=(Field(id="size", label=words("viewer.of_largest"), unit="", values=sizes),),
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


def front_of(place: FloatArray, boxes: tuple[WallBox, ...]) -> FloatArray:
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
