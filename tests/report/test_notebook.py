"""In a notebook results draw themselves; where there is none, nothing happens."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest

import pirqa
from pirqa.model import Wall
from pirqa.project import Assessment
from pirqa.report.notebook import register
from pirqa.report.template import viewer_script
from pirqa.verification.stones import running_bond
from tests.project.test_load import GOOD

GENERATED = """
[survey]
thickness = "0.762 m"
material = "granite"
[survey.generate]
pattern = "running_bond"
length = "2 m"
height = "1 m"
courses = 2
unit_length = "1 m"
"""


class Formatter:
    """As much of IPython's as is used."""

    def __init__(self):
        self.types = {}

    def for_type(self, kind, function):
        self.types[kind] = function

    def __call__(self, value):
        return self.types[type(value)](value)


@pytest.fixture
def notebook(monkeypatch) -> Formatter:
    formatter = Formatter()
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    module = ModuleType("IPython")
    module.get_ipython = lambda: shell
    module.version_info = (9, 0)  # asked for by matplotlib
    monkeypatch.setitem(sys.modules, "IPython", module)
    assert register()
    assert set(formatter.types) == {Assessment, Wall}
    return formatter


def framed(shown: str) -> str:
    """The page within the frame; there is nothing beside the frame."""
    frame = re.fullmatch(r'<iframe srcdoc="([^"]*)" style="[^"]*" sandbox="([^"]*)"></iframe>', shown)
    assert frame is not None
    assert "allow-same-origin" not in frame[2].split(), "a report does not reach into the notebook"
    return html.unescape(frame[1])


def scene_of(page: str) -> dict:
    """What the viewer of the page is given, where the viewer's program is there too."""
    place = re.search(r'<div class="pirqa-viewer" id="[^"]*" data-scene="([^"]*)">', page)
    assert place is not None
    assert viewer_script() in page
    return json.loads(re.search(rf'<script type="application/json" id="{place[1]}">(.*?)</script>', page)[1])


def test_an_assessment_is_its_report_in_a_frame(notebook, tmp_path):
    text = GOOD.replace("[project]", '[project]\nlanguage = "es"').replace('"A wall"', "'A \"wall\" </iframe>'")
    text = text.replace('["statics"]', '["survey", "statics", "blocks"]')
    text = re.sub(r"\[wall\].*?\[base\]", GENERATED + "[base]", text, flags=re.DOTALL)
    (tmp_path / "wall.toml").write_text(text, encoding="utf-8")
    page = framed(notebook(pirqa.assess(tmp_path / "wall.toml")))
    assert page.startswith("<!doctype html>")
    assert '<html lang="es"' in page
    assert "A &#34;wall&#34; &lt;/iframe&gt;" in page
    assert len(scene_of(page)["stones"]) == 5


def test_a_wall_with_stones_is_the_viewer(notebook):
    scene = scene_of(framed(notebook(running_bond().wall)))
    assert len(scene["stones"]) == 44


def test_a_wall_without_stones_is_its_digest(notebook, free_wall):
    shown = notebook(free_wall)
    assert shown.startswith("<pre>")
    assert "iframe" not in shown


def test_ipython_that_is_imported_but_not_running(monkeypatch):
    module = ModuleType("IPython")
    module.get_ipython = lambda: None
    monkeypatch.setitem(sys.modules, "IPython", module)
    assert not register()


def test_without_ipython_nothing_is_registered_nor_imported(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not register()
    told = "import sys, pirqa.report; print('IPython' in sys.modules, 'pirqa.report.notebook' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_room_registers_itself_in_a_notebook():
    told = """
import sys, types
seen = []
formatter = types.SimpleNamespace(for_type=lambda kind, function: seen.append(kind.__name__))
shell = types.SimpleNamespace(display_formatter=types.SimpleNamespace(formatters={"text/html": formatter}))
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython"].get_ipython = lambda: shell
import pirqa.report
print(*seen)
"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Assessment", "Wall"]
