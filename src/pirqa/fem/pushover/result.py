"""Results of pushing a wall over: paths, snapshots, and what is read off the curves of each direction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pirqa.fem.mesh import Mesh
from pirqa.model.check import Check, LimitState
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

VariantKind = Literal["mesh", "pattern", "wall"]
"""What differs from the main run: the size of the bricks, the spread of the load, or the moduli (the surveyed wall in
place of the calibrated one)."""

STRATEGIES = ("newton", "cut", "implex", "dynamic")
"""How a step was found: Newton; after cutting it; with extrapolated cracks; with inertia."""


@dataclass(frozen=True, kw_only=True)
class CurvePoint:
    """A point of a capacity curve."""

    displacement: float
    """Of the control point [m]."""
    multiplier: float
    """λ"""
    step: int
    """Of the path, the one at or just before it."""


@dataclass(frozen=True, kw_only=True)
class Bilinear:
    """An elastic and perfectly plastic curve of the same energy."""

    stiffness: float
    """λ over displacement on its way up [1/m]."""
    yield_displacement: float
    """[m]"""
    yield_multiplier: float
    ultimate_displacement: float
    """Up to which the energies are equal [m]."""

    def at(self, displacement: float) -> float:
        """λ at ``displacement`` [m], going on at its height."""
        return min(self.stiffness * displacement, self.yield_multiplier)


@dataclass(frozen=True, kw_only=True)
class CurveReading:
    """One path: its stages and the points that count."""

    control: str
    viscosity: float
    stiffness: float
    """Slope at the start [1/m]."""
    first_crack: CurvePoint | None
    """First step after which a point of the masonry has cracked."""
    elastic_end: CurvePoint
    """a: until here the secant is at least 95 % of the first slope."""
    plateau_start: CurvePoint
    """b: first point at 95 % of the peak; the hardening ends."""
    peak: CurvePoint
    descent_start: CurvePoint | None
    """c: last point at 95 % of the peak; None where the load never falls below that."""
    end: CurvePoint
    """d"""
    drop: CurvePoint | None
    """Where the load has fallen by 20 % of the peak; None where it never does."""
    bilinear: Bilinear | None
    """Up to the drop, or the end where there is none; None where nothing was carried."""
    ended: str
    """``target``, ``dropped`` or ``stopped``."""

    @property
    def ultimate(self) -> CurvePoint:
        """The 20 % drop; the end of the path where there is none."""
        return self.end if self.drop is None else self.drop


@dataclass(frozen=True, kw_only=True, eq=False)
class Band:
    """What control and viscosity do: all paths of one direction together; m displacements."""

    displacement: FloatArray
    """[m], shape (m,)"""
    low: FloatArray
    """Least λ of the paths that come so far, shape (m,)."""
    high: FloatArray
    """Shape (m,)."""
    paths: int
    least_peak: float
    greatest_peak: float

    @property
    def peak_spread(self) -> float:
        """Of the peaks, over the greatest."""
        return 0.0 if self.greatest_peak <= 0.0 else 1.0 - self.least_peak / self.greatest_peak


@dataclass(frozen=True, kw_only=True)
class Oscillator:
    """The wall as one mass on one spring, from the shape that it has under the load while elastic."""

    participation: float
    """Γ = Σmφ/Σmφ², φ being 1 at the control point."""
    mass: float
    """m* = Σmφ [kg]."""
    mass_fraction: float
    """e* = (Σmφ)²/(Σm Σmφ²)"""
    acceleration: float
    """a* over λ: work of the load on the shape over m* [m/s2]; g where the load goes with the masses, g/e* where it
    goes with masses times shape, as Fajfar has it."""
    participation_at_peak: float
    """Γ of the shape at the peak, to tell how much the choice of the shape does."""


@dataclass(frozen=True, kw_only=True)
class Demand:
    """What one spectrum asks of the wall by one method."""

    spectrum: str
    method: str
    """``n2`` or ``capacity_spectrum``."""
    period: float
    """T* of the bilinear curve (N2), or of the secant at the performance point [s]."""
    elastic_displacement: float
    """S_De(T*) of the oscillator, at 5 % [m]."""
    reduction: float
    """q*: elastic force over yield force."""
    damping: float
    """Of the demand, of critical."""
    spectral_displacement: float
    """d*, of the oscillator [m]."""
    displacement: float
    """Of the control point [m]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SpectrumCurve:
    """A spectrum for drawing, at 5 % and at the damping of the performance point."""

    name: str
    damping: float
    displacement: FloatArray
    """S_De [m], shape (m,)."""
    acceleration: FloatArray
    """S_e [m/s2], shape (m,)."""


