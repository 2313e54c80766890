"""What ground noise tells about the site."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.hvsr.machines import MachineLine
from pirqa.oma.hvsr.peaks import Lognormal, lognormal
from pirqa.oma.hvsr.sesame import CLEAR, Criterion

__all__ = ["HvsrResult", "Refusal"]

Refusal = Literal["no_peak", "not_reliable", "not_clear", "peaks_differ", "machine"]
"""Why there is no period: no peak in the band; a criterion of reliability failed; fewer than five of the six of clarity
were kept; the windows' own peaks are not where the median curve has its; a machine runs at the peak."""
_APART = 0.05
"""Share of f0 by which the median of the windows may lie beside the peak of the median curve, as for the curves of one
deviation more and less (SESAME 2004). Windows that share two peaks have a median where nothing resonates."""
_NEAR = 0.1
"""Share of f0 within which a machine's line may have made the peak."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HvsrResult:
    """Horizontal over vertical spectra of ground noise, and the period of the site where it may be used."""

    name: str
    window: float
    """Length of the windows [s]."""
    starts: FloatArray
    """When the windows begin [s], shape (windows,)."""
    transient: tuple[bool, ...]
    """Of each window whether it was left out for a transient."""
    outlying: tuple[bool, ...]
    """Of each window whether it was left out for a peak far from the others', or for having none."""
    rounds: int
    """In which windows with outlying peaks were left out; 0 where they came to no end, or were not asked for."""
    frequency: FloatArray
    """[Hz], shape (frequencies,)."""
    search: tuple[float, ...]
    """From where to where a peak was looked for [Hz]."""
    curves: FloatArray
    """H/V of the windows that were used, shape (used, frequencies)."""
    window_peaks: FloatArray
    """f0 of the windows that were used [Hz], shape (used,)."""
    amplitude: FloatArray
    """Median smoothed Fourier amplitude along, across and up, shape (3, frequencies), in the record's unit times s."""
    peak: float
    """f0 of the median curve [Hz]; nan where it has no peak."""
    height: float
    """A0: H/V of the median curve at its peak."""
    other_peaks: FloatArray
    """Frequency [Hz] and height of other peaks of the median curve above 2, lowest first, shape (n, 2): the ground may
    have its first resonance at a lower one."""
    reliability: tuple[Criterion, ...]
    clarity: tuple[Criterion, ...]
    machines: tuple[MachineLine, ...] = ()
    azimuth: FloatArray | None = None
    """Directions of the scan, from the first horizontal component towards the second [rad], shape (azimuths,)."""
    azimuth_curves: FloatArray | None = None
    """Median H/V in each direction, shape (azimuths, frequencies)."""
    azimuth_peaks: FloatArray | None = None
    """f0 in each direction [Hz], shape (azimuths,); nan where there is none."""
    remarks: tuple[Remark, ...] = ()

    @property
    def used(self) -> int:
        """Number of windows that were used."""
        return len(self.curves)

    @cached_property
    def median(self) -> FloatArray:
        """H/V, exp of the mean of the logarithms over the windows, shape (frequencies,)."""
        return np.asarray(np.exp(np.log(self.curves).mean(axis=0)))

    @cached_property
    def deviation(self) -> FloatArray:
        """Standard deviation of ln(H/V) over the windows, shape (frequencies,)."""
        return np.asarray(np.log(self.curves).std(axis=0, ddof=1))

    @property
    def frequency_statistics(self) -> Lognormal | None:
        """f0 over the windows [Hz]; none where fewer than two have a peak."""
        return lognormal(self.window_peaks)

    @property
    def reliable(self) -> bool:
        """Whether all three criteria of a reliable curve are kept."""
        return all(criterion.kept for criterion in self.reliability)

    @property
    def clear(self) -> bool:
        """Whether five of the six criteria of a clear peak are kept."""
        return sum(criterion.kept for criterion in self.clarity) >= CLEAR

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why the period must not be used; none where it may."""
        if not np.isfinite(self.peak):
            return ("no_peak",)
        found: list[Refusal] = []
        if not self.reliable:
            found.append("not_reliable")
        if not self.clear:
            found.append("not_clear")
        spread = self.frequency_statistics
        if spread is None or abs(spread.median / self.peak - 1.0) > _APART:
            found.append("peaks_differ")
        if any(abs(line.frequency / self.peak - 1.0) < _NEAR for line in self.machines):
            found.append("machine")
        return tuple(found)

    @property
    def period_statistics(self) -> Lognormal | None:
        """Period of the site over the windows [s], where it may be used."""
        found = self.frequency_statistics
        return None if self.refusals or found is None else found.inverse

    @property
    def period(self) -> float | None:
        """Tp = 1/f0 [s], f0 the median over the windows; none where it must not be used (see ``refusals``)."""
        found = self.period_statistics
        return None if found is None else found.median

    @property
    def period_sd(self) -> float | None:
        """Standard deviation of the period from window to window [s]; none where the period must not be used."""
        found = self.period_statistics
        return None if found is None else found.standard_deviation

    def __str__(self) -> str:
        said = [f"H/V of {self.name}: {self.used} of {len(self.starts)} windows of {self.window:g} s"]
        said[0] += f" ({sum(self.transient)} left out for transients, {sum(self.outlying)} for outlying peaks)"
        if np.isfinite(self.peak):
            said.append(f"peak of the median curve {self.peak:.4g} Hz, height {self.height:.3g}")
        said += [f"another peak at {frequency:.4g} Hz, height {height:.3g}" for frequency, height in self.other_peaks]
        spread = self.frequency_statistics
        if spread is not None:
            said.append(f"f0 of the windows {spread.median:.4g} Hz, standard deviation of ln f0 {spread.deviation:.3g}")
        for title, criteria in (("reliable", self.reliability), ("clear", self.clarity)):
            said.append(f"{title}: {sum(item.kept for item in criteria)} of {len(criteria)}")
            said += [
                f"  {'kept' if item.kept else 'NOT kept':<9}{item.key:<20}{item.value:>10.4g} {item.sense} "
                f"{item.limit:.4g} {item.unit}".rstrip()
                for item in criteria
            ]
        said += [f"machine at {line.frequency:.4g} Hz, damping {line.damping:.2g}" for line in self.machines]
        if self.period is None:
            said.append(f"no period of the site: {', '.join(self.refusals)}")
        else:
            said.append(f"period of the site {self.period:.3g} s, standard deviation {self.period_sd:.2g} s")
        return "\n".join(said)
