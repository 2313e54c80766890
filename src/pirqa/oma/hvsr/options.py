"""How the period of the ground is read off its noise."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Angle, Frequency, Ratio, Time

__all__ = ["Horizontal", "HvsrOptions"]

Horizontal = Literal["geometric", "quadratic", "azimuth"]
"""``geometric``: √(H1·H2); ``quadratic``: √((H1² + H2²)/2); ``azimuth``: motion in one direction."""


@dataclass(frozen=True, kw_only=True)
class HvsrOptions:
    """Horizontal over vertical spectra of ground noise (Nakamura 1989; guidelines of SESAME 2004)."""

    window: Annotated[Time, Gt(0), Le(3600)] | None = None
    """Length of the windows [s]; where absent 60 s, or a tenth of a short record, and made longer where ten periods of
    the peak need it and ten windows are left (SESAME 2004)."""
    overlap: Annotated[Ratio, Ge(0), Le(0.9)] = 0.0
    """Share of a window that the next one has too; the scatter is that of windows taken as independent."""
    taper: Annotated[Ratio, Ge(0), Le(0.5)] = 0.05
    """Share of a window's length under a cosine at each of its ends."""
    band: tuple[Annotated[Frequency, Gt(0)], Annotated[Frequency, Gt(0)]] = (0.2, 20.0)
    """From where to where the curve is computed [Hz]."""
    search: tuple[Annotated[Frequency, Gt(0)], Annotated[Frequency, Gt(0)]] | None = None
    """From where to where a peak is looked for [Hz]; the whole band where absent."""
    frequencies: Annotated[int, Ge(32), Le(4096)] = 256
    """Number of frequencies of the curve, evenly spaced in their logarithm."""
    bandwidth: Annotated[Ratio, Ge(5), Le(200)] = 40.0
    """b of Konno and Ohmachi's smoothing (1998): the smaller, the smoother."""
    horizontal: Horizontal = "geometric"
    """How the two horizontal components become one."""
    azimuth: Annotated[Angle, Ge(0), Lt(pi)] = 0.0
    """Where horizontal is azimuth, from the first horizontal component towards the second [rad]."""
    azimuth_step: Annotated[Angle, Gt(0), Le(pi / 2)] | None = None
    """Of a scan of all directions [rad]; none where absent."""
    reject_transients: bool = True
    """Whether windows in which a short average leaves the long one (STA/LTA) are left out."""
    short: Annotated[Time, Gt(0), Le(60)] = 1.0
    """Length of the short average [s]."""
    long: Annotated[Time, Gt(0), Le(600)] = 30.0
    """Length of the long average [s]."""
    least_ratio: Annotated[Ratio, Ge(0), Lt(1)] = 0.2
    """Of short to long average below which a window is left out: a gap in the record."""
    largest_ratio: Annotated[Ratio, Gt(1)] = 2.5
    """Of short to long average above which a window is left out: a step or a car near the sensor."""
    reject_outliers: bool = True
    """Whether windows whose peak lies far from the others' are left out (Cox et al. 2020)."""
    outlier: Annotated[Ratio, Gt(0), Le(10)] = 2.0
    """How many standard deviations of ln f0 are far."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.hvsr")
        for name, pair in (("band", self.band), ("search", self.search)):
            if pair is not None and pair[0] >= pair[1]:
                raise ModelError(f"oma.hvsr.{name}: {pair[0]:g} Hz is not below {pair[1]:g} Hz")
        if self.search is not None and not self.band[0] <= self.search[0] < self.search[1] <= self.band[1]:
            raise ModelError(
                f"oma.hvsr.search: {self.search[0]:g} to {self.search[1]:g} Hz does not lie within the band of "
                f"{self.band[0]:g} to {self.band[1]:g} Hz"
            )
        if self.short >= self.long:
            raise ModelError(f"oma.hvsr.short: {self.short:g} s is not shorter than long = {self.long:g} s")
