"""What a campaign will cost on this machine: time from a measured rate, space on the disk."""

from __future__ import annotations

import json
import platform
import shutil
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pirqa.dynamics.cuda.device import Device
from pirqa.dynamics.engine import Engine
from pirqa.errors import ResultsError
from pirqa.experiments.campaign.campaign import CampaignPlan, collect, task_at
from pirqa.experiments.campaign.card import kept_rate
from pirqa.experiments.campaign.plan import RunTask, Scene
from pirqa.experiments.campaign.store import make_folder
from pirqa.experiments.campaign.work import shake
from pirqa.experiments.runs import compile_engine
from pirqa.files import write_text_whole
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.plain import canonical_json
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.provenance import digest

_TRIAL = 2.0
"""Of the strongest part of a motion that is run to measure the rate [s]."""
_ENOUGH = 5
"""Finished runs of a wall from which its rate is taken instead of a trial."""
_SWINGING = 3.0
"""That a run goes on after its motion, at the least [s]."""
_PAGE = 4096
"""Bytes of a file at the least, as disks count."""
_PAGE_STONE = 96
"""Bytes of a page for each stone: what lasts, and its place and turn in the end."""
_SETTLING = 3.0
"""That a wall usually takes to come to rest [s]."""
_STONE, _JOINT, _STATE = 10, 5, 24
"""Numbers of a state in memory for each stone, for each joint, and beside them."""
_JOINTS, _STEP = 100, 1e-4
"""Joints of a wall of 44 boxes and its time step [s], of which a card's rate is told."""
_ROOM_LEFT = 0.05
"""Of the free space that stays free."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What a campaign will cost."""

    runs: int
    """In all; at most, where levels are found on the way."""
    finished: int
    """That are there already."""
    seconds: float
    """Of one processor, for those that are not [s]; 0 where a card is asked for."""
    rate: dict[str, float]
    """Of each wall: seconds of a processor for one second of simulated time; none where a card is asked for."""
    measured: dict[str, int]
    """Of each wall: finished runs that the rate is taken from; 0: a short trial."""
    disk: int
    """Space that is needed for all that is not there [bytes]."""
    free: int
    """Space that there is [bytes]."""
    card_seconds: float = 0.0
    """On a graphics card, for those that are not there, where one is asked for [s]."""
    card_rate: dict[str, float] = field(default_factory=dict)
    """Of each wall: simulated seconds that the card makes in a second."""
    card_measured: dict[str, bool] = field(default_factory=dict)
    """Of each wall: whether it did so before; else it is what can be expected of such a card."""

    def on(self, workers: int) -> float:
        """Time by the clock with so many workers [s]."""
        return self.seconds / workers


