"""The arrays of a wall as windows into its row in the card's memory, as kernels make them.

Where each lies and how large it is stands in a table (:attr:`pirqa.dynamics.cuda.layout.Layout.table`). A kernel of one
layout has it as plain numbers: then all of a wall hangs on one address, and a place in it is that address and a number.
A kernel of any layout is given it. With an address and sizes of its own for each of 130 arrays, as kernels of other
programs are given them, threads had registers for little else.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

import numpy as np
from numba import config
from numba import types as _types

from pirqa.compiled import on_card
from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.cuda.layout import DIMENSIONS, KINDS

__all__ = ["floats_at", "pick"]

_SIMULATED = bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


@cache
def pick(kind: str) -> Any:
    """A function (rows of all walls, table, wall) → the wall's tuple of one of :data:`KINDS`.

    Numba has no way to go through a named tuple's fields: the line that names them all is written here.
    """
    made_of: Any = KINDS[kind]
    at = 1 + sum(len(sizes) + sum(map(int, sizes)) for name, sizes in DIMENSIONS.items() if _before(name, kind))
    windows, hints = [], get_type_hints(made_of)
    for name, size in zip(made_of._fields, map(int, DIMENSIONS[kind]), strict=True):
        shape = "".join(f"table[{at + 1 + i}], " for i in range(size))
        window = "ints_at" if hints[name] == IntArray else "floats_at"
        windows.append(f"{window}(rows, w * table[0] + table[{at}], ({shape}))")
        at += 1 + size
    source = f"def pick(rows, table, w):\n    return {made_of.__name__}({', '.join(windows)})\n"
    space: dict[str, Any] = {made_of.__name__: made_of, "floats_at": floats_at, "ints_at": _ints_at}
    exec(source, space)
    return on_card(space["pick"])


def _before(one: str, other: str) -> bool:
    order = list(KINDS)
    return order.index(one) < order.index(other)


def _played(dtype: Any) -> Callable[..., Any]:
    """The same in Numba's simulator, where kernels are Python."""

    def window(rows: Any, start: int, shape: tuple[int, ...]) -> Any:
        size = math.prod(shape)
        return rows[start : start + size].view(dtype).reshape(shape)

    return window


def _compiled(dtype: Any) -> Any:
    from llvmlite import ir
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic
    from numba.cuda.np import arrayobj

    types: Any = _types
    word = ir.IntType(64).as_pointer()

    @intrinsic  # type: ignore[untyped-decorator]
    def window(typing: Any, rows: Any, start: Any, shape: Any) -> Any:
        count = len(shape)
        found = types.Array(dtype, count, "C")

        def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(builder.bitcast(whole.data, word), [arguments[1]])
            sizes = cgutils.unpack_tuple(builder, arguments[2], count)
            strides: list[Any] = []
            step = size = context.get_constant(types.intp, 8)
            for length in reversed(sizes):
                strides.insert(0, step)
                step = builder.mul(step, length)
            made = arrayobj.make_array(found)(context, builder)
            arrayobj.populate_array(
                made,
                data=builder.bitcast(place, context.get_data_type(dtype).as_pointer()),
                shape=cgutils.pack_array(builder, sizes),
                strides=cgutils.pack_array(builder, strides),
                itemsize=size,
                meminfo=None,
            )
            return made._getvalue()

        return found(rows, types.intp, types.UniTuple(types.intp, count)), make

    return window


floats_at: Any
"""A window of numbers into an array of 8 bytes each: (array, first, shape)."""
if _SIMULATED:
    floats_at, _ints_at = _played(np.float64), _played(np.int64)
else:
    floats_at, _ints_at = _compiled(_types.float64), _compiled(_types.int64)
