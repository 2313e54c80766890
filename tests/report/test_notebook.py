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
from pirqa.dynamics.trajectory import Trajectory
from pirqa.errors import InputError
from pirqa.model import Material, Wall
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties
from pirqa.project import Assessment
from pirqa.project.stages import STAGES
from pirqa.report.notebook import register, result_html, show
from pirqa.report.template import viewer_script
from pirqa.report.words import load_words
from pirqa.verification.walls import running_bond
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


RESULTS = {stage.result.replace(":", ".") for stage in STAGES} | {Trajectory}


class Formatter:
    """As much of IPython's as is used."""

    def __init__(self):
        self.types = {}

    def for_type(self, kind, function):
        self.types[kind] = function

    def __call__(self, value):
        kind = type(value)
        return self.types.get(kind, self.types.get(f"{kind.__module__}.{kind.__qualname__}"))(value)


@pytest.fixture
def notebook(monkeypatch) -> Formatter:
    formatter = Formatter()
    formatters = {"text/html": formatter, "text/plain": Formatter()}
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters), user_ns={})
    module = ModuleType("IPython")
    module.get_ipython = lambda: shell
    module.version_info = (9, 0)  # asked for by matplotlib
    monkeypatch.setitem(sys.modules, "IPython", module)
    assert register()
    assert set(formatter.types) == {Assessment, Wall} | RESULTS
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


def test_a_wall_without_stones_is_its_cross_section(notebook, free_wall):
    page = framed(notebook(free_wall))
    assert page.count("<svg") == 1
    assert load_words("en")("envelope.section") in page
    assert viewer_script() not in page


def test_a_wall_with_a_length_has_an_elevation_too(notebook):
    low, high = (
        Zone(name=name, material="stone", bottom=bottom, top=bottom + 1.0, thickness=0.8)
        for name, bottom in (("low", 0.0), ("high", 1.0))
    )
    materials = {"stone": Material(unit_weight=24e3)}
    joints = JointProperties(friction_angle=0.5)
    wall = Wall(envelope=Envelope(zones=(low, high), length=6.0), materials=materials, joints=joints)
    page = framed(notebook(wall))
    assert page.count("<svg") == 2
    assert ">6 m<" in page
    assert ">high<" in page


@pytest.fixture(scope="module")
def assessed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    text = GOOD.replace('["statics"]', '["survey", "statics", "limit", "blocks"]')
    text = re.sub(r"\[wall\].*?\[base\]", GENERATED + "[base]", text, flags=re.DOTALL)
    (folder / "wall.toml").write_text(text, encoding="utf-8")
    return pirqa.assess(folder / "wall.toml")


def test_a_stage_of_an_assessment_is_its_section(assessed):
    for stage, result in assessed.stages.items():
        page = framed(result_html(result, assessed))
        assert f"<h2>{load_words('en')(f'{stage}.title')}</h2>" in page
        assert ('class="pirqa-viewer"' in page) == (viewer_script() in page) == (stage != "statics")


def test_a_result_by_itself_says_what_it_needs(assessed):
    result = assessed.stages["blocks"]
    alone = result_html(result)
    assert alone.startswith("<pre>")
    assert "show(result, wall=wall)" in alone
    shown = show(result, wall=assessed.stages["survey"].wall, language="es")
    page = framed(shown._repr_html_())
    assert '<html lang="es"' in page
    assert len(scene_of(page)["stones"]) == 5
    assert repr(shown) == str(result)


def test_what_needs_no_wall_is_drawn_by_itself(assessed):
    assert "<svg" in framed(result_html(assessed.stages["limit"]))
    assert "<svg" in framed(result_html(assessed.stages["statics"]))


def test_what_has_no_picture_is_refused():
    with pytest.raises(InputError, match="a int has no picture; those that have one: Assessment, Wall"):
        show(3)


def test_a_true_ipython_finds_the_assessment_of_a_result(assessed):
    pytest.importorskip("IPython")
    told = """
import html, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
import pirqa, pirqa.report
from pirqa.project import read_results
shell.user_ns["mine"] = read_results(sys.argv[1])
for name, result in shell.user_ns["mine"].stages.items():
    found, _ = shell.display_formatter.format(result)
    print(name, "<iframe" in found["text/html"], "<h2>" in html.unescape(found["text/html"]),
          "pirqa-viewer" in found["text/html"], len(found["text/plain"]) < 4000)
del shell.user_ns["mine"]
found, _ = shell.display_formatter.format(read_results(sys.argv[1]).stages["blocks"])
print("alone", "show(result" in found["text/html"])
"""
    done = subprocess.run(
        [sys.executable, "-c", told, str(assessed.folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert rows.pop("alone") == "True"
    assert rows.pop("statics") == "True True False True"
    assert rows == dict.fromkeys(("survey", "limit", "blocks"), "True True True True")


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
name_of = lambda kind: getattr(kind, "__name__", str(kind).rpartition(".")[2])
formatter = types.SimpleNamespace(for_type=lambda kind, function: seen.append(name_of(kind)))
formatters = {"text/html": formatter, "text/plain": formatter}
shell = types.SimpleNamespace(display_formatter=types.SimpleNamespace(formatters=formatters), user_ns={})
sys.modules["IPython"] = types.ModuleType("IPython")
sys.modules["IPython"].get_ipython = lambda: shell
import pirqa.report
print(*seen)
"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert {"Assessment", "Wall", "LimitResult", "DynamicsResult", "Trajectory"} <= set(done.stdout.split())
