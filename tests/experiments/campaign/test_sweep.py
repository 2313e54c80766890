"""A sweep: levels, demands, which stones matter, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ComputationError, ModelError, OptionsError
from pirqa.experiments.campaign.options import Demand, SweepOptions
from pirqa.experiments.campaign.summary import failed_summary
from pirqa.experiments.campaign.sweep import ExpectedLevel, SweepResult, first_to_go, run_sweep, stone_table
from pirqa.experiments.damage import Fall
from pirqa.experiments.options import DynamicsOptions
from pirqa.project.codec import read_value, write_value
from tests.experiments.campaign.walls import QUICK, G, column, pulse

DYNAMICS = DynamicsOptions(simulation=QUICK)


@pytest.fixture(scope="module")
def swept():
    options = SweepOptions(
        levels=(0.05 * G, 1.2 * G), demands={"scenario": Demand(acceleration=0.1 * G, ground="rock")}, site_factor=1.5
    )
    site = ExpectedLevel(name="site", origin="site", given=0.05 * G, ground="surface", level=0.05 * G)
    return run_sweep(column(), options, DYNAMICS, {"pulse": pulse()}, expected=(site,), workers=1)


def test_demands_on_rock_are_brought_up_once_and_run_too(swept):
    assert [item.level / G for item in swept.expected] == pytest.approx([0.15, 0.05])
    assert [run.level / G for run in swept.runs] == pytest.approx([0.05, 0.15, 1.2])
    # expected levels are judged, and the lowest level at which stones fall
    assert {check.action for check in swept.checks} == {"pulse, 0.05 g", "pulse, 0.15 g", "pulse, 1.2 g"}
    assert {check.limit_state for check in swept.checks} == {"damage", "stones_fall", "wall_falls"}
    (falls,) = [check for check in swept.checks if check.limit_state == "wall_falls" and not check.satisfied]
    assert falls.intensity == pytest.approx(1.2)


def test_a_slender_column_stands_a_weak_pulse_and_falls_under_a_strong_one(swept):
    weak, _, strong = swept.runs
    assert (weak.collapse, strong.collapse) == ("none", "total")
    assert weak.residual_size.max() < 1e-4
    assert swept.first.kind == "fall"
    assert swept.first.level == pytest.approx(1.2 * G)
    assert set(swept.first.stones) == {"2", "3", "4"}
    assert "leave first, from 1.2 g" in str(swept)
    rows = {row["stone"]: row for row in swept.stones.rows()}
    assert (rows["1"]["lost"], rows["4"]["lost"]) == (0, 1)


def test_the_base_pushes_what_it_must(swept):
    weak = swept.runs[0]
    # a stiff column takes the ground's acceleration, and little more
    assert np.hypot(*weak.push[:2]) / weak.weight == pytest.approx(0.05, rel=0.15)
    assert weak.push[2] == pytest.approx(weak.weight, rel=0.02)


def test_it_is_written_and_read_back(swept, tmp_path):
    write_value(swept, tmp_path)
    again = read_value(SweepResult, tmp_path)
    assert str(again) == str(swept)
    assert np.array_equal(again.runs[2].turn, swept.runs[2].turn)


def test_each_end_of_a_pair_is_swept(tmp_path):
    wall = column()
    wall = replace(wall, joints=replace(wall.joints, normal_stiffness_high=8e8))
    done = run_sweep(wall, SweepOptions(levels=(0.05 * G,)), DYNAMICS, {"pulse": pulse()}, folder=tmp_path, workers=1)
    assert done.cases == ("Kn low", "Kn high")
    assert [run.case for run in done.runs] == ["Kn low", "Kn high"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"levels": (0.2 * G, 0.1 * G)}, r"sweep.levels must rise.*\"0.1 g\", \"0.2 g\""),
        ({"levels": (0.1 * G, 0.1 * G)}, "sweep.levels must rise"),
        ({"levels": (-0.1 * G, 0.1 * G)}, "levels"),
        ({"levels": ()}, "levels"),
        ({"demands": {"x": Demand(acceleration=1.0, ground="rock")}}, "sweep.demands.x.*site_factor"),
    ],
)
def test_bad_levels_and_demands_are_refused(options, told):
    with pytest.raises(ModelError, match=told):
        SweepOptions(**options)


def test_bad_motions_are_refused():
    def swept_with(given, **options):
        return run_sweep(column(), SweepOptions(levels=(1.0,), **options), DYNAMICS, given, workers=1)

    with pytest.raises(OptionsError, match=r"sweep.motions.*\"pulze\".*pulse"):
        swept_with({"pulse": pulse()}, motions=("pulze",))
    with pytest.raises(OptionsError, match="no ground motion"):
        swept_with({})
    cut = pulse("short", duration=0.5)
    cut = replace(cut, origin=replace(cut.origin, file="short.txt"))
    with pytest.raises(OptionsError, match=r"\"short\" lasts 0.5 s, less than gravity takes"):
        swept_with({"short": cut})
    with pytest.raises(OptionsError, match="no stones"):
        run_sweep(replace(column(), stones=(), contacts=(), fixed=()), SweepOptions(), DYNAMICS, {"p": pulse()})


def test_a_wall_that_cannot_stand_is_told_once():
    wall = column()
    soft = replace(wall, joints=replace(wall.joints, normal_stiffness=2e3))
    with pytest.raises(ComputationError, match="sweep: no run came to an end"):
        run_sweep(soft, SweepOptions(levels=(1.0,)), DYNAMICS, {"pulse": pulse()}, workers=1)


def _page(level, *, falls=(), residual=0.0, motion="m"):
    blank = failed_summary(("1", "2", "3"), key="", motion=motion, level=level, factor=1.0, case="", reason="")
    moved = np.zeros((3, 3))
    moved[1, 1] = residual
    fallen = tuple(Fall(stone=stone, time=time, kind="dropped") for stone, time in falls)
    return replace(blank, collapse="local" if falls else "none", falls=fallen, residual=moved, reliable=True, reason="")


def test_which_stones_go_first():
    runs = [_page(1.0), _page(2.0, residual=0.01), _page(3.0, falls=(("3", 4.0),)), _page(3.0, falls=(("2", 2.0),))]
    first = first_to_go(runs, 3e-3)
    assert (first.kind, first.level, first.stones) == ("fall", 3.0, ("2", "3"))
    moved = first_to_go(runs[:2], 3e-3)
    assert (moved.kind, moved.level, moved.stones) == ("move", 2.0, ("2",))
    none = first_to_go(runs[:1], 3e-3)
    assert (none.kind, none.level) == ("none", 1.0)
    # a run that cannot be trusted says nothing
    assert first_to_go([runs[0], replace(runs[2], reliable=False)], 3e-3).kind == "none"
    row = {item["stone"]: item for item in stone_table(runs, 3e-3).rows()}["2"]
    assert (row["lost"], row["moved"], row["moved_from"], row["lost_from"], row["first"]) == (1, 2, 2.0, 3.0, 1)


def test_what_still_swings_is_not_called_lasting_without_a_word():
    loose = replace(column(), joints=replace(column().joints, damping_ratio=0.001))
    simulation = replace(QUICK, free=0.0)
    done = run_sweep(
        loose, SweepOptions(levels=(0.1 * G,)), DynamicsOptions(simulation=simulation), {"pulse": pulse()}, workers=1
    )
    assert not done.runs[0].at_rest
    (told,) = [remark for remark in done.remarks if remark.key == "sweep_not_at_rest"]
    assert "pulse at 0.1 g" in told.text
    assert "?" in str(done)


def test_peaks_of_points_are_not_those_of_the_thinned_history(swept):
    for run in swept.runs:
        assert np.all(run.point_across >= np.abs(run.across).max(axis=0, initial=0.0) - 1e-12)
        assert run.shear <= np.hypot(*run.push[:2]) + 1e-9
