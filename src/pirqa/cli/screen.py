"""The command ``pirqa screen``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.cli.arguments import (
    Change,
    JsonFile,
    ProjectLanguage,
    check_choice,
    keep_source,
    parse_changes,
    with_options,
)
from pirqa.cli.console import print_remarks, say
from pirqa.cli.project_input import write_numbers
from pirqa.codes.screening import ScreeningResult, read_walls, screen
from pirqa.errors import InputError, OptionsError, ResultsError, TableError
from pirqa.project.codec import to_plain
from pirqa.project.site_file import read_site
from pirqa.provenance import Run, digest
from pirqa.report import LANGUAGES, Words, load_words
from pirqa.report.many_walls import FILES, TableSource, sentence, write_screening

_COLOURS = {"look_first": "red", "look_next": "yellow", "no_sign": "default"}
_SHOWN = 15


@dataclass(frozen=True, kw_only=True)
class SiteInput:
    """The site whose demand the walls are screened for."""

    site: Path | None = None
    """Site file (TOML) with the table [codes] of a project file."""
    zone: int | None = None
    """Seismic zone of E.030-2018, 1 to 4."""
    soil: str | None = None
    """Soil profile of E.030-2018, S0 to S3."""
    change: Change = None

    @property
    def changes(self) -> dict[str, str]:
        """Changes of the site file."""
        changes = parse_changes(self.change)
        changes |= {"codes.spectra.e030_2018.zone": str(self.zone)} if self.zone is not None else {}
        return changes | ({"codes.spectra.e030_2018.soil": self.soil} if self.soil is not None else {})


@with_options
def command(
    *,
    table: Annotated[
        Path,
        typer.Argument(
            help="Table of walls (CSV or Parquet): name, height \\[m], thickness \\[m] …", show_default=False
        ),
    ],
    place: SiteInput,
    skip_bad: Annotated[bool, "Leave out rows that cannot be used, and list them."] = False,
    output: Annotated[Path | None, "Folder of page and tables (default: TABLE.screening)."] = None,
    json_file: JsonFile = None,
    language: ProjectLanguage = None,
) -> None:
    """Rank the walls of a table by urgency, and write a page."""
    check_choice("--language", language, LANGUAGES)
    started = datetime.now(UTC)
    site = place.site
    shared = read_site(site, changes=place.changes)
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
        write_numbers(json_file, to_plain(result))
    say(console, f"\nReport: {page}")


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
