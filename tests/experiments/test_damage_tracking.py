"""Watching a run stretch by stretch: the numbers of plain NumPy over the whole history, to the last bit."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.dynamics.options import TiltOptions
from pirqa.dynamics.run_sequence import perform
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.state_recorder import TimesAndEnergies
from pirqa.dynamics.trajectory import States, turn_by, uprights
from pirqa.experiments.damage import half_thickness, outcome_of, outcome_seen, watch_over, watched
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.run_monitor import Witness
from pirqa.verification.walls import running_bond_wall, sine_motion
from tests.experiments.campaign.walls import column

G = 9.80665
QUICK = SimulationOptions(free=2.0, refine=0)
WALL = running_bond_wall()
RULES = CollapseDefinition()


@pytest.fixture(scope="module")
def runs():
    """A wall that rocks, one that falls, and one on a tilting base."""
    return {
        "rocking": simulate(WALL, sine_motion(0.4 * G, 0.976, 5.0), QUICK),
        "falling": simulate(WALL, sine_motion(1.0 * G, 0.976, 4.0), QUICK),
        "tilted": simulate(WALL, TiltOptions(to=0.45, rate=0.09), QUICK),
    }


def unit(vectors):
    return vectors / np.maximum(np.hypot(vectors[:, 0], vectors[:, 1]), 1e-12)[:, None]


def judged_plainly(run):
    """When each stone sank, was out, tipped or left its joints, and its largest lean: definitions as they are read."""
    import shapely

    count = len(run.stones)
    when = {name: np.full(count, np.inf) for name in ("dropped", "left", "tipped", "detached")}
    leans = np.zeros(count)
    least = watch_over(WALL, RULES, held=run.held, joints=run.joints, reference=run.reference).shapes.least
    free = [index for index, name in enumerate(run.stones) if name not in run.held]
    held = [index for index, name in enumerate(run.stones) if name in run.held]
    limit = 2.0 * RULES.beyond * half_thickness(WALL)
    plan = shapely.union_all(
        [shapely.MultiPoint(WALL.stones[index].solid.vertices[:, :2]).convex_hull for index in free]
    )
    down, upright = -run.displacement[:, :, 2], uprights(run)
    sunk = np.maximum(down[:, held].max(axis=1), 0.0)
    above = turn_by(run.platform_turn, np.array([0.0, 0.0, 1.0]))

    def first(name, index, passed):
        if passed.any():
            when[name][index] = run.times[int(np.argmax(passed))]

    for index in range(count):
        stone = WALL.stones[index]
        axis, moved = upright[:, index], run.displacement[:, index]
        lean = np.arctan2(np.hypot(axis[:, 0], axis[:, 1]), axis[:, 2])
        arms = stone.solid.vertices - stone.centroid
        side = -turn_by(run.quaternion[:, index] * np.array([1.0, -1.0, -1.0, -1.0]), above)[:, :2]
        tipping = np.arctan2((unit(side) @ arms[:, :2].T).max(axis=1), -arms[:, 2].min())
        tipping = np.maximum(tipping, least[index])  # of a stone upside down, which leans to no side of itself
        leaning = (lean > 0.01) & (np.arange(len(lean)) > 0)
        leans[index] = (lean[leaning] / tipping[leaning]).max(initial=0.0)
        if index not in free:
            continue
        first("dropped", index, down[:, index] - sunk > RULES.drop * np.ptp(stone.solid.vertices[:, 2]))
        first("left", index, shapely.distance(shapely.points(run.reference[index, :2] + moved[:, :2]), plan) > limit)
        speed = (np.diff(moved[:, :2], axis=0) * unit(axis[1:, :2])).sum(axis=1) / np.diff(run.times)
        over = leaning & (lean > RULES.tipping * tipping)
        first("tipped", index, np.r_[False, over[1:] & (speed > RULES.outward)])
        joints = [number for number, joint in enumerate(run.joints) if stone.name in (joint.first, joint.second)]
        away = (run.normal_force[:, joints] == 0.0) & (run.opening[:, joints] > RULES.apart)
        first("detached", index, away.all(axis=1))
    return when, leans


@pytest.mark.parametrize("name", ["rocking", "falling", "tilted"])
def test_a_watch_finds_what_plain_numpy_finds(runs, name):
    run = runs[name]
    when, leans = judged_plainly(run)
    watch = watched(run, WALL)
    for kind, times in when.items():
        assert np.array_equal(getattr(watch, kind), times), kind
    assert np.array_equal(watch.leans, leans)
    assert np.array_equal(watch.residual, run.residual)
    assert np.array_equal(watch.across, np.abs(run.displacement[:, :, 1]).max(axis=0))
    assert np.array_equal(watch.place, run.displacement[-1])
    assert outcome_of(run, WALL).collapse == ("none" if name == "rocking" else "total")


@pytest.mark.parametrize("size", [1, 7, 25, 500])
@pytest.mark.parametrize("name", ["rocking", "falling", "tilted"])
def test_nothing_hangs_on_how_a_run_is_cut(runs, name, size):
    run = runs[name]
    whole = watched(run, WALL)
    watch = watch_over(WALL, held=run.held, joints=run.joints, reference=run.reference)
    for at in range(0, len(run.times), size):
        watch.take(States(**{item.name: getattr(run, item.name)[at : at + size] for item in fields(States)}))
    for key in ("dropped", "left", "tipped", "detached", "leans", "residual", "across", "place", "first", "last"):
        assert np.array_equal(getattr(watch, key), getattr(whole, key)), key
    assert outcome_seen(watch, run) == outcome_of(run, WALL)


def test_without_a_history_the_judgement_is_the_same(runs):
    witness = Witness(WALL, RULES)
    motion = sine_motion(1.0 * G, 0.976, 4.0)
    run, whole = (
        perform(simulation(WALL, motion, QUICK, memory=TimesAndEnergies(), follower=witness, longest=1.0)),
        runs["falling"],
    )
    assert np.array_equal(run.times, whole.times)
    assert np.array_equal(run.energy, whole.energy)
    assert (run.ledger, run.parted, run.failed) == (whole.ledger, whole.parted, whole.failed)
    assert witness.outcome(run) == outcome_of(whole, WALL)
    assert np.array_equal(witness.watch.residual, whole.residual)
    assert run.position.size == 0
    assert run.events == ()


def tipping_over(angles):
    """States in which the last stone of a column leans by ``angles`` about the x axis [rad]."""
    wall = column()
    count, steps = len(wall.stones), len(angles)
    zeros = {item.name: np.zeros((steps, 0)) for item in fields(States)}
    quaternion = np.zeros((steps, count, 4))
    quaternion[..., 0] = 1.0
    quaternion[:, -1, 0], quaternion[:, -1, 1] = np.cos(0.5 * angles), np.sin(0.5 * angles)
    turn = np.zeros((steps, 4))
    turn[:, 0] = 1.0
    reference = np.array([stone.centroid for stone in wall.stones])
    position = np.repeat(reference[None], steps, axis=0)
    position[:, -1, 1] -= 0.002 * np.arange(steps)
    states = States(
        **zeros
        | {
            "times": 0.01 * np.arange(steps),
            "position": position,
            "quaternion": quaternion,
            "platform": np.zeros((steps, 3)),
            "platform_turn": turn,
            "tilt": np.zeros(steps),
            "push": np.zeros((steps, 3)),
            "energy": np.zeros((steps, 8)),
        }
    )
    return wall, reference, states


def leans_of(wall, reference, states, cuts):
    seen = watch_over(wall, RULES, held=wall.fixed, joints=(), reference=reference)
    for start, stop in zip([0, *cuts], [*cuts, len(states.times)], strict=True):
        seen.take(States(**{item.name: getattr(states, item.name)[start:stop] for item in fields(States)}))
    return seen.leans


@pytest.mark.parametrize("cuts", [(30,), (60,), tuple(range(5, 120, 5))])
def test_a_stone_that_comes_to_lie_on_its_side_leans_as_far_however_it_is_watched(cuts):
    seen = tipping_over(np.r_[np.linspace(0.0, 1.548, 60), np.linspace(1.548, 1.5705, 60)])
    whole = leans_of(*seen, ())
    assert whole[-1] > 2.2
    np.testing.assert_array_equal(leans_of(*seen, cuts), whole)


def test_a_stone_upside_down_leans_by_half_a_turn_over_an_angle_that_it_has():
    seen = tipping_over(np.array([0.0, 1.0, 3.0, np.pi]))
    lean = leans_of(*seen, ())[-1]
    assert 3.0 / (0.5 * np.pi) < lean < 20.0
