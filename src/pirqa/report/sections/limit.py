"""The limit stage on the page, with the figures of its mechanisms: moving bodies to scale and capacity curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import shapely
from matplotlib.axes import Axes

from pirqa.limit import LimitResult
from pirqa.model.mechanism import CapacityCurve, Mechanism, MechanismForce
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.report.figures.facade import add_lines, add_rings, write
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, ink_for, line_styles, to_svg
from pirqa.report.names import leading, mechanism_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Column, Figure, Grid, Heading, Note, Row, Section, Text, table
from pirqa.report.viewer.views import limit_viewer
from pirqa.report.words import Words

_MOST_CURVES = 6
"""That can be told apart in one picture."""
_PAPER_WIDTH = 3.6
"""Of the paper [in]."""
_LEAST_MARGIN = 0.5
_LETTER = 0.071
"""Width of a letter of the labels [in]."""
_TALLEST = 4.3
_ABOVE, _BELOW = 0.2, 0.42
_SHARE = 0.4
"""Of the displacement at which the mechanism falls, where it is drawn on its way: the codes' ultimate one."""
_LABEL_GAP = 0.3
_REST, _BACKDROP = "#e6e3dd", "#f4f2ee"

_Places = Callable[[FloatArray], FloatArray]
"""From metres to the paper."""


def build(result: LimitResult, assessment: Assessment, words: Words) -> Section:
    """The section of the limit stage."""
    blocks: list[Block] = [Text(text=_sentence(result, words)), Text(text=words("limit.intro"))]
    falling = [item for item in result.mechanisms if item.multiplier <= 0.0]
    if falling:
        names = "; ".join(mechanism_name(item, words) for item in falling)
        blocks.append(Note(text=words("limit.falls_by_itself", names=names)))
    drawn = leading(result.mechanisms)
    figures = tuple(
        _drawing(item, result, words, number)
        for number, item in enumerate(drawn, 1)
        if any(len(body.outline) for body in item.bodies)
    )
    if figures:
        blocks += [Heading(text=words("limit.drawings_title")), Row(figures=figures), Text(text=words("limit.drawn"))]
    blocks += limit_viewer(result, lambda item: _backdrop(item, result), words)
    blocks += _capacity(result, words)
    if result.mechanisms:
        blocks += [Heading(text=words("limit.table_title")), _table(result, words)]
    blocks += [*_forces(drawn, words), *remarks_table(result.remarks, words)]
    blocks += [Heading(text=words("limit.limits_title")), Text(text=words("limit.limits"))]
    return Section(id="limit", title=words("limit.title"), blocks=tuple(blocks))


def _sentence(result: LimitResult, words: Words) -> str:
    if not result.mechanisms:
        return words("limit.sentence_none")
    first = min(result.mechanisms, key=lambda item: item.multiplier)
    name = mechanism_name(first, words)
    if first.multiplier <= 0.0:
        return words("limit.sentence_falls", mechanism=name)
    start = words.number(first.multiplier, 3)
    told = {"mechanism": name, "acceleration": start, "multiplier": start}
    if first.curve is None:
        return words("limit.sentence_start", **told)
    reach = words.number(1e3 * first.curve.ultimate_displacement, 3)
    return words("limit.sentence", reach=reach, **told)


def _drawing(mechanism: Mechanism, result: LimitResult, words: Words, number: int) -> Figure:
    svg = draw_mechanism(mechanism, words, backdrop=_backdrop(mechanism, result), name=f"mechanism-{number}")
    start = words("limit.starts_at", multiplier=words.number(mechanism.multiplier, 3))
    caption = f"{mechanism_name(mechanism, words)}: {start}"
    if mechanism.pose_displacement is not None and len(mechanism.pose_displacement) > 1:
        there = mechanism.pose_displacement[[pose_on_the_way(mechanism), -1]]
        shown = [words.number(1e3 * float(value), 3) for value in there]
        caption += f" {words('limit.drawn_at', way=shown[0], end=shown[1])}"
    return Figure(svg=svg, caption=caption, alt=words("limit.drawing_alt"))


def _backdrop(mechanism: Mechanism, result: LimitResult) -> Sequence[FloatArray]:
    """The section that a part of it leaves: outlines of what turns about the base at the same place."""
    if not mechanism.local or mechanism.kind != "overturning":
        return ()
    whole = (
        item
        for item in result.mechanisms
        if item.kind == "overturning" and not item.local and item.place.station == mechanism.place.station
    )
    found = next(whole, None)
    return () if found is None else [body.outline for body in found.bodies if len(body.outline)]


