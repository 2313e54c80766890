"""Overturning and sliding of many walls at once. Pure numerics: arrays over walls, exact finite rotations.

One body turns about an edge of its joint. With r = (b, h) from the edge to its mass centre, b into the wall and h up,
and horizontal forces at points (p, s) in the same frame, the moments after a turn by θ balance where

    α(θ) = (A cos θ − B sin θ) / (C cos θ + D sin θ)
    A = W b + Σ F s,  B = W h − Σ F p   what holds (F > 0) or drives (F < 0) it, whatever the earthquake
    C = W h + Σ Q s,  D = W b + Σ Q p   what the earthquake multiplies: the weight, and what the fill adds with kh

which is eq. 8 of the Chokepukio paper at θ = 0 and tan(β − θ) for the weight alone. It is zero at tan θ0 = A/B.
A strut that does not last loses its force in step with the way of its point, until the body would fall without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.codes.screening.walls import Walls
from pirqa.model.polyhedron import FloatArray
from pirqa.statics.earth_pressure import DYNAMIC_ARM, dynamic_increment, rankine_level

MECHANISMS = (
    "overturning.outward.base",
    "overturning.inward.base",
    "overturning.outward.step",
    "overturning.inward.step",
)
"""Names, in the order of the first axis of :class:`Overturning`; outward is towards the front."""

_QUARTER_TURN = 0.5 * np.pi
Mask = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Overturning:
    """Each way of overturning of each wall; arrays of shape (mechanisms, walls), ``nan`` where there is none."""

    level: FloatArray
    """Of the hinge [m]."""
    weight: FloatArray
    """Per metre of wall [N/m], or its volume [m3/m] where the unit weight is not given and does not matter."""
    lever: FloatArray
    """b: from the hinge to the mass centre, into the wall [m]."""
    rise: FloatArray
    """h: of the mass centre above the hinge [m]."""
    holding: FloatArray
    """A without the strut [N m/m]"""
    turning: FloatArray
    """B without the strut [N m/m]"""
    strut: FloatArray
    """Force of the strut at rest [N/m]."""
    strut_arm: FloatArray
    """s: its level above the hinge [m]."""
    strut_point: FloatArray
    """p: its point behind the hinge [m]."""
    strut_lasts: FloatArray
    """1 where its force is there to the end."""
    load: FloatArray
    """C [N m/m]"""
    load_turning: FloatArray
    """D [N m/m]"""

    @property
    def multiplier(self) -> FloatArray:
        """α0 [-]; 0 or less: it falls by itself."""
        return (self.holding + self.strut * self.strut_arm) / self.load

    @property
    def ultimate_rotation(self) -> FloatArray:
        """θ0, where nothing is left to hold it [rad]; no more than a quarter turn."""
        lasting = self.strut * self.strut_lasts
        holding, turning = self.holding + lasting * self.strut_arm, self.turning - lasting * self.strut_point
        return np.clip(np.arctan2(holding, turning), 0.0, _QUARTER_TURN)

    @property
    def ultimate_displacement(self) -> FloatArray:
        """d0*: the mass centre's horizontal displacement at θ0 [m]; one body: d* = d_k δ_G/δ_k (eq. 10)."""
        return self.displacement_at(self.ultimate_rotation)

    def displacement_at(self, rotation: FloatArray) -> FloatArray:
        """d*: horizontal displacement of the mass centre [m]."""
        return self.lever * (1.0 - np.cos(rotation)) + self.rise * np.sin(rotation)

    def rotation_at(self, displacement: FloatArray) -> FloatArray:
        """θ at which the mass centre has moved by ``displacement`` [rad]."""
        reach = np.hypot(self.lever, self.rise)
        left = np.clip((self.lever - displacement) / reach, -1.0, 1.0)
        return np.arctan2(self.lever, self.rise) - np.arcsin(left)

    def multiplier_at(self, displacement: FloatArray) -> FloatArray:
        """α at a displacement of the mass centre [-]; not below 0."""
        turn = self.rotation_at(displacement)
        cosine, sine = np.cos(turn), np.sin(turn)
        height = self.strut_arm * cosine + self.strut_point * sine
        held = self.holding * cosine - self.turning * sine + self._strut_left(turn) * height
        return np.maximum(held / (self.load * cosine + self.load_turning * sine), 0.0)

    def _strut_left(self, turn: FloatArray) -> FloatArray:
        """Force of the strut after a turn [N/m]."""
        whole = self._strut_way(self.ultimate_rotation)
        share = np.clip(1.0 - self._strut_way(turn) / np.where(whole > 0.0, whole, 1.0), 0.0, 1.0)
        fading = np.where(whole > 0.0, share, np.where(turn > 0.0, 0.0, 1.0))
        return self.strut * np.where(self.strut_lasts > 0.0, 1.0, fading)

    def _strut_way(self, turn: FloatArray) -> FloatArray:
        """Horizontal displacement of the strut's point [m]."""
        return self.strut_point * (1.0 - np.cos(turn)) + self.strut_arm * np.sin(turn)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Layer:
    """A trapezium of the section: levels and faces [m], shape (n,)."""

    bottom: FloatArray
    top: FloatArray
    front_bottom: FloatArray
    front_top: FloatArray
    back_bottom: FloatArray
    back_top: FloatArray

    def moments(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Area [m2], and its first moments about y = 0 and z = 0 [m3]; exact for a trapezium."""
        height = self.top - self.bottom
        below, above = self.back_bottom - self.front_bottom, self.back_top - self.front_top
        area = 0.5 * height * (below + above)
        squares = [
            outer_bottom**2 + outer_bottom * outer_top + outer_top**2
            for outer_bottom, outer_top in ((self.back_bottom, self.back_top), (self.front_bottom, self.front_top))
        ]
        across = height * (squares[0] - squares[1]) / 6.0
        up = self.bottom * area + height**2 * (below + 2.0 * above) / 6.0
        return area, across, up

    def face(self, side_front: Mask, level: FloatArray) -> FloatArray:
        """y of the front or back face at ``level``."""
        height = self.top - self.bottom
        share = np.clip((level - self.bottom) / np.where(height > 0.0, height, 1.0), 0.0, 1.0)
        front = self.front_bottom + share * (self.front_top - self.front_bottom)
        back = self.back_bottom + share * (self.back_top - self.back_bottom)
        return np.where(side_front, front, back)


def overturning(walls: Walls, *, seismic_fill: bool = True) -> Overturning:
    """Every wall about the edges of its base, and of its step where it has one.

    ``seismic_fill``: whether the earthquake adds ¾ kh to the coefficient of a fill (Seed and Whitman 1970), with
    kh = α; otherwise the fill pushes as it does at rest.
    """
    lower, upper = _layers(walls)
    ways = [
        _one_way(walls, lower, upper, at_step=at_step, outward=outward, seismic_fill=seismic_fill)
        for at_step in (False, True)
        for outward in (True, False)
    ]
    return Overturning(**{name: np.stack([way[name] for way in ways]) for name in ways[0]})


def sliding_multiplier(walls: Walls, *, seismic_fill: bool = True) -> FloatArray:
    """Horizontal acceleration over gravity at which a wall slides on its base [-]; ``nan`` where friction is unknown.

    α W + P + α ΔP = W tan φ outwards (Coulomb); a strut adds its force where it stands against the motion.
    """
    lower, upper = _layers(walls)
    weight = _weight(walls) * (lower.moments()[0] + upper.moments()[0])
    grip = weight * np.tan(walls.friction_angle)
    strut = np.nan_to_num(walls.strut_force)
    thrust, increment = _thrust(walls, np.zeros(len(walls)), seismic_fill=seismic_fill)
    outward = (grip + np.where(walls.strut_side == "front", strut, 0.0) - thrust) / (weight + increment)
    inward = (grip + np.where(walls.strut_side == "back", strut, 0.0)) / weight
    return np.where(thrust > 0.0, outward, np.minimum(outward, inward))


def _layers(walls: Walls) -> tuple[_Layer, _Layer]:
    """Below and above the step; without a step all is below it, and tapers where the top has a thickness."""
    top = np.where(np.isfinite(walls.thickness_top), walls.thickness_top, walls.thickness)
    share = np.select([walls.flush == "front", walls.flush == "centre"], [0.0, 0.5], 1.0)
    front = share * (walls.thickness - top)
    level = np.where(walls.stepped, walls.step_level, walls.height)
    zero = np.zeros(len(walls))
    lower = _Layer(
        bottom=zero,
        top=level,
        front_bottom=zero,
        front_top=np.where(walls.stepped, 0.0, front),
        back_bottom=walls.thickness,
        back_top=np.where(walls.stepped, walls.thickness, front + top),
    )
    upper = _Layer(
        bottom=level,
        top=walls.height,
        front_bottom=front,
        front_top=front,
        back_bottom=front + top,
        back_top=front + top,
    )
    return lower, upper


def _weight(walls: Walls) -> FloatArray:
    """Unit weight; 1 where nothing but the weight acts, which then cancels."""
    return np.where(np.isfinite(walls.unit_weight), walls.unit_weight, 1.0)


def _thrust(walls: Walls, level: FloatArray, *, seismic_fill: bool) -> tuple[FloatArray, FloatArray]:
    """Active thrust of the fill above ``level``, and what the earthquake adds for each unit of kh [N/m].

    Level fill, upright and smooth back: ½ γ H² K_A, K_A of Rankine; ½ γ H² ¾ kh (Inka walls paper, eqs 7–9).
    """
    depth = np.maximum(np.nan_to_num(walls.fill_height) - level, 0.0)
    whole = 0.5 * np.nan_to_num(walls.fill_unit_weight) * depth**2
    thrust = whole * rankine_level(np.nan_to_num(walls.fill_friction_angle))
    return thrust, whole * dynamic_increment(1.0 if seismic_fill else 0.0)


def _one_way(
    walls: Walls, lower: _Layer, upper: _Layer, *, at_step: bool, outward: bool, seismic_fill: bool
) -> dict[str, FloatArray]:
    parts = [upper.moments()] if at_step else [lower.moments(), upper.moments()]
    area, across, up = (sum(part[index] for part in parts) for index in range(3))
    level = upper.bottom if at_step else lower.bottom
    if at_step:  # what touches what stands below it
        edge = (
            np.maximum(upper.front_bottom, lower.front_top)
            if outward
            else np.minimum(upper.back_bottom, lower.back_top)
        )
    else:
        edge = lower.front_bottom if outward else lower.back_bottom
    towards = 1.0 if outward else -1.0
    with np.errstate(invalid="ignore", divide="ignore"):
        weight = _weight(walls) * area
        lever, rise = towards * (across / area - edge), up / area - level
    side = "front" if outward else "back"
    held = (walls.strut_side == side) & (np.nan_to_num(walls.strut_level) > level)
    force = np.where(held, np.nan_to_num(walls.strut_force), 0.0)
    height = np.where(held, walls.strut_level, level)
    front = np.full(len(walls), outward)
    face = np.where(height > lower.top, upper.face(front, height), lower.face(front, height))
    point, arm = towards * (face - edge), height - level
    thrust, increment = _thrust(walls, level, seismic_fill=seismic_fill)
    depth = np.maximum(np.nan_to_num(walls.fill_height) - level, 0.0)
    back = (upper if at_step else lower).back_bottom - edge
    there = (walls.stepped | (not at_step)) & (outward | (thrust <= 0.0))
    found = {
        "level": level,
        "weight": weight,
        "lever": lever,
        "rise": rise,
        "holding": weight * lever - thrust * depth / 3.0,
        "turning": weight * rise + thrust * back,
        "strut": force,
        "strut_arm": arm,
        "strut_point": point,
        "strut_lasts": np.where(walls.strut_lasts == "yes", 1.0, 0.0),
        "load": weight * rise + increment * DYNAMIC_ARM * depth,
        "load_turning": weight * lever + increment * back,
    }
    return {name: np.where(there, values, np.nan) for name, values in found.items()}
