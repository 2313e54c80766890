"""Text of ITSAK's records: lines ``key: value``, the components between two rules, then a column for each."""

from __future__ import annotations

import re
from pathlib import Path

from pirqa.errors import RecordError
from pirqa.model.ground_motion import Origin
from pirqa.motion.formats.header import (
    LinedEntries,
    compare_counts,
    directed_by_name,
    named_unit,
    stated_entry,
    unique_names,
    used_step,
)
from pirqa.motion.formats.text import LONGEST_LINE, TextFile, check_last_number, decoded, first_lines, number_of
from pirqa.motion.record import Channel, ReadAs, Record, unit_value

_HEAD = 60
"""Lines within which the data begin."""
_RULE = re.compile(r"\s*-{5,}[*-]*\s*")
_FREQUENCY = "sampling frequency"


def recognises(data: bytes, name: str) -> bool:
    """Whether the first line states the type of record, and the head its components and sampling frequency."""
    lines = [line.strip().lower() for line in first_lines(data, _HEAD)]
    keys = {line.partition(":")[0].strip() for line in lines if ":" in line}
    return bool(lines) and lines[0].startswith("type of record:") and {"components", _FREQUENCY} <= keys


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The record in an ITSAK text, all components."""
    file = decoded(path, data)
    header, first = _header(file)
    kind, at = stated_entry(file, header, "type of record")
    if not kind.lower().startswith("accel"):
        raise file.fault(at, f'holds "{kind[:40]}", no accelerogram; give the file of accelerations')
    listed, line = stated_entry(file, header, "components")
    names = unique_names(listed.split())
    if len(names) > 12:
        raise file.fault(line, f"names {len(names)} components; it must be 1 to 12: fetch the file again")
    text, at = stated_entry(file, header, _FREQUENCY)
    match = re.fullmatch(r"(\S+)\s*hz", text, re.IGNORECASE)
    frequency = number_of(match[1]) if match else None
    if frequency is None or not 1e-6 < frequency < 1e6:
        raise file.fault(at, f'{_FREQUENCY} is "{text[:40]}"; it must be greater than 0, in Hz')
    step, remarks = used_step(file, at, asked, 1.0 / frequency, _FREQUENCY)
    text, at = stated_entry(file, header, "npts")
    stated = file.whole(at, text, "npts", least=2)
    known = named_unit(header["units"][0]) if "units" in header else None
    if known is not None and known[0] != "acceleration":
        raise file.fault(header["units"][1], f"gives accelerations in {header['units'][0]}; correct the unit")
    scale, unit, said = unit_value(path, asked.unit, known[1] if known else None)
    remarks += said

    last = file.end(first)
    numbers, counts = file.free(first, last)
    rows = [index for index, count in enumerate(counts) if count]
    odd = next((index for index in rows if counts[index] != len(names)), None)
    if odd is not None:
        raise file.fault(first + odd, f"has {counts[odd]} values, one a component are {len(names)}; repair the line")
    remarks += compare_counts(file, max(last - 1, line), ", ".join(names), found=len(rows), stated=stated, kept=True)
    check_last_number(file, data)
    channels: list[Channel] = []
    for column, name in enumerate(names):
        values = scale * numbers[column :: len(names)]
        channel, said = directed_by_name(Channel(name=name, values=values, step=step, unit=unit))
        channels.append(channel)
        remarks += said
    moment = header.get("datetime of first sample", ("", 0))[0]
    return Record(
        origin=Origin(format="itsak", station=header.get("station name", ("", 0))[0], time=moment),
        channels=tuple(channels),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _header(file: TextFile) -> tuple[LinedEntries, int]:
    """The keys, and the first line of data: after the rule below the components."""
    header: LinedEntries = {}
    for index, line in enumerate(file.lines[:_HEAD]):
        if "components" in header and _RULE.fullmatch(line[:LONGEST_LINE]):
            return header, index + 1
        key, colon, value = line[:LONGEST_LINE].partition(":")
        if colon:
            header.setdefault(" ".join(key.lower().split()), (value.strip(), index))
    raise RecordError(f"{file.path}: no rule stands below a line with the components; fetch the file again")
