"""From a wall and its fill to the pressures on patches of its back: the theories of statics, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pirqa.dynamics.springs import SoilPressure
from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.damage import half_thickness
from pirqa.experiments.soil.options import SoilOptions
from pirqa.model.envelope import Section
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.support import Backfill
from pirqa.model.wall import Wall
from pirqa.statics.earth_pressure import Force, Loading, backfill_forces, coulomb, fill_surface, rankine_level
from pirqa.units import WATER_UNIT_WEIGHT

_BACK = 0.5
"""Least part of a face's normal that points into the fill, where the fill leans on it: 60° from it."""
_COVERED = 0.5
"""Share of a face that lies on other stones above which no soil is behind it."""
_LEAST_AREA = 1e-8
"""Of a patch [m2]: less is rounding."""
_SURGES = np.linspace(0.0, 3.0, 301)
"""Coefficients at which the theory's increment is tabled: 3 g is beyond any ground motion."""
_REFERENCE = 0.1
"""Coefficient for which ``increment`` holds."""
_TOP_HEAVY = 1.2
"""c of the pressure 1 + c·(z/H − ½), whose resultant is at 0.5 + c/12 = 0.6 of the height."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Patch:
    """A piece of a back face between two levels."""

    stone: str
    centre: FloatArray
    """[m], shape (3,)"""
    normal: FloatArray
    """Into the fill, shape (3,)."""
    area: float
    """[m2]"""


def rest_coefficient(fill: Backfill, options: SoilOptions) -> float:
    """K0 as given, or 1 − sin φ (Jaky 1944, for fill that was never loaded more)."""
    return 1.0 - float(np.sin(fill.friction_angle)) if options.rest_coefficient is None else options.rest_coefficient


def back_patches(wall: Wall, options: SoilOptions) -> tuple[Patch, ...]:
    """Faces that look into the fill and lie on no other stone, cut by levels from the fill's surface down."""
    fill = _fill_of(wall)
    found: list[Patch] = []
    for stone in wall.stones:
        surface = float(fill_surface(_section_at(wall, float(stone.centroid[0])), fill))
        levels = np.linspace(0.0, surface, options.strips + 1)
        for ring, normal in _back_faces(stone, wall):
            for low, high in pairwise(levels.tolist()):
                if ring[:, 2].max() <= low or ring[:, 2].min() >= high:
                    continue
                piece = _above(_above(ring, low, 1.0), high, -1.0)
                area, centre = _area_and_centre(piece, normal)
                if area > _LEAST_AREA:
                    found.append(Patch(stone=stone.name, centre=centre, normal=normal, area=area))
    if not found:
        raise ModelError(
            "soil: no stone has a face that looks into the fill (towards the back, +y) below its surface; check "
            "backfill.height and that the wall's front is on the side of its exposed face"
        )
    return tuple(found)


