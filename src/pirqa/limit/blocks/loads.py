"""Load patterns as forces and moments on the bodies."""

from __future__ import annotations

import numpy as np

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.limit.blocks.assembly import BlockAssembly
from pirqa.limit.blocks.options import BlocksOptions, LiveLoad, LoadPattern, LoadRole
from pirqa.model.polyhedron import FloatArray

__all__ = ["dead_loads", "pattern_load", "unit_direction"]

_REACH = 0.05
"""How far from its stone a live load may act [m]: a bracket."""


def dead_loads(made: BlockAssembly, options: BlocksOptions) -> FloatArray:
    """Weights and what is always there beside them [N, N m], shape (b, 6)."""
    return made.gravity + _live(made, options, "dead")


def pattern_load(made: BlockAssembly, pattern: LoadPattern, options: BlocksOptions) -> FloatArray:
    """What grows under ``pattern`` [N, N m], shape (b, 6)."""
    if pattern.kind == "live":
        return _live(made, options, "multiplied")
    loads = np.zeros((len(made.weight), 6))
    if pattern.kind == "settlement":
        loads[-1, 2] = -made.weight.sum()
        return loads
    share = made.weight
    if pattern.kind == "triangular":
        ground = min(float(corners[:, 2].min()) for corners in made.corners)
        height = made.centre[:, 2] - ground
        # of the same sum as the weights, so that the multiplier is that of the base shear
        share = made.weight * height * (made.weight.sum() / float(made.weight @ height))
    loads[:, :3] = share[:, None] * unit_direction(pattern)
    return loads


def unit_direction(pattern: LoadPattern) -> FloatArray:
    """Direction of a pattern with length 1; down for a settlement."""
    if pattern.kind == "settlement":
        return np.array([0.0, 0.0, -1.0])
    direction = np.array(pattern.direction, dtype=np.float64)
    return np.asarray(direction / np.linalg.norm(direction))


def _live(made: BlockAssembly, options: BlocksOptions, role: LoadRole) -> FloatArray:
    loads = np.zeros((len(made.weight), 6))
    for name, load in options.live_loads.items():
        if load.role == role:
            number = _number(made, name, load)
            arm = np.array(load.point) - made.centre[number]
            loads[number] += np.concatenate([load.force, np.cross(arm, load.force)])
    return loads


def _number(made: BlockAssembly, name: str, load: LiveLoad) -> int:
    if load.stone not in made.names:
        hint = did_you_mean(load.stone, made.names)
        raise OptionsError(f'blocks.live_loads.{name}.stone: no free stone is called "{load.stone}"; {hint}')
    number = made.names.index(load.stone)
    low, high = made.corners[number].min(axis=0), made.corners[number].max(axis=0)
    point = np.array(load.point)
    away = float(np.linalg.norm(np.maximum(np.maximum(low - point, point - high), 0.0)))
    if away > _REACH:
        raise ModelError(f'blocks.live_loads.{name}.point is {away:.3g} m away from stone "{load.stone}"')
    return number
