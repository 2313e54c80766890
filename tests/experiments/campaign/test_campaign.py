"""What a campaign plans: samples, levels, hunts, walls that vary; and what it refuses before any run."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import InputError, ModelError, OptionsError, ProjectError, RecordError, ResultsError
from pirqa.experiments.campaign.backends import make_backend
from pirqa.experiments.campaign.campaign import Shard, Trial, next_level, plan_campaign, run_campaign
from pirqa.experiments.campaign.campaign_options import (
    CampaignOptions,
    CampaignRecord,
    CampaignRecords,
    HuntOptions,
    LevelOptions,
)
from pirqa.experiments.campaign.estimate import Estimate, check_room, estimate
from pirqa.experiments.campaign.motions import read_motions
from pirqa.experiments.campaign.outcomes import COLUMNS, read_campaign, spectral_column
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.uncertainty import Uncertain, draw_samples, stretched, varied_joints
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import JointProperties
from pirqa.motion import response_spectrum
from pirqa.motion.record import record_path
from pirqa.project.campaign_file import read_campaign_file
from pirqa.verification.walls import coursed_wall, polygonal_wall, stiff_joints
from tests.experiments.campaign.campaigns import hunt_options, options, plan, same_but_clocks
from tests.experiments.campaign.walls import QUICK, G, column

LIMA = record_path("pirqa:PRQ_19661017164100.txt", Path())


# samples


def test_latin_hypercube_has_one_value_in_each_part():
    thickness = Uncertain(distribution="normal", mean=1.0, sd=0.1)
    uncertain = {"friction": Uncertain(low=0.4, high=0.7), "thickness": thickness}
    drawn = draw_samples(uncertain, 50, seed=3)
    assert sorted(np.floor((drawn["friction"] - 0.4) / 0.3 * 50).astype(int)) == list(range(50))
    assert drawn["thickness"].mean() == pytest.approx(1.0, abs=2e-3)  # stratified: far better than 0.1/√50
    assert drawn["thickness"].std() == pytest.approx(0.1, rel=0.05)
    assert abs(np.corrcoef(drawn["friction"], drawn["thickness"])[0, 1]) < 0.3
    # another parameter more leaves them what they are; another seed does not
    alone = draw_samples({"friction": uncertain["friction"]}, 50, seed=3)
    assert np.array_equal(alone["friction"], drawn["friction"])
    assert not np.array_equal(draw_samples(uncertain, 50, seed=4)["friction"], drawn["friction"])


def test_cut_off_distributions_stay_within():
    given = Uncertain(distribution="lognormal", median=2e8, dispersion=0.8, low=1e8, high=3e8)
    values = draw_samples({"normal_stiffness": given}, 200, seed=1)["normal_stiffness"]
    assert 1e8 <= values.min() < 1.05e8
    assert 2.9e8 < values.max() <= 3e8


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("fricton", {"low": 0.4, "high": 0.7}, 'fricton.*did you mean "friction"'),
        ("friction", {"low": 0.7, "high": 0.4}, "low must be less"),
        ("friction", {"low": 0.4}, "high is missing"),
        ("friction", {"distribution": "normal", "mean": 0.5, "sd": 0.3}, "uncertain.friction: values from -"),
        ("friction", {"distribution": "normal", "mean": 0.5, "sd": 0.1, "median": 0.5}, "has no median"),
        ("thickness", {"distribution": "lognormal", "median": -1.0, "dispersion": 0.1}, "median"),
    ],
)
def test_bad_distributions_are_refused(name, given, told):
    with pytest.raises(ModelError, match=told):
        options(uncertain={name: Uncertain(**given)})


def test_records_and_samples_are_paired():
    asked = plan(options(levels=(0.1, 0.2), motions=3, samples=2))
    curves = asked.curves["column"]
    assert len(curves) == 6
    assert asked.most_runs == 12
    assert [curve.sample for curve in curves] == list(range(6))
    frictions = sorted(curve.parameters["friction"] for curve in curves)
    assert [int((value - 0.4) / 0.05) for value in frictions] == list(range(6))
    for curve in curves:
        assert math.tan(curve.joints.friction_angle) == pytest.approx(curve.parameters["friction"])
    # shards: all of it, each once
    parts = [Shard(number=number, count=4).of(curves) for number in (1, 2, 3, 4)]
    assert sorted(curve.sample for part in parts for curve in part) == list(range(6))
    with pytest.raises(OptionsError, match="1/4"):
        Shard(number=5, count=4)


def test_keys_say_all_that_a_run_depends_on():
    def keys(asked):
        return {task.key for task in asked.tasks(asked.scenes[0])}

    first = keys(plan())
    assert keys(plan()) == first
    assert len(first) == 6
    assert first < keys(plan(options(levels=(0.05, 0.1, 0.2, 0.3))))
    assert first.isdisjoint(keys(plan(options(seed=2))))
    assert first.isdisjoint(keys(plan(free=2.0)))
    assert first == keys(plan(options(time_limit=5.0, histories="all")))


# walls that vary


def test_a_stretched_wall_is_the_wall_built_thicker():
    joints = stiff_joints(2e8)
    thin, thick = (coursed_wall(0.6, size, 0.3, 4, 2300.0, joints) for size in (0.25, 0.3))
    made = stretched(thin, 1.2)
    for one, other in zip(made.stones, thick.stones, strict=True):
        assert one.volume == pytest.approx(other.volume)
        assert one.centroid == pytest.approx(other.centroid)
        assert one.inertia == pytest.approx(other.inertia, abs=1e-12)
        assert one.solid.vertices == pytest.approx(other.solid.vertices)
    for one, other in zip(made.contacts, thick.contacts, strict=True):
        assert one.area == pytest.approx(other.area)
    assert made.envelope == thick.envelope


def test_a_stretched_polygonal_wall_keeps_its_joints():
    wall = polygonal_wall()
    made = stretched(wall, 0.8)
    for before, stone in zip(wall.stones, made.stones, strict=True):
        told = stone.solid.properties
        assert stone.volume == pytest.approx(told.volume, rel=1e-9)
        assert stone.inertia == pytest.approx(told.inertia, rel=1e-9, abs=1e-9 * before.inertia.max())
        assert sum(part.properties.volume for part in stone.parts) == pytest.approx(stone.volume, rel=1e-6)
    for contact in made.contacts:
        for face in contact.faces:
            around = face.polygon - face.polygon.mean(axis=0)
            assert np.abs(around @ face.normal).max() < 1e-9
            area = 0.5 * np.linalg.norm(np.cross(around, np.roll(around, -1, axis=0)).sum(axis=0))
            assert face.area == pytest.approx(area, rel=1e-6)


def test_samples_change_the_joints():
    joints = JointProperties(
        friction_angle=0.4, normal_stiffness=2e8, tangential_stiffness=5e7, restitution=0.8, cohesion=1e3
    )
    varied = varied_joints(joints, {"normal_stiffness": 4e8, "damping_ratio": 0.1, "friction": 0.6})
    assert (varied.normal_stiffness, varied.tangential_stiffness) == (4e8, 1e8)  # the ratio stays
    assert (varied.damping_ratio, varied.restitution, varied.cohesion) == (0.1, None, 1e3)
    assert varied_joints(joints, {"stiffness_ratio": 0.4}).tangential_stiffness == pytest.approx(8e7)


def test_an_uncertain_parameter_stands_for_the_pair():
    wall = replace(column(), joints=replace(column().joints, normal_stiffness_high=4e8))
    walls = {"column": (wall, DynamicsOptions(simulation=QUICK))}
    pairs = plan_campaign(options(levels=(0.1,), motions=1), walls, Path())
    assert [curve.case for curve in pairs.curves["column"]] == ["Kn low", "Kn high"]
    sampled = options(levels=(0.1,), motions=1, uncertain={"normal_stiffness": Uncertain(low=2e8, high=4e8)})
    (curve,) = plan_campaign(sampled, walls, Path()).curves["column"]
    assert curve.case == ""
    assert 2e8 < curve.joints.normal_stiffness < 4e8


# outcomes


def test_the_table_is_as_it_is_said_to_be(tmp_path):
    asked = plan(options(levels=(0.05, 0.5), motions=1, histories="fallen"))
    result = run_campaign(asked, tmp_path, make_backend("serial"))
    again = read_campaign(tmp_path)
    assert again.table.equals(result.table)
    assert str(again) == str(result)
    spectral = [spectral_column(period) for period in again.spectral_periods]
    assert again.table.columns == [*COLUMNS, *spectral, "friction"]
    weak, strong = again.table.rows(named=True)
    assert (weak["collapse"], strong["collapse"]) == ("none", "total")
    assert weak["level"] == pytest.approx(0.05 * G)
    # measures are those of the scaled motion
    motion = asked.scenes[0].motions["pulse_1"].motion.scaled(strong["factor"])
    assert strong["pga"] == pytest.approx(0.5 * G)
    assert strong["pgv"] == pytest.approx(float(motion.peak_velocity[0]))
    assert strong["arias"] == pytest.approx(100.0 * weak["arias"])
    assert strong["d5_95"] == weak["d5_95"]
    found = response_spectrum(motion.acceleration[:, 0], motion.step, periods=[0.5], damping=0.05)
    assert strong["sa_0.5"] == pytest.approx(float(found.psa[0]))
    assert weak["pga_star"] == pytest.approx(0.05 * 1.2 / 0.25)
    # what fell, by number
    names = again.stones["column"]
    assert {names[number] for number in strong["fell"]} == {"2", "3", "4"}
    assert (strong["lost"], strong["lost_share"], strong["top_lost"]) == (3, 1.0, True)
    assert strong["lean"] > 1.0
    assert strong["lost_area"] == pytest.approx(1.0)
    assert weak["lean"] < 0.01
    assert len(weak["stone_residual"]) == 4
    assert weak["residual"] == pytest.approx(max(weak["stone_residual"]), rel=1e-6)
    # the history of what fell is there, that of the other is not
    assert (tmp_path / strong["history"]).is_dir()
    assert weak["history"] == ""


def test_levels_of_velocity_and_of_spectral_acceleration(tmp_path):
    speed = plan(replace_levels("pgv", 0.1))
    row = run_campaign(speed, tmp_path / "v", make_backend("serial")).table.row(0, named=True)
    assert row["pgv"] == pytest.approx(0.1)
    assert (row["level_im"], row["level"]) == ("pgv", 0.1)
    spectral = plan(replace_levels("sa", 1.0, period=0.5))
    row = run_campaign(spectral, tmp_path / "s", make_backend("serial")).table.row(0, named=True)
    assert row["sa_0.5"] == pytest.approx(1.0)
    # a period that is none of the table's own has its column: curves are drawn on it
    odd = run_campaign(plan(replace_levels("sa", 1.0, period=0.4)), tmp_path / "o", make_backend("serial"))
    assert odd.table["sa_0.4"].to_list() == pytest.approx([1.0])
    assert "sa_0.4" in odd.measures


def test_other_names_and_periods_are_those_of_the_plan_now(tmp_path):
    asked = options(levels=(0.05,), motions=1)
    run_campaign(plan(asked), tmp_path, make_backend("serial"))
    renamed = replace(asked, signals={"slow": asked.signals["pulse_1"]}, spectral_periods=(0.4, 0.9))
    found = run_campaign(plan(renamed), tmp_path, make_backend("serial")).table
    assert found["record"].to_list() == ["slow"]
    assert found["sa_0.4"].item() > 0.0
    assert set(Store(tmp_path).made().values()) == {1}


def replace_levels(measure, level, period=None):
    return replace(options(motions=1), levels=LevelOptions(measure=measure, values=(level,), period=period))


def test_a_cloud_takes_motions_as_they_are(tmp_path):
    cloud = plan(options(levels=(), strategy="cloud"))
    assert cloud.most_runs == 2
    table = run_campaign(cloud, tmp_path, make_backend("serial")).table
    assert table["factor"].to_list() == [1.0, 1.0]
    assert table["level"].to_list() == pytest.approx([1.0, 1.0], rel=1e-3)
    assert set(table["level_im"]) == {"factor"}


# hunt and fill

HUNT = HuntOptions(first=1.0, step=1.0, growth=0.5, most=20.0, runs=14, resolution=0.05)


def hunted(falls, hunt=HUNT):
    """Levels that a wall is tried at which falls where ``falls`` says; None: the run fails."""
    trials = []
    while (level := next_level(trials, hunt)) is not None:
        trials.append(Trial(level=level, collapsed=falls(level)))
    return trials


def test_a_hunt_goes_up_in_growing_steps_then_fills():
    trials = hunted(lambda level: level > 7.2)
    levels = [trial.level for trial in trials]
    assert levels[:5] == [1.0, 2.0, 3.5, 5.5, 8.0]
    assert levels[5] == 11.0  # above the first collapse too
    assert levels[6] == pytest.approx(5.5 + 2.5 / 3.0)  # the lower third of the bracket
    assert len(set(levels)) == len(levels) == 14
    stood = max(trial.level for trial in trials if not trial.collapsed)
    fell = min(trial.level for trial in trials if trial.collapsed)
    assert fell - stood < 0.05 * fell
    assert stood < 7.2 < fell


def test_a_hunt_that_is_not_monotonic_keeps_all_levels():
    trials = hunted(lambda level: 3.0 < level < 4.0 or level > 9.0)
    by_level = {trial.level: trial.collapsed for trial in trials}
    assert by_level[3.5] is True
    assert by_level[5.5] is False  # it fell at 3.5 and stood 5.5: both are told
    # gaps above the first collapse are filled as well
    assert sum(level > 3.5 for level in by_level) >= 3


def test_a_hunt_ends_where_nothing_falls_and_where_all_fails():
    stood = hunted(lambda _: False, replace(HUNT, runs=50))
    assert stood[-1].level == 20.0
    failed = hunted(lambda level: None if level > 3.0 else False, replace(HUNT, runs=50))
    assert failed[-1].level == 20.0
    # a failure within the bracket is not a collapse, nor tried for ever
    doubtful = hunted(lambda level: None if 5.5 < level < 8.0 else level > 7.0)
    assert len({trial.level for trial in doubtful}) == len(doubtful) <= HUNT.runs


def test_a_hunt_goes_on_where_it_was(tmp_path):
    asked = plan(hunt_options())

    class EnoughError(Exception):
        pass

    def after_five(tally):
        if tally.done == 5:
            raise EnoughError

    with pytest.raises(EnoughError):
        run_campaign(asked, tmp_path / "a", make_backend("serial"), tell=after_five)
    there = read_campaign(tmp_path / "a")
    assert len(there.table) == 5  # the table is of what is there
    assert there.planned > 5  # and says that it is not all
    heard = []
    stopped = run_campaign(asked, tmp_path / "a", make_backend("processes", workers=2), tell=heard.append)
    whole = run_campaign(asked, tmp_path / "b", make_backend("serial"))
    assert same_but_clocks(stopped, whole)
    assert whole.planned is None
    assert set(Store(tmp_path / "a").made().values()) == {1}
    assert (heard[-1].kept, heard[-1].kept + heard[-1].done) == (5, heard[-1].total)
    for record in ("pulse_1", "pulse_2"):
        rows = whole.table.filter(whole.table["record"] == record)
        assert set(rows["collapse"]) >= {"none", "total"}
        fell = rows.filter(rows["collapse"] == "total")["level"].min()
        assert rows["level"].max() > fell


# bad input, before any run


def recorded(tmp_path, **given):
    named = {name: CampaignRecord(**item) for name, item in given.pop("named", {}).items()}
    levels = given.pop("levels", (0.1 * G,))
    return CampaignOptions(
        name="x",
        walls={"column": "c.toml"},
        records=CampaignRecords(named=named, **given),
        levels=LevelOptions(values=levels),
    )


def columns(path, samples, step=0.01):
    times = step * np.arange(len(samples))
    path.write_text("\n".join(f"{time:.3f} {value:.8e}" for time, value in zip(times, samples, strict=True)))
    return path


def test_the_same_record_twice_is_refused(tmp_path):
    for name in ("one.txt", "two.txt"):
        shutil.copy(LIMA, tmp_path / name)
    with pytest.raises(RecordError, match=r'"two" and "one" are the same record'):
        read_motions(recorded(tmp_path, folder="."), tmp_path)
    # nor does a blank line more, or another amplitude, make it another earthquake
    (tmp_path / "two.txt").write_bytes(LIMA.read_bytes() + b"\n")
    with pytest.raises(RecordError, match=r'"two" and "one" are the same motion.*remove one'):
        read_motions(recorded(tmp_path, folder="."), tmp_path)
    twins = options(motions=1).signals["pulse_1"]
    louder = replace(twins, ricker=replace(twins.ricker, amplitude=2.5))
    with pytest.raises(RecordError, match=r'"b" and "a" are the same motion \(alike but for a factor of 2.5\)'):
        read_motions(replace(options(), signals={"a": twins, "b": louder}), tmp_path)
    # two components of one file are two motions
    both = {"ns": {"file": "one.txt", "across": "NS"}, "ew": {"file": "one.txt", "across": "EW"}}
    found = read_motions(recorded(tmp_path, named=both), tmp_path)
    assert [(item.name, item.component) for item in found] == [("ns", "NS"), ("ew", "EW")]


def test_a_folder_gives_its_strongest_components_or_each(tmp_path):
    shutil.copy(LIMA, tmp_path / "lima.txt")
    (tmp_path / "notes.md").write_text("not a record")
    (strongest,) = read_motions(recorded(tmp_path, folder=".", pattern="*.txt"), tmp_path)
    assert (strongest.record, strongest.component) == ("lima", "NS")
    each = read_motions(recorded(tmp_path, folder=".", pattern="*.txt", components="each"), tmp_path)
    assert [(item.name, item.record) for item in each] == [("lima-EW", "lima"), ("lima-NS", "lima")]
    with pytest.raises(RecordError, match=r"no file of .* matches"):
        read_motions(recorded(tmp_path, folder=".", pattern="*.AT2"), tmp_path)
    with pytest.raises(RecordError, match="is not a folder"):
        read_motions(recorded(tmp_path, folder="nowhere"), tmp_path)


def shaken(peak, noise=0.0):
    chance = np.random.default_rng(1)
    times = np.arange(0.0, 40.0, 0.01)
    return peak * np.sin(4.0 * np.pi * times) * np.exp(-(((times - 20.0) / 3.0) ** 2)) + noise * chance.normal(
        size=len(times)
    )


def test_a_record_in_the_wrong_unit_asks_for_confirmation(tmp_path):
    columns(tmp_path / "gal.txt", shaken(120.0))
    given = {"file": "gal.txt", "unit": "g"}
    with pytest.raises(RecordError, match=r'"wrong" \(gal.txt\).*outside 0.001 to 5 g.*unit.*confirmed = true'):
        read_motions(recorded(tmp_path, named={"wrong": given}), tmp_path)
    (right,) = read_motions(recorded(tmp_path, named={"right": {"file": "gal.txt", "unit": "gal"}}), tmp_path)
    assert right.measures["pga"] == pytest.approx(1.2, rel=0.05)
    (sure,) = read_motions(recorded(tmp_path, named={"sure": given | {"confirmed": True}}), tmp_path)
    assert sure.measures["pga"] > 50.0 * G


def test_levels_below_the_noise_are_refused(tmp_path):
    columns(tmp_path / "quiet.txt", shaken(1.0, noise=0.01))
    walls = {"column": (column(), DynamicsOptions(simulation=QUICK))}
    named = {"quiet": {"file": "quiet.txt", "unit": "m/s2"}}
    with pytest.raises(OptionsError, match=r'"quiet" has a peak of 0.001 g, below its own noise of 0.00'):
        plan_campaign(recorded(tmp_path, named=named, levels=(0.001 * G, 0.1 * G)), walls, tmp_path)
    plan_campaign(recorded(tmp_path, named=named), walls, tmp_path)
    columns(tmp_path / "noise.txt", shaken(0.0, noise=0.1))
    with pytest.raises(RecordError, match="less than three times its noise"):
        read_motions(recorded(tmp_path, named={"noise": {"file": "noise.txt", "unit": "m/s2"}}), tmp_path)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"walls": {}}, "walls: the plan is empty"),
        ({"levels": LevelOptions()}, "levels.values: the plan is empty"),
        ({"strategy": "cloud"}, "levels.values are of strategy"),
        ({"strategy": "ida", "levels": LevelOptions()}, r"\[ida\] belongs"),
        ({"samples": 3}, "something uncertain"),
        ({"signals": {"a b": None}}, "cannot be a name"),
    ],
)
def test_empty_and_contradictory_plans_are_refused(given, told):
    usual = {"name": "x", "walls": {"column": "c.toml"}, "levels": LevelOptions(values=(1.0,))}
    with pytest.raises(ModelError, match=told):
        CampaignOptions(**usual | given)


def test_plans_without_motions_and_walls_that_cannot_move_are_refused(tmp_path):
    walls = {"column": (column(), DynamicsOptions(simulation=QUICK))}
    with pytest.raises(InputError, match="records: the plan is empty"):
        plan_campaign(recorded(tmp_path), walls, tmp_path)
    bare = replace(column(), stones=(), contacts=(), fixed=())
    with pytest.raises(OptionsError, match="no stones"):
        plan_campaign(options(), {"column": (bare, DynamicsOptions())}, tmp_path)
    with pytest.raises(OptionsError, match=r"history_records.*pulse_[12]"):
        plan(options(history_records=("pulse_9",)))
    with pytest.raises(OptionsError, match=r'--backend: none is called "cuba"'):
        make_backend("cuba")


def test_plans_larger_than_the_disk_are_refused(tmp_path):
    found = estimate(plan(), tmp_path)
    assert found.runs == 6
    assert found.seconds > 0.0
    assert found.disk > 6 * 4096
    check_room(found, tmp_path)
    full = Estimate(**{**vars(found), "free": found.disk})
    with pytest.raises(ResultsError, match=r"the plan needs .* GB and there are .* free"):
        check_room(full, tmp_path)
    # histories of all runs need more
    assert estimate(plan(options(histories="all")), tmp_path).disk > 2 * found.disk
    # what is finished need not be made, and tells the rate
    run_campaign(plan(), tmp_path, make_backend("serial"))
    later = estimate(plan(), tmp_path)
    assert (later.finished, later.seconds, later.measured) == (6, 0.0, {"column": 6})


def test_one_project_under_two_names_is_refused(tmp_path):
    text = (
        'format = 1\nname = "x"\n[walls]\na = "wall.toml"\nb = "./sub/../wall.toml"\n[levels]\nvalues = ["0.1 g"]\n'
        '[signals.pulse.ricker]\namplitude = "1 m/s2"\nfrequency = "1 Hz"\n'
    )
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        ProjectError, match=r"walls\.b: \./sub/\.\./wall\.toml is the project of walls\.a already: leave"
    ):
        read_campaign_file(path)
    path.write_text(text.replace("./sub/../wall.toml", "other.toml"), encoding="utf-8")
    assert list(read_campaign_file(path).options.walls) == ["a", "b"]


def test_pages_are_read_without_poses_where_nobody_looks_at_them(tmp_path):
    pages = Store(tmp_path)
    row = {
        "key": "ab12",
        "status": "done",
        "lost": 2,
        "text": 'says ", "pose": [1]}',
        "pose": [[1e-4, -2.5], [0.0, 3.0]],
    }
    pages.write(row)
    assert pages.read("ab12") == row
    assert pages.read("ab12", poses=False) == {name: value for name, value in row.items() if name != "pose"}
    # of another version, which writes something after them: all of it comes
    later = {**row, "key": "cd34", "more": 1.0}
    pages.write(later)
    assert pages.read("cd34", poses=False) == later
    pages.write(bare := {"key": "ef56", "status": "failed", "text": ', "pose": '})
    assert pages.read("ef56", poses=False) == bare
    # what was damaged in the part that is not looked at is damaged all the same
    path = pages.path("ab12")
    path.write_bytes(path.read_bytes().replace(b"-2.5", b"-2.6"))
    assert pages.read("ab12", poses=False) is None
    assert [item.key for item in pages.damaged] == ["ab12"]
