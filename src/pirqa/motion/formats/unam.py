"""UNAM (Mexico) standard acceleration file 2.0: Spanish heading, then one column a channel in fixed fields."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    compare_counts,
    compare_peaks,
    directed,
    direction_or_order,
    named_unit,
    station_place,
    unique_names,
    used_step,
)
from pirqa.motion.formats.text import DECIMAL, TextFile, decoded, number_of, printed_resolution
from pirqa.motion.record import Channel, ReadAs, Record, unit_value

_MARK = b"ARCHIVO ESTANDAR DE ACELERACION"
_Header = dict[str, list[tuple[str, int]]]
"""Values by key, each with its line; a line without a key goes on with the one before."""


def recognises(data: bytes, name: str) -> bool:
    """Whether the head carries the mark of the format."""
    return _MARK in data[:2000]


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in a UNAM file, all channels."""
    file = decoded(path, data)
    header, first = _header(file)
    names = unique_names(_orientations(file, header))
    found = [_step(file, header, channel) for channel in range(len(names))]
    known = named_unit(_text(header, "UNIDADES DE LOS DATOS"))
    scale, unit, remarks = unit_value(path, asked.unit, known[1] if known else None)
    steps: list[float] = []
    for step, line in found:
        used, told = used_step(file, line, asked, step, "INTERVALO DE MUESTREO")
        steps.append(used)
        remarks += told
    width = _width(file, header, len(names))

    last = file.end(first)
    for index in range(first, last):
        if -(-len(file.lines[index].rstrip()) // width) != len(names):
            raise file.fault(
                index, f"has not {len(names)} values of {width} characters, one a channel; repair the line"
            )
    samples, _ = file.bounded(first, last, width=width, per_line=len(names))
    if last - first < 2:
        raise file.fault(max(first - 1, 0), "no data follow the header; the file was cut off: fetch it again")
    fineness = scale * printed_resolution(file.lines[first][:width].strip())
    channels = []
    counted: dict[int, list[str]] = {}
    for column, name in enumerate(names):
        counts = _listed(header, "NUM. TOTAL DE MUESTRAS", column)
        if counts is not None:
            stated = file.whole(counts[1], counts[0], "NUM. TOTAL DE MUESTRAS")
            counted.setdefault(stated, []).append(name)
            remarks += _duration(header, column, name, steps[column], stated)
        values = scale * samples[column :: len(names)]
        peak = _listed(header, "ACEL. MAX.(Gal)", column)
        if peak is not None and (largest := number_of(peak[0])) is not None:
            rounded = 0.01 * printed_resolution(peak[0]) + fineness
            remarks += compare_peaks(name, values, 0.01 * largest, rounded=rounded, share=0.0)
        filed = Channel(name=name, values=values, step=steps[column], unit=unit)
        channel, said = directed(filed, *direction_or_order(name))
        channels.append(channel)
        remarks += said
    for stated, those in counted.items():
        remarks += compare_counts(file, last - 1, ", ".join(those), found=last - first, stated=stated, kept=True)
    origin, placed = _origin(header)
    return Record(origin=origin, channels=tuple(channels), remarks=tuple(dict.fromkeys((*remarks, *placed))))


def _header(file: TextFile) -> tuple[_Header, int]:
    """The heading and the first line of data: after the second rule below DATOS DE ACELERACION."""
    header: _Header = {}
    key, rules = "", -1
    for index, line in enumerate(file.lines):
        if line.startswith("DATOS DE ACELERACION"):
            rules = 0
        elif rules >= 0 and line.startswith("------"):
            rules += 1
            if rules == 2:
                return header, index + 1
        elif rules < 0 and ":" in line:
            head, _, value = line.partition(":")
            key = head.strip() or key
            header.setdefault(key, []).append((value.strip(), index))
    raise RecordError(f"{file.path}: ends at line {len(file.lines)} before its data begin; fetch it again")


def _text(header: _Header, key: str, line: int = 0) -> str:
    values = next((header[name] for name in header if name.startswith(key)), [])
    return values[line][0] if line < len(values) else ""


def _listed(header: _Header, key: str, channel: int) -> tuple[str, int] | None:
    """What the heading lists for a channel, ``/a/b/c`` under C1-C6 and C7-C12, and its line."""
    wanted = "C1-C6" if channel < 6 else "C7-C12"
    for name, values in header.items():
        if name.startswith(key) and wanted in name and "EN LA MUESTRA" not in name:
            parts = values[0][0].split("/")[1:]
            if channel % 6 < len(parts) and parts[channel % 6].strip():
                return parts[channel % 6].strip(), values[0][1]
    return None


def _orientations(file: TextFile, header: _Header) -> list[str]:
    text = _text(header, "NUMERO DE CANALES")
    if not re.fullmatch(r"[1-9]|1[0-2]", text):
        raise RecordError(f'{file.path}: NUMERO DE CANALES is "{text[:40]}"; it must be 1 to 12')
    listed = (_listed(header, "ORIENTACION", channel) for channel in range(int(text)))
    return [item[0].split(";")[0].strip() or str(at + 1) if item else str(at + 1) for at, item in enumerate(listed)]


def _step(file: TextFile, header: _Header, channel: int) -> tuple[float, int]:
    item = _listed(header, "INTERVALO DE MUESTREO", channel)
    if item is None:
        raise RecordError(f"{file.path}: INTERVALO DE MUESTREO is missing for channel {channel + 1}; fetch it again")
    step = number_of(item[0])
    if step is None or not 0.0 < step < 1e6:
        raise file.fault(item[1], f'INTERVALO DE MUESTREO is "{item[0][:40]}", which must be greater than 0')
    return step, item[1]


def _width(file: TextFile, header: _Header, channels: int) -> int:
    text = _text(header, "FORMATO DATOS")
    shape = re.search(r"(\d{1,2})F([1-9]\d?)\.\d", text.upper())
    if shape is None or int(shape[1]) != channels:
        raise RecordError(
            f'{file.path}: FORMATO DATOS is "{text[:40]}"; for {channels} channels {channels}F10.3 is meant'
        )
    return int(shape[2])


def _duration(header: _Header, channel: int, name: str, step: float, count: int) -> tuple[Remark, ...]:
    """A warning where duration and count state another step (a decimated file)."""
    item = _listed(header, "DURACION DEL REGISTRO", channel)
    lasts = None if item is None else number_of(item[0])
    if item is None or lasts is None or count < 2:
        return ()
    implied = lasts / count
    if abs(implied - step) * count <= max(0.01 * step * count, 2.0 * step, 2.0 * printed_resolution(item[0])):
        return ()
    return (Remark(kind="warning", key="record_step_kept", text=name, amount=implied, stated=step, unit="s"),)


def _origin(header: _Header) -> tuple[Origin, tuple[Remark, ...]]:
    moment, remarks = _moment(header)
    north, east, placed = station_place(
        _coordinate(_text(header, "COORDENADAS DE LA ESTACION", 0)),
        _coordinate(_text(header, "COORDENADAS DE LA ESTACION", 1)),
    )
    sizes = _text(header, "MAGNITUD").strip("/").replace("/", " ")
    event = (_text(header, "FECHA DEL SISMO"), _text(header, "HORA EPICENTRO"), sizes)
    station = (_text(header, "CLAVE DE LA ESTACION"), _text(header, "NOMBRE DE LA ESTACION"))
    return Origin(
        format="unam",
        station=" ".join(text for text in station if text),
        agency=_text(header, "INSTITUCION RESPONSABLE"),
        event=" ".join(text for text in event if text),
        time=moment,
        latitude=north,
        longitude=east,
    ), remarks + placed


def _coordinate(text: str) -> float | None:
    number = re.match(DECIMAL, text)
    if number is None:
        return None
    return float(number[0]) * (-1.0 if text.upper().rstrip(".")[-1:] in ("W", "S", "O") else 1.0)


def _moment(header: _Header) -> tuple[str, tuple[Remark, ...]]:
    """Of the first sample: the file gives its hour and the day of the earthquake, which may be the day before."""
    hour = _text(header, "HORA DE LA PRIMERA MUESTRA")
    day = re.fullmatch(r"(\d{4})/(\d\d)/(\d\d)", _text(header, "FECHA DEL SISMO"))
    clock = re.fullmatch(r"(\d\d):(\d\d):(\d\d(?:\.\d+)?)", hour)
    begun = re.fullmatch(r"(\d\d):(\d\d):(\d\d(?:\.\d+)?)", _text(header, "HORA EPICENTRO"))
    if day is None or clock is None:
        return hour, ()
    try:
        first = date(int(day[1]), int(day[2]), int(day[3]))
        late = begun is not None and int(begun[1]) - int(clock[1]) > 12
        first += timedelta(days=1 if late else 0)
    except (ValueError, OverflowError):
        return hour, ()
    said = (Remark(kind="assumption", key="record_day_after_assumed", text=first.isoformat()),) if late else ()
    return f"{first.isoformat()}T{hour}Z", said
