"""Boxes of bricks on which elements are tried."""

from __future__ import annotations

import numpy as np

from pirqa.fe.elements.bricks import BrickKind
from pirqa.fe.mesh.grid import Sizes, mesh_slabs
from pirqa.fe.mesh.mesh import Mesh
from pirqa.fe.mesh.slabs import Slab
from pirqa.fe.structure import Solid, Structure

__all__ = ["KINDS", "box", "box_structure"]

KINDS: tuple[BrickKind, ...] = ("incompatible", "plain", "quadratic")


def box(size: tuple[float, float, float], bricks: tuple[int, int, int], *, distort: float = 0.0) -> Mesh:
    """A box with a corner at the origin; inner nodes moved at random by up to ``distort`` of a brick's side."""
    length, thickness, height = size
    slab = Slab(zone="box", along=(0.0, length), up=(0.0, height), front=(0.0, 0.0), back=(thickness, thickness))
    sides = [side / count for side, count in zip(size, bricks, strict=True)]
    sizes = Sizes(along=sides[0], up=sides[2], through=sides[1], layers=1)
    mesh = mesh_slabs([slab], sizes)
    if not distort:
        return mesh
    inner = np.all((mesh.nodes > 1e-9) & (mesh.nodes < np.array(size) - 1e-9), axis=1)
    push = np.random.default_rng(1).uniform(-distort, distort, mesh.nodes.shape) * np.array(sides)
    return Mesh(nodes=mesh.nodes + push * inner[:, None], bricks=mesh.bricks, zone=mesh.zone, zones=mesh.zones)


def box_structure(mesh: Mesh, kind: BrickKind, solid: Solid, *, held: bool = True, **others: object) -> Structure:
    """The box made of one material."""
    fitting = mesh.quadratic() if kind == "quadratic" else mesh
    return Structure(mesh=fitting, kind=kind, solids={"box": solid}, held=held, **others)  # type: ignore[arg-type]
