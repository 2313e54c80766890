"""What a test plan writes: units of files, sensitivities of sensors, local time and the temperature of the air.

A sensitivity says two things at once: how much signal a motion gives, and whether that motion is an acceleration or a
velocity. ``"10 V/g"``, ``"1000 mV/g"``, ``"1.02 V/(m/s2)"`` are accelerometers, ``"28.8 V/(m/s)"`` is a geophone, and
``"4.3e5 counts/(m/s2)"`` a digitiser that files counts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pirqa.errors import UnitsError
from pirqa.units import STANDARD_GRAVITY

__all__ = ["FILE_UNITS", "FileUnit", "Moment", "Moved", "Sensitivity", "Signal", "Temperature", "file_unit"]

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
