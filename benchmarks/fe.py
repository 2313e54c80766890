"""Speed of finite elements: modes of a wall, beside CalculiX on the identical mesh.

The wall is the Chokepukio paper's of 20 m by 9 m with its two parts. Ours is all from the mesh to ten modes: element
matrices, assembly, order, factor, Lanczos; CPU time, one thread. CalculiX (``ccx``, its own solver SPOOLES, one thread)
is the whole process on the same bricks: it also reads the mesh from a text file and writes the shapes, which takes less
than a tenth of its time. Frequencies of both are compared in the same run.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.harness import ROOT, Row
from pirqa.errors import MissingProgramError
from pirqa.fem.build import build
from pirqa.fem.factorise import Solver
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.options import FeOptions
from pirqa.fem.structure import Structure
from pirqa.fem.system import assemble
from pirqa.verification.fe import PROGRAM, ccx_frequencies, published_wall

os.environ.setdefault("MKL_NUM_THREADS", "1")  # of PARDISO, which is loaded later: one thread, as the others
MODES = 10
SIZES = {"30k": 0.325, "140k": 0.172}
"""Largest side of the bricks [m] of meshes with about so many degrees of freedom."""
SHARE = {"superlu": 1.0 / 2.5, "pardiso": 1.0 / 3.5, "mumps": 1.0 / 3.5}
"""Of CalculiX's time that ours may take."""
MEMORY = 8.0
"""Most that the larger mesh may take [GB]."""


def ccx_version() -> str:
    """Return the version that the program states."""
    if PROGRAM is None:
        raise MissingProgramError("CalculiX (ccx) is not on this machine: install the package calculix-ccx")
    told = subprocess.run([PROGRAM, "-v"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Version\s+(\S+)", told)
    return found[1] if found else "unknown"


def run() -> list[Row]:
    """All rows."""
    if PROGRAM is None:
        raise MissingProgramError("bench fe needs CalculiX: install the package calculix-ccx")
    return [*_beside("incompatible", "30k", 5), *_beside("plain", "30k", 3), *_large()]


def _structure(kind: Any, size: str) -> Structure:
    return build(published_wall(), FeOptions(size=SIZES[size], element=kind))


def _solve(structure: Structure, solver: Solver) -> Any:
    return find_modes(assemble(structure), MODES, solver=solver)


def _solvers() -> list[Solver]:
    found: list[Solver] = ["superlu"]
    if importlib.util.find_spec("pypardiso"):
        found.append("pardiso")
    if importlib.util.find_spec("mumps"):
        found.append("mumps")
    return found


def _beside(kind: str, size: str, repeats: int) -> list[Row]:
    structure = _structure(kind, size)
    solvers = _solvers()
    ours: dict[str, list[float]] = {solver: [] for solver in solvers}
    theirs: list[float] = []
    for repeat in range(-1, repeats):
        for solver in solvers:
            seconds, found = _own(lambda solver=solver: _solve(structure, solver))
            if repeat >= 0:
                ours[solver].append(seconds)
        seconds, peer = _childs(lambda: ccx_frequencies(structure, MODES))
        if repeat >= 0:
            theirs.append(seconds)
    apart = float(np.abs(found.frequency / peer - 1.0).max())
    freedoms = 3 * (len(structure.mesh.nodes) - len(structure.foot))
    rows = []
    for solver in solvers:
        mine, ccx = statistics.median(ours[solver]), statistics.median(theirs)
        note = f"{freedoms} degrees of freedom, {MODES} modes; frequencies within {100 * apart:.2g} % of CalculiX's"
        target = SHARE[solver] if kind == "incompatible" else None
        rows.append(
            Row(
                id=f"modes {size} {kind} {solver}",
                value=mine,
                peer="CalculiX",
                peer_version=ccx_version(),
                peer_value=ccx,
                note=note,
            )
        )
        rows.append(
            Row(
                id=f"modes {size} {kind} {solver}, share",
                value=mine / ccx,
                unit="of CalculiX",
                target=target,
                note="median of the repeats, in turn",
            )
        )
    return rows


def _own(job: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    started = time.process_time()
    found = job()
    return time.process_time() - started, found


def _childs(job: Callable[[], Any]) -> tuple[float, Any]:
    """CPU time of the processes that the job starts."""

    def used() -> float:
        all_of = resource.getrusage(resource.RUSAGE_CHILDREN)
        return all_of.ru_utime + all_of.ru_stime

    started = used()
    found = job()
    return used() - started, found


def _large() -> list[Row]:
    """In a process of its own, whose memory is that of this mesh alone."""
    rows = []
    for solver in _solvers():
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.fe", solver], cwd=ROOT, check=True, capture_output=True, text=True
        )
        told = json.loads(done.stdout)
        note = f"{told['freedoms']} degrees of freedom, {MODES} modes, {told['seconds']:.3g} s CPU"
        rows.append(Row(id=f"memory 140k {solver}", value=told["memory"], unit="GB", target=MEMORY, note=note))
    return rows


def _alone(solver: Solver) -> None:
    structure = _structure("incompatible", "140k")
    seconds, _ = _own(lambda: _solve(structure, solver))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    freedoms = 3 * (len(structure.mesh.nodes) - len(structure.foot))
    print(json.dumps({"seconds": seconds, "memory": memory, "freedoms": freedoms}))


if __name__ == "__main__":
    _alone(sys.argv[1])  # type: ignore[arg-type]
