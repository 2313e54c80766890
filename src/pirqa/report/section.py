"""The contract between a stage's result and the page: a section is a title and blocks, nothing about HTML.

A table is made of one row an item and one ``Column`` for each of its numbers: heading, unit and value stand together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pirqa.report.viewer.scene import Scene
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

Item = TypeVar("Item")

_IN_UNIT: dict[str, Callable[[float], float]] = {
    "": lambda value: value,
    "ms": lambda value: 1e3 * value,
    "%": lambda value: 100.0 * value,
    "km": lambda value: value / 1e3,
    "t": lambda value: value / 1e3,
    "kN": lambda value: value / 1e3,
    "kN/m": lambda value: value / 1e3,
    "kJ": lambda value: value / 1e3,
    "kPa": lambda value: value / 1e3,
    "MN/m": lambda value: value / 1e6,
    "g": lambda value: value / STANDARD_GRAVITY,
    "deg": math.degrees,
}
"""What a unit of the page makes of a value in SI units; ``mm`` is of ``Words.millimetres``."""


@dataclass(frozen=True, kw_only=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Note:
    """A remark that must not be overlooked."""

    text: str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A drawing: inline SVG, what it shows, and words for those who cannot see it."""

    svg: str
    caption: str
    alt: str
    paper: bool = False
    """Whether it stands only on paper, in place of what the screen shows."""


def figure(svg: str, key: str, words: Words, **values: object) -> Figure:
    """Return a drawing with the words of ``key`` below it and those of ``key_alt`` in place of it."""
    return Figure(svg=svg, caption=words(key, **values), alt=words(f"{key}_alt", **values))


@dataclass(frozen=True, kw_only=True)
class Row:
    """Figures side by side, for comparison."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell of a table."""

    text: str
    number: bool = False
    strong: bool = False
    tone: str = ""
    """``good``, ``bad``, ``unsure`` or nothing."""
    small: str = ""
    """A remark below the text."""


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A table."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Column(Generic[Item]):
    """A column of a table: its heading, and what it shows of an item.

    A text stands as it is; a number in SI units is shown in ``unit`` to ``digits`` significant digits or, where one is
    given, by ``form`` (``"{:+.1f} %"``, a dash if not finite); a count in full; None as a dash; a ``Cell`` as it is.
    """

    head: str
    """Key of the heading's words."""
    value: Callable[[Item], str | float | Cell | None]
    unit: str = ""
    digits: int = 3
    form: str = ""
    title: str = ""
    """Heading that is no word of the report, such as the name of a model."""
    number: bool = False
    """Texts are numbers too, and stand to the right."""
    strong: bool | Callable[[Item], bool] = False
    tone: Callable[[Item], str] | None = None
    small: Callable[[Item], str] | None = None

    def heading(self, words: Words) -> str:
        """Return the heading."""
        return self.title or (words(self.head) if self.head else "")

    def cell(self, item: Item, words: Words) -> Cell:
        """Return what the column shows of ``item``."""
        value = self.value(item)
        if isinstance(value, Cell):
            return value
        return Cell(
            text=self._text(value, words),
            number=self.number or not isinstance(value, str),
            strong=self.strong(item) if callable(self.strong) else self.strong,
            tone=self.tone(item) if self.tone else "",
            small=self.small(item) if self.small else "",
        )

    def _text(self, value: str | float | None, words: Words) -> str:
        if isinstance(value, str):
            return value
        if value is None:
            return "–"
        if isinstance(value, int) and not self.unit and not self.form:
            return str(value)
        if self.unit == "mm" and not self.form:
            return words.millimetres(float(value), self.digits)
        if self.form and not math.isfinite(value):
            return "–"
        shown = 1e3 * float(value) if self.unit == "mm" else _IN_UNIT[self.unit](float(value))
        return words.typeset(self.form.format(shown)) if self.form else words.number(shown, self.digits)


def table(items: Iterable[Item], columns: Sequence[Column[Item]], words: Words, caption: str = "") -> Grid:
    """Return the table with a row for each item."""
    rows = tuple(tuple(column.cell(item, words) for column in columns) for item in items)
    return Grid(head=tuple(column.heading(words) for column in columns), rows=rows, caption=caption)


def once(texts: Iterable[str]) -> list[str]:
    """Return ``texts`` with those left empty that repeat the one before: what rows of a table have in common."""
    given = list(texts)
    return ["" if number and text == given[number - 1] else text for number, text in enumerate(given)]


@dataclass(frozen=True, kw_only=True, eq=False)
class Viewer:
    """The wall in three dimensions, to be turned and played."""

    id: str
    """Its own on the page."""
    scene: Scene
    caption: str


Block = Text | Heading | Note | Figure | Row | Grid | Viewer


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the report."""

    id: str
    title: str
    blocks: tuple[Block, ...]


class _Printed(Protocol):
    @property
    def source(self) -> str: ...
    @property
    def note(self) -> str: ...


def sources_and_notes(printed: Sequence[_Printed], words: Words) -> list[Block]:
    """Return where printed values come from, and what is noted to them; each once."""
    sources = dict.fromkeys(words("oma.printed_source", source=item.source) for item in printed)
    notes = dict.fromkeys(item.note for item in printed if item.note)
    return [Text(text=text) for text in (*sources, *notes)]
