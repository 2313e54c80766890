"""Whether a wall can be shaken at all: what is refused before anything moves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.masonry import BASE, JointProperties, Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.survey.solids import overlapping_stones

_REACH = 0.05
"""How far the end of a strut may be from its stone [m]: a bracket."""
_OVERLAP = 5e-3
"""That a survey may leave between stones [m]; the joints are laid without it."""
_OPEN, _DEGENERATE = 1e-6, 1e-9
"""Of its whole area, and of the cube around it: less is rounding."""
_HOLLOW = 0.1
"""Of a stone's least extent: how far convex parts that only approximate it may reach into a neighbour."""


def check_properties(wall: Wall, properties: JointProperties) -> None:
    """What one run cannot do by itself, and names that nothing has."""
    if len(properties.corners()) > 1:
        raise OptionsError("joints: a low and a high value are two runs; give one of joints.corners()")
    if properties.restitution is not None:
        raise OptionsError(
            "joints.restitution: its damping must be found first, by "
            "pirqa.dynamics.restitution.damping_for_restitution(wall, joints)"
        )
    wall.check_joint_names(properties)


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
        wider = ", raise survey.tolerance" if any(wall.stone(name).irregular for name in floating) else ""
        names, several = _listed(floating), len(floating) > 1
        what, them = (f"stones {names} touch", "them") if several else (f"stone {names} touches", "it")
        raise ModelError(f"{what} nothing: close the joints around {them}{wider}, or leave {them} out of the survey")
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


def check_shapes(wall: Wall) -> None:
    """Stones must be closed solids: only those have a volume that others can press into."""
    for stone in wall.stones:
        for number, part in enumerate(stone.parts):
            which = f'stone "{stone.name}"' + (f", convex part {number + 1}" if len(stone.parts) > 1 else "")
            if not np.isfinite(part.vertices).all():
                raise ModelError(f"{which}: has corners that are no numbers; scan or draw it again")
            areas = part.face_areas
            # of a closed surface the area vectors cancel (divergence theorem)
            if np.linalg.norm(areas.sum(axis=0)) > _OPEN * np.linalg.norm(areas, axis=1).sum():
                raise ModelError(f"{which}: its surface is open; close it where it was made")
            triangles = part.vertices[part.triangles] - part.vertices[0]
            volume = float(np.linalg.det(triangles).sum()) / 6.0
            if not volume > _DEGENERATE * float(np.ptp(part.vertices, axis=0).max()) ** 3:
                raise ModelError(f"{which}: encloses no volume; leave it out, or scan or draw it again")


def check_apart(wall: Wall) -> None:
    """Stones that share space would fly apart."""
    check_shapes(wall)
    found = overlapping_stones([stone.parts for stone in wall.stones], tolerance=_OVERLAP)
    for one, other, depth in found:
        stones = wall.stones[one], wall.stones[other]
        names = stones[0].name, stones[1].name
        if not set(names) <= set(wall.fixed) and depth > overlap_limit(*stones):
            raise ModelError(
                f'stones "{names[0]}" and "{names[1]}" overlap by {1e3 * depth:.3g} mm at the start: they would fly '
                f"apart; {_remedy(*stones)}"
            )


def overlap_limit(one: Stone, other: Stone) -> float:
    """How far two stones may overlap at the start [m]: more where their convex parts fill hollows of a scan."""
    if _is_exact(one) and _is_exact(other):
        return _OVERLAP
    extents = [float(np.ptp(stone.solid.vertices, axis=0).min()) for stone in (one, other)]
    return max(_OVERLAP, _HOLLOW * min(extents))


def _is_exact(stone: Stone) -> bool:
    """Whether its convex parts are the stone itself."""
    return not stone.irregular or abs(sum(part.properties.volume for part in stone.parts) / stone.volume - 1.0) < 1e-9


def _remedy(one: Stone, other: Stone) -> str:
    if one.irregular or other.irregular:
        return "move their meshes apart, or scan them again"
    return "correct their outlines in the survey"


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
