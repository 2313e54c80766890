"""The records of ACIS data, as text (SAT) or binary (SAB); what bodies they form is found elsewhere."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["PATTERN_SINCE", "AcisData", "AcisError", "CountedText", "Record", "parse_sab", "parse_sat"]

PATTERN_SINCE = 700
"""Version from which every record begins with one more link, and has a number of its own."""
_SIGNATURES = (b"ACIS BinaryFile", b"ASM BinaryFile4")


class AcisError(ValueError):
    """What is wrong with the data, in words that follow the name of a body or file."""

    body: int = 0
    """Number of the body it is in, from 1; 0 for the whole."""


class Link(int):
    """Number of another record; -1 for none."""


class CountedText(str):
    """A text whose length stands before it, which is how names are told from words of the format."""

    __slots__ = ()


Token = Link | CountedText | str | float | bool


@dataclass(frozen=True, kw_only=True)
class Record:
    """One record: its kind, its attributes' number and what follows."""

    kind: str
    attribute: int
    tokens: tuple[Token, ...]

    @property
    def links(self) -> list[int]:
        """Numbers of the records it refers to, in order."""
        return [token for token in self.tokens if isinstance(token, Link)]

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
    records: tuple[Record, ...]


_TOKEN = re.compile(r"@(\d{1,9}) |(\S+)")
_END = re.compile(r"End-of-(ACIS|ASM)-data|Begin-of-ACIS-History", re.IGNORECASE)


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
    records: list[Record] = []
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
            tokens.append(Link(_integer(word[1:])))
        else:
            tokens.append(word)
    if tokens:
        raise AcisError("is cut off in the middle of a record")
    return AcisData(version=version, millimetres=millimetres, complete=complete, records=tuple(records))


def _integer(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise AcisError(f'has "{word[:20]}" where a number should be') from None


def _sat_record(tokens: list[Token], version: int, number: int) -> Record:
    if tokens and isinstance(tokens[0], str) and re.fullmatch(r"-\d{1,12}", tokens[0]):
        if -int(tokens[0]) != number:
            raise AcisError(f"has record {tokens[0]} in the place of record -{number}")
        tokens = tokens[1:]
    return _record(tokens, version)


def _record(tokens: Sequence[Token], version: int) -> Record:
    head = 3 if version >= PATTERN_SINCE else 2
    if len(tokens) < head or not isinstance(tokens[0], str) or not isinstance(tokens[1], Link):
        raise AcisError("has a record without its kind and attributes")
    return Record(kind=str(tokens[0]), attribute=tokens[1], tokens=tuple(tokens[head:]))


def parse_sab(data: bytes) -> AcisData:
    """The records of SAB ``data``."""
    signature = next((mark for mark in _SIGNATURES if data.startswith(mark)), None)
    if signature is None:
        raise AcisError("is not ACIS binary data of a kind that can be read")
    try:
        return _SabReader(data, len(signature)).read()
    except (struct.error, IndexError):
        raise AcisError("is cut off in the middle of a record") from None


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
                found.append(Link(int(self.take("<i"))))
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
