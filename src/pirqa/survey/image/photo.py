"""A photo and its marks read as stones, and the picture on which they are shown.

On that picture stones are tinted and numbered over the photo, with what was marked.
"""

from __future__ import annotations

import colorsys
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.formats.label_raster import drawing_from_labels, open_picture, upright
from pirqa.survey.image.marks import Line, Marks, Point, read_marks
from pirqa.survey.image.rectify import (
    Frame,
    Pixels,
    fit_homography,
    frame_from_points,
    frame_from_scale,
    map_points,
    rectangle_aspect,
    rectify,
)
from pirqa.survey.image.segment import STRONGEST, IntArray, Mask, Proposal, flood, propose, recentre
from pirqa.survey.raw import Drawing, ReadAs

LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)
DARKEST = 4.0
"""Grey level (of 255) below which noise is all there is."""
CUT_PIECE = 0.04
"""Share of a region that a cut must separate to count."""
CUT_REACH = 0.35
"""Share of a stone's side by which a cut is lengthened to reach the next joint."""
ONE_SIDED = 0.9
"""Share of the pixels beside a cut on one stone from which it has divided nothing."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Segmentation:
    """Stones found on a photo."""

    labels: IntArray
    """Number of the stone from 1, 0 outside the wall; shape (rows, columns) of ``picture``."""
    names: dict[int, str]
    """Name of each stone by number."""
    picture: Pixels
    """The rectified photo, shape (rows, columns, 3)."""
    frame: Frame
    """How the picture comes out of the photo and where it lies on the wall."""
    stones: int
    marks: int
    """Marks that were used."""
    remarks: tuple[Remark, ...] = field(default=())

    @property
    def pixel(self) -> float:
        """Side of a pixel on the wall [m]."""
        return self.frame.pixel


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """A photo, rectified and with a first proposal: what seeds, merges, cuts and outside points do not change."""

    image: Pixels
    frame: Frame
    picture: Pixels
    inside: Mask
    proposal: Proposal


def find_stones(image: Pixels, marks: Marks, *, pixel: float | None = None) -> Segmentation:
    """The stones on a photo, shape (rows, columns, 3) or (rows, columns).

    ``pixel`` [m] is the scale of a photo from the front, for marks that give none.
    """
    return mark_stones(prepare(image, marks, pixel=pixel), marks)


def prepare(image: Pixels, marks: Marks, *, pixel: float | None = None) -> Prepared:
    """The photo rectified, and the stones that are proposed before anybody marks one."""
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, axis=2)
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 16:
        raise SurveyError("a photo needs at least 16 by 16 pixels with three colours of 8 bits; save it so")
    _check_inside(image, marks)
    frame = frame_photo(image.shape[:2], marks, pixel=pixel)
    picture, shown = rectify(image, frame)
    inside = shown & _outlined(frame, marks.outline)
    if inside.sum() < 256:
        raise SurveyError("the outline holds next to nothing of the photo; draw it around the wall")
    tone = np.log(np.maximum(picture.astype(np.float32) @ LUMA, DARKEST))
    proposal = propose(tone, inside, pixel=frame.pixel, options=marks.segment)
    return Prepared(image=image, frame=frame, picture=picture, inside=inside, proposal=proposal)


def mark_stones(prepared: Prepared, marks: Marks) -> Segmentation:
    """The proposed stones as the user's marks correct them."""
    frame, proposal = prepared.frame, prepared.proposal
    _check_inside(prepared.image, marks)
    labels, remarks = _apply(proposal, prepared.inside, frame, marks)
    labels, named = _number(labels, frame, marks, proposal.stone)
    count = int(labels.max(initial=0))
    if count == 0:
        raise SurveyError("no stone is left on the photo; check outside and outline")
    if marks.count:
        remarks.insert(0, Remark(kind="assumption", key="photo_marks", count=marks.count - len(remarks)))
    found = Remark(kind="assumption", key="photo_segmented", count=count, amount=frame.pixel, unit="m")
    return Segmentation(
        labels=labels,
        names=named,
        picture=prepared.picture,
        frame=frame,
        stones=count,
        marks=marks.count - sum(remark.key == "mark_idle" for remark in remarks),
        remarks=(*frame.remarks, found, *remarks),
    )


