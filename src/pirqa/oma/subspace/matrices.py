"""Subspace matrices of the setups, one system of them all, and its models of all orders.

Correlations of signals and projections of futures on pasts both give H = O·Z with the observability matrix O on the
left (Peeters and De Roeck 1999; van Overschee and De Moor 1996). SSI-data needs of the data only H·Hᵀ = C Q⁻¹ Cᵀ, with
the Gram matrices C of futures with pasts and Q of pasts with pasts. They are exact sums over the record, each a shift
of its neighbour up the diagonal, so that the block Hankel matrix of the data is never formed: H = C L⁻ᵀ with Q = L Lᵀ,
which equals what a QR decomposition of the data gives up to a rotation of the columns.

Common rows of setup j (the references) are H_j, its moving rows M_j. All setups see the same structure, each under its
own excitation: H_j = O·Z_j and M_j = O_j·Z_j with the same O (Mevel, Basseville, Benveniste and Goursat 2002). So the
left singular vectors U of all common parts side by side, each scaled to the same size, span O; and the moving parts,
normalised through the common ones, follow in the same basis: Γ_j = M_j (Uᵀ H_j)⁺ (PreGER; Döhler, Andersen and Mevel
2010). A single setup has common rows only.

The pseudo-inverse is that of each order by itself, which noise disturbs less than cutting that of the largest order.
With (Uᵀ H_j)ᵀ = Q_j T_j of the largest order, Γ_j of order n is (M_j Q_j)[:, :n] (T_j⁻ᵀ)[:n, :n]: nested, so that one
decomposition serves all orders (the idea of Döhler and Mevel 2012, Fast multi-order computation of system matrices).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view
from scipy import fft, linalg

from pirqa.errors import ComputationError, OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement, Recording
from pirqa.oma.options import Subspace, SubspaceOptions
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.progress import SILENT, Observer

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


_CHUNK = 1_000_000
"""Numbers that are transformed at a time."""


def lagged_sums(early: FloatArray, late: FloatArray, lags: int, pieces: int = 1) -> FloatArray:
    """Σ late(t + k) early(t)ᵀ over the times t of each piece, shape (pieces, lags, late channels, early channels).

    ``early``, shape (n, r), is cut into ``pieces`` of equal length (what is left over goes to the last); ``late``,
    shape (m, l), counts as zero beyond its end. Convolution by short transforms whose products are summed before they
    are turned back (overlap-save), some at a time, so that little memory is needed beyond that of the signals.
    """
    count = len(early)
    length = count // pieces
    transform = fft.next_fast_len(max(min(8 * lags, length + lags), 2 * lags), real=True)
    segment = min(transform - lags + 1, length)
    sums = np.empty((pieces, lags, late.shape[1], early.shape[1]))
    chunk = segment * max(1, _CHUNK // (transform * (late.shape[1] + early.shape[1])))
    for piece in range(pieces):
        start = piece * length
        stop = count if piece == pieces - 1 else start + length
        sums[piece] = sum(
            _sum_chunk(early[at : min(at + chunk, stop)], late[at:], lags, segment, transform)
            for at in range(start, stop, chunk)
        )
    return sums


def _sum_chunk(early: FloatArray, late: FloatArray, lags: int, segment: int, transform: int) -> FloatArray:
    number = -(-len(early) // segment)
    first = np.zeros((early.shape[1], number * segment))
    first[:, : len(early)] = early.T
    needed = (number - 1) * segment + transform
    second = np.zeros((late.shape[1], needed))
    reach = min(len(late), needed)
    second[:, :reach] = late[:reach].T
    step = second.strides[1]
    windows = as_strided(second, (late.shape[1], number, transform), (second.strides[0], segment * step, step))
    before = fft.rfft(first.reshape(early.shape[1], number, segment), transform, axis=-1)
    after = fft.rfft(windows, axis=-1)
    # frequency first, so that the sum over segments is a product of small matrices
    spectrum = np.matmul(after.transpose(2, 0, 1), before.conj().transpose(2, 1, 0))
    return fft.irfft(spectrum, transform, axis=0)[:lags]


def correlations(signals: FloatArray, references: FloatArray, lags: int) -> FloatArray:
    """R(k) = E[y(t + k) y_ref(t)ᵀ], k = 0 … lags − 1, shape (lags, l, r): unbiased."""
    sums: FloatArray = lagged_sums(references, signals, lags)[0]
    return sums / (len(signals) - np.arange(lags))[:, None, None]


def block_correlations(signals: FloatArray, references: FloatArray, lags: int, blocks: int) -> FloatArray:
    """The same of each of ``blocks`` pieces of the record, shape (blocks, lags, l, r).

    A product belongs to the piece of its earlier factor, so that none is lost between pieces; the ``lags`` last times
    of the record, which have no later factor for every lag, are left out.
    """
    usable = (len(signals) - lags + 1) // blocks * blocks
    return lagged_sums(references[:usable], signals, lags, blocks) / (usable // blocks)


_LEAST_CONDITION = 1e-9
"""Reciprocal condition number of the pasts' Gram matrix below which the data themselves are decomposed: with it the
Cholesky factor is good to about 1e-7."""
_PRODUCTS = 4_000_000
"""Numbers of the data's Hankel matrix that are held at a time where it must be decomposed itself."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SubspaceMatrix:
    """H of one setup."""

    matrix: FloatArray
    """Rows by time lag then channel, columns by time lag then reference; shape (i·l, i·r)."""
    past_factor: FloatArray | None = None
    """SSI-data: the lower Cholesky factor L of the pasts' Gram matrix, shape (i·r, i·r)."""
    by_decomposition: bool = False
    """Whether the data were decomposed because their pasts are nearly dependent."""


