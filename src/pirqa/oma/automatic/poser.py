"""PoSER: each setup by itself, and the parts of a shape scaled to each other at the references afterwards.

(Post separate estimation re-scaling; Reynders, Magalhães, De Roeck and Cunha 2009.) The numbers of a mode are means
over the setups that show it. At the rovers of a setup that does not show it the shape is missing, and reported so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.modes import paired
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.selection import Selection, labelled, select, with_least_uncertainty
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import AutomaticOptions, Subspace, SubspaceOptions
from pirqa.oma.poles import ComplexArray, Poles, common_reference, scale_to
from pirqa.oma.subspace import identify
from pirqa.oma.subspace.matrices import arrange, subspace_matrices
from pirqa.oma.subspace.uncertainty import block_directions, changes
from pirqa.progress import SILENT, Observer


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


class _Asked(TypedDict):
    """With what poles were identified."""

    method: Subspace | None
    lowest: float | None


_FARTHEST = 0.03
"""Relative difference of frequency of one mode in two setups."""
_ALIKE = 0.8
"""Least MAC of one mode in two setups, at the references."""
_ALLOWED = 1.5
"""By which the standard deviations of one setup may be too small before setups are said to disagree: those of a weak
mode are of first order (rms of error over deviation 1.3 in 42 setups of the simulated wall's first mode)."""
_WEIGHT = 10.0
"""Of a relative difference of frequency beside MAC: two references tell few shapes apart, so frequency decides."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SetupModes:
    """What one setup shows by itself."""

    setup: str
    selection: Selection
    poles: Poles
    """Of its modes, one each, at the degrees of this setup."""
    spare: Poles
    """Of its clusters in too few orders: no modes by themselves, but they fill a gap where other setups show a mode."""
    changes: ComplexArray | None = None
    """Of the shapes of ``poles`` along the directions in which the setup's blocks scatter, shape (modes, degrees,
    directions)."""
    spare_changes: ComplexArray | None = None
    """The same of ``spare``."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Merged:
    """Modes of all setups together."""

    poles: Poles
    """One for each mode, at the measurement's degrees; nan at the rovers of setups that do not show it. Order 0."""
    seen: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether a setup shows a mode, shape (modes, setups)."""
    filled: np.ndarray[Any, np.dtype[np.bool_]]
    """Whether it does so in few orders only, shape (modes, setups)."""
    frequency_spread: FloatArray
    """Standard deviation over the setups [Hz], shape (modes,): with drift it is larger than the uncertainty says."""
    expected_spread: FloatArray
    """The same as the setups' own uncertainties let expect it [Hz], shape (modes,); nan where they are not known."""
    agreement: FloatArray
    """Chance that setups of one frequency differ as much as these do, by χ² with deviations half as large again, shape
    (modes,); nan as above."""
    setups: tuple[str, ...]
    doubtful: tuple[tuple[float, tuple[str, ...]], ...]
    """Frequency [Hz] and setups of what no more than half of the setups show."""

    def lost(self, mode: int) -> tuple[str, ...]:
        """Setups that do not show a mode."""
        return tuple(name for name, seen in zip(self.setups, self.seen[mode], strict=True) if not seen)


def identify_setups(
    measurement: Measurement,
    subspace: SubspaceOptions,
    automatic: AutomaticOptions,
    band: tuple[float, float],
    *,
    method: Subspace | None = None,
    lowest: float | None = None,
    observer: Observer = SILENT,
) -> tuple[SetupModes, ...]:
    """Modes of each setup by itself; ``observer`` advances with each."""
    found = []
    for recording in measurement.recordings:
        alone = replace(measurement, name=f"{measurement.name}, {recording.setup}", recordings=(recording,))
        poles = identify(alone, subspace, method=method, uncertainty=False, lowest=lowest)
        selection = select(poles, automatic, band, measurement=alone)
        few = [cluster for cluster in selection.doubtful if cluster.doubt == "few_orders"]
        both = replace(selection, modes=(*selection.modes, *few))
        chosen = poles.take(both.rows)
        changes: ComplexArray | None = None
        if both.modes:
            asked: _Asked = {"method": method, "lowest": lowest}
            both, chosen = with_least_uncertainty(
                alone, poles, both, subspace, automatic=automatic, shapes=False, **asked
            )
            changes = shape_changes(alone, chosen, subspace, **asked)
        # from the references first to the order of the channels
        order = [alone.degrees.index(degree) for degree in recording.degrees]
        chosen = replace(chosen, shape=chosen.shape[:, order])
        changes = None if changes is None else changes[:, order]
        sound = np.array([cluster.doubt is None for cluster in both.modes], dtype=bool)
        modes = tuple(cluster for cluster in both.modes if cluster.doubt is None)
        found.append(
            SetupModes(
                setup=recording.setup,
                selection=replace(both, modes=modes, label=labelled(len(poles), modes)),
                poles=chosen.take(sound),
                spare=chosen.take(~sound),
                changes=None if changes is None else changes[sound],
                spare_changes=None if changes is None else changes[~sound],
            )
        )
        observer.advance()
    return tuple(found)


