"""Uncertain parameters of a wall: their distributions, samples that fill their space, and the wall of a sample.

Thickness is a factor on all that lies across the wall: stones, contacts and envelope are stretched from the front
face, so that joints stay joints, faces flat and parts convex, and masses and inertias follow exactly. The surveyed face
stays as it is; what is uncertain is how deep the stones reach.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from annotated_types import Gt, Le

from pirqa.errors import ModelError, OptionsError, UnitsError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import Contact, ContactFace, JointProperties, Stone
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.units import JOINT_DAMPING, JOINT_STIFFNESS, PRESSURE, RATIO, AnyQuantity, Dimension, Quantity, Ratio


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """Something about a wall that may be uncertain."""

    dimension: Dimension
    low: float
    """Values at and below it cannot be [SI]."""
    high: float
    """Values at and above it cannot be [SI]."""
    meaning: str


PARAMETERS: Mapping[str, Parameter] = {
    "friction": Parameter(dimension=RATIO, low=0.0, high=3.0, meaning="coefficient of friction of all joints, μ"),
    "normal_stiffness": Parameter(
        dimension=JOINT_STIFFNESS, low=1e4, high=1e13, meaning="pressure per penetration of all joints, Kn [N/m3]"
    ),
    "stiffness_ratio": Parameter(
        dimension=RATIO, low=0.0, high=2.0, meaning="tangential over normal stiffness of all joints, Kt/Kn"
    ),
    "damping": Parameter(
        dimension=JOINT_DAMPING, low=0.0, high=1e9, meaning="pressure per speed of closing of all joints [Pa s/m]"
    ),
    "damping_ratio": Parameter(
        dimension=RATIO, low=0.0, high=2.0, meaning="damping of all joints, of critical; instead of damping"
    ),
    "cohesion": Parameter(dimension=PRESSURE, low=-1e-9, high=1e8, meaning="cohesion of the mortar [Pa]"),
    "tension": Parameter(dimension=PRESSURE, low=-1e-9, high=1e8, meaning="tensile strength of the mortar [Pa]"),
    "thickness": Parameter(
        dimension=RATIO, low=0.1, high=10.0, meaning="factor on the thickness of the wall and of all its stones"
    ),
    "unit_weight": Parameter(
        dimension=RATIO, low=0.1, high=10.0, meaning="factor on the unit weight of all materials of the stones"
    ),
}
"""By name; each has a column of that name in the table of outcomes."""


@dataclass(frozen=True, kw_only=True)
class Uncertain:
    """How one parameter is distributed."""

    distribution: Literal["uniform", "normal", "lognormal"] = "uniform"
    low: AnyQuantity | None = None
    """Least value; where a normal or lognormal one is cut off."""
    high: AnyQuantity | None = None
    """Greatest value; where a normal or lognormal one is cut off."""
    mean: AnyQuantity | None = None
    """Mean of a normal one."""
    sd: AnyQuantity | None = None
    """Standard deviation of a normal one."""
    median: AnyQuantity | None = None
    """Median of a lognormal one."""
    dispersion: Annotated[Ratio, Gt(0), Le(3)] | None = None
    """Standard deviation of the logarithm of a lognormal one, β."""

    _NEEDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "uniform": ("low", "high"),
        "normal": ("mean", "sd"),
        "lognormal": ("median", "dispersion"),
    }

    def __post_init__(self) -> None:
        check_bounds(self, "uncertain")
        needed = self._NEEDS[self.distribution]
        for name in needed:
            if getattr(self, name) is None:
                raise ModelError(f"a {self.distribution} distribution needs {' and '.join(needed)}; {name} is missing")
        for name in {"mean", "sd", "median", "dispersion"} - set(needed):
            if getattr(self, name) is not None:
                raise ModelError(f"a {self.distribution} distribution has no {name}: remove it")
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ModelError("low must be less than high")
        if self.sd is not None and self.sd <= 0.0:
            raise ModelError("sd must be greater than 0")
        if self.median is not None and self.median <= 0.0:
            raise ModelError("the median of a lognormal distribution must be greater than 0")

    def bounds(self) -> tuple[float, float]:
        """Between which all values lie."""
        least = 0.0 if self.distribution == "lognormal" else -math.inf
        return (
            least if self.low is None else float(self.low),
            math.inf if self.high is None else float(self.high),
        )

    def quantile(self, part: FloatArray) -> FloatArray:
        """Values below which a ``part`` (0 to 1) of all values lies [SI], any shape."""
        from scipy import stats

        low, high = self.bounds()
        if self.distribution == "uniform":
            return np.asarray(low + part * (high - low))
        family: Any
        if self.distribution == "normal":
            family = stats.norm(float(self.mean or 0.0), float(self.sd or 1.0))
        else:
            family = stats.lognorm(float(self.dispersion or 0.0), scale=float(self.median or 1.0))
        below, above = family.cdf(low), family.cdf(high)
        if above - below < 1e-9:
            raise ModelError("next to nothing of the distribution lies between low and high")
        return np.asarray(family.ppf(below + part * (above - below)))


def check_parameters(uncertain: Mapping[str, Uncertain]) -> None:
    """Complain of what is not known, of the wrong dimension, or cannot be."""
    for name, item in uncertain.items():
        if name not in PARAMETERS:
            raise ModelError(f"uncertain.{name}: no parameter is called so; {did_you_mean(name, PARAMETERS)}")
        known = PARAMETERS[name]
        for key in ("low", "high", "mean", "sd", "median"):
            value = getattr(item, key)
            # N/m3 is a unit weight and a stiffness: by the SI unit they are the same
            if isinstance(value, Quantity) and value.dimension.si != known.dimension.si:
                raise UnitsError(
                    f"uncertain.{name}.{key}: must be {known.dimension.noun} such as {known.dimension.example}"
                )
        try:
            ends = item.quantile(np.array([1e-6, 1.0 - 1e-6]))
        except ModelError as error:
            raise ModelError(f"uncertain.{name}: {error}") from error
        if ends[0] <= known.low or ends[1] >= known.high:
            raise ModelError(
                f"uncertain.{name}: values from {ends[0]:.4g} to {ends[1]:.4g} are asked for, they must lie between "
                f"{max(known.low, 0.0):g} and {known.high:g}; cut it off with low and high"
            )
    if "damping" in uncertain and "damping_ratio" in uncertain:
        raise ModelError("uncertain.damping and uncertain.damping_ratio both say how joints are damped: give one")


def draw_samples(uncertain: Mapping[str, Uncertain], count: int, seed: int) -> dict[str, FloatArray]:
    """Latin hypercube of ``count`` samples: every parameter has one value in each of ``count`` equal parts [SI].

    McKay, Beckman and Conover (1979). A parameter's values depend on its name and the seed alone: another
    parameter more leaves them what they are.
    """
    found: dict[str, FloatArray] = {}
    for name, item in uncertain.items():
        chance = np.random.default_rng([seed, *name.encode()])
        parts = (chance.permutation(count) + chance.random(count)) / count
        found[name] = item.quantile(parts)
    return found


def varied_wall(wall: Wall, parameters: Mapping[str, float]) -> Wall:
    """``wall`` with the factors on its thickness and unit weight."""
    if "unit_weight" in parameters:
        factor = parameters["unit_weight"]
        heavier = {name: replace(item, unit_weight=factor * item.unit_weight) for name, item in wall.materials.items()}
        wall = replace(wall, materials=heavier)
    return stretched(wall, parameters["thickness"]) if "thickness" in parameters else wall


def settled_joints(joints: JointProperties, names: Mapping[str, Any]) -> JointProperties:
    """Joints without the pairs that an uncertain parameter stands for: its samples are run, not the pair's ends."""
    changes: dict[str, Any] = {}
    if "friction" in names:
        changes["friction_angle_high"] = None
    if "normal_stiffness" in names:
        changes["normal_stiffness_high"] = None
    if {"damping", "damping_ratio"} & set(names):
        changes |= {"damping_high": None, "damping_ratio_high": None, "restitution_high": None}
    return replace(joints, **changes)


