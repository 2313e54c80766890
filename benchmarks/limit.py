"""Speed of limit analysis on stones: both cone programs on ever larger walls, HiGHS and compas_cra beside them.

Walls: running bond, 8.64 × 4 × 0.8 m, cut into more and more stones, free on the ground, μ 0.6, pushed across and along
by their weights. Programs are solved at the tolerance that users get, 1e-8; a row's time is all from contact points to
multiplier (matrices, solver, residuals), CPU time, one thread. The wall's survey is not timed.

HiGHS solves the static form as a linear program with eight-sided pyramids inside the cones. compas_cra answers whether
forces exist under one tilt, a little below the limit, which is less than the multiplier; it is a program of its own
(``limit_cra.py``), run by the Python that ``PIRQA_BENCH_CRA`` names, or by this one where it is installed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import ROOT, Row, race
from pirqa.limit.blocks.assembly import BlockAssembly, assemble_blocks
from pirqa.limit.blocks.program import BlockProgram, Solved
from pirqa.model import Material, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import stiff_joints

LENGTH, HEIGHT, THICKNESS, FRICTION = 8.64, 4.0, 0.8, 0.6
SIZES = {"44": (8, 5), "400": (20, 20), "1000": (30, 33), "4000": (60, 66)}
"""Courses, and stones in a course."""
TARGETS = {"400": 1.5, "1000": 8.0}
"""CPU time of the static form [s]."""
WAYS = {"across": (0.0, -1.0, 0.0), "along": (1.0, 0.0, 0.0)}
MEMORY = 8.0
"""Most that the largest wall may take [GB]."""
SIDES = 8
BELOW = 0.95
"""Tilt at which the peer is asked, over the limit."""
PATIENCE = 300.0
"""After which the peer is stopped [s]."""


def run() -> list[Row]:
    """All rows."""
    rows = [*_small()]
    for size in ("400", "1000"):
        rows += _forms(size, repeats=3)
    return [*rows, *_largest()]


@cache
def _wall(size: str) -> Wall:
    courses, stones = SIZES[size]
    bond = GenerateOptions(
        pattern="running_bond", length=LENGTH, height=HEIGHT, courses=courses, unit_length=LENGTH / stones
    )
    stone = {"stone": Material(unit_weight=2300.0 * STANDARD_GRAVITY)}
    made = survey(SurveyOptions(generate=bond, thickness=THICKNESS), around=Surroundings(materials=stone))
    return replace(made.wall, joints=stiff_joints(1e9, friction=FRICTION))


@cache
def _made(size: str) -> BlockAssembly:
    return assemble_blocks(_wall(size))


def _load(made: BlockAssembly, way: str) -> FloatArray:
    load = np.zeros((len(made.weight), 6))
    load[:, :3] = made.weight[:, None] * np.array(WAYS[way])
    return load


def _solve(made: BlockAssembly, form: str, way: str) -> Solved:
    found: Solved = getattr(BlockProgram(made=made, dead=made.gravity), form)(_load(made, way))
    if found.status != "solved":
        raise RuntimeError(f"{form} form, {way}: {found.status}")
    return found


def _forms(size: str, *, repeats: int) -> list[Row]:
    made = _made(size)
    rows = []
    for way in WAYS:
        jobs = [lambda form=form, way=way: _solve(made, form, way) for form in ("static", "kinematic")]
        timed = race(*jobs, repeats=repeats, warm_up=0)
        bounds = [item.result.value for item in timed]
        if abs(bounds[1] - bounds[0]) > 1e-5 * bounds[1]:
            raise RuntimeError(f"the two forms are apart: {bounds}")
        for form, item in zip(("static", "kinematic"), timed, strict=True):
            rows.append(
                Row(
                    id=f"blocks.{size}.{form}.{way}",
                    value=item.seconds,
                    target=TARGETS[size] if form == "static" else None,
                    note=f"{len(made.names)} stones, {len(made.point)} points; multiplier {item.result.value:.6f}, "
                    f"{item.result.iterations} iterations",
                )
            )
    return rows


def _small() -> list[Row]:
    made = _made("44")
    ours, highs = race(lambda: _solve(made, "static", "across"), lambda: _linear(made, "across"), repeats=5)
    whole = race(lambda: _solve(assemble_blocks(_wall("44")), "static", "across"), repeats=5)[0]
    rows = [
        Row(
            id="blocks.44.static.across",
            value=ours.seconds,
            peer="HiGHS (in scipy)",
            peer_version=version("scipy"),
            peer_value=highs.seconds,
            note=f"{len(made.names)} stones, {len(made.point)} points; multiplier {ours.result.value:.6f}, of the "
            f"linear program with {SIDES} sides {highs.result:.6f}",
        )
    ]
    peer = _cra(whole.result.value * BELOW)
    asked = "contact points and static form, for the multiplier"
    if peer is None:
        return [*rows, Row(id="blocks.44.answer", value=whole.seconds, note=f"{asked}; compas_cra is not installed")]
    answer = (
        "stopped without an answer, so at least that"
        if peer["stands"] is None
        else f"says {'yes' if peer['stands'] else 'no'}"
    )
    return [
        *rows,
        Row(
            id="blocks.44.answer",
            value=whole.seconds,
            target=peer["seconds"] / 100.0,
            peer="compas_cra",
            peer_version=peer["version"],
            peer_value=peer["seconds"],
            note=f"{asked}; the peer is asked whether the wall stands at {BELOW:g} of it, without the time for its "
            f"interfaces: {answer}",
        ),
    ]


def _linear(made: BlockAssembly, way: str) -> float:
    """The static form with pyramids inside the cones."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, csc_array, hstack

    program = BlockProgram(made=made, dead=made.gravity)
    angles = 2.0 * np.pi * np.arange(SIDES) / SIDES
    points = len(made.friction)
    edges = np.stack([np.ones(SIDES), FRICTION * np.cos(angles), FRICTION * np.sin(angles)])
    rows = (3 * np.arange(points)[:, None, None] + np.arange(3)[:, None]) + np.zeros(SIDES, dtype=int)
    columns = (SIDES * np.arange(points)[:, None, None] + np.arange(SIDES)) + np.zeros((3, 1), dtype=int)
    values = np.broadcast_to(edges, rows.shape)
    generators = coo_array((values.ravel(), (rows.ravel(), columns.ravel())), shape=(3 * points, SIDES * points))
    A = hstack([program.equilibrium @ generators, csc_array(program.scaled(_load(made, way))[:, None])])
    cost = np.zeros(A.shape[1])
    cost[-1] = -1.0
    found = linprog(
        cost, A_eq=A, b_eq=-program.scaled(made.gravity), bounds=[(0, None)] * (len(cost) - 1) + [(None, None)]
    )
    return float(found.x[-1])


