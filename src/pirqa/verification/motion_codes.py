"""Motion: design spectra against the codes' formulas by hand, and against the Chokepukio paper's demands."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from pirqa.motion.design_spectrum import (
    E030,
    E0302003,
    NTC2018,
    DesignSpectrumOptions,
    EC8Type1,
    design_spectrum,
)
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of

__all__ = ["cases", "rule_spectra"]

_CLOSED = "closed form in double precision"
_PAPER = "Chokepukio paper (survey to assessment), section 5.3 and Table 5"
_CUSCO = E030(zone=2, soil="S2")
_CUSCO_RISING = E030(zone=2, soil="S2", rise=True)
_CHOKEPUKIO = E0302003(zone=2, soil="S2", plateau_end=0.45)
_LIMA = E0302003(zone=3, soil="S1")
_ITALY = NTC2018(ground_acceleration=0.25 * STANDARD_GRAVITY, amplification=2.4, rock_corner=0.35, soil="C")
_EUROPE = EC8Type1(ground_acceleration=0.25 * STANDARD_GRAVITY, ground="B", importance=1.2)


def cases() -> Iterator[Case]:
    """All cases of the part."""
    yield from (case for case in _ordinates() if case.group == "motion")
    yield from _paper()


def rule_spectra() -> Iterator[Case]:
    """Spectra of the codes whose rules are verified, which belong to the group of codes."""
    yield from (case for case in _ordinates() if case.group == "codes")
    yield from _corners()


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
) -> Case:
    accuracy = {"rel": 1e-12} if tolerance is None else tolerance
    group = "codes" if id.startswith(("e030_2018.", "ntc2018.")) else "motion"
    return case_of(group, id, quantity, unit, source, expected, accuracy, why, compute, note)


def _ordinates() -> Iterator[Case]:
    """Ordinates at one period of each branch; the expected numbers are in g, from the tables."""
    soil = 1.70 - 0.60 * 2.4 * 0.25
    corner = 1.05 * 0.35**0.67
    unchecked = "The tables of 2003 are not compared with the official text."
    rows: tuple[tuple[str, DesignSpectrumOptions, float, float, str, str], ...] = (
        ("e030_2018.plateau", _CUSCO, 0.3, 0.25 * 1.20 * 2.5, "zone 2, S2: Z S 2.5 (Arts 13, 14, 29.2)", ""),
        ("e030_2018.tp_branch", _CUSCO, 1.2, 0.25 * 1.20 * 2.5 * 0.6 / 1.2, "Z S 2.5 TP/T, TP = 0.6 s (Art. 14)", ""),
        ("e030_2018.tl_branch", _CUSCO, 4.0, 0.25 * 1.20 * 2.5 * 0.6 * 2.0 / 16.0, "Z S 2.5 TP TL/T², TL = 2 s", ""),
        ("e030_2018.rise_start", _CUSCO_RISING, 0.0, 0.25 * 1.20, "Z S C, C = 1 at T = 0 (Art. 30.1.4)", ""),
        (
            "e030_2018.rise",
            _CUSCO_RISING,
            0.06,
            0.25 * 1.20 * (1.0 + 7.5 * 0.06 / 0.6),
            "Z S (1 + 7.5 T/TP), T = 0.1 TP (Art. 30.1.4)",
            "",
        ),
        ("e030_2018.rise_end", _CUSCO_RISING, 0.12, 0.25 * 1.20 * 2.5, "Z S 2.5 at 0.2 TP (Arts 14, 30.1.4)", ""),
        ("e030_2018.no_rise", _CUSCO, 0.0, 0.25 * 1.20 * 2.5, "Z S 2.5 below TP for design (Art. 14)", ""),
        (
            "e030_2018.vertical",
            E030(zone=4, soil="S1", vertical=True),
            0.04,
            2.0 / 3.0 * 0.45 * (1.0 + 7.5 * 0.04 / 0.4),
            "two thirds, C = 1 + 7.5 T/TP below 0.2 TP (Art. 29.2.2)",
            "",
        ),
        ("e030_2003.plateau", _LIMA, 0.3, 0.40 * 1.0 * 2.5, "zone 3, S1: Z S 2.5", unchecked),
        ("e030_2003.tp_branch", _LIMA, 2.0, 0.40 * 1.0 * 2.5 * 0.4 / 2.0, "Z S 2.5 TP/T, no TL", unchecked),
        ("ntc2018.ground", _ITALY, 0.0, 0.25 * soil, "ag S_S, S_S = 1.70 − 0.60 F0 ag/g (Table 3.2.IV)", ""),
        ("ntc2018.plateau", _ITALY, 0.4, 0.25 * soil * 2.4, "ag S η F0 (eq. 3.2.2)", ""),
        ("ntc2018.tc_branch", _ITALY, 1.5, 0.25 * soil * 2.4 * corner / 1.5, "ag S η F0 TC/T (eq. 3.2.2)", ""),
        (
            "ntc2018.td_branch",
            _ITALY,
            3.0,
            0.25 * soil * 2.4 * corner * 2.6 / 9.0,
            "ag S η F0 TC TD/T², TD = 4 ag/g + 1.6 (eq. 3.2.7)",
            "",
        ),
        ("ec8_type1.plateau", _EUROPE, 0.3, 0.25 * 1.2 * 1.2 * 2.5, "γI agR S 2.5 (eq. 3.3, Table 3.2)", ""),
        ("ec8_type1.rise", _EUROPE, 0.075, 0.25 * 1.2 * 1.2 * 1.75, "γI agR S (1 + T/TB 1.5) (eq. 3.2)", ""),
        ("ec8_type1.tc", _EUROPE, 1.0, 0.25 * 1.2 * 1.2 * 2.5 * 0.5, "γI agR S 2.5 TC/T (eq. 3.4)", ""),
        (
            "ec8_type1.td",
            _EUROPE,
            4.0,
            0.25 * 1.2 * 1.2 * 2.5 * 0.5 * 2.0 / 16.0,
            "γI agR S 2.5 TC TD/T² (eq. 3.5)",
            "",
        ),
        (
            "ec8_type1.damping",
            EC8Type1(ground_acceleration=STANDARD_GRAVITY, ground="A", damping=0.20),
            0.3,
            2.5 * math.sqrt(0.4),
            "η = √(10/25) at 20 % (eq. 3.6)",
            "",
        ),
    )
    for id, options, period, expected, source, note in rows:
        yield _case(
            id,
            f"spectral acceleration at {period:g} s",
            "m/s2",
            source,
            expected * STANDARD_GRAVITY,
            lambda options=options, period=period: float(design_spectrum(options).acceleration(period)),  # type: ignore[misc]
            note=note,
        )


def _corners() -> Iterator[Case]:
    expected = 1.05 * 0.35 ** (1.0 - 0.33)
    yield _case(
        "ntc2018.tc", "end of the plateau TC = C_C TC*", "s", "C_C = 1.05 (TC*)^−0.33 (Table 3.2.IV)", expected,
        lambda: design_spectrum(_ITALY).plateau_end,
    )  # fmt: skip
    yield _case(
        "ntc2018.tb", "beginning of the plateau TB = TC/3", "s", "NTC 2018 eq. 3.2.5", expected / 3.0,
        lambda: design_spectrum(_ITALY).plateau_start,
    )  # fmt: skip


def _paper() -> Iterator[Case]:
    """The paper's demands: Z = 0.3, S = 1.2 of the code of 2006, TP = 0.45 s measured at the site."""
    yield _case(
        "e030_2003.chokepukio.demand", "acceleration demand of a global mechanism, Z S/q with q = 2", "",
        f"{_PAPER}, eq. 12: printed 0.18 g", 0.18, lambda: design_spectrum(_CHOKEPUKIO).pga / 2.0 / STANDARD_GRAVITY,
        tolerance={"abs": 0.005}, why="two printed digits",
    )  # fmt: skip
    yield _case(
        "e030_2003.chokepukio.period", "spectral acceleration at the wall's 0.53 s, of gravity", "",
        f"{_PAPER}, eq. 13: 0.3 · 1.2 · 2.5 · 0.45/0.53", 0.3 * 1.2 * 2.5 * 0.45 / 0.53,
        lambda: float(design_spectrum(_CHOKEPUKIO).acceleration(0.53)) / STANDARD_GRAVITY,
    )  # fmt: skip
    for name, period, printed in (("first", 1.53, 155), ("second", 1.33, 132)):
        yield _case(
            f"e030_2003.chokepukio.displacement_{name}",
            f"displacement demand of the {name} global mechanism, T_s = {period} s",
            "m",
            f"{_PAPER}, eq. 14: (T_s/2π)² Z S 2.5 (TP/T_s) g",
            period * 0.45 * 0.3 * 1.2 * 2.5 * STANDARD_GRAVITY / (4.0 * math.pi**2),
            lambda period=period: float(design_spectrum(_CHOKEPUKIO).displacement(period)),  # type: ignore[misc]
            note=(
                f"Printed {printed} mm, which does not quite follow from the printed T_s; "
                "the case expects what equation 14 gives."
            ),
        )
