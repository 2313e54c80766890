"""Solids as ACIS text of version 7.0, which AutoCAD and Abaqus read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.survey.formats.flat_solids import FlawedSolidError, split_bent_faces

__all__ = ["format_sat"]

_DATE = "Thu Jan  1 00:00:00 1970"
"""The same always, so that the same wall gives the same file."""
_HEAD = "$-1 -1 $-1"
"""No attributes, no number of its own, no pattern."""


def format_sat(solids: Sequence[tuple[str, Polyhedron]], *, millimetres: float) -> list[str]:
    """Lines of a SAT file with one body for each named solid, in a unit of so many mm; coordinates keep every digit."""
    # readers count on the bodies being the first records
    records: list[str] = []
    bodies: list[str] = []
    for name, solid in solids:
        first = len(solids) + len(records)
        records += _body_records(name, solid, body=len(bodies), first=first)
        bodies.append(f"body {_HEAD} ${first} $-1 $-1 #")
    return [
        f"700 0 {len(solids)} 0 ",
        f"@5 pirqa @12 ACIS 32.0 NT @{len(_DATE)} {_DATE} ",
        f"{millimetres:g} 9.9999999999999995e-007 1e-010 ",
        *bodies,
        *records,
        "End-of-ACIS-data ",
    ]


def _body_records(name: str, solid: Polyhedron, *, body: int, first: int) -> list[str]:
    """Records of one solid, numbered from ``first``: lump, shell, faces, coedges, edges, vertices."""
    try:
        faces, _ = split_bent_faces(solid.vertices, solid.faces)
    except FlawedSolidError as error:
        raise SurveyError(f'stone "{name}" {error}') from error
    runs = [run for face in faces for run in zip(face, face[1:] + face[:1], strict=True)]
    sides: dict[tuple[int, int], list[int]] = defaultdict(list)
    for coedge, (a, b) in enumerate(runs):
        sides[min(a, b), max(a, b)].append(coedge)
    shell = first + 1
    first_face = first + 2
    first_coedge = first_face + 3 * len(faces)
    first_edge = first_coedge + len(runs)
    first_vertex = first_edge + 2 * len(sides)
    edges = {side: first_edge + 2 * index for index, side in enumerate(sides)}
    parents: dict[int, int] = {}
    for side, edge in edges.items():
        for corner in side:
            parents.setdefault(corner, edge)
    vertices = {corner: first_vertex + 2 * index for index, corner in enumerate(parents)}

    records = [f"lump {_HEAD} $-1 ${shell} ${body} #", f"shell {_HEAD} $-1 $-1 ${first_face} $-1 ${first} #"]
    coedge_records: list[str] = []
    start = first_coedge
    for index, face in enumerate(faces):
        number = first_face + 3 * index
        following = number + 3 if index + 1 < len(faces) else -1
        records += [
            f"face {_HEAD} ${following} ${number + 2} ${shell} $-1 ${number + 1} forward single #",
            f"plane-surface {_HEAD} {_plane(name, solid.vertices[list(face)])} forward_v I I I I #",
            f"loop {_HEAD} $-1 ${start} ${number} #",
        ]
        for place in range(len(face)):
            coedge = start - first_coedge + place
            after, before = start + (place + 1) % len(face), start + (place - 1) % len(face)
            a, b = runs[coedge]
            shared = sides[min(a, b), max(a, b)]
            if len(shared) < 2:
                raise SurveyError(f'stone "{name}" is not closed: a face has no neighbour; repair it before writing')
            partner = first_coedge + shared[(shared.index(coedge) + 1) % len(shared)]
            sense = "forward" if a < b else "reversed"
            edge = edges[min(a, b), max(a, b)]
            coedge_records.append(f"coedge {_HEAD} ${after} ${before} ${partner} ${edge} {sense} ${number + 2} $-1 #")
        start += len(face)
    records += coedge_records
    for (a, b), edge in edges.items():
        records += _edge_records(solid.vertices[[a, b]], vertices[a], vertices[b], edge, first_coedge + sides[a, b][0])
    for corner, vertex in vertices.items():
        records.append(f"vertex {_HEAD} ${parents[corner]} ${vertex + 1} #")
        records.append(f"point {_HEAD} {_vector(solid.vertices[corner])} #")
    return records


def _edge_records(ends: FloatArray, start: int, end: int, edge: int, coedge: int) -> list[str]:
    length = float(np.linalg.norm(ends[1] - ends[0]))
    along = (ends[1] - ends[0]) / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
    return [
        f"edge {_HEAD} ${start} 0 ${end} {length!r} ${coedge} ${edge + 1} forward @7 unknown #",
        f"straight-curve {_HEAD} {_vector(ends[0])} {_vector(along)} I I #",
    ]


def _plane(name: str, corners: FloatArray) -> str:
    """Origin, outward normal and direction of u."""
    arms = corners - corners[0]
    normal = np.cross(arms[1:-1], arms[2:]).sum(axis=0)
    sides = np.roll(corners, -1, axis=0) - corners
    along = sides[int(np.argmax(np.linalg.norm(sides, axis=1)))]
    area, length = float(np.linalg.norm(normal)), float(np.linalg.norm(along))
    if not (area > 0.0 and length > 0.0):
        raise SurveyError(f'stone "{name}" has a face without area; repair it before writing')
    return f"{_vector(corners[0])} {_vector(normal / area)} {_vector(along / length)}"


def _vector(values: FloatArray) -> str:
    # adding zero writes -0.0 as 0.0
    return " ".join(repr(float(value) + 0.0) for value in values)
