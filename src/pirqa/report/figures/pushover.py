"""Figures of a pushover: capacity, energy, stiffness, rigid bodies and demand, and the cracks of the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import BoundaryNorm
from numpy.typing import NDArray

from pirqa.fem.mesh import Mesh
from pirqa.fem.pushover.mechanism import VISIBLE, KinematicComparison
from pirqa.fem.pushover.result import (
    STRATEGIES,
    CrackLevels,
    CurvePoint,
    CurveReading,
    PushoverPath,
    PushoverReading,
    PushoverResult,
    Snapshots,
)
from pirqa.model.polyhedron import FloatArray
from pirqa.project.published import PublishedPushover
from pirqa.report.figures.facade import faces_seen
from pirqa.report.figures.style import COLOURS, INK, WIDTH, Drawn, drawing, ink_for, to_svg, with_data
from pirqa.report.words import Words
from pirqa.units import STANDARD_GRAVITY

_DASHES = ((0, (5, 2)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (9, 3)))
_TICKS = {"newton": "|", "cut": "v", "implex": "s", "dynamic": "D"}
_BOX = {"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 0.6}
_LEVELS = np.array([0.1, 0.3, 1.0, 3.0, 10.0, 30.0])
"""Steps of the scale of openings [mm]: about three times the one before."""
_EXAGGERATIONS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_LEFT = [0, 3, 7, 4]
"""Corners of a brick's face towards the start of the wall."""


def path_name(path: PushoverPath | CurveReading, words: Words) -> str:
    """What sets a path apart from others: ``node control, η 0.1``."""
    viscosity = words.typeset(f"{path.viscosity:.3g}")
    return words("pushover.path", control=words(f"pushover.control_{path.control}"), viscosity=viscosity)


def stage_points(curve: CurveReading) -> dict[str, CurvePoint]:
    """The stages that a curve has, by their letters."""
    found = {
        "a": curve.elastic_end,
        "b": curve.plateau_start,
        "c": curve.descent_start,
        "d": curve.end,
    }
    return {letter: point for letter, point in found.items() if point is not None}


def draw_capacity_curve(
    paths: Sequence[PushoverPath],
    reading: PushoverReading,
    printed: Sequence[PublishedPushover],
    words: Words,
    *,
    name: str,
) -> Drawn:
    """λ against displacement with stages, band, bilinear curve, what was printed, and how steps were found."""
    with drawing(WIDTH, 4.3) as figure:
        axes, rug = figure.subplots(2, 1, sharex=True, height_ratios=[1.0, 0.17])
        _band(axes, reading, words)
        for number, path in enumerate(paths[1:]):
            label = path_name(path, words)
            axes.plot(
                1e3 * path.displacement, path.multiplier, color=COLOURS["stone_edge"], linewidth=0.9,
                linestyle=_DASHES[number % len(_DASHES)], label=label, zorder=3,
            )  # fmt: skip
        main = paths[0]
        axes.plot(1e3 * main.displacement, main.multiplier, color=COLOURS["blue"], linewidth=2.0, zorder=5,
                  label=path_name(main, words))  # fmt: skip
        curve = reading.main
        _bilinear(axes, curve, words)
        _printed(axes, printed, words)
        _stages(axes, curve)
        if curve.drop is not None:
            axes.plot(
                [1e3 * curve.drop.displacement], [curve.drop.multiplier], marker="X", markersize=8, linestyle="none",
                color=COLOURS["orange"], markeredgecolor="white", zorder=7, label=words("pushover.curve_drop"),
            )  # fmt: skip
        if main.ended == "stopped":
            axes.plot([1e3 * main.displacement[-1]], [main.multiplier[-1]], marker="|", markersize=18, color=INK,
                      markeredgewidth=2.0, linestyle="none", zorder=7,
                      label=words("pushover.curve_stopped"))  # fmt: skip
        axes.set_ylabel(words("pushover.axis_multiplier"))
        axes.set_ylim(bottom=0.0)
        axes.set_xlim(left=0.0)
        _strategies(rug, main, words)
        rug.set_xlabel(words("pushover.axis_displacement"))
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", ncols=2, handlelength=3.0)
        return to_svg(figure, name)


