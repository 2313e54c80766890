"""The fe stage on the page: models, modes, stresses and responses, and their figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.ticker import MaxNLocator
from matplotlib.tri import Triangulation
from numpy.typing import NDArray

from pirqa.fem.build import REAR
from pirqa.fem.mesh import Mesh
from pirqa.fem.result import FeModelResult, FeResult, SpectrumResponse
from pirqa.model.modes import AXES, Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.project.published import PublishedMode
from pirqa.report.figures.facade import faces_seen
from pirqa.report.figures.style import ABOVE_RIGHT, COLOURS, INK, WIDTH, Drawn, drawing, standalone, to_svg
from pirqa.report.remarks import remarks_table
from pirqa.report.section import (
    Block,
    Cell,
    Column,
    Figure,
    Grid,
    Heading,
    Note,
    Section,
    Text,
    figure,
    sources_and_notes,
    table,
)
from pirqa.report.viewer.meshes import fe_viewers
from pirqa.report.words import Words

_ALIKE = 0.5
"""Least MAC of a pair of a measured mode and one of a model."""
_DRAWN, _DRAWN_OTHERS = 9, 6
"""Modes that are drawn of the main model and of others."""
_FEW = 12
"""Modes of a table of a model."""
_FILLS = (COLOURS["blue"], COLOURS["orange"], COLOURS["green"], COLOURS["purple"])
_HATCHES = ("", "////", "....", "xxxx")
_WRITTEN = 12
"""Modes whose numbers are written; more would lie on one another."""
_COLUMNS = 3
_MOST = 9
"""Modes that are drawn where nothing else is said."""
_NUMBERED = 40
"""Bad bricks whose numbers are written beside them."""
_LARGEST_MESH = 6000
"""Faces up to which all edges of a bad mesh are drawn."""
_SIDES = np.array([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])


def build(result: FeResult, assessment: Assessment, words: Words) -> Section:
    """The section of the fe stage."""
    names = [model_name(model, words) for model in result.models]
    heard = assessment.stages.get("oma")
    measured = heard.modes if heard is not None and len(heard.modes) else None
    about = heard.description if heard is not None else ""
    printed = [item for item in assessment.published.get("published_modes", ()) if item.model]
    blocks: list[Block] = [Text(text=words("fe.intro")), Text(text=_sentence(result.main, words))]
    blocks += _models(result, names, words)
    blocks += _beside(result, names, measured, about, printed, words)
    blocks += _modes(result, names, words)
    blocks += _shapes(result, names, assessment.info.name, words)
    blocks += _rest(result, names, words)
    blocks += _responses(result, names, words)
    blocks += remarks_table(result.remarks, words)
    blocks += [Heading(text=words("fe.limits_title")), Text(text=words("fe.limits"))]
    return Section(id="fe", title=words("fe.title"), blocks=tuple(blocks))


def model_name(model: FeModelResult, words: Words) -> str:
    """What the report calls a model."""
    return model.label or model.name or words("fe.main")


def _sentence(model: FeModelResult, words: Words) -> str:
    across = model.main("across")
    return words(
        "fe.sentence",
        bricks=words.typeset(f"{len(model.mesh)}"),
        freedoms=words.typeset(f"{model.freedoms}"),
        frequency=words.number(float(model.frequency[0]), 3),
        period=words.number(1.0 / float(model.frequency[0]), 3),
        mode=across + 1,
        share=words.number(100.0 * float(model.effective_mass[across, AXES.index("across")]), 2),
    )


def _models(result: FeResult, names: Sequence[str], words: Words) -> Iterator[Block]:
    named = dict(zip(map(id, result.models), names, strict=True))
    first: Column[FeModelResult] = Column(
        "fe.column_model", lambda model: named[id(model)], strong=lambda model: model is result.main
    )
    columns: tuple[Column[FeModelResult], ...] = (
        first,
        Column("fe.column_element", lambda model: words(f"fe.element_{model.element}")),
        Column("fe.column_modulus", lambda model: _range(model.youngs_modulus / 1e6, words), number=True),
        Column("fe.column_held", lambda model: _held(model, words)),
        Column("fe.column_mass", lambda model: model.mass, unit="t", digits=4),
    )
    yield table(result.models, columns, words, words("fe.models"))
    if any(model.element == "plain" for model in result.models):
        yield Note(text=words("fe.locks"))
    columns = (
        first,
        Column("fe.column_bricks", lambda model: len(model.mesh)),
        Column("fe.column_nodes", lambda model: len(model.mesh.nodes)),
        Column("fe.column_freedoms", lambda model: model.freedoms),
        Column("fe.column_solver", lambda model: model.solver),
        Column("fe.column_jacobian", lambda model: model.least_jacobian, digits=2),
        Column("fe.column_aspect", lambda model: model.largest_aspect, digits=2),
        Column("fe.column_poor", lambda model: model.poor, tone=lambda model: "bad" if model.poor else ""),
    )
    yield table(result.models, columns, words, words("fe.meshes"))


def _held(model: FeModelResult, words: Words) -> str:
    told = [words("fe.held_bed" if model.bedded else "fe.held_fixed")]
    for key, items in (("springs", model.springs), ("struts", model.struts)):
        if len(items):
            told.append(words(f"fe.held_{key}", count=len(items)))
    return ", ".join(told)


def _beside(
    result: FeResult,
    names: Sequence[str],
    measured: Modes | None,
    about: str,
    printed: Sequence[PublishedMode],
    words: Words,
) -> Iterator[Block]:
    """Like Table 2 of the Chokepukio paper: models beside measured and printed frequencies."""
    if len(result.models) == 1 and measured is None and not printed:
        return
    yield Heading(text=words("fe.beside_title"))
    if measured is not None:
        yield _against(result, names, measured, words)
        if about:
            yield Note(text=about)
    if printed:
        yield from _printed(result, names, printed, words)
    rows: list[tuple[str, FloatArray, bool]] = []
    if measured is not None:
        rows.append((words("fe.measured"), measured.frequency, False))
    for model, name in zip(result.models, names, strict=True):
        rows.append((name, model.frequency, True))
        given = [item for item in printed if item.model == model.key and item.frequency is not None]
        if given:
            numbers = np.full(max(item.mode for item in given), np.nan)
            for item in given:
                numbers[item.mode - 1] = item.frequency
            rows.append((words("fe.printed_row"), numbers, False))
    yield figure(draw_frequencies(rows, words, name="fe-frequencies"), "fe.frequencies", words)


def _against(result: FeResult, names: Sequence[str], measured: Modes, words: Words) -> Grid:
    def beside(model: FeModelResult) -> Callable[[int], Cell]:
        pairs = _pairs(model, measured)

        def cell(index: int) -> Cell:
            if index not in pairs:
                return Cell(text="–", number=True)
            mode, likeness = pairs[index]
            own = float(model.frequency[mode])
            small = words("fe.paired", mode=mode + 1, mac=words.typeset(f"{likeness:.2f}"))
            off = _off(own, float(measured.frequency[index]), words)
            return Cell(text=f"{words.number(own, 3)} ({off})", number=True, small=small)

        return cell

    columns: tuple[Column[int], ...] = (
        Column("oma.column_mode", lambda index: index + 1, strong=True),
        Column("fe.measured", lambda index: float(measured.frequency[index])),
        *(Column("", beside(model), title=name) for model, name in zip(result.models, names, strict=True)),
    )
    return table(range(len(measured)), columns, words, words("fe.against"))


def _pairs(model: FeModelResult, measured: Modes) -> dict[int, tuple[int, float]]:
    """For each measured mode the one of the model whose shape at the sensors is like it, and their MAC."""
    shared = [name for name in measured.points if name in model.points.points]
    if not shared or not len(model.points.point_shape):
        return {}
    here = measured.complex_shape[:, [measured.points.index(name) for name in shared]]
    there = model.points.point_shape[:, [model.points.points.index(name) for name in shared]]
    found = paired(measured.frequency, here, model.frequency, there, least=_ALIKE, farthest=np.inf)
    likeness = modal_assurance(here, there)
    return {first: (second, float(likeness[first, second])) for first, second in found}


def _printed(result: FeResult, names: Sequence[str], printed: Sequence[PublishedMode], words: Words) -> Iterator[Block]:
    by_key = {model.key: (model, name) for model, name in zip(result.models, names, strict=True)}

    def own(item: PublishedMode) -> float:
        frequency = by_key[item.model][0].frequency
        return float(frequency[item.mode - 1]) if item.mode <= len(frequency) else math.nan

    def off(item: PublishedMode) -> str:
        return _off(own(item), item.frequency, words) if item.frequency and not math.isnan(own(item)) else "–"

    columns: tuple[Column[PublishedMode], ...] = (
        Column("fe.column_model", lambda item: by_key[item.model][1]),
        Column("fe.column_mode", lambda item: item.mode),
        Column("fe.column_ours", own, strong=True),
        Column("fe.column_printed", lambda item: item.frequency, form="{:g}"),
        Column("fe.column_off", off, number=True),
    )
    yield table(printed, columns, words, words("fe.printed"))
    yield from sources_and_notes(printed, words)


def _modes(result: FeResult, names: Sequence[str], words: Words) -> Iterator[Block]:
    yield Heading(text=words("fe.modes_title"))
    for model, name in zip(result.models, names, strict=True):
        rows = []
        for index in range(min(len(model.frequency), _FEW)):
            frequency = float(model.frequency[index])
            rows.append(
                (
                    Cell(text=str(index + 1), number=True, strong=True),
                    Cell(text=words.number(frequency, 4), number=True),
                    Cell(text=words.number(1.0 / frequency, 3), number=True),
                    *(Cell(text=_share(share, words), number=True) for share in model.effective_mass[index]),
                    *(Cell(text=_factor(value, words), number=True) for value in model.participation[index]),
                )
            )
        total = model.effective_mass.sum(axis=0)
        sums = (Cell(text=_share(share, words), number=True, strong=True) for share in total)
        all_modes = words("fe.all_modes", count=len(model.frequency))
        rows.append((Cell(text="Σ", number=True), Cell(text=all_modes), Cell(text=""), *sums, *[Cell(text="")] * 3))
        axes = [words(f"fe.axis_{axis}") for axis in AXES]
        head = [words(f"fe.column_{key}") for key in ("mode", "frequency", "period")]
        head += [words("fe.column_share", axis=axis) for axis in axes]
        head += [words("fe.column_participation", axis=axis) for axis in axes]
        yield Grid(head=tuple(head), rows=tuple(rows), caption=words("fe.modes", model=name))


def _shapes(result: FeResult, names: Sequence[str], title: str, words: Words) -> Iterator[Block]:
    yield Heading(text=words("fe.shapes_title"))
    yield from fe_viewers(result.models, names, title, words)
    for number, (model, name) in enumerate(zip(result.models, names, strict=True), 1):
        svg = draw_shapes(
            model, words, name=f"fe-shapes-{number}", most=_DRAWN if model is result.main else _DRAWN_OTHERS
        )
        rear = f" {words('fe.shapes_rear')}" if any(zone.startswith("rear ") for zone in model.mesh.zones) else ""
        yield Figure(svg=svg, caption=words("fe.shapes", model=name) + rear, alt=words("fe.shapes_alt", model=name))


def _rest(result: FeResult, names: Sequence[str], words: Words) -> Iterator[Block]:
    model = result.main
    upright = model.stress[:, 2].astype(np.float64)
    yield Heading(text=words("fe.rest_title"))
    told = words(
        "fe.rest",
        settlement=words.number(1e3 * model.settlement, 3),
        compression=words.number(float(max(-upright.min(), 0.0)) / 1e3, 3),
    )
    if upright.max() > 0.0:
        told += f" {words('fe.rest_tension', tension=words.number(float(upright.max()) / 1e3, 3))}"
    yield Text(text=told)
    yield figure(draw_stress(model, words, name="fe-stress"), "fe.stress", words, model=names[0])


def _responses(result: FeResult, names: Sequence[str], words: Words) -> Iterator[Block]:
    if not any(model.responses for model in result.models):
        return
    yield Heading(text=words("fe.response_title"))
    rows = [(name, item) for model, name in zip(result.models, names, strict=True) for item in model.responses]
    columns: tuple[Column[tuple[str, SpectrumResponse]], ...] = (
        Column("fe.column_model", lambda row: row[0]),
        Column("fe.column_spectrum", lambda row: words.get(f"code.{row[1].spectrum}", row[1].spectrum)),
        Column("fe.column_direction", lambda row: words(f"fe.axis_{row[1].direction}")),
        Column("fe.column_combination", lambda row: row[1].combination.upper()),
        Column("fe.column_mass_share", lambda row: row[1].mass_share, unit="%", form="{:.1f} %"),
        Column("fe.column_base_shear", lambda row: row[1].base_shear, unit="kN", strong=True),
        Column("fe.column_top_shift", lambda row: row[1].top_shift, unit="mm", strong=True),
    )
    yield table(rows, columns, words, words("fe.responses"))
    main = result.main.responses
    yield figure(draw_shears(main, words, name="fe-shears"), "fe.shears", words, model=names[0])
    for number, item in enumerate(main, 1):
        svg = draw_shift(result.main, item, words, name=f"fe-shift-{number}")
        code = words.get(f"code.{item.spectrum}", item.spectrum)
        yield figure(svg, "fe.shift", words, spectrum=code, model=names[0])


def _range(values: FloatArray, words: Words) -> str:
    low, high = float(values.min()), float(values.max())
    told = [words.number(value, 4) for value in dict.fromkeys((low, high))]
    return " … ".join(told)


def _factor(value: float, words: Words) -> str:
    return words.typeset(f"{round(float(value), 2) + 0.0:.2f}")  # no minus before a nought


def _share(share: float, words: Words) -> str:
    return words.typeset(f"{100.0 * float(share):.1f} %")


def _off(own: float, other: float, words: Words) -> str:
    return words.typeset(f"{100.0 * (own / other - 1.0):+.0f} %")


def draw_frequencies(rows: Sequence[tuple[str, FloatArray, bool]], words: Words, *, name: str) -> Drawn:
    """A row of dots for each model, for what was measured and for what was printed elsewhere.

    ``rows``: its name, frequencies [Hz], nan where a number has none, and whether it is a model of ours.
    """
    with drawing(WIDTH, 0.75 + 0.36 * len(rows)) as figure:
        axes = figure.subplots()
        for place, (label, frequency, own) in enumerate(rows):
            known = np.flatnonzero(np.isfinite(frequency))
            axes.plot(
                frequency[known],
                np.full(len(known), float(place)),
                marker="o" if own else "D",
                markersize=6.5 if own else 5.5,
                markerfacecolor=COLOURS["blue"] if own else "white",
                markeredgecolor=COLOURS["blue"] if own else INK,
                linestyle="none",
                label=label,
            )
            last = -np.inf
            span = float(np.nanmax([np.nanmax(values) for _, values, _ in rows]))
            for index in known[:_WRITTEN]:
                if frequency[index] - last < 0.022 * span:
                    continue  # numbers would lie on one another
                last = float(frequency[index])
                axes.annotate(str(index + 1), (last, place), (0, 6), textcoords="offset points", ha="center", size=7)
        axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.75)
        axes.set_xlim(left=0.0)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(words("motion.axis_frequency"))
        return to_svg(figure, name)


def draw_shears(responses: Sequence[SpectrumResponse], words: Words, *, name: str) -> Drawn:
    """Base shear of each mode under each spectrum [kN], and of all modes together."""
    with drawing(WIDTH, 2.5) as figure:
        axes = figure.subplots()
        width = 0.8 / len(responses)
        for place, response in enumerate(responses):
            modes = np.arange(1, len(response.shear) + 1)
            label = words.get(f"code.{response.spectrum}", response.spectrum)
            axes.bar(
                modes + (place - 0.5 * (len(responses) - 1)) * width,
                1e-3 * response.shear,
                width,
                color=_FILLS[place % 4],
                hatch=_HATCHES[place % 4],
                edgecolor="white",
                linewidth=0.4,
                label=label,
            )
            axes.axhline(1e-3 * response.base_shear, color=_FILLS[place % 4], linewidth=1.0, linestyle=(0, (4, 2)))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(words("fe.axis_mode"))
        axes.set_ylabel(words("fe.axis_shear"))
        axes.legend(ncols=4, **ABOVE_RIGHT)
        return to_svg(figure, name)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Part:
    """What is seen of one zone from the front."""

    zone: int
    nodes: NDArray[np.int64]
    """Of the mesh."""
    triangles: NDArray[np.int64]
    """Among these nodes, shape (t, 3)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class _Front:
    """What is seen of a mesh from the front; of two walls the nearer one."""

    mesh: Mesh
    parts: tuple[_Part, ...]
    outline: FloatArray
    """Ends of lines (x, z) [m], shape (k, 2, 2)."""

    @property
    def low(self) -> FloatArray:
        return np.asarray(self.outline.min(axis=(0, 1)))

    @property
    def high(self) -> FloatArray:
        return np.asarray(self.outline.max(axis=(0, 1)))


