"""Figures of mechanisms: the moving bodies to scale, capacity curves, and spectra with the demand of the codes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import shapely
from matplotlib.axes import Axes

from pirqa.codes.result import DemandCurve, Verification
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.facade import add_lines, add_rings, write
from pirqa.report.figures.style import COLOURS, CYCLE, INK, WIDTH, apart, drawing, ink_for, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_WIDTH = 3.6
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
_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (6, 1.5, 1.2, 1.5)), (0, (2.2, 1.3)), (0, (9, 3)), (0, (1.1, 1.1)))
"""Lines that are told apart in grey print too."""


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
    scale = min((_WIDTH - left - right) / width, _TALLEST / height)
    foot = np.array([left + 0.5 * (_WIDTH - left - right - width * scale), _BELOW])
    paper = _BELOW + height * scale + above

    def at(places: FloatArray) -> FloatArray:
        return np.asarray(foot + (np.asarray(places) - low) * scale)

    with drawing(_WIDTH, paper) as figure:
        figure.set_layout_engine("none")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0.0, _WIDTH)
        axes.set_ylim(0.0, paper)
        _ground(axes, float(at(np.zeros(2))[1]))
        add_rings(axes, [at(ring) for ring in backdrop], facecolor=_BACKDROP, edgecolor=COLOURS["stone_edge"], lw=0.5)
        add_rings(axes, [at(ring) for ring in rest], facecolor=_REST, edgecolor=COLOURS["stone_edge"], lw=0.7, zorder=2)
        style = {"facecolor": COLOURS["stone"], "edgecolor": INK, "linewidth": 1.0, "alpha": 0.75, "zorder": 3}
        add_rings(axes, [at(ring) for ring in on_the_way], **style)
        dashed = {"facecolor": "none", "edgecolor": INK, "linewidth": 0.8, "linestyle": (0, (4, 2)), "zorder": 3.5}
        add_rings(axes, [at(ring) for ring in fallen], **dashed)
        labels = [*_weights(axes, mechanism, at, words), *_forces(axes, arrows, at)]
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
    axes.plot([0.15, _WIDTH - 0.15], [level, level], color=INK, linewidth=0.9, zorder=1)
    starts = np.arange(0.3, _WIDTH - 0.15, 0.16)
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
    return min(max(needs), 0.42 * _WIDTH)


def _forces(axes: Axes, arrows: Sequence[_Arrow], at: _Places) -> list[_Label]:
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


def line_styles(names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour and dashes of each mechanism, the same in all drawings of a section."""
    return {
        name: {"color": CYCLE[number % len(CYCLE)], "linestyle": _DASHES[number % len(_DASHES)]}
        for number, name in enumerate(names)
    }


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


@dataclass(frozen=True, kw_only=True)
class SpectraPanel:
    """One rule beside the demand of one spectrum."""

    title: str
    verifications: tuple[Verification, ...]
    """In displacement, with the confidence factor that governs: one for each mechanism that is drawn."""
    demands: tuple[DemandCurve, ...]


def demand_of(verification: Verification, demands: Sequence[DemandCurve]) -> DemandCurve | None:
    """The curve on which a verification's demand lies at its period; the nearest."""
    if verification.period is None:
        return None
    distances: list[tuple[float, int]] = []
    for number, curve in enumerate(demands):
        if curve.name == verification.spectrum and curve.mechanism in ("", verification.mechanism):
            there = float(np.interp(verification.period, curve.period, curve.displacement))
            distances.append((abs(there - verification.demand), number))
    return demands[min(distances)[1]] if distances else None


