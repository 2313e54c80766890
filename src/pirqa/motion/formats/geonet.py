"""Accelerograms of GeoNet (New Zealand): V1A, uncorrected, and V2A, corrected; three components in a file.

Each component has 16 lines of text, 40 integers (10I8), 60 reals (10F8), then accelerations [mm/s2] and, corrected,
velocities [mm/s] and displacements [mm], all 10F8 (GNS accelerogram data files, standard format, W. J. Cousins 2008).
Positions of header values count from 1 there and from 0 in the code.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from pirqa.model.ground_motion import Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import (
    compare_peaks,
    directed,
    direction_of,
    distinct,
    in_range,
    iso_time,
    surplus_left_out,
    used_step,
)
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, decoded, first_lines
from pirqa.motion.record import Channel, Measured, ReadAs, Record, unit_value

_TEXT, _HEADER = 16, 26
_COMPONENTS, _MOST_COMPONENTS = 3, 300
_FIRST = re.compile(r"\s*(un)?corrected accelerogram\b", re.IGNORECASE)
_SITE = re.compile(r"\s*Site\s+(\S+)(?:\s+(\d+)\s+(\d+)\s+(\d+)\s*([NS])\s+(\d+)\s+(\d+)\s+(\d+)\s*([EW]))?")


def recognises(data: bytes, name: str) -> bool:
    """Whether the first lines are those of a GNS accelerogram."""
    lines = first_lines(data, 2)
    if not lines or not _FIRST.match(lines[0]):
        return False
    return "GNS SCIENCE" in lines[0].upper() or (len(lines) > 1 and _SITE.match(lines[1]) is not None)


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record of a V1A or V2A file: all components, corrected ones with velocity and displacement."""
    file = decoded(path, data)
    factor, unit, said = unit_value(path, asked.unit, "mm/s2")
    remarks = list(said)
    channels: list[Channel] = []
    origin: Origin | None = None
    corrected = False
    index = 0
    while index < len(file.lines):
        if not file.lines[index].strip():
            index += 1
            continue
        if len(channels) > 3 * _MOST_COMPONENTS:
            raise file.fault(index, f"there are more than {_MOST_COMPONENTS} components; fetch the file again")
        match = _FIRST.match(file.lines[index])
        if match is None:
            raise file.fault(index, '"Corrected accelerogram" or "Uncorrected accelerogram" should stand here')
        corrected = corrected or match[1] is None
        integers, reals = _numbers(file, index)
        step, also = used_step(file, index + 22, asked, float(reals[25]), "the time step")
        more, index_after, noted = _component(file, index, integers, reals, (step, factor, unit))
        remarks += [*also, *noted]
        channels += more
        origin = origin or _origin(file, index, integers, reals, step)
        index = index_after
    if origin is None:
        raise file.fault(0, "the file is empty; fetch it again")
    held = sum(channel.measured == "acceleration" for channel in channels)
    if held < _COMPONENTS:
        remarks.append(
            Remark(kind="warning", key="record_components_missing", amount=float(held), stated=float(_COMPONENTS))
        )
    return Record(origin=origin, channels=distinct(channels), corrected=corrected, remarks=tuple(remarks))


def _numbers(file: TextFile, start: int) -> tuple[FloatArray, FloatArray]:
    """The 40 integers and 60 reals of a component's header."""
    file.line(start + _HEADER - 1)
    integers, after = file.fixed(start + _TEXT, 40, width=8, per_line=10)
    reals, end = file.fixed(after, 60, width=8, per_line=10)
    if end != start + _HEADER:
        raise file.fault(start + _TEXT, "the header has lines with fewer than 10 numbers; fetch the file again")
    return integers, reals


