"""Files of the COSMOS strong-motion data format 1.20 (2001): V0, V1, V2, V2c; text, integer and real headers, data.

Positions of header values count from 1 as in the description of the format, and from 0 in the code.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    code_known_by,
    compare_durations,
    compare_peaks,
    directed,
    distinct,
    in_range,
    iso_time,
    named_unit,
    surplus_left_out,
    used_step,
)
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, check_finite, decoded, first_lines
from pirqa.motion.record import Channel, FiledUnit, Measured, ReadAs, Record, unit_value
from pirqa.units import STANDARD_GRAVITY

_MOST_CHANNELS = 300
_FIRST = re.compile(r"\(\s*Format\s+v\s*[\d.]+\s+with\s+(\d{1,3})\s+text lines?\s*\)", re.IGNORECASE)
_BLOCK = re.compile(r"^\s*(\d{1,6})\s+(Integer|Real)-header values", re.IGNORECASE)
_FORMAT = re.compile(r"Format\s*=\s*\(\s*(.*)", re.IGNORECASE)
_FORTRAN = re.compile(r"(?:(?:\d*P)[\s,]*)?(\d*)\s*\(?(?:\d*P[\s,]*)?([IFEGD])[NS]?(\d{1,3})", re.IGNORECASE)
_DATA = re.compile(r"^\s*(\d+)\s+(.{0,60}?)\b(?:pts|points)\b(.*)$", re.IGNORECASE)
_UNITS = re.compile(r"units\s*=\s*([^(,]{0,20}?)\s*(?:\(\s*(\d{1,3})\s*\))?\s*,", re.IGNORECASE)
_END = re.compile(r"\s*(/&|End.of.data|-{3})", re.IGNORECASE)
_CODES: dict[int, FiledUnit] = {2: "g", 4: "cm/s2", 7: "in/s2", 10: "gal", 11: "mg"}
_OTHERS = {5: (0.01, "cm/s"), 6: (0.01, "cm"), 8: (0.0254, "in/s"), 9: (0.0254, "in")}
_COUNTS, _UP, _DOWN, _VERTICAL = 50, 400, 401, 402


@dataclass(frozen=True, kw_only=True)
class _Header:
    """What comes before the data of one channel."""

    start: int
    text: tuple[str, ...]
    integers: FloatArray
    reals: FloatArray
    comments: tuple[str, ...]
    unknown: tuple[float, float]
    """Marks of a missing integer and of a missing real value."""

    def integer(self, at: int) -> float | None:
        """Integer ``at``, none where it is missing."""
        return None if self.integers[at] == self.unknown[0] else float(self.integers[at])

    def real(self, at: int) -> float | None:
        """Real ``at``, none where it is missing."""
        return None if math.isclose(self.reals[at], self.unknown[1], abs_tol=1e-6) else float(self.reals[at])


def recognises(data: bytes, name: str) -> bool:
    """Whether the first line says that the format is COSMOS."""
    lines = first_lines(data, 1)
    return bool(lines) and _FIRST.search(lines[0][:LONGEST_LINE]) is not None


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record of a COSMOS file: all its channels."""
    file = decoded(path, data)
    channels: list[Channel] = []
    moments: list[str] = []
    remarks: list[Remark] = []
    header: _Header | None = None
    first: _Header | None = None
    index = 0
    while index < len(file.lines):
        line = file.lines[index][:LONGEST_LINE]
        if not line.strip() or _END.match(line):
            index += 1
        elif _FIRST.search(line):
            header, index = _read_header(file, index)
            first = first or header
        elif header is not None and _DATA.match(line):
            if len(channels) >= _MOST_CHANNELS:
                raise file.fault(index, f"there are more than {_MOST_CHANNELS} channels; fetch the file again")
            channel, index, said = _channel(file, index, header, asked)
            channels.append(channel)
            moments.append(_moment(header))
            remarks += [remark for remark in said if remark not in remarks]
        else:
            raise file.fault(index, f'"{line.strip()[:30]}" is no line that this format has here; fetch the file again')
    if not channels or first is None:
        raise file.fault(len(file.lines) - 1, "the file ends before its data; it was cut off: fetch it again")
    time, delays = _delays(moments)
    return Record(
        origin=_origin(first, time),
        channels=distinct([replace(channel, delay=delay) for channel, delay in zip(channels, delays, strict=True)]),
        corrected=bool(first.integers[0] >= 2) or first.text[0].lower().lstrip().startswith("corrected"),
        remarks=tuple(remarks),
    )


