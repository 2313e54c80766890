"""How the finite-element model is fitted to measured modes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, OptionsError
from pirqa.fe.options import FeOptions
from pirqa.model.bounds import check_bounds
from pirqa.model.wall import Wall
from pirqa.units import AnyQuantity, Dimension, Quantity, Ratio
from pirqa.updating.parameters import DIMENSION, Parameter, ParameterKind, base_value, check_parameters

__all__ = [
    "McmcOptions",
    "UpdatingMethod",
    "UpdatingOptions",
    "UpdatingParameter",
    "check_asked",
    "parameters_of",
]

UpdatingMethod = Literal["direct", "douglas_reid", "both"]
"""``direct``: least squares on the model itself, with exact slopes, from several starts; ``douglas_reid``: the
Chokepukio paper's response functions; ``both``: the second beside the first."""


@dataclass(frozen=True, kw_only=True)
class UpdatingParameter:
    """One number that is looked for."""

    kind: ParameterKind
    """What it is."""
    of: tuple[str, ...] = ()
    """Names of the materials, springs or zones that share it; the bed needs none."""
    start: AnyQuantity | None = None
    """Base value; that of the model where absent."""
    low: AnyQuantity
    """Least value."""
    high: AnyQuantity
    """Greatest value."""
    prior_sd: AnyQuantity | None = None
    """Standard deviation of what is known of it beforehand, about start; nothing is known where absent."""


@dataclass(frozen=True, kw_only=True)
class McmcOptions:
    """Samples of what is known afterwards; needs the extra mcmc."""

    walkers: Annotated[int, Ge(4), Le(1000)] = 32
    """Chains that go together."""
    steps: Annotated[int, Ge(100), Le(1_000_000)] = 3000
    """Of each walker."""
    burn: Annotated[int, Ge(0), Le(1_000_000)] = 500
    """First steps that are thrown away."""

    def __post_init__(self) -> None:
        check_bounds(self, "updating.mcmc")


@dataclass(frozen=True, kw_only=True)
class UpdatingOptions:
    """The finite-element model learns its material and supports from measured modes."""

    parameters: dict[str, UpdatingParameter] = field(default_factory=dict)
    """What is looked for, by name."""
    modes: tuple[Annotated[int, Ge(1)], ...] = ()
    """Numbers of the measured modes that are used, from 1; all where absent."""
    model_error: Annotated[Ratio, Ge(0), Lt(1)] = 0.01
    """Of a frequency, as a fraction, that no values take away: bricks, geometry, temperature. Added to the measured
    standard deviation as the root of squares."""
    shape_sd: Annotated[Ratio, Gt(0), Le(1)] | None = None
    """Standard deviation of 1 − MAC; where absent shapes only tell which mode is which."""
    least_mac: Annotated[Ratio, Ge(0), Le(1)] = 0.5
    """Below which a measured and a computed shape are not of one mode."""
    computed: Annotated[int, Ge(1), Le(500)] | None = None
    """Modes of the model among which the measured ones are looked for; fe.modes, or 6 more than were measured."""
    method: UpdatingMethod = "direct"
    """How the best values are found."""
    starts: Annotated[int, Ge(1), Le(100)] = 3
    """Of the direct way: the base values, and others spread between the bounds."""
    rounds: Annotated[int, Ge(2), Le(50)] = 10
    """Of Douglas and Reid's way, at most."""
    step: Annotated[Ratio, Gt(0), Lt(1)] = 0.02
    """Relative change of a parameter below which Douglas and Reid's way has come to rest."""
    seed: Annotated[int, Ge(0)] = 1
    """Of the random numbers."""
    mesh_check: bool = True
    """Whether frequencies of the calibrated model are found once more on a finer mesh: bricks that are too large make
    a wall stiff, and the calibration makes up for it with a modulus that is too low."""
    mcmc: McmcOptions | None = None
    """Samples of the posterior, beside Laplace's covariance."""

    def __post_init__(self) -> None:
        check_bounds(self, "updating")
        if len(set(self.modes)) != len(self.modes):
            raise ModelError("updating.modes: a mode is named twice")


def parameters_of(options: UpdatingOptions, wall: Wall, fe: FeOptions) -> tuple[Parameter, ...]:
    """The parameters in SI units, each with its start."""
    if not options.parameters:
        raise OptionsError("updating.parameters: nothing is looked for; give at least one parameter")
    found = []
    for name, item in options.parameters.items():
        for key in ("start", "low", "high", "prior_sd"):
            _check_dimension(f"updating.parameters.{name}.{key}", getattr(item, key), DIMENSION[item.kind])
        start = base_value(name, item.kind, item.of, wall, fe) if item.start is None else float(item.start)
        found.append(
            Parameter(
                name=name,
                kind=item.kind,
                of=item.of,
                start=start,
                low=float(item.low),
                high=float(item.high),
                prior_sd=None if item.prior_sd is None else float(item.prior_sd),
            )
        )
    return tuple(found)


def check_asked(options: UpdatingOptions, wall: Wall, fe: FeOptions) -> None:
    """Raise where ``options`` ask for what this model has not: before vibrations are listened to."""
    check_parameters(parameters_of(options, wall, fe), wall, fe)


def _check_dimension(key: str, value: float | None, wanted: Dimension) -> None:
    # by the SI unit: "kN/m" may be a force per metre of wall or a spring, with the same number
    if isinstance(value, Quantity) and value.dimension.si != wanted.si:
        was = "a plain number" if not value.dimension.si else value.dimension.noun
        raise OptionsError(f"{key} is {was} but must be {wanted.noun}; write for example {wanted.example}")
