"""One file a format; this one finds the right one."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np

from pirqa.errors import RecordError, did_you_mean
from pirqa.model.remark import Remark
from pirqa.motion.formats.text import plain_bytes
from pirqa.motion.formats.unread import refuse_unread
from pirqa.motion.record import ReadAs, Record, read_bytes
from pirqa.provenance import digest

__all__ = ["FORMATS", "format_of", "read_record"]

FORMATS: dict[str, str] = {
    "cismid": "pirqa.motion.formats.cismid",
    "peer": "pirqa.motion.formats.peer",
    "cosmos": "pirqa.motion.formats.cosmos",
    "cdmg": "pirqa.motion.formats.cdmg",
    "esm": "pirqa.motion.formats.esm",
    "smc": "pirqa.motion.formats.smc",
    "unam": "pirqa.motion.formats.unam",
    "geonet": "pirqa.motion.formats.geonet",
    "bbp": "pirqa.motion.formats.bbp",
    "knet": "pirqa.motion.formats.knet",
    "afad": "pirqa.motion.formats.afad",
    "cwa": "pirqa.motion.formats.cwa",
    "bhrc": "pirqa.motion.formats.bhrc",
    "usc": "pirqa.motion.formats.usc",
    "isesd": "pirqa.motion.formats.isesd",
    "itsak": "pirqa.motion.formats.itsak",
    "mseed": "pirqa.motion.formats.mseed",
    "sac": "pirqa.motion.formats.sac",
    "columns": "pirqa.motion.formats.columns",
}
"""Module of each format by name, in the order in which they are asked; imported only when needed.

A module has ``recognises(data: bytes, name: str) -> bool`` and ``read(path: Path, data: bytes, asked: ReadAs) ->
Record``; ``columns`` takes any text of numbers and comes last, after the formats that are recognised and not read.
"""


_SHORTEST = 200
"""Samples below which a file is no record but an example, whose first value says nothing."""
_ABRUPT = 0.5
"""Of the peak: shipped records begin with up to 0.26 of it, but for one that begins with the peak itself."""


def _module(name: str) -> ModuleType:
    return importlib.import_module(FORMATS[name])


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
