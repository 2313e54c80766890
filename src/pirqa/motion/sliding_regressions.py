"""Displacements of Newmark's sliding block by published regressions.

Regressions take the yield coefficient and a few measures of the motion. They scatter by half an order of magnitude and
more: a screening next to the integration of a record (``sliding_block``), no replacement. Coefficients are those of the
papers, for centimetres, g, cm/s and m/s; inputs and results are in SI units.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pirqa.errors import OptionsError
from pirqa.units import STANDARD_GRAVITY

Kind = Literal["regression", "single_pulse", "upper_bound"]
"""``regression``: a median with its scatter; ``single_pulse``: one square pulse; ``upper_bound``: what none passed."""

_LN10 = math.log(10.0)
_CHECKED = "coefficients compared with two independent programs that agree"
_MEMORY = "from memory, not compared with the paper"


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What one regression foretells."""

    name: str
    """Key of its words in the report's word files, ``regression.<name>``."""
    source: str
    """Paper and equation, and how its coefficients were checked."""
    verified: bool
    """Whether its coefficients were checked against independent sources."""
    kind: Kind
    median: float
    """[m]; the number itself where it has no scatter, 0 where the ground never reaches the yield acceleration."""
    sigma_ln: float
    """Standard deviation of the natural logarithm of the displacement; 0 for a bound or a pulse."""
    outside: tuple[str, ...] = ()
    """Inputs outside the data that it was fitted to: yield_coefficient, ratio, magnitude."""

    @property
    def valid(self) -> bool:
        """Whether all inputs are within the data that it was fitted to."""
        return not self.outside

    @property
    def low(self) -> float:
        """The 16 % value [m]."""
        return self.median * math.exp(-self.sigma_ln)

    @property
    def high(self) -> float:
        """The 84 % value [m]."""
        return self.median * math.exp(self.sigma_ln)


@dataclass(frozen=True, kw_only=True)
class _Inputs:
    """What the regressions are functions of, in the papers' units."""

    yield_coefficient: float
    pga: float
    """[g]."""
    pgv: float
    """[cm/s]; NaN where not known."""
    arias: float
    """[m/s]; NaN where not known."""
    magnitude: float
    """NaN where not known."""

    @property
    def ratio(self) -> float:
        """Yield coefficient over peak acceleration."""
        return self.yield_coefficient / self.pga

    def polynomial(self, *factors: float) -> float:
        """Sum of factors·ratioⁿ, n = 0, 1, 2 …"""
        return sum(factor * self.ratio**power for power, factor in enumerate(factors))


@dataclass(frozen=True, kw_only=True)
class _Regression:
    name: str
    source: str
    verified: bool
    kind: Kind = "regression"
    needs: tuple[str, ...] = ()
    log_centimetres: Callable[[_Inputs], float]
    """Natural logarithm of the median displacement in centimetres."""
    sigma: Callable[[_Inputs], float]
    ranges: tuple[tuple[str, float, float], ...] = ()


def _log_ratio(inputs: _Inputs, constant: float, above: float, below: float) -> float:
    """ln of 10^constant (1 − r)^above r^below."""
    return constant * _LN10 + above * math.log1p(-inputs.ratio) + below * math.log(inputs.ratio)


_JIBSON = (("yield_coefficient", 0.05, 0.40), ("magnitude", 5.3, 7.6))
_SAYGILI = (("yield_coefficient", 0.05, 0.30), ("magnitude", 5.0, 7.9))

