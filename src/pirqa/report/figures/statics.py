"""Figures of statics: the cross-section with its forces, zones and bed joints, factors of safety as curves and bars."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Polygon, Rectangle

from pirqa.model.envelope import Envelope, Section
from pirqa.model.remark import Table
from pirqa.report.figures.style import COLOURS, CYCLE, INK, MODE_LINES, WIDTH, apart, drawing, ink_for, to_svg
from pirqa.report.words import Words
from pirqa.statics.stage import DrawnFill, DrawnForce, GoverningState

_FORCE_COLOURS = {
    "weight": INK,
    "weight_inertia": COLOURS["orange"],
    "resting_soil": COLOURS["stone_edge"],
    "resting_soil_inertia": COLOURS["orange"],
    "soil_thrust": COLOURS["green"],
    "soil_thrust_increment": COLOURS["purple"],
    "water_thrust": COLOURS["blue"],
    "water_thrust_increment": COLOURS["purple"],
    "uplift": COLOURS["blue"],
}
_THEORIES = {
    "whitman": 0,
    "seed_whitman": 1,
    "mononobe_okabe": 2,
    "rankine": 3,
    "coulomb": 4,
    "seed_whitman_half": 5,
    "": 0,
}
"""Which colour and sign a thrust theory has."""
_TORNADO_COLOURS = {"factor_low": COLOURS["sky"], "factor_high": COLOURS["blue"]}
_TOP = 4.0
"""Factors above this are cut off: nobody reads a factor of 12 from a curve."""


def draw_section(
    section: Section, fill: DrawnFill | None, base: str, state: GoverningState | None, words: Words, *, name: str
) -> str:
    """SVG of ``section`` with the forces of ``state``, if any; ``base`` is the kind of support, or ``unknown``."""
    height = section.height
    front = min(min(layer.front_bottom, layer.front_top) for layer in section.layers)
    back = max(max(layer.back_bottom, layer.back_top) for layer in section.layers)
    left, right = front - 0.72 * height, back + (0.8 if fill else 0.55) * height
    low, high = (
        -0.42 * height,
        (1.28 if fill and fill.surcharge else 1.14) * height + (0.95 * height * math.tan(fill.slope) if fill else 0.0),
    )
    inches = 3.6 / (right - left)
    with drawing(3.6, min(inches * (high - low), 5.2)) as figure:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_xlim(left, right)
        axes.set_ylim(low, high)
        _ground(axes, base, left, right, front, back, height)
        if fill is not None:
            _fill(axes, section, fill, right, height)
        _wall(axes, section)
        _dimensions(axes, section, front, back, height, words)
        if state is not None:
            _forces(axes, state, height, words)
            _joint_pressure(axes, state, height, words)
            _force_scale(axes, state, (right, low), height)
        return to_svg(figure, name)


def _wall(axes: Axes, section: Section) -> None:
    for layer in section.layers:
        corners = [
            (layer.front_bottom, layer.bottom),
            (layer.back_bottom, layer.bottom),
            (layer.back_top, layer.top),
            (layer.front_top, layer.top),
        ]
        axes.add_patch(
            Polygon(corners, facecolor=COLOURS["stone"], edgecolor=COLOURS["stone_edge"], linewidth=1.1, zorder=3)
        )
    for joint in range(1, len(section.joints)):
        front, back = section.contact(joint)
        level = section.joints[joint]
        axes.plot([float(front), float(back)], [level, level], color=COLOURS["stone_edge"], linewidth=0.8, zorder=4)


def _ground(axes: Axes, base: str, left: float, right: float, front: float, back: float, height: float) -> None:
    depth = 0.055 * height
    axes.plot([left, right], [0, 0], color=INK, linewidth=0.9, zorder=2)
    if base == "rounded_stones":
        radius = 0.5 * depth
        for centre in np.arange(front - 2 * depth, back + 2 * depth, 2 * radius):
            axes.add_patch(
                Circle(
                    (centre + radius, -radius),
                    radius * 0.95,
                    facecolor="#efe9dd",
                    edgecolor=COLOURS["stone_edge"],
                    linewidth=0.6,
                    zorder=2,
                )
            )
    elif base == "blocks":
        corners = [(front - depth, 0), (back + depth, 0), (back + depth, -depth), (front - depth, -depth)]
        axes.add_patch(Polygon(corners, facecolor="#efe9dd", edgecolor=COLOURS["stone_edge"], linewidth=0.8, zorder=2))
    elif base != "unknown":
        for start in np.linspace(front - depth, back + depth, 14):
            axes.plot(
                [start, start - 0.7 * depth],
                [0, -depth],
                color=COLOURS["stone_edge"],
                linewidth=0.7,
                zorder=1,
            )


def _fill(axes: Axes, section: Section, fill: DrawnFill, right: float, height: float) -> None:
    top_level = section.height if fill.height is None else fill.height
    faces: list[tuple[float, float]] = []
    for layer in section.layers:
        top = min(layer.top, top_level)
        if top > layer.bottom:
            faces += [(layer.back_bottom, layer.bottom), (float(layer.back(top)), top)]
    crest = faces[-1][0]
    surface = top_level + (right - crest) * math.tan(fill.slope)
    corners = [*faces, (right, surface), (right, 0.0)]
    axes.add_patch(Polygon(corners, facecolor=COLOURS["soil"], edgecolor="none", zorder=1))
    # A few fixed grains say "granular"; seeded by nothing, so that the same wall gives the same picture.
    generator = np.random.default_rng(7)
    outline = Polygon(corners).get_path()
    grains = generator.uniform((section.layers[0].front_bottom, 0.0), (right, max(surface, top_level)), (420, 2))
    inside = grains[outline.contains_points(grains)]
    axes.scatter(inside[:, 0], inside[:, 1], s=1.4, color="#b7a37a", linewidths=0, zorder=1.2)
    axes.plot([crest, right], [top_level, surface], color="#8a744a", linewidth=1.0, zorder=2)
    if fill.water_level > 0:
        wet = [(x, z) for x, z in faces if z <= fill.water_level]
        edge = float(section.back(fill.water_level))
        pool = [*wet, (edge, fill.water_level), (right, fill.water_level), (right, 0.0)]
        axes.add_patch(Polygon(pool, facecolor=COLOURS["sky"], alpha=0.35, edgecolor="none", zorder=1.4))
        axes.plot([edge, right], [fill.water_level] * 2, color=COLOURS["blue"], linewidth=0.9, zorder=2)
    if fill.surcharge > 0:
        axes.text(
            right - 0.02 * height,
            surface + 0.11 * height,
            f"q {fill.surcharge / 1000:.3g} kPa",
            ha="right",
            va="bottom",
            fontsize=8.6,
        )
        for x in np.linspace(crest + 0.06 * height, right - 0.02 * height, 9):
            z = top_level + (x - crest) * math.tan(fill.slope)
            axes.annotate(
                "",
                (x, z),
                (x, z + 0.09 * height),
                arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 0.6},
            )


def _dimensions(axes: Axes, section: Section, front: float, back: float, height: float, words: Words) -> None:
    style = {
        "arrowstyle": "<->",
        "color": COLOURS["stone_edge"],
        "linewidth": 0.7,
        "shrinkA": 0,
        "shrinkB": 0,
    }
    x = front - 0.6 * height
    axes.annotate("", (x, 0), (x, height), arrowprops=style)
    text = words.typeset(f"{height:.4g} m")
    axes.text(x - 0.02 * height, 0.5 * height, text, rotation=90, ha="right", va="center", fontsize=9)
    top = section.layers[-1]
    level = height * 1.05
    axes.annotate("", (top.front_top, level), (top.back_top, level), arrowprops=style)
    width = words.typeset(f"{top.back_top - top.front_top:.4g} m")
    axes.text(
        0.5 * (top.front_top + top.back_top),
        level + 0.015 * height,
        width,
        ha="center",
        va="bottom",
        fontsize=9,
    )


def _forces(axes: Axes, state: GoverningState, height: float, words: Words) -> None:
    # A wall that may go inward was computed mirrored; the picture keeps the real sides.
    side = -1.0 if state.direction == "inward" else 1.0
    shown = [force for force in state.forces if math.hypot(force.outward, force.down) > 1e-3 * state.normal]
    scale = _scale(state, height)
    labels: list[_Label] = []
    for force in shown:
        dx, dz = -side * force.outward * scale, -force.down * scale
        x, z = side * force.y, force.z
        pushes = force.name not in ("weight", "weight_inertia", "resting_soil", "resting_soil_inertia", "uplift")
        # A push ends where it acts; a body force starts there, or straddles it where it is upright.
        back_off = 1.0 if pushes else 0.5 if force.outward == 0.0 and force.down > 0.0 else 0.0
        tail = (x - back_off * dx, z - back_off * dz)
        tip = (tail[0] + dx, tail[1] + dz)
        colour = _FORCE_COLOURS[force.name]
        head = min(0.5, 0.5 * math.hypot(dx, dz) / (0.12 * height))
        style = {"arrowstyle": f"-|>,head_length={head},head_width={0.45 * head}", "color": colour, "linewidth": 1.8}
        axes.annotate("", tip, tail, arrowprops={**style, "shrinkA": 0, "shrinkB": 0}, zorder=6)
        body = force.name in ("weight_inertia", "resting_soil_inertia")
        anchor = tip if body or force.name == "weight" else tail
        labels.append(_Label(_force_words(force, state, words), colour, anchor, "toe" if body else "heel"))
    toe, heel = min(label.anchor[0] * side for label in labels), max(label.anchor[0] * side for label in labels)
    _place_labels(axes, [item for item in labels if item.side == "toe"], side * (toe - 0.05 * height), -side, height)
    _place_labels(axes, [item for item in labels if item.side == "heel"], side * (heel + 0.07 * height), side, height)
    axes.plot([side * state.front], [state.level], marker="o", markersize=4, color=INK, zorder=7)


def _scale(state: GoverningState, height: float) -> float:
    """Length of an arrow over its force [m/(N/m)]: the longest is 0.8 of the wall's height."""
    return 0.8 * height / max(math.hypot(force.outward, force.down) for force in state.forces)


