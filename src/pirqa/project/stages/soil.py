"""Soil: the wall with a fill behind it, and without."""

from __future__ import annotations

from pirqa.project.moving import shaken, shaken_inputs
from pirqa.project.stage import Stage

STAGE = Stage(
    name="soil",
    rank=160,
    options="pirqa.experiments.soil.options:SoilOptions",
    result="pirqa.experiments.soil.result:SoilResult",
    takes=("survey", "motion"),
    inputs=shaken_inputs,
    run=shaken("soil", "pirqa.experiments.soil.stage:run_soil"),
    moves_stones=True,
    film=50,
)
