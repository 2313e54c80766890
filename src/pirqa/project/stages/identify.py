"""Identification: the frequencies at which the wall of stones vibrates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.moving import moving_inputs
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.project.load import Project


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
    from pirqa.experiments.identify.stage import run_identify

    wall, options = surveyed_wall(project, earlier), project.options["identify"]
    return run_identify(wall, options, project.options["dynamics"], folder=folder, observer=observer)


STAGE = Stage(
    name="identify",
    rank=90,
    options="pirqa.experiments.identify.options:IdentifyOptions",
    result="pirqa.experiments.identify.result:IdentifyResult",
    takes=("survey",),
    inputs=moving_inputs,
    run=_run,
    seed=lambda project: int(project.options["identify"].noise.seed),
    moves_stones=True,
    drawn_on_stones=True,
)
