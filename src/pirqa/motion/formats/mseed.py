"""miniSEED through obspy: counts, made acceleration by a StationXML response or a sensitivity."""

from __future__ import annotations

import importlib
import io
import itertools
import math
import re
import struct
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import MissingExtraError, RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import code_direction, code_known_by, directed, overruled_step, unique_names
from pirqa.motion.formats.text import LARGEST
from pirqa.motion.record import UNITS, Channel, ReadAs, Record, read_bytes

_ACCELERATION = {"M/S**2", "M/S^2", "M/S2", "M/S/S"}
_COUNTS = {"COUNT", "COUNTS", "COUNTS/V", "DIGITAL COUNTS"}
_DAMAGE = re.compile("unexpected end|full SEED record|integrity|failed to decode", re.IGNORECASE)
_STAGES_AGREE = 0.01
"""By how much the product of the stages may differ from an overall sensitivity whose output unit they must show."""
_TILT = 5.0
"""Degrees by which a component may be off the horizontal or the vertical and still be called so (SEED manual)."""

_BLOCK_HEADER = 48
"""Bytes of the fixed header of a block (SEED manual 2.4, chapter 8)."""
_POWERS = (7, 20)
"""Of 2: least and greatest length of a block in bytes."""
_MOST_BLOCKETTES = 50


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """One unbroken stretch of a component."""

    values: FloatArray
    start: Any
    """UTCDateTime of the first sample."""
    step: float


def recognises(data: bytes, name: str) -> bool:
    """Whether the file begins with a record of miniSEED 2: six digits or blanks, then its quality."""
    number = data[:6]
    return (
        len(data) >= 64
        and data[6:7] in (b"D", b"R", b"Q", b"M")
        and data[7:8] in (b" ", b"\0")
        and all(byte in b"0123456789 \0" for byte in number)
    )


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in a miniSEED file of one station."""
    _check_blocks(path, data)
    stream, told = opened(path, data, "MSEED")
    stations = sorted({f"{trace.stats.network}.{trace.stats.station}" for trace in stream})
    if len(stations) != 1:
        raise RecordError(f"{path}: holds {len(stations)} stations ({', '.join(stations[:8])}); split it, one a file")
    groups: dict[str, list[Any]] = {}
    for trace in stream:
        groups.setdefault(trace.id, []).append(trace)
    codes = [traces[0].stats.channel.strip() or code for code, traces in groups.items()]
    names = codes if len(set(codes)) == len(codes) else unique_names([code.split(".", 2)[-1] for code in groups])
    response, remarks = response_of(path, stations[0], asked)
    remarks += told
    first = min(trace.stats.starttime for trace in stream)
    channels: list[Channel] = []
    station: Any = None
    for name, traces in zip(names, groups.values(), strict=True):
        piece, said = _joined(path, name, traces)
        channel, station, more = channel_of(path, name, traces[0].stats, piece.values, piece.step, response, asked)
        channels.append(replace(channel, delay=float(piece.start - first)))
        remarks += said + more
    origin = Origin(
        format="mseed",
        station=f"{stations[0]} {station.site.name or ''}".strip() if station is not None else stations[0],
        agency=str(response[0].description or "") if response is not None and len(response) else "",
        time=moment_text(first),
        latitude=float(station.latitude) if station is not None else None,
        longitude=float(station.longitude) if station is not None else None,
    )
    return Record(origin=origin, channels=tuple(channels), remarks=tuple(dict.fromkeys(remarks)))


def _check_blocks(path: Path, data: bytes) -> None:
    """Refuse a file whose blocks are cut or contradict themselves: obspy leaves such a block out without a word."""
    at, number = 0, 0
    while at + _BLOCK_HEADER <= len(data) and recognises(data[at : at + 64].ljust(64), ""):
        number += 1
        order = ">" if 1900 <= struct.unpack_from(">H", data, at + 20)[0] <= 2500 else "<"
        samples = struct.unpack_from(f"{order}H", data, at + 30)[0]
        begin, blockette = struct.unpack_from(f"{order}HH", data, at + 44)
        length = _block_length(data[at:], blockette, order)
        if length is None:
            return
        if at + length > len(data):
            raise RecordError(
                f"{path}: ends within its block {number} of {length} bytes; it was cut off: fetch it again"
            )
        if (samples == 0) != (begin == 0) or (samples > 0 and not _BLOCK_HEADER <= begin < length):
            raise RecordError(
                f"{path}: block {number} states {samples} samples from its byte {begin} on, which cannot be; fetch it "
                "again"
            )
        at += length


def _block_length(block: bytes, blockette: int, order: str) -> int | None:
    """Return the bytes of a block as its blockette 1000 states them; none where there is no such blockette."""
    for _ in range(_MOST_BLOCKETTES):
        if not _BLOCK_HEADER <= blockette <= len(block) - 8:
            return None
        kind, following = struct.unpack_from(f"{order}HH", block, blockette)
        if kind == 1000:
            power = block[blockette + 6]
            return 1 << power if _POWERS[0] <= power <= _POWERS[1] else None
        if following <= blockette:
            return None
        blockette = following
    return None


@contextmanager
def _quiet() -> Iterator[tuple[list[str], list[warnings.WarningMessage]]]:
    """Nothing printed: what goes wrong in obspy's log of its C library, and its warnings, are in two lists."""
    unheard: list[str] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda told: unheard.append(str(told.exc_value))
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            yield unheard, warned
    finally:
        sys.unraisablehook = before


