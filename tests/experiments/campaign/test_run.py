"""Runs are made once, whoever is killed on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.experiments.campaign import worker
from pirqa.experiments.campaign.backends import default_workers
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import summary_of
from pirqa.experiments.campaign.work import RunWork
from pirqa.model.plain import canonical_json
from tests.experiments.campaign.campaigns import CLOCKS
from tests.experiments.campaign.walls import G, column, small_plan

ROOT = Path(__file__).parents[3]


def pages_of(folder):
    """The pages of a folder but for the clocks, as text."""
    store = Store(folder)
    pages = [{name: value for name, value in page.items() if name not in CLOCKS} for page in store.rows()]
    assert all(page["key"] in str(store.path(page["key"])) for page in pages)
    return {page["key"]: canonical_json(page) for page in pages}


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
    alone = plan.run(tmp_path / "a", workers=1)
    shared = plan.run(tmp_path / "b", workers=2)
    assert len(pages_of(tmp_path / "a")) == 2
    assert pages_of(tmp_path / "a") == pages_of(tmp_path / "b")
    assert [item.level for item in shared] == pytest.approx([0.05 * G, 0.2 * G])
    assert np.array_equal(alone[1].residual, shared[1].residual)
    assert not list((tmp_path / "b").rglob("*.partial"))


def test_finished_runs_are_not_made_again(tmp_path, monkeypatch):
    plan = small_plan()
    first = plan.run(tmp_path, workers=1)
    monkeypatch.setattr(RunWork, "perform", lambda *_: pytest.fail("made again"))
    again = plan.run(tmp_path, workers=1)
    assert [item.key for item in again] == [item.key for item in first]


def test_a_damaged_run_is_made_again(tmp_path):
    plan, store = small_plan(levels=(0.05,)), Store(tmp_path)
    plan.run(tmp_path, workers=1)
    path = store.path(plan.tasks[0].key)
    before, whole = pages_of(tmp_path), path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    plan.run(tmp_path, workers=1)
    assert pages_of(tmp_path) == before
    assert store.made() == {plan.tasks[0].key: 2}
    (moved,) = (tmp_path / "damaged").iterdir()
    assert moved.read_bytes() == whole[: len(whole) // 2]


def test_a_worker_that_dies_is_replaced(tmp_path, monkeypatch):
    started = []
    start = worker.start

    def start_and_kill_the_first():
        process = start()
        started.append(process)
        if len(started) == 1:
            process.kill()
        return process

    monkeypatch.setattr(worker, "start", start_and_kill_the_first)
    runs = small_plan().run(tmp_path, workers=2)
    assert len(started) == 3
    assert [item.failed for item in runs] == [False, False]


def test_a_task_of_which_every_worker_dies_is_told_as_failed(tmp_path, monkeypatch):
    def start_dead():
        return subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(worker, "start", start_dead)
    runs = small_plan().run(tmp_path, workers=2)
    assert all(item.failed and "died" in item.reason for item in runs)
    assert not Store(tmp_path).keys()


SCRIPT = """
import sys
from pathlib import Path
from tests.experiments.campaign.walls import small_plan
small_plan(levels=(0.05, 0.1, 0.15, 0.2, 0.25, 0.3)).run(Path(sys.argv[1]), workers=2)
"""


def test_a_killed_sweep_goes_on_where_it_was(tmp_path):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path)], env=env)
    end = time.monotonic() + 120.0
    while not list(tmp_path.rglob("runs/*/*.jsonl")) and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(1.0)  # its workers see that nobody feeds them any more
    left = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("runs/*/*.jsonl")}
    assert left
    plan = small_plan(levels=(0.05, 0.1, 0.15, 0.2, 0.25, 0.3))
    runs = plan.run(tmp_path, workers=1)
    assert [item.key for item in runs] == [task.key for task in plan.tasks]
    assert {path: path.stat().st_mtime_ns for path in left} == left
    assert len(pages_of(tmp_path)) == 6


def test_number_of_workers(monkeypatch):
    monkeypatch.setenv("PIRQA_WORKERS", "3")
    assert default_workers() == 3
    monkeypatch.setenv("PIRQA_WORKERS", "many")
    with pytest.raises(OptionsError, match="PIRQA_WORKERS"):
        default_workers()


def test_what_a_worker_says_and_cannot_be_read_ends_the_sweep(tmp_path, monkeypatch):
    def unreadable(*_):
        raise TypeError("cannot be read")

    monkeypatch.setattr(worker.Child, "_ask", unreadable)
    with pytest.raises(TypeError, match="cannot be read"):
        small_plan().run(tmp_path, workers=2)


def test_another_sweep_in_the_same_folder_leaves_checkpoints_alone(tmp_path):
    store = Store(tmp_path)
    other = store.unfinished("f" * 64)
    other.mkdir(parents=True)
    small_plan(levels=(0.05,)).run(tmp_path, workers=1)
    assert other.is_dir()


OLD = ROOT / "tests" / "data" / "sweep_store"
"""Two runs as version 0.1 kept them before pages had digests: the pulse at 0.05 g and at 0.5 g on the column."""


def test_pages_of_the_layout_without_digests_are_read_and_left_alone(tmp_path, monkeypatch):
    shutil.copytree(OLD, tmp_path / "a")
    old = {path: path.read_bytes() for path in (tmp_path / "a" / "runs").rglob("*.json")}
    store, plan = Store(tmp_path / "a"), small_plan(levels=(0.05, 0.5))
    pages = sorted((store.read(path.stem) for path in old), key=lambda page: page["summary"]["level"])
    assert [page["status"] for page in pages] == ["done", "done"]
    assert all(store.has(page["key"]) for page in pages)
    assert store.read("0" * 64) is None
    weak, strong = (summary_of(page, plan.scene, task) for page, task in zip(pages, plan.tasks, strict=True))
    assert (weak.collapse, strong.collapse) == ("none", "total")
    assert (weak.has_parted, strong.has_parted) == (False, True)
    # runs of another version have other keys: they are made again beside the old ones
    now = plan.run(tmp_path / "a", workers=1)
    assert len(store.keys()) == 2
    assert {path: path.read_bytes() for path in old} == old
    assert [item.level for item in (weak, strong)] == [item.level for item in now]
    assert weak.peak == pytest.approx(now[0].peak, rel=1e-6, abs=1e-9)
    assert [fall.stone for fall in strong.falls] == [fall.stone for fall in now[1].falls]
    assert (now[0].parted, now[1].parted) == (False, True)
    # one that has the same key is taken as it is
    same = replace(
        plan, tasks=tuple(replace(task, key=page["key"]) for page, task in zip(pages, plan.tasks, strict=True))
    )
    monkeypatch.setattr(RunWork, "perform", lambda *_: pytest.fail("made again"))
    assert [item.key for item in same.run(tmp_path / "a", workers=1)] == [page["key"] for page in pages]


def test_a_damaged_page_of_the_old_layout_is_no_page(tmp_path):
    shutil.copytree(OLD, tmp_path / "a")
    path, other = sorted((tmp_path / "a" / "runs").rglob("*.json"))
    store = Store(tmp_path / "a")
    path.write_bytes(path.read_bytes()[:-100])
    assert store.read(path.stem) is None
    path.write_bytes(other.read_bytes())  # of another run
    assert store.read(path.stem) is None
    path.write_text(other.read_text().replace('"format": 4', '"format": 3'))
    assert store.read(path.stem) is None
