"""Walls that have collapsed end their runs: the same table by whomever, told, and only where it is asked for."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from pirqa.dynamics.cuda.device import H200
from pirqa.dynamics.history import read_trajectory
from pirqa.errors import OptionsError, ProjectError
from pirqa.experiments.campaign.analyse import analyse_campaign, choose_films, last_states
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import plan_campaign, run_campaign
from pirqa.experiments.campaign.card import Cuda
from pirqa.experiments.campaign.options import SweepOptions
from pirqa.experiments.campaign.outcomes import read_campaign
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.sweep import run_sweep
from pirqa.experiments.damage_states import DamageState
from pirqa.experiments.options import DynamicsOptions
from pirqa.model.plain import to_plain
from pirqa.project.campaign_file import read_campaign_file
from pirqa.project.load import read_project
from pirqa.report import load_words
from pirqa.report.figures.runs import film_caption
from pirqa.report.remarks import remark_text
from tests.cli.test_sweep import PROJECT
from tests.dynamics.host_runner import HostRunner
from tests.dynamics.test_batch import same
from tests.experiments.campaign.campaigns import options, plan, same_but_clocks
from tests.experiments.campaign.walls import QUICK, G, column, pulse, small_plan

LEVELS = (0.05, 0.3, 0.5)
SWINGING = {"free": 6.0}
"""Time enough after the pulse for a run to be cut short."""
MOTION = {"pulse": pulse(duration=8.0)}


def card(longest):
    return lambda device: HostRunner(room=4, longest=longest)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The campaign by one process, with histories, which ends runs or not: its folder and its table."""
    found = {}
    for end in (True, False):
        folder = tmp_path_factory.mktemp("ended" if end else "whole")
        asked = plan(options(LEVELS, end_at_collapse=end, histories="all"), **SWINGING)
        found[end] = folder, run_campaign(asked, folder, make_backend("serial"))
    return found


@pytest.fixture(scope="module")
def ended(made):
    return made[True]


@pytest.fixture(scope="module")
def whole(made):
    return made[False][1]


def test_the_class_is_the_same_with_it_and_without(ended, whole):
    _, result = ended
    assert whole.table["ended_at"].is_null().all()
    early = result.table["ended_at"].is_not_null()
    assert 0 < early.sum() < len(early)
    assert (early == (result.table["collapse"] == "total")).all()
    for name in ("record", "level", "collapse", "first_stone", "first_time", "status"):
        assert result.table[name].to_list() == whole.table[name].to_list(), name
    assert (result.table["lost"] <= whole.table["lost"]).all()
    cut = result.table.filter(early)
    assert cut["ended_at"].to_list() == cut["simulated"].to_list()
    assert (cut["simulated"] < whole.table.filter(early)["simulated"]).all()
    assert f"ended before their time, since the wall had collapsed: {early.sum()}" in str(result)
    assert "ended" not in str(whole)


@pytest.mark.parametrize("end", [True, False])
@pytest.mark.parametrize("histories", ["none", "all"])
@pytest.mark.parametrize("longest", [None, 0.0, 1.0, 5.0])
def test_the_table_is_the_same_by_whomever_it_is_made(tmp_path, made, end, histories, longest):
    folder, expected = made[end]
    # walls that stand and are found at rest before their time is over, and walls that collapse
    assert set(expected.table["collapse"]) == {"none", "total"}
    stand = expected.table.filter(expected.table["collapse"] == "none")["simulated"]
    assert stand.min() < stand.max() - 0.5
    asked = plan(options(LEVELS, end_at_collapse=end, histories=histories), **SWINGING)
    backend = make_backend("serial") if longest is None else Cuda(2, device=H200, card=card(longest))
    found = run_campaign(asked, tmp_path, backend)
    assert same_but_clocks(found, expected)
    if histories == "all":
        for ours, theirs in zip(found.table["history"], expected.table["history"], strict=True):
            same(read_trajectory(tmp_path / ours), read_trajectory(folder / theirs))
    else:
        assert set(found.table["history"]) == {""}


def test_runs_with_it_and_without_are_not_the_same_page():
    def keys(**changes):
        asked = plan(options(LEVELS, **changes))
        return {task.key for task in asked.tasks(asked.scenes[0])}

    assert keys() == keys(end_at_collapse=True)
    assert keys().isdisjoint(keys(end_at_collapse=False))


def test_runs_go_on_where_a_damage_state_asks_for_more_than_collapse(tmp_path):
    def planned(**states):
        dynamics = DynamicsOptions(simulation=replace(QUICK, **SWINGING), damage_states=states)
        return plan_campaign(options((0.5,), motions=1), {"column": (column(), dynamics)}, tmp_path)

    assert planned(light=DamageState(residual=1e-3), heavy=DamageState(collapse="total")).scenes[0].job.end_at_collapse
    asked = planned(light=DamageState(collapse="local"), heavy=DamageState(lean=5.0))
    assert not asked.scenes[0].job.end_at_collapse
    assert run_campaign(asked, tmp_path, make_backend("serial")).table["ended_at"].is_null().all()


