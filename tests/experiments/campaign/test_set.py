"""A set of ground motions in a campaign: its motions are scaled together; an incomplete set shows no safety."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars
import pytest

from pirqa.errors import InputError, OptionsError, ProjectError
from pirqa.experiments.campaign.analyse import analyse_campaign
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import plan_campaign, run_campaign
from pirqa.experiments.campaign.campaign_options import CampaignOptions, FragilityOptions, LevelOptions
from pirqa.experiments.campaign.motions import read_motions, read_set
from pirqa.experiments.campaign.outcomes import read_campaign, write_campaign
from pirqa.experiments.options import DynamicsOptions
from pirqa.model.plain import to_plain
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.motion.options import SignalOptions
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.spectra import response_spectrum
from pirqa.motion.synthetic.options import RickerOptions, StochasticOptions
from pirqa.project.campaign_file import parse_campaign
from tests.experiments.campaign.tables import made_up
from tests.experiments.campaign.walls import QUICK, G, column
from tests.motion.made_records import write_records

PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))
DEMAND = 0.35 * G


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("set")
    write_records(folder / "records")
    return folder


def asked(levels=(0.175, 0.35), measure="demand", **changes) -> CampaignOptions:
    given = {
        "set": SetOptions(folder="records", library=False, period=0.25, restarts=2, types={"normal": 1}),
        "design": PERU,
        "levels": LevelOptions(measure=measure, values=tuple(level * G for level in levels)),
    } | changes
    return CampaignOptions(name="small", walls={"column": "column.toml"}, **given)


def planned(place, options):
    return plan_campaign(options, {"column": (column(), DynamicsOptions(simulation=QUICK))}, place)


def test_all_motions_of_a_set_are_scaled_with_the_demand(place):
    plan = planned(place, asked())
    (scene,) = plan.scenes
    assert plan.set.demand == pytest.approx(DEMAND)
    assert len(plan.set.members) == 7
    tasks = plan.tasks(scene)
    assert sorted({round(task.factor, 12) for task in tasks}) == [0.5, 1.0]  # half the demand, the demand
    factors = {item.name: item.factor for item in plan.set.members}
    for task in tasks:
        motion = scene.motions[task.curve.motion].motion
        assert task.factor * motion.factor == pytest.approx(task.level / DEMAND * factors[task.curve.motion])


def test_mean_of_the_motions_that_run_is_not_below_the_target(place):
    chosen, members = read_set(asked(), place)
    periods = np.asarray(chosen.curve["period"])
    pairs = []
    for item in members:
        spectra = [
            response_spectrum(
                item.motion.acceleration[:, item.motion.column(name)], item.motion.step, periods=periods, damping=0.05
            ).psa
            for name in ("across", "along")
        ]
        pairs.append(np.sqrt(spectra[0] ** 2 + spectra[1] ** 2))
    ratio = np.mean(pairs, axis=0) / np.asarray(chosen.curve["target"])
    assert ratio.min() == pytest.approx(1.0, abs=1e-6)


def test_table_has_the_demand_and_reads_back_with_its_set(place, tmp_path):
    plan = planned(place, asked(levels=(0.35,)))
    result = run_campaign(plan, tmp_path / "runs", make_backend("serial"))
    assert result.table["demand"].to_list() == pytest.approx([DEMAND] * 7)
    assert result.table["level_im"].unique().to_list() == ["demand"]
    assert "demand" in result.measures
    back = read_campaign(tmp_path / "runs")
    assert to_plain(back.set) == to_plain(plan.set)
    assert back.set.spectra["motion"].tolist() == plan.set.spectra["motion"].tolist()
    judged = analyse_campaign(back, FragilityOptions(replicates=100))
    assert judged.set is not None
    assert judged.expected == pytest.approx(DEMAND)
    assert judged.walls[0].measure == "demand"


def test_tables_of_the_last_format_are_read_without_a_set(tmp_path):
    table = made_up()
    write_campaign(table, tmp_path)
    head = tmp_path / "campaign.json"
    text = head.read_text().replace('"format": 3', '"format": 2')
    head.write_text(text)
    table.table.drop("demand").write_parquet(tmp_path / "outcomes.parquet")
    back = read_campaign(tmp_path)
    assert back.set is None
    assert back.table["demand"].null_count() == len(back.table)


def of_a_set(chosen, *, strong: bool):
    """Return a table in which motions of the set bring the wall down far above the demand, or at a part of it."""
    table = made_up(records=30, strategy="stripes")
    scale = DEMAND / (0.05 if strong else 5.0) / 4.0
    changed = table.table.with_columns(
        (polars.col("level") * scale).alias("level"),
        (polars.col("level") * scale).alias("demand"),
        (polars.col("pga") * scale).alias("pga"),
        polars.lit("demand").alias("level_im"),
    )
    members = tuple(replace(chosen.members[0], name=name) for name in sorted(set(changed["record"])))
    return replace(table, table=changed, level_im="demand", set=replace(chosen, members=members))


@pytest.mark.parametrize("strong", [True, False])
def test_a_set_that_lacks_something_shows_failure_and_no_safety(place, strong):
    whole, _ = read_set(asked(), place)
    assert whole.complete
    lacking, _ = read_set(asked(set=replace(asked().set, types={"intraslab": 1})), place)
    assert not lacking.complete
    options = FragilityOptions(replicates=100)
    (wall,) = analyse_campaign(of_a_set(whole, strong=strong), options).walls
    margin, median = (check for check in wall.checks if check.limit_state == "wall_falls")
    assert (margin.bound, median.bound) == ("lower", "upper")
    assert (margin.satisfied, margin.votes, median.satisfied, median.votes) == (strong, True, strong, True)
    assert "campaign_set_incomplete" not in {remark.key for remark in wall.remarks}
    (wall,) = analyse_campaign(of_a_set(lacking, strong=strong), options).walls
    margin, median = (check for check in wall.checks if check.limit_state == "wall_falls")
    assert not margin.votes, "no safety"
    assert median.votes
    assert median.satisfied == strong
    assert "campaign_set_incomplete" in {remark.key for remark in wall.remarks}


def test_motions_scaled_one_by_one_show_no_safety(place):
    whole, _ = read_set(asked(), place)
    table = replace(of_a_set(whole, strong=True), level_im="pga")
    (wall,) = analyse_campaign(table, FragilityOptions(replicates=100)).walls
    assert wall.checks
    assert not any(check.votes for check in wall.checks if check.bound != "upper")
    assert "campaign_set_rescaled" in {remark.key for remark in wall.remarks}


def test_part_of_a_set_shows_no_safety(place):
    whole, _ = read_set(asked(), place)
    table = of_a_set(whole, strong=True)
    another = replace(table.set.members[0], name="not_run")
    few = replace(table, set=replace(table.set, members=(*table.set.members, another)))
    more = replace(table, set=replace(table.set, members=table.set.members[1:]))
    for changed, doubt in ((few, "set_not_all_run"), (more, "set_with_others")):
        (wall,) = analyse_campaign(changed, FragilityOptions(replicates=100)).walls
        assert not any(check.votes for check in wall.checks if check.bound != "upper")
        assert f"campaign_{doubt}" in {remark.key for remark in wall.remarks}


def test_factors_above_four_are_marked(place):
    whole, _ = read_set(asked(), place)
    table = of_a_set(whole, strong=True)
    names = [whole.members[0].name] + ["R01"] * (len(table.table) - 1)
    factors = [5.5] + [9.0] * (len(table.table) - 1)  # R01 is of no set
    changed = table.table.with_columns(polars.Series("record", names), polars.Series("factor", factors))
    marked = replace(table, table=changed, set=whole)
    (wall,) = analyse_campaign(marked, FragilityOptions(replicates=100)).walls
    (remark,) = (item for item in wall.remarks if item.key == "campaign_scaled_far")
    assert (remark.count, remark.amount) == (1, 5.5)


def test_a_set_stands_beside_records_and_signals(place):
    pulse = SignalOptions(ricker=RickerOptions(amplitude=1.0, frequency=1.0))
    options = asked(signals={"pulse": pulse}, levels=(0.1,), measure="pga")
    chosen, members = read_set(options, place)
    motions = read_motions(options, place, members=members)
    assert [item.name for item in motions] == [*(item.name for item in chosen.members), "pulse"]
    assert motions[-1].measures.get("demand") is None


def test_a_synthetic_signal_of_the_set_is_no_motion_of_its_own(place):
    pulse = SignalOptions(stochastic=StochasticOptions(region="peru_interface", magnitude=8.0, distance=60e3))
    some = replace(asked().set, synthetic={"interface": ("pulse",)}, combination="larger")
    options = asked(signals={"pulse": pulse}, set=some, levels=(0.1,), measure="pga")
    chosen, members = read_set(options, place)
    assert sum(item.synthetic for item in chosen.members) == 1
    assert len(read_motions(options, place, members=members)) == 7


FILE = """
name = "x"
[walls]
w = "wall.toml"
[levels]
measure = "demand"
values = ["0.35 g"]
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FILE, "give \\[set\\], or another measure"),
        (FILE + '[set]\nperiod = "0.25 s"\n[records]\nfolder = "records"\n', "remove \\[records\\]"),
        (FILE + '[set]\nperiod = "0.25 s"\n[signals.a.ricker]\namplitude = "0.1 g"\nfrequency = "1 Hz"\n', "remove"),
        (FILE + '[design.e030_2018]\nzone = 3\nsoil = "S1"\n', "design is the target of a set"),
        (FILE + '[set]\nperiod = "0.25 s"\nlargest_factor = 20\n', "largest_factor"),
        (FILE + "[set]\nperiod = 0.25\n", "period"),
        (FILE + "[set]\ncount = 3\nlibary = true\n", "libary"),
        (FILE.replace('"0.35 g"', '"0.35 m/s"') + '[set]\nperiod = "0.25 s"\n', "levels of demand"),
    ],
)
def test_bad_campaign_files_are_named(text, words):
    with pytest.raises(ProjectError, match=words):
        parse_campaign(text)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"set": SetOptions(folder="nowhere", library=False, period=0.25)}, r"set.folder.*nowhere"),
        ({"set": SetOptions(folder="records", library=False)}, "set.period: missing"),
        ({"design": None}, "set: has no target"),
        ({"set": SetOptions(folder="records", library=False, period=0.25, target="ntc_2018")}, "set.target"),
        ({"set": SetOptions(folder="records", library=False, period=0.25, exclude=("r77",))}, 'set.exclude.*"r77"'),
        ({"set": SetOptions(folder="records", library=False, period=0.25, synthetic={"normal": ("a",)})}, "synthetic"),
    ],
)
def test_bad_sets_are_named(place, changes, words):
    with pytest.raises((OptionsError, InputError), match=words) as caught:
        read_set(asked(**changes), place)
    assert "motion.set" not in str(caught.value)
