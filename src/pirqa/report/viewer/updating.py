"""Measured and calibrated modes in three dimensions: two walls side by side that swing together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.stage import wall_boxes
from pirqa.report.figures.updating_wall import paired_shapes
from pirqa.report.section import Viewer
from pirqa.report.viewer.measured import ALONG, AMPLITUDE, UP, between, blocks_of, cuboid, front_of
from pirqa.report.viewer.scene import Clip, Field, Scene, Solid
from pirqa.report.words import Words
from pirqa.updating.result import UpdatingResult

__all__ = ["calibrated_viewer"]

_MOST_MODES = 8
_FROM_THE_FRONT = (-0.25, -1.0, 0.38)
"""So that neither wall is much nearer than the other."""
_APART = 0.15
"""Between the two walls, of their length."""


def calibrated_viewer(result: UpdatingResult, title: str, words: Words) -> Viewer:
    """The left wall moves as was measured, the right one as the calibrated model does at the same sensors."""
    boxes = wall_boxes(result.wall, result.places)
    low, high = np.min([box.low for box in boxes], axis=0), np.max([box.high for box in boxes], axis=0)
    # half as many blocks as of one measured wall: there are two
    side = 1.4 * max(float(high[0] - low[0]) / ALONG, float(high[2] - low[2]) / UP)
    aside = np.array([(1.0 + _APART) * float(high[0] - low[0]), 0.0, 0.0])
    half = 0.18 * side
    solids: list[Solid] = []
    for number, key in enumerate(("measured", "calibrated")):
        label = words(f"updating.view_{key}")
        solids += [_moved(block, number * aside) for box in boxes for block in blocks_of(box, side, label)]
        for name, place in zip(result.measured.points, result.places, strict=True):
            spot = front_of(place, boxes) - np.array([0.0, half, 0.0])
            sensor = Solid(name=name, zone=label, shape=cuboid(spot - half, spot + half), centre=spot)
            solids.append(_moved(sensor, number * aside))
    one = len(solids) // 2
    centres = np.array([solid.centre for solid in solids[: one - len(result.places)]])
    shapes = paired_shapes(result)
    clips = tuple(
        _clip(result, shapes, index, centres, float(low[2]), float(high[2] - low[2]), words)
        for index in range(min(len(result.measured), _MOST_MODES))
    )
    scene = Scene(title=title, solids=tuple(solids), clips=clips, eye=_FROM_THE_FRONT)
    return Viewer(id="view-updating", scene=scene, caption=words("updating.view"))


def _moved(solid: Solid, by: FloatArray) -> Solid:
    shape = replace(solid.shape, vertices=solid.shape.vertices + by)
    return replace(solid, shape=shape, centre=solid.centre + by)


def _clip(
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
        amplitude=AMPLITUDE * height,
        frequency=frequency,
        fields=(Field(id="size", label=words("viewer.of_largest"), unit="", values=np.linalg.norm(moved, axis=1)),),
    )
