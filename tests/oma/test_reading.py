"""From a plan and its files to a measurement, with what files do wrong."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.errors import RecordError
from pirqa.oma.measurement import Degree
from pirqa.oma.preprocessing import differentiated
from pirqa.oma.reading import load_ground, load_measurement
from pirqa.project.plan_file import parse_plan
from tests.oma.made_signals import RATE, across, measurement

MADE = measurement(seconds=60.0)
HEAD = """
name = "made"
rate = "100 Hz"
unit = "m/s2"
[points]
P1 = ["0 m", "0 m", "3 m"]
P2 = ["1 m", "0 m", "3 m"]
P3 = ["2 m", "0 m", "3 m"]
P4 = ["3 m", "0 m", "3 m"]
P5 = ["4 m", "0 m", "3 m"]
"""


def _setup(number: int, more: str = "", rover: str = "", reference: str = "", file: str = "") -> str:
    return f"""
[[setups]]
name = "S{number}"
file = "{file or f"s{number}.npy"}"
{more}
channels = [
  {{ point = "P1", heading = "across", column = 1{reference} }},
  {{ point = "P2", heading = "across", column = 2 }},
  {{ point = "P{number + 2}", heading = "across", column = 3{rover} }},
]
"""


def _files(folder, change=None) -> None:
    for number, recording in enumerate(MADE.recordings, start=1):
        signals = recording.signals.copy()
        if change is not None:
            change(number, signals)
        np.save(folder / f"s{number}.npy", signals)


PLAN = HEAD + _setup(1) + _setup(2) + _setup(3)


def test_a_measurement_comes_back_as_it_was(tmp_path):
    _files(tmp_path)
    plan = parse_plan(PLAN)
    found = load_measurement(plan, tmp_path)
    assert found.references == MADE.references
    assert found.degrees == MADE.degrees == plan.degrees
    for ours, made in zip(found.recordings, MADE.recordings, strict=True):
        assert (ours.setup, ours.rate, ours.degrees) == (made.setup, RATE, made.degrees)
        np.testing.assert_array_equal(ours.signals, made.signals)
    assert found.remarks == found.treatments == ()


def test_units_sensitivities_gains_and_headings(tmp_path):
    signals = MADE.recordings[0].signals
    volts = signals / 9.80665 * 10.0  # 10 V/g
    filed = np.column_stack([volts[:, 0], -5.0 * volts[:, 1], 1e3 * volts[:, 2] / 10.0])
    np.save(tmp_path / "s1.npy", filed)
    text = HEAD.replace('unit = "m/s2"', 'unit = "V"\nsensitivity = "10 V/g"') + _setup(
        1, rover=', unit = "mV", sensitivity = "1000 mV/g"'
    ).replace('"P2", heading = "across"', '"P2", heading = "-across", gain = 5.0')
    np.testing.assert_allclose(load_measurement(parse_plan(text), tmp_path).recordings[0].signals, signals, rtol=1e-12)


def test_velocity_is_differentiated_and_told(tmp_path):
    times = np.arange(6000) / RATE
    velocity = np.sin(2 * np.pi * 5.0 * times)
    np.save(tmp_path / "s1.npy", np.column_stack([velocity] * 3) * 28.8)
    text = HEAD.replace('unit = "m/s2"', 'sensitivity = "28.8 V/(m/s)"') + _setup(1)
    found = load_measurement(parse_plan(text), tmp_path)
    expected = 10 * np.pi * np.cos(2 * np.pi * 5.0 * times)
    np.testing.assert_allclose(found.recordings[0].signals[3:-3, 0], expected[3:-3], atol=1e-4 * 10 * np.pi)
    assert [(step.key, step.amounts["count"]) for step in found.treatments] == [("differentiate", 3.0)]
    ramp = np.arange(50.0) ** 2 / 2.0
    np.testing.assert_allclose(differentiated(ramp, 1.0)[3:-3], np.arange(50.0)[3:-3])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            HEAD.replace('unit = "m/s2"\n', "") + _setup(1),
            r"setup S1, channel P1 across \(column 1\): nothing says what",
        ),
        (HEAD.replace("m/s2", "V") + _setup(1), r'in V and no sensitivity .* give sensitivity = "10 V/g"'),
        (HEAD + _setup(1, reference=', sensitivity = "10 V/g"'), "in m/s2 already"),
        (HEAD.replace('"m/s2"', '"counts"\nsensitivity = "10 V/g"') + _setup(1), "is for V; correct one"),
        (HEAD.replace('rate = "100 Hz"', "") + _setup(1), 'give rate = "200 Hz"'),
        (HEAD + _setup(1).replace("column = 3", "column = 9"), r"setup S1, channel P3 across: .*has no column 9"),
        (HEAD + _setup(1, file="<record of setup S1>"), "still to be filled in"),
        (HEAD + _setup(1, file="gone.npy"), r"setup S1: .*gone\.npy: cannot be read"),
        (HEAD + _setup(1, 'end = "1 s"'), "has 100 samples .* needs 500 to 1000 s"),
        (HEAD + _setup(1, 'start = "100 s"'), "has 0 samples"),
    ],
)
def test_what_the_plan_lacks_is_told(tmp_path, text, says):
    _files(tmp_path)
    with pytest.raises(RecordError, match=says):
        load_measurement(parse_plan(text), tmp_path)


def test_setups_of_several_rates(tmp_path):
    _files(tmp_path)
    np.save(tmp_path / "s2.npy", np.repeat(MADE.recordings[1].signals, 2, axis=0))
    text = HEAD + _setup(1) + _setup(2, 'rate = "200 Hz"') + _setup(3)
    with pytest.raises(RecordError, match=r'S1 100 Hz, S2 200 Hz, S3 100 Hz.*common_rate = "100 Hz"'):
        load_measurement(parse_plan(text), tmp_path)
    found = load_measurement(parse_plan('common_rate = "100 Hz"\n' + text), tmp_path)
    assert {recording.rate for recording in found.recordings} == {100.0}
    assert [len(recording.signals) for recording in found.recordings] == [6000] * 3
    assert [step.amounts for step in found.treatments] == [{"factor": 2.0, "rate": 100.0}]
    with pytest.raises(RecordError, match="no multiple of common_rate"):
        load_measurement(parse_plan('common_rate = "30 Hz"\n' + text), tmp_path)


def test_where_plan_and_file_disagree_it_is_told(tmp_path):
    np.savez(tmp_path / "a.npz", data=MADE.recordings[0].signals, fs=128.0, unit="g")
    for own, expected in (("", (128.0, 100.0)), ('rate = "50 Hz"', (50.0, 128.0))):
        found = load_measurement(parse_plan(HEAD + _setup(1, own, file="a.npz")), tmp_path)
        assert found.recordings[0].rate == expected[0]
        rate, unit = found.remarks[0], found.remarks[1]
        assert (rate.key, rate.amount, rate.stated) == ("vibration_rate_differs", *expected)
        assert (unit.key, unit.text) == ("vibration_unit_overruled", "a.npz, 1, 2, 3: g → m/s2"), (
            "all columns in one remark"
        )


def _kill(setup: int, *columns: int):
    def change(number, signals):
        if number == setup:
            signals[:, list(columns)] = 0.25

    return change


def test_a_rover_that_does_not_move_is_left_out(tmp_path):
    _files(tmp_path, _kill(2, 2))
    found = load_measurement(parse_plan(PLAN), tmp_path)
    assert [remark.key for remark in found.remarks] == ["channel_silent"]
    assert found.remarks[0].text == "S2, P4 across"
    assert across(4) not in found.degrees
    assert found.recordings[1].signals.shape == (6000, 2)


def test_a_reference_that_does_not_move_is_replaced_by_the_others(tmp_path):
    _files(tmp_path, _kill(2, 0))
    found = load_measurement(parse_plan(PLAN), tmp_path)
    assert [remark.key for remark in found.remarks] == ["reference_silent"]
    assert found.references == (across(2),)
    assert found.recordings[0].degrees == (across(1), across(2), across(3))
    assert found.recordings[1].degrees == (across(2), across(4))
    _files(tmp_path, _kill(2, 0, 1))
    with pytest.raises(RecordError, match=r"no reference moves in every setup \(setup S2: P1 across, P2 across"):
        load_measurement(parse_plan(PLAN), tmp_path)
    _files(tmp_path, _kill(3, 0, 1, 2))
    with pytest.raises(RecordError, match="setup S3: none of its channels moves"):
        load_measurement(parse_plan(PLAN), tmp_path)


def _gap(first: int, last: int):
    def change(number, signals):
        if number == 1:
            signals[first:last, 2] = np.nan

    return change


def test_short_gaps_are_bridged_and_long_ones_refused(tmp_path):
    _files(tmp_path, _gap(1000, 1004))
    found = load_measurement(parse_plan(PLAN), tmp_path)
    assert [(remark.key, remark.count) for remark in found.remarks] == [("samples_bridged", 4)]
    inside = found.recordings[0].signals[998:1006, 2]
    np.testing.assert_allclose(np.diff(inside[1:7], 2), 0.0, atol=1e-15)
    _files(tmp_path, _gap(1000, 1050))
    with pytest.raises(
        RecordError, match=r"setup S1, channel P3 across: 50 samples .*begins at 10\.000 s and lasts 0\.5"
    ):
        load_measurement(parse_plan(PLAN), tmp_path)
    _files(tmp_path, _gap(0, 5000))
    assert [remark.key for remark in load_measurement(parse_plan(PLAN), tmp_path).remarks] == ["channel_silent"]


def test_one_sensor_is_a_reduced_analysis(tmp_path):
    np.save(tmp_path / "s1.npy", MADE.recordings[0].signals[:, 0])
    text = (
        HEAD
        + '[[setups]]\nname = "S1"\nfile = "s1.npy"\n'
        + ('channels = [{ point = "P1", heading = "across", column = 1 }]\n')
    )
    found = load_measurement(parse_plan(text), tmp_path)
    assert [remark.key for remark in found.remarks] == ["one_sensor"]
    assert found.references == found.degrees == (across(1),)


def test_shorter_than_planned_and_files_of_unequal_length(tmp_path):
    _files(tmp_path)
    found = load_measurement(parse_plan('duration = "600 s"\n' + PLAN), tmp_path)
    assert {(remark.key, remark.amount, remark.stated) for remark in found.remarks} == {
        ("setup_shorter_than_planned", 60.0, 600.0)
    }
    np.save(tmp_path / "other.npy", MADE.recordings[0].signals[:5000, 2])
    text = HEAD + _setup(1, rover=', file = "other.npy"').replace("column = 3", "column = 1")
    found = load_measurement(parse_plan(text), tmp_path)
    assert [remark.key for remark in found.remarks] == ["setup_files_cut"]
    np.testing.assert_array_equal(found.recordings[0].signals, MADE.recordings[0].signals[:5000])


def test_ground_noise_has_three_components(tmp_path):
    np.savez(tmp_path / "g.npz", z=MADE.recordings[0].signals[:, 0], n=MADE.recordings[0].signals[:, 1], fs=100.0,
             e=MADE.recordings[0].signals[:, 2])  # fmt: skip
    text = (
        'name = "ground"\n[[ground]]\nname = "G1"\nfile = "g.npz"\nnorth = "n"\neast = "e"\nup = "z"\nstart = "10 s"\n'
    )
    plan = parse_plan(text)
    found = load_ground(plan, plan.ground[0], tmp_path)
    assert found.degrees == tuple(Degree(point="G1", axis=axis) for axis in range(3))
    np.testing.assert_array_equal(found.signals, MADE.recordings[0].signals[1000:, [1, 2, 0]])
    with pytest.raises(RecordError, match="only ground noise"):
        load_measurement(plan, tmp_path)
    np.savez(tmp_path / "g.npz", z=np.zeros(6000), n=np.arange(6000.0), e=np.arange(6000.0), fs=100.0)
    with pytest.raises(RecordError, match='ground noise "G1", channel up: does not move'):
        load_ground(plan, plan.ground[0], tmp_path)
