"""Pages of many walls: of a screening, the worst walls first with two figures, and of many reports, a card each."""

from __future__ import annotations

import base64
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pirqa.codes.screening import URGENCIES, ScreeningResult
from pirqa.codes.screening.result import ranked_csv, table_parquet
from pirqa.codes.screening.walls import BadCell
from pirqa.errors import ResultsError
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.project import Assessment
from pirqa.project.origins import InputRow
from pirqa.project.site_file import Site
from pirqa.provenance import Run
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, to_svg
from pirqa.report.page import inputs_grid, run_text
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Column, Figure, Grid, Note, Row, Section, Text, table
from pirqa.report.sections import build_section
from pirqa.report.template import asset, environment, macros
from pirqa.report.verdict import TONES, first_sentence, is_thin, ladders_of, state_words
from pirqa.report.words import Words, load_words
from pirqa.version import __version__

FILES = ("screening.html", "results.csv", "results.parquet", "checks.parquet")
"""What a screening writes: the page last."""
_MOST_ROWS = 1000
_MOST_POINTS = 2000
"""Walls above which a picture does not carry its numbers: the table that can be downloaded has them."""
URGENCY_TONES = {"look_first": "bad", "look_next": "unsure", "no_sign": "none"}
"""Tones of the classes: a screening gives no verdict, so none is green."""
URGENCY_COLOURS = {"look_first": COLOURS["orange"], "look_next": COLOURS["amber"], "no_sign": COLOURS["blue"]}
_MARKS = {"look_first": "^", "look_next": "s", "no_sign": "o"}
_MANY = 2000
"""Points above which they are drawn as one picture, not each as a shape of its own."""
_LEAST, _MOST = 0.05, 20.0
"""Ratios beyond are drawn at these ends."""


@dataclass(frozen=True, kw_only=True)
class TableSource:
    """Where the walls come from."""

    file: str
    digest: str
    run: Run


def write_screening(result: ScreeningResult, site: Site, source: TableSource, folder: Path, *, language: str) -> Path:
    """Write tables and page into ``folder``; everything is made before the first file is replaced."""
    page = render_screening(result, site, source, load_words(language))
    tables = {
        "results.csv": ranked_csv(result).encode(),
        "results.parquet": table_parquet(result.walls),
        "checks.parquet": table_parquet(result.checks),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder}: cannot be made: {error.strerror or error}; choose another folder") from error
    for name, data in tables.items():
        write_bytes_whole(folder / name, data)
    write_text_whole(folder / FILES[0], page)
    return folder / FILES[0]


def render_screening(result: ScreeningResult, site: Site, source: TableSource, words: Words) -> str:
    """The page as one HTML file that needs nothing else."""
    name = Path(source.file).name
    return (
        environment(words)
        .from_string(macros() + asset("screening.html.j2"))
        .render(
            style=Markup(asset("page.css") + asset("screening.css")),
            info=site.info,
            title=site.info.name or name,
            sentence=sentence(result, words),
            counts=[(urgency, count, URGENCY_COLOURS[urgency]) for urgency, count in result.counts.items()],
            warnings=[remark_text(item, words) for item in result.remarks if item.kind == "warning"],
            sections=_sections(result, site, words),
            csv=base64.b64encode(ranked_csv(result).encode()).decode(),
            download=f"{Path(name).stem}-screening.csv",
            provenance=_provenance(site, source, words),
            version=__version__,
            file=name,
        )
    )


def sentence(result: ScreeningResult, words: Words) -> str:
    """Return the number of walls with each sign in plain words, and that this is no verdict."""
    parts = [
        words(f"screening.part_{sign}{'_one' if count == 1 else ''}", count=count)
        for sign, count in result.counts_of_signs.items()
        if count
    ]
    total = len(result.walls)
    head = words("screening.sentence_one" if total == 1 else "screening.sentence", total=total)
    # the parts have commas of their own
    told = f"; {words('screening.and')} ".join(part for part in ("; ".join(parts[:-1]), parts[-1]) if part)
    return f"{head} {told}. {words('screening.no_verdict')}"


