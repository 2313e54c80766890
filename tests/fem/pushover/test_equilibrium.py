"""Paths of small strips: their energy, their limits, what they say where they stop."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pirqa.fem.factorise import factorise
from pirqa.fem.pushover.equilibrium import BorderedSolver, solve_near
from pirqa.fem.pushover.mechanism import read_cracks
from pirqa.fem.pushover.options import Masonry
from pirqa.fem.pushover.stage import run_pushover
from tests.fem.pushover.strips import FE, MASONRY, options, strip

SIZE = 200


@pytest.fixture(scope="module")
def pushed():
    return run_pushover(strip(), FE, options(target=0.04, directions=("outward", "inward")))


def test_load_rises_to_what_a_rigid_block_bears_and_falls_as_it_leans(pushed):
    path = pushed.paths[0]
    assert path.ended == "target"
    assert path.displacement[0] == 0.0
    assert path.displacement[-1] == pytest.approx(0.04)
    # a rigid block begins at t/h = 0.25; bending, and a toe that is no edge, take some of it
    assert 0.19 < path.multiplier.max() < 0.26
    assert path.multiplier[-1] < path.multiplier.max()


def test_work_goes_into_the_wall(pushed):
    path = pushed.paths[0]
    stored = path.elastic - path.elastic[0]
    assert np.all(np.diff(path.dissipated) > -0.01 * path.work.max())  # trapezia over steps in which it cracks
    assert path.work == pytest.approx(stored + path.dissipated, rel=0.02, abs=0.02 * path.work.max())


def test_symmetric_wall_does_not_mind_the_direction(pushed):
    first, second = pushed.paths
    grid = np.linspace(0.0, 0.04, 41)
    apart = np.interp(grid, first.displacement, first.multiplier) - np.interp(
        grid, second.displacement, second.multiplier
    )
    assert np.abs(apart).max() < 0.01 * first.multiplier.max()


def test_wall_softens_and_cracks_at_its_foot(pushed):
    path, shots = pushed.paths[0], pushed.snapshots[0]
    assert path.stiffness[0] == pytest.approx(1.0)
    assert path.stiffness[-1] < 0.5
    assert 0.0 < path.cracked[-1] < 0.5
    assert shots.step[0] == 0
    assert shots.step[-1] == len(path.displacement) - 1
    assert np.argmax(path.multiplier) in shots.step
    widest = int(shots.opening[-1].argmax())
    assert pushed.mesh.places[widest].mean(axis=0)[2] < 0.6, "in the two rows through which the crack runs to the toe"
    hinge = read_cracks(pushed.mesh, shots, path).main
    assert hinge is not None
    assert hinge.level == 0.0
    # all rows together open by as much as the back face is lifted
    back = pushed.mesh.nodes[:, 1] >= pushed.mesh.nodes[:, 1].max() - 1e-6
    lifted = shots.shift[-1, back & (np.abs(pushed.mesh.nodes[:, 2] - 0.9) < 1e-6), 2].mean()
    assert hinge.opening == pytest.approx(float(lifted), rel=0.1)
    assert abs(shots.normal[-1, widest, 2]) > 0.9
    # pushed outwards, to −y, it opens at the back
    assert pushed.mesh.places[widest].mean(axis=0)[1] > 0.3


def test_elastic_wall_follows_its_stiffness():
    made = run_pushover(strip(), FE, options(masonry={"stone": Masonry(law="elastic")}, large_displacements=False))
    path = made.paths[0]
    assert np.allclose(path.multiplier / path.multiplier[-1], path.displacement / path.displacement[-1])
    assert path.dissipated[-1] == pytest.approx(0.0, abs=1e-6 * path.work[-1])
    assert path.cracked.max() == 0.0


def test_leaning_takes_load_away():
    straight = run_pushover(strip(), FE, options(large_displacements=False, target=0.03)).paths[0]
    leaning = run_pushover(strip(), FE, options(target=0.03)).paths[0]
    # a rigid block loses d/t of its load
    lost = 1.0 - leaning.multiplier[-1] / straight.multiplier[-1]
    assert 0.5 * 0.03 / 0.6 < lost < 3.0 * 0.03 / 0.6


def test_law_is_that_of_the_zone():
    strong = Masonry(tensile_strength=1e6, tensile_energy=3e3, compressive_strength=5e6, compressive_energy=5e4)
    weak = run_pushover(strip(), FE, options(target=0.01)).paths[0]
    held = run_pushover(strip(), FE, options(target=0.01, masonry={"stone": MASONRY, "wall": strong})).paths[0]
    assert held.multiplier[-1] > 1.3 * weak.multiplier[-1]


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
    border = BorderedSolver(factorise(matrix(), "superlu", symmetric=False), load)
    found = border.solve_for(now, right, control, 0.7, 1e-9)
    assert found is not None
    moved, share = found
    assert control @ moved == pytest.approx(0.7)
    assert np.linalg.norm(now @ moved - share * load - right) <= 0.0101 * np.linalg.norm(right)
    exact = BorderedSolver(factorise(now, "superlu", symmetric=False), load).solve(right, control, 0.7)
    assert np.linalg.norm(now @ exact[0] - exact[1] * load - right) < 1e-9
    alone = solve_near(now, factorise(matrix(), "superlu", symmetric=False), right)
    assert alone is not None
    assert np.linalg.norm(now @ alone - right) <= 1.01e-4 * np.linalg.norm(right)


def test_a_factor_that_is_too_far_is_told():
    now = csr_array(diags_array(np.random.default_rng(1).uniform(0.01, 100.0, SIZE), format="csr"))
    border = BorderedSolver(factorise(matrix(), "superlu", symmetric=False), np.ones(SIZE))
    right = np.random.default_rng(2).normal(size=SIZE)
    assert border.solve_for(now, right, np.ones(SIZE), 1.0, 0.0) is None
    assert border.far
    assert solve_near(now, border.factor, right) is None


def test_what_does_not_move_is_not_controlled():
    load = np.zeros(SIZE)
    border = BorderedSolver(factorise(matrix(), "superlu", symmetric=False), load)
    _, share = border.solve(np.ones(SIZE), np.ones(SIZE), 1.0)
    assert np.isnan(share)
