"""Seismic hazard: ground-motion models and conditional mean spectra for an earthquake and a site.

A model gives median and standard deviation of the spectral acceleration. A conditional mean spectrum follows from it
and from the correlation of spectral accelerations at two periods.

The equations and coefficients are those of the library pygmm (extra ``hazard``), imported when a model is evaluated.
They were compared with published numbers: the four crustal models with eight earthquakes of the NGA-West2 spreadsheet
(PEER, 2014), aga16 with the table that its authors' program gives (verification cases ``hazard.*``). Ranges are those
that the authors recommend as pygmm states them; those of cy14 by mechanism and all of aga16's are from memory and could
not be compared with the papers. Peak ground velocity and duration that an earthquake implies at a site follow alike.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import numpy as np
from annotated_types import Ge, Gt, Le

from pirqa.errors import MissingExtraError, ModelError, OptionsError, did_you_mean
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.units import STANDARD_GRAVITY, Length, Velocity


def evaluate(name: str, inputs: Mapping[str, Any], *, what: str) -> Any:
    """Return the pygmm model ``name`` evaluated for ``inputs``; ``what`` asks for it, for the message.

    Ranges are checked before, by the model's own row here: pygmm warns of them, and goes on.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its files left open at import, and ranges that were checked
        try:
            pygmm = importlib.import_module("pygmm")
        except ImportError as error:
            raise MissingExtraError(what, "hazard") from error
        return getattr(pygmm, name)(pygmm.Scenario(**inputs))


ScenarioMechanism = Literal["strike_slip", "normal", "reverse", "unspecified", "interface", "intraslab"]
"""Type of earthquake; the first four are crustal."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """The earthquake that governs a site, and the site.

    >>> Scenario(magnitude=7.0, distance=20e3, mechanism="strike_slip").crustal
    True
    """

    magnitude: Annotated[float, Gt(3), Le(9.7)]
    """Moment magnitude."""
    distance: Annotated[Length, Ge(0), Le(1_000_000)]
    """Closest distance to the rupture [m]; for an intraslab earthquake the distance to its hypocentre."""
    mechanism: ScenarioMechanism = "unspecified"
    vs30: Annotated[Velocity, Ge(100), Le(3000)] = 760.0
    """Shear-wave velocity of the upper 30 m of the site [m/s]."""
    depth: Annotated[Length, Ge(0), Le(300_000)] | None = None
    """Depth of the hypocentre [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "motion.set.scenario")
        if self.mechanism not in get_args(ScenarioMechanism):
            hint = did_you_mean(str(self.mechanism), get_args(ScenarioMechanism))
            raise ModelError(f'motion.set.scenario.mechanism: "{self.mechanism}" is not known; {hint}')

    @property
    def crustal(self) -> bool:
        """Whether the earthquake is one of the crust, not of a subduction zone."""
        return self.mechanism not in ("interface", "intraslab")


_KM = 1000.0
_SHORTEST, _LONGEST = 0.01, 10.0
"""Periods of all models here, and to which the equations of the correlation were fitted [s]."""
_FLAGS = {"strike_slip": "SS", "normal": "NS", "reverse": "RS", "unspecified": "U"}
_DIPS = {"strike_slip": 90.0, "normal": 50.0, "reverse": 40.0, "unspecified": 90.0}
"""Dip of the fault [deg], after Kaklamanos, Baise and Boore (2011, from memory)."""
_DEEPEST_CAMPBELL = 20e3
"""Greatest depth of focus of cb14 [m]."""


