"""A campaign on disk whose vibrations are those of the small wall of two parts, with its true moduli."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pirqa.oma.measurement import Point
from pirqa.oma.plan import Channel, Setup, TestPlan
from pirqa.oma.simulated import SimulatedWall, simulate
from pirqa.project.plan_file import write_plan
from tests.fem.updating.made import SENSORS, twin

__all__ = ["PARAMETERS", "PROJECT", "write_wall_campaign"]

PROJECT = """
format = 1
analyses = ["oma", "fe", "updating"]
[project]
name = "Two parts"
[materials.lower]
unit_weight = "25 kN/m3"
youngs_modulus = "800 MPa"
[materials.upper]
unit_weight = "24 kN/m3"
youngs_modulus = "800 MPa"
[wall]
length = "8 m"
[[wall.zones]]
name = "low"
material = "lower"
bottom = "0 m"
top = "3 m"
thickness = "1 m"
[[wall.zones]]
name = "top"
material = "upper"
bottom = "3 m"
top = "5 m"
thickness = "0.5 m"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "30 deg"
[oma]
plan = "plan.toml"
band = ["1 Hz", "15 Hz"]
[fe]
size = "1 m"
layers = 1
modes = 10
[updating]
modes = [1, 2, 3, 4]
model_error = "0.5 %"
starts = 1
mesh_check = false
"""
PARAMETERS = """
[updating.parameters.E1]
kind = "youngs_modulus"
of = ["lower"]
low = "300 MPa"
high = "1.3 GPa"
[updating.parameters.E2]
kind = "youngs_modulus"
of = ["upper"]
low = "150 MPa"
high = "1.3 GPa"
"""


def write_wall_campaign(folder: Path, *, duration: float = 240.0, rate: float = 50.0, seed: int = 1) -> Path:
    """Path of the plan: all sensors at once, across the wall."""
    model = twin("E1", "E2")
    state = model.evaluate(model.starts, slopes=False)
    count = int((state.frequency < 0.4 * rate).sum())
    wall = SimulatedWall(
        points={name: Point(name=name, place=place) for name, place in SENSORS.items()},
        frequency=state.frequency[:count],
        damping=np.full(count, 0.02),
        shape=state.shape[:count, :, 1],
        setups=(tuple(SENSORS),),
        references=tuple(SENSORS)[:4],
    )
    return write_recording(folder, wall, duration=duration, rate=rate, seed=seed)


def write_recording(folder: Path, wall: SimulatedWall, *, duration: float, rate: float, seed: int) -> Path:
    """Path of the plan of what sensors on ``wall`` hear, all at once, across it."""
    measured = simulate(wall, seed, duration=duration, rate=rate)
    recording = measured.recordings[0]
    np.save(folder / "all.npy", 1e-4 / recording.signals.std() * recording.signals)
    channels = tuple(
        Channel(point=degree.point, heading="across", column=column)
        for column, degree in enumerate(recording.degrees, 1)
    )
    plan = TestPlan(
        name="simulated",
        description="Simulated.",
        rate=rate,
        unit="m/s2",
        references=measured.references,
        points=measured.points,
        setups=(Setup(name=recording.setup, file="all.npy", channels=channels),),
    )
    path = folder / "plan.toml"
    path.write_text(write_plan(plan), encoding="utf-8")
    return path
