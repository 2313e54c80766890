"""Whether a wall's stones can be moved at all, and with which joints: what every stage of this room asks first."""

from __future__ import annotations

from collections.abc import Mapping

from pirqa.dynamics.restitution import damping_for_restitution
from pirqa.errors import OptionsError, did_you_mean
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.joint import JointProperties
from pirqa.model.wall import Wall

__all__ = ["check_movable", "check_stones", "check_whole", "corners_of", "pick_motions"]


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
    return {
        case: corner if corner.restitution is None else damping_for_restitution(wall, corner)
        for case, corner in check_stones(wall).corners().items()
    }
