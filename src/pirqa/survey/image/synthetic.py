"""Synthetic photos of walls whose stones are known, and how well stones are found on them.

Made hard on purpose: the light changes by a factor of 2.5 across the picture, sensor noise has a standard deviation of
9 of 255 grey levels, joints are 3 mm to 14 mm wide and their darkness changes from pair to pair and along each joint,
and at least 12 % of their length is not visible at all (stretches of 4 cm to 10 cm, a few of 20 cm to 30 cm). Stones
have their own tone, grain, pits and hairline cracks; stains run down over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.image.marks import Line, Marks, Point
from pirqa.survey.image.photo import Prepared, Segmentation, mark_stones
from pirqa.survey.image.rectify import Pixels
from pirqa.survey.image.segment import IntArray, Mask

SHADING = 2.5
"""Brightest over darkest light across the picture."""

NOISE = 9.0
"""Standard deviation of the sensor's noise, of 255."""

HIDDEN_SHARE = 0.12
"""Least share of the length of the joints that is not visible."""

HIDDEN_STRETCH = (0.04, 0.10)
"""Shortest and longest of the many hidden stretches [m]."""

HIDDEN_LONG = (0.20, 0.30)
"""Shortest and longest of the few long ones [m]."""

HIDDEN_LONG_COUNT = 4

JOINT_WIDTH = (0.003, 0.014)
"""Narrowest and widest visible joint [m]."""

JOINT_DARKNESS = (0.30, 0.85)
"""Share of the light that the faintest and the darkest joint swallow."""

WANDER = 0.010
"""How far an edge leaves its straight line [m], standard deviation."""


HAND = 3.0
"""Pixels by which a line drawn by hand leaves the joint."""

ENOUGH = 0.97
"""Mean overlap at which a user is content."""

LEAK = 0.06
"""Share of a stone from which its being in another region catches the eye."""


def draw_labels(rings: Sequence[FloatArray], *, size: tuple[float, float], pixel: float) -> IntArray:
    """Number (from 1) of the ring that holds each pixel's centre, 0 in none: shape (rows, columns), top row first.

    ``rings`` are corners (x, z) [m], ``size`` is width and height [m].
    """
    columns, rows = (max(1, round(extent / pixel)) for extent in size)
    labels = np.zeros((rows, columns), dtype=np.int32)
    for number, ring in enumerate(rings, start=1):
        corners = np.column_stack([ring[:, 0] / pixel, rows - ring[:, 1] / pixel])
        crossings = np.zeros((rows, columns + 1), dtype=bool)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            # both neighbours walk a shared edge the same way, so that they round to the same pixels
            (c1, r1), (c2, r2) = sorted((tuple(start), tuple(end)), key=lambda point: (point[1], point[0]))
            first, last = np.clip(np.ceil(np.array([r1, r2]) - 0.5), 0, rows).astype(int)
            row = np.arange(first, last)
            if row.size:
                column = c1 + (row + 0.5 - r1) * (c2 - c1) / (r2 - r1)
                crossings[row, np.clip(np.ceil(column - 0.5), 0, columns).astype(int)] ^= True
        labels[np.logical_xor.accumulate(crossings, axis=1)[:, :-1]] = number
    return labels


def hide_joints(labels: IntArray, *, pixel: float, seed: int) -> FloatArray:
    """Return how hidden each pixel of a joint is, 0 to 1: round patches cover ``HIDDEN_SHARE`` of the joints."""
    random = np.random.default_rng([seed, 1])
    border = _borders(labels)
    places = np.argwhere(border)
    hidden = np.zeros(labels.shape, dtype=bool)
    if len(places) == 0:
        return hidden.astype(np.float64)
    long, done = HIDDEN_LONG_COUNT, 0.0
    while long > 0 or done < HIDDEN_SHARE:
        row, column = places[random.integers(len(places))]
        radius = 0.5 * random.uniform(*(HIDDEN_LONG if long > 0 else HIDDEN_STRETCH)) / pixel
        long -= 1
        top, bottom = max(0, int(row - radius)), min(labels.shape[0], int(row + radius) + 2)
        left, right = max(0, int(column - radius)), min(labels.shape[1], int(column + radius) + 2)
        window = np.s_[top:bottom, left:right]
        rows, columns = np.ogrid[window]
        hidden[window] |= (rows - row) ** 2 + (columns - column) ** 2 <= radius**2
        done = float(hidden[border].mean())
    soft: FloatArray = np.clip(ndimage.gaussian_filter(hidden.astype(np.float64), 1.0), 0.0, 1.0)
    return np.maximum(soft, hidden)


