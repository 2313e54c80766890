"""Options of the blocks stage."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.wall import WallChoice
from pirqa.units import Force, Length, Ratio

LoadKind = Literal["mass", "triangular", "live", "settlement"]
"""``mass``: each stone is pushed by a share of its weight; ``triangular``: that share grows with height; ``live``: the
live loads that are multiplied grow; ``settlement``: the ground under some stones goes down."""

LoadRole = Literal["dead", "multiplied"]
"""``dead``: there from the start, under every pattern; ``multiplied``: grows, under patterns of kind live alone."""

HeadJoints = Literal["auto", "rough", "smooth"]
"""``rough``: friction in all joints; ``smooth``: none in joints steeper than 45°; ``auto``: both are solved, and joints
that are unpressed at rest are smooth too."""


@dataclass(frozen=True, kw_only=True)
class LoadPattern:
    """One way of loading the stones until they move."""

    kind: LoadKind = "mass"
    """What grows: mass, triangular, live or settlement."""
    direction: tuple[float, ...] = (0.0, -1.0, 0.0)
    """In which stones are pushed: along, across (to the front is −1) and up; its length does not matter."""
    stones: tuple[str, ...] = ()
    """For settlement: stones under which the ground goes down, or fixed stones that go down."""

    def __post_init__(self) -> None:
        if len(self.direction) != 3 or not all(math.isfinite(value) for value in self.direction):
            raise ModelError("direction needs three numbers: along, across and up, for example [0, -1, 0]")
        if math.hypot(*self.direction) == 0.0:
            raise ModelError("direction must not be zero: give for example [0, -1, 0]")
        if (self.kind == "settlement") != bool(self.stones):
            raise ModelError('stones and kind = "settlement" go together: name the stones whose support goes down')


@dataclass(frozen=True, kw_only=True)
class LiveLoad:
    """A force on one stone."""

    stone: str
    """Name of the stone it acts on."""
    point: tuple[Length, ...]
    """Where it acts: x, y, z [m]."""
    force: tuple[Force, ...]
    """Along, across and up [N]."""
    role: LoadRole = "dead"
    """Whether it is always there (dead) or grows (multiplied)."""

    def __post_init__(self) -> None:
        check_bounds(self, f'live load on stone "{self.stone}"')
        for key in ("point", "force"):
            if len(getattr(self, key)) != 3:
                raise ModelError(f'live load on stone "{self.stone}": {key} needs three values x, y, z')
        if not any(self.force):
            raise ModelError(f'live load on stone "{self.stone}": its force is zero; leave it out')


@dataclass(frozen=True, kw_only=True)
class ThicknessOptions:
    """Search of the least thickness that is enough."""

    pattern: str = "outward"
    """Name of the load pattern."""
    multiplier: Annotated[Ratio, Ge(0)] = 0.0
    """Multiplier that the wall must bear; 0: it stands under its own weight."""
    thickest: Annotated[Ratio, Gt(1), Le(100)] = 10.0
    """Largest factor on the present thickness that is tried."""

    def __post_init__(self) -> None:
        check_bounds(self, "blocks.thickness")


def _four_ways() -> dict[str, LoadPattern]:
    ways = {"outward": (0.0, -1.0, 0.0), "inward": (0.0, 1.0, 0.0), "left": (-1.0, 0.0, 0.0), "right": (1.0, 0.0, 0.0)}
    return {name: LoadPattern(direction=direction) for name, direction in ways.items()}


@dataclass(frozen=True, kw_only=True)
class BlocksOptions:
    """Options of the blocks stage: limit analysis on the stones."""

    wall: WallChoice = "surveyed"
    """Which wall is looked at: as surveyed, or with what the analysis updating found (its unit weights matter here, its
    moduli do not; stones keep their own depth)."""
    patterns: dict[str, LoadPattern] = field(default_factory=_four_ways)
    """Ways of loading the wall, by name; outward, inward, left and right where none is given. Safety needs all four."""
    live_loads: dict[str, LiveLoad] = field(default_factory=dict)
    """Forces on stones beside their weight, by name."""
    head_joints: HeadJoints = "auto"
    """Whether unpressed joints and those steeper than 45° have friction: rough, smooth, or both for a range (auto)."""
    non_associative: bool = True
    """Whether sliding that does not lift the stones is solved as well: one solution, not the lowest."""
    thickness: ThicknessOptions | None = None
    """Search of the least thickness that is enough; none where absent."""

    def __post_init__(self) -> None:
        if not self.patterns:
            raise ModelError("blocks.patterns is empty: name one, or leave the table out for pushes all four ways")
        grows = any(load.role == "multiplied" for load in self.live_loads.values())
        for name, pattern in self.patterns.items():
            if pattern.kind == "live" and not grows:
                raise ModelError(
                    f'blocks.patterns.{name}: no live load grows: give one with role = "multiplied" under '
                    "[blocks.live_loads.NAME]"
                )
        search = self.thickness
        if search is not None:
            if search.pattern not in self.patterns:
                raise ModelError(f'blocks.thickness.pattern: no pattern is called "{search.pattern}"')
            if self.patterns[search.pattern].kind == "settlement":
                raise ModelError("blocks.thickness.pattern: a settlement has no multiplier; name another pattern")
