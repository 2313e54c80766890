"""The test plan: read, written, and what is wrong in it named."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from pirqa.errors import ProjectError, UnitsError
from pirqa.oma.measurement import Degree, Point
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan, Visit, is_placeholder, placeholder
from pirqa.oma.vibration import Sensitivity, file_unit
from pirqa.project.plan_file import parse_plan, read_plan, write_plan

GOOD = """
name = "Wall"
date = 2013-07-14T10:30:00-05:00
temperature = "57.2 degF"
sensitivity = "10 V/g"
rate = "200 Hz"
references = ["P1"]
lines = [["P1", "P2"]]
[points]
P1 = ["0.5 m", "0 m", "8 m"]
P2 = ["250 cm", "0 m", "8 m"]
"top left" = ["4.5 m", "0 m", "8 m"]

[[setups]]
name = "S1"
file = "s1.csv"
channels = [
  { point = "P1", heading = "across", column = 2 },
  { point = "P2", heading = "-across", column = "b", sensitivity = "1000 mV/g", gain = 10.0, sensor = "SN 17" },
]

[[setups]]
name = "S2"
file = "s2.csv"
start = "5 s"
temperature = "14 °C"
channels = [
  { point = "P1", heading = "across", column = 2 },
  { point = "top left", heading = "-along", column = 3, unit = "mV", file = "other.csv" },
]

[[ground]]
name = "G"
file = "g.mseed"
north = "HHN"
east = "HHE"
up = "HHZ"

