"""Text files of CISMID (Universidad Nacional de Ingeniería, Lima): numbered sections, then T and the components."""

from __future__ import annotations

import re
from pathlib import Path

from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    compare_counts,
    compare_peaks,
    directed,
    direction_or_order,
    distinct,
    in_range,
    iso_time,
    named_unit,
    printed_step,
)
from pirqa.motion.formats.text import (
    LONGEST_LINE,
    TextFile,
    check_last_number,
    decoded,
    first_lines,
    number_of,
    printed_resolution,
)
from pirqa.motion.record import Channel, ReadAs, Record, unit_value

_MARKS = ("INFORMATION ABOUT THE SEISMIC STATION", "NUMBER OF SAMPLES", "SAMPLING FREQUENCY")
_HEADER_LINES = 300

_SECTION = re.compile(r"\s*\d+\s*\.\s+(\D.*)")
_ENTRY = re.compile(r"\s*([A-Za-z][A-Za-z ./]*?)\s*(?:\([^)]*\))?\s*:\s*(.*)")
_MONTHS = (
    ("JAN", "ENE"),
    ("FEB",),
    ("MAR",),
    ("APR", "ABR"),
    ("MAY",),
    ("JUN",),
    ("JUL",),
    ("AUG", "AGO"),
    ("SEP", "SET"),
    ("OCT",),
    ("NOV",),
    ("DEC", "DIC"),
)

_Entries = dict[tuple[str, str], tuple[int, str]]


def recognises(data: bytes, name: str) -> bool:
    """Whether the file has CISMID's numbered sections."""
    head = "\n".join(first_lines(data, 60)).upper()
    return sum(mark in head for mark in _MARKS) >= 2


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record of a CISMID text file."""
    file = decoded(path, data)
    entries, comments, start = _header(file)
    names = file.line(start)[:LONGEST_LINE].split()[1:]
    if not names:
        raise file.fault(start, 'names no component after "T"; fetch the file again')
    check_last_number(file, data)
    table, first = _table(file, start + 1, len(names) + 1)
    remarks = list(_checked_count(file, entries, names, len(table)))
    line, text = entries.get(("record", "DATA UNITS"), (start, ""))
    known = named_unit(text)
    if text and (known is None or known[1] is None) and asked.unit is None:
        raise file.fault(line, f'the unit "{text[:20]}" is not known; give it, for example unit = "gal"')
    factor, unit, said = unit_value(path, asked.unit, known[1] if known else None)
    step, times, also = _steps(file, entries, asked, table[:, 0], first)
    remarks += [*said, *also]
    peaks = _stated_peaks(entries, len(names))
    channels: list[Channel] = []
    for column, name in enumerate(names):
        filed = Channel(name=name, values=table[:, column + 1] * factor, step=step, unit=unit, times=times)
        channel, turned = directed(filed, *direction_or_order(name))
        channels.append(channel)
        peak = None if peaks is None else peaks[column] * factor
        remarks += (*turned, *compare_peaks(name, channel.values, peak, rounded=0.02 * factor))
    said_of = comments.upper()
    corrected = re.search(r"(?<!UN)(?<!NOT )\b(CORRECTED|FILTERED|CORREGID|FILTRAD)", said_of) is not None
    return Record(
        origin=_origin(file, entries), channels=distinct(channels), corrected=corrected, remarks=tuple(remarks)
    )


def _header(file: TextFile) -> tuple[_Entries, str, int]:
    """Entries by section and name with their lines, the comments, and the line that names the columns."""
    entries: _Entries = {}
    comments: list[str] = []
    section = ""
    for index, line in enumerate(line[:LONGEST_LINE] for line in file.lines[:_HEADER_LINES]):
        if match := _SECTION.fullmatch(line):
            title = match[1].upper()
            words = {"STATION": "station", "EARTHQUAKE": "event", "RECORD": "record", "COMMENT": "comment"}
            section = next((name for word, name in words.items() if word in title), "data" if "DATA" in title else "")
        elif section == "data" and re.match(r"\s*T(\s|$)", line):
            return entries, " ".join(comments), index
        elif section == "data" and line.strip():
            raise file.fault(index, f'"{line.strip()[:30]}" stands where the columns T, EW, NS … are named')
        elif section == "comment":
            comments.append(line.strip())
        elif match := _ENTRY.fullmatch(line):
            entries.setdefault((section, match[1].upper()), (index, match[2].strip()))
    last = min(len(file.lines), _HEADER_LINES)
    raise file.fault(last - 1, "no data come before here, under a line that begins with T; fetch the file again")


def _table(file: TextFile, first: int, width: int) -> tuple[FloatArray, int]:
    """The numbers, shape (samples, width), and the line of the first row."""
    numbers, counts = file.free(first, len(file.lines))
    rows = [first + offset for offset, count in enumerate(counts) if count]
    for row in rows:
        if counts[row - first] != width:
            raise file.fault(row, f"has {counts[row - first]} numbers where there are {width} columns; fetch it again")
    if len(rows) < 2 or len(numbers) != width * len(rows):
        raise file.fault(first - 1, f"{len(rows)} rows of data follow; the components are empty")
    return numbers.reshape(-1, width), rows[0]


def _checked_count(file: TextFile, entries: _Entries, names: list[str], found: int) -> tuple[Remark, ...]:
    """What to remark of the number of samples; an error where there are fewer than the header states."""
    line, text = entries.get(("record", "NUMBER OF SAMPLES"), (0, ""))
    if not text:
        return ()
    stated = file.whole(line, file.found(line, r":\s*(\S+)", "NUMBER OF SAMPLES"), "NUMBER OF SAMPLES")
    return compare_counts(file, len(file.lines) - 1, ", ".join(names), found=found, stated=stated, kept=True)


def _steps(
    file: TextFile, entries: _Entries, asked: ReadAs, times: FloatArray, first: int
) -> tuple[float, FloatArray | None, tuple[Remark, ...]]:
    """Time step [s], times [s] where they are uneven, and what to remark; line ``first`` is the first of the data."""
    line, text = entries.get(("station", "SAMPLING FREQUENCY"), (0, ""))
    frequency = file.found(line, r":\s*(\S+)", "SAMPLING FREQUENCY") if text else None
    if frequency is not None and not 1e-6 < frequency < 1e6:
        raise file.fault(line, f"SAMPLING FREQUENCY is {frequency:g} Hz; correct it")
    resolution = printed_resolution(file.line(first).split()[0])
    step, uneven = printed_step(file, first, asked, times, resolution=resolution, what="column T")
    if frequency is None or uneven is not None:
        return step, uneven, ()
    if abs(step * frequency - 1.0) * (len(times) - 1) * step <= resolution + 0.1 * step:
        return 1.0 / frequency if asked.step is None else step, None, ()
    other = Remark(kind="warning", key="record_step_differs", amount=step, unit="s", stated=1.0 / frequency)
    return step, None, (other,)


def _stated_peaks(entries: _Entries, count: int) -> list[float] | None:
    """Peaks of the components in the file's unit, where the header states one for each."""
    words = entries.get(("record", "MAXIMUM ACCELERATION"), (0, ""))[1].split()
    peaks = [peak for word in words if (peak := number_of(word)) is not None]
    return peaks if len(peaks) == count == len(words) else None


