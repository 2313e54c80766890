"""The dynamics stage: every requested action with both ends of the joint properties, and its result."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pirqa.dynamics.drive import Action, name_of
from pirqa.dynamics.linear import damping_ratios
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.dynamics.run_sequence import Rested, Start
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError
from pirqa.experiments.checks import RunLimits, checks_of, in_doubt, is_judged, judged_row, slug_of
from pirqa.experiments.damage import Outcome
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.leaves import Springs, infill_remarks, infill_springs
from pirqa.experiments.options import DynamicsOptions
from pirqa.experiments.remarks import (
    check_movable,
    damping_remark,
    far_remarks,
    joint_remarks,
    motion_remarks,
    pick_motions,
    run_remarks,
    scan_remarks,
)
from pirqa.experiments.runs import RunSetup, compile_engine
from pirqa.files import write_text_whole
from pirqa.model.check import Check
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import DAMPING_RATIO, OTHER_DAMPING, STIFFNESS_RATIO, JointProperties
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer


@dataclass(frozen=True, kw_only=True, eq=False)
class DynamicsResult:
    """Every asked action under every end of the joints' properties."""

    runs: tuple[Trajectory, ...]
    outcomes: tuple[Outcome, ...]
    """Of each run: which stones fell and when, and what collapse that is."""
    table: Table
    """A row for each run: action, case, outcome (class of collapse), fallen stones, peaks, residuals, slip, opening,
    ledger, properties used (SI)."""
    struts: Table
    """A row for each run and strut: largest pull and push (SI)."""
    damage: CollapseDefinition
    """When stones counted as fallen, and the wall as collapsed."""
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        head = f"{'action':<18}{'case':<24}{'outcome':<11}{'peak mm':>9}{'lasting mm':>12}{'shear/W':>9}{'energy':>9}"
        lines = (
            f"{row['action'][:17]:<18}{row['case'][:23]:<24}{row['outcome']:<11}{1e3 * row['peak']:>9.2f}"
            f"{1e3 * row['residual']:>12.3f}{row['shear_ratio']:>9.3f}{row['ledger_error']:>9.1e}"
            f"{'' if row['reliable'] else '  NOT RELIABLE'}"
            for row in self.table.rows()
        )
        return "\n".join((head, *lines))


