"""MATLAB files: version 5 to 7 by our own reader, version 4 through SciPy; 7.3 is HDF5 and told how to be saved again.

SciPy's reader of version 5 trusts the counts in a file and takes the whole program down where they are wrong, as in a
file that was damaged on its way; this one checks each count against the bytes that are there. The format:
"MAT-File Format", MathWorks.
"""

from __future__ import annotations

import io
import math
import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import RecordError
from pirqa.oma.formats.numpy_arrays import from_arrays
from pirqa.oma.vibration import LARGEST_FILE, Vibration

_DEEPEST = 8
"""Structs within structs that are looked into."""
_NUMBERS = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
"""Types of data elements, as NumPy calls them."""
_MATRIX, _COMPRESSED = 14, 15
_TEXT = {1: "latin-1", 2: "latin-1", 4: "utf-16", 16: "utf-8", 17: "utf-16", 18: "utf-32"}
_CELL, _STRUCT, _CHAR = 1, 2, 4
_NUMERIC = range(6, 16)
"""Classes of arrays: double, single and whole numbers."""


class _Damaged(Exception):  # noqa: N818 - told to the user as a RecordError
    """The file does not hold what it says."""


@dataclass(frozen=True)
class _Element:
    """A data element: its type, its bytes, and where the next one begins."""

    kind: int
    body: memoryview
    after: int


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a .mat file; fields of structs are called ``struct.field``."""
    if data[:19] == b"MATLAB 7.3 MAT-file" or data[:8] == b"\x89HDF\r\n\x1a\n":
        raise RecordError(
            f"{path}: is a MATLAB 7.3 file (HDF5), which is not read here; open it in MATLAB or Octave and save it "
            f"again with save('{path.stem}.mat', '-v7')"
        )
    try:
        if data[126:128] in (b"IM", b"MI"):
            order = "<" if data[126:128] == b"IM" else ">"
            arrays = dict(_variables(memoryview(data)[128:], order))
        elif 0 in data[:4]:  # the number that a file of version 4 begins with is below 5000
            arrays = _version_4(data)
        else:
            raise _Damaged("it does not begin as one")
    except (_Damaged, zlib.error, struct.error, ValueError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise RecordError(
            f"{path}: is no whole MATLAB file: {reason}; save it again with save('{path.stem}.mat', '-v7')"
        ) from error
    return from_arrays(path, "MATLAB", arrays, variable)


def _version_4(data: bytes) -> dict[str, Any]:
    from scipy.io import loadmat

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # read by NumPy alone, so that damage raises
            loaded: dict[str, Any] = loadmat(io.BytesIO(data), simplify_cells=True)  # type: ignore[arg-type]
    except Exception as error:  # SciPy's reader raises many kinds on damaged files
        raise _Damaged(str(error)) from error
    return {
        name: value for name, value in loaded.items() if isinstance(value, (np.ndarray, np.number, int, float, str))
    }


def _variables(data: memoryview, order: str) -> Iterator[tuple[str, Any]]:
    at = 0
    while at + 8 <= len(data):
        element = _element(data, at, order)
        at = element.after
        body = element.body
        if element.kind == _COMPRESSED:
            unpacker = zlib.decompressobj()
            plain = unpacker.decompress(body, LARGEST_FILE)
            if not unpacker.eof:
                raise _Damaged("a compressed variable ends too early")
            inner = _element(memoryview(plain), 0, order)
            if inner.kind != _MATRIX:
                continue
            body = inner.body
        elif element.kind != _MATRIX:
            continue
        yield from _array(body, order, "", 0)


def _element(data: memoryview, at: int, order: str) -> _Element:
    if at + 8 > len(data):
        raise _Damaged("it ends within a tag")
    kind, size = struct.unpack_from(f"{order}II", data, at)
    if kind >> 16:  # up to four bytes are kept in the tag itself
        size, kind = kind >> 16, kind & 0xFFFF
        if size > 4:
            raise _Damaged("a short element is longer than four bytes")
        return _Element(kind, data[at + 4 : at + 4 + size], at + 8)
    start = at + 8
    if start + size > len(data):
        raise _Damaged(f"an element of {size} bytes ends behind the file")
    padded = size if kind == _COMPRESSED else -(-size // 8) * 8
    return _Element(kind, data[start : start + size], start + padded)


def _array(body: memoryview, order: str, name: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Name and content of an array, or of all that is in a struct or cell; other classes are passed over."""
    if not len(body):
        return
    flags = _element(body, 0, order)
    if flags.kind != 6 or len(flags.body) < 8:
        raise _Damaged("an array without flags")
    kind = struct.unpack_from(f"{order}I", flags.body)[0] & 0xFF
    if kind not in (_CELL, _STRUCT, _CHAR, *_NUMERIC):
        return
    sizes = _element(body, flags.after, order)
    shape = tuple(int(number) for number in _numbers(sizes, order))
    count = math.prod(shape)
    if len(shape) < 2 or min(shape) < 0 or count > LARGEST_FILE:
        raise _Damaged(f"an array has the size {shape}")
    title = _element(body, sizes.after, order)
    name = name or bytes(title.body).decode("latin-1")
    at = title.after
    if kind in _NUMERIC:
        values = _numbers(_element(body, at, order), order)
        if len(values) != count:
            raise _Damaged(f"{name} has {len(values)} numbers for the size {shape}")
        yield name, values.reshape(shape, order="F")
    elif kind == _CHAR:
        text = _element(body, at, order)
        if text.kind not in _TEXT:
            raise _Damaged(f"{name} is no text")
        endless = _TEXT[text.kind] in ("utf-16", "utf-32")
        coding = _TEXT[text.kind] + (("-le" if order == "<" else "-be") if endless else "")
        yield name, bytes(text.body).decode(coding, errors="replace")
    elif depth < _DEEPEST:
        yield from _inside(body, at, order, name, depth, kind, count)


def _inside(
    body: memoryview, at: int, order: str, name: str, depth: int, kind: int, count: int
) -> Iterator[tuple[str, Any]]:
    """What a struct or a cell holds: ``s.field``, ``s(2).field`` of several, ``c{1}``."""
    fields = [""]
    if kind == _STRUCT:
        length = _element(body, at, order)
        names = _element(body, length.after, order)
        at = names.after
        width = int(_numbers(length, order)[0]) if len(length.body) >= 4 else 0
        if width < 1:
            raise _Damaged(f"{name} has fields without names")
        raw = bytes(names.body)
        fields = [raw[k : k + width].split(b"\0")[0].decode("latin-1") for k in range(0, len(raw), width)]
    for number in range(count):
        for field in fields:
            element = _element(body, at, order)
            at = element.after
            if element.kind != _MATRIX:
                raise _Damaged(f"{name} holds no array where one should be")
            place = f"{{{number + 1}}}" if kind == _CELL else f"({number + 1})" if count > 1 else ""
            inner = f"{name}{place}.{field}" if field else f"{name}{place}"
            yield from _array(element.body, order, inner, depth + 1)


def _numbers(element: _Element, order: str) -> np.ndarray[Any, Any]:
    if element.kind not in _NUMBERS:
        raise _Damaged(f"an element of the unknown type {element.kind}")
    kind = np.dtype(f"{order}{_NUMBERS[element.kind]}")
    if len(element.body) % kind.itemsize:
        raise _Damaged("an element ends within a number")
    return np.frombuffer(element.body, dtype=kind)
