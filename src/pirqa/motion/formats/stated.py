"""What a header states against what the data say: count, peak, step, duration.

Fewer values than stated are an error. More are all kept where they stand in rows, of free format or one a sample, for
nothing else can follow there; where blocks of fixed fields follow each other, those beyond the stated count fill up the
block and are left out. Either way both counts are remarked.

A step that the user asks for replaces one that the file states, with a remark; times that a file prints stand, and
another step is an error.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.text import TextFile
from pirqa.motion.record import ReadAs

__all__ = [
    "check_asked_step",
    "compare_counts",
    "compare_durations",
    "compare_peaks",
    "overruled_step",
    "printed_step",
    "sampling",
    "surplus_left_out",
    "used_step",
]

_PEAK_AGREES = 0.005
"""Headers print a peak with three digits or more, so half a per cent is a different peak."""

_DRIFT = 0.1
"""Of a step: by so much, and by their last digit, times may leave those of the user's step over a whole record."""

_JITTER = 1e-3
"""Of a step: times that differ less from even ones differ by their export (sums of binary fractions)."""

_SINGLE = 2.0**-23
"""Unit in the last place of single precision, of the largest time; but no more than a hundredth of a step."""

_SHORTEST, _LATEST = 1e-7, 1e12
"""Steps and times [s] beyond which a time column is none."""


def compare_counts(file: TextFile, line: int, name: str, *, found: int, stated: int, kept: bool) -> tuple[Remark, ...]:
    """A warning where there are more values than stated, ``kept`` or left out; an error at ``line`` if fewer."""
    if found < stated:
        raise file.fault(
            line,
            f"component {name} ends after {found} samples, its header states {stated}; it was cut off: fetch it again",
        )
    if found == stated:
        return ()
    held, said = float(found), float(stated)
    if kept:
        return (Remark(kind="warning", key="record_count_differs", text=name, amount=held, stated=said),)
    return (Remark(kind="warning", key="record_surplus_left_out", text=name, amount=held, stated=said),)


def surplus_left_out(
    file: TextFile, first: int, after: int, name: str, stated: int, *, width: int, per_line: int
) -> tuple[int, tuple[Remark, ...]]:
    """The line after all numbers of a block, and what to remark of those behind the ``stated`` ones: left out.

    The block begins at line ``first``; its stated numbers end before line ``after``.
    """
    after = file.behind_numbers(after)
    found = max(file.fields(first, after, width=width, per_line=per_line), stated)
    return after, compare_counts(file, after, name, found=found, stated=stated, kept=False)


def compare_peaks(
    name: str,
    values: FloatArray,
    stated: float | None,
    *,
    rounded: float = 0.0,
    share: float = _PEAK_AGREES,
    unit: str = "m/s2",
) -> tuple[Remark, ...]:
    """A warning where the peak of ``values`` is not the one ``stated``, all in ``unit``; nothing where none is.

    ``rounded`` is the sum of the last places to which the two are printed, ``share`` what they may differ of the peak.
    """
    if stated is None or not math.isfinite(stated):
        return ()
    peak = float(values[np.abs(values).argmax()]) if len(values) else 0.0
    if abs(abs(stated) - abs(peak)) <= max(0.5001 * rounded, share * abs(stated)):
        return ()
    return (Remark(kind="warning", key="record_peak_differs", text=name, amount=peak, stated=stated, unit=unit),)


def compare_durations(name: str, *, found: float, stated: float | None, step: float) -> tuple[Remark, ...]:
    """A warning where the samples last other than ``stated`` [s], by more than one ``step`` [s] and half a per cent."""
    if stated is None or abs(stated - found) <= max(1.5 * step, 0.005 * stated):
        return ()
    return (Remark(kind="warning", key="record_duration_differs", text=name, amount=found, unit="s", stated=stated),)


def overruled_step(asked: ReadAs, found: float) -> tuple[float, tuple[Remark, ...]]:
    """Time step [s] of the user, else ``found`` in the file, and what to remark where they differ."""
    if asked.step is None:
        return found, ()
    if math.isclose(found, asked.step, rel_tol=1e-6):
        return asked.step, ()
    said = Remark(kind="warning", key="record_step_overruled", amount=asked.step, unit="s", stated=found)
    return asked.step, (said,)


def used_step(
    file: TextFile, index: int, asked: ReadAs, found: float | None, what: str
) -> tuple[float, tuple[Remark, ...]]:
    """Time step [s] of the user, else of the header's line ``index``, and what to remark where they differ."""
    if found is not None:
        if not (math.isfinite(found) and found > 0.0):
            raise file.fault(index, f"{what} is {found:g}; it must be greater than 0")
        return overruled_step(asked, found)
    if asked.step is None:
        raise RecordError(f'{file.path}: does not say its time step ({what}); give it, for example step = "0.005 s"')
    return asked.step, ()


