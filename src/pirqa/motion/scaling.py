"""How strong a motion is made, which way round, and whether its record can be trusted where the wall needs it."""

from __future__ import annotations

import math
from dataclasses import replace

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import GroundMotion, Treatment
from pirqa.model.remark import Remark
from pirqa.motion.options import ScaleTarget
from pirqa.motion.spectra import response_spectrum

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
    remarks: list[Remark] = []
    total = abs(scaled.factor)
    if total > LARGEST_FACTOR:
        remarks.append(
            Remark(kind="warning", key="motion_scaled_up", text=motion.name, amount=total, stated=LARGEST_FACTOR)
        )
    if total < 1.0 / LARGEST_FACTOR:
        remarks.append(
            Remark(
                kind="warning", key="motion_scaled_down", text=motion.name, amount=total, stated=1.0 / LARGEST_FACTOR
            )
        )
    if target.period is not None:
        remarks += check_band(motion, target.period)
    return scaled, tuple(remarks)


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


def reversed_polarity(motion: GroundMotion) -> GroundMotion:
    """The motion the other way round, all components."""
    return replace(motion.scaled(-1.0), factor=motion.factor, treatments=(*motion.treatments, Treatment(key="reverse")))
