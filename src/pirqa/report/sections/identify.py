"""The identify stage on the page: frequencies by each way, and their figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import shapely
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

from pirqa.experiments.identify.result import IdentifyResult, NoiseReading, SineReading, Vibration
from pirqa.model.modes import AXES, Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.facade import look_at, safe_name, write_svg
from pirqa.report.figures.style import ABOVE_LEFT, COLOURS, INK, MARKS, WIDTH, apart, drawing, to_svg
from pirqa.report.names import corner_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Cell, Column, Figure, Grid, Heading, Section, Text, figure, table
from pirqa.report.viewer.views import identify_viewer
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_BESIDE = 0.15
"""Part of a mode's frequency within which a peak of the noise's spectrum stands beside it."""
_FELT = 0.01
"""Effective mass below which a mode does not answer to the base, of all that moves."""
_TOLD_PEAKS = 8
"""Peaks that are listed as the paper's reading: it has as many."""
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


class _Way(NamedTuple):
    """A way to a frequency, as a row of the table."""

    name: str
    frequency: str | Cell
    level: float | None = None
    """Acceleration of the base [m/s2]."""
    moved: float | None = None
    """[m]"""
    state: str | Cell = "–"


def build(result: IdentifyResult, assessment: Assessment, words: Words) -> Section:
    """The section of the identify stage."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [Text(text=words("identify.intro")), *identify_viewer(result, wall, assessment, words)]
    for number, vibration in enumerate(result.vibrations, 1):
        if vibration.case:
            blocks.append(Heading(text=corner_name(vibration.case, words)))
        blocks += _vibration(result, vibration, wall, words, number)
    names = {remark.text: _run_name(remark.text, result, words) for remark in result.remarks}
    blocks += remarks_table(result.remarks, words, names=names, caption="dynamics.remarks")
    return Section(id="identify", title=words("identify.title"), blocks=tuple(blocks))


def _vibration(result: IdentifyResult, vibration: Vibration, wall: Wall, words: Words, number: int) -> Iterator[Block]:
    yield _summary(result, vibration, words)
    yield _modes(result, vibration, words)
    count = min(len(vibration.modes), 3)
    svg = draw_shapes(vibration, wall, words, name=f"identify-shapes-{number}")
    yield figure(svg, "identify.shapes", words, count=count)
    if vibration.noise is not None:
        noise = vibration.noise
        svg = draw_spectrum(result, vibration, noise, words, name=f"identify-noise-{number}")
        caption = words(
            "identify.spectrum",
            level=words.number(noise.acceleration / STANDARD_GRAVITY, 3),
            displacement=words.number(1e3 * noise.displacement, 3),
            window=words.number(noise.spectrum.window, 4),
            pieces=noise.spectrum.pieces,
            coarse=words.number(noise.coarse.window, 4),
        )
        yield Figure(svg=svg, caption=caption, alt=words("identify.spectrum_alt"))
        yield Text(text=words("identify.peaks", peaks=_peaks(noise, words)))
    if vibration.sines is not None:
        svg = draw_sines(result, vibration, vibration.sines, words, name=f"identify-sines-{number}")
        caption = words("identify.sines_caption", amplitude=words.number(vibration.sines.amplitude, 3))
        yield Figure(svg=svg, caption=caption, alt=words("identify.sines_alt"))
    if vibration.softening:
        svg = draw_softening(vibration, words, name=f"identify-softening-{number}")
        yield Figure(svg=svg, caption=words("identify.softening_caption"), alt=words("identify.softening_alt"))
        yield _softening(vibration, words)


def _hertz(frequency: float, resolution: float | None, words: Words) -> str:
    """A frequency with half of what it is told apart by."""
    if resolution is None:
        return words.number(frequency, 4)
    return f"{words.number(frequency, 4)} ± {words.number(0.5 * resolution, 2)}"


def _peaks(noise: NoiseReading, words: Words) -> str:
    told = np.sort(noise.coarse.peaks[:_TOLD_PEAKS]).tolist()
    return "; ".join(_hertz(peak, noise.coarse.resolution, words) for peak in told)


def _summary(result: IdentifyResult, vibration: Vibration, words: Words) -> Grid:
    """Return every way to a frequency, each in its row."""
    rows = [_Way(words("identify.small"), _hertz(vibration.frequency, None, words))]
    noise = vibration.noise
    if noise is not None:
        for key, spectrum in (("noise", noise.spectrum), ("coarse", noise.coarse)):
            frequency = _hertz(spectrum.dominant, spectrum.resolution, words)
            state = _state(noise.linear, noise.reliable, words)
            rows.append(_Way(words(f"identify.{key}"), frequency, noise.acceleration, noise.moved, state))
    sines = vibration.sines
    if sines is not None:
        amplified = Cell(
            text=_hertz(sines.most_amplified, sines.resolution, words),
            number=True,
            strong=True,
            small=words("identify.at_the_end") if sines.at_the_end else "",
        )
        state = _state(sines.linear, sines.reliable, words)
        rows.append(_Way(words("identify.sines"), amplified, sines.amplitude, float(sines.moved.max()), state))
    columns: tuple[Column[_Way], ...] = (
        Column("identify.column_way", lambda row: row.name, strong=True),
        Column("identify.column_frequency", lambda row: row.frequency, number=True, strong=True),
        Column("identify.column_level", lambda row: row.level, unit="g"),
        Column("identify.column_moved", lambda row: row.moved, unit="mm"),
        Column("identify.column_state", lambda row: row.state),
    )
    return table(rows, columns, words, words("identify.summary", direction=words(f"direction.{result.direction}")))


def _state(linear: bool, reliable: bool, words: Words) -> Cell:
    if not reliable:
        return Cell(text=words("identify.unreliable"), tone="unsure")
    key = "linear" if linear else "disturbed"
    return Cell(text=words(f"identify.{key}"), tone="good" if linear else "unsure")


def _modes(result: IdentifyResult, vibration: Vibration, words: Words) -> Grid:
    modes = vibration.modes
    mass = modes.effective_mass
    assert mass is not None
    spectrum = None if vibration.noise is None else vibration.noise.spectrum

    def peak(index: int) -> str:
        if spectrum is None or mass[index, AXES.index(result.direction)] < _FELT:
            return "–"
        frequency = float(modes.frequency[index])
        nearest = float(spectrum.peaks[np.argmin(np.abs(spectrum.peaks - frequency))])
        return _hertz(nearest, spectrum.resolution, words) if abs(nearest - frequency) < _BESIDE * frequency else "–"

    def share(axis: int) -> Callable[[int], float]:
        return lambda index: float(mass[index, axis])

    def is_main(index: int) -> bool:
        return index == vibration.main

    columns: tuple[Column[int], ...] = (
        Column("identify.column_mode", lambda index: index + 1, strong=is_main),
        Column("identify.column_frequency", lambda index: float(modes.frequency[index]), digits=4, strong=is_main),
        Column("identify.column_damping", lambda index: float(modes.damping[index]), unit="%"),
        *(Column(f"identify.column_mass_{axis}", share(n), unit="%", form="{:.0f}") for n, axis in enumerate(AXES)),
        Column("identify.column_peak", peak, number=True),
    )
    return table(range(len(modes)), columns, words, words("identify.modes"))


def _softening(vibration: Vibration, words: Words) -> Grid:
    def frequency(reading: NoiseReading) -> str:
        return _hertz(reading.spectrum.dominant, reading.spectrum.resolution, words)

    columns: tuple[Column[NoiseReading], ...] = (
        Column("identify.column_level", lambda reading: reading.acceleration, unit="g"),
        Column("identify.column_base_moved", lambda reading: reading.displacement, unit="mm"),
        Column("identify.column_moved", lambda reading: reading.moved, unit="mm"),
        Column("identify.column_frequency", frequency, number=True, strong=True),
        Column("identify.column_slipped", lambda reading: reading.slipped, unit="%"),
        Column("identify.column_opened", lambda reading: reading.opened, unit="%"),
        Column("identify.column_state", lambda reading: _state(reading.linear, reading.reliable, words)),
    )
    return table(vibration.softening, columns, words, words("identify.softening"))


def _run_name(text: str, result: IdentifyResult, words: Words) -> str:
    """A run as the report calls it; any other text as it stands."""
    ends = {f" ({vibration.case})": vibration.case for vibration in result.vibrations if vibration.case}
    end = next((item for item in ends if text.endswith(item)), "")
    kind, _, level = text.removesuffix(end).partition(" ")
    if kind not in ("noise", "sine"):
        return text
    name = f"{words(f'identify.run_{kind}')} {level}".rstrip()
    return f"{name} ({corner_name(ends[end], words)})" if end else name


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
        axes.legend(ncols=6, **ABOVE_LEFT)
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
        axes.legend(ncols=6, **ABOVE_LEFT)
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
    axes.set_xticks(ticks, [words.plain(tick) for tick in ticks])
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
