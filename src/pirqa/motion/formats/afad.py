"""AFAD (Turkey) text, once NSMN: lines ``KEY : value``, a line that names the columns, three columns of samples.

The header states step, count, unit and the peaks, these without sign. Its letters are Turkish, in 8 bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    FETCH,
    KeyedHeader,
    believed_step,
    believed_unit,
    compare_counts,
    compare_peaks,
    directed,
    direction_of,
    distinct,
    free_rows,
    header_lines,
    moment,
    station_place,
)
from pirqa.motion.formats.text import (
    DECIMAL,
    LONGEST_LINE,
    TextFile,
    check_last_number,
    decoded_words,
    first_lines,
    number_of,
    printed_resolution,
)
from pirqa.motion.record import Channel, ReadAs, Record

_TITLE = "STRONG GROUND MOTION RECORDS OF T"
_MARKS = ("NUMBER OF DATA", "SAMPLING INTERVAL", "RAW PGA VALUES")
_HEADER_LINES = 60
_KEY = re.compile(r"\s*([^:(]{1,60}?)\s*(?:\(([^()]{1,20})\))?\s*:(.*)")
_PLACE = re.compile(rf"({DECIMAL})\s*([NS])\s*[-,; ]\s*({DECIMAL})\s*([EW])")
_PEAK = re.compile(r"\(([^()]{1,20})\)\s*([^\s()]+)")
_TURKISH = "cp1254"
_SECONDS = ("s", "sec", "sn", "")


@dataclass(frozen=True, kw_only=True)
class _Heading:
    """What stands above the samples."""

    header: KeyedHeader
    units: dict[str, str]
    """What stands in brackets behind a key."""
    names: tuple[str, ...]
    """Columns, in the file's order."""
    first: int
    """Line of the first samples."""


def recognises(data: bytes, name: str) -> bool:
    """Return whether the head has the title of these files, or the three keys that their data need."""
    head = "\n".join(first_lines(data, 30)).upper()
    return _TITLE in head or all(mark in head for mark in _MARKS)


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """Return the record of an AFAD file, all components."""
    file = decoded_words(path, data, eight_bit=_TURKISH)
    heading = _heading(file)
    header, first = heading.header, heading.first
    line, interval = header.positive("SAMPLING INTERVAL")
    if heading.units.get("SAMPLING INTERVAL", "").lower() not in _SECONDS:
        unit = heading.units["SAMPLING INTERVAL"]
        raise file.fault(line, f"SAMPLING INTERVAL is in {unit}, not in seconds as these files have it; {FETCH}")
    step = believed_step(file, line, asked, interval, "SAMPLING INTERVAL")
    line, text = header.required("NUMBER OF DATA")
    stated = file.whole(line, text, "NUMBER OF DATA", least=2)
    line, _ = header.required("RAW PGA VALUES")
    factor, unit = believed_unit(file, line, asked, heading.units.get("RAW PGA VALUES", ""))
    peaks = _peaks(heading)

    last = file.end(first)
    if last - first < 1:
        raise file.fault(first - 1, f"no samples follow the names of the columns; {FETCH}")
    samples = free_rows(file, first, last, len(heading.names)).reshape(-1, len(heading.names))
    names = ", ".join(heading.names)
    remarks = list(compare_counts(file, last - 1, names, found=len(samples), stated=stated, kept=True))
    check_last_number(file, data)
    fineness = max(printed_resolution(cell) for cell in file.lines[first].split())
    channels: list[Channel] = []
    for column, name in enumerate(heading.names):
        filed = Channel(name=name, values=factor * samples[:, column], step=step, unit=unit)
        channel, said = directed(filed, *direction_of(name))
        channels.append(channel)
        remarks += said
        if name in peaks:
            peak = number_of(peaks[name])
            rounded = factor * (printed_resolution(peaks[name]) + fineness)
            remarks += compare_peaks(name, channel.values, factor * (peak or 0.0), rounded=rounded, share=0.0)
    origin, placed = _origin(heading)
    return Record(origin=origin, channels=distinct(channels), remarks=(*remarks, *placed))


def _short(name: str) -> str:
    """Return N-S as NS."""
    return name.strip().replace("-", "").upper()


def _heading(file: TextFile) -> _Heading:
    """Return the header; it ends with the line that names the columns."""
    entries: list[tuple[int, str, str]] = []
    units: dict[str, str] = {}
    last = min(len(file.lines), _HEADER_LINES)
    for index, line in enumerate(line[:LONGEST_LINE] for line in file.lines[:last]):
        if match := _KEY.fullmatch(line):
            key = " ".join(match[1].upper().split())
            units.setdefault(key, (match[2] or "").strip())
            entries.append((index, key, match[3].strip()))
            continue
        words = line.split()
        if words and all(_is_direction(word) for word in words):
            names = tuple(_short(word) for word in words)
            if len(set(names)) < len(names):
                raise file.fault(index, f"names a component twice ({', '.join(names)}); {FETCH}")
            header = header_lines(file, entries, index)
            return _Heading(header=header, units=units, names=names, first=index + 1)
        if words and all(number_of(word) is not None for word in words):
            raise file.fault(
                index, f'numbers stand here, but no line above names their columns as "N-S E-W U-D"; {FETCH}'
            )
    if not file.lines:
        raise RecordError(f"{file.path}: is empty; {FETCH}")
    raise file.fault(last - 1, f'no line up to here names the columns as "N-S E-W U-D"; {FETCH}')


def _is_direction(word: str) -> bool:
    azimuth, vertical, _ = direction_of(word)
    return (azimuth is not None or vertical) and not word[-1:].isdigit()


def _peaks(heading: _Heading) -> dict[str, str]:
    """Return the stated peaks as they are printed, by component."""
    line, text = heading.header.required("RAW PGA VALUES")
    file = heading.header.file
    peaks = {_short(name): peak for name, peak in _PEAK.findall(text)}
    if not peaks:
        raise file.fault(line, f'RAW PGA VALUES is "{text[:40]}"; it must be like (N-S) 158.76 (E-W) 102.01; {FETCH}')
    for name, peak in peaks.items():
        if number_of(peak) is None:
            raise file.fault(line, f'states a peak of {name} of "{peak[:20]}", which is no finite number; {FETCH}')
        if name not in heading.names:
            held = ", ".join(heading.names)
            raise file.fault(line, f"states a peak of {name}, but the columns are {held}; {FETCH}")
    return peaks


def _origin(heading: _Heading) -> tuple[Origin, tuple[Remark, ...]]:
    """Return station, event and time of the first sample, and what to remark of the place."""
    header = heading.header
    place = _PLACE.search(header.text("STATION COORDINATES").upper())
    north = number_of(place[1]) if place else None
    east = number_of(place[3]) if place else None
    if place and north is not None and east is not None:
        north, east = (-north if place[2] == "S" else north), (-east if place[4] == "W" else east)
    north, east, remarks = station_place(north, east)
    recorded = header.text("RECORD TIME")
    begun = moment(recorded)
    zone = "Z" if re.search(r"\((GMT|UTC)\)", recorded.upper()) else ""
    size = header.text("EARTHQUAKE MAGNITUDE")
    event = (header.text("EARTHQUAKE DATE"), f"M {size}" if number_of(size) is not None else size)
    return Origin(
        format="afad",
        station=" ".join(text for text in (header.text("STATION ID"), header.text("PLACE")) if text),
        agency="AFAD",
        event=", ".join(text for text in event if text),
        time=f"{begun}{zone}" if begun else "",
        latitude=north,
        longitude=east,
    ), remarks
