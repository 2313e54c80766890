"""Options of signals, of motions matched to a spectrum and of stochastic motions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import pi
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.motion.synthetic.seismology import REGIONS
from pirqa.units import Acceleration, Angle, Frequency, Length, Pressure, Ratio, Time, Velocity

SweepRate = Literal["logarithmic", "linear"]
"""``logarithmic``: the same time for every octave; ``linear``: the same time for every hertz."""

SpectrumShape = Literal["displacement", "velocity", "acceleration"]
"""Whose Fourier amplitudes are equal over the band."""

EnvelopeShape = Literal["saragoni_hart", "jennings"]
"""``saragoni_hart``: grows and dies away as one hump; ``jennings``: grows, stays, dies away."""


CodeName = Literal["e030_2018", "e030_2003", "ntc2018", "ec8_type1"]
"""Keys of the design spectra."""


def _check_choice(key: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ModelError(f'{key} "{value}" is not known; {did_you_mean(str(value), choices)}')


def _check_whole(key: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ModelError(f"{key} must be a whole number, got {value!r}")


@dataclass(frozen=True, kw_only=True)
class SineOptions:
    """A sine that grows and dies away within a few cycles."""

    amplitude: Annotated[Acceleration, Gt(0), Le(1000.0)]
    """Of the acceleration [m/s2]."""
    frequency: Annotated[Frequency, Ge(0.001), Le(1000.0)]
    """[Hz]"""
    duration: Annotated[Time, Gt(0), Le(3600.0)] = 10.0
    """With both ramps [s]; made longer to whole cycles."""
    ramp_cycles: Annotated[int, Ge(2), Le(1000)] = 2
    """Cycles in which it grows, and in which it dies away."""
    step: Annotated[Time, Gt(0), Le(1.0)] | None = None
    """Between samples, at most [s]; 1/200 of the period and no more than 5 ms where absent."""
    raw: bool = False
    """Whether it starts and ends at full strength, as eq. 9 of the Sacsayhuaman paper: with a jump of velocity."""

    def __post_init__(self) -> None:
        _check_whole("motion.signals.sine.ramp_cycles", self.ramp_cycles)
        check_bounds(self, "motion.signals.sine")
        if self.step is not None and self.step * self.frequency > 0.05:
            raise ModelError("step must be at most 1/20 of the period; make it less")


@dataclass(frozen=True, kw_only=True)
class SineSweepOptions:
    """A sine whose frequency goes from one to another."""

    amplitude: Annotated[Acceleration, Gt(0), Le(1000.0)]
    """Of the acceleration [m/s2]."""
    start: Annotated[Frequency, Ge(0.001), Le(1000.0)] = 0.5
    """Frequency at the start [Hz]."""
    stop: Annotated[Frequency, Ge(0.001), Le(1000.0)] = 20.0
    """Frequency at the end [Hz]; it may be less than at the start."""
    rate: SweepRate = "logarithmic"
    """How the frequency goes from one to the other."""
    duration: Annotated[Time, Gt(0), Le(3600.0)] = 60.0
    """With both ramps [s]; made longer to whole cycles."""
    ramp_cycles: Annotated[int, Ge(2), Le(1000)] = 2
    """Cycles in which it grows, and in which it dies away."""
    step: Annotated[Time, Gt(0), Le(1.0)] | None = None
    """Between samples, at most [s]; 1/200 of the shortest period and no more than 5 ms where absent."""

    def __post_init__(self) -> None:
        _check_whole("motion.signals.sweep.ramp_cycles", self.ramp_cycles)
        check_bounds(self, "motion.signals.sweep")
        _check_choice("motion.signals.sweep.rate", self.rate, get_args(SweepRate))
        if self.start == self.stop:
            raise ModelError("start and stop are the same frequency; give a sine instead")
        if self.step is not None and self.step * max(self.start, self.stop) > 0.05:
            raise ModelError("step must be at most 1/20 of the shortest period; make it less")


@dataclass(frozen=True, kw_only=True)
class NoiseOptions:
    """White noise between two frequencies, to find those of the wall; the defaults are the Sacsayhuaman paper's."""

    peak_displacement: Annotated[Length, Gt(0), Le(10.0)] = 0.001
    """Largest displacement, reached exactly [m]."""
    low: Annotated[Frequency, Gt(0), Le(1000.0)] = 0.1
    """Least frequency [Hz]; the paper's 0 Hz would be a displacement that never comes back."""
    high: Annotated[Frequency, Gt(0), Le(1000.0)] = 20.0
    """Greatest frequency [Hz]."""
    flat: SpectrumShape = "displacement"
    """Whose Fourier amplitudes are equal over the band."""
    duration: Annotated[Time, Gt(0), Le(3600.0)] = 30.0
    """[s]"""
    taper: Annotated[Ratio, Gt(0), Le(0.5)] = 0.05
    """Part of the duration in which it grows, and in which it dies away."""
    step: Annotated[Time, Gt(0), Le(1.0)] = 0.001
    """Between samples, at most [s]."""
    seed: Annotated[int, Ge(0)] = 7
    """Seed of the random numbers."""

    def __post_init__(self) -> None:
        _check_whole("motion.signals.noise.seed", self.seed)
        check_bounds(self, "motion.signals.noise")
        _check_choice("motion.signals.noise.flat", self.flat, get_args(SpectrumShape))
        if self.low >= self.high:
            raise ModelError("low must be less than high")
        if self.step * self.high > 0.1:
            raise ModelError("step must be at most 1/10 of the period of high; make it less")
        if self.duration * (self.high - self.low) < 5.0 or self.duration * self.high < 10.0:
            raise ModelError("duration is too short for this band: make either longer or wider")


