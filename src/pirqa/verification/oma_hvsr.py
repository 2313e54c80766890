"""H/V of simulated ground: a layer in closed form, two layers, rock, a machine; smoothing and statistics."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.hvsr.analyse import HvsrResult, horizontal_to_vertical
from pirqa.oma.hvsr.curves import highest_peak, lognormal, smoothing, weights
from pirqa.oma.measurement import Recording
from pirqa.oma.simulated import SoilLayer, ground_noise, resonance, transfer
from pirqa.verification.case import Case

_case = partial(Case, group="oma")
_PLACE = 42
_ROCK = SoilLayer(velocity=800.0, density=2200.0)
_SOIL = SoilLayer(velocity=180.0, density=1800.0, thickness=20.0, damping=0.03)
_ONE = (_SOIL, _ROCK)
_TWO = (
    SoilLayer(velocity=150.0, density=1700.0, thickness=10.0, damping=0.03),
    SoilLayer(velocity=300.0, density=1900.0, thickness=15.0, damping=0.02),
    SoilLayer(velocity=1200.0, density=2400.0),
)
_TWO_PEAKS = (
    SoilLayer(velocity=120.0, density=1700.0, thickness=5.0, damping=0.03),
    SoilLayer(velocity=300.0, density=1900.0, thickness=30.0, damping=0.02),
    SoilLayer(velocity=1200.0, density=2400.0),
)
_SEEDS = 4
_DURATION = 1800.0
_KRAMER = "Kramer 1996, section 7.2.1"


@cache
def _found(layers: tuple[SoilLayer, ...], seed: int, pressure_speed_ratio: float | None = None) -> HvsrResult:
    noise = ground_noise(layers, duration=_DURATION, seed=seed, pressure_speed_ratio=pressure_speed_ratio)
    return horizontal_to_vertical(noise)


def _mean(layers: tuple[SoilLayer, ...], what: str, pressure_speed_ratio: float | None = None) -> float:
    """Mean over the seeds of f0 of the windows, of the peak's height or of the period; nan where there is none."""
    values: list[float] = []
    for seed in range(_SEEDS):
        result = _found(layers, seed, pressure_speed_ratio)
        statistics = result.frequency_statistics
        if what == "frequency":
            values.append(math.nan if statistics is None else statistics.median)
        elif what == "height":
            values.append(result.height)
        else:
            values.append(math.nan if result.period is None else result.period)
    return float(np.mean(values))


@cache
def _smoothed(layers: tuple[SoilLayer, ...], pressure_speed_ratio: float | None = None) -> tuple[float, float]:
    """Frequency [Hz] and height of the peak of |transfer| as windows of 60 s and the smoothing see it."""
    bins, resolution = 3001, 1.0 / 60.0
    frequency: FloatArray = resolution * np.arange(bins, dtype=np.float64)
    matrix = smoothing(bins, resolution, 0.2, 20.0, 256, 40.0)
    curve = matrix @ np.abs(transfer(frequency, layers))
    if pressure_speed_ratio is not None:
        curve = curve / (matrix @ np.abs(transfer(frequency / pressure_speed_ratio, layers)))
    return highest_peak(np.geomspace(0.2, 20.0, 256), curve, (0.2, 20.0))


def _periods_of_rock() -> float:
    """Return how many of the records of bare rock give a period."""
    return float(sum(_found((_ROCK,), seed).period is not None for seed in range(_SEEDS)))


def _false_periods() -> float:
    """Return how many records of a site with two resonances give a period that is none of them."""
    periods = [_found(_TWO_PEAKS, seed).period for seed in range(_SEEDS)]
    tops = _smoothed(_TWO_PEAKS)[0]
    return float(sum(period is not None and abs(period * tops - 1.0) > 0.05 for period in periods))


def _machine() -> HvsrResult:
    """Rock with a machine that runs at 3.33 Hz, three times stronger sideways than up and down."""
    noise = ground_noise((_ROCK,), duration=_DURATION, seed=0)
    times = np.arange(len(noise.signals)) / noise.rate
    hum = 5e-5 * np.sin(2.0 * np.pi * 3.33 * times)[:, None] * np.array([3.0, 3.0, 1.0])
    humming: Recording = replace(noise, signals=noise.signals + hum)
    return horizontal_to_vertical(humming)


def _criteria() -> float:
    """Return how many of the nine criteria the layer keeps, the least of the seeds."""
    return float(
        min(
            sum(item.kept for item in (*found.reliability, *found.clarity))
            for found in (_found(_ONE, seed) for seed in range(_SEEDS))
        )
    )


def _smoothing_difference() -> float:
    """Largest sum over a row of |weight − closed form|, over all rows."""
    bins, resolution = 6001, 1.0 / 120.0
    frequency: FloatArray = resolution * np.arange(bins, dtype=np.float64)
    centres = np.geomspace(0.5, 20.0, 40)
    whole = np.stack([weights(frequency, centre, 40.0) for centre in centres])
    whole /= whole.sum(axis=1, keepdims=True)
    return float(np.abs(smoothing(bins, resolution, 0.5, 20.0, 40, 40.0).toarray() - whole).sum(axis=1).max())


def _one_weight() -> float:
    """Weight at 2.2 Hz of a window about 2 Hz."""
    return float(weights(np.array([2.2]), 2.0, 40.0)[0])


