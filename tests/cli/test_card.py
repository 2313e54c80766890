"""Campaigns and sweeps on a graphics card from the command line, where there is one and where there is none."""

from __future__ import annotations

import sys
import types
from dataclasses import replace
from pathlib import Path

import polars
import pytest

from pirqa.cli import campaign
from pirqa.dynamics.cuda import device as device_file
from pirqa.dynamics.cuda.device import H200
from pirqa.experiments.campaign import card
from tests.cli.test_campaign import PLAN, run
from tests.cli.test_campaign import PROJECT as WALL
from tests.cli.test_sweep import PROJECT as SWEPT
from tests.experiments.campaign.test_card import HostCard


@pytest.fixture
def plan(tmp_path) -> Path:
    (tmp_path / "wall.toml").write_text(WALL, encoding="utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


class Picky(HostCard):
    def refusal(self, engine, drive):
        return "it has stones"


def pretend(monkeypatch, device=H200, runner=HostCard):
    """A card that computes as a processor does."""
    for place in (device_file, campaign, card):
        monkeypatch.setattr(place, "find_device", lambda *_: device)
    made = types.ModuleType("pirqa.dynamics.cuda.card")
    made.Card = runner
    monkeypatch.setitem(sys.modules, "pirqa.dynamics.cuda.card", made)


@pytest.mark.parametrize("command", ["plan", "run"])
def test_without_the_extra_the_pip_command_is_told(plan, capsys, monkeypatch, command):
    monkeypatch.setattr(device_file, "find_spec", lambda _: None)
    code, _, err = run(capsys, "campaign", command, str(plan), "--backend", "cuda")
    assert code == 2
    assert "--backend cuda needs a part that is not installed: pip install 'pirqa[cuda]'" in " ".join(err.split())
    assert not plan.with_name("plan.campaign").exists()


def test_a_card_has_no_cluster(plan, capsys):
    code, _, err = run(capsys, "campaign", "run", str(plan), "--backend", "cuda", "--cluster", "local")
    assert code == 2
    assert "--cluster is of --backend dask" in err


def test_it_is_planned_and_run(plan, capsys, monkeypatch):
    pretend(monkeypatch)
    code, out, err = run(capsys, "campaign", "plan", str(plan), "--backend", "cuda")
    assert code == 0, err
    assert "simulated seconds a second on NVIDIA H200, 151 GB, as such a card may make" in out
    assert "on the card" in out
    assert "of a processor" not in out
    code, out, err = run(capsys, "campaign", "run", str(plan), "--backend", "cuda", "--workers", "2")
    assert code == 0, err
    assert "NVIDIA H200, 151 GB; 2 processes for what it cannot do" in err
    assert "4 of 4 runs (4 done)" in out
    assert "warning" not in err
    table = polars.read_parquet(plan.with_name("plan.campaign") / "outcomes.parquet")
    assert table["cpu_seconds"].is_null().all()


def test_what_the_card_cannot_do_and_what_it_is_slow_at_is_told(plan, capsys, monkeypatch):
    pretend(monkeypatch, replace(H200, name="GeForce", capability=(8, 9)), Picky)
    code, out, err = run(capsys, "campaign", "run", str(plan), "--backend", "cuda", "--workers", "2")
    assert code == 0, err
    told = " ".join(err.split())
    assert told.count("warning the card cannot do some runs, processes make them: it has stones") == 1
    assert told.count("warning GeForce (compute capability 8.9) is slow") == 1
    assert "4 of 4 runs (4 done)" in out


def test_a_sweep_on_a_card(tmp_path, capsys, monkeypatch):
    project = tmp_path / "wall.toml"
    project.write_text(SWEPT, encoding="utf-8")
    pretend(monkeypatch, runner=Picky)
    code, out, err = run(
        capsys, "sweep", str(project), "--backend", "cuda", "--workers", "1", "-o", str(tmp_path / "a")
    )
    assert code == 0, err
    assert "processes make them: it has stones" in " ".join(err.split())
    pretend(monkeypatch)
    code, again, err = run(capsys, "sweep", str(project), "--backend", "cuda", "-o", str(tmp_path / "b"))
    assert code == 0, err
    assert "warning the card" not in err
    assert again.replace(str(tmp_path / "b"), "") == out.replace(str(tmp_path / "a"), "")
    for name in ("runs", "points", "stones"):
        assert (tmp_path / "a" / f"{name}.csv").read_bytes() == (tmp_path / "b" / f"{name}.csv").read_bytes()
    code, _, err = run(capsys, "sweep", str(project), "--backend", "dask")
    assert code == 2
    assert "a sweep has processes and cuda" in err
