"""The survey stage: one function from a file, or the options of a generated wall, to :class:`SurveyResult`.

Stones are generated where only the envelope of a wall is known, and for leaves behind its face that were not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from pirqa.errors import ModelError, SurveyError, did_you_mean
from pirqa.model.envelope import Leaf
from pirqa.model.masonry import BASE, ControlPoint, Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Surroundings, Wall
from pirqa.progress import SILENT, Observer
from pirqa.provenance import digest
from pirqa.survey.build import (
    StoneMasonry,
    bodies_to_stones,
    control_points,
    envelope_of,
    look_over,
    number_partition,
    outlines_to_stones,
    side_stones,
)
from pirqa.survey.formats import read_stones
from pirqa.survey.generate import GeneratedWall, GenerateOptions, Pattern, generate
from pirqa.survey.options import LayerRule, SurveyOptions, WatchedStone
from pirqa.survey.outlines import clean_outlines, coverage_flaws, label
from pirqa.survey.partition import Partition, close_joints, partition, typical_joint_width
from pirqa.survey.raw import Bodies, Body, Drawing, Held, Outline, ReadAs, read_bytes
from pirqa.survey.result import Source, SurveyResult, joint_table, stone_table
from pirqa.survey.thickness import Depth, depths, read_back_face

GENERATED = "generated"


NOTHING = Surroundings(materials={})


@dataclass(frozen=True, kw_only=True, eq=False)
class HiddenStones:
    """Outlines of the stones of one leaf."""

    leaf: Leaf
    rings: Sequence[FloatArray]
    """(x, z), counter-clockwise [m]"""
    names: Sequence[str]
    """``3/infill``: numbered in their own leaf."""
    remarks: tuple[Remark, ...]


def survey(
    options: SurveyOptions,
    *,
    folder: Path = Path(),
    around: Surroundings = NOTHING,
    observer: Observer = SILENT,
) -> SurveyResult:
    """The wall that ``options`` lead to; paths in them start from ``folder``."""
    if options.generate is not None:
        found = _generated(options, folder, around, observer)
    else:
        found = _from_file(options, folder, around, observer)
    stones = {stone.name: stone for stone in found.masonry.stones}
    for name in options.stones:
        if name not in stones:
            raise SurveyError(f'stones: no stone is called "{name}"; {did_you_mean(name, stones)}')
    contacts = found.masonry.contacts
    seated = [contact.first for contact in contacts if contact.second == BASE]
    sides = side_stones(found.masonry.stones, seated, tolerance=options.tolerance)
    envelope, assumed = envelope_of(
        options, found.masonry, given=around.envelope, with_joints=around.joints is not None
    )
    wall = Wall(
        envelope=envelope,
        materials=around.materials,
        support=around.support,
        joints=around.joints,
        backfill=around.backfill,
        stones=found.masonry.stones,
        contacts=contacts,
        fixed=tuple(name for name in stones if name in seated) if options.fixed == "base" else found.held.fixed,
        guided=sides if options.guided == "sides" else found.held.guided,
        control_points=control_points(stones, options) or found.held.control_points,
    )
    warnings = look_over(wall.stones, wall.contacts, tolerance=found.options.tolerance)
    return SurveyResult(
        source=found.source,
        wall=wall,
        remarks=(*found.remarks, *found.masonry.remarks, *assumed, *warnings),
        tolerance=found.options.tolerance,
        base=found.options.base,
        area=found.area,
        stones=stone_table(wall, dict(found.masonry.sources)),
        joints=joint_table(wall.contacts),
    )


def bond(wall: Wall, pattern: Pattern, **options: Any) -> Wall:
    """``wall`` with made-up stones in its envelope; ``options`` are those of :class:`GenerateOptions`.

    The number of courses is the envelope's where it has more than one.
    """
    envelope = wall.envelope
    if envelope.length is None:
        raise ModelError("a wall needs a length before stones can be laid in it: give its envelope one")
    given: dict[str, Any] = {"length": envelope.length, "height": envelope.height}
    if envelope.courses > 1 and pattern != "rubble":
        given["courses"] = envelope.courses
    around = Surroundings(
        materials=wall.materials,
        support=wall.support,
        joints=wall.joints,
        backfill=wall.backfill,
        envelope=envelope,
    )
    material = envelope.zones[0].material
    generate = GenerateOptions(pattern=pattern, **(given | options))
    return survey(SurveyOptions(generate=generate, material=material), around=around).wall


def source_digest(options: SurveyOptions, folder: Path) -> str:
    """Digest of every file that the survey reads."""
    paths = [folder / name for name in (options.file, options.marks, options.back_survey) if name is not None]
    if options.file is not None:
        path = (folder / options.file).resolve()
        # marks beside a photo, and the buffers that a glTF file names
        paths += [path.with_suffix(".marks.toml"), *sorted(path.parent.glob("*.bin"))] if path.is_file() else []
    parts: list[bytes] = []
    for path in paths:
        inside = sorted(child for child in path.iterdir() if child.is_file()) if path.is_dir() else [path]
        for child in inside:
            if child.is_file():
                parts += [child.name.encode(), digest(read_bytes(child)).encode()]
    return digest(b"\n".join(parts))


@dataclass(frozen=True, kw_only=True, eq=False)
class _Found:
    """Stones with all that was learned on the way to them."""

    masonry: StoneMasonry
    remarks: tuple[Remark, ...]
    source: Source
    held: Held
    area: float
    options: SurveyOptions
    """As they were used."""


def _digest_of(path: Path) -> str:
    """Digest of one file's bytes, or of the names and digests of a folder's files."""
    if not path.is_dir():
        return digest(read_bytes(path))
    inside = sorted(child for child in path.iterdir() if child.is_file())
    return digest("\n".join(f"{child.name} {digest(read_bytes(child))}" for child in inside).encode())


def _from_file(options: SurveyOptions, folder: Path, around: Surroundings, observer: Observer) -> _Found:
    assert options.file is not None
    path = (folder / options.file).resolve() if options.file in (".", "..") else folder / options.file
    read_as = ReadAs(
        unit=options.unit,
        pixel=options.pixel,
        up=options.up,
        simplify=options.simplify,
        skip=frozenset(name for name, rule in options.layers.items() if rule.skip),
    )
    marks = None if options.marks is None else folder / options.marks
    observer.begin(f"Reading {path.name}", 1)
    raw = read_stones(path, read_as, format=options.format, marks=marks)
    observer.advance()
    observer.end(raw.format)
    source = Source(file=path.name, format=raw.format, digest=_digest_of(path), like=raw.held.like)
    if raw.held.generated and not raw.held.like:
        raw = replace(raw, remarks=(*raw.remarks, Remark(kind="assumption", key="generated_wall")))
    elif raw.held.like:
        raw = replace(raw, remarks=(*raw.remarks, Remark(kind="assumption", key="generated_like", text=raw.held.like)))
    _check_layers(raw, options)
    options = _as_made(options, raw.held)
    if isinstance(raw, Bodies):
        kept = tuple(body for body in raw.bodies if not _rule(options, body.layer).skip)
        unused = [key for key in ("thickness", "thickness_top", "back_survey") if getattr(options, key) is not None]
        unused += ["leaves"] if options.leaves else []
        said = tuple(Remark(kind="warning", key="thickness_not_used", text=key) for key in unused)
        masonry = bodies_to_stones(
            replace(raw, bodies=kept),
            lambda name, body: _kind(name, body, options, around),
            options,
            observer,
        )
        held = _moved(raw.held, masonry.moved)
        return _Found(
            masonry=masonry, remarks=(*raw.remarks, *said), source=source, held=held, area=0.0, options=options
        )
    drawing = replace(raw, outlines=tuple(one for one in raw.outlines if not _rule(options, one.layer).skip))
    return _drawn(drawing, options, folder, around, source, observer)


def _drawn(
    drawing: Drawing,
    options: SurveyOptions,
    folder: Path,
    around: Surroundings,
    source: Source,
    observer: Observer,
    recess: Sequence[float] = (),
) -> _Found:
    """From outlines to stones: clean, fit, number, thicken."""
    observer.begin("Fitting the stones", 3)
    clean = clean_outlines(drawing, tolerance=options.tolerance)
    remarks = [*drawing.remarks, *clean.remarks]
    observer.advance()
    labels = [label(outline, index) for index, outline in enumerate(clean.outlines)]
    rings = [outline.ring for outline in clean.outlines]
    width = options.joint_width or (typical_joint_width(rings) if drawing.traced else None)
    straighten = 0.0
    if width is not None and _has_gaps(rings, labels, width):
        rings, closed = close_joints(rings, labels, file=drawing.file, width=width)
        remarks += closed
        straighten = 0.5 * width  # middle lines swerve where three joints meet
    try:
        fitted = partition(
            rings,
            labels,
            file=drawing.file,
            tolerance=options.tolerance,
            openings=options.openings,
            straighten=straighten,
        )
    except SurveyError as error:
        raise _placed(error, clean.remarks) from error
    observer.advance()
    order, names = number_partition(fitted, [outline.name for outline in clean.outlines], options)
    number = {labels[index]: name for index, name in zip(order, names, strict=True)}
    remarks += [replace(one, stones=tuple(number.get(stone, stone) for stone in one.stones)) for one in fitted.remarks]
    outlines = [clean.outlines[index] for index in order]
    rings = [fitted.ring(index) for index in order]
    height = float(fitted.vertices[:, 1].max() - fitted.vertices[:, 1].min())
    back = None
    if options.back_survey is not None:
        back = read_back_face(folder / options.back_survey, drawing.scale)
        back = replace(back, places=back.places - clean.corner)
    sized = partial(depths, file=drawing.file, options=options, height=height, envelope=around.envelope)
    thick, assumed = sized(
        rings,
        names,
        recess=[recess[index] for index in order] if recess else [0.0] * len(rings),
        given=[outline.thickness for outline in outlines],
        back_face=back,
    )
    for hidden in hidden_stones(fitted, options, drawing.file):
        found, said = sized(
            hidden.rings,
            hidden.names,
            recess=[0.0] * len(hidden.rings),
            given=[None] * len(hidden.rings),
            back_face=None,
            leaf=hidden.leaf,
        )
        remarks += [*hidden.remarks, *said]
        rings += hidden.rings
        names += hidden.names
        thick += found
    observer.advance()
    observer.end(f"{len(rings)} stones, {fitted.area:.3f} m2")

    def kinds(index: int, depth: Depth) -> tuple[str, str]:
        outline = outlines[index] if index < len(outlines) else Outline(ring=rings[index])
        zone, material = _kind(names[index], outline, options, around)
        if depth.leaf is not None:
            return depth.leaf.name, depth.leaf.material or material
        return zone, material

    held = _moved(drawing.held, np.array([clean.corner[0], 0.0, clean.corner[1]]))
    masonry = outlines_to_stones(rings, names, thick, kinds, options, observer)
    return _Found(
        masonry=masonry, remarks=(*remarks, *assumed), source=source, held=held, area=fitted.area, options=options
    )


def _as_made(options: SurveyOptions, held: Held) -> SurveyOptions:
    """Our own file is read as it was made, unless the user says otherwise."""
    if held.tolerance is not None and options.tolerance == SurveyOptions.tolerance:
        options = replace(options, tolerance=held.tolerance)
    if held.base is not None and options.base == SurveyOptions.base:
        options = replace(options, base="lower_edge" if held.base == "lower_edge" else "level")
    return options


def _moved(held: Held, by: FloatArray) -> Held:
    """What the file says of places, in the wall's own axes."""
    points = tuple(
        ControlPoint(name=point.name, stone=point.stone, position=point.position - by) for point in held.control_points
    )
    return replace(held, control_points=points)


