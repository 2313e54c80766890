"""Mechanisms of the user's own: bodies, hinges, guides and forces as the file gives them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.mechanism import Moved, follow
from pirqa.limit.options import GROUND, CustomBody, CustomMechanism
from pirqa.limit.virtual_work import Body, DeadForce, Guide, Link, MechanismMotion, Resistance, Weight
from pirqa.model.check import Place
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall


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
