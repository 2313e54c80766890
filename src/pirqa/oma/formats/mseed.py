"""miniSEED through obspy (extra ``seismology``): counts of one or more components, without gaps."""

from __future__ import annotations

import importlib
import io
import itertools
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import MissingExtraError, RecordError
from pirqa.oma.vibration import FileUnit, Vibration


@contextmanager
def _quiet() -> Iterator[list[str]]:
    """Nothing printed: what goes wrong in obspy's C library, and its warnings, are in a list."""
    told: list[str] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda unheard: told.append(str(unheard.exc_value))
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            yield told
            told += [str(warning.message) for warning in warned]
    finally:
        sys.unraisablehook = before


def _obspy() -> Any:
    try:
        with _quiet():
            return importlib.import_module("obspy")
    except ImportError as error:
        raise MissingExtraError("reading miniSEED", "seismology") from error


def read(path: Path, data: bytes, variable: str = "") -> Vibration:
    """The columns in a miniSEED file: a component each, called by its code, of the time that all of them have."""
    obspy = _obspy()
    try:
        with _quiet() as told:
            stream = obspy.read(io.BytesIO(data), format="MSEED")
    except Exception as error:  # obspy raises many kinds on damaged files
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise RecordError(f"{path}: is no whole miniSEED file: {reason}; copy it again from the logger") from error
    for text in told:
        if any(word in text.lower() for word in ("unexpected end", "full seed record", "integrity", "decode")):
            raise RecordError(f"{path}: is damaged: {' '.join(text.split())[:200]}; copy it again from the logger")
    groups: dict[str, list[Any]] = {}
    for trace in stream:
        groups.setdefault(trace.id, []).append(trace)
    if not groups:
        raise RecordError(f"{path}: holds no samples; copy it again from the logger")
    codes = [traces[0].stats.channel.strip() or name for name, traces in groups.items()]
    names = codes if len(set(codes)) == len(codes) else list(groups)
    rates = {float(traces[0].stats.sampling_rate) for traces in groups.values()}
    if len(rates) > 1:
        raise RecordError(
            f"{path}: its components have the rates {', '.join(f'{rate:g}' for rate in sorted(rates))} Hz; "
            "split the file, one rate each"
        )
    rate = rates.pop()
    pieces = [_joined(path, name, traces, rate) for name, traces in zip(names, groups.values(), strict=True)]
    begin = max(start for start, _ in pieces)
    columns = []
    for name, (start, values) in zip(names, pieces, strict=True):
        late = float(begin - start) * rate
        if abs(late - round(late)) > 0.25:
            raise RecordError(
                f"{path}: {name} is sampled between the samples of the others ({late - round(late):+.2f} of a step); "
                "use components of one digitiser"
            )
        columns.append(values[round(late) :])
    length = min(map(len, columns))
    if length < 2:
        raise RecordError(f"{path}: its components ({', '.join(names)}) have no time in common; give another file")
    # loggers file whole counts; numbers with a point were converted by somebody, into what only the plan knows
    filed: FileUnit | None = "counts" if all(trace.data.dtype.kind in "iu" for trace in stream) else None
    return Vibration(
        path=path,
        format="miniSEED",
        names=tuple(names),
        values=np.column_stack([values[:length] for values in columns]),
        rate=rate,
        units=(filed,) * len(names),
        other_names=tuple(groups),
    )


def _joined(path: Path, name: str, traces: list[Any], rate: float) -> tuple[Any, np.ndarray[Any, Any]]:
    """Start and samples of the traces of one component end to end; a gap or an overlap is an error."""
    traces = sorted(traces, key=lambda trace: trace.stats.starttime)
    for before, after in itertools.pairwise(traces):
        gap = float(after.stats.starttime - before.stats.endtime) - 1.0 / rate
        if abs(gap) >= 0.5 / rate:
            what = "a gap" if gap > 0.0 else "an overlap"
            raise RecordError(
                f"{path}: {name} has {what} of {abs(gap):.6g} s at {before.stats.endtime}; cut out an unbroken stretch"
            )
    with np.errstate(invalid="ignore"):
        return traces[0].stats.starttime, np.concatenate([np.asarray(one.data, dtype=np.float64) for one in traces])
