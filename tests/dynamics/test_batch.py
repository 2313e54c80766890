"""Many runs at once are the runs one by one; what a card refuses, loses or takes too long for is told."""

from __future__ import annotations

import math
import pickle
import threading
from dataclasses import fields, replace
from functools import partial

import numpy as np
import pytest

from pirqa.dynamics import Engine, run_sequence, simulate
from pirqa.dynamics.batch import Batch, OverdueError, RefusedError, Rest
from pirqa.dynamics.options import SimulationOptions, TiltOptions
from pirqa.dynamics.run_sequence import SharedRest, conduct, perform, rest_of
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.state_recorder import InMemory
from pirqa.errors import ComputationError
from tests.dynamics.host_runner import HostRunner, conduct_many
from tests.dynamics.killed import collapse, refined
from tests.experiments.campaign.walls import QUICK, G, column, pulse


def same(one, other):
    """Whether two trajectories are the same to the last bit."""
    for item in fields(one):
        left, right = getattr(one, item.name), getattr(other, item.name)
        if isinstance(left, np.ndarray):
            assert np.array_equal(left, right), item.name
        elif item.name == "settled":
            assert np.array_equal(left.displacement, right.displacement)
            assert (left.duration, left.quiet, left.ledger) == (right.duration, right.quiet, right.ledger)
        else:
            assert left == right, item.name


def shaken(level, **changes):
    wall, options = column(), replace(QUICK, **changes)
    motion = replace(pulse().scaled(level * G), treatments=())
    return lambda longest, rested: simulation(wall, motion, options, longest=longest, rested=rested)


@pytest.mark.parametrize("level", [0.05, 1.2])
def test_runs_that_share_a_rest_are_the_runs_one_by_one(level):
    """Not a bit changes, however often the state at rest was used before."""
    wall, calls = column(), []

    def course():
        calls.append(level)
        return rest_of(wall, QUICK)

    shared = SharedRest()
    motion = replace(pulse().scaled(level * G), treatments=())
    alone = simulate(wall, motion, QUICK)
    for _ in range(3):
        same(alone, simulate(wall, motion, QUICK, rested=lambda: shared.start("column", course)))
    assert len(calls) == 1


def test_a_shared_rest_forgets_the_oldest_wall_and_is_not_handed_on():
    shared, calls = SharedRest(2), []

    def course(key):
        calls.append(key)
        return rest_of(column(), QUICK)

    for key in ("a", "b", "a", "c", "a", "b"):
        shared.start(key, partial(course, key))
    assert calls == ["a", "b", "c", "b"]
    copied = pickle.loads(pickle.dumps(shared))
    copied.start("a", partial(course, "a"))
    assert calls[-1] == "a"


def test_a_wall_that_does_not_stand_fails_every_run_that_shares_its_rest():
    def course():
        raise ComputationError("it falls")
        yield

    shared = SharedRest()
    for _ in range(2):
        with pytest.raises(ComputationError, match="it falls"):
            simulate(column(), pulse(), QUICK, rested=lambda: shared.start("w", course))


class Counting(HostRunner):
    """Remembers how many were under way, and which stretches."""

    def __init__(self, **given):
        super().__init__(**given)
        self.most, self.lengths, self.engines = 0, [], set()

    def begin(self, stretch):
        super().begin(stretch)
        self.most = max(self.most, len(self._waiting))
        self.lengths.append(stretch.count / stretch.engine.stretch)
        self.engines.add(id(stretch.engine))


@pytest.mark.parametrize(("given", "longest"), [(collapse, 1.1), (collapse, 100.0), (refined, 0.8)])
def test_longer_stretches_change_nothing(given, longest):
    wall, action, options = given()
    whole = simulate(wall, action, options)
    assert bool(whole.parted) == (given is collapse), "one of the walls must fall apart"
    long = perform(conduct(wall, action, options, keep=InMemory(), longest=longest))
    same(whole, long)


def test_stretches_are_long_only_where_nobody_has_to_look():
    runner = Counting(longest=100.0)
    ((_, run),) = conduct_many([("one", shaken(0.1, free=3.0))], runner)
    looks = [math.ceil(length) for length in runner.lengths]
    settling = round(run.settled.duration / 0.25)
    assert looks[:settling] == [1] * settling
    # 1.5 s of pulse and 3 s of swinging out: from 4.5 s on it may be at rest, so the look before ends the long one
    assert looks[settling] == 17
    # and from there on no more than a second is made in vain
    assert set(looks[settling + 1 :]) <= {1, 2, 3, 4}


