"""``pirqa open``: the report in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pirqa.errors import ResultsError
from pirqa.project import read_results
from pirqa.report.problem import write_problem

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Results folder, or a report in it.", show_default=False)],
) -> None:
    """Open a report in the browser."""
    path = folder / "report.html" if folder.is_dir() else folder
    if folder.is_dir() and not path.is_file():
        _open_problem(folder)
    if path.suffix != ".html" or not path.is_file():
        raise ResultsError(f"{path}: no report there; run pirqa assess, or give its results folder")
    if not webbrowser.open(path.resolve().as_uri()):
        raise ResultsError(f"no browser could be started; open {path.resolve()} by hand")
    typer.echo(f"Opened {path}")


def _open_problem(folder: Path) -> None:
    """Results of which no report can be made are told in the browser too."""
    try:
        read_results(folder)
    except ResultsError as error:
        page = write_problem(folder, error)
        if page is not None:
            webbrowser.open(page.resolve().as_uri())
            raise ResultsError(f"{error}; {page} says it too") from error
