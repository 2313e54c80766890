"""The wall as slabs: boxes whose front and back may lean, cut where anything changes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pirqa.errors import ModelError
from pirqa.model.wall import Wall

__all__ = ["Slab", "Void", "wall_slabs"]


@dataclass(frozen=True, kw_only=True)
class Slab:
    """A piece of one zone; its front and back faces are flat and may lean."""

    zone: str
    along: tuple[float, float]
    """From where to where [m]."""
    up: tuple[float, float]
    """From where to where [m]."""
    front: tuple[float, float]
    """Across the wall, at its foot and at its top [m]."""
    back: tuple[float, float]
    """Across the wall, at its foot and at its top [m]."""
    opened: bool = True
    """Whether openings cut it; they do not go on through a pier, a return or the wall behind."""

    def faces(self, level: float) -> tuple[float, float]:
        """Front and back at ``level`` [m]."""
        share = (level - self.up[0]) / (self.up[1] - self.up[0])
        return tuple(face[0] + share * (face[1] - face[0]) for face in (self.front, self.back))  # type: ignore[return-value]


@dataclass(frozen=True, kw_only=True)
class Void:
    """A box that is left out: a door, a window, a niche."""

    name: str
    along: tuple[float, float]
    """[m]"""
    up: tuple[float, float]
    """[m]"""
    depth: float | None = None
    """Of a niche [m], behind the face wherever that leans or steps; all through where absent."""
    side: Literal["front", "back"] = "front"
    """Face that a niche is in."""

    def floor(self, slab: Slab, level: float) -> float:
        """Where the back of a niche in ``slab`` is at ``level`` [m]."""
        front, back = slab.faces(level)
        return front + (self.depth or 0.0) if self.side == "front" else back - (self.depth or 0.0)


def wall_slabs(wall: Wall, *, across: float = 0.0) -> tuple[Slab, ...]:
    """Slabs of the wall's zones, moved back by ``across`` [m]."""
    envelope = wall.envelope
    if envelope.length is None:
        raise ModelError("wall.length is missing: a finite-element model needs to know how long the wall is")
    weights = {name: material.unit_weight for name, material in wall.materials.items()}
    cuts = sorted(
        {0.0, envelope.length, *(zone.start for zone in envelope.zones)}
        | {envelope.length if zone.end is None else zone.end for zone in envelope.zones}
    )
    return tuple(
        Slab(
            zone=layer.zone,
            along=(float(start), float(end)),
            up=(float(layer.bottom), float(layer.top)),
            front=(across + float(layer.front_bottom), across + float(layer.front_top)),
            back=(across + float(layer.back_bottom), across + float(layer.back_top)),
        )
        for start, end in pairwise(cuts)
        for layer in envelope.layers(0.5 * (start + end), weights)
    )
