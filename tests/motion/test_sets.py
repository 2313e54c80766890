"""Sets of ground motions: planted sets are found, factors and rules follow from arithmetic, bad input is named."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import InputError, ModelError, OptionsError, RecordError
from pirqa.motion.design_spectrum import E030, DesignSpectra, design_spectra
from pirqa.motion.formats import export_motion
from pirqa.motion.options import MotionOptions, ProcessingOptions, RecordOptions, SignalOptions
from pirqa.motion.prepare import prepare_set, set_files
from pirqa.motion.record import record_path
from pirqa.motion.sets.candidates import Candidate, library_candidates, listed_candidates, read_flatfile
from pirqa.motion.sets.characteristics import PERIODS, Characteristics, characterize_all, combine
from pirqa.motion.sets.events import events_of
from pirqa.motion.sets.options import ConditionalTarget, ScenarioOptions, SetOptions, SpectrumTarget
from pirqa.motion.sets.result import SetMember
from pirqa.motion.sets.rules import count_rules, fit_rules, lacks_of, near_fault_needed
from pirqa.motion.sets.selection import Goal, Pool, search_set
from pirqa.motion.sets.target import period_range, target_curve
from pirqa.motion.spectra import response_spectrum
from pirqa.motion.synthetic.options import StochasticOptions
from pirqa.units import STANDARD_GRAVITY
from tests.motion.made_records import write_records

PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))


def pool(spectra, events=None, kinds=None, near=None) -> Pool:
    count = len(spectra)
    return Pool(
        spectra=np.asarray(spectra, dtype=np.float64),
        events=np.arange(count) if events is None else np.asarray(events),
        kinds=np.full(count, -1) if kinds is None else np.asarray(kinds),
        near=np.zeros(count, dtype=bool) if near is None else np.asarray(near, dtype=bool),
        preference=np.zeros(count),
    )


def candidates_around(target, planted, rng):
    """Return spectra of which the rows ``planted`` have the target's shape on average, the others a slope."""
    count, periods = 60, len(target)
    slope = np.linspace(-1.0, 1.0, periods)
    logs = rng.normal(0.0, 0.05, (count, periods)) + rng.choice([-1.5, 1.5], count)[:, None] * slope
    wiggle = rng.normal(0.0, 0.3, (len(planted), periods))
    logs[planted] = wiggle - wiggle.mean(axis=0) - (wiggle - wiggle.mean(axis=0)).mean(axis=1)[:, None]
    return target * np.exp(logs) * rng.uniform(0.4, 2.5, count)[:, None]


@pytest.mark.parametrize("search", ["greedy", "restarts"])
def test_search_finds_a_planted_set(search):
    rng = np.random.default_rng(7)
    target = np.geomspace(2.0, 6.0, 40)
    planted = [3, 8, 15, 22, 31, 40, 59]
    found = search_set(pool(candidates_around(target, planted, rng)), Goal(target=target), search=search, seed=3)
    assert found.feasible
    assert list(found.members) == planted


def test_search_is_reproducible_and_restarts_are_no_worse_than_greedy():
    rng = np.random.default_rng(1)
    target = np.ones(30)
    spectra = np.exp(rng.normal(0.0, 0.5, (80, 30)))
    greedy = search_set(pool(spectra), Goal(target=target), search="greedy")
    first, second = (search_set(pool(spectra), Goal(target=target), restarts=10, seed=5) for _ in range(2))
    assert first.members == second.members
    assert first.factors == second.factors
    assert first.cost <= greedy.cost + 1e-12


def test_factors_lift_the_mean_to_the_target_exactly():
    rng = np.random.default_rng(2)
    target = np.linspace(1.0, 3.0, 25)
    spectra = target * np.exp(rng.normal(0.0, 0.3, (12, 25)))
    found = search_set(pool(spectra), Goal(target=target, count=7))
    mean = (np.array(found.factors)[:, None] * spectra[list(found.members)]).mean(axis=0)
    assert (mean / target).min() == pytest.approx(1.0, abs=1e-12)


