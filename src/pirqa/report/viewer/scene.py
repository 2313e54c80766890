"""The scene that a page shows (solids, meshes, fields, clips, arrows) and its packing into one short text."""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pirqa.errors import ModelError
from pirqa.model.polyhedron import FloatArray, Polyhedron

_FULL = 32767
_KINDS = {"float32": "f32", "int16": "i16", "uint8": "u8", "uint32": "u32"}
IntArray = NDArray[np.int64]
SCENE_FORMAT = 2
"""Number of the format; ``web/src/scene.ts`` reads it."""
_MOST_TRIANGLES = 4000
"""Of one solid: more are nothing that a picture of a wall can show."""
_FLAT = 0.985
_SHARP = 0.7
"""Cosine between faces beyond which their common side is no edge: of a drawn solid, of a scanned one."""
_SHORT = 0.25
"""Length of a chain of edges over the size of a scanned solid, below which it is no edge of the stone."""
_SWING_FRAMES = 60


class Packer:
    """Collects arrays one behind the other, and says where each is."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, Any]] = {}
        self._parts: list[bytes] = []
        self._length = 0

    def put(self, name: str, values: NDArray[Any], *, along_time: bool = False) -> None:
        """Keep ``values`` under ``name``; ``along_time``: as differences along the last axis, which pack far better."""
        place: dict[str, Any] = {
            "kind": _KINDS[values.dtype.name], "shape": list(values.shape), "offset": self._length,
        }  # fmt: skip
        if along_time:
            place["coding"] = "time"
            values = _folded(values)
        raw = np.ascontiguousarray(values).tobytes()
        raw += bytes(-len(raw) % 4)
        self.places[name] = place
        self._parts.append(raw)
        self._length += len(raw)

    def text(self) -> str:
        """All of it."""
        return base64.b64encode(zlib.compress(b"".join(self._parts), 9)).decode("ascii")


def _folded(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Differences along the last axis, modulo the number's range; all low bytes come before all high ones."""
    bits = 8 * values.dtype.itemsize
    unsigned = values.view(f"uint{bits}")
    steps = unsigned.copy()
    steps[..., 1:] -= unsigned[..., :-1]  # wraps, and is meant to
    flat = np.ascontiguousarray(steps).ravel()
    if bits == 8:
        return flat.astype(np.uint8)
    return np.concatenate([(flat & 0xFF).astype(np.uint8), (flat >> 8).astype(np.uint8)])


def quantised_history(values: FloatArray) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """(frames, solids, 3) as steps of each component's own range: (solids, 3, frames), and the ranges (solids, 3)."""
    moved = np.moveaxis(values, 0, -1)
    scales = np.abs(moved).max(axis=-1) if moved.shape[-1] else np.zeros(moved.shape[:-1])
    steps = np.rint(moved / np.where(scales > 0.0, scales, 1.0)[..., None] * _FULL)
    return np.ascontiguousarray(steps.astype("<i2")), scales.astype("<f4")


def quantised_amounts(values: FloatArray) -> tuple[NDArray[np.uint8], float, float]:
    """Amounts in 255 steps between the lowest and the highest."""
    low, high = float(values.min()), float(values.max())
    span = high - low
    return np.rint((values - low) / (span if span > 0.0 else 1.0) * 255.0).astype(np.uint8), low, high


def _none(columns: int) -> IntArray:
    return np.zeros((0, columns), dtype=np.int64)


