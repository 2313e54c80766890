"""The command ``pirqa simulate``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.cli.arguments import Language, parse_option, with_options
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.cli.project_input import ProjectInput, TimeStep, naming
from pirqa.dynamics import Action, Hold, SettlementOptions, TiltOptions, Trajectory
from pirqa.dynamics.drive import drive_of, name_of
from pirqa.dynamics.engine import LOOK
from pirqa.dynamics.history import beside
from pirqa.dynamics.simulate import simulate_into
from pirqa.dynamics.state_recorder import HistoryWriter, kept_until
from pirqa.dynamics.vtk import check_vtk_folder, write_vtk_series
from pirqa.errors import (
    ComputationError,
    Interrupted,
    OptionsError,
    did_you_mean,
)
from pirqa.experiments.damage import Outcome, outcome_of
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import corners_of, joint_remarks, motion_remarks, run_remarks, scan_remarks
from pirqa.experiments.runs import compile_engine
from pirqa.experiments.shaking import TAKEN
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.wall import Wall
from pirqa.motion import MotionOptions
from pirqa.motion.stage import prepare_motions
from pirqa.progress import Observer
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.report import load_words
from pirqa.units import LENGTH, TIME, Angle, Time

_SHOWN_EVENTS = 10
_CHOICES = '--motion NAME, --tilt "15 deg", --settle STONE="50 mm" or --hold "10 s"'


@dataclass(frozen=True, kw_only=True)
class ActionInput:
    """The action that a wall is simulated under."""

    motion: str | None = None
    """Shake the wall by this motion of the file."""
    tilt: Angle | None = None
    """Tilt the wall up to this angle."""
    settle: Annotated[
        str | None,
        typer.Option(
            "--settle", metavar="STONE=AMOUNT", help='Let fixed stones settle, e.g. "3=50 mm" or "3,4=50 mm".'
        ),
    ] = None
    hold: Time | None = None
    """Let the wall stand for this long."""


@with_options
def command(
    *,
    action: ActionInput,
    simulation: TimeStep,
    output: Annotated[Path | None, "History to write, a Zarr directory (default: PROJECT_ACTION.zarr)."] = None,
    vtk: Annotated[Path | None, "Folder for a series that ParaView opens."] = None,
    every: Annotated[int, typer.Option("--every", min=1, help="Write every Nth saved state to --vtk.")] = 5,
    language: Language = "en",
    file: ProjectInput,
) -> None:
    """Simulate one run (shaking, tilting or base settlement), save its history, and write it for ParaView.

    Where joint properties are given as a pair, the run is made with each end of it.
    """
    words = load_words(language)
    if output is not None and output.suffix != ".zarr":
        raise OptionsError(f"-o {output}: a history is a Zarr directory; give it a name that ends in .zarr")
    loaded = file.read()
    dynamics = loaded.options.get("dynamics") or DynamicsOptions()
    dynamics = replace(dynamics, simulation=replace(dynamics.simulation, **simulation))
    errors, console = Console(stderr=True), Console()
    with naming(file.project):
        with ProgressBars(errors) as observer:
            chosen = _action(loaded, dynamics, observer, action)
            wall = wall_of(loaded, observer=observer)
            cases = corners_of(wall)
            # before the long work: whether the action can be done, and the result be written
            drive_of(chosen, wall, free=0.0)
            path = output or file.project.with_name(f"{file.project.stem}_{name_of(chosen)}.zarr")
            if vtk is not None:
                for case in cases:
                    check_vtk_folder(vtk / _slug(case) if case else vtk)
            paths = {case: HistoryWriter(_named(path, case)).path for case in cases}
            compile_engine(wall, observer)
        assert wall.joints is not None
        scanned = scan_remarks(wall, dynamics.simulation.scan)
        print_remarks(console, [*joint_remarks(wall, wall.joints), *motion_remarks([chosen]), *scanned], words)
        runs = []
        for case, joints in cases.items():
            with ProgressBars(errors, simulated=LOOK) as observer:
                run = _run(wall, chosen, dynamics, paths[case], case, joints, observer)
            runs.append(run)
            outcome = outcome_of(run, wall, dynamics.damage)
            _print(console, run, outcome)
            still = [remark for remark in run_remarks(run, outcome, run.title) if remark.key == "run_not_at_rest"]
            print_remarks(console, still, words)
            say(console, f"  history in {paths[case]}")
            if vtk is not None:
                folder = write_vtk_series(run, wall, vtk / _slug(case) if case else vtk, every=every)
                say(console, f"  for ParaView: {folder / 'stones.pvd'}, {folder / 'joints.pvd'}")
        _refuse_failed(runs)


def _refuse_failed(runs: Sequence[Trajectory]) -> None:
    for run in runs:
        if run.failed:
            case = f" ({run.case})" if run.case else ""
            raise ComputationError(
                f"{run.action}{case}: the computation went wrong after {run.times[-1]:.2f} s, which says nothing about "
                "the wall; give a smaller --step"
            )


def _run(
    wall: Wall,
    action: Action,
    dynamics: DynamicsOptions,
    path: Path,
    case: str,
    joints: JointProperties,
    observer: Observer,
) -> Trajectory:
    """One run, kept on disk while it goes."""
    try:
        struts = dynamics.struts_on(wall)
        return simulate_into(
            path, wall, action, dynamics.simulation, joints=joints, case=case, struts=struts, observer=observer
        )
    except (KeyboardInterrupt, Interrupted) as error:
        until = kept_until(path)
        kept = "no state was kept yet"
        if until is not None:
            kept = f"{until:.2f} s of it are kept in {beside(path)} (pirqa.dynamics.state_recorder.read_partial)"
        name = f"{name_of(action)} ({case})" if case else name_of(action)
        raise Interrupted(
            f"stopped in {name}: {kept}; {path} was not written. Run the same command again to go on."
        ) from error


def _action(loaded: Project, dynamics: DynamicsOptions, observer: Observer, given: ActionInput) -> Action:
    """Return the action that the options ask for, or the only one that the file asks for."""
    motion = given.motion
    count = sum(option is not None for option in (motion, given.tilt, given.settle, given.hold))
    if count > 1:
        raise OptionsError(f"one action at a time: give {_CHOICES}")
    motions: MotionOptions | None = loaded.options.get("motion")
    names = [] if motions is None else [*motions.records, *motions.signals]
    if not count:
        offered: list[str | TiltOptions | SettlementOptions] = [
            *(names if dynamics.motions is None else dynamics.motions)
        ]
        offered += [item for item in (dynamics.tilt, dynamics.settlement) if item is not None]
        if len(offered) != 1:
            there = f"; the file has the motions {', '.join(names)}" if names else ""
            raise OptionsError(f"say what is to be done to the wall: {_CHOICES}{there}")
        if not isinstance(offered[0], str):
            return offered[0]
        motion = offered[0]
    if motion is not None:
        if motion in TAKEN:
            raise OptionsError(f'--motion: "{motion}" is what an action is called; give the motion another name')
        if motions is None or motion not in names:
            hint = did_you_mean(motion, names) if names else "add [motion.records.NAME] or [motion.signals.NAME]"
            raise OptionsError(f'--motion: no motion is called "{motion}"; {hint}')
        return _prepared(motions, motion, loaded.folder, observer)
    if given.tilt is not None:
        return TiltOptions(to=given.tilt) if dynamics.tilt is None else replace(dynamics.tilt, to=given.tilt)
    if given.settle is not None:
        return _settlement(given.settle, dynamics.settlement)
    assert given.hold is not None
    if given.hold <= 0.0:
        raise OptionsError(f'--hold "{TIME.format(given.hold)}": give how long, e.g. "10 s"')
    return Hold(duration=given.hold)


def _prepared(options: MotionOptions, name: str, folder: Path, observer: Observer) -> GroundMotion:
    only = replace(
        options,
        records={key: item for key, item in options.records.items() if key == name},
        signals={key: item for key, item in options.signals.items() if key == name},
        sliding=None,
    )
    return prepare_motions(only, folder=folder, observer=observer).motions[0].motion


def _settlement(text: str, base: SettlementOptions | None) -> SettlementOptions:
    names, sign, amount = text.rpartition("=")
    stones = tuple(name.strip() for name in names.split(",") if name.strip())
    if not sign or not stones:
        raise OptionsError(f'--settle "{text}": write STONE=AMOUNT, for example "3=50 mm"')
    by = parse_option("--settle", amount, LENGTH)
    return SettlementOptions(stones=stones, by=by) if base is None else replace(base, stones=stones, by=by)


def _slug(case: str) -> str:
    return re.sub(r"[^\w-]+", "_", case.replace("μ", "mu").replace("ζ", "zeta"))


def _named(path: Path, case: str) -> Path:
    return path.with_name(f"{path.stem}_{_slug(case)}{path.suffix}") if case else path


def _print(console: Console, run: Trajectory, outcome: Outcome) -> None:
    say(console, str(run))
    say(console, textwrap.indent(str(outcome), "  "))
    times = "once" if run.halvings == 1 else f"{run.halvings} times"
    halved = f", halved {times}: the energy did not close with a longer one" if run.halvings else ""
    say(console, f"  time step {1e3 * run.step:.3g} ms{halved}")
    for event in run.events[:_SHOWN_EVENTS]:
        say(console, f"  {event.time:8.2f} s  {event.kind:<8} {event.place}  {1e3 * event.amount:.2f} mm")
    more = len(run.events) - _SHOWN_EVENTS
    if more > 0:
        say(console, f"  and {more} more events, in the history")
