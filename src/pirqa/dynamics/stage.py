"""The dynamics stage: every asked action under every end of the joints' properties, and what it comes to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from pirqa.compiled import cache_folder
from pirqa.dynamics.drive import Action, Drive
from pirqa.dynamics.energy import CLOSING_LIMIT
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.options import DynamicsOptions
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.dynamics.result import OTHER_DAMPING, DynamicsResult
from pirqa.dynamics.simulate import name_of, simulate
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError, did_you_mean
from pirqa.model.check import Check, Place
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import DAMPING_RATIO, STIFFNESS_RATIO, JointException, JointProperties
from pirqa.model.remark import Remark
from pirqa.model.stone import BASE, Contact
from pirqa.model.table import Table
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer

__all__ = ["TAKEN", "compile_engine", "half_thickness", "joint_remarks", "motion_remarks", "run_dynamics"]

DampingKind = Literal["pressure", "critical", "restitution"]
"""How the joints' damping is given: pressure per speed, a fraction of critical, or found for a restitution."""
_SMOOTH = 0.1
"""Coefficient of friction below which joints are hardly of stone."""
_AT_REST = 1e-4
"""Speed of the ground at the end of a motion that is none [m/s]."""
_STILL = 1e-3
"""Kinetic over elastic energy above which a wall has not come to rest."""
_LARGEST_RATIO = 2.0
"""Number that cannot be read as a fraction of critical damping any more."""
TAKEN = ("tilt", "settlement", "hold")
"""Names of actions that are no motion."""
_SOURCE = "rigid stones on exact joints (after the Sacsayhuaman paper, section 3)"


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
    wall: Wall, options: DynamicsOptions, motions: Mapping[str, GroundMotion], *, observer: Observer = SILENT
) -> DynamicsResult:
    """All that ``options`` ask for: each action under each corner of the wall's joint properties."""
    if not wall.stones:
        raise OptionsError(
            "the wall has no stones to move, only its envelope: add [survey] with file = a drawing of them, "
            "or [survey.generate] to make some up"
        )
    joints = wall.joints
    if joints is None:
        raise OptionsError('joints: missing; add [joints] with friction_angle = "…" and normal_stiffness = "…"')
    if set(wall.fixed) >= set(wall.stone_numbers):
        raise OptionsError("all stones are fixed to the base, so nothing can move; fix fewer under survey.fixed")
    actions = _actions(options, motions)
    compile_engine(wall, observer)
    remarks = [*joint_remarks(wall, joints), *motion_remarks(actions)]
    asked = list(_asked(wall, joints, actions, options, remarks))
    runs: list[Trajectory] = []
    rows: list[dict[str, Any]] = []
    for item in asked:
        run = simulate(
            wall,
            item.action,
            options.simulation,
            joints=item.joints,
            case=item.case,
            struts=options.struts,
            observer=observer,
        )
        runs.append(run)
        rows.append(_row(run, item, wall))
        remarks += _run_remarks(run, item)
    half = half_thickness(wall)
    judged = [pair for pair in zip(runs, rows, strict=True) if _is_judged(*pair)]
    checks = [check for run, row in judged for check in _checks(run, row, wall, options, half) if run.reliable]
    return DynamicsResult(
        runs=tuple(runs),
        table=Table.of(rows),
        struts=Table.of([row for run in runs for row in _strut_rows(run, options)]),
        residual_limit=options.residual_limit,
        half_thickness=half,
        checks=tuple(checks) if all(run.reliable for run, _ in judged) else tuple(map(_in_doubt, checks)),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def half_thickness(wall: Wall) -> float:
    """Half of the thickness of the wall's thinnest section at its foot [m]."""
    widths = [float(back) - float(front) for front, back in (section.contact(0) for section in wall.sections())]
    return 0.5 * min(widths)


def _actions(options: DynamicsOptions, motions: Mapping[str, GroundMotion]) -> list[Action]:
    asked = tuple(motions) if options.motions is None else options.motions
    for name in asked:
        if name not in motions:
            hint = did_you_mean(name, motions) if motions else 'add "motion" to analyses and give it under [motion]'
            raise OptionsError(f'dynamics.motions: no motion is called "{name}"; {hint}')
        if name in TAKEN:
            raise OptionsError(f'dynamics.motions: "{name}" is what an action is called; give the motion another name')
    found: list[Action] = [motions[name] for name in asked]
    found += [action for action in (options.tilt, options.settlement) if action is not None]
    if not found:
        raise OptionsError(
            'dynamics: nothing is done to the wall; add "motion" to analyses with a record or signal under [motion], '
            "or give [dynamics.tilt] or [dynamics.settlement]"
        )
    return found


def compile_engine(wall: Wall, observer: Observer) -> None:
    """Let the user see what takes so long where the engine is compiled now."""
    folder = cache_folder()
    if folder is not None and next(folder.rglob("step.advance*.nbi"), None) is not None:
        return
    observer.begin("Compiling, at the first use only", 1)
    assert wall.joints is not None
    corner = next(iter(wall.joints.corners().values()))
    Engine.of(wall, joints=replace(corner, restitution=None)).run(Drive(duration=1.0), 0, 1)
    observer.advance()
    observer.end()


def _asked(
    wall: Wall, joints: JointProperties, actions: Sequence[Action], options: DynamicsOptions, remarks: list[Remark]
) -> Iterator[_Asked]:
    for case, corner in joints.corners().items():
        used = corner
        number, kind = _damping_of(corner)
        if corner.restitution is not None:
            used = damping_for_restitution(wall, corner)
            number = used.damping or 0.0
            remarks.append(
                Remark(
                    kind="assumption",
                    key="damping_for_restitution",
                    amount=number,
                    unit="Pa·s/m",
                    text=f"{corner.restitution:g}",
                )
            )
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


def _row(run: Trajectory, asked: _Asked, wall: Wall) -> dict[str, Any]:
    free = [index for index, name in enumerate(run.stones) if name not in wall.fixed] or list(range(len(run.stones)))
    residuals = np.linalg.norm(run.residual, axis=1)
    highest, worst = (free[int(np.argmax(values[free]))] for values in (run.peak, residuals))
    across = np.abs(run.displacement[:, :, 1]).max(axis=0)
    farthest = free[int(np.argmax(across[free]))]
    slips, openings = run.slip.max(axis=0), (run.opening - run.opening[0]).max(axis=0)
    slid, opened = int(np.argmax(slips)), int(np.argmax(openings))
    level = np.hypot(run.push[:, 0], run.push[:, 1])
    properties = asked.joints
    stiffness = float(properties.normal_stiffness or math.nan)
    tangential = properties.tangential_stiffness
    fell = [event for event in run.events if event.kind == "fallen"]
    return {
        "action": run.action,
        "case": run.case,
        "outcome": run.outcome,
        "reliable": run.reliable,
        "ends": float(run.times[-1]),
        "fallen": fell[0].place if run.outcome == "collapse" and fell else "",
        "peak": float(run.peak[highest]),
        "peak_stone": run.stones[highest],
        "peak_across": float(across[farthest]),
        "across_stone": run.stones[farthest],
        "residual": float(residuals[worst]),
        "residual_stone": run.stones[worst],
        "slip": float(slips[slid]),
        "slip_joint": str(run.joints[slid]),
        "opening": float(openings[opened]),
        "opening_joint": str(run.joints[opened]),
        "ledger_error": float(run.ledger.error),
        "shear_ratio": float(level.max()) / run.settled.weight if run.settled.weight > 0.0 else 0.0,
        "tilt": float(run.tilt[-1]),
        "step": run.step,
        "stable_step": run.stable_step,
        "normal_stiffness": stiffness,
        "tangential_stiffness": STIFFNESS_RATIO * stiffness if tangential is None else float(tangential),
        "friction": properties.friction,
        "damping": float(asked.damping),
        "damping_kind": asked.damping_kind,
    }


def _strut_rows(run: Trajectory, options: DynamicsOptions) -> Iterator[dict[str, Any]]:
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


def _is_judged(run: Trajectory, row: Mapping[str, Any]) -> bool:
    """A tilt goes on until the wall falls, and a comparison is no opinion of its own."""
    return run.action != "tilt" and not row["case"].endswith(OTHER_DAMPING)


def _checks(
    run: Trajectory, row: Mapping[str, Any], wall: Wall, options: DynamicsOptions, half: float
) -> tuple[Check, ...]:
    stands = run.outcome == "standing"
    slug = run.case.replace("μ", "mu").replace(", ", "_").replace(" ", "_").lower()
    name = ".".join(part for part in ("dynamics", run.action, slug) if part)
    method = f"dynamics.{run.case}" if run.case else "dynamics"
    # less than a tenth of a micrometre is the rounding of a wall that did not move
    across, lasting = (0.0 if row[key] < 1e-7 else float(row[key]) for key in ("peak_across", "residual"))
    collapse = Check(
        id=f"{name}.falling",
        mode="falling",
        limit_state="collapse",
        method=method,
        action=run.action,
        place=_place(row["across_stone"] if stands else row["fallen"], wall),
        demand=across if stands else math.inf,
        capacity=half,
        unit="m",
        source=_SOURCE,
        notes=("stands_indicator",) if stands else ("stone_fell",),
    )
    damage = Check(
        id=f"{name}.residual",
        mode="residual",
        limit_state="damage",
        method=method,
        action=run.action,
        place=_place(row["residual_stone"] if stands else row["fallen"], wall),
        demand=lasting if stands else math.inf,
        capacity=options.residual_limit,
        unit="m",
        source=_SOURCE,
        notes=("residual_limit",) if stands else ("stone_fell",),
    )
    return (damage, collapse)


def _in_doubt(check: Check) -> Check:
    """The check where another run says nothing: what stands here cannot speak for that one."""
    return replace(check, votes=False, notes=(*check.notes, "other_run_unsound")) if check.satisfied else check


def _place(stone: str, wall: Wall) -> Place:
    if not stone:
        return Place(name="base")
    x, _, z = (float(value) for value in wall.stone(stone).centroid)
    return Place(name="stone", stone=stone, level=z, station=x)


def joint_remarks(wall: Wall, joints: JointProperties) -> Iterator[Remark]:
    """What is assumed and doubtful about the wall and its joints, before anything moves."""
    if joints.tangential_stiffness is None:
        yield Remark(kind="assumption", key="tangential_stiffness_assumed", amount=STIFFNESS_RATIO)
    if joints.damping is None and joints.damping_ratio is None and joints.restitution is None:
        yield Remark(kind="assumption", key="damping_assumed", amount=100.0 * DAMPING_RATIO, unit="%")
    angles = [joints.friction_angle, *(item.friction_angle for item in joints.exceptions if item.friction_angle)]
    if wall.support is not None and any(contact.second == BASE for contact in wall.contacts):
        angles.append(wall.support.friction_angle)
    least = math.tan(min(angles))
    if least < _SMOOTH:
        yield Remark(kind="warning", key="friction_low", amount=least, stated=_SMOOTH)
    if wall.guided:
        yield Remark(kind="assumption", key="stones_guided", stones=wall.guided, count=len(wall.guided))
    if wall.backfill is not None:
        yield Remark(kind="warning", key="fill_left_out")
    parts = _parts(wall)
    if parts > 1:
        yield Remark(kind="warning", key="wall_in_parts", count=parts)
    for exception in joints.exceptions:
        if not any(_applies(exception, contact, wall) for contact in wall.contacts):
            yield Remark(kind="warning", key="exception_unused", text="–".join(exception.between))


def _parts(wall: Wall) -> int:
    """How many parts of the wall touch each other only through the base."""
    left = set(wall.stone_numbers)
    neighbours: dict[str, set[str]] = {name: set() for name in left}
    for contact in wall.contacts:
        if contact.second != BASE:
            neighbours[contact.first].add(contact.second)
            neighbours[contact.second].add(contact.first)
    count = 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            found = neighbours[waiting.pop()] & left
            left -= found
            waiting += found
    return count


def _applies(exception: JointException, contact: Contact, wall: Wall) -> bool:
    one, other = ({BASE} if name == BASE else {name, wall.stone(name).zone} for name in (contact.first, contact.second))
    first, second = exception.between
    return (first in one and second in other) or (first in other and second in one)


def motion_remarks(actions: Sequence[Action]) -> Iterator[Remark]:
    """What is doubtful about what drives the wall."""
    for action in actions:
        if isinstance(action, GroundMotion):
            speed = float(np.abs(action.velocity[-1]).max())
            if speed > _AT_REST:
                yield Remark(kind="warning", key="base_moves_on", amount=speed, unit="m/s", text=action.name)


def _run_remarks(run: Trajectory, asked: _Asked) -> Iterator[Remark]:
    if run.outcome == "failed":
        yield Remark(kind="warning", key="run_failed", amount=float(run.times[-1]), unit="s", text=asked.name)
    elif not run.reliable:
        error = run.ledger.error
        yield Remark(kind="warning", key="ledger_open", amount=100 * error, stated=100 * CLOSING_LIMIT, text=asked.name)
    if run.halvings:
        yield Remark(kind="repair", key="run_refined", count=run.halvings, amount=run.step, unit="s", text=asked.name)
    if run.outcome == "collapse":
        fell = tuple(event.place for event in run.events if event.kind == "fallen")
        yield Remark(
            kind="warning",
            key="run_stops_at_fall",
            stones=fell,
            amount=float(run.times[-1]),
            unit="s",
            text=asked.name,
        )
    if run.outcome == "standing" and run.energy[-1, 0] > _STILL * run.energy[-1, 1]:
        yield Remark(kind="warning", key="run_not_at_rest", amount=float(run.times[-1]), unit="s", text=asked.name)
    if run.step > run.stable_step:
        yield Remark(kind="warning", key="step_unstable", amount=run.step, stated=run.stable_step, unit="s")
