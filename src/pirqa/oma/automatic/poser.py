"""PoSER: each setup by itself, and the parts of a shape scaled to each other at the references afterwards.

(Post separate estimation re-scaling; Reynders, Magalhães, De Roeck and Cunha 2009.) A mode that one setup does not show
is missing at that setup's rovers: it is told, not guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.modes import paired
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.joining import Member, joined_pole, shape_changes
from pirqa.oma.automatic.options import AutomaticOptions
from pirqa.oma.automatic.representative import with_least_uncertainty
from pirqa.oma.automatic.selection import Selection, labelled, select
from pirqa.oma.measurement import Measurement
from pirqa.oma.poles import ComplexArray, Poles
from pirqa.oma.shapes import common_reference
from pirqa.oma.subspace import Subspace, SubspaceOptions, identify
from pirqa.progress import SILENT, Observer

__all__ = ["Merged", "SetupModes", "identify_setups", "merge"]


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
    uncertainty: bool = True,
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
        if uncertainty and both.modes:
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