def _placed(error: SurveyError, remarks: Sequence[Remark]) -> SurveyError:
    """The error, with how to find its places in the drawing where the wall was moved to the origin."""
    moved = next((remark.place for remark in remarks if remark.key == "origin"), None)
    if moved is None or not error.flaws:
        return error
    corner = f"x = {moved[0]:.3f} m, z = {moved[1]:.3f} m"
    told = f"{error}\n  (measured from the wall's lower left corner, which is at {corner} in the drawing)"
    return SurveyError(told, flaws=error.flaws, rings=error.rings)


def _has_gaps(rings: Sequence[FloatArray], labels: Sequence[str], width: float) -> bool:
    flaws = coverage_flaws([shapely.Polygon(ring) for ring in rings], labels, reach=width)
    return any(flaw.kind == "gap" or flaw.width > 1e-6 for flaw in flaws)


def _generated(options: SurveyOptions, folder: Path, around: Surroundings, observer: Observer) -> _Found:
    assert options.generate is not None
    made = generate(options.generate)
    outlines = tuple(Outline(ring=ring) for ring in made.rings)
    drawing = Drawing(file="generated wall", format=GENERATED, outlines=outlines, remarks=made.remarks)
    source = Source(file="", format=GENERATED, like=made.like, seed=options.generate.seed)
    if options.generate.niches:
        options = replace(options, openings=True)
    found = _drawn(drawing, options, folder, around, source, observer, made.recess if any(made.recess) else ())
    if not made.like:
        said = Remark(kind="assumption", key="generated_wall")
        return replace(found, remarks=(said, *found.remarks), held=replace(found.held, generated=True))
    stones = {stone.name: stone for stone in found.masonry.stones}
    seated = tuple(contact.first for contact in found.masonry.contacts if contact.second == BASE)
    if not options.control_points:
        options = replace(options, control_points=_watched(made, found.masonry.stones))
    held = Held(
        fixed=seated,
        guided=side_stones(found.masonry.stones, seated, tolerance=options.tolerance),
        control_points=control_points(stones, options),
        like=made.like,
        generated=True,
    )
    return replace(found, held=held)


