"""Checks of a wall on a bed or fixed: residual displacement, falling stones, and what stiffer joints make of them.

Each bed is one assumption on what holds the foot of the wall, so that failure needs all of them. A residual
displacement that vanishes with stiffer joints is a result of the assumed stiffness and shows nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pirqa.experiments.checks import STONES_IN_MOTION, components_of, judge_run, slug_of
from pirqa.experiments.damage import Outcome
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.model.check import Check, Effect, MethodDeclaration
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

Origin = Literal["none", "above_onset", "not_compared", "joints", "wall", "unclear"]
"""Cause of a residual displacement. ``none``: it is within the limit, or stones fell; ``above_onset``: the motion
reaches the acceleration at which the wall as one block begins to rock; ``joints``: it vanishes with stiffer joints;
``wall``: it stays with stiffer joints; ``unclear``: stiffer joints give both; ``not_compared``: none were run."""

DECLARATION = MethodDeclaration(
    family="isolation",
    limit_states=("damage", "stones_fall", "wall_falls"),
    full_freedom=True,
    effects=STONES_IN_MOTION,
)


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgedRun:
    """One run with the row that it has in the table of the stage."""

    motion: GroundMotion
    outcome: Outcome
    row: Mapping[str, Any]
    reached: Mapping[str, Any]
    """Row of :func:`pirqa.experiments.checks.judge_run`."""
    wall: Wall


def stiffer_joints(joints: JointProperties, factor: float) -> JointProperties:
    """Return ``joints`` with ``factor`` times the stiffness and the same fraction of critical damping."""
    root = math.sqrt(factor)

    def times(value: float | None, by: float) -> float | None:
        return None if value is None else by * value

    exceptions = tuple(
        replace(
            item,
            normal_stiffness=times(item.normal_stiffness, factor),
            tangential_stiffness=times(item.tangential_stiffness, factor),
            damping=times(item.damping, root),
        )
        for item in joints.exceptions
    )
    return replace(
        joints,
        normal_stiffness=times(joints.normal_stiffness, factor),
        tangential_stiffness=times(joints.tangential_stiffness, factor),
        damping=times(joints.damping, root),
        exceptions=exceptions,
    )


def origin_of(
    row: Mapping[str, Any], stiffer: Sequence[Mapping[str, Any]], *, residual_limit: float, rocking: float
) -> Origin:
    """Return what the residual displacement of ``row`` comes from.

    Parameters
    ----------
    row
        Row of the stage's table.
    stiffer
        Rows of the same run with stiffer joints, the stiffest last.
    residual_limit
        Residual displacement of a stone that is damage [m].
    rocking
        Acceleration over gravity at which the wall as one block begins to rock.
    """
    if row["outcome"] != "none" or row["residual"] <= residual_limit:
        return "none"
    if row["level"] >= rocking * STANDARD_GRAVITY:
        return "above_onset"
    if not stiffer:
        return "not_compared"
    if not all(item["reliable"] for item in stiffer):
        return "unclear"
    damaged = [item["outcome"] != "none" or item["residual"] > residual_limit for item in stiffer]
    if all(damaged):
        return "wall"
    return "unclear" if damaged[-1] else "joints"


def bed_checks(
    runs: Sequence[JudgedRun], *, residual_limit: float, half: float, definition: CollapseDefinition
) -> tuple[Check, ...]:
    """Return the checks of all runs: damage, and falls where any stone fell.

    Where one run of a motion at a level shows no failure, is not reliable or depends on the stiffness of the joints,
    the others of it do not vote. A check that depends on the stiffness of the joints gives no intensity.
    """
    unsound = {_action(run.row) for run in runs if not run.row["reliable"]}
    found: list[tuple[Check, bool]] = []
    for run in runs:
        if not run.row["reliable"]:
            continue
        origin = run.row["origin"]
        for check in _of_run(run, residual_limit=residual_limit, half=half, definition=definition):
            if run.row["kind"] != "fixed":
                check = replace(check, notes=(*check.notes, "relative_to_seat"))
            if check.limit_state == "damage" and origin != "none":
                check = replace(check, notes=(*check.notes, f"displaced_{origin}"))
            doubt = check.limit_state == "damage" and origin in ("not_compared", "joints", "unclear")
            if doubt:
                check = replace(check, intensity=None)
            if check.action in unsound:
                check = replace(check, notes=(*check.notes, "other_run_unsound"))
            found.append((check, doubt or check.satisfied or check.action in unsound))
    if all(run.outcome.stands for run in runs):
        found = [item for item in found if item[0].limit_state == "damage"]
    silent = {(check.action, check.limit_state) for check, doubt in found if doubt}
    return tuple(
        replace(check, votes=check.votes and (check.action, check.limit_state) not in silent) for check, _ in found
    )


def _action(row: Mapping[str, Any]) -> str:
    return f"{row['motion']}, {row['level'] / STANDARD_GRAVITY:.3g} g"


def _of_run(run: JudgedRun, *, residual_limit: float, half: float, definition: CollapseDefinition) -> tuple[Check, ...]:
    row, action = run.row, _action(run.row)
    includes: tuple[Effect, ...] = components_of(run.motion)
    checks = judge_run(
        "isolation",
        action,
        row["case"],
        run.outcome,
        run.reached,
        run.wall,
        residual_limit=residual_limit,
        half=half,
        definition=definition,
        motion=row["motion"],
        peak=row["level"] / STANDARD_GRAVITY,
        includes=includes,
    )
    corner = f"{row['bed']}, {row['case']}" if row["case"] else row["bed"]
    name = ".".join(("isolation", slug_of(action), slug_of(corner)))
    return tuple(replace(check, id=f"{name}.{check.mode}", method=f"isolation.{corner}") for check in checks)
