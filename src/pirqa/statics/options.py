"""What the statics stage can be asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Lt, MinLen

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.wall import WallChoice
from pirqa.units import AnyQuantity, Ratio

Method = Literal["static", "wet", "pseudo_static", "inertia", "inertia_kh"]
"""``static``: no earthquake; ``wet``: no earthquake, fill saturated by a wet season; ``pseudo_static``: kh on wall and
fill (paper eqs 1–15); ``inertia``: a/g on wall and fill; ``inertia_kh``: a/g on the wall and kh in the thrust, what the
paper calls Newmark's analysis (eq. 16), which is shown and never counts."""

ThrustTheory = Literal["whitman", "rankine", "coulomb", "mononobe_okabe", "seed_whitman", "seed_whitman_half"]
"""``whitman``: K_A + ¾kh, all of it at 0.6H (paper eqs 7–9), which is shown and never counts; ``rankine``, ``coulomb``:
static only; ``mononobe_okabe``: with kv, wall friction, batter and slope; ``seed_whitman``: Coulomb's part at the
centroid of its pressure, ¾kh at 0.6H; ``seed_whitman_half``: the same with ¾kh at H/2, shown and never counted."""

STATIC_THRUSTS: tuple[ThrustTheory, ...] = ("rankine", "coulomb")
"""Theories without an increment in an earthquake."""

WaterBehaviour = Literal["pervious", "impervious"]


@dataclass(frozen=True, kw_only=True)
class Required:
    """Required factors of safety."""

    sliding: Annotated[Ratio, Ge(1)] = 1.0
    """Against sliding in the earthquake."""
    overturning: Annotated[Ratio, Ge(1)] = 1.0
    """Against overturning in the earthquake."""
    static_sliding: Annotated[Ratio, Ge(1)] = 1.0
    """Against sliding before any earthquake."""
    static_overturning: Annotated[Ratio, Ge(1)] = 1.0
    """Against overturning before any earthquake."""
    bearing: Annotated[Ratio, Ge(1)] = 1.0
    """Of the base against the toe pressure."""
    source: str = ""
    """Where the required factors come from: code, article and year."""

    def __post_init__(self) -> None:
        check_bounds(self, "statics.required")


@dataclass(frozen=True, kw_only=True)
class Study:
    """A sweep of one input, all else kept: factors of safety as curves."""

    input: str
    """Key of the input, such as wall.thickness or backfill.friction_angle."""
    start: AnyQuantity
    """First value."""
    stop: AnyQuantity
    """Last value."""
    points: Annotated[int, Ge(2), Lt(100_001)] = 25
    """Number of values."""
    name: str = ""
    """Title of the study in the report."""


@dataclass(frozen=True, kw_only=True)
class Variable:
    """An uncertain input and its distribution."""

    input: str
    """Key of the input, such as wall.thickness or backfill.friction_angle."""
    distribution: str
    """normal, lognormal, uniform, triangular, or the name of a continuous distribution of scipy.stats."""
    mean: AnyQuantity | None = None
    """Mean value (normal, lognormal)."""
    sd: AnyQuantity | None = None
    """Standard deviation (normal, lognormal)."""
    cov: Annotated[Ratio, Gt(0)] | None = None
    """Coefficient of variation, instead of sd."""
    low: AnyQuantity | None = None
    """Least value (uniform, triangular), or where a normal one is cut off."""
    high: AnyQuantity | None = None
    """Greatest value (uniform, triangular), or where a normal one is cut off."""
    mode: AnyQuantity | None = None
    """Most likely value (triangular)."""
    shape: tuple[float, ...] = ()
    """Shape parameters of a scipy.stats distribution, in scipy's order."""
    loc: AnyQuantity | None = None
    """Location of a scipy.stats distribution."""
    scale: AnyQuantity | None = None
    """Scale of a scipy.stats distribution."""

    def __post_init__(self) -> None:
        check_bounds(self, f'"{self.input}"')


@dataclass(frozen=True, kw_only=True)
class Reliability:
    """Monte-Carlo simulation over uncertain inputs."""

    variables: Annotated[tuple[Variable, ...], MinLen(1)]
    samples: Annotated[int, Ge(100), Lt(1_000_000_001)] = 100_000
    """Number of samples."""
    seed: Annotated[int, Ge(0)] = 1
    """Seed of the random numbers."""
    method: Method = "pseudo_static"
    """Method whose factors are sampled."""
    thrust: ThrustTheory | None = None
    """Thrust theory whose factors are sampled; the first of the thrusts where absent."""

    def __post_init__(self) -> None:
        inputs = [variable.input for variable in self.variables]
        for name in inputs:
            if inputs.count(name) > 1:
                raise ModelError(f'variables: "{name}" is given twice')


@dataclass(frozen=True, kw_only=True)
class StaticsOptions:
    """Options of the statics stage."""

    wall: WallChoice = "surveyed"
    """Which wall is looked at: as surveyed, or with what the analysis updating found (its unit weights and thickness
    matter here, its moduli do not)."""
    methods: tuple[Method, ...] = ()
    """Methods to run; all that the site's coefficients allow where absent."""
    thrusts: Annotated[tuple[ThrustTheory, ...], MinLen(1)] = ("seed_whitman",)
    """Theories of the earth thrust to run, each with every method."""
    water: WaterBehaviour = "pervious"
    """Whether water moves freely through the fill in an earthquake (then Westergaard) or with it."""
    uplift: bool = True
    """Whether undrained water also lifts the joints, its pressure falling from heel to toe."""
    required: Required = field(default_factory=Required)
    studies: tuple[Study, ...] = ()
    reliability: Reliability | None = None