[[visits]]
name = "May 2024"
folder = "2024"
date = 2024-05-01
temperature = "9 degC"
"""


def test_a_plan_is_read():
    plan = parse_plan(GOOD)
    assert plan.date == datetime(2013, 7, 14, 10, 30)
    assert plan.temperature == pytest.approx(14.0)
    assert plan.points["P2"] == Point(name="P2", place=(2.5, 0.0, 8.0))
    assert plan.common == (Degree(point="P1", axis=1),)
    assert plan.degrees[-1] == Degree(point="top left", axis=0)
    first, second = plan.setups
    filed = plan.filed(first, first.channels[1])
    assert (filed.unit, filed.moved) == ("V", "acceleration")
    assert filed.factor == pytest.approx(-9.80665 / 10.0)
    assert plan.filed(second, second.channels[1]).factor == pytest.approx(-9.80665e-3 / 10.0)
    assert plan.rate_of(first) == 200.0
    later = plan.at(plan.visits[0])
    assert (later.date, later.temperature, later.name) == (datetime(2024, 5, 1), 9.0, "Wall, May 2024")
    assert later.setups[1].temperature is None
    assert "references: P1 across" in str(plan)


def test_a_plan_is_written_and_read_back():
    plan = parse_plan(GOOD)
    text = write_plan(plan)
    assert parse_plan(text) == plan
    assert write_plan(parse_plan(text)) == text
    made_up = write_plan(replace(plan, simulated=True))
    assert "simulated = true" in made_up
    assert parse_plan(made_up).simulated


def test_a_plan_not_yet_carried_out_says_what_to_fill_in():
    names = ('corner "A"', "P\\2", "ñ\x7f")
    points = {name: Point(name=name, place=(0.1 + 0.2, 0.0, 1.0 / 3.0)) for name in names}
    setup = Setup(
        name="S1",
        file=placeholder("record of setup S1"),
        channels=tuple(Channel(point=name, heading="up", column=number + 1) for number, name in enumerate(names)),
    )
    plan = TestPlan(name="to do", points=points, setups=(setup,), duration=1000.0, description="two\nlines")
    text = write_plan(plan)
    assert '# sensitivity = "10 V/g"' in text
    assert 'file = "<record of setup S1>"' in text
    assert parse_plan(text) == plan
    assert is_placeholder(parse_plan(text).setups[0].file)


def test_plans_built_in_python_are_written_too():
    channel = Channel(
        point="A", heading="across", column=1, sensitivity=Sensitivity(value=0.1, signal="V", moved="velocity")
    )
    noise = GroundNoise(name="G", file="g.csv", north=1, east=2, up=3, end=1e3, unit="counts")
    visit = Visit(name="later", folder="later", date=datetime(2030, 1, 1, 12))
    plan = TestPlan(
        name="x",
        points={"A": Point(name="A", place=(0.0, 0.0, 0.0))},
        setups=(Setup(name="1", file="a.wav", channels=(channel,)),),
        ground=(noise,),
        visits=(visit,),
    )
    back = parse_plan(write_plan(plan))
    assert back.setups[0].channels[0].sensitivity.value == 0.1
    assert (back.ground, back.visits) == (plan.ground, plan.visits)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("name =", "nam ="), 'nam: unknown key; did you mean "name"'),
        (('rate = "200 Hz"', "rate = 200"), r"rate: a frequency needs a unit"),
        (('"10 V/g"', '"10 V"'), r"sensitivity: '10 V' is not a sensitivity: write signal over motion"),
        (('"10 V/g"', '"10 A/g"'), r"A is none of V, mV"),
        (('"10 V/g"', '"10 V/kg"'), r"kg is none of m/s2"),
        (('"10 V/g"', '"-10 V/g"'), r"a heading with a minus"),
        (('"14 °C"', '"14"'), r'temperature: .*write for example "14 degC"'),
        (('"14 °C"', '"140 degC"'), r"no temperature of the air"),
        (
            ('heading = "-along"', 'heading = "north"'),
            r"setups\[2\]\.channels\[2\]\.heading: \"north\" is not accepted",
        ),
        (("column = 2 }", "column = 0 }"), r"columns are counted from 1"),
        (('"250 cm"', '"250"'), r"points\.P2\[1\]: .*has no unit"),
        (('point = "top left"', 'point = "top lef"'), r'"top lef" is not in \[points\]; did you mean "top left"'),
        (('references = ["P1"]', 'references = ["P2"]'), r'"P2" is not measured .*not at all in S2'),
        (('references = ["P1"]', 'references = ["P2 across"]'), r"P2 across is not measured in setup S2"),
        (('references = ["P1"]', 'references = ["X"]'), r'"X" is neither a point'),
        (('"across", column = 2', '"up", column = 2'), r"is not measured in the same direction"),
        (('name = "S2"', 'name = "S1"'), r'setups: two are called "S1"'),
        (('column = "b"', "column = 2"), r"column 2 of s1\.csv is given to two channels"),
        (('heading = "-along"', 'heading = "across"'), ""),
        (('start = "5 s"', 'start = "5 s"\nend = "4 s"'), r"end = 4 s is not after start = 5 s"),
        (('up = "HHZ"', 'up = "HHE"'), r"must be three columns"),
        (('lines = [["P1", "P2"]]', 'lines = [["P1", "P9"]]'), r'lines: the point "P9"'),
        (('file = "s1.csv"\n', ""), r"has no file"),
        (("[points]", "[points"), "not valid TOML"),
    ],
)
def test_what_is_wrong_is_named(change, says):
    text = GOOD.replace(*change, 1)
    assert text != GOOD
    if not says:
        assert len(parse_plan(text).degrees) == 3
        return
    with pytest.raises(ProjectError, match=says) as caught:
        parse_plan(text)
    assert "plan.toml" in str(caught.value)


def test_setups_without_a_common_sensor_are_refused():
    text = GOOD.replace('references = ["P1"]\n', "").replace('{ point = "P1", heading = "across", column = 2 },', "", 1)
    with pytest.raises(ProjectError, match="setups S1, S2 have no sensor in common"):
        parse_plan(text)


def test_files_that_are_no_plan_are_refused(tmp_path):
    with pytest.raises(ProjectError, match="not a test plan"):
        read_plan(tmp_path)
    with pytest.raises(ProjectError, match="cannot be read"):
        read_plan(tmp_path / "gone.toml")
    (tmp_path / "latin.toml").write_bytes("# ñ".encode("cp1252"))
    with pytest.raises(ProjectError, match="UTF-8"):
        read_plan(tmp_path / "latin.toml")
    (tmp_path / "empty.toml").write_text('name = "x"\n')
    with pytest.raises(ProjectError, match="neither setups nor ground"):
        read_plan(tmp_path / "empty.toml")


@pytest.mark.parametrize(
    ("text", "value", "signal", "moved"),
    [
        ("10 V/g", 10.0 / 9.80665, "V", "acceleration"),
        ("1000mV/g", 1.0 / 9.80665, "V", "acceleration"),
        ("1.02 V/(m/s²)", 1.02, "V", "acceleration"),
        ("1.02 V/(m/s^2)", 1.02, "V", "acceleration"),
        ("0.1 V/(mm/s)", 100.0, "V", "velocity"),
        ("28.8 V/m/s", 28.8, "V", "velocity"),
        ("4.3e5 counts/(m/s2)", 4.3e5, "counts", "acceleration"),
        ("2 counts/ug", 2.0 / 9.80665e-6, "counts", "acceleration"),
    ],
)
def test_sensitivities(text, value, signal, moved):
    found = Sensitivity.parse(text)
    assert found.value == pytest.approx(value)
    assert (found.signal, found.moved) == (signal, moved)
    assert Sensitivity.parse(str(found)) == found


def test_what_is_no_sensitivity():
    for text in ("", "V/g", "10", 10.0, "1 V/g/s", "0 V/g", "nan V/g"):
        with pytest.raises(UnitsError):
            Sensitivity.parse(text)
    assert [file_unit(text) for text in ("V", "volts", "m/s^2", "µm/s", "Gal", "mV", "hPa")] == [
        *("V", "V", "m/s2", "um/s", "gal", "mV"),
        None,
    ]
