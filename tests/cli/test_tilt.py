"""``pirqa tilt`` and ``pirqa calibrate`` as a user meets them."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import boxes
from tests.cli.test_commands import run

PROJECT = (
    boxes(
        friction="35 deg",
        stiffness="5e8 N/m3",
        damping="0.3",
        thickness="0.25 m",
        length="1 m",
        unit_length="0.5 m",
    )
    + """
[tilt]
rate = "3 deg/s"

[joint_calibration]
frequencies = ["7 Hz"]
frequency_sd = ["0.2 Hz"]
"""
)


def test_a_tilt_says_when_the_wall_falls(capsys, project, tmp_path):
    numbers = tmp_path / "tilt.json"
    code, out, _ = run(capsys, "tilt", str(project), "--towards", "back", "--json", str(numbers))
    assert code == 0
    assert "first stone leaves at" in out
    assert "wall falls at" in out
    plain = json.loads(numbers.read_text(encoding="utf-8"))
    (test,) = plain["tests"]
    assert test["falls"]["low"] < test["falls"]["high"]
    assert plain["action"]["towards"] == "back"
    assert len(test["reaction"][0]) == 3


def test_options_of_the_command_win(capsys, project):
    code, out, _ = run(capsys, "tilt", str(project), "--to", "4 deg", "--held", "1 s", "--language", "es")
    assert code == 0
    assert "stand at 4.00 deg" in out
    assert "sigue en pie" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--to", "20"), "--to"),
        (("--towards", "up"), '--towards "up" is not known'),
        (("--to", "1 deg", "--by", "2 deg"), "tilt.by"),
        (("--set", "tilt.resolution=0"), "tilt.resolution"),
    ],
)
def test_bad_options(capsys, project, arguments, says):
    code, _, err = run(capsys, "tilt", str(project), *arguments)
    assert code == 2
    assert says in err.replace("\n", " ")


def test_calibrate_prints_lines_for_the_file(capsys, project, tmp_path):
    numbers = tmp_path / "joints.json"
    code, out, _ = run(capsys, "calibrate", str(project), "--joints", "--json", str(numbers))
    assert code == 0
    assert "normal_stiffness = {" in out
    assert "the data cannot tell" in out
    plain = json.loads(numbers.read_text(encoding="utf-8"))
    assert {item["name"] for item in plain["parameters"]} == {"normal_stiffness", "friction"}


def test_calibrate_needs_what_to_calibrate_and_data(capsys, project):
    code, _, err = run(capsys, "calibrate", str(project))
    assert (code, "--joints" in err) == (2, True)
    project.write_text(PROJECT.partition("[joint_calibration]")[0], encoding="utf-8")
    code, _, err = run(capsys, "calibrate", str(project), "--joints")
    assert (code, "nothing was measured" in err) == (2, True)
    assert str(project.name) in err
