"""Figures of the survey: stones, bearing of the joints and supports from the front, and the flaws of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Circle
from matplotlib.ticker import MaxNLocator

from pirqa.model.masonry import BASE, Contact, ContactFace
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.facade import (
    SHEET_WIDTH,
    Sheet,
    View,
    add_lines,
    add_rings,
    add_scale_bar,
    add_span,
    look_at,
    metres,
    safe_name,
    sheet_for,
    write,
    write_svg,
)
from pirqa.report.figures.style import COLOURS, INK, drawing, ink_for, standalone
from pirqa.report.section import Figure
from pirqa.report.words import Words
from pirqa.survey.outlines import Flaw
from pirqa.survey.result import SurveyResult

_ZONES = ("#e6dfd1", "#cddbe2", "#e7cfc2", "#d3dec3", "#dccfe2", "#f1e3b4", "#cfcfcf", "#bcdad0")
"""Pale, so that numbers and joints stay legible on them."""
_NICHE = "#b8ad9c"
_COLOURS = 24
"""Steps of the colour bar."""
_MANY = 150
"""Stones from which numbers are written only where they fit."""
_ENOUGH = 0.3
"""Part of the stones whose numbers must fit; a few scattered ones help nobody."""
_SMALLEST, _LARGEST = 4.6, 10.0
"""Size of the stones' numbers [pt]."""
_SIDE = 0.72
"""Margin at the wall's sides [in]: the dimension of its height stands there."""
_FIXED: dict[str, Any] = {"marker": "^", "s": 48, "color": INK, "edgecolors": "white", "linewidths": 0.7}
_GUIDED: dict[str, Any] = {"marker": "o", "s": 17, "color": "white", "edgecolors": INK, "linewidths": 1.1}
_WATCHED: dict[str, Any] = {
    "marker": "o",
    "s": 36,
    "color": "white",
    "edgecolors": COLOURS["orange"],
    "linewidths": 1.6,
}
_MARKS: dict[str, dict[str, Any]] = {
    "gap": {"facecolor": "#f6b26b", "edgecolor": COLOURS["orange"], "hatch": "/////"},
    "overlap": {"facecolor": "#9fcbe8", "edgecolor": COLOURS["blue"], "hatch": "xxxxx"},
    "crossing": {"facecolor": "#d9b3d1", "edgecolor": COLOURS["purple"], "hatch": "....."},
}
_MOST = 40
"""Flaws with a number and a line in the list; the others have their mark only."""
_HALO = 0.1
"""Least radius of the circle around a flaw [in]: a gap of 2 mm is not seen by itself."""
_WIDE = 0.3
"""Width from which a flaw needs no circle [in]."""
_ROW = 0.2
"""Height of a line of the list [in]."""
_BADGE = 0.095
"""Radius of a number's disc [in]."""


def draw_elevation(result: SurveyResult, words: Words, *, name: str) -> str:
    """SVG of the wall from the front; ``name`` keeps its ids apart from those of other figures."""
    return elevation_figure(result, words, name=name).svg


def preview_svg(result: SurveyResult, words: Words) -> str:
    """The elevation as the text of an SVG file."""
    return standalone(draw_elevation(result, words, name="elevation"))


def elevation_figure(result: SurveyResult, words: Words, *, name: str) -> Figure:
    """The elevation with a caption that also says what it does not show."""
    wall = result.wall
    view = look_at(wall.stones)
    corners = np.concatenate(view.rings)
    low, high = corners.min(axis=0), corners.max(axis=0)
    keys = _legend(result, words)
    rows = _flow(keys)
    like = result.source.like
    sheet = sheet_for(low, high, sides=_SIDE, above=0.62 if like else 0.42, below=1.42 + 0.21 * len(rows))
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        if like:
            sentence = words("elevation.like", wall=words.get(f"value.{like}", safe_name(like)))
            top = sheet.height - 0.12
            write(axes, sheet.box[0], top, sentence, va="top", fontsize=9, fontweight="bold", color="#8a5a00")
        _stones(axes, sheet, result, view)
        largest = _joints(axes, sheet, result, view)
        _ground(axes, sheet, result)
        unnumbered = _numbers(axes, sheet, view)
        _supports(axes, sheet, result, view)
        _control_points(axes, sheet, result)
        left, bottom, right, top = sheet.box
        add_span(axes, (left, bottom - 0.38), (right, bottom - 0.38), words.typeset(metres(sheet.size[0])))
        add_span(axes, (left - 0.42, bottom), (left - 0.42, top), words.typeset(metres(sheet.size[1])))
        start = min(left, 0.5 * SHEET_WIDTH - 2.6)
        add_scale_bar(axes, sheet, start, bottom - 0.9)
        _colour_bar(axes, max(right, 0.5 * SHEET_WIDTH + 2.6) - 3.0, bottom - 0.9, largest, words)
        _write_legend(axes, rows, start, bottom - 1.34)
        svg = write_svg(figure, name)
    caption = [words("elevation.caption_patches" if _irregular(result) else "elevation.caption")]
    hidden = view.spots.count(None)
    if hidden:
        caption.append(words("elevation.hidden", count=hidden))
    if unnumbered == len(view.names) - hidden:
        caption.append(words("elevation.no_numbers"))
    elif unnumbered:
        caption.append(words("elevation.some_numbers", count=unnumbered))
    return Figure(svg=svg, caption=" ".join(caption), alt=words("elevation.alt", count=len(view.names)))


