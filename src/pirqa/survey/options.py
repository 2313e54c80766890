"""What the survey can be asked for: where the stones come from, how thick they are, what holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.model.envelope import Face, Leaf
from pirqa.survey.contacts import BaseRule
from pirqa.survey.generate.options import GenerateOptions, Pattern
from pirqa.survey.raw import DrawnUnit
from pirqa.units import Angle, Length, Ratio

__all__ = ["FormatName", "LayerRule", "Leaf", "LeafBond", "StoneRule", "SurveyOptions", "WatchedStone"]

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
class LeafBond:
    """How the stones of a leaf that nobody has seen are laid: generated, over the whole face of the wall."""

    pattern: Pattern = "rubble"
    """How the stones are laid."""
    stones: Annotated[int, Ge(1), Le(20_000)]
    """Number of stones."""
    courses: Annotated[int, Ge(1), Le(1_000)] | None = None
    """Number of courses; from the size of the stones where absent. Rubble has none."""
    seed: Annotated[int, Ge(0)] = 7
    """Seed of the random numbers."""
    nonconvex: Annotated[int, Ge(0), Le(5_000)] = 0
    """Number of stones with re-entrant corners."""
    jitter: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Irregularity: 0 as regular as the pattern can be, 1 the most."""

    def __post_init__(self) -> None:
        check_bounds(self, "survey.bonds")
        self.over(length=1.0, height=1.0)  # complains of what does not go together

    def over(self, *, length: float, height: float) -> GenerateOptions:
        """The wall to be generated for a face of this size [m]."""
        return GenerateOptions(
            pattern=self.pattern,
            length=length,
            height=height,
            stones=self.stones,
            courses=self.courses,
            seed=self.seed,
            nonconvex=self.nonconvex,
            jitter=self.jitter,
        )


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
    """Leaves from the front to the back; thickness, where it is given too, is what they add up to."""
    bonds: dict[str, LeafBond] = field(default_factory=dict)
    """Stones of their own for leaves behind the first, by the leaf's name; the others have the outlines of the face."""
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
            self._check_leaves()
        elif self.bonds:
            raise ModelError(f"bonds.{next(iter(self.bonds))}: there are no leaves; add [[survey.leaves]]")
        if self.thickness_top is not None and (self.front_batter or self.back_batter):
            raise ModelError("give thickness_top or batters, not both")
        if self.thickness_top is not None and self.thickness is None:
            raise ModelError("thickness_top needs thickness, that of the base")
        points = [point.name for point in self.control_points]
        for name in points:
            if points.count(name) > 1:
                raise ModelError(f'two control points are called "{name}": give each its own name')

    def _check_leaves(self) -> None:
        names = [leaf.name for leaf in self.leaves]
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f'two leaves are called "{name}": give each its own name')
        laid = [leaf.name for leaf in self.leaves if leaf.stones]
        if not laid:
            raise ModelError("leaves: none has stones; set stones = true for the facing that was drawn")
        for key, given in (("thickness_top", self.thickness_top), ("back_survey", self.back_survey)):
            if given is not None:
                raise ModelError(f"give {key} or leaves, not both: each leaf has the same thickness everywhere")
        if self.back_batter:
            raise ModelError("give back_batter or leaves, not both: the back of a leaf runs along the front")
        total = sum(leaf.thickness for leaf in self.leaves)
        if self.thickness is not None and abs(total - self.thickness) > self.tolerance:
            parts = " + ".join(f"{leaf.thickness:g}" for leaf in self.leaves)
            raise ModelError(
                f"leaves: {parts} m add up to {total:g} m, not to the thickness of {self.thickness:g} m; "
                "correct one of them, or leave out thickness"
            )
        for name in self.bonds:
            if name not in names:
                raise ModelError(f'bonds: no leaf is called "{name}"; {did_you_mean(name, names)}')
            if name not in laid:
                raise ModelError(f'bonds.{name}: leaf "{name}" has no stones; set stones = true for it')
            if name == laid[0]:
                raise ModelError(f"bonds.{name}: the first leaf with stones has those of the face; leave it out")
        thick = [name for name, rule in self.stones.items() if rule.thickness is not None]
        if self.bonds and thick:
            raise ModelError(
                f"stones.{thick[0]}.thickness: stones of its own thickness would run into leaves with stones of their "
                "own (bonds); leave out one of them"
            )
