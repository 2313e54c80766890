"""Checks of runs: residual displacement, falling stones, collapse; and what a single motion may show.

One motion never shows safety. It shows failure where it is admissible (:mod:`pirqa.motion.sets.admissible`) and the
joints have their best estimates, or the wall fails at every end of their ranges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage import Outcome, half_thickness
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.options import DynamicsOptions
from pirqa.model.check import Basis, Check, Effect, MethodDeclaration, Place, Treatment
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import OTHER_DAMPING, JointProperties
from pirqa.model.wall import Wall
from pirqa.motion.sets.rules import TargetRange, is_admissible
from pirqa.units import STANDARD_GRAVITY

SOURCE = "rigid stones on exact joints (after the Sacsayhuaman paper, section 3)"


STONES_IN_MOTION: dict[Effect, Treatment] = {
    "self_weight": "included",
    "duration": "included",
    "sliding": "included",
    "head_joint_friction": "included",
    "joint_compliance": "included",
    "shape": "included",
    "amplification": "included",
    "struts": "included",
    "returns": "included",
    "lean": "included",
    "leaves": "included",
    "mortar": "safe",
}
"""Effects that rigid stones on compliant joints feel under any motion. The vertical and the second horizontal component
and mortar with a strength are effects of single checks: they are there where the motion or the joints have them."""
_FILL: dict[Effect, Treatment] = {"fill_at_rest": "included", "fill_dynamic": "included", "surcharge": "included"}
DECLARATIONS = tuple(
    MethodDeclaration(
        family=family,
        limit_states=("damage", "stones_fall", "wall_falls"),
        full_freedom=True,
        effects=STONES_IN_MOTION | _FILL if family == "soil" else STONES_IN_MOTION,
    )
    for family in ("dynamics", "sweep", "campaign", "soil")
)


def is_judged(run: Trajectory) -> bool:
    """A tilt goes on until the wall falls, and a comparison is no opinion of its own."""
    return run.action != "tilt" and not run.case.endswith(OTHER_DAMPING)


@dataclass(frozen=True, kw_only=True)
class RunLimits:
    """What the runs of one wall are judged against."""

    residual: float
    """Residual displacement of a stone that is damage [m]."""
    half: float
    """Half of the wall's thickness [m]; a stone that moved farther and stands again is noted."""
    collapse: CollapseDefinition
    """Share of fallen stones from which the wall counts as fallen."""

    @classmethod
    def of(cls, wall: Wall, dynamics: DynamicsOptions) -> RunLimits:
        """Return the limits that ``dynamics`` gives for ``wall``."""
        return cls(residual=dynamics.residual_limit, half=half_thickness(wall), collapse=dynamics.damage)


def checks_of(
    run: Trajectory,
    outcome: Outcome,
    row: Mapping[str, Any],
    wall: Wall,
    limits: RunLimits,
    *,
    motion: GroundMotion | None = None,
) -> tuple[Check, ...]:
    """Return the checks of one run of the dynamics stage: damage, falling stones, falling wall."""
    return judge_run(
        "dynamics",
        run.action,
        run.case,
        outcome,
        row,
        wall,
        limits,
        peak=None if motion is None else peak_of(motion),
        includes=() if motion is None else components_of(motion),
        source=SOURCE,
    )


def judged_row(run: Trajectory, outcome: Outcome) -> dict[str, Any]:
    """Return what :func:`judge_run` reads of a run: the largest displacements of stones that are not held [m]."""
    residuals, across = np.linalg.norm(run.residual, axis=1), np.abs(run.displacement[:, :, 1]).max(axis=0)
    worst, farthest = (run.free[int(np.argmax(values[run.free]))] for values in (residuals, across))
    return {
        "peak_across": float(across[farthest]),
        "across_stone": run.stones[farthest],
        "residual": float(residuals[worst]),
        "residual_stone": run.stones[worst],
        "fallen": outcome.falls[0].stone if outcome.falls else "",
    }


def components_of(motion: GroundMotion) -> tuple[Effect, ...]:
    """Return the effects that the components of ``motion`` bring: vertical motion, and two horizontal components."""
    names = [
        direction.name for direction, peak in zip(motion.directions, motion.peak_acceleration, strict=True) if peak
    ]
    vertical = [direction.name for direction in motion.directions if direction.vertical]
    found: list[Effect] = []
    if any(name in vertical for name in names):
        found.append("vertical_motion")
    if len([name for name in names if name not in vertical]) > 1:
        found.append("both_components")
    return tuple(found)


def peak_of(motion: GroundMotion) -> float:
    """Largest acceleration of a horizontal component, over gravity."""
    level = [not direction.vertical for direction in motion.directions]
    peaks = motion.peak_acceleration[np.array(level)] if any(level) else motion.peak_acceleration
    return float(peaks.max()) / STANDARD_GRAVITY


def mortar_effect(joints: JointProperties | None) -> tuple[Effect, ...]:
    """Return the mortar if the joints have some strength of it: the engine feels tension and cohesion as given."""
    if joints is None:
        return ()
    given = [joints.tension, joints.cohesion]
    given += [value or 0.0 for item in joints.exceptions for value in (item.tension, item.cohesion)]
    return ("mortar",) if any(given) else ()