def test_no_third_motion_of_an_event_and_six_events():
    rng = np.random.default_rng(3)
    target = np.ones(20)
    spectra = np.exp(rng.normal(0.0, 0.02, (20, 20)))
    spectra[8:] = np.exp(rng.normal(0.0, 0.6, (12, 20)))  # the eight best are of one event
    events = np.array([0] * 8 + list(range(1, 13)))
    found = search_set(pool(spectra, events), Goal(target=target))
    of_events = events[list(found.members)]
    assert (of_events == 0).sum() <= 2
    assert len(set(of_events.tolist())) >= 6


def test_types_and_near_fault_motions_are_taken_though_they_fit_worse():
    rng = np.random.default_rng(4)
    spectra = np.exp(rng.normal(0.0, 0.05, (20, 20)))
    spectra[:3] = np.exp(rng.normal(0.0, 0.5, (3, 20)))
    kinds = np.array([4, 4, 5] + [0] * 17)
    near = np.array([False, True, True] + [False] * 17)
    goal = Goal(target=np.ones(20), kinds={4: 2}, near=2)
    assert set(search_set(pool(spectra, kinds=kinds, near=near), goal).members) >= {0, 1, 2}


def test_infeasible_factors_are_reported():
    spectra = np.full((8, 5), 0.01)
    assert not search_set(pool(spectra), Goal(target=np.ones(5))).feasible


def test_fixed_members_stay():
    rng = np.random.default_rng(5)
    spectra = np.exp(rng.normal(0.0, 0.1, (20, 10)))
    spectra[11] = np.exp(np.linspace(-1, 1, 10))
    assert 11 in search_set(pool(spectra), Goal(target=np.ones(10)), fixed=[11]).members


def test_conditional_goal_fits_mean_and_spread():
    rng = np.random.default_rng(6)
    periods = 30
    sigma = np.abs(np.linspace(-0.6, 0.6, periods))
    spectra = np.exp(rng.normal(size=(200, 1)) * sigma + rng.normal(0.0, 0.02, (200, periods)))
    spectra *= rng.uniform(0.3, 3.0, (200, 1))
    goal = Goal(target=np.ones(periods), deviation=sigma, anchor=15, count=11)
    found = search_set(pool(spectra), goal, restarts=5)
    logs = np.log(np.array(found.factors)[:, None] * spectra[list(found.members)])
    assert np.abs(logs[:, 15]).max() < 1e-12
    assert np.abs(logs.mean(axis=0)).max() < 0.15
    assert np.abs(logs.std(axis=0, ddof=1) - sigma).max() < 0.15


def test_combined_spectra_by_hand():
    both = np.array([[3.0, 6.0], [4.0, 8.0]])
    assert combine(both, "srss") == pytest.approx([5.0, 10.0])
    assert combine(both, "larger") == pytest.approx([3.0, 6.0])
    assert combine(both, "geometric_mean") == pytest.approx([math.sqrt(12.0), math.sqrt(48.0)])


def test_period_range_by_hand():
    assert period_range(SetOptions(period=0.2), None) == pytest.approx((0.2, 0.04, 0.3))
    assert period_range(SetOptions(period=0.2, secant_period=0.8), 9.0) == pytest.approx((0.2, 0.04, 1.2))
    assert period_range(SetOptions(), 0.5) == pytest.approx((0.5, 0.1, 0.75))
    with pytest.raises(OptionsError, match=r'motion\.set\.period: missing.*period = "0\.25 s"'):
        period_range(SetOptions(), None)