def _capacity(result: LimitResult, words: Words) -> list[Block]:
    """The first of each sort, as many as can be told apart."""
    curved = [item for item in result.mechanisms if item.curve is not None]
    shown = leading(curved, most=_MOST_CURVES)
    if not shown:
        return []
    names = {item.name: mechanism_name(item, words) for item in shown}
    svg = draw_capacity(shown, line_styles([item.name for item in shown]), names, words, name="limit-capacity")
    left = len(curved) - len(shown)
    caption = words("limit.capacity") + (f" {words('limit.capacity_left', count=left)}" if left else "")
    return [
        Heading(text=words("limit.capacity_title")),
        Figure(svg=svg, caption=caption, alt=words("limit.capacity_alt")),
    ]


def _table(result: LimitResult, words: Words) -> Grid:
    def reach(item: Mechanism) -> float | None:
        return None if item.curve is None else item.curve.ultimate_displacement

    def spectral(item: Mechanism) -> float | None:
        return None if item.curve is None else item.curve.ultimate_spectral_displacement

    columns: tuple[Column[Mechanism], ...] = (
        Column("limit.column_mechanism", lambda item: mechanism_name(item, words), small=lambda item: item.name),
        Column("limit.column_hinge", lambda item: item.level),
        Column("limit.column_direction", lambda item: _direction(item.direction, words)),
        Column("limit.column_weight", lambda item: item.weight, unit="kN", digits=4),
        Column(
            "limit.column_multiplier",
            lambda item: item.multiplier,
            strong=True,
            tone=lambda item: "bad" if item.multiplier <= 0.0 else "",
        ),
        Column("limit.column_fraction", lambda item: item.mass_fraction),
        Column("limit.column_mass", lambda item: item.participating_mass, unit="t"),
        Column("limit.column_acceleration", lambda item: item.spectral_acceleration, unit="g"),
        Column("limit.column_spectral", spectral, unit="mm"),
        Column("limit.column_reach", reach, unit="mm"),
        Column("limit.column_crushing", lambda item: words(f"limit.crushing_{'yes' if item.crushing else 'no'}")),
    )
    return table(result.mechanisms, columns, words, words("limit.table"))


def _direction(direction: FloatArray, words: Words) -> str:
    """Across the wall in words; otherwise its components."""
    if abs(direction[1]) > 0.999:
        return words("limit.way_inward" if direction[1] > 0.0 else "limit.way_outward")
    if abs(direction[0]) > 0.999:
        return words("limit.way_right" if direction[0] > 0.0 else "limit.way_left")
    return words.typeset(", ".join(f"{value:.2f}" for value in np.asarray(direction).tolist()))


def _forces(drawn: Sequence[Mechanism], words: Words) -> list[Block]:
    acting = [(item, force) for item in drawn for force in item.forces if np.any(force.force)]
    columns: tuple[Column[tuple[Mechanism, MechanismForce]], ...] = (
        Column("limit.column_mechanism", lambda pair: mechanism_name(pair[0], words)),
        Column(
            "limit.column_force",
            lambda pair: words.get(f"limit.force_{pair[1].kind}", pair[1].kind),
            small=lambda pair: pair[1].name,
        ),
        Column("limit.column_level", lambda pair: float(pair[1].point[2])),
        Column("limit.column_size", lambda pair: float(np.linalg.norm(pair[1].force)), unit="kN"),
        Column(
            "limit.column_does", lambda pair: words(f"limit.{'resists' if pair[1].virtual_work < 0.0 else 'drives'}")
        ),
        Column("limit.column_work", lambda pair: pair[1].virtual_work, unit="kN"),
    )
    return [table(acting, columns, words, words("limit.forces"))] if acting else []


class _Label(NamedTuple):
    text: str
    colour: str
    anchor: FloatArray
    """[in]"""
    left: bool


