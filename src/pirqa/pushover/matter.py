"""What each brick is made of, out of what the file says of materials, zones and weak layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.fe.build import zone_materials
from pirqa.fe.options import FeOptions
from pirqa.fe.structure import Structure
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.pushover.laws.masonry import Law, check_length, check_names, choose_masonry, describe
from pirqa.pushover.laws.point import PROPERTIES
from pirqa.pushover.model import Matter
from pirqa.pushover.options import Interface, PushoverOptions

__all__ = ["matter_of"]

_LEVEL = 1e-6
"""Metres by which a row of bricks may lie below the level of its interface."""


def matter_of(
    wall: Wall, fe: FeOptions, options: PushoverOptions, structure: Structure, length: FloatArray
) -> tuple[Matter, tuple[Remark, ...]]:
    """Laws of all bricks, whose crack-band lengths are ``length`` [m], and what was assumed of them."""
    mesh = structure.mesh
    owners = zone_materials(wall, fe)
    check_names(options.masonry, (*wall.materials, *owners))
    law = np.zeros(len(mesh), dtype=np.int64)
    properties = np.zeros((len(mesh), PROPERTIES))
    remarks: list[Remark] = []
    replaced = {name: _row(name, item, structure) for name, item in options.interfaces.items()}
    covered = np.zeros(len(mesh), dtype=bool)
    for rows in replaced.values():
        covered[rows] = True

    def put(found: Law, bricks: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        check_length(found, float(length[bricks].max()))
        law[bricks] = found.number
        properties[bricks] = found.properties
        remarks.extend(found.remarks)

    for number, zone in enumerate(mesh.zones):
        bricks = np.flatnonzero((mesh.zone == number) & ~covered)
        if len(bricks):
            name, masonry = choose_masonry(options.masonry, zone, owners[zone])
            put(describe(name, masonry, **_elastic(structure, zone)), bricks)
    for name, rows in replaced.items():
        for number in np.unique(mesh.zone[rows]):
            kind = describe(
                name,
                options.interfaces[name].masonry,
                **_elastic(structure, mesh.zones[number]),
                table="pushover.interfaces",
            )
            put(kind, rows[mesh.zone[rows] == number])
    return Matter(law=law, properties=properties), tuple(dict.fromkeys(remarks))


def _elastic(structure: Structure, zone: str) -> dict[str, Any]:
    solid = structure.solids[zone]
    return {"youngs_modulus": solid.youngs_modulus, "poisson_ratio": solid.poisson_ratio}


def _row(name: str, interface: Interface, structure: Structure) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Bricks of the first row that begins at the interface's level or above it."""
    mesh = structure.mesh
    bottom = mesh.places[:, :, 2].min(axis=1) - mesh.nodes[:, 2].min()
    above = bottom[bottom >= interface.level - _LEVEL]
    if not len(above):
        raise OptionsError(
            f"pushover.interfaces.{name}.level: no row of bricks begins at {interface.level:g} m or above it; the "
            f"highest begins at {bottom.max():.4g} m"
        )
    return np.asarray(np.flatnonzero(np.abs(bottom - above.min()) <= _LEVEL))
