"""Stretches of the wall as parts that turn: their weights, outlines and contacts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.limit.contact import Rectangle
from pirqa.limit.options import LimitOptions
from pirqa.model.polyhedron import FloatArray
from pirqa.model.section import Layer, Section
from pirqa.model.wall import Wall

__all__ = ["Span", "Stretch", "contact_rectangles", "edge", "face", "outline", "stretches", "weight_between"]

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
) -> tuple[Rectangle, ...] | None:
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
        rectangles.append(Rectangle(near=depths[0], far=depths[1], length=stretch.length, strength=strength))
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