def judge_run(
    stage: str,
    action: str,
    case: str,
    outcome: Outcome,
    row: Mapping[str, Any],
    wall: Wall,
    limits: RunLimits,
    *,
    motion: str = "",
    peak: float | None = None,
    includes: tuple[Effect, ...] = (),
    source: str = SOURCE,
) -> tuple[Check, ...]:
    """Return the checks of any run: damage, falling stones, falling wall.

    Parameters
    ----------
    row
        Table row of the run, with peak_across, across_stone, residual, residual_stone and fallen.
    motion
        Name of the ground's motion, where the action has another.
    peak
        Largest horizontal acceleration of the motion, over gravity; None where no motion of the ground drives the run.
    includes
        Effects that the components of the motion bring.

    Notes
    -----
    One motion shows failure and never safety, so that each check is an upper bound. What fails under a peak
    acceleration has it as its intensity; a run that stands leaves the intensity open. Runs that no earthquake drives
    (settlement) do not count in limit states of an earthquake.
    """
    stands = outcome.stands
    name = ".".join(part for part in (stage, slug_of(action), slug_of(case)) if part)
    # less than a tenth of a micrometre is the rounding of a wall that did not move
    across, lasting = (0.0 if row[key] < 1e-7 else float(row[key]) for key in ("peak_across", "residual"))
    joints = None if wall.joints is None else wall.joints.corners().get(case, wall.joints)
    collapsed = outcome.collapse in ("partial", "total")
    notes = () if stands else (f"collapse_{outcome.collapse}",)
    far = ("moved_beyond_half",) if stands and across > limits.half else ()
    template = Check(
        id=name,
        mode="",
        limit_state="damage",
        method=f"{stage}.{case}" if case else stage,
        action=action,
        place=_place(row["across_stone"] if stands else row["fallen"], wall),
        demand=0.0,
        capacity=0.0,
        unit="",
        source=source,
        votes=peak is not None,
        basis=Basis(
            driving="record",
            name=motion or action,
            acceleration=peak,
            body="stones",
            way="motion",
            friction=None if joints is None else math.tan(joints.friction_angle),
            stiffness=None if joints is None else joints.normal_stiffness,
        ),
        family=stage,
        bound="upper",
        demand_intensity=peak,
        includes=(*includes, *mortar_effect(joints)),
        motions=None if peak is None else 1,
    )
    checks = (
        replace(
            template,
            id=f"{name}.residual",
            mode="residual",
            place=_place(row["residual_stone"] if stands else row["fallen"], wall),
            demand=lasting if stands else math.inf,
            capacity=limits.residual,
            unit="m",
            notes=("residual_limit", *far) if stands else notes,
        ),
        replace(
            template,
            id=f"{name}.stones_falling",
            mode="stones_falling",
            limit_state="stones_fall",
            demand=float(len(outcome.falls)),
            notes=("no_stone_fell", *far) if stands else ("fallen_count", *notes),
        ),
        replace(
            template,
            id=f"{name}.falling",
            mode="falling",
            limit_state="wall_falls",
            place=_place(row["fallen"], wall) if collapsed else Place(name="whole_wall"),
            demand=outcome.share,
            # a share of just this much is a partial collapse
            capacity=limits.collapse.partial * (1.0 - 1e-9),
            notes=("fallen_share", *far) if stands else ("fallen_share", *notes),
        ),
    )
    return tuple(item if item.satisfied else replace(item, intensity=peak) for item in checks)


def slug_of(text: str) -> str:
    """A name as part of a check's id."""
    return text.replace("μ", "mu").replace("ζ", "zeta").replace(", ", "_").replace(" ", "_").lower()


def in_doubt(check: Check) -> Check:
    """The check where another run says nothing: what stands here cannot speak for that one."""
    return replace(check, votes=False, notes=(*check.notes, "other_run_unsound")) if check.satisfied else check


def _place(stone: str, wall: Wall) -> Place:
    if not stone:
        return Place(name="base")
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)


def single_motion_checks(
    checks: Sequence[Check], motions: Mapping[str, GroundMotion], target: TargetRange | None
) -> tuple[Check, ...]:
    """Return the checks as upper bounds of one motion each, with the votes that the motion allows.

    ``motions`` are those of the runs by name, as they are scaled in the project; the peak of a run that was scaled once
    more stands in the basis of its check. ``target`` is the spectrum of the demand that governs, None where there is
    none.
    """
    fails: dict[tuple[str, str], list[bool]] = {}
    for check in checks:
        fails.setdefault((check.action, check.limit_state), []).append(not check.satisfied)
    known: dict[tuple[str, float], bool] = {}
    found = []
    for check in checks:
        name = _motion_of(check)
        if name not in motions:
            found.append(check)
            continue
        motion = motions[name]
        peak = peak_of(motion)
        level = peak if check.basis is None or check.basis.acceleration is None else check.basis.acceleration
        factor = level / peak if peak > 0.0 else 1.0
        if (name, factor) not in known:
            known[name, factor] = target is not None and is_admissible(motion, target, factor)
        corner = "." in check.method
        together = all(fails[check.action, check.limit_state])
        if target is None:
            votes, note = False, "single_motion_no_target"
        elif not known[name, factor]:
            votes, note = False, "single_motion_not_admissible"
        elif corner and not together:
            votes, note = False, "single_motion_corner"
        else:
            votes, note = True, "single_motion_admissible"
        found.append(
            replace(
                check,
                bound="upper",
                motions=1,
                votes=check.votes and votes,
                intensity=None if check.satisfied or _is_open(check) else level,
                demand_intensity=level,
                includes=tuple(dict.fromkeys((*check.includes, *components_of(motion)))),
                notes=(*check.notes, note),
            )
        )
    return tuple(found)


def _is_open(check: Check) -> bool:
    """Return whether its method takes from the check both its vote and its intensity."""
    return not check.votes and check.intensity is None


def _motion_of(check: Check) -> str:
    basis = check.basis
    return basis.name if basis is not None and basis.driving == "record" else ""
