"""``pirqa gallery``: a page that leads to all reports, and says which projects have none."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.cli.test_commands import run
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD
from tests.report.pages import without_pictures

BROKEN = GOOD.replace("unit_weight", "unit_wait", 1)


@pytest.fixture
def walls(tmp_path):
    folder = tmp_path / "walls"
    for name, text in (("low", GOOD), ("broken", BROKEN), ("tall", GOOD.replace("1.68 m", "2.4 m"))):
        (folder / name).mkdir(parents=True)
        named = text.replace('"A wall"', f'"The {name} wall"')
        (folder / name / "project.toml").write_text(named, encoding="utf-8")
    return folder


def cards(page: str) -> list[str]:
    return re.findall(r'<a class="card" href="([^"]+)"', page)


@pytest.mark.parametrize(
    ("language", "words", "other"),
    [
        ("en", ("Gallery of walls", "Against starting to move: ", "not shown safe"), "Galería"),
        ("es", ("Galería de muros", "No pudieron evaluarse", "Frente al inicio del movimiento"), "Gallery"),
    ],
)
def test_the_whole_walls_get_their_pages_and_the_broken_one_is_named(capsys, walls, tmp_path, language, words, other):
    out = tmp_path / "out"
    code, said, err = run(capsys, "gallery", str(walls), "-o", str(out), "--language", language)
    assert code == 3
    assert "1 of 3 projects could not be assessed" in " ".join(err.split())
    assert "2 reports" in said
    page = (out / "index.html").read_text(encoding="utf-8")
    text = without_pictures(page)
    assert f'<html lang="{language}">' in page
    for word in words:
        assert word in text
    assert other not in text
    assert cards(page) == ["low/report.html", "tall/report.html"]
    for href in cards(page):
        assert f'<html lang="{language}"' in (out / href).read_text(encoding="utf-8")
    assert "<strong>broken</strong>" in text
    assert "unit_wait" in text, "the reason names the key"
    assert page.count("<svg") == 2
    assert not (out / "broken" / "report.html").exists()


def test_whole_walls_alone_are_a_success_and_are_not_assessed_again(capsys, walls, tmp_path):
    (walls / "broken" / "project.toml").unlink()
    for _ in range(2):
        code, said, _ = run(capsys, "gallery", str(walls), "-o", str(tmp_path / "out"))
        assert code == 0
        assert "Gallery of 2 reports" in said
    assert "could not" not in without_pictures((tmp_path / "out" / "index.html").read_text(encoding="utf-8"))


def test_project_files_in_one_folder(capsys, tmp_path):
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.toml").write_text(GOOD.replace('"A wall"', '"<script>alert(1)</script>"'), encoding="utf-8")
    code, _, _ = run(capsys, "gallery", str(tmp_path), "-o", str(tmp_path / "out"))
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert code == 0
    assert cards(page) == ["a/report.html", "b/report.html"]
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_table_of_walls_gets_its_own_page(capsys, walls, tmp_path):
    (walls / "broken" / "project.toml").unlink()
    shutil.copytree(EXAMPLES / "screening", walls / "many")
    out = tmp_path / "out"
    for language, word in (("es", "De 24 muros"), ("en", "Of 24 walls")):
        code, said, _ = run(capsys, "gallery", str(walls), "-o", str(out), "--language", language)
        assert code == 0
        assert "Gallery of 3 reports" in said
        page = (out / "index.html").read_text(encoding="utf-8")
        assert cards(page) == ["low/report.html", "many/screening.html", "tall/report.html"]
        assert word in page
        assert "Walls of an Andean site" in page
        assert page.count("<svg") == 3
        own = (out / "many" / "screening.html").read_text(encoding="utf-8")
        assert f'<html lang="{language}">' in own
        assert word in own
    (walls / "many" / "more.csv").write_text("name,height [m],thickness [m]\nA,3,1\n", encoding="utf-8")
    code, _, err = run(capsys, "gallery", str(walls), "-o", str(out))
    assert code == 3
    assert "finds 2; give each site a folder of its own" in " ".join(err.split())


def test_an_empty_folder_is_bad_input(capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, "gallery", str(tmp_path / "empty"), "-o", str(tmp_path / "out"))
    assert code == 2
    assert "no project.toml" in " ".join(err.split())
    assert not (tmp_path / "out").exists()


def test_a_language_that_is_not_there_is_said_before_any_work(capsys, walls, tmp_path):
    code, _, err = run(capsys, "gallery", str(walls), "-o", str(tmp_path / "out"), "--language", "qu")
    assert code == 2
    assert "qu" in err
    assert not (tmp_path / "out").exists()
