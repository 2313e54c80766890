"""Factorisation of stiffness: one interface, several libraries.

SciPy's SuperLU is always there. PARDISO (``pirqa[pardiso]``) and MUMPS are quicker on large meshes and are used where
they are asked for, or where they can be imported and nothing is said.
"""

from __future__ import annotations

import importlib
import importlib.util
import weakref
from typing import Any, Literal, Protocol

import numpy as np

from pirqa.errors import ComputationError, MissingExtraError, OptionsError
from pirqa.model.polyhedron import FloatArray

Solver = Literal["auto", "superlu", "pardiso", "mumps"]


class Factor(Protocol):
    """A factorised matrix."""

    name: str

    def solve(self, right: FloatArray) -> FloatArray:
        """x of K x = ``right``, shape (n,) or (n, k)."""
        ...


class _SuperLU:
    name = "superlu"

    def __init__(self, matrix: Any, symmetric: bool = True, like: Factor | None = None) -> None:
        from scipy.sparse import csc_array
        from scipy.sparse.linalg import splu

        # rows of a matrix are the columns of its mirror image, which need not be sorted anew
        self._mirrored = not symmetric and matrix.format == "csr"
        given = csc_array((matrix.data, matrix.indices, matrix.indptr), matrix.shape) if self._mirrored else matrix
        try:
            # the matrix is already ordered by us (ordering.dissect): of a symmetric one all pivots stay on the
            # diagonal, of another those that are not too small
            self._factor = splu(
                given.tocsc(),
                permc_spec="NATURAL",
                diag_pivot_thresh=0.0 if symmetric else _LEAST_PIVOT,
                options={"SymmetricMode": True},
            )
        except RuntimeError as error:
            raise ComputationError(_loose(error)) from error

    def solve(self, right: FloatArray) -> FloatArray:
        factor: Any = self._factor
        return np.asarray(factor.solve(right, "T" if self._mirrored else "N"))


_LEAST_PIVOT = 0.001
"""Of the largest number of its column, below which a pivot on the diagonal is given up."""
_PARDISO = {1: 1, 2: 2, 8: 0, 10: 13}
"""Numbers that steer it: none by default, nested dissection, no solve repeated to refine it (two would be)."""


class _Memory:
    """What the library keeps until it is told to let it go; factors that follow one another share it."""

    def __init__(self, symmetric: bool) -> None:
        pypardiso = importlib.import_module("pypardiso")
        self.solver = pypardiso.PyPardisoSolver(mtype=2 if symmetric else 11)
        for place, value in _PARDISO.items():
            self.solver.set_iparm(place, value)
        weakref.finalize(self, self.solver.free_memory, everything=True)


class _Pardiso:
    name = "pardiso"

    def __init__(self, matrix: Any, symmetric: bool = True, like: Factor | None = None) -> None:
        from scipy.sparse import triu

        # symmetric and definite: half of the matrix is enough, and a pivot that is not positive is an error
        self._matrix = triu(matrix, format="csr") if symmetric else matrix.tocsr()
        self._matrix.sort_indices()
        again = isinstance(like, _Pardiso) and not symmetric
        self._memory: _Memory = like._memory if isinstance(like, _Pardiso) and again else _Memory(symmetric)
        self._solver = self._memory.solver
        try:
            if again:  # the order and the places of all numbers are known
                self._solver.set_phase(22)
                self._solver._call_pardiso(self._matrix, np.zeros((len(matrix.indptr) - 1, 1), order="F"))
            else:
                self._solver.factorize(self._matrix)
        except Exception as error:  # its errors share no class of their own
            raise ComputationError(_loose(error)) from error
        self._solver.remove_stored_factorization()  # a copy of the matrix, with which each solve would be compared
        self._solver.set_phase(33)

    def solve(self, right: FloatArray) -> FloatArray:
        return np.asarray(self._solver._call_pardiso(self._matrix, np.asfortranarray(right)))


class _Mumps:
    name = "mumps"

    def __init__(self, matrix: Any, symmetric: bool = True, like: Factor | None = None) -> None:
        mumps = importlib.import_module("mumps")

        self._context = mumps.Context()
        self._context.set_matrix(matrix.tocoo(), symmetric=symmetric)
        try:
            self._context.factor()
        except Exception as error:
            raise ComputationError(_loose(error)) from error

    def solve(self, right: FloatArray) -> FloatArray:
        return np.asarray(self._context.solve(right))


def _loose(error: Exception) -> str:
    return f"the stiffness matrix could not be factorised ({error}): a part of the wall is not held; check the supports"


_KINDS: dict[str, tuple[str, Any]] = {
    "mumps": ("mumps", _Mumps),
    "pardiso": ("pypardiso", _Pardiso),
    "superlu": ("scipy", _SuperLU),
}


def best_solver(wanted: Solver = "auto") -> str:
    """The solver that will be used."""
    if wanted == "auto":
        return next(name for name, (module, _) in _KINDS.items() if importlib.util.find_spec(module) is not None)
    if importlib.util.find_spec(_KINDS[wanted][0]) is None:
        if wanted == "pardiso":
            raise MissingExtraError('fe.solver = "pardiso"', "pardiso")
        raise OptionsError(f'fe.solver: "{wanted}" is not installed: pip install python-mumps, or leave solver out')
    return wanted


def factorise(matrix: Any, solver: Solver = "auto", *, symmetric: bool = True, like: Factor | None = None) -> Factor:
    """The factor of the sparse ``matrix``, whose rows are in a good order.

    ``like`` is the factor of a matrix with numbers at the same places: where the library can, what it found out about
    them is used again, and ``like`` is of no use any more.
    """
    factor: Factor = _KINDS[best_solver(solver)][1](matrix, symmetric, like)
    return factor
