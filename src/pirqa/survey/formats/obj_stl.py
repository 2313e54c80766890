"""OBJ and STL, the mesh formats without a header.

OBJ has lines of vertices and faces, under names of objects (``o``) and groups (``g``). STL has triangles that each
repeat their corners, as text with named solids or as bytes without any name.

"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray, linked_groups
from pirqa.survey.formats.mesh_surface import (
    Skin,
    check_coordinates,
    cut_polygons,
    plain_names,
    single_precision,
    text_precision,
    triangle_meshes,
)

_AGAIN = "export it again from the program it comes from"

_ROW = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("note", "<u2")])

_SOLID = re.compile(rb"^[ \t]*(end)?solid\b[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)

_CORNER = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE)


def read_obj(data: bytes, file: str) -> tuple[list[Skin], tuple[Remark, ...]]:
    """The objects of an OBJ file; its groups where it has no objects."""
    points: list[float] = []  # in a row: a list for each would take four times the memory
    corners: list[int] = []
    sizes: list[int] = []
    objects: list[str] = [""]
    groups: list[str] = [""]
    owner = 0, 0
    owners: list[tuple[int, int]] = []
    lines = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").split(b"\n")
    line = b""
    try:
        for line in lines:
            words = line.split()
            if not words:
                continue
            match words[0]:
                case b"v":
                    points += (float(words[1]), float(words[2]), float(words[3]))
                case b"f":
                    count = len(points) // 3
                    face = [int(word.partition(b"/")[0]) for word in line.partition(b"#")[0].split()[1:]]
                    # numbers above those read so far are for later: some programs write vertices after faces
                    if len(face) < 3 or 0 in face or min(face) < -count:
                        raise ValueError
                    face = [index - 1 if index > 0 else count + index for index in face]
                    corners += face
                    sizes.append(len(face))
                    owners.append(owner)
                case b"o":
                    objects.append(_name(line))
                    owner = len(objects) - 1, owner[1]
                case b"g":
                    groups.append(_name(line))
                    owner = owner[0], len(groups) - 1
    except (ValueError, IndexError, OverflowError) as error:
        text = " ".join(line.decode("utf-8", "replace").split())
        raise SurveyError(
            f'{file}: line {lines.index(line) + 1}, "{text[:60]}", cannot be read as OBJ; {_AGAIN}'
        ) from error
    if not sizes:
        raise SurveyError(f"{file}: has no faces; {_AGAIN}")
    vertices = np.array(points, dtype=np.float64).reshape(-1, 3)
    if max(corners) >= len(vertices):
        raise SurveyError(f"{file}: a face names vertex {max(corners) + 1} of {len(vertices)}; {_AGAIN}")
    check_coordinates(vertices, file)
    triangles, polygon = cut_polygons(vertices, np.array(corners, dtype=np.intp), np.array(sizes, dtype=np.intp))
    return _skins(vertices, triangles, np.array(owners, dtype=np.intp)[polygon], objects, groups)


def write_obj(wall: Wall) -> bytes:
    """The stones of ``wall`` [m], one object a stone, with every digit of the coordinates."""
    lines = ["# metres; x along the wall, y from the front into it, z up"]
    start = 1
    for (vertices, triangles), name in zip(triangle_meshes(wall), plain_names(wall), strict=True):
        lines.append(f"o {name}")
        lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in vertices.tolist()]
        lines += [f"f {a} {b} {c}" for a, b, c in (triangles + start).tolist()]
        start += len(vertices)
    return "\n".join([*lines, ""]).encode()


def _name(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()[1:].strip()


def _skins(
    vertices: FloatArray,
    triangles: IntArray,
    owners: IntArray,
    objects: list[str],
    groups: list[str],
) -> tuple[list[Skin], tuple[Remark, ...]]:
    """Faces under one name belong together, also where the name comes again later."""
    named_objects = any(objects[index] for index in np.unique(owners[:, 0]).tolist())
    names, column = (objects, 0) if named_objects else (groups, 1)
    first: dict[str, int] = {}
    same = np.array([first.setdefault(name, index) for index, name in enumerate(names)], dtype=np.intp)
    labels = same[owners[:, column]]
    remarks: tuple[Remark, ...] = ()
    if not named_objects:
        joined = _join_open_groups(triangles, labels)
        count = len(np.unique(labels)) - len(np.unique(joined))
        if count:
            remarks = (Remark(kind="assumption", key="mesh_groups_joined", count=count),)
        labels = joined
    precision = text_precision(vertices)
    order = np.argsort(labels, kind="stable")
    skins: list[Skin] = []
    for part in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        layers = {groups[index] for index in np.unique(owners[part, 1]).tolist()}
        skins.append(
            Skin(
                vertices=vertices,
                triangles=triangles[part],
                name=names[int(labels[part[0]])],
                layer=layers.pop() if named_objects and len(layers) == 1 else "",
                precision=precision,
            )
        )
    return skins, remarks


def _join_open_groups(triangles: IntArray, labels: IntArray) -> IntArray:
    """Groups that share an edge no other triangle has are parts of one surface: front and back, not two stones."""
    starts, ends = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    keys = np.minimum(starts, ends) * (int(triangles.max()) + 1) + np.maximum(starts, ends)
    _, number, counts = np.unique(keys, return_inverse=True, return_counts=True)
    order = np.argsort(number, kind="stable")
    pairs = labels[order[counts[number[order]] == 2].reshape(-1, 2) // 3]
    _, merged = linked_groups(int(labels.max()) + 1, pairs[pairs[:, 0] != pairs[:, 1]])
    _, first = np.unique(merged, return_index=True)
    result: IntArray = first[merged][labels].astype(np.intp)
    return result


def read_stl(data: bytes, file: str) -> tuple[list[Skin], tuple[Remark, ...]]:
    """The solids of an STL file."""
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    size = 84 + 50 * count
    # bytes may begin with "solid" too, so their length decides
    if count >= 0 and len(data) == size:
        return [_from_bytes(data, count, file)], ()
    if re.match(rb"\s*solid\b", data, re.IGNORECASE) and re.search(rb"\bfacet\b", data, re.IGNORECASE):
        return _from_text(data, file), ()
    if re.match(rb"\s*solid\b[^\0]*\Z", data[:1000], re.IGNORECASE):
        raise SurveyError(f"{file}: has no triangles; {_AGAIN}")
    if count < 0 or len(data) < size:
        raise SurveyError(
            f"{file}: is no STL file, or cut off: {len(data)} bytes where {max(count, 0)} triangles need "
            f"{max(size, 84)}; {_AGAIN}"
        )
    return [_from_bytes(data, count, file)], (Remark(kind="warning", key="mesh_bytes_ignored", count=len(data) - size),)


def write_stl(wall: Wall) -> bytes:
    """The stones of ``wall`` [m] as text, one named solid a stone."""
    lines: list[str] = []
    for (vertices, triangles), name in zip(triangle_meshes(wall), plain_names(wall), strict=True):
        corners = vertices[triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        sizes = np.linalg.norm(normals, axis=1, keepdims=True)
        normals = normals / np.where(sizes > 0.0, sizes, 1.0) + 0.0
        lines.append(f"solid {name}")
        for normal, (a, b, c) in zip(normals.tolist(), corners.tolist(), strict=True):
            lines.append(f"facet normal {_row(normal)}\nouter loop")
            lines.append(f"vertex {_row(a)}\nvertex {_row(b)}\nvertex {_row(c)}\nendloop\nendfacet")
        lines.append(f"endsolid {name}")
    return "\n".join([*lines, ""]).encode()


def _row(values: list[float]) -> str:
    return f"{values[0]!r} {values[1]!r} {values[2]!r}"


def _from_bytes(data: bytes, count: int, file: str) -> Skin:
    corners = np.frombuffer(data, _ROW, count, 84)["corners"]
    return _skin(corners.reshape(-1, 3).astype(np.float64), "", file)


def _from_text(data: bytes, file: str) -> list[Skin]:
    marks = [match for match in _SOLID.finditer(data) if not match[1]]
    starts = [match.start() for match in marks] + [len(data)]
    skins: list[Skin] = []
    for number, (mark, (start, stop)) in enumerate(zip(marks, pairwise(starts), strict=True), 1):
        name = mark[2].decode("utf-8", "replace").strip()
        which = f'solid "{name}"' if name else f"solid {number}"
        part = data[start:stop]
        try:
            values = [float(word) for corner in _CORNER.findall(part) for word in corner]
        except ValueError as error:
            raise SurveyError(f"{file}: {which}: a coordinate is not a number; {_AGAIN}") from error
        lower = part.lower()
        facets = len(re.findall(rb"\bendfacet\b", lower))
        if len(values) != 9 * facets or len(re.findall(rb"\bfacet\b", lower)) != facets or b"endsolid" not in lower:
            raise SurveyError(
                f"{file}: {which} is cut off or broken: {facets} whole triangles but {len(values) // 3} corners; "
                f"{_AGAIN}"
            )
        if facets:
            skins.append(_skin(np.array(values).reshape(-1, 3), name, f"{file}: {which}"))
    if not skins:
        raise SurveyError(f"{file}: has no triangles; {_AGAIN}")
    return skins


def _skin(vertices: FloatArray, name: str, where: str) -> Skin:
    check_coordinates(vertices, where)
    # text too: most programs write seven digits of single precision, few all digits of a double
    short = np.abs(vertices.astype(np.float32) - vertices) <= 1e-15 * np.abs(vertices)
    digits = 10.0 ** (7.0 - np.floor(np.log10(np.maximum(np.abs(vertices), 1e-30))))
    short |= np.abs(np.round(vertices * digits) - vertices * digits) <= 1e-7
    precision = 4.0 * single_precision(vertices) if np.all(short) else text_precision(vertices)
    return Skin(
        vertices=vertices,
        triangles=np.arange(len(vertices)).reshape(-1, 3),
        name=name,
        joined=False,
        precision=precision,
    )
