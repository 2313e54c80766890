"""Named arrays made columns, and NumPy files: one array (.npy), or several with names (.npz).

Of a file with several arrays, fs, dt or time give the rate. MATLAB's reader hands its arrays to the same function.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import RecordError, did_you_mean
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.oma.vibration import FileUnit, Vibration, even_rate, file_unit

_RATES = re.compile(
    r"(.*[._])?(fs|sf|rate|sample_?rate|sampling_?rate|sampling_?frequency|freq_?sampling|f_?samp)", re.I
)
_STEPS = re.compile(r"(.*[._])?(dt|delta_?t|step|time_?step|sample_?interval)", re.I)
_TIMES = re.compile(r"(.*[._])?(t|time|times|tiempo)", re.I)
_UNITS = re.compile(r"(.*[._])?(unit|units)", re.I)


def samples_down(path: Path, values: Any) -> tuple[FloatArray, tuple[Remark, ...]]:
    """An array as (samples, columns); one that lies on its side is turned, since records are longer than wide."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise RecordError(f"{path}: holds {array.dtype} where numbers are expected; save a plain array of real numbers")
    array = np.squeeze(array) if array.ndim > 2 else array
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.size == 0:
        raise RecordError(f"{path}: its array has the shape {np.shape(values)}; save (samples, channels)")
    said: tuple[Remark, ...] = ()
    if array.shape[0] < array.shape[1]:
        array = array.T
        if array.shape[1] > 1:
            said = (Remark(kind="assumption", key="vibration_turned", text=path.name),)
    return np.ascontiguousarray(array, dtype=np.float64), said


def from_arrays(path: Path, format: str, arrays: Mapping[str, Any], variable: str) -> Vibration:
    """The columns in named arrays: ``variable``, else the only one with samples, else all channels of one length."""
    rate, unit = _told(path, arrays)
    lengths = {
        name: max(np.shape(value))
        for name, value in arrays.items()
        if np.asarray(value).dtype.kind in "iuf" and np.size(value) > 1 and not _TIMES.fullmatch(name)
    }
    if variable:
        if variable not in arrays:
            raise RecordError(f'{path}: has no variable "{variable}"; {did_you_mean(variable, arrays)}')
        chosen = [variable]
    else:
        longest = max(lengths.values(), default=0)
        chosen = [name for name, length in lengths.items() if length == longest]
        tables = [name for name in chosen if np.squeeze(np.asarray(arrays[name])).ndim > 1]
        if tables and len(chosen) > 1:
            raise RecordError(
                f"{path}: holds several arrays ({', '.join(chosen)}); say in the setup which, "
                f'for example variable = "{tables[0]}"'
            )
    if not chosen:
        raise RecordError(f"{path}: holds no array of samples; there is {', '.join(arrays) or 'nothing'} in it")
    names: list[str] = []
    columns: list[FloatArray] = []
    remarks: tuple[Remark, ...] = ()
    for name in chosen:
        block, said = samples_down(path, arrays[name])
        remarks += said
        columns.append(block)
        single = block.shape[1] == 1
        names += [name] if single else [str(number + 1) for number in range(block.shape[1])]
    units: tuple[FileUnit | None, ...] = (unit,) * len(names) if unit else ()
    return Vibration(
        path=path,
        format=format,
        names=tuple(names),
        values=np.hstack(columns),
        rate=rate,
        units=units,
        remarks=remarks,
    )


def _told(path: Path, arrays: Mapping[str, Any]) -> tuple[float | None, FileUnit | None]:
    """Rate [Hz] and unit, where a variable says them."""
    rate: float | None = None
    unit: FileUnit | None = None
    for name, value in arrays.items():
        array = np.asarray(value)
        if array.size == 1 and array.dtype.kind in "iuf" and float(array.flat[0]) > 0.0:
            if _RATES.fullmatch(name):
                rate = float(array.flat[0])
            elif _STEPS.fullmatch(name) and rate is None:
                rate = 1.0 / float(array.flat[0])
        elif array.size == 1 and array.dtype.kind == "U" and _UNITS.fullmatch(name):
            unit = file_unit(str(array.flat[0]))
    if rate is None:
        for name, value in arrays.items():
            array = np.asarray(value)
            if (
                _TIMES.fullmatch(name)
                and array.dtype.kind in "iuf"
                and array.size > 1
                and array.size == max(array.shape)
            ):
                rate = even_rate(path, np.ravel(array).astype(np.float64))
    return rate, unit


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
