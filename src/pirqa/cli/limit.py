"""``pirqa limit``: how a wall may fall, and what the codes say about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pirqa.cli.arguments import parse_changes
from pirqa.cli.console import print_remarks
from pirqa.cli.moving import naming, run_with_bars
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.load import Project
from pirqa.project.pipeline import STAGES, prepared
from pirqa.report import load_words

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help='Replace a value of the file, e.g. wall.thickness="1.5 m".'),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Find how a wall may fall: mechanisms, limit analysis on its stones, code verification.

    Limit analysis on the stones where the wall has any, verification where \\[codes] has a spectrum;
    writes nothing else.
    """
    words = load_words(language)  # before the work: whether there is such a language
    with naming(project):
        loaded = read_project(project, changes=parse_changes(change))
        results = run_with_bars(lambda observer: _run(loaded, observer))
    console = Console()
    for name, result in results.items():
        console.print(str(result), highlight=False, markup=False, soft_wrap=True)
        print_remarks(console, result.remarks, words)
        if name != list(results)[-1]:
            console.print()
    if json_file is not None:
        write_text_whole(json_file, canonical_json({name: to_plain(result) for name, result in results.items()}))
        console.print(f"all numbers in {json_file}", highlight=False, markup=False, soft_wrap=True)


def _run(project: Project, observer: Observer) -> dict[str, Any]:
    """The stages that this wall allows, by name."""
    stages = {stage.name: stage for stage in STAGES}
    earlier = prepared(project, "limit", "blocks", observer=observer)

    def go(name: str) -> None:
        earlier[name] = stages[name].run(project, earlier, Path(), observer)

    if project.options["codes"].measured and "oma" not in earlier:
        go("oma")
    go("limit")
    if "survey" in earlier and earlier["survey"].wall.stones:
        go("blocks")
    codes = project.options["codes"]
    if any(table is not None for table in (codes.spectra, codes.damage_spectra, codes.collapse_spectra)):
        go("codes")
    return {name: result for name, result in earlier.items() if name not in ("survey", "oma", "updating")}