def frame_photo(shape: tuple[int, ...], marks: Marks, *, pixel: float | None = None) -> Frame:
    """The frame that the marks, or else ``pixel`` [m], give a photo of ``shape`` (rows, columns)."""
    rows, columns = shape[0], shape[1]
    outline = np.array(marks.outline) if marks.outline else None
    remarks: tuple[Remark, ...] = ()
    if marks.points:
        photo = np.array([point.pixel for point in marks.points])
        wall = np.array([point.wall for point in marks.points])
    elif marks.rectangle is not None:
        photo = np.array(marks.rectangle.corners)
        width, height = marks.rectangle.width, marks.rectangle.height
        if width is None or height is None:
            assert marks.known is not None
            aspect = rectangle_aspect(photo, (rows, columns))
            if not 1e-3 < aspect < 1e3:
                raise SurveyError("the shape of the rectangle cannot be told; give its width and height")
            wall = np.array([[0.0, 1.0], [aspect, 1.0], [aspect, 0.0], [0.0, 0.0]])
            matrix, _ = fit_homography(photo, wall)
            ends = map_points(matrix, np.array([marks.known.start, marks.known.end]))
            distance = float(np.linalg.norm(ends[1] - ends[0]))
            if not 1e-9 < distance < 1e9:
                raise SurveyError("known: its two points cannot be put on the wall; mark them on the wall's own plane")
            height = marks.known.length / distance
            width = aspect * height
            remarks = (Remark(kind="assumption", key="aspect_from_perspective", amount=aspect),)
        wall = np.array([[0.0, height], [width, height], [width, 0.0], [0.0, 0.0]])
    else:
        side = marks.scale if marks.scale is not None else pixel
        if marks.known is not None:
            side = marks.known.length / math.dist(marks.known.start, marks.known.end)
        if side is None:
            raise SurveyError(
                'a photo has no scale: give scale = "5 mm" (a pixel on the wall), a rectangle or points in its '
                "marks file, or pixel under [survey]"
            )
        return frame_from_scale((rows, columns), side, wanted=marks.pixel)
    frame = frame_from_points(photo, wall, extent=outline, wanted=marks.pixel)
    if outline is None:
        remarks += (Remark(kind="assumption", key="extent_from_points"),)
    if len(photo) > 4:
        remarks += (
            Remark(kind="assumption", key="photo_rectified", count=len(photo), amount=frame.residual, unit="m"),
        )
    return replace(frame, remarks=(*frame.remarks, *remarks))


def _check_inside(image: Pixels, marks: Marks) -> None:
    """Every point must lie on the photo; a mark on another photo's pixels would act somewhere else."""
    rows, columns = image.shape[:2]
    named: list[tuple[str, Line]] = [(f"seeds[{i}]", (seed.at,)) for i, seed in enumerate(marks.seeds)]
    named += [(f"merges[{i}]", line) for i, line in enumerate(marks.merges)]
    named += [(f"cuts[{i}]", line) for i, line in enumerate(marks.cuts)]
    named += [(f"outside[{i}]", (point,)) for i, point in enumerate(marks.outside)]
    for key, line in named:
        for column, row in line:
            if not (-0.5 <= column <= columns - 0.5 and -0.5 <= row <= rows - 0.5):
                raise SurveyError(
                    f"{key}: [{column:g}, {row:g}] is not on the photo of {columns} by {rows} pixels; "
                    "give column and row of the photo as it was taken"
                )


def _outlined(frame: Frame, outline: Line) -> Mask:
    if not outline:
        return np.ones(frame.shape, dtype=bool)
    mask = Image.new("1", (frame.shape[1], frame.shape[0]))
    ImageDraw.Draw(mask).polygon(_there(frame, outline), fill=1)
    return np.array(mask, dtype=bool)


def _there(frame: Frame, line: Line) -> list[tuple[float, float]]:
    """Points of the photo on the picture, kept near it."""
    mapped = np.nan_to_num(map_points(frame.matrix, np.array(line)), nan=-9.0, posinf=1e6, neginf=-1e6)
    return [(float(column), float(row)) for column, row in np.clip(mapped, -1e6, 1e6)]