def _watched(made: GeneratedWall, stones: Sequence[Stone]) -> tuple[WatchedStone, ...]:
    """Control points A, B, … on the stones that the generator proposes, found by their place."""
    points = []
    seen = [stone for stone in stones if "/" not in stone.name]  # those of leaves behind the face are called 3/infill
    for letter, index in zip("ABCD", made.control, strict=False):
        middle = np.asarray(shapely.Polygon(made.rings[index]).centroid.coords[0])
        nearest = min(seen, key=lambda stone: float(np.linalg.norm(stone.centroid[[0, 2]] - middle)))
        points.append(WatchedStone(name=letter, stone=nearest.name))
    return tuple(points)


def _rule(options: SurveyOptions, layer: str) -> LayerRule:
    return options.layers.get(layer, LayerRule())


def _check_layers(raw: Drawing | Bodies, options: SurveyOptions) -> None:
    items: Sequence[Outline | Body] = raw.outlines if isinstance(raw, Drawing) else raw.bodies
    layers = {item.layer for item in items}
    for name, rule in options.layers.items():
        if name not in layers and not rule.skip:
            raise SurveyError(f'{raw.file}: has no layer or label "{name}" with stones; {did_you_mean(name, layers)}')


def _kind(name: str, item: Outline | Body, options: SurveyOptions, around: Surroundings) -> tuple[str, str]:
    """Zone and material of a stone: its own, its layer's, the file's, the survey's, or the project's only one."""
    layer = _rule(options, item.layer)
    own = options.stones.get(name)
    zone = (own.zone if own is not None else None) or layer.zone or item.layer or "wall"
    from_file = item.material if item.material in around.materials or not around.materials else ""
    material = (own.material if own is not None else None) or layer.material or from_file or options.material
    if not material:
        if len(around.materials) > 1:
            known = ", ".join(around.materials)
            raise SurveyError(f'stone "{name}": which of the materials is it ({known})? Give material or layers')
        material = next(iter(around.materials), "stone")
    return zone, material


