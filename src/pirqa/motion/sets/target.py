"""Target spectrum of a set: a code's design spectrum, a file, or a conditional spectrum; over which periods."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import E030, DesignSpectra, DesignSpectrumOptions, design_spectrum
from pirqa.motion.hazard.conditional import conditional_spectrum
from pirqa.motion.hazard.models import Scenario, ScenarioMechanism
from pirqa.motion.hazard.spectrum_file import read_spectrum
from pirqa.motion.sets.options import Combination, ScenarioOptions, SetOptions
from pirqa.units import STANDARD_GRAVITY

_POINTS = 60
"""Number of periods at which a set is compared with its target."""
_RIGID = 0.03
"""Longest period whose spectral acceleration stands for the peak ground acceleration [s]."""
_SAME_PEAK = 0.02
"""Part by which a demand and the peak ground acceleration of its spectrum may differ: both are rounded."""
_CONDITIONAL_FLOOR = 0.9
"""Least ratio of a set's mean to a conditional spectrum: with each motion tied to one period no common factor is left,
and EN 1998-1 §3.2.3.1.2(4) asks for 90 % of a target spectrum."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TargetCurve:
    """The target at the periods at which a set is compared with it."""

    key: str
    source: str
    verified: bool
    periods: FloatArray
    """Rising [s]."""
    acceleration: FloatArray
    """[m/s2], of the shape of ``periods``."""
    deviation: FloatArray | None = None
    """Standard deviation of the logarithm; none where the target has none."""
    anchor: int | None = None
    """Place of the conditioning period; none where there is none."""
    pga: float | None = None
    """Peak ground acceleration that it stands for [m/s2]; none where it does not say."""
    combination: Combination = "geometric_mean"
    """How the components of a motion make the spectrum that is compared, unless the options say otherwise."""
    floor: float = 1.0
    """Least ratio of the mean of a set to the target."""
    remarks: tuple[Remark, ...] = ()
    """What the target assumes."""


def period_range(options: SetOptions, period: float | None) -> tuple[float, float, float]:
    """Return T1 and the range of periods: 0.2 T1 to the greater of 1.5 T1 and 1.5 Ts [s].

    ``period`` is T1 where the options do not give it.
    """
    first = options.period if options.period is not None else period
    if first is None:
        raise OptionsError(
            "motion.set.period: missing; the range of periods of the set follows from the period of the wall: give "
            'period = "0.25 s", say'
        )
    longest = 1.5 * max(first, options.secant_period or 0.0)
    return first, 0.2 * first, longest


def target_curve(
    options: SetOptions, designs: DesignSpectra | None, folder: Path, shortest: float, longest: float
) -> TargetCurve:
    """Return the target of ``options`` over the range of periods [s]; files are paths from ``folder``."""
    periods = np.geomspace(shortest, longest, _POINTS)
    if options.spectrum is not None:
        return _from_file(options, folder, periods)
    if options.conditional is not None:
        return _conditional(options, periods)
    return _design(options, designs, periods)


def _design(options: SetOptions, designs: DesignSpectra | None, periods: FloatArray) -> TargetCurve:
    if designs is None:
        raise OptionsError(
            "motion.set: has no target; give a design spectrum such as [motion.design.e030_2018] with zone and soil, "
            "[motion.set.spectrum] with file, or [motion.set.conditional]"
        )
    given = designs.given
    if options.target is None and len(given) > 1:
        raise OptionsError(f"motion.set.target: which design spectrum is the target? Give one of {', '.join(given)}")
    name = options.target or given[0]
    if name not in given:
        raise OptionsError(f"motion.set.target: {name} is not under [motion.design] ({', '.join(given)})")
    asked: DesignSpectrumOptions = getattr(designs, name)
    if getattr(asked, "reduction", 1.0) != 1.0 or getattr(asked, "vertical", False):
        raise OptionsError(f"motion.set.target: {name} must be elastic and horizontal: reduction = 1, vertical = false")
    if getattr(asked, "damping", 0.05) != 0.05:
        raise OptionsError(f"motion.set.target: {name} must be for 5 % damping, as the spectra of the motions are")
    if isinstance(asked, E030):  # no motion has 2.5 times its peak at T = 0: with the rise of Art. 30.1.4
        asked = replace(asked, rise=True)
    spectrum = design_spectrum(asked)
    peruvian = name.startswith("e030")
    if options.combination == "srss" and not peruvian:
        raise OptionsError(
            f'motion.set.combination: "srss" is for E.030; {name} is the spectrum of one component, which srss would '
            'reach with motions that are 1.4 times too weak: give "geometric_mean" or "larger"'
        )
    return TargetCurve(
        key=name,
        source=spectrum.source,
        verified=spectrum.verified,
        periods=periods,
        acceleration=spectrum.acceleration(periods),
        pga=_peak(options, spectrum.pga, name),
        combination="srss" if peruvian else "geometric_mean",
    )