def _obspy() -> Any:
    try:
        with _quiet():
            return importlib.import_module("obspy")
    except ImportError as error:
        raise MissingExtraError("reading miniSEED", "seismology") from error


def opened(path: Path, data: bytes, format: str) -> tuple[list[Any], tuple[Remark, ...]]:
    """The traces that obspy finds in ``data``, and what it warns of.

    Whatever it raises becomes a :class:`RecordError`, and so do warnings that say that samples are lost or made up.
    """
    obspy = _obspy()
    try:
        with _quiet() as (unheard, warned):
            stream = obspy.read(io.BytesIO(data), format=format)
        said = [str(item.message) for item in warned if issubclass(item.category, UserWarning)]
        damage = [*unheard, *(text for text in said if _DAMAGE.search(text))]
        if damage:
            raise ValueError(damage[0])
    except Exception as error:
        raise RecordError(f"{path}: cannot be read as {format}: {_short(error)}; fetch it again") from error
    traces = [trace for trace in stream if trace.stats.npts]
    if not traces:
        raise RecordError(f"{path}: holds no samples; fetch it again")
    for trace in traces:
        if trace.data.dtype.kind not in "iuf" or np.ma.isMaskedArray(trace.data):
            raise RecordError(f"{path}: {trace.id} holds no numbers (a log?); leave it out")
        if not (np.isfinite(trace.stats.delta) and 0.0 < trace.stats.delta < 1e6):
            raise RecordError(f"{path}: {trace.id} states the step {trace.stats.delta} s; correct it")
    if not said:
        return traces, ()
    text = _short(UserWarning(said[0]))
    return traces, (Remark(kind="warning", key="record_reader_warns", text=text, count=len(said)),)


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def moment_text(moment: Any) -> str:
    """A time of obspy in ISO 8601; empty where it lies beyond all calendars."""
    try:
        return str(moment)
    except (ValueError, OverflowError, OSError):
        return ""


def doubles(samples: Any) -> FloatArray:
    """Samples in double precision; numbers that are none pass, to be refused by their component's name."""
    with np.errstate(invalid="ignore"):
        return np.asarray(samples, dtype=np.float64)


def _joined(path: Path, name: str, traces: list[Any]) -> tuple[_Piece, tuple[Remark, ...]]:
    """The traces of one component end to end; a gap or overlap of a sample or more is an error."""
    traces = sorted(traces, key=lambda trace: trace.stats.starttime)
    step = float(traces[0].stats.delta)
    most = 0.0
    for before, after in itertools.pairwise(traces):
        if abs(float(after.stats.delta) - step) > 1e-6 * step:
            raise RecordError(
                f"{path}: {name} changes its step from {step:g} to {after.stats.delta:g} s; split the file"
            )
        gap = float(after.stats.starttime - before.stats.endtime) - step
        if abs(gap) >= 0.999 * step:
            what = "a gap" if gap > 0.0 else "an overlap"
            raise RecordError(
                f"{path}: {name} has {what} of {abs(gap):.6g} s at "
                f"{moment_text(before.stats.endtime)}; cut out an unbroken stretch"
            )
        most = max(most, abs(gap))
    values = np.concatenate([doubles(trace.data) for trace in traces])
    piece = _Piece(values=values, start=traces[0].stats.starttime, step=step)
    if most <= 0.01 * step:
        return piece, ()
    return piece, (
        Remark(kind="repair", key="record_pieces_joined", text=name, count=len(traces), amount=most, unit="s"),
    )


