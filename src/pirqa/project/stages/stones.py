"""Stones in motion: all of them are computed as [dynamics] says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pirqa.campaign.result import ExpectedLevel, SweepResult
from pirqa.campaign.sweep import run_sweep
from pirqa.motion.design_spectrum import design_spectra
from pirqa.progress import Observer
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.measured_joints import with_measured_modes
from pirqa.project.stages.ground import motions_of, with_set
from pirqa.project.stages.wall import surveyed_wall, wall_inputs
from pirqa.shaking.joint_calibration import JointCalibrationResult, run_joint_calibration
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.stage import run_dynamics

__all__ = [
    "dynamics_stage",
    "expected_levels",
    "joint_calibration_asks",
    "joint_calibration_stage",
    "moved_stage",
    "moving_inputs",
    "shaken_stage",
    "sweep_stage",
]


def dynamics_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> DynamicsResult:
    """The wall's stones in motion."""
    wall, options = surveyed_wall(project, earlier), project.options["dynamics"]
    result = run_dynamics(wall, options, motions_of(earlier), folder=folder, observer=observer)
    return replace(result, checks=with_set(result.checks, earlier))


def moving_inputs(project: Project) -> dict[str, Any]:
    """Runs of stones are all computed as [dynamics] says."""
    return {**wall_inputs(project), "dynamics": to_plain(project.options["dynamics"])}


def moved_stage(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """A stage that moves stones: ``run`` takes the wall, its own options and those of [dynamics]."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options = surveyed_wall(project, earlier), project.options[name]
        return run(wall, options, project.options["dynamics"], folder=folder, observer=observer)

    return go


def shaken_stage(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """The same where the ground motions are needed too."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options, motions = surveyed_wall(project, earlier), project.options[name], motions_of(earlier)
        result = run(wall, options, project.options["dynamics"], motions, folder=folder, observer=observer)
        return replace(result, checks=with_set(result.checks, earlier))

    return go


def joint_calibration_asks(project: Project) -> tuple[str, ...]:
    """Measured modes, where these are to be those of the analysis oma."""
    return ("oma",) if project.options["joint_calibration"].measured == "oma" else ()


def joint_calibration_stage(
    project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer
) -> JointCalibrationResult:
    """Properties of the joints from what was measured."""
    wall, dynamics = surveyed_wall(project, earlier), project.options["dynamics"]
    options = with_measured_modes(project.options["joint_calibration"], wall, dynamics, earlier.get("oma"), observer)
    return run_joint_calibration(wall, options, dynamics, folder=folder, observer=observer)


def sweep_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> SweepResult:
    """Runs are kept beside the stage's results: a level more makes only its own."""
    result = run_sweep(
        surveyed_wall(project, earlier),
        project.options["sweep"],
        project.options["dynamics"],
        motions_of(earlier),
        expected=tuple(expected_levels(project)),
        folder=folder.parent,
        observer=observer,
    )
    return replace(result, checks=with_set(result.checks, earlier, rescaled=True))


def expected_levels(project: Project) -> Iterator[ExpectedLevel]:
    """Peak accelerations that the site and the design spectra give, at the surface."""
    site, motion = project.site.acceleration, project.options["motion"]
    if site is not None and site > 0.0:
        yield ExpectedLevel(name="site", origin="site", given=float(site), ground="surface", level=float(site))
    if motion is not None and motion.design is not None:
        for name, spectrum in design_spectra(motion.design).items():
            level = float(spectrum.pga)
            yield ExpectedLevel(name=name, origin="code", given=level, ground="surface", level=level)
