"""The command ``pirqa calibrate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from rich.console import Console

from pirqa.cli.arguments import keep_source, with_options
from pirqa.cli.console import say
from pirqa.cli.project_input import StageInput
from pirqa.errors import OptionsError, ProjectError
from pirqa.fem.updating.options import check_asked
from pirqa.fem.updating.result import UpdatingResult
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project.load import Project, expected_wall
from pirqa.project.pipeline import prepared
from pirqa.project.stages import STAGES
from pirqa.project.stages.updating import calibrated_toml


@with_options
def command(
    *,
    joints: Annotated[bool, "The joints of the stones instead, from [joint_calibration]."] = False,
    write: Annotated[Path | None, "File (TOML) for the calibrated materials, springs and bed."] = None,
    file: StageInput,
) -> None:
    """Fit a wall's finite-element model to its measured modes; with --joints, the joints of its stones.

    The modes are those of \\[oma], the model that of \\[fe], and \\[updating] says what is looked for. With --joints
    joint properties are found from tilt tests and frequencies, and what these cannot tell.
    """
    keep_source(file.project, write)
    if joints and write is not None:
        raise OptionsError("--write: for the finite-element model only; with --joints the values are printed")

    def work(observer: Observer) -> tuple[Project, Any]:
        project = file.read()
        _check(project, joints=joints)
        return project, _run(project, "joint_calibration" if joints else "updating", observer)

    project, result = file.run(work)
    file.show(result)
    if write is not None:
        assert isinstance(result, UpdatingResult)
        write_text_whole(write, calibrated_toml(result, source=str(file.project), origins=project.origins))
        say(Console(), f"calibrated values in {write}")


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
