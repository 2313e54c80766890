"""Poles and measurements made by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from pirqa.oma.measurement import Measurement
from pirqa.oma.options import PreprocessOptions
from pirqa.oma.poles import Poles
from pirqa.oma.preprocessing import prepare
from pirqa.oma.simulated import Disturbances, seven_mode_wall

BAND = (0.5, 10.0)
SHAPES = np.eye(4, 6) + 0.2 * np.ones((4, 6))


def poles_of(rows, seed: int = 0) -> Poles:
    """Poles from (orders, frequency, damping, shape) each; a little noise, and any phase of each shape."""
    rng = np.random.default_rng(seed)
    table = []
    for orders, frequency, damping, shape in rows:
        for order in orders:
            phi = shape * (1.0 + 0.002 * rng.standard_normal(len(shape))) * np.exp(2.0j * np.pi * rng.random())
            near = frequency * (1.0 + 1e-4 * rng.standard_normal())
            table.append((order, near, damping * (1.0 + 0.01 * rng.standard_normal()), phi / np.linalg.norm(phi)))
    table.sort(key=lambda row: (row[0], row[1]))
    return Poles(
        order=np.array([row[0] for row in table]),
        frequency=np.array([row[1] for row in table]),
        damping=np.array([row[2] for row in table]),
        shape=np.array([row[3] for row in table]),
    )


@cache
def prepared_wall(
    seed: int = 201, duration: float = 600.0, disturbances: Disturbances | None = None
) -> tuple[Measurement, object]:
    measurement, truth = seven_mode_wall(seed, duration=duration, disturbances=disturbances)
    return prepare(measurement, PreprocessOptions(decimation=5), BAND).measurement, truth


def first_setup(measurement: Measurement) -> Measurement:
    return replace(measurement, recordings=measurement.recordings[:1])
