"""Motion of the ground as acceleration histories, and as the coefficients of a site that force methods take.

Acceleration is linear between samples. Velocity and displacement are the integrals of that acceleration, polynomials
within each step. A base driven with them gets the requested acceleration; a displacement that is linear between samples
would inflate its peak (nine times for Lima 1966 at 1 ms).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY, Acceleration, Ratio

KnownBy = Literal["user", "order"]
"""How a component is known that no header describes: by the user's word, or by its number or place in the file alone.

A component that is known by its order may be the vertical one. It drives no wall until the user names it.
"""


@dataclass(frozen=True, kw_only=True)
class Direction:
    """Which way a component of motion points."""

    name: str
    """As the file calls it: NS, EW, UD, 140 …; ``along``, ``across`` and ``up`` for a wall's own axes."""
    azimuth: float | None = None
    """Of positive motion, clockwise from north [rad]; none where it is not known, or vertical."""
    vertical: bool = False
    """Whether positive motion is upwards."""
    known_by: KnownBy | None = None
    """How the component is known where no header describes it; none where one does."""


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a motion comes from."""

    file: str = ""
    format: str = ""
    """Short name of the format, or of the signal where the motion was made up."""
    digest: str = ""
    """Of the file's bytes (SHA-256)."""
    station: str = ""
    agency: str = ""
    event: str = ""
    time: str = ""
    """Of the first sample as the file says it, ISO 8601 where it could be read."""
    latitude: float | None = None
    """Of the station [deg]."""
    longitude: float | None = None
    """Of the station [deg]."""


