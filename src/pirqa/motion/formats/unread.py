"""Formats that are recognised and not read: the error names them and what to do, instead of a line in their middle."""

from __future__ import annotations

import re
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.motion.formats.text import first_lines

__all__ = ["refuse_unread"]

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