def test_target_of_e030_rises_below_a_fifth_of_tp():
    curve = target_curve(SetOptions(period=0.2), PERU, Path(), 0.04, 0.3)
    ground = 0.35 * STANDARD_GRAVITY
    assert curve.combination == "srss"
    assert curve.acceleration[0] == pytest.approx(ground * (1.0 + 7.5 * 0.04 / 0.4))  # Art. 30.1.4
    assert curve.acceleration[-1] == pytest.approx(2.5 * ground)
    assert curve.pga == pytest.approx(ground)


# rules


def member(**changes) -> SetMember:
    plain = SetMember(name="a", event="A", factor=1.0, pga=1.0, pgv=0.1, duration=10.0, mean_period=0.3)
    return replace(plain, **changes)


def test_counts_of_motions_events_and_types():
    members = [member(name=str(at), event=str(at // 3), mechanism="interface") for at in range(6)]
    rules = count_rules(members, types={"interface": 2, "normal": 1}, near_fault=True)
    said = {(rule.key, rule.text): (rule.found, rule.satisfied) for rule in rules}
    assert said["motions", ""] == (6, False)
    assert said["events", ""] == (2, False)
    assert said["of_one_event", ""] == (3, False)
    assert said["type", "interface"] == (6, True)
    assert said["type", "normal"] == (0, False)
    assert said["near_fault", ""] == (0, False)
    lacks = {(lack.kind, lack.key, lack.found, lack.needed) for lack in lacks_of(rules)}
    assert lacks == {
        ("too_few", "motions", 6, 7),
        ("too_few", "events", 2, 6),
        ("type_missing", "near_fault", 0, 2),
        ("type_missing", "normal", 0, 1),
    }


def test_synthetic_motions_fill_a_type_up_to_three_of_seven():
    real = [member(name=str(at), event=str(at)) for at in range(4)]
    made = [member(name=f"s{at}", event="", synthetic=True, mechanism="normal") for at in range(3)]
    rules = {rule.key: rule for rule in count_rules([*real, *made], types={"normal": 2}, near_fault=False)}
    assert rules["type"].satisfied
    assert rules["events"].found == 7
    assert rules["synthetic"].satisfied
    four = count_rules([*real[:3], *made, made[0]], types={}, near_fault=False)
    assert not next(rule for rule in four if rule.key == "synthetic").satisfied


def test_near_fault_share():
    assert [near_fault_needed(count) for count in (7, 8, 11, 14)] == [2, 3, 4, 4]


@pytest.mark.parametrize(
    ("changes", "key", "binding"),
    [
        ({"lowest": 0.999}, "mean", True),
        ({"factors": [0.24, 1.0]}, "least_factor", True),
        ({"factors": [4.1, 1.0]}, "greatest_factor", False),
        ({"factors": [8.1, 1.0]}, "greatest_factor_ever", True),
        ({"pga": 0.79}, "pga_low", True),
        ({"pga": 1.31}, "pga_high", False),
        ({"across": 0.9}, "across", False),
        ({"measured": {"velocity": 0.4}}, "velocity", False),
    ],
)
def test_a_broken_rule_is_reported(changes, key, binding):
    good = {
        "lowest": 1.0,
        "lowest_period": 0.1,
        "floor": 1.0,
        "factors": [1.0, 2.0],
        "pga": 1.0,
        "across": 1.0,
        "measured": {},
    }
    assert all(rule.satisfied for rule in fit_rules(**good))
    broken = [rule for rule in fit_rules(**(good | changes)) if not rule.satisfied]
    assert key in [rule.key for rule in broken]
    assert next(rule for rule in broken if rule.key == key).binding is binding


# candidates


def test_library_has_17_motions_of_11_events_that_may_ship():
    items = library_candidates()
    assert len({item.name for item in items}) == len(items)
    assert all(item.licence and item.citation and item.event for item in items)
    assert not [item.name for item in items if item.mechanism == "normal"]  # Cusco's type: nothing that may ship
    new = [item for item in items if item.licence != "none stated" and item.agency != "RENADIC"]
    assert len(new) >= 17
    assert len({item.event for item in new}) >= 11


HEAD = "name,files,event,date,magnitude,mechanism,distance [km],vs30 [m/s],near_fault\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; give a flatfile with the columns name and files"),
        ("name,event\na,b\n", 'line 1: has no column "files"'),
        ("name,files,mood\na,b,c\n", 'line 1: column "mood" is not known'),
        ("name,files,name\na,b,c\n", 'two columns are called "name"'),
        ("name,files,distance [mi]\na,b,3\n", "give its unit, one of km, m"),
        ("name,files,distance\na,b,3\n", "give its unit, one of km, m"),
        (HEAD + "a,b.txt\n", "line 2: has 2 cells, the head 9"),
        (HEAD + "a b,b.txt,,,,,,,\n", '"a b" cannot be a name'),
        (HEAD + "a,,,,,,,,\n", '"a" has no files'),
        (HEAD + "a,../b.txt,,,,,,,\n", "../b.txt leaves it"),
        (HEAD + "a,/b.txt,,,,,,,\n", "/b.txt leaves it"),
        (HEAD + "a,b.txt,,,big,,,,\n", 'magnitude is "big", not a number'),
        (HEAD + "a,b.txt,,,-1,,,,\n", 'magnitude is "-1", not a number above 0'),
        (HEAD + "a,b.txt,,,,,,0,\n", 'vs30 is "0", not a number above 0; repair the cell, or leave it empty'),
        (HEAD + "a,b.txt,,,,,-3,,\n", 'distance is "-3", not a number of 0 or more'),
        ("name,files,pulse_period\na,b.txt,0\n", 'pulse_period is "0", not a number above 0'),
        (HEAD + "a,b.txt,,,nan,,,,\n", 'magnitude is "nan"'),
        (HEAD + "a,b.txt,,,,sideways,,,\n", 'mechanism "sideways" is not known'),
        (HEAD + "a,b.txt,,,,,,,perhaps\n", 'near_fault is "perhaps"; write yes or no'),
        (HEAD + "a,b.txt,,,,,,,\na,c.txt,,,,,,,\n", 'line 3: "a" stands in line 2 too'),
        (HEAD, "lists no motion"),
        ("name,files,unit\na,b.txt,furlong\n", 'unit "furlong" is not known'),
    ],
)
def test_bad_flatfiles_are_refused_by_line(tmp_path, text, message):
    path = tmp_path / "flatfile.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_flatfile(path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_flatfile_of_a_spreadsheet_is_read(tmp_path):
    path = tmp_path / "flatfile.csv"
    path.write_bytes(
        "\ufeffName;Files;Event;Distance (km);VS30 [m/s];Near fault\r\nX-1;a.v1;Cusco;12.5;420;sí\r\n".encode()
    )
    (found,) = read_flatfile(path, prefix="records/")
    assert found.files == ("records/a.v1",)
    assert (found.distance, found.vs30, found.near_fault) == (12500.0, 420.0, True)


