"""What a user marks on a photo, in a small file beside it: ``photo.marks.toml``.

All points are ``[column, row]`` of the photo's own pixels, as picture viewers show them::

    scale = "5 mm"                                    # a pixel on the wall, for a photo taken from the front, or
    # rectangle = { corners = [[c, r], …], width = "8.64 m", height = "4 m" }   # upper left first, clockwise, or
    # points = [{ pixel = [c, r], wall = ["0 m", "0 m"] }, …]                  # four or more
    # known = { from = [c, r], to = [c, r], length = "2 m" }                   # alone, or with a rectangle's corners
    seeds = [[410, 220], { at = [510, 230], name = "A7" }]    # a stone here
    merges = [[[100, 200], [180, 210]]]                       # these points are on one stone
    cuts = [[[300, 100], [310, 180]]]                         # a joint runs here
    outside = [[5, 5]]                                        # no wall here
    outline = [[0, 0], [900, 0], [900, 500], [0, 500]]        # the wall is in here
    segment = { stone = "0.8 m" }
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from pirqa.errors import SurveyError, UnitsError, did_you_mean
from pirqa.survey.image.segment import JointTone, SegmentOptions
from pirqa.survey.raw import read_bytes
from pirqa.units import LENGTH

Point = tuple[float, float]
"""Column and row of the photo."""
Line = tuple[Point, ...]

MOST_MARKS = 10_000
LARGEST = 1e6
"""Of a column or row: no photo is larger."""


@dataclass(frozen=True, kw_only=True)
class Seed:
    """A stone that must be found."""

    at: Point
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class MarkedRectangle:
    """Corners of a rectangle on the wall, from the upper left one on clockwise."""

    corners: Line
    width: float | None = None
    """[m]"""
    height: float | None = None
    """[m]"""


@dataclass(frozen=True, kw_only=True)
class KnownLength:
    """Two points whose distance on the wall was measured."""

    start: Point
    end: Point
    length: float
    """[m]"""


@dataclass(frozen=True, kw_only=True)
class WallPoint:
    """A point whose place on the wall was measured."""

    pixel: Point
    wall: tuple[float, float]
    """(x, z) [m]"""


@dataclass(frozen=True, kw_only=True)
class Marks:
    """Everything that is marked on one photo."""

    scale: float | None = None
    """Side of a pixel of the photo on the wall [m]."""
    pixel: float | None = None
    """Side of a pixel of the picture in which stones are looked for [m]; chosen if not given."""
    rectangle: MarkedRectangle | None = None
    known: KnownLength | None = None
    points: tuple[WallPoint, ...] = ()
    seeds: tuple[Seed, ...] = ()
    merges: tuple[Line, ...] = ()
    cuts: tuple[Line, ...] = ()
    outside: tuple[Point, ...] = ()
    outline: Line = ()
    segment: SegmentOptions = field(default_factory=SegmentOptions)

    @property
    def count(self) -> int:
        """Marks that correct what was found: seeds, merges, cuts and places outside."""
        return len(self.seeds) + len(self.merges) + len(self.cuts) + len(self.outside)


def read_marks(path: Path) -> Marks:
    """The marks in a file."""
    try:
        raw = tomllib.loads(read_bytes(path).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise SurveyError(f"{path}: is not text in UTF-8; save it again as UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SurveyError(f"{path}: is not TOML: {error}; correct that line") from error
    try:
        return _marks(raw)
    except (SurveyError, UnitsError) as error:
        raise SurveyError(f"{path}: {error}") from error


def _marks(raw: Mapping[str, Any]) -> Marks:
    _check_keys(raw, "", [item.name for item in fields(Marks)])
    rectangle = _rectangle(raw["rectangle"]) if "rectangle" in raw else None
    known = _known(raw["known"]) if "known" in raw else None
    points = tuple(_wall_point(item, f"points[{i}]") for i, item in enumerate(_list(raw.get("points", []), "points")))
    scale = _length(raw["scale"], "scale") if "scale" in raw else None
    ways = [name for name, way in (("scale", scale), ("rectangle", rectangle), ("points", points)) if way]
    if known is not None and rectangle is None:
        ways.append("known")
    if len(ways) > 1:
        raise SurveyError(f"{' and '.join(ways)} both give the scale; keep one of them")
    if rectangle is not None and known is not None and rectangle.width is not None:
        raise SurveyError("rectangle has its width and height and known gives a length too; keep one of them")
    if rectangle is not None and known is None and rectangle.width is None:
        raise SurveyError('rectangle needs width and height, or known = { from, to, length = "2 m" } beside it')
    if points and len(points) < 4:
        raise SurveyError(f"points has {len(points)} of them; a photo is rectified with at least four")
    seeds = tuple(_seed(item, f"seeds[{i}]") for i, item in enumerate(_list(raw.get("seeds", []), "seeds")))
    names = [seed.name for seed in seeds if seed.name]
    for name in names:
        if names.count(name) > 1:
            raise SurveyError(f'seeds: the name "{name}" is given twice; give each stone its own')
    return Marks(
        scale=scale,
        pixel=_length(raw["pixel"], "pixel") if "pixel" in raw else None,
        rectangle=rectangle,
        known=known,
        points=points,
        seeds=seeds,
        merges=_lines(raw, "merges"),
        cuts=_lines(raw, "cuts"),
        outside=_line(raw.get("outside", []), "outside", least=0),
        outline=_line(raw["outline"], "outline", least=3) if "outline" in raw else (),
        segment=_segment(raw.get("segment", {})),
    )


def _segment(raw: object) -> SegmentOptions:
    table = _table(raw, "segment", [item.name for item in fields(SegmentOptions)])
    given: dict[str, Any] = {}
    for name, value in table.items():
        key = f"segment.{name}"
        if name == "stone":
            given[name] = _length(value, key)
        elif name == "joints":
            if value not in get_args(JointTone):
                raise SurveyError(f"{key}: {value!r} is not known; write {' or '.join(get_args(JointTone))}")
            given[name] = value
        else:
            given[name] = _number(value, key)
    try:
        return SegmentOptions(**given)
    except SurveyError as error:
        raise SurveyError(f"segment.{error}") from error


def _rectangle(raw: object) -> MarkedRectangle:
    table = _table(raw, "rectangle", ("corners", "width", "height"), ("corners",))
    corners = _line(table["corners"], "rectangle.corners", least=4)
    if len(corners) != 4:
        raise SurveyError(f"rectangle.corners has {len(corners)} points; a rectangle has four")
    turns = []
    for i in range(4):
        (a, b), (c, d), (e, f) = corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]
        turns.append((c - a) * (f - d) - (d - b) * (e - c))
    if min(turns) <= 0.0:
        raise SurveyError(
            "rectangle.corners do not go round clockwise; give upper left, upper right, lower right, lower left"
        )
    if ("width" in table) != ("height" in table):
        raise SurveyError("rectangle needs both width and height, or neither and a known length")
    sizes = {name: _length(table[name], f"rectangle.{name}") for name in ("width", "height") if name in table}
    return MarkedRectangle(corners=corners, **sizes)


def _known(raw: object) -> KnownLength:
    table = _table(raw, "known", ("from", "to", "length"), ("from", "to", "length"))
    start, end = _point(table["from"], "known.from"), _point(table["to"], "known.to")
    if math.dist(start, end) < 1.0:
        raise SurveyError("known.from and known.to are the same point; mark two ends of a measured length")
    return KnownLength(start=start, end=end, length=_length(table["length"], "known.length"))


def _wall_point(raw: object, key: str) -> WallPoint:
    table = _table(raw, key, ("pixel", "wall"), ("pixel", "wall"))
    wall = table["wall"]
    if not isinstance(wall, list) or len(wall) != 2:
        raise SurveyError(f'{key}.wall must be two lengths, x and z, for example ["0 m", "2.5 m"]')
    x, z = (_quantity(value, f"{key}.wall") for value in wall)
    return WallPoint(pixel=_point(table["pixel"], f"{key}.pixel"), wall=(x, z))


def _seed(raw: object, key: str) -> Seed:
    if not isinstance(raw, dict):
        return Seed(at=_point(raw, key))
    table = _table(raw, key, ("at", "name"), ("at",))
    name = table.get("name", "")
    if not isinstance(name, str) or len(name) > 100 or not name.isprintable():
        raise SurveyError(f"{key}.name must be a short text")
    return Seed(at=_point(table["at"], f"{key}.at"), name=name.strip())


def _lines(raw: Mapping[str, Any], key: str) -> tuple[Line, ...]:
    return tuple(_line(item, f"{key}[{i}]", least=2) for i, item in enumerate(_list(raw.get(key, []), key)))


def _line(raw: object, key: str, *, least: int) -> Line:
    points = tuple(_point(item, f"{key}[{i}]") for i, item in enumerate(_list(raw, key)))
    if len(points) < least:
        raise SurveyError(f"{key} has {len(points)} points and needs at least {least}, each [column, row]")
    return points


def _point(raw: object, key: str) -> Point:
    if not isinstance(raw, list) or len(raw) != 2:
        raise SurveyError(f"{key} must be a point of the photo, [column, row], not {str(raw)[:60]}")
    column, row = (_number(value, key) for value in raw)
    if max(abs(column), abs(row)) > LARGEST:
        raise SurveyError(f"{key}: [{column:g}, {row:g}] is not a point of a photo")
    return column, row


def _number(value: object, key: str) -> float:
    try:
        number = math.nan if isinstance(value, bool) or not isinstance(value, (int, float)) else float(value)
    except OverflowError:
        number = math.nan
    if not math.isfinite(number):
        raise SurveyError(f"{key} must be a number, not {str(value)[:60]!r}")
    return number


def _length(value: object, key: str) -> float:
    number = _quantity(value, key)
    if not 0.0 < number < LARGEST:
        raise SurveyError(f"{key}: {value!r} must be more than zero and the size of a wall")
    return number


def _quantity(value: object, key: str) -> float:
    try:
        return LENGTH.parse(value)
    except (UnitsError, OverflowError) as error:
        raise SurveyError(f"{key}: {error}") from error


def _list(raw: object, key: str) -> list[Any]:
    if not isinstance(raw, list):
        raise SurveyError(f"{key} must be a list [ … ], not {str(raw)[:60]}")
    if len(raw) > MOST_MARKS:
        raise SurveyError(f"{key} has {len(raw)} entries, more than {MOST_MARKS}; cut the photo into parts")
    return raw


def _table(raw: object, key: str, known: Collection[str], needed: Collection[str] = ()) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise SurveyError(f"{key} must be a table with {', '.join(known)}, not {str(raw)[:60]}")
    _check_keys(raw, f"{key}.", known)
    for name in needed:
        if name not in raw:
            raise SurveyError(f"{key}.{name} is missing; a {key.split('[')[0]} needs {', '.join(needed)}")
    return raw


def _check_keys(raw: Mapping[str, Any], prefix: str, known: Collection[str]) -> None:
    for name in raw:
        if name not in known:
            raise SurveyError(f"{prefix}{name}: unknown key; {did_you_mean(name, known)}")
