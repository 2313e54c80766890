"""Runs as curves: how points of the wall move, what the base does and bears, where the energy goes."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from pirqa.dynamics.energy import ENERGIES
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray
from pirqa.report.figures.facade import safe_name
from pirqa.report.figures.motion import thinned
from pirqa.report.figures.style import COLOURS, INK, WIDTH, apart, drawing, to_svg
from pirqa.report.words import Words

__all__ = ["action_end_shown", "draw_run", "draw_tilt", "watched"]

_AXES = ("along", "across", "up")
_MOST_POINTS = 6
_TOPMOST = 3
"""Stones watched where the wall has no control points."""
_SLIGHT = 0.05
"""Part of the largest component below which another is left out."""


def watched(run: Trajectory, words: Words) -> Mapping[str, FloatArray]:
    """Displacement of the control points, or of the topmost stones, relative to the base [m], each of shape (k, 3)."""
    if run.control_points:
        return {point.name: run.point(point.name) for point in run.control_points[:_MOST_POINTS]}
    top = np.argsort(-run.reference[:, 2], kind="stable")[:_TOPMOST].tolist()
    return {words("dynamics.stone", name=safe_name(run.stones[index], 12)): run.displacement[:, index] for index in top}


def action_end_shown(run: Trajectory) -> bool:
    """Whether the run goes on after the action, so that its end lies within the curves."""
    return run.action_ends < float(run.times[-1])


def draw_run(run: Trajectory, words: Words, *, name: str) -> str:
    """Displacement of some points, motion and shear of the base, and the energies against time."""
    points = watched(run, words)
    main = _main_axis(points, run)
    with drawing(WIDTH, 6.4) as figure:
        moves, base, shear, energy = figure.subplots(4, 1, sharex=True, height_ratios=(1.7, 0.9, 1.0, 1.5))
        for index, (label, path) in enumerate(points.items()):
            _curve(moves, run.times, 1e3 * path[:, main], safe_name(label, 18), index)
        moves.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_AXES[main]}")))
        _legend(moves, columns=4)
        _base(base, run, words)
        _shear(shear, run, words)
        _energy(energy, run, words)
        for axes in (moves, base, shear, energy) if action_end_shown(run) else ():
            axes.axvline(run.action_ends, color=INK, linewidth=0.7, linestyle=(0, (2, 2)))
        energy.set_xlabel(words("motion.axis_time"))
        energy.set_xlim(0.0, float(run.times[-1]))
        figure.legend(*energy.get_legend_handles_labels(), loc="outside lower center", ncols=4)
        return to_svg(figure, name)


def draw_tilt(run: Trajectory, words: Words, *, name: str, fell_at: float | None = None) -> str:
    """Displacement of the top against the angle of the tilt; a stone fell at ``fell_at`` [rad]."""
    points = watched(run, words)
    main = _main_axis(points, run)
    with drawing(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        for index, (label, path) in enumerate(points.items()):
            values = 1e3 * path[:, main]
            axes.plot(
                np.degrees(run.tilt),
                values,
                label=safe_name(label, 18),
                linewidth=1.4,
                **apart(index, every=0.25),
            )
        if fell_at is not None:
            axes.axvline(math.degrees(fell_at), color=INK, linewidth=0.8, linestyle=(0, (2, 2)))
        axes.set_xlabel(words("dynamics.axis_tilt"))
        axes.set_ylabel(words("dynamics.axis_displacement", direction=words(f"direction.{_AXES[main]}")))
        _legend(axes, columns=4)
        return to_svg(figure, name)


def _main_axis(points: Mapping[str, FloatArray], run: Trajectory) -> int:
    """The direction in which the points move most; a level one but where the base is let down."""
    sizes = np.max([np.abs(path).max(axis=0) for path in points.values()], axis=0)
    return int(np.argmax(sizes if run.action == "settlement" else sizes[:2]))


def _curve(axes: Axes, times: FloatArray, values: FloatArray, label: str, index: int | None) -> None:
    """A history; without an ``index`` the dark one that others stand beside."""
    shown, there = thinned(times, values)
    style = {"color": INK} if index is None else apart(index, points=len(shown))
    axes.plot(shown, there, linewidth=0.9, label=label, **style)


def _legend(axes: Axes, *, columns: int) -> None:
    """Above the axes, where no curve runs."""
    count = len(axes.get_legend_handles_labels()[1])
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=min(columns, count), borderaxespad=0.1)


def _base(axes: Axes, run: Trajectory, words: Words) -> None:
    """What was done to the wall: the base's shift, its tilt, or the stones of it that sank."""
    if run.action == "tilt":
        _curve(axes, run.times, np.degrees(run.tilt), "", None)
        axes.set_ylabel(words("dynamics.axis_tilt"))
        return
    path = run.platform
    if run.action == "settlement":
        path = run.displacement[:, int(np.argmin(run.displacement[-1, :, 2]))]
    sizes = np.abs(path).max(axis=0)
    shown = [axis for axis in range(3) if sizes[axis] > _SLIGHT * sizes.max()] or [1]
    for index, axis in enumerate(shown):
        _curve(axes, run.times, 1e3 * path[:, axis], words(f"direction.{_AXES[axis]}"), index or None)
    if len(shown) > 1:
        _legend(axes, columns=3)
    axes.set_ylabel(words("dynamics.axis_settled" if run.action == "settlement" else "dynamics.axis_base"))


def _shear(axes: Axes, run: Trajectory, words: Words) -> None:
    weight = run.settled.weight or 1.0
    push = run.push[:, :2] / weight
    sizes = np.abs(push).max(axis=0)
    shown = [axis for axis in (1, 0) if sizes[axis] > _SLIGHT * sizes.max()] or [1]
    for axis in shown:
        _curve(axes, run.times, push[:, axis], words(f"direction.{_AXES[axis]}"), 0 if axis == 1 else 4)
    if len(shown) > 1:
        _legend(axes, columns=2)
    axes.set_ylabel(words("dynamics.axis_shear"))


def _energy(axes: Axes, run: Trajectory, words: Words) -> None:
    """What was spent and what is held, and what was brought: a dark line that their sum must meet."""
    gained = (run.energy - run.energy[0]) * 1e-3
    column = {name: gained[:, index] for index, name in enumerate(ENERGIES)}
    held = column["kinetic"] + column["elastic"]
    parts = {key: column[key] for key in ("friction", "damping", "opening", "struts")} | {"held": held}
    total = np.sum(list(parts.values()), axis=0)
    largest = float(np.abs(total).max()) or 1.0
    for index, (key, values) in enumerate(parts.items()):
        if key != "struts" or np.abs(values).max() > 1e-3 * largest:
            _curve(axes, run.times, values, words(f"dynamics.energy_{key}"), index + 1)
    found = words("dynamics.energy_found")
    axes.plot(*thinned(run.times, total), label=found, color=COLOURS["stone"], linewidth=4.0, zorder=1.0)
    brought = column["base"] + column["gravity"]
    _curve(axes, run.times, brought, words("dynamics.energy_brought"), None)
    axes.set_ylabel(words("dynamics.axis_energy"))
