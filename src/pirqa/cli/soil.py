"""``pirqa soil``: a wall with soil behind it under its motions, and beside the force methods."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pirqa.cli.moving import naming, ready, run_with_bars, show
from pirqa.progress import Observer
from pirqa.report import load_words
from pirqa.shaking.soil import SoilOptions, run_soil

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    motion: Annotated[
        list[str] | None,
        typer.Option("--motion", help="Shake it by this motion of the file only; may be given again."),
    ] = None,
    ramp_only: Annotated[bool, typer.Option("--ramp-only", help="Only pull it slowly, beside statics.")] = False,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. soil.thrust=whitman."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Shake a wall with soil behind it, and without; pull it slowly, beside statics."""
    load_words(language)  # before the long work: whether there is such a language

    def work(observer: Observer) -> Any:
        made = ready(project, change, observer, shaken=not ramp_only)
        options: SoilOptions = made.project.options["soil"]
        if ramp_only:
            options = replace(options, motions=(), ramp=True)
        elif motion:
            options = replace(options, motions=tuple(motion))
        return run_soil(made.wall, options, made.dynamics, made.motions, observer=observer)

    with naming(project):
        result = run_with_bars(work)
    show(result, language=language, json_file=json_file)
