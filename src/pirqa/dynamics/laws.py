"""Which law acts between two stones: the wall's joints, with their exceptions by zone or stone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.dynamics.arrays import IntArray
from pirqa.dynamics.faces import FacePair
from pirqa.errors import OptionsError
from pirqa.model.joint import JointProperties
from pirqa.model.stone import BASE
from pirqa.model.wall import Wall

__all__ = ["kinds_of", "law_of"]


def law_of(wall: Wall, properties: JointProperties, pair: FacePair) -> JointProperties:
    """Properties of one joint; on the base the friction is the support's, unless an exception says otherwise."""
    sides = [
        frozenset({BASE}) if name == BASE else frozenset({name, wall.stone(name).zone})
        for name in (pair.first, pair.second)
    ]
    return _between(wall, properties, *sides)


def kinds_of(wall: Wall, properties: JointProperties) -> tuple[IntArray, list[list[JointProperties]]]:
    """Which bodies are alike to the exceptions, as numbers; and the law between each two of them, all dry."""
    named = {name for exception in properties.exceptions for name in exception.between}
    sides = [frozenset({stone.name, stone.zone} & named) for stone in wall.stones]
    sides.append(frozenset({BASE}))
    alike = sorted(set(sides), key=lambda names: (BASE in names, sorted(names)))
    laws = [[_between(wall, properties, one, two) for two in alike] for one in alike]
    return np.array([alike.index(names) for names in sides], dtype=np.int64), laws


def _between(wall: Wall, properties: JointProperties, one: frozenset[str], other: frozenset[str]) -> JointProperties:
    if BASE in one | other and wall.support is not None:
        properties = replace(
            properties,
            friction_angle=wall.ground.friction_angle,
            friction_angle_high=None,
            dilation_angle=0.0,
        )
    found = properties.between(one, other)
    if found.normal_stiffness is None:
        raise OptionsError(
            "joints.normal_stiffness is missing: it changes how a wall rocks, so it has no default; give a value such "
            'as "2e8 N/m3", or a low one and normal_stiffness_high'
        )
    return found
