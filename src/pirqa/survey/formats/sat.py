"""ACIS text files (SAT): solids as CAD programs and Abaqus exchange them, of version 7.0 where they are written.

Faces become closed solids: which faces hang together, which way they look, whether they are flat.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.facets import linked_groups, near_groups
from pirqa.survey.formats.acis import AcisBody, AcisError, find_bodies, parse_sat
from pirqa.survey.raw import Bodies, Body, DrawnUnit, ReadAs, drawn_unit, read_bytes

NAME = "sat"

FARTHEST = 1e7
"""Coordinates beyond are taken for damage [m]; survey grids stay below."""

_UNITS: dict[float, DrawnUnit] = {1000.0: "m", 10.0: "cm", 1e6: "km", 304.8: "ft", 25.4: "in"}
"""By millimetres. 1 is not among them: CAD programs write it whatever they drew in."""

_DATE = "Thu Jan  1 00:00:00 1970"
"""The same always, so that the same wall gives the same file."""

_HEAD = "$-1 -1 $-1"
"""No attributes, no number of its own, no pattern."""

FLAT = 1e-6
"""How far a corner may lie off its face's plane, and two corners of one point apart [m]."""

Face = tuple[int, ...]


class FlawedSolidError(ValueError):
    """What is wrong with the faces, in words that follow the name of a body."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SettledSolid:
    """A closed solid, and what was done to get it."""

    solid: Polyhedron
    turned: bool
    """Whether faces looked inwards."""
    moved: float
    """How far corners were moved to meet [m]."""
    bent: int
    """Number of faces that were not flat and were cut into triangles."""


def read(path: Path, read_as: ReadAs) -> Bodies:
    """The bodies of a SAT file, in metres."""
    text = read_bytes(path).decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")
    try:
        data = parse_sat(text)
        if not data.complete:
            raise AcisError("is cut off: its end mark is missing")
        found = find_bodies(data)
    except AcisError as error:
        where = f"body {error.body} " if error.body else ""
        raise SurveyError(f"{path}: {where}{remedied(error)}") from error
    if not found:
        raise SurveyError(f"{path}: holds no body; export the solids again as ACIS text (SAT)")
    scale, remarks = _unit(path, read_as.unit, data.millimetres)
    bodies: list[Body] = []
    done: list[tuple[str, SettledSolid]] = []
    for number, body in enumerate(found, start=1):
        where = f"body {number}" + (f' "{body.name}"' if body.name else "")
        solids = build_bodies(path, where, body, scale=scale, read_as=read_as)
        bodies.extend(name_pieces(solids, body.name, where))
        done.extend((body.name or where, solid) for solid in solids)
    if len(bodies) > len(found):
        remarks += (Remark(kind="warning", key="body_of_pieces", count=len(bodies) - len(found)),)
    return Bodies(file=path.name, format=NAME, bodies=tuple(bodies), remarks=remarks + repair_remarks(done))


def remedied(error: AcisError) -> str:
    """What is wrong with ACIS data, and what to do."""
    return str(error) if ";" in str(error) else f"{error}; export it again as a flat-faced solid"


def name_pieces(solids: Sequence[SettledSolid], name: str, where: str, layer: str = "") -> list[Body]:
    """A body for each solid; the pieces of one entity get numbers behind its name."""
    if len(solids) == 1:
        return [Body(solid=solids[0].solid, name=name, layer=layer, where=where)]
    return [
        Body(solid=item.solid, name=f"{name}.{piece}" if name else "", layer=layer, where=f"{where}, piece {piece}")
        for piece, item in enumerate(solids, start=1)
    ]


def build_bodies(
    path: Path, where: str, body: AcisBody, *, scale: float, read_as: ReadAs, matrix: FloatArray | None = None
) -> tuple[SettledSolid, ...]:
    """The closed solids [m] of one ACIS body; ``matrix``, shape (4, 4), moves rows of the file's coordinates first."""
    found: list[SettledSolid] = []
    for piece in body.pieces:
        with np.errstate(over="ignore", invalid="ignore"):
            vertices = upright(_moved(piece.vertices, matrix) * scale, read_as)
        if not np.all(np.abs(vertices) < FARTHEST):
            raise SurveyError(f"{path}: {where} lies over {FARTHEST:g} m away; check its unit, or export it again")
        try:
            found += settle_solids(vertices, piece.faces)
        except FlawedSolidError as error:
            raise SurveyError(f"{path}: {where} {error}") from error
    return tuple(found)


