"""Made signals: a chain of masses under white forces, as setups of references and rovers."""

from __future__ import annotations

import numpy as np
from scipy.signal import lfilter

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree, Measurement, Point, Recording


def toeplitz(correlation: FloatArray, block_rows: int) -> FloatArray:
    """Gram matrix of pasts, latest first: block (a, b) is R(b − a), shape (…, i·r, i·r) of (…, ≥ i, r, r)."""
    *many, _, size, _ = correlation.shape
    lag = np.arange(block_rows) - np.arange(block_rows)[:, None]
    mirrored = np.swapaxes(correlation, -1, -2)[..., (-lag).clip(0), :, :]
    blocks = np.where((lag >= 0)[:, :, None, None], correlation[..., lag.clip(0), :, :], mirrored)
    return np.moveaxis(blocks, -3, -2).reshape(*many, block_rows * size, block_rows * size)


RATE = 100.0
FREQUENCIES = (2.0, 3.4, 5.1)
DAMPING = 0.02


def shapes(count: int) -> np.ndarray:
    """Three shapes of a row of ``count`` points."""
    where = (np.arange(count) + 1.0) / count
    return np.array([np.sin((2 * mode + 1) * np.pi / 2.0 * where) for mode in range(3)])


def responses(count: int, seconds: float, seed: int, noise: float = 0.02) -> np.ndarray:
    """Accelerations [m/s2] of ``count`` points, of about 1 mg, with sensor noise, shape (samples, count)."""
    rng = np.random.default_rng(seed)
    samples = int(seconds * RATE)
    total = np.zeros((samples, count))
    for frequency, shape in zip(FREQUENCIES, shapes(count), strict=True):
        pole = np.exp((-DAMPING + 1j * np.sqrt(1 - DAMPING**2)) * 2 * np.pi * frequency / RATE)
        modal = lfilter([1.0, -2.0, 1.0], [1.0, -2 * pole.real, abs(pole) ** 2], rng.normal(size=samples))
        total += np.outer(modal, shape)
    total *= 0.01 / total.std()
    return total + noise * total.std(axis=0) * rng.normal(size=total.shape)


def across(number: int) -> Degree:
    return Degree(point=f"P{number}", axis=1)


def measurement(setups: int = 3, seconds: float = 300.0, seed: int = 1, noise: float = 0.02) -> Measurement:
    """References P1 and P2 and a rover each."""
    count = setups + 2
    recordings = []
    for number in range(setups):
        degrees = (across(1), across(2), across(number + 3))
        signals = responses(count, seconds, seed + number, noise)[:, [count - 1, count - 2, number]]
        recordings.append(
            Recording(setup=f"S{number + 1}", rate=RATE, degrees=degrees, signals=np.ascontiguousarray(signals))
        )
    points = {f"P{i + 1}": Point(name=f"P{i + 1}", place=(float(i), 0.0, 3.0)) for i in range(count)}
    return Measurement(name="made", points=points, recordings=tuple(recordings), references=(across(1), across(2)))
