"""The test plan of a vibration measurement: a TOML file that is read here, and written for a test not yet made."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from annotated_types import Gt, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pirqa.errors import InputError, ModelError, ProjectError, did_you_mean
from pirqa.model.modes import AXES
from pirqa.oma.measurement import Degree, Point
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan, Visit
from pirqa.oma.vibration import FileUnit, Moment, Sensitivity, Temperature
from pirqa.project.complaints import complaints
from pirqa.units import Frequency, Length, Time

FORMAT = 1
"""Number of the plan-file format."""
_LARGEST = 20_000_000


class PlanFile(BaseModel):
    """A test plan: points, setups, references, ground noise."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True, frozen=True)

    format: Literal[1] = 1
    """Number of the plan-file format: 1."""
    name: str
    """Of the measurement."""
    description: str = ""
    """A sentence for the report."""
    simulated: bool = False
    """Whether the records are made up; the report says so in its own words."""
    date: Moment | None = None
    """Of the measurement, local time: 2013-07-14 or 2013-07-14T10:30:00."""
    temperature: Temperature | None = None
    """Of the air, such as "14 degC"."""
    rate: Annotated[Frequency, Gt(0)] | None = None
    """Samples in a second of files that do not tell [Hz]."""
    common_rate: Annotated[Frequency, Gt(0)] | None = None
    """To which setups of higher rates are decimated [Hz]; where absent unequal rates are refused."""
    unit: FileUnit | None = None
    """Of the files: V, mV, counts, g, mg, m/s2 …"""
    sensitivity: Sensitivity | None = None
    """Of the sensors, such as "10 V/g"; a file in m/s2 or g needs none."""
    duration: Annotated[Time, Gt(0), Le(1e6)] | None = None
    """How long every setup is to be recorded [s]."""
    references: tuple[str, ...] = ()
    """Sensors that stand in every setup, such as "P1 across", or "P1" for all of a point; found where absent."""
    lines: tuple[tuple[str, str], ...] = ()
    """Pairs of points joined by a line in pictures."""
    points: dict[str, tuple[Length, Length, Length]] = Field(default_factory=dict)
    """Places by name: along the wall, across it and up [m]."""
    setups: tuple[Setup, ...] = ()
    ground: tuple[GroundNoise, ...] = ()
    visits: tuple[Visit, ...] = ()


def read_plan(path: str | Path) -> TestPlan:
    """The test plan in the TOML file ``path``; its files lie in the folder of ``path``."""
    path = Path(path)
    try:
        if path.is_dir() or path.stat().st_size > _LARGEST:
            raise ProjectError(f"{path}: is not a test plan; give a TOML file with [points] and [[setups]]")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    except UnicodeDecodeError as error:
        raise ProjectError(f"{path}: is not UTF-8 text; save the file as UTF-8") from error
    return parse_plan(text, file=str(path))


