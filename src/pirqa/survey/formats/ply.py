"""PLY: header in words, then vertices and faces as text or bytes.

Written: binary little endian, doubles; each stone has vertices of its own, a face says its stone by number (property
``stone``, from 1), and comments ``stone 1 "name"`` name them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray
from pirqa.survey.formats.mesh_surface import (
    Skin,
    check_coordinates,
    cut_polygons,
    single_precision,
    text_precision,
    triangle_meshes,
)

_TYPES = {
    **dict.fromkeys(("char", "int8"), "i1"),
    **dict.fromkeys(("uchar", "uint8"), "u1"),
    **dict.fromkeys(("short", "int16"), "i2"),
    **dict.fromkeys(("ushort", "uint16"), "u2"),
    **dict.fromkeys(("int", "int32"), "i4"),
    **dict.fromkeys(("uint", "uint32"), "u4"),
    **dict.fromkeys(("float", "float32"), "f4"),
    **dict.fromkeys(("double", "float64"), "f8"),
}

_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}

_INDEX_NAMES = ("vertex_indices", "vertex_index")

_AGAIN = "export it again from the program it comes from"


@dataclass(frozen=True, kw_only=True)
class _Property:
    name: str
    kind: str
    length: str = ""
    """Type of the number of items before a list; empty for a single value."""


@dataclass(frozen=True, kw_only=True)
class _Element:
    name: str
    count: int
    properties: tuple[_Property, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Column:
    """Values of one property over all rows; ``sizes`` of its lists, or None where each row has one value."""

    values: NDArray[np.generic]
    sizes: IntArray | None = None


def read_ply(data: bytes, file: str) -> list[Skin]:
    """The meshes of a PLY file: one, or one for each value of the face property ``stone``."""
    order, elements, names, body = _read_header(data, file)
    tables: dict[str, dict[str, _Column]] = {}
    rest = data[body:]
    lines = [line for line in rest.split(b"\n") if line.strip()] if order == "" else []
    place = 0
    for element in elements:
        if order == "":
            tables[element.name] = _read_lines(lines[place : place + element.count], element, file)
            place += element.count
        else:
            tables[element.name], place = _read_rows(rest, place, element, order, file)
        if {"vertex", "face"} <= set(tables):
            break
    kinds = {
        item.kind
        for element in elements
        if element.name == "vertex"
        for item in element.properties
        if item.name in "xyz"
    }
    return _skins(tables, names, file, text=order == "", single="f4" in kinds)


def write_ply(wall: Wall) -> bytes:
    """The stones of ``wall`` [m]."""
    meshes = triangle_meshes(wall)
    counts = [len(vertices) for vertices, _ in meshes]
    starts = np.cumsum([0, *counts[:-1]]).tolist()
    faces = np.empty(
        sum(len(triangles) for _, triangles in meshes),
        dtype=[("size", "u1"), ("corners", "<i4", (3,)), ("stone", "<i4")],
    )
    faces["size"] = 3
    faces["corners"] = np.concatenate([mesh[1] + start for mesh, start in zip(meshes, starts, strict=True)])
    faces["stone"] = np.repeat(np.arange(1, len(meshes) + 1), [len(triangles) for _, triangles in meshes])
    header = [
        "ply",
        "format binary_little_endian 1.0",
        "comment metres; x along the wall, y from the front into it, z up",
        *(f"comment stone {number} {json.dumps(stone.name)}" for number, stone in enumerate(wall.stones, 1)),
        f"element vertex {sum(counts)}",
        *(f"property double {axis}" for axis in "xyz"),
        f"element face {len(faces)}",
        "property list uchar int vertex_indices",
        "property int stone",
        "end_header",
    ]
    points = np.concatenate([vertices for vertices, _ in meshes]).astype("<f8")
    return "\n".join([*header, ""]).encode("ascii") + points.tobytes() + faces.tobytes()


def _read_header(data: bytes, file: str) -> tuple[str, list[_Element], dict[int, str], int]:
    """Byte order, elements, names of stones by number, and where the header ends."""
    end = re.search(rb"^end_header[ \t]*\r?\n?", data[:1_000_000], re.MULTILINE)
    if not re.match(rb"ply\s", data) or end is None:
        raise SurveyError(f'{file}: is no PLY file: it lacks its header from "ply" to "end_header"; {_AGAIN}')
    order: str | None = None
    elements: list[_Element] = []
    names: dict[int, str] = {}
    for line in data[: end.start()].decode("utf-8", "replace").splitlines()[1:]:
        words = line.split()
        match words:
            case ["format", name, *_] if name in _ORDERS:
                order = _ORDERS[name]
            case ["comment", "stone", number, _, *_] if number.isdecimal() and len(number) < 10:
                names[int(number)] = _unquoted(line.split(maxsplit=3)[3])
            case ["element", name, count] if count.isdecimal() and len(count) < 16:
                elements.append(_Element(name=name, count=int(count), properties=()))
            case ["property", "list", length, kind, name] if elements and length in _TYPES and kind in _TYPES:
                _add(elements, _Property(name=name, kind=_TYPES[kind], length=_TYPES[length]))
            case ["property", kind, name] if elements and kind in _TYPES:
                _add(elements, _Property(name=name, kind=_TYPES[kind]))
            case [] | ["comment" | "obj_info", *_]:
                pass
            case _:
                raise SurveyError(f'{file}: the header line "{line[:60]}" is not PLY; {_AGAIN}')
    if order is None:
        raise SurveyError(f'{file}: its header has no line "format"; {_AGAIN}')
    return order, elements, names, end.end()


def _unquoted(text: str) -> str:
    try:
        name = json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
    return name if isinstance(name, str) else text.strip()


def _add(elements: list[_Element], item: _Property) -> None:
    last = elements[-1]
    elements[-1] = _Element(name=last.name, count=last.count, properties=(*last.properties, item))


def _short(file: str, element: _Element) -> SurveyError:
    return SurveyError(
        f"{file}: ends before its {element.count} rows of {element.name!r}: it is cut off or its header is wrong; "
        f"{_AGAIN}"
    )


def _read_lines(lines: list[bytes], element: _Element, file: str) -> dict[str, _Column]:
    """An element written as text, a line a row."""
    if len(lines) < element.count:
        raise _short(file, element)
    width = len(element.properties)
    try:
        if all(not item.length for item in element.properties):
            numbers = np.array(list(map(float, b" ".join(lines).split())))
            if len(numbers) != element.count * width:
                raise ValueError
            rows = numbers.reshape(element.count, width)
            return {item.name: _Column(values=rows[:, i]) for i, item in enumerate(element.properties)}
        values: list[list[float]] = [[] for _ in range(width)]
        sizes: list[list[int]] = [[] for _ in range(width)]
        for line in lines:
            words = line.split()
            place = 0
            for i, item in enumerate(element.properties):
                size = 1
                if item.length:
                    size = int(words[place])
                    place += 1
                if size < 0 or place + size > len(words):
                    raise ValueError
                values[i] += map(float, words[place : place + size])
                sizes[i].append(size)
                place += size
    except (ValueError, IndexError, OverflowError) as error:
        raise SurveyError(f"{file}: a line of its {element.name!r} rows is not as the header says; {_AGAIN}") from error
    return {
        item.name: _Column(
            values=np.array(values[i], dtype=np.float64),
            sizes=np.array(sizes[i], dtype=np.intp) if item.length else None,
        )
        for i, item in enumerate(element.properties)
    }


def _read_rows(data: bytes, place: int, element: _Element, order: str, file: str) -> tuple[dict[str, _Column], int]:
    """An element written as bytes from ``place`` on, and where it ends."""
    least = sum(np.dtype(item.length or item.kind).itemsize for item in element.properties)
    if element.count * least > len(data) - place:
        raise _short(file, element)
    if element.count == 0 or least == 0:
        return {item.name: _Column(values=np.zeros(0, order + item.kind)) for item in element.properties}, place
    found = _read_even_rows(data, place, element, order)
    return _read_uneven_rows(data, place, element, order, file) if found is None else found


def _read_even_rows(data: bytes, place: int, element: _Element, order: str) -> tuple[dict[str, _Column], int] | None:
    """Rows whose lists are all as long as those of the first row, or None where they are not."""
    fields: list[tuple[str, str] | tuple[str, str, tuple[int]]] = []
    offset = place
    for i, item in enumerate(element.properties):
        kind = np.dtype(order + item.kind)
        size = 1
        if item.length:
            head = np.dtype(order + item.length)
            if offset + head.itemsize > len(data):
                return None
            size = _size(np.frombuffer(data, head, 1, offset)[0])
            fields.append((f"size{i}", head.str))
            offset += head.itemsize
        if size < 0 or offset + size * kind.itemsize > len(data):
            return None
        fields.append((f"value{i}", kind.str, (size,)))
        offset += size * kind.itemsize
    row = np.dtype(fields)
    if element.count * row.itemsize > len(data) - place:
        return None
    rows = np.frombuffer(data, row, element.count, place)
    columns: dict[str, _Column] = {}
    for i, item in enumerate(element.properties):
        values = rows[f"value{i}"]
        sizes: IntArray | None = None
        if item.length:
            if np.any(rows[f"size{i}"] != rows[f"size{i}"][0]):
                return None
            sizes = np.full(element.count, values.shape[1], dtype=np.intp)
        columns[item.name] = _Column(values=values.ravel(), sizes=sizes)
    return columns, place + element.count * row.itemsize


def _size(value: np.generic) -> int:
    number = float(value)  # a list's length may be given as a float
    return int(number) if np.isfinite(number) and number == int(number) else -1


def _read_uneven_rows(
    data: bytes, place: int, element: _Element, order: str, file: str
) -> tuple[dict[str, _Column], int]:
    kinds = [np.dtype(order + item.kind) for item in element.properties]
    heads = [np.dtype(order + item.length) if item.length else None for item in element.properties]
    pieces: list[list[bytes]] = [[] for _ in kinds]
    sizes: list[list[int]] = [[] for _ in kinds]
    for _ in range(element.count):
        for i, (kind, head) in enumerate(zip(kinds, heads, strict=True)):
            size = 1
            if head is not None:
                if place + head.itemsize > len(data):
                    raise _short(file, element)
                size = _size(np.frombuffer(data, head, 1, place)[0])
                place += head.itemsize
            end = place + size * kind.itemsize
            if size < 0 or end > len(data):
                raise _short(file, element)
            pieces[i].append(data[place:end])
            sizes[i].append(size)
            place = end
    columns = {
        item.name: _Column(
            values=np.frombuffer(b"".join(pieces[i]), kinds[i]),
            sizes=np.array(sizes[i], dtype=np.intp) if item.length else None,
        )
        for i, item in enumerate(element.properties)
    }
    return columns, place


def _skins(
    tables: dict[str, dict[str, _Column]], names: dict[int, str], file: str, *, text: bool, single: bool
) -> list[Skin]:
    vertex, face = tables.get("vertex", {}), tables.get("face", {})
    if not {"x", "y", "z"} <= set(vertex) or any(vertex[axis].sizes is not None for axis in "xyz"):
        raise SurveyError(f"{file}: has no vertices with x, y and z; {_AGAIN}")
    indices = next((face[name] for name in _INDEX_NAMES if name in face), None)
    if indices is None or indices.sizes is None:
        raise SurveyError(f"{file}: has no faces (a cloud of points?); mesh it first, one closed mesh a stone")
    vertices: FloatArray = np.column_stack([vertex[axis].values.astype(np.float64) for axis in "xyz"])
    check_coordinates(vertices, file)
    numbers = indices.values.astype(np.float64)
    # the negation catches what is not a number too
    if not np.all((numbers >= 0) & (numbers < len(vertices)) & (numbers == np.floor(numbers))):
        raise SurveyError(f"{file}: a face names a vertex that is not there (there are {len(vertices)}); {_AGAIN}")
    precision = single_precision(vertices) if single else 0.0
    if text:
        precision = max(precision, text_precision(vertices))
    triangles, polygon = cut_polygons(vertices, numbers.astype(np.intp), indices.sizes)
    stone = face.get("stone")
    if stone is None or stone.sizes is not None:
        return [Skin(vertices=vertices, triangles=triangles, precision=precision)]
    stones = stone.values.astype(np.float64)
    if not np.all(np.isfinite(stones) & (np.abs(stones) < 1e9)):
        raise SurveyError(f'{file}: the property "stone" of a face is not a number; {_AGAIN}')
    labels = stones.astype(np.intp)[polygon]
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1) if len(order) else []
    return [
        Skin(
            vertices=vertices,
            triangles=triangles[part],
            name=names.get(int(labels[part[0]]), str(int(labels[part[0]]))),
            precision=precision,
        )
        for part in parts
    ]
