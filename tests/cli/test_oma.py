"""``pirqa oma`` as a user meets it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from pirqa.oma.formats.uff58 import read_modes_uff
from pirqa.project.plan_file import read_plan
from tests.cli.test_commands import run
from tests.conftest import EXAMPLES
from tests.oma.campaigns import write_campaign

QUICK = ("--set", "oma.subspace.order=40", "--set", "oma.subspace.compare=false")


@pytest.fixture(scope="module")
def campaign(tmp_path_factory) -> Path:
    return write_campaign(tmp_path_factory.mktemp("campaign"), duration=200.0)


def test_a_plan_alone(capsys, campaign, tmp_path):
    found, modes = tmp_path / "found.json", tmp_path / "modes.uff"
    code, out, err = run(capsys, "oma", str(campaign), *QUICK, "--json", str(found), "--uff", str(modes))
    assert code == 0, err
    assert "7 modes" in out
    assert re.search(r"^ +1 +1\.9\d+ +1\.9\d+ +0\.0", out, flags=re.MULTILINE), "PP and SSI beside each other"
    assert "period of the site" in out
    assert "reading" in err
    assert len(json.loads(found.read_text(encoding="utf-8"))["modes"]["frequency"]) == 7
    frequency, damping, shape, places = read_modes_uff(modes)
    assert frequency[0] == pytest.approx(1.98, rel=0.02)
    assert 0.0 < damping.min() < damping.max() < 0.1
    assert shape.shape == (7, 16, 3)
    assert places.shape == (16, 3)
    assert not (campaign.parent / "plan.results").exists(), "nothing else is written"


def test_a_folder_with_the_report(capsys, campaign, tmp_path):
    code, out, _ = run(capsys, "oma", str(campaign), *QUICK, "-o", str(tmp_path / "out"), "--language", "es")
    assert code == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Formas modales" in page
    assert "report.html" in out.replace("\n", "")


def test_a_project(capsys, campaign, tmp_path):
    project = tmp_path / "wall.toml"
    wall = (EXAMPLES / "hatunrumiyoc" / "project.toml").read_text(encoding="utf-8")
    project.write_text(f'{wall}\n[oma]\nplan = "{campaign.as_posix()}"\n', encoding="utf-8")
    code, out, err = run(capsys, "oma", str(project), *QUICK)
    assert code == 0, err
    assert "7 modes" in out


def test_a_test_is_designed(capsys, tmp_path):
    plan = tmp_path / "plan.toml"
    project = str(EXAMPLES / "chokepukio" / "project.toml")
    code, out, err = run(capsys, "oma", "--design", project, "-o", str(plan), "--set", "oma.planning.channels=6")
    assert code == 0, err
    assert "references:" in out
    designed = read_plan(plan)
    assert max(len(setup.channels) for setup in designed.setups) == 6
    assert len(designed.references) == 2
    code, _, err = run(capsys, "oma", "--design", project, "-o", str(plan))
    assert code == 2
    assert "is there already" in err
    code, _, err = run(capsys, "oma", str(plan))
    assert code == 2
    assert "still to be filled in" in err


def test_without_a_name_the_design_is_only_told(capsys):
    code, out, _ = run(capsys, "oma", "--design", str(EXAMPLES / "chokepukio" / "project.toml"))
    assert code == 0
    assert "-o plan.toml" in out


def spoiled(folder: Path, old: str, new: str) -> Path:
    plan = write_campaign(folder, duration=60.0, setups=2, ground=0.0)
    text = plan.read_text(encoding="utf-8")
    assert old in text
    plan.write_text(text.replace(old, new), encoding="utf-8")
    return plan


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('rate = "40 Hz"', "", "does not tell how many samples"),
        ('unit = "m/s2"', "", "nothing says what unit"),
        ('unit = "m/s2"', 'unit = "V"', 'sensitivity = "10 V/g"'),
        ('file = "setup_2.npy"', 'file = "gone.npy"', "gone.npy"),
        ("column = 4 }", "column = 9 }", "has no column 9"),
        ('point = "12", heading', 'point = "112", heading', "is not in [points]"),
        ("[[setups]]", "[[setup]]", 'did you mean "setups"'),
    ],
)
def test_mistakes_in_a_plan_are_told(capsys, tmp_path, old, new, says):
    code, _, err = run(capsys, "oma", str(spoiled(tmp_path, old, new)))
    assert code == 2
    assert "plan.toml" in err
    assert says in err.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--set", 'oma.band=["1 Hz", "30 Hz"]'), "oma.band"),
        (("--set", "oma.band=[1 Hz, 8 Hz]"), "in quotes"),
        (("--set", 'oma.picks=["0.6 Hz"]'), "oma.picks"),
        (("--set", "oma.spectrum.segment=100000"), "oma.spectrum.segment"),
        (("--set", "oma.subspace.order=1"), "oma.subspace.order"),
        (("--set", "oma.subspace.orders=10"), "did you mean"),
        (("--set", "oma.subspace.block_rows=1500"), "too short"),
        (("--language", "de"), "no language"),
    ],
)
def test_mistakes_in_options_are_told(capsys, campaign, arguments, says):
    code, _, err = run(capsys, "oma", str(campaign), *arguments)
    assert code == 2
    assert says in err.replace("\n", " ")


def test_a_channel_of_one_number_is_left_out_and_told(capsys, tmp_path):
    plan = write_campaign(tmp_path, duration=100.0, setups=2, ground=0.0)
    signals = np.load(tmp_path / "setup_2.npy")
    signals[:, 3] = 0.7
    np.save(tmp_path / "setup_2.npy", signals)
    code, out, _ = run(capsys, "oma", str(plan), *QUICK)
    assert code == 0
    assert "setup 2, 4 across" in out.replace("\n", " ")
    signals[5:2000, 2] = np.nan
    np.save(tmp_path / "setup_2.npy", signals)
    code, _, err = run(capsys, "oma", str(plan), *QUICK)
    assert code == 2
    assert "no numbers" in err


def test_a_project_without_a_plan(capsys, tmp_path):
    project = tmp_path / "wall.toml"
    project.write_text('format = 1\nanalyses = ["oma"]\n[project]\nname = "x"\n', encoding="utf-8")
    code, _, err = run(capsys, "oma", str(project))
    assert code == 2
    assert "oma.plan: missing" in err
    code, _, err = run(capsys, "oma", str(tmp_path / "no.toml"))
    assert code == 2
    assert "no.toml" in err