def _irregular(result: SurveyResult) -> bool:
    return any(stone.irregular for stone in result.wall.stones)


def _fills(result: SurveyResult) -> list[str]:
    """Colour of each stone: that of its zone, darker at the back of a niche."""
    zones = list(dict.fromkeys(stone.zone for stone in result.wall.stones))
    colour = {zone: _ZONES[min(number, len(_ZONES) - 1)] for number, zone in enumerate(zones)}
    niches = _niches(result)
    return [_NICHE if stone.name in niches else colour[stone.zone] for stone in result.wall.stones]


def _niches(result: SurveyResult) -> set[str]:
    return set(result.stones.where(thickness_from="niche")["stone"].tolist())


def _stones(axes: Axes, sheet: Sheet, result: SurveyResult, view: View) -> None:
    fills = _fills(result)
    rings = [sheet.at(ring) for ring in view.rings]
    thin = _thinness(sheet, view)
    if view.overlapping:
        # one after the other from the back, so that what is in front covers what is behind
        for stone in np.argsort(-view.near, kind="stable"):
            style = {"facecolor": fills[stone], "edgecolor": COLOURS["stone_edge"], "linewidth": 1.0 * thin}
            add_rings(axes, [rings[stone]], zorder=2, **style)
        return
    for fill in dict.fromkeys(fills):
        mine = [ring for ring, own in zip(rings, fills, strict=True) if own == fill]
        add_rings(axes, mine, facecolor=fill, edgecolor=COLOURS["stone_edge"], linewidth=1.0 * thin, zorder=2)


def _thinness(sheet: Sheet, view: View) -> float:
    """How much thinner lines get where stones are small on the paper."""
    sizes = [np.sqrt(np.ptp(ring, axis=0).prod()) for ring in view.rings]
    return float(np.clip(np.median(sizes) * sheet.scale / 0.7, 0.25, 1.0))


def _joints(axes: Axes, sheet: Sheet, result: SurveyResult, view: View) -> float:
    """Joints between stones in sight, coloured by the area of contact; returns the end of the colours [m2]."""
    seen = {name for name, spot in zip(view.names, view.spots, strict=True) if spot is not None}
    pairs = [item for item in result.wall.contacts if item.second != BASE and {item.first, item.second} <= seen]
    if not pairs:
        return 0.0
    areas = np.array([contact.area for contact in pairs])
    end = float(np.asarray(MaxNLocator(4).tick_values(0.0, float(areas.max())))[-1])
    step = np.minimum((_COLOURS * areas / end).astype(int), _COLOURS - 1)
    thin = _thinness(sheet, view)
    for number in np.unique(step)[::-1]:
        mine = [pairs[index] for index in np.flatnonzero(step == number)]
        colour = _colour(int(number))
        lines = [sheet.at(line) for contact in mine for face in contact.faces if (line := _seen_edge(face)) is not None]
        joints = [contact for contact in mine if contact.kind == "joint"]
        if joints and lines:
            width = (1.5 + 1.3 * number / _COLOURS) * thin
            add_lines(axes, np.array(lines), edgecolor=colour, linewidth=width, zorder=4, capstyle="round")
        dots = np.array([sheet.at(_middle(contact)) for contact in mine if contact.kind == "patch"]).reshape(-1, 2)
        if len(dots):
            axes.scatter(
                dots[:, 0], dots[:, 1], s=30 * thin, color=colour, edgecolors="white", linewidths=0.6, zorder=5
            )
    return end


