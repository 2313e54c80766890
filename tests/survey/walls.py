"""Outlines with known answers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import shapely


def bond(units: int = 5, courses: int = 8, length: float = 8.64, height: float = 4.0) -> list[np.ndarray]:
    """A running bond without T-vertices, as a draughtsman draws it."""
    rings, step = [], height / courses
    for course in range(courses):
        unit = length / units
        cuts = np.arange(units + 1) * unit
        if course % 2:
            cuts = np.concatenate([[0.0], (np.arange(units) + 0.5) * unit, [length]])
        low, high = course * step, (course + 1) * step
        rings += [np.array([[a, low], [b, low], [b, high], [a, high]]) for a, b in pairwise(cuts)]
    return rings


def labels(rings) -> list[str]:
    return [str(index + 1) for index in range(len(rings))]


def noisy(rings, size: float, seed: int) -> list[np.ndarray]:
    draw = np.random.default_rng(seed)
    return [ring + draw.uniform(-size, size, ring.shape) for ring in rings]


def shrunk(rings, by: float) -> list[np.ndarray]:
    """Every stone by itself, joints open by twice ``by``."""
    polygons = [shapely.Polygon(ring).buffer(-by, join_style="mitre") for ring in rings]
    return [np.asarray(polygon.exterior.coords)[:-1] for polygon in polygons]
