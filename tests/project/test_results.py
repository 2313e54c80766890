from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

import pirqa
from pirqa.errors import ProjectError, ResultsError
from pirqa.files import write_text_whole
from pirqa.project import parse_project, read_project, read_results, run_project
from pirqa.project.results import Pages
from pirqa.provenance import code_digest
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
    assert found.circumstances == written.circumstances
    assert found.verdict == written.verdict
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
    assert {"format", "project", "provenance", "circumstances", "verdicts", "stages"} <= set(document)
    assert document["circumstances"]["demand"]["intensity"] == pytest.approx(0.3)
    stage = document["stages"]["statics"]
    assert set(stage) == {"status", "key", "summary", "files"}
    assert all((tmp_path / name).is_file() for name in stage["files"])
    row = next(item for item in document["verdicts"] if item["id"] == "statics.inertia.whitman.overturning")
    assert row["ratio"] == pytest.approx(0.6580, abs=1e-4)
    assert row["limit_state"] == "onset"
    assert document["verdict"]["onset"]["state"] == "not_satisfied"
    joints = polars.read_parquet(tmp_path / next(name for name in stage["files"] if "joints" in name))
    assert {"case", "level", "sliding", "overturning", "in_kern", "edge_pressure"} <= set(joints.columns)


def test_same_input_same_bytes(tmp_path):
    project = read_project(EXAMPLES / "hatunrumiyoc" / "project.toml", changes={"analyses": '["statics"]'})
    run_project(project, tmp_path / "one")
    run_project(project, tmp_path / "two")
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")


@pytest.mark.parametrize("name", ["hatunrumiyoc", "machu_picchu"])
def test_same_input_same_page(tmp_path, name):
    for folder in ("one", "two"):
        pirqa.assess(EXAMPLES / name / "project.toml", tmp_path / folder, changes={"analyses": '["statics"]'})
    pages = []
    for folder in ("one", "two"):
        run = read_results(tmp_path / folder).provenance.run
        page = (tmp_path / folder / "report.html").read_text(encoding="utf-8")
        assert run.started in page
        pages.append(page.replace(run.started, "").replace(f"{run.duration:.3g} s", ""))
    assert pages[0] == pages[1]


def test_a_unit_makes_another_stage(tmp_path):
    study = "[[statics.studies]]\ninput = 'wall.thickness'\nstart = {}\nstop = '1 m'\n"
    run_project(parse_project(GOOD + study.format("'0.8 m'")), tmp_path)
    with pytest.raises(ProjectError, match=r"studies\[1\].*got a plain number"):
        run_project(parse_project(GOOD + study.format("0.8")), tmp_path)


def test_a_page_that_fails_leaves_the_old_pair(tmp_path):
    run_project(parse_project(GOOD), tmp_path, pages=Pages(make=lambda _: {"report.html": "old"}))
    before = snapshot(tmp_path)
    failing = Pages(make=lambda _: {"report.html": 1 / 0})
    with pytest.raises(ZeroDivisionError):
        run_project(parse_project(GOOD, changes={"site.kh": "0.2"}), tmp_path, pages=failing)
    after = snapshot(tmp_path)
    assert all(after[name] == text for name, text in before.items())


def test_the_seed_and_the_code_are_on_record(tmp_path):
    found = run_project(read_project(EXAMPLES / "machu_picchu" / "project.toml"), tmp_path / "a").provenance
    assert found.seed == 1450
    assert found.code == code_digest()
    assert run_project(parse_project(GOOD), tmp_path / "b").provenance.seed is None
    source = tmp_path / "source"
    (source / "cli").mkdir(parents=True)
    (source / "a.py").write_text("x = 1")
    (source / "cli" / "b.py").write_text("y = 1")
    whole = code_digest(root=source)
    (source / "cli" / "b.py").write_text("y = 2")
    code_digest.cache_clear()
    assert code_digest(root=source) != whole


def test_an_unchanged_stage_is_not_run_again(tmp_path):
    first, second = Recorder(), Recorder()
    run_project(parse_project(GOOD), tmp_path, observer=first)
    before = snapshot(tmp_path)
    run_project(parse_project(GOOD), tmp_path, observer=second)
    assert any("unchanged" in event for event in second.events)
    assert not any("Factors" in event for event in second.events)
    assert snapshot(tmp_path) == before
    # a new name is not a new computation; a new friction angle is
    run_project(parse_project(GOOD.replace("A wall", "The same wall")), tmp_path, observer=(renamed := Recorder()))
    assert any("unchanged" in event for event in renamed.events)
    for change in ({"base.friction_angle": "31 deg"}, {"site.kh": "0.16"}, {"statics.uplift": "false"}):
        run_project(parse_project(GOOD, changes=change), tmp_path, observer=(third := Recorder()))
        assert any("Factors" in event for event in third.events), change
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
    with pytest.raises(ProjectError, match=r'did you mean "statics\.pseudo_static\.seed_whitman\.sliding"'):
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
    (tmp_path / "mine").mkdir()
    with pytest.raises(ProjectError):
        run_project(parse_project(GOOD, changes=steep), tmp_path / "mine")
    assert list((tmp_path / "mine").iterdir()) == []


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
    assert read_results(tmp_path).verdict.of("gravity").governing.ratio == float("inf")


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


def sampling(folder: Path, process: subprocess.Popen) -> None:
    """Wait until a run holds its folder, and a little longer: then it is in the middle of its samples."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if (folder / ".pirqa").exists():
            with (folder / ".pirqa").open("r") as mark:
                try:
                    fcntl.flock(mark, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except OSError:
                    time.sleep(1.5)
                    return
        time.sleep(0.05)


def test_a_killed_run_leaves_earlier_results_and_can_go_on(tmp_path):
    """kill -9 in the middle of a long Monte Carlo."""
    run_project(parse_project(GOOD), tmp_path / "out")
    before = snapshot(tmp_path / "out")
    long = tmp_path / "long.toml"
    variable = '[[statics.reliability.variables]]\ninput = "site.kh"\ndistribution = "uniform"\nlow = 0.1\nhigh = 0.2\n'
    long.write_text(f"{GOOD}\n[statics.reliability]\nsamples = 500000000\n{variable}")
    command = [sys.executable, "-m", "pirqa", "assess", str(long), "-o", str(tmp_path / "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    sampling(tmp_path / "out", process)
    assert process.poll() is None, "the run ended before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert snapshot(tmp_path / "out") == before
    assert read_results(tmp_path / "out").verdict.of("onset").state == "not_satisfied"
    run_project(parse_project(GOOD), tmp_path / "out")
    assert snapshot(tmp_path / "out") == before
