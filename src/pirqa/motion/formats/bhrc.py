"""BHRC (Iran) volume 1: blocks of 27 header lines and one component each, parted by a line ``/&``.

The header names seconds as a unit, but the samples are accelerations alone, 10 of 13 characters a line that may touch;
their step is the duration over the number of points, and the real header states the rate. No peak is stated.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    FETCH,
    believed_step,
    believed_unit,
    compare_counts,
    direction_of,
    distinct,
    fixed_rows,
    in_range,
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

_FIRST = re.compile(r"(?:\xef\xbb\xbf)?\s*\*\s*VOL1DS FILE\s*:", re.IGNORECASE)
_END = re.compile(r"\s*/&")
_TEXT, _REALS, _HEADER = 13, 20, 27
_WIDTH, _PER_LINE = 13, 10
_RATE_LINE = _REALS + 1
"""Line of a block whose first real is the rate [1/s]."""
_COMPONENTS, _MOST_COMPONENTS = 3, 300
_COMPONENT = re.compile(r"\s*COMP\s+([A-Za-z]+)\s*\d*\s*")
_POINTS = re.compile(r"NO\. OF POINTS\s*=\s*(\S+)\s+DURATION\s*=\s*(\S+)")
_UNIT = re.compile(r"\s*UNITS?\s+ARE\s+SECONDS\s+AND\s+(.*)", re.IGNORECASE)
_PLACE = re.compile(rf"({DECIMAL})\s*([NS])\s+({DECIMAL})\s*([EW])\b")


@dataclass(frozen=True, kw_only=True)
class _Block:
    """The lines of one component: header from ``first`` on, samples in [first + 27, last)."""

    first: int
    last: int
    name: str
    """L, V or T."""


def recognises(data: bytes, name: str) -> bool:
    """Return whether the first line is that of these files."""
    lines = first_lines(data, 1)
    return bool(lines) and _FIRST.match(lines[0]) is not None


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """Return the record of a BHRC file, all components."""
    file = decoded_words(path, data, eight_bit="latin-1")
    channels: list[Channel] = []
    blocks = _blocks(file)
    remarks: list[Remark] = []
    for block in blocks:
        channel, said = _channel(file, block, asked)
        channels.append(channel)
        remarks += said
    if len(channels) < _COMPONENTS:
        held, wanted = float(len(channels)), float(_COMPONENTS)
        remarks.append(Remark(kind="warning", key="record_components_missing", amount=held, stated=wanted))
    origin, placed = _origin(file, blocks[0])
    return Record(origin=origin, channels=distinct(channels), remarks=tuple(dict.fromkeys((*remarks, *placed))))


def _blocks(file: TextFile) -> list[_Block]:
    """Return the blocks; nothing but blank lines may stand between them."""
    blocks: list[_Block] = []
    index, end = 0, file.end(0)
    while index < end:
        if not file.lines[index].strip():
            index += 1
            continue
        if _FIRST.match(file.lines[index][:LONGEST_LINE]) is None:
            raise file.fault(index, f'"* VOL1DS FILE:" should begin a component here; {FETCH}')
        if len(blocks) >= _MOST_COMPONENTS:
            raise file.fault(index, f"there are more than {_MOST_COMPONENTS} components; {FETCH}")
        begin = index + _HEADER
        if begin >= end:
            raise file.fault(end - 1, f"the file ends within the {_HEADER} lines of a header; {FETCH}")
        last = begin
        while last < end and not (_END.match(file.lines[last][:8]) or _FIRST.match(file.lines[last][:40])):
            last += 1
        blocks.append(_Block(first=index, last=last, name=_component(file, index)))
        index = last + 1 if last < end and _END.match(file.lines[last][:8]) else last
    if not blocks:
        raise RecordError(f"{file.path}: line 1: the file is empty; {FETCH}")
    return blocks


def _component(file: TextFile, first: int) -> str:
    for line in file.lines[first : first + _TEXT]:
        if match := _COMPONENT.fullmatch(line[:LONGEST_LINE]):
            return match[1].upper()
    raise file.fault(first + 6, f'should name the component, as in "COMP L1"; {FETCH}')


def _found(file: TextFile, block: _Block, pattern: re.Pattern[str], what: str) -> tuple[int, re.Match[str]]:
    """Return the line of the header that ``pattern`` finds something in, and what it finds."""
    for index in range(block.first, block.first + _TEXT):
        if match := pattern.search(file.lines[index][:LONGEST_LINE]):
            return index, match
    raise file.fault(block.first + _TEXT - 1, f"the text of this header up to here does not state {what}; {FETCH}")


def _channel(file: TextFile, block: _Block, asked: ReadAs) -> tuple[Channel, list[Remark]]:
    """Return the component of a block, and what to remark."""
    line, points = _found(file, block, _POINTS, "NO. OF POINTS and DURATION")
    count = file.whole(line, points[1], "NO. OF POINTS", least=2)
    step = _step(file, block, asked, line, count, points[2])
    line, match = _found(file, block, _UNIT, "its unit, as UNITS ARE SECONDS AND G/10")
    factor, unit = believed_unit(file, line, asked, match[1])

    begin, last = block.first + _HEADER, block.last
    while last > begin and not file.lines[last - 1].strip(" \t\x1a"):
        last -= 1
    if last == begin:
        raise file.fault(begin - 1, f"no samples follow this header of component {block.name}; {FETCH}")
    values = fixed_rows(file, begin, last, width=_WIDTH, per_line=_PER_LINE, short=True)
    if not count <= len(values) < -(-count // _PER_LINE) * _PER_LINE + 1:
        raise file.fault(
            last - 1,
            f"component {block.name} ends here after {len(values)} samples, its header states {count}; {FETCH}",
        )
    remarks = list(compare_counts(file, last - 1, block.name, found=len(values), stated=count, kept=False))
    values = values[:count]
    azimuth, vertical, _ = direction_of(block.name)
    if not vertical:
        azimuth = _azimuth(file, block)
        if azimuth is None:
            remarks.append(Remark(kind="warning", key="record_direction_unknown", text=block.name))
    return Channel(
        name=block.name, values=factor * values, step=step, unit=unit, azimuth=azimuth, vertical=vertical
    ), remarks


def _step(file: TextFile, block: _Block, asked: ReadAs, line: int, count: int, lasts: str) -> float:
    """Return the step [s] that duration over points and the rate of the real header agree on."""
    duration = number_of(lasts)
    if duration is None or duration <= 0.0:
        raise file.fault(line, f'DURATION is "{lasts[:20]}", which must be a number greater than 0; {FETCH}')
    at = block.first + _RATE_LINE
    text = file.line(at)[:_WIDTH].strip()
    rate = number_of(text)
    if rate is None or rate <= 0.0:
        raise file.fault(at, f'the rate, the first number here, is "{text}"; it must be greater than 0: {FETCH}')
    if abs(count / rate - duration) > 1.5 / rate + printed_resolution(lasts):
        raise file.fault(
            at,
            f"states {rate:g} samples a second, but line {line + 1} {count} points in {duration:g} s, "
            f"{count / duration:g} a second; {FETCH}",
        )
    return believed_step(file, at, asked, 1.0 / rate, "the rate of the header")


def _azimuth(file: TextFile, block: _Block) -> float | None:
    """Return the azimuth [rad] of the component at the end of the station line: ``Azimuth L 352   T 82``."""
    for line in file.lines[block.first : block.first + _TEXT]:
        _, found, behind = line[:LONGEST_LINE].upper().partition("AZIMUTH")
        if found and (match := re.search(rf"\b{block.name}\s*({DECIMAL})(?=\s|$)", behind)):
            degrees = in_range(number_of(match[1]), 360.0)
            return None if degrees is None else math.radians(degrees % 360.0)
    return None


def _origin(file: TextFile, block: _Block) -> tuple[Origin, tuple[Remark, ...]]:
    """Return station and event, and what to remark of the place; the time of the first sample is not stated."""
    lines = [line[:LONGEST_LINE] for line in file.lines[block.first : block.first + _TEXT]]
    station, event, size = "", "", ""
    north: float | None = None
    east: float | None = None
    for line in lines:
        head, found, behind = line.partition("Station")
        if found and not station:
            station = head.strip()
            if place := _PLACE.search(behind):
                north, east = number_of(place[1]), number_of(place[3])
                north = -north if north is not None and place[2] == "S" else north
                east = -east if east is not None and place[4] == "W" else east
        elif match := re.match(r"\s*Origin Time\s*:\s*(.*)", line, re.IGNORECASE):
            event = " ".join(match[1].split())
        elif line.lstrip().upper().startswith("EPICENTER") and (match := re.search(rf"\bMw\s*({DECIMAL})", line)):
            size = f"Mw {match[1]}"
    north, east, remarks = station_place(north, east)
    code = re.search(r":\s*(\d{1,8})\s*/", lines[0])
    return Origin(
        format="bhrc",
        station=" ".join(text for text in (code[1] if code else "", station) if text),
        agency="BHRC",
        event=", ".join(text for text in (event, size) if text),
        latitude=north,
        longitude=east,
    ), remarks