def _force_scale(axes: Axes, state: GoverningState, corner: tuple[float, float], height: float) -> None:
    """A bar of a round force, so that arrows can be measured."""
    scale = _scale(state, height)
    power = 10.0 ** math.floor(math.log10(0.35 * height / scale))
    force = max(step * power for step in (1.0, 2.0, 5.0) if step * power * scale <= 0.35 * height)
    right, level = corner[0] - 0.03 * height, corner[1] + 0.07 * height
    left = right - force * scale
    axes.plot([left, right], [level, level], color=INK, linewidth=1.4, solid_capstyle="butt")
    for x in (left, right):
        axes.plot([x, x], [level - 0.015 * height, level + 0.015 * height], color=INK, linewidth=0.8)
    axes.text(
        0.5 * (left + right), level + 0.03 * height, f"{force / 1000:g} kN/m", ha="center", va="bottom", fontsize=8
    )


class _Label(NamedTuple):
    text: str
    colour: str
    anchor: tuple[float, float]
    side: str
    """``toe`` or ``heel``: on which side of the arrows the label stands."""


def _place_labels(axes: Axes, labels: list[_Label], x: float, direction: float, height: float) -> None:
    """Labels in a column at ``x``, pushed apart where they would overlap, each tied to its arrow by a thin line."""
    gap = 0.1 * height
    level = -math.inf
    for label in sorted(labels, key=lambda item: item.anchor[1]):
        level = max(level + gap, label.anchor[1], 0.07 * height)
        axes.plot([label.anchor[0], x], [label.anchor[1], level], color=label.colour, linewidth=0.5, zorder=5)
        axes.text(
            x + direction * 0.01 * height,
            level,
            label.text,
            color=ink_for(label.colour),
            ha="left" if direction > 0 else "right",
            va="center",
            fontsize=9.2,
            bbox={"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 0.8},
            zorder=8,
        )


def _force_words(force: DrawnForce, state: GoverningState, words: Words) -> str:
    key = force.name
    if key.endswith("_inertia"):
        key += f"_{state.case.split('.')[0]}"
    elif key in ("weight", "resting_soil") and state.vertical:
        key += f"_kv_{state.vertical}"
    return f"{words(f'force.{key}')} {words.typeset(f'{math.hypot(force.outward, force.down) / 1000:.3g}')}"


def _joint_pressure(axes: Axes, state: GoverningState, height: float, words: Words) -> None:
    side = -1.0 if state.direction == "inward" else 1.0
    width = state.back - state.front
    top = state.level - 0.09 * height
    if not 0.0 < state.resultant < width or not math.isfinite(state.edge_pressure):
        middle = side * 0.5 * (state.front + state.back)
        axes.text(
            middle,
            top,
            words("statics.overturned"),
            color=ink_for(COLOURS["orange"]),
            ha="center",
            va="top",
            fontsize=9,
        )
        return
    other = 0.0 if state.contact_length < width else 2.0 * state.normal / width - state.edge_pressure
    depth = 0.2 * height / state.edge_pressure
    toe_first = state.eccentricity >= 0
    start = state.front if toe_first else state.back
    end = start + math.copysign(state.contact_length, 1.0 if toe_first else -1.0)
    corners = [
        (start, top),
        (end, top),
        (end, top - other * depth),
        (start, top - state.edge_pressure * depth),
    ]
    corners = [(side * x, z) for x, z in corners]
    axes.add_patch(
        Polygon(
            corners,
            facecolor=COLOURS["amber"],
            alpha=0.4,
            edgecolor=COLOURS["amber"],
            linewidth=0.9,
            zorder=5,
        )
    )
    peak = words.number(state.edge_pressure / 1000)
    axes.text(
        side * start - 0.02 * height,
        top - state.edge_pressure * depth,
        words("statics.pressure_peak", pressure=peak),
        ha="right",
        va="center",
        fontsize=9,
        zorder=8,
    )
    x = side * (state.front + state.resultant)
    axes.annotate(
        "",
        (x, top),
        (x, top - 0.3 * height),
        arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0},
        zorder=7,
    )
    axes.text(
        x + 0.02 * height,
        top - 0.27 * height,
        words("statics.resultant"),
        fontsize=8.6,
        va="center",
        zorder=8,
    )