DampingKind = Literal["pressure", "critical", "restitution"]
"""How the joints' damping is given: pressure per speed, a fraction of critical, or found for a restitution."""
_LARGEST_RATIO = 2.0
"""Number that cannot be read as a fraction of critical damping any more."""
INFILL = "infill"
"""What the springs of the infill are called together."""
TAKEN = ("tilt", "settlement", "hold")
"""Names of actions that are no motion."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Asked:
    """One run to be made."""

    action: Action
    case: str
    joints: JointProperties
    damping: float
    damping_kind: DampingKind

    @property
    def name(self) -> str:
        action = name_of(self.action)
        return f"{action} ({self.case})" if self.case else action


def run_dynamics(
    wall: Wall,
    options: DynamicsOptions,
    motions: Mapping[str, GroundMotion],
    *,
    folder: Path | None = None,
    observer: Observer = SILENT,
) -> DynamicsResult:
    """All that ``options`` ask for: each action under each corner of the wall's joint properties.

    ``folder`` is where runs are kept while the stage is on its way.
    """
    joints = check_movable(wall)
    actions = _actions(options, motions)
    springs = infill_springs(wall, options.infill)
    limits = RunLimits.of(wall, options)
    compile_engine(wall, observer)
    remarks = [*joint_remarks(wall, joints), *motion_remarks(actions), *scan_remarks(wall, options.simulation.scan)]
    remarks += infill_remarks(wall, options.infill)
    setup = RunSetup(wall=wall, dynamics=options, folder=folder, observer=observer)
    asked = list(_asked(wall, joints, actions, options, remarks))
    runs: list[Trajectory] = []
    outcomes: list[Outcome] = []
    rows: list[dict[str, Any]] = []
    ratios: dict[int, tuple[float, float, float]] = {}
    for item in asked:
        rested = partial(setup.start, item.joints, observer=observer)
        # before the run, which starts from the same state at rest
        if id(item.joints) not in ratios:
            ratios[id(item.joints)] = _kept_ratios(folder, item.case, rested)
        run = setup.run(item.action, item.joints, item.case, rested=rested)
        outcome = setup.outcome(run)
        runs.append(run)
        outcomes.append(outcome)
        rows.append(_row(run, outcome, item, ratios[id(item.joints)]))
        remarks += [*run_remarks(run, outcome, item.name), *far_remarks(rows[-1], outcome, item.name, limits.half)]
    judged = [found for found in zip(runs, outcomes, rows, strict=True) if is_judged(found[0])]
    checks = [
        check
        for found in judged
        if found[0].reliable
        for check in checks_of(*found, wall, limits, motion=motions.get(found[0].action))
    ]
    return DynamicsResult(
        runs=tuple(runs),
        outcomes=tuple(outcomes),
        table=Table.of(rows),
        struts=Table.of([row for run in runs for row in _strut_rows(run, options, springs)]),
        damage=options.damage,
        residual_limit=limits.residual,
        half_thickness=limits.half,
        checks=tuple(checks) if all(run.reliable for run, _, _ in judged) else tuple(map(in_doubt, checks)),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _actions(options: DynamicsOptions, motions: Mapping[str, GroundMotion]) -> list[Action]:
    asked = pick_motions(options.motions, motions, "dynamics.motions")
    for name in (motion.name for motion in asked):
        if name in TAKEN:
            raise OptionsError(f'dynamics.motions: "{name}" is what an action is called; give the motion another name')
    found: list[Action] = [*asked]
    found += [action for action in (options.tilt, options.settlement) if action is not None]
    if not found:
        raise OptionsError(
            'dynamics: nothing is done to the wall; add "motion" to analyses with a record or signal under [motion], '
            "or give [dynamics.tilt] or [dynamics.settlement]"
        )
    return found


def _kept_ratios(folder: Path | None, case: str, rested: Callable[[], Start]) -> tuple[float, float, float]:
    """Return the damping ratios of one corner; kept beside its runs, so that a resumed stage need not settle again."""
    page = None if folder is None else folder / f"damping.{slug_of(case) or 'wall'}.json"
    if page is not None and page.is_file():
        with contextlib.suppress(OSError, ValueError, TypeError):
            first, mode, chatter = json.loads(page.read_text(encoding="utf-8"))
            return float(first), float(mode), float(chatter)
    stands = rested()
    found = damping_ratios(stands.engine.assembly) if isinstance(stands, Rested) else (math.nan,) * 3
    if page is not None:
        page.parent.mkdir(parents=True, exist_ok=True)
        write_text_whole(page, json.dumps(found))
    return found


def _asked(
    wall: Wall, joints: JointProperties, actions: Sequence[Action], options: DynamicsOptions, remarks: list[Remark]
) -> Iterator[_Asked]:
    for case, corner in joints.corners().items():
        used = corner
        number, kind = _damping_of(corner)
        if corner.restitution is not None:
            used = damping_for_restitution(wall, corner)
            number = used.damping or 0.0
            remarks.append(damping_remark(used, corner.restitution))
        for action in actions:
            yield _Asked(action=action, case=case, joints=used, damping=number, damping_kind=kind)
        other = _read_otherwise(corner) if options.compare_damping else None
        if options.compare_damping and other is None:
            remarks.append(Remark(kind="warning", key="damping_has_one_reading", text=_damping_text(corner)))
        if other is not None:
            number, kind = _damping_of(other)
            name = f"{case}, {OTHER_DAMPING}" if case else OTHER_DAMPING
            for action in actions:
                yield _Asked(action=action, case=name, joints=other, damping=number, damping_kind=kind)


def _damping_of(joints: JointProperties) -> tuple[float, DampingKind]:
    if joints.damping is not None:
        return joints.damping, "pressure"
    if joints.restitution is not None:
        return 0.0, "restitution"
    return (DAMPING_RATIO if joints.damping_ratio is None else joints.damping_ratio), "critical"


def _damping_text(joints: JointProperties) -> str:
    number, kind = _damping_of(joints)
    return {"pressure": f"{number:g} Pa·s/m", "critical": f"{number:g}", "restitution": f"e {joints.restitution}"}[kind]


def _read_otherwise(joints: JointProperties) -> JointProperties | None:
    """The same number in the other unit, as the Sacsayhuaman paper's 0.8 may be read; none where that has no sense."""
    number, kind = _damping_of(joints)
    if kind == "restitution" or (kind == "pressure" and number >= _LARGEST_RATIO):
        return None
    if kind == "pressure":
        return replace(joints, damping=None, damping_ratio=number)
    return replace(joints, damping=number, damping_ratio=None)


