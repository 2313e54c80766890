"""NumPy files: one array (.npy), or several with names (.npz) of which fs, dt or time tell the rate."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import RecordError
from pirqa.oma.formats.arrays import from_arrays, samples_down
from pirqa.oma.vibration import Vibration

__all__ = ["read"]


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a NumPy file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded: Any = np.load(io.BytesIO(data), allow_pickle=False)
            arrays = {name: loaded[name] for name in loaded.files} if isinstance(loaded, np.lib.npyio.NpzFile) else {}
    except Exception as error:  # NumPy parses its header as Python, and raises whatever that raises
        if "pickle" in str(error).lower():
            raise RecordError(
                f"{path}: holds Python objects, or is no NumPy file; save plain arrays of numbers with numpy.save"
            ) from error
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise RecordError(f"{path}: is no whole NumPy file: {reason}; save it again with numpy.save") from error
    if isinstance(loaded, np.lib.npyio.NpzFile):
        return from_arrays(path, "NumPy", arrays, variable)
    if loaded.dtype.names:  # a structured array knows its columns' names
        return from_arrays(path, "NumPy", {name: loaded[name] for name in loaded.dtype.names}, variable)
    values, remarks = samples_down(path, loaded)
    names = tuple(str(number + 1) for number in range(values.shape[1]))
    return Vibration(path=path, format="NumPy", names=names, values=values, remarks=remarks)
