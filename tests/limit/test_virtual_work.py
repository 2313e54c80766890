"""Bodies on hinges: velocities are derivatives of positions, guides hold, nothing is stretched."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.limit.virtual_work import (
    Body,
    DeadForce,
    Guide,
    GuideLost,
    Link,
    MechanismMotion,
    Resistance,
    Weight,
    directed,
    move,
    multiplier,
    participation,
)
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.limit_mechanisms import conservative_motion, energy_error


def unit(*vector: float) -> np.ndarray:
    return np.array(vector) / np.linalg.norm(vector)


CHAIN = (
    Link(hinge=np.array([0.0, 0.0, 0.0]), axis=unit(1.0, 0.2, 0.0)),
    Link(
        hinge=np.array([0.0, 0.8, 2.0]),
        axis=unit(1.0, 0.0, 0.1),
        parent=0,
        guide=Guide(point=np.array([0.3, 0.0, 4.0]), direction=unit(0.0, 1.0, 0.0)),
    ),
)


@pytest.mark.parametrize("angle", [0.0, 0.05, 0.3])
def test_velocities_are_derivatives_of_positions(angle):
    point = np.array([0.4, 0.3, 3.1])
    near = move(CHAIN, angle).angles
    step = 1e-5
    ahead, behind = move(CHAIN, angle + step, near), move(CHAIN, angle - step, near)
    for body in (0, 1):
        difference = (ahead.place(body, point) - behind.place(body, point)) / (2.0 * step)
        assert move(CHAIN, angle, near).velocity(body, point) == pytest.approx(difference, abs=1e-8)


@given(st.floats(0.0, 0.5))
def test_guides_hold_and_hinges_stay_together(angle):
    state = move(CHAIN, angle)
    guide = CHAIN[1].guide
    assert guide is not None
    assert abs(guide.direction @ state.moved(1, guide.point)) < 1e-12
    assert state.place(0, CHAIN[1].hinge) == pytest.approx(state.place(1, CHAIN[1].hinge), abs=1e-12)
    for body in (0, 1):
        assert state.rotation[body] @ state.rotation[body].T == pytest.approx(np.eye(3), abs=1e-12)


def test_a_guide_that_cannot_be_followed_says_whose_it_is():
    short = Guide(point=np.array([0.0, 0.0, 2.5]), direction=unit(0.0, 1.0, 0.0))
    links = (CHAIN[0], replace(CHAIN[1], guide=short))
    move(links, 0.2)
    with pytest.raises(GuideLost) as lost:
        move(links, 0.9)
    assert lost.value.body == 1


heights = st.floats(0.5, 5.0)


@settings(max_examples=40, deadline=None)
@given(
    hinge=heights,
    top=heights,
    foot=st.floats(-0.2, 0.3),
    skew=st.floats(-0.3, 0.3),
    load=st.floats(-3e4, 3e4),
    end=st.floats(0.01, 0.15),
)
def test_energy_is_kept_by_any_conservative_mechanism(hinge, top, foot, skew, load, end):
    motion = MechanismMotion(
        name="any",
        bodies=(
            Body(
                name="lower",
                weight=30e3,
                centroid=np.array([0.1, 0.4, 0.5 * hinge]),
                link=Link(hinge=np.array([0.0, foot, 0.0]), axis=unit(1.0, skew, 0.0)),
                outline=np.empty((0, 2)),
            ),
            Body(
                name="upper",
                weight=20e3,
                centroid=np.array([0.0, 0.5, hinge + 0.5 * top]),
                link=Link(
                    hinge=np.array([0.0, 0.8, hinge]),
                    axis=unit(1.0, 0.0, skew),
                    parent=0,
                    guide=Guide(point=np.array([0.2, 0.1, hinge + top]), direction=unit(0.0, 1.0, 0.0)),
                ),
                outline=np.empty((0, 2)),
            ),
        ),
        direction=np.array([0.0, -1.0, 0.0]),
        control_body=0,
        control_point=np.array([0.0, 0.8, hinge]),
        weights=(
            Weight(name="roof", kind="roof", body=1, point=np.array([0.0, 0.4, hinge + top]), weight=5e3, shaken=0.0),
        ),
        dead=(
            DeadForce(
                name="push", kind="thrust", body=0, point=np.array([0.0, 0.1, hinge]), force=np.array([0.0, load, 0.0])
            ),
        ),
        resistances=(
            Resistance(
                name="spring",
                kind="strut",
                body=0,
                point=np.array([0.0, 0.8, hinge]),
                direction=unit(0.0, 1.0, 0.0),
                capacity=1e12,
                stiffness=3e4,
            ),
        ),
    )
    try:
        move(motion.links, end)
        motion = directed(motion)
        move(motion.links, end)
    except GuideLost:
        return  # cannot go so far
    assert energy_error(motion, end) < 1e-6


def test_energy_of_the_verified_mechanism_needs_every_term():
    motion = conservative_motion()
    assert energy_error(motion, 0.2) < 1e-12
    stiffer = replace(motion, resistances=(replace(motion.resistances[0], capacity=1.0),))
    assert energy_error(stiffer, 0.2) > 1e-3, "a spring that yields loses energy, which must show"


def test_load_in_the_other_direction_turns_the_axis():
    motion = conservative_motion()
    rest = move(motion.links, 0.0)
    assert multiplier(motion, rest) > 0.0
    assert motion.control_speed(rest) > 0.0


def turning() -> MechanismMotion:
    """Return a body of 30 kN at 1 m that turns about the level of its foot with a roof of 10 kN at 3 m."""
    return MechanismMotion(
        name="turning",
        bodies=(
            Body(
                name="body",
                weight=30e3,
                centroid=np.array([0.0, 0.4, 1.0]),
                link=Link(hinge=np.zeros(3), axis=unit(1.0, 0.0, 0.0)),
                outline=np.empty((0, 2)),
            ),
        ),
        direction=np.array([0.0, -1.0, 0.0]),
        control_body=0,
        control_point=np.array([0.0, 0.0, 2.0]),
        weights=(Weight(name="roof", kind="roof", body=0, point=np.array([0.0, 0.3, 3.0]), weight=10e3, shaken=12e3),),
    )


def test_participation_by_hand():
    motion = turning()
    found = participation(motion, move(motion.links, 0.0))
    # displacements go with the heights, 1 m and 3 m; of the roof 12 kN shake
    first, second, total = 30e3 * 1.0 + 12e3 * 3.0, 30e3 * 1.0 + 12e3 * 9.0, 42e3
    assert found.mass_fraction == pytest.approx(first**2 / (total * second))
    assert found.mass == pytest.approx(found.mass_fraction * total / STANDARD_GRAVITY)
    assert found.factor == pytest.approx(second / (2.0 * first))


def test_multiplier_by_hand_and_none_where_nothing_is_driven():
    motion = turning()
    rest = move(motion.links, 0.0)
    assert multiplier(motion, rest) == pytest.approx((30e3 * 0.4 + 10e3 * 0.3) / (30e3 * 1.0 + 12e3 * 3.0))
    assert np.isnan(multiplier(replace(motion, direction=np.array([0.0, 1.0, 0.0])), rest))


def test_a_resistance_is_rigid_elastic_or_fades():
    rigid = Resistance(name="tie", kind="strut", body=0, point=np.zeros(3), direction=unit(0.0, 1.0, 0.0), capacity=8e3)
    elastic, fading = replace(rigid, stiffness=1e6), replace(rigid, fades=True, gone_at=0.2)
    displacements = (-0.01, 0.0, 0.004, 0.05, 0.3)
    assert [rigid.size(size, failed=False) for size in displacements] == [8e3] * 5
    assert [elastic.size(size, failed=False) for size in displacements] == pytest.approx([0.0, 0.0, 4e3, 8e3, 8e3])
    assert [fading.size(size, failed=False) for size in displacements] == pytest.approx([8e3, 8e3, 7840.0, 6e3, 0.0])
    assert replace(fading, gone_at=None).size(0.3, failed=False) == 8e3
    assert {item.size(0.001, failed=True) for item in (rigid, elastic, fading)} == {0.0}
