"""The mechanism that the stones themselves choose: from the front and from the side, coloured by how far they move."""

from __future__ import annotations

import numpy as np

from pirqa.limit.blocks import BlockSolution
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.displaced import (
    MANY,
    SIDE_GAP,
    displaced,
    displaced_ring,
    draw_front,
    draw_shades,
    draw_side,
    shade,
)
from pirqa.report.figures.facade import SHEET_WIDTH, add_scale_bar, sheet_for, write_svg
from pirqa.report.figures.style import drawing
from pirqa.report.figures.view import View, look_at
from pirqa.report.words import Words

__all__ = ["draw_blocks_mechanism"]

_SHOWN = 0.35
"""Of the wall's thickness, how far the corner that moves most is drawn from its place."""


def draw_blocks_mechanism(solution: BlockSolution, wall: Wall, words: Words, *, name: str) -> str:
    """SVG of the velocities at the start of the motion, as displacements of a size that can be seen."""
    shifts, turns = _motions(solution, wall)
    depths = np.concatenate([stone.solid.vertices[:, 1] for stone in wall.stones])
    factor = _SHOWN * float(np.ptp(depths))
    view = look_at(wall.stones)
    placed = [
        displaced(stone.solid.vertices, stone.centroid, shifts[index], turns[index], factor)
        for index, stone in enumerate(wall.stones)
    ]
    after = View(
        names=view.names,
        rings=tuple(
            displaced_ring(stone.centroid, ring, near, shifts[index], turns[index], factor)
            for index, (stone, ring, near) in enumerate(zip(wall.stones, view.rings, view.near.tolist(), strict=True))
        ),
        near=np.array([places[:, 1].min() for places in placed]),
    )
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones] + placed)
    low, high = corners.min(axis=0), corners.max(axis=0)
    start = high[0] - low[1] + SIDE_GAP * (high[0] - low[0] + high[2] - low[2])
    sheet = sheet_for(np.array([low[0], low[2]]), np.array([start + high[1], high[2]]), sides=0.4, above=0.3, below=1.1)
    sizes = [
        float(np.linalg.norm(places - stone.solid.vertices, axis=1).max()) / factor
        for places, stone in zip(placed, wall.stones, strict=True)
    ]
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        fills = [shade(size) for size in sizes]
        draw_front(axes, sheet, view, after, fills, crowded=len(wall.stones) <= MANY)
        draw_side(axes, sheet, wall, placed, fills, start)
        left, bottom, right, _ = sheet.box
        add_scale_bar(axes, sheet, left, bottom - 0.62)
        draw_shades(axes, right - 3.1, bottom - 0.62, 1.0, words, title=words("blocks.bar"))
        return write_svg(figure, name)


def _motions(solution: BlockSolution, wall: Wall) -> tuple[FloatArray, FloatArray]:
    """Shift of each stone's mass centre and 1 + its small turn, shape (stones, 3) and (stones, 3, 3)."""
    shifts, turns = np.zeros((len(wall.stones), 3)), np.tile(np.eye(3), (len(wall.stones), 1, 1))
    if solution.motion is None:
        return shifts, turns
    rows = dict(zip(solution.stones, solution.motion, strict=True))
    for index, stone in enumerate(wall.stones):
        if stone.name in rows:
            shifts[index] = rows[stone.name][:3]
            x, y, z = rows[stone.name][3:]
            turns[index] += np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return shifts, turns