def _band(axes: Axes, reading: PushoverReading, words: Words) -> None:
    band = reading.band
    if band.paths < 2:
        return
    d = 1e3 * band.displacement
    axes.fill_between(d, band.low, band.high, color=COLOURS["sky"], alpha=0.3, linewidth=0.0, zorder=2,
                      label=words("pushover.curve_band"))  # fmt: skip
    for values, key in ((band.low, "curve_low"), (band.high, "curve_high")):
        axes.plot(d, values, color=COLOURS["sky"], linewidth=0.5, label=f"_{words(f'pushover.{key}')}", zorder=2)


def _bilinear(axes: Axes, curve: CurveReading, words: Words) -> None:
    shape = curve.bilinear
    if shape is None:
        return
    corners = [0.0, shape.yield_displacement, shape.ultimate_displacement]
    axes.plot([1e3 * d for d in corners], [shape.at(d) for d in corners], color=COLOURS["green"], linewidth=1.2,
              linestyle=(0, (6, 2)), zorder=4, label=words("pushover.curve_bilinear"))  # fmt: skip


def _stages(axes: Axes, curve: CurveReading) -> None:
    """Rings with letters; where two fall together their letters stand side by side."""
    written: list[tuple[float, float]] = []
    span = max(curve.end.displacement, 1e-9)
    for letter, point in stage_points(curve).items():
        d, load = 1e3 * point.displacement, point.multiplier
        axes.plot([d], [load], marker="o", markersize=7, markerfacecolor="white", markeredgecolor=INK, zorder=8,
                  linestyle="none", label=f"_{letter}")  # fmt: skip
        near = sum(abs(other - point.displacement) < 0.03 * span for other, _ in written)
        axes.annotate(letter, (d, load), (9.0 * near, 7.0), textcoords="offset points", ha="center", weight="bold",
                      size=10, bbox=_BOX, zorder=9)  # fmt: skip
        written.append((point.displacement, load))


def _printed(axes: Axes, printed: Sequence[PublishedPushover], words: Words) -> None:
    for item in printed:
        points = [(0.0, 0.0)]
        if item.peak is not None:
            points += [
                (1e3 * there, item.peak) for there in (item.yield_displacement, item.plateau_end) if there is not None
            ]
        if item.end_displacement is not None and item.end_multiplier is not None:
            points.append((1e3 * item.end_displacement, item.end_multiplier))
        axes.plot(*zip(*points, strict=True), color=COLOURS["purple"], linewidth=0.9, linestyle=":", marker="D",
                  markersize=5.5, markerfacecolor="white", zorder=3.5,
                  label=words("pushover.curve_printed"))  # fmt: skip


def _strategies(axes: Axes, path: PushoverPath, words: Words) -> None:
    """A small mark for each step, in a row for each way in which it was found."""
    used = [number for number in range(len(STRATEGIES)) if (path.strategy[1:] == number).any()] or [0]
    for row, number in enumerate(used):
        at = 1e3 * path.displacement[1:][path.strategy[1:] == number]
        key = STRATEGIES[number]
        axes.plot(at, np.full(len(at), float(row)), marker=_TICKS[key], markersize=4.5, linestyle="none", color=INK,
                  markeredgewidth=0.7, label=words(f"pushover.strategy_{key}"))  # fmt: skip
    axes.set_yticks(range(len(used)), [words(f"pushover.strategy_{STRATEGIES[number]}") for number in used], size=7)
    axes.set_ylim(-0.7, len(used) - 0.3)
    axes.grid(visible=False)


