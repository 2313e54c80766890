"""Motion: sets of ground motions chosen for a target, and design spectra by the formulas of the codes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

import numpy as np

from pirqa.motion.design_spectrum import E030, E0302003, DesignSpectra, DesignSpectrumOptions, EC8Type1, design_spectrum
from pirqa.motion.options import MotionOptions
from pirqa.motion.result import PreparedMotion
from pirqa.motion.sets.characteristics import combine
from pirqa.motion.sets.options import Search, SetOptions
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.sets.selection import Goal, Pool, search_set
from pirqa.motion.sets.target import period_range, target_curve
from pirqa.motion.stage import prepare_motions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import CLOSED_FORM, Case

_case = partial(Case, group="motion")
_PLACE = 32
_PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))
_WALL = SetOptions(period=0.25)
_G = STANDARD_GRAVITY
_RULE = "a rule of the set: the limit itself"
_FINER = 20
"""Instants of an oscillator's response for each sample of the motion, which is straight in between."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _target()
    yield from _search()
    yield from _library()
    yield from _ordinates()
    yield from _paper()


def _target() -> Iterator[Case]:
    """E.030-2018, zone 3 and soil S1: Z = 0.35, S = 1, TP = 0.4 s, TL = 2.5 s; C = 1 + 7.5 T/TP below 0.2 TP."""
    points = {
        "rise": (0.05, 0.35 * (1.0 + 7.5 * 0.05 / 0.4), "Z S (1 + 7.5 T/TP) at 0.05 s"),
        "plateau": (0.25, 0.35 * 2.5, "2.5 Z S at 0.25 s"),
        "descent": (0.8, 0.35 * 2.5 * 0.4 / 0.8, "2.5 Z S TP/T at 0.8 s"),
        "long": (3.0, 0.35 * 2.5 * 0.4 * 2.5 / 9.0, "2.5 Z S TP TL/T² at 3 s"),
    }
    for name, (period, expected, formula) in points.items():
        yield _case(f"set.e030.{name}", "target spectrum of a set, zone 3, S1", "m/s2",
            f"E.030-2018 Arts 14 and 30.1.4, by hand: {formula}", expected * _G, *CLOSED_FORM,
            partial(_ordinate, period))  # fmt: skip
    asked = SetOptions(period=0.2, secant_period=0.6)
    yield _case("set.range.shortest", "shortest period of the range, T1 = 0.2 s", "s", "E.030-2018 Art. 30.1: 0.2 T1",
        0.04, *CLOSED_FORM, lambda: period_range(asked, None)[1])  # fmt: skip
    yield _case("set.range.longest", "longest period of the range, T1 = 0.2 s and Ts = 0.6 s", "s",
        "1.5 times the greater of T1 and the secant period of the rocking mechanism", 0.9, *CLOSED_FORM,
        lambda: period_range(asked, None)[2])  # fmt: skip


def _search() -> Iterator[Case]:
    for search in get_args(Search):
        yield _case(f"set.planted.{search}", "members found of a set of seven that is planted among 60 candidates", "",
            "by construction: the planted seven have the target's shape in the mean, all others lean to one side", 7.0,
            {"min": 7.0}, "all of them", partial(_planted, search))  # fmt: skip
    shares = (0.5, 0.625, 0.8, 1.0, 1.25, 1.6, 2.0)
    for share, place in ((0.5, 0), (1.25, 4), (2.0, 6)):
        yield _case(f"set.factor.{share:g}",
            f"scale factor of a motion whose spectrum is {share:g} times " "the target", "",
            "by hand: 1/share, the mean of the scaled spectra being the target", 1.0 / share, *CLOSED_FORM,
            partial(_factor, shares, place))  # fmt: skip
    yield _case("set.factor.common", "scale factor of seven equal motions whose spectrum dips to 0.8 of "
        "the target once", "", "by hand: the least squares of the logarithms give 0.8^(-1/4), the dip is lifted to the "
        "target by 0.8^(-3/4)", 1.25, *CLOSED_FORM, _dipped)  # fmt: skip
    yield _case("set.srss", "combined spectrum of components of 3 and 4 m/s2", "m/s2",
        "E.030-2018 Art. 30.1: √(3² + 4²)", 5.0, *CLOSED_FORM,
        lambda: float(combine(np.array([[4.0], [3.0]]), "srss")[0]))  # fmt: skip
    yield _case("set.geometric_mean", "combined spectrum of components of 2 and 8 m/s2", "m/s2", "√(2·8)", 4.0,
        *CLOSED_FORM, lambda: float(combine(np.array([[8.0], [2.0]]), "geometric_mean")[0]))  # fmt: skip


