"""Bounds declared once, in a field's annotation, and kept wherever the value comes from.

``thickness: Annotated[Length, Gt(0)]`` is enforced for a project file by its schema and for a wall built in Python by
:func:`check_bounds`. Fields may hold arrays (a varied wall, see :mod:`pirqa.statics.inputs`): every element is checked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.units import Dimension

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Real = float | np.ndarray[Any, np.dtype[np.float64]]
"""A number or an array of them that broadcasts with the others."""

_TESTS: dict[type, tuple[str, str, Callable[[Any, Any], Any]]] = {
    Gt: ("gt", "greater than", lambda value, bound: value > bound),
    Ge: ("ge", "at least", lambda value, bound: value >= bound),
    Lt: ("lt", "less than", lambda value, bound: value < bound),
    Le: ("le", "at most", lambda value, bound: value <= bound),
}


def bare_type(hint: Any) -> Any:
    """Without ``Annotated`` and ``| None``."""
    while True:
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        elif get_origin(hint) in (Union, UnionType):
            hint = next(part for part in get_args(hint) if part is not type(None))
        else:
            return hint


def _annotations(hint: Any) -> tuple[Any, ...]:
    """Markers of an annotation, also inside ``X | None``."""
    if get_origin(hint) is Annotated:
        return tuple(hint.__metadata__)
    return tuple(marker for part in get_args(hint) for marker in _annotations(part))


@functools.cache
def _markers(kind: type) -> dict[str, tuple[Any, ...]]:
    hints = get_type_hints(kind, include_extras=True)
    bounding = (Dimension, *_TESTS)  # how many items a tuple may have is the project's door's affair
    found = {
        name: tuple(mark for mark in _annotations(hint) if isinstance(mark, bounding)) for name, hint in hints.items()
    }
    return {name: marks for name, marks in found.items() if marks}


def field_dimensions(kind: type) -> dict[str, Dimension]:
    """The dimension of each dimensional field of a dataclass."""
    return {
        name: marker for name, markers in _markers(kind).items() for marker in markers if isinstance(marker, Dimension)
    }


def check_bounds(value: DataclassInstance, key: str) -> None:
    """Raise :class:`ModelError` where a field of ``value`` is not finite or outside its declared bounds.

    ``key`` is what the project file calls ``value``, for the message.
    """
    markers = _markers(type(value))
    for item in fields(value):
        number = getattr(value, item.name)
        if item.name not in markers or number is None:
            continue
        for one in number if isinstance(number, tuple) else (number,):
            _check_number(f"{key}.{item.name}", one, markers[item.name])


def _check_number(name: str, number: Any, markers: tuple[Any, ...]) -> None:
    if isinstance(number, bool) or not isinstance(number, (int, float, np.ndarray, np.floating)):
        raise ModelError(f"{name} must be a number, got {number!r}")
    if not np.all(np.isfinite(number)):
        raise ModelError(f"{name} must be finite, got {_first_bad(number, np.isfinite(number))}")
    dimension = next((marker for marker in markers if isinstance(marker, Dimension)), None)
    for marker in markers:
        if type(marker) not in _TESTS:
            continue
        attribute, words, test = _TESTS[type(marker)]
        bound = getattr(marker, attribute)
        good = test(number, bound)
        if not np.all(good):
            limit = f"{bound:g}" if dimension is None else dimension.format(bound)
            raise ModelError(f"{name} must be {words} {limit}, got {_first_bad(number, good, dimension)}")


def _first_bad(number: Any, good: Any, dimension: Dimension | None = None) -> str:
    flat = np.ravel(number)
    bad = flat[~np.ravel(good)]
    text = f"{bad[0]:g}" if dimension is None else dimension.format(float(bad[0]))
    return text if flat.size == 1 else f"{text} ({bad.size} of {flat.size} values)"
