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
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from pirqa.errors import SurveyError
from pirqa.model.remark import Remark
from pirqa.survey.label_borders import SPECK, Place, build_rings, clean_labels, close_gaps
from pirqa.survey.raw import Drawing, Outline, ReadAs, read_bytes

__all__ = ["NAME", "SUFFIXES", "drawing_from_labels", "open_picture", "read", "upright"]

NAME = "label_raster"
SUFFIXES = (".png", ".tif", ".tiff")

MOST_PIXELS = 64_000_000
"""Pixels of a picture; more would fill the memory."""
MOST_LABELS = 5000
SIMPLIFY = 2.0
"""Pixels: square root of the area that a border may gain or lose at each corner that is left out."""

PHOTO = 'if this is a photo, read it with format = "image" and a marks file beside it, or label its stones first'

IntArray = NDArray[np.int64]
Mask = NDArray[np.bool_]
AnyArray = NDArray[np.generic]


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
    return Drawing(
        file=drawing.file,
        format=drawing.format,
        outlines=drawing.outlines,
        remarks=(*remarks, *more, *mask, *drawing.remarks),
    )


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
    place = Place(rows=labels.shape[0], pixel=pixel, origin=origin)
    compact, remarks = clean_labels(compact, called, place)
    compact, more = close_gaps(compact, called, place, joints=close_joints)
    rings = build_rings(compact, called, SIMPLIFY if simplify is None else simplify / pixel)
    outlines = tuple(
        Outline(ring=place.on_wall(ring), name=called[number], where=f"label {called[number]}")
        for number, ring in rings
    )
    return Drawing(file=file, format=format, outlines=outlines, remarks=(*remarks, *more))


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
