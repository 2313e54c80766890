"""The wall that is pushed: its bricks with their laws, what holds it, its weight, its loads, its control point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.errors import ModelError
from pirqa.fem.factorise import Solver, best_solver
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.pushover.bricks import Shape, shape_of
from pirqa.fem.pushover.options import LoadPattern
from pirqa.fem.structure import Attachment, Structure
from pirqa.fem.system import System, assemble, bedding, fastened
from pirqa.model.mechanism import LoadDirection
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

if TYPE_CHECKING:
    import numpy.typing as npt

DIRECTIONS: dict[LoadDirection, tuple[float, float, float]] = {
    "outward": (0.0, -1.0, 0.0),
    "inward": (0.0, 1.0, 0.0),
    "forward": (1.0, 0.0, 0.0),
    "backward": (-1.0, 0.0, 0.0),
}
_MOVES = 0.05
"""Of the moving mass that a mode must take along to be the first one that moves the wall that way."""
_MODES = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class Matter:
    """What each brick is made of."""

    law: npt.NDArray[np.int64]
    """Number of the law, shape (e,)."""
    properties: FloatArray
    """As the laws want them, shape (e, 8)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Model:
    """All that does not change while the wall is pushed."""

    structure: Structure
    system: System
    """Of the elastic wall: the order of rows, masses, stiffness for modes."""
    shape: Shape
    matter: Matter
    length: FloatArray
    """Crack-band length of each brick [m], shape (e,)."""
    rows: npt.NDArray[np.int64]
    """Numbers of the degrees that move among all of them, in the order of the matrix, shape (m,)."""
    starts: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int32]
    """Places of the matrix' numbers (CSR)."""
    place: npt.NDArray[np.int64]
    """Where the block of two nodes of a brick begins among the matrix' numbers, −1 if one is held, shape (e, n, n)."""
    stride: npt.NDArray[np.int64]
    """How far the rows of a node are apart there, shape (nodes,)."""
    fixed: FloatArray
    """Numbers of the matrix of what is not bricks: springs, struts, bed."""
    fastening: Any
    """The same, sparse, of all degrees in their own order."""
    weight: FloatArray
    """Forces of gravity on all degrees [N], shape (3 nodes,)."""
    large: bool
    """Whether equilibrium is that of the leaning wall."""
    solver: Solver
    scale: float = 0.0
    """Force by which unbalanced ones are measured where the body has no weight [N]."""

    @property
    def reference(self) -> float:
        """Norm of the weight, by which unbalanced forces are measured [N]."""
        return float(np.linalg.norm(self.weight[self.rows])) or self.scale

    @property
    def total_weight(self) -> float:
        """Of all [N]."""
        return self.system.total_mass * STANDARD_GRAVITY

    @property
    def solver_name(self) -> str:
        """The library that is used."""
        return best_solver(self.solver)


def make_model(structure: Structure, matter: Matter, *, large: bool = True, solver: Solver = "auto") -> Model:
    """The model of ``structure`` whose bricks are of ``matter``."""
    system = assemble(structure)
    mesh = structure.mesh
    shape = shape_of(structure.kind, mesh.bricks, mesh.places)
    added, _ = fastened(structure)
    if structure.bed is not None:
        added = added + bedding(structure)
    added = added.tocsr()
    starts, columns, place, stride, block_starts, block_columns = _pattern(mesh.bricks, len(mesh.nodes), system, added)
    rows = (3 * system.order[:, None] + np.arange(3)).ravel()
    weight = np.zeros((len(mesh.nodes), 3))
    weight[:, 2] = -system.weights * STANDARD_GRAVITY
    return Model(
        structure=structure,
        system=system,
        shape=shape,
        matter=matter,
        length=shape.length,
        rows=rows,
        starts=starts,
        columns=columns,
        place=place,
        stride=stride,
        fixed=_spread(added[rows][:, rows].tocoo(), block_starts, block_columns, len(columns)),
        fastening=added,
        weight=weight.ravel(),
        large=large,
        solver=solver,
    )


