"""ACIS text files (SAT): solids as CAD programs and Abaqus exchange them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.survey.formats.acis.bodies import AcisBody, find_bodies
from pirqa.survey.formats.acis.records import AcisError, parse_sat
from pirqa.survey.formats.acis.writing import format_sat
from pirqa.survey.formats.flat_solids import FlawedSolidError, SettledSolid, settle_solids
from pirqa.survey.raw import Bodies, Body, DrawnUnit, ReadAs, drawn_unit, read_bytes

__all__ = [
    "FARTHEST",
    "NAME",
    "SUFFIXES",
    "build_bodies",
    "name_pieces",
    "read",
    "remedied",
    "repair_remarks",
    "upright",
    "write",
]

NAME = "sat"
SUFFIXES = (".sat",)

FARTHEST = 1e7
"""Coordinates beyond are taken for damage [m]; survey grids stay below."""
_UNITS: dict[float, DrawnUnit] = {1000.0: "m", 10.0: "cm", 1e6: "km", 304.8: "ft", 25.4: "in"}
"""By millimetres. 1 is not among them: CAD programs write it whatever they drew in."""


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
