"""Docs that are made from the code are the code's."""

from __future__ import annotations

import json
import re

import pytest

import pirqa
from pirqa.project import key_reference
from pirqa.verification import GROUPS
from tests.conftest import ROOT


def test_the_page_of_keys_is_current():
    page = (ROOT / "docs" / "project-file-keys.md").read_text(encoding="utf-8")
    assert page == key_reference(), "run: pirqa schema --markdown -o docs/project-file-keys.md"
    assert not re.search(r"\|\s+\|$", page, flags=re.MULTILINE), "every key has a meaning"


def test_the_committed_verification_has_every_case():
    rows = json.loads((ROOT / "docs" / "verification" / "verification.json").read_text(encoding="utf-8"))
    assert [row["id"] for row in rows] == [case.id for cases in GROUPS.values() for case in cases()]
    assert all(row["ok"] is not False for row in rows)


def test_the_readme_example_runs(capsys):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, flags=re.DOTALL)[1]
    exec(compile(code, "README.md", "exec"), {})
    assert "1.030" in capsys.readouterr().out


def test_the_how_to_of_ground_motions_runs(tmp_path):
    page = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    wall = re.search(r"```toml\n(format = 1.*?)```", page, flags=re.DOTALL)[1]
    motion = re.search(r"## Ground motions\n\n```toml\n(.*?)```", page, flags=re.DOTALL)[1]
    analyses, _, motion = motion.partition("\n")
    project = tmp_path / "wall.toml"
    project.write_text(wall.replace('analyses = ["statics"]', analyses) + motion, encoding="utf-8")
    result = pirqa.assess(project).stages["motion"]
    assert [item.name for item in result.motions] == ["lima", "sine"]
    assert result.sliding


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
