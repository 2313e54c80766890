"""Equilibrium of the part of a wall above one joint: all forces, factors of safety, where the resultant acts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from pirqa.model.bounds import Real
from pirqa.model.section import Section
from pirqa.model.support import Backfill
from pirqa.statics.thrust import Force, Loading, backfill_forces

__all__ = ["MODES", "Equilibrium", "Mode", "balance"]

Mode = Literal["sliding", "overturning"]
MODES: tuple[Mode, ...] = ("sliding", "overturning")


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """Forces on the part above a joint, and what they come to; per metre of wall, SI."""

    level: Real
    front: Real
    back: Real
    """Edges of the joint [m]; the part turns about the front one."""
    friction_angle: Real
    forces: tuple[Force, ...]

    @cached_property
    def normal(self) -> Real:
        """Normal force on the joint [N/m]."""
        return sum((force.down for force in self.forces), start=0.0)

    @cached_property
    def sliding_force(self) -> Real:
        """Force that drives sliding, F_c (paper eqs 3, 12, 16) [N/m]."""
        return sum((force.outward for force in self.forces), start=0.0)

    @property
    def sliding_resistance(self) -> Real:
        """F_R = N tan δ (paper eqs 2, 11) [N/m]; none where the joint is lifted."""
        return np.maximum(self.normal, 0.0) * np.tan(self.friction_angle)

    @cached_property
    def _moments(self) -> tuple[Real, Real]:
        """Moments about the front edge, against and with overturning: by family of force and by component."""
        turning: dict[tuple[str, str], Real] = {}
        for force in self.forces:
            parts = (("outward", force.outward, force.z - self.level), ("down", -force.down, force.y - self.front))
            for axis, component, arm in parts:
                if np.ndim(component) == 0 and component == 0.0:
                    continue  # most forces have one component only: half the work of a million samples
                turning[force.family, axis] = turning.get((force.family, axis), 0.0) + component * arm
        overturning: Real = 0.0
        resisting: Real = 0.0
        for moment in turning.values():
            overturning = overturning + np.maximum(moment, 0.0)
            resisting = resisting - np.minimum(moment, 0.0)
        return resisting, overturning

    @property
    def resisting_moment(self) -> Real:
        """M_R about the front edge (paper eqs 5, 14) [N]."""
        return self._moments[0]

    @property
    def overturning_moment(self) -> Real:
        """M_C about the front edge (paper eqs 6, 15) [N]."""
        return self._moments[1]

    @property
    def sliding_factor(self) -> Real:
        """F_s = F_R / F_c (paper eqs 1, 10)."""
        return _over(self.sliding_resistance, self.sliding_force)

    @property
    def overturning_factor(self) -> Real:
        """F_o = M_R / M_C (paper eqs 4, 13)."""
        return _over(self.resisting_moment, self.overturning_moment)

    def factor(self, mode: Mode) -> Real:
        """Factor of safety against ``mode``."""
        return self.sliding_factor if mode == "sliding" else self.overturning_factor

    @property
    def width(self) -> Real:
        """Width of the joint [m]."""
        return self.back - self.front

    @property
    def resultant(self) -> Real:
        """Distance of the resultant from the front edge [m]; negative where the part overturns, nan where it lifts."""
        pressed = np.asarray(self.normal) > 0.0
        moment = self.resisting_moment - self.overturning_moment
        return np.where(pressed, moment / np.where(pressed, self.normal, 1.0), np.nan)

    @property
    def eccentricity(self) -> Real:
        """Distance of the resultant from mid-joint, positive towards the front [m]."""
        return 0.5 * self.width - self.resultant

    @property
    def contact_length(self) -> Real:
        """Length of the joint that stays closed without tension: all of it while the resultant is in the kern [m]."""
        near = np.minimum(self.resultant, self.width - self.resultant)
        return np.nan_to_num(np.clip(3.0 * near, 0.0, self.width), nan=0.0)

    @property
    def edge_pressure(self) -> Real:
        """Greatest pressure on the joint, without tension, linear [Pa]; infinite where the part overturns."""
        in_kern = self.normal / self.width * (1.0 + 6.0 * np.abs(self.eccentricity) / self.width)
        opened = _over(2.0 * self.normal, self.contact_length)
        return np.where(self.contact_length < self.width, opened, in_kern)


def _over(numerator: Real, denominator: Real) -> Real:
    """Quotient, infinite where nothing is demanded."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(denominator) == 0.0, np.inf, np.divide(numerator, denominator))


def balance(
    section: Section,
    joint: int,
    *,
    friction_angle: Real,
    inertia: Real,
    kv: Real,
    backfill: Backfill | None,
    loading: Loading | None,
) -> Equilibrium:
    """Equilibrium above ``joint`` under its weight, ``inertia`` times its weight outwards, and the fill's forces.

    ``kv`` is signed: positive lifts. Fill that rests on the wall shakes with it.
    """
    level = section.joints[joint]
    front, back = section.contact(joint)
    part = section.above(level)
    riding: tuple[Force, ...] = (Force(name="weight", outward=0.0, down=part.weight, y=part.y, z=part.z),)
    pushing: tuple[Force, ...] = ()
    if backfill is not None and loading is not None:
        for force in backfill_forces(section, joint, backfill, loading):
            if force.name == "resting_soil":
                riding += (force,)
            else:
                pushing += (force,)
    shaken = tuple(
        force
        for mass in riding
        for force in (
            Force(name=mass.name, outward=0.0, down=mass.down * (1.0 - np.asarray(kv)), y=mass.y, z=mass.z),
            Force(name=f"{mass.name}_inertia", outward=inertia * mass.down, down=0.0, y=mass.y, z=mass.z),
        )
    )
    return Equilibrium(level=level, front=front, back=back, friction_angle=friction_angle, forces=(*shaken, *pushing))
