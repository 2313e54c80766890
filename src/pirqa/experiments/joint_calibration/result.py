"""Result: joint properties from tilt tests and measured frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pirqa.experiments.joint_calibration.options import ParameterName
from pirqa.model.check import Check
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark

Known = Literal["between", "above", "below", "unknown"]
"""What the data tell of a parameter: both ends of an interval, one of them, or nothing."""
_UNITS: dict[str, str] = {"normal_stiffness": "N/m3", "damping": "Pa·s/m"}


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A joint property, and what the data tell about it."""

    name: ParameterName
    given: float | None
    """What the project file has (SI)."""
    best: float
    """Where the misfit is least (SI); one of many such values where the data do not tell."""
    low: float | None
    """Low end of the interval (SI); none where every lower value of the range fits too."""
    high: float | None
    """High end."""
    range_low: float
    """What was tried (SI)."""
    range_high: float

    @property
    def known(self) -> Known:
        """Whether the data tell it."""
        if self.low is None:
            return "unknown" if self.high is None else "below"
        return "above" if self.high is None else "between"

    @property
    def unit(self) -> str:
        """SI unit of its values."""
        return _UNITS.get(self.name, "")

    def __str__(self) -> str:
        head = f"  {self.name:<18}"
        if self.known == "unknown":
            tried = f"{self.range_low:.3g} to {self.range_high:.3g}"
            return f"{head}the data cannot tell: {f'{tried} {self.unit}'.rstrip()} fit alike"
        if self.known == "between":
            return f"{head}{self.best:.3g} {self.unit} ({self.low:.3g} to {self.high:.3g})".replace("  (", " (")
        end, word = (self.low, "more than") if self.known == "above" else (self.high, "less than")
        return f"{head}{word} {end:.3g} {self.unit}; the data do not tell how much".replace(" ;", ";")


@dataclass(frozen=True, kw_only=True)
class Datum:
    """One measured number beside what the calibrated wall gives."""

    kind: Literal["frequency", "damping", "tilt"]
    number: int
    """Mode, from 1; 0 for a tilt."""
    measured: float
    """SI."""
    deviation: float
    """Its standard deviation, with the uncertainty of the computed angle (SI)."""
    computed: float
    """With the best parameters (SI)."""


@dataclass(frozen=True, kw_only=True)
class TiltPoint:
    """A computed tilt test of the response surface."""

    stiffness: float
    """Kn [N/m3]."""
    friction: float
    """μ [-]"""
    angle: float
    """Middle of its interval [rad]."""
    width: float
    """Of that interval [rad]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JointCalibrationResult:
    """Joint properties from tilt tests and measured frequencies."""

    parameters: tuple[Parameter, ...]
    """That were looked for."""
    profiles: tuple[FloatArray, ...]
    """Of each parameter: its value (SI) and the least misfit there, above the least of all; shape (n, 2)."""
    data: tuple[Datum, ...]
    points: tuple[TiltPoint, ...]
    """At which the tilt was computed; between them it is linear in ln Kn and μ."""
    misfit: float
    """Least sum of squared deviations over variances [-]."""
    limit: float
    """Misfit above the least that bounds the intervals [-]."""
    confidence: float
    """Of the intervals [-]."""
    stiffness: float
    """Kn with the least misfit, or as given where it was not looked for [N/m3]."""
    ratio: float
    """Kt/Kn with the least misfit, or as given [-]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def parameter(self, name: ParameterName) -> Parameter:
        """The one called ``name``."""
        return next(item for item in self.parameters if item.name == name)

    @property
    def snippet(self) -> str:
        """What the data tell, as lines for the project file."""
        return "\n".join(["[joints]", *self._lines()])

    def _lines(self) -> Iterator[str]:
        share = f"{100.0 * self.confidence:g} %"
        for item in self.parameters:
            if item.known != "between":
                yield f"# {_key(item.name)}: the data do not tell{_one_end(item)}; keep your own value, or give a pair"
                continue
            assert item.low is not None
            assert item.high is not None
            low, best, high = (_written(item.name, value, self.stiffness) for value in (item.low, item.best, item.high))
            yield f"# {share} between {low} and {high}"
            yield f'{_key(item.name)} = {{ value = "{best}", source = "calibrated: {_sources(self.data)}" }}'
            if item.name == "normal_stiffness" and all(other.name != "stiffness_ratio" for other in self.parameters):
                yield f'tangential_stiffness = "{self.ratio * item.best:.3e} N/m3"'

    def __str__(self) -> str:
        lines = [f"joints from {_sources(self.data)} ({100.0 * self.confidence:g} % intervals)"]
        lines += [str(item) for item in self.parameters]
        lines += [f"  {_said(datum)}" for datum in self.data]
        return "\n".join([*lines, "", self.snippet])


def _key(name: ParameterName) -> str:
    return {"friction": "friction_angle", "stiffness_ratio": "tangential_stiffness"}.get(name, name)


def _one_end(item: Parameter) -> str:
    """What there is of an interval with one end."""
    if item.known == "above":
        return f" more than that it is above {item.low:.3g} {item.unit}".rstrip()
    return f" more than that it is below {item.high:.3g} {item.unit}".rstrip() if item.known == "below" else ""


def _written(name: ParameterName, value: float, stiffness: float) -> str:
    """A value as project files write it; a ratio as the tangential stiffness with that Kn [N/m3]."""
    if name == "friction":
        return f"{math.degrees(math.atan(value)):.2f} deg"
    return f"{value * (stiffness if name == 'stiffness_ratio' else 1.0):.3e} {_UNITS.get(name, 'N/m3')}"


def _sources(data: tuple[Datum, ...]) -> str:
    words = {"frequency": "frequencies", "damping": "damping", "tilt": "a tilt test"}
    return ", ".join(dict.fromkeys(words[datum.kind] for datum in data))


def _said(datum: Datum) -> str:
    if datum.kind == "tilt":
        measured, deviation, computed = (math.degrees(x) for x in (datum.measured, datum.deviation, datum.computed))
        return f"tilt: measured {measured:.2f} ± {deviation:.2f} deg, computed {computed:.2f} deg"
    unit = " Hz" if datum.kind == "frequency" else ""
    name = f"{datum.kind} {datum.number}"
    return f"{name}: measured {datum.measured:.4g} ± {datum.deviation:.2g}{unit}, computed {datum.computed:.4g}{unit}"
