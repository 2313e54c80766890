"""The wall on its beds as pictures: what comes through each, and how far each drifts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pirqa.model.table import Table
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import COLOURS, CYCLE, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["draw_drift", "draw_through", "main_way"]

_FIXED = {"color": COLOURS["stone_edge"]}
_SLIDING, _ROLLING = 1, (0, 2, 3, 5, 4)
"""Which colour and sign of the house a bed has."""
_HATCHES = ("|||", "////", "....", "xxxx", "\\\\\\\\", "++++")
"""What tells bars apart in grey print."""
_WAYS = ("across", "along")


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
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=min(4, len(runs)), borderaxespad=0.1)
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