def hankel(correlation: FloatArray, block_rows: int) -> FloatArray:
    """Block (a, b) is R(a + b + 1): shape (…, i·l, i·r) of correlations (…, 2i, l, r)."""
    *many, _, late, early = correlation.shape
    lag = np.arange(block_rows)[:, None] + np.arange(block_rows) + 1
    blocks = np.moveaxis(correlation[..., lag, :, :], -3, -2)
    return blocks.reshape(*many, block_rows * late, block_rows * early)


def covariance_matrix(signals: FloatArray, references: FloatArray, block_rows: int) -> SubspaceMatrix:
    """Of SSI-cov."""
    return SubspaceMatrix(matrix=hankel(correlations(signals, references, 2 * block_rows), block_rows))


def data_matrix(
    signals: FloatArray, references: FloatArray, block_rows: int, least_condition: float = _LEAST_CONDITION
) -> SubspaceMatrix:
    """Of SSI-data, from exact Gram matrices; by decomposition of the data where those are too ill-conditioned."""
    cross, past = _gram(signals, references, block_rows)
    factor, info = linalg.lapack.dpotrf(past, lower=1, clean=1)
    if info == 0:
        reciprocal, _ = linalg.lapack.dpocon(factor, float(np.abs(past).sum(axis=0).max()), uplo="L")
        if reciprocal >= least_condition:
            matrix = linalg.solve_triangular(factor, cross.T, lower=True, check_finite=False).T
            return SubspaceMatrix(matrix=matrix, past_factor=factor)
    return _decomposed(signals, references, block_rows)


def subspace_matrices(layout: Layout, method: Subspace, observer: Observer = SILENT) -> list[SubspaceMatrix]:
    """H of each setup."""
    build = covariance_matrix if method == "covariance" else data_matrix
    observer.begin("subspace", len(layout.signals))
    found = []
    for signals, references in zip(layout.signals, layout.references, strict=True):
        found.append(build(signals, references, layout.block_rows))
        observer.advance()
    observer.end()
    return found


def _gram(signals: FloatArray, references: FloatArray, block_rows: int) -> tuple[FloatArray, FloatArray]:
    """C, shape (i·l, i·r), and Q, shape (i·r, i·r), over the record's number of columns; pasts latest first.

    With G(a, b) = Σ_t y_ref(t + a) y(t + b)ᵀ over the columns t: G(a + 1, b + 1) = G(a, b) + what enters − what leaves.
    """
    rows, count = 2 * block_rows, len(signals) - 2 * block_rows + 1
    late, early = signals.shape[1], references.shape[1]
    both = np.concatenate([signals, references], axis=1)
    current = lagged_sums(references[:count], both, rows)[0]
    cross = np.empty((block_rows, late, block_rows, early))
    past = np.zeros((block_rows, early, block_rows, early))
    head, tail = both[:rows], both[count : count + rows - 1]
    for row in range(block_rows):
        if row:
            leaving = head[row - 1 : -1, :, None] * references[row - 1]
            entering = tail[row - 1 :, :, None] * references[count + row - 1]
            current = current[: rows - row] + (entering - leaving)
        # current holds G(row, row + k) for all k
        column = block_rows - 1 - row
        cross[:, :, column] = current[block_rows - row :, :late]
        past[: column + 1, :, column] = current[column::-1, late:] if column >= 0 else 0.0
    cross, past = cross.reshape(block_rows * late, -1) / count, past.reshape(block_rows * early, -1) / count
    upper = np.triu(past)
    return cross, upper + np.triu(past, 1).T


