"""What runs say about the wall: damage that lasts, stones that fall."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Check, Place
from pirqa.model.wall import Wall
from pirqa.shaking.damage import Outcome
from pirqa.shaking.result import OTHER_DAMPING

__all__ = ["SOURCE", "checks_of", "in_doubt", "is_judged", "judge_run", "slug_of"]

SOURCE = "rigid stones on exact joints (after the Sacsayhuaman paper, section 3)"


def is_judged(run: Trajectory) -> bool:
    """A tilt goes on until the wall falls, and a comparison is no opinion of its own."""
    return run.action != "tilt" and not run.case.endswith(OTHER_DAMPING)


def checks_of(
    run: Trajectory, outcome: Outcome, row: Mapping[str, Any], wall: Wall, *, residual_limit: float, half: float
) -> tuple[Check, ...]:
    """Of damage and of collapse: any stone that falls is both; ``half`` of the wall's thickness [m]."""
    return judge_run(
        "dynamics", run.action, run.case, outcome, row, wall, residual_limit=residual_limit, half=half, source=SOURCE
    )


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
    source: str = SOURCE,
) -> tuple[Check, ...]:
    """The same of any run: ``row`` has peak_across, across_stone, residual, residual_stone and fallen."""
    stands = outcome.stands
    name = ".".join(part for part in (stage, slug_of(action), slug_of(case)) if part)
    method = f"{stage}.{case}" if case else stage
    # less than a tenth of a micrometre is the rounding of a wall that did not move
    across, lasting = (0.0 if row[key] < 1e-7 else float(row[key]) for key in ("peak_across", "residual"))
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
