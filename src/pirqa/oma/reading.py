"""A measurement out of its plan and its files: columns given to points, in m/s2, along the wall's own axes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.errors import ModelError, RecordError
from pirqa.model.ground_motion import Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.formats import read_vibration
from pirqa.oma.measurement import Degree, Measurement, Recording
from pirqa.oma.plan import GroundNoise, Setup, TestPlan, conversion, is_placeholder
from pirqa.oma.preprocessing import bridged, decimate, differentiated, is_silent
from pirqa.oma.vibration import Vibration
from pirqa.progress import SILENT, Observer

_FEWEST = 256
"""Samples below which a record is a mistake, not a measurement."""
_OTHER_RATE = 1e-3
"""Share by which the plan's rate may differ from the file's without a word: clocks are not exact."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Read:
    """One setup as it was read."""

    recording: Recording
    silent: tuple[Degree, ...]
    remarks: tuple[Remark, ...]
    differentiated: int


def load_measurement(plan: TestPlan, folder: str | Path = ".", *, observer: Observer = SILENT) -> Measurement:
    """The measurement that ``plan`` describes, with its files in ``folder``."""
    folder = Path(folder)
    if not plan.setups:
        raise RecordError(
            f'the plan "{plan.name}" has no setups, only ground noise; add [[setups]] to listen to the wall'
        )
    reads: list[_Read] = []
    observer.begin("reading", len(plan.setups))
    for setup in plan.setups:
        reads.append(_read_setup(plan, setup, folder))
        observer.advance()
    observer.end()
    references, remarks = _living_references(plan, reads)
    remarks = tuple(remark for read in reads for remark in read.remarks) + remarks
    treatments: tuple[Treatment, ...] = ()
    if count := sum(read.differentiated for read in reads):
        treatments += (Treatment(key="differentiate", amounts={"count": float(count)}),)
    recordings, decimated = _one_rate(plan, [read.recording for read in reads])
    treatments += decimated
    measurement = Measurement(
        name=plan.name,
        points=plan.points,
        recordings=recordings,
        references=references,
        treatments=treatments,
        remarks=tuple(dict.fromkeys(remarks)),
    )
    if len(measurement.degrees) == 1:
        one = Remark(kind="warning", key="one_sensor", text=str(measurement.degrees[0]))
        measurement = replace(measurement, remarks=(*measurement.remarks, one))
    return measurement


def load_ground(plan: TestPlan, noise: GroundNoise, folder: str | Path = ".") -> Recording:
    """Ground noise for H/V: north, east and up as the degrees along, across and up of the point ``noise.name``.

    In m/s2 or m/s where the plan tells the unit, else as filed: H/V is a ratio and needs none.
    """
    where = f'ground noise "{noise.name}"'
    vibration = _opened(Path(folder), noise.file, noise.variable, where)
    rate, _ = _rate(plan, noise, vibration, where)
    columns = [vibration.index(column) for column in (noise.north, noise.east, noise.up)]
    factor = 1.0
    if noise.sensitivity is not None or noise.unit is not None:
        factor = conversion(where, noise.unit or vibration.units[columns[0]], noise.sensitivity, None).factor
    signals = _cut(vibration.values[:, columns] * factor, rate, noise.start, noise.end, where)
    for name, column in zip(("north", "east", "up"), range(3), strict=True):
        signals[:, column], _ = bridged(signals[:, column], rate, f"{where}, channel {name}")
        if is_silent(signals[:, column], absolute=False):
            raise RecordError(f"{where}, channel {name}: does not move; check the sensor and record again")
    degrees = tuple(Degree(point=noise.name, axis=axis) for axis in range(3))
    return Recording(setup=noise.name, rate=rate, degrees=degrees, signals=signals)


def _opened(folder: Path, name: str, variable: str, where: str) -> Vibration:
    if is_placeholder(name):
        raise RecordError(
            f"{where}: its file is still to be filled in ({name}); write the record's name into the plan, or take "
            "this table out of it"
        )
    try:
        return read_vibration(folder / name, variable=variable)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error


