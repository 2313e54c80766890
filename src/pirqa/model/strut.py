"""Struts and ties that hold a wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Gt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Force, Length, SpringStiffness

__all__ = ["Strut", "StrutKind"]

StrutKind = Literal["strut", "wedged", "tie"]
"""``strut``: pushes and pulls; ``wedged``: held by pressure alone, only pushes; ``tie``: only pulls."""


@dataclass(frozen=True, kw_only=True)
class Strut:
    """A straight bar between two points, as a bilinear spring: elastic, then yielding at a constant force."""

    name: str
    """What it is called."""
    kind: StrutKind = "strut"
    """Whether it pushes and pulls (strut), only pushes (wedged) or only pulls (tie)."""
    stone: str
    """Name of the stone at its first end."""
    point: tuple[Length, ...]
    """Where it meets that stone: x, y, z [m]."""
    other: str = "base"
    """Name of the stone at its other end; base for the ground, which moves with the wall's base."""
    other_point: tuple[Length, ...]
    """Where its other end is: x, y, z [m]."""
    stiffness: Annotated[SpringStiffness, Gt(0)]
    """Force per change of length [N/m]."""
    strength: Annotated[Force, Gt(0)] | None = None
    """Force at which it yields, or a strut buckles [N]; none: it stays elastic."""

    def __post_init__(self) -> None:
        check_bounds(self, f'strut "{self.name}"')
        for key in ("point", "other_point"):
            if len(getattr(self, key)) != 3:
                raise ModelError(f'strut "{self.name}": {key} needs three coordinates x, y, z')
        if self.point == self.other_point:
            raise ModelError(f'strut "{self.name}": its two ends are the same point')
