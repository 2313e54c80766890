"""A wall with a sample of the uncertain parameters put on it.

Thickness is a factor on all that lies across the wall: stones, contacts and envelope are stretched from the front
face, so that joints stay joints, faces flat and parts convex, and masses and inertias follow exactly. The face that
was surveyed stays as it is; what is not known is how deep the stones reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.stone import Contact, ContactFace, Stone
from pirqa.model.wall import Wall

__all__ = ["settled_joints", "stretched", "varied_joints", "varied_wall"]


def varied_wall(wall: Wall, parameters: Mapping[str, float]) -> Wall:
    """``wall`` with the factors on its thickness and unit weight."""
    if "unit_weight" in parameters:
        factor = parameters["unit_weight"]
        heavier = {name: replace(item, unit_weight=factor * item.unit_weight) for name, item in wall.materials.items()}
        wall = replace(wall, materials=heavier)
    return stretched(wall, parameters["thickness"]) if "thickness" in parameters else wall


def settled_joints(joints: JointProperties, names: Mapping[str, Any]) -> JointProperties:
    """Joints without the pairs that an uncertain parameter stands for: its samples are run, not the pair's ends."""
    changes: dict[str, Any] = {}
    if "friction" in names:
        changes["friction_angle_high"] = None
    if "normal_stiffness" in names:
        changes["normal_stiffness_high"] = None
    if {"damping", "damping_ratio"} & set(names):
        changes |= {"damping_high": None, "damping_ratio_high": None, "restitution_high": None}
    return replace(joints, **changes)


def varied_joints(joints: JointProperties, parameters: Mapping[str, float]) -> JointProperties:
    """``joints`` with the sample's values; exceptions of single joints keep their own."""
    changes: dict[str, Any] = {}
    ratio = parameters.get("stiffness_ratio")
    normal = parameters.get("normal_stiffness", joints.normal_stiffness)
    if "friction" in parameters:
        changes["friction_angle"] = math.atan(parameters["friction"])
    if "normal_stiffness" in parameters:
        changes["normal_stiffness"] = normal
        if ratio is None and joints.tangential_stiffness is not None and joints.normal_stiffness is not None:
            ratio = joints.tangential_stiffness / joints.normal_stiffness  # the ratio is what is known of Kt
    if ratio is not None:
        if normal is None:
            raise OptionsError("uncertain.stiffness_ratio: the wall's joints have no normal_stiffness to take it of")
        changes["tangential_stiffness"] = ratio * normal
    for name in ("damping", "damping_ratio"):
        if name in parameters:
            changes |= {"damping": None, "damping_ratio": None, "restitution": None, name: parameters[name]}
    for name in ("cohesion", "tension"):
        if name in parameters:
            changes[name] = parameters[name]
    return replace(joints, **changes)


def stretched(wall: Wall, factor: float) -> Wall:
    """``wall`` ``factor`` times as thick, its front where it was at y = 0."""
    scale = np.array([1.0, factor, 1.0])
    return replace(
        wall,
        envelope=_envelope(wall.envelope, factor),
        stones=tuple(_stone(stone, scale) for stone in wall.stones),
        contacts=tuple(_contact(contact, scale) for contact in wall.contacts),
        control_points=tuple(replace(point, position=point.position * scale) for point in wall.control_points),
    )


def _envelope(envelope: Envelope, factor: float) -> Envelope:
    def zone(item: Zone) -> Zone:
        return replace(
            item,
            thickness=factor * item.thickness,
            thickness_top=None if item.thickness_top is None else factor * item.thickness_top,
            front_batter=math.atan(factor * math.tan(item.front_batter)),
            back_batter=math.atan(factor * math.tan(item.back_batter)),
            front=factor * item.front,
        )

    leaves = tuple(replace(leaf, thickness=factor * leaf.thickness) for leaf in envelope.leaves)
    return replace(envelope, zones=tuple(zone(item) for item in envelope.zones), leaves=leaves)


def _solid(solid: Polyhedron, scale: FloatArray) -> Polyhedron:
    return Polyhedron(vertices=solid.vertices * scale, faces=solid.faces)


def _stone(stone: Stone, scale: FloatArray) -> Stone:
    solid = _solid(stone.solid, scale)
    # a solid may be its own only part: it stays so
    parts = tuple(solid if part is stone.solid else _solid(part, scale) for part in stone.parts)
    factor = float(scale[1])
    spread = 0.5 * np.trace(stone.inertia) * np.eye(3) - stone.inertia  # ∫ x xᵀ dV
    spread = factor * spread * np.outer(scale, scale)
    return replace(
        stone,
        solid=solid,
        parts=parts,
        volume=factor * stone.volume,
        centroid=stone.centroid * scale,
        inertia=np.trace(spread) * np.eye(3) - spread,
    )


def _contact(contact: Contact, scale: FloatArray) -> Contact:
    return replace(contact, faces=tuple(_face(face, scale) for face in contact.faces))


def _face(face: ContactFace, scale: FloatArray) -> ContactFace:
    # area vectors of a stretched face: the cofactors of the stretch
    across = face.normal * (float(scale.prod()) / scale)
    size = float(np.linalg.norm(across))
    return replace(face, polygon=face.polygon * scale, normal=across / size, area=face.area * size)