@pytest.mark.parametrize("quiet", [9e-3, 7e-3, 6e-3, 4e-3, 3e-3])
def test_a_run_ends_at_the_look_that_finds_it_at_rest_though_its_stretch_goes_on(quiet, monkeypatch):
    monkeypatch.setattr(run_sequence, "_REST", quiet)
    motion = replace(pulse().scaled(0.1 * G), treatments=(), initial_velocity=np.zeros(1))  # it ends at rest
    options = replace(QUICK, free=9.0, output_step=0.01)
    wall = column()
    whole = simulate(wall, motion, options)
    assert 4.5 < whole.times[-1] < 10.0, "it must come to rest before its time is over"
    runner = Counting(longest=5.0)
    runs = [("one", lambda longest, rested: simulation(wall, motion, options, longest=longest, rested=rested))]
    ((_, run),) = conduct_many(runs, runner)
    same(whole, run)
    swinging = runner.lengths[round(run.settled.duration / 0.25) + 1 :]
    assert len(swinging) <= whole.times[-1] - 4.25 + 1.5


@pytest.mark.parametrize("longest", [0.8, 50.0])
def test_a_tilt_ends_at_the_look_after_stones_fell_though_its_stretch_goes_on(longest):
    wall = column()
    tilt = TiltOptions(to=0.6, rate=0.3, until_fallen=0.3)
    whole = simulate(wall, tilt, QUICK)
    assert whole.ended_at == whole.times[-1] < 2.5 < 3.0, "its last stretch would go on to 3 s"
    same(whole, perform(conduct(wall, tilt, QUICK, keep=InMemory(), longest=longest)))


def test_many_runs_are_the_runs_one_by_one():
    levels = (0.05, 0.1, 0.2, 0.3, 0.5)
    runner = Counting(room=3, longest=2.0)
    found = dict(conduct_many(((level, shaken(level)) for level in levels), runner))
    assert set(found) == set(levels)
    assert 1 < runner.most <= 3
    for level in levels:
        same(found[level], perform(shaken(level)(0.0, None)))


def test_runs_that_share_a_rest_are_the_same_as_those_that_do_not():
    wall, runner = column(), Counting(room=4, longest=2.0)
    begun = []

    def rest():
        begun.append(1)
        return rest_of(wall, QUICK)

    batch = Batch(runner, threads=2)
    levels = (0.05, 0.1, 0.3, 0.5, 0.6, 0.7)
    for level in levels:
        batch.submit(level, shaken(level), rest=Rest(key="column", course=rest))
    found = dict(batch.finished())
    assert not batch.busy
    assert len(begun) == 1
    assert len(runner.engines) >= len(levels) + 1 - runner.room  # of their own, though places in memory are used again
    for level in levels:
        same(found[level], perform(shaken(level)(0.0, None)))
    # those that come later find it
    batch.submit("late", shaken(0.2), rest=Rest(key="column", course=rest))
    ((_, late),) = batch.finished()
    same(late, perform(shaken(0.2)(0.0, None)))
    assert len(begun) == 1
    batch.close()


def test_walls_at_rest_are_forgotten_where_they_fill_the_memory(monkeypatch):
    begun = []

    def rest(name):
        def course():
            begun.append(name)
            return rest_of(column(), QUICK)

        return Rest(key=name, course=course)

    def go(*names):
        for name in names:
            batch.submit(name, shaken(0.05), rest=rest(name))
            assert len(list(batch.finished())) == 1

    batch = Batch(HostRunner(), threads=1)
    size = perform(rest_of(column(), QUICK)).size
    monkeypatch.setattr("pirqa.dynamics.batch._RESTS", 1.5 * size)
    go("a", "b", "a", "c", "a", "b")
    assert begun == ["a", "b", "c", "b"]  # b was asked for longest ago when c came
    batch.close()


