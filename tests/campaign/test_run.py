"""Runs are made once, whoever is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.campaign import children
from pirqa.campaign import run as running
from pirqa.campaign.run import default_workers, run_plan
from pirqa.campaign.store import Store
from pirqa.errors import OptionsError
from tests.campaign.walls import G, column, small_plan

ROOT = Path(__file__).parents[2]


def files_of(folder):
    return {path.name: path.read_bytes() for path in (folder / "runs").rglob("*.json")}


def test_keys_say_all_that_a_run_depends_on():
    plan = small_plan()
    assert [task.key for task in plan.tasks] == [task.key for task in small_plan().tasks]
    assert len({task.key for task in plan.tasks}) == 2
    stiffer = replace(column(), joints=replace(column().joints, normal_stiffness=3e8))
    assert {task.key for task in small_plan(wall=stiffer).tasks}.isdisjoint(task.key for task in plan.tasks)
    # a level more leaves the others what they are
    more = small_plan(levels=(0.05, 0.1, 0.2))
    assert {task.key for task in plan.tasks} < {task.key for task in more.tasks}


def test_runs_are_the_same_in_one_process_and_in_two(tmp_path):
    plan = small_plan()
    alone = run_plan(plan, Store(tmp_path / "a"), workers=1)
    shared = run_plan(plan, Store(tmp_path / "b"), workers=2)
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    assert [item.level for item in shared] == pytest.approx([0.05 * G, 0.2 * G])
    assert np.array_equal(alone[1].residual, shared[1].residual)
    assert not list((tmp_path / "b").rglob("*.partial"))


def test_finished_runs_are_not_made_again(tmp_path, monkeypatch):
    plan, store = small_plan(), Store(tmp_path)
    first = run_plan(plan, store, workers=1)
    monkeypatch.setattr(running, "execute", lambda *_: pytest.fail("made again"))
    again = run_plan(plan, store, workers=1)
    assert [item.key for item in again] == [item.key for item in first]


def test_a_damaged_run_is_made_again(tmp_path):
    plan, store = small_plan(levels=(0.05,)), Store(tmp_path)
    run_plan(plan, store, workers=1)
    path = store.path(plan.tasks[0].key)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    run_plan(plan, store, workers=1)
    assert path.read_bytes() == whole


def test_a_worker_that_dies_is_replaced(tmp_path, monkeypatch):
    started = []
    start = children.start

    def start_and_kill_the_first():
        process = start()
        started.append(process)
        if len(started) == 1:
            process.kill()
        return process

    monkeypatch.setattr(children, "start", start_and_kill_the_first)
    runs = run_plan(small_plan(), Store(tmp_path), workers=2)
    assert len(started) == 3
    assert [item.failed for item in runs] == [False, False]


def test_a_task_of_which_every_worker_dies_is_told_as_failed(tmp_path, monkeypatch):
    def start_dead():
        return subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(children, "start", start_dead)
    runs = run_plan(small_plan(), Store(tmp_path), workers=2)
    assert all(item.failed and "died" in item.reason for item in runs)
    assert not files_of(tmp_path) if (tmp_path / "runs").exists() else True


SCRIPT = """
import sys
from pathlib import Path
from pirqa.campaign.run import run_plan
from pirqa.campaign.store import Store
from tests.campaign.walls import small_plan
run_plan(small_plan(levels=(0.05, 0.1, 0.15, 0.2, 0.25, 0.3)), Store(Path(sys.argv[1])), workers=2)
"""


def test_a_killed_sweep_goes_on_where_it_was(tmp_path):
    store = Store(tmp_path)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path)], env=env)
    end = time.monotonic() + 120.0
    while not list(tmp_path.rglob("runs/*/*.json")) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1.0)  # its workers see that nobody feeds them any more
    left = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("runs/*/*.json")}
    assert left
    plan = small_plan(levels=(0.05, 0.1, 0.15, 0.2, 0.25, 0.3))
    runs = run_plan(plan, store, workers=1)
    assert [item.key for item in runs] == [task.key for task in plan.tasks]
    assert {path: path.stat().st_mtime_ns for path in left} == left
    for path in tmp_path.rglob("runs/*/*.json"):
        assert json.loads(path.read_text())["run"]["key"] == path.stem


def test_number_of_workers(monkeypatch):
    monkeypatch.setenv("PIRQA_WORKERS", "3")
    assert default_workers() == 3
    monkeypatch.setenv("PIRQA_WORKERS", "many")
    with pytest.raises(OptionsError, match="PIRQA_WORKERS"):
        default_workers()


def test_what_a_worker_says_and_cannot_be_read_ends_the_sweep(tmp_path, monkeypatch):
    def unreadable(*_):
        raise TypeError("cannot be read")

    monkeypatch.setattr(children.Child, "_ask", unreadable)
    with pytest.raises(TypeError, match="cannot be read"):
        run_plan(small_plan(), Store(tmp_path), workers=2)


def test_another_sweep_in_the_same_folder_leaves_checkpoints_alone(tmp_path):
    store = Store(tmp_path)
    other = store.unfinished("f" * 64)
    other.mkdir(parents=True)
    run_plan(small_plan(levels=(0.05,)), store, workers=1)
    assert other.is_dir()
