"""A set in one call, its files, and which checks it lets vote."""

from __future__ import annotations

import csv
import doctest
import io
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import OptionsError
from pirqa.model.check import Basis, Check, Place
from pirqa.motion import E030, DesignSpectra, ProcessingOptions, SetOptions, SignalOptions, choose_set
from pirqa.motion.sets.options import ScenarioOptions
from pirqa.motion.sets.result import refused_csv, set_csv, set_toml
from pirqa.motion.synthetic.options import StochasticOptions
from pirqa.project import parse_project
from tests.motion.test_sets import write_records

PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("set")
    write_records(place / "records")
    (place / "records" / "broken.v1").write_text("nothing\n", encoding="utf-8")
    return place


def options(**changes) -> SetOptions:
    return SetOptions(**({"period": 0.25, "library": False, "folder": "records"} | changes))


@pytest.fixture(scope="module")
def chosen(place):
    return choose_set(options(), design=PERU, folder=place)


def test_one_call_gives_the_set_and_its_scaled_motions(chosen):
    found, motions = chosen
    assert set(motions) == {member.name for member in found.members}
    for member in found.members:
        motion = motions[member.name]
        column = motion.column("across")
        assert motion.factor == pytest.approx(member.factor)
        # the filtered samples peak where the member says, a scale factor later
        assert float(np.abs(motion.acceleration[:, column]).max()) == pytest.approx(member.pga, rel=1e-3)


def test_signals_and_processing_reach_the_set(place, chosen):
    signal = SignalOptions(stochastic=StochasticOptions(region="peru_intraslab", magnitude=7.0, distance=60e3))
    found, motions = choose_set(
        options(synthetic={"intraslab": ("deep",)}), design=PERU, folder=place, signals={"deep": signal}
    )
    assert "deep" in motions
    assert [member.name for member in found.members if member.synthetic] == ["deep"]
    raw, _ = choose_set(options(), design=PERU, folder=place, processing=ProcessingOptions(low_corner=0.5))
    assert raw.members[0].pgv != chosen[0].members[0].pgv


def test_without_a_period_or_a_target(place):
    with pytest.raises(OptionsError, match=r"motion\.set\.period: missing"):
        choose_set(options(period=None), design=PERU, folder=place)
    with pytest.raises(OptionsError, match="has no target"):
        choose_set(options(), folder=place)


def test_the_example_of_the_docstring_runs():
    parser = doctest.DocTestParser()
    example = parser.get_doctest(choose_set.__doc__, {}, "choose_set", None, 0)
    assert len(example.examples) == 5
    assert doctest.DocTestRunner().run(example).failed == 0


# files


def test_the_table_has_a_row_for_each_member(chosen):
    found, _ = chosen
    rows = list(csv.DictReader(io.StringIO(set_csv(found))))
    assert [row["name"] for row in rows] == [member.name for member in found.members]
    for row, member in zip(rows, found.members, strict=True):
        assert float(row["factor"]) == pytest.approx(member.factor, rel=1e-5)
        assert float(row["PGA [g]"]) * 9.80665 == pytest.approx(member.pga, rel=1e-5)
        assert (row["event"], row["type"], row["magnitude"]) == (member.event, "normal", "6.5")
        assert (row["distance [km]"], row["synthetic"]) == ("", "no")
        assert row["files"] == "; ".join(member.files)


def test_refused_candidates_stand_in_a_file_of_their_own(chosen):
    rows = list(csv.DictReader(io.StringIO(refused_csv(chosen[0]))))
    assert [row["name"] for row in rows] == ["broken.v1"]
    assert rows[0]["reason"].startswith("records/broken.v1"), "the folder of this machine is left out"


def test_the_tables_for_a_project_file_ask_for_the_same_set(chosen):
    given = SetOptions(
        period=0.25,
        secant_period=0.6,
        demand=3.5,
        count=9,
        folder="a b/records",
        near_fault=True,
        types={"normal": 2},
        scenario=ScenarioOptions(magnitude=6.8, distance=12_000.0, vs30=700.0),
        exclude=("r1", 'q"2'),
    )
    text = set_toml(given, design=PERU, found=chosen[0])
    assert '# include = ["r' in text
    read = parse_project(f'format = 1\nanalyses = ["motion"]\n[project]\nname = "p"\n{text}')
    assert read.options["motion"].set == given
    assert read.options["motion"].design == PERU
    assert set_toml(SetOptions(period=0.25)) == '[motion.set]\nperiod = "0.25 s"\n'
    assert tomllib.loads(text)["motion"]["set"]["exclude"] == ["r1", 'q"2']


# which checks may vote


def check(demand: float, *, name: str = "r0", driving: str = "record", votes: bool = True) -> Check:
    basis = Basis(driving=driving, name=name, body="block", way="displacement")  # type: ignore[arg-type]
    return Check(
        id=f"motion.{name}",
        mode="sliding",
        limit_state="damage",
        method="sliding_block",
        place=Place(name="base"),
        demand=demand,
        capacity=1.0,
        unit="m",
        source="",
        votes=votes,
        basis=basis,
    )


def test_a_set_that_lacks_something_shows_failure_and_not_safety(chosen):
    found = replace(chosen[0], lacks=(), rules=tuple(rule for rule in chosen[0].rules if rule.satisfied))
    assert found.complete
    checks = (check(0.5), check(2.0), check(0.5, name="settlement"), check(0.5, driving="weight"))
    assert found.allowed(checks) == checks
    poor, _ = chosen
    poor = replace(poor, rules=tuple(replace(rule, satisfied=rule.key != "mean") for rule in poor.rules))
    assert [rule.key for rule in poor.broken] == ["mean"]
    allowed = poor.allowed(checks)
    assert [item.votes for item in allowed] == [False, True, True, True]
    assert allowed[0].notes == ("set_incomplete",)
    assert allowed[1:] == checks[1:]


def test_a_complete_set_shows_safety_as_a_whole_only(chosen):
    found = replace(chosen[0], lacks=(), rules=tuple(rule for rule in chosen[0].rules if rule.satisfied))
    names = [member.name for member in found.members]
    every = tuple(check(0.5, name=name) for name in names)
    assert found.allowed(every, one_by_one=True) == every
    some = found.allowed((*every[1:], check(2.0, name="other")), one_by_one=True)
    assert [item.votes for item in some] == [False] * 6 + [True], "failure counts whatever was run"
    assert some[0].notes == ("set_not_all_run",)
    assert [item.notes for item in found.allowed(every, one_by_one=True, rescaled=True)] == [("set_rescaled",)] * 7
