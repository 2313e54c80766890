"""Compiled kernels, and where their machine code is kept between runs.

Numba's own cache looks at the file of the function that is called, so that an edited inner kernel would silently keep
its old physics. Here the folder's name holds a digest of the syntax trees of all modules that have kernels, and of
those whose constants they take: an edit of code anywhere is a new folder. Numba also knows each kernel by the bytes of
its file and by its line; both are replaced by what decides the machine code, so an edited docstring compiles nothing.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import gc
import hashlib
import inspect
import os
import re
import shutil
import time
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, overload

from pirqa.code_key import SourceTree, facts_of
from pirqa.files import user_cache

_Function = TypeVar("_Function", bound=Callable[..., Any])
_MARK = re.compile(
    rb"^from pirqa\.compiled import [^)\n]*(?:\([^)]*)?\b(call(ed)?_on_card|card_kernel|inlined|kernel|on_card)\b",
    re.MULTILINE,
)
_UNUSED = 90 * 24 * 3600.0
"""After which a folder of kernels is taken away [s]."""
_LEAN: dict[str, Any] = {"fastmath": {"contract"}, "_nrt": False}


@overload
def kernel(function: _Function) -> _Function: ...


@overload
def kernel(*, lean: bool = False, threads: bool = False) -> Callable[[_Function], _Function]: ...


def kernel(function: Any = None, *, lean: bool = False, threads: bool = False) -> Any:
    """``function`` compiled by Numba at its first call, without Python; kept on disk where that is possible.

    A ``lean`` one makes no arrays, so that none need be counted (in small functions that took more time than their
    work), and products may be fused with sums. One for ``threads`` lets other threads of Python go on meanwhile.
    """
    import numba

    if function is None:
        return functools.partial(kernel, lean=lean, threads=threads)
    options: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True, "nogil": threads}
    if lean:
        options |= _LEAN
    made = _behave_as("Kernel", numba.njit(function, **options))
    folder = cache_folder()
    if folder is not None and hasattr(made, "enable_caching"):
        with _kept_in(folder, numba.config):
            made.enable_caching()
    return made


@contextlib.contextmanager
def _kept_in(folder: Path, config: Any) -> Iterator[None]:
    """The folder is looked at while a function is decorated: others' kernels keep their own place."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def card_kernel(function: Any, bounds: tuple[int, int]) -> Any:
    """``function`` compiled for a graphics card when it is first launched, in about a minute; kept on disk.

    It may close over plain numbers and functions for the card only: Numba knows it again by them. ``bounds``: threads
    of a block, and blocks that one processor of the card must be able to hold: their registers are shared out for that.
    """
    from numba import cuda

    folder = cache_folder()
    if _is_simulated() or folder is None:
        return cuda.jit(function)
    from numba.cuda.core import config as own

    # linking would optimise all of it once more, for minutes
    with _kept_in(folder, own):
        return cuda.jit(function, cache=True, lto=False, launch_bounds=bounds)


def _is_simulated() -> bool:
    """Whether Numba plays the card in Python, for tests."""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


def on_card(function: Any) -> Any:
    """``function`` as a part of the card's kernels that call it."""
    from numba import cuda

    if _is_simulated():
        return cuda.jit(function, device=True)
    return cuda.jit(function, device=True, forceinline=True, lto=False)


