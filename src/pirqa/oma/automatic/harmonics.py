"""Machines among the modes: a sine has a steady amplitude, a mode under ambient forces has not.

Of the signal in a narrow band around a frequency the kurtosis is 1.5 if it is a sine and 3 if it is a random vibration
(Jacobsen, Andersen and Brincker 2007). In a narrow band it follows from the envelope a alone: 1.5 E[a⁴] / E[a²]².
"""

from __future__ import annotations

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Measurement

__all__ = ["narrow_kurtosis"]

_WIDTH = 0.005
"""Half of the band over its frequency: much narrower than a mode of a wall, wide enough for some tens of cycles of the
envelope in ten minutes."""
_LEAST_BINS = 8
"""Half of the band in lines of the transform, for short records."""
_FINE = 4
"""Points of the envelope for each line in the band."""


def narrow_kurtosis(measurement: Measurement, frequency: FloatArray) -> FloatArray:
    """Kurtosis around each ``frequency`` [Hz]: the mean over channels, the median over setups; shape (n,).

    The band is laid around the highest line near the frequency, since that of a pole is not as sharp as a sine.
    """
    found = np.empty((len(measurement.recordings), len(frequency)))
    for row, recording in enumerate(measurement.recordings):
        samples = len(recording.signals)
        spectrum = np.fft.rfft(recording.signals - recording.signals.mean(axis=0), axis=0)
        power = np.sum(np.abs(spectrum) ** 2 / np.sum(np.abs(spectrum) ** 2, axis=0), axis=1)
        for column, centre in enumerate(frequency):
            middle = centre * samples / recording.rate
            half = max(_LEAST_BINS, round(_WIDTH * middle))
            low = int(np.clip(round(middle) - half, 0, len(power) - 1))
            high = int(np.clip(round(middle) + half + 1, low + 1, len(power)))
            peak = low + int(power[low:high].argmax())
            band = spectrum[max(peak - half, 1) : peak + half + 1]
            envelope = np.abs(np.fft.ifft(band, _FINE * len(band), axis=0)) ** 2
            found[row, column] = np.mean(1.5 * np.mean(envelope**2, axis=0) / np.mean(envelope, axis=0) ** 2)
    return np.asarray(np.median(found, axis=0))
