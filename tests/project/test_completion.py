"""Analyses that run by themselves where a verdict is open: when, with what, once, and never against the file."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import replace

import pytest

from pirqa.errors import ComputationError, ProjectError
from pirqa.project import parse_project, read_project, read_results, run_project
from pirqa.project.stages import BY_NAME, STAGES
from pirqa.report import load_words
from pirqa.report.open_questions import announcement, completion_text
from tests.conftest import ROOT
from tests.project.test_results import Recorder, snapshot
from tests.verdict.walls import base, condition, joints, material, project, site, stack, survey

LIMIT = 0.6 / 2.4
"""Rigid multiplier of the column, t/h. On its joints it is 0.2166 by the column of courses, so that the limit analysis
leaves demands between 0.2036 (94 % of that) and 0.25 open."""
SOFT = 'normal_stiffness = { value = "1e9 N/m3", source = "loaded" }\ndamping_ratio = 0.3'


def column(demand, *tables, analyses=("survey", "blocks"), stated=None, stiffness=SOFT):
    return project(
        material(), base(), joints(extra=stiffness), survey(thickness=0.6), site(demand),
        condition() if stated is None else stated, *tables, analyses=analyses,
    )  # fmt: skip


class Announced(Recorder):
    """Remembers the stages that run by themselves too."""

    def __init__(self):
        super().__init__()
        self.announced = []

    def announce(self, stage, limit_states, seconds):
        self.announced.append((stage, tuple(limit_states), seconds))


@pytest.fixture
def place(tmp_path):
    for name, text in stack(2.0, 0.6, 0.6, 4).items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(place, text, observer=None, name="out"):
    parsed = parse_project(text, file=str(place / "wall.toml"))
    return run_project(parsed, place / name, observer=Announced() if observer is None else observer)


@pytest.mark.parametrize(("demand", "state"), [(0.21, "satisfied"), (0.225, "not_satisfied")])
def test_a_demand_between_the_bounds_of_the_limit_analysis_is_decided_by_a_held_tilt(place, demand, state):
    observer = Announced()
    done = run(place, column(demand), observer)
    onset = done.verdict.of("onset")
    assert onset.state == state
    assert onset.governing.family == "tilt"
    (found,) = done.completions
    assert (found.stage, found.failure) == ("tilt", "")
    assert found.limit_states == ("onset", "stones_fall", "wall_falls")
    assert observer.announced == [("tilt", found.limit_states, found.seconds)]
    assert all(test.falls is None or test.trials for test in done.stages["tilt"].tests)
    held = min(check.capacity for check in done.stages["tilt"].checks)
    # the column of courses: 0.2166, and held tilts of boxes 0.99 of it; the interval is 0.5 deg wide
    assert (0.2166 * 0.95 < held < 0.2166) if state == "not_satisfied" else held > demand
    without = run(place, column(demand, "[verdict]\ncomplete = false"), name="without")
    assert without.verdict.of("onset").state == "undetermined"


def test_both_run_where_the_listed_analyses_leave_the_start_of_motion_open(place):
    """Statics alone lacks what a short column does along itself; limit analysis is the cheaper of the two."""
    observer = Announced()
    done = run(place, column(0.21, analyses=("survey", "statics")), observer)
    assert [item.stage for item in done.completions] == ["blocks", "tilt"]
    assert [stage for stage, *_ in observer.announced] == ["blocks", "tilt"]
    assert list(done.stages) == ["survey", "statics", "tilt", "blocks"]


def test_a_project_that_has_its_answer_runs_nothing_more(place):
    observer = Announced()
    for demand, state in ((0.1, "satisfied"), (0.26, "not_satisfied")):
        done = run(place, column(demand), observer, name=f"out{demand}")
        assert done.verdict.of("onset").state == state
        assert (done.completions, observer.announced) == ((), [])
        assert list(done.stages) == ["survey", "blocks"]


def test_a_tilt_that_could_show_neither_does_not_run(place):
    """Nobody has looked at the stones: safety cannot be shown, and 0.1 g is below all that a tilt may find."""
    done = run(place, column(0.1, stated=condition(decay="")))
    assert done.verdict.of("onset").state == "not_shown"
    assert done.completions == ()


def test_a_tilt_that_could_show_failure_alone_runs_for_it(place):
    done = run(place, column(0.23, stated=condition(decay="")))
    assert [item.stage for item in done.completions] == ["tilt"]
    assert done.completions[0].limit_states == ("onset",)
    assert done.verdict.of("onset").state == "not_satisfied"


def test_without_a_demand_stones_or_a_question_nothing_runs_by_itself(place):
    without = column(0.21).replace("acceleration", "source = 'none' #")
    assert run(place, without, name="a").completions == ()
    assert run(place, column(0.21, analyses=("survey",)), name="b").completions == ()
    envelope = project(
        material(), base(), joints(), '[wall]\nheight = "2.4 m"\nthickness = "0.6 m"\nmaterial = "stone"', site(0.21)
    )
    assert run(place, envelope, name="c").completions == ()


def test_on_stones_that_are_made_up_nothing_runs_by_itself(place):
    text = project(
        material(),
        base(),
        joints(extra=SOFT),
        '[survey]\nthickness = "0.6 m"',
        '[survey.generate]\npattern = "running_bond"\nlength = "1.2 m"\nstones = 8\ncourses = 4',
        '[wall]\nheight = "2.4 m"\nthickness = "0.6 m"\nmaterial = "stone"',
        site(0.21),
        condition(),
        analyses=("survey", "statics"),
    )
    done = run(place, text)
    assert not done.completions
    assert done.stages["survey"].wall.stones


def test_a_tilt_needs_the_stiffness_of_the_joints_and_a_stone_that_may_move(place):
    parsed = parse_project(column(0.21), file=str(place / "wall.toml"))
    wall = run_project(parsed, place / "out").stages["survey"].wall
    assert BY_NAME["tilt"].offer(parsed, wall).ways == ("front", "back")
    short = replace(wall, stones=tuple(_shortened(stone) for stone in wall.stones), contacts=())
    assert BY_NAME["tilt"].offer(parsed, short).ways == ("front", "back", "left", "right")
    assert BY_NAME["tilt"].offer(parsed, replace(wall, joints=replace(wall.joints, normal_stiffness=None))) is None
    assert BY_NAME["tilt"].offer(parsed, replace(wall, fixed=tuple(wall.stone_numbers))) is None


def _shortened(stone):
    places = stone.solid.vertices * [0.5, 1.0, 1.0]
    return replace(stone, solid=replace(stone.solid, vertices=places))


def test_a_tilt_of_the_file_keeps_its_speed_and_is_held_both_ways(place):
    parsed = parse_project(column(0.21, '[tilt]\nrate = "2 deg/s"\nby = "1 deg"\nto = "5 deg"'))
    wall = run_project(parse_project(column(0.1), file=str(place / "wall.toml")), place / "out").stages["survey"].wall
    offer = BY_NAME["tilt"].offer(parsed, wall)
    options = offer.options(0.3)
    assert options.rate == pytest.approx(math.radians(2.0))
    assert (options.by, options.opposite, options.along) == (None, True, False)
    assert math.tan(options.to) == pytest.approx(0.3, rel=5e-3)
    assert math.tan(options.to) > 0.3
    assert options.resolution is not None
    assert offer.seconds(options) > 0.0
    assert offer.seconds(options) < offer.seconds(offer.options(0.6))


def test_a_listed_tilt_is_left_as_the_file_asks_for_it(place):
    text = column(0.23, '[tilt]\nto = "3 deg"\nrate = "4 deg/s"', analyses=("survey", "blocks", "tilt"))
    done = run(place, text)
    assert done.completions == ()
    assert math.degrees(done.stages["tilt"].action.to) == pytest.approx(3.0)


def test_nothing_runs_twice(place):
    text = column(0.21)
    first = run(place, text)
    before = snapshot(place / "out")
    observer = Announced()
    again = run(place, text, observer)
    assert observer.announced == []
    assert [event for event in observer.events if event.startswith("end")] == [
        "end unchanged, kept from the last run"
    ] * 3
    assert snapshot(place / "out") == before
    assert again.completions == first.completions == read_results(place / "out").completions
    # without it the tilt is not named any more
    run(place, text + "\n[verdict]\ncomplete = false")
    assert not list((place / "out" / "stages" / "tilt").iterdir())


KILLED = """
import os, signal, sys
from pathlib import Path
from pirqa.dynamics import state_recorder
from pirqa.project import read_project, run_project

