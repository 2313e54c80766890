"""Motion: ground-motion models, conditional and uniform-hazard spectra, and a main shock joined to an aftershock."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.model import Direction, GroundMotion
from pirqa.motion.hazard import (
    MODELS,
    Scenario,
    condition,
    conditional_spectrum,
    correlation,
    evaluate,
    implied_measures,
    predict,
)
from pirqa.motion.sequence import JoinedShocks, join_shocks
from pirqa.motion.sets.target import read_spectrum
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import CLOSED_FORM, Case

_case = partial(Case, group="motion")
_PLACE = 34
_G = STANDARD_GRAVITY
_CLOSED = "closed form in double precision"
_FIGURE = "Baker and Jayaram (2008), Earthquake Spectra 24(1), figure 4, read off by the tests of the program pygmm"
_EXAMPLE = "example of Baker's method in the tests of the program pygmm: 21 periods, three conditioning periods"
_SPREADSHEET = "NGA-West2 spreadsheet (PEER 2014), as the tests of the program pygmm hold its values"
_HYDRO = "table of the model in the tests of the program OpenQuake"
_NEAR_FAULT = {
    "mag": 6.0,
    "dist_rup": 3.16,
    "dist_jb": 1.0,
    "dist_x": 1.0,
    "dip": 90.0,
    "depth_tor": 0.0,
    "depth_hyp": 8.0,
    "depth_1_0": 0.4,
    "depth_2_5": 1.8,
    "width": 10.0,
    "v_s30": 300.0,
    "mechanism": "SS",
    "vs_source": "measured",
    "region": "california",
    "on_hanging_wall": False,
}
"""First earthquake of the spreadsheet's tests: M 6, strike-slip, vertical, R_rup 3.16 km, Vs30 300 m/s."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _correlations()
    yield from _conditions()
    yield from _crustal_models()
    yield from _subduction_model()
    yield from _durations()
    yield from _files()
    yield from _sequences()


def _rho(other: float, period: float) -> float:
    return float(correlation(np.array([other]), period)[0])


def _correlations() -> Iterator[Case]:
    for period, other, expected in (
        (0.5, 0.030029, 0.648061),
        (0.5, 0.099442, 0.47521),
        (0.5, 0.20032, 0.672082),
        (0.5, 0.99733, 0.748858),
        (0.5, 4.9616, 0.255183),
        (10.0, 0.0495, 0.0347),
        (10.0, 1.49722, 0.361497),
    ):
        yield _case(f"hazard.correlation.{period:g}_{other:g}",
            f"correlation of ε at {other:g} s with ε at {period:g} s", "", _FIGURE, expected, {"abs": 0.005},
            "points read off a printed figure", partial(_rho, other, period))  # fmt: skip
    yield _case("hazard.correlation.same", "least correlation of a period with itself, 0.01 to 10 s", "", "ρ(T, T) = 1",
        1.0, {"abs": 1e-15}, _CLOSED,
        lambda: min(_rho(float(period), float(period)) for period in np.geomspace(0.01, 10.0, 50)))  # fmt: skip
    yield _case("hazard.correlation.zero", "correlation where the argument of the cosine is 0", "",
        "ρ = 1 − cos 0 for Tmax = Tmin e^(π/0.732)", 0.0, {"abs": 1e-15}, _CLOSED,
        lambda: _rho(0.12, 0.12 * math.exp(math.pi / 0.732)))  # fmt: skip
    yield _case("hazard.correlation.third", "correlation where the argument of the cosine is π/3", "",
        "ρ = 1 − cos(π/3) for Tmax = Tmin e^(π/2.196)", 0.5, {"abs": 1e-14}, _CLOSED,
        lambda: _rho(0.3, 0.3 * math.exp(math.pi / 2.196)))  # fmt: skip


