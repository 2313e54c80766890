"""Measures of how strong a motion is, and motions scaled to a value of one of them.

Measures that are integrals are exact for acceleration linear between samples. Scaling also checks whether the record
can be trusted at the period of the wall.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.options import ScaleTarget
from pirqa.motion.spectra import DEFAULT_PERIODS, checked_samples, fourier_spectrum, response_spectrum
from pirqa.units import STANDARD_GRAVITY

_DAMPING = 0.05
_HOUSNER = (0.1, 2.5)
"""[s]"""
_ACCELERATION_BAND = (0.1, 0.5)
"""[s]"""
_PERIOD_STEP = 0.01
"""Of the trapezoids over a spectrum [s]."""
_MEAN_BAND = (0.25, 20.0)
"""[Hz]"""
_MEAN_RESOLUTION = 0.05
"""[Hz]"""


@dataclass(frozen=True, kw_only=True)
class Measures:
    """How strong one component of a motion is."""

    component: str
    pga: float
    """Peak ground acceleration [m/s2]."""
    pgv: float
    """Peak ground velocity [m/s]."""
    pgd: float
    """Peak ground displacement [m]."""
    arias: float
    """Arias intensity π/(2g) ∫a² dt [m/s]."""
    duration: float
    """From 5 % to 95 % of the Arias intensity [s]."""
    duration_75: float
    """From 5 % to 75 % of the Arias intensity [s]."""
    cav: float
    """Cumulative absolute velocity ∫|a| dt [m/s]."""
    housner: float
    """Housner's intensity, ∫PSV dT from 0.1 to 2.5 s at 5 % damping [m]."""
    acceleration_intensity: float
    """Acceleration spectrum intensity, ∫PSA dT from 0.1 to 0.5 s at 5 % damping (Von Thun et al. 1988) [m/s]."""
    mean_period: float | None
    """Tm of Rathje et al. (1998) [s]; none where the record has nothing from 0.25 to 20 Hz."""
    predominant_period: float | None
    """Of the largest Sa at 5 % damping among 200 periods from 0.01 to 10 s [s]; none where nothing moves."""
    velocity_to_acceleration: float | None
    """PGV/PGA [s]; none where nothing moves."""

    def scaled(self, factor: float) -> Measures:
        """Return the measures of the component times ``factor``."""
        size = abs(factor)
        powers = {"pga": 1, "pgv": 1, "pgd": 1, "arias": 2, "cav": 1, "housner": 1, "acceleration_intensity": 1}
        return replace(self, **{key: getattr(self, key) * size**power for key, power in powers.items()})


def measures(motion: GroundMotion, component: str) -> Measures:
    """All measures of the ``component`` of that name."""
    column = motion.column(component)
    samples = motion.acceleration[:, column]
    pga, pgv = float(motion.peak_acceleration[column]), float(motion.peak_velocity[column])
    linear = np.linspace(*_HOUSNER, round((_HOUSNER[1] - _HOUSNER[0]) / _PERIOD_STEP) + 1)
    spectrum = response_spectrum(
        samples, motion.step, periods=np.concatenate([linear, DEFAULT_PERIODS]), damping=_DAMPING
    )
    psv, psa, sa = spectrum.psv[: len(linear)], spectrum.psa[: len(linear)], spectrum.sa[len(linear) :]
    stiff = linear <= _ACCELERATION_BAND[1] + 0.5 * _PERIOD_STEP
    return Measures(
        component=component,
        pga=pga,
        pgv=pgv,
        pgd=float(motion.peak_displacement[column]),
        arias=arias_intensity(samples, motion.step),
        duration=significant_duration(samples, motion.step),
        duration_75=significant_duration(samples, motion.step, last=0.75),
        cav=cumulative_absolute_velocity(samples, motion.step),
        housner=float(np.trapezoid(psv, linear)),
        acceleration_intensity=float(np.trapezoid(psa[stiff], linear[stiff])),
        mean_period=mean_period(samples, motion.step),
        predominant_period=float(DEFAULT_PERIODS[np.argmax(sa)]) if pga > 0.0 else None,
        velocity_to_acceleration=pgv / pga if pga > 0.0 else None,
    )


