"""K-NET and KiK-net text (NIED, Japan): 17 lines of keys and values, then counts, 8 a line; one component a file.

Acceleration [gal] = (count - mean of the counts) times the Scale Factor; the stated maximum is that after the mean is
off. Times are Japan's, 9 h ahead of UTC, and the recorder adds 15 s to Record Time. The layout was compared with a
rebuilt file only, for NIED forbids to hand on its data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    FETCH,
    KeyedHeader,
    believed_step,
    believed_unit,
    compare_peaks,
    direction_of,
    free_rows,
    header_lines,
    moment,
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
from pirqa.motion.record import Channel, ReadAs, Record, SensorLevel

_KEYS = (
    "Origin Time",
    "Lat.",
    "Long.",
    "Depth. (km)",
    "Mag.",
    "Station Code",
    "Station Lat.",
    "Station Long.",
    "Station Height(m)",
    "Record Time",
    "Sampling Freq(Hz)",
    "Duration Time(s)",
    "Dir.",
    "Scale Factor",
    "Max. Acc. (gal)",
    "Last Correction",
    "Memo.",
)
_MARKS = ("Station Code", "Record Time", "Sampling Freq(Hz)", "Duration Time(s)", "Scale Factor", "Max. Acc. (gal)")
_HEADER_LINES = 40
_PER_LINE, _FIELD = 8, 9
_JAPAN, _RECORDER = 9 * 3600.0, 15.0
"""Seconds by which Japan's clock is ahead of UTC, and Record Time of the first sample."""
_LARGEST_COUNT = 2.0**31


@dataclass(frozen=True, kw_only=True)
class _Component:
    """What a value of ``Dir.`` stands for."""

    name: str
    word: str
    """The direction as :func:`direction_of` knows it."""
    level: SensorLevel | None = None


_COMPONENTS = {
    "N-S": _Component(name="NS", word="NS"),
    "E-W": _Component(name="EW", word="EW"),
    "U-D": _Component(name="UD", word="UD"),
    "1": _Component(name="NS1", word="NS", level="borehole"),
    "2": _Component(name="EW1", word="EW", level="borehole"),
    "3": _Component(name="UD1", word="UD", level="borehole"),
    "4": _Component(name="NS2", word="NS", level="surface"),
    "5": _Component(name="EW2", word="EW", level="surface"),
    "6": _Component(name="UD2", word="UD", level="surface"),
}
"""KiK-net's six components are named as NIED names their files."""


def recognises(data: bytes, name: str) -> bool:
    """Return whether three of the keys that only these files have begin lines of the head."""
    lines = first_lines(data, _HEADER_LINES)
    return sum(any(line.startswith(mark) for line in lines) for mark in _MARKS) >= 3


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """Return the one component of a K-NET or KiK-net file."""
    file = decoded_words(path, data, eight_bit="latin-1")
    header, first = _header(file)
    line, direction = header.required("Dir.")
    component = _COMPONENTS.get(direction)
    if component is None:
        raise file.fault(line, f'Dir. is "{direction[:20]}"; it must be N-S, E-W, U-D, or 1 to 6 of KiK-net: {FETCH}')
    line, frequency = header.positive("Sampling Freq(Hz)", suffix="Hz")
    step = believed_step(file, line, asked, 1.0 / frequency, "Sampling Freq(Hz)")
    factor = _factor(header, asked)
    line, stated = _stated_peak(header)
    counts = _counts(file, header, data, first, frequency)
    values = factor * (counts - counts.mean())
    rounded = 0.01 * printed_resolution(header.text("Max. Acc. (gal)"))
    remarks = list(compare_peaks(component.name, values, 0.01 * stated, rounded=rounded, share=0.0))
    if component.level == "borehole":
        remarks.append(Remark(kind="warning", key="record_in_borehole", text=component.name))
    azimuth, vertical, _ = direction_of(component.word)
    channel = Channel(
        name=component.name,
        values=values,
        step=step,
        unit="counts",
        azimuth=azimuth,
        vertical=vertical,
        level=component.level,
    )
    origin, placed = _origin(header, component)
    return Record(origin=origin, channels=(channel,), remarks=(*remarks, *placed))


