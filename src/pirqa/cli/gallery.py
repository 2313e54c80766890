"""The command ``pirqa gallery``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.assessment import assess
from pirqa.cli.arguments import Language, with_options
from pirqa.cli.console import ProgressBars
from pirqa.codes.screening import read_walls, screen
from pirqa.errors import ComputationError, InputError, OptionsError, TableError
from pirqa.files import write_text_whole
from pirqa.project.site_file import read_site
from pirqa.provenance import Run, digest
from pirqa.report import Words, load_words
from pirqa.report.many_walls import (
    Card,
    Failure,
    TableSource,
    render_gallery,
    screening_card,
    wall_card,
    write_screening,
)

_TABLES = (".csv", ".parquet")


@with_options
def command(
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
