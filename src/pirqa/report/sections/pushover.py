"""The pushover stage on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pirqa.fem.pushover.mechanism import beside_kinematic, matching_mechanism
from pirqa.fem.pushover.result import (
    CrackLevels,
    CurvePoint,
    CurveReading,
    Demand,
    Hinge,
    PushoverPath,
    PushoverReading,
    PushoverResult,
    Snapshots,
)
from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.project.published import PublishedPushover
from pirqa.report.figures.pushover import (
    cracks_at,
    draw_capacity_curve,
    draw_crack_levels,
    draw_cracks,
    draw_demand,
    draw_energy,
    draw_kinematic,
    exaggeration_of,
    path_name,
    stage_points,
)
from pirqa.report.names import mechanism_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import (
    Block,
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
from pirqa.report.viewer.meshes import pushover_viewer
from pirqa.report.words import Words


class _Variant(NamedTuple):
    """A run of the comparison: the main one, or one that changes one thing."""

    name: str
    pattern: str
    bricks: int
    reading: PushoverReading


def build(result: PushoverResult, assessment: Assessment, words: Words) -> Section:
    """The section of the pushover stage."""
    blocks: list[Block] = [Text(text=words("pushover.intro"))]
    blocks.append(
        Text(
            text=words(
                "pushover.model",
                bricks=words.typeset(f"{len(result.mesh)}"),
                freedoms=words.typeset(f"{result.freedoms}"),
                weight=words.number(result.weight / 1e3, 4),
                level=words.number(result.control_point[2], 3),
            )
        )
    )
    for reading, snapshots in zip(result.readings, result.snapshots, strict=True):
        blocks += _direction(result, reading, snapshots, assessment, words)
    names = [words("pushover.pushed", way=way_name(direction, words)) for direction in result.directions]
    viewer = pushover_viewer(result, names, assessment.info.name, words)
    if viewer is not None:
        blocks += [Heading(text=words("pushover.view_title")), viewer]
    blocks += remarks_table(result.remarks, words)
    blocks += [Heading(text=words("pushover.limits_title")), Text(text=words("pushover.limits"))]
    return Section(id="pushover", title=words("pushover.title"), blocks=tuple(blocks))


def way_name(direction: str, words: Words) -> str:
    """``outward`` in words."""
    return words(f"pushover.way_{direction}")


def _direction(
    result: PushoverResult, reading: PushoverReading, snapshots: Snapshots, assessment: Assessment, words: Words
) -> Iterator[Block]:
    paths = result.of(reading.direction)
    way = way_name(reading.direction, words)
    own = f"pushover-{reading.direction}"
    printed = [
        item for item in assessment.published.get("published_pushover", ()) if item.direction == reading.direction
    ]
    if len(result.readings) > 1:
        yield Heading(text=words("pushover.pushed", way=way))
    yield Text(text=_sentence(reading, way, words))
    yield from _ends(paths, words)
    svg = draw_capacity_curve(paths, reading, printed, words, name=f"{own}-capacity")
    caption = words("pushover.capacity", way=way)
    caption += f" {words('pushover.capacity_band')}" if reading.band.paths > 1 else ""
    yield Figure(svg=svg, caption=caption, alt=words("pushover.capacity_alt"))
    yield _stages(reading.main, words)
    yield _paths(reading, words)
    if printed:
        yield from _printed(reading, printed, words)
    yield from _cracks(result, reading, paths[0], snapshots, words)
    yield from _energy(paths[0], own, words)
    yield from _kinematic(result, reading, paths[0], assessment, words)
    yield from _demand(reading, paths[0], own, words)
    yield from _variants(result, reading, words)


def _sentence(reading: PushoverReading, way: str, words: Words) -> str:
    curve = reading.main
    told = [
        words(
            "pushover.sentence",
            way=way,
            peak=words.number(curve.peak.multiplier, 3),
            at=words.millimetres(curve.peak.displacement),
        )
    ]
    if curve.bilinear is not None:
        told.append(words("pushover.sentence_yield", yields=words.millimetres(curve.bilinear.yield_displacement)))
    if curve.drop is not None:
        told.append(words("pushover.sentence_drop", drop=words.millimetres(curve.drop.displacement)))
    elif curve.ended != "stopped":
        told.append(words("pushover.sentence_no_drop", end=words.millimetres(curve.end.displacement)))
    hinge = reading.cracks.main
    if hinge is None:
        told.append(words("pushover.sentence_no_hinge"))
    elif hinge.level <= 1e-9:
        told.append(words("pushover.sentence_base"))
    else:
        told.append(words("pushover.sentence_hinge", level=words.typeset(f"{hinge.level:.2f}")))
    return " ".join(told)


def _ends(paths: Sequence[PushoverPath], words: Words) -> Iterator[Block]:
    """Paths that could not be followed: never a collapse."""
    for path in paths:
        if path.ended == "stopped":
            yield Note(
                text=words(
                    "pushover.stopped",
                    path=path_name(path, words),
                    displacement=words.millimetres(float(path.displacement[-1])),
                    multiplier=words.number(float(path.multiplier[-1]), 3),
                    residual=words.typeset(f"{float(path.residual[-1]):.1e}"),
                )
            )


def _stages(curve: CurveReading, words: Words) -> Grid:
    rows = list(stage_points(curve).items())
    rows += [(key, point) for key, point in (("first_crack", curve.first_crack), ("peak", curve.peak)) if point]
    rows += [("drop", curve.drop)] if curve.drop else []
    columns: tuple[Column[tuple[str, CurvePoint]], ...] = (
        Column(
            "pushover.column_stage", lambda row: row[0] if len(row[0]) == 1 else "", strong=lambda row: len(row[0]) == 1
        ),
        Column("pushover.column_what", lambda row: words(f"pushover.stage_{row[0]}")),
        Column("pushover.column_displacement", lambda row: row[1].displacement, unit="mm"),
        Column("pushover.column_multiplier", lambda row: row[1].multiplier),
    )
    return table(rows, columns, words, words("pushover.stages"))


def _paths(reading: PushoverReading, words: Words) -> Grid:
    columns: tuple[Column[CurveReading], ...] = (
        Column(
            "pushover.column_path",
            lambda curve: path_name(curve, words),
            strong=lambda curve: curve is reading.curves[0],
        ),
        Column("pushover.column_peak", lambda curve: curve.peak.multiplier, strong=True),
        Column("pushover.column_peak_at", lambda curve: curve.peak.displacement, unit="mm"),
        Column("pushover.column_yield", _yield_displacement, unit="mm"),
        Column(
            "pushover.column_yield_multiplier",
            lambda curve: None if curve.bilinear is None else curve.bilinear.yield_multiplier,
        ),
        Column("pushover.column_drop", _drop_displacement, unit="mm"),
        Column("pushover.column_end", lambda curve: curve.end.displacement, unit="mm"),
        Column("pushover.column_end_multiplier", lambda curve: curve.end.multiplier),
        Column(
            "pushover.column_ended",
            lambda curve: words(f"pushover.ended_{curve.ended}"),
            tone=lambda curve: "unsure" if curve.ended == "stopped" else "",
        ),
    )
    band = reading.band
    caption = words("pushover.paths")
    if band.paths > 1:
        spread = words.typeset(f"{100.0 * band.peak_spread:.1f}")
        low, high = (words.number(value, 3) for value in (band.least_peak, band.greatest_peak))
        caption += f" {words('pushover.band', low=low, high=high, spread=spread)}"
    return table(reading.curves, columns, words, caption)


def _yield_displacement(curve: CurveReading) -> float | None:
    return None if curve.bilinear is None else curve.bilinear.yield_displacement


def _drop_displacement(curve: CurveReading) -> float | None:
    return None if curve.drop is None else curve.drop.displacement


def _printed(reading: PushoverReading, printed: Sequence[PublishedPushover], words: Words) -> Iterator[Block]:
    curve = reading.main
    rows: list[tuple[str, str, float]] = []
    for item in printed:
        there = item.end_displacement
        at_end = None
        if there is not None:
            band = reading.band
            at_end = _between(band.displacement, band.low, band.high, float(there), words)
        plateau_end = None if curve.descent_start is None else curve.descent_start.displacement
        pairs = (
            ("peak", words.number(curve.peak.multiplier, 3), item.peak, 1.0),
            ("yield", words.millimetres(_yield_displacement(curve)), item.yield_displacement, 1e3),
            ("plateau_end", words.millimetres(plateau_end), item.plateau_end, 1e3),
            ("at_end", at_end or "–", item.end_multiplier, 1.0),
        )
        rows += [
            (words(f"pushover.printed_{key}", displacement=words.millimetres(there)), ours, factor * given)
            for key, ours, given, factor in pairs
            if given is not None
        ]
    columns: tuple[Column[tuple[str, str, float]], ...] = (
        Column("pushover.column_what", lambda row: row[0]),
        Column("pushover.column_ours", lambda row: row[1], number=True, strong=True),
        Column("pushover.column_printed", lambda row: words.plain(row[2]), number=True),
    )
    yield table(rows, columns, words, words("pushover.printed"))
    yield from sources_and_notes(printed, words)


def _between(d: FloatArray, low: FloatArray, high: FloatArray, there: float, words: Words) -> str | None:
    """λ of all paths at a displacement, where they come so far."""
    if there > float(d[-1]) + 1e-9:
        return None
    ends = [float(np.interp(there, d, values)) for values in (low, high)]
    told = [words.number(value, 3) for value in ends]
    return " … ".join(dict.fromkeys(told))


def _cracks(
    result: PushoverResult, reading: PushoverReading, path: PushoverPath, snapshots: Snapshots, words: Words
) -> Iterator[Block]:
    yield Heading(text=words("pushover.cracks_title"))
    chosen: dict[int, str] = {}
    for letter, point in stage_points(reading.main).items():
        k = cracks_at(snapshots, path, point.displacement)
        chosen[k] = f"{chosen[k]}, {letter}" if k in chosen else letter
    columns = [(letter, k) for k, letter in sorted(chosen.items())]
    name = f"pushover-{reading.direction}-cracks"
    svg = draw_cracks(result, path, snapshots, columns, words, name=name)
    enlarged = words.plain(exaggeration_of(result, snapshots))
    yield figure(svg, "pushover.cracks", words, enlarged=enlarged)
    if len(reading.cracks.displacement) > 1:
        svg = draw_crack_levels(reading.cracks, words, name=f"pushover-{reading.direction}-levels")
        yield figure(svg, "pushover.levels", words)
    if reading.cracks.hinges:
        yield _hinges(reading.cracks, words)


def _hinges(cracks: CrackLevels, words: Words) -> Grid:
    def state(hinge: Hinge) -> str:
        if hinge is cracks.main:
            return "main"
        return "closing" if hinge.closing else "formed" if hinge.formed else "begun"

    columns: tuple[Column[Hinge], ...] = (
        Column(
            "pushover.column_level",
            lambda hinge: hinge.level,
            form="{:.2f}",
            strong=lambda hinge: hinge is cracks.main,
            small=lambda hinge: words.typeset(f"{hinge.bottom:.2f} … {hinge.top:.2f}"),
        ),
        Column("pushover.column_first", lambda hinge: hinge.first_displacement, unit="mm"),
        Column("pushover.column_formed", lambda hinge: hinge.formed_displacement, unit="mm"),
        Column("pushover.column_reach", lambda hinge: hinge.reach, unit="%", form="{:.0f} %"),
        Column("pushover.column_largest", lambda hinge: hinge.largest_opening, unit="mm"),
        Column("pushover.column_opening", lambda hinge: hinge.opening, unit="mm"),
        Column("pushover.column_state", lambda hinge: words(f"pushover.hinge_{state(hinge)}")),
    )
    return table(cracks.hinges, columns, words, words("pushover.hinges"))


def _energy(path: PushoverPath, own: str, words: Words) -> Iterator[Block]:
    yield Heading(text=words("pushover.energy_heading"))
    yield figure(draw_energy(path, words, name=f"{own}-energy"), "pushover.energy", words)


def _kinematic(
    result: PushoverResult, reading: PushoverReading, path: PushoverPath, assessment: Assessment, words: Words
) -> Iterator[Block]:
    """Fig. 16 of the Chokepukio paper, where limit has looked at the same hinge."""
    limit = assessment.stages.get("limit")
    mechanism = None if limit is None else matching_mechanism(limit.mechanisms, reading)
    if mechanism is None:
        return
    if result.pattern != "mass":  # rigid bodies are under accelerations: the two load factors are not the same thing
        yield Note(text=words("pushover.kinematic_other_load"))
        return
    found = beside_kinematic(path, reading, mechanism, result.control_point)
    if found is None:
        return
    name = mechanism_name(mechanism, words)
    yield Heading(text=words("pushover.kinematic_title"))
    told = [words("pushover.kinematic", mechanism=name[0].lower() + name[1:])]
    if len(found.matches):
        meets = ", ".join(words.millimetres(there) for there in found.matches.tolist()[:3])
        told.append(words("pushover.kinematic_meet", displacements=meets))
    else:
        told.append(words("pushover.kinematic_apart"))
    ratio = words.number(found.energy_ratio, 3)
    told.append(words("pushover.kinematic_energy", until=words.millimetres(found.until), ratio=ratio))
    if found.drop_displacement is not None and found.drop_kinematic is not None:
        told.append(
            words(
                "pushover.kinematic_drop",
                drop=words.millimetres(found.drop_displacement),
                own=words.number(reading.main.drop.multiplier if reading.main.drop else 0.0, 3),
                rigid=words.number(found.drop_kinematic, 3),
            )
        )
    yield Text(text=" ".join(told))
    svg = draw_kinematic(path, reading, found, name, words, name=f"pushover-{reading.direction}-kinematic")
    yield Figure(svg=svg, caption=words("pushover.kinematic_caption"), alt=words("pushover.kinematic_alt"))


def _demand(reading: PushoverReading, path: PushoverPath, own: str, words: Words) -> Iterator[Block]:
    oscillator = reading.oscillator
    if not reading.demands:
        return
    yield Heading(text=words("pushover.demand_title"))
    yield Text(
        text=words(
            "pushover.oscillator",
            gamma=words.number(oscillator.participation, 3),
            later=words.number(oscillator.participation_at_peak, 3),
            mass=words.number(oscillator.mass / 1e3, 3),
            share=words.number(oscillator.mass_fraction, 3),
        )
    )
    names = {item.spectrum: words.get(f"code.{item.spectrum}", item.spectrum) for item in reading.demands}
    yield figure(draw_demand(path, reading, names, words, name=f"{own}-demand"), "pushover.demand", words)
    columns: tuple[Column[Demand], ...] = (
        Column("pushover.column_spectrum", lambda item: names[item.spectrum]),
        Column("pushover.column_method", lambda item: words(f"method.{item.method}")),
        Column("pushover.column_period", lambda item: item.period),
        Column("pushover.column_reduction", lambda item: item.reduction),
        Column("pushover.column_damping", lambda item: item.damping, unit="%", form="{:.1f} %"),
        Column("pushover.column_spectral", lambda item: item.spectral_displacement, unit="mm"),
        Column("pushover.column_target", lambda item: item.displacement, unit="mm", strong=True),
    )
    yield table(reading.demands, columns, words, words("pushover.demands"))


def _variants(result: PushoverResult, reading: PushoverReading, words: Words) -> Iterator[Block]:
    """Yield the table of the main run and of those that change one thing."""
    rows = [_Variant(words("pushover.variant_main"), result.pattern, len(result.mesh), reading)]
    rows += [
        _Variant(words(f"pushover.variant_{item.kind}"), item.pattern, item.bricks, other)
        for item in result.variants
        for other in item.readings
        if other.direction == reading.direction
    ]
    if len(rows) == 1:
        return

    def target(demand: Demand) -> Callable[[_Variant], float | None]:
        asked = (demand.spectrum, demand.method)
        return lambda row: next((d.displacement for d in row.reading.demands if (d.spectrum, d.method) == asked), None)

    def heading(demand: Demand) -> str:
        code = words.get(f"code.{demand.spectrum}", demand.spectrum)
        return words("pushover.column_demand", spectrum=code, method=words(f"method.{demand.method}"))

    columns: tuple[Column[_Variant], ...] = (
        Column("pushover.column_variant", lambda row: row.name, strong=True),
        Column("pushover.column_pattern", lambda row: words(f"pushover.pattern_{row.pattern}")),
        Column("pushover.column_bricks", lambda row: row.bricks),
        Column("pushover.column_peak", lambda row: row.reading.main.peak.multiplier),
        Column("pushover.column_yield", lambda row: _yield_displacement(row.reading.main), unit="mm"),
        Column("pushover.column_drop", lambda row: _drop_displacement(row.reading.main), unit="mm"),
        *(Column("", target(demand), unit="mm", title=heading(demand)) for demand in reading.demands),
    )
    yield Heading(text=words("pushover.variants_title"))
    yield table(rows, columns, words, words("pushover.variants"))
