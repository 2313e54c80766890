"""What of a DXF drawing may be stones: curves as chains of points, texts, solids and meshes, blocks taken apart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from ezdxf.document import Drawing as Document
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.entities.insert import Insert
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.mtext import MText
from ezdxf.entities.polyline import Polyline
from ezdxf.entities.text import Text

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.survey.formats.sat import FARTHEST

APPLICATION = "PIRQA"
"""Whose extended data gives a stone's name and zone."""

OWN_LAYERS = "pirqa-"
"""Layers that begin so hold annotation, never outlines."""

SAGITTA = 1e-3
"""How far a chord may lie from its arc [m]."""

_MOST_CHORDS = 10_000

_MOST_ENTITIES = 300_000
"""Entities that blocks may unfold to: nested blocks can multiply without end."""

_DEEPEST = 16

_WORDS = {"LWPOLYLINE": "polyline", "POLYLINE": "polyline", "3DSOLID": "3D solid"}


@dataclass(frozen=True, kw_only=True)
class Placed:
    """How the owner of an entity finds it."""

    where: str
    layer: str
    name: str = ""
    """Name in pirqa's extended data."""
    zone: str = ""
    """Zone in pirqa's extended data."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Chain:
    """A curve as straight pieces."""

    at: Placed
    points: FloatArray
    """[m], shape (n, 3)"""
    closed: bool
    polyline: bool
    """Whether its owner drew it in one go, as one polyline or closed curve."""
    arcs: int = 0
    """Number of its arcs that became chords."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Label:
    """A text and where it is anchored."""

    at: Placed
    text: str
    point: FloatArray
    """[m], shape (3,)"""


@dataclass(frozen=True, kw_only=True, eq=False)
class SolidEntity:
    """An ACIS entity or a mesh, not yet read."""

    at: Placed
    entity: DXFGraphic


Found = Chain | Label | SolidEntity


@dataclass
class Contents:
    """What was found in a drawing, in its order."""

    chains: list[Chain] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    solids: list[SolidEntity] = field(default_factory=list)
    hidden: Counter[str] = field(default_factory=Counter)
    """Entities on each layer that is off or frozen."""
    ignored: Counter[str] = field(default_factory=Counter)
    """Entities of each kind that is no stone."""
    missing: set[str] = field(default_factory=set)
    """Blocks that are inserted but not defined."""


def clean_text(text: str) -> str:
    """``text`` on one line, without bytes that are no characters."""
    readable = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join("".join(sign if sign.isprintable() else " " for sign in readable).split())


def collect(path: Path, document: Document, *, scale: float, skip: frozenset[str] = frozenset()) -> Contents:
    """What the model space of ``document`` shows; ``scale`` is metres in its unit; ``skip``: layers without stones."""
    contents = Contents()
    for entity, layer, inside in _visible(path, document, contents):
        if layer in skip:
            continue
        kind = entity.dxftype()
        placed = _place(entity, layer, inside)
        try:
            found = _convert(entity, kind, placed, scale)
        except SurveyError:
            raise
        except Exception as error:  # whatever the library says about a damaged entity
            raise SurveyError(
                f"{path}: {placed.where} cannot be read ({type(error).__name__}: {error}); delete it or draw it again"
            ) from error
        if isinstance(found, Chain):
            _check_reach(path, found)
            if layer.lower().startswith(OWN_LAYERS) and not found.at.name:
                continue
            contents.chains.append(found)
        elif isinstance(found, Label):
            contents.labels.append(found)
        elif isinstance(found, SolidEntity):
            contents.solids.append(found)
        elif found is None:
            contents.ignored[kind] += 1
    return contents


def _check_reach(path: Path, chain: Chain) -> None:
    if not np.all(np.abs(chain.points) < FARTHEST):
        raise SurveyError(
            f"{path}: {chain.at.where} has a point that is no number or lies over {FARTHEST:g} m away; "
            "delete it or draw it again, and check the drawing's unit"
        )


def _visible(path: Path, document: Document, contents: Contents) -> Iterator[tuple[DXFGraphic, str, str]]:
    """Entities of the model space with blocks taken apart, each with its layer and the block it is in."""
    frozen = {layer.dxf.name.lower() for layer in document.layers if layer.is_frozen()}
    hidden = frozen | {layer.dxf.name.lower() for layer in document.layers if layer.is_off()}
    waiting: list[tuple[Iterator[DXFGraphic], str, str]] = [(iter(document.modelspace()), "0", "")]
    count = 0
    while waiting:
        entities, outer, inside = waiting[-1]
        entity = next(entities, None)
        if entity is None:
            waiting.pop()
            continue
        count += bool(inside)
        if count > _MOST_ENTITIES:
            raise SurveyError(f"{path}: its blocks hold over {_MOST_ENTITIES} entities; explode what is needed only")
        layer = clean_text(str(entity.dxf.get("layer", "0"))) or "0"
        layer = outer if layer == "0" and inside else layer
        block = isinstance(entity, Insert)
        if layer.lower() in (frozen if block else hidden) or entity.dxf.get("invisible", 0):
            contents.hidden[layer] += 1
            continue
        if not block:
            yield entity, layer, inside
            continue
        if len(waiting) > _DEEPEST:
            raise SurveyError(f'{path}: block "{entity.dxf.name}" holds itself or blocks too deep; explode it')
        name = clean_text(str(entity.dxf.get("name", "")))
        waiting.append((_unfold(path, cast(Insert, entity), name, contents), layer, f' in block "{name}"'))


