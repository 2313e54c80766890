"""Infill between two leaves as springs: struts that only push, with the stiffness of the infill behind their area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.experiments.options import InfillOptions
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.support import Strut
from pirqa.model.wall import Wall

_FACING = 0.5
"""Part of a face's normal across the wall from which it looks at the other leaf: at most 60° off."""
_SPECK = 1e-8
"""What two faces share by rounding alone [m2]."""
_CLOSED = 1e-3
"""Leaves nearer than this have no infill between them [m]."""


@dataclass(frozen=True, kw_only=True)
class Springs:
    """The infill between two leaves."""

    near: str
    far: str
    """Names of the leaves, from the front."""
    struts: tuple[Strut, ...]
    area: float
    """That the leaves turn to each other [m2]."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return f"{self.near}–{self.far}"


def infill_springs(wall: Wall, options: InfillOptions | None) -> tuple[Springs, ...]:
    """Springs for the infill of ``wall``; one set for each pair of leaves, none where ``options`` is None."""
    if options is None:
        return ()
    return tuple(_between(wall, near, far, options) for near, far in _pairs(wall, options))


def infill_remarks(wall: Wall, options: InfillOptions | None) -> Iterator[Remark]:
    """What is taken for granted about leaves without stones."""
    springs = infill_springs(wall, options)
    for item in springs:
        yield Remark(kind="assumption", key="infill_springs", text=item.name, count=len(item.struts))
    if not springs:
        for leaf in wall.envelope.leaves:
            if not leaf.stones and wall.stones:
                yield Remark(kind="warning", key="infill_left_out", text=leaf.name, amount=leaf.thickness, unit="m")


def _pairs(wall: Wall, options: InfillOptions) -> list[tuple[str, str]]:
    zones = list(dict.fromkeys(stone.zone for stone in wall.stones))
    for name in options.between:
        if name not in zones:
            raise OptionsError(
                f'dynamics.infill.between: no leaf or zone with stones is called "{name}"; {did_you_mean(name, zones)}'
            )
    if options.between:
        return [(options.between[0], options.between[1])]
    numbered = [(number, leaf.name) for number, leaf in enumerate(wall.envelope.leaves) if leaf.stones]
    found = [(near, far) for (i, near), (j, far) in pairwise(numbered) if j > i + 1]
    if not found:
        raise OptionsError(
            "dynamics.infill: the wall has no two leaves of stones with a leaf without stones between them; give three "
            "[[survey.leaves]], the first and the last with stones = true, or leave out [dynamics.infill]"
        )
    return found


def _between(wall: Wall, near: str, far: str, options: InfillOptions) -> Springs:
    """Springs wherever a stone of one leaf has a stone of the other before it."""
    fronts = _faces(wall, near, 1.0)
    backs = _faces(wall, far, -1.0)
    struts: list[Strut] = []
    whole = 0.0
    pairs = shapely.STRtree([face.outline for face in backs]).query([face.outline for face in fronts])
    for one, other in sorted(zip(*pairs.tolist(), strict=True)):
        front, back = fronts[one], backs[other]
        shared = shapely.intersection(front.outline, back.outline)
        if shared.geom_type != "Polygon" or shared.area <= _SPECK:
            continue
        whole += shared.area
        for x, z in four_points(np.asarray(shared.exterior.coords)[:-1]).tolist():
            start, end = front.depth(x, z), back.depth(x, z)
            if end - start < _CLOSED:
                raise ModelError(
                    f'dynamics.infill: stone "{front.stone}" of leaf "{near}" and stone "{back.stone}" of leaf "{far}" '
                    f"leave no room for infill at x = {x:.3f} m, z = {z:.3f} m; name the leaves from the front, or "
                    "leave out [dynamics.infill]"
                )
            area = 0.25 * float(shared.area)
            struts.append(
                Strut(
                    name=f"infill {near}–{far} {len(struts) + 1}",
                    kind="wedged",
                    stone=front.stone,
                    point=(x, start, z),
                    other=back.stone,
                    other_point=(x, end, z),
                    # E·A/t of a column of infill
                    stiffness=options.modulus * area / (end - start),
                    strength=None if options.strength is None else options.strength * area,
                )
            )
    if not struts:
        raise OptionsError(f'dynamics.infill: leaves "{near}" and "{far}" nowhere lie one behind the other')
    return Springs(near=near, far=far, struts=tuple(struts), area=whole)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Facing:
    """A face of a stone that looks at the other leaf."""

    stone: str
    outline: Any
    """Convex polygon (x, z) [m]."""
    middle: FloatArray
    normal: FloatArray

    def depth(self, x: float, z: float) -> float:
        """y of its plane [m]."""
        dx, dz = x - self.middle[0], z - self.middle[2]
        return float(self.middle[1] - (self.normal[0] * dx + self.normal[2] * dz) / self.normal[1])


def _faces(wall: Wall, zone: str, way: float) -> list[_Facing]:
    """Faces of the convex parts of a leaf's stones that look to the back (``way`` 1) or to the front (-1)."""
    found: list[_Facing] = []
    for stone in wall.stones:
        if stone.zone == zone:
            found += _faces_of(stone, way)
    return found


def _faces_of(stone: Stone, way: float) -> Iterator[_Facing]:
    for part in stone.parts:
        areas = part.face_areas
        sizes = np.linalg.norm(areas, axis=1)
        for face, area, size in zip(part.faces, areas, sizes.tolist(), strict=True):
            if size > 0.0 and way * area[1] > _FACING * size:
                corners = part.vertices[list(face)]
                outline = shapely.Polygon(corners[:, [0, 2]])
                yield _Facing(stone=stone.name, outline=outline, middle=corners.mean(axis=0), normal=area / size)


def four_points(ring: FloatArray) -> FloatArray:
    """Four places with a quarter of a convex polygon's area each that have its area, centroid and second moments.

    Springs there resist squeezing and turning as a bed of springs all over it does. At one standard deviation either
    way along both principal axes: on the ellipse that lies within every convex shape (Kannan, Lovász and Simonovits
    1995, Theorem 4.1), so that no spring stands beside its stone. ``ring`` (x, z), shape (n, 2); shape (4, 2) [m].
    """
    here = ring - ring.mean(axis=0)
    after = np.roll(here, -1, axis=0)
    cross = here[:, 0] * after[:, 1] - after[:, 0] * here[:, 1]
    area = 0.5 * float(cross.sum())
    centroid = (cross @ (here + after)) / (6.0 * area)
    sums = np.einsum("k,ki,kj->ij", cross, here, here) + np.einsum("k,ki,kj->ij", cross, after, after)
    mixed = np.einsum("k,ki,kj->ij", cross, here, after)
    moments = (2.0 * sums + mixed + mixed.T) / (24.0 * area) - np.outer(centroid, centroid)
    spread, axes = np.linalg.eigh(moments)
    steps = axes * np.sqrt(np.maximum(spread, 0.0))
    signs = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return np.asarray(ring.mean(axis=0) + centroid + signs @ steps.T)
