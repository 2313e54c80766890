"""Text of the European strong-motion site (ISESD), ``.cor.acc``: lines ``key : value``, then 5E14 that may touch.

One component a file. The title of the data, ``Accelaration time series in m/s/s``, is spelt so in the files.
"""

from __future__ import annotations

import re
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    MEASURED,
    SI_UNITS,
    LinedEntries,
    compare_peaks,
    directed_by_name,
    named_unit,
    stated_entry,
    surplus_left_out,
    used_step,
)
from pirqa.motion.formats.text import DECIMAL, LONGEST_LINE, TextFile, decoded, number_of, printed_resolution
from pirqa.motion.record import Channel, Measured, ReadAs, Record, unit_value

_TITLE = re.compile(r"\s*(accel[ae]ration|velocity|displacement)\s+time\s+series\s+in\s+(\S+)\s*", re.IGNORECASE)
_KEY = re.compile(r"\s*([A-Za-z][^:]{0,60}?)\s*:\s*(.*?)\s*")
_PEAKS: dict[Measured, str] = {"acceleration": "pga", "velocity": "pgv", "displacement": "pgd"}
_WIDTH, _PER_LINE = 14, 5
_HEAD = 60
"""Lines within which the data begin."""


def recognises(data: bytes, name: str) -> bool:
    """Whether the head has the keys that only these files have."""
    head = data[:6000].lower()
    return b"time increment (s)" in head and b"number of data" in head and b"orientation" in head


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The one component in an ISESD file."""
    file = decoded(path, data)
    header, title = _header(file)
    match = _TITLE.fullmatch(file.lines[title][:LONGEST_LINE])
    assert match is not None
    measured = MEASURED[match[1][0].upper()]
    name, _ = stated_entry(file, header, "orientation")
    text, at = stated_entry(file, header, "number of data")
    count = file.whole(at, text, "Number of Data", least=2)
    text, at = stated_entry(file, header, "time increment (s)")
    found = number_of(text)
    if found is None:
        raise file.fault(at, f'Time Increment (s) is "{text[:40]}", which is no finite number; correct it')
    step, remarks = used_step(file, at, asked, found, "Time Increment (s)")
    known = named_unit(match[2])
    if known is not None and known[0] != measured:
        raise file.fault(title, f"gives {measured} in {match[2]}; correct the unit")
    if measured == "acceleration":
        scale, unit, said = unit_value(path, asked.unit, known[1] if known else None)
        remarks += said
    elif known is None:
        raise file.fault(title, f'gives {measured} in "{match[2]}", which is no known unit; correct it')
    else:
        scale, unit = known[2], match[2]
    first = title + 1
    numbers, after = file.counted(first, count, width=_WIDTH, per_line=_PER_LINE)
    after, surplus = surplus_left_out(file, first, after, name, count, width=_WIDTH, per_line=_PER_LINE)
    if file.end(after) > after:
        raise file.fault(after, "the data should go on or end here; fetch the file again")
    values = scale * numbers
    fineness = scale * printed_resolution(_printed_peak(file, first, values))
    remarks += surplus + _peak(file, header, name, values, measured, fineness)
    band = _band(header)
    filed = Channel(name=name, values=values, step=step, unit=unit, measured=measured, band=band)
    channel, said = directed_by_name(filed)
    return Record(
        origin=_origin(header),
        channels=(channel,),
        corrected=bool(band),
        remarks=tuple(dict.fromkeys(remarks + said)),
    )


def _printed_peak(file: TextFile, first: int, values: FloatArray) -> str:
    """The largest value as it is printed; the data begin at line ``first``."""
    at = int(abs(values).argmax())
    start = at % _PER_LINE * _WIDTH
    return file.lines[first + at // _PER_LINE][start : start + _WIDTH].strip()


def _header(file: TextFile) -> tuple[LinedEntries, int]:
    """The keys above the title of the data, and the title's line."""
    header: LinedEntries = {}
    for index, line in enumerate(file.lines[:_HEAD]):
        if _TITLE.fullmatch(line[:LONGEST_LINE]):
            return header, index
        if match := _KEY.fullmatch(line[:LONGEST_LINE]):
            header.setdefault(" ".join(match[1].lower().split()), (match[2], index))
    raise RecordError(
        f'{file.path}: no line states the data, as in "Accelaration time series in m/s/s"; fetch the file again'
    )


def _peak(
    file: TextFile, header: LinedEntries, name: str, values: FloatArray, measured: Measured, fineness: float
) -> tuple[Remark, ...]:
    """A warning where the peak differs from that of the header, ``PGA (m/s/s)``."""
    for key, (text, index) in header.items():
        match = re.fullmatch(rf"{_PEAKS[measured]}\s*\((.*)\)", key)
        known = named_unit(match[1]) if match else None
        number = number_of(text)
        if match is None or known is None or number is None:
            continue
        if known[0] != measured:
            raise file.fault(index, f"gives the peak of {measured} in {match[1]}; correct the unit")
        rounded = printed_resolution(text) * known[2] + fineness
        return compare_peaks(name, values, number * known[2], rounded=rounded, share=0.0, unit=SI_UNITS[measured])
    return ()


def _band(header: LinedEntries) -> tuple[float, ...]:
    text = header.get("filter cut-off frequency (hz)", ("", 0))[0]
    match = re.match(rf"({DECIMAL})\s*-\s*({DECIMAL})", text)
    corners = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    return corners if 0.0 <= corners[0] < corners[1] else ()


def _origin(header: LinedEntries) -> Origin:
    """Station, network and day; the header gives the hour of the earthquake, none of the record."""

    def text(key: str) -> str:
        return " ".join(header.get(key, ("", 0))[0].split())

    moment = text("event date & time")
    day = re.match(r"\d{4}-\d\d-\d\d\b", moment)
    return Origin(
        format="isesd",
        station=text("station code / name"),
        agency=text("network"),
        event=moment,
        time=day[0] if day else "",
    )
