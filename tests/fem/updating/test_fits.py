"""Pairing, identifiability, both ways to the best values, and how well they are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, OptionsError
from pirqa.fem.updating.fits import Target, best_of, calibrate, fit, jacobian, pair, settled, starts_of, surface
from pirqa.fem.updating.identifiability import demand_enough, demand_identifiable, identifiability, sensitivity
from pirqa.fem.updating.posterior import laplace
from pirqa.fem.updating.twin import State
from pirqa.model.modes import Modes
from tests.fem.updating.made import SENSORS, as_measured, measured, parameter, twin


def _target(**others):
    return Target(modes=measured(), **others)


def test_modes_that_have_passed_each_other_are_still_told_apart():
    model = twin("E1", "E2")
    state = model.evaluate(model.starts, slopes=False)
    order = np.array([1, 0, 2, 3])
    swapped = replace(
        measured(), point_shape=measured().point_shape[order] * np.array([-1.0, 1.0, -1.0, 1.0])[:, None, None]
    )
    found = pair(Target(modes=swapped), state)
    assert found.computed.tolist() == order.tolist()
    assert found.assurance == pytest.approx(np.ones(4))


def test_a_shape_that_no_mode_has_is_told():
    strange = measured().point_shape.copy()
    strange[2, :, 1] = np.random.default_rng(1).standard_normal(len(SENSORS))
    target = Target(modes=replace(measured(), point_shape=strange))
    model = twin("E1", "E2")
    state = model.evaluate(model.starts, slopes=False)
    assert len(pair(target, state).computed) == 4
    with pytest.raises(ComputationError, match=r"like the measured one at 7.91 Hz \(MAC 0"):
        pair(target, state, demand=True)


def test_more_measured_than_computed_modes_are_refused():
    model = twin("E1")
    state = model.evaluate(model.starts, slopes=False)
    few = replace(state, frequency=state.frequency[:3], shape=state.shape[:3])
    with pytest.raises(OptionsError, match="4 measured modes cannot be paired with 3"):
        pair(_target(), few)


def test_frequencies_need_a_standard_deviation():
    bare = replace(measured(), frequency_sd=np.array([0.01, np.nan, 0.01, 0.0]))
    with pytest.raises(OptionsError, match=r"4\.82 Hz, 10\.4 Hz has no standard deviation"):
        Target(modes=bare)
    assert Target(modes=bare, model_error=0.01).deviation[1] == pytest.approx(0.01 * bare.frequency[1])
    nothing = Modes(frequency=np.zeros(0), damping=np.zeros(0), points=(), point_shape=np.zeros((0, 0, 3)))
    with pytest.raises(OptionsError, match="no measured mode"):
        Target(modes=nothing, model_error=0.01)


def _identified(model):
    target = _target()
    state = model.evaluate(model.starts)
    return identifiability(jacobian(target, state, pair(target, state), model.parameters), state.values)


def test_scaling_moduli_and_weights_alike_is_not_seen():
    model = twin("E1", "E2", "g1", "g2")
    found = _identified(model)
    assert found.null == (3,)
    assert np.abs(found.directions[3]) == pytest.approx(np.full(4, 0.5), abs=1e-4)
    with pytest.raises(OptionsError, match="E1 up, E2 up, g1 up, g2 up"):
        demand_identifiable(found, model.parameters)


def test_a_value_that_changes_nothing_is_named():
    found = identifiability(np.array([[3.0, 0.0], [4.0, 0.0]]), np.ones(2))
    with pytest.raises(OptionsError, match="E2 changes no frequency and no shape"):
        demand_identifiable(found, [parameter("E1", 6e8), parameter("E2", 2e8)])


def test_a_prior_makes_it_seen():
    model = twin("E1", "E2", "g1", "g2", prior_sd=1e3)
    assert _identified(model).null == ()


def test_a_direction_known_to_less_than_30_percent_is_weak():
    found = identifiability(np.diag([100.0, 3.0, 1e-9]), np.ones(3))
    assert (found.null, found.weak) == ((2,), (1,))


def test_fewer_numbers_than_parameters_are_refused():
    with pytest.raises(OptionsError, match=r"2 parameters without prior_sd \(E1, E2\) cannot be told from 1"):
        demand_enough([parameter("E1", 6e8), parameter("E2", 2e8), parameter("g1", 25e3, prior_sd=1e3)], 1)


def test_one_modulus_of_all_changes_frequencies_by_half_a_percent():
    model = twin("E1", "E2")
    state = model.evaluate(model.starts)
    found = sensitivity(_target(), state, pair(_target(), state))
    assert found.frequency.sum(axis=1) == pytest.approx(np.full(4, 0.5), rel=1e-6)
    assert found.share.max() == 1.0


def test_the_direct_way_finds_the_truth_from_every_start():
    model = twin("E1", "E2")
    begins = starts_of(model, 3, seed=4)
    low, high = model.bounds
    assert begins.shape == (3, 2)
    assert np.all((begins >= low) & (begins <= high))
    assert np.array_equal(begins, starts_of(model, 3, seed=4))
    for begin in begins[1:]:
        found = fit(model, _target(), begin)
        assert found.converged
        assert found.values == pytest.approx(model.starts, rel=1e-5)
        assert found.steps[-1].cost <= found.steps[0].cost


def test_shapes_count_where_they_are_asked_for():
    model = twin("E1", "E2", shapes=True)
    begin = model.starts * np.array([2.0, 0.6])
    assert fit(model, _target(shape_sd=0.01), begin).values == pytest.approx(model.starts, rel=1e-3)


def test_a_value_that_would_cross_its_bound_is_named():
    model = twin("E1", "E2")
    lighter = replace(measured(), frequency=measured().frequency * 3.0)
    found = fit(model, Target(modes=lighter), model.starts)
    assert set(found.on_bound) == {"E1", "E2"}
    assert fit(model, _target(), model.starts).on_bound == ()


def test_starts_that_all_fail_are_told():
    model = twin("E1")
    stuck = replace(fit(model, _target(), model.starts), converged=False)
    with pytest.raises(ComputationError, match="did not come to rest within 60 steps from any of 1 starts"):
        best_of([stuck])


def test_response_functions_are_exact_for_parabolas():
    def f(x):
        return np.array([1.0 + 2.0 * x[0] - x[1] ** 2, 3.0 * x[0] ** 2 + x[1]])

    base, low, high = np.array([2.0, 3.0]), np.array([1.0, 2.5]), np.array([4.0, 5.0])
    ends = np.array(
        [[f(np.array([1.0, 3.0])), f(np.array([4.0, 3.0]))], [f(np.array([2.0, 2.5])), f(np.array([2.0, 5.0]))]]
    )
    made = surface(base, f(base), low, high, ends)
    there = np.array([1.7, 4.1])
    assert made(there) == pytest.approx(f(there), rel=1e-12)
    assert made.slopes(there) == pytest.approx(np.array([[2.0, -8.2], [10.2, 1.0]]), rel=1e-12)


def test_both_ways_end_at_the_same_values():
    model = twin("E1", "E2")
    far = twin("E1", "E2")
    far.parameters = tuple(replace(item, start=1.8 * item.start) for item in far.parameters)
    rounds = calibrate(far, _target(), rounds=10)
    assert rounds[-1].moved < 0.02
    assert rounds[-1].values == pytest.approx(model.starts, rel=1e-3)
    first = np.abs(rounds[0].surrogate / rounds[0].frequency - 1.0).max()
    last = np.abs(rounds[-1].surrogate / rounds[-1].frequency - 1.0).max()
    assert last < 0.01 * first
    found = settled(far, _target(), rounds, 0.02)
    assert found.on_bound == ()
    with pytest.raises(ComputationError, match="still moved a parameter by"):
        settled(far, _target(), rounds[:1], 0.02)


def test_response_functions_reach_a_bound():
    model = twin("E1", "E2")
    low = measured().frequency * 0.3
    target = Target(modes=replace(measured(), frequency=low, frequency_sd=0.002 * low))
    rounds = calibrate(model, target, rounds=12)
    assert set(settled(model, target, rounds, 0.02).on_bound) == {"E1", "E2"}


def test_runs_of_a_round_share_factors():
    model = twin("E1", "E2", "g1", "g2", prior_sd=1e3)
    model.parameters = tuple(replace(item, start=1.1 * item.start) for item in model.parameters)
    calibrate(model, _target(), rounds=1)
    # each modulus low and high, the base with all weights, the best point
    assert (model.solves, model.factors) == (10, 6)


def test_covariance_of_one_modulus_is_known_by_hand():
    """f ~ √E of a wall of one modulus: σ_E/E = 2 σ_f/f / √n."""
    model = twin("E1", "E2")
    model.parameters = (replace(model.parameters[0], of=("lower", "upper")),)
    model._shape_key = None
    state = model.evaluate(np.array([400e6]))
    target = Target(modes=as_measured(state.frequency[:4], state.shape[:4], sd=0.002))
    found = laplace(target, state, pair(target, state), model.parameters)
    assert found.sd[0] / 400e6 == pytest.approx(2.0 * 0.002 / np.sqrt(4), rel=1e-6)
    assert (found.chi_square, found.freedoms, found.scale) == (pytest.approx(0.0), 3, 1.0)
    assert found.high[0] - found.low[0] == pytest.approx(2 * 1.959964 * found.sd[0], rel=1e-6)


def test_what_is_left_widens_the_intervals():
    model = twin("E1", "E2")
    state = model.evaluate(model.starts)
    off = replace(measured(), frequency=measured().frequency * np.array([1.01, 0.99, 1.01, 0.99]))
    target = Target(modes=off)
    plain = laplace(_target(), state, pair(_target(), state), model.parameters)
    wide = laplace(target, state, pair(target, state), model.parameters)
    assert wide.scale == pytest.approx(wide.chi_square / 2)
    assert wide.scale > 20
    assert wide.sd == pytest.approx(plain.sd * np.sqrt(wide.scale), rel=0.02)
    assert wide.correlation[0, 1] < -0.5


def test_a_prior_is_in_the_covariance():
    model = twin("E1", "g1", "g2", prior_sd=500.0)
    state = model.evaluate(model.starts)
    found = laplace(_target(), state, pair(_target(), state), model.parameters)
    assert np.all(found.sd[1:] <= 500.0 * (1 + 1e-9))
    assert found.freedoms == 3


def test_a_poor_fit_does_not_blur_what_was_known_beforehand():
    """Unit weights are told by their priors alone: frequencies far off make moduli doubtful, not them."""
    model = twin("E1", "E2", "g1", "g2", prior_sd=500.0)
    state = model.evaluate(model.starts)
    off = replace(measured(), frequency=measured().frequency * np.array([1.1, 0.9, 1.1, 0.9]))
    target = Target(modes=off)
    found = laplace(target, state, pair(target, state), model.parameters)
    assert found.scale > 500
    alike = 0.5 * state.values  # all four grow by the same share: the modes cannot see it
    seen = float(1.0 / (alike @ np.linalg.solve(found.covariance, alike)))
    known = 500.0 / np.hypot(25e3, 24e3)
    assert np.sqrt(seen) == pytest.approx(2.0 * known, rel=1e-4)
    plain = laplace(_target(), state, pair(_target(), state), model.parameters)
    assert np.all(found.sd > plain.sd)


def test_intervals_hold_the_truth_where_scatter_is_larger_than_stated():
    """Three frequencies of one modulus scatter ten times as much as was said: 1.96 deviations would hold 81 %."""
    generator = np.random.default_rng(4)
    base, shape = np.array([2.0, 5.0, 9.0]), measured().point_shape[:3]
    modulus = parameter("E1", 600e6)
    held = 0
    draws = 1000
    for _ in range(draws):
        heard = base * (1.0 + 0.02 * generator.standard_normal(3))
        target = Target(modes=as_measured(heard, shape, sd=0.002))
        weight = 1.0 / target.deviation**2
        root = float(np.sum(weight * heard * base) / np.sum(weight * base**2))  # f = root · base, root = √(E/E₀)
        best = 600e6 * root**2
        state = State(
            values=np.array([best]),
            frequency=root * base,
            shape=np.nan_to_num(shape),
            slope=(0.5 * root * base / best)[:, None],
            shape_slope=np.zeros((*shape.shape, 1)),
        )
        found = laplace(target, state, pair(target, state), [modulus])
        held += bool(found.low[0] <= 600e6 <= found.high[0])
    assert 0.92 <= held / draws <= 0.97  # 95 % and two standard deviations of 1,000 draws, and a little curvature