def _colour(step: int) -> str:
    return to_hex(colormaps["viridis"](0.93 * (step + 0.5) / _COLOURS))


def _seen_edge(face: ContactFace) -> FloatArray | None:
    """The line that a joint makes on the front (x, z) [m]; None where it faces the front, or is a patch."""
    if abs(face.normal[1]) > 0.9:
        return None
    places = face.polygon[:, [0, 2]]
    along = np.array([face.normal[2], -face.normal[0]])
    reach = places @ along
    return places[[int(reach.argmin()), int(reach.argmax())]]


def _middle(contact: Contact) -> FloatArray:
    middles = np.array([face.polygon.mean(axis=0)[[0, 2]] for face in contact.faces])
    return np.average(middles, axis=0, weights=[face.area for face in contact.faces])


def _ground(axes: Axes, sheet: Sheet, result: SurveyResult) -> None:
    """What the wall stands on: a line with the hatching of firm ground."""
    faces = [face for contact in result.wall.contacts if contact.second == BASE for face in contact.faces]
    if not faces:
        return
    edges = [sheet.at(edge) for face in faces if (edge := _seen_edge(face)) is not None]
    places = np.concatenate([sheet.at(face.polygon[:, [0, 2]]) for face in faces])
    if np.ptp(places[:, 1]) < 0.03 or not edges:
        left, _, right, _ = sheet.box
        level = float(places[:, 1].min())
        edges = [np.array([[left - 0.16, level], [right + 0.16, level]])]
    lines = np.array(edges)
    add_lines(axes, lines, edgecolor=INK, linewidth=1.5, zorder=5)
    ticks: list[FloatArray] = []
    for start, end in lines[:, np.argsort([0, 1])]:
        count = max(2, round(float(np.linalg.norm(end - start)) / 0.085))
        roots = start + (end - start) * (np.arange(count) + 0.5)[:, None] / count
        ticks += [np.array([root, root - [0.075, 0.1]]) for root in roots]
    add_lines(axes, np.array(ticks), edgecolor=COLOURS["stone_edge"], linewidth=0.6, zorder=1)


def _numbers(axes: Axes, sheet: Sheet, view: View) -> int:
    """Names of the stones where they fit; returns how many stones in sight went without."""
    sizes = {
        name: _size_that_fits(name, spot, sheet) for name, spot in zip(view.names, view.spots, strict=True) if spot
    }
    fitting = [size for size in sizes.values() if size >= _SMALLEST]
    few = len(view.names) <= _MANY
    if not few and len(fitting) < _ENOUGH * len(sizes):
        return len(sizes)
    cap = min(_LARGEST, float(np.median(fitting))) if fitting else _SMALLEST
    missing = 0
    for name, spot in zip(view.names, view.spots, strict=True):
        if spot is None:
            continue
        text = safe_name(name)
        if sizes[name] < _SMALLEST and not (few and len(text) <= 4):
            missing += 1
            continue
        x, y = sheet.at(np.array(spot[:2]))
        size = round(float(np.clip(0.85 * sizes[name], _SMALLEST, max(cap, _SMALLEST))), 1)
        write(axes, float(x), float(y), text, ha="center", va="center", fontsize=size, zorder=7)
    return missing


def _size_that_fits(name: str, spot: tuple[float, float, float], sheet: Sheet) -> float:
    """Size of letters with which ``name`` fits into the room around ``spot`` [pt]."""
    across = 2.0 * 72.0 * spot[2] * sheet.scale
    return across / float(np.hypot(0.66 * len(safe_name(name)), 0.8))


def _supports(axes: Axes, sheet: Sheet, result: SurveyResult, view: View) -> None:
    """Triangles under stones that move with the base, rollers beside those kept from moving along the wall."""
    wall, middle = result.wall, 0.5 * (sheet.box[0] + sheet.box[2])
    # marks of stones behind others would only crowd those of the ones in sight
    seen = zip(view.names, view.rings, view.spots, strict=True)
    rings = {name: sheet.at(ring) for name, ring, spot in seen if spot is not None}
    under, beside = [], []
    for name in (name for name in wall.fixed if name in rings):
        ring = rings[name]
        low = ring[ring[:, 1] <= ring[:, 1].min() + 0.02]
        under.append((low[:, 0].mean(), low[:, 1].min() - 0.08))
    for name in (name for name in wall.guided if name in rings):
        ring = rings[name]
        side = -1.0 if ring[:, 0].mean() < middle else 1.0
        edge = (ring[:, 0] * side).max()
        touching = ring[ring[:, 0] * side >= edge - 0.02, 1]
        height = 0.5 * (touching.min() + touching.max())
        beside += [(side * edge + side * 0.07, height + shift) for shift in (-0.065, 0.065)]
    if under:
        axes.scatter(*np.array(under).T, clip_on=False, zorder=8, **_FIXED)
    if beside:
        rails = np.array([[(x + 0.045 * np.sign(x - middle), y + end) for end in (-0.06, 0.06)] for x, y in beside])
        add_lines(axes, rails, edgecolor=INK, linewidth=1.3, zorder=8)
        axes.scatter(*np.array(beside).T, clip_on=False, zorder=8, **_GUIDED)


