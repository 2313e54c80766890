"""The statics stage, one pure function from wall and site to :class:`StaticsResult`, and that result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.check import Check
from pirqa.model.envelope import Section
from pirqa.model.ground_motion import Site
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.statics.checks import bearing_check, mode_check
from pirqa.statics.critical import (
    CriticalCoefficient,
    StandingNeed,
    capacity_curves,
    critical_coefficient,
    standing_need,
)
from pirqa.statics.inputs import StudyResult, find_input, inputs_of, sweep, vary
from pirqa.statics.options import StaticsOptions
from pirqa.statics.pseudo_static import MODES, Case, JointState, Mode, cases_for, governing_joint, joint_states
from pirqa.statics.reliability import ReliabilityResult, frozen_distribution, simulate


@dataclass(frozen=True, kw_only=True)
class DrawnForce:
    """A force at a joint, as it is drawn: [N/m] at [m]."""

    name: str
    outward: float
    down: float
    y: float
    z: float


@dataclass(frozen=True, kw_only=True)
class DrawnFill:
    """The retained side, as it is drawn [m, rad, Pa]."""

    height: float | None
    """None: up to the section's top."""
    slope: float
    water_level: float
    surcharge: float
    wet_level: float | None = None
    """Of the water in a wet season; None: up to the fill's surface."""

    def in_wet_season(self, section: Section) -> DrawnFill:
        """Return it with the water of a wet season behind ``section``."""
        surface = float(section.height) if self.height is None else self.height
        reach = surface if self.wet_level is None else min(self.wet_level, surface)
        return replace(self, water_level=max(self.water_level, reach))


@dataclass(frozen=True, kw_only=True)
class GoverningState:
    """Equilibrium of the joint that governs a case, with all its forces."""

    case: str
    mode: str
    factor: float
    station: float
    direction: str
    vertical: str
    joint: int
    level: float
    front: float
    back: float
    normal: float
    shear: float
    resultant: float
    eccentricity: float
    edge_pressure: float
    contact_length: float
    forces: tuple[DrawnForce, ...]


@dataclass(frozen=True, kw_only=True)
class StaticsResult:
    """Factors of safety of every case at every joint, and what was learned around them."""

    cases: tuple[Case, ...]
    checks: tuple[Check, ...]
    sections: tuple[Section, ...]
    fill: DrawnFill | None
    joints: Table
    """A row for each case, section, direction and joint: factors, forces, resultant, pressure (SI)."""
    governing: tuple[GoverningState, ...]
    critical: tuple[CriticalCoefficient, ...]
    curves: Table
    studies: tuple[StudyResult, ...]
    needs: tuple[StandingNeed, ...]
    """What a wall that fails at rest, or in a wet season, would need to stand; empty where it stands."""
    reliability: ReliabilityResult | None
    remarks: tuple[Remark, ...] = ()

    def factor(self, case: str, mode: str) -> float:
        """Least factor of safety of ``mode`` under ``case`` (such as ``pseudo_static.whitman``)."""
        return next(state.factor for state in self.governing if (state.case, state.mode) == (case, mode))

    def critical_for(self, case: str, mode: str) -> CriticalCoefficient:
        """Critical coefficient of ``mode`` under ``case``."""
        return next(item for item in self.critical if (item.case, item.mode) == (case, mode))

    def __str__(self) -> str:
        lines = [
            f"{'':<29}{'factor of safety':>21}{'critical coefficient':>25}",
            f"{'case':<29}{'sliding':>8}{'overturning':>13}{'sliding':>11}{'overturning':>13}",
        ]
        for case in self.cases:
            factors = [self.factor(case.name, mode) for mode in ("sliding", "overturning")]
            line = f"{case.name:<29}{factors[0]:>8.3f}{factors[1]:>13.3f}"
            found = [item for item in self.critical if item.case == case.name]
            if found:
                texts = [item.outcome if item.coefficient is None else f"{item.coefficient:.4f}" for item in found]
                line += f" {texts[0]:>10} {texts[1]:>12}"
            lines.append(line)
        if self.reliability is not None:
            chance = self.reliability.probability()
            lines.append(
                f"P(F < 1) = {chance.probability:.4g} [{chance.low:.4g}, {chance.high:.4g}] "
                f"({self.reliability.case}, {chance.samples} samples, seed {self.reliability.seed})"
            )
        return "\n".join(lines)