def _moved(vertices: FloatArray, matrix: FloatArray | None) -> FloatArray:
    if matrix is None:
        return vertices
    placed: FloatArray = vertices @ matrix[:3, :3] + matrix[3, :3]
    return placed


def upright(vertices: FloatArray, read_as: ReadAs) -> FloatArray:
    """Corners with z up, where the file has y up."""
    if read_as.up != "y":
        return vertices
    return np.column_stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]])


def repair_remarks(done: Sequence[tuple[str, SettledSolid]]) -> tuple[Remark, ...]:
    """What had to be done to solids, by their name or place."""
    remarks = []
    turned = tuple(name for name, item in done if item.turned)
    if turned:
        remarks.append(Remark(kind="repair", key="solid_turned", stones=turned, count=len(turned)))
    moved = [(name, item.moved) for name, item in done if item.moved > 0.0]
    if moved:
        amount = max(distance for _, distance in moved)
        names = tuple(name for name, _ in moved)
        remarks.append(
            Remark(kind="repair", key="corners_joined", stones=names, count=len(names), amount=amount, unit="m")
        )
    bent = tuple(name for name, item in done if item.bent)
    if bent:
        count = sum(item.bent for _, item in done)
        remarks.append(Remark(kind="repair", key="faces_split", stones=bent, count=count))
    return tuple(remarks)


def _unit(path: Path, asked: DrawnUnit | None, millimetres: float) -> tuple[float, tuple[Remark, ...]]:
    found = next((unit for size, unit in _UNITS.items() if abs(millimetres - size) < 1e-9 * size), None)
    if found is None and millimetres > 0.0 and millimetres != 1.0:
        if asked is None:
            raise SurveyError(
                f"{path}: its unit is {millimetres:g} mm, which is not known here; "
                'give the unit, for example unit = "mm" under [survey], or --unit mm'
            )
        scale, _ = drawn_unit(path, asked, None)
        return scale, (Remark(kind="warning", key="unit_overruled", text=f"{millimetres:g} mm → {asked}"),)
    return drawn_unit(path, asked, found)


def write(wall: Wall) -> bytes:
    """The stones of ``wall`` as one SAT file in metres, a body each, in the wall's order; SAT keeps no names."""
    if not wall.stones:
        raise SurveyError("the wall has no stones to write; survey or generate them first")
    solids = [(stone.name, stone.solid) for stone in wall.stones]
    return ("\n".join(format_sat(solids, millimetres=1000.0)) + "\n").encode("ascii")


def format_sat(solids: Sequence[tuple[str, Polyhedron]], *, millimetres: float) -> list[str]:
    """Lines of a SAT file with one body for each named solid, in a unit of so many mm; coordinates keep every digit."""
    # readers count on the bodies being the first records
    records: list[str] = []
    bodies: list[str] = []
    for name, solid in solids:
        first = len(solids) + len(records)
        records += _body_records(name, solid, body=len(bodies), first=first)
        bodies.append(f"body {_HEAD} ${first} $-1 $-1 #")
    return [
        f"700 0 {len(solids)} 0 ",
        f"@5 pirqa @12 ACIS 32.0 NT @{len(_DATE)} {_DATE} ",
        f"{millimetres:g} 9.9999999999999995e-007 1e-010 ",
        *bodies,
        *records,
        "End-of-ACIS-data ",
    ]


