"""Many runs of one wall as pictures: its last states, displacement against the level, and the stones that matter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from scipy.spatial.transform import Rotation

from pirqa.experiments.campaign.fragility_result import WallFragility
from pirqa.experiments.campaign.incremental import IdaResult
from pirqa.experiments.campaign.summary import RunSummary
from pirqa.experiments.campaign.sweep import SweepResult
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    add_lines,
    add_rings,
    look_at,
    safe_name,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import (
    ABOVE_LEFT,
    COLOURS,
    CYCLE,
    FALLEN,
    INK,
    WIDTH,
    Drawn,
    apart,
    drawing,
    to_svg,
    with_data,
)
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_MARKS = ("o", "s", "^", "D", "v", "P", "X")
_NEXT_ROW = 0.045
"""Between the crosses of one motion and of the next, of the height of the axes."""
_PER_ROW = 5
"""Pictures side by side."""
_SLANT = 0.32
"""How far aside and up a metre of depth goes in the picture."""
_FARTHEST = 1.0
"""Of the wall's height: how far in front and behind fallen stones are still shown."""
_STEPS = (0.1, 1.0, 10.0)
"""Lasting displacements at which the colour changes, of what counts as damage."""
_TINTS = ("#f3ecdf", "#fbd68c", "#ef9b43", "#b4500f")
_DEEPEST = 0.6
"""How deep the colour of the most displaced stones is: numbers must be read on it."""
_LOST, _HELD = FALLEN["facecolor"], "#cfc8bb"
_LIGHT = np.array([-0.25, -0.75, 0.6]) / np.linalg.norm([-0.25, -0.75, 0.6])
"""Towards the light."""


def film_caption(runs: Sequence[RunSummary], name: str, words: Words) -> str:
    """What stands below the film of ``runs``, of a motion called ``name``."""
    told = words("sweep.film", run=name)
    return f"{told} {words('sweep.film_ended')}" if any(run.ended_at is not None for run in runs) else told


def draw_filmstrip(runs: Sequence[RunSummary], wall: Wall, limit: float, words: Words, *, name: str) -> str:
    """The wall at the end of each of ``runs``, seen from the front, left and above."""
    scenes = [_scene(run, wall, limit) for run in runs]
    corners = np.concatenate([ring for scene in scenes for ring, _, _ in scene])
    low, high = corners.min(axis=0), corners.max(axis=0)
    rows = math.ceil(len(runs) / _PER_ROW)
    columns = min(len(runs), _PER_ROW)
    wide = (SHEET_WIDTH - 0.2) / columns
    scale = min((wide - 0.12) / (high[0] - low[0]), 2.4 / (high[1] - low[1]))
    tall = scale * float(high[1] - low[1]) + 0.42
    height = rows * tall + 0.36
    with drawing(SHEET_WIDTH, height) as figure:
        figure.set_layout_engine("none")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0.0, SHEET_WIDTH)
        axes.set_ylim(0.0, height)
        for number, (run, scene) in enumerate(zip(runs, scenes, strict=True)):
            row, column = divmod(number, _PER_ROW)
            foot = np.array([0.1 + column * wide + 0.06, height - (row + 1) * tall + 0.06])
            for ring, colour, lost in scene:
                style: dict[str, Any] = {"facecolor": colour, "edgecolor": INK, "linewidth": 0.25}
                style |= {"hatch": FALLEN["hatch"]} if lost else {}
                add_rings(axes, [foot + (ring - low) * scale], **style)
            title = f"{words.gravities(run.level)}: {words(f'dynamics.outcome_{run.collapse}')}"
            write(axes, foot[0], foot[1] + tall - 0.3, title, fontsize=7.6, va="bottom", fontweight="bold")
        _tint_legend(axes, limit, words)
        return write_svg(figure, name)


def _scene(run: RunSummary, wall: Wall, limit: float) -> list[tuple[FloatArray, str, bool]]:
    """Faces in sight as rings on the picture [m], their colours, whether they are of a fallen stone; farthest first."""
    turns = Rotation.from_quat(np.roll(run.turn, -1, axis=1)).as_matrix()
    lost = {fall.stone for fall in run.falls}
    reach = _FARTHEST * wall.envelope.height
    faces: list[tuple[float, FloatArray, str, bool]] = []
    for index, stone in enumerate(wall.stones):
        centre = stone.centroid + run.last[index]
        if abs(float(centre[1])) > reach + 2.0 or abs(run.last[index]).max() > 4.0 * reach:
            continue
        tint = _LOST if stone.name in lost else _tint(float(run.residual_size[index]), limit)
        tint = _HELD if stone.name in wall.fixed else tint
        for part in stone.parts:
            places = (part.vertices - stone.centroid) @ turns[index].T + centre
            for face in part.faces:
                ring = places[list(face)]
                seen = _seen(ring)
                if _signed_area(seen) > 1e-6:
                    faces.append((float((_depth(ring)).mean()), seen, _lit(tint, ring), tint == _LOST))
    faces.sort(key=lambda item: -item[0])
    return [face[1:] for face in faces]