def _unfold(path: Path, insert: Insert, name: str, contents: Contents) -> Iterator[DXFGraphic]:
    if insert.block() is None:
        contents.missing.add(name)
        return
    rows, columns = insert.dxf.get("row_count", 1), insert.dxf.get("column_count", 1)
    if max(rows, 1) * max(columns, 1) > _MOST_ENTITIES:
        raise SurveyError(f'{path}: block "{name}" is repeated {rows} x {columns} times; explode what is needed only')
    for single in insert.multi_insert() if insert.mcount > 1 else (insert,):
        yield from single.attribs
        yield from single.virtual_entities()


def _place(entity: DXFGraphic, layer: str, inside: str) -> Placed:
    source = entity.source_of_copy or entity
    kind = entity.dxftype()
    handle = source.dxf.get("handle", None) or "without handle"
    texts: list[str] = []
    if entity.has_xdata(APPLICATION):
        texts = [clean_text(str(tag.value)) for tag in entity.get_xdata(APPLICATION) if tag.code == 1000]
    name, zone, *_ = [*texts, "", ""]
    word = _WORDS.get(kind, kind.lower())
    return Placed(where=f'{word} {handle}{inside} on layer "{layer}"', layer=layer, name=name, zone=zone)


def _convert(entity: DXFGraphic, kind: str, placed: Placed, scale: float) -> Found | bool | None:
    """The entity as pirqa sees it; None for what is no stone, False for what is nothing at all."""
    convert = _CONVERTERS.get(kind)
    return None if convert is None else convert(entity, placed, scale)


def _lwpolyline(entity: DXFGraphic, at: Placed, scale: float) -> Chain:
    line = cast(LWPolyline, entity)
    values = np.array(line.lwpoints.values, dtype=np.float64).reshape(-1, 5)
    return _chain(entity, at, scale, values[:, :2], values[:, 4], line.dxf.get("elevation", 0.0), line.closed)


def _polyline(entity: DXFGraphic, at: Placed, scale: float) -> Found | None:
    line = cast(Polyline, entity)
    if line.is_poly_face_mesh:
        return SolidEntity(entity=entity, at=at)
    if line.is_polygon_mesh:
        return None
    # control points of a smoothed curve are kept in the file beside the curve itself
    vertices = [vertex for vertex in line.vertices if not vertex.dxf.get("flags", 0) & 16]
    points = np.array([tuple(vertex.dxf.location) for vertex in vertices], dtype=np.float64).reshape(-1, 3)
    if line.is_3d_polyline:
        return Chain(points=points * scale, closed=bool(line.is_closed), polyline=True, at=at)
    bulges = np.array([vertex.dxf.get("bulge", 0.0) for vertex in vertices], dtype=np.float64)
    level = float(line.dxf.get("elevation", (0.0, 0.0, 0.0))[2])
    return _chain(entity, at, scale, points[:, :2], bulges, level, bool(line.is_closed))


def _chain(
    entity: DXFGraphic,
    at: Placed,
    scale: float,
    corners: FloatArray,
    bulges: FloatArray,
    level: float,
    closed: bool,
) -> Chain:
    arcs = 0
    points = corners * scale
    if np.any(bulges) and len(points) > 1:
        pieces = []
        last = len(points) if closed else len(points) - 1
        for i in range(last):
            start, end = points[i], points[(i + 1) % len(points)]
            pieces.append(start[None])
            if bulges[i] != 0.0 and np.any(start != end):
                pieces.append(_bulge_points(start, end, float(bulges[i])))
                arcs += 1
        points = np.concatenate(pieces if closed else [*pieces, points[-1:]])
    flat = np.column_stack([points, np.full(len(points), level * scale)])
    return Chain(points=_to_world(entity, flat), closed=closed, polyline=True, arcs=arcs, at=at)


def _to_world(entity: DXFGraphic, points: FloatArray) -> FloatArray:
    system = entity.ocs()
    if not system.transform:
        return points
    axes = np.array([tuple(system.ux), tuple(system.uy), tuple(system.uz)])
    turned: FloatArray = points @ axes
    return turned


