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

__all__ = ["Factor", "Solver", "best_solver", "factorise"]

Solver = Literal["auto", "superlu", "pardiso", "mumps"]


class Factor(Protocol):
    """A factorised symmetric matrix."""

    name: str

    def solve(self, right: FloatArray) -> FloatArray:
        """x of K x = ``right``, shape (n,) or (n, k)."""
        ...


class _SuperLU:
    name = "superlu"

    def __init__(self, matrix: Any) -> None:
        from scipy.sparse.linalg import splu

        try:
            # the matrix is symmetric and already ordered by us (ordering.dissect): pivots stay on the diagonal
            self._factor = splu(
                matrix.tocsc(), permc_spec="NATURAL", diag_pivot_thresh=0.0, options={"SymmetricMode": True}
            )
        except RuntimeError as error:
            raise ComputationError(_loose(error)) from error

    def solve(self, right: FloatArray) -> FloatArray:
        return np.asarray(self._factor.solve(right))


_PARDISO = {1: 1, 2: 2, 8: 0, 10: 13}
"""Numbers that steer it: none by default, nested dissection, no solve repeated to refine it (two would be)."""


class _Pardiso:
    name = "pardiso"

    def __init__(self, matrix: Any) -> None:
        from scipy.sparse import triu

        pypardiso = importlib.import_module("pypardiso")
        # symmetric and definite: half of the matrix is enough, and a pivot that is not positive is an error
        self._solver = pypardiso.PyPardisoSolver(mtype=2)
        for place, value in _PARDISO.items():
            self._solver.set_iparm(place, value)
        self._matrix = triu(matrix, format="csr")
        self._matrix.sort_indices()
        # the library keeps the factor until it is told to let it go
        weakref.finalize(self, self._solver.free_memory, everything=True)
        try:
            self._solver.factorize(self._matrix)
        except Exception as error:  # its errors share no class of their own
            raise ComputationError(_loose(error)) from error
        self._solver.remove_stored_factorization()  # a copy of the matrix, with which each solve would be compared
        self._solver.set_phase(33)

    def solve(self, right: FloatArray) -> FloatArray:
        return np.asarray(self._solver._call_pardiso(self._matrix, np.asfortranarray(right)))


class _Mumps:
    name = "mumps"

    def __init__(self, matrix: Any) -> None:
        mumps = importlib.import_module("mumps")

        self._context = mumps.Context()
        self._context.set_matrix(matrix.tocoo(), symmetric=True)
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


def factorise(matrix: Any, solver: Solver = "auto") -> Factor:
    """The factor of the symmetric sparse ``matrix``, whose rows are in a good order."""
    factor: Factor = _KINDS[best_solver(solver)][1](matrix)
    return factor
