"""How the wall is pushed over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError
from pirqa.fem.elements import BrickKind
from pirqa.fem.factorise import Solver
from pirqa.model.bounds import check_bounds
from pirqa.model.mechanism import LoadDirection
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.units import FractureEnergy, Length, Pressure, Ratio

LawKind = Literal["fixed_crack", "rotating_crack", "damage", "no_tension", "elastic"]
"""``fixed_crack``: total strains, up to three cracks that keep the direction in which they opened (the Chokepukio
paper's); ``rotating_crack``: they turn with the strains; ``damage``: one scalar for tension, one for compression;
``no_tension``: elastic where pressed, nothing where pulled; ``elastic``: never cracks."""
LoadPattern = Literal["mass", "mode", "triangular"]
"""``mass``: the same acceleration everywhere; ``mode``: as the first mode that moves mass that way; ``triangular``:
growing with the height."""
ControlKind = Literal["node", "mean", "arc_length"]
"""``node``: the control point's displacement grows by steps; ``mean``: the mass-weighted mean does; ``arc_length``: the
length of the step in displacements, as in the Chokepukio paper."""


@dataclass(frozen=True, kw_only=True)
class Masonry:
    """How the masonry of one material or zone cracks and crushes."""

    law: LawKind = "fixed_crack"
    """Which law it follows."""
    tensile_strength: Annotated[Pressure, Ge(0)] | None = None
    """ft [Pa]; 0.1 MPa in the Chokepukio paper."""
    tensile_energy: Annotated[FractureEnergy, Gt(0)] | None = None
    """Gf, of a unit area of crack [N/m]; 50 N/m in the Chokepukio paper."""
    compressive_strength: Annotated[Pressure, Gt(0)] | None = None
    """fc [Pa]; E/500 where absent (Chokepukio paper, section 5.1), marked assumed."""
    compressive_energy: Annotated[FractureEnergy, Gt(0)] | None = None
    """Gc [N/m]; fc times 1.6 mm where absent (Chokepukio paper, section 5.1), marked assumed."""
    shear_retention: Annotated[Ratio, Gt(0), Le(1)] = 0.1
    """Share of the shear stiffness that a fixed crack keeps."""

    def __post_init__(self) -> None:
        check_bounds(self, "pushover.masonry")


@dataclass(frozen=True, kw_only=True)
class Interface:
    """A weak layer between two masonry qualities: the row of bricks at this level is of it."""

    level: Annotated[Length, Gt(0)]
    """Above the base [m]; the nearest row of bricks above it is taken."""
    masonry: Masonry
    """What the layer is made of; its elasticity is that of the bricks it replaces."""

    def __post_init__(self) -> None:
        check_bounds(self, "pushover.interfaces")


@dataclass(frozen=True, kw_only=True)
class ControlPoint:
    """Whose displacement the capacity curve is drawn against; at the top in the middle of the length where absent."""

    along: Annotated[Length, Ge(0)]
    """Where along the wall [m]."""
    level: Annotated[Length, Gt(0)]
    """Above the base [m]."""
    side: Literal["front", "back"] = "front"
    """On which face."""

    def __post_init__(self) -> None:
        check_bounds(self, "pushover.control_point")


@dataclass(frozen=True, kw_only=True)
class PushoverOptions:
    """Nonlinear static analysis: gravity held, lateral load growing until the wall leans over."""

    wall: Literal["surveyed", "calibrated"] = "surveyed"
    """Which wall: as the file says, or as the analysis updating has found it."""
    masonry: dict[str, Masonry] = field(default_factory=dict)
    """Strengths by name of a material or a zone; what is said of a zone goes first."""
    interfaces: dict[str, Interface] = field(default_factory=dict)
    """Weak layers by name."""
    size: Annotated[Length, Gt(0)] | None = None
    """Of bricks along the wall and up, at most [m]; that of [fe] where absent."""
    through: Annotated[Length, Gt(0)] | None = None
    """Of bricks through the thickness, at most [m]; that of [fe] where absent."""
    layers: Annotated[int, Ge(2), Le(50)] | None = None
    """Bricks through the thickness, at least; that of [fe] where absent."""
    element: BrickKind | None = None
    """Kind of the bricks; that of [fe] where absent."""
    directions: tuple[LoadDirection, ...] = ("outward",)
    """Which ways it is pushed, each from rest."""
    pattern: LoadPattern = "mass"
    """How the lateral load is spread."""
    control: ControlKind = "node"
    """What grows by steps."""
    control_point: ControlPoint | None = None
    """Point of the capacity curve."""
    target: Annotated[Length, Gt(0)] = 0.14
    """Displacement of the control point at which the analysis ends [m]."""
    step: Annotated[Length, Gt(0)] = 0.001
    """Of the control point's displacement [m]; cut where no equilibrium is found."""
    large_displacements: bool = True
    """Whether equilibrium is that of the leaning wall (P–Δ)."""
    viscosity: Annotated[Ratio, Ge(0), Le(0.2)] = 0.2
    """Delay with which cracks follow, over the step; steadies softening. 0: none."""
    halved_viscosity: bool = True
    """Whether the analysis is made once more with half the viscosity, to tell what that does."""
    other_control: bool = True
    """Whether it is made once more with the other control (node or mean), to tell what that does."""
    second_mesh: Annotated[Ratio, Ge(0.25), Le(3)] | None = None
    """Size of the bricks of a second mesh, over that of the first: less than 1 is finer. The push is repeated on it;
    without it the checks do not decide."""
    second_pattern: LoadPattern | None = None
    """Another spread of the load with which the push is repeated; without it the checks do not decide."""
    second_wall: bool = False
    """Whether the push is repeated on the surveyed wall, where ``wall`` is calibrated: an interval of the moduli."""
    solver: Solver = "auto"
    """Library that factorises the stiffness."""
    spectra: DesignSpectra | None = None
    """Design spectra for the N2 and capacity-spectrum checks."""

    def __post_init__(self) -> None:
        check_bounds(self, "pushover")
        if not self.directions:
            raise ModelError('pushover.directions is empty: give for example directions = ["outward"]')
        if len(set(self.directions)) < len(self.directions):
            raise ModelError("pushover.directions names a direction twice")
        if self.second_mesh == 1.0:
            raise ModelError("pushover.second_mesh must not be 1: a second mesh of the same size shows nothing")
        if self.second_pattern == self.pattern:
            raise ModelError(f'pushover.second_pattern is the same as pattern ("{self.pattern}"): give another one')
        if self.second_wall and self.wall != "calibrated":
            raise ModelError('pushover.second_wall is for wall = "calibrated": the surveyed wall is the second one')
        if self.step > self.target:
            raise ModelError("pushover.step is larger than target: give a hundredth of it, say")
