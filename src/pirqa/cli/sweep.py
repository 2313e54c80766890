"""``pirqa sweep``: several records at many levels on one wall."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from pirqa.campaign.options import SweepOptions
from pirqa.campaign.result import SweepResult
from pirqa.campaign.run import Executor, default_workers
from pirqa.campaign.sweep import run_sweep
from pirqa.cli.arguments import parse_option
from pirqa.cli.console import ProgressBars
from pirqa.cli.moving import naming, ready, show
from pirqa.errors import Interrupted, OptionsError
from pirqa.files import write_bytes_whole
from pirqa.project.pipeline import expected_levels
from pirqa.report import load_words
from pirqa.units import ACCELERATION, TIME

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    motion: Annotated[
        list[str] | None, typer.Option("--motion", help="Name of a motion of the file; may be given several times.")
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", help='Peak accelerations, e.g. "0.1, 0.2, 0.4 g".', show_default="the file's"),
    ] = None,
    step: Annotated[
        str | None, typer.Option("--step", help='Time step, e.g. "0.1 ms".', show_default="found out")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Processes that share the runs.", show_default="all processors"),
    ] = None,
    backend: Annotated[
        str, typer.Option("--backend", help="processes, or cuda: on the graphics card of this machine.")
    ] = "processes",
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Folder of the runs and their table.", show_default="PROJECT.sweep"),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers as JSON.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Shake a wall by several records at many levels; say what lasts and which stones matter.

    Finished runs are kept in the folder and never made again: a sweep that was stopped goes on where it was.
    """
    load_words(language)  # a wrong word is told before the long work
    folder = project.with_name(f"{project.stem}.sweep") if output is None else output
    count = default_workers() if workers is None else workers
    notes: list[str] = []
    executor = _executor(backend, count, notes)
    with naming(project):
        with ProgressBars(Console(stderr=True)) as observer:
            made = ready(project, change, observer, shaken=True)
            options = _options(made.project.options["sweep"], motion, levels)
            dynamics = made.dynamics
            time_step = parse_option("--step", step, TIME)
            if time_step is not None:
                dynamics = replace(dynamics, simulation=replace(dynamics.simulation, step=time_step))
            try:
                result = run_sweep(
                    made.wall,
                    options,
                    dynamics,
                    made.motions,
                    expected=tuple(expected_levels(made.project)),
                    folder=folder,
                    workers=count,
                    executor=executor,
                    observer=observer,
                )
            except (KeyboardInterrupt, Interrupted) as error:
                raise Interrupted(
                    f"stopped; finished runs are in {folder}. Run the same command again to go on."
                ) from error
        _write_table(result, folder)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    for note in notes:
        errors.print(f"[yellow]warning[/] {escape(note)}")
    show(result, language=language, json_file=json_file)
    Console().print(f"runs and tables in {folder}", highlight=False, markup=False, soft_wrap=True)


def _executor(name: str, count: int, notes: list[str]) -> Executor | None:
    """Who makes the runs: none for processes, which need not be told; ``notes`` takes what a card has to say."""
    if name == "processes":
        return None
    if name != "cuda":
        raise OptionsError(f'--backend "{name}": a sweep has processes and cuda')
    from pirqa.campaign.card import on_card
    from pirqa.dynamics.cuda.device import find_device

    return on_card(count, find_device(), notes.append)


def _options(asked: SweepOptions, motions: list[str] | None, levels: str | None) -> SweepOptions:
    changes: dict[str, Any] = {}
    if motions:
        changes["motions"] = tuple(motions)
    if levels is not None:
        changes["levels"] = _levels(levels)
    return replace(asked, **changes) if changes else asked


def _levels(text: str) -> tuple[float, ...]:
    """``0.1, 0.2 g``: the last one says in which unit."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise OptionsError(f'--levels "{text}": give levels such as "0.1, 0.2, 0.4 g"')
    unit = parts[-1].lstrip("+-0123456789.eE").strip()
    found = []
    for part in parts:
        bare = part.replace(".", "", 1).replace("-", "", 1).isdigit()
        value = parse_option("--levels", f"{part} {unit}" if bare else part, ACCELERATION)
        assert value is not None
        found.append(value)
    return tuple(found)


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