def draw_energy(path: PushoverPath, words: Words, *, name: str) -> Drawn:
    """Where the work goes, and what is left of the stiffness."""
    with drawing(WIDTH, 2.9) as figure:
        left, right = figure.subplots(1, 2)
        d = 1e3 * path.displacement
        styles = (("work", "blue", "-"), ("elastic", "green", (0, (5, 2))), ("dissipated", "orange", (0, (1.5, 1.2))))
        for key, colour, dashes in styles:
            values = 1e-3 * (getattr(path, key) - getattr(path, key)[0])
            left.plot(d, values, color=COLOURS[colour], linestyle=dashes, label=words(f"pushover.energy_{key}"))
        left.set_title(words("pushover.energy_title"))
        left.set_ylabel(words("pushover.axis_energy"))
        left.legend(loc="upper left")
        shares = (("stiffness", "blue", "-"), ("cracked", "orange", (0, (5, 2))))
        for key, colour, dashes in shares:
            values = 100.0 * getattr(path, key)
            right.plot(d, values, color=COLOURS[colour], linestyle=dashes, label=words(f"pushover.share_{key}"))
        right.set_title(words("pushover.share_title"))
        right.set_ylabel(words("pushover.axis_share"))
        right.set_ylim(0.0, 105.0)
        right.legend(loc="best")
        for axes in (left, right):
            axes.set_xlabel(words("pushover.axis_displacement"))
            axes.set_xlim(left=0.0)
        return to_svg(figure, name)


def draw_kinematic(
    path: PushoverPath, reading: PushoverReading, rigid: KinematicComparison, label: str, words: Words, *, name: str
) -> Drawn:
    """The pushover curve and that of the rigid bodies, as Fig. 16 of the Chokepukio paper."""
    with drawing(WIDTH, 3.3) as figure:
        axes = figure.subplots()
        axes.plot(1e3 * path.displacement, path.multiplier, color=COLOURS["blue"], linewidth=2.0,
                  label=words("pushover.curve_pushed"))  # fmt: skip
        far = 1.35 * float(path.displacement.max())
        shown = rigid.displacement <= far
        d = np.append(rigid.displacement[shown], min(far, float(rigid.displacement[-1])))
        alpha = np.interp(d, rigid.displacement, rigid.multiplier)
        axes.plot(1e3 * d, alpha, color=COLOURS["orange"], linestyle=(0, (6, 2)), label=label)
        for number, there in enumerate(rigid.matches.tolist()):
            load = float(np.interp(there, rigid.displacement, rigid.multiplier))
            axes.plot([1e3 * there], [load], marker="o", markersize=7, markerfacecolor="white", markeredgecolor=INK,
                      linestyle="none", zorder=6,
                      label=words("pushover.curve_meet") if number == 0 else "_")  # fmt: skip
        drop = reading.main.drop
        if drop is not None:
            axes.plot([1e3 * drop.displacement], [drop.multiplier], marker="X", markersize=8, markeredgecolor="white",
                      color=COLOURS["orange"], linestyle="none", zorder=6,
                      label=words("pushover.curve_drop"))  # fmt: skip
        axes.set_xlim(left=0.0)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(words("pushover.axis_displacement"))
        axes.set_ylabel(words("pushover.axis_multiplier"))
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", ncols=2, handlelength=3.0)
        return to_svg(figure, name)


def draw_demand(
    path: PushoverPath, reading: PushoverReading, names: Mapping[str, str], words: Words, *, name: str
) -> Drawn:
    """a* against d*: capacity, its bilinear curve and the spectra, a panel for each spectrum."""
    spectra = list(dict.fromkeys(item.spectrum for item in reading.demands))
    gamma, scale = reading.oscillator.participation, reading.oscillator.acceleration / STANDARD_GRAVITY
    with drawing(WIDTH, 3.7) as figure:
        panels = figure.subplots(1, len(spectra), sharex=True, sharey=True, squeeze=False)[0]
        for axes, spectrum in zip(panels, spectra, strict=True):
            axes.set_title(names[spectrum])
            axes.plot(1e3 * path.displacement / gamma, scale * path.multiplier, color=COLOURS["blue"], zorder=5,
                      label=words("pushover.curve_capacity"))  # fmt: skip
            shape = reading.main.bilinear
            assert shape is not None
            corners = np.array([0.0, shape.yield_displacement, shape.ultimate_displacement])
            heights = [scale * shape.at(float(d)) for d in corners]
            axes.plot(1e3 * corners / gamma, heights, color=COLOURS["green"], linestyle=(0, (6, 2)), linewidth=1.2,
                      label=words("pushover.curve_bilinear"), zorder=4)  # fmt: skip
            _spectra(axes, reading, spectrum, scale, gamma, words)
            axes.set_xlabel(words("pushover.axis_spectral_displacement"))
        panels[0].set_ylabel(words("pushover.axis_spectral_acceleration"))
        strongest = scale * reading.band.greatest_peak
        plateau = max(float(item.acceleration.max()) for item in reading.spectra) / STANDARD_GRAVITY
        panels[0].set_ylim(0.0, min(1.08 * plateau, 4.0 * strongest))
        farthest = [item.spectral_displacement for item in reading.demands]
        panels[0].set_xlim(0.0, 1.15e3 * max(*farthest, reading.main.end.displacement / gamma))
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower left", ncols=2, handlelength=3.0)
        return to_svg(figure, name)


