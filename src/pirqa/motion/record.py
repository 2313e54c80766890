"""What a reader hands on: the channels of a record in SI units, as filed, not yet processed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, cast

from annotated_types import Gt

from pirqa.errors import RecordError
from pirqa.files import read_record
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import KnownBy, Origin
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.library import shipped_unit
from pirqa.units import STANDARD_GRAVITY, Time

__all__ = [
    "LARGEST_FILE",
    "UNITS",
    "Channel",
    "DecimalMark",
    "FiledUnit",
    "ReadAs",
    "Record",
    "SensorLevel",
    "read_bytes",
    "unit_value",
]

LARGEST_FILE = 200_000_000
"""Bytes: a day of three components as text is less; what is larger is refused before it fills the memory."""

FiledUnit = Literal["m/s2", "cm/s2", "gal", "mg", "g", "g/10", "mm/s2", "in/s2", "ft/s2"]
"""Units of acceleration in files."""

DecimalMark = Literal[".", ","]
"""Mark between whole numbers and decimals; the other one, blanks or apostrophes may part thousands."""

UNITS: dict[str, float] = {
    "m/s2": 1.0,
    "cm/s2": 0.01,
    "gal": 0.01,
    "mg": 1e-3 * STANDARD_GRAVITY,
    "g": STANDARD_GRAVITY,
    "g/10": 0.1 * STANDARD_GRAVITY,
    "mm/s2": 1e-3,
    "in/s2": 0.0254,
    "ft/s2": 0.3048,
}
"""m/s2 in a unit of a file."""

Measured = Literal["acceleration", "velocity", "displacement"]

SensorLevel = Literal["surface", "borehole"]
"""Where a sensor of a station with two of them stands."""


@dataclass(frozen=True, kw_only=True)
class ReadAs:
    """What a file may not say itself."""

    unit: FiledUnit | None = None
    """Unit of the accelerations."""
    step: Annotated[Time, Gt(0)] | None = None
    """Between samples [s], for columns without time."""
    components: tuple[str, ...] = ()
    """Names of the components, in the file's order (plain columns and CSV)."""
    decimal: DecimalMark | None = None
    """Decimal mark, where the numbers do not tell it (plain columns and CSV)."""
    response: str | None = None
    """StationXML with the instrument's response, beside a miniSEED or SAC file."""
    sensitivity: Annotated[float, Gt(0)] | None = None
    """Counts in 1 m/s2, instead of a response."""

    def __post_init__(self) -> None:
        check_bounds(self, "record")


@dataclass(frozen=True, kw_only=True, eq=False)
class Channel:
    """One component as filed."""

    name: str
    """As the file calls it, in short: NS, EW, UD, 140, HNE."""
    values: FloatArray
    """SI, shape (samples,)."""
    step: float
    """Between samples [s]; the median where they are uneven."""
    unit: str
    """Unit in the file, for the report: gal, g/10, counts."""
    measured: Measured = "acceleration"
    azimuth: float | None = None
    """Of positive motion, clockwise from north [rad]."""
    vertical: bool = False
    """Whether it is the vertical component; positive upwards (a reader turns those that count downwards)."""
    known_by: KnownBy | None = None
    """How the component is known where no header describes it; none where one does."""
    times: FloatArray | None = None
    """Of the samples [s] where they are uneven, shape (samples,); none where they are even."""
    delay: float = 0.0
    """Of the first sample after the record's time [s]."""
    initial_velocity: float = 0.0
    """At the first sample [m/s], where the file says it."""
    initial_displacement: float = 0.0
    """At the first sample [m], where the file says it."""
    level: SensorLevel | None = None
    """Level of the sensor where the station has one at the surface and one in a borehole."""
    band: tuple[float, ...] = ()
    """Corners of the filters that the file says it went through, low and high [Hz]; 0 or infinite where only one."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Record:
    """A strong-motion record as filed."""

    origin: Origin
    channels: tuple[Channel, ...]
    corrected: bool = False
    """Whether the file says that somebody has corrected its baseline or filtered it."""
    remarks: tuple[Remark, ...] = ()

    @property
    def accelerations(self) -> tuple[Channel, ...]:
        """The channels that hold acceleration."""
        return tuple(channel for channel in self.channels if channel.measured == "acceleration")

    def channel(self, name: str) -> Channel:
        """The acceleration channel called ``name``."""
        for channel in self.accelerations:
            if channel.name == name:
                return channel
        known = ", ".join(channel.name for channel in self.accelerations)
        raise RecordError(f'{self.origin.file}: has no component "{name}"; there is {known}')

    def __str__(self) -> str:
        origin = self.origin
        where = ", ".join(text for text in (origin.station, origin.agency, origin.event, origin.time) if text)
        lines = [f"{origin.file} ({origin.format}){f': {where}' if where else ''}"]
        for channel in self.accelerations:
            peak = channel.values[abs(channel.values).argmax()]
            even = "even" if channel.times is None else "uneven"
            lines.append(
                f"  {channel.name:<8} {len(channel.values)} samples, {even} step {channel.step:g} s, "
                f"peak {peak:.4g} m/s2 (filed in {channel.unit})"
            )
        return "\n".join(lines)


def read_bytes(path: Path) -> bytes:
    """The content of ``path``, or a :class:`RecordError` that says why not."""
    return read_record(path, LARGEST_FILE, too_large="cut out the earthquake", empty="fetch it again")


def unit_value(path: Path, asked: FiledUnit | None, found: FiledUnit | None) -> tuple[float, str, tuple[Remark, ...]]:
    """Return m/s2 in a unit of the file, the unit's name and remarks.

    The unit is that of the user, else that of the file, else the one known of a record that comes with pirqa.
    """
    found = found or cast(FiledUnit | None, shipped_unit(path))
    unit = asked or found
    if unit is None:
        raise RecordError(
            f'{path}: does not say the unit of its accelerations; give it, for example unit = "g", or --unit gal'
        )
    if asked is not None and found is not None and UNITS[asked] != UNITS[found]:
        said = Remark(kind="warning", key="record_unit_overruled", text=f"{found} → {asked}")
        return UNITS[unit], unit, (said,)
    return UNITS[unit], unit, ()
