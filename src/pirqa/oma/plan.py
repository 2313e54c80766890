"""The test plan: where sensors stand, in which setups, and which column of which file is which of them.

The file is TOML and read by :mod:`pirqa.project.plan_file`. What is said for the whole plan (rate, unit, sensitivity)
holds where a setup or a channel does not say otherwise; :meth:`TestPlan.filed` tells what holds for a channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from annotated_types import Ge, Gt, Le

from pirqa.errors import ModelError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.model.modes import AXES
from pirqa.oma.measurement import Degree, Heading, Point, setup_label
from pirqa.oma.vibration import FILE_UNITS, FileUnit, Moment, Moved, Sensitivity, Temperature
from pirqa.units import Frequency, Time


def placeholder(what: str) -> str:
    """What a plan says where a file or a name is not known yet: ``<what>``."""
    return f"<{what}>"


def is_placeholder(text: object) -> bool:
    """Whether ``text`` still has to be filled in."""
    return isinstance(text, str) and text.startswith("<") and text.endswith(">")


def sign_of(heading: Heading) -> float:
    """-1 where a sensor counts against the wall's axis."""
    return -1.0 if heading.startswith("-") else 1.0


def degree_of(point: str, heading: Heading) -> Degree:
    """The degree that a sensor with this heading measures."""
    return Degree(point=point, axis=AXES.index(heading.removeprefix("-")))


@dataclass(frozen=True, kw_only=True)
class Channel:
    """One sensor in one setup."""

    point: str
    """Name of the point at which it stands."""
    heading: Heading
    """Which way its positive motion points: along, across or up, with a minus where it is turned round."""
    column: int | str
    """Its column in the file: a number, counted from 1 with the column of time, or a name."""
    sensitivity: Sensitivity | None = None
    """Signal over motion, such as "10 V/g"; the plan's where absent."""
    gain: Annotated[float, Gt(0)] = 1.0
    """Of an amplifier between the sensor and the file."""
    unit: FileUnit | None = None
    """Of this column; the setup's where absent."""
    file: str = ""
    """Of this channel alone, where a logger writes one file a channel; the setup's where empty."""
    sensor: str = ""
    """Its serial number, for the record."""

    def __post_init__(self) -> None:
        check_bounds(self, "channels")
        _check_column(self.column, "column")

    @property
    def degree(self) -> Degree:
        """What it measures."""
        return degree_of(self.point, self.heading)

    @property
    def sign(self) -> float:
        """-1 where the sensor counts against the wall's axis."""
        return sign_of(self.heading)


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Sensors that recorded at the same time."""

    name: str
    channels: tuple[Channel, ...]
    file: str = ""
    """From the plan's folder; empty where every channel has its own."""
    variable: str = ""
    """Name of the array in a .mat or .npz file with several."""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second [Hz], against what the file tells; where absent the file's, else the plan's."""
    unit: FileUnit | None = None
    """Of the file; the plan's where absent."""
    start: Annotated[Time, Ge(0)] = 0.0
    """What lies before it is cut off [s]."""
    end: Annotated[Time, Gt(0)] | None = None
    """What lies behind it is cut off [s]; nothing where absent."""
    date: Moment | None = None
    """When it began, local time."""
    temperature: Temperature | None = None
    """Of the air [°C]."""
    note: str = ""
    """What happened meanwhile: wind, visitors, a lorry."""

    def __post_init__(self) -> None:
        check_bounds(self, self.label)
        _check_window(self.label, self.start, self.end)
        if not self.channels:
            raise ModelError(f"{self.label}: has no channels; add [[setups.channels]] with point and column")
        seen: set[Degree] = set()
        for channel in self.channels:
            if channel.degree in seen:
                raise ModelError(
                    f"{self.label}: two channels measure {channel.degree}; change the point or heading of one"
                )
            seen.add(channel.degree)
            if not (channel.file or self.file):
                raise ModelError(
                    f"{self.label}: channel {channel.degree} has no file; give the setup a file, or the channel"
                )
        taken = [(channel.file or self.file, channel.column) for channel in self.channels]
        for place in taken:
            if taken.count(place) > 1 and not is_placeholder(place[0]):
                raise ModelError(f"{self.label}: column {place[1]} of {place[0]} is given to two channels")

    @property
    def label(self) -> str:
        """How messages call it."""
        return setup_label(self.name)

    @property
    def degrees(self) -> tuple[Degree, ...]:
        """Measured in it, in the order of its channels."""
        return tuple(channel.degree for channel in self.channels)


