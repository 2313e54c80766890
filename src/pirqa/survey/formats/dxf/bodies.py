"""Solids and meshes of a DXF drawing as bodies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
from ezdxf.entities.acis import Body as AcisEntity
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.entities.mesh import Mesh
from ezdxf.entities.polyline import Polyface
from ezdxf.render.mesh import MeshBuilder

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.formats.acis.bodies import find_bodies
from pirqa.survey.formats.acis.records import AcisError, parse_sab, parse_sat
from pirqa.survey.formats.dxf.entities import SolidEntity
from pirqa.survey.formats.flat_solids import FlawedSolidError, SettledSolid, settle_solids
from pirqa.survey.formats.sat import FARTHEST, build_bodies, name_pieces, remedied, repair_remarks, upright
from pirqa.survey.raw import Body, ReadAs

__all__ = ["build_solids"]


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
