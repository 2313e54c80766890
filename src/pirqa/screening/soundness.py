"""Walls that cannot be: what of a row contradicts the rest of it, and what looks odd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pirqa.model.remark import Remark
from pirqa.screening.walls import Walls

__all__ = ["doubtful_walls", "unsound_walls"]

Mask = np.ndarray[Any, np.dtype[np.bool_]]


def unsound_walls(walls: Walls, *, total_force: Mask) -> Iterator[tuple[int, str, str]]:
    """Index, column and reason for each wall that cannot be judged.

    ``total_force``: whose strut force is that of the whole wall.
    """
    has = {
        name: np.isfinite(getattr(walls, name))
        for name in (
            "height",
            "length",
            "thickness_top",
            "step_level",
            "unit_weight",
            "strut_force",
            "strut_level",
            "fill_height",
            "fill_friction_angle",
            "fill_unit_weight",
        )
    }
    strut, fill = has["strut_force"], has["fill_height"]
    upright = ~has["thickness_top"] | (walls.flush == "back")
    with np.errstate(invalid="ignore"):
        below_step = has["step_level"] & (walls.fill_height <= walls.step_level)
        rules: tuple[tuple[Mask, str, str], ...] = (
            (has["step_level"] & ~has["thickness_top"], "thickness_top", "is missing: the wall has a step_level"),
            (walls.step_level >= walls.height, "step_level", "must be below the wall's height"),
            (strut & ~has["strut_level"], "strut_level", "is missing: the wall has a strut_force"),
            (strut & (walls.strut_side == ""), "strut_side", "is missing: write front or back, the face it presses on"),
            (strut & (walls.strut_level > walls.height), "strut_level", "must not be above the wall's height"),
            (~strut & has["strut_level"], "strut_force", "is missing: the wall has a strut_level"),
            (
                total_force & ~has["length"],
                "length",
                "is missing: the strut_force is that of the whole wall; give length, or the force in kN/m",
            ),
            (
                (strut | fill) & ~has["unit_weight"],
                "unit_weight",
                "is missing: with a strut or a fill the weight of the wall counts",
            ),
            (fill & (walls.fill_height > walls.height), "fill_height", "must not be above the wall's height"),
            (fill & ~has["fill_friction_angle"], "fill_friction_angle", "is missing: the wall has a fill"),
            (fill & ~has["fill_unit_weight"], "fill_unit_weight", "is missing: the wall has a fill"),
            (
                fill & ~upright & ~below_step,
                "fill_height",
                "the back is not upright where the fill is: run this wall as a project of its own (pirqa assess)",
            ),
        )
    for mask, column, reason in rules:
        for index in np.flatnonzero(mask):
            yield int(index), column, reason


def doubtful_walls(walls: Walls) -> list[Remark]:
    """What may be right, but looks like a slip."""
    remarks = []
    with np.errstate(invalid="ignore"):
        doubts = {
            "walls_thicker_than_high": walls.thickness > walls.height,
            "walls_thicker_above": walls.thickness_top > walls.thickness,
            "walls_very_slender": walls.height > 20.0 * walls.thickness,
        }
    for key, mask in doubts.items():
        names = tuple(str(name) for name in walls.name[mask])
        if names:
            remarks.append(Remark(kind="warning", key=key, stones=names, count=len(names)))
    return remarks
