"""The commands ``pirqa identify``, ``tilt``, ``isolate``, ``soil``, ``sweep``: experiments on the stones of a wall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.markup import escape

from pirqa.cli.arguments import Given, Option, OptionsOf, parse_option, with_options
from pirqa.cli.console import say
from pirqa.cli.project_input import StageInput, TimeStep, movable_wall
from pirqa.errors import Interrupted, OptionsError
from pirqa.experiments.campaign.backends import Backend, default_workers, make_backend
from pirqa.experiments.campaign.options import SweepOptions
from pirqa.experiments.campaign.sweep import SweepResult, run_sweep
from pirqa.experiments.identify.options import VibrationTest
from pirqa.experiments.identify.stage import run_identify
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.stage import run_isolation
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.stage import run_soil
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import TiltTestResult
from pirqa.experiments.tilt.stage import run_tilt
from pirqa.files import write_bytes_whole
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.moving import expected_levels
from pirqa.units import ACCELERATION

_TILT = OptionsOf(TiltTestOptions, "to by held towards resolution", default="the file's")
_ISOLATION = OptionsOf(
    IsolationOptions,
    default="the file's",
    friction_angle="--friction",
    rolling_resistance="--rolling",
    recentring_radius="--recentring",
    motions="--motion",
    levels="--level",
)


@dataclass(frozen=True, kw_only=True)
class VibrationTests:
    """Vibration tests that are run."""

    modes: bool = False
    """Find only the modes of small motions."""
    noise: bool = False
    """Shake the wall by white noise."""
    sines: bool = False
    """Shake the wall by sines."""
    softening: bool = False
    """Shake the wall by noise of several levels."""


@with_options
def identify_command(tests: VibrationTests, file: StageInput) -> None:
    """Find the frequencies at which a wall vibrates, and how they fall with amplitude.

    Without --modes, --noise, --sines and --softening: all that the file asks for. The modes are always found.
    """
    chosen = tuple(name for name in get_args(VibrationTest) if getattr(tests, name))

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer)
        options = found.project.options["identify"]
        if chosen or tests.modes:
            options = replace(options, tests=chosen)
        return run_identify(found.wall, options, found.dynamics, observer=observer)

    file.show(file.run(work))


@with_options
def tilt_command(given: Annotated[Given, _TILT], file: StageInput) -> None:
    """Tilt a wall until its first stone leaves and until it falls.

    Where joint properties are given as a pair, the test is made with each end of it.
    """

    def work(observer: Observer) -> TiltTestResult:
        found = movable_wall(file, observer)
        options = replace(found.project.options["tilt"], **given)
        return run_tilt(found.wall, options, found.dynamics, observer=observer)

    result = file.run(work)
    file.show(result, _numbers(result))


@with_options
def isolate_command(given: Annotated[Given, _ISOLATION], file: StageInput) -> None:
    """Shake a wall on a bed of rounded stones, and the same wall fixed, to compare them.

    Where joint properties are given as a pair, the runs are made with each end of it.
    """

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer, shaken=True)
        options = replace(found.project.options["isolation"], **given)
        return run_isolation(found.wall, options, found.dynamics, found.motions, observer=observer)

    file.show(file.run(work))


@with_options
def soil_command(
    *,
    given: Annotated[Given, OptionsOf(SoilOptions, motions="--motion")],
    ramp_only: Annotated[bool, "Only pull it slowly, to compare with statics."] = False,
    file: StageInput,
) -> None:
    """Shake a wall with and without the soil behind it; pull it slowly, to compare with statics."""

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer, shaken=not ramp_only)
        changes = {"motions": (), "ramp": True} if ramp_only else given
        options = replace(found.project.options["soil"], **changes)
        return run_soil(found.wall, options, found.dynamics, found.motions, observer=observer)

    file.show(file.run(work))


def _numbers(result: TiltTestResult) -> dict[str, Any]:
    """Return all but the histories of the stones, which ``pirqa simulate --tilt`` keeps."""
    tests = [
        {key: to_plain(getattr(test, key)) for key in ("case", "outcome", "events", "trials", "falls", "reaction")}
        for test in result.tests
    ]
    plain = {"action": to_plain(result.action), "resolution": result.resolution, "tests": tests}
    return {**plain, "remarks": to_plain(result.remarks)}


def _levels(text: str) -> tuple[float, ...]:
    """Return levels such as ``0.1, 0.2 g``; the unit is that of the last one."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise OptionsError(f'--levels "{text}": give levels such as "0.1, 0.2, 0.4 g"')
    unit = parts[-1].lstrip("+-0123456789.eE").strip()
    found = []
    for part in parts:
        bare = part.replace(".", "", 1).replace("-", "", 1).isdigit()
        found.append(parse_option("--levels", f"{part} {unit}" if bare else part, ACCELERATION))
    return tuple(found)


_SWEEP = OptionsOf(
    SweepOptions,
    Option("motions", "--motion", help="Name of a motion of the file; may be given several times."),
    Option("levels", help='Peak accelerations, e.g. "0.1, 0.2, 0.4 g".', parse=_levels),
    default="the file's",
)


@with_options
def sweep_command(
    *,
    given: Annotated[Given, _SWEEP],
    simulation: TimeStep,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Processes that share the runs.", show_default="all processors"),
    ] = None,
    backend: Annotated[str, "processes, or cuda: on the graphics card of this machine."] = "processes",
    output: Annotated[Path | None, "Folder of the runs and their table (default: PROJECT.sweep)."] = None,
    file: StageInput,
) -> None:
    """Shake a wall by several records at many levels; report residual displacements and critical stones.

    Finished runs are kept in the folder and never made again: a sweep that was stopped goes on where it was.
    """
    folder = file.project.with_name(f"{file.project.stem}.sweep") if output is None else output
    count = default_workers() if workers is None else workers
    maker = _maker(backend, count)

    def work(observer: Observer) -> SweepResult:
        made = movable_wall(file, observer, shaken=True)
        dynamics = replace(made.dynamics, simulation=replace(made.dynamics.simulation, **simulation))
        try:
            return run_sweep(
                made.wall,
                replace(made.project.options["sweep"], **given),
                dynamics,
                made.motions,
                expected=tuple(expected_levels(made.project)),
                folder=folder,
                workers=count,
                backend=maker,
                observer=observer,
            )
        except (KeyboardInterrupt, Interrupted) as error:
            raise Interrupted(
                f"stopped; finished runs are in {folder}. Run the same command again to go on."
            ) from error

    result = file.run(work)
    _write_table(result, folder)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    for note in () if maker is None else maker.notes:
        errors.print(f"[yellow]warning[/] {escape(note)}")
    file.show(result)
    say(Console(), f"runs and tables in {folder}")


def _maker(name: str, count: int) -> Backend | None:
    """Return the backend that makes the runs; None for processes, of which only those that are needed are started."""
    if name == "processes":
        return None
    if name != "cuda":
        raise OptionsError(f'--backend "{name}": a sweep has processes and cuda')
    return make_backend(name, workers=count)


def _write_table(result: SweepResult, folder: Path) -> None:
    """The tables as CSV, for spreadsheets, and Parquet."""
    import io

    import polars

    for name, table in (("runs", result.table), ("points", result.points), ("stones", result.stones)):
        frame = polars.DataFrame(dict(table.columns))
        write_bytes_whole(folder / f"{name}.csv", frame.write_csv().encode())
        buffer = io.BytesIO()
        frame.write_parquet(buffer, compression="zstd")
        write_bytes_whole(folder / f"{name}.parquet", buffer.getvalue())
