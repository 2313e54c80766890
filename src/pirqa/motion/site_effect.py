"""What the soil under a wall adds to the motion of rock: a plain factor, or a damped layer in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Gt, Lt
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft, rfftfreq
from scipy.optimize import brentq

from pirqa.errors import ModelError, OptionsError
from pirqa.model.bounds import check_bounds
from pirqa.model.ground_motion import GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.signal_processing import LARGEST_COUNT, bring_to_rest
from pirqa.units import Frequency, Ratio

_QUIET = 20.0
"""Natural logarithm of what ringing must have died down by when the motion ends: 2e-9."""


@dataclass(frozen=True, kw_only=True)
class SiteEffect:
    """Amplification from rock to the ground of the wall: a factor, or one layer of soil."""

    amplification: Annotated[Ratio, Gt(0)] | None = None
    """Factor on the horizontal components, at all frequencies."""
    frequency: Annotated[Frequency, Gt(0)] | None = None
    """At which the layer resonates: its shear-wave speed over four times its thickness."""
    damping: Annotated[Ratio, Gt(0), Lt(0.5)] = 0.05
    """Of the layer, of critical."""
    impedance: Annotated[Ratio, Gt(0), Lt(1)] | None = None
    """Density times shear-wave speed, soil over rock; rigid rock where neither this nor peak is given."""
    peak: Annotated[Ratio, Gt(1)] | None = None
    """Amplification at resonance, instead of impedance."""

    def __post_init__(self) -> None:
        check_bounds(self, "site_effect")
        if (self.amplification is None) == (self.frequency is None):
            raise ModelError('give either amplification = 1.56, or a layer: frequency = "2.3 Hz" with damping')
        if self.frequency is None and (self.impedance is not None or self.peak is not None):
            raise ModelError("impedance and peak describe a layer: give its frequency too")
        if self.impedance is not None and self.peak is not None:
            raise ModelError("impedance and peak say the same: give one of them")
        if self.peak is not None:
            impedance_of(self)


def layer_transfer(frequencies: FloatArray, effect: SiteEffect) -> NDArray[np.complex128]:
    """Motion of the layer's surface over that of outcropping rock, at ``frequencies`` [Hz].

    1 / (cos k*H + i α* sin k*H) with k*H = (π/2)(f/f₀)/√(1 + 2iξ) and α* = α √(1 + 2iξ): a uniform damped layer on
    elastic rock, vertical shear waves (Kramer 1996, section 7.2.1.3); on rigid rock α = 0 (section 7.2.1.2).
    """
    if effect.frequency is None:
        raise OptionsError("site_effect: only a layer has a transfer function; give its frequency")
    return _transfer(frequencies / effect.frequency, effect.damping, impedance_of(effect))


def _transfer(ratio: FloatArray, damping: float, impedance: float) -> NDArray[np.complex128]:
    stiffness = np.sqrt(1.0 + 2.0j * damping)
    depth = 0.5 * math.pi * ratio / stiffness
    # cosine and sine grow with the frequency and overflow; the wave that has crossed the layer only decays
    crossed = np.exp(-1j * depth)
    contrast = impedance * stiffness
    return np.asarray(2.0 * crossed / ((1.0 + contrast) + (1.0 - contrast) * crossed**2), dtype=np.complex128)


def impedance_of(effect: SiteEffect) -> float:
    """The impedance ratio of a layer, found from its peak where that is given; 0 on rigid rock."""
    if effect.peak is None:
        return effect.impedance or 0.0
    peak = effect.peak

    def excess(impedance: float) -> float:
        return float(abs(_transfer(np.ones(1), effect.damping, impedance)[0])) - peak

    largest = excess(0.0) + peak
    if peak >= largest:
        raise ModelError(
            f"site_effect.peak: a layer with damping {effect.damping:g} amplifies at most {largest:.4g} times at "
            f"resonance, on rigid rock; {peak:g} takes less damping"
        )
    return float(brentq(excess, 0.0, 1.0, xtol=1e-14))


def amplify(motion: GroundMotion, effect: SiteEffect, *, surface: bool) -> tuple[GroundMotion, tuple[Remark, ...]]:
    """``motion`` of rock as the wall's ground has it, and what to remark; vertical components stay as they are.

    ``surface`` says that the motion already has the soil in it: it was recorded on soil, or it is scaled to a PGA, PGV
    or spectral acceleration of the wall's ground. Then the soil would count twice, and a warning says so.
    """
    remarks: list[Remark] = []
    level = [at for at, direction in enumerate(motion.directions) if not direction.vertical]
    if len(level) < len(motion.directions):
        remarks.append(Remark(kind="assumption", key="motion_vertical_not_amplified", text=motion.name))
    if effect.frequency is None:
        assert effect.amplification is not None
        factors = np.ones(len(motion.directions))
        factors[level] = effect.amplification
        assert motion.initial_velocity is not None
        assert motion.initial_displacement is not None
        amplified = replace(
            motion,
            acceleration=motion.acceleration * factors,
            initial_velocity=motion.initial_velocity * factors,
            initial_displacement=motion.initial_displacement * factors,
        )
        treatment = Treatment(key="site_factor", amounts={"factor": effect.amplification})
        reached = effect.amplification
    else:
        amplified = replace(motion, acceleration=_through_layer(motion, effect, level))
        impedance = impedance_of(effect)
        reached = float(abs(_transfer(np.ones(1), effect.damping, impedance)[0]))
        treatment = Treatment(
            key="site_layer",
            amounts={
                "frequency": effect.frequency,
                "damping": effect.damping,
                "impedance": impedance,
                "peak": reached,
            },
        )
    if surface:
        remarks.append(Remark(kind="warning", key="motion_site_counted_twice", text=motion.name, amount=reached))
    return replace(amplified, treatments=(*motion.treatments, treatment)), tuple(remarks)


def _through_layer(motion: GroundMotion, effect: SiteEffect, level: list[int]) -> FloatArray:
    """Acceleration at the surface, with a pad in which the layer's ringing dies down, shape (samples, components)."""
    assert effect.frequency is not None
    impedance = impedance_of(effect)
    # decay of the layer's first mode: by its damping, and by what each of its crossings loses into the rock
    rate = 2.0 * effect.frequency * (math.pi * effect.damping + 2.0 * math.atanh(impedance))
    ringing = _QUIET / rate / motion.step
    if not len(motion.acceleration) + 2.0 * ringing <= LARGEST_COUNT:
        raise OptionsError(
            f"site_effect: a layer of {effect.frequency:g} Hz with damping {effect.damping:g} rings for "
            f"{_QUIET / rate:.4g} s, too long at a step of {motion.step:g} s; give more damping"
        )
    pad = max(math.ceil(ringing), 16)
    samples = np.pad(motion.acceleration, ((0, pad), (0, 0)))
    count = next_fast_len(len(samples) + pad, real=True)
    transfer = layer_transfer(rfftfreq(count, motion.step), effect)
    shaken = irfft(rfft(samples[:, level], count, axis=0) * transfer[:, None], count, axis=0)
    samples[:, level] = shaken[: len(samples)]
    ends = np.abs(motion.displacement[-1]) <= 1e-6 * motion.peak_displacement
    if not np.all(ends & (np.abs(motion.velocity[-1]) <= 1e-6 * motion.peak_velocity)):
        return samples  # it did not end at rest before: the layer is not the place to force it
    assert motion.initial_velocity is not None
    assert motion.initial_displacement is not None
    return bring_to_rest(
        samples,
        motion.step,
        first=len(samples) - pad,
        velocity=motion.initial_velocity,
        displacement=motion.initial_displacement,
    )
