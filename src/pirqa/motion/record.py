"""Records as filed: channels in SI units, files of one component each joined, and records that come with pirqa.

``pirqa:PRQ_19661017164100.txt`` names a shipped record wherever a record's file is asked for.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, cast

from annotated_types import Gt

from pirqa.errors import RecordError, did_you_mean
from pirqa.files import read_record
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import KnownBy, Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.provenance import digest
from pirqa.units import STANDARD_GRAVITY, Time

DATA_FILES = ("records/*",)
_FOLDER = Path(__file__).parent / "records"
_PREFIX = "pirqa:"


def shipped_records() -> tuple[str, ...]:
    """Return the names of the record files that come with pirqa; ``records/README.md`` describes each."""
    return tuple(
        sorted(path.name for path in _FOLDER.iterdir() if path.is_file() and path.suffix not in (".md", ".csv"))
    )


def shipped_flatfile() -> Path:
    """Return the flatfile of the motions that come with pirqa: event, magnitude, station, files, licence of each."""
    return _FOLDER / "flatfile.csv"


def shipped_unit(path: Path) -> str | None:
    """Return the unit that the flatfile knows of a shipped record whose file states none; none for other files."""
    known = _units().get(path.name)
    return known if known is not None and path.resolve().parent == _FOLDER.resolve() else None


@functools.cache
def _units() -> dict[str, str]:
    """Return the unit of each shipped file that the flatfile gives one for, by name."""
    with shipped_flatfile().open(encoding="utf-8", newline="") as file:
        return {
            name.strip(): row["unit"] for row in csv.DictReader(file) if row["unit"] for name in row["files"].split(";")
        }


def record_path(name: str, folder: Path) -> Path:
    """Path of the record ``name``: a shipped one after ``pirqa:``, else a path from ``folder`` on."""
    if not name.startswith(_PREFIX):
        return folder / name
    shipped = name.removeprefix(_PREFIX).strip()
    known = shipped_records()
    if shipped not in known:
        raise RecordError(f'"{name}": no such record comes with pirqa; {_nearest(shipped, known)}')
    return _FOLDER / shipped


def _nearest(name: str, known: tuple[str, ...]) -> str:
    lowered = {item.lower(): item for item in known}  # did_you_mean compares in lower case
    hint = did_you_mean(name, lowered)
    for low, item in lowered.items():
        hint = hint.replace(low, item)
    return hint


LARGEST_FILE = 200_000_000
"""Bytes: a day of three components as text is less; what is larger is refused before it fills the memory."""

FiledUnit = Literal["m/s2", "cm/s2", "gal", "mg", "g", "g/10", "mm/s2", "in/s2", "ft/s2"]
"""Units of acceleration in files."""

DecimalMark = Literal[".", ","]
"""Mark between whole numbers and decimals; the other one, blanks or apostrophes may part thousands."""

UNITS: dict[str, float] = {
    "m/s2": 1.0,
    "cm/s2": 0.01,
    "gal": 0.01,
    "mg": 1e-3 * STANDARD_GRAVITY,
    "g": STANDARD_GRAVITY,
    "g/10": 0.1 * STANDARD_GRAVITY,
    "mm/s2": 1e-3,
    "in/s2": 0.0254,
    "ft/s2": 0.3048,
}
"""m/s2 in a unit of a file."""

Measured = Literal["acceleration", "velocity", "displacement"]

SensorLevel = Literal["surface", "borehole"]
"""Where a sensor of a station with two of them stands."""


@dataclass(frozen=True, kw_only=True)
class ReadAs:
    """What a file may not say itself."""

    unit: FiledUnit | None = None
    """Unit of the accelerations."""
    step: Annotated[Time, Gt(0)] | None = None
    """Between samples [s], for columns without time."""
    components: tuple[str, ...] = ()
    """Names of the components, in the file's order (plain columns and CSV)."""
    decimal: DecimalMark | None = None
    """Decimal mark, where the numbers do not tell it (plain columns and CSV)."""
    response: str | None = None
    """StationXML with the instrument's response, beside a miniSEED or SAC file."""
    sensitivity: Annotated[float, Gt(0)] | None = None
    """Counts in 1 m/s2, instead of a response."""

    def __post_init__(self) -> None:
        check_bounds(self, "record")