def _body_records(name: str, solid: Polyhedron, *, body: int, first: int) -> list[str]:
    """Records of one solid, numbered from ``first``: lump, shell, faces, coedges, edges, vertices."""
    try:
        faces, _ = split_bent_faces(solid.vertices, solid.faces)
    except FlawedSolidError as error:
        raise SurveyError(f'stone "{name}" {error}') from error
    runs = [run for face in faces for run in zip(face, face[1:] + face[:1], strict=True)]
    sides: dict[tuple[int, int], list[int]] = defaultdict(list)
    for coedge, (a, b) in enumerate(runs):
        sides[min(a, b), max(a, b)].append(coedge)
    shell = first + 1
    first_face = first + 2
    first_coedge = first_face + 3 * len(faces)
    first_edge = first_coedge + len(runs)
    first_vertex = first_edge + 2 * len(sides)
    edges = {side: first_edge + 2 * index for index, side in enumerate(sides)}
    parents: dict[int, int] = {}
    for side, edge in edges.items():
        for corner in side:
            parents.setdefault(corner, edge)
    vertices = {corner: first_vertex + 2 * index for index, corner in enumerate(parents)}

    records = [f"lump {_HEAD} $-1 ${shell} ${body} #", f"shell {_HEAD} $-1 $-1 ${first_face} $-1 ${first} #"]
    coedge_records: list[str] = []
    start = first_coedge
    for index, face in enumerate(faces):
        number = first_face + 3 * index
        following = number + 3 if index + 1 < len(faces) else -1
        records += [
            f"face {_HEAD} ${following} ${number + 2} ${shell} $-1 ${number + 1} forward single #",
            f"plane-surface {_HEAD} {_plane(name, solid.vertices[list(face)])} forward_v I I I I #",
            f"loop {_HEAD} $-1 ${start} ${number} #",
        ]
        for place in range(len(face)):
            coedge = start - first_coedge + place
            after, before = start + (place + 1) % len(face), start + (place - 1) % len(face)
            a, b = runs[coedge]
            shared = sides[min(a, b), max(a, b)]
            if len(shared) < 2:
                raise SurveyError(f'stone "{name}" is not closed: a face has no neighbour; repair it before writing')
            partner = first_coedge + shared[(shared.index(coedge) + 1) % len(shared)]
            sense = "forward" if a < b else "reversed"
            edge = edges[min(a, b), max(a, b)]
            coedge_records.append(f"coedge {_HEAD} ${after} ${before} ${partner} ${edge} {sense} ${number + 2} $-1 #")
        start += len(face)
    records += coedge_records
    for (a, b), edge in edges.items():
        records += _edge_records(solid.vertices[[a, b]], vertices[a], vertices[b], edge, first_coedge + sides[a, b][0])
    for corner, vertex in vertices.items():
        records.append(f"vertex {_HEAD} ${parents[corner]} ${vertex + 1} #")
        records.append(f"point {_HEAD} {_vector(solid.vertices[corner])} #")
    return records


def _edge_records(ends: FloatArray, start: int, end: int, edge: int, coedge: int) -> list[str]:
    length = float(np.linalg.norm(ends[1] - ends[0]))
    along = (ends[1] - ends[0]) / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
    return [
        f"edge {_HEAD} ${start} 0 ${end} {length!r} ${coedge} ${edge + 1} forward @7 unknown #",
        f"straight-curve {_HEAD} {_vector(ends[0])} {_vector(along)} I I #",
    ]


def _plane(name: str, corners: FloatArray) -> str:
    """Origin, outward normal and direction of u."""
    arms = corners - corners[0]
    normal = np.cross(arms[1:-1], arms[2:]).sum(axis=0)
    sides = np.roll(corners, -1, axis=0) - corners
    along = sides[int(np.argmax(np.linalg.norm(sides, axis=1)))]
    area, length = float(np.linalg.norm(normal)), float(np.linalg.norm(along))
    if not (area > 0.0 and length > 0.0):
        raise SurveyError(f'stone "{name}" has a face without area; repair it before writing')
    return f"{_vector(corners[0])} {_vector(normal / area)} {_vector(along / length)}"