def _seen(places: FloatArray) -> FloatArray:
    """Where points [m], shape (n, 3), lie on the picture: depth goes aside and up."""
    return np.column_stack([places[:, 0] + _SLANT * places[:, 1], places[:, 2] + _SLANT * places[:, 1]])


def _depth(places: FloatArray) -> FloatArray:
    """How far away points are, along the line of sight."""
    return np.asarray(places @ np.array([-_SLANT, 1.0, -_SLANT]))


def _signed_area(ring: FloatArray) -> float:
    after = np.roll(ring, -1, axis=0)
    return 0.5 * float((ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]).sum())


def _tint(size: float, limit: float) -> str:
    return _TINTS[sum(size > step * limit for step in _STEPS)]


def _lit(colour: str, ring: FloatArray) -> str:
    """A face's colour by how it looks to the light."""
    fan = np.cross(ring - ring[0], np.roll(ring, -1, axis=0) - ring[0]).sum(axis=0)
    normal = fan / max(float(np.linalg.norm(fan)), 1e-12)
    share = 0.72 + 0.28 * max(0.0, float(normal @ _LIGHT))
    red, green, blue = (min(share * part, 1.0) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def _tint_legend(axes: Axes, limit: float, words: Words) -> None:
    edges = [words.typeset(f"{1e3 * step * limit:.3g}") for step in _STEPS]
    texts = [
        words("sweep.under", limit=edges[0]),
        words("sweep.between", low=edges[0], high=edges[1]),
        words("sweep.between", low=edges[1], high=edges[2]),
        words("sweep.over", limit=edges[2]),
        words("dynamics.final_swatch"),
        words("sweep.held"),
    ]
    left = 0.16
    for tint, text in zip((*_TINTS, _LOST, _HELD), texts, strict=True):
        ring = np.array([[left, 0.08], [left + 0.18, 0.08], [left + 0.18, 0.2], [left, 0.2]])
        hatch = FALLEN["hatch"] if tint == _LOST else None
        add_rings(axes, [ring], facecolor=tint, edgecolor=INK, linewidth=0.4, hatch=hatch)
        write(axes, left + 0.24, 0.14, text, fontsize=7.4, va="center")
        left += 0.42 + 0.068 * len(text)


def draw_levels(result: SweepResult, words: Words, *, name: str) -> str:
    """Lasting and largest displacement against the level, a line for each motion and case; crosses: stones fell."""
    with drawing(WIDTH, 3.3) as figure:
        lasting, largest = figure.subplots(1, 2)
        number = 0
        for case in result.cases:
            for motion in result.motions:
                runs = [run for run in result.runs if (run.motion, run.case) == (motion, case) and not run.failed]
                label = safe_name(f"{motion} ({case})" if case else motion, 30)
                style: dict[str, Any] = {"color": CYCLE[number % len(CYCLE)], "marker": _MARKS[number % len(_MARKS)]}
                _level_curve(lasting, runs, [float(run.residual_size.max()) for run in runs], label, style)
                _level_curve(largest, runs, [float(run.peak.max()) for run in runs], label, style)
                number += 1
        lasting.axhline(1e3 * result.residual_limit, color=INK, linewidth=0.8, linestyle=(0, (4, 2)))
        for axes, key in ((lasting, "sweep.axis_lasting"), (largest, "sweep.axis_largest")):
            for item in result.expected:
                axes.axvline(item.level / STANDARD_GRAVITY, color=COLOURS["stone_edge"], linewidth=0.6, linestyle=":")
            axes.set_yscale("log")
            axes.set_xlabel(words("sweep.axis_level"))
            axes.set_ylabel(words(key))
        figure.legend(*lasting.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)


def _level_curve(
    axes: Axes, runs: Sequence[RunSummary], sizes: Sequence[float], label: str, style: dict[str, Any]
) -> None:
    levels = np.array([run.level for run in runs]) / STANDARD_GRAVITY
    values = np.maximum(1e3 * np.array(sizes), 1e-3)
    stood = np.array([not run.falls for run in runs])
    axes.plot(
        np.where(stood, levels, np.nan),
        np.where(stood, values, np.nan),
        linewidth=1.2,
        markersize=4.0,
        label=label,
        **style,
    )
    if not stood.all():
        above = np.full(int((~stood).sum()), 1.02 + 0.04 * CYCLE.index(style["color"]))  # over the axes, row by row
        axes.plot(
            levels[~stood],
            above,
            linestyle="none",
            marker="x",
            markersize=5.5,
            markeredgewidth=1.5,
            color=style["color"],
            transform=axes.get_xaxis_transform(),
            clip_on=False,
        )


def draw_points(result: SweepResult, motion: str, case: str, words: Words, *, name: str, most: int = 5) -> str:
    """The first control point across the wall against time, at the lowest levels of a motion."""
    runs = [run for run in result.runs if (run.motion, run.case) == (motion, case) and run.points][:most]
    with drawing(WIDTH, 2.5) as figure:
        axes = figure.subplots()
        for index, run in enumerate(runs):
            label = words.gravities(run.level)
            path = 1e3 * run.across[:, 0]
            if run.falls:  # what happens to a point on a stone that has fallen tells nothing about the wall
                path = path[run.times <= run.falls[0].time]
            times, shown = thinned(run.times[: len(path)], path)
            style: dict[str, Any] = {**apart(index, points=len(times)), "linewidth": 0.9, "zorder": 9 - index}
            axes.plot(times, shown, label=label, **style)
        axes.set_xlabel(words("motion.axis_time"))
        axes.set_ylabel(words("dynamics.axis_displacement", direction=words("direction.across")))
        axes.legend(ncols=len(runs), **ABOVE_LEFT)
        return to_svg(figure, name)


def draw_ladders(result: IdaResult, words: Words, *, name: str) -> str:
    """Draw the largest displacement and the share of fallen stones against intensity, a curve for each motion."""
    with drawing(WIDTH, 3.6) as figure:
        moved, fallen = figure.subplots(1, 2)
        for number, motion in enumerate(result.motions):
            runs = [run for run in result.best(motion.name) if not run.failed]
            style: dict[str, Any] = {
                "color": CYCLE[number % len(CYCLE)],
                "marker": _MARKS[number % len(_MARKS)],
                "markersize": 3.6,
                "linewidth": 1.1,
            }
            levels = np.array([run.intensity for run in runs]) / STANDARD_GRAVITY
            peaks = 1e3 * np.array([float(run.summary.peak.max(initial=0.0)) for run in runs])
            fell = np.array([bool(run.summary.falls) for run in runs], dtype=bool)
            collapsed = np.array([bool(run.reaches("wall_falls")) for run in runs], dtype=bool)
            shares = np.array([100.0 * len(run.summary.falls) / max(run.summary.count, 1) for run in runs])
            shown = np.where(fell, np.nan, np.maximum(peaks, 1e-3))
            moved.plot(levels, shown, label=safe_name(motion.name, 30), **style)
            for chosen, mark, size in ((fell & ~collapsed, "+", 7.0), (collapsed, "x", 5.5)):
                if chosen.any():
                    moved.plot(
                        levels[chosen],
                        np.full(int(chosen.sum()), 1.03 + _NEXT_ROW * number),
                        linestyle="none",
                        marker=mark,
                        markersize=size,
                        markeredgewidth=1.5,
                        color=style["color"],
                        transform=moved.get_xaxis_transform(),
                        clip_on=False,
                    )
            fallen.plot(levels, shares, **style)
        for axes in (moved, fallen):
            axes.axvline(result.demand / STANDARD_GRAVITY, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
            state = result.state("wall_falls")
            if state.median is not None:
                axes.axvline(state.median / STANDARD_GRAVITY, color=COLOURS["stone_edge"], linewidth=0.9, linestyle=":")
            axes.set_xlabel(words("ida.axis_intensity"))
        moved.set_yscale("log")
        moved.set_ylabel(words("ida.axis_moved"))
        fallen.set_ylim(-2.0, 102.0)
        fallen.set_ylabel(words("ida.axis_fallen"))
        figure.legend(*moved.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return to_svg(figure, name)


@dataclass(frozen=True, kw_only=True)
class _Mark:
    """How a stone is shown on the map of stones that matter."""

    share: float
    """How often it moved or fell, of the worst stone [-]."""
    lost: bool
    """Whether it ever fell."""
    text: str


def draw_stone_map(result: SweepResult, wall: Wall, words: Words, *, name: str) -> str:
    """Draw each stone with the lowest level at which it fell or stayed displaced, and how often it did."""
    rows = result.stones.rows()
    worst = max((row["moved"] for row in rows), default=0)
    marks = {
        row["stone"]: _Mark(
            share=row["moved"] / worst if worst else 0.0,
            lost=bool(row["lost"]),
            text=words.gravities(row["moved_from"]) if math.isfinite(row["moved_from"]) else "",
        )
        for row in rows
    }
    return _stone_map(marks, wall, f"{worst}", words("sweep.map_bar", total=len(result.runs)), name)


def draw_critical_stones(result: WallFragility, wall: Wall, words: Words, *, name: str) -> str:
    """Draw the share of the runs in which each stone moved more than the limit or fell."""
    rows = result.stones.rows()
    shares = {row["stone"]: row["either"] / max(row["runs"], 1) for row in rows}
    worst = max(shares.values(), default=0.0)
    marks = {
        row["stone"]: _Mark(
            share=shares[row["stone"]] / worst if worst else 0.0,
            lost=row["fell"] > 0,
            text=words.typeset(f"{100.0 * shares[row['stone']]:.2g} %")
            if shares[row["stone"]] > 0.0 and row["stone"] not in wall.fixed
            else "",
        )
        for row in rows
    }
    runs = max((row["runs"] for row in rows), default=0)
    drawn = _stone_map(marks, wall, words.percent(worst), words("campaign.map_bar", total=runs), name)
    data = [("stone", "moved", "fell", "either", "runs")]
    data += [(row["stone"], row["moved"], row["fell"], row["either"], row["runs"]) for row in rows]
    return with_data(Drawn(drawn, name=name, data=""), data)


def _stone_map(marks: Mapping[str, _Mark], wall: Wall, most: str, caption: str, name: str) -> str:
    """Draw the wall from the front, its stones by their ``marks``; ``most`` stands at the deepest colour of the bar."""
    view = look_at(wall.stones)
    corners = np.concatenate(view.rings)
    sheet = sheet_for(corners.min(axis=0), corners.max(axis=0), sides=0.4, above=0.15, below=0.7)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        for index in np.argsort(-view.near, kind="stable").tolist():
            stone = view.names[index]
            lost = marks[stone].lost
            add_rings(
                axes,
                [sheet.at(view.rings[index])],
                facecolor=_HELD if stone in wall.fixed else _mixed(marks[stone].share),
                edgecolor=COLOURS["blue"] if lost else INK,
                linewidth=2.2 if lost else 0.7,
                zorder=3 if lost else 2,
            )
        for stone, spot in zip(view.names, view.spots, strict=True):
            if spot is None:
                continue
            x, y = sheet.at(np.array(spot[:2]))
            room = spot[2] * sheet.scale
            lines = [safe_name(stone, 8), *([marks[stone].text] if marks[stone].text and room > 0.15 else [])]
            size = float(np.clip(30.0 * room, 4.6, 9.0))
            write(axes, float(x), float(y), "\n".join(lines), ha="center", va="center", fontsize=size, zorder=6)
        left, bottom, right, _ = sheet.box
        base = sheet.at(corners.min(axis=0))[1]
        add_lines(axes, np.array([[[left, base], [right, base]]]), edgecolor=COLOURS["stone_edge"], linewidth=1.0)
        _share_bar(axes, left, bottom - 0.42, most, caption)
        return write_svg(figure, name)


def _mixed(share: float) -> str:
    pairs = zip(to_rgb(_TINTS[0]), to_rgb(_TINTS[-1]), strict=True)
    red, green, blue = (low + _DEEPEST * share * (high - low) for low, high in pairs)
    return to_hex((red, green, blue))


def _share_bar(axes: Axes, left: float, level: float, most: str, caption: str) -> None:
    steps = 20
    for number in range(steps):
        start, stop = left + 2.0 * number / steps, left + 2.0 * (number + 1.04) / steps
        ring = np.array([[start, level], [stop, level], [stop, level + 0.1], [start, level + 0.1]])
        add_rings(axes, [ring], facecolor=_mixed((number + 0.5) / steps), edgecolor="none")
    write(axes, left, level - 0.04, "0", ha="center", va="top", fontsize=7.2)
    write(axes, left + 2.0, level - 0.04, most, ha="center", va="top", fontsize=7.2)
    write(axes, left + 2.2, level + 0.05, caption, va="center", fontsize=7.6)
