"""Stones in a picture of a wall: the picture is cut along its joints.

Joints are long thin valleys of the picture's logarithm, so that shadow and light do not matter: a bank of long narrow
filters answers at each pixel how much darker the best line through it is than what lies beside it, in units of what
the neighbourhood answers by chance. Visible joints leave gaps. The picture is therefore first cut too often, at every
narrow place between joints, and then pieces are put together again across borders of which too little is visible
joint. A non-convex stone is cut at its neck and healed; two stones whose joint is half hidden stay apart.
Nothing is random: the same picture gives the same stones.
"""

from __future__ import annotations

import heapq
import importlib
import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import fft, ndimage

from pirqa.errors import MissingExtraError, SurveyError
from pirqa.model.polyhedron import FloatArray

JointTone = Literal["dark", "light"]
IntArray = NDArray[np.int32]
Mask = NDArray[np.bool_]
Picture = NDArray[np.float32]

STONES_GUESSED = 50
"""Stones on a wall of which nothing is known; lengths below are shares of the side of one."""
FILTER_LENGTH = 0.085
FILTER_WIDTH = 0.009
SHADE = 0.15
SPECK = 0.36
NECK = 0.009
MARKER = 0.036
STONE_LEAST = 0.12
"""Side of the smallest stone."""
CORNER = 0.4
"""Pieces that meet along less than this share of the smaller one's side meet at a corner; no stone has such a neck."""
CORNER_LEAST = 0.33
"""Side of the smallest piece for which that is asked."""
ANGLES = 20
STRONGEST = 8.0
FLAT = 0.1
"""Of a joint's weight: how much the distance from joints leads a border where no joint is visible."""


@dataclass(frozen=True, kw_only=True)
class SegmentOptions:
    """How stones are looked for."""

    stone: float | None = None
    """Side of a typical stone [m]; if not given, guessed as if fifty stood on the wall, and then measured."""
    joints: JointTone = "dark"
    """Whether joints are darker or lighter than stones."""
    evidence: float = 0.45
    """Share of a border that must be visible as a joint, 0 to 1: more joins stones, less cuts them."""
    clear: float = 3.2
    """Strength from which a line is a joint by itself; chance reaches 2.8 at one pixel in a thousand."""
    faint: float = 2.4
    """Strength down to which a clear joint goes on."""

    def __post_init__(self) -> None:
        if not 0.0 <= self.evidence <= 1.0:
            raise SurveyError(f"evidence is {self.evidence:g}; give a share from 0 to 1")
        if not 0.0 < self.faint <= self.clear <= 100.0:
            raise SurveyError(f"faint is {self.faint:g} and clear {self.clear:g}; faint must be less, both above 0")


@dataclass(frozen=True, kw_only=True, eq=False)
class Proposal:
    """Stones proposed on a picture, and what they were cut along."""

    labels: IntArray
    """Number of the stone from 1, 0 outside the wall; shape (rows, columns)."""
    landscape: Picture
    """High on joints, low in the middle of stones; borders run along its ridges."""
    stone: float
    """Side of a typical stone, in pixels."""


def joint_strength(tone: Picture, *, width: float, length: float, shade: float) -> Picture:
    """How strongly the best line through each pixel is a joint; 1 is what chance gives.

    ``tone`` is the logarithm of the brightness; a joint is about 3 ``width`` pixels wide and straight over ``length``;
    light that changes over more than ``shade`` pixels does not count.
    """
    rows, columns = tone.shape
    flat = tone - ndimage.gaussian_filter(tone, shade)
    margin = max(1, min(int(2.3 * length), rows - 1, columns - 1))
    padded = np.pad(flat, margin, mode="reflect" if min(rows, columns) > 1 else "edge")
    shape = [int(fft.next_fast_len(extent, real=True)) for extent in padded.shape]
    spectrum = fft.rfft2(padded, shape)
    down = (2.0 * np.pi * fft.fftfreq(shape[0])[:, None]).astype(np.float32)
    right = (2.0 * np.pi * fft.rfftfreq(shape[1])[None, :]).astype(np.float32)
    best = np.full((rows, columns), -np.inf, dtype=np.float32)
    for angle in np.arange(ANGLES) * (math.pi / ANGLES):
        along = right * np.float32(math.cos(angle)) + down * np.float32(math.sin(angle))
        across = down * np.float32(math.cos(angle)) - right * np.float32(math.sin(angle))
        valley = -(across**2) * np.exp(-0.5 * ((width * across) ** 2 + (length * along) ** 2))
        answer = fft.irfft2(spectrum * valley, shape)
        np.maximum(best, answer[margin : margin + rows, margin : margin + columns], out=best)
    return np.asarray(best / np.maximum(_by_chance(best, max(8, int(1.8 * shade))), 1e-6), dtype=np.float32)


