"""Flat-faced bodies out of ACIS records.

A record refers to others by number. What a solid needs (which corners bound which face) is found by following the
links in their order, which all versions share; numbers between the links differ from version to version and are
passed over. Nothing is left out in silence: a hole in a face, a hollow, a curved face or edge is an error.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.survey.formats.acis.records import PATTERN_SINCE, AcisData, AcisError, CountedText, Record

__all__ = ["AcisBody", "AcisPiece", "find_bodies"]


@dataclass(frozen=True, kw_only=True, eq=False)
class AcisPiece:
    """One closed shell."""

    vertices: FloatArray
    """In the file's unit, shape (n, 3)."""
    faces: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class AcisBody:
    """One body, of one or more pieces that do not touch."""

    name: str
    pieces: tuple[AcisPiece, ...]


def find_bodies(data: AcisData) -> list[AcisBody]:
    """The bodies of ``data``, with corners in the file's unit and faces counter-clockwise seen from outside."""
    walk = _Walk(data=data, shift=1 if data.version >= PATTERN_SINCE else 0)
    found: list[AcisBody] = []
    # absurd numbers are found out afterwards
    with np.errstate(over="ignore", invalid="ignore"):
        for number, record in enumerate(data.records):
            if record.kind != "body":
                continue
            try:
                found.append(walk.body(number))
            except AcisError as error:
                error.body = len(found) + 1
                raise
    return found


@dataclass
class _Walk:
    """Follows links from bodies to corners."""

    data: AcisData
    shift: int
    visited: set[int] = field(default_factory=set)

    def get(self, number: int, kind: str) -> Record:
        if not 0 <= number < len(self.data.records):
            raise AcisError(f"lacks a {kind} (record {number}): the data is damaged or cut off")
        record = self.data.records[number]
        if record.kind.rsplit("-", 1)[-1] != kind:
            raise AcisError(f"has a {record.kind[:40]} (record {number}) where a {kind} should be")
        return record

    def link(self, record: Record, place: int) -> int:
        links = record.links
        if len(links) <= self.shift + place:
            raise AcisError(f"has a {record.kind[:40]} with too few links")
        return links[self.shift + place]

    def chain(self, first: int, kind: str) -> list[int]:
        """Numbers of ``first`` and of all that hang on it: the first link leads to the next of the same kind."""
        found = []
        while first != -1:
            self.visit(first, kind)
            found.append(first)
            first = self.link(self.get(first, kind), 0)
        return found

    def visit(self, number: int, kind: str) -> None:
        # nothing belongs to two owners, and a hostile file cannot lead round in a circle
        if number in self.visited:
            raise AcisError(f"has a {kind} (record {number}) in two places")
        self.visited.add(number)

    def body(self, number: int) -> AcisBody:
        record = self.get(number, "body")
        lumps = self.chain(self.link(record, 0), "lump")
        if not lumps:
            raise AcisError("has no solid inside: only wires or nothing")
        matrix, offset = self.transform(self.link(record, 2))
        pieces = []
        for lump in lumps:
            shells = self.shells(self.link(self.get(lump, "lump"), 1))
            if len(shells) != 1:
                raise AcisError("has a hollow inside (more than one shell); make it one solid without it")
            pieces.append(self.piece(shells[0], matrix, offset))
        return AcisBody(name=self.name(record), pieces=tuple(pieces))

    def shells(self, first: int) -> list[Record]:
        found = [self.get(number, "shell") for number in self.chain(first, "shell")]
        for shell in found:
            if self.link(shell, 1) != -1:
                raise AcisError("has faces in a subshell, which cannot be read; export it as a plain solid")
        return found

    def transform(self, number: int) -> tuple[FloatArray, FloatArray]:
        if number == -1:
            return np.eye(3), np.zeros(3)
        values = np.array(self.get(number, "transform").numbers[:13])
        if len(values) < 13 or not np.all(np.isfinite(values)):
            raise AcisError("has a transform that is no matrix")
        matrix, offset, scale = values[:9].reshape(3, 3), values[9:12], values[12]
        size = abs(np.linalg.det(matrix))
        # by the format the matrix keeps volumes and the scale stands beside it; some writers put it into both
        if abs(size - 1.0) < 1e-6:
            return matrix * scale, offset
        if abs(size - abs(scale) ** 3) < 1e-3 * size:
            return matrix, offset
        raise AcisError("has a transform with a shear or an uneven scale, which cannot be read; export it again")

    def piece(self, shell: Record, matrix: FloatArray, offset: FloatArray) -> AcisPiece:
        numbers: dict[int, int] = {}
        corners: list[list[float]] = []
        faces = []
        for face in self.chain(self.link(shell, 2), "face"):
            ring = []
            for vertex in self.ring(self.get(face, "face")):
                if vertex not in numbers:
                    numbers[vertex] = len(corners)
                    corners.append(self.point(vertex))
                ring.append(numbers[vertex])
            faces.append(tuple(ring))
        vertices = np.array(corners).reshape(-1, 3) @ matrix + offset
        if not np.all(np.isfinite(vertices)):
            raise AcisError("has a corner that is no number")
        if np.linalg.det(matrix) < 0.0:
            faces = [face[::-1] for face in faces]
        return AcisPiece(vertices=vertices, faces=tuple(faces))

    def ring(self, face: Record) -> list[int]:
        """Vertices round ``face``, by record number."""
        surface = self.get(self.link(face, 4), "surface").kind
        if surface != "plane-surface":
            raise AcisError(
                f"has a curved face ({surface[:40]}); make it a solid with flat faces, or export it as a mesh"
            )
        loops = self.chain(self.link(face, 1), "loop")
        if len(loops) != 1:
            raise AcisError(
                "has a face with a hole in it; cut the body in two so that no face has a hole"
                if loops
                else "has a face without a border; export it again"
            )
        first = coedge = self.link(self.get(loops[0], "loop"), 1)
        starts, ends = [], []
        while True:
            self.visit(coedge, "coedge")
            record = self.get(coedge, "coedge")
            edge = self.get(self.link(record, 3), "edge")
            curve = self.link(edge, 3)
            if curve == -1 or self.get(curve, "curve").kind != "straight-curve":
                raise AcisError("has a curved edge; make it a solid with straight edges, or export it as a mesh")
            side = [self.link(edge, 0), self.link(edge, 1)]
            start, end = side[::-1] if record.reversed else side
            starts.append(start)
            ends.append(end)
            coedge = self.link(record, 0)
            if coedge == first:
                break
        if ends != starts[1:] + starts[:1] or len(starts) < 3:
            raise AcisError("has a face whose border does not close; export it again")
        return starts

    def point(self, vertex: int) -> list[float]:
        place = self.link(self.get(vertex, "vertex"), 1)
        numbers = self.get(place, "point").numbers[:3]
        if len(numbers) < 3:
            raise AcisError("has a point without coordinates")
        return numbers

    def name(self, record: Record) -> str:
        """What a name attribute of ``record`` says, if it has one."""
        number, seen = record.attribute, set[int]()
        while 0 <= number < len(self.data.records) and number not in seen:
            seen.add(number)
            attribute = self.data.records[number]
            texts = [str(token) for token in attribute.tokens if isinstance(token, CountedText)]
            if "name_attrib" in attribute.kind and len(texts) == 2 and texts[0].lower().endswith("name"):
                return texts[1]
            links = attribute.links
            number = links[self.shift] if len(links) > self.shift else -1
        return ""
