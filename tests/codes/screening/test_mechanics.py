"""Overturning of many walls at once, against closed forms, and against moments added up by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.codes.screening import Walls
from pirqa.codes.screening.mechanics import MECHANISMS, overturning, sliding_multiplier

NAN = math.nan
BASE_OUT, BASE_IN, STEP_OUT, STEP_IN = range(4)


def one(**columns):
    return Walls.of(name=["W"], **{key: [value] for key, value in columns.items()})


def test_a_prism_starts_at_thickness_over_height_and_falls_past_its_edge():
    found = overturning(one(height=2.4, thickness=1.0))
    assert found.multiplier[BASE_OUT, 0] == pytest.approx(1.0 / 2.4)
    assert found.multiplier[BASE_IN, 0] == pytest.approx(1.0 / 2.4)
    assert np.all(np.isnan(found.multiplier[2:]))
    assert found.ultimate_displacement[BASE_OUT, 0] == pytest.approx(0.5)
    assert found.ultimate_rotation[BASE_OUT, 0] == pytest.approx(math.atan(1.0 / 2.4))


@given(slenderness=st.floats(0.05, 3.0), share=st.floats(0.0, 0.999))
@settings(max_examples=50, deadline=None)
def test_a_prism_follows_the_tangent(slenderness, share):
    found = overturning(one(height=3.0, thickness=3.0 * slenderness))
    angle = math.atan(slenderness)
    turn = share * angle
    moved = found.displacement_at(np.full((4, 1), turn))
    assert found.rotation_at(moved)[BASE_OUT, 0] == pytest.approx(turn, abs=1e-12)
    assert found.multiplier_at(moved)[BASE_OUT, 0] == pytest.approx(math.tan(angle - turn), abs=1e-12)


def test_the_synthetic_wall_of_the_chokepukio_paper_has_its_displacements():
    """1.375 m to +6.10, 0.565 m above to 9 m, inner faces flush: d_u* = 0.4 d0* of 301.5, 248.5 and 113 mm."""
    wall = one(height=9.0, thickness=1.375, thickness_top=0.565, step_level=6.10, flush="back")
    ultimate = 0.4 * overturning(wall).ultimate_displacement[:, 0]
    assert ultimate[BASE_OUT] == pytest.approx(0.3015, rel=5e-3)
    assert ultimate[BASE_IN] == pytest.approx(0.2485, rel=5e-3)
    assert ultimate[STEP_OUT] == pytest.approx(0.1130, rel=5e-3)
    assert ultimate[STEP_IN] == pytest.approx(0.1130, rel=5e-3)


def by_hand(wall, outward, at_step, turn):
    """Moments of thin slices, of the strut and of the fill about the edge, in the turned position: α that balances."""
    t, H = wall.thickness[0], wall.height[0]
    top = wall.thickness_top[0] if math.isfinite(wall.thickness_top[0]) else t
    step = wall.step_level[0] if math.isfinite(wall.step_level[0]) else NAN
    share = {"front": 0.0, "centre": 0.5, "back": 1.0}[wall.flush[0]]
    front_top = share * (t - top)

    def faces(z):
        if math.isfinite(step):
            return (0.0, t) if z < step else (front_top, front_top + top)
        return front_top * z / H, t + (front_top + top - t) * z / H

    level = step if at_step else 0.0
    edge_front, edge_back = faces(level + 1e-12)
    below = faces(level - 1e-12) if at_step else (edge_front, edge_back)
    edge = max(edge_front, below[0]) if outward else min(edge_back, below[1])
    sign = 1.0 if outward else -1.0

    def turned(y, z):
        p, s = sign * (y - edge), z - level
        return p * math.cos(turn) - s * math.sin(turn), s * math.cos(turn) + p * math.sin(turn)

    gamma = wall.unit_weight[0]
    cuts = sorted({level, H, *([step] if math.isfinite(step) and step > level else [])})
    hold = load = 0.0
    for low, high in pairwise(cuts):
        edges = np.linspace(low, high, 2001)
        for z in 0.5 * (edges[1:] + edges[:-1]):
            front, back = faces(z)
            weight = gamma * (back - front) * (edges[1] - edges[0])
            behind, above = turned(0.5 * (front + back), z)
            hold += weight * behind
            load += weight * above
    if (
        math.isfinite(wall.strut_force[0])
        and (wall.strut_side[0] == "front") == outward
        and wall.strut_level[0] > level
    ):
        face = faces(wall.strut_level[0])[0 if outward else 1]
        hold += wall.strut_force[0] * turned(face, wall.strut_level[0])[1]
    depth = max(wall.fill_height[0] - level, 0.0) if math.isfinite(wall.fill_height[0]) else 0.0
    if outward and depth:
        phi = wall.fill_friction_angle[0]
        whole = 0.5 * wall.fill_unit_weight[0] * depth**2
        hold -= whole * math.tan(math.pi / 4 - phi / 2) ** 2 * turned(edge_back, level + depth / 3)[1]
        load += 0.75 * whole * turned(edge_back, level + 0.6 * depth)[1]
    return hold / load


CASES = {
    "taper": {"height": 3.0, "thickness": 1.0, "thickness_top": 0.6, "flush": "front", "unit_weight": 22e3},
    "step": {
        "height": 4.0, "thickness": 1.0, "thickness_top": 0.5, "step_level": 2.5, "flush": "centre", "unit_weight": 2e4,
    },
    "overhang": {
        "height": 4.0, "thickness": 0.8, "thickness_top": 1.0, "step_level": 2.5, "flush": "centre", "unit_weight": 2e4,
    },
    "strut": {
        "height": 4.0, "thickness": 1.0, "thickness_top": 0.7, "flush": "back", "unit_weight": 2e4,
        "strut_force": 5e3, "strut_level": 3.0, "strut_side": "front", "strut_lasts": "yes",
    },
    "fill": {
        "height": 3.0, "thickness": 1.2, "thickness_top": 0.8, "step_level": 1.5, "flush": "back", "unit_weight": 23e3,
        "fill_height": 2.2, "fill_friction_angle": 0.6, "fill_unit_weight": 16e3,
    },
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("turn", [0.0, 0.07])
def test_moments_balance_in_the_turned_position(case, turn):
    wall = one(**CASES[case])
    found = overturning(wall)
    moved = found.displacement_at(np.full((4, 1), turn))
    at = found.multiplier_at(moved)[:, 0]
    for index, name in enumerate(MECHANISMS):
        if math.isfinite(at[index]):
            outward, at_step = ".outward." in name, name.endswith("step")
            assert at[index] == pytest.approx(max(by_hand(wall, outward, at_step, turn), 0.0), rel=1e-6), name
    assert math.isfinite(at[STEP_OUT]) == ("step_level" in CASES[case])
    assert math.isfinite(at[BASE_IN]) == (case != "fill")


def test_a_strut_holds_one_way_only_and_not_below_the_hinge():
    wall = {"height": 4.0, "thickness": 1.0, "thickness_top": 0.5, "step_level": 2.5, "unit_weight": 2e4}
    bare = overturning(one(**wall)).multiplier[:, 0]
    held = overturning(one(**wall, strut_force=4e3, strut_level=2.0, strut_side="back")).multiplier[:, 0]
    assert held[BASE_IN] > bare[BASE_IN]
    np.testing.assert_allclose(np.delete(held, BASE_IN), np.delete(bare, BASE_IN))


def test_a_wall_that_its_fill_pushes_over_has_a_multiplier_below_zero():
    wall = one(
        height=3.0, thickness=0.3, unit_weight=2e4, fill_height=3.0, fill_friction_angle=0.5, fill_unit_weight=18e3
    )
    assert overturning(wall).multiplier[BASE_OUT, 0] < 0.0
    assert overturning(wall).ultimate_displacement[BASE_OUT, 0] == 0.0


def test_sliding_starts_at_the_tangent_of_friction():
    assert sliding_multiplier(one(height=2.4, thickness=1.0, friction_angle=0.5))[0] == pytest.approx(math.tan(0.5))
    assert np.isnan(sliding_multiplier(one(height=2.4, thickness=1.0))[0])
    wall = {"height": 2.0, "thickness": 1.0, "friction_angle": 0.5, "unit_weight": 2e4}
    filled = one(**wall, fill_height=2.0, fill_friction_angle=0.6, fill_unit_weight=16e3)
    W, whole = 4e4, 0.5 * 16e3 * 4
    expected = (W * math.tan(0.5) - whole * math.tan(math.pi / 4 - 0.3) ** 2) / (W + 0.75 * whole)
    assert sliding_multiplier(filled)[0] == pytest.approx(expected)
    # held on one side it slides to the other
    held = one(**wall, strut_force=1e4, strut_level=1.0, strut_side="front")
    assert sliding_multiplier(held)[0] == pytest.approx(math.tan(0.5))


def test_a_strut_fades_until_the_wall_falls_without_it_unless_it_lasts():
    wall = {"height": 4.0, "thickness": 1.0, "unit_weight": 2e4}
    strut = {"strut_force": 5e3, "strut_level": 3.0, "strut_side": "front"}
    bare, fading, lasting = (overturning(one(**wall, **more)) for more in ({}, strut, {**strut, "strut_lasts": "yes"}))
    assert fading.multiplier[BASE_OUT, 0] == lasting.multiplier[BASE_OUT, 0] > bare.multiplier[BASE_OUT, 0]
    assert fading.ultimate_displacement[BASE_OUT, 0] == bare.ultimate_displacement[BASE_OUT, 0] == 0.5
    assert lasting.ultimate_displacement[BASE_OUT, 0] > 0.5
    # half of the strut's way is gone, and half of its force
    half = math.asin(0.5 * math.sin(math.atan(0.25)))
    at = fading.multiplier_at(fading.displacement_at(np.full((4, 1), half)))[BASE_OUT, 0]
    extra = 0.5 * 5e3 * 3.0 * math.cos(half) / (8e4 * (2.0 * math.cos(half) + 0.5 * math.sin(half)))
    assert at == pytest.approx(math.tan(math.atan(0.25) - half) + extra, abs=1e-12)


def test_a_wall_that_only_struts_hold_has_no_displacement_left():
    wall = one(
        height=3.0, thickness=0.3, unit_weight=2e4, fill_height=3.0, fill_friction_angle=0.5, fill_unit_weight=18e3,
        strut_force=5e4, strut_level=2.0, strut_side="front",
    )  # fmt: skip
    assert overturning(wall).multiplier[BASE_OUT, 0] > 0.0
    assert overturning(wall).ultimate_displacement[BASE_OUT, 0] == 0.0
