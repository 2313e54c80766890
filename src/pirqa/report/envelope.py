"""A wall that has no stones yet: its elevation and its cross-sections."""

from __future__ import annotations

from collections.abc import Iterator

from pirqa.model.wall import Wall
from pirqa.report.figures.cross_section import draw_section
from pirqa.report.figures.zones import draw_zones
from pirqa.report.section import Figure, Row
from pirqa.report.words import Words
from pirqa.statics.result import DrawnFill

__all__ = ["envelope_figures"]

_MOST_SECTIONS = 3


def envelope_figures(wall: Wall, words: Words) -> tuple[Figure | Row, ...]:
    """The elevation where the wall's length is known, and a cross-section of each stretch, the first few."""
    sections = Row(figures=tuple(_sections(wall, words)))
    if wall.envelope.length is None:
        return (sections,)
    caption = words("envelope.elevation")
    return (Figure(svg=draw_zones(wall.envelope, words, name="zones"), caption=caption, alt=caption), sections)


def _sections(wall: Wall, words: Words) -> Iterator[Figure]:
    soil, base = wall.backfill, wall.support
    fill = None
    if soil is not None:
        fill = DrawnFill(
            height=soil.height, slope=soil.slope, water_level=soil.water_level, surcharge=soil.surcharge
        )  # fmt: skip
    for number, section in enumerate(wall.sections()[:_MOST_SECTIONS]):
        kind = "unknown" if base is None else base.kind
        svg = draw_section(section, fill, kind, None, words, name=f"section-{number + 1}")
        at = "" if section.station is None else words.number(section.station, 3)
        caption = words("envelope.section_at", station=at) if section.station else words("envelope.section")
        yield Figure(svg=svg, caption=caption, alt=caption)
