"""The push of the backfill on the part of a wall above a joint."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pirqa.model.bounds import Real
from pirqa.model.section import Layer, Section, trapezium
from pirqa.model.support import Backfill
from pirqa.statics import earth_pressure, water
from pirqa.statics.options import ThrustTheory, WaterBehaviour
from pirqa.units import WATER_UNIT_WEIGHT

__all__ = ["DYNAMIC_ARM", "HALF_ARM", "Force", "Loading", "backfill_forces", "fill_surface", "increment_falls_short"]

DYNAMIC_ARM = 0.6
"""Height of the dynamic increment of the thrust over the height of the fill (Whitman 1990; paper sec. 3.2)."""
HALF_ARM = 0.5
"""The same in the named variant ``seed_whitman_half``."""


@dataclass(frozen=True, kw_only=True)
class Force:
    """A force on the wall per metre [N/m]: outwards and down are positive; it acts at (y, z) of the section [m]."""

    name: str
    outward: Real
    down: Real
    y: Real
    z: Real

    @property
    def family(self) -> str:
        """A thrust and its earthquake increment are one force, drawn in two parts."""
        return self.name.removesuffix("_increment")


@dataclass(frozen=True, kw_only=True)
class Loading:
    """How a case loads the fill."""

    theory: ThrustTheory
    kh: Real
    kv: Real
    water: WaterBehaviour
    uplift: bool


@dataclass(frozen=True, kw_only=True)
class _Plane:
    """The plane on which the thrust acts, from the heel of the part above the joint to the fill's surface."""

    heel: Real
    level: Real
    height: Real
    """Height of the plane up to where it meets the fill's surface [m]; 0 where the joint is above the fill."""
    batter: Real
    """Inclination from the vertical [rad]."""

    def y(self, above_joint: Real) -> Real:
        return self.heel - above_joint * np.tan(self.batter)


def fill_surface(section: Section, fill: Backfill) -> Real:
    """Level of the fill's surface at the wall [m]."""
    return section.height if fill.height is None else fill.height


def backfill_forces(section: Section, joint: int, fill: Backfill, loading: Loading) -> tuple[Force, ...]:
    """All that the fill, its water and its surcharge do to the part of ``section`` above ``joint``."""
    level = section.joints[joint]
    surface = np.maximum(fill_surface(section, fill), level)
    if np.all(surface == level):
        return ()
    plane = _thrust_plane(section, joint, surface, fill, loading.theory)
    wet = np.clip(fill.water_level - level, 0.0, surface - level)
    forces = [
        *_resting_soil(section, plane, surface, fill, wet),
        *_soil_thrust(plane, fill, wet, loading),
        *_water_forces(section, joint, plane, wet, loading),
    ]
    return tuple(forces)


def increment_falls_short(section: Section, joint: int, fill: Backfill, loading: Loading) -> bool:
    """Return whether ¾kh gives less than 95 % of Mononobe and Okabe's thrust, or theirs has no solution.

    ¾kh is a fit for level fill of about 35° and moderate kh (Seed and Whitman 1970): it is too low for steep or weak
    fill in a strong earthquake.
    """

    def thrust(theory: ThrustTheory) -> float:
        forces = backfill_forces(section, joint, fill, replace(loading, theory=theory))
        return sum(float(force.outward) for force in forces if force.family == "soil_thrust")

    exact = thrust("mononobe_okabe")
    return bool(np.isnan(exact)) or thrust("seed_whitman") < 0.95 * exact


def _thrust_plane(section: Section, joint: int, surface: Real, fill: Backfill, theory: ThrustTheory) -> _Plane:
    """Upright through the heel for Rankine's kind; else the steepest plane from the heel that cuts no stone.

    A straight back is its own plane. Behind a stepped one the plane touches the edge that stands out most, and the
    fill in front of it rides on the wall.
    """
    level, heel = section.joints[joint], section.heel(joint)
    crest = section.back(surface)
    height = surface - level
    buried = np.asarray(height) > 0.0
    if theory in ("rankine", "whitman"):
        # Where the wall leans over its heel, the surface begins at the crest and not above the heel.
        rise = np.maximum(heel - crest, 0.0) * np.tan(fill.slope)
        return _Plane(heel=heel, level=level, height=np.where(buried, height + rise, 0.0), batter=0.0)
    tangent = (heel - crest) / np.where(buried, height, 1.0)
    for layer in section.layers:
        for y, z in ((layer.back_bottom, layer.bottom), (layer.back_top, layer.top)):
            touched = (np.asarray(z) > level) & (np.asarray(z) <= surface)
            slant = (heel - np.asarray(y)) / np.where(touched, z - np.asarray(level), 1.0)
            tangent = np.where(touched, np.minimum(tangent, slant), tangent)
    tangent = np.where(buried, tangent, 0.0)
    reach = height + (heel - crest) * np.tan(fill.slope)
    met = reach / (1.0 + tangent * np.tan(fill.slope))
    return _Plane(heel=heel, level=level, height=np.where(buried, met, 0.0), batter=np.arctan(tangent))


