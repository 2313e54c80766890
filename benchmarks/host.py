"""What the processor does for a campaign on a graphics card: all of it but the card's own steps.

A thousand runs of 62 s at steps of 0.1 ms, the wall of 44 boxes, once as one wall under 1,000 motions (ten signals at a
hundred levels), once as 1,000 samples of its joints under one. In place of the card stands a runner that makes no step:
it hands out states of a run that was made before, as many as were asked for, copied as the card's are. All the rest is
real: the plan, engines, walls at rest, claims, judging, pages, the table. Few of the runs are made here, and what each
more of them costs is taken times 1,000; what is done once is added.

*cpu*: on all threads. *lock*: of it, what holds Python's lock, which no second processor helps with: found from the
compiled passes over the states, which let it go. Both without copying states out of the card, told by themselves.
*bytes*: what comes from the card for a run, by the columns and rows that Bench.record brings.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from benchmarks.harness import Row
from pirqa.dynamics import Engine, SimulationOptions
from pirqa.dynamics import trajectory as trajectory_file
from pirqa.dynamics.cuda.card import bytes_of
from pirqa.dynamics.cuda.device import H200, Device
from pirqa.dynamics.cuda.layout import Layout
from pirqa.dynamics.drive import Drive, drive_of, initial_velocity, settling
from pirqa.dynamics.engine import SPARED, Record
from pirqa.dynamics.run_sequence import Stretch
from pirqa.dynamics.simulate import settle
from pirqa.experiments import damage_tracking as watch_file
from pirqa.experiments.campaign.campaign import CampaignPlan, plan_campaign, run_campaign
from pirqa.experiments.campaign.campaign_options import CampaignOptions, LevelOptions
from pirqa.experiments.campaign.card import Cuda
from pirqa.experiments.campaign.uncertainty import Uncertain
from pirqa.experiments.options import DynamicsOptions
from pirqa.motion.options import SignalOptions
from pirqa.motion.synthetic.options import SineOptions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import running_bond_wall

OPTIONS = SimulationOptions(step=1e-4)
RUNS = 1000
FEW, MORE = 40, 240
"""Runs that are made; what one more costs is the difference."""
SECONDS = 61.5
"""Of the signals [s], which are made longer to whole cycles: 62 s and some."""
ROOM, AT_ONCE = 1056, 64
"""Walls on the card, and how many of them end at the same time."""
CPU, LOCK = 40.0, 10.0
"""Targets [s]: with 16 processors both leave the card two thirds of 15 s."""


def run() -> list[Row]:
    """All rows."""
    states = _States()
    for kind in ("levels", "samples"):  # loads what is compiled
        _measure(states, kind, 10)
    return [row for kind in ("levels", "samples") for row in _rows(kind, states)]


def _rows(kind: str, states: _States) -> Iterator[Row]:
    few, more = (_measure(states, kind, count) for count in (FEW, MORE))
    what = {"levels": "one wall, ten signals at a hundred levels", "samples": "1,000 samples of the joints"}[kind]

    def in_all(name: str) -> float:
        each = (getattr(more, name) - getattr(few, name)) / (MORE - FEW)
        return float(getattr(few, name) + (RUNS - FEW) * each)

    copying = f"{in_all('copying'):.3g} s more to copy states"
    yield Row(
        id=f"host.{kind}.cpu",
        value=in_all("cpu"),
        target=CPU,
        note=f"{what}: {RUNS} runs of 62 s, table made; {copying}",
    )
    yield Row(
        id=f"host.{kind}.lock",
        value=in_all("cpu") - in_all("free"),
        target=LOCK,
        note=f"of it, {in_all('plan'):.2g} s of planning; {more.stretches / MORE:.3g} stretches a run",
    )
    yield Row(
        id=f"host.{kind}.bytes",
        value=more.bytes / MORE / 1e6,
        unit="MB",
        note=f"states from the card, a run; {more.rows / MORE:.4g} states of 45 bodies and 102 joints",
    )


@dataclass(frozen=True, kw_only=True)
class _Measured:
    """Times of a campaign [s]."""

    cpu: float
    """Without copying."""
    free: float
    """In compiled passes that let others go on."""
    plan: float
    copying: float
    stretches: int
    rows: int
    bytes: int


def _measure(states: _States, kind: str, count: int) -> _Measured:
    runners: list[_Stand] = []

    def card(device: Device) -> _Stand:
        runners.append(_Stand(states))
        return runners[-1]

    with tempfile.TemporaryDirectory() as folder, _passes() as passes:
        began = time.process_time()
        plan = plan_of(kind, count)
        planned = time.process_time()
        result = run_campaign(plan, Path(folder), Cuda(1, device=H200, card=card))
        ended = time.process_time()
    (runner,) = runners
    assert set(result.table["status"]) == {"done"}
    assert len(result.table) == count
    assert float(result.table["simulated"].min()) > SECONDS
    return _Measured(
        cpu=ended - began - runner.copying,
        free=sum(passes),
        plan=planned - began,
        copying=runner.copying,
        stretches=runner.stretches,
        rows=runner.rows,
        bytes=runner.bytes,
    )


def plan_of(kind: str, count: int) -> CampaignPlan:
    """A campaign of ``count`` runs of 62 s of 44 boxes: ``levels`` of ten signals, or ``samples`` of the joints."""
    signals = 10 if kind == "levels" else 1
    levels = np.linspace(0.1, 0.4, count // signals) if kind == "levels" else np.array([0.2])
    options = CampaignOptions(
        name="host",
        walls={"wall": "wall"},
        signals={f"sine_{number}": _signal(0.976 + 0.1 * number) for number in range(signals)},
        levels=LevelOptions(values=tuple(float(level) * STANDARD_GRAVITY for level in levels)),
        uncertain={}
        if kind == "levels"
        else {"friction": Uncertain(low=0.4, high=0.6), "normal_stiffness": Uncertain(low=1e8, high=3e8)},
        samples=1 if kind == "levels" else count,
    )
    return plan_campaign(options, {"wall": (running_bond_wall(), DynamicsOptions(simulation=OPTIONS))}, Path())


def _signal(frequency: float) -> SignalOptions:
    return SignalOptions(sine=SineOptions(amplitude=0.5, frequency=frequency, duration=SECONDS))


class _States:
    """A wall that comes to rest, and the same under 0.2 g, made once on this processor."""

    def __init__(self) -> None:
        scene = plan_of("samples", 2).scenes[0]
        (item,) = scene.motions.values()
        motion = item.motion.scaled(0.2 * STANDARD_GRAVITY / item.measures["pga"])
        engine = Engine.of(scene.wall, OPTIONS)
        engine.damp_at_least(OPTIONS.settling_damping)
        self._gravity = _run(engine, settling(OPTIONS.ramp, OPTIONS.ramp + OPTIONS.hold))
        engine = Engine.of(scene.wall, OPTIONS)
        settle(engine)
        engine.restart_clock()
        engine.start_with(initial_velocity(motion))
        self._shaking = _run(engine, drive_of(motion, scene.wall, free=OPTIONS.free))
        self._spared = {
            whole: replace(whole, joint=np.ascontiguousarray(whole.joint[:, :, SPARED]))
            for whole in (self._gravity, self._shaking)
        }

    def of(self, stretch: Stretch) -> Record:
        """All states of the phase, with the columns that are asked for."""
        whole = self._gravity if stretch.drive.ramp > 0.0 else self._shaking
        return self._spared[whole] if stretch.sparing else whole


def _run(engine: Engine, drive: Drive) -> Record:
    last = round(drive.duration / engine.step)
    found = [engine.run(drive, first, 50_000)[0] for first in range(0, last, 50_000)]
    return Record(**{item.name: np.concatenate([getattr(one, item.name) for one in found]) for item in fields(Record)})


class _Stand:
    """In the card's place: takes walls as it does, makes no step of them, and tells of states that were made before."""

    def __init__(self, states: _States) -> None:
        self.room, self.longest, self.notes = ROOM, 5.0, list[str]()
        self.copying, self.stretches, self.rows, self.bytes = 0.0, 0, 0, 0
        self._states = states
        self._waiting: list[Stretch] = []
        self._placed: set[int] = set()

    def refusal(self, engine: Engine, drive: Drive) -> str:
        bytes_of(engine, self.longest)  # which the card asks for
        return ""

    def begin(self, stretch: Stretch) -> None:
        stretch.engine.assembly.bodies.share[:] = 0.0
        self._waiting.append(stretch)

    def finished(self) -> list[tuple[Stretch, Record, bool]]:
        chosen, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
        return [(stretch, self._record(stretch), True) for stretch in chosen]

    def _record(self, stretch: Stretch) -> Record:
        engine = stretch.engine
        if id(engine) not in self._placed:
            self._placed.add(id(engine))
            _, engine.assembly = Layout.of(engine.assembly).pack(engine.assembly)
        engine.done += stretch.count
        source = self._states.of(stretch)
        rows = slice(stretch.first // engine.stride, (stretch.first + stretch.count) // engine.stride)
        began = time.thread_time()
        record = Record(**{item.name: getattr(source, item.name)[rows].copy() for item in fields(Record)})
        self.copying += time.thread_time() - began
        self.stretches += 1
        self.rows += len(record.times)
        self.bytes += sum(getattr(record, item.name).nbytes for item in fields(Record))
        return record

    def close(self) -> None:
        self._waiting.clear()


@contextmanager
def _passes() -> Iterator[list[float]]:
    """Times of the compiled passes over states that are made meanwhile [s]."""
    found: list[float] = []

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            began = time.thread_time()
            try:
                return function(*given)
            finally:
                found.append(time.thread_time() - began)

        return call

    names = [
        (trajectory_file, ("take_poses", "find_quaternions", "find_uprights", "see_from_base")),
        (watch_file, ("watch_stones", "watch_joints", "find_reach")),
    ]
    patches = [mock.patch.object(file, name, timed(getattr(file, name))) for file, several in names for name in several]
    for patch in patches:
        patch.start()
    try:
        yield found
    finally:
        for patch in patches:
            patch.stop()
