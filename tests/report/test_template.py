"""Results that cannot be read are told in a page too, which never takes the place of a good one."""

from __future__ import annotations

import json
import shutil
import webbrowser

import pytest

import pirqa
from pirqa.errors import ResultsError
from pirqa.project.results import RESULT_FORMAT
from pirqa.report.template import render_problem, write_problem
from pirqa.report.words import load_words
from tests.cli.test_commands import run
from tests.project.test_load import GOOD

EN, ES = load_words("en"), load_words("es")


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    folder = tmp_path_factory.mktemp("problem")
    (folder / "wall.toml").write_text(GOOD, encoding="utf-8")
    return pirqa.assess(folder / "wall.toml").folder


@pytest.fixture
def results(good, tmp_path):
    return shutil.copytree(good, tmp_path / "results")


def reformat(folder, number):
    path = folder / "result.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**document, "format": number}), encoding="utf-8")


@pytest.mark.parametrize(("number", "kind", "remedy"), [(99, "newer", "upgrade"), (1, "older", "again")])
def test_another_format_is_told_in_a_page(capsys, results, number, kind, remedy):
    reformat(results, number)
    before = (results / "report.html").read_bytes()
    code, _, said = run(capsys, "report", str(results))
    assert code == 2
    assert f"result format {number}" in said
    assert "problem.html says it too" in said
    page = (results / "problem.html").read_text(encoding="utf-8")
    assert EN(f"problem.{kind}", found=number, version=pirqa.__version__, known=RESULT_FORMAT) in page
    assert EN(f"problem.{remedy}") in page
    assert 'href="report.html"' in page, "the earlier report is still there"
    assert (results / "report.html").read_bytes() == before


@pytest.mark.parametrize("text", ["{", "[]", '{"format": true}', '{"format": 2}', '{"format": 2, "project": 3}'])
def test_damaged_results_are_told_in_a_page(capsys, results, text):
    (results / "report.html").unlink()
    (results / "result.json").write_text(text, encoding="utf-8")
    assert run(capsys, "report", str(results))[0] == 2
    page = (results / "problem.html").read_text(encoding="utf-8")
    assert EN("problem.other") in page
    assert "run pirqa assess again" in page
    assert "report.html" not in page
    assert not (results / "report.html").exists()


def test_the_page_speaks_the_project_s_language_or_the_one_asked_for(capsys, results):
    reformat(results, 99)
    run(capsys, "report", str(results), "--language", "es")
    page = (results / "problem.html").read_text(encoding="utf-8")
    assert '<html lang="es">' in page
    assert ES("problem.title") in page


def test_what_the_file_says_cannot_become_part_of_the_page():
    page = render_problem("<script>bad()</script>", "<b>99</b>", EN)
    assert "<script>bad" not in page
    assert "default-src 'none'" in page.replace("&#39;", "'")


def test_a_good_report_takes_the_page_away(capsys, results):
    reformat(results, 99)
    run(capsys, "report", str(results))
    reformat(results, RESULT_FORMAT)
    assert run(capsys, "report", str(results))[0] == 0
    assert not (results / "problem.html").exists()


def test_a_folder_of_somebody_else_is_left_alone(capsys, tmp_path):
    assert run(capsys, "report", str(tmp_path))[0] == 2
    assert run(capsys, "open", str(tmp_path))[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_still_has_its_message(results, monkeypatch):
    reformat(results, 99)

    def full(*_):
        raise OSError("no space")

    monkeypatch.setattr("pirqa.report.template.write_text_whole", full)
    assert write_problem(results, ResultsError("x")) is None


def test_open_shows_the_page_where_there_is_no_report(capsys, results, monkeypatch):
    shown = []
    monkeypatch.setattr(webbrowser, "open", lambda address: shown.append(address) or True)
    reformat(results, 99)
    assert run(capsys, "open", str(results))[0] == 0, "an earlier report stands by itself"
    (results / "report.html").unlink()
    code, _, said = run(capsys, "open", str(results))
    assert code == 2
    assert "result format 99" in said
    assert [address.rsplit("/", 1)[1] for address in shown] == ["report.html", "problem.html"]
