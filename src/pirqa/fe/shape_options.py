"""What a wall has beside its zones: openings, buttresses, walls at its ends and behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Length

__all__ = ["Buttress", "Opening", "RearWall", "ReturnWall"]

Side = Literal["front", "back"]


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A door, a window, or a niche in one face, of this wall only: not of what stands against it or behind it."""

    start: Annotated[Length, Ge(0)]
    """Where it starts along the wall [m]."""
    end: Annotated[Length, Gt(0)]
    """Where it ends along the wall [m]."""
    bottom: Annotated[Length, Ge(0)] = 0.0
    """Level of its sill above the base [m]."""
    top: Annotated[Length, Gt(0)]
    """Level of its lintel above the base [m]."""
    depth: Annotated[Length, Gt(0)] | None = None
    """Of a niche [m]; all through where absent."""
    side: Side = "front"
    """Face that a niche is in; its back leans as the face does."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.openings")
        if self.end <= self.start or self.top <= self.bottom:
            raise ModelError("fe.openings: end must lie beyond start, and top above bottom")


@dataclass(frozen=True, kw_only=True)
class Buttress:
    """A pier against one face, from the base up."""

    start: Annotated[Length, Ge(0)]
    """Where it starts along the wall [m]."""
    end: Annotated[Length, Gt(0)]
    """Where it ends along the wall [m]."""
    height: Annotated[Length, Gt(0)]
    """Of its top above the base [m]."""
    depth: Annotated[Length, Gt(0)]
    """How far it stands out at its foot [m]."""
    depth_top: Annotated[Length, Gt(0)] | None = None
    """How far it stands out from the face at its top [m]; upright outside where absent."""
    side: Side = "back"
    """Face that it stands against."""
    material: str | None = None
    """Name of one of the materials; that of the zone it stands against where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.buttresses")
        if self.end <= self.start:
            raise ModelError("fe.buttresses: end must lie beyond start")


@dataclass(frozen=True, kw_only=True)
class ReturnWall:
    """A wall that runs off at a right angle, at one end of this one."""

    at: Literal["start", "end"]
    """Of the wall at which it stands."""
    length: Annotated[Length, Gt(0)]
    """How far it runs from the wall's face [m]."""
    thickness: Annotated[Length, Gt(0)]
    """[m]"""
    height: Annotated[Length, Gt(0)] | None = None
    """Of its top above the base [m]; that of the wall there where absent."""
    side: Side = "back"
    """Which way it runs."""
    material: str | None = None
    """Name of one of the materials; those of the wall's zones where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.returns")


@dataclass(frozen=True, kw_only=True)
class RearWall:
    """A second wall behind this one, of the same zones."""

    gap: Annotated[Length, Gt(0)]
    """Between the back of this wall and the front of that one, at the base [m]."""
    turned: bool = True
    """Whether its front looks this way: the two are mirror images."""
    height: Annotated[Length, Gt(0)] | None = None
    """Where it ends above the base [m]; as high as this one where absent."""
    length_share: Annotated[float, Gt(0), Lt(1.000001)] = 1.0
    """Of this wall's length, from its start."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.rear_wall")
