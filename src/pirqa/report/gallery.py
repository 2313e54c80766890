"""Many assessments on one page: a card each, with its verdict and a picture, and the way to its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pirqa.project import Assessment
from pirqa.report.section import Figure, Row, Section
from pirqa.report.sections import BUILDERS
from pirqa.report.template import asset, environment
from pirqa.report.verdict import TONES, first_sentence
from pirqa.report.words import Words

__all__ = ["Failure", "render_gallery"]


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A project that could not be assessed."""

    name: str
    reason: str


def render_gallery(entries: Sequence[tuple[str, Assessment]], failures: Sequence[Failure], words: Words) -> str:
    """The page; ``entries`` are the way to each report from it, and what is in it."""
    cards = [
        {
            "href": href,
            "name": assessment.info.name,
            "description": assessment.info.description,
            "sentence": first_sentence(assessment.verdict, words),
            "states": [(item, TONES[item.state]) for item in assessment.verdict.limit_states],
            "picture": Markup(_picture(assessment, words)),
        }
        for href, assessment in entries
    ]
    page = environment(words).from_string(asset("gallery.html.j2"))
    return page.render(style=Markup(asset("page.css")), cards=cards, failures=failures)


def _picture(assessment: Assessment, words: Words) -> str:
    """The first drawing of the wall, or else the first chart, of the last stage that has one."""
    sections = [BUILDERS[name](result, assessment, words) for name, result in assessment.stages.items()]
    figures = [figure for section in reversed(sections) for figure in _figures(section)]
    drawings = [figure for figure in figures if not getattr(figure.svg, "data", "")]
    return next((figure.svg for figure in (*drawings, *figures)), "")


def _figures(section: Section) -> Iterator[Figure]:
    for block in section.blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Row):
            yield from block.figures
