"""The wall from the front, its stones by how often they moved or fell in the runs of a campaign."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb

from pirqa.campaign.fragility_result import WallFragility
from pirqa.model.wall import Wall
from pirqa.report.figures.facade import SHEET_WIDTH, add_lines, add_rings, safe_name, sheet_for, write, write_svg
from pirqa.report.figures.style import COLOURS, INK, Drawn, drawing, with_data
from pirqa.report.figures.view import look_at
from pirqa.report.words import Words

__all__ = ["draw_critical_stones"]

_LIGHT, _DEEP, _HELD = "#f3ecdf", "#b4500f", "#cfc8bb"
_DEEPEST = 0.65
"""How deep the colour of the worst stones is: numbers must be read on it."""


def draw_critical_stones(result: WallFragility, wall: Wall, words: Words, *, name: str) -> str:
    """Share of the runs in which each stone moved more than the limit or fell; a thick outline where it ever fell."""
    view = look_at(wall.stones)
    rows = {row["stone"]: row for row in result.stones.rows()}
    corners = np.concatenate(view.rings)
    sheet = sheet_for(corners.min(axis=0), corners.max(axis=0), sides=0.4, above=0.15, below=0.7)
    shares = {stone: row["either"] / max(row["runs"], 1) for stone, row in rows.items()}
    worst = max(shares.values(), default=0.0)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        for index in np.argsort(-view.near, kind="stable").tolist():
            stone = view.names[index]
            lost = rows[stone]["fell"] > 0
            tint = _HELD if stone in wall.fixed else _mixed(shares[stone] / worst if worst else 0.0)
            add_rings(
                axes,
                [sheet.at(view.rings[index])],
                facecolor=tint,
                edgecolor=COLOURS["blue"] if lost else INK,
                linewidth=2.0 if lost else 0.7,
                zorder=3 if lost else 2,
            )
        for stone, spot in zip(view.names, view.spots, strict=True):
            if spot is None:
                continue
            x, y = sheet.at(np.array(spot[:2]))
            room = spot[2] * sheet.scale
            lines = [safe_name(stone, 8)]
            if room > 0.15 and shares[stone] > 0.0 and stone not in wall.fixed:
                lines.append(words.typeset(f"{100.0 * shares[stone]:.2g} %"))
            size = float(np.clip(30.0 * room, 4.6, 9.0))
            write(axes, float(x), float(y), "\n".join(lines), ha="center", va="center", fontsize=size, zorder=6)
        left, bottom, right, _ = sheet.box
        base = sheet.at(corners.min(axis=0))[1]
        add_lines(axes, np.array([[[left, base], [right, base]]]), edgecolor=COLOURS["stone_edge"], linewidth=1.0)
        runs = max((row["runs"] for row in rows.values()), default=0)
        _bar(axes, left, bottom - 0.42, worst, runs, words)
        drawn = write_svg(figure, name)
    data = [("stone", "moved", "fell", "either", "runs")]
    data += [(row["stone"], row["moved"], row["fell"], row["either"], row["runs"]) for row in rows.values()]
    return with_data(Drawn(drawn, name=name, data=""), data)


def _mixed(share: float) -> str:
    pairs = zip(to_rgb(_LIGHT), to_rgb(_DEEP), strict=True)
    red, green, blue = (low + _DEEPEST * share * (high - low) for low, high in pairs)
    return to_hex((red, green, blue))


def _bar(axes: Axes, left: float, level: float, worst: float, total: int, words: Words) -> None:
    steps = 20
    for number in range(steps):
        start, stop = left + 2.0 * number / steps, left + 2.0 * (number + 1.04) / steps
        ring = np.array([[start, level], [stop, level], [stop, level + 0.1], [start, level + 0.1]])
        add_rings(axes, [ring], facecolor=_mixed((number + 0.5) / steps), edgecolor="none")
    write(axes, left, level - 0.04, "0", ha="center", va="top", fontsize=7.2)
    write(axes, left + 2.0, level - 0.04, words.percent(worst), ha="center", va="top", fontsize=7.2)
    write(axes, left + 2.25, level + 0.05, words("campaign.map_bar", total=total), va="center", fontsize=7.6)
