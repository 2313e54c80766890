"""``pirqa identify`` as a user meets it."""

from __future__ import annotations

import json

from tests.cli.test_commands import run
from tests.cli.test_simulate import PROJECT as BOXES

PROJECT = (
    BOXES
    + """
[identify]
window = "2 s"
levels = ["0.001 g", "0.1 g"]
[identify.noise]
duration = "4 s"
peak_displacement = "1e-6 m"
[identify.sines]
frequencies = ["5 Hz", "10 Hz", "20 Hz"]
duration = "1 s"
refine = 0
"""
)


def test_only_the_modes(capsys, project):
    code, out, _ = run(capsys, "identify", str(project), "--modes")
    assert code == 0
    assert "main frequency across" in out
    assert "white noise" not in out
    assert {path.name for path in project.parent.iterdir()} == {"wall.toml"}


def test_all_that_the_file_asks_for(capsys, project, tmp_path):
    code, out, err = run(capsys, "identify", str(project), "--json", str(tmp_path / "found.json"))
    assert code == 0
    assert "white noise, peak" in out
    assert "most amplified" in out
    assert "noise peak g" in out
    assert "gravity: at rest" in err
    found = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert len(found["vibrations"][0]["softening"]) == 3


def test_one_test_alone(capsys, project):
    code, out, _ = run(capsys, "identify", str(project), "--sines", "--set", "identify.direction=along")
    assert code == 0
    assert "main frequency along" in out
    assert "noise peak g" not in out


def test_mistakes_are_told_with_the_file(capsys, project):
    code, _, err = run(capsys, "identify", str(project), "--set", "identify.window=30s")
    assert code == 2
    assert "identify.window" in err.replace("\n", " ")
    code, _, err = run(capsys, "identify", str(project), "--language", "qu")
    assert code == 2
    assert "qu" in err