@dataclass(frozen=True, kw_only=True)
class Treatment:
    """One thing that was done to a motion."""

    key: str
    """Key of its words in the report's word files, ``treatment.<key>``."""
    amounts: Mapping[str, float] = field(default_factory=dict)
    """Its parameters, SI."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MotionState:
    """The ground at one or more times; arrays of shape (…, components)."""

    acceleration: FloatArray
    velocity: FloatArray
    displacement: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class GroundMotion:
    """Motion of the ground in one or more directions."""

    name: str
    step: float
    """Between samples [s]."""
    acceleration: FloatArray
    """[m/s2], shape (samples, components); linear between samples."""
    directions: tuple[Direction, ...]
    initial_velocity: FloatArray | None = None
    """[m/s], shape (components,); at rest where absent."""
    initial_displacement: FloatArray | None = None
    """[m], shape (components,); zero where absent."""
    origin: Origin = field(default_factory=Origin)
    treatments: tuple[Treatment, ...] = ()
    """What was done to the record, first things first."""
    band: tuple[float, ...] = ()
    """Least and greatest frequency that the record can be trusted for [Hz]; empty where nobody said."""
    factor: float = 1.0
    """By which the record was scaled in all."""

    def __post_init__(self) -> None:
        samples = np.ascontiguousarray(self.acceleration, dtype=np.float64)
        if samples.ndim != 2 or len(samples) < 2 or samples.shape[1] != len(self.directions) or not self.directions:
            raise ModelError(
                f'motion "{self.name}": {len(self.directions)} directions need samples of shape '
                f"(n, {len(self.directions)}) with n > 1, got {samples.shape}"
            )
        if not np.all(np.isfinite(samples)):
            raise ModelError(f'motion "{self.name}": its acceleration is not finite everywhere')
        if not (np.isfinite(self.step) and self.step > 0.0):
            raise ModelError(f'motion "{self.name}": the step must be greater than 0, got {self.step}')
        names = [direction.name for direction in self.directions]
        if len(set(names)) < len(names):
            raise ModelError(f'motion "{self.name}": two components have one name: {", ".join(names)}')
        samples.setflags(write=False)
        object.__setattr__(self, "acceleration", samples)
        for key in ("initial_velocity", "initial_displacement"):
            given = getattr(self, key)
            start = np.zeros(len(names)) if given is None else np.array(given, dtype=np.float64)
            if start.shape != (len(names),) or not np.all(np.isfinite(start)):
                raise ModelError(f'motion "{self.name}": {key} must be {len(names)} finite numbers')
            start.setflags(write=False)
            object.__setattr__(self, key, start)

    @property
    def duration(self) -> float:
        """From the first sample to the last [s]."""
        return self.step * (len(self.acceleration) - 1)

    @cached_property
    def times(self) -> FloatArray:
        """Of the samples [s], shape (samples,)."""
        return self.step * np.arange(len(self.acceleration), dtype=np.float64)

    @cached_property
    def velocity(self) -> FloatArray:
        """At the samples [m/s], shape (samples, components)."""
        gained = 0.5 * self.step * (self.acceleration[:-1] + self.acceleration[1:])
        return _summed(self.initial_velocity, gained)

    @cached_property
    def displacement(self) -> FloatArray:
        """At the samples [m], shape (samples, components)."""
        pushed = self.step**2 / 6.0 * (2.0 * self.acceleration[:-1] + self.acceleration[1:])
        return _summed(self.initial_displacement, self.step * self.velocity[:-1] + pushed)

    def at(self, time: float | FloatArray) -> MotionState:
        """Acceleration, velocity and displacement at any ``time`` [s], exact.

        Before the first sample the ground is as it starts, without acceleration; after the last it goes on with the
        velocity that it has then, which is none for a motion that ends at rest.
        """
        moment = np.asarray(time, dtype=np.float64)
        last = len(self.acceleration) - 1
        index = np.clip((moment / self.step).astype(np.intp), 0, last - 1)
        since = np.clip(moment, 0.0, self.duration) - self.step * index
        start, end = self.acceleration[index], self.acceleration[index + 1]
        tau = since[..., None]
        slope = (end - start) / self.step
        velocity = self.velocity[index] + tau * (start + 0.5 * tau * slope)
        displacement = self.displacement[index] + tau * (self.velocity[index] + tau * (start / 2.0 + tau * slope / 6.0))
        outside = (moment < 0.0) | (moment > self.duration)
        beyond = np.where(outside, moment - np.clip(moment, 0.0, self.duration), 0.0)
        return MotionState(
            acceleration=np.where(outside[..., None], 0.0, start + tau * slope),
            velocity=velocity,
            displacement=displacement + beyond[..., None] * velocity,
        )

    @cached_property
    def peak_acceleration(self) -> FloatArray:
        """Largest |a| of each component [m/s2]."""
        return np.asarray(np.abs(self.acceleration).max(axis=0))

    @cached_property
    def peak_velocity(self) -> FloatArray:
        """Largest |v| of each component [m/s], also between samples: where the acceleration crosses zero."""
        start, end = self.acceleration[:-1], self.acceleration[1:]
        crosses = start * end < 0.0
        until = self.step * start / np.where(crosses, start - end, 1.0)
        between = np.where(crosses, self.velocity[:-1] + 0.5 * start * until, 0.0)
        peaks: FloatArray = np.maximum(np.abs(self.velocity).max(axis=0), np.abs(between).max(axis=0))
        return peaks

    @cached_property
    def peak_displacement(self) -> FloatArray:
        """Largest |d| of each component [m], also between samples: where the velocity crosses zero."""
        start, velocity = self.acceleration[:-1], self.velocity[:-1]
        slope = (self.acceleration[1:] - start) / self.step
        peaks: FloatArray = np.abs(self.displacement).max(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(start**2 - 2.0 * slope * velocity)
            for sign in (-1.0, 1.0):  # the stable form of the roots of v + a t + s t²/2
                for tau in ((-start + sign * root) / slope, 2.0 * velocity / (-start + sign * root)):
                    inside = (tau > 0.0) & (tau < self.step)
                    moved = self.displacement[:-1] + tau * (velocity + tau * (start / 2.0 + tau * slope / 6.0))
                    peaks = np.maximum(peaks, np.abs(np.where(inside, moved, 0.0)).max(axis=0))
        return peaks

    def column(self, name: str) -> int:
        """Number of the component called ``name``."""
        names = [direction.name for direction in self.directions]
        if name not in names:
            raise ModelError(f'motion "{self.name}" has no component "{name}"; there is {", ".join(names)}')
        return names.index(name)

    def only(self, *names: str) -> GroundMotion:
        """The motion with these components alone."""
        return self.with_columns([self.column(name) for name in names])

    def with_columns(self, columns: list[int]) -> GroundMotion:
        """The motion with these columns alone, in this order."""
        assert self.initial_velocity is not None
        assert self.initial_displacement is not None
        return replace(
            self,
            acceleration=self.acceleration[:, columns],
            directions=tuple(self.directions[column] for column in columns),
            initial_velocity=self.initial_velocity[columns],
            initial_displacement=self.initial_displacement[columns],
        )

    def scaled(self, factor: float) -> GroundMotion:
        """The motion, all of it times ``factor``."""
        assert self.initial_velocity is not None
        assert self.initial_displacement is not None
        return replace(
            self,
            acceleration=self.acceleration * factor,
            initial_velocity=self.initial_velocity * factor,
            initial_displacement=self.initial_displacement * factor,
            factor=self.factor * factor,
            treatments=(*self.treatments, Treatment(key="scale", amounts={"factor": factor})),
        )

    def __str__(self) -> str:
        head = f"{self.name}: {len(self.acceleration)} samples, step {self.step:g} s, {self.duration:.2f} s"
        lines = [head if self.factor == 1.0 else f"{head}, scaled by {self.factor:.4g}"]
        lines += [
            f"  {direction.name:<8} PGA {a:.4g} m/s2, PGV {v:.4g} m/s, PGD {d:.4g} m"
            for direction, a, v, d in zip(
                self.directions, self.peak_acceleration, self.peak_velocity, self.peak_displacement, strict=True
            )
        ]
        return "\n".join(lines)


def _summed(start: FloatArray | None, steps: FloatArray) -> FloatArray:
    """Running sums of ``steps`` from ``start``."""
    total = np.empty((len(steps) + 1, steps.shape[1]))
    total[0] = 0.0 if start is None else start
    np.cumsum(steps, axis=0, out=total[1:])
    total[1:] += total[0]
    total.setflags(write=False)
    return total


@dataclass(frozen=True, kw_only=True)
class Site:
    """Seismic coefficients of the place."""

    kh: Annotated[Ratio, Ge(0), Le(3)] | None = None
    """Horizontal seismic coefficient; half of acceleration/g where absent (then marked assumed). Without acceleration
    it is read as the peak ground acceleration over g."""
    kv: Annotated[Ratio, Ge(0), Lt(1)] = 0.0
    """Vertical seismic coefficient; both directions are tried."""
    acceleration: Annotated[Acceleration, Ge(0), Le(3 * STANDARD_GRAVITY)] | None = None
    """Peak ground acceleration of the design earthquake at the surface [m/s2]."""
    rock: Annotated[Acceleration, Gt(0), Le(3 * STANDARD_GRAVITY)] | None = None
    """Instead of acceleration: the peak acceleration on rock [m/s2], which site_factor brings to the surface."""
    site_factor: Annotated[Ratio, Gt(0), Le(10)] | None = None
    """Peak acceleration at the surface over that on rock; with rock alone."""
    return_period: Annotated[float, Gt(0), Le(1e6)] | None = None
    """Return period of the earthquake that governs [years]."""
    governing: str | None = None
    """Name of the demand that governs: site (the acceleration here), a design spectrum such as e030_2018, or one of
    [sweep.demands]. Checks under others are shown and do not count. Where absent: the design spectrum of a code in
    force, or site where it is greater or there is no code."""
    source: str = ""
    """Where the coefficients come from."""

    def __post_init__(self) -> None:
        check_bounds(self, "site")
        if self.rock is not None and self.acceleration is not None:
            raise ModelError("site.rock and site.acceleration are both given: give one of them")
        if (self.rock is None) != (self.site_factor is None):
            given, other = ("rock", "site_factor") if self.site_factor is None else ("site_factor", "rock")
            raise ModelError(f"site.{given} is given without site.{other}: the acceleration at the surface needs both")

    @property
    def surface_acceleration(self) -> float | None:
        """Peak ground acceleration at the surface [m/s2], as given or from that on rock."""
        if self.rock is not None and self.site_factor is not None:
            return self.rock * self.site_factor
        return self.acceleration

    @property
    def horizontal_coefficient(self) -> float | None:
        """kh as given, or ½ a/g (FHWA, Whitman: presumes that some sliding is tolerated), or none."""
        if self.kh is not None:
            return self.kh
        return None if self.peak_coefficient is None else 0.5 * self.peak_coefficient

    @property
    def tolerates_sliding(self) -> bool:
        """Whether kh is below a/g: such a kh presumes that the wall slides a little, so it cannot show onset."""
        kh, peak = self.horizontal_coefficient, self.peak_coefficient
        return kh is not None and peak is not None and kh < peak * (1.0 - 1e-9)

    @property
    def onset_coefficient(self) -> float | None:
        """Peak ground acceleration over g: a/g, or kh where no acceleration is given."""
        return self.kh if self.peak_coefficient is None else self.peak_coefficient

    @property
    def peak_coefficient(self) -> float | None:
        """a/g, where the acceleration is given."""
        peak = self.surface_acceleration
        return None if peak is None else peak / STANDARD_GRAVITY
