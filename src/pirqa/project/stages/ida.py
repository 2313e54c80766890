"""Incremental dynamic analysis: the level at which each motion reaches a limit state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.moving import demand_inputs, governing_acceleration, motions_of
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.experiments.campaign.incremental.result import IdaResult
    from pirqa.project.load import Project


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> IdaResult:
    """Runs are kept beside the stage's results: other options make only the runs that are missing."""
    from pirqa.experiments.campaign.incremental.stage import run_ida

    return run_ida(
        surveyed_wall(project, earlier),
        project.options["ida"],
        project.options["dynamics"],
        motions_of(earlier),
        chosen=earlier["motion"].set if "motion" in earlier else None,
        demand=governing_acceleration(project),
        folder=folder.parent,
        observer=observer,
    )


STAGE = Stage(
    name="ida",
    rank=130,
    options="pirqa.experiments.campaign.options:IdaOptions",
    result="pirqa.experiments.campaign.incremental.result:IdaResult",
    takes=("survey", "motion"),
    inputs=demand_inputs,
    run=_run,
    methods=("pirqa.experiments.campaign.incremental.result:DECLARATION",),
    moves_stones=True,
    film=10,
    drawn_on_stones=True,
)
