"""Paths of small strips: their energy, their limits, what they say where they stop."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.pushover.mechanism import read_cracks
from pirqa.pushover.options import Masonry
from pirqa.pushover.stage import run_pushover
from tests.pushover.strips import FE, MASONRY, options, strip


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
