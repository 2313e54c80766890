"""Velocity pulses of near-fault motions, found in all horizontal directions at once.

The method of Shahi and Baker (2014), "An efficient algorithm to identify strong-velocity pulses in multicomponent
ground motions", BSSA 104:2456-2466: the continuous wavelet transform of two components gives the largest coefficient
of any direction in closed form; the pulse of that direction, scale and time is taken out, and what is left decides.
The coefficients of the indicator are those of the program the authors published with the paper. Their rounded form in
the paper, quoted from memory, gives the same indicator to 1 % of its range and the same sign but for the narrow
boundary between both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray

_MOMENTS = 4
"""Vanishing moments of the wavelet: Daubechies of order 4, support of 7 scales."""
_SUPPORT = 2 * _MOMENTS - 1
_LEVELS = 10
"""Halvings of the unit at which the wavelet is tabulated."""
_CENTRE = 5.0 / _SUPPORT
"""Pseudo-frequency of the wavelet [1/scale], five cycles in its support: a pulse's period is 1.4 scales."""
_SHORTEST, _LONGEST = 0.25, 15.0
"""Periods that are searched [s]."""
_SCALES = 51
"""Evenly spaced scales between them."""
_REFINED = 65
"""Scales between the neighbours of the best one."""
_WAVELETS = 10
"""Wavelets that make a pulse."""
_CANDIDATES = 5
"""Pulses that are judged, each at another time of the motion."""
_NEAR = 10.0 / 25.0
"""Of the scale: distance in time within which wavelets belong to one pulse."""
_EARLY, _LATE = 0.05, 0.17
"""A pulse arrives late if at 5 % of its own energy 17 % of the motion's have passed."""
_COARSEST = 0.0125
"""Step to which a finer velocity is thinned [s]: 20 samples in the shortest period."""


@dataclass(frozen=True, kw_only=True)
class VelocityPulse:
    """A velocity pulse, and how the motion is judged by it."""

    period: float
    """[s]"""
    time: float
    """Middle of the first wavelet, from the motion's first sample [s]."""
    angle: float
    """Direction of the pulse, from the first component towards the second [rad], -π/2 to π/2."""
    pgv: float
    """Peak ground velocity in that direction [m/s]."""
    energy_ratio: float
    """Energy (sum of the squared velocity) of what is left, over that of the motion."""
    indicator: float
    """Pulse indicator: above 0 the motion is pulse-like."""
    late: bool
    """Whether the pulse arrives late, as one of directivity does not."""

    @property
    def is_pulse(self) -> bool:
        """Whether the motion is classified as pulse-like by this pulse."""
        return self.indicator > 0.0 and not self.late


def find_pulse(velocity: FloatArray, step: float) -> VelocityPulse | None:
    """Return the largest pulse that makes a motion pulse-like; None if there is none.

    Parameters
    ----------
    velocity
        Unscaled horizontal velocity [m/s], shape (samples, 1) or (samples, 2) with components at right angles: the
        indicator depends on the peak velocity.
    step
        Between samples [s].

    Example
    -------
    >>> t = np.arange(0.0, 40.0, 0.01)
    >>> v = np.exp(-((t - 10.0) ** 2)) * np.cos(np.pi * (t - 10.0))
    >>> find_pulse(v[:, None], 0.01) is not None
    True
    """
    return next((pulse for pulse in pulse_candidates(velocity, step) if pulse.is_pulse), None)


