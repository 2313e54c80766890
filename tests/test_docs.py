"""Docs that are made from the code are the code's."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

import pirqa
from pirqa.project import json_schema, key_reference
from pirqa.project.campaign_file import parse_campaign
from pirqa.verification import GROUPS
from tests.conftest import ROOT

HOW_TO = ROOT / "docs" / "how-to"
OTHER_FILES = {"levels", "pirqa_wall", "seeds", "walls"}
"""Keys of a wall written by hand, of marks on a photo and of a campaign, which are files of their own."""


def blocks(page: Path) -> list[str]:
    """The TOML texts of a page."""
    return re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


TEXTS = [
    pytest.param(text, id=f"{page.relative_to(ROOT / 'docs').with_suffix('')}-{k}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    if "_build" not in page.parts
    for k, text in enumerate(blocks(page))
]


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
    assert "0.75" in capsys.readouterr().out.splitlines()[-1]


def test_the_how_to_of_ground_motions_runs(tmp_path):
    wall = blocks(HOW_TO / "assess.md")[0]
    motion = blocks(HOW_TO / "motions.md")[0]
    analyses, _, motion = motion.partition("\n")
    project = tmp_path / "wall.toml"
    project.write_text(wall.replace('analyses = ["statics"]', analyses) + motion, encoding="utf-8")
    result = pirqa.assess(project).stages["motion"]
    assert [item.name for item in result.motions] == ["lima", "sine"]
    assert result.sliding


def test_the_how_to_of_campaigns_is_read():
    text, of_a_set = blocks(HOW_TO / "campaign.md")
    asked = parse_campaign(text)
    chosen = parse_campaign(f'name = "x"\nwalls = {{ w = "wall.toml" }}\n{of_a_set}')
    assert chosen.set is not None
    assert chosen.set.required_types == {"normal": 2, "interface": 1}
    assert (asked.strategy, len(asked.levels.values), set(asked.records.named)) == ("stripes", 6, {"lima_1966"})
    assert set(asked.uncertain) == {"friction", "normal_stiffness", "thickness"}


@pytest.mark.parametrize("text", TEXTS)
def test_project_texts_have_only_keys_that_exist(text, tmp_path):
    given = tomllib.loads(text)
    if OTHER_FILES & given.keys():
        return
    left_out = {"format", "analyses", "project"} - given.keys()
    assert not left_out or "format" not in given, "a text with a format is a whole project"
    wrong = [
        f"{list(error.absolute_path)}: {error.message}"
        for error in jsonschema.Draft202012Validator(json_schema()).iter_errors(given)
        if not (error.validator == "required" and not error.absolute_path)  # a part of a file
    ]
    assert not wrong
    if not left_out:
        (tmp_path / "wall.toml").write_text(text, encoding="utf-8")
        assert pirqa.read_project(tmp_path / "wall.toml").analyses


def test_the_whole_projects_are_found():
    whole = {param.id for param in TEXTS if param.values[0].startswith("format = 1\n")} - {"how-to/campaign-0"}
    assert whole == {
        "getting-started-0",
        "getting-started-1",
        "how-to/assess-0",
        "how-to/finite-elements-0",
        "how-to/push-over-0",
        "how-to/shake-0",
    }


def test_ten_minutes_to_a_verdict(tmp_path):
    section, stones = blocks(ROOT / "docs" / "getting-started.md")
    (tmp_path / "wall.toml").write_text(section, encoding="utf-8")
    assert set(pirqa.assess(tmp_path / "wall.toml").stages) == {"statics", "limit"}
    (tmp_path / "stones.toml").write_text(stones, encoding="utf-8")
    result = pirqa.assess(tmp_path / "stones.toml")
    assert set(result.stages) == {"survey", "motion", "dynamics", "blocks"}
    assert len(result.stages["survey"].wall.stones) == 20


def test_every_how_to_is_in_the_index():
    index = (HOW_TO / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^([a-z-]+)$", index, flags=re.MULTILINE)
    assert sorted(listed) == sorted(page.stem for page in HOW_TO.glob("*.md") if page.stem != "index")


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
