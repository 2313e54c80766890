"""What has not changed is neither computed nor drawn again, and what has changed always is."""

from __future__ import annotations

import json
import os
import shutil

import pytest

import pirqa
from pirqa.cli.main import main
from pirqa.errors import ResultsError
from pirqa.project import read_results
from pirqa.project.folder import only_run_in
from pirqa.report import kept as kept_module
from pirqa.report import page as page_module
from pirqa.report.kept import refresh_report
from tests.project.test_load import GOOD


@pytest.fixture
def place(tmp_path):
    (tmp_path / "wall.toml").write_text(GOOD, encoding="utf-8")
    pirqa.assess(tmp_path / "wall.toml", tmp_path / "out")
    return tmp_path


@pytest.fixture
def drawn(monkeypatch):
    """Languages of the pages that are drawn from here on."""
    languages: list[str] = []
    own = page_module.render

    def render(assessment, words, **others):
        languages.append(words.language)
        return own(assessment, words, **others)

    monkeypatch.setattr(page_module, "render", render)
    return languages


def again(place, **others):
    return pirqa.assess(place / "wall.toml", place / "out", **others)


def stamps(folder):
    return {path: os.stat(path).st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_an_unchanged_assessment_writes_nothing(place, drawn):
    before, first = stamps(place / "out"), read_results(place / "out")
    second = again(place)
    assert stamps(place / "out") == before
    assert not drawn
    assert (second.checks, second.verdict, second.provenance) == (first.checks, first.verdict, first.provenance)
    assert str(second.stages["statics"]) == str(first.stages["statics"])
    assert list(second.stages) == ["statics"]


def test_a_page_that_was_edited_is_drawn_again(place, drawn):
    page = place / "out" / "report.html"
    whole = page.read_text(encoding="utf-8")
    page.write_text(whole.replace("wall", "house"), encoding="utf-8")
    again(place)
    assert drawn == ["en"]
    assert page.read_text(encoding="utf-8").replace(run_line(page), "") == whole.replace(run_line_of(whole), "")


def run_line(page):
    return run_line_of(page.read_text(encoding="utf-8"))


def run_line_of(text):
    """The only line that differs between two equal runs: when and where it was."""
    return next(line for line in text.splitlines() if "UTC" in line or "+00:00" in line)


@pytest.mark.parametrize("name", ["report.html", "result.json"])
def test_what_was_deleted_is_made_again(place, drawn, name):
    (place / "out" / name).unlink()
    again(place)
    assert drawn == ["en"]
    assert (place / "out" / name).is_file()


def test_a_verdict_that_was_edited_is_made_again(place, drawn):
    file = place / "out" / "result.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    document["verdicts"][0]["capacity"] = 1e6
    file.write_text(json.dumps(document), encoding="utf-8")
    assert max(check.capacity for check in again(place).checks) < 1e6
    assert max(check.capacity for check in read_results(place / "out").checks) < 1e6
    assert drawn == ["en"]


def test_a_stage_that_was_damaged_is_run_again(place, drawn):
    (file,) = (place / "out" / "stages" / "statics").glob("*/result.json")
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[:100], encoding="utf-8")
    again(place)
    assert file.read_text(encoding="utf-8") == whole
    assert drawn == ["en"]


def test_a_stage_that_was_edited_and_can_be_read_is_run_again(place, drawn):
    (file,) = (place / "out" / "stages" / "statics").glob("*/result.json")
    whole = file.read_text(encoding="utf-8")
    document = json.loads(whole)
    for check in document["checks"]:
        check["capacity"] *= 100.0
    first = [check.capacity for check in read_results(place / "out").checks]
    file.write_text(json.dumps(document), encoding="utf-8")
    for _ in range(2):
        assert [check.capacity for check in again(place).checks] == first
        assert file.read_text(encoding="utf-8") == whole
    # a report of it draws what is there, and vouches for nothing
    file.write_text(json.dumps(document), encoding="utf-8")
    refresh_report(place / "out")
    assert [check.capacity for check in again(place).checks] == first


def test_a_file_that_somebody_left_in_the_folder_of_a_stage_voids_nothing(place, monkeypatch):
    (home,) = (place / "out" / "stages" / "statics").iterdir()
    (home / ".DS_Store").write_bytes(b"\0")
    monkeypatch.setattr("pirqa.project.results._run_stage", lambda *_: pytest.fail("run again"))
    again(place)
    assert (home / ".DS_Store").is_file()


