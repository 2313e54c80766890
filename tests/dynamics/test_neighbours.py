from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.spatial import ConvexHull

from pirqa.dynamics import Drive, Engine
from pirqa.dynamics.arrays import HELD, JOINED
from pirqa.dynamics.assembly import with_room
from pirqa.dynamics.convex_parts import blank_memory, lay_near
from pirqa.dynamics.neighbours import find_parting_axis, gap_along
from pirqa.model import Polyhedron
from pirqa.verification.dynamics_loose import loosen, turned
from pirqa.verification.walls import pulled, running_bond_wall
from tests.dynamics.test_shared_volume import planes_of, random_convex, two_parts

FLOATING = Drive(duration=1.0, gravity=pulled(0.0, 0.0, 0.0))


@settings(deadline=None, max_examples=100)  # the first example may compile
@given(st.integers(0, 10_000), st.floats(0.0, 1.5))
def test_an_axis_parts_two_solids_if_and_only_if_they_are_apart(seed, distance):
    draw = np.random.default_rng(seed)
    one, two = random_convex(draw), random_convex(draw)
    direction = draw.standard_normal(3)
    shift = distance * direction / np.linalg.norm(direction)
    two = Polyhedron(vertices=two.vertices + shift, faces=two.faces)
    planes = np.vstack([planes_of(one), planes_of(two)])
    ball = linprog(
        [0, 0, 0, -1], A_ub=np.column_stack([planes[:, :3], np.ones(len(planes))]), b_ub=-planes[:, 3],
        bounds=[(None, None)] * 4,
    ).x[3]  # fmt: skip
    assume(abs(ball) > 1e-6)
    made = two_parts(one, two)
    gap, *axis = find_parting_axis(0, 1, made.bodies, made.solids)
    assert (gap > 0.0) == (ball < 0.0)
    assert np.linalg.norm(axis) == pytest.approx(1.0)
    along, _ = gap_along(0, 1, *axis, made.bodies, made.solids)
    assert along == pytest.approx(gap)
    assert along == pytest.approx((two.vertices @ axis).min() - (one.vertices @ axis).max(), abs=1e-9)
    if gap < 0.0:  # the nearest way out: of all differences of two points the hull's nearest face
        differences = (two.vertices[:, None] - one.vertices[None]).reshape(-1, 3)
        assert -gap == pytest.approx(-ConvexHull(differences).equations[:, 3].max(), rel=1e-6, abs=1e-9)


def scattered(seed: int) -> Engine:
    """The 44 boxes, thrown about a little, without joints and without weight."""
    engine = Engine.of(running_bond_wall())
    loosen(engine)
    scatter(engine, np.random.default_rng(seed), 0.6)
    return engine


def scatter(engine: Engine, draw: np.random.Generator, far: float) -> None:
    bodies = engine.assembly.bodies
    for b in np.flatnonzero(bodies.role != HELD):
        bodies.position[b] += draw.uniform(-far, far, 3)
        bodies.rotation[b] = turned(*draw.uniform(-far, far, 3)) @ bodies.rotation[b]


def pairs_by_hand(engine: Engine) -> set[tuple[int, int]]:
    """All pairs of parts whose boxes come within the margin, one moving at least."""
    made = engine.assembly
    solids, bodies = made.solids, made.bodies
    least, most = [], []
    for s, b in enumerate(solids.body):
        corners = solids.corner[solids.first_corner[s] : solids.first_corner[s + 1]]
        places = corners @ bodies.rotation[b].T + bodies.position[b]
        least.append(places.min(axis=0))
        most.append(places.max(axis=0))
    margin = made.near.travel[1]
    found = set()
    for s in range(len(solids.body)):
        for t in range(s + 1, len(solids.body)):
            one, two = solids.body[s], solids.body[t]
            held = bodies.role[one] == HELD and bodies.role[two] == HELD
            near = np.all(least[s] <= most[t] + margin) and np.all(least[t] <= most[s] + margin)
            if one != two and not held and near:
                found.add((s, t))
    return found


def slots(engine: Engine) -> dict[tuple[int, int], int]:
    near, count = engine.assembly.near, len(engine.assembly.solids.body)
    return {divmod(int(near.key[i]), count): int(near.slot[i]) for i in range(near.tally[0])}


