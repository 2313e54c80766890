"""What the vibrations of a wall told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.model.check import Check
from pirqa.model.ground_motion import Treatment
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.oma.channel_quality import QualityReport
from pirqa.oma.hvsr.analyse import HvsrResult
from pirqa.oma.tracking import TrackingResult

_SHOWN = 20
"""Modes that are printed."""

WayName = Literal[
    "peak_picking",
    "fdd",
    "efdd",
    "covariance",
    "data",
    "covariance_poser",
    "data_poser",
]
"""``peak_picking``: maxima of the averaged spectrum; ``fdd``, ``efdd``: maxima of the first singular value, and the
decay of its bell; ``covariance``, ``data``: stochastic subspaces, of one setup or of all merged before (PreGER);
``…_poser``: each setup by itself, merged afterwards."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Way:
    """One way of identification: a row for each mode of the result, nan where it found none."""

    name: WayName
    frequency: FloatArray
    """[Hz], shape (modes,)"""
    frequency_sd: FloatArray
    """Standard deviation [Hz], shape (modes,)."""
    damping: FloatArray
    """Fraction of critical, shape (modes,)."""
    damping_sd: FloatArray
    """Standard deviation, shape (modes,)."""
    mac: FloatArray
    """Of its shape with the result's, shape (modes,)."""
    others: FloatArray
    """Frequencies that it found and the result has not [Hz], shape (n,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Spectrum:
    """The averaged normalised spectrum and the singular values of the spectral matrix."""

    frequency: FloatArray
    """[Hz], shape (f,)"""
    averaged: FloatArray
    """Averaged normalised power spectral density (ANPSD): share of the mean square in a line, shape (f,)."""
    singular: FloatArray
    """Singular values, the largest first, each setup's over its mean square, averaged [1/Hz], shape (f, k)."""
    peaks: FloatArray
    """Frequencies of the picked peaks [Hz], shape (n,)."""
    resolution: float
    """Between two of its frequencies [Hz]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class WallBox:
    """A part of the wall that modes are drawn on."""

    low: FloatArray
    """Least along, across and up [m], shape (3,)."""
    high: FloatArray
    """Greatest along, across and up [m], shape (3,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OmaResult:
    """Modes of the wall as they were measured, every way of finding them, and the period of the ground."""

    name: str
    """Of the campaign, as the plan calls it."""
    description: str
    """What the plan says about it."""
    simulated: bool
    """Whether the records are made up."""
    setups: Table
    """Columns setup, rate [Hz], duration [s], channels."""
    rate: float
    """Samples in a second after decimation [Hz]."""
    quality: QualityReport | None
    """Of every channel as it was recorded; none where the plan has ground noise alone."""
    treatments: tuple[Treatment, ...]
    """What was done to the signals."""
    band: tuple[float, float]
    """From where to where modes were looked for [Hz]."""
    method: Literal["covariance", "data"]
    """Of the modes."""
    merge: Literal["single", "preger", "poser"]
    """How setups were put together; ``single`` where there is one."""
    by_hand: bool
    """Whether the modes are those nearest to picked frequencies."""
    places: FloatArray
    """Of the modes' points along, across and up [m], shape (points, 3)."""
    lines: tuple[tuple[str, str], ...]
    """Pairs of points that the plan joins in pictures."""
    references: tuple[str, ...]
    """Degrees that every setup has."""
    spectrum: Spectrum | None
    """None where the plan has ground noise alone."""
    diagram: Table
    """The stabilisation diagram: columns order, frequency [Hz], damping, stable (0 or 1), mode (-1: none)."""
    modes: Modes
    auto_mac: FloatArray
    """Shape (modes, modes)."""
    ways: tuple[Way, ...]
    """All ways, the result's own among them."""
    boxes: tuple[WallBox, ...]
    """The wall's zones, to draw modes on; none where there is no wall."""
    noise: tuple[HvsrResult, ...]
    """H/V of ground noise beside the wall."""
    tracking: TrackingResult | None
    """How the modes changed between dates; none where there is one date."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    @property
    def site_period(self) -> float | None:
        """Of the ground [s]: median of the records of noise whose peak may be used; none without one."""
        found = [noise.period for noise in self.noise if noise.period is not None]
        return float(np.exp(np.median(np.log(found)))) if found else None

    @property
    def why_no_site_period(self) -> str:
        """What is missing for a period of the site, and what to do."""
        if not self.noise:
            return "the test plan has no ground noise; add [[ground]] with a record beside the wall, or give the period"
        told = "; ".join(f"{noise.name}: {', '.join(noise.refusals).replace('_', ' ')}" for noise in self.noise)
        return f"H/V gives no period by the criteria of SESAME ({told}); record longer or elsewhere, or give the period"

    def __str__(self) -> str:
        made_up = ["SIMULATED records, not measured ones"] if self.simulated else []
        return "\n".join([*self._head(), *made_up, *self._table(), *self._ground(), *self._changes()])

    def _ground(self) -> list[str]:
        if not self.noise:
            return []
        period = self.site_period
        return [
            f"no period of the site: {self.why_no_site_period}"
            if period is None
            else f"period of the site {period:.3g} s"
        ]

    def _changes(self) -> list[str]:
        if self.tracking is None:
            return []
        changed = [
            f"mode {item.mode + 1} on {item.epoch}"
            + (f" ({100.0 * item.change:+.2f} %)" if np.isfinite(item.change) else " (not found)")
            for item in self.tracking.flagged
        ]
        return [f"changed since {self.tracking.epochs[0]}: {', '.join(changed) or 'nothing'}"]

    def _head(self) -> list[str]:
        if self.spectrum is None:
            return [f"{self.name}: ground noise alone"]
        merged = {
            "single": "one setup",
            "preger": "setups merged before (PreGER)",
            "poser": "setups merged after (PoSER)",
        }
        way = {"covariance": "SSI-cov", "data": "SSI-data"}[self.method]
        picked = ", picked by hand" if self.by_hand else ""
        count = "1 mode" if len(self.modes) == 1 else f"{len(self.modes)} modes"
        return [
            f"{self.name}: {count} from {self.band[0]:.3g} to {self.band[1]:.3g} Hz by {way}, "
            f"{merged[self.merge]}{picked}"
        ]

    def _table(self) -> list[str]:
        """Like Table 1 of the Chokepukio paper: peak picking and subspaces side by side, with standard deviations."""
        if not len(self.modes):
            return []
        picked = next((way for way in self.ways if way.name == "peak_picking"), None)
        lines = [
            f"{'mode':>4}{'PP Hz':>8}{'SSI Hz':>10}{'± sd':>9}{'damping %':>11}{'± sd':>7}{'MPC':>7}{'PP-SSI %':>10}"
        ]
        for index in range(min(len(self.modes), _SHOWN)):
            frequency = float(self.modes.frequency[index])
            peak = float("nan") if picked is None else float(picked.frequency[index])
            lines.append(
                f"{index + 1:>4}{_cell(peak, '.3f', 8)}{frequency:>10.3f}"
                f"{_cell(_at(self.modes.frequency_sd, index), '.2g', 9)}"
                f"{100.0 * float(self.modes.damping[index]):>11.3g}"
                f"{_cell(100.0 * _at(self.modes.damping_sd, index), '.2g', 7)}"
                f"{_cell(_at(self.modes.collinearity, index), '.3f', 7)}"
                f"{_cell(100.0 * (peak / frequency - 1.0), '+.2f', 10)}"
            )
        return lines


def _at(values: FloatArray | None, index: int) -> float:
    return float("nan") if values is None else float(values[index])


def _cell(value: float, form: str, width: int) -> str:
    return f"{'–' if np.isnan(value) else format(value, form):>{width}}"
