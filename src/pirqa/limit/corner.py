"""A wedge of a corner, or of the free end of a buttress, that turns about its foot.

The outer edge of the corner is upright at the origin; the first wall runs along x from there, the other along y. A
crack rises in each from the foot at an angle β from the vertical: at height z above the foot the wedge reaches z tan β
along each wall. It falls away from them, by default at 45°, about a level axis through its foot square to the fall.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, tan

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.kinematics import Link
from pirqa.limit.mechanism import Moved, follow
from pirqa.limit.options import Corner, LimitOptions
from pirqa.limit.parts import OUTWARD
from pirqa.limit.virtual_work import Body, Motion
from pirqa.model.check import Place
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

__all__ = ["corners", "wedge"]


def corners(wall: Wall, options: LimitOptions) -> list[Moved]:
    """The wedges that ``options`` ask for."""
    return [_corner(wall, key, asked) for key, asked in options.corners.items()]


def _plan(asked: Corner, z: float) -> tuple[float, float, float]:
    """Area of the wedge's plan at height ``z`` above its foot [m2], and its first moments [m3]."""
    along, thick = z * tan(asked.crack_angle), asked.thickness
    area, moment_x, moment_y = along * thick, 0.5 * along**2 * thick, 0.5 * along * thick**2
    if asked.other_thickness is not None:
        other = z * tan(asked.crack_angle if asked.other_crack_angle is None else asked.other_crack_angle)
        wide = asked.other_thickness
        area, moment_x, moment_y = (
            area + other * wide,
            moment_x + 0.5 * other * wide**2,
            moment_y + 0.5 * other**2 * wide,
        )
        # what both have, once
        x, y = min(along, wide), min(other, thick)
        area, moment_x, moment_y = area - x * y, moment_x - 0.5 * x**2 * y, moment_y - 0.5 * x * y**2
    return area, moment_x, moment_y


def wedge(asked: Corner) -> tuple[float, FloatArray]:
    """Volume [m3] and centroid from the foot of the outer edge [m] of the wedge."""
    breaks = [0.0, asked.height]
    if asked.other_thickness is not None:
        other = asked.crack_angle if asked.other_crack_angle is None else asked.other_crack_angle
        breaks += [asked.other_thickness / tan(asked.crack_angle), asked.thickness / tan(other)]
    levels = sorted({level for level in breaks if 0.0 <= level <= asked.height})
    # between breaks all is a polynomial of the fourth degree at most: three points of Gauss are exact
    points, shares = np.polynomial.legendre.leggauss(3)
    total = np.zeros(4)
    for low, high in pairwise(levels):
        for point, share in zip(points, shares, strict=True):
            z = 0.5 * (low + high) + 0.5 * (high - low) * float(point)
            area, moment_x, moment_y = _plan(asked, z)
            total += 0.5 * (high - low) * float(share) * np.array([area, moment_x, moment_y, area * z])
    return float(total[0]), total[1:] / total[0]


def _corner(wall: Wall, key: str, asked: Corner) -> Moved:
    if asked.foot + asked.height > float(wall.envelope.height) + 1e-9:
        raise OptionsError(f"limit.corners.{key}: the wedge reaches above the wall's top: less height, or a lower foot")
    material = asked.material or wall.envelope.zones[0].material
    if material not in wall.materials:
        raise OptionsError(
            f'limit.corners.{key}.material: "{material}" is not among the materials; '
            f"{did_you_mean(material, wall.materials)}"
        )
    volume, centre = wedge(asked)
    azimuth = asked.azimuth
    if azimuth is None:
        azimuth = 0.0 if asked.other_thickness is None else pi / 4
    # in axes of its own, in which it falls towards the front as the wall does
    towards, aside = np.array([cos(azimuth), sin(azimuth), 0.0]), np.array([sin(azimuth), -cos(azimuth), 0.0])
    centroid = np.array([float(aside @ centre), float(towards @ centre), float(centre[2]) + asked.foot])
    motion = Motion(
        name=f"corner.{key}",
        bodies=(
            Body(
                name="wedge",
                weight=volume * wall.materials[material].unit_weight,
                centroid=centroid,
                link=Link(hinge=np.array([0.0, 0.0, asked.foot]), axis=np.array([1.0, 0.0, 0.0])),
                outline=_silhouette(asked, azimuth),
            ),
        ),
        direction=OUTWARD,
        control_body=0,
        control_point=centroid,
    )
    ground = asked.foot == 0.0
    return follow(
        motion,
        kind="corner",
        place=Place(name="base" if ground else "joint", level=None if ground else asked.foot),
        level=asked.foot,
        height=float(wall.envelope.height),
    )


def _silhouette(asked: Corner, azimuth: float) -> FloatArray:
    """The wedge seen along its axis: distance from the axis and level, shape (n, 2)."""

    def reach(z: float) -> float:
        along = z * tan(asked.crack_angle)
        far = along * cos(azimuth) + asked.thickness * sin(azimuth)
        if asked.other_thickness is not None:
            other = asked.crack_angle if asked.other_crack_angle is None else asked.other_crack_angle
            far = max(far, asked.other_thickness * cos(azimuth) + z * tan(other) * sin(azimuth))
        return far

    levels = np.linspace(0.0, asked.height, 9)
    back = [(reach(float(z)), float(z) + asked.foot) for z in levels]
    return np.array([(0.0, asked.foot), *back, (0.0, asked.foot + asked.height)])
