"""Speed of walls that fall, and of large ones: CPU time per step and contact, memory, and MuJoCo beside it; one thread.

Walls: running bond in 8 courses of the stones of the 44-box wall, ever longer, and 40 polygonal stones like those of
the Sacsayhuaman paper; Kn 2e8 and Kt 1e8 N/m3, friction 0.4, 2e5 Pa·s/m. They come to rest under gravity first, which
is not timed; then a sine of 0.976 Hz shakes them across, for whole cycles, so that the base ends at rest. A contact is
a joint that is alive or a pair of convex parts that touch without one, counted every 0.25 s. States are kept every
0.01 s. The least of the repeats counts: what others do on the machine only ever adds.

MuJoCo gets the same boxes, density, friction and motion, its usual step of 2 ms and its own defaults otherwise. It is
computed in the frame of the base, gravity swinging instead: that way its fixed stones and its ground stay where they
are, which costs it least. Its contacts are of another kind and no stone falls twice alike, so that resting places are
not comparable; a timing only counts where both walls have fallen.
"""

from __future__ import annotations

import copy
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from typing import Any

import mujoco
import numpy as np

from benchmarks.dynamics import ACROSS, DENSITY, FREQUENCY, FRICTION, PEER_KEEPS, PEER_STEP, Ride, best
from benchmarks.harness import ROOT, Row
from pirqa.dynamics import Drive, Engine, Record, SimulationOptions
from pirqa.dynamics.arrays import DEAD, HELD
from pirqa.dynamics.energy import Ledger, ledger_of
from pirqa.dynamics.simulate import settle
from pirqa.model import Material, Stone, Wall
from pirqa.model.polyhedron import FloatArray
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import polygonal_wall, running_bond_wall

OMEGA = 2.0 * math.pi * FREQUENCY
STANDING, FALLING = 0.2, 0.9
"""Peaks of the sine at which walls stand and fall [g]."""
CYCLES = 5
AFTER = 5.0
"""Simulated after the shaking [s]."""
LOOK = 0.25
"""Between counts of the contacts [s], as between looks at the wall in a run of a user."""
UNIT = 1.728
"""Length of a box of the 44-box wall [m]."""
LENGTHS = (5, 62, 250)
"""Of the running-bond walls, in boxes: 44, 500 and 2,004 stones."""
EVEN = 1.3
"""Most that a contact may cost beside that of the wall where it costs least."""
HEAVIER = 4.0
"""Most that a step of a collapse may cost, over one of the standing wall."""
TIMES_LESS = 3.0
"""How much less than the peer the engine should take."""
MOST_MEMORY = 2000.0
"""[MB]"""
DROP = 0.25
"""A stone is down when its mass centre is lower by this: half a course [m]."""

