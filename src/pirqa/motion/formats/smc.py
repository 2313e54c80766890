"""SMC files of the US Geological Survey: 11 lines of text, 48 integers, 50 reals, comments, then one component.

Positions of header values count from 1 as in the description of the format (USGS National Strong-Motion Program,
"SMC- and BBF-format data files"), and from 0 in the code.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.ground_motion import KnownBy, Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    check_asked_step,
    compare_peaks,
    directed,
    direction_of,
    in_range,
    is_number_only,
    iso_time,
    named_unit,
    surplus_left_out,
    used_step,
)
from pirqa.motion.formats.text import LARGEST, LONGEST_LINE, TextFile, decoded, first_lines, printed_resolution
from pirqa.motion.record import Channel, Measured, ReadAs, Record, unit_value

_TEXT, _INTEGERS, _REALS = 11, 6, 10
_FIRST = re.compile(
    r"\s*[0-6]\s+(UNKNOWN|UNCORRECTED ACCELEROGRAM|CORRECTED ACCELEROGRAM|VELOCITY|DISPLACEMENT|RESPONSE SPECTRA"
    r"|FOURIER AMPLITUDE SPECTR.*)\s*",
    re.IGNORECASE,
)
_HIGHEST_RATE = 1e5
"""Samples in a second: above it the header means that the samples are uneven."""

_STRUCTURES = {1: "building", 2: "bridge", 3: "dam", 4: "structure"}


def recognises(data: bytes, name: str) -> bool:
    """Whether the first line is that of an SMC file, or starred text is followed by integers of width 10."""
    lines = first_lines(data, _TEXT + 1)
    if not lines:
        return False
    if _FIRST.fullmatch(lines[0]):
        return True
    starred = len(lines) > _TEXT and lines[0].strip() == "*" and lines[_TEXT - 1].strip() == "*"
    return starred and re.fullmatch(r"(?:[ \d-]{9}\d){8}\s*", lines[_TEXT][:LONGEST_LINE]) is not None


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record of an SMC file: one component."""
    file = decoded(path, data)
    measured, corrected = _kind(file)
    integers, after = file.fixed(_TEXT, 48, width=10, per_line=8)
    reals, after = file.fixed(after, 50, width=15, per_line=5)
    missing, unknown = integers[0], reals[0]
    first, comments, remarks = _comments(file, after, integers[15])
    factor, unit, said = _unit(file, measured, comments, asked)
    count = file.whole(_TEXT + 2, integers[16], "the number of values", least=2)
    numbers, end = file.counted(first, count, width=10, per_line=8)
    name, azimuth, vertical, sign = _direction(file, integers, missing)
    end, more = surplus_left_out(file, first, end, name, count, width=10, per_line=8)
    if "".join(file.lines[end : end + 9]).strip(" \t\0\x1a"):  # what DOS fills the end of a text with
        raise file.fault(end, f'"{file.lines[end][:30].strip()}" stands where the file should end; fetch it again')
    remarks += [*said, *more]
    given = _known(reals[1], unknown)
    if given is None or given >= _HIGHEST_RATE:
        values, times, step, also = _pairs(file, first, numbers)
        fineness = printed_resolution(file.lines[first][:10].strip())
        check_asked_step(file, first, asked, times, resolution=fineness, what=f"component {name}")
    else:
        times, values = None, numbers
        step, also = used_step(file, _TEXT + _INTEGERS, asked, _period(given), "the time step")
    corner = _known(reals[32], unknown)
    filed = Channel(
        name=name,
        values=values * factor,
        step=step,
        unit=unit,
        measured=measured,
        times=times,
        band=(corner, math.inf) if corrected and corner is not None and corner > 0.0 else (),
    )
    known_by: KnownBy | None = "order" if azimuth is None and not vertical and is_number_only(name) else None
    channel, turned = directed(filed, azimuth, vertical, sign, known_by)
    remarks += [*also, *turned, *_flags(integers)]
    if measured == "acceleration":
        extremes = [float(reals[at]) * factor for at in (29, 31) if _known(reals[at], unknown) is not None]
        remarks += compare_peaks(name, channel.values, max(extremes, key=abs, default=None))
    return Record(
        origin=_origin(file, integers, reals), channels=(channel,), corrected=corrected, remarks=tuple(remarks)
    )


def _known(value: float, unknown: float) -> float | None:
    """A header value, none where it is the mark of a missing one."""
    return None if value == unknown or not abs(value) < LARGEST else float(value)


def _period(rate: float) -> float:
    return 1.0 / rate if rate > 0.0 else rate


def _kind(file: TextFile) -> tuple[Measured, bool]:
    """What the file holds, and whether it was corrected."""
    match = _FIRST.fullmatch(file.line(0)[:LONGEST_LINE])
    words = match[1].upper() if match else "UNKNOWN"
    if "SPECTR" in words:
        raise file.fault(0, f"the file holds {words.lower()}; give the file with accelerations")
    if words == "UNKNOWN":
        raise file.fault(
            0, 'does not say what the file holds; write "2 CORRECTED ACCELEROGRAM" there if that is what it is'
        )
    if words in ("VELOCITY", "DISPLACEMENT"):
        return ("velocity" if words == "VELOCITY" else "displacement"), True
    return "acceleration", words.startswith("CORRECTED")