def _pattern(bricks: npt.NDArray[np.int64], nodes: int, system: System, added: Any) -> tuple[Any, ...]:
    """Where all numbers of the matrix are: node by node, then row by row (CSR)."""
    order = system.order
    position = np.full(nodes, -1, dtype=np.int64)
    position[order] = np.arange(len(order))
    here = position[bricks]
    first = np.repeat(here, here.shape[1], axis=1).ravel()
    second = np.tile(here, (1, here.shape[1])).ravel()
    other = added.tocoo()
    extra_first, extra_second = position[other.row // 3], position[other.col // 3]
    count = len(order)
    moving = (first >= 0) & (second >= 0)
    tied = (extra_first >= 0) & (extra_second >= 0)
    keys = np.unique(
        np.concatenate([first[moving] * count + second[moving], extra_first[tied] * count + extra_second[tied]])
    )
    block_starts = np.searchsorted(keys, np.arange(count + 1) * count)
    block_columns = keys % count
    per_row = np.diff(block_starts)
    starts = np.zeros(3 * count + 1, dtype=np.int64)
    starts[1:] = np.cumsum(np.repeat(3 * per_row, 3))
    # of each row of blocks the three rows of numbers follow each other, each with all columns
    columns = np.empty(starts[-1], dtype=np.int32)
    wide = (3 * block_columns[:, None] + np.arange(3)).ravel()
    row_of = np.repeat(np.arange(count), per_row)
    within = np.arange(len(keys)) - block_starts[row_of]
    begin = starts[3 * row_of] + 3 * within
    for row in range(3):
        for column in range(3):
            columns[begin + row * 3 * per_row[row_of] + column] = wide[column::3]
    found = np.full(first.shape, -1, dtype=np.int64)
    found[moving] = begin[np.searchsorted(keys, first[moving] * count + second[moving])]
    stride = np.zeros(nodes, dtype=np.int64)
    stride[order] = 3 * per_row
    place = found.reshape(len(bricks), bricks.shape[1], bricks.shape[1])
    return starts.astype(np.int32), columns, place, stride, block_starts, block_columns


def _spread(
    part: Any, block_starts: npt.NDArray[np.int64], block_columns: npt.NDArray[np.int64], size: int
) -> FloatArray:
    """Numbers of a sparse matrix at their places in the pattern."""
    found = np.zeros(size)
    count = len(block_starts) - 1
    if not part.nnz:
        return found
    row, column = part.row.astype(np.int64), part.col.astype(np.int64)
    keys = np.repeat(np.arange(count), np.diff(block_starts)) * count + block_columns
    block = np.searchsorted(keys, (row // 3) * count + column // 3)
    starts = 9 * block_starts[row // 3]
    wide = 3 * np.diff(block_starts)[row // 3]
    np.add.at(found, starts + (row % 3) * wide + 3 * (block - block_starts[row // 3]) + column % 3, part.data)
    return found


def lateral_load(model: Model, pattern: LoadPattern, direction: LoadDirection) -> FloatArray:
    """Horizontal forces on all degrees that sum up to the weight [N], shape (3 nodes,)."""
    system, nodes = model.system, model.structure.mesh.nodes
    way = np.asarray(DIRECTIONS[direction])
    axis = int(np.argmax(np.abs(way)))
    if pattern == "mass":
        share = system.weights.copy()
    elif pattern == "triangular":
        share = system.weights * (nodes[:, 2] - nodes[:, 2].min())
    else:
        count = min(_MODES, 3 * len(system.order) - 2)
        modes = find_modes(system, count, solver=model.solver)
        able = np.flatnonzero(modes.effective_mass[:, axis] > _MOVES)
        if not len(able):
            raise ModelError(
                f'pushover.pattern: none of the first {count} modes moves the wall {direction}; give "mass" or '
                '"triangular"'
            )
        moved = modes.shape[able[0], :, axis]
        share = np.zeros(len(nodes))
        share[system.order] = system.node_mass @ moved[system.order]
    push = share * model.total_weight / share.sum()
    found = np.zeros((len(nodes), 3))
    found[:, axis] = way[axis] * push
    return found.ravel()


def control_vector(model: Model, point: Attachment, direction: LoadDirection) -> FloatArray:
    """Shares of all degrees in the displacement of ``point`` in the load's direction, shape (3 nodes,)."""
    found = np.zeros((len(model.structure.mesh.nodes), 3))
    np.add.at(found, point.nodes, point.shift[:, None] * np.asarray(DIRECTIONS[direction]))
    return found.ravel()


def mean_vector(model: Model, direction: LoadDirection) -> FloatArray:
    """Shares of all degrees in the mass-weighted mean displacement, shape (3 nodes,)."""
    found = model.system.weights[:, None] * np.asarray(DIRECTIONS[direction])
    return np.asarray(found.ravel() / model.system.weights.sum())
