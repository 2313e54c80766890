"""``pirqa identify``: the frequencies at which a wall vibrates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pirqa.cli.moving import naming, ready, run_with_bars, show
from pirqa.progress import Observer
from pirqa.report import load_words
from pirqa.shaking.identify import IdentifyOptions, IdentifyResult, run_identify
from pirqa.shaking.identify.options import VibrationTest

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    modes: Annotated[bool, typer.Option("--modes", help="Only the modes of small motions.")] = False,
    noise: Annotated[bool, typer.Option("--noise", help="Shake it by white noise.")] = False,
    sines: Annotated[bool, typer.Option("--sines", help="Shake it by sines.")] = False,
    softening: Annotated[bool, typer.Option("--softening", help="Shake it by noise of several levels.")] = False,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. identify.window=20s."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Find the frequencies at which a wall vibrates, and how they fall with amplitude.

    Without --modes, --noise, --sines and --softening: all that the file asks for. The modes are always found.
    """
    load_words(language)  # a wrong word is told before the long work
    asked: list[VibrationTest] = []
    if noise:
        asked.append("noise")
    if sines:
        asked.append("sines")
    if softening:
        asked.append("softening")

    def work(observer: Observer) -> IdentifyResult:
        found = ready(project, change, observer)
        options: IdentifyOptions = found.project.options["identify"]
        if asked or modes:
            options = replace(options, tests=tuple(asked))
        return run_identify(found.wall, options, found.dynamics, observer=observer)

    with naming(project):
        result = run_with_bars(work)
    show(result, language=language, json_file=json_file)
