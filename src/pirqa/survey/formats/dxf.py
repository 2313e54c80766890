"""DXF drawings, read and written: outlines of stones in elevation, or solids."""

from __future__ import annotations

import io
import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import ezdxf
import numpy as np
import shapely
from ezdxf import recover
from ezdxf.audit import AuditError
from ezdxf.document import Drawing as Document
from ezdxf.entities.acis import Body as AcisEntity
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.entities.mesh import Mesh
from ezdxf.entities.polyline import Polyface
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new, readfile
from ezdxf.render.mesh import MeshBuilder

from pirqa.errors import SurveyError
from pirqa.model.masonry import Stone
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.formats.acis import AcisError, find_bodies, parse_sab, parse_sat
from pirqa.survey.formats.dxf_entities import (
    APPLICATION,
    OWN_LAYERS,
    SAGITTA,
    Chain,
    Contents,
    Label,
    SolidEntity,
    collect,
)
from pirqa.survey.formats.dxf_lines import Strand, contains, weave
from pirqa.survey.formats.sat import (
    FARTHEST,
    FlawedSolidError,
    SettledSolid,
    build_bodies,
    format_sat,
    name_pieces,
    remedied,
    repair_remarks,
    settle_solids,
    upright,
)
from pirqa.survey.raw import Bodies, Body, Drawing, DrawnUnit, Outline, ReadAs, drawn_unit, read_bytes
from pirqa.survey.solids import front_outline

# what the library finds odd is told in remarks and errors, not on the terminal
logging.getLogger("ezdxf").addHandler(logging.NullHandler())

NAME = "dxf"


_UNITS: dict[int, DrawnUnit] = {1: "in", 2: "ft", 4: "mm", 5: "cm", 6: "m", 7: "km"}
"""By $INSUNITS."""

_OTHER_UNITS = {
    3: "miles",
    8: "microinches",
    9: "mils",
    10: "yards",
    11: "angstroms",
    12: "nanometres",
    13: "microns",
    14: "decimetres",
    15: "decametres",
    16: "hectometres",
    17: "gigametres",
    18: "astronomical units",
    19: "light years",
    20: "parsecs",
    21: "US survey feet",
    22: "US survey inches",
    23: "US survey yards",
    24: "US survey miles",
}

_BINARY = b"AutoCAD Binary DXF"

_LAST_LINES = re.compile(rb"[\r\n][ \t]*0[ \t]*[\r\n]+[ \t]*EOF[\s\x00\x1a]*$")

_UNIT_LINES = re.compile(rb"\$INSUNITS[ \t]*[\r\n]+[ \t]*70[ \t]*[\r\n]+[ \t]*(-?\d{1,6})[ \t]*[\r\n]")

_OFF_PLANE = 0.01
"""How far an outline may leave the plane of the drawing, as a part of its size."""

NAMES_LAYER = f"{OWN_LAYERS}names"

_FORBIDDEN = str.maketrans(dict.fromkeys('<>/\\":;?*|=`,', "_"))
"""What a layer's name may not hold; the zone itself stands in the extended data."""

_LONGEST = 255
"""Bytes in a text of extended data."""


def read(path: Path, read_as: ReadAs, *, snap: float = 0.005) -> Drawing | Bodies:
    """The stones of a DXF drawing in metres: bodies where it has solids, else outlines.

    Ends of lines within ``snap`` [m] of each other were meant to meet.
    """
    data = read_bytes(path)
    try:
        # absurd numbers are found out afterwards
        with np.errstate(over="ignore", invalid="ignore"):
            return _read(path, read_as, data, snap)
    except SurveyError:
        raise
    except Exception as error:  # a damaged file can make the libraries fail in any way
        raise SurveyError(
            f"{path}: cannot be read as a DXF drawing ({type(error).__name__}: {error}); "
            "open it in a CAD program, repair it there and save it as DXF again"
        ) from error


