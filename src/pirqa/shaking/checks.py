"""What runs say about the wall: damage that lasts, stones that fall."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Basis, Check, Place
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.wall import Wall
from pirqa.shaking.damage import Outcome
from pirqa.shaking.result import OTHER_DAMPING
from pirqa.units import STANDARD_GRAVITY

__all__ = ["SOURCE", "checks_of", "in_doubt", "is_judged", "judge_run", "peak_of", "slug_of"]

SOURCE = "rigid stones on exact joints (after the Sacsayhuaman paper, section 3)"


def is_judged(run: Trajectory) -> bool:
    """A tilt goes on until the wall falls, and a comparison is no opinion of its own."""
    return run.action != "tilt" and not run.case.endswith(OTHER_DAMPING)


def checks_of(
    run: Trajectory,
    outcome: Outcome,
    row: Mapping[str, Any],
    wall: Wall,
    *,
    residual_limit: float,
    half: float,
    motion: GroundMotion | None = None,
) -> tuple[Check, ...]:
    """Of damage and of collapse: any stone that falls is both; ``half`` of the wall's thickness [m]."""
    return judge_run(
        "dynamics",
        run.action,
        run.case,
        outcome,
        row,
        wall,
        residual_limit=residual_limit,
        half=half,
        peak=None if motion is None else peak_of(motion),
        source=SOURCE,
    )


def peak_of(motion: GroundMotion) -> float:
    """Largest acceleration of a horizontal component, over gravity."""
    level = [not direction.vertical for direction in motion.directions]
    peaks = motion.peak_acceleration[np.array(level)] if any(level) else motion.peak_acceleration
    return float(peaks.max()) / STANDARD_GRAVITY


def judge_run(
    stage: str,
    action: str,
    case: str,
    outcome: Outcome,
    row: Mapping[str, Any],
    wall: Wall,
    *,
    residual_limit: float,
    half: float,
    motion: str = "",
    peak: float | None = None,
    source: str = SOURCE,
) -> tuple[Check, ...]:
    """The same of any run: ``row`` has peak_across, across_stone, residual, residual_stone and fallen.

    ``motion``: name of the ground's motion, where the action has another; ``peak``: its largest acceleration over
    gravity, where there is a motion of it.
    """
    stands = outcome.stands
    name = ".".join(part for part in (stage, slug_of(action), slug_of(case)) if part)
    method = f"{stage}.{case}" if case else stage
    # less than a tenth of a micrometre is the rounding of a wall that did not move
    across, lasting = (0.0 if row[key] < 1e-7 else float(row[key]) for key in ("peak_across", "residual"))
    joints = None if wall.joints is None else wall.joints.corners().get(case, wall.joints)
    basis = Basis(
        driving="record",
        name=motion or action,
        acceleration=peak,
        body="stones",
        way="motion",
        friction=None if joints is None else math.tan(joints.friction_angle),
        stiffness=None if joints is None else joints.normal_stiffness,
    )
    collapse = Check(
        id=f"{name}.falling",
        mode="falling",
        limit_state="collapse",
        method=method,
        action=action,
        place=_place(row["across_stone"] if stands else row["fallen"], wall),
        # whatever moved farther and yet stood has just stood
        demand=min(across, half) if stands else math.inf,
        capacity=half,
        unit="m",
        source=source,
        basis=basis,
        notes=("stands_indicator",) if stands else (f"collapse_{outcome.collapse}",),
    )
    damage = Check(
        id=f"{name}.residual",
        mode="residual",
        limit_state="damage",
        method=method,
        action=action,
        place=_place(row["residual_stone"] if stands else row["fallen"], wall),
        demand=lasting if stands else math.inf,
        capacity=residual_limit,
        unit="m",
        source=source,
        basis=basis,
        notes=("residual_limit",) if stands else (f"collapse_{outcome.collapse}",),
    )
    return (damage, collapse)


def slug_of(text: str) -> str:
    """A name as part of a check's id."""
    return text.replace("μ", "mu").replace(", ", "_").replace(" ", "_").lower()


def in_doubt(check: Check) -> Check:
    """The check where another run says nothing: what stands here cannot speak for that one."""
    return replace(check, votes=False, notes=(*check.notes, "other_run_unsound")) if check.satisfied else check


def _place(stone: str, wall: Wall) -> Place:
    if not stone:
        return Place(name="base")
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)
