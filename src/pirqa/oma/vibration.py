"""What a reader of vibrations hands on: columns as filed, in the file's units, not yet given to points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError, did_you_mean
from pirqa.files import read_record
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.sensitivity import FileUnit

__all__ = ["LARGEST_FILE", "Vibration", "even_rate", "read_bytes"]

LARGEST_FILE = 2_000_000_000
"""Bytes: an hour of 32 channels at 2 kHz is less; what is larger is refused before it fills the memory."""
_LARGEST_RATE = 1e6
"""Hz; no wall is listened to faster, so a larger number is a step or a mistake."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Vibration:
    """The columns of one file."""

    path: Path
    format: str
    names: tuple[str, ...]
    """Of the columns, as the file calls them; ``1``, ``2`` … where it does not."""
    values: FloatArray
    """As filed, shape (samples, columns); nan where a cell is empty."""
    numbers: tuple[int, ...] = ()
    """Of the columns in the file, counted from 1 with a column of time; 1, 2 … where empty."""
    rate: float | None = None
    """Samples in a second [Hz]; none where the file does not tell."""
    units: tuple[FileUnit | None, ...] = ()
    """Of the columns, where the file names them; none of it where empty."""
    other_names: tuple[str, ...] = ()
    """Second names of the columns, where the file has some."""
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.names)
        if self.values.ndim != 2 or self.values.shape[1] != count or not count:
            raise RecordError(f"{self.path}: holds no columns of samples; give another file")
        if len(self.values) < 2:
            raise RecordError(f"{self.path}: holds {len(self.values)} samples; give the whole record")
        if not self.numbers:
            object.__setattr__(self, "numbers", tuple(range(1, count + 1)))
        if not self.units:
            object.__setattr__(self, "units", (None,) * count)
        if self.rate is not None and not (math.isfinite(self.rate) and 0.0 < self.rate <= _LARGEST_RATE):
            raise RecordError(f"{self.path}: says that it has {self.rate:g} samples in a second; give rate in the plan")

    @property
    def duration(self) -> float | None:
        """[s]; none where the rate is not known."""
        return None if self.rate is None else len(self.values) / self.rate

    def index(self, column: int | str) -> int:
        """Where ``column``, a number of the file's columns from 1 on or a name, stands among :attr:`values`."""
        known = ", ".join(f"{number} ({name})" for number, name in zip(self.numbers, self.names, strict=True))
        if isinstance(column, int):
            if column in self.numbers:
                return self.numbers.index(column)
            raise RecordError(f"{self.path}: has no column {column} of samples; there is {known}")
        for names in (self.names, self.other_names):
            if names.count(column) == 1:
                return names.index(column)
        lower = [name.strip().lower() for name in self.names]
        if lower.count(column.strip().lower()) == 1:
            return lower.index(column.strip().lower())
        if column in self.names or column in self.other_names:
            raise RecordError(f'{self.path}: has several columns "{column}"; give the number: {known}')
        raise RecordError(f'{self.path}: has no column "{column}"; {did_you_mean(column, self.names)} ({known})')

    def __str__(self) -> str:
        pace = "rate not told" if self.rate is None else f"{self.rate:g} Hz, {self.duration:.1f} s"
        lines = [f"{self.path} ({self.format}): {len(self.values)} samples, {pace}"]
        for number, name, unit, column in zip(self.numbers, self.names, self.units, self.values.T, strict=True):
            rms = float(np.nanstd(column)) if np.any(np.isfinite(column)) else math.nan
            lines.append(f"  {number:>3} {name:<16} rms {rms:.4g} {unit or ''}".rstrip())
        return "\n".join(lines)


def read_bytes(path: Path) -> bytes:
    """The content of ``path``, or a :class:`RecordError` that says why not."""
    return read_record(path, LARGEST_FILE, too_large="split it", empty="copy it again from the logger")


def even_rate(path: Path, times: FloatArray, *, first_line: int = 0) -> float:
    """Samples in a second of a column of times [s], which must be even but for the digits it was printed with."""
    if len(times) < 2 or not np.all(np.isfinite(times)):
        raise RecordError(f"{path}: its column of time has empty cells; repair it, or take it out and give rate")
    length = float(times[-1] - times[0])
    steps = np.diff(times)
    if length <= 0.0 or float(steps.min()) < 0.0:
        back = int(np.argmin(steps))
        raise RecordError(
            f"{path}: its time goes back at {_row(back + 1, first_line)}, from {times[back]:g} to "
            f"{times[back + 1]:g} s; split the file there, or take the column out and give rate"
        )
    usual = float(np.median(steps))
    if usual <= 0.0:  # printed with too few digits: most stand still
        usual = length / (len(times) - 1)
    widest = int(np.argmax(steps))
    if steps[widest] > 1.5 * usual + 2.0 * _printed(times):
        raise RecordError(
            f"{path}: lacks samples at {_row(widest + 1, first_line)}: its time jumps from {times[widest]:g} to "
            f"{times[widest + 1]:g} s where steps are {usual:.6g} s; cut out an unbroken stretch"
        )
    rate = (len(times) - 1) / length
    off = float(np.abs(times - times[0] - np.arange(len(times)) / rate).max())
    if off > 0.6 / rate + _printed(times):
        raise RecordError(
            f"{path}: its samples are not even in time: one is {off:.3g} s away from where it should be; resample it"
        )
    # times are rounded when they are printed, so the mean step is off by no more than that over the whole length
    whole = round(rate)
    return float(whole) if whole and abs(rate - whole) * length <= 2.0 * (off + 1e-9) * rate else rate


def _printed(times: FloatArray) -> float:
    """The unit in the last place in which times were printed [s]: the largest power of ten they are multiples of."""
    some = times[:1000] - times[0]
    for places in range(7):
        if np.allclose(some * 10.0**places, np.round(some * 10.0**places), rtol=0.0, atol=1e-4):
            return float(10.0**-places) if places else 0.0
    return 0.0


def _row(index: int, first_line: int) -> str:
    return f"line {first_line + index}" if first_line else f"sample {index + 1}"
