"""Slopes of the laws against small differences, and what happens where a crack is about to open."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.pushover.laws.point import LAWS, STATES, secant
from pirqa.pushover.laws.point import follow as follow_at_once
from tests.pushover.points import (
    CRACKING,
    CRACKS,
    FIRST,
    LENGTH,
    MODULUS,
    ROW,
    differences,
    follow,
    random_paths,
    slope_of,
    stress_of,
)


@pytest.mark.parametrize("viscosity", [0.0, 0.2, 3.0])
@pytest.mark.parametrize("law", LAWS)
def test_tangent_is_the_slope_of_the_stress(law, viscosity):
    for path in random_paths(60):
        old, size = np.zeros(STATES), 1e-6 * np.abs(path).max()
        for strain in path:
            measured = differences(lambda e, old=old: follow(law, e, old, viscosity=viscosity)[0], strain, size)
            slope = slope_of(law, strain, old, viscosity=viscosity)
            np.testing.assert_allclose(slope, measured, atol=1e-6 * MODULUS)
            old = follow(law, strain, old, viscosity=viscosity)[1]


@pytest.mark.parametrize("viscosity", [0.0, 0.2])
@pytest.mark.parametrize("law", LAWS)
def test_all_at_once_is_one_after_the_other(law, viscosity):
    for path in random_paths(60, seed=2):
        old = np.zeros(STATES)
        for strain in path:
            stress, new = follow(law, strain, old, viscosity=viscosity)
            made, state, slope = np.zeros(6), np.zeros(STATES), np.zeros((6, 6))
            follow_at_once(LAWS[law], ROW, LENGTH, strain, old, viscosity, 1.0, state, made, slope)
            np.testing.assert_allclose(state, new, rtol=1e-12, atol=1e-15)
            np.testing.assert_allclose(made, stress, rtol=1e-9, atol=1e-9 * MODULUS * np.abs(strain).max())
            expected = slope_of(law, strain, old, viscosity=viscosity)
            np.testing.assert_allclose(slope, expected, atol=1e-9 * MODULUS)
            old = new


@pytest.mark.parametrize("factor", [0.999, 1.001, 1.5])
@pytest.mark.parametrize("law", CRACKING)
def test_tangent_is_right_where_a_crack_opens(law, factor):
    # two principal strains agree, the worst place for axes that turn; with some pressure sideways, since the damage law
    # has a kink where there is none
    strain = factor * FIRST * np.array([1.1, -0.3, -0.3, 0.0, 0.0, 0.0])
    measured = differences(lambda e: follow(law, e)[0], strain, 1e-5 * FIRST)
    np.testing.assert_allclose(slope_of(law, strain, np.zeros(STATES)), measured, atol=1e-4 * MODULUS)


@pytest.mark.parametrize("law", CRACKING)
def test_tangent_at_rest_is_elastic(law):
    rest = np.zeros(STATES)
    expected = slope_of("elastic", np.zeros(6), rest)
    np.testing.assert_allclose(slope_of(law, np.zeros(6), rest), expected, rtol=1e-12, atol=1e-6)
    equal = np.array([-1.0, -1.0, -1.0, 0.0, 0.0, 0.0]) * 1e-5  # three equal principal strains
    np.testing.assert_allclose(slope_of(law, equal, rest), expected, rtol=1e-9, atol=1.0)


@pytest.mark.parametrize("law", LAWS)
def test_secant_is_symmetric_and_the_slope_at_frozen_histories(law):
    for path in random_paths(60, seed=3):
        state = np.zeros(STATES)
        for strain in path:
            _, state = follow(law, strain, state)
            elsewhere = strain + 0.3 * np.roll(strain, 1)
            slope = np.zeros((6, 6))
            secant(LAWS[law], ROW, LENGTH, elsewhere, state, slope)
            np.testing.assert_allclose(slope, slope.T, atol=1e-9 * MODULUS)
            size = 1e-6 * np.abs(elsewhere).max()
            measured = differences(lambda e, state=state: stress_of(law, e, state), elsewhere, size)
            if law == "damage":  # has no energy where pulls and pressures meet
                measured = 0.5 * (measured + measured.T)
            np.testing.assert_allclose(slope, measured, atol=1e-6 * MODULUS)


@pytest.mark.parametrize("law", ["elastic", "no_tension", *CRACKS])
def test_secant_never_pushes_back(law):
    """Frozen cracks have a convex energy: IMPL-EX steps have one answer each."""
    for path in random_paths(60, seed=4):
        state = np.zeros(STATES)
        for strain in path:
            _, state = follow(law, strain, state)
            slope = np.zeros((6, 6))
            secant(LAWS[law], ROW, LENGTH, strain, state, slope)
            assert np.linalg.eigvalsh(0.5 * (slope + slope.T))[0] > -1e-9 * MODULUS
