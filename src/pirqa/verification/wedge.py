"""Coulomb's principle by brute force: the plane wedge that pushes most, without any formula for K."""

from __future__ import annotations

import math

from scipy.optimize import minimize_scalar

__all__ = ["wedge_coefficient"]


def wedge_coefficient(
    friction_angle: float, wall_friction: float, back_batter: float, slope: float, kh: float, kv: float
) -> float:
    """Greatest thrust over all plane wedges, divided by ½γH²(1 − kv).

    The wedge lies between the wall's back, the fill's surface and a plane at angle ρ to the horizontal. Its weight,
    its inertia, the wall's push at δ to the back's normal and the reaction at φ to the plane's normal balance.
    """

    def thrust(angle: float) -> float:
        # H = 1, γ = 1. Heel at the origin, fill towards +x; the back leans away from the fill by β.
        top_x = -math.tan(back_batter)
        # surface through (top_x, 1) rising at the slope; slip plane through the origin
        run = (1.0 - top_x * math.tan(slope)) / (math.tan(angle) - math.tan(slope))
        area = 0.5 * abs(top_x * run * math.tan(angle) - 1.0 * run)
        down, push = area * (1.0 - kv), area * kh
        # Force triangle: weight and inertia (towards the wall), the wall's push P, the reaction R.
        # P acts on the wedge at δ + β below the horizontal-normal of the back, upwards resisting; eliminate R.
        lean = angle - friction_angle
        numerator = down * math.sin(lean) + push * math.cos(lean)
        denominator = math.cos(wall_friction + back_batter - lean)
        return numerator / denominator

    low, high = max(slope, 0.0) + 1e-6, 0.5 * math.pi + min(back_batter, 0.0) - 1e-6
    steps = 4000
    grid = [low + (high - low) * i / steps for i in range(1, steps)]
    best = max(grid, key=thrust)
    step = (high - low) / steps
    found = minimize_scalar(
        lambda angle: -thrust(angle),
        bounds=(best - step, best + step),
        method="bounded",
        options={"xatol": 1e-13},
    )
    return -float(found.fun) / (0.5 * (1.0 - kv))
