"""``pirqa simulate``: one action on the stones of a wall; its history on disk, and for ParaView."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.cli.arguments import parse_changes, parse_option
from pirqa.cli.console import ProgressBars, print_remarks
from pirqa.dynamics import Action, Hold, SettlementOptions, TiltOptions, Trajectory
from pirqa.dynamics.drive import drive_of
from pirqa.dynamics.engine import LOOK
from pirqa.dynamics.history import beside
from pirqa.dynamics.partial import HistoryWriter, kept_until
from pirqa.dynamics.simulate import name_of, simulate_into
from pirqa.dynamics.vtk import check_vtk_folder, write_vtk_series
from pirqa.errors import (
    ComputationError,
    InputError,
    Interrupted,
    OptionsError,
    ProjectError,
    ResultsError,
    did_you_mean,
)
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall
from pirqa.motion import MotionOptions
from pirqa.motion.stage import prepare_motions
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.report import load_words
from pirqa.shaking import DynamicsOptions
from pirqa.shaking.damage import Outcome, outcome_of
from pirqa.shaking.movable import corners_of
from pirqa.shaking.remarks import joint_remarks, motion_remarks, run_remarks, scan_remarks
from pirqa.shaking.stage import TAKEN, compile_engine
from pirqa.units import ANGLE, LENGTH, TIME

__all__ = ["command"]

_SHOWN_EVENTS = 10
_CHOICES = '--motion NAME, --tilt "15 deg", --settle STONE="50 mm" or --hold "10 s"'


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    motion: Annotated[str | None, typer.Option("--motion", help="Shake it: name of a motion of the file.")] = None,
    tilt: Annotated[str | None, typer.Option("--tilt", help='Tilt it up to this angle, e.g. "15 deg".')] = None,
    settle: Annotated[
        str | None,
        typer.Option("--settle", metavar="STONE=AMOUNT", help='Let fixed stones down, e.g. "3=50 mm" or "3,4=50 mm".'),
    ] = None,
    hold: Annotated[str | None, typer.Option("--hold", help='Let it stand this long, e.g. "10 s".')] = None,
    step: Annotated[
        str | None, typer.Option("--step", help='Time step, e.g. "0.1 ms".', show_default="found out")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. joints.friction_angle=25deg."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="History to write, a Zarr directory.", show_default="PROJECT_ACTION.zarr"),
    ] = None,
    vtk: Annotated[Path | None, typer.Option("--vtk", help="Folder for a series that ParaView opens.")] = None,
    every: Annotated[
        int, typer.Option("--every", min=1, help="Of the kept states, how many apart those of --vtk.")
    ] = 5,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Shake, tilt or let down a wall's stones once; keep the history, write it for ParaView.

    Where joint properties are given as a pair, the run is made with each end of it.
    """
    words = load_words(language)
    if output is not None and output.suffix != ".zarr":
        raise OptionsError(f"-o {output}: a history is a Zarr directory; give it a name that ends in .zarr")
    loaded = read_project(project, changes=parse_changes(change))
    asked = loaded.options.get("dynamics") or DynamicsOptions()
    time_step = parse_option("--step", step, TIME)
    if time_step is not None:
        asked = replace(asked, simulation=replace(asked.simulation, step=time_step))
    errors = Console(stderr=True)
    console = Console()
    try:
        with ProgressBars(errors) as observer:
            action = _action(loaded, asked, observer, motion=motion, tilt=tilt, settle=settle, hold=hold)
            wall = wall_of(loaded, observer=observer)
            cases = corners_of(wall)
            # before the long work: whether the action can be done, and the result be written
            drive_of(action, wall, free=0.0)
            path = project.with_name(f"{project.stem}_{name_of(action)}.zarr") if output is None else output
            if vtk is not None:
                for case in cases:
                    check_vtk_folder(vtk / _slug(case) if case else vtk)
            paths = {case: HistoryWriter(_named(path, case)).path for case in cases}
            compile_engine(wall, observer)
        assert wall.joints is not None
        scanned = scan_remarks(wall, asked.simulation.scan)
        told = [*joint_remarks(wall, wall.joints), *motion_remarks([action]), *scanned]
        print_remarks(console, told, words)
        runs = []
        for case, joints in cases.items():
            with ProgressBars(errors, simulated=LOOK) as observer:
                run = _run(wall, action, asked, paths[case], case, joints, observer)
            runs.append(run)
            outcome = outcome_of(run, wall, asked.damage)
            _print(console, run, outcome)
            still = [remark for remark in run_remarks(run, outcome, run.title) if remark.key == "run_not_at_rest"]
            print_remarks(console, still, words)
            _say(console, f"  history in {paths[case]}")
            if vtk is not None:
                folder = write_vtk_series(run, wall, vtk / _slug(case) if case else vtk, every=every)
                _say(console, f"  for ParaView: {folder / 'stones.pvd'}, {folder / 'joints.pvd'}")
        _refuse_failed(runs)
    except ResultsError:  # of the place, not of the project
        raise
    except InputError as error:
        raise ProjectError(f"{project}: {error}") from error
    except ComputationError as error:
        raise ComputationError(f"{project}: {error}") from error


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
    asked: DynamicsOptions,
    path: Path,
    case: str,
    joints: JointProperties,
    observer: Observer,
) -> Trajectory:
    """One run, kept on disk while it goes."""
    try:
        struts = asked.struts_on(wall)
        return simulate_into(
            path, wall, action, asked.simulation, joints=joints, case=case, struts=struts, observer=observer
        )
    except (KeyboardInterrupt, Interrupted) as error:
        until = kept_until(path)
        kept = "no state was kept yet"
        if until is not None:
            kept = f"{until:.2f} s of it are kept in {beside(path)} (pirqa.dynamics.partial.read_partial)"
        name = f"{name_of(action)} ({case})" if case else name_of(action)
        raise Interrupted(
            f"stopped in {name}: {kept}; {path} was not written. Run the same command again to go on."
        ) from error


