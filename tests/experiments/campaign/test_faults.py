"""Whoever is killed, whatever breaks: after going on nothing is lost, nothing made twice, the table is the same."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from pirqa import files
from pirqa.dynamics.run_sequence import perform
from pirqa.errors import ResultsError
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import Shard, Tally, collect, run_campaign
from pirqa.experiments.campaign.outcomes import read_campaign
from pirqa.experiments.campaign.store import Store, TakenElsewhereError
from pirqa.experiments.campaign.work import RunWork
from tests.experiments.campaign.campaigns import options, plan, same_but_clocks

ROOT = Path(__file__).parents[3]
LEVELS = (0.05, 0.1, 0.15, 0.3)
PAUSE = 0.03
"""Before each of the twenty stretches and more of a run [s]."""


def asked(**changes):
    return plan(options(levels=LEVELS, **changes))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return run_campaign(asked(), tmp_path_factory.mktemp("undisturbed"), make_backend("serial"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Slow(RunWork):
    """The same work; a run lasts half a second or more on any machine, so that there is a middle to be killed in."""

    def perform(self, task):
        perform(self._interrupted(self._course(task, checkpoints=True)))

    def _interrupted(self, course):
        """``course``, with a pause before each stretch."""
        try:
            stretch, made = next(course), 0
            while True:
                self.pause(made)
                stretch, made = course.send((yield stretch)), made + 1
        except StopIteration:
            return
        finally:
            course.close()

    def pause(self, made):
        """After ``made`` stretches."""
        time.sleep(PAUSE)


class Deadly(Slow):
    """The first process that is in the middle of a run is killed there."""

    def pause(self, made):
        if made == 10 and not (self.folder / "killed").exists():
            with contextlib.suppress(FileExistsError):
                (self.folder / "killed").mkdir()
                (self.folder / "killed" / str(os.getpid())).touch()
                os.kill(os.getpid(), signal.SIGKILL)


def doing(kind, backend):
    """``backend`` that does ``kind`` of work."""
    opened = backend.open
    backend.open = lambda work: opened(kind(scene=work.scene, folder=work.folder, code=work.code))
    return backend


def check(folder, undisturbed, *, repeated=0):
    """0 lost, 0 repeated, the same table."""
    result = read_campaign(folder)
    assert len(result.table) == 8
    made = Store(folder).made()
    assert set(made) == set(undisturbed.table["key"])
    assert sum(count - 1 for count in made.values()) == repeated
    assert same_but_clocks(result, undisturbed)


def claimed(folder, count=1, patience=60.0):
    """Wait until runs are on their way."""
    wait_for(lambda: len(list((folder / "claims").glob("*"))) >= count, patience)


def finished(folder, count, patience=60.0):
    wait_for(lambda: len(Store(folder).keys()) >= count, patience)


def wait_for(true, patience):
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_killed_worker(tmp_path, undisturbed):
    run_campaign(asked(), tmp_path, doing(Deadly, make_backend("processes", workers=2)))
    check(tmp_path, undisturbed)
    (killed,) = (path.name for path in (tmp_path / "killed").iterdir())
    assert killed not in {path.stem.rsplit("-", 1)[1] for path in (tmp_path / "journal").iterdir()}


CLIENT = """
import sys
from pathlib import Path
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import run_campaign
from tests.experiments.campaign.test_faults import Slow, asked, doing
if __name__ == "__main__":
    name, cluster = sys.argv[2:]
    run_campaign(asked(), Path(sys.argv[1]), doing(Slow, make_backend(name, workers=2, cluster=cluster or None)))
