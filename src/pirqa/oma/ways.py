"""Ways of identification beside each other: which mode of one is which of another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.model.modes import Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.fdd import decompose
from pirqa.oma.identification import Identified, identify_afterwards, identify_modes
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import OmaOptions
from pirqa.oma.peak_picking import pick_peaks
from pirqa.oma.result import Spectrum, Way, WayName
from pirqa.oma.signals.spectra import spectra_of
from pirqa.oma.subspace import Subspace
from pirqa.progress import SILENT, Observer

__all__ = ["other_ways", "own_way", "poser_name", "spectral_ways", "way_beside"]

_NEAR = 0.05
"""Relative difference of frequency within which a mode of another way may be the same."""
_LEAST = 0.4
"""MAC of a mode with what another way found for it: spectra mix shapes of modes that are near each other."""


def own_way(name: WayName, modes: Modes) -> Way:
    """The way that the modes come from."""
    return way_beside(name, modes, modes)


def way_beside(name: WayName, modes: Modes, other: Modes) -> Way:
    """What another way found, row by row beside ``modes``."""
    count = len(modes)
    columns = {key: np.full(count, np.nan) for key in ("frequency", "frequency_sd", "damping", "damping_sd", "mac")}
    pairs = paired(
        modes.frequency, modes.complex_shape, other.frequency, other.complex_shape, least=_LEAST, farthest=_NEAR
    )
    likeness = modal_assurance(modes.complex_shape, other.complex_shape) if count and len(other) else np.zeros((0, 0))
    for row, column in pairs:
        for key in ("frequency", "frequency_sd", "damping", "damping_sd"):
            given: FloatArray | None = getattr(other, key)
            if given is not None:
                columns[key][row] = given[column]
        columns["mac"][row] = likeness[row, column]
    taken = {column for _, column in pairs}
    left = [
        frequency
        for number, frequency in enumerate(other.frequency.tolist())
        if number not in taken and np.isfinite(frequency)
    ]
    return Way(name=name, others=np.array(left), **columns)


def poser_name(method: Subspace) -> WayName:
    """Of a method whose setups are joined afterwards."""
    return "covariance_poser" if method == "covariance" else "data_poser"


def spectral_ways(
    measurement: Measurement, options: OmaOptions, band: tuple[float, float]
) -> tuple[Spectrum, dict[WayName, Modes]]:
    """Spectra, and what peak picking, FDD and EFDD find in them."""
    spectra = spectra_of(measurement, options.spectrum)
    picked = pick_peaks(measurement, spectra, band)
    decomposed = decompose(measurement, spectra, band)
    spectrum = Spectrum(
        frequency=picked.spectrum.frequency,
        averaged=picked.spectrum.value,
        singular=decomposed.singular,
        peaks=picked.modes.frequency,
        resolution=picked.spectrum.resolution,
    )
    # half of the power is a customary, not a sound reading of damping: a window widens every peak
    peaks = replace(picked.modes, damping=np.full(len(picked.modes), np.nan))
    return spectrum, {"peak_picking": peaks, "fdd": decomposed.peaks, "efdd": decomposed.decays}


def other_ways(
    measurement: Measurement,
    options: OmaOptions,
    band: tuple[float, float],
    main: Identified,
    observer: Observer = SILENT,
) -> tuple[list[Way], Identified | None]:
    """The other method and the other merge beside ``main``; nothing where they are not asked for.

    And the setups identified one by one, by whichever way, where they were.
    """
    alone = main if main.merged is not None else None
    if not options.subspace.compare:
        return [], alone
    method = options.subspace.method
    other: Subspace = "data" if method == "covariance" else "covariance"
    found = identify_modes(measurement, options, band, method=other, observer=observer)
    ways = [way_beside(other, main.modes, found.modes)]
    if len(measurement.recordings) == 1:
        return ways, alone
    if main.before is not None:
        return [*ways, way_beside(method, main.modes, main.before)], alone
    after = identify_afterwards(measurement, options, band, main, method=method, observer=observer)
    return [*ways, way_beside(poser_name(method), main.modes, after.modes)], after
