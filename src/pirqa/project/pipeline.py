"""The stages in their order: one explicit table, and the function that walks down it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pirqa.errors import ProjectError
from pirqa.model.wall import Wall
from pirqa.motion.prepare import motion_digests
from pirqa.motion.result import MotionResult
from pirqa.motion.sliding_stage import YieldCase, Yields
from pirqa.motion.stage import Block, prepare_motions, seed_of
from pirqa.progress import SILENT, Observer
from pirqa.project.codec import canonical_json, to_plain
from pirqa.project.load import Project
from pirqa.provenance import code_digest, digest
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.stage import run_dynamics
from pirqa.statics.result import StaticsResult
from pirqa.statics.stage import analyse as analyse_statics
from pirqa.survey.result import SurveyResult
from pirqa.survey.stage import source_digest, survey

__all__ = ["STAGES", "Stage", "stage_key", "stages_for", "wall_of"]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """One analysis: what it is called, what it takes, what it gives."""

    name: str
    result: type
    needs: tuple[str, ...] = ()
    """Stages whose results it cannot do without; they come earlier in the table."""
    takes: tuple[str, ...] = ()
    """Stages whose results it uses where they are there; they come earlier in the table."""
    inputs: Callable[[Project], dict[str, Any]]
    """What its result depends on beside its options and what it needs, as plain values."""
    seed: Callable[[Project], int | None]
    """Seed of its random numbers, where it draws any."""
    run: Callable[[Project, Mapping[str, Any], Path, Observer], Any]
    """From the project, earlier results by name, a folder for what outlives a kill, and an observer, to its result."""


def _survey(project: Project, _: Mapping[str, Any], _folder: Path, observer: Observer) -> SurveyResult:
    return survey(project.options["survey"], folder=project.folder, around=project.around, observer=observer)


def _survey_inputs(project: Project) -> dict[str, Any]:
    files = source_digest(project.options["survey"], project.folder)
    return {"around": to_plain(project.around), "files": files}


def _survey_seed(project: Project) -> int | None:
    generated = project.options["survey"].generate
    return None if generated is None else int(generated.seed)


def _wall(project: Project, earlier: Mapping[str, Any]) -> Wall:
    """The wall that later stages look at: from the survey where there is one."""
    if "survey" in earlier:
        wall: Wall = earlier["survey"].wall
        return wall
    assert project.wall is not None
    return project.wall


def _wall_inputs(project: Project) -> dict[str, Any]:
    return {"wall": to_plain(project.wall), "site": to_plain(project.site)}


def _statics(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> StaticsResult:
    return analyse_statics(_wall(project, earlier), project.options["statics"], site=project.site, observer=observer)


def _statics_seed(project: Project) -> int | None:
    reliability = project.options["statics"].reliability
    return None if reliability is None else int(reliability.seed)


def _motion(project: Project, earlier: Mapping[str, Any], _folder: Path, observer: Observer) -> MotionResult:
    alone = project.wall is None and "survey" not in earlier
    wall = None if alone else _wall(project, earlier)
    return prepare_motions(
        project.options["motion"],
        folder=project.folder,
        block=None if wall is None else _block(wall),
        yields=None if wall is None else _yields(wall, earlier.get("statics")),
        observer=observer,
    )


def _block(wall: Wall) -> Block:
    """The wall's most slender section as one block."""
    blocks = []
    for section in wall.sections():
        front, back = section.contact(0)
        blocks.append(Block(height=float(section.height), thickness=float(back) - float(front)))
    return min(blocks, key=lambda block: block.thickness / block.height)


def _yields(wall: Wall, statics: StaticsResult | None) -> Yields:
    """Critical coefficients of sliding: a block's yield acceleration, where the thrust follows the earthquake."""
    retained = wall.backfill is not None
    if statics is None:
        return Yields(retained=retained)
    follow = {case.name: case.thrust or "free" for case in statics.cases if case.soil_follows or case.thrust is None}
    critical = {(item.case, item.mode): item for item in statics.critical if item.case in follow}
    cases: dict[str, YieldCase] = {}
    for (name, mode), item in critical.items():
        # what fails without an earthquake has no coefficient, but it is the worst of all
        coefficient = 0.0 if item.outcome == "fails_at_rest" else item.coefficient
        if mode == "sliding" and coefficient is not None:
            rocks = critical[name, "overturning"]
            cases.setdefault(
                follow[name],
                YieldCase(
                    name=follow[name],
                    coefficient=coefficient,
                    level=item.joint_level or 0.0,
                    rocking=0.0 if rocks.outcome == "fails_at_rest" else rocks.coefficient,
                ),
            )
    reasons = {
        f"{name}: {item.outcome.replace('_', ' ')}" for (name, mode), item in critical.items() if mode == "sliding"
    }
    missing = ", ".join(sorted(reasons)) or "no method whose thrust follows the earthquake"
    return Yields(cases=tuple(cases.values()), retained=retained, missing=missing)


def _motion_inputs(project: Project) -> dict[str, Any]:
    return {**_wall_inputs(project), "files": motion_digests(project.options["motion"], project.folder)}


def _motion_seed(project: Project) -> int | None:
    return seed_of(project.options["motion"])


def _dynamics(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> DynamicsResult:
    prepared = earlier["motion"].motions if "motion" in earlier else ()
    return run_dynamics(
        _wall(project, earlier),
        project.options["dynamics"],
        {item.name: item.motion for item in prepared},
        folder=folder,
        observer=observer,
    )


STAGES: tuple[Stage, ...] = (
    Stage(name="survey", result=SurveyResult, inputs=_survey_inputs, seed=_survey_seed, run=_survey),
    Stage(
        name="statics", result=StaticsResult, takes=("survey",), inputs=_wall_inputs, seed=_statics_seed, run=_statics
    ),
    Stage(
        name="motion",
        result=MotionResult,
        takes=("survey", "statics"),
        inputs=_motion_inputs,
        seed=_motion_seed,
        run=_motion,
    ),
    Stage(
        name="dynamics",
        result=DynamicsResult,
        takes=("survey", "motion"),
        inputs=_wall_inputs,
        seed=lambda _: None,
        run=_dynamics,
    ),
)


def wall_of(project: Project, *, observer: Observer = SILENT) -> Wall:
    """The project's wall, surveyed where it must be."""
    surveyed = {} if project.options["survey"] is None else {"survey": _survey(project, {}, Path(), observer)}
    return _wall(project, surveyed)


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
        **stage.inputs(project),
        "options": to_plain(project.options[stage.name]),
        "needs": {name: earlier[name] for name in (*stage.needs, *stage.takes) if name in earlier},
    }
    return digest(canonical_json(content, indent=None).encode())
