from __future__ import annotations

import numpy as np
import pytest

from pirqa.fe.factorise import factorise
from pirqa.fe.structure import Solid
from pirqa.pushover.model import Matter, lateral_load, make_model
from pirqa.pushover.stage import run_pushover
from pirqa.verification.fe_boxes import box, box_structure
from tests.pushover.strips import FE, options, strip


def model():
    structure = box_structure(
        box((1.0, 0.6, 2.4), (2, 2, 6)), "incompatible", Solid(youngs_modulus=6e8, poisson_ratio=0.2, density=2000.0)
    )
    count = len(structure.mesh)
    return make_model(
        structure,
        Matter(law=np.zeros(count, dtype=np.int64), properties=np.tile([6e8, 0.2, 0, 0, 0, 0, 0, 0], (count, 1))),
        solver="superlu",
    )


@pytest.mark.parametrize("pattern", ["mass", "mode", "triangular"])
@pytest.mark.parametrize(
    ("direction", "axis", "sign"), [("outward", 1, -1), ("inward", 1, 1), ("forward", 0, 1), ("backward", 0, -1)]
)
def test_loads_sum_up_to_the_weight(pattern, direction, axis, sign):
    wall = model()
    load = lateral_load(wall, pattern, direction).reshape(-1, 3)
    total = load.sum(axis=0)
    assert total[axis] == pytest.approx(sign * wall.total_weight)
    assert np.abs(np.delete(total, axis)).max() < 1e-6 * wall.total_weight


def test_a_triangle_acts_higher_than_the_mass():
    wall = model()
    level = wall.structure.mesh.nodes[:, 2]
    heights = [
        float(lateral_load(wall, pattern, "inward").reshape(-1, 3)[:, 1] @ level / wall.total_weight)
        for pattern in ("mass", "triangular", "mode")
    ]
    assert heights[0] == pytest.approx(1.2)
    assert heights[1] == pytest.approx(1.6, rel=0.02)
    assert heights[2] > 1.6


def test_controls_find_the_same_curve():
    grid = np.linspace(0.0, 0.02, 21)
    curves = {}
    for control in ("node", "mean", "arc_length"):
        path = run_pushover(strip(), FE, options(control=control)).paths[0]
        assert path.ended == "target"
        curves[control] = np.interp(grid, path.displacement, path.multiplier)
    peak = curves["node"].max()
    assert np.abs(curves["mean"] - curves["node"]).max() < 0.03 * peak
    assert np.abs(curves["arc_length"] - curves["node"]).max() < 0.03 * peak


def test_factor_of_a_matrix_that_is_not_symmetric():
    from scipy.sparse import csr_array

    rng = np.random.default_rng(0)
    dense = rng.normal(size=(30, 30)) + 30.0 * np.eye(30)
    right = rng.normal(size=(30, 2))
    first = factorise(csr_array(dense), "superlu", symmetric=False)
    assert np.allclose(dense @ first.solve(right), right)
    again = factorise(csr_array(2.0 * dense), "superlu", symmetric=False, like=first)
    assert np.allclose(2.0 * dense @ again.solve(right[:, 0]), right[:, 0])


def test_pardiso_uses_its_analysis_again():
    pytest.importorskip("pypardiso")
    from scipy.sparse import csr_array

    rng = np.random.default_rng(0)
    dense = rng.normal(size=(30, 30)) + 30.0 * np.eye(30)
    right = rng.normal(size=(30, 2))
    first = factorise(csr_array(dense), "pardiso", symmetric=False)
    assert np.allclose(dense @ first.solve(right), right)
    changed = dense + np.diag(rng.normal(size=30))
    again = factorise(csr_array(changed), "pardiso", symmetric=False, like=first)
    assert np.allclose(changed @ again.solve(right), right)