def _at(frame: Frame, point: Point, labels: IntArray, key: str) -> int:
    """The stone at a point of the photo."""
    column, row = (round(value) for value in _there(frame, (point,))[0])
    rows, columns = labels.shape
    found = int(labels[row, column]) if 0 <= row < rows and 0 <= column < columns else 0
    if found == 0:
        raise SurveyError(
            f"{key}: [{point[0]:g}, {point[1]:g}] lies outside the wall's outline or outside what the rectified photo "
            "shows; move it, or the outline"
        )
    return found


def _apply(proposal: Proposal, inside: Mask, frame: Frame, marks: Marks) -> tuple[IntArray, list[Remark]]:
    """The proposal as the marks correct it; marks act only on the stones that they touch."""
    labels, remarks = proposal.labels.copy(), []
    landscape = proposal.landscape.copy()
    drawn = [_drawn(labels, _there(frame, cut), CUT_REACH * proposal.stone) for cut in marks.cuts]
    for _, kept in drawn:
        landscape[kept] = STRONGEST
    if drawn:
        # together: two cuts may divide a stone that neither divides alone
        _cut(labels, np.logical_or.reduce([line for line, _ in drawn]), landscape)
    for index, (_, kept) in enumerate(drawn):
        beside = labels[ndimage.binary_dilation(kept, iterations=2)]
        if beside.size == 0 or np.bincount(beside).max() > ONE_SIDED * beside.size:
            remarks.append(_idle(f"cuts[{index}]", frame, marks.cuts[index][0]))
    seeded: dict[int, list[int]] = {}
    for index, seed in enumerate(marks.seeds):
        seeded.setdefault(_at(frame, seed.at, labels, f"seeds[{index}]"), []).append(index)
    for region, seeds in seeded.items():
        if len(seeds) > 1:
            _grow(labels, region, [_there(frame, (marks.seeds[index].at,))[0] for index in seeds], proposal, landscape)
    if marks.cuts or any(len(seeds) > 1 for seeds in seeded.values()):
        labels = recentre(labels, landscape, inside, by=max(2, round(0.02 * proposal.stone)))
    for index, points in enumerate(marks.merges):
        regions = sorted({_at(frame, point, labels, f"merges[{index}]") for point in points})
        if len(regions) == 1:
            remarks.append(_idle(f"merges[{index}]", frame, points[0]))
        joined = np.isin(labels, regions)
        if ndimage.label(joined)[1] > 1:
            raise SurveyError(
                f"merges[{index}]: its stones do not touch each other; mark a point on each piece between them too"
            )
        labels[joined] = regions[0]
    for index, point in enumerate(marks.outside):
        labels[labels == _at(frame, point, labels, f"outside[{index}]")] = 0
    return labels, remarks


def _idle(key: str, frame: Frame, point: Point) -> Remark:
    column, row = _there(frame, (point,))[0]
    x = frame.origin[0] + (column + 0.5) * frame.pixel
    z = frame.origin[1] + (frame.shape[0] - row - 0.5) * frame.pixel
    return Remark(kind="warning", key="mark_idle", text=key, place=(x, z))


def _drawn(labels: IntArray, line: list[tuple[float, float]], reach: float) -> tuple[Mask, Mask]:
    """A polyline as pixels: lengthened at both ends to the border of its stone, by ``reach`` at most, and as it is."""
    points = np.array(line)
    kept = _stroke(labels.shape, points)
    crossed = labels[kept & (labels > 0)]
    if crossed.size == 0:
        return kept, kept
    stone = int(np.bincount(crossed).argmax())
    ends = []
    for end, before in ((points[0], points[1:]), (points[-1], points[-2::-1])):
        far = before[np.argmax(np.linalg.norm(before - end, axis=1) > 0.5)]
        distance = float(np.linalg.norm(end - far))
        way = (end - far) / distance if distance > 0.5 else np.zeros(2)
        steps = end + np.arange(1.0, reach + 2.0)[:, None] * way
        columns, rows = (np.clip(np.rint(steps[:, i]), 0, labels.shape[1 - i] - 1).astype(int) for i in (0, 1))
        left = np.flatnonzero(labels[rows, columns] != stone)
        # a little further: the border itself is not exact
        ends.append(steps[min(left[0] + 3 if left.size else len(steps), len(steps)) - 1])
    return _stroke(labels.shape, np.vstack([ends[0], points, ends[1]])), kept


