"""Push of the backfill on the part of a wall above a joint: coefficients of active pressure, water, forces.

Pure numerics: angles in rad, heights in m, forces in N per metre of wall; arrays broadcast, and a coefficient that does
not exist is ``nan``. Angles: ``friction_angle`` φ of the fill, ``wall_friction`` δ, ``back_batter`` β of the back face
from the vertical (positive where the face leans away from the fill, so that fill rests on it), ``slope`` i of the
fill's surface, ``inertia_angle`` ψ.

EN 1998-5:2004 Annex E distinguishes fill in which water moves freely in an earthquake (*pervious*: the grains shake
alone and the water pushes by Westergaard) from fill that takes its water along (*impervious*). Formulas written from
secondary literature, not checked against the official text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pirqa.model.bounds import Real
from pirqa.model.envelope import Layer, Section, trapezium
from pirqa.model.support import Backfill
from pirqa.statics.options import ThrustTheory, WaterBehaviour
from pirqa.units import WATER_UNIT_WEIGHT


def rankine_level(friction_angle: Real) -> Real:
    """K_A = tan²(45° − φ/2) = (1 − sin φ)/(1 + sin φ), level fill behind a smooth upright wall (paper eq. 9)."""
    sine = np.sin(friction_angle)
    return (1.0 - sine) / (1.0 + sine)


def rankine(friction_angle: Real, *, slope: Real = 0.0) -> Real:
    """Rankine's K_A on an upright plane; the thrust is parallel to the fill's surface.

    K_A = cos i (cos i − √(cos²i − cos²φ)) / (cos i + √(cos²i − cos²φ)) (Rankine 1857; any soil-mechanics text).
    """
    surface = np.cos(slope)
    with np.errstate(invalid="ignore"):
        root = np.sqrt(surface**2 - np.cos(friction_angle) ** 2)
    return np.asarray(surface * (surface - root) / (surface + root))


def inertia_angle(kh: Real, kv: Real = 0.0) -> Real:
    """ψ = atan(kh / (1 − kv))."""
    return np.arctan2(kh, 1.0 - np.asarray(kv))


def mononobe_okabe(
    friction_angle: Real,
    *,
    wall_friction: Real = 0.0,
    back_batter: Real = 0.0,
    slope: Real = 0.0,
    inertia_angle: Real = 0.0,
) -> Real:
    """K_AE of Mononobe and Matsuo (1929) and Okabe (1926); ``nan`` where φ < i + ψ: the fill cannot stand.

    K_AE = cos²(φ−β−ψ) / {cosψ cos²β cos(δ+β+ψ) [1 + √(sin(φ+δ) sin(φ−i−ψ) / (cos(δ+β+ψ) cos(i−β)))]²}
    """
    phi, delta, beta, psi = friction_angle, wall_friction, back_batter, inertia_angle
    lean = np.cos(delta + np.asarray(beta) + psi)
    spare = phi - np.asarray(slope) - psi
    # A hair below zero is rounding of φ = i + ψ, where K_AE still exists.
    spare = np.where((spare < 0) & (spare > -1e-12), 0.0, spare)
    with np.errstate(invalid="ignore"):
        root = np.sqrt(np.sin(phi + np.asarray(delta)) * np.sin(spare) / (lean * np.cos(slope - np.asarray(beta))))
    coefficient = np.cos(phi - np.asarray(beta) - psi) ** 2 / (
        np.cos(psi) * np.cos(beta) ** 2 * lean * (1.0 + root) ** 2
    )
    # A back that leans further over than the fill's own slope of rest holds nothing.
    holds = phi - np.asarray(beta) - psi < 0.5 * np.pi
    return np.where((spare >= 0) & (lean > 0), np.where(holds, coefficient, 0.0), np.nan)


def coulomb(friction_angle: Real, *, wall_friction: Real = 0.0, back_batter: Real = 0.0, slope: Real = 0.0) -> Real:
    """Coulomb's K_A (1776): Mononobe–Okabe without the earthquake."""
    return mononobe_okabe(friction_angle, wall_friction=wall_friction, back_batter=back_batter, slope=slope)


def dynamic_increment(kh: Real) -> Real:
    """ΔK_AE = ¾ kh (Seed and Whitman 1970; paper eq. 8)."""
    return 0.75 * kh


WESTERGAARD_ARM = 0.4
"""Height of Westergaard's resultant over the height of the water."""


def hydrostatic(height: Real) -> Real:
    """Horizontal thrust ½ γ_w h² of still water, acting at h/3."""
    return 0.5 * WATER_UNIT_WEIGHT * height**2


def westergaard(kh: Real, height: Real) -> Real:
    """Hydrodynamic thrust 7/12 kh γ_w h² at 0.4 h (Westergaard 1933); for open water, so an upper bound in a fill."""
    return 7.0 / 12.0 * kh * WATER_UNIT_WEIGHT * height**2


