from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

from pirqa.errors import ProjectError, ResultsError
from pirqa.project import parse_project, read_project, read_results, run_project
from pirqa.project.folder import write_text_whole
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD


class Recorder:
    def __init__(self) -> None:
        self.events: list[str] = []

    def begin(self, task: str, total: int) -> None:
        self.events.append(f"begin {task} {total}")

    def advance(self, steps: int = 1) -> None:
        pass

    def end(self, outcome: str = "") -> None:
        self.events.append(f"end {outcome}".strip())


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files of a folder; result.json without the one object that may differ between equal runs."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name != ".pirqa"]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    document = json.loads(files["result.json"])
    del document["provenance"]["run"]
    files["result.json"] = json.dumps(document).encode()
    return files


def test_what_is_written_is_read_back(tmp_path):
    written = run_project(read_project(EXAMPLES / "machu_picchu" / "project.toml"), tmp_path)
    found = read_results(tmp_path)
    assert found.checks == written.checks
    assert found.inputs == written.inputs
    assert found.provenance == written.provenance
    one, other = written.stages["statics"], found.stages["statics"]
    assert other.governing == one.governing
    assert other.critical == one.critical
    assert other.sections == one.sections
    assert other.reliability.probabilities == one.reliability.probabilities
    assert other.curves.rows() == one.curves.rows()
    assert str(other) == str(one)


def test_result_json_keeps_its_contract(tmp_path):
    run_project(read_project(EXAMPLES / "machu_picchu" / "project.toml"), tmp_path)
    document = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert {"format", "project", "provenance", "verdicts", "stages"} <= set(document)
    stage = document["stages"]["statics"]
    assert set(stage) == {"status", "key", "summary", "files"}
    assert all((tmp_path / name).is_file() for name in stage["files"])
    row = next(item for item in document["verdicts"] if item["id"] == "statics.inertia.whitman.overturning")
    assert row["ratio"] == pytest.approx(0.7683, abs=1e-4)
    assert row["limit_state"] == "onset"
    assert document["verdict"]["onset"]["state"] == "undetermined"
    joints = polars.read_parquet(tmp_path / next(name for name in stage["files"] if "joints" in name))
    assert {"case", "level", "sliding", "overturning", "in_kern", "edge_pressure"} <= set(joints.columns)


def test_same_input_same_bytes(tmp_path):
    project = read_project(EXAMPLES / "hatunrumiyoc" / "project.toml")
    run_project(project, tmp_path / "one")
    run_project(project, tmp_path / "two")
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")


def test_an_unchanged_stage_is_not_run_again(tmp_path):
    first, second, third = Recorder(), Recorder(), Recorder()
    run_project(parse_project(GOOD), tmp_path, observer=first)
    before = snapshot(tmp_path)
    run_project(parse_project(GOOD), tmp_path, observer=second)
    assert any("unchanged" in event for event in second.events)
    assert not any("Factors" in event for event in second.events)
    assert snapshot(tmp_path) == before
    # a new name is not a new computation; a new friction angle is
    run_project(parse_project(GOOD.replace("A wall", "The same wall")), tmp_path, observer=(renamed := Recorder()))
    assert any("unchanged" in event for event in renamed.events)
    run_project(parse_project(GOOD, changes={"base.friction_angle": "31 deg"}), tmp_path, observer=third)
    assert any("Factors" in event for event in third.events)
    assert len(list((tmp_path / "stages" / "statics").iterdir())) == 1


def test_a_damaged_stage_is_computed_again(tmp_path):
    run_project(parse_project(GOOD), tmp_path)
    before = snapshot(tmp_path)
    next((tmp_path / "stages" / "statics").rglob("curves.parquet")).write_bytes(b"rubbish")
    with pytest.raises(ResultsError, match="damaged"):
        read_results(tmp_path)
    run_project(parse_project(GOOD), tmp_path)
    assert snapshot(tmp_path) == before


def test_a_failed_run_leaves_earlier_results_alone(tmp_path):
    run_project(parse_project(GOOD), tmp_path)
    before = snapshot(tmp_path)
    bad = GOOD + '[[published]]\ncheck = "statics.static.whitman.slidin"\nvalue = 1\nsource = "x"\n'
    with pytest.raises(ProjectError, match=r'did you mean "statics\.static\.whitman\.sliding"'):
        run_project(parse_project(bad), tmp_path)
    assert snapshot(tmp_path) == before


