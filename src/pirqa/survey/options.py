"""What the survey can be asked for: where the stones come from, how thick they are, what holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal

from annotated_types import Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.envelope import Face, Leaf
from pirqa.survey.contacts import BaseRule
from pirqa.survey.generate.options import GenerateOptions
from pirqa.survey.raw import DrawnUnit
from pirqa.units import Angle, Length

__all__ = ["FormatName", "LayerRule", "Leaf", "StoneRule", "SurveyOptions", "WatchedStone"]

FormatName = Literal["dxf", "sat", "mesh", "labelme", "coco", "cvat", "label_raster", "image", "pirqa"]
"""``mesh``: PLY, STL, OBJ or GLB, a file or a folder; ``image``: a photo; ``pirqa``: our own TOML or JSON."""


@dataclass(frozen=True, kw_only=True)
class LayerRule:
    """What the stones of one layer or label are."""

    zone: str | None = None
    """Zone they belong to; the layer's own name where absent."""
    material: str | None = None
    """Name of one of the materials; the survey's where absent."""
    skip: bool = False
    """Whether the layer holds no stones: dimensions, frames, people."""


@dataclass(frozen=True, kw_only=True)
class StoneRule:
    """What is known of one stone by itself."""

    thickness: Annotated[Length, Gt(0), Le(20.0)] | None = None
    """Its own thickness [m]."""
    material: str | None = None
    """Its own material."""
    zone: str | None = None
    """Its own zone."""

    def __post_init__(self) -> None:
        check_bounds(self, "survey.stones")


@dataclass(frozen=True, kw_only=True)
class WatchedStone:
    """A control point: the middle of a stone's top edge on the front face."""

    name: str
    """Name of the point, such as A."""
    stone: str
    """Name of the stone it is on."""


@dataclass(frozen=True, kw_only=True)
class SurveyOptions:
    """Where the stones come from, and what the file does not say."""

    file: str | None = None
    """Drawing, meshes, annotation or picture, as a path from the project file; or a folder of meshes."""
    format: FormatName | None = None
    """Format of the file; found out from it where absent."""
    generate: GenerateOptions | None = None
    """A generated wall, instead of a file."""
    unit: DrawnUnit | None = None
    """Unit of the coordinates, where the file does not say it, or says it wrongly."""
    pixel: Annotated[Length, Gt(0), Le(1.0)] | None = None
    """Side of a pixel on the wall, for what was traced on a picture [m]."""
    marks: str | None = None
    """Marks on a photo (seeds, merges, cuts); <photo>.marks.toml beside it where absent."""
    up: Literal["y", "z"] | None = None
    """Axis that points up in a file of bodies; z, or y in GLB, where absent."""
    tolerance: Annotated[Length, Gt(0), Le(0.1)] = 0.005
    """How far corners may be moved to make stones fit, and surfaces be apart and still touch [m]."""
    simplify: Annotated[Length, Gt(0), Le(0.5)] | None = None
    """How coarse outlines out of labels and photos may become [m]; 6 pixels of a photo, 2 of labels where absent."""
    joint_width: Annotated[Length, Gt(0), Le(0.5)] | None = None
    """Widest joint that was left open between outlines and is to be closed along its middle [m]."""
    openings: bool = False
    """Whether gaps enclosed by stones are niches or windows, not mistakes."""
    thickness: Annotated[Length, Gt(0), Le(20.0)] | None = None
    """Thickness of the wall at its base, for drawings [m]."""
    thickness_top: Annotated[Length, Gt(0), Le(20.0)] | None = None
    """Thickness at the top, for a taper; instead of batters [m]."""
    front_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the front face from the vertical, positive towards the back [rad]."""
    back_batter: Annotated[Angle, Gt(-pi / 4), Lt(pi / 4)] = 0.0
    """Lean of the back face from the vertical, positive towards the front [rad]."""
    flush: Face = "back"
    """Face that stays upright where thickness_top is given."""
    back_survey: str | None = None
    """CSV of points on the back face (x, z, y in the survey's unit), as a path from the project file."""
    leaves: tuple[Leaf, ...] = ()
    """Leaves from the front to the back, instead of one thickness."""
    material: str | None = None
    """Material of the stones; the only one of the project where absent."""
    layers: dict[str, LayerRule] = field(default_factory=dict)
    """What the layers or labels of the file mean, by name."""
    stones: dict[str, StoneRule] = field(default_factory=dict)
    """What is known of single stones, by name."""
    base: BaseRule = "level"
    """What the wall stands on: the level of its lowest corner, or whatever runs along its lower edge."""
    fixed: Literal["none", "base"] = "none"
    """Which stones move with the base: none, or those that sit on it."""
    guided: Literal["none", "sides"] = "none"
    """Which stones are kept from moving along the wall: none, or those at its two ends that do not sit on the base."""
    control_points: tuple[WatchedStone, ...] = ()
    """Points whose motion is watched."""

    def __post_init__(self) -> None:
        check_bounds(self, "survey")
        if (self.file is None) == (self.generate is None):
            raise ModelError("give either file, a drawing to be read, or generate, a wall to be made up")
        if self.leaves:
            if self.thickness is not None or self.thickness_top is not None:
                raise ModelError("give thickness or leaves, not both")
            names = [leaf.name for leaf in self.leaves]
            for name in names:
                if names.count(name) > 1:
                    raise ModelError(f'two leaves are called "{name}": give each its own name')
            if not any(leaf.stones for leaf in self.leaves):
                raise ModelError("leaves: none has stones; set stones = true for the facing that was drawn")
        if self.thickness_top is not None and (self.front_batter or self.back_batter):
            raise ModelError("give thickness_top or batters, not both")
        if self.thickness_top is not None and self.thickness is None:
            raise ModelError("thickness_top needs thickness, that of the base")
        points = [point.name for point in self.control_points]
        for name in points:
            if points.count(name) > 1:
                raise ModelError(f'two control points are called "{name}": give each its own name')
