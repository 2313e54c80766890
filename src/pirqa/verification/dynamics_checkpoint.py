"""Dynamics: a run that is killed and goes on."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path

from pirqa.dynamics import SimulationOptions, Trajectory, simulate
from pirqa.dynamics.partial import HistoryWriter
from pirqa.errors import ComputationError
from pirqa.progress import SILENT, Observer, SilentObserver
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import coursed_wall, sine_motion, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases", "fall_into"]

_case = partial(case_of, "dynamics")
_KILLED_AT = (4, 9, 15)
"""Checkpoints after which a process is killed: while the wall comes to rest, again, and when it has fallen apart."""
_PATIENCE = 300.0
"""For a process to come so far [s]."""
_CHILD = """
import sys, time
from pirqa.progress import SilentObserver
from pirqa.verification.dynamics_checkpoint import fall_into

class Slow(SilentObserver):
    def advance(self, steps=1):
        time.sleep(0.02)

fall_into(sys.argv[1], Slow())
"""
"""Slow enough to be killed on its way."""


class _Heard(SilentObserver):
    """Remembers the tasks that it is told of."""

    def __init__(self) -> None:
        self.tasks: list[str] = []

    def begin(self, task: str, total: int) -> None:
        """Remember."""
        self.tasks.append(task)


def fall_into(path: str | Path, observer: Observer = SILENT) -> Trajectory:
    """A stack of five boxes thrown off its base by 1.5 g, with a checkpoint at every look; its history in ``path``."""
    joints = stiff_joints(2e7, tangential_stiffness=1e7, friction=0.5, damping_ratio=0.2)
    wall = coursed_wall(0.6, 0.3, 0.4, 5, 2300.0, joints)
    motion = sine_motion(1.5 * STANDARD_GRAVITY, 1.2, 1.0 / 1.2)
    writer = HistoryWriter(path, interval=0.0)
    run = simulate(wall, motion, SimulationOptions(free=1.0, quiet=1e-6, refine=0), keep=writer, observer=observer)
    writer.finish(run)
    return run


def _kill_after(path: Path, number: int) -> None:
    """Let a process come to its checkpoint of that ``number``, and kill it."""
    process = subprocess.Popen([sys.executable, "-c", _CHILD, str(path)], stderr=subprocess.PIPE)
    until = time.monotonic() + _PATIENCE
    try:
        while not any(int(state.stem[-6:]) >= number for state in path.parent.glob("*/state_*.checkpoint")):
            if process.poll() is not None or time.monotonic() > until:
                process.kill()
                said = process.communicate()[1].decode(errors="replace")
                raise ComputationError(f"the process was not killed on its way: {said[-300:]}")
            time.sleep(0.002)
    finally:
        process.kill()
        process.communicate()
    if path.exists():
        raise ComputationError("the process came to its end before it was killed")


def _bytes_that_differ() -> float:
    """Between the history of a run and that of one killed thrice, in all their files."""
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole.zarr", Path(folder) / "killed.zarr"
        if not fall_into(whole).parted:
            raise ComputationError("the wall should have fallen apart")
        for number in _KILLED_AT:
            _kill_after(killed, number)
        heard = _Heard()
        fall_into(killed, heard)
        if "resumed" not in heard.tasks or "gravity" in heard.tasks:
            raise ComputationError("the killed run did not go on where it was")
        found = [{file.relative_to(run): file for file in run.rglob("*") if file.is_file()} for run in (whole, killed)]
        return float(sum(_difference(*(files.get(name) for files in found)) for name in {*found[0], *found[1]}))


def _difference(one: Path | None, other: Path | None) -> int:
    content = [b"" if file is None else file.read_bytes() for file in (one, other)]
    return sum(first != second for first, second in zip_longest(*content))


def cases() -> Iterator[Case]:
    """Cases of checkpoints."""
    yield _case(
        "checkpoint.identical", "bytes by which the history of a run differs from that of one killed three times", "",
        "the same inputs give the same bytes", 0.0, {"max": 0.0}, "given", _bytes_that_differ,
        "Five boxes thrown off their base; the process is killed twice while they come to rest and once in the fall.",
    )  # fmt: skip
