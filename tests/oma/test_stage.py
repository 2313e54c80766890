"""The oma stage, from a plan on disk to its result."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from pirqa.errors import OptionsError, RecordError
from pirqa.model import Remark
from pirqa.oma.measurement import Degree, Measurement, Point, Recording
from pirqa.oma.options import OmaOptions
from pirqa.oma.plan import Visit
from pirqa.oma.result import OmaResult, WallBox
from pirqa.oma.simulated import chokepukio_wall
from pirqa.oma.stage import band_of, listen, off_wall, wall_boxes
from pirqa.project.codec import read_value, write_value
from pirqa.project.plan_file import read_plan
from tests.oma.campaigns import write_campaign

TRUTH = chokepukio_wall().modes


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    return write_campaign(tmp_path_factory.mktemp("campaign"))


@pytest.fixture(scope="module")
def found(campaign):
    return listen(read_plan(campaign), OmaOptions(), folder=campaign.parent)


def test_all_modes_are_found_by_every_way_of_subspaces(found):
    assert len(found.modes) == len(TRUTH)
    # a standard deviation of f is about √(ζ/(4π n)) of it, n the periods of a record: 0.3 % of mode 1 in 300 s
    assert np.abs(found.modes.frequency / TRUTH.frequency - 1.0).max() < 0.015
    assert np.abs(found.modes.damping / TRUTH.damping - 1.0).max() < 0.6
    assert found.modes.frequency_sd is not None
    assert (found.modes.frequency_sd > 0.0).all()
    for way in found.ways:
        if way.name in ("covariance", "data"):
            assert np.nanmax(np.abs(way.frequency / found.modes.frequency - 1.0)) < 0.02
            assert np.isfinite(way.frequency).all()
            assert way.mac.min() > 0.9


def test_the_ways_stand_beside_each_other(found):
    names = [way.name for way in found.ways]
    assert len(set(names)) == len(names)
    assert {"peak_picking", "fdd", "efdd", "covariance", "data", "covariance_poser"} <= set(names)
    picked = next(way for way in found.ways if way.name == "peak_picking")
    assert np.isfinite(picked.frequency).sum() >= 5, "peaks of two near modes may be one"
    bin_width = found.spectrum.resolution
    known = np.isfinite(picked.frequency)
    assert np.abs(picked.frequency[known] - found.modes.frequency[known]).max() < 5.0 * bin_width


def test_the_digest_fits_a_screen(found):
    text = str(found)
    assert len(text.splitlines()) < 25
    assert "PP Hz" in text
    assert "± sd" in text


def test_the_result_survives_its_folder(found, tmp_path):
    write_value(found, tmp_path)
    back = read_value(OmaResult, tmp_path)
    assert str(back) == str(found)
    np.testing.assert_array_equal(back.modes.point_shape, found.modes.point_shape)
    np.testing.assert_array_equal(back.spectrum.singular, found.spectrum.singular)
    assert back.remarks == found.remarks
    assert back.quality == found.quality
    assert back.site_period == found.site_period


def test_the_site_has_its_period(found):
    assert found.site_period == pytest.approx(0.45, rel=0.08)


def test_a_mode_may_be_set_by_hand(campaign):
    options = OmaOptions(picks=(1.98, 5.08))
    result = listen(read_plan(campaign), replace_compare(options), folder=campaign.parent)
    assert result.by_hand
    assert result.modes.frequency == pytest.approx([1.98, 5.08], rel=0.01)
    with pytest.raises(OptionsError, match=r"oma\.picks"):
        listen(read_plan(campaign), replace_compare(OmaOptions(picks=(8.0,))), folder=campaign.parent)


def test_a_pick_of_noise_is_doubted(campaign, found):
    doubted = [
        remark
        for remark in found.remarks
        if remark.key in ("poles_few_orders", "poles_uncertain")
        and np.abs(found.modes.frequency / remark.amount - 1.0).min() > 0.05
    ]
    assert doubted, "the records have stable poles away from all modes"
    pick = doubted[0]
    options = replace(OmaOptions(), subspace=replace(OmaOptions().subspace, compare=False))
    result = listen(read_plan(campaign), replace(options, picks=(1.98, pick.amount)), folder=campaign.parent)
    told = [remark for remark in result.remarks if remark.key.startswith("pick_")]
    assert told
    assert [remark.amount for remark in told] == pytest.approx([pick.amount] * len(told), rel=0.02), "the other is one"


def test_picks_lie_in_the_band(campaign):
    with pytest.raises(OptionsError, match=r"oma\.picks: 30 Hz lies outside the band from 0\.5 to 10 Hz"):
        listen(read_plan(campaign), OmaOptions(picks=(30.0,)), folder=campaign.parent)


def test_a_shadow_lies_beside_a_mode_of_the_result(found):
    for remark in found.remarks:
        if remark.key == "poles_shadow":
            assert remark.stated in found.modes.frequency


def test_every_way_is_one_task(campaign):
    tasks = []

    class Watching:
        def begin(self, task: str, total: int) -> None:
            tasks.append([task, total])

        def advance(self, steps: int = 1) -> None:
            tasks[-1][1] -= steps

        def end(self, outcome: str = "") -> None:
            tasks[-1].append(outcome)

    listen(read_plan(campaign), OmaOptions(), folder=campaign.parent, observer=Watching())
    assert [task[0] for task in tasks][-3:] == ["SSI-cov", "SSI-data", "SSI-cov, each setup"]
    assert [task[1:] for task in tasks[-3:]] == [[0, "7 modes"]] * 3


def test_sensors_off_the_wall_are_told():
    box = WallBox(low=np.array([0.0, 0.3, 0.0]), high=np.array([20.0, 1.5, 9.0]))
    points = {
        name: Point(name=name, place=place)
        for name, place in {
            "on": (1.0, 0.0, 8.0),
            "at the edge": (20.3, 0.3, 9.2),
            "far": (45.0, 0.0, 2.0),
            "behind": (5.0, 4.0, 2.0),
        }.items()
    }
    degrees = tuple(Degree(point=name, axis=1) for name in points)
    recording = Recording(setup="S1", rate=10.0, degrees=degrees, signals=np.ones((10, 4)))
    measurement = Measurement(name="m", points=points, recordings=(recording,), references=())
    (told,) = off_wall((box,), measurement)
    assert (told.key, told.text, told.count) == ("points_off_wall", "far, behind", 2)
    assert off_wall((), measurement) == ()


def test_a_record_too_short_for_its_uncertainty_is_named(tmp_path):
    plan = write_campaign(tmp_path, setups=2, ground=0.0, duration=200.0)
    np.save(tmp_path / "setup_2.npy", np.load(tmp_path / "setup_2.npy")[:1200])
    with pytest.raises(RecordError, match=r"^setup 2: 30 s are too short .* take \d+"):
        listen(read_plan(plan), replace_compare(OmaOptions()), folder=tmp_path)


def replace_compare(options: OmaOptions) -> OmaOptions:
    return replace(options, subspace=replace(options.subspace, compare=False, order=40))


def test_one_setup_is_enough(tmp_path):
    plan = write_campaign(tmp_path, setups=1, ground=0.0)
    result = listen(read_plan(plan), OmaOptions(), folder=tmp_path)
    assert result.merge == "single"
    assert len(result.modes) >= 3
    assert np.isnan(result.modes.point_shape).any(), "points of other setups were not measured"
    assert result.noise == ()
    assert result.site_period is None
    assert "no ground noise" in result.why_no_site_period


def test_ground_noise_alone(tmp_path):
    plan = read_plan(write_campaign(tmp_path, setups=1))
    result = listen(replace(plan, setups=(), references=()), OmaOptions(), folder=tmp_path)
    assert len(result.modes) == 0
    assert result.site_period is not None
    folder = tmp_path / "kept"
    folder.mkdir()
    write_value(result, folder)
    assert read_value(OmaResult, folder).site_period == pytest.approx(result.site_period)


def test_a_softer_wall_is_told_on_the_second_date(tmp_path):
    visit = Visit(name="after the quake", folder="later", date=datetime(2025, 6, 1))
    plan = read_plan(write_campaign(tmp_path, ground=0.0, visits=(visit,), date=datetime(2025, 1, 1)))
    write_campaign(tmp_path / "later", ground=0.0, softer=0.94, seed=4)
    result = listen(plan, replace_compare(OmaOptions()), folder=tmp_path)
    assert result.tracking is not None
    assert result.tracking.epochs == ("2025-01-01", "after the quake")
    changed = [item for item in result.tracking.flagged if item.judgement == "changed"]
    assert len(changed) >= 4
    assert all(-0.09 < item.change < -0.03 for item in changed)


def test_short_records_are_told_with_the_length_they_need(found, tmp_path):
    told = [remark for remark in found.remarks if remark.key == "records_short"]
    assert len(told) == 1
    assert told[0].amount == pytest.approx(1000.0 / found.modes.frequency[0])


def test_the_band_must_fit_the_rate():
    assert band_of(OmaOptions(), 200.0) == pytest.approx((0.5, 10.0))
    assert band_of(OmaOptions(), 10.0) == pytest.approx((0.2, 4.0))
    with pytest.raises(OptionsError, match=r"oma\.band.*30 Hz"):
        band_of(OmaOptions(band=(1.0, 30.0)), 40.0)


def test_no_mode_where_none_is(tmp_path):
    plan = write_campaign(tmp_path, setups=2, ground=0.0)
    rng = np.random.default_rng(1)
    for number in (1, 2):
        np.save(tmp_path / f"setup_{number}.npy", 1e-4 * rng.standard_normal((12_000, 4)))
    result = listen(read_plan(plan), replace_compare(OmaOptions()), folder=tmp_path)
    assert len(result.modes) == 0
    assert "0 modes" in str(result)
    keys = {remark.key for remark in result.remarks}
    assert "channel_noisy" in keys
    assert "records_short" not in keys, "there is no first mode whose periods could be counted"
    assert "records_short_for_band" in keys


def test_a_missing_file_is_named(tmp_path):
    plan = write_campaign(tmp_path, setups=2, ground=0.0)
    (tmp_path / "setup_2.npy").unlink()
    with pytest.raises(RecordError, match=r"^setup 2: .*setup_2\.npy"):
        listen(read_plan(plan), OmaOptions(), folder=tmp_path)


def test_zones_become_boxes(terrace_wall):
    (box,) = wall_boxes(terrace_wall, np.array([[0.0, 0.0, 1.0], [4.0, 0.0, 1.0]]))
    assert box.high == pytest.approx([4.5, 0.762, 1.68])
    assert wall_boxes(None, np.zeros((0, 3))) == ()


def test_remarks_are_values(found):
    assert all(isinstance(remark, Remark) for remark in found.remarks)
