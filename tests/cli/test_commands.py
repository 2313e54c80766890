"""The command line as a user meets it: exit codes, messages, files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
import typer.main

from pirqa.cli.main import _COMMANDS, app, line_of, main
from pirqa.version import __version__
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD
from tests.project.test_results import sampling

PROJECT = GOOD


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_assess_prints_the_verdict_and_the_report(capsys, project):
    code, out, _ = run(capsys, "assess", str(project))
    assert code == 0, "an unsafe or undetermined verdict is still 0"
    assert "NOT SAFE AFTER HEAVY RAIN" in out
    assert "Against starting to move" in out
    report = project.with_name("wall.results") / "report.html"
    assert str(report) in out.replace("\n", "")
    assert report.is_file()


def test_assess_into_a_chosen_folder_with_changes(capsys, project, tmp_path):
    code, _, _ = run(capsys, "assess", str(project), "-o", str(tmp_path / "out"), "--set", "site.kh=0.05")
    assert code == 0
    document = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    factor = next(
        row["factor"] for row in document["verdicts"] if row["id"] == "statics.pseudo_static.seed_whitman.sliding"
    )
    assert factor > 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('height = "1.68 m"', 'height = "1.68"', "wall.height"),
        ('height = "1.68 m"', 'height = "0.8 kg"', "kg measures a mass"),
        ("courses = 5", "curses = 5", 'did you mean "courses"'),
        ("[site]", "[sites]", 'did you mean "site"'),
        ('analyses = ["statics"]', 'analyses = ["magic"]', "known: blocks, campaign, codes, dynamics, fe"),
    ],
)
def test_bad_input_is_exit_code_2_without_traceback_and_harms_nothing(capsys, project, old, new, says):
    run(capsys, "assess", str(project))
    results = project.with_name("wall.results")
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    project.write_text(GOOD.replace(old, new), encoding="utf-8")
    code, out, err = run(capsys, "assess", str(project))
    assert code == 2
    assert "wall.toml" in err
    assert says in err
    assert "Traceback" not in out + err
    assert before == {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}


def test_an_output_folder_that_cannot_be_written_is_exit_code_2(capsys, project):
    code, _, err = run(capsys, "assess", str(project), "-o", str(project / "below"))
    assert code == 2
    assert "choose another with -o" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("assess",),
        ("assess", "none.toml"),
        ("asess", "x"),
        ("verify", "static"),
        ("report", "nowhere"),
        ("open", "nowhere"),
        ("assess", "x.toml", "--set", "kh"),
        ("statics", "x.toml", "--sweep", "wall.thickness"),
    ],
)
def test_wrong_calls_are_exit_code_2(capsys, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert "Traceback" not in out + err
    assert (out + err).strip()


def test_brackets_in_names_are_only_brackets(capsys, tmp_path):
    folder = tmp_path / "a[b]"
    folder.mkdir()
    (folder / "w.toml").write_text(GOOD.replace('"A wall"', '"Wall [/north] 3"'), encoding="utf-8")
    code, out, _ = run(capsys, "assess", str(folder / "w.toml"))
    assert code == 0
    assert "Wall [/north] 3" in out
    assert "a[b]" in out.replace("\n", "")
    code, _, err = run(capsys, "assess", str(folder / "[red]none.toml"))
    assert (code, "[red]none.toml" in err) == (2, True)


def test_a_pipe_that_knows_no_ticks(project):
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command = [sys.executable, "-m", "pirqa", "assess", str(project)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (project.with_name("wall.results") / "report.html").is_file()


def test_changed_results_need_a_folder_of_their_own(capsys, project):
    code, _, err = run(capsys, "assess", str(project), "--set", "site.kh=0.2")
    assert code == 2
    assert "-o" in err


def test_assess_speaks_the_language_asked_for(capsys, project):
    code, out, _ = run(capsys, "assess", str(project), "--language", "es")
    assert code == 0
    assert "NO ES SEGURO DESPUÉS DE LLUVIAS FUERTES" in " ".join(out.split())
    assert run(capsys, "assess", str(project), "--language", "qu")[0] == 2


def test_report_again_in_the_other_language(capsys, project):
    run(capsys, "assess", str(project))
    folder = project.with_name("wall.results")
    english = (folder / "report.html").read_text(encoding="utf-8")
    assert run(capsys, "report", str(folder), "--language", "es")[0] == 0
    spanish = (folder / "report.es.html").read_text(encoding="utf-8")
    assert "Veredicto" in spanish
    assert run(capsys, "report", str(folder))[0] == 0
    assert (folder / "report.html").read_text(encoding="utf-8") == english
    code, _, err = run(capsys, "report", str(folder), "--language", "fr")
    assert (code, "fr" in err) == (2, True)


def test_statics_writes_nothing(capsys, project):
    before = set(project.parent.rglob("*"))
    code, out, _ = run(capsys, "statics", str(project), "--sweep", "wall.thickness=0.762 m:1 m:3")
    assert code == 0
    assert "1.727" in out
    assert "1.119" in out
    assert set(project.parent.rglob("*")) == before


@pytest.mark.parametrize("sweep", ["wall.thickness=0.7 m:1 m:x", "wall.thickness=0.7:1", "wall.thick=1 m:2 m"])
def test_bad_sweeps(capsys, project, sweep):
    code, _, err = run(capsys, "statics", str(project), "--sweep", sweep)
    assert code == 2
    assert "wall.thick" in err


def test_schema(capsys, tmp_path):
    code, out, _ = run(capsys, "schema")
    assert code == 0
    assert json.loads(out)["properties"]["backfill"]
    assert run(capsys, "schema", "-o", str(tmp_path / "s.json"))[0] == 0
    assert json.loads((tmp_path / "s.json").read_text(encoding="utf-8")) == json.loads(out)


def test_version(capsys):
    assert run(capsys, "--version")[:2] == (0, f"pirqa {__version__}\n")


def test_ctrl_c_is_130_and_resumable(tmp_path):
    path = tmp_path / "long.toml"
    variable = '[[statics.reliability.variables]]\ninput = "site.kh"\ndistribution = "uniform"\nlow = 0.1\nhigh = 0.2\n'
    path.write_text(f"{GOOD}\n[statics.reliability]\nsamples = 500000000\n{variable}", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "pirqa", "assess", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    sampling(tmp_path / "long.results", process)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "run the same command again" in " ".join(err.split())
    assert "Traceback" not in err


def test_examples_run_from_anywhere(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "statics", str(EXAMPLES / "hatunrumiyoc" / "project.toml"))[0] == 0


def test_the_line_in_the_help_is_the_command_s_own():
    group = typer.main.get_command(app)
    for name in _COMMANDS:
        command = group.resolve_command(None, [name])[1]
        assert line_of(name) == command.help.splitlines()[0] != ""


def test_a_mistyped_command_is_guessed(capsys):
    code, _, err = run(capsys, "mtion")
    assert code == 2
    assert "Did you mean 'motion'" in err
