"""Pushover: the wall is pushed over along a path, and what its capacity curve and its cracks show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.origins import idle_spectra
from pirqa.project.stage import Stage
from pirqa.project.stages.fe import model_inputs
from pirqa.project.walls import fe_options_for, surveyed_wall, wall_for, wall_remarks

if TYPE_CHECKING:
    from pirqa.fem.pushover.result import PushoverResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> PushoverResult:
    from pirqa.fem.pushover.checkpoint import discard
    from pirqa.fem.pushover.stage import Subject, read_result, run_pushover, run_variants

    options = project.options["pushover"]
    kept = None if folder == Path() else folder  # commands that write nothing keep nothing
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    subject = Subject(wall=wall_for(project, "pushover", earlier), fe=fe_options_for(project, "pushover", earlier))
    second = Subject(wall=surveyed_wall(project, earlier), fe=project.options["fe"]) if options.second_wall else None
    result = run_pushover(
        subject.wall, subject.fe, options, folder=kept, source=project.folder, observer=observer, keep=True
    )
    variants = run_variants(subject, options, second=second, folder=kept, source=project.folder, observer=observer)
    if kept is not None:
        discard(kept)
        for home in kept.glob("second_*"):
            discard(home)
            home.rmdir()
    remarks = wall_remarks(project, "pushover", earlier, rigid=False)
    result = replace(result, variants=variants, remarks=(*remarks, *result.remarks))
    return read_result(result, options, governing=project.site.governing)


def _idle(parsed: ProjectFile) -> set[str]:
    """How the paths are found, and what spectra must be."""
    masonry = parsed.options_of("pushover").masonry
    idle = {f"pushover.{key}" for key in ("solver", "halved_viscosity", "other_control", "second_wall")}
    idle |= {f"pushover.masonry.{name}.law" for name, item in masonry.items() if item.law == "elastic"}
    return idle | idle_spectra("pushover.spectra")


STAGE = Stage(
    name="pushover",
    rank=70,
    options="pirqa.fem.pushover.options:PushoverOptions",
    result="pirqa.fem.pushover.result:PushoverResult",
    takes=("survey",),
    inputs=model_inputs,
    run=_run,
    methods=("pirqa.fem.pushover.checks:DECLARATIONS",),
    idle=_idle,
    partial=True,
)
