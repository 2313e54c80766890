"""What can be asked about how a wall vibrates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.motion.synthetic.options import NoiseOptions
from pirqa.units import STANDARD_GRAVITY, Acceleration, Frequency, Time

VibrationTest = Literal["noise", "sines", "softening"]
"""``noise``: the spectrum of the wall on white noise; ``sines``: which one moves it most; ``softening``: the noise at
several levels. The modes of small motions are always found."""

_FREQUENCIES = (
    *(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 1.8),
    *(2.2, 2.7, 3.3, 4.0, 5.0, 7.0, 10.0, 13.0, 16.0, 20.0),
)
"""The paper goes from 0.1 to 20 Hz and names 0.1, 0.9 and 1 of its sines [Hz]."""


@dataclass(frozen=True, kw_only=True)
class SineTests:
    """Sines of one strength, one run for each frequency; the defaults are the Sacsayhuaman paper's (section 4.3)."""

    frequencies: tuple[Annotated[Frequency, Gt(0), Le(200.0)], ...] = _FREQUENCIES
    """Those that are tried first [Hz]."""
    refine: Annotated[int, Ge(0), Le(8)] = 2
    """How often both sides of the strongest one are halved."""
    amplitude: Annotated[Acceleration, Gt(0), Le(100.0)] = 0.5
    """Of the acceleration [m/s2]."""
    duration: Annotated[Time, Gt(0), Le(600.0)] = 10.0
    """Of each [s]; longer where the ramps and one whole cycle need it."""
    ramp_cycles: Annotated[int, Ge(2), Le(100)] = 2
    """Cycles in which it grows, and in which it dies away."""
    raw: bool = False
    """Whether it starts at full strength, as eq. 9 of the paper: with a jump of velocity, which shakes by itself."""

    def __post_init__(self) -> None:
        check_bounds(self, "identify.sines")
        if len(set(self.frequencies)) < 3:
            raise ModelError('identify.sines.frequencies: give at least three, for example ["1 Hz", "2 Hz", "4 Hz"]')


@dataclass(frozen=True, kw_only=True)
class IdentifyOptions:
    """How the wall vibrates: modes of small motions, and noise and sines on the engine."""

    tests: tuple[VibrationTest, ...] = ("noise", "sines", "softening")
    """What is done to the wall; its modes are found in any case."""
    direction: Literal["across", "along"] = "across"
    """Which way the base shakes."""
    modes: Annotated[int, Ge(1), Le(200)] = 10
    """Modes of small motions, the lowest first."""
    noise: NoiseOptions = field(default_factory=NoiseOptions)
    window: Annotated[Time, Gt(0), Le(600.0)] = 10.24
    """Of the pieces whose spectra are averaged [s]: frequencies are told apart by one over it."""
    sampling: Annotated[Frequency, Gt(0), Le(10_000.0)] = 125.0
    """Of what is kept of a run on noise [Hz]; of sines at least 50 Hz and 20 states in a cycle are."""
    sines: SineTests = field(default_factory=SineTests)
    levels: tuple[Annotated[Acceleration, Gt(0), Le(100.0)], ...] = tuple(
        STANDARD_GRAVITY * level for level in (0.001, 0.01, 0.03, 0.1, 0.3, 1.0)
    )
    """Peak accelerations to which the noise is scaled, in growing order [m/s2]."""

    def __post_init__(self) -> None:
        check_bounds(self, "identify")
        if self.sampling < 2.5 * self.noise.high:
            raise ModelError(
                f"identify.sampling: {self.sampling:g} Hz cannot show noise of up to {self.noise.high:g} Hz; give at "
                f"least {2.5 * self.noise.high:g} Hz"
            )
        if self.window > 0.5 * self.noise.duration:
            raise ModelError(
                f"identify.window: pieces of {self.window:g} s cannot be averaged over noise of "
                f"{self.noise.duration:g} s; give at most half of it, or make the noise longer"
            )
        if list(self.levels) != sorted(set(self.levels)):
            raise ModelError("identify.levels must grow from each to the next")
        if "softening" in self.tests and not self.levels:
            raise ModelError('identify.levels is empty: give for example ["0.001 g", "0.1 g"], or leave out softening')
