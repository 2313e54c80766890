"""WAV files, as sound-card loggers write them: PCM of 8 to 32 bits as counts, or floating-point numbers."""

from __future__ import annotations

import io
import struct
import warnings
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.oma.vibration import FileUnit, Vibration


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a WAV file: its channels; whole numbers are counts, others have the unit that the plan says."""
    if data[:4] not in (b"RIFF", b"RIFX", b"RF64") or data[8:12] != b"WAVE":
        raise RecordError(f"{path}: is no WAV file (it does not begin with RIFF … WAVE); copy it again")
    from scipy.io import wavfile

    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            rate, values = wavfile.read(io.BytesIO(data))
    except Exception as error:  # SciPy's reader raises many kinds on damaged files
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise RecordError(f"{path}: is no whole WAV file: {reason}; copy it again from the logger") from error
    for warning in told:
        if "EOF" in str(warning.message) or "truncated" in str(warning.message).lower():
            raise RecordError(f"{path}: ends before its header says; it was cut off: copy it again from the logger")
    whole = values.dtype.kind in "iu"
    numbers = values.astype(np.float64)
    if values.dtype == np.uint8:
        numbers -= 128.0  # eight bits are filed without sign
    elif _bits(data) == 24:
        numbers /= 256.0  # SciPy puts 24 bits into the upper three bytes of four
    numbers = numbers[:, None] if numbers.ndim == 1 else numbers
    count = numbers.shape[1]
    units: tuple[FileUnit | None, ...] = ("counts",) * count if whole else ()
    names = tuple(str(number + 1) for number in range(count))
    return Vibration(path=path, format="WAV", names=names, values=numbers, rate=float(rate), units=units)


def _bits(data: bytes) -> int:
    """Bits of a sample, from the chunk ``fmt``."""
    at = data.find(b"fmt ")
    order = ">" if data[:4] == b"RIFX" else "<"
    return int(struct.unpack(f"{order}H", data[at + 22 : at + 24])[0]) if at >= 0 and len(data) >= at + 24 else 0
