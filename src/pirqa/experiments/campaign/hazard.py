"""A hazard curve from a CSV file, the annual rate of a damage state, and the share of each motion in it.

Deaggregation by motion: a motion that reaches a state at x and above accounts for λ(x)/n of the rate, n being the
number of motions: the rate of a certain threshold is the hazard's own there, and the mean over the motions is that of
their distribution of thresholds (Vamvatsikos and Cornell 2002; Jalayer and Cornell 2009).
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pirqa.errors import OptionsError, TableError, did_you_mean
from pirqa.experiments.campaign.campaign_options import CampaignOptions
from pirqa.experiments.campaign.fragility import Boolean
from pirqa.experiments.campaign.outcomes import measure_columns
from pirqa.model.polyhedron import FloatArray
from pirqa.units import ACCELERATION, VELOCITY

_HEAD = re.compile(r"^\s*([^\[\](]+?(?:\(\s*[\d.]+\s*s?\s*\))?)\s*(?:\[\s*([^\]]*?)\s*\])?\s*$")
_SPECTRAL = re.compile(r"^p?sa[\s_]*\(?\s*([\d.]+)\s*s?\s*\)?$")
_POINTS = 4000
"""Of the integral."""
_EXAMPLE = 'two columns with the head "pga [g], rate [1/yr]"'
_LARGEST = 10_000_000
"""Size of a file that is read [bytes]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HazardCurve:
    """How often a year a measure is exceeded at the site."""

    measure: str
    """Column of a campaign's table: ``pga``, ``pgv``, ``sa_0.5``."""
    values: FloatArray
    """Rising [m/s2 or m/s], shape (k,)."""
    rates: FloatArray
    """Annual rates of exceedance, falling [1/year], shape (k,)."""
    source: str
    """File."""

    def rate_at(self, values: npt.ArrayLike) -> FloatArray:
        """Straight in logarithms between the points, and beyond them as at the last ones."""
        return np.asarray(np.exp(np.interp(np.log(values), np.log(self.values), np.log(self.rates))))


@dataclass(frozen=True, kw_only=True)
class AnnualRate:
    """How often a year a state is reached."""

    rate: float
    """[1/year]"""
    beyond: float
    """Of it, what lies beyond the last point of the hazard curve: all of that counts as the last point does."""
    below: float
    """Probability of the state at the curve's first point: what weaker and more frequent motions do is left out."""

    before: float = 0.0
    """That probability times the rate there: about as much as is left out, which the curve does not say [1/year]."""

    def probability(self, years: float = 50.0) -> float:
        """That it is reached at least once (Poisson)."""
        return -math.expm1(-self.rate * years)


@dataclass(frozen=True, kw_only=True)
class MotionShare:
    """What one motion accounts for in the annual rate of a state."""

    state: str
    record: str
    rate: float
    """[1/year]"""
    share: float
    """Of the rate of all motions [-]."""
    level: float
    """Median of the levels from which its runs reach the state, on the measure of the hazard curve; nan where half of
    them or more do not reach it."""
    reached: int
    """Curves (samples) that reach the state."""
    curves: int


