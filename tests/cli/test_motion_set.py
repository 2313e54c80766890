"""``pirqa motion-set`` as a user meets it."""

from __future__ import annotations

import csv
import json
import tomllib
import xml.etree.ElementTree as ET

import pytest

from tests.cli.test_commands import run
from tests.motion.test_sets import write_records

SITE = ("--zone", "3", "--soil", "S1", "--period", "0.25 s")
PROJECT = """
format = 1
analyses = ["motion"]
[project]
name = "A set"
language = "es"
[motion.design.e030_2018]
zone = 3
soil = "S1"
[motion.set]
period = "0.25 s"
library = false
folder = "records"
types = { normal = 7 }
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    write_records(tmp_path / "records", 8)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_set_for_a_code_is_printed_and_written(capsys, place):
    own = ("--no-library", "--folder", "records", "--types", "normal=2,interface=1")
    code, out, err = run(capsys, "motion-set", *SITE, *own, "--motions", "--json", "all.json", "-o", "out")
    assert code == 0, err
    assert "The set of 7 motions is not complete: no motion of the type “subduction, interface” (1 needed)." in out
    assert "Candidates" in err
    home = place / "out"
    assert {path.name for path in home.iterdir()} == {
        "motions",
        "refused.csv",
        "set.csv",
        "set.json",
        "set.svg",
        "set.toml",
    }
    rows = list(csv.DictReader((home / "set.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 7
    assert {path.stem for path in (home / "motions").iterdir()} == {row["name"] for row in rows}
    assert json.loads((home / "set.json").read_text(encoding="utf-8"))["lacks"][0]["key"] == "interface"
    assert (place / "all.json").read_bytes() == (home / "set.json").read_bytes()
    assert ET.parse(home / "set.svg").getroot().tag.endswith("svg")
    asked = tomllib.loads((home / "set.toml").read_text(encoding="utf-8"))["motion"]
    assert asked["design"] == {"e030_2018": {"zone": 3, "soil": "S1"}}
    assert asked["set"]["types"] == {"normal": 2, "interface": 1}


def test_the_tables_that_are_written_give_the_same_set(capsys, place):
    assert run(capsys, "motion-set", *SITE, "--no-library", "--folder", "records", "-o", "first")[0] == 0
    head = 'format = 1\nanalyses = ["motion"]\n[project]\nname = "p"\n'
    tables = (place / "first" / "set.toml").read_text(encoding="utf-8")
    (place / "wall.toml").write_text(head + tables, encoding="utf-8")
    assert run(capsys, "motion-set", "wall.toml")[0] == 0
    for name in ("set.csv", "set.json"):
        assert (place / "wall.set" / name).read_bytes() == (place / "first" / name).read_bytes()


def test_the_set_of_a_project_in_its_language(capsys, place):
    (place / "wall.toml").write_text(PROJECT, encoding="utf-8")
    code, out, _ = run(capsys, "motion-set", str(place / "wall.toml"))
    assert code == 0
    assert "El conjunto está completo: 7 movimientos de 7 sismos" in out
    assert "Escrito:" in out
    assert (place / "wall.set" / "set.csv").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no target: give a project file, --zone and --soil, or --spectrum FILE"),
        (("--zone", "3"), "--soil is missing"),
        (("--zone", "9", "--soil", "S1", "--period", "0.25 s"), "zone: 9 is not accepted"),
        (("--zone", "3", "--soil", "S1"), "motion.set.period: missing"),
        ((*SITE, "--types", "normal"), "write NAME=NUMBER"),
        ((*SITE, "--types", "sideways=1"), '--types "sideways" is not known'),
        ((*SITE, "--spectrum", "a.csv"), "are both targets; give one of them"),
        ((*SITE, "--code", "moon"), '--code "moon" is not known'),
        ((*SITE, "--folder", "nowhere"), "nowhere is not a folder"),
        ((*SITE, "--no-library"), "no candidate; give folder"),
        ((*SITE, "-o", "wall.toml"), "wall.toml: is a file; give a folder with -o"),
        ((*SITE, "--json", "no/all.json"), "its folder is not there"),
        (("wall.toml", "--count", "3"), "the file says what is asked for"),
        (("none.toml",), "none.toml: cannot be read"),
        (("bare.toml",), "asks for no set; add [motion.set]"),
    ],
)
def test_bad_input_ends_with_2(capsys, place, arguments, message):
    (place / "wall.toml").write_text(PROJECT, encoding="utf-8")
    bare = PROJECT[: PROJECT.index("[motion.set]")] + '[motion.records.a]\nfile = "a.v1"\n'
    (place / "bare.toml").write_text(bare, encoding="utf-8")
    code, _, err = run(capsys, "motion-set", *arguments)
    assert code == 2
    assert message in " ".join(err.split())
