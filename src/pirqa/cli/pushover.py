"""``pirqa pushover``: the wall cracked and pushed over by a growing level load."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pirqa.cli.arguments import keep_source, parse_changes
from pirqa.cli.moving import naming, run_with_bars, show
from pirqa.errors import Interrupted, OptionsError
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.load import Project
from pirqa.project.pipeline import STAGES, taken_by
from pirqa.pushover.checkpoint import is_kept
from pirqa.pushover.result import PushoverResult
from pirqa.pushover.vtu import write_snapshots_vtu
from pirqa.report import load_words

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help='Replace a value of the file, e.g. pushover.step="2 mm".'),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="File for the numbers.")] = None,
    vtu_file: Annotated[
        Path | None,
        typer.Option("--vtu", help="Cracks, strains and stresses for ParaView: FILE.000.vtu … and FILE.pvd."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Folder for the states of a run that is stopped: the same command goes on."),
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Push a wall over: capacity curve, cracks, the hinge that they show, N2 and capacity spectrum.

    The model is that of \\[fe], the strengths those of \\[pushover]. Where \\[pushover] has wall = "calibrated" the
    measured modes are read and the model is calibrated first.
    """
    load_words(language)  # a wrong word is told before the long work
    keep_source(project, json_file, vtu_file)
    if vtu_file is not None and vtu_file.suffix.lower() not in (".vtu", ".pvd"):
        raise OptionsError(f"--vtu {vtu_file}: its name must end in .vtu")
    with naming(project):
        found = read_project(project, changes=parse_changes(change))
        try:
            result: PushoverResult = run_with_bars(lambda observer: _run(found, keep or Path(), observer))
        except (KeyboardInterrupt, Interrupted) as error:
            raise Interrupted(_stopped(keep)) from error
    show(result, language=language, json_file=json_file)
    if vtu_file is not None:
        for file in write_snapshots_vtu(vtu_file, result):
            Console().print(f"snapshots in {file}", highlight=False, markup=False, soft_wrap=True)


def _stopped(keep: Path | None) -> str:
    """What is left of a run that the user has stopped."""
    if keep is None:
        return "stopped; nothing of this run is kept. With --keep FOLDER the same command would go on from here."
    if not is_kept(keep):
        return f"stopped; no state was kept in {keep} yet. The same command begins anew."
    return f"stopped; the state is kept in {keep}. Run the same command again to go on."


def _run(project: Project, folder: Path, observer: Observer) -> Any:
    """The stage after those it takes; a calibrated wall needs the measured modes first."""
    stages = {stage.name: stage for stage in STAGES}
    before = {"survey"} if project.options["survey"] is not None else set()
    if "updating" in taken_by(stages["pushover"], project):
        before |= {"oma", "updating"}
    earlier: dict[str, Any] = {}
    for stage in STAGES:
        if stage.name in before:
            earlier[stage.name] = stage.run(project, earlier, Path(), observer)
    return stages["pushover"].run(project, earlier, folder, observer)