def _read_header(file: TextFile, start: int) -> tuple[_Header, int]:
    """The header that begins at line ``start``, and the line after it."""
    match = _FIRST.search(file.line(start)[:LONGEST_LINE])
    count = max(int(match[1]) if match else 13, 9)
    file.line(start + count)
    text = tuple(line[:LONGEST_LINE] for line in file.lines[start : start + count])
    integers, index = _values(file, start + count, "Integer", least=62)
    reals, index = _values(file, index, "Real", least=65)
    match = re.match(r"\s*(\d{1,6})\s+Comment", file.line(index)[:LONGEST_LINE], re.IGNORECASE)
    if match is None:
        raise file.fault(index, "should count the comment lines; fetch the file again")
    end = index + 1 + int(match[1])
    file.line(end)
    comments = tuple(line[:LONGEST_LINE] for line in file.lines[index + 1 : end])
    marks = re.search(r"unspecified:\s*([-+.\d]+)\s*,\s*([-+.\d]+)", text[-1])
    try:
        unknown = (float(marks[1]), float(marks[2])) if marks else (-999.0, -999.0)
    except ValueError:
        unknown = (-999.0, -999.0)
    header = _Header(start=start, text=text, integers=integers, reals=reals, comments=comments, unknown=unknown)
    return header, end


def _values(file: TextFile, index: int, kind: str, *, least: int) -> tuple[FloatArray, int]:
    """The integer or real header values announced in line ``index``, and the line after them."""
    match = _BLOCK.match(file.line(index)[:LONGEST_LINE])
    if match is None or match[2].lower() != kind.lower():
        raise file.fault(index, f"should announce the {kind}-header values; fetch the file again")
    count = int(match[1])
    if count < least:
        raise file.fault(index, f"announces {count} {kind}-header values; at least {least} are needed")
    per_line, width = _fortran(file, index)
    values, after = file.fixed(index + 1, count, width=width, per_line=per_line)
    check_finite(file, index + 1, values)
    return values, after


def _fortran(file: TextFile, index: int) -> tuple[int, int]:
    """Numbers in a line and the width of each, from the Fortran format that line ``index`` states."""
    match = _FORMAT.search(file.line(index)[:LONGEST_LINE])
    inner = _FORTRAN.match(match[1]) if match else None
    per_line, width = (int(inner[1] or 1), int(inner[3])) if inner else (0, 0)
    if not (1 <= per_line <= 1000 and 1 <= width <= 64):
        raise file.fault(index, "states no format of numbers such as (8F10.3) or (10I8); fetch the file again")
    return per_line, width


def _channel(file: TextFile, index: int, header: _Header, asked: ReadAs) -> tuple[Channel, int, list[Remark]]:
    """The channel whose data line ``index`` announces, the line after its data, and what to remark."""
    line = file.line(index)[:LONGEST_LINE]
    match = _DATA.match(line)
    assert match is not None
    count = file.whole(index, match[1], "the number of points", least=2)
    measured = _measured(file, index, match[2])
    factor, unit, remarks = _unit(file, index, measured, header, asked)
    per_line, width = _fortran(file, index)
    numbers, after = file.counted(index + 1, count, width=width, per_line=per_line, end=_END)
    if unit != "counts":
        _check_missing(file, index, numbers, header, per_line)
    given = header.real(61)
    step, said = used_step(file, header.start, asked, None if given is None else 1e-3 * given, "real header value 62")
    name, azimuth, vertical, sign, assumed = _direction(header)
    after, surplus = surplus_left_out(file, index + 1, after, name, count, width=width, per_line=per_line)
    low, high = header.real(53), header.real(56)
    band = (low if low is not None and low > 0.0 else 0.0, high if high is not None and high > 0.0 else math.inf)
    filed = Channel(
        name=name,
        values=numbers * factor,
        step=step,
        unit=unit,
        measured=measured,
        band=band if header.integers[0] == 2 and band != (0.0, math.inf) and band[0] < band[1] else (),
    )
    known_by = code_known_by(name) if azimuth is None and not vertical else None
    channel, turned = directed(filed, azimuth, vertical, sign, known_by)
    remarks += [*said, *assumed, *surplus, *turned]
    remarks += compare_durations(name, found=count * step, stated=header.real(62), step=step)
    peak = header.real(63)
    if measured == "acceleration" and peak is not None:
        remarks += compare_peaks(name, channel.values, peak * factor)
    return channel, after, remarks


def _measured(file: TextFile, index: int, words: str) -> Measured:
    """What the data line says that the values are."""
    known: dict[str, Measured] = {"acc": "acceleration", "vel": "velocity", "dis": "displacement"}
    for word, measured in known.items():
        if re.search(rf"\b{word}", words, re.IGNORECASE):
            return measured
    raise file.fault(index, f'announces "{words.strip()[:30]}"; give the file with accelerations')