def inlined(function: _Function) -> _Function:
    """``function`` as a part of the lean kernels that call it; called from Python, it is plain Python.

    It has no machine code of its own: to make and keep that, with a door from Python for a hundred arrays, was half of
    the time of the first compilation. Nor can it round otherwise in the run that compiles than in those that load
    (which products are fused with sums is the compiler's choice).
    """
    import numba

    options = _LEAN | {
        "error_model": "numpy",
        "forceinline": True,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    part: _Function = _behave_as("Part", numba.njit(function, **options))
    return part


def call_on_card(part: Any) -> None:
    """Have kernels of the card call ``part``, an inlined one, rather than hold it whole wherever it is used.

    Where Numba looks elsewhere one day, the part is inlined, which takes longer to compile and nothing else.
    """
    replace_on_card(part, called_on_card(part))


def replace_on_card(part: Any, other: Any) -> None:
    """Have kernels of the card take ``other``, a function for the card, where the processor's have ``part``.

    Numba remembers what it made of a processor's function for the card; here it is told beforehand.
    """
    part._CUDATypingContext__dispatcher = other


def called_on_card(part: Any) -> Any:
    """A function for the card that kernels call, made of ``part`` or of a plain function; others may hold it whole."""
    from numba import cuda

    function = getattr(part, "py_func", part)
    if _is_simulated():
        return on_card(function)
    names = ", ".join(inspect.signature(function).parameters)
    space = {"stay_apart": _stay_apart(), "part": on_card(function)}
    exec(f"def called({names}):\n    stay_apart()\n    return part({names})\n", space)
    return cuda.jit(space["called"], device=True, lto=False)


@functools.cache
def _stay_apart() -> Any:
    """Called in a function for the card: it is not inlined, however few call it."""
    from numba.core import types
    from numba.cuda.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def stay_apart(typing: Any) -> Any:
        def mark(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), mark

    return stay_apart


def _behave_as(kind: str, made: Any) -> Any:
    """What Numba made, as a whole kernel or a part of others."""
    if hasattr(made, "py_func"):  # else nothing is compiled in this run
        made.__class__ = _kinds_of_dispatcher()[kind]
    return made


@functools.cache
def _kinds_of_dispatcher() -> dict[str, type]:
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import CPUDispatcher

    class Kernel(CPUDispatcher):
        def compile(self, sig: Any) -> Any:
            with global_compiler_lock, _only_compiler_of(self.py_func):
                # it makes objects by the million and hardly any that are garbage: looking for them is an eighth
                paused = gc.isenabled()
                gc.disable()
                try:
                    return super().compile(sig)
                finally:
                    if paused:
                        gc.enable()

        def enable_caching(self) -> None:
            self._cache = _kernel_cache()(self.py_func)

    class Part(CPUDispatcher):
        def __call__(self, *args: Any) -> Any:
            return self.py_func(*args)  # there is no door to its machine code

    return {"Kernel": Kernel, "Part": Part}


@functools.cache
def _kernel_cache() -> type:
    """Return Numba's cache of functions, with a stamp and a name that no docstring and no line number changes.

    Within a file, what the tree of the file leaves open is which function it is: its code says that.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

    class Locator(UserProvidedCacheLocator):
        def __init__(self, py_func: Any, py_file: str) -> None:
            super().__init__(py_func, py_file)  # type: ignore[no-untyped-call]
            self._shape = _shape_of(py_func.__code__)

        def get_source_stamp(self) -> str:
            return facts_of(Path(self._py_file).read_bytes()).syntax

        def get_disambiguator(self) -> str:
            return self._shape[:12]

    locators = [Locator, *CompileResultCacheImpl._locator_classes]

    class Implementation(CompileResultCacheImpl):
        _locator_classes = locators

    class KernelCache(FunctionCache):
        _impl_class = Implementation

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            asked, machine, (_, cells) = super()._index_key(sig, codegen)  # type: ignore[no-untyped-call]
            return asked, machine, (_shape_of(self._py_func.__code__), cells)

    return KernelCache


def _shape_of(code: types.CodeType) -> str:
    """Return the digest of the code of a function without its docstring, lines and files.

    A docstring is the first constant and shifts the numbers of the others, so constants enter by value.
    """
    total = hashlib.sha256()
    names = (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount)
    total.update(repr((names, code.co_posonlyargcount, code.co_kwonlyargcount)).encode())
    extended = 0
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        number = extended | argument
        extended = number << 8 if operation == dis.EXTENDED_ARG else 0
        if operation in _OF_CONSTANTS:
            value = code.co_consts[number]
            if isinstance(value, frozenset):  # of strings: their order differs between two processes
                value = sorted(map(repr, value))
            told = _shape_of(value) if isinstance(value, types.CodeType) else f"{type(value).__name__} {value!r}"
            total.update(f"{operation} {told};".encode())
        else:
            total.update(bytes((operation, argument)))
    return total.hexdigest()


_OF_CONSTANTS = frozenset(dis.hasconst)


@contextlib.contextmanager
def _only_compiler_of(function: Any) -> Iterator[None]:
    """Have other processes wait until ``function`` is on disk, and load it.

    Two that compile it at once need not round alike, and Numba's index loses what the other has kept.
    """
    folder = cache_folder()
    try:
        import fcntl
    except ImportError:  # not on this system: each compiles its own
        folder = None
    with contextlib.ExitStack() as held:
        if folder is not None:
            # a folder that cannot be locked is no reason not to compile
            with contextlib.suppress(OSError):
                lock = held.enter_context((folder / f".{function.__module__}.{function.__name__}.lock").open("ab"))
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@functools.cache
def cache_folder() -> Path | None:
    """The user's folder of compiled kernels; none, with a warning, where nothing can be written."""
    folder = user_cache() / f"kernels-{_digest()[:16]}"
    try:
        _sweep(folder.parent, keep=folder.name)
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()  # also makes the folder one that was used today
    except OSError as error:
        warnings.warn(
            f"{folder}: cannot be written ({error.strerror or error}); kernels are compiled anew in every run. "
            "Set PIRQA_CACHE to a folder of yours",
            stacklevel=2,
        )
        return None
    return folder


def is_first_use() -> bool:
    """Whether nothing has been compiled yet, or nothing can be kept: the next call of a kernel takes its time."""
    folder = cache_folder()
    return folder is None or next(folder.rglob("*.nbi"), None) is None


def _sweep(home: Path, *, keep: str) -> None:
    """Take away kernels of versions that nobody has used for months."""
    for old in home.glob("kernels-*"):
        if old.name != keep and time.time() - old.stat().st_mtime > _UNUSED:
            shutil.rmtree(old, ignore_errors=True)


def _digest(root: Path = Path(__file__).parent) -> str:
    """Return the digest of all modules that have kernels, of this one, and of the compiler."""
    from importlib import metadata

    content = SourceTree(root).digest(kernel_modules(root))
    return hashlib.sha256(f"{metadata.version('numba')} {content}".encode()).hexdigest()


def kernel_modules(root: Path = Path(__file__).parent) -> frozenset[str]:
    """Return the modules whose text decides machine code: those with kernels, and those whose constants they take."""
    tree = SourceTree(root)
    waiting = [__name__, *(name for name, path in tree.modules.items() if _MARK.search(path.read_bytes()))]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [
                item.target
                for item in tree.facts(name).imports
                if item.target in tree.modules and any(taken.isupper() for taken in item.names)
            ]
    return frozenset(reached)