def estimate(plan: CampaignPlan, folder: Path, *, card: Device | None = None, observer: Observer = SILENT) -> Estimate:
    """Time and space of what is not in ``folder`` yet.

    With ``card`` the time is that on the card, and nothing is run to measure a processor.
    """
    make_folder(folder)
    there = collect(plan, folder).table
    seconds, disk, left_in_all = 0.0, 0.0, 0
    rates, measured = {}, {}
    card_seconds, card_rates, card_measured = 0.0, {}, {}
    each = plan.most_runs / max(1, sum(len(curves) for curves in plan.curves.values()))
    for scene in plan.scenes:
        mine = there.filter(there["wall"] == scene.name)
        # runs that shared a card say nothing about a processor, which nobody asked how long it worked
        done = mine.filter((mine["status"] == "done") & mine["cpu_seconds"].is_not_null())
        curves = plan.curves[scene.name]
        left = max(0, round(each * len(curves)) - len(mine))
        trial = _trial(plan, scene, folder, observer) if card is None else _supposed(scene)
        durations = [scene.motions[curve.motion].motion.duration for curve in curves]
        usual = float(np.mean(durations)) + _SWINGING + trial.settling
        if card is None:
            rate, measured[scene.name] = trial.rate, 0
            if len(done) >= _ENOUGH:
                spent, simulated = float(done["wall_seconds"].sum()), float(done["simulated"].sum())
                rate, measured[scene.name] = spent / (simulated + trial.settling * len(done)), len(done)
            rates[scene.name] = rate
            seconds += left * rate * usual
        else:
            known = kept_rate(folder, scene.digest, card)
            card_measured[scene.name] = known is not None
            card_rates[scene.name] = _expected_rate(scene, card) if known is None else known
            card_seconds += left * usual / card_rates[scene.name]
        kept = plan.options.histories != "none"
        page = _PAGE * -(-(1536 + _PAGE_STONE * len(scene.wall.stones)) // _PAGE) + 1024 + 4 * len(scene.wall.stones)
        disk += left * (page + (trial.history * usual if kept else 0.0)) + 4 * trial.history * usual
        left_in_all += left
    return Estimate(
        runs=plan.most_runs,
        finished=len(there),
        seconds=seconds,
        rate=rates,
        measured=measured,
        disk=round(disk),
        free=shutil.disk_usage(folder).free,
        card_seconds=card_seconds,
        card_rate=card_rates,
        card_measured=card_measured,
    )


def _expected_rate(scene: Scene, card: Device) -> float:
    """Simulated seconds in a second: a card's work grows with joints and steps."""
    engine = Engine.of(scene.wall, scene.job.simulation, joints=_one_corner(scene.wall), struts=scene.job.struts)
    return card.rate * (_JOINTS / max(1, len(engine.assembly.names))) * (engine.step / _STEP)


def _one_corner(wall: Wall) -> JointProperties:
    assert wall.joints is not None
    return replace(next(iter(wall.joints.corners().values())), restitution=None)


def check_room(found: Estimate, folder: Path) -> None:
    """Refuse a plan that is larger than the disk."""
    if found.disk > (1.0 - _ROOM_LEFT) * found.free:
        raise ResultsError(
            f"{folder}: the plan needs {found.disk / 1e9:.3g} GB and there are {found.free / 1e9:.3g} GB free: give "
            'another folder with -o, keep fewer histories (histories = "none"), or plan fewer runs'
        )


@dataclass(frozen=True, kw_only=True)
class _Trial:
    rate: float
    """Seconds of a processor for a second of simulated time."""
    settling: float
    """Simulated time until the wall stands at rest [s]."""
    history: float
    """Bytes of a history for a second of simulated time."""


def _trial(plan: CampaignPlan, scene: Scene, folder: Path, observer: Observer) -> _Trial:
    """A short run of the real wall at a middle level, kept for the next time."""
    mark = digest(f"{scene.digest} {platform.node()} {platform.machine()}".encode())[:32]
    path = folder / "trials" / f"{mark}.json"
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        return _Trial(rate=known["rate"], settling=known["settling"], history=known["history"])
    except (OSError, ValueError, KeyError):
        pass
    compile_engine(scene.wall, observer, falling=True)
    observer.begin(f"Trial run of {scene.name}", 1)
    task = _middle(plan, scene)
    item = scene.motions[task.curve.motion]
    short = replace(item, motion=_strongest(item.motion))
    began = time.process_time()
    run, _ = shake(replace(scene, motions={short.name: short}), task)
    spent = time.process_time() - began
    settling = float(run.settled.duration)
    simulated = settling + float(run.times[-1])
    size = sum(value.nbytes for value in vars(run).values() if isinstance(value, np.ndarray) and len(value))
    found = _Trial(rate=spent / simulated, settling=settling, history=size / max(float(run.times[-1]), 1e-9))
    make_folder(path.parent)
    write_text_whole(path, canonical_json(vars(found)))
    observer.advance()
    observer.end(f"{found.rate:.3g} s for a simulated second")
    return found


def _supposed(scene: Scene) -> _Trial:
    """What a trial would say, but for the rate of a processor."""
    joints = sum(len(contact.faces) for contact in scene.wall.contacts)
    row = 8 * (_STONE * len(scene.wall.stones) + _JOINT * joints + _STATE)
    return _Trial(rate=0.0, settling=_SETTLING, history=row / scene.job.simulation.output_step)


def _middle(plan: CampaignPlan, scene: Scene) -> RunTask:
    """A run in the middle of the plan."""
    curves = plan.curves[scene.name]
    options = plan.options
    level: float | None = None
    if options.levels.values:
        level = options.levels.values[len(options.levels.values) // 2]
    elif options.ida is not None:
        level = 0.5 * (options.ida.first + options.ida.most)
    return task_at(scene, curves[len(curves) // 2], level, options)


def _strongest(motion: GroundMotion) -> GroundMotion:
    """The two seconds around the motion's peak across, from a base at rest."""
    samples = np.abs(motion.acceleration[:, motion.column("across")])
    count = max(2, round(_TRIAL / motion.step) + 1)
    first = int(np.clip(int(samples.argmax()) - count // 2, 0, max(0, len(samples) - count)))
    return replace(
        motion,
        acceleration=motion.acceleration[first : first + count],
        initial_velocity=np.zeros(len(motion.directions)),
        initial_displacement=np.zeros(len(motion.directions)),
    )
