"""Time of the whole programme of the Sacsayhuaman paper on two worker processes, beside the times that it prints.

The wall: 40 polygonal stones like the paper's, Kn 2e8 and Kt 1e8 N/m3, friction 0.4, 2e5 Pa·s/m. It is shaken across by
30 s of white noise, 20 sines of 10 s and 0.5 m/s2, and 3 records at 9 levels of peak acceleration: 48 runs, each of
which comes to rest under gravity first, and swings out after. All of that is timed, with the start of the workers, the
reading and processing of the records and the judging of the damage; only the compilation at the first use ever is not.

The paper's records are not public: see :mod:`pirqa.verification.shaking_sweep` for those that stand for them. Its
frequencies of the 20 sines lie between 0.1 and 20 Hz and are not all printed: its eight peaks under white noise are
taken, and twelve others.
"""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from benchmarks.harness import Row
from pirqa.dynamics import SimulationOptions
from pirqa.experiments.campaign.plan import Job, RunTask, Scene, scene_of_motions
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import make_runs, stripes
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import GroundMotion
from pirqa.motion.prepare import make_signal
from pirqa.motion.synthetic.options import NoiseOptions, SineOptions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.shaking_sweep import LEVELS, RECORDS, record_motion
from pirqa.verification.walls import polygonal_wall

WORKERS = 2
FIXED_STEP = 1e-4
"""The paper's [s]."""
PEAKS = (0.488, 0.976, 1.464, 4.638, 9.520, 10.254, 13.428, 14.893)
"""Of the paper's spectra under white noise [Hz]."""
FREQUENCIES = (*PEAKS, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 2.0, 3.0, 5.0, 7.0, 15.0, 20.0)
"""Of the sines [Hz]."""
PAPER_SECONDS = {"noise": 24480.0, "sine": 2880.0, "slow": 3600.0, "fast": 2220.0, "lima_1966": 3780.0}
"""What one run took the paper's program on 8 cores: 6 h 48 min, 48 min, 1 h, 37 min and 63 min [s]."""
PAPER = "the program of the Sacsayhuaman paper"


def run() -> list[Row]:
    """All rows."""
    scene, tasks = _programme(None)
    _run(scene, tasks[:1], workers=1)  # with a collapse, every kernel is compiled
    return [*_rows(FIXED_STEP, target=360.0), *_rows(None, target=120.0)]


def _job(step: float | None) -> Job:
    return Job(wall=polygonal_wall(), simulation=SimulationOptions(step=step), damage=CollapseDefinition())


def _programme(step: float | None) -> tuple[Scene, tuple[RunTask, ...]]:
    """Return the wall and its 48 runs, a collapse first."""
    job = _job(step)
    joints = job.wall.joints
    assert joints is not None
    made = [
        (record_motion(name), [level * STANDARD_GRAVITY for level in sorted(LEVELS, reverse=True)]) for name in RECORDS
    ]
    made += [(motion, [_peak(motion)]) for motion in _signals()]
    scene = scene_of_motions(job, DynamicsOptions(), {motion.name: motion for motion, _ in made})
    corners = joints.corners()
    return scene, tuple(task for motion, levels in made for task in stripes(scene, [motion.name], levels, corners))


def _signals() -> list[GroundMotion]:
    noise = make_signal(NoiseOptions(), name="noise").motion
    return [
        noise,
        *(make_signal(SineOptions(amplitude=0.5, frequency=f), name=f"sine {f:g} Hz").motion for f in FREQUENCIES),
    ]


def _peak(motion: GroundMotion) -> float:
    return float(motion.peak_acceleration[motion.column("across")])


def _run(scene: Scene, tasks: tuple[RunTask, ...], *, workers: int) -> tuple[RunSummary, ...]:
    with tempfile.TemporaryDirectory() as folder:
        return make_runs(scene, tasks, Store(Path(folder)), workers=workers)


def _rows(step: float | None, *, target: float) -> list[Row]:
    started, spent = time.perf_counter(), _spent()
    runs = _run(*_programme(step), workers=WORKERS)
    elapsed, taken = time.perf_counter() - started, _spent() - spent
    name = "default" if step is None else f"{step:.0e}".replace("e-0", "e-")
    falls = ", ".join(_falls(runs, kind) for kind in RECORDS)
    doubtful = sum(not run.reliable for run in runs)
    return [
        Row(
            id=f"shaking.paper.{name}",
            value=elapsed,
            target=target,
            peer=PAPER,
            peer_value=sum(PAPER_SECONDS[run.motion.split()[0]] for run in runs),
            note=f"wall clock of {len(runs)} runs, {sum(run.ends for run in runs):.0f} s simulated, on {WORKERS} "
            f"processes; the paper's times, on 8 cores, are summed; stones fall: {falls}; "
            + ("all runs are reliable" if not doubtful else f"{doubtful} runs are NOT reliable"),
        ),
        Row(
            id=f"shaking.paper.{name}.cpu",
            value=taken,
            note="CPU time of the same, with the start of the processes; "
            f"{sum(run.halvings > 0 for run in runs)} runs were made again with half the time step",
        ),
    ]


def _spent() -> float:
    """CPU time of this process and of those that it has waited for [s]."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(item.ru_utime + item.ru_stime for item in used)


def _falls(runs: tuple[RunSummary, ...], kind: str) -> str:
    fallen = [run.level / STANDARD_GRAVITY for run in runs if run.motion == kind and run.falls]
    return f"{kind} from {min(fallen):.3g} g" if fallen else f"{kind} never"