@dataclass(frozen=True, kw_only=True)
class GroundNoise:
    """Noise of the ground beside the wall in three directions, for H/V."""

    name: str
    file: str
    north: int | str
    """Column of the northern component (or any horizontal one)."""
    east: int | str
    """Column of the component square to it."""
    up: int | str
    """Column of the vertical component."""
    variable: str = ""
    """Name of the array in a .mat or .npz file with several."""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second [Hz], against what the file tells; where absent the file's, else the plan's."""
    unit: FileUnit | None = None
    """Of the file; H/V needs none, since the three components share it."""
    sensitivity: Sensitivity | None = None
    """Of the three components; H/V needs none."""
    start: Annotated[Time, Ge(0)] = 0.0
    """What lies before it is cut off [s]."""
    end: Annotated[Time, Gt(0)] | None = None
    """What lies behind it is cut off [s]; nothing where absent."""
    place: str = ""
    """Where it was recorded, in words."""
    date: Moment | None = None
    """When it began, local time."""

    def __post_init__(self) -> None:
        check_bounds(self, f"ground {self.name}")
        _check_window(f"ground {self.name}", self.start, self.end)
        for key in ("north", "east", "up"):
            _check_column(getattr(self, key), f"ground {self.name}: {key}")
        if len({self.north, self.east, self.up}) < 3:
            raise ModelError(f"ground {self.name}: north, east and up must be three columns")


@dataclass(frozen=True, kw_only=True)
class Visit:
    """The same plan on another date: files of the same names in another folder."""

    name: str
    folder: str
    """From the plan's folder."""
    date: Moment
    temperature: Temperature | None = None
    """Of the air [°C]."""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Filed:
    """How a column becomes an acceleration."""

    unit: FileUnit
    moved: Moved
    """Velocity is differentiated."""
    factor: float
    """m/s2 or m/s in one unit of the file, with the sign of the heading."""


@dataclass(frozen=True, kw_only=True)
class TestPlan:
    """Points, setups, references, ground noise and later visits of one measurement."""

    __test__ = False  # not a test of pytest's

    name: str
    points: Mapping[str, Point]
    setups: tuple[Setup, ...]
    references: tuple[Degree, ...] = ()
    """Measured in every setup; where none are named, all that every setup has."""
    description: str = ""
    simulated: bool = False
    """Whether the records are made up, which the report then says."""
    date: Moment | None = None
    """Of the measurement, local time."""
    temperature: Temperature | None = None
    """Of the air [°C]."""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second of files that do not tell it themselves [Hz]."""
    common_rate: Annotated[Frequency, Gt(0)] | None = None
    """To which setups of higher rates are decimated [Hz]; where absent unequal rates are refused."""
    unit: FileUnit | None = None
    """Of the files."""
    sensitivity: Sensitivity | None = None
    """Of the sensors."""
    duration: Annotated[Time, Gt(0), Le(1e6)] | None = None
    """How long every setup is to be recorded [s]; a shorter one is told."""
    lines: tuple[tuple[str, str], ...] = ()
    """Pairs of points joined by a line in pictures."""
    ground: tuple[GroundNoise, ...] = ()
    visits: tuple[Visit, ...] = field(default=())

    def __post_init__(self) -> None:
        check_bounds(self, "plan")
        if not self.setups and not self.ground:
            raise ModelError("the plan has neither setups nor ground noise; add [[setups]] or [[ground]]")
        _check_names("setups", self.setups)
        _check_names("ground", self.ground)
        _check_names("visits", self.visits)
        for setup in self.setups:
            for channel in setup.channels:
                self._check_point(channel.point, setup.label)
        for pair in self.lines:
            for point in pair:
                self._check_point(point, "lines")
        self._check_references()

    def _check_point(self, name: str, where: str) -> None:
        if name not in self.points:
            raise ModelError(f'{where}: the point "{name}" is not in [points]; {did_you_mean(name, self.points)}')

    def _check_references(self) -> None:
        for degree in self.references:
            without = [setup.name for setup in self.setups if degree not in setup.degrees]
            if without:
                raise ModelError(
                    f"references: {degree} is not measured in setup {', '.join(without)}; a reference stands "
                    "in every setup: add its channel there, or name another"
                )
        if len(self.setups) > 1 and not self.common:
            raise ModelError(
                f"setups {', '.join(setup.name for setup in self.setups)} have no sensor in common, so their "
                "shapes cannot be joined; leave at least one sensor at the same point and heading in all of them, "
                "or give each setup a plan of its own"
            )

    @property
    def common(self) -> tuple[Degree, ...]:
        """The references: those named, else all that every setup has, in the order of the first one."""
        if self.references or not self.setups:
            return self.references
        first, *others = self.setups
        return tuple(degree for degree in first.degrees if all(degree in setup.degrees for setup in others))

    @property
    def degrees(self) -> tuple[Degree, ...]:
        """All that are measured: the references first, then the others in the order of the setups."""
        found = dict.fromkeys(self.common)
        for setup in self.setups:
            found |= dict.fromkeys(setup.degrees)
        return tuple(found)

    def rate_of(self, part: Setup | GroundNoise, told: float | None = None) -> float | None:
        """Rate of a setup or of ground noise [Hz]: its own, else what its file ``told``, else the plan's."""
        return next((rate for rate in (part.rate, told, self.rate) if rate is not None), None)

    def filed(self, setup: Setup, channel: Channel, told: str | None = None) -> Filed:
        """How a channel's column becomes an acceleration; ``told`` is the unit that its file names, if it does."""
        where = f"{setup.label}, channel {channel.degree} (column {channel.column})"
        unit = channel.unit or setup.unit or self.unit or told
        return conversion(where, unit, channel.sensitivity, self.sensitivity, gain=channel.gain, sign=channel.sign)

    def at(self, visit: Visit) -> TestPlan:
        """The plan as it was carried out at a later date; its files lie in the visit's folder."""
        setups = tuple(replace(setup, date=None, temperature=None, note="") for setup in self.setups)
        return replace(
            self,
            name=f"{self.name}, {visit.name}",
            setups=setups,
            date=visit.date,
            temperature=visit.temperature,
            visits=(),
        )

    def __str__(self) -> str:
        when = f", {self.date:%Y-%m-%d}" if self.date else ""
        lines = [f"{self.name}{when}: {len(self.points)} points, {len(self.setups)} setups"]
        lines.append(f"  references: {', '.join(map(str, self.common)) or 'none'}")
        for setup in self.setups:
            roving = [str(degree) for degree in setup.degrees if degree not in self.common]
            lines.append(
                f"  {setup.name}: {', '.join(roving) or 'references only'} ({setup.file or 'a file a channel'})"
            )
        lines += [f"  ground noise {noise.name}: {noise.file}" for noise in self.ground]
        lines += [f"  visit {visit.name}: {visit.date:%Y-%m-%d}, {visit.folder}" for visit in self.visits]
        return "\n".join(lines)