def _read(path: Path, read_as: ReadAs, data: bytes, snap: float) -> Drawing | Bodies:
    document, remarks = _load(path, data)
    scale, unit_remarks = _unit(path, read_as.unit, data, document)
    contents = collect(path, document, scale=scale, skip=read_as.skip)
    remarks += unit_remarks + _left_out(contents)
    if contents.solids:
        if contents.chains:
            remarks += (Remark(kind="warning", key="outlines_beside_solids", count=len(contents.chains)),)
        bodies, found = build_solids(path, contents.solids, scale=scale, read_as=read_as)
        return Bodies(file=path.name, format=NAME, bodies=bodies, remarks=remarks + found)
    outlines, found = trace_outlines(path, contents, snap=snap)
    return Drawing(file=path.name, format=NAME, outlines=outlines, remarks=remarks + found, scale=scale)


def _load(path: Path, data: bytes) -> tuple[Document, tuple[Remark, ...]]:
    binary = data.startswith(_BINARY)
    if b"SECTION" not in data or not data.strip(b"\0 \t\r\n"):
        raise SurveyError(f"{path}: is not a DXF drawing; save it as DXF from the CAD program")
    # without its end nobody knows how much is missing, and the last outline may be a wrong one
    if not (b"EOF" in data[-64:] if binary else _LAST_LINES.search(data[-4096:])):
        raise SurveyError(f"{path}: is cut off: its end mark (EOF) is missing; copy or save it again")
    try:
        return readfile(path), ()
    except Exception as error:  # whatever is wrong, the library's own repair is worth a try
        try:
            document, auditor = recover.read(io.BytesIO(data))
        except Exception:
            raise SurveyError(
                f"{path}: is damaged and cannot be read as a DXF drawing ({error}); "
                "open it in a CAD program, repair it there and save it as DXF again"
            ) from error
        entries = [*auditor.errors, *auditor.fixes]
        for entry in entries:
            # the library takes "1O.5" for 1: a stone is not drawn from a guess
            if entry.code in (AuditError.INVALID_INTEGER_VALUE, AuditError.INVALID_FLOATING_POINT_VALUE):
                raise SurveyError(
                    f"{path}: is damaged: it holds what is no number ({entry.message}); save it as DXF again"
                ) from error
        count = len(entries)
        return document, (Remark(kind="repair", key="file_recovered", count=count, text=str(error)[:200]),)


def _unit(path: Path, asked: DrawnUnit | None, data: bytes, document: Document) -> tuple[float, tuple[Remark, ...]]:
    # asked of the file itself: the library says metres for drawings that do not say anything
    number = 0
    if data.startswith(_BINARY):
        if b"$INSUNITS" in data:
            number = int(document.header.get("$INSUNITS", 0))
    elif match := _UNIT_LINES.search(data):
        number = int(match[1])
    if number == 0 or number in _UNITS:
        return drawn_unit(path, asked, _UNITS.get(number))
    unit = _OTHER_UNITS.get(number, f"the unknown unit {number}")
    if asked is None:
        raise SurveyError(
            f"{path}: is drawn in {unit}, which is not known here; "
            'give the unit of its coordinates, for example unit = "mm" under [survey], or --unit mm'
        )
    scale, _ = drawn_unit(path, asked, None)
    return scale, (Remark(kind="warning", key="unit_overruled", text=f"{unit} → {asked}"),)


def _left_out(contents: Contents) -> tuple[Remark, ...]:
    remarks = [
        Remark(kind="warning", key="layer_hidden", text=layer, count=count)
        for layer, count in sorted(contents.hidden.items())
    ]
    if contents.ignored:
        remarks.append(
            Remark(
                kind="warning",
                key="entities_ignored",
                count=contents.ignored.total(),
                text=", ".join(f"{kind} {count}" for kind, count in sorted(contents.ignored.items())),
            )
        )
    remarks += [Remark(kind="warning", key="block_missing", text=name) for name in sorted(contents.missing)]
    return tuple(remarks)


