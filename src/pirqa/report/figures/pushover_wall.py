"""Cracks of a wall that was pushed over, like Fig. 12 of the Chokepukio paper: both faces and the leaning section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import BoundaryNorm
from numpy.typing import NDArray

from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.polyhedron import FloatArray
from pirqa.pushover.mechanism import VISIBLE
from pirqa.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, to_svg, with_data
from pirqa.report.words import Words

__all__ = ["cracks_at", "draw_cracks", "exaggeration_of"]

_FACING = 0.25
"""Of a face's normal that must point to the viewer for it to be seen."""
_LEVELS = np.array([0.1, 0.3, 1.0, 3.0, 10.0, 30.0])
"""Steps of the scale of openings [mm]: about three times the one before."""
_EXAGGERATIONS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_LEFT = [0, 3, 7, 4]
"""Corners of a brick's face towards the start of the wall."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Face:
    """What is seen of one side of the wall."""

    corners: FloatArray
    """(x, z) of the faces [m], shape (f, 4, 2)."""
    bricks: NDArray[np.int64]
    """Whose faces they are, shape (f,)."""
    outline: FloatArray
    """Ends of lines (x, z) [m], shape (k, 2, 2)."""


def cracks_at(snapshots: Snapshots, path: PushoverPath, displacement: float) -> int:
    """The snapshot nearest to ``displacement`` [m]."""
    return int(np.argmin(np.abs(path.displacement[snapshots.step] - displacement)))


def exaggeration_of(result: PushoverResult, snapshots: Snapshots) -> float:
    """By which the leaning section is drawn larger: the top goes about a tenth of the height."""
    moved = snapshots.shift - snapshots.shift[:1]
    largest = float(np.linalg.norm(moved, axis=2).max())
    height = float(np.ptp(result.mesh.nodes[:, 2]))
    fitting = [factor for factor in _EXAGGERATIONS if factor * largest <= 0.12 * height]
    return max(fitting, default=1.0)


def draw_cracks(
    result: PushoverResult,
    path: PushoverPath,
    snapshots: Snapshots,
    chosen: Sequence[tuple[str, int]],
    words: Words,
    *,
    name: str,
) -> Drawn:
    """A column for each of ``chosen`` (letters and snapshots): front, back and cross-section, shaded by the opening."""
    mesh = result.mesh
    front, back = (_seen(mesh, way) for way in (-1.0, 1.0))
    section = _Section(mesh, result.control_point[0])
    enlarged = exaggeration_of(result, snapshots)
    norm = BoundaryNorm(_LEVELS, colormaps["YlOrRd"].N, extend="both")
    length, height = float(np.ptp(mesh.nodes[:, 0])), float(np.ptp(mesh.nodes[:, 2]))
    wide = (WIDTH - 0.9) / len(chosen)
    tall = float(np.clip(wide * height / length, 0.5, 2.2))
    deep = 2.5
    with drawing(WIDTH, 2 * tall + deep + 1.3) as figure:
        panels = figure.subplots(3, len(chosen), squeeze=False, height_ratios=[tall, tall, deep])
        for column, (letter, k) in enumerate(chosen):
            at = words.typeset(f"{1e3 * path.displacement[snapshots.step[k]]:.0f} mm")
            panels[0, column].set_title(f"{letter}: {at}" if letter else at)
            opening = 1e3 * snapshots.opening[k].astype(np.float64)
            for row, face in enumerate((front, back)):
                _face(panels[row, column], face, opening, norm, mirrored=row == 1)
            section.draw(panels[2, column], opening, snapshots.shift[k] - snapshots.shift[0], enlarged, norm)
        for row, key in enumerate(("front", "back", "section")):
            panels[row, 0].annotate(words(f"pushover.view_{key}"), (0.0, 0.5), (-14, 0), xycoords="axes fraction",
                                    textcoords="offset points", rotation=90, ha="center", va="center",
                                    size=8)  # fmt: skip
        bar = figure.colorbar(ScalarMappable(norm=norm, cmap="YlOrRd"), ax=panels, shrink=0.6, pad=0.01, aspect=28)
        bar.set_ticks(_LEVELS.tolist(), labels=[words.typeset(f"{level:g}") for level in _LEVELS])
        bar.set_label(words("pushover.axis_opening"))
        return with_data(to_svg(figure, name), _rows(mesh, path, snapshots, chosen, words))


def _rows(
    mesh: Mesh, path: PushoverPath, snapshots: Snapshots, chosen: Sequence[tuple[str, int]], words: Words
) -> list[list[object]]:
    """Every crack that can be seen: where it is, how wide, which way its normal points."""
    heads = ("stage", "displacement", "x", "y", "z", "opening", "normal_x", "normal_y", "normal_z")
    rows: list[list[object]] = [[words(f"pushover.csv_{head}") for head in heads]]
    middle = mesh.places[:, :8].mean(axis=1)
    for letter, k in chosen:
        for brick in np.flatnonzero(snapshots.opening[k] >= VISIBLE).tolist():
            numbers = [1e3 * path.displacement[snapshots.step[k]], *middle[brick], 1e3 * snapshots.opening[k, brick]]
            numbers += snapshots.normal[k, brick].tolist()
            rows.append([letter, *(f"{float(value):.5g}" for value in numbers)])
    return rows


def _seen(mesh: Mesh, way: float) -> _Face:
    """Faces that look along ``way`` across the wall, and the borders of zones among them."""
    faces, owners = mesh.outer_faces
    corners = mesh.nodes[faces]
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    size = np.maximum(np.linalg.norm(normal, axis=1), 1e-300)
    seen = way * normal[:, 1] > _FACING * size
    faces, owners = faces[seen], owners[seen]
    sides = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    marks = np.column_stack([sides, np.repeat(mesh.zone[owners], 4)])
    _, first, count = np.unique(marks, axis=0, return_index=True, return_counts=True)
    lines = mesh.nodes[np.unique(sides[first[count == 1]], axis=0)][:, :, [0, 2]]
    return _Face(corners=mesh.nodes[faces][:, :, [0, 2]], bricks=owners, outline=lines)


def _face(axes: Axes, face: _Face, opening: FloatArray, norm: BoundaryNorm, *, mirrored: bool) -> None:
    """The back is drawn as seen from behind: its right end is the wall's beginning."""
    cracked = opening[face.bricks] >= 1e3 * VISIBLE
    _shade(axes, face.corners[cracked], opening[face.bricks[cracked]], norm)
    axes.add_collection(LineCollection(list(face.outline), colors=INK, linewidths=0.6, zorder=3))
    low, high = face.outline.min(axis=(0, 1)), face.outline.max(axis=(0, 1))
    aside = 0.02 * float(high[0] - low[0])
    axes.set_xlim(*((high[0] + aside, low[0] - aside) if mirrored else (low[0] - aside, high[0] + aside)))
    axes.set_ylim(low[1] - aside, high[1] + aside)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _shade(axes: Axes, shapes: FloatArray, values: FloatArray, norm: BoundaryNorm, **more: Any) -> None:
    drawn = PolyCollection(
        list(shapes), array=values, norm=norm, cmap="YlOrRd", edgecolors="face", linewidths=0.3, **more
    )
    axes.add_collection(drawn)


