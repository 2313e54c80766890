"""Corrections with a factor of another matrix."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pirqa.fe.factorise import factorise
from pirqa.pushover.bordered import Border, solve_near

SIZE = 200


def matrix(weak: int = 0, left: float = 0.01) -> csr_array:
    """A chain of springs, of which the first ``weak`` have lost most of their stiffness."""
    spring = np.ones(SIZE + 1)
    spring[1 : 1 + weak] = left
    return csr_array(
        diags_array([spring[:-1] + spring[1:], -spring[1:-1], -spring[1:-1]], offsets=[0, 1, -1], format="csr")
    )


def test_a_factor_of_another_matrix_gives_the_correction():
    now = matrix(weak=4)
    rng = np.random.default_rng(0)
    load, right = np.ones(SIZE), rng.normal(size=SIZE)
    control = np.zeros(SIZE)
    control[SIZE // 2] = 1.0
    border = Border(factorise(matrix(), "superlu", symmetric=False), load)
    found = border.solve_for(now, right, control, 0.7, 1e-9)
    assert found is not None
    moved, share = found
    assert control @ moved == pytest.approx(0.7)
    assert np.linalg.norm(now @ moved - share * load - right) <= 0.0101 * np.linalg.norm(right)
    exact = Border(factorise(now, "superlu", symmetric=False), load).solve(right, control, 0.7)
    assert np.linalg.norm(now @ exact[0] - exact[1] * load - right) < 1e-9
    alone = solve_near(now, factorise(matrix(), "superlu", symmetric=False), right)
    assert alone is not None
    assert np.linalg.norm(now @ alone - right) <= 1.01e-4 * np.linalg.norm(right)


def test_a_factor_that_is_too_far_is_told():
    now = csr_array(diags_array(np.random.default_rng(1).uniform(0.01, 100.0, SIZE), format="csr"))
    border = Border(factorise(matrix(), "superlu", symmetric=False), np.ones(SIZE))
    right = np.random.default_rng(2).normal(size=SIZE)
    assert border.solve_for(now, right, np.ones(SIZE), 1.0, 0.0) is None
    assert border.far
    assert solve_near(now, border.factor, right) is None


def test_what_does_not_move_is_not_controlled():
    load = np.zeros(SIZE)
    border = Border(factorise(matrix(), "superlu", symmetric=False), load)
    _, share = border.solve(np.ones(SIZE), np.ones(SIZE), 1.0)
    assert np.isnan(share)