def draw_zones(envelope: Envelope, words: Words, *, name: str) -> str:
    """SVG of the zones, with their names where they fit, and the wall's length and height."""
    assert envelope.length is not None
    length, height = float(envelope.length), float(envelope.height)
    left, right, low, high = -0.09 * length, 1.03 * length, -0.06 * length, height + 0.07 * length
    inches = WIDTH / (right - left)
    with drawing(WIDTH, max(1.6, inches * (high - low))) as figure:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_xlim(left, right)
        axes.set_ylim(low, high)
        axes.plot([left, right], [0, 0], color=INK, linewidth=0.9)
        for zone in envelope.zones:
            end = length if zone.end is None else float(zone.end)
            start, bottom, top = float(zone.start), float(zone.bottom), float(zone.top)
            box = Rectangle((start, bottom), end - start, top - bottom, facecolor=COLOURS["stone"])
            box.set_edgecolor(COLOURS["stone_edge"])
            axes.add_patch(box)
            if len(envelope.zones) > 1 and inches * (end - start) > 0.08 * len(zone.name):
                axes.text(0.5 * (start + end), 0.5 * (bottom + top), zone.name, ha="center", va="center")
            for level in envelope.joint_levels or [height * k / envelope.courses for k in range(1, envelope.courses)]:
                if bottom < level < top:
                    axes.plot([start, end], [level, level], color=COLOURS["stone_edge"], linewidth=0.6)
        arrow = {"arrowstyle": "<->", "color": COLOURS["stone_edge"], "linewidth": 0.7, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", (0.0, height + 0.02 * length), (length, height + 0.02 * length), arrowprops=arrow)
        axes.text(0.5 * length, height + 0.03 * length, words.typeset(f"{length:.4g} m"), ha="center", va="bottom")
        axes.annotate("", (-0.03 * length, 0.0), (-0.03 * length, height), arrowprops=arrow)
        axes.text(-0.04 * length, 0.5 * height, words.typeset(f"{height:.4g} m"), rotation=90, ha="right", va="center")
        return to_svg(figure, name)


class Panel:
    """One method's curves in a figure: a table with columns case, mode, x and factor."""

    def __init__(
        self,
        title: str,
        label: str,
        curves: Table,
        *,
        x: str,
        mark: float,
        dots: Mapping[tuple[str, str], float],
    ) -> None:
        self.title = title
        self.label = label
        self.curves = curves
        self.x = x
        self.mark = mark
        """Where this wall or site stands on the x axis."""
        self.dots = dots
        """Critical coefficient by case and mode."""


def draw_curves(panels: list[Panel], words: Words, *, name: str, scale: float = 1.0) -> str:
    """Curves of one or more methods side by side; x values are divided by ``scale``."""
    theories: list[str] = []
    # without an earthquake a wall that nothing pushes has no factor to draw
    panels = [panel for panel in panels if np.isfinite(np.asarray(panel.curves["factor"], dtype=float)).any()] or panels
    top = _top(panels)
    with drawing(WIDTH if len(panels) > 1 else 0.62 * WIDTH, 3.1) as figure:
        plots = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for panel, axes in zip(panels, plots, strict=True):
            for case in dict.fromkeys(panel.curves["case"].tolist()):
                theory = case.partition(".")[2]
                theories.append(theory)
                for mode, line in MODE_LINES.items():
                    curve = panel.curves.where(case=case, mode=mode)
                    factor = np.asarray(curve["factor"], dtype=float)
                    shown = np.where(factor <= 1.5 * _TOP, factor, np.nan)
                    x = np.asarray(curve[panel.x], dtype=float) / scale
                    label = words(f"mode.{mode}")
                    if theory:
                        label = f"{words(f'thrust.{theory}')}: {label}"
                    axes.plot(x, shown, linestyle=line, label=label, **apart(_THEORIES[theory], every=0.3))
                    dot = panel.dots.get((case, mode))
                    if dot is not None:
                        colour = CYCLE[_THEORIES[theory]]
                        label = words("statics.critical_point", curve=label)
                        axes.plot([dot / scale], [1.0], "o", color=colour, markersize=4.5, zorder=5, label=label)
            axes.axhline(1.0, color=INK, linewidth=0.9)
            axes.axvline(panel.mark / scale, color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
            axes.set_ylim(0.0, top)
            axes.set_xlim(*_range(panel, scale))
            axes.set_xlabel(panel.label)
            axes.set_title(panel.title)
        plots[0].set_ylabel(words("statics.axis_factor"))
        figure.legend(handles=_legend(list(dict.fromkeys(theories)), words), loc="outside lower center", ncols=3)
        return to_svg(figure, name)


def _top(panels: list[Panel]) -> float:
    """Where the factor axis ends: just above the highest curve, at most where factors are cut off."""
    factors = np.concatenate([np.asarray(panel.curves["factor"], dtype=float) for panel in panels])
    finite = factors[np.isfinite(factors)]
    return float(np.clip(np.ceil(2.2 * finite.max()) / 2.0, 1.5, _TOP)) if finite.size else _TOP


def _range(panel: Panel, scale: float) -> tuple[float, float]:
    x = np.asarray(panel.curves[panel.x], dtype=float) / scale
    return float(x.min()), float(x.max())


def _legend(theories: list[str], words: Words) -> list[Line2D]:
    handles = [
        Line2D([], [], color=INK, linestyle=line, label=words(f"mode.{mode}")) for mode, line in MODE_LINES.items()
    ]
    if theories != [""]:
        handles += [
            Line2D([], [], label=words(f"thrust.{theory}"), **apart(_THEORIES[theory]) | {"markevery": None})
            for theory in theories
            if theory
        ]
    return handles


def draw_histogram(histogram: Table, words: Words, *, name: str) -> str:
    """Sampled factors, both modes."""
    colours = {"sliding": COLOURS["blue"], "overturning": COLOURS["orange"]}
    with drawing(0.5 * WIDTH, 2.5) as figure:
        axes = figure.add_subplot()
        for mode in MODE_LINES:
            part = histogram.where(mode=mode)
            low, count = np.asarray(part["low"], dtype=float), np.asarray(part["count"], dtype=float)
            closed = np.isfinite(np.asarray(part["high"], dtype=float))
            share = count / count.sum()
            width = low[1] - low[0]
            edges = np.append(low[closed], low[closed][-1] + width)
            heights = np.append(share[closed], share[closed][-1])
            axes.fill_between(edges, heights, step="post", color=colours[mode], alpha=0.3, linewidth=0.0)
            style = {"color": colours[mode], "linestyle": MODE_LINES[mode], "linewidth": 1.3}
            axes.step(edges, heights, where="post", label=words(f"mode.{mode}"), **style)
        axes.axvline(1.0, color=INK, linewidth=0.9)
        axes.set_xlim(0.0, _shown_range(histogram))
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("statics.axis_factor"))
        axes.set_ylabel(words("statics.axis_share"))
        axes.legend(loc="upper right")
        return to_svg(figure, name)


def _shown_range(histogram: Table) -> float:
    low = np.asarray(histogram["low"], dtype=float)
    filled = low[np.asarray(histogram["count"]) > 0]
    return float(min(max(1.5, filled.max() * 1.1 if filled.size else 1.5), _TOP))


def draw_tornado(tornado: Table, words: Words, describe: Callable[[str, float, float], str], *, name: str) -> str:
    """A bar for each input and mode; ``describe(key, low, high)`` labels it."""
    modes = list(MODE_LINES)
    swing: dict[str, float] = {}
    for row in tornado.rows():
        swing[row["input"]] = swing.get(row["input"], 0.0) + abs(row["factor_high"] - row["factor_low"])
    inputs = sorted(swing, key=lambda key: -swing[key])
    with drawing(0.9 * WIDTH, 1.1 + 0.42 * len(inputs)) as figure:
        plots = figure.subplots(1, len(modes), sharey=True, squeeze=False)[0]
        for mode, axes in zip(modes, plots, strict=True):
            rows = {row["input"]: row for row in tornado.where(mode=mode).rows()}
            names = [describe(key, rows[key]["low"], rows[key]["high"]).replace("\n", ", ") for key in inputs]
            _tornado_bars(axes, [rows[key] for key in inputs], names, words)
            axes.set_title(words(f"mode.{mode}"))
            axes.set_xlabel(words("statics.axis_factor"))
        labels = [describe(key, rows[key]["low"], rows[key]["high"]) for key in inputs]
        plots[0].set_yticks(range(len(inputs)), labels)
        plots[0].invert_yaxis()
        ends = zip(_TORNADO_COLOURS.values(), ("low_value", "high_value"), strict=True)
        handles = [Line2D([], [], color=colour, linewidth=5, label=words(f"statics.{word}")) for colour, word in ends]
        figure.legend(handles=handles, loc="outside lower center", ncols=2)
        return to_svg(figure, name)


def _tornado_bars(axes: Axes, rows: list[dict[str, float]], names: list[str], words: Words) -> None:
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        for (end, colour), word in zip(_TORNADO_COLOURS.items(), ("low_value", "high_value"), strict=True):
            reach = row[end] - row["factor_median"]
            label = f"{name}: {words(f'statics.{word}')}"
            axes.barh(place, reach, left=row["factor_median"], height=0.55, color=colour, linewidth=0, label=label)
    axes.axvline(1.0, color=INK, linewidth=0.9)
    axes.grid(axis="y", visible=False)
