"""The survey: the wall as its drawing, photo or scan shows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.stage import Stage

if TYPE_CHECKING:
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile
    from pirqa.survey.result import SurveyResult


def _run(project: Project, _: Mapping[str, Any], _folder: Path, observer: Observer) -> SurveyResult:
    from pirqa.survey.stage import survey

    return survey(project.options["survey"], folder=project.folder, around=project.around, observer=observer)


def _inputs(project: Project) -> dict[str, Any]:
    """What is drawn, and what the rest of the file says of the wall."""
    from pirqa.survey.stage import source_digest

    files = source_digest(project.options["survey"], project.folder)
    return {"around": to_plain(project.around), "files": files}


def _seed(project: Project) -> int | None:
    """Seed of a wall that is generated."""
    generated = project.options["survey"].generate
    return None if generated is None else int(generated.seed)


def _idle(parsed: ProjectFile) -> set[str]:
    idle = {f"survey.{key}" for key in ("openings", "flush", "front_batter", "back_batter", "fixed", "guided")}
    given = parsed.options_of("survey")
    idle |= {f"survey.layers.{name}.skip" for name in given.layers}
    idle |= {f"survey.leaves.{leaf.name}.stones" for leaf in given.leaves}
    if given.generate is not None:
        idle |= {"survey.tolerance", "survey.base", "survey.generate.length", "survey.generate.height"}
        if given.generate.like is not None:  # then the others follow from it
            idle |= {f"survey.generate.{name}" for name in given.generate.__dataclass_fields__}
    return idle


STAGE = Stage(
    name="survey",
    rank=10,
    options="pirqa.survey.options:SurveyOptions",
    optional=True,
    result="pirqa.survey.result:SurveyResult",
    inputs=_inputs,
    run=_run,
    seed=_seed,
    idle=_idle,
)