def _rate(
    plan: TestPlan, part: Setup | GroundNoise, vibration: Vibration, where: str
) -> tuple[float, tuple[Remark, ...]]:
    """Samples in a second [Hz], and a warning where plan and file say different things."""
    rate = plan.rate_of(part, vibration.rate)
    if rate is None:
        raise RecordError(
            f'{where}: {vibration.path} does not tell how many samples it has in a second; give rate = "200 Hz" in the '
            "setup or the plan"
        )
    others = [other for other in (vibration.rate, plan.rate if isinstance(part, Setup) else None) if other is not None]
    for other in others:
        if abs(rate / other - 1.0) > _OTHER_RATE:
            told = Remark(
                kind="warning",
                key="vibration_rate_differs",
                text=vibration.path.name,
                amount=rate,
                stated=other,
                unit="Hz",
            )
            return rate, (told,)
    return rate, ()


def _cut(signals: FloatArray, rate: float, start: float, end: float | None, where: str) -> FloatArray:
    first = round(start * rate)
    last = len(signals) if end is None else min(round(end * rate), len(signals))
    if last - first < _FEWEST:
        raise RecordError(
            f"{where}: has {max(last - first, 0)} samples ({max(last - first, 0) / rate:.3g} s) between start and end; "
            "a wall whose first mode is at 2 Hz needs 500 to 1000 s: give the whole record"
        )
    return np.array(signals[first:last], dtype=np.float64)


def _read_setup(plan: TestPlan, setup: Setup, folder: Path) -> _Read:
    where = setup.label
    files: dict[str, Vibration] = {}
    rates: dict[str, float] = {}
    remarks: tuple[Remark, ...] = ()
    columns: list[FloatArray] = []
    moved: list[str] = []
    overruled: dict[tuple[str, str, str], list[str]] = {}
    for channel in setup.channels:
        name = channel.file or setup.file
        if name not in files:
            files[name] = _opened(folder, name, setup.variable, where)
            rates[name], told = _rate(plan, setup, files[name], where)
            remarks += files[name].remarks + told
        try:
            index = files[name].index(channel.column)
            told_unit = files[name].units[index]
            filed = plan.filed(setup, channel, told_unit)
        except (RecordError, ModelError) as error:
            known = str(error).startswith(where)
            raise RecordError(str(error) if known else f"{where}, channel {channel.degree}: {error}") from error
        if told_unit is not None and told_unit != filed.unit:
            overruled.setdefault((name, told_unit, filed.unit), []).append(files[name].names[index])
        columns.append(files[name].values[:, index] * filed.factor)
        moved.append(filed.moved)
    for (name, stated, unit), titles in overruled.items():
        text = f"{files[name].path.name}, {', '.join(titles)}: {stated} → {unit}"
        remarks += (Remark(kind="warning", key="vibration_unit_overruled", text=text),)
    rate = _same_rate(where, rates)
    length = min(map(len, columns))
    if max(map(len, columns)) > length:
        longest = max(map(len, columns))
        told_cut = Remark(
            kind="warning",
            key="setup_files_cut",
            text=setup.name,
            amount=length / rate,
            stated=longest / rate,
            unit="s",
        )
        remarks += (told_cut,)
    signals = _cut(np.column_stack([column[:length] for column in columns]), rate, setup.start, setup.end, where)
    if plan.duration is not None and len(signals) / rate < 0.99 * plan.duration:
        remarks += (
            Remark(
                kind="warning",
                key="setup_shorter_than_planned",
                text=setup.name,
                amount=len(signals) / rate,
                stated=plan.duration,
                unit="s",
            ),
        )
    silent: list[Degree] = []
    kept: list[int] = []
    for index, channel in enumerate(setup.channels):
        label = f"{where}, channel {channel.degree}"
        column = signals[:, index]
        if np.isfinite(column).mean() < 0.5 or is_silent(column):
            silent.append(channel.degree)
            continue
        column, gaps = bridged(column, rate, label)
        if gaps:
            remarks += (
                Remark(kind="repair", key="samples_bridged", text=f"{setup.name}, {channel.degree}", count=gaps),
            )
        signals[:, index] = differentiated(column, rate) if moved[index] == "velocity" else column
        kept.append(index)
    recording = Recording(
        setup=setup.name,
        rate=rate,
        degrees=tuple(setup.channels[index].degree for index in kept),
        signals=np.ascontiguousarray(signals[:, kept]),
    )
    return _Read(
        recording=recording,
        silent=tuple(silent),
        remarks=remarks,
        differentiated=sum(moved[index] == "velocity" for index in kept),
    )