def check_asked_step(
    file: TextFile, index: int, asked: ReadAs, times: FloatArray, *, resolution: float, what: str
) -> None:
    """An error where the user's step is not that of ``times`` [s], printed to ``resolution`` from line ``index`` on."""
    if asked.step is None:
        return
    with np.errstate(over="ignore"):
        drift = float(np.ptp(times - asked.step * np.arange(len(times), dtype=np.float64)))
    if drift > resolution + _DRIFT * asked.step:
        own = float(times[-1] - times[0]) / max(len(times) - 1, 1)
        raise file.fault(
            index,
            f"{what} has times of its own, {own:.6g} s apart on average, but the step {asked.step:g} s was asked for; "
            "leave step out",
        )


def printed_step(
    file: TextFile, index: int, asked: ReadAs, times: FloatArray, *, resolution: float, what: str
) -> tuple[float, FloatArray | None]:
    """Step [s] of the ``times`` [s] that ``what`` prints from line ``index`` on, and these where they are uneven."""
    step, uneven = sampling(file.path, times, resolution=resolution, where=f"line {index + 1}: {what}")
    check_asked_step(file, index, asked, times, resolution=resolution, what=what)
    return asked.step if asked.step is not None and uneven is None else step, uneven


def sampling(path: Path, times: FloatArray, *, resolution: float, where: str) -> tuple[float, FloatArray | None]:
    """Step [s] of printed ``times``, and the times from the first on where no even ones explain them.

    Times printed to ``resolution`` q are even where a step h exists such that t - h i spans no more than q: then each
    lies within q/2 of an even time. The span is convex in h, and its least is within q/n of the mean step, so that
    the question is decided exactly; a jitter of a thousandth of the step, or by single precision, counts as even.
    """
    count = len(times)
    if count < 2 or not np.all(np.abs(times) < _LATEST):
        raise RecordError(f"{path}: {where}: {count} times, of which two at least must be finite; repair them")
    mean = float(times[-1] - times[0]) / (count - 1)
    if mean < _SHORTEST:
        raise RecordError(f"{path}: {where}: the times go from {times[0]:g} to {times[-1]:g} s; repair them")
    index = np.arange(count, dtype=np.float64)

    def span(step: float) -> float:
        return float(np.ptp(times - step * index))

    single = min(_SINGLE * float(np.abs(times).max()), 10.0 * _JITTER * mean)
    rounding = 0.01 * resolution if _is_exact(times, resolution) else 1.0001 * resolution
    allowed = max(rounding, _JITTER * mean, single) + 1e-12 * float(np.abs(times).max())
    step = _even_step(span, mean, allowed, reach=allowed / (count - 1))
    if step is not None:
        return step, None
    steps = np.diff(times)
    if not np.all(steps > 0.0):
        at = int(np.argmin(steps > 0.0))
        raise RecordError(
            f"{path}: {where}: sample {at + 2} is at {times[at + 1]:g} s, not after the one before it at "
            f"{times[at]:g} s; repair the times"
        )
    return float(f"{np.median(steps):.9g}"), times - times[0]


def _is_exact(times: FloatArray, resolution: float) -> bool:
    """Whether the step is a whole number of the last printed digit: then nothing was rounded, and a gap is a gap."""
    steps = np.diff(times)
    usual = float(np.median(steps))
    whole = resolution > 0.0 and abs(usual / resolution - round(usual / resolution)) < 1e-6 and usual > 0.5 * resolution
    return whole and float(np.mean(np.abs(steps - usual) < 0.01 * resolution)) > 0.9


def _even_step(span: Callable[[float], float], mean: float, allowed: float, *, reach: float) -> float | None:
    """The roundest step whose ``span`` is ``allowed``, looked for within ``reach`` of the ``mean``."""
    if span(mean) > 2.001 * allowed:  # the span falls by no more than (count - 1) times the change of the step
        return None
    rate = round(1.0 / mean)
    rounds = [1.0 / rate] if rate > 0 else []
    for candidate in (*rounds, *(float(f"{mean:.{digits}g}") for digits in range(1, 13)), mean):
        if abs(candidate - mean) <= reach * 1.001 and span(candidate) <= allowed:
            return candidate
    low, high = mean - reach, mean + reach
    for _ in range(48):
        left, right = high - 0.6180339887498949 * (high - low), low + 0.6180339887498949 * (high - low)
        if span(left) < span(right):
            high = right
        else:
            low = left
        if span(middle := 0.5 * (low + high)) <= allowed:
            return middle
    return None
