"""Label pictures out of any segmentation tool: one number or colour a stone, 0 or black for joints and background.

What becomes of pixels without a label: where a pixel of background lies in a disc that fits into the background and
is more than three times as wide as the joints usually are, it is open: outside the wall if the opening reaches the
picture's edge, else a hole in the wall, which is kept and told. All other background is joint, and each of its pixels
goes to the nearest stone.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.raw import Drawing, Outline, ReadAs, read_bytes

NAME = "label_raster"

MOST_PIXELS = 64_000_000
"""Pixels of a picture; more would fill the memory."""

MOST_LABELS = 5000

SIMPLIFY = 2.0
"""Pixels: square root of the area that a border may gain or lose at each corner that is left out."""

PHOTO = 'if this is a photo, read it with format = "image" and a marks file beside it, or label its stones first'

IntArray = NDArray[np.int64]

Mask = NDArray[np.bool_]

AnyArray = NDArray[np.generic]

SPECK = 0.05
"""Share of a stone's largest piece up to which another piece of its label is a slip of the tool."""

WIDE = 3.0
"""Times the usual width of a joint from which background is not a joint."""

WIDE_LEAST = 3.0
"""The same in pixels, where joints are thinner."""

NARROWEST = 3
"""Pixels: a label that holds no square of this side is no stone."""

Window = tuple[slice, ...]


@dataclass(frozen=True, kw_only=True)
class PixelGrid:
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


def read(path: Path, read_as: ReadAs) -> Drawing:
    """The stones of a label picture."""
    if read_as.pixel is None:
        raise SurveyError(
            f'{path}: images without scale cannot be read; give the side of a pixel on the wall, pixel = "5 mm" under '
            "[survey], or --pixel 5mm"
        )
    picture, remarks = open_picture(path)
    try:
        labels, names, more = _labels(picture)
        labels, names, mask = _separate(labels, names)
        drawing = drawing_from_labels(
            labels, pixel=read_as.pixel, file=path.name, format=NAME, names=names, simplify=read_as.simplify
        )
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}") from error
    return replace(drawing, remarks=(*remarks, *more, *mask, *drawing.remarks))