def response_of(path: Path, station: str, asked: ReadAs, *, beside: bool = True) -> tuple[Any, tuple[Remark, ...]]:
    """The StationXML that goes with a file: the one asked for, else NET.STA.xml beside it; none where neither is."""
    if asked.response is not None and asked.sensitivity is not None:
        raise RecordError(f"{path}: response and sensitivity are both given; give one of them")
    if asked.response is not None:
        return _inventory(path.parent / asked.response), ()
    neighbour = path.parent / f"{station}.xml"
    wanted = beside and asked.sensitivity is None and asked.unit is None and re.fullmatch(r"[\w.-]+", station)
    if wanted and neighbour.is_file():
        return _inventory(neighbour), (Remark(kind="assumption", key="record_response_beside", text=neighbour.name),)
    return None, ()


def _inventory(path: Path) -> Any:
    data = read_bytes(path)
    obspy = _obspy()
    try:
        with _quiet():
            return obspy.read_inventory(io.BytesIO(data), format="STATIONXML")
    except Exception as error:
        raise RecordError(f"{path}: cannot be read as StationXML: {_short(error)}; fetch it again") from error


def channel_of(
    path: Path,
    name: str,
    stats: Any,
    values: FloatArray,
    step: float,
    response: Any,
    asked: ReadAs,
    *,
    azimuth: float | None = None,
    dip: float | None = None,
) -> tuple[Channel, Any, tuple[Remark, ...]]:
    """A channel [m/s2] out of counts, the station that its response is of, and what to remark.

    ``azimuth`` and ``dip`` [deg] as the file gives them, where it does; a response knows better, a code worse.
    """
    station, unit = None, "counts"
    remarks: tuple[Remark, ...] = ()
    if response is not None:
        found, station = _described(path, name, stats, response)
        scale, remarks = _sensitivity(path, name, found, step)
        azimuth, dip = found.azimuth, found.dip
    elif asked.sensitivity is not None:
        scale = 1.0 / asked.sensitivity
    elif asked.unit is not None:
        scale, unit = UNITS[asked.unit], asked.unit
    else:
        raise RecordError(
            f"{path}: {name} holds counts, and nothing says what a count is worth; give response, a StationXML "
            f"file (or put {stats.network}.{stats.station}.xml beside it), or sensitivity, the counts in 1 m/s2"
        )
    pointing, vertical, sign, said = _pointing(name, azimuth, dip)
    step, told = overruled_step(asked, step)
    remarks += told
    with np.errstate(over="ignore", invalid="ignore"):
        values = values * scale
    if not np.all(np.abs(values) < LARGEST):
        raise RecordError(
            f"{path}: {name} holds values that are no measurements (NaN, infinite, absurd); repair or cut them out"
        )
    known_by = code_known_by(name) if azimuth is None and dip is None and not vertical else None
    filed = Channel(name=name, values=values, step=step, unit=unit)
    channel, turned = directed(filed, pointing, vertical, sign, known_by)
    return channel, station, remarks + said + turned


def _described(path: Path, name: str, stats: Any, response: Any) -> tuple[Any, Any]:
    """The channel in the StationXML that was running at the start of the trace, and its station."""
    code = f"{stats.network}.{stats.station}.{stats.location}.{stats.channel}"
    for network in response:
        for station in network:
            for channel in station:
                running = (channel.start_date is None or channel.start_date <= stats.starttime) and (
                    channel.end_date is None or stats.starttime <= channel.end_date
                )
                if running and f"{network.code}.{station.code}.{channel.location_code}.{channel.code}" == code:
                    return channel, station
    raise RecordError(
        f"{path}: the StationXML does not describe {code} at {moment_text(stats.starttime)}; "
        "give the one of this station and time"
    )