def _sections(result: ScreeningResult, site: Site, words: Words) -> list[Section]:
    figures: tuple[Block, ...] = (
        Figure(
            svg=_with_data(draw_ratios(result, words), result),
            caption=words("screening.ratios_caption"),
            alt=words("screening.ratios_alt"),
        ),
        Figure(
            svg=_with_data(draw_sizes(result, words), result),
            caption=words("screening.sizes_caption"),
            alt=words("screening.sizes_alt"),
        ),
    )
    sections = [
        Section(id="pictures", title=words("screening.pictures"), blocks=figures),
        Section(id="ranking", title=words("screening.ranking"), blocks=_ranking(result, words)),
    ]
    if result.skipped:
        sections.append(Section(id="skipped", title=words("screening.skipped"), blocks=(_skipped(result, words),)))
    return [
        *sections,
        Section(id="method", title=words("screening.method"), blocks=_method(result, words)),
        Section(id="inputs", title=words("page.inputs"), blocks=(inputs_grid(_inputs(result, site), words),)),
    ]


def _inputs(result: ScreeningResult, site: Site) -> tuple[InputRow, ...]:
    """Those that do something here."""
    filled = any(item.key == "walls_filled" for item in result.remarks)
    return tuple(row for row in site.inputs if filled or row.key != "screening.fill_thrust" or row.status != "default")


def _with_data(svg: str, result: ScreeningResult) -> str:
    return svg if len(result.walls) <= _MOST_POINTS else str(svg)


def _ranking(result: ScreeningResult, words: Words) -> tuple[Block, ...]:
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("screening.column_rank", lambda row: str(row["rank"]), number=True),
        Column(
            "screening.column_wall",
            lambda row: row["name"],
            strong=True,
            small=lambda row: words("screening.row", row=row["row"]),
        ),
        Column("screening.column_height", lambda row: row["height"]),
        Column("screening.column_thickness", lambda row: row["thickness"]),
        Column("screening.column_mechanism", lambda row: _mechanism(row, words)),
        Column("screening.column_multiplier", lambda row: row["multiplier"]),
        Column("screening.column_ultimate", lambda row: row["ultimate_displacement"]),
        *(_ratio(name, words) for name in ("start", "acceleration", "displacement")),
        Column(
            "screening.column_urgency",
            lambda row: words(f"screening.urgency_{row['urgency']}"),
            strong=True,
            tone=lambda row: URGENCY_TONES[row["urgency"]],
        ),
        Column("screening.column_sign", lambda row: _sign(row, words)),
    )
    grid = table(result.walls.rows()[:_MOST_ROWS], columns, words)
    more = len(result.walls) - _MOST_ROWS
    note = (Note(text=words("screening.more_rows", shown=_MOST_ROWS, more=more)),) if more > 0 else ()
    return (Text(text=words("screening.ranking_text")), *note, grid)


def _ratio(name: str, words: Words) -> Column[dict[str, Any]]:
    return Column(
        f"screening.column_{name}",
        lambda row: words.factor(row[f"{name}_ratio"]),
        number=True,
        tone=lambda row: "bad" if row[f"{name}_ratio"] < 1.0 else "",
    )


def _sign(row: dict[str, Any], words: Words) -> str:
    """Return the gravest sign of a wall and its open questions."""
    sign = "" if row["sign"] == "open" else words(f"screening.sign_{row['sign']}")
    questions = ", ".join(words(f"screening.question_{name}") for name in row["not_judged"].split())
    return "; ".join(part for part in (sign, questions and words("screening.open", questions=questions)) if part)


def _mechanism(row: dict[str, Any], words: Words) -> str:
    return words(f"screening.mechanism_{row['mechanism'].replace('.', '_')}", level=words.number(row["level"]))


def _skipped(result: ScreeningResult, words: Words) -> Grid:
    columns: tuple[Column[BadCell], ...] = (
        Column("screening.column_row", lambda cell: str(cell.row), number=True),
        Column("screening.column_wall", lambda cell: cell.wall),
        Column("screening.column_cell", lambda cell: cell.column),
        Column("screening.column_reason", lambda cell: cell.reason),
    )
    return table(result.skipped, columns, words)