class _Section:
    """The bricks that a cut across the wall meets."""

    def __init__(self, mesh: Mesh, along: float) -> None:
        corners = mesh.places[:, :8]
        low, high = corners[:, :, 0].min(axis=1), corners[:, :, 0].max(axis=1)
        met = (low <= along + 1e-9) & (along + 1e-9 < high)
        if not met.any():  # at the very end of the wall
            met = high >= high.max() - 1e-9
        self._bricks = np.flatnonzero(met)
        self._nodes = mesh.bricks[self._bricks][:, _LEFT]
        self._places = mesh.nodes[self._nodes][:, :, 1:]
        sides = np.sort(np.stack([self._nodes, np.roll(self._nodes, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
        edges, count = np.unique(sides, axis=0, return_counts=True)
        self._border = edges[count == 1]
        self._all = mesh.nodes

    def draw(self, axes: Axes, opening: FloatArray, shift: NDArray[np.float32], enlarged: float, norm: Any) -> None:
        moved = (self._all + enlarged * shift.astype(np.float64))[:, 1:]
        rest = self._all[:, 1:]
        axes.add_collection(
            LineCollection(list(rest[self._border]), colors=COLOURS["stone_edge"], linewidths=0.6, linestyles=":")
        )
        axes.add_collection(
            PolyCollection(list(moved[self._nodes]), facecolors=COLOURS["stone"], edgecolors="none", alpha=0.6)
        )
        wide = opening[self._bricks]
        cracked = wide >= 1e3 * VISIBLE
        _shade(axes, moved[self._nodes[cracked]], wide[cracked], norm)
        axes.add_collection(LineCollection(list(moved[self._border]), colors=INK, linewidths=0.8, zorder=3))
        both = np.concatenate([moved[self._nodes].reshape(-1, 2), self._places.reshape(-1, 2)])
        low, high = both.min(axis=0), both.max(axis=0)
        aside = 0.06 * float(high[1] - low[1])
        axes.plot([low[0] - aside, high[0] + aside], [rest[:, 1].min()] * 2, color=INK, linewidth=1.2)
        axes.set_xlim(low[0] - aside, high[0] + aside)
        axes.set_ylim(low[1] - 0.3 * aside, high[1] + aside)
        axes.set_aspect("equal")
        axes.set_axis_off()
