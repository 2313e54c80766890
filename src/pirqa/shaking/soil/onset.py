"""At which level pull a wall gives way: read off a run under a pull that grows slowly."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.dynamics.drive import Ramp
from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.polyhedron import FloatArray

__all__ = ["Onset", "OnsetMode", "onset_of"]

OnsetMode = Literal["sliding", "overturning"]
_RUNAWAY = 10.0
"""Times the speed of onset that a wall must reach without a stop: it goes for good."""


@dataclass(frozen=True, kw_only=True)
class Onset:
    """Where a wall gave way."""

    coefficient: float
    """Horizontal coefficient of the pull [-]."""
    time: float
    """Since the pull began [s]."""
    mode: OnsetMode
    """Whether its joints slid more than they opened while it went."""
    stone: str
    """The one that went fastest."""
    joint: str
    """The joint that slid, or opened, most."""


def onset_of(run: Trajectory, ramp: Ramp, *, speed: float) -> Onset | None:
    """Where a stone begins to move outwards at ``speed`` [m/s] and goes for good; none where all stones stay.

    A wall that slides is pushed by what the pull has grown by since: its speed grows as the square of the time since
    then, so that the time at which it began lies as far before the speed is reached as four times that speed is after.
    """
    free = run.free
    outward = -run.displacement[:, free, 1]
    speeds = np.gradient(outward, run.times, axis=0) if len(run.times) > 2 else np.zeros_like(outward)
    fastest = speeds.max(axis=1)
    begun = _runs_away(fastest, speed)
    if begun is None:
        return None
    later = begun + int(np.argmax(fastest[begun:] >= 4.0 * speed))
    gone = begun + int(np.argmax(fastest[begun:] >= _RUNAWAY * speed))
    before = max(begun - 1, 0)
    slid = run.slip[gone] - run.slip[before]
    opened = run.opening[gone] - run.opening[before]
    slides = bool(slid.max() > opened.max())
    times = run.times
    time = max(2.0 * times[begun] - times[later], 0.0) if slides else float(times[begun])
    joint = run.joints[int(np.argmax(slid if slides else opened))]
    return Onset(
        coefficient=float(ramp.at(np.array([time]))[0]),
        time=float(time),
        mode="sliding" if slides else "overturning",
        stone=run.stones[free[int(np.argmax(speeds[later]))]],
        joint=str(joint),
    )


def _runs_away(fastest: FloatArray, speed: float) -> int | None:
    """First row from which ``fastest`` stays above ``speed`` until it is many times that."""
    begun: int | None = None
    for row, value in enumerate(fastest.tolist()):
        if not math.isfinite(value) or value < speed:
            begun = None
        elif begun is None:
            begun = row
        if begun is not None and value >= _RUNAWAY * speed:
            return begun
    return None
