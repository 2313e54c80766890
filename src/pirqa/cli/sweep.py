"""The command ``pirqa sweep``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

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
from pirqa.files import write_bytes_whole
from pirqa.progress import Observer
from pirqa.project.moving import expected_levels
from pirqa.units import ACCELERATION


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


_OPTIONS = OptionsOf(
    SweepOptions,
    Option("motions", "--motion", help="Name of a motion of the file; may be given several times."),
    Option("levels", help='Peak accelerations, e.g. "0.1, 0.2, 0.4 g".', parse=_levels),
    default="the file's",
)


@with_options
def command(
    *,
    given: Annotated[Given, _OPTIONS],
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