def propose(tone: Picture, inside: Mask, *, pixel: float, options: SegmentOptions) -> Proposal:
    """Stones on a picture whose logarithm of brightness is ``tone``, where it shows the wall (``inside``)."""
    if options.stone is not None:
        return _propose(tone, inside, options.stone / pixel, options)
    guess = math.sqrt(float(inside.sum()) / STONES_GUESSED)
    proposal = _propose(tone, inside, guess, options)
    areas = np.bincount(proposal.labels[inside])
    measured = math.sqrt(float(np.median(areas[areas > 0])))
    # a guess that was far off is made good once
    return proposal if guess / 1.5 < measured < 1.5 * guess else _propose(tone, inside, measured, options)


def _propose(tone: Picture, inside: Mask, side: float, options: SegmentOptions) -> Proposal:
    if not 12.0 <= side <= 4.0 * max(tone.shape):
        raise SurveyError(
            f"a typical stone would be {side:.3g} pixels wide in a picture of {tone.shape[1]} by {tone.shape[0]}; "
            "give stone under [segment], or a smaller pixel"
        )
    strength = joint_strength(
        tone if options.joints == "dark" else -tone,
        width=max(1.5, FILTER_WIDTH * side),
        length=max(8.0, FILTER_LENGTH * side),
        shade=max(4.0, SHADE * side),
    )
    strength[~inside] = 0.0
    joints = _skimage("filters").apply_hysteresis_threshold(strength, options.faint, options.clear)
    pieces, _ = ndimage.label(joints, np.ones((3, 3)))
    sizes = np.bincount(pieces.ravel())
    joints &= (sizes >= SPECK * side)[pieces]
    if not joints.any():
        raise SurveyError("no joint is visible on the photo; trace the stones, or give cuts over an outline")
    depth = ndimage.gaussian_filter(ndimage.distance_transform_edt(~joints), 1.0).astype(np.float32)
    tops = _skimage("morphology").h_maxima(depth, max(0.5, NECK * side)).astype(bool) & inside
    middles = np.asarray(ndimage.label(tops, np.ones((3, 3)))[0], dtype=np.int32)
    landscape = np.clip(strength, 0.0, STRONGEST) - FLAT * depth
    labels = flood(-depth, middles, inside)
    labels = recentre(labels, landscape, inside, by=max(2, round(MARKER * side)))
    labels = _heal(labels, strength, side, options)
    labels = recentre(labels, landscape, inside, by=max(2, round(1.3 * MARKER * side)))
    return Proposal(labels=labels, landscape=landscape, stone=side)


def flood(landscape: Picture, markers: IntArray, inside: Mask) -> IntArray:
    """The region of each marker: water that rises in ``landscape`` and does not mix."""
    # from the inside of a marker no water goes anywhere, and most of a picture is that
    still = ndimage.binary_erosion((markers != 0) | ~inside, border_value=1)
    wet = inside & ~still
    flooded = _skimage("segmentation").watershed(landscape, np.where(wet, markers, 0), mask=wet)
    return np.where(wet, flooded, np.where(inside, markers, 0)).astype(np.int32)


def recentre(labels: IntArray, landscape: Picture, inside: Mask, *, by: int) -> IntArray:
    """The labels with borders moved, by no more than about ``by`` pixels, to the ridge of the landscape."""
    core = ndimage.minimum_filter(labels, 2 * by + 1) == ndimage.maximum_filter(labels, 2 * by + 1)
    markers = np.where(core, labels, 0).astype(np.int32)
    thin = np.setdiff1d(np.unique(labels), np.unique(markers))
    if thin.size:
        keep = np.isin(labels, thin)
        markers[keep] = labels[keep]
    return flood(landscape, markers, inside)


