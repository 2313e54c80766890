"""The wall's envelope from its stones: what a cross-section takes for thickness, height and bed joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pirqa.model.envelope import Envelope, Zone
from pirqa.model.remark import Remark
from pirqa.model.stone import BASE, Contact, Stone
from pirqa.survey.build import Masonry
from pirqa.survey.options import SurveyOptions
from pirqa.survey.thickness import main_zone

__all__ = ["envelope_of"]

_LEVEL = 0.9998
"""Cosine of a degree: joints steeper than that are no beds."""


def envelope_of(
    options: SurveyOptions, masonry: Masonry, *, given: Envelope | None, with_joints: bool
) -> tuple[Envelope, tuple[Remark, ...]]:
    """The envelope that the project gives, or a box around the stones with their thickness and bed joints.

    ``with_joints``: whether the project says what happens in joints; without that sections look at the base only.
    """
    low = np.min([stone.solid.vertices.min(axis=0) for stone in masonry.stones], axis=0)
    length, depth, height = np.max([stone.solid.vertices.max(axis=0) for stone in masonry.stones], axis=0) - low
    if given is not None:
        sizes = [("height", given.height, height)]
        sizes += [("length", given.length, length)] if given.length is not None else []
        section = sum(0.5 * (z.thickness + (z.thickness_top or z.thickness)) * (z.top - z.bottom) for z in given.zones)
        if len(given.stations) == 1 and not any(zone.front_batter or zone.back_batter for zone in given.zones):
            mean = sum(stone.volume for stone in masonry.stones) / float(length * height)
            sizes.append(("thickness", section / given.height, mean))
        off = tuple(
            Remark(kind="warning", key="envelope_differs", text=key, amount=float(found - said), unit="m")
            for key, said, found in sizes
            if abs(found - said) > max(0.02 * said, options.tolerance)
        )
        return given, off
    volumes: dict[str, float] = {}
    for stone in masonry.stones:
        volumes[stone.material] = volumes.get(stone.material, 0.0) + stone.volume
    material = max(volumes, key=lambda name: volumes[name])
    remarks: list[Remark] = []
    zone = main_zone(options, float(height), material)
    own = {source for source in masonry.sources.values()} - {"wall", "leaf", "niche"}
    if zone is None or own:
        # the lesser of mean and median by area: one deep stone does not make the wall thicker
        thickness = min(sum(volumes.values()) / float(length * height), _median_depth(masonry.stones), float(depth))
        zone = Zone(name="wall", material=material, bottom=0.0, top=float(height), thickness=thickness)
        remarks.append(Remark(kind="assumption", key="mean_thickness", amount=thickness, unit="m"))
    if len(volumes) > 1:
        remarks.append(Remark(kind="assumption", key="main_material", text=material))
    covered = _covered(masonry)
    tops = [float(stone.solid.vertices[:, 2].max()) for stone in masonry.stones if stone.name not in covered]
    if tops and height - min(tops) > 0.02 * height:
        remarks.append(Remark(kind="assumption", key="uneven_top", amount=float(height) - min(tops), unit="m"))
    leaves = tuple(replace(leaf, material=leaf.material or material) for leaf in options.leaves)
    beds = _through_beds(masonry, float(length), tolerance=options.tolerance)
    if beds and not with_joints:
        remarks.append(Remark(kind="assumption", key="beds_without_friction", count=len(beds)))
    levels = beds if with_joints else ()
    return Envelope(zones=(zone,), length=float(length), leaves=leaves, joint_levels=levels), tuple(remarks)


def _median_depth(stones: Sequence[Stone]) -> float:
    """Depth that half of the wall's face does not exceed [m]."""
    depths = np.array([float(np.ptp(stone.solid.vertices[:, 1])) for stone in stones])
    faces = np.array([stone.volume for stone in stones]) / depths
    order = np.argsort(depths, kind="stable")
    return float(depths[order][np.searchsorted(np.cumsum(faces[order]), 0.5 * faces.sum())])


def _covered(masonry: Masonry) -> set[str]:
    """Stones with another one on them."""
    covered: set[str] = set()
    for contact in masonry.contacts:
        up = sum(face.area * float(face.normal[2]) for face in contact.faces)
        if abs(up) > 0.3 * contact.area:
            covered.add(contact.first if up > 0.0 else contact.second)
    return covered


def _through_beds(masonry: Masonry, length: float, *, tolerance: float) -> tuple[float, ...]:
    """Levels of bed joints that run through the whole wall, along which it can part as in a cross-section [m].

    Through all its leaves: stones of one that others stand in the way of do not part the wall.
    """
    zone = {stone.name: stone.zone for stone in masonry.stones if masonry.sources[stone.name] == "leaf"}
    leaves: list[str | None] = [*sorted(set(zone.values()))] or [None]
    levels = [
        _beds([one for one in masonry.contacts if _within(one, zone, leaf)], length, tolerance=tolerance)
        for leaf in leaves
    ]
    return tuple(
        level for level in levels[0] if all(any(abs(level - own) <= 2.0 * tolerance for own in rest) for rest in levels)
    )


def _within(contact: Contact, zone: Mapping[str, str], leaf: str | None) -> bool:
    return leaf is None or zone.get(contact.first) == leaf == zone.get(contact.second)


def _beds(contacts: Sequence[Contact], length: float, *, tolerance: float) -> list[float]:
    """Levels of bed joints as long as the wall [m]."""
    beds = [
        (float(face.polygon[:, 2].mean()), float(np.ptp(face.polygon[:, 0])))
        for contact in contacts
        for face in contact.faces
        if contact.second != BASE and abs(face.normal[2]) > _LEVEL
    ]
    found: list[float] = []
    beds.sort()
    while beds:
        low = beds[0][0]
        same = [bed for bed in beds if bed[0] <= low + 2.0 * tolerance]
        beds = beds[len(same) :]
        if sum(width for _, width in same) > 0.98 * length:
            found.append(float(np.average([z for z, _ in same], weights=[width for _, width in same])))
    return found
