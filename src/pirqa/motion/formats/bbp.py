"""Text of the broadband platform and of QuakeCoRE: one component a file, called .000, .090 or .ver.

Two header lines: station and component; number of samples, step, then six numbers that are no data here (from memory of
Graves' programs, not compared with an official text: hour, minute, second, distance, azimuth, back azimuth). Then six
values a line in free format. No unit is stated: the platform writes cm/s2, QuakeCoRE's observed records are in g.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from pirqa.model.ground_motion import Origin
from pirqa.model.remark import Remark
from pirqa.motion.formats.header import compare_counts, directed, direction_of, used_step
from pirqa.motion.formats.text import LARGEST, check_last_number, decoded, first_lines, number_of
from pirqa.motion.record import Channel, ReadAs, Record, unit_value

_FIRST = re.compile(r"\s*([\w.-]*[A-Za-z][\w.-]*)\s+(\d{3}|ver|up|ud)(?:\s+(\S.*?))?\s*", re.IGNORECASE)
_NUMBERS = 8
"""In the second line."""
_PER_LINE = 6


def recognises(data: bytes, name: str) -> bool:
    """Whether a line with station and component opens the file, and one of eight numbers follows."""
    lines = first_lines(data, 2)
    if len(lines) < 2 or _FIRST.fullmatch(lines[0]) is None:
        return False
    heads = lines[1].split()
    return len(heads) == _NUMBERS and sum(number_of(text) is not None for text in heads) >= _NUMBERS - 2


def read(path: Path, data: bytes, asked: ReadAs) -> Record:
    """The component in a file of the broadband platform."""
    file = decoded(path, data)
    match = _FIRST.fullmatch(file.line(0))
    if match is None:
        raise file.fault(0, 'should name station and component, as in "DFHS 090"; fetch the file again')
    station, component, title = match[1], match[2], match[3] or ""
    azimuth, vertical, sign = direction_of(component)
    if azimuth is None and not vertical:
        raise file.fault(0, f'"{component}" is no direction: an azimuth of up to 360 or ver; correct it')
    heads = file.line(1).split()
    if len(heads) != _NUMBERS:
        raise file.fault(
            1, f"has {len(heads)} numbers, not the {_NUMBERS} of this format: count, step and six more; fetch it again"
        )
    stated = file.whole(1, heads[0], "the number of samples", least=2)
    found = number_of(heads[1])
    if found is None or not found < LARGEST:
        raise file.fault(1, f'the step is "{heads[1][:40]}", which is no finite number; correct it')
    step, remarks = used_step(file, 1, asked, found, "the step")
    scale, unit, said = unit_value(path, asked.unit, None)
    remarks += said + _named_otherwise(path.suffix.lstrip("."), component)
    last = file.end(2)
    samples, counts = file.free(2, last)
    for index, count in enumerate(counts):
        if count != _PER_LINE and (index < len(counts) - 1 or count > _PER_LINE):
            raise file.fault(2 + index, f"has {count} values, where each line but the last has six; repair the line")
    remarks += compare_counts(file, max(last - 1, 1), component, found=len(samples), stated=stated, kept=True)
    check_last_number(file, data)
    filed = Channel(name=component, values=scale * samples, step=step, unit=unit)
    channel, said = directed(filed, azimuth, vertical, sign)
    return Record(
        origin=Origin(format="bbp", station=station, event=title),
        channels=(channel,),
        remarks=remarks + said,
    )


def _named_otherwise(suffix: str, component: str) -> tuple[Remark, ...]:
    """A warning where the suffix of the file is the name of another direction than the header's."""
    if re.fullmatch(r"\d{3}|ver", suffix, re.IGNORECASE) is None:
        return ()
    (named, up, _), (azimuth, vertical, _) = direction_of(suffix), direction_of(component)
    if up == vertical and (named == azimuth or (named and azimuth and math.isclose(named, azimuth))):
        return ()
    return (Remark(kind="warning", key="record_suffix_contradicts", text=component),)
