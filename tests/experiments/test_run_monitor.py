"""A run of a wall that has collapsed ends, at the same time however often it is looked at, with the class it has."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from functools import partial

import numpy as np
import pytest

from pirqa.dynamics import run_sequence, simulate, state_recorder
from pirqa.dynamics.run_sequence import conduct, perform
from pirqa.dynamics.simulate import simulation
from pirqa.dynamics.state_recorder import Head, HistoryWriter, InMemory, LateWriter
from pirqa.dynamics.trajectory import States
from pirqa.errors import Interrupted
from pirqa.experiments.damage import outcome_of
from pirqa.experiments.damage_states import DAMAGE_STATES, CollapseDefinition, DamageState, nothing_worse
from pirqa.experiments.damage_tracking import shapes_of
from pirqa.experiments.run_monitor import AFTERWARDS, Witness
from pirqa.verification.walls import polygonal_wall
from tests.dynamics.killed import refined
from tests.dynamics.test_batch import same
from tests.dynamics.test_checkpoint import Stopper
from tests.experiments.campaign.walls import QUICK, G, column, pulse

STRONG = replace(pulse(duration=9.0).scaled(0.5 * G), treatments=())
"""The wall lies on the ground after two of its nine seconds."""


def ending(wall, **changes):
    return Witness(wall, CollapseDefinition(**changes), end_at_collapse=True)


def course(wall, motion=STRONG, options=QUICK, *, longest=0.0, **changes):
    return conduct(wall, motion, options, keep=InMemory(), longest=longest, follower=ending(wall, **changes))


def rows_of(run, start, stop):
    return States(**{item.name: getattr(run, item.name)[start:stop] for item in fields(States)})


def collapsed_from(run, wall, definition=None):
    """When more than half of the stones had fallen [s]."""
    outcome = outcome_of(run, wall, definition)
    assert outcome.collapse == "total"
    return outcome.falls[math.floor(0.5 * outcome.count)].time


@pytest.fixture(scope="module")
def whole():
    return simulate(column(), STRONG, QUICK)


@pytest.fixture(scope="module")
def ended():
    return perform(course(column()))


def test_it_ends_a_second_after_the_collapse_and_says_so(whole, ended):
    wall = column()
    assert whole.ended_at is None
    assert ended.ended_at == ended.times[-1]
    late = ended.ended_at - collapsed_from(whole, wall)
    assert AFTERWARDS - QUICK.output_step <= late <= AFTERWARDS + 0.25
    assert ended.times[-1] < 0.5 * whole.times[-1]
    assert "ended before its time after" in str(ended)
    assert "complete after" in str(whole)
    # until then it is the same run, its energies included
    count = len(ended.times)
    for item in fields(States):
        assert np.array_equal(getattr(ended, item.name), getattr(whole, item.name)[:count]), item.name
    assert ended.reliable
    # and the class is the same, and what went first
    one, other = outcome_of(ended, wall), outcome_of(whole, wall)
    assert (one.collapse, one.first) == (other.collapse, other.first)
    assert one.falls == tuple(fall for fall in other.falls if fall.time <= ended.times[-1])


@pytest.mark.parametrize("longest", [0.3, 0.8, 1.3, 5.0, 100.0])
def test_the_length_of_stretches_changes_nothing(ended, longest):
    same(perform(course(column(), longest=longest)), ended)


@pytest.mark.parametrize("options", [replace(QUICK, step=3.1e-4), replace(QUICK, output_step=0.4)])
def test_also_where_looks_and_states_do_not_meet(options):
    wall = column()
    short = perform(course(wall, options=options))
    assert short.ended_at is not None
    assert short.ended_at - collapsed_from(short, wall) > AFTERWARDS - options.output_step
    for longest in (0.9, 5.0):
        same(perform(course(wall, options=options, longest=longest)), short)


def test_a_wall_that_has_not_collapsed_is_run_to_its_end(whole):
    wall = column()
    weak = replace(pulse(duration=3.0).scaled(0.05 * G), treatments=())
    same(perform(course(wall, weak, longest=5.0)), simulate(wall, weak, QUICK))
    # what has fallen is for the one definition to say
    same(perform(course(wall, drop=100.0, beyond=100.0, tipping=3.0)), whole)


def test_a_collapse_just_before_the_end_ends_nothing():
    wall = column()
    short = replace(pulse(duration=1.5).scaled(0.5 * G), treatments=())
    full = simulate(wall, short, QUICK)
    until = collapsed_from(full, wall)
    brief = replace(QUICK, free=max(0.0, until + 0.8 * AFTERWARDS - 1.5))
    assert perform(course(wall, short, brief)).ended_at is None


def test_what_a_long_stretch_makes_beyond_the_end_is_thrown_away():
    wall = column()
    lengths, making = [], course(wall, longest=5.0)
    stretch = next(making)
    try:
        while True:
            lengths.append((stretch.drive.duration, stretch.count / stretch.engine.stretch))
            stretch = making.send(stretch.run())
    except StopIteration:
        pass
    action = [count for duration, count in lengths if duration == STRONG.duration + QUICK.free]
    assert action == [20]


def changed(making, change):
    """The result of a course whose stretches are changed by somebody after they were made."""
    stretch = next(making)
    while True:
        record, sound = stretch.run()
        try:
            stretch = making.send((record, change(stretch, record, sound)))
        except StopIteration as over:
            return over.value


def spoiled(making, row, done, end):
    """The same where the long stretch with the time ``end`` goes wrong ``row`` states after it, at step ``done``."""

    def change(stretch, record, sound):
        if stretch.count <= stretch.engine.stretch or not record.times[0] <= end <= record.times[-1]:
            return sound
        record.pose[np.searchsorted(record.times, end) + row :] = np.nan
        stretch.engine.done = done
        return False

    return changed(making, change)


def test_what_goes_wrong_after_the_end_is_as_if_it_had_never_been(ended):
    wall = column()
    steps = round((ended.ended_at + QUICK.output_step) / ended.step)
    late = spoiled(course(wall, options=replace(QUICK, refine=0), longest=5.0), 3, steps + 60, ended.times[-1])
    same(late, ended)
    soon = spoiled(course(wall, options=replace(QUICK, refine=0), longest=5.0), -3, steps - 60, ended.times[-1])
    assert soon.failed
    assert soon.ended_at is None
    assert outcome_of(soon, wall).collapse == "failed"


def resting(monkeypatch):
    """A wall that comes to rest long before its time is over: what makes its course, and its run."""
    monkeypatch.setattr(run_sequence, "_REST", 9e-3)
    wall, options = column(), replace(QUICK, free=9.0, refine=0)
    weak = replace(pulse().scaled(0.1 * G), treatments=(), initial_velocity=np.zeros(1))
    whole = simulate(wall, weak, options)
    assert whole.ended_at is None
    assert whole.times[-1] < 9.0
    return lambda longest: conduct(wall, weak, options, keep=InMemory(), longest=longest), whole


def test_also_after_the_wall_has_come_to_rest(monkeypatch):
    make, whole = resting(monkeypatch)

    def go(row, done):
        return spoiled(make(1.0), row, done, whole.times[-1])

    steps = round((whole.times[-1] + QUICK.output_step) / whole.step)
    same(go(3, steps + 60), whole)
    assert go(-3, steps - 60).failed


@pytest.mark.parametrize("longest", [0.0, 1.0])
def test_a_joint_that_parts_just_before_the_end_has_parted_by_whomever_it_is_seen(monkeypatch, longest):
    make, whole = resting(monkeypatch)
    assert whole.parted == ()

    def change(stretch, record, sound):
        if stretch.drive.duration > 9.0:
            record.opening[record.times == whole.times[-1], 1] = 1.0
        return sound

    assert changed(make(longest), change).parted == (str(whole.joints[1]),)


@pytest.mark.parametrize("writer", [HistoryWriter, partial(LateWriter, known="x")])
def test_stopped_at_every_look_it_ends_at_the_same_time(tmp_path, monkeypatch, ended, writer):
    monkeypatch.setattr(state_recorder, "INTERVAL", 0.0)
    wall, stops = column(), 0
    while stops < 100:
        keep = writer(tmp_path / "run.zarr")
        try:
            again = perform(simulation(wall, STRONG, QUICK, keep=keep, follower=ending(wall), observer=Stopper(3)))
            break
        except Interrupted:
            stops += 1
    assert stops > 6
    same(again, ended)
    keep.discard()


def test_a_run_that_is_made_again_is_followed_from_its_start():
    wall, action, options = refined()
    begun = []

    class Noting:
        close = False

        def open(self, head):
            assert head.stones == tuple(stone.name for stone in wall.stones)
            begun.append([])

        def look(self, states):
            begun[-1].extend(states.times.tolist())
            return math.inf

    run = perform(conduct(wall, action, options, keep=InMemory(), follower=Noting()))
    assert run.halvings > 0
    assert len(begun) == run.halvings + 1
    assert all(times[0] == 0.0 for times in begun)
    assert begun[-1] == run.times.tolist()
    assert run.ended_at is None


@pytest.mark.parametrize("size", [1, 7, 13, 60, 10_000])
@pytest.mark.parametrize("given", [{}, {"drop": 100.0, "beyond": 100.0}])  # or by tipping alone, told by speeds
def test_a_witness_says_the_same_however_many_states_it_sees_at_once(whole, size, given):
    wall, definition = column(), CollapseDefinition(**given)
    witness = ending(wall, **given)
    witness.open(Head(**{item.name: getattr(whole, item.name) for item in fields(Head)}))
    assert not witness.close
    for start in range(0, len(whole.times), size):
        told = witness.look(rows_of(whole, start, start + size))
        if math.isfinite(told):
            break
    assert told == collapsed_from(whole, wall, definition) + AFTERWARDS
    assert witness.close


@pytest.mark.parametrize("size", [7, 60])
def test_what_a_witness_has_seen_too_much_it_forgets(whole, size):
    witness, never = ending(column()), ending(column())
    for follower in (witness, never):
        follower.open(Head(**{item.name: getattr(whole, item.name) for item in fields(Head)}))
        follower.look(rows_of(whole, 0, 40))
    before = never.watch.copy()
    witness.look(rows_of(whole, 40, 140))
    witness.cut(rows_of(whole, 40, 40 + size))
    never.look(rows_of(whole, 40, 40 + size))
    for name in ("dropped", "left", "tipped", "detached", "leans", "across", "residual", "place", "first", "last"):
        assert np.array_equal(getattr(witness.watch, name), getattr(never.watch, name)), name
    assert not np.array_equal(before.place, never.watch.place)
    assert not np.array_equal(before.across, never.watch.across), "a copy must not change with the other"


def test_a_total_collapse_must_reach_every_damage_state():
    assert nothing_worse(DAMAGE_STATES)
    assert nothing_worse({"light": DamageState(residual=3e-3), "heavy": DamageState(lean=2.0, collapse="partial")})
    assert not nothing_worse({"light": DamageState(collapse="local"), "heavy": DamageState(residual=0.5)})


@pytest.mark.parametrize("wall", [column(), polygonal_wall()])
def test_no_stone_tips_before_its_least_angle(wall):
    for stone, least in zip(wall.stones, shapes_of(wall).least.tolist(), strict=True):
        arms = stone.solid.vertices - stone.centroid
        ways = np.linspace(0.0, 2.0 * np.pi, 3601)
        reach = (np.stack([np.cos(ways), np.sin(ways)], axis=1) @ arms[:, :2].T).max(axis=1)
        found = np.arctan2(reach.min(), -arms[:, 2].min())
        assert found - 0.05 < least <= found + 1e-9