_REGRESSIONS = (
    _Regression(
        name="ambraseys_menu_1988",
        source=f"Ambraseys and Menu (1988), EESD 16:985–1006; σ(log10) 0.30; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: _log_ratio(x, 0.90, 2.53, -1.09),
        sigma=lambda x: 0.30 * _LN10,
        ranges=(("ratio", 0.1, 0.9), ("magnitude", 6.6, 7.2)),
    ),
    _Regression(
        name="jibson_2007_ratio",
        source=f"Jibson (2007), Engineering Geology 91:209–218, eq. 6; σ(log10) 0.510; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: _log_ratio(x, 0.215, 2.341, -1.438),
        sigma=lambda x: 0.510 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_magnitude",
        source=f"Jibson (2007), eq. 7; σ(log10) 0.454; {_CHECKED}",
        verified=True,
        needs=("magnitude",),
        log_centimetres=lambda x: _log_ratio(x, -2.710, 2.335, -1.478) + 0.424 * _LN10 * x.magnitude,
        sigma=lambda x: 0.454 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_arias",
        source=f"Jibson (2007), eq. 9; σ(log10) 0.656; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: 2.401 * math.log(x.arias) - 3.481 * math.log(x.yield_coefficient) - 3.230 * _LN10,
        sigma=lambda x: 0.656 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="jibson_2007_arias_ratio",
        source=f"Jibson (2007), eq. 10; σ(log10) 0.616; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: 0.561 * math.log(x.arias) - 3.833 * math.log(x.ratio) - 1.474 * _LN10,
        sigma=lambda x: 0.616 * _LN10,
        ranges=_JIBSON,
    ),
    _Regression(
        name="saygili_rathje_2008_pga",
        source=f"Saygili and Rathje (2008), JGGE 134:790–803, scalar model of PGA; σ(ln) 1.13; {_CHECKED}",
        verified=True,
        log_centimetres=lambda x: x.polynomial(5.52, -4.43, -20.39, 42.61, -28.74) + 0.72 * math.log(x.pga),
        sigma=lambda x: 1.13,
        ranges=_SAYGILI,
    ),
    _Regression(
        name="rathje_saygili_2009_magnitude",
        source=(
            "Rathje and Saygili (2009), Bull. NZSEE 42:18–27, eqs 8–9, PGA and M; "
            f"σ(ln) 0.73 + 0.789 r − 0.539 r²; {_CHECKED}"
        ),
        verified=True,
        needs=("magnitude",),
        log_centimetres=lambda x: (
            x.polynomial(4.89, -4.85, -19.64, 42.49, -29.06) + 0.72 * math.log(x.pga) + 0.89 * (x.magnitude - 6.0)
        ),
        sigma=lambda x: x.polynomial(0.73, 0.789, -0.539),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_pgv",
        source=f"Saygili and Rathje (2008), PGA and PGV; σ(ln) 0.405 + 0.524 r; {_CHECKED}",
        verified=True,
        needs=("pgv",),
        log_centimetres=lambda x: (
            x.polynomial(-1.56, -4.58, -20.84, 44.75, -30.50) - 0.64 * math.log(x.pga) + 1.55 * math.log(x.pgv)
        ),
        sigma=lambda x: x.polynomial(0.405, 0.524),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_arias",
        source=f"Saygili and Rathje (2008), PGA and Arias intensity; σ(ln) 0.46 + 0.56 r; {_CHECKED}",
        verified=True,
        needs=("arias",),
        log_centimetres=lambda x: (
            x.polynomial(2.39, -5.24, -18.78, 42.01, -29.15) - 1.56 * math.log(x.pga) + 1.38 * math.log(x.arias)
        ),
        sigma=lambda x: x.polynomial(0.46, 0.56),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="saygili_rathje_2008_pgv_arias",
        source=f"Saygili and Rathje (2008), PGA, PGV and Arias intensity; σ(ln) 0.20 + 0.79 r; {_CHECKED}",
        verified=True,
        needs=("pgv", "arias"),
        log_centimetres=lambda x: (
            x.polynomial(-0.74, -4.93, -19.91, 43.75, -30.12)
            - 1.30 * math.log(x.pga)
            + 1.04 * math.log(x.pgv)
            + 0.67 * math.log(x.arias)
        ),
        sigma=lambda x: x.polynomial(0.20, 0.79),
        ranges=_SAYGILI,
    ),
    _Regression(
        name="whitman_liao_1985",
        source=(
            "Whitman and Liao (1985), WES GL-85-1: 37 V²/(A g) exp(−9.4 N/A), taken as the median; "
            f"σ(ln) 1.05, of the motion alone; {_MEMORY}"
        ),
        verified=False,
        needs=("pgv",),
        # V in cm/s and A in cm/s2, so that V²/A is in centimetres
        log_centimetres=lambda x: (
            2.0 * math.log(x.pgv) + math.log(37.0 / (100.0 * STANDARD_GRAVITY * x.pga)) - 9.4 * x.ratio
        ),
        sigma=lambda x: 1.05,
    ),
    _Regression(
        name="newmark_1965_pulse",
        source="Newmark (1965), Géotechnique 15:139–160, one square pulse: V²/(2 g N) (1 − N/A); from mechanics",
        verified=True,
        kind="single_pulse",
        needs=("pgv",),
        log_centimetres=lambda x: _newmark(x) + math.log1p(-x.ratio),
        sigma=lambda x: 0.0,
    ),
    _Regression(
        name="newmark_1965_bound",
        source=f"Newmark (1965): V²/(2 g N)·A/N, and 6 V²/(2 g N) at most; {_MEMORY}",
        verified=False,
        kind="upper_bound",
        needs=("pgv",),
        log_centimetres=lambda x: _newmark(x) + math.log(min(1.0 / x.ratio, 6.0)),
        sigma=lambda x: 0.0,
    ),
)


def _newmark(inputs: _Inputs) -> float:
    """ln of V²/(2 g N) in centimetres."""
    return 2.0 * math.log(inputs.pgv) - math.log(200.0 * STANDARD_GRAVITY * inputs.yield_coefficient)


def predict_displacements(
    yield_coefficient: float,
    pga: float,
    *,
    pgv: float | None = None,
    arias: float | None = None,
    magnitude: float | None = None,
) -> tuple[Prediction, ...]:
    """What every regression whose inputs are there foretells.

    ``yield_coefficient`` is of gravity, ``pga`` [m/s2], ``pgv`` [m/s], ``arias`` [m/s], ``magnitude`` is of moment.
    """
    given = {"yield_coefficient": yield_coefficient, "pga": pga, "pgv": pgv, "arias": arias, "magnitude": magnitude}
    for name, value in given.items():
        if value is not None and not 1e-9 < value < 1e9:
            raise OptionsError(f"sliding displacement: {name} must be greater than 0 and of this world, got {value}")
    inputs = _Inputs(
        yield_coefficient=yield_coefficient,
        pga=pga / STANDARD_GRAVITY,
        pgv=math.nan if pgv is None else 100.0 * pgv,
        arias=math.nan if arias is None else arias,
        magnitude=math.nan if magnitude is None else magnitude,
    )
    return tuple(
        _predict(regression, inputs)
        for regression in _REGRESSIONS
        if all(given[name] is not None for name in regression.needs)
    )


def _predict(regression: _Regression, inputs: _Inputs) -> Prediction:
    slides = inputs.ratio < 1.0
    outside = tuple(
        name
        for name, least, greatest in regression.ranges
        if slides and not math.isnan(value := getattr(inputs, name)) and not least <= value <= greatest
    )
    return Prediction(
        name=regression.name,
        source=regression.source,
        verified=regression.verified,
        kind=regression.kind,
        median=0.01 * math.exp(regression.log_centimetres(inputs)) if slides else 0.0,
        sigma_ln=regression.sigma(inputs) if slides else 0.0,
        outside=outside,
    )
