"""``pirqa soil`` as a user meets it."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_commands import run
from tests.cli.test_simulate import PROJECT as BOXES

PROJECT = RETAINING = (
    BOXES.replace('fixed = "base"\n', "")
    .replace('amplitude = "0.5 g"', 'amplitude = "0.2 g"')
    .replace("damping_ratio = 0.2", "damping_ratio = 0.3")
    + """
[backfill]
unit_weight = "16 kN/m3"
friction_angle = "35 deg"

[soil]
ramp_duration = "2 s"
"""
)


def test_motions_and_pull_are_told(capsys, project, tmp_path):
    code, out, _ = run(capsys, "soil", str(project), "--json", str(tmp_path / "soil.json"), "--language", "es")
    assert code == 0
    assert "slow pull: gives way" in out
    assert "balasto" in out
    numbers = json.loads((tmp_path / "soil.json").read_text(encoding="utf-8"))
    assert [item["soil"] for item in numbers["runs"]] == [True, False]
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "soil.json"}


def test_the_pull_alone(capsys, project):
    code, out, _ = run(capsys, "soil", str(project), "--ramp-only", "--set", "soil.thrust=whitman")
    assert code == 0
    assert "thrust whitman" in out
    assert "slow pull" in out
    assert "sine" not in out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('[backfill]\nunit_weight = "16 kN/m3"\nfriction_angle = "35 deg"\n', ""), "backfill: missing"),
        (('friction_angle = "35 deg"\n', ""), "backfill.friction_angle"),
        (("[soil]\n", '[soil]\nsubgrade_modulus = "0 N/m3"\n'), "subgrade_modulus"),
        (("[soil]\n", '[soil]\nthrust = "peat"\n'), "soil.thrust"),
        (("[soil]\n", '[soil]\nmotions = ["lima"]\n'), 'no motion is called "lima"'),
        (("[backfill]\n", '[backfill]\nwater_level = "0.5 m"\n'), "saturated_unit_weight"),
    ],
)
def test_bad_input_is_told_with_its_key(capsys, project, change, said):
    project.write_text(RETAINING.replace(*change), encoding="utf-8")
    code, _, err = run(capsys, "soil", str(project))
    assert code == 2
    assert said in " ".join(err.split())


def test_an_unknown_motion_of_the_command(capsys, project):
    code, _, err = run(capsys, "soil", str(project), "--motion", "lima")
    assert code == 2
    assert 'no motion is called "lima"' in " ".join(err.split())