def arias_intensity(acceleration: FloatArray, step: float) -> float:
    """π/(2g) ∫a² dt [m/s] (Arias 1970) of an acceleration [m/s2], shape (samples,)."""
    return math.pi / (2.0 * STANDARD_GRAVITY) * float(_squares(checked_samples(acceleration, step), step).sum())


def husid(acceleration: FloatArray, step: float) -> FloatArray:
    """Part of the Arias intensity that has passed at each sample, 0 to 1, shape (samples,); 0 where nothing moves."""
    passed = np.concatenate([[0.0], np.cumsum(_squares(checked_samples(acceleration, step), step))])
    return passed / passed[-1] if passed[-1] > 0.0 else passed


def significant_duration(acceleration: FloatArray, step: float, *, first: float = 0.05, last: float = 0.95) -> float:
    """Time from the ``first`` to the ``last`` part of the Arias intensity [s] (Trifunac and Brady 1975)."""
    if not 0.0 <= first < last <= 1.0:
        raise OptionsError(f"parts of the Arias intensity must rise from 0 to 1, got {first:g} and {last:g}")
    passed = husid(acceleration, step)
    samples = checked_samples(acceleration, step)
    if passed[-1] == 0.0:
        return 0.0
    total = float(_squares(samples, step).sum())
    return _moment(samples, step, passed, last, total) - _moment(samples, step, passed, first, total)


def cumulative_absolute_velocity(acceleration: FloatArray, step: float) -> float:
    """∫|a| dt [m/s] of an acceleration [m/s2], shape (samples,), also where it changes sign within a step."""
    samples = checked_samples(acceleration, step)
    start, end = samples[:-1], samples[1:]
    sizes = np.abs(start) + np.abs(end)
    crosses = np.signbit(start) != np.signbit(end)
    areas = np.where(crosses, (start**2 + end**2) / np.where(sizes > 0.0, sizes, 1.0), sizes)
    return 0.5 * step * float(areas.sum())


def mean_period(acceleration: FloatArray, step: float) -> float | None:
    """Tm = Σ(C²/f)/ΣC² [s] over Fourier amplitudes C from 0.25 to 20 Hz; none where there are none.

    Rathje, Abrahamson and Bray (1998); frequencies at most 0.05 Hz apart (Rathje et al. 2004).
    """
    spectrum = fourier_spectrum(acceleration, step, resolution=_MEAN_RESOLUTION)
    rounding = 1e-9
    inside = (spectrum.frequencies >= _MEAN_BAND[0] - rounding) & (spectrum.frequencies <= _MEAN_BAND[1] + rounding)
    frequencies, power = spectrum.frequencies[inside], spectrum.amplitude[inside] ** 2
    total = float(power.sum())
    return float((power / frequencies).sum()) / total if total > 0.0 else None


def frequency_parameter(*, height: float, thickness: float) -> float:
    """p = √(3g/(4R)) of a rectangular block [rad/s], R being half its diagonal (Housner 1963)."""
    for name, size in (("height", height), ("thickness", thickness)):
        if not (math.isfinite(size) and size > 0.0):
            raise OptionsError(f"the {name} of a block must be greater than 0 m, got {size}")
    return math.sqrt(3.0 * STANDARD_GRAVITY / (2.0 * math.hypot(height, thickness)))


def rocking_velocity(pgv: float, *, height: float, thickness: float) -> float:
    """p·PGV/(g tan α), which tells whether a block overturns (Dimitrakopoulos and Paraskeva 2015); no unit.

    tan α = thickness/height [m].
    """
    frequency = frequency_parameter(height=height, thickness=thickness)
    return frequency * pgv * height / (STANDARD_GRAVITY * thickness)


def rocking_acceleration(pga: float, *, height: float, thickness: float) -> float:
    """PGA/(g tan α), above 1 where a block starts to rock (Dimitrakopoulos and Paraskeva 2015); no unit."""
    frequency_parameter(height=height, thickness=thickness)
    return pga * height / (STANDARD_GRAVITY * thickness)


def _squares(samples: FloatArray, step: float) -> FloatArray:
    """∫a² dt of each step [m2/s3]."""
    start, end = samples[:-1], samples[1:]
    return np.asarray(step / 3.0 * (start**2 + start * end + end**2))


