"""``pirqa campaign`` as a user meets it."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from pirqa.experiments.campaign.store import Store
from tests.cli.test_commands import run
from tests.cli.test_sweep import PROJECT

PLAN = """
format = 1
name = "Slender boxes, two pulses"
seed = 3

[walls]
boxes = "wall.toml"

[signals.slow.ricker]
amplitude = "0.1 g"
frequency = "1 Hz"

[signals.quick.ricker]
amplitude = "0.1 g"
frequency = "3 Hz"

[levels]
values = ["0.05 g", "0.8 g"]

[uncertain.friction]
low = 0.4
high = 0.7
"""


@pytest.fixture
def plan(tmp_path) -> Path:
    (tmp_path / "wall.toml").write_text(PROJECT, encoding="utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_it_is_planned_run_and_gone_on_with(plan, capsys):
    code, out, err = run(capsys, "campaign", "plan", str(plan), "--workers", "2")
    assert code == 0, err
    assert "4 runs, 0 finished" in out
    assert "from a short trial run" in out
    assert "with 2 workers on this machine" in out
    assert "GB free" in out
    folder = plan.with_name("plan.campaign")
    assert not (folder / "runs").exists()
    code, out, err = run(capsys, "campaign", "run", str(plan), "--shard", "1/2", "--backend", "serial")
    assert code == 0, err
    assert "2 of 4 runs (2 done)" in out
    code, out, err = run(capsys, "campaign", "run", str(plan), "--workers", "2")
    assert code == 0, err
    assert "2 processes on this machine" in err
    assert "4/4 runs (2 kept from earlier), 0 failed" in err
    assert "runs/s" in err
    assert "4 of 4 runs (4 done)" in out
    table = polars.read_parquet(folder / "outcomes.parquet")
    assert table["record"].to_list() == ["slow", "slow", "quick", "quick"]
    assert table["lost"].to_list()[1] > 0
    assert set(Store(folder).made().values()) == {1}


def test_a_damaged_page_is_told(plan, capsys):
    given = ("campaign", "run", str(plan), "--backend", "serial", "--set", 'levels.values=["0.05 g"]')
    assert run(capsys, *given)[0] == 0
    folder = plan.with_name("plan.campaign")
    next((folder / "runs").rglob("*.jsonl")).write_text("{}")
    code, _, err = run(capsys, *given)
    assert code == 0
    assert "was damaged on disk" in err
    assert "made again" in " ".join(err.split())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--set", 'walls.boxes="nowhere.toml"'), "walls.boxes"),
        (("--set", "levels.values=[]"), "levels.values: the plan is empty"),
        (("--set", 'levels.values=["0.2 g", "0.1 g"]'), "must be above 0, rise"),
        (("--set", 'levels.values=["0.2 m/s"]'), 'levels of pga must be an acceleration such as "0.3 g"'),
        (("--set", 'levels.values=["0.2"]'), "levels of pga must be an acceleration"),
        (("--set", 'strategy="stripe"'), 'did you mean "stripes"'),
        (("--set", "uncertain.fricton={ low = 0.1, high = 0.2 }"), 'did you mean "friction"'),
        (("--set", 'uncertain.friction.low="0.1 m"'), "uncertain.friction.low"),
        (("--set", 'records.folder="nowhere"'), "records.folder"),
        (("--set", "sample=3"), 'sample: unknown key; did you mean "samples"'),
        (("--set", 'fragility.measure="pgvv"'), 'fragility.measure: "pgvv" is not a measure of this campaign'),
        (("--set", 'fragility.hazard="nowhere.csv"'), "nowhere.csv: cannot be read"),
        (("--set", 'fragility.hazard="odd.csv"'), "add its period to spectral_periods"),
        (("--shard", "3/2"), "--shard 3/2"),
        (("--shard", "half"), '--shard "half"'),
        (("--backend", "cuda-2"), "--backend"),
        (("--cluster", "tcp://127.0.0.1:9", "--backend", "processes"), "--cluster is of --backend dask"),
    ],
)
def test_bad_input_is_told_before_any_run(plan, capsys, given, told):
    odd = "sa(0.7) [g], rate [1/yr]\n0.1,0.1\n0.2,0.05\n0.3,0.01\n"
    plan.with_name("odd.csv").write_text(odd, encoding="utf-8")
    code, out, err = run(capsys, "campaign", "run", str(plan), *given)
    assert code == 2
    assert told in " ".join(err.split())
    assert "Traceback" not in err + out
    assert not (plan.with_name("plan.campaign") / "runs").exists()


def test_a_missing_plan_is_told(tmp_path, capsys):
    code, _, err = run(capsys, "campaign", "plan", str(tmp_path / "plan.toml"))
    assert code == 2
    assert "cannot be read" in err


def test_a_report_is_of_the_plan_as_it_is_now(plan, capsys):
    given = ("--set", 'levels.values=["0.05 g"]')
    assert run(capsys, "campaign", "run", str(plan), "--backend", "serial", *given)[0] == 0
    folder = plan.with_name("plan.campaign")
    (folder / "outcomes.parquet").unlink()  # as where the client was killed: pages are the truth
    code, out, err = run(capsys, "campaign", "report", str(plan), *given)
    assert code == 0, err
    assert "boxes: 2 runs of 2 records" in out
    # with another friction none of them is of this plan
    code, out, err = run(capsys, "campaign", "report", str(plan), *given, "--set", "uncertain.friction.high=0.8")
    assert code == 2
    assert "2 runs are there, none of them of this plan" in " ".join(err.split())
    assert "--as-run" in err
