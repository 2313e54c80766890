"""Numbers of an assessment that page one needs besides the verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pirqa.codes.result import Retrofit
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.project.pipeline import STAGES
from pirqa.project.sensitivity import Sensitivity
from pirqa.report.figures.governing_part import fallen_runs
from pirqa.report.ladder import Ladders, ladders_of
from pirqa.report.verdict import governs
from pirqa.shaking.damage import Outcome
from pirqa.units import STANDARD_GRAVITY

__all__ = ["Facts", "FirstFall", "Residual", "facts_of", "stones_reach"]


@dataclass(frozen=True, kw_only=True)
class FirstFall:
    """The first stone that fell in a run."""

    stone: str
    time: float
    """Since the action began [s]."""
    count: int
    """Stones that fell in the same run."""
    total: int
    """Stones that could fall."""
    wall: bool = True
    """Whether so many fell that the wall, or a part of it, counts as fallen."""
    whole: bool = False
    """Whether so many fell that the whole wall counts as fallen."""
    level: float | None = None
    """Height of the stone above the base [m]."""
    distance: float | None = None
    """Its distance from the left end [m]."""
    intensity: float | None = None
    """Peak ground acceleration of the run [g], where the run belongs to a set."""


@dataclass(frozen=True, kw_only=True)
class Residual:
    """Displacements that remain after the earthquakes at the demand in which nothing fell."""

    largest: float
    """[m]"""
    tolerance: float
    """[m]"""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What page one needs from an assessment besides its verdict."""

    height: float | None = None
    """Height of the wall above its base [m]."""
    reach: float | None = None
    """Largest distance of a fallen stone from the wall's faces in the runs [m]; None where none fell."""
    reach_runs: int = 1
    """Runs in which that distance was looked for."""
    left: float | None = None
    """Station of the wall's left end [m]."""
    first_fall: FirstFall | None = None
    residual: Residual | None = None
    ladders: Ladders = field(default_factory=dict)
    """By limit state, where a set of motions was run at rising intensity."""
    stones: int = 0
    """Stones of the wall; with none there is nothing to shake."""
    analyses: tuple[str, ...] = ()
    """Analyses that this version knows, so that a next step names one that exists."""
    assumed: int = 0
    inputs: int = 0
    sensitivities: tuple[Sensitivity, ...] = ()
    retrofits: tuple[Retrofit, ...] = ()


def facts_of(assessment: Assessment) -> Facts:
    """Return what page one needs besides the verdict."""
    codes, survey = assessment.stages.get("codes"), assessment.stages.get("survey")
    fallen = fallen_runs(assessment)
    stones = () if survey is None else survey.wall.stones
    left = min((float(stone.solid.vertices[:, 0].min()) for stone in stones), default=None)
    reach = None
    if survey is not None and fallen:
        reach = max(stones_reach(run, survey.wall, outcome.fallen) for run, outcome in fallen)
    return Facts(
        height=_height(assessment),
        reach=reach,
        reach_runs=len(fallen),
        left=left,
        first_fall=_first_fall(assessment, fallen, left) if stones and fallen else None,
        residual=_residual(assessment),
        ladders=ladders_of(assessment),
        stones=len(stones),
        analyses=tuple(stage.name for stage in STAGES),
        assumed=sum(row.status != "given" for row in assessment.inputs),
        inputs=len(assessment.inputs),
        sensitivities=assessment.sensitivities,
        retrofits=() if codes is None else codes.retrofits,
    )


def _first_fall(assessment: Assessment, fallen: Sequence[tuple[Trajectory, Outcome]], left: float | None) -> FirstFall:
    """Return the first fall of the run in which most stones fell."""
    run, outcome = max(fallen, key=lambda pair: pair[1].share)
    fall, ida = outcome.falls[0], assessment.stages.get("ida")
    x, _, z = (float(value) for value in assessment.stages["survey"].wall.stone(fall.stone).centroid)
    peak = None
    if ida is not None and any(film is run for film in ida.films):
        peak = ida.film_intensity / STANDARD_GRAVITY
    return FirstFall(
        stone=fall.stone,
        time=fall.time,
        count=len(outcome.falls),
        total=outcome.count,
        wall=outcome.collapse in ("partial", "total"),
        whole=outcome.collapse == "total",
        level=z,
        distance=None if left is None else x - left,
        intensity=peak,
    )


def _residual(assessment: Assessment) -> Residual | None:
    """Return the largest displacement that remains where nothing fell, of the set or of single motions."""
    ida = assessment.stages.get("ida")
    if ida is not None:
        runs = [run for run in ida.runs if run.rung == 0 and not run.corner and not run.failed]
        sizes = [float(run.summary.residual_size.max(initial=0.0)) for run in runs if not run.summary.falls]
        return Residual(largest=max(sizes), tolerance=ida.residual_limit) if sizes else None
    check = governs(assessment.verdict.of("damage"))
    if check is None or check.mode != "residual" or check.unit != "m" or not math.isfinite(check.demand):
        return None
    return Residual(largest=check.demand, tolerance=check.capacity)


def stones_reach(run: Trajectory, wall: Wall, fallen: Sequence[str]) -> float:
    """Return the largest distance of a corner of a fallen stone from the wall's faces, seen across the wall [m]."""
    depths = np.concatenate([stone.solid.vertices[:, 1] for stone in wall.stones])
    farthest = 0.0
    for name in fallen:
        index = run.stones.index(name)
        stone = wall.stone(name)
        size = float(np.linalg.norm(stone.solid.vertices - stone.centroid, axis=1).max())
        path = float(stone.centroid[1]) + run.displacement[:, index, 1]
        path = path[np.isfinite(path)]
        if len(path):
            farthest = max(farthest, depths.min() - path.min() + size, path.max() + size - depths.max())
    return float(farthest)


def _height(assessment: Assessment) -> float | None:
    """Return the height of the wall above its base, from the first analysis that knows it [m]."""
    survey, statics, limit = (assessment.stages.get(name) for name in ("survey", "statics", "limit"))
    if survey is not None and survey.wall.stones:
        levels = np.concatenate([stone.solid.vertices[:, 2] for stone in survey.wall.stones])
        return float(levels.max() - levels.min())
    if statics is not None:
        return max(float(section.height) for section in statics.sections)
    if limit is not None:
        tops = [
            float(body.outline[:, 1].max()) for item in limit.mechanisms for body in item.bodies if len(body.outline)
        ]
        return max(tops, default=None)
    row = next((row for row in assessment.inputs if row.key == "wall.height"), None)
    return None if row is None else row.value