def trace_outlines(path: Path, contents: Contents, *, snap: float) -> tuple[tuple[Outline, ...], tuple[Remark, ...]]:
    """The outlines of stones [m] in a drawing, and what was done to get them."""
    chains = [chain for chain in contents.chains if len(chain.points) > 1]
    if not chains:
        raise SurveyError(_nothing(path, contents))
    up, remarks = _find_plane(path, chains)
    rings: list[Outline] = []
    strands: list[Strand] = []
    gaps: list[float] = []
    empty: list[str] = []
    for chain in chains:
        points = chain.points[:, [0, up]]
        gap = float(np.hypot(*(points[-1] - points[0])))
        closed = chain.closed
        if chain.polyline and not closed and gap <= snap and len(points) > 3:
            closed = True
            if gap > 0.0:
                gaps.append(gap)
            # the two ends are one corner
            points = points[:-1]
        if not closed:
            if np.any(points != points[0]):
                strands.append(
                    Strand(points=points, where=chain.at.where, layer=chain.at.layer, polyline=chain.polyline)
                )
            continue
        ring = points[np.any(points != np.roll(points, 1, axis=0), axis=1)]
        # by its hull: one that crosses itself may have no area, and must be told from a line
        hull = shapely.convex_hull(shapely.MultiPoint(ring))
        if len(ring) < 3 or hull.area <= 1e-9 * float(np.ptp(ring, axis=0).max()) ** 2:
            empty.append(chain.at.where)
            continue
        at = chain.at
        rings.append(Outline(ring=ring, name=at.name, layer=at.zone or at.layer, where=at.where))
    arcs = sum(chain.arcs for chain in chains)
    if arcs:
        remarks.append(Remark(kind="repair", key="arcs_flattened", count=arcs, amount=SAGITTA, unit="m"))
    if gaps:
        remarks.append(Remark(kind="repair", key="outline_closed", count=len(gaps), amount=max(gaps), unit="m"))
    if empty:
        remarks.append(Remark(kind="warning", key="outline_without_area", count=len(empty), text=empty[0]))
    left_open = [strand.where for strand in strands if strand.polyline and len(strand.points) > 3]
    if left_open:
        text = ", ".join(left_open[:5])
        remarks.append(Remark(kind="warning", key="polylines_open", count=len(left_open), text=text))
    if strands:
        woven = weave(path, strands, [outline.ring for outline in rings], snap=snap)
        for number in sorted(woven.divided):
            remarks.append(Remark(kind="warning", key="outline_divided", text=rings[number].where))
        rings = [ring for number, ring in enumerate(rings) if number not in woven.divided] + list(woven.outlines)
        remarks += woven.remarks
    if not rings:
        where = f"; {empty[0]} has no area" if empty else ""
        raise SurveyError(f"{path}: encloses no stone{where}; draw each stone as a closed polyline")
    named, name_remarks = _name(rings, contents.labels, up)
    return tuple(named), (*remarks, *name_remarks)


def _nothing(path: Path, contents: Contents) -> str:
    found = [f"{kind} {count}" for kind, count in sorted(contents.ignored.items())]
    found += [f'{count} on the hidden layer "{layer}"' for layer, count in sorted(contents.hidden.items())]
    held = f" (it holds {', '.join(found[:6])})" if found else ""
    return (
        f"{path}: its model space shows no polylines, lines or solids{held}; "
        "draw each stone as a closed polyline, or switch their layers on"
    )


def _find_plane(path: Path, chains: Sequence[Chain]) -> tuple[int, list[Remark]]:
    """The axis of the drawing that points up: 1 for y, 2 for z where it was drawn standing."""
    sizes = np.array([np.ptp(chain.points, axis=0) for chain in chains])
    up = 2 if sizes[:, 2].sum() > sizes[:, 1].sum() else 1
    off = sizes[:, 3 - up]
    bad = np.flatnonzero(off > np.maximum(1e-6, _OFF_PLANE * sizes.max(axis=1)))
    if len(bad):
        plane, other = ("x and z", "y") if up == 2 else ("x and y", "z")
        raise SurveyError(
            f"{path}: {chains[int(bad[0])].at.where} does not lie in the plane of the drawing: with {plane} for the "
            f"elevation it changes {other} by {float(off[bad[0]]):.3f} m; draw the elevation flat, x to the right and "
            "y up"
        )
    if off.max() > 1e-6:
        worst = int(np.argmax(off))
        remark = Remark(
            kind="repair", key="outline_flattened", amount=float(off[worst]), unit="m", text=chains[worst].at.where
        )
        return up, [remark]
    return up, []


