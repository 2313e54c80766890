"""Our own wall files, JSON or TOML: stones as outlines with a thickness, easily written by hand, or as solids.

::

    pirqa_wall = 1
    unit = "m"
    thickness = 0.8
    [[stones]]
    name = "1"
    outline = [[0.0, 0.0], [1.2, 0.0], [1.1, 0.9], [0.0, 0.8]]

What pirqa writes has ``vertices`` and ``faces`` for each stone instead of an outline, and the ``contacts`` for others
to read; on reading they are found anew, so that a file that somebody edited is still true.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, get_args

import numpy as np

from pirqa.errors import SurveyError, did_you_mean
from pirqa.model.masonry import ControlPoint
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.survey.options import BaseRule
from pirqa.survey.raw import Bodies, Body, Drawing, DrawnUnit, Held, Outline, ReadAs, drawn_unit, read_bytes

NAME = "pirqa"
_FORMAT = 1
_KEYS = (
    *("pirqa_wall", "unit", "thickness", "stones", "contacts", "fixed", "guided", "control_points"),
    *("like", "generated", "tolerance", "base", "about"),
)
_STONE_KEYS = ("name", "zone", "material", "outline", "thickness", "vertices", "faces", "irregular", "volume", "mass")


def recognises(data: bytes) -> bool:
    """Whether the file calls itself ours."""
    return b"pirqa_wall" in data[:4096]


def read(path: Path, read_as: ReadAs) -> Drawing | Bodies:
    """The stones of the wall file ``path``."""
    raw = _parse(path)
    if not isinstance(raw, dict):
        raise SurveyError(f"{path}: must be a table of keys with pirqa_wall = {_FORMAT}")
    for key in raw:
        if key not in _KEYS:
            raise SurveyError(f"{path}: {key}: unknown key; {did_you_mean(str(key), _KEYS)}")
    if raw.get("pirqa_wall") != _FORMAT:
        raise SurveyError(f"{path}: pirqa_wall must be {_FORMAT}, got {raw.get('pirqa_wall')!r}")
    unit = raw.get("unit")
    if unit is not None and unit not in get_args(DrawnUnit):
        raise SurveyError(f"{path}: unit must be one of {', '.join(get_args(DrawnUnit))}, got {unit!r}")
    scale, remarks = drawn_unit(path, read_as.unit, unit)
    stones = raw.get("stones")
    if not isinstance(stones, list) or not stones or not all(isinstance(stone, dict) for stone in stones):
        raise SurveyError(f"{path}: stones must be a list of tables, each with an outline or vertices and faces")
    for index, stone in enumerate(stones, 1):
        for key in stone:
            if key not in _STONE_KEYS:
                raise SurveyError(f"{path}: stone {index}: {key}: unknown key; {did_you_mean(str(key), _STONE_KEYS)}")
    outlined = ["outline" in stone for stone in stones]
    held = _held(path, raw, scale)
    if all(outlined):
        common = _number(path, "thickness", raw.get("thickness"), scale)
        outlines = tuple(_outline(path, index, stone, scale, common) for index, stone in enumerate(stones, 1))
        return Drawing(file=str(path), format=NAME, outlines=outlines, remarks=remarks, held=held, scale=scale)
    if any(outlined):
        raise SurveyError(f"{path}: some stones have an outline and some vertices; give all of them the same way")
    bodies = tuple(_body(path, index, stone, scale) for index, stone in enumerate(stones, 1))
    scanned = any(stone.get("irregular") is True for stone in stones)
    return Bodies(file=str(path), format=NAME, bodies=bodies, scanned=scanned, remarks=remarks, held=held)


def _parse(path: Path) -> Any:
    data = read_bytes(path)
    try:
        text = data.decode("utf-8")
        return tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except UnicodeDecodeError as error:
        raise SurveyError(f"{path}: is not UTF-8 text") from error
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise SurveyError(f"{path}: cannot be understood: {error}") from error
    except (RecursionError, ValueError) as error:
        raise SurveyError(f"{path}: cannot be understood: {error}; write it again") from error


def _number(path: Path, key: str, value: Any, scale: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1e9:
        raise SurveyError(f"{path}: {key} must be a number above 0 in the file's unit, got {value!r}")
    return float(value) * scale


def _text(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SurveyError(f"{path}: {key} must be a text, got {value!r}")
    return value


def _points(path: Path, key: str, value: Any, width: int, scale: float) -> FloatArray:
    try:
        points = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise SurveyError(f"{path}: {key} must be a list of {width} numbers each: {error}") from error
    if points.ndim != 2 or points.shape[1] != width or len(points) < 3:
        raise SurveyError(f"{path}: {key} must be a list of at least three points of {width} numbers each")
    if not np.all(np.isfinite(points)) or np.abs(points).max() > 1e9:
        raise SurveyError(f"{path}: {key} holds a number that is not finite or absurdly large")
    return points * scale


def _outline(path: Path, index: int, stone: dict[str, Any], scale: float, common: float | None) -> Outline:
    where = f"stone {index}"
    own = _number(path, f"{where}: thickness", stone.get("thickness"), scale)
    return Outline(
        ring=_points(path, f"{where}: outline", stone["outline"], 2, scale),
        name=_text(path, f"{where}: name", stone.get("name", "")),
        layer=_text(path, f"{where}: zone", stone.get("zone", "")),
        where=where,
        thickness=own or common,
        material=_text(path, f"{where}: material", stone.get("material", "")),
    )


def _body(path: Path, index: int, stone: dict[str, Any], scale: float) -> Body:
    where = f"stone {index}"
    if "vertices" not in stone or "faces" not in stone:
        raise SurveyError(f"{path}: {where}: give an outline, or vertices and faces")
    vertices = _points(path, f"{where}: vertices", stone["vertices"], 3, scale)
    faces = stone["faces"]
    good = isinstance(faces, list) and all(
        isinstance(face, list)
        and len(set(map(str, face))) == len(face) >= 3
        and all(type(corner) is int and 0 <= corner < len(vertices) for corner in face)
        for face in faces
    )
    if not good or len(faces) < 4:
        raise SurveyError(
            f"{path}: {where}: faces must be at least four lists of three or more different corners, numbered from 0 "
            f"to {len(vertices) - 1}"
        )
    solid = Polyhedron(vertices=vertices, faces=tuple(map(tuple, faces)))
    edges = [edge for face in solid.faces for edge in zip(face, (*face[1:], face[0]), strict=True)]
    known = set(edges)
    if len(known) < len(edges) or any((b, a) not in known for a, b in edges):
        raise SurveyError(f"{path}: {where}: its faces do not close; each edge must be shared by two faces")
    name = _text(path, f"{where}: name", stone.get("name", ""))
    zone = _text(path, f"{where}: zone", stone.get("zone", ""))
    material = _text(path, f"{where}: material", stone.get("material", ""))
    return Body(solid=solid, name=name, layer=zone, where=where, material=material)


def _held(path: Path, raw: dict[str, Any], scale: float) -> Held:
    names: dict[str, tuple[str, ...]] = {}
    for key in ("fixed", "guided"):
        listed = raw.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise SurveyError(f"{path}: {key} must be a list of names of stones")
        names[key] = tuple(listed)
    points = []
    given = raw.get("control_points", [])
    if not isinstance(given, list):
        raise SurveyError(f"{path}: control_points must be a list of tables with name, stone and position")
    for index, point in enumerate(given, 1):
        where = f"control_points {index}"
        position = point.get("position") if isinstance(point, dict) else None
        if not isinstance(position, list) or len(position) != 3:
            raise SurveyError(f"{path}: {where} must have name, stone and position = [x, y, z]")
        points.append(
            ControlPoint(
                name=_text(path, f"{where}: name", point.get("name")),
                stone=_text(path, f"{where}: stone", point.get("stone")),
                position=_points(path, f"{where}: position", [position] * 3, 3, scale)[0],
            )
        )
    like = _text(path, "like", raw.get("like", ""))
    base = raw.get("base")
    if base not in (None, *get_args(BaseRule)):
        raise SurveyError(f"{path}: base must be one of {', '.join(get_args(BaseRule))}, got {base!r}")
    return Held(
        fixed=names["fixed"],
        guided=names["guided"],
        control_points=tuple(points),
        like=like,
        generated=raw.get("generated") is True,
        tolerance=_number(path, "tolerance", raw.get("tolerance"), scale),
        base=base,
    )


def write(
    wall: Wall,
    *,
    like: str = "",
    generated: bool = False,
    tolerance: float | None = None,
    base: BaseRule | None = None,
) -> bytes:
    """The wall as our JSON: exact, and readable again; ``tolerance`` [m] and ``base`` are those it was made with."""
    about = "stones in metres: x along the wall, y from the front into it, z up; contacts are found anew on reading"
    if like:
        about += f"; generated like the {like} wall of the literature, whose drawing is not published"
    document: dict[str, Any] = {"pirqa_wall": _FORMAT, "about": about, "unit": "m", "like": like}
    document |= {"generated": generated or "", "tolerance": tolerance or "", "base": base or ""}
    document["stones"] = [
        {
            "name": stone.name,
            "zone": stone.zone,
            "material": stone.material,
            "volume": stone.volume,
            **({"mass": wall.mass(stone)} if stone.material in wall.materials else {}),
            "irregular": stone.irregular,
            "vertices": stone.solid.vertices.tolist(),
            "faces": [list(face) for face in stone.solid.faces],
        }
        for stone in wall.stones
    ]
    document["contacts"] = [
        {
            "first": contact.first,
            "second": contact.second,
            "kind": contact.kind,
            "faces": [
                {
                    "polygon": face.polygon.tolist(),
                    "normal": face.normal.tolist(),
                    "area": face.area,
                    "gap": face.gap,
                }
                for face in contact.faces
            ],
        }
        for contact in wall.contacts
    ]
    document["fixed"], document["guided"] = list(wall.fixed), list(wall.guided)
    document["control_points"] = [
        {"name": point.name, "stone": point.stone, "position": point.position.tolist()} for point in wall.control_points
    ]
    head = {key: value for key, value in document.items() if value not in ("", [])}
    lines = [f" {json.dumps(key)}: {_compact(value)}" for key, value in head.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _compact(value: Any) -> str:
    """A list of tables with one table a line: readable in a diff, and not ten thousand lines."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)
