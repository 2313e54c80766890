"""``pirqa calibrate``: joint properties from tilt tests and measured frequencies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pirqa.cli.moving import naming, ready, run_with_bars, show
from pirqa.errors import OptionsError
from pirqa.progress import Observer
from pirqa.report import load_words
from pirqa.shaking.joint_calibration import JointCalibrationResult, run_joint_calibration

__all__ = ["command"]


def command(
    project: Annotated[Path, typer.Argument(help="Project file (TOML).", show_default=False)],
    joints: Annotated[bool, typer.Option("--joints", help="The joints, from \\[joint_calibration].")] = False,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help='Replace a value of the file, e.g. joint_calibration.tilt_sd="1 deg".'
        ),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="File for the numbers.")] = None,
    language: Annotated[str, typer.Option("--language", help="Of the remarks: en or es.")] = "en",
) -> None:
    """Find joint properties from tilt tests and frequencies, and what these cannot tell."""
    load_words(language)  # a wrong word is told before the long work
    if not joints:
        raise OptionsError("only the joints can be calibrated today: give --joints")

    def work(observer: Observer) -> JointCalibrationResult:
        found = ready(project, change, observer)
        options = found.project.options["joint_calibration"]
        return run_joint_calibration(found.wall, options, found.dynamics, observer=observer)

    with naming(project):
        result = run_with_bars(work)
    show(result, language=language, json_file=json_file)