def test_a_rest_that_fails_fails_all_that_start_from_it():
    options = replace(QUICK, hold=0.3, quiet=1e-300)
    batch = Batch(HostRunner(), threads=1)
    for number in range(3):
        batch.submit(number, shaken(0.1), rest=Rest(key="x", course=lambda: rest_of(column(), options)))
    found = dict(batch.finished())
    assert set(found) == {0, 1, 2}
    assert all(isinstance(item, ComputationError) and "not come to rest" in str(item) for item in found.values())
    batch.close()


def test_more_runs_may_come_while_others_end():
    batch = Batch(HostRunner(room=2), threads=2)
    batch.submit(0, shaken(0.05))
    seen = []
    for key, _ in batch.finished():
        seen.append(key)
        if key < 3:
            batch.submit(key + 1, shaken(0.05))
    assert seen == [0, 1, 2, 3]
    batch.close()


def test_a_wall_that_the_card_refuses_comes_back_with_the_reason():
    class Picky(HostRunner):
        def refusal(self, engine, drive):
            return "struts" if engine.options.free == 0.9 else ""

    found = dict(conduct_many([("yes", shaken(0.1)), ("no", shaken(0.1, free=0.9))], Picky()))
    assert isinstance(found["no"], RefusedError)
    assert str(found["no"]) == "struts"
    same(found["yes"], perform(shaken(0.1)(0.0, None)))


def test_computations_that_fail_are_results_and_other_errors_are_raised():
    restless = replace(QUICK, hold=0.3, quiet=1e-300)
    runs = [("bad", lambda *_: simulation(column(), pulse(), restless)), ("good", shaken(0.1))]
    found = dict(conduct_many(runs, HostRunner()))
    assert isinstance(found["bad"], ComputationError)
    assert found["good"].times[-1] > 1.0

    def broken(*_):
        raise ZeroDivisionError
        yield

    with pytest.raises(ZeroDivisionError):
        list(conduct_many([("broken", broken)], HostRunner()))


def test_a_run_that_takes_too_long_is_stopped_and_lets_go():
    closed = threading.Event()

    def held(longest, rested):
        try:
            return (yield from shaken(0.1)(longest, rested))
        finally:
            closed.set()

    batch = Batch(HostRunner(), threads=1)
    batch.submit("slow", held, limit=0.0)
    ((_, error),) = batch.finished()
    assert isinstance(error, OverdueError)
    assert "its time limit" in str(error)
    assert closed.is_set()
    batch.close()


def test_closed_in_the_middle_all_courses_let_go():
    held = []

    def holding(longest, rested):
        held.append(1)
        try:
            return (yield from shaken(0.1)(longest, rested))
        finally:
            held.pop()

    batch = Batch(HostRunner(room=4), threads=2)
    batch.submit("first", shaken(0.05))
    for number in range(3):
        batch.submit(number, holding)
    next(batch.finished())
    batch.close()
    assert not held
    assert not batch.busy


def test_a_card_that_forgets_a_run_is_told():
    class Forgetful(HostRunner):
        def finished(self):
            return []

    class Slow(HostRunner):
        asked = 0

        def finished(self):
            self.asked += 1
            return super().finished() if self.asked % 3 == 0 else []

    ((_, run),) = conduct_many([("slow", shaken(0.1))], Slow())
    same(run, perform(shaken(0.1)(0.0, None)))

    with pytest.raises(ComputationError, match="knows nothing of 1 run"):
        list(conduct_many([("lost", shaken(0.1))], Forgetful()))


def test_no_more_than_fit_into_memory_are_under_way():
    runner = Counting(room=100)
    batch = Batch(runner, threads=2, most=2)
    for number in range(5):
        batch.submit(number, shaken(0.05))
    assert len(list(batch.finished())) == 5
    assert runner.most <= 2
    assert batch.simulated > 5 * 2.0
    batch.close()


def test_an_engine_at_rest_is_not_changed_by_the_runs_that_start_from_it():
    rested = perform(rest_of(column(), SimulationOptions(free=1.0, output_step=0.02)))
    before = rested.engine.assembly.bodies.position.copy()
    first = perform(shaken(0.5)(0.0, rested))
    assert np.array_equal(rested.engine.assembly.bodies.position, before)
    same(first, perform(shaken(0.5)(0.0, rested)))
    assert isinstance(rested.start(), Engine)
