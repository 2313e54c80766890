"""Campaigns and sweeps on a card, here one that computes as a processor does: the same table, nothing made twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pirqa.dynamics.cuda import device as device_file
from pirqa.dynamics.cuda.device import H200
from pirqa.errors import ComputationError, MissingExtraError
from pirqa.experiments.campaign import backends, card
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import Shard, run_campaign
from pirqa.experiments.campaign.card import Cuda, kept_rate, room_on_host
from pirqa.experiments.campaign.estimate import estimate
from pirqa.experiments.campaign.outcomes import read_campaign
from pirqa.experiments.campaign.store import Store
from tests.dynamics.host_runner import HostRunner
from tests.experiments.campaign.campaigns import CLOCKS, hunt_options, options, plan, same_but_clocks
from tests.experiments.campaign.walls import QUICK, column, small_plan

ROOT = Path(__file__).parents[3]
LEVELS = (0.05, 0.1, 0.15, 0.3, 0.5)


class HostCard(HostRunner):
    """A card that is none."""

    def __init__(self, device, *, room=4):
        super().__init__(room=room, longest=1.0)


def cuda(runner=HostCard, **given):
    return Cuda(2, device=H200, card=runner, **given)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return run_campaign(
        plan(options(levels=LEVELS)), tmp_path_factory.mktemp("x"), make_backend("processes", workers=2)
    )


def test_the_table_is_that_of_processes_to_the_last_digit(tmp_path, undisturbed):
    heard = []
    result = run_campaign(plan(options(levels=LEVELS)), tmp_path, cuda(), tell=lambda tally: heard.append(tally.notes))
    assert same_but_clocks(result, undisturbed)
    assert set(Store(tmp_path).made().values()) == {1}
    assert not any(heard)
    assert set(result.table["collapse"]) >= {"none", "total"}
    assert result.table["wall_seconds"].min() > 0.0
    assert result.table["cpu_seconds"].is_null().all()
    for left in ("claims", "unfinished"):
        assert not list((tmp_path / left).glob("*"))
    # nothing is made again, by whomever
    run_campaign(plan(options(levels=LEVELS)), tmp_path, make_backend("serial"))
    assert set(Store(tmp_path).made().values()) == {1}


def test_walls_of_one_sample_come_to_rest_once(tmp_path):
    engines = set()

    class Counting(HostCard):
        def begin(self, stretch):
            # gravity; a run that is made again with half the time step comes to rest by itself
            if stretch.drive.duration > 20.0 and stretch.engine.options == QUICK:
                engines.add(stretch.engine)
            super().begin(stretch)

    asked = plan(options(levels=LEVELS, uncertain={}))
    result = run_campaign(asked, tmp_path / "a", cuda(Counting))
    assert len(engines) == 1
    assert same_but_clocks(result, run_campaign(asked, tmp_path / "b", make_backend("serial")))


def test_a_hunt_on_a_card(tmp_path):
    asked = plan(hunt_options())
    hunted = run_campaign(asked, tmp_path / "a", cuda())
    assert same_but_clocks(hunted, run_campaign(asked, tmp_path / "b", make_backend("serial")))
    assert hunted.planned is None


def test_histories_are_kept_where_they_are_asked_for(tmp_path):
    result = run_campaign(plan(options(levels=(0.05, 0.5), motions=1, histories="fallen")), tmp_path, cuda())
    weak, strong = result.table.rows(named=True)
    assert weak["history"] == ""
    assert (tmp_path / strong["history"]).is_dir()


def test_several_cards_share_a_campaign(tmp_path, undisturbed):
    for number in (1, 2):
        result = run_campaign(plan(options(levels=LEVELS)), tmp_path, cuda(), shard=Shard(number=number, count=2))
    assert same_but_clocks(result, undisturbed)
    assert set(Store(tmp_path).made().values()) == {1}


class Picky(HostCard):
    """Cannot do slippery walls."""

    def refusal(self, engine, drive):
        return "more joints than fit" if engine.assembly.joints.friction[0] < 0.55 else ""


def test_what_the_card_refuses_is_made_by_processes_and_told_once(tmp_path, undisturbed):
    heard = []
    backend = cuda(Picky)
    result = run_campaign(plan(options(levels=LEVELS)), tmp_path, backend, tell=lambda tally: heard.append(tally.notes))
    assert same_but_clocks(result, undisturbed)
    (told,) = heard[-1]
    assert told.startswith("the card cannot do some runs, processes make them: more joints than fit (first column, ")
    by_process = result.table.filter(result.table["cpu_seconds"].is_not_null())
    assert 0 < len(by_process) < len(result.table)
    assert by_process["friction"].max() < 0.55
    assert set(Store(tmp_path).made().values()) == {1}


def test_a_hunt_that_the_card_refuses_half_of(tmp_path):
    asked = plan(hunt_options())
    hunted = run_campaign(asked, tmp_path / "a", cuda(Picky))
    assert same_but_clocks(hunted, run_campaign(asked, tmp_path / "b", make_backend("serial")))


def test_runs_that_take_too_long_are_stopped_and_told(tmp_path):
    asked = plan(options(levels=(0.05,), time_limit=1e-9))
    result = run_campaign(asked, tmp_path, cuda())
    assert set(result.table["status"]) == {"timeout"}
    assert "its time limit" in result.table["reason"][0]
    longer = plan(options(levels=(0.05,)))
    assert set(run_campaign(longer, tmp_path, cuda()).table["status"]) == {"done"}


def test_a_run_that_is_made_elsewhere_is_waited_for(tmp_path):
    asked = plan(options(levels=(0.05,), motions=1))
    (task,) = asked.tasks(asked.scenes[0])
    store, seen = Store(tmp_path), []
    with store.claim(task.key):
        backend = cuda()
        from pirqa.experiments.campaign.work import RunWork

        backend.open(RunWork.of(asked.scenes[0], tmp_path))
        backend.submit([task])
        seen = [type(found.fault).__name__ for found in backend.finished()]
        backend.close()
    assert seen == ["TakenElsewhereError"]


CLIENT = """
import sys
from pathlib import Path
from pirqa.experiments.campaign.campaign import run_campaign
from tests.experiments.campaign.campaigns import options, plan
from tests.experiments.campaign.test_card import LEVELS, cuda
if __name__ == "__main__":
    run_campaign(plan(options(levels=LEVELS), safety=0.06), Path(sys.argv[1]), cuda())
