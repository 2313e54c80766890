"""The isolation stage on the page: accelerations and drifts on each bed, and their figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pirqa.experiments.isolation.result import IsolationResult, groups_of
from pirqa.experiments.isolation.stage import run_title
from pirqa.model.remark import Table
from pirqa.project import Assessment
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import ABOVE_LEFT, COLOURS, CYCLE, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.names import corner_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Section, Text, figure, table
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

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
_FIXED = {"color": COLOURS["stone_edge"]}
_SLIDING, _ROLLING = 1, (0, 2, 3, 5, 4)
"""Which colour and sign of the house a bed has."""
_HATCHES = ("|||", "////", "....", "xxxx", "\\\\\\\\", "++++")
"""What tells bars apart in grey print."""
_WAYS = ("across", "along")


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
    blocks.append(figure(draw_through(shown, beds, result.rocking, words), "isolation.bars", words))
    blocks.append(_table(groups, beds, words))
    blocks += _stiffer(result, rows, beds, words)
    blocks += _drifts(result, rows, beds, words)
    names = {run_title(row): f"{_run(row, words)}, {beds[row['bed']]}" for row in rows} | beds
    blocks += remarks_table(result.remarks, words, names=names, caption="isolation.remarks")
    blocks += [Heading(text=words("isolation.limits_title")), Text(text=words("isolation.limits"))]
    return Section(id="isolation", title=words("isolation.title"), blocks=tuple(blocks))


def _bed(row: Mapping[str, Any], words: Words) -> str:
    return words(f"isolation.bed_{row['kind']}", coefficient=words.typeset(f"{row['coefficient']:.3g}"))


def _run(row: Mapping[str, Any], words: Words) -> str:
    level = words.typeset(f"{row['level'] / STANDARD_GRAVITY:.3g}")
    name = words("isolation.run", motion=row["motion"], level=level)
    return f"{name} ({corner_name(row['case'], words)})" if row["case"] else name


def _millimetres(value: float, words: Words) -> str:
    """Return a length in millimetres; below a hundredth of one the runs do not differ."""
    return words.millimetres(value, least=1e-5)


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
    rows = [
        row | {"group": group if number == 0 else "", "stands": row["outcome"] == "none"}
        for group, mine in groups.items()
        for number, row in enumerate(mine)
    ]

    def drift(name: str) -> Callable[[dict[str, Any]], str]:
        return lambda row: "–" if row["kind"] == "fixed" else _millimetres(row[name], words)

    def top(name: str) -> Callable[[dict[str, Any]], str]:
        return lambda row: _millimetres(row[name], words) if row["stands"] else "–"

    def block(row: dict[str, Any]) -> str:
        return "–" if math.isnan(row["block_peak"]) else _millimetres(row["block_peak"], words)

    def block_lasting(row: dict[str, Any]) -> str:
        known = not math.isnan(row["block_peak"])
        return words("isolation.of_block", value=_millimetres(row["block_residual"], words)) if known else ""

    columns: tuple[Column[dict[str, Any]], ...] = (
        Column("isolation.column_motion", lambda row: row["group"], strong=True),
        Column(
            "isolation.column_bed",
            lambda row: beds[row["bed"]],
            small=lambda row: words(f"dynamics.outcome_{row['outcome']}"),
            tone=lambda row: "" if row["stands"] else "bad",
        ),
        Column("isolation.column_through", lambda row: row["transmitted"], unit="g", strong=True),
        Column("isolation.column_pressed", lambda row: row["pressed"]),
        Column("isolation.column_drift", drift("drift_peak"), number=True),
        Column("isolation.column_drift_lasting", drift("drift_residual"), number=True),
        Column("isolation.column_block", block, number=True, small=block_lasting),
        Column("isolation.column_top", top("top_peak"), number=True),
        Column("isolation.column_top_lasting", top("top_residual"), number=True),
        Column(
            "isolation.column_effect",
            lambda row: words(f"isolation.effect_{row['effect']}"),
            tone=lambda row: _TONES.get(row["effect"], ""),
        ),
    )
    return table(rows, columns, words, words("isolation.table"))


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
    columns: tuple[Column[int], ...] = (
        Column("isolation.column_motion", lambda number: _run(rows[number], words), strong=True),
        Column("isolation.column_bed", lambda number: beds[rows[number]["bed"]]),
        Column("isolation.column_given", lambda number: _left(rows[number], words)),
        *(_with_stiffness(groups, place, words) for place in range(len(next(iter(groups.values()))))),
        Column(
            "isolation.column_origin",
            lambda number: words(f"isolation.origin_{rows[number]['origin']}"),
            tone=lambda number: _ORIGINS[rows[number]["origin"]],
        ),
    )
    yield table(groups, columns, words, words("isolation.stiffer_table"))


def _with_stiffness(groups: Mapping[int, Sequence[Mapping[str, Any]]], place: int, words: Words) -> Column[int]:
    factor = next(iter(groups.values()))[place]["factor"]
    title = words("isolation.column_stiffer", factor=f"{factor:g}")
    return Column("", lambda number: _left(groups[number][place], words), title=title)


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


def draw_through(
    groups: Mapping[str, Sequence[dict[str, Any]]], beds: Mapping[str, str], rocking: float, words: Words
) -> str:
    """A group of bars for each motion, one for each bed; ``rocking``: where the wall as one block rocks [g]."""
    fills = _fills(beds)
    count = sum(len(rows) for rows in groups.values())
    with drawing(WIDTH, 0.9 + 0.2 * count + 0.16 * len(groups)) as figure:
        axes = figure.subplots()
        place, middles = 0.0, []
        for group, rows in groups.items():
            first = place
            for row in rows:
                value = row["transmitted"] / STANDARD_GRAVITY
                label = f"{group}: {beds[row['bed']]}"
                axes.barh(place, value, height=0.82, label=label, **fills[row["bed"]])
                # the dashed line must not cross the number
                axes.annotate(
                    words.number(value, 3),
                    (value, place),
                    (4, 0),
                    textcoords="offset points",
                    va="center",
                    fontsize=7,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
                )
                place += 1.0
            middles.append(0.5 * (first + place - 1.0))
            place += 0.8
        axes.axvline(rocking, color=INK, linewidth=0.8, linestyle=(0, (4, 2)), zorder=0.9)
        axes.set_yticks(middles, list(groups))
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False, axis="y")
        axes.invert_yaxis()
        axes.margins(x=0.1)
        axes.set_xlabel(words("isolation.axis_through"))
        handles = [axes.barh(np.nan, 0.0, label=name, **fills[bed]) for bed, name in beds.items()]
        figure.legend(handles=handles, loc="outside upper left", ncols=min(4, len(handles)))
        return to_svg(figure, "isolation-through")


def main_way(histories: Table) -> str:
    """The direction in which the beds drifted most."""
    return max(_WAYS, key=lambda way: float(np.abs(histories[way]).max(initial=0.0)))


def draw_drift(
    runs: Mapping[int, str], histories: Table, beds: Mapping[str, str], words: Words, *, way: str, name: str
) -> str:
    """Drift ``way`` of each bed under one motion; ``runs``: rows of the table and their beds."""
    numbers = _numbers(beds)
    with drawing(WIDTH, 2.3) as figure:
        axes = figure.subplots()
        for row, bed in runs.items():
            history = histories.where(row=float(row))
            number = numbers[bed]
            times, moved = thinned(history["time"], 1e3 * history[way])
            style = _FIXED if number is None else apart(number, points=len(times))
            axes.plot(times, moved, linewidth=1.1, label=beds[bed], **style)
        axes.set_xlim(0.0, None)
        axes.set_xlabel(words("motion.axis_time"))
        axes.set_ylabel(words("isolation.axis_drift"))
        axes.legend(ncols=min(4, len(runs)), **ABOVE_LEFT)
        return to_svg(figure, name)


def _numbers(beds: Mapping[str, str]) -> dict[str, int | None]:
    """Which colour and sign each bed has; none where it is fixed."""
    found: dict[str, int | None] = {}
    for bed in beds:
        kind = bed.partition(" ")[0]
        rolled = sum(other.startswith("rolling") for other in found)
        found[bed] = {"fixed": None, "sliding": _SLIDING}.get(kind, _ROLLING[rolled % len(_ROLLING)])
    return found


def _fills(beds: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """By bed: grey where fixed, orange where it slides, the others where it rolls; each with a hatching of its own."""
    return {
        bed: _FIXED
        if number is None
        else {"color": CYCLE[number], "hatch": _HATCHES[number], "edgecolor": "white", "linewidth": 0.0}
        for bed, number in _numbers(beds).items()
    }