def look(engine: Engine) -> None:
    """One step, in which pairs are found anew, and back."""
    bodies = engine.assembly.bodies
    before = [array.copy() for array in (bodies.position, bodies.rotation)]
    engine.done, engine.assembly.near.tally[3] = 0, -1
    engine.run(FLOATING, 0, 1)
    bodies = engine.assembly.bodies
    bodies.position[:], bodies.rotation[:] = before
    bodies.velocity[:], bodies.momentum[:] = 0.0, 0.0


@pytest.mark.parametrize("seed", range(4))
def test_the_sweep_finds_what_a_search_of_all_pairs_finds(seed):
    engine = scattered(seed)
    expected = pairs_by_hand(engine)
    look(engine)
    assert set(slots(engine)) == expected
    assert len(expected) > 60


def test_pairs_that_stay_keep_their_slots_and_no_two_share_one():
    engine, draw = scattered(1), np.random.default_rng(2)
    look(engine)
    room = len(engine.assembly.near.key)
    before, stayed = slots(engine), 0
    for _ in range(20):
        scatter(engine, draw, 0.2)
        expected = pairs_by_hand(engine)
        look(engine)
        now = slots(engine)
        assert set(now) == expected
        assert len(set(now.values())) == len(now)
        assert all(now[pair] == before[pair] for pair in now.keys() & before.keys())
        near = engine.assembly.near
        free = near.free[: near.tally[1]].tolist()
        assert sorted([*free, *now.values()]) == list(range(room))
        stayed += len(now.keys() & before.keys())
        before = now
    assert stayed > 200


def test_a_pair_that_came_anew_remembers_nothing():
    engine, draw = scattered(1), np.random.default_rng(2)
    look(engine)
    made = engine.assembly
    made.loose.path[:] = 7.0
    before = slots(engine)
    scatter(engine, draw, 0.3)
    look(engine)
    now = slots(engine)
    fresh = [slot for pair, slot in now.items() if pair not in before]
    assert fresh
    assert made.loose.path[fresh].max() < 1.0
    kept = [slot for pair, slot in now.items() if pair in before]
    assert made.loose.path[kept].min() >= 7.0


def test_room_is_made_in_the_run_and_changes_nothing():
    ample, tight = scattered(3), scattered(3)
    tight.assembly = replace(
        tight.assembly,
        near=lay_near(tight.assembly.solids, float(tight.assembly.near.travel[1]), room=8),
        loose=blank_memory(8),
    )
    for engine in (ample, tight):
        record, sound = engine.run(Drive(duration=1.0), 0, 200)
        assert sound
        assert len(record.times)
    assert len(tight.assembly.near.key) >= tight.assembly.near.tally[0] > 8
    assert slots(ample).keys() == slots(tight).keys()
    np.testing.assert_array_equal(ample.assembly.bodies.position, tight.assembly.bodies.position)
    np.testing.assert_array_equal(ample.assembly.bodies.momentum, tight.assembly.bodies.momentum)


def test_more_room_keeps_what_is_remembered():
    engine = scattered(5)
    engine.run(Drive(duration=1.0), 0, 100)
    made = engine.assembly
    wider = with_room(made)
    room = len(made.near.key)
    assert len(wider.near.key) == 2 * room
    for name in ("state", "normal", "place", "share", "law"):
        np.testing.assert_array_equal(getattr(wider.near, name)[:room], getattr(made.near, name))
    np.testing.assert_array_equal(wider.loose.slip[:room], made.loose.slip)
    free = wider.near.free[: wider.near.tally[1]].tolist()
    taken = wider.near.slot[: wider.near.tally[0]].tolist()
    assert sorted([*free, *taken]) == list(range(2 * room))


def test_pairs_with_a_living_joint_are_left_to_it():
    engine = Engine.of(running_bond_wall())
    engine.run(Drive(duration=1.0), 0, 9)
    made = engine.assembly
    found = slots(engine)
    joined = {pair for pair, slot in found.items() if made.near.state[slot] == JOINED}
    moving = made.bodies.role != HELD
    asked = {
        (int(min(s, t)), int(max(s, t)))
        for s, t, a, b in zip(
            made.joints.solid_first, made.joints.solid_second, made.joints.first, made.joints.second, strict=True
        )
        if moving[a] or moving[b]
    }
    assert joined == asked
