"""Times of day and dates that loggers write before each sample."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray

__all__ = ["is_stamp", "seconds_of"]

_CLOCK = re.compile(r"(\d{1,2}):(\d{2}):(\d{2})(?:[.,:](\d{1,9}))?")
_DATE = re.compile(r"(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?(?:Z|[+-]\d{2}:?\d{2})?")


def is_stamp(text: str) -> bool:
    """Whether ``text`` is a time of day, or a date with one: 10:31:02.005, 2024-05-01 10:31:02.005."""
    return bool(_CLOCK.fullmatch(text) or _DATE.fullmatch(text))


def seconds_of(path: Path, stamps: list[str]) -> FloatArray:
    """Seconds since the first of ``stamps``; a clock that passes midnight goes on."""
    if _DATE.fullmatch(stamps[0]):
        moments = [_DATE.fullmatch(stamp) for stamp in stamps]
        try:
            exact = np.array(
                [f"{one[1]}-{one[2]}-{one[3]}T{one[4]}.{(one[5] or '0'):0<9}" for one in moments if one],
                dtype="datetime64[ns]",
            )
        except ValueError as error:
            raise RecordError(f"{path}: a time in its first column is none: {error}; repair it") from error
        if len(exact) != len(stamps):
            raise RecordError(f"{path}: the times in its first column are written in several ways; write all alike")
        since: FloatArray = (exact - exact[0]).astype(np.float64) * 1e-9
        return since
    parts = [_CLOCK.fullmatch(stamp) for stamp in stamps]
    seconds = np.array([int(p[1]) * 3600 + int(p[2]) * 60 + int(p[3]) + float(f"0.{p[4] or 0}") for p in parts if p])
    if len(seconds) != len(stamps):
        raise RecordError(f"{path}: the times in its first column are written in several ways; write all alike")
    wraps = np.concatenate([[0], np.cumsum(np.diff(seconds) < -43200.0)])
    elapsed: FloatArray = seconds + 86400.0 * wraps - seconds[0]
    return elapsed