def _row(run: Trajectory, outcome: Outcome, asked: _Asked, ratios: tuple[float, float, float]) -> dict[str, Any]:
    judged = judged_row(run, outcome)
    highest = run.free[int(np.argmax(run.peak[run.free]))]
    slips, openings = run.slip.max(axis=0), (run.opening - run.opening[0]).max(axis=0)
    slid, opened = int(np.argmax(slips)), int(np.argmax(openings))
    level = np.hypot(run.push[:, 0], run.push[:, 1])
    properties = asked.joints
    stiffness = float(properties.normal_stiffness or math.nan)
    tangential = properties.tangential_stiffness
    # a tilt is told by the angle at which the first stone fell
    fell = int(np.searchsorted(run.times, outcome.falls[0].time)) if outcome.falls else -1
    return {
        "action": run.action,
        "case": run.case,
        "outcome": outcome.collapse,
        "reliable": run.reliable,
        "ends": float(run.times[-1]),
        "fallen": judged["fallen"],
        "fallen_count": len(outcome.falls),
        "stones": outcome.count,
        "fallen_share": outcome.share,
        "fallen_from": outcome.falls[0].time if outcome.falls else math.nan,
        "peak": float(run.peak[highest]),
        "peak_stone": run.stones[highest],
        **judged,
        "slip": float(slips[slid]),
        "slip_joint": str(run.joints[slid]),
        "opening": float(openings[opened]),
        "opening_joint": str(run.joints[opened]),
        "opening_parted": bool(run.parted_joints[:, opened].any()),
        "ledger_error": float(run.ledger.error),
        "shear_ratio": float(level.max()) / run.settled.weight if run.settled.weight > 0.0 else 0.0,
        "tilt": float(run.tilt[fell]),
        "step": run.step,
        "stable_step": run.stable_step,
        "normal_stiffness": stiffness,
        "tangential_stiffness": STIFFNESS_RATIO * stiffness if tangential is None else float(tangential),
        "friction": properties.friction,
        "damping": float(asked.damping),
        "damping_kind": asked.damping_kind,
        "mode_frequency": ratios[0],
        "mode_damping": ratios[1],
        "chatter_damping": ratios[2],
    }


def _strut_rows(run: Trajectory, options: DynamicsOptions, springs: Sequence[Springs]) -> Iterator[dict[str, Any]]:
    """A row for each strut, and one for the infill between two leaves."""
    for number, strut in enumerate(options.struts):
        force = run.strut_force[:, number]
        yield {
            "action": run.action,
            "case": run.case,
            "strut": strut.name,
            "kind": strut.kind,
            "stone": strut.stone,
            "other": strut.other,
            "stiffness": float(strut.stiffness),
            "strength": math.inf if strut.strength is None else float(strut.strength),
            "pull": max(0.0, float(force.max())),
            "push": max(0.0, float(-force.min())),
        }
    first = len(options.struts)
    for item in springs:
        together = -run.strut_force[:, first : first + len(item.struts)].sum(axis=1)
        first += len(item.struts)
        yield {
            "action": run.action,
            "case": run.case,
            "strut": INFILL,
            "kind": "infill",
            "stone": item.near,
            "other": item.far,
            "stiffness": float(sum(strut.stiffness for strut in item.struts)),
            "strength": float(sum(math.inf if strut.strength is None else strut.strength for strut in item.struts)),
            "pull": 0.0,
            "push": float(together.max()),
        }