@dataclass(frozen=True, kw_only=True)
class Hinge:
    """A level at which level cracks go far through the wall."""

    level: float
    """Above the base [m]."""
    bottom: float
    """Of the rows of bricks that have the crack [m]: it is not known closer than that."""
    top: float
    """[m]"""
    reach: float
    """Share of the bed that is open at the end."""
    opening: float
    """At the end, all rows together, mean along the wall of the largest through the thickness [m]."""
    largest_opening: float
    """On the way [m]."""
    first_displacement: float
    """Of the control point where a crack is first seen there [m]."""
    formed_displacement: float | None
    """Where half of the bed was open; None where it never was [m]."""

    @property
    def formed(self) -> bool:
        """Whether half of the bed was open."""
        return self.formed_displacement is not None

    @property
    def closing(self) -> bool:
        """Whether it has closed again by more than half."""
        return self.opening < 0.5 * self.largest_opening


@dataclass(frozen=True, kw_only=True, eq=False)
class CrackLevels:
    """Level cracks by height, at k snapshots and in r rows of bricks."""

    displacement: FloatArray
    """Of the control point [m], shape (k,)."""
    bottom: FloatArray
    """Of the rows [m], shape (r,)."""
    top: FloatArray
    """[m], shape (r,)"""
    reach: FloatArray
    """Share of the bed that is open, shape (k, r)."""
    opening: FloatArray
    """Mean along the wall of the largest through the thickness [m], shape (k, r)."""
    hinges: tuple[Hinge, ...]
    """The one that is widest at the end first."""

    @property
    def main(self) -> Hinge | None:
        """The hinge about which the wall turns at the end; None where none has formed."""
        return next((item for item in self.hinges if item.formed), None)


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverReading:
    """All that is read off the paths of one direction."""

    direction: str
    curves: tuple[CurveReading, ...]
    """Of each path of the direction, the one that was asked for first."""
    band: Band
    oscillator: Oscillator
    demands: tuple[Demand, ...]
    spectra: tuple[SpectrumCurve, ...]
    cracks: CrackLevels

    @property
    def main(self) -> CurveReading:
        """Of the path that was asked for."""
        return self.curves[0]


