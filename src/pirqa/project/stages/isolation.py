"""Isolation: the wall on a bed of rounded stones, compared with the same wall fixed."""

from __future__ import annotations

from pirqa.project.moving import shaken, shaken_inputs
from pirqa.project.stage import Stage

STAGE = Stage(
    name="isolation",
    rank=150,
    options="pirqa.experiments.isolation.options:IsolationOptions",
    result="pirqa.experiments.isolation.result:IsolationResult",
    takes=("survey", "motion"),
    inputs=shaken_inputs,
    run=shaken("isolation", "pirqa.experiments.isolation.stage:run_isolation"),
    methods=("pirqa.experiments.isolation.result:DECLARATION",),
    moves_stones=True,
)
