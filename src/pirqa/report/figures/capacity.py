"""Capacity of mechanisms: multiplier against displacement, and spectra with the demand of codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pirqa.codes.result import DemandCurve, Verification
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.report.figures.style import CYCLE, INK, WIDTH, apart, drawing, ink_for, to_svg
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

__all__ = ["SpectraPanel", "demand_of", "draw_capacity", "draw_spectra", "line_styles"]

_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (6, 1.5, 1.2, 1.5)), (0, (2.2, 1.3)), (0, (9, 3)), (0, (1.1, 1.1)))
"""Lines that are told apart in grey print too."""


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
