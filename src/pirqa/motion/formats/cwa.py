"""CWA (Taiwan, once CWB) text: lines ``#Key: value``, then time and three components in fields of fixed width.

``#DataSequence`` gives the order of the columns, in which up is the first component, ``#Data`` their number and width.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

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
    fixed_rows,
    header_lines,
    moment,
    printed_step,
    station_place,
)
from pirqa.motion.formats.text import (
    DECIMAL,
    LONGEST_LINE,
    TextFile,
    decoded_words,
    first_lines,
    number_of,
    printed_resolution,
)
from pirqa.motion.record import Channel, ReadAs, Record

_MARKS = ("#STATIONCODE", "#STARTTIME", "#RECORDLENGTH", "#SAMPLERATE", "#AMPLITUDEUNIT", "#DATASEQUENCE")
_HEADER_LINES = 80
_KEY = re.compile(r"\s*#\s*([^:(]{1,60}?)\s*(?:\(([^()]{1,20})\))?\s*:(.*)")
_AXIS = re.compile(r"([A-Za-z]{1,10})\s*\(([+-])\)")
_RANGE = re.compile(rf"({DECIMAL})\s*~\s*({DECIMAL})")
_SHAPE = re.compile(r"([1-9]\d?)F([1-9]\d?)\.\d{1,2}", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class _Axis:
    """A column of samples."""

    name: str
    azimuth: float | None
    """Of positive motion [rad]."""
    vertical: bool
    sign: float
    """-1 where positive is downwards."""


def recognises(data: bytes, name: str) -> bool:
    """Return whether three of the keys that only these files have are in the head."""
    head = "\n".join(first_lines(data, 40)).upper()
    return sum(mark in head for mark in _MARKS) >= 3


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """Return the record of a CWA file, all components."""
    file = decoded_words(path, data, eight_bit="latin-1")
    header, zones, first = _header(file)
    axes = _axes(header)
    columns, width = len(axes) + 1, _width(header, len(axes) + 1)
    line, text = header.required("AmplitudeUnit")
    factor, unit = believed_unit(file, line, asked, re.split(r"[\s;,]", text)[0])
    line, rate = header.positive("SampleRate")
    step = believed_step(file, line, asked, 1.0 / rate, "SampleRate(Hz)")
    _, length = header.positive("RecordLength")

    last = file.end(first)
    if last - first < 2:
        raise file.fault(first - 1, f"{last - first} rows of samples follow; {FETCH}")
    table = fixed_rows(file, first, last, width=width, per_line=columns).reshape(-1, columns)
    names = ", ".join(axis.name for axis in axes)
    stated = round(min(length * rate, 1e12))
    remarks = list(compare_counts(file, last - 1, names, found=len(table), stated=stated, kept=True))
    cells = [file.lines[first][at : at + width].strip() for at in range(0, columns * width, width)]
    fineness = printed_resolution(cells[0])
    own, times = printed_step(file, first, asked, table[:, 0], resolution=fineness, what="the time column")
    if abs(own - step) > 0.01 * step:
        raise file.fault(
            line,
            f"states {rate:g} samples a second, but the times from line {first + 1} on are {own:g} s apart; {FETCH}",
        )
    channels: list[Channel] = []
    for column, axis in enumerate(axes, 1):
        filed = Channel(
            name=axis.name,
            values=factor * table[:, column],
            step=step if times is None else own,
            unit=unit,
            times=times,
        )
        channel, said = directed(filed, axis.azimuth, axis.vertical, axis.sign)
        channels.append(channel)
        rounded = factor * printed_resolution(cells[column])
        peak, digit = _stated_peak(header, axis.name)
        stated_peak = None if peak is None else factor * peak
        remarks += (
            *said,
            *compare_peaks(axis.name, channel.values, stated_peak, rounded=rounded + factor * digit, share=0.0),
        )
    origin, placed = _origin(header, zones, float(table[0, 0]))
    corrected = "CORR" in text.upper()
    return Record(origin=origin, channels=tuple(channels), corrected=corrected, remarks=(*remarks, *placed))


def _header(file: TextFile) -> tuple[KeyedHeader, dict[str, str], int]:
    """Return the header, what stands in brackets behind its keys (``GMT+08``), and the first line of samples."""
    entries: list[tuple[int, str, str]] = []
    brackets: dict[str, str] = {}
    last = min(len(file.lines), _HEADER_LINES)
    index = 0
    for index, line in enumerate(line[:LONGEST_LINE] for line in file.lines[:last]):
        if match := _KEY.fullmatch(line):
            entries.append((index, match[1], match[3].strip()))
            brackets.setdefault(match[1], (match[2] or "").strip())
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    else:
        raise file.fault(max(last - 1, 0), f"no samples follow the header; {FETCH}")
    return header_lines(file, entries, max(index - 1, 0)), brackets, max(index, 1)


def _axes(header: KeyedHeader) -> tuple[_Axis, ...]:
    """Return the columns behind the time, as ``Time U(+); N(+); E(+)`` orders them."""
    line, text = header.required("DataSequence")
    found = re.fullmatch(r"Time\s+(.*)", text, re.IGNORECASE)
    axes: list[_Axis] = []
    for word in found[1].strip(" ;").split(";") if found else ():
        match = _AXIS.fullmatch(word.strip())
        azimuth, vertical, sign = direction_of(match[1]) if match else (None, False, 1.0)
        if match is None or (azimuth is None and not vertical):
            raise header.file.fault(
                line, f'DataSequence has "{word.strip()[:20]}", which is no component as U(+), N(+), E(+); {FETCH}'
            )
        if match[2] == "-":
            azimuth, sign = (None, -sign) if azimuth is None else ((azimuth + math.pi) % (2.0 * math.pi), sign)
        axes.append(_Axis(name=match[1].upper(), azimuth=azimuth, vertical=vertical, sign=sign))
    names = [axis.name for axis in axes]
    if not axes or len(set(names)) < len(names):
        raise header.file.fault(
            line,
            f'DataSequence is "{text[:40]}"; it must be Time, then each component once, as U(+); N(+); E(+): {FETCH}',
        )
    return tuple(axes)


def _width(header: KeyedHeader, columns: int) -> int:
    """Return the width of a field; their number must be that of the columns."""
    line, text = header.required("Data")
    shape = _SHAPE.fullmatch(text)
    if shape is None or int(shape[1]) != columns:
        raise header.file.fault(
            line, f'Data is "{text[:40]}", but DataSequence names {columns} columns, {columns}F10.3; {FETCH}'
        )
    return int(shape[2])


def _stated_peak(header: KeyedHeader, name: str) -> tuple[float | None, float]:
    """Return the stated extreme of larger size in the file's unit, none where there is none, and its last digit."""
    key = f"AmplitudeMAX. {name}"
    if key not in header.entries:
        return None, 0.0
    line, text = header.required(key)
    match = _RANGE.fullmatch(text)
    ends = [number_of(match[1]), number_of(match[2])] if match else []
    if match is None or None in ends:
        raise header.file.fault(line, f'{key} is "{text[:40]}"; it must be two numbers as 6.999~ -7.118: {FETCH}')
    largest = max((end for end in ends if end is not None), key=abs)
    return largest, max(printed_resolution(match[1]), printed_resolution(match[2]))


def _origin(header: KeyedHeader, zones: dict[str, str], delay: float) -> tuple[Origin, tuple[Remark, ...]]:
    """Return station, event and time of the first sample, ``delay`` [s] after StartTime, and what to remark."""
    ahead = re.fullmatch(r"(?:GMT|UTC)\s*([+-]\d{1,2})?", zones.get("StartTime", "").upper())
    hours = float(ahead[1] or 0.0) if ahead else 0.0
    begun = moment(header.text("StartTime"), shift=delay - 3600.0 * hours)
    size = header.text("Magnitude")
    happened = f"{header.text('Origin Time')} {zones.get('Origin Time', '')}".strip()
    north, east, remarks = station_place(header.number("StationLatitude"), header.number("StationLongitude"))
    station = (header.text("StationCode"), header.text("StationName"))
    event = (happened, f"M {size}" if size else "")
    return Origin(
        format="cwa",
        station=" ".join(text for text in station if text),
        agency="CWA",
        event=", ".join(text for text in event if text),
        time=f"{begun}Z" if begun and ahead else begun,
        latitude=north,
        longitude=east,
    ), remarks
