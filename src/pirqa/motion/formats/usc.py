"""USC and Caltech (CIT) volumes: I, uncorrected pairs of time and acceleration; II, corrected and at even steps.

One component a file: 13 lines of text, 100 integers (16I5), reals (8F10), then the data. Volume I gives pairs at uneven
steps, ten numbers a line, the first in 8 characters and the others in 7. Volume II puts a title before that text and a
second heading with filter, count, step and peaks behind it; its data are blocks of 8F10.

The letter in a file's name is the channel of the instrument: COMP alone says the direction. Volume II prints its peaks
and initial values with the opposite sign of its samples; magnitudes are compared and the samples stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.cdmg import pass_band
from pirqa.motion.formats.header import (
    MEASURED,
    SI_UNITS,
    compare_counts,
    compare_durations,
    compare_peaks,
    directed_by_name,
    direction_of,
    iso_time,
    named_unit,
    printed_step,
    station_place,
    surplus_left_out,
    used_step,
)
from pirqa.motion.formats.text import DECIMAL, LONGEST_LINE, TextFile, decoded, first_lines, printed_resolution
from pirqa.motion.record import UNITS, Channel, FiledUnit, Measured, ReadAs, Record, unit_value

_NUMBER = f"({DECIMAL})"
_FILE = re.compile(r"\s*FILE\s+\d+\s+OF\s+UNCORRECTED\s+ACCELEROGRAM\s+DATA\s+OF\s+VOLUME\s+I\b", re.IGNORECASE)
_CORRECTED = re.compile(r"\s*CORRECTED\s+ACCELEROGRAM\b", re.IGNORECASE)
_SERIES = re.compile(
    rf"\s*(\d{{1,12}})\s+POINTS\s+OF\s+(ACC|VEL|DIS)\S*\s+DATA\s+EQUALLY\s+SPACED\s+AT\s*{_NUMBER}\s*SEC\S*"
    r"(?:\s+IN\s+UNITS\s+(\S+))?",
    re.IGNORECASE,
)
_PEAK = re.compile(rf"\s*PEAK\s+(ACC|VEL|DIS)\w*\s*=\s*{_NUMBER}\s*([A-Z/]+)", re.IGNORECASE)
_TEXT = 13
_WIDTH = 72
"""Columns of the text; behind them stand counts of characters and VOL1."""
_PLACE = re.compile(r"(\d{1,2})\s+(\d{1,2})\s+(\d{1,2})\s*([NS])\s*,\s*(\d{1,3})\s+(\d{1,2})\s+(\d{1,2})\s*([EW])\b")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_DATE = re.compile(r"\b([A-Z]{3})\s+(\d{1,2}),\s*(\d{4})\b")


@dataclass(frozen=True, kw_only=True)
class _Heading:
    """The text of volume I, which volume II repeats."""

    first: int
    origin: Origin
    component: str
    points: int
    """Of the uncorrected data."""
    duration: float | None
    """Of the uncorrected data [s]."""
    unit: FiledUnit | None
    """Of the uncorrected data."""
    remarks: tuple[Remark, ...]


def recognises(data: bytes, name: str) -> bool:
    """Whether the title of volume I, alone or below that of volume II, opens the file."""
    lines = first_lines(data, 3)
    if lines and _CORRECTED.match(lines[0]):
        lines = lines[1:]
    return bool(lines) and _FILE.match(lines[0]) is not None


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The component in a file of volume I or II."""
    file = decoded(path, data)
    first = 1 if _CORRECTED.match(file.line(0)[:LONGEST_LINE]) else 0
    if _FILE.match(file.line(first)[:LONGEST_LINE]) is None:
        raise file.fault(
            first, '"FILE 0 OF UNCORRECTED ACCELEROGRAM DATA OF VOLUME I" should stand here; fetch it again'
        )
    for index in range(first + 1, len(file.lines)):
        if _FILE.match(file.lines[index][:LONGEST_LINE]):
            raise file.fault(index, "a second component begins here; split the file, a component a file")
    heading = _heading(file, first)
    return _volume_two(file, heading, asked) if first else _volume_one(file, heading, asked)


