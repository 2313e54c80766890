"""``pirqa calibrate`` on finite elements as a user meets it; joints are in test_tilt."""

from __future__ import annotations

import json
import tomllib

import pytest

from pirqa.project import read_project
from tests.cli.test_commands import run
from tests.fem.updating.campaign import PARAMETERS, PROJECT, write_wall_campaign
from tests.fem.updating.made import TRUE


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("calibrate")
    write_wall_campaign(place)
    (place / "wall.toml").write_text(PROJECT + PARAMETERS, encoding="utf-8")
    # what is calibrated need not be among the analyses of the file
    (place / "other.toml").write_text(PROJECT.replace('"oma", "fe", "updating"', '"fe"'), encoding="utf-8")
    return place


def test_it_prints_and_writes_what_it_found(capsys, folder, tmp_path):
    numbers, pasted = tmp_path / "all.json", tmp_path / "materials.toml"
    more = ("--set", "updating.model_error=1 %", "--json", str(numbers), "--write", str(pasted), "--language", "es")
    code, out, err = run(capsys, "calibrate", str(folder / "wall.toml"), *more)
    assert code == 0, err
    assert "95 % interval" in out
    assert str(pasted) in out.replace("\n", "")
    found = {item["name"]: item["value"] for item in json.loads(numbers.read_text(encoding="utf-8"))["parameters"]}
    for name, true in zip(("E1", "E2"), TRUE, strict=True):
        assert found[name] == pytest.approx(true, rel=0.05)
    tables = tomllib.loads(pasted.read_text(encoding="utf-8"))["materials"]
    assert tables["lower"]["youngs_modulus"]["value"] == f"{found['E1'] / 1e6:.6g} MPa"
    text = (
        PROJECT.split("[materials.lower]")[0]
        + pasted.read_text(encoding="utf-8")
        + "[wall]"
        + PROJECT.split("[wall]")[1]
    )
    (tmp_path / "next.toml").write_text(text + PARAMETERS, encoding="utf-8")
    again = read_project(tmp_path / "next.toml")
    assert again.wall.materials["upper"].youngs_modulus == pytest.approx(found["E2"], rel=1e-5)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("other.toml",), "updating.parameters: nothing is looked for"),
        (("other.toml", "--set", "oma.plan="), "write KEY=VALUE"),
        (("wall.toml", "--set", 'updating.parameters.E1.of=["lwer"]'), 'did you mean "lower"?'),
        (("wall.toml", "--set", "updating.parameters.E1.low=2 GPa"), "must lie below high"),
        (("wall.toml", "--set", "updating.parameters.E1.low=3 kN/m3"), "is a unit weight but must be a pressure"),
        (("wall.toml", "--set", "oma.plan=nowhere.toml"), "oma.plan: "),
        (("wall.toml", "--write", "wall.toml"), "is the file that is read"),
        (("wall.toml", "--joints", "--write", "x.toml"), "for the finite-element model only"),
        (("wall.toml", "--language", "de"), "no language"),
    ],
)
def test_bad_input_is_told_before_the_work(capsys, folder, monkeypatch, arguments, says):
    monkeypatch.chdir(folder)
    monkeypatch.setattr("pirqa.oma.stage.listen", lambda *_, **__: pytest.fail("it listened first"))
    code, _, err = run(capsys, "calibrate", *arguments)
    assert code == 2
    assert says in err.replace("\n", " ")
    if arguments[1:2] != ("--joints",) and "language" not in says and "KEY" not in says:
        assert arguments[0] in err
