"""One joint as the functions of a step take it: its rows of the wall's arrays, and a thread's own room for the rest.

Where the faces of a joint lie is found anew in every step and forgotten after it: it never leaves a thread's registers,
but for the steps after which somebody asks for it. Numba has no way to go through the fields of a named tuple: the
lines that name them are written here.
"""

from __future__ import annotations

from typing import Any

from pirqa.compiled import on_card
from pirqa.dynamics.arrays import DEAD, Motion

_FOUND_ANEW = {"gap": 3, "slide": 3, "normal": 3, "axes": 6, "arms": 6}
"""What of :class:`Motion` a step finds before it asks, and how many numbers."""
_OF_PARTED = ("gap", "slide")
"""What of it is found of faces that have parted; the rest of theirs stays as it was."""
ROOMS = {width: list(_FOUND_ANEW.values()).count(width) for width in (3, 6)}
"""How many of them have so many numbers."""


def _places() -> dict[str, str]:
    """Where they lie in the rooms: whole rows of them, which the compiler can keep in registers."""
    used = dict.fromkeys(ROOMS, 0)
    found = {}
    for name, width in _FOUND_ANEW.items():
        found[name] = f"r{width}[{used[width]}]"
        used[width] += 1
    return found


def _row_on_its_way() -> Any:
    places = _places()
    fields = ", ".join(places.get(name, f"own.{name}") for name in Motion._fields)
    return _made(f"def make(own, r3, r6):\n    return Motion({fields})\n", "make", Motion)


def _copy_row(*, back: bool) -> Any:
    lines = ["def copy(own, mine, j):"]
    for name, width in _FOUND_ANEW.items():
        if back and name not in _OF_PARTED:
            lines.append("    if mine.state[0] != DEAD:")
        indent = 8 if back and name not in _OF_PARTED else 4
        for i in range(width):
            far, near = f"own.{name}[j, {i}]", f"mine.{name}[0, {i}]"
            lines.append(" " * indent + (f"{far} = {near}" if back else f"{near} = {far}"))
    return _made("\n".join([*lines, "    return", ""]), "copy", Motion)


def _made(source: str, name: str, kind: type) -> Any:
    space: dict[str, Any] = {kind.__name__: kind, "DEAD": DEAD}
    exec(source, space)
    return on_card(space[name])


row_on_its_way = _row_on_its_way()
"""A function (a joint's row, rooms of 3, rooms of 6) → the same row, with a thread's own rooms."""
show_row, take_row = _copy_row(back=True), _copy_row(back=False)
"""Functions (walls' motion, a row with a thread's own rooms, joint) that copy what is in them to the walls', and from
there."""
