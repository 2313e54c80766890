"""Stiffness and mass of a structure, ordered for elimination."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import MeshError
from pirqa.fe.assembly import Pattern
from pirqa.fe.attachment import attach
from pirqa.fe.elements.bars import bar_stiffness, beam_stiffness
from pirqa.fe.elements.bricks import brick_mass, brick_stiffness
from pirqa.fe.elements.faces import face_areas
from pirqa.fe.mesh.quality import listed_bricks
from pirqa.fe.ordering import dissect
from pirqa.fe.structure import Structure
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["System", "assemble", "bedding", "fastened"]

_TIMBER = 16.0
"""E/G of timber (EN 338)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """K and M of the degrees that can move, in the order in which they are eliminated."""

    structure: Structure
    order: npt.NDArray[np.int64]
    """Nodes that can move, in the order of the rows."""
    stiffness: Any
    """Sparse, symmetric [N/m], shape (3 m, 3 m)."""
    node_mass: Any
    """Sparse, the same in each direction [kg], shape (m, m)."""
    weights: FloatArray
    """Mass of each node of the mesh, held ones too [kg]: row sums of the whole mass matrix, shape (n,)."""

    def mass_times(self, vectors: FloatArray) -> FloatArray:
        """M x, shape (3 m,) or (3 m, k)."""
        flat = vectors.reshape(len(self.order), -1)
        return np.asarray(self.node_mass @ flat).reshape(vectors.shape)

    @cached_property
    def total_mass(self) -> float:
        """[kg], with what stands on held nodes."""
        return float(self.weights.sum())

    def spread(self, vectors: FloatArray) -> FloatArray:
        """Shifts of all nodes (k, n, 3) out of the columns of ``vectors`` (3 m, k)."""
        found = np.zeros((vectors.shape[1], len(self.structure.mesh.nodes), 3))
        found[:, self.order] = vectors.T.reshape(vectors.shape[1], -1, 3)
        return found


def assemble(structure: Structure) -> System:
    """The system of all bricks, springs, struts and masses."""
    mesh, bricks = structure.mesh, structure.bricks
    pattern = Pattern(nodes=len(mesh.nodes), elements=mesh.bricks)
    stiffness = pattern.gather_blocks(brick_stiffness(bricks)).tocsr()
    mass = pattern.gather(brick_mass(bricks))
    added, heavy = fastened(structure)
    stiffness, mass = stiffness + added, mass + heavy
    if structure.bed is not None:
        stiffness = stiffness + bedding(structure)
    fixed = structure.held and structure.bed is None
    moving = np.ones(len(mesh.nodes), dtype=bool)
    moving[np.setdiff1d(np.arange(len(mesh.nodes)), mesh.bricks)] = False
    if fixed:
        moving[structure.foot] = False
    graph = _graph(stiffness, len(mesh.nodes))
    if structure.held:
        _check_held(structure, graph)
    order = dissect(mesh.nodes, graph, np.flatnonzero(moving))
    rows = (3 * order[:, None] + np.arange(3)).ravel()
    return System(
        structure=structure,
        order=order,
        stiffness=stiffness[rows][:, rows],
        node_mass=mass[order][:, order],
        weights=np.asarray(mass.sum(axis=1)).ravel(),
    )


def _check_held(structure: Structure, graph: Any) -> None:
    """Every piece that hangs together must stand on the base or be fastened to something."""
    from scipy.sparse.csgraph import connected_components

    mesh = structure.mesh
    count, piece = connected_components(graph, directed=False)
    held = np.zeros(count, dtype=bool)
    held[piece[structure.foot]] = True
    for spring in structure.springs:
        held[piece[attach(mesh, f'spring "{spring.name}"', np.asarray(spring.place)).nodes]] = True
    loose = np.flatnonzero(~held[piece[mesh.bricks[:, 0]]])
    if len(loose):
        listed, place = listed_bricks(mesh, loose)
        raise MeshError(
            f"nothing holds {len(loose)} of {len(mesh)} bricks (numbers {listed}; the first at {place}): they share no "
            "node with what stands on the base. Openings cut them off, or parts of an imported mesh that touch have "
            "nodes of their own: merge those",
            mesh=mesh,
            bad=loose,
        )


