"""One record of files that hold a component each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.remark import Remark
from pirqa.motion.record import Channel, Record
from pirqa.provenance import digest

__all__ = ["join_records"]


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
