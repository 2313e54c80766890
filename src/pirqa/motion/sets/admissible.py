"""Motions that may show failure by themselves: scaled moderately, with all components, not above the target.

A single motion decides nothing about safety. It shows failure where it asks no more of the wall than the demand does:
its factor is within a quarter and eight, its spectrum is nowhere above 1.3 times the target in the range of periods of
the set, and both horizontal components act as they were recorded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.response_spectrum import response_spectrum
from pirqa.motion.sets.characteristics import combine
from pirqa.motion.sets.options import Combination
from pirqa.motion.sets.result import MotionSet

__all__ = ["ABOVE_TARGET", "LEAST_FACTOR", "MOST_FACTOR", "TargetRange", "is_admissible", "is_admissible_member"]

ABOVE_TARGET = 1.3
"""Greatest ratio of a single motion's spectrum to the target."""
LEAST_FACTOR, MOST_FACTOR = 0.25, 8.0
_HORIZONTAL = ("across", "along")
_SLACK = 1e-6


@dataclass(frozen=True, kw_only=True, eq=False)
class TargetRange:
    """A target spectrum over the periods that matter."""

    periods: FloatArray
    """[s]"""
    acceleration: FloatArray
    """[m/s2], of the shape of ``periods``."""
    combination: Combination

    @classmethod
    def of_set(cls, found: MotionSet) -> TargetRange:
        """Return the target of a set."""
        return cls(
            periods=np.asarray(found.curve["period"], dtype=float),
            acceleration=np.asarray(found.curve["target"], dtype=float),
            combination=found.combination,
        )


def is_admissible(motion: GroundMotion, target: TargetRange, factor: float = 1.0) -> bool:
    """Return whether ``motion``, scaled by ``factor`` once more, may show failure by itself."""
    names = {direction.name for direction in motion.directions}
    if not motion.origin.file or not set(_HORIZONTAL) <= names or not _factor_is_moderate(motion.factor * factor):
        return False
    spectra = np.array(
        [
            response_spectrum(
                np.ascontiguousarray(motion.acceleration[:, motion.column(name)]), motion.step, periods=target.periods
            ).psa
            for name in _HORIZONTAL
        ]
    )
    own = abs(factor) * combine(spectra, target.combination)
    return bool((own <= ABOVE_TARGET * target.acceleration * (1.0 + _SLACK)).all())


def is_admissible_member(found: MotionSet, name: str, factor: float = 1.0) -> bool:
    """Return whether the member ``name``, times ``factor`` on its scale at the demand of the set, may show failure."""
    member = next(item for item in found.members if item.name == name)
    if member.synthetic or not _factor_is_moderate(member.factor * factor):
        return False
    target = TargetRange.of_set(found)
    rows = np.asarray(found.spectra["motion"]) == name
    periods = np.asarray(found.spectra["period"], dtype=float)[rows]
    values = np.asarray(found.spectra["acceleration"], dtype=float)[rows]
    own = np.exp(np.interp(np.log(target.periods), np.log(periods), np.log(values)))
    return bool((own * factor <= ABOVE_TARGET * target.acceleration * (1.0 + _SLACK)).all())


def _factor_is_moderate(factor: float) -> bool:
    return LEAST_FACTOR * (1.0 - _SLACK) <= abs(factor) <= MOST_FACTOR * (1.0 + _SLACK)