def numbers(**changes) -> Characteristics:
    plain = Characteristics(
        digest="",
        components=("a", "b"),
        spectra=np.ones((2, len(PERIODS))),
        pga=(1.0, 0.9),
        pgv=(0.1, 0.1),
        duration=(10.0, 10.0),
        mean_period=(0.3, 0.3),
        longest_period=10.0,
        noise=0.0,
    )
    return replace(plain, **changes)


def test_one_earthquake_under_two_names_is_one_event():
    items = (
        Candidate(name="lib", files=("pirqa:x",), event="Ridgecrest, California", date="2019-07-06", magnitude=7.1),
        Candidate(name="own", files=("r/y",), event="Ridgecrest M7", date="2019-07-06", magnitude=7.0),
        Candidate(name="fore", files=("r/z",), event="Ridgecrest foreshock", date="2019-07-06", magnitude=5.0),
        Candidate(name="bare", files=("r/w",), listed=False),
        Candidate(name="near", files=("r/v",), listed=False),
        Candidate(name="later", files=("r/u",), listed=False),
        Candidate(name="unknown", files=("r/t",), listed=False),
    )
    found = {
        "bare": numbers(time="2019-07-06T03:20:00Z"),
        "near": numbers(time="2001-01-01T00:00:00Z"),
        "later": numbers(time="2001-01-01T00:09:00Z"),
        "unknown": numbers(),
    }
    events = events_of(items, found)
    assert events["own"] == events["lib"] == events["bare"] == "Ridgecrest, California"
    assert events["fore"] == "Ridgecrest foreshock"
    assert events["near"] == events["later"] != events["lib"]
    assert events["unknown"] == "?"