def photograph(
    rings: Sequence[FloatArray],
    size: tuple[float, float],
    pixel: float,
    seed: int,
) -> tuple[Pixels, IntArray]:
    """A photo of stones (``rings`` in x, z [m]) on a wall of ``size`` [m], and the stone of each pixel.

    Gives colours, shape (rows, columns, 3), and labels, shape (rows, columns): the number of the ring from 1, 0 where
    there is no stone. Edges wander about the rings' straight ones; the labels follow them.
    """
    random = np.random.default_rng([seed, 0])
    straight = draw_labels(rings, size=size, pixel=pixel)
    labels = _wander(straight, random, pixel)
    shape = labels.shape
    metre = 1.0 / pixel

    count = len(rings)
    tones = np.concatenate([[0.55], random.uniform(0.40, 0.66, count)])
    hues = np.concatenate([[[0.92, 1.0, 0.86]], 1.0 + random.normal(0.0, 0.015, (count, 3))])
    grain = 0.05 * _field(random, shape, 0.004 * metre) + 0.05 * _field(random, shape, 0.03 * metre)
    grain += 0.06 * _field(random, shape, 0.12 * metre)
    albedo = tones[labels] * (1.0 + grain)
    albedo *= 1.0 - 0.45 * (_field(random, shape, 0.006 * metre) > 2.6)
    albedo *= 1.0 - _cracks(random, shape, pixel, count)

    hidden = hide_joints(labels, pixel=pixel, seed=seed)
    blurred = ndimage.gaussian_filter(tones[labels], 0.05 * metre) * (1.0 + grain)
    crust = 1.0 + 0.08 * _field(random, shape, 0.10 * metre)
    albedo = (1.0 - hidden) * albedo + hidden * blurred * crust
    albedo *= 1.0 - (1.0 - hidden) * _joints(labels, random, pixel)

    light = _light(random, shape) * _stains(random, shape, pixel)
    scene = (albedo * light)[..., None] * hues[labels]
    scene *= 185.0 / float(np.quantile(scene, 0.95))
    scene = ndimage.gaussian_filter(scene, (0.6, 0.6, 0.0))
    scene += random.normal(0.0, NOISE, (*shape, 1)) + random.normal(0.0, 0.4 * NOISE, (*shape, 3))
    return np.clip(np.rint(scene), 0, 255).astype(np.uint8), labels


