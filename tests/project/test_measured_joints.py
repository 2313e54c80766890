"""Joints of stones from measured vibrations, end to end: records on disk, their modes, the stiffness of the joints."""

from __future__ import annotations

import math
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import pirqa
from pirqa.cli.main import main
from pirqa.experiments.identify.stage import settled_modes
from pirqa.experiments.joint_calibration.fit import joints_with
from pirqa.oma.measurement import Point
from pirqa.oma.simulated import SimulatedWall
from pirqa.project import parse_project, read_results
from pirqa.project.pipeline import stage_key, wall_of
from pirqa.project.stages import STAGES
from pirqa.project.stages.joint_calibration import sensors_on_stones
from pirqa.report import LANGUAGES, load_words, render_pages
from tests.fem.updating.campaign import write_recording

TRUE, GUESS = 3e8, 1e8
"""Normal stiffness of the joints of the wall that is shaken, and as the file has it [N/m3]."""
DAMPING = 0.02
RATE, DURATION = 100.0, 200.0
SENSORS = {f"s{i}{j}": (0.2 + x, 0.0, 0.45 + 0.6 * j) for i, x in enumerate((0.0, 1.0, 2.0)) for j in range(3)}
PROJECT = f"""
format = 1
analyses = ["oma", "joint_calibration"]
[project]
name = "Coursed"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "blocks"
friction_angle = "30 deg"
[joints]
friction_angle = "30 deg"
normal_stiffness = "{GUESS:g} N/m3"
[survey]
file = "stones.toml"
thickness = "0.45 m"
fixed = "base"
[oma]
plan = "plan.toml"
band = ["3 Hz", "40 Hz"]
[joint_calibration]
measured = "oma"
"""
SLABS = 'pirqa_wall = 1\nunit = "m"\n' + "".join(
    f'[[stones]]\nname = "{n + 1}"\noutline = [[0.0, {0.3 * n:.1f}], [2.4, {0.3 * n:.1f}], [2.4, {0.3 * n + 0.3:.1f}], '
    f"[0.0, {0.3 * n + 0.3:.1f}]]\n"
    for n in range(6)
)
"""One stone a course: no upright joints, which bear nothing at rest, so that nobody knows whether they resist."""


def write_campaign(folder: Path) -> np.ndarray:
    """Vibrations of the wall on joints of the true stiffness, and their plan; its frequencies [Hz]."""
    (folder / "stones.toml").write_text(SLABS, encoding="utf-8")
    wall = wall_of(parse_project(PROJECT, file=str(folder / "wall.toml")))
    places = {name: np.array(place) for name, place in SENSORS.items()}
    watched = replace(wall, control_points=tuple(sensors_on_stones(wall, places)))
    modes = settled_modes(watched, joints=joints_with(wall.joints, TRUE), count=20)
    across = modes.point_shape[..., 1]
    # sensors look across the wall: what moves along it they do not hear
    heard = (modes.frequency < 0.4 * RATE) & (np.abs(across).max(axis=1) > 0.5)
    shaken = SimulatedWall(
        points={name: Point(name=name, place=place) for name, place in SENSORS.items()},
        frequency=modes.frequency[heard],
        damping=np.full(int(heard.sum()), DAMPING),
        shape=across[heard],
        setups=(tuple(SENSORS),),
        references=tuple(SENSORS)[:4],
    )
    write_recording(folder, shaken, duration=DURATION, rate=RATE, seed=1)
    (folder / "wall.toml").write_text(PROJECT, encoding="utf-8")
    return shaken.frequency


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("heard")
    frequency = write_campaign(folder)
    return pirqa.assess(folder / "wall.toml", folder / "out"), frequency


def test_the_stiffness_of_the_joints_is_heard(made):
    assessed, frequency = made
    heard = assessed.stages["oma"].modes
    assert len(heard) >= 2
    assert np.abs(heard.frequency[:, None] / frequency - 1.0).min(axis=1).max() < 0.01
    result = assessed.stages["joint_calibration"]
    stiffness = result.parameter("normal_stiffness")
    assert stiffness.given == GUESS
    assert stiffness.low < TRUE < stiffness.high
    assert stiffness.best == pytest.approx(TRUE, rel=0.02)
    # what was measured is what oma has found, with its own standard deviation
    data = [item for item in result.data if item.kind == "frequency"]
    assert [item.measured for item in data] == sorted(heard.frequency.tolist())
    assert [item.deviation for item in data] == heard.frequency_sd[np.argsort(heard.frequency)].tolist()
    assert all(abs(item.measured - item.computed) < 4.0 * item.deviation for item in data)
    # small vibrations do not slip
    assert result.parameter("friction").known == "unknown"


def test_damping_follows_the_measured_one(made):
    """ζ = c ω/(2 Kn) in every mode, where the simulated one is 2 % in all: c lies between what the ends ask for."""
    assessed, frequency = made
    found = assessed.stages["joint_calibration"].parameter("damping")
    ends = 2.0 * DAMPING * TRUE / (2.0 * math.pi * frequency[[-1, 0]])
    assert 0.9 * ends[0] < found.best < 1.1 * ends[1]


def test_it_comes_back_and_is_on_the_page(made):
    assessed, _ = made
    back = read_results(assessed.folder).stages["joint_calibration"]
    assert back.parameters == assessed.stages["joint_calibration"].parameters
    for language, text in zip(LANGUAGES, render_pages(assessed, *LANGUAGES).values(), strict=True):
        page = unescape(text)
        words = load_words(language)
        assert 'id="joint_calibration"' in page
        assert words("joint_calibration.title") in page


def test_its_key_follows_the_vibrations(made):
    assessed, _ = made
    project = parse_project(PROJECT, file=str(assessed.folder.parent / "wall.toml"))
    stage = next(stage for stage in STAGES if stage.name == "joint_calibration")
    keys = {stage_key(stage, project, {"survey": "a", "oma": name}) for name in ("a", "b")}
    assert len(keys) == 2


def test_the_command_by_itself_listens_too(made, capsys):
    assessed, _ = made
    with pytest.raises(SystemExit) as caught:
        main(["calibrate", "--joints", str(assessed.folder.parent / "wall.toml")])
    assert not caught.value.code
    told = capsys.readouterr().out
    best = assessed.stages["joint_calibration"].parameter("normal_stiffness").best
    assert f"{best:.3g}" in told
