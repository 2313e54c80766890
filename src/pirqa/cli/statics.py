"""``pirqa statics``: factors of safety on the screen, nothing written."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from pirqa.cli.arguments import parse_changes
from pirqa.cli.console import ProgressBars
from pirqa.errors import InputError, ProjectError
from pirqa.project import read_project
from pirqa.project.pipeline import prepared
from pirqa.project.stages.wall import wall_for
from pirqa.statics import Study, analyse
from pirqa.statics.equilibrium import MODES
from pirqa.statics.studies import StudyResult
from pirqa.units import DIMENSIONS, parse_quantity

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. site.kh=0.2."),
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="KEY=FROM:TO[:N]", help='Vary one input, e.g. "wall.thickness=0.7 m:1 m:7".'),
    ] = None,
) -> None:
    """Factors of safety, critical coefficients and what-if curves of a wall; writes nothing."""
    loaded = read_project(project, changes=parse_changes(change))
    options = loaded.options["statics"]
    if sweep:
        options = replace(options, studies=tuple(_study(text) for text in sweep), reliability=None)
    console = Console()
    with ProgressBars(Console(stderr=True)) as observer:
        try:
            wall = wall_for(loaded, "statics", prepared(loaded, "statics", observer=observer))
            result = analyse(wall, options, site=loaded.site, observer=observer)
        except InputError as error:
            raise ProjectError(f"{project}: {error}") from error
    console.print(str(result), highlight=False, markup=False, soft_wrap=True)
    for study in result.studies:
        console.print()
        console.print(_table(study))


def _study(text: str) -> Study:
    key, _, span = text.partition("=")
    parts = span.split(":")
    if not key or len(parts) not in (2, 3):
        raise InputError(
            f'--sweep "{text}": write KEY=FROM:TO or KEY=FROM:TO:N, for example wall.thickness="0.7 m:1 m:7"'
        )
    try:
        points = int(parts[2]) if len(parts) == 3 else 9
    except ValueError:
        points = 0
    if not 2 <= points <= 100_000:
        raise InputError(f'--sweep "{text}": the number of points must be a whole number from 2 to 100000')
    return Study(input=key.strip(), start=parse_quantity(parts[0]), stop=parse_quantity(parts[1]), points=points)


def _factor(value: float) -> str:
    return "no thrust" if math.isnan(value) else f"{value:.3f}"


def _table(study: StudyResult) -> Table:
    """A row for each value and case: never wider than a terminal, however many cases there are."""
    dimension = next(item for item in DIMENSIONS if item.si == study.unit)
    table = Table(box=None, pad_edge=False, header_style="bold", title=study.input, title_justify="left")
    table.add_column(dimension.display or "value", justify="right")
    table.add_column("case", no_wrap=True)
    for mode in MODES:
        table.add_column(mode, justify="right")
    factors: dict[tuple[float, str], dict[str, float]] = {}
    for row in study.curves.rows():
        factors.setdefault((row["value"], row["case"]), {})[row["mode"]] = row["factor"]
    last = None
    for value, case in sorted(factors, key=lambda item: item[0]):
        shown = "" if value == last else f"{dimension.shown(value):.4g}"
        table.add_row(shown, case, *(_factor(factors[value, case][mode]) for mode in MODES))
        last = value
    return table
