"""Modes that are expected: read from a file, or guessed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import ModelError, RecordError
from pirqa.model.modes import Modes
from pirqa.oma.measurement import Point
from pirqa.oma.uff import read_modes_uff

__all__ = ["ExpectedModes", "read_expected_modes", "write_expected_modes"]

_FORMAT = "pirqa_modes"
_HINT = (
    f'it must be {{"{_FORMAT}": 1, "points": {{"P1": [x, y, z]}}, "modes": [{{"frequency": 2.0, "damping": 0.03, '
    '"shape": {"P1": [along, across, up]}}]}, in m and Hz'
)


@dataclass(frozen=True, kw_only=True, eq=False)
class ExpectedModes:
    """Modes before the test, with the places of their points."""

    modes: Modes
    points: Mapping[str, Point]
    source: str
    """Where they come from."""
    assumed: bool = False
    """Whether they are a guess that nobody computed or measured."""

    def __post_init__(self) -> None:
        if tuple(self.points) != self.modes.points:
            raise ModelError("expected modes: the points and those of the shapes must be the same, in the same order")
        if not len(self.modes):
            raise ModelError("expected modes: there are none")


def read_expected_modes(path: str | Path) -> ExpectedModes:
    """Modes of a JSON file in SI units, or of a universal file (UFF) with data sets 15 (nodes) and 55 (shapes)."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    if raw.lstrip()[:1] == b"{":
        return _from_json(path, raw)
    if b"-1" in raw[:200]:
        return _from_universal(path)
    raise RecordError(f"{path}: expected modes are a JSON file or a universal file (UFF); {_HINT}")


def write_expected_modes(expected: ExpectedModes) -> str:
    """The JSON text that :func:`read_expected_modes` reads."""
    modes = expected.modes
    plain = {
        _FORMAT: 1,
        "source": expected.source,
        "assumed": expected.assumed,
        "points": {name: list(point.place) for name, point in expected.points.items()},
        "modes": [
            {
                "frequency": float(modes.frequency[row]),
                "damping": float(modes.damping[row]),
                "shape": {
                    name: [None if math.isnan(part) else float(part) for part in modes.point_shape[row, column]]
                    for column, name in enumerate(modes.points)
                },
            }
            for row in range(len(modes))
        ],
    }
    return json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _from_json(path: Path, raw: bytes) -> ExpectedModes:
    try:
        plain = json.loads(raw)
        if plain.get(_FORMAT) != 1:
            raise RecordError(f'{path}: expected modes have no "{_FORMAT}": 1; {_HINT}')
        points = {str(name): _point(str(name), place) for name, place in plain["points"].items()}
        rows = sorted(plain["modes"], key=lambda row: float(row["frequency"]))
        shapes = np.full((len(rows), len(points), 3), np.nan)
        order = {name: column for column, name in enumerate(points)}
        for shape, row in zip(shapes, rows, strict=True):
            for name, parts in row["shape"].items():
                if name not in order:
                    raise RecordError(f'{path}: a shape has the point "{name}", which is not among the points')
                shape[order[name]] = [np.nan if part is None else float(part) for part in parts]
        modes = Modes(
            frequency=np.array([float(row["frequency"]) for row in rows]),
            damping=np.array([float(row["damping"]) for row in rows]),
            points=tuple(points),
            point_shape=shapes,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, ModelError):
            raise
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise RecordError(f"{path}: expected modes cannot be understood ({what}); {_HINT}") from error
    return _checked(path, modes, points, str(plain.get("source", path.name)), bool(plain.get("assumed", False)))


def _from_universal(path: Path) -> ExpectedModes:
    try:
        frequency, damping, shapes, places = read_modes_uff(path)
    except (KeyError, ValueError) as error:
        raise RecordError(f"{path}: nodes and shapes of the universal file do not fit together ({error})") from error
    order = np.argsort(frequency, kind="stable")
    points = {f"{number}": _point(f"{number}", place) for number, place in enumerate(places, 1)}
    modes = Modes(
        frequency=frequency[order],
        damping=damping[order],
        points=tuple(points),
        point_shape=np.ascontiguousarray(shapes[order].real),
    )
    return _checked(path, modes, points, path.name, False)


def _point(name: str, place: Any) -> Point:
    x, y, z = (float(part) for part in place)
    return Point(name=name, place=(x, y, z))


def _checked(path: Path, modes: Modes, points: Mapping[str, Point], source: str, assumed: bool) -> ExpectedModes:
    for what, values, good in (
        ("frequency", modes.frequency, modes.frequency > 0.0),
        ("damping", modes.damping, (modes.damping > 0.0) & (modes.damping < 1.0)),
    ):
        if not np.all(good & np.isfinite(values)):
            at = int(np.flatnonzero(~(good & np.isfinite(values)))[0])
            raise RecordError(f"{path}: mode {at + 1} has the {what} {values[at]:g}, which no mode of a wall has")
    return ExpectedModes(modes=modes, points=points, source=source, assumed=assumed)
