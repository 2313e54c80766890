"""The commands ``pirqa screen`` and ``gallery``: many walls, and the pages of many projects."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pirqa.assessment import assess
from pirqa.cli.arguments import (
    Change,
    JsonFile,
    Language,
    ProjectLanguage,
    check_choice,
    keep_source,
    parse_changes,
    with_options,
)
from pirqa.cli.console import ProgressBars, print_remarks, say
from pirqa.cli.project_input import write_numbers
from pirqa.codes.screening import ScreeningResult, read_walls, screen
from pirqa.errors import ComputationError, InputError, OptionsError, ResultsError, TableError
from pirqa.files import write_text_whole
from pirqa.project.codec import to_plain
from pirqa.project.site_file import read_site
from pirqa.provenance import Run, digest
from pirqa.report import LANGUAGES, Words, load_words
from pirqa.report.many_walls import (
    FILES,
    Card,
    Failure,
    TableSource,
    render_gallery,
    screening_card,
    sentence,
    wall_card,
    write_screening,
)

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


_TABLES = (".csv", ".parquet")


@with_options
def gallery_command(
    folder: Annotated[Path, typer.Argument(help="Folder with projects in its folders.")] = Path("examples"),
    output: Annotated[Path, "Where the pages go."] = Path("gallery"),
    language: Language = "en",
) -> None:
    """Assess every project below a folder; one index page leads to all reports."""
    words = load_words(language)
    found = sorted([*folder.glob("*/project.toml"), *folder.glob("*/site.toml")]) or sorted(folder.glob("*.toml"))
    if not found:
        raise InputError(
            f"{folder}: no project.toml or site.toml in its folders, and no project files in it; give another folder"
        )
    console = Console(stderr=True)
    done: list[Card] = []
    failures: list[Failure] = []
    for path in found:
        name = path.parent.name if path.stem in ("project", "site") else path.stem
        console.print(f"[bold]{name}[/]", highlight=False)
        try:
            done.append((_screened if path.name == "site.toml" else _assessed)(path, name, output, words, console))
        except (InputError, ComputationError) as error:  # the others still deserve their pages
            failures.append(Failure(name=name, reason=str(error)))
            console.print(f"  {error}", style="red", highlight=False, markup=False)
    index = output / "index.html"
    write_text_whole(index, render_gallery(done, failures, words))
    typer.echo(f"Gallery of {len(done)} reports: {index}")
    if failures:
        raise ComputationError(f"{len(failures)} of {len(found)} projects could not be assessed; {index} says why")


def _assessed(path: Path, name: str, output: Path, words: Words, console: Console) -> Card:
    with ProgressBars(console) as observer:
        assessment = assess(path, output / name, language=words.language, observer=observer)
    return wall_card(f"{name}/{assessment.report.name}", assessment, words)


def _screened(path: Path, name: str, output: Path, words: Words, console: Console) -> Card:
    """The table that lies beside a site file."""
    started = datetime.now(UTC)
    tables = sorted(item for item in path.parent.iterdir() if item.suffix.lower() in _TABLES)
    if len(tables) != 1:
        raise InputError(
            f"{path}: the gallery screens the one table of walls (CSV or Parquet) beside a site file, and finds "
            f"{len(tables)}; give each site a folder of its own, with its table"
        )
    (table,) = tables
    site = read_site(path)
    read = read_walls(table)
    try:
        result = screen(read.walls, site.codes, site.screening, remarks=read.remarks)
    except TableError:
        raise
    except InputError as error:
        raise OptionsError(f"{path}: {error}") from error
    made = TableSource(file=table.name, digest=digest(table.read_bytes()), run=Run.since(started))
    page = write_screening(result, site, made, output / name, language=words.language)
    console.print(f"✓ {len(result.walls)} walls screened", highlight=False)
    return screening_card(f"{name}/{page.name}", result, site, name, words)
