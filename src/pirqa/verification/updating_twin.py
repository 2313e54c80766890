"""Updating on walls whose moduli are known: simulated campaigns, their modes found automatically, the model calibrated.

The wall is the Chokepukio paper's of 20 m by 9 m; its campaign is the paper's too: sixteen points, seven setups of two
references and two rovers, 10 minutes at 200 Hz each, 5 % noise. Records come from the model's own modes below 10 Hz, so
that its bricks are right by construction: what is tried is the way from records to moduli and their intervals. Against
records of a fine mesh these bricks of 1 m would find E2 10 % low; the stage warns of that by a finer mesh of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pirqa.fe.options import FeOptions
from pirqa.model.modes import Modes
from pirqa.model.wall import Wall
from pirqa.oma.identification import identify_modes
from pirqa.oma.measurement import Point
from pirqa.oma.options import OmaOptions
from pirqa.oma.signals.preprocess import prepare
from pirqa.oma.simulated import SimulatedWall, chokepukio_wall, simulate
from pirqa.updating.options import UpdatingOptions, UpdatingParameter
from pirqa.updating.parameters import Parameter
from pirqa.updating.result import UpdatingResult
from pirqa.updating.stage import run_updating
from pirqa.updating.twin import Twin
from pirqa.verification.case import Case, case_of
from pirqa.verification.fe_chokepukio import published_wall

__all__ = ["MESH", "TRUE", "cases", "sensor_places", "twin_results", "wall_with"]

TRUE = {"lower": 579.7e6, "upper": 250.0e6}
"""Moduli of the wall that is shaken [Pa]: the lower one is the paper's; its upper one, 210.1 MPa, lies on its bound."""
MESH = FeOptions(size=1.0, layers=1, modes=12)
"""Of 1,974 degrees of freedom."""
_BAND = (0.5, 10.0)
_DAMPING = 0.025
_MODES = (1, 2, 3, 4)
"""The paper takes the first four."""
_QUICK, _FULL = 3, 50

_case = functools.partial(case_of, "updating")


def sensor_places() -> dict[str, tuple[float, float, float]]:
    """Along, across, up [m]."""
    return {name: point.place for name, point in chokepukio_wall().points.items()}


def wall_with(lower: float, upper: float, weight: float = 25.3e3) -> Wall:
    """The paper's wall with other moduli [Pa] and unit weight [N/m3]."""
    wall = published_wall()
    moduli = {"lower": lower, "upper": upper}
    materials = {
        name: replace(material, youngs_modulus=moduli[name], unit_weight=weight)
        for name, material in wall.materials.items()
    }
    return replace(wall, materials=materials)


@functools.cache
def _shaken() -> SimulatedWall:
    """The wall with its true moduli, as what can be simulated."""
    campaign = chokepukio_wall()
    start = TRUE["lower"]
    modulus = Parameter(name="E1", kind="youngs_modulus", of=("lower",), start=start, low=0.5 * start, high=2.0 * start)
    twin = Twin(wall_with(**TRUE), MESH, [modulus], sensor_places(), modes=MESH.modes)
    state = twin.evaluate(twin.starts, slopes=False)
    count = int((state.frequency < _BAND[1]).sum())
    return SimulatedWall(
        points={name: Point(name=name, place=place) for name, place in sensor_places().items()},
        frequency=state.frequency[:count],
        damping=np.full(count, _DAMPING),
        shape=state.shape[:count, :, 1],
        setups=campaign.setups,
        references=campaign.references,
    )


def _heard(seed: int) -> Modes:
    """Modes of one simulated campaign, found automatically."""
    options = OmaOptions()
    measured = prepare(simulate(_shaken(), seed), options.preprocess, _BAND).measurement
    return identify_modes(measured, options, _BAND, method=options.subspace.method).modes


def _learnt(seed: int) -> UpdatingResult:
    bounds = {"low": 100e6, "high": 2000e6}
    options = UpdatingOptions(
        parameters={
            "E1": UpdatingParameter(kind="youngs_modulus", of=("lower",), **bounds),
            "E2": UpdatingParameter(kind="youngs_modulus", of=("upper",), **bounds),
        },
        modes=_MODES,
        model_error=0.0,  # the bricks of the model are those that were shaken
        starts=1,
        mesh_check=False,
    )
    return run_updating(wall_with(8e8, 8e8), MESH, options, _heard(seed), sensor_places())


@functools.cache
def twin_results(count: int) -> tuple[tuple[float, float, float, float, float], ...]:
    """For each seed and modulus: seed, true value, value, standard deviation, half the 95 % interval [Pa]."""
    rows = []
    for seed in range(count):
        for item, true in zip(_learnt(seed).parameters, TRUE.values(), strict=True):
            half = 0.5 * (item.interval_high - item.interval_low)
            rows.append((float(seed), true, item.value, item.sd, half))
    return tuple(rows)


def _worst() -> float:
    return max(abs(value - true) / sd for _, true, value, sd, _ in twin_results(_QUICK))


def _coverage() -> float:
    """Share of the seeds whose interval holds the true modulus; the lower of the two moduli's."""
    rows = np.array(twin_results(_FULL)).reshape(_FULL, len(TRUE), -1)
    inside = np.abs(rows[..., 2] - rows[..., 1]) <= rows[..., 4]
    return float(inside.mean(axis=0).min())


def _half_width() -> float:
    """Mean over the seeds, over the modulus; the larger of the two."""
    rows = np.array(twin_results(_FULL)).reshape(_FULL, len(TRUE), -1)
    return float((rows[..., 4] / rows[..., 1]).mean(axis=0).max())


def cases() -> Iterator[Case]:
    """All of this file."""
    source = "simulated campaigns on a wall of known E1 and E2"
    yield _case(
        "updating.twin.quick", "largest error of E1 and E2 over its stated standard deviation, 3 seeds", "",
        source, 0.0, {"max": 4.0}, "of six normal numbers one beyond 4 has a chance of 0.04 %", _worst,
    )  # fmt: skip
    yield replace(
        _case(
            "updating.twin.coverage", "share of 50 seeds whose 95 % interval holds E, the lower of E1's and E2's", "",
            source, 0.95, {"min": 0.9},
            "95 % less 1.6 standard deviations of a share of 50", _coverage,
            "E1 comes out 0.2 % high on the mean: the frequencies of the first three modes, found automatically, are "
            "0.06 % high, less than half of their scatter.",
        ),
        full=True,
    )  # fmt: skip
    yield replace(
        _case(
            "updating.twin.half_width", "half of the 95 % interval over E, mean of 50 seeds, the larger of E1's and "
            "E2's", "", source, 0.0, {"max": 0.05}, "wide intervals hold the truth without saying anything",
            _half_width,
        ),
        full=True,
    )  # fmt: skip