def analyse(
    wall: Wall, options: StaticsOptions | None = None, *, site: Site, observer: Observer = SILENT
) -> StaticsResult:
    """Factors of safety, critical coefficients, studies and reliability of ``wall`` at ``site``."""
    options = options or StaticsOptions()
    cases = cases_for(wall, site, options)
    _check_asked(wall, site, options)
    seismic = tuple(case for case in cases if case.seismic)
    observer.begin("Factors of safety", len(cases) + len(seismic) + len(options.studies))
    checks: list[Check] = []
    governing: list[GoverningState] = []
    rows: list[dict[str, Any]] = []
    for case in cases:
        states = list(joint_states(wall, case, options))
        rows.extend(_joint_row(case, state) for state in states)
        for mode in MODES:
            state = governing_joint(states, mode)
            governing.append(_governing_state(case, mode, state))
            checks.append(mode_check(case, mode, state, wall, site, options))
        if wall.ground.bearing_capacity is not None:
            pressed = max(
                (state for state in states if state.joint == 0),
                key=lambda state: float(state.equilibrium.edge_pressure),
            )
            checks.append(bearing_check(case, pressed, wall, site, options))
        observer.advance()
    critical: list[CriticalCoefficient] = []
    for case in seismic:
        critical.extend(critical_coefficient(wall, case, mode, options) for mode in MODES)
        observer.advance()
    found = [item.coefficient for item in critical if item.coefficient is not None]
    stop = 1.25 * max([0.2, *found, *(case.inertia for case in seismic)])
    studies = []
    for study in options.studies:
        studies.append(sweep(wall, site, options, study))
        observer.advance()
    observer.end()
    reliability = None
    if options.reliability is not None:
        reliability = simulate(wall, site, options, options.reliability, observer=observer)
    at_rest = [standing_need(wall, case, mode, options) for case in cases if not case.named_variant for mode in MODES]
    return StaticsResult(
        cases=cases,
        checks=tuple(checks),
        sections=wall.sections(),
        fill=_drawn_fill(wall),
        joints=Table.of(rows),
        governing=tuple(governing),
        critical=tuple(critical),
        curves=capacity_curves(wall, seismic, options, stop=min(stop, 1.5)),
        studies=tuple(studies),
        needs=tuple(need for need in at_rest if need is not None),
        reliability=reliability,
    )


def _check_asked(wall: Wall, site: Site, options: StaticsOptions) -> None:
    """Refuse studies and variables that cannot be run before anything long begins."""
    known = inputs_of(wall, site)
    for number, study in enumerate(options.studies, 1):
        try:
            chosen = find_input(study.input, known)
            ends = np.array([chosen.accept(study.start), chosen.accept(study.stop)])
            vary(wall, site, {study.input: ends})
        except OptionsError as error:
            raise OptionsError(f"studies[{number}]: {error}") from error
    for number, variable in enumerate(options.reliability.variables if options.reliability else (), 1):
        try:
            frozen_distribution(variable, find_input(variable.input, known))
        except OptionsError as error:
            raise OptionsError(f"reliability.variables[{number}]: {error}") from error


def _joint_row(case: Case, state: JointState) -> dict[str, Any]:
    balanced = state.equilibrium
    return {
        "case": case.name,
        "station": state.section.station,
        "direction": state.direction,
        "vertical": state.vertical,
        "joint": state.joint,
        "level": float(balanced.level),
        "width": float(balanced.width),
        "normal": float(balanced.normal),
        "shear": float(balanced.sliding_force),
        "sliding": float(balanced.sliding_factor),
        "overturning": float(balanced.overturning_factor),
        "resultant": float(balanced.resultant),
        "eccentricity": float(balanced.eccentricity),
        "in_kern": bool(abs(float(balanced.eccentricity)) <= float(balanced.width) / 6.0 * (1.0 + 1e-12)),
        "contact_length": float(balanced.contact_length),
        "edge_pressure": float(balanced.edge_pressure),
    }


def _governing_state(case: Case, mode: Mode, state: JointState) -> GoverningState:
    balanced = state.equilibrium
    return GoverningState(
        case=case.name,
        mode=mode,
        factor=float(balanced.factor(mode)),
        station=state.section.station,
        direction=state.direction,
        vertical=state.vertical,
        joint=state.joint,
        level=float(balanced.level),
        front=float(balanced.front),
        back=float(balanced.back),
        normal=float(balanced.normal),
        shear=float(balanced.sliding_force),
        resultant=float(balanced.resultant),
        eccentricity=float(balanced.eccentricity),
        edge_pressure=float(balanced.edge_pressure),
        contact_length=float(balanced.contact_length),
        forces=tuple(
            DrawnForce(
                name=force.name,
                outward=float(force.outward),
                down=float(force.down),
                y=float(force.y),
                z=float(force.z),
            )
            for force in balanced.forces
        ),
    )


def _drawn_fill(wall: Wall) -> DrawnFill | None:
    fill = wall.backfill
    if fill is None:
        return None
    if np.ndim(fill.friction_angle):
        raise OptionsError("a varied wall stands for many: analyse one at a time")
    return DrawnFill(
        height=fill.height,
        slope=fill.slope,
        water_level=fill.water_level,
        surcharge=fill.surcharge,
        wet_level=0.0 if fill.drained else fill.wet_level,
    )
