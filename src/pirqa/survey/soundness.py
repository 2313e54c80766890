"""What an engineer should look at before trusting the stones: floating ones, slivers, stones held by nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from pirqa.model.remark import Remark
from pirqa.model.stone import BASE, Contact, Stone
from pirqa.survey.flaws import width_of
from pirqa.survey.front import front_outline

__all__ = ["look_over"]

_SHALLOW = 0.05
"""Upward part of a normal from which a contact bears something."""
_BEHIND = 0.9
"""Part of a normal across the wall from which two stones lie one behind the other."""
_THIN = 0.1
"""A stone this many times thinner than its neighbours is a sliver."""


def look_over(stones: Sequence[Stone], contacts: Sequence[Contact], *, tolerance: float) -> list[Remark]:
    """Warnings about the contact graph and the stones' shapes."""
    remarks: list[Remark] = []
    number = {stone.name: index for index, stone in enumerate(stones)} | {BASE: len(stones)}
    one = np.array([number[contact.first] for contact in contacts], dtype=np.intp)
    other = np.array([number[contact.second] for contact in contacts], dtype=np.intp)
    graph = coo_matrix((np.ones(len(one)), (one, other)), shape=(len(stones) + 1, len(stones) + 1))
    _, group = connected_components(graph, directed=False)
    floating = [stone.name for index, stone in enumerate(stones) if group[index] != group[len(stones)]]
    if floating:
        remarks.append(Remark(kind="warning", key="floating", stones=tuple(floating), count=len(floating)))
    borne = {name for contact in contacts for name in _borne_by(contact)}
    hanging = [stone.name for stone in stones if stone.name not in borne and stone.name not in floating]
    if hanging:
        remarks.append(Remark(kind="warning", key="held_by_nothing", stones=tuple(hanging), count=len(hanging)))
    slivers = _slivers(stones, tolerance)
    if slivers:
        remarks.append(Remark(kind="warning", key="sliver_stones", stones=tuple(slivers), count=len(slivers)))
    small = [
        f"{contact.first}–{contact.second}"
        for contact in contacts
        if contact.area < 4.0 * tolerance * np.sqrt(max(contact.area, tolerance**2)) and not _across(contact)
    ]
    if small:
        remarks.append(Remark(kind="warning", key="small_contacts", stones=tuple(small), count=len(small)))
    return remarks


def _borne_by(contact: Contact) -> list[str]:
    """Those of the two stones that rest on the other with at least one face."""
    names = []
    if any(face.normal[2] < -_SHALLOW for face in contact.faces):
        names.append(contact.first)
    if any(face.normal[2] > _SHALLOW for face in contact.faces):
        names.append(contact.second)
    return names


def _across(contact: Contact) -> bool:
    """Whether one of the two is behind the other: leaves with joints of their own also meet by corners."""
    return all(abs(face.normal[1]) > _BEHIND for face in contact.faces)


def _slivers(stones: Sequence[Stone], tolerance: float) -> list[str]:
    sizes = np.array([stone.volume for stone in stones]) ** (1.0 / 3.0)
    typical = float(np.median(sizes))
    found = []
    for stone in stones:
        least = float(np.ptp(stone.solid.vertices, axis=0).min())
        if not stone.irregular:
            least = min(least, width_of(shapely.Polygon(front_outline(stone))))
        if least < max(4.0 * tolerance, _THIN * typical):
            found.append(stone.name)
    return found