def _unit(
    file: TextFile, index: int, measured: Measured, header: _Header, asked: ReadAs
) -> tuple[float, str, list[Remark]]:
    """SI in a unit of the data, its name, and what to remark."""
    match = _UNITS.search(file.line(index)[:LONGEST_LINE])
    stated = header.integer(2)
    code = int(match[2]) if match and match[2] else None
    if code is None:
        known = named_unit(match[1]) if match else None
        found = known[1] if known else None
        named = next((number for number, unit in _CODES.items() if unit == found), None)
        code = named if named is not None else int(stated) if stated is not None and abs(stated) < 1000 else None
    remarks: list[Remark] = []
    if measured != "acceleration":
        if code not in _OTHERS:
            raise file.fault(index, f"gives the {measured} in a unit (code {code}) that is not known; remove that part")
        return (*_OTHERS[code], remarks)
    if stated is not None and code != stated and header.integer(1) == 1:
        remarks.append(Remark(kind="warning", key="record_unit_conflict", amount=float(code or 0), stated=stated))
    if code == _COUNTS:
        if asked.sensitivity is not None:
            return 1.0 / asked.sensitivity, "counts", remarks
        if asked.unit is None:
            raise RecordError(f"{file.path}: line {index + 1}: {_counts_remedy(header)}")
        remarks.append(Remark(kind="warning", key="record_unit_overruled", text=f"counts → {asked.unit}"))
        return (*unit_value(file.path, asked.unit, None)[:2], remarks)
    if code not in _CODES and asked.unit is None:
        raise file.fault(index, f'gives a unit (code {code}) that is not known; give it, for example unit = "gal"')
    factor, unit, said = unit_value(file.path, asked.unit, _CODES.get(code) if code is not None else None)
    return factor, unit, [*remarks, *said]


def _counts_remedy(header: _Header) -> str:
    """What to do with counts; header values 22 [µV in a count], 42 [V in 1 g] and 47 (gain) suggest a sensitivity."""
    least, sensor, gain = header.real(21), header.real(41), header.real(46) or 1.0
    text = (
        "the data are counts of a digitiser, not accelerations; give sensitivity (counts in 1 m/s2) or a converted file"
    )
    if least is None or sensor is None or not (least > 0.0 and sensor > 0.0 and gain > 0.0):
        return text
    return f"{text}; its header suggests {sensor * gain / (1e-6 * least * STANDARD_GRAVITY):.6g}"


def _check_missing(file: TextFile, index: int, numbers: FloatArray, header: _Header, per_line: int) -> None:
    """An error where values carry the mark of missing ones."""
    gaps = np.flatnonzero(numbers == header.unknown[1])
    if len(gaps):
        raise file.fault(
            index + 1 + int(gaps[0]) // per_line,
            f"sample {gaps[0] + 1} is marked as missing ({header.unknown[1]:g}), {len(gaps)} in all; "
            "cut the gap out or use another record",
        )


def _direction(header: _Header) -> tuple[str, float | None, bool, float, list[Remark]]:
    """Name, azimuth [rad], whether vertical, -1 where that counts downwards, and what to remark.

    From integer 54, else the text, else the channel's code.
    """
    code = header.integer(53)
    coded = re.search(r"<SCNL>\s*[^.\s]*\.([^.\s]+)\.", "\n".join(header.comments))
    name = coded[1] if coded else ""
    number = re.match(r"\s*Sta Chan?\s*:?\s*(\d+)", header.text[8], re.IGNORECASE)
    if code in (_UP, _DOWN, _VERTICAL):
        return name or ("Down" if code == _DOWN else "Up"), None, True, -1.0 if code == _DOWN else 1.0, []
    if code is None or not 1.0 <= code <= 360.0:
        match = re.search(r":\s*(\d{1,3})\s*deg", header.text[8], re.IGNORECASE)
        code = float(match[1]) if match and int(match[1]) <= 360 else None
    if code is not None:
        return name or f"{code:.0f}", math.radians(code % 360.0), False, 1.0, []
    if re.search(r":\s*(Up|Vert)", header.text[8], re.IGNORECASE):
        return name or "Up", None, True, 1.0, []
    if name.upper().endswith("Z"):
        return name, None, True, 1.0, [Remark(kind="assumption", key="record_direction_from_code", text=name)]
    return name or f"channel {number[1] if number else 1}", None, False, 1.0, []


def _moment(header: _Header) -> str:
    """ISO 8601 of a channel's first sample, as integers 40 and 42–45 and real 30 give it."""
    parts = [header.integer(at) for at in (39, 41, 42, 43, 44)]
    if None in parts:
        return ""
    year, month, day, hour, minute = (part or 0.0 for part in parts)
    return iso_time((year, month, day), (hour, minute, header.real(29) or 0.0))


def _delays(moments: list[str]) -> tuple[str, list[float]]:
    """The earliest of the times of first samples, and by how much each channel starts later [s]."""
    if not all(moments):
        return next((moment for moment in moments if moment), ""), [0.0] * len(moments)
    times = [datetime.fromisoformat(moment) for moment in moments]
    start = min(times)
    return start.isoformat(), [(time - start).total_seconds() for time in times]


def _origin(header: _Header, time: str) -> Origin:
    """Station, event and time."""
    station = re.search(r"Code:\s*(\S{1,20})\s+(\S{1,8})\s+(.*)", header.text[4])
    latitude, longitude = header.real(0), header.real(1)
    utc = re.search(r"\b(UTC|GMT)\b", header.text[7]) is not None
    return Origin(
        format="cosmos",
        station=f"{station[1]}, {station[3].strip()}" if station else header.text[4].strip(),
        agency=station[2] if station else "",
        event=" ".join(header.text[1].split()).removeprefix("Record of ").strip(),
        time=f"{time}Z" if time and utc else time,
        latitude=in_range(latitude, 90.0),
        longitude=in_range(longitude, 360.0),
    )
