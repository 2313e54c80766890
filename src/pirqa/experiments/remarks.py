"""What must hold before stones are moved, and remarks on what is assumed or doubtful about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pirqa.dynamics.convex_parts import simplify_parts
from pirqa.dynamics.drive import Action
from pirqa.dynamics.faces import face_pairs
from pirqa.dynamics.options import ScanOptions
from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import OptionsError, did_you_mean
from pirqa.experiments.damage import Outcome
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.masonry import BASE, DAMPING_RATIO, STIFFNESS_RATIO, Contact, JointException, JointProperties
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall


def check_stones(wall: Wall) -> JointProperties:
    """The joints of a wall that has stones."""
    if not wall.stones:
        raise OptionsError(
            "the wall has no stones to move, only its envelope: add [survey] with file = a drawing of them, "
            "or [survey.generate] to make some up"
        )
    if wall.joints is None:
        raise OptionsError('joints: missing; add [joints] with friction_angle = "…" and normal_stiffness = "…"')
    return wall.joints


def check_movable(wall: Wall) -> JointProperties:
    """The joints of a wall some of whose stones are not fixed."""
    joints = check_stones(wall)
    if set(wall.fixed) >= set(wall.stone_numbers):
        raise OptionsError("all stones are fixed to the base, so nothing can move; fix fewer under survey.fixed")
    return joints


def pick_motions(names: tuple[str, ...] | None, motions: Mapping[str, GroundMotion], key: str) -> list[GroundMotion]:
    """The motions that ``key`` of the file names; all of them where it names none."""
    for name in names or ():
        if name not in motions:
            hint = did_you_mean(name, motions) if motions else 'add "motion" to analyses and give it under [motion]'
            raise OptionsError(f'{key}: no motion is called "{name}"; {hint}')
    return [motions[name] for name in (motions if names is None else names)]


def check_whole(motion: GroundMotion, ramp: float, key: str) -> None:
    """Refuse a record that is over before gravity has grown, in ``ramp`` [s]: it has been cut; a pulse may be short."""
    if motion.origin.file and motion.duration < ramp:
        raise OptionsError(
            f'{key}: "{motion.name}" lasts {motion.duration:.3g} s, less than gravity takes to grow ({ramp:g} s, '
            "dynamics.simulation.ramp); give a whole record"
        )


def corners_of(wall: Wall) -> Mapping[str, JointProperties]:
    """Joint properties to run, by name: each end of each pair, with the damping found where restitution is given."""
    return {case: damping_for_restitution(wall, corner) for case, corner in check_stones(wall).corners().items()}


_SMOOTH = 0.1
"""Coefficient of friction below which joints are hardly of stone."""
_AT_REST = 1e-4
"""Speed of the ground at the end of a motion that is none [m/s]."""
_STILL = 1e-3
"""Kinetic over elastic energy above which a wall has not come to rest."""


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


def damping_remark(joints: JointProperties, restitution: float) -> Remark:
    """State the damping that ``joints`` were given so that they have ``restitution``."""
    return Remark(
        kind="assumption",
        key="damping_for_restitution",
        amount=joints.damping or 0.0,
        unit="Pa·s/m",
        text=f"{restitution:g}",
    )


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


def scan_remarks(wall: Wall, scan: ScanOptions) -> tuple[Remark, ...]:
    """How scanned stones were taken; none where all stones have flat joints."""
    if not any(stone.irregular for stone in wall.stones):
        return ()
    return simplify_parts(wall, face_pairs(wall, scan), scan).remarks


def is_at_rest(run: Trajectory) -> bool:
    """Whether the wall had come to rest when the run ended."""
    return bool(run.energy[-1, 0] <= _STILL * run.energy[-1, 1])


def far_remarks(row: Mapping[str, Any], outcome: Outcome, name: str, half: float) -> Iterator[Remark]:
    """Name the stone that moved farther than ``half`` the thickness [m] in a run in which none fell."""
    if outcome.stands and row["peak_across"] > half:
        stone = (row["across_stone"],)
        yield Remark(
            kind="warning", key="moved_far", stones=stone, amount=row["peak_across"], stated=half, unit="m", text=name
        )


def run_remarks(run: Trajectory, outcome: Outcome, name: str) -> Iterator[Remark]:
    """What is doubtful about a run called ``name``, and which stones fell in it."""
    if outcome.collapse == "failed":
        if run.failed:
            yield Remark(kind="warning", key="run_failed", amount=float(run.times[-1]), unit="s", text=name)
        else:
            moved = float(np.linalg.norm(run.settled.displacement[run.free], axis=1).max())
            yield Remark(kind="warning", key="run_fell_at_rest", amount=moved, unit="m", text=name)
    elif not run.reliable:
        error = run.ledger.error
        yield Remark(kind="warning", key="ledger_open", amount=100 * error, stated=100 * run.ledger.limit, text=name)
    if run.halvings:
        yield Remark(kind="repair", key="run_refined", count=run.halvings, amount=run.step, unit="s", text=name)
    if outcome.falls:
        first = outcome.falls[0].time
        yield Remark(kind="warning", key="stones_fell", stones=outcome.fallen, amount=first, unit="s", text=name)
    if outcome.collapse != "failed" and not is_at_rest(run):
        yield Remark(kind="warning", key="run_not_at_rest", amount=float(run.times[-1]), unit="s", text=name)
    if run.step > run.stable_step:
        yield Remark(kind="warning", key="step_unstable", amount=run.step, stated=run.stable_step, unit="s")