def varied_joints(joints: JointProperties, parameters: Mapping[str, float]) -> JointProperties:
    """``joints`` with the sample's values; exceptions of single joints keep their own."""
    changes: dict[str, Any] = {}
    ratio = parameters.get("stiffness_ratio")
    normal = parameters.get("normal_stiffness", joints.normal_stiffness)
    if "friction" in parameters:
        changes["friction_angle"] = math.atan(parameters["friction"])
    if "normal_stiffness" in parameters:
        changes["normal_stiffness"] = normal
        if ratio is None and joints.tangential_stiffness is not None and joints.normal_stiffness is not None:
            ratio = joints.tangential_stiffness / joints.normal_stiffness  # the ratio is what is known of Kt
    if ratio is not None:
        if normal is None:
            raise OptionsError("uncertain.stiffness_ratio: the wall's joints have no normal_stiffness to take it of")
        changes["tangential_stiffness"] = ratio * normal
    for name in ("damping", "damping_ratio"):
        if name in parameters:
            changes |= {"damping": None, "damping_ratio": None, "restitution": None, name: parameters[name]}
    for name in ("cohesion", "tension"):
        if name in parameters:
            changes[name] = parameters[name]
    return replace(joints, **changes)


def stretched(wall: Wall, factor: float) -> Wall:
    """``wall`` ``factor`` times as thick, its front where it was at y = 0."""
    scale = np.array([1.0, factor, 1.0])
    return replace(
        wall,
        envelope=_envelope(wall.envelope, factor),
        stones=tuple(_stone(stone, scale) for stone in wall.stones),
        contacts=tuple(_contact(contact, scale) for contact in wall.contacts),
        control_points=tuple(replace(point, position=point.position * scale) for point in wall.control_points),
    )


