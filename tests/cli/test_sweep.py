"""``pirqa sweep`` as a user meets it."""

from __future__ import annotations

import json

import polars
import pytest

from tests.cli.conftest import boxes
from tests.cli.test_commands import run

PROJECT = (
    boxes(
        ("0.4 g", "1 Hz", "5 s", "1 s"),
        name="Slender boxes",
        damping="0.1",
        thickness="0.25 m",
        survey='fixed = "base"\n\n[[survey.control_points]]\nname = "A"\nstone = "7"\n',
        height="1.2 m",
    )
    + """output_step = "0.02 s"

[sweep]
levels = ["0.05 g", "0.8 g"]
"""
)


def test_levels_are_swept_written_and_not_made_again(project, capsys):
    given = ("sweep", str(project), "--workers", "1")
    code, out, err = run(capsys, *given, "--json", str(project.with_name("all.json")))
    assert code == 0, err
    assert "0.05 g" in out
    assert "leave" in out
    folder = project.with_name("wall.sweep")
    table = polars.read_parquet(folder / "runs.parquet")
    assert table["outcome"].to_list()[0] == "none"
    assert table["fallen_count"].to_list()[1] > 0
    assert polars.read_csv(folder / "stones.csv").height == 7
    assert polars.read_csv(folder / "points.csv")["point"].unique().to_list() == ["A"]
    assert len(json.loads(project.with_name("all.json").read_text())["runs"]) == 2
    pages = {path: path.stat().st_mtime_ns for path in folder.rglob("runs/*/*.jsonl")}
    code, _, err = run(capsys, *given, "--levels", "0.05, 0.1, 0.8 g")
    assert code == 0, err
    assert "2 kept from earlier" in err
    assert {path: path.stat().st_mtime_ns for path in pages} == pages
    assert len(list(folder.rglob("runs/*/*.jsonl"))) == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--levels", "0.2, 0.1 g"), 'sweep.levels must rise and name each level once: write ["0.1 g", "0.2 g"]'),
        (("--levels", "-0.1 g"), "sweep.levels must be greater than 0 g, got -0.1 g"),
        (("--levels", "0.1"), "--levels"),
        (("--levels", "0.1 m"), "--levels"),
        (("--motion", "sinus"), 'no motion is called "sinus"; did you mean "sine"'),
        (
            ("--set", 'survey.control_points=[{ name = "Z", stone = "99" }]'),
            'control point "Z": no stone is called "99"',
        ),
        (("--set", "sweep.levels=[]"), "sweep.levels must be one or more"),
    ],
)
def test_bad_input_is_told(project, capsys, given, told):
    code, out, err = run(capsys, "sweep", str(project), *given)
    assert code == 2
    assert told in " ".join(err.split())
    assert "wall.toml" in err or "--levels" in err
    assert "Traceback" not in err + out
    assert not project.with_name("wall.sweep").exists()