def _spectra(axes: Axes, reading: PushoverReading, spectrum: str, scale: float, gamma: float, words: Words) -> None:
    shape = reading.main.bilinear
    assert shape is not None
    looks = {"n2": (INK, "-", "o"), "capacity_spectrum": (COLOURS["orange"], (0, (4, 1.5)), "s")}
    for demand, curve in zip(reading.demands, reading.spectra, strict=True):
        if demand.spectrum != spectrum:
            continue
        colour, dashes, mark = looks[demand.method]
        damping = words.typeset(f"{100.0 * curve.damping:.0f}")
        axes.plot(1e3 * curve.displacement, curve.acceleration / STANDARD_GRAVITY, color=colour, linestyle=dashes,
                  linewidth=1.0, label=words("pushover.curve_spectrum", damping=damping), zorder=3)  # fmt: skip
        there = 1e3 * demand.spectral_displacement
        height = scale * shape.at(demand.spectral_displacement * gamma)
        axes.plot([there], [height], marker=mark, markersize=7, markerfacecolor="white", markeredgecolor=colour,
                  linestyle="none", zorder=7, label=words(f"pushover.curve_{demand.method}"))  # fmt: skip
        axes.vlines(there, 0.0, height, color=colour, linewidth=0.8, linestyle=":")
        told = words.typeset(f"{there:.0f} mm")
        axes.annotate(told, (there, height), (5, 5 if demand.method == "n2" else -11), textcoords="offset points",
                      size=7.5, color=ink_for(colour), bbox=_BOX, zorder=8)  # fmt: skip


def draw_crack_levels(cracks: CrackLevels, words: Words, *, name: str) -> Drawn:
    """How level cracks grow: the height against the displacement, shaded by the share of the bed that is open."""
    with drawing(WIDTH, 3.2) as figure:
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=[1.5, 1.0])
        edges = np.append(cracks.bottom, cracks.top[-1])
        drawn = left.pcolormesh(
            _edges(1e3 * cracks.displacement), edges, 100.0 * cracks.reach.T, cmap="YlOrBr", vmin=0.0, vmax=100.0,
            rasterized=False,
        )  # fmt: skip
        figure.colorbar(drawn, ax=left, pad=0.02, aspect=24)
        left.set_title(words("pushover.axis_reach"))
        right.set_title(words("pushover.axis_opening"))
        left.set_xlabel(words("pushover.axis_displacement"))
        left.set_ylabel(words("pushover.axis_level"))
        left.grid(visible=False)
        for hinge in cracks.hinges:
            if hinge.formed:
                left.axhline(hinge.level, color=INK, linewidth=0.7, linestyle=(0, (5, 2)))
        _profiles(right, cracks, words)
        return to_svg(figure, name)


def _profiles(axes: Axes, cracks: CrackLevels, words: Words) -> None:
    """Openings over the height at a few displacements."""
    last = len(cracks.displacement) - 1
    chosen = list(dict.fromkeys(round(share * last) for share in (0.25, 0.5, 0.75, 1.0)))
    middle = 0.5 * (cracks.bottom + cracks.top)
    looks = (("sky", "-"), ("green", (0, (5, 2))), ("orange", (0, (1.5, 1.2))), ("blue", "-"))
    for k, (colour, dashes) in zip(chosen, looks[-len(chosen) :], strict=True):
        label = words.typeset(f"{1e3 * cracks.displacement[k]:.0f} mm")
        axes.plot(1e3 * cracks.opening[k], middle, color=COLOURS[colour], linestyle=dashes, label=label, linewidth=1.3)
    axes.set_xlabel(words("pushover.axis_opening"))
    axes.set_xlim(left=0.0)
    axes.legend(loc="best", title=words("pushover.at_displacement"), title_fontsize=7.8)