def uplift(height: Real, width: Real) -> Real:
    """Uplift ½ γ_w h b under a joint of width b, full at the heel and none at the draining toe: at 2/3 b from it."""
    return 0.5 * WATER_UNIT_WEIGHT * height * width


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


@dataclass(frozen=True, kw_only=True)
class FillBehind:
    """The fill behind the part of a section above a joint: what does not depend on the earthquake."""

    section: Section
    joint: int
    fill: Backfill
    plane: _Plane
    wet: Real
    """Height of the water above the joint [m]."""
    resting: tuple[Force, ...]
    """Weight of the fill that rests on the wall and moves with it."""

    def pushing(self, loading: Loading) -> tuple[Force, ...]:
        """Return the thrusts of soil and water, and the uplift, under ``loading``."""
        return (*self._soil_thrust(loading), *_water_forces(self.section, self.joint, self.plane, self.wet, loading))

    def _soil_thrust(self, loading: Loading) -> list[Force]:
        """Return the static thrust and its dynamic increment."""
        plane, fill = self.plane, self.fill
        stress, moment = self._effective_stress
        kh = loading.kh * _inertia_ratio(plane, fill, self.wet, stress, loading.water)
        phi, arm = fill.friction_angle, moment / np.where(np.asarray(stress) > 0, stress, 1.0)
        if loading.theory == "whitman":
            coefficient = rankine_level(phi) + dynamic_increment(kh)
            return [_push(plane, "soil_thrust", coefficient * stress, 0.0, DYNAMIC_ARM * plane.height)]
        if loading.theory == "rankine":
            static = rankine(phi, slope=fill.slope) * stress
            return [_push(plane, "soil_thrust", static, fill.slope, arm)]
        static = self._coulomb * stress
        direction = fill.wall_friction + plane.batter
        forces = [_push(plane, "soil_thrust", static, direction, arm)]
        if loading.theory in ("seed_whitman", "seed_whitman_half"):
            increment = dynamic_increment(kh) * stress
            share = DYNAMIC_ARM if loading.theory == "seed_whitman" else HALF_ARM
            forces.append(_push(plane, "soil_thrust_increment", increment, direction, share * plane.height))
        elif loading.theory == "mononobe_okabe":
            psi = inertia_angle(kh, loading.kv)
            total = mononobe_okabe(phi, inertia_angle=psi, **self._angles) * (1.0 - loading.kv) * stress
            forces.append(_push(plane, "soil_thrust_increment", total - static, direction, DYNAMIC_ARM * plane.height))
        return forces

    @cached_property
    def _effective_stress(self) -> tuple[Real, Real]:
        """∫σ'_v dz over the plane [N/m] and its moment about the joint [N]; thrust = K times these."""
        plane, fill, wet = self.plane, self.fill, self.wet
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

    @property
    def _angles(self) -> dict[str, Real]:
        return {"wall_friction": self.fill.wall_friction, "back_batter": self.plane.batter, "slope": self.fill.slope}

    @cached_property
    def _coulomb(self) -> Real:
        return coulomb(self.fill.friction_angle, **self._angles)


def fill_behind(section: Section, joint: int, fill: Backfill, theory: ThrustTheory) -> FillBehind | None:
    """Return the fill behind the part of ``section`` above ``joint``; None where the joint lies above the fill."""
    level = section.joints[joint]
    surface = np.maximum(fill_surface(section, fill), level)
    if np.all(surface == level):
        return None
    plane = _thrust_plane(section, joint, surface, fill, theory)
    wet = np.clip(fill.water_level - level, 0.0, surface - level)
    resting = tuple(_resting_soil(section, plane, surface, fill, wet))
    return FillBehind(section=section, joint=joint, fill=fill, plane=plane, wet=wet, resting=resting)


def backfill_forces(section: Section, joint: int, fill: Backfill, loading: Loading) -> tuple[Force, ...]:
    """Return all that the fill, its water and its surcharge do to the part of ``section`` above ``joint``."""
    behind = fill_behind(section, joint, fill, loading.theory)
    return () if behind is None else (*behind.resting, *behind.pushing(loading))


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


def _push(plane: _Plane, name: str, force: Real, direction: Real, arm: Real) -> Force:
    return Force(
        name=name,
        outward=force * np.cos(direction),
        down=force * np.sin(direction),
        y=plane.y(arm),
        z=plane.level + arm,
    )


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
    still = hydrostatic(wet)
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
        arm = WESTERGAARD_ARM * wet
        moving = westergaard(loading.kh, wet)
        forces.append(
            Force(name="water_thrust_increment", outward=moving, down=0.0, y=plane.y(arm), z=plane.level + arm)
        )
    if loading.uplift:
        front, back = section.contact(joint)
        lift = uplift(wet, back - front)
        forces.append(
            Force(name="uplift", outward=0.0, down=-lift, y=front + 2.0 / 3.0 * (back - front), z=plane.level)
        )
    return forces