class _Arrow(NamedTuple):
    """A force beside the weights, with its label."""

    text: str
    colour: str
    point: FloatArray
    """Where it acts (y, z) [m]."""
    reach: FloatArray
    """Along it, on the paper [in]."""
    leaves: bool
    """Whether it starts where it acts, as the pull of a tie does; otherwise it ends there."""

    @property
    def outer(self) -> FloatArray:
        """From where it acts to its end outside of the wall [in]."""
        return self.reach if self.leaves else -self.reach

    @property
    def left(self) -> bool:
        return bool(self.outer[0] < -1e-9)


def pose_on_the_way(mechanism: Mechanism) -> int:
    """Which of the poses lies nearest to where codes let it go."""
    assert mechanism.pose_displacement is not None
    aim = _SHARE * float(mechanism.pose_displacement[-1])
    return int(np.argmin(np.abs(mechanism.pose_displacement - aim)))


def draw_mechanism(mechanism: Mechanism, words: Words, *, backdrop: Sequence[FloatArray] = (), name: str) -> str:
    """SVG of the mechanism seen along the wall, its front at the left; ``backdrop``: outlines of what stays."""
    rest = [body.outline for body in mechanism.bodies if len(body.outline)]
    on_the_way, fallen = (_posed(mechanism, pose) for pose in _drawn_poses(mechanism))
    arrows = _planned(mechanism, words)
    corners = np.concatenate([*backdrop, *rest, *on_the_way, *fallen])
    low, high = corners.min(axis=0), corners.max(axis=0)
    low[1] = min(low[1], 0.0)
    width, height = high - low
    left, right = (_margin(mechanism, arrows, left=side) for side in (True, False))
    above = max([_ABOVE, *(float(item.outer[1]) + 0.22 for item in arrows)])
    scale = min((_PAPER_WIDTH - left - right) / width, _TALLEST / height)
    foot = np.array([left + 0.5 * (_PAPER_WIDTH - left - right - width * scale), _BELOW])
    paper = _BELOW + height * scale + above

    def at(places: FloatArray) -> FloatArray:
        return np.asarray(foot + (np.asarray(places) - low) * scale)

    with drawing(_PAPER_WIDTH, paper) as figure:
        figure.set_layout_engine("none")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0.0, _PAPER_WIDTH)
        axes.set_ylim(0.0, paper)
        _ground(axes, float(at(np.zeros(2))[1]))
        add_rings(axes, [at(ring) for ring in backdrop], facecolor=_BACKDROP, edgecolor=COLOURS["stone_edge"], lw=0.5)
        add_rings(axes, [at(ring) for ring in rest], facecolor=_REST, edgecolor=COLOURS["stone_edge"], lw=0.7, zorder=2)
        style = {"facecolor": COLOURS["stone"], "edgecolor": INK, "linewidth": 1.0, "alpha": 0.75, "zorder": 3}
        add_rings(axes, [at(ring) for ring in on_the_way], **style)
        dashed = {"facecolor": "none", "edgecolor": INK, "linewidth": 0.8, "linestyle": (0, (4, 2)), "zorder": 3.5}
        add_rings(axes, [at(ring) for ring in fallen], **dashed)
        labels = [*_weights(axes, mechanism, at, words), *_drawn_forces(axes, arrows, at)]
        for side in (True, False):
            _place(axes, [item for item in labels if item.left is side], left=side, top=paper - 0.16)
        for hinge in mechanism.hinges:
            x, y = at(hinge[1:])
            axes.plot([x], [y], marker="o", markersize=5.5, markerfacecolor="white", color=INK, zorder=8)
        _scale_bar(axes, scale)
        return to_svg(figure, name)


def _drawn_poses(mechanism: Mechanism) -> tuple[int | None, int | None]:
    if mechanism.poses is None or mechanism.pose_displacement is None or len(mechanism.poses) < 2:
        return None, None
    return pose_on_the_way(mechanism), len(mechanism.poses) - 1


def _posed(mechanism: Mechanism, pose: int | None) -> list[FloatArray]:
    """Outlines of the bodies in one of the poses (y, z) [m]; none where there is no pose."""
    if pose is None or mechanism.poses is None:
        return []
    rings = []
    for body, motion in zip(mechanism.bodies, mechanism.poses[pose], strict=True):
        if len(body.outline):
            places = np.column_stack([np.full(len(body.outline), body.centroid[0]), body.outline])
            rings.append((places @ motion[:, :3].T + motion[:, 3])[:, 1:])
    return rings