def _library() -> Iterator[Case]:
    """Rules that the set of bundled records meets, counted and computed from the motions that run."""
    rules: dict[str, tuple[str, float, dict[str, float], Callable[[], float]]] = {
        "motions": ("motions", 7.0, {"min": 7.0}, lambda: float(len(_chosen()[0].members))),
        "events": ("earthquakes", 6.0, {"min": 6.0}, lambda: float(len({item.event for item in _chosen()[0].members}))),
        "of_one_event": ("motions of one earthquake, at most", 2.0, {"max": 2.0}, _of_one_event),
        "least_factor": ("least scale factor", 0.25, {"min": 0.25}, lambda: min(_library_factors())),
        "greatest_factor": ("greatest scale factor", 4.0, {"max": 4.0}, lambda: max(_library_factors())),
    }
    for name, (quantity, limit, tolerance, compute) in rules.items():
        yield _case(f"set.library.{name}", f"{quantity} of the set of bundled records for E.030-2018, zone 3, S1, T1 = "
            "0.25 s", "", "rules of the set", limit, tolerance, _RULE, compute)  # fmt: skip
    yield _case("set.library.mean",
        "mean SRSS spectrum of the motions that run over the target, at the period where it is least", "",
        "E.030-2018 Art. 30.1: not below the target; the common factor makes it 1. Oscillators by SciPy's lsim", 1.0,
        {"rel": 2.5e-3}, "lsim gives the response at instants at most 1 ms apart, of which the greatest is up to (π·1 "
        "ms/T)²/2 = 0.2 % below the peak at the shortest period, 0.05 s", _least_ratio)  # fmt: skip


@cache
def _chosen() -> tuple[MotionSet, tuple[PreparedMotion, ...]]:
    result = prepare_motions(MotionOptions(set=_WALL, design=_PERU), folder=Path())
    assert result.set is not None
    return result.set, result.motions


def _of_one_event() -> float:
    events = [item.event for item in _chosen()[0].members]
    return float(max(events.count(event) for event in events))


def _library_factors() -> list[float]:
    return [item.motion.factor for item in _chosen()[1]]


def _least_ratio() -> float:
    """Return mean over target at the period of the set's least ratio, oscillator by oscillator."""
    from scipy import signal

    chosen, motions = _chosen()
    place = int(np.argmin(np.asarray(chosen.curve["mean"]) / np.asarray(chosen.curve["target"])))
    period, target = float(chosen.curve["period"][place]), float(chosen.curve["target"][place])
    omega = 2.0 * np.pi / period
    oscillator = signal.StateSpace([[0.0, 1.0], [-(omega**2), -0.1 * omega]], [[0.0], [-1.0]], [[1.0, 0.0]], [[0.0]])
    total = 0.0
    for item in motions:
        coarse = item.motion.step * np.arange(len(item.motion.acceleration))
        times = item.motion.step / _FINER * np.arange(_FINER * (len(coarse) - 1) + 1)
        squares = 0.0
        for name in ("across", "along"):
            values = np.interp(times, coarse, item.motion.acceleration[:, item.motion.column(name)])
            response = np.asarray(signal.lsim(oscillator, values, times)[1])  # type: ignore[call-overload]
            squares += float(np.abs(response).max() * omega**2) ** 2
        total += np.sqrt(squares)
    return float(total / len(motions) / target)


def _pool(spectra: np.ndarray) -> Pool:
    count = len(spectra)
    return Pool(
        spectra=spectra,
        events=np.arange(count),
        kinds=np.full(count, -1),
        near=np.zeros(count, dtype=np.bool_),
        preference=np.zeros(count),
    )


def _ordinate(period: float) -> float:
    """Return the target spectrum at ``period`` [s]."""
    return float(target_curve(_WALL, _PERU, Path(), period, 1.1 * period).acceleration[0])


def _planted(search: Search) -> float:
    generator = np.random.default_rng(1966)
    target = np.geomspace(2.0, 6.0, 40)
    rows = [3, 8, 15, 22, 31, 40, 59]
    logs = generator.normal(0.0, 0.05, (60, 40))
    logs += generator.choice([-1.5, 1.5], 60)[:, None] * np.linspace(-1.0, 1.0, 40)
    wiggle = generator.normal(0.0, 0.3, (7, 40))
    wiggle -= wiggle.mean(axis=0)
    logs[rows] = wiggle - wiggle.mean(axis=1)[:, None]
    spectra = target * np.exp(logs) * generator.uniform(0.4, 2.5, 60)[:, None]
    found = search_set(_pool(spectra), Goal(target=target), search=search, seed=1)
    return float(len(set(found.members) & set(rows)))


def _factor(shares: tuple[float, ...], place: int) -> float:
    target = np.geomspace(2.0, 6.0, 4)
    return search_set(_pool(np.outer(shares, target)), Goal(target=target)).factors[place]