def _skimage(part: str) -> Any:
    try:
        return importlib.import_module(f"skimage.{part}")
    except ImportError as error:
        raise MissingExtraError("finding stones on a photo", "image") from error


def _by_chance(answer: Picture, block: int) -> Picture:
    """Median of ``answer`` around each pixel, smoothed: joints are too thin to change it."""
    rows, columns = answer.shape
    down, right = -(-rows // block), -(-columns // block)
    padded = np.pad(answer, ((0, down * block - rows), (0, right * block - columns)), mode="symmetric")
    blocks = padded.reshape(down, block, right, block).transpose(0, 2, 1, 3).reshape(down, right, -1)
    median = ndimage.gaussian_filter(np.median(blocks, axis=2), 1.0, mode="nearest")
    wide = ndimage.zoom(median, block, order=1, grid_mode=True, mode="nearest")
    return np.asarray(wide[:rows, :columns], dtype=np.float32)


def _borders(labels: IntArray, shown: Picture) -> tuple[NDArray[np.int64], FloatArray, FloatArray]:
    """Pairs of neighbours, shape (n, 2), how much of their border is shown, and its length [pixels]."""
    pairs, amounts = [], []
    for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        a, b = labels[here], labels[there]
        border = (a != b) & (a > 0) & (b > 0)
        pairs.append(np.column_stack([np.minimum(a[border], b[border]), np.maximum(a[border], b[border])]))
        amounts.append(np.maximum(shown[here][border], shown[there][border]))
    found, inverse = np.unique(np.concatenate(pairs).astype(np.int64), axis=0, return_inverse=True)
    weights = np.concatenate(amounts).astype(np.float64)
    inverse = inverse.ravel()
    seen = np.bincount(inverse, weights, len(found)).astype(np.float64)
    return found, seen, np.bincount(inverse, minlength=len(found)).astype(np.float64)


def _heal(labels: IntArray, strength: Picture, side: float, options: SegmentOptions) -> IntArray:
    """Join neighbours, least visible border first, until every border left is visible enough."""
    start = options.faint - 0.4
    shown = np.clip((ndimage.maximum_filter(strength, 3) - start) / (options.clear - start), 0.0, 1.0)
    pairs, seen, lengths = _borders(labels, shown)
    areas = np.bincount(labels.ravel()).astype(np.float64)
    joined = np.arange(len(areas))
    borders: dict[int, dict[int, tuple[float, float]]] = {}
    for (a, b), sight, length in zip(pairs.tolist(), seen.tolist(), lengths.tolist(), strict=True):
        borders.setdefault(a, {})[b] = borders.setdefault(b, {})[a] = (sight, length)
    # a border begins and ends on other joints: these ends do not count
    ends = max(2.0, 0.024 * side)

    def visible(a: int, b: int) -> float:
        sight, length = borders[a][b]
        smaller = math.sqrt(min(areas[a], areas[b]))
        if smaller < STONE_LEAST * side:
            return -1.0 / (1.0 + length)
        if length < CORNER * smaller and smaller > CORNER_LEAST * side:
            return 1.0
        return max(sight - ends, 0.0) / max(length - ends, 1.0)

    queue = [(visible(a, b), a, b) for a, b in pairs.tolist()]
    heapq.heapify(queue)
    while queue and queue[0][0] < options.evidence:
        value, a, b = heapq.heappop(queue)
        if b not in borders.get(a, {}) or value != visible(a, b):
            continue
        joined[b] = a
        areas[a] += areas[b]
        for other, (sight, length) in borders.pop(b).items():
            del borders[other][b]
            if other != a:
                before = borders[a].get(other, (0.0, 0.0))
                borders[a][other] = borders[other][a] = (before[0] + sight, before[1] + length)
        for other in borders[a]:
            low, high = min(a, other), max(a, other)
            heapq.heappush(queue, (visible(low, high), low, high))
    while not np.array_equal(joined, joined[joined]):
        joined = joined[joined]
    return np.asarray(joined[labels], dtype=np.int32)
