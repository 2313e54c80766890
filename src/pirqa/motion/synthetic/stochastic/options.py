"""What a stochastic motion can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import pi
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.motion.synthetic.options import _check_choice, _check_whole
from pirqa.motion.synthetic.stochastic.regions import REGIONS
from pirqa.units import Angle, Frequency, Length, Pressure, Ratio, Time, Velocity

__all__ = [
    "AmplificationOptions",
    "Conservation",
    "FaultOptions",
    "PathDurationOptions",
    "SiteName",
    "SlipShape",
    "SpreadingOptions",
    "StochasticOptions",
]

SiteName = Literal["generic_rock", "rock_760", "none"]
"""``generic_rock``: Boore and Joyner (1997), Vs30 of 618 m/s; ``rock_760``: Boore (2016), Vs30 of 760 m/s."""

SlipShape = Literal["uniform", "random"]
"""How the moment is shared among the subfaults."""

Conservation = Literal["high_frequency", "energy"]
"""How the spectrum of a subfault is scaled: ``high_frequency``, to the level of the whole at high frequency (Boore
2009); ``energy``, to the energy of the acceleration of the whole (Motazedian and Atkinson 2005)."""


def _check_rising(key: str, first: tuple[float, ...], second: tuple[float, ...]) -> None:
    """Refuse a curve whose two rows differ in length, or whose first row does not rise."""
    if not first or len(first) != len(second):
        raise ModelError(f"{key}: give two rows of equal length, got {len(first)} and {len(second)} numbers")
    if any(high <= low for low, high in pairwise(first)):
        raise ModelError(f"{key}: the numbers of the first row must rise")


@dataclass(frozen=True, kw_only=True)
class SpreadingOptions:
    """Geometrical spreading of a stochastic motion, a power of the distance by pieces."""

    distances: tuple[Annotated[Length, Gt(0), Le(2_000_000)], ...]
    """Distance from which each exponent applies [m]."""
    exponents: tuple[Annotated[float, Ge(-3), Le(1)], ...]
    """Exponents, −1 for a sphere."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.stochastic.spreading")
        _check_rising("motion.signals.stochastic.spreading", self.distances, self.exponents)


@dataclass(frozen=True, kw_only=True)
class PathDurationOptions:
    """Duration that the path adds to a stochastic motion."""

    distances: tuple[Annotated[Length, Ge(0), Le(2_000_000)], ...]
    """Distances from the source [m]."""
    durations: tuple[Annotated[Time, Ge(0), Le(600)], ...]
    """Duration that the path adds at each [s]; linear between, and beyond with the last slope."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.stochastic.path_duration")
        _check_rising("motion.signals.stochastic.path_duration", self.distances, self.durations)
        if len(self.durations) > 1 and self.durations[-1] < self.durations[-2]:
            raise ModelError(
                "motion.signals.stochastic.path_duration: the last duration is less than the one before; beyond it "
                "durations would become negative"
            )


@dataclass(frozen=True, kw_only=True)
class AmplificationOptions:
    """Amplification of a stochastic motion by the crust and the site."""

    frequencies: tuple[Annotated[Frequency, Gt(0), Le(1000)], ...]
    """Frequencies [Hz]."""
    factors: tuple[Annotated[float, Gt(0), Le(100)], ...]
    """Amplification at each, over the ground at the source; linear between in logarithms, constant beyond."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.stochastic.amplification")
        _check_rising("motion.signals.stochastic.amplification", self.frequencies, self.factors)


