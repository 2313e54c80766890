"""Mechanisms whose numbers are known by hand."""

from __future__ import annotations

import numpy as np

from pirqa.codes import CodesOptions, CodesResult
from pirqa.codes.rules import DECLARATIONS
from pirqa.model.check import EFFECTS, Circumstance, Circumstances, GoverningDemand, LimitState, Place
from pirqa.model.mechanism import CapacityCurve, CurveEvent, Mechanism, MechanismBody
from pirqa.model.verdict import judge
from pirqa.motion.design_spectrum import E030, E0302003, DesignSpectra
from pirqa.units import STANDARD_GRAVITY

CHOKEPUKIO = DesignSpectra(e030_2003=E0302003(zone=2, soil="S2", plateau_end=0.45))
CUSCO = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))
UNIT_WEIGHT = 20e3


def straight(multiplier: float, displacement: float) -> CapacityCurve:
    """A capacity that falls along a straight line to zero at ``displacement``."""
    return curve_of([0.0, displacement], [multiplier, 0.0])


def curve_of(displacement: list[float], multiplier: list[float], events: tuple[CurveEvent, ...] = ()) -> CapacityCurve:
    return CapacityCurve(
        displacement=np.array(displacement),
        multiplier=np.array(multiplier),
        spectral_displacement=np.array(displacement),
        spectral_acceleration=np.array(multiplier) * STANDARD_GRAVITY,
        events=events,
    )


def mechanism(
    multiplier: float,
    curve: CapacityCurve | None,
    *,
    name: str = "overturning.outward.base",
    level: float = 0.0,
    bodies: tuple[MechanismBody, ...] = (),
    crushing: bool = False,
) -> Mechanism:
    return Mechanism(
        name=name,
        kind="overturning",
        place=Place(name="base"),
        level=level,
        height=9.0,
        direction=np.array([0.0, -1.0, 0.0]),
        multiplier=multiplier,
        mass_fraction=1.0,
        participating_mass=1.0,
        bodies=bodies,
        curve=curve,
        crushing=crushing,
    )


def prism(thickness: float, height: float, *, force: float = 0.0, at: float = 0.0) -> Mechanism:
    """A metre of a prism that overturns; ``force`` holds it at the level ``at``."""
    weight = UNIT_WEIGHT * thickness * height
    multiplier = (weight * thickness / 2.0 + force * at) / (weight * height / 2.0)
    body = MechanismBody(
        name="wall",
        weight=weight,
        centroid=np.array([0.5, thickness / 2.0, height / 2.0]),
        virtual=np.array([0.0, -1.0, 0.0]),
        outline=np.array([[0.0, 0.0], [thickness, 0.0], [thickness, height], [0.0, height]]),
    )
    return mechanism(multiplier, straight(multiplier, thickness / 2.0), bodies=(body,))


def shown(result: CodesResult, limit_state: LimitState, demand: float = 0.30) -> set[str]:
    """Return what checks that decide show where nothing but the weight is present; ``demand``: PGA over gravity."""
    absent = Circumstance(presence="absent")
    known = Circumstances(
        effects={effect: absent for effect in EFFECTS if effect != "self_weight"},
        demand=GoverningDemand(name="e030_2018", origin="code", intensity=demand),
    )
    declarations = {item.family: item for item in DECLARATIONS}
    verdict = judge(result.checks, circumstances=known, declarations=declarations)
    return {item.shows for item in verdict.of(limit_state).evidence if item.check.votes}


def options(**changes: object) -> CodesOptions:
    return CodesOptions(**{"spectra": CHOKEPUKIO, **changes})