@dataclass(frozen=True, kw_only=True, eq=False)
class Channel:
    """One component as filed."""

    name: str
    """As the file calls it, in short: NS, EW, UD, 140, HNE."""
    values: FloatArray
    """SI, shape (samples,)."""
    step: float
    """Between samples [s]; the median where they are uneven."""
    unit: str
    """Unit in the file, for the report: gal, g/10, counts."""
    measured: Measured = "acceleration"
    azimuth: float | None = None
    """Of positive motion, clockwise from north [rad]."""
    vertical: bool = False
    """Whether it is the vertical component; positive upwards (a reader turns those that count downwards)."""
    known_by: KnownBy | None = None
    """How the component is known where no header describes it; none where one does."""
    times: FloatArray | None = None
    """Of the samples [s] where they are uneven, shape (samples,); none where they are even."""
    delay: float = 0.0
    """Of the first sample after the record's time [s]."""
    initial_velocity: float = 0.0
    """At the first sample [m/s], where the file says it."""
    initial_displacement: float = 0.0
    """At the first sample [m], where the file says it."""
    level: SensorLevel | None = None
    """Level of the sensor where the station has one at the surface and one in a borehole."""
    band: tuple[float, ...] = ()
    """Corners of the filters that the file says it went through, low and high [Hz]; 0 or infinite where only one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Record:
    """A strong-motion record as filed."""

    origin: Origin
    channels: tuple[Channel, ...]
    corrected: bool = False
    """Whether the file says that somebody has corrected its baseline or filtered it."""
    remarks: tuple[Remark, ...] = ()

    @property
    def accelerations(self) -> tuple[Channel, ...]:
        """The channels that hold acceleration."""
        return tuple(channel for channel in self.channels if channel.measured == "acceleration")

    def channel(self, name: str) -> Channel:
        """The acceleration channel called ``name``."""
        for channel in self.accelerations:
            if channel.name == name:
                return channel
        known = ", ".join(channel.name for channel in self.accelerations)
        raise RecordError(f'{self.origin.file}: has no component "{name}"; there is {known}')

    def __str__(self) -> str:
        origin = self.origin
        where = ", ".join(text for text in (origin.station, origin.agency, origin.event, origin.time) if text)
        lines = [f"{origin.file} ({origin.format}){f': {where}' if where else ''}"]
        for channel in self.accelerations:
            peak = channel.values[abs(channel.values).argmax()]
            even = "even" if channel.times is None else "uneven"
            lines.append(
                f"  {channel.name:<8} {len(channel.values)} samples, {even} step {channel.step:g} s, "
                f"peak {peak:.4g} m/s2 (filed in {channel.unit})"
            )
        return "\n".join(lines)


def read_bytes(path: Path) -> bytes:
    """The content of ``path``, or a :class:`RecordError` that says why not."""
    return read_record(path, LARGEST_FILE, too_large="cut out the earthquake", empty="fetch it again")


def unit_value(path: Path, asked: FiledUnit | None, found: FiledUnit | None) -> tuple[float, str, tuple[Remark, ...]]:
    """Return m/s2 in a unit of the file, the unit's name and remarks.

    The unit is that of the user, else that of the file, else the one known of a record that comes with pirqa.
    """
    found = found or cast(FiledUnit | None, shipped_unit(path))
    unit = asked or found
    if unit is None:
        raise RecordError(
            f'{path}: does not say the unit of its accelerations; give it, for example unit = "g", or --unit gal'
        )
    if asked is not None and found is not None and UNITS[asked] != UNITS[found]:
        said = Remark(kind="warning", key="record_unit_overruled", text=f"{found} → {asked}")
        return UNITS[unit], unit, (said,)
    return UNITS[unit], unit, ()


def join_records(records: Sequence[Record]) -> Record:
    """The components of several files on one clock; where a file states no time, they are taken to start together."""
    if len(records) == 1:
        return records[0]
    records = _named_by_file(records)
    files = ", ".join(record.origin.file for record in records)
    levels = {channel.level for record in records for channel in record.accelerations if channel.level is not None}
    if len(levels) > 1:
        raise RecordError(
            f"{files}: some were recorded at the surface, others in the borehole of the station; give files of one "
            "level as one motion"
        )
    names = [channel.name for record in records for channel in record.accelerations]
    for name in names:
        if names.count(name) > 1:
            raise RecordError(f'{files}: two of the files hold a component "{name}"; give one file for each component')
    stations = {record.origin.station for record in records if record.origin.station}
    told: list[Remark] = []
    if len(stations) > 1:
        told.append(Remark(kind="warning", key="record_stations_differ", text=", ".join(sorted(stations))))
    channels, first, said = _on_one_clock(records, files)
    return Record(
        origin=replace(
            first.origin, file=files, digest=digest("".join(record.origin.digest for record in records).encode())
        ),
        channels=channels,
        corrected=any(record.corrected for record in records),
        remarks=(*(remark for record in records for remark in record.remarks), *told, *said),
    )


def _named_by_file(records: Sequence[Record]) -> list[Record]:
    """Return the records; components that are known by number alone and share it are labelled by their files.

    The label lets the user choose one of them. It states no direction: the name of a file is no heading.
    """
    names = [channel.name for record in records for channel in record.accelerations]

    def label(record: Record, channel: Channel) -> Channel:
        if channel.known_by != "order" or names.count(channel.name) < 2:
            return channel
        stem = Path(record.origin.file).stem
        return replace(channel, name=stem if len(record.accelerations) == 1 else f"{stem} {channel.name}")

    return [
        replace(record, channels=tuple(label(record, channel) for channel in record.channels)) for record in records
    ]


def _on_one_clock(records: Sequence[Record], files: str) -> tuple[tuple[Channel, ...], Record, list[Remark]]:
    """Channels with their delay after the file that starts first, that file, and what to remark."""
    starts = [_moment(record.origin.time) for record in records]
    known = [start for start in starts if start is not None]
    if len(known) < len(records):
        dates = {record.origin.time[:10] for record in records if record.origin.time}
        if len(dates) > 1:
            raise RecordError(
                f"{files}: are of different days, {', '.join(sorted(dates))}; give files of one earthquake"
            )
        told = Remark(kind="assumption", key="record_starts_together", text=files)
        return tuple(channel for record in records for channel in record.channels), records[0], [told]
    earliest = min(known)
    delays = [(start - earliest).total_seconds() for start in known]
    ends = [
        min(delay + channel.delay + channel.step * (len(channel.values) - 1) for channel in record.accelerations)
        for delay, record in zip(delays, records, strict=True)
    ]
    if max(delays) >= min(ends):
        times = ", ".join(record.origin.time for record in records)
        raise RecordError(f"{files}: start at {times} and have no time in common; give files of one earthquake")
    channels = tuple(
        replace(channel, delay=channel.delay + delay)
        for delay, record in zip(delays, records, strict=True)
        for channel in record.channels
    )
    return channels, records[delays.index(0.0)], []


def _moment(text: str) -> datetime | None:
    """A time with its clock, as if of UTC where no zone is stated; none where there is no such time."""
    try:
        moment = datetime.fromisoformat(text) if len(text) > 10 else None
    except ValueError:
        return None
    return moment if moment is None or moment.tzinfo is not None else moment.replace(tzinfo=UTC)
