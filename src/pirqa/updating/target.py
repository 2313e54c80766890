"""What the model is held against: measured modes, and which of its own each of them is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError, OptionsError
from pirqa.model.modes import Modes, modal_assurance, paired
from pirqa.model.polyhedron import FloatArray
from pirqa.updating.twin import State

__all__ = ["Pairing", "Target", "pair"]

_FAR = 0.2
"""What a difference of frequency counts beside one of shape."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Target:
    """Measured modes that the model is to reproduce."""

    modes: Modes
    model_error: float = 0.0
    """Of a frequency that no set of values takes away, as a fraction: bricks, geometry, temperature."""
    shape_sd: float | None = None
    """Standard deviation of 1 − MAC that is asked for; shapes only tell which mode is which where absent."""
    least: float = 0.5
    """MAC below which two shapes are not of one mode."""

    def __post_init__(self) -> None:
        if not len(self.modes):
            raise OptionsError("updating: there is no measured mode to calibrate against")
        unknown = np.flatnonzero(~(self.deviation > 0.0))
        if len(unknown):
            told = ", ".join(f"{self.modes.frequency[index]:.3g} Hz" for index in unknown)
            raise OptionsError(
                f"updating: the measured frequency of {told} has no standard deviation; give updating.model_error"
            )

    @property
    def deviation(self) -> FloatArray:
        """Standard deviation of each frequency [Hz], shape (n,)."""
        known = self.modes.frequency_sd
        own = np.zeros(len(self.modes)) if known is None else np.where(np.isfinite(known), known, 0.0)
        return np.asarray(np.hypot(own, self.model_error * self.modes.frequency))


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairing:
    """Which computed mode is which measured one."""

    computed: np.ndarray[tuple[int], np.dtype[np.int64]]
    """Number of the computed mode of each measured one, shape (n,)."""
    assurance: FloatArray
    """MAC of each pair, shape (n,)."""


def pair(target: Target, state: State, *, demand: bool = False) -> Pairing:
    """By shape first, so that modes whose frequencies have passed each other are still told apart.

    The likest pair first (MAC less a fifth of the relative difference of frequency), then of the modes that are left,
    and so on: on the way to the fit every mode needs a partner, however poor. ``demand`` that none is.
    """
    measured = target.modes
    if len(measured) > len(state.frequency):
        raise OptionsError(
            f"updating: {len(measured)} measured modes cannot be paired with {len(state.frequency)} computed ones; "
            "compute more: updating.computed or fe.modes"
        )
    seen = state.shape.astype(np.complex128)
    pairs = paired(
        measured.frequency, measured.complex_shape, state.frequency, seen, least=0.0, farthest=np.inf, weight=_FAR
    )
    computed = np.array([second for _, second in pairs], dtype=np.int64)
    assurance = modal_assurance(measured.complex_shape, seen)[np.arange(len(measured)), computed]
    poor = np.flatnonzero(assurance < target.least)
    if demand and len(poor):
        told = ", ".join(f"{measured.frequency[index]:.3g} Hz (MAC {assurance[index]:.2f})" for index in poor)
        raise ComputationError(
            f"no computed mode looks like the measured one at {told}, least {target.least:g}: compute more modes "
            "(updating.computed), leave it out of updating.modes, or look at the model's shape and supports; "
            "updating.least_mac says from when on two shapes are alike"
        )
    return Pairing(computed=computed, assurance=assurance)
