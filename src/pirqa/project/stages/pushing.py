"""The wall pushed over, with what [fe] says of its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.stages.model import fe_inputs
from pirqa.project.stages.wall import fe_options_for, surveyed_wall, wall_for, wall_remarks
from pirqa.pushover.checkpoint import discard
from pirqa.pushover.read import read_result
from pirqa.pushover.result import PushoverResult
from pirqa.pushover.stage import run_pushover
from pirqa.pushover.variants import Subject, run_variants

__all__ = ["pushover_inputs", "pushover_stage"]


def pushover_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> PushoverResult:
    """Paths of the wall that is asked for, and what is read off them."""
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
    told = wall_remarks(project, "pushover", earlier, rigid=False)
    result = replace(result, variants=variants, remarks=(*told, *result.remarks))
    return read_result(result, options, governing=project.site.governing)


def pushover_inputs(project: Project) -> dict[str, Any]:
    """The model is that of [fe]."""
    return {**fe_inputs(project), "fe": to_plain(project.options["fe"])}
