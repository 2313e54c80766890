"""From a photo taken at an angle to a picture on which every pixel is the same square of wall.

A point of a photo is ``(column, row)`` as picture viewers show it: whole numbers are centres of pixels, rows go down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

WORKING_PIXELS = 4_000_000
"""Pixels of a rectified picture unless its user asks for smaller ones: 2 mm on a wall of 16 m²."""
MOST_PIXELS = 20_000_000
"""What a user may ask for."""

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True, eq=False)
class Frame:
    """The rectified picture before it is drawn: where each of its pixels comes from and where it lies on the wall."""

    matrix: FloatArray
    """Homography from a point of the photo to a point of the picture, shape (3, 3)."""
    shape: tuple[int, int]
    """Rows and columns of the picture."""
    pixel: float
    """Side of a pixel on the wall [m]."""
    origin: tuple[float, float] = (0.0, 0.0)
    """Wall coordinates (x, z) [m] of the picture's lower left corner."""
    residual: float = 0.0
    """Root mean square distance between marked points and where they were put [m]."""
    remarks: tuple[Remark, ...] = field(default=())


def map_points(matrix: FloatArray, points: FloatArray) -> FloatArray:
    """Points, shape (n, 2), through a homography."""
    with np.errstate(all="ignore"):
        mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        return np.asarray(mapped[:, :2] / mapped[:, 2:])


def fit_homography(source: FloatArray, target: FloatArray) -> tuple[FloatArray, float]:
    """The homography, shape (3, 3), from four or more points (n, 2) to as many others, and its residual in their unit.

    With more than four points the algebraic error in centred and scaled coordinates is least (Hartley's normalised
    direct linear transformation).
    """
    if len(source) < 4 or len(source) != len(target):
        raise SurveyError(f"a photo is rectified with at least four points, not {len(source)}; mark more")
    if not (np.isfinite(source).all() and np.isfinite(target).all()):
        raise SurveyError("the points that rectify the photo must be finite numbers; correct them")
    first, second = _normaliser(source), _normaliser(target)
    a, b = map_points(first, source), map_points(second, target)
    zero, one = np.zeros(len(a)), np.ones(len(a))
    rows = [
        np.column_stack([a, one, zero, zero, zero, -b[:, :1] * a, -b[:, 0]]),
        np.column_stack([zero, zero, zero, a, one, -b[:, 1:] * a, -b[:, 1]]),
    ]
    _, singular, basis = np.linalg.svd(np.concatenate(rows))
    matrix = np.linalg.inv(second) @ basis[-1].reshape(3, 3) @ first
    if singular[7] < 1e-6 * singular[0] or abs(np.linalg.det(basis[-1].reshape(3, 3))) < 1e-9:
        raise SurveyError(
            "the points that rectify the photo lie on one line or on each other; mark four corners of a rectangle"
        )
    weights = source @ matrix[2, :2] + matrix[2, 2]
    if not (np.all(weights > 0) or np.all(weights < 0)):
        raise SurveyError("no photo can show the points like this: two of them are exchanged; give them in order")
    distances = map_points(matrix, source) - target
    return np.asarray(matrix * np.sign(weights[0])), float(np.sqrt(np.mean(np.sum(distances**2, axis=1))))


def rectangle_aspect(corners: FloatArray, shape: tuple[int, int]) -> float:
    """Width over height of a rectangle seen at ``corners`` (4, 2), from the upper left one on clockwise.

    For a camera with square pixels whose axis meets the middle of the uncropped photo of ``shape`` (rows, columns);
    what perspective does not tell (Zhang and He, whiteboard scanning) is taken as seen from the front.
    """
    centred = corners - 0.5 * (np.array([shape[1], shape[0]]) - 1.0)
    scale = float(max(shape))
    m1, m2, m4, m3 = np.column_stack([centred / scale, np.ones(4)])
    k2 = np.dot(np.cross(m1, m4), m3) / np.dot(np.cross(m2, m4), m3)
    k3 = np.dot(np.cross(m1, m4), m2) / np.dot(np.cross(m3, m4), m2)
    n2, n3 = k2 * m2 - m1, k3 * m3 - m1
    focal = math.inf
    if abs(n2[2]) > 1e-3 and abs(n3[2]) > 1e-3:
        squared = -(n2[0] * n3[0] + n2[1] * n3[1]) / (n2[2] * n3[2])
        # a lens between 12 mm and 400 mm on a 36 mm sensor; else perspective is too weak to tell
        focal = math.sqrt(squared) if 0.33**2 < squared < 11.0**2 else math.inf
    weights = np.array([1.0, 1.0, 0.0 if math.isinf(focal) else focal**2])
    return float(math.sqrt(np.dot(weights, n2**2) / np.dot(weights, n3**2)))


def frame_from_scale(shape: tuple[int, int], pixel: float, *, wanted: float | None = None) -> Frame:
    """The frame of a photo taken from the front: of ``shape`` (rows, columns), with pixels of ``pixel`` [m].

    ``wanted`` is the pixel of the picture [m]; without it a large photo is made smaller.
    """
    _check_pixel(pixel)
    rows, columns = shape
    side = wanted if wanted is not None else pixel * max(1.0, math.sqrt(rows * columns / WORKING_PIXELS))
    _check_pixel(side)
    _check_count(rows * columns * (pixel / side) ** 2, side)
    factor = pixel / side
    new = (max(1, round(rows * factor)), max(1, round(columns * factor)))
    shift = 0.5 * factor - 0.5
    matrix = np.array([[factor, 0.0, shift], [0.0, factor, shift], [0.0, 0.0, 1.0]])
    return Frame(matrix=matrix, shape=new, pixel=side, remarks=_reduced(pixel, side) if wanted is None else ())


