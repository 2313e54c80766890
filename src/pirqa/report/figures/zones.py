"""The elevation of a wall's envelope: its zones and bed joints, to scale."""

from __future__ import annotations

from matplotlib.patches import Rectangle

from pirqa.model.envelope import Envelope
from pirqa.report.figures.style import COLOURS, INK, WIDTH, drawing, to_svg
from pirqa.report.words import Words

__all__ = ["draw_zones"]


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