@dataclass(frozen=True, kw_only=True)
class GroundMotionModel:
    """A published ground-motion model: what it covers, and how its inputs follow from a scenario."""

    name: str
    source: str
    library_name: str
    """Name of its class in pygmm."""
    magnitudes: Mapping[str, tuple[float, float]]
    """Range of magnitude of each type of earthquake that the model covers."""
    distances: tuple[float, float] = (0.0, 300e3)
    """[m]"""
    velocities: tuple[float, float]
    """Range of Vs30 [m/s]."""
    largest_recorded: Mapping[str, float]
    """Largest magnitude in the data of a type of earthquake, where the model goes beyond; a remark reports it."""
    inputs: Callable[[Scenario], dict[str, Any]]
    remarks: tuple[Remark, ...]
    """What the inputs assume."""
    floor_period: float = 0.0
    """Period below which the spectral acceleration is not below the peak ground acceleration [s]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Prediction:
    """Distribution of the spectral acceleration that a model predicts, lognormal at each period."""

    model: GroundMotionModel
    periods: FloatArray
    """[s]"""
    median: FloatArray
    """[m/s2], of the shape of ``periods``."""
    sigma: FloatArray
    """Standard deviation of the logarithm."""
    pga: float
    """Median peak ground acceleration [m/s2]."""
    pgv: float | None
    """Median peak ground velocity [m/s]; none where the model does not give it."""
    remarks: tuple[Remark, ...] = ()


def _rupture_top(scenario: Scenario) -> float:
    """Return the depth to the top of the rupture [km], not deeper than the rupture is far.

    Chiou and Youngs (2014), eqs. 4 and 5: the mean of the earthquakes of a magnitude.
    """
    if scenario.mechanism == "reverse":
        root = 2.704 - 1.226 * max(scenario.magnitude - 5.849, 0.0)
    else:
        root = 2.673 - 1.136 * max(scenario.magnitude - 4.970, 0.0)
    return min(max(root, 0.0) ** 2, scenario.distance / _KM)


def _crustal(scenario: Scenario) -> dict[str, Any]:
    """Return inputs of the crustal models, with a site beyond the top of the rupture, not on the hanging wall.

    There R_jb² = R_rup² − Z_tor² whatever the dip.
    """
    top, rupture = _rupture_top(scenario), scenario.distance / _KM
    surface = math.sqrt(max(rupture**2 - top**2, 0.0))
    return {
        "mag": scenario.magnitude,
        "dist_rup": rupture,
        "dist_jb": surface,
        "dist_x": -max(surface, 1e-3),  # pygmm takes 0 for the hanging wall
        "depth_tor": top,
        "dip": _DIPS[scenario.mechanism],
        "mechanism": _FLAGS[scenario.mechanism],
        "v_s30": scenario.vs30,
        "vs_source": "inferred",
        "on_hanging_wall": False,
        "region": "california",
    }


def _campbell(scenario: Scenario) -> dict[str, Any]:
    """Return inputs of cb14, with the depth of the focus where it is known."""
    if scenario.depth is None:
        return _crustal(scenario)
    if scenario.depth > _DEEPEST_CAMPBELL:
        raise OptionsError(
            f"motion.set.scenario.depth: {scenario.depth / _KM:g} km is outside the range of cb14, 0 to "
            f"{_DEEPEST_CAMPBELL / _KM:g} km; give another depth or another model"
        )
    return {**_crustal(scenario), "depth_hyp": scenario.depth / _KM}


def _chiou(scenario: Scenario) -> dict[str, Any]:
    """Return inputs of cy14, with the depth to 1 km/s that is the mean for the site's Vs30 (its eq. 1), [km]."""
    ratio = (scenario.vs30**4 + 570.94**4) / (1360.0**4 + 570.94**4)
    return {**_crustal(scenario), "depth_1_0": math.exp(-7.15 / 4.0 * math.log(ratio)) / 1000.0}


def _subduction(scenario: Scenario) -> dict[str, Any]:
    """Return inputs of aga16: the distance to the rupture of an interface event, to the focus of an intraslab one."""
    found: dict[str, Any] = {
        "mag": scenario.magnitude,
        "v_s30": scenario.vs30,
        "event_type": scenario.mechanism,
        "tectonic_region": "forearc",
    }
    if scenario.mechanism == "interface":
        return {**found, "dist_rup": scenario.distance / _KM}
    if scenario.depth is None:
        raise OptionsError(
            'motion.set.scenario.depth: missing; aga16 needs the depth of an intraslab earthquake: give depth = "80 km"'
        )
    if scenario.distance < scenario.depth:
        raise OptionsError(
            f"motion.set.scenario.distance: {scenario.distance / _KM:g} km is less than the depth, "
            f"{scenario.depth / _KM:g} km; of an intraslab earthquake give the distance to the hypocentre"
        )
    return {**found, "dist_hyp": scenario.distance / _KM, "depth_hyp": scenario.depth / _KM}


