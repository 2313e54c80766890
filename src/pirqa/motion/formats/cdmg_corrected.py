"""CDMG (CSMIP) volume 2: acceleration, velocity and displacement, corrected and at even steps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pirqa.model.remark import Remark
from pirqa.motion.formats.cdmg import Block, blocks_of, origin_of, stated_format
from pirqa.motion.formats.heading import SI_UNITS, direction_of, named_unit, turned_upwards
from pirqa.motion.formats.stated import compare_counts, compare_peaks, used_step
from pirqa.motion.formats.text import DECIMAL, LONGEST_LINE, TextFile, printed_resolution
from pirqa.motion.record import Channel, FiledUnit, Measured, ReadAs, Record, unit_value

__all__ = ["pass_band", "read_corrected"]

_START = re.compile(r"^\s*CORRECTED ACCELEROGRAM", re.IGNORECASE)
_NUMBER = f"({DECIMAL})"
_SERIES = re.compile(
    r"^\s*(\d+)\s+P(?:OIN)?TS\s+OF\s+(ACCEL|VELOC|DISPL)\S*\s+DATA\s+EQUALLY\s+SPACED\s+AT\s*" + _NUMBER, re.IGNORECASE
)
_UNIT = re.compile(r"(?:UNITS\s*:\s*|,\s*IN\s+)([A-Z0-9/^*]+)", re.IGNORECASE)
_MEASURED: dict[str, Measured] = {"ACCEL": "acceleration", "VELOC": "velocity", "DISPL": "displacement"}


@dataclass(frozen=True, kw_only=True)
class _Heading:
    """What the text lines of a channel state, SI."""

    peaks: dict[Measured, tuple[float, float]]
    """Each with the place where it is rounded."""
    velocity: float
    displacement: float
    band: tuple[float, ...]


def read_corrected(file: TextFile, asked: ReadAs) -> Record:
    """The record in a volume 2 file."""
    channels: list[Channel] = []
    blocks = blocks_of(file, _START)
    origin, remarks = origin_of(file, 0, min(25, len(file.lines)))
    for block in blocks:
        series = [index for index in range(block.first, block.last) if _SERIES.match(file.lines[index][:LONGEST_LINE])]
        if not series:
            raise file.fault(
                block.first,
                f"component {block.name} states no POINTS OF ACCEL DATA; it was cut off: fetch it again",
            )
        heading = _heading(file, range(block.first, series[0]))
        for first, last in zip(series, [*series[1:], block.last], strict=True):
            channel, said = _series(file, block, first, last, heading, asked)
            channels.append(channel)
            remarks += said
    return Record(origin=origin, channels=tuple(channels), corrected=True, remarks=tuple(dict.fromkeys(remarks)))


def _heading(file: TextFile, lines: range) -> _Heading:
    peaks: dict[Measured, tuple[float, float]] = {}
    starts = {"VELOCITY": 0.0, "DISPLACEMENT": 0.0}
    band: tuple[float, ...] = ()
    for index in lines:
        line = file.lines[index][:LONGEST_LINE].upper()
        if match := re.match(r"\s*PEAK\s+(ACCEL|VELOC|DISPL)\S*\s*=\s*" + _NUMBER + r"\s*([A-Z/0-9]+)", line):
            unit = named_unit(match[3])
            if unit is not None:
                fineness = printed_resolution(match[2].removesuffix("0"))  # a last zero may only fill the field
                peaks[_MEASURED[match[1]]] = (float(match[2]) * unit[2], fineness * unit[2])
        for match in re.finditer(r"INITIAL\s+(VELOCITY|DISPLACEMENT)\s*=\s*" + _NUMBER + r"\s*([A-Z/0-9]+)", line):
            unit = named_unit(match[3])
            if unit is None:
                raise file.fault(index, f'gives the initial {match[1].lower()} in the unknown unit "{match[3]}"')
            starts[match[1]] = float(match[2]) * unit[2]
        if "FILTERED" in line and not band:
            band = pass_band(line)
    return _Heading(peaks=peaks, velocity=starts["VELOCITY"], displacement=starts["DISPLACEMENT"], band=band)


def pass_band(line: str) -> tuple[float, ...]:
    """Frequencies between which the filter lets all pass: the inner ends of its ramps where it has ramps."""
    corners = [float(text) for text in re.findall(r"\d+\.\d*|\.\d+|\d+", line)]
    inner = corners[1:3] if len(corners) == 4 else corners if len(corners) == 2 else []
    return tuple(inner) if inner and 0.0 <= inner[0] < inner[1] else ()


def _series(
    file: TextFile, block: Block, first: int, last: int, heading: _Heading, asked: ReadAs
) -> tuple[Channel, tuple[Remark, ...]]:
    line = file.lines[first][:LONGEST_LINE]
    match = _SERIES.match(line)
    assert match is not None
    stated = file.whole(first, match[1], "the number of points", least=1)
    if not 0.0 < float(match[3]) < 1e3:
        raise file.fault(first, f"states the step {match[3]} s; correct it")
    step, remarks = used_step(file, first, asked, float(match[3]), "the step")
    measured = _MEASURED[match[2].upper()]
    scale, unit, said = _unit(file, first, measured, asked)
    remarks += said
    width, per_line = stated_format(line, width=10)
    values, end = file.bounded(first + 1, last, width=width, per_line=per_line)
    remarks += compare_counts(file, end, f"{block.name} ({measured})", found=len(values), stated=stated, kept=False)
    values = scale * values[:stated]
    if measured in heading.peaks:
        peak, rounded = heading.peaks[measured]
        fineness = scale * printed_resolution(file.line(first + 1)[:width].strip())
        name = f"{block.name} ({measured})" if measured != "acceleration" else block.name
        remarks += compare_peaks(name, values, peak, rounded=rounded + fineness, share=0.0, unit=SI_UNITS[measured])
    azimuth, vertical, sign = direction_of(block.name if block.stated else "")
    values, said = turned_upwards(block.name, values, sign)
    moving = measured == "acceleration"
    return Channel(
        name=block.name,
        values=values,
        step=step,
        unit=unit,
        measured=measured,
        azimuth=azimuth,
        vertical=vertical,
        known_by=None if block.stated else "order",
        initial_velocity=sign * heading.velocity if moving else 0.0,
        initial_displacement=sign * heading.displacement if moving else 0.0,
        band=heading.band,
    ), remarks + said


def _unit(file: TextFile, index: int, measured: Measured, asked: ReadAs) -> tuple[float, str, tuple[Remark, ...]]:
    """SI value of the unit that a series' line states, and its name."""
    match = _UNIT.search(file.lines[index][:LONGEST_LINE])
    known = named_unit(match[1]) if match else None
    if known is not None and known[0] != measured:
        raise file.fault(index, f"gives {measured} in {match[1] if match else ''}; correct the unit")
    if measured == "acceleration":
        found: FiledUnit | None = known[1] if known else None
        return unit_value(file.path, asked.unit, found)
    if known is None:
        raise file.fault(index, f"does not say the unit of its {measured}; write for example (UNITS: CM)")
    return known[2], match[1].lower() if match else "", ()
