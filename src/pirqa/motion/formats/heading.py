"""What headings of several formats state alike: which way a component points, units, peaks, counts, sampling times."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.formats.text import TextFile
from pirqa.motion.record import UNITS, FiledUnit, Measured

__all__ = [
    "LARGEST",
    "LONGEST_LINE",
    "code_direction",
    "direction_of",
    "extra_samples",
    "finite",
    "named_unit",
    "peak_remarks",
    "printed_resolution",
    "sampling",
    "turned_upwards",
    "unique_names",
    "whole",
]

LARGEST = 1e30
"""No measurement in any unit, and no count, comes near it; beyond it products would overflow."""

LONGEST_LINE = 400
"""Characters of a header's line that patterns look at: they must not run over megabytes without a line end."""

_UP = {"UP", "V", "+V", "Z", "UD", "U", "VER", "VERT", "VERTICAL", "VRT", "UPDO"}
_DOWN = {"DOWN", "DN", "DWN", "-V", "DU"}
_COMPASS = {"N": 0.0, "NS": 0.0, "E": 90.0, "EW": 90.0, "S": 180.0, "SN": 180.0, "W": 270.0, "WE": 270.0}
_NAMES = {"NORTH": "N", "SOUTH": "S", "EAST": "E", "WEST": "W"}
_BEARING = re.compile(r"([NS])\s*(\d{1,2}(?:\.\d+)?)\s*([EW])")
_DEGREES = re.compile(r"\+?(\d{1,3}(?:\.\d+)?)(?:\s*DEG(?:REES?)?\.?)?")

_JITTER = 1e-3
"""Of a step: times that differ less from even ones differ by their export (sums of binary fractions)."""

_SINGLE = 2.0**-23
"""Unit in the last place of single precision, of the largest time; but no more than a hundredth of a step."""

_SHORTEST, _LATEST = 1e-7, 1e12
"""Steps and times [s] beyond which a time column is none."""

_ACCELERATIONS: dict[str, FiledUnit] = {
    "m/s2": "m/s2",
    "mps2": "m/s2",
    "cm/s2": "cm/s2",
    "mg": "mg",
    "g": "g",
    "g/10": "g/10",
    "mm/s2": "mm/s2",
    "in/s2": "in/s2",
    "ft/s2": "ft/s2",
}
_OTHERS: dict[str, tuple[Measured, float]] = {
    "m/s": ("velocity", 1.0),
    "cm/s": ("velocity", 0.01),
    "mm/s": ("velocity", 1e-3),
    "in/s": ("velocity", 0.0254),
    "m": ("displacement", 1.0),
    "cm": ("displacement", 0.01),
    "mm": ("displacement", 1e-3),
    "in": ("displacement", 0.0254),
}


def direction_of(name: str) -> tuple[float | None, bool, float]:
    """Azimuth [rad], whether vertical, and -1 where positive is downwards, of a component as files call it.

    >>> direction_of("UP"), direction_of("DOWN"), direction_of("somewhere")
    ((None, True, 1.0), (None, True, -1.0), (None, False, 1.0))
    >>> [round(math.degrees(direction_of(name)[0])) for name in ("90 DEG", "NS", "N10W", "S10E")]
    [90, 0, 350, 170]
    """
    word = name.upper().strip().replace("-", "" if not name.strip().startswith("-") else "-")
    word = _NAMES.get(word, word)
    if word in _UP or word in _DOWN:
        return None, True, -1.0 if word in _DOWN else 1.0
    degrees = _COMPASS.get(word)
    if degrees is None and (bearing := _BEARING.fullmatch(word)):
        from_axis = float(bearing[2])
        east = from_axis if bearing[3] == "E" else -from_axis
        degrees = east if bearing[1] == "N" else 180.0 - east
    if degrees is None and (number := _DEGREES.fullmatch(word)) and float(number[1]) <= 360.0:
        degrees = float(number[1])
    return None if degrees is None else math.radians(degrees % 360.0), False, 1.0


