"""``pirqa report``: the page again, from a results folder alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pirqa.errors import ResultsError
from pirqa.project import read_results
from pirqa.report import write_report
from pirqa.report.pdf import print_report
from pirqa.report.problem import write_problem

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Results folder that pirqa assess wrote.", show_default=False)],
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also print it, by Chromium, Chrome or Edge.")] = False,
) -> None:
    """Build the report anew from a results folder."""
    try:
        results = read_results(folder)
    except ResultsError as error:
        page = write_problem(folder, error, language=language)
        if page is None:
            raise
        raise ResultsError(f"{error}; {page} says it too") from error
    report = write_report(results, language=language)
    typer.echo(f"Report: {report}")
    if pdf:
        typer.echo(f"Printed: {print_report(report, report.with_suffix('.pdf'))}")