def _same_rate(where: str, rates: dict[str, float]) -> float:
    first = next(iter(rates.values()))
    for name, rate in rates.items():
        if not math.isclose(rate, first, rel_tol=1e-6):
            listed = ", ".join(f"{other} {value:g} Hz" for other, value in rates.items())
            raise RecordError(
                f"{where}: its files have several rates ({listed}); {name} cannot be put beside the others"
            )
    return first


def _living_references(plan: TestPlan, reads: list[_Read]) -> tuple[tuple[Degree, ...], tuple[Remark, ...]]:
    """References that move in every setup; channels that do not move are left out and told."""
    lost = {degree: read for read in reads for degree in read.silent}
    alive = tuple(degree for degree in plan.common if degree not in lost)
    for read in reads:
        if not read.recording.degrees:
            raise RecordError(
                f"{read.recording.label}: none of its channels moves ({', '.join(map(str, read.silent))}); "
                "check its file, columns and unit"
            )
    if not alive:
        named = "; ".join(
            f"{read.recording.label}: {', '.join(str(degree) for degree in read.silent if degree in plan.common)}"
            for read in reads
            if any(degree in plan.common for degree in read.silent)
        )
        raise RecordError(
            f"no reference moves in every setup ({named} without motion), so the setups cannot be joined; check the "
            "columns, record these setups again, or leave them out of the plan"
        )
    remarks = tuple(
        Remark(
            kind="warning",
            key="reference_silent" if degree in plan.common and len(reads) > 1 else "channel_silent",
            text=f"{read.recording.setup}, {degree}",
        )
        for read in reads
        for degree in read.silent
    )
    return alive, remarks


def _one_rate(plan: TestPlan, recordings: list[Recording]) -> tuple[tuple[Recording, ...], tuple[Treatment, ...]]:
    """All setups at one rate: as they are, or decimated to the plan's common rate."""
    rates = {recording.setup: recording.rate for recording in recordings}
    wanted = plan.common_rate
    if wanted is None:
        first = recordings[0].rate
        if all(math.isclose(rate, first, rel_tol=1e-6) for rate in rates.values()):
            return tuple(replace(recording, rate=first) for recording in recordings), ()
        listed = ", ".join(f"{name} {rate:g} Hz" for name, rate in rates.items())
        raise RecordError(
            f"the setups have several rates ({listed}); give common_rate in the plan, a rate that goes into all of "
            f'them, for example common_rate = "{_common(list(rates.values())):g} Hz"'
        )
    treatments: list[Treatment] = []
    even: list[Recording] = []
    for recording in recordings:
        factor = round(recording.rate / wanted)
        if factor < 1 or not math.isclose(recording.rate, factor * wanted, rel_tol=1e-6):
            raise RecordError(
                f"{recording.label}: its {recording.rate:g} Hz are no multiple of common_rate = {wanted:g} Hz; "
                f'give common_rate = "{_common(list(rates.values())):g} Hz"'
            )
        even.append(replace(recording, rate=wanted, signals=decimate(recording.signals, factor)))
        told = Treatment(key="decimate", amounts={"factor": float(factor), "rate": wanted})
        if factor > 1 and told not in treatments:
            treatments.append(told)
    return tuple(even), tuple(treatments)


def _common(rates: list[float]) -> float:
    """Largest rate that goes into all [Hz], to a thousandth."""
    return math.gcd(*(round(1000.0 * rate) for rate in rates)) / 1000.0
