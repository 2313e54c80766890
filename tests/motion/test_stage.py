"""The motion stage as a whole: records and signals in, motions, spectra and a judged sliding block out."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import InputError, ModelError, OptionsError, RecordError
from pirqa.model import Direction, GroundMotion, Origin
from pirqa.model.check import Place
from pirqa.motion import (
    MotionOptions,
    RecordOptions,
    ScaleTarget,
    SignalOptions,
    SlidingOptions,
    SpectrumOptions,
    prepare_motions,
)
from pirqa.motion.design_spectrum import E030, DesignSpectra, EC8Type1
from pirqa.motion.prepare import motion_digests
from pirqa.motion.record import Channel, Record, join_records
from pirqa.motion.result import PreparedMotion
from pirqa.motion.site_effect import SiteEffect
from pirqa.motion.stage import YieldCase, Yields, spectra_table
from pirqa.motion.synthetic.options import ArtificialOptions, NoiseOptions, RickerOptions, SineOptions
from pirqa.units import STANDARD_GRAVITY

PRQ = "pirqa:PRQ_19661017164100.txt"
EL_CENTRO = "pirqa:elcentro_NS_full.dat"
HERE = Path()
EC8 = EC8Type1(ground_acceleration=1.0, ground="B")
RICKER = RickerOptions(amplitude=3.0, frequency=1.0)


def prepared(record: RecordOptions, **more):
    options = MotionOptions(records={"it": record}, spectrum=SpectrumOptions(points=8), **more)
    return prepare_motions(options, folder=HERE)


def keys(result) -> set[str]:
    return {remark.key for item in result.motions for remark in item.remarks}


def test_a_record_is_scaled_on_its_strongest_component_where_nobody_says_which():
    result = prepared(RecordOptions(file=PRQ, scale=ScaleTarget(pga=0.2 * STANDARD_GRAVITY)))
    motion = result.motions[0].motion
    assert [direction.name for direction in motion.directions] == ["EW", "NS", "UD"]
    assert motion.peak_acceleration[1] == pytest.approx(0.2 * STANDARD_GRAVITY, rel=1e-12)
    assert motion.peak_acceleration[0] < motion.peak_acceleration[1]
    assert result.motions[0].horizontal == ("EW", "NS")
    assert "motion_direction_unknown" in keys(result)
    assert [channel.samples for channel in result.motions[0].filed] == [3283] * 3
    assert {"rotd50", "rotd100"} <= set(result.spectra["component"].tolist())


def test_facing_turns_the_record_to_the_wall():
    # a wall that looks north is driven across, into itself, by motion to the south
    plain = prepared(RecordOptions(file=PRQ)).motions[0].motion
    north = prepared(RecordOptions(file=PRQ, vertical=True), facing=0.0).motions[0].motion
    assert [direction.name for direction in north.directions] == ["along", "across", "up"]
    assert north.acceleration[:, 1] == pytest.approx(-plain.acceleration[:, 1], abs=1e-12)
    assert north.acceleration[:, 2] == pytest.approx(plain.acceleration[:, 2], abs=1e-12)
    # seen from the front, looking south, the right hand is west
    assert north.acceleration[:, 0] == pytest.approx(-plain.acceleration[:, 0], abs=1e-12)
    named = prepared(RecordOptions(file=PRQ, across="EW"), facing=0.0).motions[0].motion
    assert named.acceleration[:, 0] == pytest.approx(plain.acceleration[:, 0], abs=1e-12)


def test_reversed_is_the_other_way_round():
    record = RecordOptions(file=PRQ, across="NS")
    there = prepared(record).motions[0].motion
    back = prepared(RecordOptions(file=PRQ, across="NS", reversed=True)).motions[0].motion
    assert np.array_equal(back.acceleration, -there.acceleration)
    assert back.factor == there.factor == 1.0


def test_rock_is_scaled_before_the_site_amplifies_it():
    strong = RecordOptions(
        file=PRQ, across="NS", scale=ScaleTarget(pga=1.0), site_effect=SiteEffect(amplification=1.56)
    )
    result = prepared(strong)
    assert result.motions[0].motion.peak_acceleration[0] == pytest.approx(1.56, rel=1e-12)
    assert "motion_site_counted_twice" in keys(result), "a PGA may be that of the surface already"
    assert "motion_site_counted_twice" not in keys(prepared(replace(strong, ground="rock"))), "it was said to be rock"
    plain = prepared(RecordOptions(file=PRQ, across="NS", site_effect=SiteEffect(amplification=1.56)))
    assert "motion_site_counted_twice" not in keys(plain)
    on_soil = RecordOptions(file=PRQ, across="NS", site_effect=SiteEffect(amplification=1.56), ground="soil")
    assert "motion_site_counted_twice" in keys(prepared(on_soil))


def test_the_wall_asks_for_more_than_the_record_can_tell():
    assert "motion_band_too_short" in keys(prepared(RecordOptions(file=PRQ, across="NS"), period=9.0))
    assert "motion_band_too_short" not in keys(prepared(RecordOptions(file=PRQ, across="NS"), period=1.0))


def test_components_filed_apart_are_one_record(tmp_path):
    times = 0.01 * np.arange(400)
    for name, phase in (("north", 0.0), ("east", 1.0)):
        rows = np.column_stack([times, np.sin(6.0 * times + phase) * np.hanning(400)])
        np.savetxt(tmp_path / f"{name}.csv", rows, delimiter=",", header=f"t [s],{name} [m/s2]", comments="")
    both = RecordOptions(files=("north.csv", "east.csv"))
    result = prepare_motions(MotionOptions(records={"both": both}), folder=tmp_path)
    assert [direction.name for direction in result.motions[0].motion.directions] == ["north", "east"]
    twice = RecordOptions(files=("north.csv", "north.csv"))
    with pytest.raises(RecordError, match='component "north"'):
        prepare_motions(MotionOptions(records={"twice": twice}), folder=tmp_path)
    digests = motion_digests(MotionOptions(records={"both": both}), tmp_path)
    assert {Path(name).name for name in digests} == {"north.csv", "east.csv"}


def test_a_changed_file_is_another_motion(tmp_path):
    record = tmp_path / "one.csv"
    options = MotionOptions(records={"one": RecordOptions(file="one.csv", unit="g", step=0.01)})
    record.write_text("0.1\n0.2\n0.1\n")
    before = motion_digests(options, tmp_path)
    record.write_text("0.1\n0.3\n0.1\n")
    assert motion_digests(options, tmp_path) != before


def test_signals_of_every_kind():
    signals = {
        "sine": SignalOptions(sine=SineOptions(amplitude=0.5, frequency=1.0)),
        "raw": SignalOptions(sine=SineOptions(amplitude=0.5, frequency=1.0, raw=True)),
        "noise": SignalOptions(noise=NoiseOptions(duration=5.0), scale=ScaleTarget(factor=2.0), reversed=True),
        "ricker": SignalOptions(ricker=RICKER),
    }
    result = prepare_motions(MotionOptions(signals=signals), folder=HERE)
    assert [item.kind for item in result.motions] == ["sine", "paper_sine", "noise", "ricker"]
    raw, noise = result.named("raw").motion, result.named("noise").motion
    assert raw.initial_velocity == pytest.approx([0.5 / (2.0 * math.pi)], rel=1e-9)
    assert noise.peak_displacement == pytest.approx([0.002], rel=1e-6)
    for name in ("sine", "noise", "ricker"):
        assert abs(result.named(name).motion.displacement[-1, 0]) < 1e-9


def test_an_artificial_motion_meets_the_design_spectrum():
    options = MotionOptions(
        signals={"made": SignalOptions(artificial=ArtificialOptions(seed=3))},
        design=DesignSpectra(e030_2018=E030(zone=2, soil="S1")),
        spectrum=SpectrumOptions(shortest=0.05, longest=4.0, points=60),
    )
    result = prepare_motions(options, folder=HERE)
    ratio = result.spectra["psa"] / result.design_curves["acceleration"]
    assert ratio.min() >= 0.9
    assert ratio.max() <= 1.1
    assert abs(result.motions[0].motion.displacement[-1, 0]) < 1e-9


WHITMAN = YieldCase(name="whitman", coefficient=0.1)
YIELDS = Yields(cases=(WHITMAN,))


def slid(yields=YIELDS, **sliding):
    options = MotionOptions(signals={"pulse": SignalOptions(ricker=RICKER)}, sliding=SlidingOptions(**sliding))
    return prepare_motions(options, folder=HERE, yields=yields)


def test_the_worst_sense_is_judged_against_what_is_tolerated():
    result = slid(allowable=0.05)
    case = result.sliding[0]
    assert case.name == "whitman"
    runs = result.sliding_runs
    assert len(runs) == 2, "one component, both senses"
    assert case.displacement == max(runs["displacement"].tolist()) > 0.01
    check = result.checks[0]
    assert check.id == "motion.sliding_block.whitman"
    assert check.limit_state == "damage"
    assert (check.demand, check.capacity) == (case.displacement, 0.05)
    assert check.votes
    assert check.place == Place(name="base")
    assert result.sliding_history["displacement"][-1] == pytest.approx(case.displacement, rel=1e-9)
    curve = result.sliding_curve["displacement"]
    assert np.all(np.diff(curve) <= 1e-12), "the harder it is to slide, the less it does"
    assert {"ambraseys_menu_1988", "jibson_2007_ratio"} <= {item.name for item in case.predictions}


def test_the_joint_that_slides_is_named():
    check = slid(Yields(cases=(replace(WHITMAN, level=0.336),)), allowable=0.05).checks[0]
    assert check.place == Place(name="joint", level=0.336)


def test_nothing_is_judged_where_nobody_says_what_is_tolerated():
    assert slid().checks == ()
    assert slid().sliding


def test_ways_of_sliding():
    one, both = slid(ways="one").sliding[0], slid(ways="both").sliding[0]
    assert not one.both_ways
    assert both.both_ways
    assert both.displacement < one.displacement, "what slides back ends nearer"
    free = slid(Yields(cases=(replace(WHITMAN, name="free"),), retained=False))
    assert free.sliding[0].displacement == pytest.approx(both.displacement, rel=1e-12)
    assert not slid().sliding[0].both_ways, "one way is on the safe side where nobody knows"


def test_a_given_coefficient_goes_before_those_of_statics():
    case = slid(yield_coefficient=0.2).sliding[0]
    assert (case.name, case.yield_coefficient) == ("given", 0.2)
    assert not slid(Yields(), yield_coefficient=0.2).sliding[0].both_ways
    assert slid(Yields(retained=False), yield_coefficient=0.2).sliding[0].both_ways


def test_a_wall_that_rocks_first_has_no_say():
    rocks = Yields(cases=(replace(WHITMAN, rocking=0.09),))
    for sliding in ({}, {"yield_coefficient": 0.2}):
        check = slid(rocks, allowable=0.05, **sliding).checks[0]
        assert not check.votes
        assert "rocks_before_sliding" in check.notes
    at_rest = slid(Yields(cases=(replace(WHITMAN, rocking=0.0),)), allowable=0.05)
    assert not at_rest.checks[0].votes
    assert slid(Yields(cases=(replace(WHITMAN, rocking=0.11),)), allowable=0.05).checks[0].votes


def test_a_wall_that_slides_at_rest_fails_and_hides_behind_no_other():
    both = Yields(cases=(YieldCase(name="whitman", coefficient=0.0), YieldCase(name="coulomb", coefficient=0.2)))
    for allowable in (5.0, None):
        result = slid(both, allowable=allowable)
        check = result.checks[0]
        assert not check.satisfied
        assert check.votes
        assert check.notes == ("slides_at_rest",)
        assert [case.motion for case in result.sliding] == ["", "pulse"]
        assert math.isinf(result.sliding[0].displacement)
    alone = slid(Yields(cases=(YieldCase(name="whitman", coefficient=0.0),)))
    assert len(alone.sliding_history) == 0


def test_nothing_says_when_the_wall_slides():
    with pytest.raises(OptionsError, match="add statics"):
        slid(Yields())
    with pytest.raises(OptionsError, match="whitman: beyond search"):
        slid(Yields(missing="whitman: beyond search"))


def test_a_motion_that_starts_with_a_velocity_is_marked():
    signals = {"raw": SignalOptions(sine=SineOptions(amplitude=0.5, frequency=1.0, raw=True))}
    assert "motion_start_left_out" in keys(prepare_motions(MotionOptions(signals=signals), folder=HERE))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: MotionOptions(), "give a record, a signal or a set"),
        (lambda: RecordOptions(), "give file"),
        (lambda: RecordOptions(file="a", files=("b",)), "give file"),
        (lambda: SignalOptions(), "exactly one of sine"),
        (lambda: SignalOptions(sine=SineOptions(amplitude=1.0, frequency=1.0), ricker=RICKER), "exactly one"),
        (lambda: MotionOptions(signals={"a b": SignalOptions(ricker=RICKER)}), "cannot be a name"),
        (lambda: MotionOptions(signals={"a": SignalOptions(artificial=ArtificialOptions())}), "motion.design"),
        (lambda: SpectrumOptions(shortest=2.0, longest=1.0), "shortest"),
        (
            lambda: MotionOptions(records={"a": RecordOptions(file="b")}, signals={"a": SignalOptions(ricker=RICKER)}),
            'both called "a"',
        ),
    ],
)
def test_options_that_cannot_be_meant(make, words):
    with pytest.raises(ModelError, match=words):
        make()


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (RecordOptions(file="missing.txt"), "records.it: missing.txt: cannot be read"),
        (RecordOptions(file="pirqa:PRQ_1966.txt"), "did you mean"),
        (RecordOptions(file=EL_CENTRO), "unit"),
        (RecordOptions(file=PRQ, across="UD"), "vertical"),
        (RecordOptions(file=PRQ, across="XX"), "there is EW, NS, UD"),
    ],
)
def test_complaints_name_the_record(record, words):
    with pytest.raises(InputError, match=words) as caught:
        prepared(record)
    assert "records.it" in str(caught.value)


def filed(name: str, time: str, delay: float = 0.0, count: int = 1000) -> Record:
    values = np.zeros(count)
    values[count // 2] = 1.0
    channel = Channel(name=name, values=values, step=0.01, unit="g", delay=delay)
    return Record(origin=Origin(file=f"{name}.mseed", time=time), channels=(channel,))


def test_joined_files_keep_their_clock():
    north, east = filed("N", "2020-01-01T00:00:00Z"), filed("E", "2020-01-01T00:00:01.5Z", delay=0.25)
    joined = join_records([east, north])
    assert [channel.delay for channel in joined.channels] == [1.75, 0.0]
    assert joined.origin.time == "2020-01-01T00:00:00Z"
    assert joined.remarks == ()
    shifted = join_records([filed("N", "2020-01-01T02:00:00+02:00"), east])
    assert [channel.delay for channel in shifted.channels] == [0.0, 1.75]


def test_files_of_two_earthquakes_are_not_joined():
    with pytest.raises(RecordError, match="no time in common"):
        join_records([filed("N", "2020-01-01T00:00:00Z"), filed("E", "2020-01-01T00:00:11Z")])
    with pytest.raises(RecordError, match="different days"):
        join_records([filed("N", "2020-01-01"), filed("E", "2011-01-01")])
    together = join_records([filed("N", ""), filed("E", "2011-01-01T00:00:00Z")])
    assert [remark.key for remark in together.remarks] == ["record_starts_together"]


def test_oblique_components_have_no_rotd():
    times = 0.01 * np.arange(600)
    wave = np.column_stack([np.sin(9.0 * times), np.sin(7.0 * times)]) * np.hanning(600)[:, None]
    for angle, expected in ((90.0, True), (60.0, False)):
        directions = (Direction(name="a", azimuth=0.0), Direction(name="b", azimuth=math.radians(angle)))
        motion = GroundMotion(name="m", step=0.01, acceleration=wave, directions=directions)
        item = PreparedMotion(
            name="m", kind="record", target="", motion=motion, filed=(), changes=(), measures=(), remarks=()
        )
        table = spectra_table([item], np.array([0.5, 1.0]), 0.05)
        assert ("rotd50" in table["component"].tolist()) is expected
        if expected:
            turned = table.where(component="rotd100")
            omega = 2.0 * np.pi / turned["period"]
            assert turned["psv"] * omega == pytest.approx(turned["psa"], rel=1e-12)
            assert turned["sd"] * omega**2 == pytest.approx(turned["psa"], rel=1e-12)


def test_what_is_judged_is_what_lasts():
    result = slid(ways="both", allowable=0.05)
    row = next(row for row in result.sliding_runs.rows() if row["displacement"] == result.sliding[0].displacement)
    assert result.sliding[0].largest == row["largest"] > row["displacement"]


@pytest.mark.parametrize(
    ("facing", "key"),
    [(0.0, "motion_not_turned"), (math.pi, "motion_not_turned"), (math.pi / 2, "motion_points_elsewhere")],
)
def test_one_component_that_points_elsewhere_is_told(facing, key):
    # azimuth 360: along the normal of a wall that looks north or south, along one that looks east
    assert key in keys(prepared(RecordOptions(file="pirqa:0111a.smc"), facing=facing))


def test_a_record_of_the_vertical_alone_can_be_looked_at():
    result = prepared(RecordOptions(file="pirqa:us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c"))
    assert "motion_vertical_only" in keys(result)
    assert result.motions[0].horizontal == ()


def test_a_mistaken_vertical_is_told():
    with pytest.raises(InputError, match="NOPE"):
        prepared(RecordOptions(file=PRQ, up="NOPE"))


def test_a_response_beside_the_record_counts(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "r.mseed").write_bytes(b"\0binary")
        (tmp_path / folder / "st.xml").write_text(folder)
    given = {name: RecordOptions(file=f"{name}/r.mseed", response="st.xml") for name in ("a", "b")}
    beside = {"a": RecordOptions(file="a/r.mseed")}
    for records in (given, beside):
        options = MotionOptions(records=records)
        (tmp_path / "a" / "st.xml").write_text("before")
        before = motion_digests(options, tmp_path)
        (tmp_path / "a" / "st.xml").write_text("after")
        assert motion_digests(options, tmp_path) != before


@pytest.mark.parametrize(
    ("design", "matching", "words"),
    [
        ({"e030_2018": E030(zone=2, soil="S1"), "ec8_type1": EC8}, {}, "Give target"),
        ({"e030_2018": E030(zone=2, soil="S1")}, {"target": "ec8_type1"}, "not under"),
        ({"e030_2018": E030(zone=2, soil="S1", reduction=4.0)}, {}, "elastic"),
        ({"e030_2018": E030(zone=2, soil="S1", vertical=True)}, {}, "horizontal"),
        ({"e030_2018": E030(zone=2, soil="S1")}, {"damping": 0.02}, "damping"),
    ],
)
def test_a_target_that_cannot_be_meant(design, matching, words):
    with pytest.raises(ModelError, match=words):
        MotionOptions(
            signals={"made": SignalOptions(artificial=ArtificialOptions(**matching))}, design=DesignSpectra(**design)
        )


def test_the_target_is_the_one_that_was_named():
    options = MotionOptions(
        signals={"made": SignalOptions(artificial=ArtificialOptions(target="ec8_type1"))},
        design=DesignSpectra(e030_2018=E030(zone=4, soil="S3"), ec8_type1=EC8),
        spectrum=SpectrumOptions(shortest=0.05, longest=4.0, points=40),
    )
    result = prepare_motions(options, folder=HERE)
    assert result.motions[0].target == "ec8_type1"
    ratio = result.spectra["psa"] / result.design_curves.where(code="ec8_type1")["acceleration"]
    assert ratio.min() >= 0.9
    assert ratio.max() <= 1.1


def test_one_corrected_file_makes_a_corrected_record():
    raw = filed("N", "2020-01-01T00:00:00Z")
    assert not join_records([raw, filed("E", "2020-01-01T00:00:00Z")]).corrected
    assert join_records([raw, replace(filed("E", "2020-01-01T00:00:00Z"), corrected=True)]).corrected


class Listener:
    def __init__(self):
        self.tasks = []

    def begin(self, task, total):
        self.tasks.append((task, total))

    def advance(self, steps=1):
        pass

    def end(self, outcome=""):
        pass


@pytest.mark.parametrize(("first", "matched", "parts"), [(True, True, 4), (True, False, 3), (False, True, None)])
def test_the_first_use_says_that_it_compiles(monkeypatch, first, matched, parts):
    monkeypatch.setattr("pirqa.motion.stage.is_first_use", lambda: first)
    signals = {"pulse": SignalOptions(ricker=RICKER)}
    if matched:
        signals["made"] = SignalOptions(artificial=ArtificialOptions())
    options = MotionOptions(signals=signals, design=DesignSpectra(ec8_type1=EC8), spectrum=SpectrumOptions(points=4))
    listener = Listener()
    prepare_motions(options, folder=HERE, observer=listener)
    compiling = [total for task, total in listener.tasks if task.startswith("Compiling")]
    assert compiling == ([] if parts is None else [parts])


def test_a_motion_that_pushes_nothing_over_cannot_slide_a_wall():
    vertical = RecordOptions(file="pirqa:us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c")
    along = RecordOptions(file=PRQ, along="EW")
    sliding = SlidingOptions(yield_coefficient=0.05)
    for record in (vertical, along):
        with pytest.raises(OptionsError, match="push the wall"):
            prepared(record, sliding=sliding)
    options = MotionOptions(
        records={"v": vertical, "a": along, "h": RecordOptions(file=PRQ, across="NS")}, sliding=sliding
    )
    result = prepare_motions(options, folder=HERE)
    assert set(result.sliding_runs["motion"].tolist()) == {"h"}
    assert set(result.sliding_curve["motion"].tolist()) == {"h"}


def test_a_vertical_component_cannot_be_named_along():
    named = RecordOptions(file="pirqa:us1000hyfh_akbmrp_AKBMR--n.1000hyfh.BNZ.--.acc.V2c", along="BNZ")
    with pytest.raises(OptionsError, match="vertical"):
        prepared(named, facing=0.2)
