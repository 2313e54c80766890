"""``pirqa calibrate``: the finite-element model from measured modes, or the joints from tilt tests and frequencies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from pirqa.cli.arguments import keep_source, parse_changes
from pirqa.cli.moving import naming, run_with_bars, show
from pirqa.errors import OptionsError, ProjectError
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project import read_project
from pirqa.project.calibrated_file import calibrated_toml
from pirqa.project.load import Project, expected_wall
from pirqa.project.pipeline import STAGES, prepared
from pirqa.report import load_words
from pirqa.updating.options import check_asked
from pirqa.updating.result import UpdatingResult

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    joints: Annotated[
        bool, typer.Option("--joints", help="The joints of the stones instead, from \\[joint_calibration].")
    ] = False,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help='Replace a value of the file, e.g. updating.method="both".'),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="File for the numbers.")] = None,
    write_file: Annotated[
        Path | None,
        typer.Option("--write", help="File (TOML) for the calibrated materials, springs and bed, to paste elsewhere."),
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Fit a wall's finite-element model to its measured modes; with --joints, the joints of its stones.

    The modes are those of \\[oma], the model that of \\[fe], and \\[updating] says what is looked for. With --joints
    joint properties are found from tilt tests and frequencies, and what these cannot tell.
    """
    load_words(language)  # a wrong word is told before the long work
    keep_source(project, json_file, write_file)
    if joints and write_file is not None:
        raise OptionsError("--write: for the finite-element model only; with --joints the values are printed")
    with naming(project):
        found = read_project(project, changes=parse_changes(change))
        _check(found, joints=joints)
        name = "joint_calibration" if joints else "updating"
        result = run_with_bars(lambda observer: _run(found, name, observer))
    show(result, language=language, json_file=json_file)
    if write_file is not None:
        assert isinstance(result, UpdatingResult)
        write_text_whole(write_file, calibrated_toml(result, source=str(project), origins=found.origins))
        Console().print(f"calibrated values in {write_file}", highlight=False, markup=False, soft_wrap=True)


def _check(project: Project, *, joints: bool) -> None:
    """What is missing is told before vibrations are listened to."""
    if joints:
        return
    if not project.options["oma"].plan:
        raise ProjectError(
            f"{project.path}: oma.plan: missing, so there are no measured modes; add [oma] with plan = the path of the "
            'test plan, such as "plan.toml" (--joints calibrates the joints of the stones instead)'
        )
    if not project.options["updating"].parameters:
        raise ProjectError(
            f"{project.path}: updating.parameters: nothing is looked for; add [updating.parameters.NAME] with kind, "
            "of, low and high (--joints calibrates the joints of the stones instead)"
        )
    if project.wall is not None or project.options["survey"] is not None:
        wall = project.wall or expected_wall(project.around)
        check_asked(project.options["updating"], wall, project.options["fe"])


def _run(project: Project, name: str, observer: Observer) -> Any:
    stage = next(stage for stage in STAGES if stage.name == name)
    return stage.run(project, prepared(project, name, observer=observer), Path(), observer)
