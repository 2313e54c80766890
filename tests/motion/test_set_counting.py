"""An incomplete set never counts as complete: one record or one earthquake under several names is found."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError, RecordError
from pirqa.motion import E030, DesignSpectra, MotionOptions, SetOptions, SignalOptions, choose_set
from pirqa.motion.sets.candidates import read_flatfile
from pirqa.motion.sets.options import ScenarioOptions, SpectrumTarget
from pirqa.motion.synthetic.options import RickerOptions, StochasticOptions
from tests.motion.made_records import write_records

PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))
HEAD = "time [s],NS [m/s2],EW [m/s2]"


def read(path: Path) -> np.ndarray:
    return np.loadtxt(path, delimiter=",", skiprows=1)


def write(path: Path, values: np.ndarray, head: str = HEAD) -> None:
    np.savetxt(path, values, delimiter=",", header=head, comments="", fmt="%.9f")


def list_row(place: Path, text: str) -> None:
    with (place / "records" / "flatfile.csv").open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")


def choose(place: Path, **changes):
    asked = {"period": 0.25, "secant_period": 0.3, "library": False, "folder": "records", "types": {"normal": 1}}
    return choose_set(SetOptions(**(asked | changes)), design=PERU, folder=place)[0]


def lacks(found) -> set[str]:
    return {lack.key for lack in found.lacks}


def turned(values: np.ndarray) -> np.ndarray:
    cosine, sine = np.cos(0.5), np.sin(0.5)
    north, east = values[:, 1], values[:, 2]
    return np.column_stack([values[:, 0], cosine * north - sine * east, sine * north + cosine * east])


def cut(values: np.ndarray) -> np.ndarray:
    part = values[50:1300].copy()
    part[:, 0] -= part[0, 0]
    return part


def sampled_anew(values: np.ndarray) -> np.ndarray:
    times = np.arange(0.0, values[-1, 0], 0.005)
    return np.column_stack([times, *(np.interp(times, values[:, 0], values[:, at]) for at in (1, 2))])


@pytest.mark.parametrize(
    "change",
    [
        turned,
        cut,
        sampled_anew,
        lambda values: values * [1.0, -1.0, 2.5],
        lambda values: values[:, [0, 2, 1]] * [1.0, 3.0, -0.5],
    ],
    ids=["turned", "cut", "sampled anew", "other polarity and scale", "components exchanged"],
)
def test_one_record_in_another_form_is_one_motion(tmp_path, change: Callable[[np.ndarray], np.ndarray]):
    write_records(tmp_path / "records", 7)
    assert choose(tmp_path).complete
    write(tmp_path / "records" / "r6.csv", change(read(tmp_path / "records" / "r0.csv")))
    found = choose(tmp_path)
    assert lacks(found) == {"motions"}
    assert [(item.name, item.key, item.text) for item in found.refused] == [("r6", "twin", "r0")]


def test_a_component_of_a_pair_is_no_motion_of_its_own(tmp_path):
    write_records(tmp_path / "records", 7)
    values = read(tmp_path / "records" / "r0.csv")
    weaker = 1 + int(np.abs(values[:, 2]).max() < np.abs(values[:, 1]).max())
    write(tmp_path / "records" / "r6.csv", values[:, [0, weaker]], "time [s],EW [m/s2]")
    found = choose(tmp_path, combination="larger")
    assert [(item.name, item.key) for item in found.refused] == [("r6", "twin")]


def test_two_components_of_one_record_are_one_motion(tmp_path):
    write_records(tmp_path / "records", 4)
    rows = ["name,files,event,date,magnitude,mechanism,station"]
    for at in range(4):
        values = read(tmp_path / "records" / f"r{at}.csv")
        for column, name in ((1, "NS"), (2, "EW")):
            write(tmp_path / "records" / f"r{at}{name}.csv", values[:, [0, column]], f"time [s],{name} [m/s2]")
            rows.append(f"r{at}{name},r{at}{name}.csv,E{at},200{at}-01-01,6.5,normal,{'ABC1' if at else ''}")
        (tmp_path / "records" / f"r{at}.csv").unlink()
    (tmp_path / "records" / "flatfile.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = choose(tmp_path, combination="larger")
    assert len(found.members) == 4
    assert {item.key for item in found.refused} == {"same_station"}
    assert lacks(found) == {"motions", "events"}


def test_one_component_twice_is_no_pair(tmp_path):
    write_records(tmp_path / "records", 7)
    values = read(tmp_path / "records" / "r0.csv")
    write(tmp_path / "records" / "r0.csv", np.column_stack([values[:, :2], 2.0 * values[:, 1]]))
    assert [(item.name, item.key) for item in choose(tmp_path).refused] == [("r0", "askew")]


@pytest.mark.parametrize(
    ("event", "date", "count"),
    [
        ("E0 earthquake", "", 5),
        ("e-0", "2010-01-01", 5),
        ("Another", "2000-01-01", 5),
        ("Another", "31/12/1999", 5),
        ("Another", "2000-01-02", 5),
        ("Another", "2000/01/04", 6),
        ("", "", 5),
    ],
)
def test_one_earthquake_in_another_spelling_is_one(tmp_path, event, date, count):
    write_records(tmp_path / "more", 7, seed=9)
    write_records(tmp_path / "records", 5)
    for at, name in enumerate(("x", "y")):
        shutil.copy(tmp_path / "more" / f"r{at}.csv", tmp_path / "records" / f"{name}.csv")
    list_row(tmp_path, f"x,x.csv,{event},{date},6.5,normal")
    list_row(tmp_path, "y,y.csv,E1,2001-01-01,6.5,normal")
    found = choose(tmp_path)
    assert len(found.members) == 7
    assert found.rule("events").found == found.events == count
    assert found.complete is (count == 6)


def test_dates_are_read_or_refused(tmp_path):
    path = tmp_path / "flatfile.csv"
    path.write_text("name,files,date\na,a.v1,15/08/2007\nb,b.v1,20070815\nc,c.v1,2007-08-15T23:40\n", encoding="utf-8")
    assert [item.date for item in read_flatfile(path)] == ["2007-08-15"] * 3
    for text in ("03/10/1974", "2007-13-40", "August"):
        path.write_text(f"name,files,date\na,a.v1,{text}\n", encoding="utf-8")
        with pytest.raises(RecordError, match="write year, month and day as 2007-08-15"):
            read_flatfile(path)


def test_synthetic_motions_of_a_folder_are_marked_and_limited(tmp_path):
    write_records(tmp_path / "records", 8)
    path = tmp_path / "records" / "flatfile.csv"
    rows = path.read_text(encoding="utf-8").splitlines()
    marked = [f"{row},{'yes' if at > 4 else ''}" for at, row in enumerate(rows)]
    path.write_text("\n".join([f"{rows[0]},synthetic", *marked[1:]]) + "\n", encoding="utf-8")
    found = choose(tmp_path)
    assert len(found.members) == 4
    assert {item.key for item in found.refused} == {"synthetic"}
    found = choose(tmp_path, include=("r4", "r5", "r6"))
    assert sorted(item.name for item in found.members if item.synthetic) == ["r4", "r5", "r6"]
    assert found.complete
    found = choose(tmp_path, include=("r4", "r5", "r6", "r7"))
    assert not found.complete
    assert "synthetic" in {rule.key for rule in found.broken}


def stochastic(region: str, seed: int = 1) -> SignalOptions:
    return SignalOptions(stochastic=StochasticOptions(region=region, magnitude=7.5, distance=50e3, seed=seed))


def test_signals_that_fill_a_set_are_different_earthquakes_of_its_type(tmp_path):
    asked = SetOptions(period=0.25, synthetic={"interface": ("a",)})
    pulse = SignalOptions(ricker=RickerOptions(amplitude=2.0, frequency=3.0))
    with pytest.raises(ModelError, match='signal "a" is no earthquake'):
        MotionOptions(set=asked, signals={"a": pulse})
    with pytest.raises(ModelError, match=r'set\.synthetic\.interface: signal "a" is of the region peru_intraslab'):
        MotionOptions(set=asked, signals={"a": stochastic("peru_intraslab")})
    MotionOptions(set=asked, signals={"a": stochastic("peru_interface")})
    write_records(tmp_path / "records", 7)
    options = SetOptions(
        period=0.25, library=False, folder="records", synthetic={"interface": ("a", "b")}, secant_period=0.3
    )
    same = {name: stochastic("peru_interface") for name in ("a", "b")}
    with pytest.raises(OptionsError, match='"b" is the same motion as "a"; give another seed'):
        choose_set(options, design=PERU, folder=tmp_path, signals=same)


def test_the_type_of_the_governing_earthquake_is_required(tmp_path):
    write_records(tmp_path / "records", 7)
    scenario = ScenarioOptions(magnitude=8.0, distance=80_000.0, mechanism="interface")
    found = choose(tmp_path, types={}, scenario=scenario)
    assert lacks(found) == {"interface"}
    assert choose(tmp_path, types={}, scenario=replace(scenario, mechanism="normal")).complete
    found = choose(tmp_path, types={})
    assert lacks(found) == {"types_given"}
    assert not found.broken
    assert "set_types_not_given" in {remark.key for remark in found.remarks}
    with pytest.raises(ModelError, match="raise count"):
        SetOptions(period=0.3, types={"normal": 7}, scenario=scenario)


def test_a_demand_is_that_of_its_spectrum(tmp_path):
    write_records(tmp_path / "records", 7)
    with pytest.raises(OptionsError, match=r"demand: 0\.5 g, and the peak ground acceleration of e030_2018 is 0\.35 g"):
        choose(tmp_path, demand=0.5 * 9.80665)
    assert choose(tmp_path, demand=0.35 * 9.80665).complete


def test_srss_is_for_the_spectrum_of_e030(tmp_path):
    write_records(tmp_path / "records", 7)
    (tmp_path / "target.csv").write_text("period [s],acceleration [g]\n0,0.3\n0.1,0.7\n2,0.4\n", encoding="utf-8")
    spectrum = SpectrumTarget(file="target.csv")
    assert "set_srss" in {remark.key for remark in choose(tmp_path, spectrum=spectrum, combination="srss").remarks}
    assert "set_srss" not in {remark.key for remark in choose(tmp_path, spectrum=spectrum).remarks}


def test_three_included_motions_of_one_earthquake_are_named(tmp_path):
    write_records(tmp_path / "records", 9)
    flatfile = tmp_path / "records" / "flatfile.csv"
    rows = flatfile.read_text(encoding="utf-8").splitlines()
    same = [f"r{at},r{at}.csv,Cusco 1950,1950-05-21,6.0,normal" for at in range(3)]
    flatfile.write_text("\n".join([rows[0], *same, *rows[4:]]) + "\n", encoding="utf-8")
    assert choose(tmp_path, include=("r0", "r1")).complete
    with pytest.raises(OptionsError, match="r0, r1, r2 are of one earthquake, Cusco 1950; at most 2 may be in a set"):
        choose(tmp_path, include=("r0", "r1", "r2"))
