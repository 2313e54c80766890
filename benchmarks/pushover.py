"""Speed of pushing a wall over: the whole capacity curve to 140 mm, one thread.

The wall is the Chokepukio paper's of 20 m by 9 m with its strengths and the fixed crack law, pushed outwards by steps
of 1 mm with the default viscosity; the paths of the uncertainty band are left out. Each mesh runs in a process of its
own, whose memory is that of this mesh alone. No peer stands beside it: DIANA, which the paper used, is not free.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time

os.environ.setdefault("MKL_NUM_THREADS", "1")  # of PARDISO: one thread, as all else

from benchmarks.harness import ROOT, Row
from pirqa.fem.factorise import Solver
from pirqa.fem.options import FeOptions
from pirqa.fem.pushover import equilibrium
from pirqa.fem.pushover.options import Masonry, PushoverOptions
from pirqa.fem.pushover.stage import run_pushover
from pirqa.verification.fe import published_wall

SIZES = {"9k": 0.55, "33k": 0.305}
"""Largest side of the bricks [m] of meshes with about so many degrees of freedom."""
SECONDS = {"9k": 60.0, "33k": 360.0}
"""CPU time that the curve may take."""
MEMORY = 3.0
"""[GB]"""
KERNEL = 1.0 / 3.0
"""Of the time, that the loop over bricks may take."""


def run() -> list[Row]:
    """All rows."""
    rows = []
    for size in SIZES:
        for solver in _solvers():
            told = _child(size, solver)
            judged = size == "9k" or solver == "pardiso"
            note = (
                f"{told['freedoms']} degrees of freedom, {told['steps']} steps, {told['iterations']} corrections; "
                f"λ {told['peak']:.4f} at most, {told['ended']} at {told['end']:.0f} mm"
            )
            limit = SECONDS[size] if judged else None
            rows.append(Row(id=f"curve {size} {solver}", value=told["seconds"], target=limit, note=note))
            rows.append(
                Row(
                    id=f"curve {size} {solver}, bricks",
                    value=told["kernel"] / told["seconds"],
                    unit="of the time",
                    target=KERNEL if judged else None,
                    note="forces, stiffness and laws of all bricks",
                )
            )
            rows.append(
                Row(
                    id=f"memory {size} {solver}",
                    value=told["memory"],
                    unit="GB",
                    target=MEMORY if judged else None,
                    note="most that the process took",
                )
            )
    return rows


def _solvers() -> list[Solver]:
    return ["superlu", "pardiso"] if importlib.util.find_spec("pypardiso") else ["superlu"]


def _child(size: str, solver: Solver) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.pushover", size, solver],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _options(solver: Solver, target: float) -> PushoverOptions:
    masonry = Masonry(tensile_strength=1e5, tensile_energy=50.0)
    return PushoverOptions(
        masonry={"lower": masonry, "upper": masonry},
        halved_viscosity=False,
        other_control=False,
        solver=solver,
        target=target,
    )


def _alone(size: str, solver: Solver) -> None:
    spent = 0.0
    sweep = equilibrium.sweep

    def timed(*arguments: object) -> None:
        nonlocal spent
        started = time.process_time()
        sweep(*arguments)
        spent += time.process_time() - started

    equilibrium.sweep = timed
    wall = published_wall()
    run_pushover(wall, FeOptions(size=0.7), _options(solver, 0.002))  # compiled, and libraries loaded
    spent = 0.0
    started = time.process_time()
    result = run_pushover(wall, FeOptions(size=SIZES[size]), _options(solver, 0.14))
    seconds = time.process_time() - started
    path = result.paths[0]
    told = {
        "seconds": seconds,
        "kernel": spent,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
        "freedoms": result.freedoms,
        "steps": len(path.displacement) - 1,
        "iterations": int(path.iterations.sum()),
        "peak": float(path.multiplier.max()),
        "end": 1e3 * float(path.displacement[-1]),
        "ended": path.ended,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    _alone(sys.argv[1], sys.argv[2])  # type: ignore[arg-type]