LARGE_RUN = """
import json, resource, sys, time
from benchmarks.collapse import long_wall
from pirqa.dynamics import SimulationOptions, simulate
from pirqa.verification.walls import sine_motion
wall = long_wall(int(sys.argv[1]))
started = time.process_time()
run = simulate(wall, sine_motion(float(sys.argv[2]), 0.976, float(sys.argv[3])), SimulationOptions(free=1.0, refine=0))
taken = time.process_time() - started
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([memory, taken, len(wall.stones), len(run.joints), len(run.times), float(run.times[-1])]))
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Shaken:
    """What a timed run left behind."""

    seconds: float
    """CPU time."""
    steps: int
    step: float
    """[s]"""
    contacts: float
    """Mean over the run."""
    stones: int
    down: float
    """Share of the stones that were free to fall and are down at the end [-]."""
    ledger: Ledger

    @property
    def per_step(self) -> float:
        """CPU time [s]."""
        return self.seconds / self.steps

    @property
    def per_contact(self) -> float:
        """CPU time per step and contact [s]."""
        return self.per_step / self.contacts

    @property
    def worth(self) -> str:
        """Whether the run can be trusted, in words."""
        good = f"energy closes within {self.ledger.error:.1g}"
        return good if self.ledger.closes else f"{good}: OVER {self.ledger.limit:g}, not reliable"


def run() -> list[Row]:
    """All rows."""
    return [*_growth(), _large_memory(), *_polygonal(), _beside_mujoco()]


@cache
def long_wall(boxes: int) -> Wall:
    """Running bond, ``boxes`` long and 8 courses high, the lowest fixed."""
    bond = GenerateOptions(pattern="running_bond", length=UNIT * boxes, height=4.0, courses=8, unit_length=UNIT)
    made = survey(
        SurveyOptions(generate=bond, thickness=0.8, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=DENSITY * STANDARD_GRAVITY)}),
    )
    return replace(made.wall, joints=running_bond_wall(mu=FRICTION, density=DENSITY).joints)


@cache
def _at_rest(name: str) -> Engine:
    """The wall called ``polygonal``, or of so many boxes in length, at rest, with its kernels compiled."""
    wall = polygonal_wall(mu=FRICTION, density=DENSITY) if name == "polygonal" else long_wall(int(name))
    made = Engine.of(wall, SimulationOptions())
    settle(made)
    made.restart_clock()
    made.assembly.loads.spent[:] = 0.0
    return made


def _swing(times: FloatArray, peak: float) -> FloatArray:
    """Place of the base across [m] under whole cycles of a sine of acceleration [m/s2], from rest to rest."""
    until = np.minimum(times, CYCLES / FREQUENCY)
    return np.asarray(peak / OMEGA * (until - np.sin(OMEGA * until) / OMEGA))


def ride(name: str, share: float, duration: float) -> Ride:
    """A wall shaken by a sine with a peak of ``share`` of gravity, for ``duration`` [s]; contacts are counted."""
    engine = _at_rest(name)
    peak = share * STANDARD_GRAVITY
    drive = Drive(duration=duration, shift=lambda times: _swing(times, peak)[:, None] * ACROSS)

    def go(own: Engine) -> tuple[Engine, list[Record], FloatArray]:
        total, chunk = round(duration / own.step), round(LOOK / own.step)
        records, contacts = [], [_contacts(own)]
        for first in range(0, total, chunk):
            record, sound = own.run(drive, first, min(chunk, total - first))
            if not sound:
                raise RuntimeError(f"{name}: the run failed after {own.time:.2f} s")
            records.append(record)
            contacts.append(_contacts(own))
        return own, records, np.array(contacts)

    return Ride(ready=lambda: copy.deepcopy(engine), go=go)


def _contacts(engine: Engine) -> int:
    """Joints that are alive, and pairs that touch without one."""
    made = engine.assembly
    return int(np.count_nonzero(made.motion.state != DEAD) + made.near.tally[2])


def _shaken(seconds: float, result: tuple[Engine, list[Record], FloatArray]) -> Shaken:
    engine, records, contacts = result
    made = engine.assembly
    free = made.bodies.role[:-1] != HELD
    # the base stays at its height: a drop is a drop beside it
    dropped = (records[0].pose[0] - records[-1].pose[-1])[:-1, 2][free] > DROP
    parted = bool(np.any(made.motion.state == DEAD))
    return Shaken(
        seconds=seconds,
        steps=engine.done,
        step=engine.step,
        contacts=float((0.5 * (contacts[1:] + contacts[:-1])).mean()),
        stones=len(made.wall.stones),
        down=float(dropped.mean()),
        ledger=ledger_of(np.concatenate([record.energy for record in records]), parted=parted),
    )


def _growth() -> list[Row]:
    """Cost per contact from 44 to 2,004 stones, standing and falling."""
    rows = []
    for what, share, duration, repeats in (("standing", STANDING, 2.0, 5), ("falling", FALLING, 4.0, 3)):
        timed = best([ride(str(length), share, duration) for length in LENGTHS], repeats=repeats)
        found = [_shaken(*one) for one in timed]
        for one in found:
            fell = f", {one.down:.0%} of the free stones down" if what == "falling" else ""
            rows.append(
                Row(
                    id=f"collapse.{what}.{one.stones}",
                    value=1e9 * one.per_contact,
                    unit="ns",
                    note=f"a step and contact: {one.contacts:.0f} contacts, {1e6 * one.per_step:.0f} µs a step of "
                    f"{one.step:.3g} s, {share:g} g for {duration:g} s{fell}, {one.worth}",
                )
            )
        costs = [one.per_contact for one in found]
        rows.append(
            Row(
                id=f"collapse.{what}.growth",
                value=max(costs) / min(costs),
                unit="×",
                target=EVEN,
                note=f"dearest over cheapest of these, {found[0].stones} to {found[-1].stones:,} stones",
            )
        )
    return rows


def _large_memory() -> Row:
    """The most that one run of the largest wall holds, as a user makes it, in a process of its own."""
    seconds = 30.0
    words = [str(LENGTHS[-1]), f"{STANDING * STANDARD_GRAVITY}", f"{seconds}"]
    command = [sys.executable, "-c", LARGE_RUN, *words]
    done = subprocess.run(command, env={**os.environ}, cwd=ROOT, check=True, capture_output=True)
    memory, taken, stones, joints, rows, end = json.loads(done.stdout)
    return Row(
        id="collapse.memory",
        value=memory / 1e6,
        unit="MB",
        target=MOST_MEMORY,
        note=f"most that a process held in simulate(): {stones:,} stones, {joints:,} joints, {STANDING:g} g for "
        f"{seconds:g} s, {rows:,} states kept until {end:.1f} s; {taken:.0f} s of CPU with the making of the joints "
        "and the coming to rest",
    )


def _polygonal() -> list[Row]:
    """What a step costs while the 40 polygonal stones fall, beside the standing wall."""
    duration = CYCLES / FREQUENCY + AFTER
    timed = best([ride("polygonal", share, duration) for share in (STANDING, FALLING)])
    standing, falling = (_shaken(*one) for one in timed)
    _expect_fallen("pirqa's polygonal wall", falling.down)
    return [
        Row(
            id="collapse.polygonal.standing",
            value=1e6 * standing.per_step,
            unit="µs",
            note=f"a step of {standing.step:.3g} s, {standing.contacts:.0f} contacts, {STANDING:g} g, {standing.worth}",
        ),
        Row(
            id="collapse.polygonal.falling",
            value=1e6 * falling.per_step,
            unit="µs",
            target=HEAVIER * 1e6 * standing.per_step,
            note=f"a step, {falling.contacts:.0f} contacts, {FALLING:g} g, until {AFTER:g} s after the shaking, "
            f"{falling.down:.0%} of the free stones down; the target is four times the standing wall; {falling.worth}",
        ),
    ]


def _beside_mujoco() -> Row:
    duration = CYCLES / FREQUENCY + AFTER
    cones = ("elliptic", "pyramidal")
    timed = best([ride(str(LENGTHS[0]), FALLING, duration), *(_peer_ride(cone, duration) for cone in cones)])
    ours = _shaken(*timed[0])
    _expect_fallen("pirqa's wall", ours.down)
    theirs = {cone: seconds / duration for cone, (seconds, _) in zip(cones, timed[1:], strict=True)}
    down = {cone: float(found) for cone, (_, found) in zip(cones, timed[1:], strict=True)}
    quicker = min(theirs, key=theirs.__getitem__)
    _expect_fallen("the peer's wall", down[quicker])
    both = ", ".join(f"{cone} {rate:.3g}, {down[cone]:.0%} down" for cone, rate in theirs.items())
    return Row(
        id=f"collapse.mujoco.{FALLING:g}g",
        value=ours.seconds / duration,
        unit="s/s",
        target=theirs[quicker] / TIMES_LESS,
        peer="MuJoCo",
        peer_version=version("mujoco"),
        peer_value=theirs[quicker],
        note=f"44 boxes, {FALLING:g} g for {CYCLES} cycles and {AFTER:g} s after, our step {ours.step:.3g} s, "
        f"{ours.down:.0%} of the free stones down, {ours.worth}; the peer's step {PEER_STEP:g} s, the quicker of its "
        f"friction cones counts ({both}); the target is a third of it",
    )


def _expect_fallen(whose: str, down: float) -> None:
    if down <= 0.5:
        raise RuntimeError(f"{whose} has not fallen: {down:.0%} of its free stones are down")


def _peer_ride(cone: str, duration: float) -> Ride:
    """The wall of boxes in MuJoCo, at rest after a second, then shaken by the same sine; the share that is down."""
    wall = long_wall(LENGTHS[0])
    model = mujoco.MjModel.from_xml_string(_peer_model(wall, cone))
    rest = mujoco.MjData(model)
    mujoco.mj_step(model, rest, round(1.0 / PEER_STEP))
    times = PEER_STEP * np.arange(round(duration / PEER_STEP))
    pull = -FALLING * STANDARD_GRAVITY * np.sin(OMEGA * np.minimum(times, CYCLES / FREQUENCY))

    def go(data: Any) -> float:
        kept = np.zeros((len(times) // PEER_KEEPS + 1, model.nbody, 7))
        for number in range(len(times)):
            model.opt.gravity[1] = pull[number]
            mujoco.mj_step(model, data)
            if number % PEER_KEEPS == 0:
                kept[number // PEER_KEEPS, :, :3] = data.xpos
                kept[number // PEER_KEEPS, :, 3:] = data.xquat
        dropped = rest.xpos[1:, 2] - kept[len(times) // PEER_KEEPS - 1, 1:, 2]
        return float(np.mean(dropped > DROP))

    return Ride(ready=lambda: copy.deepcopy(rest), go=go)


def _peer_model(wall: Wall, cone: str) -> str:
    """Boxes in MuJoCo's language: the fixed ones and the ground still, the others free."""
    ground = min(float(stone.solid.vertices[:, 2].min()) for stone in wall.stones)
    still = _boxes([stone for stone in wall.stones if stone.name in wall.fixed], about=np.zeros(3))
    free = "".join(
        f'<body pos="{_numbers(stone.centroid)}"><freejoint/>{_boxes([stone], about=stone.centroid)}</body>'
        for stone in wall.stones
        if stone.name not in wall.fixed
    )
    return (
        f'<mujoco><option timestep="{PEER_STEP}" cone="{cone}" gravity="0 0 {-STANDARD_GRAVITY}"/>'
        f'<default><geom friction="{FRICTION} 0.005 0.0001" density="{DENSITY}"/></default><worldbody>'
        f'<geom type="plane" pos="0 0 {ground:.12g}" size="0 0 1"/>{still}{free}</worldbody></mujoco>'
    )


def _boxes(stones: Sequence[Stone], *, about: FloatArray) -> str:
    corners = [(stone.solid.vertices.min(axis=0) - about, stone.solid.vertices.max(axis=0) - about) for stone in stones]
    return "".join(
        f'<geom type="box" pos="{_numbers(0.5 * (low + high))}" size="{_numbers(0.5 * (high - low))}"/>'
        for low, high in corners
    )


def _numbers(values: FloatArray) -> str:
    return " ".join(f"{value:.12g}" for value in values)
