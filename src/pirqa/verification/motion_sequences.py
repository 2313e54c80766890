"""Motion: main shock and aftershock joined to one motion, beside closed forms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial

import numpy as np

from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.sequence import JoinedShocks, join_shocks
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_CYCLE = "a = A sin(2πt/T) for one cycle leaves no velocity and a displacement of A T²/(2π)"
_PERIOD = 2.0

_case = partial(case_of, "motion")


def cases() -> Iterator[Case]:
    """All cases of sequences."""
    left = 1.0 * _PERIOD**2 / (2.0 * math.pi)
    polygon = "acceleration linear between 200 samples of the cycle: (ωh)²/12 is 8e-5"
    yield _case(
        "sequences.rest.velocity",
        "largest velocity between the shocks",
        "m/s",
        _CYCLE,
        0.0,
        {"max": 1e-12},
        "rounding of the sums",
        lambda: float(np.abs(_joined().motion.velocity[_between()]).max()),
    )
    yield _case(
        "sequences.rest.displacement",
        "displacement between the shocks, A 1 m/s², T 2 s",
        "m",
        _CYCLE,
        left,
        {"rel": 1e-3},
        polygon,
        lambda: float(_joined().motion.displacement[_between()][0, 0]),
    )
    yield _case(
        "sequences.end.displacement",
        "displacement after the second shock, half as strong",
        "m",
        _CYCLE,
        1.5 * left,
        {"rel": 1e-3},
        polygon,
        lambda: float(_joined().motion.displacement[-1, 0]),
    )
    yield _case(
        "sequences.start",
        "time at which the second shock begins after 3 s of rest",
        "s",
        "2 s + 3 s",
        5.0,
        {"abs": 1e-9},
        "a sum of whole steps",
        lambda: _joined().starts[1],
    )


@cache
def _joined() -> JoinedShocks:
    times = np.linspace(0.0, _PERIOD, 201)
    values = np.sin(2.0 * math.pi * times / _PERIOD)
    shocks = [
        GroundMotion(
            name=name,
            step=_PERIOD / 200,
            acceleration=factor * values[:, None],
            directions=(Direction(name="across"),),
        )
        for name, factor in (("main", 1.0), ("aftershock", 0.5))
    ]
    return join_shocks("both", shocks, rest=3.0)


def _between() -> slice:
    step = _joined().motion.step
    return slice(round(_PERIOD / step), round(_joined().starts[1] / step) + 1)