def _ground(axes: Axes, level: float) -> None:
    axes.plot([0.15, _PAPER_WIDTH - 0.15], [level, level], color=INK, linewidth=0.9, zorder=1)
    starts = np.arange(0.3, _PAPER_WIDTH - 0.15, 0.16)
    strokes = np.array([[[x, level], [x - 0.07, level - 0.09]] for x in starts.tolist()])
    add_lines(axes, strokes, edgecolor=COLOURS["stone_edge"], linewidth=0.6, zorder=0.5)


def _arrow(axes: Axes, tail: FloatArray, tip: FloatArray, colour: str, *, dashed: bool = False) -> None:
    head: dict[str, Any] = {"arrowstyle": "-|>,head_length=0.42,head_width=0.19", "color": colour, "linewidth": 1.6}
    head |= {"linestyle": (0, (2.2, 1.1))} if dashed else {}
    axes.annotate("", tuple(tip), tuple(tail), arrowprops={**head, "shrinkA": 0, "shrinkB": 0}, zorder=6)


def _weights(axes: Axes, mechanism: Mechanism, at: _Places, words: Words) -> list[_Label]:
    """Weight and push of each body at its centroid; the longest arrow is that of the heaviest."""
    labels = []
    heaviest = max((body.weight for body in mechanism.bodies), default=0.0)
    towards = float(np.sign(mechanism.direction[1])) or -1.0
    drawn = [body for body in mechanism.bodies if len(body.outline) and body.weight > 0.0]
    for number, body in enumerate(drawn, 1):
        mark = "" if len(drawn) == 1 else _subscript(number)
        centre = at(body.centroid[1:])
        length = 0.28 + 0.32 * body.weight / heaviest
        tip = centre + np.array([0.0, -length])
        _arrow(axes, centre, tip, INK)
        axes.plot([centre[0]], [centre[1]], marker="o", markersize=3.4, color=INK, zorder=7)
        weight = words.number(body.weight / 1e3, 3)
        labels.append(_Label(f"W{mark} {weight} kN", INK, centre - np.array([0.0, 0.6 * length]), towards > 0.0))
        if abs(mechanism.direction[1]) > 0.5:
            end = centre + np.array([towards * 0.8 * length, 0.0])
            _arrow(axes, centre, end, COLOURS["orange"])
            labels.append(_Label(f"α·W{mark}", COLOURS["orange"], end, towards < 0.0))
    return labels


def _subscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _planned(mechanism: Mechanism, words: Words) -> list[_Arrow]:
    """Forces beside the weights: those that push come from outside of the bodies, others go out of them."""
    bodies = [shapely.Polygon(body.outline) for body in mechanism.bodies if len(body.outline)]
    largest = max((float(np.linalg.norm(item.force)) for item in mechanism.forces), default=0.0)
    arrows = []
    for item in mechanism.forces:
        size, seen = float(np.linalg.norm(item.force)), float(np.linalg.norm(item.force[1:]))
        if seen <= 1e-9 * largest or size <= 0.0:
            continue
        along = item.force[1:] / seen
        inside = any(body.contains(shapely.Point(item.point[1:] - 0.05 * along)) for body in bodies)
        kind = words.get(f"limit.force_{item.kind}", item.kind)
        arrows.append(
            _Arrow(
                text=f"{kind}\n{words.number(size / 1e3, 3)} kN",
                colour=COLOURS["green"] if item.virtual_work < 0.0 else COLOURS["purple"],
                point=item.point[1:],
                reach=along * (0.3 + 0.2 * size / largest),
                leaves=inside,
            )
        )
    return arrows


def _margin(mechanism: Mechanism, arrows: Sequence[_Arrow], *, left: bool) -> float:
    """Room for labels at one side [in]: the weight's stands behind the motion, the push's before it."""
    behind = (mechanism.direction[1] > 0.0) is left
    needs = [_LEAST_MARGIN + (9.0 * _LETTER - 0.2 if behind else 0.1)]
    for item in arrows:
        if item.left is left:
            longest = max(map(len, item.text.split("\n")))
            needs.append(abs(float(item.outer[0])) + _LETTER * longest + 0.25)
    return min(max(needs), 0.42 * _PAPER_WIDTH)