def _edges(places: FloatArray) -> FloatArray:
    """Borders between places, half-way."""
    middle = 0.5 * (places[1:] + places[:-1])
    return np.asarray([places[0], *middle, places[-1]])


@dataclass(frozen=True, kw_only=True, eq=False)
class _Face:
    """What is seen of one side of the wall."""

    corners: FloatArray
    """(x, z) of the faces [m], shape (f, 4, 2)."""
    bricks: NDArray[np.int64]
    """Whose faces they are, shape (f,)."""
    outline: FloatArray
    """Ends of lines (x, z) [m], shape (k, 2, 2)."""


def cracks_at(snapshots: Snapshots, path: PushoverPath, displacement: float) -> int:
    """The snapshot nearest to ``displacement`` [m]."""
    return int(np.argmin(np.abs(path.displacement[snapshots.step] - displacement)))


def exaggeration_of(result: PushoverResult, snapshots: Snapshots) -> float:
    """By which the leaning section is drawn larger: the top goes about a tenth of the height."""
    moved = snapshots.shift - snapshots.shift[:1]
    largest = float(np.linalg.norm(moved, axis=2).max())
    height = float(np.ptp(result.mesh.nodes[:, 2]))
    fitting = [factor for factor in _EXAGGERATIONS if factor * largest <= 0.12 * height]
    return max(fitting, default=1.0)


def draw_cracks(
    result: PushoverResult,
    path: PushoverPath,
    snapshots: Snapshots,
    chosen: Sequence[tuple[str, int]],
    words: Words,
    *,
    name: str,
) -> Drawn:
    """A column for each of ``chosen`` (letters and snapshots): front, back and cross-section, shaded by the opening."""
    mesh = result.mesh
    front, back = (
        _Face(corners=mesh.nodes[faces][:, :, [0, 2]], bricks=owners, outline=lines)
        for faces, owners, lines in (faces_seen(mesh, way) for way in (-1.0, 1.0))
    )
    section = _Section(mesh, result.control_point[0])
    enlarged = exaggeration_of(result, snapshots)
    norm = BoundaryNorm(_LEVELS, colormaps["YlOrRd"].N, extend="both")
    length, height = float(np.ptp(mesh.nodes[:, 0])), float(np.ptp(mesh.nodes[:, 2]))
    wide = (WIDTH - 0.9) / len(chosen)
    tall = float(np.clip(wide * height / length, 0.5, 2.2))
    deep = 2.5
    with drawing(WIDTH, 2 * tall + deep + 1.3) as figure:
        panels = figure.subplots(3, len(chosen), squeeze=False, height_ratios=[tall, tall, deep])
        for column, (letter, k) in enumerate(chosen):
            at = words.typeset(f"{1e3 * path.displacement[snapshots.step[k]]:.0f} mm")
            panels[0, column].set_title(f"{letter}: {at}" if letter else at)
            opening = 1e3 * snapshots.opening[k].astype(np.float64)
            for row, face in enumerate((front, back)):
                _face(panels[row, column], face, opening, norm, mirrored=row == 1)
            section.draw(panels[2, column], opening, snapshots.shift[k] - snapshots.shift[0], enlarged, norm)
        for row, key in enumerate(("front", "back", "section")):
            panels[row, 0].annotate(words(f"pushover.view_{key}"), (0.0, 0.5), (-14, 0), xycoords="axes fraction",
                                    textcoords="offset points", rotation=90, ha="center", va="center",
                                    size=8)  # fmt: skip
        bar = figure.colorbar(ScalarMappable(norm=norm, cmap="YlOrRd"), ax=panels, shrink=0.6, pad=0.01, aspect=28)
        bar.set_ticks(_LEVELS.tolist(), labels=[words.typeset(f"{level:g}") for level in _LEVELS])
        bar.set_label(words("pushover.axis_opening"))
        return with_data(to_svg(figure, name), _rows(mesh, path, snapshots, chosen, words))


