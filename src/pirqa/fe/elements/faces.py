"""Integrals over outer faces of bricks: beds, pressures."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from pirqa.fe.elements.shapes import CORNERS, MIDDLES, shape_functions
from pirqa.fe.mesh.mesh import FACES, Mesh

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["face_areas"]


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
