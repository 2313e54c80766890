"""Statics: factors of safety of the wall's sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.stage import Stage
from pirqa.project.walls import wall_for, wall_inputs, wall_remarks

if TYPE_CHECKING:
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile
    from pirqa.statics.stage import StaticsResult


def _run(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> StaticsResult:
    from pirqa.statics.stage import analyse

    wall = wall_for(project, "statics", earlier)
    result = analyse(wall, project.options["statics"], site=project.site, observer=observer)
    return replace(result, remarks=wall_remarks(project, "statics", earlier))


def _seed(project: Project) -> int | None:
    """Seed of the reliability, where it is asked for."""
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


def _idle(parsed: ProjectFile) -> set[str]:
    idle = {"statics.methods"}
    if parsed.backfill is None:
        idle.add("statics.thrusts")
    if parsed.backfill is None or not parsed.backfill.water_level:
        idle |= {"statics.water", "statics.uplift"}
    if parsed.base is None or parsed.base.bearing_capacity is None:
        idle.add("statics.required.bearing")
    return idle


STAGE = Stage(
    name="statics",
    rank=20,
    options="pirqa.statics.options:StaticsOptions",
    result="pirqa.statics.stage:StaticsResult",
    takes=("survey",),
    after=("pushover",),
    inputs=wall_inputs,
    run=_run,
    seed=_seed,
    methods=("pirqa.statics.checks:DECLARATIONS",),
    idle=_idle,
)
