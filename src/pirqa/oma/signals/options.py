"""What is done to the signals before anything is read off them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Frequency, Ratio

__all__ = ["PreprocessOptions", "SpectrumOptions"]


@dataclass(frozen=True, kw_only=True)
class PreprocessOptions:
    """What is done to the signals before anything is read off them."""

    detrend: Literal["none", "mean", "linear"] = "linear"
    """What is taken off each channel."""
    low: Annotated[Frequency, Ge(0)] | None = None
    """Below it a Butterworth filter takes away [Hz]; nothing where absent."""
    high: Annotated[Frequency, Gt(0)] | None = None
    """Above it a Butterworth filter takes away [Hz]; nothing where absent."""
    filter_order: Annotated[int, Ge(1), Le(10)] = 4
    """Of the Butterworth filter, which is run both ways."""
    decimation: Annotated[int, Ge(1), Le(1000)] | None = None
    """Every how manieth sample is kept after a low-pass; where absent as many as leave 4 times the band (the
    Chokepukio paper: 5)."""

    def __post_init__(self) -> None:
        check_bounds(self, "oma.preprocess")
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ModelError(f"oma.preprocess.low: {self.low:g} Hz is not below high = {self.high:g} Hz")


@dataclass(frozen=True, kw_only=True)
class SpectrumOptions:
    """Welch's spectra, of which peaks are picked; the defaults are the Chokepukio paper's (section 3)."""

    segment: Annotated[int, Ge(16), Le(10_000_000)] = 1024
    """Samples of a segment, after decimation."""
    overlap: Annotated[Ratio, Ge(0), Lt(1)] = 0.5
    """Share of a segment that the next one has too."""
