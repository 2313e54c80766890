"""The fe stage on the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pirqa.fem.result import FeModelResult, FeResult, SpectrumResponse
from pirqa.model.modes import AXES, Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.project.published import PublishedMode
from pirqa.report.figures.fe import draw_frequencies, draw_shapes, draw_shears, draw_shift, draw_stress
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