def _vector(values: FloatArray) -> str:
    # adding zero writes -0.0 as 0.0
    return " ".join(repr(float(value) + 0.0) for value in values)


def settle_solids(vertices: FloatArray, faces: Iterable[Sequence[int]]) -> tuple[SettledSolid, ...]:
    """One solid for each closed piece of ``faces`` (corners in metres, shape (n, 3)), faces looking outwards."""
    clean = _without_repeats(faces)
    moved = 0.0
    if _open_edge(clean) is not None:
        vertices, joined, moved = _join_corners(vertices, clean)
        clean = _without_repeats(joined)
        edge = _open_edge(clean)
        if edge is not None:
            (a, b), count = edge
            where = " to ".join("({:.3f}, {:.3f}, {:.3f})".format(*vertices[i]) for i in (a, b))
            raise FlawedSolidError(
                f"is not a closed solid: the edge from {where} m belongs to {count} face{'s' * (count != 1)}, not 2; "
                "close it or draw it again"
            )
    return _settle_closed(vertices, clean, moved)


def _settle_closed(vertices: FloatArray, faces: list[Face], moved: float) -> tuple[SettledSolid, ...]:
    faces, mixed = _face_alike(faces)
    pieces = [_reduce(vertices, piece) for piece in _pieces(len(vertices), faces)]
    volumes = [_volume(corners, piece) for corners, piece in pieces]
    if len(pieces) > 1 and min(volumes) < 0.0 < max(volumes):
        raise FlawedSolidError("has a hollow inside; make it one solid without it")
    found = []
    for (corners, piece), volume in zip(pieces, volumes, strict=True):
        size = float(np.ptp(corners, axis=0).max())
        if not abs(volume) > 1e-9 * size**3:
            raise FlawedSolidError("has no volume; delete it or draw it again")
        outward = [face[::-1] for face in piece] if volume < 0.0 else piece
        flat, bent = split_bent_faces(corners, outward)
        solid = Polyhedron(vertices=corners, faces=tuple(flat))
        found.append(SettledSolid(solid=solid, turned=mixed or volume < 0.0, moved=moved, bent=bent))
    return tuple(found)


def split_bent_faces(vertices: FloatArray, faces: Iterable[Face]) -> tuple[list[Face], int]:
    """``faces`` with those that are not flat to ``FLAT`` [m] cut into triangles, and how many were."""
    found: list[Face] = []
    bent = 0
    for face in faces:
        corners = vertices[list(face)]
        if len(face) == 3 or _bend(corners) <= FLAT:
            found.append(face)
        else:
            found.extend(_triangles(corners, face))
            bent += 1
    return found, bent


def _area_vector(corners: FloatArray) -> FloatArray:
    arms = corners - corners[0]
    summed: FloatArray = 0.5 * np.cross(arms, np.roll(arms, -1, axis=0)).sum(axis=0)
    return summed


def _bend(corners: FloatArray) -> float:
    normal = _area_vector(corners)
    length = float(np.linalg.norm(normal))
    if length == 0.0:
        return 0.0
    return float(np.ptp((corners - corners[0]) @ (normal / length))) / 2.0


def _triangles(corners: FloatArray, face: Face) -> list[Face]:
    normal = _area_vector(corners)
    arms = corners - corners[0]
    # the fan from the first corner is what volumes are computed with, so it is kept where it covers the face
    if np.all(np.cross(arms[1:-1], arms[2:]) @ normal > 0.0):
        return [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]
    along = arms[int(np.argmax(np.linalg.norm(arms, axis=1)))]
    flat = np.column_stack([arms @ along, arms @ np.cross(normal, along)])
    numbers = {tuple(point): number for point, number in zip(flat.tolist(), face, strict=True)}
    polygon = shapely.Polygon(flat)
    if len(numbers) < len(face) or not polygon.is_valid:
        raise FlawedSolidError("has a face that is not flat and crosses itself; draw it again with flat faces")
    found = []
    for part in shapely.constrained_delaunay_triangles(polygon).geoms:
        points = shapely.get_coordinates(part)[:3]
        ring = [numbers[tuple(point)] for point in points.tolist()]
        found.append(tuple(ring if shapely.is_ccw(shapely.LinearRing(points)) else ring[::-1]))
    return found


