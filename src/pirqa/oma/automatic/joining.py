"""One mode of several setups: means of its numbers, its shape scaled at the references, and what all that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.shapes import common_reference, scale_to
from pirqa.oma.subspace import Subspace, SubspaceOptions
from pirqa.oma.subspace.projection import subspace_matrices
from pirqa.oma.subspace.scatter import block_directions
from pirqa.oma.subspace.setups import arrange
from pirqa.oma.subspace.uncertainty import changes

__all__ = ["Member", "joined_pole", "shape_changes"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Member:
    """One mode as one setup shows it."""

    pole: Poles
    """A single one, at the setup's degrees."""
    change: ComplexArray | None
    """Of its shape along the directions of the blocks' scatter, shape (degrees, directions)."""

    @classmethod
    def of(cls, poles: Poles, changes: ComplexArray | None, row: int) -> Member:
        """One row of a setup's modes."""
        return cls(pole=poles.take(np.array([row])), change=None if changes is None else changes[row])


def shape_changes(
    measurement: Measurement,
    poles: Poles,
    options: SubspaceOptions,
    *,
    method: Subspace | None = None,
    lowest: float | None = None,
) -> ComplexArray:
    """Changes of the shapes of ``poles`` along the scatter of the blocks, shape (poles, degrees, directions).

    Not their standard deviations: how the channels of a setup vary together decides what its scale is worth, and a
    standard deviation by itself depends on which number of the shape is held real.
    """
    layout = arrange(measurement, options, lowest)
    matrices = subspace_matrices(layout, options.method if method is None else method)
    directions = [
        block_directions(signals, references, 2 * layout.block_rows, options.blocks)
        for signals, references in zip(layout.signals, layout.references, strict=True)
    ]
    found = np.zeros((*poles.shape.shape, sum(len(one) for one in directions)), dtype=np.complex128)
    for order in np.unique(poles.order):
        rows = np.flatnonzero(poles.order == order)
        shape = changes(poles.take(rows), matrices, directions, layout).shape
        assert shape is not None
        found[rows] = shape
    return found


def joined_pole(measurement: Measurement, members: Mapping[int, Member]) -> Poles:
    """One pole of a mode's members by number of their setup; nan at rovers of other setups. Order 0.

    Frequency and damping are means weighted by inverse variances. The part of a setup is scaled by least squares to
    the common shape r of the references, α = r_jᴴr / r_jᴴr_j; a change of its shape changes α too, so that what is
    common to rovers and references cancels. References are means of the setups, weighted by the variance of all of a
    setup's references together. Setups are measured one after the other and scatter independently.
    """
    degrees = measurement.degrees
    columns = {
        number: [measurement.recordings[number].column(degree) for degree in measurement.references]
        for number in members
    }
    common = common_reference(np.array([member.pole.shape[0, columns[number]] for number, member in members.items()]))
    known = all(member.change is not None for member in members.values())
    total, weights = np.zeros(len(degrees), dtype=np.complex128), np.zeros(len(degrees))
    moves = []
    for number, member in members.items():
        shape = member.pole.shape[0]
        scale = scale_to(common, shape[columns[number]])
        rows = [degrees.index(degree) for degree in measurement.recordings[number].degrees]
        weight = 1.0
        if known and member.change is not None:
            moved = _scaled_change(shape, member.change, columns[number], common, scale)
            together = float(np.sum(np.abs(moved[columns[number]]) ** 2))
            weight = 1.0 / together if together > 0.0 else 1.0
            everywhere = np.zeros((len(degrees), moved.shape[1]), dtype=np.complex128)
            everywhere[rows] = weight * moved
            moves.append(everywhere)
        total[rows] += weight * scale * shape
        weights[rows] += weight
    measured = weights > 0.0
    shape = np.full(len(degrees), np.nan, dtype=np.complex128)
    shape[measured], deviation = total[measured] / weights[measured], None
    largest = shape[np.nanargmax(np.abs(shape))]
    factor = np.conj(largest) / abs(largest) / np.sqrt(np.nansum(np.abs(shape) ** 2))
    shape = shape * factor
    if known:
        change = np.concatenate(moves, axis=1)[measured] / weights[measured, None] * factor
        deviation = np.full((1, len(degrees), 2), np.nan)
        deviation[0, measured] = _deviation(shape[measured], change)
    frequency, frequency_sd = _weighted([(one.pole.frequency, one.pole.frequency_sd) for one in members.values()])
    damping, damping_sd = _weighted([(one.pole.damping, one.pole.damping_sd) for one in members.values()])
    return Poles(
        order=np.zeros(1, dtype=np.int64),
        frequency=frequency,
        damping=damping,
        shape=shape[None],
        frequency_sd=frequency_sd,
        damping_sd=damping_sd,
        shape_sd=deviation,
    )


def _deviation(shape: ComplexArray, change: ComplexArray) -> FloatArray:
    """Standard deviations of real and imaginary parts, shape (degrees, 2), of a shape of length 1, its largest real.

    What only makes it longer, or turns its phase, is no change of it.
    """
    largest = int(np.abs(shape).argmax())
    longer = np.real(shape.conj() @ change)
    turned = change[largest].imag / shape[largest].real
    left = change - shape[:, None] * (longer + 1.0j * turned)
    return np.stack([np.linalg.norm(left.real, axis=1), np.linalg.norm(left.imag, axis=1)], axis=1)


def _scaled_change(
    shape: ComplexArray, change: ComplexArray, columns: Sequence[int], common: ComplexArray, scale: complex
) -> ComplexArray:
    """d(αφ) = dα·φ + α·dφ along the directions, shape (degrees, directions)."""
    own, own_change = shape[columns], change[columns]
    size = float(np.vdot(own, own).real)
    longer = 2.0 * np.real(own.conj() @ own_change)
    of_scale = (common @ own_change.conj() - scale * longer) / size
    return np.asarray(shape[:, None] * of_scale + scale * change)


def _weighted(values: Sequence[tuple[FloatArray, FloatArray | None]]) -> tuple[FloatArray, FloatArray | None]:
    """Mean weighted by inverse variances, and its standard deviation.

    Where the setups scatter more than their uncertainties say (drift), the standard deviation grows with it (Birge
    1932).
    """
    numbers = np.array([value[0] for value, _ in values])
    deviations = [deviation for _, deviation in values if deviation is not None]
    if len(deviations) < len(values):
        return np.array([numbers.mean()]), None
    weight = np.array([1.0 / float(deviation[0]) ** 2 for deviation in deviations])
    mean = float(weight @ numbers / weight.sum())
    ratio = float(weight @ (numbers - mean) ** 2) / max(len(numbers) - 1, 1)
    return np.array([mean]), np.array([np.sqrt(max(ratio, 1.0) / weight.sum())])
