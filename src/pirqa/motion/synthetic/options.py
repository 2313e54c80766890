"""What signals and matched motions can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Annotated, Literal, get_args

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.units import Acceleration, Angle, Frequency, Length, Ratio, Time, Velocity

__all__ = [
    "ArtificialOptions",
    "CodeName",
    "EnvelopeShape",
    "MatchingOptions",
    "NoiseOptions",
    "PulseOptions",
    "RickerOptions",
    "SineOptions",
    "SineSweepOptions",
    "SpectrumShape",
    "SweepRate",
]

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
