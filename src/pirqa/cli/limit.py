"""The command ``pirqa limit``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console

from pirqa.cli.arguments import with_options
from pirqa.cli.console import print_remarks, say
from pirqa.cli.project_input import StageInput, write_numbers
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.pipeline import prepared
from pirqa.project.stages import STAGES


@with_options
def command(file: StageInput) -> None:
    """Find how a wall may fall: mechanisms, limit analysis on its stones, code verification.

    Limit analysis on the stones where the wall has any, verification where \\[codes] has a spectrum;
    writes nothing else.
    """
    results = file.run(lambda observer: _run(file.read(), observer))
    console = Console()
    for name, result in results.items():
        say(console, str(result))
        print_remarks(console, result.remarks, file.words)
        if name != list(results)[-1]:
            console.print()
    if file.json_file is not None:
        write_numbers(file.json_file, {name: to_plain(result) for name, result in results.items()})


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
