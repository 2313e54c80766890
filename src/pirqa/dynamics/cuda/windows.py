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
from pirqa.dynamics.cuda.layout import ABREAST, DIMENSIONS, KINDS

_GLOBAL = 1
"""Number of the card's own memory among its kinds of memory, as NVVM has it."""
_SIMULATED = bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


@cache
def pick(kind: str, *, row: bool = False) -> Any:
    """A function (rows of all walls, table, wall) → the wall's tuple of one of :data:`KINDS`.

    ``row``: one (rows, table, wall, j) → the same arrays seen from row ``j`` on, which is their first then; of arrays
    in which neighbours lie side by side. (A slice of an array would do, but the compiler loses sight of which memory it
    is of.) Numba has no way to go through a named tuple's fields: the line that names them all is written here.
    """
    made_of: Any = KINDS[kind]
    at = 1 + sum(len(sizes) + sum(map(int, sizes)) for name, sizes in DIMENSIONS.items() if _before(name, kind))
    windows, hints = [], get_type_hints(made_of)
    for name, size in zip(made_of._fields, map(int, DIMENSIONS[kind]), strict=True):
        shape = "".join(f"table[{at + 1 + i}], " for i in range(size))
        window = f"{'ints' if hints[name] == IntArray else 'floats'}_{'abreast' if kind in ABREAST else 'at'}"
        windows.append(f"{window}(rows, w * table[0] + table[{at}]{' + j' if row else ''}, ({shape}))")
        at += 1 + size
    source = f"def pick(rows, table, w{', j' if row else ''}):\n    return {made_of.__name__}({', '.join(windows)})\n"
    space: dict[str, Any] = {made_of.__name__: made_of, **_WINDOWS}
    exec(source, space)
    return on_card(space["pick"])


def _before(one: str, other: str) -> bool:
    order = list(KINDS)
    return order.index(one) < order.index(other)


def _played(dtype: Any, order: Any) -> Callable[..., Any]:
    """The same in Numba's simulator, where kernels are Python."""

    def window(rows: Any, start: int, shape: tuple[int, ...]) -> Any:
        size = math.prod(shape)
        return rows[start : start + size].view(dtype).reshape(shape, order=order)

    return window


@cache
def _kind_of_array() -> Any:
    """Numba's arrays, but for indices below none, which are not counted from the end: nobody asks for them, and to look
    took a tenth of all instructions where stones touch."""
    import operator

    from numba.cuda import cgutils, types
    from numba.cuda.datamodel.models import ArrayModel
    from numba.cuda.extending import lower_builtin, register_model
    from numba.cuda.np import arrayobj
    from numba.cuda.typing import signature

    class Window(types.Array):  # type: ignore[misc]
        def __init__(self, dtype: Any, ndim: int, layout: str) -> None:
            super().__init__(dtype, ndim, layout, name=f"window({dtype}, {ndim}d, {layout})")

    register_model(Window)(ArrayModel)

    def counted(context: Any, builder: Any, kind: Any, index: Any) -> tuple[Any, Any]:
        """An index, or several, as numbers without sign."""
        if isinstance(kind, types.BaseTuple):
            several = [
                counted(context, builder, one, value)
                for one, value in zip(kind, cgutils.unpack_tuple(builder, index), strict=True)
            ]
            found = types.Tuple([one for one, _ in several])
            return found, context.make_tuple(builder, found, [value for _, value in several])
        if isinstance(kind, types.Integer):
            return types.uintp, context.cast(builder, index, kind, types.intp)
        return kind, index

    def read(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        kind, index = counted(context, builder, given.args[1], arguments[1])
        several = isinstance(kind, types.BaseTuple)
        own = arrayobj.getitem_array_tuple if several else arrayobj.getitem_arraynd_intp
        return own(context, builder, signature(given.return_type, given.args[0], kind), (arguments[0], index))

    def write(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        kind, index = counted(context, builder, given.args[1], arguments[1])
        given = signature(given.return_type, given.args[0], kind, given.args[2])
        return arrayobj.setitem_array(context, builder, given, (arguments[0], index, arguments[2]))

    for index in (types.Integer, types.BaseTuple):
        lower_builtin(operator.getitem, Window, index)(read)
        lower_builtin(operator.setitem, Window, index, types.Any)(write)
    return Window


def _compiled(dtype: Any, order: str) -> Any:
    from llvmlite import ir
    from numba.cuda import cgutils
    from numba.cuda.extending import intrinsic
    from numba.cuda.np import arrayobj

    types: Any = _types
    word, far = ir.IntType(64).as_pointer(), ir.IntType(64).as_pointer(addrspace=_GLOBAL)

    @intrinsic  # type: ignore[untyped-decorator]
    def window(typing: Any, rows: Any, start: Any, shape: Any) -> Any:
        count = len(shape)
        found = _kind_of_array()(dtype, count, order if count > 1 else "C")

        def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
            # the compiler is told that this is the card's memory: to ask an address which it is of takes longer
            row = builder.addrspacecast(builder.addrspacecast(builder.bitcast(whole.data, word), far), word)
            place = builder.gep(row, [arguments[1]])
            sizes = cgutils.unpack_tuple(builder, arguments[2], count)
            strides: list[Any] = []
            step = size = context.get_constant(types.intp, 8)
            for length in sizes if order == "F" else reversed(sizes):
                strides.append(step)
                step = builder.mul(step, length)
            if order == "C":
                strides.reverse()
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


_make, _FLOAT, _INT = (_played, np.float64, np.int64) if _SIMULATED else (_compiled, _types.float64, _types.int64)
_WINDOWS = {
    f"{name}_{lies}": _make(dtype, order)
    for name, dtype in (("floats", _FLOAT), ("ints", _INT))
    for lies, order in (("at", "C"), ("abreast", "F"))
}
floats_at: Any = _WINDOWS["floats_at"]
"""A window of numbers into an array of 8 bytes each: (array, first, shape)."""