def _control_points(axes: Axes, sheet: Sheet, result: SurveyResult) -> None:
    for point in result.wall.control_points:
        x, y = (float(value) for value in sheet.at(point.position[[0, 2]]))
        axes.scatter([x], [y], clip_on=False, zorder=9, **_WATCHED)
        axes.scatter([x], [y], s=5, color=COLOURS["orange"], linewidths=0, clip_on=False, zorder=9)
        style = {"fontsize": 10, "fontweight": "bold", "color": ink_for(COLOURS["orange"]), "zorder": 9}
        write(axes, x, y + 0.075, safe_name(point.name, 8), ha="center", va="bottom", **style)


def _colour_bar(axes: Axes, left: float, level: float, end: float, words: Words) -> None:
    """The colours of the joints from 0 to ``end`` [m2]."""
    if end <= 0.0:
        return
    width = 2.9
    edges = left + width * np.arange(_COLOURS + 1) / _COLOURS
    for number in range(_COLOURS):
        # a hair of overlap: no seams where the page is enlarged
        start, stop = edges[number], min(edges[number + 1] + 0.004, left + width)
        ring = np.array([[start, level], [stop, level], [stop, level + 0.1], [start, level + 0.1]])
        add_rings(axes, [ring], facecolor=_colour(number), edgecolor="none")
    ticks = np.asarray(MaxNLocator(4).tick_values(0.0, end))
    for tick in ticks[(ticks >= 0.0) & (ticks <= end * (1.0 + 1e-9))].tolist():
        x = left + width * tick / end
        add_lines(axes, np.array([[[x, level], [x, level - 0.03]]]), edgecolor=INK, linewidth=0.7)
        write(axes, x, level - 0.05, words.typeset(f"{tick:g}"), ha="center", va="top", fontsize=7.2)
    write(axes, left, level + 0.14, words("elevation.bar"), va="bottom", fontsize=7.8)


def _legend(result: SurveyResult, words: Words) -> list[tuple[Any, str]]:
    """Signs that are in this drawing, with their meaning: a colour, or the style of a marker."""
    wall = result.wall
    zones = list(dict.fromkeys(stone.zone for stone in wall.stones))
    keys: list[tuple[Any, str]] = []
    if len(zones) > 1:
        for number, zone in enumerate(zones[: len(_ZONES) - 1]):
            keys.append((_ZONES[number], safe_name(zone)))
        if len(zones) >= len(_ZONES):
            rest = zones[len(_ZONES) - 1 :]
            keys.append((_ZONES[-1], safe_name(rest[0]) if len(rest) == 1 else words("elevation.other_zones")))
    keys += [(_NICHE, words("elevation.niche"))] if _niches(result) else []
    keys += [(_FIXED, words("elevation.fixed"))] if wall.fixed else []
    keys += [(_GUIDED, words("elevation.guided"))] if wall.guided else []
    keys += [(_WATCHED, words("elevation.watched"))] if wall.control_points else []
    return keys


def _flow(keys: Sequence[tuple[Any, str]]) -> list[list[tuple[float, Any, str]]]:
    """Rows of the legend: where each entry starts in its row [in]."""
    rows: list[list[tuple[float, Any, str]]] = []
    x = SHEET_WIDTH
    for sign, text in keys:
        width = 0.34 + 0.064 * len(text)
        if x + width > SHEET_WIDTH - 2.0 * _SIDE:
            rows.append([])
            x = 0.0
        rows[-1].append((x, sign, text))
        x += width + 0.12
    return rows


