"""Poles of models of all orders, and parts of a shape that setups measured joined at the references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement

ComplexArray = np.ndarray[Any, np.dtype[np.complex128]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Poles:
    """Poles of several models of the same data, one row each, by growing order; of a conjugate pair the one above."""

    order: np.ndarray[Any, np.dtype[np.int64]]
    """Of the model it belongs to, shape (n,)."""
    frequency: FloatArray
    """Undamped, [Hz], shape (n,)."""
    damping: FloatArray
    """Fraction of critical, shape (n,); negative ones are no modes and stay here to be seen."""
    shape: ComplexArray
    """At the measurement's degrees, of length 1 with its largest number real, shape (n, degrees)."""
    frequency_sd: FloatArray | None = None
    """Standard deviation [Hz], shape (n,)."""
    damping_sd: FloatArray | None = None
    """Standard deviation, shape (n,)."""
    shape_sd: FloatArray | None = None
    """Standard deviations of real and imaginary parts, shape (n, degrees, 2)."""

    def __post_init__(self) -> None:
        count = len(self.order)
        for name in ("frequency", "damping", "shape", "frequency_sd", "damping_sd", "shape_sd"):
            given = getattr(self, name)
            if given is not None and len(given) != count:
                raise ModelError(f"poles: {name} of {count} poles has {len(given)} rows")

    def __len__(self) -> int:
        return len(self.order)

    def take(self, rows: np.ndarray[Any, Any]) -> Poles:
        """Only these rows: a mask or numbers."""

        def pick(values: Any) -> Any:
            return None if values is None else values[rows]

        return Poles(
            order=self.order[rows],
            frequency=self.frequency[rows],
            damping=self.damping[rows],
            shape=self.shape[rows],
            frequency_sd=pick(self.frequency_sd),
            damping_sd=pick(self.damping_sd),
            shape_sd=pick(self.shape_sd),
        )


def common_reference(rows: ComplexArray) -> ComplexArray:
    """The shape of length 1 at the references that those of all setups, (setups, references), agree with best.

    The first right singular vector of the rows, each of length 1: no setup's phase or size counts.
    """
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    _, _, vectors = np.linalg.svd(rows / np.where(length > 0.0, length, 1.0), full_matrices=False)
    return np.asarray(vectors[0])


def scale_to(common: ComplexArray, own: ComplexArray) -> complex:
    """α of least squares in common ≈ α·own: ownᴴ·common / ownᴴ·own. Without the conjugate shapes of any phase but 0
    would be scaled wrongly."""
    size = float(np.vdot(own, own).real)
    return complex(np.vdot(own, common)) / size if size > 0.0 else 0.0j


def joined(measurement: Measurement, parts: Mapping[int, ComplexArray]) -> ComplexArray:
    """The shape at all degrees of ``measurement`` from those of setups (by number, at their own degrees).

    Of length 1 with its largest number real; nan at rovers of setups that are not given.
    """
    columns = [[recording.column(degree) for degree in measurement.references] for recording in measurement.recordings]
    degrees = measurement.degrees
    total = np.zeros(len(degrees), dtype=np.complex128)
    count = np.zeros(len(degrees))
    # a single setup needs no references to be put together
    alone = len(measurement.recordings) == 1 or not measurement.references
    common = None if alone else common_reference(np.array([part[columns[number]] for number, part in parts.items()]))
    for number, part in parts.items():
        scale = 1.0 if common is None else scale_to(common, part[columns[number]])
        rows = [degrees.index(degree) for degree in measurement.recordings[number].degrees]
        total[rows] += scale * part
        count[rows] += 1.0
    shape = np.full(len(degrees), np.nan, dtype=np.complex128)
    shape[count > 0.0] = total[count > 0.0] / count[count > 0.0]
    largest = shape[np.nanargmax(np.abs(shape))]
    length = np.sqrt(np.nansum(np.abs(shape) ** 2))
    return np.asarray(shape * np.conj(largest) / (abs(largest) * length)) if length > 0.0 else shape