def _dipped() -> float:
    target = np.array([2.0, 3.0, 4.0, 5.0])
    spectra = np.tile(target * np.array([1.0, 0.8, 1.0, 1.0]), (7, 1))
    return search_set(_pool(spectra), Goal(target=target)).factors[0]


# ---- design spectra ----

_PAPER = "Chokepukio paper (survey to assessment), section 5.3 and Table 5"
_CHOKEPUKIO = E0302003(zone=2, soil="S2", plateau_end=0.45)
_LIMA = E0302003(zone=3, soil="S1")
_EUROPE = EC8Type1(ground_acceleration=0.25 * STANDARD_GRAVITY, ground="B", importance=1.2)


def _ordinates() -> Iterator[Case]:
    unchecked = "The tables of 2003 are not compared with the official text."
    rows: tuple[tuple[Any, ...], ...] = (
        ("e030_2003.plateau", _LIMA, 0.3, 0.40 * 1.0 * 2.5, "zone 3, S1: Z S 2.5", unchecked),
        ("e030_2003.tp_branch", _LIMA, 2.0, 0.40 * 1.0 * 2.5 * 0.4 / 2.0, "Z S 2.5 TP/T, no TL", unchecked),
        ("ec8_type1.plateau", _EUROPE, 0.3, 0.25 * 1.2 * 1.2 * 2.5, "γI agR S 2.5 (eq. 3.3, Table 3.2)"),
        ("ec8_type1.rise", _EUROPE, 0.075, 0.25 * 1.2 * 1.2 * 1.75, "γI agR S (1 + T/TB 1.5) (eq. 3.2)"),
        ("ec8_type1.tc", _EUROPE, 1.0, 0.25 * 1.2 * 1.2 * 2.5 * 0.5, "γI agR S 2.5 TC/T (eq. 3.4)"),
        ("ec8_type1.td", _EUROPE, 4.0, 0.25 * 1.2 * 1.2 * 2.5 * 0.5 * 2.0 / 16.0, "γI agR S 2.5 TC TD/T² (eq. 3.5)"),
        ("ec8_type1.damping", EC8Type1(ground_acceleration=STANDARD_GRAVITY, ground="A", damping=0.20), 0.3,
            2.5 * math.sqrt(0.4), "η = √(10/25) at 20 % (eq. 3.6)"),
    )  # fmt: skip
    for row in rows:
        yield spectral_ordinate("motion", *row)


def spectral_ordinate(
    group: str, id: str, options: DesignSpectrumOptions, period: float, expected: float, source: str, note: str = ""
) -> Case:
    """Return the case of a design spectrum at one period; ``expected`` is in g, from the tables of the code."""
    quantity = f"spectral acceleration at {period:g} s"
    compute = partial(_code_ordinate, options, period)
    acceleration = expected * STANDARD_GRAVITY
    return Case(id, quantity, "m/s2", source, acceleration, *CLOSED_FORM, compute, note, group=group)


def _code_ordinate(options: DesignSpectrumOptions, period: float) -> float:
    return float(design_spectrum(options).acceleration(period))


def _paper() -> Iterator[Case]:
    """The paper's demands: Z = 0.3, S = 1.2 of the code of 2006, TP = 0.45 s measured at the site."""
    yield _case("e030_2003.chokepukio.demand", "acceleration demand of a global mechanism, Z S/q with q = 2", "",
        f"{_PAPER}, eq. 12: printed 0.18 g", 0.18, {"abs": 0.005}, "two printed digits",
        lambda: design_spectrum(_CHOKEPUKIO).pga / 2.0 / STANDARD_GRAVITY)  # fmt: skip
    yield _case("e030_2003.chokepukio.period", "spectral acceleration at the wall's 0.53 s, of gravity", "",
        f"{_PAPER}, eq. 13: 0.3 · 1.2 · 2.5 · 0.45/0.53", 0.3 * 1.2 * 2.5 * 0.45 / 0.53, *CLOSED_FORM,
        lambda: float(design_spectrum(_CHOKEPUKIO).acceleration(0.53)) / STANDARD_GRAVITY)  # fmt: skip
    for name, period, printed in (("first", 1.53, 155), ("second", 1.33, 132)):
        yield _case(f"e030_2003.chokepukio.displacement_{name}",
            f"displacement demand of the {name} global mechanism, T_s = {period} s", "m",
            f"{_PAPER}, eq. 14: (T_s/2π)² Z S 2.5 (TP/T_s) g",
            period * 0.45 * 0.3 * 1.2 * 2.5 * STANDARD_GRAVITY / (4.0 * math.pi**2), *CLOSED_FORM,
            partial(lambda period: float(design_spectrum(_CHOKEPUKIO).displacement(period)), period),
            f"Printed {printed} mm, which does not quite follow from the printed T_s; "
            "the case expects what equation 14 gives.")  # fmt: skip
