"""The isolation stage on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pirqa.project import Assessment
from pirqa.report.figures.isolation import draw_drift, draw_through, main_way
from pirqa.report.names import corner_name
from pirqa.report.remarks import remark_text
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Section, Text
from pirqa.report.words import Words
from pirqa.shaking.isolation import IsolationResult
from pirqa.shaking.isolation.result import groups_of
from pirqa.shaking.isolation.stage import run_title
from pirqa.units import STANDARD_GRAVITY

__all__ = ["build"]

_MOST_DRAWN = 4
"""Motions whose drift is drawn."""
_MOST_BARS = 10
"""Motions whose accelerations are drawn."""
_ORDER = ("saves", "helps", "little", "idle", "depends", "harms", "loses", "fails", "unsound")
_TONES = {
    "saves": "good",
    "helps": "good",
    "depends": "unsure",
    "harms": "bad",
    "loses": "bad",
    "fails": "bad",
    "unsound": "unsure",
}
_ORIGINS = {"joints": "unsure", "wall": "bad", "unclear": "unsure"}
_COLUMNS = (
    "motion", "bed", "through", "pressed", "drift", "drift_lasting", "block", "top", "top_lasting", "effect",
)  # fmt: skip


def build(result: IsolationResult, assessment: Assessment, words: Words) -> Section:
    """The section of the isolation stage."""
    rows = result.table.rows()
    beds = {row["bed"]: _bed(row, words) for row in rows}
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(_run(row, words), []).append(row)
    blocks: list[Block] = [Text(text=words("isolation.intro"))]
    blocks += [Text(text=_told(result, rows, bed, name, words)) for bed, name in beds.items() if bed != "fixed"]
    shown = dict(list(groups.items())[:_MOST_BARS])
    blocks.append(
        Figure(
            svg=draw_through(shown, beds, result.rocking, words),
            caption=words("isolation.bars"),
            alt=words("isolation.bars_alt"),
        )
    )
    blocks.append(_table(groups, beds, words))
    blocks += _stiffer(result, rows, beds, words)
    blocks += _drifts(result, rows, beds, words)
    blocks += _remarks(result, rows, beds, words)
    blocks += [Heading(text=words("isolation.limits_title")), Text(text=words("isolation.limits"))]
    return Section(id="isolation", title=words("isolation.title"), blocks=tuple(blocks))


def _bed(row: Mapping[str, Any], words: Words) -> str:
    return words(f"isolation.bed_{row['kind']}", coefficient=words.typeset(f"{row['coefficient']:.3g}"))


def _run(row: Mapping[str, Any], words: Words) -> str:
    level = words.typeset(f"{row['level'] / STANDARD_GRAVITY:.3g}")
    name = words("isolation.run", motion=row["motion"], level=level)
    return f"{name} ({corner_name(row['case'], words)})" if row["case"] else name


def _millimetres(value: float, words: Words) -> str:
    return "0" if abs(value) < 1e-5 else words.number(1e3 * value, 3)


def _told(result: IsolationResult, rows: list[dict[str, Any]], bed: str, name: str, words: Words) -> str:
    """Where one bed helps and where it does not."""
    mine = [row for row in rows if row["bed"] == bed]
    coefficient = float(mine[0]["coefficient"])
    parts = [words("isolation.gives_way", bed=name, coefficient=words.typeset(f"{coefficient:.3g}"))]
    order = "slides_first" if coefficient < result.rocking else "rocks_first"
    parts.append(words(f"isolation.{order}", rocking=words.number(result.rocking, 3)))
    for effect in _ORDER:
        found = [row for row in mine if row["effect"] == effect]
        if found:
            drift = _millimetres(max(row["drift_peak"] for row in found), words)
            runs = "; ".join(_run(row, words) for row in found)
            parts.append(words(f"isolation.told_{effect}", runs=runs, drift=drift))
    return " ".join(parts)


def _table(groups: Mapping[str, list[dict[str, Any]]], beds: Mapping[str, str], words: Words) -> Grid:
    shown = []
    for group, rows in groups.items():
        for number, row in enumerate(rows):
            outcome = words(f"dynamics.outcome_{row['outcome']}")
            block = _millimetres(row["block_peak"], words) if row["block_peak"] == row["block_peak"] else "–"
            lasting = (
                "" if block == "–" else words("isolation.of_block", value=_millimetres(row["block_residual"], words))
            )
            still, stands = row["kind"] == "fixed", row["outcome"] == "none"
            shown.append(
                (
                    Cell(text=group if number == 0 else "", strong=True),
                    Cell(text=beds[row["bed"]], small=outcome, tone="" if stands else "bad"),
                    Cell(text=words.number(row["transmitted"] / STANDARD_GRAVITY, 3), number=True, strong=True),
                    Cell(text=words.number(row["pressed"], 3), number=True),
                    Cell(text="–" if still else _millimetres(row["drift_peak"], words), number=True),
                    Cell(text="–" if still else _millimetres(row["drift_residual"], words), number=True),
                    Cell(text=block, number=True, small=lasting),
                    Cell(text=_millimetres(row["top_peak"], words) if stands else "–", number=True),
                    Cell(text=_millimetres(row["top_residual"], words) if stands else "–", number=True),
                    Cell(text=words(f"isolation.effect_{row['effect']}"), tone=_TONES.get(row["effect"], "")),
                )
            )
    head = tuple(words(f"isolation.column_{name}") for name in _COLUMNS)
    return Grid(head=head, rows=tuple(shown), caption=words("isolation.table"))


def _stiffer(
    result: IsolationResult, rows: list[dict[str, Any]], beds: Mapping[str, str], words: Words
) -> Iterable[Block]:
    """Yield residual displacements with the joints as given and with stiffer ones, next to each other."""
    groups = groups_of(result.stiffer)
    if not groups:
        return
    softest = next(iter(groups.values()))[0]
    yield Heading(text=words("isolation.stiffer_title"))
    intro = words(
        "isolation.stiffer_intro",
        rocking=words.number(result.rocking, 3),
        limit=words.typeset(f"{1e3 * result.residual_limit:.3g}"),
        stiffness=words.number(softest["normal_stiffness"] / softest["factor"], 2),
    )
    origins = Counter(rows[number]["origin"] for number in groups)
    told = [
        words(f"isolation.stiffer_{origin}", count=origins[origin], total=len(groups))
        for origin in ("wall", "unclear", "joints")
        if origins[origin] == len(groups) or (origins[origin] and origin != "joints")
    ]
    yield Text(text=" ".join([intro, *told]))
    factors = [item["factor"] for item in next(iter(groups.values()))]
    head = (
        words("isolation.column_motion"),
        words("isolation.column_bed"),
        words("isolation.column_given"),
        *(words("isolation.column_stiffer", factor=f"{factor:g}") for factor in factors),
        words("isolation.column_origin"),
    )
    shown = [
        (
            Cell(text=_run(rows[number], words), strong=True),
            Cell(text=beds[rows[number]["bed"]]),
            _left(rows[number], words),
            *(_left(item, words) for item in found),
            Cell(text=words(f"isolation.origin_{rows[number]['origin']}"), tone=_ORIGINS[rows[number]["origin"]]),
        )
        for number, found in groups.items()
    ]
    yield Grid(head=head, rows=tuple(shown), caption=words("isolation.stiffer_table"))


def _left(row: Mapping[str, Any], words: Words) -> Cell:
    if not row["reliable"]:
        return Cell(text="–", small=words("isolation.effect_unsound"), number=True, tone="unsure")
    if row["outcome"] != "none":
        return Cell(text="–", small=words(f"dynamics.outcome_{row['outcome']}"), number=True, tone="bad")
    text = _millimetres(row["residual"], words)
    stone = "" if text == "0" else words("dynamics.stone", name=row["residual_stone"])
    return Cell(text=text, small=stone, number=True)


def _drifts(
    result: IsolationResult, rows: list[dict[str, Any]], beds: Mapping[str, str], words: Words
) -> Iterable[Block]:
    groups: dict[str, dict[int, str]] = {}
    for number, row in enumerate(rows):
        if row["kind"] != "fixed":
            groups.setdefault(_run(row, words), {})[number] = row["bed"]
    way = main_way(result.histories)
    for number, (run, runs) in enumerate(list(groups.items())[:_MOST_DRAWN], 1):
        svg = draw_drift(runs, result.histories, beds, words, way=way, name=f"isolation-drift-{number}")
        caption = words("isolation.drift", run=run, direction=words(f"direction.{way}"))
        yield Figure(svg=svg, caption=caption, alt=words("isolation.drift_alt", run=run))
    if len(groups) > _MOST_DRAWN:
        yield Text(text=words("isolation.more_runs", count=len(groups) - _MOST_DRAWN))


def _remarks(
    result: IsolationResult, rows: list[dict[str, Any]], beds: Mapping[str, str], words: Words
) -> Iterable[Block]:
    names = {run_title(row): f"{_run(row, words)}, {beds[row['bed']]}" for row in rows} | dict(beds)
    order = {"warning": 0, "assumption": 1, "repair": 2}
    told = sorted(result.remarks, key=lambda remark: order[remark.kind])
    cells = tuple(
        (
            Cell(text=words(f"remark_kind.{remark.kind}"), tone="unsure" if remark.kind == "warning" else ""),
            Cell(text=remark_text(replace(remark, text=names.get(remark.text, remark.text)), words)),
        )
        for remark in told
    )
    if cells:
        head = (words("column.kind"), words("column.what"))
        yield Grid(head=head, rows=cells, caption=words("isolation.remarks"))
