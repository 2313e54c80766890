"""STL: triangles that each repeat their corners, as text with named solids or as bytes without any name."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.formats.mesh.skin import (
    Skin,
    check_coordinates,
    plain_names,
    single_precision,
    text_precision,
    triangle_meshes,
)

__all__ = ["read_stl", "write_stl"]

_ROW = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("note", "<u2")])
_SOLID = re.compile(rb"^[ \t]*(end)?solid\b[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
_CORNER = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE)
_AGAIN = "export it again from the program it comes from"


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