def _front(mesh: Mesh) -> _Front:
    rear = [number for number, name in enumerate(mesh.zones) if name.startswith(REAR)]
    faces, owners, lines = faces_seen(mesh, -1.0, hidden_zones=rear)
    zone = mesh.zone[owners]
    parts = []
    for number in np.unique(zone):
        mine = faces[zone == number]
        nodes, place = np.unique(mine, return_inverse=True)
        place = place.reshape(mine.shape)
        parts.append(
            _Part(zone=int(number), nodes=nodes, triangles=np.concatenate([place[:, :3], place[:, [0, 2, 3]]]))
        )
    return _Front(mesh=mesh, parts=tuple(parts), outline=lines)


def draw_shapes(model: FeModelResult, words: Words, *, name: str, most: int = _MOST) -> Drawn:
    """A small elevation for each mode, shaded by the motion that most of it has."""
    front = _front(model.mesh)
    count = min(len(model.frequency), most)
    columns = min(_COLUMNS, count)
    rows = -(-count // columns)
    length, height = (float(value) for value in front.high - front.low)
    tall = min(WIDTH / columns * (height + 0.1 * length) / (1.12 * length), 3.2)
    with drawing(WIDTH, rows * (tall + 0.5)) as figure:
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for axes in panels[count:]:
            axes.set_axis_off()
        for index, axes in enumerate(panels[:count]):
            _mode(axes, front, model.shape(index))
            _frame(axes, front)
            frequency = words.number(float(model.frequency[index]), 3)
            title = words("fe.shape", number=index + 1, frequency=frequency)
            axes.set_title(f"{title}\n{mass_text(model, index, words)}", size=8.0)
        return to_svg(figure, name)


def mass_text(model: FeModelResult, index: int, words: Words) -> str:
    """Which way the mode moves, and how much mass it takes along that way."""
    axis = _main_axis(model.shape(index))
    share = float(model.effective_mass[index, axis])
    return words("fe.shape_mass", direction=words(f"fe.axis_{AXES[axis]}"), share=words.typeset(f"{100.0 * share:.0f}"))


def _main_axis(shape: FloatArray) -> int:
    return int(np.argmax((shape**2).sum(axis=0)))


def _mode(axes: Axes, front: _Front, shape: FloatArray) -> None:
    axis = _main_axis(shape)
    levels = np.linspace(-1.0, 1.0, 11)
    for part in front.parts:
        mesh = _triangles(front, part)
        values = shape[part.nodes, axis]
        axes.tricontourf(mesh, values, levels=levels, cmap=colormaps["PuOr_r"], alpha=0.6, extend="both")
        # in grey print the sign is told by the lines: broken where it moves the other way, thick where it rests
        inner = [level for level in levels[1:-1] if abs(level) > 1e-9]
        if values.min() < inner[-1] and values.max() > inner[0]:
            axes.tricontour(mesh, values, levels=inner, colors=COLOURS["stone_edge"], linewidths=0.45)
        if values.min() < 0.0 < values.max():
            axes.tricontour(mesh, values, levels=[0.0], colors=INK, linewidths=1.1)
    if axis != AXES.index("across"):
        _arrows(axes, front, shape)


def _arrows(axes: Axes, front: _Front, shape: FloatArray) -> None:
    """Motion in the plane of the wall, at a few nodes."""
    nodes = np.unique(np.concatenate([part.nodes for part in front.parts]))
    spots = front.mesh.nodes[nodes][:, [0, 2]]
    cell = max(float(np.ptp(spots[:, 0])) / 8.0, float(np.ptp(spots[:, 1])) / 4.0, 1e-9)
    _, chosen = np.unique(np.round(spots / cell).astype(np.int64), axis=0, return_index=True)
    moved = shape[nodes[chosen]][:, [0, 2]]
    axes.quiver(*spots[chosen].T, *moved.T, angles="xy", scale_units="xy", scale=1.0 / (0.8 * cell), color=INK,
                width=0.006)  # fmt: skip


def _triangles(front: _Front, part: _Part) -> Triangulation:
    places = front.mesh.nodes[part.nodes]
    return Triangulation(places[:, 0], places[:, 2], part.triangles)


def _frame(axes: Axes, front: _Front, *, ground: bool = True) -> None:
    axes.add_collection(LineCollection(list(front.outline), colors=INK, linewidths=0.6, zorder=3))
    low, high = front.low, front.high
    aside = 0.05 * float(high[0] - low[0])
    if ground:
        axes.plot([low[0] - aside, high[0] + aside], [low[1]] * 2, color=INK, linewidth=1.2)
    axes.set_aspect("equal")
    axes.set_xlim(low[0] - aside, high[0] + aside)
    axes.set_ylim(low[1] - aside, high[1] + aside)
    axes.set_axis_off()


def draw_stress(model: FeModelResult, words: Words, *, name: str) -> Drawn:
    """Upright compression under the wall's own weight in the bricks that are seen [kPa]."""
    front = _front(model.mesh)
    fields = [_at_nodes(model, part) for part in front.parts]
    return _shaded(front, fields, words("fe.axis_stress"), words, name=name)


def _at_nodes(model: FeModelResult, part: _Part) -> FloatArray:
    """Means over the bricks of the part's zone about each of its nodes [kPa]: zones keep their own."""
    mine = np.flatnonzero(model.mesh.zone == part.zone)
    corners = model.mesh.bricks[mine][:, :8].ravel()
    size = len(model.mesh.nodes)
    pressed = np.repeat(-model.stress[mine, 2].astype(np.float64), 8)
    total = np.bincount(corners, weights=pressed, minlength=size)
    count = np.bincount(corners, minlength=size)
    return np.asarray(1e-3 * total[part.nodes] / np.maximum(count[part.nodes], 1))


def draw_shift(model: FeModelResult, response: SpectrumResponse, words: Words, *, name: str) -> Drawn:
    """Largest shift the way the base shakes [mm]."""
    front = _front(model.mesh)
    moved = 1e3 * response.node_shift[:, AXES.index(response.direction)].astype(np.float64)
    return _shaded(front, [moved[part.nodes] for part in front.parts], words("fe.axis_shift"), words, name=name)


def _shaded(front: _Front, fields: list[FloatArray], label: str, words: Words, *, name: str) -> Drawn:
    length, height = (float(value) for value in front.high - front.low)
    tall = min((WIDTH - 1.0) * (height + 0.1 * length) / (1.1 * length), 4.6)
    with drawing(WIDTH, tall + 0.2) as figure:
        axes = figure.subplots()
        levels = _levels(fields)
        for part, values in zip(front.parts, fields, strict=True):
            mesh = _triangles(front, part)
            drawn = axes.tricontourf(mesh, values, levels=levels, cmap=colormaps["YlOrBr"], alpha=0.85, extend="both")
            inner = [level for level in levels[1:-1] if values.min() < level < values.max()]
            if inner:
                lines = axes.tricontour(mesh, values, levels=inner, colors=INK, linewidths=0.5)
                axes.clabel(lines, fmt=lambda value: words.typeset(f"{value:g}"), fontsize=6.5)
        _frame(axes, front)
        _scale(axes, drawn, levels, label, words)
        return to_svg(figure, name)


def _levels(fields: list[FloatArray]) -> FloatArray:
    every = np.concatenate(fields)
    low, high = float(every.min()), float(every.max())
    if low > -0.05 * high:  # a breath of tension at a corner needs no step of its own: the arrow of the scale shows it
        low = 0.0
    if high - low < 1e-12:
        high = low + 1.0
    return np.asarray(MaxNLocator(9, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high))


def _scale(axes: Axes, drawn: Any, levels: FloatArray, label: str, words: Words) -> None:
    bar = axes.figure.colorbar(drawn, ax=axes, shrink=0.85, pad=0.01, aspect=22)
    bar.set_ticks(levels.tolist(), labels=[words.typeset(f"{level:g}") for level in levels])
    bar.set_label(label)
    bar.outline.set_linewidth(0.5)


def shapes_svg(model: FeModelResult, words: Words) -> str:
    """The modes as the text of an SVG file."""
    return standalone(draw_shapes(model, words, name="fe-shapes"))


def bad_bricks_svg(mesh: Mesh, bad: NDArray[np.int64], words: Words) -> str:
    """SVG file of a mesh from the front and from above, its bad bricks filled and numbered as the message has them."""
    faces, _ = mesh.outer_faces
    sides = np.unique(np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2), axis=1), axis=0)
    if len(faces) > _LARGEST_MESH:  # a few of so many show where it is
        sides = sides[:: len(sides) // (2 * _LARGEST_MESH) + 1]
    low, high = mesh.nodes.min(axis=0), mesh.nodes.max(axis=0)
    extent = np.maximum(high - low, 1e-6)
    heights = [float(np.clip((WIDTH - 0.6) * extent[axis] / extent[0], 0.8, 5.0)) for axis in (2, 1)]
    with drawing(WIDTH, sum(heights) + 1.3) as figure:
        panels = figure.subplots(2, 1, height_ratios=heights)
        for axes, columns, view in zip(panels, ([0, 2], [0, 1]), ("front", "above"), strict=True):
            flat = mesh.nodes[:, columns]
            axes.add_collection(LineCollection(list(flat[sides]), colors="#b9b3a8", linewidths=0.35, zorder=1))
            shapes = [ring for brick in bad for ring in flat[mesh.bricks[brick][_SIDES]]]
            axes.add_collection(
                PolyCollection(
                    shapes, facecolors=COLOURS["orange"], edgecolors=INK, linewidths=0.5, alpha=0.6, zorder=2
                )
            )
            for brick in bad[:_NUMBERED]:
                spot = flat[mesh.bricks[brick][:8]].mean(axis=0)
                axes.text(*spot, str(brick + 1), ha="center", va="center", size=7, weight="bold", zorder=3)
            axes.set_aspect("equal")
            axes.autoscale_view()
            axes.grid(visible=False)  # its lines would be taken for edges
            axes.set_title(words(f"fe.bad_{view}", count=len(bad), total=len(mesh)))
            axes.set_xlabel(words("fe.axis_x"))
            axes.set_ylabel(words("fe.axis_z" if view == "front" else "fe.axis_y"))
        return standalone(to_svg(figure, "fe-bad"))
