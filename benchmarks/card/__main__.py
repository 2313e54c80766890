"""``python -m benchmarks.card``: whether the card's kernels do what the processor does, whatever thread comes first.

The kernels' PTX is played on this processor. Exit code 1 where the order of threads changes a byte, where a thread
misses a barrier, or where a standing wall ends elsewhere than in the processor's own run.
"""

from __future__ import annotations

import copy
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from benchmarks.card.instructions import KINDS, UnknownPtxError
from benchmarks.card.play import Order, Played, Workshop
from benchmarks.card.ptx import CAPABILITY, require_compiler
from benchmarks.card.translate import find_gcc
from pirqa.dynamics import Engine
from pirqa.dynamics.drive import drive_of, initial_velocity
from pirqa.errors import PirqaError
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import sine_motion

WALLS = ("boxes", "stones")
FARTHEST = 1e-9
"""Farthest that a stone of a standing wall may be from the processor's [m], as in ``cuda.parity``: the two compilers
fuse other products with sums, and in 1 s that grows. Walls that fall may part from there, and are only shown."""

_COUNTS = """
Instructions of warps for a wall and step, of the steps that a kernel made. unnamed: memory of whatever kind, as the
address says. path: of the slowest warps from barrier to barrier, a division or root for eight. longest: the longest way
of a warp between two barriers, once.
"""


@dataclass(frozen=True, kw_only=True)
class Shaking:
    """A sine of 0.976 Hz."""

    level: float
    """[g]"""
    seconds: float
    stands: bool
    """Whether walls stand it: only then the numbers must be the processor's."""
    quick: bool = True
    """Whether walls fit into the quick kernels; if not, the busy one makes all steps, as it does for large walls."""
    own: bool = True
    """Whether kernels are compiled for the wall's layout alone."""

    def __str__(self) -> str:
        return f"{self.level:g} g, {self.seconds:g} s{'' if self.quick else ', all busy'}{'' if self.own else ', any'}"


SHAKINGS = (
    Shaking(level=0.4, seconds=1.0, stands=True),
    Shaking(level=1.2, seconds=0.5, stands=False),
    Shaking(level=0.4, seconds=1.0, stands=True, quick=False),
    Shaking(level=0.4, seconds=0.25, stands=True, own=False),
)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Of a run on played kernels."""

    position: np.ndarray
    """Of bodies at the end [m]."""
    kept: tuple[bytes, ...]
    """The wall at the end and all that was kept on the way."""


def main() -> int:
    """Exit code."""
    try:
        require_compiler()
        find_gcc()
        with tempfile.TemporaryDirectory() as folder:
            return _check(Path(folder))
    except (PirqaError, UnknownPtxError) as error:
        print(error, file=sys.stderr)
        return 2


def _check(folder: Path) -> int:
    from pirqa.verification.campaign import at_rest

    workshop = Workshop(folder, lambda text: print(f"  {text}", file=sys.stderr, flush=True))
    lines, counted, faults = [], [], []
    for wall in WALLS:
        engine = at_rest(wall)
        for shaking in SHAKINGS:
            for kernel in workshop.kernels:
                kernel.clear()
            own = _on_processor(engine, shaking)
            outcomes = []
            for workshop.order in (Order.ASCENDING, Order.RANDOM):
                outcomes.append(_on_fibres(engine, shaking, wall, workshop))
                if workshop.order == Order.ASCENDING:
                    counted += [_counts(kernel, shaking) for kernel in workshop.kernels if kernel.steps]
            one, other = outcomes
            far = float(np.abs(one.position - own).max())
            missed = [f"{kernel.name}: {kernel.fibres.missed}" for kernel in workshop.kernels
                      if kernel.fibres is not None and kernel.fibres.missed]  # fmt: skip
            same = one.kept == other.kept
            shown = ("same" if same else "OTHERS", "MISSED" if missed else "all")
            lines.append((wall, str(shaking), f"{far:.1e}", *shown))
            where = f"{wall}, {shaking}"
            if not same:
                faults.append(f"{where}: the order of threads changes the result")
            if shaking.stands and not far <= FARTHEST:
                faults.append(f"{where}: a stone is {far:.1e} m from where the processor has it")
            faults += [f"{where}: {text}" for text in missed]
    _print_table(("wall", "shaking", "farthest [m]", "bytes, random order", "barriers"), lines)
    print(_COUNTS)
    _print_table(("kernel", "shaking", "steps", *KINDS, "path", "longest"), counted)
    print(f"\nFor each thread, by ptxas for compute capability {'.'.join(map(str, CAPABILITY))} [bytes]\n")
    _print_table(
        ("kernel", "registers", "stack", "spilled", "read back", "shared, of the block"),
        [(kernel.name, *_held(kernel)) for kernel in workshop.kernels],
    )
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


def _counts(kernel: Played, shaking: Shaking) -> tuple[str, ...]:
    assert kernel.fibres is not None
    executed, steps = kernel.fibres.executed, kernel.steps
    numbers = [*(executed[kind] / steps for kind in KINDS), kernel.fibres.path / steps, kernel.fibres.longest]
    return (kernel.name, str(shaking), str(steps), *(f"{number:.0f}" for number in numbers))


def _held(kernel: Played) -> Iterator[str]:
    held = kernel.held()
    return map(str, (held.registers, held.stack, held.spilled, held.read_back, held.shared))


def _on_processor(engine: Engine, shaking: Shaking) -> np.ndarray:
    """Where bodies are at the end [m]."""
    own = copy.deepcopy(engine)
    motion = sine_motion(shaking.level * STANDARD_GRAVITY, 0.976, 3.0)
    own.start_with(initial_velocity(motion))
    own.run(drive_of(motion, own.assembly.wall, free=1.0), 0, round(shaking.seconds / own.step))
    return own.assembly.bodies.position


def _on_fibres(engine: Engine, shaking: Shaking, wall: str, workshop: Workshop) -> Outcome:
    from pirqa.dynamics.cuda import bench as benches
    from pirqa.dynamics.cuda.layout import Layout

    own = copy.deepcopy(engine)
    motion = sine_motion(shaking.level * STANDARD_GRAVITY, 0.976, 3.0)
    own.start_with(initial_velocity(motion))
    drive, count = drive_of(motion, own.assembly.wall, free=1.0), round(shaking.seconds / own.step)
    layout = Layout.of(own.assembly)
    most = benches._BESIDE if shaking.quick else 0
    with workshop.in_place(wall), patch.object(benches, "_BESIDE", most):
        bench = benches.Bench(
            layout,
            1,
            corners=own.assembly.scratch.shape[1],
            rows=count // own.stride + 3,
            blocks=1,
            own=shaking.own,
        )
        row, made = layout.pack(own.assembly)
        place = bench.reserve()
        assert place is not None
        bench.put([(place, row)])
        bench.start(place, own, drive, 0, count)
        while not bench.advance():
            pass
        bench.take([(place, row)])
        record = bench.record(place, own)
    kept = (row[: layout.changing], record.pose, record.joint, record.energy, record.push)
    return Outcome(position=made.bodies.position.copy(), kept=tuple(array.tobytes() for array in kept))


def _print_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(cells[column]) for cells in (head, *rows)) for column in range(len(head))]
    for cells in (head, *rows):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
