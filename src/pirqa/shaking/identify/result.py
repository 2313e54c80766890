"""What is known about how a wall vibrates."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.model.check import Check
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.shaking.identify.spectra import Spectrum
from pirqa.units import STANDARD_GRAVITY

__all__ = ["IdentifyResult", "NoiseReading", "SineReading", "Vibration"]


@dataclass(frozen=True, kw_only=True, eq=False)
class NoiseReading:
    """The wall on white noise of one level."""

    acceleration: float
    """Largest of the base [m/s2]."""
    displacement: float
    """Largest of the base [m]."""
    moved: float
    """Largest of the points relative to the base [m]."""
    spectrum: Spectrum
    coarse: Spectrum
    """The same read as finely as the Sacsayhuaman paper did: 4096 samples at 1000 Hz."""
    slipped: float
    """Share of the joints bearing at rest that slipped."""
    opened: float
    """Share of them that opened."""
    reliable: bool

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened."""
        return self.reliable and self.slipped == 0.0 and self.opened == 0.0


@dataclass(frozen=True, kw_only=True, eq=False)
class SineReading:
    """The wall on sines of one strength."""

    amplitude: float
    """Of the acceleration [m/s2]."""
    frequency: FloatArray
    """Of each sine, growing [Hz], shape (n,)."""
    moved: FloatArray
    """Largest displacement of each point relative to the base [m], shape (n, points)."""
    slipped: FloatArray
    """Share of the joints bearing at rest that slipped, shape (n,)."""
    opened: FloatArray
    """Share of them that opened, shape (n,)."""
    reliable: bool
    """Whether all runs are."""
    most_amplified: float
    """Frequency at which the points move most, laid between the tested ones by a parabola [Hz]."""
    resolution: float
    """Distance to the farther of the tested ones beside it [Hz]: it is known to plus or minus half of that."""
    at_the_end: bool
    """Whether it is the least or greatest that was tested, so that the true one may lie beyond."""

    @property
    def linear(self) -> bool:
        """Whether no joint slipped or opened in any of the runs."""
        return self.reliable and not self.slipped.any() and not self.opened.any()


@dataclass(frozen=True, kw_only=True, eq=False)
class Vibration:
    """The wall with one end of each pair of joint properties."""

    case: str
    """Which ends; empty where there is no pair."""
    modes: Modes
    """Of small motions."""
    main: int
    """Number of the mode that moves most mass in the direction of shaking, counted from 0."""
    noise: NoiseReading | None
    sines: SineReading | None
    softening: tuple[NoiseReading, ...]
    """The noise at all levels, the one of ``noise`` among them, growing."""

    @property
    def frequency(self) -> float:
        """Of that mode [Hz]: the limit for small motions."""
        return float(self.modes.frequency[self.main])


@dataclass(frozen=True, kw_only=True, eq=False)
class IdentifyResult:
    """How the wall vibrates: noise and sines on the engine beside the modes of its joints."""

    direction: str
    """Which way the base shook: ``across`` or ``along``."""
    points: tuple[str, ...]
    """Names of the watched control points, or stones."""
    vibrations: tuple[Vibration, ...]
    """One for each end of the joints' properties."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        return "\n".join(line for vibration in self.vibrations for line in _lines(vibration, self.direction))


def _lines(vibration: Vibration, direction: str) -> list[str]:
    lines = [f"{vibration.case}:"] if vibration.case else []
    lines += str(vibration.modes).splitlines()
    lines.append(
        f"main frequency {direction}: {vibration.frequency:.4g} Hz for small motions (mode {vibration.main + 1})"
    )
    if vibration.noise is not None:
        spectrum, coarse = vibration.noise.spectrum, vibration.noise.coarse
        lines.append(
            f"white noise, peak {vibration.noise.acceleration / STANDARD_GRAVITY:.3g} g: {spectrum.dominant:.4g} "
            f"± {0.5 * spectrum.resolution:.2g} Hz; read like the paper {coarse.dominant:.3g} "
            f"± {0.5 * coarse.resolution:.2g} Hz"
        )
    if vibration.sines is not None:
        sines = vibration.sines
        beyond = ", the last one tested" if sines.at_the_end else ""
        lines.append(
            f"sines of {sines.amplitude:g} m/s2: most amplified {sines.most_amplified:.4g} "
            f"± {0.5 * sines.resolution:.2g} Hz{beyond}"
        )
    if vibration.softening:
        lines.append(f"{'noise peak g':>14}{'Hz':>9}{'± Hz':>8}{'moved mm':>10}{'slipped %':>11}{'opened %':>10}")
        lines += [
            f"{reading.acceleration / STANDARD_GRAVITY:>14.3g}{reading.spectrum.dominant:>9.4g}"
            f"{0.5 * reading.spectrum.resolution:>8.2g}{1e3 * reading.moved:>10.3g}{100.0 * reading.slipped:>11.1f}"
            f"{100.0 * reading.opened:>10.1f}{'' if reading.reliable else '  NOT RELIABLE'}"
            for reading in vibration.softening
        ]
    return lines
