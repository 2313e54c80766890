"""Stand-ins for the card's memory and kernels, on which the product's own ``Bench`` runs."""

from __future__ import annotations

import ctypes
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.card.ptx import Held, compile_ptx, held_by
from benchmarks.card.translate import Translation, compile_c, translate

__all__ = ["Fibres", "Order", "Played", "Workshop", "flattened"]


class Order(IntEnum):
    """In which threads come to their turns between barriers."""

    ASCENDING = 0
    DESCENDING = 1
    RANDOM = 2


class _Told(ctypes.Structure):
    """``Told`` of fibres.c."""

    _fields_ = (
        ("executed", ctypes.c_void_p),
        ("weight", ctypes.c_void_p),
        ("path", ctypes.c_double),
        ("longest", ctypes.c_double),
        ("intervals", ctypes.c_int64),
        ("missed", ctypes.c_int32),
        ("thread", ctypes.c_int32),
        ("other", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("other_line", ctypes.c_int32),
    )


class Fibres:
    """A translated kernel whose threads are fibres, and what was counted in its runs."""

    def __init__(self, translation: Translation, path: Path) -> None:
        self._library = ctypes.CDLL(str(compile_c(translation, path)))
        self._pieces = translation.pieces
        self._weights = np.array(translation.weights)
        self.clear()

    def clear(self) -> None:
        """Forget what was counted."""
        self._executed = np.zeros(len(self._pieces))
        self._told = _Told(executed=self._executed.ctypes.data, weight=self._weights.ctypes.data)

    def run(self, given: list[int], blocks: int, threads: int, order: Order) -> None:
        """Launch it; ``given``: words of 64 bits."""
        words = np.array([word & 0xFFFFFFFFFFFFFFFF for word in given], dtype=np.uint64)
        address = ctypes.c_void_p(words.ctypes.data)
        self._library.run(address, int(blocks), int(threads), int(order), ctypes.byref(self._told))

    @property
    def executed(self) -> Counter[str]:
        """Instructions of each kind, by all warps: the slowest thread of a warp between two barriers counts."""
        found: Counter[str] = Counter()
        for piece, times in zip(self._pieces, self._executed, strict=True):
            for kind, count in piece.items():
                found[kind] += int(count * times)
        del found["slow"]
        return found

    @property
    def path(self) -> float:
        """Instructions of the slowest warp, from barrier to barrier: what others wait for."""
        return float(self._told.path)

    @property
    def longest(self) -> float:
        """The longest way of a warp between two barriers [instructions]."""
        return float(self._told.longest)

    @property
    def missed(self) -> str:
        """What was wrong at a barrier first; nothing where all threads came to all."""
        told = self._told
        if not told.missed:
            return ""
        other = "has ended" if told.missed == 1 else f"waits at that of line {told.other_line}"
        return f"thread {told.thread} waits at the barrier of line {told.line} of the PTX, thread {told.other} {other}"


class Played:
    """Takes the place of a kernel of Numba's: compiled when first launched, for the arguments that it is given then."""

    def __init__(self, kernel: Any, name: str, workshop: Workshop) -> None:
        self._kernel, self.name, self._workshop = kernel, name, workshop
        self._names = list(inspect.signature(kernel.py_func).parameters)
        self._ptx = ""
        self.fibres: Fibres | None = None
        self.steps = 0
        """Steps of walls that it has made."""

    def __getitem__(self, shape: tuple[int, ...]) -> Callable[..., None]:
        return lambda *given: self._launch(shape[0], shape[1], given)

    def _launch(self, blocks: int, threads: int, given: tuple[Any, ...]) -> None:
        if self.fibres is None:
            self.fibres = self._made(given)
        number = given[self._names.index("number_of")]
        before = int(number.sum())
        self.fibres.run(flattened(given), blocks, threads, self._workshop.order)
        self.steps += int(number.sum()) - before

    def _made(self, given: tuple[Any, ...]) -> Fibres:
        from numba import typeof

        self._workshop.say(f"compiling {self.name}")
        self._ptx = compile_ptx(self._kernel, tuple(typeof(_plain(item)) for item in given))
        path = self._workshop.folder / f"{self.name.replace(' ', '_')}.so"
        path.with_suffix(".ptx").write_text(self._ptx, encoding="utf-8")
        return Fibres(translate(self._ptx), path)

    def clear(self) -> None:
        """Forget what was counted."""
        self.steps = 0
        if self.fibres is not None:
            self.fibres.clear()

    def held(self) -> Held:
        """Of a card."""
        return held_by(self._ptx)


class Workshop:
    """Makes each kernel once, in ``folder``, and plays it in an ``order`` that can be changed."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder, self.say = folder, say
        self.order = Order.ASCENDING
        self.kernels: list[Played] = []

    @contextmanager
    def in_place(self, wall: str) -> Iterator[None]:
        """Benches made meanwhile run here; kernels are called after the ``wall``."""
        from pirqa.dynamics.cuda import bench, stack

        own_calm, own_busy = bench.advance_calm, bench.advance_busy

        def calm(*sizes: Any, loose: bool) -> Played:
            name = f"{wall} {'loose' if loose else 'calm'}{_known(sizes[-1])}"
            return self._kept(name, lambda: own_calm(*sizes, loose=loose))

        def busy(*sizes: Any) -> Played:
            return self._kept(f"{wall} busy{_known(sizes[-1])}", lambda: own_busy(*sizes))

        with (
            patch.multiple(bench, cuda=_CARD, advance_calm=calm, advance_busy=busy, _picker=_picker),
            patch.multiple(stack, cuda=_CARD, _copier=_copier),
        ):
            yield

    def _kept(self, name: str, make: Callable[[], Any]) -> Played:
        for known in self.kernels:
            if known.name == name:
                return known
        made = Played(make(), name, self)
        self.kernels.append(made)
        return made


def _known(fixed: tuple[int, ...] | None) -> str:
    return ", any layout" if fixed is None else ""


class _OnCard(np.ndarray):
    """An array that can be asked to come back."""

    def copy_to_host(self, into: Any = None) -> Any:
        if into is None:
            return np.array(self)
        into[...] = self
        return into


def _device_array(shape: Any, dtype: Any = np.float64) -> Any:
    made = np.empty(shape, dtype)
    made.view(np.uint8).fill(0xFF)  # what nobody has written yet is no number
    return made.view(_OnCard)


_CARD = SimpleNamespace(device_array=_device_array, to_device=lambda array: np.array(array).view(_OnCard))
"""What benches ask of ``numba.cuda``."""


@cache
def _copier(*, back: bool) -> Any:
    """In place of the kernel that copies walls into their places."""

    def copy(rows: Any, packed: Any, where: Any, places: Any, width: int) -> None:
        walls, columns = rows.reshape(-1, width), places[: packed.shape[1]]
        if back:
            packed[...] = walls[where[:, None], columns]
        else:
            walls[where[:, None], columns] = packed

    return _Launched(copy)


def _picker() -> Any:
    """In place of the kernel that picks what is wanted of the joints."""
    from pirqa.dynamics.engine import SPARED

    def pick(joint: Any, spared: Any, which: Any, kept: Any) -> None:
        for place in which:
            spared[place, : kept[place]] = joint[place, : kept[place]][..., list(SPARED)]

    return _Launched(pick)


class _Launched:
    """A function that is launched as a kernel is."""

    def __init__(self, function: Callable[..., None]) -> None:
        self._function = function

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        return self._function


def _plain(given: Any) -> Any:
    """Arrays as Numba knows them."""
    if isinstance(given, tuple):
        items = [_plain(item) for item in given]
        return type(given)(*items) if hasattr(given, "_fields") else tuple(items)
    return np.asarray(given) if isinstance(given, np.ndarray) else given


def flattened(given: tuple[Any, ...]) -> list[int]:
    """Arguments as the words that Numba hands to a kernel: an array is its owner (twice none), sizes, place, shape and
    strides."""
    words: list[int] = []
    for item in given:
        if isinstance(item, tuple):
            words += flattened(item)
        elif isinstance(item, np.ndarray):
            words += [0, 0, item.size, item.itemsize, item.ctypes.data, *item.shape, *item.strides]
        elif isinstance(item, float):
            words.append(int(np.float64(item).view(np.int64)))
        else:
            words.append(int(item))
    return words
