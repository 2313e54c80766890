"""Cost of a campaign beside the runs themselves, and what a second processor gives.

The wall: 40 polygonal stones like those of the Sacsayhuaman paper, shaken by sines of 10 s. *Overhead*: CPU time that
a worker spends on a run beside simulating and judging it (claim, row, page on disk), measured on a run that is handed
to it ready made, because the difference of two long runs would drown in noise; and what the feeding process spends on
each of 60 short runs, table included. *Judging*: what damage, leans and residuals cost over the bare simulation. *Two
cores*: wall clock of forty runs on two processes over that on one, both with their start; beside it what two idle
loops tell of others at work on the machine. *Table*: 100,000 rows made up, read from Parquet, fragility found, the
page with all its figures written.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from benchmarks.harness import Row, race
from pirqa.dynamics import SimulationOptions
from pirqa.dynamics.engine import LOOK
from pirqa.dynamics.run_sequence import Course
from pirqa.dynamics.state_recorder import Head
from pirqa.dynamics.trajectory import States, Trajectory
from pirqa.experiments.campaign import work
from pirqa.experiments.campaign.analyse import analyse_campaign
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import CampaignPlan, plan_campaign, run_campaign
from pirqa.experiments.campaign.campaign_options import CampaignOptions, LevelOptions
from pirqa.experiments.campaign.fragility_result import CampaignFragility
from pirqa.experiments.campaign.outcomes import CampaignResult, read_campaign, write_campaign
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import page_of
from pirqa.experiments.campaign.uncertainty import Uncertain
from pirqa.experiments.campaign.work import RunWork, shake
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.run_monitor import Witness
from pirqa.motion.options import SignalOptions
from pirqa.motion.synthetic.options import RickerOptions, SineOptions
from pirqa.report.campaign import write_campaign_report
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import coursed_wall, polygonal_wall, stiff_joints

LEVELS = (0.1, 0.2, 0.4, 0.8)
"""[g]"""
FREQUENCIES = (0.976, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4, 2.8, 3.2, 3.6)
"""Of the sines [Hz]: with the levels 40 runs, as many as let the start of the processes matter little."""
ROWS = 100_000
_SPIN = "import time\nbegan = time.perf_counter()\nfor _ in range(20_000_000): pass\nprint(time.perf_counter() - began)"


def run() -> list[Row]:
    """All rows."""
    plan = _plan()
    return [*_overhead(plan), _two_cores(plan), *_table()]


def _plan() -> CampaignPlan:
    signals = {
        f"sine_{number}": SignalOptions(sine=SineOptions(amplitude=0.5, frequency=frequency))
        for number, frequency in enumerate(FREQUENCIES)
    }
    options = CampaignOptions(
        name="benchmark",
        walls={"wall": "wall"},
        signals=signals,
        levels=LevelOptions(values=tuple(level * STANDARD_GRAVITY for level in LEVELS)),
        uncertain={"friction": Uncertain(low=0.4, high=0.6)},
    )
    dynamics = DynamicsOptions(simulation=SimulationOptions())
    return plan_campaign(options, {"wall": (polygonal_wall(), dynamics)}, Path())


def _overhead(plan: CampaignPlan) -> list[Row]:
    scene = plan.scenes[0]
    task = plan.tasks(scene)[1]
    each = _seconds(lambda: shake(scene, task), 3)
    run, witness = shake(scene, task)
    following = _seconds(lambda: _follow(run, witness), 20)
    row = _seconds(lambda: page_of(scene, task, run, witness, (0.0, 0.0)), 20)

    def made(*given: Any, **named: Any) -> Course[tuple[Trajectory, Witness]]:
        yield from ()
        return run, witness

    with tempfile.TemporaryDirectory() as folder, mock.patch.object(work, "shaken", made):
        maker = RunWork.of(scene, Path(folder))

        def perform() -> None:
            Store(maker.folder).path(task.key).unlink(missing_ok=True)
            maker.perform(task)

        extra = _seconds(perform, 20) - row
    fed = _feeding()
    bare, judging, each = each - following, following + row, each + row
    note = (
        f"a run of {each:.3g} s of CPU: {1e3 * extra:.3g} ms beside it in the worker, {1e3 * fed:.3g} ms in the "
        "process that feeds it, the table at the end included"
    )
    return [
        Row(id="campaign.overhead", value=100.0 * (extra + fed) / each, unit="%", target=2.0, note=note),
        Row(
            id="campaign.judging",
            value=100.0 * judging / bare,
            unit="%",
            note="which stones fell and when, leans, residuals: over the simulation alone",
        ),
    ]


def _follow(run: Trajectory, witness: Witness) -> None:
    """Let ``witness`` see all of ``run`` again, as often as it is looked at."""
    witness.open(Head(**{item.name: getattr(run, item.name) for item in fields(Head)}))
    each = round(LOOK / float(run.times[1] - run.times[0]))
    for start in range(0, len(run.times), each):
        witness.look(States(**{item.name: getattr(run, item.name)[start : start + each] for item in fields(States)}))


def _seconds(job: Callable[[], object], repeats: int) -> float:
    """CPU time of ``job``, the median of ``repeats`` [s]."""
    laps = []
    for _ in range(repeats):
        began = time.process_time()
        job()
        laps.append(time.process_time() - began)
    return statistics.median(laps)


def _feeding() -> float:
    """CPU time that the feeding process spends on a run [s]."""
    wall = coursed_wall(0.6, 0.25, 0.3, 4, 2300.0, stiff_joints(2e8, friction=0.6, damping_ratio=0.1))
    levels = tuple(0.001 * number * STANDARD_GRAVITY for number in range(10, 70))
    signals = {"pulse": SignalOptions(ricker=RickerOptions(amplitude=1.0, frequency=3.0))}
    options = CampaignOptions(
        name="short", walls={"column": "column"}, signals=signals, levels=LevelOptions(values=levels)
    )
    dynamics = DynamicsOptions(simulation=SimulationOptions(free=0.5, output_step=0.02))
    plan = plan_campaign(options, {"column": (wall, dynamics)}, Path())
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        run_campaign(plan, Path(folder), make_backend("processes", workers=1))
        return (time.process_time() - began) / plan.most_runs


def _two_cores(plan: CampaignPlan) -> Row:
    laps, crowd = [], _crowding()
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            run_campaign(plan, Path(folder), make_backend("processes", workers=workers))
            laps.append(time.perf_counter() - began)
    crowd = max(crowd, _crowding())
    one, two = laps
    return Row(
        id="campaign.two_cores",
        value=two / one,
        unit="of one",
        target=1.0 / 1.9,
        note=f"wall clock of {plan.most_runs} runs: {one:.3g} s on one process, {two:.3g} s on two ({one / two:.3g} "
        f"times as fast); two idle loops side by side take {crowd:.3g} times as long as one",
    )


def _crowding() -> float:
    """How much longer a loop takes beside a second one: 1 where two processors are free."""

    def laps(count: int) -> list[float]:
        loops = [subprocess.Popen([sys.executable, "-c", _SPIN], stdout=subprocess.PIPE) for _ in range(count)]
        return [float(loop.communicate()[0]) for loop in loops]

    return max(laps(2)) / min(laps(1) + laps(1))


def _table() -> list[Row]:
    result = _made_up()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_campaign(result, place)
        size = (place / "outcomes.parquet").stat().st_size
        (read,) = race(lambda: read_campaign(place), repeats=3)
        options = CampaignOptions(name="made up", walls={"wall": "wall"}, levels=LevelOptions(values=(1.0,)))

        def all_of_it() -> CampaignFragility:
            table = read_campaign(place)
            found = analyse_campaign(table)
            now = datetime.now(UTC)
            write_campaign_report(
                found, table, options, file=place / "plan.toml", folder=place / "page", language="en", started=now
            )
            return found

        (judged,) = race(all_of_it, repeats=1)
    assert len(read.result.table) == ROWS
    fits = judged.result.walls[0].fits
    return [
        Row(
            id="campaign.table.read",
            value=read.seconds,
            note=f"{ROWS} rows of 40 stones, {size / 1e6:.3g} MB of Parquet",
        ),
        Row(
            id="campaign.table.page",
            value=judged.seconds,
            target=10.0,
            note=f"read, {len(fits)} fits with bootstrap bands, measures, influences, figures, page and CSV written",
        ),
    ]


def _made_up() -> CampaignResult:
    """Rows of 100 records at 20 levels with 50 samples each, lognormal capacities."""
    import polars

    from pirqa.experiments.campaign.campaign_options import SPECTRAL_PERIODS
    from pirqa.experiments.campaign.outcomes import spectral_column, to_frame

    chance = np.random.default_rng(1966)
    level = np.tile(np.linspace(0.05, 1.0, 20), ROWS // 20) * STANDARD_GRAVITY
    record = np.repeat(np.arange(100), ROWS // 100)
    friction = chance.uniform(0.4, 0.7, ROWS)
    demand = level * np.exp(0.3 * chance.normal(size=100))[record] * np.exp(0.2 * chance.normal(size=ROWS)) / friction
    share = np.clip((demand / STANDARD_GRAVITY - 0.6) / 2.0, 0.0, 1.0)
    lost = np.round(40 * share).astype(int)
    empty = to_frame([], periods=SPECTRAL_PERIODS, parameters=("friction",))
    speed = level * 0.1 * np.exp(0.4 * chance.normal(size=100))[record]
    residual = chance.gamma(0.5, 1e-3 * demand[:, None], size=(ROWS, 40)).astype(np.float32)
    order = np.arange(40, dtype=np.uint16)
    given = {
        "key": [f"{number:064x}" for number in range(ROWS)],
        "wall": ["wall"] * ROWS,
        "record": [f"record_{number:03d}" for number in record],
        "component": ["across"] * ROWS,
        "case": [""] * ROWS,
        "sample": record,
        "level_im": ["pga"] * ROWS,
        "level": level,
        "factor": level / 3.0,
        "pga": level,
        "pgv": speed,
        "pgd": 0.3 * speed,
        "arias": level**2 / 10.0,
        "d5_95": chance.uniform(5.0, 40.0, 100)[record],
        "tm": chance.uniform(0.2, 1.0, 100)[record],
        "cav": 10.0 * level,
        "sa_avg": 2.0 * level,
        "pga_star": level / 2.0,
        "pgv_star": 2.0 * speed,
        "status": ["done"] * ROWS,
        "reason": [""] * ROWS,
        "reliable": [True] * ROWS,
        "at_rest": [True] * ROWS,
        "collapse": np.array(["none", "local", "partial", "total"])[np.searchsorted([0.001, 0.1, 0.5], share)],
        "residual": residual.max(axis=1).astype(float),
        "residual_stone": ["7"] * ROWS,
        "peak": 5.0 * residual.max(axis=1).astype(float),
        "lean": np.clip(0.3 * demand / STANDARD_GRAVITY, 0.0, 1.0),
        "drift": 0.1 * demand,
        "lost": lost,
        "lost_share": lost / 40.0,
        "lost_area": lost / 40.0,
        "top_lost": share > 0.8,
        "first_stone": np.where(lost > 0, "39", ""),
        "first_time": np.where(lost > 0, 4.0, np.nan),
        "fell": [order[40 - count :] for count in lost],
        "stone_residual": list(residual),
        "ledger_error": np.full(ROWS, 1e-4),
        "wall_seconds": np.full(ROWS, 3.0),
        "cpu_seconds": np.full(ROWS, 3.0),
        "simulated": np.full(ROWS, 40.0),
        "ended_at": [None] * ROWS,
        "time_limit": np.full(ROWS, 3600.0),
        "history": [""] * ROWS,
        **{spectral_column(period): level * np.exp(-period) for period in SPECTRAL_PERIODS},
        "friction": friction,
    }
    return CampaignResult(
        name="made up",
        strategy="stripes",
        level_im="pga",
        level_period=None,
        spectral_periods=SPECTRAL_PERIODS,
        parameters=("friction",),
        stones={"wall": tuple(str(number + 1) for number in range(40))},
        planned=ROWS,
        table=polars.DataFrame(given, schema=empty.schema, strict=False),
    )
