"""``pirqa simulate`` as a user meets it."""

from __future__ import annotations

import shlex

import numpy as np
import pytest

from pirqa.cli.console import ProgressBars
from pirqa.dynamics.history import read_trajectory
from pirqa.dynamics.state_recorder import read_partial
from tests.cli.conftest import boxes
from tests.cli.test_commands import run
from tests.conftest import ROOT
from tests.dynamics.test_history import files

PROJECT = boxes(("0.5 g", "5 Hz", "1 s", "0.5 s"))


def test_the_only_motion_shakes_the_wall(capsys, project, tmp_path):
    code, out, err = run(capsys, "simulate", str(project), "--vtk", str(tmp_path / "vtk"), "--every", "50")
    assert code == 0
    assert "sine: complete after 1.49 s" in out
    assert "no collapse" in out
    assert "energy closes" in out
    assert "NOT RELIABLE" not in out
    assert str(tmp_path / "wall_sine.zarr") in out
    assert str(tmp_path / "vtk" / "stones.pvd") in out
    assert "gravity: at rest" in err
    found = read_trajectory(tmp_path / "wall_sine.zarr")
    assert f"time step {1e3 * found.step:.3g} ms\n" in out
    assert found.halvings == 0
    assert np.ptp(found.platform[:, 1]) > 1e-3, "the base moved across"
    assert (tmp_path / "vtk" / "joints.pvd").is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall_sine.zarr", "vtk"}


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
    found = read_trajectory(tmp_path / "wall_settlement.zarr")
    assert found.residual[found.stones.index("1"), 2] == pytest.approx(-5e-3, abs=1e-9)
    assert "settlement: complete" in out
    assert sum(" opening " in line or " slip " in line for line in out.splitlines()) == min(10, len(found.events)) > 0


def test_the_wall_is_tilted(capsys, project, tmp_path):
    code, _, _ = run(capsys, "simulate", str(project), "--tilt", "2 deg", "--set", "dynamics.simulation.free=0 s")
    assert code == 0
    assert read_trajectory(tmp_path / "wall_tilt.zarr").tilt[-1] == pytest.approx(np.radians(2.0), rel=0.02)


def test_one_action_does_not_replace_another_s_history(capsys, project, tmp_path):
    short = ("--set", "dynamics.simulation.free=0 s")
    for arguments in (["--motion", "sine"], ["--hold", "0.3 s"]):
        assert run(capsys, "simulate", str(project), *arguments, *short)[0] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall_sine.zarr", "wall_hold.zarr"}
    assert read_trajectory(tmp_path / "wall_sine.zarr").action == "sine"


def test_a_halved_time_step_is_told(capsys, project, tmp_path, monkeypatch):
    # no run closes within this
    monkeypatch.setattr("pirqa.dynamics.energy.CLOSING_LIMIT", 0.0)
    options = ("--set", "dynamics.simulation.refine=2", "--set", "dynamics.simulation.free=0 s")
    code, out, _ = run(capsys, "simulate", str(project), "--hold", "0.3 s", *options)
    assert code == 0
    found = read_trajectory(tmp_path / "wall_hold.zarr")
    assert found.step < 0.35 * found.stable_step / 4 * 1.01, "two halvings of the default"
    assert f"time step {1e3 * found.step:.3g} ms, halved 2 times" in out


def test_a_motion_without_direction_is_refused_before_the_wall_settles(capsys, project, tmp_path):
    record = '[motion.records.lima]\nfile = "pirqa:PRQ_19661017164100.txt"\n'
    project.write_text(f"{PROJECT}\n{record}", encoding="utf-8")
    code, _, err = run(capsys, "simulate", str(project), "--motion", "lima")
    assert code == 2
    assert f'{project}: motion "lima": component' in err.replace("\n", "")
    assert "gravity" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["wall.toml"]


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
    assert f"{project}: the wall flew apart" in err.replace("\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["wall.toml"]


def test_stopped_by_hand_it_says_where_the_rest_is_and_goes_on(capsys, project, tmp_path, monkeypatch):
    partial = tmp_path / "wall_sine.zarr.partial"
    monkeypatch.setattr("pirqa.dynamics.state_recorder.INTERVAL", 0.0)
    shaken = []

    def stop(self: ProgressBars, steps: int = 1) -> None:
        shaken.extend([1] if steps and self._name == "sine" else [])
        if len(shaken) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ProgressBars, "advance", stop)
        code, _, err = run(capsys, "simulate", str(project))
    assert code == 130
    said = " ".join(err.split())
    assert str(partial) in err.replace("\n", "")
    assert "0.49 s of it are kept" in said
    assert read_partial(partial).times[-1] == pytest.approx(0.49)
    assert "wall_sine.zarr was not written. Run the same command again to go on." in said
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall_sine.zarr.partial"}
    code, _, err = run(capsys, "simulate", str(project))
    assert code == 0
    assert "resumed: at 0.25 s of sine, where an earlier run was stopped" in err
    assert "gravity" not in err
    assert {path.name for path in tmp_path.iterdir()} == {"wall.toml", "wall_sine.zarr"}
    resumed = files(tmp_path / "wall_sine.zarr")
    assert run(capsys, "simulate", str(project), "-o", str(tmp_path / "again.zarr"))[0] == 0
    assert files(tmp_path / "again.zarr") == resumed


def test_assess_stopped_by_hand_keeps_finished_stages_only(capsys, project, tmp_path, monkeypatch):
    project.write_text(PROJECT.replace('["survey"]', '["survey", "motion", "dynamics"]'), encoding="utf-8")

    def stop(self: ProgressBars, steps: int = 1) -> None:
        if self._name == "settling under self-weight":
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressBars, "advance", stop)
    code, _, err = run(capsys, "assess", str(project))
    assert code == 130, err
    said = " ".join(err.split())
    assert "finished stages and runs of an assessment are kept" in said
    kept = tmp_path / "wall.results" / "stages"
    whole = {path.parent.name for path in kept.glob("*/*") if not path.name.startswith(".")}
    assert whole == {"survey", "motion"}


def test_the_how_to_of_shaking_runs(capsys, tmp_path, monkeypatch):
    page = (ROOT / "docs" / "how-to" / "shake.md").read_text(encoding="utf-8")
    toml, commands, *codes = (block.partition("\n")[2] for block in page.split("```")[1::2])
    (tmp_path / "wall.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = commands.splitlines()
    assert len(lines) == 4
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "pirqa"
        code_of_exit, _, err = run(capsys, *arguments)
        assert code_of_exit == 0, err
    names = {"wall_sine", "wall_tilt", "wall_settlement", "smooth"}
    histories = {path.name for path in tmp_path.glob("*.zarr")}
    assert histories == {f"{name}_Kn_{end}.zarr" for name in names for end in ("low", "high")}
    assert len(codes) == 3
    said, names_of_code = [], {}
    for code in codes:
        exec(compile(code, "shake.md", "exec"), names_of_code)
        said.append(capsys.readouterr().out)
    assert said[2].split()[0] == "none"
    assert "sine (Kn low): complete" in said[0]
    assert float(said[1].split()[0]) < -1e-4, "a stone sinks by its weight over the stiffness"
    assert [line for line in said[1].splitlines() if "complete after" in line] == [
        line for line in said[1].splitlines() if line.startswith(("tilt: ", "settlement: ", "sine: "))
    ]
    assert said[1].count("complete after") == 3
    assert (tmp_path / "sine_vtk" / "Kn_high" / "stones.pvd").is_file()
