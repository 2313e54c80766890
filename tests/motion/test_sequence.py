"""Main shock and aftershocks: joined at rest, at one step; a wall keeps its damage; bad input is named."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, simulate
from pirqa.errors import InputError, ModelError, OptionsError
from pirqa.experiments.campaign.campaign_options import CampaignOptions, CampaignRecord, CampaignRecords, LevelOptions
from pirqa.experiments.campaign.motions import read_motions, with_sequences
from pirqa.model import Direction, GroundMotion
from pirqa.motion.options import MotionOptions, RecordOptions, ScaleTarget, SequenceOptions, SignalOptions
from pirqa.motion.sequence import join_shocks
from pirqa.motion.stage import prepare_motions
from pirqa.motion.synthetic.options import PulseOptions, RickerOptions
from pirqa.verification.walls import coursed_wall, stiff_joints

ACROSS = (Direction(name="across"),)


def ricker(amplitude=2.0, frequency=2.0, **given):
    return SignalOptions(ricker=RickerOptions(amplitude=amplitude, frequency=frequency), **given)


def shock(name="main", *, amplitude=1.0, step=0.01, count=201, directions=ACROSS):
    """One cycle of a sine, whose displacement stays."""
    times = step * np.arange(count)
    values = amplitude * np.sin(2.0 * np.pi * times / times[-1])
    return GroundMotion(
        name=name, step=step, acceleration=np.tile(values[:, None], (1, len(directions))), directions=directions
    )


def prepared(sequence, **given):
    signals = {"main": ricker(), "after": ricker(1.0, 3.0)}
    options = MotionOptions(signals=signals, sequences={"both": sequence}, **given)
    return prepare_motions(options, folder=Path())


def test_sequence_is_a_motion_beside_its_shocks():
    found = prepared(SequenceOptions(shocks=("main", "after"), rest=5.0))
    assert [item.name for item in found.motions] == ["main", "after", "both"]
    both = found.named("both")
    assert both.kind == "sequence"
    main, after = found.named("main").motion, found.named("after").motion
    assert both.motion.duration == pytest.approx(main.duration + after.duration + 5.0, abs=5 * both.motion.step)
    assert float(both.motion.peak_acceleration[0]) == pytest.approx(2.0, rel=1e-6)
    assert both.measures[0].pga == pytest.approx(2.0, rel=1e-6)
    assert both.motion.origin.event == "main + after"
    assert "both" in set(found.spectra["motion"].tolist())


def test_ground_is_still_between_and_after_the_shocks():
    joined = join_shocks("both", [shock(), shock("after", amplitude=0.5)], rest=3.0)
    motion = joined.motion
    begin, end = 2.0, joined.starts[1]
    assert end - begin == pytest.approx(3.0, abs=1e-9)
    rest = (motion.times >= begin) & (motion.times <= end)
    assert np.abs(motion.acceleration[rest]).max() < 1e-12
    assert np.abs(motion.velocity[rest]).max() < 1e-12
    assert np.abs(motion.velocity[-1]).max() < 1e-12
    # the displacement that a shock leaves stays: d = A T²/(2π) of a cycle of a sine
    left = 2.0**2 / (2.0 * math.pi)
    assert motion.displacement[rest][:, 0] == pytest.approx(left, rel=1e-3)
    assert motion.displacement[-1, 0] == pytest.approx(1.5 * left, rel=1e-3)


def test_shocks_stand_unchanged_in_the_sequence():
    first, second = shock(), shock("after", amplitude=0.5)
    joined = join_shocks("both", [first, second], rest=1.0)
    start = round(joined.starts[1] / 0.01)
    assert np.array_equal(joined.motion.acceleration[:200, 0], first.acceleration[:200, 0])
    assert joined.motion.acceleration[start : start + 200, 0] == pytest.approx(second.acceleration[:200, 0], abs=1e-15)


def test_coarser_shock_keeps_its_samples_and_peak():
    fine, coarse = shock(step=0.004, count=501), shock("after", amplitude=3.0, step=0.01, count=201)
    joined = join_shocks("both", [fine, coarse], rest=1.0)
    assert joined.motion.step == pytest.approx(0.002)
    assert float(joined.motion.peak_acceleration[0]) == pytest.approx(float(coarse.peak_acceleration[0]), rel=1e-12)
    begin = round(joined.starts[1] / 0.002)
    assert joined.motion.acceleration[begin : begin + 1001 : 5, 0] == pytest.approx(coarse.acceleration[:, 0], abs=1e-9)


def test_shock_that_ends_moving_is_brought_to_rest_and_it_is_said():
    half = replace(shock(), acceleration=shock().acceleration[:101])  # half a cycle leaves a velocity
    joined = join_shocks("both", [half, shock("after")], rest=2.0)
    assert [remark.key for remark in joined.remarks] == ["sequence_brought_to_rest"]
    assert joined.remarks[0].amount == pytest.approx(2.0 / math.pi, rel=1e-3)
    rest = (joined.motion.times > 1.1) & (joined.motion.times < joined.starts[1])
    assert np.abs(joined.motion.velocity[rest]).max() < 1e-12
    assert np.abs(joined.motion.displacement[rest]).max() < 1e-12


def test_shock_that_begins_with_a_jump_starts_from_zero():
    values = np.cos(2.0 * np.pi * 0.01 * np.arange(101))
    jumping = GroundMotion(name="jump", step=0.01, acceleration=values[:, None], directions=ACROSS)
    joined = join_shocks("both", [shock(), jumping], rest=1.0)
    start = round(joined.starts[1] / 0.01)
    assert joined.motion.acceleration[start, 0] == 0.0
    assert abs(joined.motion.velocity[-1, 0]) < 1e-12


def test_factors_scale_the_shocks_and_the_strongest_counts():
    found = prepared(SequenceOptions(shocks=("main", "after"), factors=(0.5, 3.0), rest=1.0))
    both = found.named("both").motion
    assert float(both.peak_acceleration[0]) == pytest.approx(3.0, rel=1e-6)
    assert both.factor == pytest.approx(3.0)


def test_factors_far_from_one_and_repeated_shocks_are_remarked():
    found = prepared(SequenceOptions(shocks=("main", "main"), factors=(1.0, 5.0)))
    assert {remark.key for remark in found.named("both").remarks} == {"sequence_same_shock", "motion_scaled_up"}


def test_records_of_the_library_join_in_the_axes_of_the_wall():
    records = {
        "lima": RecordOptions(file="pirqa:PRQ_19661017164100.txt", across="NS", along="EW"),
        "wtmc": RecordOptions(file="pirqa:20161113_110259_WTMC_20.V2A", across="N28W", along="S62W"),
    }
    options = MotionOptions(records=records, sequences={"both": SequenceOptions(shocks=("lima", "wtmc"))})
    both = prepare_motions(options, folder=Path()).named("both")
    assert {direction.name for direction in both.motion.directions} == {"across", "along"}
    assert all(direction.azimuth is None for direction in both.motion.directions)
    assert np.abs(both.motion.velocity[-1]).max() < 1e-9
    assert both.motion.origin.file == "PRQ_19661017164100.txt + 20161113_110259_WTMC_20.V2A"
    assert not [remark for remark in both.remarks if remark.key == "sequence_brought_to_rest"]
    assert len(both.motion.band) == 2


def test_wall_keeps_the_damage_of_the_main_shock():
    wall = coursed_wall(0.6, 0.25, 0.3, 2, 2300.0, stiff_joints(2e8, friction=0.3, damping_ratio=0.1))
    signals = {"main": ricker(6.0, 1.5), "after": ricker(6.0, 1.5, reversed=False)}
    options = MotionOptions(signals=signals, sequences={"both": SequenceOptions(shocks=("main", "after"), rest=4.0)})
    motions = prepare_motions(options, folder=Path())
    quick = SimulationOptions(free=3.0, output_step=0.02)
    alone, both = (simulate(wall, motions.named(name).motion, quick) for name in ("main", "both"))

    def slip(run, time):
        at = int(np.searchsorted(run.times, time - 1e-9))
        relative = run.position - run.reference - run.platform[:, None, :]
        return float(np.abs(relative[at, :, :2]).max())

    began = both.times[-1] - both.times[0] - motions.named("both").motion.duration - 3.0  # the action's own start
    main = motions.named("main").motion.duration
    after_first = slip(alone, alone.times[-1])
    assert after_first > 1e-3, "the blocks slide in the main shock"
    # between the shocks the sequence is the main shock and its rest, so that the aftershock finds its damage
    assert slip(both, began + main + 2.5) == pytest.approx(after_first, rel=0.01)
    assert slip(both, both.times[-1]) > 1.3 * after_first, "the aftershock slides it on"


def campaign(**given):
    signals = {"main": ricker(), "after": ricker(1.0, 3.0), "other": ricker(1.0, 1.0)}
    asked = {"levels": LevelOptions(values=(1.0, 2.0)), "signals": signals} | given
    return CampaignOptions(name="small", walls={"wall": "wall.toml"}, **asked)


def _joined(sequences):
    asked = campaign(sequences=sequences)
    return with_sequences(read_motions(asked, Path()), asked)


def test_sequence_in_a_campaign_stands_for_its_shocks():
    asked = campaign(sequences={"both": SequenceOptions(shocks=("after", "main"), factors=(0.5, 1.0))})
    alone = read_motions(asked, Path())
    found = with_sequences(alone, asked)
    assert [item.name for item in found] == ["other", "both"]
    both, main = found[1], alone[0]
    assert both.record == "both"
    assert both.measures == main.measures, "of the strongest shock"
    assert both.measured(0.5)["pga"] == pytest.approx(1.0, rel=1e-6)
    assert both.motion.duration > main.motion.duration + 20.0
    assert with_sequences(alone, campaign()) == alone


def test_sequence_runs_in_a_campaign(tmp_path):
    from pirqa.experiments.campaign.backends import make_backend
    from pirqa.experiments.campaign.campaign import plan_campaign, run_campaign
    from pirqa.experiments.options import DynamicsOptions
    from tests.experiments.campaign.walls import QUICK, column

    asked = campaign(
        sequences={"both": SequenceOptions(shocks=("main", "after"), rest=1.0)}, levels=LevelOptions(values=(0.5, 1.0))
    )
    plan = plan_campaign(asked, {"wall": (column(), DynamicsOptions(simulation=QUICK))}, Path())
    result = run_campaign(plan, tmp_path / "runs", make_backend("serial"))
    table = result.table
    assert sorted(set(table["record"].to_list())) == ["both", "other"]
    assert set(table["status"].to_list()) == {"done"}
    simulated = dict(zip(table["record"].to_list(), table["simulated"].to_list(), strict=True))
    assert simulated["both"] > 1.0 + 2.0
    levels = table.filter(table["record"] == "both")
    assert levels["pga"].to_list() == pytest.approx(levels["level"].to_list(), rel=1e-6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shocks": ("main",)}, "needs two shocks or more, there is 1"),
        ({"shocks": ()}, "needs two shocks or more, there is 0"),
        ({"shocks": ("main", "after"), "rest": -1.0}, "rest"),
        ({"shocks": ("main", "after"), "rest": math.nan}, "rest"),
        ({"shocks": ("main", "after"), "factors": (1.0,)}, "1 numbers for 2 shocks"),
        ({"shocks": ("main", "after"), "factors": (1.0, 0.0)}, "factors"),
        ({"shocks": ("main", "after"), "factors": (1.0, -0.5)}, "factors"),
    ],
)
def test_sequences_that_cannot_be_meant(given, message):
    with pytest.raises(ModelError) as caught:
        SequenceOptions(**given)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "shocks", "message"),
    [
        ("both", ("main", "aftr"), 'no record or signal is called "aftr"; there is after, main'),
        ("both", ("main", "both"), "a shock cannot be itself"),
        ("both", ("main", "third"), 'a shock cannot be the sequence "third"'),
        ("main", ("main", "after"), 'a sequence and another motion are both called "main"'),
        ("both shocks", ("main", "after"), "cannot be a name"),
    ],
)
def test_names_that_cannot_be_meant(name, shocks, message):
    others = {"third": SequenceOptions(shocks=("main", "after"))}
    with pytest.raises(ModelError) as caught:
        MotionOptions(
            signals={"main": ricker(), "after": ricker()}, sequences={name: SequenceOptions(shocks=shocks)} | others
        )
    assert message in str(caught.value)


def test_shocks_with_other_components_are_refused():
    both = (Direction(name="across"), Direction(name="along"))
    with pytest.raises(OptionsError, match=r"different components: main across; after across, along: give both"):
        join_shocks("x", [shock(), shock("after", directions=both)], rest=1.0)
    north = (Direction(name="H1", azimuth=0.0),)
    east = (Direction(name="H1", azimuth=0.5 * math.pi),)
    with pytest.raises(OptionsError, match=r"component H1 of main points to 0 deg, that of after to 90 deg"):
        join_shocks("x", [shock(directions=north), shock("after", directions=east)], rest=1.0)


def test_shock_that_starts_with_a_velocity_is_refused():
    moving = replace(shock("after"), initial_velocity=np.array([0.1]))
    with pytest.raises(OptionsError, match="shock after starts with a velocity"):
        join_shocks("x", [shock(), moving], rest=1.0)


def test_sequence_that_is_too_long_is_refused():
    with pytest.raises(OptionsError, match="is too long; give a shorter rest"):
        join_shocks("x", [shock(step=1e-5), shock("after", step=1e-5)], rest=3600.0)


@pytest.mark.parametrize(
    ("sequences", "message"),
    [
        ({"both": ("main", "nothing")}, 'sequences.both: no record or signal is called "nothing"'),
        ({"both": ("main", "after"), "more": ("main", "other")}, 'record "main" is a shock of both and of more'),
        ({"main": ("after", "other")}, 'both called "main"'),
    ],
)
def test_sequences_of_a_campaign_that_cannot_be_meant(sequences, message):
    options = {name: SequenceOptions(shocks=shocks) for name, shocks in sequences.items()}
    with pytest.raises(InputError) as caught:
        _joined(options)
    assert message in str(caught.value)


def test_members_of_a_set_are_no_shocks_of_a_campaign():
    asked = campaign(sequences={"both": SequenceOptions(shocks=("main", "after"))})
    with pytest.raises(OptionsError, match='"main" is a motion of the set'):
        with_sequences(read_motions(asked, Path()), asked, members=["main"])


def test_record_with_several_motions_must_be_told_apart():
    records = CampaignRecords(components="each", named={"lima": CampaignRecord(file="pirqa:PRQ_19661017164100.txt")})
    asked = campaign(records=records, sequences={"both": SequenceOptions(shocks=("main", "lima"))})
    with pytest.raises(OptionsError, match='record "lima" is several motions; name one of lima-'):
        with_sequences(read_motions(asked, Path()), asked)


def test_scaled_shock_keeps_its_own_scale_in_a_project():
    signals = {"main": ricker(scale=ScaleTarget(pga=4.0)), "after": ricker()}
    options = MotionOptions(signals=signals, sequences={"both": SequenceOptions(shocks=("main", "after"))})
    both = prepare_motions(options, folder=Path()).named("both").motion
    assert float(both.peak_acceleration[0]) == pytest.approx(4.0, rel=1e-6)


def test_pulse_that_leaves_a_displacement_can_be_a_shock():
    pulse = SignalOptions(pulse=PulseOptions(amplitude=0.5, frequency=0.5, cycles=1.5, phase=0.0))
    options = MotionOptions(
        signals={"fling": pulse, "after": ricker()}, sequences={"both": SequenceOptions(shocks=("fling", "after"))}
    )
    found = prepare_motions(options, folder=Path())
    left = float(found.named("fling").motion.displacement[-1, 0])
    assert abs(left) > 0.01
    assert float(found.named("both").motion.displacement[-1, 0]) == pytest.approx(left, rel=1e-6)


PROJECT = """
format = 1
analyses = ["motion"]
[project]
name = "Wall"
language = "LANGUAGE"
[motion.signals.main.ricker]
amplitude = "2 m/s2"
frequency = "2 Hz"
[motion.signals.after.ricker]
amplitude = "1 m/s2"
frequency = "3 Hz"
[motion.sequences.both]
shocks = ["main", "after", "after"]
factors = [1.0, 1.5, 0.6]
"""


@pytest.mark.parametrize(
    ("language", "said"), [("en", "3 shocks, 20 s of rest between"), ("es", "3 eventos, 20 s de reposo entre ellos")]
)
def test_sequence_is_told_in_the_report(tmp_path, language, said):
    from pirqa.assessment import assess

    file = tmp_path / "wall.toml"
    file.write_text(PROJECT.replace("LANGUAGE", language), encoding="utf-8")
    page = assess(file).report.read_text(encoding="utf-8")
    assert said in page.replace("\u00a0", " ").replace("\u202f", " ")
    assert ("Sequence both" if language == "en" else "Secuencia both") in page