_GEOMETRY = (Remark(kind="assumption", key="hazard_geometry"),)

MODELS: dict[str, GroundMotionModel] = {
    model.name: model
    for model in (
        GroundMotionModel(
            name="bssa14",
            source="Boore, Stewart, Seyhan and Atkinson (2014), Earthquake Spectra 30(3), 1057",
            library_name="BooreStewartSeyhanAtkinson2014",
            magnitudes={
                "strike_slip": (3.0, 8.5),
                "reverse": (3.0, 8.5),
                "normal": (3.0, 7.0),
                "unspecified": (3.0, 8.5),
            },
            velocities=(150.0, 1500.0),
            largest_recorded={},
            inputs=_crustal,
            remarks=_GEOMETRY,
        ),
        GroundMotionModel(
            name="cb14",
            source="Campbell and Bozorgnia (2014), Earthquake Spectra 30(3), 1087",
            library_name="CampbellBozorgnia2014",
            magnitudes={"strike_slip": (3.3, 8.5), "reverse": (3.3, 8.0), "normal": (3.3, 7.5)},
            velocities=(150.0, 1500.0),
            largest_recorded={},
            inputs=_campbell,
            remarks=_GEOMETRY,
            floor_period=0.25,
        ),
        GroundMotionModel(
            name="cy14",
            source="Chiou and Youngs (2014), Earthquake Spectra 30(3), 1117",
            library_name="ChiouYoungs2014",
            magnitudes={"strike_slip": (3.5, 8.5), "reverse": (3.5, 8.0), "normal": (3.5, 8.0)},
            velocities=(180.0, 1500.0),
            largest_recorded={},
            inputs=_chiou,
            remarks=_GEOMETRY,
        ),
        GroundMotionModel(
            name="ask14",
            source="Abrahamson, Silva and Kamai (2014), Earthquake Spectra 30(3), 1025",
            library_name="AbrahamsonSilvaKamai2014",
            magnitudes={"strike_slip": (3.0, 8.5), "reverse": (3.0, 8.5), "normal": (3.0, 8.5)},
            velocities=(180.0, 1000.0),
            largest_recorded={},
            inputs=_crustal,
            remarks=_GEOMETRY,
        ),
        GroundMotionModel(
            name="aga16",
            source="Abrahamson, Gregor and Addo (2016), Earthquake Spectra 32(1), 23",
            library_name="AbrahamsonGregorAddo2016",
            magnitudes={"interface": (5.0, 9.0), "intraslab": (5.0, 8.5)},
            velocities=(150.0, 1500.0),
            largest_recorded={"interface": 8.4, "intraslab": 7.9},
            inputs=_subduction,
            remarks=(Remark(kind="assumption", key="hazard_forearc"),),
        ),
    )
}
"""The models, by name."""

if TYPE_CHECKING:
    ModelName = str
else:
    ModelName = Literal[tuple(MODELS)]
    """Name of a ground-motion model: bssa14, cb14, cy14 and ask14 for the crust, aga16 for subduction."""


def find_model(name: str) -> GroundMotionModel:
    """Return the model called ``name``."""
    if name not in MODELS:
        raise OptionsError(f'motion.set.conditional.model: "{name}" is not known; {did_you_mean(name, MODELS)}')
    return MODELS[name]