def _header(file: TextFile) -> tuple[KeyedHeader, int]:
    """Return the header and the first line of the counts, which is that after Memo."""
    entries: list[tuple[int, str, str]] = []
    last = min(len(file.lines), _HEADER_LINES)
    for index, line in enumerate(line[:LONGEST_LINE] for line in file.lines[:last]):
        key = next((key for key in _KEYS if line.startswith(key)), None)
        if key is not None:
            entries.append((index, key, line[len(key) :].strip()))
        if key == "Memo.":
            return header_lines(file, entries, index), index + 1
    raise file.fault(max(last - 1, 0), f'the header up to here has no line "Memo."; {FETCH}')


def _factor(header: KeyedHeader, asked: ReadAs) -> float:
    """Return the acceleration of one count [m/s2]: ``2000(gal)/8388608``."""
    line, text = header.required("Scale Factor")
    match = re.fullmatch(rf"({DECIMAL})\s*\(([^()]{{1,20}})\)\s*/\s*({DECIMAL})", text)
    numerator, denominator = (number_of(match[1]), number_of(match[3])) if match else (None, None)
    if match is None or not numerator or not denominator or numerator < 0.0 or denominator < 0.0:
        raise header.file.fault(line, f'Scale Factor is "{text[:40]}"; it must be like 2000(gal)/8388608: {FETCH}')
    return believed_unit(header.file, line, asked, match[2])[0] * numerator / denominator


def _stated_peak(header: KeyedHeader) -> tuple[int, float]:
    """Return the line and the value of the stated maximum [gal]."""
    line, text = header.required("Max. Acc. (gal)")
    peak = number_of(text)
    if peak is None:
        raise header.file.fault(line, f'Max. Acc. (gal) is "{text[:40]}", which is no finite number; {FETCH}')
    return line, peak


def _counts(file: TextFile, header: KeyedHeader, data: bytes, first: int, frequency: float) -> FloatArray:
    """Return the counts as they stand; neither fewer nor more than duration and frequency state."""
    line, duration = header.positive("Duration Time(s)")
    stated = round(duration * frequency)
    last = file.end(first)
    if last - first < 1 or stated < 2:
        at = line if stated < 2 else first - 1
        raise file.fault(at, f"{max(last - first, 0)} lines of counts follow, {stated} counts are stated; {FETCH}")
    counts = free_rows(file, first, last, _PER_LINE, short=True)
    if len(counts) != stated:
        why = "it was cut off" if len(counts) < stated else "two files may be joined here"
        raise file.fault(
            last - 1,
            f"the counts end here after {len(counts)}, the header states {stated} "
            f"({duration:g} s at {frequency:g} Hz); {why}: {FETCH}",
        )
    wrong = np.flatnonzero((counts != np.rint(counts)) | (np.abs(counts) >= _LARGEST_COUNT))
    if len(wrong):
        at = first + int(wrong[0]) // _PER_LINE
        raise file.fault(at, f"{counts[wrong[0]]:.12g} is no count of a recorder; {FETCH}")
    ends = [len(text.rstrip()) % _FIELD for text in file.lines[first:last]]
    if data[-1:] not in (b"\n", b"\r") and set(ends[:-1]) == {_FIELD - 1} != {ends[-1]}:
        raise file.fault(last - 1, f"its last count was cut off; {FETCH}")
    return counts


def _origin(header: KeyedHeader, component: _Component) -> tuple[Origin, tuple[Remark, ...]]:
    """Return station, event and time of the first sample, and what to remark of the place."""
    begun = moment(header.text("Record Time"), shift=-_JAPAN - _RECORDER)
    happened = moment(header.text("Origin Time"), shift=-_JAPAN)
    size, code = header.text("Mag."), header.text("Station Code")
    north, east, remarks = station_place(header.number("Station Lat."), header.number("Station Long."))
    return Origin(
        format="knet",
        station=code if component.level is None else f"{code} ({component.level})",
        agency="NIED",
        event=", ".join(text for text in (f"{happened}Z" if happened else "", f"M {size}" if size else "") if text),
        time=f"{begun}Z" if begun else "",
        latitude=north,
        longitude=east,
    ), remarks
