"""Ground of layers on a half-space: how it amplifies waves that come straight up, and noise that went through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree, Recording
from pirqa.oma.poles import ComplexArray
from pirqa.units import Length, Ratio, Velocity

__all__ = ["SoilLayer", "ground_noise", "resonance", "transfer"]


@dataclass(frozen=True, kw_only=True)
class SoilLayer:
    """A flat layer, or the half-space under all."""

    velocity: Annotated[Velocity, Gt(0)]
    """Of shear waves [m/s]."""
    density: Annotated[float, Gt(0)]
    """[kg/m3]"""
    thickness: Annotated[Length, Gt(0)] | None = None
    """[m]; none of the half-space."""
    damping: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.0
    """Fraction of critical."""

    def __post_init__(self) -> None:
        check_bounds(self, "layer")


def resonance(layer: SoilLayer) -> float:
    """f0 = Vs/(4H) of one layer on rock [Hz] (Kramer 1996, eq. 7.15)."""
    if layer.thickness is None:
        raise ModelError("a half-space has no resonance: give the layer its thickness")
    return layer.velocity / (4.0 * layer.thickness)


def transfer(frequency: FloatArray, layers: Sequence[SoilLayer]) -> ComplexArray:
    """Motion of the surface over that of the half-space where it is bare, shape of ``frequency`` [Hz].

    ``layers`` from the top, the half-space last; waves of one kind straight up. Amplitudes of waves going up and down,
    A and B, are carried from the free surface (A = B) through each boundary with α* = ρV*/(ρV*)below, V* = V√(1 + 2iζ)
    (Kramer 1996, eqs 7.32–7.36); the bare half-space moves by 2A of its own.
    """
    if not layers or layers[-1].thickness is not None or any(layer.thickness is None for layer in layers[:-1]):
        raise ModelError("ground is layers with a thickness, from the top, and a half-space without one below them")
    omega = 2.0 * np.pi * np.asarray(frequency, dtype=np.float64)
    up = np.ones(omega.shape, dtype=np.complex128)
    down = np.ones(omega.shape, dtype=np.complex128)
    for layer, below in pairwise(layers):
        assert layer.thickness is not None
        speed = layer.velocity * np.sqrt(1.0 + 2.0j * layer.damping)
        contrast = layer.density * speed / (below.density * below.velocity * np.sqrt(1.0 + 2.0j * below.damping))
        turn = np.exp(1j * omega / speed * layer.thickness)
        up, down = (
            0.5 * up * (1.0 + contrast) * turn + 0.5 * down * (1.0 - contrast) / turn,
            0.5 * up * (1.0 - contrast) * turn + 0.5 * down * (1.0 + contrast) / turn,
        )
    return np.asarray(1.0 / up)


def ground_noise(
    layers: Sequence[SoilLayer],
    *,
    duration: float,
    rate: float = 100.0,
    pressure_speed_ratio: float | None = None,
    level: float = 1e-4,
    seed: int = 0,
) -> Recording:
    """Simulated noise at the surface: white in the half-space, independent in three components, through ``layers``.

    Horizontal components are amplified as shear waves. The vertical one is not, or where ``pressure_speed_ratio`` Vp/Vs
    is given as pressure waves, so that it resonates that many times higher. ``level``: rms of the white noise [m/s2].
    """
    samples = round(duration * rate)
    rng = np.random.default_rng(seed)
    frequency = np.asarray(np.fft.rfftfreq(samples, 1.0 / rate), dtype=np.float64)
    gains = [transfer(frequency, layers)] * 2
    if pressure_speed_ratio is None:
        gains.append(np.ones(len(frequency), dtype=np.complex128))
    else:
        gains.append(transfer(frequency / pressure_speed_ratio, layers))
    white = level * rng.standard_normal((samples, 3))
    signals = np.fft.irfft(np.fft.rfft(white, axis=0) * np.stack(gains, axis=1), samples, axis=0)
    degrees = tuple(Degree(point="ground", axis=axis) for axis in range(3))
    return Recording(setup="ground noise", rate=rate, degrees=degrees, signals=signals)
