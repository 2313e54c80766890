"""Stones in motion: all of them are computed as [dynamics] says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.campaign.incremental import IdaResult, run_ida
from pirqa.campaign.result import ExpectedLevel, SweepResult
from pirqa.campaign.sweep import run_sweep
from pirqa.model.check import Check
from pirqa.motion.design_spectrum import design_spectra
from pirqa.motion.sets.admissible import TargetRange
from pirqa.motion.sets.options import Combination
from pirqa.progress import Observer
from pirqa.project.circumstances import governing_demand, governing_spectrum
from pirqa.project.codec import to_plain
from pirqa.project.load import Project
from pirqa.project.measured_joints import with_measured_modes
from pirqa.project.stages.ground import motions_of, with_set
from pirqa.project.stages.wall import surveyed_wall, wall_inputs
from pirqa.shaking.joint_calibration import JointCalibrationResult, run_joint_calibration
from pirqa.shaking.result import DynamicsResult
from pirqa.shaking.single_motion import single_motion_checks
from pirqa.shaking.stage import run_dynamics
from pirqa.shaking.tilt import TiltTestResult, run_tilt
from pirqa.units import STANDARD_GRAVITY

__all__ = [
    "demand_inputs",
    "dynamics_stage",
    "expected_levels",
    "ida_stage",
    "joint_calibration_asks",
    "joint_calibration_stage",
    "moved_stage",
    "moving_inputs",
    "shaken_stage",
    "sweep_stage",
    "tilt_stage",
]

_PERIODS = 60
"""Periods at which a motion is compared with the target."""


def dynamics_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> DynamicsResult:
    """The wall's stones in motion."""
    wall, options = surveyed_wall(project, earlier), project.options["dynamics"]
    result = run_dynamics(wall, options, motions_of(earlier), folder=folder, observer=observer)
    return replace(result, checks=_single(with_set(result.checks, earlier), project, earlier))


def _single(checks: tuple[Check, ...], project: Project, earlier: Mapping[str, Any]) -> tuple[Check, ...]:
    """Return the checks of runs under one motion each, with the votes that a single motion has."""
    return single_motion_checks(checks, motions_of(earlier), _target(project, earlier))


def _target(project: Project, earlier: Mapping[str, Any]) -> TargetRange | None:
    """Return the spectrum that a single motion is compared with: of the set, else of the code that governs."""
    chosen = earlier["motion"].set if "motion" in earlier else None
    if chosen is not None:
        return TargetRange.of_set(chosen)
    spectrum, motion = governing_spectrum(project), project.options["motion"]
    if spectrum is None or motion is None or motion.period is None:
        return None
    periods = np.geomspace(0.2 * float(motion.period), 1.5 * float(motion.period), _PERIODS)
    combination: Combination = "srss" if spectrum.name.startswith("e030") else "geometric_mean"
    return TargetRange(periods=periods, acceleration=spectrum.acceleration(periods), combination=combination)


def moving_inputs(project: Project) -> dict[str, Any]:
    """Runs of stones are all computed as [dynamics] says."""
    return {**wall_inputs(project), "dynamics": to_plain(project.options["dynamics"])}


def moved_stage(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """A stage that moves stones: ``run`` takes the wall, its own options and those of [dynamics]."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options = surveyed_wall(project, earlier), project.options[name]
        return run(wall, options, project.options["dynamics"], folder=folder, observer=observer)

    return go


def tilt_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> TiltTestResult:
    """Tilt tests, compared with the peak acceleration of the site; one trial is at the demand that governs."""
    governing = governing_demand(project)
    return run_tilt(
        surveyed_wall(project, earlier),
        project.options["tilt"],
        project.options["dynamics"],
        demand=None if project.site is None else project.site.peak_coefficient,
        rung=None if governing is None else governing.intensity,
        folder=folder,
        observer=observer,
    )


def shaken_stage(name: str, run: Callable[..., Any]) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """The same where the ground motions are needed too."""

    def go(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options, motions = surveyed_wall(project, earlier), project.options[name], motions_of(earlier)
        result = run(wall, options, project.options["dynamics"], motions, folder=folder, observer=observer)
        return replace(result, checks=_single(with_set(result.checks, earlier), project, earlier))

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
    return replace(result, checks=_single(with_set(result.checks, earlier, rescaled=True), project, earlier))


def ida_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> IdaResult:
    """Runs are kept beside the stage's results: other options make only the runs that are missing."""
    return run_ida(
        surveyed_wall(project, earlier),
        project.options["ida"],
        project.options["dynamics"],
        motions_of(earlier),
        chosen=earlier["motion"].set if "motion" in earlier else None,
        demand=_governing_acceleration(project),
        folder=folder.parent,
        observer=observer,
    )


def demand_inputs(project: Project) -> dict[str, Any]:
    """The same where the demand that governs is one of the levels, or angles, that are run."""
    return {**moving_inputs(project), "demand": _governing_acceleration(project)}


def _governing_acceleration(project: Project) -> float | None:
    """Return the peak ground acceleration of the demand that governs [m/s2]; None where the project gives none."""
    demand = governing_demand(project)
    return None if demand is None else demand.intensity * STANDARD_GRAVITY


def expected_levels(project: Project) -> Iterator[ExpectedLevel]:
    """Peak accelerations that the site and the design spectra give, at the surface."""
    site, motion = project.site.surface_acceleration, project.options["motion"]
    if site is not None and site > 0.0:
        yield ExpectedLevel(name="site", origin="site", given=float(site), ground="surface", level=float(site))
    if motion is not None and motion.design is not None:
        for name, spectrum in design_spectra(motion.design).items():
            level = float(spectrum.pga)
            yield ExpectedLevel(name=name, origin="code", given=level, ground="surface", level=level)
