"""ESM and ITACA files (DYNA 1.0 to 1.2): lines ``KEY: value``, then one value a line."""

from __future__ import annotations

import math
import re
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    SI_UNITS,
    LinedEntries,
    code_direction,
    code_known_by,
    compare_counts,
    compare_peaks,
    directed,
    direction_of,
    named_unit,
    station_place,
    used_step,
)
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, decoded, number_of, printed_resolution
from pirqa.motion.record import Channel, Measured, ReadAs, Record, unit_value

_LINE = re.compile(r"\s*([A-Z][A-Z0-9_/^ ]*?)\s*:(.*)")
_MEASURED: dict[str, Measured] = {"ACC": "acceleration", "VEL": "velocity", "DIS": "displacement"}


def recognises(data: bytes, name: str) -> bool:
    """Whether the head has the keys that only these files have."""
    head = data[:6000]
    return b"SAMPLING_INTERVAL_S:" in head and b"NDATA:" in head and b"EVENT_" in head


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The one component in an ESM or ITACA file."""
    file = decoded(path, data)
    header, first = _header(file)
    name = _value(header, "STREAM", "COMPONENT", "CHANNEL") or "1"
    stated, line = _required(file, header, "NDATA")
    count = file.whole(line, stated, "NDATA")
    found = _interval(file, header)
    step, told = used_step(file, header["SAMPLING_INTERVAL_S"][1], asked, found, "SAMPLING_INTERVAL_S")
    measured, scale, unit, remarks = _unit(file, header, asked)
    remarks += told

    last = file.end(first)
    values, counts = file.free(first, last)
    if not set(counts) <= {1}:
        odd = next(index for index, many in enumerate(counts) if many != 1)
        raise file.fault(first + odd, f"has {counts[odd]} values where the format has one; repair the line")
    remarks += compare_counts(file, max(last - 1, 0), name, found=len(values), stated=count, kept=True)
    if not len(values):
        raise file.fault(max(last - 1, 0), f"component {name} is empty; fetch the file again")
    values = scale * values
    remarks += _peak(header, name, values, measured, scale * printed_resolution(file.lines[first].strip()))

    azimuth, vertical, sign = direction_of(name)
    if azimuth is None and not vertical:
        azimuth, vertical = code_direction(name)
        if azimuth is not None:
            remarks += (Remark(kind="assumption", key="record_direction_from_code", text=name),)
    known_by = code_known_by(name) if azimuth is None and not vertical else None
    filed = Channel(name=name, values=values, step=step, unit=unit, measured=measured, band=_band(header))
    channel, said = directed(filed, azimuth, vertical, sign, known_by)
    origin, placed = _origin(header)
    baseline = _value(header, "BASELINE_CORRECTION").upper()
    corrected = bool(channel.band) or ("REMOVED" in baseline and "NOT" not in baseline)
    return Record(origin=origin, channels=(channel,), corrected=corrected, remarks=(*remarks, *said, *placed))


def _header(file: TextFile) -> tuple[LinedEntries, int]:
    """The values by key, each with its line, and the first line of data."""
    header: LinedEntries = {}
    for index, line in enumerate(file.lines):
        match = _LINE.match(line[:LONGEST_LINE])
        if match is None:
            if line.strip():
                return header, index
            continue
        header.setdefault(match[1].replace(" ", "_"), (match[2].strip(), index))
    return header, len(file.lines)


def _value(header: LinedEntries, *keys: str) -> str:
    return next((header[key][0] for key in keys if header.get(key, ("", 0))[0]), "")


def _required(file: TextFile, header: LinedEntries, key: str) -> tuple[str, int]:
    if key not in header:
        raise RecordError(f"{file.path}: its header has no {key}; fetch the file again")
    return header[key]


def _interval(file: TextFile, header: LinedEntries) -> float:
    text, index = _required(file, header, "SAMPLING_INTERVAL_S")
    number = number_of(text)
    if number is None or not 0.0 < number < 1e6:
        raise file.fault(index, f'SAMPLING_INTERVAL_S is "{text[:40]}", which must be a number greater than 0')
    return number


def _number(header: LinedEntries, key: str) -> float | None:
    return number_of(_value(header, key))


def _unit(file: TextFile, header: LinedEntries, asked: ReadAs) -> tuple[Measured, float, str, tuple[Remark, ...]]:
    """What the values measure, the SI value of their unit, its name, and what to remark."""
    said, index = header.get("UNITS", ("", 0))
    kind, line = header.get("DATA_TYPE", ("", index))
    measured = _MEASURED.get(kind.upper()[:3], "acceleration")
    if kind and kind.upper() not in ("ACCELERATION", "VELOCITY", "DISPLACEMENT"):
        raise file.fault(line, f'DATA_TYPE is "{kind[:40]}"; give the file with ACCELERATION')
    if "count" in said.lower():
        if asked.sensitivity is None:
            raise file.fault(index, "the values are counts; give sensitivity, the counts in 1 m/s2")
        return measured, 1.0 / asked.sensitivity, "counts", ()
    known = named_unit(said)
    if said and known is None and asked.unit is None:
        raise file.fault(index, f'UNITS is "{said[:40]}", which is not known; give the unit, for example --unit gal')
    if known is not None and known[0] != measured:
        raise file.fault(index, f"UNITS is {said}, no unit of {measured}; correct UNITS or DATA_TYPE")
    if measured != "acceleration":
        if known is None:
            raise file.fault(index, f"does not say the unit of its {measured}; write UNITS")
        return measured, known[2], said, ()
    scale, unit, remarks = unit_value(file.path, asked.unit, known[1] if known else None)
    return measured, scale, unit, remarks


def _peak(
    header: LinedEntries, name: str, values: FloatArray, measured: Measured, fineness: float
) -> tuple[Remark, ...]:
    """A warning where the stated peak is not that of the values."""
    letter = {"acceleration": "A", "velocity": "V", "displacement": "D"}[measured]
    for key, (text, _) in header.items():
        if key.startswith(f"PG{letter}_") and (peak := number_of(text)) is not None:
            unit = named_unit(key[4:])
            if unit is not None and unit[0] == measured:
                rounded = printed_resolution(text) * unit[2] + fineness
                return compare_peaks(name, values, peak * unit[2], rounded=rounded, share=0.0, unit=SI_UNITS[measured])
    return ()


def _band(header: LinedEntries) -> tuple[float, ...]:
    low, high = _number(header, "LOW_CUT_FREQUENCY_HZ"), _number(header, "HIGH_CUT_FREQUENCY_HZ")
    corners = (low or 0.0, high or math.inf)
    return corners if (low or high) and 0.0 <= corners[0] < corners[1] else ()


def _origin(header: LinedEntries) -> tuple[Origin, tuple[Remark, ...]]:
    station = ".".join(text for text in (_value(header, "NETWORK"), _value(header, "STATION_CODE")) if text)
    moment = re.fullmatch(
        r"(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d(?:\.\d+)?)", _value(header, "DATE_TIME_FIRST_SAMPLE_YYYYMMDD_HHMMSS")
    )
    day = _value(header, "EVENT_DATE_YYYYMMDD")
    sizes = (f"{kind} {size}" for kind in "WL" if (size := _value(header, f"MAGNITUDE_{kind}")))
    event = ", ".join(text for text in (_value(header, "EVENT_NAME"), day, *(f"M{size}" for size in sizes)) if text)
    north, east, remarks = station_place(
        _number(header, "STATION_LATITUDE_DEGREE"), _number(header, "STATION_LONGITUDE_DEGREE")
    )
    return Origin(
        format="esm",
        station=" ".join(text for text in (station, _value(header, "STATION_NAME")) if text),
        agency=_value(header, "DATA_CREATOR", "ORIGINAL_DATA_CREATOR", "ORIGINAL_DATA_MEDIATOR", "NETWORK"),
        event=event,
        time=_value(header, "DATE_TIME_FIRST_SAMPLE_YYYYMMDD_HHMMSS")
        if moment is None
        else f"{moment[1]}-{moment[2]}-{moment[3]}T{moment[4]}:{moment[5]}:{moment[6]}Z",
        latitude=north,
        longitude=east,
    ), remarks
