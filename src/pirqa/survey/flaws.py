"""Flaws of a drawing, and warnings about the wall that was built.

Gaps, overlaps and crossings of a drawing are found by stone and place, named in one message and kept for a picture.
Warnings name what an engineer should look at before the stones are trusted: floating stones, slivers, stones that
nothing holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from pirqa.errors import SurveyError
from pirqa.model.masonry import BASE, Contact, Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.solids import front_outline

FlawKind = Literal["gap", "overlap", "crossing"]

_MOST = 12
"""Flaws that a message lists; the picture shows all."""

_SHALLOW = 0.05
"""Upward part of a normal from which a contact bears something."""

_BEHIND = 0.9
"""Part of a normal across the wall from which two stones lie one behind the other."""

_THIN = 0.1
"""A stone this many times thinner than its neighbours is a sliver."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Flaw:
    """One place where outlines do not fit together."""

    kind: FlawKind
    stones: tuple[str, ...]
    """Labels of the stones around it."""
    place: tuple[float, float]
    """(x, z) [m]"""
    area: float
    """[m2]"""
    width: float
    """Diameter of the largest circle in it [m]."""
    ring: FloatArray
    """Its border (x, z) [m], shape (n, 2)."""

    def __str__(self) -> str:
        x, z = self.place
        between = " and ".join(self.stones[:4]) or "no stone"
        words = {"gap": "gap between", "overlap": "overlap of", "crossing": "outline crosses itself:"}[self.kind]
        size = f", {self.width * 1e3:.3g} mm wide, {self.area * 1e4:.3g} cm²" if self.kind != "crossing" else ""
        return f"{words} {between} at x = {x:.3f} m, z = {z:.3f} m{size}"


def coverage_flaws(polygons: Sequence[Any], labels: Sequence[str], *, reach: float) -> list[Flaw]:
    """Overlaps of ``polygons`` and gaps between them; a slot that opens outwards counts up to the width ``reach``."""
    shapes = np.array(polygons, dtype=object)
    tree = shapely.STRtree(shapes)
    flaws = [
        _flaw("overlap", piece, (labels[one], labels[other]))
        for one, other in _crossing_pairs(tree, shapes)
        for piece in pieces_of(shapely.intersection(shapes[one], shapes[other]))
    ]
    whole = shapely.union_all(shapes)
    closed = whole.buffer(0.5 * reach, join_style="mitre").buffer(-0.5 * reach, join_style="mitre")
    holes = [shapely.Polygon(ring) for part in pieces_of(whole) for ring in part.interiors]
    inside = shapely.union_all(holes) if holes else shapely.Polygon()
    # thinner than a hair is what the closing itself leaves along a nearly straight edge
    slots = [piece for piece in pieces_of(closed.difference(whole).difference(inside)) if width_of(piece) > 1e-4]
    # what the closing adds at an inner corner of the outline touches one stone only: no slot
    for piece in (*holes, *slots):
        near = tree.query(piece, predicate="dwithin", distance=1e-6)
        if len(near) > 1:
            flaws.append(_flaw("gap", piece, tuple(labels[i] for i in sorted(near))))
    return [flaw for flaw in flaws if flaw.area > 1e-12]


def refuse_flaws(file: str, flaws: Sequence[Flaw], rings: Sequence[FloatArray], remedy: str) -> None:
    """Raise one error that names every flaw, the widest first."""
    if not flaws:
        return
    worst = sorted(flaws, key=lambda flaw: -flaw.width)
    lines = [str(flaw) for flaw in worst[:_MOST]]
    if len(worst) > _MOST:
        lines.append(f"… and {len(worst) - _MOST} more")
    head = f"{file}: the stones do not fit together; {remedy}"
    raise SurveyError("\n  ".join([head, *lines]), flaws=tuple(worst), rings=tuple(rings))


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


def width_of(polygon: Any) -> float:
    """Diameter of the largest circle inside ``polygon`` [m]: how wide a sliver is."""
    if polygon.is_empty or polygon.area <= 1e-9 * polygon.length:
        return 0.0  # a nanometre: rounding
    # precise enough to compare with a tolerance, and quick on long slivers
    precision = max(1e-6, 0.02 * polygon.area / max(polygon.length, 1e-12))
    return 2.0 * float(shapely.maximum_inscribed_circle(polygon, tolerance=precision).length)


def _crossing_pairs(tree: shapely.STRtree, shapes: Any) -> list[tuple[int, int]]:
    one, other = tree.query(shapes, predicate="intersects")
    keep = one < other
    pairs = np.column_stack([one[keep], other[keep]])
    touch = shapely.touches(shapes[pairs[:, 0]], shapes[pairs[:, 1]])
    return [(int(i), int(j)) for i, j in pairs[~touch]]


def pieces_of(shape: Any) -> list[Any]:
    """The polygons in ``shape``, however deep in collections, the largest first."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    found = [part for part in parts if part.geom_type == "Polygon" and part.area > 0.0]
    return sorted(found, key=lambda part: -part.area)


def _flaw(kind: FlawKind, piece: Any, stones: tuple[str, ...]) -> Flaw:
    point = piece.representative_point()
    return Flaw(
        kind=kind,
        stones=stones,
        place=(float(point.x), float(point.y)),
        area=float(piece.area),
        width=width_of(piece),
        ring=np.asarray(piece.exterior.coords)[:-1],
    )


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
