"""The stages in their order: one explicit table, and the function that walks down it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pirqa.errors import ProjectError
from pirqa.progress import Observer
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.load import Project
from pirqa.provenance import code_digest, digest
from pirqa.statics.result import StaticsResult
from pirqa.statics.stage import analyse as analyse_statics

__all__ = ["STAGES", "Stage", "stage_key", "stages_for"]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One analysis: what it is called, what it takes, what it gives."""

    name: str
    result: type
    needs: tuple[str, ...]
    """Stages whose results it uses; they come earlier in the table."""
    seed: Callable[[Project], int | None]
    """Seed of its random numbers, where it draws any."""
    run: Callable[[Project, Mapping[str, Any], Observer], Any]
    """From the project, earlier results by name, and an observer, to the stage's result."""


def _statics(project: Project, _: Mapping[str, Any], observer: Observer) -> StaticsResult:
    return analyse_statics(project.wall, project.options["statics"], site=project.site, observer=observer)


def _statics_seed(project: Project) -> int | None:
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


STAGES: tuple[Stage, ...] = (Stage(name="statics", result=StaticsResult, needs=(), seed=_statics_seed, run=_statics),)


def stages_for(project: Project) -> tuple[Stage, ...]:
    """The stages that the project asks for, in the table's order."""
    asked = set(project.analyses)
    for stage in STAGES:
        missing = [name for name in stage.needs if stage.name in asked and name not in asked]
        if missing:
            raise ProjectError(f'{project.path}: analyses: "{stage.name}" needs "{missing[0]}" before it; add it')
    return tuple(stage for stage in STAGES if stage.name in asked)


def stage_key(stage: Stage, project: Project, earlier: Mapping[str, str]) -> str:
    """Digest of all that the stage's result depends on: its inputs, the keys of what it needs, the code below it."""
    content = {
        "stage": stage.name,
        "code": code_digest(leave_out=("cli", "report", "verification")),
        "wall": to_plain(project.wall),
        "site": to_plain(project.site),
        "options": to_plain(project.options[stage.name]),
        "needs": {name: earlier[name] for name in stage.needs},
    }
    return digest(canonical_json(content, indent=None).encode())
