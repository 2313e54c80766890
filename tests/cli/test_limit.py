"""``pirqa limit`` as a user meets it."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_commands import run
from tests.cli.test_simulate import PROJECT

WALL = """
format = 1
analyses = ["limit"]

[project]
name = "Prism"

[materials.stone]
unit_weight = "23 kN/m3"

[wall]
length = "10 m"
height = "4 m"
thickness = "0.8 m"
material = "stone"

[base]
kind = "blocks"
friction_angle = "30 deg"
"""
SPECTRUM = """
[codes]
rules = ["ntc2008"]

[codes.spectra.e030_2018]
zone = 2
soil = "S2"
"""
STRUT = """
[limit.struts.props]
level = "3 m"
"""


@pytest.fixture
def project(tmp_path):
    def write(text):
        path = tmp_path / "wall.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_mechanisms_of_a_wall_without_stones(capsys, project, tmp_path):
    code, out, _ = run(capsys, "limit", str(project(WALL)), "--json", str(tmp_path / "all.json"))
    assert code == 0
    assert "overturning.outward.base" in out
    assert "α0 0.2000" in out
    assert "Rigid blocks" not in out
    numbers = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert list(numbers) == ["limit"]
    assert [item["multiplier"] for item in numbers["limit"]["mechanisms"]] == pytest.approx([0.2, 0.2])
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "all.json"}


def test_a_spectrum_brings_the_codes(capsys, project, tmp_path):
    path = project(WALL + SPECTRUM)
    code, out, _ = run(capsys, "limit", str(path), "--set", "wall.thickness=1 m", "--json", str(tmp_path / "all.json"))
    assert code == 0
    assert "α0 0.2500" in out
    numbers = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    rows = [item for item in numbers["codes"]["verifications"] if item["measure"] == "acceleration"]
    # Z S/q = 0.25 · 1.2/2
    assert all(row["demand"] == pytest.approx(0.15 * 9.80665) for row in rows)


def test_stones_bring_the_blocks(capsys, project):
    code, out, _ = run(capsys, "limit", str(project(PROJECT)))
    assert code == 0
    assert "Rigid blocks: static … kinematic multiplier" in out
    assert "outward" in out


def test_remarks_are_told_in_the_readers_language(capsys, project):
    path = project(WALL.replace("[base]", 'joint_levels = ["2 m"]\n\n[joints]\nfriction_angle = "30 deg"\n\n[base]'))
    text = path.read_text(encoding="utf-8") + '\n[limit]\nlevels = "joints"\n' + SPECTRUM
    code, out, _ = run(capsys, "limit", str(project(text)), "--language", "es")
    assert code == 0
    assert "no se verificaron" in out


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (WALL + STRUT, (), "limit.struts.props"),
        (
            WALL + STRUT + '[limit.struts.props.timber]\ndiameter = "0.1 m"\neffective_length = "3 m"\n'
            'compressive_strength = "7.8 MPa"\n',
            (),
            "slender",
        ),
        (WALL + "[limit]\ndirections = []\n", (), "nothing to look at"),
        (WALL, ("--language", "qu"), 'no language "qu"'),
        (WALL, ("--set", "wall.thickness"), "--set"),
        (WALL + SPECTRUM.replace("zone = 2\n", ""), (), "zone"),
    ],
)
def test_bad_input_is_told(capsys, project, text, options, said):
    code, out, err = run(capsys, "limit", str(project(text)), *options)
    assert code == 2
    assert said in err
    assert "α0" not in out


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (SPECTRUM + '\n[codes.retrofit]\nlevel = "20 m"\n', "20 m is above the wall's top at 4 m"),
        (SPECTRUM.replace('["ntc2008"]', '["ntc2008", "ntc2008"]'), "must name each once"),
        (SPECTRUM + "\n[codes.retrofit]\ntarget = 1.0\n", "wall.toml: codes.retrofit: give level"),
        (STRUT + 'capacity = "1e300 kN"\n', "limit.struts.props.capacity: must be at most"),
        (
            STRUT + 'capacity = "9 kN"\nfailure = "1 cm"\nlasts = true\n',
            "limit.struts.props: lasts and failure exclude",
        ),
        ("\n[limit.custom.own]\nbodies.one = { hinge = ['0 m', '0 m', '0 m'] }\n", "limit.custom.own.bodies.one: give"),
        (
            "\n[codes]\nrules = ['ntc2018']\nlimit_states = ['SLD']\n"
            "collapse_spectra.e030_2018 = {zone = 2, soil = 'S2'}\n",
            "for example: damage_spectra.e030_2018",
        ),
    ],
)
def test_what_cannot_be_is_told_by_its_key(capsys, project, extra, said):
    code, out, err = run(capsys, "limit", str(project(WALL + extra)))
    assert code == 2
    assert said in err
    assert "Traceback" not in out + err


def test_the_verdict_does_not_speak_of_what_was_not_judged(capsys, project, tmp_path):
    thick = WALL.replace('["limit"]', '["limit", "codes"]').replace('"0.8 m"', '"3 m"') + SPECTRUM
    asked = ("-o", str(tmp_path / "out"))
    code, out, _ = run(capsys, "assess", str(project(thick)), *asked)
    assert code == 0
    assert "SAFETY NOT SHOWN" in out
    # a thin part on top, and no period of what is below it
    zones = """
[[wall.zones]]
name = "low"
material = "stone"
bottom = "0 m"
top = "3 m"
thickness = "3 m"

[[wall.zones]]
name = "high"
material = "stone"
bottom = "3 m"
top = "4.5 m"
thickness = "0.3 m"

[joints]
friction_angle = "30 deg"
"""
    stepped = thick.replace('height = "4 m"\nthickness = "3 m"\nmaterial = "stone"\n', zones)
    code, out, _ = run(capsys, "assess", str(project(stepped)), *asked)
    told = " ".join(out.split())
    assert code == 0
    assert "SHOWN SAFE" not in told
    assert "codes.structure_period" in told
