"""The fe stage on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.fe.result import FeModelResult, FeResult
from pirqa.model.modes import AXES, Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.project.schema import PublishedMode
from pirqa.report.figures.fe import draw_frequencies, draw_shears
from pirqa.report.figures.fe_wall import draw_shapes, draw_shift, draw_stress
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.viewer.finite import fe_viewers
from pirqa.report.words import Words

__all__ = ["build", "model_name"]

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
    printed = [item for item in assessment.published_modes if item.model]
    blocks: list[Block] = [Text(text=words("fe.intro")), Text(text=_sentence(result.main, words))]
    blocks += _models(result, names, words)
    blocks += _beside(result, names, measured, about, printed, words)
    blocks += _modes(result, names, words)
    blocks += _shapes(result, names, assessment.info.name, words)
    blocks += _rest(result, names, words)
    blocks += _responses(result, names, words)
    blocks += remarks_grid(result.remarks, words)
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
    keys: tuple[str, ...] = ("model", "element", "modulus", "held", "mass")
    rows: list[tuple[Cell, ...]] = []
    for model, name in zip(result.models, names, strict=True):
        rows.append(
            (
                Cell(text=name, strong=model is result.main),
                Cell(text=words(f"fe.element_{model.element}")),
                Cell(text=_range(model.youngs_modulus / 1e6, words), number=True),
                Cell(text=_held(model, words)),
                Cell(text=words.number(model.mass / 1e3, 4), number=True),
            )
        )
    head = tuple(words(f"fe.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("fe.models"))
    if any(model.element == "plain" for model in result.models):
        yield Note(text=words("fe.locks"))
    keys = ("model", "bricks", "nodes", "freedoms", "solver", "jacobian", "aspect", "poor")
    rows = []
    for model, name in zip(result.models, names, strict=True):
        counts = (len(model.mesh), len(model.mesh.nodes), model.freedoms)
        rows.append(
            (
                Cell(text=name, strong=model is result.main),
                *(Cell(text=str(count), number=True) for count in counts),
                Cell(text=model.solver),
                Cell(text=words.number(model.least_jacobian, 2), number=True),
                Cell(text=words.number(model.largest_aspect, 2), number=True),
                Cell(text=str(model.poor), number=True, tone="bad" if model.poor else ""),
            )
        )
    head = tuple(words(f"fe.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("fe.meshes"))


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
    svg = draw_frequencies(rows, words, name="fe-frequencies")
    yield Figure(svg=svg, caption=words("fe.frequencies"), alt=words("fe.frequencies_alt"))


def _against(result: FeResult, names: Sequence[str], measured: Modes, words: Words) -> Grid:
    pairs = [_pairs(model, measured) for model in result.models]
    rows = []
    for index in range(len(measured)):
        frequency = float(measured.frequency[index])
        row = [
            Cell(text=str(index + 1), number=True, strong=True),
            Cell(text=words.number(frequency, 3), number=True),
        ]
        for model, found in zip(result.models, pairs, strict=True):
            if index not in found:
                row.append(Cell(text="–", number=True))
                continue
            mode, likeness = found[index]
            own = float(model.frequency[mode])
            small = words("fe.paired", mode=mode + 1, mac=words.typeset(f"{likeness:.2f}"))
            row.append(Cell(text=f"{words.number(own, 3)} ({_off(own, frequency, words)})", number=True, small=small))
        rows.append(tuple(row))
    head = (words("oma.column_mode"), words("fe.measured"), *names)
    return Grid(head=head, rows=tuple(rows), caption=words("fe.against"))


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
    rows = []
    for item in printed:
        model, name = by_key[item.model]
        there = item.mode <= len(model.frequency)
        own = float(model.frequency[item.mode - 1]) if there else float("nan")
        given = item.frequency
        rows.append(
            (
                Cell(text=name),
                Cell(text=str(item.mode), number=True),
                Cell(text=words.number(own, 3), number=True, strong=True),
                Cell(text="–" if given is None else words.typeset(f"{given:g}"), number=True),
                Cell(text=_off(own, given, words) if there and given else "–", number=True),
            )
        )
    keys = ("model", "mode", "ours", "printed", "off")
    head = tuple(words(f"fe.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("fe.printed"))
    for text in dict.fromkeys(item.source for item in printed):
        yield Text(text=words("oma.printed_source", source=text))
    for text in dict.fromkeys(item.note for item in printed if item.note):
        yield Text(text=text)


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
    svg = draw_stress(model, words, name="fe-stress")
    yield Figure(svg=svg, caption=words("fe.stress", model=names[0]), alt=words("fe.stress_alt"))


def _responses(result: FeResult, names: Sequence[str], words: Words) -> Iterator[Block]:
    if not any(model.responses for model in result.models):
        return
    yield Heading(text=words("fe.response_title"))
    rows = [
        (
            Cell(text=name),
            Cell(text=words.get(f"code.{item.spectrum}", item.spectrum)),
            Cell(text=words(f"fe.axis_{item.direction}")),
            Cell(text=item.combination.upper()),
            Cell(text=_share(item.mass_share, words), number=True),
            Cell(text=words.number(item.base_shear / 1e3, 3), number=True, strong=True),
            Cell(text=words.number(1e3 * item.top_shift, 3), number=True, strong=True),
        )
        for model, name in zip(result.models, names, strict=True)
        for item in model.responses
    ]
    keys = ("model", "spectrum", "direction", "combination", "mass_share", "base_shear", "top_shift")
    head = tuple(words(f"fe.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("fe.responses"))
    main = result.main.responses
    svg = draw_shears(main, words, name="fe-shears")
    yield Figure(svg=svg, caption=words("fe.shears", model=names[0]), alt=words("fe.shears_alt"))
    for number, item in enumerate(main, 1):
        svg = draw_shift(result.main, item, words, name=f"fe-shift-{number}")
        code = words.get(f"code.{item.spectrum}", item.spectrum)
        yield Figure(svg=svg, caption=words("fe.shift", spectrum=code, model=names[0]), alt=words("fe.shift_alt"))


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
