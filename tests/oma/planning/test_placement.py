from __future__ import annotations

import math

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.oma.planning.listening import duration_needed, sampling_rate, signal_to_noise
from pirqa.oma.planning.placement import choose_places, choose_references, largest_likeness

X = np.linspace(0.0, 1.0, 21)
BEAM = np.stack([np.sin((k + 1) * math.pi * X) for k in range(4)])


def test_references_avoid_nodes():
    best = choose_references(BEAM, 1)
    sizes = np.abs(BEAM)
    assert sizes[:, best[0]].min() == pytest.approx(sizes.min(axis=0).max())
    assert best[0] != 10  # the middle is a node of the second and fourth mode
    pair = choose_references(BEAM, 2)
    assert sizes[:, pair].max(axis=1).min() >= sizes[:, best[0]].min()
    exhaustive = max(sizes[:, [i, j]].max(axis=1).min() for i in range(21) for j in range(i))
    assert sizes[:, pair].max(axis=1).min() == pytest.approx(exhaustive)


def test_many_candidates_are_chosen_one_by_one():
    rng = np.random.default_rng(1)
    shapes = rng.standard_normal((5, 400))
    shapes /= np.abs(shapes).max(axis=1, keepdims=True)
    found = choose_references(shapes, 3)
    assert len(set(found)) == 3
    assert np.abs(shapes[:, found]).max(axis=1).min() > 0.4
    assert choose_references(shapes[:, :2], 5) == (0, 1)


@pytest.mark.parametrize("method", ["effective_independence", "pivots", "automac"])
def test_places_keep_the_shapes_apart(method):
    kept = choose_references(BEAM, 2)
    found = choose_places(BEAM, 8, kept, method)
    assert len(found) == 8
    assert set(kept) <= set(found)
    assert list(found) == sorted(found)
    likeness, _, _ = largest_likeness(BEAM[:, found])
    rng = np.random.default_rng(0)
    drawn = [
        largest_likeness(BEAM[:, [*kept, *rng.choice([i for i in range(21) if i not in kept], 6, replace=False)]])[0]
        for _ in range(200)
    ]
    assert likeness < np.median(drawn)


def test_effective_independence_keeps_the_determinant():
    found = choose_places(BEAM, 6, (), "effective_independence")
    rng = np.random.default_rng(0)

    def information(places):
        return np.linalg.slogdet(BEAM[:, places] @ BEAM[:, places].T)[1]

    drawn = [information(rng.choice(21, 6, replace=False)) for _ in range(500)]
    assert information(list(found)) >= np.quantile(drawn, 0.99)


def test_all_are_taken_where_there_are_no_more_and_alike_modes_are_refused():
    assert choose_places(BEAM, 30, (0,), "pivots") == tuple(range(21))
    with pytest.raises(OptionsError, match="do not tell the 2 wanted modes apart"):
        choose_places(np.stack([BEAM[0], -BEAM[0]]), 5, (), "effective_independence")
    assert largest_likeness(np.stack([BEAM[0], BEAM[1], -BEAM[0]])) == pytest.approx((1.0, 0, 2))


def test_duration_follows_its_rules():
    frequency, damping = np.array([2.0, 5.0]), np.array([0.03, 0.02])
    assert duration_needed(frequency, damping, periods=1000.0, least=60.0) == (540.0, "periods")
    assert duration_needed(frequency, 0.01 * damping, periods=100.0, least=60.0) == (16680.0, "damping")
    assert duration_needed(frequency, damping, periods=100.0, least=600.0) == (600.0, "least")


def test_rates_are_usual_ones():
    assert [sampling_rate(highest) for highest in (1.0, 9.19, 20.0, 25.1, 700.0)] == [20.0, 100.0, 200.0, 500.0, 7000.0]


def test_signal_is_that_of_simulated_oscillators():
    # one mode, two places: the second moves half as much; white force through an exact step
    frequency, damping, rate = np.array([2.0]), np.array([0.05]), 100.0
    shapes = np.array([[1.0, 0.5]])
    found = signal_to_noise(frequency, damping, shapes, ambient=1e-3, noise_density=1e-12)
    assert found[0, 0] / found[0, 1] == pytest.approx(4.0)
    from scipy.signal import lfilter, welch

    omega = 2.0 * math.pi * 2.0
    pole = np.exp(omega / rate * complex(-0.05, math.sqrt(1.0 - 0.05**2)))
    moved = lfilter([1.0], [1.0, -2.0 * pole.real, abs(pole) ** 2], np.random.default_rng(3).standard_normal(800_000))
    # accelerations near the peak are ω² times displacements
    bins, power = welch(moved, rate, nperseg=8192)
    top = power[np.abs(bins - 2.0) < 0.03].mean() / moved.var() * (1e-3) ** 2 / 1e-12
    assert found[0, 0] == pytest.approx(top, rel=0.1)


def test_a_weak_mode_drowns():
    frequency, damping = np.array([2.0, 6.0]), np.array([0.03, 0.03])
    quiet = signal_to_noise(frequency, damping, BEAM[:2], ambient=1e-6, noise_density=1e-12)
    loud = signal_to_noise(frequency, damping, BEAM[:2], ambient=1e-4, noise_density=1e-12)
    assert loud == pytest.approx(1e4 * quiet)
    assert quiet[1, 10] == pytest.approx(0.0, abs=1e-12)  # its node
