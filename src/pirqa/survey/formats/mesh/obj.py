"""OBJ: lines of vertices and faces, under names of objects (``o``) and groups (``g``)."""

from __future__ import annotations

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.facets import IntArray, link_triangles
from pirqa.survey.formats.mesh.skin import (
    Skin,
    check_coordinates,
    cut_polygons,
    plain_names,
    text_precision,
    triangle_meshes,
)

__all__ = ["read_obj", "write_obj"]

_AGAIN = "export it again from the program it comes from"


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
    _, merged = link_triangles(int(labels.max()) + 1, pairs[pairs[:, 0] != pairs[:, 1]])
    _, first = np.unique(merged, return_index=True)
    result: IntArray = first[merged][labels].astype(np.intp)
    return result
