"""What a signal is made into, and the two ways in which its samples are made to end at rest."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import Direction, GroundMotion, Origin, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.filtering import final_weights

__all__ = ["MOST_SAMPLES", "SIGNAL", "Signal", "fitted_acceleration", "made_motion", "rested", "sample_times"]

MOST_SAMPLES = 4_000_000
"""Of one signal: an hour at 1 ms; more is refused before it fills the memory."""

SIGNAL = Direction(name="across")
"""Signals drive the wall out of its plane."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Signal:
    """A made-up motion, and what must be known about it."""

    motion: GroundMotion
    remarks: tuple[Remark, ...] = ()


def sample_times(duration: float, step: float) -> FloatArray:
    """From 0 to ``duration`` [s] evenly, both included, at most ``step`` [s] apart."""
    wanted = math.ceil(duration / step * (1.0 - 1e-12))
    if wanted > MOST_SAMPLES:
        raise OptionsError(
            f"a signal of {duration:g} s at a step of {step:g} s has {wanted} samples, more than {MOST_SAMPLES}: "
            "give a shorter duration or a greater step"
        )
    return np.linspace(0.0, duration, max(wanted, 1) + 1)


def rested(acceleration: FloatArray, step: float, weight: FloatArray) -> tuple[FloatArray, float]:
    """Samples [m/s2] that end at rest where they started, shape (samples,), and the largest change [m/s2].

    The change is that of least norm, weighted by ``weight`` (its square is what a change may cost at a sample), under
    which velocity and displacement at the end, exact for acceleration that is linear between samples, are zero.
    """
    count = len(acceleration)
    rows = final_weights(count, step)
    rows[1] /= step * max(count - 1, 1)  # both rows of one size: the system is then well conditioned
    weighted = rows * weight**2
    change = np.zeros(count)
    for _ in range(2):  # once more takes away the rounding of the first
        change -= weighted.T @ np.linalg.solve(weighted @ rows.T, rows @ (acceleration + change))
    return acceleration + change, float(np.abs(change).max())


def fitted_acceleration(
    displacement: FloatArray, step: float, start_velocity: float = 0.0, end_velocity: float = 0.0
) -> FloatArray:
    """Acceleration [m/s2], linear between samples, whose exact integral is ``displacement`` [m] at every sample.

    It is the second derivative of the cubic spline through the displacements with these velocities at the ends:
    within a step it is linear, so that there is no other. Shape as given; the samples go along the first axis.
    """
    times = step * np.arange(len(displacement))
    start = np.full(displacement.shape[1:], start_velocity)
    end = np.full(displacement.shape[1:], end_velocity)
    spline = CubicSpline(times, displacement, bc_type=((1, start), (1, end)))
    # c holds the cubic's coefficients of each step, highest power first
    last = 2.0 * spline.c[1, -1] + 6.0 * spline.c[0, -1] * step
    return np.concatenate([2.0 * spline.c[1], last[None]])


def made_motion(
    acceleration: FloatArray,
    step: float,
    *,
    name: str,
    kind: str,
    treatments: tuple[Treatment, ...],
    band: tuple[float, ...] = (),
    initial_velocity: float = 0.0,
) -> GroundMotion:
    """A motion in one direction from samples [m/s2], shape (samples,)."""
    return GroundMotion(
        name=name,
        step=step,
        acceleration=acceleration[:, None],
        directions=(SIGNAL,),
        initial_velocity=np.array([initial_velocity]),
        origin=Origin(format=kind),
        treatments=treatments,
        band=band,
    )
