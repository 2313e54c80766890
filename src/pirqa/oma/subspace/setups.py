"""What of a measurement goes into subspace identification: which rows are common to all setups, which are not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement, Recording
from pirqa.oma.subspace.options import SubspaceOptions

__all__ = ["Layout", "arrange", "block_rows_of"]

_LOWEST = 0.02
"""Of the sampling rate: lowest frequency of interest where no band is given (a twentieth of 0.4 of the rate)."""
_COLUMNS = 4
"""Times the rows of the Hankel matrix that a record must have columns: with fewer, correlations are mere noise."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Layout:
    """How the channels of the setups make one system.

    Rows of the system are the common channels (the references; all channels of a single setup), then the moving ones
    of each setup in turn.
    """

    setups: tuple[str, ...]
    """How messages call them."""
    rate: float
    """[Hz]"""
    block_rows: int
    order: int
    step: int
    signals: tuple[FloatArray, ...]
    """Of each setup, the common channels first, shape (samples, l)."""
    references: tuple[FloatArray, ...]
    """Of each setup, shape (samples, r)."""
    common: int
    """Number of common channels, the first of each setup."""
    place: FloatArray
    """Shape at the measurement's degrees from that at the system's rows, shape (degrees, rows): a degree that several
    setups measured is their mean."""

    @property
    def orders(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Of the models."""
        return np.arange(min(2, self.order), self.order + 1, self.step)


def block_rows_of(options: SubspaceOptions, rate: float, references: int, lowest: float | None) -> int:
    """Time lags of the Hankel matrix, see :class:`SubspaceOptions`; ``lowest`` frequency looked for [Hz]."""
    if options.block_rows is not None:
        return options.block_rows
    lowest = _LOWEST * rate if lowest is None else lowest
    return max(10, math.ceil(0.5 * rate / lowest), math.ceil(1.5 * options.order / references))


def arrange(measurement: Measurement, options: SubspaceOptions, lowest: float | None = None) -> Layout:
    """Check that ``measurement`` can be one system and put its channels in order."""
    recordings = measurement.recordings
    if not recordings:
        raise RecordError(f"{measurement.name}: there is no recording")
    references = measurement.references or (recordings[0].degrees if len(recordings) == 1 else ())
    _check_references(measurement, references)
    rate = recordings[0].rate
    for recording in recordings:
        if not math.isclose(recording.rate, rate, rel_tol=1e-6):
            raise RecordError(
                f"{recording.label}: sampled at {recording.rate:g} Hz, {recordings[0].label} at "
                f"{rate:g} Hz; bring all setups to one rate"
            )
        _check_signals(recording)
    block_rows = block_rows_of(options, rate, len(references), lowest)
    alone = len(recordings) == 1
    available = block_rows * len(references)
    if not alone or len(recordings[0].degrees) == len(references):
        available = min(available, (block_rows - 1) * len(references))
    if options.order > available:
        needed = math.ceil(options.order / len(references)) + 1
        raise OptionsError(
            f"oma.subspace.order: models of order {options.order} need at least {needed} block_rows with "
            f"{len(references)} reference{'s' * (len(references) > 1)}, not {block_rows}"
        )
    signals, chosen, rows = [], [], list(references)
    for recording in recordings:
        moving = [degree for degree in recording.degrees if degree not in references]
        ordered = [recording.column(degree) for degree in (*references, *moving)]
        _check_length(recording, block_rows * (len(ordered) + len(references)) // 2, block_rows, rate)
        signals.append(np.ascontiguousarray(recording.signals[:, ordered]))
        chosen.append(np.ascontiguousarray(recording.signals[:, ordered[: len(references)]]))
        rows += moving
    place = np.array([[float(row == degree) for row in rows] for degree in measurement.degrees])
    return Layout(
        setups=tuple(recording.label for recording in recordings),
        rate=rate,
        block_rows=block_rows,
        order=options.order,
        step=options.step,
        signals=tuple(signals),
        references=tuple(chosen),
        common=len(rows) if alone else len(references),
        place=place / place.sum(axis=1, keepdims=True),
    )


def _check_references(measurement: Measurement, references: tuple[Any, ...]) -> None:
    if not references:
        raise RecordError(
            f"{measurement.name}: {len(measurement.recordings)} setups without common references cannot become one "
            "system; name the sensors that stood still in references"
        )
    for recording in measurement.recordings:
        missing = [str(degree) for degree in references if degree not in recording.degrees]
        if missing:
            raise RecordError(f"{recording.label}: the reference {missing[0]} was not measured in it")


def _check_signals(recording: Recording) -> None:
    for column, degree in enumerate(recording.degrees):
        signal = recording.signals[:, column]
        if not np.isfinite(signal).all():
            raise RecordError(
                f"{recording.label}, channel {degree}: there are samples without a number; leave the channel out"
            )
        if len(signal) == 0 or np.ptp(signal) == 0.0:
            raise RecordError(f"{recording.label}, channel {degree}: the signal is constant; leave it out")


def _check_length(recording: Recording, rows: int, block_rows: int, rate: float) -> None:
    needed = _COLUMNS * rows + 2 * block_rows
    if len(recording.signals) < needed:
        raise RecordError(
            f"{recording.label}: {recording.duration:.4g} s are too short for {block_rows} block rows: at least "
            f"{needed / rate:.4g} s, better 1,000 to 2,000 periods of the first mode"
        )