def _envelope(envelope: Envelope, factor: float) -> Envelope:
    def zone(item: Zone) -> Zone:
        return replace(
            item,
            thickness=factor * item.thickness,
            thickness_top=None if item.thickness_top is None else factor * item.thickness_top,
            front_batter=math.atan(factor * math.tan(item.front_batter)),
            back_batter=math.atan(factor * math.tan(item.back_batter)),
            front=factor * item.front,
        )

    leaves = tuple(replace(leaf, thickness=factor * leaf.thickness) for leaf in envelope.leaves)
    return replace(envelope, zones=tuple(zone(item) for item in envelope.zones), leaves=leaves)


def _solid(solid: Polyhedron, scale: FloatArray) -> Polyhedron:
    return Polyhedron(vertices=solid.vertices * scale, faces=solid.faces)


def _stone(stone: Stone, scale: FloatArray) -> Stone:
    solid = _solid(stone.solid, scale)
    # a solid may be its own only part: it stays so
    parts = tuple(solid if part is stone.solid else _solid(part, scale) for part in stone.parts)
    factor = float(scale[1])
    spread = 0.5 * np.trace(stone.inertia) * np.eye(3) - stone.inertia  # ∫ x xᵀ dV
    spread = factor * spread * np.outer(scale, scale)
    return replace(
        stone,
        solid=solid,
        parts=parts,
        volume=factor * stone.volume,
        centroid=stone.centroid * scale,
        inertia=np.trace(spread) * np.eye(3) - spread,
    )


def _contact(contact: Contact, scale: FloatArray) -> Contact:
    return replace(contact, faces=tuple(_face(face, scale) for face in contact.faces))


def _face(face: ContactFace, scale: FloatArray) -> ContactFace:
    # area vectors of a stretched face: the cofactors of the stretch
    across = face.normal * (float(scale.prod()) / scale)
    size = float(np.linalg.norm(across))
    return replace(face, polygon=face.polygon * scale, normal=across / size, area=face.area * size)