def read_hazard(path: Path) -> HazardCurve:
    """The curve in ``path``: a measure with its unit (pga, pgv, sa(0.5)) and the rate of its exceedance.

    The second column is ``rate [1/yr]``, or ``poe [50 yr]`` for the probability in so many years. Lines that start with
    # are remarks; columns are parted by commas or semicolons.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise TableError(f"{path}: is too large for a hazard curve; give {_EXAMPLE}")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise TableError(f"{path}: cannot be read: {error.strerror or error}; check fragility.hazard") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: is not text; save the hazard curve as CSV (UTF-8) with {_EXAMPLE}") from error
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if not lines:
        raise TableError(f"{path}: is empty; give {_EXAMPLE}")
    mark = ";" if ";" in lines[0][1] else ","
    head = [cell.strip() for cell in next(csv.reader([lines[0][1]], delimiter=mark))]
    if len(head) < 2:
        raise TableError(f"{path}: line {lines[0][0]} has one column; give {_EXAMPLE}")
    measure, factor = _measure(head[0], path)
    to_rate = _rate(head[1], path)
    values, rates = [], []
    for number, line in lines[1:]:
        cells = next(csv.reader([line], delimiter=mark))
        values.append(factor * _number(cells, 0, head[0], number, path))
        rates.append(to_rate(_number(cells, 1, head[1], number, path), number))
    return _checked(measure, np.array(values), np.array(rates), path)


def check_asked(options: CampaignOptions, folder: Path) -> None:
    """Complain before any run of a measure that its table will not have, and of a hazard curve that cannot be used."""
    known = measure_columns(options.table_periods)
    asked = options.fragility
    if asked.measure is not None and asked.measure not in known:
        hint = did_you_mean(asked.measure, known)
        raise OptionsError(f'fragility.measure: "{asked.measure}" is not a measure of this campaign; {hint}')
    if asked.hazard is None:
        return
    curve = read_hazard(folder / asked.hazard)
    if curve.measure not in known:
        raise OptionsError(
            f"fragility.hazard: {asked.hazard} is a curve of {curve.measure}, which the table will not have: add "
            "its period to spectral_periods, or give a curve of pga"
        )


def annual_rate(curve: HazardCurve, probability: Callable[[FloatArray], FloatArray]) -> AnnualRate:
    """∫ P(state | x) |dλ(x)| over the hazard curve, by the trapezoidal rule on a fine grid in ln x.

    Cornell and Krawinkler (2000); McGuire (2004), chapter on seismic risk.
    """
    grid = np.exp(np.linspace(math.log(curve.values[0]), math.log(curve.values[-1]), _POINTS))
    rates = curve.rate_at(grid)
    chance = np.asarray(probability(grid), dtype=float)
    inside = float((0.5 * (chance[1:] + chance[:-1]) * (rates[:-1] - rates[1:])).sum())
    beyond = float(chance[-1] * rates[-1])
    return AnnualRate(rate=inside + beyond, beyond=beyond, below=float(chance[0]), before=float(chance[0] * rates[0]))


def motion_shares(
    state: str,
    hazard: HazardCurve,
    values: FloatArray,
    reached: Boolean,
    records: Sequence[str],
    curves: npt.NDArray[np.generic],
) -> tuple[MotionShare, ...]:
    """Return the share of each motion, the greatest first; none where no run reaches the state.

    ``values`` of the hazard's measure, ``reached``, ``records`` and ``curves`` (record and sample) have an entry for
    each run that counts, shape (runs,). The threshold of a curve is between the lowest level that reaches the state and
    the highest below it that does not: their geometric mean, or the lowest level where none below it was run.
    """
    names = np.asarray(records, dtype=str)
    number = len(np.unique(curves))
    found: list[tuple[str, float, list[float]]] = []
    for name in dict.fromkeys(names.tolist()):
        thresholds = [
            _threshold(values[curves == curve], reached[curves == curve]) for curve in np.unique(curves[names == name])
        ]
        rate = sum(float(hazard.rate_at(level)) for level in thresholds if math.isfinite(level)) / number
        found.append((name, rate, thresholds))
    total = sum(rate for _, rate, _ in found)
    if total <= 0.0:
        return ()
    shares = []
    for name, rate, thresholds in sorted(found, key=lambda item: (-item[1], item[0])):
        median = float(np.quantile(thresholds, 0.5, method="inverted_cdf"))
        shares.append(
            MotionShare(
                state=state,
                record=name,
                rate=rate,
                share=rate / total,
                level=median if math.isfinite(median) else math.nan,
                reached=sum(math.isfinite(level) for level in thresholds),
                curves=len(thresholds),
            )
        )
    return tuple(shares)


def _measure(cell: str, path: Path) -> tuple[str, float]:
    match = _HEAD.match(cell)
    name, unit = (match[1].strip().lower(), match[2]) if match else (cell.lower(), None)
    spectral = _SPECTRAL.match(name)
    if spectral is not None:
        column, dimension = f"sa_{float(spectral[1]):g}", ACCELERATION
    elif name in ("pga", "pgv"):
        column, dimension = name, ACCELERATION if name == "pga" else VELOCITY
    else:
        raise TableError(f'{path}: the first column is "{cell}"; it must be pga, pgv or sa(0.5), as in {_EXAMPLE}')
    if not unit:
        raise TableError(f'{path}: column "{cell}" has no unit: write it in brackets, as in {_EXAMPLE}')
    if unit not in dimension.units:
        raise TableError(
            f'{path}: column "{cell}": unit "{unit}" is not known; use one of {", ".join(dimension.units)}'
        )
    return column, dimension.units[unit]


def _rate(cell: str, path: Path) -> Callable[[float, int], float]:
    name = cell.lower()
    years = re.search(r"\[\s*([\d.]+)\s*(?:yr|years?|años?|a)\s*\]", name)
    if name.startswith("poe") and years is not None:
        span = float(years[1])

        def from_probability(value: float, number: int) -> float:
            if not 0.0 < value < 1.0:
                raise TableError(f"{path}: line {number}: a probability must lie between 0 and 1, got {value:g}")
            return -math.log1p(-value) / span

        return from_probability
    if "rate" in name or "frequency" in name or "tasa" in name:
        unit = re.search(r"\[\s*([^\]]*?)\s*\]", name)
        if unit is not None and re.fullmatch(r"(1\s*)?/\s*(yr|years?|años?|a)|(yr|a)\^?-1", unit[1]) is None:
            raise TableError(
                f'{path}: the second column is "{cell}": rates are in 1/yr; write "rate [1/yr]" and rates in a year'
            )
        return lambda value, _: value
    raise TableError(
        f'{path}: the second column is "{cell}"; it must be "rate [1/yr]", or "poe [50 yr]", a probability in 50 years'
    )


def _number(cells: list[str], column: int, name: str, number: int, path: Path) -> float:
    text = cells[column].strip() if column < len(cells) else ""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise TableError(f'{path}: line {number}, column "{name}": "{text}" is not a number')
    return value


def _checked(measure: str, values: FloatArray, rates: FloatArray, path: Path) -> HazardCurve:
    if len(values) < 3:
        raise TableError(f"{path}: has {len(values)} points; a hazard curve needs 3 or more")
    order = np.argsort(values, kind="stable")
    values, rates = values[order], rates[order]
    if values[0] <= 0.0 or np.any(np.diff(values) <= 0.0):
        raise TableError(f"{path}: values of {measure} must be above 0 and each stand once")
    if np.any(rates <= 0.0):
        raise TableError(f"{path}: annual rates must be above 0; leave out points with a rate of 0")
    if np.any(np.diff(rates) > 0.0):
        worst = int(np.argmax(np.diff(rates) > 0.0)) + 1
        raise TableError(
            f"{path}: the annual rate rises with {measure}, from {rates[worst - 1]:g} to {rates[worst]:g}: a hazard "
            "curve falls; are the columns in the right order?"
        )
    return HazardCurve(measure=measure, values=values, rates=rates, source=path.name)


def _threshold(values: FloatArray, reached: Boolean) -> float:
    """Return the level from which one curve reaches the state; infinite where it does not."""
    if not reached.any():
        return math.inf
    lowest = float(values[reached].min())
    below = values[~reached & (values < lowest)]
    return math.sqrt(lowest * float(below.max())) if len(below) else lowest
