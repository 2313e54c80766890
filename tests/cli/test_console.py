"""The terminal: one line a stage, the verdict first, then the table of evidence, in one language."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from pirqa.cli.console import ProgressBars
from pirqa.cli.main import main
from pirqa.project.results import KEPT
from pirqa.report.words import load_words
from tests.project.test_load import GOOD

EN, ES = load_words("en"), load_words("es")


def printed(words=None, *, stages=(), tasks=(), fault=None) -> list[str]:
    """Lines that observers print for stages, each with its tasks, or for tasks alone."""
    text = io.StringIO()
    bars = ProgressBars(Console(file=text, width=100), words=words)
    try:
        with bars:
            for name, inner in stages or (("", tasks),):
                if name:
                    bars.open_stage(name)
                for task, outcome in inner:
                    bars.begin(task, 1)
                    bars.end(outcome)
            if fault is not None:
                raise fault
    except type(fault or RuntimeError()):
        pass
    return text.getvalue().splitlines()


def test_a_stage_has_one_line_whatever_its_tasks():
    lines = printed(
        EN, stages=[("dynamics", [("gravity", ""), ("sine", "31 fell")] * 4), ("limit", [("Mechanisms", "3")])]
    )
    assert [re.sub(r"[\d.]+ s$", "", line) for line in lines] == [
        f"✓ {EN('dynamics.title')}: ",
        f"✓ {EN('limit.title')}: ",
    ]


def test_a_kept_stage_says_so_in_the_language():
    (line,) = printed(ES, stages=[("dynamics", [("dynamics", KEPT)])])
    assert line == f"✓ {ES('dynamics.title')}: {ES('progress.kept')}"


def test_a_stage_that_failed_has_no_tick():
    (line,) = printed(EN, stages=[("dynamics", [("gravity", "")])], fault=ValueError("x"))
    assert line.startswith("✗")


def test_repeated_tasks_share_a_line():
    assert printed(tasks=[("gravity", "")] * 3 + [("sine", "stands"), ("sine", "stands"), ("sine", "falls")]) == [
        "✓ gravity (×3)",
        "✓ sine: stands (×2)",
        "✓ sine: falls",
    ]


@pytest.mark.parametrize(("task", "told"), [("gravity", "asentamiento bajo peso propio"), ("Trial run of my wall", "")])
def test_titles_of_tasks_are_in_the_language_or_not_shown(task, told):
    bars = ProgressBars(Console(file=io.StringIO()), words=ES)
    bars.begin(task, 1)
    assert bars._name == told


def assess(capsys, path, *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(["assess", str(path), *arguments])
    assert caught.value.code == 0
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    path = tmp_path_factory.mktemp("console") / "wall.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_the_verdict_comes_first_then_the_table_then_the_report(capsys, project):
    out = assess(capsys, project)
    places = [out.index(word) for word in ("A wall\n", "Site: 0.30 g", "At rest, dry", "Limit state", "Report: ")]
    assert places == sorted(places)
    assert "Movement starts" in out[out.index("Limit state") :]
    assert not re.search(r"\d N/m3|\d Pa\b|satisfied", out)
    assert out.count("✓") == 1


def test_all_lines_are_in_the_language_asked_for(capsys, project, tmp_path):
    out = assess(capsys, project, "--language", "es", "-o", str(tmp_path / "out"))
    said = out.replace(str(tmp_path), "").replace("Inka", "")
    assert not re.search(r"\b(the|wall falls|Report|shows|of|kept|stones|Site)\b", said)
    assert "Informe: " in out
    again = assess(capsys, project, "--language", "es", "-o", str(tmp_path / "out"))
    assert ES("progress.kept") in again
