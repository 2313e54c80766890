"""Codes: design spectra by their formulas; demands and factors of the Chokepukio paper's Table 5 and of E.010."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from pirqa.codes import CodesOptions, Verification, e010, ntc2008, ntc2018, verify_mechanisms
from pirqa.codes.floor import Floor, damped, floor_amplification
from pirqa.model import CapacityCurve, Check, Mechanism
from pirqa.model.check import Place
from pirqa.motion.design_spectrum import E030, E0302003, NTC2018, DesignSpectra, design_spectrum
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import CLOSED_FORM, Case
from pirqa.verification.motion_targets import spectral_ordinate

_case = partial(Case, group="codes")
_PLACE = 110
_PAPER = "Chokepukio paper (survey to assessment), Table 5"
_THREE = "three digits, found independently of this program"
_PRINTED = {"first": (0.24, 0.300), "second": (0.27, 0.250), "partial": (0.17, 0.113)}
"""α0 and d_u* [m] as printed."""
_SITE = E0302003(zone=2, soil="S2", plateau_end=0.45)
_PERIOD = 0.53
"""T1 of the wall [s]."""
_CUSCO = E030(zone=2, soil="S2")
_CUSCO_RISING = E030(zone=2, soil="S2", rise=True)
_ITALY = NTC2018(ground_acceleration=0.25 * STANDARD_GRAVITY, amplification=2.4, rock_corner=0.35, soil="C")


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _ordinates()
    yield from _corners()
    yield from _periods()
    yield from _factors()
    yield from _partial()
    yield from _newer_rule()
    yield from _floor_spectrum()
    yield from _intensities()
    yield _case("e010.short_column", "capacity of a round timber strut, 0.1 m thick, slenderness 9", "N",
        "Chokepukio paper, section 5.3: 61.3 kN", 61.3e3, {"abs": 50.0}, "three printed digits",
        lambda: e010.strut_capacity(diameter=0.1, effective_length=0.9, compressive_strength=7.8e6))  # fmt: skip


def _ordinates() -> Iterator[Case]:
    """Ordinates at one period of each branch; the expected numbers are in g, from the tables."""
    soil = 1.70 - 0.60 * 2.4 * 0.25
    corner = 1.05 * 0.35**0.67
    rows: tuple[tuple[Any, ...], ...] = (
        ("e030_2018.plateau", _CUSCO, 0.3, 0.25 * 1.20 * 2.5, "zone 2, S2: Z S 2.5 (Arts 13, 14, 29.2)"),
        ("e030_2018.tp_branch", _CUSCO, 1.2, 0.25 * 1.20 * 2.5 * 0.6 / 1.2, "Z S 2.5 TP/T, TP = 0.6 s (Art. 14)"),
        ("e030_2018.tl_branch", _CUSCO, 4.0, 0.25 * 1.20 * 2.5 * 0.6 * 2.0 / 16.0, "Z S 2.5 TP TL/T², TL = 2 s"),
        ("e030_2018.rise_start", _CUSCO_RISING, 0.0, 0.25 * 1.20, "Z S C, C = 1 at T = 0 (Art. 30.1.4)"),
        ("e030_2018.rise", _CUSCO_RISING, 0.06, 0.25 * 1.20 * (1.0 + 7.5 * 0.06 / 0.6),
            "Z S (1 + 7.5 T/TP), T = 0.1 TP (Art. 30.1.4)"),
        ("e030_2018.rise_end", _CUSCO_RISING, 0.12, 0.25 * 1.20 * 2.5, "Z S 2.5 at 0.2 TP (Arts 14, 30.1.4)"),
        ("e030_2018.no_rise", _CUSCO, 0.0, 0.25 * 1.20 * 2.5, "Z S 2.5 below TP for design (Art. 14)"),
        ("e030_2018.vertical", E030(zone=4, soil="S1", vertical=True), 0.04,
            2.0 / 3.0 * 0.45 * (1.0 + 7.5 * 0.04 / 0.4), "two thirds, C = 1 + 7.5 T/TP below 0.2 TP (Art. 29.2.2)"),
        ("ntc2018.ground", _ITALY, 0.0, 0.25 * soil, "ag S_S, S_S = 1.70 − 0.60 F0 ag/g (Table 3.2.IV)"),
        ("ntc2018.plateau", _ITALY, 0.4, 0.25 * soil * 2.4, "ag S η F0 (eq. 3.2.2)"),
        ("ntc2018.tc_branch", _ITALY, 1.5, 0.25 * soil * 2.4 * corner / 1.5, "ag S η F0 TC/T (eq. 3.2.2)"),
        ("ntc2018.td_branch", _ITALY, 3.0, 0.25 * soil * 2.4 * corner * 2.6 / 9.0,
            "ag S η F0 TC TD/T², TD = 4 ag/g + 1.6 (eq. 3.2.7)"),
    )  # fmt: skip
    for row in rows:
        yield spectral_ordinate("codes", *row)


def _corners() -> Iterator[Case]:
    expected = 1.05 * 0.35 ** (1.0 - 0.33)
    yield _case("ntc2018.tc", "end of the plateau TC = C_C TC*", "s", "C_C = 1.05 (TC*)^−0.33 (Table 3.2.IV)", expected,
        *CLOSED_FORM, lambda: design_spectrum(_ITALY).plateau_end)  # fmt: skip
    yield _case("ntc2018.tb", "beginning of the plateau TB = TC/3", "s", "NTC 2018 eq. 3.2.5", expected / 3.0,
        *CLOSED_FORM, lambda: design_spectrum(_ITALY).plateau_start)  # fmt: skip


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


@cache
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
        yield _case(f"chokepukio.T_s.{name}", "secant period 2π √(0.4 d_u*/a_s*) from the printed α0 and d_u*", "s",
            _PAPER, expected, {"abs": 5e-4}, "given to a millisecond",
            partial(lambda name: _period(_row(name, "displacement")), name),
            f"Printed {printed} s, within the rounding of α0; the case expects what α0 and d_u* give.")  # fmt: skip
    for name, expected, printed_mm in (("first", 0.1558, 155), ("second", 0.1341, 132)):
        yield _case(f"chokepukio.S_De.{name}", "displacement demand at that secant period (eq. 14)", "m", _PAPER,
            expected, {"rel": 1e-3}, "four digits, with g = 9.81 m/s²",
            partial(lambda name: _row(name, "displacement").demand, name),
            f"Printed {printed_mm} mm, from the printed T_s; the case expects what α0 and d_u* give.")  # fmt: skip


def _factors() -> Iterator[Case]:
    yield _case("chokepukio.a_d", "acceleration demand of a global mechanism, of gravity (eq. 12: Z S/q)", "", _PAPER,
        0.18, *CLOSED_FORM, lambda: _row("first", "acceleration").demand / STANDARD_GRAVITY)  # fmt: skip
    for name, printed in (("first", 1.33), ("second", 1.50)):
        yield _case(f"chokepukio.SF_a.{name}", "factor in acceleration", "", _PAPER, printed, {"abs": 0.005},
            "three printed digits", partial(lambda name: _row(name, "acceleration").factor, name))  # fmt: skip
    for name, expected, printed in (("first", 1.926, 1.93), ("second", 1.864, 1.89)):
        yield _case(f"chokepukio.SF_d.{name}", "factor in displacement", "", _PAPER, expected, {"abs": 0.002},
            "d_u* over the S_De that follows from it, four digits",
            partial(lambda name: _row(name, "displacement").factor, name),
            f"Printed {printed}, which is d_u* over the printed demand.")  # fmt: skip


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

    yield _case("chokepukio.floor_share.acceleration", "ψγ that the printed a_d* = 0.20 g needs (eq. 13)", "", _PAPER,
        0.52, {"abs": 0.005}, "two digits", share_of_acceleration, conflict)  # fmt: skip
    yield _case("chokepukio.floor_share.displacement", "ψγ that the printed d_d* = 123 mm needs (eq. 15)", "", _PAPER,
        0.58, {"abs": 0.005}, "two digits", share_of_displacement, conflict)  # fmt: skip
    straight = f"{conflict} Computed with ψ = z/H = 6.10/9 and γ = 1."
    yield _case("chokepukio.a_d.partial", "acceleration demand at +6.10 m, of gravity (eq. 13)", "", _PAPER, 0.20,
        {"rel": 0.5}, "shown, not judged", lambda: _row("partial", "acceleration").demand / STANDARD_GRAVITY, straight,
        compare_only=True)  # fmt: skip
    yield _case("chokepukio.d_d.partial", "displacement demand at +6.10 m (eq. 15)", "m", _PAPER, 0.123, {"rel": 0.5},
        "shown, not judged", lambda: _row("partial", "displacement").demand, straight, compare_only=True)  # fmt: skip

    # with ψγ read off the printed demands the printed factors would only be read back: nothing to judge
    for symbol, measure, printed in (("SF_a", "acceleration", 0.85), ("SF_d", "displacement", 0.92)):
        yield _case(f"chokepukio.{symbol}.partial", f"factor in {measure} at +6.10 m", "", _PAPER, printed,
            {"rel": 0.5}, "shown, not judged", partial(lambda measure: _row("partial", measure).factor, measure),
            straight, compare_only=True)  # fmt: skip


def _newer_rule() -> Iterator[Case]:
    yield _case("ntc2018.T_SLV_ratio", "T_SLV over the T_s of 2009, where capacity falls along a straight line", "",
        "1.68π √(0.4/0.6) over 2π √(0.16/0.84) = 0.84 √3.5", 0.84 * math.sqrt(3.5), *CLOSED_FORM,
        lambda: (_period(_row("first", "displacement", rule="ntc2018")) / _period(_row("first",
        "displacement"))))  # fmt: skip
    yield _case("ntc2018.T_SLC_ratio", "T_SLC over T_SLV, where capacity falls along a straight line", "",
        "1.56 √(0.6/0.4) over 1.68 √(0.4/0.6) = 1.56 · 1.5/1.68", 1.56 * 1.5 / 1.68, *CLOSED_FORM,
        lambda: float(ntc2018.equivalent_period("SLC", 0.6, 0.4 * 9.0) / ntc2018.equivalent_period("SLV", 0.4,
        0.6 * 9.0)))  # fmt: skip
    again = "Table 5 by Circolare 7/2019, from the printed α0 and d_u*, under the paper's spectrum with η of 8 %"
    note = "The paper used the rules of 2009, without a confidence factor."
    for name, measure, factor, expected in (
        ("first", "displacement", 1.0, 1.40),
        ("second", "displacement", 1.0, 1.35),
        ("first", "displacement", 1.35, 1.20),
        ("first", "acceleration", 1.35, 0.99),
    ):
        symbol = "SF_d" if measure == "displacement" else "SF_a"
        yield _case(f"ntc2018.chokepukio.{symbol}.{name}.fc{factor:g}", f"factor in {measure}, FC = {factor:g}", "",
            again, expected, {"abs": 0.005}, _THREE, partial(_newer_factor, name, measure, factor), note)  # fmt: skip


def _newer_factor(name: str, measure: str, confidence_factor: float) -> float:
    return _row(name, measure, rule="ntc2018", confidence_factor=confidence_factor).factor


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
    yield _case("ntc2018.floor.acceleration", "greatest acceleration of the floor", "m/s2", "eq. C7.2.7, ξ1 = 5 %",
        at_floor, *CLOSED_FORM, lambda: float(floor.acceleration(spectrum)), doubt)  # fmt: skip
    rows: tuple[tuple[str, float, float, float, str], ...] = (
        ("rigid", 0.05, 0.0, at_floor, "eq. C7.2.6 at T = 0: the floor's own acceleration"),
        ("peak", 0.05, 0.3, at_floor * peak, "eq. C7.2.9: 1.1 ξ1^−0.5 η = 4.92"),
        ("rise", 0.05, 0.12, at_floor * peak / (1.0 + (peak - 1.0) * 0.5**1.6), "eq. C7.2.6 at T = 0.5 a T1"),
        ("fall", 0.05, 0.495, at_floor * peak / (1.0 + (peak - 1.0) * 0.5**1.2), "eq. C7.2.6 at T = 1.5 b T1"),
        ("peak_damped", 0.08, 0.3, at_floor * peak * calmed, "eq. C7.2.9 with η of 8 %"),
    )
    for name, damping, period, expected, source in rows:
        yield _case(f"ntc2018.floor.{name}", f"floor spectrum at {period:g} s, {100.0 * damping:g} %", "m/s2", source,
            expected, *CLOSED_FORM,
            partial(lambda period, damping: float(floor.spectrum(spectrum, damping, period)), period, damping),
            doubt)  # fmt: skip
    yield _case("ntc2018.floor.peak_above_floor", "least peak of the floor spectrum over the floor's acceleration, ξ1 "
        "1–20 %, ξ 5–10 %", "", "a floor spectrum peaks above the floor's acceleration", 1.0, {"min": 1.5},
        "an oscillator in tune with its floor moves more than the floor", _least_floor_peak, doubt)  # fmt: skip
    yield _case("ntc2018.damping", "plateau of the spectrum with 8 % over that with 5 %", "", "eq. 3.2.4: √(10/13)",
        calmed, *CLOSED_FORM, lambda: damped(spectrum, 0.08).plateau / spectrum.plateau)  # fmt: skip


def _least_floor_peak() -> float:
    own, seen = (0.01, 0.02, 0.05, 0.10, 0.15, 0.20), (0.05, 0.08, 0.10)
    reductions = [math.sqrt(10.0 / (5.0 + 100.0 * damping)) for damping in seen]
    return min(float(floor_amplification(one, each)) for one in own for each in reductions)


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
    yield _case("intensity.linear", "PGA up to which the first mechanism is verified in acceleration, over g", "",
        "C8.7.1.2.1.7: a0*/FC = PGA/q, so q α0/FC", 2.0 * 0.24 / 1.35, *CLOSED_FORM,
        lambda: _intensity(_check("first", linear)))  # fmt: skip
    capacity, period = 0.300, 1.68 * math.pi * math.sqrt(0.300 * 1.35 / (0.6 * 0.24 * STANDARD_GRAVITY))
    # 8 % damping, on the branch of 1/T² from TL = 2 s on
    ordinate = 2.5 * math.sqrt(10.0 / 13.0) * 0.6 * 2.0 / period**2
    yield _case("intensity.displacement", "PGA up to which the first mechanism is verified in displacement, over g", "",
        "C8.7.1.2.1.8: d_SLV = S_De(T_SLV), T_SLV = 1.68 π √(d/a)",
        capacity * (2.0 * math.pi / period) ** 2 / ordinate / STANDARD_GRAVITY, *CLOSED_FORM,
        lambda: _intensity(_check("first", far)))  # fmt: skip
    for measure, id in (("linear", linear), ("displacement", far)):
        yield _case(f"intensity.{measure}.met", f"factor in {measure} form with the spectrum scaled to that PGA", "",
            "identity: the verification is just met", 1.0, {"rel": 1e-9},
            "the verification is repeated with the scaled spectrum",
            partial(lambda id: _check("first", id, _intensity(_check("first", id)) / 0.30).ratio, id))  # fmt: skip
    amplification = 2.5 * 6.1 / 9.0 * math.sqrt(1.0 + 4.0 * 0.05**2)
    start = "codes.activation.e030_2018"
    yield _case("intensity.activation.ground", "PGA at which the part above +6.10 m starts to rock, over g", "",
        "α0 over S_e(T1) ψ γ √(1 + 4 ξ²)/PGA (eq. C7.2.7), T1 = 0.53 s on the plateau", 0.17 / amplification,
        *CLOSED_FORM, lambda: _intensity(_check("partial", start)))  # fmt: skip
    yield _case("intensity.activation.foot", "acceleration at the foot of that part then, over g", "",
        "α0 (Chokepukio paper, eq. 8)", 0.17, *CLOSED_FORM,
        lambda: _check("partial", start).at_foot or math.nan)  # fmt: skip


def _intensity(check: Check) -> float:
    return math.nan if check.intensity is None else check.intensity