def _action(
    loaded: Project,
    asked: DynamicsOptions,
    observer: Observer,
    *,
    motion: str | None,
    tilt: str | None,
    settle: str | None,
    hold: str | None,
) -> Action:
    """What the options ask for, or the only thing that the file asks for."""
    given = [option for option in (motion, tilt, settle, hold) if option is not None]
    if len(given) > 1:
        raise OptionsError(f"one action at a time: give {_CHOICES}")
    motions: MotionOptions | None = loaded.options.get("motion")
    names = [] if motions is None else [*motions.records, *motions.signals]
    if not given:
        offered: list[str | TiltOptions | SettlementOptions] = [*(names if asked.motions is None else asked.motions)]
        offered += [item for item in (asked.tilt, asked.settlement) if item is not None]
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
    angle = parse_option("--tilt", tilt, ANGLE)
    if angle is not None:
        return TiltOptions(to=angle) if asked.tilt is None else replace(asked.tilt, to=angle)
    if settle is not None:
        return _settlement(settle, asked.settlement)
    duration = parse_option("--hold", hold, TIME)
    if duration is None or duration <= 0.0:
        raise OptionsError(f'--hold "{hold}": give how long, e.g. "10 s"')
    return Hold(duration=duration)


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
    assert by is not None
    return SettlementOptions(stones=stones, by=by) if base is None else replace(base, stones=stones, by=by)


def _slug(case: str) -> str:
    return re.sub(r"[^\w-]+", "_", case.replace("μ", "mu").replace("ζ", "zeta"))


def _named(path: Path, case: str) -> Path:
    return path.with_name(f"{path.stem}_{_slug(case)}{path.suffix}") if case else path


def _print(console: Console, run: Trajectory, outcome: Outcome) -> None:
    _say(console, str(run))
    _say(console, textwrap.indent(str(outcome), "  "))
    times = "once" if run.halvings == 1 else f"{run.halvings} times"
    halved = f", halved {times}: the energy did not close with a longer one" if run.halvings else ""
    _say(console, f"  time step {1e3 * run.step:.3g} ms{halved}")
    for event in run.events[:_SHOWN_EVENTS]:
        _say(console, f"  {event.time:8.2f} s  {event.kind:<8} {event.place}  {1e3 * event.amount:.2f} mm")
    more = len(run.events) - _SHOWN_EVENTS
    if more > 0:
        _say(console, f"  and {more} more events, in the history")


def _say(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)
