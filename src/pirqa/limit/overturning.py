"""All above a level turns about an edge of it: the whole wall, a stretch, an upper part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pirqa.limit.contact import set_back
from pirqa.limit.forces import acting_on, soil_on
from pirqa.limit.kinematics import Link
from pirqa.limit.mechanism import Moved, follow
from pirqa.limit.options import Direction, LimitOptions
from pirqa.limit.parts import INWARD, OUTWARD, Stretch, contact_rectangles, edge, outline, weight_between
from pirqa.limit.soil import EarthThrust
from pirqa.limit.virtual_work import Body, Motion
from pirqa.model.check import Place
from pirqa.model.mechanism import FillForces
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall

__all__ = ["OverturningCase", "overturn", "overturning_cases"]

_SAME = 0.02
"""Levels this near to each other are one [m]."""


@dataclass(frozen=True, kw_only=True)
class OverturningCase:
    """Which stretches may turn about which level, and which way."""

    parts: tuple[Stretch, ...]
    level: float
    """[m]"""
    direction: Direction
    station: float | None
    """Middle of the stretch, where it is one of several [m]."""

    @property
    def name(self) -> str:
        """Of the mechanism."""
        level = "base" if self.level == 0.0 else f"{self.level:.2f}m"
        station = "" if self.station is None else f".x{self.station:.2f}m"
        return f"overturning.{self.direction}.{level}{station}"


def overturning_cases(parts: Sequence[Stretch], options: LimitOptions) -> list[OverturningCase]:
    """Every overturning that ``options`` ask for: of the whole wall, and of each of its stretches."""
    cases = []
    groups = [tuple(parts)] if len(parts) == 1 else [tuple(parts), *((part,) for part in parts)]
    for group in groups:
        station = group[0].middle if len(group) == 1 < len(parts) else None
        for level in _levels(group, options, whole=len(group) == len(parts)):
            standing = tuple(part for part in group if part.top > level + 1e-9)
            if len(group) > 1 and len(standing) == 1:
                continue  # that stretch comes by itself
            cases += [
                OverturningCase(parts=standing, level=level, direction=direction, station=station)
                for direction in options.directions
            ]
    return cases


def overturn(
    wall: Wall, options: LimitOptions, thrust: EarthThrust | None, case: OverturningCase
) -> tuple[Moved | None, list[Remark]]:
    """The mechanism of ``case``; None with a remark where fill is in its way."""
    buried = thrust is not None and _buried(wall, case.parts, case.level)
    if case.direction == "inward" and buried:
        return None, [Remark(kind="assumption", key="limit_inward_held", amount=case.level, unit="m")]
    moved, told = _overturning(wall, options, thrust if buried else None, case)
    felt: FillForces = "seismic"  # nothing leans on what stands above the fill
    if _buried(wall, case.parts, case.level):
        felt = "none" if thrust is None else options.backfill
    return replace(moved, mechanism=replace(moved.mechanism, fill=felt)), told


def _levels(parts: Sequence[Stretch], options: LimitOptions, *, whole: bool) -> list[float]:
    """Levels about which ``parts`` may turn, upwards; ``whole``: all of the wall, not one stretch of several."""
    found = {0.0}
    for part in parts:
        layers = part.section.layers
        found |= {float(layer.top) for layer in layers[:-1]}
        if options.levels == "joints":
            found |= {float(level) for level in part.section.joints}
        if len(parts) > 1:  # where a neighbour ends, a stretch goes on alone above it
            found |= {part.top}
    if whole:
        found |= {level for level in options.hinge_levels if all(abs(level - other) > _SAME for other in found)}
    return sorted(level for level in found if any(part.top > level + 1e-9 for part in parts))


def _buried(wall: Wall, parts: Sequence[Stretch], level: float) -> bool:
    """Whether fill leans on what stands above ``level``."""
    fill = wall.backfill
    if fill is None:
        return False
    return any((part.top if fill.height is None else float(fill.height)) > level + 1e-9 for part in parts)


def _overturning(
    wall: Wall, options: LimitOptions, thrust: EarthThrust | None, case: OverturningCase
) -> tuple[Moved, list[Remark]]:
    parts, level, direction, name = case.parts, case.level, case.direction, case.name
    outward = direction == "outward"
    acting = acting_on(wall, parts, options, direction=direction, bodies=((level, parts[0].top),))
    soil = None if thrust is None else soil_on(thrust, parts, level, seismic=options.backfill == "seismic")
    spans = [weight_between(part, level, part.top) for part in parts]
    weight = sum(span.weight for span in spans)
    centroid = np.average([span.centroid for span in spans], axis=0, weights=[span.weight for span in spans])
    weights = tuple(acting.weights) if soil is None else (*acting.weights, *soil[1])
    edges = [edge(part, level) for part in parts]
    hinge = min(front for front, _ in edges) if outward else max(back for _, back in edges)
    sign = 1.0 if outward else -1.0
    contact = contact_rectangles(parts, level, hinge, sign, options)
    if contact is not None:
        pressing = weight + acting.down
        if soil is not None:
            pressing += sum(item.weight for item in soil[1]) - sum(float(f.force[2]) for f in soil[0].forces(0.0))
        hinge += sign * set_back(contact, pressing, options.crushing_rule, name)
    heaviest = max(zip(spans, parts, strict=True), key=lambda pair: pair[0].weight)[1]
    top = max(part.top for part in parts)
    control = centroid if options.control == "centroid" else np.array([centroid[0], centroid[1], top])
    motion = Motion(
        name=name,
        bodies=(
            Body(
                name="upper_part" if level > 0.0 else "wall",
                weight=weight,
                centroid=centroid,
                link=Link(hinge=np.array([centroid[0], hinge, level]), axis=np.array([1.0, 0.0, 0.0])),
                outline=outline(heaviest, level, heaviest.top),
            ),
        ),
        direction=OUTWARD if outward else INWARD,
        control_body=0,
        control_point=control,
        weights=weights,
        dead=tuple(acting.dead),
        resistances=tuple(acting.resistances),
        soil=None if soil is None else soil[0],
    )
    place = Place(
        name="base" if level == 0.0 else "joint",
        level=None if level == 0.0 else level,
        inward=not outward,
        station=case.station,
    )
    moved = follow(
        motion,
        kind="overturning",
        place=place,
        level=level,
        height=float(wall.envelope.height),
        crushing=contact is not None,
    )
    return moved, acting.remarks