"""


def test_killed_it_goes_on_where_it_was(tmp_path):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    process = subprocess.Popen([sys.executable, "-c", CLIENT, str(tmp_path / "a")], env=env, cwd=tmp_path)
    end = time.monotonic() + 120.0
    while len(Store(tmp_path / "a").keys()) < 2:
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    left = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("runs/*/*.jsonl")}
    assert 2 <= len(left) < 10
    asked = plan(options(levels=LEVELS), safety=0.06)
    result = run_campaign(asked, tmp_path / "a", cuda())
    assert {path: path.stat().st_mtime_ns for path in left} == left
    assert set(Store(tmp_path / "a").made().values()) == {1}
    whole = run_campaign(asked, tmp_path / "b", make_backend("processes", workers=2))
    assert same_but_clocks(result, whole)


def test_a_run_left_by_a_process_is_made_anew_by_the_card(tmp_path):
    asked = plan(options(levels=(0.05,), motions=1))
    (task,) = asked.tasks(asked.scenes[0])
    place = Store(tmp_path).unfinished(task.key)
    left = place.with_name(f"{place.name}.partial")
    left.mkdir(parents=True)
    (left / "lock").touch()
    run_campaign(asked, tmp_path, cuda())
    assert not left.exists()


class CudaDriverError(Exception):
    """As Numba calls it."""


def test_a_card_that_is_lost_leaves_what_is_finished(tmp_path, undisturbed):
    class Lost(HostCard):
        def finished(self):
            if len(Store(tmp_path).keys()) >= 3:
                raise CudaDriverError("Call to cuCtxSynchronize results in CUDA_ERROR_LAUNCH_TIMEOUT")
            return super().finished()

    with pytest.raises(ComputationError, match="finished runs are kept"):
        run_campaign(plan(options(levels=LEVELS)), tmp_path, cuda(Lost))
    there = read_campaign(tmp_path)
    assert 3 <= len(there.table) < 10
    assert same_but_clocks(run_campaign(plan(options(levels=LEVELS)), tmp_path, cuda()), undisturbed)
    assert set(Store(tmp_path).made().values()) == {1}


def test_without_a_card_the_backend_says_so(monkeypatch):
    monkeypatch.setattr(device_file, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"pirqa\[cuda\]"):
        make_backend("cuda")
    assert "cuda" in backends.BACKENDS


def test_fewer_runs_at_once_where_memory_is_short():
    assert room_on_host(column(), QUICK, 60.0, 1000) == (1000, "")
    room, told = room_on_host(column(), QUICK, 60.0, 1000, memory=10**8)
    assert 1 <= room < 1000
    assert f"{room} runs at once instead of 1000" in told
    assert "output_step" in told


def test_claims_fit_into_the_files_that_may_be_open(monkeypatch):
    import resource

    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    assert card._handles(None, 500) == 500
    assert not asked
    assert card._handles(None, 2000) == 2000
    assert asked == [(2256, 4096)]
    assert card._handles(None, 9000) == 4096 - 256
    assert card._handles(600, 9000) == 600


def test_a_plan_is_told_for_the_card(tmp_path, monkeypatch):
    asked = plan(options(levels=LEVELS))
    first = estimate(asked, tmp_path, card=H200)
    assert not first.card_measured["column"]
    assert first.card_seconds > 0.0
    assert (first.seconds, first.rate) == (0.0, {})  # no trial on a processor
    assert not (tmp_path / "trials").exists()
    monkeypatch.setattr(card, "_TELLING", 1.0)
    run_campaign(plan(options(levels=LEVELS[:3])), tmp_path, cuda())
    rate = kept_rate(tmp_path, asked.scenes[0].digest, H200)
    assert rate > 0.0
    later = estimate(asked, tmp_path, card=H200)
    assert later.card_measured["column"]
    assert later.card_rate["column"] == rate
    assert later.finished == 6
    assert estimate(asked, tmp_path).measured["column"] == 0  # runs of a card say nothing about a processor


# sweeps


def pages_of(folder):
    return {
        page["key"]: {name: value for name, value in page.items() if name not in CLOCKS}
        for page in Store(folder).rows()
    }


def differing(one, other):
    """What two folders of pages say differently."""
    assert set(one) == set(other)
    return [
        (name, key, value, other[name][key])
        for name, page in one.items()
        for key, value in page.items()
        if value != other[name][key]
    ]


@pytest.mark.parametrize("runner", [HostCard, Picky])
def test_a_sweep_on_a_card_has_the_same_pages(tmp_path, runner):
    wall = column()
    slippery = replace(wall, joints=replace(wall.joints, friction_angle=0.45))
    asked = small_plan(levels=(0.05, 0.2, 0.5), wall=slippery)
    backend = cuda(runner)
    asked.run(tmp_path / "a", backend=backend)
    told = backend.notes
    asked.run(tmp_path / "b", workers=1)
    assert len(pages_of(tmp_path / "a")) == 3
    assert not differing(pages_of(tmp_path / "a"), pages_of(tmp_path / "b"))
    assert len(told) == (1 if runner is Picky else 0)
    assert not list((tmp_path / "a").rglob("*.partial"))
    # nothing is made again
    asked.run(tmp_path / "a", workers=1)
    assert set(Store(tmp_path / "a").made().values()) == {1}


def test_a_wall_that_does_not_come_to_rest_has_the_same_rows(tmp_path):
    asked = plan(options(levels=(0.05, 0.1), uncertain={}), hold=0.3, quiet=1e-300)
    made = run_campaign(asked, tmp_path / "a", cuda())
    assert set(made.table["status"]) == {"failed"}
    assert "not come to rest" in made.table["reason"][0]
    assert same_but_clocks(made, run_campaign(asked, tmp_path / "b", make_backend("serial")))