def predict(model: GroundMotionModel, scenario: Scenario, periods: FloatArray) -> Prediction:
    """Return what ``model`` predicts at ``periods`` [s]; a scenario outside its range is an error.

    The component is RotD50 (crustal models) or the geometric mean (aga16), damping 5 %. Between the periods of the
    coefficients, logarithms of median and period and the standard deviation are interpolated linearly.
    """
    _check_range(model, scenario)
    wanted = np.asarray(periods, dtype=np.float64)
    outside = wanted[(wanted < _SHORTEST * (1 - 1e-9)) | (wanted > _LONGEST * (1 + 1e-9))]
    if outside.size:
        raise OptionsError(
            f"motion.set.conditional: {model.name} goes from {_SHORTEST:g} to {_LONGEST:g} s; the set needs "
            f"{outside.flat[0]:.3g} s: give another motion.set.period"
        )
    found = evaluate(model.library_name, model.inputs(scenario), what=f"the ground-motion model {model.name}")
    known, logs, sigmas = np.log(found.periods), np.log(found.spec_accels), np.asarray(found.ln_stds)
    if found.periods[0] > _SHORTEST:  # aga16: its row of PGA stands for 0.01 s, as it does for 0.02 s
        known = np.concatenate(([math.log(_SHORTEST)], known))
        logs = np.concatenate(([math.log(found.pga)], logs))
        sigmas = np.concatenate(([float(found.ln_std_pga)], sigmas))
    at = np.log(np.maximum(wanted, _SHORTEST))
    median = np.exp(np.interp(at, known, logs))
    median = np.where(wanted < model.floor_period, np.maximum(median, found.pga), median)
    largest = model.largest_recorded.get(scenario.mechanism)
    remarks = model.remarks
    if largest is not None and scenario.magnitude > largest:
        beyond = Remark(
            kind="warning", key="hazard_beyond_data", text=model.name, amount=scenario.magnitude, stated=largest
        )
        remarks = (*remarks, beyond)
    return Prediction(
        model=model,
        periods=wanted,
        median=STANDARD_GRAVITY * median,
        sigma=np.asarray(np.interp(at, known, sigmas)),
        pga=STANDARD_GRAVITY * float(found.pga),
        pgv=None if found.INDEX_PGV is None else 0.01 * float(found.pgv),
        remarks=remarks,
    )


def _check_range(model: GroundMotionModel, scenario: Scenario) -> None:
    """Raise an error where the scenario is not one that the model covers."""
    key = "motion.set.scenario"
    if scenario.mechanism not in model.magnitudes:
        others = [item.name for item in MODELS.values() if scenario.mechanism in item.magnitudes]
        given = "is not given, or oblique" if scenario.mechanism == "unspecified" else f"is {scenario.mechanism}"
        raise OptionsError(
            f"{key}.mechanism: {given}; {model.name} covers {', '.join(model.magnitudes)}: give one of these, or "
            f"model = {' or '.join(others)}"
        )
    for name, value, (low, high), scale, unit in (
        ("magnitude", scenario.magnitude, model.magnitudes[scenario.mechanism], 1.0, ""),
        ("distance", scenario.distance, model.distances, _KM, " km"),
        ("vs30", scenario.vs30, model.velocities, 1.0, " m/s"),
    ):
        if not low <= value <= high:
            raise OptionsError(
                f"{key}.{name}: {value / scale:g}{unit} is outside the range of {model.name} "
                f"({scenario.mechanism}), {low / scale:g} to {high / scale:g}{unit}; give another value or model"
            )


_MECHANISMS = {"strike_slip": "SS", "normal": "NS", "reverse": "RS", "unspecified": "U"}
_MAGNITUDES, _DISTANCES, _VELOCITIES = (3.0, 7.9), (0.0, 200e3), (200.0, 1000.0)
"""Range of Afshari and Stewart (2016), as pygmm states it: magnitude, distance [m], Vs30 [m/s]."""


@dataclass(frozen=True, kw_only=True)
class ImpliedMeasures:
    """Medians of measures that spectra do not hold."""

    pgv: float | None
    """Peak ground velocity [m/s]; none where no model here covers the earthquake."""
    duration: float | None
    """Time from 5 % to 95 % of the Arias intensity [s]; none where no model here covers the earthquake."""
    sources: tuple[str, ...] = ()


