"""Many assessments on one page: a card each, with its verdict and a picture, and the way to its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from pirqa.codes.screening import ScreeningResult
from pirqa.project import Assessment
from pirqa.project.site_file import Site
from pirqa.report.screening import TONES as SCREENING_TONES
from pirqa.report.screening import draw_sizes, sentence
from pirqa.report.section import Figure, Row, Section
from pirqa.report.sections import build_section
from pirqa.report.template import asset, environment
from pirqa.report.verdict import TONES, first_sentence, is_thin, ladders_of, state_words
from pirqa.report.words import Words


@dataclass(frozen=True, kw_only=True)
class Card:
    """What the page tells of one report."""

    href: str
    """The way to the report from the page."""
    name: str
    sentence: str
    states: tuple[tuple[str, str], ...]
    """Short verdicts, each with its tone."""
    picture: Markup


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A project that could not be assessed."""

    name: str
    reason: str


def render_gallery(cards: Sequence[Card], failures: Sequence[Failure], words: Words) -> str:
    """The page."""
    page = environment(words).from_string(asset("gallery.html.j2"))
    return page.render(style=Markup(asset("page.css")), cards=cards, failures=failures)


def wall_card(href: str, assessment: Assessment, words: Words) -> Card:
    """The card of one wall."""
    judged = [item for item in assessment.verdict.limit_states if item.state != "not_assessed"]
    return Card(
        href=href,
        name=assessment.info.name,
        sentence=first_sentence(assessment.verdict, words, ladders_of(assessment)),
        states=tuple(
            (
                f"{words(f'card.{item.limit_state}')}: {state_words(item, words)}",
                "unsure" if is_thin(item) else TONES[item.state],
            )
            for item in judged
        ),
        picture=Markup(_picture(assessment, words)),
    )


def screening_card(href: str, result: ScreeningResult, site: Site, name: str, words: Words) -> Card:
    """The card of a table of walls; ``name`` where its site has none."""
    return Card(
        href=href,
        name=site.info.name or name,
        sentence=sentence(result, words),
        states=tuple(
            (f"{words(f'screening.urgency_{urgency}')}: {count}", SCREENING_TONES[urgency])
            for urgency, count in result.counts.items()
            if count
        ),
        picture=Markup(draw_sizes(result, words)),
    )


def _picture(assessment: Assessment, words: Words) -> str:
    """The first drawing of the wall, or else the first chart, of the last stage that has one."""
    sections = [build_section(name, result, assessment, words) for name, result in assessment.stages.items()]
    figures = [figure for section in reversed(sections) for figure in _figures(section)]
    drawings = [figure for figure in figures if not getattr(figure.svg, "data", "")]
    return next((figure.svg for figure in (*drawings, *figures)), "")


def _figures(section: Section) -> Iterator[Figure]:
    for block in section.blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Row):
            yield from block.figures
