"""The same question answered another way: polygons clipped by half-planes, trial wedges, stresses integrated.

Slow, scalar, and written without the formulas of pirqa.statics: what both agree on is right or wrong for two reasons.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from pirqa.model import Section
from pirqa.model.support import Backfill
from pirqa.statics.earth_pressure import Loading
from pirqa.units import WATER_UNIT_WEIGHT
from pirqa.verification.statics import wedge_coefficient

Point = tuple[float, float]
FAR = 60.0


def clipped(polygon: list[Point], a: float, b: float, c: float) -> list[Point]:
    """The part of ``polygon`` where a·y + b·z ≤ c."""
    kept: list[Point] = []
    for (y0, z0), (y1, z1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        here, there = a * y0 + b * z0 - c, a * y1 + b * z1 - c
        if here <= 0:
            kept.append((y0, z0))
        if here * there < 0:
            share = here / (here - there)
            kept.append((y0 + share * (y1 - y0), z0 + share * (z1 - z0)))
    return kept


def moments(polygon: list[Point]) -> np.ndarray:
    """Area and first moments (A, A·y, A·z) by a fan of triangles."""
    total = np.zeros(3)
    for (y1, z1), (y2, z2) in pairwise(polygon[1:]):
        y0, z0 = polygon[0]
        area = 0.5 * ((y1 - y0) * (z2 - z0) - (y2 - y0) * (z1 - z0))
        total += area * np.array([1.0, (y0 + y1 + y2) / 3, (z0 + z1 + z2) / 3])
    return total if total[0] >= 0 else -total


def integral(function: Callable[[float], float], low: float, high: float) -> float:
    """Gauss–Legendre, exact for what is integrated here."""
    nodes, weights = np.polynomial.legendre.leggauss(6)
    half = 0.5 * (high - low)
    return half * sum(w * function(low + half * (1 + x)) for x, w in zip(nodes, weights, strict=True))


def factors(
    section: Section,
    joint: int,
    friction: float,
    inertia: float,
    kv: float,
    fill: Backfill | None,
    load: Loading | None,
) -> tuple[float, float]:
    """Sliding and overturning factor of the part above ``joint``."""
    level = section.joints[joint]
    front, back = section.contact(joint)
    horizontal: list[list[Point]] = []  # families of (force, z)
    vertical: list[list[Point]] = []  # families of (force, y)

    def ride(weight: np.ndarray) -> None:
        if weight[0] > 0:
            horizontal.append([(inertia * weight[0], weight[2] / weight[0])])
            vertical.append([(weight[0] * (1 - kv), weight[1] / weight[0])])

    stone = np.zeros(3)
    for layer in section.layers:
        corners = [(layer.front_bottom, layer.bottom), (layer.back_bottom, layer.bottom),
                   (layer.back_top, layer.top), (layer.front_top, layer.top)]  # fmt: skip
        stone += layer.unit_weight * moments(clipped(corners, 0, -1, -level))
    ride(stone)
    surface = section.height if fill is None or fill.height is None else fill.height
    if fill is not None and load is not None and surface > level:
        _fill(section, joint, fill, load, surface, ride, horizontal, vertical, float(front), float(back))
    normal = sum(force for family in vertical for force, _ in family)
    driving = sum(force for family in horizontal for force, _ in family)
    turning = [sum(force * (z - level) for force, z in family) for family in horizontal]
    turning += [-sum(force * (y - float(front)) for force, y in family) for family in vertical]
    against, towards = -sum(min(m, 0) for m in turning), sum(max(m, 0) for m in turning)
    sliding = max(normal, 0) * math.tan(friction) / driving if driving else math.inf
    return sliding, against / towards if towards else math.inf


def _fill(section, joint, fill, load, surface, ride, horizontal, vertical, front, back):
    level, heel, slope = section.joints[joint], float(section.heel(joint)), fill.slope
    upright = load.theory in ("rankine", "whitman")
    crest = float(section.back(surface))
    edges = [(crest, surface)]
    for layer in section.layers:
        edges += [
            p for p in ((layer.back_bottom, layer.bottom), (layer.back_top, layer.top)) if level < p[1] <= surface
        ]
    lean = 0.0 if upright else min((heel - y) / (z - level) for y, z in edges)
    # walk up the plane until the surface is met
    low, high = 0.0, FAR
    while high - low > 1e-13 * FAR:
        middle = 0.5 * (low + high)
        rise = (heel - middle * lean - crest) * math.tan(slope)
        low, high = (
            (middle, high) if level + middle < surface + (0.0 if upright and crest > heel else rise) else (low, middle)
        )
    height, wet = low, min(max(fill.water_level - level, 0.0), surface - level)
    soil, water_extra = np.zeros(3), np.zeros(3)
    for layer in section.layers:
        shift = (layer.back_top - layer.back_bottom) / (layer.top - layer.bottom)
        box = [(-FAR, layer.bottom), (FAR, layer.bottom), (FAR, layer.top), (-FAR, layer.top)]
        box = clipped(clipped(box, 0, -1, -level), -1, shift, -layer.back_bottom + shift * layer.bottom)
        box = clipped(box, 1, lean, heel + lean * level)
        soil += fill.unit_weight * moments(clipped(box, 0, 1, surface))
        if wet:
            extra = fill.saturated_unit_weight - fill.unit_weight
            water_extra += extra * moments(clipped(box, 0, 1, level + wet))
    foot = heel - (surface - level) * lean
    if foot > crest and height > surface - level:
        wedge = [(crest, surface), (foot, surface), (heel - height * lean, level + height)]
        soil += fill.unit_weight * moments(wedge)
    ride(soil + water_extra)
    _thrust(fill, load, level, heel, lean, height, wet, horizontal, vertical)
    if wet:
        push = integral(lambda x: WATER_UNIT_WEIGHT * (wet - x), 0, wet)
        arm = integral(lambda x: x * WATER_UNIT_WEIGHT * (wet - x), 0, wet) / push
        moving = 7 / 12 * load.kh * WATER_UNIT_WEIGHT * wet**2 if load.water == "pervious" else 0.0
        horizontal.append([(push, level + arm), (moving, level + 0.4 * wet)])
        vertical.append([(push * lean, heel - arm * lean)])
        if load.uplift:
            width = back - front
            vertical.append([(-0.5 * WATER_UNIT_WEIGHT * wet * width, front + 2 / 3 * width)])


def _thrust(fill, load, level, heel, lean, height, wet, horizontal, vertical):
    beta, slope, phi = math.atan(lean), fill.slope, fill.friction_angle
    buoyant = (fill.saturated_unit_weight or 0.0) - WATER_UNIT_WEIGHT
    shaking = fill.unit_weight if load.water == "pervious" else fill.saturated_unit_weight
    spread = math.cos(beta) * math.cos(slope) / math.cos(beta - slope)

    def stress(below: float) -> Callable[[float], float]:
        def at(x: float) -> float:
            dry = fill.unit_weight * (height - max(x, wet)) + fill.surcharge * spread
            return dry + (below * (wet - x) if x < wet else 0.0)

        return at

    def over_plane(function: Callable[[float], float]) -> float:
        return integral(function, wet, height) + (integral(function, 0, wet) if wet else 0.0)

    pressing = stress(buoyant)
    total = over_plane(pressing)
    arm = over_plane(lambda x: x * pressing(x)) / total
    kh = load.kh * (over_plane(stress(shaking)) / total if wet else 1.0)
    parts: list[tuple[float, float]] = []
    if load.theory == "whitman":
        direction = 0.0
        parts.append(((wedge_coefficient(phi, 0, 0, 0, 0, 0) + 0.75 * kh) * total, 0.6 * height))
    elif load.theory == "rankine":
        direction = slope
        parts.append((wedge_coefficient(phi, slope, 0, slope, 0, 0) * total, arm))
    else:
        direction = fill.wall_friction + beta
        static = wedge_coefficient(phi, fill.wall_friction, beta, slope, 0, 0) * total
        parts.append((static, arm))
        if load.theory == "seed_whitman":
            parts.append((0.75 * kh * total, 0.6 * height))
        if load.theory == "mononobe_okabe":
            moving = wedge_coefficient(phi, fill.wall_friction, beta, slope, kh, load.kv) * (1 - load.kv) * total
            parts.append((moving - static, 0.6 * height))
    horizontal.append([(force * math.cos(direction), level + a) for force, a in parts])
    vertical.append([(force * math.sin(direction), heel - a * lean) for force, a in parts])
