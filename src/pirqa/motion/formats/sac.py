"""SAC binary files through obspy; they have no field for the unit, which is asked for."""

from __future__ import annotations

import math
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import in_range
from pirqa.motion.formats.mseed import channel_of, doubles, moment_text, opened, response_of
from pirqa.motion.record import ReadAs, Record

_HEADER = 632
"""Bytes: 70 floats, 40 integers, 192 characters (SAC manual, data file format)."""
_FOOTER = 44
"""Words behind the samples in version 7: 22 header values in double precision."""
_VERSION, _COUNT, _TYPE, _QUANTITY, _EVEN, _DISTANCES = 76, 79, 85, 86, 105, 108
"""Words of the header: NVHDR, NPTS, IFTYPE, IDEP, LEVEN, LCALDA."""
_OTHER_QUANTITIES = {6: "displacement", 7: "velocity", 50: "volts"}
_UNDEFINED = -12345


def _words(data: bytes) -> tuple[str, tuple[int, ...]] | None:
    """Byte order and the header's words as integers; none where this is no SAC file."""
    if len(data) < _HEADER:
        return None
    for order in "<>":
        words = struct.unpack(f"{order}110i", data[:440])
        (step,) = struct.unpack(f"{order}f", data[:4])
        if words[_VERSION] in (6, 7) and words[_EVEN] in (0, 1) and 1 <= words[_TYPE] <= 102 and math.isfinite(step):
            return order, words
    return None


def recognises(data: bytes, name: str) -> bool:
    """Whether version, type and evenness in the binary header are those of SAC."""
    return _words(data[:_HEADER]) is not None


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The one component in a SAC file."""
    head = _words(data)
    if head is None:
        raise RecordError(f"{path}: has no header of a SAC file; fetch it again")
    order, words = head
    held = (len(data) - _HEADER) // 4
    if words[_TYPE] != 1 or words[_EVEN] != 1:
        raise RecordError(f"{path}: is no evenly spaced time series (IFTYPE, LEVEN); save it as one")
    if not 0 < words[_COUNT] <= held:
        raise RecordError(
            f"{path}: its header states {words[_COUNT]} samples, the file holds {held}; it was cut off: fetch it again"
        )
    if words[_QUANTITY] in _OTHER_QUANTITIES:
        raise RecordError(f"{path}: holds {_OTHER_QUANTITIES[words[_QUANTITY]]} (IDEP); give the acceleration")
    if asked.unit is None and asked.response is None and asked.sensitivity is None:
        raise RecordError(
            f'{path}: SAC has no field for the unit; give it, for example unit = "g" or --unit g, or response or '
            "sensitivity where it holds counts"
        )
    # obspy refuses what is behind the samples, and turns absurd longitudes for ever where LCALDA asks for distances.
    needed = bytearray(data[: _HEADER + 4 * words[_COUNT]])
    struct.pack_into(f"{order}i", needed, 4 * _DISTANCES, 0)
    (trace, *_), heard = opened(path, bytes(needed), "SAC")
    stats = trace.stats
    name = str(stats.channel).strip() or path.stem
    values, step = doubles(trace.data), float(f"{stats.delta:.7g}")  # single precision in the file
    station = ".".join(text for text in (stats.network.strip(), stats.station.strip()) if text)
    response, remarks = response_of(path, station, asked, beside=False)
    azimuth, inclination = _defined(stats.sac.get("cmpaz")), _defined(stats.sac.get("cmpinc"))
    channel, _, told = channel_of(
        path,
        name,
        stats,
        values,
        step,
        response,
        asked,
        azimuth=azimuth,
        dip=None if inclination is None else inclination - 90.0,  # CMPINC counts from upwards: 0 up, 90 level, 180 down
    )
    if not str(stats.channel).strip() and channel.azimuth is None and not channel.vertical:
        channel = replace(channel, known_by="order")  # its name is the file's
    remarks += heard + told
    if words[_COUNT] + (_FOOTER if words[_VERSION] == 7 else 0) < held:
        said = Remark(
            kind="warning", key="record_surplus_left_out", text=name, amount=float(held), stated=float(words[_COUNT])
        )
        remarks += (said,)
    scale = _defined(stats.sac.get("scale"))
    if scale is not None and scale not in (0.0, 1.0):
        remarks += (Remark(kind="warning", key="record_scale_not_applied", text=name, amount=scale),)
    origin = Origin(
        format="sac",
        station=station,
        event=str(stats.sac.get("kevnm", "")).strip().replace(str(_UNDEFINED), ""),
        time=moment_text(stats.starttime) if _defined(stats.sac.get("nzyear")) is not None else "",
        latitude=_rounded(stats.sac.get("stla"), 90.0),
        longitude=_rounded(stats.sac.get("stlo"), 180.0),
    )
    return Record(origin=origin, channels=(channel,), remarks=remarks)


def _rounded(value: Any, largest: float) -> float | None:
    """A coordinate [deg] out of single precision."""
    number = in_range(_defined(value), largest)
    return None if number is None else round(number, 5)


def _defined(value: Any) -> float | None:
    return None if value is None or not math.isfinite(value) or float(value) == _UNDEFINED else float(value)
