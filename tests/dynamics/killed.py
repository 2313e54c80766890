"""Runs that are killed again and again until one comes through: ``python -m tests.dynamics.killed NAME FOLDER SEED``.

The parent starts children that simulate into ``FOLDER/killed.zarr`` and ends them by SIGKILL, half of them at a random
moment, half in the middle of something done to a file; the last one is let through. One child that nobody disturbs
writes ``FOLDER/whole.zarr``. How many were killed is in ``count.txt``, what they were told in ``killed.txt``.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pirqa.dynamics import Action, SimulationOptions, state_recorder
from pirqa.dynamics.simulate import simulate_into
from pirqa.model import Wall
from pirqa.verification.walls import coursed_wall, sine_motion, stiff_joints

KILLS = 14


@dataclass(frozen=True, kw_only=True)
class Told:
    """Puts what an observer is told into a file."""

    path: Path

    def begin(self, task: str, total: int) -> None:
        self._say(task)

    def advance(self, steps: int = 1) -> None:
        pass

    def end(self, outcome: str = "") -> None:
        self._say(f"  {outcome}")

    def _say(self, text: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


def collapse() -> tuple[Wall, Action, SimulationOptions]:
    """Five boxes thrown off their base: joints end, stones strike each other and the ground."""
    joints = stiff_joints(2e7, tangential_stiffness=1e7, friction=0.5, damping_ratio=0.2)
    motion = sine_motion(1.5 * 9.81, 1.2, 1.0 / 1.2)
    return coursed_wall(0.6, 0.3, 0.4, 5, 2300.0, joints), motion, SimulationOptions(free=1.0, quiet=1e-6, refine=0)


def refined() -> tuple[Wall, Action, SimulationOptions]:
    """A block that rocks on a joint hardly damped: the energy closes only with a shorter step."""
    wall = coursed_wall(1.0, 0.3, 0.6, 2, 2300.0, stiff_joints(2e8, damping=1e-3))
    return wall, sine_motion(5.0, 2.0, 1.0), SimulationOptions(free=0.0, quiet=1e-6, refine=2)


RUNS = {"collapse": collapse, "refined": refined}


def die_at(count: int) -> None:
    """Be killed when something is done to a file for the ``count``-th time."""
    left = count

    def deadly(real: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **options: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **options)

        return counted

    os.fsync = deadly(os.fsync)
    shutil.rmtree = deadly(shutil.rmtree)  # type: ignore[assignment]
    for name in ("replace", "rename", "unlink", "write_text"):
        setattr(Path, name, deadly(getattr(Path, name)))
    state_recorder._Column.append = deadly(state_recorder._Column.append)  # type: ignore[method-assign]


def child(path: Path, told: Path, given: tuple[Wall, Action, SimulationOptions], deadly: int = 0) -> int:
    """Process that makes the run."""
    process = os.fork()
    if process:
        return process
    if deadly:
        die_at(deadly)
    simulate_into(path, *given, observer=Told(path=told))
    os._exit(0)


def main(name: str, folder: Path, seed: int) -> None:
    draw = random.Random(seed)
    given = RUNS[name]()
    # load the machine code, or make it, before it is needed in every child
    with tempfile.TemporaryDirectory() as other:
        simulate_into(Path(other) / "first.zarr", *given)
    state_recorder.INTERVAL = 0.0
    began = time.monotonic()
    assert os.waitpid(child(folder / "whole.zarr", folder / "whole.txt", given), 0)[1] == 0
    whole = time.monotonic() - began
    killed = 0
    for attempt in range(KILLS + 1):
        deadly = draw.randrange(1, 150) if attempt % 2 and attempt < KILLS else 0
        process = child(folder / "killed.zarr", folder / "killed.txt", given, deadly)
        if attempt < KILLS and not deadly:
            time.sleep(draw.uniform(0.0, 0.5 * whole))
            os.kill(process, signal.SIGKILL)
        status = os.waitpid(process, 0)[1]
        killed += os.WIFSIGNALED(status)
        if not os.WIFSIGNALED(status):
            assert status == 0
            break
    (folder / "count.txt").write_text(str(killed))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
