"""Bounds declared once, in a field's annotation, and kept wherever the value comes from.

``thickness: Annotated[Length, Gt(0)]`` is enforced for a project file by its schema and for a wall built in Python by
:func:`check_bounds`. Fields may hold arrays (a varied wall, see :mod:`pirqa.statics.inputs`): every element is checked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.units import Dimension

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Real", "check_bounds", "field_dimensions"]

Real = float | np.ndarray[Any, np.dtype[np.float64]]
"""A number or an array of them that broadcasts with the others."""

_TESTS: dict[type, tuple[str, str, Callable[[Any, Any], Any]]] = {
    Gt: ("gt", "greater than", lambda value, bound: value > bound),
    Ge: ("ge", "at least", lambda value, bound: value >= bound),
    Lt: ("lt", "less than", lambda value, bound: value < bound),
    Le: ("le", "at most", lambda value, bound: value <= bound),
}


def _annotations(hint: Any) -> tuple[Any, ...]:
    """Markers of an annotation, also inside ``X | None``."""
    if get_origin(hint) is Annotated:
        return tuple(hint.__metadata__)
    return tuple(marker for part in get_args(hint) for marker in _annotations(part))


@functools.cache
def _markers(kind: type) -> dict[str, tuple[Any, ...]]:
    hints = get_type_hints(kind, include_extras=True)
    return {name: marks for name, hint in hints.items() if (marks := _annotations(hint))}


def field_dimensions(kind: type) -> dict[str, Dimension]:
    """The dimension of each dimensional field of a dataclass."""
    return {
        name: marker for name, markers in _markers(kind).items() for marker in markers if isinstance(marker, Dimension)
    }


def check_bounds(value: DataclassInstance) -> None:
    """Raise :class:`ModelError` where a field of ``value`` is not finite or outside its declared bounds."""
    kind = type(value)
    markers = _markers(kind)
    for item in fields(value):
        number = getattr(value, item.name)
        if item.name not in markers or number is None:
            continue
        for one in number if isinstance(number, tuple) else (number,):
            _check_number(f"{kind.__name__}.{item.name}", one, markers[item.name])


def _check_number(name: str, number: Any, markers: tuple[Any, ...]) -> None:
    if isinstance(number, bool) or not isinstance(number, (int, float, np.ndarray, np.floating)):
        raise ModelError(f"{name} must be a number, got {number!r}")
    if not np.all(np.isfinite(number)):
        raise ModelError(f"{name} must be finite, got {_first_bad(number, np.isfinite(number))}")
    for marker in markers:
        if type(marker) not in _TESTS:
            continue
        attribute, words, test = _TESTS[type(marker)]
        bound = getattr(marker, attribute)
        good = test(number, bound)
        if not np.all(good):
            raise ModelError(f"{name} must be {words} {bound:g}, got {_first_bad(number, good)}")


def _first_bad(number: Any, good: Any) -> str:
    if np.ndim(number) == 0:
        return f"{float(number):g}"
    flat = np.ravel(number)
    bad = flat[~np.ravel(good)]
    return f"{bad[0]:g} ({bad.size} of {flat.size} values)"