def _name(outlines: list[Outline], labels: Sequence[Label], up: int) -> tuple[list[Outline], list[Remark]]:
    """Outlines with the texts that lie in them as names, where they have none."""
    texts: dict[int, list[str]] = defaultdict(list)
    shared, outside = [], []
    boxes = shapely.STRtree([shapely.box(*outline.ring.min(axis=0), *outline.ring.max(axis=0)) for outline in outlines])
    for label in labels:
        point: FloatArray = label.point[[0, up]]
        if not np.all(np.isfinite(point)):
            continue
        around = [
            int(number)
            for number in boxes.query(shapely.points(point))
            if contains(outlines[int(number)].ring, point[None])[0]
        ]
        if len(around) == 1:
            texts[around[0]].append(label.text)
        elif around:
            shared.append(label.text)
        else:
            outside.append(label.text)
    remarks = []
    named = list(outlines)
    for number, found in sorted(texts.items()):
        name = outlines[number].name or found[0]
        named[number] = replace(outlines[number], name=name)
        others = [text for text in found if text != name]
        if others:
            remarks.append(
                Remark(kind="warning", key="second_text", stones=(name,), count=len(others), text=", ".join(others[:5]))
            )
    if shared:
        remarks.append(Remark(kind="warning", key="text_in_several", count=len(shared), text=", ".join(shared[:5])))
    if outside:
        remarks.append(Remark(kind="warning", key="texts_outside", count=len(outside), text=", ".join(outside[:5])))
    return named, remarks


def build_solids(
    path: Path, solids: Sequence[SolidEntity], *, scale: float, read_as: ReadAs
) -> tuple[tuple[Body, ...], tuple[Remark, ...]]:
    """Bodies [m] for the solids and meshes of a drawing, ``scale`` metres in its unit, and what was done to them."""
    bodies: list[Body] = []
    done: list[tuple[str, SettledSolid]] = []
    split = 0
    for solid in solids:
        at = solid.at
        if isinstance(solid.entity, AcisEntity):
            pieces = _acis_solids(path, solid, solid.entity, scale=scale, read_as=read_as)
        else:
            vertices, faces = _mesh(path, at.where, solid.entity, scale)
            try:
                pieces = settle_solids(upright(vertices * scale, read_as), faces)
            except FlawedSolidError as error:
                raise SurveyError(f"{path}: {at.where} {error}") from error
        split += len(pieces) - 1
        bodies.extend(name_pieces(pieces, at.name, at.where, at.zone or at.layer))
        done.extend((at.name or at.where, piece) for piece in pieces)
    remarks = repair_remarks(done)
    if split:
        remarks += (Remark(kind="warning", key="body_of_pieces", count=split),)
    return tuple(bodies), remarks


def _acis_solids(
    path: Path, solid: SolidEntity, entity: AcisEntity, *, scale: float, read_as: ReadAs
) -> tuple[SettledSolid, ...]:
    where = solid.at.where
    # inside a block the entity itself stays where it was defined
    placed = entity.temporary_transformation().get_matrix()
    matrix = None if placed is None else np.array(list(placed.rows()))
    try:
        if entity.has_binary_data:
            if not entity.sab:
                raise AcisError("holds no ACIS data")
            data = parse_sab(bytes(entity.sab))
        else:
            data = parse_sat("\n".join(entity.sat))
        found = find_bodies(data)
        if not found:
            raise AcisError("holds no body")
    except AcisError as error:
        raise SurveyError(f"{path}: {where} {remedied(error)}") from error
    return tuple(
        piece
        for body in found
        for piece in build_bodies(path, where, body, scale=scale, read_as=read_as, matrix=matrix)
    )


