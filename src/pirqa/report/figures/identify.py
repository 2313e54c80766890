"""How a wall vibrates, as curves and as shapes."""

from __future__ import annotations

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

from pirqa.model.modes import AXES, Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.report.figures.facade import safe_name, write_svg
from pirqa.report.figures.style import COLOURS, INK, MARKS, WIDTH, apart, drawing, to_svg
from pirqa.report.figures.view import look_at
from pirqa.report.words import Words
from pirqa.shaking.identify import IdentifyResult, NoiseReading, SineReading, Vibration

__all__ = ["draw_shapes", "draw_sines", "draw_softening", "draw_spectrum", "main_axis"]

_DASHED = (0, (4, 2))
_HEAVY = 0.05
"""Effective mass from which a mode is marked in the spectrum, of all that moves."""
_MOST_POINTS = 6
_MOST_SHAPES = 3
_SHOWN = 0.6
"""Part of the wall's thickness that the largest displacement of a shape takes in the drawing."""
_SLIGHT = 0.05
"""Part of the largest displacement below which a stone counts as resting."""
_TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)


def draw_spectrum(result: IdentifyResult, vibration: Vibration, noise: NoiseReading, words: Words, *, name: str) -> str:
    """Amplification of the points on noise, finely and as the paper reads it, with the modes that move much mass."""
    spectrum, coarse = noise.spectrum, noise.coarse
    with drawing(WIDTH, 3.2) as figure:
        axes = figure.subplots()
        for index, point in enumerate(result.points[:_MOST_POINTS]):
            curve = spectrum.amplification[:, index]
            axes.plot(spectrum.frequency, curve, linewidth=0.7, label=_point(point), **apart(index, every=0.2))
        axes.plot(spectrum.frequency, spectrum.together, color=INK, linewidth=1.4, label=words("identify.together"))
        axes.plot(
            coarse.frequency,
            coarse.together,
            color=INK,
            linewidth=1.0,
            linestyle=(0, (1, 1)),
            label=words("identify.coarse"),
        )
        height = float(np.interp(spectrum.dominant, spectrum.frequency, spectrum.together))
        axes.plot([spectrum.dominant], [height], marker="v", color=INK, markersize=6, linestyle="none")
        assert vibration.modes.effective_mass is not None
        shares = vibration.modes.effective_mass[:, AXES.index(result.direction)]
        for frequency in vibration.modes.frequency[shares >= _HEAVY].tolist():
            axes.axvline(frequency, color=COLOURS["orange"], linewidth=1.0, linestyle=_DASHED, zorder=0.5)
        axes.set_yscale("log")
        _frequency_axis(axes, spectrum.frequency, words)
        axes.set_ylabel(words("identify.axis_amplification"))
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=6, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_sines(result: IdentifyResult, vibration: Vibration, sines: SineReading, words: Words, *, name: str) -> str:
    """Largest displacement of the points on each sine."""
    with drawing(WIDTH, 2.8) as figure:
        axes = figure.subplots()
        for index, point in enumerate(result.points[:_MOST_POINTS]):
            axes.plot(
                sines.frequency,
                1e3 * sines.moved[:, index],
                linewidth=1.0,
                label=_point(point),
                **apart(index) | {"marker": MARKS[index] or ".", "markevery": None},
            )
        half = 0.5 * sines.resolution
        axes.axvspan(sines.most_amplified - half, sines.most_amplified + half, color=COLOURS["grid"], zorder=0.2)
        axes.axvline(vibration.frequency, color=COLOURS["orange"], linewidth=1.0, linestyle=_DASHED, zorder=0.5)
        axes.set_yscale("log")
        _frequency_axis(axes, sines.frequency, words)
        axes.set_ylabel(words("identify.axis_moved"))
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=6, borderaxespad=0.1)
        return to_svg(figure, name)


def draw_softening(vibration: Vibration, words: Words, *, name: str) -> str:
    """Dominant frequency, and the joints that slipped and opened, against how far the points moved."""
    readings = vibration.softening
    moved = 1e3 * np.array([reading.moved for reading in readings])
    with drawing(WIDTH, 3.0) as figure:
        axes, joints = figure.subplots(1, 2, width_ratios=(1.4, 1.0))
        axes.errorbar(
            moved,
            [reading.spectrum.dominant for reading in readings],
            yerr=[0.5 * reading.spectrum.resolution for reading in readings],
            color=COLOURS["blue"],
            marker="o",
            markersize=4,
            linewidth=1.2,
            capsize=2.5,
            label=words("identify.noise"),
        )
        if vibration.sines is not None:
            sines = vibration.sines
            axes.errorbar(
                [1e3 * float(sines.moved.max())],
                [sines.most_amplified],
                yerr=[0.5 * sines.resolution],
                color=COLOURS["green"],
                marker="s",
                markersize=5,
                linestyle="none",
                capsize=2.5,
                label=words("identify.sines"),
            )
        axes.axhline(
            vibration.frequency,
            color=COLOURS["orange"],
            linewidth=1.0,
            linestyle=_DASHED,
            label=words("identify.small"),
        )
        axes.set_ylim(bottom=0.0)
        axes.set_ylabel(words("motion.axis_frequency"))
        axes.legend(loc="lower left")
        for values, number, key in (
            ([reading.slipped for reading in readings], 3, "slipped"),
            ([reading.opened for reading in readings], 4, "opened"),
        ):
            joints.plot(
                moved,
                100.0 * np.array(values),
                linewidth=1.2,
                label=words(f"identify.{key}"),
                **apart(number) | {"markevery": None},
            )
        joints.set_ylim(-2.0, 102.0)
        joints.set_ylabel(words("identify.axis_joints"))
        joints.legend(loc="upper left")
        for panel in (axes, joints):
            panel.set_xscale("log")
            panel.set_xlabel(words("identify.axis_moved"))
        return to_svg(figure, name)


