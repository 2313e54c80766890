"""Options of model updating: the parameters with their bounds and prior knowledge, and how they are fitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, OptionsError, did_you_mean
from pirqa.fem.options import FeOptions
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.units import (
    JOINT_STIFFNESS,
    PRESSURE,
    RATIO,
    SPRING_STIFFNESS,
    UNIT_WEIGHT,
    AnyQuantity,
    Dimension,
    Quantity,
    Ratio,
)

ParameterKind = Literal["youngs_modulus", "unit_weight", "spring", "bed_normal", "bed_shear", "thickness"]
"""``youngs_modulus`` [Pa] and ``unit_weight`` [N/m3] of materials, ``spring`` [N/m] of springs, ``bed_normal`` and
``bed_shear`` [N/m3] of the ground under the base, ``thickness``: a factor on the thickness of zones."""

LINEAR: tuple[ParameterKind, ...] = ("youngs_modulus", "unit_weight", "spring", "bed_normal", "bed_shear")
"""Those in which stiffness and mass are linear: their derivatives are exact and cost no mesh."""

DIMENSION: dict[ParameterKind, Dimension] = {
    "youngs_modulus": PRESSURE,
    "unit_weight": UNIT_WEIGHT,
    "spring": SPRING_STIFFNESS,
    "bed_normal": JOINT_STIFFNESS,
    "bed_shear": JOINT_STIFFNESS,
    "thickness": RATIO,
}
"""What start, low, high and prior_sd of a kind are."""

UpdatingMethod = Literal["direct", "douglas_reid", "both"]
"""``direct``: least squares on the model itself, with exact slopes, from several starts; ``douglas_reid``: the
Chokepukio paper's response functions; ``both``: the second beside the first."""


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One number that is looked for."""

    name: str
    kind: ParameterKind
    of: tuple[str, ...] = ()
    """Names of the materials, springs or zones that share it; the bed has none."""
    start: float
    """Base value, in the unit of its kind."""
    low: float
    high: float
    prior_sd: float | None = None
    """Standard deviation of what is known of it beforehand, about ``start``; nothing is known where absent."""

    def __post_init__(self) -> None:
        unit = f" {DIMENSION[self.kind].si}".rstrip()
        if not 0.0 < self.low < self.high:
            raise OptionsError(
                f"updating.parameters.{self.name}: low must lie below high, and above 0: given "
                f"{self.low:g} and {self.high:g}{unit}"
            )
        if not self.low <= self.start <= self.high:
            raise OptionsError(
                f"updating.parameters.{self.name}: its start {self.start:g} lies outside its bounds, {self.low:g} to "
                f"{self.high:g}{unit}; change start, low or high"
            )
        if self.prior_sd is not None and not self.prior_sd > 0.0:
            raise OptionsError(f"updating.parameters.{self.name}: prior_sd must be greater than 0")


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


def check_parameters(parameters: Sequence[Parameter], wall: Wall, options: FeOptions) -> None:
    """Raise where one names something that the model has not, or two share the same number."""
    taken: dict[tuple[str, str], str] = {}
    for item in parameters:
        known = _owners(item.kind, wall, options)
        if item.kind in ("bed_normal", "bed_shear"):
            if options.bed is None:
                raise OptionsError(f"updating.parameters.{item.name}: the model has no elastic bed; give [fe.bed]")
            if item.of:
                raise OptionsError(f"updating.parameters.{item.name}: there is one bed only; leave out of")
        elif not item.of:
            raise _of_what(item.name, known)
        if not np.isfinite([item.start, item.low, item.high]).all():
            raise OptionsError(f"updating.parameters.{item.name}: start, low and high must be finite")
        for name in item.of or ("bed",):
            if item.of and name not in known:
                raise _unknown(item.name, item.kind, name, known)
            if (item.kind, name) in taken:
                raise OptionsError(
                    f'updating.parameters.{item.name}: {item.kind} of "{name}" is also {taken[item.kind, name]}; '
                    "leave it to one of them"
                )
            taken[item.kind, name] = item.name
        for key, end in (("low", item.low), ("high", item.high)):
            try:  # what no material may have is told now, and not where the search comes upon it
                applied([item], np.array([end]), wall, options)
            except ModelError as error:
                raise OptionsError(f"updating.parameters.{item.name}.{key}: {error}") from error


def _owners(kind: ParameterKind, wall: Wall, options: FeOptions) -> list[str]:
    if kind in ("youngs_modulus", "unit_weight"):
        return list(wall.materials)
    if kind == "spring":
        return list(options.springs)
    return [zone.name for zone in wall.envelope.zones]


def _of_what(name: str, known: Sequence[str]) -> OptionsError:
    listed = ", ".join(f'"{item}"' for item in known)
    return OptionsError(f"updating.parameters.{name}: say of what it is, some of: of = [{listed}]")


def _unknown(name: str, kind: ParameterKind, owner: str, known: Sequence[str]) -> OptionsError:
    if kind == "spring" and not known:
        return OptionsError(
            f'updating.parameters.{name}.of: "{owner}" is unknown: the model has no springs; give [fe.springs.NAME]'
        )
    return OptionsError(f'updating.parameters.{name}.of: "{owner}" is unknown; {did_you_mean(owner, known)}')


def base_value(name: str, kind: ParameterKind, of: Sequence[str], wall: Wall, options: FeOptions) -> float:
    """What the model has now; raise where it has nothing, or several things."""
    if kind in ("bed_normal", "bed_shear"):
        if options.bed is None:
            raise OptionsError(f"updating.parameters.{name}: the model has no elastic bed; give [fe.bed]")
        return options.bed.normal if kind == "bed_normal" else options.bed.shear or 0.5 * options.bed.normal
    if kind == "thickness":
        return 1.0
    known = _owners(kind, wall, options)
    if not of:
        raise _of_what(name, known)
    values = set()
    for owner in of:
        if owner not in known:
            raise _unknown(name, kind, owner, known)
        values.add(options.springs[owner].stiffness if kind == "spring" else getattr(wall.materials[owner], kind))
    if len(values) != 1 or None in values:
        raise OptionsError(f"updating.parameters.{name}.start: the model has no single value to start from; give it")
    return float(values.pop())


def applied(
    parameters: Sequence[Parameter], values: FloatArray, wall: Wall, options: FeOptions
) -> tuple[Wall, FeOptions]:
    """The wall and the options of its model with these values."""
    materials, springs, bed = dict(wall.materials), dict(options.springs), options.bed
    zones = {zone.name: zone for zone in wall.envelope.zones}
    for item, number in zip(parameters, np.asarray(values, dtype=np.float64).tolist(), strict=True):
        for name in item.of:
            if item.kind == "youngs_modulus":
                materials[name] = replace(materials[name], youngs_modulus=number)
            elif item.kind == "unit_weight":
                materials[name] = replace(materials[name], unit_weight=number)
            elif item.kind == "spring":
                springs[name] = replace(springs[name], stiffness=number)
            elif item.kind == "thickness":
                zone = zones[name]
                top = None if zone.thickness_top is None else number * zone.thickness_top
                zones[name] = replace(zone, thickness=number * zone.thickness, thickness_top=top)
        if bed is not None and item.kind == "bed_normal":
            bed = replace(bed, normal=number, shear=bed.shear or 0.5 * bed.normal)
        if bed is not None and item.kind == "bed_shear":
            bed = replace(bed, shear=number)
    envelope = replace(wall.envelope, zones=tuple(zones.values()))
    return replace(wall, envelope=envelope, materials=materials), replace(options, springs=springs, bed=bed)


def _check_dimension(key: str, value: float | None, wanted: Dimension) -> None:
    # by the SI unit: "kN/m" may be a force per metre of wall or a spring, with the same number
    if isinstance(value, Quantity) and value.dimension.si != wanted.si:
        was = "a plain number" if not value.dimension.si else value.dimension.noun
        raise OptionsError(f"{key} is {was} but must be {wanted.noun}; write for example {wanted.example}")