def implied_measures(scenario: Scenario) -> ImpliedMeasures:
    """Return peak ground velocity and significant duration of ``scenario``.

    Velocity by Boore and others (2014), duration by Afshari and Stewart (2016), Earthquake Spectra 32(4), 2057, both
    for crustal earthquakes: of subduction earthquakes, and outside the ranges of the models, neither is known here.
    The coefficients of the second were compared with those of another public program, not with the paper.
    """
    if not scenario.crustal:
        return ImpliedMeasures(pgv=None, duration=None)
    sources: list[str] = []
    pgv = _velocity(scenario)
    if pgv is not None:
        sources.append(MODELS["bssa14"].source)
    duration = _duration(scenario)
    if duration is not None:
        sources.append("Afshari and Stewart (2016), Earthquake Spectra 32(4), 2057")
    return ImpliedMeasures(pgv=pgv, duration=duration, sources=tuple(sources))


def _velocity(scenario: Scenario) -> float | None:
    try:
        return predict(MODELS["bssa14"], scenario, np.array([1.0])).pgv
    except OptionsError:  # outside the range of the model
        return None


def _duration(scenario: Scenario) -> float | None:
    ranges = (
        (scenario.magnitude, _MAGNITUDES),
        (scenario.distance, _DISTANCES),
        (scenario.vs30, _VELOCITIES),
    )
    if not all(low <= value <= high for value, (low, high) in ranges):
        return None
    inputs = {
        "mag": scenario.magnitude,
        "dist_rup": scenario.distance / 1000.0,
        "v_s30": scenario.vs30,
        "mechanism": _MECHANISMS[scenario.mechanism],  # pygmm takes "U" for the unspecified one, after a warning
    }
    found = evaluate("AfshariStewart2016", inputs, what="the duration that the earthquake implies")
    return float(found.duration["D_5t95"])


def correlation(periods: FloatArray, period: float) -> FloatArray:
    """Return the correlation of ε at ``periods`` with ε at ``period`` [s].

    Baker and Jayaram (2008), Earthquake Spectra 24(1), 299, for crustal earthquakes, 0.01 to 10 s:

    - C1 = 1 − cos(π/2 − 0.366 ln(Tmax / max(Tmin, 0.109)))
    - C2 = 1 − 0.105 (1 − 1/(1 + e^(100 Tmax − 5))) (Tmax − Tmin)/(Tmax − 0.0099) for Tmax < 0.2 s, else 0
    - C3 = C2 for Tmax < 0.109 s, else C1
    - C4 = C1 + 0.5 (√C3 − C3)(1 + cos(π Tmin/0.109))
    - ρ = C2 for Tmax < 0.109 s; C1 for Tmin > 0.109 s; min(C2, C4) for Tmax < 0.2 s; else C4

    >>> correlation(np.array([1.0, 2.0]), 1.0).round(4)
    array([1.   , 0.749])
    """
    other = np.asarray(periods, dtype=np.float64)
    low, high = np.minimum(other, period), np.maximum(other, period)
    if other.size and (low.min() < _SHORTEST * (1 - 1e-9) or high.max() > _LONGEST * (1 + 1e-9)):
        raise OptionsError(
            f"motion.set.conditional: correlations are known from {_SHORTEST:g} to {_LONGEST:g} s, not from "
            f"{low.min():.3g} to {high.max():.3g} s; give another motion.set.period"
        )
    c1 = 1.0 - np.cos(0.5 * math.pi - 0.366 * np.log(high / np.maximum(low, 0.109)))
    short = np.minimum(high, 0.2)  # where C2 is used; keeps the exponential finite
    c2 = 1.0 - 0.105 * (1.0 - 1.0 / (1.0 + np.exp(100.0 * short - 5.0))) * (high - low) / (high - 0.0099)
    c3 = np.where(high < 0.109, c2, c1)
    c4 = c1 + 0.5 * (np.sqrt(c3) - c3) * (1.0 + np.cos(math.pi * low / 0.109))
    rho = np.where(high < 0.109, c2, np.where(low > 0.109, c1, np.where(high < 0.2, np.minimum(c2, c4), c4)))
    return np.where(low == high, 1.0, rho)


