"""Codes: periods, demands and factors of the Chokepukio paper's Table 5, of NTC 2018 and of E.010."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator

import numpy as np

from pirqa.codes import CodesOptions, Verification, e010, ntc2008, ntc2018, verify_mechanisms
from pirqa.codes.demand import Floor, damped
from pirqa.model.check import Check, Place
from pirqa.model.mechanism import CapacityCurve, Mechanism
from pirqa.motion.design_spectrum import E030, E0302003, NTC2018, DesignSpectra, design_spectrum
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_PAPER = "Chokepukio paper (survey to assessment), Table 5"
_CLOSED = "closed form in double precision"
_THREE = "three digits, found independently of this program"
_PRINTED = {"first": (0.24, 0.300), "second": (0.27, 0.250), "partial": (0.17, 0.113)}
"""α0 and d_u* [m] as printed."""
_SITE = E0302003(zone=2, soil="S2", plateau_end=0.45)
_PERIOD = 0.53
"""T1 of the wall [s]."""
_ITALY = NTC2018(ground_acceleration=0.25 * STANDARD_GRAVITY, amplification=2.4, rock_corner=0.35, soil="C")


def cases() -> Iterator[Case]:
    """All cases of the part."""
    yield from _periods()
    yield from _factors()
    yield from _partial()
    yield from _newer_rule()
    yield from _floor_spectrum()
    yield from _intensities()
    yield _case(
        "e010.short_column", "capacity of a round timber strut, 0.1 m thick, slenderness 9", "N",
        "Chokepukio paper, section 5.3: 61.3 kN", 61.3e3,
        lambda: e010.strut_capacity(diameter=0.1, effective_length=0.9, compressive_strength=7.8e6),
        tolerance={"abs": 50.0}, why="three printed digits",
    )  # fmt: skip


def _case(
    id: str,
    quantity: str,
    unit: str,
    source: str,
    expected: float,
    compute: Callable[[], float],
    *,
    tolerance: dict[str, float] | None = None,
    why: str = _CLOSED,
    note: str = "",
    compare_only: bool = False,
) -> Case:
    accuracy = {"rel": 1e-12} if tolerance is None else tolerance
    return case_of(
        "codes", id, quantity, unit, source, expected, accuracy, why, compute, note, compare_only=compare_only
    )


def _mechanism(name: str, multiplier: float, ultimate: float, level: float) -> Mechanism:
    """A single body whose capacity falls along a straight line, as the paper takes it (eqs 9 and 11)."""
    displacement = np.array([0.0, ultimate / ntc2008.ULTIMATE_SHARE])
    multipliers = np.array([multiplier, 0.0])
    return Mechanism(
        name=name,
        kind="overturning",
        place=Place(name="base"),
        level=level,
        height=9.0,
        direction=np.array([0.0, -1.0, 0.0]),
        multiplier=multiplier,
        mass_fraction=1.0,
        participating_mass=1.0,
        bodies=(),
        curve=CapacityCurve(
            displacement=displacement,
            multiplier=multipliers,
            spectral_displacement=displacement,
            spectral_acceleration=multipliers * STANDARD_GRAVITY,
        ),
    )


@functools.cache
def _table_5() -> tuple[Verification, ...]:
    """Table 5 again from its capacities, by both rules and with FC = 1 and 1.35."""
    mechanisms = [_mechanism(name, *_PRINTED[name], 6.1 if name == "partial" else 0.0) for name in _PRINTED]
    options = CodesOptions(spectra=DesignSpectra(e030_2003=_SITE), structure_period=_PERIOD)
    return verify_mechanisms(mechanisms, options).verifications


def _row(mechanism: str, measure: str, *, rule: str = "ntc2008", confidence_factor: float = 1.0) -> Verification:
    wanted = (mechanism, measure, rule, confidence_factor)
    return next(
        item for item in _table_5() if (item.mechanism, item.measure, item.rule, item.confidence_factor) == wanted
    )


def _period(row: Verification) -> float:
    assert row.period is not None
    return row.period


def _periods() -> Iterator[Case]:
    for name, expected, printed in (("first", 1.548, 1.53), ("second", 1.332, 1.33), ("partial", 1.129, 1.13)):
        yield _case(
            f"chokepukio.T_s.{name}", "secant period 2π √(0.4 d_u*/a_s*) from the printed α0 and d_u*", "s", _PAPER,
            expected, lambda name=name: _period(_row(name, "displacement")),  # type: ignore[misc]
            tolerance={"abs": 5e-4}, why="given to a millisecond",
            note=f"Printed {printed} s, within the rounding of α0; the case expects what α0 and d_u* give.",
        )  # fmt: skip
    for name, expected, printed_mm in (("first", 0.1558, 155), ("second", 0.1341, 132)):
        yield _case(
            f"chokepukio.S_De.{name}", "displacement demand at that secant period (eq. 14)", "m", _PAPER, expected,
            lambda name=name: _row(name, "displacement").demand,  # type: ignore[misc]
            tolerance={"rel": 1e-3}, why="four digits, with g = 9.81 m/s²",
            note=f"Printed {printed_mm} mm, from the printed T_s; the case expects what α0 and d_u* give.",
        )  # fmt: skip


def _factors() -> Iterator[Case]:
    yield _case(
        "chokepukio.a_d", "acceleration demand of a global mechanism, of gravity (eq. 12: Z S/q)", "", _PAPER, 0.18,
        lambda: _row("first", "acceleration").demand / STANDARD_GRAVITY,
    )  # fmt: skip
    for name, printed in (("first", 1.33), ("second", 1.50)):
        yield _case(
            f"chokepukio.SF_a.{name}", "factor in acceleration", "", _PAPER, printed,
            lambda name=name: _row(name, "acceleration").factor,  # type: ignore[misc]
            tolerance={"abs": 0.005}, why="three printed digits",
        )  # fmt: skip
    for name, expected, printed in (("first", 1.926, 1.93), ("second", 1.864, 1.89)):
        yield _case(
            f"chokepukio.SF_d.{name}", "factor in displacement", "", _PAPER, expected,
            lambda name=name: _row(name, "displacement").factor,  # type: ignore[misc]
            tolerance={"abs": 0.002}, why="d_u* over the S_De that follows from it, four digits",
            note=f"Printed {printed}, which is d_u* over the printed demand.",
        )  # fmt: skip


def _partial() -> Iterator[Case]:
    spectrum = design_spectrum(_SITE)
    conflict = (
        "The two printed demands of this row need different ψγ, 0.52 and 0.58, so that no one geometry gives both; "
        "the paper does not state ψ."
    )

    def share_of_acceleration() -> float:
        return 0.20 * STANDARD_GRAVITY / float(ntc2008.acceleration_demand(float(spectrum.acceleration(_PERIOD)), 2.0))

    def share_of_displacement() -> float:
        own = float(spectrum.displacement(_PERIOD))
        return 0.123 / float(
            ntc2008.floor_displacement(own, _period(_row("partial", "displacement")), _PERIOD, floor=1.0)
        )

    yield _case(
        "chokepukio.floor_share.acceleration", "ψγ that the printed a_d* = 0.20 g needs (eq. 13)", "", _PAPER, 0.52,
        share_of_acceleration, tolerance={"abs": 0.005}, why="two digits", note=conflict,
    )  # fmt: skip
    yield _case(
        "chokepukio.floor_share.displacement", "ψγ that the printed d_d* = 123 mm needs (eq. 15)", "", _PAPER, 0.58,
        share_of_displacement, tolerance={"abs": 0.005}, why="two digits", note=conflict,
    )  # fmt: skip
    straight = f"{conflict} Computed with ψ = z/H = 6.10/9 and γ = 1."
    yield _case(
        "chokepukio.a_d.partial", "acceleration demand at +6.10 m, of gravity (eq. 13)", "", _PAPER, 0.20,
        lambda: _row("partial", "acceleration").demand / STANDARD_GRAVITY,
        tolerance={"rel": 0.5}, why="shown, not judged", note=straight, compare_only=True,
    )  # fmt: skip
    yield _case(
        "chokepukio.d_d.partial", "displacement demand at +6.10 m (eq. 15)", "m", _PAPER, 0.123,
        lambda: _row("partial", "displacement").demand,
        tolerance={"rel": 0.5}, why="shown, not judged", note=straight, compare_only=True,
    )  # fmt: skip

    # with ψγ read off the printed demands the printed factors would only be read back: nothing to judge
    for symbol, measure, printed in (("SF_a", "acceleration", 0.85), ("SF_d", "displacement", 0.92)):
        yield _case(
            f"chokepukio.{symbol}.partial", f"factor in {measure} at +6.10 m", "", _PAPER, printed,
            lambda measure=measure: _row("partial", measure).factor,  # type: ignore[misc]
            tolerance={"rel": 0.5}, why="shown, not judged", note=straight, compare_only=True,
        )  # fmt: skip


def _newer_rule() -> Iterator[Case]:
    yield _case(
        "ntc2018.T_SLV_ratio", "T_SLV over the T_s of 2009, where capacity falls along a straight line", "",
        "1.68π √(0.4/0.6) over 2π √(0.16/0.84) = 0.84 √3.5", 0.84 * math.sqrt(3.5),
        lambda: (
            _period(_row("first", "displacement", rule="ntc2018")) / _period(_row("first", "displacement"))
        ),
    )  # fmt: skip
    yield _case(
        "ntc2018.T_SLC_ratio", "T_SLC over T_SLV, where capacity falls along a straight line", "",
        "1.56 √(0.6/0.4) over 1.68 √(0.4/0.6) = 1.56 · 1.5/1.68", 1.56 * 1.5 / 1.68,
        lambda: float(
            ntc2018.equivalent_period("SLC", 0.6, 0.4 * 9.0) / ntc2018.equivalent_period("SLV", 0.4, 0.6 * 9.0)
        ),
    )  # fmt: skip
    again = "Table 5 by Circolare 7/2019, from the printed α0 and d_u*, under the paper's spectrum with η of 8 %"
    note = "The paper used the rules of 2009, without a confidence factor."
    for name, measure, factor, expected in (
        ("first", "displacement", 1.0, 1.40),
        ("second", "displacement", 1.0, 1.35),
        ("first", "displacement", 1.35, 1.20),
        ("first", "acceleration", 1.35, 0.99),
    ):
        symbol = "SF_d" if measure == "displacement" else "SF_a"
        yield _case(
            f"ntc2018.chokepukio.{symbol}.{name}.fc{factor:g}", f"factor in {measure}, FC = {factor:g}", "", again,
            expected,
            lambda key=(name, measure), factor=factor: (  # type: ignore[misc]
                _row(*key, rule="ntc2018", confidence_factor=factor).factor
            ),
            tolerance={"abs": 0.005}, why=_THREE, note=note,
        )  # fmt: skip


def _floor_spectrum() -> Iterator[Case]:
    """A wall of T1 = 0.3 s and 5 %, on the plateau of the spectrum, ψγ = 0.8, seen with 5 % and 8 %."""
    spectrum = design_spectrum(_ITALY)
    floor = Floor(period=0.3, elongation=1.0, damping=0.05, shape=0.8)
    plateau = 0.25 * (1.70 - 0.60 * 2.4 * 0.25) * 2.4 * STANDARD_GRAVITY
    at_floor = plateau * 0.8 * math.sqrt(1.0 + 0.0004 * 25.0)
    peak = 1.1 / math.sqrt(0.05)
    calmed = math.sqrt(10.0 / 13.0)
    doubt = (
        "The amplification is read with ξ1 as a ratio and the root with ξ1 in per cent; the transcription has per cent "
        "for both, which would put the peak at 0.49 of the floor's acceleration."
    )
    yield _case(
        "ntc2018.floor.acceleration", "greatest acceleration of the floor", "m/s2", "eq. C7.2.7, ξ1 = 5 %", at_floor,
        lambda: floor.acceleration(spectrum), note=doubt,
    )  # fmt: skip
    rows: tuple[tuple[str, float, float, float, str], ...] = (
        ("rigid", 0.05, 0.0, at_floor, "eq. C7.2.6 at T = 0: the floor's own acceleration"),
        ("peak", 0.05, 0.3, at_floor * peak, "eq. C7.2.9: 1.1 ξ1^−0.5 η = 4.92"),
        ("rise", 0.05, 0.12, at_floor * peak / (1.0 + (peak - 1.0) * 0.5**1.6), "eq. C7.2.6 at T = 0.5 a T1"),
        ("fall", 0.05, 0.495, at_floor * peak / (1.0 + (peak - 1.0) * 0.5**1.2), "eq. C7.2.6 at T = 1.5 b T1"),
        ("peak_damped", 0.08, 0.3, at_floor * peak * calmed, "eq. C7.2.9 with η of 8 %"),
    )
    for name, damping, period, expected, source in rows:
        yield _case(
            f"ntc2018.floor.{name}", f"floor spectrum at {period:g} s, {100.0 * damping:g} %", "m/s2", source, expected,
            lambda period=period, damping=damping: float(floor.spectrum(spectrum, damping, period)),  # type: ignore[misc]
            note=doubt,
        )  # fmt: skip
    yield _case(
        "ntc2018.floor.peak_above_floor", "least peak of the floor spectrum over the floor's acceleration, ξ1 1–20 %, "
        "ξ 5–10 %", "", "a floor spectrum peaks above the floor's acceleration", 1.0,
        lambda: min(
            float(ntc2018.floor_amplification(own, math.sqrt(10.0 / (5.0 + 100.0 * damping))))
            for own in (0.01, 0.02, 0.05, 0.10, 0.15, 0.20)
            for damping in (0.05, 0.08, 0.10)
        ),
        tolerance={"min": 1.5}, why="an oscillator in tune with its floor moves more than the floor", note=doubt,
    )  # fmt: skip
    yield _case(
        "ntc2018.damping", "plateau of the spectrum with 8 % over that with 5 %", "", "eq. 3.2.4: √(10/13)", calmed,
        lambda: damped(spectrum, 0.08).plateau / spectrum.plateau,
    )  # fmt: skip


def _today(use_factor: float = 1.0) -> CodesOptions:
    """E.030-2018, zone 2 and soil S2: 0.30 g at the surface, TP = 0.6 s, TL = 2 s."""
    spectra = DesignSpectra(e030_2018=E030(zone=2, soil="S2", use_factor=use_factor))
    return CodesOptions(spectra=spectra, structure_period=_PERIOD)


def _check(name: str, id: str, use_factor: float = 1.0) -> Check:
    """One row of the verdict on one mechanism of the paper."""
    multiplier, ultimate = _PRINTED[name]
    item = _mechanism(name, multiplier, ultimate, 6.1 if name == "partial" else 0.0)
    found = verify_mechanisms([item], _today(use_factor)).checks
    return next(check for check in found if check.id == id)


def _intensities() -> Iterator[Case]:
    """Peak accelerations of the ground, over gravity, up to which the paper's mechanisms are verified."""
    linear, far = (f"codes.ntc2018.e030_2018.first.{measure}" for measure in ("acceleration", "displacement"))
    yield _case(
        "intensity.linear", "PGA up to which the first mechanism is verified in acceleration, over g", "",
        "C8.7.1.2.1.7: a0*/FC = PGA/q, so q α0/FC", 2.0 * 0.24 / 1.35, lambda: _intensity(_check("first", linear)),
    )  # fmt: skip
    capacity, period = 0.300, 1.68 * math.pi * math.sqrt(0.300 * 1.35 / (0.6 * 0.24 * STANDARD_GRAVITY))
    # 8 % damping, on the branch of 1/T² from TL = 2 s on
    ordinate = 2.5 * math.sqrt(10.0 / 13.0) * 0.6 * 2.0 / period**2
    yield _case(
        "intensity.displacement", "PGA up to which the first mechanism is verified in displacement, over g", "",
        "C8.7.1.2.1.8: d_SLV = S_De(T_SLV), T_SLV = 1.68 π √(d/a)",
        capacity * (2.0 * math.pi / period) ** 2 / ordinate / STANDARD_GRAVITY,
        lambda: _intensity(_check("first", far)),
    )  # fmt: skip
    for measure, id in (("linear", linear), ("displacement", far)):
        yield _case(
            f"intensity.{measure}.met", f"factor in {measure} form with the spectrum scaled to that PGA", "",
            "identity: the verification is just met", 1.0,
            lambda id=id: _check("first", id, _intensity(_check("first", id)) / 0.30).ratio,  # type: ignore[misc]
            tolerance={"rel": 1e-9}, why="the verification is repeated with the scaled spectrum",
        )  # fmt: skip
    amplification = 2.5 * 6.1 / 9.0 * math.sqrt(1.0 + 4.0 * 0.05**2)
    start = "codes.activation.e030_2018"
    yield _case(
        "intensity.activation.ground", "PGA at which the part above +6.10 m starts to rock, over g", "",
        "α0 over S_e(T1) ψ γ √(1 + 4 ξ²)/PGA (eq. C7.2.7), T1 = 0.53 s on the plateau", 0.17 / amplification,
        lambda: _intensity(_check("partial", start)),
    )  # fmt: skip
    yield _case(
        "intensity.activation.foot", "acceleration at the foot of that part then, over g", "",
        "α0 (Chokepukio paper, eq. 8)", 0.17, lambda: _check("partial", start).at_foot or math.nan,
    )  # fmt: skip


def _intensity(check: Check) -> float:
    return math.nan if check.intensity is None else check.intensity