def _sensitivity(path: Path, name: str, channel: Any, step: float) -> tuple[float, tuple[Remark, ...]]:
    """m/s2 in a count, from the overall sensitivity."""
    overall = channel.response.instrument_sensitivity if channel.response is not None else None
    if overall is None or overall.value is None or not (math.isfinite(overall.value) and overall.value != 0.0):
        raise RecordError(f"{path}: the StationXML gives no sensitivity for {name}; give sensitivity instead")
    unit, out = str(overall.input_units or "").upper(), str(overall.output_units or "").upper()
    if unit not in _ACCELERATION:
        what = "a velocity sensor" if unit in ("M/S", "M/SEC") else "no accelerometer"
        raise RecordError(
            f"{path}: {name} is {what} (its response takes {unit or 'an unknown unit'}); only acceleration in M/S**2 "
            "can be used: give an accelerometer's channel, or convert it before"
        )
    remarks: tuple[Remark, ...] = ()
    if out == "NONE":
        remarks += (_counts_by_stages(path, name, channel.response),)
    elif out not in _COUNTS:
        raise RecordError(f"{path}: the response of {name} ends in {out or 'an unknown unit'}, not in counts")
    frequency = overall.frequency
    if frequency is not None and not 0.0 <= frequency < 0.5 / step:
        said = Remark(
            kind="warning", key="record_sensitivity_out_of_band", text=name, amount=float(frequency), unit="Hz"
        )
        remarks += (said,)
    gains = [stage.stage_gain for stage in channel.response.response_stages]
    if gains and all(gain is not None for gain in gains):
        product = float(np.prod([float(gain) for gain in gains]))
        if abs(abs(product) / abs(overall.value) - 1.0) > 0.05:
            said = Remark(
                kind="warning",
                key="record_sensitivity_differs",
                text=name,
                amount=product,
                stated=float(overall.value),
            )
            remarks += (said,)
    return 1.0 / float(overall.value), remarks


def _counts_by_stages(path: Path, name: str, response: Any) -> Remark:
    """A remark that the overall sensitivity, which names no output unit, is in counts: its stages show it.

    They must lead from acceleration to counts, and their gains must multiply to the sensitivity within 1 %.
    """
    stages, value = response.response_stages, float(response.instrument_sensitivity.value)
    gains = [stage.stage_gain for stage in stages]
    product = math.prod(float(gain) for gain in gains) if gains and None not in gains else math.nan
    begins = str(stages[0].input_units or "").upper() if stages else ""
    ends = str(stages[-1].output_units or "").upper() if stages else ""
    if begins not in _ACCELERATION or ends not in _COUNTS or not abs(product / value - 1.0) <= _STAGES_AGREE:
        raise RecordError(
            f"{path}: the response of {name} ends in NONE, and its stages do not show that this means counts; "
            "give sensitivity, the counts in 1 m/s2, instead"
        )
    return Remark(kind="assumption", key="record_sensitivity_in_counts", text=name, amount=value, stated=product)


def _pointing(
    name: str, azimuth: float | None, dip: float | None
) -> tuple[float | None, bool, float, tuple[Remark, ...]]:
    """Azimuth [rad], whether vertical, and -1 where downwards, from azimuth and dip below the horizontal [deg]."""
    if azimuth is None and dip is None:
        nominal, vertical = code_direction(name)
        if nominal is None and not vertical:
            return None, False, 1.0, (Remark(kind="warning", key="record_direction_unknown", text=name),)
        return nominal, vertical, 1.0, (Remark(kind="assumption", key="record_direction_from_code", text=name),)
    if dip is not None and abs(abs(dip) - 90.0) <= _TILT:
        return None, True, -1.0 if dip > 0.0 else 1.0, ()
    if azimuth is not None and (dip is None or abs(dip) <= _TILT):
        return math.radians(azimuth % 360.0), False, 1.0, ()
    return None, False, 1.0, (Remark(kind="warning", key="record_direction_unknown", text=name),)
