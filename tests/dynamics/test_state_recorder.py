"""Runs that are on disk only from their first checkpoint on."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from pirqa.dynamics.simulate import simulate
from pirqa.dynamics.state_recorder import LateWriter
from pirqa.dynamics.trajectory import States
from pirqa.errors import Interrupted
from tests.experiments.campaign.walls import QUICK, column, pulse


class StopAt:
    """Interrupts the second task (the action, after gravity) at some of its steps."""

    def __init__(self, step):
        self._left = step
        self._tasks = 0

    def begin(self, task, total):
        self._tasks += 1

    def advance(self, steps=1):
        if self._tasks >= 2:
            self._left -= 1
            if self._left == 0:
                raise Interrupted

    def end(self, outcome=""):
        pass


def same(one, other):
    return all(np.array_equal(getattr(one, item.name), getattr(other, item.name)) for item in fields(States))


def test_a_short_run_writes_nothing(tmp_path):
    keep = LateWriter(tmp_path / "run.zarr", known="k")
    run = simulate(column(), pulse(), QUICK, keep=keep)
    assert not list(tmp_path.iterdir())
    keep.discard()
    assert same(run, simulate(column(), pulse(), QUICK))


@pytest.mark.parametrize("step", [1, 4])
def test_a_stopped_run_goes_on_from_its_checkpoint(tmp_path, step):
    path = tmp_path / "run.zarr"
    with pytest.raises(Interrupted):
        simulate(column(), pulse(), QUICK, keep=LateWriter(path, known="k", interval=0.0), observer=StopAt(step))
    assert list(tmp_path.glob("run.zarr.partial/*.checkpoint"))
    told = []

    class Listening(StopAt):
        def begin(self, task, total):
            told.append(task)

    keep = LateWriter(path, known="k")
    run = simulate(column(), pulse(), QUICK, keep=keep, observer=Listening(10**9))
    assert "resumed" in told
    keep.discard()
    assert not list(tmp_path.iterdir())
    assert same(run, simulate(column(), pulse(), QUICK))


def test_what_another_run_left_is_not_taken_up(tmp_path):
    path = tmp_path / "run.zarr"
    with pytest.raises(Interrupted):
        simulate(column(), pulse(), QUICK, keep=LateWriter(path, known="k", interval=0.0), observer=StopAt(3))
    run = simulate(column(), pulse(), QUICK, keep=LateWriter(path, known="other"))
    assert same(run, simulate(column(), pulse(), QUICK))
