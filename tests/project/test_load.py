from __future__ import annotations

import contextlib
import math
import tomllib

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import InputError, ProjectError
from pirqa.project import json_schema, parse_project, read_project
from tests.conftest import EXAMPLES

GOOD = """
format = 1
analyses = ["statics"]
[project]
name = "A wall"
[materials.granite]
unit_weight = "23.6 kN/m3"
[wall]
height = "1.68 m"
thickness = { value = "0.762 m", source = "tape", assumed = false }
material = "granite"
courses = 5
[base]
kind = "blocks"
friction_angle = "30 deg"
[joints]
friction_angle = "30 deg"
[backfill]
unit_weight = "15.7 kN/m3"
friction_angle = { value = "40 deg", assumed = true }
[site]
kh = 0.15
acceleration = "0.3 g"
"""

ZONES = """
[wall]
length = "20 m"
[[wall.zones]]
name = "low"
material = "granite"
bottom = "0 m"
top = "1.2 m"
thickness = "1.0 m"
[[wall.zones]]
name = "high"
material = "granite"
bottom = "1.2 m"
top = "1.68 m"
thickness = "0.7 m"
flush = "front"
"""


def with_line(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def with_zones(zones: str = ZONES) -> str:
    start, end = GOOD.index("[wall]"), GOOD.index("[base]")
    return GOOD[:start] + zones + GOOD[end:]


def test_reads_into_si():
    project = parse_project(GOOD)
    zone = project.wall.envelope.zones[0]
    assert (zone.top, zone.thickness) == (1.68, 0.762)
    assert project.wall.materials["granite"].unit_weight == 23600.0
    assert project.wall.backfill.friction_angle == pytest.approx(math.radians(40))
    assert project.site.peak_coefficient == pytest.approx(0.3)


def test_inputs_know_where_they_come_from():
    rows = {row.key: row for row in parse_project(GOOD).inputs}
    assert (rows["wall.thickness"].status, rows["wall.thickness"].source) == ("given", "tape")
    assert rows["backfill.friction_angle"].status == "assumed"
    assert rows["backfill.wall_friction"].status == "default"
    assert rows["backfill.unit_weight"].text == "15.7 kN/m3"


def test_zones():
    project = parse_project(with_zones())
    assert [zone.name for zone in project.wall.envelope.zones] == ["low", "high"]
    assert {"wall.zones.high.thickness", "wall.length"} <= {row.key for row in project.inputs}


def test_changes_replace_values():
    project = parse_project(
        GOOD, changes={"site.kh": "0.2", "wall.thickness": "0.9 m", "statics.methods": '["static"]'}
    )
    assert project.site.kh == 0.2
    assert project.wall.envelope.zones[0].thickness == 0.9
    assert project.options["statics"].methods == ("static",)
    assert project.changes[0] == "site.kh=0.2"
    assert {row.key for row in project.inputs if row.status == "changed"} == {
        "site.kh",
        "wall.thickness",
        "statics.methods",
    }


BAD = [
    ('height = "1.68 m"', 'height = "1.68"', ["wall.height", "no unit", '"0.8 m"']),
    ('height = "1.68 m"', "height = 1.68", ["wall.height", "needs a unit", '"0.8 m"']),
    ('height = "1.68 m"', 'height = "1.68 kg"', ["wall.height", "kg measures a mass", "use one of m, cm"]),
    ('height = "1.68 m"', 'height = "0 m"', ["wall.height", "greater than 0 m", '"0 m"']),
    ('height = "1.68 m"', 'height = "-2 m"', ["wall.height", "greater than 0 m"]),
    ('height = "1.68 m"', "height = nan", ["wall.height", "needs a unit"]),
    ('height = "1.68 m"', 'height = "inf m"', ["wall.height", "is not a length"]),
    ('height = "1.68 m"', "", ["wall", "height is missing"]),
    ("kh = 0.15", "kh = nan", ["site.kh", "finite"]),
    ("kh = 0.15", "kh = -0.1", ["site.kh", "at least 0"]),
    ("kh = 0.15", "kh = inf", ["site.kh", "finite"]),
    ('thickness = {', 'thicknes = {', ["wall.thicknes", "unknown key", 'did you mean "thickness"']),
    ("[backfill]", "[backfil]", ["backfil", 'did you mean "backfill"']),
    ('analyses = ["statics"]', 'analyses = ["static"]', ["analyses[1]", 'did you mean "statics"']),
    ('analyses = ["statics"]', "analyses = []", ["analyses", "must not be empty"]),
    ('kind = "blocks"', 'kind = "block"', ["base.kind", 'did you mean "blocks"', "rounded_stones"]),
    ('friction_angle = "30 deg"\n[joints]', "[joints]", ["base.friction_angle", "missing", '"30 deg"']),
    ('[joints]\nfriction_angle = "30 deg"', "", ["joints.friction_angle", "joints above its base"]),
    ('material = "granite"', 'material = "granit"', ["wall.material", 'did you mean "granite"']),
    ("courses = 5", "courses = 0", ["wall.courses", "at least 1"]),
    ("courses = 5", "courses = 2.5", ["wall.courses", "whole number", "2.5"]),
    ("format = 1", "format = 2", ["format", "not accepted", "known: 1"]),
    ("format = 1", "", ["format", "missing"]),
    ("[materials.granite]", "[materials]", ["materials.unit_weight", "must be a table"]),
    ('friction_angle = { value = "40 deg", assumed = true }', 'friction_angle = "95 deg"', ["90 deg"]),
    ('friction_angle = { value = "40 deg", assumed = true }', 'friction_angle = { value = "40 deg", assumed = "yes" }',
     ["backfill.friction_angle", "true or false"]),
    ('unit_weight = "15.7 kN/m3"', 'unit_weight = "15.7 kN/m3"\nslope = "41 deg"', ["backfill", "slope must be less"]),
    ('unit_weight = "15.7 kN/m3"', 'unit_weight = "15.7 kN/m3"\ncohesion = "5 kPa"', ["cohesion must be 0"]),
    ('unit_weight = "15.7 kN/m3"', 'unit_weight = "15.7 kN/m3"\nwater_level = "9 m"', ["saturated_unit_weight"]),
    ('unit_weight = "15.7 kN/m3"', 'unit_weight = "15.7 kN/m3"\nheight = "9 m"', ["above the wall's top"]),
    ("[site]", "[statics]\nmethods = ['newmark']\n[site]", ["statics.methods[1]", "pseudo_static"]),
    ("[site]", "[statics]\nthrusts = 'coulomb'\n[site]", ["statics.thrusts", "must be a list"]),
    ("[site]", "[[published]]\ncheck = 'limit.x'\nvalue = 1\nsource = 'x'\n[site]", ["published", "limit.x"]),
    ("[site]", "[site", ["not valid TOML", "line"]),
    ('height = "1.68 m"', 'height = "1,68 m"', ["wall.height", "decimal comma", "point"]),
    ('unit_weight = "23.6 kN/m3"', 'unit_weight = "2400 kg/m3"', ["kg/m3 measures a density", "kgf/m3"]),
    ('unit_weight = "23.6 kN/m3"', 'unit_weight = "2.36 kN/m3"', ["materials.granite.unit_weight", "at least 5 kN/m3"]),
    ("kh = 0.15", 'kh = "0.15 g"', ["site.kh", "plain number such as 0.15"]),
    ("kh = 0.15", "kh = 15", ["site.kh", "at most 3"]),
    ('source = "tape"', 'sorce = "tape"', ["wall.thickness.sorce", 'did you mean "source"']),
    ("[site]", "[statics.studies]\ninput = 'site.kh'\n[site]", ["statics.studies", "[[statics.studies]]"]),
    ("[site]", "[published]\ncheck = 'statics.x'\nvalue = 1.0\nsource = 'x'\n[site]", ["published", "[[published]]"]),
    ("[site]", "[statics]\nthrusts = ['rankin']\n[site]", ["statics.thrusts[1]", 'did you mean "rankine"']),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "says"), BAD, ids=[f"{i}-{row[1][:24]}" for i, row in enumerate(BAD)])