@dataclass(frozen=True, kw_only=True)
class FaultOptions:
    """A rectangular fault that ruptures from a hypocentre, instead of a point."""

    length: Annotated[Length, Gt(0), Le(1_500_000)] | None = None
    """Along the strike [m]; by the magnitude and the region's scaling relation where absent."""
    width: Annotated[Length, Gt(0), Le(400_000)] | None = None
    """Down the dip [m]; by the magnitude and the region's scaling relation where absent."""
    dip: Annotated[Angle, Gt(0), Le(pi / 2)] | None = None
    """Dip from the horizontal [rad]; that of the region where absent."""
    depth: Annotated[Length, Ge(0), Le(700_000)] | None = None
    """Depth of the upper edge [m]; that of the region where absent."""
    azimuth: Annotated[Angle, Ge(-2 * pi), Le(2 * pi)] = pi / 2
    """Direction from the centre of the fault to the site, clockwise from the strike [rad]; 90° is above the dipping
    side."""
    subfault: Annotated[Length, Gt(0), Le(200_000)] | None = None
    """Size of a subfault [m]; by the magnitude after Beresnev and Atkinson (2002) where absent."""
    hypocentre: tuple[Annotated[Length, Ge(0)], Annotated[Length, Ge(0)]] | None = None
    """Along the strike and down the dip, from the first upper corner [m]; drawn by the seed where absent."""
    pulsing: Annotated[Ratio, Gt(0), Le(1)] = 0.5
    """Share of the fault that slips at one time."""
    rupture_velocity: Annotated[Ratio, Gt(0), Lt(1)] = 0.8
    """Velocity of the rupture over that of shear waves."""
    slip: SlipShape = "uniform"
    """How the moment is shared among the subfaults."""
    conservation: Conservation = "high_frequency"
    """How the spectrum of a subfault is scaled."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.stochastic.fault")
        _check_choice("motion.signals.stochastic.fault.slip", self.slip, get_args(SlipShape))
        _check_choice("motion.signals.stochastic.fault.conservation", self.conservation, get_args(Conservation))
        if self.hypocentre is not None and len(self.hypocentre) != 2:
            raise ModelError(
                'motion.signals.stochastic.fault.hypocentre: give two lengths, such as ["5 km", "8 km"], got '
                f"{len(self.hypocentre)}"
            )
        sizes = (self.length, self.width)
        for size, place, words in zip(sizes, self.hypocentre or (0.0, 0.0), ("long", "wide"), strict=True):
            if size is not None and place > size:
                raise ModelError(
                    f"motion.signals.stochastic.fault.hypocentre: {place / 1000:g} km is outside the fault, which is "
                    f"{size / 1000:g} km {words}; give a place within it"
                )


@dataclass(frozen=True, kw_only=True)
class StochasticOptions:
    """A motion by the stochastic method: random phases under the spectrum of an earthquake."""

    region: str
    """Region whose source, path and site parameters are taken: cusco_crustal, peru_interface or peru_intraslab."""
    magnitude: Annotated[float, Ge(3), Le(9.5)]
    """Moment magnitude."""
    distance: Annotated[Length, Ge(100), Le(1_000_000)]
    """Closest distance from the rupture [m]; from the hypocentre where pseudo_depth is 0."""
    fault: FaultOptions | None = None
    """A finite fault; a point source where absent."""
    phases: str | None = None
    """Record whose phases are taken instead of random ones: a name of [motion.records], a path, or pirqa:NAME."""
    seed: Annotated[int, Ge(0)] = 1
    """Seed of the random numbers."""
    stress_drop: Annotated[Pressure, Ge(10_000), Le(200_000_000)] | None = None
    """Stress parameter [Pa]; 10 MPa are 100 bar; that of the region where absent, as all that follow."""
    kappa: Annotated[Time, Ge(0), Le(0.2)] | None = None
    """κ0 of the site: the spectrum falls by e^(−π κ0 f) [s]."""
    quality: Annotated[float, Ge(10), Le(10_000)] | None = None
    """Quality factor Q of the path at 1 Hz."""
    quality_exponent: Annotated[float, Ge(0), Le(1.5)] | None = None
    """Exponent n of Q = Q0 f^n."""
    spreading: SpreadingOptions | None = None
    """Geometrical spreading."""
    path_duration: PathDurationOptions | None = None
    """Duration that the path adds."""
    pseudo_depth: Annotated[Length, Ge(0), Le(200_000)] | None = None
    """h of the effective distance √(R² + h²) of a point source, which lacks size [m]; not used with a fault."""
    shear_velocity: Annotated[Velocity, Ge(500), Le(6000)] | None = None
    """Shear-wave velocity at the source [m/s]."""
    density: Annotated[float, Ge(1500), Le(4000)] | None = None
    """Density at the source [kg/m3]."""
    radiation: Annotated[float, Gt(0), Le(1)] | None = None
    """Average radiation coefficient of shear waves."""
    partition: Annotated[float, Gt(0), Le(1)] | None = None
    """Share of the motion in one horizontal component."""
    site: SiteName | None = None
    """Amplification from the source to the site."""
    amplification: AmplificationOptions | None = None
    """Amplification from the source to the site, instead of site."""
    window_peak: Annotated[Ratio, Gt(0.01), Lt(0.9)] | None = None
    """ε of the Saragoni–Hart window: share of its duration at which it peaks."""
    window_tail: Annotated[Ratio, Gt(0), Lt(0.9)] | None = None
    """η of the Saragoni–Hart window: share of the peak that is left at its end."""
    window_factor: Annotated[float, Ge(1), Le(5)] | None = None
    """Duration of the window over that of the motion, source and path."""
    low_corner: Annotated[Frequency, Ge(0.01), Le(1)] = 0.05
    """Below this frequency motion is filtered out [Hz]."""
    step: Annotated[Time, Ge(0.001), Le(0.02)] = 0.005
    """Between samples [s]; that of the record where phases are given."""

    def __post_init__(self) -> None:
        if self.region not in REGIONS:
            raise ModelError(
                f'motion.signals.stochastic.region "{self.region}" is not known; '
                f"{did_you_mean(str(self.region), REGIONS)}"
            )
        _check_whole("motion.signals.stochastic.seed", self.seed)
        check_bounds(self, "motion.signals.stochastic")
        if self.site is not None:
            _check_choice("motion.signals.stochastic.site", self.site, get_args(SiteName))
        if self.site is not None and self.amplification is not None:
            raise ModelError("motion.signals.stochastic: site and amplification are both given; give one of them")
        if self.phases is not None and not self.phases.strip():
            raise ModelError("motion.signals.stochastic.phases: is empty; name a record, or leave it out")