def _comments(file: TextFile, first: int, stated: float) -> tuple[int, str, list[Remark]]:
    """First line of data, the comments, and what to remark where the header counts other comments."""
    count = file.whole(_TEXT + 1, stated, "the number of comments")
    end = first
    while end < len(file.lines) and file.lines[end].lstrip().startswith("|"):
        end += 1
    remarks = []
    if end - first != count:
        remarks.append(
            Remark(kind="warning", key="record_comments_differ", amount=float(end - first), stated=float(count))
        )
    return end, "\n".join(line[:LONGEST_LINE] for line in file.lines[first:end]), remarks


def _unit(file: TextFile, measured: Measured, comments: str, asked: ReadAs) -> tuple[float, str, tuple[Remark, ...]]:
    """SI in a unit of the file, its name, and what to remark; cm, s, cm/s2 unless a comment says otherwise."""
    if measured != "acceleration":
        return 0.01, "cm/s" if measured == "velocity" else "cm", ()
    header = "\n".join([line[:LONGEST_LINE] for line in file.lines[1:_TEXT]] + [comments])
    match = re.search(r"\bunits?\s*(?:=|:|are|in|of)\s*(?:digital\s+)?([\w/^*]+)", header, re.IGNORECASE)
    word = match[1].lower() if match else "cm/s2"
    if word.startswith("count"):
        if asked.sensitivity is not None:
            return 1.0 / asked.sensitivity, "counts", ()
        raise RecordError(
            f"{file.path}: holds counts of a digitiser, not accelerations; give sensitivity (counts in 1 m/s2) "
            "or a converted file"
        )
    known = named_unit(word)
    return unit_value(file.path, asked.unit, known[1] if known else None)


def _pairs(file: TextFile, first: int, numbers: FloatArray) -> tuple[FloatArray, FloatArray, float, tuple[Remark, ...]]:
    """Values, times [s], their median step [s], and what to remark, of numbers that are time, value, time, value …"""
    if len(numbers) % 2 or len(numbers) < 4:
        raise file.fault(
            _TEXT + _INTEGERS,
            f"states no sampling rate, so times and values come in pairs, but there are {len(numbers)} numbers",
        )
    times, values = numbers[0::2], numbers[1::2]
    apart = np.diff(times)
    if np.any(apart < 0.0):
        at = int(np.flatnonzero(apart < 0.0)[0]) + 1
        raise file.fault(first + at // 4, f"sample {at + 1} is before the one before it; fetch the file again")
    keep = np.concatenate([[True], apart > 0.0])
    if np.count_nonzero(keep) < 2:
        raise file.fault(first, "all samples have one time; fetch the file again")
    remarks: tuple[Remark, ...] = ()
    if not np.all(keep):
        group = np.cumsum(keep) - 1
        values = np.bincount(group, weights=values) / np.bincount(group)
        times = times[keep]
        remarks = (Remark(kind="repair", key="record_times_merged", count=int(np.count_nonzero(~keep))),)
    return values, times - times[0], float(np.median(np.diff(times))), remarks


def _flags(integers: FloatArray) -> list[Remark]:
    """What the header warns of: a problem, an instrument in a structure."""
    remarks = []
    if integers[17] == 1:
        remarks.append(Remark(kind="warning", key="record_problem_flagged"))
    structure = _STRUCTURES.get(int(integers[18])) if abs(integers[18]) < 1e6 else None
    if structure is not None:
        remarks.append(Remark(kind="warning", key="record_in_structure", text=structure))
    return remarks


def _direction(file: TextFile, integers: FloatArray, missing: float) -> tuple[str, float | None, bool, float]:
    """Name, azimuth [rad], whether vertical, and -1 where that counts downwards.

    From header integers 13 and 14, else the word in the text.
    """
    match = re.search(r"(?i)component\s*=\s*(\S+)", file.line(5)[:LONGEST_LINE])
    word = match[1] if match else ""
    if integers[12] in (0.0, 180.0):
        return word or "up", None, True, 1.0 if integers[12] == 0.0 else -1.0
    if integers[13] != missing and 0.0 <= integers[13] <= 360.0:
        return word or f"{integers[13]:.0f}", math.radians(integers[13] % 360.0), False, 1.0
    return (word or "1", *direction_of("" if is_number_only(word) else word))


def _origin(file: TextFile, integers: FloatArray, reals: FloatArray) -> Origin:
    """Station, event and time."""
    text = [line[:LONGEST_LINE] for line in file.lines[:_TEXT]]
    missing, unknown = integers[0], reals[0]

    def found(pattern: str, line: str) -> str:
        match = re.search(pattern, line, re.IGNORECASE)
        return " ".join(match[1].split()) if match else ""

    hours, minutes, seconds, thousandths = (0.0 if value == missing else float(value) for value in integers[3:7])
    dated = missing not in integers[1:3] and integers[1] > 0
    moment = iso_time(integers[1:3].tolist(), (hours, minutes, seconds + 1e-3 * thousandths)) if dated else ""
    latitude, longitude = (_known(reals[at], unknown) for at in (10, 11))
    magnitudes = re.findall(r"(\w+)(?:\s*Mag)?\s*=\s*([\d.]+)", text[4])
    event = found(r"^\s*(?:[\d-]+\s+){0,4}(.*?)\s*$", text[3])
    return Origin(
        format="smc",
        station=found(r"station\s*=\s*(.*?)\s*(?:component|$)", text[5]) or text[2].strip(" *"),
        agency=found(r"data source\s*=\s*(\S.*)", text[7]),
        event=", ".join([event, *(f"{name} {value}" for name, value in magnitudes)]).strip(", "),
        time=moment or found(r"^\s*((?:[\d-]+\s+){1,3}[\d-]+)", text[3]),
        latitude=in_range(latitude, 90.0),
        longitude=in_range(longitude, 360.0),
    )
