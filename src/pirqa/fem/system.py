"""Stiffness and mass of a structure, assembled from its elements and ordered for elimination.

Three numbers stand at each node, so that the matrix is sorted and summed node by node: a ninth of the work of sorting
all its numbers. The order of elimination is the nested dissection of the nodes in space (George 1973).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import MeshError
from pirqa.fem.elements import (
    CORNERS,
    MIDDLES,
    bar_stiffness,
    beam_stiffness,
    brick_mass,
    brick_stiffness,
    shape_functions,
)
from pirqa.fem.mesh import FACES, Mesh, listed_bricks
from pirqa.fem.structure import Structure, attach
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

_LEAF = 60
"""Nodes below which parting them gains nothing."""

_TIMBER = 16.0
"""E/G of timber (EN 338)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Pattern:
    """Which nodes of a mesh act on which: where the numbers of all its elements go."""

    nodes: int
    """Number of nodes."""
    elements: npt.NDArray[np.int64]
    """Nodes of each element, shape (e, n)."""

    @cached_property
    def _sorted(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Of the pairs of nodes that act on each other: starts of rows, columns, and where each element's pairs are."""
        count = self.elements.shape[1]
        rows = np.repeat(self.elements, count, axis=1).ravel()
        columns = np.tile(self.elements, (1, count)).ravel()
        pairs, place = np.unique(rows * self.nodes + columns, return_inverse=True)
        starts = np.searchsorted(pairs, np.arange(self.nodes + 1) * self.nodes)
        return starts, pairs % self.nodes, place.astype(np.int64)

    def gather_blocks(self, matrices: FloatArray) -> Any:
        """Sum of element matrices (e, 3n, 3n) as a sparse matrix, shape (3 nodes, 3 nodes)."""
        from scipy.sparse import bsr_array

        starts, columns, place = self._sorted
        elements, size = self.elements.shape
        blocks = matrices.reshape(elements, size, 3, size, 3)
        data = np.empty((len(columns), 3, 3))
        for row in range(3):
            for column in range(3):
                numbers = np.ascontiguousarray(blocks[:, :, row, :, column]).ravel()
                data[:, row, column] = np.bincount(place, numbers, minlength=len(columns))
        return bsr_array((data, columns, starts), shape=(3 * self.nodes, 3 * self.nodes))

    def gather(self, matrices: FloatArray) -> Any:
        """Sum of element matrices (e, n, n), which are the same in each direction, shape (nodes, nodes)."""
        from scipy.sparse import csr_array

        starts, columns, place = self._sorted
        data = np.bincount(place, matrices.ravel(), minlength=len(columns))
        return csr_array((data, columns, starts), shape=(self.nodes, self.nodes))


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


def dissect(places: FloatArray, graph: Any, nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """``nodes`` in an order that keeps the factor small: both halves first, then what parts them.

    ``places`` of all nodes (n, 3), ``graph`` which of them act on each other, sparse (n, n). A wall is long and thin:
    cut across its longest side again and again the parts that meet are small, and on the nodes, not on their three
    numbers each, the order is found in no time.
    """
    marks = np.zeros(len(places))
    found: list[npt.NDArray[np.int64]] = []
    # what is last in the order is found first: the stack gives separators before their halves, and is turned round
    stack = [nodes]
    while stack:
        part = stack.pop()
        split = None if len(part) <= _LEAF else _halve(places, graph, part, marks)
        if split is None:
            found.append(part)
            continue
        left, right, between = split
        found.append(between)
        stack += [left, right]
    return np.concatenate(found[::-1]) if found else nodes


def _halve(
    places: FloatArray, graph: Any, part: npt.NDArray[np.int64], marks: FloatArray
) -> tuple[npt.NDArray[np.int64], ...] | None:
    """Two parts that do not touch, and the nodes between them; None where it cannot be parted."""
    here = places[part]
    for axis in np.argsort(-np.ptp(here, axis=0), kind="stable"):  # across the longest side, if that parts them
        middle = np.median(here[:, axis])
        left = here[:, axis] < middle
        if not left.any():
            left = here[:, axis] <= middle
        if left.all():
            continue
        marks[part[left]] = 1.0
        right = part[~left]
        touching = graph[right] @ marks > 0.0
        marks[part[left]] = 0.0
        if not touching.all():
            return part[left], right[~touching], right[touching]
    return None


def face_areas(mesh: Mesh, foot: npt.NDArray[Any]) -> Any:
    """∫ N_i N_j dA over all faces of bricks whose corners are all in ``foot`` [m2], sparse (n, n).

    Any of a brick's six faces may be the one that lies there: meshes from files are numbered as they like.
    """
    from scipy.sparse import coo_array

    count = mesh.bricks.shape[1]
    signs = CORNERS if count == 8 else np.vstack([CORNERS, MIDDLES])
    along, weight = np.polynomial.legendre.leggauss(3)
    weights = np.array([a * b for a, b in product(weight, repeat=2)])
    inside = np.zeros(len(mesh.nodes), dtype=bool)
    inside[foot] = True
    found: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]] = []
    for corners in FACES:
        chosen = inside[mesh.bricks[:, corners]].all(axis=1)
        if not chosen.any():
            continue
        # on a face of the reference cube the brick's own functions are those of the face
        axis = int(np.flatnonzero(np.ptp(CORNERS[corners], axis=0) == 0.0)[0])
        side = CORNERS[corners[0], axis]
        others = [other for other in range(3) if other != axis]
        places = np.full((len(weights), 3), side)
        places[:, others] = list(product(along, repeat=2))
        here = np.flatnonzero(signs[:, axis] == side)
        values, slopes = shape_functions(count, places)
        tangents = np.einsum("gia,eib->egab", slopes[:, :, others], mesh.places[chosen], optimize=True)
        area = np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=2) * weights
        values = values[:, here]
        found.append((mesh.bricks[chosen][:, here], np.einsum("eg,gi,gj->eij", area, values, values, optimize=True)))
    size = (len(mesh.nodes), len(mesh.nodes))
    if not found:
        return coo_array(size).tocsr()
    rows = np.concatenate([np.repeat(nodes, nodes.shape[1], axis=1).ravel() for nodes, _ in found])
    columns = np.concatenate([np.tile(nodes, (1, nodes.shape[1])).ravel() for nodes, _ in found])
    return coo_array((np.concatenate([blocks.ravel() for _, blocks in found]), (rows, columns)), size).tocsr()


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


def _degrees(nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.asarray((3 * nodes[:, None] + np.arange(3)).ravel())
