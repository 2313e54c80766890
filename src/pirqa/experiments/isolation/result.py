"""Result and checks of a wall on a bed of rounded stones compared with the same wall fixed.

Each bed is one assumption on what holds the foot of the wall, so that failure needs all of them. A residual
displacement that vanishes with stiffer joints is a result of the assumed stiffness and shows nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pirqa.experiments.checks import STONES_IN_MOTION, RunLimits, components_of, judge_run, slug_of
from pirqa.experiments.damage import Outcome
from pirqa.model.check import Check, Effect, MethodDeclaration
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import JointProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

BedEffect = Literal["reference", "saves", "helps", "idle", "little", "harms", "depends", "loses", "fails", "unsound"]
"""What the bed did beside the wall fixed. ``reference``: that wall itself; ``saves``: it collapses to a lesser class,
``loses``: to a greater one, ``fails``: both collapse alike; ``helps``: clearly less acceleration came through;
``harms``: clearly more did, or the wall stays clearly more displaced above the bed; ``depends``: it stays more
displaced, and with stiffer joints it does not; ``idle``: the bed did not move and
changed little; ``little``: it moved and changed little; ``unsound``: one of the two runs cannot be trusted."""

_CLASSES = ("none", "local", "partial", "total")
_CLEARLY = 0.8
"""Ratio, or its inverse, from which a difference is told as one."""
_ORIGINS = {
    "joints": "it vanishes with stiffer joints, so it is a result of the assumed stiffness",
    "wall": "it stays with stiffer joints",
    "unclear": "stiffer joints do not decide",
}
_MOVED = 1e-3
"""Drift from which a bed has moved [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class IsolationResult:
    """The wall on a bed of rounded stones compared with the same wall fixed."""

    table: Table
    """A row for each motion, level, end of the joints' pairs and bed: motion, level, case, bed, kind, coefficient,
    outcome, fallen_count, stones, reliable, transmitted, pressed, drift_peak, drift_residual, spread, top_peak,
    top_residual, residual, residual_stone, origin, block_peak, block_residual, effect, ledger_error, step (SI).
    ``residual`` is the largest residual displacement of a stone relative to the seat, ``origin`` what it comes from
    (:data:`pirqa.experiments.isolation.checks.Origin`)."""
    stiffer: Table
    """A row for each run that was made again with stiffer joints, and factor: row (of the table), factor,
    normal_stiffness, outcome, reliable, residual, residual_stone, top_residual, drift_residual, step (SI)."""
    histories: Table
    """Of the runs on a bed: row (of the table), time, along, across (drift of the bed), top (SI), thinned."""
    rocking: float
    """Acceleration over gravity at which the wall as one block begins to rock across [-]."""
    recentring_radius: float | None
    """Of the hollow that the bed rolls in [m]."""
    residual_limit: float
    """Residual displacement of a stone that is damage [m]."""
    checks: tuple[Check, ...]
    """Damage of each run, and falls where a stone fell."""
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        head = (
            f"{'motion':<16}{'PGA g':>7}  {'bed':<15}{'outcome':<9}{'through g':>10}{'drift mm':>10}{'lasting':>9}"
            f"{'block':>8}{'top mm':>8}{'lasting':>9}  effect"
        )
        lines = [f"as one block the wall begins to rock at {self.rocking:.3f} g", head]
        for row in self.table.rows():
            block = "–" if math.isnan(row["block_peak"]) else f"{1e3 * row['block_peak']:.1f}"
            case = f" ({row['case']})" if row["case"] else ""
            lines.append(
                f"{row['motion'][:15]:<16}{row['level'] / STANDARD_GRAVITY:>7.3f}  {row['bed']:<15}"
                f"{row['outcome']:<9}{row['transmitted'] / STANDARD_GRAVITY:>10.3f}{1e3 * row['drift_peak']:>10.1f}"
                f"{1e3 * row['drift_residual']:>9.1f}{block:>8}{1e3 * row['top_peak']:>8.1f}"
                f"{1e3 * row['top_residual']:>9.2f}  {row['effect']}{case}{'' if row['reliable'] else ', NOT RELIABLE'}"
            )
        return "\n".join([*lines, *self._stiffer_lines()])

    def _stiffer_lines(self) -> Iterator[str]:
        """Yield residual displacements with stiffer joints next to those with the joints as given."""
        rows = self.table.rows()
        for number, found in groups_of(self.stiffer).items():
            row = rows[number]
            case = f" ({row['case']})" if row["case"] else ""
            values = [f"{1e3 * row['residual']:.2f} mm"]
            values += [
                f"{1e3 * item['residual']:.2f} mm with Kn × {item['factor']:g}"
                + (f" ({item['outcome']})" if item["outcome"] != "none" else "")
                + ("" if item["reliable"] else " (NOT RELIABLE)")
                for item in found
            ]
            yield (
                f"{row['motion']}, {row['level'] / STANDARD_GRAVITY:.3g} g, {row['bed']}{case}: a stone is left by "
                f"{', '.join(values)}: {_ORIGINS[row['origin']]}"
            )


def groups_of(stiffer: Table) -> dict[int, list[dict[str, Any]]]:
    """Return the rows with stiffer joints by the row of the run as given."""
    found: dict[int, list[dict[str, Any]]] = {}
    for item in stiffer.rows():
        found.setdefault(int(item["row"]), []).append(item)
    return found


def effect_of(row: Mapping[str, Any], fixed: Mapping[str, Any], *, residual_limit: float) -> BedEffect:
    """What the bed of ``row`` did, beside the row of the wall ``fixed`` under the same motion.

    Lasting displacements below ``residual_limit`` [m] are no damage, so none is worse than another.
    """
    if row["kind"] == "fixed":
        return "reference"
    if not (row["reliable"] and fixed["reliable"]):
        return "unsound"
    fell, before = _CLASSES.index(row["outcome"]), _CLASSES.index(fixed["outcome"])
    if fell != before:
        return "saves" if fell < before else "loses"
    if fell:
        return "fails"
    displaced = row["top_residual"] > residual_limit and row["top_residual"] * _CLEARLY > fixed["top_residual"]
    of_joints = row.get("origin") == "joints"
    if (displaced and not of_joints) or row["transmitted"] * _CLEARLY > fixed["transmitted"]:
        return "harms"
    if displaced:
        return "depends"
    if row["drift_peak"] < _MOVED:
        return "idle"
    return "helps" if row["transmitted"] < _CLEARLY * fixed["transmitted"] else "little"


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


def bed_checks(runs: Sequence[JudgedRun], limits: RunLimits) -> tuple[Check, ...]:
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
        for check in _of_run(run, limits):
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


def _of_run(run: JudgedRun, limits: RunLimits) -> tuple[Check, ...]:
    row, action = run.row, _action(run.row)
    includes: tuple[Effect, ...] = components_of(run.motion)
    checks = judge_run(
        "isolation",
        action,
        row["case"],
        run.outcome,
        run.reached,
        run.wall,
        limits,
        motion=row["motion"],
        peak=row["level"] / STANDARD_GRAVITY,
        includes=includes,
    )
    corner = f"{row['bed']}, {row['case']}" if row["case"] else row["bed"]
    name = ".".join(("isolation", slug_of(action), slug_of(corner)))
    return tuple(replace(check, id=f"{name}.{check.mode}", method=f"isolation.{corner}") for check in checks)
