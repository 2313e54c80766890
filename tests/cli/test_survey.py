"""``pirqa survey`` as a user meets it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from tests.cli.test_commands import run
from tests.conftest import EXAMPLES
from tests.survey.test_stage import draw
from tests.survey.walls import bond, shrunk

DRAWING = EXAMPLES / "from_dxf" / "wall.dxf"


def test_read_prints_both_tables_and_writes(capsys, tmp_path):
    wall, preview = tmp_path / "wall.json", tmp_path / "preview.svg"
    code, out, _ = run(
        capsys, "survey", "read", str(DRAWING), "--thickness", "0.8 m", "-o", str(wall), "--preview", str(preview),
        "--unit-weight", "24 kN/m3",
    )  # fmt: skip
    assert code == 0
    assert "34 stones, 5 on the base" in out
    assert "80 pairs touch" in out
    assert " 1.43 " in out, "the mass of stone 1 in tonnes"
    assert len(json.loads(wall.read_text())["stones"]) == 34
    assert ET.parse(preview).getroot().tag.endswith("svg")
    code, out, _ = run(capsys, "survey", "read", str(wall), "--language", "es")
    assert code == 0
    assert "34 stones" in out


def test_flaws_are_drawn(capsys, tmp_path):
    draw(tmp_path, shrunk(bond(), 0.01))
    picture = tmp_path / "flaws.svg"
    arguments = ("survey", "read", str(tmp_path / "wall.json"), "--thickness", "0.8 m")
    code, _, err = run(capsys, *arguments, "--preview", str(picture))
    assert code == 2
    assert "gap between" in err
    assert f"drawn in {picture}" in err
    assert "gap" in picture.read_text(encoding="utf-8")
    code, _, err = run(capsys, *arguments, "-o", str(tmp_path / "out.json"))
    assert code == 2
    assert "--preview flaws.svg" in err
    assert not (tmp_path / "out.json").exists()
    code, out, _ = run(capsys, *arguments, "--joint-width", "3 cm")
    assert code == 0
    assert "106 pairs touch" in out


@pytest.mark.parametrize(
    ("name", "extra"),
    [("wall.dxf", ()), ("wall.dxf", ("--as", "dxf-solids")), ("wall.sat", ()), ("wall.ply", ()), ("wall.obj", ()),
     ("wall.stl", ()), ("wall.glb", ()), ("wall.vtu", ()), ("wall.json", ("--as", "compas"))],
)  # fmt: skip
def test_export(capsys, tmp_path, name, extra):
    source = tmp_path / "source.json"
    assert run(capsys, "survey", "generate", "--like", "sacsayhuaman", "-o", str(source))[0] == 0
    target = tmp_path / name
    code, out, _ = run(capsys, "survey", "export", str(source), "-o", str(target), *extra)
    assert code == 0
    assert f"Wall: {target}" in out
    first = target.read_bytes()
    assert len(first) > 10_000
    run(capsys, "survey", "export", str(source), "-o", str(target), *extra)
    assert target.read_bytes() == first, "the same wall gives the same bytes"


def test_export_from_a_project(capsys, tmp_path):
    target = tmp_path / "wall.vtu"
    code, _, _ = run(capsys, "survey", "export", str(EXAMPLES / "from_dxf" / "project.toml"), "-o", str(target))
    assert code == 0
    assert b"mass" in target.read_bytes()
    code, _, err = run(capsys, "survey", "export", str(EXAMPLES / "machu_picchu" / "project.toml"), "-o", str(target))
    assert code == 2
    assert "has no [survey]" in err


def test_generate_is_the_same_each_time(capsys, tmp_path):
    texts = []
    for name in ("a.json", "b.json"):
        arguments = ["--pattern", "rubble", "--length", "5 m", "--height", "2 m", "--stones", "25", "--seed", "3"]
        path = tmp_path / name
        code, out, _ = run(capsys, "survey", "generate", *arguments, "--thickness", "60 cm", "-o", str(path))
        assert code == 0
        assert "25 stones" in out
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("read", "nowhere.dxf"), "is not there"),
        (("read", str(DRAWING)), "outlines have no depth"),
        (("read", str(DRAWING), "--thickness", "0.8"), "--thickness"),
        (("read", str(DRAWING), "--thickness", "0.8 m", "--unit", "yard"), '--unit "yard" is not known'),
        (("read", str(DRAWING), "--thickness", "0.8 m", "--unit", "m"), "the unit must be wrong"),
        (("read", str(DRAWING), "--format", "dfx"), 'did you mean "dxf"'),
        (("read", str(DRAWING), "--thickness", "0.8 m", "--language", "qu"), "qu"),
        (("generate", "--thickness", "0.8 m"), "generate.length is missing"),
        (("generate", "--like", "machu"), '--like "machu" is not known'),
        (("generate", "--pattern", "inka", "--length", "5 m"), 'did you mean "inca"'),
        (("export", "nowhere.json", "-o", "x.dxf"), "is not there"),
    ],
)
def test_bad_arguments(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "survey", *arguments)
    assert code == 2
    assert message in err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_statics_of_a_surveyed_wall(capsys):
    code, out, _ = run(capsys, "statics", str(EXAMPLES / "from_dxf" / "project.toml"))
    assert code == 0
    assert "pseudo_static" in out


def test_what_is_read_is_never_written_over(capsys, tmp_path):
    drawing = tmp_path / "wall.dxf"
    drawing.write_bytes(DRAWING.read_bytes())
    for option in ("-o", "--preview", "--overlay"):
        code, _, err = run(capsys, "survey", "read", str(drawing), "--thickness", "0.8 m", option, str(drawing))
        assert code == 2
        assert "is the file that is read" in err
    assert drawing.read_bytes() == DRAWING.read_bytes()


def test_assess_says_what_to_look_at(capsys, tmp_path):
    project, only = str(EXAMPLES / "sacsayhuaman" / "project.toml"), 'analyses=["survey"]'
    code, out, _ = run(capsys, "assess", project, "--set", only, "-o", str(tmp_path / "out"))
    assert code == 0
    assert "not published" in out


def test_dwg_has_a_remedy(capsys, tmp_path):
    (tmp_path / "wall.dwg").write_bytes(b"AC1032")
    code, _, err = run(capsys, "survey", "read", str(tmp_path / "wall.dwg"))
    assert code == 2
    assert "save it as DXF" in err
