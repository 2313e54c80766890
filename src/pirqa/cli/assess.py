"""``pirqa assess``: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.assessment import assess
from pirqa.cli.changes import parse_changes
from pirqa.cli.console import ProgressBars, print_checks, print_verdict

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Results folder.", show_default="PROJECT.results")
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. site.kh=0.2."),
    ] = None,
) -> None:
    """Run the analyses a project file asks for; print the verdict, write results and report."""
    console = Console()
    with ProgressBars(console) as observer:
        assessment = assess(project, output, changes=parse_changes(change), observer=observer)
    print_checks(console, assessment)
    print_verdict(console, assessment)
    console.print(f"\nReport: {assessment.report}", soft_wrap=True, highlight=False)
