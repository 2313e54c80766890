"""Pushover: peak ground accelerations at which the demand of N2 and of the capacity spectrum reaches a displacement."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pirqa.motion.design_spectrum import E030, design_spectrum
from pirqa.pushover.demand import demand_by, intensity_of
from pirqa.pushover.reading import Bilinear, Oscillator
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_SPECTRUM = design_spectrum(E030(zone=2, soil="S2"))
"""PGA 0.30 g, plateau 2.5 times that up to TP = 0.6 s."""
_ONE = Oscillator(
    participation=1.0, mass=1.0, mass_fraction=1.0, acceleration=STANDARD_GRAVITY, participation_at_peak=1
)
_STRENGTH = 0.15
"""Yield multiplier of the curve."""
_CAPACITY = 0.10
"""[m]"""


def cases() -> Iterator[Case]:
    """All cases of the part."""
    long, short = 1.2, 0.3
    yield _case(
        "n2.intensity.long", "PGA at which N2 asks 100 mm of an oscillator of 1.2 s, over g",
        "equal displacements: d (2π/T)² T/(2.5 TP g) (Fajfar 2000)",
        _CAPACITY * (2.0 * math.pi / long) ** 2 * long / (2.5 * 0.6 * STANDARD_GRAVITY),
        lambda: _intensity("n2", long),
    )  # fmt: skip
    # d = d_y (1 + (q - 1) TC/T), q = 2.5 PGA/strength
    ductility = _CAPACITY / _yield(short)
    yield _case(
        "n2.intensity.short", "PGA at which N2 asks 100 mm of an oscillator of 0.3 s, over g",
        "q = 1 + (μ − 1) T/TC, PGA = q a_y/2.5 (EN 1998-1:2004 eq. B.10)",
        (1.0 + (ductility - 1.0) * short / 0.6) * _STRENGTH / 2.5,
        lambda: _intensity("n2", short),
    )  # fmt: skip
    for method in ("n2", "capacity_spectrum"):
        yield _case(
            f"{method}.intensity.met", "demand with the spectrum scaled to that PGA, over the capacity",
            "identity: demand and capacity are the same", 1.0, lambda method=method: _met(method),  # type: ignore[misc]
        )  # fmt: skip


def _yield(period: float) -> float:
    return _STRENGTH * STANDARD_GRAVITY * (period / (2.0 * math.pi)) ** 2


def _curve(period: float) -> Bilinear:
    d = _yield(period)
    return Bilinear(
        stiffness=_STRENGTH / d, yield_displacement=d, yield_multiplier=_STRENGTH, ultimate_displacement=1.0
    )


def _intensity(method: str, period: float) -> float:
    found = intensity_of(method, _curve(period), _ONE, _SPECTRUM, _CAPACITY)
    return math.nan if found is None else found


def _met(method: str) -> float:
    scaled = _SPECTRUM.scaled(_intensity(method, 0.5) * STANDARD_GRAVITY / _SPECTRUM.pga)
    return demand_by(method, _curve(0.5), _ONE, scaled).displacement / _CAPACITY


def _case(id: str, quantity: str, source: str, expected: float, compute: Callable[[], float]) -> Case:
    return case_of(
        "pushover", id, quantity, "", source, expected, {"rel": 1e-6}, "root of a demand that is found by halving",
        compute, "",
    )  # fmt: skip