@dataclass(frozen=True, kw_only=True, eq=False)
class Mesh:
    """Points that move by themselves: nodes of a finite element surface, sensors on a wall with lines between them."""

    points: FloatArray
    """At rest [m], shape (points, 3)."""
    triangles: IntArray = field(default_factory=lambda: _none(3))
    """Faces between them, shape (t, 3); none for a figure of lines."""
    lines: IntArray = field(default_factory=lambda: _none(2))
    """Edges of elements, or lines between sensors, shape (l, 2)."""
    marked: tuple[int, ...] = ()
    """Points that are drawn as dots and can be stepped through by keys."""
    names: tuple[str, ...] = ()
    """Of the marked points, in their order; their numbers where there are none."""

    def __post_init__(self) -> None:
        count = len(self.points)
        if self.points.shape != (count, 3) or not np.isfinite(self.points).all():
            raise ModelError("points of a mesh must be finite and have three coordinates each")
        if self.names and len(self.names) != len(self.marked):
            raise ModelError(f"a mesh has {len(self.marked)} marked points and {len(self.names)} names for them")
        for label, numbers in (("triangles", self.triangles), ("lines", self.lines), ("marked", self.marked)):
            used = np.asarray(numbers, dtype=np.int64)
            if used.size and (used.min() < 0 or used.max() >= count):
                raise ModelError(f"{label} of a mesh name a point that is not among its {count} points")

    @classmethod
    def of_faces(cls, points: FloatArray, faces: Sequence[Sequence[int]], **more: Any) -> Mesh:
        """A surface of polygons with three or more corners, such as the outer faces of hexahedra: convex ones."""
        triangles = [(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)]
        edges = {
            (min(a, b), max(a, b)) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)
        }  # fmt: skip
        return cls(
            points=points,
            triangles=np.array(triangles, dtype=np.int64).reshape(-1, 3),
            lines=np.array(sorted(edges), dtype=np.int64).reshape(-1, 2),
            **more,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class Arrows:
    """Forces, or other vectors, at places of the wall at rest."""

    label: str
    unit: str
    start: FloatArray
    """[m], shape (n, 3)"""
    vector: FloatArray
    """In ``unit``, shape (n, 3)."""


def pack_mesh(mesh: Mesh | None, packer: Packer) -> dict[str, Any] | None:
    """The mesh as plain values."""
    if mesh is None:
        return None
    packer.put("mesh.points", mesh.points.astype("<f4"))
    packer.put("mesh.triangles", mesh.triangles.astype("<u4"))
    packer.put("mesh.lines", mesh.lines.astype("<u4"))
    names = mesh.names or tuple(str(number + 1) for number in mesh.marked)
    return {"marked": list(mesh.marked), "names": list(names)}


def pack_point_motion(motion: FloatArray | NDArray[np.complex128], packer: Packer, key: str) -> dict[str, Any]:
    """Of a swing (points, 3), complex where points do not move in step; of others (frames, points, 3)."""
    if motion.ndim == 2:
        packer.put(f"{key}.points", np.real(motion).astype("<f4"))
        told = {"points": f"{key}.points"}
        if np.iscomplexobj(motion) and np.any(np.imag(motion)):
            packer.put(f"{key}.pointsLate", np.imag(motion).astype("<f4"))
            told["pointsLate"] = f"{key}.pointsLate"
        return told
    numbers, scales = quantised_history(np.real(motion))
    packer.put(f"{key}.points", numbers, along_time=True)
    packer.put(f"{key}.pointsScale", scales)
    return {"points": f"{key}.points", "pointsScale": f"{key}.pointsScale"}


def pack_arrows(arrows: Arrows | None, packer: Packer, key: str) -> dict[str, Any] | None:
    """The arrows as plain values."""
    if arrows is None or not len(arrows.start):
        return None
    packer.put(f"{key}.arrowStart", arrows.start.astype("<f4"))
    packer.put(f"{key}.arrowVector", arrows.vector.astype("<f4"))
    largest = float(np.linalg.norm(arrows.vector, axis=1).max())
    return {
        "label": arrows.label, "unit": arrows.unit, "start": f"{key}.arrowStart", "vector": f"{key}.arrowVector",
        "largest": largest,
    }  # fmt: skip


@dataclass(frozen=True, kw_only=True, eq=False)
class Solid:
    """One stone, or one body of a mechanism."""

    name: str
    zone: str
    """What it belongs to, in the reader's words."""
    shape: Polyhedron
    centre: FloatArray
    """About which it turns [m], shape (3,)."""
    mass: float | None = None
    """[kg]"""
    body: bool = False
    """Whether it is a body of a mechanism and no stone."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Field:
    """An amount for each solid, or each point of the mesh, still or in time, that may colour it."""

    id: str
    label: str
    unit: str
    values: FloatArray
    """Shape (solids,) or (solids, frames); of points instead where ``on`` says so."""
    on: Literal["solids", "points"] = "solids"


@dataclass(frozen=True, kw_only=True, eq=False)
class Signal:
    """What drives the wall, in the chart below the picture."""

    label: str
    unit: str
    times: FloatArray
    values: FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class Clip:
    """One motion of the solids: in time, along a displacement, or to and fro."""

    id: str
    title: str
    kind: Literal["history", "path", "swing"]
    axis: str = ""
    """Name of its axis, in the reader's words."""
    axis_unit: str = "s"
    values: FloatArray | None = None
    """Of the axis, evenly spaced, shape (frames,): of histories and paths."""
    shift: FloatArray | None = None
    """From the drawing [m], shape (frames, solids, 3): of histories and paths."""
    turn: FloatArray | None = None
    """Quaternion (w, x, y, z) from the drawing, w not negative, shape (frames, solids, 4)."""
    motion: FloatArray | None = None
    """Of swings: shift and turn for an amplitude of 1, shape (solids, 6)."""
    points: FloatArray | NDArray[np.complex128] | None = None
    """Shifts of the mesh's points: of swings for an amplitude of 1, shape (points, 3), complex where they do not move
    in step (the picture is Im(shape · exp(i phase))); of histories and paths [m], shape (frames, points, 3)."""
    amplitude: float = 1.0
    """By which ``motion`` is multiplied in the picture."""
    frequency: float | None = None
    """Of a mode [Hz]."""
    one_way: bool = False
    """Whether a swing goes one way and back, as a mechanism does."""
    exaggeration: float = 1.0
    """To begin with."""
    fields: tuple[Field, ...] = ()
    signal: Signal | None = None
    shown: tuple[int, ...] | None = None
    """Numbers of the solids that belong to it, the others being hidden; None: all."""
    arrows: Arrows | None = None
    """Forces on the wall at rest, which the reader may show."""
    note: str = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scene:
    """A viewer's whole content: solids, a mesh, or both."""

    title: str
    solids: tuple[Solid, ...] = ()
    mesh: Mesh | None = None
    clips: tuple[Clip, ...] = ()
    fields: tuple[Field, ...] = ()
    eye: tuple[float, float, float] = (-0.5, -1.0, 0.33)
    """From where it is looked at to begin with, seen from its middle."""


def pack(scene: Scene, words: Mapping[str, str]) -> dict[str, Any]:
    """The scene as plain values that the viewer reads; ``words`` are its labels."""
    packer = Packer()
    _pack_solids(scene.solids, packer)
    return {
        "format": SCENE_FORMAT,
        "title": scene.title,
        "eye": list(scene.eye),
        "words": dict(words),
        "stones": [
            {"name": item.name, "zone": item.zone, "mass": item.mass, "body": item.body} for item in scene.solids
        ],
        "zones": list(dict.fromkeys(item.zone for item in scene.solids)),
        "mesh": pack_mesh(scene.mesh, packer),
        "fields": [_field(item, packer, "wall") for item in scene.fields],
        "clips": [_clip(item, packer, number, len(scene.solids)) for number, item in enumerate(scene.clips)],
        "arrays": packer.places,
        "data": packer.text(),
    }


def _pack_solids(solids: tuple[Solid, ...], packer: Packer) -> None:
    vertices, owner = [np.zeros((0, 3))], [np.zeros(0, dtype=np.int64)]
    triangles, edges = [np.zeros((0, 3), dtype=np.int64)], [np.zeros((0, 2), dtype=np.int64)]
    first = 0
    for number, solid in enumerate(solids):
        corners, faces, sides = _drawn(solid.shape)
        vertices.append(corners)
        owner.append(np.full(len(corners), number))
        triangles.append(faces + first)
        edges.append(sides + first)
        first += len(corners)
    packer.put("vertices", np.concatenate(vertices).astype("<f4"))
    packer.put("owner", np.concatenate(owner).astype("<u4"))
    packer.put("triangles", np.concatenate(triangles).astype("<u4"))
    packer.put("edges", np.concatenate(edges).astype("<u4"))
    packer.put("centres", np.array([solid.centre for solid in solids]).reshape(-1, 3).astype("<f4"))


def _drawn(shape: Polyhedron) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
    """Corners, triangles and edges: the solid's own, or those of a coarser one where a scan has far too many."""
    triangles = np.array([corners for face in shape.faces for corners in _cut(shape, face)], dtype=np.int64)
    if len(triangles) <= _MOST_TRIANGLES:
        return shape.vertices, triangles.reshape(-1, 3), _edges(shape.faces, shape.face_areas, _FLAT)
    vertices, triangles = _coarsened(shape.vertices, triangles)
    first, second, third = np.moveaxis(vertices[triangles], 1, 0)
    sides = _edges(triangles.tolist(), np.cross(second - first, third - first), _SHARP, closed=True)
    return vertices, triangles, _long_ones(sides, vertices)


def _long_ones(edges: NDArray[np.int64], vertices: FloatArray) -> NDArray[np.int64]:
    """Edges that go on from one another for a good part of the solid: a coarse cell makes short ones where none is."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(edges):
        return edges
    count = len(vertices)
    joined = coo_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(count, count))
    chain = connected_components(joined, directed=False)[1][edges[:, 0]]
    lengths = np.linalg.norm(vertices[edges[:, 0]] - vertices[edges[:, 1]], axis=1)
    reach = np.bincount(chain, weights=lengths)
    return np.asarray(edges[reach[chain] >= _SHORT * float(np.ptp(vertices, axis=0).max())])


def _coarsened(vertices: FloatArray, triangles: NDArray[np.int64]) -> tuple[FloatArray, NDArray[np.int64]]:
    """The same surface without holes: corners in one cell of a grid become one, triangles that shrink to a line go.

    Clustering of vertices: Rossignac and Borrel (1993).
    """
    low = vertices.min(axis=0)
    extent = float(np.ptp(vertices, axis=0).max()) or 1.0
    cells = math.sqrt(_MOST_TRIANGLES)
    while True:
        place = np.floor((vertices - low) / extent * cells).astype(np.int64)
        _, cell, members = np.unique(place, axis=0, return_inverse=True, return_counts=True)
        cell = cell.reshape(-1)
        kept = cell[triangles]
        kept = kept[(kept[:, 0] != kept[:, 1]) & (kept[:, 1] != kept[:, 2]) & (kept[:, 2] != kept[:, 0])]
        if len(kept) <= _MOST_TRIANGLES or cells < 2.0:
            kept = kept[np.unique(np.sort(kept, axis=1), axis=0, return_index=True)[1]]  # folds lie on one another
            middle = np.column_stack([np.bincount(cell, weights=column) / members for column in vertices.T])
            return middle, kept[:_MOST_TRIANGLES]
        cells *= 0.9


def _cut(shape: Polyhedron, face: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(face) == 3:
        yield face
        return
    corners = shape.vertices[list(face)]
    normal = np.cross(corners - corners[0], np.roll(corners, -1, axis=0) - corners[0]).sum(axis=0)
    axis = int(np.argmax(np.abs(normal)))
    flat = np.delete(corners, axis, axis=1)
    way = np.sign(normal[axis]) * (-1.0 if axis == 1 else 1.0)
    left = list(range(len(face)))
    while len(left) > 3:
        for place in range(len(left)):
            a, b, c = (left[(place + k - 1) % len(left)] for k in range(3))
            if way * _doubled_area(flat[a], flat[b], flat[c]) > 0.0 and not any(
                _inside(flat[d], flat[a], flat[b], flat[c], way) for d in left if d not in (a, b, c)
            ):
                break
        else:  # degenerate: any corner will do
            place = 0
            a, b, c = left[-1], left[0], left[1]
        yield face[a], face[b], face[c]
        left.pop(place)
    yield tuple(face[k] for k in left)


def _doubled_area(a: FloatArray, b: FloatArray, c: FloatArray) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _inside(p: FloatArray, a: FloatArray, b: FloatArray, c: FloatArray, way: float) -> bool:
    return all(way * _doubled_area(q, r, p) >= 0.0 for q, r in ((a, b), (b, c), (c, a)))


def _edges(
    faces: Sequence[Sequence[int]], areas: FloatArray, flat: float, *, closed: bool = False
) -> NDArray[np.int64]:
    """Sides of faces, but not those between faces whose normals have a cosine of ``flat`` or more between them.

    ``closed``: a side that is not between two faces is an accident of coarsening, not an edge.
    """
    normals = areas / np.maximum(np.linalg.norm(areas, axis=1), 1e-300)[:, None]
    beside: dict[tuple[int, int], list[int]] = {}
    for number, face in enumerate(faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            beside.setdefault((min(a, b), max(a, b)), []).append(number)
    kept = [
        side
        for side, sides in beside.items()
        if (not closed if len(sides) != 2 else float(normals[sides[0]] @ normals[sides[1]]) < flat)
    ]
    return np.array(kept, dtype=np.int64).reshape(-1, 2)


def _field(field: Field, packer: Packer, owner: str) -> dict[str, Any]:
    name = f"{owner}.{field.id}"
    amounts, low, high = quantised_amounts(field.values)
    packer.put(name, amounts, along_time=amounts.ndim == 2)
    return {
        "id": field.id, "label": field.label, "unit": field.unit, "array": name, "low": low, "high": high,
        "on": field.on,
    }  # fmt: skip


def _clip(clip: Clip, packer: Packer, number: int, solids: int) -> dict[str, Any]:
    key = f"clip{number}"
    told: dict[str, Any] = {
        "id": clip.id,
        "title": clip.title,
        "kind": clip.kind,
        "axis": clip.axis,
        "axisUnit": clip.axis_unit,
        "exaggeration": clip.exaggeration,
        "fields": [_field(item, packer, key) for item in clip.fields],
        "shown": None if clip.shown is None else list(clip.shown),
        "arrows": pack_arrows(clip.arrows, packer, key),
        "note": clip.note,
    }
    if clip.points is not None:
        told |= pack_point_motion(clip.points, packer, key)
    if clip.kind == "swing":
        motion = np.zeros((solids, 6)) if clip.motion is None else clip.motion
        packer.put(f"{key}.motion", motion.astype("<f4"))
        return {
            **told, "frames": _SWING_FRAMES, "start": 0.0, "step": 1.0, "motion": f"{key}.motion",
            "amplitude": clip.amplitude, "frequency": clip.frequency, "oneWay": clip.one_way,
        }  # fmt: skip
    assert clip.values is not None
    still = np.zeros((len(clip.values), solids, 3))
    shift = still if clip.shift is None else clip.shift
    for name, values in (("shift", shift), ("turn", still if clip.turn is None else clip.turn[..., 1:])):
        numbers, scales = quantised_history(values)
        packer.put(f"{key}.{name}", numbers, along_time=True)
        packer.put(f"{key}.{name}Scale", scales)
        told |= {name: f"{key}.{name}", f"{name}Scale": f"{key}.{name}Scale"}
    if clip.signal is not None:
        packer.put(f"{key}.times", clip.signal.times.astype("<f4"))
        packer.put(f"{key}.signal", clip.signal.values.astype("<f4"))
        told["signal"] = {
            "label": clip.signal.label, "unit": clip.signal.unit, "times": f"{key}.times", "values": f"{key}.signal",
        }  # fmt: skip
    count = len(clip.values)
    step = float(clip.values[-1] - clip.values[0]) / max(count - 1, 1) or 1.0
    return {**told, "frames": count, "start": float(clip.values[0]), "step": step}
