"""Vibrations as filed: columns in the file's units, not yet given to points, and what a plan writes of units.

A sensitivity says two things at once: how much signal a motion gives, and whether that motion is an acceleration or a
velocity. ``"10 V/g"``, ``"1000 mV/g"``, ``"1.02 V/(m/s2)"`` are accelerometers, ``"28.8 V/(m/s)"`` is a geophone, and
``"4.3e5 counts/(m/s2)"`` a digitiser that files counts. Local time and air temperature are written too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np

from pirqa.errors import RecordError, UnitsError, did_you_mean
from pirqa.files import read_record
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import STANDARD_GRAVITY

Signal = Literal["V", "counts"]
"""What a sensor gives before it is made a motion."""
Moved = Literal["acceleration", "velocity"]
"""What a sensor feels."""
FileUnit = Literal[
    "V", "mV", "uV", "counts", "m/s2", "cm/s2", "mm/s2", "gal", "g", "mg", "ug", "m/s", "cm/s", "mm/s", "um/s"
]
"""Units of vibration files."""

FILE_UNITS: dict[str, tuple[str, float]] = {
    "V": ("V", 1.0),
    "mV": ("V", 1e-3),
    "uV": ("V", 1e-6),
    "counts": ("counts", 1.0),
    "m/s2": ("acceleration", 1.0),
    "cm/s2": ("acceleration", 0.01),
    "mm/s2": ("acceleration", 1e-3),
    "gal": ("acceleration", 0.01),
    "g": ("acceleration", STANDARD_GRAVITY),
    "mg": ("acceleration", 1e-3 * STANDARD_GRAVITY),
    "ug": ("acceleration", 1e-6 * STANDARD_GRAVITY),
    "m/s": ("velocity", 1.0),
    "cm/s": ("velocity", 0.01),
    "mm/s": ("velocity", 1e-3),
    "um/s": ("velocity", 1e-6),
}
"""What a unit measures, and its value in V, counts, m/s2 or m/s."""

_SIGNALS: dict[str, tuple[Signal, float]] = {
    "V": ("V", 1.0),
    "mV": ("V", 1e-3),
    "uV": ("V", 1e-6),
    "counts": ("counts", 1.0),
    "count": ("counts", 1.0),
    "cts": ("counts", 1.0),
}
_MOTIONS: dict[str, tuple[Moved, float]] = {
    **{name: ("acceleration", value) for name, (kind, value) in FILE_UNITS.items() if kind == "acceleration"},
    **{name: ("velocity", value) for name, (kind, value) in FILE_UNITS.items() if kind == "velocity"},
    "ms-2": ("acceleration", 1.0),
    "ms-1": ("velocity", 1.0),
}
_WRITTEN = re.compile(
    r"^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-zµμ]+)\s*/\s*\(?\s*([^()]+?)\s*\)?\s*$"
)
_SPELLINGS = str.maketrans({"²": "2", "^": "", "·": "", "*": "", " ": "", "µ": "u", "μ": "u", "⁻": "-"})
_EXAMPLE = '"10 V/g", "28.8 V/(m/s)" or "4.3e5 counts/(m/s2)"'


def file_unit(text: str) -> FileUnit | None:
    """The unit of a file that ``text`` names, in any of its spellings; none where it names none.

    >>> file_unit("m/s²"), file_unit("Volts"), file_unit("bar")
    ('m/s2', 'V', None)
    """
    plain = text.strip().translate(_SPELLINGS)
    spelled = {
        **{name.lower(): name for name in FILE_UNITS},
        **{"volt": "V", "volts": "V", "count": "counts", "cts": "counts", "ms-2": "m/s2", "m/s/s": "m/s2"},
        **{"m/sec2": "m/s2", "cm/sec2": "cm/s2", "gals": "gal", "mgal": None, "g's": "g", "gn": "g"},
    }
    found = plain if plain in FILE_UNITS else spelled.get(plain.lower())
    return found  # type: ignore[return-value]


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """How much signal a sensor gives for a motion."""

    value: float
    """Signal over motion: V or counts, over m/s2 or m/s."""
    signal: Signal
    moved: Moved
    text: str = ""
    """As it was written."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.value) and self.value > 0.0):
            raise UnitsError(
                f"a sensitivity must be a finite number above 0, got {self.value:g}; "
                'a sensor that counts the other way has a heading with a minus, such as "-across"'
            )

    @staticmethod
    def parse(value: object) -> Sensitivity:
        """The sensitivity written as ``value``.

        >>> round(Sensitivity.parse("10 V/g").value, 5), Sensitivity.parse("28.8 V/(m/s)").moved
        (1.01972, 'velocity')
        """
        if isinstance(value, Sensitivity):
            return value
        match = _WRITTEN.match(value) if isinstance(value, str) else None
        if match is None:
            raise UnitsError(f"{value!r} is not a sensitivity: write signal over motion, such as {_EXAMPLE}")
        signal = _SIGNALS.get(match[2].translate(_SPELLINGS))
        motion = _MOTIONS.get(match[3].translate(_SPELLINGS))
        if signal is None:
            raise UnitsError(f'"{value}" is not a sensitivity: {match[2]} is none of {", ".join(_SIGNALS)}')
        if motion is None:
            raise UnitsError(f'"{value}" is not a sensitivity: {match[3]} is none of {", ".join(_MOTIONS)}')
        number = float(match[1]) * signal[1] / motion[1]
        return Sensitivity(value=number, signal=signal[0], moved=motion[0], text=" ".join(str(value).split()))

    def __str__(self) -> str:
        unit = "m/s2" if self.moved == "acceleration" else "m/s"
        return self.text or f"{self.value!r} {self.signal}/({unit})"

    # pydantic's protocol, spoken without importing it (see pirqa.units).
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: object) -> dict[str, Any]:
        return {"type": "function-plain", "function": {"type": "no-info", "function": cls.parse}}

    @classmethod
    def __get_pydantic_json_schema__(cls, _: Any, handler: object) -> dict[str, Any]:
        return {"type": "string", "examples": ["10 V/g", "28.8 V/(m/s)", "4.3e5 counts/(m/s2)"]}


class _Celsius:
    """Marks a field that holds a temperature [°C]; ``"14 degC"``, ``"14 °C"`` and ``"57 degF"`` are understood."""

    def parse(self, value: object) -> float:
        """Degrees Celsius of ``value``; a number is taken as degrees Celsius already where code gives it."""
        if isinstance(value, str):
            match = re.fullmatch(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(?:deg|°)?\s*([CFK])\s*", value)
            if match is not None:
                number = float(match[1])
                degrees = {"C": number, "F": (number - 32.0) / 1.8, "K": number - 273.15}[match[2]]
                if -90.0 <= degrees <= 70.0:
                    return round(degrees, 9)
                raise UnitsError(f'"{value}" is no temperature of the air; write for example "14 degC"')
        raise UnitsError(f'{value!r} is not a temperature: write for example "14 degC"')

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": self.parse},
            "schema": handler(source),
        }

    def __get_pydantic_json_schema__(self, _: Any, handler: object) -> dict[str, Any]:
        return {"type": "string", "examples": ["14 degC"]}


Temperature = Annotated[float, _Celsius()]
"""Of the air [°C]."""


class _Local:
    """Marks a field that holds a moment in local time: an offset from Greenwich is dropped, so that all compare."""

    def parse(self, moment: datetime) -> datetime:
        """``moment`` without its offset."""
        return moment.replace(tzinfo=None)

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": self.parse},
            "schema": handler(source),
        }


Moment = Annotated[datetime, _Local()]
"""Local time."""


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
