"""Result of the soil stage: runs with and without soil, and the level pull at which the wall gives way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pirqa.dynamics.drive import Ramp
from pirqa.dynamics.trajectory import Trajectory
from pirqa.experiments.damage import Outcome
from pirqa.experiments.soil.options import SoilThrust
from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.statics.critical import CriticalCoefficient

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


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilProfile:
    """Pressures normal to the back at some levels, means along the wall [Pa], each of shape (n,)."""

    level: FloatArray
    """Above the base [m]."""
    rest: FloatArray
    """Where the wall has not moved."""
    active: FloatArray
    """Where the soil follows it."""
    passive: FloatArray
    """Where the soil gives way."""
    water: FloatArray
    """Of still water, by itself."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilRun:
    """The wall under one ground motion, with or without the soil."""

    action: str
    """Name of the motion."""
    case: str
    """Which end of each pair of joint properties was used; empty where there is no pair."""
    soil: bool
    """Whether the soil was there."""
    outcome: Outcome
    reliable: bool
    ledger_error: float
    """Of the energy ledger [-]."""
    step: float
    """Time step [s]."""
    times: FloatArray
    """[s], shape (k,)"""
    outward: FloatArray
    """Displacement towards the front of the stone that went farthest that way [m], shape (k,)."""
    stone: str
    """Which stone that is."""
    lasting: float
    """Its displacement towards the front at the end [m]."""
    peak: float
    """And the largest on the way [m]."""
    thrust: FloatArray
    """Outward force of soil and water [N], shape (k,); empty without soil."""
    height: FloatArray
    """At which it acts above the base [m], shape (k,); empty without soil."""
    settled_pressure: FloatArray
    """Of soil and water at the levels of the profile before the motion [Pa]; empty without soil."""
    largest_pressure: FloatArray
    """The same at the time of the largest thrust [Pa]."""
    final_pressure: FloatArray
    """The same at the end [Pa]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilRamp:
    """The wall with soil that is already active, under a level pull that grows slowly."""

    case: str
    to: float
    """Horizontal coefficient at its end [-]."""
    onset: Onset | None
    """Where the stones gave way; none where they did not."""
    reliable: bool
    coefficient: FloatArray
    """Of the pull [-], shape (k,)."""
    outward: FloatArray
    """Displacement towards the front of the stone that gave way, or went farthest [m], shape (k,)."""
    critical: tuple[CriticalCoefficient, ...]
    """What statics has for the same wall and thrust: of sliding, then of overturning."""

    @property
    def least(self) -> CriticalCoefficient | None:
        """The mode that statics reaches first."""
        found = [item for item in self.critical if item.coefficient is not None]
        return min(found, key=lambda item: item.coefficient or 0.0) if found else None


@dataclass(frozen=True, kw_only=True, eq=False)
class SoilResult:
    """The wall with soil behind it."""

    thrust: SoilThrust
    """Theory of the least pressure."""
    rest_coefficient: float
    """K0 [-]"""
    modulus_low: float
    """Least and greatest subgrade modulus of the patches [N/m3]."""
    modulus_high: float
    modulus_assumed: bool
    patches: int
    """Pieces of back faces on which the soil leans."""
    rest_thrust: float
    """Outward force on the whole wall where it has not moved, water included [N]."""
    active_thrust: float
    """The same where the soil follows the wall [N]."""
    profile: SoilProfile
    runs: tuple[SoilRun, ...]
    ramps: tuple[SoilRamp, ...]
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        lines = [
            f"thrust {self.thrust}, K0 {self.rest_coefficient:.3f}: {self.rest_thrust / 1e3:.1f} kN at rest, "
            f"{self.active_thrust / 1e3:.1f} kN active",
            f"{'motion':<20}{'case':<16}{'soil':<6}{'outcome':<10}{'outwards mm':>12}{'lasting mm':>12}"
            f"{'thrust kN':>11}{'energy':>9}",
        ]
        for run in self.runs:
            largest = f"{run.thrust.max() / 1e3:.1f}" if run.soil else "-"
            lines.append(
                f"{run.action[:19]:<20}{run.case[:15]:<16}{'yes' if run.soil else 'no':<6}{run.outcome.collapse:<10}"
                f"{1e3 * run.peak:>12.2f}{1e3 * run.lasting:>12.3f}{largest:>11}{run.ledger_error:>9.1e}"
                f"{'' if run.reliable else '  NOT RELIABLE'}"
            )
        for ramp in self.ramps:
            case = f" ({ramp.case})" if ramp.case else ""
            found = f"not below {ramp.to:.3f}"
            if ramp.onset is not None:
                found = f"at {ramp.onset.coefficient:.4f}, {ramp.onset.mode} of stone {ramp.onset.stone}"
            lines.append(f"slow pull{case}: gives way {found}{'' if ramp.reliable else '  NOT RELIABLE'}")
            for item in ramp.critical:
                told = item.outcome.replace("_", " ") if item.coefficient is None else f"{item.coefficient:.4f}"
                lines.append(f"  statics, {item.mode}: {told}")
        return "\n".join(lines)