# from files


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("set")
    write_records(place / "records")
    return place


def chosen(place: Path, designs=PERU, **changes):
    asked = {"period": 0.25, "library": False, "folder": "records", "types": {"normal": 7}, "secant_period": 0.3}
    signals = changes.pop("signals", {})
    records = changes.pop("records", {})
    options = MotionOptions(set=SetOptions(**(asked | changes)), design=designs, signals=signals, records=records)
    return prepare_set(options, design_spectra(designs) if designs else {}, place)


def test_srss_of_both_components_and_one_factor_by_hand(place):
    found, prepared = chosen(place)
    assert found.complete
    assert len(found.members) == 7
    assert found.events == 7
    periods = found.curve["period"]
    total = np.zeros(len(periods))
    for item, entry in zip(prepared, found.members, strict=True):
        motion = item.motion
        assert item.name == entry.name
        assert motion.factor == pytest.approx(entry.factor)
        both = [
            response_spectrum(
                np.ascontiguousarray(motion.acceleration[:, motion.column(name)]), motion.step, periods=periods
            ).psa
            for name in ("across", "along")
        ]
        total += np.sqrt(both[0] ** 2 + both[1] ** 2)
        column = motion.column("across")
        assert entry.pga == pytest.approx(float(np.abs(motion.acceleration[:, column]).max()), rel=1e-3)
        assert entry.pga >= float(motion.peak_acceleration[motion.column("along")])  # the larger one drives across
    mean = total / len(prepared)
    assert mean == pytest.approx(found.curve["mean"], rel=1e-9)
    assert (mean / found.curve["target"]).min() == pytest.approx(1.0, abs=1e-9)


def test_same_input_gives_the_same_set(place):
    first, second = chosen(place)[0], chosen(place)[0]
    assert [(item.name, item.factor) for item in first.members] == [(item.name, item.factor) for item in second.members]
    assert first.rules == second.rules


def test_too_few_motions_are_a_lack(tmp_path):
    write_records(tmp_path / "records", 3)
    found, _ = chosen(tmp_path)
    assert not found.complete
    assert {(lack.kind, lack.key, lack.found, lack.needed) for lack in found.lacks} == {
        ("too_few", "motions", 3, 7),
        ("too_few", "events", 3, 6),
        ("type_missing", "normal", 3, 7),
    }


def test_a_missing_type_is_named_and_synthetic_motions_fill_it(place):
    found, _ = chosen(place, types={"intraslab": 2})
    assert [(lack.kind, lack.key, lack.found) for lack in found.lacks] == [("type_missing", "intraslab", 0)]
    assert not found.complete
    signals = {
        name: SignalOptions(
            stochastic=StochasticOptions(region="peru_intraslab", magnitude=7.0, distance=60e3, seed=seed)
        )
        for name, seed in (("deep_1", 1), ("deep_2", 2))
    }
    filled, prepared = chosen(
        place, types={"intraslab": 2}, signals=signals, synthetic={"intraslab": ("deep_1", "deep_2")}
    )
    assert not filled.lacks
    assert {item.name for item in filled.members if item.synthetic} == {"deep_1", "deep_2"}
    assert "set_synthetic" in [remark.key for remark in filled.remarks]
    assert {item.name for item in prepared} == {item.name for item in filled.members}


