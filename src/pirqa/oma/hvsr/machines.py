"""Lines that machines leave in ground noise: narrow, at one frequency in all three components, hardly damped."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.curves import spectra
from pirqa.oma.hvsr.konno_ohmachi import IntArray

__all__ = ["MACHINE_DAMPING", "MachineLine", "decrement_damping", "machine_lines"]

MACHINE_DAMPING = 0.01
"""Of critical: what rings with less is a machine (SESAME 2004, industrial peaks; soil has 5 % and more)."""
_LEAST_RISE = 5.0
"""Power of a line over the median of its neighbourhood. Of ten windows averaged, chance does it in one bin of 1e15."""
_ABOUT = 0.08
"""Neighbourhood of a bin, on both sides, as a share of its frequency."""
_CYCLES = 12
"""Of the random decrement that are fitted."""
_LEAST_PIECES = 50


@dataclass(frozen=True, kw_only=True)
class MachineLine:
    """A line in the spectra of all three components."""

    frequency: float
    """[Hz]"""
    rise: float
    """Power over that of its neighbourhood, the least of the three components."""
    damping: float
    """By random decrement, the least of the three components, fraction of critical; nan where it gave none."""


def machine_lines(
    signals: FloatArray, rate: float, starts: IntArray, length: int, band: tuple[float, float], taper: float
) -> tuple[MachineLine, ...]:
    """Lines of ``signals``, shape (samples, 3), in windows that begin at ``starts``, within ``band`` [Hz].

    A bin of the power averaged over the windows, not smoothed, must rise above its neighbourhood in all components at
    once, its damping by random decrement must be below :data:`MACHINE_DAMPING` in one of them. Ground that resonates is
    many bins wide, and hardly moves up and down in it.
    """
    power = np.zeros((length // 2 + 1, 3))
    for start in starts:
        power += np.abs(spectra(signals, np.array([start]), length, taper)[0]) ** 2
    resolution = rate / length
    first, last = max(2, math.ceil(band[0] / resolution)), min(len(power) - 2, math.floor(band[1] / resolution))
    rise = np.zeros(len(power))
    for at in range(first, last + 1):
        reach = max(6, round(_ABOUT * at))
        near = np.r_[max(1, at - reach) : max(1, at - 2), at + 3 : min(len(power), at + 3 + reach)]
        level = np.median(power[near], axis=0)
        rise[at] = float(np.min(power[at] / np.maximum(level, 1e-300)))
    found: list[MachineLine] = []
    for at in map(int, np.flatnonzero(rise > _LEAST_RISE)):
        if rise[at] < rise[at - 2 : at + 3].max():
            continue
        frequency = _between(power[at - 1 : at + 2].sum(axis=1), at) * resolution
        dampings = [decrement_damping(signals[:, column], rate, frequency) for column in range(3)]
        known = [value for value in dampings if math.isfinite(value)]
        damping = min(known) if known else math.nan
        if not damping > MACHINE_DAMPING:
            found.append(MachineLine(frequency=frequency, rise=float(rise[at]), damping=damping))
    return tuple(found)


def _between(power: FloatArray, at: int) -> float:
    """Place of a line between bins: centre of the amplitudes of three."""
    sizes = np.sqrt(power)
    return at + float((sizes[2] - sizes[0]) / sizes.sum())


def decrement_damping(signal: FloatArray, rate: float, frequency: float) -> float:
    """Damping of ``signal`` near ``frequency`` [Hz] by random decrement, fraction of critical; nan where there is none.

    Pieces that begin where the band-passed signal rises through √2 of its standard deviation are averaged (Cole 1973;
    that level: Asmussen 1997); its extremes, half a period apart, fall by exp(−πζ) from one to the next. The band, a
    third of an octave to both sides, decays by itself within few cycles: dampings above some 10 % are read too low.
    """
    from scipy.signal import butter, find_peaks, sosfiltfilt

    high = min(frequency * 2.0 ** (1.0 / 3.0), 0.49 * rate)
    sections = butter(2, (frequency * 2.0 ** (-1.0 / 3.0), high), btype="band", fs=rate, output="sos")
    passed = sosfiltfilt(sections, signal - signal.mean())
    level = math.sqrt(2.0) * float(passed.std())
    length = round(_CYCLES * rate / frequency)
    starts = np.flatnonzero((passed[:-1] < level) & (passed[1:] >= level)) + 1
    starts = starts[starts + length <= len(passed)]
    if len(starts) < _LEAST_PIECES:
        return math.nan
    mean = np.zeros(length)
    for start in starts:
        mean += passed[start : start + length]
    extremes, _ = find_peaks(np.abs(mean))
    sizes = np.abs(mean)[extremes]
    if len(sizes) < 2:
        return math.nan
    # below a fifth of the first it is what is left of the averaged noise; two are there always
    last = max(2, int(np.argmax(sizes < 0.2 * sizes[0])) if np.any(sizes < 0.2 * sizes[0]) else len(sizes))
    slope = float(np.polyfit(np.arange(last), np.log(np.maximum(sizes[:last], 1e-300)), 1)[0])
    return max(-slope / math.pi, 0.0)