def soil_behind(wall: Wall, options: SoilOptions) -> SoilPressure:
    """What leans on ``wall``: pressures at rest, active, passive and of water on every patch.

    Least pressure: K σ'v cos δ cos β normal to a face of batter β, which adds up to the thrust that statics has on the
    plane of that face; its increment is spread so that it acts at 0.6 of the height, as there. Greatest: Rankine's
    passive pressure, level and without wall friction, which is on the safe side for what holds the wall back.
    """
    fill = _fill_of(wall)
    if options.thrust == "whitman" and fill.slope > 0.0:
        raise OptionsError(
            'soil.thrust: "whitman" (K_A = tan²(45° − φ/2)) is for level fill, but backfill.slope is not 0: '
            'use "coulomb", "seed_whitman" or "mononobe_okabe"'
        )
    patches = back_patches(wall, options)
    sections = [_section_at(wall, float(patch.centre[0])) for patch in patches]
    surface = np.array([float(fill_surface(section, fill)) for section in sections])
    centre, normal = np.array([p.centre for p in patches]), np.array([p.normal for p in patches])
    level = np.clip(centre[:, 2], 0.0, surface)
    batter = np.arcsin(np.clip(normal[:, 2], -1.0, 1.0))
    stress = _vertical_stress(fill, surface, level, batter)
    high = options.thrust == "whitman"
    drag = 0.0 if high else fill.wall_friction
    facing = np.cos(drag) * np.cos(batter)
    if high:
        least_coefficient = np.full(len(patches), rankine_level(fill.friction_angle))
    else:
        angles = {"wall_friction": fill.wall_friction, "slope": fill.slope}
        least_coefficient = np.asarray(coulomb(fill.friction_angle, back_batter=batter, **angles), dtype=np.float64)
    for patch, value in zip(patches, least_coefficient, strict=True):
        if not np.isfinite(value):
            raise ModelError(
                f'soil: stone "{patch.stone}": its back leans so far that the theory "{options.thrust}" has no thrust '
                'on it; choose soil.thrust = "whitman", or correct the back in the survey'
            )
    rest = rest_coefficient(fill, options)
    at_rest, active = rest * stress, least_coefficient * stress * facing
    passive = stress / rankine_level(fill.friction_angle)
    spread = (1.0 + _TOP_HEAVY * (level / surface - 0.5)) / surface
    still = {section.station: _thrusts(section, fill, options, 0.0) for section in wall.sections()}
    moved = {section.station: _thrusts(section, fill, options, _REFERENCE) for section in wall.sections()}
    if high:
        active = np.array([still[section.station] for section in sections]) * spread * facing
    coefficients, surges = _tabled(wall, fill, options)
    more = np.array([moved[section.station] - still[section.station] for section in sections])
    wet = np.clip(fill.water_level - level, 0.0, None)
    return SoilPressure(
        stones=tuple(patch.stone for patch in patches),
        centre=centre,
        normal=normal,
        area=np.array([patch.area for patch in patches]),
        stiffness=_stiffness(fill, options, rest, stress, surface),
        rest=at_rest,
        active=active,
        increment=more * spread * facing,
        passive=np.maximum(passive, at_rest),
        water=WATER_UNIT_WEIGHT * wet,
        # p = 7/8 kh γw √(h·y), y below the water's surface (Westergaard 1933): 7/12 kh γw h² in all, as statics has it
        water_increment=0.875 * WATER_UNIT_WEIGHT * np.sqrt(fill.water_level * wet),
        friction=np.full(len(patches), np.tan(drag)),
        coefficients=coefficients,
        surges=surges,
        reach=half_thickness(wall),
    )


def _fill_of(wall: Wall) -> Backfill:
    if wall.backfill is None:
        raise OptionsError(
            "backfill: missing; the soil analysis needs what leans on the wall: add [backfill] with for example "
            'unit_weight = "16 kN/m3" and friction_angle = "35 deg"'
        )
    return wall.backfill


def _section_at(wall: Wall, x: float) -> Section:
    """The section whose stretch of the wall ``x`` [m] lies in: of the nearest station."""
    return min(wall.sections(), key=lambda section: abs(section.station - x))


def _back_faces(stone: Stone, wall: Wall) -> Iterator[tuple[FloatArray, FloatArray]]:
    areas = stone.solid.face_areas
    for face, vector in zip(stone.solid.faces, areas, strict=True):
        size = float(np.linalg.norm(vector))
        if size <= _LEAST_AREA or vector[1] <= _BACK * size:
            continue
        normal = vector / size
        covered = sum(
            piece.area
            for contact in wall.contacts
            if stone.name in (contact.first, contact.second)
            for piece in contact.faces
            if (piece.normal if contact.first == stone.name else -piece.normal) @ normal > 0.99
        )
        if covered <= _COVERED * size:
            yield stone.solid.vertices[list(face)], normal