def frame_from_points(
    photo: FloatArray, wall: FloatArray, *, extent: FloatArray | None = None, wanted: float | None = None
) -> Frame:
    """The frame in which points of the photo, shape (n, 2), lie at ``wall`` (x, z) [m], shape (n, 2).

    The picture shows the box around the points of the photo in ``extent``, or else around ``photo``.
    """
    matrix, residual = fit_homography(photo, wall)
    seen = photo if extent is None else extent
    weights = seen @ matrix[2, :2] + matrix[2, 2]
    if np.any(weights <= 0.0):
        raise SurveyError("the outline of the wall crosses the photo's horizon; draw it on the wall's own plane")
    there = map_points(matrix, seen)
    low, high = there.min(axis=0), there.max(axis=0)
    if not np.all(high - low > 0.0):
        raise SurveyError("the points that rectify the photo enclose no area; mark four corners of a rectangle")
    centre = photo.mean(axis=0)
    steps = map_points(matrix, centre + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    across, down = steps[1] - steps[0], steps[2] - steps[0]
    area = abs(float(across[0] * down[1] - across[1] * down[0]))
    own = math.sqrt(area)
    side = wanted if wanted is not None else max(own, math.sqrt(float(np.prod(high - low)) / WORKING_PIXELS))
    _check_pixel(side)
    _check_count(float(np.prod((high - low) / side)), side)
    columns, rows = (max(1, math.ceil(extent_ / side - 1e-6)) for extent_ in high - low)
    to_picture = np.array(
        [[1.0 / side, 0.0, -low[0] / side - 0.5], [0.0, -1.0 / side, rows + low[1] / side - 0.5], [0.0, 0.0, 1.0]]
    )
    return Frame(
        matrix=np.asarray(to_picture @ matrix),
        shape=(rows, columns),
        pixel=side,
        origin=(float(low[0]), float(low[1])),
        residual=residual,
        remarks=_reduced(own, side) if wanted is None else (),
    )


def rectify(image: Pixels, frame: Frame) -> tuple[Pixels, Mask]:
    """The picture of ``frame`` out of a photo, shape (rows, columns, 3), and which of its pixels the photo shows."""
    if frame.shape == image.shape[:2] and np.allclose(frame.matrix, np.eye(3)):
        return image, np.ones(frame.shape, dtype=bool)
    back: FloatArray = np.asarray(np.linalg.inv(frame.matrix), dtype=np.float64)
    rows, columns = np.indices(frame.shape)
    there = map_points(back, np.column_stack([columns.ravel(), rows.ravel()]).astype(np.float64))
    there = np.nan_to_num(there, nan=-1e9, posinf=1e9, neginf=-1e9)
    centre = 0.5 * np.array([[frame.shape[1], frame.shape[0]]])
    steps = map_points(back, np.concatenate([centre, centre + 1.0]))
    spacing = float(np.linalg.norm(steps[1] - steps[0]) / math.sqrt(2.0))
    blur = 0.4 * spacing if spacing > 1.2 else 0.0
    channels = []
    for index in range(3):
        channel = image[..., index].astype(np.float32)
        channel = ndimage.gaussian_filter(channel, min(blur, 50.0)) if blur else channel
        drawn = ndimage.map_coordinates(channel, [there[:, 1], there[:, 0]], order=1, mode="nearest")
        channels.append(drawn.reshape(frame.shape))
    height, width = image.shape[:2]
    shown = (there >= -0.5).all(axis=1) & (there[:, 0] <= width - 0.5) & (there[:, 1] <= height - 0.5)
    return np.clip(np.rint(np.stack(channels, axis=-1)), 0, 255).astype(np.uint8), shown.reshape(frame.shape)


def _normaliser(points: FloatArray) -> FloatArray:
    """The similarity that puts points around the origin at distance 1."""
    centre = points.mean(axis=0)
    spread = float(np.sqrt(np.mean(np.sum((points - centre) ** 2, axis=1))))
    if not 0.0 < spread < 1e12:
        raise SurveyError("the points that rectify the photo lie on each other; mark four corners of a rectangle")
    return np.array(
        [[1.0 / spread, 0.0, -centre[0] / spread], [0.0, 1.0 / spread, -centre[1] / spread], [0.0, 0.0, 1.0]]
    )


def _check_pixel(pixel: float) -> None:
    if not (math.isfinite(pixel) and 1e-5 <= pixel <= 10.0):
        raise SurveyError(f"a pixel of {pixel:.3g} m on the wall cannot be; check the scale and the points")


def _check_count(count: float, pixel: float) -> None:
    if not count <= MOST_PIXELS:
        raise SurveyError(
            f"a picture with pixels of {pixel:.3g} m would have {count:.3g} of them (at most {MOST_PIXELS:.0g}); "
            'give a larger pixel, for example pixel = "5 mm"'
        )


def _reduced(own: float, used: float) -> tuple[Remark, ...]:
    if used <= 1.001 * own:
        return ()
    return (Remark(kind="assumption", key="photo_reduced", amount=used, unit="m"),)
