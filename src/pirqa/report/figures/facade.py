"""The wall from the front as all drawings share it: sheet, scale bar, dimensions, colours, outlines, hidden stones."""

from __future__ import annotations

import math
import re
import unicodedata
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from numpy.typing import NDArray

from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.style import COLOURS, INK, to_svg
from pirqa.survey.solids import front_outline

if TYPE_CHECKING:
    from pirqa.fem.mesh import Mesh

SHEET_WIDTH = 9.0
"""Width of a drawing of the wall from the front [in]: the page's."""
_TALLEST = 6.2
"""Height that the wall itself may take on the sheet [in]."""
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LONGEST_NAME = 28
_FACING = 0.25
"""Of a face's normal that must point to the eye for it to be seen from there."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Paper in inches with the wall on it at one scale."""

    height: float
    """Of the paper [in]."""
    scale: float
    """[in/m]"""
    corner: tuple[float, float]
    """Lower left corner of what is drawn (x, z) [m]."""
    size: tuple[float, float]
    """Length and height of what is drawn [m]."""
    foot: tuple[float, float]
    """Where that corner lies on the paper [in]."""

    def at(self, places: FloatArray) -> FloatArray:
        """Places (x, z) [m] on the paper [in], shape (n, 2)."""
        return np.asarray(self.foot + (np.asarray(places, dtype=np.float64) - self.corner) * self.scale)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of what is drawn, on the paper [in]."""
        left, bottom = self.foot
        return left, bottom, left + self.size[0] * self.scale, bottom + self.size[1] * self.scale

    def axes(self, figure: Figure) -> Axes:
        """Axes over the whole paper, in inches."""
        figure.set_layout_engine("none")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0.0, SHEET_WIDTH)
        axes.set_ylim(0.0, self.height)
        return axes


def sheet_for(low: FloatArray, high: FloatArray, *, sides: float, above: float, below: float) -> Sheet:
    """A sheet for what lies between the corners ``low`` and ``high`` (x, z) [m], with margins [in]."""
    length, height = (max(float(extent), 1e-9) for extent in high - low)
    scale = min((SHEET_WIDTH - 2.0 * sides) / length, _TALLEST / height)
    return Sheet(
        height=above + height * scale + below,
        scale=scale,
        corner=(float(low[0]), float(low[1])),
        size=(length, height),
        foot=(0.5 * (SHEET_WIDTH - length * scale), below),
    )


def safe_name(text: str, longest: int = _LONGEST_NAME) -> str:
    """A name out of a file on one line, without characters that break a page, cut where it is long."""
    clean = " ".join(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", unicodedata.normalize("NFC", text)).split())
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def metres(length: float) -> str:
    """A length of the wall to the centimetre; to the millimetre in a small one."""
    return f"{length:.2f} m" if length >= 1.0 else f"{length:.3f} m"


def write(axes: Axes, x: float, y: float, text: str, **style: object) -> None:
    """Text as it stands: a dollar in a stone's name is no formula."""
    axes.text(x, y, text, parse_math=False, **style)  # type: ignore[arg-type]


def add_rings(axes: Axes, rings: Sequence[FloatArray], **style: object) -> None:
    """Closed outlines [in] as one path: a thousand stones weigh no more than their corners."""
    if not rings:
        return
    vertices = np.concatenate([np.vstack([ring, ring[:1]]) for ring in rings])
    codes = np.full(len(vertices), Path.LINETO, dtype=np.uint8)
    ends = np.cumsum([len(ring) + 1 for ring in rings])
    codes[ends - 1] = Path.CLOSEPOLY
    codes[np.concatenate([[0], ends[:-1]])] = Path.MOVETO
    _add_path(axes, vertices, codes, style)


def add_lines(axes: Axes, segments: FloatArray, **style: object) -> None:
    """Straight lines [in], shape (n, 2, 2), as one path."""
    if len(segments):
        codes = np.tile(np.array([Path.MOVETO, Path.LINETO], dtype=np.uint8), len(segments))
        _add_path(axes, np.asarray(segments).reshape(-1, 2), codes, {"facecolor": "none", **style})


