"""Sweep: several motions at many levels; a level more makes only its own runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.moving import expected_levels, motions_of, shaken_inputs, voting
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall

if TYPE_CHECKING:
    from pirqa.experiments.campaign.sweep import SweepResult
    from pirqa.project.load import Project


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> SweepResult:
    """Runs are kept beside the stage's results: a level more makes only its own."""
    from pirqa.experiments.campaign.sweep import run_sweep

    result = run_sweep(
        surveyed_wall(project, earlier),
        project.options["sweep"],
        project.options["dynamics"],
        motions_of(earlier),
        expected=tuple(expected_levels(project)),
        folder=folder.parent,
        observer=observer,
    )
    return replace(result, checks=voting(result.checks, project, earlier, rescaled=True))


STAGE = Stage(
    name="sweep",
    rank=120,
    options="pirqa.experiments.campaign.options:SweepOptions",
    result="pirqa.experiments.campaign.sweep:SweepResult",
    takes=("survey", "motion"),
    inputs=shaken_inputs,
    run=_run,
    moves_stones=True,
    film=30,
    drawn_on_stones=True,
)