_LARGEST_EPSILON = 5.0
_RARE_EPSILON = 3.0
"""A larger ε of a given acceleration is remarked: the earthquake hardly explains it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ConditionalSpectrum:
    """The distribution of spectral accelerations, given that at one period."""

    source: str
    period: float
    """Conditioning period [s]."""
    epsilon: float
    """Standard deviations above the median at that period."""
    acceleration: float
    """Spectral acceleration at that period [m/s2]."""
    periods: FloatArray
    """[s]"""
    median: FloatArray
    """Conditional mean spectrum, exp of the mean of the logarithms [m/s2], of the shape of ``periods``."""
    sigma: FloatArray
    """Conditional standard deviation of the logarithm; zero at the conditioning period."""
    remarks: tuple[Remark, ...] = ()


def condition(median: FloatArray, sigma: FloatArray, rho: FloatArray, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """Return median and standard deviation given ε: μ + ρ ε σ and σ √(1 − ρ²) (Baker 2011, steps 3 and 4).

    >>> median, sigma = condition(np.array([2.0, 2.0]), np.array([0.5, 0.5]), np.array([1.0, 0.0]), 2.0)
    >>> (median / 2.0).round(4), sigma
    (array([2.7183, 1.    ]), array([0. , 0.5]))
    """
    return median * np.exp(rho * epsilon * sigma), sigma * np.sqrt(np.maximum(1.0 - rho**2, 0.0))


def conditional_spectrum(
    model: str,
    scenario: Scenario,
    *,
    period: float,
    epsilon: float | None = None,
    acceleration: float | None = None,
    periods: FloatArray,
) -> ConditionalSpectrum:
    """Return the conditional spectrum at ``periods`` [s] of ``model`` for ``scenario``.

    Baker (2011), J. Struct. Eng. 137(3), 322, with the correlations of Baker and Jayaram (2008). Give ``epsilon`` at
    ``period`` [s], or the spectral ``acceleration`` there [m/s2], from which ε = (ln Sa − μ)/σ follows.
    """
    if (epsilon is None) == (acceleration is None):
        raise OptionsError('motion.set.conditional: give epsilon or acceleration, for example epsilon = "1.5"')
    law = find_model(model)
    wanted = np.asarray(periods, dtype=np.float64)
    found = predict(law, scenario, np.append(wanted, period))
    median, sigma = float(found.median[-1]), float(found.sigma[-1])
    remarks = list(found.remarks)
    if epsilon is None:
        assert acceleration is not None
        if not (acceleration > 0.0 and math.isfinite(acceleration)):
            raise OptionsError(
                f"motion.set.conditional.acceleration: must be greater than 0, got {acceleration:g} m/s2"
            )
        epsilon = math.log(acceleration / median) / sigma
        if abs(epsilon) > _LARGEST_EPSILON:
            raise OptionsError(
                f"motion.set.conditional.acceleration: {acceleration:.3g} m/s2 at {period:g} s is {epsilon:.2f} "
                f"standard deviations from the median of {model}, {median:.3g} m/s2; check the earthquake"
            )
        if abs(epsilon) > _RARE_EPSILON:
            remarks.append(Remark(kind="warning", key="hazard_epsilon", text=model, amount=epsilon))
    if not scenario.crustal:
        remarks.append(Remark(kind="assumption", key="hazard_crustal_correlation", text=model))
    rho = correlation(wanted, period)
    medians, sigmas = condition(found.median[:-1], found.sigma[:-1], rho, epsilon)
    return ConditionalSpectrum(
        source=(
            f"conditional mean spectrum at {period:g} s, ε = {epsilon:.2f} (Baker 2011; Baker and Jayaram 2008): "
            f"{law.source}, for M {scenario.magnitude:g} at {scenario.distance / 1000.0:g} km"
        ),
        period=period,
        epsilon=epsilon,
        acceleration=median * math.exp(epsilon * sigma),
        periods=wanted,
        median=medians,
        sigma=sigmas,
        remarks=tuple(remarks),
    )