def _add_path(axes: Axes, vertices: FloatArray, codes: NDArray[np.uint8], style: dict[str, object]) -> None:
    path = Path(vertices, codes)
    path.should_simplify = False
    axes.add_patch(PathPatch(path, clip_on=False, **style))


def add_scale_bar(axes: Axes, sheet: Sheet, left: float, level: float) -> float:
    """A bar of a round length in four fields; returns where it ends [in]."""
    longest = min(2.0 / sheet.scale, 0.45 * sheet.size[0]) if sheet.size[0] * sheet.scale > 1.0 else 1.0 / sheet.scale
    power = 10.0 ** math.floor(math.log10(longest))
    bar = max(step * power for step in (1.0, 2.0, 5.0) if step * power <= longest)
    edges = left + np.linspace(0.0, bar * sheet.scale, 5)
    for number, (start, end) in enumerate(pairwise(edges.tolist())):
        ring = np.array([[start, level], [end, level], [end, level + 0.06], [start, level + 0.06]])
        add_rings(axes, [ring], facecolor=INK if number % 2 == 0 else "white", edgecolor=INK, linewidth=0.6)
    write(axes, edges[0], level - 0.05, "0", ha="center", va="top", fontsize=7.2)
    write(axes, edges[-1], level - 0.05, f"{bar:g} m", ha="center", va="top", fontsize=7.2)
    return float(edges[-1])


def add_span(axes: Axes, start: tuple[float, float], end: tuple[float, float], text: str) -> None:
    """A dimension line between two places [in], level or upright, with the strokes of a draughtsman at its ends."""
    first, last = np.array(start), np.array(end)
    upright = abs(last[0] - first[0]) < abs(last[1] - first[1])
    along = (last - first) / max(float(np.linalg.norm(last - first)), 1e-9)
    room = float(np.linalg.norm(last - first))
    gap = along * 0.5 * min(0.075 * len(text) + 0.1, room)
    middle = 0.5 * (first + last)
    stroke = np.array([0.045, 0.045])
    lines = [
        [first, middle - gap],
        [middle + gap, last],
        *([place - stroke, place + stroke] for place in (first, last)),
    ]
    add_lines(axes, np.array(lines), edgecolor=COLOURS["stone_edge"], linewidth=0.8)
    write(
        axes,
        float(middle[0]),
        float(middle[1]),
        text,
        ha="center",
        va="center",
        rotation=90 if upright else 0,
        fontsize=8.6,
    )


def write_svg(figure: Figure, name: str) -> str:
    """The figure as an ``<svg>`` element with the digits that a drawing needs."""
    with warnings.catch_warnings():
        # a name in a script that our font lacks is the reader's browser's business
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        text = to_svg(figure, name)
    return re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path[0]), text)


@dataclass(frozen=True, kw_only=True)
class View:
    """The stones as seen from the front."""

    names: tuple[str, ...]
    rings: tuple[FloatArray, ...]
    """(x, z) [m]"""
    near: FloatArray
    """How far behind the front each begins, at its nearest [m], shape (n,)."""

    @cached_property
    def _polygons(self) -> Any:
        return np.array([shapely.make_valid(shapely.Polygon(ring)) for ring in self.rings], dtype=object)

    @cached_property
    def overlapping(self) -> bool:
        """Whether some stones lie before others."""
        return bool(shapely.area(self._polygons).sum() > 1.001 * shapely.union_all(self._polygons).area)

    @cached_property
    def spots(self) -> list[tuple[float, float, float] | None]:
        """Where a number has most room on each stone, and the radius of that room (x, z, r) [m]; None: out of sight."""
        polygons = self._polygons
        spots: list[tuple[float, float, float] | None] = [_roomiest(polygon) for polygon in polygons]
        points = shapely.points([spot[:2] if spot else (np.nan, np.nan) for spot in spots])
        tree = shapely.STRtree(polygons)
        covers: dict[int, list[Any]] = {}
        for stone, other in zip(*tree.query(points, predicate="within"), strict=True):
            if self.near[other] < self.near[stone] - 1e-6:
                covers.setdefault(int(stone), []).append(polygons[other])
        for stone in covers:
            before = tree.query(polygons[stone], predicate="intersects")
            nearer = [polygons[other] for other in before if self.near[other] < self.near[stone] - 1e-6]
            left = shapely.difference(polygons[stone], shapely.union_all(nearer))
            spots[stone] = _roomiest(left) if left.area > 0.05 * polygons[stone].area else None
        return spots


