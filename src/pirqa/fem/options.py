"""Options of the finite-element stage: the wall's shape beside its zones, what holds it, its models."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.fem.elements import BrickKind
from pirqa.fem.factorise import Solver
from pirqa.model.bounds import check_bounds
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.units import JointStiffness, Length, Pressure, Ratio, SpringStiffness, UnitWeight

Side = Literal["front", "back"]

MAIN_MODEL = "main"
"""What the model that [fe] describes is called beside those of [fe.models]."""

Combination = Literal["cqc", "srss"]
"""``cqc``: modes that are near each other count together (Der Kiureghian 1981); ``srss``: root of squares."""


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


@dataclass(frozen=True, kw_only=True)
class FeSpring:
    """A point spring between the wall and something that does not move."""

    along: Annotated[Length, Ge(0)]
    """Where along the wall [m]."""
    level: Annotated[Length, Ge(0)]
    """Above the base [m]."""
    side: Literal["front", "back"] = "back"
    """Face that it is fastened to."""
    direction: Literal["along", "across", "up"] = "across"
    """In which it resists."""
    stiffness: Annotated[SpringStiffness, Gt(0)]
    """[N/m]; of a strut EA/L, 118 MN/m in the Chokepukio paper (section 4.1)."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.springs")


@dataclass(frozen=True, kw_only=True)
class FeStrut:
    """A round bar between this wall and the one behind it, level and across."""

    along: Annotated[Length, Ge(0)]
    """Where along the wall [m]."""
    level: Annotated[Length, Gt(0)]
    """Above the base [m]."""
    diameter: Annotated[Length, Gt(0)]
    """[m]"""
    youngs_modulus: Annotated[Pressure, Gt(0)]
    """Along its axis [Pa]."""
    shear_modulus: Annotated[Pressure, Gt(0)] | None = None
    """Of a clamped strut's twist [Pa]; a sixteenth of youngs_modulus, as of timber, where absent."""
    clamped: bool = False
    """Whether its ends turn with the walls; hinged where not."""
    unit_weight: Annotated[UnitWeight, Ge(0)] = 0.0
    """[N/m3]"""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.struts")


@dataclass(frozen=True, kw_only=True)
class FeMass:
    """Something heavy on the wall: a beam, a roof, a capping stone."""

    along: Annotated[Length, Ge(0)]
    """Where along the wall [m]."""
    level: Annotated[Length, Ge(0)]
    """Above the base [m]."""
    side: Literal["front", "back"] = "back"
    """Face that it stands at."""
    mass: Annotated[float, Gt(0)]
    """[kg]"""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.masses")


@dataclass(frozen=True, kw_only=True)
class BedOptions:
    """Elastic ground under the base (Winkler), instead of a fixed base."""

    normal: Annotated[JointStiffness, Gt(0)]
    """Pressure per settlement [N/m3]."""
    shear: Annotated[JointStiffness, Gt(0)] | None = None
    """Shear stress per shift [N/m3]; half of normal where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.bed")


@dataclass(frozen=True, kw_only=True)
class Transition:
    """A band between two masonry qualities, of a modulus in between (Chokepukio paper, section 4.2: a third zone)."""

    height: Annotated[Length, Gt(0)]
    """Of the band, half of it on each side of the zones' border [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.transition")


@dataclass(frozen=True, kw_only=True)
class ResponseOptions:
    """Response-spectrum analysis with the spectra of codes."""

    spectra: DesignSpectra
    direction: Literal["across", "along", "up"] = "across"
    """Which way the base shakes."""
    combination: Combination = "cqc"
    """Of the modes."""
    behaviour_factor: Annotated[Ratio, Ge(1), Le(10)] = 1.0
    """By which the spectrum is divided; 1: elastic."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.response")
        e030 = self.spectra.e030_2018
        upright = e030 is not None and e030.vertical
        if self.direction == "up" and (not upright or len(self.spectra.given) > 1):
            raise ModelError(
                'fe.response.direction: "up" needs a vertical spectrum, and no other beside it: give e030_2018 with '
                "vertical = true"
            )
        if self.direction != "up" and upright:
            raise ModelError(
                'fe.response.spectra: e030_2018 is the vertical spectrum; leave vertical out, or give direction = "up"'
            )


@dataclass(frozen=True, kw_only=True)
class FePoint:
    """A point of the wall whose motion in the modes is told."""

    along: Annotated[Length, Ge(0)]
    """Where along the wall [m]."""
    level: Annotated[Length, Ge(0)]
    """Above the base [m]."""
    side: Literal["front", "back"] = "front"
    """Face that it is on."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.points")


