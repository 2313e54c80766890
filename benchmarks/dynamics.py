"""Speed of the engine: CPU time per simulated second of two walls, beside MuJoCo on one of them; one thread.

Walls: 44 boxes in running bond, and 40 polygonal stones like those of the Sacsayhuaman paper; Kn 2e8 and Kt 1e8 N/m3,
friction 0.4, 2e5 Pa·s/m. Both are shaken for 5 s by a sine of 0.976 Hz across the wall. Only the stepping is timed,
with states kept every 0.01 s; coming to rest under gravity is not. The least of three repeats counts: what others do on
the machine only ever adds.

MuJoCo gets the same boxes, density and friction, the bottom course on a slide whose place and speed are set at every
step, its usual step of 2 ms, and its own defaults otherwise. Its contacts have no stiffness per area, so that peaks are
not comparable; a timing only counts if the walls still stand.
"""

from __future__ import annotations

import copy
import gc
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

import mujoco
import numpy as np

from benchmarks.harness import Row
from pirqa.dynamics import Drive, Engine, Record, SimulationOptions
from pirqa.dynamics.energy import CLOSING_LIMIT, ledger_of
from pirqa.dynamics.simulate import settle
from pirqa.model import Stone, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import polygonal_wall, running_bond_wall

DURATION = 5.0
FREQUENCY = 0.976
ACROSS = np.array([0.0, 1.0, 0.0])
FRICTION = 0.4
DENSITY = 2300.0
FIXED_STEP = 1e-4
STRETCH = 0.25
"""Simulated between looks at the wall, as in a run of a user [s]."""
PEER_STEP = 0.002
PEER_KEEPS = 5
"""Steps of the peer between states that are kept: 0.01 s."""
HEAVY = 1e7
"""Of the peer's slide [kg]: nothing the stones do moves it."""
TIMES_LESS = 8.0
"""How much less than the peer the engine should take."""
PAPER = "the Sacsayhuaman paper's program took 37 to 63 min a record of 40 stones on 8 cores"

FIRST_RUN = """
import json, resource, time
started = time.process_time()
from pirqa.dynamics import SimulationOptions, simulate
from pirqa.verification.walls import running_bond_wall, sine_motion
wall, motion = running_bond_wall(), sine_motion(1.0, 0.976, 0.5)
imported = time.process_time()
simulate(wall, motion, SimulationOptions(hold=20.0, free=0.5))
ended = time.process_time()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([ended - imported, ended - started, memory]))
"""


