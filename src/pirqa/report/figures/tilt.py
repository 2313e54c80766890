"""A tilt test as curves against its angle: what the base bears, how the wall's points move."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.dynamics import watched
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words
from pirqa.shaking.tilt import TiltTest

__all__ = ["draw_tilt_test"]

_AXES = ("along", "across")
_ROOM = 4.0
"""Of what the points moved before a stone fell, how much is shown: what falls would hide it."""
_MOST = 1.5
"""Of the weight that is shown: stones that strike the base push much more for a moment."""


def draw_tilt_test(test: TiltTest, words: Words, *, name: str) -> str:
    """Reaction over weight and displacement of some points against the angle."""
    times, angle, force = test.reaction[:, 0], np.degrees(test.reaction[:, 1]), test.reaction[:, 2]
    # holds are one angle, and only the last states of one tell what it came to
    turning = np.flatnonzero(np.diff(angle, append=np.inf) > 0.0)
    shown = np.union1d(turning, np.flatnonzero(times >= _time_of(test)))
    points = watched(test.run, words)
    across = int(np.argmax([max(np.abs(path[:, axis]).max() for path in points.values()) for axis in (0, 1)]))
    with drawing(WIDTH, 4.2) as figure:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(1.0, 1.3))
        weight = test.run.settled.weight or 1.0
        above.plot(*thinned(angle[shown], force[shown] / weight), color=COLOURS["blue"], linewidth=1.2)
        above.set_ylim(0.0, _MOST)
        above.set_ylabel(words("tilt.axis_reaction"))
        for index, (label, path) in enumerate(points.items()):
            values = 1e3 * path[:, across]
            below.plot(
                angle[shown], values[shown], label=safe_name(label, 18), linewidth=1.3, **apart(index, every=0.25)
            )
        if test.falls is not None:
            _look_at(below, [1e3 * path[angle <= np.degrees(test.falls.high), across] for path in points.values()])
        below.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_AXES[across]}")))
        below.set_xlabel(words("dynamics.axis_tilt"))
        below.set_xlim(0.0, float(angle.max()) or 1.0)
        below.legend(loc="upper left", ncols=min(3, len(points)))
        for axes in (above, below):
            _marks(axes, test)
        return to_svg(figure, name)


def _look_at(axes: Axes, moved: list[FloatArray]) -> None:
    low = min(float(values.min(initial=0.0)) for values in moved)
    high = max(float(values.max(initial=0.0)) for values in moved)
    spare = 0.05 * (high - low)
    if spare > 0.0:
        axes.set_ylim(_ROOM * low - spare, _ROOM * high + spare)


def _time_of(test: TiltTest) -> float:
    """When the first stone left, or the test ended [s]."""
    first = test.event("detached")
    return float(test.run.times[-1]) if first is None else first.time


def _marks(axes: Axes, test: TiltTest) -> None:
    if test.falls is not None:
        low, high = np.degrees(test.falls.low), np.degrees(test.falls.high)
        axes.axvspan(low, high, color=COLOURS["orange"], alpha=0.15, linewidth=0.0)
        axes.axvline(high, color=COLOURS["orange"], linewidth=1.0)
    if test.leaves is not None:
        axes.axvline(np.degrees(test.leaves.high), color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
