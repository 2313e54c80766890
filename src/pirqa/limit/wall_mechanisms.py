"""Mechanisms of the wall's own parts: overturning, bending between two levels, wedges of corners, the user's own.

Overturning: all above a level turns about an edge of it: the whole wall, a stretch, an upper part.

Bending: a wall held at its foot and at a level above; two parts open at a hinge between them.

Corner: a wedge of a corner, or of the free end of a buttress, turns about its foot. The outer edge of the corner is
upright at the origin; the first wall runs along x from there, the other along y. A crack rises in each from the foot at
an angle β from the vertical: at height z above the foot the wedge reaches z tan β along each wall. It falls away from
them, by default at 45°, about a level axis through its foot square to the fall.

The user's own mechanisms: bodies, hinges, guides and forces as the file gives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, sin, tan

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.forces import EarthThrust, acting_on, soil_on
from pirqa.limit.mechanism import Moved, follow
from pirqa.limit.options import GROUND, Bending, Corner, CustomBody, CustomMechanism, Direction, LimitOptions
from pirqa.limit.parts import (
    INWARD,
    OUTWARD,
    Stretch,
    contact_rectangles,
    edge,
    face,
    outline,
    set_back,
    weight_between,
)
from pirqa.limit.virtual_work import (
    Body,
    DeadForce,
    Guide,
    Link,
    MechanismMotion,
    Resistance,
    Weight,
    directed,
    move,
    multiplier,
)
from pirqa.model.check import Place
from pirqa.model.mechanism import FillForces
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall

_SAME = 0.02
"""Levels this near to each other are one [m]."""

_MARGIN = 0.02
"""Of the span: nearer to its ends no hinge is looked for."""

_TRIALS = 200


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


def bendings(
    wall: Wall, parts: Sequence[Stretch], options: LimitOptions, key: str
) -> Iterator[tuple[Moved, list[Remark]]]:
    """The bending that ``options`` call ``key``, in each stretch of the wall that is high enough, each way."""
    asked = options.bending[key]
    reached = False
    for part in parts:
        held = part.top if asked.held_at is None else asked.held_at
        if held > part.top + 1e-9 or held <= asked.bottom:
            continue
        reached = True
        if asked.hinge is not None and asked.hinge >= held - 1e-9:
            raise OptionsError(f"limit.bending.{key}.hinge must be below the level at which the wall is held")
        for direction in asked.directions:
            name = f"bending.{key}.{direction}" + ("" if len(parts) == 1 else f".x{part.middle:.2f}m")
            yield _bending(wall, part, options, asked, held, direction, name, alone=len(parts) == 1)
    if not reached:
        raise OptionsError(f"limit.bending.{key}.held_at is above the wall's top, or its top is not above bottom")


def corners(wall: Wall, options: LimitOptions) -> list[Moved]:
    """The wedges that ``options`` ask for."""
    return [_corner(wall, key, asked) for key, asked in options.corners.items()]


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
    motion = MechanismMotion(
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


def _bending(
    wall: Wall,
    part: Stretch,
    options: LimitOptions,
    asked: Bending,
    held: float,
    direction: Direction,
    name: str,
    *,
    alone: bool,
) -> tuple[Moved, list[Remark]]:
    remarks: list[Remark] = []
    hinge = asked.hinge
    notes: list[str] = []
    if hinge is None:
        hinge, at_end = _weakest(wall, part, options, asked.bottom, held, direction, name)
        notes = ["hinge_at_end"] if at_end else []
    motion, crushing = _motion(wall, part, options, asked.bottom, held, hinge, direction, name)
    if wall.backfill is not None:
        remarks.append(Remark(kind="assumption", key="limit_bending_without_fill", text=name))
    moved = follow(
        motion,
        kind="bending",
        place=Place(name="joint", level=hinge, inward=direction == "inward", station=None if alone else part.middle),
        level=asked.bottom,
        height=float(wall.envelope.height),
        crushing=crushing,
        notes=notes,
    )
    return moved, remarks


def _weakest(
    wall: Wall, part: Stretch, options: LimitOptions, bottom: float, held: float, direction: Direction, name: str
) -> tuple[float, bool]:
    """Level of the hinge at which the bending starts first, and whether it is at an end of the span."""
    from scipy.optimize import minimize_scalar

    def start(level: float) -> float:
        motion = directed(_motion(wall, part, options, bottom, held, level, direction, name)[0])
        return multiplier(motion, move(motion.links, 0.0))

    span = held - bottom
    low, high = bottom + _MARGIN * span, held - _MARGIN * span
    # a step of the section is a place of its own: just there the contact is smaller than on either side
    steps = [float(layer.top) for layer in part.section.layers if low < float(layer.top) < high]
    trials = np.unique(np.concatenate([np.linspace(low, high, _TRIALS), steps]))
    values = np.array([start(level) for level in trials])
    best = int(np.argmin(values))
    level, least = float(trials[best]), float(values[best])
    around = (trials[max(best - 1, 0)], trials[min(best + 1, len(trials) - 1)])
    found = minimize_scalar(start, bounds=around, method="bounded", options={"xatol": 1e-10 * span})
    if found.fun < least:
        level = float(found.x)
    return level, bool(min(level - low, high - level) < 1e-6 * span)


def _motion(
    wall: Wall,
    part: Stretch,
    options: LimitOptions,
    bottom: float,
    held: float,
    hinge: float,
    direction: Direction,
    name: str,
) -> tuple[MechanismMotion, bool]:
    """The two parts: the lower turns about its edge on the side of the fall, the upper about the other edge of it."""
    outward = direction == "outward"
    acting = acting_on(wall, (part,), options, direction=direction, bodies=((bottom, hinge), (hinge, part.top)))
    spans = (weight_between(part, bottom, hinge), weight_between(part, hinge, part.top))
    loads = [
        spans[body].weight
        + sum(item.weight for item in acting.weights if item.body == body)
        - sum(float(item.force[2]) for item in acting.dead if item.body == body)
        for body in (0, 1)
    ]
    foot_front, foot_back = edge(part, bottom)
    front, back = edge(part, hinge)
    foot, middle = (foot_front, back) if outward else (foot_back, front)
    sign = 1.0 if outward else -1.0
    below = contact_rectangles((part,), bottom, foot, sign, options)
    between = contact_rectangles((part,), hinge, middle, -sign, options)
    if below is not None and between is not None:
        foot += sign * set_back(below, loads[0] + loads[1], options.crushing_rule, name)
        middle -= sign * set_back(between, loads[1], options.crushing_rule, name)
    held_front, held_back = face(part, held)
    x = part.middle
    axis = np.array([1.0, 0.0, 0.0])
    links = (
        Link(hinge=np.array([x, foot, bottom]), axis=axis),
        Link(
            hinge=np.array([x, middle, hinge]),
            axis=axis,
            parent=0,
            guide=Guide(
                point=np.array([x, held_front if outward else held_back, held]), direction=np.array([0.0, 1.0, 0.0])
            ),
        ),
    )
    bodies = tuple(
        Body(name=label, weight=span.weight, centroid=np.array(span.centroid), link=link, outline=outline(part, *ends))
        for label, span, link, ends in zip(
            ("lower_part", "upper_part"), spans, links, ((bottom, hinge), (hinge, part.top)), strict=True
        )
    )
    motion = MechanismMotion(
        name=name,
        bodies=bodies,
        direction=OUTWARD if outward else INWARD,
        control_body=0,
        control_point=np.array([x, middle, hinge]),
        weights=tuple(acting.weights),
        dead=tuple(acting.dead),
        resistances=tuple(acting.resistances),
    )
    return motion, below is not None


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
    motion = MechanismMotion(
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


def custom_mechanism(wall: Wall, key: str, asked: CustomMechanism) -> tuple[Moved, list[Remark]]:
    """The mechanism called ``key``."""
    where = f"limit.custom.{key}"
    order = _order(where, asked)
    leader = _leader(where, asked)
    numbers = {name: index for index, name in enumerate(order)}
    remarks: list[Remark] = []
    bodies = []
    for name in order:
        item = asked.bodies[name]
        weight, centroid, outline, box = _shape(wall, f"{where}.bodies.{name}", item)
        if box is not None and np.any((np.array(item.hinge) < box[0] - 1e-6) | (np.array(item.hinge) > box[1] + 1e-6)):
            remarks.append(Remark(kind="warning", key="limit_hinge_outside", text=f"{key}, {name}"))
        guided = name != leader
        assert item.guide is not None or not guided
        bodies.append(
            Body(
                name=name,
                weight=weight,
                centroid=centroid,
                link=Link(
                    hinge=np.array(item.hinge),
                    axis=_unit(item.axis),
                    parent=-1 if item.carried_by == GROUND else numbers[item.carried_by],
                    guide=Guide(point=np.array(item.guide), direction=_unit(item.guide_direction)) if guided else None,
                ),
                outline=outline,
            )
        )
    control_body = leader if asked.control_body is None else asked.control_body
    if control_body not in numbers:
        raise OptionsError(
            f'{where}.control_body: no body is called "{control_body}"; {did_you_mean(control_body, numbers)}'
        )
    number = numbers[control_body]
    direction = _unit(asked.direction)
    weights, dead, resistances = _forces(where, asked, numbers)
    motion = MechanismMotion(
        name=f"custom.{key}",
        bodies=tuple(bodies),
        direction=direction,
        control_body=number,
        control_point=bodies[number].centroid if asked.control is None else np.array(asked.control),
        weights=weights,
        dead=dead,
        resistances=resistances,
    )
    level = min(float(body.link.hinge[2]) for body in bodies if body.link.parent < 0)
    ground = abs(level) <= 1e-9
    moved = follow(
        motion,
        kind="custom",
        place=Place(
            name="base" if ground else "joint", level=None if ground else level, inward=bool(direction[1] > 1e-9)
        ),
        level=max(level, 0.0),
        height=float(wall.envelope.height),
    )
    return moved, remarks


def _unit(vector: tuple[float, ...]) -> FloatArray:
    array = np.array(vector)
    return np.asarray(array / np.linalg.norm(array))


def _leader(where: str, asked: CustomMechanism) -> str:
    leading = [name for name, body in asked.bodies.items() if body.leads]
    free = [name for name, body in asked.bodies.items() if body.guide is None]
    if len(leading) > 1:
        raise OptionsError(f"{where}: {' and '.join(leading)} both lead: a mechanism has one freedom")
    if leading:
        idle = [name for name in free if name != leading[0]]
        if idle:
            raise OptionsError(
                f"{where}.bodies.{idle[0]}.guide is missing: only the leading body may turn freely, or there is more "
                "than one freedom"
            )
        if asked.bodies[leading[0]].guide is not None:
            raise OptionsError(f"{where}.bodies.{leading[0]}: a body leads or has a guide, not both")
        return leading[0]
    if not free:
        raise OptionsError(f"{where}: every body has a guide, so nothing can move: take one guide away")
    if len(free) > 1:
        raise OptionsError(
            f"{where}: {' and '.join(free)} may both turn freely: give all but one a guide, so that one freedom is left"
        )
    return free[0]


def _order(where: str, asked: CustomMechanism) -> list[str]:
    """Bodies so that each comes after what carries it."""
    order: list[str] = []
    for name, body in asked.bodies.items():
        if name == GROUND:
            raise OptionsError(f'{where}: no body may be called "{GROUND}"')
        if body.carried_by != GROUND and body.carried_by not in asked.bodies:
            raise OptionsError(
                f'{where}.bodies.{name}.carried_by: no body is called "{body.carried_by}"; '
                f"{did_you_mean(body.carried_by, [GROUND, *asked.bodies])}"
            )
    waiting = list(asked.bodies)
    while waiting:
        ready = [name for name in waiting if asked.bodies[name].carried_by in (GROUND, *order)]
        if not ready:
            raise OptionsError(
                f"{where}: {' and '.join(waiting)} carry each other: one of them must hang on the ground"
            )
        order += ready
        waiting = [name for name in waiting if name not in ready]
    return order


def _shape(
    wall: Wall, where: str, item: CustomBody
) -> tuple[float, FloatArray, FloatArray, tuple[FloatArray, FloatArray] | None]:
    """Weight, centroid, outline and surrounding box of a body; no box where only its weight is known."""
    if item.weight is not None:
        assert item.centroid is not None
        return item.weight, np.array(item.centroid), np.empty((0, 2)), None
    material = item.material or wall.envelope.zones[0].material
    if material not in wall.materials:
        raise OptionsError(
            f'{where}.material: "{material}" is not among the materials; {did_you_mean(material, wall.materials)}'
        )
    unit_weight = wall.materials[material].unit_weight
    if item.low is not None and item.high is not None:
        low, high = np.array(item.low), np.array(item.high)
        ends = ((low[1], low[2]), (low[1], high[2]), (high[1], high[2]), (high[1], low[2]))
        return float(np.prod(high - low)) * unit_weight, 0.5 * (low + high), np.array(ends), (low, high)
    assert item.length is not None
    y, z = np.array(item.section_y), np.array(item.section_z)
    cross = y * np.roll(z, -1) - np.roll(y, -1) * z
    area = 0.5 * float(cross.sum())
    if abs(area) < 1e-12:
        raise OptionsError(f"{where}: its section has no area")
    centre_y = float(((y + np.roll(y, -1)) * cross).sum()) / (6.0 * area)
    centre_z = float(((z + np.roll(z, -1)) * cross).sum()) / (6.0 * area)
    centroid = np.array([item.start + 0.5 * item.length, centre_y, centre_z])
    box = (
        np.array([item.start, y.min(), z.min()]),
        np.array([item.start + item.length, y.max(), z.max()]),
    )
    return abs(area) * item.length * unit_weight, centroid, np.column_stack([y, z]), box


def _forces(
    where: str, asked: CustomMechanism, numbers: Mapping[str, int]
) -> tuple[tuple[Weight, ...], tuple[DeadForce, ...], tuple[Resistance, ...]]:
    weights, dead, resistances = [], [], []
    for name, item in asked.forces.items():
        if item.body not in numbers:
            raise OptionsError(
                f'{where}.forces.{name}.body: no body is called "{item.body}"; {did_you_mean(item.body, numbers)}'
            )
        body, point, force = numbers[item.body], np.array(item.point), np.array(item.force)
        if item.mass:
            weight = -float(force[2])
            weights.append(Weight(name=name, kind="roof", body=body, point=point, weight=weight, shaken=weight))
        elif item.resists:
            size = float(np.linalg.norm(force))
            resistances.append(
                Resistance(
                    name=name,
                    kind="strut",
                    body=body,
                    point=point,
                    direction=force / size,
                    capacity=size,
                    failure=item.failure,
                )
            )
        else:
            dead.append(DeadForce(name=name, kind="thrust", body=body, point=point, force=force))
    return tuple(weights), tuple(dead), tuple(resistances)