def test_the_same_file_under_two_names_counts_once(tmp_path):
    write_records(tmp_path / "records", 7)
    text = (tmp_path / "records" / "r0.csv").read_text(encoding="utf-8")
    (tmp_path / "records" / "copy.csv").write_text(text, encoding="utf-8")
    found, _ = chosen(tmp_path)
    assert [(item.name, item.reason) for item in found.refused] == [("copy", "is the same motion as r0")]


def test_files_that_cannot_be_read_are_named_and_counted(tmp_path):
    write_records(tmp_path / "records", 7)
    (tmp_path / "records" / "notes.txt").write_text("not a record\n", encoding="utf-8")
    (tmp_path / "records" / "empty.v1").write_bytes(b"")
    found, _ = chosen(tmp_path)
    assert sorted(item.name for item in found.refused) == ["empty.v1", "notes.txt"]
    assert all(item.name in item.reason for item in found.refused)
    (remark,) = [remark for remark in found.remarks if remark.key == "set_refused"]
    assert remark.count == 2
    options = MotionOptions(set=SetOptions(period=0.2, folder="records", library=False), design=PERU)
    assert tmp_path / "records" / "empty.v1" in set_files(options, tmp_path)


def test_components_filed_apart_are_one_motion(tmp_path):
    write_records(tmp_path / "plain", 2)
    (tmp_path / "records").mkdir()
    for at in range(2):
        rows = (tmp_path / "plain" / f"r{at}.csv").read_text(encoding="utf-8").splitlines()
        for column, name in ((1, "NS"), (2, "EW")):
            cells = [row.split(",") for row in rows]
            lines = [f"{cell[0]},{cell[column]}" for cell in cells]
            (tmp_path / "records" / f"site{at}_{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found, _ = chosen(tmp_path, types={})
    assert len(found.members) == 2
    assert all(len(item.files) == 2 for item in found.members)


def test_a_second_look_comes_from_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PIRQA_CACHE", str(tmp_path / "cache"))
    write_records(tmp_path / "records", 3)
    first = chosen(tmp_path)[0]
    kept = sorted((tmp_path / "cache").rglob("*.json"))
    assert kept
    calls = []
    import pirqa.motion.sets.characteristics as module

    monkeypatch.setattr(module, "_computed", lambda *parts: calls.append(parts))
    assert [item.name for item in chosen(tmp_path)[0].members] == [item.name for item in first.members]
    assert not calls


def test_a_response_that_changes_makes_the_cache_stale(tmp_path, monkeypatch):
    pytest.importorskip("obspy")
    monkeypatch.setenv("PIRQA_CACHE", str(tmp_path / "cache"))
    (tmp_path / "records").mkdir()
    for name in ("CI.CLC..HNE.mseed", "CI.CLC..HNN.mseed", "CI.CLC.xml"):
        data = record_path(f"pirqa:{name}", tmp_path).read_bytes()
        (tmp_path / "records" / name).write_bytes(data)
    (tmp_path / "records" / "flatfile.csv").write_text(
        "name,files,event\nclc,CI.CLC..HNE.mseed; CI.CLC..HNN.mseed,Ridgecrest\n", encoding="utf-8"
    )
    items = listed_candidates("records", None, tmp_path)
    first, _ = characterize_all(items, tmp_path, ProcessingOptions())
    response = tmp_path / "records" / "CI.CLC.xml"
    text = response.read_text(encoding="utf-8")
    stated = re.search(r"<InstrumentSensitivity>\s*<Value>([\d.]+)", text)[1]
    half = f"{0.5 * float(stated):.{len(stated)}f}"[: len(stated)]
    other = text.replace(stated, half)
    assert len(other) == len(text)  # the size alone does not tell
    response.write_text(other, encoding="utf-8")
    second, _ = characterize_all(items, tmp_path, ProcessingOptions())
    larger, smaller = first["clc"].pga  # the one whose sensitivity is halved doubles
    assert second["clc"].pga == pytest.approx((2.0 * smaller, larger), rel=1e-3)


def test_a_spoiled_cache_is_computed_again(tmp_path, monkeypatch):
    monkeypatch.setenv("PIRQA_CACHE", str(tmp_path / "cache"))
    write_records(tmp_path / "records", 3)
    first = chosen(tmp_path)[0]
    for path in (tmp_path / "cache").rglob("*.json"):
        path.write_text(path.read_text(encoding="utf-8").replace("1", "2"), encoding="utf-8")
    again = chosen(tmp_path)[0]
    assert [item.factor for item in again.members] == [item.factor for item in first.members]


def test_noise_is_not_scaled_up(tmp_path):
    folder = tmp_path / "records"
    write_records(folder, 7)
    rng = np.random.default_rng(8)
    rows = ["time [s],NS [m/s2],EW [m/s2]"]
    rows += [f"{0.01 * at:.2f},{a:.9f},{b:.9f}" for at, (a, b) in enumerate(1e-3 * rng.normal(size=(2000, 2)))]
    (folder / "hum.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    found, _ = chosen(tmp_path)
    (refused,) = found.refused
    assert refused.name == "hum"
    assert "noise is not scaled up" in refused.reason


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"folder": "nowhere"}, "nowhere is not a folder; check the path"),
        ({"flatfile": "none.csv"}, "none.csv: cannot be read"),
        ({"include": ("ghost",)}, 'motion.set.include: no candidate is called "ghost"'),
        ({"exclude": ("ghost",)}, 'motion.set.exclude: no candidate is called "ghost"'),
        ({"exclude": tuple(f"r{at}" for at in range(9))}, "no candidate can be used"),
        ({"target": "ntc2018"}, "ntc2018 is not under [motion.design]"),
    ],
)
def test_bad_sets_are_refused(place, changes, message):
    with pytest.raises(InputError) as caught:
        chosen(place, **changes)
    assert message in str(caught.value)