def drawing_from_labels(
    labels: NDArray[np.integer],
    *,
    pixel: float,
    file: str,
    format: str,
    simplify: float | None = None,
    close_joints: bool = True,
    names: Mapping[int, str] | None = None,
    origin: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """Stones as outlines that share their borders, from whole numbers, shape (rows, columns), top row first.

    ``pixel`` is the side of a pixel [m], ``simplify`` the tolerance of the outlines [m] (2 pixels if not given),
    ``origin`` the place (x, z) [m] of the picture's lower left corner. With ``close_joints`` background between
    stones goes to the nearest one (the rule is in this module's docstring).
    """
    if not (math.isfinite(pixel) and 0.0 < pixel < 1e3):
        raise SurveyError(f"a pixel of {pixel:g} m cannot be; give the side of a pixel on the wall")
    if simplify is not None and not (math.isfinite(simplify) and simplify >= 0.0):
        raise SurveyError(f"a tolerance of {simplify:g} m cannot be; give a small length")
    if labels.ndim != 2 or labels.size == 0:
        raise SurveyError(f"labels need the shape (rows, columns), not {labels.shape}")
    if labels.size > MOST_PIXELS:
        raise SurveyError(f"labels have over {MOST_PIXELS // 1_000_000} million pixels; make the picture smaller")
    values, index = np.unique(labels, return_inverse=True)
    if values[0] < 0:
        raise SurveyError(f"label {values[0]} is negative; number stones from 1, joints are 0")
    if values[-1] == 0:
        raise SurveyError("there is no label: every pixel is 0; give each stone a number above 0")
    if len(values) - (values[0] == 0) > MOST_LABELS:
        raise SurveyError(f"{len(values)} labels are too many for stones; {PHOTO}")
    numbers = values if values[0] == 0 else np.concatenate([[0], values])
    compact = index.reshape(labels.shape).astype(np.int64) + (values[0] != 0)
    called = {i: (names or {}).get(int(value), str(int(value))) for i, value in enumerate(numbers)}
    place = PixelGrid(rows=labels.shape[0], pixel=pixel, origin=origin)
    compact, remarks = clean_labels(compact, called, place)
    compact, more = close_gaps(compact, called, place, joints=close_joints)
    rings = build_rings(compact, called, SIMPLIFY if simplify is None else simplify / pixel)
    outlines = tuple(
        Outline(ring=place.on_wall(ring), name=called[number], where=f"label {called[number]}")
        for number, ring in rings
    )
    return Drawing(file=file, format=format, outlines=outlines, remarks=(*remarks, *more))


def open_picture(path: Path) -> tuple[Image.Image, tuple[Remark, ...]]:
    """A picture, decoded; a :class:`SurveyError` for whatever cannot be."""
    content = read_bytes(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(content), formats=("PNG", "TIFF", "JPEG"))
            width, height = picture.size
            if width * height > MOST_PIXELS:
                raise SurveyError(
                    f"{path}: has {width} by {height} pixels, over {MOST_PIXELS // 1_000_000} million; make it smaller "
                    "or cut it into parts"
                )
            pages = int(getattr(picture, "n_frames", 1))
            if _deep_colours(picture, content):
                raise SurveyError(f"{path}: has colours of 16 bits; save it with 8 bits a colour, or as grey numbers")
            picture.load()
    except SurveyError:
        raise
    except Image.DecompressionBombError as error:
        raise SurveyError(
            f"{path}: has too many pixels, over {MOST_PIXELS // 1_000_000} million; make it smaller"
        ) from error
    except Exception as error:  # whatever a decoder does with a broken file
        # the library names its own memory where it means the file
        reason = "no picture" if "cannot identify" in str(error) else str(error) or type(error).__name__
        raise SurveyError(f"{path}: is not a whole PNG, TIFF or JPEG: {reason}; save or copy it again") from error
    if min(picture.size) < 1:
        raise SurveyError(f"{path}: has no pixels; save it again")
    more = (Remark(kind="warning", key="first_page_read", count=pages, text=path.name),) if pages > 1 else ()
    return picture, more


def upright(array: AnyArray, picture: Image.Image) -> AnyArray:
    """Pixels of ``picture`` turned as its EXIF orientation says."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            turn = picture.getexif().get(0x0112, 1)
    except Exception:  # a broken EXIF block says nothing
        turn = 1
    if turn in (5, 6, 7, 8):
        array = np.swapaxes(array, 0, 1)
    if turn in (2, 3, 6, 7):
        array = array[:, ::-1]
    return array[::-1] if turn in (3, 4, 7, 8) else array


def _deep_colours(picture: Image.Image, content: bytes) -> bool:
    """Whether colours have more bits than the decoder keeps."""
    if picture.format == "PNG":
        return content[12:16] == b"IHDR" and content[24] == 16 and content[25] in (2, 4, 6)
    if picture.format == "TIFF":
        bits = picture.tag_v2.get(258, ())  # type: ignore[attr-defined]
        return isinstance(bits, tuple) and len(bits) > 1 and max(bits) > 8
    return False


def _labels(picture: Image.Image) -> tuple[IntArray, dict[int, str], tuple[Remark, ...]]:
    """Numbers of the pixels, names of the numbers where these are not their own, and what was assumed."""
    if picture.format == "JPEG":
        raise SurveyError(f"is a JPEG, which blurs labels; save labels as PNG; {PHOTO}")
    names: dict[int, str] = {}
    remarks: tuple[Remark, ...] = ()
    mode = picture.mode
    if mode in ("1", "L", "P") or mode.startswith("I"):
        array = upright(np.asarray(picture), picture).astype(np.int64)
        if mode == "P":
            array, remarks = _black_first(array, picture)
    elif mode == "F":
        real = upright(np.asarray(picture), picture).astype(np.float64)
        if not (np.isfinite(real).all() and np.array_equal(real, np.rint(real)) and np.abs(real).max() < 2**53):
            raise SurveyError("has fractions for labels; save whole numbers")
        array = real.astype(np.int64)
    elif mode in ("RGB", "RGBA", "LA"):
        colours = upright(np.asarray(picture.convert("RGBA")), picture).astype(np.int64)
        joint = (colours[..., 3] < 128) | ~colours[..., :3].any(axis=2)
        array = np.where(joint, 0, (colours[..., 0] << 16) + (colours[..., 1] << 8) + colours[..., 2])
    else:
        raise SurveyError(f"has colours of the kind {mode}; save it as grey numbers, palette or RGB")
    if array.size == 0 or not array.any():
        raise SurveyError("has no label: every pixel is 0 or black; give each stone a number above 0")
    _refuse_photo(array)
    if mode in ("RGB", "RGBA", "LA"):
        # stones are numbered from below, in the order in which their colours are met
        values, first = np.unique(array[::-1], return_index=True)
        met = values[np.argsort(first)]
        numbers = np.zeros(len(values), dtype=np.int64)
        numbers[np.searchsorted(values, met[met > 0])] = np.arange(1, (met > 0).sum() + 1)
        names = {int(numbers[i]): f"{numbers[i]}" for i in range(len(values))}
        array = numbers[np.searchsorted(values, array)]
    return array, names, remarks


def _black_first(array: IntArray, picture: Image.Image) -> tuple[IntArray, tuple[Remark, ...]]:
    """Palette numbers with black as 0, whatever number it has in the file."""
    palette = np.array(picture.getpalette("RGB") or [], dtype=np.int64).reshape(-1, 3)
    used = [int(value) for value in np.unique(array) if value < len(palette)]
    black = [value for value in used if not palette[value].any()]
    if not black or 0 in black or (len(palette) > 0 and not palette[0].any()):
        return array, ()
    swapped = np.where(array == black[0], 0, np.where(array == 0, black[0], array))
    return swapped, (Remark(kind="assumption", key="black_is_joint", text=str(black[0])),)


def _refuse_photo(array: IntArray) -> None:
    """Labels are flat: most neighbouring pixels are equal; on a photo few are."""
    count = len(np.unique(array))
    equal = (array[:, 1:] == array[:, :-1]).sum() + (array[1:] == array[:-1]).sum()
    pairs = array[:, 1:].size + array[1:].size
    if count > MOST_LABELS or (array.size >= 256 and count > 16 and equal < 0.5 * pairs):
        raise SurveyError(f"is a photo, not labels: {count} values, few of them equal to their neighbours'; {PHOTO}")


def _separate(labels: IntArray, names: dict[int, str]) -> tuple[IntArray, dict[int, str], tuple[Remark, ...]]:
    """A mask (a single value with several pieces) becomes a label a piece."""
    if len(np.unique(labels[labels > 0])) != 1:
        return labels, names, ()
    pieces, count = ndimage.label(labels > 0)
    sizes = np.bincount(pieces.ravel())[1:]
    if (sizes >= SPECK * sizes.max()).sum() < 2:
        return labels, names, ()
    if count > MOST_LABELS:
        raise SurveyError(f"is a mask with {count} pieces, too many for stones; {PHOTO}")
    return pieces.astype(np.int64), {}, (Remark(kind="assumption", key="mask_pieces", count=count),)


def clean_labels(labels: IntArray, names: Mapping[int, str], place: PixelGrid) -> tuple[IntArray, tuple[Remark, ...]]:
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
    labels: IntArray, names: Mapping[int, str], place: PixelGrid, *, joints: bool
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
