"""``pirqa simulate`` as a user meets it."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest

from pirqa.cli.console import ProgressBars
from pirqa.dynamics.history import read_partial, read_trajectory
from tests.cli.test_commands import run
from tests.conftest import ROOT

PROJECT = """
format = 1
analyses = ["survey"]

[project]
name = "Boxes"

[materials.stone]
unit_weight = "23 kN/m3"

[base]
kind = "blocks"
friction_angle = "30 deg"

[joints]
friction_angle = "30 deg"
normal_stiffness = "2e8 N/m3"
damping_ratio = 0.2

[survey]
thickness = "0.5 m"
fixed = "base"

[survey.generate]
pattern = "running_bond"
length = "2 m"
height = "1 m"
courses = 3
unit_length = "1 m"

[motion.signals.sine.sine]
amplitude = "0.5 g"
frequency = "5 Hz"
duration = "1 s"

[dynamics.simulation]
free = "0.5 s"
"""


@pytest.fixture
def project(tmp_path) -> Path:
    path = tmp_path / "wall.toml"
    path.write_text(PROJECT, encoding="utf-8")
    return path


def test_the_only_motion_shakes_the_wall(capsys, project, tmp_path):
    code, out, err = run(capsys, "simulate", str(project), "--vtk", str(tmp_path / "vtk"), "--every", "50")
    assert code == 0
    assert "sine: standing after 1.49 s" in out
    assert "energy closes" in out
    assert "NOT RELIABLE" not in out
    assert str(tmp_path / "wall.zarr") in out
    assert str(tmp_path / "vtk" / "stones.pvd") in out
    assert "gravity: at rest" in err
    found = read_trajectory(tmp_path / "wall.zarr")
    assert np.ptp(found.platform[:, 1]) > 1e-3, "the base moved across"
    assert (tmp_path / "vtk" / "joints.pvd").is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall.zarr", "vtk"}


def test_every_end_of_a_pair_is_run(capsys, project, tmp_path):
    code, out, _ = run(
        capsys,
        *("simulate", str(project), "--hold", "0.1 s", "-o", str(tmp_path / "out" / "a.zarr")),
        *("--set", "joints.normal_stiffness_high=4e8 N/m3", "--set", "joints.friction_angle_high=35 deg"),
        *("--vtk", str(tmp_path / "vtk")),
    )
    assert code == 0
    ends = {f"Kn_{one}_mu_{other}" for one in ("low", "high") for other in ("low", "high")}
    assert {path.name for path in (tmp_path / "out").iterdir()} == {f"a_{end}.zarr" for end in ends}
    assert {path.name for path in (tmp_path / "vtk").iterdir()} == ends
    soft, stiff = (read_trajectory(tmp_path / "out" / f"a_Kn_{end}_mu_low.zarr") for end in ("low", "high"))
    assert (soft.case, stiff.case) == ("Kn low, μ low", "Kn high, μ low")
    # a spring twice as stiff gives half as much under the same weight
    top = soft.stones[-1]
    assert f"hold ({soft.case})" in out
    ratio = soft.settled.displacement[-1, 2] / stiff.settled.displacement[-1, 2]
    assert ratio == pytest.approx(2.0, rel=1e-3), top


def test_stones_are_let_down(capsys, project, tmp_path):
    code, out, _ = run(capsys, "simulate", str(project), "--settle", "1=5 mm", "--set", 'dynamics.simulation.free="3s"')
    assert code == 0
    found = read_trajectory(tmp_path / "wall.zarr")
    assert found.residual[found.stones.index("1"), 2] == pytest.approx(-5e-3, abs=1e-9)
    assert "settlement: standing" in out
    assert sum(" opening " in line or " slip " in line for line in out.splitlines()) == min(10, len(found.events)) > 0


def test_the_wall_is_tilted(capsys, project, tmp_path):
    code, _, _ = run(capsys, "simulate", str(project), "--tilt", "2 deg", "--set", "dynamics.simulation.free=0 s")
    assert code == 0
    assert read_trajectory(tmp_path / "wall.zarr").tilt[-1] == pytest.approx(np.radians(2.0), rel=0.02)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--hold", "1 s", "--tilt", "3 deg"], "one action at a time"),
        (["--motion", "sin"], 'did you mean "sine"'),
        (["--hold", "1"], "--hold"),
        (["--tilt", "3 m"], "--tilt"),
        (["--settle", "1"], "write STONE=AMOUNT"),
        (["--settle", "6=5 mm"], 'stone "6" is not fixed'),
        (["--step", "1 s"], "above the stable time step"),
        (["-o", "history"], "ends in .zarr"),
        (["--set", "motion.signals.sine.sine.amplitude=1"], "amplitude"),
    ],
)
def test_wrong_wishes_are_exit_code_2(capsys, project, tmp_path, arguments, says):
    code, _, err = run(capsys, "simulate", str(project), *arguments)
    assert code == 2
    assert says in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["wall.toml"]


def test_what_the_file_lacks_is_told(capsys, project):
    cut = PROJECT.partition("[motion")[0]
    project.write_text(cut, encoding="utf-8")
    code, _, err = run(capsys, "simulate", str(project))
    assert code == 2
    assert "say what is to be done to the wall: --motion NAME" in err
    project.write_text(cut.replace('normal_stiffness = "2e8 N/m3"\n', ""), encoding="utf-8")
    code, _, err = run(capsys, "simulate", str(project), "--hold", "1 s")
    assert code == 2
    assert "joints.normal_stiffness is missing" in err


def test_a_step_that_is_too_long_ends_in_exit_code_3(capsys, project, tmp_path):
    code, _, err = run(
        capsys, "simulate", str(project), "--step", "10 ms", "--set", "dynamics.simulation.allow_unstable=true"
    )
    assert code == 3
    assert "flew apart" in err
    assert [path.name for path in tmp_path.iterdir()] == ["wall.toml"]


def test_stopped_by_hand_it_says_where_the_rest_is(capsys, project, tmp_path, monkeypatch):
    partial = tmp_path / "wall.zarr.partial"

    shaken = []

    def stop(self: ProgressBars, steps: int = 1) -> None:
        shaken.extend([1] if partial.exists() else [])
        if len(shaken) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressBars, "advance", stop)
    code, _, err = run(capsys, "simulate", str(project))
    assert code == 130
    assert str(partial) in err.replace("\n", "")
    assert "0.49 s of it are kept" in err
    assert read_partial(partial).times[-1] == pytest.approx(0.49)
    assert "wall.zarr was not written" in err.replace("\n", "")
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall.zarr.partial"}


def test_the_how_to_of_shaking_runs(capsys, tmp_path, monkeypatch):
    page = (ROOT / "docs" / "how-to.md").read_text(encoding="utf-8")
    section = page.partition("## Shake a wall\n")[2].partition("\n## ")[0]
    toml, commands, code = (block.partition("\n")[2] for block in section.split("```")[1::2])
    (tmp_path / "wall.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = commands.splitlines()
    assert len(lines) == 4
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "pirqa"
        code_of_exit, _, err = run(capsys, *arguments)
        assert code_of_exit == 0, err
    exec(compile(code, "how-to.md", "exec"), {})
    assert "sine (Kn low): standing" in capsys.readouterr().out
    assert (tmp_path / "sine_vtk" / "Kn_high" / "stones.pvd").is_file()