def _moment(samples: FloatArray, step: float, passed: FloatArray, part: float, total: float) -> float:
    """When ``part`` of the intensity has ``passed`` [s], by halving the cubic of its step."""
    index = int(np.clip(np.searchsorted(passed, part) - 1, 0, len(passed) - 2))
    start, slope = float(samples[index]), float(samples[index + 1] - samples[index]) / step
    missing = (part - float(passed[index])) * total
    low, high = 0.0, step
    for _ in range(60):
        tau = 0.5 * (low + high)
        gained = tau * (start * start + tau * (start * slope + tau * slope * slope / 3.0))
        low, high = (tau, high) if gained < missing else (low, tau)
    return step * index + high


LARGEST_FACTOR = 4.0
"""Up to which a scaled record is taken without a word; the Sacsayhuaman paper scaled by up to 40."""


def scale(motion: GroundMotion, target: ScaleTarget, *, component: str) -> tuple[GroundMotion, tuple[Remark, ...]]:
    """All of ``motion`` times the factor that brings its ``component`` to ``target``, and what to remark."""
    names = [direction.name for direction in motion.directions]
    if component not in names:
        raise OptionsError(f'motion "{motion.name}" has no component "{component}"; there is {", ".join(names)}')
    column = names.index(component)
    amounts, measured = _measured(motion, target, column)
    wanted = next(value for value in (target.pga, target.pgv, target.sa, target.factor) if value is not None)
    factor = wanted / measured if measured > 0.0 else math.inf
    if not math.isfinite(factor):
        raise OptionsError(f'motion "{motion.name}": component {component} does not move and cannot be scaled')
    scaled = replace(
        motion.scaled(factor),
        treatments=(*motion.treatments, Treatment(key="scale", amounts={"factor": factor, **amounts})),
    )
    total = abs(scaled.factor)
    remarks = [*scaled_up(motion.name, total)]
    if total < 1.0 / LARGEST_FACTOR:
        remarks.append(
            Remark(
                kind="warning", key="motion_scaled_down", text=motion.name, amount=total, stated=1.0 / LARGEST_FACTOR
            )
        )
    if target.period is not None:
        remarks += check_band(motion, target.period)
    return scaled, tuple(remarks)


def scaled_up(name: str, factor: float) -> tuple[Remark, ...]:
    """Return a warning where the motion ``name`` is scaled by a ``factor`` above :data:`LARGEST_FACTOR`."""
    if factor <= LARGEST_FACTOR:
        return ()
    return (Remark(kind="warning", key="motion_scaled_up", text=name, amount=factor, stated=LARGEST_FACTOR),)


def _measured(motion: GroundMotion, target: ScaleTarget, column: int) -> tuple[dict[str, float], float]:
    """What the target asks for by name, and its value in the motion as it is."""
    if target.pga is not None:
        return {"pga": target.pga}, float(motion.peak_acceleration[column])
    if target.pgv is not None:
        return {"pgv": target.pgv}, float(motion.peak_velocity[column])
    if target.sa is not None and target.period is not None:
        found = response_spectrum(
            motion.acceleration[:, column], motion.step, periods=[target.period], damping=target.damping
        )
        return {"sa": target.sa, "period": target.period, "damping": target.damping}, float(found.psa[0])
    return {}, 1.0


def check_band(motion: GroundMotion, period: float) -> tuple[Remark, ...]:
    """Remarks where the record of ``motion`` cannot be trusted at ``period`` [s] of a wall."""
    if len(motion.band) != 2:
        if motion.origin.file:
            return (Remark(kind="warning", key="motion_band_unknown", text=motion.name, amount=period, unit="s"),)
        return ()  # a made-up signal is what it is at any period
    low, high = motion.band
    if period * low > 1.0:
        return (
            Remark(
                kind="warning", key="motion_band_too_short", text=motion.name, amount=period, stated=1.0 / low, unit="s"
            ),
        )
    if period * high < 1.0:
        return (
            Remark(
                kind="warning", key="motion_band_too_long", text=motion.name, amount=period, stated=1.0 / high, unit="s"
            ),
        )
    return ()
