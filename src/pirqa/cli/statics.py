"""The commands ``pirqa statics`` and ``limit``: factors of safety of sections, mechanisms of the wall."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pirqa.cli.arguments import with_options
from pirqa.cli.console import print_remarks, say
from pirqa.cli.project_input import ProjectInput, StageInput, write_numbers
from pirqa.errors import InputError
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.pipeline import prepared
from pirqa.project.stages import STAGES
from pirqa.project.walls import wall_for
from pirqa.statics import StaticsResult, Study, analyse
from pirqa.statics.inputs import StudyResult
from pirqa.statics.pseudo_static import MODES
from pirqa.units import DIMENSIONS, parse_quantity


@with_options
def command(
    *,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="KEY=FROM:TO[:N]", help='Vary one input, e.g. "wall.thickness=0.7 m:1 m:7".'),
    ] = None,
    file: ProjectInput,
) -> None:
    """Compute factors of safety, critical coefficients and what-if curves of a wall; write nothing."""
    studies = tuple(_study(text) for text in sweep or ())

    def work(observer: Observer) -> StaticsResult:
        project = file.read()
        options = project.options["statics"]
        if studies:
            options = replace(options, studies=studies, reliability=None)
        wall = wall_for(project, "statics", prepared(project, "statics", observer=observer))
        return analyse(wall, options, site=project.site, observer=observer)

    result = file.run(work)
    console = Console()
    say(console, str(result))
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


@with_options
def limit_command(file: StageInput) -> None:
    """Find how a wall may fall: mechanisms, limit analysis on its stones, code verification.

    Limit analysis on the stones where the wall has any, verification where \\[codes] has a spectrum;
    writes nothing else.
    """
    results = file.run(lambda observer: _mechanisms_of(file.read(), observer))
    console = Console()
    for name, result in results.items():
        say(console, str(result))
        print_remarks(console, result.remarks, file.words)
        if name != list(results)[-1]:
            console.print()
    if file.json_file is not None:
        write_numbers(file.json_file, {name: to_plain(result) for name, result in results.items()})


def _mechanisms_of(project: Project, observer: Observer) -> dict[str, Any]:
    """The stages that this wall allows, by name."""
    stages = {stage.name: stage for stage in STAGES}
    earlier = prepared(project, "limit", "blocks", observer=observer)

    def go(name: str) -> None:
        earlier[name] = stages[name].run(project, earlier, Path(), observer)

    if project.options["codes"].measured and "oma" not in earlier:
        go("oma")
    go("limit")
    if "survey" in earlier and earlier["survey"].wall.stones:
        go("blocks")
    codes = project.options["codes"]
    if any(table is not None for table in (codes.spectra, codes.damage_spectra, codes.collapse_spectra)):
        go("codes")
    return {name: result for name, result in earlier.items() if name not in ("survey", "oma", "updating")}
