"""Files of the PEER strong-motion databases: .AT2, .VT2 and .DT2, one component each, new and old headers."""

from __future__ import annotations

import re
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import KnownBy, Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    MEASURED,
    compare_counts,
    directed,
    direction_of,
    direction_or_order,
    iso_date,
    named_unit,
    used_step,
)
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, check_last_number, decoded, first_lines, number_of
from pirqa.motion.record import Channel, Measured, ReadAs, Record, unit_value

_HEADER_LINES = 20

_NAMED = re.compile(r"(?i)^\s*NPTS\s*=\s*([^\s,]*)")
_NAMED_STEP = r"(?i)\bDT\s*=\s*([^\s,]*?)\s*(?:SEC|,|\s|$)"
_BARE = re.compile(r"(?i)^\s*([^\s,]+)[\s,]+[^\s,]+[\s,]+NPTS\b[\s,]*DT\b")
_BARE_STEP = r"(?i)^\s*[^\s,]+[\s,]+([^\s,]+)[\s,]+NPTS"
_UNITS = re.compile(r"\b(ACCELERATION|VELOCITY|DISPLACEMENT)\b.*?(?:\bUNITS?\s+(?:OF|IN|:|=)\s*(.*))?$", re.IGNORECASE)
_BANNER = re.compile(r"PEER.*(STRONG.?MOTION|DATABASE)|PACIFIC ENGINEERING", re.IGNORECASE)
_FILTER = re.compile(r"HP\s*=\s*([\d.]+)\s*HZ\W*LP\s*=\s*([\d.]+)\s*HZ", re.IGNORECASE)


def recognises(data: bytes, name: str) -> bool:
    """Whether the head has PEER's line of NPTS and DT below its banner or a line of units."""
    lines = first_lines(data, _HEADER_LINES)
    counted = any(_NAMED.search(line) or _BARE.search(line) for line in lines)
    titled = any(_BANNER.search(line) or re.search(r"TIME (SERIES|HISTORY)", line, re.IGNORECASE) for line in lines)
    banner = bool(lines) and _BANNER.search(lines[0]) is not None
    return banner or (counted and (titled or _suffix(name) is not None))


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record of a PEER file: one component."""
    file = decoded(path, data)
    at, count, given = _counted(file)
    line, measured, unit_text = _quantity(file, at)
    factor, unit, remarks = _unit(file, line, measured, unit_text, asked)
    step, said = used_step(file, at, asked, given, "DT")
    values, _ = file.free(at + 1, len(file.lines))
    check_last_number(file, data)
    title = file.lines[line - 1][:LONGEST_LINE].strip() if line else ""
    title = "" if _BANNER.search(title) else title
    parts = [part.strip() for part in title.split(",")]
    name, azimuth, vertical, sign, assumed, known_by = _component(path, parts)
    last = len(file.lines) - 1
    remarks = (*remarks, *said, *compare_counts(file, last, name, found=len(values), stated=count, kept=True))
    match = _FILTER.search(" ".join(text[:LONGEST_LINE] for text in file.lines[:at]))
    filed = Channel(name=name, values=values * factor, step=step, unit=unit, measured=measured, band=_band(match))
    channel, turned = directed(filed, azimuth, vertical, sign, known_by)
    origin = Origin(
        format="peer",
        station=parts[-2] if len(parts) > 2 else "",
        agency="PEER",
        event=", ".join(parts[:-2]) if len(parts) > 2 else title,
        time=iso_date(title),
    )
    return Record(origin=origin, channels=(channel,), corrected=True, remarks=(*remarks, *assumed, *turned))


def _suffix(name: str) -> Measured | None:
    """Quantity that the file's ending stands for."""
    ending = name.upper().rpartition(".")[2]
    return MEASURED.get(ending[0]) if re.fullmatch("[AVD]T2", ending) else None


def _counted(file: TextFile) -> tuple[int, int, float]:
    """Line, number of values and time step [s] of the NPTS line."""
    for index, line in enumerate(file.lines[:_HEADER_LINES]):
        for pattern, step in ((_NAMED, _NAMED_STEP), (_BARE, _BARE_STEP)):
            if len(line) <= LONGEST_LINE and pattern.search(line):
                count = file.whole(index, file.found(index, pattern.pattern, "NPTS"), "NPTS", least=2)
                return index, count, file.found(index, step, "DT")
    raise RecordError(f"{file.path}: has no line with NPTS and DT among its first {_HEADER_LINES}; fetch it again")


def _quantity(file: TextFile, at: int) -> tuple[int, Measured, str]:
    """Line of the header that says what is measured, what that is, and the unit as written."""
    for index in range(at, -1, -1):
        line = file.lines[index][:LONGEST_LINE].strip()
        match = _UNITS.search(line)
        if match and (match[2] or re.search(r"TIME (SERIES|HISTORY)", line, re.IGNORECASE)):
            return index, MEASURED[match[1][0].upper()], (match[2] or "").strip(" .,")
    return at, _suffix(file.path.name) or "acceleration", ""


def _unit(
    file: TextFile, line: int, measured: Measured, text: str, asked: ReadAs
) -> tuple[float, str, tuple[Remark, ...]]:
    """SI in a unit of the file, its name, and what to remark."""
    known = named_unit(text)
    if known is not None and known[0] != measured:
        raise file.fault(line, f'"{text[:20]}" is no unit of {measured}; fetch the file again')
    if measured == "acceleration":
        if text and known is None and asked.unit is None:
            raise file.fault(line, f'the unit "{text[:20]}" is not known; give it, for example unit = "g"')
        return unit_value(file.path, asked.unit, known[1] if known else None)
    if known is None:
        raise file.fault(line, f'"{text[:20]}" is no unit that is known; give the file with accelerations')
    return known[2], text.lower(), ()


def _component(
    path: Path, parts: list[str]
) -> tuple[str, float | None, bool, float, tuple[Remark, ...], KnownBy | None]:
    """Name, azimuth [rad], whether vertical, -1 where that counts downwards, what to remark, and how it is known.

    From the title, else from the file's name.
    """
    name = re.sub(r"(?i)^COMP\w*[\s:=]+", "", parts[-1]) if len(parts) > 2 else ""
    if re.fullmatch(r"\S{1,12}", name):
        if re.fullmatch(r"[A-Z]{2}Z\d{0,2}", name.upper()):
            return (
                name,
                None,
                True,
                1.0,
                (Remark(kind="assumption", key="record_direction_from_code", text=name),),
                None,
            )
        azimuth, vertical, sign, known_by = direction_or_order(name)
        return name, azimuth, vertical, sign, (), known_by
    match = re.search(r"(\d{3}|UP|DWN|DN|VERT|VER|FN|FP)$", path.stem.upper())
    if match is None:
        return path.stem, None, False, 1.0, (), "order"
    assumed = Remark(kind="assumption", key="record_direction_from_name", text=match[1])
    return (match[1], *direction_of(match[1]), (assumed,), None)


def _band(match: re.Match[str] | None) -> tuple[float, ...]:
    """Corners of the filters [Hz], where the header states them."""
    corners = [number_of(text) for text in match.groups()] if match else []
    return tuple(corner for corner in corners if corner is not None) if None not in corners else ()