def test_a_copy_of_results_among_other_files_does_not_become_ours(place):
    shutil.copytree(place / "out", place / "copy", ignore=shutil.ignore_patterns(".pirqa"))
    (place / "copy" / "notes.txt").write_text("mine", encoding="utf-8")
    refresh_report(place / "copy", language="es")
    assert not (place / "copy" / ".pirqa").exists()
    with pytest.raises(ResultsError, match="holds other files"):
        pirqa.assess(place / "wall.toml", place / "copy")


def test_a_report_of_a_folder_in_use_states_nothing_against_its_results(place, capsys):
    with only_run_in(place / "out"), pytest.raises(SystemExit) as ended:
        main(["report", str(place / "out"), "--language", "es"])
    assert ended.value.code == 2
    assert "another run is writing there" in capsys.readouterr().err
    assert not (place / "out" / "problem.html").exists()


def test_a_stage_that_no_record_knows_is_taken_as_a_killed_run_left_it(place, monkeypatch):
    (place / "out" / ".pirqa").write_text("", encoding="utf-8")
    monkeypatch.setattr("pirqa.project.results._run_stage", lambda *_: pytest.fail("run again"))
    again(place)


def test_a_report_beside_a_run_is_refused_and_keeps_no_verdict_of_the_other(place, monkeypatch):
    """A page that was begun before a run, and recorded after it, would pass its results for those of another wall."""
    (place / "other.toml").write_text(GOOD.replace("kh = ", "kh = 0.01 # "), encoding="utf-8")
    own = page_module.render

    def render(*arguments, **others):
        monkeypatch.setattr(page_module, "render", own)
        with pytest.raises(ResultsError, match="another run is writing there"):
            pirqa.assess(place / "other.toml", place / "out")
        return own(*arguments, **others)

    first = [check.factor for check in read_results(place / "out").checks]
    monkeypatch.setattr(page_module, "render", render)
    refresh_report(place / "out", language="es")
    assert [check.factor for check in again(place).checks] == first


def test_a_report_leaves_a_folder_of_others_as_it_is(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ResultsError):
        refresh_report(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_other_numbers_words_or_languages_are_drawn_again(place, drawn, monkeypatch):
    again(place, changes={"site.kh": "0.21"})
    assert drawn == ["en"]
    again(place, changes={"site.kh": "0.21"}, language="es")
    assert drawn == ["en", "es"]
    monkeypatch.setattr("pirqa.assessment.page_source", lambda: "other words")
    again(place, changes={"site.kh": "0.21"}, language="es")
    assert drawn == ["en", "es", "es"]


def test_a_page_that_nobody_wrote_is_not_kept(place, drawn):
    (place / "out" / "report.es.html").write_text("an old one", encoding="utf-8")
    again(place)
    assert drawn == ["en"]
    assert not (place / "out" / "report.es.html").exists()


def test_a_record_that_is_damaged_keeps_nothing(place, drawn):
    (place / "out" / ".pirqa").write_text('{"request": 1, "pages": []}', encoding="utf-8")
    again(place)
    assert drawn == ["en"]


def test_the_page_in_another_language_stands_beside_the_first(place, drawn):
    first = place / "out" / "report.html"
    assert 'class="switch"' not in first.read_text(encoding="utf-8"), "no way to a page that is not there"
    second = refresh_report(place / "out", language="es")
    assert second == place / "out" / "report.es.html"
    assert 'href="report.es.html"' in first.read_text(encoding="utf-8")
    assert 'href="report.html"' in second.read_text(encoding="utf-8")
    assert drawn == ["en", "es"]
    assert refresh_report(place / "out", language="es") == second
    again(place)
    assert drawn == ["en", "es"], "both are still what the results say"
    assert refresh_report(place / "out") == first
    assert not second.exists()


def test_a_report_of_edited_results_is_drawn_and_the_results_are_not_kept(place, drawn):
    file = place / "out" / "result.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    document["project"]["name"] = "Another wall"
    file.write_text(json.dumps(document), encoding="utf-8")
    page = refresh_report(place / "out")
    assert "Another wall" in page.read_text(encoding="utf-8")
    again(place)
    assert "Another wall" not in page.read_text(encoding="utf-8")
    assert drawn == ["en", "en"]


def test_the_source_of_a_page_holds_words_and_templates(tmp_path):
    (tmp_path / "words").mkdir()
    words = tmp_path / "words" / "en.toml"
    words.write_text("a = 1")
    first = kept_module.page_source(tmp_path)
    words.write_text("a = 2")
    kept_module.page_source.cache_clear()
    assert kept_module.page_source(tmp_path) != first
    kept_module.page_source.cache_clear()
