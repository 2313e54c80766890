"""Units at the door, SI inside: the closed table of accepted units, by dimension.

Project files and command options write ``"0.8 m"``, ``"23.6 kN/m3"``, ``"0.2 g"``, ``"30 deg"``; everything behind the
door is SI floats. A dimension marks a dataclass field (``thickness: Length``) and is found there by whoever reads the
field: the project's door, the table of inputs, the bounds check. A general library was left: ``m3`` failed in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pirqa.errors import UnitsError

STANDARD_GRAVITY = 9.80665
"""Standard gravity [m/s2] (ISO 80000-3)."""

WATER_UNIT_WEIGHT = 1000.0 * STANDARD_GRAVITY
"""Unit weight of fresh water [N/m3]."""

_NUMBER_AND_UNIT = re.compile(r"^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*?)\s*$")
_FOOT = 0.3048
_POUND_FORCE = 4.4482216152605
_SPELLINGS = str.maketrans({"²": "2", "³": "3", "·": "", "^": "", "°": "deg", " ": ""})


@dataclass(frozen=True, eq=False)
class Dimension:
    """A physical dimension and the units accepted for it.

    ``units`` maps a unit's spelling to its value in the SI unit, ``display`` is the one shown to people, ``example``
    goes into messages. A dimensionless one (``bare``) also takes plain numbers.
    """

    name: str
    si: str
    units: Mapping[str, float]
    display: str
    example: str
    bare: bool = False

    def parse(self, value: object) -> float:
        """SI value of ``value``, a string such as ``"0.8 m"`` (or a plain number where ``bare``).

        >>> LENGTH.parse("80 cm")
        0.8
        """
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise UnitsError(f"expected {self.noun} such as {self.example}, got {value!r}")
        if isinstance(value, (int, float)):
            if not self.bare:
                raise UnitsError(f"{self.noun} needs a unit: write for example {self.example}, not {value}")
            return self._finite(float(value), str(value))
        match = _NUMBER_AND_UNIT.match(value)
        if match is None:
            raise UnitsError(f'"{value}" is not {self.noun}: write for example {self.example}')
        if match[2].startswith(","):
            raise UnitsError(f'"{value}" has a decimal comma: write a point, for example {self.example}')
        unit = match[2].translate(_SPELLINGS)
        if unit == "" and not self.bare:
            raise UnitsError(f'"{value}" has no unit: write for example {self.example}')
        if unit != "" and unit not in self.units:
            remedy = (
                f"write a plain number such as {self.example}" if self.bare else f"use one of {', '.join(self.units)}"
            )
            raise UnitsError(f'"{value}" is not {self.noun}: {_whose(unit)}{remedy}')
        return self._finite(float(match[1]) * self.units.get(unit, 1.0), value)

    def _finite(self, number: float, text: str) -> float:
        if not math.isfinite(number):
            raise UnitsError(f'"{text}" is not a finite {self.name}')
        return number

    @property
    def noun(self) -> str:
        """The name with its article: "a length", "an angle"."""
        return f"{'an' if self.name[0] in 'aeio' else 'a'} {self.name}"

    def shown(self, value: float) -> float:
        """``value`` [SI] in the display unit."""
        return value / self.units.get(self.display, 1.0)

    @property
    def label(self) -> str:
        """The display unit as print writes it: ``kN/m³``, ``°``."""
        return pretty(self.display)

    def format(self, value: float) -> str:
        """``value`` [SI] as text with its display unit.

        >>> UNIT_WEIGHT.format(23600.0)
        '23.6 kN/m3'
        """
        return f"{self.shown(value):.6g} {self.display}".strip()

    # pydantic's protocol, spoken without importing it: a core schema is a plain dictionary.
    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "type": "function-before",
            "function": {"type": "no-info", "function": self.parse},
            "schema": handler(source),
        }

    def __get_pydantic_json_schema__(self, _: Any, handler: object) -> dict[str, Any]:
        spellings = dict.fromkeys(name for unit in self.units for name in (unit, pretty(unit)))
        units = "|".join(re.escape(name) for name in spellings)
        text = {
            "type": "string",
            "pattern": rf"^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*({units}){'?' if self.bare else ''}\s*$",
            "examples": [self.example.strip('"')],
        }
        return {"anyOf": [text, {"type": "number"}]} if self.bare else text


LENGTH = Dimension(
    "length",
    "m",
    {"m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0, "ft": _FOOT, "in": _FOOT / 12.0},
    display="m",
    example='"0.8 m"',
)
UNIT_WEIGHT = Dimension(
    "unit weight",
    "N/m3",
    {
        "kN/m3": 1000.0,
        "N/m3": 1.0,
        "MN/m3": 1e6,
        "kgf/m3": STANDARD_GRAVITY,
        "tf/m3": 1000.0 * STANDARD_GRAVITY,
        "tonf/m3": 1000.0 * STANDARD_GRAVITY,
        "lbf/ft3": _POUND_FORCE / _FOOT**3,
        "pcf": _POUND_FORCE / _FOOT**3,
    },
    display="kN/m3",
    example='"23.6 kN/m3"',
)
ANGLE = Dimension(
    "angle",
    "rad",
    {"deg": math.pi / 180.0, "rad": 1.0},
    display="deg",
    example='"30 deg"',
)
PRESSURE = Dimension(
    "pressure",
    "Pa",
    {
        "kPa": 1e3,
        "Pa": 1.0,
        "MPa": 1e6,
        "GPa": 1e9,
        "N/mm2": 1e6,
        "kN/m2": 1e3,
        "kgf/cm2": STANDARD_GRAVITY * 1e4,
        "psi": _POUND_FORCE / (_FOOT / 12.0) ** 2,
        "psf": _POUND_FORCE / _FOOT**2,
    },
    display="kPa",
    example='"5 kPa"',
)
ACCELERATION = Dimension(
    "acceleration",
    "m/s2",
    {"g": STANDARD_GRAVITY, "m/s2": 1.0, "cm/s2": 0.01, "gal": 0.01},
    display="g",
    example='"0.3 g"',
)
TIME = Dimension("time", "s", {"s": 1.0, "ms": 1e-3, "min": 60.0}, display="s", example='"0.02 s"')
FREQUENCY = Dimension("frequency", "Hz", {"Hz": 1.0, "mHz": 1e-3, "kHz": 1e3}, display="Hz", example='"0.1 Hz"')
VELOCITY = Dimension(
    "velocity",
    "m/s",
    {"m/s": 1.0, "cm/s": 0.01, "mm/s": 1e-3, "in/s": _FOOT / 12.0},
    display="m/s",
    example='"0.2 m/s"',
)
ANGULAR_VELOCITY = Dimension(
    "angular velocity", "rad/s", {"deg/s": math.pi / 180.0, "rad/s": 1.0}, display="deg/s", example='"0.2 deg/s"'
)
_PER_CUBE = {"N/m3": 1.0, "kN/m3": 1e3, "MN/m3": 1e6, "GN/m3": 1e9, "N/mm3": 1e9}
_PER_METRE = {"Pa/m": 1.0, "kPa/m": 1e3, "MPa/m": 1e6, "GPa/m": 1e9, "MPa/mm": 1e9}
JOINT_STIFFNESS = Dimension(
    "joint stiffness", "N/m3", {**_PER_CUBE, **_PER_METRE}, display="N/m3", example='"2e8 N/m3"'
)
JOINT_DAMPING = Dimension(
    "joint damping",
    "Pa s/m",
    {"Pas/m": 1.0, "kPas/m": 1e3, "MPas/m": 1e6, "Ns/m3": 1.0, "kNs/m3": 1e3},
    display="Pas/m",
    example='"2e5 Pa·s/m"',
)
FORCE = Dimension("force", "N", {"kN": 1e3, "N": 1.0, "MN": 1e6}, display="kN", example='"50 kN"')
SPRING_STIFFNESS = Dimension(
    "spring stiffness",
    "N/m",
    {"kN/m": 1e3, "N/m": 1.0, "MN/m": 1e6, "N/mm": 1e3, "kN/mm": 1e6},
    display="kN/m",
    example='"5 MN/m"',
)
FRACTURE_ENERGY = Dimension(
    "fracture energy",
    "N/m",
    {"N/m": 1.0, "J/m2": 1.0, "N/mm": 1e3, "kN/m": 1e3, "kJ/m2": 1e3},
    display="N/m",
    example='"50 N/m"',
)
RATIO = Dimension("ratio", "", {"%": 0.01}, display="", example="0.15", bare=True)

FORCE_PER_LENGTH = Dimension(
    "force per metre of wall", "N/m", {"kN/m": 1e3, "N/m": 1.0}, display="kN/m", example='"7.3 kN/m"'
)
MOMENT_PER_LENGTH = Dimension(
    "moment per metre of wall", "N", {"kNm/m": 1e3, "Nm/m": 1.0}, display="kNm/m", example='"7.3 kNm/m"'
)

DIMENSIONS = (
    LENGTH,
    UNIT_WEIGHT,
    ANGLE,
    PRESSURE,
    ACCELERATION,
    VELOCITY,
    TIME,
    FREQUENCY,
    ANGULAR_VELOCITY,
    FORCE,
    RATIO,
    FORCE_PER_LENGTH,
    MOMENT_PER_LENGTH,
    JOINT_STIFFNESS,
    JOINT_DAMPING,
    SPRING_STIFFNESS,
    FRACTURE_ENERGY,
)

Length = Annotated[float, LENGTH]
UnitWeight = Annotated[float, UNIT_WEIGHT]
Angle = Annotated[float, ANGLE]
Pressure = Annotated[float, PRESSURE]
Acceleration = Annotated[float, ACCELERATION]
Velocity = Annotated[float, VELOCITY]
Time = Annotated[float, TIME]
Frequency = Annotated[float, FREQUENCY]
AngularVelocity = Annotated[float, ANGULAR_VELOCITY]
Force = Annotated[float, FORCE]
JointStiffness = Annotated[float, JOINT_STIFFNESS]
JointDamping = Annotated[float, JOINT_DAMPING]
SpringStiffness = Annotated[float, SPRING_STIFFNESS]
FractureEnergy = Annotated[float, FRACTURE_ENERGY]
Ratio = Annotated[float, RATIO]


class Quantity(float):
    """An SI number that still knows its dimension: for keys whose dimension depends on another key."""

    dimension: Dimension

    def __new__(cls, value: float, dimension: Dimension) -> Quantity:
        """The SI number ``value`` of ``dimension``."""
        number = super().__new__(cls, value)
        number.dimension = dimension
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        # Dimensions compare by identity, so a copy must come back to the same one.
        return _restored, (float(self), self.dimension.name)


def _restored(value: float, name: str) -> Quantity:
    return Quantity(value, next(item for item in DIMENSIONS if item.name == name))


class _AnyDimension:
    """Marks a field that takes a quantity of any dimension; see :class:`Quantity`."""

    def parse(self, value: object) -> Quantity:
        """The quantity written as ``value``; a plain number is dimensionless."""
        if isinstance(value, Quantity):
            return value
        if isinstance(value, str):
            match = _NUMBER_AND_UNIT.match(value)
            if match and match[2].startswith(","):
                raise UnitsError(f'"{value}" has a decimal comma: write a point')
            unit = match[2].translate(_SPELLINGS) if match else ""
            for dimension in DIMENSIONS:
                if unit in dimension.units:
                    return Quantity(dimension.parse(value), dimension)
            if unit or not match:
                reason = _whose(unit).rstrip("; ") if unit else "it does not begin with a number"
                raise UnitsError(f'"{value}" cannot be used: {reason}; write for example "0.8 m" or "30 deg"')
        return Quantity(RATIO.parse(value), RATIO)

    def __get_pydantic_core_schema__(self, source: Any, handler: object) -> dict[str, Any]:
        return {"type": "function-plain", "function": {"type": "no-info", "function": self.parse}}

    def __get_pydantic_json_schema__(self, _: Any, handler: object) -> dict[str, Any]:
        return {"anyOf": [{"type": "string", "examples": ["0.8 m", "30 deg"]}, {"type": "number"}]}


AnyQuantity = Annotated[float, _AnyDimension()]


# Units of things that nothing asks for yet, so that "0.8 kg" is called a mass and not just unknown.
_OTHER_UNITS = {
    "kg/m3": "density",
    "t/m3": "density",
    "kg": "mass",
    "t": "mass",
}


def _whose(unit: str) -> str:
    """Say what a unit measures, where the table knows it."""
    for dimension in DIMENSIONS:
        if unit in dimension.units:
            return f"{unit} measures {dimension.noun}; "
    if unit in _OTHER_UNITS:
        return f"{unit} measures a {_OTHER_UNITS[unit]}; "
    return f'the unit "{unit}" is not known; '


def pretty(text: str) -> str:
    """A quantity or unit as print writes it.

    >>> pretty("23.6 kN/m3"), pretty("30 deg")
    ('23.6 kN/m³', '30°')
    """
    for plain, printed in (
        (" deg", "°"),
        ("deg", "°"),
        ("m3", "m³"),
        ("m2", "m²"),
        ("s2", "s²"),
        ("kNm/", "kN·m/"),
        ("Pas/", "Pa·s/"),
    ):
        text = text.replace(plain, printed)
    return text


def parse_quantity(value: object) -> Quantity:
    """A quantity of any dimension, which it remembers; a plain number is dimensionless."""
    return _AnyDimension().parse(value)


def quantity(text: str) -> float:
    """SI value of a quantity whose unit says its dimension, for use from Python.

    >>> round(quantity("30 deg"), 4), quantity("23.6 kN/m3")
    (0.5236, 23600.0)
    """
    return float(parse_quantity(text))