def _stroke(shape: tuple[int, ...], points: FloatArray) -> Mask:
    mask = Image.new("1", (shape[1], shape[0]))
    ImageDraw.Draw(mask).line([(float(column), float(row)) for column, row in points], fill=1, width=3)
    return np.array(mask, dtype=bool)


def _cut(labels: IntArray, line: Mask, landscape: NDArray[np.float32]) -> None:
    """Divide each region that the line goes through from border to border."""
    for region in np.unique(labels[line]):
        if region == 0:
            continue
        whole = labels == region
        parts, count = ndimage.label(whole & ~line)
        sizes = np.bincount(parts.ravel(), minlength=count + 1)
        sizes[0] = 0
        large = np.flatnonzero(sizes >= CUT_PIECE * whole.sum())
        if len(large) < 2:
            continue
        numbers = np.zeros(count + 1, dtype=np.int32)
        numbers[large] = [region, *range(int(labels.max()) + 1, int(labels.max()) + len(large))]
        labels[whole] = flood(landscape, numbers[parts], whole)[whole]


def _grow(
    labels: IntArray,
    region: int,
    seeds: list[tuple[float, float]],
    proposal: Proposal,
    landscape: NDArray[np.float32],
) -> None:
    """Divide a region among its seeds."""
    whole = labels == region
    markers = np.zeros(labels.shape, dtype=np.int32)
    rows, columns = np.ogrid[: labels.shape[0], : labels.shape[1]]
    nearest = min(math.dist(a, b) for i, a in enumerate(seeds) for b in seeds[i + 1 :])
    if nearest < 2.0:
        raise SurveyError("seeds: two of them are at the same place; keep one seed on each stone")
    radius = min(0.1 * proposal.stone, 0.4 * nearest)
    for index, (column, row) in enumerate(seeds):
        number = region if index == 0 else int(labels.max()) + index
        disc = (rows - row) ** 2 + (columns - column) ** 2 <= max(radius, 0.8) ** 2
        markers[disc & whole] = number
    labels[whole] = flood(landscape, markers, whole)[whole]


def _number(labels: IntArray, frame: Frame, marks: Marks, stone: float) -> tuple[IntArray, dict[int, str]]:
    """Labels numbered from below, from left to right, and the names that seeds give."""
    old = np.unique(labels)
    old = old[old > 0]
    centres = np.array(ndimage.center_of_mass(labels > 0, labels, old)).reshape(-1, 2)
    order = np.lexsort([centres[:, 1], -np.round(centres[:, 0] / (0.7 * stone))])
    new = np.zeros(int(labels.max(initial=0)) + 1, dtype=np.int32)
    new[old[order]] = np.arange(1, len(old) + 1)
    labels = new[labels]
    named: dict[int, str] = {}
    for index, seed in enumerate(marks.seeds):
        number = _at(frame, seed.at, labels, f"seeds[{index}]")
        if not seed.name:
            continue
        if number in named:
            raise SurveyError(f'seeds: "{named[number]}" and "{seed.name}" are on one stone; put a cut between them')
        named[number] = seed.name
    taken, free = set(named.values()), 0
    for number in range(1, len(old) + 1):
        if number not in named:
            free += 1
            while str(free) in taken:
                free += 1
            named[number] = str(free)
    return labels, named


SIMPLIFY = 6.0
"""Pixels: edges of stones on a photo wander by as much, and nobody wants a joint in a hundred faces."""

TINT = 0.22

TINTS = 7
"""Hues in use; neighbours get different ones."""

BORDER = (255, 255, 255)

OUTSIDE = 0.35
"""Share of its brightness that what is outside the wall keeps."""