def _rows(
    mesh: Mesh, path: PushoverPath, snapshots: Snapshots, chosen: Sequence[tuple[str, int]], words: Words
) -> list[list[object]]:
    """Every crack that can be seen: where it is, how wide, which way its normal points."""
    heads = ("stage", "displacement", "x", "y", "z", "opening", "normal_x", "normal_y", "normal_z")
    rows: list[list[object]] = [[words(f"pushover.csv_{head}") for head in heads]]
    middle = mesh.places[:, :8].mean(axis=1)
    for letter, k in chosen:
        for brick in np.flatnonzero(snapshots.opening[k] >= VISIBLE).tolist():
            numbers = [1e3 * path.displacement[snapshots.step[k]], *middle[brick], 1e3 * snapshots.opening[k, brick]]
            numbers += snapshots.normal[k, brick].tolist()
            rows.append([letter, *(f"{float(value):.5g}" for value in numbers)])
    return rows


def _face(axes: Axes, face: _Face, opening: FloatArray, norm: BoundaryNorm, *, mirrored: bool) -> None:
    """The back is drawn as seen from behind: its right end is the wall's beginning."""
    cracked = opening[face.bricks] >= 1e3 * VISIBLE
    _shade(axes, face.corners[cracked], opening[face.bricks[cracked]], norm)
    axes.add_collection(LineCollection(list(face.outline), colors=INK, linewidths=0.6, zorder=3))
    low, high = face.outline.min(axis=(0, 1)), face.outline.max(axis=(0, 1))
    aside = 0.02 * float(high[0] - low[0])
    axes.set_xlim(*((high[0] + aside, low[0] - aside) if mirrored else (low[0] - aside, high[0] + aside)))
    axes.set_ylim(low[1] - aside, high[1] + aside)
    axes.set_aspect("equal")
    axes.set_axis_off()


def _shade(axes: Axes, shapes: FloatArray, values: FloatArray, norm: BoundaryNorm, **more: Any) -> None:
    drawn = PolyCollection(
        list(shapes), array=values, norm=norm, cmap="YlOrRd", edgecolors="face", linewidths=0.3, **more
    )
    axes.add_collection(drawn)


class _Section:
    """The bricks that a cut across the wall meets."""

    def __init__(self, mesh: Mesh, along: float) -> None:
        corners = mesh.places[:, :8]
        low, high = corners[:, :, 0].min(axis=1), corners[:, :, 0].max(axis=1)
        met = (low <= along + 1e-9) & (along + 1e-9 < high)
        if not met.any():  # at the very end of the wall
            met = high >= high.max() - 1e-9
        self._bricks = np.flatnonzero(met)
        self._nodes = mesh.bricks[self._bricks][:, _LEFT]
        self._places = mesh.nodes[self._nodes][:, :, 1:]
        sides = np.sort(np.stack([self._nodes, np.roll(self._nodes, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
        edges, count = np.unique(sides, axis=0, return_counts=True)
        self._border = edges[count == 1]
        self._all = mesh.nodes

    def draw(self, axes: Axes, opening: FloatArray, shift: NDArray[np.float32], enlarged: float, norm: Any) -> None:
        moved = (self._all + enlarged * shift.astype(np.float64))[:, 1:]
        rest = self._all[:, 1:]
        axes.add_collection(
            LineCollection(list(rest[self._border]), colors=COLOURS["stone_edge"], linewidths=0.6, linestyles=":")
        )
        axes.add_collection(
            PolyCollection(list(moved[self._nodes]), facecolors=COLOURS["stone"], edgecolors="none", alpha=0.6)
        )
        wide = opening[self._bricks]
        cracked = wide >= 1e3 * VISIBLE
        _shade(axes, moved[self._nodes[cracked]], wide[cracked], norm)
        axes.add_collection(LineCollection(list(moved[self._border]), colors=INK, linewidths=0.8, zorder=3))
        both = np.concatenate([moved[self._nodes].reshape(-1, 2), self._places.reshape(-1, 2)])
        low, high = both.min(axis=0), both.max(axis=0)
        aside = 0.06 * float(high[1] - low[1])
        axes.plot([low[0] - aside, high[0] + aside], [rest[:, 1].min()] * 2, color=INK, linewidth=1.2)
        axes.set_xlim(low[0] - aside, high[0] + aside)
        axes.set_ylim(low[1] - 0.3 * aside, high[1] + aside)
        axes.set_aspect("equal")
        axes.set_axis_off()
