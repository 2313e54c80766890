"""The command ``pirqa fe``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.console import Console

from pirqa.cli.arguments import keep_source, with_options
from pirqa.cli.console import say
from pirqa.cli.project_input import StageInput
from pirqa.errors import MeshError, ModelError, OptionsError
from pirqa.fem.exchange import write_bad_vtu, write_models_vtu
from pirqa.fem.result import FeResult
from pirqa.fem.stage import run_fe
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project.load import Project
from pirqa.project.pipeline import wall_of
from pirqa.project.stages.oma import plan_of
from pirqa.report import Words
from pirqa.report.sections.fe import bad_bricks_svg, shapes_svg


@with_options
def command(
    *,
    vtu: Annotated[
        Path | None, "File for ParaView: mesh, modes and stresses; bad bricks marked if there are any."
    ] = None,
    preview: Annotated[Path | None, "SVG of the modes; of the bad bricks where the mesh has some."] = None,
    file: StageInput,
) -> None:
    """Find the modes of a wall's finite-element models, and its stresses under its own weight.

    All models of \\[fe] side by side. With --vtu the main model goes to FILE and each other one beside it. Where the
    file asks for the analysis oma too, the modes are also told at its sensors.
    """
    keep_source(file.project, vtu, preview)
    if vtu is not None and vtu.suffix.lower() != ".vtu":
        raise OptionsError(f"--vtu {vtu}: its name must end in .vtu")

    def work(observer: Observer) -> FeResult:
        try:
            return _run(file.read(), observer)
        except MeshError as error:
            raise ModelError(f"{error}{_marked(error, vtu, preview, file.words)}") from error

    result = file.run(work)
    file.show(result)
    console = Console()
    if vtu is not None:
        for path in write_models_vtu(vtu, result):
            say(console, f"mesh, modes and stresses in {path}")
    if preview is not None:
        write_text_whole(preview, shapes_svg(result.main, file.words))
        say(console, f"modes drawn in {preview}")


def _run(project: Project, observer: Observer) -> FeResult:
    """The stage by itself: where sensors stand is told by the test plan, without listening to what they recorded."""
    sensors: dict[str, tuple[float, float, float]] = {}
    if "oma" in project.analyses:
        plan, _ = plan_of(project.options["oma"], project.folder)
        used = {channel.point for setup in plan.setups for channel in setup.channels}
        sensors = {name: point.place for name, point in plan.points.items() if name in used}
    wall = wall_of(project, observer=observer)
    return run_fe(wall, project.options["fe"], folder=project.folder, sensors=sensors, observer=observer)


def _marked(error: MeshError, vtu: Path | None, preview: Path | None, words: Words) -> str:
    """Bad bricks are drawn where a file was asked for; else how to see them is told."""
    told = []
    if vtu is not None:
        write_bad_vtu(vtu, error.mesh, error.bad)
        told.append(f'marked by the array "bad" in {vtu}')
    if preview is not None:
        write_text_whole(preview, bad_bricks_svg(error.mesh, error.bad, words))
        told.append(f"drawn in {preview}")
    return (
        f"\n  {', '.join(told)}" if told else "\n  see them with --preview bad.svg, or in ParaView with --vtu bad.vtu"
    )
