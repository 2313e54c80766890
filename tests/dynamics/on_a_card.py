"""Stretches of a wall on Numba's simulator of a graphics card: ``python -m tests.dynamics.on_a_card FILE STEPS SIZE``.

FILE holds walls on their way, pickled, each with the motion of its ground. Each makes STEPS on this processor and on
the card, and what differs most is printed as JSON; nothing is compiled, so that few steps take seconds.
"""

from __future__ import annotations

import copy
import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.dynamics.cuda import bench, stack
from pirqa.dynamics.cuda import card as cards
from pirqa.dynamics.cuda.card import Card
from pirqa.dynamics.cuda.device import Device
from pirqa.dynamics.drive import drive_of
from pirqa.dynamics.run_sequence import Stretch

PLAYED = Device(name="simulator", capability=(9, 0), multiprocessors=1, clock=1e6, memory=1 << 30, free=1 << 30)
THREADS = 4
"""Of a block: each is a thread of Python here, and waits for all others."""


def farthest(one: Any, other: Any) -> float:
    """By which two arrays differ."""
    return float(np.abs(np.asarray(one) - np.asarray(other)).max(initial=0.0))


def main(path: Path, steps: int, size: str) -> None:
    if size == "large":  # as walls that the quick kernels do not hold
        bench._BESIDE = 0
    bench.THREADS, stack._THREADS = THREADS, 1
    bench._CALM_STEPS, bench._LOOSE_STEPS, bench._BUSY_STEPS = 5, 4, 3  # so that walls come back in the middle, too
    cards._WORTH = 1 if size == "own" else 2  # kernels of its layout for each wall, or those of all layouts
    card = Card(PLAYED, longest=1.0)
    pairs, runs, frames = [], {}, {}
    for name, (engine, motion) in pickle.loads(path.read_bytes()).items():
        own = copy.deepcopy(engine)
        drive = drive_of(motion, engine.assembly.wall, free=1.0)
        first, frames[name] = engine.done, engine.assembly.frames.first.copy()
        runs[name] = (engine, *engine.run(drive, first, steps))
        stretch = Stretch(engine=own, drive=drive, first=first, count=steps, sparing=len(pairs) % 2 == 1)
        card.begin(stretch)
        pairs.append((name, stretch))
    told = {}
    while len(told) < len(pairs):
        for stretch, record, sound in card.finished():
            name = next(name for name, own in pairs if own is stretch)
            engine, expected, still = runs[name]
            made, there = engine.assembly, stretch.engine.assembly
            told[name] = {
                "sound": sound == still,
                "done": stretch.engine.done == engine.done,
                "rows": len(record.times),
                "position": farthest(there.bodies.position, made.bodies.position),
                "rotation": farthest(there.bodies.rotation, made.bodies.rotation),
                "slip": farthest(there.memory.slip, made.memory.slip),
                "pose": farthest(record.pose, expected.pose),
                "force": farthest(record.normal_force, expected.normal_force) / float(np.abs(expected.joint).max()),
                "opening": farthest(record.opening, expected.opening),
                "columns": record.joint.shape[2] == (2 if stretch.sparing else 7),
                "energy": farthest(record.energy, expected.energy) / float(np.abs(expected.energy).max()),
                "push": farthest(record.push, expected.push),
                "dead": int((there.motion.state == 2).sum()),
                "touching": int((there.near.state[there.near.slot[: there.near.tally[0]]] == 1).sum()),
                "own": [bench.own for bench in card._benches.values()],
                "renewed": farthest(there.frames.first, frames[name]) > 0.0,
            }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
