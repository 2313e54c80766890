"""Paths of the pushed wall: kinds of control, and strategies where a step finds no equilibrium."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.fem.factorise import factorise
from pirqa.fem.pushover import path as path_module
from pirqa.fem.pushover.equilibrium import PushoverEquilibrium
from pirqa.fem.pushover.model import Matter, lateral_load, make_model, mean_vector
from pirqa.fem.pushover.path import PathProgress, Push, follow, step_implex, step_static, under_weight
from pirqa.fem.pushover.record import PathRecord
from pirqa.fem.pushover.stage import run_pushover
from pirqa.fem.structure import Solid
from pirqa.verification.fe import box, box_structure
from tests.fem.pushover.strips import FE, options, strip

HEIGHT = 2.4


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


@pytest.fixture
def ready():
    structure = box_structure(
        box((0.3, 0.6, HEIGHT), (1, 2, 8)), "incompatible", Solid(youngs_modulus=6e8, poisson_ratio=0.2, density=2000.0)
    )
    count = len(structure.mesh)
    properties = np.tile([6e8, 0.2, 1e4, 15.0, 5e6, 5e4, 0.1, 0.0], (count, 1))
    model = make_model(structure, Matter(law=np.full(count, 4), properties=properties), solver="superlu")
    equilibrium = PushoverEquilibrium(model)
    rest, cracked = under_weight(model, equilibrium)
    assert cracked == 0.0
    load = lateral_load(model, "mass", "outward")
    top = np.zeros((len(structure.mesh.nodes), 3))
    at = np.abs(structure.mesh.nodes[:, 2] - HEIGHT) < 1e-9
    top[at, 1] = -1.0 / at.sum()
    record = PathRecord(
        model=model, load=load, point=top.ravel(), mean=mean_vector(model, "outward"), target=0.02, start=rest.shift
    )
    return equilibrium, record, rest, Push(load=load, control=top.ravel())


def run(ready, **changes):
    equilibrium, record, rest, push = ready
    settings = {"step": 0.001, "viscosity": 0.2, "reach": 0.01} | changes
    return record, follow(equilibrium, record, rest, push, **settings)[1]


def test_easy_path_is_newton_alone(ready):
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert set(record.column("strategy")) <= {0.0, 1.0}
    assert record.column("residual").max() <= 2e-3


def test_where_newton_fails_cracks_are_extrapolated(ready, monkeypatch):
    reference = np.interp(0.02, *_curve(run(ready)[0]))
    record = ready[1]
    record.rows.clear()
    record.shots.clear()
    record.inner_work = record.outer_work = 0.0
    calls = []

    def failing(equilibrium, rest, push, step, viscosity, hurried):
        calls.append(step)
        return None if rest.multiplier > 0.15 else step_static(equilibrium, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", failing)
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert 2.0 in record.column("strategy")
    assert min(calls) < 0.001 / 16.0  # it was cut first
    assert np.interp(0.02, *_curve(record)) == pytest.approx(reference, rel=0.05)


def test_where_that_fails_too_it_is_in_slow_motion(ready, monkeypatch):
    reference = np.interp(0.02, *_curve(run(ready)[0]))
    record = ready[1]
    record.rows.clear()
    record.shots.clear()

    def failing(equilibrium, rest, push, step, viscosity, hurried):
        return None if rest.multiplier > 0.15 else step_static(equilibrium, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", failing)
    monkeypatch.setattr(path_module, "step_implex", lambda *arguments: None)
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert 3.0 in record.column("strategy")
    assert 0.0 < record.column("inertia").max() <= 0.02
    assert np.interp(0.02, *_curve(record)) == pytest.approx(reference, rel=0.05)


def test_where_nothing_helps_it_says_where_it_stopped(ready, monkeypatch):
    def failing(equilibrium, rest, push, step, viscosity, hurried):
        return None if rest.multiplier > 0.15 else step_static(equilibrium, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", failing)
    monkeypatch.setattr(path_module, "step_implex", lambda *arguments: None)
    monkeypatch.setattr(path_module, "step_dynamic", lambda *arguments: None)
    record, outcome = run(ready)
    assert outcome.ended == "stopped"
    assert outcome.message.startswith(f"stopped at {1e3 * record.displacement:.1f} mm, λ ")
    assert "residual" in outcome.message


def test_a_path_that_unloads_is_no_wall_that_has_failed(ready, monkeypatch):
    turned = []

    def returning(equilibrium, rest, push, step, viscosity, hurried):
        if turned or rest.multiplier > 0.15:
            turned.append(True)
            step = -step
        return step_static(equilibrium, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", returning)
    record, outcome = run(ready)
    assert record.rows[-1][2] <= 0.0
    assert outcome.ended == "stopped"
    assert "went back" in outcome.message


def test_a_jump_of_the_load_is_not_believed(ready, monkeypatch):
    def jumping(equilibrium, rest, push, step, viscosity, hurried):
        found = step_static(equilibrium, rest, push, step, viscosity)
        if found is not None and step > 0.0004 and rest.multiplier > 0.1:
            found.rest.multiplier -= 0.1
        return found

    monkeypatch.setattr(path_module, "step_static", jumping)
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert np.diff(record.column("multiplier")).min() > -0.02
    assert 1.0 in record.column("strategy")


def test_extrapolated_cracks_leave_a_residual_that_is_told(ready):
    equilibrium, _, rest, push = ready
    for _ in range(8):
        rest = step_static(equilibrium, rest, push, 0.001, 0.0002).rest
    found = step_implex(equilibrium, rest, push, 0.001, 0.0002)
    assert 0.0 <= found.residual < 0.02
    assert found.rest.multiplier == pytest.approx(rest.multiplier, rel=0.2)


def test_steps_grow_again():
    progress = PathProgress(step=0.0001)

    class Easy:
        iterations = 2

    for _ in range(20):
        path_module._go_on(progress, Easy(), 0.001)
    assert progress.step == pytest.approx(0.001)


def _curve(record):
    return record.column("displacement"), record.column("multiplier")
