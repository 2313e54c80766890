"""Options of the survey: where the stones come from, a generated wall, thickness, leaves, and what holds the stones."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import pi
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.model.envelope import Face, Leaf
from pirqa.survey.raw import DrawnUnit
from pirqa.units import Angle, Length, Ratio

BaseRule = Literal["level", "lower_edge"]
"""``level``: the base is the level of the lowest corner; ``lower_edge``: it follows the wall's lower edge."""

Pattern = Literal["inca", "ashlar", "running_bond", "rubble"]
"""``inca``: fitted polygons in undulating courses; ``ashlar``: rectangles in courses that get lower upwards;
``running_bond``: equal units, every second course shifted by half; ``rubble``: fitted polygons of all sizes."""

Like = Literal["sacsayhuaman"]
"""A wall of the literature whose size and counts are taken over; its drawing is not published."""

_SACSAYHUAMAN: dict[str, object] = {
    "pattern": "inca",
    "length": 8.64,
    "height": 4.0,
    "stones": 40,
    "courses": 5,
    "nonconvex": 7,
}

FormatName = Literal["dxf", "sat", "mesh", "labelme", "coco", "cvat", "label_raster", "image", "pirqa"]
"""``mesh``: PLY, STL, OBJ or GLB, a file or a folder; ``image``: a photo; ``pirqa``: our own TOML or JSON."""


@dataclass(frozen=True, kw_only=True)
class Niche:
    """A trapezoidal niche, window or door."""

    x: Annotated[Length, Gt(0)]
    """Where the middle of its sill is along the wall [m]."""
    z: Annotated[Length, Ge(0)]
    """Level of its sill above the base [m]."""
    width: Annotated[Length, Gt(0)]
    """Width at the sill [m]."""
    height: Annotated[Length, Gt(0)]
    """From sill to lintel [m]."""
    top_width: Annotated[Length, Gt(0)] | None = None
    """Width under the lintel [m]; 85 % of the width where absent."""
    depth: Annotated[Length, Gt(0)] | None = None
    """How far its back lies behind the front [m]; it goes through the wall where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "generate.niches")

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its four corners (x, z) [m], counter-clockwise from the left of the sill."""
        foot = 0.5 * self.width
        head = 0.5 * (0.85 * self.width if self.top_width is None else self.top_width)
        top = self.z + self.height
        return (self.x - foot, self.z), (self.x + foot, self.z), (self.x + head, top), (self.x - head, top)


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """Options of a generated wall."""

    pattern: Pattern = "inca"
    """How the stones are laid."""
    length: Annotated[Length, Gt(0), Le(10_000.0)] | None = None
    """Length of the wall [m]."""
    height: Annotated[Length, Gt(0), Le(1_000.0)] | None = None
    """Height of the wall [m]."""
    stones: Annotated[int, Ge(1), Le(20_000)] | None = None
    """Number of stones; one for every 0.86 m2 where absent."""
    courses: Annotated[int, Ge(1), Le(1_000)] | None = None
    """Number of courses; from the size of the stones where absent. Rubble has none."""
    unit_length: Annotated[Length, Gt(0)] | None = None
    """Length of a whole unit of the running bond [m]."""
    unit_height: Annotated[Length, Gt(0)] | None = None
    """Height of a unit of the running bond [m]."""
    seed: Annotated[int, Ge(0)] = 7
    """Seed of the random numbers."""
    nonconvex: Annotated[int, Ge(0), Le(5_000)] = 0
    """Number of stones with re-entrant corners."""
    jitter: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Irregularity: 0 as regular as the pattern can be, 1 the most."""
    niches: tuple[Niche, ...] = ()
    """Niches, windows and doors, cut out of the stones."""
    like: Like | None = None
    """A wall of the literature to resemble; it fixes all but seed, jitter and niches."""

    def __post_init__(self) -> None:
        for name in ("stones", "courses", "seed", "nonconvex"):
            number = getattr(self, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
                raise ModelError(f"generate.{name} must be a whole number, got {number!r}")
        check_bounds(self, "generate")
        if self.pattern not in get_args(Pattern):
            hint = did_you_mean(str(self.pattern), get_args(Pattern))
            raise ModelError(f'generate.pattern "{self.pattern}" is not known; {hint}')
        if self.like is not None:
            self._take_over(str(self.like))
        for name, example in (("length", "8.64 m"), ("height", "4 m")):
            if getattr(self, name) is None:
                raise ModelError(f'generate.{name} is missing: give for example {name} = "{example}"')
        self._check_pattern()
        self._check_niches()

    def _take_over(self, like: str) -> None:
        if like not in get_args(Like):
            raise ModelError(f'generate.like "{like}" is not known; {did_you_mean(like, get_args(Like))}')
        for name, value in _SACSAYHUAMAN.items():
            given = getattr(self, name)
            if given not in (None, type(self).__dataclass_fields__[name].default, value):
                raise ModelError(f'generate.{name} is {value} for like = "{like}": leave it out, or leave out like')
            object.__setattr__(self, name, value)

    def _check_pattern(self) -> None:
        bond = self.pattern == "running_bond"
        for name in ("unit_length", "unit_height"):
            if getattr(self, name) is not None and not bond:
                raise ModelError(f'generate.{name} is for pattern = "running_bond"; give stones and courses instead')
        if bond and self.nonconvex:
            raise ModelError("generate.nonconvex: the units of a running bond are boxes; leave it out")
        if bond and self.courses is not None and self.unit_height is not None:
            raise ModelError("generate: give courses or unit_height, not both")
        if bond and self.stones is not None and self.unit_length is not None:
            raise ModelError("generate: give stones or unit_length, not both")
        if self.pattern == "rubble" and self.courses is not None:
            raise ModelError("generate.courses: rubble has no courses; leave it out")
        if self.stones is not None and self.courses is not None and self.courses > self.stones:
            raise ModelError(f"generate.courses is {self.courses}, more than the {self.stones} stones; give fewer")
        if self.stones is not None and 3 * self.nonconvex > self.stones:
            raise ModelError(
                f"generate.nonconvex is {self.nonconvex}: at most a third of the {self.stones} stones can have "
                "re-entrant corners"
            )

    def _check_niches(self) -> None:
        assert self.length is not None
        assert self.height is not None
        for number, niche in enumerate(self.niches, start=1):
            if not isinstance(niche, Niche):
                raise ModelError(f"generate.niches: number {number} must be a Niche, got {niche!r}")
            low, high = min(x for x, _ in niche.corners), max(x for x, _ in niche.corners)
            if low <= 0.0 or high >= self.length or niche.z + niche.height >= self.height:
                raise ModelError(
                    f"generate.niches: number {number} does not lie within the wall of {self.length:g} × "
                    f"{self.height:g} m with stone at both sides and above; make it smaller or move it"
                )
        for (one, first), (other, second) in combinations(enumerate(self.niches, start=1), 2):
            apart = first.z > second.z + second.height or second.z > first.z + first.height
            left, right = (first, second) if first.x < second.x else (second, first)
            if not apart and max(x for x, _ in left.corners) >= min(x for x, _ in right.corners):
                raise ModelError(f"generate.niches: numbers {one} and {other} overlap or touch; move one")

    @classmethod
    def like_sacsayhuaman(cls, seed: int = 7) -> GenerateOptions:
        """A wall with the size and counts of the one in the Sacsayhuaman paper: 8.64 × 4.0 m, 40 stones, 7 on the base.

        It is only like that wall: the paper's drawing is not published, so its joints are not the wall's.
        """
        return cls(like="sacsayhuaman", seed=seed)


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
        return GenerateOptions(length=length, height=height, **vars(self))


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