MARK_COLOURS = {"cuts": (230, 40, 40), "merges": (30, 110, 255), "seeds": (0, 160, 70), "outside": (30, 30, 30)}


def draw_overlay(path: Path, marks: Path | None = None, pixel: float | None = None) -> bytes:
    """A PNG of a photo with its stones tinted and numbered and its marks drawn; ``pixel`` [m] if no mark gives it."""
    found, marked = segment_photo(path, ReadAs(pixel=pixel), marks)
    return overlay(found.picture, found.labels, found.names, marks=marked, frame=found.frame)


def marks_beside(path: Path) -> Path:
    """Where the marks of a photo are looked for."""
    return path.with_name(f"{path.stem}.marks.toml")


def load_photo(path: Path) -> tuple[Pixels, tuple[Remark, ...]]:
    """Colours of a photo, shape (rows, columns, 3), turned upright."""
    picture, remarks = open_picture(path)
    if picture.mode not in ("RGB", "L", "RGBA", "LA", "P", "CMYK", "YCbCr"):
        raise SurveyError(f"{path}: has colours of the kind {picture.mode}, not a photo's; save it as JPEG or PNG")
    try:
        colours = np.asarray(picture.convert("RGB"))
    except (OSError, ValueError, MemoryError) as error:
        raise SurveyError(f"{path}: its colours cannot be read: {error}; save it as JPEG or PNG") from error
    # a transposed view would be slow in every later step
    return np.ascontiguousarray(upright(_flattened(picture, colours), picture)).astype(np.uint8), remarks


def segment_photo(path: Path, read_as: ReadAs, marks: Path | None = None) -> tuple[Segmentation, Marks]:
    """Stones on a photo, and the marks that were read for it."""
    beside = marks if marks is not None else marks_beside(path)
    marked = read_marks(beside) if marks is not None or beside.is_file() else Marks()
    image, remarks = load_photo(path)
    try:
        found = find_stones(image, marked, pixel=read_as.pixel)
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}") from error
    if read_as.pixel is not None and (marked.scale or marked.rectangle or marked.known or marked.points):
        remarks += (Remark(kind="warning", key="scale_from_marks", text=beside.name),)
    return replace(found, remarks=(*remarks, *found.remarks)), marked


def read(path: Path, read_as: ReadAs, marks: Path | None = None) -> Drawing:
    """Read the stones on a photo as outlines that share their borders.

    ``marks`` is the file of its marks; without it the file ``<stem>.marks.toml`` beside the photo, if there is one.
    """
    found, _ = segment_photo(path, read_as, marks)
    try:
        drawing = drawing_from_labels(
            found.labels,
            pixel=found.pixel,
            file=path.name,
            format="image",
            names=found.names,
            origin=found.frame.origin,
            simplify=SIMPLIFY * found.pixel if read_as.simplify is None else read_as.simplify,
        )
    except SurveyError as error:
        raise SurveyError(f"{path}: {error}; correct it with a mark in {marks_beside(path).name}") from error
    return replace(drawing, remarks=(*found.remarks, *drawing.remarks))


def _flattened(picture: Image.Image, colours: Pixels) -> Pixels:
    """Transparent pixels white: what they hide is not the wall."""
    if picture.mode not in ("RGBA", "LA"):
        return colours
    alpha = np.asarray(picture.getchannel("A"))
    return np.where(alpha[..., None] < 128, np.uint8(255), colours)


