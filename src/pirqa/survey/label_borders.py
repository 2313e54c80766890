"""From a label a pixel to stones with shared borders: specks, joints, polygons. Needs no extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

__all__ = ["Place", "build_rings", "clean_labels", "close_gaps"]

SPECK = 0.05
"""Share of a stone's largest piece up to which another piece of its label is a slip of the tool."""
WIDE = 3.0
"""Times the usual width of a joint from which background is not a joint."""
WIDE_LEAST = 3.0
"""The same in pixels, where joints are thinner."""
NARROWEST = 3
"""Pixels: a label that holds no square of this side is no stone."""

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]
Window = tuple[slice, ...]


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the pixels of a picture lie on the wall."""

    rows: int
    pixel: float
    """[m]"""
    origin: tuple[float, float]
    """(x, z) [m] of the lower left corner."""

    def on_wall(self, points: FloatArray) -> FloatArray:
        """Corners of pixels (column, row), shape (n, 2), as (x, z) [m]."""
        x = self.origin[0] + points[:, 0] * self.pixel
        return np.column_stack([x, self.origin[1] + (self.rows - points[:, 1]) * self.pixel])

    def of(self, mask: Mask, window: Window) -> tuple[float, float]:
        """The deepest place (x, z) [m] of a region, drawn in a window of the picture."""
        depth = ndimage.distance_transform_edt(np.pad(mask, 1))
        row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
        x, z = self.on_wall(np.array([[column - 0.5 + window[1].start, row - 0.5 + window[0].start]]))[0]
        return float(x), float(z)


def clean_labels(labels: IntArray, names: Mapping[int, str], place: Place) -> tuple[IntArray, tuple[Remark, ...]]:
    """One piece a label: specks become background, labels too thin for a stone vanish, two large pieces are refused."""
    remarks: list[Remark] = []
    thick = np.unique(labels[_flat(labels)])
    thin = np.setdiff1d(np.unique(labels), np.append(thick, 0))
    if thin.size:
        if not (thick > 0).any():
            raise SurveyError(f"no label is {NARROWEST} pixels wide anywhere; give labels with more pixels a stone")
        if thin.size > (thick > 0).sum():
            raise SurveyError(
                f"{thin.size} labels are less than {NARROWEST} pixels wide, {(thick > 0).sum()} are wider: borders "
                "were smoothed; save the labels without smoothing (anti-aliasing)"
            )
        shown = tuple(names[int(number)] for number in thin[:20])
        remarks.append(Remark(kind="warning", key="labels_too_thin", stones=shown, count=int(thin.size)))
        labels = np.where(np.isin(labels, thin), 0, labels)
    specks, dropped = _specks(labels)
    for number, window, largest, second in dropped:
        if second.sum() > SPECK * largest.sum():
            (x1, z1), (x2, z2) = place.of(largest, window), place.of(second, window)
            raise SurveyError(
                f"label {names[number]} lies in two places, at x {x1:.2f} m, z {z1:.2f} m and at x {x2:.2f} m, "
                f"z {z2:.2f} m; give each stone its own label"
            )
    if specks.any():
        touched = tuple(sorted({names[number] for number, *_ in dropped}))[:20]
        area = float(specks.sum()) * place.pixel**2
        remarks.append(
            Remark(kind="repair", key="specks_dropped", stones=touched, count=len(dropped), amount=area, unit="m2")
        )
        labels = np.where(specks, 0, labels)
    return labels, tuple(remarks)


def close_gaps(
    labels: IntArray, names: Mapping[int, str], place: Place, *, joints: bool
) -> tuple[IntArray, tuple[Remark, ...]]:
    """Joints given to the nearest stone; holes inside one stone filled; other openings kept and told."""
    remarks: list[Remark] = []
    background = labels == 0
    if joints and background.any():
        closed = background & ~_open(labels)
        labels = _give(labels, closed)
        if closed.any():
            area = float(closed.sum()) * place.pixel**2
            remarks.append(Remark(kind="repair", key="joint_pixels_given", amount=area, unit="m2"))
    pieces, count = ndimage.label(labels == 0)
    edge = np.unique(np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]]))
    filled: list[tuple[str, float, tuple[float, float]]] = []
    for piece, window in enumerate(ndimage.find_objects(pieces, count), start=1):
        if piece in edge:
            continue
        # one pixel more on each side: it does not touch the picture's edge
        around = tuple(slice(part.start - 1, part.stop + 1) for part in window)
        hole = pieces[around] == piece
        ring = ndimage.binary_dilation(hole) & ~hole
        owners = np.unique(labels[around][ring])
        area, where = float(hole.sum()) * place.pixel**2, place.of(hole, around)
        if len(owners) == 1:
            labels[around][hole] = owners[0]
            filled.append((names[int(owners[0])], area, where))
        elif joints:
            around_it = tuple(names[int(number)] for number in owners)[:20]
            remarks.append(
                Remark(kind="warning", key="gap_left_open", stones=around_it, amount=area, unit="m2", place=where)
            )
    if filled:
        stones = tuple(sorted({name for name, _, _ in filled}))[:20]
        total = sum(area for _, area, _ in filled)
        remarks.append(
            Remark(kind="repair", key="holes_filled", stones=stones, count=len(filled), amount=total, unit="m2")
        )
    return labels, tuple(remarks)


def build_rings(labels: IntArray, names: Mapping[int, str], tolerance: float) -> list[tuple[int, FloatArray]]:
    """The border of each label, in corners of pixels (column, row), simplified so that neighbours stay neighbours.

    ``tolerance`` in pixels. Rings are counter-clockwise seen with z up, without the first corner repeated.
    """
    cells = list(shapely.get_parts(shapely.polygonize(np.array(shapely.linestrings(_edges(labels))))))
    inner = shapely.get_coordinates(shapely.point_on_surface(cells))
    owners = labels[inner[:, 1].astype(int), inner[:, 0].astype(int)]
    stones = [(int(owner), cell) for owner, cell in zip(owners, cells, strict=True) if owner > 0]
    stones.sort(key=lambda item: item[0])
    for number, cell in stones:
        for hole in cell.interiors:
            held = [other for other, piece in stones if other != number and shapely.Polygon(hole).covers(piece)]
            if held:
                raise SurveyError(
                    f"stone {names[number]} encloses stone {names[held[0]]}; join their labels, or cut the outer one"
                )
    polygons = np.array([shapely.Polygon(cell.exterior) for _, cell in stones])
    for attempt in (tolerance, 0.5 * tolerance, 0.0):
        simple = shapely.coverage_simplify(polygons, attempt)
        if shapely.is_valid(simple).all() and shapely.coverage_is_valid(simple) and (shapely.area(simple) > 0).all():
            break
    else:
        raise SurveyError("labels overlap after their borders were drawn; save the labels again without smoothing")
    rings = []
    for (number, _), polygon in zip(stones, simple, strict=True):
        # rows go down: clockwise here is counter-clockwise on the wall
        corners = shapely.get_coordinates(shapely.orient_polygons(polygon, exterior_cw=True))[:-1]
        rings.append((number, corners))
    return rings


def _flat(labels: IntArray) -> Mask:
    """Pixels in the middle of a square of one label."""
    size = (NARROWEST, NARROWEST)
    low = ndimage.minimum_filter(labels, size, mode="constant", cval=0)
    return np.asarray(low == ndimage.maximum_filter(labels, size, mode="constant", cval=0))


def _specks(labels: IntArray) -> tuple[Mask, list[tuple[int, Window, Mask, Mask]]]:
    """All but the largest piece of each label, and for each label with several its window, largest and second piece."""
    specks = np.zeros(labels.shape, dtype=bool)
    found: list[tuple[int, Window, Mask, Mask]] = []
    windows: Sequence[Window | None] = ndimage.find_objects(labels)
    for number, window in enumerate(windows, start=1):
        if window is None:
            continue
        pieces, count = ndimage.label(labels[window] == number)
        if count < 2:
            continue
        sizes = np.bincount(pieces.ravel())
        sizes[0] = 0
        order = np.argsort(-sizes[1:], kind="stable") + 1
        specks[window] |= (pieces > 0) & (pieces != order[0])
        found.append((number, window, pieces == order[0], pieces == order[1]))
    return specks, found


def _open(labels: IntArray) -> Mask:
    """Background that is too wide for a joint: where a disc fits that is wider than joints are."""
    distance, nearest = ndimage.distance_transform_edt(labels == 0, return_indices=True)
    owner = labels[nearest[0], nearest[1]]
    widths = []
    for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        between = owner[here] != owner[there]
        widths.append(distance[here][between] + distance[there][between])
    usual = float(np.median(np.concatenate(widths))) if any(len(part) for part in widths) else 0.0
    typical = float(np.sqrt(np.median(np.unique(labels[labels > 0], return_counts=True)[1])))
    radius = 0.5 * min(max(WIDE * usual, WIDE_LEAST), max(0.5 * typical, WIDE_LEAST))
    # the picture goes on beyond its edge as it ends there: a strip of background along it is not a joint
    margin = int(radius) + 2
    wide = np.pad(labels == 0, margin, mode="edge")
    if wide.all():
        return wide[margin:-margin, margin:-margin]
    middle = ndimage.distance_transform_edt(wide) > radius
    if not middle.any():
        return np.zeros(labels.shape, dtype=bool)
    return np.asarray((ndimage.distance_transform_edt(~middle) <= radius)[margin:-margin, margin:-margin])


def _give(labels: IntArray, closed: Mask) -> IntArray:
    """Labels with each pixel of ``closed`` given to the nearest stone, every stone still in one piece."""
    nearest = ndimage.distance_transform_edt(labels == 0, return_distances=False, return_indices=True)
    given = np.where(closed, labels[nearest[0], nearest[1]], labels)
    specks, _ = _specks(given)
    given[specks] = 0
    waiting = (specks | closed) & (given == 0)
    while waiting.any():
        # step by step from side to side, so that no piece stays alone
        before = given.copy()
        for here, there in (
            (np.s_[:, 1:], np.s_[:, :-1]),
            (np.s_[:, :-1], np.s_[:, 1:]),
            (np.s_[1:], np.s_[:-1]),
            (np.s_[:-1], np.s_[1:]),
        ):
            take = waiting[here] & (given[here] == 0) & (before[there] > 0)
            given[here][take] = before[there][take]
        now = waiting & (given == 0)
        if now.sum() == waiting.sum():
            break
        waiting = now
    return given


def _edges(labels: IntArray) -> FloatArray:
    """Straight stretches of border between two labels, as ends (column, row), shape (n, 2, 2).

    A stretch ends where a label on either side changes: there another border meets it.
    """
    framed = np.pad(labels, 1)
    stretches = []
    for turned in (False, True):
        field = framed.T if turned else framed
        a, b = field[:-1, 1:-1], field[1:, 1:-1]
        border = a != b
        begins, ends = border.copy(), border.copy()
        same = (a[:, 1:] == a[:, :-1]) & (b[:, 1:] == b[:, :-1])
        begins[:, 1:] &= ~(border[:, :-1] & same)
        ends[:, :-1] &= ~(border[:, 1:] & same)
        rows, starts = np.nonzero(begins)
        _, stops = np.nonzero(ends)
        lines = np.stack([np.column_stack([starts, rows]), np.column_stack([stops + 1, rows])], axis=1)
        stretches.append(lines[..., ::-1] if turned else lines)
    return np.concatenate(stretches).astype(np.float64)