def test_bad_input_names_file_key_and_remedy(old, new, says):
    with pytest.raises(ProjectError) as caught:
        parse_project(with_line(old, new), file="walls/my.toml")
    message = str(caught.value)
    assert message.startswith("walls/my.toml:")
    assert all(word in message for word in says), message
    assert "pydantic" not in message
    assert "Value error" not in message


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('bottom = "1.2 m"', 'bottom = "1.0 m"', 'zones "low" and "high" overlap'),
        ('bottom = "1.2 m"', 'bottom = "1.3 m"', "gap under it"),
        ('name = "high"', 'name = "low"', "two zones"),
        ('thickness = "0.7 m"', 'thickness = "-0.7 m"', "wall.zones[high].thickness"),
        ('thickness = "0.7 m"', 'thicknes = "0.7 m"', "wall.zones[high].thicknes: unknown key"),
        ('length = "20 m"', 'length = "20 m"\nheight = "2 m"', "put height into the zones"),
    ],
)
def test_bad_zones(old, new, says):
    assert old in ZONES
    with pytest.raises(ProjectError) as caught:
        parse_project(with_zones(ZONES.replace(old, new)))
    assert says in str(caught.value)


def test_many_faults_are_told_together():
    text = GOOD.replace('"1.68 m"', '"1.68"').replace('"15.7 kN/m3"', '"15.7 kg"').replace("kh = 0.15", "kh = -1")
    with pytest.raises(ProjectError) as caught:
        parse_project(text)
    assert all(key in str(caught.value) for key in ("wall.height", "backfill.unit_weight", "site.kh"))


def test_unreadable_files(tmp_path):
    with pytest.raises(ProjectError, match="cannot be read"):
        read_project(tmp_path / "none.toml")
    with pytest.raises(ProjectError, match="is a folder"):
        read_project(tmp_path)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(GOOD.replace("A wall", "Muro de Huánuco").encode("latin-1"))
    with pytest.raises(ProjectError, match=r"line 5 is not UTF-8"):
        read_project(latin)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(ProjectError):
        read_project(binary)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_mangled_files_are_read_or_refused_never_worse(data):
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text) - 1))
        text = text[:start] + data.draw(st.text(max_size=6)) + text[start + data.draw(st.integers(0, 12)) :]
    with contextlib.suppress(InputError):
        parse_project(text)


@pytest.mark.parametrize("name", ["hatunrumiyoc", "machu_picchu"])
def test_examples_obey_the_schema_that_editors_get(name):
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = tomllib.loads((EXAMPLES / name / "project.toml").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("line", ['height = "1.68"', "height = 1.68", 'hight = "1.68 m"'])
def test_the_schema_refuses_what_pirqa_refuses(line):
    document = tomllib.loads(with_line('height = "1.68 m"', line))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json_schema()).validate(document)