def _drawn_forces(axes: Axes, arrows: Sequence[_Arrow], at: _Places) -> list[_Label]:
    labels = []
    for item in arrows:
        place = at(item.point)
        tail, tip = (place, place + item.reach) if item.leaves else (place - item.reach, place)
        _arrow(axes, tail, tip, item.colour, dashed=item.colour == COLOURS["purple"])
        labels.append(_Label(item.text, item.colour, place + item.outer, item.left))
    return labels


def _place(axes: Axes, labels: Sequence[_Label], *, left: bool, top: float) -> None:
    """Labels in a column at one side, pushed apart where they would overlap, each tied to its arrow by a thin line."""
    if not labels:
        return
    anchors = [float(item.anchor[0]) for item in labels]
    x = min(anchors) - 0.1 if left else max(anchors) + 0.1
    ordered = sorted(labels, key=lambda item: float(item.anchor[1]))
    levels = [float(item.anchor[1]) for item in ordered]
    gaps = [_LABEL_GAP if "\n" in one.text or "\n" in two.text else 0.2 for one, two in pairwise(ordered)]
    for number, gap in enumerate(gaps, 1):
        levels[number] = max(levels[number], levels[number - 1] + gap)
    ceiling = top
    for number in range(len(levels) - 1, -1, -1):  # down again where the highest left the paper
        levels[number] = min(levels[number], ceiling)
        ceiling = levels[number] - (gaps[number - 1] if number else 0.0)
    for item, level in zip(ordered, levels, strict=True):
        add_lines(axes, np.array([[item.anchor, [x, level]]]), edgecolor=item.colour, linewidth=0.5, zorder=5)
        write(
            axes,
            x + (-0.04 if left else 0.04),
            level,
            item.text,
            color=ink_for(item.colour),
            ha="right" if left else "left",
            va="center",
            fontsize=9.0,
            zorder=9,
            bbox={"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 0.6},
        )


def _scale_bar(axes: Axes, scale: float) -> None:
    power = 10.0 ** math.floor(math.log10(0.9 / scale))
    bar = max(step * power for step in (1.0, 2.0, 5.0) if step * power * scale <= 0.9)
    left, level = 0.2, 0.2
    right = left + bar * scale
    axes.plot([left, right], [level, level], color=INK, linewidth=1.4, solid_capstyle="butt")
    for x in (left, right):
        axes.plot([x, x], [level - 0.03, level + 0.03], color=INK, linewidth=0.8)
    write(axes, right + 0.06, level, f"{bar:g} m", va="center", fontsize=8.2)


def draw_capacity(
    mechanisms: Sequence[Mechanism],
    styles: Mapping[str, dict[str, Any]],
    names: Mapping[str, str],
    words: Words,
    *,
    name: str,
) -> str:
    """SVG of α against the displacement of the control point; the straight line beside the first of them."""
    curves = [(item, item.curve) for item in mechanisms if item.curve is not None]
    with drawing(WIDTH, 3.3 + 0.18 * len(curves)) as figure:
        axes = figure.add_subplot()
        for number, (item, curve) in enumerate(curves):
            style = apart(number, every=0.4) | styles[item.name]  # signs: seen where curves run together
            axes.plot(curve.displacement, curve.multiplier, label=names[item.name], **style)
            _events(axes, curve, words)
        for _, curve in curves[:1]:
            ends = [0.0, curve.ultimate_displacement]
            axes.plot(ends, [curve.multiplier[0], 0.0], color=INK, linewidth=0.7, label=words("limit.straight_line"))
        axes.set_xlim(left=0.0)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("limit.axis_displacement"))
        axes.set_ylabel(words("limit.axis_multiplier"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", handlelength=3.4)
        return to_svg(figure, name)


def _events(axes: Axes, curve: CapacityCurve, words: Words) -> None:
    """What happens on the way, marked where the multiplier is the higher of the two."""
    for event in curve.events:
        there = np.isclose(curve.displacement, event.displacement)
        level = (
            float(curve.multiplier[there].max())
            if there.any()
            else float(np.interp(event.displacement, curve.displacement, curve.multiplier))
        )
        axes.plot([event.displacement], [level], marker="v", markersize=5.5, color=INK, zorder=6)
        told = words.get(f"limit.event_{event.name}", event.name.replace("_", " "))
        axes.annotate(
            f"{told}: {event.what}" if event.what else told,
            (event.displacement, level),
            (7, 4),
            textcoords="offset points",
            fontsize=7.8,
            parse_math=False,
        )