@dataclass(frozen=True, kw_only=True, eq=False)
class Snapshots:
    """The wall at chosen steps; k of them, the first at rest under its weight."""

    step: NDArray[np.int64]
    """Index into the path's steps, shape (k,)."""
    shift: NDArray[np.float32]
    """Of the nodes [m], shape (k, n, 3)."""
    strain: NDArray[np.float32]
    """In the middle of each brick (mean of its points), shape (k, e, 6)."""
    stress: NDArray[np.float32]
    """Likewise [Pa], shape (k, e, 6)."""
    opening: NDArray[np.float32]
    """Largest opening of a crack in each brick: crack strain, its mean across the crack, times the brick's size there
    [m], shape (k, e)."""
    normal: NDArray[np.float32]
    """Unit normal of that crack, shape (k, e, 3); 0 where there is none."""
    crushing: NDArray[np.float32]
    """Largest damage in compression, 0 to 1, shape (k, e)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverPath:
    """One way of pushing, from rest until the target or until no equilibrium is found; n steps, the first at rest."""

    direction: str
    control: str
    viscosity: float
    """Over the step."""
    displacement: FloatArray
    """Of the control point in the load's direction, beyond that at rest [m], shape (n,)."""
    mean_displacement: FloatArray
    """Mass-weighted mean, likewise [m], shape (n,)."""
    multiplier: FloatArray
    """λ: horizontal load over weight, shape (n,)."""
    strategy: NDArray[np.int8]
    """Index into STRATEGIES, shape (n,)."""
    iterations: NDArray[np.int32]
    """Shape (n,)."""
    residual: FloatArray
    """Norm of unbalanced forces over that of the loads, shape (n,)."""
    inertia: FloatArray
    """Largest sum of inertia forces over the weight, 0 but where a step was made with inertia, shape (n,)."""
    work: FloatArray
    """Of the lateral load and the weight since rest [J], shape (n,)."""
    elastic: FloatArray
    """Energy stored [J], shape (n,)."""
    dissipated: FloatArray
    """Energy of cracks and crushing, and what their delays take [J], shape (n,)."""
    stiffness: FloatArray
    """Slope of load against displacement, unloading (secant cracks), over the first one, shape (n,)."""
    cracked: FloatArray
    """Share of the volume whose points have cracked, shape (n,)."""
    ended: str
    """``target``, ``dropped`` (the load came to zero) or ``stopped`` (no further equilibrium was found)."""
    message: str
    """Where and why it stopped; empty where it came to its target."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverVariant:
    """The push repeated with one thing changed."""

    kind: VariantKind
    pattern: str
    """How the load is spread."""
    bricks: int
    """Number of bricks of its mesh."""
    readings: tuple[PushoverReading, ...]
    """One of each direction, in their order."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverResult:
    """All paths; the first of each direction is the one asked for, others tell what control and viscosity do."""

    mesh: Mesh
    control_point: tuple[float, float, float]
    """[m]"""
    weight: float
    """Of all that moves [N]."""
    freedoms: int
    solver: str
    paths: tuple[PushoverPath, ...]
    snapshots: tuple[Snapshots, ...]
    """Of the first path of each direction, in their order."""
    pattern: str = "mass"
    """How the load is spread: ``mass``, ``mode`` or ``triangular``."""
    mass: FloatArray = field(default_factory=lambda: np.zeros(0))
    """Of the nodes [kg], shape (n,); empty where only the weight is known."""
    readings: tuple[PushoverReading, ...] = ()
    """One of each direction, in their order."""
    variants: tuple[PushoverVariant, ...] = ()
    """The push on a second mesh, with a second pattern, on a second wall."""
    checks: tuple[Check, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def of(self, direction: str) -> tuple[PushoverPath, ...]:
        """The paths of a direction, the one that was asked for first."""
        return tuple(path for path in self.paths if path.direction == direction)

    @property
    def directions(self) -> tuple[str, ...]:
        """In their order."""
        return tuple(dict.fromkeys(path.direction for path in self.paths))

    @property
    def partial(self) -> tuple[LimitState, ...]:
        """Limit states for which a path ended before the demand, so that the wall could not be judged."""
        return tuple(dict.fromkeys(check.limit_state for check in self.checks if "pushover_ended_early" in check.notes))

    def __str__(self) -> str:
        lines = [
            f"{len(self.mesh)} bricks, {self.freedoms} degrees of freedom, {self.weight / 1e3:.4g} kN, "
            f"solver {self.solver}"
        ]
        lines.append(
            f"{'path':<34}{'peak':>8}{'at mm':>8}{'yield mm':>10}{'20 % drop mm':>14}{'end mm':>8}{'λ end':>8}  ended"
        )
        for reading in self.readings:
            for curve in reading.curves:
                name = f"{reading.direction}, {curve.control}, η {curve.viscosity:g}"
                bent = "–" if curve.bilinear is None else f"{1e3 * curve.bilinear.yield_displacement:.1f}"
                drop = "–" if curve.drop is None else f"{1e3 * curve.drop.displacement:.1f}"
                lines.append(
                    f"{name:<34}{curve.peak.multiplier:>8.4f}{1e3 * curve.peak.displacement:>8.1f}{bent:>10}{drop:>14}"
                    f"{1e3 * curve.end.displacement:>8.1f}{curve.end.multiplier:>8.4f}  {curve.ended}"
                )
            hinge = reading.cracks.main
            if hinge is not None:
                lines.append(
                    f"{reading.direction}: hinge at {hinge.level:.2f} m, {100.0 * hinge.reach:.0f} % of the bed open"
                )
        for variant in self.variants:
            for reading in variant.readings:
                peak = reading.main.peak
                lines.append(
                    f"{reading.direction}, second {variant.kind} ({variant.bricks} bricks, load by {variant.pattern}): "
                    f"peak {peak.multiplier:.4f} at {1e3 * peak.displacement:.1f} mm"
                )
        lines += [f"{path.direction}, {path.control}: {path.message}" for path in self.paths if path.message]
        for check in self.checks:
            lines.append(
                f"{check.id}: demand {1e3 * check.demand:.1f} mm, capacity {1e3 * check.capacity:.1f} mm, "
                f"ratio {check.ratio:.3g}" + ("" if check.votes else ", does not decide")
            )
        return "\n".join(lines)
