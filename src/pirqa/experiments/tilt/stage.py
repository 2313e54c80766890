"""The stage: a tilt test: at which angle the first stone leaves, at which the wall falls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from pirqa.dynamics.drive import drive_of
from pirqa.experiments.damage import half_thickness
from pirqa.experiments.leaves import infill_remarks
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import check_movable, corners_of, joint_remarks, run_remarks, scan_remarks
from pirqa.experiments.runs import RunSetup, compile_engine
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import (
    AngleRange,
    TiltTest,
    TiltTestResult,
    Trial,
    is_at_rest,
    reaction,
    stays,
    swings,
    tilt_checks,
    tilt_events,
)
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

_MOST_TRIALS = 24


def run_tilt(
    wall: Wall,
    options: TiltTestOptions,
    dynamics: DynamicsOptions,
    *,
    demand: float | None = None,
    rung: float | None = None,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> TiltTestResult:
    """A tilt test: at which angle the first stone leaves, at which the wall falls.

    ``dynamics`` says how runs are computed and when a stone has fallen; ``demand`` is the site's peak ground
    acceleration over gravity; ``rung`` the tangent of an angle that is tried where the angle of the first fall may lie
    on either side of it; ``folder`` is where runs are kept while the stage is on its way.
    """
    joints = check_movable(wall)
    action = options.action(dynamics.damage.total)
    drive_of(action, wall, free=0.0)
    compile_engine(wall, observer)
    remarks = [*joint_remarks(wall, joints), *infill_remarks(wall, dynamics.infill)]
    remarks += scan_remarks(wall, dynamics.simulation.scan)
    setup = RunSetup(wall=wall, dynamics=dynamics, folder=folder, observer=observer)
    tests = []
    for case, used in corners_of(wall).items():
        for towards in options.ways:
            one_way = replace(options, towards=towards, opposite=False, along=False)
            test = tilt_one(setup, used, one_way, case=case, rung=rung)
            tests.append(test)
            remarks += _doubts(test, options, rung)
    return TiltTestResult(
        tests=tuple(tests),
        action=action,
        resolution=options.resolution,
        damage=dynamics.damage,
        residual_limit=dynamics.residual_limit,
        half_thickness=half_thickness(wall),
        checks=tuple(tilt_checks(wall, tests, joints, demand)),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def tilt_one(
    setup: RunSetup, joints: JointProperties, options: TiltTestOptions, *, case: str = "", rung: float | None = None
) -> TiltTest:
    """The test with one set of ``joints``, refined where ``options`` ask for it."""
    wall, dynamics = setup.wall, setup.dynamics
    # the last hold of a test in steps is one of its steps; a steady one is not held before it has ended
    whole = replace(dynamics.simulation, free=0.0 if options.by is not None else options.held)
    held = replace(dynamics.simulation, free=options.held)
    action = options.action(dynamics.damage.total)
    run = setup.run(action, joints, case, simulation=whole)
    outcome = setup.outcome(run)
    events = tuple(tilt_events(run, outcome, action, dynamics.damage))
    first = next((event.angle for event in events if event.name == "fall"), None)
    trials: list[Trial] = []

    def stands(angle: float) -> bool:
        rested = partial(setup.start, joints, simulation=held)
        trial = setup.run(options.trial(angle), joints, case, simulation=held, rested=rested)
        fallen = setup.outcome(trial)
        sound = trial.reliable and stays(trial, wall)
        at_rest = (sound and is_at_rest(trial)) or bool(fallen.falls)
        steady = sound and fallen.stands and swings(trial)
        trials.append(Trial(angle=angle, stands=fallen.stands, at_rest=at_rest, swings=steady))
        return fallen.stands

    if first is not None and options.resolution is not None:
        first = narrow(first, options.resolution, stands, rung=None if rung is None else math.atan(rung))
    return TiltTest(
        case=case,
        towards=options.towards,
        run=run,
        outcome=outcome,
        events=events,
        trials=tuple(trials),
        falls=first,
        reaction=reaction(run, action, wall),
    )


def narrow(
    known: AngleRange, resolution: float, stands: Callable[[float], bool], *, rung: float | None = None
) -> AngleRange:
    """The angle that is held and the one that is not, no more than ``resolution`` apart, from a first guess [rad].

    Where ``rung`` lies between them it is tried too: then it is held, or it is not.
    """
    high, width = known.high, max(known.width, 2.0 * resolution)
    low = max(high - width, 0.0)
    for _ in range(_MOST_TRIALS):  # from a base that goes on turning a wall falls late: the guess may be too high
        if low <= 0.0 or stands(low):
            break
        high, width = low, 2.0 * width
        low = max(high - width, 0.0)
    if rung is not None and low < rung < high:
        low, high = (rung, high) if stands(rung) else (low, rung)
    while high - low > resolution * (1.0 + 1e-9):
        middle = 0.5 * (low + high)
        if stands(middle):
            low = middle
        else:
            high = middle
    return AngleRange(low=low, high=high)


def _doubts(test: TiltTest, options: TiltTestOptions, rung: float | None) -> Iterator[Remark]:
    name = f"tilt ({test.case})" if test.case else "tilt"
    for remark in run_remarks(test.run, test.outcome, name):
        # the tilt goes on until stones fall, and they are still falling when it ends
        if remark.key not in ("stones_fell", "run_not_at_rest"):
            yield remark
    # a test up to the demand need not go on
    if test.outcome.collapse == "none" and (rung is None or math.tan(options.to) < rung):
        yield Remark(kind="warning", key="tilt_stands", amount=math.degrees(options.to), unit="deg", text=name)
    if any(trial.stands and not trial.held for trial in test.trials):
        yield Remark(kind="warning", key="tilt_not_at_rest", amount=options.held, unit="s", text=name)
    if test.falls is not None and options.by is None and options.resolution is None:
        yield Remark(kind="warning", key="tilt_not_held", amount=math.degrees(test.falls.width), unit="deg", text=name)
