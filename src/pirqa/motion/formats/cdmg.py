"""CDMG (CSMIP) and RENADIC files: volume 1, uncorrected, and volume 2, corrected and at even steps.

A file holds one block a channel: text lines, 7 lines of 16I5, lines of 8F10.3, then the data, then a line ``/&``.
Volume 1 gives pairs of time and acceleration, 10F7.3, that may touch; digitised film has uneven steps. Since the 1990s
it may give accelerations alone, after a line with their count, step and unit.
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pirqa.model.ground_motion import KnownBy, Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    MEASURED,
    SI_UNITS,
    compare_counts,
    compare_peaks,
    directed,
    direction_of,
    later,
    named_unit,
    printed_step,
    station_place,
    unique_names,
    used_step,
)
from pirqa.motion.formats.text import DECIMAL, LONGEST_LINE, TextFile, decoded, first_lines, printed_resolution
from pirqa.motion.record import UNITS, Channel, FiledUnit, Measured, ReadAs, Record, unit_value

_UNCORRECTED = re.compile(r"^\s*UNCORRECTED ACCELEROGRAM DATA", re.IGNORECASE)
_CORRECTED = re.compile(r"^\s*CORRECTED ACCELEROGRAM", re.IGNORECASE)
_SPECTRA = re.compile(r"^\s*RESPONSE AND FOURIER AMPLITUDE SPECTRA", re.IGNORECASE)
_NUMBER = f"({DECIMAL})"
_PLACE = re.compile(_NUMBER + r"\s*([NS])\b\s*,?\s*" + _NUMBER + r"\s*([EW])\b")
_DATE = re.compile(
    r"(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\s*,?\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(GMT|UTC|UT|PST|PDT)?"
)
_ZONES = {"GMT": "Z", "UTC": "Z", "UT": "Z", "PST": "-08:00", "PDT": "-07:00"}
_LAG = 0.5
"""Seconds: where every maximum comes later than stated by the same time, longer than this, the header counts from the
trigger, and the record from before it (RENADIC's digital instruments)."""
_UNSET = "1980-01-01"
"""Day from which the clocks of RENADIC's digital instruments count until they are set."""
_HEADER_LINES = 27
"""Of a volume 1 block: 13 of text, 7 of integers, 7 of reals."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """The lines of one channel: [first, last)."""

    first: int
    last: int
    name: str
    """Of the component: 90, UP, EW; its number where the heading names none."""
    stated: bool
    """Whether the heading names the component."""

    @property
    def direction(self) -> tuple[float | None, bool, float, KnownBy | None]:
        """Azimuth [rad], whether vertical, -1 where positive is downwards, and how the component is known."""
        return (*direction_of(self.name), None) if self.stated else (None, False, 1.0, "order")


def recognises(data: bytes, name: str) -> bool:
    """Whether the file begins as these volumes do (GeoNet's first line is alike but names its maker)."""
    lines = first_lines(data, 3)
    if not lines or "GNS" in lines[0].upper():
        return False
    if _CORRECTED.match(lines[0]):
        return "CHAN" in lines[0].upper() or any(_UNCORRECTED.match(line) for line in lines[1:])
    return any(pattern.match(lines[0]) for pattern in (_UNCORRECTED, _SPECTRA))


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in a volume 1 or volume 2 file."""
    file = decoded(path, data)
    if _SPECTRA.match(file.line(0)):
        raise file.fault(0, "holds spectra (volume 3), no motion; give the file of volume 1 or 2")
    if _CORRECTED.match(file.line(0)):
        return read_corrected(file, asked)
    channels: list[Channel] = []
    lags: list[float] = []
    origin, remarks = origin_of(file, 0, min(_HEADER_LINES, len(file.lines)))
    for block in blocks_of(file, _UNCORRECTED):
        channel, lag, said = _channel(file, block, asked)
        channels.append(channel)
        lags.append(lag)
        remarks += said
    channels, dead = _without_dead(channels)
    remarks += dead
    first = min(channel.delay for channel in channels)
    before = lags[0] if lags[0] > _LAG and max(lags) - min(lags) < _LAG / 10.0 else 0.0
    if before:
        remarks.append(Remark(kind="assumption", key="record_begins_before_trigger", amount=before - first, unit="s"))
    return Record(
        origin=replace(origin, time=later(origin.time, first - before)),
        channels=tuple(replace(channel, delay=channel.delay - first) for channel in channels),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _without_dead(channels: list[Channel]) -> tuple[list[Channel], list[Remark]]:
    """The channels but those of nothing but zeros that have no direction (RENADIC's INTC), and a remark for each."""
    dead = [
        channel for channel in channels if channel.azimuth is None and not channel.vertical and not channel.values.any()
    ]
    if not dead or len(dead) == len(channels):
        return channels, []
    names = ", ".join(channel.name for channel in dead)
    kept = [channel for channel in channels if channel not in dead]
    return kept, [Remark(kind="warning", key="record_channel_dead", text=names, count=len(dead))]


_CHANNEL = re.compile(r"\bCHAN\s*\d+\s*:\s*([^(]*?)\s*(?:\(|FROM\s*$|$)", re.IGNORECASE)
"""Line of a block's heading that names the component."""


def blocks_of(file: TextFile, start: re.Pattern[str]) -> list[Block]:
    """One block a channel: from a line that ``start`` matches up to the line ``/&`` or the next block."""
    firsts = [index for index, line in enumerate(file.lines) if start.match(line)]
    if not firsts:
        raise file.fault(0, "no channel begins in this file; fetch it again")
    blocks: list[tuple[int, int]] = []
    names: list[str] = []
    for first, following in zip(firsts, [*firsts[1:], len(file.lines)], strict=True):
        ends = (index for index in range(first, following) if file.lines[index].startswith("/&"))
        blocks.append((first, next(ends, following)))
        names.append(_component(file, first, blocks[-1][1]))
        for index in range(blocks[-1][1], following):  # a channel whose first line is damaged would be left out
            if _CHANNEL.search(file.lines[index][:LONGEST_LINE]):
                raise file.fault(index, "a channel stands here without the first line of its block; fetch it again")
    shown = unique_names([name or str(number) for number, name in enumerate(names, 1)])
    return [
        Block(first=first, last=last, name=name, stated=bool(stated))
        for (first, last), name, stated in zip(blocks, shown, names, strict=True)
    ]


def _component(file: TextFile, first: int, last: int) -> str:
    """Return the name of the component in the heading of a block; empty where there is none."""
    for line in file.lines[first : min(first + 13, last)]:
        line = line[:LONGEST_LINE]
        if match := _CHANNEL.search(line):
            return re.sub(r"\s*DEG\.?$", "", match[1], flags=re.IGNORECASE).strip()
    return ""


def origin_of(file: TextFile, first: int, last: int) -> tuple[Origin, list[Remark]]:
    """Station, event, agency and time out of the text lines [first, last)."""
    lines = [line[:LONGEST_LINE] for line in file.lines[first:last]]
    remarks: list[Remark] = []
    place, station, event, time, agency = None, "", "", "", ""
    for offset, line in enumerate(lines):
        upper = line.upper()
        if re.match(r"\s*STATION (?:NO|ID)\b", upper) and not station:
            place = _PLACE.search(upper)
            code = re.match(r"\s*STATION (?:NO|ID)\b\.?\s*(\S*)", upper)
            name = re.split(r"\s{3,}", lines[offset + 1].strip())[0] if offset + 1 < len(lines) else ""
            number = code[1] if code and (place is None or place.start() > code.start(1)) else ""
            station = f"{number} {name}".strip()
        elif "ORIGIN" in upper and not event:
            when = re.split(r"\(?ORIGIN", line, flags=re.IGNORECASE)[0].strip()
            what = lines[offset - 1].strip() if offset else ""
            known = re.search(r"ORIGIN\s*:\s*TO BE DETERMINED", upper) is None
            event = ", ".join(text for text in (what, when) if text) if known else ""
        elif (clock := re.search(r"\b(?:TRIGGER|START) TIME", upper)) and not time:
            time = _moment(upper[clock.end() :], " ".join(lines))
        elif upper.lstrip().startswith("HYPOCENTER"):
            focus = _PLACE.search(upper)
            if focus is not None and float(focus[1]) == 0.0 == float(focus[3]):
                remarks.append(Remark(kind="warning", key="record_hypocentre_at_zero"))
        if (found := re.search(r"\b(CDMG|CSMIP|CGS|RENADIC)\b", upper)) and not agency:
            agency = line.strip() if found[1] == "RENADIC" else found[1]
    north, east = None, None
    if place is not None:
        south, west = place[2] == "S", place[4] == "W"
        north, east, said = station_place(
            float(place[1]) * (-1.0 if south else 1.0), float(place[3]) * (-1.0 if west else 1.0)
        )
        remarks += said
    if "RENADIC" in agency.upper():  # what it calls the origin is its instrument's clock, another one at each station
        event = re.sub(r",?\s*\d{1,2}/\d{1,2}/\d{4}\b.*", "", event)
    if time.startswith(_UNSET):
        remarks.append(Remark(kind="warning", key="record_clock_unset", text=time[:10]))
        time = ""
    return Origin(
        format="cdmg", station=station, agency=agency, event=event, time=time, latitude=north, longitude=east
    ), remarks


def _moment(text: str, around: str) -> str:
    """A date and time, ISO 8601; as it stands where the century of its year is written nowhere ``around``."""
    found = _DATE.search(text)
    if found is None:
        return text.strip(" :\t")
    month, day, year, hour, minute, second, zone = found.groups()
    if len(year) == 2:
        full = next((match for match in re.findall(r"\b(\d{4})\b", around) if match[2:] == year), None)
        if full is None:
            return text.strip(" :\t")
        year = full
    with suppress(ValueError):
        datetime(int(year), int(month), int(day), int(hour), int(minute), int(float(second or 0)))
        clock = f"{int(hour):02d}:{minute}" + (f":{second}" if second else "")
        return f"{year}-{int(month):02d}-{int(day):02d}T{clock}{_ZONES.get(zone or '', '')}"
    return text.strip(" :\t")


def stated_format(line: str, *, width: int) -> tuple[int, int]:
    """Width and number of the fields in a line, as ``(8f10.6)`` states them; eight of ``width`` where it does not."""
    shape = re.search(r"\(\s*([1-9]\d?)\s*[FE]([1-9]\d?)\.\d{1,2}\s*\)", line, re.IGNORECASE)
    return (int(shape[2]), int(shape[1])) if shape else (width, 8)


def _channel(file: TextFile, block: Block, asked: ReadAs) -> tuple[Channel, float, tuple[Remark, ...]]:
    """A channel, by how much its maximum comes later than the header says [s], and what to remark."""
    begin = block.first + _HEADER_LINES
    if begin >= block.last:
        file.line(block.last)
        raise file.fault(block.last, f"component {block.name} has no data; it was cut off: fetch it again")
    header = range(block.first, begin)
    counts = [
        (index, match[1]) for index in header if (match := re.search(r"NO\. OF POINTS\s*=\s*(\S+)", _line(file, index)))
    ]
    if not counts:
        raise file.fault(block.first, "the header of this channel states no NO. OF POINTS; fetch the file again")
    stated = file.whole(*counts[0], "NO. OF POINTS", least=2)
    said = _stated(file, header)
    even = re.search(r"[A-DF-Z]", file.lines[begin].upper()) is not None
    found = _even_unit(file, begin, said.unit, asked) if even else said.unit
    unit, unit_name, remarks = unit_value(file.path, asked.unit, found)
    if even:
        values, step, last, resolution = _even_block(file, begin, block, stated=stated, rate=said.rate)
        times, first = None, 0.0
        counted = compare_counts(file, last, block.name, found=len(values), stated=stated, kept=False)
        step, told = used_step(file, begin, asked, step, "the step")
        remarks += told
    else:
        pairs, last = file.bounded(begin, block.last, width=7, per_line=10)
        if len(pairs) % 2:
            raise file.fault(last, f"component {block.name} ends with a time that has no value; fetch the file again")
        counted = compare_counts(file, last, block.name, found=len(pairs) // 2, stated=stated, kept=False)
        values, first = pairs[1::2], float(pairs[0])
        fineness = printed_resolution(file.lines[begin][:7].strip())
        printed = pairs[: 2 * stated : 2]
        step, times = printed_step(file, begin, asked, printed, resolution=fineness, what=f"component {block.name}")
        resolution = printed_resolution(file.lines[begin][7:14].strip())
    remarks += counted
    values = unit * values[:stated]
    lag = 0.0
    if said.peak is not None:
        differs = compare_peaks(block.name, values, said.peak, rounded=said.rounded + unit * resolution, share=0.0)
        remarks += differs
        if not differs and said.moment is not None:
            at = int(abs(values).argmax())
            lag = first + (at * step if times is None else float(times[at])) - said.moment
    filed = Channel(name=block.name, values=values, step=step, unit=unit_name, times=times, delay=first)
    channel, told = directed(filed, *block.direction)
    return channel, lag, remarks + told


def _line(file: TextFile, index: int) -> str:
    return file.line(index)[:LONGEST_LINE].upper()


@dataclass(frozen=True, kw_only=True)
class _Stated:
    """What the header of a channel says of its data."""

    unit: FiledUnit | None = None
    peak: float | None = None
    """Its maximum [m/s2]."""
    rounded: float = 0.0
    """Where the maximum is rounded [m/s2]."""
    moment: float | None = None
    """Of the maximum [s]."""
    rate: float | None = None
    """Samples in a second."""


def _stated(file: TextFile, header: range) -> _Stated:
    said = _Stated()
    for index in header:
        line = _line(file, index)
        if match := re.search(r"UNITS OF UNCOR (?:ACCEL|DATA) (?:IS|ARE)\s+(?:SEC AND\s+)?(\S+?)\.?(?:\s|$)", line):
            known = named_unit(match[1])
            said = replace(said, unit=known[1] if known else None)
        if match := re.search(r"\bMAX\s*=\s*" + _NUMBER + r"\s*(\S+?)\s*,(?:\s*AT\s*" + _NUMBER + ")?", line):
            known = named_unit(match[2])
            if known and known[1]:
                said = replace(
                    said,
                    peak=float(match[1]) * known[2],
                    rounded=printed_resolution(match[1]) * known[2],
                    moment=float(match[3]) if match[3] else None,
                )
        if match := re.search(r"\bAT\s+" + _NUMBER + r"\s*SAMPLES/SEC", line):
            said = replace(said, rate=float(match[1]))
    return said


def _even_unit(file: TextFile, begin: int, header: FiledUnit | None, asked: ReadAs) -> FiledUnit | None:
    """The unit that the line before the data states, or else the header; both must be the same."""
    match = re.search(r"\bUNITS\s*(?:OF|:)\s*([A-Z0-9/^*]+)", file.lines[begin][:LONGEST_LINE], re.IGNORECASE)
    known = named_unit(match[1]) if match else None
    unit = known[1] if known else None
    if match and unit is None and asked.unit is None:
        raise file.fault(begin, f'gives the data in "{match[1]}", which is no known unit of acceleration; give unit')
    if unit and header and UNITS[unit] != UNITS[header] and asked.unit is None:
        raise file.fault(begin, f"gives the data in {unit}, but the header of this channel in {header}; give unit")
    return unit or header


def _even_block(
    file: TextFile, begin: int, block: Block, *, stated: int, rate: float | None
) -> tuple[FloatArray, float, int, float]:
    """The newer form of volume 1: a line that states the step, then the accelerations alone, 8F9 or as it says.

    Its count and its step must be those of the header, ``stated`` samples at a ``rate`` [1/s].
    """
    line = file.lines[begin][:LONGEST_LINE]
    spaced = re.search(r"SPACED AT\s*" + _NUMBER, line, re.IGNORECASE)
    a_second = re.search(r"\bAT\s+" + _NUMBER + r"\s*PTS/SEC", line, re.IGNORECASE)
    step = float(spaced[1]) if spaced else 1.0 / float(a_second[1]) if a_second and float(a_second[1]) > 0.0 else 0.0
    if not 0.0 < step < 1e3:
        raise file.fault(begin, "is neither data nor does it state the step of the data; fetch the file again")
    if rate is not None and not math.isclose(step * rate, 1.0, rel_tol=0.01):
        raise file.fault(
            begin, f"states the step {step:g} s, but the header {rate:g} samples/sec; correct the one that is wrong"
        )
    count = re.match(r"\s*(\d{1,12})\s+(?:POINTS|ACCELEROGRAM POINTS)\b", line, re.IGNORECASE)
    if count is not None and int(count[1]) != stated:
        raise file.fault(
            begin, f"states {int(count[1])} points, but the header {stated}; correct the one that is wrong"
        )
    width, per_line = stated_format(line, width=9)
    values, last = file.bounded(begin + 1, block.last, width=width, per_line=per_line)
    return values, step, last, printed_resolution(file.line(begin + 1)[:width].strip())


_START = re.compile(r"^\s*CORRECTED ACCELEROGRAM", re.IGNORECASE)
_SERIES = re.compile(
    r"^\s*(\d+)\s+P(?:OIN)?TS\s+OF\s+(ACCEL|VELOC|DISPL)\S*\s+DATA\s+EQUALLY\s+SPACED\s+AT\s*" + _NUMBER, re.IGNORECASE
)
_UNIT = re.compile(r"(?:UNITS\s*:\s*|,\s*IN\s+)([A-Z0-9/^*]+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class _Heading:
    """What the text lines of a channel state, SI."""

    peaks: dict[Measured, tuple[float, float]]
    """Each with the place where it is rounded."""
    velocity: float
    displacement: float
    band: tuple[float, ...]


def read_corrected(file: TextFile, asked: ReadAs) -> Record:
    """The record in a volume 2 file."""
    channels: list[Channel] = []
    blocks = blocks_of(file, _START)
    origin, remarks = origin_of(file, 0, min(25, len(file.lines)))
    for block in blocks:
        series = [index for index in range(block.first, block.last) if _SERIES.match(file.lines[index][:LONGEST_LINE])]
        if not series:
            raise file.fault(
                block.first,
                f"component {block.name} states no POINTS OF ACCEL DATA; it was cut off: fetch it again",
            )
        heading = _heading(file, range(block.first, series[0]))
        for first, last in zip(series, [*series[1:], block.last], strict=True):
            channel, said = _series(file, block, first, last, heading, asked)
            channels.append(channel)
            remarks += said
    return Record(origin=origin, channels=tuple(channels), corrected=True, remarks=tuple(dict.fromkeys(remarks)))


def _heading(file: TextFile, lines: range) -> _Heading:
    peaks: dict[Measured, tuple[float, float]] = {}
    starts = {"VELOCITY": 0.0, "DISPLACEMENT": 0.0}
    band: tuple[float, ...] = ()
    for index in lines:
        line = file.lines[index][:LONGEST_LINE].upper()
        if match := re.match(r"\s*PEAK\s+(ACCEL|VELOC|DISPL)\S*\s*=\s*" + _NUMBER + r"\s*([A-Z/0-9]+)", line):
            unit = named_unit(match[3])
            if unit is not None:
                fineness = printed_resolution(match[2].removesuffix("0"))  # a last zero may only fill the field
                peaks[MEASURED[match[1][0]]] = (float(match[2]) * unit[2], fineness * unit[2])
        for match in re.finditer(r"INITIAL\s+(VELOCITY|DISPLACEMENT)\s*=\s*" + _NUMBER + r"\s*([A-Z/0-9]+)", line):
            unit = named_unit(match[3])
            if unit is None:
                raise file.fault(index, f'gives the initial {match[1].lower()} in the unknown unit "{match[3]}"')
            starts[match[1]] = float(match[2]) * unit[2]
        if "FILTERED" in line and not band:
            band = pass_band(line)
    return _Heading(peaks=peaks, velocity=starts["VELOCITY"], displacement=starts["DISPLACEMENT"], band=band)


def pass_band(line: str) -> tuple[float, ...]:
    """Frequencies between which the filter lets all pass: the inner ends of its ramps where it has ramps."""
    corners = [float(text) for text in re.findall(r"\d+\.\d*|\.\d+|\d+", line)]
    inner = corners[1:3] if len(corners) == 4 else corners if len(corners) == 2 else []
    return tuple(inner) if inner and 0.0 <= inner[0] < inner[1] else ()


def _series(
    file: TextFile, block: Block, first: int, last: int, heading: _Heading, asked: ReadAs
) -> tuple[Channel, tuple[Remark, ...]]:
    line = file.lines[first][:LONGEST_LINE]
    match = _SERIES.match(line)
    assert match is not None
    stated = file.whole(first, match[1], "the number of points", least=1)
    if not 0.0 < float(match[3]) < 1e3:
        raise file.fault(first, f"states the step {match[3]} s; correct it")
    step, remarks = used_step(file, first, asked, float(match[3]), "the step")
    measured = MEASURED[match[2][0].upper()]
    scale, unit, said = _unit(file, first, measured, asked)
    remarks += said
    width, per_line = stated_format(line, width=10)
    values, end = file.bounded(first + 1, last, width=width, per_line=per_line)
    remarks += compare_counts(file, end, f"{block.name} ({measured})", found=len(values), stated=stated, kept=False)
    values = scale * values[:stated]
    if measured in heading.peaks:
        peak, rounded = heading.peaks[measured]
        fineness = scale * printed_resolution(file.line(first + 1)[:width].strip())
        name = f"{block.name} ({measured})" if measured != "acceleration" else block.name
        remarks += compare_peaks(name, values, peak, rounded=rounded + fineness, share=0.0, unit=SI_UNITS[measured])
    _, _, sign, _ = block.direction
    moving = measured == "acceleration"
    filed = Channel(
        name=block.name,
        values=values,
        step=step,
        unit=unit,
        measured=measured,
        initial_velocity=sign * heading.velocity if moving else 0.0,
        initial_displacement=sign * heading.displacement if moving else 0.0,
        band=heading.band,
    )
    channel, said = directed(filed, *block.direction)
    return channel, remarks + said


def _unit(file: TextFile, index: int, measured: Measured, asked: ReadAs) -> tuple[float, str, tuple[Remark, ...]]:
    """SI value of the unit that a series' line states, and its name."""
    match = _UNIT.search(file.lines[index][:LONGEST_LINE])
    known = named_unit(match[1]) if match else None
    if known is not None and known[0] != measured:
        raise file.fault(index, f"gives {measured} in {match[1] if match else ''}; correct the unit")
    if measured == "acceleration":
        found: FiledUnit | None = known[1] if known else None
        return unit_value(file.path, asked.unit, found)
    if known is None:
        raise file.fault(index, f"does not say the unit of its {measured}; write for example (UNITS: CM)")
    return known[2], match[1].lower() if match else "", ()