def merge(measurement: Measurement, setups: Sequence[SetupModes]) -> Merged:
    """One set of modes out of those of each setup."""
    if len(setups) != len(measurement.recordings):
        raise RecordError(
            f"{measurement.name}: {len(measurement.recordings)} setups were recorded, {len(setups)} given"
        )
    reference = [
        [recording.column(degree) for degree in measurement.references] for recording in measurement.recordings
    ]
    tracks = _tracks(setups, reference)
    # more than half, so that one mode that looks different at the references of some setups is never told twice
    modes = [track for track in tracks if 2 * len(track.members) > len(setups)]
    rare = [track for track in tracks if 2 * len(track.members) <= len(setups)]
    modes.sort(key=lambda track: track.frequency)
    parts = [joined_pole(measurement, track.members) for track in modes]
    seen = np.zeros((len(modes), len(setups)), dtype=bool)
    filled = np.zeros_like(seen)
    for row, track in enumerate(modes):
        seen[row, list(track.members)] = True
        filled[row, list(track.filled)] = True
    degrees = len(measurement.degrees)
    known = all(part.frequency_sd is not None for part in parts) and bool(parts)
    return Merged(
        poles=Poles(
            order=np.zeros(len(parts), dtype=np.int64),
            frequency=np.array([part.frequency[0] for part in parts]),
            damping=np.array([part.damping[0] for part in parts]),
            shape=np.array([part.shape[0] for part in parts], dtype=np.complex128).reshape(-1, degrees),
            frequency_sd=_stacked([part.frequency_sd for part in parts]) if known else None,
            damping_sd=_stacked([part.damping_sd for part in parts]) if known else None,
            shape_sd=_stacked([part.shape_sd for part in parts]) if known else None,
        ),
        seen=seen,
        filled=filled,
        frequency_spread=np.array([track.spread for track in modes]),
        expected_spread=np.array([track.agreement[0] for track in modes]),
        agreement=np.array([track.agreement[1] for track in modes]),
        setups=tuple(setup.setup for setup in setups),
        doubtful=tuple(
            (track.frequency, tuple(setups[number].setup for number in sorted(track.members)))
            for track in sorted(rare, key=lambda track: track.frequency)
        ),
    )


def _stacked(values: Sequence[FloatArray | None]) -> FloatArray | None:
    present = [value for value in values if value is not None]
    return np.concatenate(present) if len(present) == len(values) else None


@dataclass(kw_only=True)
class _Track:
    """One mode through the setups."""

    members: dict[int, Member]
    """By number of the setup."""
    filled: set[int]

    @property
    def frequency(self) -> float:
        return float(np.median([member.pole.frequency[0] for member in self.members.values()]))

    @property
    def spread(self) -> float:
        values = [member.pole.frequency[0] for member in self.members.values()]
        return float(np.std(values, ddof=1)) if len(values) > 1 else float("nan")

    @property
    def agreement(self) -> tuple[float, float]:
        """Spread over the setups that their uncertainties let expect [Hz], and the chance of one as large as it is."""
        from scipy.special import chdtrc

        poles = [member.pole for member in self.members.values()]
        known = [pole.frequency_sd for pole in poles if pole.frequency_sd is not None]
        if len(poles) < 2 or len(known) < len(poles):
            return float("nan"), float("nan")
        values, variance = np.array([pole.frequency[0] for pole in poles]), np.array([sd[0] for sd in known]) ** 2
        apart = float(np.sum((values - np.average(values, weights=1.0 / variance)) ** 2 / variance)) / _ALLOWED**2
        return float(np.sqrt(variance.mean())), float(chdtrc(len(poles) - 1, apart))

    def reference(self, columns: Sequence[Sequence[int]]) -> ComplexArray:
        """What the references of all its setups agree with best, of length 1."""
        rows = [member.pole.shape[0, columns[number]] for number, member in self.members.items()]
        return common_reference(np.array(rows))


def _tracks(setups: Sequence[SetupModes], columns: Sequence[Sequence[int]]) -> list[_Track]:
    """Modes through all setups, beginning with the setup that shows most of them."""
    tracks: list[_Track] = []
    ranked = sorted(range(len(setups)), key=lambda number: -len(setups[number].poles))
    for number in ranked:
        poles, changes = setups[number].poles, setups[number].changes
        taken = _fit(tracks, poles, changes, columns, number)
        new = [row for row in range(len(poles)) if row not in taken]
        tracks += [_Track(members={number: Member.of(poles, changes, row)}, filled=set()) for row in new]
    for number, setup in enumerate(setups):
        waiting = [track for track in tracks if number not in track.members and 2 * len(track.members) >= len(setups)]
        before = {id(track) for track in waiting}
        _fit(waiting, setup.spare, setup.spare_changes, columns, number)
        for track in tracks:
            if id(track) in before and number in track.members:
                track.filled.add(number)
    return tracks


def _fit(
    tracks: list[_Track],
    poles: Poles,
    changes: ComplexArray | None,
    columns: Sequence[Sequence[int]],
    number: int,
) -> set[int]:
    """Put ``poles`` of a setup to the tracks they continue; returns the rows that found one."""
    if not tracks or not len(poles):
        return set()
    pairs = paired(
        np.array([track.frequency for track in tracks]),
        np.array([track.reference(columns) for track in tracks]),
        poles.frequency,
        poles.shape[:, columns[number]],
        least=_ALIKE,
        farthest=_FARTHEST,
        weight=_WEIGHT,
    )
    for track, row in pairs:
        tracks[track].members[number] = Member.of(poles, changes, row)
    return {row for _, row in pairs}
