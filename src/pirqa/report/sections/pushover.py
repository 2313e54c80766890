"""The pushover stage on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.project import Assessment
from pirqa.project.schema import PublishedPushover
from pirqa.pushover.kinematic import beside_kinematic, matching_mechanism
from pirqa.pushover.reading import CurveReading, PushoverReading
from pirqa.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.report.figures.pushover import (
    draw_capacity_curve,
    draw_crack_levels,
    draw_demand,
    draw_energy,
    draw_kinematic,
    path_name,
    stage_points,
)
from pirqa.report.figures.pushover_wall import cracks_at, draw_cracks, exaggeration_of
from pirqa.report.mechanisms import mechanism_name
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.viewer.pushed import pushover_viewer
from pirqa.report.words import Words

__all__ = ["build", "way_name"]


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
    blocks += remarks_grid(result.remarks, words)
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
    printed = [item for item in assessment.published_pushover if item.direction == reading.direction]
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


def _mm(value: float | None, words: Words) -> str:
    return "–" if value is None else words.number(1e3 * value, 3)


def _sentence(reading: PushoverReading, way: str, words: Words) -> str:
    curve = reading.main
    told = [
        words(
            "pushover.sentence",
            way=way,
            peak=words.number(curve.peak.multiplier, 3),
            at=_mm(curve.peak.displacement, words),
        )
    ]
    if curve.bilinear is not None:
        told.append(words("pushover.sentence_yield", yields=_mm(curve.bilinear.yield_displacement, words)))
    if curve.drop is not None:
        told.append(words("pushover.sentence_drop", drop=_mm(curve.drop.displacement, words)))
    elif curve.ended != "stopped":
        told.append(words("pushover.sentence_no_drop", end=_mm(curve.end.displacement, words)))
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
                    displacement=_mm(float(path.displacement[-1]), words),
                    multiplier=words.number(float(path.multiplier[-1]), 3),
                    residual=words.typeset(f"{float(path.residual[-1]):.1e}"),
                )
            )


def _stages(curve: CurveReading, words: Words) -> Grid:
    rows = []
    for letter, point in stage_points(curve).items():
        rows.append(
            (
                Cell(text=letter, strong=True),
                Cell(text=words(f"pushover.stage_{letter}")),
                Cell(text=_mm(point.displacement, words), number=True),
                Cell(text=words.number(point.multiplier, 3), number=True),
            )
        )
    others = (("first_crack", curve.first_crack), ("peak", curve.peak), ("drop", curve.drop))
    for key, found in others:
        if found is not None:
            rows.append(
                (
                    Cell(text=""),
                    Cell(text=words(f"pushover.stage_{key}")),
                    Cell(text=_mm(found.displacement, words), number=True),
                    Cell(text=words.number(found.multiplier, 3), number=True),
                )
            )
    head = tuple(words(f"pushover.column_{key}") for key in ("stage", "what", "displacement", "multiplier"))
    return Grid(head=head, rows=tuple(rows), caption=words("pushover.stages"))


def _paths(reading: PushoverReading, words: Words) -> Grid:
    rows = []
    for number, curve in enumerate(reading.curves):
        shape = curve.bilinear
        rows.append(
            (
                Cell(text=path_name(curve, words), strong=number == 0),
                Cell(text=words.number(curve.peak.multiplier, 3), number=True, strong=True),
                Cell(text=_mm(curve.peak.displacement, words), number=True),
                Cell(text="–" if shape is None else _mm(shape.yield_displacement, words), number=True),
                Cell(text="–" if shape is None else words.number(shape.yield_multiplier, 3), number=True),
                Cell(text="–" if curve.drop is None else _mm(curve.drop.displacement, words), number=True),
                Cell(text=_mm(curve.end.displacement, words), number=True),
                Cell(text=words.number(curve.end.multiplier, 3), number=True),
                Cell(text=words(f"pushover.ended_{curve.ended}"), tone="unsure" if curve.ended == "stopped" else ""),
            )
        )
    keys = ("path", "peak", "peak_at", "yield", "yield_multiplier", "drop", "end", "end_multiplier", "ended")
    band = reading.band
    caption = words("pushover.paths")
    if band.paths > 1:
        spread = words.typeset(f"{100.0 * band.peak_spread:.1f}")
        low, high = (words.number(value, 3) for value in (band.least_peak, band.greatest_peak))
        caption += f" {words('pushover.band', low=low, high=high, spread=spread)}"
    return Grid(head=tuple(words(f"pushover.column_{key}") for key in keys), rows=tuple(rows), caption=caption)


def _printed(reading: PushoverReading, printed: Sequence[PublishedPushover], words: Words) -> Iterator[Block]:
    curve = reading.main
    shape = curve.bilinear
    rows = []
    for item in printed:
        there = item.end_displacement
        at_end = None
        if there is not None:
            band = reading.band
            at_end = _between(band.displacement, band.low, band.high, float(there), words)
        pairs = (
            ("peak", words.number(curve.peak.multiplier, 3), item.peak, 1.0),
            ("yield", _mm(None if shape is None else shape.yield_displacement, words), item.yield_displacement, 1e3),
            (
                "plateau_end",
                _mm(None if curve.descent_start is None else curve.descent_start.displacement, words),
                item.plateau_end,
                1e3,
            ),
            ("at_end", at_end or "–", item.end_multiplier, 1.0),
        )
        for key, ours, given, factor in pairs:
            if given is not None:
                what = words(f"pushover.printed_{key}", displacement=_mm(there, words))
                rows.append(
                    (
                        Cell(text=what),
                        Cell(text=ours, number=True, strong=True),
                        Cell(text=words.typeset(f"{factor * given:g}"), number=True),
                    )
                )
    head = tuple(words(f"pushover.column_{key}") for key in ("what", "ours", "printed"))
    yield Grid(head=head, rows=tuple(rows), caption=words("pushover.printed"))
    for text in dict.fromkeys(item.source for item in printed):
        yield Text(text=words("oma.printed_source", source=text))
    for text in dict.fromkeys(item.note for item in printed if item.note):
        yield Text(text=text)


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
    enlarged = words.typeset(f"{exaggeration_of(result, snapshots):g}")
    yield Figure(svg=svg, caption=words("pushover.cracks", enlarged=enlarged), alt=words("pushover.cracks_alt"))
    if len(reading.cracks.displacement) > 1:
        svg = draw_crack_levels(reading.cracks, words, name=f"pushover-{reading.direction}-levels")
        yield Figure(svg=svg, caption=words("pushover.levels"), alt=words("pushover.levels_alt"))
    rows = []
    main = reading.cracks.main
    for hinge in reading.cracks.hinges:
        state = "main" if hinge is main else "closing" if hinge.closing else "formed" if hinge.formed else "begun"
        rows.append(
            (
                Cell(
                    text=words.typeset(f"{hinge.level:.2f}"),
                    number=True,
                    strong=hinge is main,
                    small=words.typeset(f"{hinge.bottom:.2f} … {hinge.top:.2f}"),
                ),
                Cell(text=_mm(hinge.first_displacement, words), number=True),
                Cell(text=_mm(hinge.formed_displacement, words), number=True),
                Cell(text=words.typeset(f"{100.0 * hinge.reach:.0f} %"), number=True),
                Cell(text=_mm(hinge.largest_opening, words), number=True),
                Cell(text=_mm(hinge.opening, words), number=True),
                Cell(text=words(f"pushover.hinge_{state}")),
            )
        )
    if rows:
        keys = ("level", "first", "formed", "reach", "largest", "opening", "state")
        head = tuple(words(f"pushover.column_{key}") for key in keys)
        yield Grid(head=head, rows=tuple(rows), caption=words("pushover.hinges"))


def _energy(path: PushoverPath, own: str, words: Words) -> Iterator[Block]:
    yield Heading(text=words("pushover.energy_heading"))
    svg = draw_energy(path, words, name=f"{own}-energy")
    yield Figure(svg=svg, caption=words("pushover.energy"), alt=words("pushover.energy_alt"))


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
        meets = ", ".join(_mm(there, words) for there in found.matches.tolist()[:3])
        told.append(words("pushover.kinematic_meet", displacements=meets))
    else:
        told.append(words("pushover.kinematic_apart"))
    ratio = words.number(found.energy_ratio, 3)
    told.append(words("pushover.kinematic_energy", until=_mm(found.until, words), ratio=ratio))
    if found.drop_displacement is not None and found.drop_kinematic is not None:
        told.append(
            words(
                "pushover.kinematic_drop",
                drop=_mm(found.drop_displacement, words),
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
    svg = draw_demand(path, reading, names, words, name=f"{own}-demand")
    yield Figure(svg=svg, caption=words("pushover.demand"), alt=words("pushover.demand_alt"))
    rows = [
        (
            Cell(text=names[item.spectrum]),
            Cell(text=words(f"method.{item.method}")),
            Cell(text=words.number(item.period, 3), number=True),
            Cell(text=words.number(item.reduction, 3), number=True),
            Cell(text=words.typeset(f"{100.0 * item.damping:.1f} %"), number=True),
            Cell(text=_mm(item.spectral_displacement, words), number=True),
            Cell(text=_mm(item.displacement, words), number=True, strong=True),
        )
        for item in reading.demands
    ]
    keys = ("spectrum", "method", "period", "reduction", "damping", "spectral", "target")
    head = tuple(words(f"pushover.column_{key}") for key in keys)
    yield Grid(head=head, rows=tuple(rows), caption=words("pushover.demands"))


def _variants(result: PushoverResult, reading: PushoverReading, words: Words) -> Iterator[Block]:
    """The main run and those that change one thing: a row each."""
    others = [
        (words(f"pushover.variant_{item.kind}"), item.pattern, item.bricks, other)
        for item in result.variants
        for other in item.readings
        if other.direction == reading.direction
    ]
    if not others:
        return
    asked = [(item.spectrum, item.method) for item in reading.demands]
    rows = []
    for name, pattern, bricks, one in (
        (words("pushover.variant_main"), result.pattern, len(result.mesh), reading),
        *others,
    ):
        curve = one.main
        found = {(item.spectrum, item.method): item.displacement for item in one.demands}
        rows.append(
            (
                Cell(text=name, strong=True),
                Cell(text=words(f"pushover.pattern_{pattern}")),
                Cell(text=words.typeset(f"{bricks}"), number=True),
                Cell(text=words.number(curve.peak.multiplier, 3), number=True),
                Cell(
                    text=_mm(None if curve.bilinear is None else curve.bilinear.yield_displacement, words), number=True
                ),
                Cell(text=_mm(None if curve.drop is None else curve.drop.displacement, words), number=True),
                *(Cell(text=_mm(found.get(key), words), number=True) for key in asked),
            )
        )
    head = [words(f"pushover.column_{key}") for key in ("variant", "pattern", "bricks", "peak", "yield", "drop")]
    for spectrum, method in asked:
        code = words.get(f"code.{spectrum}", spectrum)
        head.append(words("pushover.column_demand", spectrum=code, method=words(f"method.{method}")))
    yield Heading(text=words("pushover.variants_title"))
    yield Grid(head=tuple(head), rows=tuple(rows), caption=words("pushover.variants"))