def _borders(labels: IntArray) -> NDArray[np.bool_]:
    """Pixels with another stone to the right or below."""
    border = np.zeros(labels.shape, dtype=bool)
    border[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    border[:-1] |= labels[:-1] != labels[1:]
    return border


def _field(random: np.random.Generator, shape: tuple[int, ...], scale: float) -> FloatArray:
    """Smooth noise with mean 0 and standard deviation 1 that changes over ``scale`` pixels."""
    step = max(1, int(scale / 3.0))
    coarse = random.normal(size=(shape[0] // step + 8, shape[1] // step + 8))
    coarse = ndimage.gaussian_filter(coarse, max(scale / step, 0.3), mode="wrap")
    coarse /= max(float(coarse.std()), 1e-12)
    if step == 1:
        return np.asarray(coarse[: shape[0], : shape[1]])
    rows, columns = (np.arange(extent) / step + 2.0 for extent in shape)
    top, left = rows.astype(int), columns.astype(int)
    down, right = (rows - top)[:, None], (columns - left)[None, :]
    upper = coarse[top][:, left] * (1 - right) + coarse[top][:, left + 1] * right
    lower = coarse[top + 1][:, left] * (1 - right) + coarse[top + 1][:, left + 1] * right
    return np.asarray(upper * (1 - down) + lower * down)


def _wander(labels: IntArray, random: np.random.Generator, pixel: float) -> IntArray:
    """The labels with edges bent; the picture's frame stays."""
    reach = WANDER / pixel
    rows, columns = np.indices(labels.shape)
    moved = []
    for index, extent in ((rows, labels.shape[0]), (columns, labels.shape[1])):
        inside = np.minimum(np.minimum(index, extent - 1 - index) / (4.0 * reach + 1e-9), 1.0)
        shift = reach * inside * np.clip(_field(random, labels.shape, 0.10 / pixel), -2.5, 2.5)
        moved.append(np.clip(np.rint(index + shift), 0, extent - 1).astype(np.intp))
    return np.asarray(labels[moved[0], moved[1]])


def _joints(labels: IntArray, random: np.random.Generator, pixel: float) -> FloatArray:
    """Share of the light that joints swallow."""
    border = _borders(labels)
    both = border.copy()
    both[:, 1:] |= labels[:, :-1] != labels[:, 1:]
    both[1:] |= labels[:-1] != labels[1:]
    if not both.any():
        return np.zeros(labels.shape)
    distance, nearest = ndimage.distance_transform_edt(~both, return_indices=True)
    highest = ndimage.maximum_filter(labels, 3)[nearest[0], nearest[1]].astype(np.int64)
    lowest = ndimage.minimum_filter(labels, 3)[nearest[0], nearest[1]].astype(np.int64)
    count = int(labels.max()) + 1
    darkness = random.uniform(*JOINT_DARKNESS, (count, count))[lowest, highest]
    width = random.uniform(*JOINT_WIDTH, (count, count))[lowest, highest]
    darkness = darkness * (1.0 + 0.15 * _field(random, labels.shape, 0.08 / pixel))
    width = width * np.exp(0.25 * _field(random, labels.shape, 0.06 / pixel))
    # the line runs between two pixels: the pixel at distance d reaches from d to d + 1
    covered = np.clip(0.5 * width / pixel - distance, 0.0, 1.0)
    return np.asarray(np.clip(darkness, 0.05, 0.95) * covered)


def _cracks(random: np.random.Generator, shape: tuple[int, ...], pixel: float, count: int) -> FloatArray:
    """Hairline cracks that end inside a stone, as a share of the light."""
    crack = np.zeros(shape)
    for _ in range(count // 3):
        steps = int(random.uniform(0.10, 0.30) / pixel)
        heading = random.uniform(0.0, 2.0 * np.pi) + np.cumsum(random.normal(0.0, 0.12, steps))
        rows = random.uniform(0, shape[0]) + np.cumsum(np.sin(heading))
        columns = random.uniform(0, shape[1]) + np.cumsum(np.cos(heading))
        inside = (rows >= 0) & (rows < shape[0]) & (columns >= 0) & (columns < shape[1])
        crack[rows[inside].astype(int), columns[inside].astype(int)] = random.uniform(0.15, 0.4)
    return crack


def _light(random: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
    """Smooth light whose brightest value is ``SHADING`` times its darkest."""
    angle = random.uniform(0.0, 2.0 * np.pi)
    rows, columns = np.ogrid[0.0 : shape[0], 0.0 : shape[1]]
    slope = np.cos(angle) * columns / shape[1] + np.sin(angle) * rows / shape[0]
    light = slope / max(float(np.ptp(slope)), 1e-12) + 0.08 * _field(random, shape, 0.25 * max(shape))
    light = (light - light.min()) / max(float(np.ptp(light)), 1e-12)
    return np.asarray(SHADING ** (light - 1.0))


def _stains(random: np.random.Generator, shape: tuple[int, ...], pixel: float) -> FloatArray:
    """Dark streaks that run down, and blotches of lichen."""
    stains = np.ones(shape)
    rows, columns = np.ogrid[0.0 : shape[0], 0.0 : shape[1]]
    for _ in range(8):
        column, top = random.uniform(0, shape[1]), random.uniform(-0.2, 0.6) * shape[0]
        half, length = random.uniform(0.02, 0.12) / pixel, random.uniform(0.4, 1.5) / pixel
        across = np.exp(-0.5 * ((columns - column) / half) ** 2)
        down = np.clip((rows - top) / (0.1 * length), 0.0, 1.0) * np.exp(-np.clip(rows - top, 0.0, None) / length)
        stains *= 1.0 - random.uniform(0.15, 0.45) * across * down
    blotches = np.clip(_field(random, shape, 0.07 / pixel) - 1.3, 0.0, 1.0)
    return np.asarray(stains * (1.0 - 0.30 * blotches))


def score(labels_true: IntArray, labels_found: IntArray) -> tuple[int, float]:
    """Stones found, and the mean over all true stones of their overlap with what was found, area over area of both.

    A stone is found if one region overlaps it by more than a half, which can be only one; a stone that was not found
    counts with its best overlap.
    """
    overlap, true, found = _overlaps(labels_true, labels_found)
    if len(true) == 0:
        raise SurveyError("there are no true stones to compare with; give labels above zero")
    union = true[:, None] + found[None, :] - overlap
    ratio = (overlap / np.maximum(union, 1)).max(axis=1, initial=0.0)
    return int((ratio > 0.5).sum()), float(ratio.mean())


def suggest_marks(
    labels_true: IntArray, labels_found: IntArray, limit: int = 5, *, marks: Marks | None = None
) -> Marks:
    """What a user who looks at the found stones would mark first, at most ``limit`` marks, added to ``marks``.

    A region over several stones gets a cut along their joint, drawn with a coarse hand; pieces of one stone that touch
    get a merge. The worst come first. Both label pictures must have the photo's own pixels.
    """
    base = Marks() if marks is None else marks
    overlap, true, found = _overlaps(labels_true, labels_found)
    wanted: list[tuple[float, str, Line]] = []
    for number in range(len(found)):
        stones = np.flatnonzero(overlap[:, number] > LEAK * true)
        for i, first in enumerate(stones):
            for second in stones[i + 1 :]:
                joint = _joint(labels_true, int(first) + 1, int(second) + 1)
                if joint and joint not in base.cuts:
                    wanted.append((float(min(overlap[first, number], overlap[second, number])), "cuts", joint))
    for stone in range(len(true)):
        pieces = np.flatnonzero(overlap[stone] > 0.5 * found)
        if len(pieces) > 1 and ndimage.label(np.isin(labels_found, pieces + 1))[1] == 1:
            points = tuple(_middle((labels_true == stone + 1) & (labels_found == piece + 1)) for piece in pieces)
            wanted.append((float(np.sort(overlap[stone, pieces])[-2]), "merges", points))
    wanted.sort(key=lambda item: -item[0])
    chosen = wanted[: max(0, limit)]
    return replace(
        base,
        cuts=base.cuts + tuple(line for _, kind, line in chosen if kind == "cuts"),
        merges=base.merges + tuple(line for _, kind, line in chosen if kind == "merges"),
    )


def correct_stones(
    prepared: Prepared, labels_true: IntArray, marks: Marks, limit: int = 5
) -> tuple[Segmentation, Marks]:
    """The stones on a photo as they are after a user looked, marked, and looked again, with at most ``limit`` marks."""
    found = mark_stones(prepared, marks)
    stones = len(np.unique(labels_true[labels_true > 0]))
    while marks.count < limit:
        right, overlap = score(labels_true, found.labels)
        if found.stones == stones == right and overlap >= ENOUGH:
            break
        # one at a time: often the next one is not needed any more
        more = suggest_marks(labels_true, found.labels, 1, marks=marks)
        if more.count == marks.count:
            break
        marks, found = more, mark_stones(prepared, more)
    return found, marks


def _overlaps(labels_true: IntArray, labels_found: IntArray) -> tuple[NDArray[np.int64], ...]:
    """Pixels that true stone and found region share, (true, found), and pixels of each alone."""
    if labels_true.shape != labels_found.shape:
        raise SurveyError(f"labels of {labels_true.shape} and {labels_found.shape} cannot be compared; use one picture")
    columns, rows = int(labels_found.max(initial=0)) + 1, int(labels_true.max(initial=0)) + 1
    index = labels_true.astype(np.int64).ravel() * columns + labels_found.ravel()
    table = np.bincount(index, minlength=rows * columns).reshape(rows, columns)
    return table[1:, 1:], table[1:].sum(axis=1), table[:, 1:].sum(axis=0)


def _middle(region: Mask) -> Point:
    """The point of a region that lies deepest in it."""
    depth = ndimage.distance_transform_edt(np.pad(region, 1))[1:-1, 1:-1]
    row, column = np.unravel_index(int(np.argmax(depth)), depth.shape)
    return float(column), float(row)


def _joint(labels: IntArray, first: int, second: int) -> Line:
    """The longest stretch of joint between two stones, as a coarse polyline; nothing where they do not meet."""
    segments = []
    for here, there, step in ((np.s_[:, :-1], np.s_[:, 1:], (1, 0)), (np.s_[:-1], np.s_[1:], (0, 1))):
        a, b = labels[here], labels[there]
        rows, columns = np.nonzero(((a == first) & (b == second)) | ((a == second) & (b == first)))
        # the edge between two pixels, in coordinates in which pixel centres are whole numbers
        start = np.column_stack([columns + 0.5 * step[0] - 0.5 * step[1], rows + 0.5 * step[1] - 0.5 * step[0]])
        end = start + np.array([step[1], step[0]])
        segments.append(np.stack([start, end], axis=1))
    lines = np.concatenate(segments)
    if len(lines) == 0:
        return ()
    merged = shapely.line_merge(shapely.multilinestrings(np.array(shapely.linestrings(lines))))
    longest = max(shapely.get_parts(merged), key=shapely.length)
    drawn = shapely.get_coordinates(shapely.simplify(longest, HAND))
    return tuple((float(column), float(row)) for column, row in np.round(drawn, 1))
