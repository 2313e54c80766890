"""``pirqa fe``: a finite-element twin of the wall, its modes and its rest under its weight."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from pirqa.cli.arguments import keep_source, parse_changes
from pirqa.cli.moving import naming, run_with_bars, show
from pirqa.errors import MeshError, ModelError, OptionsError
from pirqa.fe.result import FeResult
from pirqa.fe.stage import run_fe
from pirqa.fe.vtu import write_bad_vtu, write_models_vtu
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.project.vibrations import plan_of
from pirqa.report import Words, load_words
from pirqa.report.figures.fe_wall import bad_bricks_svg, shapes_svg

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a value of the file, e.g. fe.size=0.3m."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all numbers to this file.")] = None,
    vtu_file: Annotated[
        Path | None,
        typer.Option("--vtu", help="Write mesh, modes and stresses for ParaView; bad bricks marked where it has some."),
    ] = None,
    preview: Annotated[
        Path | None, typer.Option("--preview", help="SVG of the modes; of the bad bricks where the mesh has some.")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of remarks and pictures: en or es.")] = "en",
) -> None:
    """Find the modes of a wall's finite-element models, and its stresses under its own weight.

    All models of \\[fe] side by side. With --vtu the main model goes to FILE and each other one beside it. Where the
    file asks for the analysis oma too, the modes are also told at its sensors.
    """
    words = load_words(language)  # a wrong word is told before the long work
    keep_source(project, json_file, vtu_file, preview)
    if vtu_file is not None and vtu_file.suffix.lower() != ".vtu":
        raise OptionsError(f"--vtu {vtu_file}: its name must end in .vtu")
    with naming(project):
        found = read_project(project, changes=parse_changes(change))
        try:
            result: FeResult = run_with_bars(lambda observer: _run(found, observer))
        except MeshError as error:
            raise ModelError(f"{error}{_marked(error, vtu_file, preview, words)}") from error
    show(result, language=language, json_file=json_file)
    console = Console()
    if vtu_file is not None:
        for file in write_models_vtu(vtu_file, result):
            console.print(f"mesh, modes and stresses in {file}", highlight=False, markup=False, soft_wrap=True)
    if preview is not None:
        write_text_whole(preview, shapes_svg(result.main, words))
        console.print(f"modes drawn in {preview}", highlight=False, markup=False, soft_wrap=True)


def _run(project: Project, observer: Observer) -> FeResult:
    """The stage by itself: where sensors stand is told by the test plan, without listening to what they recorded."""
    sensors: dict[str, tuple[float, float, float]] = {}
    if "oma" in project.analyses:
        plan, _ = plan_of(project.options["oma"], project.folder)
        used = {channel.point for setup in plan.setups for channel in setup.channels}
        sensors = {name: point.place for name, point in plan.points.items() if name in used}
    wall = wall_of(project, observer=observer)
    return run_fe(wall, project.options["fe"], folder=project.folder, sensors=sensors, observer=observer)


def _marked(error: MeshError, vtu_file: Path | None, preview: Path | None, words: Words) -> str:
    """Bad bricks are drawn where a file was asked for; else how to see them is told."""
    told = []
    if vtu_file is not None:
        write_bad_vtu(vtu_file, error.mesh, error.bad)
        told.append(f'marked by the array "bad" in {vtu_file}')
    if preview is not None:
        write_text_whole(preview, bad_bricks_svg(error.mesh, error.bad, words))
        told.append(f"drawn in {preview}")
    return (
        f"\n  {', '.join(told)}" if told else "\n  see them with --preview bad.svg, or in ParaView with --vtu bad.vtu"
    )
