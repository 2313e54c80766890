"""From prepared signals to modes by every method: stochastic subspaces, spectra, and how their modes compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pirqa.model.modes import Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.automatic.poser import Merged, identify_setups, merge
from pirqa.oma.automatic.selection import Selection, modes_of, select, with_least_uncertainty
from pirqa.oma.frequency_domain import decompose, pick_peaks, spectra_of
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import OmaOptions, Subspace
from pirqa.oma.poles import Poles
from pirqa.oma.result import Spectrum, Way, WayName
from pirqa.oma.subspace import identify
from pirqa.progress import SILENT, Observer

_TASKS: dict[Subspace, str] = {"covariance": "SSI-cov", "data": "SSI-data"}
"""What observers are told of a method."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Identified:
    """Poles of all orders, which of them are modes, and the modes."""

    poles: Poles
    selection: Selection
    label: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    """Number of the mode that a pole belongs to, -1 of others, shape (poles,)."""
    modes: Modes
    merged: Merged | None = None
    """Of setups merged afterwards."""
    before: Modes | None = None
    """Of the same setups merged before, where these were merged afterwards."""


def identify_modes(
    measurement: Measurement,
    options: OmaOptions,
    band: tuple[float, float],
    *,
    method: Subspace,
    picks: Sequence[float] = (),
    observer: Observer = SILENT,
) -> Identified:
    """Modes of one setup, or of all merged before (PreGER), with their standard deviations."""
    lowest = band[0]
    observer.begin(_TASKS[method], 3)
    poles = identify(measurement, options.subspace, method=method, uncertainty=False, lowest=lowest)
    observer.advance()
    selection = select(poles, options.automatic, band, measurement=measurement, picks=picks)
    observer.advance()
    selection, chosen = with_least_uncertainty(
        measurement,
        poles,
        selection,
        options.subspace,
        method=method,
        lowest=lowest,
        automatic=options.automatic,
    )
    observer.advance()
    observer.end(f"{len(chosen)} modes")
    return Identified(poles=poles, selection=selection, label=selection.label, modes=modes_of(measurement, chosen))


def identify_afterwards(
    measurement: Measurement,
    options: OmaOptions,
    band: tuple[float, float],
    before: Identified,
    *,
    method: Subspace,
    observer: Observer = SILENT,
) -> Identified:
    """Modes of each setup by itself, joined afterwards (PoSER); ``before`` are those of all setups merged before.

    The poles are those of ``before``, since setups have diagrams of their own; a pole belongs to the mode that its
    cluster's is paired with.
    """
    observer.begin(f"{_TASKS[method]}, each setup", len(measurement.recordings))
    setups = identify_setups(
        measurement, options.subspace, options.automatic, band, method=method, lowest=band[0], observer=observer
    )
    merged = merge(measurement, setups)
    observer.end(f"{len(merged.poles)} modes")
    modes = modes_of(measurement, merged.poles)
    pairs = paired(before.modes.frequency, before.modes.complex_shape, modes.frequency, modes.complex_shape)
    label = np.full(len(before.label), -1, dtype=np.int64)
    for first, second in pairs:
        label[before.label == first] = second
    return Identified(
        poles=before.poles, selection=before.selection, label=label, modes=modes, merged=merged, before=before.modes
    )


_CHANCE = 1e-3
"""Of setups that agree, to be called drifting."""


def drift_remarks(modes: Modes, after: Identified) -> tuple[Remark, ...]:
    """A warning for each of ``modes`` whose setups, identified one by one in ``after``, do not agree on its frequency.

    Temperature and moisture change a wall within hours. Setups that are merged before have one frequency, whose
    standard deviation holds the scatter of the records and not that change.
    """
    merged = after.merged
    if merged is None or not len(modes) or not len(after.modes):
        return ()
    rows = np.argsort(merged.poles.frequency, kind="stable")
    pairs = paired(modes.frequency, modes.complex_shape, after.modes.frequency, after.modes.complex_shape)
    return tuple(
        Remark(
            kind="warning",
            key="setups_drift",
            count=mode + 1,
            amount=float(merged.frequency_spread[rows[other]]),
            unit="Hz",
            stated=float(merged.expected_spread[rows[other]]),
        )
        for mode, other in pairs
        if merged.agreement[rows[other]] < _CHANCE
    )


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
