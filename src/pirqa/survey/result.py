"""What the survey hands on."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.model.masonry import BASE, Contact, Stone
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.survey.options import BaseRule
from pirqa.survey.thickness import ThicknessSource


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where the stones come from."""

    file: str
    """Name of the file, or nothing where the wall was generated."""
    format: str
    digest: str = ""
    """Of the file's bytes (SHA-256); for a folder, of its files' names and digests."""
    like: str = ""
    """Wall of the literature that a generated one resembles: never its drawing."""
    seed: int | None = None
    """Of a generated wall."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SurveyResult:
    """The wall with its stones and contacts, and all that was repaired or assumed on the way."""

    source: Source
    wall: Wall
    remarks: tuple[Remark, ...]
    tolerance: float
    """[m]"""
    base: BaseRule = "level"
    """What the wall was taken to stand on."""
    area: float
    """Of the elevation [m2]; 0 for stones in space."""
    stones: Table
    """A row for each stone: name, zone, material, size, volume, mass, corners, parts, contacts (SI)."""
    joints: Table
    """A row for each pair that touches: names, faces, area, mean normal, gap (SI)."""

    def of_kind(self, kind: str) -> tuple[Remark, ...]:
        """The remarks of one kind: repair, assumption or warning."""
        return tuple(remark for remark in self.remarks if remark.kind == kind)

    def __str__(self) -> str:
        wall = self.wall
        touching = [contact for contact in wall.contacts if contact.second != BASE]
        low = np.min([stone.solid.vertices.min(axis=0) for stone in wall.stones], axis=0)
        high = np.max([stone.solid.vertices.max(axis=0) for stone in wall.stones], axis=0)
        length, depth, height = high - low
        origin = self.source.file or f"generated{f', like {self.source.like}' if self.source.like else ''}"
        volume = sum(stone.volume for stone in wall.stones)
        lines = [
            f"{origin} ({self.source.format}): {len(wall.stones)} stones, {len(wall.base_stones)} on the base",
            f"{length:.3f} m long, {height:.3f} m high, {depth:.3f} m deep; {volume:.4f} m3 of stone",
            f"{len(touching)} pairs touch with {sum(len(contact.faces) for contact in touching)} faces, "
            f"{sum(contact.area for contact in touching):.3f} m2",
        ]
        counts = {kind: len(self.of_kind(kind)) for kind in ("repair", "assumption", "warning")}
        lines.append(", ".join(f"{count} {kind}{'s' if count != 1 else ''}" for kind, count in counts.items()))
        return "\n".join(lines)


def stone_table(wall: Wall, sources: dict[str, ThicknessSource]) -> Table:
    """The stones as a table; the mass is not a number where the unit weight is not known."""
    faces: dict[str, int] = {}
    for contact in wall.contacts:
        for name in (contact.first, contact.second):
            faces[name] = faces.get(name, 0) + 1
    seated = set(wall.base_stones)
    rows = []
    for stone in wall.stones:
        width, depth, height = np.ptp(stone.solid.vertices, axis=0).tolist()
        rows.append(
            {
                "stone": stone.name,
                "zone": stone.zone,
                "material": stone.material,
                "x": float(stone.centroid[0]),
                "y": float(stone.centroid[1]),
                "z": float(stone.centroid[2]),
                "width": width,
                "depth": depth,
                "height": height,
                "volume": stone.volume,
                "mass": wall.mass(stone) if stone.material in wall.materials else math.nan,
                "corners": _corners(stone),
                "parts": len(stone.parts),
                "contacts": faces.get(stone.name, 0),
                "on_base": stone.name in seated,
                "thickness_from": sources.get(stone.name, "body"),
            }
        )
    return Table.of(rows)


def _corners(stone: Stone) -> int:
    """Corners of its front; of the whole stone where it was scanned."""
    areas = stone.solid.face_areas
    front = [face for face, area in zip(stone.solid.faces, areas, strict=True) if area[1] < -0.7 * np.linalg.norm(area)]
    return len(front[0]) if len(front) == 1 else len(stone.solid.vertices)


def joint_table(contacts: tuple[Contact, ...]) -> Table:
    """The contacts as a table."""
    rows = []
    for contact in contacts:
        normal = np.sum([face.area * face.normal for face in contact.faces], axis=0)
        length = float(np.linalg.norm(normal))
        x, y, z = (normal / length if length > 0.0 else normal).tolist()
        rows.append(
            {
                "first": contact.first,
                "second": contact.second,
                "kind": contact.kind,
                "faces": len(contact.faces),
                "area": contact.area,
                "normal_x": x,
                "normal_y": y,
                "normal_z": z,
                "gap": max(face.gap for face in contact.faces),
            }
        )
    return Table.of(rows)
