"""Dynamics: the wall's stones in motion under the asked actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.progress import Observer
from pirqa.project.moving import motions_of, vote_inputs, voting
from pirqa.project.stage import Stage
from pirqa.project.walls import surveyed_wall, wall_inputs

if TYPE_CHECKING:
    from pirqa.experiments.shaking import DynamicsResult
    from pirqa.project.load import Project
    from pirqa.project.schema import ProjectFile


def _inputs(project: Project) -> dict[str, Any]:
    return {**wall_inputs(project), **vote_inputs(project)}


def _run(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> DynamicsResult:
    from pirqa.experiments.shaking import run_dynamics

    wall, options = surveyed_wall(project, earlier), project.options["dynamics"]
    result = run_dynamics(wall, options, motions_of(earlier), folder=folder, observer=observer)
    return replace(result, checks=voting(result.checks, project, earlier))


def _idle(parsed: ProjectFile) -> set[str]:
    """How motion is computed, not what is found."""
    dynamics = parsed.options_of("dynamics")
    keys = ("allow_unstable", "refine", "renew_after", "ramp", "hold", "quiet", "settling_damping", "output_step")
    idle = {f"dynamics.simulation.{key}" for key in keys} | {"dynamics.compare_damping"}
    if dynamics.simulation.contact == "exact":
        idle.add("dynamics.simulation.points")
    if dynamics.simulation.step is not None:
        idle.add("dynamics.simulation.safety")
    if dynamics.tilt is not None and dynamics.tilt.by is None:
        idle.add("dynamics.tilt.held")
    if dynamics.tilt is not None and dynamics.tilt.slow_from is None:
        idle.add("dynamics.tilt.slow_rate")
    return idle


STAGE = Stage(
    name="dynamics",
    rank=80,
    options="pirqa.experiments.options:DynamicsOptions",
    result="pirqa.experiments.shaking:DynamicsResult",
    takes=("survey", "motion"),
    inputs=_inputs,
    run=_run,
    methods=("pirqa.experiments.checks:DECLARATIONS",),
    idle=_idle,
    moves_stones=True,
    film=20,
    drawn_on_stones=True,
)
