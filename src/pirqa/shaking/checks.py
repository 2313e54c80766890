"""What runs say about the wall: damage that lasts, stones that fall."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Basis, Check, Effect, Place
from pirqa.model.effects import MethodDeclaration, Treatment
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall
from pirqa.shaking.damage import CollapseDefinition, Outcome
from pirqa.shaking.result import OTHER_DAMPING
from pirqa.units import STANDARD_GRAVITY

__all__ = [
    "DECLARATIONS",
    "SOURCE",
    "STONES_IN_MOTION",
    "checks_of",
    "components_of",
    "in_doubt",
    "is_judged",
    "judge_run",
    "mortar_effect",
    "peak_of",
    "slug_of",
]

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


def checks_of(
    run: Trajectory,
    outcome: Outcome,
    row: Mapping[str, Any],
    wall: Wall,
    *,
    residual_limit: float,
    half: float,
    definition: CollapseDefinition,
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
        residual_limit=residual_limit,
        half=half,
        definition=definition,
        peak=None if motion is None else peak_of(motion),
        includes=() if motion is None else components_of(motion),
        source=SOURCE,
    )


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
    *,
    residual_limit: float,
    half: float,
    definition: CollapseDefinition,
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
    residual_limit
        Residual displacement of a stone that is damage [m].
    half
        Half of the wall's thickness [m]; a stone that moved farther and stands again is noted.
    definition
        Share of fallen stones from which the wall counts as fallen.
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
    far = ("moved_beyond_half",) if stands and across > half else ()
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
            capacity=residual_limit,
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
            capacity=definition.partial * (1.0 - 1e-9),
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