def _decomposed(signals: FloatArray, references: FloatArray, block_rows: int) -> SubspaceMatrix:
    """QR decomposition of the data's Hankel matrix, some columns at a time."""
    rows, count = 2 * block_rows, len(signals) - 2 * block_rows + 1
    late, early = signals.shape[1], references.shape[1]
    width = block_rows * (late + early)
    chunk = max(_PRODUCTS // width, width)
    factor = np.empty((0, width))
    for start in range(0, count, chunk):
        stop = min(start + chunk, count)
        past = sliding_window_view(references[start : stop + block_rows - 1], block_rows, axis=0)[:, :, ::-1]
        future = sliding_window_view(signals[start + block_rows : stop + rows - 1], block_rows, axis=0)
        flat = [part.transpose(0, 2, 1).reshape(stop - start, -1) for part in (past, future)]
        factor = np.asarray(np.linalg.qr(np.concatenate([factor, np.concatenate(flat, axis=1)]), mode="r"))
    factor /= np.sqrt(count)
    split = block_rows * early
    signs = np.where(np.diag(factor)[:split] < 0.0, -1.0, 1.0)
    top = factor[:split] * signs[:, None]
    return SubspaceMatrix(matrix=top[:, split:].T.copy(), past_factor=top[:, :split].T.copy(), by_decomposition=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Moving:
    """Moving rows of one setup, such that Γ_j of order n is matrix[:, :n] @ lower[:n, :n]."""

    matrix: FloatArray
    """M_j Q_j, shape (i·moving channels, order)."""
    lower: FloatArray
    """T_j⁻ᵀ, lower triangular, shape (order, order)."""
    channels: int
    setup: int


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """Observability matrices of all orders."""

    vectors: FloatArray
    """Left singular vectors of the common parts, shape (i·common, ≥ order)."""
    values: FloatArray
    """Their singular values."""
    weights: FloatArray
    """By which each setup was scaled, shape (setups,)."""
    common: int
    """Number of common channels."""
    order: int
    moving: tuple[Moving, ...]

    def observability(self, order: int) -> list[FloatArray]:
        """Parts of Γ: the common rows, then the moving ones of each setup, each shape (i, channels, order)."""
        common = self.vectors[:, :order].reshape(-1, self.common, order)
        return [
            common,
            *(
                (part.matrix[:, :order] @ part.lower[:order, :order]).reshape(-1, part.channels, order)
                for part in self.moving
            ),
        ]

    def output(self, order: int) -> FloatArray:
        """C: the first block row of Γ, shape (rows of the system, order)."""
        parts = [self.vectors[: self.common, :order]]
        parts += [part.matrix[: part.channels, :order] @ part.lower[:order, :order] for part in self.moving]
        return np.concatenate(parts)


def parted(matrix: FloatArray, layout: Layout) -> tuple[FloatArray, FloatArray]:
    """Common and moving rows of a matrix whose rows go by time lag then channel: shapes (…, i·channels, columns)."""
    *many, _, columns = matrix.shape
    lagged = matrix.reshape(*many, layout.block_rows, -1, columns)
    common, moving = lagged[..., : layout.common, :], lagged[..., layout.common :, :]
    return common.reshape(*many, -1, columns), moving.reshape(*many, layout.block_rows * moving.shape[-2], columns)


def merge(matrices: Sequence[FloatArray], layout: Layout, *, weights: FloatArray | None = None) -> System:
    """One system of the subspace matrices of all setups.

    ``weights``, shape (setups,), are those by which each setup is scaled instead of 1 over its size.
    """
    common, order, rows = layout.common, layout.order, layout.block_rows
    parts = [parted(matrix, layout) for matrix in matrices]
    shared, apart = [part[0] for part in parts], [part[1] for part in parts]
    if weights is None:
        weights = 1.0 / np.array([float(np.linalg.norm(matrix)) for matrix in shared])
    side_by_side = np.concatenate([weight * matrix for weight, matrix in zip(weights, shared, strict=True)], axis=1)
    if side_by_side.shape[1] > side_by_side.shape[0]:
        side_by_side = np.asarray(np.linalg.qr(side_by_side.T, mode="r")).T
    vectors, values, _ = np.linalg.svd(side_by_side, full_matrices=False)
    moving = []
    for setup, (matrix, rest) in enumerate(zip(shared, apart, strict=True)):
        if not len(rest):
            continue
        orthogonal, upper = np.linalg.qr((vectors[:, :order].T @ matrix).T)
        inverse, info = linalg.lapack.dtrtri(upper)
        if info:
            raise ComputationError(
                f"the references of setup {setup + 1} do not show {order} independent motions: choose a smaller "
                "oma.subspace.order"
            )
        moving.append(
            Moving(
                matrix=rest @ orthogonal,
                lower=np.triu(inverse).T.copy(),
                channels=len(rest) // rows,
                setup=setup,
            )
        )
    return System(vectors=vectors, values=values, weights=weights, common=common, order=order, moving=tuple(moving))


def state_matrices(system: System, orders: np.ndarray[Any, Any]) -> list[FloatArray]:
    """A of each order: the least-squares solution of Γ without its last block row · A = Γ without its first."""
    top = system.vectors[: -system.common, : system.order]
    bottom = system.vectors[system.common :, : system.order]
    if not system.moving:
        orthogonal, upper = np.linalg.qr(top)
        right = orthogonal.T @ bottom
        return [linalg.solve_triangular(upper[:n, :n], right[:n, :n], check_finite=False) for n in orders]
    above, below = top.T @ top, top.T @ bottom
    rows = [(part.matrix[: -part.channels], part.matrix[part.channels :]) for part in system.moving]
    grams = [(up.T @ up, up.T @ down) for up, down in rows]
    found = []
    for n in orders:
        normal, right = above[:n, :n].copy(), below[:n, :n].copy()
        for part, (left, cross) in zip(system.moving, grams, strict=True):
            lower = part.lower[:n, :n]
            normal += lower.T @ (left[:n, :n] @ lower)
            right += lower.T @ (cross[:n, :n] @ lower)
        found.append(
            linalg.solve(normal, right, assume_a="pos", check_finite=False, overwrite_a=True, overwrite_b=True)
        )
    return found


def poles_of(system: System, layout: Layout) -> Poles:
    """Poles of the models of all orders; of a conjugate pair the one above, real ones not."""
    orders, values, shapes = [], [], []
    for order, state in zip(layout.orders, state_matrices(system, layout.orders), strict=True):
        value, vector = np.linalg.eig(state)
        upper = value.imag > 0.0
        orders.append(np.full(int(upper.sum()), order))
        values.append(value[upper])
        shapes.append((layout.place @ (system.output(int(order)) @ vector[:, upper])).T)
    frequency, damping = modal(np.concatenate(values), layout.rate)
    shape, _ = normalised(np.concatenate(shapes))
    order = np.concatenate(orders)
    rows = np.lexsort((frequency, order))
    return Poles(order=order[rows], frequency=frequency[rows], damping=damping[rows], shape=shape[rows])


def modal(value: ComplexArray, rate: float) -> tuple[FloatArray, FloatArray]:
    """Undamped frequency [Hz] and damping of eigenvalues of the discrete system."""
    continuous = np.log(value) * rate
    size = np.abs(continuous)
    return size / (2.0 * np.pi), -continuous.real / size


def normalised(shape: ComplexArray) -> tuple[ComplexArray, ComplexArray]:
    """Shapes (n, degrees) of length 1 with their largest number real and positive, and the factors to it."""
    largest = np.take_along_axis(shape, np.abs(shape).argmax(axis=1)[:, None], axis=1)
    factor = largest.conj() / np.abs(largest) / np.linalg.norm(shape, axis=1, keepdims=True)
    return shape * factor, factor