def _conditioned(numbers: tuple[float, ...], *, spread: bool) -> float:
    """Return the conditional median [g] or standard deviation of the example."""
    period, target, median_there, sigma_there, other, median, sigma = numbers
    epsilon = math.log(target / median_there) / sigma_there
    rho = correlation(np.array([other]), period)
    medians, sigmas = condition(np.array([median]), np.array([sigma]), rho, epsilon)
    return float(sigmas[0] if spread else medians[0])


def _conditions() -> Iterator[Case]:
    short, middle, long = (0.01, 0.4837, 0.2858, 0.4985), (0.2, 1.1067, 0.5914, 0.5326), (2.0, 0.2678, 0.1131, 0.6628)
    note = (
        "Its authors do not say which paper printed the example; the numbers of Baker (2011) itself were not at hand."
    )
    for given, there, expected, spread in (
        (short, (0.1, 0.4503, 0.4985), 0.7215, 0.2216),
        (middle, (1.0, 0.2582, 0.6430), 0.3614, 0.5760),
        (middle, (0.05, 0.3276, 0.4941), 0.5333, 0.2696),
        (long, (0.5, 0.4653, 0.6078), 0.6985, 0.5213),
        (long, (5.0, 0.0311, 0.6812), 0.0564, 0.5052),
    ):
        numbers = (*given, *there)
        name = f"hazard.conditional.{given[0]:g}_{there[0]:g}"
        where = f"at {there[0]:g} s, given {given[1]:g} g at {given[0]:g} s"
        yield _case(f"{name}.median", f"conditional mean spectrum {where} [g]", "", _EXAMPLE, expected, {"rel": 1.5e-3},
            "medians are printed to 1e-4 g, 0.02 to 0.2 % of them", partial(_conditioned, numbers, spread=False),
            note)  # fmt: skip
        yield _case(f"{name}.sigma", f"conditional standard deviation {where}", "", _EXAMPLE, spread, {"abs": 1.01e-4},
            "one unit of the last printed digit, of it and of the unconditional one",
            partial(_conditioned, numbers, spread=True), note)  # fmt: skip

    def back() -> float:
        scenario = Scenario(magnitude=7.0, distance=12e3, mechanism="strike_slip", vs30=400.0)
        periods = np.array([0.1, 2.6])
        given = conditional_spectrum("bssa14", scenario, period=2.6, epsilon=2.1, periods=periods)
        found = conditional_spectrum("bssa14", scenario, period=2.6, acceleration=given.acceleration, periods=periods)
        return found.epsilon

    yield _case("hazard.conditional.epsilon", "ε of the acceleration that ε = 2.1 gives, bssa14 at 2.6 s", "",
        "ε = (ln Sa − μ)/σ", 2.1, {"abs": 1e-12}, _CLOSED, back)  # fmt: skip


def _of_library(name: str, period: float, *, spread: bool) -> float:
    """Return the median [m/s2] or standard deviation of a crustal model for the spreadsheet's first earthquake."""
    found = evaluate(MODELS[name].library_name, _NEAR_FAULT, what=name)
    logs = found.interp_ln_stds([period]) if spread else STANDARD_GRAVITY * found.interp_spec_accels([period])
    return float(logs[0])