@dataclass(frozen=True, kw_only=True)
class Ride:
    """Something to be timed: what is made ready first does not count."""

    ready: Callable[[], Any]
    go: Callable[[Any], Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Shaken:
    """What a shaken wall left behind."""

    rate: float
    """CPU seconds per simulated second."""
    steps: int
    joints: int
    step: float
    """[s]"""
    peak: float
    """Largest displacement of the top stone relative to the base [m]."""
    closing: float
    """What the energy ledger misses, over its scale [-]."""

    @property
    def worth(self) -> str:
        """Whether the run can be trusted, in words."""
        good = f"energy closes within {self.closing:.1g}"
        return good if self.closing <= CLOSING_LIMIT else f"{good}: OVER {CLOSING_LIMIT:g}, not reliable"


def run() -> list[Row]:
    """All rows."""
    return [*_walls(), *_beside_mujoco(), *_first_run()]


def best(rides: Sequence[Ride], *, repeats: int = 3) -> list[tuple[float, Any]]:
    """Least CPU time [s] and last result of each ride, in turn, so that a noisy moment hits all of them."""
    least, results = [math.inf] * len(rides), [None] * len(rides)
    for _ in range(repeats):
        for index, ride in enumerate(rides):
            made = ride.ready()
            gc.collect()
            started = time.process_time()
            results[index] = ride.go(made)
            least[index] = min(least[index], time.process_time() - started)
    return list(zip(least, results, strict=True))


@cache
def at_rest(wall: str, step: float | None) -> Engine:
    """The wall called ``bond`` or ``polygonal`` at rest under its weight, with its kernels compiled."""
    made = Engine.of(_wall(wall), SimulationOptions(step=step))
    settle(made)
    made.restart_clock()
    made.assembly.loads.spent[:] = 0.0
    return made


@cache
def _wall(name: str) -> Wall:
    build = {"bond": running_bond_wall, "polygonal": polygonal_wall}[name]
    return build(mu=FRICTION, density=DENSITY)


def ride(wall: str, step: float | None, acceleration: float) -> Ride:
    """A wall shaken by a sine [m/s2]."""
    engine = at_rest(wall, step)
    drive = Drive(duration=DURATION, shift=lambda times: _swing(times, acceleration)[0][:, None] * ACROSS)

    def go(own: Engine) -> tuple[Engine, list[Record]]:
        total, chunk = round(DURATION / own.step), round(STRETCH / own.step)
        records = []
        for first in range(0, total, chunk):
            record, sound = own.run(drive, first, min(chunk, total - first))
            if not sound:
                raise RuntimeError(f"{wall}: the run failed after {own.time:.2f} s")
            records.append(record)
        return own, records

    return Ride(ready=lambda: copy.deepcopy(engine), go=go)


def _swing(times: FloatArray, acceleration: float) -> tuple[FloatArray, FloatArray]:
    """Place and speed of the base [m, m/s] under a sine of acceleration, from rest: it drifts, no stone notices."""
    omega = 2.0 * math.pi * FREQUENCY
    place = acceleration / omega * (times - np.sin(omega * times) / omega)
    return place, acceleration / omega * (1.0 - np.cos(omega * times))


def shaken(seconds: float, result: tuple[Engine, list[Record]]) -> Shaken:
    """The timing and what the run was worth."""
    engine, records = result
    ledger = ledger_of(np.concatenate([record.energy for record in records]))
    top = len(engine.assembly.wall.stones) - 1
    moved = np.concatenate([engine.displacement(record, records[0].pose[0])[:, top] for record in records])
    return Shaken(
        rate=seconds / DURATION,
        steps=engine.done,
        joints=len(engine.assembly.names),
        step=engine.step,
        peak=float(np.abs(moved[:, 1]).max()),
        closing=ledger.error,
    )


def _walls() -> list[Row]:
    cases = [(wall, step) for wall in ("bond", "polygonal") for step in (FIXED_STEP, None)]
    timed = best([ride(wall, step, 0.2 * STANDARD_GRAVITY) for wall, step in cases])
    rows = []
    for (wall, step), (seconds, result) in zip(cases, timed, strict=True):
        found = shaken(seconds, result)
        what = {"bond": "44 boxes", "polygonal": "40 polygonal stones"}[wall]
        each = f"{1e9 * seconds / (found.steps * found.joints):.0f} ns a joint and step"
        rows.append(
            Row(
                id=f"dynamics.{wall}.{'default' if step is None else '1e-4'}",
                value=found.rate,
                unit="s/s",
                target=0.03 if step is None else 0.12,
                note=f"{what}, {found.joints} joints, 0.2 g, step {found.step:.3g} s, {each}, peak "
                f"{1e3 * found.peak:.1f} mm, {found.worth}; {PAPER}",
            )
        )
    return rows


def _beside_mujoco() -> list[Row]:
    rows = []
    for share in (0.2, 0.4):
        acceleration = share * STANDARD_GRAVITY
        cones = ("elliptic", "pyramidal")
        timed = best([ride("bond", None, acceleration), *(_peer_ride(cone, acceleration) for cone in cones)])
        ours = shaken(*timed[0])
        theirs = {cone: seconds / DURATION for cone, (seconds, _) in zip(cones, timed[1:], strict=True)}
        quicker = min(theirs, key=theirs.__getitem__)
        both = ", ".join(f"{cone} {rate:.3g}" for cone, rate in theirs.items())
        rows.append(
            Row(
                id=f"dynamics.mujoco.{share:g}g",
                value=ours.rate,
                unit="s/s",
                target=theirs[quicker] / TIMES_LESS,
                peer="MuJoCo",
                peer_version=version("mujoco"),
                peer_value=theirs[quicker],
                note=f"44 boxes, {share:g} g, our step {ours.step:.3g} s, the peer's {PEER_STEP:g} s; the quicker of "
                f"its friction cones counts ({both}); the target is an eighth of it; {ours.worth}",
            )
        )
    return rows


def _peer_ride(cone: str, acceleration: float) -> Ride:
    """The wall of boxes in MuJoCo, at rest after a second, then shaken by the same sine."""
    wall = _wall("bond")
    model = mujoco.MjModel.from_xml_string(_peer_model(wall, cone))
    rest = mujoco.MjData(model)
    mujoco.mj_step(model, rest, round(1.0 / PEER_STEP))
    times = PEER_STEP * np.arange(round(DURATION / PEER_STEP))
    place, speed = _swing(times, acceleration)
    pull = HEAVY * acceleration * np.sin(2.0 * math.pi * FREQUENCY * times)

    def go(data: Any) -> FloatArray:
        kept = np.zeros((len(times) // PEER_KEEPS, model.nbody, 3))
        for number in range(len(times)):
            data.qpos[0], data.qvel[0], data.qfrc_applied[0] = place[number], speed[number], pull[number]
            mujoco.mj_step(model, data)
            if number % PEER_KEEPS == 0:
                kept[number // PEER_KEEPS] = data.xpos
        dropped = wall.stones[-1].centroid[2] - kept[-1, -1, 2]
        if dropped > 0.25:
            raise RuntimeError(f"the peer's wall fell: its top stone is {dropped:.2f} m down")
        return kept

    return Ride(ready=lambda: copy.deepcopy(rest), go=go)


def _peer_model(wall: Wall, cone: str) -> str:
    """Boxes in MuJoCo's language: the fixed ones on one slide, the others free."""
    fixed = "".join(_geom(stone, np.zeros(3)) for stone in wall.stones if stone.name in wall.fixed)
    free = "".join(
        f'<body pos="{_numbers(stone.centroid)}"><freejoint/>{_geom(stone, stone.centroid)}</body>'
        for stone in wall.stones
        if stone.name not in wall.fixed
    )
    return (
        f'<mujoco><option timestep="{PEER_STEP}" cone="{cone}" gravity="0 0 {-STANDARD_GRAVITY}"/>'
        f'<default><geom type="box" friction="{FRICTION} 0.005 0.0001" density="{DENSITY}"/></default><worldbody>'
        f'<body><joint type="slide" axis="0 1 0" armature="{HEAVY}"/>{fixed}</body>{free}</worldbody></mujoco>'
    )


def _geom(stone: Stone, about: FloatArray) -> str:
    low, high = stone.solid.vertices.min(axis=0), stone.solid.vertices.max(axis=0)
    return f'<geom pos="{_numbers(0.5 * (low + high) - about)}" size="{_numbers(0.5 * (high - low))}"/>'


def _numbers(values: FloatArray) -> str:
    return " ".join(f"{value:.12g}" for value in values)


def _first_run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PIRQA_CACHE": folder}
        command = [sys.executable, "-c", FIRST_RUN]
        first, second = (
            json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
            for _ in range(2)
        )
    return [
        Row(
            id="dynamics.compile",
            value=first[0],
            target=30.0,
            note="first run ever, with compilation and a short run of 44 boxes, without the imports",
        ),
        Row(id="dynamics.compiled", value=second[0], note="the same in a later process"),
        Row(id="dynamics.start", value=second[1], note="the same, with the imports and the making of the wall"),
        Row(id="dynamics.memory", value=second[2] / 1e6, unit="MB", note="most that this later process held"),
    ]
