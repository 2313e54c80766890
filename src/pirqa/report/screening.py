"""The page of a screening: walls of each class of urgency, the worst first, with its two figures."""

from __future__ import annotations

import base64
import math
import platform
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
from pirqa.errors import ResultsError
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.project.origins import InputRow
from pirqa.project.site_file import Site
from pirqa.provenance import Run
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, to_svg
from pirqa.report.page import inputs_grid
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Note, Section, Text
from pirqa.report.template import asset, environment, macros
from pirqa.report.words import Words, load_words
from pirqa.version import __version__

FILES = ("screening.html", "results.csv", "results.parquet", "checks.parquet")
"""What a screening writes: the page last."""
_MOST_ROWS = 1000
_MOST_POINTS = 2000
"""Walls above which a picture does not carry its numbers: the table that can be downloaded has them."""
TONES = {"look_first": "bad", "look_next": "unsure", "no_sign": "none"}
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
    rows = [_wall_row(row, words) for row in result.walls.rows()[:_MOST_ROWS]]
    names = (
        "rank",
        "wall",
        "height",
        "thickness",
        "mechanism",
        "multiplier",
        "ultimate",
        "start",
        "acceleration",
        "displacement",
        "urgency",
        "sign",
    )
    grid = Grid(head=tuple(words(f"screening.column_{name}") for name in names), rows=tuple(rows))
    more = len(result.walls) - _MOST_ROWS
    note = (Note(text=words("screening.more_rows", shown=_MOST_ROWS, more=more)),) if more > 0 else ()
    return (Text(text=words("screening.ranking_text")), *note, grid)


def _wall_row(row: dict[str, Any], words: Words) -> tuple[Cell, ...]:
    return (
        Cell(text=str(row["rank"]), number=True),
        Cell(text=row["name"], strong=True, small=words("screening.row", row=row["row"])),
        _number(row["height"], words),
        _number(row["thickness"], words),
        Cell(text=_mechanism(row, words)),
        _number(row["multiplier"], words),
        _number(row["ultimate_displacement"], words),
        _ratio(row["start_ratio"], words),
        _ratio(row["acceleration_ratio"], words),
        _ratio(row["displacement_ratio"], words),
        Cell(text=words(f"screening.urgency_{row['urgency']}"), strong=True, tone=TONES[row["urgency"]]),
        Cell(text=_sign(row, words)),
    )


def _sign(row: dict[str, Any], words: Words) -> str:
    """Return the gravest sign of a wall and its open questions."""
    sign = "" if row["sign"] == "open" else words(f"screening.sign_{row['sign']}")
    questions = ", ".join(words(f"screening.question_{name}") for name in row["not_judged"].split())
    return "; ".join(part for part in (sign, questions and words("screening.open", questions=questions)) if part)


def _mechanism(row: dict[str, Any], words: Words) -> str:
    return words(f"screening.mechanism_{row['mechanism'].replace('.', '_')}", level=words.number(row["level"]))


def _number(value: float, words: Words) -> Cell:
    return Cell(text="–" if math.isnan(value) else words.number(value), number=True)


def _ratio(value: float, words: Words) -> Cell:
    if math.isnan(value):
        return Cell(text="–", number=True)
    return Cell(text=words.factor(value), number=True, tone="" if value >= 1.0 else "bad")


def _skipped(result: ScreeningResult, words: Words) -> Grid:
    return Grid(
        head=tuple(words(f"screening.column_{name}") for name in ("row", "wall", "cell", "reason")),
        rows=tuple(
            (
                Cell(text=str(cell.row), number=True),
                Cell(text=cell.wall),
                Cell(text=cell.column),
                Cell(text=cell.reason),
            )
            for cell in result.skipped
        ),
    )


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
    run = words(
        "provenance.run_value",
        started=source.run.started,
        host=source.run.host,
        duration=f"{source.run.duration:.3g}",
    )
    return [
        (words("screening.table_file"), source.file),
        (words("screening.table_digest"), source.digest),
        (words("screening.site_file"), site.file or "–"),
        (words("provenance.version"), __version__),
        (words("provenance.python"), f"{platform.python_version()}, {metadata.version('numpy')}"),
        (words("provenance.run"), run),
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