def _crustal_models() -> Iterator[Case]:
    why = "bssa14's coefficients are printed to fewer digits in the spreadsheet, 2e-5 of the median; the others agree"
    digits = "printed in double precision"
    for name, short, long, sigma in (
        ("ask14", 0.8397719811046203, 0.2941082333689211, 0.6928417797070402),
        ("bssa14", 1.1162906754852882, 0.35216152437667453, 0.6924081166479781),
        ("cb14", 0.671465373213592, 0.41341748084127017, 0.7008507427217967),
        ("cy14", 0.8700115975518115, 0.45157145724315073, 0.6835665577887307),
    ):
        for period, expected in ((0.2, short), (1.0, long)):
            yield _case(f"hazard.{name}.sa_{period:g}", f"median Sa({period:g} s), M 6 at 3.16 km, Vs30 300 m/s",
                "m/s2", _SPREADSHEET, expected * _G, {"rel": 5e-5}, why,
                partial(_of_library, name, period, spread=False))  # fmt: skip
        yield _case(f"hazard.{name}.sigma", "standard deviation of ln Sa(1 s), M 6 at 3.16 km, Vs30 300 m/s", "",
            _SPREADSHEET, sigma, {"rel": 1e-6}, digits, partial(_of_library, name, 1.0, spread=True))  # fmt: skip

    def distance() -> float:
        inputs = MODELS["bssa14"].inputs(Scenario(magnitude=6.0, distance=20e3, mechanism="strike_slip"))
        return 1e3 * float(inputs["dist_jb"])

    top = (2.673 - 1.136 * (6.0 - 4.970)) ** 2
    yield _case("hazard.distance", "distance to the surface projection of the rupture, M 6 at 20 km", "m",
        "Z_tor = (2.673 − 1.136 (M − 4.97))² of Chiou and Youngs (2014) by hand; R_jb² = R_rup² − Z_tor²",
        1e3 * math.sqrt(20.0**2 - top**2), *CLOSED_FORM, distance)  # fmt: skip


def _of_subduction(scenario: Scenario, period: float) -> float:
    return float(predict(MODELS["aga16"], scenario, np.array([period])).median[0])


def _subduction_model() -> Iterator[Case]:
    near = Scenario(magnitude=6.0, distance=20e3, mechanism="interface", vs30=570.0)
    far = Scenario(magnitude=5.0, distance=5e3, mechanism="interface", vs30=360.0)
    slab = Scenario(magnitude=7.0, distance=100e3, mechanism="intraslab", vs30=360.0, depth=45e3)
    for name, scenario, period, expected in (
        ("interface", near, 0.01, 6.79017858e-02),
        ("interface", near, 0.2, 1.48612625e-01),
        ("interface", near, 1.0, 3.59243589e-02),
        ("interface_small", far, 0.2, 2.16974872e-01),
        ("intraslab", slab, 0.01, 1.09427783e-01),
        ("intraslab", slab, 0.2, 2.54550940e-01),
        ("intraslab", slab, 1.0, 7.38402978e-02),
    ):
        told = f"M {scenario.magnitude:g} {scenario.mechanism} at {scenario.distance / 1e3:g} km"
        yield _case(f"hazard.aga16.{name}_{period:g}", f"median Sa({period:g} s), {told}, Vs30 {scenario.vs30:g} m/s",
            "m/s2", _HYDRO, expected * _G, {"rel": 1e-6}, "nine printed digits, coefficients of four",
            partial(_of_subduction, scenario, period))  # fmt: skip


def _durations() -> Iterator[Case]:
    scenario = Scenario(magnitude=7.0, distance=20e3, mechanism="strike_slip", vs30=400.0)
    stress = math.exp(3.467 + 0.9443)
    source = 1.0 / (4.9e6 * 3.2 * (stress / 10.0 ** (1.5 * 7.0 + 16.05)) ** (1.0 / 3.0))
    path = 0.3165 * 10.0 + 0.2539 * 10.0
    site = (400.0 / 369.9) ** -0.3183

    def duration() -> float:
        found = implied_measures(scenario).duration
        return math.nan if found is None else found

    yield _case("hazard.duration", "D5–95 that a strike-slip earthquake of M 7 at 20 km implies, Vs30 400 m/s", "s",
        "Afshari and Stewart (2016), equations 2 to 8 by hand, coefficients as in J. W. Baker's public program",
        (source + path) * site, {"rel": 1e-9}, _CLOSED, duration)  # fmt: skip


