"""``pirqa open``: the report in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pirqa.errors import ResultsError

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(help="Results folder, or a report in it.", show_default=False)],
) -> None:
    """Open a report in the browser."""
    path = folder / "report.html" if folder.is_dir() else folder
    if path.suffix != ".html" or not path.is_file():
        raise ResultsError(f"{path}: no report there; run pirqa assess, or give its results folder")
    if not webbrowser.open(path.resolve().as_uri()):
        raise ResultsError(f"no browser could be started; open {path.resolve()} by hand")
    typer.echo(f"Opened {path}")