def _graph(stiffness: Any, nodes: int) -> Any:
    """Which nodes act on each other, as a sparse matrix of ones."""
    from scipy.sparse import csr_array

    blocks = stiffness.tobsr(blocksize=(3, 3))
    return csr_array((np.ones(len(blocks.indices)), blocks.indices, blocks.indptr), shape=(nodes, nodes))


def fastened(structure: Structure) -> tuple[Any, Any]:
    """What springs and struts add to the stiffness, and masses to the mass."""
    from scipy.sparse import coo_array

    mesh = structure.mesh
    parts: list[tuple[npt.NDArray[np.int64], FloatArray]] = []
    heavy: list[tuple[npt.NDArray[np.int64], FloatArray]] = []
    for spring in structure.springs:
        point = attach(mesh, f'spring "{spring.name}"', np.asarray(spring.place))
        pull = np.asarray(spring.direction) @ point.motion()
        parts.append((_degrees(point.nodes), spring.stiffness * np.outer(pull, pull)))
    for strut in structure.struts:
        ends = [attach(mesh, f'strut "{strut.name}"', np.asarray(place)) for place in (strut.first, strut.second)]
        first, second = (end.place for end in ends)
        nodes = np.concatenate([end.nodes for end in ends])
        size = 3 * len(ends[0].nodes)
        area = np.pi * strut.diameter**2 / 4.0
        length = float(np.linalg.norm(second - first))
        if strut.clamped:
            matrix = beam_stiffness(
                first,
                second,
                youngs_modulus=strut.youngs_modulus,
                shear_modulus=strut.shear_modulus or strut.youngs_modulus / _TIMBER,
                diameter=strut.diameter,
            )
            carry = np.zeros((12, 2 * size))
            for number, end in enumerate(ends):
                part = slice(number * size, (number + 1) * size)
                carry[6 * number : 6 * number + 3, part] = end.motion()
                carry[6 * number + 3 : 6 * number + 6, part] = end.turn()
        else:
            matrix = bar_stiffness(first, second, strut.youngs_modulus * area / length)
            carry = np.zeros((6, 2 * size))
            for number, end in enumerate(ends):
                carry[3 * number : 3 * number + 3, number * size : (number + 1) * size] = end.motion()
        parts.append((_degrees(nodes), carry.T @ matrix @ carry))
        half = 0.5 * strut.density * area * length
        heavy += [(end.nodes, half * np.outer(end.shift, end.shift)) for end in ends if half > 0.0]
    for item in structure.masses:
        point = attach(mesh, f'mass "{item.name}"', np.asarray(item.place))
        heavy.append((point.nodes, item.mass * np.outer(point.shift, point.shift)))

    def gathered(found: list[tuple[npt.NDArray[np.int64], FloatArray]], size: int) -> Any:
        if not found:
            return coo_array((size, size)).tocsr()
        rows = np.concatenate([np.repeat(degrees, len(degrees)) for degrees, _ in found])
        columns = np.concatenate([np.tile(degrees, len(degrees)) for degrees, _ in found])
        return coo_array((np.concatenate([part.ravel() for _, part in found]), (rows, columns)), (size, size)).tocsr()

    return gathered(parts, 3 * len(mesh.nodes)), gathered(heavy, len(mesh.nodes))


def bedding(structure: Structure) -> Any:
    """Springs of the ground under the base."""
    from scipy.sparse import kron

    assert structure.bed is not None
    spread = face_areas(structure.mesh, structure.foot)
    return kron(spread, np.diag([structure.bed.shear, structure.bed.shear, structure.bed.normal]), format="csr")


def _degrees(nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.asarray((3 * nodes[:, None] + np.arange(3)).ravel())