def pulse_candidates(velocity: FloatArray, step: float) -> tuple[VelocityPulse, ...]:
    """Return up to five pulses of different times, the largest wavelet coefficient first, whatever they say."""
    motion = np.asarray(velocity, dtype=np.float64)
    if motion.ndim != 2 or motion.shape[1] not in (1, 2) or len(motion) < 2 or not np.all(np.isfinite(motion)):
        raise OptionsError(
            f"a pulse is sought in finite velocities of shape (samples, 1) or (samples, 2), got {motion.shape}"
        )
    if not (math.isfinite(step) and step > 0.0):
        raise OptionsError(f"a pulse is sought at a step above 0 s, got {step}")
    every = max(1, math.floor(_COARSEST / step + 1e-6))
    motion, step = motion[::every], step * every
    longest = min(_LONGEST, len(motion) * step)
    if longest <= _SHORTEST or not np.any(motion):
        return ()
    scales = _CENTRE * np.linspace(_SHORTEST, longest, _SCALES) / step
    transforms = [_transform(motion[:, column], scales) for column in range(motion.shape[1])]
    power = np.sum([coefficients**2 for coefficients in transforms], axis=0)
    found: list[VelocityPulse] = []
    places = np.arange(len(motion))
    for _ in range(_CANDIDATES):
        row, place = (int(index) for index in np.unravel_index(int(power.argmax()), power.shape))
        if power[row, place] <= 0.0:
            break
        # c1 cos θ + c2 sin θ is largest at tan θ = c2/c1 (Shahi and Baker 2014, equations 1 to 3)
        along = transforms[0][row, place]
        angle = math.atan2(transforms[1][row, place], along) if len(transforms) == 2 else 0.0
        angle -= math.pi * round(angle / math.pi)
        signal = motion[:, 0] * math.cos(angle) + (motion[:, 1] * math.sin(angle) if len(transforms) == 2 else 0.0)
        found.append(_judged(signal, step, angle, place, scales[max(0, row - 1)], scales[min(_SCALES - 1, row + 1)]))
        power[:, np.abs(places - place) < _NEAR * scales[row]] = 0.0
    return tuple(found)


def pulse_indicator(pgv_ratio: float, energy_ratio: float, pgv: float) -> float:
    """Return the pulse indicator of Shahi and Baker (2014), equations 4 and 5; above 0 is pulse-like.

    ``pgv`` [m/s] is that of the motion in the pulse's direction; the ratios are of the residual to the motion. The
    quadratic form in standardised variables is that of the authors' program.
    """
    component = 0.63 * pgv_ratio + 0.777 * energy_ratio
    left = (component - 1.208421) / 0.2462717
    peak = (100.0 * pgv - 11.58861) / 18.88015
    return -7.817 - 0.5679 * left**2 - 0.1516 * peak**2 - 3.0253 * left - 1.7396 * peak - 2.7156 * left * peak


def _judged(
    signal: FloatArray, step: float, angle: float, place: int, shortest: float, longest: float
) -> VelocityPulse:
    """Return the pulse near ``place`` at the best scale between two [samples], and what it says of ``signal``."""
    refined = np.linspace(shortest, longest, _REFINED)
    scale = float(max(refined, key=lambda size: abs(_coefficient(signal, float(size), place))))
    pulse = _extracted(signal, scale, place)
    left = signal - pulse
    pgv = float(np.abs(signal).max())
    pgv_ratio = float(np.abs(left).max()) / pgv
    energy_ratio = float((left**2).sum() / (signal**2).sum())
    return VelocityPulse(
        period=scale * step / _CENTRE,
        time=place * step,
        angle=angle,
        pgv=pgv,
        energy_ratio=energy_ratio,
        indicator=pulse_indicator(pgv_ratio, energy_ratio, pgv),
        late=_is_late(signal, pulse),
    )


def _is_late(signal: FloatArray, pulse: FloatArray) -> bool:
    own = np.cumsum(pulse**2)
    before = int(np.searchsorted(own, _EARLY * own[-1], side="right"))
    passed = float((signal[:before] ** 2).sum() / (signal**2).sum())
    return passed >= _LATE


def _extracted(signal: FloatArray, scale: float, place: int) -> FloatArray:
    """Return the sum of ten wavelets of one scale near ``place``, each the largest in what the others left."""
    kernel = _kernel(scale)
    half = len(kernel) // 2
    reach = math.ceil(_NEAR * scale)
    left = np.pad(signal, half)  # the wavelet at sample i covers left[i : i + len(kernel)]
    begin, end = max(0, place - reach), min(len(signal), place + reach + 1)
    at = place
    for _ in range(_WAVELETS):
        coefficients = _correlate(left[begin : end + 2 * half], kernel)
        at = begin + int(np.abs(coefficients).argmax())
        taken = coefficients[at - begin] * kernel
        left[at : at + len(kernel)] -= taken
        left[:half] = left[len(left) - half :] = 0.0
        begin, end = max(0, at - reach), min(len(signal), at + reach + 1)
    return np.asarray(signal - left[half : half + len(signal)])


def _coefficient(signal: FloatArray, scale: float, place: int) -> float:
    """Return the wavelet coefficient at one scale and sample."""
    kernel = _kernel(scale)
    first = place - len(kernel) // 2
    begin, end = max(0, first), min(len(signal), first + len(kernel))
    return float(signal[begin:end] @ kernel[begin - first : end - first])