def _from_file(options: SetOptions, folder: Path, periods: FloatArray) -> TargetCurve:
    asked = options.spectrum
    assert asked is not None
    found = read_spectrum(
        folder / asked.file, longitude=asked.longitude, latitude=asked.latitude, probability=asked.probability
    )
    first, last = float(found.periods[found.periods > 0.0][0]), float(found.periods[-1])
    if (periods[0] < first * (1 - 1e-9) and found.periods[0] > 0.0) or periods[-1] > last * (1 + 1e-9):
        raise OptionsError(
            f"motion.set.spectrum: {asked.file} goes from {found.periods[0]:g} to {last:g} s; the set needs "
            f"{periods[0]:.3g} to {periods[-1]:.3g} s: give a spectrum of a wider range, or another period"
        )
    deviation = None if found.sigma is None else _between(found.periods, found.sigma, periods)
    rigid = found.periods[0] <= _RIGID
    pga = float(found.acceleration[0]) if rigid else None
    return TargetCurve(
        key="spectrum",
        source=found.source,
        verified=True,
        periods=periods,
        acceleration=np.exp(_between(found.periods, np.log(found.acceleration), periods)),
        deviation=deviation,
        pga=_peak(options, pga, asked.file),
        remarks=(Remark(kind="warning", key="set_srss"),) if options.combination == "srss" else (),
    )


def _peak(options: SetOptions, own: float | None, name: str) -> float | None:
    """Return the peak ground acceleration of the demand; one that is not the spectrum's own would rename its level."""
    if options.demand is None or own is None:
        return own if options.demand is None else options.demand
    if abs(options.demand / own - 1.0) > _SAME_PEAK:
        raise OptionsError(
            f"motion.set.demand: {options.demand / STANDARD_GRAVITY:.3g} g, and the peak ground acceleration of {name} "
            f"is {own / STANDARD_GRAVITY:.3g} g; remove demand, or give the spectrum of that demand"
        )
    return options.demand


def _between(known: FloatArray, values: FloatArray, periods: FloatArray) -> FloatArray:
    """Interpolate in the logarithm of the period; the value at period 0 stands at 1 ms."""
    logs = np.log(np.maximum(known, 1e-3))
    return np.asarray(np.interp(np.log(periods), logs, values))


def scenario_of(options: ScenarioOptions) -> Scenario:
    """Return the governing earthquake as the ground-motion models take it; an oblique slip is taken as unspecified."""
    mechanism: ScenarioMechanism = "unspecified"
    if options.mechanism is not None and options.mechanism != "oblique":
        mechanism = options.mechanism
    return Scenario(
        magnitude=options.magnitude,
        distance=options.distance,
        mechanism=mechanism,
        vs30=options.vs30,
        depth=options.depth,
    )


def _conditional(options: SetOptions, periods: FloatArray) -> TargetCurve:
    asked = options.conditional
    assert asked is not None
    assert options.scenario is not None
    if options.combination == "srss":
        raise OptionsError(
            'motion.set.combination: "srss" is for E.030; a ground-motion model gives the spectrum of one component, '
            'which srss would reach with motions that are 1.4 times too weak: give "geometric_mean" or "larger"'
        )
    if not periods[0] * (1 - 1e-9) <= asked.period <= periods[-1] * (1 + 1e-9):
        raise OptionsError(
            f"motion.set.conditional.period: {asked.period:g} s is outside the range of the set, {periods[0]:.3g} to "
            f"{periods[-1]:.3g} s; give a period within it"
        )
    anchor = int(np.argmin(np.abs(np.log(periods / asked.period))))
    periods = periods.copy()
    periods[anchor] = asked.period
    found = conditional_spectrum(
        asked.model,
        scenario_of(options.scenario),
        period=asked.period,
        epsilon=asked.epsilon,
        acceleration=asked.acceleration,
        periods=periods,
    )
    return TargetCurve(
        key="conditional",
        source=found.source,
        verified=True,
        periods=periods,
        acceleration=found.median,
        deviation=found.sigma,
        anchor=anchor,
        pga=options.demand,
        floor=_CONDITIONAL_FLOOR,
        remarks=found.remarks,
    )