def code_direction(code: str) -> tuple[float | None, bool]:
    """Azimuth [rad] and whether vertical from the last letter of a SEED code (HNE); a convention, not a measurement."""
    last = code[-1:].upper()
    return {"N": 0.0, "E": math.pi / 2.0}.get(last), last == "Z"


def turned_upwards(name: str, values: FloatArray, sign: float) -> tuple[FloatArray, tuple[Remark, ...]]:
    """``values`` of a vertical component, positive upwards."""
    if sign > 0.0:
        return values, ()
    return -values, (Remark(kind="repair", key="record_turned_upwards", text=name),)


def named_unit(text: str) -> tuple[Measured, FiledUnit | None, float] | None:
    """What a unit measures, its name where it is one of acceleration, and its value [SI]; none where it is unknown.

    >>> named_unit("CM/SEC/SEC"), named_unit("Gal (cm/s/s)"), named_unit("cm"), named_unit("furlong")
    (('acceleration', 'cm/s2', 0.01), ('acceleration', 'gal', 0.01), ('displacement', None, 0.01), None)
    """
    word = re.sub(r"[\s^*.]|\xe2(?=\xb2)", "", text.lower()).replace("\xb2", "2")
    word = re.sub(r"se[cg]", "s", word).replace("/s/s", "/s2").strip("[](){},;:")
    unit: FiledUnit | None = "gal" if word.startswith("gal") else _ACCELERATIONS.get(word)
    if unit is not None:
        return "acceleration", unit, UNITS[unit]
    if word in _OTHERS:
        return _OTHERS[word][0], None, _OTHERS[word][1]
    return None


def printed_resolution(text: str) -> float:
    """The unit in the last place of a printed number.

    >>> printed_resolution("-.125"), printed_resolution("5.3720e+001"), printed_resolution("120")
    (0.001, 0.001, 1.0)
    """
    mantissa, _, exponent = text.lower().replace("d", "e").partition("e")
    power = int(exponent) if re.fullmatch(r"[+-]?\d{1,3}", exponent) else 0
    return float(10.0 ** max(min(power - len(mantissa.partition(".")[2]), 300), -300))


def peak_remarks(
    name: str, values: FloatArray, stated: float, *, stated_resolution: float, resolution: float, unit: str = "m/s2"
) -> tuple[Remark, ...]:
    """A warning where the peak of ``values`` is not the one that the heading states but for printing; all SI."""
    peak = float(values[np.abs(values).argmax()]) if len(values) else 0.0
    if abs(abs(stated) - abs(peak)) <= 0.5001 * (stated_resolution + resolution):
        return ()
    return (Remark(kind="warning", key="record_peak_differs", text=name, amount=peak, stated=stated, unit=unit),)


def extra_samples(file: TextFile, line: int, name: str, *, found: int, stated: int) -> tuple[Remark, ...]:
    """A warning where there are more samples than the heading states; an error at ``line`` where there are fewer."""
    if found < stated:
        raise file.fault(
            line,
            f"component {name} ends after {found} samples, its header states {stated}; it was cut off: fetch it again",
        )
    if found == stated:
        return ()
    return (Remark(kind="warning", key="record_count_differs", text=name, amount=float(found), stated=float(stated)),)


def whole(file: TextFile, index: int, text: str, what: str) -> int:
    """A count in a heading."""
    if not re.fullmatch(r"\d{1,12}", text.strip()):
        raise file.fault(index, f'{what} is "{text.strip()[:40]}", which is no count')
    return int(text)


def finite(file: TextFile, index: int, values: FloatArray, name: str) -> FloatArray:
    """``values``, an error where one is larger than any unit allows; ``index`` is the line of the first."""
    if not np.all(np.abs(values) < LARGEST):
        raise file.fault(index, f"component {name} holds values that are no measurements; fetch the file again")
    return values


def unique_names(names: list[str]) -> list[str]:
    """``names``, those that come twice with a number behind.

    >>> unique_names(["360", "UP", "360"])
    ['360-1', 'UP', '360-2']
    """
    total, seen = Counter(names), Counter[str]()
    result = []
    for name in names:
        seen[name] += 1
        result.append(name if total[name] == 1 else f"{name}-{seen[name]}")
    return result


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
