"""What stages that move the stones share: the options of [dynamics], the motions, the demand that governs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pirqa.model.check import Check
from pirqa.project.codec import to_plain
from pirqa.project.stage import named
from pirqa.project.statements import governing_demand, governing_spectrum
from pirqa.project.walls import surveyed_wall, wall_inputs
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    from collections.abc import Callable

    from pirqa.experiments.campaign.sweep import ExpectedLevel
    from pirqa.model.ground_motion import GroundMotion
    from pirqa.motion.sets.options import Combination
    from pirqa.motion.sets.result import MotionSet
    from pirqa.motion.sets.rules import TargetRange
    from pirqa.progress import Observer
    from pirqa.project.load import Project

_PERIODS = 60
"""Periods at which a motion is compared with the target."""


def moving_inputs(project: Project) -> dict[str, Any]:
    """Runs of stones are all computed as [dynamics] says."""
    return {**wall_inputs(project), "dynamics": to_plain(project.options["dynamics"])}


def vote_inputs(project: Project) -> dict[str, Any]:
    """Return what :func:`voting` takes of other tables of the file: the spectrum that governs."""
    import numpy as np

    spectrum = governing_spectrum(project)
    if spectrum is None:
        return {}
    ordinates = np.asarray(spectrum.acceleration(np.geomspace(0.01, 10.0, _PERIODS)))
    return {"spectrum": [spectrum.name, float(spectrum.pga), *ordinates.tolist()]}


def shaken_inputs(project: Project) -> dict[str, Any]:
    """The inputs of a stage whose runs under single motions have votes."""
    return {**moving_inputs(project), **vote_inputs(project)}


def demand_inputs(project: Project) -> dict[str, Any]:
    """The same where the demand that governs is one of the levels, or angles, that are run."""
    return {**moving_inputs(project), "demand": governing_acceleration(project)}


def governing_acceleration(project: Project) -> float | None:
    """Return the peak ground acceleration of the demand that governs [m/s2]; None where the project gives none."""
    demand = governing_demand(project)
    return None if demand is None else demand.intensity * STANDARD_GRAVITY


def motions_of(earlier: Mapping[str, Any]) -> dict[str, GroundMotion]:
    """Those that drive the wall, by name."""
    return {item.name: item.motion for item in (earlier["motion"].motions if "motion" in earlier else ())}


def voting(
    checks: tuple[Check, ...], project: Project, earlier: Mapping[str, Any], *, rescaled: bool = False
) -> tuple[Check, ...]:
    """Return the checks of runs under one motion each, with the votes that a set and a single motion have.

    ``rescaled``: whether the stage scales each motion to a level of its own, which undoes the factors of the set.
    """
    from pirqa.experiments.checks import single_motion_checks

    chosen: MotionSet | None = earlier["motion"].set if "motion" in earlier else None
    if chosen is not None:
        checks = chosen.allowed(checks, one_by_one=True, rescaled=rescaled)
    return single_motion_checks(checks, motions_of(earlier), _target(project, chosen))


def _target(project: Project, chosen: MotionSet | None) -> TargetRange | None:
    """Return the spectrum that a single motion is compared with: of the set, else of the code that governs."""
    import numpy as np

    from pirqa.motion.sets.rules import TargetRange

    if chosen is not None:
        return TargetRange.of_set(chosen)
    spectrum, motion = governing_spectrum(project), project.options["motion"]
    if spectrum is None or motion is None or motion.period is None:
        return None
    periods = np.geomspace(0.2 * float(motion.period), 1.5 * float(motion.period), _PERIODS)
    combination: Combination = "srss" if spectrum.name.startswith("e030") else "geometric_mean"
    return TargetRange(periods=periods, acceleration=spectrum.acceleration(periods), combination=combination)


def shaken(name: str, run: str) -> Callable[[Project, Mapping[str, Any], Path, Observer], Any]:
    """Return how the stage ``name`` runs: by ``run``, which takes its options, those of [dynamics] and the motions.

    ``run`` is named as ``module:name`` and imported when the stage runs.
    """

    def run_stage(project: Project, earlier: Mapping[str, Any], folder: Path, observer: Observer) -> Any:
        wall, options, motions = surveyed_wall(project, earlier), project.options[name], motions_of(earlier)
        result = named(run)(wall, options, project.options["dynamics"], motions, folder=folder, observer=observer)
        return replace(result, checks=voting(result.checks, project, earlier))

    return run_stage


def expected_levels(project: Project) -> Iterator[ExpectedLevel]:
    """Peak accelerations that the site and the design spectra give, at the surface."""
    from pirqa.experiments.campaign.sweep import ExpectedLevel
    from pirqa.motion.design_spectrum import design_spectra

    site, motion = project.site.surface_acceleration, project.options["motion"]
    if site is not None and site > 0.0:
        yield ExpectedLevel(name="site", origin="site", given=float(site), ground="surface", level=float(site))
    if motion is not None and motion.design is not None:
        for name, spectrum in design_spectra(motion.design).items():
            level = float(spectrum.pga)
            yield ExpectedLevel(name=name, origin="code", given=level, ground="surface", level=level)