def test_without_a_target(place):
    with pytest.raises(OptionsError, match=r"motion\.set: has no target; give a design spectrum"):
        chosen(place, designs=None)


def test_a_target_above_everything(tmp_path):
    write_records(tmp_path / "records", 8, peak=0.02)
    with pytest.raises(OptionsError, match=r"the target is above what the 8 candidates reach.*add stronger records"):
        chosen(tmp_path)


def test_zero_records(tmp_path):
    (tmp_path / "records").mkdir()
    with pytest.raises(OptionsError, match="holds no record; check the path"):
        chosen(tmp_path)


def test_a_flatfile_without_its_files(tmp_path):
    write_records(tmp_path / "records", 7)
    (tmp_path / "records" / "r3.csv").unlink()
    found, _ = chosen(tmp_path)
    (refused,) = found.refused
    assert refused.name == "r3"
    assert "r3.csv: is not there; check the flatfile" in refused.reason


def test_one_component_only(tmp_path):
    write_records(tmp_path / "records", 2)
    for path in (tmp_path / "records").glob("r*.csv"):
        rows = [",".join(row.split(",")[:2]) for row in path.read_text(encoding="utf-8").splitlines()]
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(OptionsError, match="one horizontal component only; the target is for two"):
        chosen(tmp_path)
    found, _ = chosen(tmp_path, combination="larger")
    assert len(found.members) == 2


