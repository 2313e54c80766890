"""Each wall is assessed once, however many tests ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from pirqa.project import Assessment, read_project, run_project
from pirqa.report import load_words
from pirqa.report import page as page_module
from pirqa.report.section import Section
from tests.report.pages import without_pictures
from tests.verdict.walls import Trial

__all__ = ["page_one"]


@pytest.fixture(scope="session")
def result_of(tmp_path_factory) -> Callable[[Trial], Assessment]:
    done: dict[str, Assessment] = {}

    def result(trial: Trial) -> Assessment:
        if trial.name not in done:
            home = tmp_path_factory.mktemp("wall")
            for name, text in trial.files.items():
                (home / name).write_text(text)
            (home / "wall.toml").write_text(trial.text)
            done[trial.name] = run_project(read_project(home / "wall.toml"), home / "out")
        return done[trial.name]

    return result


def _no_section(*_: object) -> Section:
    return Section(id="none", title="", blocks=())


def page_one(done: Assessment, language: str) -> str:
    """Return the text of the verdict's part of the page, in lower case, each space single."""
    with pytest.MonkeyPatch.context() as patch:  # its figures and the sections below it say nothing here, and take long
        patch.setattr(page_module, "build_section", _no_section)
        patch.setattr(page_module, "part_figure", lambda *_: None)
        patch.setattr(page_module, "evidence_figure", lambda *_: None)
        page = without_pictures(page_module.render(done, load_words(language)))
    found = re.search(r'<section id="verdict">(.*?)</section>', page, flags=re.DOTALL)
    assert found is not None, "the page has no verdict"
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split()).lower()