def _heading(file: TextFile, first: int) -> _Heading:
    """Read the 13 lines of text from line ``first`` on."""
    file.line(first + _TEXT - 1)
    lines = [file.lines[first + at][:_WIDTH].rstrip() for at in range(_TEXT)]
    component, points, duration, unit = "", None, None, None
    origin, remarks = _origin(lines)
    for at, line in enumerate(lines):
        upper = line.upper()
        if match := re.fullmatch(r"\s*COMP\s+(\S.*?)\s*", upper):
            component = match[1]
        if match := re.match(r"\s*NO\. OF POINTS\s*=\s*(\S+)(?:.*\bDURATION\s*=\s*" + _NUMBER + ")?", upper):
            points = file.whole(first + at, match[1], "NO. OF POINTS", least=2)
            duration = float(match[2]) if match[2] else None
        if match := re.match(r"\s*UNITS ARE SEC AND\s+(\S+?)\.?\s*$", upper):
            known = named_unit(match[1])
            unit = known[1] if known else None
    if not component:
        raise file.fault(first, "the text below names no COMP; fetch the file again")
    if points is None:
        raise file.fault(first, "the text below states no NO. OF POINTS; fetch the file again")
    return _Heading(
        first=first,
        origin=origin,
        component=component,
        points=points,
        duration=duration,
        unit=unit,
        remarks=remarks,
    )


def _origin(lines: list[str]) -> tuple[Origin, tuple[Remark, ...]]:
    """Station, event and day; the text gives the hour of the earthquake, none of the record."""
    at = next((at for at, line in enumerate(lines) if line.upper().lstrip().startswith("STATION")), None)
    event = ", ".join(" ".join(line.split()) for line in lines[1:3] if line.strip())
    date = _DATE.search(event.upper())
    day = ""
    if date is not None and date[1] in _MONTHS:
        day = iso_time((int(date[3]), _MONTHS.index(date[1]) + 1, int(date[2])), (0, 0, 0.0))[:10]
    north, east = None, None
    station = agency = ""
    remarks: tuple[Remark, ...] = ()
    if at is not None:
        upper = lines[at].upper()
        place = _PLACE.search(upper)
        if place is not None:
            angles = [sum(float(place[start + k]) / 60.0**k for k in range(3)) for start in (1, 5)]
            north, east, remarks = station_place(
                angles[0] * (-1.0 if place[4] == "S" else 1.0), angles[1] * (-1.0 if place[8] == "W" else 1.0)
            )
        number = re.match(r"\s*STATION\s+(?:NO\.?\s*)?((?:[A-Z]+#\s*)?\d+)\b", upper)
        agency = "USC" if "USC#" in upper else ""
        name = " ".join(lines[at + 1].split()) if at + 1 < len(lines) else ""
        station = " ".join(f"{number[1].replace('#', ' ') if number else ''} {name}".split())
    return Origin(
        format="usc", station=station, agency=agency, event=event, time=day, latitude=north, longitude=east
    ), remarks


def _numbers(file: TextFile, first: int, *, stop: int) -> int:
    """The line after the 100 integers and the reals that begin at line ``first``; the reals end before ``stop``."""
    _, after = file.fixed(first, 100, width=5, per_line=16)
    if after != first + 7:
        raise file.fault(first, "the integers of the header do not fill 7 lines of 16; fetch the file again")
    reals = 50 if not stop else file.fields(after, stop, width=10, per_line=8)
    _, end = file.fixed(after, reals, width=10, per_line=8)
    return end


