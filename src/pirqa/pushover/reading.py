"""What is read off the curves of a wall that was pushed over."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.model.polyhedron import FloatArray

__all__ = [
    "Band",
    "Bilinear",
    "CrackLevels",
    "CurvePoint",
    "CurveReading",
    "Demand",
    "Hinge",
    "Oscillator",
    "PushoverReading",
    "SpectrumCurve",
]


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
