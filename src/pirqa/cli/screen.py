"""``pirqa screen``: a table of many walls."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import check_choice, keep_source, parse_changes
from pirqa.cli.console import print_remarks
from pirqa.errors import InputError, OptionsError, ResultsError, TableError
from pirqa.files import write_text_whole
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.site_file import read_site
from pirqa.provenance import Run, digest
from pirqa.report import LANGUAGES, Words, load_words
from pirqa.report.screening import FILES, TableSource, sentence, write_screening
from pirqa.screening import ScreeningResult, read_walls, screen

__all__ = ["command"]

_COLOURS = {"look_first": "red", "look_next": "yellow", "no_sign": "default"}
_SHOWN = 15


def command(
    table: Annotated[
        Path,
        typer.Argument(
            help="Table of walls (CSV or Parquet): name, height \\[m], thickness \\[m] …", show_default=False
        ),
    ],
    site: Annotated[
        Path | None,
        typer.Option("--site", help="Site file (TOML) with the table \\[codes] of a project file.", show_default=False),
    ] = None,
    zone: Annotated[int | None, typer.Option("--zone", help="Seismic zone of E.030-2018, 1 to 4.")] = None,
    soil: Annotated[str | None, typer.Option("--soil", help="Soil profile of E.030-2018, S0 to S3.")] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the site file, e.g. codes.knowledge=LC2."),
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rows that cannot be used, and list them.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder of page and tables.", show_default="TABLE.screening")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers as JSON.")] = None,
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the site's")] = None,
) -> None:
    """Rank the walls of a table by urgency, and write a page."""
    check_choice("--language", language, LANGUAGES)
    started = datetime.now(UTC)
    changes = parse_changes(change)
    changes |= {"codes.spectra.e030_2018.zone": str(zone)} if zone is not None else {}
    changes |= {"codes.spectra.e030_2018.soil": soil} if soil is not None else {}
    shared = read_site(site, changes=changes)
    words = load_words(language or shared.info.language)
    folder = table.with_name(f"{table.stem}.screening") if output is None else output
    for source in (table, site):
        if source is not None:
            keep_source(source, *(folder / name for name in FILES), json_file)
    if folder.exists() and not folder.is_dir():
        raise OptionsError(f"{folder}: is a file; give a folder with -o")
    if json_file is not None and not json_file.parent.is_dir():
        raise ResultsError(f"{json_file}: its folder is not there; make it, or give another")
    read = read_walls(table, skip_bad=skip_bad)
    try:
        result = screen(read.walls, shared.codes, shared.screening, skipped=read.bad, remarks=read.remarks)
    except TableError:
        raise
    except InputError as error:
        remedy = "; give --site, or --zone and --soil" if site is None and shared.codes.spectra is None else ""
        raise OptionsError(f"{site or table}: {error}{remedy}") from error
    made = TableSource(file=str(table), digest=digest(table.read_bytes()), run=Run.since(started))
    page = write_screening(result, shared, made, folder, language=words.language)
    console = Console()
    print_remarks(console, result.remarks, words)
    _print_worst(console, result, words)
    console.print(f"\n{sentence(result, words)}", highlight=False, markup=False)
    if json_file is not None:
        write_text_whole(json_file, canonical_json(to_plain(result)))
        console.print(f"all numbers in {json_file}", highlight=False, markup=False, soft_wrap=True)
    console.print(f"\nReport: {page}", soft_wrap=True, highlight=False, markup=False)


def _print_worst(console: Console, result: ScreeningResult, words: Words) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right")
    table.add_column(words("screening.column_wall"))
    for name in ("height", "thickness", "multiplier", "acceleration", "displacement"):
        table.add_column(escape(words(f"screening.column_{name}")), justify="right")
    table.add_column(words("screening.column_urgency"), no_wrap=True)
    for row in result.walls.rows()[:_SHOWN]:
        table.add_row(
            str(row["rank"]),
            escape(row["name"]),
            *(f"{row[name]:.4g}" for name in ("height", "thickness", "multiplier")),
            *(words.factor(row[name]) for name in ("acceleration_ratio", "displacement_ratio")),
            f"[{_COLOURS[row['urgency']]}]{words('screening.urgency_' + row['urgency'])}[/]",
        )
    console.print()
    console.print(table)
