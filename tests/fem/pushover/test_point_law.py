"""Cracks that open, close, stay or turn; energy, delay and extrapolation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.fem.pushover.crack_laws import compression_share, tension_share
from pirqa.fem.pushover.point_law import LAWS, STATES, crack, extrapolate, secant
from pirqa.fem.pushover.point_law import follow as follow_at_once
from tests.fem.pushover.points import (
    COMPRESSION,
    CRACKING,
    CRACKS,
    FIRST,
    LENGTH,
    MODULUS,
    RATIO,
    ROW,
    TENSION,
    differences,
    follow,
    random_paths,
    slope_of,
    stress_of,
)

numbers = st.floats(-1.0, 1.0, allow_subnormal=True)

paths = st.lists(st.tuples(*[numbers] * 6), min_size=1, max_size=6)

scales = st.sampled_from([1e-300, 1e-12, 1e-5, 3e-4, 3e-3, 0.1, 10.0])


def matrix(vector, shear):
    x, y, z, xy, yz, zx = vector * np.array([1.0, 1.0, 1.0, shear, shear, shear])
    return np.array([[x, xy, zx], [xy, y, yz], [zx, yz, z]])


def seen(law, strain, state, *, row=ROW):
    out = np.zeros(5)
    crack(LAWS[law], row, LENGTH, np.asarray(strain, float), state, out)
    return out


@pytest.mark.parametrize("law", LAWS)
@settings(max_examples=60, deadline=None)
@given(path=paths, scale=scales, viscosity=st.sampled_from([0.0, 0.2]), equal=st.booleans())
def test_any_path_gives_numbers_and_energy_only_goes(law, path, scale, viscosity, equal):
    old = np.zeros(STATES)
    for strain in scale * np.array(path):
        if equal:
            strain = strain[0] * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
        before = stress_of(law, strain, old)
        stress, new = follow(law, strain, old, viscosity=viscosity)
        slope = slope_of(law, strain, old, viscosity=viscosity)
        for numbers_found in (stress, new, slope, seen(law, strain, new)):
            assert np.isfinite(numbers_found).all()
        assert (new[7:13] >= old[7:13]).all()  # what is broken stays broken
        # what is stored at this strain falls from the old histories to the new ones: dissipation is not negative
        assert stress @ strain <= before @ strain + 1e-9 * MODULUS * (strain @ strain)
        assert stress @ strain >= -1e-9 * MODULUS * (strain @ strain)
        old = new


@pytest.mark.parametrize("law", CRACKING)
def test_work_of_a_random_path_is_stored_or_lost(law):
    """Dissipation along finely followed cyclic paths grows from step to step."""
    for corners in random_paths(8, steps=4, seed=5):
        old, last, at, work, lost = np.zeros(STATES), np.zeros(6), np.zeros(6), 0.0, 0.0
        for start, end in zip([np.zeros(6), *corners], [*corners, np.zeros(6)], strict=True):
            for part in np.linspace(0.0, 1.0, 300)[1:]:
                strain = start + part * (end - start)
                stress, old = follow(law, strain, old)
                work += 0.5 * (last + stress) @ (strain - at)
                at, last = strain, stress
                if law != "damage":  # whose work over a cycle of pulls and pressures is not wholly its dissipation
                    now = work - 0.5 * stress @ strain
                    assert now >= lost - 2e-3 * max(work, 1e-9)
                    lost = max(lost, now)
        assert work >= 0.0


@pytest.mark.parametrize("law", CRACKING)
def test_a_crack_is_seen_and_closes(law):
    # a pull in which the other directions have no stress: elastic there for cracks, none in them
    opened = 0.01
    strain = np.array([0.0, opened, 0.0, 0.0, 0.0, 0.0])
    if law == "damage":
        strain[[0, 2]] = -RATIO * opened
    _, state = follow(law, strain)
    opening, x, y, z, crushed = seen(law, strain, state)
    assert opening == pytest.approx(opened * LENGTH, rel=1e-4)
    assert (abs(x), abs(y), abs(z)) == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)
    assert crushed == 0.0
    pressed = -1e-4 * np.array([-RATIO, 1.0, -RATIO, 0.0, 0.0, 0.0])
    stress, after = follow(law, pressed, state)
    assert stress[1] == pytest.approx(-1e-4 * MODULUS)
    assert list(seen(law, pressed, after)) == [0.0] * 5


@pytest.mark.parametrize("law", CRACKING)
def test_crushing_is_seen(law):
    third = COMPRESSION / (3.0 * MODULUS)
    for shortening, stress, damage in ((third, third, 0.0), (5.0 * third, 3.0 * third, 0.4), (0.1, 0.0, 1.0)):
        aside = RATIO * (shortening if law == "damage" else stress)  # so that nothing presses or pulls there
        strain = np.array([-shortening, aside, aside, 0.0, 0.0, 0.0])
        found, state = follow(law, strain)
        assert found[0] == pytest.approx(-MODULUS * stress, abs=1e-5 * MODULUS * shortening)
        assert seen(law, strain, state)[4] == pytest.approx(damage, abs=1e-5)


@pytest.mark.parametrize("law", CRACKS)
def test_an_open_crack_pulls_nothing_sideways(law):
    """Held sideways, an isotropic body would carry ν/(1 − ν) of the pull there and crack again."""
    old = np.zeros(STATES)
    for opened in np.linspace(0.0, 0.02, 200):
        stress, old = follow(law, [opened, 0.0, 0.0, 0.0, 0.0, 0.0], old)
    assert np.abs(stress).max() < 1e-3 * TENSION
    if law == "fixed_crack":
        assert old[0] == 1.0
        assert old[8] == old[9] == 0.0


def test_a_fixed_crack_stays_and_a_turning_one_turns():
    first = 3.0 * FIRST * np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    askew = 9.0 * FIRST * np.array([1.0, 0.0, 0.0, 1.0, 0.0, 0.0])  # principal axes at 22.5°
    _, fixed = follow("fixed_crack", first)
    stress, later = follow("fixed_crack", askew, fixed)
    assert np.abs(later[1:4]) == pytest.approx([1.0, 0.0, 0.0])
    assert stress[3] == pytest.approx(0.1 * MODULUS / (2.0 + 2.0 * RATIO) * askew[3], rel=0.2)
    _, turning = follow("rotating_crack", first)
    _, turning = follow("rotating_crack", askew, turning)
    normal = seen("rotating_crack", askew, turning)[1:4]
    assert abs(normal[1] / normal[0]) == pytest.approx(np.tan(np.pi / 8.0))
    assert turning[0] == 0.0


def test_three_cracks_at_right_angles():
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    state, strain = np.zeros(STATES), np.zeros((3, 3))
    for number in range(3):
        strain += 10.0 * FIRST * np.outer(turn[number], turn[number])
        vector = [*np.diag(strain), 2.0 * strain[0, 1], 2.0 * strain[1, 2], 2.0 * strain[2, 0]]
        _, state = follow("fixed_crack", vector, state)
        assert (state[7:10] > 0.0).sum() == number + 1
    assert abs(state[1:4] @ turn[0]) == pytest.approx(1.0)
    assert abs(state[4:7] @ turn[1]) == pytest.approx(1.0)
    assert state[0] == 2.0


def test_the_second_crack_lies_across_the_plane_of_the_first():
    _, state = follow("fixed_crack", [10.0 * FIRST, 0.0, 0.0, 0.0, 0.0, 0.0])
    # now pulled along (0, 1, 1)/√2, while the first crack is sheared
    _, state = follow("fixed_crack", np.array([10.0, 5.0, 5.0, 8.0, 10.0, 0.0]) * FIRST, state)
    assert state[0] == 2.0
    assert np.abs(state[1:4]) == pytest.approx([1.0, 0.0, 0.0])
    assert np.abs(state[4:7]) == pytest.approx([0.0, 0.5**0.5, 0.5**0.5])


def test_no_tension_is_the_classical_one():
    """Stress is never a pull, fractures never close by more than nothing, and neither does work on the other."""
    row = ROW.copy()
    row[2] = 0.0
    stiffness = slope_of("elastic", np.zeros(6), np.zeros(STATES))
    for path in random_paths(40, seed=9):
        for strain in path:
            stress, state = follow("no_tension", strain, row=row)
            assert not state.any()
            tensor = np.array(
                [
                    [stress[0], stress[3], stress[5]],
                    [stress[3], stress[1], stress[4]],
                    [stress[5], stress[4], stress[2]],
                ]
            )
            size = MODULUS * np.abs(strain).max()
            assert np.linalg.eigvalsh(tensor)[-1] < 1e-5 * size
            fracture = strain - np.linalg.solve(stiffness, stress)
            assert abs(fracture @ stress) < 1e-5 * size * np.abs(strain).max()
            opened = np.array(
                [
                    [fracture[0], fracture[3] / 2, fracture[5] / 2],
                    [fracture[3] / 2, fracture[1], fracture[4] / 2],
                    [fracture[5] / 2, fracture[4] / 2, fracture[2]],
                ]
            )
            assert np.linalg.eigvalsh(opened)[0] > -1e-5 * np.abs(strain).max()


@pytest.mark.parametrize("law", CRACKING)
def test_without_strength_nothing_pulls(law):
    row = ROW.copy()
    row[2] = 0.0
    stress, state = follow(law, [1e-3, 0.0, 0.0, 0.0, 0.0, 0.0], row=row)
    assert np.abs(stress).max() < 1e-5 * MODULUS * 1e-3
    assert np.isfinite(slope_of(law, [1e-3, 0.0, 0.0, 0.0, 0.0, 0.0], state, row=row)).all()


@pytest.mark.parametrize("law", CRACKING)
def test_unlimited_strength_never_crushes(law):
    row = ROW.copy()
    row[4] = row[5] = np.inf
    stress, state = follow(law, [-0.1, 0.02, 0.02, 0.0, 0.0, 0.0], row=row)
    assert stress[0] == pytest.approx(-0.1 * MODULUS)
    assert not state[10:13].any()
    assert seen(law, [-0.1, 0.02, 0.02, 0.0, 0.0, 0.0], state, row=row)[4] == 0.0


@pytest.mark.parametrize("law", CRACKING)
def test_delay(law):
    strain = np.array([5.0, 0.0, 0.0, 1.0, 0.0, 0.0]) * FIRST
    _, at_once = follow(law, strain)
    _, hardly = follow(law, strain, viscosity=1e-12)
    _, half = follow(law, strain, viscosity=1.0)
    _, never = follow(law, strain, viscosity=1.0, step=0.0)
    np.testing.assert_allclose(hardly[7:13], at_once[7:13], rtol=1e-9)
    np.testing.assert_allclose(half[7:13], 0.5 * at_once[7:13], rtol=1e-12)
    assert not never.any()
    state = half
    for _ in range(60):  # held there, it comes to what it is without delay
        _, state = follow(law, strain, state, viscosity=1.0)
    np.testing.assert_allclose(state[7:13], at_once[7:13], rtol=1e-6)


def test_extrapolation_goes_on_as_before_and_never_heals():
    before, old, state = np.zeros(STATES), np.zeros(STATES), np.zeros(STATES)
    old[0], old[1:7] = 2.0, [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    before[7:13] = [1.0, 2.0, 3.0, 0.0, 0.5, 0.0]
    old[7:13] = [2.0, 2.0, 5.0, 0.0, 1.0, 0.0]
    extrapolate(LAWS["fixed_crack"], old, before, 0.5, state)
    assert list(state[7:13]) == [2.5, 2.0, 6.0, 0.0, 1.25, 0.0]
    assert list(state[:7]) == list(old[:7])
    extrapolate(LAWS["fixed_crack"], before, old, 1.0, state)
    assert list(state[7:13]) == list(before[7:13])


def test_extrapolated_stress_comes_to_the_true_one_with_small_steps():
    def error(steps):
        law, worst = "fixed_crack", 0.0
        before, old = np.zeros(STATES), np.zeros(STATES)
        for along in np.linspace(0.0, 20.0 * FIRST, steps + 1)[1:]:
            strain = np.array([along, 0.0, 0.0, 0.1 * along, 0.0, 0.0])
            state = np.zeros(STATES)
            extrapolate(LAWS[law], old, before, 1.0, state)
            true, new = follow(law, strain, old)
            if along > 4.0 * FIRST:  # the first step of a crack is not foreseen
                worst = max(worst, np.abs(stress_of(law, strain, state) - true).max())
            before, old = old, new
        return worst

    assert error(400) < 0.01 * TENSION
    assert error(400) < 0.3 * error(200)  # of second order


@pytest.mark.parametrize("share", [1.01, 1.05, 3.0])
def test_steep_curves_near_the_limit(share):
    """Just above the least energies: strengths and areas still come out, and nothing blows up in 3D."""
    row = ROW.copy()
    row[3] = share * TENSION**2 * LENGTH / (2.0 * MODULUS)
    row[5] = share * 59.0 * COMPRESSION**2 * LENGTH / (54.0 * MODULUS)
    for curve, limit, energy in (
        (tension_share, FIRST, row[3]),
        (compression_share, COMPRESSION / (3.0 * MODULUS), row[5]),
    ):
        growth = limit * np.concatenate([np.linspace(0.0, 8.0, 40_001), np.linspace(8.0, 20.0, 1000)[1:]])
        stress = np.array([curve(row, LENGTH, k)[0] for k in growth]) * MODULUS * (limit + growth)
        area = 0.5 * MODULUS * limit**2 + np.trapezoid(stress, growth)
        assert area * LENGTH == pytest.approx(energy, rel=3e-3)
    for law in CRACKING:
        for path in random_paths(20, seed=13):
            old = np.zeros(STATES)
            for strain in path:
                stress, old = follow(law, strain, old, row=row)
                assert np.isfinite(stress).all()


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