def _without_repeats(faces: Iterable[Sequence[int]]) -> list[Face]:
    """Faces without corners that repeat the one before; those left with fewer than three are gone."""
    found = []
    for face in faces:
        ring = [number for i, number in enumerate(face) if number != face[i - 1]]
        if len(ring) >= 3:
            found.append(tuple(ring))
    if len(found) < 4:
        raise FlawedSolidError("is not a closed solid: it has fewer than four faces; draw it again")
    return found


def _edges(face: Face) -> Iterable[tuple[int, int]]:
    return zip(face, face[1:] + face[:1], strict=True)


def _open_edge(faces: list[Face]) -> tuple[tuple[int, int], int] | None:
    """An edge that does not belong to exactly two faces, and to how many."""
    counts = Counter((a, b) if a < b else (b, a) for face in faces for a, b in _edges(face))
    return next(((edge, count) for edge, count in counts.items() if count != 2), None)


def _join_corners(vertices: FloatArray, faces: list[Face]) -> tuple[FloatArray, list[Face], float]:
    """Corners that lie on each other made one, and how far they moved."""
    labels = near_groups(vertices, FLAT)
    _, first = np.unique(labels, return_index=True)
    joined = vertices[first]
    moved = float(np.linalg.norm(vertices - joined[labels], axis=1).max()) if len(vertices) else 0.0
    return joined, [tuple(int(labels[number]) for number in face) for face in faces], moved


def _face_alike(faces: list[Face]) -> tuple[list[Face], bool]:
    """Faces turned so that neighbours run along their edge in opposite senses, and whether any had to be."""
    directed = Counter(edge for face in faces for edge in _edges(face))
    if max(directed.values()) == 1:
        return faces, False
    owners: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, face in enumerate(faces):
        for a, b in _edges(face):
            owners[min(a, b), max(a, b)].append(number)
    runs = [set(_edges(face)) for face in faces]
    turned: dict[int, bool] = {}
    for seed in range(len(faces)):
        if seed in turned:
            continue
        turned[seed] = False
        waiting = [seed]
        while waiting:
            number = waiting.pop()
            for a, b in _edges(faces[number]):
                for other in owners[min(a, b), max(a, b)]:
                    if other == number:
                        continue
                    wanted = turned[number] != ((a, b) in runs[other])
                    if other not in turned:
                        turned[other] = wanted
                        waiting.append(other)
                    elif turned[other] != wanted:
                        raise FlawedSolidError("has no inside and outside (a one-sided surface); draw it again")
    return [face[::-1] if turned[number] else face for number, face in enumerate(faces)], True


def _pieces(count: int, faces: list[Face]) -> list[list[Face]]:
    """Faces grouped by shared corners."""
    links = np.array([(face[0], number) for face in faces for number in face])
    _, labels = linked_groups(count, links)
    groups: dict[int, list[Face]] = defaultdict(list)
    for face in faces:
        groups[int(labels[face[0]])].append(face)
    return list(groups.values())


def _reduce(vertices: FloatArray, faces: list[Face]) -> tuple[FloatArray, list[Face]]:
    """Only the corners that ``faces`` use, and the faces by their new numbers."""
    used = np.unique([number for face in faces for number in face])
    numbers = {int(old): new for new, old in enumerate(used)}
    return vertices[used], [tuple(numbers[number] for number in face) for face in faces]


def _volume(vertices: FloatArray, faces: list[Face]) -> float:
    try:
        return Polyhedron(vertices=vertices, faces=tuple(faces)).properties.volume
    except ValueError:
        return 0.0
