"""``pirqa pushover``: what it prints and writes."""

from __future__ import annotations

import json

import meshio
import numpy as np
import pytest

from pirqa.cli.main import main
from pirqa.cli.project_input import StageInput
from pirqa.errors import Interrupted
from pirqa.progress import SilentObserver
from tests.project.test_pushover import WALL as PROJECT


def run(*arguments) -> int:
    with pytest.raises(SystemExit) as caught:
        main(["pushover", *map(str, arguments)])
    return int(caught.value.code)


def test_it_prints_the_curve_and_writes_numbers_and_pictures_for_paraview(project, tmp_path, capsys):
    numbers, pictures = tmp_path / "push.json", tmp_path / "push.vtu"
    assert run(project, "--json", numbers, "--vtu", pictures, "--language", "es") == 0
    out = capsys.readouterr().out
    assert "outward, node, η 0.2" in out
    assert "MPa" in out, "what was assumed is told"
    told = json.loads(numbers.read_text())
    assert told["readings"][0]["direction"] == "outward"
    path = told["paths"][0]
    assert path["displacement"][-1] == pytest.approx(0.02, abs=1e-6) or path["ended"] != "target"
    collection = (tmp_path / "push.pvd").read_text()
    files = sorted(tmp_path.glob("push.*.vtu"))
    assert len(files) >= 2
    assert all(item.name in collection for item in files)
    last = meshio.read(files[-1])
    assert np.abs(last.point_data["shift [m]"]).max() > 0.0
    assert {"crack opening [m]", "stress zz [Pa]", "strain zz", "crack normal"} <= set(last.cell_data)


def test_mistakes_are_told(project, tmp_path, capsys):
    assert run(project, "--vtu", tmp_path / "push.txt") == 2
    assert "must end in .vtu" in capsys.readouterr().err
    assert run(project, "--set", 'pushover.wall="calibrated"') == 2
    assert "oma" in capsys.readouterr().err
    bare = tmp_path / "bare.toml"
    bare.write_text(PROJECT[: PROJECT.index("[pushover.masonry")], encoding="utf-8")
    assert run(bare) == 2
    assert "masonry" in capsys.readouterr().err


class _Impatient(SilentObserver):
    """Somebody who presses Ctrl-C after a few steps."""

    def __init__(self) -> None:
        self.steps = 0

    def advance(self, steps: int = 1) -> None:
        self.steps += 1
        if self.steps > 2:
            raise Interrupted("enough")


def test_a_stopped_run_promises_only_what_is_kept(project, tmp_path, capsys, monkeypatch):
    with_bars = StageInput.run
    monkeypatch.setattr(StageInput, "run", lambda _, work: work(_Impatient()))
    assert run(project) == 130
    told = capsys.readouterr().err
    assert "nothing of this run is kept" in told
    assert "--keep" in told
    assert run(project, "--keep", tmp_path / "kept") == 130
    told = capsys.readouterr().err
    assert f"kept in {tmp_path / 'kept'}" in told.replace("\n", "")
    assert any((tmp_path / "kept").iterdir())
    monkeypatch.setattr(StageInput, "run", with_bars)
    assert run(project, "--keep", tmp_path / "kept") == 0, "the same command goes on"
    assert not any((tmp_path / "kept").iterdir())
    monkeypatch.setattr(StageInput, "run", _never)
    assert run(project, "--keep", tmp_path / "none") == 130
    assert "begins anew" in capsys.readouterr().err


def _never(*_: object) -> None:
    raise KeyboardInterrupt
