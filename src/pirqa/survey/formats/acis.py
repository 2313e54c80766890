"""ACIS data, the solids inside SAT files and DXF drawings: records as text or binary (SAB), and flat-faced bodies.

A record refers to others by number. What a solid needs (which corners bound which face) is found by following the
links in their order, which all versions share; numbers between the links differ from version to version and are
passed over. Nothing is left out in silence: a hole in a face, a hollow, a curved face or edge is an error.

"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pirqa.model.polyhedron import FloatArray

PATTERN_SINCE = 700
"""Version from which every record begins with one more link, and has a number of its own."""

_SIGNATURES = (b"ACIS BinaryFile", b"ASM BinaryFile4")

_TOKEN = re.compile(r"@(\d{1,9}) |(\S+)")

_END = re.compile(r"End-of-(ACIS|ASM)-data|Begin-of-ACIS-History", re.IGNORECASE)


class AcisError(ValueError):
    """What is wrong with the data, in words that follow the name of a body or file."""

    body: int = 0
    """Number of the body it is in, from 1; 0 for the whole."""


class AcisLink(int):
    """Number of another record; -1 for none."""


class CountedText(str):
    """A text whose length stands before it, which is how names are told from words of the format."""

    __slots__ = ()


@dataclass(frozen=True, kw_only=True)
class AcisRecord:
    """One record: its kind, its attributes' number and what follows."""

    kind: str
    attribute: int
    tokens: tuple[Token, ...]

    @property
    def links(self) -> list[int]:
        """Numbers of the records it refers to, in order."""
        return [token for token in self.tokens if isinstance(token, AcisLink)]

    @property
    def numbers(self) -> list[float]:
        """Its numbers, in order."""
        found = []
        for token in self.tokens:
            if isinstance(token, float):
                found.append(token)
            elif isinstance(token, str) and not isinstance(token, CountedText):
                try:
                    found.append(float(token))
                except ValueError:
                    continue
        return found

    @property
    def reversed(self) -> bool:
        """Whether its first sense is reversed."""
        for token in self.tokens:
            if isinstance(token, bool):
                return token
            if token == "forward" or token == "reversed":
                return token == "reversed"
        raise AcisError(f"has a {self.kind} without a sense")


@dataclass(frozen=True, kw_only=True)
class AcisData:
    """What a file says, not yet understood."""

    version: int
    millimetres: float
    """Millimetres in its unit; -1 or 1 also where nobody said."""
    complete: bool
    """Whether its end mark was there."""
    records: tuple[AcisRecord, ...]


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


def parse_sat(text: str) -> AcisData:
    """The records of SAT ``text``, read as latin-1 so that lengths count bytes."""
    lines = text.split("\n", 3)
    if len(lines) < 4:
        raise AcisError("is not ACIS text: it has no header")
    try:
        version = int(lines[0].split()[0])
    except (IndexError, ValueError):
        raise AcisError("is not ACIS text: it does not begin with a version number") from None
    try:
        millimetres = float(lines[2].split()[0])
    except (IndexError, ValueError):
        raise AcisError("has a header without its unit") from None
    records: list[AcisRecord] = []
    tokens: list[Token] = []
    position, complete = 0, False
    body = lines[3]
    while match := _TOKEN.search(body, position):
        position = match.end()
        if match[1] is not None:
            length = int(match[1])
            tokens.append(CountedText(body[position : position + length].encode("latin-1").decode("utf-8", "replace")))
            position += length
            continue
        word = match[2]
        if word == "#":
            records.append(_sat_record(tokens, version, len(records)))
            tokens = []
        elif not tokens and _END.match(word):
            complete = True
            break
        elif word.startswith("$"):
            tokens.append(AcisLink(_integer(word[1:])))
        else:
            tokens.append(word)
    if tokens:
        raise AcisError("is cut off in the middle of a record")
    return AcisData(version=version, millimetres=millimetres, complete=complete, records=tuple(records))


def parse_sab(data: bytes) -> AcisData:
    """The records of SAB ``data``."""
    signature = next((mark for mark in _SIGNATURES if data.startswith(mark)), None)
    if signature is None:
        raise AcisError("is not ACIS binary data of a kind that can be read")
    try:
        return _SabReader(data, len(signature)).read()
    except (struct.error, IndexError):
        raise AcisError("is cut off in the middle of a record") from None


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