def _mesh(path: Path, where: str, entity: DXFGraphic, scale: float) -> tuple[FloatArray, list[tuple[int, ...]]]:
    """Corners in the drawing's unit, shape (n, 3), and faces."""
    if isinstance(entity, Mesh):
        if entity.dxf.get("subdivision_levels", 0):
            raise SurveyError(f"{path}: {where} is smoothed, so its faces are curved; set its smoothness to none")
        vertices = np.array([tuple(vertex) for vertex in entity.vertices], dtype=np.float64).reshape(-1, 3)
        faces = [tuple(int(number) for number in face) for face in entity.faces]
    else:
        mesh = MeshBuilder.from_polyface(cast(Polyface, entity))
        vertices = np.array([tuple(vertex) for vertex in mesh.vertices], dtype=np.float64).reshape(-1, 3)
        faces = [tuple(int(number) for number in face) for face in mesh.faces]
    if not np.all(np.abs(vertices) * scale < FARTHEST):
        raise SurveyError(f"{path}: {where} has a corner that is no number or lies over {FARTHEST:g} m away; redraw it")
    if any(not 0 <= number < len(vertices) for face in faces for number in face):
        raise SurveyError(f"{path}: {where} has a face with a corner that does not exist; draw it again")
    return vertices, faces


def write_outlines(wall: Wall) -> bytes:
    """The elevation of ``wall`` in metres: a closed polyline for each stone on its zone's layer, its name inside."""
    document = _new_document(wall)
    document.layers.add(NAMES_LAYER, color=8)
    space = document.modelspace()
    for stone in wall.stones:
        ring = front_outline(stone)
        layer = _layer(stone.zone)
        line = space.add_lwpolyline(ring.tolist(), close=True, dxfattribs={"layer": layer})
        _sign(line, stone)
        polygon = shapely.make_valid(shapely.Polygon(ring))
        x, z = shapely.get_coordinates(shapely.point_on_surface(polygon))[0].tolist()
        width, height = np.ptp(ring, axis=0).tolist()
        size = min(height / 4.0, width / max(len(stone.name), 4))
        text = space.add_text(stone.name, height=size, dxfattribs={"layer": NAMES_LAYER})
        text.set_placement((x, z), align=TextEntityAlignment.MIDDLE_CENTER)
    return _encode(document)


def write_solids(wall: Wall) -> bytes:
    """The stones of ``wall`` in metres as 3D solids on their zones' layers."""
    document = _new_document(wall)
    space = document.modelspace()
    for stone in wall.stones:
        solid = space.add_3dsolid(dxfattribs={"layer": _layer(stone.zone)})
        # inside a drawing the drawing's unit counts, and CAD programs write 1
        solid.sat = format_sat([(stone.name, stone.solid)], millimetres=1.0)
        _sign(solid, stone)
    return _encode(document)


def _layer(zone: str) -> str:
    # a zone must not hide among the layers that are skipped on reading
    name = zone.translate(_FORBIDDEN).strip() or "0"
    return f"_{name}" if name.lower().startswith(OWN_LAYERS) else name


def _sign(entity: DXFGraphic, stone: Stone) -> None:
    """Name and zone as extended data, which survives what a layer's name does not."""
    for what, text in (("name", stone.name), ("zone", stone.zone)):
        if len(text.encode("utf-8", "replace")) > _LONGEST or not text.isprintable():
            raise SurveyError(
                f'stone "{stone.name[:40]}": its {what} is over {_LONGEST} bytes long or has signs that cannot be '
                "printed; shorten it"
            )
    entity.set_xdata(APPLICATION, [(1000, stone.name), (1000, stone.zone)])


def _new_document(wall: Wall) -> Document:
    if not wall.stones:
        raise SurveyError("the wall has no stones to write; survey or generate them first")
    with _fixed_metadata():
        document = new("R2010", units=6)
    document.appids.add(APPLICATION)
    for layer in dict.fromkeys(_layer(stone.zone) for stone in wall.stones):
        if layer not in document.layers:
            document.layers.add(layer)
    return document


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """Times and identifiers that differ each time would make the same wall another file."""
    options = ezdxf.options  # type: ignore[attr-defined]
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


def _encode(document: Document) -> bytes:
    stream = io.StringIO()
    with _fixed_metadata():
        document.write(stream)
    return document.encode(stream.getvalue())
