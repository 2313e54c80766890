"""Normal and logistic regressions of yes and no on one variable, many at a time: pure arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pirqa.model.polyhedron import FloatArray

__all__ = ["Boolean", "fit_logit", "fit_probit", "separable"]

Boolean = npt.NDArray[np.bool_]

_STEPS = 60
"""Of Newton's method; 6 to 10 are the rule."""
_CLOSE = 1e-10
"""Change of the parameters at which it has arrived."""
_LARGEST = 6.0
"""Most that a parameter changes in one step, the variable having been brought to unit spread."""
_LOG_ROOT = 0.5 * np.log(2.0 * np.pi)


def separable(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> Boolean:
    """Whether one value parts all that exceeded from all that did not, shape (fits,): then no slope is too steep.

    ``variable`` of shape (values,); ``exceeded`` of ``trials`` at each value, shape (fits, values).
    """
    low = np.where(exceeded > 0.0, variable, np.inf).min(axis=1)
    high = np.where(trials - exceeded > 0.0, variable, -np.inf).max(axis=1)
    return np.asarray(high <= low)


def fit_probit(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Intercept a and slope b of P = Φ(a + b·variable) of largest likelihood, both of shape (fits,).

    ``exceeded`` of ``trials`` at each value of ``variable``, shapes (fits, values) and (values,). The log-likelihood is
    concave, so Newton's method finds its one peak (Baker 2015, equations 8 to 10, with a = -ln θ/β and b = 1/β). What
    has no peak, because it is separable or all alike, comes back as nan.
    """
    from scipy.special import log_ndtr

    def slopes(eta: FloatArray, yes: FloatArray, no: FloatArray) -> tuple[FloatArray, FloatArray]:
        density = -0.5 * eta * eta - _LOG_ROOT
        up, down = np.exp(density - log_ndtr(eta)), np.exp(density - log_ndtr(-eta))
        return yes * up - no * down, yes * up * (up + eta) + no * down * (down - eta)

    return _newton(variable, exceeded, trials, slopes)


def fit_logit(variable: FloatArray, exceeded: FloatArray, trials: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same of P = 1/(1 + exp(-a - b·variable))."""
    from scipy.special import expit

    def slopes(eta: FloatArray, yes: FloatArray, no: FloatArray) -> tuple[FloatArray, FloatArray]:
        share = expit(eta)
        return yes * (1.0 - share) - no * share, (yes + no) * share * (1.0 - share)

    return _newton(variable, exceeded, trials, slopes)


def _newton(
    variable: FloatArray,
    exceeded: FloatArray,
    trials: FloatArray,
    slopes: Callable[[FloatArray, FloatArray, FloatArray], tuple[FloatArray, FloatArray]],
) -> tuple[FloatArray, FloatArray]:
    """``slopes`` are the first and minus the second derivative of the log-likelihood by a + b·variable."""
    yes, count = np.atleast_2d(exceeded).astype(float), np.atleast_2d(trials).astype(float)
    no = count - yes
    middle = float(np.mean(variable))
    spread = float(np.std(variable)) or 1.0
    place = (np.asarray(variable, dtype=float) - middle) / spread
    alike = (yes.sum(axis=1) == 0.0) | (no.sum(axis=1) == 0.0) | separable(place, yes, count)
    # turned round, what falls with the variable is as separable as what rises
    alike |= separable(-place[::-1], yes[:, ::-1], count[:, ::-1])
    intercept, slope = np.zeros(len(yes)), np.ones(len(yes))
    left = np.flatnonzero(~alike)
    for _ in range(_STEPS):
        if not len(left):
            break
        eta = intercept[left, None] + slope[left, None] * place
        gradient, weight = slopes(eta, yes[left], no[left])
        first, second = gradient.sum(axis=1), gradient @ place
        m00, m01, m11 = weight.sum(axis=1), weight @ place, weight @ place**2
        size = np.maximum(m00 * m11 - m01 * m01, 1e-300)
        steps = np.array([(m11 * first - m01 * second) / size, (m00 * second - m01 * first) / size])
        largest = np.abs(steps).max(axis=0)
        steps *= np.minimum(1.0, _LARGEST / np.maximum(largest, 1e-300))
        intercept[left] += steps[0]
        slope[left] += steps[1]
        left = left[largest > _CLOSE * (1.0 + np.abs(slope[left]))]
    bad = alike.copy()
    bad[left] = True
    b = slope / spread
    a = intercept - b * middle
    return np.where(bad, np.nan, a), np.where(bad, np.nan, b)