_EXPORT = """#,,,,,,"generated_by='OpenQuake engine 3.16.0', kind='mean', investigation_time=50.0"
lon,lat,0.1~PGA,0.1~SA(0.2),0.1~SA(1.0),0.02~PGA,0.02~SA(0.2),0.02~SA(1.0)
-71.97000,-13.52000,2.0E-01,5.0E-01,1.5E-01,4.0E-01,1.0E+00,3.0E-01
-72.55000,-13.16000,1.0E-01,2.5E-01,7.5E-02,2.0E-01,5.0E-01,1.5E-01
"""
_COLUMNS = "T [ms],Sa [gal]\n0,200\n200,500\n1000,150\n"


def _read(text: str, column: int, **choice: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hazard_uhs-mean_1.csv"
        path.write_text(text, encoding="utf-8")
        found = read_spectrum(path, **choice)
        return float(found.acceleration[column]) if column >= 0 else float(found.periods[1])


def _files() -> Iterator[Case]:
    why = "numbers of the file in double precision"
    cusco = {"longitude": -71.97, "latitude": -13.52, "probability": 0.1}
    picchu = {"longitude": -72.54, "latitude": -13.17, "probability": 0.02}
    for name, choice, column, expected in (
        ("pga", cusco, 0, 0.2 * _G),
        ("first", cusco, 1, 0.5 * _G),
        ("second", picchu, 2, 0.15 * _G),
    ):
        yield _case(f"hazard.uhs.{name}", "acceleration of a site and a probability out of an export of OpenQuake",
            "m/s2", "the number that was written, in g", expected, {"rel": 1e-14}, why,
            partial(_read, _EXPORT, column, **choice))  # fmt: skip
    yield _case("hazard.columns.acceleration", "second acceleration of a CSV in gal", "m/s2", "500 gal by hand", 5.0,
        {"rel": 1e-14}, why, partial(_read, _COLUMNS, 1))  # fmt: skip
    yield _case("hazard.columns.period", "second period of a CSV in ms", "s", "200 ms by hand", 0.2, {"rel": 1e-14},
        why, partial(_read, _COLUMNS, -1))  # fmt: skip


# ---- main shock and aftershock ----

_CYCLE = "a = A sin(2πt/T) for one cycle leaves no velocity and a displacement of A T²/(2π)"
_PERIOD = 2.0


def _sequences() -> Iterator[Case]:
    left = 1.0 * _PERIOD**2 / (2.0 * math.pi)
    polygon = "acceleration linear between 200 samples of the cycle: (ωh)²/12 is 8e-5"
    yield _case("sequences.rest.velocity", "largest velocity between the shocks", "m/s", _CYCLE, 0.0, {"max": 1e-12},
        "rounding of the sums", lambda: float(np.abs(_joined().motion.velocity[_between()]).max()))  # fmt: skip
    yield _case("sequences.rest.displacement", "displacement between the shocks, A 1 m/s², T 2 s", "m", _CYCLE, left,
        {"rel": 1e-3}, polygon, lambda: float(_joined().motion.displacement[_between()][0, 0]))  # fmt: skip
    yield _case("sequences.end.displacement", "displacement after the second shock, half as strong", "m", _CYCLE,
        1.5 * left, {"rel": 1e-3}, polygon, lambda: float(_joined().motion.displacement[-1, 0]))  # fmt: skip
    yield _case("sequences.start", "time at which the second shock begins after 3 s of rest", "s", "2 s + 3 s", 5.0,
        {"abs": 1e-9}, "a sum of whole steps", lambda: _joined().starts[1])  # fmt: skip


@cache
def _joined() -> JoinedShocks:
    times = np.linspace(0.0, _PERIOD, 201)
    values = np.sin(2.0 * math.pi * times / _PERIOD)
    shocks = [
        GroundMotion(
            name=name,
            step=_PERIOD / 200,
            acceleration=factor * values[:, None],
            directions=(Direction(name="across"),),
        )
        for name, factor in (("main", 1.0), ("aftershock", 0.5))
    ]
    return join_shocks("both", shocks, rest=3.0)


def _between() -> slice:
    step = _joined().motion.step
    return slice(round(_PERIOD / step), round(_joined().starts[1] / step) + 1)