def _chords(radius: float, angle: float) -> int:
    """Number of chords for an arc of ``radius`` [m] and ``angle`` [rad]."""
    if not (math.isfinite(radius) and math.isfinite(angle)):
        raise ValueError("an arc without end")
    if radius > 1e3 * FARTHEST:
        return 1
    half = 2.0 * math.asin(math.sqrt(0.5 * SAGITTA / max(radius, SAGITTA)))
    # three a half turn at least, so that a small circle stays a body and not a line
    least = math.ceil(3.0 * abs(angle) / math.pi)
    return min(max(math.ceil(abs(angle) / (2.0 * half)), least, 1), _MOST_CHORDS)


def _bulge_points(start: FloatArray, end: FloatArray, bulge: float) -> FloatArray:
    """Points strictly between the ends of an arc; ``bulge`` is the tangent of a quarter of its angle."""
    angle = 4.0 * math.atan(bulge)
    chord = end - start
    across = np.array([-chord[1], chord[0]])
    centre = 0.5 * (start + end) + across * (1.0 - bulge * bulge) / (4.0 * bulge)
    arm = start - centre
    turns = angle * np.arange(1, (count := _chords(float(np.hypot(*arm)), angle))) / count
    points: FloatArray = centre + np.outer(np.cos(turns), arm) + np.outer(np.sin(turns), [-arm[1], arm[0]])
    return points


def _line(entity: DXFGraphic, at: Placed, scale: float) -> Chain:
    points = np.array([tuple(entity.dxf.start), tuple(entity.dxf.end)], dtype=np.float64)
    return Chain(points=points * scale, closed=False, polyline=False, at=at)


def _arc(entity: DXFGraphic, at: Placed, scale: float) -> Chain:
    centre = np.array(tuple(entity.dxf.center), dtype=np.float64) * scale
    radius = abs(float(entity.dxf.radius)) * scale
    whole = entity.dxftype() == "CIRCLE"
    first = 0.0 if whole else math.radians(entity.dxf.start_angle)
    angle = 2.0 * math.pi if whole else math.radians(entity.dxf.end_angle) - first
    angle = angle % (2.0 * math.pi) or 2.0 * math.pi
    count = _chords(radius, angle)
    turns = first + angle * np.arange(count if whole else count + 1) / count
    points = centre + radius * np.column_stack([np.cos(turns), np.sin(turns), np.zeros(len(turns))])
    return Chain(points=_to_world(entity, points), closed=whole, polyline=whole, arcs=1, at=at)


def _curve(entity: DXFGraphic, at: Placed, scale: float) -> Chain:
    curve = cast(Any, entity)
    if entity.dxftype() == "SPLINE":
        if curve.dxf.get("degree", 3) > 25:
            raise ValueError("a spline of absurd degree")
        held = np.array([*map(tuple, curve.control_points), *map(tuple, curve.fit_points)], dtype=np.float64)
    else:
        held = np.array([tuple(curve.dxf.center), tuple(curve.dxf.major_axis)], dtype=np.float64)
    # the library halves pieces until they are near enough: never for what is not finite or much too large
    if not np.all(np.abs(held) * scale < FARTHEST):
        raise ValueError("a point that is no number or too far away")
    size = float(np.ptp(held, axis=0).max()) * scale if len(held) else 0.0
    distance = max(SAGITTA, 1e-5 * size) / scale
    points = np.array([tuple(point) for point in curve.flattening(distance)], dtype=np.float64).reshape(-1, 3) * scale
    closed = len(points) > 3 and float(np.linalg.norm(points[0] - points[-1])) <= 1e-6
    return Chain(points=points[:-1] if closed else points, closed=closed, polyline=closed, arcs=1, at=at)


def _text(entity: DXFGraphic, at: Placed, scale: float) -> Label | bool:
    if isinstance(entity, MText):
        words, place = entity.plain_text(), np.array([tuple(entity.dxf.insert)], dtype=np.float64)
    else:
        text = cast(Text, entity)
        words = text.plain_text()
        place = _to_world(entity, np.array([tuple(text.get_placement()[1])], dtype=np.float64))
    words = clean_text(str(words))
    return Label(text=words, point=place[0] * scale, at=at) if words else False


def _solid(entity: DXFGraphic, at: Placed, scale: float) -> SolidEntity:
    return SolidEntity(entity=entity, at=at)


_CONVERTERS: dict[str, Callable[[DXFGraphic, Placed, float], Found | bool | None]] = {
    "LWPOLYLINE": _lwpolyline,
    "POLYLINE": _polyline,
    "LINE": _line,
    "ARC": _arc,
    "CIRCLE": _arc,
    "ELLIPSE": _curve,
    "SPLINE": _curve,
    "TEXT": _text,
    "ATTRIB": _text,
    "MTEXT": _text,
    "3DSOLID": _solid,
    "BODY": _solid,
    "MESH": _solid,
}