def _resting_soil(section: Section, plane: _Plane, surface: Real, fill: Backfill, wet: Real) -> list[Force]:
    """Weight of the fill between the wall's back and the thrust plane: it moves with the wall."""
    upright = np.all(np.asarray(plane.batter) == 0)
    if upright and all(
        np.all(np.asarray(layer.back_bottom) == plane.heel) and np.all(np.asarray(layer.back_top) == plane.heel)
        for layer in section.layers
    ):
        return []
    weight, moment_y, moment_z = _soil_between(section, plane, surface, fill.unit_weight)
    if fill.saturated_unit_weight is not None:
        extra = fill.saturated_unit_weight - fill.unit_weight
        below = _soil_between(section, plane, plane.level + wet, extra)
        weight, moment_y, moment_z = weight + below[0], moment_y + below[1], moment_z + below[2]
    # The wedge of sloping fill above the crest's level, between the wall and where the plane meets the surface.
    crest = section.back(surface)
    foot, tip = plane.y(surface - plane.level), plane.y(plane.height)
    rise = np.maximum(plane.level + plane.height - surface, 0.0)
    wedge = 0.5 * fill.unit_weight * np.maximum(foot - crest, 0.0) * rise
    weight, moment_y = weight + wedge, moment_y + wedge * (crest + foot + tip) / 3.0
    moment_z = moment_z + wedge * (surface + rise / 3.0)
    safe = np.where(np.asarray(weight) > 0, weight, 1.0)
    return [Force(name="resting_soil", outward=0.0, down=weight, y=moment_y / safe, z=moment_z / safe)]


def _soil_between(section: Section, plane: _Plane, top: Real, unit_weight: Real) -> tuple[Real, Real, Real]:
    """Weight and first moments of fill between back face and plane, from the joint up to ``top``."""
    weight: Real = 0.0
    moment_y: Real = 0.0
    moment_z: Real = 0.0
    for layer in section.layers:
        low = np.clip(plane.level, layer.bottom, layer.top)
        high = np.maximum(np.clip(top, layer.bottom, layer.top), low)
        low, high = _in_front(layer, plane, low, high)  # type: ignore[assignment]
        area, first_y, first_z = trapezium(
            low,
            high,
            layer.back(low),
            layer.back(high),
            np.maximum(plane.y(low - plane.level), layer.back(low)),
            np.maximum(plane.y(high - plane.level), layer.back(high)),
        )
        weight, moment_y = weight + unit_weight * area, moment_y + unit_weight * first_y
        moment_z = moment_z + unit_weight * first_z
    return weight, moment_y, moment_z


def _in_front(layer: Layer, plane: _Plane, low: Real, high: Real) -> tuple[Real, Real]:
    """The stretch of ``low`` to ``high`` in which the plane stands behind the layer's back: both are straight."""
    below = plane.y(low - plane.level) - layer.back(low)
    above = plane.y(high - plane.level) - layer.back(high)
    share = below / np.where(np.asarray(below) == above, 1.0, below - above)
    crossing = low + share * (high - low)
    start = np.where((np.asarray(below) < 0) & (np.asarray(above) > 0), crossing, low)
    end = np.where((np.asarray(below) > 0) & (np.asarray(above) < 0), crossing, high)
    return start, np.where((np.asarray(below) <= 0) & (np.asarray(above) <= 0), start, end)


