"""The distribution of the parameters after the fit: Laplace's covariance at the best point, or samples.

Samples (Markov chain Monte Carlo) are drawn on a response surface with mixed terms about the best point. Bounds and
curvature are in it, which Laplace's covariance knows nothing of. emcee (``pirqa[mcmc]``) moves the walkers
(affine-invariant ensemble: Goodman and Weare 2010).
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pirqa.errors import ComputationError, MissingExtraError
from pirqa.fem.updating.fits import Fit, Pairing, Target, jacobian, pair, residuals
from pirqa.fem.updating.options import McmcOptions, Parameter
from pirqa.fem.updating.twin import State, Twin
from pirqa.model.polyhedron import FloatArray
from pirqa.progress import SILENT, Observer

_UPPER = 0.975
"""Of the distribution below the upper end of a 95 % interval."""

_KEPT = 1000
"""Samples that the result holds."""

_CHECKED = 3
"""Samples at which the surface is held against the model."""

_LONG = 50.0
"""Autocorrelation times that a chain should last (emcee's own advice)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Posterior:
    """A normal distribution about the best point; its intervals by Student's where its width was estimated."""

    covariance: FloatArray
    """Shape (v, v), in the units of the parameters."""
    sd: FloatArray
    """Standard deviations, shape (v,)."""
    correlation: FloatArray
    """Shape (v, v)."""
    low: FloatArray
    """Of the 95 % interval, not beyond the bounds, shape (v,)."""
    high: FloatArray
    """Shape (v,)."""
    chi_square: float
    """Sum of squares of all residuals, each over its standard deviation; priors too."""
    freedoms: int
    """Residuals less parameters."""
    scale: float
    """By which the variances of what was measured were multiplied: χ² per degree of freedom where it exceeds 1, since
    then the stated ones do not explain what is left (Birge 1932). Priors are no measurement: theirs stay."""


@dataclass(frozen=True, kw_only=True, eq=False)
class MixedSurface:
    """Residuals as quadratics of the parameters, mixed terms included."""

    base: FloatArray
    """Shape (v,)."""
    constant: FloatArray
    """Shape (r,)."""
    slope: FloatArray
    """Shape (r, v)."""
    curvature: FloatArray
    """Shape (r, v, v)."""

    def __call__(self, values: FloatArray) -> FloatArray:
        """Residuals at ``values`` (k, v), shape (k, r)."""
        away = values - self.base
        bent = np.einsum("ka,rab,kb->kr", away, self.curvature, away, optimize=True)
        return np.asarray(self.constant + away @ self.slope.T + 0.5 * bent)


@dataclass(frozen=True, kw_only=True, eq=False)
class Samples:
    """What the walkers found."""

    values: FloatArray
    """Some of them, shape (k, v)."""
    mean: FloatArray
    """Shape (v,)."""
    sd: FloatArray
    """Shape (v,)."""
    low: FloatArray
    """2.5 % of the samples lie below, shape (v,)."""
    high: FloatArray
    """2.5 % of the samples lie above, shape (v,)."""
    correlation: FloatArray
    """Shape (v, v)."""
    acceptance: float
    """Share of moves that were accepted: 0.2 to 0.5 is good."""
    autocorrelation: FloatArray
    """Steps after which a walker has forgotten where it was, shape (v,)."""
    effective: float
    """Independent samples that they are worth."""
    long_enough: bool
    """Whether the chain is longer than 50 autocorrelation times."""
    surface_error: float
    """Largest difference between surface and model at some samples, in standard deviations of the residuals."""


def laplace(target: Target, state: State, pairing: Pairing, parameters: Sequence[Parameter]) -> Posterior:
    """H⁻¹ (s JᵀJ + P) H⁻¹ with H = JᵀJ + P: J the slopes of what was measured, P the priors, s the scale.

    That is how far the best point of the stated weights scatters when what was measured scatters √s times as much as
    was stated; (JᵀJ + P)⁻¹ where s is 1. Without priors it is s (JᵀJ)⁻¹, and where the modes tell nothing P⁻¹.
    """
    left = residuals(target, state, pairing, parameters)
    # by logarithms: numbers of 1e8 Pa beside 1e4 N/m3 would cost half the digits
    slopes = jacobian(target, state, pairing, parameters) * state.values
    try:
        inner = np.linalg.inv(slopes.T @ slopes)
    except np.linalg.LinAlgError as error:
        raise ComputationError("updating: at the best point the modes do not tell all parameters apart") from error
    chi_square, freedoms = float(left @ left), len(left) - len(parameters)
    scale = max(chi_square / freedoms, 1.0) if freedoms > 0 else 1.0
    measured = slopes[: len(left) - sum(item.prior_sd is not None for item in parameters)]
    inner = inner + (scale - 1.0) * inner @ measured.T @ measured @ inner
    covariance = inner * np.outer(state.values, state.values)
    sd = np.sqrt(np.diag(covariance))
    half = _quantile(scale, freedoms) * sd
    return Posterior(
        covariance=covariance,
        sd=sd,
        correlation=covariance / np.outer(sd, sd),
        low=np.maximum(state.values - half, [item.low for item in parameters]),
        high=np.minimum(state.values + half, [item.high for item in parameters]),
        chi_square=chi_square,
        freedoms=freedoms,
        scale=scale,
    )


def mixed_surface(twin: Twin, target: Target, best: Fit, sd: FloatArray) -> MixedSurface:
    """Out of 2V runs: exact slopes on both sides of the best point give all second derivatives, mixed ones too."""
    parameters, values = twin.parameters, best.values
    count = len(values)
    constant = residuals(target, best.state, best.pairing, parameters)
    slope = jacobian(target, best.state, best.pairing, parameters)
    curvature = np.zeros((len(constant), count, count))
    for k in range(count):
        step = min(_WIDTH * float(sd[k]), _WIDEST * float(values[k]))
        sides = []
        for sign in (1.0, -1.0):
            moved = values.copy()
            moved[k] += sign * step
            state = twin.evaluate(moved)
            sides.append(jacobian(target, state, pair(target, state), parameters))
        curvature[:, :, k] = (sides[0] - sides[1]) / (2.0 * step)
    curvature = 0.5 * (curvature + curvature.transpose(0, 2, 1))
    return MixedSurface(base=values, constant=constant, slope=slope, curvature=curvature)


def sample(
    twin: Twin,
    target: Target,
    best: Fit,
    posterior: Posterior,
    options: McmcOptions,
    seed: int,
    observer: Observer = SILENT,
) -> Samples:
    """Samples of the posterior between the bounds; the first ``burn`` steps are thrown away."""
    if importlib.util.find_spec("emcee") is None:
        raise MissingExtraError("updating.mcmc", "mcmc")
    emcee = importlib.import_module("emcee")
    low, high = twin.bounds
    made = mixed_surface(twin, target, best, posterior.sd)
    known = sum(item.prior_sd is not None for item in twin.parameters)
    # only what was measured scatters more than was stated
    variance = np.where(np.arange(len(made.constant)) < len(made.constant) - known, posterior.scale, 1.0)

    def likelihood(values: FloatArray) -> FloatArray:
        inside = np.all((values >= low) & (values <= high), axis=1)
        left = made(np.clip(values, low, high))
        return np.where(inside, -0.5 * np.sum(left**2 / variance, axis=1), -np.inf)

    count = len(low)
    walkers = max(options.walkers, 2 * count + 2)
    generator = np.random.default_rng(seed)
    spread = generator.standard_normal((walkers, count)) @ np.linalg.cholesky(posterior.covariance).T
    # walkers that begin on a bound together would never leave it: each a little inside, by a distance of its own
    edge = 1e-6 * (high - low) * (1.0 + generator.random(spread.shape))
    begin = np.clip(best.values + 0.5 * spread, low + edge, high - edge)
    sampler = emcee.EnsembleSampler(walkers, count, likelihood, vectorize=True)
    start = emcee.State(begin, random_state=np.random.RandomState(seed).get_state())
    stride = max(options.steps // 20, 1)
    done = 0
    while done < options.burn + options.steps:
        chunk = min(stride, options.burn + options.steps - done)
        start = sampler.run_mcmc(start, chunk, skip_initial_state_check=done > 0)
        done += chunk
        observer.advance(0)
    chain = np.asarray(sampler.get_chain(discard=options.burn, flat=True))
    times = np.asarray(sampler.get_autocorr_time(discard=options.burn, tol=0, quiet=True), dtype=np.float64)
    kept = chain[:: max(len(chain) // _KEPT, 1)][:_KEPT]
    quantiles = np.quantile(chain, (0.025, 0.975), axis=0)
    chosen = generator.choice(len(chain), _CHECKED, replace=False)
    return Samples(
        values=kept,
        mean=chain.mean(axis=0),
        sd=chain.std(axis=0),
        low=quantiles[0],
        high=quantiles[1],
        correlation=np.atleast_2d(np.corrcoef(chain.T)),
        acceptance=float(np.mean(sampler.acceptance_fraction)),
        autocorrelation=times,
        effective=float(len(chain) / times.max()),
        long_enough=bool(options.steps > _LONG * times.max()),
        surface_error=max(_error(twin, target, made, chain[index]) for index in chosen),
    )


def _quantile(scale: float, freedoms: int) -> float:
    """Standard deviations to either end of a 95 % interval: 1.96, and more where the residuals had to tell the width.

    Of the variance 1 part is stated, of which nothing is doubted, and scale − 1 were estimated from ``freedoms``
    residuals: Student's distribution with scale²/(scale − 1)² times as many (Welch and Satterthwaite: GUM 2008, G.4.1).
    """
    from scipy.special import ndtri, stdtrit

    if scale <= 1.0:
        return float(ndtri(_UPPER))
    return float(stdtrit(freedoms * (scale / (scale - 1.0)) ** 2, _UPPER))


_WIDTH, _WIDEST = 2.0, 0.25

"""Standard deviations from the best point to the surface's other points, and most of a parameter."""


def _error(twin: Twin, target: Target, made: MixedSurface, values: FloatArray) -> float:
    state = twin.evaluate(values, slopes=False)
    left = residuals(target, state, pair(target, state), twin.parameters)
    return float(np.abs(made(values[None])[0] - left).max())