def _write_legend(axes: Axes, rows: Sequence[Sequence[tuple[float, Any, str]]], left: float, level: float) -> None:
    for number, row in enumerate(rows):
        y = level - 0.21 * number
        for start, sign, text in row:
            x = left + start
            if isinstance(sign, str):
                ring = np.array([[x, y - 0.05], [x + 0.16, y - 0.05], [x + 0.16, y + 0.05], [x, y + 0.05]])
                add_rings(axes, [ring], facecolor=sign, edgecolor=COLOURS["stone_edge"], linewidth=0.6)
            else:
                axes.scatter([x + 0.08], [y], clip_on=False, **sign)
                if sign is _GUIDED:
                    rail = np.array([[[x + 0.035, y - 0.06], [x + 0.035, y + 0.06]]])
                    add_lines(axes, rail, edgecolor=INK, linewidth=1.3)
            write(axes, x + 0.24, y - 0.005, text, va="center", fontsize=7.8)


def flaws_svg(rings: Sequence[FloatArray], flaws: Sequence[Flaw], words: Words) -> str:
    """The flaws as the text of an SVG file."""
    return standalone(draw_flaws(rings, flaws, words, name="flaws"))


def draw_flaws(rings: Sequence[FloatArray], flaws: Sequence[Flaw], words: Words, *, name: str) -> str:
    """SVG of the outlines ``rings`` (x, z) [m] with every flaw marked, and the widest ones listed."""
    outlines = [ring for ring in map(_finite, rings) if len(ring) > 1]
    # a crossing has no width, but nothing else can be mended before it
    flaws = sorted(flaws, key=lambda flaw: flaw.kind != "crossing")
    listed = flaws[:_MOST]
    corners = np.concatenate([*outlines, *(_finite(flaw.ring) for flaw in flaws), np.zeros((0, 2))])
    if not len(corners):
        corners = np.zeros((1, 2))
    rows = -(-len(listed) // 2) + (1 if len(flaws) > _MOST else 0)
    below = 1.1 + _ROW * rows
    sheet = sheet_for(corners.min(axis=0), corners.max(axis=0), sides=0.5, above=0.55, below=below)
    with drawing(SHEET_WIDTH, sheet.height) as figure:
        axes = sheet.axes(figure)
        title = words("flaws.title", count=len(flaws))
        write(axes, 0.5, sheet.height - 0.14, title, va="top", fontsize=9.5, fontweight="bold")
        style = {"facecolor": "#f0eeea", "edgecolor": "#8f8a82", "linewidth": 0.7, "zorder": 1}
        add_rings(axes, [sheet.at(ring) for ring in outlines], **style)
        _marks(axes, sheet, flaws)
        _badges(axes, sheet, listed)
        _key(axes, flaws, words, sheet.box[1] - 0.55)
        add_scale_bar(axes, sheet, SHEET_WIDTH - 2.9, sheet.box[1] - 0.55)
        _list(axes, listed, len(flaws) - len(listed), words, sheet.box[1] - 1.0)
        return write_svg(figure, name)


def _finite(ring: FloatArray) -> FloatArray:
    places = np.asarray(ring, dtype=np.float64).reshape(-1, 2)
    return places[np.isfinite(places).all(axis=1)]


def _marks(axes: Axes, sheet: Sheet, flaws: Sequence[Flaw]) -> None:
    for kind, style in _MARKS.items():
        mine = [flaw for flaw in flaws if flaw.kind == kind]
        shapes = [sheet.at(ring) for flaw in mine if len(ring := _finite(flaw.ring)) > 1]
        if kind == "crossing":
            # its ring is the whole outline: only its line is coloured
            add_rings(axes, shapes, facecolor="none", edgecolor=style["edgecolor"], linewidth=1.2, zorder=2)
        else:
            add_rings(axes, shapes, linewidth=0.9, zorder=3, **style)
        for flaw in mine:
            centre, radius = _halo(sheet, flaw)
            if radius == 0.0:
                continue
            circle = {"facecolor": "none", "edgecolor": style["edgecolor"], "clip_on": False}
            axes.add_patch(Circle(centre, radius, linewidth=1.3, zorder=4, **circle))
            if kind == "crossing":
                arms = np.array([[[-1, -1], [1, 1]], [[-1, 1], [1, -1]]]) * 0.035 + np.array(centre)
                add_lines(axes, arms, edgecolor=style["edgecolor"], linewidth=1.4, zorder=4)


def _halo(sheet: Sheet, flaw: Flaw) -> tuple[tuple[float, float], float]:
    """Circle around a flaw [in]: around its middle where it is long; a radius of 0 where it is plainly seen."""
    x, y = sheet.at(np.array(flaw.place)).tolist()
    ring = _finite(flaw.ring)
    if flaw.kind == "crossing" or not len(ring):
        return (x, y), _HALO
    if flaw.width * sheet.scale > _WIDE:
        return (x, y), 0.0
    reach = np.linalg.norm(sheet.at(ring) - (x, y), axis=1).max()
    return (x, y), float(np.clip(1.15 * reach, _HALO, 1.7 * _HALO))


def _badges(axes: Axes, sheet: Sheet, flaws: Sequence[Flaw]) -> None:
    """Numbers on discs, each where it hides least, tied to its flaw."""
    halos = [_halo(sheet, flaw) for flaw in flaws]
    taken = [(np.array(centre), radius) for centre, radius in halos]
    angles = np.radians(45.0 + 45.0 * np.arange(8))
    for number, (flaw, (centre, radius)) in enumerate(zip(flaws, halos, strict=True), 1):
        choices = [
            np.array(centre) + (radius + reach) * np.array([np.cos(angle), np.sin(angle)])
            for reach in (0.17, 0.32, 0.5)
            for angle in angles
        ]
        low, high = np.array([0.15, sheet.box[1] - 0.3]), np.array([SHEET_WIDTH - 0.15, sheet.height - 0.4])
        choices = [place for place in choices if np.all(place > low) and np.all(place < high)] or choices[:1]
        best = min(choices, key=lambda place: _hidden(place, taken))
        taken.append((best, _BADGE))
        colour = _MARKS[flaw.kind]["edgecolor"]
        away = (best - centre) / max(float(np.linalg.norm(best - centre)), 1e-9)
        add_lines(axes, np.array([[np.array(centre) + radius * away, best]]), edgecolor=colour, linewidth=0.9, zorder=5)
        _badge(axes, best, number, colour)


def _hidden(place: FloatArray, taken: Sequence[tuple[FloatArray, float]]) -> float:
    """How deep a disc at ``place`` would lie over others [in]."""
    return sum(max(0.0, radius + _BADGE + 0.02 - float(np.linalg.norm(place - centre))) for centre, radius in taken)


def _badge(axes: Axes, place: FloatArray, number: int, colour: str) -> None:
    x, y = (float(value) for value in place)
    axes.add_patch(Circle((x, y), _BADGE, facecolor=colour, edgecolor="white", linewidth=0.8, clip_on=False, zorder=6))
    style = {"color": "white", "fontsize": 7.0, "fontweight": "bold", "zorder": 7}
    write(axes, x, y - 0.004, str(number), ha="center", va="center", **style)


def _key(axes: Axes, flaws: Sequence[Flaw], words: Words, level: float) -> None:
    x = 0.5
    for kind, style in _MARKS.items():
        if not any(flaw.kind == kind for flaw in flaws):
            continue
        ring = np.array([[x, level - 0.03], [x + 0.3, level - 0.03], [x + 0.3, level + 0.12], [x, level + 0.12]])
        add_rings(axes, [ring], linewidth=0.9, **style)
        text = words(f"flaws.{kind}")
        write(axes, x + 0.38, level + 0.04, text, va="center", fontsize=8.2)
        x += 0.6 + 0.075 * len(text)


def _list(axes: Axes, flaws: Sequence[Flaw], more: int, words: Words, top: float) -> None:
    """Number, kind, stones, width and place of each flaw, in two columns."""
    half = -(-len(flaws) // 2)
    for index, flaw in enumerate(flaws):
        column, row = divmod(index, half)
        x, y = 0.5 + column * 4.15, top - row * _ROW
        _badge(axes, np.array([x + 0.09, y]), index + 1, _MARKS[flaw.kind]["edgecolor"])
        write(axes, x + 0.26, y - 0.005, flaw_text(flaw, words), va="center", fontsize=7.2, color=INK)
    if more > 0:
        write(axes, 0.5, top - half * _ROW - 0.03, words("flaws.more", count=more), va="center", fontsize=7.2)


def flaw_text(flaw: Flaw, words: Words) -> str:
    """One flaw in a line: what, which stones, how wide, where."""
    names = [safe_name(stone, 10) for stone in flaw.stones[:3]] + (["…"] if len(flaw.stones) > 3 else [])
    x, z = flaw.place
    size = f"{flaw.width * 1e3:.3g} mm" if flaw.kind != "crossing" else ""
    place = words.typeset(f"x {x:.3f} m, z {z:.3f} m")
    return " · ".join(part for part in (words(f"flaws.{flaw.kind}"), ", ".join(names), size, place) if part)
