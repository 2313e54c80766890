"""Which candidates are one motion under several names, and which are of one earthquake.

Both count once: a set with one record twice, or with one earthquake under two names, is less than it seems.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.motion.sets.candidates import Candidate
from pirqa.motion.sets.characteristics import PERIODS, Characteristics, Refused

UNKNOWN = "?"
"""Event of the candidates whose earthquake is not known."""
_ALIKE = 2e-3
"""Root mean square by which the spectra of one motion filed twice may differ: files are rounded."""
_ARRIVAL = 5e-3
"""Difference of two courses of the Arias intensity in time, over its duration, up to which they are of one record."""
_SAME_DURATION = 0.02
_SAME_SHOCK = timedelta(minutes=10)
"""Records that start within this time are of one event."""
_ONE_RECORD = timedelta(minutes=1)
"""Records of one station that start within this time are one motion."""
_CLOCKS = timedelta(hours=15)
"""Greatest difference between UTC and a local time."""
_SAME_SIZE = 0.5
"""Difference of magnitude up to which two lists of one day mean one event."""


def same_records(found: Mapping[str, Characteristics]) -> dict[str, str]:
    """Return motions that share a record with an earlier one, each with the first of them.

    A component filed under another name, scaled, turned, sampled anew, cut or paired with another one is found by the
    shape of its spectrum or by the course of its Arias intensity; that of both components together does not depend on
    how they are turned.
    """
    names = list(found)
    if len(names) < 2:
        return {}
    shapes: list[FloatArray] = []
    owners: list[tuple[int, float]] = []
    courses: list[tuple[int, float, FloatArray]] = []
    for at, name in enumerate(names):
        numbers = found[name]
        for row, peak in enumerate(numbers.pga):
            shapes.append(np.log(numbers.spectra[row] / peak))
            owners.append((at, numbers.duration[row]))
        courses += [
            (at, float(row[-1] - row[0]), (row - row[0]) / (row[-1] - row[0]))
            for row in numbers.arrivals
            if row[-1] > row[0]
        ]
    pairs = [
        (owners[one][0], owners[two][0])
        for one, two in _near(np.array(shapes), _ALIKE * math.sqrt(len(PERIODS)), 2.0)
        if abs(owners[one][1] - owners[two][1]) <= _ALIKE * owners[one][1] + 0.02
    ]
    if courses:
        pairs += [
            (courses[one][0], courses[two][0])
            for one, two in _near(np.array([row for _, _, row in courses]), _ARRIVAL, math.inf)
            if abs(courses[one][1] - courses[two][1]) <= _SAME_DURATION * courses[one][1]
        ]
    twins: dict[str, str] = {}
    for first, second in sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}):
        twins.setdefault(names[second], twins.get(names[first], names[first]))
    return twins


def _near(rows: FloatArray, radius: float, norm: float) -> list[tuple[int, int]]:
    from scipy.spatial import cKDTree

    return [(int(one), int(two)) for one, two in cKDTree(rows).query_pairs(radius, p=norm)]


def same_motions(
    candidates: Sequence[Candidate], numbers: Mapping[str, Characteristics], events: Mapping[str, str]
) -> tuple[Refused, ...]:
    """Return candidates that another one of the same earthquake and station stands for already.

    Components, levels of a borehole and other ways to process a record are one motion. Single components without a
    station are taken to be of one: the strongest is kept.
    """
    refused: list[Refused] = []
    kept: dict[tuple[str, str], list[str]] = {}
    for item in sorted(candidates, key=lambda item: (not item.from_library, -numbers[item.name].pga[0])):
        event = events[item.name]
        station = _plain(item.station or numbers[item.name].station)
        if event == UNKNOWN or not (station or len(numbers[item.name].components) == 1):
            continue
        others = kept.setdefault((event, station), [])
        moment = _moment(numbers[item.name].time)
        first = next((name for name in others if not _apart(moment, _moment(numbers[name].time))), None)
        if first is None:
            others.append(item.name)
        else:
            reason = f"is of the same earthquake and station as {first}, or does not state its station"
            refused.append(Refused(name=item.name, reason=reason, key="same_station", text=first))
    return tuple(refused)


def _apart(one: datetime | None, two: datetime | None) -> bool:
    """Return whether two records of one station are of different shocks."""
    if one is None or two is None or (one.tzinfo is None) != (two.tzinfo is None):
        return False
    return abs(one - two) > _ONE_RECORD


@dataclass(kw_only=True)
class _Event:
    """An earthquake as its first candidate describes it."""

    label: str
    listed: set[str]
    """Names in flatfiles and headers, in plain letters."""
    day: date | None
    moment: datetime | None
    magnitude: float | None
    library: bool


def events_of(candidates: Sequence[Candidate], numbers: Mapping[str, Characteristics]) -> dict[str, str]:
    """Return the event of each candidate by name; :data:`UNKNOWN` where nothing tells.

    Candidates are of one event where their flatfiles give it one name, whatever its case and signs; where their
    records start within ten minutes of each other; or where they are of one day or of neighbouring ones (a date may be
    local) and their magnitudes are not unlike. A time without a zone may be local. Two events of the library are
    different ones: its list is kept by hand.
    """
    events: dict[str, str] = {}
    known: list[_Event] = []
    order = sorted(candidates, key=lambda item: (not item.from_library, -(item.magnitude or 0.0)))
    for item in order:
        if item.name not in numbers and not item.event:
            continue
        heading = numbers.get(item.name)
        title = item.event or (heading.event if heading is not None else "")
        moment = _moment(heading.time) if heading is not None else None
        day = _day(item.date)
        if moment is not None and day is not None and abs(moment.date() - day) > timedelta(days=1):
            moment = None  # the clock of the instrument was not set
        day = day or (moment.date() if moment is not None else _day(heading.time if heading is not None else ""))
        plain = _plain(title)
        if not plain and day is None:
            events[item.name] = UNKNOWN
            continue
        event = next((one for one in known if plain and plain in one.listed), None) or next(
            (one for one in known if _is_one(one, item, day, moment)), None
        )
        if event is None:
            label = title or (moment.strftime("%Y-%m-%d %H:%M") if moment is not None else str(day))
            taken = {one.label for one in known}
            label = label if label not in taken else f"{label} ({day})"
            event = _Event(
                label=label,
                listed=set(),
                day=day,
                moment=moment,
                magnitude=item.magnitude,
                library=item.from_library,
            )
            known.append(event)
        if plain and (item.event or day is None):  # headers give one name to shocks of several days
            event.listed.add(plain)
        event.day, event.moment = event.day or day, event.moment or moment
        event.magnitude = event.magnitude if event.magnitude is not None else item.magnitude
        events[item.name] = event.label
    return events


def _is_one(event: _Event, item: Candidate, day: date | None, moment: datetime | None) -> bool:
    """Return whether time and size say that a candidate is of an event."""
    if day is None or event.day is None or (event.library and item.from_library):
        return False
    if moment is not None and event.moment is not None:
        if moment.tzinfo is not None and event.moment.tzinfo is not None:
            return abs(moment - event.moment) <= _SAME_SHOCK
        if abs(_in_utc(moment) - _in_utc(event.moment)) > _CLOCKS:
            return False
    sizes = (event.magnitude, item.magnitude)
    unlike = sizes[0] is not None and sizes[1] is not None and abs(sizes[0] - sizes[1]) > _SAME_SIZE
    return not unlike and abs(day - event.day) <= timedelta(days=1)


def _plain(text: str) -> str:
    """Return letters and digits alone, without words that every earthquake has."""
    words = re.findall(r"\w+", text.casefold().replace("_", " "))
    return "".join(word for word in words if word not in ("earthquake", "eq", "sismo", "terremoto", "event", "the"))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if len(text) > 10 else None
    except ValueError:
        return None


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