def overlay(
    image: Pixels,
    labels: NDArray[np.integer],
    names: Mapping[int, str],
    *,
    marks: Marks | None = None,
    frame: Frame | None = None,
) -> bytes:
    """A PNG of stones, shape (rows, columns), over their picture, shape (rows, columns, 3).

    ``marks`` are in pixels of the photo; ``frame`` puts them on a rectified picture.
    """
    if image.shape[:2] != labels.shape or image.ndim != 3:
        raise SurveyError(f"a picture of {image.shape} and labels of {labels.shape} do not lie on each other")
    drawn = image.astype(np.float32)
    inside = labels > 0
    colours = _colours(labels)[labels]
    drawn[inside] = (1.0 - TINT) * drawn[inside] + TINT * colours[inside]
    drawn[~inside] *= OUTSIDE
    reach = max(1, round(max(labels.shape) / 1400))
    span = 2 * reach + 1
    dark = ndimage.maximum_filter(labels, span + 2) != ndimage.minimum_filter(labels, span + 2)
    border = ndimage.maximum_filter(labels, span) != ndimage.minimum_filter(labels, span)
    drawn[dark] *= 0.45
    drawn[border] = BORDER
    picture = Image.fromarray(np.clip(np.rint(drawn), 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(picture)
    if marks is not None:
        _draw_marks(pen, marks, frame, width=max(2, 2 * reach))
    for number, (place, depth) in _middles(labels).items():
        size = int(np.clip(0.55 * depth, 9, max(labels.shape) / 55))
        pen.text(
            place,
            _printable(names.get(number, str(number))),
            font=ImageFont.load_default(size),
            anchor="mm",
            fill=(255, 255, 255),
            stroke_width=max(1, size // 9),
            stroke_fill=(20, 20, 20),
        )
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return content.getvalue()


def _colours(labels: NDArray[np.integer]) -> NDArray[np.float32]:
    """A colour a label, shape (labels, 3), so that neighbours differ."""
    count = int(labels.max(initial=0)) + 1
    neighbours: list[set[int]] = [set() for _ in range(count)]
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        border = a != b
        for first, second in np.unique(np.column_stack([a[border], b[border]]), axis=0).tolist():
            neighbours[first].add(second)
            neighbours[second].add(first)
    chosen = np.full(count, -1)
    for number in range(1, count):
        taken = {int(chosen[other]) for other in neighbours[number] if other > 0}
        # start elsewhere each time: else most stones would have the first hue
        options = [(number * 3 + step) % TINTS for step in range(TINTS)]
        chosen[number] = next((hue for hue in options if hue not in taken), options[0])
    wheel = [colorsys.hsv_to_rgb(hue / TINTS, 0.8, 1.0) for hue in range(TINTS)]
    return np.asarray(255.0 * np.array(wheel, dtype=np.float32)[chosen], dtype=np.float32)


def _middles(labels: NDArray[np.integer]) -> dict[int, tuple[tuple[float, float], float]]:
    """Deepest point (column, row) of each label, and how deep it is [pixels]."""
    found: dict[int, tuple[tuple[float, float], float]] = {}
    windows: Sequence[tuple[slice, ...] | None] = ndimage.find_objects(labels)
    for number, window in enumerate(windows, start=1):
        if window is not None:
            depth = ndimage.distance_transform_edt(np.pad(labels[window] == number, 1))
            row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
            place = (float(column - 1 + window[1].start), float(row - 1 + window[0].start))
            found[number] = (place, float(depth[row, column]))
    return found


def _printable(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _draw_marks(pen: ImageDraw.ImageDraw, marks: Marks, frame: Frame | None, *, width: int) -> None:
    def there(line: Line) -> list[tuple[float, float]]:
        points = np.array(line, dtype=np.float64)
        mapped = points if frame is None else np.nan_to_num(map_points(frame.matrix, points))
        return [(float(column), float(row)) for column, row in np.clip(mapped, -1e5, 1e5)]

    def dot(place: tuple[float, float], kind: str) -> None:
        pen.circle(place, 3 * width, fill=MARK_COLOURS[kind], outline=(255, 255, 255), width=max(1, width // 2))

    for kind, lines in (("cuts", marks.cuts), ("merges", marks.merges)):
        for line in lines:
            pen.line(there(line), fill=(255, 255, 255), width=2 * width + 2, joint="curve")
            pen.line(there(line), fill=MARK_COLOURS[kind], width=2 * width - 1, joint="curve")
            if kind == "merges":
                for place in there(line):
                    dot(place, kind)
    for seed in marks.seeds:
        dot(there((seed.at,))[0], "seeds")
    for place in there(marks.outside) if marks.outside else []:
        dot(place, "outside")
    if marks.outline:
        pen.polygon(there(marks.outline), outline=(255, 210, 0), width=width)
