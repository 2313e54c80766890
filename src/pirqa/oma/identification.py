"""From prepared signals to modes by stochastic subspaces: setups merged before, or afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.model.modes import Modes, paired
from pirqa.oma.automatic import Selection, modes_of, select, with_least_uncertainty
from pirqa.oma.automatic.poser import Merged, identify_setups, merge
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import OmaOptions
from pirqa.oma.poles import Poles
from pirqa.oma.subspace import Subspace, identify
from pirqa.progress import SILENT, Observer

__all__ = ["Identified", "identify_afterwards", "identify_modes"]

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
