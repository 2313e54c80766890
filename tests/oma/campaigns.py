"""A small simulated campaign on disk: records, ground noise and the plan that leads to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan
from pirqa.oma.simulated import SoilLayer, chokepukio_wall, ground_noise, simulate
from pirqa.project.plan_file import write_plan

__all__ = ["write_campaign"]


def write_campaign(
    folder: Path,
    *,
    duration: float = 300.0,
    rate: float = 40.0,
    seed: int = 3,
    setups: int = 7,
    ground: float = 1500.0,
    softer: float = 1.0,
    **more: object,
) -> Path:
    """Path of the plan; ``softer`` scales all frequencies, ``more`` goes into the plan."""
    from dataclasses import replace

    folder.mkdir(parents=True, exist_ok=True)
    wall = chokepukio_wall()
    wall = replace(wall, frequency=softer * wall.frequency, setups=wall.setups[:setups])
    measured = simulate(wall, seed, duration=duration, rate=rate)
    kept = []
    for number, recording in enumerate(measured.recordings, 1):
        np.save(folder / f"setup_{number}.npy", 1e-4 * recording.signals)
        channels = tuple(
            Channel(point=degree.point, heading="across", column=column)
            for column, degree in enumerate(recording.degrees, 1)
        )
        kept.append(Setup(name=recording.setup, file=f"setup_{number}.npy", channels=channels))
    noises: tuple[GroundNoise, ...] = ()
    if ground:
        soft = SoilLayer(velocity=4.0 * 20.0 / 0.45, density=1900.0, thickness=20.0, damping=0.05)
        noise = ground_noise([soft, SoilLayer(velocity=900.0, density=2300.0)], duration=ground, rate=rate, seed=seed)
        np.save(folder / "ground.npy", noise.signals)
        noises = (GroundNoise(name="ground", file="ground.npy", north=1, east=2, up=3, unit="m/s2"),)
    plan = TestPlan(
        name="simulated",
        rate=rate,
        unit="m/s2",
        references=measured.references,
        points=measured.points,
        setups=tuple(kept),
        ground=noises,
        **{"description": "Simulated.", **more},
    )
    path = folder / "plan.toml"
    path.write_text(write_plan(plan), encoding="utf-8")
    return path
