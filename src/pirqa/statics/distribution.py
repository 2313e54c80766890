"""Distributions of uncertain inputs, from scipy.stats."""

from __future__ import annotations

import math
from typing import Any

from scipy import stats

from pirqa.errors import OptionsError, did_you_mean
from pirqa.statics.inputs import Input
from pirqa.statics.options import Variable

__all__ = ["frozen_distribution"]

_FRIENDLY = ("normal", "lognormal", "uniform", "triangular")


def frozen_distribution(variable: Variable, target: Input) -> Any:
    """The scipy.stats distribution of ``variable``, in SI units of the input it is put on."""

    def number(name: str) -> float:
        value = getattr(variable, name)
        if value is None:
            raise OptionsError(f'"{variable.input}": a {variable.distribution} distribution needs {name}')
        return target.accept(value)

    def optional(name: str, otherwise: float) -> float:
        return otherwise if getattr(variable, name) is None else number(name)

    def spread(mean: float) -> float:
        if variable.cov is not None and variable.sd is not None:
            raise OptionsError(f'"{variable.input}": give sd or cov, not both')
        sd = abs(mean) * variable.cov if variable.cov is not None else number("sd")
        if sd <= 0:
            raise OptionsError(f'"{variable.input}": sd must be greater than 0')
        return sd

    if variable.distribution in ("normal", "lognormal"):
        _refuse(variable, ("mode", "shape", "loc", "scale"))
        mean = number("mean")
        sd = spread(mean)
        low, high = optional("low", -math.inf), optional("high", math.inf)
        _ordered(variable, low, high)
        if variable.distribution == "normal":
            if low == -math.inf and high == math.inf:
                return stats.norm(mean, sd)
            return stats.truncnorm((low - mean) / sd, (high - mean) / sd, loc=mean, scale=sd)
        if mean <= 0:
            raise OptionsError(f'"{variable.input}": the mean of a lognormal distribution must be positive')
        if (low, high) != (-math.inf, math.inf):
            raise OptionsError(f'"{variable.input}": a lognormal distribution is not cut off: drop low, high')
        sigma = math.sqrt(math.log1p((sd / mean) ** 2))
        return stats.lognorm(sigma, scale=mean * math.exp(-0.5 * sigma**2))
    if variable.distribution in ("uniform", "triangular"):
        _refuse(variable, ("mean", "sd", "cov", "shape", "loc", "scale"))
        low, high = number("low"), number("high")
        _ordered(variable, low, high)
        if variable.distribution == "uniform":
            return stats.uniform(low, high - low)
        mode = number("mode")
        if not low <= mode <= high:
            raise OptionsError(f'"{variable.input}": mode must lie between low and high')
        return stats.triang((mode - low) / (high - low), loc=low, scale=high - low)
    return _from_scipy(variable, number, optional)


def _from_scipy(variable: Variable, number: Any, optional: Any) -> Any:
    family: Any = getattr(stats, variable.distribution, None)
    known: Any = stats.rv_continuous
    if not isinstance(family, known):
        names = [name for name in dir(stats) if isinstance(getattr(stats, name), stats.rv_continuous)]
        hint = did_you_mean(variable.distribution, [*_FRIENDLY, *names])
        hint = hint if hint.startswith("did") else f"use {', '.join(_FRIENDLY)} or a continuous scipy.stats name"
        raise OptionsError(f'"{variable.input}": no distribution is called "{variable.distribution}": {hint}')
    _refuse(variable, ("mean", "sd", "cov", "low", "high", "mode"))
    if len(variable.shape) != family.numargs:
        raise OptionsError(
            f'"{variable.input}": scipy.stats.{variable.distribution} takes {family.numargs} shape '
            f"parameter(s) ({family.shapes or 'none'}), got {len(variable.shape)}"
        )
    return family(*variable.shape, loc=optional("loc", 0.0), scale=number("scale"))


def _ordered(variable: Variable, low: float, high: float) -> None:
    if low >= high:
        raise OptionsError(f'"{variable.input}": low must be less than high')


def _refuse(variable: Variable, names: tuple[str, ...]) -> None:
    """Refuse parameters that the distribution would silently ignore."""
    for name in names:
        if getattr(variable, name) not in (None, ()):
            raise OptionsError(f'"{variable.input}": a {variable.distribution} distribution has no "{name}": remove it')
