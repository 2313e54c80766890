"""A thread's own copy of one joint, as the same named tuples of arrays that all functions take, with one row each.

What a thread needs in every step is in its registers as far as they go, or next to the processor, where neighbouring
threads' numbers lie side by side; in the walls' own arrays they lie a row apart, and each access would fetch a line for
every thread. What it hardly ever needs stays there. Numba has no way to go through the fields of a named tuple: the
lines that name them are written here, from the lists below.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pirqa.compiled import on_card
from pirqa.dynamics.arrays import Frames, Joints, Loads, Memory, Motion

__all__ = ["INTS", "ROOMS", "SCALARS", "copy_joint", "one_joint"]

_SCALARS = {
    Joints: ("normal_stiffness", "shear_stiffness", "friction", "normal_damping", "shear_damping"),
    Frames: ("twist",),
    Memory: ("area", "shear_energy", "thrust", "lift", "path"),
}
"""One number of a joint."""
_INTS = {Joints: ("first", "second"), Frames: ("sides", "bonded"), Motion: ("state",)}
_ROWS = {
    Frames: {"reach": 2, "since": 3},
    Motion: {"gap": 3, "slide": 3, "normal": 3, "axes": 6, "arms": 6, "closed": 6, "pressed": 6, "rim": 2},
    Memory: {"gap": 3, "slide": 3, "slip": 3, "viscous": 3, "shear": 3, "shear_viscous": 3, "rim": 2},
    Loads: {"force": 3, "moment": 3},
}
"""Several."""
_BESIDE: dict[type, dict[str, str]] = {Frames: {"first": "one", "second": "other"}}
"""Nine, where all threads of the block could see them: the two faces' frames, which never change between renewals."""
_LARGE = {Frames: {"corners": "cu", "cut": "ku", "chain": "hu"}}
"""Those of which a thread asks for any: in rooms of their own."""
_RARE = {
    Joints: ("tension", "cohesion", "dilation", "lift_limit", "alone"),
    Frames: ("whole", "rims", "bond", "bond_area"),
    Motion: ("agape",),
}
"""Rows of the walls' own arrays."""
_KEPT = {
    Frames: ("sides", "bonded"),
    Motion: ("state", *_ROWS[Motion]),
    Memory: (*_SCALARS[Memory], *_ROWS[Memory]),
}
"""What a step changes; the rest changes only where the walls' own arrays are changed first."""

_WIDTHS = (2, 3, 6)
ROOMS = {width: sum(list(widths.values()).count(width) for widths in _ROWS.values()) for width in _WIDTHS}
"""How many fields of each width there are."""
SCALARS = sum(len(names) for names in _SCALARS.values())
INTS = sum(len(names) for names in _INTS.values())


def _places() -> dict[tuple[type, str], str]:
    """Where the fields lie in the rooms: whole rows of them, which the compiler can keep in registers."""
    found: dict[tuple[type, str], str] = {}
    used = dict.fromkeys(("s", "i", *_WIDTHS), 0)

    def put(kind: type, name: str, room: str | int, called: str) -> None:
        found[kind, name] = f"{called}[{used[room]}]"
        used[room] += 1

    for kind, names in _SCALARS.items():
        for name in names:
            put(kind, name, "s", "sr")
    for kind, names in _INTS.items():
        for name in names:
            put(kind, name, "i", "ir")
    for kind, widths in _ROWS.items():
        for name, width in widths.items():
            put(kind, name, width, f"r{width}")
    for lists in (_BESIDE, _LARGE):
        for kind, rooms in lists.items():
            for name, room in rooms.items():
                found[kind, name] = room
    for kind, names in _RARE.items():
        for name in names:
            found[kind, name] = f"own.{name}[j : j + 1]"
    return found


@cache
def one_joint(kind: type) -> Any:
    """A function (walls' tuple of one wall, joint, rooms) → the same tuple with a thread's own arrays and rows."""
    places = _places()
    fields = ", ".join(places.get((kind, name), f"own.{name}") for name in kind._fields)  # type: ignore[attr-defined]
    source = f"def make(own, j, sr, ir, r2, r3, r6, one, other, cu, ku, hu):\n    return {kind.__name__}({fields})\n"
    space: dict[str, Any] = {kind.__name__: kind}
    exec(source, space)
    return on_card(space["make"])


@cache
def copy_joint(kind: type, *, back: bool) -> Any:
    """A function (walls' tuple, thread's tuple, j) that copies row ``j`` into the thread's, or ``back``."""
    lines = ["def copy(own, mine, j):"]
    for name in _SCALARS.get(kind, ()) + _INTS.get(kind, ()):
        if not back:
            lines.append(f"    mine.{name}[0] = own.{name}[j]")
        elif name in _KEPT.get(kind, ()):
            lines.append(f"    own.{name}[j] = mine.{name}[0]")
    beside = dict.fromkeys(_BESIDE.get(kind, {}), 9)
    for name, width in (_ROWS.get(kind, {}) | beside).items():
        for i in range(width):
            if not back:
                lines.append(f"    mine.{name}[0, {i}] = own.{name}[j, {i}]")
            elif name in _KEPT.get(kind, ()):
                lines.append(f"    own.{name}[j, {i}] = mine.{name}[0, {i}]")
    lines.append("    return")
    space: dict[str, Any] = {}
    exec("\n".join(lines) + "\n", space)
    return on_card(space["copy"])