def _component(
    file: TextFile,
    start: int,
    integers: FloatArray,
    reals: FloatArray,
    scale: tuple[float, float, str],
) -> tuple[list[Channel], int, list[Remark]]:
    """Channels of the component whose header begins at ``start``, the line after it, and what to remark."""
    step, factor, unit = scale
    name, azimuth, vertical, sign, remarks = _direction(file, start, integers)
    plan: list[tuple[Measured, int, float, str]] = [
        ("acceleration", 33, factor, unit),
        ("velocity", 34, 1e-3, "mm/s"),
        ("displacement", 35, 1e-3, "mm"),
    ]
    series: dict[Measured, tuple[FloatArray, str]] = {}
    index = block = start + _HEADER
    held = 0
    for measured, at, value, written in plan:
        count = file.whole(start + 19, integers[at], f"the number of {measured} samples")
        if measured == "acceleration":
            if count < 2:
                raise file.fault(start + 19, f"component {name} is empty ({count} acceleration samples)")
            remarks += _text_count(file, start, name, count)
        if count:
            numbers, after = file.counted(index, count, width=8, per_line=10, end=_FIRST)
            block, held = index, count
            series[measured], index = (numbers * value, written), after
    index, surplus = surplus_left_out(file, block, index, name, held, width=8, per_line=10)
    remarks += surplus
    uncorrected = "uncorrected" in file.lines[start][:LONGEST_LINE].lower()
    stated_peak = float(reals[30 if uncorrected else 35]) * factor
    band = (float(reals[52]), float(reals[55]))
    channels: list[Channel] = []
    for measured, (values, written) in series.items():
        filed = Channel(
            name=name,
            values=values,
            step=step,
            unit=written,
            measured=measured,
            initial_velocity=sign * float(series["velocity"][0][0]) if "velocity" in series else 0.0,
            initial_displacement=sign * float(series["displacement"][0][0]) if "displacement" in series else 0.0,
            band=band if not uncorrected and 0.0 < band[0] < band[1] < 1e6 else (),
        )
        channel, turned = directed(filed, azimuth, vertical, sign)
        channels.append(channel)
        if measured == "acceleration":
            remarks += (*turned, *compare_peaks(name, channel.values, stated_peak, rounded=0.2 * factor))
    return channels, index, remarks


def _text_count(file: TextFile, start: int, name: str, count: int) -> list[Remark]:
    """What to remark where the text and the integers of a header count the samples differently."""
    match = re.match(r"\s*Number of points\s+(\d{1,12})\b", file.lines[start + 9][:LONGEST_LINE], re.IGNORECASE)
    if match is None or int(match[1]) == count:
        return []
    text = float(match[1])
    return [Remark(kind="warning", key="record_count_differs", text=name, amount=float(count), stated=text)]


def _direction(file: TextFile, start: int, integers: FloatArray) -> tuple[str, float | None, bool, float, list[Remark]]:
    """Name, azimuth [rad], whether vertical, -1 where that counts downwards, and what to remark of contradictions."""
    match = re.match(r"\s*Component\s+(\S{1,20})", file.lines[start + 12][:LONGEST_LINE], re.IGNORECASE)
    if match is None:
        raise file.fault(start + 12, 'should name the component, as in "Component N10E"; fetch the file again')
    azimuth, vertical, sign = direction_of(match[1])
    if azimuth is None:
        return match[1], None, vertical, sign, []
    named, number = math.degrees(azimuth), float(integers[27])
    if not 0.0 <= number <= 360.0 or abs(math.remainder(number - named, 360.0)) < 1.5:
        return match[1], azimuth, vertical, sign, []
    other = Remark(kind="warning", key="record_azimuth_differs", text=match[1], amount=named, unit="deg", stated=number)
    return match[1], azimuth, vertical, sign, [other]


def _origin(file: TextFile, start: int, integers: FloatArray, reals: FloatArray, step: float) -> Origin:
    """Station, event and time of the first sample."""
    text = [" ".join(line[:LONGEST_LINE].split()) for line in file.lines[start : start + _TEXT]]
    site = _SITE.match(text[1])
    latitude, longitude = -float(reals[10]), float(reals[11])
    if site and site[2]:
        degrees = [float(site[at]) + float(site[at + 1]) / 60.0 + float(site[at + 2]) / 3600.0 for at in (2, 6)]
        latitude, longitude = (
            degrees[0] * (-1.0 if site[5] == "S" else 1.0),
            degrees[1] * (-1.0 if site[9] == "W" else 1.0),
        )
    magnitude = re.search(r"\b(M\w{0,2})\s+(\d+\.?\d*)\s*$", text[8])
    event = [text[6], text[7], f"{magnitude[1]} {magnitude[2]}" if magnitude else ""]
    # The time in the header is that of the first sample read from the instrument; pads stand before it.
    earlier = float(integers[31]) * step if 0 < integers[31] < 1e9 else 0.0
    seconds = 1e-3 * float(integers[39]) - earlier
    moment = iso_time(integers[[8, 9, 18]].tolist(), (*integers[[19, 38]].tolist(), seconds))
    return Origin(
        format="geonet",
        station=", ".join(word for word in (site[1] if site else "", text[2]) if word),
        agency="GNS Science",
        event=", ".join(word for word in event if word),
        time=f"{moment}Z" if moment else "",
        latitude=in_range(latitude, 90.0),
        longitude=in_range(longitude, 360.0),
    )
