"""The survey stage on the page."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from pirqa.model.masonry import BASE
from pirqa.model.remark import Remark, RemarkKind
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.elevation import elevation_figure
from pirqa.report.figures.facade import metres
from pirqa.report.remarks import place_text, remark_text
from pirqa.report.section import Block, Cell, Column, Grid, Heading, Note, Section, Text, table
from pirqa.report.viewer.views import survey_viewer
from pirqa.report.words import Words
from pirqa.survey.result import SurveyResult

_MOST_STONES = 60
_MOST_JOINTS = 40
_ENDS = 15
"""Joints shown from either end where there are too many."""
_MOST_ALIKE = 8
"""Remarks of one key that are written out."""


def build(result: SurveyResult, assessment: Assessment, words: Words) -> Section:
    """The section of the survey stage."""
    blocks: list[Block] = []
    like = result.source.like
    if like:
        blocks.append(Note(text=words("survey.like", wall=words.get(f"value.{like}", like))))
    blocks += [
        Text(text=_source(result, words)),
        Text(text=_summary(result, words)),
        elevation_figure(result, words, name="elevation"),
        *survey_viewer(result.wall, assessment, words),
        *_hidden_leaves(result, words),
        Heading(text=words("survey.remarks_title")),
        *_remarks(result, words),
        Heading(text=words("survey.stones_title")),
        *_stones(result, words),
        Heading(text=words("survey.joints_title")),
        _joints(result, words),
    ]
    return Section(id="survey", title=words("survey.title"), blocks=tuple(blocks))


def _hidden_leaves(result: SurveyResult, words: Words) -> list[Block]:
    """The leaves behind the first, each by itself."""
    laid = [leaf.name for leaf in result.wall.envelope.leaves if leaf.stones]
    blocks: list[Block] = []
    for number, leaf in enumerate(laid[1:], start=2):
        wall = _stones_of(result.wall, leaf)
        if wall.stones:
            blocks.append(Text(text=words("survey.leaf", leaf=leaf, count=len(wall.stones))))
            blocks.append(elevation_figure(replace(result, wall=wall), words, name=f"elevation_{number}"))
    return blocks


def _stones_of(wall: Wall, zone: str) -> Wall:
    """``wall`` with nothing but the stones of ``zone``, called by their numbers alone: 3, not 3/infill."""
    short = {stone.name: stone.name.removesuffix(f"/{zone}") for stone in wall.stones if stone.zone == zone}
    kept = {**short, BASE: BASE}
    contacts = [one for one in wall.contacts if one.first in short and one.second in kept]
    return replace(
        wall,
        stones=tuple(replace(stone, name=short[stone.name]) for stone in wall.stones if stone.name in short),
        contacts=tuple(replace(one, first=short[one.first], second=kept[one.second]) for one in contacts),
        fixed=tuple(short[name] for name in wall.fixed if name in short),
        guided=tuple(short[name] for name in wall.guided if name in short),
        control_points=tuple(replace(one, stone=short[one.stone]) for one in wall.control_points if one.stone in short),
    )


def _source(result: SurveyResult, words: Words) -> str:
    source = result.source
    if not source.file:
        return words("survey.generated", seed="–" if source.seed is None else source.seed)
    name = words.get(f"value.{source.format}", source.format)
    return words("survey.from_file", file=source.file, format=name, digest=source.digest[:12] or "–")


def _summary(result: SurveyResult, words: Words) -> str:
    wall = result.wall
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones])
    length, depth, height = (words.typeset(metres(float(extent))) for extent in np.ptp(corners, axis=0))
    touching = [contact for contact in wall.contacts if contact.second != BASE]
    mass = float(np.sum(result.stones["mass"]))
    sentences = [
        words(
            "survey.summary",
            stones=len(wall.stones),
            seated=len(wall.base_stones),
            volume=words.number(sum(stone.volume for stone in wall.stones), 4),
            length=length,
            height=height,
            depth=depth,
        ),
        words("survey.summary_no_mass")
        if math.isnan(mass)
        else words("survey.summary_mass", mass=words.number(mass / 1e3, 4)),
        words(
            "survey.summary_pairs",
            pairs=len(touching),
            faces=sum(len(contact.faces) for contact in touching),
            area=words.number(sum(contact.area for contact in touching), 4),
        ),
    ]
    if result.area > 0.0:
        sentences.append(words("survey.summary_area", area=words.number(result.area, 4)))
    return " ".join(sentences)


def _remarks(result: SurveyResult, words: Words) -> list[Block]:
    """A table for each kind of remark, long rows of the same one cut."""
    grids: list[Block] = []
    for kind in get_args(RemarkKind):
        rows: list[tuple[Cell, ...]] = []
        alike: dict[str, list[Remark]] = {}
        for remark in result.of_kind(kind):
            alike.setdefault(remark.key, []).append(remark)
        for remarks in alike.values():
            rows += [
                (Cell(text=remark_text(remark, words)), Cell(text=place_text(remark, words)))
                for remark in remarks[:_MOST_ALIKE]
            ]
            if len(remarks) > _MOST_ALIKE:
                more = words("survey.more_remarks", count=len(remarks) - _MOST_ALIKE)
                rows.append((Cell(text=more), Cell(text="")))
        if rows:
            head = (words("column.what"), words("column.place"))
            grids.append(Grid(head=head, rows=tuple(rows), caption=words(f"survey.{kind}")))
    return grids or [Text(text=words("survey.no_remarks"))]


def _stones(result: SurveyResult, words: Words) -> list[Block]:
    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("column.stone", lambda row: row["stone"], strong=True),
        Column("column.zone", lambda row: words("survey.zone_whole") if row["zone"] == "wall" else row["zone"]),
        Column("column.material", lambda row: row["material"]),
        Column(
            "column.size", lambda row: f"{row['width']:.2f} × {row['height']:.2f} × {row['depth']:.2f}", number=True
        ),
        Column("column.volume", lambda row: row["volume"], digits=4),
        Column("column.mass", lambda row: row["mass"], unit="t", digits=4),
        Column("column.corners", lambda row: row["corners"]),
        Column("column.parts", lambda row: row["parts"]),
        Column("column.contacts", lambda row: row["contacts"]),
        Column(
            "column.thickness_from",
            lambda row: words.get(f"survey.from_{row['thickness_from']}", row["thickness_from"]),
        ),
    )
    blocks: list[Block] = [table(result.stones.rows()[:_MOST_STONES], columns, words, words("survey.stones"))]
    if len(result.stones) > _MOST_STONES:
        more = words("survey.more_rows", count=len(result.stones) - _MOST_STONES, file="stones.parquet")
        blocks.append(Text(text=more))
    return blocks


def _joints(result: SurveyResult, words: Words) -> Grid:
    rows = sorted(result.joints.rows(), key=lambda row: -row["area"])
    count = len(rows)
    caption = words("survey.joints")
    if count > _MOST_JOINTS:
        caption = words("survey.joints_some", large=_ENDS, small=_ENDS, count=count)
        dots = tuple(Cell(text="…", number=number > 0) for number in range(5))
        cells = [_joint(row, words) for row in rows[:_ENDS]]
        cells += [dots, *(_joint(row, words) for row in rows[-_ENDS:])]
    else:
        cells = [_joint(row, words) for row in rows]
    head = tuple(words(f"column.{name}") for name in ("pair", "faces", "area", "dip", "gap"))
    return Grid(head=head, rows=tuple(cells), caption=caption)


def _joint(row: dict[str, Any], words: Words) -> tuple[Cell, ...]:
    second = words("place.base") if row["second"] == BASE else row["second"]
    dip = math.degrees(math.acos(min(1.0, abs(row["normal_z"]))))
    return (
        Cell(text=f"{row['first']} – {second}", strong=True),
        Cell(text=str(row["faces"]), number=True),
        Cell(text=words.number(row["area"], 4), number=True),
        Cell(text=f"{dip:.0f}", number=True),
        # below a micrometre it is rounding, not a gap
        Cell(text=f"{row['gap'] * 1e3:.2g}" if row["gap"] > 1e-6 else "0", number=True),
    )