def _statistics(what: str) -> float:
    found = lognormal(np.exp(np.array([0.0, 1.0, 2.0])))
    assert found is not None
    return float(getattr(found, what))


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    own = resonance(_SOIL)
    seen, height = _smoothed(_ONE)
    records = f"{_SEEDS} records of {_DURATION / 60.0:g} min"
    scatter = "medians of 30 records scattered by 1.1 %: the mean of four by 0.6 %, three of which are 1.7 %"
    yield _case("hvsr.layered_site", f"f0 of 20 m of soil (180 m/s) on rock, {records}", "Hz",
        f"{_KRAMER}: f0 = Vs/(4H)", own, {"rel": 0.03}, "damping and an elastic rock move the peak by −0.7 %, "
        f"smoothing with b = 40 by another −0.5 %; {scatter}", lambda: _mean(_ONE, "frequency"))  # fmt: skip
    yield _case("hvsr.layered_site.smoothed", "the same beside the smoothed transfer function", "Hz",
        f"peak of |1/(cos k*H + iα* sin k*H)| ({_KRAMER}) under the same windows and smoothing", seen, {"rel": 0.02},
        f"{scatter}, and 0.3 % for a parabola between frequencies 1.8 % apart",
        lambda: _mean(_ONE, "frequency"))  # fmt: skip
    yield _case("hvsr.layered_site.height", "H/V at the peak", "", f"smoothed transfer function ({_KRAMER}); vertical "
        "motion is not amplified", height, {"rel": 0.05}, "a window's height scatters by 12 %, the mean of 100 by 1.2 "
        "%; the largest of a scattering curve lies higher", lambda: _mean(_ONE, "height"),
        "Without smoothing, damped and on elastic rock, it is 4.33; undamped 5.43.")  # fmt: skip
    yield _case("hvsr.layered_site.period", "period handed to the design spectrum", "s", f"{_KRAMER}: 4H/Vs", 1.0 / own,
        {"rel": 0.03}, "as for the frequency", lambda: _mean(_ONE, "period"))  # fmt: skip
    yield _case("hvsr.layered_site.criteria", "criteria of reliability and clarity that are kept, of nine", "",
        "SESAME 2004, D23.12", 9.0, {"min": 8.0}, "reliability asks for all three and clarity for five of six",
        _criteria)  # fmt: skip
    yield _case("hvsr.layered_site.vertical", "f0 where pressure waves resonate too, at 2.5 times the frequency", "Hz",
        "peak of the smoothed transfer function of shear waves over that of pressure waves", _smoothed(_ONE, 2.5)[0],
        {"rel": 0.02}, f"{scatter}, and 0.3 % for a parabola between frequencies 1.8 % apart",
        lambda: _mean(_ONE, "frequency", 2.5), "Vs/(4H) is 2.25 Hz: vertical motion grows towards its own resonance at "
        "5.6 Hz and tilts the peak to the left.")  # fmt: skip
    yield _case("hvsr.two_layers", "f0 of 10 m at 150 m/s on 15 m at 300 m/s on rock", "Hz",
        "peak of the smoothed transfer function of two layers (Kramer 1996, eqs 7.32–7.36)", _smoothed(_TWO)[0],
        {"rel": 0.02}, f"{scatter}, and 0.3 % for a parabola between frequencies 1.8 % apart",
        lambda: _mean(_TWO, "frequency"),
        "Without smoothing 2.67 Hz; travel time alone, 1/(4ΣH/V), gives 2.14 Hz.")  # fmt: skip
    yield _case("hvsr.flat_site", "records of bare rock, of four, that give a period", "",
        "nothing resonates: H/V is 1", 0.0, {"max": 0.0}, "the criteria of clarity must refuse it",
        _periods_of_rock)  # fmt: skip
    yield _case("hvsr.two_peaks",
        "records, of four, whose windows have two peaks and that give a period far from either", "",
        "5 m at 120 m/s on 30 m at 300 m/s on rock resonates at 2.15 and 5.53 Hz (Kramer 1996, eqs 7.32–7.36)", 0.0,
        {"max": 0.0}, "a period must be one of a peak, within 5 %, or none", _false_periods)  # fmt: skip
    yield _case("hvsr.machine", "whether a machine at 3.33 Hz on rock is refused though it keeps the criteria", "",
        "SESAME 2004: industrial peaks have less than 1 % damping and are narrow in all components", 1.0, {"abs": 0.0},
        "yes or no", lambda: float(_machine().clear and "machine" in _machine().refusals))  # fmt: skip
    yield _case("hvsr.konno_ohmachi.weight", "weight at 2.2 Hz of the window about 2 Hz, b = 40", "",
        "Konno and Ohmachi 1998, p. 234: [sin(b x)/(b x)]⁴, x = log₁₀(f/f_c)",
        (math.sin(40.0 * math.log10(1.1)) / (40.0 * math.log10(1.1))) ** 4, {"rel": 1e-12}, "closed form on both sides",
        _one_weight)  # fmt: skip
    yield _case("hvsr.konno_ohmachi.cut", "sum of |weight − closed form| of a row, the largest", "",
        "the whole window, not cut at its third zero", 0.0, {"max": 1e-3}, "1.5e-4 of the window's area lies beyond on "
        "a logarithmic axis; on an even one there are more bins above, and what is cut counts twice: where it is "
        "missing and where it is spread", _smoothing_difference)  # fmt: skip
    yield _case("hvsr.lognormal.median", "median of 1, e and e²", "", "exp of the mean of the logarithms", math.e,
        {"rel": 1e-12}, "rounding", lambda: _statistics("median"))  # fmt: skip
    yield _case("hvsr.lognormal.standard_deviation", "standard deviation of a lognormal number with ln of 1 ± 1", "",
        "m·exp(s²/2)·√(exp(s²) − 1)", math.exp(1.5) * math.sqrt(math.e - 1.0), {"rel": 1e-12}, "rounding",
        lambda: _statistics("standard_deviation"))  # fmt: skip