def hidden_stones(face: Partition, options: SurveyOptions, file: str) -> Iterator[HiddenStones]:
    """The stones of every leaf that has its own, over the same rectangle as those of the ``face``."""
    low, high = face.vertices.min(axis=0), face.vertices.max(axis=0)
    length, height = (high - low).tolist()
    for leaf in options.leaves:
        bond = options.bonds.get(leaf.name)
        if bond is None:
            continue
        if length * height - face.area > options.tolerance * (length + height):
            raise SurveyError(
                f"{file}: the stones of the face leave {length * height - face.area:.3g} m2 of its {length:.4g} × "
                f"{height:.4g} m open, and stones can be made up for a full rectangle only; "
                f'leave out bonds.{leaf.name}, so that leaf "{leaf.name}" has the outlines of the face'
            )
        try:
            made = generate(bond.over(length=length, height=height))
        except ModelError as error:
            raise ModelError(f"bonds.{leaf.name}: {error}") from error
        rings = [ring + low for ring in made.rings]
        names = [f"{number}/{leaf.name}" for number in range(1, len(rings) + 1)]
        fitted = partition(rings, names, file=file, tolerance=options.tolerance)
        yield HiddenStones(
            leaf=leaf,
            rings=[fitted.ring(index) for index in range(len(rings))],
            names=names,
            remarks=(
                Remark(kind="assumption", key="generated_leaf", text=leaf.name, count=len(rings)),
                *made.remarks,
            ),
        )
