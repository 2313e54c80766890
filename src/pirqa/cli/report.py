"""``pirqa report``: the page again, from a results folder alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pirqa.project import read_results
from pirqa.report import write_report

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Results folder that pirqa assess wrote.", show_default=False)],
    language: Annotated[str | None, typer.Option("--language", help="en or es.", show_default="the project's")] = None,
) -> None:
    """Build the report anew from a results folder."""
    typer.echo(f"Report: {write_report(read_results(folder), language=language)}")