def _above(ring: FloatArray, level: float, way: float) -> FloatArray:
    """The part of a polygon above ``level`` (``way`` 1) or below it (−1), shape (n, 3)."""
    kept: list[FloatArray] = []
    heights = way * (ring[:, 2] - level)
    for i in range(len(ring)):
        j = (i + 1) % len(ring)
        if heights[i] >= 0.0:
            kept.append(ring[i])
        if heights[i] * heights[j] < 0.0:
            kept.append(ring[i] + heights[i] / (heights[i] - heights[j]) * (ring[j] - ring[i]))
    return np.array(kept).reshape(-1, 3)


def _area_and_centre(ring: FloatArray, normal: FloatArray) -> tuple[float, FloatArray]:
    if len(ring) < 3:
        return 0.0, np.zeros(3)
    fans = 0.5 * np.cross(ring[1:-1] - ring[0], ring[2:] - ring[0]) @ normal
    area = float(fans.sum())
    if area <= _LEAST_AREA:
        return 0.0, np.zeros(3)
    return area, fans @ ((ring[0] + ring[1:-1] + ring[2:]) / 3.0) / area


def _vertical_stress(fill: Backfill, surface: FloatArray, level: FloatArray, batter: FloatArray) -> FloatArray:
    """Effective, of the fill's weight and its surcharge [Pa]; water buoys what is below it."""
    depth = surface - level
    wet = np.clip(fill.water_level - level, 0.0, None)
    stress = fill.unit_weight * (depth - wet)
    if fill.saturated_unit_weight is not None:
        stress = stress + (fill.saturated_unit_weight - WATER_UNIT_WEIGHT) * wet
    # a surcharge on the plan area as statics spreads it
    spread = np.cos(batter) * np.cos(fill.slope) / np.cos(batter - fill.slope)
    return np.asarray(stress + fill.surcharge * spread)


def _stiffness(
    fill: Backfill, options: SoilOptions, rest: float, stress: FloatArray, surface: FloatArray
) -> FloatArray:
    """As given; else such that the pressure at rest falls to the active one in the movement asked for.

    About 0.001 H behind walls that hold dense sand (Clough and Duncan 1991, table of movements to reach the limit
    states; from secondary literature). The passive pressure is then reached at some hundredths of H, as tests have it.
    """
    if options.subgrade_modulus is not None:
        return np.full(len(stress), options.subgrade_modulus)
    change = max(rest - float(rankine_level(fill.friction_angle)), 0.1 * rest)
    return np.asarray(change * stress / (options.active_movement * surface))


def _thrusts(section: Section, fill: Backfill, options: SoilOptions, kh: float) -> float:
    """Thrust of the soil on the whole section [N/m]; nan where the theory has none."""
    loading = Loading(theory=options.thrust, kh=kh, kv=0.0, water="pervious", uplift=False)
    forces: tuple[Force, ...] = backfill_forces(section, 0, fill, loading)
    pushed = [force for force in forces if force.family == "soil_thrust"]
    return float(sum(np.hypot(float(force.outward), float(force.down)) for force in pushed))


def _tabled(wall: Wall, fill: Backfill, options: SoilOptions) -> tuple[FloatArray, FloatArray]:
    """The theory's increment over that of the reference, up to where the theory ends."""
    section = wall.sections()[0]
    still, moved = (_thrusts(section, fill, options, kh) for kh in (0.0, _REFERENCE))
    if np.isnan(moved):
        raise ModelError(
            f'soil: the theory "{options.thrust}" ends below a coefficient of {_REFERENCE:g} behind this wall: such a '
            'fill cannot stand in an earthquake; give backfill.slope less, or choose soil.thrust = "seed_whitman"'
        )
    if not moved > still:
        return np.zeros(1), np.zeros(1)
    values = np.array([_thrusts(section, fill, options, float(kh)) for kh in _SURGES])
    ends = int(np.argmax(np.isnan(values))) if np.isnan(values).any() else len(values)
    return _SURGES[:ends], (values[:ends] - still) / (moved - still)