def _volume_one(file: TextFile, heading: _Heading, asked: ReadAs) -> Record:
    begin = _numbers(file, heading.first + _TEXT, stop=0)
    name = heading.component
    last = file.end(begin)
    evened = TextFile(path=file.path, lines=tuple(_evened(line) for line in file.lines[:last]))
    if last > begin and (len(file.lines[last - 1].rstrip()) - 1) % 7:
        raise file.fault(last - 1, "its last number has fewer than 7 characters: cut off; fetch the file again")
    pairs, end = evened.bounded(begin, last, width=8, per_line=10)
    if len(pairs) % 2:
        raise file.fault(end, f"component {name} ends with a time that has no value; fetch the file again")
    remarks = compare_counts(file, end, name, found=len(pairs) // 2, stated=heading.points, kept=False)
    scale, unit, said = unit_value(file.path, asked.unit, heading.unit)
    printed = pairs[: 2 * heading.points : 2]
    fineness = printed_resolution(file.lines[begin][:8].strip())
    step, times = printed_step(file, begin, asked, printed, resolution=fineness, what=f"component {name}")
    lasts = compare_durations(name, found=float(printed[-1] - printed[0]), stated=heading.duration, step=step)
    channel, turned = _channel(name, scale * pairs[1 : 2 * heading.points : 2], step=step, unit=unit, times=times)
    return Record(
        origin=heading.origin, channels=(channel,), remarks=(*heading.remarks, *remarks, *said, *lasts, *turned)
    )


def _evened(line: str) -> str:
    """``line`` with fields of 8 characters each, where only the first has 8 and the others have 7."""
    return line[:8] + "".join(f" {line[at : at + 7]}" for at in range(8, min(len(line.rstrip()), 71), 7))


def _channel(
    name: str,
    values: FloatArray,
    *,
    step: float,
    unit: str,
    measured: Measured = "acceleration",
    times: FloatArray | None = None,
    band: tuple[float, ...] = (),
    starts: tuple[float, float] = (0.0, 0.0),
) -> tuple[Channel, tuple[Remark, ...]]:
    """A channel, positive upwards where it is vertical; ``starts`` are its first velocity and displacement."""
    _, _, sign = direction_of(name)
    return directed_by_name(
        Channel(
            name=name,
            values=values,
            step=step,
            unit=unit,
            measured=measured,
            times=times,
            band=band,
            initial_velocity=sign * starts[0],
            initial_displacement=sign * starts[1],
        )
    )


@dataclass(frozen=True, kw_only=True)
class _Second:
    """What the second heading of a volume II states, SI."""

    peaks: dict[Measured, tuple[float, float]]
    """Each with the place where it is rounded."""
    unit: FiledUnit | None
    """Of the peak acceleration."""
    starts: tuple[float, float]
    """Velocity and displacement at the first sample."""
    count: int | None
    step: float | None
    band: tuple[float, ...]


def _second_heading(file: TextFile, lines: range, name: str) -> _Second:
    peaks: dict[Measured, tuple[float, float]] = {}
    unit: FiledUnit | None = None
    starts = {"VELOCITY": 0.0, "DISPLACEMENT": 0.0}
    count, step = None, None
    band: tuple[float, ...] = ()
    for index in lines:
        line = file.lines[index][:LONGEST_LINE].upper()
        if match := _PEAK.match(line):
            known = _unit(match[3])
            if known is None or known[0] != MEASURED[match[1][0]]:
                raise file.fault(index, f'gives a peak in the unit "{match[3]}", which is none of it; correct it')
            peaks[known[0]] = (float(match[2]) * known[2], printed_resolution(match[2]) * known[2])
            unit = known[1] or unit
        for match in re.finditer(rf"INITIAL\s+(VELOCITY|DISPLACEMENT)\s*=\s*{_NUMBER}\s*([A-Z/]+)", line):
            known = _unit(match[3])
            starts[match[1]] = float(match[2]) * known[2] if known else 0.0
        if "FILTERED" in line and not band:
            band = pass_band(line)
        if match := re.match(r"\s*(\d{1,12})\s+INSTRUMENT AND BASELINE", line):
            count = int(match[1])
        if match := re.match(rf"\s*AT EQUALLY.SPACED INTERVALS OF\s*{_NUMBER}\s*SEC", line):
            step = float(match[1])
        if (match := re.match(r"\s*COMP\s+(\S+)", line)) and match[1] != name:
            raise file.fault(
                index, f"names the component {match[1]}, another line {name}; correct the one that is wrong"
            )
    return _Second(
        peaks=peaks,
        unit=unit,
        starts=(starts["VELOCITY"], starts["DISPLACEMENT"]),
        count=count,
        step=step,
        band=band,
    )


def _unit(text: str) -> tuple[Measured, FiledUnit | None, float] | None:
    """A unit as these volumes write it: CMS for centimetres, too."""
    return named_unit(re.sub(r"^CMS\b", "CM", text.upper()))


def _volume_two(file: TextFile, heading: _Heading, asked: ReadAs) -> Record:
    name = heading.component
    title = re.search(r"\bCOMP\s+(\S+)", file.lines[0][:LONGEST_LINE].upper())
    if title is not None and title[1] != name.split()[0]:
        raise file.fault(0, f"names the component {title[1]}, COMP below says {name}; correct the one that is wrong")
    begin = heading.first + _TEXT
    blocks = [index for index in range(begin, len(file.lines)) if _SERIES.match(file.lines[index][:LONGEST_LINE])]
    if not blocks:
        raise file.fault(
            len(file.lines) - 1,
            "no line states POINTS OF ACC DATA EQUALLY SPACED; the file was cut off: fetch it again",
        )
    integers = next(
        (at for at in range(begin, blocks[0]) if re.fullmatch(r"[ \d-]{4}\d(?:[ \d-]{4}\d){15}\s*", file.lines[at])),
        None,
    )
    if integers is None:
        raise file.fault(blocks[0], "no integers of the header stand before this line; fetch the file again")
    _numbers(file, integers, stop=blocks[0])
    second = _second_heading(file, range(begin, integers), name)
    remarks = list(heading.remarks)
    series: dict[Measured, tuple[FloatArray, str, float]] = {}
    for first, last in zip(blocks, [*blocks[1:], len(file.lines)], strict=True):
        measured, values, unit, step, said = _series(file, (first, last), second, name, asked)
        if measured in series:
            raise file.fault(first, f"a second block of {measured} begins here; fetch the file again")
        series[measured] = values, unit, step
        remarks += said
    starts = _starts(series, second)
    channels: list[Channel] = []
    for measured, (values, unit, step) in series.items():
        moving = starts if measured == "acceleration" else (0.0, 0.0)
        channel, said = _channel(name, values, step=step, unit=unit, measured=measured, band=second.band, starts=moving)
        channels.append(channel)
        remarks += said
    return Record(
        origin=heading.origin, channels=tuple(channels), corrected=True, remarks=tuple(dict.fromkeys(remarks))
    )


def _series(
    file: TextFile, lines: tuple[int, int], second: _Second, name: str, asked: ReadAs
) -> tuple[Measured, FloatArray, str, float, tuple[Remark, ...]]:
    """A block of volume II in lines [first, last): quantity, values [SI], unit in the file, step, remarks."""
    first, last = lines
    match = _SERIES.match(file.lines[first][:LONGEST_LINE])
    assert match is not None
    measured = MEASURED[match[2][0].upper()]
    count = file.whole(first, match[1], "the number of points", least=2)
    if second.count is not None and count != second.count:
        raise file.fault(first, f"states {count} points, the heading {second.count}; correct the one that is wrong")
    if second.step is not None and abs(float(match[3]) - second.step) > 1e-6:
        raise file.fault(
            first,
            f"states the step {float(match[3]):g} s, the heading {second.step:g} s; correct the one that is wrong",
        )
    step, remarks = used_step(file, first, asked, float(match[3]), "the step")
    known = _unit(match[4]) if match[4] else None
    if match[4] and (known is None or known[0] != measured):
        raise file.fault(first, f'gives {measured} in "{match[4]}", which is no known unit of it; correct it')
    if measured == "acceleration":
        stated = known[1] if known else None
        if stated and second.unit and UNITS[stated] != UNITS[second.unit] and asked.unit is None:
            raise file.fault(first, f"gives the data in {stated}, but the heading the peak in {second.unit}; give unit")
        scale, unit, said = unit_value(file.path, asked.unit, stated or second.unit)
        remarks += said
    else:
        scale, unit = (
            (known[2], (match[4] or "").lower()) if known else (0.01, "cm/s" if measured == "velocity" else "cm")
        )
    numbers, after = file.counted(first + 1, count, width=10, per_line=8, end=_SERIES)
    after, surplus = surplus_left_out(file, first + 1, after, f"{name} ({measured})", count, width=10, per_line=8)
    if file.end(after) > after and after < last:
        raise file.fault(after, f"the {measured} data should go on or end here; fetch the file again")
    remarks += surplus
    values = scale * numbers
    if measured in second.peaks:
        peak, rounded = second.peaks[measured]
        fineness = scale * printed_resolution(file.line(first + 1)[:10].strip())
        shown = name if measured == "acceleration" else f"{name} ({measured})"
        remarks += compare_peaks(shown, values, peak, rounded=rounded + fineness, share=0.0, unit=SI_UNITS[measured])
    return measured, values, unit, step, remarks


def _starts(series: dict[Measured, tuple[FloatArray, str, float]], second: _Second) -> tuple[float, float]:
    """Velocity [m/s] and displacement [m] at the first sample, in the sign of the samples.

    The first samples of the blocks where they are there, else the heading's, in the sign that its peak has to the
    samples' peak.
    """
    acceleration = series["acceleration"][0] if "acceleration" in series else np.zeros(1)
    largest = float(acceleration[np.abs(acceleration).argmax()])
    sign = float(np.sign(largest * second.peaks.get("acceleration", (0.0, 0.0))[0]))
    velocity = float(series["velocity"][0][0]) if "velocity" in series else sign * second.starts[0]
    displacement = float(series["displacement"][0][0]) if "displacement" in series else sign * second.starts[1]
    return velocity, displacement