def look_at(stones: Sequence[Stone]) -> View:
    """The stones from the front."""
    return View(
        names=tuple(stone.name for stone in stones),
        rings=tuple(_silhouette(stone) if stone.irregular else front_outline(stone) for stone in stones),
        near=np.array([stone.solid.vertices[:, 1].min() for stone in stones]),
    )


def _silhouette(stone: Stone) -> FloatArray:
    """The outline of a scanned stone as seen from the front (x, z) [m], from the edges where its surface turns away.

    Those are few even where a scan has thousands of triangles, so that this is quick.
    """
    solid = stone.solid
    facing = solid.face_areas[:, 1] < 0.0
    sides: dict[tuple[int, int], int] = {}
    for face, towards in zip(solid.faces, facing.tolist(), strict=True):
        for one, other in zip(face, (*face[1:], face[0]), strict=True):
            edge = (min(one, other), max(one, other))
            sides[edge] = sides.get(edge, 0) + (1 if towards else -1)
    turning = np.array([edge for edge, balance in sides.items() if balance == 0], dtype=np.intp).reshape(-1, 2)
    lines = shapely.linestrings(solid.vertices[turning][:, :, [0, 2]])
    patches = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)]))
    whole = shapely.get_parts(shapely.union_all(patches))
    if not len(whole) or whole[0].is_empty:
        return front_outline(stone)
    largest = max(whole, key=lambda part: float(part.area))
    fine = shapely.simplify(largest, 5e-4 * float(np.sqrt(largest.area)))
    return np.asarray(fine.exterior.coords)[:-1]


def _roomiest(shape: Any) -> tuple[float, float, float] | None:
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0.0]
    if not parts:
        return None
    largest = max(parts, key=lambda part: part.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.02 * float(np.sqrt(largest.area)))
    x, z = circle.coords[0]
    centroid = largest.centroid
    room = float(centroid.distance(largest.boundary)) if largest.contains(centroid) else 0.0
    # the eye looks for a number in the middle: it goes elsewhere only where that gives it more room
    if room >= 0.8 * circle.length:
        return float(centroid.x), float(centroid.y), room
    return float(x), float(z), float(circle.length)


def faces_seen(
    mesh: Mesh, way: float, *, hidden_zones: Sequence[int] = ()
) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatArray]:
    """Return the faces that look along ``way`` across the wall, their bricks, and the borders of zones among them.

    Borders are sides that one face of a zone has alone, as ends of lines (x, z) [m], shape (k, 2, 2).
    """
    faces, owners = mesh.outer_faces
    corners = mesh.nodes[faces]
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    size = np.maximum(np.linalg.norm(normal, axis=1), 1e-300)
    seen = (way * normal[:, 1] > _FACING * size) & ~np.isin(mesh.zone[owners], hidden_zones)
    faces, owners = faces[seen], owners[seen]
    sides = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    marks = np.column_stack([sides, np.repeat(mesh.zone[owners], 4)])
    _, first, count = np.unique(marks, axis=0, return_index=True, return_counts=True)
    return faces, owners, mesh.nodes[np.unique(sides[first[count == 1]], axis=0)][:, :, [0, 2]]