Token = AcisLink | CountedText | str | float | bool


def _integer(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise AcisError(f'has "{word[:20]}" where a number should be') from None


def _sat_record(tokens: list[Token], version: int, number: int) -> AcisRecord:
    if tokens and isinstance(tokens[0], str) and re.fullmatch(r"-\d{1,12}", tokens[0]):
        if -int(tokens[0]) != number:
            raise AcisError(f"has record {tokens[0]} in the place of record -{number}")
        tokens = tokens[1:]
    return _record(tokens, version)


def _record(tokens: Sequence[Token], version: int) -> AcisRecord:
    head = 3 if version >= PATTERN_SINCE else 2
    if len(tokens) < head or not isinstance(tokens[0], str) or not isinstance(tokens[1], AcisLink):
        raise AcisError("has a record without its kind and attributes")
    return AcisRecord(kind=str(tokens[0]), attribute=tokens[1], tokens=tuple(tokens[head:]))


class _SabReader:
    """A position in binary data; every read moves it forward."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def take(self, layout: str) -> float:
        (value,) = struct.unpack_from(layout, self.data, self.position)
        self.position += struct.calcsize(layout)
        return value  # type: ignore[no-any-return]

    def text(self, layout: str) -> str:
        length = int(self.take(layout))
        found = self.data[self.position : self.position + length]
        if len(found) < length:
            raise IndexError
        self.position += length
        return found.decode("utf-8", "replace")

    def read(self) -> AcisData:
        version = int(self.take("<i"))
        self.position += 12
        header = self.tokens(6)
        if not isinstance(header[3], float):
            raise AcisError("has a header without its unit")
        records = []
        complete = False
        while self.position < len(self.data):
            tokens = self.tokens(None)
            if tokens and isinstance(tokens[0], str) and _END.match(tokens[0]):
                complete = True
                break
            records.append(_record(tokens, version))
        return AcisData(version=version, millimetres=header[3], complete=complete, records=tuple(records))

    def tokens(self, count: int | None) -> list[Token]:
        """The next ``count`` tokens, or those up to the end of the record."""
        found: list[Token] = []
        kind = ""
        while count is None or len(found) < count:
            tag = int(self.take("<B"))
            if tag == 0x04 or tag == 0x15:
                # as a word of the format, as in the text form, so that it is never taken for a sense
                found.append(str(int(self.take("<i"))))
            elif tag == 0x06 or tag == 0x17:
                found.append(float(self.take("<d")))
            elif tag == 0x07:
                found.append(CountedText(self.text("<B")))
            elif tag == 0x0A or tag == 0x0B:
                found.append(tag == 0x0A)
            elif tag == 0x0C:
                found.append(AcisLink(int(self.take("<i"))))
            elif tag == 0x0E:
                kind += self.text("<B") + "-"
            elif tag == 0x0D:
                found.append(kind + self.text("<B"))
                kind = ""
                if _END.match(str(found[0])):
                    return found
            elif tag == 0x12:
                # the matrix of a transform is such a text
                found.extend(self.text("<I").split())
            elif tag == 0x13 or tag == 0x14:
                found.extend(float(self.take("<d")) for _ in range(3))
            elif tag == 0x11:
                return found
            elif tag != 0x0F and tag != 0x10:
                raise AcisError(f"has a token of the unknown kind {tag}")
        return found


@dataclass
class _Walk:
    """Follows links from bodies to corners."""

    data: AcisData
    shift: int
    visited: set[int] = field(default_factory=set)

    def get(self, number: int, kind: str) -> AcisRecord:
        if not 0 <= number < len(self.data.records):
            raise AcisError(f"lacks a {kind} (record {number}): the data is damaged or cut off")
        record = self.data.records[number]
        if record.kind.rsplit("-", 1)[-1] != kind:
            raise AcisError(f"has a {record.kind[:40]} (record {number}) where a {kind} should be")
        return record

    def link(self, record: AcisRecord, place: int) -> int:
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

    def shells(self, first: int) -> list[AcisRecord]:
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

    def piece(self, shell: AcisRecord, matrix: FloatArray, offset: FloatArray) -> AcisPiece:
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

    def ring(self, face: AcisRecord) -> list[int]:
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

    def name(self, record: AcisRecord) -> str:
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
