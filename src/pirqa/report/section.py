"""The contract between a stage's result and the page: a section is a title and blocks, nothing about HTML."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.report.viewer.scene import Scene

__all__ = ["Block", "Cell", "Figure", "Grid", "Heading", "Note", "Row", "Section", "Text", "Viewer"]


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