@dataclass(frozen=True, kw_only=True)
class FeModel:
    """Another model of the same wall: what is given here replaces what [fe] says."""

    label: str = ""
    """What the report calls it; its key where absent."""
    element: BrickKind | None = None
    """Kind of the bricks."""
    size: Annotated[Length, Gt(0)] | None = None
    """Of bricks along the wall and up, at most [m]."""
    youngs_modulus: Annotated[Pressure, Gt(0)] | None = None
    """Of all materials [Pa]."""
    unit_weight: Annotated[UnitWeight, Gt(0)] | None = None
    """Of all materials [N/m3]."""
    rear_wall: RearWall | None = None
    """A second wall behind this one."""
    struts: dict[str, FeStrut] = field(default_factory=dict)
    """Between the two walls, by name."""
    springs: dict[str, FeSpring] = field(default_factory=dict)
    """By name."""
    bed: BedOptions | None = None
    """Elastic ground."""
    transition: Transition | None = None
    """Between zones of different materials."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe.models")


@dataclass(frozen=True, kw_only=True)
class FeOptions:
    """A finite-element twin of the wall: its modes, and its rest under its weight."""

    size: Annotated[Length, Gt(0)] = 0.5
    """Of bricks along the wall and up, at most [m]."""
    through: Annotated[Length, Gt(0)] | None = None
    """Of bricks through the thickness, at most [m]; as size where absent."""
    layers: Annotated[int, Ge(1), Le(50)] = 2
    """Bricks through the thickness, at least."""
    finer: Annotated[float, Ge(1), Le(10)] = 1.0
    """How many times finer the mesh is where something changes."""
    mesh: str = ""
    """Path of a mesh of hexahedra to be read instead, from the project file (VTU, Abaqus .inp, Gmsh .msh …)."""
    element: BrickKind = "incompatible"
    """Kind of the bricks."""
    modes: Annotated[int, Ge(1), Le(500)] = 10
    """How many, the lowest first."""
    damping: Annotated[Ratio, Ge(0), Lt(1)] = 0.05
    """Of every mode, fraction of critical; measured modes tell better."""
    solver: Solver = "auto"
    """Library that factorises the stiffness."""
    openings: dict[str, Opening] = field(default_factory=dict)
    """Doors, windows and niches by name."""
    buttresses: dict[str, Buttress] = field(default_factory=dict)
    """By name."""
    returns: dict[str, ReturnWall] = field(default_factory=dict)
    """Walls at the ends, by name."""
    rear_wall: RearWall | None = None
    """A second wall behind this one."""
    struts: dict[str, FeStrut] = field(default_factory=dict)
    """Between the two walls, by name."""
    springs: dict[str, FeSpring] = field(default_factory=dict)
    """By name."""
    masses: dict[str, FeMass] = field(default_factory=dict)
    """By name."""
    bed: BedOptions | None = None
    """Elastic ground; the base is fixed where absent."""
    transition: Transition | None = None
    """Between zones of different materials."""
    response: ResponseOptions | None = None
    """Response-spectrum analysis."""
    points: dict[str, FePoint] = field(default_factory=dict)
    """Points of the wall whose motion in the modes is told, by name; those of a vibration test are added."""
    models: dict[str, FeModel] = field(default_factory=dict)
    """Other models of the same wall, beside the one that [fe] describes, by name."""

    def __post_init__(self) -> None:
        check_bounds(self, "fe")
        drawn = ("openings", "buttresses", "returns", "rear_wall", "transition")
        if self.mesh and (given := [key for key in drawn if getattr(self, key)]):
            raise ModelError(
                f"fe.{given[0]}: a mesh that is read from a file is taken as it is; leave this or mesh out"
            )
        if self.struts and self.rear_wall is None:
            raise ModelError("fe.struts: they go to a second wall; give [fe.rear_wall], or [fe.springs] instead")
        if MAIN_MODEL in self.models:
            raise ModelError(
                f'fe.models.{MAIN_MODEL}: "{MAIN_MODEL}" is the model that [fe] itself describes; rename it'
            )
        for name, model in self.models.items():
            if model.struts and model.rear_wall is None and self.rear_wall is None:
                raise ModelError(
                    f"fe.models.{name}.struts: they go to a second wall; give [fe.models.{name}.rear_wall]"
                )

    def variant(self, name: str) -> FeOptions:
        """The options of one of the other models."""
        model = self.models[name]
        kept = {
            item.name: value
            for item in fields(model)
            if item.name not in ("label", "youngs_modulus", "unit_weight") and (value := getattr(model, item.name))
        }
        return replace(self, models={}, **kept)