def _method(result: ScreeningResult, words: Words) -> tuple[Block, ...]:
    methods = [method.partition(".") for method in result.methods]
    named = "; ".join(
        words(
            "screening.method_pair",
            rule=words(f"screening.rule_{rule}"),
            spectrum=words.get(f"code.{spectrum}", spectrum),
        )
        for rule, _, spectrum in methods
    )
    told = [remark_text(item, words) for item in result.remarks if item.kind != "warning"]
    return (
        Text(text=words("screening.method_mechanisms")),
        Text(text=words("screening.method_rules", methods=named)),
        Text(text=words("screening.method_urgency")),
        Note(text=words("screening.method_unofficial")),
        *(Text(text=text) for text in told),
        Text(text=words("screening.method_left_out")),
    )


def _provenance(site: Site, source: TableSource, words: Words) -> list[tuple[str, str]]:
    return [
        (words("screening.table_file"), source.file),
        (words("screening.table_digest"), source.digest),
        (words("screening.site_file"), site.file or "–"),
        (words("provenance.version"), __version__),
        (words("provenance.python"), f"{platform.python_version()}, {metadata.version('numpy')}"),
        (words("provenance.run"), run_text(source.run, words)),
    ]


def draw_ratios(result: ScreeningResult, words: Words) -> str:
    """The lowest ratio of each wall in acceleration and in displacement, each sorted by itself."""
    with drawing(WIDTH, 3.0) as figure:
        axes = figure.add_subplot()
        for measure, colour, line in (("acceleration", "blue", "-"), ("displacement", "orange", (0, (4, 1.5)))):
            ratios = result.walls[f"{measure}_ratio"]
            ratios = np.sort(np.clip(ratios[~np.isnan(ratios)], _LEAST, _MOST))
            if len(ratios):
                place = 100.0 * (np.arange(len(ratios)) + 0.5) / len(ratios)
                axes.step(
                    np.concatenate([[0.0], place, [100.0]]),
                    np.concatenate([ratios[:1], ratios, ratios[-1:]]),
                    where="mid",
                    color=COLOURS[colour],
                    linestyle=line,
                    label=words(f"screening.ratio_{measure}"),
                )
        axes.axhline(1.0, color=INK, linewidth=1.0)
        axes.set_yscale("log")
        _plain_log(axes)
        axes.set_xlim(0.0, 100.0)
        axes.set_xlabel(words("screening.axis_share"))
        axes.set_ylabel(words("screening.axis_ratio"))
        axes.legend(loc="upper left")
        return to_svg(figure, "screening-ratios")


def draw_sizes(result: ScreeningResult, words: Words) -> str:
    """Height against thickness, the urgency as colour and shape."""
    urgency, many = result.walls["urgency"], len(result.walls) > _MANY
    with drawing(WIDTH, 3.9) as figure:
        axes = figure.add_subplot()
        for name in reversed(URGENCIES):  # the most urgent on top
            mine = urgency == name
            if mine.any():
                axes.scatter(
                    result.walls["thickness"][mine],
                    result.walls["height"][mine],
                    s=9 if many else 30,
                    marker=_MARKS[name],
                    color=URGENCY_COLOURS[name],
                    edgecolors="#ffffff",
                    linewidths=0.0 if many else 0.5,
                    label=f"{words(f'screening.urgency_{name}')} ({int(mine.sum())})",
                    rasterized=many,
                )
        axes.set_xlim(left=0.0)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("screening.axis_thickness"))
        axes.set_ylabel(words("screening.axis_height"))
        axes.xaxis.set_major_locator(MaxNLocator(8))
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles[::-1], labels[::-1], loc="outside upper left", ncols=5)
        return to_svg(figure, "screening-sizes")


def _plain_log(axes: Axes) -> None:
    """0.2, 0.5, 1, 2 … and not powers of ten."""
    low, high = axes.get_ylim()
    ticks = [value for value in (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0) if low <= value <= high]
    axes.set_yticks(sorted({*ticks, 1.0}))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.minorticks_off()


# -- gallery -----------------------------------------------------------------------------------------------------------


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
            (f"{words(f'screening.urgency_{urgency}')}: {count}", URGENCY_TONES[urgency])
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