def draw_spectra(
    panels: Sequence[SpectraPanel],
    mechanisms: Mapping[str, Mechanism],
    styles: Mapping[str, dict[str, Any]],
    names: Mapping[str, str],
    words: Words,
    *,
    name: str,
) -> str:
    """SVG of a* against d*: capacity, demand, secant periods, and how far codes let the mechanisms go."""
    drawn = list(dict.fromkeys(item.mechanism for panel in panels for item in panel.verifications))
    with drawing(WIDTH, 3.5 + 0.18 * len(drawn)) as figure:
        plots = figure.subplots(1, len(panels), sharex=True, sharey=True, squeeze=False)[0]
        most_a, most_d, most_ring = 0.0, 0.0, 0.0
        for axes, panel in zip(plots, panels, strict=True):
            axes.set_title(panel.title)
            axes.set_xlabel(words("codes.axis_displacement"))
            for item in panel.verifications:
                curve = mechanisms[item.mechanism].curve
                assert curve is not None
                _capacity(axes, curve, item, styles[item.mechanism], names[item.mechanism], words)
                most_a = max(most_a, float(curve.spectral_acceleration.max()) / STANDARD_GRAVITY)
                most_d = max(most_d, 1e3 * curve.ultimate_spectral_displacement)
                most_ring = max(most_ring, _ring(item)[1])
            _demands(axes, panel, styles, names, words)
        plots[0].set_ylabel(words("codes.axis_acceleration"))
        plots[0].set_xlim(0.0, 1.04 * most_d)
        plateau = max((float(curve.acceleration.max()) for panel in panels for curve in panel.demands), default=0.0)
        most = min(max(2.0 * most_a, 1.3 * most_ring), 1.2 * max(plateau / STANDARD_GRAVITY, most_a))
        plots[0].set_ylim(0.0, most)
        for axes, panel in zip(plots, panels, strict=True):
            _secants(axes, panel, styles, names, words)
            _demand_labels(axes, panel, words)
        handles, labels = plots[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", handlelength=3.4)
        return to_svg(figure, name)


def _capacity(
    axes: Axes, curve: CapacityCurve, item: Verification, style: dict[str, Any], label: str, words: Words
) -> None:
    d, a = 1e3 * curve.spectral_displacement, curve.spectral_acceleration / STANDARD_GRAVITY
    axes.plot(d, a / item.confidence_factor, label=label, zorder=4, **style)
    if item.confidence_factor != 1.0:
        undivided = f"_{words('codes.curve_undivided', name=label)}"
        axes.plot(d, a, linewidth=0.5, color=style["color"], alpha=0.6, zorder=3, label=undivided)
    there = curve.acceleration_at(item.capacity) / STANDARD_GRAVITY / item.confidence_factor
    end = [1e3 * item.capacity] * 2
    reached = f"_{words('codes.curve_capacity', name=label)}"
    axes.vlines(end[0], 0.0, there, color=style["color"], linewidth=0.7, linestyle=":", zorder=3)
    diamond: dict[str, Any] = {"marker": "D", "markersize": 5, "markeredgecolor": "white", "label": reached}
    axes.plot(end[:1], [there], color=style["color"], zorder=6, **diamond)


def _demands(
    axes: Axes, panel: SpectraPanel, styles: Mapping[str, dict[str, Any]], names: Mapping[str, str], words: Words
) -> None:
    for curve in panel.demands:
        label = _demand_mark(curve, words) + (f": {names[curve.mechanism]}" if curve.mechanism in names else "")
        colour = styles[curve.mechanism]["color"] if curve.mechanism else INK
        d, a = 1e3 * curve.displacement, curve.acceleration / STANDARD_GRAVITY
        axes.plot(d, a, color=colour, linewidth=1.1 if not curve.mechanism else 0.9, zorder=2.5, label=f"_{label}")


def _ring(item: Verification) -> tuple[float, float]:
    """Where the demand lies at the secant period: d* [mm] and a* [g]."""
    if item.period is None:
        return 0.0, 0.0
    return 1e3 * item.demand, (2.0 * np.pi / item.period) ** 2 * item.demand / STANDARD_GRAVITY


def _secants(
    axes: Axes, panel: SpectraPanel, styles: Mapping[str, dict[str, Any]], names: Mapping[str, str], words: Words
) -> None:
    """From the origin to the demand, at the secant period; labels below where there is one just above."""
    right, top = axes.get_xlim()[1], axes.get_ylim()[1]
    written: list[tuple[float, float]] = []
    for item in sorted((one for one in panel.verifications if one.period is not None), key=lambda one: -_ring(one)[1]):
        colour = styles[item.mechanism]["color"]
        d, a = _ring(item)
        axes.plot(
            [0.0, d],
            [0.0, a],
            color=colour,
            linewidth=0.7,
            zorder=2.8,
            label=f"_{words('codes.curve_secant', name=names[item.mechanism])}",
        )
        ring = {"marker": "o", "markersize": 4.6, "markerfacecolor": "white", "color": colour, "zorder": 6}
        axes.plot([d], [a], label=f"_{words('codes.curve_demand', name=names[item.mechanism])}", **ring)
        near = [place for place in written if abs(place[0] - d) < 0.2 * right and abs(place[1] - a) < 0.07 * top]
        if any(np.allclose(place, (d, a), rtol=1e-3) for place in near) or d > right:
            continue
        assert item.period is not None
        text = words("codes.period_mark", period=words.number(item.period, 3))
        offset = (7, -9) if near else (7, 4)
        style = {"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.4}
        axes.annotate(
            text, (d, a), offset, textcoords="offset points", fontsize=7.6, color=ink_for(colour), bbox=style, zorder=7
        )
        written.append((d, a))


def _demand_mark(curve: DemandCurve, words: Words) -> str:
    key = "codes.floor_mark" if curve.mechanism else "codes.ground_mark"
    return words(key, damping=words.typeset(f"{100 * curve.damping:g}"))


def _demand_labels(axes: Axes, panel: SpectraPanel, words: Words) -> None:
    """The damping of each curve where it enters the picture: the ground's at its left, a floor's at its right."""
    top = axes.get_ylim()[1]
    written: set[str] = set()
    for curve in panel.demands:
        d, a = 1e3 * curve.displacement, curve.acceleration / STANDARD_GRAVITY
        aloft = bool(curve.mechanism)
        above = np.flatnonzero(a > (0.95 if aloft else 0.88) * top)
        entry = int(above[-1]) + 1 if len(above) else int(np.flatnonzero(a > 0.97 * a.max())[-1])
        aloft = aloft or not len(above)
        text = _demand_mark(curve, words)
        if entry < len(d) and text not in written:
            place = (float(d[entry]), float(a[entry]))
            axes.annotate(
                text,
                place,
                (5 if aloft else -5, 0),
                textcoords="offset points",
                fontsize=7.6,
                va="center",
                ha="left" if aloft else "right",
                bbox={"facecolor": "white", "alpha": 0.75, "edgecolor": "none", "pad": 0.4},
                zorder=7,
            )
            written.add(text)
