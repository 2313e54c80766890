"""A campaign as a stage of a project: it makes what is missing, and joins verdict and report."""

from __future__ import annotations

import pytest

import pirqa
from pirqa.cli.main import main
from pirqa.errors import ProjectError
from pirqa.experiments.campaign.analyse import choose_films, last_states
from pirqa.experiments.campaign.outcomes import read_campaign
from pirqa.experiments.campaign.store import Store
from pirqa.project import read_project

PROJECT = """
format = 1
analyses = ["campaign"]
[project]
name = "A short column"
[materials.stone]
unit_weight = "23 kN/m3"
[base]
kind = "blocks"
friction_angle = "30 deg"
[joints]
friction_angle = "35 deg"
normal_stiffness = "1e8 N/m3"
damping_ratio = 0.2
[survey]
thickness = "0.4 m"
fixed = "base"
[survey.generate]
pattern = "running_bond"
length = "0.8 m"
height = "0.9 m"
courses = 3
unit_length = "0.8 m"
[dynamics.simulation]
output_step = "0.02 s"
free = "0.5 s"
[site]
acceleration = "0.2 g"
[campaign]
plan = "campaign.toml"
workers = 1
"""
PLAN = """
format = 1
name = "Two pulses"
seed = 3
[walls]
column = "wall.toml"
[levels]
values = ["0.1 g", "1.2 g"]
[fragility]
replicates = 100
hazard = "hazard.csv"
[signals.slow.ricker]
amplitude = "0.3 g"
frequency = "1.5 Hz"
[signals.quick.ricker]
amplitude = "0.3 g"
frequency = "4 Hz"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("campaign")
    (place / "wall.toml").write_text(PROJECT, encoding="utf-8")
    (place / "campaign.toml").write_text(PLAN, encoding="utf-8")
    (place / "hazard.csv").write_text("pga [g], rate [1/yr]\n0.05,0.1\n0.2,0.01\n1,1e-4\n", encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def done(folder):
    return pirqa.assess(folder / "wall.toml", folder / "out")


def test_runs_are_made_and_judged(done, folder):
    found = done.stages["campaign"].walls[0]
    assert (found.wall, found.runs, found.records, found.failed) == ("column", 4, 2, 0)
    assert all("few_records" in fit.flaws for fit in found.fits)
    # two records carry no curve: nothing is judged, whatever is expected
    assert done.checks == ()
    assert done.stages["campaign"].expected == pytest.approx(0.2 * 9.80665)
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "fewer than 7 records" in page
    assert "campaign-1-film-1" in page
    assert "dynamics.damage_states.DS3.lean" in page


def test_what_is_there_is_not_made_again(done, folder):
    before = {path: path.stat().st_mtime_ns for path in (folder / "campaign.campaign" / "runs").rglob("*.jsonl")}
    assert len(before) == 4
    wall = folder / "wall.toml"
    wall.write_text(PROJECT + "\n[dynamics.damage_states.slight]\nresidual = '1 mm'\n", encoding="utf-8")
    again = pirqa.assess(wall, folder / "out")
    wall.write_text(PROJECT, encoding="utf-8")
    assert list(again.stages["campaign"].walls[0].states) == ["slight"]
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_last_states_are_those_of_the_runs(done, folder):
    result = read_campaign(folder / "campaign.campaign")
    films = choose_films(result, "column", "")
    assert [len(keys) for keys in films] == [2, 2]
    states = last_states(Store(folder / "campaign.campaign"), films[0], result.stones["column"])
    row = result.table.filter(result.table["key"] == films[0][1]).row(0, named=True)
    assert states[1].collapse == row["collapse"]
    assert len(states[1].falls) == row["lost"]
    assert states[1].residual_size == pytest.approx(row["stone_residual"], abs=1e-5)
    # what is kept of the places is good to a tenth of a millimetre
    gone = [abs(states[0].last[number]).max() for number in range(3)]
    assert max(gone) < 0.05


def test_the_command_writes_page_and_numbers(done, folder, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["campaign", "report", str(folder / "campaign.toml"), "-o", str(tmp_path / "page")])
    assert ended.value.code == 0
    assert "DS5: not identified (separable, few_records)" in capsys.readouterr().out
    names = {path.name for path in (tmp_path / "page").iterdir()}
    assert names == {"report.html", "outcomes.csv", "fragility_column.csv"}


def test_a_plan_of_other_walls_is_refused(folder, tmp_path):
    for name in ("wall.toml", "hazard.csv"):
        (tmp_path / name).write_text((folder / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(PLAN.replace("wall.toml", "other.toml"), encoding="utf-8")
    with pytest.raises(ProjectError, match=r"campaign\.plan: none of the walls of .*campaign\.toml is this project"):
        pirqa.assess(tmp_path / "wall.toml", tmp_path / "out")


def test_a_campaign_needs_its_file(tmp_path):
    path = tmp_path / "wall.toml"
    path.write_text(PROJECT.replace('plan = "campaign.toml"\n', ""), encoding="utf-8")
    with pytest.raises(ProjectError, match=r"campaign\.plan: missing"):
        read_project(path)