def test_states_that_ask_for_more_are_not_judged_by_runs_that_were_ended(ended):
    _, result = ended
    states = {"column": {"DS1": DamageState(collapse="local"), "DS2": DamageState(lean=4.0)}}
    with pytest.raises(OptionsError, match=r"wall column: runs were ended .* end_at_collapse = false"):
        analyse_campaign(result, states=states)


def test_it_is_told_with_the_runs_their_films_and_their_histories(ended, tmp_path):
    folder, result = ended
    (made,) = analyse_campaign(result).walls
    (told,) = [remark for remark in made.remarks if remark.key == "runs_ended"]
    count = int(result.table["ended_at"].count())
    assert (told.count, told.stated) == (count, float(len(result.table)))
    for language, text in (("en", f"{count} runs of 6 were ended"), ("es", f"{count} corridas de 6 se terminaron")):
        assert text in remark_text(told, load_words(language))
    states = last_states(Store(folder), choose_films(result, "column", "")[0], result.stones["column"])
    assert [state.ended_at is not None for state in states] == [state.collapse == "total" for state in states]
    words = load_words("en")
    assert words("sweep.film_ended") in film_caption(states, "pulse", words)
    assert words("sweep.film_ended") not in film_caption(states[:1], "pulse", words)
    kept = run_campaign(
        plan(options((0.5,), motions=1, histories="all"), **SWINGING), tmp_path, make_backend("serial")
    ).table.row(0, named=True)
    assert read_trajectory(tmp_path / kept["history"]).ended_at == kept["ended_at"]


def test_tables_that_know_nothing_of_it_are_read(ended, tmp_path):
    folder, result = ended
    head = json.loads((folder / "campaign.json").read_text(encoding="utf-8"))
    (tmp_path / "campaign.json").write_text(json.dumps(head | {"format": 1}), encoding="utf-8")
    result.table.drop("ended_at").write_parquet(tmp_path / "outcomes.parquet")
    old = read_campaign(tmp_path)
    assert old.table["ended_at"].is_null().all()
    assert not [remark for wall in analyse_campaign(old).walls for remark in wall.remarks if remark.key == "runs_ended"]


@pytest.mark.parametrize("asked", [False, True])
def test_a_sweep_ends_its_runs_only_where_it_is_asked_to(asked):
    given = SweepOptions(levels=(0.05 * G, 0.5 * G), end_at_collapse=asked)
    found = run_sweep(column(), given, DynamicsOptions(simulation=QUICK), MOTION, workers=1)
    weak, strong = found.runs
    assert (weak.collapse, strong.collapse) == ("none", "total")
    assert weak.ended_at is None
    assert (strong.ended_at is not None) == asked
    assert [math.isnan(row["ended_at"]) for row in found.table.rows()] == [True, not asked]
    assert [remark.count for remark in found.remarks if remark.key == "runs_ended"] == ([1] if asked else [])
    assert SweepOptions().end_at_collapse is False


def test_a_sweep_on_a_card_has_the_same_pages(tmp_path):
    asked = small_plan((0.05, 0.5), simulation=replace(QUICK, **SWINGING), end_at_collapse=True)
    ours = asked.run(tmp_path / "a", workers=1)
    assert [run.ended_at is not None for run in ours] == [False, True]
    for longest in (1.0, 5.0):
        backend = Cuda(1, device=H200, card=card(longest))
        theirs = asked.run(tmp_path / f"{longest:g}", backend=backend)
        assert [to_plain(run) for run in theirs] == [to_plain(run) for run in ours]
    job = asked.scene.job
    assert job.digest() != replace(job, end_at_collapse=False).digest()


def test_a_bad_value_is_told_with_its_file_and_key(tmp_path):
    path = tmp_path / "plan.toml"
    text = 'format = 1\nname = "x"\nend_at_collapse = 3\n[walls]\na = "wall.toml"\n[levels]\nvalues = ["0.1 g"]\n'
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProjectError, match=r"plan\.toml: end_at_collapse"):
        read_campaign_file(path)
    path.write_text(text.replace("= 3", "= false"), encoding="utf-8")
    assert read_campaign_file(path).options.end_at_collapse is False
    wall = tmp_path / "wall.toml"
    assert "[sweep]" in PROJECT
    wall.write_text(PROJECT.replace("[sweep]", '[sweep]\nend_at_collapse = "perhaps"'), encoding="utf-8")
    with pytest.raises(ProjectError, match=r"wall\.toml: sweep\.end_at_collapse"):
        read_project(wall)
