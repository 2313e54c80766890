"""Formats of records, one file each: the right one is found from a file's content; and motions written as files.

Formats that are recognised and not read raise an error that names them and what to do.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args

import numpy as np

from pirqa.errors import RecordError, did_you_mean
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.remark import Remark
from pirqa.motion.formats.text import first_lines, plain_bytes
from pirqa.motion.record import ReadAs, Record, read_bytes
from pirqa.provenance import digest
from pirqa.units import STANDARD_GRAVITY

FormatName = Literal[
    "cismid", "peer", "cosmos", "cdmg", "esm", "smc", "unam", "geonet", "bbp", "knet", "afad", "cwa", "bhrc", "usc",
    "isesd", "itsak", "mseed", "sac", "columns",
]  # fmt: skip
"""Formats in the order in which they are asked, each the name of its module here, which is imported only when needed.

A module has ``recognises(data: bytes, name: str) -> bool`` and ``read(path: Path, data: bytes, asked: ReadAs) ->
Record``; ``columns`` takes any text of numbers and comes last, after the formats that are recognised and not read.
``cdmg``: V1 and V2, also RENADIC's; ``knet``: also KiK-net; ``columns``: plain columns and CSV.
"""
FORMATS: tuple[FormatName, ...] = get_args(FormatName)

_SHORTEST = 200
"""Samples below which a file is no record but an example, whose first value says nothing."""
_ABRUPT = 0.5
"""Of the peak: shipped records begin with up to 0.26 of it, but for one that begins with the peak itself."""


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"pirqa.motion.formats.{name}")


def format_of(path: Path, data: bytes) -> str:
    """Name of the format of a file, from its content."""
    data = plain_bytes(path, data)
    for name in FORMATS:
        if name == "columns":
            refuse_unread(path, data)
        if _module(name).recognises(data, path.name):
            return name
    raise RecordError(
        f"{path}: is in no format that is known ({', '.join(FORMATS)}); give format if it is one of them, "
        "or save it as two columns, time and acceleration"
    )


def read_record(path: str | Path, asked: ReadAs | None = None, *, format: str | None = None) -> Record:
    """The record in the file ``path``; ``format`` where its content does not tell."""
    path = Path(path)
    if format is not None and format not in FORMATS:
        raise RecordError(f'{path}: there is no format "{format}": {did_you_mean(format, FORMATS)}')
    filed = read_bytes(path)
    data = plain_bytes(path, filed)
    reader = _module(format or format_of(path, data))
    try:
        record: Record = reader.read(path, data, asked or ReadAs())
    except RecordError as error:
        if format is None or reader.recognises(data, path.name):
            raise
        raise RecordError(f"{error} (it does not look like {format} at all: leave format out)") from error
    if not record.accelerations:
        raise RecordError(f"{path}: holds no acceleration; give the file with accelerations")
    for channel in record.accelerations:
        if len(channel.values) < 2:
            raise RecordError(f"{path}: component {channel.name} is empty ({len(channel.values)} samples)")
        if not channel.step > 0.0:
            raise RecordError(f"{path}: component {channel.name} has the time step {channel.step} s")
    return replace(
        record,
        origin=replace(record.origin, file=path.name, digest=digest(filed)),
        remarks=(*record.remarks, *_abrupt_starts(record)),
    )


def _abrupt_starts(record: Record) -> tuple[Remark, ...]:
    """A warning for each component that begins with half its largest value or more, offset taken off."""
    remarks: list[Remark] = []
    for channel in record.accelerations:
        values = channel.values - np.median(channel.values)
        largest = float(np.abs(values).max())
        if len(values) >= _SHORTEST and largest > 0.0 and abs(values[0]) >= _ABRUPT * largest:
            text, first, peak = channel.name, float(values[0]), largest
            remarks.append(
                Remark(kind="warning", key="record_starts_abruptly", text=text, amount=first, stated=peak, unit="m/s2")
            )
    return tuple(remarks)


_UNPACK = "unpack it and give the files in it"
_AS_CSV = "save the sheet as CSV (UTF-8)"
_CONVERT = "convert it to miniSEED, or save it as two columns, time and acceleration"
_NOT_COLUMNS = (
    'save it as two columns, time and acceleration, or give format = "columns" with unit, step and components'
)
_FETCH = "fetch the record again"
_HEAD = 40
"""Lines of a file in which its format shows."""

_SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook of 1997 (.xls)", _AS_CSV),
    (b"\x1f\x8b", "a gzip archive", _UNPACK),
    (b"\xfd7zXZ\0", "an xz archive", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (b"Rar!", "a RAR archive", _UNPACK),
    (b"\x89HDF\r\n\x1a\n", "HDF5 (ASDF, MATLAB 7.3)", _CONVERT),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file", "save it as text, two columns, time and acceleration"),
    (b"\x93NUMPY", "a NumPy array", "save it as text, two columns, time and acceleration"),
    (b"%PDF", "a PDF document", "give the file of the record itself"),
    (b"KMI", "a Kinemetrics recording (.evt)", _CONVERT),
    (b"MS\x03", "miniSEED 3", "convert it to miniSEED 2"),
    (b"000001V ", "a full SEED volume", "convert it to miniSEED and StationXML"),
    (b"\x55\x3a", "SEG-2", _CONVERT),
    (b"\x3a\x55", "SEG-2", _CONVERT),
)
"""First bytes, name and remedy of binary formats."""

_TEXTS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    ((r"<!doctype html|<html\b",), "a web page, perhaps of an error or of a login", _FETCH),
    (
        (r"<(?:\w+:)?FDSNStationXML\b",),
        "StationXML, the response of an instrument",
        "give it as response, with the record",
    ),
    ((r"<(?:\w+:)?quakeml\b",), "QuakeML, the description of an earthquake", "give the file of the record itself"),
    ((r"<\?xml\b",), "XML", "give the file of the record itself"),
    ((r"^(?:WID[12]\s|BEGIN\s+(?:GSE|IMS))",), "GSE or IMS", _CONVERT),
    ((r"^TIMESERIES\s+\S+,\s*\d+\s+samples",), "the text of IRIS (TSPAIR or SLIST)", _CONVERT),
    (
        (r"\bUNCORRECTED ACCELERATION\s+UNIT\s*:", r"\bNO\.\s*OF POINTS\s*:"),
        "the text of CSMNC (China)",
        _NOT_COLUMNS,
    ),
    ((r"^\s*SITE CODE\s*=", r"^\s*INITIAL TIME\s*="), "the text of JMA (Japan)", _NOT_COLUMNS),
    ((r"^#\s*<<.*\bRESP\b|^B05[02]F0[34]\s",), "RESP, the response of an instrument", "give StationXML as response"),
)
"""Patterns that all stand in the head of a text, its name and remedy."""

_DAMAGED: tuple[tuple[tuple[str, ...], str], ...] = (
    ((r"^Lat\.\s+[\d.-]", r"^Long\.\s+[\d.-]"), "K-NET or KiK-net text without the lines of its scale and its step"),
    ((r"^EVENT_\w+\s*:", r"^STATION_\w+\s*:"), "ESM or ITACA text without the lines of its step and its count"),
    (
        (r"^#StationCode\s*:", r"^#(?:SampleRate|AmplitudeUnit|RecordLength)\b"),
        "CWA text without the lines of its unit and its components",
    ),
)
"""Patterns that all stand in the head of a text whose reader does not recognise it, and what the text is."""


def refuse_unread(path: Path, data: bytes) -> None:
    """Raise an error that names the format of ``data`` where it is known and no reader reads it."""
    found = _signed(data) or _written(data)
    if found is not None:
        raise RecordError(f"{path}: is {found[0]}, which is not supported; {found[1]}")
    head = _head_lines(data)
    for patterns, name in _DAMAGED:
        if _all_stand(patterns, head):
            raise RecordError(f"{path}: is {name}; {_FETCH}")


def _signed(data: bytes) -> tuple[str, str] | None:
    if data[:4] == b"PK\x03\x04":
        if b"[Content_Types].xml" in data[:4096] or b"xl/" in data[:4096]:
            return "an Excel workbook (.xlsx)", _AS_CSV
        return "a zip archive", _UNPACK
    if data[257:262] == b"ustar":
        return "a tar archive", _UNPACK
    if data[:3] == b"BZh" and data[4:10] == b"1AY&SY":
        return "a bzip2 archive", _UNPACK
    for mark, name, remedy in _SIGNATURES:
        # A text may begin with two or three of these letters, but it holds no zero byte.
        if data.startswith(mark) and (len(mark) > 3 or not mark.isascii() or b"\0" in data[:1024]):
            return name, remedy
    return None


def _written(data: bytes) -> tuple[str, str] | None:
    lines = _head_lines(data)
    return next(((name, remedy) for patterns, name, remedy in _TEXTS if _all_stand(patterns, lines)), None)


def _head_lines(data: bytes) -> list[str]:
    return first_lines(data.removeprefix(b"\xef\xbb\xbf"), _HEAD)


def _all_stand(patterns: tuple[str, ...], lines: list[str]) -> bool:
    return all(any(re.search(pattern, line, re.IGNORECASE) for line in lines) for pattern in patterns)


def _heading(motion: GroundMotion, component: int) -> str:
    """Return the name of a component in a file; its number where no more is known, so that no file states more."""
    direction = motion.directions[component]
    return str(component + 1) if direction.known_by == "order" else direction.name


def _two_columns(motion: GroundMotion, component: int) -> str:
    rows = zip(motion.times.tolist(), motion.acceleration[:, component].tolist(), strict=True)
    head = f"t(s) {_heading(motion, component)}(m/s2)\n"
    return head + "".join(f"{time:.10g} {value:.9e}\n" for time, value in rows)


def _peer(motion: GroundMotion, component: int) -> str:
    """The layout of PEER's .AT2: four lines of header, five values a line, in g."""
    values = motion.acceleration[:, component] / STANDARD_GRAVITY
    direction = _heading(motion, component)
    lines = [
        "PIRQA GROUND MOTION, NOT A PEER RECORD",
        f"{motion.origin.event or motion.name}, {motion.origin.station or motion.origin.file}, {direction}",
        "ACCELERATION TIME SERIES IN UNITS OF G",
        f"NPTS= {len(values):6d}, DT= {motion.step:.10g} SEC",
    ]
    rows = (values[start : start + 5].tolist() for start in range(0, len(values), 5))
    lines += ["".join(f"{value:16.8E}" for value in row) for row in rows]
    return "\n".join(lines) + "\n"


