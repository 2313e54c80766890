"""Parts of a shape that setups measured, put together at the references."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pirqa.oma.measurement import Measurement
from pirqa.oma.poles import ComplexArray

__all__ = ["common_reference", "joined", "scale_to"]


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