"""


def environment():
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}


def client(folder, name, cluster=""):
    command = [sys.executable, "-c", CLIENT, str(folder), name, cluster]
    return subprocess.Popen(command, env=environment(), cwd=folder, stderr=subprocess.PIPE, text=True)


def test_killed_client(tmp_path, undisturbed):
    process = client(tmp_path, "processes")
    finished(tmp_path, 3)
    process.kill()
    process.communicate()
    left = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("runs/*/*.jsonl")}
    assert 3 <= len(left) < 8
    run_campaign(asked(), tmp_path, make_backend("processes", workers=2))
    check(tmp_path, undisturbed)
    assert {path: path.stat().st_mtime_ns for path in left} == left


def dask(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Cluster:
    """A scheduler and workers of their own, as on a cluster."""

    def __init__(self, folder, workers):
        self.file = folder / "scheduler.json"
        self.file.unlink(missing_ok=True)
        self.processes = [
            dask("scheduler", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(self.file))
        ]
        wait_for(self.file.exists, 60.0)
        self.address = json.loads(self.file.read_text())["address"]
        for _ in range(workers):
            more = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(folder / "scratch"))
            self.processes.append(dask("worker", self.address, *more))

    def kill(self, *which):
        """These and all that they started, without a word."""
        for process in [self.processes[number] for number in which] if which else self.processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.long
def test_killed_dask_worker_scheduler_client_and_all_at_once(tmp_path, undisturbed):
    pytest.importorskip("distributed")
    folder, scratch = tmp_path / "runs", tmp_path / "cluster"
    folder.mkdir()
    scratch.mkdir()
    cluster = Cluster(scratch, 2)
    try:
        first = client(folder, "dask", cluster.address)
        claimed(folder)
        cluster.kill(1)  # a worker with a run on its way: the other one goes on
        finished(folder, 2)
        cluster.kill(0)  # the scheduler: the client says so and ends
        _, told = first.communicate(timeout=60)
        assert first.returncode != 0
        assert "finished runs are kept" in told
    finally:
        cluster.kill()
    left = len(Store(folder).keys())
    assert left < 8
    cluster = Cluster(scratch, 1)
    try:
        second = client(folder, "dask", cluster.address)
        finished(folder, left + 1)
    finally:
        second.kill()  # client, scheduler, worker: all at once
        cluster.kill()
        second.communicate()
    run_campaign(asked(), folder, make_backend("processes", workers=2))
    check(folder, undisturbed)


def test_full_disk_is_told_and_gone_on_from(tmp_path, undisturbed, monkeypatch):
    whole = files.os.replace
    room = [3]

    def replace_while_there_is_room(source, target):
        if str(target).endswith(".jsonl") and "runs" in str(target):
            room[0] -= 1
            if room[0] < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        whole(source, target)

    monkeypatch.setattr(files.os, "replace", replace_while_there_is_room)
    with pytest.raises(ResultsError, match=r"No space left on device.*3 runs are finished and kept.*goes on"):
        run_campaign(asked(), tmp_path, make_backend("serial"))
    assert not list(tmp_path.rglob(".*.partial"))
    assert len(Store(tmp_path).keys()) == 3
    monkeypatch.undo()
    run_campaign(asked(), tmp_path, make_backend("serial"))
    check(tmp_path, undisturbed)


def test_run_that_never_ends_is_stopped_and_kept(tmp_path, undisturbed):
    late = plan(options(levels=(0.15,), motions=1, time_limit=0.05))
    result = run_campaign(late, tmp_path, doing(Slow, make_backend("processes", workers=1)))
    assert result.table["status"].to_list() == ["timeout"]
    assert "0.05 s, its time limit" in result.table["reason"][0]
    assert result.table["pga"][0] > 0.0
    assert result.table["lost"].to_list() == [None]
    assert not list((tmp_path / "unfinished").glob("*"))
    # it is kept, not tried for ever
    run_campaign(late, tmp_path, make_backend("serial"))
    assert sum(Store(tmp_path).made().values()) == 1
    # with more time it is made
    patient = plan(options(levels=(0.15,), motions=1, time_limit=60.0))
    done = run_campaign(patient, tmp_path, make_backend("processes", workers=1))
    assert done.table["status"].to_list() == ["done"]


def test_process_that_dies_of_a_run_is_told_as_its_failure(tmp_path, monkeypatch):
    def start_dead():
        return subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    asked_for = plan(options(levels=(0.05,), motions=1))
    with monkeypatch.context() as patch:
        patch.setattr("pirqa.experiments.campaign.worker.start", start_dead)
        result = run_campaign(asked_for, tmp_path, make_backend("processes", workers=1))
    assert result.table["status"].to_list() == ["failed"]
    assert "died 3 times" in result.table["reason"][0]
    assert result.failed == 1.0
    once_more = run_campaign(asked_for, tmp_path, make_backend("serial"), again=True)
    assert once_more.table["status"].to_list() == ["done"]


@pytest.mark.parametrize("harm", ["cut", "changed", "other", "empty"])
def test_damaged_page_is_told_and_made_again(tmp_path, harm):
    small = plan(options(levels=(0.05,)))
    before = run_campaign(small, tmp_path, make_backend("serial"))
    key, other = before.table["key"]
    path = Store(tmp_path).path(key)
    text = path.read_text()
    path.write_text(
        {
            "cut": text[: len(text) // 2],
            "changed": text.replace('"lost":0', '"lost":3').replace('"lost": 0', '"lost": 3'),
            "other": Store(tmp_path).path(other).read_text(),
            "empty": "",
        }[harm]
    )
    assert path.read_text() != text
    heard: list[Tally] = []
    after = run_campaign(small, tmp_path, make_backend("serial"), tell=heard.append)
    assert same_but_clocks(before, after)
    assert [item.key for item in heard[-1].damaged] == [key]
    assert heard[-1].damaged[0].path.is_file()
    assert Store(tmp_path).made() == {key: 2, other: 1}


def test_shards_share_a_folder(tmp_path, undisturbed):
    def part(number):
        run_campaign(asked(), tmp_path, make_backend("processes", workers=1), shard=Shard(number=number, count=2))

    threads = [threading.Thread(target=part, args=(number,)) for number in (1, 2, 2)]  # one of them twice, by mistake
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run_campaign(asked(), tmp_path, make_backend("serial"))
    check(tmp_path, undisturbed)


def test_run_that_another_process_makes_is_waited_for(tmp_path):
    small = plan(options(levels=(0.05,), motions=1))
    task = small.tasks(small.scenes[0])[0]
    work = RunWork.of(small.scenes[0], tmp_path)
    store = Store(tmp_path)
    with store.claim(task.key):
        with pytest.raises(TakenElsewhereError):
            work.perform(task)
        assert len(collect(small, tmp_path).table) == 0
    work.perform(task)
    assert store.made() == {task.key: 1}
