"""Joint properties at the best estimates and at the ends of their ranges; symmetry of a wall."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.campaign.incremental.options import IdaOptions
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.model.joint import DAMPING_RATIO, JointProperties
from pirqa.model.wall import Wall
from pirqa.shaking.movable import corners_of
from pirqa.shaking.options import DynamicsOptions

__all__ = ["best_estimates", "corner_factors", "corner_joints", "is_symmetric", "merged_ends"]

_SAME = 1e-6


def best_estimates(wall: Wall, joints: JointProperties) -> JointProperties:
    """Return the joints with the middle of each pair: geometric for stiffness and damping, arithmetic for friction."""
    changes: dict[str, Any] = {}
    if joints.normal_stiffness_high is not None and joints.normal_stiffness is not None:
        middle = math.sqrt(joints.normal_stiffness * joints.normal_stiffness_high)
        changes |= {"normal_stiffness": middle, "normal_stiffness_high": None}
        if joints.tangential_stiffness is not None:
            changes["tangential_stiffness"] = joints.tangential_stiffness * middle / joints.normal_stiffness
    if joints.friction_angle_high is not None:
        middle = 0.5 * (math.tan(joints.friction_angle) + math.tan(joints.friction_angle_high))
        changes |= {"friction_angle": math.atan(middle), "friction_angle_high": None}
    for key in ("damping", "damping_ratio"):
        low, high = getattr(joints, key), getattr(joints, f"{key}_high")
        if low is not None and high is not None:
            changes |= {key: math.sqrt(low * high), f"{key}_high": None}
    if joints.restitution is not None and joints.restitution_high is not None:
        middle = math.sqrt(joints.restitution * joints.restitution_high)
        changes |= {"restitution": middle, "restitution_high": None}
    one = replace(joints, **changes)
    return next(iter(corners_of(replace(wall, joints=one)).values()))


def corner_joints(
    wall: Wall, best: JointProperties, joints: JointProperties, options: IdaOptions
) -> dict[str, JointProperties]:
    """Return the joints at each end of each uncertain input, by the name of the corner: ``Kn low`` …"""
    found: dict[str, JointProperties] = {}
    for symbol, ends in corner_factors(wall, best, joints, options).items():
        for end, value in zip(("low", "high"), ends, strict=True):
            if value is not None:
                found[f"{symbol} {end}"] = _with(best, symbol, value)
    return found


def corner_factors(
    wall: Wall, best: JointProperties, joints: JointProperties, options: IdaOptions
) -> dict[str, tuple[float | None, float | None]]:
    """Return low and high factor of each input, relative to its best estimate; None where it is known."""
    ranges = options.corners
    stiffness, friction, damping = ranges.normal_stiffness, ranges.friction, ranges.damping
    assert best.normal_stiffness is not None
    if joints.normal_stiffness_high is not None and joints.normal_stiffness is not None:
        stiffness = tuple(
            value / best.normal_stiffness for value in (joints.normal_stiffness, joints.normal_stiffness_high)
        )
    if joints.friction_angle_high is not None:
        friction = tuple(
            math.tan(value) / best.friction for value in (joints.friction_angle, joints.friction_angle_high)
        )
    for key in ("damping", "damping_ratio"):
        low, high, middle = getattr(joints, key), getattr(joints, f"{key}_high"), getattr(best, key)
        if low is not None and high is not None and middle:
            damping = (low / middle, high / middle)
    if joints.restitution is not None and joints.restitution_high is not None and best.damping:
        soft, hard = (
            damping_for_restitution(wall, replace(joints, restitution=value, restitution_high=None)).damping or 0.0
            for value in (joints.restitution_high, joints.restitution)
        )
        damping = (soft / best.damping, hard / best.damping)
    return {
        symbol: tuple(None if abs(value - 1.0) <= _SAME else float(value) for value in ends)  # type: ignore[misc]
        for symbol, ends in (("Kn", stiffness), ("μ", friction), ("ζ", damping))
    }


def _with(joints: JointProperties, symbol: str, factor: float) -> JointProperties:
    if symbol == "Kn":
        assert joints.normal_stiffness is not None
        stiffness = joints.tangential_stiffness
        return replace(
            joints,
            normal_stiffness=factor * joints.normal_stiffness,
            tangential_stiffness=None if stiffness is None else factor * stiffness,
        )
    if symbol == "μ":
        angle = max(math.atan(factor * joints.friction), 1.01 * joints.dilation_angle)
        return replace(joints, friction_angle=angle)
    if joints.damping is not None:
        return replace(joints, damping=factor * joints.damping)
    ratio = DAMPING_RATIO if joints.damping_ratio is None else joints.damping_ratio
    return replace(joints, damping_ratio=min(factor * ratio, 1.99))


def merged_ends(joints: JointProperties, end: JointProperties, symbol: str) -> JointProperties:
    """Return ``joints`` with the input ``symbol`` of ``end``."""
    keys = {
        "Kn": ("normal_stiffness", "tangential_stiffness"),
        "μ": ("friction_angle",),
        "ζ": ("damping", "damping_ratio"),
    }[symbol]
    return replace(joints, **{key: getattr(end, key) for key in keys})


def is_symmetric(wall: Wall, dynamics: DynamicsOptions) -> bool:
    """Return whether each stone of ``wall`` is its own mirror image about one vertical plane along the wall.

    Struts, ties and infill act on one side, so that a wall with them is not symmetric.
    """
    if dynamics.struts_on(wall) or not wall.stones:
        return False
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones])
    middle = 0.5 * float(corners[:, 1].min() + corners[:, 1].max())
    size = float(np.ptp(corners, axis=0).max())
    for stone in wall.stones:
        own = stone.solid.vertices
        mirrored = own * np.array([1.0, -1.0, 1.0]) + np.array([0.0, 2.0 * middle, 0.0])
        apart = np.linalg.norm(own[:, None] - mirrored[None], axis=2)
        if float(apart.min(axis=1).max()) > _SAME * size:
            return False
    return True