def conversion(
    where: str,
    unit: Any,
    own: Sensitivity | None,
    general: Sensitivity | None,
    *,
    gain: float = 1.0,
    sign: float = 1.0,
) -> Filed:
    """How a column in ``unit`` becomes a motion, by its ``own`` sensitivity or the plan's; ``where`` is for errors."""
    sensitivity = own or general
    if unit is None and sensitivity is not None:
        unit = sensitivity.signal  # a sensitivity in V/g means a file in volts
    if unit is None:
        raise ModelError(
            f'{where}: nothing says what unit its file is in; give unit = "m/s2" (or g, V, counts …) in the setup or '
            "the plan"
        )
    measures, value = FILE_UNITS[unit]
    if measures in ("acceleration", "velocity"):
        if own is not None:
            raise ModelError(
                f"{where}: the file is in {unit} already, so its sensitivity {own} cannot apply; take out one of them"
            )
        moved: Moved = "acceleration" if measures == "acceleration" else "velocity"
        return Filed(unit=unit, moved=moved, factor=sign * value / gain)
    if sensitivity is None:
        example = "10 V/g" if measures == "V" else "4.3e5 counts/(m/s2)"
        raise ModelError(
            f"{where}: the file is in {unit} and no sensitivity says what motion that is; "
            f'give sensitivity = "{example}" (see the sensor\'s calibration sheet) for the channel or the whole plan'
        )
    if sensitivity.signal != measures:
        raise ModelError(
            f"{where}: the file is in {unit} but the sensitivity {sensitivity} is for {sensitivity.signal}; "
            "correct one of them"
        )
    return Filed(unit=unit, moved=sensitivity.moved, factor=sign * value / (sensitivity.value * gain))


def _check_names(key: str, items: tuple[Any, ...]) -> None:
    names = [item.name for item in items]
    for name in names:
        if names.count(name) > 1:
            raise ModelError(f'{key}: two are called "{name}"; give each its own name')


def _check_column(column: int | str, key: str) -> None:
    if isinstance(column, int) and column < 1:
        raise ModelError(f"{key} must be at least 1 (columns are counted from 1) or a name, got {column}")
    if column == "":
        raise ModelError(f"{key} must be a number from 1 on or a name, and is empty")


def _check_window(where: str, start: float, end: float | None) -> None:
    if end is not None and end <= start:
        raise ModelError(f"{where}: end = {end:g} s is not after start = {start:g} s")
