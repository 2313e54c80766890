"""The commands ``pirqa report`` and ``pirqa open``: the page of a results folder, rebuilt and opened."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pirqa.cli.arguments import ProjectLanguage, with_options
from pirqa.errors import FolderInUseError, ResultsError
from pirqa.project import read_results
from pirqa.report.kept import refresh_report
from pirqa.report.template import write_problem


@with_options
def command(
    folder: Annotated[Path, typer.Argument(help="Results folder that pirqa assess wrote.", show_default=False)],
    language: ProjectLanguage = None,
    pdf: Annotated[bool, "Also print it, by Chromium, Chrome or Edge."] = False,
) -> None:
    """Rebuild the report from a results folder."""
    try:
        report = refresh_report(folder, language=language)
    except FolderInUseError:  # nothing is wrong with the results
        raise
    except ResultsError as error:
        from pirqa.report.template import write_problem

        page = write_problem(folder, error, language=language)
        if page is None:
            raise
        raise ResultsError(f"{error}; {page} says it too") from error
    typer.echo(f"Report: {report}")
    if pdf:
        from pirqa.report.page import print_report

        typer.echo(f"Printed: {print_report(report, report.with_suffix('.pdf'))}")


def open_command(
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
    """Open a page with the error where no report can be made of the results."""
    try:
        read_results(folder)
    except ResultsError as error:
        page = write_problem(folder, error)
        if page is not None:
            webbrowser.open(page.resolve().as_uri())
            raise ResultsError(f"{error}; {page} says it too") from error
