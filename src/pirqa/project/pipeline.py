"""The walk down the stages: which of them run, what each takes, and the key under which its result is kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pirqa.code_key import code_key
from pirqa.errors import ProjectError
from pirqa.model.plain import canonical_json
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.stage import Stage
from pirqa.project.stages import STAGES
from pirqa.project.walls import asks_calibrated, surveyed_wall
from pirqa.provenance import digest


def wall_of(project: Project, *, observer: Observer = SILENT) -> Wall:
    """The project's wall, surveyed where it must be."""
    return surveyed_wall(project, prepared(project, observer=observer))


def prepared(project: Project, *names: str, observer: Observer = SILENT) -> dict[str, Any]:
    """Results of what the stages ``names`` cannot do without, or ask for by their options; for one stage by itself.

    A model is fitted without its own stage: [fe] says what it is.
    """
    wanted = {"survey"} if project.options["survey"] is not None else set()
    for stage in STAGES:
        if stage.name in names:
            wanted |= set(stage.asks(project))
            wanted |= {"oma", "updating"} if asks_calibrated(project, stage.name) else set()
    earlier: dict[str, Any] = {}
    for stage in STAGES:
        if stage.name in wanted:
            earlier[stage.name] = stage.run(project, earlier, Path(), observer)
    return earlier


def stages_for(project: Project) -> tuple[Stage, ...]:
    """The stages that the project asks for, in the table's order."""
    asked = set(project.analyses)
    for stage in STAGES:
        missing = [name for name in stage.needs if stage.name in asked and name not in asked]
        if missing:
            raise ProjectError(f'{project.path}: analyses: "{stage.name}" needs "{missing[0]}" before it; add it')
    return tuple(stage for stage in STAGES if stage.name in asked)


def taken_by(stage: Stage, project: Project) -> tuple[str, ...]:
    """Stages whose results ``stage`` uses where they are there: a calibrated wall only where its options ask for it."""
    calibrated = ("updating",) if asks_calibrated(project, stage.name) else ()
    return (*stage.takes, *stage.asks(project), *calibrated)


def stage_key(stage: Stage, project: Project, earlier: Mapping[str, str]) -> str:
    """Digest of all that the stage's result depends on: its inputs, the keys of what it needs, the code below it."""
    content = {
        "stage": stage.name,
        "code": code_key(*stage.entry_modules),
        **stage.inputs(project),
        "options": to_plain(project.options[stage.name]),
        "needs": {name: earlier[name] for name in (*stage.needs, *taken_by(stage, project)) if name in earlier},
    }
    return digest(canonical_json(content, indent=None).encode())