def main_axis(modes: Modes, index: int) -> int:
    """Along which axis the stones move most in mode ``index``."""
    assert modes.stone_shape is not None
    return int(np.argmax(np.abs(modes.stone_shape[index, :, :3]).max(axis=0)))


def draw_shapes(vibration: Vibration, wall: Wall, words: Words, *, name: str) -> str:
    """The first modes, from the front, stones coloured by how they move, and from the right end, exaggerated."""
    modes = vibration.modes
    assert modes.stone_shape is not None
    count = min(len(modes), _MOST_SHAPES)
    corners = np.concatenate([stone.solid.vertices for stone in wall.stones])
    low, high = corners.min(axis=0), corners.max(axis=0)
    length, thickness, height = (float(extent) for extent in high - low)
    factor = _SHOWN * thickness
    aside = thickness + 2.0 * factor
    scale = min(0.82 * WIDTH / (length + aside), 2.2 / height)
    view = look_at(wall.stones)
    with drawing(WIDTH, count * (height * scale + 0.5)) as figure:
        panels = figure.subplots(count, 2, width_ratios=(length, aside), squeeze=False)
        for index in range(count):
            shape = modes.stone_shape[index]
            axis = main_axis(modes, index)
            fills = [_colour(value) for value in shape[:, axis].tolist()]
            front, side = panels[index]
            order = np.argsort(-view.near, kind="stable").tolist()
            _polygons(front, [view.rings[item] for item in order], [fills[item] for item in order])
            # the other way: told apart in grey print too
            back = [view.rings[item] for item in order if shape[item, axis] < -_SLIGHT]
            front.add_collection(PolyCollection(back, facecolors="none", edgecolors=INK, linewidths=0.5, hatch="////"))
            rests = [_hull(stone.solid.vertices) for stone in wall.stones]
            _polygons(side, rests, ["none"] * len(rests), edge=COLOURS["grid"])
            placed = [
                _hull(_moved(stone.solid.vertices, stone.centroid, shape[number], factor))
                for number, stone in enumerate(wall.stones)
            ]
            _polygons(side, placed, fills, alpha=0.6)
            for panel, left, right in (
                (front, float(low[0]), float(high[0])),
                (side, float(low[1]) - factor, float(high[1]) + factor),
            ):
                panel.set_aspect("equal")
                panel.set_xlim(left - 0.02 * length, right + 0.02 * length)
                panel.set_ylim(float(low[2]) - 0.03 * height, float(high[2]) + 0.03 * height)
                panel.set_axis_off()
            frequency = words.number(float(modes.frequency[index]), 4)
            direction = words(f"direction.{AXES[axis]}")
            front.set_title(words("identify.shape", number=index + 1, frequency=frequency, direction=direction))
        return write_svg(figure, name)


def _point(name: str) -> str:
    return safe_name(name, 12)


def _frequency_axis(axes: Axes, frequency: FloatArray, words: Words) -> None:
    low, high = float(frequency[0]), float(frequency[-1])
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    ticks = [tick for tick in _TICKS if low <= tick <= high]
    axes.set_xticks(ticks, [words.typeset(f"{tick:g}") for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel(words("motion.axis_frequency"))


def _moved(places: FloatArray, centre: FloatArray, shape: FloatArray, factor: float) -> FloatArray:
    """Corners of a stone in a mode [m], shape (n, 3)."""
    return np.asarray(places + factor * (shape[:3] + np.cross(shape[3:], places - centre)))


def _hull(places: FloatArray) -> FloatArray:
    """Outline of points as seen from the right end (y, z) [m], shape (corners, 2)."""
    return np.asarray(shapely.get_coordinates(shapely.MultiPoint(places[:, 1:]).convex_hull)[:-1])


def _polygons(axes: Axes, rings: list[FloatArray], fills: list[str], *, edge: str = INK, alpha: float = 1.0) -> None:
    axes.add_collection(PolyCollection(rings, facecolors=fills, edgecolors=edge, linewidths=0.5, alpha=alpha))


def _colour(value: float) -> str:
    """From −1, purple, over none, white, to 1, orange."""
    return to_hex(colormaps["PuOr_r"](0.5 + 0.36 * float(np.clip(value, -1.0, 1.0))))
