"""Kernels of the card compiled where there is none: to PTX by NVVM, and by the assembler to what a card holds."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from pirqa.errors import MissingExtraError

__all__ = ["CAPABILITY", "Held", "compile_ptx", "held_by", "require_compiler"]

CAPABILITY = (9, 0)
"""Compute capability of an H200."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """What a kernel takes of the card, as its assembler says."""

    registers: int
    """Of a thread."""
    stack: int
    """Of a thread, with all that it calls [bytes]; 0 where the assembler does not say."""
    shared: int
    """Of a block [bytes]."""
    spilled: int
    """What a thread writes to memory for want of registers, the kernel and all that it calls [bytes]."""
    read_back: int
    """The same, read [bytes]."""


def require_compiler() -> None:
    """An error with the command that installs it, where it is missing."""
    if find_spec("numba_cuda") is None or _assembler() is None:
        raise MissingExtraError("make card", "cuda")


def compile_ptx(kernel: Any, types: tuple[Any, ...], capability: tuple[int, int] = CAPABILITY) -> str:
    """PTX of a ``kernel`` that Numba has not compiled yet, for arguments of these ``types``."""
    from numba import cuda

    bounds = kernel.targetoptions.get("launch_bounds")
    with _pretended(capability):
        text, _ = cuda.compile_ptx(kernel.py_func, types, cc=capability, launch_bounds=bounds)
    return str(text)


@contextmanager
def _pretended(capability: tuple[int, int]) -> Iterator[None]:
    # functions that a kernel calls are compiled for the card at hand, whatever is asked for the kernel
    device = SimpleNamespace(compute_capability=capability)
    with patch("numba.cuda.dispatcher.get_current_device", lambda: device):
        yield


def held_by(ptx: str, capability: tuple[int, int] = CAPABILITY) -> Held:
    """What the kernel takes of a card."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx, encoding="utf-8")
        arch = f"-arch=sm_{capability[0]}{capability[1]}"
        command = [str(_assembler()), "-v", arch, "-O3", str(source), "-o", f"{folder}/kernel.cubin"]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"ptxas does not take the kernel:\n{done.stderr[-2000:]}")
    return read_report(done.stderr)


def read_report(report: str) -> Held:
    """Of ``ptxas -v``."""

    def total(pattern: str) -> int:
        return sum(int(number) for number in re.findall(pattern, report))

    return Held(
        registers=max((int(number) for number in re.findall(r"Used (\d+) registers", report)), default=0),
        stack=total(r"(\d+) bytes cumulative stack size"),
        shared=total(r"(\d+) bytes smem"),
        spilled=total(r"(\d+) bytes spill stores"),
        read_back=total(r"(\d+) bytes spill loads"),
    )


def _assembler() -> Path | None:
    """The extra's, or the machine's."""
    wheels = find_spec("nvidia")
    for folder in wheels.submodule_search_locations or [] if wheels else []:
        for found in sorted(Path(folder).glob("*/bin/ptxas")):
            return found
    found_here = shutil.which("ptxas")
    return Path(found_here) if found_here else None