def _soil_thrust(plane: _Plane, fill: Backfill, wet: Real, loading: Loading) -> list[Force]:
    """Static thrust and its dynamic increment."""
    stress, moment = _effective_stress(plane, fill, wet)
    kh = loading.kh * _inertia_ratio(plane, fill, wet, stress, loading.water)
    phi, arm = fill.friction_angle, moment / np.where(np.asarray(stress) > 0, stress, 1.0)
    if loading.theory == "whitman":
        coefficient = earth_pressure.rankine_level(phi) + earth_pressure.dynamic_increment(kh)
        return [_push(plane, "soil_thrust", coefficient * stress, 0.0, DYNAMIC_ARM * plane.height)]
    if loading.theory == "rankine":
        static = earth_pressure.rankine(phi, slope=fill.slope) * stress
        return [_push(plane, "soil_thrust", static, fill.slope, arm)]
    angles = {"wall_friction": fill.wall_friction, "back_batter": plane.batter, "slope": fill.slope}
    direction = fill.wall_friction + plane.batter
    static = earth_pressure.coulomb(phi, **angles) * stress
    forces = [_push(plane, "soil_thrust", static, direction, arm)]
    if loading.theory in ("seed_whitman", "seed_whitman_half"):
        increment = earth_pressure.dynamic_increment(kh) * stress
        share = DYNAMIC_ARM if loading.theory == "seed_whitman" else HALF_ARM
        forces.append(_push(plane, "soil_thrust_increment", increment, direction, share * plane.height))
    elif loading.theory == "mononobe_okabe":
        psi = earth_pressure.inertia_angle(kh, loading.kv)
        total = earth_pressure.mononobe_okabe(phi, inertia_angle=psi, **angles) * (1.0 - loading.kv) * stress
        forces.append(_push(plane, "soil_thrust_increment", total - static, direction, DYNAMIC_ARM * plane.height))
    return forces


def _push(plane: _Plane, name: str, force: Real, direction: Real, arm: Real) -> Force:
    return Force(
        name=name,
        outward=force * np.cos(direction),
        down=force * np.sin(direction),
        y=plane.y(arm),
        z=plane.level + arm,
    )


def _effective_stress(plane: _Plane, fill: Backfill, wet: Real) -> tuple[Real, Real]:
    """∫σ'_v dz over the plane [N/m] and its moment about the joint [N]; thrust = K times these."""
    dry, gamma = plane.height - wet, fill.unit_weight
    stress = 0.5 * gamma * dry**2 + gamma * dry * wet
    moment = 0.5 * gamma * dry**2 * (wet + dry / 3.0) + 0.5 * gamma * dry * wet**2
    if fill.saturated_unit_weight is not None:
        buoyant = fill.saturated_unit_weight - WATER_UNIT_WEIGHT
        stress, moment = stress + 0.5 * buoyant * wet**2, moment + buoyant * wet**3 / 6.0
    if np.any(np.asarray(fill.surcharge) > 0):
        # γ + 2q cosβ cos i/(H cos(β−i)) in place of γ, q on the plan area: exact for a plane wedge.
        spread = np.cos(plane.batter) * np.cos(fill.slope) / np.cos(plane.batter - np.asarray(fill.slope))
        load = fill.surcharge * spread * plane.height
        stress, moment = stress + load, moment + 0.5 * load * plane.height
    return stress, moment


def _inertia_ratio(plane: _Plane, fill: Backfill, wet: Real, stress: Real, behaviour: WaterBehaviour) -> Real:
    """Weight that shakes over weight that presses: above 1 where water buoys the fill (EN 1998-5 Annex E)."""
    if fill.saturated_unit_weight is None:
        return 1.0
    below = fill.unit_weight if behaviour == "pervious" else fill.saturated_unit_weight
    extra = 0.5 * (below - fill.saturated_unit_weight + WATER_UNIT_WEIGHT) * wet**2
    return 1.0 + extra / np.where(np.asarray(stress) > 0, stress, 1.0)


def _water_forces(section: Section, joint: int, plane: _Plane, wet: Real, loading: Loading) -> list[Force]:
    if not np.any(np.asarray(wet) > 0):
        return []
    still = water.hydrostatic(wet)
    third = wet / 3.0
    forces = [
        Force(
            name="water_thrust",
            outward=still,
            down=still * np.tan(plane.batter),
            y=plane.y(third),
            z=plane.level + third,
        )
    ]
    if loading.water == "pervious" and np.any(np.asarray(loading.kh) > 0):
        arm = water.WESTERGAARD_ARM * wet
        moving = water.westergaard(loading.kh, wet)
        forces.append(
            Force(name="water_thrust_increment", outward=moving, down=0.0, y=plane.y(arm), z=plane.level + arm)
        )
    if loading.uplift:
        front, back = section.contact(joint)
        lift = water.uplift(wet, back - front)
        forces.append(
            Force(name="uplift", outward=0.0, down=-lift, y=front + 2.0 / 3.0 * (back - front), z=plane.level)
        )
    return forces