@dataclass(frozen=True, kw_only=True)
class RickerOptions:
    """A Ricker wavelet: one pulse with half a pulse before and after it."""

    amplitude: Annotated[Acceleration, Gt(0), Le(1000.0)]
    """Peak of the acceleration [m/s2]."""
    frequency: Annotated[Frequency, Ge(0.001), Le(1000.0)]
    """At which its Fourier spectrum is largest [Hz]."""
    step: Annotated[Time, Gt(0), Le(1.0)] | None = None
    """Between samples, at most [s]; 1/200 of the period and no more than 5 ms where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.ricker")
        if self.step is not None and self.step * self.frequency > 0.05:
            raise ModelError("step must be at most 1/20 of the period; make it less")


@dataclass(frozen=True, kw_only=True)
class PulseOptions:
    """A near-fault velocity pulse of Mavroeidis and Papageorgiou (2003)."""

    amplitude: Annotated[Velocity, Gt(0), Le(100.0)]
    """A of the velocity [m/s]."""
    frequency: Annotated[Frequency, Ge(0.001), Le(1000.0)]
    """Prevailing frequency f_p [Hz]."""
    phase: Annotated[Angle, Ge(-2.0 * pi), Le(2.0 * pi)] = 0.5 * pi
    """ν [rad]: 90° is antisymmetric and leaves no displacement, 0° symmetric."""
    cycles: Annotated[float, Gt(1), Le(1000.0)] = 2.0
    """γ, how many periods 1/f_p the pulse lasts; a whole number leaves no displacement."""
    return_time: Annotated[Time, Gt(0), Le(3600.0)] | None = None
    """Time in which a displacement that is left goes back to zero [s]; it stays where absent."""
    step: Annotated[Time, Gt(0), Le(1.0)] | None = None
    """Between samples, at most [s]; 1/200 of the period and no more than 5 ms where absent."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.signals.pulse")
        if self.step is not None and self.step * self.frequency > 0.05:
            raise ModelError("step must be at most 1/20 of the period; make it less")


@dataclass(frozen=True, kw_only=True)
class MatchingOptions:
    """How near a motion's response spectrum must come to a target."""

    target: CodeName | None = None
    """Design spectrum that is matched; the only one where absent."""
    tolerance: Annotated[Ratio, Ge(0.02), Le(0.5)] = 0.1
    """How far the spectrum may be from the target, either way, as part of it; less than 0.05 is rarely reached."""
    shortest: Annotated[Time, Ge(0.02), Le(10.0)] = 0.05
    """Least period that must match [s]."""
    longest: Annotated[Time, Ge(0.1), Le(20.0)] = 4.0
    """Greatest period that must match [s]."""
    periods: Annotated[int, Ge(30), Le(300)] = 150
    """Number of periods that are adjusted, evenly spaced on a logarithmic scale; twice as many are checked."""
    damping: Annotated[Ratio, Ge(0.01), Lt(0.5)] = 0.05
    """Of critical."""
    corner: Annotated[Frequency, Gt(0), Le(10.0)] | None = None
    """Below this frequency motion is filtered out [Hz]; half that of the longest period where absent."""
    rounds: Annotated[int, Ge(1), Le(500)] = 30
    """Adjustments before it is given up."""

    def __post_init__(self) -> None:
        _check_whole("motion.matched.periods", self.periods)
        _check_whole("motion.matched.rounds", self.rounds)
        check_bounds(self, "motion.matched")
        if self.shortest * 2.0 > self.longest:
            raise ModelError("shortest must be at most half of longest")
        if self.corner is not None and self.corner * self.longest > 0.8:
            raise ModelError(
                f"corner of {self.corner:g} Hz would take away the motion at the longest period of "
                f"{self.longest:g} s; make it at most {0.8 / self.longest:g} Hz"
            )


@dataclass(frozen=True, kw_only=True)
class ArtificialOptions(MatchingOptions):
    """A motion made of random phases under an envelope, matched to the design spectrum."""

    duration: Annotated[Time, Ge(5.0), Le(600.0)] = 30.0
    """[s]"""
    envelope: EnvelopeShape = "saragoni_hart"
    """How its strength grows and dies away."""
    seed: Annotated[int, Ge(0)] = 3
    """Seed of the random numbers."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_whole("motion.signals.artificial.seed", self.seed)
        check_bounds(self, "motion.signals.artificial")
        _check_choice("motion.signals.artificial.envelope", self.envelope, get_args(EnvelopeShape))
        if self.duration < 3.0 * self.longest:
            raise ModelError(
                f"duration of {self.duration:g} s is less than three of the longest period; "
                f"make it at least {3.0 * self.longest:g} s"
            )


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


SignalKind = (
    SineOptions | SineSweepOptions | NoiseOptions | RickerOptions | PulseOptions | ArtificialOptions | StochasticOptions
)