def _origin(file: TextFile, entries: _Entries) -> Origin:
    """Station, event and time."""

    def text(section: str, name: str) -> str:
        return entries.get((section, name), (0, ""))[1]

    def coordinate(name: str, largest: float) -> float | None:
        return in_range(number_of(text("station", name)), largest)

    station = ", ".join(word for word in (text("station", "STATION CODE"), text("station", "STATION NAME")) if word)
    happened = f"{text('event', 'DATE')} {text('event', 'ORIGIN TIME')}".strip()
    event = ", ".join(word for word in (happened, text("event", "MAGNITUDE")) if word)
    clock = text("record", "RECORD TIME") or text("event", "ORIGIN TIME")
    said = f"{text('event', 'DATE')} {clock}".strip()
    return Origin(
        format="cismid",
        station=station,
        agency="CISMID" if any("CISMID" in line for line in file.lines[:8]) else "",
        event=event,
        time=_moment(said) or said,
        latitude=coordinate("LATITUDE", 90.0),
        longitude=coordinate("LONGITUDE", 360.0),
    )


def _moment(text: str) -> str:
    """ISO 8601 of ``October 17, 1966 16:41:00``; empty where it cannot be read."""
    match = re.fullmatch(r"([A-Za-z]{3})[a-z]*\.? +(\d{1,2}),? +(\d{4}) +(\d{1,2}):(\d{2}):(\d{2}(?:\.\d*)?)", text)
    if match is None:
        return ""
    month = next((number for number, names in enumerate(_MONTHS, 1) if match[1].upper() in names), 0)
    return (
        iso_time((int(match[3]), month, int(match[2])), (int(match[4]), int(match[5]), float(match[6])))
        if month
        else ""
    )
