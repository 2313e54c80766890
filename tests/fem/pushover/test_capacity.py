"""What is read off a capacity curve: stages, yield, 20 % drop, bilinear curve, band."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.fem.pushover.capacity import band_of, bilinear, multiplier_at, onward, read_curve
from tests.fem.pushover.made import END, PEAK, PLATEAU_END, YIELD, path_of, plateau_curve


def test_stages_of_a_curve_with_a_plateau():
    read = read_curve(path_of(*plateau_curve()))
    assert read.stiffness == pytest.approx(PEAK / YIELD)
    assert read.elastic_end == read.plateau_start, "it bends sharply"
    assert read.plateau_start.displacement == pytest.approx(0.95 * YIELD, abs=1e-3)
    # it falls by 0.05 in 50 mm: 5 % of the peak in 10 mm, 20 % in 40
    assert read.descent_start.displacement == pytest.approx(PLATEAU_END + 0.010, abs=1.01e-3)
    assert read.drop.displacement == pytest.approx(PLATEAU_END + 0.040, abs=1e-6)
    assert read.drop.multiplier == pytest.approx(0.8 * PEAK)
    assert (read.end.displacement, read.end.multiplier) == pytest.approx((END, 0.75 * PEAK))
    assert read.first_crack.displacement == pytest.approx(0.5 * YIELD, abs=1.01e-3)
    assert read.ultimate is read.drop


def test_elastic_until_the_secant_has_lost_a_twentieth():
    d = np.linspace(0.0, 0.1, 1001)
    read = read_curve(path_of(d, 5.0 * d / (1.0 + d / 0.04)))
    # the secant is 1/(1 + d/40 mm) of the first slope, that of the first step itself 1/(1 + 0.1/40)
    assert read.elastic_end.displacement == pytest.approx(0.04 * ((1.0 + 0.0001 / 0.04) / 0.95 - 1.0), abs=1.01e-4)


def test_a_curve_that_never_falls_has_no_drop_and_no_descent():
    d = np.linspace(0.0, 0.1, 101)
    read = read_curve(path_of(d, np.minimum(5.0 * d, 0.2)))
    assert read.drop is None
    assert read.descent_start is None
    assert read.ultimate.displacement == pytest.approx(0.1)
    assert read.bilinear.yield_multiplier == pytest.approx(0.2, rel=1e-3)
    assert read.bilinear.yield_displacement == pytest.approx(0.04, rel=1e-3)


def test_a_straight_curve_yields_at_its_end():
    d = np.linspace(0.0, 0.01, 11)
    read = read_curve(path_of(d, 5.0 * d))
    assert read.elastic_end.displacement == pytest.approx(0.01)
    assert read.bilinear.yield_displacement == pytest.approx(0.01)


def test_a_path_that_carries_nothing_has_no_bilinear_curve():
    d = np.linspace(0.0, 0.01, 11)
    read = read_curve(path_of(d, np.zeros(11)))
    assert read.bilinear is None
    assert read.drop is None
    assert read.peak.multiplier == 0.0


def test_the_bilinear_curve_has_the_energy_of_the_curve():
    d = np.linspace(0.0, 0.1, 1001)
    load = 0.3 * (1.0 - np.exp(-d / 0.02))
    found = bilinear(d, load, 0.08)
    assert found is not None
    energy = np.trapezoid(np.minimum(found.stiffness * d, found.yield_multiplier)[d <= 0.08], d[d <= 0.08])
    assert energy == pytest.approx(np.trapezoid(load[d <= 0.08], d[d <= 0.08]), rel=2e-3)
    most = load[d <= 0.08].max()
    at = np.interp(0.6 * most, load, d)
    assert found.stiffness == pytest.approx(0.6 * most / at, rel=1e-4)
    assert found.at(0.5 * found.yield_displacement) == pytest.approx(0.5 * found.yield_multiplier)
    assert found.at(1.0) == found.yield_multiplier


def test_where_a_path_snaps_back_only_its_farthest_points_count():
    d = np.array([0.0, 0.01, 0.02, 0.015, 0.018, 0.03])
    load = np.array([0.0, 0.1, 0.2, 0.1, 0.12, 0.15])
    assert onward(d).tolist() == [0, 1, 2, 5]
    assert multiplier_at(d, load, 0.025) == pytest.approx(0.175)
    assert read_curve(path_of(d, load)).end.step == 5


def test_the_band_holds_all_paths_as_far_as_they_come():
    d, load = plateau_curve()
    short = d <= 0.05
    paths = (path_of(d, load), path_of(d, 0.9 * load), path_of(d[short], 1.1 * load[short]))
    band = band_of(paths)
    assert band.paths == 3
    assert (band.least_peak, band.greatest_peak) == pytest.approx((0.9 * PEAK, 1.1 * PEAK))
    assert band.peak_spread == pytest.approx(1.0 - 0.9 / 1.1)
    early, late = (int(np.searchsorted(band.displacement, there - 1e-9)) for there in (0.045, 0.08))
    assert band.high[early] == pytest.approx(1.1 * PEAK)
    assert band.high[late] == pytest.approx(PEAK), "the third has ended"
    assert band.low[late] == pytest.approx(0.9 * PEAK)