def parse_plan(text: str, *, file: str = "plan.toml") -> TestPlan:
    """The test plan written in ``text``; ``file`` is its name in messages."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProjectError(f"{file}: is not valid TOML: {error}") from error
    except RecursionError as error:
        raise ProjectError(f"{file}: is nested too deeply for a test plan") from error
    try:
        parsed = PlanFile.model_validate(raw)
        return _plan_of(parsed)
    except ValidationError as error:
        lines = complaints(error, PlanFile, raw)
        raise ProjectError((f"{file}: " if len(lines) == 1 else f"{file}:\n  ") + "\n  ".join(lines)) from None
    except InputError as error:
        raise ProjectError(f"{file}: {error}") from error


def _plan_of(parsed: PlanFile) -> TestPlan:
    points = {name: Point(name=name, place=place) for name, place in parsed.points.items()}
    return TestPlan(
        name=parsed.name,
        description=parsed.description,
        simulated=parsed.simulated,
        date=parsed.date,
        temperature=parsed.temperature,
        rate=parsed.rate,
        common_rate=parsed.common_rate,
        unit=parsed.unit,
        sensitivity=parsed.sensitivity,
        duration=parsed.duration,
        references=_references(parsed, points),
        lines=parsed.lines,
        points=points,
        setups=parsed.setups,
        ground=parsed.ground,
        visits=parsed.visits,
    )


def _references(parsed: PlanFile, points: dict[str, Point]) -> tuple[Degree, ...]:
    """Degrees named by their point and axis, or by their point alone: then all that every setup measures there."""
    found: dict[Degree, None] = {}
    for text in parsed.references:
        name, _, axis = text.strip().rpartition(" ")
        if axis.removeprefix("-") in AXES and name.strip() in points:
            found[Degree(point=name.strip(), axis=AXES.index(axis.removeprefix("-")))] = None
            continue
        if text.strip() not in points:
            raise ModelError(
                f'references: "{text}" is neither a point nor a point with along, across or up; '
                f"{did_you_mean(text.strip(), points)}"
            )
        shared = [set(setup.degrees) for setup in parsed.setups]
        there = [Degree(point=text.strip(), axis=axis) for axis in range(3)]
        matched = [degree for degree in there if shared and all(degree in one for one in shared)]
        if not matched:
            missing = [one.name for one in parsed.setups if not any(degree in one.degrees for degree in there)]
            where = f" (not at all in {', '.join(missing)})" if missing else ""
            raise ModelError(
                f'references: the point "{text}" is not measured in the same direction in every setup{where}; '
                "add its channel there, or name another"
            )
        found |= dict.fromkeys(matched)
    return tuple(found)


def write_plan(plan: TestPlan) -> str:
    """``plan`` as the TOML text that :func:`parse_plan` reads back; what nobody knows yet stands there as a comment."""
    lines = [f"format = {FORMAT}"]
    lines += _keys(plan, ("name", "description", "simulated", "date", "temperature", "duration", "rate", "common_rate"))
    if plan.rate is None:
        lines.append('# rate = "200 Hz"           # where the files do not tell it')
    lines += _keys(plan, ("unit", "sensitivity"))
    if plan.unit is None:
        lines.append('# unit = "V"                # of the files: V, mV, counts, g, mg, m/s2 …')
    if plan.sensitivity is None:
        lines.append('# sensitivity = "10 V/g"    # of the sensors, where the files are in V or counts')
    if plan.references:
        lines.append(f"references = [{', '.join(_text(str(degree)) for degree in plan.references)}]")
    if plan.lines:
        lines.append(f"lines = [{', '.join(f'[{_text(a)}, {_text(b)}]' for a, b in plan.lines)}]")
    lines += ["", "# along the wall, across it, up", "[points]"]
    for name, point in plan.points.items():
        lines.append(f"{_key(name)} = [{', '.join(_text(f'{number!r} m') for number in map(float, point.place))}]")
    for setup in plan.setups:
        lines += ["", "[[setups]]", *_table(setup, skip=("channels",)), "channels = ["]
        lines += [f"  {{ {', '.join(_table(channel))} }}," for channel in setup.channels]
        lines.append("]")
    for noise in plan.ground:
        lines += ["", "[[ground]]", *_table(noise)]
    for visit in plan.visits:
        lines += ["", "[[visits]]", *_table(visit)]
    return "\n".join(lines) + "\n"


_UNITS = {"rate": "Hz", "common_rate": "Hz", "start": "s", "end": "s", "duration": "s", "temperature": "degC"}
"""Units of the dimensional keys of a plan."""


def _keys(value: Any, names: tuple[str, ...]) -> list[str]:
    defaults = {item.name: item.default for item in fields(value)}
    given = {name: getattr(value, name) for name in names}
    return [
        f"{name} = {_written(name, part)}"
        for name, part in given.items()
        if part is not None and part != defaults[name]
    ]


def _table(value: Setup | Channel | GroundNoise | Visit, skip: tuple[str, ...] = ()) -> list[str]:
    return _keys(value, tuple(item.name for item in fields(value) if item.name not in skip))


def _written(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Sensitivity):
        return _text(str(value))
    if name in _UNITS:
        return _text(f"{float(value)!r} {_UNITS[name]}".replace(".0 ", " "))
    return repr(value)


def _text(value: str) -> str:
    # A TOML basic string escapes as JSON does; DEL is the one character that only TOML forbids.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    bare = name and all(char.isascii() and (char.isalnum() or char in "-_") for char in name)
    return name if bare else _text(name)
