"""Stones in motion in a project: what the file must say, what is shown as assumed, and when it runs again."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from pirqa.dynamics import state_recorder
from pirqa.errors import Interrupted, ProjectError
from pirqa.project import parse_project, read_results, run_project
from tests.conftest import ROOT
from tests.project.test_results import snapshot

WALL = """
format = 1
analyses = ["survey", "motion", "dynamics"]
[project]
name = "Stones in motion"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "31 deg"
normal_stiffness = "2e8 N/m3"
[survey]
thickness = "0.3 m"
fixed = "base"
[survey.generate]
pattern = "running_bond"
length = "1.8 m"
height = "1.2 m"
courses = 3
unit_length = "0.6 m"
[motion.signals.push.sine]
amplitude = "0.1 g"
frequency = "2 Hz"
duration = "2.5 s"
[dynamics.simulation]
free = "3 s"
output_step = "0.02 s"
"""
NO_SURVEY = """
format = 1
analyses = ["dynamics"]
[project]
name = "No stones"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "rock"
friction_angle = "30 deg"
[wall]
height = "2 m"
thickness = "0.5 m"
material = "stone"
"""


PAIR = WALL.replace("[survey]\n", 'normal_stiffness_high = "4e8 N/m3"\n[survey]\n', 1)
"""Two runs, one for each end of the stiffness."""


class Listener:
    """Remembers what it is told; stops the work by ``stop`` at a look of the run that it hears of as the ``run``-th."""

    def __init__(self, run=0, look=0, stop=None):
        self.told, self.run, self.look, self.stop = [], run, look, stop

    def begin(self, task, total):
        self.task, self.looks = task, 0
        self.run -= task == "push"

    def advance(self, steps=1):
        self.looks += bool(steps)
        if self.task == "push" and self.run == 0 and self.looks == self.look:
            self.stop()

    def end(self, outcome=""):
        self.told.append(f"{self.task}: {outcome}")


def rows(project):
    return {row.key: row for row in project.inputs}


def test_a_project_is_shaken_and_read_back(tmp_path):
    done = run_project(parse_project(WALL), tmp_path / "out")
    result = done.stages["dynamics"]
    (run,) = result.runs
    assert (run.action, result.outcomes[0].collapse) == ("push", "none")
    found = {f"dynamics.push.{mode}" for mode in ("residual", "stones_falling", "falling")}
    assert {check.id for check in done.checks} == found
    assert done.verdict.of("wall_falls").state == "not_assessed", "one motion without a target shows nothing"
    (again,) = read_results(tmp_path / "out").stages["dynamics"].runs
    assert np.array_equal(run.position, again.position)
    assert run.ledger == again.ledger
    assert read_results(tmp_path / "out").stages["dynamics"].outcomes == result.outcomes


def test_an_unchanged_run_is_kept(tmp_path):
    first = run_project(parse_project(WALL), tmp_path / "out")
    folders = {path.name for path in (tmp_path / "out" / "stages" / "dynamics").iterdir()}
    listener = Listener()
    again = run_project(parse_project(WALL), tmp_path / "out", observer=listener)
    assert not [line for line in listener.told if line.startswith("gravity")]
    assert again.checks == first.checks
    other = parse_project(WALL.replace('"0.1 g"', '"0.12 g"'))
    run_project(other, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out" / "stages" / "dynamics").iterdir()} != folders


KILLED = """
import os, signal, sys
from pathlib import Path
from pirqa.dynamics import state_recorder
from pirqa.project import parse_project, run_project
from tests.project.test_dynamics import PAIR, Listener

