"""GLB and glTF 2.0: a tree of nodes with meshes, in metres, y up.

Written: a node a stone, moved to the stone's centre in double precision, so that single precision only has to hold
its shape.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray
from pirqa.survey.formats.mesh_surface import Skin, check_coordinates, single_precision, triangle_meshes
from pirqa.survey.raw import read_bytes

_MAGIC, _JSON, _BIN = b"glTF", b"JSON", b"BIN\0"

_KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}

_WIDTHS = {"SCALAR": 1, "VEC3": 3}

_LARGEST = 20_000_000
"""Triangles in all: a small file can place one mesh a million times."""

_FARTHEST = 1e9

_PACKED = ("draco", "meshopt", "quantization", "instancing")

_AGAIN = "export it again from the program it comes from, without compression"


def read_glb(data: bytes, path: Path) -> list[Skin]:
    """A mesh for each node that has one, where the node puts it."""
    try:
        return _Scene(data, path).skins()
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, OverflowError, RecursionError) as error:
        # SurveyError is none of these: what was understood keeps its own words
        raise SurveyError(f"{path}: is not glTF 2.0 as its standard wants it ({_short(error)}); {_AGAIN}") from error


def write_glb(wall: Wall) -> bytes:
    """The stones of ``wall``, a node each, y up [m]."""
    chunks: list[bytes] = []
    views: list[dict[str, Any]] = []
    accessors: list[dict[str, Any]] = []
    meshes: list[dict[str, Any]] = []
    nodes: list[dict[str, Any]] = []
    offset = 0
    for stone, (vertices, triangles) in zip(wall.stones, triangle_meshes(wall), strict=True):
        centre = np.round(vertices.mean(axis=0), 3)
        x, y, z = (vertices - centre).T
        points = np.column_stack([x, z, -y]).astype("<f4") + np.float32(0.0)
        numbers = triangles.astype("<u4")
        for target, block in ((34962, points), (34963, numbers)):
            views.append({"buffer": 0, "byteOffset": offset, "byteLength": block.nbytes, "target": target})
            chunks.append(block.tobytes())
            offset += block.nbytes
        low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        place = len(accessors)
        accessors.append(
            {
                "bufferView": place,
                "componentType": 5126,
                "count": len(points),
                "type": "VEC3",
                "min": low,
                "max": high,
            }
        )
        accessors.append({"bufferView": place + 1, "componentType": 5125, "count": numbers.size, "type": "SCALAR"})
        meshes.append({"name": stone.name, "primitives": [{"attributes": {"POSITION": place}, "indices": place + 1}]})
        nodes.append(
            {
                "name": stone.name,
                "mesh": len(meshes) - 1,
                "translation": [float(centre[0]), float(centre[2]), -float(centre[1])],
            }
        )
    scene = {
        "asset": {"version": "2.0", "generator": "pirqa"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": offset}],
    }
    text = json.dumps(scene, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    body = b"".join(chunks)
    header = _MAGIC + _word(2) + _word(28 + len(text) + len(body))
    return header + _word(len(text)) + _JSON + text + _word(len(body)) + _BIN + body


def _word(number: int) -> bytes:
    return number.to_bytes(4, "little")


def _short(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:80]


class _Scene:
    """The parts of one file."""

    def __init__(self, data: bytes, path: Path) -> None:
        self.path = path
        text, self.binary = self._chunks(data)
        self.tree: dict[str, Any] = json.loads(text.decode("utf-8"))
        packed = [name for name in self._list("extensionsRequired") if any(word in str(name) for word in _PACKED)]
        if packed:
            raise SurveyError(f"{path}: its meshes are packed ({packed[0]}), which is not read; {_AGAIN}")
        if not str(self.tree["asset"]["version"]).startswith("2"):
            raise SurveyError(f"{path}: is glTF of another version than 2; {_AGAIN}")
        self.buffers: dict[int, bytes] = {}
        self.count = 0

    def _chunks(self, data: bytes) -> tuple[bytes, bytes]:
        if not data.startswith(_MAGIC):
            if self.path.suffix.lower() == ".glb":
                raise SurveyError(f"{self.path}: is no GLB file; {_AGAIN}")
            return data, b""
        found: dict[bytes, bytes] = {}
        place = 12
        while place + 8 <= len(data):
            length, kind = int.from_bytes(data[place : place + 4], "little"), data[place + 4 : place + 8]
            if place + 8 + length > len(data):
                raise SurveyError(f"{self.path}: is cut off; {_AGAIN}")
            found.setdefault(kind, data[place + 8 : place + 8 + length])
            place += 8 + length
        if _JSON not in found:
            raise SurveyError(f"{self.path}: is cut off or no GLB of version 2; {_AGAIN}")
        return found[_JSON], found.get(_BIN, b"")

    def _list(self, name: str) -> list[Any]:
        items = self.tree.get(name, [])
        if not isinstance(items, list):
            raise ValueError(f"{name} is no list")
        return items

    def _item(self, name: str, index: object) -> dict[str, Any]:
        item = self._list(name)[_natural(index)]
        if not isinstance(item, dict):
            raise ValueError(f"{name} {index} is no object")
        return item

    def skins(self) -> list[Skin]:
        nodes = self._list("nodes")
        if "scene" in self.tree or self._list("scenes"):
            roots = self._item("scenes", self.tree.get("scene", 0)).get("nodes", [])
        else:
            below = {child for node in nodes for child in node.get("children", [])}
            roots = [index for index in range(len(nodes)) if index not in below]
        waiting: list[tuple[object, FloatArray]] = [(index, np.eye(4)) for index in reversed(roots)]
        seen: set[int] = set()
        skins: list[Skin] = []
        while waiting:
            index, above = waiting.pop()
            node = self._item("nodes", index)
            if _natural(index) in seen:
                raise SurveyError(f"{self.path}: node {index} hangs in its tree twice; {_AGAIN}")
            seen.add(_natural(index))
            matrix = above @ _matrix(node)
            if not np.all(np.abs(matrix) < _FARTHEST):
                raise SurveyError(f"{self.path}: the transformations above node {index} have no end; {_AGAIN}")
            waiting += [(child, matrix) for child in reversed(node.get("children", []))]
            if "mesh" in node:
                skins += self._skin(node, matrix)
        return skins

    def _skin(self, node: dict[str, Any], matrix: FloatArray) -> list[Skin]:
        mesh = self._item("meshes", node["mesh"])
        name = str(node.get("name") or mesh.get("name") or "")
        where = f'{self.path}: node "{name}"'
        vertices: list[FloatArray] = []
        triangles: list[IntArray] = []
        start = 0
        for primitive in mesh["primitives"]:
            mode = _natural(primitive.get("mode", 4))
            if mode not in (4, 5, 6):
                continue  # points and lines enclose nothing
            if any(word in str(key) for key in primitive.get("extensions", {}) for word in _PACKED):
                raise SurveyError(f"{where}: its mesh is packed, which is not read; {_AGAIN}")
            points = self._values(primitive["attributes"]["POSITION"], "VEC3", where)
            if points.dtype != np.dtype("<f4"):
                raise SurveyError(f"{where}: its positions are no floats; {_AGAIN}")
            if "indices" in primitive:
                numbers = self._values(primitive["indices"], "SCALAR", where).ravel().astype(np.intp)
            else:
                numbers = np.arange(len(points))
            if len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(points):
                raise SurveyError(f"{where}: a triangle names a vertex that is not there; {_AGAIN}")
            corners = _triangles(numbers, mode)
            self.count += len(corners) + len(points) // 3
            if self.count > _LARGEST:
                raise SurveyError(f"{self.path}: over {_LARGEST} triangles; cut it into smaller files")
            vertices.append(points.astype(np.float64))
            triangles.append(corners + start)
            start += len(points)
        if not triangles:
            return []
        local = np.concatenate(vertices)
        check_coordinates(local, where)
        corners = np.concatenate(triangles)
        if np.linalg.det(matrix[:3, :3]) < 0.0:
            corners = corners[:, ::-1]  # the standard: a mirrored node turns its triangles
        scale = float(np.abs(matrix[:3, :3]).sum(axis=1).max())
        return [
            Skin(
                vertices=local @ matrix[:3, :3].T + matrix[:3, 3],
                triangles=corners,
                name=name,
                precision=scale * single_precision(local),
            )
        ]

    def _values(self, index: object, kind: str, where: str) -> NDArray[Any]:
        """Values of an accessor, shape (count, width)."""
        accessor = self._item("accessors", index)
        width = _WIDTHS[kind]
        if accessor["type"] != kind or "sparse" in accessor or "bufferView" not in accessor:
            raise SurveyError(f"{where}: accessor {index} is of a kind that is not read; {_AGAIN}")
        view = self._item("bufferViews", accessor["bufferView"])
        item = np.dtype(_KINDS[_natural(accessor["componentType"])])
        if item.kind == "f" and width == 1:
            raise ValueError("indices are no integers")
        count, row = _natural(accessor["count"]), item.itemsize * width
        start, length = _natural(view.get("byteOffset", 0)), _natural(view["byteLength"])
        inner, stride = _natural(accessor.get("byteOffset", 0)), _natural(view.get("byteStride", row))
        buffer = self._buffer(view["buffer"])
        if (
            stride < row
            or inner + (stride * (count - 1) + row if count else 0) > length
            or start + length > len(buffer)
        ):
            raise SurveyError(f"{where}: accessor {index} runs out of its buffer: the file is cut off; {_AGAIN}")
        if not count:
            return np.zeros((0, width), item)
        return np.ndarray((count, width), item, buffer, start + inner, (stride, item.itemsize))

    def _buffer(self, index: object) -> bytes:
        number = _natural(index)
        if number not in self.buffers:
            self.buffers[number] = self._load(self._item("buffers", number), number)
        return self.buffers[number]

    def _load(self, buffer: dict[str, Any], number: int) -> bytes:
        if "uri" not in buffer:
            return self.binary if number == 0 else b""
        uri = str(buffer["uri"])
        if uri.startswith("data:"):
            try:
                return base64.b64decode(uri.partition(",")[2], validate=True)
            except binascii.Error as error:
                raise SurveyError(f"{self.path}: buffer {number} is not base64; {_AGAIN}") from error
        name = unquote(uri)
        # only files beside this one: a file from elsewhere must not make us read what it likes
        if not name or Path(name).name != name or "\\" in name or "\0" in name or ":" in name:
            raise SurveyError(f"{self.path}: buffer {number} lies outside its folder ({uri[:60]}); put it beside it")
        try:
            return read_bytes(self.path.parent / name)
        except SurveyError as error:
            raise SurveyError(f"{self.path}: its buffer cannot be read ({error}); put it beside it") from error


def _natural(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**40:
        raise ValueError(f"{value!r:.40} where a number of something belongs")
    return value


def _numbers(values: Sequence[object], count: int) -> FloatArray:
    numbers = np.array([float(value) for value in values], dtype=np.float64)  # type: ignore[arg-type]
    if len(numbers) != count or not np.all(np.abs(numbers) < _FARTHEST):
        raise ValueError(f"{values!r:.40} instead of {count} numbers")
    return numbers


def _matrix(node: dict[str, Any]) -> FloatArray:
    """The node's own transformation, shape (4, 4)."""
    if "matrix" in node:
        return _numbers(node["matrix"], 16).reshape(4, 4).T
    result = np.eye(4)
    x, y, z, w = _numbers(node.get("rotation", (0, 0, 0, 1)), 4).tolist()
    size = x * x + y * y + z * z + w * w
    if not 0.0 < size < 1e9:
        raise ValueError("a rotation without axis")
    s = 2.0 / size
    result[:3, :3] = [
        [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
        [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
        [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
    ]
    result[:3, :3] *= _numbers(node.get("scale", (1, 1, 1)), 3)
    result[:3, 3] = _numbers(node.get("translation", (0, 0, 0)), 3)
    return result


def _triangles(numbers: IntArray, mode: int) -> IntArray:
    """Corners of triangles given one by one (4), as a strip (5) or a fan (6)."""
    if mode == 4:
        if len(numbers) % 3:
            raise ValueError("a triangle without three corners")
        return numbers.reshape(-1, 3)
    if len(numbers) < 3:
        return np.zeros((0, 3), dtype=np.intp)
    if mode == 6:
        return np.column_stack([np.broadcast_to(numbers[:1], len(numbers) - 2), numbers[1:-1], numbers[2:]])
    strip = np.column_stack([numbers[:-2], numbers[1:-1], numbers[2:]])
    strip[1::2] = strip[1::2][:, [1, 0, 2]]
    return strip
