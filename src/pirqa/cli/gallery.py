"""``pirqa gallery``: every project below a folder, and one page that leads to all reports."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.assessment import assess
from pirqa.cli.console import ProgressBars
from pirqa.errors import ComputationError, InputError
from pirqa.files import write_text_whole
from pirqa.project import Assessment
from pirqa.report import load_words
from pirqa.report.gallery import Failure, render_gallery

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Folder with projects in its folders.")] = Path("examples"),
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the pages go.")] = Path("gallery"),
    language: Annotated[str, typer.Option("--language", help="Of the pages: en or es.")] = "en",
) -> None:
    """Assess every project below a folder; one index page leads to all reports."""
    words = load_words(language)
    projects = sorted(folder.glob("*/project.toml")) or sorted(folder.glob("*.toml"))
    if not projects:
        raise InputError(f"{folder}: no project.toml in its folders, and no project files in it; give another folder")
    console = Console(stderr=True)
    done: list[tuple[str, Assessment]] = []
    failures: list[Failure] = []
    for path in projects:
        name = path.parent.name if path.stem == "project" else path.stem
        console.print(f"[bold]{name}[/]", highlight=False)
        try:
            with ProgressBars(console) as observer:
                assessment = assess(path, output / name, language=language, observer=observer)
            done.append((f"{name}/{assessment.report.name}", assessment))
        except (InputError, ComputationError) as error:  # the others still deserve their pages
            failures.append(Failure(name=name, reason=str(error)))
            console.print(f"  {error}", style="red", highlight=False, markup=False)
    index = output / "index.html"
    write_text_whole(index, render_gallery(done, failures, words))
    typer.echo(f"Gallery of {len(done)} walls: {index}")
    if failures:
        raise ComputationError(f"{len(failures)} of {len(projects)} projects could not be assessed; {index} says why")
