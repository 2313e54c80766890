"""Walls on a graphics card: simulated seconds a second, beside one core of the processor in the same run.

Walls: 44 boxes in running bond and 40 polygonal stones like those of the Sacsayhuaman paper, steps of 0.1 ms, 64 bits,
all of the physics. *Standing*: sines of 0.1 to 0.4 g, under which no stone falls. *Falling*: 0.6 to 1.2 g, under which
most walls lie in pieces at the end. Times are by the clock, with the walls on the card already, compiled before. The
value is the time for a simulated second of one wall [ms]: 0.2 ms are 5,000 simulated seconds a second.
*campaign*: a thousand runs of 62 s by the clock, from the plan to the table.
"""

from __future__ import annotations

import copy
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.harness import Row
from benchmarks.host import RUNS, plan_of
from pirqa.dynamics import Engine
from pirqa.dynamics.cuda.bench import Bench
from pirqa.dynamics.cuda.device import Device, find_device
from pirqa.dynamics.cuda.layout import Layout
from pirqa.dynamics.drive import drive_of, initial_velocity
from pirqa.experiments.campaign.campaign import run_campaign
from pirqa.experiments.campaign.card import Cuda, OpenCard, open_card
from pirqa.model.ground_motion import GroundMotion
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.campaign import at_rest, lost_on_both, parity
from pirqa.verification.walls import sine_motion

STEP = 1e-4
WALLS = {"boxes": "44 boxes", "stones": "40 polygonal stones"}
STANDING, FALLING = (0.1, 0.4), (0.6, 1.2)
"""[g]"""
MANY = 4224
TARGET = 0.2
"""[ms]"""
CLASSES, SECONDS = 200, 2.0


def run() -> list[Row]:
    """All rows."""
    device = find_device("make bench cuda")
    walls = {name: at_rest(name) for name in WALLS}
    found = [row for name, engine in walls.items() for row in rows_of(name, engine, device)]
    found.append(campaign(device))
    return [*found, alike(lost_on_both(walls["boxes"], device, levels(), SECONDS), len(walls["boxes"].assembly.names))]


def rows_of(name: str, engine: Engine, device: Device) -> Iterator[Row]:
    """Rows for a wall at rest."""
    far = parity(engine, device)
    yield Row(id=f"cuda.parity.{name}", value=far, unit="m", target=1e-9, note=_of(name, "1 s of 0.4 g"))
    core = _core(engine)
    rate_on(engine, scaled(32, STANDING), 0.05)  # compiles
    for label, count, ends, seconds in (
        ("standing", MANY, STANDING, 0.25),
        ("standing.few", 132, STANDING, 0.25),
        ("falling", MANY // 2, FALLING, 1.0),
    ):
        rate = rate_on(engine, scaled(count, ends), seconds)
        note = f"{count} walls, {ends[0]:g} to {ends[1]:g} g, {seconds:g} s: {rate:.4g} simulated s a second"
        yield Row(
            id=f"cuda.{name}.{label}",
            value=1e3 / rate,
            unit="ms",
            target=TARGET if label == "standing" else None,
            peer="one core of the processor, 0.4 g",
            peer_value=1e3 * core,
            note=_of(name, f"{note}; {device.name}"),
        )


def campaign(device: Device, runs: int = RUNS, card: OpenCard = open_card) -> Row:
    """A campaign on the card, all of it."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        result = run_campaign(plan_of("levels", runs), Path(folder), Cuda(1, device=device, card=card))
        seconds = time.perf_counter() - began
    done = int((result.table["status"] == "done").sum())
    simulated = float(result.table["simulated"].sum())
    note = f"{done} of {runs} runs of 62 s of 44 boxes, 0.1 to 0.4 g: {simulated / seconds:.4g} simulated s a second"
    return Row(id="cuda.campaign", value=seconds, target=15.0 * runs / RUNS, note=f"{note}; {device.name}")


def levels() -> list[float]:
    """Of walls that fall or stand [g]."""
    return [float(level) for level in np.linspace(0.1, 1.0, CLASSES)]


def alike(pairs: Sequence[tuple[int, int]], joints: int) -> Row:
    """How many of the walls end otherwise on the card than on the processor, by how many of their joints are lost."""
    apart = sum(_class(ours, joints) != _class(theirs, joints) for ours, theirs in pairs) / len(pairs)
    note = (
        f"{len(pairs)} walls of 44 boxes, {SECONDS:g} s of 0.1 to 1 g: none, some, or more than half of the joints lost"
    )
    return Row(id="cuda.classes", value=100.0 * apart, unit="% unlike", target=2.0, note=note)


def _class(lost: int, joints: int) -> int:
    return 0 if lost == 0 else 1 if lost <= joints // 2 else 2


def _of(name: str, text: str) -> str:
    return f"{WALLS[name]}, {text}"


def scaled(count: int, ends: tuple[float, float]) -> list[GroundMotion]:
    """Sines of as many levels between two [g]."""
    one = sine_motion(STANDARD_GRAVITY, 0.976, 3.0)
    return [
        replace(one, acceleration=level * one.acceleration, initial_velocity=level * one.initial_velocity)
        for level in np.linspace(*ends, count)
    ]


def _core(engine: Engine) -> float:
    """CPU time of one core for a simulated second [s]."""
    own = copy.deepcopy(engine)
    motion = sine_motion(0.4 * STANDARD_GRAVITY, 0.976, 3.0)
    own.start_with(initial_velocity(motion))
    drive = drive_of(motion, own.assembly.wall, free=1.0)
    own.run(drive, 0, 100)
    began = time.process_time()
    own.run(drive, 100, round(1.0 / own.step))
    return time.process_time() - began


def rate_on(engine: Engine, motions: Sequence[GroundMotion], seconds: float) -> float:
    """Simulated seconds in a second of as many walls as there are motions, all at once."""
    layout, steps = Layout.of(engine.assembly), round(seconds / engine.step)
    bench = Bench(
        layout, len(motions), corners=engine.assembly.scratch.shape[1], rows=steps // engine.stride + 3, blocks=528
    )
    walls = []
    for motion in motions:
        engine.start_with(initial_velocity(motion))
        walls.append((bench.reserve() or 0, layout.pack(engine.assembly)[0]))
    engine.start_with(np.zeros(3))
    bench.put(walls)
    for (place, _), motion in zip(walls, motions, strict=True):
        bench.start(place, engine, drive_of(motion, engine.assembly.wall, free=1.0), 0, steps)
    left, began = len(motions), time.perf_counter()
    while left:
        left -= len(bench.advance())
    return len(motions) * seconds / (time.perf_counter() - began)
