"""Speed of updating: the Chokepukio paper's four parameters on a mesh of 30,000 degrees of freedom.

The whole stage from the parts of the matrices to intervals: sensitivity, identifiability, direct least squares from
three starts, covariance. CPU time, one thread, once. Beside it one round of Douglas and Reid's response functions: of
its 2V + 2 runs those that change only masses share one factor of the stiffness. There is no peer in Python.
"""

from __future__ import annotations

import time

import numpy as np

from benchmarks.harness import Row
from pirqa.fem.options import FeOptions
from pirqa.fem.updating.fits import Target, calibrate
from pirqa.fem.updating.options import UpdatingOptions, UpdatingParameter
from pirqa.fem.updating.stage import run_updating
from pirqa.fem.updating.twin import Twin
from pirqa.model.modes import Modes
from pirqa.verification.updating import TRUE, paper_parameters, sensor_places, wall_with

SIZE = 0.325
"""Largest side of the bricks [m]: about 30,000 degrees of freedom, as in the benchmark of fe."""
LIMIT = 180.0
PRIOR = 1.5e3
"""Standard deviation of what is known of the unit weights [N/m3]."""
WEIGHTS = (27e3, 26e3)


def run() -> list[Row]:
    """All rows."""
    options = FeOptions(size=SIZE)
    start = wall_with(650e6, 650e6, 30e3)
    known = paper_parameters(PRIOR)
    twin = Twin(start, options, known, sensor_places(), modes=options.modes)
    true = np.array([*TRUE.values(), *WEIGHTS])
    measured = _measured(twin, true)
    parameters = {
        item.name: UpdatingParameter(
            kind=item.kind, of=item.of, start=item.start, low=item.low, high=item.high, prior_sd=item.prior_sd
        )
        for item in known
    }
    began = time.process_time()
    result = run_updating(start, options, UpdatingOptions(parameters=parameters), measured, sensor_places())
    seconds = time.process_time() - began
    # unit weights are pulled towards their prior, and the moduli with them: what modes tell is E over unit weight
    values = np.array([item.value for item in result.parameters])
    apart = float(np.abs(values[:2] / values[2:] / (true[:2] / true[2:]) - 1.0).max())
    factors, solves = twin.factors, twin.solves
    rounds = calibrate(twin, Target(modes=measured, model_error=0.01), rounds=1)
    note = (
        f"{result.freedoms} degrees of freedom, {len(result.starts)} starts, {result.solves} times modes, "
        f"{result.factorisations} factorisations; E over unit weight within {100 * apart:.2g} % of the truth"
    )
    return [
        Row(id="four parameters 30k", value=seconds, target=LIMIT, note=note),
        Row(
            id="factorisations of a round",
            value=float(twin.factors - factors),
            unit="",
            target=float(twin.solves - solves),
            note=f"of {rounds[0].runs} runs of the model in one round of Douglas and Reid's way",
        ),
    ]


def _measured(twin: Twin, values: np.ndarray) -> Modes:
    state = twin.evaluate(values, slopes=False)
    shape = np.full((4, *state.shape.shape[1:]), np.nan)
    shape[..., 1] = state.shape[:4, :, 1]
    return Modes(
        frequency=state.frequency[:4],
        damping=np.full(4, 0.03),
        points=tuple(sensor_places()),
        point_shape=shape,
        frequency_sd=0.003 * state.frequency[:4],
    )
