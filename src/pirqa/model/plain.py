"""Frozen values as plain JSON values, and back. Same value, same text."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from pirqa.model.bounds import bare_type
from pirqa.units import Quantity

Put = Callable[[Any, str], Any]
"""Takes a value and its path; gives what stands for it in the JSON where it is kept elsewhere, else None."""
Take = Callable[[Any, Any], Any]
"""Takes a type and what stands for its value in the JSON; gives the value where it was kept elsewhere, else None."""


def to_plain(value: Any, put: Put | None = None, path: str = "") -> Any:
    """``value`` as plain JSON values; what ``put`` keeps elsewhere leaves a word behind.

    Infinite and undefined numbers, which JSON has not, become the words "inf", "-inf" and "nan".
    """
    if put is None:  # of a page with thousands of numbers, most of the time went into paths that nobody asks for
        if value is None or type(value) in (str, int, bool):
            return value
        if type(value) is float:
            return value if math.isfinite(value) else str(value)
        if isinstance(value, (list, tuple)):
            return [to_plain(item) for item in value]
    kept = None if put is None else put(value, path)
    if kept is not None:
        return kept
    if is_dataclass(value) and not isinstance(value, type):
        return {
            item.name: to_plain(getattr(value, item.name), put, f"{path}_{item.name}".lstrip("_"))
            for item in fields(value)
        }
    if isinstance(value, Mapping):
        return {str(name): to_plain(item, put, f"{path}_{name}") for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(item, put, f"{path}_{index + 1}") for index, item in enumerate(value)]
    if isinstance(value, Quantity):  # the same number of another dimension is another value
        return f"{float(value)!r} {value.dimension.si}"
    if isinstance(value, np.ndarray):
        return to_plain(value.tolist())
    if isinstance(value, np.generic):
        return to_plain(value.item())
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    return value


def from_plain(kind: Any, plain: Any, take: Take | None = None) -> Any:
    """Inverse of :func:`to_plain` for the type ``kind``."""
    if plain is None:
        return None
    kind = bare_type(kind)
    kept = None if take is None else take(kind, plain)
    if kept is not None:
        return kept
    origin = get_origin(kind)
    if origin is Literal or kind in (str, int, bool, Any):
        return plain
    if kind is float:
        return float(plain)
    if origin is tuple:
        return tuple(from_plain(get_args(kind)[0], item, take) for item in plain)
    if origin is np.ndarray:
        return np.array(plain, dtype=_item_type(kind, plain))
    if origin in (dict, Mapping):
        return {name: from_plain(get_args(kind)[1], item, take) for name, item in plain.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        # what a later version added, and may be none, is not in files of an earlier one
        known = (item for item in fields(kind) if item.name in plain or item.default is not None)
        return kind(**{item.name: from_plain(hints[item.name], plain[item.name], take) for item in known})
    raise TypeError(f"cannot read a {kind} back")


_NUMBER_WORDS = ("nan", "inf", "-inf")


def _item_type(kind: Any, plain: Any) -> type[np.generic] | None:
    """Return the type of an array's items, double precision of several numbers; none where the values decide."""
    found = get_args(get_args(kind)[1])[0] if len(get_args(kind)) > 1 and get_args(get_args(kind)[1]) else None
    if found is Any and not any(item in _NUMBER_WORDS for item in plain if isinstance(item, str)):
        return None  # a column of a table: words, whole numbers, flags
    return found if found in (np.int64, np.int32, np.int8, np.float32) else np.float64


def canonical_json(plain: Any, *, indent: int | None = 1) -> str:
    """JSON text that is the same for the same value."""
    return json.dumps(plain, indent=indent, ensure_ascii=False, allow_nan=False) + "\n"
