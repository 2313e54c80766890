"""Parts of the wall that turn: stretches with their weights and outlines, and the hinge on the contact below them.

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
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.options import CrushingRule, LimitOptions
from pirqa.model.envelope import Layer, Section
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall

OUTWARD = np.array([0.0, -1.0, 0.0])

INWARD = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A piece of the wall with one section."""

    section: Section
    start: float
    """[m]"""
    length: float
    """[m]; 1 where the wall has no length and all is per metre."""

    @property
    def middle(self) -> float:
        """[m]"""
        return self.start + 0.5 * self.length

    @property
    def top(self) -> float:
        """[m]"""
        return float(self.section.height)


@dataclass(frozen=True, kw_only=True)
class Span:
    """A part of a stretch between two levels."""

    weight: float
    """[N]"""
    centroid: tuple[float, float, float]
    """[m]"""


@dataclass(frozen=True, kw_only=True)
class ContactRectangle:
    """A stretch of a contact, by depth from the outermost edge."""

    near: float
    """Where it begins [m]."""
    far: float
    """Where it ends [m]."""
    length: float
    """Along the wall [m]."""
    strength: float
    """Compressive strength [Pa]."""


def stretches(wall: Wall) -> tuple[Stretch, ...]:
    """The wall's pieces of constant section."""
    for zone in wall.envelope.zones:
        if zone.material not in wall.materials:
            raise OptionsError(
                f'zone "{zone.name}": the unit weight of "{zone.material}" is not known, so nothing can be weighed; '
                "give the material under [materials]"
            )
    sections = wall.sections()
    length = wall.envelope.length
    if length is None:
        return tuple(Stretch(section=section, start=0.0, length=1.0) for section in sections)
    if len(sections) == 1:
        return (Stretch(section=sections[0], start=0.0, length=length),)
    cuts = sorted(
        {0.0, length, *(zone.start for zone in wall.envelope.zones)}
        | {length if zone.end is None else zone.end for zone in wall.envelope.zones}
    )
    return tuple(
        Stretch(section=section, start=low, length=high - low)
        for section, (low, high) in zip(sections, pairwise(cuts), strict=True)
    )


def set_back(contact: Sequence[ContactRectangle], weight: float, rule: CrushingRule, name: str) -> float:
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


def _block(contact: Sequence[ContactRectangle], depth: float) -> tuple[float, float]:
    """Force [N] and its moment about the outermost edge [N m] of full strength down to ``depth``."""
    force = moment = 0.0
    for part in contact:
        far = min(max(depth, part.near), part.far)
        stress = part.strength * part.length
        force += stress * (far - part.near)
        moment += stress * 0.5 * (far**2 - part.near**2)
    return force, moment


def _triangle(contact: Sequence[ContactRectangle], depth: float) -> tuple[float, float]:
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


def _cut(section: Section, level: float) -> Section:
    """The section with ``level`` as its only joint."""
    return replace(section, joints=(level,))


def weight_between(stretch: Stretch, low: float, high: float) -> Span:
    """Weight and centroid of ``stretch`` from ``low`` up to ``high``."""
    whole = stretch.section.above(low)
    weight, moment_y, moment_z = float(whole.weight), float(whole.weight * whole.y), float(whole.weight * whole.z)
    if high < stretch.top:
        rest = stretch.section.above(high)
        weight -= float(rest.weight)
        moment_y -= float(rest.weight * rest.y)
        moment_z -= float(rest.weight * rest.z)
    return Span(weight=weight * stretch.length, centroid=(stretch.middle, moment_y / weight, moment_z / weight))


def edge(stretch: Stretch, level: float) -> tuple[float, float]:
    """Front and back of the contact at ``level`` [m]."""
    front, back = _cut(stretch.section, level).contact(0)
    return float(front), float(back)


def face(stretch: Stretch, level: float) -> tuple[float, float]:
    """Front and back face of the wall at ``level``, of the layer below where two meet [m]."""
    for layer in stretch.section.layers:
        if level <= layer.top + 1e-9:
            at = min(level, float(layer.top))
            return float(layer.front(at)), float(layer.back(at))
    raise OptionsError(f"the level {level:g} m is above the wall's top at {stretch.top:g} m")


def contact_rectangles(
    parts: Sequence[Stretch], level: float, hinge: float, sign: float, options: LimitOptions
) -> tuple[ContactRectangle, ...] | None:
    """The contact at ``level`` by depth from the edge at y = ``hinge``; None where masonry has no given strength.

    ``sign`` is 1 where depth grows with y (a fall outwards), else -1.
    """
    if options.compressive_strength is None and not options.masonry:
        return None
    rectangles = []
    for stretch in parts:
        front, back = edge(stretch, level)
        depths = sorted((sign * (front - hinge), sign * (back - hinge)))
        strength = min(_strength(layer, options) for layer in _touching(stretch, level))
        rectangles.append(ContactRectangle(near=depths[0], far=depths[1], length=stretch.length, strength=strength))
    return tuple(rectangles)


def _touching(stretch: Stretch, level: float) -> list[Layer]:
    layers = [layer for layer in stretch.section.layers if layer.bottom - 1e-9 <= level <= layer.top + 1e-9]
    return layers or [stretch.section.layers[0]]


def _strength(layer: Layer, options: LimitOptions) -> float:
    if layer.zone in options.masonry:
        return options.masonry[layer.zone].compressive_strength
    if options.compressive_strength is not None:
        return options.compressive_strength
    raise OptionsError(
        f'limit.masonry: zone "{layer.zone}" has no compressive_strength; give it, or limit.compressive_strength; '
        f"{did_you_mean(layer.zone, options.masonry)}"
    )


def outline(stretch: Stretch, low: float, high: float) -> FloatArray:
    """Corners (y, z) of the cross-section from ``low`` to ``high``, shape (n, 2)."""
    front: list[tuple[float, float]] = []
    back: list[tuple[float, float]] = []
    for layer in stretch.section.layers:
        bottom, top = max(low, float(layer.bottom)), min(high, float(layer.top))
        if top - bottom <= 1e-9:
            continue
        for level in (bottom, top):
            front.append((float(layer.front(level)), level))
            back.append((float(layer.back(level)), level))
    corners = [*front, *reversed(back)]
    kept = [corner for index, corner in enumerate(corners) if corner != corners[index - 1]]
    return np.array(kept)
