"""Points of the wall at which a sensor may stand."""

from __future__ import annotations

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.wall import Wall
from pirqa.oma.measurement import Point
from pirqa.oma.planning.options import PlanningOptions

__all__ = ["candidate_points"]


def candidate_points(wall: Wall, options: PlanningOptions) -> tuple[Point, ...]:
    """A grid on the wall's front face: rows up to the top of each column, from the left and from below."""
    length = wall.envelope.length
    if length is None:
        raise ModelError(
            "a section has no length to put sensors along: give the wall's length (wall.length), or expected modes "
            "with their points (oma.planning.modes)"
        )
    edge = min(options.edge, 0.25 * length)
    stations = np.linspace(edge, length - edge, options.columns) if options.columns > 1 else np.array([0.5 * length])
    weights = {zone.material: 1.0 for zone in wall.envelope.zones}
    found: list[tuple[float, float, float]] = []
    for row in range(1, options.rows + 1):
        for station in stations:
            top = wall.envelope.top(float(station))
            reach = top if options.highest is None else min(top, options.highest)
            level = reach * row / options.rows
            layers = wall.envelope.layers(float(station), weights)
            layer = next(part for part in layers if level <= part.top + 1e-9)
            found.append((round(float(station), 3), round(float(layer.front(level)), 3), round(float(level), 3)))
    digits = len(str(len(found)))
    return tuple(Point(name=f"P{number:0{digits}}", place=place) for number, place in enumerate(found, 1))
