"""COMPAS JSON: the wall as a block model of compas_dem, blocks and contacts, that ``compas.json_load`` reads."""

from __future__ import annotations

import json
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.masonry import BASE, ContactFace
from pirqa.model.polyhedron import Polyhedron
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

_SLAB = 0.1
"""Thickness of the pieces of ground that stand for the base [m]."""


def write(wall: Wall) -> bytes:
    """The stones of ``wall`` [m] as blocks, its contacts as interactions, one for each flat piece.

    Under every piece of a contact with the base lies a block of its own, a support called ``base``: a slab of ground.
    Stones that move with the base are supports too. Densities are given where the materials are known.
    """
    if not wall.stones:
        raise SurveyError("the wall has no stones to write for COMPAS; give a survey of its stones")
    guids = [str(uuid5(NAMESPACE_OID, f"stone {stone.name}")) for stone in wall.stones]
    materials = {name: str(uuid5(NAMESPACE_OID, f"material {name}")) for name in wall.materials}
    elements = {
        guid: _block(
            stone.name,
            guid,
            _mesh(stone.solid, {"name": stone.name, "zone": stone.zone}),
            support=stone.name in wall.fixed,
            material=materials.get(stone.material),
        )
        for stone, guid in zip(wall.stones, guids, strict=True)
    }
    edges: dict[str, dict[str, dict[str, Any]]] = {str(number): {} for number in range(len(guids))}
    for contact in wall.contacts:
        first = edges[str(wall.stone_numbers[contact.first])]
        for face in contact.faces:
            if contact.second == BASE:
                second = len(guids)
                guids.append(str(uuid5(NAMESPACE_OID, f"{BASE} {second}")))
                elements[guids[-1]] = _block(BASE, guids[-1], _mesh(_slab(face), {"name": BASE}), support=True)
                edges[str(second)] = {}
            else:
                second = wall.stone_numbers[contact.second]
            first.setdefault(str(second), {"contacts": []})["contacts"].append(_contact(face))
    model = {
        "dtype": "compas_dem.models/BlockModel",
        "inheritance": ["compas_model.models/Model"],
        "guid": str(uuid5(NAMESPACE_OID, "wall")),
        "data": {
            "transformation": None,
            "elements": elements,
            "materials": {
                materials[name]: {
                    "dtype": "compas_dem.material/GenericMaterial",
                    "guid": materials[name],
                    "data": {"name": name, "density": material.unit_weight / STANDARD_GRAVITY},
                }
                for name, material in wall.materials.items()
            },
            "tree": {
                "attributes": {},
                "root": {"name": "root", "children": [{"name": "ElementNode", "element": guid} for guid in guids]},
            },
            "graph": {
                "attributes": {},
                "default_node_attributes": {"x": 0.0, "y": 0.0, "z": 0.0, "element": None},
                "default_edge_attributes": {"modifiers": None, "contacts": None},
                "node": {str(number): {"element": guid} for number, guid in enumerate(guids)},
                "edge": edges,
                "max_node": len(guids) - 1,
            },
        },
    }
    return json.dumps(model, separators=(",", ":"), allow_nan=False).encode()


def _block(
    name: str, guid: str, geometry: dict[str, Any], *, support: bool, material: str | None = None
) -> dict[str, Any]:
    return {
        "dtype": "compas_dem.elements/Block",
        "guid": guid,
        "name": name,
        "data": {
            "name": name,
            "transformation": None,
            "features": [],
            "material": material,
            "geometry": geometry,
            "is_support": support,
        },
    }


def _mesh(solid: Polyhedron, attributes: dict[str, str]) -> dict[str, Any]:
    return {
        "dtype": "compas.datastructures/Mesh",
        "name": attributes["name"],
        "data": {
            "attributes": attributes,
            "default_vertex_attributes": {"x": 0.0, "y": 0.0, "z": 0.0},
            "default_edge_attributes": {},
            "default_face_attributes": {},
            "vertex": {
                str(number): {"x": x, "y": y, "z": z} for number, (x, y, z) in enumerate(solid.vertices.tolist())
            },
            "face": {str(number): list(face) for number, face in enumerate(solid.faces)},
            "facedata": {},
            "edgedata": {},
            "max_vertex": len(solid.vertices) - 1,
            "max_face": len(solid.faces) - 1,
        },
    }


def _slab(face: ContactFace) -> Polyhedron:
    """A prism of ground behind a contact face."""
    count = len(face.polygon)
    near, far = range(count), range(count, 2 * count)
    # the normal leads into the ground: the polygon turned round faces the stone
    faces: list[tuple[int, ...]] = [tuple(reversed(near)), tuple(far)]
    for i in range(count):
        j = (i + 1) % count
        faces.append((near[i], near[j], far[j], far[i]))
    vertices = np.concatenate([face.polygon, face.polygon + _SLAB * face.normal])
    return Polyhedron(vertices=vertices, faces=tuple(faces))


def _contact(face: ContactFace) -> dict[str, Any]:
    """A contact whose frame has its z along the normal, from the first block into the second."""
    axis = np.cross(face.normal, np.eye(3)[int(np.argmin(np.abs(face.normal)))])
    axis /= np.linalg.norm(axis)
    frame = {
        "dtype": "compas.geometry/Frame",
        "data": {
            "point": face.polygon.mean(axis=0).tolist(),
            "xaxis": axis.tolist(),
            "yaxis": np.cross(face.normal, axis).tolist(),
        },
    }
    return {
        "dtype": "compas_dem.interactions/FrictionContact",
        "data": {
            "name": "FrictionContact",
            "points": [{"dtype": "compas.geometry/Point", "data": point} for point in face.polygon.tolist()],
            "frame": frame,
            "size": float(face.area),
            "mesh": None,
            "holes": None,
            "forces": [],
        },
    }
