"""Isolation: the wall on a bed of rounded stones, compared with the same wall fixed."""

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
    from pirqa.experiments.isolation.stage import run_isolation

    return shaken(run_isolation, "isolation", project, earlier, folder, observer)


STAGE = Stage(
    name="isolation",
    rank=150,
    options="pirqa.experiments.isolation.options:IsolationOptions",
    result="pirqa.experiments.isolation.result:IsolationResult",
    takes=("survey", "motion"),
    inputs=moving_inputs,
    run=_run,
    methods=("pirqa.experiments.isolation.result:DECLARATION",),
    moves_stones=True,
)