def test_a_member_called_as_a_record_of_the_project(place):
    with pytest.raises(OptionsError, match='"r0" is called as a motion of the project'):
        chosen(place, include=("r0",), records={"r0": RecordOptions(file="pirqa:elcentro_NS_full.dat", unit="g")})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"site_class": "Z9"}, 'site_class: "Z9" is not known'),
        ({"types": {"sideways": 1}}, 'types: "sideways" is not known'),
        ({"types": {"normal": 0}}, "types.normal: must be a whole number of 1 or more"),
        ({"types": {"normal": 8}}, "asks for 8 motions, count is 7"),
        ({"library": False}, "no candidate; give folder"),
        ({"flatfile": "a.csv"}, "names files of a folder; give folder too"),
        ({"include": ("a",), "exclude": ("a",)}, "a is included and excluded"),
        ({"synthetic": {"normal": ("a", "a")}}, "names one signal twice"),
        ({"synthetic": {"normal": ("a", "b", "c", "d")}}, "4 synthetic motions of 7, at most 3"),
        ({"target": "e030_2018", "spectrum": SpectrumTarget(file="a.csv")}, "target and spectrum are both targets"),
        ({"conditional": ConditionalTarget(period=1.0, epsilon=1.0, model="bssa14")}, "needs the earthquake"),
        ({"largest_factor": 9.0}, "largest_factor"),
    ],
)
def test_options_that_contradict_each_other(given, message):
    with pytest.raises(ModelError) as caught:
        SetOptions(**({"period": 0.3} | given))
    assert message in str(caught.value)


def test_conditional_and_scenario_options():
    with pytest.raises(ModelError, match="give epsilon or acceleration"):
        ConditionalTarget(period=1.0, model="bssa14")
    with pytest.raises(ModelError):
        ScenarioOptions(magnitude=12.0, distance=1e4)
    with pytest.raises(ModelError, match="give longitude and latitude together"):
        SpectrumTarget(file="a.csv", longitude=3.0)


def test_signals_of_the_set_must_exist():
    with pytest.raises(ModelError, match=r'set\.synthetic: no signal is called "a"'):
        MotionOptions(set=SetOptions(period=0.3, synthetic={"normal": ("a",)}))


def test_every_library_motion_can_be_used_or_says_why_not():
    from pirqa.motion.options import ProcessingOptions

    found, refused = characterize_all(library_candidates(), Path(), ProcessingOptions())
    assert not [f"{item.name}: {item.reason}" for item in refused]
    for name, item in found.items():
        assert len(item.components) == 2, name
        assert item.pga[0] >= item.pga[1], name


def test_a_set_of_the_library_for_peru():
    options = MotionOptions(set=SetOptions(period=0.25, secant_period=0.6, types={"interface": 1}), design=PERU)
    found, prepared = prepare_set(options, design_spectra(PERU), Path())
    assert len(prepared) == 7
    assert found.rule("mean").satisfied
    assert "lima_1966_prq" in [item.name for item in found.members]
    assert max(item.factor for item in found.members) <= 4.0
    assert found.rule("of_one_event").satisfied


def test_members_can_be_written_out(place, tmp_path):
    _, prepared = chosen(place)
    pages = export_motion(prepared[0].motion, tmp_path, format="csv")
    assert pages


def test_a_factor_above_four_is_better_than_a_type_that_is_missing(tmp_path):
    folder = tmp_path / "records"
    write_records(folder, 8)
    write_records(tmp_path / "weak", 1, peak=1.1, seed=5)
    (folder / "weak.csv").write_bytes((tmp_path / "weak" / "r0.csv").read_bytes())
    text = (folder / "flatfile.csv").read_text(encoding="utf-8").replace(",normal", ",reverse")
    (folder / "flatfile.csv").write_text(f"{text}weak,weak.csv,Weak,2011-01-01,6.5,normal\n", encoding="utf-8")
    found, _ = chosen(tmp_path, types={"normal": 1})
    assert found.complete
    assert max(member.factor for member in found.members) > 4.0
    assert "set_greatest_factor" in {remark.key for remark in found.remarks}
    assert chosen(tmp_path, types={"normal": 1}, largest_factor=4.0)[0].complete is False
