"""Soil: the wall with a fill behind it, and without."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.moving import moving_inputs, shaken
from pirqa.project.stage import Stage

if TYPE_CHECKING:
    from pirqa.project.load import Project


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
    from pirqa.experiments.soil.stage import run_soil

    return shaken(run_soil, "soil", project, earlier, folder, observer)


STAGE = Stage(
    name="soil",
    rank=160,
    options="pirqa.experiments.soil.options:SoilOptions",
    result="pirqa.experiments.soil.result:SoilResult",
    takes=("survey", "motion"),
    inputs=moving_inputs,
    run=_run,
    moves_stones=True,
    film=50,
)
