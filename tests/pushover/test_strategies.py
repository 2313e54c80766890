"""What is tried where Newton fails, and what is not believed."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.fe.structure import Solid
from pirqa.pushover import path as path_module
from pirqa.pushover.balance import Balance
from pirqa.pushover.model import Matter, lateral_load, make_model, mean_vector
from pirqa.pushover.path import Progress, follow, under_weight
from pirqa.pushover.record import Record
from pirqa.pushover.steps import Push, step_implex, step_static
from pirqa.verification.fe_boxes import box, box_structure

HEIGHT = 2.4


@pytest.fixture
def ready():
    structure = box_structure(
        box((0.3, 0.6, HEIGHT), (1, 2, 8)), "incompatible", Solid(youngs_modulus=6e8, poisson_ratio=0.2, density=2000.0)
    )
    count = len(structure.mesh)
    properties = np.tile([6e8, 0.2, 1e4, 15.0, 5e6, 5e4, 0.1, 0.0], (count, 1))
    model = make_model(structure, Matter(law=np.full(count, 4), properties=properties), solver="superlu")
    balance = Balance(model)
    rest, cracked = under_weight(model, balance)
    assert cracked == 0.0
    load = lateral_load(model, "mass", "outward")
    top = np.zeros((len(structure.mesh.nodes), 3))
    at = np.abs(structure.mesh.nodes[:, 2] - HEIGHT) < 1e-9
    top[at, 1] = -1.0 / at.sum()
    record = Record(
        model=model, load=load, point=top.ravel(), mean=mean_vector(model, "outward"), target=0.02, start=rest.shift
    )
    return balance, record, rest, Push(load=load, control=top.ravel())


def run(ready, **changes):
    balance, record, rest, push = ready
    settings = {"step": 0.001, "viscosity": 0.2, "reach": 0.01} | changes
    return record, follow(balance, record, rest, push, **settings)[1]


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

    def failing(balance, rest, push, step, viscosity, hurried):
        calls.append(step)
        return None if rest.multiplier > 0.15 else step_static(balance, rest, push, step, viscosity)

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

    def failing(balance, rest, push, step, viscosity, hurried):
        return None if rest.multiplier > 0.15 else step_static(balance, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", failing)
    monkeypatch.setattr(path_module, "step_implex", lambda *arguments: None)
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert 3.0 in record.column("strategy")
    assert 0.0 < record.column("inertia").max() <= 0.02
    assert np.interp(0.02, *_curve(record)) == pytest.approx(reference, rel=0.05)


def test_where_nothing_helps_it_says_where_it_stopped(ready, monkeypatch):
    def failing(balance, rest, push, step, viscosity, hurried):
        return None if rest.multiplier > 0.15 else step_static(balance, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", failing)
    monkeypatch.setattr(path_module, "step_implex", lambda *arguments: None)
    monkeypatch.setattr(path_module, "step_dynamic", lambda *arguments: None)
    record, outcome = run(ready)
    assert outcome.ended == "stopped"
    assert outcome.message.startswith(f"stopped at {1e3 * record.displacement:.1f} mm, λ ")
    assert "residual" in outcome.message


def test_a_path_that_unloads_is_no_wall_that_has_failed(ready, monkeypatch):
    turned = []

    def returning(balance, rest, push, step, viscosity, hurried):
        if turned or rest.multiplier > 0.15:
            turned.append(True)
            step = -step
        return step_static(balance, rest, push, step, viscosity)

    monkeypatch.setattr(path_module, "step_static", returning)
    record, outcome = run(ready)
    assert record.rows[-1][2] <= 0.0
    assert outcome.ended == "stopped"
    assert "went back" in outcome.message


def test_a_jump_of_the_load_is_not_believed(ready, monkeypatch):
    def jumping(balance, rest, push, step, viscosity, hurried):
        found = step_static(balance, rest, push, step, viscosity)
        if found is not None and step > 0.0004 and rest.multiplier > 0.1:
            found.rest.multiplier -= 0.1
        return found

    monkeypatch.setattr(path_module, "step_static", jumping)
    record, outcome = run(ready)
    assert outcome.ended == "target"
    assert np.diff(record.column("multiplier")).min() > -0.02
    assert 1.0 in record.column("strategy")


def test_extrapolated_cracks_leave_a_residual_that_is_told(ready):
    balance, _, rest, push = ready
    for _ in range(8):
        rest = step_static(balance, rest, push, 0.001, 0.0002).rest
    found = step_implex(balance, rest, push, 0.001, 0.0002)
    assert 0.0 <= found.residual < 0.02
    assert found.rest.multiplier == pytest.approx(rest.multiplier, rel=0.2)


def test_steps_grow_again():
    progress = Progress(step=0.0001)

    class Easy:
        iterations = 2

    for _ in range(20):
        path_module._go_on(progress, Easy(), 0.001)
    assert progress.step == pytest.approx(0.001)


def _curve(record):
    return record.column("displacement"), record.column("multiplier")