state_recorder.INTERVAL = 0.0
stop = lambda: os.kill(os.getpid(), signal.SIGKILL)
run_project(parse_project(PAIR), Path(sys.argv[1]), observer=Listener(2, 5, stop))
"""


def test_a_killed_assessment_loses_none_of_its_runs(tmp_path):
    run_project(parse_project(PAIR), tmp_path / "whole")
    command = [sys.executable, "-c", KILLED, str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == -9, done.stderr
    (left,) = (tmp_path / "out" / "stages" / "dynamics").iterdir()
    assert left.name.endswith(".unfinished.partial")
    assert sorted(path.suffix for path in left.iterdir()) == [".json", ".json", ".partial", ".zarr"]
    listener = Listener()
    run_project(parse_project(PAIR), tmp_path / "out", observer=listener)
    assert "push: unchanged, kept from the last run" in listener.told
    assert any(line.startswith("resumed: at 1.00 s of push") for line in listener.told)
    assert not [line for line in listener.told if line.startswith("gravity")]
    assert not left.exists()
    assert snapshot(tmp_path / "out") == snapshot(tmp_path / "whole")


def test_a_changed_project_takes_nothing_of_a_stopped_one(tmp_path, monkeypatch):
    monkeypatch.setattr(state_recorder, "INTERVAL", 0.0)

    def stop() -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        run_project(parse_project(WALL), tmp_path / "out", observer=Listener(1, 4, stop))
    assert len(list((tmp_path / "out" / "stages" / "dynamics").iterdir())) == 1
    other = parse_project(WALL.replace('"0.1 g"', '"0.12 g"'))
    listener = Listener()
    run_project(other, tmp_path / "out", observer=listener)
    assert not [line for line in listener.told if line.startswith("resumed")]
    run_project(other, tmp_path / "whole")
    assert snapshot(tmp_path / "out") == snapshot(tmp_path / "whole")


def test_what_the_joints_lack_is_shown_as_assumed():
    shown = rows(parse_project(WALL))
    assert shown["joints.tangential_stiffness"].value == 1e8
    assert shown["joints.tangential_stiffness"].status == "default"
    assert shown["joints.damping_ratio"].value == 0.05
    assert shown["joints.damping_ratio"].status == "default"
    assert "joints.tension" not in shown, "dry joints are nobody's assumption"


def test_what_is_given_is_not_assumed():
    given = WALL.replace("[survey]\n", 'tangential_stiffness = "7e7 N/m3"\ndamping = "2e5 Pa·s/m"\n[survey]\n', 1)
    shown = rows(parse_project(given))
    assert (shown["joints.tangential_stiffness"].value, shown["joints.tangential_stiffness"].status) == (7e7, "given")
    assert shown["joints.damping"].value == 2e5
    assert "joints.damping_ratio" not in shown


def test_half_of_a_pair_is_a_pair():
    paired = WALL.replace("[survey]\n", 'normal_stiffness_high = "8e8 N/m3"\n[survey]\n', 1)
    row = rows(parse_project(paired))["joints.tangential_stiffness"]
    assert row.value is None
    assert [float(part.split()[0]) for part in row.text.split(" … ")] == [1e8, 4e8]


def test_nothing_is_assumed_where_nothing_moves():
    still = WALL.replace('["survey", "motion", "dynamics"]', '["survey", "motion"]')
    assert not [key for key in rows(parse_project(still)) if key.startswith("dynamics.")]
    assert "joints.damping_ratio" not in rows(parse_project(still))
    assert "joints.tangential_stiffness" not in rows(parse_project(still))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NO_SURVEY, "[survey.generate]"),
        (WALL.replace('normal_stiffness = "2e8 N/m3"\n', ""), "joints.normal_stiffness: missing"),
        (WALL.replace('[joints]\nfriction_angle = "31 deg"\nnormal_stiffness = "2e8 N/m3"\n', ""), "joints: missing"),
        (WALL.replace('"2e8 N/m3"', '"-2e8 N/m3"'), "joints.normal_stiffness: must be greater than 0"),
        (WALL + "[dynamics.tilt]\nto = 12\n", "dynamics.tilt.to"),
        (WALL + '[dynamics.settlement]\nstones = []\nby = "1 mm"\n', "dynamics.settlement"),
    ],
)
def test_mistakes_are_told(text, words):
    with pytest.raises(ProjectError) as caught:
        parse_project(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (WALL.replace("[dynamics.s", '[dynamics]\nmotions = ["pusch"]\n[dynamics.s'), 'did you mean "push"'),
        (WALL.replace('"motion", ', ""), "nothing is done to the wall"),
        (WALL + 'step = "0.1 s"\n', "above the stable time step"),
    ],
)
def test_mistakes_are_told_with_the_file(tmp_path, text, words):
    with pytest.raises(ProjectError, match=r"^wall\.toml: dynamics") as caught:
        run_project(parse_project(text, file="wall.toml"), tmp_path / "out")
    assert words in str(caught.value)