state_recorder.INTERVAL = 0.0

class Killer:
    stage, looks = "", 0
    def open_stage(self, name):
        self.stage = name
    def begin(self, task, total): ...
    def advance(self, steps=1):
        self.looks += self.stage == "tilt" and bool(steps)
        if self.looks == 40:
            os.kill(os.getpid(), signal.SIGKILL)
    def end(self, outcome=""): ...

run_project(read_project(sys.argv[1]), Path(sys.argv[2]), observer=Killer())
"""


def test_a_killed_tilt_goes_on(place):
    (place / "wall.toml").write_text(column(0.225))
    run_project(read_project(place / "wall.toml"), place / "whole")
    command = [sys.executable, "-c", KILLED, str(place / "wall.toml"), str(place / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == -9, done.stderr
    (left,) = (place / "out" / "stages" / "tilt").iterdir()
    assert left.name.endswith(".unfinished.partial")
    assert not (place / "out" / "result.json").exists()
    observer = Announced()
    run_project(read_project(place / "wall.toml"), place / "out", observer=observer)
    assert [event for event in observer.events if "kept from the last run" in event]
    assert not left.exists()
    assert snapshot(place / "out") == snapshot(place / "whole")


def test_an_analysis_that_gives_no_result_leaves_those_that_are_listed(place, monkeypatch):
    def fail(*_):
        raise ComputationError("the wall does not come to rest")

    stages = tuple(replace(item, run=fail) if item.name == "tilt" else item for item in STAGES)
    monkeypatch.setattr("pirqa.project.completion.STAGES", stages)
    done = run(place, column(0.21))
    (found,) = done.completions
    assert found.failure.endswith("tilt: the wall does not come to rest")
    assert done.verdict.of("onset").state == "undetermined"
    assert "does not come to rest" in completion_text(found, load_words("en"))
    assert read_results(place / "out").completions == done.completions
    assert list(done.stages) == ["survey", "blocks"]


def test_inputs_of_an_analysis_that_ran_by_itself_are_listed(place):
    rows = {row.key: row for row in run(place, column(0.21, '[tilt]\nto = "4 deg"')).inputs}
    assert rows["tilt.to"].status == "default"
    assert rows["tilt.to"].value > math.atan(0.21)
    assert rows["joints.tangential_stiffness"].status == "default"
    without = run(place, column(0.21, "[verdict]\ncomplete = false"), name="without").inputs
    assert not [row for row in without if row.key.startswith("tilt.")]


def test_the_result_names_what_ran_by_itself(place):
    run(place, column(0.21))
    document = json.loads((place / "out" / "result.json").read_text())
    (found,) = document["completions"]
    assert found["stage"] == "tilt"
    assert found["limit_states"] == ["onset", "stones_fall", "wall_falls"]
    assert document["stages"]["tilt"]["status"] == "done"


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('complete = "sometimes"', "verdict.complete: "),
        ("completed = false", 'verdict.completed: unknown key; did you mean "complete"'),
        ("complete = 3", "verdict.complete: "),
    ],
)
def test_a_bad_key_is_refused(table, complaint):
    with pytest.raises(ProjectError) as error:
        parse_project(column(0.21, f"[verdict]\n{table}"))
    assert complaint in str(error.value)


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_announced_has_its_words(language):
    words = load_words(language)
    told = [announcement("tilt", ("onset", "stones_fall"), seconds, words) for seconds in (0.2, 45.0, 300.0, 9000.0)]
    times = ("1 s", "45 s", "5.0 min", "2.5 h")
    assert all(f" {time} " in text for time, text in zip(times, told, strict=True))
    assert all(words("limit_state.stones_fall") in text for text in told)
