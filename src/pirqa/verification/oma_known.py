"""OMA: systems of which everything is known, their correlations without noise, and records of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import linalg, signal

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree, Measurement, Point, Recording

__all__ = ["KnownSystem", "degrees", "three_modes"]


def degrees(count: int) -> tuple[Degree, ...]:
    """Across the wall at points 1, 2 …"""
    return tuple(Degree(point=str(index + 1), axis=1) for index in range(count))


@dataclass(frozen=True, kw_only=True, eq=False)
class KnownSystem:
    """Modes with real shapes under white noise."""

    frequency: FloatArray
    """[Hz], shape (modes,)"""
    damping: FloatArray
    """Shape (modes,)."""
    shape: FloatArray
    """Shape (modes, degrees)."""
    rate: float
    """[Hz]"""

    def _poles(self) -> np.ndarray[tuple[int, ...], np.dtype[np.complex128]]:
        omega = 2.0 * np.pi * self.frequency
        return omega * (-self.damping + 1j * np.sqrt(1.0 - self.damping**2))

    def correlations(self, lags: int, seed: int, noise: float = 0.1) -> FloatArray:
        """R(k) = E[y(t + k) y(t)ᵀ] of x⁺ = A x + w, y = C x + v, exact, for a random covariance of w.

        Shape (lags, l, l); ``noise`` is the variance of v over the mean one of C x.
        """
        discrete = np.exp(self._poles() / self.rate)
        blocks = [np.array([[value.real, -value.imag], [value.imag, value.real]]) for value in discrete]
        state = linalg.block_diag(*blocks)
        generator = np.random.default_rng(seed)
        output = np.zeros((self.shape.shape[1], len(state)))
        output[:, ::2] = self.shape.T
        push = generator.standard_normal((len(state), len(state)))
        variance = linalg.solve_discrete_lyapunov(state, push @ push.T)
        found = np.empty((lags, len(output), len(output)))
        found[0] = output @ variance @ output.T
        found[0] += noise * np.trace(found[0]) / len(output) * np.eye(len(output))
        later = variance @ output.T
        for lag in range(1, lags):
            later = state @ later
            found[lag] = output @ later
        return found

    def signals(self, duration: float, seed: int, noise: float = 0.05) -> FloatArray:
        """Accelerations under modal forces that are independent white noise held over a sample, shape (samples, l).

        Each mode is the exact discrete form of its oscillator, so that the poles are those of the modes. ``noise`` of
        the sensors over the signals' rms.
        """
        generator = np.random.default_rng(seed)
        count = round(duration * self.rate)
        before = round(10.0 / float((self.damping * self.frequency).min() * 2.0 * np.pi) * self.rate)
        found = np.zeros((count, self.shape.shape[1]))
        for frequency, damping, shape in zip(self.frequency, self.damping, self.shape, strict=True):
            omega = 2.0 * np.pi * frequency
            stiff = np.array([[-(omega**2), -2.0 * damping * omega]])
            system = (np.vstack([[[0.0, 1.0]], stiff]), np.array([[0.0], [1.0]]), stiff, np.ones((1, 1)))
            top, bottom = signal.ss2tf(*signal.cont2discrete(system, 1.0 / self.rate)[:4])
            forced = signal.lfilter(top[0], bottom, generator.standard_normal(count + before))
            found += forced[before:, None] * shape
        heard: FloatArray = found + noise * found.std(axis=0) * generator.standard_normal(found.shape)
        return heard

    def measurement(self, duration: float, seed: int) -> Measurement:
        """One setup with two references."""
        places = degrees(self.shape.shape[1])
        recording = Recording(setup="1", rate=self.rate, degrees=places, signals=self.signals(duration, seed))
        points = {
            item.point: Point(name=item.point, place=(float(index), 0.0, 0.0)) for index, item in enumerate(places)
        }
        return Measurement(name="known", points=points, recordings=(recording,), references=places[:2])


def three_modes() -> KnownSystem:
    """The first three modes of the Chokepukio paper's Table 1 at four sensors, with shapes of our own."""
    return KnownSystem(
        frequency=np.array([1.98, 3.19, 4.39]),
        damping=np.array([0.026, 0.032, 0.032]),
        shape=np.array([[1.0, 0.9, 0.5, 0.3], [1.0, -0.8, 0.4, -0.5], [0.7, 0.6, -1.0, 0.2]]),
        rate=20.0,
    )
