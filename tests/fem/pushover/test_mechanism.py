"""Hinges read off cracks, and the pushover curve beside that of rigid bodies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.fem.pushover.mechanism import (
    beside_kinematic,
    kinematic_curve,
    matching_mechanism,
    read_cracks,
    section_changes,
)
from pirqa.fem.pushover.options import PushoverOptions
from pirqa.fem.pushover.stage import read_result
from pirqa.limit import LimitOptions, analyse
from tests.fem.pushover.made import END, HEIGHT, STEP, path_of, pushed_wall, stepped_wall


def test_the_base_and_the_step_are_where_the_section_changes():
    assert section_changes(pushed_wall().mesh).tolist() == pytest.approx([0.0, STEP])


@pytest.mark.parametrize("hinge", [0.0, STEP])
@pytest.mark.parametrize("direction", ["outward", "inward"])
def test_the_hinge_is_where_the_cracks_are_wide_at_the_end(hinge, direction):
    made = pushed_wall(direction, hinge)
    found = read_cracks(made.mesh, made.snapshots[0], made.paths[0])
    main = found.main
    assert main is not None
    assert main.level == pytest.approx(hinge)
    assert main.reach > 0.5
    assert main.opening == pytest.approx(0.1 * END, rel=1e-4)
    assert main.first_displacement == pytest.approx(0.020)
    assert not main.closing
    assert len(found.hinges) == 2
    other = found.hinges[1]
    assert other.level == pytest.approx(STEP if hinge == 0.0 else 0.0)
    assert other.closing
    assert found.reach.shape == found.opening.shape == (7, len(found.bottom))


def test_cracks_between_changes_of_section_are_told_in_the_middle_of_their_row():
    made = pushed_wall(hinge=3.0)
    main = read_cracks(made.mesh, made.snapshots[0], made.paths[0]).main
    assert main is not None
    assert main.level == pytest.approx(3.25)
    assert (main.bottom, main.top) == pytest.approx((3.0, 3.5))


def test_a_crack_that_runs_down_to_the_toe_turns_the_wall_about_the_toe():
    made = pushed_wall(hinge=0.0)
    shots = made.snapshots[0]
    low = made.mesh.places[:, :8, 2].min(axis=1)
    depth = made.mesh.places[:, :8, 1].mean(axis=1) / 1.5
    opening, normal = np.zeros_like(shots.opening), np.zeros_like(shots.normal)
    # at the back it is 2 m up, at the front at the base, and widest at the back
    on_it = np.abs(low + 0.25 - 2.0 * depth) <= 0.5
    for k, at in enumerate(shots.step):
        opening[k, on_it] = 0.1 * made.paths[0].displacement[at] * depth[on_it]
    normal[:, on_it] = (0.0, -0.6, 0.8)
    found = read_cracks(made.mesh, replace(shots, opening=opening, normal=normal), made.paths[0])
    assert found.bottom[found.opening[-1].argmax()] > 1.0
    main = found.main
    assert main is not None
    assert main.level == 0.0
    # the same cracks where nothing turns tell no more than where they are widest
    still = replace(shots, opening=opening, normal=normal, shift=np.zeros_like(shots.shift))
    assert read_cracks(made.mesh, still, made.paths[0]).main.level > 1.0


def test_upright_and_hairline_cracks_make_no_hinge():
    made = pushed_wall()
    shots = made.snapshots[0]
    upright = replace(shots, normal=shots.normal[..., [2, 1, 0]])
    assert read_cracks(made.mesh, upright, made.paths[0]).hinges == ()
    thin = replace(shots, opening=(1e-3 * shots.opening).astype(np.float32))
    assert read_cracks(made.mesh, thin, made.paths[0]).main is None


def test_limit_turns_the_wall_about_the_hinge_that_was_found():
    made = read_result(pushed_wall(hinge=3.0), PushoverOptions())
    levels = (made.readings[0].cracks.main.level,)
    mechanisms = analyse(stepped_wall(), LimitOptions(hinge_levels=levels)).mechanisms
    match = matching_mechanism(mechanisms, made.readings[0])
    assert match is not None
    assert match.name == "overturning.outward.3.25m"
    assert not any(item.name.endswith("3.25m") for item in analyse(stepped_wall()).mechanisms)


def test_a_level_that_limit_has_already_is_not_taken_twice():
    plain = {item.name for item in analyse(stepped_wall()).mechanisms}
    again = [item.name for item in analyse(stepped_wall(), LimitOptions(hinge_levels=(0.0, 6.0))).mechanisms]
    assert set(again) == plain
    assert len(again) == len(plain)


def test_the_rigid_curve_is_told_of_the_point_that_was_pushed():
    mechanism = next(m for m in analyse(stepped_wall()).mechanisms if m.name == "overturning.outward.base")
    d, alpha = kinematic_curve(mechanism, (3.0, 1.0, HEIGHT), "outward")
    assert alpha[0] == pytest.approx(mechanism.multiplier)
    # about the front edge the top goes H/z_G times as far as the centroid to begin with
    centroid = mechanism.bodies[0].centroid
    small = 1
    expected = mechanism.curve.displacement[small] * HEIGHT / centroid[2]
    assert d[small] == pytest.approx(expected, rel=0.02)
    top = next(m for m in analyse(stepped_wall()).mechanisms if m.name == "overturning.outward.6.00m")
    assert kinematic_curve(top, (3.0, 1.0, 5.0), "outward") is None


def test_where_the_two_curves_meet_and_what_they_take():
    mechanism = next(m for m in analyse(stepped_wall()).mechanisms if m.name == "overturning.outward.base")
    d_rigid, alpha = kinematic_curve(mechanism, (3.0, 1.0, HEIGHT), "outward")
    # up a line to the rigid curve at 40 mm, along it to 90 mm, then 20 % below its own peak at 140 mm
    d = np.linspace(0.0, 0.14, 141)
    rigid = np.interp(d, d_rigid, alpha)
    meets = np.interp(0.04, d_rigid, alpha)
    load = np.where(d < 0.04, meets * d / 0.04, rigid + 0.004 * np.sin(np.pi * (d - 0.04) / 0.05))
    load = np.where(d > 0.09, rigid - 0.3 * (d - 0.09), load)
    made = pushed_wall(others=False)
    result = read_result(replace(made, paths=(path_of(d, load),)), PushoverOptions())
    found = beside_kinematic(result.paths[0], result.readings[0], mechanism, made.control_point)
    assert found is not None
    assert found.matches == pytest.approx([0.04, 0.09], abs=1.01e-3)
    assert found.until == pytest.approx(0.14)
    assert found.energy_ratio == pytest.approx(np.trapezoid(load, d) / np.trapezoid(rigid, d), rel=1e-4)
    drop = result.readings[0].main.drop
    assert found.drop_displacement == (None if drop is None else drop.displacement)


def test_no_match_where_nothing_turns():
    result = read_result(pushed_wall("outward"), PushoverOptions())
    reading = result.readings[0]
    bare = replace(reading, cracks=replace(reading.cracks, hinges=()))
    assert matching_mechanism(analyse(stepped_wall()).mechanisms, bare) is None
    along = replace(reading, direction="forward")
    assert matching_mechanism(analyse(stepped_wall()).mechanisms, along) is None