def test_folders_that_cannot_be_written(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        with pytest.raises(ResultsError, match="choose another with -o"):
            run_project(parse_project(GOOD), folder)
    assert file.read_text() == "mine"


def test_two_runs_into_one_folder_do_not_mix(tmp_path):
    class Second:
        """Starts another run into the same folder while the first is at work."""

        def begin(self, task: str, total: int) -> None:
            with pytest.raises(ResultsError, match="another run is writing"):
                run_project(parse_project(GOOD), tmp_path)

        def advance(self, steps: int = 1) -> None:
            pass

        def end(self, outcome: str = "") -> None:
            pass

    run_project(parse_project(GOOD), tmp_path, observer=Second())
    assert read_results(tmp_path).checks


def test_other_peoples_files_are_left_alone(tmp_path):
    (tmp_path / "stages" / "statics" / "precious").mkdir(parents=True)
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(ResultsError, match="holds other files"):
        run_project(parse_project(GOOD), tmp_path)
    assert (tmp_path / "report.html").read_text() == "mine"
    ours = tmp_path / "ours"
    run_project(parse_project(GOOD), ours)
    (ours / "notes.txt").write_text("mine")
    (ours / "stages" / "statics" / "precious").mkdir()
    run_project(parse_project(GOOD, changes={"site.kh": "0.2"}), ours)
    assert (ours / "notes.txt").exists()
    assert (ours / "stages" / "statics" / "precious").exists()


def test_a_failed_first_run_leaves_no_husk(tmp_path):
    steep = {"statics.thrusts": '["mononobe_okabe"]', "site.kh": "0.9"}
    with pytest.raises(ProjectError, match="no solution"):
        run_project(parse_project(GOOD, changes=steep), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_changes_are_on_record(tmp_path):
    run_project(parse_project(GOOD, changes={"site.kh": "0.2"}), tmp_path)
    found = read_results(tmp_path)
    assert found.provenance.changes == ("site.kh=0.2",)
    assert next(row.status for row in found.inputs if row.key == "site.kh") == "changed"


def test_a_check_without_demand_is_null_in_json(tmp_path):
    text = GOOD[: GOOD.index("[backfill]")] + GOOD[GOOD.index("[site]") :]
    run_project(parse_project(text), tmp_path)
    rows = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))["verdicts"]
    row = next(item for item in rows if item["id"] == "statics.static.sliding")
    assert (row["factor"], row["ratio"], row["satisfied"]) == (None, None, True)
    assert read_results(tmp_path).verdict.of("gravity").state == "satisfied"


def test_a_write_that_fails_leaves_the_old_text(tmp_path):
    path = tmp_path / "text"
    write_text_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["text"]


@pytest.mark.parametrize(
    ("text", "says"),
    [(None, "cannot be read"), ("{", "not a result"), ("[]", "result format"), ('{"format": 99}', "result format 99")],
)
def test_folders_that_are_no_results(tmp_path, text, says):
    if text is not None:
        (tmp_path / "result.json").write_text(text)
    with pytest.raises(ResultsError, match=says):
        read_results(tmp_path)


def test_a_killed_run_leaves_earlier_results_and_can_go_on(tmp_path):
    """kill -9 in the middle of a long Monte Carlo."""
    run_project(parse_project(GOOD), tmp_path / "out")
    before = snapshot(tmp_path / "out")
    long = tmp_path / "long.toml"
    variable = '[[statics.reliability.variables]]\ninput = "site.kh"\ndistribution = "uniform"\nlow = 0.1\nhigh = 0.2\n'
    long.write_text(f"{GOOD}\n[statics.reliability]\nsamples = 500000000\n{variable}")
    command = [sys.executable, "-m", "pirqa", "assess", str(long), "-o", str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(4.0)
    assert process.poll() is None, "the run ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert snapshot(tmp_path / "out") == before
    assert read_results(tmp_path / "out").verdict.of("onset").state == "undetermined"
    run_project(parse_project(GOOD), tmp_path / "out")
    assert snapshot(tmp_path / "out") == before