def _transform(signal: FloatArray, scales: FloatArray) -> FloatArray:
    """Return the wavelet coefficients at ``scales`` [samples] and all samples, shape (scales, samples)."""
    coefficients = np.empty((len(scales), len(signal)))
    for row, scale in enumerate(scales):
        kernel = _kernel(float(scale))
        half = len(kernel) // 2
        coefficients[row] = _correlate(np.pad(signal, half), kernel)
    return coefficients


def _correlate(signal: FloatArray, kernel: FloatArray) -> FloatArray:
    """Return Σ signal[i + k] kernel[k] for every i that fits, shape (samples - length + 1,)."""
    from scipy.fft import irfft, next_fast_len, rfft

    size = next_fast_len(len(signal), real=True)
    product = rfft(signal, size) * np.conj(rfft(kernel, size))
    return np.asarray(irfft(product, size)[: len(signal) - len(kernel) + 1])


def _kernel(scale: float) -> FloatArray:
    """Return ψ(k/scale)/√scale at samples k about the middle of its support: an odd number of values of norm 1."""
    half = math.ceil(0.5 * _SUPPORT * scale)
    places, values = wavelet()
    offsets = np.arange(-half, half + 1) / scale + 0.5 * _SUPPORT
    kernel = np.interp(offsets, places, values, left=0.0, right=0.0) / math.sqrt(scale)
    return np.asarray(kernel / math.sqrt(float(kernel @ kernel)))


@cache
def wavelet() -> tuple[FloatArray, FloatArray]:
    """Return places from 0 to 7 and the Daubechies-4 wavelet there; its square integrates to 1.

    The scaling function at whole numbers is the eigenvector of its two-scale equation φ(x) = √2 Σ h_k φ(2x - k) for
    the eigenvalue 1; halving the distances again and again gives it exactly on a dyadic grid, and
    ψ(x) = √2 Σ (-1)^k h_(7-k) φ(2x - k) (Daubechies 1992, Ten Lectures on Wavelets, chapters 5 and 6).
    """
    filters = math.sqrt(2.0) * daubechies_filter(_MOMENTS)
    whole = np.arange(_SUPPORT + 1)
    index = 2 * whole[:, None] - whole[None, :]
    matrix = np.where((index >= 0) & (index <= _SUPPORT), filters[np.clip(index, 0, _SUPPORT)], 0.0)
    eigenvalues, vectors = np.linalg.eig(matrix)
    values = np.real(vectors[:, np.abs(eigenvalues - 1.0).argmin()])
    values = values / values.sum()
    for level in range(1, _LEVELS + 1):
        finer = np.zeros(_SUPPORT * 2**level + 1)
        finer[::2] = values
        odd = np.arange(1, len(finer), 2)
        finer[odd] = _combined(filters, values, odd, 2 ** (level - 1))
        values = finer
    signs = np.where(whole % 2 == 0, 1.0, -1.0)
    shape = _combined(signs * filters[::-1], values, 2 * np.arange(len(values)), 2**_LEVELS)
    places = np.arange(len(values)) / 2.0**_LEVELS
    for part in (places, shape):
        part.setflags(write=False)
    return places, shape


def _combined(weights: FloatArray, values: FloatArray, index: npt.NDArray[np.intp], unit: int) -> FloatArray:
    """Return Σ weights_k values[index - k unit], zero outside of the table."""
    total = np.zeros(len(index))
    for number, weight in enumerate(weights):
        at = index - number * unit
        inside = (at >= 0) & (at < len(values))
        total[inside] += weight * values[at[inside]]
    return total


def daubechies_filter(moments: int) -> FloatArray:
    """Return the 2·moments coefficients h_k of the extremal-phase Daubechies wavelet, Σh = √2 (Daubechies 1988).

    The polynomial Σ C(N-1+k, k) y^k with y = (2 - z - 1/z)/4 is split into factors, and the roots inside the unit
    circle are taken.
    """
    trial = np.array([math.comb(moments - 1 + k, k) for k in range(moments)], dtype=float)
    roots: list[complex] = []
    for y in np.roots(trial[::-1]):
        pair = np.roots([1.0, 4.0 * y - 2.0, 1.0])
        roots.append(complex(pair[np.abs(pair).argmin()]))
    filters = np.array([1.0 + 0.0j])
    for root in [-1.0] * moments + roots:
        filters = np.convolve(filters, [1.0, -root])
    real = np.real(filters)
    return np.asarray(math.sqrt(2.0) * real / real.sum())
