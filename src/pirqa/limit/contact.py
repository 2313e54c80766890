"""Where a part turns on its bed: at the very edge, or set back by what the masonry bears.

Circolare 7/2019 C8.7.1.2.1 d) lets hinges be set back from the edge for the masonry's strength, not how far.
A contact is made of rectangles in plan, one for each stretch of the wall, that may differ in thickness and strength.
Depth ``s`` is measured from the outermost edge of all of them, in the direction away from the fall.

*exact*: rigid and perfectly plastic masonry without tension: the strip nearest the edge bears its full strength, and
is as deep as the weight needs; the hinge is at the centroid of its force. For one rectangle of length L that is
N/(2 f L): the rectangular block from which EN 1996-1-1 6.1.2.2 has its reduction factor 1 − 2e/t (not compared with the
official text; the equilibrium itself needs no code).

*simplified*: pressure that falls linearly from f at the edge to nothing: Navier's triangle of a cracked section
without tension. For one rectangle the hinge is at 2N/(3 f L).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pirqa.errors import OptionsError
from pirqa.limit.options import CrushingRule

__all__ = ["Rectangle", "set_back"]


@dataclass(frozen=True, kw_only=True)
class Rectangle:
    """A stretch of a contact, by depth from the outermost edge."""

    near: float
    """Where it begins [m]."""
    far: float
    """Where it ends [m]."""
    length: float
    """Along the wall [m]."""
    strength: float
    """Compressive strength [Pa]."""


def set_back(contact: Sequence[Rectangle], weight: float, rule: CrushingRule, name: str) -> float:
    """Depth of the hinge behind the outermost edge [m] under the vertical force ``weight`` [N]."""
    if weight <= 0.0:
        return 0.0
    most = max(part.far for part in contact)
    bear = _block if rule == "exact" else _triangle
    limit = bear(contact, most)[0]
    if limit < weight:
        bearing = "at its full strength" if rule == "exact" else "with a triangle of pressure"
        raise OptionsError(
            f'mechanism "{name}": {bearing} the contact bears {limit / 1e3:.4g} kN, and {weight / 1e3:.4g} kN are '
            "on it: the masonry is crushed before anything turns. Check limit.compressive_strength"
            + ("" if rule == "exact" else ', or use crushing_rule = "exact"')
        )
    from scipy.optimize import brentq

    depth = float(brentq(lambda s: bear(contact, s)[0] - weight, 0.0, most, xtol=1e-15, rtol=1e-14))
    force, moment = bear(contact, depth)
    return moment / force


def _block(contact: Sequence[Rectangle], depth: float) -> tuple[float, float]:
    """Force [N] and its moment about the outermost edge [N m] of full strength down to ``depth``."""
    force = moment = 0.0
    for part in contact:
        far = min(max(depth, part.near), part.far)
        stress = part.strength * part.length
        force += stress * (far - part.near)
        moment += stress * 0.5 * (far**2 - part.near**2)
    return force, moment


def _triangle(contact: Sequence[Rectangle], depth: float) -> tuple[float, float]:
    """The same of a pressure that falls from the strength at the edge to nothing at ``depth``."""
    force = moment = 0.0
    if depth <= 0.0:
        return 0.0, 0.0
    for part in contact:
        near, far = part.near, min(max(depth, part.near), part.far)
        if far <= near:
            continue
        stress = part.strength * part.length
        force += stress * ((far - near) - (far**2 - near**2) / (2.0 * depth))
        moment += stress * ((far**2 - near**2) / 2.0 - (far**3 - near**3) / (3.0 * depth))
    return force, moment
