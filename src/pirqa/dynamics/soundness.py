"""Whether a wall can be shaken at all: what is refused before anything moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.model.joint import JointProperties
from pirqa.model.polyhedron import FloatArray
from pirqa.model.stone import BASE
from pirqa.model.wall import Wall
from pirqa.survey.overlap import overlapping_stones

__all__ = ["check_apart", "check_held", "check_properties", "check_strut_end"]

_REACH = 0.05
"""How far the end of a strut may be from its stone [m]: a bracket."""
_OVERLAP = 5e-3
"""That a survey may leave between stones [m]; the joints are laid without it."""


def check_properties(wall: Wall, properties: JointProperties) -> None:
    """What one run cannot do by itself, and names that nothing has."""
    if len(properties.corners()) > 1:
        raise OptionsError("joints: a low and a high value are two runs; give one of joints.corners()")
    if properties.restitution is not None:
        raise OptionsError(
            "joints.restitution: its damping must be found first, by "
            "pirqa.dynamics.restitution.damping_for_restitution(wall, joints)"
        )
    known = {BASE, *wall.stone_numbers, *(stone.zone for stone in wall.stones)}
    for exception in properties.exceptions:
        for name in exception.between:
            if name not in known:
                raise ModelError(
                    f'joints.exceptions.between: no stone or zone is called "{name}"; {did_you_mean(name, known)}'
                )


def check_held(wall: Wall) -> None:
    """Every stone must be held up by something, or it would fall through the floor."""
    both = set(wall.fixed) & set(wall.guided)
    if both:
        raise ModelError(f'stone "{min(both)}" is both fixed and guided: choose one')
    neighbours: dict[str, set[str]] = {name: set() for name in (*wall.stone_numbers, BASE)}
    for contact in wall.contacts:
        neighbours[contact.first].add(contact.second)
        neighbours[contact.second].add(contact.first)
    floating = [stone.name for stone in wall.stones if not neighbours[stone.name] and stone.name not in wall.fixed]
    if floating:
        raise ModelError(
            f"stone {_listed(floating)} touches nothing: close the joints around it, or leave it out of the survey"
        )
    held, waiting = {BASE, *wall.fixed}, [BASE, *wall.fixed]
    while waiting:
        for name in neighbours[waiting.pop()] - held:
            held.add(name)
            waiting.append(name)
    loose = [stone.name for stone in wall.stones if stone.name not in held]
    if loose:
        raise ModelError(
            f"stone {_listed(loose)} is not connected with the base or any fixed stone: check the survey's base, "
            'or fix stones with survey.fixed = "base"'
        )


def check_apart(wall: Wall) -> None:
    """Stones that share space would fly apart."""
    found = overlapping_stones([stone.parts for stone in wall.stones], tolerance=_OVERLAP)
    for one, other, depth in found:
        names = wall.stones[one].name, wall.stones[other].name
        if not set(names) <= set(wall.fixed):
            raise ModelError(
                f'stones "{names[0]}" and "{names[1]}" overlap by {1e3 * depth:.3g} mm at the start: they would fly '
                "apart; correct their outlines in the survey"
            )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names[:8])
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"


def check_strut_end(wall: Wall, strut: str, name: str, point: FloatArray) -> None:
    """A strut meets its stone where the stone is."""
    corners = wall.stone(name).solid.vertices
    low, high = corners.min(axis=0), corners.max(axis=0)
    away = float(np.linalg.norm(np.maximum(np.maximum(low - point, point - high), 0.0)))
    if away > _REACH:
        raise ModelError(
            f'strut "{strut}": its end is {away:.3g} m away from stone "{name}", which reaches from '
            f"({low[0]:.3g}, {low[1]:.3g}, {low[2]:.3g}) to ({high[0]:.3g}, {high[1]:.3g}, {high[2]:.3g}) m"
        )