def _csv(motion: GroundMotion) -> str:
    """Time, then acceleration, velocity and displacement of every component."""
    parts = (("m/s2", "", motion.acceleration), ("m/s", "_v", motion.velocity), ("m", "_d", motion.displacement))
    headings = [_heading(motion, component) for component in range(len(motion.directions))]
    names = [f"{heading}{tail} [{unit}]" for unit, tail, _ in parts for heading in headings]
    table = np.column_stack([motion.times, *(values for _, _, values in parts)])
    lines = [",".join(["t [s]", *names])]
    lines += [",".join(f"{value:.10g}" for value in row) for row in table.tolist()]
    return "\n".join(lines) + "\n"


WRITERS: dict[str, tuple[str, Callable[[GroundMotion, int], str] | None]] = {
    "columns": (".txt", _two_columns),
    "peer": (".AT2", _peer),
    "csv": (".csv", None),
}
"""What a motion can be written as: suffix, and writer of one component; CSV holds them all."""


def export_motion(motion: GroundMotion, folder: Path, *, format: str) -> dict[Path, str]:
    """Texts of the files that hold ``motion``, by path in ``folder``."""
    if format not in WRITERS:
        raise RecordError(f'there is no format "{format}" to export to: {did_you_mean(format, WRITERS)}')
    suffix, write = WRITERS[format]
    if write is None:
        return {folder / f"{motion.name}{suffix}": _csv(motion)}
    return {
        folder / f"{motion.name}_{direction.name}{suffix}": write(motion, index)
        for index, direction in enumerate(motion.directions)
    }