def _cra(tangent: float) -> dict[str, Any] | None:
    """compas_cra on the same boxes, on a ground of its own; None where it is not there."""
    python = os.environ.get("PIRQA_BENCH_CRA")
    if python is None and importlib.util.find_spec("compas_cra") is None:
        return None
    boxes = [[-1.0, -1.0, -1.0, LENGTH + 2.0, THICKNESS + 2.0, 1.0]]
    for stone in _wall("44").stones:
        low, high = stone.solid.vertices.min(axis=0), stone.solid.vertices.max(axis=0)
        boxes.append([*low.tolist(), *(high - low).tolist()])
    asked = {"boxes": boxes, "tangent": tangent, "friction": FRICTION, "solver": "cra"}
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = children.ru_utime + children.ru_stime
    try:
        done = subprocess.run(
            [python or sys.executable, str(Path(__file__).with_name("limit_cra.py"))],
            input=json.dumps(asked), capture_output=True, text=True, timeout=PATIENCE, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {"seconds": after.ru_utime + after.ru_stime - before, "stands": None, "version": "(stopped)"}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _largest() -> list[Row]:
    """In a process of its own, whose memory is that of this wall alone."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.limit"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [Row(**row) for row in json.loads(done.stdout)]


def _measure_largest() -> list[dict[str, Any]]:
    made = _made("4000")
    rows = []
    for form in ("static", "kinematic"):
        started = time.process_time()
        found = _solve(made, form, "along")
        rows.append(
            {
                "id": f"blocks.4000.{form}.along",
                "value": time.process_time() - started,
                "note": f"{len(made.names)} stones, {len(made.point)} points; multiplier {found.value:.6f}, "
                f"{found.iterations} iterations",
            }
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0**2
    rows.append(
        {
            "id": "blocks.4000.memory",
            "value": peak,
            "unit": "GB",
            "target": MEMORY,
            "note": "peak of the process, with survey and both forms",
        }
    )
    return rows


if __name__ == "__main__":
    print(json.dumps(_measure_largest()))
